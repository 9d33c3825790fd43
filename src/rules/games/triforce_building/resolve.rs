//! The resolution of a round: garnet spends, paths, lines, triforces, and the next round or the vote for the elimination
//! candidate (R11, R12).

use std::cmp::Reverse;

use super::action::Path;
use super::event::{Decided, Event, TieStep, TriforceGroup};
use super::state::{Made, Player, Stage, State, Walk};
use crate::games::Seat;
use crate::grid::Cell;

/// Resolves the round.
pub(super) fn resolve(state: &mut State) -> Vec<Event> {
    let mut events = Vec::with_capacity(4 * state.players.len());
    spend(state, &mut events);
    walk(state, &mut events);
    let fresh = power(state, &mut events);
    let before = state.triforces.len();
    make_triforces(state, &fresh, &mut events);
    if state.triforces.len() > before + 1 {
        tell_as_shown(state, before, &mut events);
    }
    go_on(state, &mut events);
    events
}

/// Spends the garnets, lowest priority first, in the order of the list before any of the spends.
fn spend(state: &mut State, events: &mut Vec<Event>) {
    let mut spenders: Vec<usize> = (0..state.players.len()).filter(|&i| state.players[i].spend).collect();
    spenders.sort_unstable_by_key(|&i| state.players[i].priority);
    let highest = state.players.len() as u8;
    for i in spenders {
        let from = state.players[i].priority;
        for player in state.players.iter_mut().filter(|player| player.on_board() && player.priority > from) {
            player.priority -= 1;
        }
        let player = &mut state.players[i];
        player.priority = highest;
        player.garnets = player.garnets.saturating_sub(1);
        player.garnets_spent += 1;
        player.spend = false;
        events.push(Event::Spent { seat: Seat::at(i), from, to: highest, garnets: player.garnets });
    }
    let mut list: Vec<(Seat, u8)> =
        state.seated().filter(|(_, p)| p.on_board()).map(|(seat, p)| (seat, p.priority)).collect();
    list.sort_unstable_by_key(|&(_, priority)| Reverse(priority));
    events.push(Event::PriorityList(list));
}

/// Walks all paths at once. Only the cells where they end matter (R2).
fn walk(state: &mut State, events: &mut Vec<Event>) {
    let round = state.round;
    for (i, player) in state.players.iter_mut().enumerate() {
        let path = player.path.take();
        player.walked = player.cell.map(|from| Walk { from, path: path.unwrap_or(Path::STAY) });
        let Some(from) = player.cell else { continue };
        // The path was checked when it was stored, and its player has not moved since.
        let to = state.board.walk(from, path.unwrap_or(Path::STAY).steps()).unwrap_or(from);
        player.cell = Some(to);
        let (from, to) = (state.board.name(from), state.board.name(to));
        let seat = Seat::at(i);
        events.push(Event::Walked { seat, path, from, to });
        events.push(Event::Sent { seat, round, path });
    }
}

/// Powers everyone on a line, all at once, and returns who became powered (R8).
fn power(state: &mut State, events: &mut Vec<Event>) -> Vec<bool> {
    let mut occupied = vec![false; state.board.len()];
    for cell in state.players.iter().filter_map(|player| player.cell) {
        occupied[cell.index()] = true;
    }
    let mut lined = vec![false; state.board.len()];
    for strip in state.board.strips() {
        for run in strip.chunk_by(|a, b| occupied[a.index()] == occupied[b.index()]) {
            if run.len() >= State::LINE_LENGTH && occupied[run[0].index()] {
                for cell in run {
                    lined[cell.index()] = true;
                }
                events.push(Event::Line { cells: run.iter().map(|&cell| state.board.name(cell)).collect() });
            }
        }
    }
    let mut fresh = vec![false; state.players.len()];
    for (player, fresh) in state.players.iter_mut().zip(&mut fresh) {
        if player.cell.is_some_and(|cell| lined[cell.index()]) && !player.powered {
            player.powered = true;
            *fresh = true;
        }
    }
    let powered: Vec<Seat> = (0..fresh.len()).filter(|&i| fresh[i]).map(Seat::at).collect();
    if !powered.is_empty() {
        events.extend(powered.iter().map(|&seat| Event::BecamePowered { seat }));
        events.push(Event::Powered(powered));
    }
    fresh
}

