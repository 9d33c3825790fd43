//! What a turn brought about, as people would tell it: territories that change hands, fights, and players who are pinned.

use super::event::Ending;
use super::stack::{Piece, Stack};
use super::state::{LastTurn, Stage, State};
use crate::games::course::{Course, after_turns};
use crate::games::phrase::{all_of, number_word, sentence};
use crate::games::story::{variant, wording};
use crate::games::{Names, Seat, Story};
use crate::grid::Place;

/// Tells what happened between two states, or returns `None` if nothing that people would talk about did.
pub(super) fn story(before: &State, after: &State, names: &Names) -> Option<Story> {
    let mut seats: Vec<Seat> = before.seats().collect();
    seats.sort_by_key(|seat| *seat != before.turn);
    let report = TurnReport { before, after, names };
    let is_over = after.phase == Stage::Over;
    let won = seats.iter().filter_map(|seat| report.won(*seat));
    let events = report
        .ending()
        .into_iter()
        .chain(won)
        .chain(report.left().filter(|_| !is_over))
        .chain(report.fights());
    let mut events: Vec<String> = events.chain(report.pinned().filter(|_| !is_over)).collect();
    if events.is_empty() && after.turns > before.turns {
        events.push(report.quiet());
    }
    Story::of(events, Vec::new())
}

/// Tells how a match went, from all its positions: who led since when, and who else could have won.
pub(super) fn chronicle(positions: &[&State], names: &Names) -> Vec<String> {
    let Some(last) = positions.last() else { return Vec::new() };
    let Some(winner) = last.ending.map(Ending::winner) else { return Vec::new() };
    let seats = |state: &State| state.seats().map(|seat| (seat, state.held_by(seat) as u32)).collect();
    let after = after_turns(positions, |state| state.turns);
    let course = Course::new(after.iter().map(|(turn, state)| (*turn, seats(state))));
    let goal = last.goal();
    let close = |seat: Seat| {
        let most = after.iter().map(|(_, state)| state.held_by(seat)).max().filter(|_| seat != winner)?;
        let (who, held) = (names.get(seat), number_word(most));
        match most {
            most if most >= goal => {
                Some(format!("{who} once held {held} territories, but not until their next turn."))
            }
            most if most + 1 == goal => Some(format!("{who} was once only one territory short.")),
            _ => None,
        }
    };
    course.told(Some(winner), names).into_iter().chain(last.seats().filter_map(close)).collect()
}

/// What everyone sees before and after a turn, from which sentences are made.
struct TurnReport<'a> {
    before: &'a State,
    after: &'a State,
    names: &'a Names,
}

