//! [`ComponentContext`]: the match and the question to which components belong.

use poise::serenity_prelude::{ButtonStyle, CreateButton};

use super::texts;
use crate::ui::{BoardId, ComponentAction, CustomId};
use trigon_engine::ids::MatchId;
use trigon_engine::matches::{AnswerTag, Match, QuestionId};
use trigon_rules::games::Seat;

/// The match, question and stored answer, or what-if board, to which components belong. Their identifiers carry it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ComponentContext {
    pub(super) match_id: MatchId,
    pub(super) question: QuestionId,
    /// The stored answer that a message shows with its components, if only one player sees them.
    pub(super) shown_answer: Option<AnswerTag>,
    /// The board for trying out actions, if the components are on one.
    pub(super) board: Option<BoardId>,
}

impl ComponentContext {
    /// Returns the context of components that everyone sees.
    pub(super) fn public(game: &Match) -> Self {
        Self { match_id: game.id, question: game.question, shown_answer: None, board: None }
    }

    /// Returns the context of components on a board for trying out actions.
    pub(crate) fn board(game: &Match, board: BoardId) -> Self {
        Self { board: Some(board), ..Self::public(game) }
    }

    /// Returns the context of components that only one player sees, together with the stored answer.
    pub(super) fn private(game: &Match, seat: Seat) -> Self {
        Self { shown_answer: Some(game.answer_tag(seat)), ..Self::public(game) }
    }

    /// Returns the identifier of a component.
    pub(super) fn id(self, action: ComponentAction) -> String {
        let Self { match_id, question, shown_answer: shown, board } = self;
        CustomId { match_id, question, shown, board, action }.to_string()
    }

    /// Returns a grey button.
    pub(crate) fn button(self, action: ComponentAction, label: &str) -> CreateButton {
        CreateButton::new(self.id(action)).label(texts::label(label)).style(ButtonStyle::Secondary)
    }
}
