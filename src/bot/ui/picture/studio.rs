//! [`Studio`]: pictures of boards, each drawn once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use poise::serenity_prelude::CreateAttachment;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use trigon_engine::ids::MatchId;
use trigon_render::{Anchor, Backdrops, RenderError, Role, Scene, Shape, Theme, Weight};

use super::queue::{Queue, Urgency};
use super::replay::{self, Replayed, SharedDrawingTurn};
use super::shelf::Shelf;
use crate::ui::escape::shortened;
use crate::ui::limits::ALT_TEXT;
use trigon_engine::matches::{InternalError, Match, QuestionId, Record};
use trigon_rules::games::{AnySession, Frame, Viewer};

/// What is below a picture of a phase that is played again.
const PLAYED_AGAIN: &str = "Taken back: played again";

/// What is below the picture of a match that nobody plays.
const EXAMPLE: &str = "Example";

/// Everything that a picture is drawn from: equal values make the same picture.
///
/// What a viewer may see is decided when the scene is made, so viewers who may see different things have different
/// scenes.
#[derive(PartialEq)]
struct Still {
    /// Pictures of different matches are never shared, even if they look alike.
    match_id: MatchId,
    /// Without its title and alt text, which are not drawn.
    scene: Scene,
    theme: Theme,
    width: u32,
}

impl Still {
    fn png(&self, backdrops: &Backdrops) -> Result<Vec<u8>, RenderError> {
        backdrops.png(&self.scene, &self.theme, self.width)
    }
}

/// A place where pictures are drawn: a few at a time, the most urgent first, and each only once, however many people
/// see it.
pub struct Studio {
    stills: Shelf<Still, Vec<u8>>,
    backdrops: Arc<Backdrops>,
    /// Replays by match and record.
    replays: Shelf<(MatchId, Vec<u8>), Replayed>,
    queue: Arc<Queue>,
    /// How often something was drawn, for tests.
    drawings: AtomicUsize,
}

impl Studio {
    /// The number of pictures kept, in about 8 MB: more than are being sent to Discord at any time.
    const MAX_STILLS: usize = 64;

    /// The number of backdrops kept, in about 1 MB each: the boards of all games at once.
    const MAX_BACKDROPS: usize = 8;

    /// The number of replays kept: all players of a match ask for the same one at its end. Each has up to 10 MiB, and
    /// usually a tenth of that.
    const MAX_REPLAYS: usize = 4;

    /// Returns a studio that draws up to `places` pictures at a time.
    pub fn new(places: usize) -> Self {
        Self {
            stills: Shelf::new(Self::MAX_STILLS),
            backdrops: Arc::new(Backdrops::new(Self::MAX_BACKDROPS)),
            replays: Shelf::new(Self::MAX_REPLAYS),
            queue: Queue::new(places),
            drawings: AtomicUsize::new(0),
        }
    }

    /// Returns the number of drawings so far.
    pub fn drawings(&self) -> usize {
        self.drawings.load(Ordering::Relaxed)
    }

    /// Returns a picture of the current board as `viewer` may see it.
    pub async fn attachment(
        &self,
        game: &Match,
        viewer: Viewer,
        urgency: Urgency,
    ) -> Result<CreateAttachment, InternalError> {
        let session = game.session.as_deref().ok_or_else(|| fault(game.id, "the match has not begun"))?;
        let frame = Frame { title: &game.title, names: session.names() };
        let mut scene = session.observe(viewer).scene(&frame);
        if game.is_played_again() {
            mark(&mut scene, PLAYED_AGAIN);
        }
        let name = match game.question {
            _ if game.info().has_long_phases() => session.phase().id,
            QuestionId { number, undos: 0 } => format!("{number:03}"),
            QuestionId { number, undos } => format!("{number:03}-{undos}"),
        };
        self.file(game.id, &name, scene, urgency).await
    }

    /// Returns the first picture of an example match, which explains the marks. It says that it is an example.
    pub async fn example(&self, session: &dyn AnySession) -> Result<CreateAttachment, InternalError> {
        let frame = Frame { title: session.info().title, names: session.names() };
        let mut scene = session.observe(Viewer::Public).scene(&frame);
        mark(&mut scene, EXAMPLE);
        self.drawn(MatchId(0), "example", scene).await
    }

