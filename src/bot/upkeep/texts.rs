//! The words of the scheduled event for a deadline: its name, its description and its place.

use crate::play::phase_title;
use crate::ui::escape;
use crate::ui::words::uncapitalized;
use trigon_engine::matches::Match;

/// Returns the name of the event of a match: its title. Discord shows names without formatting, so nothing is escaped.
pub(super) fn name(game: &Match) -> String {
    escape::plain(&game.title, 100)
}

/// Returns the beginning of the description, by which the event is recognized.
pub(super) fn mark(game: &Match) -> String {
    format!("Match {}: ", game.id)
}

/// Says what the time of the event is.
pub(super) fn description(game: &Match) -> String {
    let what = match game.session {
        Some(_) => format!("the deadline of {}", uncapitalized(&escape::text(&phase_title(game)))),
        None => "the beginning of play".to_owned(),
    };
    format!("{}{what}, in <#{}>. When it changes, this event moves.", mark(game), game.channel_id)
}

/// Returns the link to the channel of a match.
pub(super) fn location(game: &Match) -> String {
    format!("https://discord.com/channels/{}/{}", game.guild_id, game.channel_id)
}
