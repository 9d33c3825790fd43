//! What a turn brought about, as people would tell it: captures, castes, and pieces that fall off the board.

use std::borrow::Cow;

use super::state::{LastTurn, Stage, State};
use crate::games::phrase::{number_word, sentence};
use crate::games::{Names, Seat, Size, Story};

/// Tells what happened between two states, or returns `None` if nothing that people would talk about did.
pub(super) fn story(before: &State, after: &State, names: &Names) -> Option<Story> {
    if matches!(after.phase, Stage::Over(_)) {
        return None;
    }
    let progress = Seat::all(State::SEATS).flat_map(|seat| Size::ALL.map(|size| (seat, size)));
    let progress = progress.map(|(seat, size)| Progress {
        turns: before.turns,
        who: names.get(seat),
        size,
        then: before.captured(seat)[size],
        now: after.captured(seat)[size],
    });
    let progress: Vec<Progress<'_>> = progress.collect();
    let castes = progress.iter().filter_map(Progress::caste);
    let captures = progress.iter().filter_map(Progress::capture);
    let off = fallen(before, after).into_iter().map(|(seat, size)| {
        let (whose, size) = (names.get(seat), size.word());
        match before.turns % 2 {
            0 => format!("💨 {whose}’s {size} piece falls off the board."),
            _ => format!("💨 Over the edge: {whose}’s {size} piece."),
        }
    });
    Story::of(castes.chain(captures).chain(off).collect(), Vec::new())
}

/// How many influence pyramids of a size a player had captured before a turn, and how many after it.
struct Progress<'a> {
    /// The number of the turn, by which a wording is chosen.
    turns: u32,
    who: Cow<'a, str>,
    size: Size,
    then: u8,
    now: u8,
}

impl Progress<'_> {
    /// Says that the player has won the caste.
    fn caste(&self) -> Option<String> {
        let is_won = self.then < State::CASTE_SIZE && self.now >= State::CASTE_SIZE;
        let (who, size) = (&self.who, self.size.word());
        is_won.then(|| match self.turns % 2 {
            0 => format!("🏆 {who} wins the {size} caste."),
            _ => format!("🏆 The {size} caste is {who}’s."),
        })
    }

    /// Says that the player has captured another pyramid.
    fn capture(&self) -> Option<String> {
        let (who, size) = (&self.who, self.size.word());
        let [count, of] = [self.now, State::CASTE_SIZE].map(|number| number_word(number.into()));
        (self.now > self.then).then(|| match self.turns % 3 {
            _ if self.now >= State::CASTE_SIZE => {
                format!("🎯 {who} has captured {count} {size} influence pyramids.")
            }
            0 => format!("🎯 {who} captures a {size} influence pyramid: {count} of {of}."),
            1 => format!("🎯 A {size} influence pyramid for {who}, who now has {count} of {of}."),
            _ => {
                let count = sentence(&count);
                format!("🎯 A chain of {who}’s strikes. {count} of {of} {size} influence pyramids.")
            }
        })
    }
}

/// Returns the pieces that have been pushed off the board.
fn fallen(before: &State, after: &State) -> Vec<(Seat, Size)> {
    let Some(last) = &after.last else { return Vec::new() };
    let is_same = |then: &&LastTurn| then.turn == last.turn;
    let known = before.last.as_ref().filter(is_same).map_or(0, |then| then.off.len());
    last.off.iter().skip(known).map(|(_, piece)| (piece.seat, piece.size)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::state::Piece;
    use super::*;
    use crate::games::{Stash, testing};
    use crate::grid::{Hex, HexDirection};

    fn told(before: &State, after: &State) -> Vec<String> {
        testing::told(story(before, after, &testing::names(2)))
    }

    #[test]
    fn captures_and_castes_come_before_pieces_that_fall_off() {
        let mut before = State::begin();
        before.captured = [Stash::new([2, 0, 0]), Stash::EMPTY];
        let mut after = before.clone();
        after.captured[1] = Stash::new([0, 1, 0]);
        let seat = Seat::new(1);
        let piece = Piece { seat, size: Size::Large, points: HexDirection::ALL[0] };
        after.last_turn_mut().off.push((Hex::all().next().unwrap(), piece));
        let headline = |turns, after: &State| told(&State { turns, ..before.clone() }, after);
        let fallen = "💨 Over the edge: Ann’s large piece.";
        assert_eq!(
            headline(1, &after),
            ["🎯 A medium influence pyramid for Ben, who now has one of three.", fallen]
        );
        assert_eq!(
            headline(2, &after)[0],
            "🎯 A chain of Ben’s strikes. One of three medium influence pyramids."
        );
        after.captured[0] = Stash::new([3, 0, 0]);
        after.captured[1] = Stash::EMPTY;
        assert_eq!(
            headline(3, &after),
            ["🏆 The small caste is Ann’s.", "🎯 Ann has captured three small influence pyramids.", fallen]
        );
        assert!(told(&after, &after).is_empty(), "it was told before");
    }
}
