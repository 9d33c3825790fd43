//! The sentences about what is played and who is asked: those of the match message, and of the messages to
//! players and onlookers.

use super::pieces::over_now;
use crate::play::texts::{AHEAD_GIVEN, AHEAD_ILLEGAL};
use crate::ui::escape;
use crate::ui::words::{mention, uncapitalized, when};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{AheadOutcome, Computed, Millis};

/// Asks a player, with a mention.
pub(in crate::announce) fn asked(question: &str, user: UserId, deadline: Option<Millis>) -> String {
    if Computed::of(user).is_some() {
        return format!("💭 {} is thinking.", mention(user));
    }
    let until = deadline.map(|at| format!(" You have until {}.", when(at))).unwrap_or_default();
    format!("➡️ {}, {}{until}", mention(user), uncapitalized(question))
}

pub(in crate::announce) const ALSO_WAITING: &str = "Also waiting for you:";

/// Lists the banks of the players.
pub(in crate::announce) fn banks(banks: &[String]) -> String {
    format!("Banks at the beginning of this turn: {}.", banks.join(", "))
}

/// Says what a player played in a turn that is over, in notation.
pub(in crate::announce) fn played(name: &str, actions: &[String]) -> String {
    let actions: Vec<String> = actions.iter().map(|action| format!("`{action}`")).collect();
    format!("{name} played {}.", actions.join(" "))
}

/// The last line of a match message once a newer one stands below it.
pub(in crate::announce) const NEXT_BELOW: &str = "-# The match continues below.";

/// Says what a player's answer was when a phase ended.
pub(in crate::announce) fn closed(phase: &str, noun: &str, answer: Option<&str>) -> String {
    let (mark, sent) = match answer {
        Some(answer) => ("✅", format!("Your {noun} was **{}**.", escape::text(answer))),
        None => ("⌛", format!("You sent no {noun}.")),
    };
    format!("{mark} **{}** {sent}", over_now(phase))
}

pub(in crate::announce) const CLOSED_BY_UNDOING: &str =
    "A host has taken this back. What I ask now is below.";

pub(in crate::announce) const CLOSED_BY_CANCELLING: &str = "The match was cancelled.";

/// Says what became of an answer that a player had left for later.
pub(in crate::announce) fn ahead(ahead: AheadOutcome) -> &'static str {
    match ahead {
        AheadOutcome::Given => AHEAD_GIVEN,
        AheadOutcome::Illegal => AHEAD_ILLEGAL,
    }
}

/// Tells a player that what they planned no longer fits.
pub(in crate::announce) fn plan_dropped(asked: bool, link: Option<&str>) -> String {
    let link = link.map(|link| format!(" {link}")).unwrap_or_default();
    let turn = if asked { format!(" It’s your turn.{link}") } else { String::new() };
    format!(
        "📋 What you had planned with `/ahead` no longer fits what has been played, so I’ve dropped it.{turn}"
    )
}

/// Tells a player that another one waits for them.
pub(in crate::announce) fn nudged(by: &str, link: Option<&str>) -> String {
    let link = link.map(|link| format!(" {link}")).unwrap_or_default();
    format!("👋 {by} is waiting for you: it’s your turn.{link}")
}

/// Says that a player has taken back an action, as one of the events of a turn.
pub(in crate::announce) fn taken_back(name: &str) -> String {
    format!("{name} has taken back their last action, with whatever came after it.")
}

/// What is below a post whose events were taken back by undoing a round.
pub(in crate::announce) const TAKEN_BACK: &str = "↩️ This was taken back.";

/// Tells a player that a phase is played again.
pub(in crate::announce) fn undone(phase: &str) -> String {
    format!(
        "↩️ The host has undone {}: everything since it began is taken back, also what you sent or left for later rounds. Please answer again.",
        uncapitalized(phase)
    )
}

/// Tells a player that a host has corrected the roster.
pub(in crate::announce) fn corrected(what: &str) -> String {
    format!(
        "A host has corrected the roster ({what}), so I’m asking everyone again: what you had sent or left for later rounds is taken back."
    )
}

/// Says that a player has resigned, and that the others play on.
pub(in crate::announce) fn resigned(name: &str) -> String {
    format!("🏳️ {name} resigns. The match goes on.")
}

pub(in crate::announce) const INSIDE: &str = "👀 For onlookers only: where everyone is now.";

/// Says what a player sent in a phase, to onlookers.
pub(in crate::announce) fn sent(name: &str, answer: Option<&str>) -> String {
    match answer {
        Some(answer) => format!("{name} sent **{}**.", escape::text(answer)),
        None => format!("{name} sent nothing."),
    }
}
