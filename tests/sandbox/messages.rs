//! Messages over REST, and what people see of them.

use serde_json::{Value, json};
use trigon::sandbox::{Fault, NewPerson, Permissions, SandboxConfig};

use crate::{
    bot::{World, unlimited, world},
    wire::Wire,
};

#[tokio::test]
async fn a_message_has_all_its_fields() {
    let World { sandbox, hall, .. } = world(SandboxConfig::default()).await;
    let wire = Wire::new(&sandbox);
    let answer = wire.raw("POST", &format!("/channels/{hall}/messages"), &json!({ "content": "x" })).await;
    for header in ["limit", "remaining", "reset", "reset-after", "bucket"] {
        assert!(answer.headers().contains_key(format!("x-ratelimit-{header}")), "{header}");
    }
    let message: Value = answer.json().await.unwrap();
    for key in [
        "id",
        "channel_id",
        "author",
        "content",
        "timestamp",
        "edited_timestamp",
        "tts",
        "mention_everyone",
        "mentions",
        "mention_roles",
        "attachments",
        "embeds",
        "pinned",
        "type",
        "components",
        "flags",
    ] {
        assert!(message.get(key).is_some(), "{key}");
    }
    assert!(message["id"].is_string());
    let (_, same) = wire.get(&format!("/channels/{hall}/messages/{}", message["id"].as_str().unwrap())).await;
    assert_eq!(same, message);
}

