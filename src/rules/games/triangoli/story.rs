//! What a turn brought about, as people would tell it: sectors that change hands or fill up, and who leads.

use super::hexagon::{Hexagon, hexagon};
use super::state::{Score, Stage, State};
use crate::games::course::{Course, after_turns};
use crate::games::phrase::{all_of, counted, sentence};
use crate::games::story::{variant, wording};
use crate::games::{Names, Seat, Story};

/// The names of the sectors, clockwise from the top one.
const SECTORS: [&str; Hexagon::SECTORS] =
    ["top", "upper right", "lower right", "bottom", "lower left", "upper left"];

/// The number of cylinders that a winner must have been behind for that to be told.
const COMEBACK: u8 = 4;

/// Tells what happened between two states, or returns `None` if nothing that people would talk about did.
pub(super) fn story(before: &State, after: &State, names: &Names) -> Option<Story> {
    let report = TurnReport { before, after, then: before.score(), now: after.score(), names };
    let mover = before.turn;
    let won = [mover, mover.other()].into_iter().filter_map(|side| report.won(side.seat()));
    let ending = ending(after, names);
    let is_over = ending.is_some();
    let events = ending.into_iter().chain(won).chain(report.tied());
    let going_on = report.filled().into_iter().chain(report.lead()).filter(|_| !is_over);
    let mut events: Vec<String> = events.chain(going_on).collect();
    if events.is_empty() && after.turns > before.turns {
        events.push(quiet(before, after, names));
    }
    Story::of(events, Vec::new())
}

/// What everyone sees before and after a turn, from which sentences are made.
struct TurnReport<'a> {
    before: &'a State,
    after: &'a State,
    then: Score,
    now: Score,
    names: &'a Names,
}

impl TurnReport<'_> {
    /// Returns who held a sector before the turn, and who holds it now.
    fn holders(&self, sector: usize) -> (Option<Seat>, Option<Seat>) {
        (self.then.by_sector[sector].holder, self.now.by_sector[sector].holder)
    }

    /// Says which sectors a player has won, and from whom.
    fn won(&self, seat: Seat) -> Option<String> {
        let is_won = |sector: &usize| {
            let (then, now) = self.holders(*sector);
            now == Some(seat) && then != now
        };
        let sectors: Vec<usize> = (0..Hexagon::SECTORS).filter(is_won).collect();
        if sectors.is_empty() {
            return None;
        }
        let losers: Option<Vec<Seat>> = sectors.iter().map(|sector| self.holders(*sector).0).collect();
        // There are two players, so whoever has lost all these sectors is the other one.
        let loser = losers.and_then(|losers| losers.first().copied());
        let from = loser.map(|loser| format!(" from {}", self.names.get(loser))).unwrap_or_default();
        let (mark, who, what) = (mark(seat), self.names.get(seat), these(&sectors));
        let goes = if sectors.len() == 1 { "goes" } else { "go" };
        Some(match variant(self.before.turns, 2) % 3 {
            0 => format!("{mark} {who} takes {what}{from}."),
            1 if self.before.turn.seat() == seat => format!("{mark} {} {goes} to {who}.", sentence(&what)),
            _ => format!("{mark} {who} now holds {what}."),
        })
    }

    /// Says which sectors were held by a player and are tied now.
    fn tied(&self) -> Option<String> {
        let is_tied = |sector: &usize| matches!(self.holders(*sector), (Some(_), None));
        let sectors: Vec<usize> = (0..Hexagon::SECTORS).filter(is_tied).collect();
        let (is, it) = if sectors.len() == 1 { ("is", "it") } else { ("are", "them") };
        let all = sentence(&these(&sectors));
        (!sectors.is_empty()).then(|| format!("⚖️ {all} {is} tied: for now, nobody holds {it}."))
    }

    /// Says which sectors have lost their last empty triangle.
    fn filled(&self) -> Option<String> {
        let is_full = |state: &State, sector: usize| {
            hexagon().sectors[sector].iter().all(|cell| !state.is_empty(*cell))
        };
        let is_filled = |sector: &usize| is_full(self.after, *sector) && !is_full(self.before, *sector);
        let sectors: Vec<usize> = (0..Hexagon::SECTORS).filter(is_filled).collect();
        let has = if sectors.len() == 1 { "has" } else { "have" };
        let all = sentence(&these(&sectors));
        (!sectors.is_empty()).then(|| format!("🧱 {all} {has} no empty triangle left."))
    }

    /// Says who leads now, if that has changed.
    fn lead(&self) -> Option<String> {
        let [first, second] = self.now.cylinders;
        (self.then.winner() != self.now.winner()).then(|| match self.now.winner() {
            Some(seat) => {
                let (more, less) = (first.max(second), first.min(second));
                format!("{} leads, with {more} to {less} cylinders.", self.names.get(seat))
            }
            None => "Nobody leads now.".to_owned(),
        })
    }
}

