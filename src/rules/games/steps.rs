//! [`Choices`] and [`Move`]: an action, chosen step by step or parsed.
//!
//! The steps of all actions that a seat may play or try form a tree. After each step, a player sees the possible next
//! steps. With [buttons](Layout::Buttons), a step without an alternative is chosen automatically. On a
//! [pad](Layout::Pad), the player presses every key, and the steps of one action may be a prefix of another's.

use std::any::Any;
use std::fmt::{self, Debug, Display};
use std::sync::Arc;

use super::{Game, Layout, Names, Seat, Step, Viewer};

/// A parsed action, with its canonical notation. Only the game that parsed it can play it.
#[derive(Clone)]
pub struct Move {
    text: Arc<str>,
    action: Arc<dyn Any + Send + Sync>,
}

impl Move {
    /// Wraps an action of a game.
    pub fn new<A: Display + Send + Sync + 'static>(action: A) -> Self {
        Self { text: action.to_string().into(), action: Arc::new(action) }
    }

    /// Returns the action in canonical notation.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the action itself, or `None` if it belongs to another game.
    pub(super) fn action<A: 'static>(&self) -> Option<&A> {
        self.action.downcast_ref()
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.text, f)
    }
}

// Printing an action and parsing it returns the same one, so its notation identifies it.
impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Move {}

/// A step that can be chosen next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextStep {
    /// The step.
    pub step: Step,
    /// The action, if this is its last step and needs no confirmation.
    pub done: Option<Move>,
}

/// The choices available after some steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choices {
    /// How the choices are arranged.
    pub layout: Layout,
    /// The steps so far, including those chosen automatically.
    pub chosen: Vec<Step>,
    /// The steps that can be chosen next.
    pub next: Vec<NextStep>,
    /// The action that the steps so far form, if they form one.
    pub action: Option<Move>,
}

/// Returns what a seat can choose after the steps with these keys, or `None` if no action that it may play or
/// [try](Game::blind) begins with them. With buttons, steps without an alternative have no key in the list.
pub(super) fn choices<G: Game>(
    state: &G::State,
    seat: Seat,
    keys: &[String],
    names: &Names,
) -> Option<Choices> {
    let layout = layout::<G>(state, seat)?;
    let seen = &G::observe(state, Viewer::Seat(seat));
    let blind = G::blind(state, seat);
    let mut actions = G::legal(state, seat);
    actions.retain(|action| !blind.contains(action));
    actions.extend(blind);
    TreeWalk::<G> { layout, seen, names, chosen: Vec::new(), actions }.follow(keys)
}

/// The way from the root of the tree of actions to one of its branches.
struct TreeWalk<'a, G: Game> {
    layout: Layout,
    seen: &'a G::Observation,
    names: &'a Names,
    /// The steps so far.
    chosen: Vec<Step>,
    /// The actions that begin with these steps.
    actions: Vec<G::Action>,
}

impl<G: Game> TreeWalk<'_, G> {
    /// Takes the steps with these keys, and lists what can be chosen next. Returns `None` if no action begins with them.
    fn follow(mut self, keys: &[String]) -> Option<Choices> {
        let skips_lone_steps = self.layout == Layout::Buttons;
        let mut keys = keys.iter();
        loop {
            if skips_lone_steps && let [action] = &self.actions[..] {
                let action = action.clone();
                return keys.next().is_none().then(|| self.complete(action));
            }
            let mut branches = self.branches();
            let taken = match branches.len() {
                0 if skips_lone_steps => return None,
                1 if skips_lone_steps => 0,
                _ => match keys.next() {
                    Some(key) => branches.iter().position(|branch| branch.step.key == *key)?,
                    None => return Some(self.list(branches)),
                },
            };
            self.take(branches.swap_remove(taken));
        }
    }

    /// Groups the actions by their next step. Actions without a next step are left out.
    fn branches(&self) -> Vec<Branch> {
        let mut branches: Vec<Branch> = Vec::new();
        // Similar actions are adjacent in the list, so the last branch often fits.
        let mut last = 0;
        for (index, action) in self.actions.iter().enumerate() {
            let Some(step) = self.next_step(action) else { continue };
            let is_same = |branch: &Branch| branch.step.key == step.key;
            if !branches.get(last).is_some_and(is_same) {
                last = branches.iter().position(is_same).unwrap_or(branches.len());
            }
            match branches.get_mut(last) {
                Some(branch) => branch.actions.push(index),
                None => branches.push(Branch { step, actions: vec![index] }),
            }
        }
        branches
    }

    fn next_step(&self, action: &G::Action) -> Option<Step> {
        G::step(self.seen, action, self.chosen.len(), self.names)
    }

    /// Takes the step of a branch, which leaves only its actions.
    fn take(&mut self, branch: Branch) {
        self.chosen.push(branch.step);
        let mut kept = branch.actions.into_iter().peekable();
        let mut indices = 0..;
        self.actions.retain(|_| kept.next_if_eq(&indices.next().unwrap_or_default()).is_some());
    }

    /// Takes the remaining steps of the only action that is left.
    fn complete(mut self, action: G::Action) -> Choices {
        while let Some(step) = self.next_step(&action) {
            self.chosen.push(step);
        }
        let action = Some(Move::new(action));
        Choices { layout: self.layout, chosen: self.chosen, next: Vec::new(), action }
    }

    /// Stops here, with the branches as the choices.
    fn list(self, mut branches: Vec<Branch>) -> Choices {
        branches.sort_by(|a, b| a.step.key.cmp(&b.step.key));
        let next = branches.into_iter().map(|branch| {
            let first = &self.actions[branch.actions[0]];
            let is_done = branch.actions.len() == 1 && !G::confirms(first);
            NextStep { step: branch.step, done: is_done.then(|| Move::new(first.clone())) }
        });
        let next = next.collect();
        let whole = self.actions.iter().find(|action| self.next_step(action).is_none());
        let action = whole.cloned().map(Move::new);
        Choices { layout: self.layout, chosen: self.chosen, next, action }
    }
}

/// Actions that share their next step.
struct Branch {
    step: Step,
    /// The indices of the actions in the list of the walk.
    actions: Vec<usize>,
}

/// Returns how the choices of a seat are arranged, or `None` if it is not asked to act.
fn layout<G: Game>(state: &G::State, seat: Seat) -> Option<Layout> {
    let decision = G::to_act(state).into_iter().find(|decision| decision.seat == seat)?;
    Some(G::prompt(&decision).layout)
}

/// Returns the keys that lead to an action, or `None` if it is not legal.
pub(super) fn keys<G: Game>(
    state: &G::State,
    seat: Seat,
    action: &G::Action,
    names: &Names,
) -> Option<Vec<String>> {
    let seen = G::observe(state, Viewer::Seat(seat));
    let mut keys = Vec::new();
    loop {
        let choices = choices::<G>(state, seat, &keys, names)?;
        if choices.action.is_some_and(|complete| complete.action() == Some(action)) {
            return Some(keys);
        }
        keys.push(G::step(&seen, action, choices.chosen.len(), names)?.key);
    }
}