    /// Returns a scene of a match as a picture file with this name, in answer to one person.
    pub async fn drawn(
        &self,
        match_id: MatchId,
        name: &str,
        scene: Scene,
    ) -> Result<CreateAttachment, InternalError> {
        self.file(match_id, name, scene, Urgency::Answer).await
    }

    /// Returns a scene as a picture file, with its description as the alt text.
    async fn file(
        &self,
        match_id: MatchId,
        name: &str,
        mut scene: Scene,
        urgency: Urgency,
    ) -> Result<CreateAttachment, InternalError> {
        // Neither is drawn, so pictures that differ only in them are the same.
        scene.title.clear();
        let alt = shortened(&std::mem::take(&mut scene.description), ALT_TEXT);
        let bytes = self.still(match_id, scene, urgency).await?;
        Ok(CreateAttachment::bytes(bytes, format!("{name}.png")).description(alt))
    }

    /// Returns a scene as a PNG, drawing it first unless it is on the shelf.
    async fn still(
        &self,
        match_id: MatchId,
        scene: Scene,
        urgency: Urgency,
    ) -> Result<Vec<u8>, InternalError> {
        let still = Still { match_id, scene, theme: Theme::dark(), width: trigon_render::DEFAULT_WIDTH };
        let slot = self.stills.slot(still);
        if let Some(png) = slot.file() {
            return Ok(png.clone());
        }
        // Each caller waits for its own turn, so that a round does not wait behind an answer with the same picture.
        let turn = self.queue.turn(urgency).await;
        let (drawing, backdrops) = (slot.clone(), self.backdrops.clone());
        let draw = move || {
            // The thread keeps drawing even if nobody is waiting any more, so it holds the turn.
            let _turn = turn;
            drawing.key().png(&backdrops)
        };
        slot.drawn(self.draw(match_id, draw)).await.cloned()
    }

    /// Returns an animation of a match, round by round or action by action.
    pub async fn replay(&self, match_id: MatchId, record: Record) -> Result<Replayed, InternalError> {
        let slot = self.replays.slot((match_id, record.file()?));
        if let Some(replay) = slot.file() {
            return Ok(replay.clone());
        }
        let turn = self.queue.turn(Urgency::Replay).await;
        let drawn = slot.drawn(async {
            // Dropped once nobody is waiting for the replay any more.
            let (waiting, _answer) = oneshot::channel();
            let (queue, runtime) = (self.queue.clone(), Handle::current());
            let mut shared = SharedDrawingTurn { queue, turn: Some(turn), runtime, waiting };
            self.draw(match_id, move || replay::draw(&record, || shared.give_way())).await
        });
        drawn.await.cloned()
    }

    /// Draws on a thread that may block.
    async fn draw<T: Send + 'static, E: ToString + Send + 'static>(
        &self,
        match_id: MatchId,
        draw: impl FnOnce() -> Result<T, E> + Send + 'static,
    ) -> Result<T, InternalError> {
        self.drawings.fetch_add(1, Ordering::Relaxed);
        match tokio::task::spawn_blocking(draw).await {
            Ok(Ok(drawn)) => Ok(drawn),
            Ok(Err(error)) => Err(fault(match_id, error.to_string())),
            Err(_) => Err(fault(match_id, "drawing broke off")),
        }
    }
}

/// Adds a strip with a few words below a picture, such as that the phase in it is played again.
pub(crate) fn mark(scene: &mut Scene, words: &str) {
    let strip = scene.height / 14.0;
    let at = (scene.width / 2.0, scene.height + strip * 0.5);
    scene.height += strip;
    scene.push(Shape::text(at, strip * 0.62, Anchor::Middle, Weight::Bold, words, Role::Ink));
    scene.description = format!("{words}. {}", scene.description);
}

fn fault(match_id: MatchId, reason: impl Into<String>) -> InternalError {
    InternalError::Drawing { id: match_id, reason: reason.into() }
}
