//! What a turn brought about, as people would tell it: sectors that change hands or fill up, and who leads.

use super::hexagon::{Hexagon, hexagon};
use super::state::{Side, Stage, State};
use crate::games::phrase::{all_of, sentence};
use crate::games::{Names, Seat, Story};

/// The sectors, clockwise from the top one.
const SECTORS: [&str; Hexagon::SECTORS] =
    ["top", "upper right", "lower right", "bottom", "lower left", "upper left"];

/// Tells what happened between two states, or returns `None` if nothing that people would talk about did.
pub(super) fn story(before: &State, after: &State, names: &Names) -> Option<Story> {
    if after.phase == Stage::Over {
        return None;
    }
    let (then, now) = (before.score(), after.score());
    let sectors = |is: &dyn Fn(usize) -> bool| -> Vec<&str> {
        (0..Hexagon::SECTORS).filter(|sector| is(*sector)).map(|sector| SECTORS[sector]).collect()
    };
    let holder = |sector: usize| (then.by_sector[sector].holder, now.by_sector[sector].holder);
    let mut events = Vec::new();
    for seat in [before.turn, before.turn.other()].map(Side::seat) {
        let won = |sector: usize| holder(sector).1 == Some(seat) && holder(sector).0 != Some(seat);
        let other = before.turn.seat() != seat;
        let from =
            (0..Hexagon::SECTORS).filter(|sector| won(*sector)).all(|sector| holder(sector).0.is_some());
        let list = sectors(&won);
        if list.is_empty() {
            continue;
        }
        let (mark, who, what) = (mark(seat), names.get(seat), these(&list));
        let loser = Seat::all(2).find(|known| *known != seat).filter(|_| from);
        let from = loser.map(|loser| format!(" from {}", names.get(loser))).unwrap_or_default();
        let goes = if list.len() == 1 { "goes" } else { "go" };
        events.push(match before.turns % 3 {
            0 => format!("{mark} {who} takes {what}{from}."),
            1 if !other => format!("{mark} {} {goes} to {who}.", sentence(&what)),
            _ => format!("{mark} {who} now holds {what}."),
        });
    }
    let tied = sectors(&|sector| matches!(holder(sector), (Some(_), None)));
    if !tied.is_empty() {
        let is = if tied.len() == 1 { "is" } else { "are" };
        events.push(format!(
            "⚖️ {} {is} tied: for now, nobody holds {}.",
            sentence(&these(&tied)),
            if tied.len() == 1 { "it" } else { "them" }
        ));
    }
    let is_full =
        |state: &State, sector: usize| hexagon().sectors[sector].iter().all(|cell| !state.is_empty(*cell));
    let full = sectors(&|sector| is_full(after, sector) && !is_full(before, sector));
    if !full.is_empty() {
        let has = if full.len() == 1 { "has" } else { "have" };
        events.push(format!("🧱 {} {has} no empty triangle left.", sentence(&these(&full))));
    }
    let [first, second] = now.cylinders;
    if then.winner() != now.winner() {
        events.push(match now.winner() {
            Some(seat) => format!(
                "{} leads, with {} to {} cylinders.",
                names.get(seat),
                first.max(second),
                first.min(second)
            ),
            None => "Nobody leads now.".to_owned(),
        });
    }
    Story::of(events, Vec::new())
}

fn mark(seat: Seat) -> &'static str {
    if seat == Seat::at(0) { "🔵" } else { "🟠" }
}

/// Names sectors: `the top sector`, `the top and upper left sectors`.
fn these(sectors: &[&str]) -> String {
    format!("the {} sector{}", all_of(sectors), if sectors.len() == 1 { "" } else { "s" })
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
