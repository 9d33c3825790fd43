//! The sentences about messages that are not understood, or too late.

use crate::play::texts::example_now;
use crate::ui::words::title;
use trigon_engine::matches::Match;
use trigon_rules::games::{Seat, phrase};

/// Says that a text was not understood, with a few actions as its author could write them now, as far as they may be listed.
pub(crate) fn unknown_here(game: &Match, seat: Seat) -> Option<String> {
    const EXAMPLES: usize = 3;
    let (session, decision) = (game.playing().ok()?, game.decision(seat)?);
    let mut listed = session.listed(seat);
    let step = listed.len().div_ceil(EXAMPLES).max(1);
    listed = listed.into_iter().step_by(step).collect();
    let usual = session.prompt(&decision).example.map(|usual| example_now(game, seat, usual));
    let examples: Vec<String> =
        usual.into_iter().chain(listed).take(EXAMPLES).map(|action| format!("`{action}`")).collect();
    (!examples.is_empty()).then(|| {
        format!(
            "I didn’t understand that. In {} you could write {}, for example; `move` shows all your choices. I also know `me`, \
             `board`, `matches`, `rules` and `help`.",
            title(game),
            phrase::one_of(&examples)
        )
    })
}

/// Says that a text was not understood, with what can be written in a direct message.
pub(crate) fn unknown_text() -> String {
    "I didn’t understand that. If a match is waiting for you, send me your action as you would with `/move`, or `move` to \
     see your choices. I also know `me`, `board`, `matches`, `rules` and `help`; other commands need a `/`."
        .to_owned()
}

/// Answers a command of servers that somebody has written as a text.
pub(crate) fn slash_text(command: &str) -> String {
    format!(
        "`/{command}` works in a channel of the server: type it there, and pick it from the list that appears. Here I know `me`, `board`, \
         `matches`, `rules` and `help`, and your answers when a match waits for you."
    )
}

/// Refuses an answer that was sent before the current question was asked and could not be read until now.
pub(crate) fn too_late() -> String {
    "⌛ I couldn’t read this message before what it was meant for had ended, so nothing was stored. `me` shows what you can do now."
        .to_owned()
}
