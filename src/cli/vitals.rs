//! [`Vitals`]: the health of the bot, for those who watch it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::text;
use crate::bot::{Connection, DiscordClock};
use crate::figures::figures;
use crate::matches::Matches;
use crate::store::Census;

/// The interval at which to check whether the tasks have come round.
#[cfg(unix)]
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How long the bot may be deaf: without a connection although Discord responds to requests.
const MAX_DEAF_TIME: Duration = Duration::from_secs(90);

/// Says that the bot has been deaf for longer than [`MAX_DEAF_TIME`].
const DEAF_REASON: &str =
    "nothing has come from the gateway for more than 90 seconds, although Discord responds to requests";

/// The health of the bot. Clones share it.
#[derive(Clone, Default)]
pub(super) struct Vitals(Arc<Mutex<VitalParts>>);

/// The parts that exist so far.
#[derive(Clone, Default)]
struct VitalParts {
    matches: Option<Matches>,
    clock: Option<Arc<DiscordClock>>,
    connection: Option<Connection>,
    /// When the bot was last connected, or first tried to be. A new attempt changes nothing about it.
    connected: Option<Instant>,
}

impl VitalParts {
    /// Notes whether the bot is connected, and returns for how long it has been deaf: without a connection although one
    /// can be expected.
    fn update_deaf_time(&mut self) -> Option<Duration> {
        let connection = self.connection.as_ref()?;
        let now = Instant::now();
        if connection.is_up() {
            self.connected = Some(now);
        }
        let since = *self.connected.get_or_insert(now);
        connection.is_possible().then(|| now - since)
    }
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
    fn parts(&self) -> std::sync::MutexGuard<'_, VitalParts> {
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
        let (deaf, VitalParts { matches, clock, connection, .. }) = {
            let mut parts = self.parts();
            (parts.update_deaf_time(), parts.clone())
        };
        let clock = clock.map_or_else(
            || text::describe_clock(None, false),
            |clock| text::describe_clock(clock.difference(), clock.is_wrong()),
        );
        let discord = match connection {
            Some(connection) if connection.is_up() => Ok(()),
            Some(_) if deaf.is_some_and(|deaf| deaf > MAX_DEAF_TIME) => Err(DEAF_REASON),
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
        let VitalParts { matches, clock, .. } = self.parts().clone();
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

    /// Returns what does not work although it should: the bot is deaf, or the tasks that meet deadlines and deliver
    /// messages do not come round within `timeout`.
    #[cfg(unix)]
    pub(super) async fn standstill(&self, timeout: Duration) -> Option<&'static str> {
        let (deaf, VitalParts { matches, connection, .. }) = {
            let mut parts = self.parts();
            (parts.update_deaf_time(), parts.clone())
        };
        if deaf.is_some_and(|deaf| deaf > MAX_DEAF_TIME) {
            return Some(DEAF_REASON);
        }
        let (Some(matches), Some(_)) = (matches, connection) else { return None };
        let rounds = || (figures().scheduler_rounds.get(), figures().delivery_rounds.get());
        let before = rounds();
        let both_come_round = async {
            loop {
                // Repeatedly, because a busy task would miss a single notification.
                matches.wake_up().notify_waiters();
                let now = rounds();
                if now.0 > before.0 && now.1 > before.1 {
                    return;
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        let came_round = tokio::time::timeout(timeout, both_come_round).await.is_ok();
        (!came_round).then_some("deadlines or deliveries do not make progress")
    }
}
