//! Small games, and their exact solution by brute force, which the search is compared with.

use fastrand::Rng;
use trigon_search::{Chance, Position, Scores};

/// A position whose results of chance can be listed, so that it can be solved by brute force.
pub(crate) trait Small: Position {
    /// Returns every position that an action can lead to, with its probability.
    fn results(&self, action: &Self::Action) -> Vec<(f64, Self)>;
}

/// Returns what a position is worth if every seat does what is best for itself.
pub(crate) fn solve<P: Small>(position: &P) -> [f64; 3] {
    let Some(mover) = position.mover() else {
        let scores = position.scores();
        return [0, 1, 2].map(|seat| f64::from(scores[seat]));
    };
    let values = all(position).into_iter().map(|action| value(position, &action));
    values.reduce(|a, b| if b[mover] > a[mover] { b } else { a }).unwrap()
}

/// Returns what an action is worth.
pub(crate) fn value<P: Small>(position: &P, action: &P::Action) -> [f64; 3] {
    let mut sum = [0.0; 3];
    for (share, after) in position.results(action) {
        sum.iter_mut().zip(solve(&after)).for_each(|(sum, value)| *sum += share * value);
    }
    sum
}

pub(crate) fn all<P: Position>(position: &P) -> Vec<P::Action> {
    position.actions(usize::MAX, &mut Rng::with_seed(0)).1
}

fn sample<A: Clone>(mut actions: Vec<A>, most: usize, rng: &mut Rng) -> (usize, Vec<A>) {
    let count = actions.len();
    if count > most {
        rng.shuffle(&mut actions);
        actions.truncate(most);
    }
    (count, actions)
}

fn winner(seat: usize) -> Scores {
    let mut scores = Scores::default();
    scores[seat] = 1.0;
    scores
}

/// Tic-tac-toe.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TicTacToe(pub(crate) [Option<usize>; 9]);

impl TicTacToe {
    /// Returns a position from nine characters: `x` moves first.
    pub(crate) fn at(text: &str) -> Self {
        let cells: Vec<Option<usize>> = text.chars().map(|c| "xo".find(c)).collect();
        Self(cells.try_into().unwrap())
    }

    fn line(&self) -> Option<usize> {
        const LINES: [[usize; 3]; 8] =
            [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
        LINES
            .iter()
            .find_map(|[a, b, c]| self.0[*a].filter(|_| self.0[*a] == self.0[*b] && self.0[*b] == self.0[*c]))
    }
}

impl Position for TicTacToe {
    type Action = usize;

    fn mover(&self) -> Option<usize> {
        let filled = self.0.iter().flatten().count();
        (self.line().is_none() && filled < 9).then_some(filled % 2)
    }

    fn actions(&self, most: usize, rng: &mut Rng) -> (usize, Vec<usize>) {
        sample((0..9).filter(|&cell| self.0[cell].is_none()).collect(), most, rng)
    }

    fn any_action(&self, rng: &mut Rng) -> Option<usize> {
        self.mover()?;
        rng.choice(all(self))
    }

    fn play(&mut self, &action: &usize, _rng: &mut Rng) -> Option<Chance> {
        let mover = self.mover()?;
        let cell = self.0.get_mut(action).filter(|cell| cell.is_none())?;
        *cell = Some(mover);
        Some(Chance::NONE)
    }

    fn scores(&self) -> Scores {
        self.line().map_or([0.5, 0.5, 0.0, 0.0, 0.0, 0.0], winner)
    }
}

impl Small for TicTacToe {
    fn results(&self, action: &usize) -> Vec<(f64, Self)> {
        let mut after = self.clone();
        after.play(action, &mut Rng::with_seed(0)).unwrap();
        vec![(1.0, after)]
    }
}

/// Nim: whoever takes the last match wins.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Nim {
    pub(crate) heaps: Vec<u8>,
    pub(crate) mover: usize,
}

impl Position for Nim {
    type Action = (usize, u8);

    fn mover(&self) -> Option<usize> {
        self.heaps.iter().any(|&heap| heap > 0).then_some(self.mover)
    }

