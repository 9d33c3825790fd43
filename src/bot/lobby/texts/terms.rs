//! The sentences that describe the terms of a match: in full, and in short.

use super::clock::{
    absences, attendance, hosts_alone, keeps_seat, limits_of, quiet_times, rounds_end, time_limits,
};
use super::computed::autopilot;
use super::start::{roster_closes, starts_by_itself};
use crate::ui::words::{hours, small, title};
use trigon_engine::matches::{Limits, Match, Terms};
use trigon_rules::games::{Fact, phrase};

pub(in crate::lobby) const TERMS: &str = "Terms";

/// Introduces the terms of a match.
pub(in crate::lobby) fn terms_of(game: &Match) -> String {
    format!("The terms of {}:", title(game))
}

/// Describes the terms of a match: the game with its time limits, and its options below.
pub(in crate::lobby) fn terms(game: &Match) -> String {
    let terms = &game.terms;
    let mut times = time_limits(game);
    if terms.pregame_hours > 0 {
        times.insert(0, format!("{} for the pregame", hours(terms.pregame_hours)));
    }
    let times = match &times[..] {
        [] if terms.calendar.is_some() => String::new(),
        [] => ", without a clock".to_owned(),
        times => format!(", with {}", phrase::all_of(times)),
    };
    let facts: Vec<String> = facts_of(game).iter().map(fact_line).collect();
    let has_clock = !terms.hours.is_empty() || terms.bank.is_some();
    let limits = has_clock.then(|| limits_of(terms));
    let times_apart = quiet_times(terms).chain(absences(game));
    let attended = attendance(terms, keeps_seat(terms));
    description(game, &times, facts.into_iter().chain(times_apart).chain(attended).chain(limits))
}

/// Describes the terms of a match in a few words: the game, its clock, and below them only what differs from the usual.
pub(in crate::lobby) fn terms_in_short(game: &Match) -> String {
    let (terms, usual) = (&game.terms, Terms::usual(game.info()));
    let times = time_limits(game).into_iter().next();
    let times = times.or_else(|| terms.calendar.is_none().then(|| "no clock".to_owned()));
    let times = times.map(|times| format!(", {times}")).unwrap_or_default();
    let known = usual.options.facts(game.info().options.iter());
    let is_unusual =
        |fact: &Fact| !known.iter().any(|known| known.value == fact.value && known.label == fact.label);
    let facts: Vec<String> = facts_of(game).iter().filter(|fact| is_unusual(fact)).map(fact_line).collect();
    let facts = (!facts.is_empty()).then(|| facts.join(" · "));
    let away = absences(game).filter(|_| terms.away_days != usual.away_days);
    let has_clock = !terms.hours.is_empty() || terms.bank.is_some();
    let limits = terms.limits_in_force();
    let limits = (has_clock && limits != Some(Limits::USUAL)).then(|| rest_in_terms(&hosts_alone(terms)));
    let attended = attendance(terms, None);
    description(
        game,
        &times,
        facts.into_iter().chain(quiet_times(terms)).chain(away).chain(attended).chain(limits),
    )
}

/// Says where the rest of what begins with a sentence can be read.
fn rest_in_terms(sentence: &str) -> String {
    format!("{sentence}: **{TERMS}** has the rest.")
}

/// Describes a match: the game with its time limits, when phases end, and below that the small print.
fn description(game: &Match, times: &str, small_print: impl Iterator<Item = String>) -> String {
    let terms = &game.terms;
    std::iter::once(format!("{}{times}.", game_and_players(game)))
        .chain(terms.calendar.map(|times| rounds_end(&times, terms.least_hours)))
        .chain(game.beacon.map(|beacon| roster_closes(&beacon)))
        .chain(terms.starts.map(|start| starts_by_itself(game, &start)))
        .chain(small_print.chain(terms.autopilot.map(autopilot)).map(|fact| small(&fact)))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Names the game of a match, and for how many players it is.
fn game_and_players(game: &Match) -> String {
    let (info, terms) = (game.info(), &game.terms);
    // If players start the match, it can begin with fewer of them.
    let players = if !info.is_hosted() && terms.invited.is_empty() {
        info.player_counts()
    } else {
        terms.players.to_string()
    };
    format!("**{}** for {players} players", info.title)
}

/// Returns the options of a match, as its game words them.
fn facts_of(game: &Match) -> Vec<Fact> {
    game.terms.options.facts(game.info().options.iter())
}

fn fact_line(fact: &Fact) -> String {
    format!("{}: {}", fact.label, fact.value)
}
