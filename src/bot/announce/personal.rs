//! What is written to a player without being asked for: what is asked, what happened, and reminders.

use crate::play::{Panel, panel, show_button, texts, title};
use crate::ui::announcement::{Announcement, Text, picture};
use crate::ui::{escape, words};
use trigon_engine::matches::{Control, Match, Millis};
use trigon_rules::games::{Audience, Seat, Viewer};

/// Returns what the last entry brought a seat, for its eyes only. With the first of it comes the hash of the seed, because
/// nobody can exchange it in everyone's messages.
pub(super) fn news(game: &Match, seat: Seat) -> Vec<String> {
    let told = game.latest().iter().filter(|told| told.audience == Audience::Seat(seat));
    let mut news: Vec<String> = told.map(|told| words::bullet(&escape::text(&told.text))).collect();
    if game.log.last().and_then(|entry| entry.control()) == Some(&Control::Begin) {
        news.push(words::small(&words::match_and_commitment(game.id, &game.seed().commitment())));
    }
    news
}

/// Returns what a player reads when something is asked: what the last entry brought, and the choices.
pub(super) async fn asked(game: &Match, private: Vec<String>, seat: Seat) -> Announcement {
    let Some(Panel { text, rows }) = panel(game, seat, None) else { return told(game, private, seat) };
    let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let text = Text { head: vec![title.to_owned()], bullets: private, tail: vec![rest.to_owned()] };
    Announcement { rows, files: picture(game, Viewer::Seat(seat)).await, ..Announcement::new(text) }
}

/// Returns the message for a player who is asked nothing, or whose answer would come too late.
pub(super) fn told(game: &Match, private: Vec<String>, seat: Seat) -> Announcement {
    let mut head = vec![title(game)];
    let mut tail = vec![words::small(&texts::more_in(game.id, game.channel_id))];
    if let Some(result) = game.result() {
        head.push(super::texts::over(&escape::text(&result.outcome.reason)));
        let own = result.outcome.standings.iter().find(|standing| standing.seat == seat);
        tail.splice(..0, own.map(|standing| super::texts::own_standing(&escape::text(&standing.note))));
    } else if game.decision(seat).is_none() {
        head.push(texts::facts(&game.facts(seat)));
        tail.insert(0, texts::NOTHING_ASKED.to_owned());
    }
    Announcement::new(Text { head, bullets: private, tail })
}

/// Returns the reminder of a player who has not answered, or `None` if that player is asked nothing.
pub(super) fn reminder(game: &Match, seat: Seat, deadline: Millis) -> Option<Announcement> {
    let session = game.session.as_deref()?;
    let prompt = session.prompt(&game.decision(seat)?);
    let line = texts::reminder(prompt.noun, &session.phase().title, deadline);
    let more = words::small(&texts::how_to_answer(game, &prompt));
    let text = Text { head: vec![title(game), line], tail: vec![more], ..Text::default() };
    // A panel of its own could show what is old by the time it is pressed.
    Some(Announcement { rows: vec![show_button(game)], ..Announcement::new(text) })
}
