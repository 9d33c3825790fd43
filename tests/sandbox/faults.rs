//! Disturbances: what goes wrong between a client and Discord, ordered in Rust.

use std::{sync::Arc, time::Duration};

use flate2::{Decompress, FlushDecompress, read::ZlibDecoder};
use futures_util::{FutureExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use trigon::sandbox::{Cut, Door, Fault, HandClock, RateLimits, SandboxConfig};

use crate::{
    bot::{World, unlimited, world},
    wire::{Got, OPEN_INTENTS, Socket, Wire},
};

#[tokio::test]
async fn any_status_and_error_comes_before_or_after_the_effect() {
    let World { sandbox, hall, ada, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let path = format!("/channels/{hall}/messages");
    let post = async |fault: Fault| {
        sandbox.fail_next(Some("POST"), "/channels/*/messages", 1, fault);
        let answer = wire.raw("POST", &path, &json!({ "content": "x" })).await;
        let (status, text) = (answer.status().as_u16(), answer.text().await.unwrap());
        (status, serde_json::from_str::<Value>(&text).ok())
    };
    let done = || ada.view(hall).len();
    let error = |after| Fault::Error { status: 403, code: 50_013, after };
    assert_eq!(post(Fault::Status(503)).await, (503, None));
    assert_eq!(done(), 0);
    assert_eq!(post(Fault::StatusAfter(500)).await, (500, None));
    assert_eq!(done(), 1);
    let body = json!({ "message": "Missing Permissions", "code": 50_013 });
    assert_eq!(post(error(false)).await, (403, Some(body.clone())));
    assert_eq!(done(), 1);
    assert_eq!(post(error(true)).await, (403, Some(body)));
    assert_eq!(done(), 2);
    assert_eq!(post(Fault::Garbage { after: false }).await, (200, None));
    assert_eq!(done(), 2);
    assert_eq!(post(Fault::Garbage { after: true }).await, (200, None));
    assert_eq!(done(), 3);
    sandbox.fail_next(Some("POST"), "/channels/*/messages", 1, Fault::Half);
    let answer = wire.raw("POST", &path, &json!({ "content": "x" })).await;
    assert_eq!(answer.status(), 200);
    assert!(answer.text().await.is_err(), "the rest of the body never comes");
    assert_eq!((done(), sandbox.faults_pending()), (4, 0));
}

#[tokio::test]
async fn a_slow_answer_is_slow_before_or_after_the_effect() {
    let World { sandbox, hall, ada, .. } = world(unlimited()).await;
    let wire = Arc::new(Wire::new(&sandbox));
    let path = format!("/channels/{hall}/messages");
    let hour = Duration::from_hours(1);
    let start = |fault: Fault, text: &'static str| {
        sandbox.fail_next(Some("POST"), "/channels/*/messages", 1, fault);
        let (wire, path) = (wire.clone(), path.clone());
        tokio::spawn(async move { wire.post(&path, json!({ "content": text })).await })
    };
    let after = start(Fault::SlowAfter(hour), "after");
    let shown = || (!ada.view(hall).is_empty()).then_some(());
    assert!(sandbox.wait_for(Duration::from_secs(10), shown).await.is_some());
    assert!(!after.is_finished(), "the message is there before its answer");
    let before = start(Fault::SlowBefore(hour), "before");
    assert!(sandbox.wait_until(Duration::from_secs(10), || sandbox.faults_pending() == 0).await);
    assert_eq!((ada.view(hall).len(), before.is_finished()), (1, false));
    let quick = start(Fault::SlowBefore(Duration::from_millis(1)), "quick").await.unwrap();
    assert_eq!((quick.0, ada.view(hall).len()), (200, 2));
    after.abort();
    before.abort();
}

#[tokio::test]
async fn a_connection_to_the_gateway_can_fail_or_stay_silent() {
    let World { sandbox, .. } = world(unlimited()).await;
    let url = format!("{}/?v=10&encoding=json", sandbox.url().replacen("http", "ws", 1));
    sandbox.fail_next(Some("WEBSOCKET"), "/", 1, Fault::Status(503));
    assert!(tokio_tungstenite::connect_async(&url).await.is_err());
    sandbox.fail_next(Some("WEBSOCKET"), "/", 1, Fault::DropBefore);
    assert!(tokio_tungstenite::connect_async(&url).await.is_err());
    sandbox.fail_next(None, "**", 1, Fault::Status(500));
    sandbox.fail_next(Some("WEBSOCKET"), "/", 1, Fault::StallAfter);
    let (mut ws, _) = tokio_tungstenite::connect_async(&url).await.unwrap();
    let (mut live, _) = Socket::ready(&sandbox).await;
    assert!(ws.next().now_or_never().is_none(), "no HELLO has come, though another connection is served");
    assert_eq!(sandbox.faults_pending(), 1, "a fault for any request does not mean the gateway");
    live.send(json!({ "op": 1, "d": null })).await;
    assert!(matches!(live.next_control().await, Got::Payload(ack) if ack["op"] == 11));
}

#[tokio::test]
async fn a_connection_that_falls_silent_stays_open_and_its_session_goes_on() {
    let World { sandbox, ada, .. } = world(unlimited()).await;
    let (mut socket, ready) = Socket::ready(&sandbox).await;
    socket.event("GUILD_CREATE").await;
    let seen = socket.seq;
    sandbox.cut_gateway(Cut::Silence);
    ada.dm("lost?").unwrap();
    socket.send(json!({ "op": 1, "d": null })).await;
    let session = ready["session_id"].clone();
    let resume = json!({ "op": 6, "d": { "token": sandbox.token(), "session_id": session, "seq": seen } });
    let mut again = Socket::connect(&sandbox).await;
    again.send(resume).await;
    assert_eq!(again.event("MESSAGE_CREATE").await["content"], "lost?");
    assert!(socket.ws.next().now_or_never().is_none(), "neither the event nor the ACK has come");
}

#[tokio::test]
async fn a_forgotten_session_works_until_it_is_resumed() {
    let World { sandbox, ada, .. } = world(unlimited()).await;
    let (mut socket, ready) = Socket::ready(&sandbox).await;
    sandbox.cut_gateway(Cut::Forget);
    ada.dm("still here").unwrap();
    assert_eq!(socket.event("MESSAGE_CREATE").await["content"], "still here");
    let session = ready["session_id"].clone();
    let data = json!({ "token": sandbox.token(), "session_id": session, "seq": socket.seq });
    let mut again = Socket::connect(&sandbox).await;
    again.send(json!({ "op": 6, "d": data })).await;
    assert!(matches!(again.next().await, Got::Payload(p) if p["op"] == 9 && p["d"] == false));
}

#[tokio::test]
async fn every_close_code_is_sent_and_some_end_the_session() {
    let World { sandbox, .. } = world(unlimited()).await;
    for code in 4000..=4014 {
        let (mut socket, ready) = Socket::ready(&sandbox).await;
        sandbox.cut_gateway(Cut::Close(code));
        assert!(matches!(socket.next_control().await, Got::Closed(c) if c == code), "{code}");
        let session = ready["session_id"].clone();
        let data = json!({ "token": sandbox.token(), "session_id": session, "seq": socket.seq });
        let mut again = Socket::connect(&sandbox).await;
        again.send(json!({ "op": 6, "d": data })).await;
        // After these, Discord asks clients to identify again, or not to come back at all.
        let over = matches!(code, 4004 | 4007 | 4009..=4014);
        loop {
            let Got::Payload(payload) = again.next().await else { panic!("closed after {code}") };
            if payload["op"] == 9 || payload["t"] == "RESUMED" {
                assert_eq!(payload["op"] == 9, over, "{code}");
                break;
            }
        }
    }
}

#[tokio::test]
async fn a_connection_is_reset_as_something_on_the_way_does() {
    let World { sandbox, .. } = world(unlimited()).await;
    let (mut socket, _) = Socket::ready(&sandbox).await;
    sandbox.cut_gateway(Cut::Reset);
    let error = loop {
        match socket.ws.next().await {
            Some(Ok(_)) => {}
            Some(Err(error)) => break error,
            None => panic!("closed"),
        }
    };
    let tokio_tungstenite::tungstenite::Error::Io(error) = error else { panic!("{error}") };
    assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset);
}

