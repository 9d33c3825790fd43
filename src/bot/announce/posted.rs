//! The messages of a match in its channel: which one is the newest.

use crate::ui::words::link;
use trigon_engine::ids::{ChannelId, MessageId};
use trigon_engine::matches::{InternalError, Match, Matches, Notice, Posted, Target};

/// The maximum number of recent messages among which the newest match message is looked for.
const MAX_MESSAGES_SEARCHED: u32 = 60;

/// A match message in its channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MatchMessageRef {
    channel_id: ChannelId,
    /// The Discord ID.
    pub(crate) message_id: MessageId,
}

impl MatchMessageRef {
    /// Returns the location of a message, or `None` if it is a direct message, or if another process sent it and its ID
    /// is unknown.
    fn of(posted: &Posted) -> Option<Self> {
        match posted.target {
            Target::Channel(channel_id) if posted.message_id != MessageId(0) => {
                Some(Self { channel_id, message_id: posted.message_id })
            }
            _ => None,
        }
    }

    /// Returns the link to the message.
    pub(crate) fn link(self, game: &Match) -> String {
        link(game.guild_id, self.channel_id, self.message_id)
    }
}

/// Returns whether a notice becomes a match message.
fn is_match_message(notice: &Notice) -> bool {
    matches!(notice, Notice::News { .. } | Notice::Board)
}

/// Returns the newest match message of a match.
pub(crate) async fn newest(
    matches: &Matches,
    game: &Match,
) -> Result<Option<MatchMessageRef>, InternalError> {
    let posted = matches.posted_to(game.id, Target::Channel(game.channel_id), MAX_MESSAGES_SEARCHED).await?;
    let mut shown = posted.iter().filter(|posted| posted.notice.as_ref().is_some_and(is_match_message));
    Ok(shown.next().and_then(MatchMessageRef::of))
}
