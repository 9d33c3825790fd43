//! [`DatabaseProxy`]: the connections of one process to the database server, which can be slow, stall and be cut.
#![cfg_attr(not(unix), allow(dead_code, reason = "there is no server to connect to"))]

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
#[cfg(unix)]
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// A forwarder from a port of this machine to the socket of the server.
#[derive(Clone)]
pub(crate) struct DatabaseProxy {
    port: u16,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    /// How much everything is delayed, in milliseconds.
    delay: AtomicU64,
    /// Whether nothing arrives at present.
    stalled: watch::Sender<bool>,
    /// Counts how often all connections were cut.
    cuts: watch::Sender<u64>,
}

impl DatabaseProxy {
    /// Starts forwarding.
    #[cfg(unix)]
    pub(crate) async fn start(socket: PathBuf) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let state = Arc::new(State::default());
        let shared = state.clone();
        tokio::spawn(async move {
            // The bot has to cope with a connection that cannot be made.
            while let Ok((bot, _)) = listener.accept().await {
                let (state, socket) = (shared.clone(), socket.clone());
                tokio::spawn(async move {
                    if let Ok(server) = UnixStream::connect(socket).await {
                        state.connect(bot, server).await;
                    }
                });
            }
        });
        Ok(Self { port, state })
    }

    /// Returns the address of a schema of the server, through this proxy.
    pub(crate) fn url(&self, schema: &str) -> String {
        format!("postgres://trigon@127.0.0.1:{}/postgres?options=-csearch_path%3D{schema}", self.port)
    }

    /// Delays everything.
    pub(crate) fn slow(&self, delay: Duration) {
        self.state.delay.store(delay.as_millis() as u64, Ordering::Relaxed);
    }

    /// Lets nothing through.
    pub(crate) fn stall(&self) {
        self.state.stalled.send_replace(true);
    }

    /// Lets everything through again.
    pub(crate) fn resume(&self) {
        self.state.stalled.send_replace(false);
    }

    /// Cuts all connections.
    pub(crate) fn cut(&self) {
        self.state.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// Ends all trouble.
    pub(crate) fn restore(&self) {
        self.slow(Duration::ZERO);
        self.resume();
    }
}

impl State {
    #[cfg(unix)]
    async fn connect(&self, bot: TcpStream, server: UnixStream) {
        let mut cuts = self.cuts.subscribe();
        let (from_bot, to_bot) = bot.into_split();
        let (from_server, to_server) = server.into_split();
        // Whichever ends first ends the other.
        tokio::select! {
            _ = self.carry(from_bot, to_server) => {}
            _ = self.carry(from_server, to_bot) => {}
            _ = cuts.changed() => {}
        }
    }

    async fn carry(
        &self,
        mut from: impl AsyncReadExt + Unpin,
        mut to: impl AsyncWriteExt + Unpin,
    ) -> io::Result<()> {
        let mut chunk = vec![0; 16 * 1024];
        let mut stalled = self.stalled.subscribe();
        loop {
            let length = from.read(&mut chunk).await?;
            if length == 0 {
                return Ok(());
            }
            let delay = self.delay.load(Ordering::Relaxed);
            if delay > 0 {
                tokio::time::sleep(Duration::from_millis(delay)).await;
            }
            // The sender lives as long as this.
            let _ = stalled.wait_for(|stalled| !stalled).await;
            to.write_all(&chunk[..length]).await?;
        }
    }
}
