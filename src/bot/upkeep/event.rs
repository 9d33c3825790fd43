//! The scheduled event of a server for the next deadline of a match.
//!
//! A match has at most one event, which moves with the deadline. Discord does not move an event that has begun; such an event is
//! replaced by another one. While the clock of a match stands still there is no deadline, and so no event.

use poise::serenity_prelude::Timestamp;
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ChangeError, Halt, Keeper, LONGEST_WAIT, texts};
use crate::codes::{RequestKind, classify_code, reaction};
use crate::delivery::RequestError;
use trigon_engine::ids::EventId;
use trigon_engine::matches::{DeadlineEvent, Match, Millis, Upkeep, UpkeepProblem, UpkeepState};

/// Discord’s codes for an event that is gone, or over.
const EVENT_GONE: [i64; 2] = [10_070, 180_000];

/// How long an event lasts. The deadline is its beginning.
const EVENT_LENGTH: Millis = 1_800_000;

/// How far ahead a deadline has to be for an event. A deadline that is nearer is about to be followed by the next one.
const MIN_AHEAD: Millis = 5_000;

/// The minimum time between two moves of an event.
const MOVE_INTERVAL: Millis = 60_000;

/// The kind of an event that takes place outside of Discord’s voice channels.
const EXTERNAL: u8 = 3;

/// Events are for the members of the server alone, which is all that Discord offers.
const GUILD_ONLY: u8 = 2;

/// An event of a server, as far as it matters here.
#[derive(Debug, Deserialize)]
struct ScheduledEvent {
    id: String,
    creator_id: Option<String>,
    description: Option<String>,
    scheduled_start_time: Timestamp,
}

impl Keeper {
    /// Makes, moves or removes the event of a match. Returns when to look again if something is left to do.
    pub(super) async fn show_event(&self, game: &Match, upkeep: &mut Upkeep) -> Result<Option<Millis>, Halt> {
        let now = self.matches.clock().now();
        let shown = &mut upkeep.shown;
        if !game.terms.event {
            // If a host chooses an event again later, it is made although somebody has removed this one.
            shown.event_gone = false;
        }
        // A time further ahead than any wait was set before the clock was set back.
        shown.event_refused =
            shown.event_refused.filter(|until| (now + 1..=now + LONGEST_WAIT).contains(until));
        let deadline = game.event_at();
        if deadline.is_some_and(|at| at <= now + MIN_AHEAD) {
            return Ok(None);
        }
        if shown.event_gone && game.terms.event {
            // The hosts hear of it only once.
            self.matches.tell_trouble(game, UpkeepProblem::EventGone).await?;
        }
        let wanted = deadline.filter(|_| !shown.event_gone);
        if is_shown(shown, wanted) {
            return Ok(None);
        }
        if let Some(until) = shown.event_refused.or_else(|| next_move(shown, wanted, now)) {
            return Ok(Some(until));
        }
        let code = match self.set_event(game, upkeep, wanted, now).await {
            Ok(()) => return Ok(None),
            Err(ChangeError::Halt(halt)) => return Err(halt),
            Err(ChangeError::Refused(code)) => code,
        };
        let reaction = reaction(RequestKind::Event, classify_code(code));
        tracing::info!(id = game.id.0, code, ?reaction, "Discord refuses an event");
        upkeep.shown.event_refused = Some(now + LONGEST_WAIT);
        self.matches.tell_trouble(game, UpkeepProblem::EventRefused).await?;
        Ok(upkeep.shown.event_refused)
    }

    /// Makes or moves the event so that it begins at `wanted`, or removes it if that is `None`.
    async fn set_event(
        &self,
        game: &Match,
        upkeep: &mut Upkeep,
        wanted: Option<Millis>,
        now: Millis,
    ) -> Result<(), ChangeError> {
        // Without an ID, it is not known whether the event was made.
        if let Some(event) = upkeep.shown.event.filter(|event| event.id.is_none()) {
            let found = self.find_event(game).await?;
            upkeep.shown.event = found.map(|(id, at)| DeadlineEvent { id: Some(id), at, ..event });
        }
        if let Some((event, id)) = upkeep.shown.event.and_then(|event| Some((event, event.id?))) {
            if let Some(at) = wanted.filter(|_| event.at > now) {
                return self.move_event(game, upkeep, event, id, at, now).await;
            }
            let is_wanted = wanted.is_some();
            self.remove_event(game, upkeep, event, id, is_wanted, now).await?;
        }
        match wanted.filter(|_| !upkeep.shown.event_gone) {
            Some(at) => self.create_event(game, upkeep, at, now).await,
            None => Ok(()),
        }
    }

