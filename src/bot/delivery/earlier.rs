//! Finding out whether an earlier attempt to send a message succeeded although Discord’s response was lost. Called before each
//! attempt.

use reqwest::Method;
use serde::Deserialize;
use serde_json::Value;

use super::client::{Client, WithId};
use super::request_error::{RequestError, TransientFailure};
use super::texts;
use crate::codes::UNKNOWN_CHANNEL;
use crate::ui::snowflakes::time;
use trigon_engine::ids::{ChannelId, MessageId};
use trigon_engine::matches::{Matches, Millis, Pending};
use trigon_engine::store::StoreError;

/// How long to rely on a nonce. Discord promises a few minutes.
const NONCE_LIFETIME: Millis = 120_000;

/// The largest assumed difference between Discord's clock and this one.
const MAX_CLOCK_SKEW: Millis = 30_000;

/// The maximum number of messages that Discord returns at once.
const PAGE_SIZE: usize = 100;

/// The maximum number of pages to search: in a channel with more messages than that since the first attempt, the nonce
/// has to suffice.
const MAX_PAGES: usize = 50;

/// Discord’s code for a channel to which the bot has no access.
const NO_ACCESS: i64 = 50_001;

/// Discord’s code for a request for which the bot lacks a permission.
const NO_PERMISSION: i64 = 50_013;

/// What is known about earlier attempts to send a message.
pub(super) enum EarlierAttempt {
    /// None has arrived, as far as that matters: if one had, the nonce of the message would prevent a duplicate.
    None,
    /// One has arrived, as the message with this ID.
    Arrived(MessageId),
    /// It is no longer pending, because another process has already sent it or given it up.
    Settled,
}

/// Finds out whether a message is already in its channel, and records that it may be from now on.
///
/// The channel is searched only if an earlier attempt was so long ago that Discord may have forgotten its nonce.
pub(super) async fn find_earlier(
    matches: &Matches,
    client: &Client,
    pending: &mut Pending,
    channel: ChannelId,
    text: &str,
) -> Result<EarlierAttempt, RequestError> {
    let id = pending.id;
    let unreadable = |error: StoreError| {
        tracing::error!(message = id.0, %error, "the outbox cannot be used; trying again");
        RequestError::Transient(TransientFailure::unanswered(texts::UNREADABLE.to_owned()))
    };
    let now = matches.clock().now();
    match matches.begin_attempt(pending).await {
        Ok(()) => {}
        Err(StoreError::Conflict) => return Ok(EarlierAttempt::Settled),
        Err(error) => return Err(unreadable(error)),
    }
    let Some(first_attempt_at) = pending.first_attempt_at else { return Ok(EarlierAttempt::None) };
    // A first attempt in the future was made before the clock was set back, and may be old.
    if (0..NONCE_LIFETIME).contains(&(now - first_attempt_at)) {
        return Ok(EarlierAttempt::None);
    }
    let Some(after) = sent_before(matches, pending).await.map_err(unreadable)? else {
        return Ok(EarlierAttempt::Settled);
    };
    let sought =
        SoughtMessage { nonce: &pending.nonce, text, not_before: first_attempt_at - MAX_CLOCK_SKEW, after };
    match client.find(channel, &sought).await {
        Ok(Some(message_id)) => Ok(EarlierAttempt::Arrived(message_id)),
        // If the channel cannot be read, the nonce has to suffice.
        Ok(None) | Err(RequestError::Refused(NO_ACCESS | NO_PERMISSION)) => Ok(EarlierAttempt::None),
        // Discord refuses to show the messages. That does not tell whether this one arrived, nor whether Discord would take it.
        Err(RequestError::Refused(code)) if code != UNKNOWN_CHANNEL => {
            Err(RequestError::Transient(TransientFailure::unknown_refusal(texts::discord_code(code))))
        }
        Err(failure) => Err(failure),
    }
}

/// Returns the ID of the last message sent to the same target, which must not be mistaken for this one: an unchanged
/// match produces the same text, and so do answers to the same request. Returns `None` if this message has been settled
/// in the meantime.
async fn sent_before(matches: &Matches, pending: &Pending) -> Result<Option<MessageId>, StoreError> {
    // Messages to one target are sent in order, so none of these came after this one.
    let last = matches.store().last_sent(pending.target).await?.unwrap_or(MessageId(0));
    // Checked last: while this message is pending, it cannot be the one found.
    Ok(matches.is_pending(pending.id).await?.then_some(last))
}

