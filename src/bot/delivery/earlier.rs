//! Finds out whether an earlier attempt succeeded although Discord's response was lost.

use super::client::{Client, RequestError};
use super::find::Wanted;
use super::texts;
use trigon_engine::matches::{Matches, Millis, Pending};
use trigon_engine::store::StoreError;

/// How long to rely on a nonce. Discord promises a few minutes.
const NONCE_HOLDS: Millis = 120_000;

/// The largest difference between Discord's clock and this one.
const SKEW: Millis = 30_000;

/// What is known of a message before an attempt.
pub(super) enum Earlier {
    /// It must be sent: either it cannot be there yet, or its nonce prevents a duplicate.
    Send,
    /// It is there, as the message with this ID.
    There(i64),
    /// It is no longer pending, because another program has already sent it or given it up.
    Settled,
}

/// Finds out whether a message is already in its channel, and records that it may be from now on.
///
/// The channel is searched only if an earlier attempt was so long ago that Discord may have forgotten its nonce.
///
/// # Errors
/// If the channel cannot be read for now.
pub(super) async fn earlier(
    matches: &Matches,
    client: &Client,
    row: &mut Pending,
    channel: i64,
    text: &str,
) -> Result<Earlier, RequestError> {
    let id = row.id;
    let unreadable = |error: StoreError| {
        tracing::error!(message = id, %error, "the outbox cannot be used; trying again");
        RequestError::Passing { reason: texts::UNREADABLE.to_owned(), doubtful: false }
    };
    let now = matches.clock().now();
    match matches.begin_attempt(row).await {
        Ok(()) => {}
        Err(StoreError::Conflict) => return Ok(Earlier::Settled),
        Err(error) => return Err(unreadable(error)),
    }
    let Some(first) = row.first_attempt_at else { return Ok(Earlier::Send) };
    // A first attempt in the future was made before the clock was set back.
    if (0..NONCE_HOLDS).contains(&(now - first)) {
        return Ok(Earlier::Send);
    }
    let Some(after) = sent_before(matches, row).await.map_err(unreadable)? else {
        return Ok(Earlier::Settled);
    };
    let wanted = Wanted { nonce: &row.nonce, text, not_before: first - SKEW, after };
    match client.find(channel, &wanted).await {
        Ok(Some(message_id)) => Ok(Earlier::There(message_id)),
        // If the channel cannot be read, the nonce has to suffice.
        Ok(None) | Err(RequestError::Refused(50_001 | 50_013)) => Ok(Earlier::Send),
        Err(failure) => Err(failure),
    }
}

/// Returns the ID of the last message that was sent to the same target. It must not be mistaken for this one: as long as nothing
/// changes, a match reads the same, and so do answers to the same request. Returns `None` if this one has been settled in the
/// meantime.
async fn sent_before(matches: &Matches, row: &Pending) -> Result<Option<i64>, StoreError> {
    // Messages to one target are sent in order, so none of these came after this one.
    let last = matches.store().last_sent(row.target).await?.unwrap_or(0);
    // Checked last: as long as this one is pending, it cannot be the one that was found.
    Ok(matches.is_pending(row.id).await?.then_some(last))
}
