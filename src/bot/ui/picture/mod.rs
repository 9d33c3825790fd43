//! Pictures as attachments: the current board, and a whole match as an animation.
//!
//! | file | what |
//! |---|---|
//! | `studio.rs` | [`Studio`]: draws a few pictures at a time, and each only once |
//! | `replay.rs` | [`Replayed`]: a match as an animation that Discord accepts |
//! | `queue.rs` | [`Urgency`]: rounds go before answers, and answers before replays; one replay at a time for each user |
//! | `shelf.rs` | recently drawn files |

mod queue;
mod replay;
mod shelf;
mod studio;

use std::sync::LazyLock;

use poise::serenity_prelude::CreateAttachment;
use trigon_engine::matches::{InternalError, Terms};
use trigon_rules::games::{Info, Registry};

pub(crate) use self::queue::Admissions;
pub use self::queue::Urgency;
pub use self::replay::Replayed;
pub(crate) use self::shelf::Shelf;
pub use self::studio::Studio;
pub(crate) use self::studio::mark;

/// The studio of this process. It leaves one processor free for answers, because people are waiting for them.
static STUDIO: LazyLock<Studio> = LazyLock::new(|| {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Studio::new(processors.saturating_sub(1).max(1))
});

/// Returns the picture of an example match on some terms, or `None` if the game is unknown or cannot be played on them.
///
/// # Errors
/// Fails if it cannot be drawn.
pub(crate) async fn example(
    games: &Registry,
    info: &Info,
    terms: &Terms,
) -> Result<Option<CreateAttachment>, InternalError> {
    let sample = games.get(info.name).and_then(|game| terms.sample(&*game).ok());
    match sample {
        Some(session) => studio().example(&*session).await.map(Some),
        None => Ok(None),
    }
}

/// Returns the studio of this process.
pub fn studio() -> &'static Studio {
    &STUDIO
}
