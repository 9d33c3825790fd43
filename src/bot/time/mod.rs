//! Discord's time, which decides when deadlines pass and whether something was sent in time.
//!
//! Discord puts its time into every response and every identifier. The machine's clock may be wrong, may be changed
//! while the bot runs, and may differ from that of another process on the same database; Discord's is the same for
//! everybody.
//!
//! Simply trusting the date of the last response would take a fifth of this code. But then a single wrong date, from a proxy
//! in between or from one of Discord's many servers, would end rounds early, which nothing can make up for. So several
//! sources have to agree, as they do for an NTP client.
//!
//! | file | what |
//! |---|---|
//! | `span.rs` | [`Span`](span::Span): bounds, and where most of several overlap |
//! | `estimate.rs` | [`Estimate`](estimate::Estimate): the time according to several sources |
//! | `clock.rs` | [`DiscordClock`]: a clock that shows it |
//! | `keep.rs` | asking Discord for the time when nothing else tells it |

mod clock;
mod estimate;
mod keep;
mod span;

pub use self::clock::DiscordClock;
pub(super) use self::keep::keep;
