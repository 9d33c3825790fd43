//! A request that shows whether everything that people have sent has arrived.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serde_json::json;
use serenity::Cache;

use crate::link::Health;
use crate::ui::Arrivals;

/// How long Discord may take to answer a probe.
const ECHO_TIMEOUT: Duration = Duration::from_secs(2);

/// The opcode of a request for members of a server.
const REQUEST_MEMBERS: u8 = 8;

/// The shard that receives direct messages.
const DIRECT_SHARD: u32 = 0;

/// A request to Discord over the connection itself, whose response arrives after everything that was sent before.
pub(super) struct Probe {
    health: Health,
    pub(super) cache: Arc<Cache>,
    arrivals: Arrivals,
    sent: AtomicU64,
}

impl Probe {
    pub(super) fn new(health: Health, cache: Arc<Cache>, arrivals: Arrivals) -> Self {
        Self { health, cache, arrivals, sent: AtomicU64::new(0) }
    }

    /// Returns whether everything that people have sent so far has arrived.
    ///
    /// The loss of a connection may go unnoticed for a minute, until heartbeats are missed; and a new connection says
    /// nothing about what was sent before it.
    pub(super) async fn has_all_arrived(&self) -> bool {
        self.arrivals.has_no_gap() && self.has_session_arrived().await
    }

    /// Returns whether everything that people have sent since the session began has arrived.
    ///
    /// Each event is handled in its own task, and the newest task may run first. By the time a second probe is back,
    /// the tasks for everything that came before the first one have run.
    pub(super) async fn has_session_arrived(&self) -> bool {
        self.send_and_wait().await && self.send_and_wait().await
    }

    /// Sends a probe, and returns whether it comes back in time.
    async fn send_and_wait(&self) -> bool {
        let me = self.cache.current_user().id;
        let shards = self.cache.shard_count();
        let on_shard = |guild: &serenity::GuildId| serenity::utils::shard_id(*guild, shards) == DIRECT_SHARD;
        let Some(guild) = self.cache.guilds().into_iter().find(on_shard) else { return false };
        let number = self.sent.fetch_add(1, Ordering::Relaxed) + 1;
        let members = json!({
            "guild_id": guild, "user_ids": [me], "limit": 1, "presences": false, "nonce": number.to_string(),
        });
        // Not through serenity, which would stop reading if it could not send this.
        if !self.health.send(DIRECT_SHARD, json!({ "op": REQUEST_MEMBERS, "d": members }).to_string()) {
            return false;
        }
        // Messages sent before this connection was made do not arrive over it.
        let is_back = tokio::time::timeout(ECHO_TIMEOUT, self.arrivals.wait_for_probe(number)).await.is_ok();
        if !is_back {
            self.health.test(DIRECT_SHARD);
        }
        is_back
    }
}
