//! [`Link`]: the connection to Discord's gateway, which is kept up whatever happens to it.
//!
//! serenity reads the events, but its connection cannot be relied upon: a request that it cannot send ends the task
//! that reads, and nothing starts another one ([serenity#3347]); after a resume that fails, it keeps a thread busy with a
//! connection that has ended, until a heartbeat is due ([serenity#3369]); and it never gives up on a connection that is
//! being made. So it connects to a server on the loopback interface, which is always there, and this room connects to
//! Discord in its place, one [line](line) a shard: serenity sees one session that lasts for as long as the program runs.
//!
//! - **Kept up.** A connection that says nothing is tested, given up and replaced within seconds. A session is resumed
//!   for as long as Discord has it.
//! - **Within the limits.** Before a session begins, Discord is asked whether one may (`starts.rs`).
//! - **Over when it is over.** After some close codes, no attempt can succeed, and none is made (`end.rs`).
//!
//! [serenity#3347]: https://github.com/serenity-rs/serenity/issues/3347
//! [serenity#3369]: https://github.com/serenity-rs/serenity/pull/3369
//!
//! | file | what |
//! |---|---|
//! | `line.rs`, `context.rs` | one shard, between serenity and Discord, and what all of them share |
//! | `serenity_socket.rs` | the connection from serenity |
//! | `discord_socket.rs` | a connection to Discord |
//! | `opcode.rs` | what payloads of the gateway are for |
//! | `heartbeat.rs` | heartbeats, and when a connection counts as dead |
//! | `end.rs` | why a connection ends, and what follows from that |
//! | `starts.rs` | the number and the pace of new sessions |
//! | `health.rs` | [`Health`]: which lines are up, and when each was last heard of |

mod context;
mod discord_socket;
mod end;
mod health;
mod heartbeat;
mod line;
mod opcode;
mod serenity_socket;
mod starts;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::task::{AbortHandle, JoinHandle, JoinSet};

use self::context::LinkContext;
use self::starts::SessionStarts;
use crate::limiter::Limiter;

pub(crate) use self::end::ClosedForGood;
pub(crate) use self::health::Health;
pub(crate) use self::starts::Allowance;

/// The wait after a connection from serenity could not be accepted.
const ACCEPT_RETRY_WAIT: Duration = Duration::from_millis(100);

/// Discord's gateway, as it has said where it is.
pub(crate) struct Gateway {
    /// Its address.
    pub(crate) address: String,
    /// How many sessions may begin, if Discord has said so.
    pub(crate) allowance: Option<Allowance>,
    /// The number of shards of this program.
    pub(crate) shards: u32,
}

/// The connection to Discord's gateway. Dropping it closes all lines.
pub(crate) struct Link {
    address: String,
    context: Arc<LinkContext>,
    task: JoinHandle<()>,
}

impl Link {
    /// Starts the server to which serenity connects. Nothing is sent to Discord before that.
    pub(crate) async fn start(gateway: Gateway, token: &str, limiter: Limiter) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = format!("ws://{}", listener.local_addr()?);
        let context = Arc::new(LinkContext {
            gateway: gateway.address,
            token: token.strip_prefix("Bot ").unwrap_or(token).to_owned(),
            health: Health::new(gateway.shards),
            starts: SessionStarts::new(gateway.allowance),
            limiter,
        });
        let serving = context.clone();
        let task = tokio::spawn(async move {
            let mut lines = JoinSet::new();
            loop {
                tokio::select! {
                    accepted = listener.accept() => {
                        match accepted {
                            Ok((stream, _)) => drop(lines.spawn(line::serve(serving.clone(), stream))),
                            // Errors such as too many open files pass.
                            Err(_) => tokio::time::sleep(ACCEPT_RETRY_WAIT).await,
                        }
                    }
                    Some(_) = lines.join_next() => {}
                }
            }
        });
        Ok(Self { address, context, task })
    }

    /// Returns the address to which serenity connects in place of Discord's.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Returns what is known about the lines.
    pub(crate) fn health(&self) -> &Health {
        &self.context.health
    }

    /// Returns a handle that tells whether the server runs.
    pub(crate) fn task(&self) -> AbortHandle {
        self.task.abort_handle()
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.task.abort();
    }
}
