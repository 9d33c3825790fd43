//! The delivery client: the few requests that delivery and upkeep make, with results they can act on.
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

use super::texts;
use crate::codes::{Reaction, RefusalClass, RequestKind, classify, classify_code, reaction};
use crate::directs::{Directs, OPENING_TOO_FAST};
use crate::limiter::Limiter;
use crate::ui::{Announcement, FilesUpdate, MessageUpdate};
use trigon_engine::ids::{ChannelId, GuildId, MessageId, UserId};

/// The timeout of a request, including uploads and the wait for limits.
const PATIENCE: Duration = Duration::from_secs(30);

/// The longest wait that Discord can ask for; its longest known limits last a day.
const LONGEST_WAIT: Duration = Duration::from_hours(24);

/// The longest wait after a request to keep the next one from being refused.
const LONGEST_REST: Duration = Duration::from_secs(5);

/// How an edit went.
pub(super) struct Edited {
    /// The time to wait before the next request to the route, or why the last attempt failed.
    pub(super) rest: Result<Duration, RequestError>,
    /// Whether it is certain that none of the attempts before takes effect later.
    pub(super) is_sure: bool,
}

/// The waits before an edit is repeated. What is to be sent next waits for them, too.
const EDIT_WAITS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(2)];

/// Discord's error code for something that is impossible in an archived thread.
const ARCHIVED: i64 = 50_083;

/// Why a request failed, or may have failed.
#[derive(Debug)]
pub(crate) enum RequestError {
    /// Discord refused the request because of a rate limit.
    Limited {
        /// How long to wait.
        wait: Duration,
        /// Whether the limit is global.
        global: bool,
    },
    /// The outcome is unknown, or the refusal is not known to be final, so another attempt makes sense.
    Retryable {
        /// The reason, without anything secret.
        reason: String,
        /// Whether it is known to pass.
        is_known: bool,
        /// Whether Discord has refused the request, rather than failed or not answered.
        is_refusal: bool,
    },
    /// Refused as it is, with Discord's code. What follows from that depends on the request.
    Refused(i64),
    /// Direct messages are being opened too fast.
    TooManyOpened,
}

impl RequestError {
    /// Returns the class of the failure, as a fixed string.
    pub(super) fn class(&self) -> &'static str {
        match self {
            Self::Limited { .. } => "rate limit",
            Self::Retryable { .. } => "passing",
            Self::Refused(_) => "refused",
            Self::TooManyOpened => "too many direct messages opened",
        }
    }
}

/// Returns whether Discord might accept a reduced message after refusing it with this code.
pub(super) fn takes_less(code: i64) -> bool {
    reaction(RequestKind::Post, classify_code(code)) == Reaction::RetryWithoutPicture
}

/// A sent message.
#[derive(Debug)]
pub(super) struct Sent {
    /// Its Discord ID.
    pub(super) message_id: MessageId,
    /// How long to wait before the next request to the channel.
    pub(super) rest: Duration,
}

/// What a message shows.
#[derive(Debug, Deserialize)]
pub(super) struct Shown {
    pub(super) content: String,
    #[serde(default)]
    pub(super) components: Value,
    pub(super) timestamp: String,
    pub(super) edited_timestamp: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct WithId {
    pub(super) id: String,
}

/// A member of a server.
#[derive(Debug, Deserialize)]
struct Member {
    joined_at: Timestamp,
}

/// The body of a refusal by Discord.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Rejection {
    code: i64,
    retry_after: Option<f64>,
    global: bool,
}

