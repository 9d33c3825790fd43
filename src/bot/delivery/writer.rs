//! [`Writer`]: the only one who edits the messages in channels that show a match.
//!
//! Discord does not promise an order for requests: of two edits made at the same moment, the older one may take effect last. So the
//! messages of a match are edited one at a time, always to the newest state, and many changes become one edit.
//!
//! - **Newest.** What a message is to show follows from the stored match (`announce/face.rs`). After an edit, the match is looked at
//!   again, and whatever has changed meanwhile is given, too.
//! - **No edit for nothing.** What Discord was last given is kept beside the message, and compared.
//! - **Mended.** At a start, every message that may still change is compared. Whatever fails is tried again, with longer and longer
//!   waits. If it is not known whether an edit took effect, it is made once more later on.
//! - **A press** is answered with the edit itself if nothing else is being written; otherwise it is acknowledged.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use reqwest::header::HeaderValue;
use serenity::futures::future::BoxFuture;
use tokio::task::JoinSet;

use super::client::{Client, RequestError, takes_less};
use crate::announce::face::{Content, Difference, Picture, desired_faces};
use crate::announce::face_key::content_hash;
use crate::codes::UNKNOWN_CHANNEL;
use crate::directs::Directs;
use crate::limiter::Limiter;
use crate::ui::{
    Announcement, Change, Files, Prefix, Press, Pressed, SharedMessages, code, describe, picture,
};
use trigon_engine::ids::{MatchId, MessageId, OutboxId, UserId};
use trigon_engine::matches::{
    Changed, Faces, HOUR, InHand, InternalError, Match, MatchError, Matches, Millis, QuestionId, Queues,
};
use trigon_engine::store::StoreError;
use trigon_rules::games::Viewer;

/// The number of matches whose messages are brought up to date at the same time.
const TOGETHER: usize = 4;

/// The number of times that a match is looked at in a row. Whatever changes more often than that has to wait its turn.
const LOOKS: u32 = 8;

/// The wait after the first failure; it doubles with each further one.
const FIRST_WAIT: Millis = 1_000;

/// The number of failures after which the messages of a match that is over stay as they are.
const TRIES_AT_THE_END: u32 = 20;

/// How long a request whose outcome is not known may still take effect.
const STRAY: Millis = 60_000;

/// How long to wait for another process that edits the messages of the same match.
const OTHERS: Duration = Duration::from_millis(50);

/// How old the last entry of a match is before a new process trusts what is stored about its messages: the bot may have been killed
/// between an edit and storing it, and the match may be as it was before that edit.
const DOUBT: Millis = 120_000;

/// How often to look for matches that another process has changed.
const LOOK_AROUND: Duration = Duration::from_mins(1);

/// Discord's error code for a message that does not exist.
const NO_MESSAGE: i64 = 10_008;

/// The writer. It keeps no state that matters: at worst, a message is edited once more.
pub(crate) struct Writer {
    matches: Matches,
    client: Client,
    /// One edit at a time for each match.
    turns: Queues<MatchId>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The matches to look at.
    due: BTreeMap<MatchId, Due>,
    /// The number of presses that are being handled, by match: their responses will do.
    expected: HashMap<MatchId, usize>,
    /// What a player who decides in public has chosen so far, by match.
    drafts: HashMap<MatchId, (QuestionId, Prefix)>,
    /// What messages said when they were sent, by row of the outbox, in short.
    sent: HashMap<OutboxId, String>,
    /// What Discord was given of messages although an earlier request may still take effect, and until when.
    unsure: HashMap<OutboxId, (Millis, String)>,
    /// What Discord was given of messages and is not yet stored.
    given: BTreeMap<OutboxId, Option<String>>,
    /// The version of each match when everything was as it should be.
    seen: HashMap<MatchId, i64>,
    /// The matches whose messages have been compared.
    compared: HashSet<MatchId>,
    /// The players of matches who have drawn something on a pad since they were last asked.
    drawn: HashSet<(MatchId, UserId)>,
}

/// A match to look at.
#[derive(Default)]
struct Due {
    at: Millis,
    /// The number of failures in a row.
    failures: u32,
    /// Counts as being delivered, unless it waits for something outside.
    in_hand: Vec<Arc<InHand>>,
}

