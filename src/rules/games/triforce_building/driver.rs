//! [`Driver`]: how computed seats choose their actions; [`Planner`]: seats that see all cells and agree on lines and
//! triforces within reach; statistics of their matches.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Action, Path, Stage, State};
use crate::games::{Seat, Skill, Tally};
use crate::grid::{Board, Cell, Reach, Shape, Step};

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
            Skill::Planned => Self::planner(Arc::clone(board)),
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

/// Plans the paths of a round for all seats together.
#[derive(Debug)]
pub struct Planner {
    board: Arc<Board>,
    reach: Vec<Reach>,
}

/// A player without a target.
#[derive(Debug, Clone, Copy)]
struct Walker {
    seat: Seat,
    cell: Cell,
    powered: bool,
}

/// Players and the cells that they walk to.
type Targets = Vec<(Walker, Cell)>;

impl Planner {
    /// Returns the planner for a board. Finding all shortest paths takes a long time, so each process does it only
    /// once.
    pub(super) fn shared(board: Arc<Board>) -> Arc<Self> {
        static PLANNERS: Mutex<BTreeMap<Shape, Arc<Planner>>> = Mutex::new(BTreeMap::new());
        // A poisoned lock only means that another thread panicked between two complete insertions.
        let mut planners = PLANNERS.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(planners.entry(board.shape()).or_insert_with(|| Arc::new(Self::new(board))))
    }

    fn new(board: Arc<Board>) -> Self {
        let reach = board.cells().map(|cell| Reach::new(&board, cell)).collect();
        Self { board, reach }
    }

    /// Returns the paths of all players on the board for this round.
    ///
    /// Players first make all triforces within reach, then lines with as many unpowered players as possible. Everyone
    /// else walks towards the next possible ones.
    pub(super) fn plan(&self, state: &State, rng: &mut fastrand::Rng) -> Vec<(Seat, Path)> {
        let mut free: Vec<Walker> = state
            .seated()
            .filter_map(|(seat, player)| Some(Walker { seat, cell: player.cell?, powered: player.powered }))
            .collect();
        rng.shuffle(&mut free);
        let mut targets: Targets = Vec::new();
        let anyone = free.len() == 4;
        while let Some(found) = self.best_triforce(&free, anyone, Path::MAX as u16) {
            take(&mut free, &mut targets, found);
        }
        while let Some(found) = self.best_line(&free, Path::MAX as u16) {
            take(&mut free, &mut targets, found);
        }
        self.approach(&mut free, &mut targets, anyone);
        let paths = targets.into_iter().map(|(walker, cell)| (walker.seat, self.path(walker.cell, cell)));
        let stay = free.into_iter().map(|walker| (walker.seat, Path::STAY));
        paths.chain(stay).collect()
    }

    fn distance(&self, from: Cell, to: Cell) -> u16 {
        self.reach[from.index()].distance(to)
    }

    /// Returns a path towards a cell, as far as one round allows.
    fn path(&self, from: Cell, to: Cell) -> Path {
        let mut steps = self.reach[from.index()].path(to);
        steps.truncate(Path::MAX);
        Path::new(&steps).unwrap_or(Path::STAY)
    }

    /// Returns three players for a triforce with its corners: those with the shortest paths, none longer than `reach`.
    fn best_triforce(&self, free: &[Walker], anyone: bool, reach: u16) -> Option<Targets> {
        let able: Vec<Walker> = free.iter().copied().filter(|w| w.powered || anyone).collect();
        let mut best: Option<(u16, Targets)> = None;
        for triforce in self.board.triforces() {
            let Some((cost, found)) = self.nearest(&able, &triforce.corners, reach) else { continue };
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, found));
            }
        }
        best.map(|(_, found)| found)
    }

    /// Returns the nearest free player for each cell in turn. This is not the best assignment, but players are not
    /// perfect either.
    fn nearest(&self, able: &[Walker], cells: &[Cell], reach: u16) -> Option<(u16, Targets)> {
        let mut used = vec![false; able.len()];
        let mut cost = 0;
        let mut found = Vec::with_capacity(cells.len());
        for &cell in cells {
            let near = (0..able.len()).filter(|&i| !used[i]).map(|i| (self.distance(able[i].cell, cell), i));
            let (distance, i) = near.min().filter(|&(distance, _)| distance <= reach)?;
            used[i] = true;
            cost += distance;
            found.push((able[i], cell));
        }
        Some((cost, found))
    }

    /// Returns five players for a line with its cells: those with the most unpowered players, then those with the
    /// shortest paths.
    fn best_line(&self, free: &[Walker], reach: u16) -> Option<Targets> {
        let mut best: Option<(usize, u16, Targets)> = None;
        for line in self.board.lines(State::LINE) {
            let Some(found) = self.assign(free, line, reach) else { continue };
            let gained = found.iter().filter(|(walker, _)| !walker.powered).count();
            let cost = found.iter().map(|(walker, cell)| self.distance(walker.cell, *cell)).sum();
            let better =
                |(most, least, _): &(usize, u16, _)| gained > *most || gained == *most && cost < *least;
            if gained > 0 && best.as_ref().is_none_or(better) {
                best = Some((gained, cost, found));
            }
        }
        best.map(|(_, _, found)| found)
    }

    /// Returns a player for every cell of a line, preferring unpowered ones, by finding a matching with augmenting
    /// paths.
    fn assign(&self, free: &[Walker], line: &[Cell], reach: u16) -> Option<Targets> {
        let mut order: Vec<usize> = (0..free.len()).collect();
        order.sort_by_key(|&i| free[i].powered);
        let mut holder: Vec<Option<usize>> = vec![None; line.len()];
        for walker in order {
            let mut seen = vec![false; line.len()];
            self.augment(free, line, reach, walker, &mut seen, &mut holder);
        }
        holder.iter().zip(line).map(|(walker, &cell)| Some((free[(*walker)?], cell))).collect()
    }

    fn augment(
        &self,
        free: &[Walker],
        line: &[Cell],
        reach: u16,
        walker: usize,
        seen: &mut [bool],
        holder: &mut [Option<usize>],
    ) -> bool {
        for (i, &cell) in line.iter().enumerate() {
            if seen[i] || self.distance(free[walker].cell, cell) > reach {
                continue;
            }
            seen[i] = true;
            if holder[i].is_none_or(|other| self.augment(free, line, reach, other, seen, holder)) {
                holder[i] = Some(walker);
                return true;
            }
        }
        false
    }

    /// Sends players without a target towards the nearest triforce or line that they could make later.
    fn approach(&self, free: &mut Vec<Walker>, targets: &mut Targets, anyone: bool) {
        while let Some(found) = self.best_triforce(free, anyone, u16::MAX) {
            take(free, targets, found);
        }
        let lines = self.board.lines(State::LINE);
        let nearest = lines.into_iter().filter_map(|line| self.nearest(free, line, u16::MAX));
        if let Some((_, found)) = nearest.min_by_key(|(cost, _)| *cost) {
            take(free, targets, found);
        }
        // There are too few left for a line. They go to the middle, where most cells are within reach.
        let middle = self.board.cell(self.board.len() / 2);
        for walker in std::mem::take(free) {
            targets.push((walker, middle.unwrap_or(walker.cell)));
        }
    }
}

fn take(free: &mut Vec<Walker>, targets: &mut Targets, found: Targets) {
    free.retain(|walker| found.iter().all(|(taken, _)| taken.seat != walker.seat));
    targets.extend(found);
}
