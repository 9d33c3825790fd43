//! `trigon simulate`: whole matches by computed seats.

use std::io::Write;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

use super::Error;
use super::files::write_file;
use crate::games::triforce_building::Setup;
use crate::grid::Shape;
use crate::simulate::{Options, Tally, simulate};

/// Play whole matches of Triforce Building by the rules and print what came of them
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// How many matches
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    matches: u64,
    /// How many players: 7, 10, 13 or 16
    #[arg(long, value_name = "N", default_value_t = 13)]
    players: u8,
    /// The board: triangle:N or hexagon:K
    #[arg(long, default_value_t = Setup::BOARD)]
    board: Shape,
    /// After how many rounds there is a vote
    #[arg(long, value_name = "N", default_value_t = 10)]
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

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let options = Options {
        matches: args.matches,
        players: args.players,
        board: args.board,
        rounds: args.rounds,
        seed: args.seed.clone(),
        planned: !args.random,
    };
    if let Some(file) = &args.record {
        let mut json = serde_json::to_vec_pretty(&options.record(1)?).map_err(std::io::Error::from)?;
        json.push(b'\n');
        write_file(file, &json)?;
    }
    let bar = ProgressBar::new(args.matches);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} matches, {eta} left") {
        bar.set_style(style);
    }
    let step = (args.matches / 200).max(1);
    let tally = simulate(&options, |done| {
        if done % step == 0 {
            bar.set_position(done);
        }
    });
    bar.finish_and_clear();
    print(&options, &tally?, out)
}

fn print(options: &Options, tally: &Tally, out: &mut impl Write) -> Result<(), Error> {
    let Tally { matches, triforces, tokens, garnets, ec_by_vote, ec_by_last, .. } = tally;
    let mean = |sum: f64| sum / *matches as f64;
    let share = |part: u64| 100.0 * part as f64 / *matches as f64;
    writeln!(
        out,
        "{matches} matches, {} players, {}, up to {} rounds, seed {:?}, {}\n",
        options.players,
        options.board,
        options.rounds,
        options.seed,
        if options.planned { "seats that plan together" } else { "random paths" }
    )?;
    writeln!(out, "  ended in round   matches     share   by vote")?;
    for (round, (ended, votes)) in &tally.by_round {
        writeln!(out, "  {round:>14} {ended:>9} {:>8.1}% {votes:>9}", share(*ended))?;
    }
    writeln!(out, "\n  triforces made   matches     share")?;
    for (made, count) in &tally.by_triforces {
        writeln!(out, "  {made:>14} {count:>9} {:>8.1}%", share(*count))?;
    }
    writeln!(out, "\n  per match               mean")?;
    writeln!(out, "  triforces           {:>8.2}", mean(*triforces as f64))?;
    writeln!(out, "  tokens              {:>8.2}", mean(*tokens as f64))?;
    writeln!(out, "  garnets gained      {:>+8.2}", mean(*garnets as f64))?;
    writeln!(out, "\n  elimination candidate")?;
    writeln!(out, "  last on the board   {ec_by_last:>8} {:>8.1}%", share(*ec_by_last))?;
    writeln!(out, "  by vote             {ec_by_vote:>8} {:>8.1}%", share(*ec_by_vote))?;
    Ok(())
}
