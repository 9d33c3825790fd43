//! The sentences for events.

use super::action::Path;
use super::event::{Decided, Event, TieStep, TriforceGroup};
use super::state::State;
use crate::games::phrase::counted;
use crate::games::{Names, Seat};
use crate::grid::CellName;

impl Event {
    /// Describes the event in a sentence.
    pub(super) fn sentence(&self, names: &Names) -> String {
        let name = |seat: &Seat| names.get(*seat);
        match self {
            Self::Began { players, rounds } => {
                format!(
                    "The match begins in the dark: {players} players stand on the border. The picture shows a letter for each of \
                     them, and you alone know which one is yours. There are up to {}.",
                    counted(*rounds, "round")
                )
            }
            Self::Lettered { letter, is_up, .. } => {
                let shape = if *is_up { '△' } else { '▽' };
                format!(
                    "You begin on the cell with the letter {letter}, a {shape}. From a △ you can go left, right or down, and from a ▽ \
                     left, right or up. Later pictures show no letters: keep track of your cell."
                )
            }
            Self::RoundBegan { round, fall, on_board, out } => {
                round_began(*round, *fall, on_board, out, names)
            }
            Self::Priority { round, priority, .. } => format!("Round {round}: your priority is {priority}."),
            Self::Submitted { path, .. } => format!("Your path for this round is {path}."),
            Self::SpendStored { spend: true, .. } => "You will spend a garnet this round.".to_owned(),
            Self::SpendStored { spend: false, .. } => "You will not spend a garnet this round.".to_owned(),
            Self::Spent { seat, from, to, garnets } => format!(
                "{} spends a garnet: priority {from} → {to}; everyone above {from} falls by 1. New balance: {garnets}.",
                name(seat)
            ),
            Self::PriorityList(list) => {
                let list: Vec<String> = list.iter().map(|(seat, p)| format!("{} {p}", name(seat))).collect();
                format!("Priorities, highest first: {}.", list.join(", "))
            }
            Self::Walked { seat, path, from, to } => walked(&name(seat), *path, *from, *to),
            Self::Sent { round, path, .. } => sent(*round, *path),
            Self::BecamePowered { .. } => "You became powered.".to_owned(),
            Self::Line { cells } => line(cells),
            Self::Powered(seats) => format!("Newly powered: {}.", names.list(seats)),
            Self::FourLeft => "Four players are left, so players no longer need to be powered.".to_owned(),
            Self::Groups { groups, highest, tied, steps } => {
                groups_found(groups, *highest, *tied, steps, names)
            }
            Self::Left(seats) => format!("{} leave the board.", names.list(seats)),
            Self::Triforce { number, cells: [a, b, c], seats } => {
                // Nobody may learn who was on which corner, so the names and the cells are in separate sentences.
                format!(
                    "{} complete triforce {number} and leave the board. Its corners are {a}, {b} and {c}.",
                    names.list(seats)
                )
            }
            Self::Rewarded { garnets, balance, token, both, .. } => {
                rewarded(*garnets, *balance, *token, *both)
            }
            Self::RoundsOver { left } => {
                format!(
                    "The rounds are over, and the last triforce was not made. Everyone still on the board loses 1 garnet: {}.",
                    names.list(left)
                )
            }
            Self::TokensHandedOut(seats) => {
                format!("Tokens by priority go to {}.", names.list(seats))
            }
            Self::VoteBegan { candidates, voters } => format!(
                "The token holders ({}) vote in secret for the elimination candidate. They can choose {}. In a tie, the tied \
             player with the lowest priority is chosen.",
                names.list(voters),
                names.choice(candidates)
            ),
            Self::Voted { candidate, .. } => format!("You vote for {}.", name(candidate)),
            Self::Counted { tally, decided } => counted_votes(tally, *decided, names),
            Self::Named => "The host names the elimination candidate.".to_owned(),
            Self::Over { ec, last: true } => {
                format!("{} is the last player on the board, and so the elimination candidate.", name(ec))
            }
            Self::Over { ec, last: false } => {
                format!("{} is the elimination candidate.", name(ec))
            }
        }
    }
}

