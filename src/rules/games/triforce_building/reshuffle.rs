//! States that a viewer cannot tell apart: others stand, walk, spend and vote differently.

use fastrand::Rng;

use super::action::Action;
use super::state::{Player, Stage, State};
use crate::games::{Seat, Viewer};

/// Returns a state that a viewer cannot tell from this one.
///
/// Others change places, with their letters, their last walks and their power, so that the picture stays the same. Once garnets
/// could be spent, they may have spent others, and have one another’s priorities. What they have sent is random.
pub(super) fn reshuffle(state: &State, viewer: Viewer, rng: &mut Rng) -> State {
    let mut other = state.clone();
    if viewer.sees_all() {
        return other;
    }
    let own = viewer.seat().and_then(|seat| seat.index(state.players.len()));
    let others: Vec<usize> = (0..state.players.len()).filter(|i| Some(*i) != own).collect();
    let on_board = |token| {
        let is_there = |i: &usize| state.players[*i].on_board() && state.players[*i].token == token;
        others.iter().copied().filter(is_there).collect::<Vec<_>>()
    };
    // Only those who are left when the rounds are over have tokens on the board, by their priorities.
    let groups = [false, true].map(on_board);
    let mut all = groups.concat();
    all.sort_unstable();
    change_places(&mut other.players, &all, rng);
    if spends(state, state.round) > 0 {
        for group in &groups {
            let mut priorities: Vec<u8> = group.iter().map(|i| state.players[*i].priority).collect();
            priorities.sort_unstable();
            rng.shuffle(&mut priorities);
            for (i, priority) in group.iter().zip(priorities) {
                other.players[*i].priority = priority;
            }
        }
        for i in &others {
            spend_otherwise(state, &mut other.players[*i], rng);
        }
    }
    for i in others {
        answer_otherwise(&mut other, Seat::at(i), rng);
    }
    if state.phase == Stage::Vote {
        leave_open(&mut other, own);
    }
    other
}

/// Returns how often somebody can have spent a garnet who was on the board up to a round.
fn spends(state: &State, round: u8) -> u8 {
    let resolved = if state.phase == Stage::Round && round == state.round { round - 1 } else { round };
    (resolved + 1).saturating_sub(State::FIRST_FALL)
}

/// Lets players change places at random. The order in which they stand now does not matter.
fn change_places(players: &mut [Player], who: &[usize], rng: &mut Rng) {
    let mut bodies: Vec<Player> = who.iter().map(|i| players[*i].clone()).collect();
    bodies.sort_unstable_by_key(|body| body.letter);
    rng.shuffle(&mut bodies);
    for (i, Player { letter, cell, walked, powered, .. }) in who.iter().zip(bodies) {
        players[*i] = Player { letter, cell, walked, powered, ..players[*i].clone() };
    }
}

fn spend_otherwise(state: &State, player: &mut Player, rng: &mut Rng) {
    let most = i64::from(spends(state, player.removed_in.unwrap_or(state.round)));
    let all = player.garnets.saturating_add(player.garnets_spent);
    player.garnets_spent = rng.i64(0..=most.min(player.garnets_before.max(0)));
    player.garnets = all.saturating_sub(player.garnets_spent);
}

/// Replaces what a player has sent, if anything.
fn answer_otherwise(state: &mut State, seat: Seat, rng: &mut Rng) {
    let Some(i) = seat.index(state.players.len()) else { return };
    let player = &mut state.players[i];
    (player.path, player.spend, player.vote) = (None, false, None);
    let legal = state.legal(seat);
    let answers: Vec<&Action> = legal.iter().filter(|action| !matches!(action, Action::Garnet)).collect();
    let answer = rng.choice(answers).filter(|_| rng.bool());
    let player = &mut state.players[i];
    match answer {
        Some(Action::Move(path)) => player.path = Some(*path),
        Some(Action::Vote(candidate)) => player.vote = Some(*candidate),
        _ => {}
    }
    player.spend = legal.contains(&Action::Garnet) && rng.bool();
}

/// Takes a vote back if all have voted: the vote would be over.
fn leave_open(state: &mut State, own: Option<usize>) {
    if state.players.iter().any(|player| player.token && player.vote.is_none()) {
        return;
    }
    let mut others =
        state.players.iter_mut().enumerate().filter(|(i, player)| player.token && Some(*i) != own);
    if let Some((_, player)) = others.next() {
        player.vote = None;
    }
}
