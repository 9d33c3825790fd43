//! [`Search`]: UCT for several players, with chance nodes and a solver.

use fastrand::Rng;

use crate::{Chance, Position, Scores};

/// How a search weighs what it has seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// How much actions that were tried less often are favoured.
    pub exploration: f32,
    /// The number of tries that the estimate of a position after an action counts for. With 0, actions are not estimated,
    /// and the search tries every action once before it tries any twice.
    pub trust: f32,
    /// The number of actions of a random playout, after which the position is estimated.
    pub playout: u32,
    /// The most actions that are considered in the first position: a random sample, if there are more.
    pub max_root_actions: usize,
    /// The most actions that are considered in any later position.
    pub max_actions: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            exploration: 1.0,
            trust: 0.0,
            playout: u32::MAX,
            max_root_actions: usize::MAX,
            max_actions: usize::MAX,
        }
    }
}

/// An action of the first position, as a search sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked<A> {
    /// The action.
    pub action: A,
    /// How often it was tried.
    pub visits: u32,
    /// What it is worth to each seat.
    pub scores: Scores,
    /// Whether that is proven.
    pub is_proven: bool,
}

/// A search for the best action in a position.
#[derive(Debug)]
pub struct Search<P: Position> {
    root: P,
    settings: Settings,
    nodes: Vec<Node<P::Action>>,
    rng: Rng,
}

impl<P: Position> Search<P> {
    /// Begins a search. Everything random in it follows from the seed.
    pub fn new(root: P, settings: Settings, seed: u64) -> Self {
        let mut search = Self { root, settings, nodes: Vec::new(), rng: Rng::with_seed(seed) };
        let root = search.root.clone();
        search.add(&root);
        search
    }

    /// Tries this number of lines of play, or fewer if the position is proven before.
    pub fn run(&mut self, iterations: u32) {
        for _ in 0..iterations {
            if self.nodes[0].proven.is_some() {
                return;
            }
            self.iterate();
        }
    }

    /// Continues from the position after an action and what chance decided, with what is known of it. Returns whether the
    /// search has seen it before; otherwise it begins anew.
    pub fn follow(&mut self, action: &P::Action, result: u64, position: P) -> bool {
        let child = self.edges().iter().find(|edge| edge.action == *action).and_then(|edge| {
            edge.children.iter().find(|(chance, _)| chance.result == result).map(|&(_, child)| child)
        });
        let old = std::mem::take(&mut self.nodes);
        self.root = position;
        match child {
            Some(child) => self.keep(old, child),
            None => drop(self.add(&self.root.clone())),
        }
        child.is_some()
    }

    /// Returns how often the first position was visited, by this search and by earlier ones that it continues.
    pub fn visits(&self) -> u32 {
        self.nodes[0].visits
    }

    /// Returns what the first position is worth, if that is proven.
    pub fn proven(&self) -> Option<Scores> {
        self.nodes[0].proven
    }

    /// Returns the number of positions in the tree.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the actions that were tried, best first: proven wins, then the most visited, then losses.
    pub fn ranked(&self) -> Vec<Ranked<P::Action>> {
        let Some(mover) = self.nodes[0].mover else { return Vec::new() };
        let tried = self.edges().iter().filter(|edge| edge.visits > 0);
        let mut ranked: Vec<Ranked<P::Action>> = tried
            .map(|edge| Ranked {
                action: edge.action.clone(),
                visits: edge.visits,
                scores: edge.proven.unwrap_or_else(|| edge.totals.map(|total| total / edge.visits as f32)),
                is_proven: edge.proven.is_some(),
            })
            .collect();
        let is_solved = self.nodes[0].proven.is_some();
        ranked.sort_by(|a, b| {
            let class = |r: &Ranked<P::Action>| match r.is_proven {
                true if r.scores[mover] >= 1.0 => 2,
                true if r.scores[mover] <= 0.0 => 0,
                _ => 1,
            };
            let score = a.scores[mover].total_cmp(&b.scores[mover]);
            let by_score = if is_solved { score } else { std::cmp::Ordering::Equal };
            class(b)
                .cmp(&class(a))
                .then(by_score.reverse())
                .then(b.visits.cmp(&a.visits))
                .then(score.reverse())
        });
        ranked
    }

    fn edges(&self) -> &[Edge<P::Action>] {
        self.nodes[0].edges.as_ref().map_or(&[], |edges| &edges.list)
    }

