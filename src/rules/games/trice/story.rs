//! What a turn brought about, as people would tell it: symbols taken and lost, and pieces that left the board.

use super::spaces::Symbol;
use super::state::{Stage, State};
use crate::games::phrase::{all_of, number_word, sentence};
use crate::games::story::wording;
use crate::games::{Names, Seat, Story};

/// Tells what happened between two states, or returns `None` if nothing that people would talk about did.
pub(super) fn story(before: &State, after: &State, names: &Names) -> Option<Story> {
    if after.phase() == Stage::Over {
        return None;
    }
    let mover = before.turn();
    let taken = taken(before, after, mover, names);
    let others = Seat::all(State::SEATS).filter(|seat| *seat != mover);
    let lost = others.filter_map(|seat| lost(before, after, seat, names));
    Story::of(taken.into_iter().chain(lost).collect(), Vec::new())
}

fn held(state: &State, seat: Seat, symbol: Symbol) -> usize {
    symbol.spaces().and(state.held(seat)).len()
}

/// Says which symbols the player has taken.
fn taken(before: &State, after: &State, mover: Seat, names: &Names) -> Option<String> {
    let more = |symbol| held(after, mover, symbol).saturating_sub(held(before, mover, symbol));
    let symbols: Vec<Symbol> = Symbol::ALL.into_iter().filter(|symbol| more(*symbol) > 0).collect();
    let mark = symbols.first()?.mark();
    let things: Vec<String> = symbols.iter().map(|symbol| several(more(*symbol), *symbol)).collect();
    let (who, things) = (names.get(mover), all_of(&things));
    let total = match symbols[..] {
        [only] => Some(number_word(held(after, mover, only))),
        _ => None,
    };
    // How many spaces of the only symbol the player holds now.
    let tail = |words: &str| match &total {
        Some(total) => format!("{words}{total} of {}", number_word(Symbol::SPACE_COUNT)),
        None => String::new(),
    };
    Some(match before.turns % 3 {
        0 => format!("{mark} {who} takes {things}{}.", tail(" and holds ")),
        1 => format!("{mark} {} for {who}{}.", sentence(&things), tail(", who now holds ")),
        _ => format!("{mark} {who} gets {things}{}.", tail(", which makes ")),
    })
}

/// Says what another player has lost in the turn.
fn lost(before: &State, after: &State, seat: Seat, names: &Names) -> Option<String> {
    let pieces = before.held(seat).len().saturating_sub(after.held(seat).len());
    if pieces == 0 {
        return None;
    }
    let less = |symbol| held(before, seat, symbol).saturating_sub(held(after, seat, symbol));
    let symbols = Symbol::ALL.into_iter().filter(|symbol| less(*symbol) > 0);
    let symbols: Vec<String> = symbols.map(|symbol| several(less(symbol), symbol)).collect();
    let pieces = if pieces == 1 { "a piece".to_owned() } else { format!("{} pieces", number_word(pieces)) };
    let with = match symbols[..] {
        [] => String::new(),
        _ => format!(", and with that {}", all_of(&symbols)),
    };
    let loses = wording(before.turns, ["loses", "has to take back"]);
    Some(format!("💥 {} {loses} {pieces}{with}.", names.get(seat)))
}

/// Writes `a sun` or `two suns`.
fn several(count: usize, symbol: Symbol) -> String {
    match count {
        1 => format!("a {}", symbol.word()),
        count => format!("{} {}s", number_word(count), symbol.word()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::setup::Setup;
    use super::super::spaces::Piece;
    use super::*;
    use crate::games::{Size, testing};

    fn begun() -> State {
        let setup = Setup { first: Some(1), ..Setup::default() };
        State::begin(&setup, &mut testing::draws(1)).unwrap().0
    }

    fn put(state: &mut State, space: usize, seat: u8) {
        state.spaces[space] = Some(Piece { seat: Seat::new(seat), size: Size::Small });
    }

    fn told(before: &State, after: &State) -> Vec<String> {
        testing::told(story(before, after, &testing::names(3)))
    }

    #[test]
    fn what_is_taken_and_lost_is_told_in_several_wordings() {
        let mut before = begun();
        put(&mut before, 4, 1);
        put(&mut before, 8, 2);
        let mut after = before.clone();
        put(&mut after, 11, 1);
        let headline = |turns, after: &State| told(&State { turns, ..before.clone() }, after);
        assert_eq!(headline(3, &after), ["☀️ Ann takes a sun and holds two of five."]);
        assert_eq!(headline(4, &after), ["☀️ A sun for Ann, who now holds two of five."]);
        assert_eq!(headline(5, &after), ["☀️ Ann gets a sun, which makes two of five."]);
        // Two symbols at once, and a piece of another player.
        put(&mut after, 5, 1);
        after.spaces[8] = None;
        assert_eq!(
            headline(3, &after),
            ["☀️ Ann takes two suns and a moon.", "💥 Ben has to take back a piece, and with that a star."]
        );
        assert_eq!(headline(6, &after)[1], "💥 Ben loses a piece, and with that a star.");
    }

    #[test]
    fn a_turn_without_any_of_that_is_told_by_its_moves() {
        let (before, mut after) = (begun(), begun());
        put(&mut after, 0, 1);
        assert!(told(&before, &after).is_empty(), "an Eye Space has no symbol");
        put(&mut after, 4, 1);
        after.phase = Stage::Over;
        assert!(told(&before, &after).is_empty(), "the end says who has won");
    }
}
