//! [`Step`]: one of the steps in which a player chooses an action.

/// One of the steps in which a player chooses an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// A few ASCII characters that distinguish the step from its alternatives, which are sorted by them. Keys do not
    /// contain `:` or `_`, which interfaces put between keys.
    pub key: String,
    /// The label for people.
    pub label: String,
    /// What the step chooses: `Piece`, `To`.
    pub what: &'static str,
}

impl Step {
    /// Returns a step.
    pub fn new(what: &'static str, key: impl Into<String>, label: impl Into<String>) -> Self {
        Self { key: key.into(), label: label.into(), what }
    }
}
