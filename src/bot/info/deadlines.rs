//! Deadlines as a file for calendars.

use chrono::{DateTime, Utc};
use icalendar::{Calendar, Component, Event, EventLike};

use super::texts;
use crate::ui::words;
use trigon_engine::matches::{Match, Millis};

/// Returns the deadlines of matches in the iCalendar format (RFC 5545). An event keeps its identifier while its deadline
/// moves, so that reading the file again moves it.
pub(super) fn calendar<'a>(games: impl IntoIterator<Item = &'a Match>, now: Millis) -> String {
    let mut calendar = Calendar::new();
    calendar.name("Trigon");
    for game in games {
        if let Some(event) = event(game, now) {
            calendar.push(event);
        }
    }
    calendar.done().to_string()
}

fn event(game: &Match, now: Millis) -> Option<Event> {
    let at = |time: Millis| DateTime::<Utc>::from_timestamp_millis(time);
    let deadline = at(game.deadline?)?;
    let link = words::channel_link(game.guild_id, game.channel_id);
    let event = Event::new()
        .uid(&format!("match-{}-{}@trigon", game.id, game.question))
        .timestamp(at(now)?)
        .starts(deadline)
        .ends(deadline)
        .summary(&texts::deadline_of(game))
        .url(&link)
        .done();
    Some(event)
}
