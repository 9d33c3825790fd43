//! Parsed requests and successful responses. A body is JSON, a form, or multipart with `payload_json` and `files[n]`.

use axum::{
    body::{Body, to_bytes},
    extract::{DefaultBodyLimit, FromRequest, Multipart, Request},
    http::header,
};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use crate::{
    check::Form,
    error::{ApiError, ApiResult},
    id::Id,
    state::Upload,
};

/// A parsed request.
pub(crate) struct ApiRequest {
    /// The bot, which paths may call `@me`.
    bot: Id,
    pub(crate) method: String,
    /// The path without `/api/v10`.
    pub(crate) path: String,
    /// The decoded segments of the path.
    pub(crate) segments: Vec<String>,
    query: Vec<(String, String)>,
    pub(crate) body: RequestBody,
}

impl ApiRequest {
    pub(crate) fn new(bot: Id, method: String, path: String, query: &str, body: RequestBody) -> Self {
        // Some clients write `%40me` for `@me`. Unlike in a query, a `+` does not mean a space.
        let decode = |segment| percent_decode_str(segment).decode_utf8_lossy().into_owned();
        let segments = path.trim_matches('/').split('/').map(decode).collect();
        let query = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        Self { bot, method, path, segments, query, body }
    }

    pub(crate) fn take_body(&mut self) -> RequestBody {
        std::mem::take(&mut self.body)
    }

    /// Returns a segment of the path.
    pub(crate) fn segment(&self, index: usize) -> &str {
        self.segments.get(index).map_or("", String::as_str)
    }

    /// Parses a snowflake in the path; `field` is its name in errors.
    pub(crate) fn id(&self, index: usize, field: &str) -> ApiResult<Id> {
        let mut form = Form::default();
        let id = form.snowflake(&self.segment(index).into(), field);
        form.finish()?;
        id.ok_or_else(ApiError::not_found)
    }

    /// Parses the ID in `/channels/{id}/…`.
    pub(crate) fn channel_id(&self) -> ApiResult<Id> {
        self.id(1, "channel_id")
    }

    /// Parses the ID in `/guilds/{id}/…`.
    pub(crate) fn guild_id(&self) -> ApiResult<Id> {
        self.id(1, "guild_id")
    }

    pub(crate) fn message_id(&self, index: usize) -> ApiResult<Id> {
        self.id(index, "message_id")
    }

    /// Parses `@me` or a user id.
    pub(crate) fn user_id(&self, index: usize) -> ApiResult<Id> {
        if self.segment(index) == "@me" { Ok(self.bot) } else { self.id(index, "user_id") }
    }

    /// Returns a query parameter.
    pub(crate) fn query(&self, key: &str) -> Option<&str> {
        self.query.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }

    pub(crate) fn flag(&self, key: &str) -> bool {
        self.query(key).is_some_and(|value| value.eq_ignore_ascii_case("true") || value == "1")
    }

    /// Reads the query parameter `limit`.
    pub(crate) fn limit(&self, form: &mut Form, min: usize, max: usize) -> Option<usize> {
        let query = json!({ "limit": self.query("limit")? });
        Some(form.number(&query, "", "limit", min as i64, max as i64)? as usize)
    }

    /// Reads a query parameter that is a date, and returns it in Unix milliseconds.
    pub(crate) fn time(&self, form: &mut Form, key: &str) -> Option<i64> {
        let text = self.query(key)?;
        let time = chrono::DateTime::parse_from_rfc3339(text).ok();
        if time.is_none() {
            let message = format!("Could not parse {text}. Should be ISO8601.");
            form.fault(key, "DATE_TIME_TYPE_PARSE", message);
        }
        time.map(|time| time.timestamp_millis())
    }
}

/// A successful response.
pub(crate) enum ApiResponse {
    Json(Value),
    Created(Value),
    NoContent,
}

