//! [`Shared`]: the writer as handlers of presses see it.

use std::sync::{Arc, Weak};

use poise::serenity_prelude::futures::future::BoxFuture;

use super::schedule::{PressedMessage, Writer};
use crate::ui::{PressResponse, Pressed, SharedMessages};
use trigon_engine::ids::{MatchId, UserId};

/// The writer as handlers of presses see it.
pub(crate) struct Shared(pub(crate) Arc<Writer>);

impl SharedMessages for Shared {
    fn expect_press(&self, match_id: MatchId) -> Box<dyn Send> {
        *self.0.lock().expected_presses.entry(match_id).or_default() += 1;
        Box::new(ExpectedPress { writer: Arc::downgrade(&self.0), match_id })
    }

    fn note_drawn(&self, match_id: MatchId, user: UserId) {
        self.0.lock().drawn.insert((match_id, user));
    }

    fn update_after_press<'a>(&'a self, pressed: Pressed, press: &'a dyn PressResponse) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let Pressed { match_id, message_id, draft } = pressed;
            if let Some(draft) = draft {
                self.0.lock().drafts.insert(match_id, draft);
            }
            let _in_hand = self.0.matches.take_in_hand();
            // This look takes the place of one that is due: it sees everything that has been changed so far.
            let due = self.0.lock().due.remove(&match_id).unwrap_or_default();
            self.0.look(match_id, due, Some(PressedMessage { message_id, response: press })).await;
        })
    }
}

/// A press that is being handled.
struct ExpectedPress {
    writer: Weak<Writer>,
    match_id: MatchId,
}

impl Drop for ExpectedPress {
    fn drop(&mut self) {
        let Some(writer) = self.writer.upgrade() else { return };
        let mut state = writer.lock();
        if let Some(count) = state.expected_presses.get_mut(&self.match_id) {
            *count -= 1;
            if *count == 0 {
                state.expected_presses.remove(&self.match_id);
            }
        }
        let is_due = state.due.contains_key(&self.match_id);
        drop(state);
        if is_due {
            writer.matches.wake_up().notify_waiters();
        }
    }
}
