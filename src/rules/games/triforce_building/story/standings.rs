//! The final standings: who is safe, who is not, and who is the elimination candidate.

use super::super::observation::Seen;
use super::super::state::Player;
use crate::games::{Seat, StandingsGroup};

/// Returns the final standings, group by group and best first. Before the end, there are none.
pub(in crate::games::triforce_building) fn groups(seen: &Seen) -> Vec<StandingsGroup> {
    let Some(ec) = seen.ec else { return Vec::new() };
    let leaving = |seat| seen.triforces.iter().position(|made| made.seats.contains(&seat));
    let mut seated: Vec<(Seat, &Player)> = seen.seated().collect();
    seated.sort_by_key(|(seat, _)| leaving(*seat).unwrap_or(seen.triforces.len()));
    let group = |title, holds: &dyn Fn(Seat, &Player) -> bool| {
        let line = |(seat, player): &(Seat, &Player)| {
            let way = match (player.removed_in, player.token) {
                (Some(round), _) => format!("round {round} · "),
                (None, true) => "by priority · ".to_owned(),
                (None, false) => String::new(),
            };
            let gained = player.garnets.saturating_sub(player.garnets_before);
            let change = if gained == 0 { String::new() } else { format!(" ({gained:+})") };
            (*seat, format!("{way}💎 {}{change}", player.garnets))
        };
        let seats: Vec<_> = seated.iter().filter(|(seat, player)| holds(*seat, player)).map(line).collect();
        Some(StandingsGroup { title, seats }).filter(|group| !group.seats.is_empty())
    };
    let groups = [
        group("🔺 Safe, with a token (💎 = garnets)", &|seat, player| player.token && seat != ec),
        group("🔺 Safe with the last triforce, which brings no token", &|_, player| {
            !player.token && player.removed_in.is_some()
        }),
        group("▫️ No token", &|seat, player| !player.token && player.removed_in.is_none() && seat != ec),
        group("🎯 Elimination candidate", &|seat, _| seat == ec),
    ];
    groups.into_iter().flatten().collect()
}
