//! What a turn brought about, as people would tell it: captures, castes, and pieces that fall off the board.

use std::borrow::Cow;

use super::state::{LastTurn, Pyramid, Stage, State, Winner};
use crate::games::course::{Course, after_turns};
use crate::games::phrase::{all_of, number_word, sentence};
use crate::games::story::variant;
use crate::games::{Names, Seat, Size, Story};

/// Tells what happened between two states, or returns `None` if nothing that people would talk about did.
pub(super) fn story(before: &State, after: &State, names: &Names) -> Option<Story> {
    let progress = Seat::all(State::SEATS).flat_map(|seat| Size::ALL.map(|size| (seat, size)));
    let progress = progress.map(|(seat, size)| Progress {
        variant: variant(before.turns, State::SEATS),
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
        match variant(before.turns, State::SEATS) % 2 {
            0 => format!("💨 {whose}’s {size} piece falls off the board."),
            _ => format!("💨 Over the edge: {whose}’s {size} piece."),
        }
    });
    // Who has won names the castes.
    let castes = castes.filter(|_| !matches!(after.phase, Stage::Over(Winner::Seat(_))));
    let events = ending(after, names).into_iter().chain(castes).chain(captures).chain(off);
    let mut events: Vec<String> = events.collect();
    if events.is_empty() && after.turns > before.turns {
        events.push(quiet(before, after, names));
    }
    Story::of(events, Vec::new())
}

