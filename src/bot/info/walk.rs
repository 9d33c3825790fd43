//! A match picture by picture, with what happened in words: [`page`] shows one of them with buttons that lead to others. A match is
//! replayed from its record for each press.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow};

use super::access::disclosed_record;
use super::texts;
use crate::ui::{Answer, ComponentAction, Failure, button, escape, picture};
use trigon_engine::matches::{Match, Record, Replay};
use trigon_render::Scene;
use trigon_rules::games::{AnySession, Audience, Frame, Narration, Viewer};

/// Which picture of a match is wanted.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PagePosition {
    /// The one with this zero-based number, or the last one.
    Number(u32),
    /// The one that its players saw before the entry with this one-based number.
    Before(u32),
}

/// Returns a picture of a match, with what happened since the one before and buttons that lead to others.
///
/// # Errors
/// If the match has not begun, or something in it is still secret.
pub(crate) async fn page(game: &Match, position: PagePosition) -> Result<Answer, Failure> {
    let record = disclosed_record(game)?;
    let unreadable = || Failure::denied(texts::nothing_to_walk(game));
    // A long match takes a while to replay.
    let found = tokio::task::spawn_blocking(move || find_page(&record, position)).await;
    let Page { picture, number, count } = found.ok().flatten().ok_or_else(unreadable)?;
    let file = picture::studio().drawn(game.id, &format!("{number:03}"), picture.scene).await?;
    let moment = picture.session.phase().title;
    let text = texts::page(game, number + 1, count, &moment, &picture.happened);
    Ok(Answer::new(text).rows(vec![buttons(game, number, count)]).file(file))
}

/// A picture of a match with its place among all of them.
struct Page {
    picture: Picture,
    /// The zero-based number of the picture.
    number: u32,
    /// The number of pictures.
    count: u32,
}

/// Replays a whole match to find a picture and count them all.
fn find_page(record: &Record, position: PagePosition) -> Option<Page> {
    let mut found = None;
    let mut count = 0;
    for picture in Pictures::of(record)? {
        let is_not_after = match position {
            PagePosition::Number(number) => count <= number,
            PagePosition::Before(entry) => picture.entries < entry,
        };
        if is_not_after {
            found = Some((count, picture));
        }
        count += 1;
    }
    found.map(|(number, picture)| Page { picture, number, count })
}

/// A moment of a match whose picture differs from the one before.
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
    /// The newest picture, if there was one.
    last_scene: Option<Scene>,
    /// The number of entries of the log that were played.
    entries: u32,
}

impl<'a> Pictures<'a> {
    /// Begins to replay a match, or returns `None` if that cannot be done from its record.
    pub(super) fn of(record: &'a Record) -> Option<Self> {
        let title = record.title.as_deref().unwrap_or(record.game.info().title);
        Some(Self { replay: Replay::begin(record).ok()?, title, last_scene: None, entries: 0 })
    }

    /// Plays the next entry that the rules allow, and returns what happened, or `None` at the end of the log.
    fn play_entry(&mut self) -> Option<Vec<Narration>> {
        loop {
            let played = self.replay.step()?;
            self.entries += 1;
            if let Ok(told) = played.result {
                return Some(told);
            }
        }
    }

    /// Draws the match after the entries played so far.
    fn scene(&self) -> Scene {
        let session = self.replay.session();
        session.observe(Viewer::Afterwards).scene(&Frame { title: self.title, names: session.names() })
    }
}

impl Iterator for Pictures<'_> {
    type Item = Picture;

    /// Plays on until the picture changes. Before the first entry, there is always a picture.
    fn next(&mut self) -> Option<Picture> {
        let mut happened: Vec<String> = Vec::new();
        loop {
            let told = match self.last_scene {
                None => self.replay.began().to_vec(),
                Some(_) => self.play_entry()?,
            };
            // Everyone may know by now what only hosts were told.
            let public = told.iter().filter(|told| !matches!(told.audience, Audience::Seat(_)));
            happened.extend(public.map(|told| escape::text(&told.text)));
            let scene = self.scene();
            if self.last_scene.as_ref() != Some(&scene) {
                self.last_scene = Some(scene.clone());
                let session = self.replay.session().boxed();
                return Some(Picture { scene, session, happened, entries: self.entries });
            }
        }
    }
}

/// Returns the buttons below a picture. No two of them do the same thing.
fn buttons(game: &Match, number: u32, count: u32) -> CreateActionRow {
    let button_to =
        |number: u32, label: &str| button(game, ComponentAction::Page(number), label, ButtonStyle::Secondary);
    let last = count - 1;
    let mut all = Vec::new();
    if number > 1 {
        all.push(button_to(0, "⏮"));
    }
    if number > 0 {
        all.push(button_to(number - 1, "◀"));
    }
    if number < last {
        all.push(button_to(number + 1, "▶"));
    }
    if number + 1 < last {
        all.push(button_to(last, "⏭"));
    }
    CreateActionRow::Buttons(all)
}
