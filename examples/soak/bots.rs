//! [`Bots`]: the processes of the bot, which are restarted whenever they end.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use trigon::rehearsal::{BotProcess, StandardOutput};

/// The interval at which to look for processes that have ended.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// The environment of a process.
pub(crate) type Setting = (&'static str, String);

/// Called with the number of a process that has ended on its own.
type OnEnd = Box<dyn Fn(usize) + Send + Sync>;

pub(crate) struct Bots {
    on_end: OnEnd,
    folder: PathBuf,
    settings: Vec<Vec<Setting>>,
    inner: Mutex<Inner>,
}

struct Inner {
    /// The processes; none while one cannot be started.
    running: Vec<Option<BotProcess>>,
    /// The number of processes that ended without being killed, as after a close code that tells a bot to give up.
    ended: u32,
    starts: u32,
    /// Whether to stop restarting processes.
    over: bool,
}

impl Bots {
    /// Starts a process for each of the settings. Their output goes into the folder.
    pub(crate) fn start(folder: &Path, settings: Vec<Vec<Setting>>, on_end: OnEnd) -> io::Result<Self> {
        let running = settings.iter().map(|_| None).collect();
        let inner = Mutex::new(Inner { running, ended: 0, starts: 0, over: false });
        let bots = Self { on_end, folder: folder.to_owned(), settings, inner };
        bots.tend()?;
        Ok(bots)
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn count(&self) -> usize {
        self.settings.len()
    }

    /// Restarts processes that have ended.
    pub(crate) fn tend(&self) -> io::Result<()> {
        let mut inner = self.inner();
        if inner.over {
            return Ok(());
        }
        for number in 0..self.settings.len() {
            if let Some(child) = &mut inner.running[number] {
                if !child.has_ended()? {
                    continue;
                }
                inner.ended += 1;
                (self.on_end)(number);
            }
            inner.starts += 1;
            inner.running[number] = Some(BotProcess::start(
                &std::env::current_exe()?,
                &self.log(number),
                StandardOutput::Logged,
                &self.settings[number],
            )?);
        }
        Ok(())
    }

    fn log(&self, number: usize) -> PathBuf {
        self.folder.join(format!("bot-{number}.log"))
    }

    /// Returns everything that the processes have written.
    pub(crate) fn logs(&self) -> io::Result<Vec<String>> {
        (0..self.count())
            .map(|number| Ok(String::from_utf8_lossy(&std::fs::read(self.log(number))?).into_owned()))
            .collect()
    }

    /// Kills a process at once, and starts it again.
    pub(crate) fn kill(&self, number: usize) -> io::Result<()> {
        drop(self.inner().running[number].take());
        self.tend()
    }

    /// Stops a process, or lets it continue.
    pub(crate) fn signal(&self, number: usize, signal: &str) -> io::Result<()> {
        let id = self.inner().running[number].as_ref().map(BotProcess::id);
        let Some(id) = id else { return Ok(()) };
        Command::new("kill").args([signal, &id.to_string()]).stderr(Stdio::null()).status().map(drop)
    }

    /// Returns how many processes were started, and how many ended on their own.
    pub(crate) fn counts(&self) -> (u32, u32) {
        let inner = self.inner();
        (inner.starts, inner.ended)
    }

    /// Ends all processes.
    pub(crate) fn end(&self) {
        let mut inner = self.inner();
        inner.over = true;
        inner.running.iter_mut().for_each(|process| *process = None);
    }
}

impl Drop for Bots {
    fn drop(&mut self) {
        self.end();
    }
}
