//! [`Planner`]: lines and triforces within reach of players whose cells are known.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::{Path, State};
use crate::grid::{Board, Cell, Reach, Shape};

/// Plans the paths of a round for several players together.
#[derive(Debug)]
pub(super) struct Planner {
    board: Arc<Board>,
    /// The shortest paths from each cell, as far as they have been needed.
    reach: Vec<OnceLock<Reach>>,
}

/// A player to plan for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Walker {
    /// A number that tells the players of a plan apart.
    pub who: usize,
    pub cell: Cell,
    pub powered: bool,
}

/// Who can join a triforce (R6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Eligible {
    /// Only powered players.
    Powered,
    /// Anyone, because only four players are left.
    Anyone,
}

/// Players and the cells that they walk to, perhaps over several rounds.
pub(super) type Targets = Vec<(Walker, Cell)>;

impl Planner {
    /// Returns the planner for a board. Finding shortest paths takes a long time, so each process does it only once.
    pub(super) fn shared(board: Arc<Board>) -> Arc<Self> {
        static PLANNERS: Mutex<BTreeMap<Shape, Arc<Planner>>> = Mutex::new(BTreeMap::new());
        // A poisoned lock only means that another thread panicked between two complete insertions.
        let mut planners = PLANNERS.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(planners.entry(board.shape()).or_insert_with(|| Arc::new(Self::new(board))))
    }

    fn new(board: Arc<Board>) -> Self {
        let reach = board.cells().map(|_| OnceLock::new()).collect();
        Self { board, reach }
    }

    /// Returns cells to walk to for players, and the players who are not needed anywhere.
    ///
    /// Players first make all triforces within reach, then lines with as many unpowered players as possible. Everyone
    /// else walks towards the next possible ones.
    pub(super) fn targets(&self, mut free: Vec<Walker>, eligible: Eligible) -> (Targets, Vec<Walker>) {
        let mut targets: Targets = Vec::new();
        while let Some(found) = self.best_triforce(&free, eligible, Path::MAX as u16) {
            take(&mut free, &mut targets, found);
        }
        while let Some(found) = self.best_line(&free, Path::MAX as u16) {
            take(&mut free, &mut targets, found);
        }
        self.approach(&mut free, &mut targets, eligible);
        (targets, free)
    }

    fn reach(&self, from: Cell) -> &Reach {
        self.reach[from.index()].get_or_init(|| Reach::new(&self.board, from))
    }

    /// Returns the number of steps from one cell to another.
    pub(super) fn distance(&self, from: Cell, to: Cell) -> u16 {
        self.reach(from).distance(to)
    }

    /// Returns a path towards a cell, as far as one round allows.
    pub(super) fn path(&self, from: Cell, to: Cell) -> Path {
        let mut steps = self.reach(from).path(to);
        steps.truncate(Path::MAX);
        Path::new(&steps).unwrap_or(Path::STAY)
    }

    /// Returns three players for a triforce with its corners: those with the shortest paths, none longer than `reach`.
    fn best_triforce(&self, free: &[Walker], eligible: Eligible, reach: u16) -> Option<Targets> {
        let able: Vec<Walker> =
            free.iter().copied().filter(|walker| walker.powered || eligible == Eligible::Anyone).collect();
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
        let mut best: Option<LinePlan> = None;
        for line in self.board.lines(State::LINE_LENGTH) {
            let Some(found) = self.assign(free, line, reach) else { continue };
            let powers = found.iter().filter(|(walker, _)| !walker.powered).count();
            let cost = found.iter().map(|(walker, cell)| self.distance(walker.cell, *cell)).sum();
            let is_better =
                |best: &LinePlan| powers > best.powers || powers == best.powers && cost < best.cost;
            if powers > 0 && best.as_ref().is_none_or(is_better) {
                best = Some(LinePlan { powers, cost, targets: found });
            }
        }
        best.map(|plan| plan.targets)
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

    /// Finds a cell for a walker, if need be by moving another to another cell. Returns whether there is one.
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
    fn approach(&self, free: &mut Vec<Walker>, targets: &mut Targets, eligible: Eligible) {
        while let Some(found) = self.best_triforce(free, eligible, u16::MAX) {
            take(free, targets, found);
        }
        let lines = self.board.lines(State::LINE_LENGTH);
        let nearest = lines.into_iter().filter_map(|line| self.nearest(free, line, u16::MAX));
        if let Some((_, found)) = nearest.min_by_key(|(cost, _)| *cost) {
            take(free, targets, found);
        }
    }
}

/// Players for a line.
struct LinePlan {
    /// How many of them it powers.
    powers: usize,
    /// The number of steps that they take together.
    cost: u16,
    targets: Targets,
}

/// Gives players their targets, so that they are no longer free.
fn take(free: &mut Vec<Walker>, targets: &mut Targets, found: Targets) {
    free.retain(|walker| found.iter().all(|(taken, _)| taken.who != walker.who));
    targets.extend(found);
}
