//! What a turn brought about, as people would tell it: territories that change hands, fights, and players who are pinned.

use super::stack::Piece;
use super::state::{LastTurn, Stage, State};
use crate::games::phrase::{all_of, number_word, sentence};
use crate::games::{Names, Seat, Story};
use crate::grid::Place;

/// Tells what happened between two states, or returns `None` if nothing that people would talk about did.
pub(super) fn story(before: &State, after: &State, names: &Names) -> Option<Story> {
    if after.phase == Stage::Over {
        return None;
    }
    let mut seats: Vec<Seat> = before.seats().collect();
    seats.sort_by_key(|seat| *seat != before.turn);
    let report = TurnReport { before, after, names };
    let won = seats.iter().filter_map(|seat| report.won(*seat));
    let events = won.chain(report.left()).chain(report.fights()).chain(report.pinned());
    Story::of(events.collect(), Vec::new())
}

/// What everyone sees before and after a turn, from which sentences are made.
struct TurnReport<'a> {
    before: &'a State,
    after: &'a State,
    names: &'a Names,
}

impl TurnReport<'_> {
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
        Some(match self.before.turns % 3 {
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
            (!losers.is_empty()).then(|| match self.before.turns % 2 {
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
        assert_eq!(headline(3, &after), ["⚔️ Ann takes b1 from Ben and holds one territory."]);
        after.stacks[5] = super::super::stack::Stack::EMPTY;
        let place = Place::all().nth(5).unwrap();
        assert_eq!(headline(3, &after)[1], format!("{place} belongs to nobody now."));
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
