//! What a host chooses for a match.

use serde::{Deserialize, Serialize};

use super::clock::Millis;
use crate::games::triforce_building::Setup;
use crate::games::{AnyGame, Entrant, Info, Seat, Seed, SetupError, Value, Values};
use crate::grid::Shape;
use crate::store::SeatRow;

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

/// The options of a match. Board, rounds, their hours and `reveal` are Triforce Building's; what comes after
/// `published` is for the games of turns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// How many players; at most so many in games of turns that take fewer, too.
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
    /// Whether a host who plays may end phases early, shorten them and decide for the players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub playing_host: bool,
    /// Whether the host has published the match after cancelling it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub published: bool,
    /// How long a turn may last before the others may claim the seat; `None` is without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_hours: Option<u32>,
    /// Trice: which dice, `3d4` or `2d6`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// For whom all the seats are kept, the creator too; empty where anyone may join. The match starts by itself
    /// as soon as all of them have joined.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invited: Vec<i64>,
    /// The match that is played again: its players are `invited`, in the order in which they are to sit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<i64>,
    /// The match in which this one is played again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<i64>,
    /// The players in order of joining, from which the seats were drawn; set at the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<i64>,
    /// When a seat was last nudged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nudged: Vec<(Seat, Millis)>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            players: 13,
            board: Setup::BOARD,
            rounds: 10,
            round_hours: 24,
            pregame_hours: 24,
            vote_hours: 24,
            reveal: Reveal::None,
            open_signup: false,
            reminders: vec![360, 60],
            left_when_paused: None,
            playing_host: false,
            published: false,
            turn_hours: None,
            dice: None,
            invited: Vec::new(),
            rematch_of: None,
            rematch: None,
            joined: Vec::new(),
            nudged: Vec::new(),
        }
    }
}

impl Options {
    /// The longest that a round, the pregame or the vote may last: four weeks.
    pub const MAX_HOURS: u32 = 672;

    /// The usual options of a game of turns: as many seats as it has, open to anyone, without a clock.
    pub fn turns(info: &Info) -> Self {
        let players = info.players.last().copied().unwrap_or_default();
        Self { players, open_signup: true, reminders: Vec::new(), ..Self::default() }
    }

    /// Returns what is wrong with the options for a game, in a sentence.
    pub fn problem(&self, game: &dyn AnyGame) -> Option<String> {
        let info = game.info();
        if !info.players.contains(&self.players) {
            let players = info.player_counts();
            return Some(format!("{} is for {players} players, not {}.", info.title, self.players));
        }
        let most = Self::MAX_HOURS;
        if self.turn_hours.is_some_and(|hours| !(1..=most).contains(&hours)) {
            return Some(format!("A turn lasts 1 to {most} hours, or there is no clock."));
        }
        let hours = [
            ("round", self.round_hours, 1),
            ("pregame", self.pregame_hours, 0),
            ("vote", self.vote_hours, 1),
        ];
        let wrong = hours.into_iter().find(|(_, hours, least)| !(*least..=most).contains(hours));
        if let Some((what, hours, least)) = wrong {
            return Some(format!("The {what} lasts {least} to {most} hours, not {hours}."));
        }
        let twice = (1..self.invited.len()).any(|i| self.invited[..i].contains(&self.invited[i]));
        if twice || !(self.invited.is_empty() || self.invited.len() == usize::from(self.players)) {
            return Some(format!("Seats are kept for all {} different players or for none.", self.players));
        }
        if self.dice.is_some() && info.options.iter().all(|spec| spec.key != "dice") {
            return Some(format!("{} has no choice of dice.", info.title));
        }
        self.trial(game).err().map(|error| format!("That cannot be played: {error}."))
    }

    /// Begins the game with a made-up roster.
    fn trial(&self, game: &dyn AnyGame) -> Result<(), SetupError> {
        let fields = |place: u8| {
            let mut fields = Values::defaults(game.info().fields.iter().map(|field| &field.spec));
            for field in game.info().fields.iter().filter(|field| field.is_rank) {
                fields.set(field.spec.key, Value::Number(place.into()));
            }
            fields
        };
        let fields: Vec<Values> = (1..=self.players).map(fields).collect();
        let entrants: Vec<Entrant<'_>> = fields.iter().map(|fields| Entrant { name: "", fields }).collect();
        let setup = game.setup(&self.values(game.info()), &entrants)?;
        game.begin(&setup, Some(Seed::from([0; 32])), None).map(drop)
    }

    /// Returns the values of the game's options.
    pub(super) fn values(&self, info: &Info) -> Values {
        let mut values = Values::defaults(info.options.iter());
        for spec in info.options {
            let value = match spec.key {
                "board" => Value::Text(self.board.to_string()),
                "rounds" => Value::Number(self.rounds.into()),
                "reveal" => Value::Text(if self.reveal == Reveal::Own { "own" } else { "none" }.to_owned()),
                "dice" => match &self.dice {
                    Some(dice) => Value::Text(dice.clone()),
                    None => continue,
                },
                _ => continue,
            };
            values.set(spec.key, value);
        }
        values
    }

    /// How many minutes before a deadline those who have not answered are reminded: where turns have a clock, when
    /// a quarter of the time is left.
    pub(super) fn reminders(&self) -> Vec<u32> {
        self.turn_hours.map_or_else(|| self.reminders.clone(), |hours| vec![hours * 15])
    }

    /// For whom a seat is kept, or anyone where none is.
    pub(super) fn may_join(&self, user_id: i64) -> bool {
        self.invited.is_empty() || self.invited.contains(&user_id)
    }

    /// Puts the players of a rematch into the order in which they are to sit.
    pub(super) fn in_order(&self, seats: &mut [SeatRow]) {
        seats.sort_by_key(|seat| self.invited.iter().position(|user_id| *user_id == seat.user_id));
    }
}
