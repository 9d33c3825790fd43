//! [`Rolled`]: what a seat rolled, and with which dice.

use super::Seat;

/// What a seat rolled for itself in a game in which more is better.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rolled {
    /// The seat.
    pub seat: Seat,
    /// The total of the dice.
    pub points: u64,
    /// The number of sides of each die, which shows 1 to that number, all equally likely.
    pub dice: Vec<u64>,
}

impl Rolled {
    /// Returns twice the points that the dice show on average, which is a whole number.
    pub fn twice_average(&self) -> u64 {
        self.dice.iter().map(|sides| sides + 1).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the totals of all combinations of faces.
    fn totals(dice: &[u64]) -> Vec<u64> {
        let Some((sides, rest)) = dice.split_first() else { return vec![0] };
        let rest = totals(rest);
        (1..=*sides).flat_map(|face| rest.iter().map(move |total| face + total)).collect()
    }

    #[test]
    fn the_average_is_that_of_all_combinations_of_faces() {
        for dice in [vec![], vec![1], vec![4; 3], vec![6; 2], vec![12], vec![12; 2], vec![20], vec![20, 12]] {
            let all = totals(&dice);
            assert_eq!(all.len() as u64, dice.iter().product::<u64>());
            let rolled = Rolled { seat: Seat::new(1), points: 0, dice };
            assert_eq!(2 * all.iter().sum::<u64>(), rolled.twice_average() * all.len() as u64, "{rolled:?}");
        }
    }
}