#[tokio::test]
async fn during_an_outage_new_connections_to_the_gateway_meet_a_closed_door() {
    let World { sandbox, .. } = world(unlimited()).await;
    let hour = Duration::from_hours(1);
    let url = format!("{}/?v=10&encoding=json", sandbox.url().replacen("http", "ws", 1));
    let (mut before, ready) = Socket::ready(&sandbox).await;

    sandbox.shut_gateway(Door::Refuse, hour);
    assert!(tokio_tungstenite::connect_async(&url).await.is_err());
    sandbox.shut_gateway(Door::Hang, hour);
    let short = Duration::from_millis(100);
    assert!(tokio::time::timeout(short, tokio_tungstenite::connect_async(&url)).await.is_err());
    sandbox.shut_gateway(Door::Mute, hour);
    let (mut ws, _) = tokio_tungstenite::connect_async(&url).await.unwrap();
    assert!(tokio::time::timeout(short, ws.next()).await.is_err(), "not even op 10");

    let session = ready["session_id"].clone();
    let identify =
        json!({ "op": 2, "d": { "token": sandbox.token(), "intents": OPEN_INTENTS, "properties": {} } });
    let resume =
        json!({ "op": 6, "d": { "token": sandbox.token(), "session_id": session, "seq": before.seq } });
    for begin in [identify, resume] {
        let meets = async |door: Door| {
            sandbox.shut_gateway(door, hour);
            let mut socket = Socket::connect(&sandbox).await;
            socket.send(begin.clone()).await;
            socket
        };
        assert!(matches!(meets(Door::Reset).await.next().await, Got::Closed(0)));
        assert!(matches!(meets(Door::Close(4000)).await.next().await, Got::Closed(4000)));
        let invalid = meets(Door::Invalid).await.next().await;
        assert!(matches!(invalid, Got::Payload(p) if p["op"] == 9 && p["d"] == false));
        let mut deaf = meets(Door::Deaf).await;
        for _ in 0..2 {
            deaf.send(json!({ "op": 1, "d": null })).await;
            assert!(tokio::time::timeout(short, deaf.ws.next()).await.is_err(), "not even an ACK");
            sandbox.clear_faults();
        }
    }
    before.send(json!({ "op": 1, "d": null })).await;
    assert!(matches!(before.next_control().await, Got::Payload(ack) if ack["op"] == 11), "it goes on");

    sandbox.shut_gateway(Door::Invalid, Duration::from_millis(1));
    tokio::time::sleep(short).await;
    Socket::ready(&sandbox).await;
}

