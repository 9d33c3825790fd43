//! Messages that Discord refuses: to players with closed direct messages, and to channels or servers that the bot can no
//! longer reach.

use super::{Courier, DOUBTFUL_TRIES, Letter, Outcome, TRIES, texts};
use crate::matches::{Pending, Target};

/// The number of attempts for a message that the channel refuses until somebody mends that: about two weeks.
const CHANNEL_TRIES: i64 = 4_000;

impl Courier {
    /// Handles a message that Discord refuses for good.
    pub(super) async fn refused(&self, row: &Pending, letter: &Letter, code: i64) -> Outcome {
        let reason = texts::discord_code(code);
        let Target::User(user) = row.target else {
            return self.channel_refused(row, letter, code, reason).await;
        };
        // Gone, or the channel of another bot whose database this was.
        if matches!(code, 10_003 | 50_001) {
            self.client.directs.forget(user).await;
            return self.later(row, reason, DOUBTFUL_TRIES);
        }
        // Removed from the server, the bot reaches none of its members, however open their messages are.
        if let Some(game) = &letter.game
            && matches!(self.client.is_in(game.guild_id).await, Ok(false))
        {
            return self.later(row, texts::discord_code(10_004), CHANNEL_TRIES);
        }
        // Unless the message itself is wrong, this player cannot be reached. That is announced before the message is
        // given up, so that after a stop in between it is announced again rather than never.
        if !matches!(code, 40_005 | 50_006 | 50_035)
            && let Some(match_id) = row.match_id
            && let Err(error) = self.matches.dm_failed(match_id, user, &letter.notice).await
        {
            tracing::error!(message = row.id, %error, "closed direct messages cannot be noted; trying again");
            return self.later(row, reason, TRIES);
        }
        Outcome::Dead(reason)
    }

    /// Handles a message that the channel refuses. As long as that may be mended, it waits, and the hosts learn of it.
    async fn channel_refused(&self, row: &Pending, letter: &Letter, code: i64, reason: String) -> Outcome {
        if !matches!(code, 10_003 | 10_004 | 50_001 | 50_013 | 50_083) {
            return Outcome::Dead(reason);
        }
        if let Some(game) = &letter.game
            && let Err(error) = self.matches.channel_refused(game, row.id, &reason).await
        {
            // The next attempt tells them.
            tracing::error!(message = row.id, %error, "the hosts cannot be told of a refused message");
        }
        self.later(row, reason, CHANNEL_TRIES)
    }
}
