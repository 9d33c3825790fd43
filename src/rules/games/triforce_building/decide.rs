//! [`decide`]: how a computed seat decides by what it sees.
//!
//! Everyone sees the same picture, so computed seats can work together without a word: each works out what the
//! [`Planner`] would do with the players that the picture shows, and expects that most of the others do the same. The
//! seat then imagines states that fit what it sees, resolves each of them by the rules for every cell within its reach,
//! and walks to the cell that is worth the most on average. It may well take somebody else’s place in a triforce.

use std::sync::Arc;

use fastrand::Rng;

use super::planner::{Eligible, Planner, Targets, Walker};
use super::{Action, Path, Player, Seen, Stage, State, resolve};
use crate::games::Seat;
use crate::grid::Cell;

/// What a token is worth. Everything else is measured by it.
const TOKEN_WORTH: f32 = 1.0;
/// What it is worth to be the elimination candidate.
const CANDIDATE_WORTH: f32 = -1.0;
/// What it is worth to be powered.
const POWERED_WORTH: f32 = 0.4;
/// What a garnet is worth.
const GARNET_WORTH: f32 = 0.03;
/// What every step costs that a cell is away from the seat’s place in the plan.
const STEP_COST: f32 = 0.02;
/// What it costs to share a cell.
const SHARED_CELL_COST: f32 = 0.05;
/// In states in which not everyone does as planned, one player in this many stays, one goes anywhere, and one spends a
/// garnet.
const DEVIATION_ODDS: u8 = 4;

/// Returns what a seat does in the current phase after imagining a number of states, or `None` if it does not know its
/// cell.
pub(super) fn decide(
    seen: &Seen,
    seat: Seat,
    legal: &[Action],
    tries: u32,
    rng: &mut Rng,
) -> Option<Vec<Action>> {
    match seen.phase {
        Stage::Round => Mind::new(seen, seat, rng)?.round(legal, tries, rng),
        // The seat has its token, and nothing is known against any candidate.
        Stage::Vote => Some(vec![*rng.choice(legal)?]),
        Stage::Over => None,
    }
}

/// Returns random paths, now and then a garnet, and random votes.
pub(super) fn at_random(state: &State, rng: &mut Rng) -> Vec<(Seat, Action)> {
    let mut actions = Vec::with_capacity(state.players().len() + 2);
    match state.phase() {
        Stage::Round => {
            for (seat, player) in state.seated() {
                let Some(cell) = player.cell else { continue };
                let tries = rng.usize(..=Path::MAX);
                actions.push((seat, Action::Move(Path::random(state.board(), cell, tries, rng))));
            }
            if state.round() >= State::FIRST_FALL {
                let spenders = state.seated().filter(|(_, player)| player.on_board() && player.garnets > 0);
                actions
                    .extend(spenders.filter(|_| rng.u8(..12) == 0).map(|(seat, _)| (seat, Action::Garnet)));
            }
        }
        Stage::Vote => {
            let candidates: Vec<Seat> = state.candidates().collect();
            for (seat, _) in state.seated().filter(|(_, player)| player.token) {
                if rng.u8(..10) == 0 {
                    continue; // Not everyone votes.
                }
                actions.extend(rng.choice(&candidates).map(|&candidate| (seat, Action::Vote(candidate))));
            }
        }
        Stage::Over => {}
    }
    actions
}

/// What a seat knows and expects in a round.
struct Mind<'a> {
    seen: &'a Seen,
    own: &'a Player,
    /// The index of the seat.
    me: usize,
    /// The cell on which the seat is.
    cell: Cell,
    planner: Arc<Planner>,
    /// Where the players in the picture go, as everyone can work out.
    plan: Targets,
    /// The place of this seat in the plan.
    place: Cell,
}

/// How closely the others are expected to follow the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Discipline {
    /// Everyone does as planned.
    AsPlanned,
    /// Some stay, some go anywhere, and some spend a garnet, with these [odds](DEVIATION_ODDS).
    Mixed,
}

/// Something that a seat can do in a round.
#[derive(Clone, Copy)]
struct Choice {
    path: Path,
    to: Cell,
    spends: bool,
    /// What it has been worth in all imagined states together.
    worth: f32,
}

