//! [`Studio`]: pictures of boards, each drawn once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use poise::serenity_prelude::CreateAttachment;
use trigon_render::{RenderError, Scene, Theme};

use super::queue::{Queue, Turn, Urgency};
use super::shelf::Shelf;
use super::{deadline_text, fault};
use crate::discord::ui::escape::shortened;
use crate::discord::ui::limits::ALT_TEXT;
use crate::games::{Frame, Viewer};
use crate::matches::{Fault, Match, QuestionId, Record};

/// What a picture is drawn from, all of it: two that are equal are the same picture.
///
/// What somebody may see is decided when the scene is made, so those who may see different things have different scenes.
#[derive(PartialEq)]
struct Still {
    /// Pictures of different matches are never shared, even if they look alike.
    match_id: i64,
    /// Without its title and its alt text, which are not drawn.
    scene: Scene,
    theme: Theme,
    width: u32,
}

impl Still {
    fn png(&self) -> Result<Vec<u8>, RenderError> {
        trigon_render::png(&self.scene, &self.theme, self.width)
    }
}

/// Draws pictures: a few at a time, the most urgent first, and the same one once, however many people see it.
pub struct Studio {
    stills: Shelf<Still, Vec<u8>>,
    queue: Arc<Queue>,
    drawings: AtomicUsize,
}

impl Studio {
    /// How many pictures are kept: more than are on their way to Discord at a time, in about 8 MB.
    const KEPT: usize = 64;

    /// Returns a studio that draws up to `places` pictures at a time.
    pub fn new(places: usize) -> Self {
        Self { stills: Shelf::new(Self::KEPT), queue: Queue::new(places), drawings: AtomicUsize::new(0) }
    }

    /// Returns how often something was drawn.
    pub fn drawings(&self) -> usize {
        self.drawings.load(Ordering::Relaxed)
    }

    /// Returns a picture of the current board as `viewer` may see it.
    ///
    /// # Errors
    /// If the match has not begun or drawing fails.
    pub async fn attachment(
        &self,
        game: &Match,
        viewer: Viewer,
        urgency: Urgency,
    ) -> Result<CreateAttachment, Fault> {
        let session = game.session.as_deref().ok_or_else(|| fault(game.id, "the match has not begun"))?;
        let deadline = game.deadline.and_then(deadline_text);
        let frame = Frame { title: &game.title, deadline: deadline.as_deref(), names: session.names() };
        let mut scene = session.observe(viewer).scene(&frame);
        let name = match game.question {
            _ if !game.has_turns() => session.phase().id,
            QuestionId { number, undos: 0 } => format!("{number:03}"),
            QuestionId { number, undos } => format!("{number:03}-{undos}"),
        };
        scene.title.clear();
        let alt = shortened(&std::mem::take(&mut scene.description), ALT_TEXT);
        let bytes = self.still(game.id, scene, urgency).await?;
        Ok(CreateAttachment::bytes(bytes, format!("{name}.png")).description(alt))
    }

    async fn still(&self, match_id: i64, scene: Scene, urgency: Urgency) -> Result<Vec<u8>, Fault> {
        let still = Still { match_id, scene, theme: Theme::dark(), width: trigon_render::DEFAULT_WIDTH };
        let slot = self.stills.slot(still);
        if let Some(png) = slot.file() {
            return Ok(png.clone());
        }
        // Everyone waits for a turn of their own, so that a round does not wait behind an answer with the same picture.
        let turn = self.queue.turn(urgency).await;
        let drawing = slot.clone();
        let draw = move || drawing.key().png();
        slot.drawn(self.draw(match_id, turn, draw)).await.cloned()
    }

    /// Returns an animation of a match, round by round or action by action.
    ///
    /// # Errors
    /// If the record cannot be played again or drawing fails.
    pub async fn replay(&self, match_id: i64, record: Record) -> Result<CreateAttachment, Fault> {
        let turn = self.queue.turn(Urgency::Replay).await;
        let bytes = self.draw(match_id, turn, move || super::animation(&record)).await?;
        Ok(CreateAttachment::bytes(bytes, "replay.gif").description("An animated replay of the whole match."))
    }

    /// Draws on a thread that may block.
    async fn draw<E: ToString + Send + 'static>(
        &self,
        match_id: i64,
        turn: Turn,
        draw: impl FnOnce() -> Result<Vec<u8>, E> + Send + 'static,
    ) -> Result<Vec<u8>, Fault> {
        self.drawings.fetch_add(1, Ordering::Relaxed);
        let work = move || {
            // The thread draws on even if nobody waits for it any more, so the turn goes with it.
            let _turn = turn;
            draw()
        };
        match tokio::task::spawn_blocking(work).await {
            Ok(Ok(bytes)) => Ok(bytes),
            Ok(Err(error)) => Err(fault(match_id, error.to_string())),
            Err(_) => Err(fault(match_id, "drawing broke off")),
        }
    }
}
