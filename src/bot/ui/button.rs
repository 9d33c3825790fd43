//! Buttons of a match.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateButton};

use super::ids::{ComponentAction, CustomId};
use trigon_engine::matches::Match;

/// Returns a button of a match.
pub(crate) fn button(game: &Match, action: ComponentAction, label: &str, style: ButtonStyle) -> CreateButton {
    let id = CustomId::new(game.id, game.question, action);
    CreateButton::new(id.to_string()).label(label).style(style)
}
