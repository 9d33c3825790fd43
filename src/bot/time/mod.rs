//! Discord's time, by which deadlines are met and by which what was sent in time is told from what was not.
//!
//! Discord writes its time into every response and every identifier. The clock of this machine may be wrong, may be set while
//! the bot runs, and may differ from that of another process on the same database; Discord's is the same for everybody.
//!
//! | file | what |
//! |---|---|
//! | `span.rs` | [`Span`](span::Span): bounds, and where most of several overlap |
//! | `estimate.rs` | [`Estimate`](estimate::Estimate): what time it is, from what several sources say |
//! | `clock.rs` | [`DiscordClock`]: a clock that shows it |
//! | `keep.rs` | asking Discord for the time when nothing else tells it |

mod clock;
mod estimate;
mod keep;
mod span;

pub use self::clock::DiscordClock;
pub(super) use self::keep::keep;