#[tokio::test]
async fn lists_are_paged() {
    let World { sandbox, hall, ada, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let said: Vec<String> = (0..10).map(|i| ada.say(hall, &i.to_string()).unwrap().to_string()).collect();
    let page = async |query: String| -> Vec<usize> {
        let (_, list) = wire.get(&format!("/channels/{hall}/messages?{query}")).await;
        let ids = list.as_array().unwrap().iter().map(|m| m["id"].as_str().unwrap());
        ids.map(|id| said.iter().position(|s| s == id).unwrap()).collect()
    };
    assert_eq!(page("limit=3".into()).await, [9, 8, 7]);
    assert_eq!(page(format!("limit=2&before={}", said[5])).await, [4, 3]);
    assert_eq!(page(format!("limit=2&after={}", said[5])).await, [7, 6]);
    assert_eq!(page(format!("limit=4&around={}", said[5])).await, [6, 5, 4, 3]);
    assert_eq!(wire.get(&format!("/channels/{hall}/messages?limit=101")).await.1["code"], 50035);
}

#[tokio::test]
async fn files_are_kept_described_shown_and_replaced() {
    let World { sandbox, hall, ada, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let path = format!("/channels/{hall}/messages");
    let body = json!({
        "content": "two",
        "attachments": [{ "id": 0, "description": "the board" }, { "id": 1 }],
        "embeds": [{ "image": { "url": "attachment://board.png" } }],
    });
    let (_, message) = wire.upload("POST", &path, &body, &[("board.png", 30), ("log.txt", 20)]).await;
    // What an embed shows is not listed again.
    assert_eq!(message["attachments"].as_array().unwrap().len(), 1);
    let shown = message["embeds"][0]["image"]["url"].as_str().unwrap();
    assert_eq!(wire.download(shown).await.len(), 30);
    let log = message["attachments"][0].clone();
    assert_eq!((&log["size"], &log["content_type"]), (&json!(20), &json!("text/plain; charset=utf-8")));
    let seen = ada.view(hall).remove(0);
    assert_eq!(seen.files[0].description.as_deref(), Some("the board"));
    assert_eq!(seen.files[1].bytes.len(), 20);

    let this = format!("{path}/{}", message["id"].as_str().unwrap());
    let keep = json!({ "embeds": [], "attachments": [{ "id": log["id"] }, { "id": 0 }] });
    let (_, edited) = wire.upload("PATCH", &this, &keep, &[("new.txt", 5)]).await;
    let names: Vec<&Value> =
        edited["attachments"].as_array().unwrap().iter().map(|a| &a["filename"]).collect();
    assert_eq!(names, [&json!("log.txt"), &json!("new.txt")]);
    assert_eq!(
        wire.call("PATCH", &this, json!({ "content": null, "attachments": [] })).await.1["code"],
        50006
    );
    assert_eq!(wire.call("PATCH", &this, json!({ "attachments": [] })).await.1["attachments"], json!([]));
}

#[tokio::test]
async fn only_those_allowed_are_pinged() {
    let World { sandbox, guild, hall, ada, bob } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let path = format!("/channels/{hall}/messages");
    let role = guild.create_role("judges", Permissions::NONE);
    guild.give_role(&bob, role);
    let text = format!("{} {} <@&{role}> @everyone", ada.mention(), bob.mention());
    let pings = async |allowed: Option<Value>| {
        let mut body = json!({ "content": text });
        if let Some(allowed) = allowed {
            body["allowed_mentions"] = allowed;
        }
        let (_, message) = wire.post(&path, body).await;
        let id = message["id"].as_str().unwrap().parse().unwrap();
        (ada.message(id).unwrap().pings, message)
    };
    assert_eq!(pings(None).await.0, [ada.id(), bob.id()]);
    let (who, message) = pings(Some(json!({ "parse": [] }))).await;
    assert!(who.is_empty() && message["mentions"] == json!([]));
    assert_eq!(pings(Some(json!({ "users": [ada.id()] }))).await.0, [ada.id()]);
    let roles = json!({ "parse": ["roles"] });
    assert!(pings(Some(roles.clone())).await.0.is_empty(), "the role is not mentionable");
    guild.set_role_mentionable(role, true);
    assert_eq!(pings(Some(roles)).await.0, [bob.id()]);
    let everyone = json!({ "parse": ["everyone"] });
    assert_eq!(pings(Some(everyone.clone())).await.1["mention_everyone"], false);
    guild.set_role_permissions(guild.bot_role().unwrap(), Permissions::MENTION_EVERYONE);
    let (who, message) = pings(Some(everyone)).await;
    assert_eq!((who.len(), &message["mention_everyone"]), (2, &json!(true)));

    let asked = ada.say(hall, "well?").unwrap();
    let reply = json!({ "content": "well", "message_reference": { "message_id": asked } });
    let (_, message) = wire.post(&path, reply).await;
    assert_eq!(message["referenced_message"]["content"], "", "hidden without the intent");
    assert_eq!(message["mentions"][0]["id"], ada.id().to_string());
    assert_eq!(ada.view(hall).last().unwrap().reply_to, Some(asked));
}

#[tokio::test]
async fn threads_pins_and_reactions() {
    let World { sandbox, guild, hall, ada, bob } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let path = format!("/channels/{hall}/messages");
    let (_, start) = wire.post(&path, json!({ "content": "Table 1" })).await;
    let id = start["id"].as_str().unwrap();
    let (status, thread) = wire.post(&format!("{path}/{id}/threads"), json!({ "name": "T" })).await;
    assert_eq!((status, &thread["id"], &thread["type"]), (201, &start["id"], &json!(11)));
    assert_eq!(wire.post(&format!("{path}/{id}/threads"), json!({ "name": "T" })).await.1["code"], 160_004);
    assert_eq!(ada.view(hall)[0].thread.unwrap().to_string(), id);
    let (_, private) =
        wire.post(&format!("/channels/{hall}/threads"), json!({ "name": "P", "type": 12 })).await;
    let secret = format!("/channels/{}", private["id"].as_str().unwrap());
    let secret_id = private["id"].as_str().unwrap().parse().unwrap();
    assert!(!bob.sees(secret_id));
    let member = format!("{secret}/thread-members/{}", bob.id());
    assert_eq!(wire.call("PUT", &member, Value::Null).await.0, 204);
    assert!(bob.sees(secret_id));
    assert_eq!(wire.get(&member).await.1["user_id"], bob.id().to_string());
    let (_, active) = wire.get(&format!("/guilds/{}/threads/active", guild.id())).await;
    assert_eq!(active["threads"].as_array().unwrap().len(), 2);
    let (_, archived) = wire.call("PATCH", &secret, json!({ "archived": true })).await;
    assert_eq!(archived["thread_metadata"]["archived"], true);
    assert_eq!(wire.call("PATCH", &secret, json!({ "name": "Q" })).await.1["code"], 50083);
    assert_eq!(wire.post(&format!("{secret}/messages"), json!({ "content": "x" })).await.0, 200);
    assert_eq!(wire.get(&secret).await.1["thread_metadata"]["archived"], false, "a message wakes it");
    guild.lock_thread(secret_id, true);
    assert_eq!(wire.post(&format!("{secret}/messages"), json!({ "content": "x" })).await.1["code"], 160_005);
    guild.archive_thread(secret_id, true);
    assert_eq!(wire.post(&format!("{secret}/messages"), json!({ "content": "x" })).await.1["code"], 50083);

    let thumb = format!("{path}/{id}/reactions/%F0%9F%91%8D");
    assert_eq!(wire.call("PUT", &format!("{thumb}/@me"), Value::Null).await.0, 204);
    assert_eq!(wire.get(&thumb).await.1[0]["bot"], true);
    assert_eq!(ada.view(hall)[0].reactions, [("👍".to_owned(), vec![sandbox.bot_id()])]);
    let pin = format!("/channels/{hall}/pins/{id}");
    assert_eq!(wire.call("PUT", &pin, Value::Null).await.1["code"], 50013);
    guild.set_role_permissions(
        guild.bot_role().unwrap(),
        Permissions::MANAGE_MESSAGES | Permissions::PIN_MESSAGES,
    );
    assert_eq!(wire.call("PUT", &pin, Value::Null).await.0, 204);
    assert_eq!(wire.get(&format!("/channels/{hall}/pins")).await.1[0]["id"], id);
    let one = wire.post(&path, json!({ "content": "1" })).await.1["id"].clone();
    let two = wire.post(&path, json!({ "content": "2" })).await.1["id"].clone();
    let bulk = format!("{path}/bulk-delete");
    assert_eq!(wire.post(&bulk, json!({ "messages": [one] })).await.1["code"], 50016);
    assert_eq!(wire.post(&bulk, json!({ "messages": [one, two] })).await.0, 204);
}

#[tokio::test]
async fn a_plus_means_a_space_in_a_query_but_not_in_a_path() {
    let World { sandbox, guild, hall, ada, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let path = format!("/channels/{hall}/messages");
    let id = wire.post(&path, json!({ "content": "x" })).await.1["id"].as_str().unwrap().to_owned();
    // A truncated escape stays as it was written, and an encoded slash does not end a segment of the path.
    for emoji in ["%E2%9C%93+1", "%E2%9C%93%2B2", "%E2%9C%93%zz", "%E2%9C%93%2F"] {
        let reaction = format!("{path}/{id}/reactions/{emoji}/@me");
        assert_eq!(wire.call("PUT", &reaction, Value::Null).await.0, 204, "{emoji}");
    }
    let names: Vec<String> = ada.view(hall)[0].reactions.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(names, ["✓+1", "✓+2", "✓%zz", "✓/"]);

    for name in ["ann lee", "ann+lee", "100%"] {
        guild.add_member(&sandbox.create_person(NewPerson::named(name)));
    }
    for (query, found) in
        [("ann+l", "ann lee"), ("ann%20l", "ann lee"), ("ann%2Bl", "ann+lee"), ("100%", "100%")]
    {
        let (_, members) = wire.get(&format!("/guilds/{}/members/search?query={query}", guild.id())).await;
        assert_eq!(members[0]["user"]["username"], found, "{query}");
    }
}

#[tokio::test]
async fn direct_messages_need_an_open_door() {
    let World { sandbox, guild, bob, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let (_, channel) = wire.post("/users/@me/channels", json!({ "recipient_id": bob.id() })).await;
    assert_eq!(channel["recipients"][0]["username"], "bob");
    let path = format!("/channels/{}/messages", channel["id"].as_str().unwrap());
    assert_eq!(wire.post(&path, json!({ "content": "x" })).await.0, 200);
    bob.close_dms();
    let (status, body) = wire.post(&path, json!({ "content": "x" })).await;
    assert_eq!(
        (status, body),
        (403, json!({ "message": "Cannot send messages to this user", "code": 50007 }))
    );
    bob.open_dms();
    guild.remove_member(&bob);
    assert_eq!(wire.post(&path, json!({ "content": "x" })).await.1["code"], 50278);
    assert_eq!(wire.post("/users/@me/channels", json!({ "recipient_id": "5" })).await.1["code"], 50033);
}

#[tokio::test]
async fn rate_limits_have_discords_form() {
    let World { sandbox, hall, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let path = format!("/channels/{hall}/messages");
    let limit = |global| Fault::RateLimited { retry_after: 0.5, global };
    sandbox.fail_next(Some("POST"), "/channels/*/messages", 1, limit(false));
    let answer = wire.raw("POST", &path, &json!({ "content": "x" })).await;
    assert_eq!((answer.status().as_u16(), &answer.headers()["retry-after"]), (429, &"1".parse().unwrap()));
    assert_eq!(answer.headers()["x-ratelimit-reset-after"], "0.500");
    let body: Value = answer.json().await.unwrap();
    assert_eq!(
        body,
        json!({ "message": "You are being rate limited.", "retry_after": 0.5, "global": false, "code": 0 })
    );
    sandbox.fail_next(None, "**", 1, limit(true));
    let answer = wire.raw("POST", &path, &json!({ "content": "x" })).await;
    assert_eq!(answer.headers()["x-ratelimit-global"], "true");
    assert_eq!(sandbox.faults_pending(), 0);
}
