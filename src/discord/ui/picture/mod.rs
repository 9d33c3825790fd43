//! Pictures as attachments: the current board, and a whole match as an animation.
//!
//! | file | what |
//! |---|---|
//! | `studio.rs` | [`Studio`]: draws a few pictures at a time, and the same one once |
//! | `admission.rs` | one replay at a time for each user |
//! | `replay.rs` | [`Replayed`]: a match as an animation that Discord takes |
//! | `queue.rs` | [`Urgency`]: rounds go before answers, and answers before replays |
//! | `shelf.rs` | what was drawn lately |

mod admission;
mod queue;
mod replay;
mod shelf;
mod studio;

use std::sync::LazyLock;

use chrono::DateTime;

pub(in crate::discord) use self::admission::Admissions;
pub use self::queue::Urgency;
pub use self::replay::Replayed;
pub use self::studio::Studio;
use crate::matches::{Fault, Millis};

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

/// Formats a deadline for pictures, which cannot know the reader's time zone: `Fri 21 Nov, 18:00 UTC`.
fn deadline_text(at: Millis) -> Option<String> {
    Some(DateTime::from_timestamp_millis(at)?.format("%a %-d %b, %H:%M UTC").to_string())
}

fn fault(match_id: i64, reason: impl Into<String>) -> Fault {
    Fault::Drawing { id: match_id, reason: reason.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadlines_are_read_by_people() {
        assert_eq!(deadline_text(1_763_748_000_000).as_deref(), Some("Fri 21 Nov, 18:00 UTC"));
    }
}
