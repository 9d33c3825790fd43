//! Whole matches as records.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::seats::decisions;
use trigon_engine::matches::{Entry, Extras, Record};
use trigon_rules::games::{AnyGame, AnySession, By, Refusal, Seed, SimulationError, Skill, luck};

/// Returns the seed of one match in a simulation.
pub fn match_seed(seed: &str, number: u64) -> Seed {
    let hash: [u8; 32] = Sha256::digest(format!("{seed}/{number}")).into();
    Seed::from(hash)
}

/// Plays a match to its end and returns its record.
///
/// # Errors
/// If the setup cannot be played.
pub fn record(
    game: Arc<dyn AnyGame>,
    setup: Value,
    seed: Seed,
    skill: Skill,
) -> Result<Record, SimulationError> {
    let (mut session, _) = game.begin(&setup, Some(seed.clone()), None)?;
    let start = serde_json::from_str(&session.state_json()).ok();
    let draws = Some(session.take_draws().into());
    let mut rng = luck(&seed);
    let mut log = Vec::new();
    let mut deadline = DateTime::<Utc>::UNIX_EPOCH + TimeDelta::hours(20_773 * 24 + 18);
    while session.outcome().is_none() {
        // A day passes in each phase, and the seats answer every ten minutes before its deadline.
        deadline += TimeDelta::days(1);
        let answers = decisions(&*session, skill, &mut rng);
        let clock_action = session.phase().clock_action().cloned();
        if answers.is_empty() && clock_action.is_none() {
            return Err(SimulationError::Stuck);
        }
        for ((seat, action), early) in answers.iter().zip((1..=answers.len() as i64).rev()) {
            let at = deadline - TimeDelta::minutes(10 * early);
            log.push(enter(&mut *session, By::Seat(*seat), action, at)?);
        }
        // The last answer may have ended the match.
        if let Some(action) = clock_action.filter(|_| session.outcome().is_none()) {
            log.push(enter(&mut *session, By::Clock, action.text(), deadline)?);
        }
    }
    Ok(Record {
        title: None,
        commitment: Some(seed.commitment()),
        seed: Some(seed),
        setup,
        start,
        draws,
        extras: Extras { rules_version: Some(game.info().version.into()), ..Extras::default() },
        log,
        game,
    })
}

/// Plays an entry and returns it for the log.
fn enter(session: &mut dyn AnySession, by: By, action: &str, at: DateTime<Utc>) -> Result<Entry, Refusal> {
    session.apply(by, action)?;
    let draws = session.take_draws();
    let draws = (!draws.is_empty()).then(|| draws.into());
    Ok(Entry { by, action: action.to_owned(), at: Some(at.fixed_offset()), draws, state: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::{names, setup};
    use trigon_engine::matches::verify;
    use trigon_rules::games::{Registry, Values};

    #[test]
    fn every_game_is_played_to_an_end_that_verifies() {
        for game in &Registry::standard() {
            let names = names(game.info().players[0]);
            let setup = setup(&**game, &Values::default(), &names).unwrap();
            let record = record(game.clone(), setup, match_seed("x", 1), Skill::Planned).unwrap();
            let verification = verify(&record, None).unwrap();
            assert!(verification.mismatch().is_none(), "{}", game.info().name);
        }
    }
}
