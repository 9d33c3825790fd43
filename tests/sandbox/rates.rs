//! Rate limits as Discord applies them.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use trigon::sandbox::{HandClock, Id, Person, Quota, RateLimits, Sandbox, SandboxConfig};

use crate::{
    bot::{World, world},
    wire::{Got, OPEN_INTENTS, Socket, Wire},
};

/// A sandbox whose limits are Discord's, changed by the test, on a clock that only the test moves.
struct Limits {
    sandbox: Sandbox,
    clock: Arc<HandClock>,
    wire: Wire,
    hall: Id,
    annex: Id,
    ada: Person,
    guild: Id,
}

async fn limits(change: impl FnOnce(&mut RateLimits)) -> Limits {
    let clock = Arc::new(HandClock::new(1_900_000_000_000));
    let mut limits = RateLimits { clock: clock.clone(), ..RateLimits::discord() };
    change(&mut limits);
    let World { sandbox, guild, hall, ada, .. } =
        world(SandboxConfig { limits, ..SandboxConfig::default() }).await;
    let (annex, wire, guild) = (guild.create_channel("annex"), Wire::new(&sandbox), guild.id());
    Limits { sandbox, clock, wire, hall, annex, ada, guild }
}

/// Returns a header of an answer.
fn header(answer: &reqwest::Response, name: &str) -> Option<String> {
    Some(answer.headers().get(name)?.to_str().unwrap().to_owned())
}

#[tokio::test]
async fn every_route_has_a_bucket_for_each_channel() {
    let l = limits(|_| ()).await;
    let post = async |channel: Id| {
        l.wire.raw("POST", &format!("/channels/{channel}/messages"), &json!({ "content": "x" })).await
    };
    for left in (0..5).rev() {
        let before = l.sandbox.now_millis();
        let answer = post(l.hall).await;
        assert_eq!(answer.status(), 200);
        assert_eq!(header(&answer, "x-ratelimit-limit").unwrap(), "5");
        assert_eq!(header(&answer, "x-ratelimit-remaining").unwrap(), left.to_string());
        assert_eq!(header(&answer, "x-ratelimit-reset-after").unwrap(), "5.000");
        // Limits have a clock of their own here, but times are those of the sandbox.
        let reset: f64 = header(&answer, "x-ratelimit-reset").unwrap().parse().unwrap();
        let told = (reset * 1_000.0).round() as i64 - 5_000;
        assert!((before..=l.sandbox.now_millis()).contains(&told), "{told}");
        let date = chrono::DateTime::parse_from_rfc2822(&header(&answer, "date").unwrap()).unwrap();
        assert!((date.timestamp_millis()..date.timestamp_millis() + 1_000).contains(&told), "{date}");
        assert_eq!(header(&answer, "x-ratelimit-scope"), None);
    }
    l.clock.advance(Duration::from_millis(3_600));
    let answer = post(l.hall).await;
    assert_eq!(answer.status(), 429);
    assert_eq!(header(&answer, "retry-after").unwrap(), "2", "whole seconds, rounded up");
    assert_eq!(header(&answer, "x-ratelimit-scope").unwrap(), "user");
    assert_eq!(header(&answer, "x-ratelimit-remaining").unwrap(), "0");
    assert_eq!(header(&answer, "x-ratelimit-global"), None);
    let bucket = header(&answer, "x-ratelimit-bucket").unwrap();
    let expected = json!({
        "message": "You are being rate limited.", "retry_after": 1.4, "global": false, "code": 0,
    });
    assert_eq!(answer.json::<Value>().await.unwrap(), expected);
    let elsewhere = post(l.annex).await;
    assert_eq!(elsewhere.status(), 200, "another channel has a bucket of its own");
    assert_eq!(header(&elsewhere, "x-ratelimit-bucket").unwrap(), bucket, "of the same name");
    l.clock.advance(Duration::from_millis(1_400));
    assert_eq!(post(l.hall).await.status(), 200, "waiting as long as the response said is enough");
    assert_eq!(l.ada.view(l.hall).len(), 6, "a refused request has no effect");
}

#[tokio::test]
async fn a_client_that_keeps_to_the_headers_is_never_refused() {
    let l = limits(|limits| limits.global = None).await;
    let mut waited = 0;
    for turn in 0..60 {
        let channel = if turn % 3 == 0 { l.annex } else { l.hall };
        let answer =
            l.wire.raw("POST", &format!("/channels/{channel}/messages"), &json!({ "content": "x" })).await;
        assert_eq!(answer.status(), 200, "request {turn}");
        if header(&answer, "x-ratelimit-remaining").unwrap() == "0" {
            let seconds: f64 = header(&answer, "x-ratelimit-reset-after").unwrap().parse().unwrap();
            l.clock.advance(Duration::from_secs_f64(seconds));
            waited += 1;
        }
    }
    assert!(waited >= 8, "the limit was never reached");
}