/// The maximum size of a file.
const MAX_FILE_BYTES: usize = 10 * 1024 * 1024;
/// The maximum size of a JSON body.
const MAX_JSON_BYTES: usize = 4 * 1024 * 1024;
/// The maximum number of files in a message.
const MAX_FILES: usize = 10;
/// The maximum size of a whole request.
const MAX_REQUEST_BYTES: usize = MAX_FILES * MAX_FILE_BYTES + MAX_JSON_BYTES;

/// A parsed body.
#[derive(Default)]
pub(crate) struct RequestBody {
    pub(crate) json: Value,
    pub(crate) files: Vec<Upload>,
}

/// Waits until a request has arrived in full.
pub(crate) async fn receive(request: Request) -> ApiResult<Request> {
    let (head, body) = request.into_parts();
    let whole = to_bytes(body, MAX_REQUEST_BYTES).await.map_err(|_| ApiError::too_large())?;
    Ok(Request::from_parts(head, Body::from(whole)))
}

/// Reads the body of a request.
pub(crate) async fn read(mut request: Request) -> ApiResult<RequestBody> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
    if kind.is_some_and(|kind| kind.starts_with("multipart/form-data")) {
        // The size of each file is checked below.
        DefaultBodyLimit::disable().apply(&mut request);
        return read_multipart(request).await;
    }
    let is_form = kind.is_some_and(|kind| kind.starts_with("application/x-www-form-urlencoded"));
    let bytes = to_bytes(request.into_body(), MAX_JSON_BYTES).await.map_err(|_| ApiError::too_large())?;
    let json = if is_form { parse_form(&bytes)? } else { parse(&bytes)? };
    Ok(RequestBody { json, files: Vec::new() })
}

/// Parses a form. Numbers are read from their texts later, but a truth value has to be recognized here.
fn parse_form(bytes: &[u8]) -> ApiResult<Value> {
    let mut object = json!({});
    for (key, value) in form_urlencoded::parse(bytes) {
        if key == "payload_json" {
            return parse(value.as_bytes());
        }
        object[&*key] = match &*value {
            "true" => json!(true),
            "false" => json!(false),
            text => json!(text),
        };
    }
    Ok(object)
}

fn parse(bytes: &[u8]) -> ApiResult<Value> {
    if bytes.is_empty() {
        return Ok(json!({}));
    }
    serde_json::from_slice(bytes).map_err(|_| ApiError::invalid_json())
}

async fn read_multipart(request: Request) -> ApiResult<RequestBody> {
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| ApiError::invalid_json())?;
    let mut body = RequestBody { json: json!({}), files: Vec::new() };
    let mut too_large = false;
    while let Some(mut field) = form.next_field().await.map_err(|_| ApiError::invalid_json())? {
        let name = field.name().unwrap_or_default().to_owned();
        let filename = field.file_name().map(str::to_owned);
        let content_type = field.content_type().map(str::to_owned);
        let mut bytes = Vec::new();
        while let Some(chunk) = field.chunk().await.map_err(|_| ApiError::invalid_json())? {
            // The rest is read and discarded, because a client that is still sending would miss the response.
            if too_large || bytes.len() + chunk.len() > MAX_FILE_BYTES {
                too_large = true;
                bytes.clear();
            } else {
                bytes.extend_from_slice(&chunk);
            }
        }
        if too_large {
            continue;
        }
        if name == "payload_json" {
            body.json = parse(&bytes)?;
        } else if let Some(filename) = filename {
            let index = file_index(&name).unwrap_or(body.files.len() as u64);
            body.files.push(Upload { index, filename, content_type, bytes });
        } else {
            body.json[name] = json!(String::from_utf8_lossy(&bytes));
        }
    }
    if too_large {
        return Err(ApiError::too_large());
    }
    if body.files.len() > MAX_FILES {
        let message = "Maximum number of attachments in a message reached (10)";
        return Err(ApiError::new(400, 30015, message));
    }
    Ok(body)
}

/// Returns the n of `files[n]`, or of the older form `file0`.
fn file_index(name: &str) -> Option<u64> {
    let rest = name.strip_prefix("file")?;
    rest.trim_start_matches("s[").trim_end_matches(']').parse().ok()
}
