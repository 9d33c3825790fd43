//! The record of a match: everything needed to play it again, in one JSON file.

use std::sync::Arc;

use chrono::{DateTime, FixedOffset, SecondsFormat};
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use serde_json::Value;

use crate::matches::model::beacon::{Quicknet, Signature};
use crate::matches::model::error::InternalError;
use trigon_rules::games::{AnyGame, By, Registry, Seed, Word};

/// The version of the format that this program reads and writes.
pub const FORMAT: &str = "trigon-record/1";

/// The record of a match.
#[derive(Clone)]
pub struct Record {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The title of the match.
    pub title: Option<String>,
    /// The published hash of the seed.
    pub commitment: Option<String>,
    /// The seed.
    pub seed: Option<Seed>,
    /// The words that players added to the draws, in the order of arrival.
    pub words: Vec<Word>,
    /// The public beacon that goes into the draws, if one does.
    pub beacon: Option<RecordedBeacon>,
    /// The setup of the game.
    pub setup: Value,
    /// The canonical state before the first entry, as announced.
    pub start: Option<Value>,
    /// The draws before the first entry, according to the record.
    pub draws: Option<Value>,
    /// Facts not needed to replay it.
    pub extras: Extras,
    /// The entries of the log.
    pub log: Vec<RecordEntry>,
}

/// Facts about a match that are not needed to replay it.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct Extras {
    /// The version of the game's rules that every entry followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_version: Option<i64>,
    /// The names of the seats; empty if the record lacks them or the setup has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// For each seat, its player's one-based place in the order of joining. Empty if the seats were not drawn.
    ///
    /// It is the list 1, 2, 3 …, shuffled with the draws of the seed HMAC-SHA256(seed, "seating").
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seating: Vec<u64>,
    /// The seats that passed to other persons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tenures: Vec<RecordedTenure>,
    /// How the match ended, if the log does not say so: by agreement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
}

/// The round of a public beacon that goes into the draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RecordedBeacon {
    /// The chain.
    pub chain: Quicknet,
    /// The round.
    pub round: u64,
    /// Its signature, according to the record.
    pub signature: Signature,
}

/// A seat in the hands of another person than before.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RecordedTenure {
    /// The seat.
    pub seat: u64,
    /// The number of questions closed before it began.
    pub from: u64,
    /// The name of the person who has the seat from then on.
    pub name: String,
    /// What kind of player that is: `player`, `substitute` or `computed`.
    pub kind: String,
}

/// One entry of the log.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordEntry {
    /// The author.
    pub by: By,
    /// The action in the notation of the game.
    pub action: String,
    /// The time at which it was made.
    pub at: Option<DateTime<FixedOffset>>,
    /// The draws made for it, according to the record. Only verification needs them.
    pub draws: Option<Value>,
    /// The canonical state after it, according to the record. Only verification needs it.
    pub state: Option<Value>,
}

/// The reason why a file is not a record, in one line.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// Broken JSON.
    #[error("not JSON: {0}")]
    Json(#[source] serde_json::Error),
    /// Another format, or another version of it.
    #[error("format: {found} is not {FORMAT:?}, the one this program reads")]
    Format {
        /// What the file says.
        found: String,
    },
    /// A game that this program does not play.
    #[error("game: {found} is unknown; known are {known}")]
    Game {
        /// What the file says.
        found: String,
        /// What it could say.
        known: String,
    },
    /// A part that is missing or not of its kind.
    #[error("{0}")]
    Part(#[source] serde_path_to_error::Error<serde_json::Error>),
    /// A record of a match with draws that lacks the seed.
    #[error(
        "the record needs a seed and has none: a record that `/host export` sends during a match cannot be replayed, explained \
         or verified; use the one with the seed that `/host export` sends when the match has ended"
    )]
    NoSeed,
    /// A setup that cannot be played.
    #[error(transparent)]
    Setup(#[from] trigon_rules::games::SetupError),
}

/// A record as it is read. What a replay does not need may be anything.
#[derive(serde::Deserialize)]
struct RawRecord {
    seed: Option<Seed>,
    words: Option<Vec<Word>>,
    beacon: Option<RecordedBeacon>,
    title: Option<Value>,
    commitment: Option<Value>,
    setup: Value,
    start: Option<Value>,
    draws: Option<Value>,
    rules_version: Option<Value>,
    players: Option<Value>,
    seating: Option<Value>,
    tenures: Option<Value>,
    result: Option<Value>,
    log: Vec<RecordEntry>,
}

/// An entry as it is read and written.
#[derive(serde::Serialize, serde::Deserialize)]
struct RawEntry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<Value>,
    by: By,
    #[serde(rename = "do")]
    action: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draws: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<Value>,
}

impl Record {
    /// Returns the contents of the record's file.
    pub fn file(&self) -> Result<Vec<u8>, InternalError> {
        serde_json::to_vec_pretty(self).map_err(|source| InternalError::Unwritable { what: "record", source })
    }

