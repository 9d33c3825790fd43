//! [`State`]: the state of a match.

use std::cmp::Reverse;
use std::sync::Arc;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::action::Path;
use super::setup::{Reveal, Setup};
use crate::games::{Draws, Seat, SetupError};
use crate::grid::{Board, Cell, CellName, Triforce};

/// What the match is waiting for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Players submit paths for this round.
    Round,
    /// Token holders vote for the elimination candidate.
    Vote,
    /// Nothing: the match is over.
    Over,
}

/// A player's walk when a round was resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Walk {
    /// The cell where the path began.
    pub from: Cell,
    /// The path, which is empty for a player who stayed or sent none.
    pub path: Path,
}

/// A player of the match, including secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The letter in the picture of round 1.
    pub letter: char,
    /// The player's cell, or `None` after a triforce.
    pub cell: Option<Cell>,
    /// The walk in the round that was resolved last, for pictures only, or `None` for a player who was off the board.
    pub walked: Option<Walk>,
    /// Whether a line has powered the player.
    pub powered: bool,
    /// The priority this round, which no longer changes after a triforce (R13).
    pub priority: u8,
    /// The priority on the initial list.
    pub priority_before: u8,
    /// The balance of garnets.
    pub garnets: i64,
    /// The balance before the match.
    pub garnets_before: i64,
    /// The number of garnets that the player has spent in the match.
    pub garnets_spent: i64,
    /// Whether the player holds a token.
    pub token: bool,
    /// The round in which the player left the board with a triforce.
    pub removed_in: Option<u8>,
    /// The path submitted for this round.
    pub path: Option<Path>,
    /// Whether a garnet is to be spent this round.
    pub spend: bool,
    /// The vote.
    pub vote: Option<Seat>,
}

impl Player {
    /// Returns whether the player is on the board.
    pub fn on_board(&self) -> bool {
        self.cell.is_some()
    }
}

/// A triforce that was made.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Made {
    pub round: u8,
    /// The corners, sorted by row and number.
    pub cells: [CellName; 3],
    /// Its players, in seat order.
    pub seats: [Seat; 3],
}

impl Made {
    /// Returns the triforce of the board that it was made on.
    pub(super) fn on(&self, board: &Board) -> Option<Triforce> {
        let is_it = |triforce: &&Triforce| triforce.corners.map(|cell| board.name(cell)) == self.cells;
        board.triforces().iter().find(is_it).copied()
    }
}

/// The state of a match.
///
/// It serialises to the canonical state of records, which has no paths, spends or votes.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    pub(super) board: Arc<Board>,
    pub(super) rounds: u8,
    pub(super) phase: Stage,
    pub(super) round: u8,
    pub(super) players: Vec<Player>,
    pub(super) triforces: Vec<Made>,
    pub(super) ec: Option<Seat>,
    /// Whether players may see their own cell (R3).
    pub(super) reveals_own: bool,
    /// Whether the host may name the elimination candidate, as in version 1 of the rules (R12). Not part of the canonical
    /// state.
    pub(super) host_names: bool,
}

impl State {
    /// The number of cells in a line.
    pub const LINE_LENGTH: usize = 5;
    /// The number of players on the board with which nobody needs to be powered (R6).
    pub(super) const LEFT_WITHOUT_POWER: usize = 4;

    /// Returns the initial state. The players' cells come from the setup, or are drawn at random.
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
            priority_before: entrant.priority,
            garnets: entrant.garnets,
            garnets_before: entrant.garnets,
            garnets_spent: 0,
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
            phase: Stage::Round,
            round: 1,
            triforces: Vec::new(),
            ec: None,
            reveals_own: setup.reveal == Reveal::Own,
            host_names: false,
        })
    }

    /// Returns the board.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// Returns what the match is waiting for.
    pub fn phase(&self) -> Stage {
        self.phase
    }

    /// Returns the current round, or the last one.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// Returns the number of rounds before the vote.
    pub fn rounds(&self) -> u8 {
        self.rounds
    }

    /// Returns the players in seat order.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Returns the player at a seat.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        seat.index(self.players.len()).map(|i| &self.players[i])
    }

    /// Returns the players with their seats.
    pub fn seated(&self) -> impl Iterator<Item = (Seat, &Player)> {
        self.players.iter().enumerate().map(|(i, player)| (Seat::at(i), player))
    }

    /// Returns the triforces made so far, in order.
    pub fn triforces(&self) -> &[Made] {
        &self.triforces
    }

    /// Returns the elimination candidate, once known.
    pub fn ec(&self) -> Option<Seat> {
        self.ec
    }

    /// Returns the number of the triforce that ends the match: 4 for 13 players.
    pub fn last_triforce(&self) -> usize {
        (self.players.len() - 1) / 3
    }

    /// Returns the number of tokens: 9 for 13 players.
    pub fn tokens(&self) -> usize {
        3 * (self.last_triforce() - 1)
    }

    /// Returns the candidates of the vote: the players without a token (R11).
    pub fn candidates(&self) -> impl Iterator<Item = Seat> {
        self.seated().filter(|(_, player)| !player.token).map(|(seat, _)| seat)
    }

    /// Returns whether so few players are left that nobody needs to be powered (R6).
    pub(super) fn needs_no_power(&self) -> bool {
        self.players.iter().filter(|player| player.on_board()).count() == Self::LEFT_WITHOUT_POWER
    }

    /// Returns whether the votes have decided the match, and not the last triforce or, in version 1 of the rules, the host.
    pub(super) fn was_voted_on(&self) -> bool {
        self.phase == Stage::Over && self.triforces.len() < self.last_triforce() && !self.host_names
    }

    /// Returns the votes for each candidate, most votes first. The first is chosen.
    pub(super) fn tally(&self) -> Vec<(Seat, usize)> {
        let votes = |seat| self.players.iter().filter(|player| player.vote == Some(seat)).count();
        let candidates = self.seated().filter(|(_, player)| !player.token);
        let mut tally: Vec<(Seat, usize, u8)> =
            candidates.map(|(seat, player)| (seat, votes(seat), player.priority)).collect();
        // R12: in a tie, the lowest priority decides; without votes, all candidates are tied.
        tally.sort_unstable_by_key(|&(_, votes, priority)| (Reverse(votes), priority));
        tally.into_iter().map(|(seat, votes, _)| (seat, votes)).collect()
    }

    /// Returns the triforces made so far as everyone sees them (R14): those of a round are in the order of their
    /// centres, because the order in which they were removed could reveal who spent a garnet. Only the last one of the
    /// match stays last.
    pub(super) fn shown_triforces(&self) -> Vec<Made> {
        let mut shown = self.triforces.clone();
        let is_last = |made: &Made| self.triforces.get(self.last_triforce() - 1) == Some(made);
        shown.sort_by_key(|made| {
            let centre = made.on(&self.board).map(|triforce| triforce.centre);
            (made.round, is_last(made), centre, made.seats)
        });
        shown
    }

    /// Returns the triforces of the round that was resolved last, which the picture outlines.
    pub fn made_last(&self) -> impl Iterator<Item = &Made> {
        let round = if self.phase == Stage::Round { self.round - 1 } else { self.round };
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
