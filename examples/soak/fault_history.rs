//! [`FaultHistory`]: what was wrong and when, which may excuse what happened meanwhile and for a while after.

use std::sync::{Mutex, MutexGuard, PoisonError};

use trigon::ids::MatchId;
use trigon::sandbox::Id;

use crate::request_faults::Route;
use crate::time::ElapsedTime;

/// Which processes use the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DatabaseUse {
    /// Only one.
    Single,
    /// Several.
    Shared,
}

/// Something that was wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// A process was killed.
    Kill(usize),
    /// A process ended on its own, as after a close code that tells a bot to give up.
    Ended(usize),
    /// A process was stopped.
    Hang(usize),
    /// Requests of a kind, or any, were disturbed by the order with this number.
    Http(Option<Route>, u32),
    /// Requests of a kind were refused with one of Discord's codes, by the order with this number.
    Refusal(Route, u32, u32),
    /// Connections to the gateway were disturbed.
    Gateway,
    /// Somebody had closed their direct messages.
    Closed(Id),
    /// Somebody had left the server.
    Left(Id),
    /// The bot had lost its permissions in a server, or could only read there.
    Permissions(Id),
    /// Automatic moderation blocked what the bot writes in a server.
    Blocked(Id),
    /// The channel of a match was deleted, and the match had not moved yet.
    Gone(Id, MatchId),
    /// The thread of a match was locked.
    Locked(Id, MatchId),
    /// The bot was not in a server.
    Removal(Id),
    /// A player wrote this many messages at once. They are answered one after the other, at Discord's pace.
    Burst(Id, i64),
    /// The database server was down.
    Database,
    /// The connections of a process to the database server were disturbed.
    Network(usize),
    /// The disk was full.
    Disk,
}

impl Cause {
    /// Returns the name in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Kill(_) => "a process was killed",
            Self::Ended(_) => "a process had ended by itself",
            Self::Hang(_) => "a process hung",
            Self::Http(..) | Self::Refusal(..) => "requests failed",
            Self::Gateway => "connections failed",
            Self::Closed(_) => "the player had closed direct messages",
            Self::Left(_) => "the player had left the server",
            Self::Permissions(_) => "permissions were taken away",
            Self::Blocked(_) => "AutoMod blocked the bot",
            Self::Gone(..) => "the channel was deleted",
            Self::Locked(..) => "the thread was locked",
            Self::Removal(_) => "the bot was removed from the server",
            Self::Burst(..) => "the player had written a lot",
            Self::Database => "the database was down",
            Self::Network(_) => "the database could hardly be reached",
            Self::Disk => "the disk was full",
        }
    }

    /// Returns how long after its end it still excuses something, in milliseconds: the time that the bot needs to
    /// recover.
    fn recovery(self, database: DatabaseUse) -> ElapsedTime {
        match self {
            // Starting takes a few seconds. What a process had taken is free for others after its lease of 20 seconds,
            // and they look every few seconds.
            Self::Kill(_) | Self::Ended(_) | Self::Hang(_) => match database {
                DatabaseUse::Shared => 30_000,
                DatabaseUse::Single => 8_000,
            },
            // Waits between attempts double: 1, 2, 4 and 8 seconds; a request without an answer takes some more.
            Self::Http(..)
            | Self::Refusal(..)
            | Self::Permissions(_)
            | Self::Blocked(_)
            | Self::Gone(..)
            | Self::Locked(..)
            | Self::Removal(_)
            | Self::Closed(_)
            | Self::Left(_)
            // It takes two heartbeats to notice that the gateway is silent. Then a new session fetches what was missed.
            | Self::Gateway => 20_000,
            // Five messages in five seconds to one channel.
            Self::Burst(_, count) => 5_000 + 1_100 * count,
            // Storing is tried again after 5 seconds, and what others have taken is free after 20.
            Self::Database | Self::Network(_) => 30_000,
            Self::Disk => 15_000,
        }
    }
}

/// What needs an excuse.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ExcuseScope {
    /// The process that has to do it; `None` if any may.
    pub(crate) process: Option<usize>,
    pub(crate) guild: Option<Id>,
    pub(crate) channel: Option<Id>,
    pub(crate) game: Option<i64>,
    pub(crate) user: Option<Id>,
}

