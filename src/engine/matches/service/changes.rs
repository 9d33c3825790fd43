//! Changing matches: every change is decided on the stored match, stored as a whole, and decided again if another one came first.
//!
//! Everything that people and the clock do comes in through [`Matches::give`], with or without a reply, and goes out through
//! `commit`.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::live_messages::{VisibleChange, may_show};
use super::matches::{Matches, StoredAnswer};
use super::reply::{PendingReply, ReplyWords};
use super::rows;
use crate::ids::{MatchId, RequestId, UserId};
use crate::matches::decide::change::Change;
use crate::matches::decide::command::{Act, Command};
use crate::matches::decide::decide;
use crate::matches::decide::rights::{Actor, Person};
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::error::{InternalError, MatchError};
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use crate::matches::model::proposal::OfferKind;
use crate::matches::model::question::QuestionId;
use crate::matches::model::timer::Timer;
use crate::store::{SeasonUpdate, Status, StoreError};
use trigon_rules::games::{By, Narration};

/// The number of attempts at a change before giving up because other programs came first each time.
pub(super) const MAX_ATTEMPTS: u32 = 32;

/// The longest wait before a change is tried again, so that equally fast programs do not keep colliding.
const MAX_RETRY_PAUSE: Duration = Duration::from_millis(50);

/// Whether a change can be made to a match that changed rules have stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IfStopped {
    /// It is refused.
    Refuse,
    /// It is made all the same.
    Proceed,
}

/// The result of a command.
pub struct CommandOutcome {
    /// The match afterwards.
    pub game: Arc<Match>,
    /// What the last entry brought about.
    pub narrations: Vec<Narration>,
    /// Whether a reply to the person who asked is stored, to be sent as a direct message.
    pub is_told: bool,
}

impl fmt::Debug for CommandOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CommandOutcome").field(&self.game).finish()
    }
}

/// What deciding a command came across, in the match as it was when it was last decided.
#[derive(Default)]
struct DecisionNotes {
    /// What the match asked before the command.
    question: QuestionId,
    /// Whether the same request has taken effect before, because Discord delivered it twice.
    is_repeated: bool,
    /// The timer of the time that the request came too late for, if nothing that was sent in time can still be on its way.
    overdue: Option<Timer>,
}

impl Matches {
    /// Gives a command to a match. It is decided on the stored match, and decided again if another change comes first.
    ///
    /// # Errors
    /// Fails if the command is denied, in which case nothing changes, or if storing fails.
    pub async fn give(
        &self,
        id: MatchId,
        actor: &Actor,
        command: &Command,
    ) -> Result<CommandOutcome, MatchError> {
        self.give_telling(id, actor, command, None).await
    }

    /// Gives a command on behalf of a person, as [`give`](Self::give) does.
    pub async fn ask(
        &self,
        id: MatchId,
        person: &Person,
        command: Command,
    ) -> Result<CommandOutcome, MatchError> {
        self.give(id, &Actor::Person(*person), &command).await
    }

    /// Gives a command on behalf of a person, as [`ask`](Self::ask) does. If it came by direct message, the reply is
    /// stored with the change.
    pub async fn ask_telling(
        &self,
        id: MatchId,
        person: &Person,
        command: Command,
        words: ReplyWords<'_>,
    ) -> Result<CommandOutcome, MatchError> {
        self.give_telling(id, &Actor::Person(*person), &command, PendingReply::to(person, words)).await
    }

    /// Gives a command as [`give`](Self::give) does, and stores a reply with the change, if there is one.
    async fn give_telling(
        &self,
        id: MatchId,
        actor: &Actor,
        command: &Command,
        reply: Option<PendingReply<'_>>,
    ) -> Result<CommandOutcome, MatchError> {
        let if_stopped = if command.works_when_stopped() { IfStopped::Proceed } else { IfStopped::Refuse };
        let mut notes = DecisionNotes::default();
        let decide = |game: &Match| self.decide_noting(game, actor, command, reply, &mut notes);
        let outcome = self.change(id, if_stopped, decide).await;
        let outcome = outcome.map(|outcome| CommandOutcome { is_told: reply.is_some(), ..outcome });
        if notes.is_repeated {
            // The request took effect when it was delivered first, and its reply was stored then.
            let game = self.load(id).await?;
            return Ok(CommandOutcome { game, narrations: Vec::new(), is_told: reply.is_some() });
        }
        if let (Ok(outcome), Actor::Person(person)) = (&outcome, actor)
            && outcome.game.question == notes.question
        {
            self.announce_answer(&outcome.game, person.user_id, command);
        }
        // Requests after the deadline are refused, and the deadline is handled afterwards.
        match notes.overdue {
            // Only the scheduler knows whether something sent in time is still on its way.
            Some(_) if self.grace > 0 => self.wake_up.notify_waiters(),
            Some(timer) => drop(self.handle_timer(id, timer).await?),
            None => {}
        }
        outcome
    }

