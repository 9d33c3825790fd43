//! `trigon match`: which of two computed players is stronger.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Duration;

use serde_json::Value as Json;
use trigon_search::{Sprt, Tally, Verdict};

use super::{Error, games, work};
use crate::games::{AnyGame, Pace, Seat, SimulationError, Skill, Values};
use crate::rehearsal::contest::game;
use crate::simulate::{match_seed, names, setup};

/// Find out which of two computed players is stronger
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// One player: random, level:1 to level:6, or tries:N
    a: Skill,
    /// The other player
    b: Skill,
    #[command(flatten)]
    chosen: games::Chosen,
    /// How many games, at most: with the same draws, A plays at every seat once
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// Play all games, even once it is certain that A wins 65 of 100 between two, or no more than 55
    #[arg(long)]
    all: bool,
    /// What everything random follows from
    #[arg(long, default_value = "trigon")]
    seed: String,
}

/// What a set of games came to: A's mean share, and how many games did not end.
type Set = Result<(f64, u32), SimulationError>;

impl Args {
    /// Plays a set: games with the same draws, with A at every seat once.
    fn set(&self, played: &dyn AnyGame, setup: &Json, seats: usize, number: u32) -> Set {
        let seed = match_seed(&self.seed, number.into());
        let (mut sum, mut endless) = (0.0, 0);
        for seat in Seat::all(seats) {
            let result = game(played, setup, &seed, seat, [self.a, self.b])?;
            sum += result.share;
            endless += u32::from(!result.is_over);
        }
        Ok((sum / seats as f64, endless))
    }
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let played = args.chosen.game()?;
    let info = played.info();
    if info.pace != Pace::Turns {
        return Err(Error::Asked(format!(
            "{} is not played in turns, and only players of games of turns can be compared",
            info.title
        )));
    }
    let players = args.chosen.players(info);
    if !info.players.contains(&players) {
        return Err(Error::Asked(format!("{} takes {} players", info.title, info.player_counts())));
    }
    let options = args.chosen.options(info, None).map_err(Error::Asked)?;
    let mut all = Values::defaults(info.options.iter());
    all.extend(&options);
    let about = games::about(info, players, &all);
    let setup = setup(&*played, &options, &names(players)).map_err(SimulationError::from)?;
    let (seats, sets) = (usize::from(players), args.games.div_ceil(players.into()));
    let bar = work::bar(sets.into(), "{bar:40} {pos}/{len} sets, {elapsed}, {msg}");
    bar.enable_steady_tick(Duration::from_secs(1));
    let (mut tally, mut endless, mut verdict) = (Tally::new(players.into()), 0, None);
    let set = |number: usize| args.set(&*played, &setup, seats, number as u32 + 1);
    let ended = work::in_order(sets as usize, set, |set| {
        let (share, open) = match set {
            Ok(set) => set,
            Err(error) => return ControlFlow::Break(Err(error)),
        };
        tally.add(share);
        endless += open;
        bar.inc(1);
        bar.set_message(format!("{:.1} %", 100.0 * tally.share()));
        verdict = Sprt::LEVELS.verdict(&tally);
        if verdict.is_some() && !args.all { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    if let ControlFlow::Break(ended) = ended {
        ended?;
    }
    writeln!(out, "{} against {}, {about}, seed {:?}", args.a, args.b, args.seed)?;
    writeln!(out, "{}: {tally}", args.a)?;
    let fair = 100.0 / seats as f64;
    let found = match verdict {
        Some(Verdict::Upper) => "wins at least 65 of 100 between two",
        Some(Verdict::Lower) => "wins no more than 55 of 100 between two",
        None => "open: neither 55 nor 65 of 100 is certain",
    };
    writeln!(out, "test: {found} (equal players have {fair:.0} %)")?;
    if endless > 0 {
        writeln!(out, "{endless} games did not end, and count as shared")?;
    }
    Ok(())
}
