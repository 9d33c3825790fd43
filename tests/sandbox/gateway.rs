//! The gateway's protocol, payload by payload.

use flate2::{Decompress, FlushDecompress};
use futures_util::StreamExt;
use serde_json::json;
use tokio_tungstenite::{connect_async, tungstenite::Message};
use trigon::sandbox::{Cut, SandboxConfig};

use crate::{
    bot::{World, unlimited, world},
    wire::{Got, OPEN_INTENTS, Socket, Wire},
};

#[tokio::test]
async fn ready_and_guild_create_are_whole() {
    let World { sandbox, guild, hall, ada, .. } = world(unlimited()).await;
    let (mut socket, ready) = Socket::ready(&sandbox).await;
    assert_eq!(ready["user"]["id"], sandbox.bot_id().to_string());
    assert_eq!(ready["application"]["id"], sandbox.bot_id().to_string());
    assert_eq!(ready["guilds"], json!([{ "id": guild.id().to_string(), "unavailable": true }]));
    let full = socket.event("GUILD_CREATE").await;
    assert_eq!(full["owner_id"], ada.id().to_string());
    assert_eq!(full["member_count"], 3);
    assert_eq!(full["channels"][0]["id"], hall.to_string());
    assert_eq!(full["members"].as_array().unwrap().len(), 1, "members take the intent");
    assert!(full["joined_at"].as_str().unwrap().ends_with("+00:00"));
    socket.send(json!({ "op": 1, "d": socket.seq })).await;
    assert!(matches!(socket.next().await, Got::Payload(ack) if ack["op"] == 11));
}

#[tokio::test]
async fn bad_logins_are_closed_with_their_codes() {
    let World { sandbox, .. } = world(unlimited()).await;
    for (token, intents, code) in [
        ("wrong", OPEN_INTENTS, 4004),
        (sandbox.token().as_str(), 1 << 15, 4014),
        (sandbox.token().as_str(), 1 << 40, 4013),
    ] {
        let mut socket = Socket::connect(&sandbox).await;
        socket.identify(token, intents).await;
        assert!(matches!(socket.next().await, Got::Closed(c) if c == code), "{code}");
    }
    let mut socket = Socket::connect(&sandbox).await;
    socket.send(json!({ "op": 8, "d": {} })).await;
    assert!(matches!(socket.next().await, Got::Closed(4003)));
    let wire = Wire::with_token(&sandbox, "wrong");
    assert_eq!(wire.get("/users/@me").await, (401, json!({ "message": "401: Unauthorized", "code": 0 })));
}

#[tokio::test]
async fn content_is_hidden_without_its_intent() {
    let World { sandbox, hall, ada, .. } = world(unlimited()).await;
    let (mut socket, _) = Socket::ready(&sandbox).await;
    ada.say(hall, "secret").unwrap();
    ada.say(hall, &format!("<@{}> open", sandbox.bot_id())).unwrap();
    ada.dm("direct").unwrap();
    let hidden = socket.event("MESSAGE_CREATE").await;
    assert_eq!((&hidden["content"], &hidden["member"]["nick"]), (&json!(""), &json!(null)));
    let mention = socket.event("MESSAGE_CREATE").await;
    assert!(mention["content"].as_str().unwrap().ends_with("open"));
    let direct = socket.event("MESSAGE_CREATE").await;
    assert_eq!((&direct["content"], direct.get("guild_id")), (&json!("direct"), None));

    let World { sandbox, hall, ada, .. } =
        world(SandboxConfig { privileged_intents: true, ..unlimited() }).await;
    let mut socket = Socket::connect(&sandbox).await;
    socket.identify(&sandbox.token(), OPEN_INTENTS | 1 << 15 | 1 << 1).await;
    assert_eq!(socket.event("GUILD_CREATE").await["members"].as_array().unwrap().len(), 3);
    ada.say(hall, "secret").unwrap();
    assert_eq!(socket.event("MESSAGE_CREATE").await["content"], "secret");
}

#[tokio::test]
async fn intents_choose_the_events() {
    let World { sandbox, guild, hall, ada, .. } = world(unlimited()).await;
    let mut socket = Socket::connect(&sandbox).await;
    socket.identify(&sandbox.token(), 1 << 12).await;
    socket.event("READY").await;
    ada.say(hall, "not for you").unwrap();
    guild.create_channel("nor this");
    ada.dm("for you").unwrap();
    let Got::Payload(next) = socket.next().await else { panic!("closed") };
    assert_eq!((&next["t"], &next["d"]["content"]), (&json!("MESSAGE_CREATE"), &json!("for you")));
}

