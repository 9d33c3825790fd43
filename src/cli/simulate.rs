//! `trigon simulate`: whole matches between computed seats.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value as Json;

use super::files::write_file;
use super::{Error, games};
use crate::games::{AnyGame, Simulation, SimulationError, Skill, Value, Values};
use crate::grid::Shape;
use crate::matches::Record;
use crate::simulate::{match_seed, names, record, setup};

/// The arguments of a simulation.
#[derive(Debug, clap::Args)]
#[command(about = about())]
pub(super) struct Args {
    /// How many matches
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    matches: u64,
    #[arg(
        long,
        value_name = "N",
        default_value_t = games::main().usual_players,
        help = format!("How many players: {}", games::main().player_counts())
    )]
    players: u8,
    /// The board: triangle:N or hexagon:K
    #[arg(long, default_value = games::main_default("board"))]
    board: Shape,
    /// After how many rounds there is a vote
    #[arg(long, value_name = "N", default_value = games::main_default("rounds"))]
    rounds: u32,
    /// What everything random follows from
    #[arg(long, default_value = "trigon")]
    seed: String,
    /// Walk at random instead of planning together
    #[arg(long)]
    random: bool,
    /// Write the record of the first match into this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

fn about() -> String {
    let title = games::main().title;
    format!("Play whole matches of {title} by the rules and print what came of them")
}

impl Args {
    fn skill(&self) -> Skill {
        if self.random { Skill::Random } else { Skill::Planned }
    }

    /// Returns the setup of all matches.
    fn setup(&self, game: &dyn AnyGame) -> Result<Json, SimulationError> {
        let mut options = Values::default();
        options.set("board", Value::Text(self.board.to_string()));
        options.set("rounds", Value::Number(self.rounds.into()));
        Ok(setup(game, &options, &names(self.players))?)
    }

    /// Plays a match and returns its record.
    fn record(&self, game: &Arc<dyn AnyGame>, setup: &Json, number: u64) -> Result<Record, SimulationError> {
        let seed = match_seed(&self.seed, number);
        let record = record(Arc::clone(game), setup.clone(), seed, self.skill())?;
        Ok(Record { title: Some(format!("Simulated match {number}")), ..record })
    }

    /// Plays all matches.
    fn play(&self, simulation: &mut dyn Simulation) -> Result<(), SimulationError> {
        let bar = ProgressBar::new(self.matches);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} matches, {eta} left") {
            bar.set_style(style);
        }
        let step = (self.matches / 200).max(1);
        for number in 1..=self.matches {
            simulation.play(&match_seed(&self.seed, number))?;
            if number % step == 0 {
                bar.set_position(number);
            }
        }
        bar.finish_and_clear();
        Ok(())
    }
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let game = games::find(games::main().name)?;
    let setup = args.setup(&*game)?;
    if let Some(file) = &args.record {
        let record = args.record(&game, &setup, 1)?;
        let mut json = serde_json::to_vec_pretty(&record).map_err(std::io::Error::from)?;
        json.push(b'\n');
        write_file(file, &json)?;
    }
    let simulation = game.simulation(&setup, args.skill()).map_err(SimulationError::from)?;
    let no_statistics = || Error::Asked(format!("{} has no statistics", game.info().title));
    let mut simulation = simulation.ok_or_else(no_statistics)?;
    args.play(&mut *simulation)?;
    writeln!(
        out,
        "{} matches, {} players, {}, up to {} rounds, seed {:?}, {}\n",
        args.matches,
        args.players,
        args.board,
        args.rounds,
        args.seed,
        if args.random { "random paths" } else { "seats that plan together" }
    )?;
    Ok(write!(out, "{}", simulation.tables())?)
}
