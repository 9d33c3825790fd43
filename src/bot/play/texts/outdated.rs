//! The sentences about what is no longer asked, or not of this player.

use super::question::NOTHING_ASKED;
use crate::ui::escape;
use crate::ui::words::{heading, uncapitalized};
use trigon_engine::matches::{ClosedQuestion, Match};
use trigon_rules::games::Seat;

/// Refuses an answer of somebody who is not asked.
pub(in crate::play) fn not_your_turn(names: &str) -> String {
    format!("It’s not your turn: I’m waiting for {names}. I’ll mention you when it is.")
}

/// The sentence above a panel that was updated instead of carrying out the press.
pub(crate) const OLDER: &str = "ℹ️ This message was older than your stored answer, so **nothing has changed**. It’s up to date now: press again to change your answer.";

/// Says the same at the buttons of the panel.
pub(crate) const OLDER_IN_SHORT: &str = "Nothing has changed: press again";

/// Answers a button that was made for an earlier turn: says what has happened since, and whose turn it is.
pub(crate) fn stale_turn(game: &Match, link: Option<&str>) -> String {
    let last = game.history().pop().map(|line| line.words.join(" ")).filter(|words| !words.is_empty());
    let last = last.map(|words| format!(" Last: {}", escape::text(&escape::shortened(&words, 200))));
    let now = link.map(|link| format!(" This is the current question: {link}")).unwrap_or_default();
    format!(
        "The match has moved on since that button was made, so nothing was done.{}{now}",
        last.unwrap_or_default()
    )
}

/// Answers a button that was made for an earlier turn, below a message that has been brought up to date.
pub(crate) fn stale_here() -> &'static str {
    "The match has moved on since that button was made, so nothing was done. The message is up to date now."
}

/// Answers a button that was made for an earlier round.
pub(crate) fn stale_round(game: &Match, newest: Option<&str>) -> String {
    let newest = newest.map(|link| format!(" The newest message is {link}.")).unwrap_or_default();
    format!(
        "That button is from an earlier round or vote, so nothing was done.{newest} Now: {}.",
        heading(game)
    )
}

/// Refuses an answer in reply to a message about something that is closed, and says what is asked now.
pub(crate) fn closed(game: &Match, seat: Seat, closed: &ClosedQuestion) -> String {
    let what = uncapitalized(&escape::text(&closed.phase));
    let how = if closed.is_undone { "was taken back" } else { "is over" };
    let said = format!(
        "{}: you replied to a message about {what}, which {how}. So nothing has changed.",
        heading(game)
    );
    let session = game.session.as_deref().filter(|_| game.is_going_on());
    let asked = session.zip(game.decision(seat)).map(|(session, decision)| session.prompt(&decision));
    let now = match asked {
        Some(prompt) => format!(
            "What I’m asking you now: {} Send it without replying, or in reply to a newer message of mine.",
            prompt.question
        ),
        None if game.is_going_on() => NOTHING_ASKED.to_owned(),
        None => "That match is over, too.".to_owned(),
    };
    format!("{said}\n{now}")
}
