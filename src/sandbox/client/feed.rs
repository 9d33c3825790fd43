//! Streams of what happens, as server-sent events.
//!
//! The table of events is in the documentation of [`sandbox`](super::super).

use std::{
    collections::{BTreeMap, VecDeque},
    convert::Infallible,
    sync::Arc,
    time::Duration,
};

use axum::{
    http::header,
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::stream;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    request::{JsonResult, Query, Rejected, person},
    views,
};
use crate::{
    id::Id,
    journal::JournalEvent,
    state::{Feeds, Hub},
};

/// The interval at which a feed is checked although nothing has changed: the clock may have been moved, and a bot that does
/// not respond changes nothing.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The deviation from the clock's own pace, in milliseconds at real speed, that counts as a jump.
const MIN_JUMP_MILLIS: f64 = 250.0;

/// The number of journal entries that may be read at once before the stream counts as late.
const MAX_ENTRIES_AT_ONCE: usize = 5_000;

/// The number of past requests and events that a stream of the bot begins with.
const INITIAL_ENTRIES: usize = 200;

/// Opens a stream.
pub(super) fn stream(hub: &Arc<Hub>, query: &Query) -> Result<Response, Rejected> {
    if let Some(key) = query.get("shared") {
        let mut shared = SharedStream::open(hub, key);
        return Ok(sse_response(hub, move || {
            Some(Event::default().event("for").data(shared.next()?.to_string()))
        }));
    }
    let viewer = match query.get("as") {
        Some(_) => {
            let person = query.person(hub)?;
            person.dm_channel();
            Some(person.id)
        }
        None => None,
    };
    let mut feed = Feed::new(hub, viewer);
    Ok(sse_response(hub, move || {
        let (name, data) = feed.next()?;
        Some(Event::default().event(name).data(data.to_string()))
    }))
}

/// Sends what `next` returns, now and after each change.
fn sse_response(hub: &Arc<Hub>, next: impl FnMut() -> Option<Event> + Send + 'static) -> Response {
    let events = stream::unfold((hub.changes(), next), |(mut changes, mut next)| async move {
        loop {
            changes.borrow_and_update();
            if let Some(event) = next() {
                return Some((Ok::<_, Infallible>(event), (changes, next)));
            }
            // After a timeout, simply look again.
            if let Ok(Err(_)) = tokio::time::timeout(POLL_INTERVAL, changes.changed()).await {
                return None;
            }
        }
    });
    // Proxies must not buffer events.
    (
        [(header::CACHE_CONTROL, "no-store"), (header::HeaderName::from_static("x-accel-buffering"), "no")],
        Sse::new(events).keep_alive(KeepAlive::default()),
    )
        .into_response()
}

/// Whom a shared stream is to show.
#[derive(Deserialize)]
pub(super) struct FeedSelection {
    stream: String,
    feeds: Feeds,
}

/// Sets whom a shared stream shows. Those who are not there, or no longer, are left out.
pub(super) fn select_feeds(hub: &Arc<Hub>, FeedSelection { stream, mut feeds }: FeedSelection) -> JsonResult {
    feeds.retain(|_, viewer| {
        viewer.is_none_or(|id| person(hub, id).map(|person| person.dm_channel()).is_ok())
    });
    if hub.set_feeds(&stream, feeds) { Ok(json!({})) } else { Err(Rejected::unknown("stream")) }
}

/// A stream for several viewers, such as all tabs of a browser.
struct SharedStream {
    hub: Arc<Hub>,
    key: String,
    feeds: BTreeMap<String, Feed>,
}

impl Drop for SharedStream {
    fn drop(&mut self) {
        self.hub.close_shared(&self.key);
    }
}

impl SharedStream {
    fn open(hub: &Arc<Hub>, key: &str) -> Self {
        hub.open_shared(key);
        Self { hub: hub.clone(), key: key.to_owned(), feeds: BTreeMap::new() }
    }

    /// Returns what is new to one of the viewers, with the name of the feed.
    fn next(&mut self) -> Option<Value> {
        let wanted = self.hub.feeds_of(&self.key);
        self.feeds.retain(|name, feed| wanted.get(name) == Some(&feed.viewer));
        for (name, viewer) in wanted {
            let hub = &self.hub;
            self.feeds.entry(name).or_insert_with(|| Feed::new(hub, viewer));
        }
        self.feeds.iter_mut().find_map(|(to, feed)| {
            let (name, data) = feed.next()?;
            Some(json!({ "to": to, "name": name, "data": data }))
        })
    }
}

