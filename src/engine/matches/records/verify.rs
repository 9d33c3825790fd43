//! [`verify`]: what a record proves, and what it does not.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use super::record::{Record, RecordError};
use super::replay::Replay;
use crate::matches::model::beacon::Quicknet;
use trigon_rules::games::SeatDraw;
use trigon_rules::games::phrase::{all_of, counted};

/// Verifies a record: recomputes the hash of the seed, the start, and every entry with its draws and states, up to the
/// first mismatch. `posted` is the hash posted before the match.
///
/// # Errors
/// Fails if the setup of the record cannot be played.
pub fn verify(record: &Record, posted: Option<&Commitment>) -> Result<Verification, RecordError> {
    let mut checks = Checks::default();
    let mut replay = Replay::begin(record)?;
    check_rules(record, &mut checks);
    check_seed(record, posted, &mut checks);
    check_beacon(record, &mut checks);
    check_start(record, &mut replay, &mut checks)?;
    if !checks.has_mismatch() {
        check_log(&mut replay, &mut checks)?;
    }
    Ok(Verification { checks: checks.0, given: given(record), unproven: unproven(record, posted) })
}

/// The result of checking a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// The checks made, up to the first mismatch.
    pub checks: Vec<Check>,
    /// What somebody chose in the setup, although it is drawn if they do not: it does not follow from the seed.
    pub given: Vec<&'static str>,
    /// What no record can prove, or this one does not. Each sentence continues “Not proven:”.
    pub unproven: Vec<String>,
}

impl Verification {
    /// Returns the check that failed, if any.
    pub fn mismatch(&self) -> Option<&Check> {
        self.checks.iter().find(|check| check.matches == Some(false))
    }
}

/// A single check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What was compared.
    pub what: String,
    /// Whether it matches; `None` if there is nothing to compare it with.
    pub matches: Option<bool>,
    /// What was found, in words.
    pub found: String,
}

/// The checks made so far, up to the first mismatch.
#[derive(Default)]
struct Checks(Vec<Check>);

impl Checks {
    /// Adds a check, unless there was a mismatch before: what follows from it is not reported.
    fn add(&mut self, what: &str, matches: Option<bool>, found: String) {
        if !self.has_mismatch() {
            self.0.push(Check { what: what.to_owned(), matches, found });
        }
    }

    fn has_mismatch(&self) -> bool {
        self.0.iter().any(|check| check.matches == Some(false))
    }
}

/// The hash of a seed posted before a match: 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commitment([u8; 32]);

/// The error for a text that is not a [`Commitment`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a hash is 64 hexadecimal digits, as it was posted before the match")]
pub struct CommitmentError;

impl FromStr for Commitment {
    type Err = CommitmentError;

    fn from_str(text: &str) -> Result<Self, CommitmentError> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| CommitmentError)?;
        Ok(Self(bytes))
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// Returns what the setup of a record gives although it is drawn if it is left out.
fn given(record: &Record) -> Vec<&'static str> {
    let keys = record.game.particulars().given.iter().copied();
    // What is `null` is drawn, too.
    keys.filter(|key| record.setup.get(key).is_some_and(|value| !value.is_null())).collect()
}

/// Returns what a record cannot prove, even if everything in it matches.
fn unproven(record: &Record, posted: Option<&Commitment>) -> Vec<String> {
    let mut unproven = if record.seed.is_some() { unproven_about_seed(record, posted) } else { Vec::new() };
    let info = record.game.info();
    let fields = info.fields.iter().map(|field| field.spec.label.to_lowercase());
    let mut parts: Vec<String> =
        ["players".to_owned(), "seats".to_owned()].into_iter().chain(fields).collect();
    if !info.options.is_empty() {
        parts.push("options".to_owned());
    }
    unproven.push(format!("that the setup is the one that was announced: {}", all_of(&parts)));
    unproven.push(
        "that the moves are those that the players sent, when they sent them, and that none was left out"
            .to_owned(),
    );
    unproven.push(
        "that everyone was told what the rules say and nothing more, so that nobody was favoured".to_owned(),
    );
    if let Some(result) = &record.extras.result {
        unproven.push(format!("that it ended as the record says: {result}"));
    }
    unproven
}