/// What is known about a message to find in its channel.
#[derive(Debug, Clone, Copy)]
pub(super) struct SoughtMessage<'a> {
    /// Its nonce.
    pub(super) nonce: &'a str,
    /// Its text, which has to suffice if Discord does not return nonces.
    pub(super) text: &'a str,
    /// The time before which it cannot have been sent.
    pub(super) not_before: Millis,
    /// The ID of an earlier message in the channel.
    pub(super) after: MessageId,
}

impl SoughtMessage<'_> {
    /// Finds the message among those of its channel, considering only those by `me`.
    fn among(&self, messages: &[ChannelMessage], me: &str) -> Option<MessageId> {
        let mine = messages.iter().filter(|message| message.author.id == me);
        let mine = mine.filter_map(|message| Some((message, message.id.parse::<MessageId>().ok()?)));
        let mine = mine.filter(|(_, id)| !self.is_before(*id));
        let found = mine.filter(|(message, _)| match &message.nonce {
            Some(nonce) => *nonce == self.nonce,
            None => message.content.trim() == self.text.trim(),
        });
        // An equal nonce is proof; equal text is only an indication.
        found.min_by_key(|(message, id)| (message.nonce.is_none(), *id)).map(|(_, id)| id)
    }

    /// Returns whether a message with this ID is too old to be the one.
    fn is_before(&self, id: MessageId) -> bool {
        id <= self.after || time(id.0) < self.not_before
    }
}

/// A message in a channel.
#[derive(Debug, Deserialize)]
struct ChannelMessage {
    id: String,
    content: String,
    author: WithId,
    /// A string or a number, if Discord returns it at all.
    nonce: Option<Value>,
}

impl Client {
    /// Finds a message that this bot wrote in a channel. Goes back in time, page by page, until the rest are too old,
    /// because others may have written a lot since then.
    pub(super) async fn find(
        &self,
        channel: ChannelId,
        sought: &SoughtMessage<'_>,
    ) -> Result<Option<MessageId>, RequestError> {
        let me = self.me().await?;
        let mut found = Vec::new();
        let mut before = String::new();
        for _ in 0..MAX_PAGES {
            let path = format!("/channels/{channel}/messages?limit={PAGE_SIZE}{before}");
            let (page, rest): (Vec<ChannelMessage>, _) =
                self.request_json(self.request(Method::GET, &path)).await?;
            let oldest = page.last().and_then(|message| message.id.parse::<MessageId>().ok());
            let is_last = page.len() < PAGE_SIZE;
            found.extend(page.into_iter().filter(|message| message.author.id == me));
            match oldest {
                Some(oldest) if !is_last && !sought.is_before(oldest) => before = format!("&before={oldest}"),
                _ => break,
            }
            tokio::time::sleep(rest).await;
        }
        Ok(sought.among(&found, me))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_an_own_message_is_found_and_its_nonce_decides() {
        let message = |id: i64, author: &str, nonce: Value, content: &str| {
            let author = json!({ "id": author, "bot": true });
            let standing =
                json!({ "id": id.to_string(), "content": content, "author": author, "nonce": nonce });
            serde_json::from_value::<ChannelMessage>(standing).unwrap()
        };
        let sought = SoughtMessage {
            nonce: "n7",
            text: "Round 2",
            not_before: time(0) + 10,
            after: MessageId(50 << 22),
        };
        let found = |messages: &[ChannelMessage]| sought.among(messages, "1").map(|id| id.0 >> 22);
        let same = |id: i64, author| message(id << 22, author, Value::Null, "Round 2\n");
        assert_eq!(found(&[same(60, "1"), same(61, "1")]), Some(60), "the first that reads the same");
        assert_eq!(found(&[same(60, "2")]), None, "another bot's");
        assert_eq!(found(&[same(50, "1")]), None, "one from before");
        assert_eq!(found(&[message(60 << 22, "1", json!("n6"), "Round 2")]), None, "another nonce");
        assert_eq!(found(&[message(60 << 22, "2", json!("n7"), "Round 2")]), None, "a copied nonce");
        let edited = message(62 << 22, "1", json!("n7"), "Round 2 (over)");
        assert_eq!(found(&[same(60, "1"), edited]), Some(62), "its nonce, whatever it reads now");
    }
}
