//! Keeps the direct messages that asked players up to date. While a question is open, its message shows the stored answer and the
//! present deadline; once it is closed, the message shows what became of the answer.
//!
//! Which messages are outdated is kept in memory only ([`OutdatedQuestion`]). A press on an outdated message changes nothing and
//! shows the current state, so a failure is only logged. After a restart, the messages of the last ten minutes are followed up
//! again, because the bot may have been stopped between sending a message and updating the earlier one.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;

use super::courier::{Attempt, Courier, OutdatedQuestion, QuestionUpdate};
use super::deadlines::{changes_deadline, find_question, update_deadline};
use super::drafts::{DrawnOnPads, is_same};
use super::request_error::RequestError;
use crate::announce::personal::{asked, closed_question, closed_reminder};
use crate::locks::locked;
use crate::ui::Announcement;
use trigon_engine::ids::{ChannelId, MatchId, MessageId, UserId};
use trigon_engine::matches::{LogEntry, Match, Notice, Pending, Posted, Seq, StoredAnswer, Target};
use trigon_engine::store::StoreError;
use trigon_rules::games::Seat;

/// The maximum number of matches whose questions are updated at the same time.
const MAX_UPDATED_MATCHES: usize = 2;

/// The number of messages in flight up to which updates begin: new messages go first.
const MAX_IN_FLIGHT_FOR_UPDATES: usize = 4;

/// With more matches than this waiting, each update is followed by a pause: Discord counts edits like messages.
const MAX_UNPACED_MATCHES: usize = 2;

/// The pause after an update while many matches are waiting.
const UPDATE_PAUSE: Duration = Duration::from_millis(100);

/// How far back messages are followed up after a restart, in terms of their IDs: ten minutes before the last one.
const FOLLOWED_UP_IDS: i64 = 600_000 << 22;

impl Courier {
    /// Schedules updates of the questions that a sent message has closed. Called after each message.
    pub(super) fn schedule_closing(&self, pending: &Pending, attempt: &Attempt, sent: MessageId) {
        let Some(game) = &attempt.game else { return };
        match (&attempt.notice, pending.target) {
            (Notice::Personal { .. }, Target::User(user)) => {
                self.schedule_update(game.id, pending.seq, user, Some(sent), QuestionUpdate::Close);
            }
            (Notice::Cancelled, _) => {
                for player in &game.players {
                    self.schedule_update(game.id, pending.seq, player.user_id, None, QuestionUpdate::Close);
                }
            }
            _ => {}
        }
    }

