//! The games that commands work with, and what the help says about them.

use std::sync::{Arc, OnceLock};

use super::Error;
use crate::games::{AnyGame, Info, Pace, Registry, Values};
use crate::text::{Quoted, typed};

/// The games of this program. Help texts and defaults follow from them, before any argument is read.
static GAMES: OnceLock<Registry> = OnceLock::new();

/// Sets the games of this program, unless they are already in use.
pub(super) fn set(games: Registry) {
    // If the program runs twice in one process, both runs have the same games.
    let _ = GAMES.set(games);
}

/// Returns all games, the main one first.
pub(super) fn all() -> &'static Registry {
    GAMES.get_or_init(Registry::standard)
}

/// Returns what is known about the main game.
pub(super) fn main() -> &'static Info {
    all().main()
}

/// Returns the first game that is played in turns.
fn usual_of_turns() -> Option<&'static Arc<dyn AnyGame>> {
    all().iter().find(|game| game.info().pace == Pace::Turns)
}

/// Returns the default of an option of the main game.
fn main_default(key: &str) -> &'static str {
    let spec = main().options.iter().find(|spec| spec.key == key);
    spec.and_then(|spec| spec.default).unwrap_or_default()
}

/// Returns the names of all games, the main one first.
pub(super) fn names() -> Vec<&'static str> {
    all().iter().map(|game| game.info().name).collect()
}

/// Returns the game with this name or title, in upper or lower case, or an error that lists the games.
pub(super) fn find(name: &str) -> Result<Arc<dyn AnyGame>, Error> {
    let name = typed(name);
    let unknown = || {
        let (name, known) = (Quoted::new(&name), names().join(", "));
        Error::Usage(format!("{name} is no game; the games are {known}"))
    };
    all().find(&name).ok_or_else(unknown)
}

/// Reads `key=value`.
pub(super) fn setting(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("write an option and its value, such as rounds=3")?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

/// The arguments that say which match is played.
#[derive(Debug, clap::Args)]
pub(super) struct Chosen {
    #[arg(long, value_name = "GAME", help = game_help())]
    game: Option<String>,
    #[arg(long, value_name = "N", help = players_help())]
    players: Option<u8>,
    #[arg(long, value_name = "BOARD", help = board_help())]
    board: Option<String>,
    /// Any other option of the game, as in the command that creates a match: rounds=3
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
}

fn game_help() -> String {
    let names = names();
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    let (main, turns) = (main().name, usual_of_turns().map_or("none", |game| game.info().name));
    format!(
        "Which game: {} or {last} [default: {main}, or {turns} where only games of turns can be played]",
        others.join(", ")
    )
}

fn players_help() -> String {
    let main = main();
    format!("How many players [default: {} in {}, else as few as can play]", main.usual_players, main.title)
}

fn board_help() -> String {
    let (title, board) = (main().title, main_default("board"));
    format!("The board of {title}: triangle:N or hexagon:K [default: {board}]")
}

impl Chosen {
    /// Returns the game, by default the main one.
    ///
    /// # Errors
    /// If there is none with this name.
    pub(super) fn game(&self) -> Result<Arc<dyn AnyGame>, Error> {
        find(self.game.as_deref().unwrap_or(main().name))
    }

    /// Returns the game, by default the first one that is played in turns.
    ///
    /// # Errors
    /// If there is none with this name.
    pub(super) fn game_of_turns(&self) -> Result<Arc<dyn AnyGame>, Error> {
        match (&self.game, usual_of_turns()) {
            (None, Some(usual)) => Ok(Arc::clone(usual)),
            _ => self.game(),
        }
    }

    /// Returns the number of players.
    pub(super) fn players(&self, info: &Info) -> u8 {
        let usual = if info.is_hosted() { info.usual_players } else { info.players[0] };
        self.players.unwrap_or(usual)
    }

    /// Reads the options, and `other`, which has an argument of its own. If the game has no such option, or does not allow
    /// the value, the error is a sentence that says so.
    pub(super) fn options(&self, info: &Info, other: Option<(&str, &str)>) -> Result<Values, String> {
        let board = self.board.iter().map(|board| ("board", &board[..]));
        let set = self.set.iter().map(|(key, value)| (&key[..], &value[..]));
        let mut options = Values::default();
        for (key, value) in board.chain(other).chain(set) {
            if options.get(key).is_some() {
                return Err(format!("{key} is set twice: give it one value"));
            }
            let Some(spec) = info.options.iter().find(|spec| spec.key == key) else {
                let known: Vec<&str> = info.options.iter().map(|spec| spec.key).collect();
                let known =
                    if known.is_empty() { String::new() } else { format!(" It has {}.", known.join(", ")) };
                return Err(format!("{} has no option {key}.{known}", info.title));
            };
            options.set(key, spec.read(&typed(value))?);
        }
        Ok(options)
    }
}

/// Describes what a match is played with: `7 players of Triforce Building, board triangle:5`.
pub(super) fn about(info: &Info, players: u8, options: &Values) -> String {
    let facts = options.facts(info.options.iter()).into_iter();
    facts.fold(format!("{players} players of {}", info.title), |about, fact| {
        format!("{about}, {} {}", fact.label.to_lowercase(), fact.value)
    })
}
