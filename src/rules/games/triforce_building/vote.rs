//! The vote for the elimination candidate (R11, R12).

use std::cmp::Reverse;

use super::event::{Decided, Event};
use super::state::{Phase, State};
use crate::games::Seat;

/// Opens the vote after the last round.
pub(super) fn open(state: &mut State) -> Event {
    state.phase = Phase::Vote;
    let voters = state.seated().filter(|(_, player)| player.token).map(|(seat, _)| seat);
    Event::VoteBegan { candidates: state.candidates().collect(), voters: voters.collect() }
}

/// Counts the votes and ends the match.
pub(super) fn count(state: &mut State) -> Vec<Event> {
    let votes = |seat| state.players.iter().filter(|player| player.vote == Some(seat)).count();
    let mut tally: Vec<(Seat, usize, u8)> = state
        .seated()
        .filter(|(_, player)| !player.token)
        .map(|(seat, player)| (seat, votes(seat), player.priority))
        .collect();
    // R12: in a tie, the lowest priority decides; without votes, all candidates are tied.
    tally.sort_unstable_by_key(|&(_, votes, priority)| (Reverse(votes), priority));
    let Some(&(ec, most, _)) = tally.first() else { return Vec::new() };
    let decided = match tally.get(1) {
        _ if most == 0 => Decided::NoVotes,
        Some(&(_, second, _)) if second == most => Decided::Tie,
        _ => Decided::Votes,
    };
    let tally = tally.into_iter().map(|(seat, votes, _)| (seat, votes)).collect();
    vec![Event::Counted { tally, decided }, end(state, ec, false)]
}

/// Names the elimination candidate without the vote.
pub(super) fn name(state: &mut State, ec: Seat) -> Vec<Event> {
    vec![Event::Named, end(state, ec, false)]
}

/// Ends the match.
pub(super) fn end(state: &mut State, ec: Seat, last: bool) -> Event {
    state.phase = Phase::Over;
    state.ec = Some(ec);
    Event::Over { ec, last }
}