    /// Parses a record.
    ///
    /// # Errors
    /// Fails if the bytes are not JSON, or not a record of this format and of a known game. Whether the setup can be
    /// played is checked by [`Replay::begin`](crate::matches::Replay::begin).
    pub fn read(bytes: &[u8], games: &Registry) -> Result<Self, RecordError> {
        // Some editors put a byte order mark at the beginning.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let value: Value = serde_json::from_slice(bytes).map_err(RecordError::Json)?;
        let quoted = |key: &str| value.get(key).map_or("nothing".to_owned(), short);
        if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(RecordError::Format { found: quoted("format") });
        }
        let Some(game) = value.get("game").and_then(Value::as_str).and_then(|name| games.get(name)) else {
            let known: Vec<&str> = games.iter().map(|game| game.info().name).collect();
            return Err(RecordError::Game { found: quoted("game"), known: known.join(", ") });
        };
        let raw: RawRecord = serde_path_to_error::deserialize(value).map_err(RecordError::Part)?;
        let RawRecord { seed, words, beacon, title, commitment, setup, start, draws, log, .. } = raw;
        // Fields that a replay does not need may be malformed.
        let text = |value: Option<Value>| value.and_then(|value| value.as_str().map(str::to_owned));
        let (title, commitment, result) = (text(title), text(commitment), text(raw.result));
        let (players, seating) = (list(raw.players), list(raw.seating));
        let rules_version = raw.rules_version.and_then(|version| version.as_i64());
        let tenures = list(raw.tenures);
        let extras = Extras { rules_version, players, seating, tenures, result };
        let words = words.unwrap_or_default();
        Ok(Self { game, title, commitment, seed, words, beacon, setup, start, draws, extras, log })
    }

    /// Returns the seed that all draws come from, mixed with the words of the players and the beacon.
    pub fn drawn_from(&self) -> Option<Seed> {
        let beacon = self.beacon.as_ref().map(|beacon| beacon.signature.bytes());
        self.seed.as_ref().map(|seed| seed.mixed(&self.words, beacon))
    }
}

/// Returns the elements of a list, or none if any of them is malformed.
fn list<T: serde::de::DeserializeOwned>(value: Option<Value>) -> Vec<T> {
    value.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default()
}

/// The most characters of a JSON value in a message.
const MAX_QUOTED_CHARS: usize = 40;

/// Returns a JSON value, shortened for a one-line message.
fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= MAX_QUOTED_CHARS {
        return text;
    }
    text.chars().take(MAX_QUOTED_CHARS).chain("…".chars()).collect()
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Written<'a> {
            format: &'static str,
            game: &'static str,
            #[serde(skip_serializing_if = "Option::is_none")]
            title: &'a Option<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            commitment: &'a Option<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            seed: Option<String>,
            #[serde(skip_serializing_if = "<[_]>::is_empty")]
            words: &'a [Word],
            #[serde(skip_serializing_if = "Option::is_none")]
            beacon: &'a Option<RecordedBeacon>,
            setup: &'a Value,
            #[serde(skip_serializing_if = "Option::is_none")]
            start: &'a Option<Value>,
            #[serde(skip_serializing_if = "Option::is_none")]
            draws: &'a Option<Value>,
            #[serde(flatten)]
            extras: &'a Extras,
            log: &'a [RecordEntry],
        }
        let Self { game, title, commitment, seed, words, beacon, setup, start, draws, extras, log } = self;
        let (game, seed) = (game.info().name, seed.as_ref().map(Seed::reveal));
        Written {
            format: FORMAT,
            game,
            title,
            commitment,
            seed,
            words,
            beacon,
            setup,
            start,
            draws,
            extras,
            log,
        }
        .serialize(serializer)
    }
}

