//! The sentences about what players have to agree to: a draw, a takeback, and what hosts may not do alone.

use super::pieces::mention_each;
use crate::ui::escape;
use crate::ui::words::{self, START_NOW, because, mention, when};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Correction, Match, OfferKind, OpenProposal, Proposal, Removal};
use trigon_rules::games::phrase;

/// Says what a player offers, and asks those who have to agree.
pub(in crate::announce) fn offered(
    kind: OfferKind,
    name: &str,
    dice: Option<String>,
    asked: &[UserId],
) -> String {
    let asked: Vec<String> = asked.iter().map(|user| mention(*user)).collect();
    let what = match kind {
        OfferKind::Draw => "offers a draw",
        OfferKind::Takeback => "asks to undo their last action, with everything after it",
    };
    let whom = if asked.is_empty() { String::new() } else { format!(" {}, do you agree?", asked.join(" ")) };
    let dice = dice.map(|dice| format!("\n{dice}")).unwrap_or_default();
    format!("🤝 {name} {what}.{whom}{dice}")
}

pub(in crate::announce) const ACCEPT: &str = "Accept";

pub(in crate::announce) const DECLINE: &str = "Decline";

/// Says how somebody has answered an offer, or that they withdraw their `own`.
pub(in crate::announce) fn answered(kind: OfferKind, name: &str, accepted: bool, own: bool) -> String {
    match (kind, accepted, own) {
        (OfferKind::Draw, true, _) => format!("🤝 {name} agrees to a draw."),
        (OfferKind::Takeback, true, _) => format!("🤝 {name} agrees to take it back."),
        (OfferKind::Draw, false, true) => format!("{name} withdraws the draw offer."),
        (OfferKind::Takeback, false, true) => format!("{name} withdraws the request to take it back."),
        (OfferKind::Draw, false, false) => format!("{name} declines the draw: the match goes on."),
        (OfferKind::Takeback, false, false) => format!("{name} declines: nothing is taken back."),
    }
}

/// Says that play went on without an answer to an offer.
pub(in crate::announce) fn lapsed(kind: OfferKind) -> String {
    let what = match kind {
        OfferKind::Draw => "draw offer",
        OfferKind::Takeback => "request to take an action back",
    };
    format!("The {what} has lapsed, because play went on.")
}

/// Asks all players to agree to a host's proposal, with those who have and those who have not yet.
pub(in crate::announce) fn proposed(
    game: &Match,
    open: &OpenProposal,
    agreed: &[UserId],
    missing: &[UserId],
) -> String {
    let deadline = game.deadline;
    let host = mention(open.host);
    let now = match (open.what, deadline) {
        (Proposal::Extend(time), Some(deadline)) => {
            format!(" The deadline is now {}; it would be {}.", when(deadline), when(deadline + time))
        }
        (Proposal::EndPhase | Proposal::Pause, Some(deadline)) => {
            format!(" The deadline is {}.", when(deadline))
        }
        _ => String::new(),
    };
    let values = open
        .correction
        .as_ref()
        .map(proposed_correction)
        .or(open.removal.as_ref().map(proposed_removal))
        .unwrap_or_default();
    let so_far = if agreed.is_empty() {
        String::new()
    } else {
        format!(" Agreed: {}.", phrase::all_of(&mention_each(agreed)))
    };
    format!(
        "🗳️ {host} asks everyone **whether {}**.{now}{values} No host can do that alone: all players have to agree.{so_far} {}, do you agree?",
        words::proposal(game, open.what),
        phrase::all_of(&mention_each(missing))
    )
}

/// Says what a host would like to correct, and why.
fn proposed_correction(correction: &Correction) -> String {
    let (what, reason) = (escape::text(&correction.what), escape::text(&correction.reason));
    format!(" It is about the {what}. Reason: “{reason}”")
}

/// Says who is to take a seat over, and why.
fn proposed_removal(removal: &Removal) -> String {
    let to = removal.to.as_ref().map(|to| format!(" {} would take it over.", mention(to.user)));
    format!("{} {}", to.unwrap_or_default(), because(removal.reason.as_deref()))
}

pub(in crate::announce) const CONSENT: &str = "Agree";

pub(in crate::announce) const OBJECT: &str = "Don’t agree";

/// Says what came of a proposal.
pub(in crate::announce) fn proposal_over(game: &Match, open: &OpenProposal, agreed: bool) -> String {
    let outcome =
        if agreed { "All players have agreed." } else { "Not everyone agrees, so nothing has changed." };
    // Play may have begun because of it.
    let what = match open.what {
        Proposal::EndPhase if game.was_proposed_before_play(open.number) => format!("to {START_NOW} now"),
        what => words::proposal(game, what),
    };
    format!("🗳️ {} asked everyone whether {what}. {outcome}", mention(open.host))
}

/// Says that nothing comes of a proposal.
pub(in crate::announce) fn not_agreed(game: &Match, what: Proposal, by: Option<&str>) -> String {
    let what = words::proposal(game, what);
    match by {
        Some(name) => format!("🗳️ {name} does not agree {what}, so nothing has changed."),
        None => format!("🗳️ The host no longer asks whether {what}."),
    }
}

/// The line below a settled question.
pub(in crate::announce) const SETTLED: &str = "**This question is settled.**";