/// Says who has won, and by how much.
fn ending(state: &State, names: &Names) -> Option<String> {
    let score = (state.phase == Stage::Over).then(|| state.score())?;
    let [first, second] = score.cylinders;
    Some(match score.winner() {
        None => format!("🤝 It is a draw, with {first} cylinders each!"),
        Some(seat) if score.by_sectors() => {
            let [one, other] = score.sectors;
            let (more, less) = (one.max(other), one.min(other));
            format!(
                "🏆 {} wins! With {first} cylinders each, {more} sectors to {less} decide.",
                names.get(seat)
            )
        }
        Some(seat) => {
            format!(
                "🏆 {} wins by {} cylinders to {}!",
                names.get(seat),
                first.max(second),
                first.min(second)
            )
        }
    })
}

/// Tells how a match went, from all its positions: who led since when, and how far the winner was behind.
pub(super) fn chronicle(positions: &[&State], names: &Names) -> Vec<String> {
    let Some(last) = positions.last().filter(|last| last.phase == Stage::Over) else { return Vec::new() };
    let after = after_turns(positions, |state| state.turns);
    let seats = |state: &State| {
        let [first, second] = state.score().cylinders.map(u32::from);
        vec![(Seat::at(0), first), (Seat::at(1), second)]
    };
    let course = Course::new(after.iter().map(|(turn, state)| (*turn, seats(state))));
    let winner = last.score().winner();
    let behind = winner.and_then(|winner| {
        let behind = after.iter().map(|(_, state)| {
            let [first, second] = state.score().cylinders;
            if winner == Seat::at(0) { second.saturating_sub(first) } else { first.saturating_sub(second) }
        });
        let most = behind.max().filter(|most| *most >= COMEBACK)?;
        Some(format!("{} was once {most} cylinders behind.", names.get(winner)))
    });
    course.told(winner, names).into_iter().chain(behind).collect()
}

/// Tells a turn after which everyone holds the same sectors.
fn quiet(before: &State, after: &State, names: &Names) -> String {
    let (seat, who) = (before.turn.seat(), names.get(before.turn.seat()));
    let i = seat.index(2).unwrap_or_default();
    if let (None, Some(pawn)) = (before.pawns[i], after.pawns[i]) {
        return format!("{} {who} starts on {}.", mark(seat), hexagon().corners.name(pawn));
    }
    let [then, now] = [before, after].map(|state| u32::from(state.score().cylinders[i]));
    match now.checked_sub(then).filter(|more| *more > 0) {
        Some(more) => format!("{} {who} gains {}.", mark(seat), counted(more, "cylinder")),
        None => format!(
            "{} {who} {}.",
            mark(seat),
            wording(variant(before.turns, 2), ["prepares", "digs in", "bides their time"])
        ),
    }
}

fn mark(seat: Seat) -> &'static str {
    if seat == Seat::at(0) { "🔵" } else { "🟠" }
}

