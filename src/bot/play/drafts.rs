//! [`Draft`]: what a player has drawn on a pad and not submitted. Only the message with the pad knows it.

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

/// Returns whether a seat is asked in private, with a pad, and has not answered.
pub(crate) fn can_have_draft(game: &Match, seat: Seat) -> bool {
    let Some(session) = game.session.as_deref().filter(|_| game.computed(seat).is_none()) else {
        return false;
    };
    let asked = game.decision(seat).filter(|decision| !decision.answered);
    asked.map(|decision| session.prompt(&decision)).is_some_and(|prompt| {
        matches!(prompt.layout, Layout::Pad(_)) && prompt.audience == Audience::Seat(seat)
    })
}

/// What a pad shows.
pub(crate) struct PadContent {
    /// The draft, unless the pad is empty or shows the stored answer.
    pub(crate) draft: Option<Draft>,
}

/// Returns what the pad among the components of a message shows, or `None` if they have no pad for what the seat is asked.
pub(crate) fn on_pad(components: &Value, game: &Match, seat: Seat) -> Option<PadContent> {
    let rows = components.as_array()?.iter().filter_map(|row| row["components"].as_array());
    let mut ids = rows.flatten().filter_map(|part| part["custom_id"].as_str()?.parse::<CustomId>().ok());
    let prefix = ids.find_map(|id| match id.action {
        ComponentAction::Confirm(prefix) if id.match_id == game.id && id.question == game.question => {
            Some(prefix)
        }
        _ => None,
    })?;
    Some(PadContent { draft: draft_of(game, seat, prefix) })
}

/// Returns the steps of a pad as a draft, unless there is none or they lead nowhere.
fn draft_of(game: &Match, seat: Seat, prefix: Prefix) -> Option<Draft> {
    let session = game.session.as_deref()?;
    let Layout::Pad(keys) = session.prompt(&game.decision(seat)?).layout else { return None };
    let choices = session.choices(seat, prefix.keys())?;
    if !(Pad { session, seat, keys, prefix: &prefix, choices: &choices })
        .is_new(session.answer(seat).as_ref())
    {
        return None;
    }
    let text = texts::in_words(session, choices.action.as_ref(), &choices.chosen);
    Some(Draft { prefix, text, is_action: choices.action.is_some() })
}

impl Draft {
    /// Returns the button that submits the draft, unless it is incomplete.
    pub(crate) fn button(&self, game: &Match, seat: Seat) -> Option<CreateActionRow> {
        submit_row(game, seat, self.prefix.clone()).filter(|_| self.is_action)
    }
}

/// Returns the button that submits an action of a seat, unless it cannot be chosen.
pub(super) fn submit_button(game: &Match, seat: Seat, action: &Move) -> Option<CreateActionRow> {
    submit_row(game, seat, Prefix::new(game.session.as_deref()?.keys(seat, action)?)?)
}

fn submit_row(game: &Match, seat: Seat, prefix: Prefix) -> Option<CreateActionRow> {
    let session = game.session.as_deref()?;
    let action = session.choices(seat, prefix.keys())?.action?;
    let button = ComponentContext::private(game, seat)
        .button(ComponentAction::Confirm(prefix), &texts::submit(session, Some(&action)))
        .style(ButtonStyle::Success);
    Some(CreateActionRow::Buttons(vec![button]))
}