    /// Schedules again what follows from the messages that were sent last. Called once after the start.
    pub(super) async fn follow_up(&self) -> Result<(), StoreError> {
        for (match_id, posted) in self.matches.posted_last(FOLLOWED_UP_IDS).await? {
            let Posted { notice: Some(notice), target, message_id, seq } = posted else { continue };
            match (&notice, target) {
                (Notice::Personal { .. }, Target::User(user)) => {
                    let update = QuestionUpdate::CloseUnlessClosed;
                    self.schedule_update(match_id, seq, user, Some(message_id), update);
                }
                (notice, Target::User(user)) if changes_deadline(notice) => {
                    self.schedule_update(match_id, seq, user, Some(message_id), QuestionUpdate::Deadline);
                }
                (Notice::Cancelled, _) => {
                    // Delivery reports a match that it cannot read.
                    let Ok(game) = self.matches.load(match_id).await else { continue };
                    for player in &game.players {
                        let update = QuestionUpdate::CloseUnlessClosed;
                        self.schedule_update(match_id, seq, player.user_id, None, update);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn schedule_update(
        &self,
        match_id: MatchId,
        seq: Seq,
        user: UserId,
        entry_message: Option<MessageId>,
        update: QuestionUpdate,
    ) {
        let question =
            OutdatedQuestion { seq, user, entry_message, update, _in_hand: self.matches.take_in_hand() };
        locked(&self.outdated_questions).entry(match_id).or_default().push(question);
    }

    /// Starts updating outdated questions, match by match, if few messages are in flight.
    pub(super) fn begin_updating(self: &Arc<Self>, updates: &mut JoinSet<()>, in_flight: usize) {
        while in_flight <= MAX_IN_FLIGHT_FOR_UPDATES && updates.len() < MAX_UPDATED_MATCHES {
            let mut waiting = locked(&self.outdated_questions);
            let Some((match_id, questions)) = waiting.pop_first() else { return };
            let is_paced = waiting.len() > MAX_UNPACED_MATCHES;
            drop(waiting);
            let courier = self.clone();
            updates.spawn(async move { courier.update_all(match_id, questions, is_paced).await });
        }
    }

    async fn update_all(&self, match_id: MatchId, questions: Vec<OutdatedQuestion>, is_paced: bool) {
        let game = match self.matches.load(match_id).await {
            Ok(game) => game,
            Err(error) => {
                return tracing::info!(match_id = match_id.0, %error, "old questions stay as they were");
            }
        };
        let mut past = PastStates { game: &game, known: Vec::new() };
        for question in questions {
            let updated = match (question.update, question.entry_message) {
                (QuestionUpdate::Deadline, Some(entry_message)) => {
                    self.move_deadline(match_id, question.user, entry_message).await
                }
                _ => self.close(&mut past, &question).await,
            };
            if let Err(reason) = updated {
                tracing::info!(match_id = match_id.0, reason, "an old question stays as it was");
            }
            if is_paced {
                tokio::time::sleep(UPDATE_PAUSE).await;
            }
        }
    }

    /// Makes the message with a question show what was answered, and removes its buttons and those of its reminders.
    async fn close(&self, past: &mut PastStates<'_>, question: &OutdatedQuestion) -> Result<(), String> {
        let OutdatedQuestion { seq, user, entry_message, update, .. } = *question;
        let game = past.game;
        let Some(channel) = self.client.directs.channel(user).await else { return Ok(()) };
        let asked_last = self.matches.asked_last(game.id, user, entry_message).await;
        let asked_last = asked_last.map_err(|error| error.to_string())?;
        let Some(&Posted { notice: Some(Notice::Personal { seat, .. }), seq: asked_at, .. }) =
            asked_last.last()
        else {
            return Ok(());
        };
        let (then, before) = (past.after(asked_at)?, past.after(seq - 1)?);
        // What the player drew and never submitted.
        let drawn = if then.question == before.question && self.writer.has_drawn(game.id, user) {
            self.drawn(&before, seat, channel, &asked_last).await
        } else {
            DrawnOnPads::default()
        };
        self.writer.forget_drawing(game.id, user);
        let entry = game.log.iter().find(|entry| entry.seq == seq);
        let end = QuestionEnd { then: &then, before: &before, entry, seat, drawn: &drawn };
        for Posted { notice, message_id, .. } in
            asked_last.iter().filter(|posted| posted.message_id > MessageId(0))
        {
            let updated = match notice {
                Some(Notice::Personal { .. }) => {
                    self.close_question(channel, *message_id, &end, update).await
                }
                Some(Notice::Reminder { .. }) => self.close_reminder(channel, *message_id, &end).await,
                _ => continue,
            };
            updated.map_err(|failure| format!("{failure:?}"))?;
        }
        Ok(())
    }

    /// Makes a message that asked a question show what became of it.
    async fn close_question(
        &self,
        channel: ChannelId,
        message: MessageId,
        end: &QuestionEnd<'_>,
        update: QuestionUpdate,
    ) -> Result<(), RequestError> {
        let Some(closed) = end.question() else { return Ok(()) };
        if update == QuestionUpdate::CloseUnlessClosed
            && is_same(&self.client.fetch(channel, message).await?.content, &closed.text)
        {
            return Ok(());
        }
        self.client.replace(channel, message, &closed).await.map(drop)
    }

    /// Removes the components of a reminder. If it showed a pad with a draft, its text says what became of the draft.
    async fn close_reminder(
        &self,
        channel: ChannelId,
        message: MessageId,
        end: &QuestionEnd<'_>,
    ) -> Result<(), RequestError> {
        let closed = if end.drawn.pads.contains(&message) { end.reminder() } else { None };
        match closed {
            Some(closed) => self.client.replace(channel, message, &closed).await.map(drop),
            None => self.client.remove_components(channel, message).await.map(drop),
        }
    }

    /// Makes the message with a question show the present deadline, unless the question is closed by now. `entry_message` told the
    /// player of the change.
    async fn move_deadline(
        &self,
        match_id: MatchId,
        user: UserId,
        entry_message: MessageId,
    ) -> Result<(), String> {
        let Some(channel) = self.client.directs.channel(user).await else { return Ok(()) };
        // A message that is being sent to the player may move the deadline once more. It is waited for, and shows that itself.
        let _turn = self.turns.wait(Target::User(user)).await;
        let game = self.matches.load(match_id).await.map_err(|error| error.to_string())?;
        let question = find_question(&self.matches, match_id, Target::User(user), entry_message).await;
        let Some(question) = question.map_err(|error| error.to_string())? else { return Ok(()) };
        let then = game.up_to(question.seq).map_err(|error| error.to_string())?;
        if game.is_going_on() && then.question == game.question {
            let moved = update_deadline(&self.client, channel, question.message_id, &game).await;
            moved.map_err(|failure| format!("{failure:?}"))?;
        }
        Ok(())
    }

    /// Schedules a stored answer to be shown, unless an equivalent one is already waiting.
    pub(super) fn schedule_answer(&self, stored: StoredAnswer) {
        let mut queue = locked(&self.answers_to_show);
        let key = |stored: &StoredAnswer| (stored.match_id, stored.user_id, stored.pad);
        if !queue.iter().any(|waiting| key(waiting) == key(&stored)) {
            queue.push_back(stored);
        }
    }

    /// Starts showing the stored answers of players to whom nothing is being sent: their messages go first.
    pub(super) fn begin_showing_answers(
        self: &Arc<Self>,
        updates: &mut JoinSet<()>,
        is_written_to: impl Fn(UserId) -> bool,
    ) {
        let waiting = std::mem::take(&mut *locked(&self.answers_to_show));
        let (later, now): (VecDeque<_>, VecDeque<_>) =
            waiting.into_iter().partition(|stored| is_written_to(stored.user_id));
        // Answers added in the meantime come last.
        let mut queue = locked(&self.answers_to_show);
        let added = std::mem::replace(&mut *queue, later);
        queue.extend(added);
        drop(queue);
        for stored in now {
            let courier = self.clone();
            updates.spawn(async move {
                let _turn = courier.turns.wait(Target::User(stored.user_id)).await;
                if let Err(reason) = courier.show_answer(&stored).await {
                    tracing::info!(
                        match_id = stored.match_id.0,
                        reason,
                        "a question stays as it was answered before"
                    );
                }
            });
        }
    }

    /// Shows an answer in the message that asks for it, unless that message was pressed and shows it already.
    async fn show_answer(&self, stored: &StoredAnswer) -> Result<(), String> {
        let Some(channel) = self.client.directs.channel(stored.user_id).await else { return Ok(()) };
        let asked_last = self.matches.asked_last(stored.match_id, stored.user_id, None).await;
        let asked_last = asked_last.map_err(|error| error.to_string())?;
        let Some(&Posted { notice: Some(Notice::Personal { seat, .. }), message_id, seq, .. }) =
            asked_last.last()
        else {
            return Ok(());
        };
        if message_id == MessageId(0) || stored.pad == Some(message_id) {
            return Ok(());
        }
        let game = self.matches.load(stored.match_id).await.map_err(|error| error.to_string())?;
        let then = game.up_to(seq).map_err(|error| error.to_string())?;
        if game.seat_of(stored.user_id) != Some(seat) || then.question != game.question {
            return Ok(());
        }
        let Some(message) = asked(&then, &game, seat) else { return Ok(()) };
        self.client.replace(channel, message_id, &message).await.map_err(|failure| format!("{failure:?}"))?;
        Ok(())
    }
}

/// The end of a question, and what its messages say about it.
struct QuestionEnd<'a> {
    /// The match when the question was asked.
    then: &'a Match,
    /// The match just before the question was closed.
    before: &'a Match,
    /// The entry that closed it, unless that was taken back.
    entry: Option<&'a LogEntry>,
    seat: Seat,
    /// What the player had drawn in answer to it.
    drawn: &'a DrawnOnPads,
}

impl QuestionEnd<'_> {
    /// Returns what the message with the question shows, if it shows something else from now on.
    fn question(&self) -> Option<Announcement> {
        closed_question(self.then, self.before, self.entry?, self.seat, self.drawn.draft.as_ref())
    }

    /// Returns what a reminder of the question shows, if it shows something else from now on.
    fn reminder(&self) -> Option<Announcement> {
        closed_reminder(self.then, self.before, self.entry?, self.seat, self.drawn.draft.as_ref())
    }
}

/// A match as it was after some of its entries.
struct PastStates<'a> {
    game: &'a Match,
    /// The states computed so far: most players of a match were asked, and told, at the same time.
    known: Vec<(Seq, Arc<Match>)>,
}

impl PastStates<'_> {
    fn after(&mut self, seq: Seq) -> Result<Arc<Match>, String> {
        if let Some((_, then)) = self.known.iter().find(|(known, _)| *known == seq) {
            return Ok(then.clone());
        }
        let then = self.game.up_to(seq).map_err(|error| error.to_string())?;
        let then = Arc::new(then.into_owned());
        self.known.push((seq, then.clone()));
        Ok(then)
    }
}