    fn actions(&self, most: usize, rng: &mut Rng) -> (usize, Vec<(usize, u8)>) {
        let takes = self.heaps.iter().enumerate().flat_map(|(i, &heap)| (1..=heap).map(move |n| (i, n)));
        sample(takes.collect(), most, rng)
    }

    fn any_action(&self, rng: &mut Rng) -> Option<(usize, u8)> {
        rng.choice(all(self))
    }

    fn play(&mut self, &(heap, n): &(usize, u8), _rng: &mut Rng) -> Option<Chance> {
        let left = self.heaps.get(heap)?.checked_sub(n)?;
        self.heaps[heap] = left;
        self.mover = 1 - self.mover;
        Some(Chance::NONE)
    }

    fn scores(&self) -> Scores {
        winner(1 - self.mover)
    }
}

impl Small for Nim {
    fn results(&self, action: &(usize, u8)) -> Vec<(f64, Self)> {
        let mut after = self.clone();
        after.play(action, &mut Rng::with_seed(0)).unwrap();
        vec![(1.0, after)]
    }
}

/// Pig with a four-sided die: a seat rolls as often as it likes and keeps the sum, unless it rolls a 1. The first with
/// the goal wins. After a number of rolls, it is a draw.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pig {
    pub(crate) goal: u8,
    pub(crate) kept: Vec<u8>,
    pub(crate) turn: u8,
    pub(crate) mover: usize,
    pub(crate) left: u8,
}

impl Pig {
    pub(crate) fn new(seats: usize, goal: u8, left: u8) -> Self {
        Self { goal, kept: vec![0; seats], turn: 0, mover: 0, left }
    }

    fn pass(&mut self) {
        self.turn = 0;
        self.mover = (self.mover + 1) % self.kept.len();
    }

    fn rolled(&mut self, die: u8) {
        self.left -= 1;
        if die == 1 { self.pass() } else { self.turn += die }
    }
}

/// What a seat does in Pig.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum PigAction {
    Roll,
    Keep,
}

impl Position for Pig {
    type Action = PigAction;

    fn mover(&self) -> Option<usize> {
        let is_over = self.left == 0 || self.kept.iter().any(|&kept| kept >= self.goal);
        (!is_over).then_some(self.mover)
    }

    fn actions(&self, most: usize, rng: &mut Rng) -> (usize, Vec<PigAction>) {
        let keeps = (self.turn > 0).then_some(PigAction::Keep);
        sample(std::iter::once(PigAction::Roll).chain(keeps).collect(), most, rng)
    }

    fn any_action(&self, rng: &mut Rng) -> Option<PigAction> {
        self.mover()?;
        rng.choice(all(self))
    }

    fn play(&mut self, action: &PigAction, rng: &mut Rng) -> Option<Chance> {
        self.mover()?;
        if *action == PigAction::Keep {
            self.kept[self.mover] += self.turn;
            self.pass();
            return Some(Chance::NONE);
        }
        let die = rng.u8(1..=4);
        self.rolled(die);
        Some(Chance { result: die.into(), share: 0.25 })
    }

    fn scores(&self) -> Scores {
        match self.kept.iter().position(|&kept| kept >= self.goal) {
            Some(seat) => winner(seat),
            None => {
                let mut scores = Scores::default();
                scores[..self.kept.len()].fill(1.0 / self.kept.len() as f32);
                scores
            }
        }
    }
}

impl Small for Pig {
    fn results(&self, action: &PigAction) -> Vec<(f64, Self)> {
        let after = |die: Option<u8>| {
            let mut after = self.clone();
            match die {
                Some(die) => after.rolled(die),
                None => drop(after.play(&PigAction::Keep, &mut Rng::with_seed(0)).unwrap()),
            }
            after
        };
        match action {
            PigAction::Keep => vec![(1.0, after(None))],
            PigAction::Roll => (1..=4).map(|die| (0.25, after(Some(die)))).collect(),
        }
    }
}
