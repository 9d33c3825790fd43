//! Whole matches between computed seats: with their record, for demonstrations, load tests and statistics; and with two skills,
//! to find out which is stronger.
//!
//! Computed seats have no privileges: they decide by what they see, and submit actions as players do.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use trigon_engine::matches::{Extras, Record, RecordEntry};
use trigon_rules::games::{
    AnyGame, AnySession, By, Entrant, Pace, Refusal, Seat, Seed, SetupError, SimulationError, Skill, Value,
    Values, choice_rng,
};

/// The names in the example of the original rules, and three more for 16 players.
const PLAYER_NAMES: [&str; 16] = [
    "Lasped", "Charlie", "Amaranth", "Elk", "Amey", "Wimp", "Chaotic", "Jatloe", "Scarlet", "Emik", "Whims",
    "Joker", "Tas", "Quill", "Rook", "Sable",
];

/// The day before the first deadline of a recorded match, counted from 1970.
const FIRST_DAY: i64 = 20_773;

/// Returns names for players.
pub fn names(players: u8) -> Vec<String> {
    let name = |i: u8| {
        PLAYER_NAMES.get(usize::from(i)).map_or_else(|| format!("Player {}", i + 1), ToString::to_string)
    };
    (0..players).map(name).collect()
}

/// Returns the roster values of each player. The first player has the highest rank.
pub fn roster(game: &dyn AnyGame, players: u8) -> Vec<Values> {
    let specs = || game.info().fields.iter();
    let values = |i: u8| {
        let mut values = Values::defaults(specs().map(|field| &field.spec));
        values.extend(&game.practice());
        for field in specs().filter(|field| field.is_rank) {
            values.set(field.spec.key, Value::Number((players - i).into()));
        }
        values
    };
    (0..players).map(values).collect()
}

/// Returns the setup of a match with these options, in JSON. Options that are left out have their defaults.
///
/// # Errors
/// Returns an error if the values do not fit together.
pub fn setup(game: &dyn AnyGame, options: &Values, names: &[String]) -> Result<Json, SetupError> {
    let mut all = Values::defaults(game.info().options.iter());
    all.extend(options);
    let roster = roster(game, names.len() as u8);
    let entrants: Vec<Entrant<'_>> =
        names.iter().zip(&roster).map(|(name, fields)| Entrant { name, fields }).collect();
    game.setup(&all, &entrants)
}

/// Returns a source of random choices that follow from a text.
pub fn chance(text: &str) -> fastrand::Rng {
    // FNV-1a: any number that depends on every letter will do.
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    fastrand::Rng::with_seed(text.bytes().fold(0xcbf2_9ce4_8422_2325, mix))
}

/// Returns the seed of one match in a simulation.
pub fn match_seed(seed: &str, number: u64) -> Seed {
    let hash: [u8; 32] = Sha256::digest(format!("{seed}/{number}")).into();
    Seed::from(hash)
}

/// Plays a match to its end and returns its record.
///
/// # Errors
/// Returns an error if the setup cannot be played.
pub fn record(
    game: Arc<dyn AnyGame>,
    setup: Json,
    seed: Seed,
    skill: Skill,
) -> Result<Record, SimulationError> {
    let (mut session, _) = game.begin(&setup, Some(seed.clone()), None)?;
    let start = serde_json::from_str(&session.state_json()).ok();
    let draws = Some(session.take_draws().into());
    let mut rng = choice_rng(&seed);
    let mut log = Vec::new();
    let mut deadline = DateTime::<Utc>::UNIX_EPOCH + TimeDelta::days(FIRST_DAY) + TimeDelta::hours(18);
    while session.outcome().is_none() {
        // A day passes in each phase, and the seats answer every ten minutes before its deadline.
        deadline += TimeDelta::days(1);
        let answers = session.plan(skill, &mut rng);
        let phase = session.phase();
        let clock_action = phase.clock_action().cloned();
        if answers.is_empty() && clock_action.is_none() {
            return Err(SimulationError::Stuck);
        }
        for ((seat, action), early) in answers.iter().zip((1..=answers.len() as i64).rev()) {
            let at = deadline - TimeDelta::minutes(10 * early);
            log.push(enter(&mut *session, By::Seat(*seat), action, at)?);
        }
        // The last answer may have ended the phase.
        if let Some(action) = clock_action.filter(|_| session.phase().id == phase.id) {
            log.push(enter(&mut *session, By::Clock, action.text(), deadline)?);
        }
    }
    Ok(Record {
        title: None,
        commitment: Some(seed.commitment()),
        seed: Some(seed),
        words: Vec::new(),
        beacon: None,
        setup,
        start,
        draws,
        extras: Extras { rules_version: Some(game.info().version.into()), ..Extras::default() },
        log,
        game,
    })
}

