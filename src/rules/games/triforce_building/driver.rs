//! [`Driver`]: how computed seats choose their actions.

use std::sync::Arc;

use super::planner::Planner;
use super::{Action, Path, Phase, State};
use crate::games::{Seat, Skill};
use crate::grid::{Board, Step};

/// A way to choose the actions of a phase.
#[derive(Debug)]
pub enum Driver {
    /// The seats work together, but now and then one forgets to move or has its own plans.
    Planner(Arc<Planner>),
    /// Every seat takes a random path.
    Random,
}

impl Driver {
    /// Returns a driver for seats that work together on a board.
    pub fn planner(board: Arc<Board>) -> Self {
        Self::Planner(Planner::shared(board))
    }

    /// Returns a driver for seats with a certain skill.
    pub(super) fn new(skill: Skill, board: &Arc<Board>) -> Self {
        match skill {
            Skill::Planned => Self::planner(Arc::clone(board)),
            Skill::Random => Self::Random,
        }
    }

    /// Returns what the seats submit before the next deadline.
    pub fn actions(&self, state: &State, rng: &mut fastrand::Rng) -> Vec<(Seat, Action)> {
        let mut actions = Vec::with_capacity(state.players().len() + 2);
        match state.phase() {
            Phase::Round => {
                self.moves(state, rng, &mut actions);
                if state.round() >= 3 {
                    let spenders =
                        state.seated().filter(|(_, player)| player.on_board() && player.garnets > 0);
                    actions.extend(
                        spenders.filter(|_| rng.u8(..12) == 0).map(|(seat, _)| (seat, Action::Garnet)),
                    );
                }
            }
            Phase::Vote => {
                let candidates: Vec<Seat> = state.candidates().collect();
                let voters = state.seated().filter(|(_, player)| player.token).filter(|_| rng.u8(..10) > 0);
                let voters: Vec<Seat> = voters.map(|(seat, _)| seat).collect();
                for voter in voters {
                    actions
                        .extend(rng.choice(&candidates).map(|&candidate| (voter, Action::Vote(candidate))));
                }
            }
            Phase::Over => {}
        }
        actions
    }

    fn moves(&self, state: &State, rng: &mut fastrand::Rng, actions: &mut Vec<(Seat, Action)>) {
        match self {
            Self::Random => {
                let on_board = state.seated().filter_map(|(seat, player)| Some((seat, player.cell?)));
                for (seat, mut cell) in on_board {
                    let mut path = Path::STAY;
                    for _ in 0..rng.usize(..=Path::MAX) {
                        let step = Step::ALL[rng.usize(..4)];
                        if let (Some(to), Some(longer)) = (state.board().step(cell, step), path.then(step)) {
                            (cell, path) = (to, longer);
                        }
                    }
                    actions.push((seat, Action::Move(path)));
                }
            }
            Self::Planner(planner) => {
                for (seat, path) in planner.plan(state, rng) {
                    match rng.u8(..20) {
                        // Some forget to move, and some have their own plans.
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
