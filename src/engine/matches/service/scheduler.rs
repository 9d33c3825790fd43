//! The scheduler: does everything that is due, in order, retries what fails, and sleeps until the next due time or
//! until it is woken up.

use std::time::Duration;

use futures_util::stream::{self, StreamExt as _};
use tokio::task::JoinSet;

use super::absences::PRESENCE_INTERVAL;
use super::last_call::LastCalls;
use super::matches::Matches;
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

/// Gives back the time in which the bot was away, checks matches stored by earlier versions, then handles deadlines forever.
/// Everything it needs is in the store, so it can be stopped and started at any time.
pub async fn run(matches: Matches) {
    matches.presence().set_back(false);
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
        match matches.meet_all().await {
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

/// The number of matches that one process takes at a time, so that others can take some, too.
const MAX_MATCHES_TAKEN: u32 = 32;

/// The number of matches handled concurrently: while some wait for the database, others are read and decided.
const MAX_CONCURRENT_MATCHES: usize = 16;

/// What is due at some time.
struct Round {
    due: Vec<DueRow>,
    /// Until when it is to be done: what is due later may still be on its way.
    until: Millis,
    part: Partition,
    now: Millis,
}

impl Matches {
    /// Handles a timer, unless that has been done in the meantime. Returns whether it still had to be done.
    pub(super) async fn meet(&self, id: MatchId, timer: Timer) -> Result<bool, MatchError> {
        let command = match timer.kind {
            TimerKind::Chosen | TimerKind::Reminder(_) => {
                let (users, in_channel) = self.whose_time_it_is(id, timer).await?;
                Command::RingFor { timer, users, in_channel }
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

    /// Handles a stored timer.
    async fn meet_row(&self, row: &DueRow) -> Result<(), MatchError> {
        let unreadable = || InternalError::Stored { id: row.match_id, what: "timers" };
        let timer = Timer { at: row.at, kind: TimerKind::of(row).ok_or_else(unreadable)? };
        if matches!(timer.kind, TimerKind::Deadline | TimerKind::Early) {
            // A computed seat never misses a phase. Usually, all have answered long before.
            self.think_before(row.match_id).await;
        }
        // Taken before the timer moves, so that everything never looks done in between.
        let in_hand = (timer.kind == TimerKind::Think).then(|| self.take_in_hand());
        if !self.meet(row.match_id, timer).await? {
            self.settle_timer(row, timer).await?;
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
                matches.think_or_log(id).await;
                drop(in_hand);
            });
        }
        let late = self.clock().now() - row.at - self.grace();
        figures().deadlines.inc();
        figures().lateness.set(Some(late.max(0) as f64 / 1_000.0));
        Ok(())
    }

    /// Lets computed seats answer that have not done so by the end of a phase.
    async fn think_before(&self, id: MatchId) {
        match self.load(id).await {
            Ok(game) if !game.has_turns() && !game.thinking().is_empty() => self.think_or_log(id).await,
            // If it cannot be read, processing the deadline reports that.
            _ => {}
        }
    }

    async fn think_or_log(&self, id: MatchId) {
        match self.think_for(id).await {
            Ok(()) => {}
            Err(error) if error.is_closed() => {}
            // The error could quote what a seat wanted to do.
            Err(_) => tracing::error!(id = id.0, "a computed seat cannot answer; trying again"),
        }
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

    /// Does everything that is due, in order, and returns when to look again. With several processes, each does only
    /// what no other one has taken.
    ///
    /// A failing match does not delay others. It is retried after a wait that doubles up to a few minutes, and its host
    /// is told. Nor does a match wait for the last call in others.
    pub async fn meet_all(&self) -> Result<Option<Millis>, StoreError> {
        // Tasks of their own, which go on whatever this waits for: they may have what it needs, such as connections to the database.
        let mut calls = JoinSet::new();
        loop {
            let now = self.clock().now();
            let wake_up = self.wake_up().notified();
            tokio::pin!(wake_up);
            wake_up.as_mut().enable();
            let (mut due, unreached) = self.store().due_with_trouble(now).await?;
            self.presence().note_unreached(unreached);
            let listener = if due.is_empty() { Listener::Me } else { self.store().listener().await? };
            let part = if let Listener::Each(part) = listener { part } else { Partition::WHOLE };
            due.retain(|row| part.has(row.match_id));
            let until = match listener {
                Listener::Me | Listener::Each(_) => now - self.grace(),
                Listener::Other(heard_until) => heard_until.min(now - self.grace()),
            };
            let last_call = self.last_call().filter(|_| !matches!(listener, Listener::Other(_)));
            // Now rather than later, so that everything has arrived by the end of the grace period.
            if let Some(call) = last_call.and_then(|last_call| last_call.make(&due)) {
                calls.spawn(call);
            }
            due.retain(|row| row.at <= until);
            let round = Round { due, until, part, now };
            if self.meet_called(round, last_call, listener == Listener::Me).await? {
                continue;
            }
            let next = self.next_look(now).await?;
            let Some(last_call) = last_call.filter(|_| !calls.is_empty()) else { return Ok(next) };
            // A match that waits for its call may also be one that is to be tried again.
            let next = next.filter(|next| *next > now);
            tokio::select! {
                _ = calls.join_next() => {}
                () = last_call.answered() => {}
                () = self.clock().sleep_until(next.unwrap_or_default()), if next.is_some() => {}
                () = wake_up => {}
                () = tokio::time::sleep(PRESENCE_INTERVAL) => {}
            }
            self.note_presence().await?;
        }
    }

    /// Does what is due in the matches in which nobody has to be waited for, and returns whether there was anything to do here.
    /// `hears` is whether this process hears players for all processes.
    async fn meet_called(
        &self,
        Round { due, until, part, now }: Round,
        last_call: Option<&LastCalls>,
        hears: bool,
    ) -> Result<bool, StoreError> {
        let (waiting, waits_since) = last_call.map(LastCalls::waiting).unwrap_or_default();
        let resting = self.stuck_matches().resting(&due, now);
        let is_ready = |row: &&DueRow| !resting.contains(&row.match_id) && !waiting.contains(&row.match_id);
        let mut ready: Vec<&DueRow> = due.iter().filter(is_ready).collect();
        if let Some(last) = ready.last() {
            if let Some(last_call) = last_call {
                last_call.arrived(&ready).await;
            }
            if hears {
                self.store().set_heard(waits_since.map_or(last.at, |at| last.at.min(at - 1))).await?;
            }
        }
        // Resting and waiting matches are taken as well, and must not keep others from being taken.
        let others = u32::try_from(resting.len() + waiting.len()).unwrap_or(u32::MAX);
        let limit = MAX_MATCHES_TAKEN.saturating_add(others);
        let mut has_met = false;
        while !ready.is_empty() {
            let taken = self.store().take_clocks(until, limit, part).await?;
            let (mut mine, mut left): (Vec<&DueRow>, Vec<&DueRow>) =
                ready.into_iter().partition(|row| taken.contains(&row.match_id));
            if taken.is_empty() && self.store().process().is_alone() {
                // Nobody else can have them: their timers disagree with what is stored about their clocks.
                mine = std::mem::take(&mut left);
            }
            ready = if mine.is_empty() { Vec::new() } else { left };
            has_met |= !mine.is_empty();
            self.meet_rows(mine).await;
            if !taken.is_empty() {
                self.store().release_clocks().await?;
            }
        }
        Ok(has_met)
    }

    /// Returns when something is due next.
    async fn next_look(&self, now: Millis) -> Result<Option<Millis>, StoreError> {
        // The last call for what is due now has been made; it is handled at the end of the grace period.
        let asked = self.store().next_due_after(now - self.grace()).await?.map(|at| at + self.grace());
        let next = match self.last_call() {
            Some(_) => self.store().next_due_after(now).await?.into_iter().chain(asked).min(),
            None => asked,
        };
        Ok(next.into_iter().chain(self.stuck_matches().next_attempt()).min())
    }

    /// Does what is due in matches whose clocks this process has taken.
    async fn meet_rows(&self, rows: Vec<&DueRow>) {
        let mut matches: Vec<Vec<DueRow>> = Vec::new();
        for row in rows {
            match matches.iter_mut().find(|rows| rows[0].match_id == row.match_id) {
                Some(rows) => rows.push(row.clone()),
                None => matches.push(vec![row.clone()]),
            }
        }
        stream::iter(matches).for_each_concurrent(MAX_CONCURRENT_MATCHES, |rows| self.meet_match(rows)).await;
    }

    /// Does what is due in one match, in order.
    async fn meet_match(&self, rows: Vec<DueRow>) {
        let mut failure = None;
        let mut has_returned = false;
        for row in &rows {
            if let Some(last_call) = self.last_call().filter(|_| has_returned) {
                // Those who have their seats again may have sent something for what is due next.
                last_call.arrived(&[row]).await;
            }
            has_returned = TimerKind::of(row) == Some(TimerKind::Return);
            if let Err(error) = self.meet_row(row).await {
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
}

impl Matches {
    /// Removes a stored timer that its match does not have, because it would be due forever: the match's own timers are
    /// stored again.
    ///
    /// # Errors
    /// Fails if storage fails, or if the timers of the match cannot be right.
    pub(super) async fn settle_timer(&self, row: &DueRow, timer: Timer) -> Result<(), MatchError> {
        // Usually, somebody else has handled it.
        if !self.store().due_of(row.match_id).await?.contains(row) {
            return Ok(());
        }
        let game = self.load(row.match_id).await?;
        let mut right = Match::clone(&game);
        match (game.awaits(timer), game.timers.contains(&timer)) {
            (false, _) => {
                right.set_timers(game.timers.iter().copied().filter(|it| game.awaits(*it)).collect());
            }
            (true, false) => {}
            (true, true) => return Err(InternalError::Stored { id: game.id, what: "timers" }.into()),
        }
        // The timers as stored.
        let mut wrong = Match::clone(&game);
        wrong.timers = vec![timer];
        let change = Change::of_columns(right);
        // If the match has changed in the meantime, its timers were stored with that change.
        if self.commit(&wrong, change).await?.is_some() {
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