/// How a look has ended.
enum Looked {
    /// Everything is as it should be.
    Done,
    /// A message that will change more is about to be sent, or a press is being handled, which causes another look.
    LaterAnyway,
    /// There is more to do, but not yet.
    Again(Millis),
    /// Something is in the way of a match that may be over. If it is known until when, the wait is given.
    Failed(Option<Millis>, bool),
}

/// Why Discord was not given what a message is to show.
enum Ungiven {
    /// It does not take it now. If it is known until when, the wait is given.
    Later(Option<Millis>),
    /// The channel is gone.
    NoChannel,
}

/// A press that is being handled.
struct Expected {
    writer: Weak<Writer>,
    match_id: MatchId,
}

impl Drop for Expected {
    fn drop(&mut self) {
        let Some(writer) = self.writer.upgrade() else { return };
        let mut state = writer.lock();
        if let Some(count) = state.expected.get_mut(&self.match_id) {
            *count -= 1;
            if *count == 0 {
                state.expected.remove(&self.match_id);
            }
        }
        let is_due = state.due.contains_key(&self.match_id);
        drop(state);
        if is_due {
            writer.matches.wake_up().notify_waiters();
        }
    }
}

impl Writer {
    /// Creates the writer. `token` is the value of the `Authorization` header.
    pub(crate) fn new(matches: Matches, limiter: Limiter, token: HeaderValue, directs: Arc<Directs>) -> Self {
        let client = Client::new(limiter, token, directs);
        Self { matches, client, turns: Queues::default(), state: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Each change is complete, even if a thread has panicked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has the messages of a match looked at.
    pub(super) fn look_at(&self, match_id: MatchId, in_hand: Arc<InHand>) {
        let mut state = self.lock();
        let due = state.due.entry(match_id).or_default();
        due.at = 0;
        due.in_hand.push(in_hand);
    }

    /// Notes that a match has changed.
    pub(super) fn changed(&self, changed: Changed) {
        self.look_at(changed.match_id, changed.in_hand);
    }

    /// Returns whether a player has drawn something here since they were last asked. What was drawn before a restart, or with another
    /// process, is not known: to look for it in the message of everyone who is silent would take as many requests again as a
    /// deadline does.
    pub(super) fn has_drawn(&self, match_id: MatchId, user: UserId) -> bool {
        self.lock().drawn.contains(&(match_id, user))
    }

    /// Notes that what a player was asked is closed.
    pub(super) fn is_closed(&self, match_id: MatchId, user: UserId) {
        self.lock().drawn.remove(&(match_id, user));
    }

    /// Notes what a message said when it was sent.
    pub(super) fn sent(&self, row: OutboxId, announcement: String) {
        self.lock().sent.insert(row, announcement);
    }

    /// Has the messages of all matches looked at that may have to change, except those that have not changed since.
    pub(super) async fn look_at_all(&self, even_if_seen: bool) -> Result<(), StoreError> {
        let in_hand = Arc::new(self.matches.take_in_hand());
        let all = self.matches.with_faces().await?;
        let mut new: Vec<MatchId> = Vec::new();
        {
            let mut state = self.lock();
            state.seen.retain(|id, _| all.contains_key(id));
            state.drafts.retain(|id, _| all.contains_key(id));
            state.compared.retain(|id| all.contains_key(id));
            let is_seen = |id: &MatchId, version: &i64| state.seen.get(id) == Some(version);
            new.extend(
                all.iter().filter(|(id, version)| even_if_seen || !is_seen(id, version)).map(|(id, _)| *id),
            );
        }
        for id in new {
            self.look_at(id, in_hand.clone());
        }
        Ok(())
    }

    /// Looks from time to time for what other processes have changed and left undone.
    pub(super) async fn look_around(&self) {
        loop {
            tokio::time::sleep(LOOK_AROUND).await;
            if self.matches.store().has_others()
                && let Err(error) = self.look_at_all(false).await
            {
                tracing::warn!(%error, "it cannot be read which messages may be out of date");
            }
            self.matches.wake_up().notify_waiters();
        }
    }

    /// Starts looking at the matches that are due, and returns when the next one is.
    pub(super) fn begin_due(self: &Arc<Self>, writing: &mut JoinSet<()>) -> Option<Millis> {
        let now = self.matches.clock().now();
        loop {
            let mut state = self.lock();
            let free = |id: &MatchId| !state.expected.contains_key(id);
            if writing.len() >= TOGETHER {
                return None;
            }
            let is_due = |due: &Due| due.at <= now || due.at > now + 2 * HOUR;
            let Some(id) = state.due.iter().find(|(id, due)| is_due(due) && free(id)).map(|(id, _)| *id)
            else {
                return state.due.iter().filter(|(id, _)| free(id)).map(|(_, due)| due.at).min();
            };
            let due = state.due.remove(&id).unwrap_or_default();
            drop(state);
            let writer = self.clone();
            writing.spawn(async move { Box::pin(writer.look(id, due, None)).await });
        }
    }

    /// Brings the messages of a match up to date, and plans another look if something is left to do.
    async fn look(&self, match_id: MatchId, due: Due, pressed: Option<(MessageId, &dyn Press)>) {
        let _turn = self.turns.wait(match_id).await;
        let looked = match self.bring_up_to_date(match_id, pressed).await {
            Ok(looked) => looked,
            Err(MatchError::Internal(InternalError::Store(error))) => {
                tracing::error!(match_id = match_id.0, %error, "it cannot be read what messages should show; trying again");
                Looked::Failed(None, false)
            }
            Err(error) => {
                tracing::error!(match_id = match_id.0, %error, "messages stay as they are");
                Looked::Done
            }
        };
        if let Err(error) = self.keep_given().await {
            // At worst, the messages are edited once more after a start.
            tracing::warn!(match_id = match_id.0, %error, "what messages show cannot be stored");
        }
        let now = self.matches.clock().now();
        let (wait, failures) = match looked {
            Looked::Done | Looked::LaterAnyway => return,
            Looked::Again(wait) => (wait, due.failures),
            Looked::Failed(_, is_over) if is_over && due.failures >= TRIES_AT_THE_END => return,
            Looked::Failed(wait, _) => {
                let wait = wait.unwrap_or_else(|| FIRST_WAIT << due.failures.min(12));
                (wait.min(HOUR), due.failures + 1)
            }
        };
        let mut state = self.lock();
        let planned = state.due.entry(match_id).or_insert(Due { at: now + wait, ..Due::default() });
        planned.failures = planned.failures.max(failures);
        drop(state);
        // Whoever waits for the next time has to know this one.
        self.matches.wake_up().notify_waiters();
    }

    /// Stores what Discord was given.
    async fn keep_given(&self) -> Result<(), StoreError> {
        let given = std::mem::take(&mut self.lock().given);
        let kept = self.matches.keep_faces(&given).await;
        if kept.is_err() {
            let mut state = self.lock();
            for (row, shown) in given {
                state.given.entry(row).or_insert(shown);
            }
        }
        kept
    }

    /// Gives Discord whatever differs, until nothing does.
    async fn bring_up_to_date(
        &self,
        match_id: MatchId,
        pressed: Option<(MessageId, &dyn Press)>,
    ) -> Result<Looked, MatchError> {
        let (mut is_mine, mut is_over, mut has_given, mut failed) = (false, false, false, None);
        let mut looked = Looked::Again(FIRST_WAIT);
        for _ in 0..LOOKS {
            let game = self.matches.load(match_id).await?;
            let faces = self.matches.faces(match_id).await.map_err(InternalError::from)?;
            is_over = !game.is_going_on();
            let draft = self.lock().drafts.get(&match_id).cloned();
            // Somebody has drawn on a message that Discord has, while another process is about to store that.
            let is_drawn = draft.as_ref().is_some_and(|(question, _)| *question == game.question);
            let is_unknown = is_drawn && faces.is_next_pending && self.matches.store().has_others();
            if pressed.is_none() && faces.is_next_pending {
                looked = if is_unknown { Looked::Again(FIRST_WAIT) } else { Looked::LaterAnyway };
                break;
            }
            let all = desired_faces(&game, &faces, draft.as_ref())?;
            let different = self.compare(&game, &all);
            if different.is_empty() {
                if !is_unknown {
                    self.lock().seen.insert(match_id, game.version());
                    looked = self.stray(&faces).map_or(Looked::Done, Looked::Again);
                }
                break;
            }
            if failed.is_some() {
                break;
            }
            if has_given && self.is_expected_by_others(match_id, pressed.is_some()) {
                // Another press is being handled: its response gives what is newer.
                self.look_at(match_id, Arc::new(self.matches.take_in_hand()));
                looked = Looked::LaterAnyway;
                break;
            }
            if !is_mine {
                is_mine = self.take(match_id).await?;
                if self.matches.store().has_others() {
                    // Another process may have written meanwhile.
                    continue;
                }
            }
            has_given = true;
            let is_pressed = |difference: &&Difference<'_>| {
                pressed.is_some_and(|(message, _)| difference.face.message == message)
            };
            let (first, rest): (Vec<_>, Vec<_>) = different.into_iter().partition(is_pressed);
            let mut gone = BTreeSet::new();
            for difference in first.into_iter().chain(rest) {
                let (row, channel) = (difference.face.row, difference.face.channel);
                if !gone.contains(&channel) {
                    let press = pressed.filter(|_| is_pressed(&difference)).map(|(_, press)| press);
                    match self.give(&game, difference, press).await {
                        Ok(()) => continue,
                        Err(Ungiven::Later(wait)) => {
                            failed = Some(wait.or(failed.flatten()));
                            continue;
                        }
                        Err(Ungiven::NoChannel) => drop(gone.insert(channel)),
                    }
                }
                // One request is enough to find out that a channel is gone. Once the match has moved, nobody looks for it there.
                if channel == game.channel_id {
                    failed = Some(failed.flatten());
                } else {
                    self.lock().given.insert(row, None);
                }
            }
            if self.matches.store().has_others() {
                self.keep_given().await.map_err(InternalError::from)?;
            }
        }
        if is_mine {
            self.matches.store().release_writing(match_id).await.map_err(InternalError::from)?;
        }
        Ok(failed.map_or(looked, |wait| Looked::Failed(wait, is_over)))
    }

    /// Returns whether presses are being handled, besides one's own.
    fn is_expected_by_others(&self, match_id: MatchId, is_press: bool) -> bool {
        let count = self.lock().expected.get(&match_id).copied().unwrap_or_default();
        count > usize::from(is_press)
    }

    /// Returns how long a request about one of these messages may still take effect.
    fn stray(&self, faces: &Faces) -> Option<Millis> {
        let (state, now) = (self.lock(), self.matches.clock().now());
        let until = faces.all.iter().filter_map(|face| state.unsure.get(&face.row)).map(|(until, _)| *until);
        until.min().map(|until| (until - now).clamp(0, STRAY))
    }

    /// Waits until no other process edits the messages of a match.
    async fn take(&self, match_id: MatchId) -> Result<bool, MatchError> {
        loop {
            if self.matches.store().take_writing(match_id).await.map_err(InternalError::from)? {
                return Ok(true);
            }
            tokio::time::sleep(OTHERS).await;
        }
    }

    /// Returns what differs from what Discord was given, and notes what never changes again.
    fn compare<'a, 'b>(&self, game: &Match, all: &'b [Difference<'a>]) -> Vec<&'b Difference<'a>> {
        let (mut state, now) = (self.lock(), self.matches.clock().now());
        let is_recent = game.log.last().is_some_and(|entry| now < entry.at + DOUBT);
        let is_doubtful = state.compared.insert(game.id) && is_recent;
        let mut different = Vec::new();
        for difference in all {
            let (row, wanted) = (difference.face.row, &difference.wanted);
            if let Some((until, given)) = state.unsure.get(&row) {
                let (is_over, is_given) = (now >= *until, *given == wanted.key);
                if is_over {
                    state.unsure.remove(&row);
                }
                if is_over || !is_given {
                    different.push(difference);
                }
                continue;
            }
            let given = match state.given.get(&row) {
                Some(None) => continue,
                Some(Some(given)) => given.clone(),
                None => difference.face.given.clone(),
            };
            let sent = state.sent.get(&row).map(String::as_str);
            if (is_doubtful && sent.is_none()) || !wanted.is(&given, sent) {
                different.push(difference);
                continue;
            }
            state.sent.remove(&row);
            let now = (!wanted.is_final).then(|| wanted.key.clone());
            if now.as_ref() != Some(&difference.face.given) {
                state.given.insert(row, now);
            }
        }
        different
    }

