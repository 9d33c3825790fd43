//! `trigon play`: a match in a terminal, between people at one keyboard and computed seats.
//!
//! | file | what |
//! |---|---|
//! | `options.rs` | the setup, seed and seats that the arguments ask for |
//! | `session.rs` | [`Session`](session::Session): the match, and who is asked next |
//! | `conversation.rs` | the conversation at the keyboard |
//! | `listing.rs` | lists of legal actions on a screen |
//! | `complete.rs` | legal actions and commands completed with Tab |

mod complete;
mod conversation;
mod listing;
mod options;
mod session;

use std::io::{self, Write};
use std::path::PathBuf;

use serde_json::Value;

use super::lines::{self, Echo, Keyboard, PipedLines};
use super::{Error, games};
use crate::games::Seat;
use conversation::{Conversation, Screen};
use options::Chair;
use session::Session;

/// Play a game in the terminal, at one keyboard or against computed seats
///
/// Answer each question with an action in the game's notation, such as roll or 3-1>3-2. There are commands
/// too: ? lists what you can do, and undo, board, rules, help and quit do what they say. In a terminal, Tab completes legal actions and the
/// arrow keys edit the line and recall earlier ones. Input may be piped. A match in which all seats are
/// computed needs none.
///
/// A computed seat plays at random (random), at a level from 1, which beginners beat, to 6 (level:4), or after
/// looking at N lines of play (tries:N). It sees what a player in its seat would see, and does not know what will be drawn. Levels and
/// tries are for games played in turns.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The name of the game; `trigon rules` lists the games
    game: String,
    /// The number of players, in games for different numbers
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// The players' names in seat order: Ann,Ben,Cleo
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    names: Vec<String>,
    /// Who plays a seat, such as 2=level:4: human, random, level:1 to level:6, or tries:N
    #[arg(long = "seat", value_name = "N=WHO", value_parser = options::parse_seat)]
    seats: Vec<(Seat, Chair)>,
    /// Who plays all other seats [default: human]
    #[arg(long, value_name = "WHO", value_parser = options::parse_chair)]
    all: Option<Chair>,
    /// The seed of the dice: 64 hexadecimal digits or any text [default: random]
    #[arg(long)]
    seed: Option<String>,
    /// The dice, in games with a choice of dice, such as 3d4
    #[arg(long, value_name = "DICE")]
    dice: Option<String>,
    /// Any option of the game's setup: first=2, board=triangle:8
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = options::parse_setting)]
    set: Vec<(String, Value)>,
    /// Write the match's record to this file after every entry
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Stop after this many entries [default: 5000 if no seat is human]
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

/// The number of entries after which a match without people is stopped.
const DEFAULT_ENTRY_LIMIT: usize = 5_000;

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let game = games::find(&args.game)?;
    let mut set = args.set.clone();
    set.extend(args.dice.iter().map(|dice| ("dice".to_owned(), dice.as_str().into())));
    let setup = options::setup(&*game, args.players, &args.names, &set).map_err(Error::Usage)?;
    let seed = options::seed(args.seed.as_deref())
        .map_err(|source| Error::Read { path: "the system's chance".to_owned(), source })?;
    let mut session = Session::begin(game, setup, seed).map_err(|e| Error::Usage(e.to_string()))?;
    let seats = session.table().seats();
    let info = session.table().info();
    session.chairs = options::chairs(info, seats, args.all, &args.seats).map_err(Error::Usage)?;
    if args.names.len() > seats {
        return Err(Error::Usage(format!("--names: {} for {seats} seats", args.names.len())));
    }
    session.rename(options::seat_names(&args.names, session.table().names(), seats));
    session.file.clone_from(&args.record);
    session.limit = args.limit.or((!session.chairs.contains(&Chair::Human)).then_some(DEFAULT_ENTRY_LIMIT));
    if lines::at_terminal() {
        Conversation::new(session, Keyboard::new()?, out, Screen::Terminal).run()
    } else {
        let input = PipedLines::new(io::stdin().lock(), Echo::On);
        Conversation::new(session, input, out, Screen::None).run()
    }
}
