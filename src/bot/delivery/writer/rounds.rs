//! Looking at a match, round by round, until its messages show what they should.
//!
//! A round compares what the messages are to show with what Discord was given, and gives it what differs. Another round follows,
//! because the match may have changed meanwhile. The look ends when nothing differs, when something is in the way, or when it is
//! better left to a message or a press that brings another look.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use super::give::GiveError;
use super::schedule::{FIRST_WAIT, LookOutcome, PressedMessage, STRAY_LIFETIME, Writer, WriterState};
use crate::announce::face::{Difference, desired_faces};
use trigon_engine::ids::MatchId;
use trigon_engine::matches::{InternalError, LiveMessages, Match, MatchError, Millis};
use trigon_engine::store::StoreError;

/// The number of rounds in a row. Whatever changes more often than that has to wait its turn.
const MAX_ROUNDS: u32 = 8;

/// How often to ask whether another process still edits the messages of the same match.
const LEASE_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How old the last entry of a match is before a new process trusts what is stored about its messages: the bot may have been killed
/// between an edit and storing it, and the match may be as it was before that edit.
const TRUSTED_AFTER: Millis = 120_000;

/// What is known of a look after some of its rounds.
#[derive(Default)]
struct Look {
    /// Whether no other process may edit the messages meanwhile.
    has_lease: bool,
    /// Whether Discord was given anything.
    has_given: bool,
    /// Whether the match is over.
    is_over: bool,
    /// What is in the way, if anything.
    blocked: Option<Blocked>,
}

/// Something is in the way of bringing a message up to date.
#[derive(Default)]
struct Blocked {
    /// How long it lasts, if that is known.
    wait: Option<Millis>,
}

impl Writer {
    /// Gives Discord whatever differs, until nothing does.
    pub(super) async fn bring_up_to_date(
        &self,
        match_id: MatchId,
        pressed: Option<PressedMessage<'_>>,
    ) -> Result<LookOutcome, MatchError> {
        let (mut look, mut outcome) = (Look::default(), None);
        for _ in 0..MAX_ROUNDS {
            outcome = self.round(match_id, pressed, &mut look).await?;
            if outcome.is_some() {
                break;
            }
        }
        if look.has_lease {
            self.matches.store().release_writing(match_id).await.map_err(InternalError::from)?;
        }
        Ok(match look.blocked {
            Some(Blocked { wait }) => LookOutcome::Failed { wait, is_over: look.is_over },
            None => outcome.unwrap_or(LookOutcome::Again(FIRST_WAIT)),
        })
    }

    /// Compares all messages once, and gives Discord what differs. Returns how the look ends, or `None` if another round is
    /// needed.
    async fn round(
        &self,
        match_id: MatchId,
        pressed: Option<PressedMessage<'_>>,
        look: &mut Look,
    ) -> Result<Option<LookOutcome>, MatchError> {
        let game = self.matches.load(match_id).await?;
        let faces = self.matches.live_messages(match_id).await.map_err(InternalError::from)?;
        look.is_over = !game.is_going_on();
        let draft = self.lock().drafts.get(&match_id).cloned();
        // Somebody has drawn on the message of the open question, so Discord has it; but the process that has sent it is about to
        // store that only now.
        let is_drawn = draft.as_ref().is_some_and(|(question, _)| *question == game.question);
        let is_unstored = is_drawn && faces.is_next_pending && self.matches.store().has_others();
        if pressed.is_none() && faces.is_next_pending {
            // When the next message is sent, it changes the others, and brings another look.
            let outcome = if is_unstored { LookOutcome::Again(FIRST_WAIT) } else { LookOutcome::LaterAnyway };
            return Ok(Some(outcome));
        }
        let all = desired_faces(&game, &faces, draft.as_ref())?;
        let different = self.compare(&game, &all);
        if different.is_empty() && !is_unstored {
            self.lock().seen_versions.insert(match_id, game.version());
            return Ok(Some(self.stray_lifetime(&faces).map_or(LookOutcome::Done, LookOutcome::Again)));
        }
        if different.is_empty() || look.blocked.is_some() {
            return Ok(Some(LookOutcome::Again(FIRST_WAIT)));
        }
        if look.has_given && self.expects_another_press(match_id, pressed.is_some()) {
            // What has changed meanwhile is left to the response to that press.
            self.schedule(match_id, Arc::new(self.matches.take_in_hand()));
            return Ok(Some(LookOutcome::LaterAnyway));
        }
        if !look.has_lease {
            look.has_lease = self.acquire_lease(match_id).await?;
            if self.matches.store().has_others() {
                // Another process may have edited the messages until now, so they are compared again.
                return Ok(None);
            }
        }
        look.has_given = true;
        self.give_all(&game, different, pressed, &mut look.blocked).await;
        if self.matches.store().has_others() {
            self.store_given().await.map_err(InternalError::from)?;
        }
        Ok(None)
    }

