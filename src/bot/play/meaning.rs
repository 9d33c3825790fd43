//! [`Meaning`]: what pressing a choice means.

use crate::ui::{ComponentAction, Prefix};
use trigon_rules::games::{AnySession, Move, Seat};

/// The meaning of a press on a choice, in private, in the channel or on a what-if board.
pub(crate) enum Meaning {
    /// Show what can be chosen after these steps.
    Draft(Prefix),
    /// Play this action and keep the draft, if any, on the pad.
    Action(Move, Option<Prefix>),
}

impl Meaning {
    /// Returns the meaning of a press, or `None` if it cannot be chosen now.
    pub(crate) fn of(
        session: &dyn AnySession,
        seat: Seat,
        pressed: &ComponentAction,
        value: Option<&str>,
    ) -> Option<Self> {
        let choices = |keys: &[String]| session.choices(seat, keys);
        let action = |prefix: &Prefix| choices(prefix.keys())?.action;
        match pressed {
            ComponentAction::Choose(prefix) => choices(prefix.keys()).map(|_| Self::Draft(prefix.clone())),
            ComponentAction::Select(_, before) => {
                let mut next = choices(before.keys())?.next.into_iter();
                let next = next.find(|next| Some(&next.step.key[..]) == value)?;
                let further = before.then(&next.step.key)?;
                Some(next.done.map_or(Self::Draft(further), |action| Self::Action(action, None)))
            }
            ComponentAction::Confirm(prefix) => Some(Self::Action(action(prefix)?, None)),
            ComponentAction::Also(key, draft) => Some(Self::Action(action(key)?, Some(draft.clone()))),
            _ => None,
        }
    }
}
