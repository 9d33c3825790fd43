//! How far both players have come: the castes that they have won, and the pyramids that they have captured of the others.

use super::state::{Stage, State};
use crate::games::phrase::one_of;
use crate::games::{Names, Race, Seat, Size};

/// Returns what both players have captured, and who is about to win.
pub(super) fn race(state: &State, names: &Names) -> Race {
    let captured = |seat: Seat, size: Size| state.captured(seat)[size];
    let one = |seat: Seat| {
        let sizes = Size::ALL.into_iter().filter(|size| captured(seat, *size) > 0);
        let sizes: Vec<String> = sizes
            .map(|size| match captured(seat, size) {
                count if count >= State::CASTE_SIZE => format!("{} ✓", size.word()),
                count => format!("{} {count}", size.word()),
            })
            .collect();
        let sizes = if sizes.is_empty() { "–".to_owned() } else { sizes.join(", ") };
        format!("{} {sizes}", names.get(seat))
    };
    let seats: Vec<Seat> = Seat::all(State::SEATS).collect();
    let line = format!(
        "Captured, of {} for a caste: {}",
        State::CASTE_SIZE,
        seats.iter().map(|seat| one(*seat)).collect::<Vec<_>>().join(" · ")
    );
    let is_close = |seat: &Seat| {
        let missing = Size::ALL.into_iter().filter(|size| captured(*seat, *size) + 1 == State::CASTE_SIZE);
        let missing: Vec<String> = missing.map(|size| format!("one more {} pyramid", size.word())).collect();
        let castes = state.castes(*seat).count();
        (castes == 1 && !missing.is_empty())
            .then(|| format!("🔥 {} needs only {} to win.", names.get(*seat), one_of(&missing)))
    };
    let is_over = matches!(state.phase, Stage::Over(_));
    let close = seats.iter().filter(|_| !is_over).filter_map(is_close).collect();
    Race { line, close }
}

/// Shows what both players have captured of the castes, from small to large: three pyramids win one.
pub(super) fn share(state: &State, names: &Names) -> Vec<String> {
    let one = |seat: Seat| {
        let castes = Size::ALL.map(|size| {
            let captured = usize::from(state.captured(seat)[size].min(State::CASTE_SIZE));
            let mark = if captured == usize::from(State::CASTE_SIZE) { "🟩" } else { "🟨" };
            mark.repeat(captured) + &"⬜".repeat(usize::from(State::CASTE_SIZE) - captured)
        });
        format!("{} {}", castes.join(" "), names.get(seat))
    };
    Seat::all(State::SEATS).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Stash, testing};

    #[test]
    fn castes_are_shown_and_who_needs_one_more_pyramid_is_named() {
        let mut state = State::begin();
        let shown = race(&state, &testing::names(2));
        assert_eq!(
            (shown.line.as_str(), shown.close.len()),
            ("Captured, of 3 for a caste: Ann – · Ben –", 0)
        );
        state.captured = [Stash::new([3, 2, 0]), Stash::new([2, 2, 2])];
        let shown = race(&state, &testing::names(2));
        assert_eq!(
            shown.line,
            "Captured, of 3 for a caste: Ann small ✓, medium 2 · Ben small 2, medium 2, large 2"
        );
        assert_eq!(
            shown.close,
            ["🔥 Ann needs only one more medium pyramid to win."],
            "Ben has no caste yet"
        );
        assert_eq!(
            share(&state, &testing::names(2)),
            ["🟩🟩🟩 🟨🟨⬜ ⬜⬜⬜ Ann", "🟨🟨⬜ 🟨🟨⬜ 🟨🟨⬜ Ben"]
        );
    }
}
