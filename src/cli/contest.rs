//! `trigon match`: which of two computed players is stronger.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value as Json;
use trigon_search::{Sprt, SprtVerdict, Tally};

use super::{Error, games, work};
use crate::games::{AnyGame, Level, Pace, Seat, SimulationError, Skill, Values};
use crate::simulate::{match_seed, names, play_match, setup};

/// Find out which of two computed players is stronger
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// One player: random, level:1 to level:6, or tries:N
    #[arg(required_unless_present = "bars")]
    a: Option<Skill>,
    /// The other player
    #[arg(required_unless_present = "bars")]
    b: Option<Skill>,
    #[command(flatten)]
    chosen: games::Chosen,
    /// Instead: compare level 1 with random, each level with the one below, and level 6 with level 2, and print a table
    #[arg(long, conflicts_with_all = ["a", "b"])]
    bars: bool,
    /// Maximum number of games; A plays every seat once for each set of draws
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// Play all games, even once it is certain that A wins 65 of 100 between two, or no more than 55
    #[arg(long)]
    all: bool,
    /// What everything random follows from
    #[arg(long, default_value = "trigon")]
    seed: String,
}

/// Returns the pairs that show how far apart the levels are.
fn level_pairs() -> Vec<[Skill; 2]> {
    let levels: Vec<Skill> = Level::ALL.into_iter().map(Skill::Level).collect();
    let lowest = levels.first().map(|lowest| [*lowest, Skill::Random]);
    let next = levels.windows(2).map(|pair| [pair[1], pair[0]]);
    let apart = levels.last().zip(levels.get(1)).map(|(highest, second)| [*highest, *second]);
    lowest.into_iter().chain(next).chain(apart).collect()
}

/// A game as it is played for comparisons.
struct ContestGame {
    game: Arc<dyn AnyGame>,
    setup: Json,
    seats: usize,
}

impl ContestGame {
    /// Returns the share that each of equal players has, in percent.
    fn fair_share(&self) -> f64 {
        100.0 / self.seats as f64
    }
}

/// What the games between two players came to.
struct Comparison {
    tally: Tally,
    /// How many games did not end.
    endless: u32,
    /// What the test has found, once it is certain.
    verdict: Option<SprtVerdict>,
}

impl Comparison {
    /// Says what the test has found.
    fn conclusion(&self) -> &'static str {
        match self.verdict {
            Some(SprtVerdict::Upper) => "wins at least 65 of 100 between two",
            Some(SprtVerdict::Lower) => "wins no more than 55 of 100 between two",
            None => "open: neither 55 nor 65 of 100 is certain",
        }
    }
}

/// What a set of games came to.
struct SetResult {
    /// The mean share of the first player.
    share: f64,
    /// How many games did not end.
    endless: u32,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let game = args.chosen.game_of_turns()?;
    let info = game.info();
    if info.pace != Pace::Turns {
        return Err(Error::Usage(format!(
            "{} is not played in turns, and only players of games of turns can be compared",
            info.title
        )));
    }
    let players = args.chosen.players(info);
    if !info.players.contains(&players) {
        return Err(Error::Usage(format!("{} takes {} players", info.title, info.player_counts())));
    }
    let options = args.chosen.options(info, None).map_err(Error::Usage)?;
    let mut all_options = Values::defaults(info.options.iter());
    all_options.extend(&options);
    let about = games::about(info, players, &all_options);
    let setup = setup(&*game, &options, &names(players)).map_err(SimulationError::from)?;
    let played = ContestGame { game, setup, seats: players.into() };
    match (args.a, args.b) {
        (Some(a), Some(b)) => args.compare_two(&played, [a, b], &about, out),
        _ => args.compare_levels(&played, &about, out),
    }
}

impl Args {
    /// Compares two players, and prints what came of it.
    fn compare_two(
        &self,
        played: &ContestGame,
        [a, b]: [Skill; 2],
        about: &str,
        out: &mut impl Write,
    ) -> Result<(), Error> {
        let compared = self.compare(played, [a, b])?;
        writeln!(out, "{a} against {b}, {about}, seed {:?}", self.seed)?;
        writeln!(out, "{a}: {}", compared.tally)?;
        let fair = played.fair_share();
        writeln!(out, "test: {} (equal players have {fair:.0} %)", compared.conclusion())?;
        if compared.endless > 0 {
            writeln!(out, "{} games did not end, and count as shared", compared.endless)?;
        }
        Ok(())
    }

    /// Compares levels with each other, and prints a table.
    fn compare_levels(&self, played: &ContestGame, about: &str, out: &mut impl Write) -> Result<(), Error> {
        let fair = played.fair_share();
        writeln!(out, "{about}, seed {:?}; equal players have {fair:.0} %", self.seed)?;
        for skills in level_pairs() {
            let compared = self.compare(played, skills)?;
            let endless = match compared.endless {
                0 => String::new(),
                endless => format!("; {endless} did not end"),
            };
            let ([a, b], conclusion) = (skills, compared.conclusion());
            writeln!(out, "{a} against {b}: {}; {conclusion}{endless}", compared.tally)?;
            out.flush()?;
        }
        Ok(())
    }
    /// Plays a set: games with the same draws, with the first player at every seat once.
    fn play_set(
        &self,
        ContestGame { game: played, setup, seats }: &ContestGame,
        skills: [Skill; 2],
        number: u32,
    ) -> Result<SetResult, SimulationError> {
        let seed = match_seed(&self.seed, number.into());
        let (mut sum, mut endless) = (0.0, 0);
        for seat in Seat::all(*seats) {
            let result = play_match(&**played, setup, &seed, seat, skills)?;
            sum += result.share;
            endless += u32::from(!result.is_over);
        }
        Ok(SetResult { share: sum / *seats as f64, endless })
    }

    /// Lets two players play against each other.
    fn compare(&self, played: &ContestGame, skills: [Skill; 2]) -> Result<Comparison, Error> {
        let sets = self.games.div_ceil(played.seats as u32);
        let bar = work::bar(sets.into(), "{bar:40} {pos}/{len} sets, {elapsed}, {msg}");
        bar.enable_steady_tick(Duration::from_secs(1));
        let mut compared = Comparison { tally: Tally::new(played.seats as u32), endless: 0, verdict: None };
        let set = |number: usize| self.play_set(played, skills, number as u32 + 1);
        let ended = work::in_order(sets as usize, set, |set| {
            let SetResult { share, endless } = match set {
                Ok(set) => set,
                Err(error) => return ControlFlow::Break(Err(error)),
            };
            compared.tally.add(share);
            compared.endless += endless;
            compared.verdict = Sprt::LEVELS.verdict(&compared.tally);
            bar.inc(1);
            bar.set_message(format!("{:.1} %", 100.0 * compared.tally.share()));
            if compared.verdict.is_some() && !self.all {
                ControlFlow::Break(Ok(()))
            } else {
                ControlFlow::Continue(())
            }
        });
        bar.finish_and_clear();
        if let ControlFlow::Break(ended) = ended {
            ended?;
        }
        Ok(compared)
    }
}
