//! Keeps the messages that asked players up to date: they show the stored answer, and what became of it.
//!
//! None of this is stored. A press on an outdated message changes nothing and shows the current state, so a failure is
//! only logged. After a restart, what was sent last is followed up again, in case the bot was stopped before that.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;

use super::courier::{Attempt, Courier};
use super::deadlines::{changes_deadline, find_question, update_deadline};
use super::drafts::{DrawnOnPads, is_same};
use super::outdated::{OutdatedQuestion, Update};
use crate::announce::personal::{asked, closed_question, closed_reminder};
use crate::locks::locked;
use trigon_engine::ids::{ChannelId, MatchId, MessageId, UserId};
use trigon_engine::matches::{Match, Notice, Pending, Posted, Seq, StoredAnswer, Target};
use trigon_engine::store::StoreError;

/// The maximum number of edits at a time.
const MAX_EDITS: usize = 2;

/// The number of messages being sent up to which edits begin: new messages go first.
const MAX_SENDING: usize = 4;

/// With more matches than this waiting, each edit is followed by a pause: Discord counts edits like messages.
const UNPACED_MATCHES: usize = 2;

/// That pause.
const EDIT_PAUSE: Duration = Duration::from_millis(100);

/// How far back messages are followed up after a restart, in terms of their IDs: ten minutes before the last one.
const FOLLOWED_UP_IDS: i64 = 600_000 << 22;

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

impl Courier {
    /// Schedules the questions that a sent message has closed, so that their messages are updated.
    pub(super) fn schedule_closing(&self, pending: &Pending, attempt: &Attempt, sent: MessageId) {
        let Some(game) = &attempt.game else { return };
        let in_hand = || self.matches.take_in_hand();
        let update = Update::Close;
        let closing = |user, entry_message| OutdatedQuestion {
            seq: pending.seq,
            user,
            entry_message,
            update,
            _in_hand: in_hand(),
        };
        let closings: Vec<OutdatedQuestion> = match (&attempt.notice, pending.target) {
            (Notice::Personal { .. }, Target::User(user)) => vec![closing(user, Some(sent))],
            (Notice::Cancelled, _) => {
                game.players.iter().map(|player| closing(player.user_id, None)).collect()
            }
            _ => return,
        };
        locked(&self.closing).entry(game.id).or_default().extend(closings);
    }

    /// Schedules again what follows from the messages that were sent last: the bot may have been stopped in between.
    pub(super) async fn follow_up(&self) -> Result<(), StoreError> {
        for (match_id, Posted { notice, target, message_id, seq }) in
            self.matches.posted_last(FOLLOWED_UP_IDS).await?
        {
            let Some(notice) = notice else { continue };
            let entry_message = Some(message_id);
            let followed: Vec<(UserId, Option<MessageId>, Update)> = match (&notice, target) {
                (Notice::Personal { .. }, Target::User(user)) => {
                    vec![(user, entry_message, Update::CloseUnlessClosed)]
                }
                (notice, Target::User(user)) if changes_deadline(notice) => {
                    vec![(user, entry_message, Update::Deadline)]
                }
                (Notice::Cancelled, _) => match self.matches.load(match_id).await {
                    Ok(game) => {
                        let users = game.players.iter().map(|player| player.user_id);
                        users.map(|user| (user, None, Update::CloseUnlessClosed)).collect()
                    }
                    // Delivery reports a match that it cannot read.
                    Err(_) => continue,
                },
                _ => continue,
            };
            let in_hand = || self.matches.take_in_hand();
            let closing = |(user, entry_message, update)| OutdatedQuestion {
                seq,
                user,
                entry_message,
                update,
                _in_hand: in_hand(),
            };
            locked(&self.closing).entry(match_id).or_default().extend(followed.into_iter().map(closing));
        }
        Ok(())
    }

    /// Starts updating the messages of closed questions, match by match, if little else is being sent.
    pub(super) fn begin_closing(self: &Arc<Self>, edits: &mut JoinSet<()>, sending: usize) {
        while sending <= MAX_SENDING && edits.len() < MAX_EDITS {
            let mut waiting = locked(&self.closing);
            let Some((match_id, closings)) = waiting.pop_first() else { return };
            let are_many = waiting.len() > UNPACED_MATCHES;
            drop(waiting);
            let courier = self.clone();
            edits.spawn(async move { courier.close_all(match_id, closings, are_many).await });
        }
    }

    async fn close_all(&self, match_id: MatchId, closings: Vec<OutdatedQuestion>, are_many: bool) {
        let game = match self.matches.load(match_id).await {
            Ok(game) => game,
            Err(error) => {
                return tracing::info!(match_id = match_id.0, %error, "old questions stay as they were");
            }
        };
        let mut past = PastStates { game: &game, known: Vec::new() };
        for closing in closings {
            if let Err(reason) = self.close(&mut past, &closing).await {
                tracing::info!(match_id = match_id.0, reason, "an old question stays as it was");
            }
            if are_many {
                tokio::time::sleep(EDIT_PAUSE).await;
            }
        }
    }

