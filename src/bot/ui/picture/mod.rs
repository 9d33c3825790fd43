//! Pictures as attachments: the current board, and a whole match as an animation.
//!
//! | file | what |
//! |---|---|
//! | `studio.rs` | [`Studio`]: draws a few pictures at a time, and the same one once |
//! | `replay.rs` | [`Replayed`]: a match as an animation that Discord takes |
//! | `queue.rs` | [`Urgency`]: rounds go before answers, and answers before replays; one replay at a time for each user |
//! | `shelf.rs` | what was drawn lately |

mod queue;
mod replay;
mod shelf;
mod studio;

use std::sync::LazyLock;

pub(crate) use self::queue::Admissions;
pub use self::queue::Urgency;
pub use self::replay::Replayed;
pub use self::studio::Studio;

/// The studio of this process, which draws as much at a time as leaves one processor free for answers, which people wait
/// for.
static STUDIO: LazyLock<Studio> = LazyLock::new(|| {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Studio::new(processors.saturating_sub(1).max(1))
});

/// Returns the studio of this process.
pub fn studio() -> &'static Studio {
    &STUDIO
}