impl ExcuseScope {
    /// Returns whether a cause can have anything to do with it.
    fn concerns(self, cause: Cause) -> bool {
        match cause {
            Cause::Kill(number) | Cause::Ended(number) | Cause::Hang(number) | Cause::Network(number) => {
                self.process.is_none_or(|process| process == number)
            }
            Cause::Closed(user) | Cause::Left(user) | Cause::Burst(user, _) => self.user == Some(user),
            Cause::Permissions(guild) | Cause::Removal(guild) | Cause::Blocked(guild) => {
                self.guild == Some(guild)
            }
            Cause::Gone(channel, game) | Cause::Locked(channel, game) => {
                self.channel == Some(channel) || self.game == Some(game.0)
            }
            Cause::Http(Some(route), _) | Cause::Refusal(route, ..) => match route {
                // What a server shows besides messages holds up nothing.
                Route::Role | Route::Event => false,
                Route::Direct | Route::Opening => self.user.is_some(),
                Route::Thread => self.process.is_some(),
                _ => true,
            },
            _ => true,
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Window {
    cause: Cause,
    begin: ElapsedTime,
    end: Option<ElapsedTime>,
}

/// Everything that was wrong so far.
pub(crate) struct FaultHistory {
    windows: Mutex<Vec<Window>>,
    database: DatabaseUse,
}

impl FaultHistory {
    pub(crate) fn new(database: DatabaseUse) -> Self {
        Self { windows: Mutex::default(), database }
    }

    fn windows(&self) -> MutexGuard<'_, Vec<Window>> {
        self.windows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns everything that was wrong, one thing per line, with its beginning and its end.
    pub(crate) fn list(&self) -> String {
        let time = |at: ElapsedTime| {
            chrono::DateTime::from_timestamp_millis(at).map(|at| at.format("%T%.3f").to_string())
        };
        let line = |window: &Window| {
            let (begin, end) = (time(window.begin), window.end.and_then(time));
            format!("{} – {}  {:?}\n", begin.unwrap_or_default(), end.unwrap_or_default(), window.cause)
        };
        self.windows().iter().map(line).collect()
    }

    /// Notes that something is wrong from now on.
    pub(crate) fn begin(&self, cause: Cause, now: ElapsedTime) {
        self.windows().push(Window { cause, begin: now, end: None });
    }

    /// Notes that it is over.
    pub(crate) fn end(&self, cause: Cause, now: ElapsedTime) {
        self.end_all(|other| other == cause, now);
    }

    /// Notes that everything of a kind is over.
    pub(crate) fn end_all(&self, is_meant: impl Fn(Cause) -> bool, now: ElapsedTime) {
        for window in self.windows().iter_mut().filter(|window| is_meant(window.cause)) {
            window.end.get_or_insert(now);
        }
    }

    /// Notes something that took no time.
    pub(crate) fn note(&self, cause: Cause, now: ElapsedTime) {
        self.windows().push(Window { cause, begin: now, end: Some(now) });
    }

    /// Returns the excuse for something that lasted from one time until another: something was wrong meanwhile or
    /// shortly before, and recovering from that ended at most `limit` before the second time.
    pub(crate) fn excuse(
        &self,
        scope: ExcuseScope,
        from: ElapsedTime,
        to: ElapsedTime,
        limit: ElapsedTime,
    ) -> Option<&'static str> {
        self.find(from, to, limit, |cause| scope.concerns(cause)).map(Cause::name)
    }

    /// Returns the latest cause of a kind that was present between two times or shortly before.
    pub(crate) fn find(
        &self,
        from: ElapsedTime,
        to: ElapsedTime,
        limit: ElapsedTime,
        is_meant: impl Fn(Cause) -> bool,
    ) -> Option<Cause> {
        let windows = self.windows();
        let until = |window: &Window| {
            window.end.unwrap_or(ElapsedTime::MAX).saturating_add(window.cause.recovery(self.database))
        };
        let fits = |window: &&Window| {
            window.begin <= to
                && until(window) >= from
                && to - limit <= until(window)
                && is_meant(window.cause)
        };
        windows.iter().filter(fits).max_by_key(|window| window.begin).map(|window| window.cause)
    }

    /// Returns the time by which everything should have recovered from the last trouble; `None` while something is
    /// wrong.
    pub(crate) fn quiet_from(&self) -> Option<ElapsedTime> {
        let windows = self.windows();
        // A burst concerns nobody else, and never ends before the next one.
        let windows = windows.iter().filter(|window| !matches!(window.cause, Cause::Burst(..)));
        let ends = windows.map(|window| Some(window.end? + window.cause.recovery(self.database)));
        ends.max_by_key(|end| end.unwrap_or(ElapsedTime::MAX)).unwrap_or(Some(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trouble_excuses_only_what_it_can_have_caused_and_only_for_a_while() {
        let fault_history = FaultHistory::new(DatabaseUse::Single);
        fault_history.note(Cause::Kill(0), 100_000);
        let excuse = |scope, from, to| fault_history.excuse(scope, from, to, 3_000).is_some();
        let scope = ExcuseScope::default();
        assert!(!excuse(scope, 90_000, 99_000), "it was over before");
        assert!(excuse(scope, 99_000, 105_000) && excuse(scope, 107_000, 110_000));
        assert!(!excuse(scope, 99_000, 112_000), "a start does not take so long");
        assert!(!excuse(scope, 108_500, 112_000), "it began after that");
        assert!(!excuse(ExcuseScope { process: Some(1), ..scope }, 99_000, 105_000), "another process");
        fault_history.note(Cause::Closed(Id(7)), 300_000);
        assert!(!excuse(scope, 299_000, 305_000));
        assert!(excuse(ExcuseScope { user: Some(Id(7)), ..scope }, 299_000, 305_000));
        fault_history.note(Cause::Http(Some(Route::Role), 1), 500_000);
        fault_history.note(Cause::Gone(Id(8), MatchId(2)), 500_000);
        assert!(!excuse(scope, 499_000, 505_000), "neither roles nor the channel of another match");
        assert!(excuse(ExcuseScope { game: Some(2), ..scope }, 499_000, 505_000));
    }
}
