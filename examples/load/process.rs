//! [`Bot`]: the process of the bot, and what it uses.

use std::path::Path;
use std::time::Duration;

use trigon::rehearsal::{BotProcess, environment};
use trigon::sandbox::Sandbox;

use crate::Fallible;

/// Linux counts the time of processes in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

/// The file in the folder that holds what the bot logs.
const LOG: &str = "bot.log";

pub(crate) struct Bot(BotProcess);

impl Bot {
    /// Starts the bot. What it logs goes into the folder.
    pub(crate) fn start(folder: &Path, sandbox: &Sandbox, database: &str) -> Fallible<Self> {
        let mut environment = environment(sandbox, database);
        environment.push(("TRIGON_LOG", "warn".to_owned()));
        Ok(Self(BotProcess::start(&std::env::current_exe()?, &folder.join(LOG), false, &environment)?))
    }

    fn read(&self, what: &str) -> Fallible<String> {
        Ok(std::fs::read_to_string(format!("/proc/{}/{what}", self.0.id()))?)
    }

    /// Returns how long the bot has kept a processor busy.
    pub(crate) fn cpu(&self) -> Fallible<Duration> {
        let stat = self.read("stat")?;
        // The name of the program, in parentheses, may contain spaces. The state follows, and 10 more.
        let (_, rest) = stat.rsplit_once(')').ok_or("/proc cannot be read")?;
        let ticks = rest.split_whitespace().skip(11).take(2).map(str::parse::<u32>);
        Ok(TICK * ticks.sum::<Result<u32, _>>()?)
    }

    /// Returns the most memory that the bot has used at a time, in bytes.
    pub(crate) fn most_memory(&self) -> Fallible<u64> {
        let status = self.read("status")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()).ok_or("/proc cannot be read")?;
        Ok(kilobytes.parse::<u64>()? * 1_024)
    }
}

/// Returns how many warnings and errors the bots in a folder have logged.
pub(crate) fn logged(folder: &Path) -> Fallible<usize> {
    Ok(std::fs::read_to_string(folder.join(LOG))?.lines().count())
}
