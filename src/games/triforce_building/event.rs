//! What happens in a match.

use super::action::Path;
use crate::games::{Audience, Seat};
use crate::grid::CellName;

/// Three players who stand on the corners of a triforce.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The corners, sorted by (row, number).
    pub cells: [CellName; 3],
    /// Who stands there, in the order of the cells.
    pub seats: [Seat; 3],
    /// The sum of their priorities.
    pub sum: u32,
}

/// One step of breaking a tie between groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TieStep {
    /// The player with the highest priority among the tied who had not been checked yet.
    pub seat: Seat,
    /// That player's priority.
    pub priority: u8,
    /// How many of the tied groups contain the player and stay.
    pub kept: usize,
}

/// How the vote found the elimination candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decided {
    /// More votes than anyone else.
    Votes,
    /// A tie: the lowest priority among the tied (R12).
    Tie,
    /// No vote at all: the lowest priority (R12).
    NoVotes,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The match began.
    Began {
        /// The number of players.
        players: usize,
        /// After how many rounds there is a vote.
        rounds: u8,
    },
    /// A player begins on that letter's cell.
    Lettered {
        /// Who.
        seat: Seat,
        /// The letter.
        letter: char,
    },
    /// A round begins.
    RoundBegan {
        /// Which.
        round: u8,
        /// By how much every priority has fallen; 0 in rounds 1 and 2.
        fall: u8,
    },
    /// A player's priority at the start of a round (R15).
    Priority {
        /// Who.
        seat: Seat,
        /// The priority.
        priority: u8,
    },
    /// A path is stored.
    Submitted {
        /// Whose.
        seat: Seat,
        /// The path.
        path: Path,
    },
    /// A garnet will be spent, or will not after all.
    SpendStored {
        /// Whose.
        seat: Seat,
        /// Whether it will be spent.
        spend: bool,
    },
    /// A garnet was spent.
    Spent {
        /// By whom.
        seat: Seat,
        /// The priority before.
        from: u8,
        /// The priority after.
        to: u8,
        /// The balance after.
        garnets: i64,
    },
    /// The priority list by which the round resolves, highest first: after the spends.
    PriorityList(Vec<(Seat, u8)>),
    /// A path was walked.
    Walked {
        /// By whom.
        seat: Seat,
        /// The path; `None` when none was submitted.
        path: Option<Path>,
        /// Where it began.
        from: CellName,
        /// Where it ended.
        to: CellName,
    },
    /// Five or more consecutive cells of a strip hold players.
    Line {
        /// The run's cells, from one end to the other.
        cells: Vec<CellName>,
    },
    /// Players became powered in this round's update.
    Powered(Vec<Seat>),
    /// Four players are left, so powered is not asked for (R6).
    FourLeft,
    /// Groups stand, and one of them is next.
    Groups {
        /// All of them.
        groups: Vec<Group>,
        /// The highest sum.
        highest: u32,
        /// How many groups have it.
        tied: usize,
        /// How the tie was broken.
        steps: Vec<TieStep>,
    },
    /// A triforce was made; its players have left the board.
    Triforce {
        /// The how-manieth, from 1.
        number: usize,
        /// The corners, sorted by (row, number).
        cells: [CellName; 3],
        /// Who made it, ascending.
        seats: [Seat; 3],
    },
    /// A reward.
    Rewarded {
        /// Whose.
        seat: Seat,
        /// Garnets gained or lost.
        garnets: i64,
        /// The balance after.
        balance: i64,
        /// Whether a token was given.
        token: bool,
        /// Whether the player was powered and removed in one update (R8).
        both: bool,
    },
    /// The rounds are over without the last triforce; everyone left on the board loses a garnet.
    RoundsOver {
        /// Who is left on the board.
        left: Vec<Seat>,
    },
    /// Tokens that were left went to the players on the board with the highest priorities (R10), in seat order: everyone
    /// learns of it, and the order of priorities hints at spends.
    TokensHandedOut(Vec<Seat>),
    /// The vote is open.
    VoteBegan {
        /// Who may be named.
        candidates: Vec<Seat>,
        /// Who votes.
        voters: Vec<Seat>,
    },
    /// A vote is stored.
    Voted {
        /// Whose.
        seat: Seat,
        /// For whom.
        candidate: Seat,
    },
    /// The votes were counted.
    Counted {
        /// Votes for each candidate, most first.
        tally: Vec<(Seat, usize)>,
        /// What decided.
        decided: Decided,
    },
    /// The host named the elimination candidate.
    Named,
    /// The match is over.
    Over {
        /// The elimination candidate.
        ec: Seat,
        /// Whether by being the last on the board.
        last: bool,
    },
}

impl Event {
    /// Who may learn of it (R14, R15): names of the powered, spends, paths and cells are nobody else's.
    pub fn audience(&self) -> Audience {
        match self {
            Self::Began { .. }
            | Self::RoundBegan { .. }
            | Self::Triforce { .. }
            | Self::RoundsOver { .. }
            | Self::TokensHandedOut(_)
            | Self::VoteBegan { .. }
            | Self::Counted { .. }
            | Self::Named
            | Self::Over { .. } => Audience::All,
            Self::Lettered { seat, .. }
            | Self::Priority { seat, .. }
            | Self::Submitted { seat, .. }
            | Self::SpendStored { seat, .. }
            | Self::Rewarded { seat, .. }
            | Self::Voted { seat, .. } => Audience::Seat(*seat),
            Self::Spent { .. }
            | Self::PriorityList(_)
            | Self::Walked { .. }
            | Self::Line { .. }
            | Self::Powered(_)
            | Self::FourLeft
            | Self::Groups { .. } => Audience::Host,
        }
    }
}