    /// Gives Discord what a message is to show.
    ///
    /// # Errors
    /// Fails if Discord does not take it.
    async fn give(
        &self,
        game: &Match,
        difference: &Difference<'_>,
        press: Option<&dyn Press>,
    ) -> Result<(), Ungiven> {
        let (face, wanted) = (difference.face, &difference.wanted);
        let Some(content) = &wanted.content else { return Ok(()) };
        let mut change = change(game, content).await;
        let mut is_sure = true;
        let mut done = Err(None);
        if let Some(press) = press {
            match press.change(&change).await {
                Ok(sure) => {
                    is_sure = sure;
                    done = Ok(());
                }
                Err(error) => {
                    tracing::info!(
                        match_id = game.id.0,
                        reason = describe(&error),
                        "a pressed message is edited"
                    );
                    // Without a response, it may still take effect.
                    is_sure = code(&error).is_some();
                }
            }
        }
        if done.is_err() {
            let mut edited = self.client.change(face.channel, face.message, &change).await;
            is_sure &= edited.is_sure;
            if matches!(edited.rest, Err(RequestError::Refused(code)) if takes_less(code))
                && matches!(change.files, Files::New(_))
            {
                change.files = Files::Keep;
                edited = self.client.change(face.channel, face.message, &change).await;
                is_sure &= edited.is_sure;
            }
            done = edited.rest.map(drop).map_err(Some);
        }
        match done {
            Ok(()) => {
                let mut state = self.lock();
                state.sent.remove(&face.row);
                let earlier = state.unsure.get(&face.row).map(|(until, _)| *until);
                if is_sure && earlier.is_none() {
                    state.given.insert(face.row, (!wanted.is_final).then(|| wanted.key.clone()));
                } else {
                    // Once that is certain, it is given once more.
                    let stray = self.matches.clock().now() + STRAY;
                    let until = earlier.filter(|_| is_sure).unwrap_or(stray);
                    state.unsure.insert(face.row, (until, wanted.key.clone()));
                    state.given.insert(face.row, Some(String::new()));
                }
                Ok(())
            }
            Err(Some(RequestError::Refused(NO_MESSAGE))) => {
                self.lock().given.insert(face.row, None);
                Ok(())
            }
            Err(failure) => {
                tracing::info!(match_id = game.id.0, ?failure, "a message stays out of date for now");
                let mut state = self.lock();
                // What it shows now is not known, nor, without an answer, what it will show.
                state.sent.remove(&face.row);
                state.given.insert(face.row, Some(String::new()));
                if !is_sure {
                    state.unsure.insert(face.row, (self.matches.clock().now() + STRAY, String::new()));
                }
                Err(match failure {
                    Some(RequestError::Refused(UNKNOWN_CHANNEL)) => Ungiven::NoChannel,
                    Some(RequestError::Limited { wait, .. }) => {
                        Ungiven::Later(Millis::try_from(wait.as_millis()).ok())
                    }
                    _ => Ungiven::Later(None),
                })
            }
        }
    }
}

