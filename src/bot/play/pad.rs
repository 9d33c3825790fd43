//! The components of a pad: its keys, its draft, and the other steps.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow, CreateButton};

use super::steps::At;
use super::texts;
use crate::ui::limits::{BUTTONS, ROWS};
use crate::ui::{ComponentAction, Prefix};
use trigon_rules::games::{AnySession, Choices, Move, Next, PadKey, Seat};

/// A draft on a pad.
pub(super) struct Draft<'a> {
    /// The match being played.
    pub(super) session: &'a dyn AnySession,
    /// The seat that draws.
    pub(super) seat: Seat,
    /// The keys of the pad.
    pub(super) keys: &'static [PadKey],
    /// The steps so far.
    pub(super) prefix: &'a Prefix,
    /// The choices after them.
    pub(super) choices: &'a Choices,
}

impl Draft<'_> {
    /// Returns whether a key leads to an action.
    fn leads(&self, key: &PadKey) -> bool {
        self.choices.next.iter().any(|next| next.step.key == key.key)
    }

    /// Explains why a key is disabled.
    pub(super) fn hint(&self) -> Option<String> {
        let is_stuck = self.keys.iter().any(|key| !self.leads(key));
        is_stuck.then(|| self.session.hint(self.seat, self.prefix.keys())).flatten()
    }

    /// Returns whether the draft is more than an empty pad or the stored answer.
    pub(super) fn is_new(&self, answer: Option<&Move>) -> bool {
        match answer {
            Some(answer) => self.choices.action.as_ref() != Some(answer),
            None => !self.prefix.keys().is_empty(),
        }
    }

    /// Returns what can be pressed: the keys, then what concerns the draft, with the other steps after it.
    pub(super) fn rows(&self, at: At, answer: Option<&Move>) -> Vec<CreateActionRow> {
        let Self { session, keys, prefix, choices, .. } = self;
        let key = |key: &PadKey| {
            let button = match prefix.then(key.key) {
                Some(further) => at.button(ComponentAction::Choose(further), key.label),
                None => off(key.label),
            };
            button.disabled(!self.leads(key))
        };
        let undo = match prefix.before() {
            Some(before) => at.button(ComponentAction::Choose(before), texts::UNDO),
            None => off(texts::UNDO),
        };
        // After a single step it would do the same as `Undo`, and no two components may have the same identifier.
        let clear = match prefix.keys() {
            [] | [_] => off(texts::CLEAR),
            _ => at.button(ComponentAction::Choose(Prefix::default()), texts::CLEAR),
        };
        let action = choices.action.as_ref();
        let submit = at.button(ComponentAction::Confirm((*prefix).clone()), &texts::submit(*session, action));
        let submit = submit.style(ButtonStyle::Success).disabled(action.is_none() || action == answer);
        let mut others = vec![undo, clear, submit];
        others.extend(self.others(at));
        let mut rows: Vec<CreateActionRow> =
            keys.chunks(BUTTONS).map(|row| CreateActionRow::Buttons(row.iter().map(key).collect())).collect();
        rows.extend(others.chunks(BUTTONS).map(|row| CreateActionRow::Buttons(row.to_vec())));
        rows.truncate(ROWS);
        rows
    }

    /// Returns buttons for the steps that are not keys of the pad. One that is an action by itself is played at once and
    /// leaves the draft as it is.
    fn others(&self, at: At) -> Vec<CreateButton> {
        let is_other = |next: &&Next| self.keys.iter().all(|key| key.key != next.step.key);
        let onward = self.choices.next.iter().filter(is_other).filter(|next| next.done.is_none());
        let onward = onward.filter_map(|next| {
            Some(at.button(ComponentAction::Choose(self.prefix.then(&next.step.key)?), &next.step.label))
        });
        let start = self.session.choices(self.seat, &[]).map(|choices| choices.next).unwrap_or_default();
        let beside = start.iter().filter(is_other).filter(|next| next.done.is_some());
        let beside = beside.filter_map(|next| {
            Some(at.button(ComponentAction::also(&next.step.key, self.prefix.clone())?, &next.step.label))
        });
        onward.chain(beside).collect()
    }
}

/// Returns a button that cannot be pressed. It needs a unique identifier nevertheless.
fn off(label: &str) -> CreateButton {
    CreateButton::new(format!("off:{label}")).label(label).style(ButtonStyle::Secondary).disabled(true)
}