/// Returns what a record with a seed cannot prove about what is drawn.
fn unproven_about_seed(record: &Record, posted: Option<&Commitment>) -> Vec<String> {
    let mut unproven = Vec::new();
    if posted.is_none() {
        unproven.push(
            "that this hash is the one that was posted before the match: \
             compare the two, or give the posted one with --commitment"
                .to_owned(),
        );
    }
    if record.beacon.is_none() && record.words.is_empty() {
        unproven.push(
            "that the seed was random: the person who ran the bot may have tried several before its hash was posted, \
             or looked at it during the match"
                .to_owned(),
        );
        return unproven;
    }
    unproven.push(
        "that nobody looked at the seed during the match: the person who ran the bot could have done so"
            .to_owned(),
    );
    if let Some(beacon) = &record.beacon {
        unproven.push(format!(
            "that players and words were final before round {} of the beacon was published: \
             the post that says so must be older than {}",
            beacon.round,
            published(beacon.round)
        ));
    } else {
        unproven.push(
            "that a word came from somebody who did not know the seed; one such word is enough, and you know your own"
                .to_owned(),
        );
    }
    unproven
}

/// Notes whether the record was made under other rules, which can explain a mismatch.
fn check_rules(record: &Record, checks: &mut Checks) {
    let info = record.game.info();
    let (oldest, ours) = (i64::from(info.oldest), i64::from(info.version));
    let is_known = |theirs: &i64| (oldest..=ours).contains(theirs);
    if let Some(theirs) = record.extras.rules_version.filter(|theirs| !is_known(theirs)) {
        let found = format!(
            "the record was made under version {theirs} of the rules, and this program plays version {ours}: \
             what does not match may come from that"
        );
        checks.add("rules", None, found);
    }
}

/// Checks the seed against the hash in the record and the posted one.
fn check_seed(record: &Record, posted: Option<&Commitment>, checks: &mut Checks) {
    let Some(seed) = &record.seed else {
        let (matches, found) = match posted {
            None => (None, "the record has none, and this match draws nothing"),
            Some(_) => (Some(false), "the record has no seed to hold against the posted hash"),
        };
        return checks.add("seed", matches, found.to_owned());
    };
    let hash = seed.commitment();
    let own = record.commitment.as_ref();
    let (matches, found) = match (own, posted) {
        (Some(own), _) if !own.eq_ignore_ascii_case(&hash) => (Some(false), format!("the record says {own}")),
        (_, Some(posted)) if posted.to_string() == hash => {
            (Some(true), "the hash that was posted".to_owned())
        }
        (_, Some(posted)) => (Some(false), format!("{posted} was posted")),
        (Some(_), None) => (None, "as the record itself says".to_owned()),
        (None, None) => (None, "the record names none".to_owned()),
    };
    checks.add("commitment", matches, format!("SHA-256 of the seed is {hash}, {found}"));
    if !record.words.is_empty() {
        let words: Vec<String> = record.words.iter().map(|word| format!("“{}”", word.as_str())).collect();
        let count = counted(words.len() as i64, "word");
        // Nothing to compare them with: that they are mixed in shows in what is drawn.
        checks.add("words", None, format!("{count} mixed into every draw: {}", words.join(", ")));
    }
}

/// Checks the signature of the beacon.
fn check_beacon(record: &Record, checks: &mut Checks) {
    let Some(beacon) = &record.beacon else { return };
    let (round, is_right) = (beacon.round, beacon.signature.is_of(beacon.round));
    let found = if is_right {
        format!(
            "the signature of round {round} of drand’s {}, published {}, mixed into every draw",
            Quicknet::NAME,
            published(round)
        )
    } else {
        format!("round {round} of drand’s {} has another signature", Quicknet::NAME)
    };
    checks.add("beacon", Some(is_right), found);
}

/// Returns when a round of the beacon was published, in words.
fn published(round: u64) -> String {
    let at = chrono::DateTime::from_timestamp_millis(Quicknet::published(round));
    at.map_or_else(|| "never".to_owned(), |at| at.format("%Y-%m-%d %H:%M:%S UTC").to_string())
}

