//! [`Client`]: the few requests that delivery and upkeep make, with results they can act on.
//!
//! serenity's own client hides what delivery must know: how long Discord asks it to wait, and whether a request may
//! have succeeded although its response was lost.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{Request, Response};
use poise::serenity_prelude::{CreateAttachment, Timestamp};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::OnceCell;
use tokio::time::timeout;

use super::request_error::{RequestError, TransientFailure, header_seconds, wait_of};
use crate::directs::Directs;
use crate::limiter::Limiter;
use crate::ui::{Announcement, FilesUpdate, MessageUpdate};
use trigon_engine::ids::{ChannelId, GuildId, MessageId, UserId};

/// The timeout of a request, including uploads and the wait for limits.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// The longest wait after a request to keep the next one from being refused.
const MAX_REST: Duration = Duration::from_secs(5);

/// The waits before an edit is repeated. What is to be sent next waits for them, too.
const EDIT_RETRY_WAITS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(2)];

/// Discord’s error code for something that is impossible in an archived thread.
const THREAD_ARCHIVED: i64 = 50_083;

/// A client for the part of Discord’s API that delivery and upkeep use. All requests go through the limiter.
pub(crate) struct Client {
    limiter: Limiter,
    token: HeaderValue,
    /// The direct message channels.
    pub(super) directs: Arc<Directs>,
    /// The bot's user ID, once known.
    me: OnceCell<String>,
}

impl Client {
    /// Creates a client that sends `token` as the `Authorization` header.
    pub(crate) fn new(limiter: Limiter, token: HeaderValue, directs: Arc<Directs>) -> Self {
        Self { limiter, token, directs, me: OnceCell::new() }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.limiter.request(method, path).header(AUTHORIZATION, self.token.clone())
    }

    /// Sends a request and returns the parsed response, with the time to wait before the next request to the route.
    pub(crate) async fn request_json<T: serde::de::DeserializeOwned>(
        &self,
        request: RequestBuilder,
    ) -> Result<(T, Duration), RequestError> {
        let response = self.accepted(request).await?;
        let read = serde_json::from_slice(response.body()).map_err(|_| RequestError::unreadable_answer())?;
        Ok((read, rest(response.headers())))
    }

    /// Sends a request whose response says nothing, and returns the time to wait before the next request to the route.
    pub(crate) async fn request_ok(&self, request: RequestBuilder) -> Result<Duration, RequestError> {
        Ok(rest(self.accepted(request).await?.headers()))
    }

    /// Sends a request and returns the response if Discord accepts it.
    async fn accepted(&self, request: RequestBuilder) -> Result<Response<Bytes>, RequestError> {
        // reqwest's errors are left out: they may contain the URL, which nobody needs.
        let request = request.build().and_then(Request::<reqwest::Body>::try_from);
        let response =
            timeout(REQUEST_TIMEOUT, self.limiter.send(request.map_err(|_| RequestError::no_answer())?))
                .await;
        let response = response.map_err(|_| RequestError::no_answer())?;
        if !response.status().is_success() {
            return Err(RequestError::of_response(&response));
        }
        Ok(response)
    }

    /// Returns the direct message channel of a user. If it is not known, it must be the user's turn to have one opened.
    pub(super) async fn direct_channel(&self, user_id: UserId) -> Result<ChannelId, RequestError> {
        if let Some(channel) = self.directs.channel(user_id).await {
            return Ok(channel);
        }
        let body = json!({ "recipient_id": user_id.to_string() });
        let opened =
            self.request_json::<WithId>(self.request(Method::POST, "/users/@me/channels").json(&body)).await;
        let (found, _) = opened?;
        let channel = found.id.parse().map_err(|_| RequestError::unreadable_answer())?;
        self.directs.note_opened(user_id, channel).await;
        Ok(channel)
    }

    /// Returns the bot's user ID.
    pub(crate) async fn me(&self) -> Result<&str, RequestError> {
        let me = self.me.get_or_try_init(|| async {
            let (me, _): (WithId, _) = self.request_json(self.request(Method::GET, "/users/@me")).await?;
            Ok(me.id)
        });
        me.await.map(String::as_str)
    }

