//! [`Driver`]: how seats that know everything choose their actions; statistics of matches.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::planner::Planner;
use super::{Action, Path, Stage, State};
use crate::games::{Seat, Skill, Tally};
use crate::grid::Board;

/// A way to choose the actions of a phase.
#[derive(Debug)]
pub enum Driver {
    /// The seats work together, but now and then one forgets to move or has plans of its own.
    Planner(Arc<Planner>),
    /// Every seat takes a random path.
    Random,
}

impl Driver {
    /// Returns a driver for seats that work together on a board.
    pub fn planner(board: Arc<Board>) -> Self {
        Self::Planner(Planner::shared(board))
    }

    /// Returns a driver for seats with this skill.
    pub(super) fn new(skill: Skill, board: &Arc<Board>) -> Self {
        match skill {
            Skill::Planned | Skill::Level(_) => Self::planner(Arc::clone(board)),
            Skill::Random => Self::Random,
        }
    }

    /// Returns the actions that the seats submit before the next deadline.
    pub fn actions(&self, state: &State, rng: &mut fastrand::Rng) -> Vec<(Seat, Action)> {
        let mut actions = Vec::with_capacity(state.players().len() + 2);
        match state.phase() {
            Stage::Round => {
                self.moves(state, rng, &mut actions);
                if state.round() >= 3 {
                    let spenders =
                        state.seated().filter(|(_, player)| player.on_board() && player.garnets > 0);
                    actions.extend(
                        spenders.filter(|_| rng.u8(..12) == 0).map(|(seat, _)| (seat, Action::Garnet)),
                    );
                }
            }
            Stage::Vote => {
                let candidates: Vec<Seat> = state.candidates().collect();
                let voters = state.seated().filter(|(_, player)| player.token).filter(|_| rng.u8(..10) > 0);
                let voters: Vec<Seat> = voters.map(|(seat, _)| seat).collect();
                for voter in voters {
                    actions
                        .extend(rng.choice(&candidates).map(|&candidate| (voter, Action::Vote(candidate))));
                }
            }
            Stage::Over => {}
        }
        actions
    }

    fn moves(&self, state: &State, rng: &mut fastrand::Rng, actions: &mut Vec<(Seat, Action)>) {
        match self {
            Self::Random => {
                let on_board = state.seated().filter_map(|(seat, player)| Some((seat, player.cell?)));
                for (seat, cell) in on_board {
                    let tries = rng.usize(..=Path::MAX);
                    actions.push((seat, Action::Move(Path::random(state.board(), cell, tries, rng))));
                }
            }
            Self::Planner(planner) => {
                for (seat, path) in planner.plan(state, rng) {
                    match rng.u8(..20) {
                        // Some forget to move, and some have plans of their own.
                        0 => {}
                        1 => {
                            let mut legal = state.legal(seat);
                            legal.retain(|action| matches!(action, Action::Move(_)));
                            actions.extend(rng.choice(&legal).map(|&action| (seat, action)));
                        }
                        _ => actions.push((seat, Action::Move(path))),
                    }
                }
            }
        }
    }
}

/// Statistics of many matches.
#[derive(Debug, Default)]
pub(super) struct Statistics {
    matches: u64,
    /// For each round, the number of matches that ended in it, and the number of these that ended with a vote.
    by_round: BTreeMap<u8, (u64, u64)>,
    /// The number of matches by the number of triforces made.
    by_triforces: BTreeMap<usize, u64>,
    triforces: u64,
    /// The number of tokens at the end.
    tokens: u64,
    /// The number of garnets gained by all players together.
    garnets: i64,
    /// The number of matches in which the elimination candidate was chosen by vote.
    ec_by_vote: u64,
    /// The number of matches in which the elimination candidate was the last player on the board.
    ec_by_last: u64,
}

impl Tally<State> for Statistics {
    fn add(&mut self, end: &State) {
        let last = end.triforces().len() == end.last_triforce();
        self.matches += 1;
        let (matches, votes) = self.by_round.entry(end.round()).or_default();
        *matches += 1;
        *votes += u64::from(!last);
        *self.by_triforces.entry(end.triforces().len()).or_default() += 1;
        self.triforces += end.triforces().len() as u64;
        self.tokens += end.players().iter().filter(|player| player.token).count() as u64;
        self.garnets +=
            end.players().iter().map(|player| player.garnets - player.garnets_before).sum::<i64>();
        *(if last { &mut self.ec_by_last } else { &mut self.ec_by_vote }) += 1;
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { matches, triforces, tokens, garnets, ec_by_vote, ec_by_last, .. } = self;
        let mean = |sum: f64| sum / *matches as f64;
        let share = |part: u64| 100.0 * part as f64 / *matches as f64;
        writeln!(f, "  ended in round   matches     share   by vote")?;
        for (round, (ended, votes)) in &self.by_round {
            writeln!(f, "  {round:>14} {ended:>9} {:>8.1}% {votes:>9}", share(*ended))?;
        }
        writeln!(f, "\n  triforces made   matches     share")?;
        for (made, count) in &self.by_triforces {
            writeln!(f, "  {made:>14} {count:>9} {:>8.1}%", share(*count))?;
        }
        writeln!(f, "\n  per match               mean")?;
        writeln!(f, "  triforces           {:>8.2}", mean(*triforces as f64))?;
        writeln!(f, "  tokens              {:>8.2}", mean(*tokens as f64))?;
        writeln!(f, "  garnets gained      {:>+8.2}", mean(*garnets as f64))?;
        writeln!(f, "\n  elimination candidate")?;
        writeln!(f, "  last on the board   {ec_by_last:>8} {:>8.1}%", share(*ec_by_last))?;
        writeln!(f, "  by vote             {ec_by_vote:>8} {:>8.1}%", share(*ec_by_vote))
    }
}
