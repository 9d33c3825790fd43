//! Who may do what.

use std::time::Duration;

use serde_json::{Value, json};
use trigon::sandbox::{HandClock, Permissions, Person, PersonError, SandboxConfig};

use crate::{
    bot::{World, unlimited, world},
    wire::{Socket, Wire},
};

#[tokio::test]
async fn the_bot_is_refused_what_it_may_not() {
    let World { sandbox, guild, hall, ada, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let path = format!("/channels/{hall}/messages");
    let deny = |bits| guild.overwrite_member(hall, sandbox.bot_id(), Permissions::NONE, bits);
    let x = json!({ "content": "x" });

    deny(Permissions::SEND_MESSAGES);
    let (status, body) = wire.post(&path, x.clone()).await;
    assert_eq!((status, body), (403, json!({ "message": "Missing Permissions", "code": 50013 })));

    deny(Permissions::VIEW_CHANNEL);
    let (status, body) = wire.post(&path, x.clone()).await;
    assert_eq!((status, body), (403, json!({ "message": "Missing Access", "code": 50001 })));
    assert_eq!(wire.get(&format!("/channels/{hall}")).await.1["code"], 50001);

    deny(Permissions::ATTACH_FILES);
    assert_eq!(wire.upload("POST", &path, &x, &[("a.txt", 3)]).await.1["code"], 50013);

    deny(Permissions::EMBED_LINKS);
    let embed = json!({ "content": "x", "embeds": [{ "title": "t" }] });
    assert_eq!(wire.post(&path, embed.clone()).await.1["embeds"], json!([]), "taken, without the embed");
    assert_eq!(wire.post(&path, json!({ "embeds": [{ "title": "t" }] })).await.0, 200);

    deny(Permissions::NONE);
    assert_eq!(wire.post(&path, embed).await.1["embeds"][0]["title"], "t");
    let said = ada.say(hall, "mine").unwrap();
    let said = format!("{path}/{said}");
    assert_eq!(wire.call("PATCH", &said, x.clone()).await.1["code"], 50005);
    assert_eq!(wire.call("DELETE", &said, Value::Null).await.1["code"], 50013);
    assert_eq!(
        wire.call("PATCH", &format!("/channels/{hall}"), json!({ "name": "new" })).await.1["code"],
        50013
    );
    let role = guild.bot_role().unwrap();
    guild.set_role_permissions(role, Permissions::ADMINISTRATOR);
    assert_eq!(wire.call("DELETE", &said, Value::Null).await.0, 204);
    assert_eq!(wire.call("PATCH", &format!("/channels/{hall}"), json!({ "name": "new" })).await.0, 200);

    guild.remove_bot();
    assert_eq!(wire.get(&format!("/guilds/{}", guild.id())).await.1["code"], 10004);
    assert_eq!(wire.post(&path, x).await.1["code"], 50001);
}

#[tokio::test]
async fn overwrites_are_applied_in_discords_order() {
    let World { sandbox, guild, hall, ada, bob } = world(unlimited()).await;
    let (view, none) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
    let (low, high) = (guild.create_role("low", none), guild.create_role("high", none));
    guild.give_role(&bob, low);
    guild.overwrite_role(hall, guild.id(), none, view);
    assert!(!bob.sees(hall) && ada.sees(hall), "the owner sees everything");
    assert_eq!(bob.say(hall, "x").unwrap_err(), PersonError::NoChannel(hall));
    guild.overwrite_role(hall, low, view, none);
    assert!(bob.sees(hall), "a role outweighs @everyone");
    guild.give_role(&bob, high);
    guild.overwrite_role(hall, high, none, view);
    assert!(bob.sees(hall), "among roles allowing outweighs denying");
    guild.overwrite_member(hall, bob.id(), none, view);
    assert!(!bob.sees(hall), "the member's own comes last");
    guild.set_role_permissions(low, Permissions::ADMINISTRATOR);
    assert!(bob.sees(hall), "administrators see everything");
    guild.take_role(&bob, low);
    assert!(!bob.sees(hall));
    drop(sandbox);
}

#[tokio::test]
async fn threads_follow_their_parent() {
    let World { sandbox: _sandbox, guild, hall, ada, bob } = world(unlimited()).await;
    let open = ada.start_thread(hall, "open", false).unwrap();
    let private = ada.start_thread(hall, "private", true).unwrap();
    assert!(bob.sees(open) && !bob.sees(private));
    bob.say(open, "x").unwrap();
    let none = Permissions::NONE;
    guild.overwrite_role(hall, guild.id(), none, Permissions::SEND_MESSAGES);
    bob.say(open, "threads have a permission of their own").unwrap();
    assert_eq!(bob.say(hall, "x").unwrap_err(), PersonError::MayNotWrite(hall));
    guild.overwrite_role(hall, guild.id(), none, Permissions::SEND_MESSAGES_IN_THREADS);
    assert_eq!(bob.say(open, "x").unwrap_err(), PersonError::MayNotWrite(open));
    guild.overwrite_role(hall, guild.id(), none, Permissions::VIEW_CHANNEL);
    assert!(!bob.sees(open));
}

#[tokio::test]
async fn commands_are_offered_to_those_who_may_use_them() {
    let World { sandbox, guild, hall, ada, bob } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let app = sandbox.bot_id();
    let command = |name: &str, more: Value| {
        let mut command = json!({ "name": name, "description": "d" });
        for (key, value) in more.as_object().unwrap() {
            command[key] = value.clone();
        }
        command
    };
    let global = json!([
        command("all", json!({})),
        command("hosts", json!({ "default_member_permissions": "8192" })),
        command("admins", json!({ "default_member_permissions": "0" })),
        command("here", json!({ "contexts": [0] })),
        command("alone", json!({ "contexts": [1] })),
        command("old", json!({ "dm_permission": false })),
    ]);
    assert_eq!(wire.call("PUT", &format!("/applications/{app}/commands"), global).await.0, 200);
    let local = json!([command("mine", json!({}))]);
    let path = format!("/applications/{app}/guilds/{}/commands", guild.id());
    assert_eq!(wire.call("PUT", &path, local).await.0, 200);

    assert_eq!(bob.commands(hall), ["all", "here", "old", "mine"]);
    assert_eq!(bob.commands(bob.dm_channel()), ["all", "hosts", "admins", "alone"]);
    assert_eq!(ada.commands(hall).len(), 6, "the owner may all but the one for DMs");
    let host = guild.create_role("host", Permissions::MANAGE_MESSAGES);
    guild.give_role(&bob, host);
    assert!(bob.slash(hall, "hosts", &[]).is_ok());
    assert_eq!(bob.slash(hall, "admins", &[]).unwrap_err(), PersonError::NoCommand("admins".to_owned()));
    guild.overwrite_member(hall, bob.id(), Permissions::NONE, Permissions::USE_APPLICATION_COMMANDS);
    assert!(bob.commands(hall).is_empty());
}

#[tokio::test]
async fn interactions_carry_the_permissions() {
    let World { sandbox, guild, hall, ada, bob } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    wire.register_go(&sandbox).await;
    let (mut socket, _) = Socket::ready(&sandbox).await;
    guild.set_nick(&bob, Some("Bobby"));
    guild.overwrite_member(hall, bob.id(), Permissions::NONE, Permissions::ATTACH_FILES);
    guild.overwrite_member(hall, sandbox.bot_id(), Permissions::NONE, Permissions::EMBED_LINKS);
    bob.slash(hall, "go", &[]).unwrap();
    let heard = socket.event("INTERACTION_CREATE").await;
    let bits = |value: &Value| Permissions(value.as_str().unwrap().parse().unwrap());
    let member = bits(&heard["member"]["permissions"]);
    assert!(member.contains(Permissions::SEND_MESSAGES) && !member.contains(Permissions::ATTACH_FILES));
    let app = bits(&heard["app_permissions"]);
    assert!(app.contains(Permissions::ATTACH_FILES) && !app.contains(Permissions::EMBED_LINKS));
    assert_eq!((&heard["member"]["nick"], &heard["context"]), (&json!("Bobby"), &json!(0)));
    assert_eq!(heard["authorizing_integration_owners"]["0"], guild.id().to_string());
    ada.slash(ada.dm_channel(), "go", &[]).unwrap();
    let heard = socket.event("INTERACTION_CREATE").await;
    assert_eq!((&heard["user"]["username"], &heard["context"]), (&json!("ada"), &json!(1)));
    assert!(heard.get("guild_id").is_none() && heard.get("member").is_none());
    assert_eq!(heard["authorizing_integration_owners"]["0"], "0");
}

#[tokio::test]
async fn context_menus_bring_their_target() {
    let World { sandbox, hall, ada, bob, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let path = format!("/applications/{}/commands", sandbox.bot_id());
    let menus = json!([{ "type": 2, "name": "Look Up" }, { "type": 3, "name": "Report This" }]);
    assert_eq!(wire.call("PUT", &path, menus).await.0, 200);
    let described = json!({ "type": 2, "name": "Look Up", "description": "d" });
    assert_eq!(wire.post(&path, described).await.1["code"], 50035);
    let (mut socket, _) = Socket::ready(&sandbox).await;
    ada.user_command(hall, "Look Up", bob.id()).unwrap();
    let data = socket.event("INTERACTION_CREATE").await["data"].take();
    assert_eq!((&data["type"], &data["target_id"]), (&json!(2), &json!(bob.id().to_string())));
    assert_eq!(data["resolved"]["users"][bob.id().to_string()]["username"], "bob");
    assert!(data["resolved"]["members"][bob.id().to_string()]["permissions"].is_string());
    let said = bob.say(hall, "rude").unwrap();
    ada.message_command("Report This", said).unwrap();
    let data = socket.event("INTERACTION_CREATE").await["data"].take();
    assert_eq!(data["resolved"]["messages"][said.to_string()]["content"], "rude");
    assert!(ada.message_command("Look Up", said).is_err());
}

#[tokio::test]
async fn who_is_timed_out_can_only_read() {
    let World { sandbox, guild, hall, bob, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    wire.register_go(&sandbox).await;
    let path = format!("/channels/{hall}/messages");
    let in_an_hour = sandbox.now_millis() + 3_600_000;
    guild.time_out(bob.id(), in_an_hour);
    assert_eq!(bob.say(hall, "x"), Err(PersonError::MayNotWrite(hall)));
    assert!(bob.commands(hall).is_empty() && bob.sees(hall));
    assert!(bob.dm("x").is_ok(), "a server has no say in direct messages");
    let member = wire.get(&format!("/guilds/{}/members/{}", guild.id(), bob.id())).await.1;
    assert!(member["communication_disabled_until"].is_string());
    guild.time_out(bob.id(), 0);
    assert!(bob.say(hall, "x").is_ok());
    guild.time_out(sandbox.bot_id(), in_an_hour);
    assert_eq!(wire.post(&path, json!({ "content": "x" })).await.1["code"], 50_013);
}

#[tokio::test]
async fn automatic_moderation_blocks_words_in_messages_and_titles() {
    let World { sandbox, guild, hall, ada, bob } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let path = format!("/channels/{hall}/messages");
    let fine = wire.post(&path, json!({ "content": "x" })).await.1["id"].clone();
    let fine = format!("{path}/{}", fine.as_str().unwrap());
    guild.block_words(&["Darn"]);
    assert_eq!(bob.say(hall, "oh DARN"), Err(PersonError::Blocked));
    assert!(ada.say(hall, "darn").is_ok(), "the owner may manage the server");
    let (status, body) = wire.post(&path, json!({ "content": "darned" })).await;
    assert_eq!((status, &body["code"]), (400, &json!(200_000)));
    assert_eq!(wire.call("PATCH", &fine, json!({ "content": "darn" })).await.1["code"], 200_000);
    let titled = json!({ "name": "darn", "type": 11 });
    assert_eq!(wire.post(&format!("/channels/{hall}/threads"), titled).await.1["code"], 200_001);
    guild.block_words(&[]);
    assert_eq!(wire.post(&path, json!({ "content": "darned" })).await.0, 200);
}

#[tokio::test]
async fn direct_messages_are_closed_to_a_server_and_open_to_another() {
    let World { sandbox, guild, ada, bob, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let path = format!("/channels/{}/messages", bob.dm_channel());
    guild.allow_dms_to(bob.id(), false);
    assert_eq!(wire.post(&path, json!({ "content": "x" })).await.1["code"], 50_007);
    let other = sandbox.create_guild("Other", &ada);
    other.add_member(&bob);
    assert_eq!(wire.post(&path, json!({ "content": "x" })).await.0, 200);
    other.allow_dms_to(bob.id(), false);
    assert_eq!(wire.post(&path, json!({ "content": "x" })).await.1["code"], 50_007);
    guild.allow_dms_to(bob.id(), true);
    assert_eq!(wire.post(&path, json!({ "content": "x" })).await.0, 200);
}

#[tokio::test]
async fn a_server_limits_commands_threads_and_uploads() {
    let World { sandbox, guild, hall, ada, bob } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    wire.register_go(&sandbox).await;
    guild.allow_command("go", false);
    assert!(!bob.commands(hall).contains(&"go".to_owned()) && ada.commands(hall).contains(&"go".to_owned()));
    guild.allow_command("go", true);
    assert!(bob.slash(hall, "go", &[]).is_ok());
    guild.limit(Some(0), Some(2));
    let titled = json!({ "name": "t", "type": 11 });
    let path = format!("/channels/{hall}");
    assert_eq!(wire.post(&format!("{path}/threads"), titled.clone()).await.1["code"], 160_006);
    let x = json!({ "content": "x" });
    let large = wire.upload("POST", &format!("{path}/messages"), &x, &[("a.txt", 3)]).await;
    assert_eq!((large.0, &large.1["code"]), (413, &json!(40_005)));
    guild.limit(None, None);
    assert_eq!(wire.post(&format!("{path}/threads"), titled).await.0, 201);
    assert_eq!(wire.upload("POST", &format!("{path}/messages"), &x, &[("a.txt", 3)]).await.0, 200);
}

#[tokio::test]
async fn a_locked_thread_takes_only_answers_that_nobody_else_sees() {
    let World { sandbox, guild, hall, ada, bob } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    wire.register_go(&sandbox).await;
    let thread = ada.start_thread(hall, "aside", false).unwrap();
    let (mut socket, _) = Socket::ready(&sandbox).await;
    let mut asked = async |who: &Person| {
        who.slash(thread, "go", &[]).unwrap();
        let heard = socket.event("INTERACTION_CREATE").await;
        let [id, token] = ["id", "token"].map(|key| heard[key].as_str().unwrap().to_owned());
        (format!("/interactions/{id}/{token}/callback"), format!("/webhooks/{}/{token}", sandbox.bot_id()))
    };
    let said = |flags: u64| json!({ "content": "x", "flags": flags });
    let whole = |kind: u8, flags: u64| json!({ "type": kind, "data": said(flags) });
    let (public, private) = (0, 64);
    // It is locked while the bot is thinking in front of everyone.
    let (callback, webhook) = asked(&bob).await;
    let message = json!({ "type": 5 });
    assert_eq!(wire.post(&callback, message).await.0, 204);
    guild.lock_thread(thread, true);
    let original = format!("{webhook}/messages/@original");
    for (method, path) in [("POST", &webhook), ("PATCH", &original)] {
        let (status, body) = wire.call(method, path, json!({ "content": "x" })).await;
        assert_eq!((status, &body["code"]), (403, &json!(50_083)), "{method}");
    }
    // The same goes for first responses, also deferred ones, and for follow-ups.
    let (callback, webhook) = asked(&bob).await;
    for kind in [4, 5] {
        assert_eq!(wire.post(&callback, whole(kind, public)).await.1["code"], 50_083, "{kind}");
    }
    assert_eq!(wire.post(&callback, whole(4, private)).await.0, 204);
    assert_eq!(wire.post(&webhook, said(public)).await.1["code"], 50_083);
    assert_eq!(wire.post(&webhook, said(private)).await.0, 200);
    assert_eq!(wire.call("PATCH", &format!("{webhook}/messages/@original"), said(0)).await.0, 200);
    assert!(bob.view(thread).iter().filter(|message| message.ephemeral).count() == 2);
    assert_eq!(bob.say(thread, "x"), Err(PersonError::MayNotWrite(thread)));
    // Those who may unlock it are answered in front of everyone.
    let (callback, _) = asked(&ada).await;
    assert_eq!(wire.post(&callback, whole(4, public)).await.0, 204);
    assert!(ada.say(thread, "x").is_ok());
    guild.lock_thread(thread, false);
    assert!(bob.say(thread, "x").is_ok());
}

#[tokio::test]
async fn slow_mode_makes_members_wait_but_no_bots_and_nobody_who_manages() {
    let clock = std::sync::Arc::new(HandClock::new(1_763_748_000_000));
    let World { sandbox, guild, hall, ada, bob } =
        world(SandboxConfig { clock: clock.clone(), ..unlimited() }).await;
    let wire = Wire::new(&sandbox);
    let (mut socket, _) = Socket::ready(&sandbox).await;
    let annex = guild.create_channel("annex");
    guild.set_slow_mode(hall, 30);
    assert_eq!(socket.event("CHANNEL_UPDATE").await["rate_limit_per_user"], 30);
    let first = bob.say(hall, "one").unwrap();
    clock.advance(Duration::from_millis(1_500));
    bob.delete(first).unwrap();
    assert_eq!(bob.say(hall, "two"), Err(PersonError::Slowed(29)));
    assert!(bob.say(annex, "elsewhere").is_ok() && bob.dm("hello").is_ok());
    // A thread counts on its own.
    assert!(bob.start_thread(hall, "aside", false).is_ok());
    assert_eq!(bob.start_thread(hall, "again", false), Err(PersonError::Slowed(30)));
    let path = format!("/channels/{hall}/messages");
    for _ in 0..2 {
        assert!(ada.say(hall, "the owner").is_ok());
        assert_eq!(wire.post(&path, json!({ "content": "the bot" })).await.0, 200);
    }
    clock.advance(Duration::from_secs(29));
    assert!(bob.say(hall, "two").is_ok());
    for right in [Permissions::MANAGE_MESSAGES, Permissions::MANAGE_CHANNELS] {
        let role = guild.create_role("manages", right);
        guild.give_role(&bob, role);
        assert!(bob.say(hall, "three").is_ok(), "{right:?}");
        guild.take_role(&bob, role);
    }
    assert!(bob.say(hall, "four").is_err());
    guild.set_slow_mode(hall, 0);
    assert!(bob.say(hall, "four").is_ok());
}
