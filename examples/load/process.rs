//! [`Bot`]: the process of the bot, and the resources it uses.

use std::path::Path;
use std::time::Duration;

use trigon::rehearsal::{BotProcess, StandardOutput, environment};
use trigon::sandbox::Sandbox;

use crate::Fallible;

/// The unit in which Linux counts the processor time of processes.
const CLOCK_TICK: Duration = Duration::from_millis(10);

/// The name of the bot's log file in the folder.
const LOG_FILE: &str = "bot.log";

/// The process of the bot.
pub(crate) struct Bot(BotProcess);

impl Bot {
    /// Starts the bot. Its log goes into the folder.
    pub(crate) fn start(folder: &Path, sandbox: &Sandbox, database: &str) -> Fallible<Self> {
        let mut environment = environment(sandbox, database);
        environment.push(("TRIGON_LOG", "warn".to_owned()));
        Ok(Self(BotProcess::start(
            &std::env::current_exe()?,
            &folder.join(LOG_FILE),
            StandardOutput::Discarded,
            &environment,
        )?))
    }

    fn read_proc(&self, what: &str) -> Fallible<String> {
        Ok(std::fs::read_to_string(format!("/proc/{}/{what}", self.0.id()))?)
    }

    /// Returns the processor time that the bot has used.
    pub(crate) fn cpu(&self) -> Fallible<Duration> {
        let stat = self.read_proc("stat")?;
        // The name of the program, in parentheses, may contain spaces. The state and 10 other fields follow.
        let (_, rest) = stat.rsplit_once(')').ok_or("/proc cannot be read")?;
        let ticks = rest.split_whitespace().skip(11).take(2).map(str::parse::<u32>);
        Ok(CLOCK_TICK * ticks.sum::<Result<u32, _>>()?)
    }

    /// Returns the peak memory use of the bot in bytes.
    pub(crate) fn peak_memory(&self) -> Fallible<u64> {
        let status = self.read_proc("status")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()).ok_or("/proc cannot be read")?;
        Ok(kilobytes.parse::<u64>()? * 1_024)
    }
}

/// Returns the number of warnings and errors that the bots in a folder have logged.
pub(crate) fn count_log_lines(folder: &Path) -> Fallible<usize> {
    Ok(std::fs::read_to_string(folder.join(LOG_FILE))?.lines().count())
}