/// Returns a change with its picture.
async fn change(game: &Match, content: &Content) -> Change {
    let files = match content.picture {
        Picture::Keep => Files::Keep,
        Picture::Drop => Files::Drop,
        Picture::Now => {
            match picture::studio().attachment(game, Viewer::Public, picture::Urgency::Answer).await {
                Ok(picture) => Files::New(Box::new(picture)),
                Err(error) => {
                    tracing::error!(%error, "a message is brought up to date without its picture");
                    Files::Keep
                }
            }
        }
    };
    Change { text: content.text.clone(), rows: content.rows.clone(), files }
}

/// Returns what a message says when it is sent, in short.
pub(super) fn said(message: &Announcement) -> String {
    content_hash(&message.text, &message.rows)
}

/// The writer as handlers of presses see it.
pub(crate) struct Shared(pub(crate) Arc<Writer>);

impl SharedMessages for Shared {
    fn expect(&self, match_id: MatchId) -> Box<dyn Send> {
        *self.0.lock().expected.entry(match_id).or_default() += 1;
        Box::new(Expected { writer: Arc::downgrade(&self.0), match_id })
    }

    fn drawn(&self, match_id: MatchId, user: UserId) {
        self.0.lock().drawn.insert((match_id, user));
    }

    fn show<'a>(&'a self, pressed: Pressed, press: &'a dyn Press) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let Pressed { match_id, message_id, draft } = pressed;
            if let Some(draft) = draft {
                self.0.lock().drafts.insert(match_id, draft);
            }
            let _in_hand = self.0.matches.take_in_hand();
            // Whoever looks now sees everything that has been changed so far.
            let due = self.0.lock().due.remove(&match_id).unwrap_or_default();
            self.0.look(match_id, due, Some((message_id, press))).await;
        })
    }
}
