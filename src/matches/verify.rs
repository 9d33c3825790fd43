//! Whether a record's seed gives what the record says was drawn.

use serde_json::Value;

use super::{Record, RecordError, Replay};

/// One thing that was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What was compared.
    pub what: String,
    /// Whether it matches; `None` when the record does not say, so that there is nothing to compare.
    pub matches: Option<bool>,
    /// What was found, in words.
    pub found: String,
}

/// Recomputes the commitment, the start and every recorded draw, up to the first that does not match.
///
/// # Errors
/// When the record's setup cannot be played.
pub fn verify(record: &Record) -> Result<Vec<Check>, RecordError> {
    let mut checks = Vec::new();
    let mut replay = Replay::begin(record)?;
    let passed = check_start(record, &mut replay, &mut checks);
    if passed {
        check_log(&mut replay, &mut checks);
    }
    Ok(checks)
}

/// Checks everything that was fixed before the first entry; whether to go on.
fn check_start(record: &Record, replay: &mut Replay<'_>, checks: &mut Vec<Check>) -> bool {
    match &record.seed {
        None => push(checks, "seed", None, "the record has none, and this match draws nothing".to_owned()),
        Some(seed) => {
            let commitment = seed.commitment();
            let matches = record.commitment.as_ref().map(|c| c.eq_ignore_ascii_case(&commitment));
            push(checks, "commitment", matches, format!("SHA-256 of the seed is {commitment}"));
        }
    }
    if let (Some(seed), seating @ [_, ..]) = (&record.seed, &record.extras.seating[..]) {
        let drawn = super::turns::seating(seed, seating.len());
        let found = drawn.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        push(
            checks,
            "seating",
            Some(drawn == seating),
            format!("the seed seats those who joined as {found}"),
        );
    }
    // The state before the first entry holds whatever was drawn for it: placement, letters, who begins.
    let state: Value = serde_json::from_str(&replay.table().state_json()).unwrap_or_default();
    for (what, key) in [("placement", "cell"), ("letters", "letter")] {
        let list = |state: &Value| -> Option<Vec<String>> {
            let players = state.get("players")?.as_array()?;
            players.iter().map(|player| player.get(key)?.as_str().map(str::to_owned)).collect()
        };
        let Some(computed) = list(&state) else { continue };
        let recorded = record.start.as_ref().map(|start| list(start).unwrap_or_default());
        let given = what == "placement" && record.setup.get("placement").is_some();
        let mut found =
            format!("{} {}", if given { "the setup gives" } else { "the seed gives" }, computed.join(" "));
        if let Some(recorded) = recorded.as_ref().filter(|recorded| **recorded != computed) {
            let seat = computed.iter().zip(recorded).position(|(a, b)| a != b).unwrap_or(recorded.len()) + 1;
            found = format!("{found}; the record differs at seat {seat}");
        }
        push(checks, what, recorded.map(|recorded| recorded == computed), found);
    }
    if let Some(start) = &record.start {
        push(checks, "start", Some(*start == state), "the state before the first entry".to_owned());
    }
    let drawn = replay.take_draws();
    if let Some(recorded) = &record.draws {
        let (same, found) = compare(recorded, &drawn);
        push(checks, "draws before the first entry", Some(same), found);
    }
    checks.iter().all(|check| check.matches != Some(false))
}

/// Checks every entry that has draws; stops at the first that does not match.
fn check_log(replay: &mut Replay<'_>, checks: &mut Vec<Check>) {
    let mut compared = 0usize;
    while let Some(turn) = replay.step() {
        let Some(recorded) = &turn.entry.draws else { continue };
        compared += 1;
        let (same, found) = compare(recorded, &turn.draws);
        if !same {
            return push(checks, &format!("draws of entry {}", turn.seq), Some(false), found);
        }
    }
    let matches = (compared > 0).then_some(true);
    push(checks, "draws of the log", matches, format!("{compared} entries with recorded draws"));
}

fn push(checks: &mut Vec<Check>, what: &str, matches: Option<bool>, found: String) {
    // Only the first mismatch is named: what follows from it would be noise.
    if checks.iter().all(|check| check.matches != Some(false)) {
        checks.push(Check { what: what.to_owned(), matches, found });
    }
}

/// Whether what a record tells is what the seed gives, and where they part.
fn compare(recorded: &Value, drawn: &[u64]) -> (bool, String) {
    let values = recorded.as_array().map(Vec::as_slice).unwrap_or_default();
    let same = |(recorded, drawn): (&Value, &u64)| recorded.as_u64() == Some(*drawn);
    if recorded.is_array() && values.len() == drawn.len() && values.iter().zip(drawn).all(same) {
        return (true, format!("{} values", drawn.len()));
    }
    let at = values.iter().zip(drawn).position(|pair| !same(pair)).unwrap_or(values.len().min(drawn.len()));
    let told = values.get(at).map_or("nothing".to_owned(), Value::to_string);
    let given = drawn.get(at).map_or("nothing".to_owned(), u64::to_string);
    (false, format!("value {}: the record says {told}, the seed gives {given}", at + 1))
}