    /// Returns when a user last joined a server, or `None` if the user or the bot is not in it.
    pub(super) async fn joined_at(
        &self,
        guild: GuildId,
        user: &str,
    ) -> Result<Option<Timestamp>, RequestError> {
        let path = format!("/guilds/{guild}/members/{user}");
        match self.request_json::<Member>(self.request(Method::GET, &path)).await {
            Ok((member, _)) => Ok(Some(member.joined_at)),
            Err(RequestError::Refused(10_004 | 10_007 | 10_013 | 50_001)) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// Sends a message. For some minutes, Discord accepts a message with the same nonce only once.
    pub(super) async fn send(
        &self,
        channel: ChannelId,
        nonce: &str,
        message: Announcement,
    ) -> Result<Sent, RequestError> {
        let request = self.request(Method::POST, &format!("/channels/{channel}/messages"));
        let mut body =
            serde_json::to_value(message.message()).map_err(|_| RequestError::unreadable_answer())?;
        body["nonce"] = json!(nonce);
        body["enforce_nonce"] = json!(true);
        if let Some(components) = &message.components {
            body["components"] = components.clone();
        }
        let request = if message.files.is_empty() {
            request.json(&body)
        } else {
            body["attachments"] = message.files.iter().enumerate().map(attachment_entry).collect();
            let mut form = Form::new().text("payload_json", body.to_string());
            for (i, file) in message.files.into_iter().enumerate() {
                let part = Part::bytes(file.data).file_name(file.filename);
                form = form.part(format!("files[{i}]"), part);
            }
            request.multipart(form)
        };
        let (sent, rest): (WithId, _) = self.request_json(request).await?;
        Ok(Sent { message_id: sent.id.parse().map_err(|_| RequestError::unreadable_answer())?, rest })
    }

    /// Returns what a message shows.
    pub(super) async fn fetch(
        &self,
        channel: ChannelId,
        message: MessageId,
    ) -> Result<ShownMessage, RequestError> {
        let request = self.request(Method::GET, &format!("/channels/{channel}/messages/{message}"));
        Ok(self.request_json(request).await?.0)
    }

    /// Replaces the text and the components of a message without notifying anyone.
    pub(super) async fn replace(
        &self,
        channel: ChannelId,
        message: MessageId,
        new: &Announcement,
    ) -> Result<Duration, RequestError> {
        let embeds: Vec<_> = new.embed.iter().collect();
        let nobody = json!({ "parse": [] });
        // Without `components`, the earlier ones would stay.
        let body = json!({
            "content": new.text,
            "embeds": embeds,
            "components": new.rows,
            "allowed_mentions": nobody,
        });
        self.edit(channel, message, &body).await
    }

    /// Replaces the text of a message without notifying anyone, and waits until the next request to the route is allowed.
    pub(super) async fn edit_text(
        &self,
        channel: ChannelId,
        message: MessageId,
        text: &str,
    ) -> Result<(), RequestError> {
        let body = json!({ "content": text, "allowed_mentions": { "parse": [] } });
        let rest = self.edit(channel, message, &body).await?;
        tokio::time::sleep(rest).await;
        Ok(())
    }

    /// Removes the components of a message.
    pub(super) async fn remove_components(
        &self,
        channel: ChannelId,
        message: MessageId,
    ) -> Result<Duration, RequestError> {
        self.edit(channel, message, &json!({ "components": [] })).await
    }

    /// Updates a message that shows a match, with its components and perhaps its picture, without notifying anyone.
    pub(super) async fn update(
        &self,
        channel: ChannelId,
        message: MessageId,
        new: &MessageUpdate,
    ) -> EditOutcome {
        let mut body = json!({ "components": new.rows, "allowed_mentions": { "parse": [] } });
        if let Some(text) = &new.text {
            body["content"] = json!(text);
        }
        let file = match &new.files {
            FilesUpdate::Keep => None,
            FilesUpdate::Drop => {
                body["attachments"] = json!([]);
                None
            }
            FilesUpdate::New(file) => {
                body["attachments"] = [attachment_entry((0, file))].into_iter().collect();
                Some(file)
            }
        };
        let with_body = |request: RequestBuilder| match file {
            None => request.json(&body),
            Some(file) => {
                let part = Part::bytes(file.data.clone()).file_name(file.filename.clone());
                let form = Form::new().text("payload_json", body.to_string());
                request.multipart(form.part("files[0]", part))
            }
        };
        self.edit_with_retries(channel, message, with_body).await
    }

    /// Edits a message, without a file.
    async fn edit(
        &self,
        channel: ChannelId,
        message: MessageId,
        body: &Value,
    ) -> Result<Duration, RequestError> {
        self.edit_with_retries(channel, message, |request| request.json(body)).await.rest
    }

    /// Edits a message, with further attempts if it fails for now. An archived thread is reopened first; posting into it would do
    /// that automatically.
    async fn edit_with_retries(
        &self,
        channel: ChannelId,
        message: MessageId,
        with_body: impl Fn(RequestBuilder) -> RequestBuilder,
    ) -> EditOutcome {
        let path = format!("/channels/{channel}/messages/{message}");
        let edit = async || {
            let edited = self.request_json::<Value>(with_body(self.request(Method::PATCH, &path))).await;
            edited.map(|(_, rest)| rest)
        };
        let mut waits = EDIT_RETRY_WAITS.into_iter();
        let mut is_sure = true;
        loop {
            let rest = match edit().await {
                Err(RequestError::Refused(THREAD_ARCHIVED)) => match self.reopen(channel).await {
                    Ok(()) => edit().await,
                    Err(failure) => Err(failure),
                },
                edited => edited,
            };
            if matches!(rest, Err(RequestError::Transient(TransientFailure { is_refusal: false, .. }))) {
                is_sure = false;
            }
            match (&rest, waits.next()) {
                (Err(RequestError::Transient(_)), Some(wait)) => tokio::time::sleep(wait).await,
                _ => return EditOutcome { rest, is_sure },
            }
        }
    }

    /// Opens an archived thread again.
    async fn reopen(&self, thread: ChannelId) -> Result<(), RequestError> {
        let request = self.request(Method::PATCH, &format!("/channels/{thread}"));
        self.request_json::<Value>(request.json(&json!({ "archived": false }))).await.map(drop)
    }
}

/// A sent message.
#[derive(Debug)]
pub(super) struct Sent {
    /// Its Discord ID.
    pub(super) message_id: MessageId,
    /// How long to wait before the next request to the channel.
    pub(super) rest: Duration,
}

/// How an edit of a message went.
pub(super) struct EditOutcome {
    /// How long to wait before the next request to the route, or why the last attempt failed.
    pub(super) rest: Result<Duration, RequestError>,
    /// Whether it is certain that no attempt takes effect later: Discord has answered each of them.
    pub(super) is_sure: bool,
}

/// A message as Discord shows it.
#[derive(Debug, Deserialize)]
pub(super) struct ShownMessage {
    pub(super) content: String,
    #[serde(default)]
    pub(super) components: Value,
    pub(super) timestamp: String,
    pub(super) edited_timestamp: Option<String>,
}

/// Anything of which only the ID matters.
#[derive(Debug, Deserialize)]
pub(super) struct WithId {
    pub(super) id: String,
}

/// A member of a server.
#[derive(Debug, Deserialize)]
struct Member {
    joined_at: Timestamp,
}

/// Returns the entry for a file in the list of attachments of a message.
fn attachment_entry((index, file): (usize, &CreateAttachment)) -> Value {
    let mut entry = json!({ "id": index.to_string(), "filename": file.filename });
    if let Some(alt) = &file.description {
        entry["description"] = json!(alt);
    }
    entry
}

/// Returns how long to wait before the next request, which is zero unless the route has no requests left.
fn rest(headers: &HeaderMap) -> Duration {
    let is_empty = headers.get("x-ratelimit-remaining").is_some_and(|left| left == "0");
    let after = header_seconds(headers, "x-ratelimit-reset-after").filter(|_| is_empty);
    after.map_or(Duration::ZERO, |after| wait_of(after, MAX_REST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_used_up_route_is_left_alone() {
        let headers = |left, after| {
            let mut headers = HeaderMap::new();
            headers.insert("x-ratelimit-remaining", HeaderValue::from_static(left));
            headers.insert("x-ratelimit-reset-after", HeaderValue::from_static(after));
            headers
        };
        assert_eq!(rest(&headers("1", "5")), Duration::ZERO);
        assert_eq!(rest(&headers("0", "0.25")), Duration::from_millis(250));
        assert_eq!(rest(&headers("0", "9999")), MAX_REST);
        assert_eq!(rest(&headers("0", "NaN")), Duration::ZERO);
        assert_eq!(rest(&HeaderMap::new()), Duration::ZERO);
    }
}
