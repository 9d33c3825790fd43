//! What a match leaves its seats with.

use super::Player;
use crate::games::{Final, FinalKind, Finals};

/// What the seat is called that everyone else left behind.
pub(super) const CANDIDATE: &str = "elimination candidate";

/// What a match leaves its seats with. Garnets and priority go on in the next match of a season.
pub(super) static FINALS: &[Final] = &[
    Final { key: "priority", label: "Priority", kind: FinalKind::Field },
    Final { key: "garnets", label: "Garnets", kind: FinalKind::Field },
    Final { key: "triforce", label: "Round of the triforce", kind: FinalKind::Partial },
    Final { key: "token", label: "Token", kind: FinalKind::Mark },
    Final { key: "candidate", label: "Elimination candidate", kind: FinalKind::Mark },
];

pub(super) fn held(player: &Player) -> Finals {
    Finals::default().changed("priority", player.priority_before, player.priority).changed(
        "garnets",
        player.garnets_before,
        player.garnets,
    )
}

pub(super) fn finals(player: &Player, is_candidate: bool) -> Finals {
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
