//! A match in a few lines for people elsewhere: when triforces were made, and who is left.

use super::observation::Seen;
use super::state::Stage;
use crate::games::phrase::{number_word, sentence};

/// Sums up what everyone sees: a mark for each round that is over, and what they came to.
pub(super) fn share(seen: &Seen) -> Vec<String> {
    let mark = |round: u8| match seen.triforces.iter().filter(|made| made.round == round).count() {
        0 => "▫️".to_owned(),
        count => "🔺".repeat(count),
    };
    let rounds: String = (1..=seen.resolved_round().unwrap_or(0)).map(mark).collect();
    let count = |count: usize| sentence(&number_word(count));
    let are = |count: usize| if count == 1 { "is" } else { "are" };
    let safe = seen.known.iter().filter(|known| known.removed_in.is_some()).count();
    let out = usize::from(seen.ec.is_some());
    let counts = match (seen.phase, safe) {
        (Stage::Over, 0) => "Nobody got off the board.".to_owned(),
        (_, 0) => format!("{} {} on the board.", count(seen.left), are(seen.left)),
        (Stage::Over, _) => {
            let left = seen.known.len() - safe - out;
            let left =
                if left > 0 { format!(" {} never left the board.", count(left)) } else { String::new() };
            format!("{} got off the board.{left}", count(safe))
        }
        _ => {
            let (left, still) = (number_word(seen.left), are(seen.left));
            format!("{} are safe, and {left} {still} still on the board.", count(safe))
        }
    };
    [rounds, counts].into_iter().filter(|line| !line.is_empty()).collect()
}