    /// Moves an event that has not begun.
    async fn move_event(
        &self,
        game: &Match,
        upkeep: &mut Upkeep,
        event: DeadlineEvent,
        id: EventId,
        at: Millis,
        now: Millis,
    ) -> Result<(), ChangeError> {
        if event.at == at {
            return Ok(());
        }
        let path = format!("/guilds/{}/scheduled-events/{id}", game.guild_id);
        let request = self.client.request(Method::PATCH, &path).json(&body(game, at));
        match self.client.request_ok(request).await {
            Ok(_) => {
                upkeep.shown.event = Some(DeadlineEvent { at, moved_at: now, ..event });
                Ok(())
            }
            // Somebody has removed the event, or ended it.
            Err(RequestError::Refused(code)) if EVENT_GONE.contains(&code) => {
                self.note_unwanted_event(game, upkeep).await
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Removes an event, because there is no deadline any more or (`is_replaced`) because another event takes its place.
    async fn remove_event(
        &self,
        game: &Match,
        upkeep: &mut Upkeep,
        event: DeadlineEvent,
        id: EventId,
        is_replaced: bool,
        now: Millis,
    ) -> Result<(), ChangeError> {
        // Stored before the event is removed, because Discord reports the removal as if somebody else had done it.
        upkeep.shown.event = Some(DeadlineEvent { is_leaving: true, ..event });
        self.matches.keep_upkeep(upkeep).await?;
        let path = format!("/guilds/{}/scheduled-events/{id}", game.guild_id);
        match self.client.request_ok(self.client.request(Method::DELETE, &path)).await {
            Ok(_) => {}
            Err(RequestError::Refused(code)) if EVENT_GONE.contains(&code) => {
                // Somebody has removed the event if it is gone before it can have ended by itself, unless an earlier attempt
                // of the bot removed it and the answer was lost.
                if is_replaced && !event.is_leaving && now < event.at + EVENT_LENGTH {
                    return self.note_unwanted_event(game, upkeep).await;
                }
            }
            Err(error) => return Err(error.into()),
        }
        upkeep.shown.event = None;
        Ok(())
    }

    /// Notes that somebody has removed the event, and tells the hosts.
    async fn note_unwanted_event(&self, game: &Match, upkeep: &mut Upkeep) -> Result<(), ChangeError> {
        (upkeep.shown.event, upkeep.shown.event_gone) = (None, true);
        let told = self.matches.tell_trouble(game, UpkeepProblem::EventGone).await;
        told.map_err(|error| ChangeError::Halt(error.into()))
    }

    /// Makes an event that begins at `at`.
    async fn create_event(
        &self,
        game: &Match,
        upkeep: &mut Upkeep,
        at: Millis,
        now: Millis,
    ) -> Result<(), ChangeError> {
        // Stored before the event is made: if the answer is lost, the event is looked for before another one is made.
        upkeep.shown.event = Some(DeadlineEvent { id: None, at, moved_at: now, is_leaving: false });
        self.matches.keep_upkeep(upkeep).await?;
        let path = format!("/guilds/{}/scheduled-events", game.guild_id);
        let request = self.client.request(Method::POST, &path).json(&body(game, at));
        match self.client.request_json::<ScheduledEvent>(request).await {
            Ok((made, _)) => {
                let id = made.id.parse().ok();
                upkeep.shown.event = Some(DeadlineEvent { id, at, moved_at: now, is_leaving: false });
                Ok(())
            }
            Err(RequestError::Refused(code)) => {
                upkeep.shown.event = None;
                Err(ChangeError::Refused(code))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Looks for the event of a match among those of the server, and returns its ID and when it begins.
    async fn find_event(&self, game: &Match) -> Result<Option<(EventId, Millis)>, ChangeError> {
        let me = self.client.me().await?.to_owned();
        let path = format!("/guilds/{}/scheduled-events", game.guild_id);
        let listed = self.client.request_json(self.client.request(Method::GET, &path)).await;
        let (events, _): (Vec<ScheduledEvent>, _) = listed?;
        let is_meant = |event: &&ScheduledEvent| {
            event.creator_id.as_ref() == Some(&me)
                && event.description.as_deref().is_some_and(|text| text.starts_with(&texts::mark(game)))
        };
        let found = events.iter().find(is_meant);
        let read = |event: &ScheduledEvent| {
            Some((event.id.parse().ok()?, event.scheduled_start_time.timestamp_millis()))
        };
        Ok(found.and_then(read))
    }
}

/// Returns whether the event that a server shows is known, and is the wanted one.
fn is_shown(shown: &UpkeepState, wanted: Option<Millis>) -> bool {
    shown.event.map(|event| event.at) == wanted && shown.event.is_none_or(|event| event.id.is_some())
}

/// Returns when the event may be moved, if it is to be moved and that was done only just before.
fn next_move(shown: &UpkeepState, wanted: Option<Millis>, now: Millis) -> Option<Millis> {
    let event = shown.event.filter(|event| wanted.is_some() && event.id.is_some())?;
    let next = event.moved_at + MOVE_INTERVAL;
    (event.moved_at..next).contains(&now).then_some(next)
}

/// Returns the event of a match for a deadline, as Discord takes it.
fn body(game: &Match, at: Millis) -> Value {
    let time = |at: Millis| Timestamp::from_millis(at).map(|time| time.to_string()).unwrap_or_default();
    json!({
        "name": texts::name(game),
        "description": texts::description(game),
        "scheduled_start_time": time(at),
        "scheduled_end_time": time(at + EVENT_LENGTH),
        "privacy_level": GUILD_ONLY,
        "entity_type": EXTERNAL,
        "entity_metadata": { "location": texts::location(game) },
    })
}