    /// Adds a node for a position and returns its index.
    fn add(&mut self, position: &P) -> usize {
        let mover = position.mover();
        let proven = mover.is_none().then(|| position.scores());
        self.nodes.push(Node { mover, visits: 0, edges: None, proven });
        self.nodes.len() - 1
    }

    /// Keeps only what can be reached from a node of an old tree, which becomes the first.
    fn keep(&mut self, old: Vec<Node<P::Action>>, first: usize) {
        let mut old: Vec<Option<Node<P::Action>>> = old.into_iter().map(Some).collect();
        let mut waiting = vec![first];
        let mut next = 0;
        while let Some(&at) = waiting.get(next) {
            let Some(mut node) = old[at].take() else { break };
            for edge in node.edges.iter_mut().flat_map(|edges| &mut edges.list) {
                for (_, child) in &mut edge.children {
                    waiting.push(*child);
                    *child = waiting.len() - 1;
                }
            }
            self.nodes.push(node);
            next += 1;
        }
    }

    /// Tries one line of play.
    fn iterate(&mut self) {
        let Line { path, leaf, scores } = self.descend();
        self.nodes[leaf].visits += 1;
        self.carry_back(path, leaf, scores);
    }

    /// Follows the most promising actions to a position that was not seen before, or whose worth is certain.
    fn descend(&mut self) -> Line {
        let mut position = self.root.clone();
        let mut path = Vec::new();
        let mut at = 0;
        let scores = loop {
            if let Some(proven) = self.nodes[at].proven {
                break proven;
            }
            if self.nodes[at].visits == 0 && at != 0 {
                break self.playout(&mut position);
            }
            if self.nodes[at].edges.is_none() {
                self.expand(at, &position);
            }
            let Some((edge, chance)) = self.step(at, &mut position) else { break position.scores() };
            path.push((at, edge));
            at = self.child(at, edge, chance, &position);
        };
        Line { path, leaf: at, scores }
    }

    /// Adds the scores of a line to all actions on it, from the last one back. What is proven can only prove what leads to it.
    fn carry_back(&mut self, path: Vec<(usize, usize)>, leaf: usize, mut scores: Scores) {
        let mut is_proven = self.nodes[leaf].proven.is_some();
        for (at, edge) in path.into_iter().rev() {
            let Some(mut edges) = self.nodes[at].edges.take() else { break };
            let tried = &mut edges.list[edge];
            tried.visits += 1;
            tried.totals.iter_mut().zip(scores).for_each(|(total, score)| *total += score);
            if is_proven {
                tried.solve(&self.nodes);
                is_proven = tried.proven.is_some();
            }
            let node = &mut self.nodes[at];
            node.edges = Some(edges);
            node.visits += 1;
            if is_proven {
                node.solve();
                is_proven = node.proven.is_some();
                scores = node.proven.unwrap_or(scores);
            }
        }
    }

    /// Plays at random from a position that was not seen before, and returns what it comes to.
    fn playout(&mut self, position: &mut P) -> Scores {
        for _ in 0..self.settings.playout {
            let Some(action) = position.any_action(&mut self.rng) else { break };
            if position.play(&action, &mut self.rng).is_none() {
                break;
            }
        }
        position.scores()
    }

    /// Lists the actions of a node.
    fn expand(&mut self, at: usize, position: &P) {
        let Some(mover) = self.nodes[at].mover else { return };
        let most = if at == 0 { self.settings.max_root_actions } else { self.settings.max_actions };
        let (count, actions) = position.actions(most, &mut self.rng);
        let is_complete = count <= actions.len();
        let mut list: Vec<Edge<P::Action>> = Vec::with_capacity(actions.len());
        for action in actions {
            let mut estimate = 0.0;
            if self.settings.trust > 0.0 {
                let mut after = position.clone();
                if after.play(&action, &mut self.rng).is_none() {
                    continue;
                }
                estimate = after.scores()[mover];
            }
            let (totals, children) = (Scores::default(), Vec::new());
            list.push(Edge { action, estimate, visits: 0, totals, proven: None, children });
        }
        self.rng.shuffle(&mut list);
        list.sort_by(|a, b| b.estimate.total_cmp(&a.estimate));
        self.nodes[at].edges = Some(Edges { list, is_complete });
    }