impl TurnReport<'_> {
    /// Says who has won, and how.
    fn ending(&self) -> Option<String> {
        let ending = self.after.ending?;
        let name = self.names.get(ending.winner());
        Some(match ending {
            Ending::Territories { held, .. } => {
                format!("🏆 {name} wins: {} territories, held until their turn!", number_word(held))
            }
            Ending::LastFree { .. } => format!("🏆 {name} wins: everyone else is pinned!"),
            Ending::AllPinned { .. } => format!("🏆 {name} wins: everyone is pinned, and {name} moved last!"),
        })
    }

    /// Tells a turn in which no territory changed hands and nothing was lost.
    fn quiet(&self) -> String {
        let who = self.names.get(self.before.turn);
        let on_board = |state: &State| {
            let pieces = state.stacks.iter().flat_map(Stack::pieces);
            pieces.filter(|piece| piece.owner() == Some(self.before.turn)).count()
        };
        let placed = on_board(self.after).saturating_sub(on_board(self.before));
        match placed {
            0 => format!(
                "{who} {}.",
                wording(self.variant(), ["regroups", "moves troops", "takes up position"])
            ),
            1 => format!("{who} brings up a piece."),
            _ => format!("{who} brings up {} pieces.", number_word(placed)),
        }
    }

    /// Returns the number by which wordings are chosen.
    fn variant(&self) -> u32 {
        variant(self.before.turns, self.before.players())
    }

    fn holders(&self, place: Place) -> (Option<Seat>, Option<Seat>) {
        (self.before.stack(place).holder(), self.after.stack(place).holder())
    }

    /// Says which territories a player has won, and from whom.
    fn won(&self, seat: Seat) -> Option<String> {
        let is_won = |place: &Place| {
            let (then, now) = self.holders(*place);
            now == Some(seat) && then != now
        };
        let places: Vec<Place> = Place::all().filter(is_won).collect();
        let first = self.holders(*places.first()?).0;
        let is_one = places.iter().all(|place| self.holders(*place).0 == first);
        let from = first.filter(|_| is_one).map(|from| format!(" from {}", self.names.get(from)));
        let (mark, from) = (if from.is_some() { "⚔️" } else { "🔺" }, from.unwrap_or_default());
        let list = all_of(&places.iter().map(ToString::to_string).collect::<Vec<_>>());
        let (who, held) = (self.names.get(seat), number_word(self.after.held_by(seat)));
        let territories = if self.after.held_by(seat) == 1 { "territory" } else { "territories" };
        Some(match self.variant() % 3 {
            0 => format!("{mark} {who} takes {list}{from} and holds {held} {territories}."),
            1 => format!("{mark} {who} wins {list}{from}. That makes {held} {territories}."),
            _ => format!("{mark} New ground for {who}: {list}{from}. {} {territories} now.", sentence(&held)),
        })
    }

    /// Says which territories belong to nobody since then.
    fn left(&self) -> Option<String> {
        let is_left = |place: &Place| matches!(self.holders(*place), (Some(_), None));
        let places: Vec<String> = Place::all().filter(is_left).map(|place| place.to_string()).collect();
        let verb = if places.len() == 1 { "belongs" } else { "belong" };
        (!places.is_empty()).then(|| format!("{} {verb} to nobody now.", all_of(&places)))
    }

    /// Says what fights have cost, place by place.
    fn fights(&self) -> Vec<String> {
        let lost = self.lost();
        let fight = |place: Place| {
            let mut losers: Vec<Seat> =
                lost.iter().filter(|(at, _)| *at == place).filter_map(|(_, piece)| piece.owner()).collect();
            losers.dedup();
            let who = self.names.list(&losers);
            let each = if losers.len() > 1 { "lose a piece each" } else { "loses a piece" };
            (!losers.is_empty()).then(|| match self.variant() % 2 {
                0 => format!("⚔️ In the fight on {place}, {who} {each}."),
                _ => format!("⚔️ They fight on {place}: {who} {each}."),
            })
        };
        Place::all().filter_map(fight).collect()
    }

    /// Returns what fights have taken off the board since the state before, with the territories.
    fn lost(&self) -> &[(Place, Piece)] {
        let Some(last) = &self.after.last else { return &[] };
        let is_same = |then: &&LastTurn| then.turn == last.turn;
        let known = self.before.last.as_ref().filter(is_same).map_or(0, |then| then.lost.len());
        last.lost.get(known..).unwrap_or_default()
    }

    /// Says who can neither place nor move a piece since then.
    fn pinned(&self) -> Option<String> {
        let then = self.before.pinned();
        let mut now = self.after.pinned();
        now.retain(|seat| !then.contains(seat) && !self.after.has_resigned(*seat));
        let verb = if now.len() == 1 { "is" } else { "are" };
        (!now.is_empty()).then(|| format!("📌 {} {verb} pinned.", self.names.list(&now)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::state::Setup;
    use super::*;
    use crate::games::{Size, testing};

    fn told(before: &State, after: &State) -> Vec<String> {
        testing::told(story(before, after, &testing::names(3)))
    }

    fn hold(state: &mut State, place: usize, seat: u8) {
        state.stacks[place] = super::super::stack::Stack::EMPTY;
        state.stacks[place].push(Piece::Of(Seat::new(seat), Size::Small));
    }

    #[test]
    fn territories_that_change_hands_are_the_headline() {
        let mut before = State::begin(&Setup { players: 3 }).unwrap();
        hold(&mut before, 1, 2);
        hold(&mut before, 5, 2);
        let mut after = before.clone();
        hold(&mut after, 0, 1);
        let headline = |turns, after: &State| told(&State { turns, ..before.clone() }, after);
        assert_eq!(headline(1, &after), ["🔺 Ann wins a1. That makes one territory."]);
        hold(&mut after, 1, 1);
        assert_eq!(headline(2, &after), ["🔺 New ground for Ann: a1 and b1. Two territories now."]);
        after.stacks[0] = super::super::stack::Stack::EMPTY;
        assert_eq!(headline(5, &after), ["⚔️ Ann takes b1 from Ben and holds one territory."]);
        after.stacks[5] = super::super::stack::Stack::EMPTY;
        let place = Place::all().nth(5).unwrap();
        assert_eq!(headline(5, &after)[1], format!("{place} belongs to nobody now."));
    }

    #[test]
    fn a_quiet_turn_has_a_headline_and_the_end_says_who_has_won_how() {
        let before = State::begin(&Setup { players: 3 }).unwrap();
        let mut after = before.clone();
        after.turns += 1;
        assert_eq!(told(&before, &after), ["Ann moves troops."]);
        after.stacks[3].push(Piece::Of(before.turn, Size::Small));
        after.stacks[3].push(Piece::Of(before.turn, Size::Small));
        assert_eq!(told(&before, &after)[0], "🔺 Ann wins c1. That makes one territory.");
        assert!(told(&after, &after).is_empty(), "the turn is not over");
        let winner = Seat::new(2);
        let end =
            |ending| told(&before, &State { ending: Some(ending), phase: Stage::Over, ..before.clone() });
        assert_eq!(
            end(Ending::Territories { winner, held: 8 }),
            ["🏆 Ben wins: eight territories, held until their turn!"]
        );
        assert_eq!(end(Ending::LastFree { winner }), ["🏆 Ben wins: everyone else is pinned!"]);
        assert_eq!(
            end(Ending::AllPinned { winner }),
            ["🏆 Ben wins: everyone is pinned, and Ben moved last!"]
        );
    }

    #[test]
    fn the_chronicle_says_who_led_and_who_was_close() {
        let at = |turns, ann: usize, ben: usize| {
            let mut state = State { turns, ..State::begin(&Setup { players: 3 }).unwrap() };
            for place in 0..ann + ben {
                hold(&mut state, place, if place < ann { 1 } else { 2 });
            }
            state
        };
        let winner = Seat::new(1);
        let told = |most: usize| {
            let mut last = at(5, 8, 2);
            last.ending = Some(Ending::Territories { winner, held: 8 });
            let positions = [at(1, 0, 0), at(2, 2, 0), at(3, 2, most), at(4, 7, 2), last];
            chronicle(&positions.iter().collect::<Vec<_>>(), &testing::names(3))
        };
        let lead = "The lead changed hands twice; Ann took it for good in turn 3 of 5.";
        assert_eq!(told(6), [lead]);
        assert_eq!(told(7), [lead, "Ben was once only one territory short."]);
        assert_eq!(told(8), [lead, "Ben once held eight territories, but not until their next turn."]);
    }

    #[test]
    fn what_a_fight_costs_is_told_once() {
        let before = State::begin(&Setup { players: 3 }).unwrap();
        let mut after = before.clone();
        let place = Place::all().nth(4).unwrap();
        for seat in [2, 3] {
            after.last_turn_mut().lost.push((place, Piece::Of(Seat::new(seat), Size::Small)));
        }
        assert_eq!(
            told(&before, &after),
            [format!("⚔️ They fight on {place}: Ben and Cleo lose a piece each.")]
        );
        assert!(told(&after, &after).is_empty(), "it was told before");
    }
}