    /// Decides a command on a match, with the reply to it, and takes notes for [`give_telling`](Self::give_telling).
    fn decide_noting(
        &self,
        game: &Match,
        actor: &Actor,
        command: &Command,
        reply: Option<PendingReply<'_>>,
        notes: &mut DecisionNotes,
    ) -> Result<Change, Denied> {
        let request = actor.request().map(|request| request.id);
        let is_repeated = request.is_some_and(|request| game.has_done(request));
        *notes = DecisionNotes { question: game.question, is_repeated, overdue: None };
        if is_repeated {
            return Err(Denied::AlreadyDone);
        }
        // The process that made the last entry may know better: processes notice a moved clock one after the other.
        let now = game.log.last().map_or(0, |entry| entry.at).max(self.clock.now());
        let decided = decide(game, actor, command, now);
        if matches!(decided, Err(Denied::DeadlinePassed)) {
            notes.overdue = game.closing_timer().filter(|timer| timer.at + self.grace <= now);
        }
        let mut change = decided?;
        mark_request(&mut change.after.log[game.log.len()..], request);
        if let Some(reply) = reply {
            reply.add_to(game, &mut change);
        }
        Ok(change)
    }

    /// Announces that a person has answered the open question of a game without turns, if that is what the command did.
    fn announce_answer(&self, game: &Match, user_id: UserId, command: &Command) {
        let pad = match command {
            Command::Act(Act { pad, .. }) | Command::Ready { pad, .. } => *pad,
            Command::Ahead(_) => None,
            _ => return,
        };
        if game.has_turns() {
            return;
        }
        let in_hand = Arc::new(self.take_in_hand());
        // There may be no receivers.
        let _ = self.stored_answers.send(StoredAnswer { match_id: game.id, user_id, pad, _in_hand: in_hand });
    }

    /// Plays an action for a player.
    ///
    /// # Errors
    /// Fails if the person has no seat, or if the rules refuse the action.
    pub async fn act(
        &self,
        id: MatchId,
        user_id: UserId,
        action: &str,
    ) -> Result<Vec<Narration>, MatchError> {
        let game = self.load(id).await?;
        self.settle_rules_of(&game).await?;
        let action = game.playing()?.parse(action).map_err(Denied::from)?;
        let done = self.ask(id, &Person::user(user_id), Command::Act(Act::new(action))).await?;
        Ok(done.narrations)
    }

    /// Answers another player's offer, or withdraws the person's own by declining it.
    ///
    /// # Errors
    /// Fails if there is no such offer, or if the person has already answered it or does not play.
    pub async fn answer(
        &self,
        id: MatchId,
        user_id: UserId,
        kind: OfferKind,
        accept: bool,
        number: Option<u32>,
    ) -> Result<CommandOutcome, MatchError> {
        self.ask(id, &Person::user(user_id), Command::Answer { kind, number, accept }).await
    }

    /// Decides a command on a match that was just read, or leaves it as it is, and stores with it a change of the season in which it
    /// is played: both, or neither. Returns `None` if another change of either came first.
    ///
    /// # Errors
    /// Fails if the command is denied, in which case nothing changes, or if storing fails.
    pub(crate) async fn give_with_season(
        &self,
        game: &Match,
        actor: &Actor,
        command: Option<&Command>,
        brought: Vec<String>,
        season: &SeasonUpdate,
    ) -> Result<Option<Arc<Match>>, MatchError> {
        let _turn = self.queues.wait(game.id).await;
        if self.settle_rules_of(game).await? {
            return Ok(None);
        }
        game.check_not_stopped()?;
        let mut change = match command {
            Some(command) => decide(game, actor, command, self.clock.now())?,
            None => Change::of_columns(game.clone()),
        };
        change.after.terms.brought = brought;
        Ok(self.commit_with_season(game, change, Some(season)).await?)
    }

    /// Decides a change on the stored match, and stores it.
    pub(super) async fn change(
        &self,
        id: MatchId,
        if_stopped: IfStopped,
        mut decide: impl FnMut(&Match) -> Result<Change, Denied>,
    ) -> Result<CommandOutcome, MatchError> {
        let _turn = self.queues.wait(id).await;
        // The cached match is probably current, and storing finds out. A refusal has to be certain, though.
        if let Some(game) = self.cache.latest(id) {
            match self.try_change(&game, if_stopped, &mut decide).await {
                Ok(Some(done)) => return Ok(done),
                Err(MatchError::Internal(fault)) => return Err(fault.into()),
                Ok(None) | Err(MatchError::Denied(_)) => {}
            }
        }
        for attempt in 0..MAX_ATTEMPTS {
            if attempt > 0 {
                tokio::time::sleep((Duration::from_millis(1) * attempt * attempt).min(MAX_RETRY_PAUSE)).await;
            }
            let game = self.load(id).await?;
            if let Some(done) = self.try_change(&game, if_stopped, &mut decide).await? {
                return Ok(done);
            }
        }
        Err(InternalError::Busy(id).into())
    }

