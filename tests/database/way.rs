//! A way to a server on which statements are counted.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, UnixStream};

/// The length of a message's header: its kind, and the length of the rest.
const HEAD: usize = 5;

pub(crate) struct Way {
    url: String,
    statements: Arc<AtomicUsize>,
}

impl Way {
    /// Opens a way to the server whose socket is in a folder. It ends with the test.
    pub(crate) async fn to(folder: &Path, schema: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let statements = Arc::new(AtomicUsize::new(0));
        let (socket, counted): (PathBuf, _) = (folder.join(".s.PGSQL.5432"), statements.clone());
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                client.set_nodelay(true).unwrap();
                let (mut from_client, mut to_client) = client.into_split();
                let server = UnixStream::connect(&socket).await.unwrap();
                let (mut from_server, mut to_server) = server.into_split();
                tokio::spawn(async move { tokio::io::copy(&mut from_server, &mut to_client).await });
                let counted = counted.clone();
                tokio::spawn(async move {
                    // The first message has no kind.
                    let mut message = first(&mut from_client).await;
                    while let Some(bytes) = message {
                        if to_server.write_all(&bytes).await.is_err() {
                            return;
                        }
                        message = next(&mut from_client).await;
                        // A simple query, or the execution of a prepared one.
                        if message.as_ref().is_some_and(|bytes| matches!(bytes[0], b'Q' | b'E')) {
                            counted.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        let options = format!("sslmode=disable&options=-csearch_path%3D{schema}");
        Self { url: format!("postgres://trigon@127.0.0.1:{port}/postgres?{options}"), statements }
    }

    /// Returns the address that leads over this way.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Returns the number of statements so far.
    pub(crate) fn statements(&self) -> usize {
        self.statements.load(Ordering::Relaxed)
    }
}

/// Reads the first message, which has no type.
async fn first(from: &mut (impl AsyncRead + Unpin)) -> Option<Vec<u8>> {
    let mut bytes = vec![0; 4];
    from.read_exact(&mut bytes).await.ok()?;
    rest(from, bytes, 0).await
}

/// Reads the next message.
async fn next(from: &mut (impl AsyncRead + Unpin)) -> Option<Vec<u8>> {
    let mut bytes = vec![0; HEAD];
    from.read_exact(&mut bytes).await.ok()?;
    rest(from, bytes, 1).await
}

/// Reads the rest of a message, whose length is at an index in its header and includes itself.
async fn rest(from: &mut (impl AsyncRead + Unpin), mut bytes: Vec<u8>, at: usize) -> Option<Vec<u8>> {
    let length = u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    bytes.resize(at + length, 0);
    from.read_exact(&mut bytes[at + 4..]).await.ok()?;
    Some(bytes)
}
