//! [`Args`]: what to soak, for how long, and with which faults.

use std::collections::BTreeSet;
use std::str::FromStr;

use clap::{Parser, ValueEnum};

/// Play matches on an embedded Discord while the bot is killed and everything around it fails
///
/// The bot runs in processes of its own, as `trigon run` does: this program starts itself again for them, so nothing else
/// has to be built. At the end, with all faults gone, what people were told is compared with what is stored and posted.
/// The exit code is 1 if anything was lost, doubled, out of order or made public.
#[derive(Debug, Parser)]
#[command(
    name = "soak",
    max_term_width = 100,
    after_help = "Faults: a list of kill, hang, http, gateway, people, clock, database; or all, or none."
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
    /// Direct messages are closed, permissions taken away, presses delivered twice.
    People,
    /// Time jumps ahead.
    Clock,
    /// The database server stops at once and starts again.
    Database,
}

const ALL: [(&str, Fault); 7] = [
    ("kill", Fault::Kill),
    ("hang", Fault::Hang),
    ("http", Fault::Http),
    ("gateway", Fault::Gateway),
    ("people", Fault::People),
    ("clock", Fault::Clock),
    ("database", Fault::Database),
];

/// The kinds of faults that are made.
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
        match text {
            "all" => Ok(Self(ALL.iter().map(|(_, fault)| *fault).collect())),
            "none" => Ok(Self(BTreeSet::new())),
            list => {
                let one = |name: &str| {
                    let found = ALL.iter().find(|(known, _)| *known == name.trim());
                    found
                        .map(|(_, fault)| *fault)
                        .ok_or_else(|| format!("there is no fault {name:?}; see --help"))
                };
                list.split(',').map(one).collect::<Result<_, _>>().map(Self)
            }
        }
    }
}

/// Returns a source of random choices for one purpose.
pub(crate) fn chance(seed: &str, purpose: &str) -> fastrand::Rng {
    // FNV-1a: any number that depends on every letter will do.
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let letters = seed.bytes().chain([0]).chain(purpose.bytes());
    fastrand::Rng::with_seed(letters.fold(0xcbf2_9ce4_8422_2325, mix))
}
