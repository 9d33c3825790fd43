//! `trigon play`: a match in a terminal, everyone at one keyboard or by computed seats.
//!
//! | file | what |
//! |---|---|
//! | `options.rs` | what the arguments make of a match: setup, seed, who sits where |
//! | `session.rs` | [`Session`](session::Session): the match, and who is asked next |
//! | `talk.rs` | what is read from the keyboard and told |
//! | `listing.rs` | legal actions on a screen |
//! | `complete.rs` | legal actions and commands completed with Tab |

mod complete;
mod listing;
mod options;
mod session;
mod talk;

use std::io::{self, Write};
use std::path::PathBuf;

use serde_json::Value;

use super::Error;
use super::lines::{self, Keyboard, Plain};
use crate::games::{GAMES, Seat, game};
use options::Chair;
use session::Session;

/// Play a game in the terminal, everyone at one keyboard or against chance
///
/// Whoever is asked writes an action in the game's notation, such as roll or 3-1>3-2. Besides: ? lists what
/// can be done, undo takes back, board, rules, help, quit. In a terminal, Tab completes legal actions and the
/// arrow keys edit the line and recall earlier ones. Input may be piped; a match of computed seats alone asks
/// for none.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game, such as trice; `trigon rules` lists them
    game: String,
    /// How many players, in games that leave it open
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// What the seats are called, in seat order: Ann,Ben,Cleo
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    names: Vec<String>,
    /// Who decides for a seat, human or random: 2=random
    #[arg(long = "seat", value_name = "N=WHO", value_parser = options::parse_seat)]
    seats: Vec<(Seat, Chair)>,
    /// Who decides for all other seats [default: human]
    #[arg(long, value_name = "WHO", value_parser = options::parse_chair)]
    all: Option<Chair>,
    /// What the dice follow from: 64 hexadecimal digits or any text [default: chance]
    #[arg(long)]
    seed: Option<String>,
    /// The dice, in games that have a choice, such as 3d4
    #[arg(long, value_name = "DICE")]
    dice: Option<String>,
    /// Any option of the game's setup: first=2, board=triangle:8
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = options::parse_setting)]
    set: Vec<(String, Value)>,
    /// Keep the match's record in this file, after every entry
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Stop after so many entries [default: 5000 when no seat is human]
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

/// When a match that nobody watches is given up.
const LIMIT: usize = 5_000;

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let game = game(&args.game).ok_or_else(|| {
        let known: Vec<&str> = GAMES.iter().map(|game| game.info().name).collect();
        Error::Asked(format!("there is no game {:?}; there are {}", args.game, known.join(", ")))
    })?;
    let mut set = args.set.clone();
    set.extend(args.dice.iter().map(|dice| ("dice".to_owned(), dice.as_str().into())));
    let setup = options::setup(game.info(), args.players, &args.names, &set).map_err(Error::Asked)?;
    let seed = options::seed(args.seed.as_deref())
        .map_err(|source| Error::Read { path: "the system's chance".to_owned(), source })?;
    let mut session = Session::begin(game, setup, seed).map_err(|e| Error::Asked(e.to_string()))?;
    let seats = session.table().seats();
    session.chairs = options::chairs(seats, args.all, &args.seats).map_err(Error::Asked)?;
    if args.names.len() > seats {
        return Err(Error::Asked(format!("--names: {} for {seats} seats", args.names.len())));
    }
    session.rename(options::names(&args.names, session.table().names(), seats));
    session.file.clone_from(&args.record);
    session.limit = args.limit.or((!session.chairs.contains(&Chair::Human)).then_some(LIMIT));
    if lines::at_terminal() {
        talk::Talk::new(session, Keyboard::new()?, out, true).run()
    } else {
        talk::Talk::new(session, Plain::new(io::stdin().lock(), true), out, false).run()
    }
}
