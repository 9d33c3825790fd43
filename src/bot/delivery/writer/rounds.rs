//! Looking at a match, round by round, until its messages show what they should.

use std::collections::BTreeSet;
use std::time::Duration;

use super::give::Ungiven;
use super::schedule::{FIRST_WAIT, LookOutcome, PressedMessage, Writer};
use super::state::STRAY_LIFETIME;
use crate::announce::face::{Difference, desired_faces};
use std::sync::Arc;
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

/// What is known after some rounds.
#[derive(Default)]
struct Run {
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
        let (mut run, mut looked) = (Run::default(), None);
        for _ in 0..MAX_ROUNDS {
            looked = self.round(match_id, pressed, &mut run).await?;
            if looked.is_some() {
                break;
            }
        }
        if run.has_lease {
            self.matches.store().release_writing(match_id).await.map_err(InternalError::from)?;
        }
        Ok(match run.blocked {
            Some(Blocked { wait }) => LookOutcome::Failed { wait, is_over: run.is_over },
            None => looked.unwrap_or(LookOutcome::Again(FIRST_WAIT)),
        })
    }

    /// Compares all messages once, and gives Discord what differs. Returns how the look ends, or `None` if another round is
    /// needed.
    async fn round(
        &self,
        match_id: MatchId,
        pressed: Option<PressedMessage<'_>>,
        run: &mut Run,
    ) -> Result<Option<LookOutcome>, MatchError> {
        let game = self.matches.load(match_id).await?;
        let faces = self.matches.faces(match_id).await.map_err(InternalError::from)?;
        run.is_over = !game.is_going_on();
        let draft = self.lock().drafts.get(&match_id).cloned();
        // Somebody has drawn on a message that Discord has, while another process is about to store that.
        let is_drawn = draft.as_ref().is_some_and(|(question, _)| *question == game.question);
        let is_unknown = is_drawn && faces.is_next_pending && self.matches.store().has_others();
        if pressed.is_none() && faces.is_next_pending {
            return Ok(Some(if is_unknown {
                LookOutcome::Again(FIRST_WAIT)
            } else {
                LookOutcome::LaterAnyway
            }));
        }
        let all = desired_faces(&game, &faces, draft.as_ref())?;
        let different = self.compare(&game, &all);
        if different.is_empty() && !is_unknown {
            self.lock().seen.insert(match_id, game.version());
            return Ok(Some(self.stray_lifetime(&faces).map_or(LookOutcome::Done, LookOutcome::Again)));
        }
        if different.is_empty() || run.blocked.is_some() {
            return Ok(Some(LookOutcome::Again(FIRST_WAIT)));
        }
        if run.has_given && self.is_expected_by_others(match_id, pressed.is_some()) {
            // Another press is being handled: its response gives what is newer.
            self.schedule(match_id, Arc::new(self.matches.take_in_hand()));
            return Ok(Some(LookOutcome::LaterAnyway));
        }
        if !run.has_lease {
            run.has_lease = self.acquire_lease(match_id).await?;
            if self.matches.store().has_others() {
                // Another process may have written meanwhile.
                return Ok(None);
            }
        }
        run.has_given = true;
        self.give_all(&game, different, pressed, &mut run.blocked).await;
        if self.matches.store().has_others() {
            self.keep_given().await.map_err(InternalError::from)?;
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
                    Err(Ungiven::Later(wait)) => {
                        let blocked = blocked.get_or_insert_default();
                        blocked.wait = wait.or(blocked.wait);
                        continue;
                    }
                    Err(Ungiven::NoChannel) => drop(gone.insert(channel)),
                }
            }
            // One request is enough to find out that a channel is gone. Once the match has moved, nobody looks for it there.
            if channel == game.channel_id {
                blocked.get_or_insert_default();
            } else {
                self.lock().given.insert(row, None);
            }
        }
    }

    /// Returns what differs from what Discord was given, and notes what never changes again.
    fn compare<'a, 'b>(&self, game: &Match, all: &'b [Difference<'a>]) -> Vec<&'b Difference<'a>> {
        let (mut state, now) = (self.lock(), self.matches.clock().now());
        let is_recent = game.log.last().is_some_and(|entry| now < entry.at + TRUSTED_AFTER);
        let is_doubtful = state.compared.insert(game.id) && is_recent;
        let mut different = Vec::new();
        for difference in all {
            let (row, wanted) = (difference.face.row, &difference.wanted);
            if let Some(unsure) = state.unsure.get(&row) {
                let (is_over, is_given) = (now >= unsure.until, unsure.given == wanted.key);
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
            if (is_doubtful && sent.is_none()) || !wanted.is_given(&given, sent) {
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

    /// Returns whether presses are being handled, besides one's own.
    fn is_expected_by_others(&self, match_id: MatchId, is_press: bool) -> bool {
        let count = self.lock().expected.get(&match_id).copied().unwrap_or_default();
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

    /// Stores what Discord was given.
    pub(super) async fn keep_given(&self) -> Result<(), StoreError> {
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
}