    /// Makes a question show what was answered, and removes its buttons and those of its reminders.
    async fn close(&self, past: &mut PastStates<'_>, closing: &OutdatedQuestion) -> Result<(), String> {
        let OutdatedQuestion { seq, user, entry_message, update, .. } = *closing;
        let game = past.game;
        let Some(channel) = self.client.directs.channel(user).await else { return Ok(()) };
        if let (Update::Deadline, Some(entry_message)) = (update, entry_message) {
            return self.move_deadline(game.id, user, channel, entry_message).await;
        }
        let asked_last = self.matches.asked_last(game.id, user, entry_message).await;
        let asked_last = asked_last.map_err(|error| error.to_string())?;
        let asked = asked_last.last().and_then(|posted| match posted.notice {
            Some(Notice::Personal { seat, .. }) => Some((seat, posted.seq)),
            _ => None,
        });
        let Some((seat, since)) = asked else { return Ok(()) };
        let (then, before) = (past.after(since)?, past.after(seq - 1)?);
        let entry = game.log.iter().find(|entry| entry.seq == seq);
        // What the player drew and never submitted.
        let drawn = if then.question == before.question && self.writer.has_drawn(game.id, user) {
            self.drawn(&before, seat, channel, &asked_last).await
        } else {
            DrawnOnPads::default()
        };
        self.writer.forget_drawing(game.id, user);
        let draft = drawn.draft.as_ref();
        let question = || closed_question(&then, &before, entry?, seat, draft);
        let reminder = || closed_reminder(&then, &before, entry?, seat, draft);
        for posted in asked_last.iter().filter(|posted| posted.message_id > MessageId(0)) {
            let message_id = posted.message_id;
            let done = match posted.notice {
                Some(Notice::Personal { .. }) => match question() {
                    Some(closed) if update == Update::CloseUnlessClosed => {
                        match self.client.fetch(channel, message_id).await {
                            Ok(shown) if is_same(&shown.content, &closed.text) => continue,
                            Ok(_) => self.client.replace(channel, message_id, &closed).await,
                            Err(failure) => Err(failure),
                        }
                    }
                    Some(closed) => self.client.replace(channel, message_id, &closed).await,
                    None => continue,
                },
                Some(Notice::Reminder { .. }) => {
                    match reminder().filter(|_| drawn.pads.contains(&message_id)) {
                        Some(closed) => self.client.replace(channel, message_id, &closed).await,
                        None => self.client.remove_components(channel, message_id).await,
                    }
                }
                _ => continue,
            };
            done.map_err(|failure| format!("{failure:?}"))?;
        }
        Ok(())
    }

    /// Makes a question show the present deadline, unless it is closed by now. `entry_message` tells of the change.
    async fn move_deadline(
        &self,
        match_id: MatchId,
        user: UserId,
        channel: ChannelId,
        entry_message: MessageId,
    ) -> Result<(), String> {
        // Sent meanwhile, a message may move the deadline once more, and shows it itself.
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
    pub(super) fn show_answer(&self, stored: StoredAnswer) {
        let mut queue = locked(&self.showing);
        let key = |stored: &StoredAnswer| (stored.match_id, stored.user_id, stored.pad);
        if !queue.iter().any(|waiting| key(waiting) == key(&stored)) {
            queue.push_back(stored);
        }
    }

    /// Starts showing the stored answers of players to whom nothing is being sent: their messages go first.
    pub(super) fn begin_showing(
        self: &Arc<Self>,
        edits: &mut JoinSet<()>,
        is_written_to: impl Fn(UserId) -> bool,
    ) {
        let waiting = std::mem::take(&mut *locked(&self.showing));
        let (later, now): (VecDeque<_>, VecDeque<_>) =
            waiting.into_iter().partition(|stored| is_written_to(stored.user_id));
        // Answers added in the meantime come last.
        let mut queue = locked(&self.showing);
        let added = std::mem::replace(&mut *queue, later);
        queue.extend(added);
        drop(queue);
        for stored in now {
            let courier = self.clone();
            edits.spawn(async move {
                let _turn = courier.turns.wait(Target::User(stored.user_id)).await;
                if let Err(reason) = courier.show(&stored).await {
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
    async fn show(&self, stored: &StoredAnswer) -> Result<(), String> {
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
        let is_theirs = game.seat_of(stored.user_id) == Some(seat);
        match asked(&then, &game, seat).filter(|_| is_theirs && then.question == game.question) {
            Some(now) => self.client.replace(channel, message_id, &now).await.map(drop),
            None => Ok(()),
        }
        .map_err(|failure| format!("{failure:?}"))
    }
}
