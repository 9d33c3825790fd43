//! The scheduler: does everything that is due, in order, retries what fails, and sleeps until the next due time or
//! until it is woken up.

use std::time::Duration;

use futures_util::stream::{self, StreamExt as _};
use tokio::task::JoinSet;

use super::last_call::LastCalls;
use super::matches::Matches;
use super::presence::PRESENCE_INTERVAL;
use super::settings::ReminderRecipients;
use crate::figures::figures;
use crate::ids::MatchId;
use crate::matches::decide::change::Change;
use crate::matches::decide::command::Command;
use crate::matches::decide::rights::Actor;
use crate::matches::model::beacon::{BeaconError, Quicknet};
use crate::matches::model::denied::Denied;
use crate::matches::model::error::{InternalError, MatchError};
use crate::matches::model::game_match::Match;
use crate::matches::model::timer::{Timer, TimerKind};
use crate::store::{DueRow, Listener, Partition, StoreError};
use trigon_clock::Millis;

/// The wait after the timers could not be read. Failures of single matches are handled individually.
const RETRY_DELAY: Duration = Duration::from_secs(5);

/// The number of matches that one process takes at a time, so that others can take some, too.
const MAX_MATCHES_TAKEN: u32 = 32;

/// The number of matches handled concurrently: while some wait for the database, others are read and decided.
const MAX_CONCURRENT_MATCHES: usize = 16;

/// Gives back the time in which the bot was away, checks matches stored by earlier versions, then handles deadlines forever.
/// Everything it needs is in the store, so it can be stopped and started at any time.
pub async fn run(matches: Matches) {
    matches.presence().set_time_given_back(false);
    // Release what a previous run left taken.
    while let Err(error) = matches.store().release_clocks().await {
        tracing::error!(%error, "the timers cannot be written; trying again");
        tokio::time::sleep(RETRY_DELAY).await;
    }
    // Before anything that fell due meanwhile is handled.
    while let Err(error) = matches.come_back().await {
        tracing::error!(%error, "the timers cannot be written; trying again");
        tokio::time::sleep(RETRY_DELAY).await;
    }
    if let Err(error) = matches.check_rules().await {
        // Each match is checked again before it is changed.
        tracing::error!(%error, "the rules of stored matches could not be checked");
    }
    // What another process leaves undone is noticed only by polling.
    let process = matches.store().process();
    let look_every = (!process.is_alone()).then(|| process.beat());
    loop {
        figures().scheduler_rounds.inc();
        // Enabled before looking, so that no change in between is missed.
        let wake_up = matches.wake_up().notified();
        tokio::pin!(wake_up);
        wake_up.as_mut().enable();
        if let Err(error) = matches.note_presence().await {
            tracing::error!(%error, "the timers cannot be written; trying again");
        }
        match matches.handle_due().await {
            Ok(next) => {
                tokio::select! {
                    () = matches.clock().sleep_until(next.unwrap_or_default()), if next.is_some() => {}
                    () = wake_up => {}
                    () = tokio::time::sleep(look_every.unwrap_or(PRESENCE_INTERVAL)) => {}
                }
            }
            Err(error) => {
                tracing::error!(%error, "what is due cannot be read; trying again");
                tokio::time::sleep(RETRY_DELAY).await;
            }
        }
    }
}

/// What is due at some time, in the matches for which this process is responsible.
struct Round<'a> {
    now: Millis,
    due: Vec<DueRow>,
    /// Until when it is to be done: what is due later may still be on its way.
    until: Millis,
    /// The matches for which this process is responsible.
    part: Partition,
    /// The last call that this process makes, unless another one makes it for all.
    last_call: Option<&'a LastCalls>,
    /// Whether this process hears players for all processes.
    hears_for_all: bool,
}

