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
    let pregame =
        (terms.pregame_hours > 0).then(|| format!("{} for the pregame", hours(terms.pregame_hours)));
    let all_times: Vec<String> = pregame.into_iter().chain(time_limits(game)).collect();
    let times = match &all_times[..] {
        [] if terms.calendar.is_some() => String::new(),
        [] => ", without a clock".to_owned(),
        times => format!(", with {}", phrase::all_of(times)),
    };
    let options = options_of(game);
    let small_print = options
        .iter()
        .map(option_line)
        .chain(quiet_times(terms))
        .chain(absences(game))
        .chain(attendance(terms, keeps_seat(terms)))
        .chain(has_limit_or_bank(terms).then(|| limits_of(terms)));
    description(game, &times, small_print.collect())
}

/// Describes the terms of a match in a few words: the game, its clock, and below them only what differs from the usual.
pub(in crate::lobby) fn terms_in_short(game: &Match) -> String {
    let (terms, usual) = (&game.terms, Terms::usual(game.info()));
    let main_time = time_limits(game).into_iter().next();
    let times = match main_time {
        Some(time) => format!(", {time}"),
        None if terms.calendar.is_none() => ", no clock".to_owned(),
        None => String::new(),
    };
    let usual_options = usual.options.facts(game.info().options.iter());
    let is_usual = |option: &Fact| {
        usual_options.iter().any(|usual| usual.label == option.label && usual.value == option.value)
    };
    let unusual_options: Vec<String> =
        options_of(game).iter().filter(|option| !is_usual(option)).map(option_line).collect();
    let options = (!unusual_options.is_empty()).then(|| unusual_options.join(" · "));
    let has_usual_limits = terms.limits_in_force() == Some(Limits::USUAL);
    let limits = (has_limit_or_bank(terms) && !has_usual_limits).then(|| rest_in_terms(&hosts_alone(terms)));
    let small_print = options
        .into_iter()
        .chain(quiet_times(terms))
        .chain(absences(game).filter(|_| terms.away_days != usual.away_days))
        .chain(attendance(terms, None))
        .chain(limits);
    description(game, &times, small_print.collect())
}

/// Returns whether the terms have a clock that runs for some hours, for each turn or phase or for all turns of a player.
fn has_limit_or_bank(terms: &Terms) -> bool {
    !terms.hours.is_empty() || terms.bank.is_some()
}

/// Adds to a sentence about the terms where the rest of them can be read.
fn rest_in_terms(sentence: &str) -> String {
    format!("{sentence}: **{TERMS}** has the rest.")
}

/// Describes a match: the game with its time limits, when phases end, and below that the small print.
fn description(game: &Match, times: &str, small_print: Vec<String>) -> String {
    let terms = &game.terms;
    std::iter::once(format!("{}{times}.", game_and_players(game)))
        .chain(terms.calendar.map(|calendar| rounds_end(&calendar, terms.least_hours)))
        .chain(game.beacon.map(|beacon| roster_closes(&beacon)))
        .chain(terms.starts.map(|start| starts_by_itself(game, &start)))
        .chain(small_print.into_iter().chain(terms.autopilot.map(autopilot)).map(|line| small(&line)))
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
fn options_of(game: &Match) -> Vec<Fact> {
    game.terms.options.facts(game.info().options.iter())
}

fn option_line(option: &Fact) -> String {
    format!("{}: {}", option.label, option.value)
}
