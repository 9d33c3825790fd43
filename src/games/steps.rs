//! [`Choices`]: an action chosen step by step, out of all that are legal.
//!
//! The steps of all legal actions form a tree. Whoever has chosen a few of them sees which come next; where there
//! is one way only it is taken by itself.

use super::{Game, Seat};

/// A part of an action, as a person chooses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What tells it from the other steps at the same place: a few characters of ASCII, in the order of which
    /// steps are shown; without `:` and `_`, which faces put between keys.
    pub key: String,
    /// What is chosen, for people.
    pub label: String,
    /// What it is of the action: `Piece`, `To`.
    pub what: &'static str,
}

impl Step {
    /// A step.
    pub fn new(what: &'static str, key: impl Into<String>, label: impl Into<String>) -> Self {
        Self { key: key.into(), label: label.into(), what }
    }
}

/// A step that can be chosen next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Next {
    /// The step.
    pub step: Step,
    /// The action, if this is the last thing to choose and the action wants no confirmation.
    pub done: Option<String>,
}

/// What is left to choose after some steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choices {
    /// The steps so far, with those that were taken by themselves.
    pub chosen: Vec<Step>,
    /// What can be chosen now; nothing when the action is complete.
    pub next: Vec<Next>,
    /// The action in canonical writing, when it is complete.
    pub action: Option<String>,
}

/// The actions that begin with the steps of some keys. A key is only wanted where there is more than one way.
///
/// `None` where no action begins so.
pub(super) fn choices<G: Game>(state: &G::State, seat: Seat, keys: &[String]) -> Option<Choices> {
    let mut actions = G::legal(state, seat);
    let mut keys = keys.iter();
    let mut chosen = Vec::new();
    loop {
        let depth = chosen.len();
        if let [action] = &actions[..] {
            chosen.extend((depth..).map_while(|n| G::step(state, action, n)));
            // All that was chosen has been heard.
            let action = keys.next().is_none().then(|| action.to_string())?;
            return Some(Choices { chosen, next: Vec::new(), action: Some(action) });
        }
        let mut groups = grouped::<G>(state, &actions, depth);
        let found = match groups.len() {
            0 => return None,
            1 => 0,
            _ => match keys.next() {
                Some(key) => groups.iter().position(|group| group.step.key == *key)?,
                None => {
                    groups.sort_by(|a, b| a.step.key.cmp(&b.step.key));
                    let next = groups.into_iter().map(|group| {
                        let only = &actions[group.members[0]];
                        let done = group.members.len() == 1 && !G::confirms(only);
                        Next { step: group.step, done: done.then(|| only.to_string()) }
                    });
                    return Some(Choices { chosen, next: next.collect(), action: None });
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

/// The keys with which a person comes to an action; `None` for one that is not legal.
pub(super) fn keys<G: Game>(state: &G::State, seat: Seat, action: &G::Action) -> Option<Vec<String>> {
    let mut keys = Vec::new();
    loop {
        let choices = choices::<G>(state, seat, &keys)?;
        if let Some(complete) = choices.action {
            return (complete == action.to_string()).then_some(keys);
        }
        keys.push(G::step(state, action, choices.chosen.len())?.key);
    }
}

/// Actions that have the same step at a place.
struct Group {
    step: Step,
    members: Vec<usize>,
}

fn grouped<G: Game>(state: &G::State, actions: &[G::Action], depth: usize) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    // Actions are listed family by family, so the same step often follows.
    let mut last = 0;
    for (member, action) in actions.iter().enumerate() {
        let Some(step) = G::step(state, action, depth) else { continue };
        let is_same = |group: &Group| group.step.key == step.key;
        if !groups.get(last).is_some_and(is_same) {
            last = groups.iter().position(is_same).unwrap_or(groups.len());
        }
        match groups.get_mut(last) {
            Some(group) => group.members.push(member),
            None => groups.push(Group { step, members: vec![member] }),
        }
    }
    groups
}
