//! What a turn brought about, as people would tell it: symbols taken and lost, and pieces that left the board.

use super::spaces::Symbol;
use super::state::{Stage, State};
use crate::games::course::{Course, after_turns};
use crate::games::phrase::{all_of, number_word, sentence};
use crate::games::story::{variant, wording};
use crate::games::{Names, Seat, Story};

/// Tells what happened between two states, or returns `None` if nothing that people would talk about did.
pub(super) fn story(before: &State, after: &State, names: &Names) -> Option<Story> {
    let mover = before.turn();
    let best = match after.phase() {
        Stage::Over => won(after, names),
        Stage::Roll | Stage::Turn => taken(before, after, mover, names),
    };
    let others = Seat::all(State::SEATS).filter(|seat| *seat != mover);
    let lost = others.filter_map(|seat| lost(before, after, seat, names));
    let events: Vec<String> = best.into_iter().chain(lost).collect();
    let is_quiet = events.is_empty() && after.turns > before.turns;
    let events = if is_quiet { vec![quiet(before, after, names)] } else { events };
    Story::of(events, Vec::new())
}

/// Tells how a match went, from all its positions: who led since when, and who else was close.
pub(super) fn chronicle(positions: &[&State], names: &Names) -> Vec<String> {
    let Some(winner) = positions.last().and_then(|last| last.winner) else { return Vec::new() };
    let after = after_turns(positions, |state| state.turns);
    let seats =
        |state: &State| Seat::all(State::SEATS).map(|seat| (seat, most_held(state, seat).0)).collect();
    let course = Course::new(after.iter().map(|(turn, state)| (*turn, seats(state))));
    let close = |seat: Seat| {
        let ever = positions.iter().map(|state| most_held(state, seat));
        let (most, symbol) = ever.max_by_key(|(most, _)| *most)?;
        let is_close = seat != winner && most as usize == Symbol::SPACE_COUNT - 1;
        is_close.then(|| format!("{} was once only one {} short.", names.get(seat), symbol.word()))
    };
    course.told(Some(winner), names).into_iter().chain(Seat::all(State::SEATS).filter_map(close)).collect()
}

/// Returns how many spaces a seat holds of the symbol of which it holds most.
fn most_held(state: &State, seat: Seat) -> (u32, Symbol) {
    let counts = Symbol::ALL.map(|symbol| (held(state, seat, symbol) as u32, symbol));
    counts.into_iter().max_by_key(|(count, _)| *count).unwrap_or((0, Symbol::ALL[0]))
}

/// Says who has won, and with which symbols.
fn won(state: &State, names: &Names) -> Option<String> {
    let winner = state.winner?;
    let full: Vec<String> =
        Symbol::full(state.held(winner)).map(|symbol| format!("all five {}s", symbol.word())).collect();
    Some(format!("🏆 {} wins with {}!", names.get(winner), all_of(&full)))
}

/// Tells a turn in which no symbol and no piece of another player was taken.
fn quiet(before: &State, after: &State, names: &Names) -> String {
    let (mover, turn) = (before.turn(), variant(before.turns, State::SEATS));
    let who = names.get(mover);
    let entered = after.held(mover).len().saturating_sub(before.held(mover).len());
    if entered > 0 {
        let pieces =
            if entered == 1 { "a piece".to_owned() } else { format!("{} pieces", number_word(entered)) };
        return match turn % 2 {
            0 => format!("{who} brings in {pieces}."),
            _ => format!("{who} enters with {pieces}."),
        };
    }
    if before.held(mover) == after.held(mover) {
        return format!("{who} {}.", wording(turn, ["waits", "stays put", "bides their time"]));
    }
    format!("{who} {}.", wording(turn, ["moves on", "regroups", "shifts pieces"]))
}

fn held(state: &State, seat: Seat, symbol: Symbol) -> usize {
    symbol.spaces().and(state.held(seat)).len()
}

