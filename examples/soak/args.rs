//! [`Args`]: what to soak, for how long, and with which faults.

use std::collections::BTreeSet;
use std::str::FromStr;

use clap::{Parser, ValueEnum};

/// Play matches on an embedded Discord while the bot is killed and everything around it fails
///
/// The bot runs in processes of its own, as `trigon run` does: this program starts itself again for them, so nothing else
/// has to be built. At the end, with all faults gone, what people were told is compared with what is stored and posted:
/// every answer to a command, a press and a direct message; every message of every resolution; how late each deadline and
/// each answer was; every draw, recomputed from the seed. The tables are read with plain SQL, and by nothing of the bot.
///
/// What goes wrong during a fault, and for a stated time after it, may be excused by that fault. Excuses are counted by
/// name; in between there are quiet spells in which nothing is excused. The exit code is 1 if anything was lost, doubled,
/// late, out of order or made public, or if something that was asked for was not tried.
#[derive(Debug, Parser)]
#[command(
    name = "soak",
    max_term_width = 100,
    after_help = HELP
)]
pub(crate) struct Args {
    /// How often the bot is killed; the soak ends some time after
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) kills: u32,
    /// What fails besides
    #[arg(long, value_name = "LIST", default_value = "all")]
    pub(crate) faults: Faults,
    /// Where matches are stored
    #[arg(long, value_enum, default_value_t = Databases::Both)]
    pub(crate) database: Databases,
    /// What everything random follows from, as far as a computer repeats itself
    #[arg(long, default_value = "trigon")]
    pub(crate) seed: String,
    /// How many matches are played at the same time
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub(crate) matches: usize,
    /// Whether games that only the tests know are played, too
    #[arg(long)]
    pub(crate) toys: bool,
    /// Which of Discord's rate limits hold
    #[arg(long, value_enum, default_value_t = Limits::Requests)]
    pub(crate) limits: Limits,
}

/// The kinds of databases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Databases {
    /// A file
    Sqlite,
    /// A server of the soak's own, which is skipped where PostgreSQL is not installed
    Postgres,
    /// One after the other
    Both,
}

/// The rate limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Limits {
    /// All but those of new connections: a bot that is killed more often than every few seconds would exceed these
    Requests,
    /// All: kills have to wait for the limit of one connection in five seconds
    All,
    /// None
    Off,
}

/// A kind of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    /// SIGKILL.
    Kill,
    /// SIGSTOP, and SIGCONT after a while.
    Hang,
    /// Requests to Discord's API.
    Http,
    /// Connections to Discord's gateway.
    Gateway,
    /// People close, edit and delete direct messages, leave and come back, and are timed out; permissions are taken away,
    /// presses delivered twice.
    People,
    /// Somebody who plays nowhere writes hundreds of messages; a player writes 50 at once.
    Flood,
    /// Time jumps ahead.
    Clock,
    /// The database server stops at once and starts again.
    Database,
    /// The connections to the database server are slow, stall or are cut.
    Network,
    /// The disk with the database file is full.
    Disk,
    /// The clocks of the processes differ, go back and jump.
    Clocks,
    /// The bot is removed from a server, and comes back within seconds.
    Removal,
    /// Threads are locked and unlocked, channels and threads deleted.
    Channels,
    /// Automatic moderation blocks what the bot writes; servers are unavailable.
    Servers,
}

/// The names of all kinds of faults.
const FAULT_NAMES: [(&str, Fault); 14] = [
    ("kill", Fault::Kill),
    ("hang", Fault::Hang),
    ("http", Fault::Http),
    ("gateway", Fault::Gateway),
    ("people", Fault::People),
    ("flood", Fault::Flood),
    ("clock", Fault::Clock),
    ("database", Fault::Database),
    ("network", Fault::Network),
    ("disk", Fault::Disk),
    ("clocks", Fault::Clocks),
    ("removal", Fault::Removal),
    ("channels", Fault::Channels),
    ("servers", Fault::Servers),
];

const HELP: &str = "\
Faults: all, none, or a list of these, which may begin with all:
  kill      processes are killed
  hang      processes are stopped, at times for longer than their leases
  http      requests fail in every way that the sandbox knows, are refused with any code, and overtake each other
  gateway   connections to the gateway fail, and new ones are refused or hang, also while deadlines pass
  people    people close, edit and delete their messages, leave and come back, are timed out; permissions are taken
            away, also by timing the bot out; presses are delivered twice
  flood     somebody who plays nowhere writes up to 250 messages; a player writes 50 at once
  clock     time jumps ahead, for everybody
  database  the server is killed and started again (PostgreSQL)
  network   connections to the server are slow, stall or are cut (PostgreSQL)
  disk      the disk is full (SQLite; needs root, to mount a small file system)
  clocks    the clocks of the processes differ, go back and jump
  removal   the bot is removed from a server and comes back
  channels  threads are locked and unlocked, channels and threads of matches deleted
  servers   AutoMod blocks words that the bot uses; servers are unavailable";

/// The kinds of faults to make.
#[derive(Debug, Clone)]
pub(crate) struct Faults(BTreeSet<Fault>);

impl Faults {
    pub(crate) fn has(&self, fault: Fault) -> bool {
        // Without kills, the soak would never end.
        fault == Fault::Kill || self.0.contains(&fault)
    }
}

impl FromStr for Faults {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut faults = BTreeSet::new();
        for name in text.split(',').map(str::trim) {
            match (name, FAULT_NAMES.iter().find(|(known, _)| *known == name)) {
                ("none", _) => {}
                ("all", _) => faults.extend(FAULT_NAMES.iter().map(|(_, fault)| *fault)),
                (_, Some((_, fault))) => drop(faults.insert(*fault)),
                (_, None) => return Err(format!("there is no fault {name:?}; see --help")),
            }
        }
        Ok(Self(faults))
    }
}
