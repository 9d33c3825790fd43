//! [`Probe`]: whether the connection to Discord is alive at this moment.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{Cache, ChunkGuildFilter, ConnectionStage, ShardId, ShardManager};

use crate::ui::Arrivals;

/// How long Discord may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// The shard over which direct messages come.
const DIRECT: ShardId = ShardId(0);

/// A question to Discord over the connection itself, the answer to which comes after everything that was sent before.
pub(super) struct Probe {
    shards: Arc<ShardManager>,
    cache: Arc<Cache>,
    arrivals: Arrivals,
    sent: AtomicU64,
}

impl Probe {
    pub(super) fn new(shards: Arc<ShardManager>, cache: Arc<Cache>, arrivals: Arrivals) -> Self {
        Self { shards, cache, arrivals, sent: AtomicU64::new(0) }
    }

    /// Returns whether everything that people have sent so far has arrived.
    ///
    /// The loss of a connection may go unnoticed for a minute, until heartbeats are missed; and a connection that has just been
    /// made tells nothing of what was sent before.
    pub(super) async fn comes_back(&self) -> bool {
        self.arrivals.has_no_gap() && self.answers().await
    }

    /// Returns whether everything that people have sent since the session began has arrived.
    pub(super) async fn answers(&self) -> bool {
        let me = self.cache.current_user().id;
        let shards = self.cache.shard_count();
        let on_shard = |guild: &serenity::GuildId| serenity::utils::shard_id(*guild, shards) == DIRECT.0;
        let Some(guild) = self.cache.guilds().into_iter().find(on_shard) else { return false };
        let number = self.sent.fetch_add(1, Ordering::Relaxed) + 1;
        {
            let runners = self.shards.runners.lock().await;
            let Some(runner) = runners.get(&DIRECT) else { return false };
            if runner.stage != ConnectionStage::Connected {
                return false;
            }
            let filter = ChunkGuildFilter::UserIds(vec![me]);
            runner.runner_tx.chunk_guild(guild, Some(1), false, filter, Some(number.to_string()));
        }
        // What was sent before this connection is none of its messages.
        tokio::time::timeout(PATIENCE, self.arrivals.comes_back(number)).await.is_ok()
    }
}
