//! How a match ends for its seats: the outcome, what it leaves them with, and the final standings in groups.

use super::observation::Seen;
use super::state::{Player, State};
use crate::games::phrase::counted;
use crate::games::{Final, FinalKind, Finals, Info, Outcome, Seat, Standing, StandingsGroup, Verdict};

/// What the seat is called that everyone else left behind.
const CANDIDATE: &str = "elimination candidate";

/// What a match leaves its seats with. Garnets and priority go on in the next match of a season.
pub(super) static FINALS: &[Final] = &[
    Final { key: "priority", label: "Priority", kind: FinalKind::Field },
    Final { key: "garnets", label: "Garnets", kind: FinalKind::Field },
    Final { key: "triforce", label: "Round of the triforce", kind: FinalKind::Partial },
    Final { key: "token", label: "Token", kind: FinalKind::Mark },
    Final { key: "candidate", label: "Elimination candidate", kind: FinalKind::Mark },
];

/// The verdict on that seat.
const LAST: Verdict = Verdict::LostAs(CANDIDATE);

/// Returns how the match ended, or `None` if it is not over: the candidate is last, and those with a token come first, in the
/// order in which they left the board.
pub(super) fn outcome(info: &Info, state: &State) -> Option<Outcome> {
    let ec = state.ec?;
    let verdict = |seat, player: &Player| match player {
        _ if seat == ec => LAST,
        player if player.token => Verdict::Won,
        _ => Verdict::Drawn,
    };
    let standing = |(seat, player): (Seat, &Player)| {
        Standing::new(info, seat, verdict(seat, player), finals(player, seat == ec))
    };
    let mut standings: Vec<Standing> = state.seated().map(standing).collect();
    let shown = state.shown_triforces();
    let leaving = |seat| shown.iter().position(|made| made.seats.contains(&seat)).unwrap_or(shown.len());
    standings.sort_by_key(|standing| {
        (standing.verdict == LAST, standing.verdict != Verdict::Won, leaving(standing.seat))
    });
    let reason = if state.triforces.len() == state.last_triforce() {
        format!("Triforce {} was made in round {}.", state.triforces.len(), state.round)
    } else {
        format!("{} passed without the last triforce.", counted(state.rounds, "round"))
    };
    Some(Outcome { standings, reason })
}

/// Returns what a player has of the roster fields, at any time.
pub(super) fn held(player: &Player) -> Finals {
    Finals::default().changed("priority", player.priority_before, player.priority).changed(
        "garnets",
        player.garnets_before,
        player.garnets,
    )
}

/// Returns what the match leaves a player with.
fn finals(player: &Player, is_candidate: bool) -> Finals {
    held(player)
        .with_some("triforce", player.removed_in)
        .marked("token", player.token)
        .marked("candidate", is_candidate)
}

/// Says how a seat came off, and how its garnets have changed.
pub(super) fn note(finals: &Finals) -> String {
    let how = match (finals.has("token"), finals.number("triforce")) {
        _ if finals.has("candidate") => CANDIDATE.to_owned(),
        (true, Some(round)) => format!("token (triforce in round {round})"),
        (true, None) => "token (by priority)".to_owned(),
        (false, Some(round)) => format!("made the last triforce (round {round}), no token"),
        (false, None) => "no token".to_owned(),
    };
    let Some(garnets) = finals.amount("garnets") else { return how };
    let (before, gained) = (garnets.before.unwrap_or_default(), garnets.change().unwrap_or_default());
    format!("{how}, garnets {before} → {} ({gained:+})", garnets.after)
}

/// Returns the final standings, group by group and best first. Before the end, there are none.
pub(super) fn groups(seen: &Seen) -> Vec<StandingsGroup> {
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
