//! [`BotProcess`]: the bot in a process of its own, as `trigon run` starts it.

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use trigon_sandbox::Sandbox;

/// Returns the environment variables that connect a bot to an embedded Discord, whose clock it follows.
pub fn environment(sandbox: &Sandbox, database: &str) -> Vec<(&'static str, String)> {
    let api = sandbox.url();
    vec![
        ("TRIGON_TOKEN", sandbox.token()),
        ("TRIGON_CLOCK", format!("{api}/sandbox/clock")),
        ("TRIGON_API", api),
        ("TRIGON_DATABASE", database.to_owned()),
    ]
}

/// What happens to the standard output of a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StandardOutput {
    /// It is appended to the log.
    Logged,
    /// It is thrown away.
    Discarded,
}

/// The bot in a process of its own, which is killed when this is dropped.
#[derive(Debug)]
pub struct BotProcess(Child);

impl BotProcess {
    /// Starts a program as a bot in the folder of a file, to which its log is appended.
    ///
    /// # Errors
    /// Returns an error if the log cannot be written or the program cannot be started.
    pub fn start<'a>(
        program: &Path,
        log: &Path,
        output: StandardOutput,
        environment: impl IntoIterator<Item = &'a (&'static str, String)>,
    ) -> io::Result<Self> {
        let folder = log.parent().unwrap_or(Path::new("."));
        let log = File::options().create(true).append(true).open(log)?;
        let printed = match output {
            StandardOutput::Logged => log.try_clone()?.into(),
            StandardOutput::Discarded => Stdio::null(),
        };
        let mut command = Command::new(program);
        command.arg("run").current_dir(folder).stdin(Stdio::null()).stdout(printed).stderr(log);
        command.envs(environment.into_iter().map(|(name, value)| (name, value)));
        Ok(Self(command.spawn()?))
    }

    /// Returns the number of the process.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Returns whether it has ended on its own.
    ///
    /// # Errors
    /// Returns an error if the system does not say.
    pub fn has_ended(&mut self) -> io::Result<bool> {
        Ok(self.0.try_wait()?.is_some())
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
