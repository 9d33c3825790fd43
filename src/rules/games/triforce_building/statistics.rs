//! [`Statistics`] of many matches.

use std::collections::BTreeMap;
use std::fmt;

use super::State;
use crate::games::MatchStatistics;

/// Statistics of many matches.
#[derive(Debug, Default)]
pub(super) struct Statistics {
    matches: u64,
    /// For each round, the number of matches that ended in it, and the number of these that ended with a vote.
    by_round: BTreeMap<u8, (u64, u64)>,
    /// The number of matches by the number of triforces made.
    by_triforces: BTreeMap<usize, u64>,
    triforces: u64,
    /// The number of tokens at the end.
    tokens: u64,
    /// The number of garnets gained by all players together.
    garnets: i64,
    /// The number of matches in which the elimination candidate was chosen by vote.
    ec_by_vote: u64,
    /// The number of matches in which the elimination candidate was the last player on the board.
    ec_by_last: u64,
}

impl MatchStatistics<State> for Statistics {
    fn add(&mut self, end: &State) {
        let last = end.triforces().len() == end.last_triforce();
        self.matches += 1;
        let (matches, votes) = self.by_round.entry(end.round()).or_default();
        *matches += 1;
        *votes += u64::from(!last);
        *self.by_triforces.entry(end.triforces().len()).or_default() += 1;
        self.triforces += end.triforces().len() as u64;
        self.tokens += end.players().iter().filter(|player| player.token).count() as u64;
        self.garnets +=
            end.players().iter().map(|player| player.garnets - player.garnets_before).sum::<i64>();
        *(if last { &mut self.ec_by_last } else { &mut self.ec_by_vote }) += 1;
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { matches, triforces, tokens, garnets, ec_by_vote, ec_by_last, .. } = self;
        let mean = |sum: f64| sum / *matches as f64;
        let share = |part: u64| 100.0 * part as f64 / *matches as f64;
        writeln!(f, "  ended in round   matches     share   by vote")?;
        for (round, (ended, votes)) in &self.by_round {
            writeln!(f, "  {round:>14} {ended:>9} {:>8.1}% {votes:>9}", share(*ended))?;
        }
        writeln!(f, "\n  triforces made   matches     share")?;
        for (made, count) in &self.by_triforces {
            writeln!(f, "  {made:>14} {count:>9} {:>8.1}%", share(*count))?;
        }
        writeln!(f, "\n  per match               mean")?;
        writeln!(f, "  triforces           {:>8.2}", mean(*triforces as f64))?;
        writeln!(f, "  tokens              {:>8.2}", mean(*tokens as f64))?;
        writeln!(f, "  garnets gained      {:>+8.2}", mean(*garnets as f64))?;
        writeln!(f, "\n  elimination candidate")?;
        writeln!(f, "  last on the board   {ec_by_last:>8} {:>8.1}%", share(*ec_by_last))?;
        writeln!(f, "  by vote             {ec_by_vote:>8} {:>8.1}%", share(*ec_by_vote))
    }
}