#[tokio::test]
async fn a_session_is_resumed_from_where_it_broke() {
    let World { sandbox, ada, .. } = world(unlimited()).await;
    let (mut socket, ready) = Socket::ready(&sandbox).await;
    ada.dm("one").unwrap();
    socket.event("MESSAGE_CREATE").await;
    let seen = socket.seq;
    sandbox.cut_gateway(Cut::Break);
    assert!(matches!(socket.next().await, Got::Closed(_)));
    ada.dm("two").unwrap();
    ada.dm("three").unwrap();

    let session = ready["session_id"].clone();
    let resume = json!({ "op": 6, "d": { "token": sandbox.token(), "session_id": session, "seq": seen } });
    let mut socket = Socket::connect(&sandbox).await;
    socket.send(resume.clone()).await;
    assert_eq!(socket.event("MESSAGE_CREATE").await["content"], "two");
    assert_eq!(socket.event("MESSAGE_CREATE").await["content"], "three");
    socket.event("RESUMED").await;

    sandbox.cut_gateway(Cut::InvalidResumable);
    assert!(matches!(socket.next().await, Got::Payload(p) if p["op"] == 9 && p["d"] == true));
    sandbox.cut_gateway(Cut::BreakAndForget);
    let mut socket = Socket::connect(&sandbox).await;
    socket.send(resume).await;
    assert!(matches!(socket.next().await, Got::Payload(p) if p["op"] == 9 && p["d"] == false));
    // The same connection may identify after that.
    socket.identify(&sandbox.token(), OPEN_INTENTS).await;
    socket.event("READY").await;
    sandbox.cut_gateway(Cut::Invalid);
    socket.identify(&sandbox.token(), OPEN_INTENTS).await;
    socket.event("READY").await;
    sandbox.cut_gateway(Cut::Reconnect);
    loop {
        match socket.next().await {
            Got::Payload(p) if p["op"] == 7 => break,
            Got::Payload(_) => {}
            Got::Closed(code) => panic!("closed with {code}"),
        }
    }
    assert!(matches!(socket.next().await, Got::Closed(_)));
}

#[tokio::test]
async fn zlib_stream_is_spoken() {
    let World { sandbox, .. } = world(unlimited()).await;
    let url = format!("{}/?v=10&encoding=json&compress=zlib-stream", sandbox.url().replacen("http", "ws", 1));
    let (mut ws, _) = connect_async(url).await.unwrap();
    let Some(Ok(Message::Binary(packed))) = ws.next().await else { panic!("not binary") };
    assert!(packed.ends_with(&[0, 0, 0xFF, 0xFF]));
    let mut text = Vec::with_capacity(1000);
    Decompress::new(true).decompress_vec(&packed, &mut text, FlushDecompress::Sync).unwrap();
    assert!(String::from_utf8(text).unwrap().contains("heartbeat_interval"));
}

#[tokio::test]
async fn changes_of_the_world_are_told() {
    let World { sandbox, guild, hall, ada, bob } = world(unlimited()).await;
    let (mut socket, _) = Socket::ready(&sandbox).await;
    let role = guild.create_role("judge", trigon::sandbox::Permissions::NONE);
    assert_eq!(socket.event("GUILD_ROLE_CREATE").await["role"]["id"], role.to_string());
    let annex = guild.create_channel("annex");
    assert_eq!(socket.event("CHANNEL_CREATE").await["id"], annex.to_string());
    let thread = bob.start_thread(hall, "aside", false).unwrap();
    assert_eq!(socket.event("THREAD_CREATE").await["parent_id"], hall.to_string());
    guild.archive_thread(thread, true);
    assert_eq!(socket.event("THREAD_UPDATE").await["thread_metadata"]["locked"], true);
    let said = bob.say(hall, "oops").unwrap();
    bob.edit(said, "better").unwrap();
    assert_ne!(socket.event("MESSAGE_UPDATE").await["edited_timestamp"], json!(null));
    assert!(ada.edit(said, "mine").is_err());
    bob.react(said, "👍").unwrap();
    assert_eq!(socket.event("MESSAGE_REACTION_ADD").await["emoji"]["name"], "👍");
    bob.delete(said).unwrap();
    assert_eq!(socket.event("MESSAGE_DELETE").await["id"], said.to_string());
    guild.delete_channel(annex);
    assert_eq!(socket.event("CHANNEL_DELETE").await["id"], annex.to_string());
    guild.remove_bot();
    assert_eq!(socket.event("GUILD_DELETE").await["id"], guild.id().to_string());
}

#[tokio::test]
async fn of_a_server_in_an_outage_nothing_is_heard_until_it_is_back() {
    let World { sandbox, guild, hall, ada, bob } = world(unlimited()).await;
    let (mut socket, _) = Socket::ready(&sandbox).await;
    guild.set_available(false);
    let gone = socket.event("GUILD_DELETE").await;
    assert_eq!(gone, json!({ "id": guild.id(), "unavailable": true }));
    assert_eq!(bob.say(hall, "x"), Err(trigon::sandbox::PersonError::NoChannel(hall)));
    assert!(!ada.sees(hall));
    bob.dm("hello").unwrap();
    assert_eq!(socket.event("MESSAGE_CREATE").await["content"], "hello");
    guild.set_available(true);
    assert_eq!(socket.event("GUILD_CREATE").await["id"], guild.id().to_string());
    assert!(bob.say(hall, "x").is_ok());
}

#[tokio::test]
async fn events_of_direct_messages_can_be_late_and_keep_their_order() {
    let World { sandbox, hall, ada, bob, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    wire.register_go(&sandbox).await;
    let (mut socket, _) = Socket::ready(&sandbox).await;
    sandbox.hold_directs(true);
    bob.dm("one").unwrap();
    ada.dm("two").unwrap();
    bob.slash(bob.dm_channel(), "go", &[]).unwrap();
    let said = [bob.say(hall, "x").unwrap(), ada.say(hall, "y").unwrap()];
    for message in said {
        assert_eq!(socket.event("MESSAGE_CREATE").await["id"], message.to_string(), "of the server first");
    }
    sandbox.hold_directs(false);
    for text in ["one", "two"] {
        assert_eq!(socket.event("MESSAGE_CREATE").await["content"], text);
    }
    assert_eq!(socket.event("INTERACTION_CREATE").await["channel_id"], bob.dm_channel().to_string());
    bob.dm("three").unwrap();
    assert_eq!(socket.event("MESSAGE_CREATE").await["content"], "three", "at once");
}
