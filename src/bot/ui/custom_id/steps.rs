//! [`Prefix`]: the keys of steps, as an identifier carries them.

use std::fmt;
use std::str::FromStr;

use super::UnknownId;

/// The keys of the steps chosen so far: [`Step::key`](trigon_rules::games::Step::key).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prefix(Vec<String>);

impl Prefix {
    /// Creates a prefix from keys, or returns `None` if one of them cannot be written.
    pub fn new(keys: Vec<String>) -> Option<Self> {
        keys.iter().all(|key| is_key(key)).then_some(Self(keys))
    }

    /// Returns the keys in order.
    pub fn keys(&self) -> &[String] {
        &self.0
    }

    /// Returns the prefix without its last key, or `None` if it is empty.
    pub fn before(&self) -> Option<Self> {
        let (_, before) = self.0.split_last()?;
        Some(Self(before.to_vec()))
    }

    /// Returns the prefix with one more key.
    pub fn then(&self, key: &str) -> Option<Self> {
        is_key(key).then(|| Self(self.0.iter().cloned().chain([key.to_owned()]).collect()))
    }
}

/// Returns whether a key contains only characters that cannot be mistaken for its end.
fn is_key(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_ascii_graphic() && !matches!(c, ':' | '_'))
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("_"))
    }
}

impl FromStr for Prefix {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        Self::new(text.split('_').map(str::to_owned).collect()).ok_or(UnknownId::Component)
    }
}
