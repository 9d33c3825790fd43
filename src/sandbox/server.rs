//! The HTTP server, which separates requests for the gateway, files and the REST API.

use std::{convert::Infallible, io, net::SocketAddr, sync::Arc};

use axum::{
    body::Body,
    extract::{FromRequestParts, Request, WebSocketUpgrade},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
#[cfg(unix)]
use socket2::SockRef;
use tokio::{net::TcpListener, task::JoinSet};

use super::{
    breaker::Breaker,
    client,
    events::Door,
    faults::{Fault, WEBSOCKET},
    gateway::{self, ConnectionOptions, PayloadCompression},
    page,
    rest::{self, disturb},
    state::Hub,
};

/// The largest segment of TCP between Discord and most machines, in bytes.
#[cfg(unix)]
const MAX_SEGMENT_BYTES: u32 = 1_440;

/// Binds an address to listen on.
pub(crate) async fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(address).await?;
    // On the loopback interface, a segment is about half as large as a client's receive buffer. Once that buffer is
    // full, the client asks for more only when a whole segment fits, and a burst of events stalls for 0.2 s.
    #[cfg(unix)]
    let _ = SockRef::from(&listener).set_tcp_mss(MAX_SEGMENT_BYTES);
    Ok(listener)
}

/// Accepts connections until the future is dropped, which breaks them all.
pub(crate) async fn run(listener: TcpListener, hub: Arc<Hub>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                // Errors such as too many open files are temporary.
                let Ok((stream, _)) = accepted else { continue };
                let _ = stream.set_nodelay(true);
                let hub = hub.clone();
                connections.spawn(async move {
                    let breaker = Breaker::of(&stream);
                    let service = service_fn(|request: hyper::Request<_>| {
                        let (hub, breaker) = (hub.clone(), breaker.clone());
                        async move { Ok::<_, Infallible>(answer(hub, breaker, request.map(Body::new)).await) }
                    });
                    let connection = http1::Builder::new()
                        .timer(TokioTimer::new())
                        .serve_connection(TokioIo::new(stream), service)
                        .with_upgrades();
                    tokio::select! {
                        _ = connection => {}
                        () = breaker.tripped() => {}
                    }
                });
            }
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn answer(hub: Arc<Hub>, breaker: Breaker, request: Request) -> Response {
    if request.headers().get(header::UPGRADE).is_some_and(|value| value.as_bytes() == b"websocket") {
        return upgrade(hub, &breaker, request).await;
    }
    if let Some(path) = request.uri().path().strip_prefix("/attachments/") {
        let refusal = hub.config.page_key.as_ref().and_then(|_| page::refusal(&hub, &request));
        return refusal.unwrap_or_else(|| file(&hub, path));
    }
    if !request.uri().path().starts_with("/api/") {
        if let Some(refusal) = page::refusal(&hub, &request) {
            return refusal;
        }
        if let Some(page) = page::answer(request.uri().path()) {
            return page;
        }
    }
    let path = request.uri().path().to_owned();
    if let Some(what) = path.strip_prefix("/sandbox").filter(|rest| rest.is_empty() || rest.starts_with('/'))
    {
        return client::answer(&hub, what.trim_start_matches('/'), request).await;
    }
    rest::answer(&hub, &breaker, request).await
}

async fn upgrade(hub: Arc<Hub>, breaker: &Breaker, request: Request) -> Response {
    let fault = hub.write_silently(|state| state.faults.take(WEBSOCKET, request.uri().path()));
    if let Some(response) = disturb::before(fault, breaker).await {
        return response;
    }
    let door = hub.read(|state| state.gateway_door.now());
    match door {
        Some(Door::Refuse) => return breaker.trip().await,
        Some(Door::Hang) => return std::future::pending().await,
        _ => {}
    }
    let query = request.uri().query().unwrap_or_default().to_owned();
    let of = |wanted: &str| {
        let mut pairs = form_urlencoded::parse(query.as_bytes());
        pairs.find_map(|(key, value)| (key == wanted).then(|| value.into_owned()))
    };
    let known_version = of("v").is_none_or(|v| v.parse().is_ok_and(|v: u32| (6..=10).contains(&v)));
    let options = ConnectionOptions {
        packing: PayloadCompression::of_query(&of("compress").unwrap_or_default()),
        known_version,
    };
    let (mut parts, _) = request.into_parts();
    match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) if fault == Some(Fault::StallAfter) || door == Some(Door::Mute) => {
            upgrade.on_upgrade(|mut socket| async move { gateway::stay_silent(&mut socket).await })
        }
        Ok(upgrade) => {
            let breaker = breaker.clone();
            upgrade.on_upgrade(move |socket| gateway::serve(hub, socket, options, breaker))
        }
        Err(refusal) => refusal.into_response(),
    }
}

/// Serves a file; the path is `{channel}/{attachment}/{name}`.
fn file(hub: &Hub, path: &str) -> Response {
    let id = path.split('/').nth(1).and_then(|id| id.parse().ok());
    let found = hub.read(|state| id.and_then(|id| state.files.get(&id)).cloned());
    match found {
        Some(file) => {
            // A file may be a web page, which must not be able to act as the people here.
            let headers = [
                (header::CONTENT_TYPE, file.content_type.as_str()),
                (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            ];
            (headers, file.bytes.to_vec()).into_response()
        }
        None => (StatusCode::NOT_FOUND, "This content is no longer available.").into_response(),
    }
}
