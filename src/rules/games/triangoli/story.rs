//! What a turn brought about, as people would tell it: sectors that change hands or fill up, and who leads.

use super::hexagon::{Hexagon, hexagon};
use super::state::{Score, Stage, State};
use crate::games::phrase::{all_of, sentence};
use crate::games::{Names, Seat, Story};

/// The names of the sectors, clockwise from the top one.
const SECTORS: [&str; Hexagon::SECTORS] =
    ["top", "upper right", "lower right", "bottom", "lower left", "upper left"];

/// Tells what happened between two states, or returns `None` if nothing that people would talk about did.
pub(super) fn story(before: &State, after: &State, names: &Names) -> Option<Story> {
    if after.phase == Stage::Over {
        return None;
    }
    let report = TurnReport { before, after, then: before.score(), now: after.score(), names };
    let mover = before.turn;
    let won = [mover, mover.other()].into_iter().filter_map(|side| report.won(side.seat()));
    let events = won.chain(report.tied()).chain(report.filled()).chain(report.lead());
    Story::of(events.collect(), Vec::new())
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
        Some(match self.before.turns % 3 {
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
        assert_eq!(headline(2, &before, &after)[0], "🔵 Ann now holds the top sector.");
        let mut later = after.clone();
        later.cylinders[top[1].index()] = [0, 2];
        assert_eq!(
            headline(3, &after, &later),
            ["⚖️ The top sector is tied: for now, nobody holds it.", "Nobody leads now."]
        );
        later.cylinders[top[1].index()] = [0, 3];
        for cell in &right {
            later.cylinders[cell.index()] = [1, 0];
        }
        assert_eq!(
            headline(3, &after, &later),
            [
                "🔵 Ann takes the upper right sector.",
                "🟠 Ben takes the top sector from Ann.",
                "🧱 The upper right sector has no empty triangle left.",
            ]
        );
        assert!(told(&later, &later).is_empty());
    }
}
