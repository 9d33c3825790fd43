//! [`CountingProxy`]: passes everything on to a PostgreSQL server, and counts the statements.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};

/// The length of a message's header in bytes: its kind, and the length of the rest.
const HEADER_BYTES: usize = 5;

/// A proxy to a server on which statements are counted. It ends with the test.
pub(crate) struct CountingProxy {
    url: String,
    statements: Arc<AtomicUsize>,
}

impl CountingProxy {
    /// Opens a proxy to the server whose socket is in a folder.
    pub(crate) async fn to(folder: &Path, schema: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let statements = Arc::new(AtomicUsize::new(0));
        let (socket, counted): (PathBuf, _) = (folder.join(".s.PGSQL.5432"), statements.clone());
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                client.set_nodelay(true).unwrap();
                let server = UnixStream::connect(&socket).await.unwrap();
                pass_on(client, server, counted.clone());
            }
        });
        let options = format!("sslmode=disable&options=-csearch_path%3D{schema}");
        Self { url: format!("postgres://trigon@127.0.0.1:{port}/postgres?{options}"), statements }
    }

    /// Returns the address of the proxy.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Returns the number of statements so far.
    pub(crate) fn statements(&self) -> usize {
        self.statements.load(Ordering::Relaxed)
    }
}

/// Passes on everything between a client and the server, and counts the statements of the client.
fn pass_on(client: TcpStream, server: UnixStream, statements: Arc<AtomicUsize>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    tokio::spawn(async move { tokio::io::copy(&mut from_server, &mut to_client).await });
    tokio::spawn(async move {
        let mut message = first_message(&mut from_client).await;
        while let Some(bytes) = message {
            if to_server.write_all(&bytes).await.is_err() {
                return;
            }
            message = next_message(&mut from_client).await;
            // A simple query, or the execution of a prepared one.
            if message.as_ref().is_some_and(|bytes| matches!(bytes[0], b'Q' | b'E')) {
                statements.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
}

/// Reads the first message, which has no kind.
async fn first_message(from: &mut (impl AsyncRead + Unpin)) -> Option<Vec<u8>> {
    let mut bytes = vec![0; 4];
    from.read_exact(&mut bytes).await.ok()?;
    read_rest(from, bytes, 0).await
}

/// Reads the next message.
async fn next_message(from: &mut (impl AsyncRead + Unpin)) -> Option<Vec<u8>> {
    let mut bytes = vec![0; HEADER_BYTES];
    from.read_exact(&mut bytes).await.ok()?;
    read_rest(from, bytes, 1).await
}

/// Reads the rest of a message. Its length, which includes itself, is in the header `bytes` from `at` on.
async fn read_rest(from: &mut (impl AsyncRead + Unpin), mut bytes: Vec<u8>, at: usize) -> Option<Vec<u8>> {
    let length = u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    bytes.resize(at + length, 0);
    from.read_exact(&mut bytes[at + 4..]).await.ok()?;
    Some(bytes)
}
