//! [`ChoiceEffect`]: what pressing a choice does.

use crate::ui::{ComponentAction, Prefix};
use trigon_rules::games::{AnySession, Move, Seat};

/// The effect of a press on a choice, in private, in the channel or on a what-if board.
pub(crate) enum ChoiceEffect {
    /// Shows what can be chosen after these steps.
    ShowDraft(Prefix),
    /// Plays an action.
    Play {
        /// The action.
        action: Move,
        /// The draft that stays on the pad, if the action was played beside it.
        kept_draft: Option<Prefix>,
    },
}

impl ChoiceEffect {
    /// Returns the effect of a press, or `None` if the choice is not possible now. `value` is what was chosen in a
    /// select.
    pub(crate) fn of(
        session: &dyn AnySession,
        seat: Seat,
        pressed: &ComponentAction,
        value: Option<&str>,
    ) -> Option<Self> {
        let choices = |keys: &[String]| session.choices(seat, keys);
        let action = |prefix: &Prefix| choices(prefix.keys())?.action;
        match pressed {
            ComponentAction::Choose(prefix) => {
                choices(prefix.keys()).map(|_| Self::ShowDraft(prefix.clone()))
            }
            ComponentAction::Select(_, before) => {
                let mut next = choices(before.keys())?.next.into_iter();
                let next = next.find(|next| Some(&next.step.key[..]) == value)?;
                let further = before.then(&next.step.key)?;
                Some(next.done.map_or(Self::ShowDraft(further), Self::play))
            }
            ComponentAction::Confirm(prefix) => action(prefix).map(Self::play),
            ComponentAction::Also(key, draft) => {
                Some(Self::Play { action: action(key)?, kept_draft: Some(draft.clone()) })
            }
            _ => None,
        }
    }

    fn play(action: Move) -> Self {
        Self::Play { action, kept_draft: None }
    }
}