/// Makes triforces one by one until none are left or the last one is made (R7).
fn make_triforces(state: &mut State, fresh: &[bool], events: &mut Vec<Event>) {
    while state.triforces.len() < state.last_triforce() {
        let mut groups = groups(state);
        if groups.is_empty() {
            return;
        }
        if state.needs_no_power() {
            events.push(Event::FourLeft);
        }
        let (next, event) = choose(state, &mut groups);
        events.push(event);
        remove(state, &next, fresh, events);
    }
}

/// Tells everyone about the triforces of a round, those from `first` on, in the order in which they are shown (R14),
/// and only the host about the order in which they were removed.
fn tell_as_shown(state: &State, first: usize, events: &mut Vec<Event>) {
    for event in &mut *events {
        if let Event::Triforce { seats, .. } = *event {
            *event = Event::Left(seats);
        }
    }
    let shown = (1..).zip(state.shown_triforces()).skip(first);
    events.extend(shown.map(|(number, Made { cells, seats, .. })| Event::Triforce { number, cells, seats }));
}

/// Returns all groups on the current board, in the order of their centres.
fn groups(state: &State) -> Vec<TriforceGroup> {
    // R4, R6: on each cell, only the player with the highest priority counts, among those who can join a triforce.
    let anyone = state.needs_no_power();
    let mut counted: Vec<Option<usize>> = vec![None; state.board.len()];
    for (i, player) in state.players.iter().enumerate() {
        let Some(cell) = player.cell.filter(|_| player.powered || anyone) else { continue };
        let on_cell = &mut counted[cell.index()];
        if on_cell.is_none_or(|other| state.players[other].priority < player.priority) {
            *on_cell = Some(i);
        }
    }
    let group = |corners: [Cell; 3]| {
        let mut seats = [Seat::at(0); 3];
        let mut sum = 0;
        for (seat, corner) in seats.iter_mut().zip(corners) {
            let i = counted[corner.index()]?;
            *seat = Seat::at(i);
            sum += u32::from(state.players[i].priority);
        }
        Some(TriforceGroup { cells: corners.map(|cell| state.board.name(cell)), seats, sum })
    };
    state.board.triforces().iter().filter_map(|triforce| group(triforce.corners)).collect()
}

/// Chooses the group to remove next, and describes how it was chosen.
fn choose(state: &State, groups: &mut Vec<TriforceGroup>) -> (TriforceGroup, Event) {
    let priority = |seat: Seat| state.player(seat).map_or(0, |player| player.priority);
    let highest = groups.iter().map(|group| group.sum).max().unwrap_or(0);
    let mut kept: Vec<TriforceGroup> = groups.iter().filter(|group| group.sum == highest).cloned().collect();
    let tied = kept.len();
    let mut steps: Vec<TieStep> = Vec::new();
    while kept.len() > 1 {
        let unchecked = kept.iter().flat_map(|group| group.seats);
        let unchecked = unchecked.filter(|seat| steps.iter().all(|step| step.seat != *seat));
        // Two groups differ in at least one player, so somebody is still unchecked while two are left.
        let Some(seat) = unchecked.max_by_key(|&seat| priority(seat)) else { break };
        kept.retain(|group| group.seats.contains(&seat));
        steps.push(TieStep { seat, priority: priority(seat), kept: kept.len() });
    }
    let next = kept.swap_remove(0);
    (next, Event::Groups { groups: std::mem::take(groups), highest, tied, steps })
}

/// Removes a group from the board and rewards its players.
fn remove(state: &mut State, group: &TriforceGroup, fresh: &[bool], events: &mut Vec<Event>) {
    let mut seats = group.seats;
    seats.sort_unstable();
    state.triforces.push(Made { round: state.round, cells: group.cells, seats });
    let number = state.triforces.len();
    let last = number == state.last_triforce();
    events.push(Event::Triforce { number, cells: group.cells, seats });
    for seat in seats {
        let Some(i) = seat.index(state.players.len()) else { continue };
        let both = fresh[i];
        let garnets = match (last, both) {
            (false, false) => 3,
            (false, true) => 7,
            (true, false) => 1,
            (true, true) => 8,
        };
        let player = &mut state.players[i];
        player.cell = None;
        player.removed_in = Some(state.round);
        player.token = !last;
        player.garnets = player.garnets.saturating_add(garnets);
        events.push(Event::Rewarded { seat, garnets, balance: player.garnets, token: !last, both });
    }
}

