//! Disturbances ordered over HTTP, for scripts in any language.

use serde_json::{Value, json};
use trigon::sandbox::{Permissions, SandboxConfig};

use crate::{
    bot::{World, unlimited, world},
    wire::{Got, Socket, Wire, act},
};

#[tokio::test]
async fn a_script_finds_out_what_there_is() {
    let World { sandbox, guild, hall, ada, .. } = world(unlimited()).await;
    let body: Value = reqwest::get(format!("{}/sandbox", sandbox.url())).await.unwrap().json().await.unwrap();
    assert_eq!(body["token"], sandbox.token());
    assert_eq!((&body["bot"], &body["faults"]), (&json!(sandbox.bot_id()), &json!(0)));
    let found = &body["guilds"][0];
    assert_eq!((&found["id"], &found["bot_role"]), (&json!(guild.id()), &json!(guild.bot_role())));
    assert_eq!(found["channels"], json!([{ "id": hall, "name": "hall", "type": 0 }]));
    assert!(found["members"].as_array().unwrap().contains(&json!({ "id": ada.id(), "name": "ada" })));
}

#[tokio::test]
async fn a_script_orders_every_fault_of_a_request() {
    let World { sandbox, hall, ada, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let path = format!("/channels/{hall}/messages");
    for (fault, status, done) in [
        (json!({ "kind": "status", "status": 502 }), 502, 0),
        (json!({ "kind": "status_after", "status": 502 }), 502, 1),
        (json!({ "kind": "error", "status": 403, "code": 50_001 }), 403, 1),
        (json!({ "kind": "error", "status": 400, "code": 50_035, "after": true }), 400, 2),
        (json!({ "kind": "garbage" }), 200, 2),
        (json!({ "kind": "garbage", "after": true }), 200, 3),
        (json!({ "kind": "rate_limited", "retry_after": 0.1, "global": true }), 429, 3),
        (json!({ "kind": "slow_before", "millis": 1 }), 200, 4),
        (json!({ "kind": "slow_after", "millis": 1 }), 200, 5),
    ] {
        let body = json!({ "method": "POST", "path": "/channels/*/messages", "fault": fault });
        assert_eq!(act(&sandbox, "fail", body).await, (200, json!({})), "{fault}");
        assert_eq!(wire.post(&path, json!({ "content": "x" })).await.0, status, "{fault}");
        assert_eq!(ada.view(hall).len(), done, "{fault}");
    }
    for kind in ["drop_before", "drop_after", "stall_before", "stall_after", "half"] {
        let body = json!({ "path": "/never", "times": 2, "fault": { "kind": kind } });
        assert_eq!(act(&sandbox, "fail", body).await.0, 200, "{kind}");
    }
    assert_eq!(sandbox.faults_pending(), 10);
    assert_eq!(act(&sandbox, "clear", json!({})).await.0, 200);
    assert_eq!(sandbox.faults_pending(), 0);
    for (what, body) in [
        ("fail", json!({ "path": "/x", "fault": { "kind": "unheard of" } })),
        ("fail", json!({ "fault": { "kind": "half" } })),
        ("gateway", json!({ "cut": "unheard of" })),
        ("nothing", json!({})),
        ("kick", json!({ "guild": "5", "user": "6" })),
    ] {
        let (status, answer) = act(&sandbox, what, body).await;
        assert!(status >= 400 && answer["error"].as_str().is_some_and(|text| !text.is_empty()), "{answer}");
    }
}

#[tokio::test]
async fn a_script_disturbs_the_gateway() {
    let World { sandbox, .. } = world(unlimited()).await;
    for (cut, op, code) in [
        (json!({ "cut": "reconnect" }), Some(7), None),
        (json!({ "cut": "invalid" }), Some(9), None),
        (json!({ "cut": "invalid_resumable" }), Some(9), None),
        (json!({ "cut": "close", "code": 4009 }), None, Some(4009)),
        (json!({ "cut": "break", "shard": 0 }), None, Some(0)),
        (json!({ "cut": "break_and_forget" }), None, Some(0)),
        (json!({ "cut": "reset" }), None, Some(0)),
    ] {
        let (mut socket, _) = Socket::ready(&sandbox).await;
        assert_eq!(act(&sandbox, "gateway", cut.clone()).await.0, 200, "{cut}");
        match socket.next_control().await {
            Got::Payload(payload) => assert_eq!(payload["op"].as_u64(), op, "{cut}"),
            Got::Closed(closed) => assert_eq!(Some(closed), code, "{cut}"),
        }
    }
    for cut in ["silence", "forget"] {
        assert_eq!(act(&sandbox, "gateway", json!({ "cut": cut })).await.0, 200);
    }
    for door in ["refuse", "hang", "mute", "deaf", "reset", "invalid"] {
        assert_eq!(act(&sandbox, "door", json!({ "door": door, "millis": 60_000 })).await.0, 200, "{door}");
    }
    let closes = json!({ "door": "close", "code": 4000, "millis": 60_000 });
    assert_eq!(act(&sandbox, "door", closes).await.0, 200);
    let mut socket = Socket::connect(&sandbox).await;
    socket.identify(&sandbox.token(), 0).await;
    assert!(matches!(socket.next().await, Got::Closed(4000)));
    assert_eq!(act(&sandbox, "clear", json!({})).await.0, 200);
    Socket::ready(&sandbox).await;
    for wrong in [
        json!({ "door": "ajar", "millis": 1 }),
        json!({ "door": "hang" }),
        json!({ "door": "close", "millis": 1 }),
    ] {
        assert!(act(&sandbox, "door", wrong.clone()).await.0 >= 400, "{wrong}");
    }
}

/// A world whose changes a script orders, with a bot that hears of them.
struct Scripted {
    world: World,
    wire: Wire,
    socket: Socket,
}

impl Scripted {
    /// Starts a world, and the socket of the bot.
    async fn start() -> Self {
        let world = world(unlimited()).await;
        let (socket, _) = Socket::ready(&world.sandbox).await;
        Self { wire: Wire::new(&world.sandbox), world, socket }
    }

    /// Orders something that has to be possible, and returns the answer.
    async fn order(&self, what: &str, body: Value) -> Value {
        let (status, answer) = act(&self.world.sandbox, what, body).await;
        assert_eq!(status, 200, "{what}: {answer}");
        answer
    }

    /// Writes to a channel as the bot, and returns Discord's code if it is refused.
    async fn code_of_writing(&self, channel: &str) -> Value {
        let path = format!("/channels/{channel}/messages");
        self.wire.post(&path, json!({ "content": "x" })).await.1["code"].clone()
    }
}

#[tokio::test]
async fn a_script_moves_people_and_the_bot_in_and_out() {
    let mut script = Scripted::start().await;
    let (bob, hall, guild) = (script.world.bob.clone(), script.world.hall, json!(script.world.guild.id()));
    let member = json!({ "guild": guild, "user": bob.id() });
    for (order, sees) in
        [("kick", false), ("join", true), ("ban", false), ("join", false), ("unban", false), ("join", true)]
    {
        script.order(order, member.clone()).await;
        assert_eq!(bob.sees(hall), sees, "{order}");
    }
    let bot = json!({ "guild": guild, "user": script.world.sandbox.bot_id() });
    script.order("kick", bot.clone()).await;
    assert_eq!(script.socket.event("GUILD_DELETE").await["id"], guild);
    script.order("join", bot).await;
    assert_eq!(script.socket.event("GUILD_CREATE").await["id"], guild);
}

#[tokio::test]
async fn a_script_closes_direct_messages_and_silences_people() {
    let script = Scripted::start().await;
    let World { guild, hall, bob, .. } = &script.world;
    let (guild, user) = (json!(guild.id()), json!(bob.id()));
    let opened = script.wire.post("/users/@me/channels", json!({ "recipient_id": user })).await.1;
    let dm = opened["id"].as_str().unwrap();
    script.order("dms", json!({ "user": user, "open": false })).await;
    assert_eq!(script.code_of_writing(dm).await, 50_007);
    script.order("dms", json!({ "user": user, "open": true })).await;
    script.order("dms", json!({ "user": user, "open": false, "guild": guild })).await;
    assert_eq!(script.code_of_writing(dm).await, 50_007);
    script.order("timeout", json!({ "guild": guild, "user": user, "seconds": 600 })).await;
    assert!(bob.say(*hall, "x").is_err());
    script.order("timeout", json!({ "guild": guild, "user": user, "seconds": 0 })).await;
    script.order("automod", json!({ "guild": guild, "words": ["darn"] })).await;
    assert!(bob.say(*hall, "darn").is_err() && bob.say(*hall, "x").is_ok());
}

#[tokio::test]
async fn a_script_changes_what_a_server_allows() {
    let script = Scripted::start().await;
    let World { sandbox, guild, hall, ada, bob } = &script.world;
    let (id, annex) = (json!(guild.id()), guild.create_channel("annex"));
    script.order("command", json!({ "guild": id, "name": "go", "allowed": false })).await;
    script.order("limits", json!({ "guild": id, "threads": 5, "upload": 100 })).await;
    script.order("outage", json!({ "guild": id, "on": true })).await;
    assert!(!bob.sees(*hall));
    script.order("outage", json!({ "guild": id, "on": false })).await;
    let hidden = json!({ "channel": annex, "target": sandbox.bot_id(), "member": true, "deny": "1024" });
    script.order("overwrite", hidden).await;
    assert_eq!(script.wire.get(&format!("/channels/{annex}")).await.1["code"], 50_001);
    script.order("delete_channel", json!({ "channel": annex })).await;
    assert_eq!(script.wire.get(&format!("/channels/{annex}")).await.1["code"], 10_003);
    let permissions = |role, permissions| json!({ "guild": id, "role": role, "permissions": permissions });
    script.order("permissions", permissions(guild.id(), json!("1024"))).await;
    script.order("permissions", permissions(guild.bot_role().unwrap(), json!(Permissions::NONE))).await;
    assert_eq!(script.code_of_writing(&hall.to_string()).await, 50_013);
    script.order("permissions", permissions(guild.id(), json!(Permissions::DEFAULT))).await;
    for (what, wrong) in [
        ("slow_mode", json!({ "channel": hall, "seconds": 21_601 })),
        ("slow_mode", json!({ "channel": bob.dm_channel(), "seconds": 1 })),
        ("timeout", json!({ "guild": id, "user": ada.id(), "seconds": 600 })),
    ] {
        assert!(act(sandbox, what, wrong.clone()).await.0 >= 400, "{what}: {wrong}");
    }
}

#[tokio::test]
async fn a_script_locks_threads_and_slows_channels_down() {
    let mut script = Scripted::start().await;
    let (ada, bob) = (script.world.ada.clone(), script.world.bob.clone());
    let thread = ada.start_thread(script.world.hall, "aside", false).unwrap();
    for locked in [true, false] {
        script.order("lock_thread", json!({ "thread": thread, "locked": locked })).await;
        assert_eq!(script.socket.event("THREAD_UPDATE").await["thread_metadata"]["locked"], locked);
    }
    script.order("archive_thread", json!({ "thread": thread, "locked": true })).await;
    assert_eq!(script.socket.event("THREAD_UPDATE").await["thread_metadata"]["locked"], true);
    let annex = script.world.guild.create_channel("annex");
    script.order("slow_mode", json!({ "channel": annex, "seconds": 30 })).await;
    assert_eq!(script.socket.event("CHANNEL_UPDATE").await["rate_limit_per_user"], 30);
    assert!(bob.say(annex, "x").is_ok() && bob.say(annex, "x").is_err());
    script.order("slow_mode", json!({ "channel": annex, "seconds": 0 })).await;
}

#[tokio::test]
async fn a_script_speaks_for_people_and_delays_forges_and_repeats_what_the_bot_hears() {
    let mut script = Scripted::start().await;
    let (ada, bob, hall) = (script.world.ada.clone(), script.world.bob.clone(), script.world.hall);
    script.order("late_dms", json!({ "on": true })).await;
    bob.dm("late").unwrap();
    let said = bob.say(hall, "early").unwrap();
    assert_eq!(script.socket.event("MESSAGE_CREATE").await["id"], said.to_string());
    script.order("clear", json!({})).await;
    assert_eq!(script.socket.event("MESSAGE_CREATE").await["content"], "late");
    script.order("say", json!({ "user": ada.id(), "channel": hall, "text": "hello" })).await;
    script.order("say", json!({ "user": ada.id(), "text": "psst" })).await;
    assert_eq!((ada.view(hall).last().unwrap().content.as_str(), ada.dms().len()), ("hello", 1));
    let data = json!({ "custom_id": "made up", "component_type": 2 });
    let press = json!({ "user": bob.id(), "channel": hall, "type": 3, "data": data });
    let forged = script.order("forge", press).await;
    assert_eq!(script.socket.event("INTERACTION_CREATE").await["id"], forged["interaction"]);
    script.order("repeat", json!({ "interaction": forged["interaction"] })).await;
    assert_eq!(script.socket.event("INTERACTION_CREATE").await["id"], forged["interaction"]);
}

#[tokio::test]
async fn a_script_is_told_the_time_and_moves_it_if_the_clock_can_be_moved() {
    let clock = std::sync::Arc::new(trigon::sandbox::RunningClock::default());
    let World { sandbox, .. } = world(SandboxConfig { clock, ..unlimited() }).await;
    let told = async |query: &str| {
        let answer = reqwest::get(format!("{}/sandbox/clock{query}", sandbox.url())).await.unwrap();
        (answer.status().as_u16(), answer.json::<Value>().await.unwrap())
    };
    let before = told("").await.1["now"].as_i64().unwrap();
    assert_eq!(act(&sandbox, "clock", json!({ "advance": 3_600_000 })).await.0, 200);
    // A client that expects the earlier time learns at once that the clock has moved.
    let (status, after) = told(&format!("?expected={before}")).await;
    assert_eq!(status, 200);
    assert!(after["now"].as_i64().unwrap() >= before + 3_600_000);
    assert_eq!(told("?expected=noon").await.0, 400);
    assert_eq!(act(&sandbox, "clock", json!({ "advance": -1 })).await.0, 400);
    let World { sandbox, .. } = world(unlimited()).await;
    assert_eq!(act(&sandbox, "clock", json!({ "advance": 1 })).await.0, 400, "the time of the machine");
}
