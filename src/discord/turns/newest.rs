//! The messages of a match that stand in its channel: which is the newest, and which have buttons that are over.

use crate::discord::texts_commands::link;
use crate::matches::{Match, Matches, Notice};
use crate::store::{SentMessage, StoreError, Target};

/// How many messages are looked at.
const LOOK: u32 = 30;

/// A match message in its channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::discord) struct Newest {
    channel_id: i64,
    /// Discord's number for it.
    pub(in crate::discord) message_id: i64,
}

impl Newest {
    /// Its address.
    pub(in crate::discord) fn link(self, game: &Match) -> String {
        link(game.guild_id, self.channel_id, self.message_id)
    }
}

/// Whether a notice becomes a match message.
fn shows_match(notice: &Notice) -> bool {
    matches!(notice, Notice::News { .. } | Notice::Board)
}

fn notice(sent: &SentMessage) -> Option<Notice> {
    serde_json::from_str(&sent.notice).ok()
}

fn in_channel(sent: &SentMessage) -> Option<Newest> {
    match sent.target {
        // Another instance sent it, and Discord's number for it is not known.
        Target::Channel(_) if sent.message_id == 0 => None,
        Target::Channel(channel_id) => Some(Newest { channel_id, message_id: sent.message_id }),
        Target::User(_) => None,
    }
}

/// The newest match message of a match.
pub(in crate::discord) async fn newest(
    matches: &Matches,
    game: &Match,
) -> Result<Option<Newest>, StoreError> {
    let sent = matches.store().sent_messages(game.id, LOOK).await?;
    let mut shown = sent.iter().filter(|sent| notice(sent).is_some_and(|notice| shows_match(&notice)));
    Ok(shown.next().and_then(in_channel))
}

/// The messages of a match whose buttons are over once a new one stands in the channel, sent as Discord's message
/// `sent_as`: channel and message.
///
/// A press takes the buttons off its own message, unless the program was stopped before: then what it brought is told
/// `late`.
pub(in crate::discord) async fn outdated(
    matches: &Matches,
    game: &Match,
    new: &str,
    sent_as: i64,
    late: bool,
) -> Result<Vec<(i64, i64)>, StoreError> {
    let Ok(new) = serde_json::from_str::<Notice>(new) else { return Ok(Vec::new()) };
    if !game.has_turns() {
        return Ok(Vec::new());
    }
    let all = shows_match(&new) || matches!(new, Notice::Cancelled);
    let offers = all || matches!(new, Notice::Answered { .. }) && game.offer().is_none();
    if !offers {
        return Ok(Vec::new());
    }
    let pressed = if let Notice::News { pressed, .. } = new { pressed.filter(|_| !late) } else { None };
    let mut outdated = Vec::new();
    let before = matches.store().sent_messages(game.id, LOOK).await?;
    // Discord's numbers grow: neither the new one itself is old, nor what another program has sent after it.
    for sent in before.into_iter().filter(|sent| sent.message_id < sent_as) {
        let Some(old) = notice(&sent) else { continue };
        let has_buttons = match old {
            Notice::Offered { .. } => true,
            Notice::TimeOut { .. } | Notice::Created => all,
            _ => all && shows_match(&old),
        };
        if let Some(found) = in_channel(&sent).filter(|_| has_buttons)
            && pressed != Some(found.message_id)
        {
            outdated.push((found.channel_id, found.message_id));
        }
        // What came before was seen to when this was sent.
        if shows_match(&old) || matches!(old, Notice::Offered { .. }) && !all {
            break;
        }
    }
    Ok(outdated)
}
