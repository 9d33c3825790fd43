//! The sentences about seats that change hands, for their players and for those who take them over.

use crate::ui::words::{heading, title};
use trigon_engine::ids::UserId;
use trigon_engine::matches::Match;

/// Tells a player what happens once somebody plays for them.
pub(super) fn asked_to_substitute(game: &Match, user: UserId) -> String {
    let left = if game.has_turns() { "what you have planned" } else { "what you left for later rounds" };
    format!(
        "{}: I’ve asked <@{user}> in the channel to play for you. Until they accept, you play on as before. After that, {left} is dropped, and they see \
         what you know, and you’re asked nothing until you come back: by itself when the time is over, or before that with \
         `/substitute stop:True`.",
        heading(game)
    )
}

/// Asks for the substitute that is missing.
pub(super) const WITH_WHOM: &str =
    "Say who plays for you with the option `with`, or come back with `stop:True` if somebody does.";

/// Refuses an end that is given twice.
pub(super) const HOURS_OR_UNTIL: &str =
    "A substitute plays either for some hours or until some time: leave out `hours` or `until`.";

/// Welcomes somebody to a seat, above what the seat knows.
pub(super) fn took_over(game: &Match) -> String {
    format!("You play in {} now. This is what you know:", title(game))
}

/// Thanks a player whose seat has changed hands.
pub(super) fn handed_over(game: &Match) -> String {
    format!("You’ve handed over your seat in {}. Thank you for playing.", title(game))
}

/// Confirms a consent, when another one is still missing.
pub(super) fn waits_for_the_other(game: &Match) -> String {
    format!("{}: noted. The seat changes hands as soon as the other has agreed, too.", heading(game))
}

/// Confirms that somebody has declined.
pub(super) fn not_taken_over(game: &Match) -> String {
    format!("{}: the seat stays as it is.", heading(game))
}

/// Confirms that a player no longer looks for a substitute.
pub(super) fn nobody_is_asked(game: &Match) -> String {
    format!("{}: nobody is asked to play for you any longer.", heading(game))
}

/// Asks a player to confirm that they leave for good.
pub(super) fn not_left(game: &Match) -> String {
    format!("You’re still in {}. To leave it for good, set `confirm` to True.", title(game))
}

/// Confirms that a player has left. If somebody was waiting for the seat, or in games of turns, everyone knows by now.
pub(super) fn left(game: &Match, user: UserId) -> String {
    let has_passed = game.tenures().iter().any(|tenure| tenure.before == user);
    if game.session.is_none() || has_passed || game.has_turns() {
        return format!("You’re no longer in {}.", title(game));
    }
    format!(
        "You’ve left {}, and I won’t ask you for anything in it any more. The others learn of it when the current phase ends.",
        title(game)
    )
}
