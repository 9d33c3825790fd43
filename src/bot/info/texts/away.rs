//! The sentences about being away.

use crate::ui::words::{title, when};
use trigon_engine::matches::{Absence, HOUR, Match};
use trigon_rules::games::{Seat, phrase};

/// Confirms to a player when they will be away, or that they are back.
pub(in crate::info) fn away(game: &Match, seat: Seat, away: Option<&Absence>) -> String {
    let Some(away) = away else {
        return format!("You’re back in {}.", title(game));
    };
    let when = own_absence(away);
    let more = if !game.has_turns() {
        "Only hosts who don’t play see it. No round waits for you: leave paths with `/ahead`, or have somebody play for you with \
         `/substitute`."
            .to_owned()
    } else if game.stops_for_absence() {
        format!(
            "Your clock stands still meanwhile, and I’ve said so in the channel. In this match, it can do so for {} more.",
            phrase::counted(game.away_left(seat) / HOUR, "hour")
        )
    } else {
        "This match has no clock, so nobody can claim your seat. I’ve said so in the channel.".to_owned()
    };
    format!("{}: {when}\n{more} `/away back:True` takes it back.", title(game))
}

/// Says when a player will be away.
pub(in crate::info) fn own_absence(away: &Absence) -> String {
    format!("🧳 You’re away from {} to {}.", when(away.from), when(away.to))
}

/// Asks for the option of `/away` that is missing.
pub(crate) const HOW_LONG_AWAY: &str =
    "For how long? Give the option `days` or the option `to`; or set `back` to True to be back now.";

/// Refuses a beginning that is given twice.
pub(crate) const TWO_BEGINNINGS: &str =
    "Say when it begins either with the option `from` or with the option `in_days`, not with both.";

/// Refuses an end that is given twice.
pub(crate) const TWO_ENDS: &str =
    "Say when it ends either with the option `to` or with the option `days`, not with both.";

/// Refuses an absence whose end is to come, but before its beginning.
pub(crate) const ENDS_FIRST: &str =
    "That would end before it begins: give the option `to` a time after `from`.";
