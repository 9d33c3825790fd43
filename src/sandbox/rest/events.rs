//! Scheduled events of guilds.

use serde_json::Value;

use super::{ApiRequest, ApiResponse, guilds::guild_of_bot};
use crate::{
    check::Form,
    error::{ApiError, ApiResult},
    id::{Id, read_timestamp},
    permissions::Permissions,
    state::{EXTERNAL, EventStatus, GUILD_ONLY, ScheduledEvent, State, guild_permissions},
};

/// The number of events of a guild that have not ended.
const MAX_OPEN_EVENTS: usize = 100;

pub(crate) fn list(s: &State, guild: Id) -> ApiResult<ApiResponse> {
    let events = guild_of_bot(s, guild)?.events.values().filter(|event| !event.status(s.now).is_final());
    Ok(ApiResponse::Json(events.map(|event| json(s, event)).collect()))
}

pub(crate) fn get(s: &State, guild: Id, event: Id) -> ApiResult<ApiResponse> {
    Ok(ApiResponse::Json(json(s, find(s, guild, event)?)))
}

pub(crate) fn create(s: &mut State, request: &ApiRequest) -> ApiResult<ApiResponse> {
    let (guild, body) = (request.guild_id()?, &request.body.json);
    if !guild_permissions(guild_of_bot(s, guild)?, s.bot).contains(Permissions::CREATE_EVENTS) {
        return Err(ApiError::missing_permissions());
    }
    let mut form = Form::default();
    let name = form.needed_text(body, "", "name", 1, 100);
    let description = form.text(body, "", "description", 0, 1_000);
    for (key, only) in [("entity_type", EXTERNAL), ("privacy_level", GUILD_ONLY)] {
        match form.number(body, "", key, 0, i64::MAX) {
            None => form.required(key),
            Some(number) if number != only => form.choices(key, &only.to_string()),
            Some(_) => {}
        }
    }
    let location = location(&mut form, body);
    let start = time(&mut form, body, "scheduled_start_time");
    let end = time(&mut form, body, "scheduled_end_time");
    for (key, is_missing) in [
        ("entity_metadata", location.is_none()),
        ("scheduled_start_time", start.is_none()),
        ("scheduled_end_time", end.is_none()),
    ] {
        if is_missing && body.get(key).is_none_or(Value::is_null) {
            form.required(key);
        }
    }
    check_times(&mut form, s.now, start, end, StartTime::New);
    form.finish()?;
    let open = guild_of_bot(s, guild)?.events.values().filter(|event| !event.status(s.now).is_final());
    if open.count() >= MAX_OPEN_EVENTS {
        return Err(ApiError::too_many_events());
    }
    let (id, creator) = (s.new_id(), s.bot);
    let event = ScheduledEvent {
        id,
        guild,
        creator,
        name: name.unwrap_or_default(),
        description,
        location: location.unwrap_or_default(),
        start: start.unwrap_or_default(),
        end: end.unwrap_or_default(),
        set: None,
    };
    let created = json(s, &event);
    if let Some(owner_guild) = s.guilds.get_mut(&guild) {
        owner_guild.events.insert(id, event);
    }
    s.emit_scheduled("GUILD_SCHEDULED_EVENT_CREATE", guild, &created);
    Ok(ApiResponse::Json(created))
}

pub(crate) fn edit(s: &mut State, request: &ApiRequest) -> ApiResult<ApiResponse> {
    let (guild, id, body) =
        (request.guild_id()?, request.id(3, "guild_scheduled_event_id")?, &request.body.json);
    let (now, mut event) = (s.now, find(s, guild, id)?.clone());
    require_control(s, &event)?;
    let status = event.status(now);
    if status.is_final() {
        return Err(ApiError::finished_event());
    }
    let mut form = Form::default();
    let name = form.text(body, "", "name", 1, 100);
    let description = form.text(body, "", "description", 0, 1_000);
    let location = location(&mut form, body);
    let start = time(&mut form, body, "scheduled_start_time").filter(|start| *start != event.start);
    let end = time(&mut form, body, "scheduled_end_time");
    if start.is_some() && status == EventStatus::Active {
        let message = "Cannot update the start time of an active event.";
        form.fault("scheduled_start_time", "GUILD_SCHEDULED_EVENT_ACTIVE", message);
    }
    let kind = if start.is_some() { StartTime::New } else { StartTime::Unchanged };
    check_times(&mut form, now, start.or(Some(event.start)), end.or(Some(event.end)), kind);
    let new_status = read_status(&mut form, body, status);
    form.finish()?;
    event.name = name.unwrap_or(event.name);
    if body.get("description").is_some() {
        event.description = description;
    }
    event.location = location.unwrap_or(event.location);
    event.start = start.unwrap_or(event.start);
    event.end = end.unwrap_or(event.end);
    event.set = new_status.or(event.set);
    let changed = json(s, &event);
    if let Some(owner_guild) = s.guilds.get_mut(&guild) {
        owner_guild.events.insert(id, event);
    }
    s.emit_scheduled("GUILD_SCHEDULED_EVENT_UPDATE", guild, &changed);
    Ok(ApiResponse::Json(changed))
}

