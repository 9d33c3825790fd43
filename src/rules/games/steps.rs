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
    let automatic = layout == Layout::Buttons;
    let blind = G::blind(state, seat);
    let mut actions = G::legal(state, seat);
    actions.retain(|action| !blind.contains(action));
    actions.extend(blind);
    let mut keys = keys.iter();
    let mut chosen = Vec::new();
    loop {
        let depth = chosen.len();
        if let ([action], true) = (&actions[..], automatic) {
            chosen.extend((depth..).map_while(|n| G::step(seen, action, n, names)));
            // All keys must have been used.
            let action = keys.next().is_none().then(|| Move::new(action.clone()))?;
            return Some(Choices { layout, chosen, next: Vec::new(), action: Some(action) });
        }
        let mut groups = grouped_by_step::<G>(seen, &actions, depth, names);
        let found = match groups.len() {
            0 if automatic => return None,
            1 if automatic => 0,
            _ => match keys.next() {
                Some(key) => groups.iter().position(|group| group.step.key == *key)?,
                None => {
                    let is_whole = |action: &&G::Action| G::step(seen, action, depth, names).is_none();
                    let action = actions.iter().find(is_whole).cloned().map(Move::new);
                    groups.sort_by(|a, b| a.step.key.cmp(&b.step.key));
                    let next = groups.into_iter().map(|group| {
                        let only = &actions[group.members[0]];
                        let done = group.members.len() == 1 && !G::confirms(only);
                        NextStep { step: group.step, done: done.then(|| Move::new(only.clone())) }
                    });
                    return Some(Choices { layout, chosen, next: next.collect(), action });
                }
            },
        };
        let group = groups.swap_remove(found);
        chosen.push(group.step);
        let mut members = group.members.into_iter().peekable();
        let mut place = 0..;
        actions.retain(|_| members.next_if_eq(&place.next().unwrap_or_default()).is_some());
    }
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

/// Actions that share their next step.
struct StepGroup {
    step: Step,
    /// The indices of the actions in the list that was grouped.
    members: Vec<usize>,
}

/// Groups actions by their step at a depth. Actions without such a step are left out.
fn grouped_by_step<G: Game>(
    seen: &G::Observation,
    actions: &[G::Action],
    depth: usize,
    names: &Names,
) -> Vec<StepGroup> {
    let mut groups: Vec<StepGroup> = Vec::new();
    // Similar actions are adjacent in the list, so the last group often fits.
    let mut last = 0;
    for (member, action) in actions.iter().enumerate() {
        let Some(step) = G::step(seen, action, depth, names) else { continue };
        let is_same = |group: &StepGroup| group.step.key == step.key;
        if !groups.get(last).is_some_and(is_same) {
            last = groups.iter().position(is_same).unwrap_or(groups.len());
        }
        match groups.get_mut(last) {
            Some(group) => group.members.push(member),
            None => groups.push(StepGroup { step, members: vec![member] }),
        }
    }
    groups
}
