//! [`Draft`]: what a player has drawn on a pad and not submitted. It is stored nowhere: the components of the message with the pad
//! carry it.

use poise::serenity_prelude::{ButtonStyle, CreateActionRow};
use serde_json::Value;

use super::component_context::ComponentContext;
use super::pad::Pad;
use super::texts;
use crate::ui::{ComponentAction, CustomId, Prefix};
use trigon_engine::matches::Match;
use trigon_rules::games::{Audience, Layout, Move, Seat};

/// What a player has drawn on a pad and not submitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Draft {
    prefix: Prefix,
    /// The draft in words, in bold.
    pub(crate) text: String,
    /// Whether it can be submitted as it is.
    is_action: bool,
}

impl Draft {
    /// Returns the row with the button that submits the draft, unless it is incomplete.
    pub(crate) fn button(&self, game: &Match, seat: Seat) -> Option<CreateActionRow> {
        submit_row_after(game, seat, self.prefix.clone()).filter(|_| self.is_action)
    }

    /// Returns the draft that a pad with these steps shows, or `None` if it is empty or shows the stored answer, or if the steps
    /// lead nowhere now.
    fn of_steps(game: &Match, seat: Seat, prefix: Prefix) -> Option<Self> {
        let session = game.session.as_deref()?;
        let Layout::Pad(keys) = session.prompt(&game.decision(seat)?).layout else { return None };
        let choices = session.choices(seat, prefix.keys())?;
        let pad = Pad { session, seat, keys, prefix: &prefix, choices: &choices };
        if !pad.has_unsubmitted_draft(session.answer(seat).as_ref()) {
            return None;
        }
        let text = texts::draft_in_words(session, choices.action.as_ref(), &choices.chosen);
        Some(Self { text, is_action: choices.action.is_some(), prefix })
    }
}

/// Returns whether a seat is asked in private, with a pad, and has not answered.
pub(crate) fn can_have_draft(game: &Match, seat: Seat) -> bool {
    let Some(session) = game.session.as_deref().filter(|_| game.computed(seat).is_none()) else {
        return false;
    };
    let unanswered = game.decision(seat).filter(|decision| !decision.answered);
    unanswered.map(|decision| session.prompt(&decision)).is_some_and(|prompt| {
        matches!(prompt.layout, Layout::Pad(_)) && prompt.audience == Audience::Seat(seat)
    })
}

/// What a pad shows. A message without a pad has no `PadContent`, and an empty pad has one without a draft.
pub(crate) struct PadContent {
    /// The draft, unless the pad is empty or shows the stored answer.
    pub(crate) draft: Option<Draft>,
}

/// Returns what the pad among the components of a message shows, or `None` if they have no pad for what the seat is asked. Delivery
/// reads messages that it has sent, to name drafts in reminders and to keep them when it edits a pad.
pub(crate) fn on_pad(components: &Value, game: &Match, seat: Seat) -> Option<PadContent> {
    let rows = components.as_array()?.iter().filter_map(|row| row["components"].as_array());
    let mut ids = rows.flatten().filter_map(|part| part["custom_id"].as_str()?.parse::<CustomId>().ok());
    let prefix = ids.find_map(|id| match id.action {
        ComponentAction::Confirm(prefix) if id.match_id == game.id && id.question == game.question => {
            Some(prefix)
        }
        _ => None,
    })?;
    Some(PadContent { draft: Draft::of_steps(game, seat, prefix) })
}

/// Returns a row with the button that submits an action of a seat, unless it cannot be chosen.
pub(super) fn submit_row(game: &Match, seat: Seat, action: &Move) -> Option<CreateActionRow> {
    submit_row_after(game, seat, Prefix::new(game.session.as_deref()?.keys(seat, action)?)?)
}

/// Returns a row with the button that submits the action that some steps make up, unless they make up none.
fn submit_row_after(game: &Match, seat: Seat, prefix: Prefix) -> Option<CreateActionRow> {
    let session = game.session.as_deref()?;
    let action = session.choices(seat, prefix.keys())?.action?;
    let button = ComponentContext::private(game, seat)
        .button(ComponentAction::Confirm(prefix), &texts::submit(session, Some(&action)))
        .style(ButtonStyle::Success);
    Some(CreateActionRow::Buttons(vec![button]))
}
