//! [`Error`]: the reason why a command failed.

use std::io;

use crate::bot::BotError;
use crate::games::SimulationError;
use crate::matches::RecordError;
use crate::rehearsal::RehearsalError;
use crate::sandbox::SandboxError;
use crate::store::StoreError;

/// The reason why a command failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum Error {
    /// A file cannot be read.
    #[error("{path}: {source}")]
    Read { path: String, source: io::Error },
    /// A file is not a record.
    #[error("{path}: {source}")]
    Record { path: String, source: RecordError },
    /// The arguments or the configuration ask for something impossible, which the sentence explains.
    #[error("{0}")]
    Usage(String),
    /// A file cannot be written.
    #[error("{path}: {source}")]
    Write { path: String, source: io::Error },
    #[error("standard output: {0}")]
    Print(#[from] io::Error),
    #[error("picture: {0}")]
    Picture(#[from] trigon_render::RenderError),
    #[error(transparent)]
    Simulate(#[from] SimulationError),
    #[error(transparent)]
    Bot(#[from] BotError),
    #[error("database: {0}")]
    Store(StoreError),
    #[error(
        "the database {0} is gone, although a bot has run on it before: put it back, or begin with an empty one with \
         --create"
    )]
    NoDatabase(String),
    #[error("{0}; another port can be chosen with --port, and --port 0 takes any that is free")]
    Port(SandboxError),
    #[error("demo: {0}")]
    Demo(#[from] RehearsalError),
    #[error("metrics: nothing can listen at {address}: {source}")]
    Metrics { address: std::net::SocketAddr, source: io::Error },
    /// Nothing answers at the address of the bot's health.
    #[error("no bot answers at {0}: start it with `trigon run`, with the same configuration")]
    NoBotAnswers(std::net::SocketAddr),
    #[error("no tasks can be run: {0}")]
    Runtime(io::Error),
    #[error("the questions were not all answered; nothing was written")]
    Unanswered,
    /// The check was completed with a negative result, which the command has already printed.
    #[error("no")]
    CheckFailed,
}

impl Error {
    /// Returns the exit code: 2 for wrong arguments or files, 1 otherwise.
    pub(super) fn code(&self) -> u8 {
        match self {
            Self::Read { .. } | Self::Record { .. } | Self::Usage(_) | Self::Simulate(_) => 2,
            Self::Write { .. }
            | Self::Print(_)
            | Self::Picture(_)
            | Self::Runtime(_)
            | Self::Bot(_)
            | Self::Store(_)
            | Self::NoDatabase(_)
            | Self::Port(_)
            | Self::Demo(_)
            | Self::Metrics { .. }
            | Self::NoBotAnswers(_)
            | Self::Unanswered
            | Self::CheckFailed => 1,
        }
    }
}