fn round_began(round: u8, fall: u8, on_board: &[Seat], out: &[Seat], names: &Names) -> String {
    let mut text = format!("Round {round} begins.");
    if fall > 0 {
        text += &format!(" Every priority falls by {fall}; below 1, it starts again at the top.");
    }
    if !out.is_empty() {
        let (left, still_in, safe) = (on_board.len(), names.list(on_board), names.list(out));
        text += &format!(" Still in ({left}): {still_in}. Left with a token: {safe}.");
    }
    text
}

/// Says for the host how somebody has walked.
fn walked(name: &str, path: Option<Path>, from: CellName, to: CellName) -> String {
    match path {
        None => format!("{name} sent no path and stays on {from}."),
        Some(path) if path.steps().is_empty() => format!("{name} stays on {from}."),
        Some(path) if from == to => format!("{name} walks {path} and returns to {from}."),
        Some(path) => format!("{name} walks {path}: {from} → {to}."),
    }
}

/// Says to a player what arrived from them.
fn sent(round: u8, path: Option<Path>) -> String {
    match path {
        None => format!("Round {round}: no path arrived, so you stayed."),
        Some(path) if path.steps().is_empty() => format!("Round {round}: you chose to stay."),
        Some(path) => format!("Round {round}: you sent {path}."),
    }
}

fn line(cells: &[CellName]) -> String {
    let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
    let lines = cells.len() + 1 - State::LINE_LENGTH;
    let count = if lines == 1 { "a line".to_owned() } else { format!("{lines} lines") };
    format!("{} cells in a row hold players ({count}): {}.", cells.len(), names.join(" "))
}

/// Lists the groups that form triforces, and says how the next one was chosen.
fn groups_found(
    groups: &[TriforceGroup],
    highest: u32,
    tied: usize,
    steps: &[TieStep],
    names: &Names,
) -> String {
    let list: Vec<String> = groups.iter().map(|group| triforce_words(group, names)).collect();
    let count = match groups.len() {
        1 => "One group forms a triforce".to_owned(),
        count => format!("{count} groups form triforces"),
    };
    let mut text = format!("{count}: {}.", list.join("; "));
    match (groups.len(), tied) {
        (1, _) => {}
        (_, 1) => text += &format!(" Only one has the highest sum, {highest}."),
        _ => text += &format!(" {tied} groups share the highest sum, {highest}."),
    }
    for TieStep { seat, priority, kept } in steps {
        let name = names.get(*seat);
        text += &format!(" Highest unchecked priority among them: {name} ({priority}), in {kept} of them.");
    }
    text
}

fn rewarded(garnets: i64, balance: i64, token: bool, both: bool) -> String {
    let token = if token { "a token and " } else { "" };
    let both = if both { " for becoming powered and making a triforce in one round" } else { "" };
    let verb = if garnets < 0 { "lose" } else { "get" };
    let garnets = counted(garnets.abs(), "garnet");
    format!("You {verb} {token}{garnets}{both}. New balance: {balance}.")
}

fn counted_votes(tally: &[(Seat, usize)], decided: Decided, names: &Names) -> String {
    let list: Vec<String> =
        tally.iter().map(|(seat, votes)| format!("{} {votes}", names.get(*seat))).collect();
    let how = match decided {
        Decided::Votes => "",
        Decided::Tie => " It is a tie, so the tied player with the lowest priority is chosen.",
        Decided::NoVotes => " Nobody voted, so the player with the lowest priority is chosen.",
    };
    format!("The votes: {}.{how}", list.join(", "))
}

/// Lists the players of a group with their corners, and the sum of their priorities.
fn triforce_words(group: &TriforceGroup, names: &Names) -> String {
    let corners: Vec<String> = group
        .seats
        .iter()
        .zip(&group.cells)
        .map(|(seat, cell)| format!("{} on {cell}", names.get(*seat)))
        .collect();
    format!("{} (sum {})", corners.join(", "), group.sum)
}
