//! Whether one player is stronger than another, from games on the same draws with seats rotated.

use std::fmt;

/// The results of one player against another. Each is the player's mean share of the win over one set of games: the same
/// draws, with the player at every seat once and the other player at all the others.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Tally {
    /// The number of sets.
    pub sets: u32,
    sum: f64,
    squares: f64,
    seats: u32,
}

impl Tally {
    /// Returns an empty tally for games with this number of seats.
    pub const fn new(seats: u32) -> Self {
        Self { sets: 0, sum: 0.0, squares: 0.0, seats }
    }

    /// Adds the mean share of a set, from 0 to 1.
    pub fn add(&mut self, share: f64) {
        self.sets += 1;
        self.sum += share;
        self.squares += share * share;
    }

    /// Returns the number of games.
    pub const fn games(&self) -> u32 {
        self.sets * self.seats
    }

    /// Returns the mean share of the win. Equal players have one in the number of seats.
    pub fn share(&self) -> f64 {
        if self.sets == 0 { 1.0 / f64::from(self.seats.max(1)) } else { self.sum / f64::from(self.sets) }
    }

    /// Returns the variance of the shares of sets. It is never 0: after few sets, all of them can be alike by chance.
    fn variance(&self) -> f64 {
        let n = f64::from(self.sets.max(1));
        let mean = self.share();
        // Two imaginary sets, one won and one lost, which count for less and less.
        let prior = (1.0 - mean).powi(2) + mean.powi(2);
        ((self.squares - n * mean * mean).max(0.0) + prior) / (n + 2.0)
    }

    /// Returns the share that the player has with a probability of 95 %, as its ends.
    pub fn interval(&self) -> (f64, f64) {
        let error = 1.96 * (self.variance() / f64::from(self.sets.max(1))).sqrt();
        ((self.share() - error).max(0.0), (self.share() + error).min(1.0))
    }

    /// Returns the difference in Elo that explains a share. It is infinite for a share of 0 or 1.
    pub fn elo(&self, share: f64) -> f64 {
        let odds = share / (1.0 - share) * f64::from(self.seats.saturating_sub(1));
        400.0 * odds.log10()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.interval();
        let elo = |share| {
            let elo = self.elo(share);
            if elo.is_finite() {
                format!("{elo:+.0}")
            } else {
                if elo > 0.0 { "∞" } else { "−∞" }.to_owned()
            }
        };
        write!(
            f,
            "{:.1} % of {} games (95 %: {:.1} to {:.1} %), Elo {} ({} to {})",
            100.0 * self.share(),
            self.games(),
            100.0 * low,
            100.0 * high,
            elo(self.share()),
            elo(low),
            elo(high)
        )
    }
}

/// A sequential probability ratio test: whether a player wins the upper share of games between two, or only the lower.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    /// The share of games between two that the null hypothesis says, from 0 to 1.
    pub lower: f64,
    /// The share that the alternative says.
    pub upper: f64,
    /// The probability of either error.
    pub error: f64,
}

/// What a test has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SprtVerdict {
    /// The lower share explains the games.
    Lower,
    /// The upper share explains the games.
    Upper,
}

impl Sprt {
    /// The test of a level against the one below: 55 % against 65 %, with an error of 5 %.
    pub const LEVELS: Self = Self { lower: 0.55, upper: 0.65, error: 0.05 };

    /// Returns the logarithm of the likelihood ratio, by the normal approximation.
    pub fn ratio(&self, tally: &Tally) -> f64 {
        // Between two players, odds; at a table with more seats, the same odds against each of the others.
        let share = |of_two: f64| {
            let odds = of_two / (1.0 - of_two);
            odds / (odds + f64::from(tally.seats.saturating_sub(1)))
        };
        let (lower, upper) = (share(self.lower), share(self.upper));
        let n = f64::from(tally.sets);
        (upper - lower) * (2.0 * tally.share() - lower - upper) * n / (2.0 * tally.variance())
    }

    /// Returns what the test has come to, or `None` if more games are needed.
    pub fn verdict(&self, tally: &Tally) -> Option<SprtVerdict> {
        // A few sets that happen to be alike say little about how much sets differ.
        if tally.sets < 8 {
            return None;
        }
        let bound = ((1.0 - self.error) / self.error).ln();
        match self.ratio(tally) {
            ratio if ratio >= bound => Some(SprtVerdict::Upper),
            ratio if ratio <= -bound => Some(SprtVerdict::Lower),
            _ => None,
        }
    }
}
