//! [`Seen`]: what a viewer may know about a match, as data and as labelled values.

use std::sync::Arc;

use serde::Serialize;

use super::action::Action;
use super::prompt;
use super::state::{Made, Player, Stage, State, Walk};
use crate::games::{Fact, Names, Seat, Viewer};
use crate::grid::{Board, Cell, CellName};

/// What a viewer may know (R3, R14, R15).
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    pub(super) viewer: Viewer,
    pub(super) board: Arc<Board>,
    pub(super) phase: Stage,
    pub(super) round: u8,
    pub(super) rounds: u8,
    /// The number of the triforce that ends the match.
    pub(super) last_triforce: usize,
    /// The triforces made so far, in the order in which they are shown (R14).
    pub(super) triforces: Vec<Made>,
    /// The number of triforces that the picture outlines, which are the last of [`triforces`](Self::triforces).
    pub(super) made_last: usize,
    /// The elimination candidate, once known.
    pub(super) ec: Option<Seat>,
    /// The votes for each candidate, most votes first, once they have decided a match.
    pub(super) votes: Vec<(Seat, usize)>,
    /// The number of players on the board.
    pub(super) left: usize,
    /// The occupied cells in reading order, and whether any of the players there is powered.
    pub(super) occupied: Vec<(Cell, bool)>,
    /// The letters with their cells, sorted by letter; empty after round 1.
    pub(super) letters: Vec<(char, Cell)>,
    /// What everyone knows about the players, in seat order.
    pub(super) known: Vec<PublicPlayer>,
    /// The viewer's own player.
    pub(super) own: Option<OwnPlayer>,
    /// All players in seat order, for viewers who see everything; otherwise empty.
    pub(super) everyone: Vec<Player>,
}

/// What everyone knows about a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PublicPlayer {
    /// Whether the player holds a token.
    pub(super) token: bool,
    /// The round in which the player left the board with a triforce.
    pub(super) removed_in: Option<u8>,
}

/// The viewer's own player.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct OwnPlayer {
    /// The player. The cell and the walk are left out unless the viewer may be told.
    pub(super) player: Player,
    /// Whether the player is on the board.
    pub(super) on_board: bool,
}

/// A player's walk in the last round.
#[derive(Debug)]
pub(super) struct Walked {
    /// The player's seat and letter, for viewers who see everything.
    pub(super) player: Option<(Seat, char)>,
    /// The cells, from first to last; at least two.
    pub(super) way: Vec<Cell>,
}

impl Seen {
    /// Returns what a viewer may know about a state.
    pub(super) fn new(state: &State, viewer: Viewer) -> Self {
        let lettered = state.round == 1 && state.phase == Stage::Round;
        let here = |cell: Cell| state.players.iter().filter(move |player| player.cell == Some(cell));
        let occupied = state.board.cells().filter(|cell| here(*cell).next().is_some());
        let occupied = occupied.map(|cell| (cell, here(cell).any(|player| player.powered))).collect();
        let letters = state.players.iter().filter(|_| lettered);
        let mut letters: Vec<(char, Cell)> =
            letters.filter_map(|player| Some((player.letter, player.cell?))).collect();
        letters.sort_unstable_by_key(|(letter, _)| *letter);
        let told = match viewer {
            Viewer::Beside(_) => true,
            Viewer::Seat(_) => state.reveals_own,
            Viewer::Public | Viewer::Host | Viewer::Afterwards => false,
        };
        let known = |player: &Player| PublicPlayer { token: player.token, removed_in: player.removed_in };
        let own = viewer.seat().and_then(|seat| state.player(seat)).map(|player| OwnPlayer {
            on_board: player.on_board(),
            player: Player {
                cell: player.cell.filter(|_| told),
                walked: player.walked.filter(|_| told),
                ..player.clone()
            },
        });
        Self {
            viewer,
            board: state.board.clone(),
            phase: state.phase,
            round: state.round,
            rounds: state.rounds,
            last_triforce: state.last_triforce(),
            triforces: state.shown_triforces(),
            made_last: state.made_last().count(),
            ec: state.ec,
            votes: if state.was_voted_on() { state.tally() } else { Vec::new() },
            left: state.players.iter().filter(|player| player.on_board()).count(),
            occupied,
            letters,
            known: state.players.iter().map(known).collect(),
            own,
            everyone: if viewer.sees_all() { state.players.clone() } else { Vec::new() },
        }
    }

    /// Returns the viewer's own cell, if the viewer may see it.
    pub(super) fn own_cell(&self) -> Option<Cell> {
        self.own.as_ref()?.player.cell
    }

    /// Returns all players with their seats, for viewers who see everything.
    pub(super) fn seated(&self) -> impl Iterator<Item = (Seat, &Player)> {
        self.everyone.iter().enumerate().map(|(i, player)| (Seat::at(i), player))
    }

    /// Returns a player, for viewers who see everything.
    pub(super) fn player(&self, seat: Seat) -> Option<&Player> {
        self.everyone.get(seat.index(self.everyone.len())?)
    }

    /// Returns the triforces that the picture outlines.
    pub(super) fn made_last(&self) -> &[Made] {
        &self.triforces[self.triforces.len().saturating_sub(self.made_last)..]
    }

    /// Returns the round that was resolved last, if any was.
    pub(super) fn resolved_round(&self) -> Option<u8> {
        let round = if self.phase == Stage::Round { self.round.checked_sub(1)? } else { self.round };
        (round > 0).then_some(round)
    }

