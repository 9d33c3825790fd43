//! [`SeasonFile`]: a season as a file from which anybody can recompute every balance.
//!
//! | file | contents |
//! |---|---|
//! | `check.rs` | whether a file contradicts itself |
//! | `import.rs` | filling an empty season from a file |
//! | `export.rs` | writing a season as a file, as a viewer may know it |

pub(crate) mod check;
mod export;
mod import;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::MatchId;
use crate::season::model::book::Source;
use crate::season::model::counter::SeenBy;
use crate::season::model::episode::{EpisodeKind, EpisodeState};
use crate::season::model::member::MemberStatus;
use crate::season::model::numbers::{EntryNumber, EpisodeNumber, MemberNumber};

/// The version of the format that this program reads and writes.
pub const SEASON_FORMAT: &str = "trigon-season/1";

/// A season as a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeasonFile {
    /// The format: [`SEASON_FORMAT`].
    pub format: String,
    /// The title.
    pub title: String,
    /// The counters.
    pub counters: Vec<FileCounter>,
    /// The cast.
    pub cast: Vec<FileMember>,
    /// The episodes.
    pub episodes: Vec<FileEpisode>,
    /// The entries of the book, in order.
    pub entries: Vec<FileEntry>,
    /// What everyone has, by counter and member.
    pub balances: BTreeMap<String, BTreeMap<MemberNumber, i64>>,
}

/// A counter in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileCounter {
    /// The key.
    pub key: String,
    /// The display name.
    pub label: String,
    /// A sign for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<String>,
    /// What every member begins with.
    pub start: i64,
    /// Who sees it.
    pub seen_by: SeenBy,
    /// The least that a member can have.
    pub floor: Option<i64>,
    /// Whether members can give it to each other.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub can_be_given: bool,
    /// Whether it is at stake in a death match.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_at_stake: bool,
}

/// A member of the cast in a file. Which account it is, the file does not say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileMember {
    /// The number.
    pub member: MemberNumber,
    /// The name.
    pub name: String,
    /// Whether the member plays.
    pub status: MemberStatus,
    /// The episode in which the member was eliminated.
    pub out_in: Option<EpisodeNumber>,
}

/// An episode in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEpisode {
    /// The number.
    pub number: EpisodeNumber,
    /// The title.
    pub title: String,
    /// The kind.
    pub kind: EpisodeKind,
    /// How far it is.
    pub state: EpisodeState,
    /// The match, if it was played with this program.
    #[serde(rename = "match")]
    pub game: Option<FileMatch>,
}

/// The match of an episode in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileMatch {
    /// Its number.
    pub id: MatchId,
    /// The SHA-256 of its record, in hexadecimal.
    pub record_sha256: Option<String>,
}

/// An entry in a file: a change of a counter, or a mark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// The number.
    pub seq: EntryNumber,
    /// When it was made.
    pub at: DateTime<Utc>,
    /// The member.
    pub member: MemberNumber,
    /// The counter that changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter: Option<String>,
    /// By how much it changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delta: Option<i64>,
    /// The mark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// Why.
    pub reason: Option<String>,
    /// Who made it: `host`, `member` or `program`.
    pub by: String,
    /// Where it comes from.
    pub source: Source,
    /// The episode to which it belongs.
    pub episode: Option<EpisodeNumber>,
    /// The entry that it takes back.
    pub reverses: Option<EntryNumber>,
}

/// The reason why a file is not a season, in one line.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Broken JSON.
    #[error("not JSON: {0}")]
    Json(#[source] serde_json::Error),
    /// Another format, or another version of it.
    #[error("format: {found} is not {SEASON_FORMAT:?}, the one this program reads")]
    Format {
        /// What the file says.
        found: String,
    },
    /// A part that is missing or not of its kind.
    #[error("{0}")]
    Part(#[source] serde_path_to_error::Error<serde_json::Error>),
}

impl SeasonFile {
    /// Parses a file. Whether it contradicts itself is checked by [`problems`](Self::problems).
    ///
    /// # Errors
    /// Fails if the bytes are not JSON, or not a season in this format.
    pub fn read(bytes: &[u8]) -> Result<Self, FileError> {
        #[derive(Deserialize)]
        struct Head {
            format: Option<serde_json::Value>,
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let value: serde_json::Value = serde_json::from_slice(bytes).map_err(FileError::Json)?;
        let head = serde_json::from_value(value.clone()).unwrap_or(Head { format: None });
        match head.format {
            Some(serde_json::Value::String(format)) if format == SEASON_FORMAT => {}
            found => {
                let found =
                    found.map_or("nothing".to_owned(), |found| found.to_string().chars().take(40).collect());
                return Err(FileError::Format { found });
            }
        }
        serde_path_to_error::deserialize(value).map_err(FileError::Part)
    }

    /// Returns the file as it is sent.
    pub fn bytes(&self) -> Vec<u8> {
        // Texts and numbers always become JSON.
        serde_json::to_vec_pretty(self).unwrap_or_default()
    }
}