    /// Gives Discord everything that differs, the pressed message first, and notes what is in the way.
    async fn give_all(
        &self,
        game: &Match,
        different: Vec<&Difference<'_>>,
        pressed: Option<PressedMessage<'_>>,
        blocked: &mut Option<Blocked>,
    ) {
        let is_pressed = |difference: &&Difference<'_>| {
            pressed.is_some_and(|pressed| difference.face.message == pressed.message_id)
        };
        let (first, rest): (Vec<_>, Vec<_>) = different.into_iter().partition(is_pressed);
        let mut gone = BTreeSet::new();
        for difference in first.into_iter().chain(rest) {
            let (row, channel) = (difference.face.row, difference.face.channel);
            if !gone.contains(&channel) {
                let response = pressed.filter(|_| is_pressed(&difference)).map(|pressed| pressed.response);
                match self.give(game, difference, response).await {
                    Ok(()) => continue,
                    Err(GiveError::NotNow(wait)) => {
                        let blocked = blocked.get_or_insert_default();
                        blocked.wait = wait.or(blocked.wait);
                        continue;
                    }
                    Err(GiveError::NoChannel) => drop(gone.insert(channel)),
                }
            }
            // The channel is gone; one request is enough to find that out. The messages in the present channel of the match are
            // tried again later, in case somebody restores the channel; those where the match was before are not.
            if channel == game.channel_id {
                blocked.get_or_insert_default();
            } else {
                self.lock().given.insert(row, None);
            }
        }
    }

    /// Returns the messages that are to show something else than Discord was given, and notes what needs no comparison later.
    fn compare<'a, 'b>(&self, game: &Match, all: &'b [Difference<'a>]) -> Vec<&'b Difference<'a>> {
        let (mut state, now) = (self.lock(), self.matches.clock().now());
        let is_recent = game.log.last().is_some_and(|entry| now < entry.at + TRUSTED_AFTER);
        let is_first_look = state.looked_at.insert(game.id);
        let is_doubtful = is_first_look && is_recent;
        all.iter().filter(|difference| needs_edit(&mut state, difference, is_doubtful, now)).collect()
    }

    /// Returns whether presses are being handled besides the one that has caused this look, if `is_press`.
    fn expects_another_press(&self, match_id: MatchId, is_press: bool) -> bool {
        let count = self.lock().expected_presses.get(&match_id).copied().unwrap_or_default();
        count > usize::from(is_press)
    }

    /// Returns how long a request about one of these messages may still take effect.
    fn stray_lifetime(&self, faces: &LiveMessages) -> Option<Millis> {
        let (state, now) = (self.lock(), self.matches.clock().now());
        let until =
            faces.all.iter().filter_map(|face| state.unsure.get(&face.row)).map(|unsure| unsure.until);
        until.min().map(|until| (until - now).clamp(0, STRAY_LIFETIME))
    }

    /// Waits until no other process edits the messages of a match.
    async fn acquire_lease(&self, match_id: MatchId) -> Result<bool, MatchError> {
        loop {
            if self.matches.store().take_writing(match_id).await.map_err(InternalError::from)? {
                return Ok(true);
            }
            tokio::time::sleep(LEASE_POLL_INTERVAL).await;
        }
    }

    /// Stores what Discord was given. Whatever cannot be stored is kept for the next time.
    pub(super) async fn store_given(&self) -> Result<(), StoreError> {
        let given = std::mem::take(&mut self.lock().given);
        let kept = self.matches.keep_shown(&given).await;
        if kept.is_err() {
            let mut state = self.lock();
            for (row, shown) in given {
                state.given.entry(row).or_insert(shown);
            }
        }
        kept
    }
}

/// Returns whether a message is to show something else than Discord was given. If not, that is noted to be stored, and what the
/// message said when it was sent is forgotten. `is_doubtful` says that what is stored about the message may be out of date.
fn needs_edit(state: &mut WriterState, difference: &Difference<'_>, is_doubtful: bool, now: Millis) -> bool {
    let (row, wanted) = (difference.face.row, &difference.wanted);
    if let Some(unsure) = state.unsure.get(&row) {
        // Something else is given at once, and the same again as soon as no earlier request can take effect any more.
        let (is_over, is_given) = (now >= unsure.until, unsure.given == wanted.key);
        if is_over {
            state.unsure.remove(&row);
        }
        return is_over || !is_given;
    }
    let given = match state.given.get(&row) {
        // The message never changes again.
        Some(None) => return false,
        Some(Some(given)) => given.clone(),
        None => difference.face.given.clone(),
    };
    let sent = state.sent.get(&row).map(String::as_str);
    if (is_doubtful && sent.is_none()) || !wanted.is_given(&given, sent) {
        return true;
    }
    state.sent.remove(&row);
    let shown = (!wanted.is_final).then(|| wanted.key.clone());
    if shown.as_ref() != Some(&difference.face.given) {
        state.given.insert(row, shown);
    }
    false
}