#[tokio::test]
async fn a_client_that_misses_its_heartbeats_is_closed() {
    let config = SandboxConfig { heartbeat: Duration::from_millis(40), ..unlimited() };
    let World { sandbox, .. } = world(config).await;
    let mut socket = Socket::open(&sandbox, "v=10&encoding=json").await;
    let Got::Payload(hello) = socket.next().await else { panic!("closed") };
    assert_eq!(hello["d"]["heartbeat_interval"], 40);
    socket.identify(&sandbox.token(), OPEN_INTENTS).await;
    let ready = socket.event("READY").await;
    assert!(matches!(socket.next_control().await, Got::Closed(4009)));
    let data = json!({ "token": sandbox.token(), "session_id": ready["session_id"], "seq": socket.seq });
    let mut again = Socket::connect(&sandbox).await;
    again.send(json!({ "op": 6, "d": data })).await;
    assert!(matches!(again.next().await, Got::Payload(p) if p["op"] == 9), "the session has timed out");
}

#[tokio::test]
async fn payloads_are_compressed_as_the_client_asks() {
    let World { sandbox, .. } = world(unlimited()).await;
    let binary = async |socket: &mut Socket| loop {
        match socket.ws.next().await.unwrap().unwrap() {
            Message::Binary(packed) => return packed,
            Message::Text(text) => assert!(!text.contains("READY"), "not compressed"),
            other => panic!("{other:?}"),
        }
    };
    let identify = |compress: bool| {
        json!({ "op": 2, "d": {
            "token": sandbox.token(), "intents": OPEN_INTENTS, "compress": compress, "properties": {},
        } })
    };

    let mut zstd = Socket::open(&sandbox, "v=10&encoding=json&compress=zstd-stream").await;
    zstd.send(identify(false)).await;
    let mut decoder = zstd::stream::raw::Decoder::new().unwrap();
    for expected in ["heartbeat_interval", "READY", "GUILD_CREATE"] {
        let packed = binary(&mut zstd).await;
        let text = unzstd(&mut decoder, &packed);
        assert!(serde_json::from_str::<Value>(&text).is_ok() && text.contains(expected), "{text}");
    }

    let mut zlib = Socket::open(&sandbox, "v=10&encoding=json&compress=zlib-stream").await;
    // Transport compression turns payload compression off.
    zlib.send(identify(true)).await;
    let mut decoder = Decompress::new(true);
    for expected in ["heartbeat_interval", "READY", "GUILD_CREATE"] {
        let mut text = Vec::with_capacity(100_000);
        decoder.decompress_vec(&binary(&mut zlib).await, &mut text, FlushDecompress::Sync).unwrap();
        assert!(String::from_utf8(text).unwrap().contains(expected));
    }

    let mut payload = Socket::open(&sandbox, "v=10&encoding=json").await;
    payload.send(identify(true)).await;
    let packed = binary(&mut payload).await;
    let ready: Value = serde_json::from_reader(ZlibDecoder::new(&*packed)).unwrap();
    assert_eq!(ready["t"], "READY");
}