pub(crate) fn delete(s: &mut State, request: &ApiRequest) -> ApiResult<ApiResponse> {
    let (guild, id) = (request.guild_id()?, request.id(3, "guild_scheduled_event_id")?);
    require_control(s, find(s, guild, id)?)?;
    s.remove_event(guild, id);
    Ok(ApiResponse::NoContent)
}

fn json(s: &State, event: &ScheduledEvent) -> Value {
    event.to_json(s.users.get(&event.creator), s.now)
}

fn find(s: &State, guild: Id, event: Id) -> ApiResult<&ScheduledEvent> {
    guild_of_bot(s, guild)?.events.get(&event).ok_or_else(ApiError::unknown_event)
}

/// Checks that the bot may change an event: one of its own, or any.
fn require_control(s: &State, event: &ScheduledEvent) -> ApiResult<()> {
    let has = guild_permissions(guild_of_bot(s, event.guild)?, s.bot);
    let is_own = event.creator == s.bot && has.contains(Permissions::CREATE_EVENTS);
    if is_own || has.contains(Permissions::MANAGE_EVENTS) {
        Ok(())
    } else {
        Err(ApiError::missing_permissions())
    }
}

/// Reads where an event takes place.
fn location(form: &mut Form, body: &Value) -> Option<String> {
    let metadata = body.get("entity_metadata").filter(|metadata| !metadata.is_null())?;
    if !form.object(metadata, "entity_metadata") {
        return None;
    }
    form.needed_text(metadata, "entity_metadata", "location", 1, 100)
}

/// Reads the status that a request sets, if it is another one. An event goes on, ends or is called off, but never goes back.
fn read_status(form: &mut Form, body: &Value, current: EventStatus) -> Option<EventStatus> {
    let number = form.number(body, "", "status", 0, i64::MAX)?;
    let requested = EventStatus::ALL.into_iter().find(|status| i64::from(status.number()) == number);
    let follows = match (current, requested) {
        (current, Some(next)) if current == next => true,
        (EventStatus::Scheduled, Some(next)) => matches!(next, EventStatus::Active | EventStatus::Canceled),
        (EventStatus::Active, Some(next)) => next == EventStatus::Completed,
        _ => false,
    };
    if !follows {
        form.choices("status", "1, 2, 3, 4");
    }
    requested.filter(|status| *status != current)
}

/// Reads a time.
fn time(form: &mut Form, body: &Value, key: &str) -> Option<i64> {
    let value = body.get(key).filter(|value| !value.is_null())?;
    let time = value.as_str().and_then(read_timestamp);
    if time.is_none() {
        form.fault(key, "DATE_TIME_TYPE_PARSE", format!("Could not parse {value}. Should be ISO8601."));
    }
    time
}

/// Whether a request sets the time at which an event begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StartTime {
    New,
    Unchanged,
}

/// Checks that an event begins in the future, if its beginning is new, and ends after that.
fn check_times(form: &mut Form, now: i64, start: Option<i64>, end: Option<i64>, kind: StartTime) {
    if kind == StartTime::New && start.is_some_and(|start| start <= now) {
        let message = "Cannot schedule event in the past.";
        form.fault("scheduled_start_time", "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", message);
    }
    if start.zip(end).is_some_and(|(start, end)| end <= start) {
        let message = "Cannot schedule event to end before it starts.";
        form.fault("scheduled_end_time", "GUILD_SCHEDULED_EVENT_END_BEFORE_START", message);
    }
}
