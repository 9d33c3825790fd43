//! A sandbox that runs for days keeps no more than it was told to.

use serde_json::json;
use trigon::sandbox::{Retention, SandboxConfig};

use crate::{
    bot::{World, unlimited, world},
    wire::{Got, Socket, Wire},
};

#[tokio::test]
async fn journal_requests_and_messages_rotate_and_keep_their_numbers() {
    let retention = Retention { journal: 10, requests: 4, messages: 6, ..Retention::default() };
    let World { sandbox, hall, ada, .. } = world(SandboxConfig { retention, ..unlimited() }).await;
    let wire = Wire::new(&sandbox);
    let path = format!("/channels/{hall}/messages");
    let first = ada.say(hall, "first").unwrap();
    for i in 0..20 {
        assert_eq!(wire.post(&path, json!({ "content": i.to_string() })).await.0, 200);
    }
    let journal = sandbox.journal(0);
    assert_eq!(journal.iter().map(|entry| entry.number).collect::<Vec<_>>(), (11..21).collect::<Vec<_>>());
    assert_eq!(sandbox.journal(19).len(), 2, "a place in the journal still means the same");
    assert_eq!((sandbox.journal(21).len(), sandbox.journal_end()), (0, 21));
    let requests = sandbox.requests(0);
    let texts: Vec<&str> = requests.iter().filter_map(|request| request.body["content"].as_str()).collect();
    assert_eq!((texts, sandbox.requests(18).len()), (vec!["16", "17", "18", "19"], 2));
    let shown: Vec<String> = ada.view(hall).into_iter().map(|message| message.content).collect();
    assert_eq!(shown, ["14", "15", "16", "17", "18", "19"]);
    assert_eq!(wire.get(&format!("{path}/{first}")).await.1["code"], 10_008);
}

#[tokio::test]
async fn old_files_give_way_to_new_ones() {
    let retention = Retention { file_bytes: 250, ..Retention::default() };
    let World { sandbox, hall, ada, .. } = world(SandboxConfig { retention, ..unlimited() }).await;
    let wire = Wire::new(&sandbox);
    let mut links = Vec::new();
    for _ in 0..4 {
        let (_, message) = wire
            .upload("POST", &format!("/channels/{hall}/messages"), &json!({ "content": "x" }), &[("a", 100)])
            .await;
        links.push(message["attachments"][0]["url"].as_str().unwrap().to_owned());
    }
    let mut statuses = Vec::new();
    for link in &links {
        statuses.push(reqwest::get(link).await.unwrap().status().as_u16());
    }
    assert_eq!(statuses, [404, 404, 200, 200]);
    assert_eq!(ada.view(hall).len(), 4, "the messages stay");
    let (_, message) =
        wire.upload("POST", &format!("/channels/{hall}/messages"), &json!({}), &[("big", 1000)]).await;
    let url = message["attachments"][0]["url"].as_str().unwrap();
    assert_eq!(wire.download(url).await.len(), 1000, "the newest is kept in any case");
}

#[tokio::test]
async fn old_interactions_and_abandoned_sessions_are_forgotten() {
    let retention = Retention { interactions: 3, sessions: 2, ..Retention::default() };
    let World { sandbox, hall, ada, .. } = world(SandboxConfig { retention, ..unlimited() }).await;
    let wire = Wire::new(&sandbox);
    wire.register_go(&sandbox).await;
    let mut handles = Vec::new();
    for _ in 0..5 {
        handles.push(ada.slash(hall, "go", &[]).unwrap());
    }
    let known: Vec<bool> = handles.iter().map(|handle| sandbox.repeat_interaction(handle.id())).collect();
    assert_eq!(known, [false, false, true, true, true]);

    let mut sessions = Vec::new();
    for _ in 0..4 {
        let (socket, ready) = Socket::ready(&sandbox).await;
        sessions.push(ready["session_id"].clone());
        sandbox.cut_gateway(trigon::sandbox::Cut::Break);
        drop(socket);
    }
    let mut resumed = Vec::new();
    for session in sessions {
        let mut socket = Socket::connect(&sandbox).await;
        let data = json!({ "token": sandbox.token(), "session_id": session, "seq": 1 });
        socket.send(json!({ "op": 6, "d": data })).await;
        let Got::Payload(payload) = socket.next().await else { panic!("closed") };
        resumed.push(payload["op"] != 9);
    }
    assert_eq!(resumed, [false, false, true, true], "two abandoned sessions are kept, the newest ones");
}

#[tokio::test]
async fn the_journal_tells_what_only_one_person_saw() {
    let World { sandbox, hall, ada, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    wire.register_go(&sandbox).await;
    let (mut socket, _) = Socket::ready(&sandbox).await;
    ada.slash(hall, "go", &[]).unwrap();
    let heard = socket.event("INTERACTION_CREATE").await;
    let (id, token) = (heard["id"].as_str().unwrap(), heard["token"].as_str().unwrap());
    let answer = json!({ "type": 4, "data": { "content": "secret", "flags": 64 } });
    wire.post(&format!("/interactions/{id}/{token}/callback"), answer).await;
    let before = sandbox.journal_end();
    let original = format!("/webhooks/{}/{token}/messages/@original", sandbox.bot_id());
    assert_eq!(wire.call("PATCH", &original, json!({ "content": "still secret" })).await.0, 200);
    wire.post(&format!("/channels/{hall}/messages"), json!({ "content": "for all" })).await;
    let journal = sandbox.journal(before);
    assert_eq!(journal.iter().map(|entry| entry.private).collect::<Vec<_>>(), [true, false]);
}
