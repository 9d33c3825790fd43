//! The sentences about the clock of a match: time limits, when it stands still, what happens if players are late or
//! ready, and what hosts may do to it alone.

use crate::ui::words::{hours, title};
use trigon_engine::matches::{Calendar, Limits, Match, Terms};
use trigon_rules::games::{TURN, phrase};

/// Returns the time limits of a match, the one that people meet most often first.
pub(super) fn time_limits(game: &Match) -> Vec<String> {
    let terms = &game.terms;
    let limits = game.info().times.iter().filter_map(|time| Some((time.label, *terms.hours.get(time.key)?)));
    match (terms.calendar, terms.bank) {
        (Some(_), _) => Vec::new(),
        (None, Some(bank)) => vec![format!(
            "{} for all turns of a player, {} more after each turn, and never more than {}",
            hours(bank.hours),
            hours(bank.add),
            hours(bank.most)
        )],
        (None, None) => limits.map(|(label, limit)| format!("{} for {label}", hours(limit))).collect(),
    }
}

/// Says at which times of day rounds end.
pub(super) fn rounds_end(times: &Calendar, least_hours: u32) -> String {
    format!("Rounds, and the vote, end {}; none is shorter than {}.", times.words(), hours(least_hours))
}

/// Says when clocks stand still and messages make no sound.
pub(super) fn quiet_times(terms: &Terms) -> impl Iterator<Item = String> {
    let quiet = terms.quiet.map(|quiet| format!("My posts and messages make no sound in {quiet}."));
    let weekends = terms.weekends.map(|zone| format!("On weekends ({zone}), clocks stand still."));
    [quiet, weekends].into_iter().flatten()
}

/// Says for how long the clock of a player who is away stands still.
pub(super) fn absences(game: &Match) -> Option<String> {
    let days = Some(game.terms.away_days).filter(|days| game.stops_for_absence() && *days > 0)?;
    let days = phrase::counted(days, "day");
    Some(format!(
        "While a player is away, that player’s clock stands still, for up to {days} altogether: `/away`."
    ))
}

/// Says what happens if players are late or ready. `keeps_seat` is the sentence that late players keep their seats, if it is to be
/// among these.
pub(super) fn attendance(terms: &Terms, keeps_seat: Option<String>) -> Vec<String> {
    let grace = (terms.graces > 0).then(|| {
        let times = match terms.graces {
            1 => "once".to_owned(),
            2 => "twice".to_owned(),
            times => format!("{times} times"),
        };
        let more = hours(terms.grace_hours);
        format!("A player who is late gives everyone {more} more, up to {times} each, and once a round.")
    });
    let strikes = (terms.strikes > 0).then(|| {
        let missed = match terms.strikes {
            1 => "a deadline".to_owned(),
            strikes => format!("{strikes} deadlines in a row"),
        };
        let more = hours(terms.grace_hours);
        format!(
            "A player who misses {missed} may lose their seat to somebody else. If anybody is waiting for a seat, that also goes for those who send nothing in the first round: it then lasts {more} longer."
        )
    });
    let early = terms.early.then(|| {
        format!(
            "A round ends early once everyone is ready: at least {} after it has begun, and {} after I have said so.",
            hours(terms.least_hours),
            phrase::counted(terms.early_minutes, "minute")
        )
    });
    [grace, keeps_seat, strikes, early].into_iter().flatten().collect()
}

/// Says that late players keep their seats, as is usual.
pub(super) fn keeps_seat(terms: &Terms) -> Option<String> {
    let never_loses_seat = terms.strikes == 0 && has_round_clock(terms);
    never_loses_seat.then(|| "Missing a deadline never costs a seat, however often it happens.".to_owned())
}

/// Returns whether the terms have a clock for rounds, rather than only for turns.
fn has_round_clock(terms: &Terms) -> bool {
    terms.hours.keys().any(|key| *key != TURN.key) || terms.calendar.is_some()
}

/// Says what hosts may do to the clock alone, and what follows from that.
pub(crate) fn limits_of(terms: &Terms) -> String {
    let days = (terms.pause_days > 0).then(|| phrase::counted(terms.pause_days, "day"));
    let alone = hosts_alone(terms);
    if terms.limits_in_force().is_none() {
        let pause =
            days.map(|days| format!(" If they stop the clock, it starts again by itself after {days}."));
        return format!("{alone}.{}", pause.unwrap_or_default());
    }
    let undone = if has_round_clock(terms) { ", and so does an undone round" } else { "" };
    let next_day = match terms.calendar {
        Some(_) => " If it makes the next round end a day later, that day counts.",
        None => "",
    };
    let after_days = days.map(|days| format!(", or after {days} if all have agreed")).unwrap_or_default();
    format!(
        "{alone}. The time of a stopped clock counts{undone}.{next_day} For more than that, all players have to agree. A host who \
         also plays needs everyone’s agreement for any of this. A stopped clock starts again by itself when that time is used up{after_days}."
    )
}

/// Says what hosts may do to the clock alone, without a full stop.
pub(super) fn hosts_alone(terms: &Terms) -> String {
    let Some(Limits { phase_hours, match_hours, shorten }) = terms.limits_in_force() else {
        let even = if terms.playing_host {
            ", even if they play"
        } else {
            ". Those who play can only give more time and stop the clock"
        };
        return format!("Hosts move deadlines and end rounds as they see fit{even}");
    };
    let add = match (phase_hours, match_hours) {
        (0, _) | (_, 0) => "Hosts can’t extend the time alone".to_owned(),
        _ => format!(
            "Hosts can add up to {} to a deadline, and {} altogether",
            hours(phase_hours),
            hours(match_hours)
        ),
    };
    let shorten = if shorten { ", and shorten it" } else { ", but not shorten it" };
    format!("{add}{shorten}")
}

pub(in crate::lobby) fn limits_set(game: &Match) -> String {
    format!("{}: {}", title(game), limits_of(&game.terms))
}
