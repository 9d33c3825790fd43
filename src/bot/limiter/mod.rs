//! [`Limiter`]: keeps Discord's rate limits for all requests of the bot, whichever client makes them.
//!
//! It is a small server on the loopback interface, between the bot and Discord: serenity sends its requests there, and
//! delivery brings its own straight in ([`Passage`]). serenity's own limiter would know nothing of delivery's requests, and
//! it ignores the address of a proxy. The limiter adds no token to a request, so it is of no use to other programs on the
//! machine.
//!
//! - **Routes.** Each route has a bucket. Discord's responses tell how much it holds; requests to one bucket go one after
//!   the other.
//! - **Everything together** keeps an even pace, in small groups ([`Pace`]). After a global refusal all requests wait, and then
//!   they go at that pace again, not all at once.
//! - **Answers to interactions** never wait: Discord does not count them, and wants them within three seconds.
//! - **Nothing is lost.** A refused request is repeated here if the wait is short. If not, the client gets the refusal.
//!
//! | file | what |
//! |---|---|
//! | `mod.rs` | the server |
//! | `agent.rs` | the name under which the bot makes requests |
//! | `forward.rs` | a request on its way |
//! | `gate.rs` | [`Pace`], and the gate that all requests pass |
//! | `route.rs` | routes, and what responses tell of their buckets |

mod agent;
mod forward;
mod gate;
mod route;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub use self::agent::agent;
pub use self::forward::UNREACHABLE;
use self::forward::{Upstream, forward};
pub use self::gate::Pace;
use crate::time::DiscordClock;

/// What divides the pace of all requests among processes with the same token, each of which has a limiter.
#[derive(Debug, Clone)]
pub struct Share(Arc<Upstream>);

impl Share {
    /// Makes only one in `parts` of all requests that may be made.
    pub fn divide(&self, parts: u32) {
        self.0.divide(parts);
    }
}

/// The way into the limiter for requests of this program. Serenity's have to come over the loopback interface.
#[derive(Debug, Clone)]
pub struct Passage(Arc<Upstream>);

impl Passage {
    /// Sends a request on when the limits allow it, and returns the response. The server in its address does not matter.
    pub async fn pass(&self, request: Request) -> Response {
        forward(State(self.0.clone()), request).await
    }
}

/// The limiter while it runs. When it is dropped, it takes no more requests.
#[derive(Debug)]
pub struct Limiter {
    address: String,
    upstream: Arc<Upstream>,
    end: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl Limiter {
    /// Starts a limiter in front of a server with Discord's API, such as `https://discord.com`. All requests get this
    /// `User-Agent`, whatever their clients call themselves.
    ///
    /// # Errors
    /// If the loopback interface has no free port, no connections can be made, or the name cannot be sent.
    pub async fn start(upstream: &str, pace: Pace, agent: &str) -> io::Result<Self> {
        let upstream = Upstream::new(upstream, pace, agent)?;
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = format!("http://{}", listener.local_addr()?);
        // Small answers must not wait until more is to be sent.
        let listener = listener.tap_io(|connection| drop(connection.set_nodelay(true)));
        let service = Router::new().fallback(forward).with_state(upstream.clone());
        let (end, ended) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let ended = async move { drop(ended.await) };
            if let Err(error) = axum::serve(listener, service).with_graceful_shutdown(ended).await {
                tracing::error!(%error, "the rate limiter has ended");
            }
        });
        Ok(Self { address, upstream, end: Some(end), task })
    }

    /// Returns the address to which requests are sent in place of the server's.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Has a clock learn the time from each response.
    pub fn tell(&self, clock: Arc<DiscordClock>) {
        self.upstream.tell(clock);
    }

    /// Returns what divides the pace among several processes.
    pub fn share(&self) -> Share {
        Share(self.upstream.clone())
    }

    /// Returns the way for requests of this program. It stays open for as long as anybody has it.
    pub fn passage(&self) -> Passage {
        Passage(self.upstream.clone())
    }

    /// Takes no more requests, and waits for those that are on their way, but not longer than `patience`.
    pub async fn stop(mut self, patience: Duration) {
        drop(self.end.take());
        let _ = tokio::time::timeout(patience, &mut self.task).await;
    }
}

impl Drop for Limiter {
    fn drop(&mut self) {
        self.task.abort();
    }
}
