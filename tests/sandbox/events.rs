//! Scheduled events of a server.

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serde_json::{Value, json};
use serenity::{
    CreateScheduledEvent, EditScheduledEvent, GuildId, ScheduledEventStatus, ScheduledEventType, Timestamp,
};
use trigon::sandbox::{GuildHandle, HandClock, Id, Permissions, Sandbox, SandboxConfig};

use crate::{
    bot::{World, http, unlimited, world},
    wire::Wire,
};

const NOW: i64 = 1_763_748_000_000;
const HOUR: i64 = 3_600_000;

/// A server in which the bot may create events, and a clock that stands still.
struct EventScene {
    sandbox: Sandbox,
    guild: GuildHandle,
    clock: Arc<HandClock>,
}

/// Starts such a server.
async fn event_scene() -> EventScene {
    let clock = Arc::new(HandClock::new(NOW));
    let config = SandboxConfig { clock: clock.clone(), ..unlimited() };
    let World { sandbox, guild, .. } = world(config).await;
    allow(&guild, Permissions::CREATE_EVENTS);
    EventScene { sandbox, guild, clock }
}

/// Gives the bot exactly these permissions.
fn allow(guild: &GuildHandle, permissions: Permissions) {
    guild.set_role_permissions(guild.bot_role().unwrap(), permissions);
}

/// Returns a time as serenity has it.
fn time(at: i64) -> Timestamp {
    Timestamp::from_millis(at).unwrap()
}

/// Returns an event as Discord takes it.
fn event(start: i64, end: i64) -> Value {
    json!({
        "name": "Friday",
        "scheduled_start_time": time(start).to_string(),
        "scheduled_end_time": time(end).to_string(),
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": { "location": "#hall" },
    })
}

#[tokio::test]
async fn an_event_is_made_moved_and_deleted_by_serenity() {
    let EventScene { sandbox, guild: handle, clock } = event_scene().await;
    let (http, guild) = (http(&sandbox), GuildId::new(handle.id().0));
    let new = CreateScheduledEvent::new(ScheduledEventType::External, "Friday", time(NOW + HOUR));
    let new = new.end_time(time(NOW + 2 * HOUR)).location("#hall").description("Round 1");
    let made = guild.create_scheduled_event(&http, new).await.unwrap();
    assert_eq!((made.status, made.kind), (ScheduledEventStatus::Scheduled, ScheduledEventType::External));
    assert_eq!(made.creator_id.unwrap().get(), sandbox.bot_id().0);
    assert_eq!(guild.scheduled_events(&http, false).await.unwrap().len(), 1);

    let edit = EditScheduledEvent::new().name("Saturday").start_time(time(NOW + 3 * HOUR));
    let moved =
        guild.edit_scheduled_event(&http, made.id, edit.end_time(time(NOW + 4 * HOUR))).await.unwrap();
    assert_eq!((moved.name.as_str(), moved.start_time), ("Saturday", time(NOW + 3 * HOUR)));
    assert_eq!(moved.description.as_deref(), Some("Round 1"), "what is not named stays");
    let [seen] = &handle.events()[..] else { panic!("{:?}", handle.events()) };
    assert_eq!((seen.location.as_str(), seen.start, seen.has_begun), ("#hall", NOW + 3 * HOUR, false));

    // It begins and ends by itself.
    clock.advance(Duration::from_hours(3));
    let found = guild.scheduled_event(&http, made.id, false).await.unwrap();
    assert_eq!(found.status, ScheduledEventStatus::Active);
    clock.advance(Duration::from_hours(1));
    assert!(handle.events().is_empty() && guild.scheduled_events(&http, false).await.unwrap().is_empty());
    let found = guild.scheduled_event(&http, made.id, false).await.unwrap();
    assert_eq!(found.status, ScheduledEventStatus::Completed);
    guild.delete_scheduled_event(&http, made.id).await.unwrap();
    guild.delete_scheduled_event(&http, made.id).await.unwrap_err();
}

