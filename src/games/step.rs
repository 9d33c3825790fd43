//! [`Step`]: a part of an action.

/// A part of an action, as a person chooses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// A few characters of ASCII that tell the step from others at the same place, and in whose order the steps are
    /// shown; without `:` and `_`, which faces put between keys.
    pub key: String,
    /// What is chosen, for people.
    pub label: String,
    /// What it is of the action: `Piece`, `To`.
    pub what: &'static str,
}

impl Step {
    /// Returns a step.
    pub fn new(what: &'static str, key: impl Into<String>, label: impl Into<String>) -> Self {
        Self { key: key.into(), label: label.into(), what }
    }
}
