//! Logging to standard error, without secrets.

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::Error;

/// Starts logging at a level. Libraries log only warnings, and those that talk to Discord only errors, because their
/// warnings contain addresses, and the addresses of responses contain tokens.
pub(super) fn init(level: &str) -> Result<(), Error> {
    let level: LevelFilter = level
        .trim()
        .parse()
        .map_err(|_| Error::Usage(format!("log: {level:?} is none of off, error, warn, info, debug")))?;
    let others = level.min(LevelFilter::WARN);
    let wire = level.min(LevelFilter::ERROR);
    let filter = Targets::new()
        .with_default(others)
        .with_targets([("poise", wire), ("serenity", wire), ("reqwest", wire)])
        .with_target("trigon", level.min(LevelFilter::DEBUG));
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()));
    tracing_subscriber::registry()
        .with(filter)
        .with(lines)
        .try_init()
        .map_err(|error| Error::Usage(format!("log: {error}")))
}