#[tokio::test]
async fn fifty_requests_a_second_pass_and_answers_to_interactions_always() {
    let l = limits(|limits| limits.routes = false).await;
    let (mut socket, _) = Socket::ready(&l.sandbox).await;
    let ping = json!({ "name": "ping", "description": "d" });
    l.wire.post(&format!("/applications/{}/commands", l.sandbox.bot_id()), ping).await;
    for _ in 0..49 {
        assert_eq!(l.wire.get("/users/@me").await.0, 200);
    }
    let answer = l.wire.raw("GET", "/users/@me", &json!({})).await;
    assert_eq!(answer.status(), 429);
    assert_eq!(header(&answer, "x-ratelimit-global").unwrap(), "true");
    assert_eq!(header(&answer, "x-ratelimit-scope").unwrap(), "global");
    assert_eq!(header(&answer, "x-ratelimit-bucket"), None);
    assert_eq!(answer.json::<Value>().await.unwrap()["global"], true);
    l.ada.slash(l.hall, "ping", &[]).unwrap();
    let heard = socket.event("INTERACTION_CREATE").await;
    let (id, token) = (heard["id"].as_str().unwrap(), heard["token"].as_str().unwrap());
    let pong = json!({ "type": 4, "data": { "content": "pong" } });
    let answer = l.wire.raw("POST", &format!("/interactions/{id}/{token}/callback"), &pong).await;
    assert_eq!(answer.status(), 204);
    assert_eq!(header(&answer, "x-ratelimit-limit"), None, "callbacks have no bucket");
    let hook = format!("/webhooks/{}/{token}", l.sandbox.bot_id());
    assert_eq!(l.wire.post(&hook, json!({ "content": "more" })).await.0, 200);
    l.clock.advance(Duration::from_secs(1));
    assert_eq!(l.wire.get("/users/@me").await.0, 200);
}

#[tokio::test]
async fn too_many_invalid_requests_ban_the_address() {
    let l = limits(|limits| limits.invalid = Some(Quota::new(4, Duration::from_mins(10)))).await;
    let stranger = Wire::with_token(&l.sandbox, "wrong");
    assert_eq!(l.wire.get("/channels/1").await.0, 404, "a 404 does not count");
    for _ in 0..4 {
        assert_eq!(stranger.get("/users/@me").await.0, 401);
    }
    let answer = l.wire.raw("GET", "/users/@me", &json!({})).await;
    assert_eq!(answer.status(), 429);
    assert_eq!(header(&answer, "via"), None, "it comes from Cloudflare");
    assert_eq!(header(&answer, "retry-after").unwrap(), "3600");
    assert!(serde_json::from_str::<Value>(&answer.text().await.unwrap()).is_err(), "and is not JSON");
    l.clock.advance(Duration::from_hours(1));
    assert_eq!(l.wire.get("/users/@me").await.0, 200);
    for _ in 0..3 {
        stranger.get("/users/@me").await;
    }
    l.clock.advance(Duration::from_mins(10));
    stranger.get("/users/@me").await;
    assert_eq!(l.wire.get("/users/@me").await.0, 200, "the count starts again after ten minutes");
}

#[tokio::test]
async fn a_connection_sends_120_payloads_a_minute() {
    let l = limits(|_| ()).await;
    let (mut socket, _) = Socket::ready(&l.sandbox).await;
    for beat in 0..119 {
        socket.send(json!({ "op": 1, "d": beat })).await;
    }
    for _ in 0..119 {
        assert!(matches!(socket.next_control().await, Got::Payload(ack) if ack["op"] == 11));
    }
    socket.send(json!({ "op": 1, "d": 120 })).await;
    assert!(matches!(socket.next_control().await, Got::Closed(4008)));
}

#[tokio::test]
async fn identifies_are_counted_and_too_many_reset_the_token() {
    let l = limits(|limits| limits.identifies = Some(Quota::new(3, Duration::from_hours(24)))).await;
    let left = async || {
        let (_, body) = l.wire.get("/gateway/bot").await;
        let limit = &body["session_start_limit"];
        assert_eq!((&limit["total"], &limit["max_concurrency"]), (&json!(3), &json!(1)));
        (limit["remaining"].as_u64().unwrap(), limit["reset_after"].as_i64().unwrap())
    };
    assert_eq!(left().await, (3, 86_400_000));
    let (mut first, _) = Socket::ready(&l.sandbox).await;
    l.clock.advance(Duration::from_secs(1));
    let mut second = Socket::connect(&l.sandbox).await;
    second.identify(&l.sandbox.token(), OPEN_INTENTS).await;
    assert!(matches!(second.next().await, Got::Payload(p) if p["op"] == 9 && p["d"] == false), "too fast");
    assert_eq!(left().await, (1, 86_399_000));
    l.clock.advance(Duration::from_secs(5));
    second.identify(&l.sandbox.token(), OPEN_INTENTS).await;
    second.event("READY").await;
    l.clock.advance(Duration::from_secs(5));
    let old = l.sandbox.token();
    let mut third = Socket::connect(&l.sandbox).await;
    third.identify(&old, OPEN_INTENTS).await;
    assert!(matches!(third.next().await, Got::Closed(4004)));
    assert!(matches!(first.next_control().await, Got::Closed(_)), "all sessions end");
    assert_ne!(l.sandbox.token(), old);
    assert_eq!(l.wire.get("/users/@me").await.0, 401);
    assert_eq!(Wire::new(&l.sandbox).get("/users/@me").await.0, 200);
    l.clock.advance(Duration::from_secs(5));
    Socket::ready(&l.sandbox).await;
}