impl Matches {
    /// Does everything that is due, in order, and returns when to look again. With several processes, each does only
    /// what no other one has taken.
    ///
    /// A failing match does not delay others. It is retried after a wait that doubles up to a few minutes, and its host
    /// is told. Nor does a match wait for the last call in others.
    pub async fn handle_due(&self) -> Result<Option<Millis>, StoreError> {
        // Tasks of their own, which go on whatever this waits for: they may have what it needs, such as connections to the database.
        let mut calls = JoinSet::new();
        loop {
            let now = self.clock().now();
            // Enabled before looking, so that no change in between is missed.
            let wake_up = self.wake_up().notified();
            tokio::pin!(wake_up);
            wake_up.as_mut().enable();
            let mut round = self.round_at(now).await?;
            // The call is made now rather than later, so that everything has arrived by the end of the grace period.
            if let Some(call) = round.last_call.and_then(|last_call| last_call.begin_calls(&round.due)) {
                calls.spawn(call);
            }
            round.due.retain(|row| row.at <= round.until);
            if self.handle_round(&round).await? {
                continue;
            }
            let next = self.next_look(now).await?;
            let Some(last_call) = round.last_call.filter(|_| !calls.is_empty()) else { return Ok(next) };
            // A match that waits for its call may also be one that is to be tried again.
            let next = next.filter(|next| *next > now);
            tokio::select! {
                _ = calls.join_next() => {}
                () = last_call.wait_for_one() => {}
                () = self.clock().sleep_until(next.unwrap_or_default()), if next.is_some() => {}
                () = wake_up => {}
                () = tokio::time::sleep(PRESENCE_INTERVAL) => {}
            }
            self.note_presence().await?;
        }
    }