/// The part of Discord's API that delivery uses.
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
    pub(crate) async fn done<T: serde::de::DeserializeOwned>(
        &self,
        request: RequestBuilder,
    ) -> Result<(T, Duration), RequestError> {
        let response = self.accepted(request).await?;
        let read = serde_json::from_slice(response.body()).map_err(|_| odd())?;
        Ok((read, rest(response.headers())))
    }

    /// Sends a request whose response says nothing, and returns the time to wait before the next request to the route.
    pub(crate) async fn done_silently(&self, request: RequestBuilder) -> Result<Duration, RequestError> {
        Ok(rest(self.accepted(request).await?.headers()))
    }

    /// Sends a request and returns the response if Discord accepts it.
    async fn accepted(&self, request: RequestBuilder) -> Result<Response<Bytes>, RequestError> {
        // reqwest's errors are left out: they may contain the URL, which nobody needs.
        let no_answer = || failed(texts::NO_ANSWER.to_owned());
        let request = request.build().and_then(Request::<reqwest::Body>::try_from);
        let response = timeout(PATIENCE, self.limiter.send(request.map_err(|_| no_answer())?)).await;
        let response = response.map_err(|_| no_answer())?;
        if !response.status().is_success() {
            return Err(failure(&response));
        }
        Ok(response)
    }

    /// Returns the direct message channel of a user. If it is not known, it must be the user's turn to have one opened.
    pub(super) async fn direct_channel(&self, user_id: UserId) -> Result<ChannelId, RequestError> {
        if let Some(channel) = self.directs.channel(user_id).await {
            return Ok(channel);
        }
        let body = json!({ "recipient_id": user_id.to_string() });
        let opened = self.done::<WithId>(self.request(Method::POST, "/users/@me/channels").json(&body)).await;
        let (found, _) = opened?;
        let channel = found.id.parse().map_err(|_| odd())?;
        self.directs.opened(user_id, channel).await;
        Ok(channel)
    }

    /// Returns the bot's user ID.
    pub(crate) async fn me(&self) -> Result<&str, RequestError> {
        let me = self.me.get_or_try_init(|| async {
            let (me, _): (WithId, _) = self.done(self.request(Method::GET, "/users/@me")).await?;
            Ok(me.id)
        });
        me.await.map(String::as_str)
    }

    /// Returns when a user last joined a server, or `None` if the user or the bot is not in it.
    pub(super) async fn member_since(
        &self,
        guild: GuildId,
        user: &str,
    ) -> Result<Option<Timestamp>, RequestError> {
        let path = format!("/guilds/{guild}/members/{user}");
        match self.done::<Member>(self.request(Method::GET, &path)).await {
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
        let mut body = serde_json::to_value(message.message()).map_err(|_| odd())?;
        body["nonce"] = json!(nonce);
        body["enforce_nonce"] = json!(true);
        if let Some(components) = &message.components {
            body["components"] = components.clone();
        }
        let request = if message.files.is_empty() {
            request.json(&body)
        } else {
            body["attachments"] = message.files.iter().enumerate().map(described).collect();
            let mut form = Form::new().text("payload_json", body.to_string());
            for (i, file) in message.files.into_iter().enumerate() {
                let part = Part::bytes(file.data).file_name(file.filename);
                form = form.part(format!("files[{i}]"), part);
            }
            request.multipart(form)
        };
        let (sent, rest): (WithId, _) = self.done(request).await?;
        Ok(Sent { message_id: sent.id.parse().map_err(|_| odd())?, rest })
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
        // If omitted, the earlier components would stay.
        let body = json!({
            "content": new.text,
            "embeds": embeds,
            "components": new.rows,
            "allowed_mentions": nobody,
        });
        self.edit(channel, message, &body).await
    }

    /// Removes the components of a message.
    pub(super) async fn strip(
        &self,
        channel: ChannelId,
        message: MessageId,
    ) -> Result<Duration, RequestError> {
        self.edit(channel, message, &json!({ "components": [] })).await
    }

    /// Changes a message without notifying anyone.
    pub(super) async fn change(&self, channel: ChannelId, message: MessageId, new: &MessageUpdate) -> Edited {
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
                body["attachments"] = [described((0, file))].into_iter().collect();
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
        self.edit_with(channel, message, with_body).await
    }

    /// Edits a message. An archived thread is reopened first; posting into it does that automatically.
    async fn edit(
        &self,
        channel: ChannelId,
        message: MessageId,
        body: &Value,
    ) -> Result<Duration, RequestError> {
        self.edit_with(channel, message, |request| request.json(body)).await.rest
    }

    /// Edits a message, with further attempts if it fails for now.
    async fn edit_with(
        &self,
        channel: ChannelId,
        message: MessageId,
        with_body: impl Fn(RequestBuilder) -> RequestBuilder,
    ) -> Edited {
        let path = format!("/channels/{channel}/messages/{message}");
        let edit = async || {
            let edited = self.done::<Value>(with_body(self.request(Method::PATCH, &path))).await;
            edited.map(|(_, rest)| rest)
        };
        let mut waits = EDIT_WAITS.into_iter();
        let mut is_sure = true;
        loop {
            let rest = match edit().await {
                Err(RequestError::Refused(ARCHIVED)) => match self.reopen(channel).await {
                    Ok(()) => edit().await,
                    Err(failure) => Err(failure),
                },
                edited => edited,
            };
            if matches!(rest, Err(RequestError::Retryable { is_refusal: false, .. })) {
                is_sure = false;
            }
            match (&rest, waits.next()) {
                (Err(RequestError::Retryable { .. }), Some(wait)) => tokio::time::sleep(wait).await,
                _ => return Edited { rest, is_sure },
            }
        }
    }

    /// Opens an archived thread again.
    async fn reopen(&self, thread: ChannelId) -> Result<(), RequestError> {
        let request = self.request(Method::PATCH, &format!("/channels/{thread}"));
        self.done::<Value>(request.json(&json!({ "archived": false }))).await.map(drop)
    }

    /// Returns what a message shows.
    pub(super) async fn shown(&self, channel: ChannelId, message: MessageId) -> Result<Shown, RequestError> {
        let request = self.request(Method::GET, &format!("/channels/{channel}/messages/{message}"));
        Ok(self.done(request).await?.0)
    }

    /// Replaces the text of a message without notifying anyone again.
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
}

