//! Everything that is said in a game of turns by itself. Names come in escaped.

use crate::discord::texts::{mention, when};
use crate::matches::{Millis, OfferKind};

// The match message

/// `**#3 Sunday** · Triangoli`
pub(super) fn heading(id: i64, title: &str, game: &str) -> String {
    format!("**#{id} {title}** · {game}")
}

/// What a seat is asked, with its mention.
pub(super) fn asked(question: &str, user: i64, deadline: Option<Millis>) -> String {
    let until = deadline.map(|at| format!(" Until {}.", when(at))).unwrap_or_default();
    format!("➡️ {}, {question}{until}", mention(user))
}

/// What stays in the message of a turn that is over: what was played, in notation.
pub(super) fn played(name: &str, actions: &[String]) -> String {
    let actions: Vec<String> = actions.iter().map(|action| format!("`{action}`")).collect();
    format!("{name} played {}.", actions.join(" "))
}

pub(super) fn next_below() -> &'static str {
    "-# What came next stands below."
}

pub(super) fn left_out(count: usize) -> String {
    format!("… and {count} more before that: see `/history`.")
}

// What is told

pub(super) fn started(names: &[String], drawn: bool) -> String {
    let seats: Vec<String> = (1..).zip(names).map(|(seat, name)| format!("{seat} {name}")).collect();
    let how = if drawn { "drawn" } else { "passed on by one since the last match" };
    format!("🎲 **The match begins.** Seats, {how}: {}.", seats.join(", "))
}

pub(super) fn commitment(hash: &str) -> String {
    format!("Hash of the secret seed: `{hash}`")
}

pub(super) fn taken_back(name: &str) -> String {
    format!("The last action of {name} is taken back, with everything after it.")
}

pub(super) fn offered(kind: OfferKind, name: &str, asked: &[i64]) -> String {
    let asked: Vec<String> = asked.iter().map(|user| mention(*user)).collect();
    let what = match kind {
        OfferKind::Draw => "offers a draw",
        OfferKind::Takeback => "asks to undo their last action, with everything after it",
    };
    let whom = if asked.is_empty() { String::new() } else { format!(" {}, do you agree?", asked.join(" ")) };
    format!("🤝 {name} {what}.{whom}")
}

pub(super) const ACCEPT: &str = "Accept";
pub(super) const DECLINE: &str = "Decline";
pub(super) const CLAIM: &str = "Claim the seat";
pub(super) const REMATCH: &str = "Rematch";
pub(super) const REPLAY: &str = "Replay";

pub(super) fn answered(kind: OfferKind, name: &str, accepted: bool, own: bool) -> String {
    match (kind, accepted, own) {
        (OfferKind::Draw, true, _) => format!("🤝 {name} agrees to a draw."),
        (OfferKind::Takeback, true, _) => format!("🤝 {name} agrees to take it back."),
        (OfferKind::Draw, false, true) => format!("{name} withdraws the draw offer."),
        (OfferKind::Takeback, false, true) => format!("{name} no longer asks to take anything back."),
        (OfferKind::Draw, false, false) => format!("{name} declines the draw: the match goes on."),
        (OfferKind::Takeback, false, false) => format!("{name} lets it stand: nothing is taken back."),
    }
}

pub(super) fn time_out(user: i64) -> String {
    format!(
        "⌛ {}, your time has run out. You can still act; until then one of the others may claim your seat, \
         which ends the match for you.",
        mention(user)
    )
}

pub(super) fn nudged(by: &str, link: Option<&str>) -> String {
    let link = link.map(|link| format!(" {link}")).unwrap_or_default();
    format!("👋 {by} waits for you: it is your turn.{link}")
}

pub(super) fn reminder(deadline: Millis, link: Option<&str>) -> String {
    let link = link.map(|link| format!(" {link}")).unwrap_or_default();
    format!("⏰ It is your turn, and your time ends {}.{link}", when(deadline))
}

pub(super) fn unreachable(user: i64) -> String {
    format!(
        "{}, the match waits for you here. I wanted to tell you directly, but Discord does not let me.",
        mention(user)
    )
}

// The end

pub(super) fn over(reason: &str) -> String {
    format!("🏁 **The match is over.** {reason}")
}

pub(super) fn standing(place: usize, name: &str, verdict: &str, note: &str) -> String {
    format!("{place}\\. **{name}** {verdict}: {note}")
}

pub(super) const WON: &str = "won";
pub(super) const DRAWN: &str = "drew";
pub(super) const LOST: &str = "lost";