/// How many influence pyramids of a size a player had captured before a turn, and how many after it.
struct Progress<'a> {
    /// The number by which a wording is chosen.
    variant: u32,
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
        is_won.then(|| match self.variant % 2 {
            0 => format!("🏆 {who} wins the {size} caste."),
            _ => format!("🏆 The {size} caste is {who}’s."),
        })
    }

    /// Says that the player has captured another pyramid.
    fn capture(&self) -> Option<String> {
        let (who, size) = (&self.who, self.size.word());
        let [count, of] = [self.now, State::CASTE_SIZE].map(|number| number_word(number.into()));
        (self.now > self.then).then(|| match self.variant % 3 {
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

/// Says who has won, and with which castes.
fn ending(state: &State, names: &Names) -> Option<String> {
    match state.phase {
        Stage::Over(Winner::Draw) => {
            Some("🤝 It is a draw: neither player can push a piece any more.".to_owned())
        }
        Stage::Over(Winner::Seat(seat)) => {
            let castes: Vec<&str> = state.castes(seat).map(Size::word).collect();
            Some(format!("🏆 {} wins with the {} castes!", names.get(seat), all_of(&castes)))
        }
        _ => None,
    }
}

/// Tells how a match went, from all its positions: who led since when, and who was one pyramid short.
pub(super) fn chronicle(positions: &[&State], names: &Names) -> Vec<String> {
    let Some(Stage::Over(winner)) = positions.last().map(|last| last.phase) else { return Vec::new() };
    let winner = if let Winner::Seat(seat) = winner { Some(seat) } else { None };
    // Castes count first, then pyramids towards the next ones.
    let far = |state: &State, seat: Seat| {
        let captured = Size::ALL.map(|size| state.captured(seat)[size].min(State::CASTE_SIZE));
        let pyramids: u32 = captured.into_iter().map(u32::from).sum();
        state.castes(seat).count() as u32 * 10 + pyramids
    };
    let seats = |state: &State| Seat::all(State::SEATS).map(|seat| (seat, far(state, seat))).collect();
    let after = after_turns(positions, |state| state.turns);
    let course = Course::new(after.iter().map(|(turn, state)| (*turn, seats(state))));
    let is_short = |state: &&State, seat: Seat| {
        let one_short = |size: &Size| state.captured(seat)[*size] + 1 == State::CASTE_SIZE;
        state.castes(seat).count() == 1 && Size::ALL.iter().any(one_short)
    };
    let others = Seat::all(State::SEATS).filter(|seat| Some(*seat) != winner);
    let short = others.filter(|seat| positions.iter().any(|state| is_short(state, *seat)));
    let short = short.map(|seat| format!("{} was once only one pyramid short.", names.get(seat)));
    course.told(winner, names).into_iter().chain(short).collect()
}

/// Tells a turn in which nothing was captured and nothing fell off the board.
fn quiet(before: &State, after: &State, names: &Names) -> String {
    let who = names.get(before.turn);
    let Some(last) = after.last.as_ref().filter(|last| last.turn == before.turns) else {
        return format!("{who} has nothing to push.");
    };
    let space = last.push.map(|(space, _, _)| format!(" on {space}")).unwrap_or_default();
    match (&last.pushed[..], variant(before.turns, State::SEATS) % 2) {
        ([], _) => format!("{who} brings a piece in{space}."),
        ([(from, to)], _) => {
            let pushed = match after.pyramid(*to) {
                Some(Pyramid::Piece(piece)) if piece.seat == before.turn => {
                    format!("their own {} piece", piece.size.word())
                }
                Some(Pyramid::Piece(piece)) => {
                    format!("{}’s {} piece", names.get(piece.seat), piece.size.word())
                }
                _ => "an influence pyramid".to_owned(),
            };
            format!("{who} shoves {pushed} from {from} to {to}.")
        }
        (many, 0) => format!("{who} pushes in{space}, and {} pieces move.", number_word(many.len())),
        (many, _) => format!("{} pieces move as {who} pushes in{space}.", sentence(&number_word(many.len()))),
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
            headline(3, &after)[0],
            "🎯 A chain of Ben’s strikes. One of three medium influence pyramids."
        );
        after.captured[0] = Stash::new([3, 0, 0]);
        after.captured[1] = Stash::EMPTY;
        assert_eq!(
            headline(5, &after),
            ["🏆 The small caste is Ann’s.", "🎯 Ann has captured three small influence pyramids.", fallen]
        );
        assert!(told(&after, &after).is_empty(), "it was told before");
    }

    fn with(turns: u32, ann: [u8; 3], ben: [u8; 3]) -> State {
        State { turns, captured: [Stash::new(ann), Stash::new(ben)], ..State::begin() }
    }

    #[test]
    fn a_quiet_turn_has_a_headline_and_the_end_names_the_castes() {
        let before = with(3, [0; 3], [0; 3]);
        let mut after = with(4, [0; 3], [0; 3]);
        let (from, to) = (Hex::all().next().unwrap(), Hex::all().nth(1).unwrap());
        after.last = Some(LastTurn { turn: 3, ..before.clone().last_turn_mut().clone() });
        let last = after.last.as_mut().unwrap();
        last.push = Some((from, HexDirection::ALL[0], to));
        last.pushed = vec![(from, to); 3];
        assert_eq!(told(&before, &after), [format!("Ann pushes in on {from}, and three pieces move.")]);
        after.last.as_mut().unwrap().pushed.truncate(1);
        assert_eq!(told(&before, &after), ["Ann shoves an influence pyramid from a1 to a2."]);
        let mut last = with(3, [3, 0, 3], [0; 3]);
        last.phase = Stage::Over(Winner::Seat(Seat::new(1)));
        assert_eq!(
            told(&with(3, [3, 0, 2], [0; 3]), &last)[0],
            "🏆 Ann wins with the small and large castes!"
        );
        last.phase = Stage::Over(Winner::Draw);
        assert_eq!(told(&last, &last), ["🤝 It is a draw: neither player can push a piece any more."]);
    }

    #[test]
    fn the_chronicle_says_who_led_and_who_was_one_pyramid_short() {
        let mut last = with(5, [3, 3, 0], [3, 2, 0]);
        last.phase = Stage::Over(Winner::Seat(Seat::new(1)));
        let positions = [
            with(1, [0; 3], [0; 3]),
            with(2, [0, 1, 0], [0; 3]),
            with(4, [0, 2, 0], [3, 2, 0]),
            with(5, [2, 2, 0], [3, 2, 0]),
            last,
        ];
        let told = chronicle(&positions.iter().collect::<Vec<_>>(), &testing::names(2));
        assert_eq!(
            told,
            [
                "The lead changed hands twice. Ann went ahead with the very last turn, turn 5.",
                "Ben was once only one pyramid short."
            ]
        );
    }
}
