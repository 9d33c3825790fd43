//! How long each position of a replay is shown.

/// The times in milliseconds for which positions are shown: any position, in addition for each thing that was resolved to
/// reach it, and the last one.
const POSITION: u32 = 1_500;
const RESOLVED: u32 = 2_000;
const LAST: u32 = 7_000;
/// The most things for which a position is shown longer.
const MOST: usize = 2;

/// Returns for how many milliseconds each position of a replay is shown, from what was
/// [resolved](super::Observation::resolved) up to it. A replay rests where something was resolved, and longest on the end.
pub fn rests(resolved: &[(u32, usize)]) -> Vec<u32> {
    let mut before = (0, 0);
    let mut millis: Vec<u32> = Vec::with_capacity(resolved.len());
    for &(turn, count) in resolved {
        let new = if turn == before.0 { count.saturating_sub(before.1) } else { count };
        millis.push(POSITION + RESOLVED * new.min(MOST) as u32);
        before = (turn, count);
    }
    if let Some(last) = millis.last_mut() {
        *last = LAST;
    }
    millis
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_animation_rests_where_something_was_resolved_and_longest_on_the_end() {
        // Nothing; one thing in turn 2, shown again; two more; one in turn 3; the end.
        let resolved = [(1, 0), (2, 1), (2, 1), (2, 3), (3, 1), (3, 1)];
        assert_eq!(rests(&resolved), [1_500, 3_500, 1_500, 5_500, 3_500, 7_000]);
        assert_eq!(rests(&[]), [0; 0]);
    }
}
