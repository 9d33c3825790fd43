//! [`Receipts`]: in a rush, that is, when more messages are due than delivery has room for, several messages are stored as sent in
//! one transaction. Otherwise `settle.rs` stores each on its own.

use std::sync::Mutex;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::locks::locked;
use trigon_engine::ids::MessageId;
use trigon_engine::matches::{Matches, Pending};

/// How long the first message waits for others. If the program stops meanwhile, they count as possibly sent, and
/// Discord recognizes their nonces.
const GATHER_WAIT: Duration = Duration::from_millis(200);

/// A message that was sent but is not yet stored as sent.
struct Receipt {
    pending: Pending,
    message_id: MessageId,
    /// Receives whether the target stays taken.
    keeps_target: oneshot::Sender<bool>,
}

/// Messages that were sent but are not yet stored as sent.
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

    /// Stores that a message was sent, together with others sent soon after; the first one does it for all of them. Returns whether
    /// the target stays taken, because there is more to send to it.
    pub(super) async fn settle(&self, matches: &Matches, pending: &Pending, message_id: MessageId) -> bool {
        let (keeps_target, answer) = oneshot::channel();
        if self.add(Receipt { pending: pending.clone(), message_id, keeps_target }) {
            tokio::time::sleep(GATHER_WAIT).await;
            self.settle_all(matches).await;
        }
        answer.await.unwrap_or(false)
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

    /// Stores all waiting receipts, however long that takes.
    async fn settle_all(&self, matches: &Matches) {
        let receipts = self.take();
        let sent: Vec<_> = receipts.iter().map(|receipt| (&receipt.pending, receipt.message_id)).collect();
        let all_keep_target = loop {
            match matches.settle_sent(&sent).await {
                Ok(all) => break all,
                Err(error) => {
                    tracing::error!(messages = sent.len(), %error, "the outbox cannot be written; trying again");
                }
            }
            tokio::time::sleep(self.retry).await;
        };
        for (receipt, keeps_target) in receipts.into_iter().zip(all_keep_target) {
            // `None` means that another process has taken or settled it, with the same nonce.
            let _ = receipt.keeps_target.send(keeps_target.unwrap_or(false));
        }
    }
}
