//! Pictures as attachments: the current board, and a whole match as an animation.
//!
//! | file | what |
//! |---|---|
//! | `studio.rs` | [`Studio`]: draws a few pictures at a time, and the same one once |
//! | `admission.rs` | one replay at a time for each user |
//! | `queue.rs` | [`Urgency`]: rounds go before answers, and answers before replays |
//! | `shelf.rs` | what was drawn lately |

mod admission;
mod queue;
mod shelf;
mod studio;

use std::sync::LazyLock;

use chrono::DateTime;
use trigon_render::{Scene, Theme};

pub(in crate::discord) use self::admission::Admissions;
pub use self::queue::Urgency;
pub use self::studio::Studio;
use crate::games::{AnySession, Frame, Viewer, rests};
use crate::matches::{Fault, Millis, Record, Replay};

/// The most frames of a replay: three minutes, and a file that Discord takes.
const FRAMES: usize = 120;

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

fn animation(record: &Record) -> Result<Vec<u8>, String> {
    let mut replay = Replay::begin(record).map_err(|error| error.to_string())?;
    let title = record.title.as_deref().unwrap_or(record.game.info().title);
    let position = |session: &dyn AnySession| {
        let seen = session.observe(Viewer::Afterwards);
        let frame = Frame { title, deadline: None, names: session.names() };
        (seen.scene(&frame), seen.resolved())
    };
    let mut positions = vec![position(replay.session())];
    while let Some(turn) = replay.step() {
        if turn.result.is_ok() {
            let next = position(replay.session());
            if positions.last().is_none_or(|(last, _)| *last != next.0) {
                positions.push(next);
            }
        }
    }
    let (mut scenes, resolved): (Vec<Scene>, Vec<(u32, usize)>) = thinned(positions).into_iter().unzip();
    // All frames of an animation have one size.
    let height = scenes.iter().map(|scene| scene.height).fold(0.0, f32::max);
    for scene in &mut scenes {
        scene.height = height;
    }
    let frames: Vec<trigon_render::Frame<'_>> = scenes
        .iter()
        .zip(rests(&resolved))
        .map(|(scene, millis)| trigon_render::Frame { scene, millis })
        .collect();
    trigon_render::gif(&frames, &Theme::dark(), trigon_render::ANIMATION_WIDTH)
        .map_err(|error| error.to_string())
}

/// Thins frames out evenly to the most that a replay has. The first and the last stay.
fn thinned<T>(all: Vec<T>) -> Vec<T> {
    let count = all.len();
    if count <= FRAMES {
        return all;
    }
    let stays = |i: usize| i * (FRAMES - 1) % (count - 1) < FRAMES - 1;
    all.into_iter().enumerate().filter(|(i, _)| stays(*i)).map(|(_, one)| one).collect()
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

    #[test]
    fn a_long_match_keeps_its_beginning_and_its_end() {
        for count in [1, FRAMES, FRAMES + 1, 200, 999] {
            let kept = thinned((0..count).collect());
            assert_eq!(kept.len(), count.min(FRAMES), "{count}");
            assert_eq!((kept[0], kept[kept.len() - 1]), (0, count - 1));
        }
    }
}
