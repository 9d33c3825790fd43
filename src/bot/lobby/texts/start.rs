//! The sentences about when and how a match starts: by itself at a time, once the roster has closed, or by a host.

use crate::ui::words::{hours, relative, round, title, when};
use trigon_engine::matches::{Beacon, Match, PlannedStart, Status};

/// Says when a match starts by itself, what that takes, and what happens without it.
pub(super) fn starts_by_itself(game: &Match, start: &PlannedStart) -> String {
    let otherwise = if start.weekly {
        "Otherwise, the sign-up goes on for another week."
    } else {
        "Otherwise, the sign-up stays open, and the host decides."
    };
    let weekly = if start.weekly {
        " It is played every week: once it starts, a sign-up for the next one opens here."
    } else {
        ""
    };
    format!("It starts {}. {otherwise}{weekly}", starts(game, start))
}

/// Says at what time a match starts by itself, and what that takes; within a sentence.
pub(in crate::lobby) fn starts(game: &Match, start: &PlannedStart) -> String {
    let least = game.info().players.first().copied().unwrap_or_default();
    let enough = if !game.terms.invited.is_empty() {
        "if everyone has joined".to_owned()
    } else if game.info().is_hosted() {
        format!("if all {} seats are taken", game.terms.players)
    } else if game.info().players.len() == 1 {
        format!("if {least} players are there")
    } else {
        format!("if at least {least} players are there")
    };
    let then = match game.terms.pregame_hours {
        0 => String::new(),
        pregame => format!("; round 1 begins {} later", hours(pregame)),
    };
    format!("by itself {}, {enough}{then}", when(start.at))
}

/// Says when the roster closes, and which round of the beacon goes into the draws.
pub(super) fn roster_closes(beacon: &Beacon) -> String {
    let tense = if beacon.closed { "closed" } else { "closes" };
    format!(
        "The roster {tense} {}. Nobody can know {} before it is published {}: it then goes into every draw, and the match starts \
         by itself.",
        when(beacon.closes),
        round(beacon.round),
        when(beacon.published())
    )
}

/// Confirms when a match starts by itself.
pub(in crate::lobby) fn start_planned(game: &Match) -> String {
    match &game.terms.starts {
        Some(start) => format!(
            "{}: {} `/host start` starts it before, and `/host start {}` takes that back.",
            title(game),
            starts_by_itself(game, start),
            if start.weekly { "weekly:False" } else { "at:none" }
        ),
        None => {
            format!("{} no longer starts by itself: use `/host start` when the roster is full.", title(game))
        }
    }
}

pub(in crate::lobby) const NOT_PLANNED: &str = "The match doesn’t start by itself, so nothing has changed.";

/// Tells a host that a match has started, or when its first round begins.
pub(in crate::lobby) fn started(game: &Match) -> String {
    match (game.status, game.deadline) {
        (Status::Pregame, Some(begins)) => {
            format!("{} is ready. Round 1 begins {}.", title(game), relative(begins))
        }
        _ => format!("{} begins. I’m sending everyone a direct message.", title(game)),
    }
}