    /// Returns whether nothing has been resolved yet, so that pictures need an explanation.
    pub(super) fn is_first(&self) -> bool {
        self.phase == Stage::Round && self.round == 1
    }

    /// Returns the corners of the triforces that the picture outlines, triforce by triforce.
    pub(super) fn corners_made(&self) -> impl Iterator<Item = Cell> {
        self.made_last().iter().filter_map(|made| made.on(&self.board)).flat_map(|triforce| triforce.corners)
    }

    /// Returns the walks of the last round that the viewer may be shown, leaving out players who did not move.
    pub(super) fn walks(&self) -> Vec<Walked> {
        let own = self.own.iter().map(|own| (None, &own.player));
        let all = own.chain(self.seated().map(|(seat, player)| (Some((seat, player.letter)), player)));
        let walked =
            all.filter_map(|(who, player)| Some(Walked { player: who, way: self.way(player.walked?) }));
        walked.filter(|walked| walked.way.len() > 1).collect()
    }

    /// Returns the cell where a player's last walk ended.
    pub(super) fn walked_to(&self, player: &Player) -> Option<Cell> {
        self.way(player.walked?).pop()
    }

    /// Returns the cells of a walk, from first to last.
    fn way(&self, walk: Walk) -> Vec<Cell> {
        let mut way = vec![walk.from];
        let mut at = walk.from;
        for &step in walk.path.steps() {
            let Some(next) = self.board.step(at, step) else { break };
            way.push(next);
            at = next;
        }
        way
    }

    /// Returns what a player may know about their own position. The cell is included only if the match reveals it (R3).
    pub(super) fn own_facts(&self, names: &Names) -> Vec<Fact> {
        let Some(OwnPlayer { player, on_board }) = &self.own else { return Vec::new() };
        let mut facts = Vec::new();
        let mut fact = |label, value: String| facts.push(Fact { label, value });
        let yes_no = |yes| if yes { "yes" } else { "no" }.to_owned();
        if self.round == 1 && self.phase == Stage::Round {
            fact("Letter", player.letter.to_string());
        }
        if let Some(round) = player.removed_in {
            fact("On the board", format!("no, left with a triforce in round {round}"));
        } else {
            fact("Priority", player.priority.to_string());
            fact("Powered", yes_no(player.powered));
        }
        fact("Garnets", player.garnets.to_string());
        fact("Token", yes_no(player.token));
        match self.phase {
            Stage::Round if *on_board => {
                let described = |path| prompt::describe(Action::Move(path), names);
                let path = player.path.map_or("none yet, so you stay where you are".to_owned(), described);
                fact("Path", path);
                if self.round >= State::FIRST_FALL {
                    fact("Spending a garnet", yes_no(player.spend));
                }
            }
            Stage::Vote if player.token => {
                fact("Vote", player.vote.map_or("none yet".to_owned(), |seat| names.get(seat).into_owned()));
            }
            Stage::Vote => fact("Candidate", "yes, the token holders may vote for you".to_owned()),
            _ => {}
        }
        if let Some(cell) = player.cell {
            fact("Cell", self.board.name(cell).to_string());
        }
        facts
    }

    /// Returns the observation as JSON: the canonical state without what is secret, and with the occupied cells.
    pub(super) fn json(&self) -> String {
        #[derive(Serialize)]
        struct PlayerJson {
            seat: Seat,
            letter: Option<char>,
            cell: Option<CellName>,
            powered: Option<bool>,
            priority: Option<u8>,
            garnets: Option<i64>,
            token: bool,
            removed_in: Option<u8>,
        }
        #[derive(Serialize)]
        struct CellJson {
            cell: CellName,
            powered: bool,
            letter: Option<char>,
        }
        #[derive(Serialize)]
        struct ObservationJson<'a> {
            phase: Stage,
            round: u8,
            players: Vec<PlayerJson>,
            triforces: &'a [Made],
            ec: Option<Seat>,
            occupied: Vec<CellJson>,
        }
        let seated = |(i, known): (usize, &PublicPlayer)| {
            let (seat, own) = (Seat::at(i), self.own.as_ref().map(|own| &own.player));
            let own = own.filter(|_| self.viewer.seat() == Some(seat));
            PlayerJson {
                seat,
                letter: own.map(|player| player.letter),
                cell: own.and_then(|player| player.cell).map(|cell| self.board.name(cell)),
                powered: own.map(|player| player.powered),
                priority: own.map(|player| player.priority),
                garnets: own.map(|player| player.garnets),
                token: known.token,
                removed_in: known.removed_in,
            }
        };
        let occupied = |(cell, powered): &(Cell, bool)| CellJson {
            cell: self.board.name(*cell),
            powered: *powered,
            letter: self.letters.iter().find(|(_, at)| at == cell).map(|(letter, _)| *letter),
        };
        let data = ObservationJson {
            phase: self.phase,
            round: self.round,
            players: self.known.iter().enumerate().map(seated).collect(),
            triforces: &self.triforces,
            ec: self.ec,
            occupied: self.occupied.iter().map(occupied).collect(),
        };
        // Numbers, text and lists always become JSON.
        serde_json::to_string(&data).unwrap_or_default()
    }

    /// Returns whether so few players are left that nobody needs to be powered (R6).
    pub(super) fn needs_no_power(&self) -> bool {
        self.left == State::LEFT_WITHOUT_POWER
    }

    /// Returns whether cells show letters rather than marks.
    pub(super) fn shows_letters(&self) -> bool {
        self.viewer.sees_all() || !self.letters.is_empty()
    }
}
