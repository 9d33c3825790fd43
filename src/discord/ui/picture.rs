//! Pictures as attachments: the current board, and a whole match as an animation.

use std::sync::LazyLock;

use chrono::DateTime;
use poise::serenity_prelude::CreateAttachment;
use tokio::sync::Semaphore;
use trigon_render::{Scene, Theme};

use super::escape::shortened;
use super::limits::ALT_TEXT;
use crate::games::{AnySession, Frame, Viewer, rests};
use crate::matches::{Fault, Match, Millis, QuestionId, Record, Replay};

/// The most frames of a replay: three minutes, and a file that Discord takes.
const FRAMES: usize = 120;

/// Returns a picture of the current board as `viewer` may see it.
///
/// # Errors
/// If the match has not begun or drawing fails.
pub async fn attachment(game: &Match, viewer: Viewer) -> Result<CreateAttachment, Fault> {
    let session = game.session.as_deref().ok_or_else(|| fault(game.id, "the match has not begun"))?;
    let scene = scene(session, &game.title, viewer, game.deadline);
    let name = match game.question {
        _ if !game.has_turns() => session.phase().id,
        QuestionId { number, undos: 0 } => format!("{number:03}"),
        QuestionId { number, undos } => format!("{number:03}-{undos}"),
    };
    let alt = shortened(&scene.description, ALT_TEXT);
    let png = move || trigon_render::png(&scene, &Theme::dark(), trigon_render::DEFAULT_WIDTH);
    let bytes = drawn(game.id, png).await?;
    Ok(CreateAttachment::bytes(bytes, format!("{name}.png")).description(alt))
}

/// Returns an animation of a match, round by round or action by action.
///
/// # Errors
/// If the record cannot be played again or drawing fails.
pub async fn replay(match_id: i64, record: Record) -> Result<CreateAttachment, Fault> {
    let bytes = drawn(match_id, move || animation(&record)).await?;
    Ok(CreateAttachment::bytes(bytes, "replay.gif").description("An animated replay of the whole match."))
}

fn scene(session: &dyn AnySession, title: &str, viewer: Viewer, deadline: Option<Millis>) -> Scene {
    let deadline = deadline.and_then(deadline_text);
    session.observe(viewer).scene(&Frame { title, deadline: deadline.as_deref(), names: session.names() })
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

/// How many pictures are drawn at a time: one processor stays free for answers, which people wait for.
static DRAWING: LazyLock<Semaphore> = LazyLock::new(|| {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Semaphore::new(processors.saturating_sub(1).max(1))
});

/// Draws on a thread that may block.
async fn drawn<E: ToString + Send + 'static>(
    match_id: i64,
    draw: impl FnOnce() -> Result<Vec<u8>, E> + Send + 'static,
) -> Result<Vec<u8>, Fault> {
    // The semaphore is never closed.
    let _permit = DRAWING.acquire().await.map_err(|error| fault(match_id, error.to_string()))?;
    match tokio::task::spawn_blocking(draw).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) => Err(fault(match_id, error.to_string())),
        Err(_) => Err(fault(match_id, "drawing broke off")),
    }
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

    #[test]
    fn alt_texts_are_cut_by_characters() {
        assert_eq!(shortened("äöü", 3), "äöü");
        assert_eq!(shortened("äöüß", 3), "äö…");
    }
}