/// What one viewer is still to be sent: what a person sees, or what the bot does if there is no viewer.
struct Feed {
    hub: Arc<Hub>,
    viewer: Option<Id>,
    /// The numbers of the next entry of the journal, the next request and the next event.
    journal: usize,
    requests: usize,
    events: usize,
    /// The servers and channels as last reported.
    view: Value,
    /// The person's interactions that may still change.
    waiting: Vec<(Id, Value)>,
    /// The clock's time and speed as last reported, and when that was.
    clock: Option<(i64, f64, tokio::time::Instant)>,
    is_connected: Option<bool>,
    /// The number of times that a saved state had been opened.
    openings: u32,
    ready: VecDeque<(&'static str, Value)>,
}

impl Feed {
    /// Returns a feed of what happens from now on, as a person sees it, or of what the bot does.
    fn new(hub: &Arc<Hub>, viewer: Option<Id>) -> Self {
        hub.read(|s| Self {
            hub: hub.clone(),
            viewer,
            journal: s.journal.end(),
            requests: s.requests.end().saturating_sub(INITIAL_ENTRIES),
            events: s.sessions.sent.log.end().saturating_sub(INITIAL_ENTRIES),
            view: Value::Null,
            waiting: Vec::new(),
            clock: None,
            is_connected: None,
            openings: s.openings,
            ready: VecDeque::new(),
        })
    }

    /// Returns the next event, if there is one.
    fn next(&mut self) -> Option<(&'static str, Value)> {
        if self.ready.is_empty() {
            self.collect();
        }
        self.ready.pop_front()
    }

    /// Collects new events.
    fn collect(&mut self) {
        let hub = self.hub.clone();
        hub.read(|s| {
            self.collect_clock(s.now);
            match self.viewer {
                Some(viewer) => self.collect_for_person(s, viewer),
                None => self.collect_for_bot(s),
            }
        });
    }

    fn collect_clock(&mut self, now: i64) {
        let speed = self.hub.config.clock.speed();
        let is_news = self.clock.is_none_or(|(told, known, at)| {
            let passed = at.elapsed().as_millis() as f64;
            let off = ((now - told) as f64 - passed * known).abs();
            passed > 5_000.0 || off > MIN_JUMP_MILLIS * known.max(1.0) || (speed - known).abs() > f64::EPSILON
        });
        if is_news {
            self.clock = Some((now, speed, tokio::time::Instant::now()));
            self.ready.push_back(("clock", json!({ "now": now, "speed": speed })));
        }
    }

    fn collect_for_person(&mut self, s: &crate::state::State, viewer: Id) {
        let view = views::view(s, viewer);
        if view != self.view {
            self.ready.push_back(("view", view.clone()));
            self.view = view;
        }
        if s.openings != self.openings {
            self.openings = s.openings;
            self.ready.push_back(("late", json!({})));
        }
        let entries = s.journal.since(self.journal);
        if s.journal.end() - self.journal > entries.len().max(MAX_ENTRIES_AT_ONCE) {
            self.ready.push_back(("late", json!({})));
        }
        self.journal = s.journal.end();
        for entry in entries.iter().filter(|entry| entry.seen_by.contains(&viewer)) {
            match &entry.event {
                JournalEvent::MessageCreated { message, .. }
                | JournalEvent::MessageEdited { message, .. }
                | JournalEvent::EphemeralShown { message, .. } => {
                    // If it has been deleted since, the next entry says so.
                    if let Some(message) = s.seen_message(viewer, *message) {
                        self.ready.push_back(("message", views::message(s, viewer, message)));
                    }
                }
                JournalEvent::MessageDeleted { message, .. } => {
                    self.ready.push_back(("gone", json!({ "id": message, "channel": entry.channel })));
                }
                JournalEvent::InteractionSent { interaction, user, .. } if *user == viewer => {
                    self.waiting.push((*interaction, Value::Null));
                }
                _ => {}
            }
        }
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.retain_mut(|(id, told)| {
            let Some(interaction) = s.interactions.get(id) else { return false };
            let seen = views::interaction(s, interaction);
            let is_open = matches!(seen["state"].as_str(), Some("waiting" | "modal"));
            if seen != *told {
                self.ready.push_back(("interaction", seen.clone()));
                *told = seen;
            }
            is_open
        });
        self.waiting = waiting;
    }

    fn collect_for_bot(&mut self, s: &crate::state::State) {
        let is_connected = s.sessions.is_connected();
        if self.is_connected.replace(is_connected) != Some(is_connected) {
            self.ready.push_back(("connected", json!({ "connected": is_connected })));
        }
        let requests = s.requests.since(self.requests);
        let requests = requests.iter().map(|request| (request.at, "request", json!(request)));
        let events = s.sessions.sent.log.since(self.events);
        let events = events.iter().filter_map(|event| {
            let payload: Value = serde_json::from_str(&event.payload).ok()?;
            let told = json!({ "at": event.at, "name": payload["t"], "data": payload["d"] });
            Some((event.at, "event", told))
        });
        let mut news: Vec<_> = events.chain(requests).collect();
        news.sort_by_key(|(at, ..)| *at);
        self.ready.extend(news.into_iter().map(|(_, name, data)| (name, data)));
        (self.requests, self.events) = (s.requests.end(), s.sessions.sent.log.end());
    }
}
