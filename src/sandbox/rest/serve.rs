//! Handling a request, from its authorization to its response.

use std::sync::Arc;

use axum::{
    extract::Request,
    http::{StatusCode, header},
    response::Response,
};

use super::{
    ApiRequest, ApiResponse, disturb, request,
    respond::{self, BucketUsage},
    route,
};
use crate::{
    breaker::Breaker,
    error::{ApiError, ApiResult},
    faults::Fault,
    journal::SeenRequest,
    limits::{self, Bucket, LimitScope},
    state::{Hub, State},
};

/// Handles a request.
pub(crate) async fn answer(hub: &Arc<Hub>, breaker: &Breaker, request: Request) -> Response {
    if let Some(millis) = hub.read(|state| state.meter.banned_for()) {
        return respond::banned(millis);
    }
    let mut response = handle(hub, breaker, request).await.unwrap_or_else(|error| respond::refusal(&error));
    respond::add_date(response.headers_mut(), hub.config.clock.now());
    if response.status() == StatusCode::TOO_MANY_REQUESTS {
        hub.write_silently(|state| state.meter.refused += 1);
    }
    let shared = response.headers().get("x-ratelimit-scope").is_some_and(|scope| scope == "shared");
    if matches!(response.status().as_u16(), 401 | 403 | 429) && !shared {
        hub.write_silently(|state| state.meter.invalid());
    }
    response
}

async fn handle(hub: &Arc<Hub>, breaker: &Breaker, request: Request) -> ApiResult<Response> {
    let method = request.method().as_str().to_owned();
    let path = api_path(request.uri().path())?;
    let fault = hub.write_silently(|state| state.faults.take(&method, &path));
    // Received in full even if it is refused: a response to half a request would end the connection, and might not
    // arrive.
    let request = request::receive(request).await?;
    if let Some(Fault::Stray(time)) = fault {
        let hub = hub.clone();
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            // Nobody waits for the response.
            let _ = carry_out(&hub, &method, path, request).await;
        });
        return Ok(breaker.trip().await);
    }
    if let Some(response) = disturb::before(fault, breaker).await {
        return Ok(response);
    }
    let response = carry_out(hub, &method, path, request).await?;
    Ok(disturb::after(fault, breaker, response).await)
}

/// Carries out a request that has arrived.
async fn carry_out(hub: &Hub, method: &str, path: String, request: Request) -> ApiResult<Response> {
    let agent = request.headers().get(header::USER_AGENT).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let agent = agent.to_owned();
    if agent.trim().is_empty() {
        return Err(ApiError::blocked_agent());
    }
    let authorization = request.headers().get(header::AUTHORIZATION).and_then(|v| v.to_str().ok());
    let allowed = is_open(&path) || hub.read(|state| authorization.is_some_and(|t| state.authorizes(t)));
    if !allowed {
        return Err(ApiError::unauthorized());
    }
    let bucket = limits::bucket(method, &path);
    let scope = if is_of_interaction(&path) { LimitScope::RouteOnly } else { LimitScope::GlobalAndRoute };
    let refused = hub.write_silently(|state| {
        let limit = state.meter.admit(bucket.as_ref(), scope).err()?;
        Some(respond::limited(limit, bucket.as_ref().map(|bucket| usage(state, bucket))))
    });
    if let Some(refusal) = refused {
        return Ok(refusal);
    }
    let query = request.uri().query().unwrap_or_default().to_owned();
    let result = match request::read(request).await {
        Ok(body) => {
            let handle = |state: &mut State| {
                let api_request = ApiRequest::new(state.bot, method.to_owned(), path, &query, body);
                let mut seen = seen(state, &api_request, agent);
                let result = route::route(state, api_request);
                (seen.status, seen.refusal) = match &result {
                    Ok(ApiResponse::Json(_)) => (200, None),
                    Ok(ApiResponse::Created(_)) => (201, None),
                    Ok(ApiResponse::NoContent) => (204, None),
                    Err(error) => (error.status, Some(error.body())),
                };
                state.requests.push(seen);
                result
            };
            // Reading does not wake anyone.
            if method == "GET" { hub.write_silently(handle) } else { hub.write(handle) }
        }
        Err(error) => Err(error),
    };
    let mut response = respond::reply(result);
    if let Some(bucket) = bucket {
        hub.read(|state| {
            if state.meter.limits_routes() {
                respond::add_limits(response.headers_mut(), &usage(state, &bucket));
            }
        });
    }
    Ok(response)
}

fn usage<'s>(state: &'s State, bucket: &'s Bucket) -> BucketUsage<'s> {
    BucketUsage { bucket, meter: &state.meter, now: state.now }
}

/// Returns the part of a request that tests may see.
fn seen(state: &State, api_request: &ApiRequest, agent: String) -> SeenRequest {
    SeenRequest {
        number: state.requests.end(),
        at: state.now,
        method: api_request.method.clone(),
        path: api_request.path.clone(),
        agent,
        body: api_request.body.json.clone(),
        status: 0,
        refusal: None,
    }
}

/// Returns the path without `/api` and the version. Versions 6 to 8 still work, although they are deprecated.
fn api_path(path: &str) -> ApiResult<String> {
    let rest = path.strip_prefix("/api").filter(|rest| rest.starts_with('/'));
    let rest = rest.ok_or_else(ApiError::not_found)?;
    let first = rest.trim_start_matches('/').split('/').next().unwrap_or_default();
    let version: Option<u32> = first.strip_prefix('v').and_then(|number| number.parse().ok());
    match version {
        None => Ok(rest.to_owned()),
        Some(6..=10) => Ok(rest[first.len() + 1..].to_owned()),
        Some(_) => Err(ApiError::unknown_version()),
    }
}

/// Returns whether a path needs no authorization. Responses to interactions have their own tokens.
fn is_open(path: &str) -> bool {
    path == "/gateway" || is_of_interaction(path)
}

fn is_of_interaction(path: &str) -> bool {
    path.starts_with("/interactions/") || path.starts_with("/webhooks/")
}
