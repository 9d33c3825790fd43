//! The sentences about a match as a whole: correcting, cancelling and publishing it.

use crate::play::phase_title;
use crate::ui::words::{heading, status, title, uncapitalized};
use trigon_engine::matches::Match;

/// Asks for the reason of a correction.
pub(in crate::host) const NO_REASON: &str =
    "Say in the option `reason` why the value is corrected: everyone reads it.";

/// Refuses a correction that would take answers back, until the host says that it shall.
pub(in crate::host) fn correct_anyway(game: &Match) -> String {
    format!(
        "A correction takes back what players have sent for {} of {}, and asks them again. So nothing has changed yet. To correct it \
         all the same, use the command again with `confirm` set to True.",
        uncapitalized(&phase_title(game)),
        title(game)
    )
}

/// Confirms a corrected roster.
pub(in crate::host) fn corrected(game: &Match) -> String {
    format!(
        "Corrected: {}. Everyone is told, with the reason, and is asked again: what they had answered no longer counts.",
        heading(game)
    )
}

/// Says when messages about a match make no sound.
pub(in crate::host) fn quiet(game: &Match) -> String {
    match game.terms.quiet {
        Some(quiet) => format!("Done: my posts and messages about {} make no sound in {quiet}.", title(game)),
        None => format!("Done: my posts and messages about {} make a sound at any time.", title(game)),
    }
}

/// Labels the button that cancels a match.
pub(in crate::host) const CANCEL: &str = "Cancel the match";

/// Asks whether to end a match without a result.
pub(in crate::host) fn cancel_now(game: &Match) -> String {
    let told = if game.session.is_some() {
        "Everyone is told. There is no result, and nobody can bring the match back."
    } else {
        "Everyone is told, and nobody can bring the match back."
    };
    format!("Cancel {} for good? It is {}. {told}", title(game), status(game.status))
}

/// Confirms that a match has ended without a result, and says what becomes of its secrets.
pub(in crate::host) fn cancelled(game: &Match) -> String {
    let secrets = if game.has_secrets() && game.session.is_some() {
        format!(
            " What was secret in it stays secret; `/host publish match:{}` shows it to everyone.",
            game.id
        )
    } else {
        String::new()
    };
    format!("{} is cancelled. That is being posted in the channel.{secrets}", title(game))
}

/// Asks a host to confirm that secrets are shown to everyone.
pub(in crate::host) fn not_published(game: &Match) -> String {
    format!("To show everyone what was secret in {}, set `confirm` to True.", title(game))
}

/// Confirms that everyone gets to see what was secret.
pub(in crate::host) fn published(game: &Match) -> String {
    format!(
        "{} is published. The record, the replay and the picture are being posted in the channel.",
        title(game)
    )
}
