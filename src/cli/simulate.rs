//! `trigon simulate`: whole matches between computed seats.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value as Json;

use super::files::write_file;
use super::{Error, games, work};
use crate::games::{AnyGame, Level, Seat, Seed, SimulationError, Skill, Values, Verdict};
use crate::matches::{Record, Replay};
use crate::simulate::{match_seed, names, record, setup};

/// The arguments of a simulation.
#[derive(Debug, clap::Args)]
#[command(about = about())]
pub(super) struct Args {
    #[command(flatten)]
    chosen: games::Chosen,
    /// How many matches
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    matches: u64,
    /// After how many rounds the rounds are over, in games of rounds
    #[arg(long, value_name = "N")]
    rounds: Option<String>,
    /// What everything random follows from
    #[arg(long, default_value = "trigon")]
    seed: String,
    /// Let the seats act at random
    #[arg(long)]
    random: bool,
    /// Let the seats decide at a level from 1 to 6, each by what it sees
    #[arg(long, value_name = "N", default_value = "3", conflicts_with = "random")]
    level: Level,
    /// Write the record of the first match into this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

fn about() -> String {
    let title = games::main().title;
    format!("Play whole matches of {title} or another game by the rules and print what came of them")
}

impl Args {
    fn skill(&self) -> Skill {
        if self.random { Skill::Random } else { Skill::Level(self.level) }
    }

    /// Returns the setup of all matches, and its description.
    fn setup(&self, game: &dyn AnyGame) -> Result<(Json, String), Error> {
        let info = game.info();
        let players = self.chosen.players(info);
        if !info.players.contains(&players) {
            return Err(Error::Usage(format!("{} takes {} players", info.title, info.player_counts())));
        }
        let rounds = self.rounds.as_deref().map(|rounds| ("rounds", rounds));
        let options = self.chosen.options(info, rounds).map_err(Error::Usage)?;
        let mut all = Values::defaults(info.options.iter());
        all.extend(&options);
        let about = games::about(info, players, &all);
        Ok((setup(game, &options, &names(players)).map_err(SimulationError::from)?, about))
    }

    /// Plays a match and returns its record.
    fn record(&self, game: &Arc<dyn AnyGame>, setup: &Json, number: u64) -> Result<Record, SimulationError> {
        let seed = match_seed(&self.seed, number);
        let record = record(Arc::clone(game), setup.clone(), seed, self.skill())?;
        Ok(Record { title: Some(format!("Simulated match {number}")), ..record })
    }

    /// Plays all matches, one after the other, each with its own seed.
    fn play(
        &self,
        mut play_one: impl FnMut(&Seed) -> Result<(), SimulationError>,
    ) -> Result<(), SimulationError> {
        let bar = work::bar(self.matches, "{bar:40} {pos}/{len} matches, {eta} left");
        let step = (self.matches / 200).max(1);
        for number in 1..=self.matches {
            play_one(&match_seed(&self.seed, number))?;
            if number % step == 0 {
                bar.set_position(number);
            }
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Plays all matches of a game that has no statistics of its own, and returns the usual ones.
    fn figures(&self, game: &Arc<dyn AnyGame>, setup: &Json) -> Result<String, SimulationError> {
        let mut figures = Figures::default();
        self.play(|seed| {
            figures.add(&record(Arc::clone(game), setup.clone(), seed.clone(), self.skill())?);
            Ok(())
        })?;
        Ok(figures.tables())
    }
}

/// The figures of matches of any game.
#[derive(Debug, Default)]
struct Figures {
    /// The number of entries of each match.
    entries: Vec<usize>,
    /// How often each seat won, and how often it shared the victory.
    won: BTreeMap<Seat, [u32; 2]>,
    /// How often the matches ended for each reason.
    reasons: BTreeMap<String, u32>,
}

impl Figures {
    fn add(&mut self, record: &Record) {
        self.entries.push(record.log.len());
        // What has just been played can be replayed.
        let Ok(mut replay) = Replay::begin(record) else { return };
        while replay.step().is_some() {}
        let Some(outcome) = replay.session().outcome() else { return };
        for standing in outcome.standings {
            let [won, drawn] = self.won.entry(standing.seat).or_default();
            match standing.verdict {
                Verdict::Won => *won += 1,
                Verdict::Drawn => *drawn += 1,
                Verdict::Lost | Verdict::LostAs(_) => {}
            }
        }
        *self.reasons.entry(outcome.reason).or_default() += 1;
    }

    fn tables(&self) -> String {
        let count = self.entries.len().max(1) as f64;
        let mean = self.entries.iter().sum::<usize>() as f64 / count;
        let longest = self.entries.iter().max().copied().unwrap_or_default();
        let mut text = format!("entries   mean {mean:.1}, longest {longest}\n\nseat      won   shared\n");
        let share = |n: u32| 100.0 * f64::from(n) / count;
        for (seat, [won, drawn]) in &self.won {
            let _ = writeln!(text, "{seat:<6} {:5.1}%  {:5.1}%", share(*won), share(*drawn));
        }
        text.push_str("\nshare   how it ended\n");
        for (reason, n) in &self.reasons {
            let _ = writeln!(text, "{:5.1}%  {reason}", share(*n));
        }
        text
    }
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let game = args.chosen.game()?;
    let (setup, about) = args.setup(&*game)?;
    if let Some(file) = &args.record {
        let record = args.record(&game, &setup, 1)?;
        let mut json = serde_json::to_vec_pretty(&record).map_err(std::io::Error::from)?;
        json.push(b'\n');
        write_file(file, &json)?;
    }
    let simulation = game.simulation(&setup, args.skill()).map_err(SimulationError::from)?;
    let tables = match simulation {
        Some(mut simulation) => {
            args.play(|seed| simulation.play(seed))?;
            simulation.tables()
        }
        None => args.figures(&game, &setup)?,
    };
    let seats = if args.random {
        "seats that act at random".to_owned()
    } else {
        format!("seats of level {}", args.level.number())
    };
    writeln!(out, "{} matches, {about}, seed {:?}, {seats}\n", args.matches, args.seed)?;
    Ok(write!(out, "{tables}")?)
}
