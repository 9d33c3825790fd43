//! Looking back at a match of rounds: what each round brought, in a sentence, with the picture at its end.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow, CreateButton};

use super::texts;
use super::walk::Pictures;
use crate::ui::limits::{BUTTONS, ROWS};
use crate::ui::{Answer, ComponentAction, Failure, button, picture, words};
use trigon_engine::matches::{Match, Record};
use trigon_render::Scene;
use trigon_rules::games::{Move, Phase, Viewer};

/// What a phase of a match brought.
struct Chapter {
    phase: Phase<Move>,
    /// What people will talk about, unescaped.
    headline: String,
    /// The number of entries of the log at its end.
    entries: u32,
}

/// Returns what the rounds of a match brought, with its last picture. `share` is a button that shows that to everyone.
///
/// # Errors
/// If the match cannot be replayed or drawn.
pub(super) async fn recapped(
    game: &Match,
    record: Record,
    share: Option<CreateButton>,
) -> Result<Answer, Failure> {
    // A long match takes a while.
    let told = tokio::task::spawn_blocking(move || chapters(&record)).await;
    let (chapters, scene) =
        told.ok().flatten().ok_or_else(|| Failure::denied(texts::nothing_to_walk(game)))?;
    let picture = picture::studio().drawn(game.id, "end", scene).await?;
    let mut buttons = vec![button(game, ComponentAction::Entry(1), texts::WALK, ButtonStyle::Primary)];
    buttons.extend(chapters.iter().map(|chapter| {
        // The picture before the next entry is the one at the end of the phase.
        let entry = ComponentAction::Entry(chapter.entries + 1);
        button(game, entry, &words::phase_name(&chapter.phase), ButtonStyle::Secondary)
    }));
    buttons.truncate(ROWS * BUTTONS - 1);
    buttons.extend(share);
    let rows = buttons.chunks(BUTTONS).map(|row| CreateActionRow::Buttons(row.to_vec())).collect();
    let text = texts::recap(game, chapters.iter().map(|chapter| (&chapter.phase, &chapter.headline[..])));
    Ok(Answer::new(text).rows(rows).file(picture))
}

/// Replays a match and tells what each of its phases brought; also returns its last picture.
fn chapters(record: &Record) -> Option<(Vec<Chapter>, Scene)> {
    let mut pictures = Pictures::of(record)?;
    let first = pictures.next()?;
    let (mut then, mut scene, mut chapters) = (first.session, first.scene, Vec::new());
    for picture in pictures {
        let (phase, session) = (then.phase(), picture.session);
        if phase.id != session.phase().id {
            let story = session.story(&*then, Viewer::Public);
            chapters.extend(story.map(|story| Chapter {
                phase,
                headline: story.headline,
                entries: picture.entries,
            }));
            then = session;
        }
        scene = picture.scene;
    }
    Some((chapters, scene))
}
