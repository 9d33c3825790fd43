//! What is left to do once a message was sent.

use super::{Courier, Letter, deadline};
use crate::announce::posted::{self, Outdated};
use crate::lobby::signup;
use trigon_engine::matches::{Pending, Target};

impl Courier {
    /// Removes the buttons of messages that a new one makes outdated, and closes the sign-up post. They no longer do
    /// anything anyway, so a failure is only logged.
    pub(super) async fn strip(&self, row: &Pending, letter: &Letter, sent: i64) {
        let Some(game) = &letter.game else { return };
        let outdated = posted::outdated(&self.matches, game, &letter.notice, sent, letter.late).await;
        let outdated = match outdated {
            Ok(outdated) => outdated,
            Err(error) => {
                tracing::warn!(message = row.id, %error, "old buttons cannot be found");
                return;
            }
        };
        for Outdated { channel, message, is_signup } in outdated {
            let changed = if is_signup {
                self.client.replace(channel, message, &signup::announcement(game)).await
            } else {
                self.client.strip(channel, message).await
            };
            match changed {
                Ok(rest) => tokio::time::sleep(rest).await,
                Err(failure) => tracing::info!(message = row.id, ?failure, "old buttons stay"),
            }
        }
    }

    /// Writes a changed deadline into the message that asks. A message has announced it anyway, so a failure is only logged.
    pub(super) async fn set_deadline(&self, row: &Pending, letter: &Letter, sent: i64) {
        let Some(game) = letter.game.as_ref().filter(|_| deadline::changes_deadline(&letter.notice)) else {
            return;
        };
        let question = match deadline::question(&self.matches, row, sent).await {
            Ok(Some(question)) => question,
            Ok(None) => return,
            Err(error) => {
                tracing::warn!(message = row.id, %error, "the question cannot be found");
                return;
            }
        };
        let channel = match row.target {
            Target::Channel(channel) => Ok(channel),
            Target::User(user) => self.client.direct_channel(user).await,
        };
        let updated = match channel {
            Ok(channel) => deadline::update(&self.client, channel, question.message_id, game).await,
            Err(failure) => Err(failure),
        };
        if let Err(failure) = updated {
            tracing::info!(message = row.id, ?failure, "an old deadline stays");
        }
    }

    /// Records that a player's direct messages are open again.
    pub(super) async fn opened(&self, row: &Pending, letter: &Letter) {
        if let (Target::User(user), Some(game)) = (row.target, &letter.game)
            && let Err(error) = self.matches.dm_arrived(game, user, &letter.notice).await
        {
            // The next message notes it.
            tracing::warn!(message = row.id, %error, "open direct messages cannot be noted");
        }
    }
}
