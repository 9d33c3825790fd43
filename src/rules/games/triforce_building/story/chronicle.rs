//! How a whole match went: who was powered first, who walked furthest, and who never moved.

use super::super::observation::Seen;
use super::super::state::{Player, Stage, State};
use crate::games::phrase::counted;
use crate::games::{Names, Seat};

/// The maximum number of players named as powered first: a line of five lights up at once.
const MAX_FIRST: usize = State::LINE_LENGTH;

/// The maximum number of players named for how far they walked. What more players have done is nothing special.
const MAX_WALKERS: usize = 3;

/// Tells how a match went, from what everyone may see of all its positions once it is over.
pub(in crate::games::triforce_building) fn chronicle(positions: &[Seen], names: &Names) -> Vec<String> {
    let rounds = after_rounds(positions);
    let Some(last) = positions.last().filter(|last| last.phase == Stage::Over) else { return Vec::new() };
    let named = |seats: Vec<Seat>, most| (1..=most).contains(&seats.len()).then(|| names.list(&seats));
    let first_powered = rounds.iter().find_map(|(round, seen)| {
        let powered = seats_where(seen, |player| player.powered);
        (!powered.is_empty()).then_some((*round, powered))
    });
    let first_powered = first_powered.and_then(|(round, seats)| {
        Some(format!("⚡ First to be powered: {}, in round {round}.", named(seats, MAX_FIRST)?))
    });
    let walked: Vec<(Seat, usize)> = last.seated().map(|(seat, _)| (seat, steps_of(&rounds, seat))).collect();
    let with =
        |steps: usize| walked.iter().filter(|(_, other)| *other == steps).map(|(seat, _)| *seat).collect();
    let most = walked.iter().map(|(_, steps)| *steps).max().filter(|most| *most > 0);
    let furthest = most.and_then(|most| {
        let who: Vec<Seat> = with(most);
        let each = if who.len() > 1 { " each" } else { "" };
        Some(format!(
            "👣 Furthest on foot: {}, with {}{each}.",
            named(who, MAX_WALKERS)?,
            counted(most as i64, "step")
        ))
    });
    let unmoved = most.and_then(|_| Some(format!("🗿 Not one step: {}.", named(with(0), MAX_WALKERS)?)));
    first_powered.into_iter().chain(furthest).chain(unmoved).collect()
}

/// Returns the first position after each round, with its number.
fn after_rounds(positions: &[Seen]) -> Vec<(u8, &Seen)> {
    let mut rounds: Vec<(u8, &Seen)> = Vec::new();
    for seen in positions {
        if let Some(round) = seen.resolved_round()
            && rounds.last().is_none_or(|(known, _)| *known < round)
        {
            rounds.push((round, seen));
        }
    }
    rounds
}

fn seats_where(seen: &Seen, holds: impl Fn(&Player) -> bool) -> Vec<Seat> {
    seen.seated().filter(|(_, player)| holds(player)).map(|(seat, _)| seat).collect()
}

/// Returns how many steps a player took in all rounds.
fn steps_of(rounds: &[(u8, &Seen)], seat: Seat) -> usize {
    let walks = rounds.iter().filter_map(|(_, seen)| seen.player(seat)?.walked);
    walks.map(|walk| walk.path.steps().len()).sum()
}