/// Plays an entry and returns it for the log.
fn enter(
    session: &mut dyn AnySession,
    by: By,
    action: &str,
    at: DateTime<Utc>,
) -> Result<RecordEntry, Refusal> {
    session.apply(by, action)?;
    let draws = session.take_draws();
    let draws = (!draws.is_empty()).then(|| draws.into());
    Ok(RecordEntry { by, action: action.to_owned(), at: Some(at.fixed_offset()), draws, state: None })
}

/// The number of actions after which a match counts as shared by all seats.
const MAX_ACTIONS: usize = 3_000;

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MatchResult {
    /// How much of the win goes to the seat with the first skill: 1 for a sole winner.
    pub share: f64,
    /// Whether the match came to an end.
    pub is_over: bool,
}

/// Plays one match of a game of turns with one skill at a seat and another at all other seats.
///
/// # Errors
/// Returns an error if the setup cannot be played, or if the rules refuse an action of a computed seat, which is a bug.
pub fn play_match(
    game: &dyn AnyGame,
    setup: &Json,
    seed: &Seed,
    seat: Seat,
    [at_seat, elsewhere]: [Skill; 2],
) -> Result<MatchResult, SimulationError> {
    debug_assert!(game.info().pace == Pace::Turns, "one seat is asked at a time");
    let (mut session, _) = game.begin(setup, Some(seed.clone()), None)?;
    let mut rng = choice_rng(seed);
    for _ in 0..MAX_ACTIONS {
        let Some(asked) = session.to_act().first().map(|decision| decision.seat) else { break };
        let sight = session.sight(asked).ok_or(SimulationError::Stuck)?;
        let skill = if asked == seat { at_seat } else { elsewhere };
        let thought = sight.decide(skill, rng.u64(..)).ok_or(SimulationError::Stuck)?;
        session.apply(By::Seat(asked), &thought.action)?;
    }
    let Some(outcome) = session.outcome() else {
        return Ok(MatchResult { share: 1.0 / session.seats() as f64, is_over: false });
    };
    Ok(MatchResult { share: outcome.share(seat), is_over: true })
}

#[cfg(test)]
mod tests {
    use super::*;
    use trigon_engine::matches::verify;
    use trigon_rules::games::Registry;

    #[test]
    fn every_game_is_played_to_an_end_that_verifies() {
        for game in &Registry::standard() {
            let names = names(game.info().players[0]);
            let setup = setup(&**game, &Values::default(), &names).unwrap();
            let record = record(game.clone(), setup, match_seed("x", 1), Skill::USUAL).unwrap();
            let verification = verify(&record, None).unwrap();
            assert!(verification.mismatch().is_none(), "{}", game.info().name);
        }
    }

    #[test]
    fn matches_in_turns_come_to_an_end() {
        let games = Registry::standard();
        for game in games.iter().filter(|game| game.info().pace == Pace::Turns) {
            let name = game.info().name;
            for number in 0..2 {
                let names = names(*game.info().players.first().unwrap());
                let setup = setup(&**game, &Values::default(), &names).unwrap();
                let (mut table, _) = game.begin(&setup, Some(Seed::from([number; 32])), None).unwrap();
                let mut rng = fastrand::Rng::with_seed(number.into());
                for entry in 0..2_000 {
                    let Some(asked) = table.to_act().first().copied() else { break };
                    let thought = table.sight(asked.seat).unwrap().decide(Skill::USUAL, rng.u64(..));
                    let action = thought.unwrap().action;
                    let action = table.parse(&action).unwrap();
                    if entry % 16 == 0 {
                        let keys = table.keys(asked.seat, &action).unwrap();
                        let chosen = table.choices(asked.seat, &keys).unwrap();
                        assert_eq!(chosen.action.as_ref(), Some(&action));
                    }
                    table.make(By::Seat(asked.seat), &action).unwrap();
                }
                assert!(table.outcome().is_some(), "{name} {number}");
            }
        }
    }
}
