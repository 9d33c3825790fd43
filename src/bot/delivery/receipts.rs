//! [`Receipts`]: in a rush, several messages are recorded as sent in one transaction.

use std::sync::Mutex;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::locks::locked;
use trigon_engine::ids::MessageId;
use trigon_engine::matches::{Matches, Pending};

/// How long the first message waits for others. If the program stops meanwhile, they count as possibly sent, and
/// Discord recognizes their nonces.
const GATHER_WAIT: Duration = Duration::from_millis(200);

/// A message that was sent but is not yet recorded as sent.
struct Receipt {
    pending: Pending,
    message_id: MessageId,
    /// Receives whether the target is kept.
    kept: oneshot::Sender<bool>,
}

/// Messages that were sent but are not yet recorded as sent.
pub(super) struct Receipts {
    waiting: Mutex<Vec<Receipt>>,
    /// How long to wait after storage has failed.
    retry: Duration,
}

impl Receipts {
    /// Creates an empty collection. After storage has failed, it tries again every `retry`.
    pub(super) fn new(retry: Duration) -> Self {
        Self { waiting: Mutex::default(), retry }
    }

    /// Records a message as sent, together with others sent soon after; the first one does it for all of them. Returns
    /// whether the target is kept because there is more to send to it.
    pub(super) async fn settle(&self, matches: &Matches, pending: &Pending, message_id: MessageId) -> bool {
        let (kept, told) = oneshot::channel();
        if self.add(Receipt { pending: pending.clone(), message_id, kept }) {
            tokio::time::sleep(GATHER_WAIT).await;
            self.settle_all(matches).await;
        }
        told.await.unwrap_or(false)
    }

    /// Adds a receipt and returns whether it is the first.
    fn add(&self, receipt: Receipt) -> bool {
        let mut waiting = locked(&self.waiting);
        waiting.push(receipt);
        waiting.len() == 1
    }

    fn take(&self) -> Vec<Receipt> {
        std::mem::take(&mut locked(&self.waiting))
    }

    /// Records all waiting receipts, however long that takes.
    async fn settle_all(&self, matches: &Matches) {
        let receipts = self.take();
        let sent: Vec<_> = receipts.iter().map(|receipt| (&receipt.pending, receipt.message_id)).collect();
        let kept = loop {
            match matches.settle_sent(&sent).await {
                Ok(kept) => break kept,
                Err(error) => {
                    tracing::error!(messages = sent.len(), %error, "the outbox cannot be written; trying again");
                }
            }
            tokio::time::sleep(self.retry).await;
        };
        for (receipt, kept) in receipts.into_iter().zip(kept) {
            // `None` means that another process has taken or settled it, with the same nonce.
            let _ = receipt.kept.send(kept.unwrap_or(false));
        }
    }
}
