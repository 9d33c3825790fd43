//! Where a match stands.

use std::sync::Arc;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::action::Path;
use super::setup::{Reveal, Setup};
use crate::games::{Draws, Seat, SetupError};
use crate::grid::{Board, Cell, CellName};

/// What the match is waiting for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Paths for this round.
    Round,
    /// Votes for the elimination candidate.
    Vote,
    /// Nothing: the match is over.
    Over,
}

/// What a player walked when a round was resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Walk {
    /// The cell on which the path began.
    pub from: Cell,
    /// The path; empty for a player who stayed or sent none.
    pub path: Path,
}

/// A player of the match, with what is secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The letter in the picture of round 1.
    pub letter: char,
    /// Where the player stands; `None` once removed.
    pub cell: Option<Cell>,
    /// The walk of the round that was resolved last, for pictures only; `None` for a player who was off the board.
    pub walked: Option<Walk>,
    /// Whether a line has powered the player.
    pub powered: bool,
    /// The place on this round's priority list; stands still once removed (R13).
    pub priority: u8,
    /// The balance.
    pub garnets: i64,
    /// The balance with which the match began.
    pub garnets_before: i64,
    /// Whether the player holds a token.
    pub token: bool,
    /// The round in which a triforce took the player off the board.
    pub removed_in: Option<u8>,
    /// The path submitted for this round.
    pub path: Option<Path>,
    /// Whether a garnet is to be spent this round.
    pub spend: bool,
    /// The vote cast.
    pub vote: Option<Seat>,
}

impl Player {
    /// Whether the player is on the board.
    pub fn on_board(&self) -> bool {
        self.cell.is_some()
    }
}

/// A triforce that was made.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Made {
    /// In which round.
    pub round: u8,
    /// Its corners, sorted by (row, number).
    pub cells: [CellName; 3],
    /// Who made it, ascending.
    pub seats: [Seat; 3],
}

/// Where a match stands: the fold of its log.
///
/// Serialises to the canonical state of the records, without paths, spends and votes.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    pub(super) board: Arc<Board>,
    pub(super) rounds: u8,
    pub(super) phase: Phase,
    pub(super) round: u8,
    pub(super) players: Vec<Player>,
    pub(super) triforces: Vec<Made>,
    pub(super) ec: Option<Seat>,
    /// Whether players may be told their own cell (R3).
    pub(super) reveals_own: bool,
}

impl State {
    /// The cells in a line.
    pub const LINE: usize = 5;

    /// Places the players, by the setup or by lot.
    ///
    /// # Errors
    /// When the setup cannot be played.
    pub fn begin(setup: &Setup, draws: &mut Draws) -> Result<Self, SetupError> {
        let board = Board::shared(setup.board);
        let cells = if let Some(cells) = setup.check(&board)? {
            cells
        } else {
            let mut border: Vec<Cell> = board.border().collect();
            draws.shuffle(&mut border);
            border
        };
        let mut letters: Vec<char> = ('A'..='Z').take(setup.players.len()).collect();
        draws.shuffle(&mut letters);
        let seated = setup.players.iter().zip(cells).zip(letters);
        let players = seated.map(|((entrant, cell), letter)| Player {
            letter,
            cell: Some(cell),
            walked: None,
            powered: false,
            priority: entrant.priority,
            garnets: entrant.garnets,
            garnets_before: entrant.garnets,
            token: false,
            removed_in: None,
            path: None,
            spend: false,
            vote: None,
        });
        Ok(Self {
            players: players.collect(),
            board,
            rounds: setup.rounds as u8,
            phase: Phase::Round,
            round: 1,
            triforces: Vec::new(),
            ec: None,
            reveals_own: setup.reveal == Reveal::Own,
        })
    }

    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// What the match is waiting for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The round that is being played, or the last that was.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// After how many rounds there is a vote.
    pub fn rounds(&self) -> u8 {
        self.rounds
    }

    /// The players in seat order.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// A player.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        seat.index(self.players.len()).map(|i| &self.players[i])
    }

    /// The players with their seats.
    pub fn seated(&self) -> impl Iterator<Item = (Seat, &Player)> {
        self.players.iter().enumerate().map(|(i, player)| (Seat::at(i), player))
    }

    /// The triforces made so far, in order.
    pub fn triforces(&self) -> &[Made] {
        &self.triforces
    }

    /// The elimination candidate, once known.
    pub fn ec(&self) -> Option<Seat> {
        self.ec
    }

    /// The number of triforces that ends the match: 4 for 13 players.
    pub fn last_triforce(&self) -> usize {
        (self.players.len() - 1) / 3
    }

    /// The number of tokens there are: 9 for 13 players.
    pub fn tokens(&self) -> usize {
        3 * (self.last_triforce() - 1)
    }

    /// Who stands for the vote: the players without a token (R11).
    pub fn candidates(&self) -> impl Iterator<Item = Seat> {
        self.seated().filter(|(_, player)| !player.token).map(|(seat, _)| seat)
    }

    /// Whether there are so few players left that powered is not asked for (R6).
    pub(super) fn powered_is_irrelevant(&self) -> bool {
        self.players.iter().filter(|player| player.on_board()).count() == 4
    }

    /// The triforces that the round just resolved has made: those that the picture outlines.
    pub fn made_last(&self) -> impl Iterator<Item = &Made> {
        let round = if self.phase == Phase::Round { self.round - 1 } else { self.round };
        self.triforces.iter().filter(move |made| made.round == round)
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct PlayerState {
            seat: Seat,
            letter: char,
            cell: Option<CellName>,
            powered: bool,
            priority: u8,
            garnets: i64,
            token: bool,
            removed_in: Option<u8>,
        }
        let players: Vec<PlayerState> = self
            .seated()
            .map(|(seat, player)| PlayerState {
                seat,
                letter: player.letter,
                cell: player.cell.map(|cell| self.board.name(cell)),
                powered: player.powered,
                priority: player.priority,
                garnets: player.garnets,
                token: player.token,
                removed_in: player.removed_in,
            })
            .collect();
        let mut state = serializer.serialize_struct("State", 5)?;
        state.serialize_field("phase", &self.phase)?;
        state.serialize_field("round", &self.round)?;
        state.serialize_field("players", &players)?;
        state.serialize_field("triforces", &self.triforces)?;
        state.serialize_field("ec", &self.ec)?;
        state.end()
    }
}