fn unzstd(decoder: &mut zstd::stream::raw::Decoder<'_>, packed: &[u8]) -> String {
    use zstd::stream::raw::Operation;
    let (mut out, mut done) = (Vec::new(), 0);
    loop {
        let mut buffer = [0; 4096];
        let status = decoder.run_on_buffers(&packed[done..], &mut buffer).unwrap();
        done += status.bytes_read;
        out.extend_from_slice(&buffer[..status.bytes_written]);
        if done == packed.len() && status.bytes_written < buffer.len() {
            return String::from_utf8(out).unwrap();
        }
    }
}

#[tokio::test]
async fn a_bot_that_is_kicked_loses_the_guild_and_its_channels() {
    let World { sandbox, guild, hall, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let (mut socket, _) = Socket::ready(&sandbox).await;
    guild.remove_bot();
    let gone = socket.event("GUILD_DELETE").await;
    assert_eq!((&gone["id"], gone.get("unavailable")), (&json!(guild.id().to_string()), None));
    assert_eq!(wire.get(&format!("/guilds/{}", guild.id())).await.1["code"], 10_004);
    assert_eq!(wire.get(&format!("/channels/{hall}")).await.1["code"], 50_001);
    let post = wire.post(&format!("/channels/{hall}/messages"), json!({ "content": "x" })).await;
    assert_eq!((post.0, &post.1["code"]), (403, &json!(50_001)));
}

#[tokio::test]
async fn a_banned_person_is_gone_and_cannot_come_back() {
    let World { sandbox, guild, hall, bob, .. } =
        world(SandboxConfig { privileged_intents: true, ..unlimited() }).await;
    let wire = Wire::new(&sandbox);
    let mut socket = Socket::connect(&sandbox).await;
    socket.identify(&sandbox.token(), OPEN_INTENTS | 1 << 1).await;
    let dm = wire.post("/users/@me/channels", json!({ "recipient_id": bob.id() })).await.1["id"].clone();
    guild.ban(&bob);
    assert_eq!(socket.event("GUILD_BAN_ADD").await["user"]["id"], bob.id().to_string());
    assert_eq!(socket.event("GUILD_MEMBER_REMOVE").await["user"]["id"], bob.id().to_string());
    assert!(!bob.sees(hall));
    let member = format!("/guilds/{}/members/{}", guild.id(), bob.id());
    assert_eq!(wire.get(&member).await.1["code"], 10_007);
    let messages = format!("/channels/{}/messages", dm.as_str().unwrap());
    assert_eq!(wire.post(&messages, json!({ "content": "x" })).await.1["code"], 50_278);
    guild.add_member(&bob);
    assert!(!bob.sees(hall), "a banned person cannot join");
    guild.unban(&bob);
    guild.add_member(&bob);
    assert!(bob.sees(hall));
}

#[tokio::test]
async fn interactions_can_be_forged_and_repeated() {
    let World { sandbox, hall, ada, bob, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let (mut socket, _) = Socket::ready(&sandbox).await;
    let button = json!([{ "type": 1, "components": [
        { "type": 2, "style": 1, "label": "b", "custom_id": "real", "disabled": true },
    ] }]);
    let path = format!("/channels/{hall}/messages");
    let (_, message) = wire.post(&path, json!({ "content": "x", "components": button })).await;
    let message = message["id"].as_str().unwrap().parse().unwrap();
    assert!(ada.click(message, "made up").is_err(), "the client does not offer it");
    let data = json!({ "custom_id": "made up", "component_type": 2 });
    let handle = bob.forge(hall, 3, Some(message), data).unwrap();
    let heard = socket.event("INTERACTION_CREATE").await;
    assert_eq!((&heard["type"], &heard["data"]["custom_id"]), (&json!(3), &json!("made up")));
    assert_eq!(heard["member"]["user"]["id"], bob.id().to_string());
    assert_eq!(heard["message"]["id"], message.to_string());
    let (id, token) = (heard["id"].as_str().unwrap(), heard["token"].as_str().unwrap());
    assert!(sandbox.repeat_interaction(handle.id()));
    let again = socket.event("INTERACTION_CREATE").await;
    assert_eq!((&again["id"], &again["token"]), (&heard["id"], &heard["token"]));
    let callback = format!("/interactions/{id}/{token}/callback");
    assert_eq!(wire.post(&callback, json!({ "type": 6 })).await.0, 204);
    assert_eq!(wire.post(&callback, json!({ "type": 6 })).await.1["code"], 40_060);
    assert!(bob.forge(hall, 9, None, json!({})).is_none(), "there is no such kind");
    assert!(!sandbox.repeat_interaction(5.into()));
}

#[tokio::test]
async fn each_shard_hears_of_its_own_guilds() {
    let config = SandboxConfig {
        shards: 2,
        clock: Arc::new(HandClock::new(1_900_000_000_000)),
        limits: RateLimits::off(),
        ..SandboxConfig::default()
    };
    let World { sandbox, ada, .. } = world(config).await;
    assert_eq!(Wire::new(&sandbox).get("/gateway/bot").await.1["shards"], 2);
    let zero = sandbox.create_guild_on_shard("zero", &ada, 0);
    let one = sandbox.create_guild_on_shard("one", &ada, 1);
    let (hall0, hall1) = (zero.create_channel("hall"), one.create_channel("hall"));
    let shard = async |data: Value| {
        let mut socket = Socket::connect(&sandbox).await;
        let token = sandbox.token();
        let identify = json!({ "token": token, "intents": OPEN_INTENTS, "properties": {}, "shard": data });
        socket.send(json!({ "op": 2, "d": identify })).await;
        socket
    };
    let mut unsharded = shard(json!([0, 1])).await;
    assert!(matches!(unsharded.next().await, Got::Closed(4011)));
    let (mut first, mut second) = (shard(json!([0, 2])).await, shard(json!([1, 2])).await);
    first.event("READY").await;
    second.event("READY").await;
    ada.say(hall1, "one").unwrap();
    ada.say(hall0, "zero").unwrap();
    ada.dm("direct").unwrap();
    assert_eq!(first.event("MESSAGE_CREATE").await["channel_id"], hall0.to_string());
    assert_eq!(first.event("MESSAGE_CREATE").await["content"], "direct", "shard 0 gets direct messages");
    assert_eq!(second.event("MESSAGE_CREATE").await["channel_id"], hall1.to_string());
    sandbox.cut_shard(1, Cut::Close(4000));
    assert!(matches!(second.next_control().await, Got::Closed(4000)));
    first.send(json!({ "op": 1, "d": null })).await;
    assert!(
        matches!(first.next_control().await, Got::Payload(ack) if ack["op"] == 11),
        "only that shard is cut"
    );
}
