//! [`Final`] and [`Finals`]: what a match leaves its seats with, as data.

use std::collections::{BTreeMap, BTreeSet};

/// Something that a match leaves seats with. Games declare it in [`Info::finals`](super::Info::finals).
#[derive(Debug, PartialEq, Eq)]
pub struct Final {
    /// The key: lower-case letters and `_`.
    pub key: &'static str,
    /// The display name.
    pub label: &'static str,
    /// What it is.
    pub kind: FinalKind,
}

/// What a match leaves seats with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FinalKind {
    /// The last value of the roster field with the same key, which every seat has.
    Field,
    /// A number that every seat has.
    Number,
    /// A number that only some seats have, such as the round in which they left.
    Partial,
    /// Something that is true of some seats.
    Mark,
}

/// A final number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// The value before the match, if the number is that of a roster field.
    pub before: Option<i64>,
    /// The value at the end.
    pub after: i64,
}

impl Amount {
    /// Returns by how much a roster field has changed, or `None` if the number is not that of a field. A change that is
    /// out of range becomes the largest one.
    pub fn change(self) -> Option<i64> {
        self.before.map(|before| self.after.saturating_sub(before))
    }
}

/// The final numbers and marks of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Finals {
    amounts: BTreeMap<&'static str, Amount>,
    marks: BTreeSet<&'static str>,
}

impl Finals {
    /// Sets a number.
    #[must_use]
    pub fn with(mut self, key: &'static str, number: impl Into<i64>) -> Self {
        self.amounts.insert(key, Amount { before: None, after: number.into() });
        self
    }

    /// Sets a number, if there is one.
    #[must_use]
    pub fn with_some(self, key: &'static str, number: Option<impl Into<i64>>) -> Self {
        match number {
            Some(number) => self.with(key, number),
            None => self,
        }
    }

    /// Sets the value of a roster field before and after the match.
    #[must_use]
    pub fn changed(mut self, key: &'static str, before: impl Into<i64>, after: impl Into<i64>) -> Self {
        self.amounts.insert(key, Amount { before: Some(before.into()), after: after.into() });
        self
    }

    /// Sets a mark if `is_true`.
    #[must_use]
    pub fn marked(mut self, key: &'static str, is_true: bool) -> Self {
        if is_true {
            self.marks.insert(key);
        }
        self
    }

    /// Returns a number.
    pub fn amount(&self, key: &str) -> Option<Amount> {
        self.amounts.get(key).copied()
    }

    /// Returns a number as it was at the end.
    pub fn number(&self, key: &str) -> Option<i64> {
        self.amount(key).map(|amount| amount.after)
    }

    /// Returns whether a mark is set.
    pub fn has(&self, mark: &str) -> bool {
        self.marks.contains(mark)
    }

    /// Returns the numbers, sorted by key.
    pub fn amounts(&self) -> impl Iterator<Item = (&'static str, Amount)> {
        self.amounts.iter().map(|(key, amount)| (*key, *amount))
    }

    /// Returns the marks in alphabetical order.
    pub fn marks(&self) -> impl Iterator<Item = &'static str> {
        self.marks.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_needs_a_value_before_and_stays_in_range() {
        let finals = Finals::default().with("points", 3).changed("garnets", i64::MIN, i64::MAX);
        assert_eq!(finals.amount("points").unwrap().change(), None);
        assert_eq!(finals.amount("garnets").unwrap().change(), Some(i64::MAX));
        assert_eq!((finals.number("points"), finals.number("rank")), (Some(3), None));
    }

    #[test]
    fn what_is_not_there_is_left_out() {
        let finals = Finals::default().with_some("round", None::<u8>).marked("token", false);
        assert_eq!(finals, Finals::default());
        assert!(Finals::default().marked("token", true).has("token"));
    }
}
