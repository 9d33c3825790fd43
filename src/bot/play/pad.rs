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

    /// Explains why a key is disabled.
    pub(super) fn hint(&self) -> Option<String> {
        let has_disabled_key = self.keys.iter().any(|key| !self.is_possible(key));
        has_disabled_key.then(|| self.session.hint(self.seat, self.prefix.keys())).flatten()
    }

    /// Returns whether the draft is more than an empty pad or the stored answer.
    pub(super) fn is_new(&self, answer: Option<&Move>) -> bool {
        match answer {
            Some(answer) => self.choices.action.as_ref() != Some(answer),
            None => !self.prefix.keys().is_empty(),
        }
    }

    /// Returns the components: the keys, then the buttons for the draft, then the other steps.
    pub(super) fn rows(&self, context: ComponentContext, answer: Option<&Move>) -> Vec<CreateActionRow> {
        let Self { session, keys, prefix, choices, .. } = self;
        let key = |key: &PadKey| {
            let button = match prefix.then(key.key) {
                Some(further) => context.button(ComponentAction::Choose(further), key.label),
                None => disabled_button(key.label),
            };
            button.disabled(!self.is_possible(key))
        };
        let undo = match prefix.before() {
            Some(before) => context.button(ComponentAction::Choose(before), texts::UNDO),
            None => disabled_button(texts::UNDO),
        };
        // After a single step it would do the same as `Undo`, and no two components may have the same identifier.
        let clear = match prefix.keys() {
            [] | [_] => disabled_button(texts::CLEAR),
            _ => context.button(ComponentAction::Choose(Prefix::default()), texts::CLEAR),
        };
        let action = choices.action.as_ref();
        let submit =
            context.button(ComponentAction::Confirm((*prefix).clone()), &texts::submit(*session, action));
        let submit = submit.style(ButtonStyle::Success).disabled(action.is_none() || action == answer);
        let mut others = vec![undo, clear, submit];
        others.extend(self.others(context));
        let mut rows: Vec<CreateActionRow> =
            keys.chunks(BUTTONS).map(|row| CreateActionRow::Buttons(row.iter().map(key).collect())).collect();
        rows.extend(others.chunks(BUTTONS).map(|row| CreateActionRow::Buttons(row.to_vec())));
        rows.truncate(ROWS);
        rows
    }

    /// Returns buttons for the steps that are not keys of the pad. A step that is a complete action is played at once
    /// and leaves the draft as it is.
    fn others(&self, context: ComponentContext) -> Vec<CreateButton> {
        let is_other = |next: &&NextStep| self.keys.iter().all(|key| key.key != next.step.key);
        let onward = self.choices.next.iter().filter(is_other).filter(|next| next.done.is_none());
        let onward = onward.filter_map(|next| {
            Some(context.button(ComponentAction::Choose(self.prefix.then(&next.step.key)?), &next.step.label))
        });
        let start = self.session.choices(self.seat, &[]).map(|choices| choices.next).unwrap_or_default();
        let beside = start.iter().filter(is_other).filter(|next| next.done.is_some());
        let beside = beside.filter_map(|next| {
            Some(
                context.button(ComponentAction::also(&next.step.key, self.prefix.clone())?, &next.step.label),
            )
        });
        onward.chain(beside).collect()
    }
}

/// Returns a disabled button. Even that needs a unique identifier.
fn disabled_button(label: &str) -> CreateButton {
    CreateButton::new(format!("off:{label}")).label(label).style(ButtonStyle::Secondary).disabled(true)
}
