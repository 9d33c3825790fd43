//! [`Span`]: the bounds of a value that is not known exactly.

use trigon_engine::matches::Millis;

/// The bounds of a difference between two clocks, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) low: Millis,
    pub(super) high: Millis,
}

impl Span {
    /// Returns a span around a value.
    pub(super) fn around(value: Millis, slack: Millis) -> Self {
        Self { low: value.saturating_sub(slack), high: value.saturating_add(slack) }
    }

    pub(super) fn contains(self, value: Millis) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Returns the value in the span that is closest to another one.
    pub(super) fn closest_to(self, value: Millis) -> Millis {
        value.clamp(self.low, self.high.max(self.low))
    }
}

/// Returns the overlap of spans with the greatest weight, and that weight, or `None` if there are no spans. Of several
/// such overlaps, it is the one with the lowest values, that is, the earliest time.
///
/// This is Marzullo's algorithm, which is used to compare time servers: a source that is wrong, however far off,
/// changes nothing as long as more of them are right.
pub(super) fn overlap(spans: &[(Span, u32)]) -> Option<(Span, u32)> {
    let weight_at = |value: Millis| {
        spans.iter().filter(|(span, _)| span.contains(value)).map(|(_, weight)| weight).sum::<u32>()
    };
    let mut lows: Vec<Millis> = spans.iter().map(|(span, _)| span.low).collect();
    lows.sort_unstable();
    let mut best: Option<(Millis, u32)> = None;
    for low in lows {
        let weight = weight_at(low);
        if best.is_none_or(|(_, most)| weight > most) {
            best = Some((low, weight));
        }
    }
    let (low, weight) = best?;
    let around = spans.iter().filter(|(span, _)| span.contains(low));
    let high = around.map(|(span, _)| span.high).min().unwrap_or(low);
    Some((Span { low, high }, weight))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn span(low: Millis, high: Millis) -> Span {
        Span { low, high }
    }

    #[test]
    fn most_of_them_are_right() {
        assert_eq!(overlap(&[]), None);
        assert_eq!(overlap(&[(span(3, 5), 1)]), Some((span(3, 5), 1)));
        // The example from Marzullo's paper: 8–12, 11–13, 14–15.
        assert_eq!(
            overlap(&[(span(8, 12), 1), (span(11, 13), 1), (span(14, 15), 1)]),
            Some((span(11, 12), 2))
        );
        assert_eq!(overlap(&[(span(8, 12), 1), (span(90, 99), 3)]), Some((span(90, 99), 3)), "by weight");
        assert_eq!(
            overlap(&[(span(90, 99), 1), (span(8, 12), 1)]),
            Some((span(8, 12), 1)),
            "the earlier of two"
        );
    }

    proptest! {
        #[test]
        fn whatever_a_minority_says_the_true_value_is_within_the_bounds(
            truth in -1_000_i64..1_000,
            right in proptest::collection::vec((0_i64..50, 0_i64..50), 3..8),
            wrong in proptest::collection::vec((-10_000_i64..10_000, 0_i64..100), 0..3),
        ) {
            let mut spans: Vec<(Span, u32)> =
                right.iter().map(|(below, above)| (span(truth - below, truth + above), 1)).collect();
            spans.extend(wrong.iter().map(|(low, width)| (span(*low, low + width), 1)));
            let (_, weight) = overlap(&spans).unwrap();
            prop_assert!(weight as usize >= right.len());
            if wrong.is_empty() {
                prop_assert!(overlap(&spans).unwrap().0.contains(truth));
            }
        }
    }
}
