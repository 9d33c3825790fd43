//! [`Bots`]: the processes of the bot, which are restarted whenever they end.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use trigon::rehearsal::{BotProcess, StandardOutput};

/// The interval at which to look for processes that have ended.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The environment of a process.
pub(crate) type EnvVar = (&'static str, String);

/// Called with the number of a process that has ended on its own.
type OnEnd = Box<dyn Fn(usize) + Send + Sync>;

/// The processes of the bot.
pub(crate) struct Bots {
    on_end: OnEnd,
    folder: PathBuf,
    environments: Vec<Vec<EnvVar>>,
    processes: Mutex<Processes>,
}

struct Processes {
    /// The processes; none while one cannot be started.
    running: Vec<Option<BotProcess>>,
    /// The number of processes that ended without being killed, as after a close code that tells a bot to give up.
    ended: u32,
    starts: u32,
    /// Whether to stop restarting processes.
    is_stopped: bool,
}

impl Bots {
    /// Starts a process for each of the settings. Their output goes into the folder.
    pub(crate) fn start(folder: &Path, environments: Vec<Vec<EnvVar>>, on_end: OnEnd) -> io::Result<Self> {
        let running = environments.iter().map(|_| None).collect();
        let processes = Mutex::new(Processes { running, ended: 0, starts: 0, is_stopped: false });
        let bots = Self { on_end, folder: folder.to_owned(), environments, processes };
        bots.restart_ended()?;
        Ok(bots)
    }

    fn processes(&self) -> MutexGuard<'_, Processes> {
        self.processes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn count(&self) -> usize {
        self.environments.len()
    }

    /// Restarts processes that have ended.
    pub(crate) fn restart_ended(&self) -> io::Result<()> {
        let mut processes = self.processes();
        if processes.is_stopped {
            return Ok(());
        }
        for number in 0..self.environments.len() {
            if let Some(child) = &mut processes.running[number] {
                if !child.has_ended()? {
                    continue;
                }
                processes.ended += 1;
                (self.on_end)(number);
            }
            processes.starts += 1;
            processes.running[number] = Some(BotProcess::start(
                &std::env::current_exe()?,
                &self.log_path(number),
                StandardOutput::Logged,
                &self.environments[number],
            )?);
        }
        Ok(())
    }

    fn log_path(&self, number: usize) -> PathBuf {
        self.folder.join(format!("bot-{number}.log"))
    }

    /// Returns everything that the processes have written.
    pub(crate) fn logs(&self) -> io::Result<Vec<String>> {
        (0..self.count())
            .map(|number| Ok(String::from_utf8_lossy(&std::fs::read(self.log_path(number))?).into_owned()))
            .collect()
    }

    /// Kills a process at once, and starts it again.
    pub(crate) fn kill(&self, number: usize) -> io::Result<()> {
        drop(self.processes().running[number].take());
        self.restart_ended()
    }

    /// Stops a process, or lets it continue.
    pub(crate) fn signal(&self, number: usize, signal: &str) -> io::Result<()> {
        let id = self.processes().running[number].as_ref().map(BotProcess::id);
        let Some(id) = id else { return Ok(()) };
        Command::new("kill").args([signal, &id.to_string()]).stderr(Stdio::null()).status().map(drop)
    }

    /// Returns how many processes were started, and how many ended on their own.
    pub(crate) fn counts(&self) -> (u32, u32) {
        let processes = self.processes();
        (processes.starts, processes.ended)
    }

    /// Ends all processes.
    pub(crate) fn end(&self) {
        let mut processes = self.processes();
        processes.is_stopped = true;
        processes.running.iter_mut().for_each(|process| *process = None);
    }
}

impl Drop for Bots {
    fn drop(&mut self) {
        self.end();
    }
}