impl<'a> Mind<'a> {
    fn new(seen: &'a Seen, seat: Seat, rng: &mut Rng) -> Option<Self> {
        let own = &seen.own.as_ref()?.player;
        let (me, cell) = (seat.index(seats(seen))?, own.cell?);
        let planner = Planner::shared(seen.board.clone());
        let mut walkers = shown(seen);
        let plan = agreed(seen, &planner, walkers.clone());
        let place = if seen.occupied.contains(&(cell, own.powered)) {
            goal(&plan, cell, rng)
        } else {
            // The seat is not powered, and shares the cell with somebody who is. Only the seat knows that there are two.
            let who = walkers.len();
            walkers.push(Walker { who, cell, powered: own.powered });
            let with_me = agreed(seen, &planner, walkers);
            with_me.iter().find(|(walker, _)| walker.who == who).map(|&(_, goal)| goal)
        };
        Some(Self { seen, own, me, cell, planner, plan, place: place.unwrap_or(cell) })
    }

    /// Returns the path for this round, and whether to spend a garnet.
    fn round(&self, legal: &[Action], tries: u32, rng: &mut Rng) -> Option<Vec<Action>> {
        let mut choices = self.choices(legal, rng);
        if legal.contains(&Action::Garnet) || self.own.spend {
            choices.extend(choices.clone().into_iter().map(|choice| Choice { spends: true, ..choice }));
        }
        for n in 0..tries {
            // In every other state, everyone does as planned, so that what is sure is not lost among what is possible.
            let discipline = if n % 2 == 1 { Discipline::AsPlanned } else { Discipline::Mixed };
            let state = self.imagine(discipline, rng);
            for choice in &mut choices {
                choice.worth += self.worth(&state, choice);
            }
        }
        let worth = |choice: &Choice| {
            let steps = self.planner.distance(choice.to, self.place);
            choice.worth / tries.max(1) as f32 - STEP_COST * f32::from(steps)
        };
        let best =
            choices.into_iter().reduce(|best, next| if worth(&next) > worth(&best) { next } else { best })?;
        let spend = match (best.spends, self.own.spend) {
            (true, false) => Some(Action::Garnet),
            (false, true) => Some(Action::Ungarnet),
            _ => None,
        };
        Some(std::iter::once(Action::Move(best.path)).chain(spend).collect())
    }

    /// Returns a shortest path to each cell within reach, in random order, because the first of equals is taken.
    fn choices(&self, legal: &[Action], rng: &mut Rng) -> Vec<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        for action in legal {
            let Action::Move(path) = *action else { continue };
            let Ok(to) = self.seen.board.walk(self.cell, path.steps()) else { continue };
            match choices.iter_mut().find(|choice| choice.to == to) {
                Some(other) if other.path.steps().len() > path.steps().len() => other.path = path,
                Some(_) => {}
                None => choices.push(Choice { path, to, spends: false, worth: 0.0 }),
            }
        }
        rng.shuffle(&mut choices);
        choices
    }

    /// Returns a state that fits what the seat sees, with the paths that it expects of the others.
    fn imagine(&self, discipline: Discipline, rng: &mut Rng) -> State {
        let seen = self.seen;
        let seats = seats(seen);
        let mut priorities: Vec<u8> = (1..=seats as u8).filter(|&other| other != self.own.priority).collect();
        rng.shuffle(&mut priorities);
        let mut others = self.others(rng);
        rng.shuffle(&mut others);
        let mut players = Vec::with_capacity(seats);
        for i in 0..seats {
            if i == self.me {
                players.push(Player { path: None, spend: false, ..self.own.clone() });
                continue;
            }
            let removed = seen.triforces.iter().find(|made| made.seats.contains(&Seat::at(i)));
            let walker = if removed.is_some() { None } else { others.pop() };
            players.push(Player {
                cell: walker.map(|(cell, _)| cell),
                walked: None,
                powered: walker.is_none_or(|(_, powered)| powered),
                priority: priorities.pop().unwrap_or_default(),
                garnets: 1,
                garnets_before: 1,
                garnets_spent: 0,
                token: removed.is_some(),
                removed_in: removed.map(|made| made.round),
                path: walker.map(|(cell, _)| self.expected(cell, discipline, rng)),
                spend: walker.is_some()
                    && discipline == Discipline::Mixed
                    && seen.round >= State::FIRST_FALL
                    && rng.u8(..DEVIATION_ODDS) == 0,
                ..self.own.clone()
            });
        }
        State {
            board: seen.board.clone(),
            rounds: seen.rounds,
            phase: Stage::Round,
            round: seen.round,
            players,
            triforces: seen.triforces.clone(),
            ec: None,
            reveals_own: false,
            host_names: false,
        }
    }

    /// Returns cells for the other players on the board that fit the picture, and whether they are powered.
    fn others(&self, rng: &mut Rng) -> Vec<(Cell, bool)> {
        let mut others = Vec::with_capacity(self.seen.left);
        for &(cell, powered) in &self.seen.occupied {
            // An unpowered seat is not alone on a cell with a powered player.
            if cell != self.cell || powered && !self.own.powered {
                others.push((cell, powered));
            }
        }
        while others.len() + 1 < self.seen.left {
            let Some(&(cell, powered)) = rng.choice(&self.seen.occupied) else { break };
            others.push((cell, powered && rng.bool()));
        }
        others
    }

    /// Returns a path that somebody on a cell may take.
    fn expected(&self, cell: Cell, discipline: Discipline, rng: &mut Rng) -> Path {
        match rng.u8(..DEVIATION_ODDS) {
            _ if discipline == Discipline::AsPlanned => self.planned(cell, rng),
            0 => Path::STAY,
            1 => Path::random(&self.seen.board, cell, Path::MAX, rng),
            _ => self.planned(cell, rng),
        }
    }

    /// Returns the path that the plan has for somebody on a cell.
    fn planned(&self, cell: Cell, rng: &mut Rng) -> Path {
        goal(&self.plan, cell, rng).map_or(Path::STAY, |goal| self.planner.path(cell, goal))
    }

    /// Returns what a choice turns out to be worth in a state.
    fn worth(&self, before: &State, choice: &Choice) -> f32 {
        let mut state = before.clone();
        state.players[self.me].path = Some(choice.path);
        state.players[self.me].spend = choice.spends;
        resolve::resolve(&mut state);
        let player = &state.players[self.me];
        let garnets = GARNET_WORTH * (player.garnets - self.own.garnets) as f32;
        let place = match state.phase {
            _ if player.token => TOKEN_WORTH,
            // The tokens are all taken, and one of the players on the board will be the candidate.
            Stage::Round if state.triforces.len() + 1 == state.last_triforce() => {
                CANDIDATE_WORTH / state.candidates().count() as f32
            }
            Stage::Round => {
                let is_shared = state.players.iter().filter(|other| other.cell == player.cell).count() > 1;
                let powered = if player.powered { POWERED_WORTH } else { 0.0 };
                if is_shared { powered - SHARED_CELL_COST } else { powered }
            }
            Stage::Vote => CANDIDATE_WORTH / state.candidates().count() as f32,
            Stage::Over if state.ec == Some(Seat::at(self.me)) => CANDIDATE_WORTH,
            Stage::Over => 0.0,
        };
        garnets + place
    }
}

