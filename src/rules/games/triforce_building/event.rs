//! [`Event`]s, and who may learn of them.

use super::action::Path;
use crate::games::{Audience, Seat};
use crate::grid::CellName;

/// Three players on the corners of a triforce.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TriforceGroup {
    /// The corners, sorted by row and number.
    pub cells: [CellName; 3],
    /// The players, in the order of the cells.
    pub seats: [Seat; 3],
    /// The sum of their priorities.
    pub sum: u32,
}

/// One step of breaking a tie between groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TieStep {
    /// The player with the highest priority who had not been checked yet.
    pub seat: Seat,
    /// The player's priority.
    pub priority: u8,
    /// The number of tied groups that contain the player, and so stay.
    pub kept: usize,
}

/// How the vote was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decided {
    /// One candidate has more votes than anyone else.
    Votes,
    /// There is a tie, and the lowest priority among the tied candidates decides (R12).
    Tie,
    /// Nobody voted, and the lowest priority decides (R12).
    NoVotes,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The match began.
    Began { players: usize, rounds: u8 },
    /// A player begins on the cell with this letter.
    Lettered {
        seat: Seat,
        letter: char,
        /// Whether the cell points up.
        is_up: bool,
    },
    /// A round begins.
    RoundBegan {
        round: u8,
        /// The number by which every priority has fallen; 0 in rounds 1 and 2.
        fall: u8,
        on_board: Vec<Seat>,
        out: Vec<Seat>,
    },
    /// A player's priority at the start of a round (R15).
    Priority { seat: Seat, round: u8, priority: u8 },
    /// A player submitted a path.
    Submitted { seat: Seat, path: Path },
    /// A player decided to spend a garnet, or not to.
    SpendStored {
        seat: Seat,
        /// Whether it will be spent.
        spend: bool,
    },
    /// A garnet was spent.
    Spent {
        seat: Seat,
        /// The priority before.
        from: u8,
        /// The priority after.
        to: u8,
        garnets: i64,
    },
    /// The priority list after the spends, highest first, which the round is resolved with.
    PriorityList(Vec<(Seat, u8)>),
    /// A path was walked.
    Walked {
        seat: Seat,
        /// The path, or `None` if none was submitted.
        path: Option<Path>,
        /// The cell where it began.
        from: CellName,
        /// The cell where it ended.
        to: CellName,
    },
    /// What a player sent this round, without any cell, for that player to read.
    Sent {
        seat: Seat,
        round: u8,
        /// The path, or `None` if none arrived.
        path: Option<Path>,
    },
    /// Five or more consecutive cells of a strip hold players.
    Line {
        /// The cells, from one end to the other.
        cells: Vec<CellName>,
    },
    /// Players became powered this round.
    Powered(Vec<Seat>),
    /// A player became powered this round, for that player to read.
    BecamePowered { seat: Seat },
    /// Four players are left, so players no longer need to be powered (R6).
    FourLeft,
    /// There are groups that form triforces, and one of them is next.
    Groups {
        groups: Vec<TriforceGroup>,
        highest: u32,
        /// The number of groups with this sum.
        tied: usize,
        /// The steps that broke the tie.
        steps: Vec<TieStep>,
    },
    /// The players of a triforce left the board, in a round in which several were made.
    Left([Seat; 3]),
    /// A triforce was made, and its players left the board.
    Triforce { number: usize, cells: [CellName; 3], seats: [Seat; 3] },
    /// A player gained or lost garnets.
    Rewarded {
        seat: Seat,
        /// The number of garnets gained; negative if lost.
        garnets: i64,
        balance: i64,
        /// Whether the player received a token.
        token: bool,
        /// Whether the player became powered and made a triforce in the same round (R8).
        both: bool,
    },
    /// The rounds are over without the last triforce, and everyone on the board loses a garnet.
    RoundsOver { left: Vec<Seat> },
    /// The remaining tokens went to the players on the board with the highest priorities (R10). They are in seat order,
    /// because the order of priorities would hint at spends.
    TokensHandedOut(Vec<Seat>),
    /// The vote began.
    VoteBegan { candidates: Vec<Seat>, voters: Vec<Seat> },
    /// A player voted.
    Voted { seat: Seat, candidate: Seat },
    /// The votes were counted.
    Counted {
        /// The votes for each candidate, most votes first.
        tally: Vec<(Seat, usize)>,
        /// How the vote was decided.
        decided: Decided,
    },
    /// The host named the elimination candidate.
    Named,
    /// The match is over.
    Over {
        /// The elimination candidate.
        ec: Seat,
        /// Whether the candidate was the last player on the board.
        last: bool,
    },
}

impl Event {
    /// Returns who may learn of the event (R14, R15). Only the host may see who is powered, and the spends, walks and
    /// cells.
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
            | Self::Sent { seat, .. }
            | Self::BecamePowered { seat }
            | Self::Rewarded { seat, .. }
            | Self::Voted { seat, .. } => Audience::Seat(*seat),
            Self::Spent { .. }
            | Self::PriorityList(_)
            | Self::Walked { .. }
            | Self::Line { .. }
            | Self::Powered(_)
            | Self::FourLeft
            | Self::Left(_)
            | Self::Groups { .. } => Audience::Host,
        }
    }
}