/// Checks everything that was fixed before the first entry.
fn check_start(record: &Record, replay: &mut Replay<'_>, checks: &mut Checks) -> Result<(), RecordError> {
    check_seating(record, checks);
    // The state before the first entry contains everything drawn for it.
    let (state, given) = (state(replay)?, given(record));
    let particulars = record.game.particulars();
    // What is given for all seats together shows in the setup only.
    for key in given.iter().filter(|key| particulars.drawn.iter().all(|drawn| drawn.name != **key)) {
        let value = record.setup.get(key).map_or_else(String::new, Value::to_string);
        checks.add(key, None, format!("the setup gives {value}"));
    }
    for drawn in particulars.drawn {
        check_seat_draw(record, drawn, given.contains(&drawn.name), &state, checks);
    }
    if let Some(start) = &record.start {
        checks.add("start", Some(*start == state), "the state before the first entry".to_owned());
    }
    let drawn = replay.take_draws();
    if let Some(recorded) = &record.draws {
        let (same, found) = compare(recorded, &drawn);
        checks.add("draws before the first entry", Some(same), found);
    }
    Ok(())
}

/// Checks who got which seat, if the seats were drawn.
fn check_seating(record: &Record, checks: &mut Checks) {
    let recorded = &record.extras.seating;
    let Some(seed) = record.drawn_from().filter(|_| !recorded.is_empty()) else { return };
    let drawn = crate::matches::decide::seating(&seed, recorded.len());
    let places = drawn.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    checks.add("seating", Some(drawn == *recorded), format!("the seed seats those who joined as {places}"));
}

/// Checks what is drawn for each seat before the first entry, unless the setup gives it. `state` is the state before the first entry.
fn check_seat_draw(record: &Record, drawn: &SeatDraw, is_given: bool, state: &Value, checks: &mut Checks) {
    let Some(computed) = values_of_seats(state, drawn.key) else { return };
    let source = if is_given { "the setup gives" } else { "the seed gives" };
    let mut found = format!("{source} {}", computed.join(" "));
    let Some(start) = &record.start else { return checks.add(drawn.name, None, found) };
    let recorded = values_of_seats(start, drawn.key).unwrap_or_default();
    let is_same = recorded == computed;
    if !is_same {
        let differs = computed.iter().zip(&recorded).position(|(computed, recorded)| computed != recorded);
        let seat = differs.unwrap_or(recorded.len()) + 1;
        found = format!("{found}; the record differs at seat {seat}");
    }
    // What the setup gives and the start repeats has not been compared with anything.
    let matches = if is_given && is_same { None } else { Some(is_same) };
    checks.add(drawn.name, matches, found);
}

/// Returns the values of a key of all players in a canonical state, or `None` if it has none.
fn values_of_seats(state: &Value, key: &str) -> Option<Vec<String>> {
    let players = state.get("players")?.as_array()?;
    players.iter().map(|player| player.get(key)?.as_str().map(str::to_owned)).collect()
}

/// Returns the canonical state at this point.
fn state(replay: &Replay<'_>) -> Result<Value, RecordError> {
    serde_json::from_str(&replay.session().state_json()).map_err(RecordError::Json)
}

/// Checks that every entry is accepted, and its draws and states where the record has them.
fn check_log(replay: &mut Replay<'_>, checks: &mut Checks) -> Result<(), RecordError> {
    let (mut entries, mut drawn, mut states) = (0usize, 0usize, 0usize);
    while let Some(turn) = replay.step() {
        let (seq, entry) = (turn.seq, turn.entry);
        if let Err(refusal) = &turn.result {
            let found = format!("the rules refuse “{}” by {}: {refusal}", entry.action, entry.by);
            checks.add(&format!("entry {seq}"), Some(false), found);
            return Ok(());
        }
        entries += 1;
        if let Some(recorded) = &entry.draws {
            drawn += 1;
            let (same, found) = compare(recorded, &turn.draws);
            if !same {
                checks.add(&format!("draws of entry {seq}"), Some(false), found);
                return Ok(());
            }
        }
        if let Some(recorded) = &entry.state {
            states += 1;
            let computed = state(replay)?;
            if *recorded != computed {
                let found = format!("the rules lead to {computed}");
                checks.add(&format!("state after entry {seq}"), Some(false), found);
                return Ok(());
            }
        }
    }
    let any = |count: usize| (count > 0).then_some(true);
    checks.add("entries", any(entries), format!("{entries} entries, each accepted by the rules"));
    checks.add("draws of the log", any(drawn), format!("{drawn} entries with recorded draws"));
    checks.add("states of the log", any(states), format!("{states} recorded states"));
    let outcome = replay.session().outcome();
    let end = outcome.map_or("the record does not reach an end by the rules".to_owned(), |end| end.reason);
    checks.add("end", None, end);
    Ok(())
}

/// Compares the recorded draws with those that the seed yields. Returns whether they match, and where they differ.
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
