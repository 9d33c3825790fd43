//! Computed seats: [`Sight`], all that such a seat gets to decide from, and how it decides.

use std::hash::{DefaultHasher, Hash, Hasher};

use fastrand::Rng;
use trigon_search::{Chance, MAX_SEATS, Position, Ranked, Scores, Search};

use super::{By, Decision, Draws, Effort, Game, Level, Seat, Skill, Tuning, Viewer};

/// All that a computed seat gets to decide from: what the seat may see, and what it may do. It holds neither the state
/// nor the draws, so a decision cannot depend on anything hidden.
///
/// Where players have to keep track of something themselves, a computed seat does so without mistakes: it sees what
/// [`Viewer::Beside`] sees.
#[derive(Debug)]
pub struct Sight<G: Game> {
    seen: G::Observation,
    seat: Seat,
    legal: Vec<G::Action>,
}

/// A [`Sight`] in any game.
pub trait AnySight: Send + Sync {
    /// Returns the seat.
    fn seat(&self) -> Seat;

    /// Decides. Everything random follows from the seed, so a thought that was interrupted can be had again. Returns
    /// `None` if the seat has nothing to decide.
    fn decide(&self, skill: Skill, seed: u64) -> Option<Thought>;

    /// Finds out what an action is worth: all tries begin with it. Returns `None` if the action is not legal, or if the
    /// seat cannot look ahead in this game.
    fn assess(&self, action: &str, tries: u32, seed: u64) -> Option<RatedAction>;
}

/// A decision, and what led to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Thought {
    /// The action, in canonical notation.
    pub action: String,
    /// What else the seat does in the same phase, in canonical notation and in this order. Games of turns have none.
    pub further: Vec<String>,
    /// The actions that were considered, best first. Empty if the seat did not search.
    pub lines: Vec<RatedAction>,
}

/// An action that a seat considered.
#[derive(Debug, Clone, PartialEq)]
pub struct RatedAction {
    /// The action, in canonical notation.
    pub action: String,
    /// How often it was tried.
    pub visits: u32,
    /// What each seat’s share of the win is thought to be, from 0 to 1, in seat order.
    pub shares: Vec<f32>,
    /// Whether the shares are proven.
    pub is_proven: bool,
}

impl<G: Game> Sight<G> {
    /// Returns what a seat sees and may do in a state.
    pub(super) fn of(state: &G::State, seat: Seat) -> Self {
        let legal = G::legal(state, seat);
        Self { seen: G::observe(state, Viewer::Beside(seat)), seat, legal }
    }

    /// Returns what the game decides without a search, if it does.
    fn decided(&self, tries: u32, seed: u64) -> Option<Thought> {
        let actions = G::decide(&self.seen, self.seat, &self.legal, tries, &mut Rng::with_seed(seed))?;
        let mut actions = actions.into_iter().filter(|action| self.legal.contains(action));
        let action = actions.next()?.to_string();
        let further = actions.map(|action| action.to_string()).collect();
        Some(Thought { action, further, lines: Vec::new() })
    }

    /// Returns what a search has come to, best first, as far as the actions are legal. With `only`, it tries no other
    /// action.
    fn lines(&self, only: Option<&G::Action>, effort: Effort, seed: u64) -> Vec<RatedAction> {
        let state = G::imagine(&self.seen, &mut Rng::with_seed(seed));
        let Some(state) = state.filter(|state| G::next(state) == Some(self.seat)) else { return Vec::new() };
        let seats = G::seat_count(&state).min(MAX_SEATS);
        let imagined = Imagined::<G> { state, only: only.cloned() };
        let mut settings = G::TUNING.settings;
        settings.max_root_actions = settings.max_root_actions.min(effort.notices);
        let mut search = Search::new(imagined, settings, seed);
        search.run(effort.tries);
        let legal = search.ranked().into_iter().filter(|ranked| self.legal.contains(&ranked.action));
        let line = |ranked: Ranked<G::Action>| {
            let scores = &ranked.scores[..seats];
            // Estimates of what seats have for themselves need not add up to 1.
            let sum: f32 = scores.iter().sum();
            let shares = scores.iter().map(|score| if sum > 0.0 { score / sum } else { *score }).collect();
            let (visits, is_proven) = (ranked.visits, ranked.is_proven);
            RatedAction { action: ranked.action.to_string(), visits, shares, is_proven }
        };
        legal.map(line).collect()
    }

    /// Returns the action of a line. Without lines, it is any legal action.
    fn thought(&self, chosen: usize, lines: Vec<RatedAction>, seed: u64) -> Option<Thought> {
        let action = match lines.get(chosen) {
            Some(line) => line.action.clone(),
            None => Rng::with_seed(seed).choice(&self.legal)?.to_string(),
        };
        Some(Thought { action, further: Vec::new(), lines })
    }
}