/// Names sectors: `the top sector`, `the top and upper left sectors`.
fn these(sectors: &[usize]) -> String {
    let names: Vec<&str> = sectors.iter().map(|sector| SECTORS[*sector]).collect();
    format!("the {} sector{}", all_of(&names), if names.len() == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    fn told(before: &State, after: &State) -> Vec<String> {
        testing::told(story(before, after, &testing::names(2)))
    }

    #[test]
    fn sectors_that_change_hands_or_fill_up_are_told() {
        let mut before = State::begin();
        before.phase = Stage::Turn;
        let mut after = before.clone();
        let [top, right] = [0, 1].map(|sector| hexagon().sectors[sector].clone());
        after.cylinders[top[0].index()] = [2, 0];
        let headline = |turns, before: &State, after: &State| told(&State { turns, ..before.clone() }, after);
        assert_eq!(
            headline(1, &before, &after),
            ["🔵 The top sector goes to Ann.", "Ann leads, with 2 to 0 cylinders."]
        );
        assert_eq!(headline(3, &before, &after)[0], "🔵 Ann now holds the top sector.");
        let mut later = after.clone();
        later.cylinders[top[1].index()] = [0, 2];
        assert_eq!(
            headline(5, &after, &later),
            ["⚖️ The top sector is tied: for now, nobody holds it.", "Nobody leads now."]
        );
        later.cylinders[top[1].index()] = [0, 3];
        for cell in &right {
            later.cylinders[cell.index()] = [1, 0];
        }
        assert_eq!(
            headline(5, &after, &later),
            [
                "🔵 Ann takes the upper right sector.",
                "🟠 Ben takes the top sector from Ann.",
                "🧱 The upper right sector has no empty triangle left.",
            ]
        );
        assert!(told(&later, &later).is_empty());
    }

    fn with(turns: u32, cylinders: &[(usize, [u8; 2])]) -> State {
        let mut state = State { turns, phase: Stage::Turn, ..State::begin() };
        for (sector, here) in cylinders {
            state.cylinders[hexagon().sectors[*sector][0].index()] = *here;
        }
        state
    }

    #[test]
    fn a_turn_after_which_sectors_are_held_as_before_has_a_headline() {
        let (one, more) = (with(2, &[(0, [1, 0])]), with(3, &[(0, [3, 0])]));
        assert_eq!(told(&one, &more), ["🔵 Ann gains 2 cylinders."]);
        assert_eq!(told(&one, &State { turns: 3, ..one.clone() }), ["🔵 Ann digs in."]);
        assert!(told(&one, &one).is_empty(), "the turn is not over");
        let pawns = [hexagon().corners.all().next(), None];
        assert_eq!(
            told(&State::begin(), &State { turns: 2, pawns, ..State::begin() }),
            ["🔵 Ann starts on a1."]
        );
    }

    #[test]
    fn the_end_says_by_how_much_and_the_chronicle_how_it_came_to_that() {
        let end = |cylinders: &[(usize, [u8; 2])]| {
            let last = State { phase: Stage::Over, ..with(4, cylinders) };
            told(&last, &last).remove(0)
        };
        assert_eq!(end(&[(0, [5, 0]), (1, [0, 3])]), "🏆 Ann wins by 5 cylinders to 3!");
        assert_eq!(end(&[(0, [3, 0]), (1, [0, 3])]), "🤝 It is a draw, with 3 cylinders each!");
        assert_eq!(
            end(&[(0, [3, 0]), (1, [0, 1]), (2, [0, 2])]),
            "🏆 Ben wins! With 3 cylinders each, 2 sectors to 1 decide."
        );
        let positions = [with(1, &[]), with(2, &[(1, [0, 4])]), with(3, &[(1, [0, 4]), (0, [5, 0])])];
        let last = State { phase: Stage::Over, ..positions[2].clone() };
        let told = chronicle(&positions.iter().chain([&last]).collect::<Vec<_>>(), &testing::names(2));
        assert_eq!(
            told,
            [
                "The lead changed hands once; Ann took it for good in turn 2 of 3.",
                "Ann was once 4 cylinders behind."
            ]
        );
    }
}