/// Returns the players on the board, as far as the picture shows them.
fn shown(seen: &Seen) -> Vec<Walker> {
    let powered = seen.occupied.iter().filter(|(_, powered)| *powered).count();
    let cells = seen.occupied.len().max(1);
    // The picture shows one player on each cell. If these are too few for a line or a triforce, others who share their
    // cells have to part from them.
    let is_enough = powered >= 3 || cells >= State::LINE_LENGTH || seen.needs_no_power() && cells >= 3;
    let copies = if is_enough { 1 } else { seen.left.div_ceil(cells) };
    let all = std::iter::repeat_n(&seen.occupied, copies).flatten();
    (0..).zip(all).map(|(who, &(cell, powered))| Walker { who, cell, powered }).collect()
}

/// Returns where players go if they work together. Those who are not needed anywhere wait around the middle.
fn agreed(seen: &Seen, planner: &Planner, walkers: Vec<Walker>) -> Targets {
    let eligible = if seen.needs_no_power() { Eligible::Anyone } else { Eligible::Powered };
    let (mut plan, free) = planner.targets(walkers, eligible);
    let row: Vec<Cell> = seen.board.row(seen.board.rows() / 2).collect();
    let middle = row.get(row.len() / 2);
    let mut around: Vec<Cell> = seen.board.cells().collect();
    around.retain(|cell| plan.iter().all(|(_, goal)| goal != cell));
    around.sort_by_key(|&cell| middle.map(|&middle| planner.distance(middle, cell)));
    plan.extend(free.into_iter().zip(around));
    plan
}

/// Returns where somebody on a cell goes, which is random if the plan has several players there.
fn goal(plan: &[(Walker, Cell)], cell: Cell, rng: &mut Rng) -> Option<Cell> {
    let goals = || plan.iter().filter(|(walker, _)| walker.cell == cell);
    let count = goals().count();
    goals().nth(rng.usize(..count.max(1))).map(|&(_, goal)| goal)
}

/// Returns the number of seats of the match.
fn seats(seen: &Seen) -> usize {
    3 * seen.last_triforce + 1
}

#[cfg(test)]
mod tests;