#[tokio::test]
async fn what_discord_refuses_about_an_event_has_its_code() {
    let EventScene { sandbox, guild, clock } = event_scene().await;
    let wire = Wire::new(&sandbox);
    let path = format!("/guilds/{}/scheduled-events", guild.id());
    let errors = |body: &Value, field: &str| body["errors"][field]["_errors"][0]["code"].clone();

    let (status, past) = wire.post(&path, event(NOW, NOW + HOUR)).await;
    assert_eq!((status, &past["code"]), (400, &json!(50_035)));
    assert_eq!(errors(&past, "scheduled_start_time"), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST");
    let mut open_end = event(NOW + HOUR, NOW + 2 * HOUR);
    open_end.as_object_mut().unwrap().remove("scheduled_end_time");
    assert_eq!(errors(&wire.post(&path, open_end).await.1, "scheduled_end_time"), "BASE_TYPE_REQUIRED");
    let mut nowhere = event(NOW + HOUR, NOW + 2 * HOUR);
    nowhere.as_object_mut().unwrap().remove("entity_metadata");
    assert_eq!(errors(&wire.post(&path, nowhere).await.1, "entity_metadata"), "BASE_TYPE_REQUIRED");
    let mut long = event(NOW + HOUR, NOW + 2 * HOUR);
    long["name"] = json!("x".repeat(101));
    assert_eq!(errors(&wire.post(&path, long).await.1, "name"), "BASE_TYPE_BAD_LENGTH");

    let (status, made) = wire.post(&path, event(NOW + HOUR, NOW + 2 * HOUR)).await;
    assert_eq!(status, 200);
    let one = format!("{path}/{}", made["id"].as_str().unwrap());
    let later = json!({ "scheduled_start_time": time(NOW + 5 * HOUR).to_string(),
                        "scheduled_end_time": time(NOW + 6 * HOUR).to_string() });
    // Without the permission, neither a new one nor its own.
    allow(&guild, Permissions::NONE);
    for refused in [
        wire.post(&path, event(NOW + HOUR, NOW + 2 * HOUR)).await,
        wire.call("PATCH", &one, later.clone()).await,
        wire.call("DELETE", &one, Value::Null).await,
    ] {
        assert_eq!((refused.0, &refused.1["code"]), (403, &json!(50_013)));
    }
    allow(&guild, Permissions::MANAGE_EVENTS);
    assert_eq!(wire.post(&path, event(NOW + HOUR, NOW + 2 * HOUR)).await.0, 403);
    assert_eq!(wire.call("PATCH", &one, json!({ "name": "Late" })).await.0, 200);

    // Once it has begun, it does not move any more, and once it is over, nothing about it changes.
    clock.advance(Duration::from_mins(90));
    assert_eq!(wire.call("PATCH", &one, later.clone()).await.1["code"], 50_035);
    clock.advance(Duration::from_hours(1));
    assert_eq!(wire.call("PATCH", &one, later.clone()).await.1["code"], 180_000);
    assert!(guild.delete_event(Id(made["id"].as_str().unwrap().parse().unwrap())));
    for method in ["GET", "PATCH", "DELETE"] {
        let body = if method == "PATCH" { later.clone() } else { Value::Null };
        assert_eq!(wire.call(method, &one, body).await.1["code"], 10_070, "{method}");
    }
    let role = format!("/guilds/{}/members/{}/roles/1", guild.id(), sandbox.bot_id());
    let refused = wire.call("PUT", &role, Value::Null).await;
    assert_eq!(refused.1["code"], 50_013, "that takes another permission");
    allow(&guild, Permissions::MANAGE_ROLES);
    assert_eq!(wire.call("PUT", &role, Value::Null).await.1["code"], 10_011);
}

#[tokio::test]
async fn a_server_has_a_hundred_events_that_have_not_ended_at_most() {
    let EventScene { sandbox, guild, clock } = event_scene().await;
    let wire = Wire::new(&sandbox);
    let path = format!("/guilds/{}/scheduled-events", guild.id());
    for _ in 0..100 {
        assert_eq!(wire.post(&path, event(NOW + HOUR, NOW + 2 * HOUR)).await.0, 200);
    }
    assert_eq!(wire.post(&path, event(NOW + HOUR, NOW + 2 * HOUR)).await.1["code"], 30_038);
    clock.advance(Duration::from_hours(2));
    assert_eq!(wire.post(&path, event(NOW + 3 * HOUR, NOW + 4 * HOUR)).await.0, 200);
}