#[tokio::test]
async fn new_commands_are_counted_and_old_ones_are_not() {
    let l = limits(|limits| limits.command_creates = Some(Quota::new(2, Duration::from_hours(24)))).await;
    let global = format!("/applications/{}/commands", l.sandbox.bot_id());
    let here = format!("/applications/{}/guilds/{}/commands", l.sandbox.bot_id(), l.guild);
    let named = |name: &str| json!({ "name": name, "description": "d" });
    assert_eq!(l.wire.post(&global, named("one")).await.0, 201);
    assert_eq!(l.wire.post(&global, named("one")).await.0, 200);
    let three = json!([named("one"), named("two"), named("three")]);
    let answer = l.wire.raw("PUT", &global, &three).await;
    assert_eq!((answer.status().as_u16(), header(&answer, "retry-after").unwrap().as_str()), (429, "86400"));
    let body = answer.json::<Value>().await.unwrap();
    assert_eq!((&body["code"], &body["retry_after"]), (&json!(30034), &json!(86_400.0)));
    assert_eq!(l.sandbox.registered_commands(None), ["one"]);
    assert_eq!(l.wire.call("PUT", &global, json!([named("one"), named("two")])).await.0, 200);
    assert_eq!(l.wire.post(&here, named("three")).await.0, 201, "each guild has its own count");
}

#[tokio::test]
async fn direct_messages_cannot_be_opened_too_fast() {
    let l = limits(|limits| limits.dm_openings = Some(Quota::new(2, Duration::from_mins(10)))).await;
    let open = async |person: &Person| {
        l.wire.post("/users/@me/channels", json!({ "recipient_id": person.id() })).await
    };
    let people: Vec<Person> = ["a", "b", "c", "d"]
        .map(|name| l.sandbox.create_person(trigon::sandbox::NewPerson::named(name)))
        .to_vec();
    assert_eq!(open(&people[0]).await.0, 200);
    assert_eq!(open(&people[0]).await.0, 200);
    assert_eq!(open(&people[1]).await.0, 200);
    assert!(people[2].dms().is_empty());
    let (status, body) = open(&people[2]).await;
    assert_eq!((status, &body["code"]), (400, &json!(40003)));
    assert_eq!(open(&people[0]).await.0, 200, "what is open stays open");
    people[3].dm("hello").unwrap();
    assert_eq!(open(&people[3]).await.0, 200, "a person who wrote first has opened it");
    l.clock.advance(Duration::from_mins(10));
    assert_eq!(open(&people[2]).await.0, 200);
}

#[tokio::test]
async fn edits_of_messages_over_an_hour_old_are_limited() {
    let time = Arc::new(HandClock::new(1_900_000_000_000));
    let limits = RateLimits { old_edits: Some(Quota::new(1, Duration::from_mins(1))), ..RateLimits::off() };
    let World { sandbox, hall, .. } =
        world(SandboxConfig { clock: time.clone(), limits, ..SandboxConfig::default() }).await;
    let wire = Wire::new(&sandbox);
    let path = format!("/channels/{hall}/messages");
    let id = wire.post(&path, json!({ "content": "0" })).await.1["id"].as_str().unwrap().to_owned();
    let edit =
        async |text: &str| wire.call("PATCH", &format!("{path}/{id}"), json!({ "content": text })).await;
    assert_eq!((edit("1").await.0, edit("2").await.0), (200, 200));
    time.advance(Duration::from_mins(61));
    assert_eq!(edit("3").await.0, 200);
    let (status, body) = edit("4").await;
    assert_eq!((status, &body["code"]), (429, &json!(30046)));
}

#[test]
fn the_limits_are_on_unless_they_are_turned_off() {
    let limits = SandboxConfig::default().limits;
    let second = Duration::from_secs(1);
    assert!(limits.routes);
    assert_eq!(limits.global, Some(Quota::new(50, second)));
    assert_eq!(limits.invalid, Some(Quota::new(10_000, 600 * second)));
    assert_eq!(limits.gateway_sends, Some(Quota::new(120, 60 * second)));
    assert_eq!(limits.identifies, Some(Quota::new(1_000, 86_400 * second)));
    assert_eq!(limits.command_creates, Some(Quota::new(200, 86_400 * second)));
    assert!(limits.dm_openings.is_some() && limits.old_edits.is_some());
}
