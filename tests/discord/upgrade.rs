//! A new version of the bot, whose rules differ from those of a match in progress.

use serde_json::Value;
use trigon::ids::MatchId;
use trigon::sandbox::{Permissions, SeenMessage};

use crate::scene::{Scene, WAIT_TIMEOUT};

/// Returns what the hall was told about changed rules.
fn told(scene: &Scene) -> Vec<SeenMessage> {
    let messages = scene.ada.view(scene.hall).into_iter();
    messages.filter(|message| message.content.contains("The rules of")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_no_longer_follows_is_stopped_and_its_host_learns_why() {
    let mut scene = Scene::set().await;
    scene.begin("Code Red").await;
    let (ada, bob) = (scene.ada.clone(), scene.players[0].clone());
    for player in &scene.players[..3] {
        scene.ask(player, "move", &[("action", "-".into())]).await;
    }
    scene.confirmed(&ada, "host resolve", &[]).await;
    scene.settled().await;
    scene.stop_bot().await;
    scene.stored_otherwise("UPDATE matches SET rules_version = 0").await;
    scene.stored_otherwise("UPDATE match_log SET state_hash = '0123456789abcdef' WHERE seq = 8").await;
    for _ in 0..2 {
        scene.start_bot().await;
        scene.sandbox.wait_for(WAIT_TIMEOUT, || told(&scene).pop()).await.unwrap();
        scene.settled().await;
        scene.stop_bot().await;
    }
    scene.start_bot().await;
    let told = told(&scene);
    assert_eq!((told.len(), &told[0].pings), (1, &vec![ada.id()]), "once, however often it starts");
    let text = &told[0].content;
    println!("{text}");
    let version = scene.matches.load(MatchId(1)).await.unwrap().info().version;
    assert!(
        text.contains(&format!("version 0 → {version}")) && text.contains("round 1 of 10 no longer follows"),
        "{text}"
    );
    assert!(text.contains("is stopped") && text.contains("/host cancel"), "{text}");
    // The number of entries would reveal how often others have changed their answers.
    assert!(!text.contains("ntry"), "{text}");

    let refused = scene.ask(&bob, "move", &[("action", "-".into())]).await;
    assert!(refused.content.contains("is stopped"), "{}", refused.content);
    let board = scene.ask(&bob, "board", &[]).await;
    assert!(board.content.contains("no board to show") && board.files.is_empty(), "{}", board.content);
    let list = scene.ask(&bob, "matches", &[]).await;
    assert!(list.content.contains("stopped by a change of the rules"), "{}", list.content);

    let status = scene.ask(&ada, "host status", &[]).await;
    println!("{}", status.content);
    assert!(status.content.contains("Entry 8 of 10 leads to a different state"), "{}", status.content);
    let export = scene.ask(&ada, "host export", &[]).await;
    let record: Value = serde_json::from_slice(&export.files[0].bytes).unwrap();
    assert_eq!((record["log"].as_array().unwrap().len(), &record["rules_version"]), (4, &Value::from(0)));
    // A host who plays learns that it is stopped, but nothing about the others' entries.
    let role = scene.guild.create_role("hosts", Permissions::NONE);
    scene.ask(&ada, "host role", &[("role", role.into())]).await;
    scene.guild.give_role(&bob, role);
    let status = scene.ask(&bob, "host status", &[]).await;
    assert!(status.content.contains("round 1 of 10 no longer follows"), "{}", status.content);
    assert!(!status.content.contains("ntry 8") && status.files.is_empty(), "{}", status.content);

    let cancelled = scene.ask(&ada, "host cancel", &[("confirm", true.into())]).await;
    assert!(cancelled.content.contains("is cancelled"), "{}", cancelled.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_still_follows_goes_on_under_the_new_rules() {
    let mut scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.settled().await;
    scene.stop_bot().await;
    scene.stored_otherwise("UPDATE matches SET rules_version = 0").await;
    scene.start_bot().await;
    let told = scene.sandbox.wait_for(WAIT_TIMEOUT, || told(&scene).pop()).await.unwrap();
    println!("{}", told.content);
    assert_eq!(told.pings, [scene.ada.id()]);
    assert!(told.content.contains("goes on under the new rules"), "{}", told.content);
    let stored = scene.ask(&scene.players[0], "move", &[("action", "-".into())]).await;
    assert!(stored.content.contains("Stored"), "{}", stored.content);
    scene.end().await;
}
