//! Whether a stored match still follows from the rules of this program, which may have changed since it was written.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use trigon_rules::games::{AnySession, Info};

/// The number of hash bytes kept: enough to notice a difference, but no proof against forgery.
const HASH_BYTES: usize = 8;

/// Returns a short hash of the canonical state, which is stored with each entry to detect changed rules.
pub(crate) fn state_hash(session: &dyn AnySession) -> String {
    hex::encode(&Sha256::digest(session.state_json())[..HASH_BYTES])
}

/// A change of a game's rules between the program that wrote a match and this one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesChange {
    /// The version of the rules that every stored entry follows.
    pub from: i64,
    /// The version of the rules in this program.
    pub to: i64,
    /// The first thing that does not follow from this version; `None` if everything does.
    pub broken: Option<Broken>,
}

/// The first thing in a stored match that no longer follows from the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Broken {
    /// The number of the entry; 0 for the start. It counts secret entries, too.
    pub entry: i64,
    /// The number of the action among those that count, in games in which everyone sees each of them.
    #[serde(default)]
    pub action: Option<u32>,
    /// The phase it belongs to, in games in which the number of entries reveals how often others have answered.
    pub phase: Option<String>,
    /// What is different.
    pub difference: Difference,
}

/// How an entry differs under other rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Difference {
    /// The rules refuse it.
    Refused,
    /// Other numbers are drawn for it.
    Draws,
    /// It leads to another state.
    State,
}

impl RulesChange {
    /// Returns the change between the rules of a stored match and those of this program, if there is one.
    pub(crate) fn between(stored: i64, info: &Info) -> Option<Self> {
        let to = i64::from(info.version);
        // Under a version that is still known, a match goes on as it began.
        let is_known = (i64::from(info.oldest)..=to).contains(&stored);
        (!is_known).then_some(Self { from: stored, to, broken: None })
    }

    /// Describes the change in a sentence that everyone may read.
    pub fn words(&self, title: &str) -> String {
        let Self { from, to, broken } = self;
        let follows = match broken {
            None => "everything so far follows from the new ones, too".to_owned(),
            Some(broken) => format!("{} no longer follows from them", broken.place()),
        };
        format!(
            "The rules of {title} have changed since this match began (version {from} → {to}), and {follows}."
        )
    }
}

impl Broken {
    /// Names the place without revealing how many entries others have made.
    fn place(&self) -> String {
        match self {
            Self { entry: 0, .. } => "its start".to_owned(),
            Self { phase: Some(phase), .. } => phase.clone(),
            Self { action: Some(action), .. } => format!("action {action}"),
            // An earlier version did not say which.
            Self { .. } => "an action".to_owned(),
        }
    }
}
