//! [`Drand`]: rounds of the public beacon, from the servers of drand.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use reqwest::{Client, Response};
use serde::Deserialize;

use crate::matches::{BeaconError, BeaconSource, Pulse, Quicknet};

/// Servers that have all rounds, in the order in which they are asked.
const DRAND_SERVERS: [&str; 3] =
    ["https://api.drand.sh", "https://drand.cloudflare.com", "https://api2.drand.sh"];

/// How long a server may take to answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest answer that is read, in bytes. A round takes less than 300.
const MAX_RESPONSE_BYTES: usize = 4_096;

/// The servers of drand.
pub(super) struct Drand(Vec<String>);

#[derive(Deserialize)]
struct RoundResponse {
    signature: String,
}

impl Default for Drand {
    /// Returns the public servers.
    fn default() -> Self {
        Self(DRAND_SERVERS.map(str::to_owned).to_vec())
    }
}

/// Asks one server. No server is trusted: the signature is checked.
async fn fetch_from(client: &Client, server: &str, round: u64) -> Result<Pulse, BeaconError> {
    let url = format!("{server}/{}/public/{round}", Quicknet::HASH);
    let answered = client.get(url).send().await.and_then(Response::error_for_status);
    let bytes = read_body(answered.map_err(|error| unreachable(&error))?).await?;
    let answer: RoundResponse = serde_json::from_slice(&bytes).map_err(|error| {
        BeaconError::Unreachable(format!("{server} answers with something else: {error}"))
    })?;
    Pulse::new(round, &answer.signature)
}

/// Reads an answer that is not too long.
async fn read_body(mut response: Response) -> Result<Vec<u8>, BeaconError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| unreachable(&error))? {
        if bytes.len() + chunk.len() > MAX_RESPONSE_BYTES {
            return Err(BeaconError::Unreachable("the answer is too long".to_owned()));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

fn unreachable(error: &reqwest::Error) -> BeaconError {
    BeaconError::Unreachable(error.to_string())
}

impl BeaconSource for Drand {
    fn fetch(&self, round: u64) -> Pin<Box<dyn Future<Output = Result<Pulse, BeaconError>> + Send + '_>> {
        Box::pin(async move {
            let client =
                Client::builder().timeout(REQUEST_TIMEOUT).build().map_err(|error| unreachable(&error))?;
            let mut last = BeaconError::Unreachable("there are no servers".to_owned());
            for server in &self.0 {
                match fetch_from(&client, server, round).await {
                    Ok(pulse) => return Ok(pulse),
                    Err(error) => last = error,
                }
            }
            Err(last)
        })
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::http::{StatusCode, Uri};

    use super::*;

    const ROUND: u64 = 1_000;
    const SIGNATURE: &str =
        "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";

    /// Starts a server that answers like this to the request for the round, and returns its address.
    async fn server(status: StatusCode, read_body: String) -> String {
        let path = format!("/{}/public/{ROUND}", Quicknet::HASH);
        let answer = move |uri: Uri| async move {
            if uri.path() == path { (status, read_body) } else { (StatusCode::NOT_FOUND, String::new()) }
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, Router::new().fallback(answer)).await });
        format!("http://{address}")
    }

    fn answer(signature: &str) -> String {
        format!(r#"{{"round":{ROUND},"randomness":"00","signature":"{signature}"}}"#)
    }

    #[tokio::test]
    async fn what_no_server_should_answer_is_passed_over() {
        let wrong = server(StatusCode::OK, answer(&SIGNATURE.replace("b4", "94"))).await;
        let early = server(StatusCode::TOO_EARLY, String::new()).await;
        let long = server(StatusCode::OK, " ".repeat(MAX_RESPONSE_BYTES) + &answer(SIGNATURE)).await;
        let other = server(StatusCode::OK, "<html>".to_owned()).await;
        let nobody = "http://127.0.0.1:1".to_owned();
        let right = server(StatusCode::OK, answer(SIGNATURE)).await;
        let wanted = Pulse::new(ROUND, SIGNATURE).unwrap();
        let all = vec![wrong.clone(), early, long, other, nobody.clone(), right];
        assert_eq!(Drand(all).fetch(ROUND).await, Ok(wanted));

        assert_eq!(Drand(vec![wrong]).fetch(ROUND).await, Err(BeaconError::Wrong(ROUND)));
        let unreachable = Drand(vec![nobody]).fetch(ROUND).await;
        assert!(matches!(unreachable, Err(BeaconError::Unreachable(_))), "{unreachable:?}");
    }
}
