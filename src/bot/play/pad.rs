//! [`Pad`]: a fixed row of keys that extend a draft, with the buttons for submitting it.

use poise::serenity_prelude::{ButtonStyle, CreateActionRow, CreateButton};

use super::component_context::ComponentContext;
use super::texts;
use crate::ui::limits::{BUTTONS, ROWS};
use crate::ui::{ComponentAction, Prefix};
use trigon_rules::games::{AnySession, Choices, Move, NextStep, PadKey, Seat};

/// A pad with a draft on it.
pub(super) struct Pad<'a> {
    pub(super) session: &'a dyn AnySession,
    pub(super) seat: Seat,
    pub(super) keys: &'static [PadKey],
    /// The steps so far.
    pub(super) prefix: &'a Prefix,
    /// The choices after them.
    pub(super) choices: &'a Choices,
}

impl Pad<'_> {
    /// Returns whether a key can be pressed now.
    fn is_possible(&self, key: &PadKey) -> bool {
        self.choices.next.iter().any(|next| next.step.key == key.key)
    }

    /// Explains why a key is disabled, if one is and the game has a reason.
    pub(super) fn hint(&self) -> Option<String> {
        let has_disabled_key = self.keys.iter().any(|key| !self.is_possible(key));
        has_disabled_key.then(|| self.session.hint(self.seat, self.prefix.keys())).flatten()
    }

    /// Returns whether the pad shows something other than the stored answer or, without one, nothing.
    pub(super) fn has_unsubmitted_draft(&self, stored: Option<&Move>) -> bool {
        match stored {
            Some(stored) => self.choices.action.as_ref() != Some(stored),
            None => !self.prefix.keys().is_empty(),
        }
    }

    /// Returns the components: the keys, and below them the buttons for the draft and for the other steps. `stored` is the answer
    /// that need not be submitted again.
    pub(super) fn rows(&self, context: ComponentContext, stored: Option<&Move>) -> Vec<CreateActionRow> {
        let keys = self.keys.iter().map(|key| self.key_button(context, key)).collect::<Vec<_>>();
        let mut below = self.draft_buttons(context, stored);
        below.extend(self.buttons_of_other_steps(context));
        let rows = keys.chunks(BUTTONS).chain(below.chunks(BUTTONS));
        rows.take(ROWS).map(|row| CreateActionRow::Buttons(row.to_vec())).collect()
    }

    /// Returns the button that extends the draft by a key.
    fn key_button(&self, context: ComponentContext, key: &PadKey) -> CreateButton {
        match self.prefix.then(key.key) {
            Some(further) => {
                context.button(ComponentAction::Choose(further), key.label).disabled(!self.is_possible(key))
            }
            None => disabled_button(key.label),
        }
    }

    /// Returns the buttons that take back the last key or all of them, or submit the draft.
    fn draft_buttons(&self, context: ComponentContext, stored: Option<&Move>) -> Vec<CreateButton> {
        let undo = match self.prefix.before() {
            Some(before) => context.button(ComponentAction::Choose(before), texts::UNDO),
            None => disabled_button(texts::UNDO),
        };
        // After a single step it would do the same as `Undo`, and no two components may have the same identifier.
        let clear = match self.prefix.keys() {
            [] | [_] => disabled_button(texts::CLEAR),
            _ => context.button(ComponentAction::Choose(Prefix::default()), texts::CLEAR),
        };
        let action = self.choices.action.as_ref();
        let submit = context
            .button(ComponentAction::Confirm(self.prefix.clone()), &texts::submit(self.session, action))
            .style(ButtonStyle::Success)
            .disabled(action.is_none() || action == stored);
        vec![undo, clear, submit]
    }

    /// Returns buttons for the steps that are not keys of the pad. One that leads on extends the draft, and one that is a complete
    /// action is played at once and leaves the draft as it is.
    fn buttons_of_other_steps(&self, context: ComponentContext) -> Vec<CreateButton> {
        let is_other = |next: &&NextStep| self.keys.iter().all(|key| key.key != next.step.key);
        let leading_on = self.choices.next.iter().filter(is_other).filter(|next| next.done.is_none());
        let leading_on = leading_on.filter_map(|next| {
            Some(context.button(ComponentAction::Choose(self.prefix.then(&next.step.key)?), &next.step.label))
        });
        let start = self.session.choices(self.seat, &[]).map(|choices| choices.next).unwrap_or_default();
        let complete = start.iter().filter(is_other).filter(|next| next.done.is_some());
        let complete = complete.filter_map(|next| {
            let action = ComponentAction::also(&next.step.key, self.prefix.clone())?;
            Some(context.button(action, &next.step.label))
        });
        leading_on.chain(complete).collect()
    }
}

/// Returns a disabled button. Discord wants a unique identifier even for that.
fn disabled_button(label: &str) -> CreateButton {
    CreateButton::new(format!("off:{label}")).label(label).style(ButtonStyle::Secondary).disabled(true)
}
