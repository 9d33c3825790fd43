//! Events, outcomes and facts in words.

use super::event::Event;
use super::piece::Piece;
use super::spaces::{Spaces, Symbol};
use super::state::State;
use crate::games::{Fact, Names, Outcome, Seat, Standing, Verdict, phrase};

/// Describes an event in a sentence.
pub(super) fn sentence(event: &Event, names: &Names) -> String {
    let name = |seat: &Seat| names.get(*seat);
    let whose = |piece: &Piece| format!("{}’s {} piece", names.get(piece.seat), piece.size.word());
    match event {
        Event::RolledForFirst { seat, roll } => {
            format!("{} rolls {roll} to decide who goes first.", name(seat))
        }
        Event::Tied { seats } => format!("{} are tied and roll again.", names.list(seats)),
        Event::Begins { seat } => format!("{} has the highest roll and goes first.", name(seat)),
        Event::TurnBegan { seat } => format!("It is {}’s turn.", name(seat)),
        Event::Skipped { seat } => format!("{} has resigned, so the turn is skipped.", name(seat)),
        Event::Rolled { seat, roll } => format!("{} rolls {roll} movement points.", name(seat)),
        Event::Placed { piece, at, cost, left } => {
            let price = if *cost == 0 { "free".to_owned() } else { points(*cost) };
            format!(
                "{} places a {} piece on {at} for {price}; {} left.",
                name(&piece.seat),
                piece.size.word(),
                points(*left)
            )
        }
        Event::Stepped { piece, from, to, left } => {
            format!("{} moves from {from} to {to}; {} left.", whose(piece), points(*left))
        }
        Event::PushedOut { piece, at } => {
            format!("{} is pushed off {at} and returns to its owner.", whose(piece))
        }
        Event::Shrunk { piece, to, at } => {
            format!(
                "{} met a piece of its own size on {at}, so a {} piece takes its place.",
                whose(piece),
                to.word()
            )
        }
        Event::Spent { piece, at } => {
            format!("{} met a piece of its own size on {at} and leaves the board too.", whose(piece))
        }
        Event::Nuked { seat, pieces } => {
            let list: Vec<String> =
                pieces.iter().map(|(at, piece)| format!("{} on {at}", whose(piece))).collect();
            format!("{} nukes {}.", name(seat), phrase::all_of(&list))
        }
        Event::TurnEnded { seat, lost: 0 } => format!("{} ends the turn.", name(seat)),
        Event::TurnEnded { seat, lost } => {
            format!("{} ends the turn with {} unused.", name(seat), points(*lost))
        }
        Event::Won { seat, symbols } => {
            format!("{} holds all five {} and wins.", name(seat), plural(symbols))
        }
    }
}

/// Returns `1 point` or `3 points`.
pub(super) fn points(count: u8) -> String {
    if count == 1 { "1 point".to_owned() } else { format!("{count} points") }
}

fn plural(symbols: &[Symbol]) -> String {
    let words: Vec<String> = symbols.iter().map(|symbol| format!("{}s", symbol.word())).collect();
    words.join(" and all five ")
}

/// Returns how the match ended. The losers are equal, because the rules do not rank them.
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    let winner = state.winner?;
    let held = |seat: Seat| state.held(seat);
    let best = |seat: Seat| {
        let count = |symbol: &Symbol| symbol.spaces().and(held(seat)).len();
        Symbol::ALL.into_iter().map(|symbol| (count(&symbol), symbol)).max_by_key(|&(count, _)| count)
    };
    let mut standings: Vec<Standing> = Seat::all(State::SEATS)
        .map(|seat| {
            let verdict = if seat == winner { Verdict::Won } else { Verdict::Lost };
            let note = best(seat).filter(|&(count, _)| count > 0).map_or_else(
                || "no symbols".to_owned(),
                |(count, symbol)| format!("{count} of 5 {}s", symbol.word()),
            );
            Standing { seat, verdict, note }
        })
        .collect();
    standings.sort_by_key(|standing| standing.verdict != Verdict::Won);
    let full = |symbol: &Symbol| symbol.spaces().without(held(winner)).is_empty();
    let symbols: Vec<Symbol> = Symbol::ALL.into_iter().filter(full).collect();
    let reason = format!("The winner holds all five {}.", plural(&symbols));
    Some(Outcome { standings, reason })
}

/// Returns what a player may like to know about their own position.
pub(super) fn facts(state: &State, seat: Seat) -> Vec<Fact> {
    if seat.index(State::SEATS).is_none() {
        return Vec::new();
    }
    let mut facts = vec![
        Fact { label: "Off the board", value: state.supply(seat).to_string() },
        Fact { label: "On the board", value: list(state.held(seat)) },
    ];
    if let Some(left) = state.points.filter(|_| seat == state.turn) {
        facts.push(Fact { label: "Points left", value: left.to_string() });
        let free = if state.free_used { "used" } else { "not used" };
        facts.push(Fact { label: "Free piece", value: free.to_owned() });
    }
    facts
}

fn list(spaces: Spaces) -> String {
    if spaces.is_empty() { "nothing".to_owned() } else { spaces.to_string() }
}
