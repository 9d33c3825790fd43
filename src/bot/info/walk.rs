//! A match picture by picture, with what happened in words.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow};

use super::access::disclosed_record;
use super::texts;
use crate::ui::{Answer, ComponentAction, Failure, button, escape, picture};
use trigon_engine::matches::{Match, Record, Replay};
use trigon_render::Scene;
use trigon_rules::games::{Audience, Frame, Viewer};

/// A picture of a match, what happened since the previous one, and the number of pictures.
struct Page {
    scene: Scene,
    moment: String,
    happened: Vec<String>,
    number: u32,
    count: u32,
}

/// The place of a picture in a match.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PagePosition {
    /// The one with this zero-based number, or the last one.
    Number(u32),
    /// The one that its players saw before the entry with this one-based number.
    Before(u32),
}

/// Returns a picture, and what happened before it.
///
/// # Errors
/// If the match has not begun, or something in it is still secret.
pub(crate) async fn page(game: &Match, position: PagePosition) -> Result<Answer, Failure> {
    let record = disclosed_record(game)?;
    let unreadable = || Failure::denied(texts::nothing_to_walk(game));
    // A long match takes a while.
    let found = tokio::task::spawn_blocking(move || find_page(&record, position)).await;
    let Page { scene, moment, happened, number, count } = found.ok().flatten().ok_or_else(unreadable)?;
    let picture = picture::studio().drawn(game.id, &format!("{number:03}"), scene).await?;
    let text = texts::page(game, number + 1, count, &moment, &happened);
    Ok(Answer::new(text).rows(vec![buttons(game, number, count)]).file(picture))
}

/// Replays a whole match to find a picture and count them all.
fn find_page(record: &Record, position: PagePosition) -> Option<Page> {
    let mut replay = Replay::begin(record).ok()?;
    let title = record.title.as_deref().unwrap_or(record.game.info().title);
    let mut told: Vec<String> = Vec::new();
    let mut page: Option<Page> = None;
    let mut last: Option<Scene> = None;
    let (mut count, mut stepped) = (0, 0);
    let mut news: Vec<_> = replay.began().to_vec();
    loop {
        // Everyone may know by now what only hosts were told.
        let public = news.iter().filter(|told| !matches!(told.audience, Audience::Seat(_)));
        told.extend(public.map(|told| escape::text(&told.text)));
        let session = replay.session();
        let frame = Frame { title, names: session.names() };
        let scene = session.observe(Viewer::Afterwards).scene(&frame);
        if last.as_ref() != Some(&scene) {
            let is_early = match position {
                PagePosition::Number(number) => count <= number,
                PagePosition::Before(entry) => stepped < entry,
            };
            if is_early {
                let (moment, happened) = (session.phase().title, std::mem::take(&mut told));
                page = Some(Page { scene: scene.clone(), moment, happened, number: count, count });
            }
            last = Some(scene);
            count += 1;
        }
        news = loop {
            stepped += 1;
            match replay.step().map(|turn| turn.result) {
                Some(Ok(happened)) => break happened,
                Some(Err(_)) => {}
                None => return page.map(|page| Page { count, ..page }),
            }
        };
    }
}

/// Returns the buttons below a picture. No two of them do the same thing.
fn buttons(game: &Match, number: u32, count: u32) -> CreateActionRow {
    let to =
        |number: u32, label: &str| button(game, ComponentAction::Page(number), label, ButtonStyle::Secondary);
    let last = count - 1;
    let mut all = Vec::new();
    if number > 1 {
        all.push(to(0, "⏮"));
    }
    if number > 0 {
        all.push(to(number - 1, "◀"));
    }
    if number < last {
        all.push(to(number + 1, "▶"));
    }
    if number + 1 < last {
        all.push(to(last, "⏭"));
    }
    CreateActionRow::Buttons(all)
}
