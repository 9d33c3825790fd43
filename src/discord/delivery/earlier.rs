//! Whether an earlier attempt was done although Discord's answer was lost.

use super::client::{Client, Failure, Wanted};
use super::texts;
use crate::matches::{Matches, Millis, Pending};
use crate::store::StoreError;

/// How long a nonce is relied on. Discord promises a few minutes.
const NONCE_HOLDS: Millis = 120_000;

/// How far Discord's clock and this one may be apart.
const SKEW: Millis = 30_000;

/// How many of the messages that were sent are looked at.
const SENT: u32 = 100;

/// What is known of a message before an attempt.
pub(super) enum Earlier {
    /// It is to be sent: either it cannot be there yet, or its nonce keeps it from being there twice.
    Send,
    /// It is there, as Discord's message of this number.
    There(i64),
    /// It is no longer pending, because another program has sent it or given it up.
    Settled,
}

/// Finds out whether a message is already in its channel, and records that it may be from now on.
///
/// The channel is looked through only if an earlier attempt was so long ago that its nonce may be forgotten.
///
/// # Errors
/// Returns why nothing can be known for now.
pub(super) async fn earlier(
    matches: &Matches,
    client: &Client,
    row: &Pending,
    channel: i64,
    text: &str,
) -> Result<Earlier, Failure> {
    let unreadable = |error: StoreError| {
        tracing::error!(message = row.id, %error, "the outbox cannot be used; trying again");
        Failure::Passing { reason: texts::UNREADABLE.to_owned(), doubtful: false }
    };
    let now = matches.clock().now();
    let Some(first) = row.first_attempt_at else {
        return match matches.begin_attempt(row.id).await {
            Ok(()) => Ok(Earlier::Send),
            Err(StoreError::Conflict) => Ok(Earlier::Settled),
            Err(error) => Err(unreadable(error)),
        };
    };
    if now - first < NONCE_HOLDS {
        return Ok(Earlier::Send);
    }
    let Some(after) = sent_before(matches, row).await.map_err(unreadable)? else {
        return Ok(Earlier::Settled);
    };
    let wanted = Wanted { nonce: &row.nonce, text, not_before: first - SKEW, after };
    match client.find(channel, &wanted).await {
        Ok(Some(message_id)) => Ok(Earlier::There(message_id)),
        // Without a look at the channel the nonce has to do.
        Ok(None) | Err(Failure::Refused(50_001 | 50_013)) => Ok(Earlier::Send),
        Err(failure) => Err(failure),
    }
}

/// Returns Discord's number of the last message of the match that was sent to the same target, which is not to be
/// taken for this one: as long as nothing changes, a match reads the same. `None` when this one has been settled
/// meanwhile.
async fn sent_before(matches: &Matches, row: &Pending) -> Result<Option<i64>, StoreError> {
    // To one target they are sent in order: none of these came after this one.
    let sent = matches.posted(row.match_id, SENT).await?;
    let same_target = sent.iter().filter(|sent| sent.target == row.target);
    let last = same_target.map(|sent| sent.message_id).max().unwrap_or(0);
    // Asked last: as long as this one is pending, what was found cannot be itself.
    Ok(matches.is_pending(row.id).await?.then_some(last))
}
