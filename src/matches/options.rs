//! What a host chooses for a match.

use serde::{Deserialize, Serialize};

use super::clock::Millis;
use crate::grid::Shape;

/// An hour.
pub const HOUR: Millis = 3_600_000;

/// What the bot may tell players of their own position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reveal {
    /// Nothing: they keep track of it, as the sheet wants.
    #[default]
    None,
    /// The own cell, in words and on a private picture.
    Own,
}

/// The options of a match of Triforce Building.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// How many players.
    pub players: u8,
    /// The board.
    pub board: Shape,
    /// After how many rounds there is a vote.
    pub rounds: u32,
    /// How long a round lasts.
    pub round_hours: u32,
    /// How long the pregame lasts; 0 begins round 1 at once.
    pub pregame_hours: u32,
    /// How long the vote lasts.
    pub vote_hours: u32,
    /// What players are told of their own position.
    pub reveal: Reveal,
    /// Whether members may join by themselves.
    pub open_signup: bool,
    /// How many minutes before a deadline those who have not answered are reminded.
    pub reminders: Vec<u32>,
    /// The time that was left when the clock was stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_when_paused: Option<Millis>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            players: 13,
            board: Shape::Triangle(7),
            rounds: 10,
            round_hours: 24,
            pregame_hours: 24,
            vote_hours: 24,
            reveal: Reveal::None,
            open_signup: false,
            reminders: vec![360, 60],
            left_when_paused: None,
        }
    }
}

impl Options {
    /// The longest that a round, the pregame or the vote may last: four weeks.
    pub const MAX_HOURS: u32 = 672;

    /// What is wrong with the options, in a sentence.
    pub fn problem(&self) -> Option<String> {
        let border = crate::grid::Board::shared(self.board).border().count();
        let hours = [
            ("round", self.round_hours, 1),
            ("pregame", self.pregame_hours, 0),
            ("vote", self.vote_hours, 1),
        ];
        if !crate::games::triforce_building::Setup::PLAYERS.contains(&self.players) {
            return Some(format!("Triforce Building is for 7, 10, 13 or 16 players, not {}.", self.players));
        }
        if border < usize::from(self.players) {
            return Some(format!(
                "The board {} has {border} border cells, too few for {} players.",
                self.board, self.players
            ));
        }
        if !(1..=crate::games::triforce_building::Setup::MAX_ROUNDS).contains(&self.rounds) {
            return Some(format!("A match has 1 to 100 rounds, not {}.", self.rounds));
        }
        let wrong = hours.into_iter().find(|(_, hours, least)| !(*least..=Self::MAX_HOURS).contains(hours));
        wrong.map(|(what, hours, least)| {
            format!("The {what} lasts {least} to {} hours, not {hours}.", Self::MAX_HOURS)
        })
    }
}