/// Says which symbols the player has taken.
fn taken(before: &State, after: &State, mover: Seat, names: &Names) -> Option<String> {
    let more = |symbol| held(after, mover, symbol).saturating_sub(held(before, mover, symbol));
    let symbols: Vec<Symbol> = Symbol::ALL.into_iter().filter(|symbol| more(*symbol) > 0).collect();
    let things: Vec<String> = symbols.iter().map(|symbol| several(more(*symbol), *symbol)).collect();
    let (who, things) = (names.get(mover), all_of(&things));
    let (most, symbol) =
        symbols.iter().map(|symbol| (held(after, mover, *symbol), symbol)).max_by_key(|(most, _)| *most)?;
    // The sign of what the player now holds most of.
    let mark = symbol.mark();
    let of = if symbols.len() == 1 { String::new() } else { format!(" {}", symbol.plural()) };
    let total = format!("{} of {}{of}", number_word(most), number_word(Symbol::SPACE_COUNT));
    Some(match variant(before.turns, State::SEATS) % 3 {
        0 => format!("{mark} {who} takes {things} and holds {total}."),
        1 => format!("{mark} {} for {who}, who now holds {total}.", sentence(&things)),
        _ => format!("{mark} {who} gets {things}: {total} now."),
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
    Some(format!("💥 {} loses {pieces}{with}.", names.get(seat)))
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
    use crate::grid::Cell;

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
        assert_eq!(headline(5, &after), ["☀️ Ann takes a sun and holds two of five."]);
        assert_eq!(headline(3, &after), ["☀️ A sun for Ann, who now holds two of five."]);
        assert_eq!(headline(4, &after), ["☀️ Ann gets a sun: two of five now."]);
        // Two symbols at once, and a piece of another player.
        put(&mut after, 5, 1);
        after.spaces[8] = None;
        assert_eq!(
            headline(5, &after),
            [
                "☀️ Ann takes two suns and a moon and holds three of five suns.",
                "💥 Ben loses a piece, and with that a star."
            ]
        );
    }

    #[test]
    fn a_turn_without_any_of_that_has_a_headline_once_it_is_over() {
        let (before, mut after) = (begun(), begun());
        put(&mut after, 0, 1);
        assert!(told(&before, &after).is_empty(), "an Eye Space has no symbol");
        after.turns += 1;
        assert_eq!(told(&before, &after), ["Ann enters with a piece."]);
        let mut later = after.clone();
        later.turns += 1;
        assert_eq!(told(&after, &later), ["Ann bides their time."]);
    }

    #[test]
    fn the_end_says_with_what_the_winner_has_won_and_the_chronicle_how_it_came_to_that() {
        let at = |turns, ann: &[usize], ben: &[usize]| {
            let mut state = State { turns, ..begun() };
            for (spaces, seat) in [(ann, 1), (ben, 2)] {
                for space in spaces {
                    put(&mut state, *space, seat);
                }
            }
            state
        };
        let spaces = |symbol: usize| Symbol::ALL[symbol].spaces().iter().map(Cell::index).collect::<Vec<_>>();
        let (suns, mut stars) = (spaces(0), spaces(2));
        stars.retain(|space| *space != suns[0]);
        let mut last = at(5, &suns, &[]);
        (last.phase, last.winner) = (Stage::Over, Some(Seat::new(1)));
        let before = at(5, &suns[..4], &[]);
        assert_eq!(told(&before, &last), ["🏆 Ann wins with all five suns!"]);
        let positions = [
            begun(),
            at(2, &suns[..1], &[]),
            at(3, &suns[..1], &stars[..4]),
            at(4, &[], &stars[..4]),
            before,
            last,
        ];
        let positions: Vec<&State> = positions.iter().collect();
        let told = chronicle(&positions, &testing::names(3));
        assert_eq!(
            told,
            [
                "The lead changed hands twice; Ann took it for good in turn 4 of 5.",
                "Ben was once only one star short."
            ]
        );
        assert!(chronicle(&positions[..5], &testing::names(3)).is_empty(), "it is not over");
    }
}
