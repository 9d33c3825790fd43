//! Places of values in statements that have as many of them as needed.

/// Returns the places of `count` values, of which the first has this number: `$1, $2`.
pub(super) fn places(first: usize, count: usize) -> String {
    (first..first + count).map(|n| format!("${n}")).collect::<Vec<_>>().join(", ")
}

/// Returns the places of `count` rows of `width` values, of which the first has this number: `($1, $2), ($3, $4)`.
pub(super) fn rows(first: usize, count: usize, width: usize) -> String {
    let row = |n: usize| format!("({})", places(first + n * width, width));
    (0..count).map(row).collect::<Vec<_>>().join(", ")
}