/// Ends the match, opens the vote or begins the next round.
fn go_on(state: &mut State, events: &mut Vec<Event>) {
    let left: Vec<Seat> = state.seated().filter(|(_, p)| p.on_board()).map(|(seat, _)| seat).collect();
    if state.triforces.len() == state.last_triforce() {
        if let Some(&ec) = left.first() {
            events.push(end(state, ec, true));
        }
    } else if state.round == state.rounds {
        last_round_over(state, left, events);
    } else {
        next_round(state, events);
    }
}

fn last_round_over(state: &mut State, left: Vec<Seat>, events: &mut Vec<Event>) {
    for (i, player) in state.players.iter_mut().enumerate().filter(|(_, player)| player.on_board()) {
        player.garnets = player.garnets.saturating_sub(1);
        let (seat, balance) = (Seat::at(i), player.garnets);
        events.push(Event::Rewarded { seat, garnets: -1, balance, token: false, both: false });
    }
    let out = state.players.iter().filter(|player| player.token).count();
    let mut by_priority: Vec<usize> =
        (0..state.players.len()).filter(|&i| state.players[i].on_board()).collect();
    by_priority.sort_unstable_by_key(|&i| Reverse(state.players[i].priority));
    by_priority.truncate(state.tokens() - out);
    for &i in &by_priority {
        state.players[i].token = true;
    }
    events.push(Event::RoundsOver { left });
    if !by_priority.is_empty() {
        // They are in seat order, because the order of priorities would hint at who spent a garnet.
        by_priority.sort_unstable();
        events.push(Event::TokensHandedOut(by_priority.into_iter().map(Seat::at).collect()));
    }
    events.push(open_vote(state));
}

fn next_round(state: &mut State, events: &mut Vec<Event>) {
    debug_assert_eq!(state.phase, Stage::Round);
    state.round += 1;
    let fall = if state.round >= State::FIRST_FALL { state.round } else { 0 };
    let places = state.players.len() as i32;
    let (on_board, out): (Vec<_>, Vec<_>) = state.seated().partition(|(_, player)| player.on_board());
    let seats = |players: Vec<(Seat, &Player)>| players.into_iter().map(|(seat, _)| seat).collect();
    events.push(Event::RoundBegan { round: state.round, fall, on_board: seats(on_board), out: seats(out) });
    for (i, player) in state.players.iter_mut().enumerate().filter(|(_, player)| player.on_board()) {
        // Below 1, priorities start again at the top. With few players, a late round can go around more than once.
        player.priority = ((i32::from(player.priority) - 1 - i32::from(fall)).rem_euclid(places) + 1) as u8;
        events.push(Event::Priority { seat: Seat::at(i), round: state.round, priority: player.priority });
    }
}

/// Opens the vote after the last round.
fn open_vote(state: &mut State) -> Event {
    state.phase = Stage::Vote;
    let voters = state.seated().filter(|(_, player)| player.token).map(|(seat, _)| seat);
    Event::VoteBegan { candidates: state.candidates().collect(), voters: voters.collect() }
}

/// Counts the votes and ends the match.
pub(super) fn count_votes(state: &mut State) -> Vec<Event> {
    let tally = state.tally();
    let Some(&(ec, most)) = tally.first() else { return Vec::new() };
    let decided = match tally.get(1) {
        _ if most == 0 => Decided::NoVotes,
        Some(&(_, second)) if second == most => Decided::Tie,
        _ => Decided::Votes,
    };
    vec![Event::Counted { tally, decided }, end(state, ec, false)]
}

/// Ends the match. `last` says whether the candidate is the last player on the board.
pub(super) fn end(state: &mut State, ec: Seat, last: bool) -> Event {
    state.phase = Stage::Over;
    state.ec = Some(ec);
    Event::Over { ec, last }
}
