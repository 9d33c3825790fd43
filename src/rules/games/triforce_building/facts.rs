//! What a player may know about their own position, as labelled values.

use super::action::Action;
use super::observation::{OwnPlayer, Seen};
use super::prompt;
use super::state::{Stage, State};
use crate::games::{Fact, Names};

/// Returns what a player may know about their own position. The cell is included only if the match reveals it (R3).
pub(super) fn facts(seen: &Seen, names: &Names) -> Vec<Fact> {
    let Some(OwnPlayer { player, on_board }) = &seen.own else { return Vec::new() };
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