impl<G: Game> AnySight for Sight<G> {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn decide(&self, skill: Skill, seed: u64) -> Option<Thought> {
        let effort = match skill {
            Skill::Random => return self.thought(0, Vec::new(), seed),
            Skill::Level(level) => G::TUNING.levels[usize::from(level.number() - 1)],
            Skill::Tries(tries) => Effort::tries(tries),
        };
        if let Some(thought) = self.decided(effort.tries, seed) {
            return Some(thought);
        }
        let lines = self.lines(None, effort, seed);
        let is_lowest = skill == Skill::Level(Level::ALL[0]);
        let chosen = if is_lowest { chosen_by_visits(&lines, seed) } else { 0 };
        self.thought(chosen, lines, seed)
    }

    fn assess(&self, action: &str, tries: u32, seed: u64) -> Option<RatedAction> {
        let action: G::Action = action.parse().ok()?;
        self.lines(Some(&action), Effort::tries(tries), seed).pop()
    }
}

/// Returns the index of a random action: one that was tried more often is more likely, good or not.
fn chosen_by_visits(lines: &[RatedAction], seed: u64) -> usize {
    let all: u32 = lines.iter().map(|line| line.visits).sum();
    let mut visit = Rng::with_seed(!seed).u32(..all.max(1));
    // The visits of all lines form one list, from which one visit was chosen.
    for (index, line) in lines.iter().enumerate() {
        if visit < line.visits {
            return index;
        }
        visit -= line.visits;
    }
    0
}

/// Returns what computed seats decide in the current phase, each by what it sees, in the order of their entries.
pub fn plan<G: Game>(state: &G::State, skill: Skill, rng: &mut Rng) -> Vec<(Seat, G::Action)> {
    if skill == Skill::Random {
        return G::at_random(state, rng);
    }
    let mut plan = Vec::new();
    for Decision { seat, .. } in G::to_act(state) {
        let thought = Sight::<G>::of(state, seat).decide(skill, rng.u64(..));
        let actions = thought.into_iter().flat_map(|it| std::iter::once(it.action).chain(it.further));
        plan.extend(actions.filter_map(|action| Some((seat, action.parse().ok()?))));
    }
    plan
}

/// A state that fits what a seat has seen, for the search.
struct Imagined<G: Game> {
    state: G::State,
    /// The only action that is considered now.
    only: Option<G::Action>,
}

// A derived implementation would require `G: Clone`.
impl<G: Game> Clone for Imagined<G> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), only: self.only.clone() }
    }
}

impl<G: Game> Position for Imagined<G> {
    type Action = G::Action;

    fn mover(&self) -> Option<usize> {
        G::next(&self.state)?.index(MAX_SEATS)
    }

    fn actions(&self, most: usize, rng: &mut Rng) -> (usize, Vec<G::Action>) {
        let Some(seat) = G::next(&self.state) else { return (0, Vec::new()) };
        if let Some(only) = &self.only {
            return (1, vec![only.clone()]);
        }
        G::some_legal(&self.state, seat, most, rng)
    }

    fn any_action(&self, rng: &mut Rng) -> Option<G::Action> {
        let seat = G::next(&self.state)?;
        G::some_legal(&self.state, seat, 1, rng).1.pop()
    }

    fn play(&mut self, action: &G::Action, rng: &mut Rng) -> Option<Chance> {
        let seat = G::next(&self.state)?;
        let mut draws = Draws::imagined(rng.u64(..));
        G::apply(&mut self.state, By::Seat(seat), action, &mut draws).ok()?;
        self.only = None;
        let share = draws.probability();
        if share >= 1.0 {
            return Some(Chance::NONE);
        }
        let mut hasher = DefaultHasher::new();
        draws.take_recorded().hash(&mut hasher);
        Some(Chance { result: hasher.finish(), share })
    }

    fn scores(&self) -> Scores {
        let seats = G::seat_count(&self.state).min(MAX_SEATS);
        if G::next(&self.state).is_none()
            && let Some(outcome) = G::outcome(&self.state)
        {
            let mut scores = Scores::default();
            for (score, seat) in scores.iter_mut().zip(Seat::all(seats)) {
                *score = outcome.share(seat) as f32;
            }
            return scores;
        }
        let rates: Vec<f32> = Seat::all(seats).map(|seat| G::rate(&self.state, seat)).collect();
        estimate(&rates, &G::TUNING)
    }
}

/// Returns the shares of the win that follow from what a position is worth to each seat. They need not add up to 1.
pub(super) fn estimate(rates: &[f32], tuning: &Tuning) -> Scores {
    let Tuning { scale, rivalry, half, .. } = *tuning;
    let mut scores = Scores::default();
    let highest = rates.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for (score, rate) in scores.iter_mut().zip(rates) {
        *score = ((rate - highest) / scale).exp();
        sum += *score;
    }
    for (score, rate) in scores.iter_mut().zip(rates) {
        let own = 1.0 / (1.0 + ((half - rate) / scale).exp());
        *score = rivalry * *score / sum + (1.0 - rivalry) * own;
    }
    scores
}
