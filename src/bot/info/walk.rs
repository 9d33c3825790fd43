//! A match picture by picture, with what happened in words.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow};

use super::access::disclosed_record;
use super::texts;
use crate::ui::{Answer, ComponentAction, Failure, button, escape, picture};
use trigon_engine::matches::{Match, Record, Replay};
use trigon_render::Scene;
use trigon_rules::games::{AnySession, Audience, Frame, Narration, Viewer};

/// A picture of a match, and the number of pictures.
struct Page {
    picture: Picture,
    number: u32,
    count: u32,
}

/// Which picture of a match is wanted.
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
    let Page { picture, number, count } = found.ok().flatten().ok_or_else(unreadable)?;
    let file = picture::studio().drawn(game.id, &format!("{number:03}"), picture.scene).await?;
    let moment = picture.session.phase().title;
    let text = texts::page(game, number + 1, count, &moment, &picture.happened);
    Ok(Answer::new(text).rows(vec![buttons(game, number, count)]).file(file))
}

/// Replays a whole match to find a picture and count them all.
fn find_page(record: &Record, position: PagePosition) -> Option<Page> {
    let mut found = None;
    let mut count = 0;
    for picture in Pictures::of(record)? {
        let is_early = match position {
            PagePosition::Number(number) => count <= number,
            PagePosition::Before(entry) => picture.entries < entry,
        };
        if is_early {
            found = Some((count, picture));
        }
        count += 1;
    }
    found.map(|(number, picture)| Page { picture, number, count })
}

/// A picture of a match that differs from the one before.
pub(super) struct Picture {
    pub(super) scene: Scene,
    /// The match at that time.
    pub(super) session: Box<dyn AnySession>,
    /// What has happened since the picture before. It is escaped.
    happened: Vec<String>,
    /// The number of entries of the log by then.
    pub(super) entries: u32,
}

/// The pictures of a match, from its beginning to its end.
pub(super) struct Pictures<'a> {
    replay: Replay<'a>,
    title: &'a str,
    last: Option<Scene>,
    entries: u32,
}

impl<'a> Pictures<'a> {
    /// Begins to replay a match, or returns `None` if that cannot be done from its record.
    pub(super) fn of(record: &'a Record) -> Option<Self> {
        let title = record.title.as_deref().unwrap_or(record.game.info().title);
        Some(Self { replay: Replay::begin(record).ok()?, title, last: None, entries: 0 })
    }

    /// Plays the next entry that the rules allow, or returns `None` at the end of the log.
    fn step(&mut self) -> Option<Vec<Narration>> {
        loop {
            let played = self.replay.step()?;
            self.entries += 1;
            if let Ok(told) = played.result {
                return Some(told);
            }
        }
    }
}

impl Iterator for Pictures<'_> {
    type Item = Picture;

    fn next(&mut self) -> Option<Picture> {
        let mut happened: Vec<String> = Vec::new();
        loop {
            let news = if self.last.is_none() { self.replay.began().to_vec() } else { self.step()? };
            // Everyone may know by now what only hosts were told.
            let public = news.iter().filter(|told| !matches!(told.audience, Audience::Seat(_)));
            happened.extend(public.map(|told| escape::text(&told.text)));
            let session = self.replay.session();
            let scene = session
                .observe(Viewer::Afterwards)
                .scene(&Frame { title: self.title, names: session.names() });
            if self.last.as_ref() != Some(&scene) {
                self.last = Some(scene.clone());
                let (session, entries) = (session.boxed(), self.entries);
                return Some(Picture { scene, session, happened, entries });
            }
        }
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
