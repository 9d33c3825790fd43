//! [`Event`]s, who may learn of them, and their sentences.

use super::action::{Action, Path};
use super::observation::{Own, Seen};
use super::prompt;
use super::state::{Stage, State};
use crate::games::phrase::counted;
use crate::games::{Audience, Fact, Names, Seat};
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

impl Event {
    /// Describes the event in a sentence.
    pub(super) fn sentence(&self, names: &Names) -> String {
        let name = |seat: &Seat| names.get(*seat);
        match self {
            Event::Began { players, rounds } => {
                format!(
                    "The match begins in the dark: {players} players stand on the border. The picture shows a letter for each of \
                     them, and you alone know which one is yours. There are up to {}.",
                    counted(*rounds, "round")
                )
            }
            Event::Lettered { letter, is_up, .. } => {
                let shape = if *is_up { '△' } else { '▽' };
                format!(
                    "You begin on the cell with the letter {letter}, a {shape}. From a △ you can go left, right or down, and from a ▽ \
                     left, right or up. Later pictures show no letters: keep track of your cell."
                )
            }
            Event::RoundBegan { round, fall, on_board, out } => {
                let mut text = format!("Round {round} begins.");
                if *fall > 0 {
                    text += &format!(" Every priority falls by {fall}; below 1, it starts again at the top.");
                }
                if !out.is_empty() {
                    let left = on_board.len();
                    text += &format!(
                        " Still in ({left}): {}. Left with a token: {}.",
                        names.list(on_board),
                        names.list(out)
                    );
                }
                text
            }
            Event::Priority { round, priority, .. } => format!("Round {round}: your priority is {priority}."),
            Event::Submitted { path, .. } => format!("Your path for this round is {path}."),
            Event::SpendStored { spend: true, .. } => "You will spend a garnet this round.".to_owned(),
            Event::SpendStored { spend: false, .. } => "You will not spend a garnet this round.".to_owned(),
            Event::Spent { seat, from, to, garnets } => format!(
                "{} spends a garnet: priority {from} → {to}; everyone above {from} falls by 1. New balance: {garnets}.",
                name(seat)
            ),
            Event::PriorityList(list) => {
                let list: Vec<String> = list.iter().map(|(seat, p)| format!("{} {p}", name(seat))).collect();
                format!("Priorities, highest first: {}.", list.join(", "))
            }
            Event::Walked { seat, path: None, from, .. } => {
                format!("{} sent no path and stays on {from}.", name(seat))
            }
            Event::Walked { seat, path: Some(path), from, .. } if path.steps().is_empty() => {
                format!("{} stays on {from}.", name(seat))
            }
            Event::Walked { seat, path: Some(path), from, to } if from == to => {
                format!("{} walks {path} and returns to {from}.", name(seat))
            }
            Event::Walked { seat, path: Some(path), from, to } => {
                format!("{} walks {path}: {from} → {to}.", name(seat))
            }
            Event::Sent { round, path: None, .. } => {
                format!("Round {round}: no path arrived, so you stayed.")
            }
            Event::Sent { round, path: Some(path), .. } if path.steps().is_empty() => {
                format!("Round {round}: you chose to stay.")
            }
            Event::Sent { round, path: Some(path), .. } => format!("Round {round}: you sent {path}."),
            Event::BecamePowered { .. } => "You became powered.".to_owned(),
            Event::Line { cells } => {
                let cells_text: Vec<String> = cells.iter().map(ToString::to_string).collect();
                let lines = cells.len() + 1 - State::LINE_LENGTH;
                let count = if lines == 1 { "a line".to_owned() } else { format!("{lines} lines") };
                format!("{} cells in a row hold players ({count}): {}.", cells.len(), cells_text.join(" "))
            }
            Event::Powered(seats) => format!("Newly powered: {}.", names.list(seats)),
            Event::FourLeft => "Four players are left, so players no longer need to be powered.".to_owned(),
            Event::Groups { groups, highest, tied, steps } => {
                let list: Vec<String> = groups.iter().map(|group| triforce_words(group, names)).collect();
                let count = if groups.len() == 1 {
                    "One group forms a triforce".to_owned()
                } else {
                    format!("{} groups form triforces", groups.len())
                };
                let mut text = format!("{count}: {}.", list.join("; "));
                match (groups.len(), tied) {
                    (1, _) => {}
                    (_, 1) => text += &format!(" Only one has the highest sum, {highest}."),
                    _ => text += &format!(" {tied} groups share the highest sum, {highest}."),
                }
                for step in steps {
                    text += &format!(
                        " Highest unchecked priority among them: {} ({}), in {} of them.",
                        name(&step.seat),
                        step.priority,
                        step.kept
                    );
                }
                text
            }
            Event::Left(seats) => format!("{} leave the board.", names.list(seats)),
            Event::Triforce { number, cells: [a, b, c], seats } => {
                // Nobody may learn who was on which corner, so the names and the cells are in separate sentences.
                format!(
                    "{} complete triforce {number} and leave the board. Its corners are {a}, {b} and {c}.",
                    names.list(seats)
                )
            }
            Event::Rewarded { garnets, balance, token, both, .. } => {
                let token = if *token { "a token and " } else { "" };
                let both =
                    if *both { " for becoming powered and making a triforce in one round" } else { "" };
                let verb = if *garnets < 0 { "lose" } else { "get" };
                format!(
                    "You {verb} {token}{}{both}. New balance: {balance}.",
                    counted(garnets.abs(), "garnet")
                )
            }
            Event::RoundsOver { left } => {
                format!(
                    "The rounds are over, and the last triforce was not made. Everyone still on the board loses 1 garnet: {}.",
                    names.list(left)
                )
            }
            Event::TokensHandedOut(seats) => {
                format!("Tokens by priority go to {}.", names.list(seats))
            }
            Event::VoteBegan { candidates, voters } => format!(
                "The token holders ({}) vote in secret for the elimination candidate. They can choose {}. In a tie, the tied \
             player with the lowest priority is chosen.",
                names.list(voters),
                names.choice(candidates)
            ),
            Event::Voted { candidate, .. } => format!("You vote for {}.", name(candidate)),
            Event::Counted { tally, decided } => {
                let list: Vec<String> = tally.iter().map(|(seat, n)| format!("{} {n}", name(seat))).collect();
                let how = match decided {
                    Decided::Votes => "",
                    Decided::Tie => " It is a tie, so the tied player with the lowest priority is chosen.",
                    Decided::NoVotes => " Nobody voted, so the player with the lowest priority is chosen.",
                };
                format!("The votes: {}.{how}", list.join(", "))
            }
            Event::Named => "The host names the elimination candidate.".to_owned(),
            Event::Over { ec, last: true } => {
                format!("{} is the last player on the board, and so the elimination candidate.", name(ec))
            }
            Event::Over { ec, last: false } => {
                format!("{} is the elimination candidate.", name(ec))
            }
        }
    }
}

fn triforce_words(group: &TriforceGroup, names: &Names) -> String {
    let corners: Vec<String> = group
        .seats
        .iter()
        .zip(&group.cells)
        .map(|(seat, cell)| format!("{} on {cell}", names.get(*seat)))
        .collect();
    format!("{} (sum {})", corners.join(", "), group.sum)
}

/// Returns what a player may know about their own position. The cell is included only if the match reveals it (R3).
pub(super) fn facts(seen: &Seen, names: &Names) -> Vec<Fact> {
    let Some(Own { player, on_board }) = &seen.own else { return Vec::new() };
    let mut facts = Vec::new();
    let mut fact = |label, value: String| facts.push(Fact { label, value });
    let yes_no = |yes| if yes { "yes" } else { "no" }.to_owned();
    if seen.round == 1 && seen.phase == Stage::Round {
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
    match seen.phase {
        Stage::Round if *on_board => {
            let described = |path| prompt::describe(Action::Move(path), names);
            let path = player.path.map_or("none yet, so you stay where you are".to_owned(), described);
            fact("Path", path);
            if seen.round >= State::FIRST_FALL {
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
        fact("Cell", seen.board.name(cell).to_string());
    }
    facts
}