    /// Decides a change on a loaded match, and stores it. Returns `None` if the match has to be loaded again.
    async fn try_change(
        &self,
        game: &Match,
        if_stopped: IfStopped,
        decide: &mut impl FnMut(&Match) -> Result<Change, Denied>,
    ) -> Result<Option<CommandOutcome>, MatchError> {
        // The host is told about changed rules before anything else happens.
        if self.settle_rules_of(game).await? {
            return Ok(None);
        }
        if if_stopped == IfStopped::Refuse {
            game.check_not_stopped()?;
        }
        let mut change = decide(game)?;
        change.after.stopped_by = game.stopped_by.filter(|_| game.stopped_by_rules().is_some());
        let done = change.done;
        let after = self.commit(game, change).await?;
        Ok(after.map(|game| CommandOutcome { narrations: game.told_by(done).to_vec(), game, is_told: false }))
    }

    /// Stores a change as a whole. Returns the match afterwards, or `None` if another change came first.
    pub(super) async fn commit(
        &self,
        before: &Match,
        change: Change,
    ) -> Result<Option<Arc<Match>>, InternalError> {
        self.commit_with_season(before, change, None).await
    }

    /// Stores a change as a whole, and a change of a season with it.
    async fn commit_with_season(
        &self,
        before: &Match,
        change: Change,
        season: Option<&SeasonUpdate>,
    ) -> Result<Option<Arc<Match>>, InternalError> {
        // The upkeep begins before the change is stored. If the program stops in between, it has nothing to do; the other way round,
        // nobody would ever look at what the server shows.
        if change.after.is_kept_up() && (!before.is_kept_up() || before.status == Status::Signup) {
            self.store.begin_upkeep(before.id).await?;
        }
        // Counted as under way before it is stored: in between, everything would look delivered.
        let changed = may_show(before, &change)
            .then(|| VisibleChange { match_id: before.id, in_hand: Arc::new(self.take_in_hand()) });
        let next = self.next_week(before, &change.after)?;
        let row = rows::change(before, &change)?;
        match self.store.commit_with_next(&row, season, next.as_ref(), self.clock.now()).await {
            Err(StoreError::Conflict) => return Ok(None),
            stored => stored?,
        }
        log(before, &change);
        let mut after = change.after;
        after.version += 1;
        let after = Arc::new(after);
        self.cache.put(after.clone());
        if let Some(changed) = changed {
            // There may be no receivers.
            let _ = self.changes.send(changed);
        }
        self.wake_up.notify_waiters();
        Ok(Some(after))
    }
}

/// Marks the entry that did what was asked for as that of the request. Notes about the phase that a host ends come before it.
fn mark_request(new_entries: &mut [LogEntry], request: Option<RequestId>) {
    let place = new_entries.iter().position(|entry| entry.action().is_some()).unwrap_or(0);
    if let Some(entry) = new_entries.get_mut(place) {
        entry.request = request;
    }
}

/// Tells the operator how a match goes on, but never what a player did, or when, nor who did nothing.
fn log(before: &Match, change: &Change) {
    let (id, status) = (before.id, change.after.status);
    let new = &change.after.log[before.log.len()..];
    if let Some((by, what)) = new.iter().find_map(logged) {
        tracing::info!(id = id.0, %by, %what, ?status, "match goes on");
    } else if status != before.status {
        tracing::info!(id = id.0, ?status, "match goes on");
    }
}

/// Returns the author and content of an entry, if the operator may read them.
fn logged(entry: &LogEntry) -> Option<(By, String)> {
    let what = match entry.control() {
        _ if matches!(entry.by, By::Seat(_)) => return None,
        Some(Control::Missed { .. } | Control::Vacate(_) | Control::TakeOut { .. }) => return None,
        // Nobody else may learn who is late.
        Some(Control::Grace { .. }) => "Control(Grace)".to_owned(),
        Some(Control::Absent { .. }) => "Control(Absent)".to_owned(),
        _ => format!("{:?}", entry.what),
    };
    Some((entry.by, what))
}

#[cfg(test)]
mod tests {
    use super::*;
    use trigon_rules::games::Seat;

    #[test]
    fn the_log_names_nobody_who_is_late_has_left_or_has_answered() {
        let entry = |by, event| LogEntry {
            seq: 1,
            at: 0,
            by,
            host: None,
            what: crate::matches::model::log::EntryContent::Control(event),
            draws: Vec::new(),
            state_hash: None,
            request: None,
        };
        let seats = vec![Seat::new(4)];
        let hidden = [
            entry(By::Clock, Control::Missed { question: 1, seats: seats.clone() }),
            entry(By::Host, Control::Vacate(Seat::new(4))),
            entry(By::seat(4), Control::Ready { question: 1, ready: true }),
            entry(By::seat(4), Control::Ahead { question: 1, answers: vec!["move U".to_owned()] }),
        ];
        assert!(hidden.iter().all(|entry| logged(entry).is_none()));
        let absent = entry(By::Clock, Control::Absent { question: 0, seats: seats.clone() });
        assert_eq!(logged(&absent), Some((By::Clock, "Control(Absent)".to_owned())));
        let grace = entry(By::Clock, Control::Grace { question: 1, seats });
        assert_eq!(logged(&grace), Some((By::Clock, "Control(Grace)".to_owned())));
        assert_eq!(logged(&entry(By::Host, Control::Resume)), Some((By::Host, "Control(Resume)".to_owned())));
    }
}
