//! [`Replayed`]: a match as an animation that Discord accepts.

use std::io::Cursor;
use std::sync::Arc;

use poise::serenity_prelude::CreateAttachment;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use trigon_render::{ANIMATION_WIDTH, Animation, Theme};

use super::queue::{DrawingTurn, Queue, Urgency};
use crate::ui::limits::FILE;
use crate::ui::words::small;
use trigon_engine::matches::{Record, Replay};
use trigon_rules::games::{AnySession, DEFAULT_MAX_FRAMES, Film, Frame, Position, Viewer};

/// A match as an animation.
#[derive(Clone)]
pub struct Replayed {
    pub(super) gif: Vec<u8>,
    /// The number of positions shown.
    pub shown: usize,
    /// The number of positions in the match.
    pub positions: usize,
}

impl Replayed {
    /// Says that positions were left out, if any were.
    pub fn left_out(&self) -> Option<String> {
        let Self { shown, positions, .. } = self;
        let words =
            || small(&format!("The animation shows {shown} of {positions} positions, evenly spread."));
        (shown < positions).then(words)
    }

    /// Returns the animation as a file for Discord.
    pub fn attachment(self) -> CreateAttachment {
        CreateAttachment::bytes(self.gif, "replay.gif").description("An animated replay of the whole match.")
    }
}

/// The turn of a replay, which is handed over between two frames to anything more urgent.
pub(super) struct SharedDrawingTurn {
    pub(super) queue: Arc<Queue>,
    pub(super) turn: Option<DrawingTurn>,
    pub(super) runtime: Handle,
    /// Closed once nobody is waiting for the replay any more.
    pub(super) waiting: oneshot::Sender<()>,
}

impl SharedDrawingTurn {
    /// Lets others go first, and returns whether somebody is still waiting for the replay.
    pub(super) fn give_way(&mut self) -> bool {
        if self.queue.has_more_urgent(Urgency::Replay) {
            // Enter the queue before handing over the turn, or another replay could get ahead.
            let again = self.queue.turn_again(Urgency::Replay);
            self.turn = None;
            self.turn = Some(self.runtime.block_on(again));
        }
        !self.waiting.is_closed()
    }
}

/// Draws a match as an animation that Discord accepts. `give_way` is called before each position; if it returns false,
/// the replay is given up.
pub(super) fn draw(record: &Record, give_way: impl FnMut() -> bool) -> Result<Replayed, String> {
    draw_within(record, FILE, give_way)
}

/// Draws a match as an animation of up to `limit` bytes: with fewer frames, evenly spread, until it fits.
fn draw_within(
    record: &Record,
    limit: usize,
    mut give_way: impl FnMut() -> bool,
) -> Result<Replayed, String> {
    let title = record.title.as_deref().unwrap_or(record.game.info().title);
    let position = |session: &dyn AnySession, _| {
        let seen = session.observe(Viewer::Afterwards);
        let frame = Frame { title, names: session.names() };
        Position { name: String::new(), scene: seen.scene(&frame), resolved: seen.resolved() }
    };
    let replay = || Replay::begin(record).map_err(|error| error.to_string());
    let film = Film::new(replay()?.positions(position).take_while(|_| give_way()));
    let mut max_frames = DEFAULT_MAX_FRAMES;
    loop {
        let mut animation = Animation::new(Cursor::new(Vec::new()), &Theme::dark(), ANIMATION_WIDTH, None);
        let positions = replay()?.positions(position).take_while(|_| give_way());
        let shown = film
            .show(positions, max_frames, limit as u64, &mut animation)
            .map_err(|error| error.to_string())?;
        let gif = animation.finish().map_err(|error| error.to_string())?.into_inner();
        if gif.len() <= limit {
            return Ok(Replayed { gif, shown, positions: film.positions() });
        }
        if shown <= 1 {
            return Err(format!("a single frame has {} bytes", gif.len()));
        }
        // Fewer frames differ more from each other, so each takes a little more space.
        max_frames = (shown * 4 / 5).max(1);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use futures_util::FutureExt as _;
    use tokio::task::spawn_blocking;

    use super::*;
    use trigon_rules::games::Registry;

    fn record() -> Record {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/records");
        let bytes = std::fs::read(folder.join("ten-rounds-then-a-tied-vote.json")).unwrap();
        Record::read(&bytes, &Registry::standard()).unwrap()
    }

    #[test]
    fn a_replay_fits_into_a_file_and_says_what_it_leaves_out() {
        let record = record();
        let whole = draw_within(&record, usize::MAX, || true).unwrap();
        assert_eq!(whole.shown, whole.positions.min(DEFAULT_MAX_FRAMES));
        let limit = whole.gif.len() * 3 / 4;
        let thinned = draw_within(&record, limit, || true).unwrap();
        assert!(thinned.gif.len() <= limit && thinned.shown < whole.shown);
        assert!(thinned.gif.starts_with(b"GIF89a"));
        let left_out = thinned.left_out().unwrap();
        let numbers = format!("shows {} of {} positions", thinned.shown, whole.positions);
        assert!(left_out.contains(&numbers), "{left_out}");
        assert!(draw_within(&record, 100, || true).is_err(), "no frame fits");
        let all = Replayed { shown: whole.positions, ..whole };
        assert_eq!(all.left_out(), None);
    }

    #[test]
    fn a_replay_is_given_up_when_nobody_waits_for_it() {
        let mut calls = 0;
        let drawn = draw(&record(), || {
            calls += 1;
            calls < 5
        });
        assert!(drawn.is_err());
        assert!(calls < 10, "{calls}");
    }

    #[tokio::test]
    async fn a_replay_lets_a_round_go_first_between_two_frames() {
        let queue = Queue::new(1);
        let (waiting, answer) = oneshot::channel();
        let turn = Some(queue.turn(Urgency::Replay).await);
        let mut shared =
            SharedDrawingTurn { queue: queue.clone(), turn, runtime: Handle::current(), waiting };
        // Another replay waits until this one is done.
        let mut other = Box::pin(queue.turn(Urgency::Replay));
        assert!((&mut other).now_or_never().is_none());
        assert!(shared.give_way());
        assert!((&mut other).now_or_never().is_none());
        let mut round = Box::pin(queue.turn(Urgency::Round));
        assert!((&mut round).now_or_never().is_none());
        let drawing = spawn_blocking(move || (shared.give_way(), shared));
        // The round has its turn although the replay is not done.
        drop(round.await);
        let (goes_on, mut shared) = drawing.await.unwrap();
        assert!(goes_on && shared.turn.is_some());
        drop(answer);
        assert!(!shared.give_way());
        drop(shared);
        drop(other.await);
    }
}