fn described((i, file): (usize, &CreateAttachment)) -> Value {
    let mut entry = json!({ "id": i.to_string(), "filename": file.filename });
    if let Some(alt) = &file.description {
        entry["description"] = json!(alt);
    }
    entry
}

/// Returns the failure of a request that Discord could not do, or did not answer.
fn failed(reason: String) -> RequestError {
    RequestError::Retryable { reason, is_known: true, is_refusal: false }
}

fn odd() -> RequestError {
    failed(texts::ODD_ANSWER.to_owned())
}

fn seconds(headers: &HeaderMap, name: &str) -> Option<f64> {
    headers.get(name)?.to_str().ok()?.parse().ok()
}

/// Converts a number of seconds from a response into a wait.
fn wait(seconds: f64, longest: Duration) -> Duration {
    Duration::try_from_secs_f64(seconds.max(0.0)).map_or(longest, |wait| wait.min(longest))
}

/// Returns how long to wait before the next request, which is zero unless the route has no requests left.
fn rest(headers: &HeaderMap) -> Duration {
    let is_empty = headers.get("x-ratelimit-remaining").is_some_and(|left| left == "0");
    let after = seconds(headers, "x-ratelimit-reset-after").filter(|_| is_empty);
    after.map_or(Duration::ZERO, |after| wait(after, LONGEST_REST))
}

fn failure(response: &Response<Bytes>) -> RequestError {
    let after = seconds(response.headers(), "retry-after");
    let everything = response.headers().contains_key("x-ratelimit-global");
    let refusal: Rejection = serde_json::from_slice(response.body()).unwrap_or_default();
    judged(response.status().as_u16(), &refusal, after, everything)
}

/// Classifies a failed response.
fn judged(status: u16, refusal: &Rejection, retry_after: Option<f64>, everything: bool) -> RequestError {
    if status == 429 {
        return RequestError::Limited {
            wait: wait(refusal.retry_after.or(retry_after).unwrap_or(1.0), LONGEST_WAIT),
            global: refusal.global || everything,
        };
    }
    let code = refusal.code.max(0);
    if code == OPENING_TOO_FAST {
        return RequestError::TooManyOpened;
    }
    let is_refusal = status < 500;
    let reason = if code == 0 { texts::discord_status(status) } else { texts::discord_code(code) };
    match classify(status, code) {
        RefusalClass::Transient => RequestError::Retryable { reason, is_known: true, is_refusal },
        RefusalClass::Unknown => RequestError::Retryable { reason, is_known: false, is_refusal },
        RefusalClass::PictureRefused
        | RefusalClass::Fixable
        | RefusalClass::PersonUnreachable
        | RefusalClass::Permanent => RequestError::Refused(code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(status: u16, body: &str) -> RequestError {
        judged(status, &serde_json::from_str(body).unwrap_or_default(), Some(7.0), false)
    }

    #[test]
    fn what_may_pass_is_tried_again_and_what_is_refused_is_not() {
        for status in [401, 408, 500, 502, 503, 504] {
            assert!(
                matches!(judge(status, "<html>"), RequestError::Retryable { is_known: true, .. }),
                "{status}"
            );
        }
        for status in [400, 403, 404] {
            assert!(
                matches!(judge(status, "<html>"), RequestError::Retryable { is_known: false, .. }),
                "{status}"
            );
        }
        for (code, known) in [(40_333, true), (40_004, true), (20_029, true), (77_777, false)] {
            let body = json!({ "code": code, "message": "…" }).to_string();
            let judged = judge(403, &body);
            let RequestError::Retryable { is_known, is_refusal: true, .. } = judged else {
                panic!("{judged:?}")
            };
            assert_eq!(is_known, known, "{code}");
        }
        for code in [10_003, 10_004, 50_001, 50_007, 50_013, 50_035, 50_278] {
            let body = json!({ "code": code, "message": "…" }).to_string();
            assert!(matches!(judge(403, &body), RequestError::Refused(found) if found == code));
        }
    }

    #[test]
    fn limits_say_how_long() {
        let waits = |body| match judge(429, body) {
            RequestError::Limited { wait, global } => (wait.as_millis(), global),
            other => panic!("{other:?}"),
        };
        assert_eq!(waits(r#"{"retry_after": 1.5, "global": true}"#), (1_500, true));
        assert_eq!(waits("<html>"), (7_000, false));
        assert_eq!(waits(r#"{"retry_after": -3}"#), (0, false));
        assert_eq!(waits(r#"{"retry_after": 1e30}"#), (LONGEST_WAIT.as_millis(), false));
    }

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
        assert_eq!(rest(&headers("0", "9999")), LONGEST_REST);
        assert_eq!(rest(&headers("0", "NaN")), Duration::ZERO);
        assert_eq!(rest(&HeaderMap::new()), Duration::ZERO);
    }
}