    /// Returns what is due at `now`, and what this process has to do about it.
    async fn round_at(&self, now: Millis) -> Result<Round<'_>, StoreError> {
        let (mut due, unreached) = self.store().due_with_trouble(now).await?;
        self.presence().set_matches_with_unreached_players(unreached);
        let listener = if due.is_empty() { Listener::Me } else { self.store().listener().await? };
        let after_grace = now - self.grace();
        let (part, until, last_call) = match listener {
            Listener::Me => (Partition::WHOLE, after_grace, self.last_call()),
            Listener::Each(part) => (part, after_grace, self.last_call()),
            Listener::Other(heard_until) => (Partition::WHOLE, heard_until.min(after_grace), None),
        };
        due.retain(|row| part.has(row.match_id));
        Ok(Round { now, due, until, part, last_call, hears_for_all: listener == Listener::Me })
    }

    /// Does what is due in the matches in which nobody has to be waited for, and returns whether there was anything to do here.
    async fn handle_round(&self, round: &Round<'_>) -> Result<bool, StoreError> {
        let (waiting, waits_since) = round.last_call.map(LastCalls::pending).unwrap_or_default();
        let resting = self.stuck_matches().resting(&round.due, round.now);
        let is_ready = |row: &&DueRow| !resting.contains(&row.match_id) && !waiting.contains(&row.match_id);
        let ready: Vec<&DueRow> = round.due.iter().filter(is_ready).collect();
        let Some(last) = ready.last() else { return Ok(false) };
        if let Some(last_call) = round.last_call {
            last_call.wait_until_stored(&ready).await;
        }
        if round.hears_for_all {
            self.store().set_heard(waits_since.map_or(last.at, |at| last.at.min(at - 1))).await?;
        }
        // Resting and waiting matches are taken as well, and must not keep others from being taken.
        let others = u32::try_from(resting.len() + waiting.len()).unwrap_or(u32::MAX);
        self.take_and_handle(ready, round, MAX_MATCHES_TAKEN.saturating_add(others)).await
    }

    /// Takes the clocks of matches in which something is due, at most `limit` at a time, and does what is due in those that no other
    /// process has. Returns whether there were any.
    async fn take_and_handle(
        &self,
        mut ready: Vec<&DueRow>,
        round: &Round<'_>,
        limit: u32,
    ) -> Result<bool, StoreError> {
        let mut has_handled = false;
        while !ready.is_empty() {
            let taken = self.store().take_clocks(round.until, limit, round.part).await?;
            let (mut mine, mut others): (Vec<&DueRow>, Vec<&DueRow>) =
                ready.into_iter().partition(|row| taken.contains(&row.match_id));
            if taken.is_empty() && self.store().process().is_alone() {
                // Nobody else can have them: their timers disagree with what is stored about their clocks.
                mine = std::mem::take(&mut others);
            }
            let has_none = mine.is_empty();
            self.handle_matches(mine).await;
            if !taken.is_empty() {
                self.store().release_clocks().await?;
            }
            if has_none {
                break;
            }
            has_handled = true;
            ready = others;
        }
        Ok(has_handled)
    }

    /// Does what is due in matches whose clocks this process has taken.
    async fn handle_matches(&self, rows: Vec<&DueRow>) {
        let mut matches: Vec<Vec<DueRow>> = Vec::new();
        for row in rows {
            match matches.iter_mut().find(|rows| rows[0].match_id == row.match_id) {
                Some(rows) => rows.push(row.clone()),
                None => matches.push(vec![row.clone()]),
            }
        }
        stream::iter(matches)
            .for_each_concurrent(MAX_CONCURRENT_MATCHES, |rows| self.handle_match(rows))
            .await;
    }

    /// Does what is due in one match, in order.
    async fn handle_match(&self, rows: Vec<DueRow>) {
        let mut failure = None;
        let mut has_returned = false;
        for row in &rows {
            if let Some(last_call) = self.last_call().filter(|_| has_returned) {
                // Those who have their seats again may have sent something for what is due next.
                last_call.wait_until_stored(&[row]).await;
            }
            has_returned = TimerKind::of(row) == Some(TimerKind::Return);
            if let Err(error) = self.handle_row(row).await {
                // Only the first failure counts.
                failure = failure.or(Some((row.at, error)));
            }
        }
        let Some(id) = rows.first().map(|row| row.match_id) else { return };
        match failure {
            None => self.stuck_matches().worked(id),
            Some((planned, error)) => self.note_stuck(id, planned, &error).await,
        }
    }

    /// Handles a stored timer, and begins what takes longer than other matches can wait for.
    async fn handle_row(&self, row: &DueRow) -> Result<(), MatchError> {
        let unreadable = || InternalError::Stored { id: row.match_id, what: "timers" };
        let timer = Timer { at: row.at, kind: TimerKind::of(row).ok_or_else(unreadable)? };
        if matches!(timer.kind, TimerKind::Deadline | TimerKind::Early) {
            // A computed seat never misses a phase. Usually, all have answered long before.
            self.answer_computed_seats_before_end(row.match_id).await;
        }
        // Taken before the timer moves, so that everything never looks done in between.
        let in_hand = (timer.kind == TimerKind::Think).then(|| self.take_in_hand());
        if !self.handle_timer(row.match_id, timer).await? {
            self.repair_timers(row, timer).await?;
        }
        if timer.kind == TimerKind::Beacon {
            // The network may be slow, and other matches must not wait for it.
            let (matches, id) = (self.clone(), row.match_id);
            tokio::spawn(async move { matches.look_for_beacon(id).await });
        }
        if let Some(in_hand) = in_hand {
            // Thinking takes long, and other matches must not wait for it.
            let (matches, id) = (self.clone(), row.match_id);
            tokio::spawn(async move {
                matches.answer_computed_seats_or_log(id).await;
                drop(in_hand);
            });
        }
        let late = self.clock().now() - row.at - self.grace();
        figures().deadlines.inc();
        figures().lateness.set(Some(late.max(0) as f64 / 1_000.0));
        Ok(())
    }

    /// Handles a timer of a match, unless that has been done in the meantime. Returns whether it still had to be done.
    pub(super) async fn handle_timer(&self, id: MatchId, timer: Timer) -> Result<bool, MatchError> {
        let command = match timer.kind {
            TimerKind::Chosen | TimerKind::Reminder(_) => {
                let ReminderRecipients { directly, in_channel } = self.reminder_recipients(id, timer).await?;
                Command::RingFor { timer, users: directly, in_channel }
            }
            TimerKind::Deadline | TimerKind::Early | TimerKind::Offer => {
                Command::RingWith { timer, reachability: self.reachability(id, timer).await? }
            }
            _ => Command::Ring(timer),
        };
        match Box::pin(self.give(id, &Actor::Clock, &command)).await {
            Ok(_) => Ok(true),
            Err(MatchError::Denied(Denied::AlreadyDone)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns when something is due next.
    async fn next_look(&self, now: Millis) -> Result<Option<Millis>, StoreError> {
        // The last call for what is due now has been made; what is due is handled at the end of the grace period.
        let after_grace = self.store().next_due_after(now - self.grace()).await?.map(|at| at + self.grace());
        let next = match self.last_call() {
            Some(_) => self.store().next_due_after(now).await?.into_iter().chain(after_grace).min(),
            None => after_grace,
        };
        Ok(next.into_iter().chain(self.stuck_matches().next_attempt()).min())
    }

    /// Looks for the round of the beacon that a match waits for, and starts the match with it. If it cannot be fetched, the
    /// clock looks again later.
    async fn look_for_beacon(&self, id: MatchId) {
        let looked = async {
            // When the roster closes, there is nothing to look for yet.
            let is_published = |round: &u64| Quicknet::published(*round) <= self.clock().now();
            let Some(round) = self.load(id).await?.awaited_round().filter(is_published) else {
                return Ok(());
            };
            let pulse = match self.beacons() {
                Some(source) => source.fetch(round).await,
                None => Err(BeaconError::Unreachable("this program has no access to it".to_owned())),
            };
            match pulse {
                Ok(pulse) => self.give(id, &Actor::Clock, &Command::Beacon(pulse)).await.map(drop),
                Err(error) => {
                    tracing::warn!(id = id.0, round, %error, "the round of a beacon cannot be fetched; trying again");
                    Ok(())
                }
            }
        };
        match looked.await {
            // Another look was faster.
            Ok(()) | Err(MatchError::Denied(Denied::AlreadyDone)) => {}
            Err(error) if error.is_closed() => {}
            Err(error) => {
                tracing::error!(id = id.0, %error, "a match cannot be started with its beacon; trying again");
            }
        }
    }

    /// Removes a stored timer that its match does not have, because it would be due forever: the match's own timers are
    /// stored again.
    ///
    /// # Errors
    /// Fails if storage fails, or if the timers of the match cannot be right.
    async fn repair_timers(&self, row: &DueRow, timer: Timer) -> Result<(), MatchError> {
        // Usually, somebody else has handled it.
        if !self.store().due_of(row.match_id).await?.contains(row) {
            return Ok(());
        }
        let game = self.load(row.match_id).await?;
        let mut after = Match::clone(&game);
        match (game.awaits(timer), game.timers.contains(&timer)) {
            (false, _) => {
                after.set_timers(game.timers.iter().copied().filter(|it| game.awaits(*it)).collect());
            }
            (true, false) => {}
            (true, true) => return Err(InternalError::Stored { id: game.id, what: "timers" }.into()),
        }
        // Timers are stored only if they change, so the match before the change has those that are stored.
        let mut before = Match::clone(&game);
        before.timers = vec![timer];
        // If the match has changed in the meantime, its timers were stored with that change.
        if self.commit(&before, Change::of_columns(after)).await?.is_some() {
            tracing::warn!(
                id = game.id.0,
                timer = row.kind,
                at = row.at,
                "a stored timer contradicted the log of its match; the timers of the match were stored anew"
            );
        }
        Ok(())
    }
}