impl Serialize for RecordEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { by, action, at, draws, state } = self.clone();
        let at = at.map(|at| at.to_rfc3339_opts(SecondsFormat::AutoSi, true).into());
        RawEntry { at, by, action, draws, state }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RecordEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let RawEntry { at, by, action, draws, state } = RawEntry::deserialize(deserializer)?;
        let at = at.and_then(|at| DateTime::parse_from_rfc3339(at.as_str()?).ok());
        Ok(Self { by, action, at, draws, state })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn error(value: &Value) -> String {
        Record::read(value.to_string().as_bytes(), &Registry::standard()).map(|_| ()).unwrap_err().to_string()
    }

    fn whole() -> Value {
        let game = trigon_rules::games::Registry::standard().main().name;
        json!({"format": FORMAT, "game": game, "seed": "00".repeat(32), "setup": {}, "log": []})
    }

    fn with(key: &str, part: Value) -> Value {
        let mut value = whole();
        value[key] = part;
        value
    }

    #[test]
    fn what_is_no_record_is_told_in_one_line() {
        let broken =
            Record::read(b"{\"format\": ", &Registry::standard()).map(|_| ()).unwrap_err().to_string();
        assert_eq!(broken, "not JSON: EOF while parsing a value at line 1 column 11");
        assert!(
            error(&with("format", json!("trigon-record/2")))
                .starts_with("format: \"trigon-record/2\" is not")
        );
        assert!(error(&json!([1])).starts_with("format: nothing is not"));
        assert!(error(&with("game", json!("chess"))).starts_with("game: \"chess\" is unknown"));
        assert_eq!(error(&with("seed", json!("abc"))), "seed: a seed is 64 hexadecimal digits");
        assert_eq!(
            error(&with("words", json!(["apple", " "]))),
            "words[1]: a word has 1 to 64 characters on one line"
        );
        let beacon =
            |chain: &str, signature: &str| json!({"chain": chain, "round": 1, "signature": signature});
        assert_eq!(
            error(&with("beacon", beacon("00", &"00".repeat(48)))),
            format!("beacon.chain: the only chain that is known is drand’s quicknet, {}", Quicknet::HASH)
        );
        assert_eq!(
            error(&with("beacon", beacon(Quicknet::HASH, "00"))),
            "beacon.signature: the signature of a beacon is 96 hexadecimal digits"
        );
        assert!(
            error(&with("log", json!([{"by": 1, "do": "x"}, {"do": "x"}])))
                .starts_with("log[1]: missing field `by`")
        );
        assert!(error(&with("log", json!([{"by": null, "do": "x"}]))).starts_with("log[0].by: invalid type"));
        assert!(error(&with("log", json!([{"by": 1, "do": 2}]))).starts_with("log[0].do: invalid type"));
    }

    #[test]
    fn what_a_replay_does_not_need_may_look_as_it_likes() {
        let mut value = with("log", json!([{"by": 1, "do": "x", "at": "noon", "draws": {"a": [1]}}]));
        value["draws"] = json!("0x17");
        value["title"] = json!(7);
        value["players"] = json!([1, "Ben"]);
        value["rules_version"] = json!("new");
        value["seating"] = json!("by lot");
        value["tenures"] = json!([{"seat": "Ann"}]);
        let record = Record::read(value.to_string().as_bytes(), &Registry::standard()).unwrap();
        assert_eq!((record.title, record.log[0].at), (None, None));
        assert_eq!(record.extras, Extras::default());
    }

    #[test]
    fn anyone_can_be_named_and_is_refused_later() {
        let log = json!([{"by": 300, "do": ""}, {"by": -1, "do": ""}, {"by": 0, "do": ""}, {"by": "bob", "do": ""}, {"by": 1.5, "do": ""}]);
        let record = Record::read(with("log", log).to_string().as_bytes(), &Registry::standard()).unwrap();
        let by: Vec<By> = record.log.iter().map(|entry| entry.by).collect();
        assert_eq!(by, [By::Stranger, By::Stranger, By::seat(0), By::Stranger, By::Stranger]);
    }

    #[test]
    fn writing_and_reading_are_inverse() {
        let mut value = whole();
        value["title"] = json!("Final");
        value["words"] = json!(["apple", "crème"]);
        value["beacon"] = json!({"chain": Quicknet::HASH, "round": 7, "signature": "ab".repeat(48)});
        value["draws"] = json!([3, 1]);
        value["start"] = json!({"round": 1});
        value["players"] = json!(["Ann", "Ben"]);
        value["rules_version"] = json!(2);
        value["seating"] = json!([2, 1]);
        value["tenures"] = json!([{"seat": 2, "from": 4, "name": "Cleo", "kind": "player"}]);
        value["result"] = json!("A draw was agreed.");
        value["commitment"] = json!("ab");
        value["log"] = json!([{"at": "2026-11-21T18:00:00Z", "by": 3, "do": "move ULD"}, {"by": "clock", "do": "resolve", "draws": [7], "state": {"round": 2}}]);
        let record = Record::read(value.to_string().as_bytes(), &Registry::standard()).unwrap();
        assert_eq!(serde_json::to_value(&record).unwrap(), value);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused_in_one_line(bytes in any::<Vec<u8>>(), text in any::<String>(), cut in 0usize..400) {
            let whole = with("log", json!([{"by": 1, "do": text}, {"by": text, "do": "move U", "at": text}])).to_string();
            let mut torn = whole.clone().into_bytes();
            torn.truncate(cut);
            let mut spoilt = whole.into_bytes();
            let at = cut % spoilt.len();
            spoilt.splice(at..at, bytes.clone());
            for bytes in [bytes, torn, spoilt] {
                if let Err(error) = Record::read(&bytes, &Registry::standard()) {
                    prop_assert!(!error.to_string().is_empty());
                }
            }
        }
    }
}
