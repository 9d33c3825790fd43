//! The sentences about where people stand in a match, and its board.

use crate::lobby::texts::fields;
use crate::ui::escape;
use crate::ui::words::{dice_again, heading, holders, mention, seat_name, small, title, undrawn, when};
use trigon_engine::ids::{MatchId, UserId};
use trigon_engine::matches::{Loan, Match, OfferKind, Player, Status};
use trigon_rules::games::{Fact, Seat, phrase};

/// Tells a player whose turn it is and which offers are open.
pub(in crate::info) fn turn(game: &Match, seat: Seat) -> String {
    let asked: Vec<Seat> = game.to_act().iter().map(|decision| decision.seat).collect();
    let turn = match asked.first() {
        _ if game.status == Status::Signup => "You’re in. The match hasn’t begun yet.".to_owned(),
        _ if game.resigned(seat) => "You’ve resigned.".to_owned(),
        _ if asked.contains(&seat) => "**It’s your turn.** `/move` shows your choices.".to_owned(),
        Some(other) => format!("Waiting for **{}**.", seat_name(game, *other)),
        None => "Nobody has to do anything right now.".to_owned(),
    };
    let mut lines = vec![heading(game)];
    if game.session.is_some() {
        lines.push(format!("Seat: **{seat}**"));
    }
    lines.push(turn);
    if let Some(offer) = game.offer() {
        let who = if offer.by == seat { "You".to_owned() } else { seat_name(game, offer.by) };
        let answer = if game.unanswered().contains(&seat) { ", and you haven’t answered yet" } else { "" };
        let what = match offer.kind {
            OfferKind::Draw => "a draw",
            OfferKind::Takeback => "a takeback",
        };
        let asks = if offer.by == seat { "have asked" } else { "has asked" };
        lines.push(format!("{who} {asks} for {what}{answer}."));
        lines.extend(dice_again(game));
    }
    lines.join("\n")
}

/// Lists what players may know about their own position, and what they have been told so far, one line per phase.
pub(in crate::info) fn me(heading: String, facts: &[Fact], told: &[String]) -> String {
    let facts = facts.iter().map(|fact| format!("{}: **{}**", fact.label, escape::text(&fact.value)));
    let told = by_phase(told).into_iter().map(|line| small(&escape::text(&line)));
    std::iter::once(heading).chain(facts).chain(told).collect::<Vec<_>>().join("\n")
}

/// Joins what a player was told in the same phase on one line: `Round 1: you moved; you found a token.`
fn by_phase(told: &[String]) -> Vec<String> {
    let mut lines: Vec<(&str, String)> = Vec::new();
    for sentence in told {
        let (phase, what) = sentence.split_once(": ").unwrap_or(("", sentence));
        match lines.last_mut() {
            Some((last_phase, line)) if *last_phase == phase && !phase.is_empty() => {
                *line = format!("{}; {what}", line.trim_end_matches('.'));
            }
            _ => lines.push((phase, sentence.clone())),
        }
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

/// Tells a substitute for whom and for how long they play.
pub(in crate::info) fn loan(loan: &Loan) -> String {
    format!("You play for **{}** until {}.", escape::name(&loan.name), when(loan.back))
}

/// Lists what players may know about their seat before round 1.
pub(in crate::info) fn me_before(game: &Match, seat: Seat, player: &Player) -> String {
    let mut lines = vec![heading(game), format!("Seat: **{seat}**")];
    lines.extend(fields(game, player).into_iter().map(|(label, value)| format!("{label}: **{value}**")));
    lines.join("\n")
}

/// Stands above the picture of a board, and says what is not drawn on it.
pub(in crate::info) fn board(game: &Match) -> String {
    let undrawn = undrawn(game).map(|line| format!("\n{line}"));
    heading(game) + &undrawn.unwrap_or_default()
}

/// Says why there is no board to show.
pub(crate) fn not_begun(game: &Match) -> String {
    if let Some(rules) = game.stopped_by_rules() {
        let words = game.rules_words(rules);
        return format!("{}: {words} That’s why there is no board to show.", title(game));
    }
    format!("{} hasn’t begun yet, so there is no board to show.", title(game))
}

/// Says that the board of a match is not for everyone in this place.
pub(in crate::info) fn board_elsewhere(number: MatchId) -> String {
    format!("You can see the board of match {number} in its own channel only.")
}

/// Confirms that the board comes below, at the end of its channel.
pub(in crate::info) fn board_again(game: &Match) -> String {
    format!("I’ve reposted the board of {} below.", title(game))
}

/// Says what a person is in a match, as far as everyone knows.
pub(in crate::info) fn who_is(game: &Match, user: UserId) -> String {
    let who = mention(user);
    let mut parts = Vec::new();
    if let Some(seat) = game.seems_seated(user) {
        parts.push(format!("plays as **{}**", holders(game, seat)));
    } else if let Some(tenure) = game.tenures().iter().rev().find(|tenure| tenure.before == user) {
        parts.push(format!("had the seat of **{}**", holders(game, tenure.seat)));
    }
    if game.hosts().any(|host| host == user) {
        parts.push(if game.info().is_hosted() { "hosts it" } else { "has created it" }.to_owned());
    }
    if game.alternates().iter().any(|alternate| alternate.user == user) {
        parts.push("is an alternate".to_owned());
    }
    let said = if parts.is_empty() { "has no seat in it".to_owned() } else { phrase::all_of(&parts) };
    format!("{}\n{who} {said}.", title(game))
}

/// Says that the bot runs a match.
pub(in crate::info) fn i_am(game: &Match) -> String {
    format!("{}\nI run it, and have no seat in it.", title(game))
}