    /// Plays the most promising action of a node that is possible.
    fn step(&mut self, at: usize, position: &mut P) -> Option<(usize, Chance)> {
        loop {
            let edge = self.select(at)?;
            let edges = self.nodes[at].edges.as_mut()?;
            if let Some(chance) = position.play(&edges.list[edge].action, &mut self.rng) {
                return Some((edge, chance));
            }
            edges.list.remove(edge);
        }
    }

    /// Returns the index of the most promising action of a node.
    fn select(&self, at: usize) -> Option<usize> {
        let Node { mover: Some(mover), visits, edges: Some(edges), .. } = &self.nodes[at] else {
            return None;
        };
        let Settings { exploration, trust, .. } = self.settings;
        let spread = f32::max(*visits as f32, 1.0).ln().max(0.5);
        let mut best: Option<(usize, f32)> = None;
        for (i, edge) in edges.list.iter().enumerate() {
            let tries = edge.visits as f32 + trust;
            let promise = match edge.proven {
                Some(scores) => scores[*mover],
                None if tries <= 0.0 => return Some(i),
                None => {
                    let mean = (edge.totals[*mover] + trust * edge.estimate) / tries;
                    mean + exploration * (spread / tries).sqrt()
                }
            };
            if best.is_none_or(|(_, most)| promise > most) {
                best = Some((i, promise));
            }
            // The estimates fall from here on, so no action that was not tried yet can promise more than this one.
            if edge.visits == 0 && edge.proven.is_none() {
                break;
            }
        }
        best.map(|(i, _)| i)
    }

    /// Returns the node that an action has led to, which is added if it is new.
    fn child(&mut self, at: usize, edge: usize, chance: Chance, position: &P) -> usize {
        let children = |node: &Node<P::Action>| {
            let edges = node.edges.as_ref()?;
            let known = edges.list[edge].children.iter().find(|(known, _)| known.result == chance.result)?;
            Some(known.1)
        };
        if let Some(known) = children(&self.nodes[at]) {
            return known;
        }
        let child = self.add(position);
        if let Some(edges) = &mut self.nodes[at].edges {
            edges.list[edge].children.push((chance, child));
        }
        child
    }
}

/// A line of play through the tree.
struct Line {
    /// The nodes, each with the index of the action that was played there.
    path: Vec<(usize, usize)>,
    /// The node where it ended.
    leaf: usize,
    /// What it came to.
    scores: Scores,
}

/// A position in the tree.
#[derive(Debug)]
struct Node<A> {
    /// The seat that acts, or `None` if the match is over.
    mover: Option<usize>,
    visits: u32,
    /// The actions, best estimate first. They are listed when the position is visited for the second time.
    edges: Option<Edges<A>>,
    /// What the position is worth, once proven.
    proven: Option<Scores>,
}

/// The actions of a position.
#[derive(Debug)]
struct Edges<A> {
    list: Vec<Edge<A>>,
    /// Whether the list has all actions of the position. Otherwise, nothing proves that none of them wins.
    is_complete: bool,
}

/// An action, and the positions that it has led to.
#[derive(Debug)]
struct Edge<A> {
    action: A,
    /// The estimate for the seat that acts.
    estimate: f32,
    visits: u32,
    /// The sums of the scores of all visits.
    totals: Scores,
    /// What the action is worth, once proven.
    proven: Option<Scores>,
    /// What chance decided, and the node of the position that followed.
    children: Vec<(Chance, usize)>,
}

impl<A> Edge<A> {
    /// Proves the action if all its results are known, proven and alike.
    fn solve(&mut self, nodes: &[Node<A>]) {
        let mut share = 0.0;
        let mut alike: Option<Scores> = None;
        for &(chance, child) in &self.children {
            let Some(scores) = nodes[child].proven else { return };
            if alike.is_some_and(|alike| alike.map(f32::to_bits) != scores.map(f32::to_bits)) {
                return;
            }
            alike = Some(scores);
            share += chance.share;
        }
        if share > 1.0 - 1e-9 {
            self.proven = alike;
        }
    }
}

impl<A> Node<A> {
    /// Proves the position if an action wins, or if all are proven.
    fn solve(&mut self) {
        let (Some(mover), Some(edges)) = (self.mover, &self.edges) else { return };
        let proven = edges.list.iter().filter_map(|edge| edge.proven);
        let best = proven.reduce(|a, b| if b[mover] > a[mover] { b } else { a });
        let are_all = edges.is_complete && edges.list.iter().all(|edge| edge.proven.is_some());
        self.proven = best.filter(|best| are_all || best[mover] >= 1.0);
    }
}
