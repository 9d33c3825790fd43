//! What is around a line of an announcement: the heading of its match above it, or the number and name of the match below it.

use super::message::heading;
use crate::ui::announcement::{Announcement, Text};
use crate::ui::{escape, words};
use trigon_engine::ids::{MatchId, UserId};
use trigon_engine::matches::Match;

/// Returns a line below the heading of the match.
pub(super) fn about(game: &Match, line: String) -> Announcement {
    Announcement::new(Text { head: vec![heading(game), line], ..Text::default() })
}

/// Returns a line above the number and name of the match.
pub(super) fn note(game: &Match, line: String) -> Announcement {
    note_about(game.id, &game.title, line)
}

/// Returns a line above the number and name of the match, which mentions some users.
pub(super) fn note_to(pings: Vec<UserId>, game: &Match, line: String) -> Announcement {
    Announcement { pings, ..note(game, line) }
}

/// Returns a line above the number and name of the match, which mentions its hosts.
pub(super) fn note_to_hosts(game: &Match, line: String) -> Announcement {
    note_to(game.hosts().collect(), game, line)
}

/// Returns a line above the number and name of a match that may be unreadable.
pub(super) fn note_about(id: MatchId, title: &str, line: String) -> Announcement {
    Announcement::new(note_text(id, title, line))
}

/// Returns the text of a note, to which more can be added.
pub(super) fn note_text(id: MatchId, title: &str, line: String) -> Text {
    let number = words::small(&words::match_and_title(id, &escape::title(title)));
    Text { head: vec![line, number], ..Text::default() }
}
