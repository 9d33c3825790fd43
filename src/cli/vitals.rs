//! [`Vitals`]: the health of the bot, for those who watch it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::text;
use crate::bot::{Connection, DiscordClock};
use crate::figures::figures;
use crate::matches::Matches;
use crate::store::Census;

/// The interval at which to check whether the tasks have come round.
const LOOK: Duration = Duration::from_millis(20);

/// The health of the bot. Clones share it.
#[derive(Clone, Default)]
pub(super) struct Vitals(Arc<Mutex<Parts>>);

/// The parts that exist so far.
#[derive(Clone, Default)]
struct Parts {
    matches: Option<Matches>,
    clock: Option<Arc<DiscordClock>>,
    connection: Option<Connection>,
}

/// The health of the bot at one moment, in words if something is wrong.
pub(super) struct Report {
    /// The connection to Discord.
    pub(super) discord: Result<(), &'static str>,
    /// The database, with a census of its work.
    pub(super) store: Result<Census, String>,
    /// The clock of this machine compared to Discord's.
    pub(super) clock: String,
}

impl Report {
    /// Returns whether everything works.
    pub(super) fn is_good(&self) -> bool {
        self.discord.is_ok() && self.store.is_ok()
    }

    /// Returns everything in one line.
    #[cfg(unix)]
    pub(super) fn line(&self) -> String {
        match (&self.discord, &self.store) {
            (Ok(()), Ok(census)) => {
                format!("connected; {} matches running, {} messages waiting", census.running, census.waiting)
            }
            (Err(reason), Ok(_)) => format!("Discord: {reason}"),
            (_, Err(reason)) => format!("database: {reason}"),
        }
    }
}

impl Vitals {
    fn parts(&self) -> std::sync::MutexGuard<'_, Parts> {
        // Each part is replaced as a whole, so a panic leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that the database is open, and the clock of the matches in it.
    pub(super) fn opened(&self, matches: &Matches, clock: Arc<DiscordClock>) {
        let mut parts = self.parts();
        parts.matches = Some(matches.clone());
        parts.clock = Some(clock);
    }

    /// Notes the connection to Discord, or that there is none.
    pub(super) fn connected(&self, connection: Option<Connection>) {
        self.parts().connection = connection;
    }

    /// Checks everything.
    pub(super) async fn report(&self) -> Report {
        let Parts { matches, clock, connection } = self.parts().clone();
        let clock = clock.map_or_else(
            || text::clock(None, false),
            |clock| text::clock(clock.difference(), clock.is_wrong()),
        );
        let discord = match connection {
            Some(connection) if connection.is_up().await => Ok(()),
            Some(_) => Err("the connection is interrupted"),
            None => Err("not connected yet"),
        };
        let store = match matches {
            None => Err("not open yet".to_owned()),
            Some(matches) => match (matches.store().census().await, matches.store().trouble()) {
                (Err(error), _) => Err(error.to_string()),
                (Ok(_), Some(trouble)) => Err(format!("nothing can be stored: {trouble}")),
                (Ok(census), None) => Ok(census),
            },
        };
        Report { discord, store, clock }
    }

    /// Checks everything, and updates the figures.
    pub(super) async fn measure(&self) {
        let report = self.report().await;
        let Parts { matches, clock, .. } = self.parts().clone();
        let now = matches.as_ref().map(|matches| matches.clock().now());
        let seconds = |millis: i64| Some(millis as f64 / 1_000.0);
        let flag = |good: bool| Some(f64::from(u8::from(good)));
        let figures = figures();
        let ahead = clock.and_then(|clock| clock.difference());
        figures.clock_ahead.set(ahead.and_then(seconds));
        figures.connected.set(flag(report.discord.is_ok()));
        figures.store_works.set(flag(report.store.is_ok()));
        figures.stuck.set(matches.map(|matches| matches.stuck_count() as f64));
        let census = report.store.ok();
        if let Some(census) = census {
            figures.set_matches(&[
                ("signup", census.signup),
                ("pregame", census.pregame),
                ("running", census.running),
            ]);
        }
        figures.waiting.set(census.map(|census| census.waiting as f64));
        let until = census.and_then(|census| census.next_due).zip(now);
        figures.next_deadline.set(until.and_then(|(due, now)| seconds(due - now)));
        let since = census.and_then(|census| census.oldest).zip(now);
        figures.oldest.set(since.and_then(|(oldest, now)| seconds(now - oldest)));
    }

    /// Returns whether the tasks that meet deadlines and deliver messages come round within `patience`, or do not run
    /// at all.
    #[cfg(unix)]
    pub(super) async fn makes_progress(&self, patience: Duration) -> bool {
        let Parts { matches, connection, .. } = self.parts().clone();
        let (Some(matches), Some(_)) = (matches, connection) else { return true };
        let rounds = || (figures().scheduler_rounds.get(), figures().delivery_rounds.get());
        let before = rounds();
        let came_round = async {
            loop {
                // Repeatedly, because a busy task would miss a single notification.
                matches.wake_up().notify_waiters();
                let now = rounds();
                if now.0 > before.0 && now.1 > before.1 {
                    return;
                }
                tokio::time::sleep(LOOK).await;
            }
        };
        tokio::time::timeout(patience, came_round).await.is_ok()
    }
}
