//! Players reach their match by command, by text and by the pad alike: what each of them is answered, and in which message.

use std::time::Duration;

use trigon::games::Seat;
use trigon::ids::MatchId;

use crate::scene::{Scene, press};

#[tokio::test(flavor = "multi_thread")]
async fn a_path_is_sent_by_command_by_text_and_by_pad() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let bob = &scene.players[0];
    // Whatever the cell: staying is always possible, five steps never are.
    let stored = scene.ask(bob, "move", &[("action", "-".into())]).await;
    assert!(stored.content.contains("stay"), "{}", stored.content);
    let refused = scene.ask(bob, "move", &[("action", "ULDRU".into())]).await;
    assert!(refused.content.contains("at most 3"), "{}", refused.content);
    let path = legal_path(&scene, 1).await;
    let stored = scene.dm(bob, &path.to_lowercase()).await;
    assert!(stored.content.contains(&path), "{}", stored.content);
    assert!(scene.dm(bob, "hello there").await.content.contains("didn’t understand"));
    let asked = scene.dm(bob, "What now?").await.content;
    assert!(asked.contains("Where do you walk") && asked.contains(&format!("**{path}")), "{asked}");
    assert!(scene.dm(bob, "where am i").await.content.contains("Letter"));
    let help = scene.dm(bob, "help").await.content;
    assert!(help.contains("waits for you, until <t:") && help.contains("/move"), "{help}");
    assert!(help.lines().count() <= 8 && !help.contains("/play new"), "{help}");
    assert!(scene.dm(bob, "garnet").await.content.contains("rounds 1 and 2"));
    let refused = scene.ask(bob, "garnet", &[]).await;
    assert!(refused.content.contains("rounds 1 and 2"), "{}", refused.content);

    let me = scene.ask(bob, "me", &[]).await;
    assert!(me.content.contains("Letter") && me.content.contains("Garnets: **3**"), "{}", me.content);
    assert!(
        me.content.contains(&format!("Path: **{path} (")) && me.content.contains("<t:"),
        "{}",
        me.content
    );
    let board = scene.ask(bob, "board", &[]).await;
    assert_eq!(board.files.len(), 1);

    // The pad, two presses of one button, and a press for an earlier round.
    let pad = scene.ask(bob, "move", &[]).await;
    let step = press(&pad, ":go:");
    let drawn = bob.click(pad.id, &step).unwrap().message().await.unwrap();
    assert_eq!(drawn.id, pad.id);
    let submit = press(&drawn, ":do:");
    let (one, two) = (bob.click(pad.id, &submit).unwrap(), bob.click(pad.id, &submit).unwrap());
    one.message().await.unwrap();
    two.message().await.unwrap();
    let me = scene.ask(bob, "me", &[]).await;
    let drawn_path = submit.rsplit(':').next().unwrap().replace('_', "");
    assert!(me.content.contains(&format!("Path: **{drawn_path} (")), "{}", me.content);
    let old = scene.ask(bob, "move", &[]).await;
    // A day later the clock has ended the round.
    let before = scene.matches.load(MatchId(1)).await.unwrap().question;
    scene.clock.advance(Duration::from_hours(24));
    while scene.matches.load(MatchId(1)).await.unwrap().question == before {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let stale = scene.press(bob, &old, ":go:").await;
    assert!(stale.id != old.id && stale.ephemeral && stale.content.contains("earlier"), "{}", stale.content);
    assert!(!stale.custom_ids().is_empty(), "what is asked now is shown");
    // Only the person who asked saw any of it.
    let seen = scene.players[1].view(scene.hall);
    assert!(
        seen.iter().all(|message| !message.content.contains("Path") && !message.content.contains("Stored"))
    );
    scene.end().await;
}

/// Returns a path of one step that a seat can walk.
async fn legal_path(scene: &Scene, seat: u8) -> String {
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let legal = game.playing().unwrap().legal(Seat::new(seat));
    let mut paths = legal.iter().filter_map(|action| action.strip_prefix("move "));
    paths.find(|path| path.len() == 1 && *path != "-").unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_plays_is_asked_which_match_and_never_guessed() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.begin("Code Blue").await;
    let bob = &scene.players[0];
    let choices = bob.autocomplete(scene.hall, "move", &[], "match", "blue").await.unwrap();
    assert_eq!(choices.len(), 1);
    assert_eq!(choices[0].value, 2);
    let question = scene.dm(bob, "-").await;
    assert!(question.content.contains("Which"), "{}", question.content);
    let game = scene.matches.load(MatchId(2)).await.unwrap();
    assert!(!game.playing().unwrap().to_act()[0].answered);
    let id = question.custom_ids()[0].to_owned();
    let options = question.component(&id).unwrap()["options"].as_array().unwrap().clone();
    let blue = options.iter().find(|option| option["label"].as_str().unwrap().contains("Blue")).unwrap();
    let answer = bob.select(question.id, &id, &[blue["value"].as_str().unwrap()]).unwrap();
    let answer = answer.message().await.unwrap();
    assert!(answer.content.contains("Code Blue") && answer.custom_ids().is_empty(), "{}", answer.content);
    for (number, stored) in [(1, false), (2, true)] {
        let game = scene.matches.load(MatchId(number)).await.unwrap();
        assert_eq!(game.playing().unwrap().to_act()[0].answered, stored, "{number}");
    }
    scene.ask(bob, "move", &[("action", "-".into()), ("match", 1.into())]).await;
    let hosts = scene.ask(&scene.ada, "host pause", &[]).await;
    assert!(hosts.content.contains("say which"), "{}", hosts.content);
    let list = scene.ask(bob, "matches", &[]).await;
    assert!(
        list.content.contains("#1 Code Red") && list.content.contains("#2 Code Blue"),
        "{}",
        list.content
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_come_in_parts() {
    let scene = Scene::set().await;
    let bob = &scene.players[0];
    let rules = scene.ask(bob, "rules", &[]).await;
    let files: Vec<&str> = rules.files.iter().map(|file| &file.filename[..]).collect();
    assert!(rules.content.contains("Triforce Building"), "{}", rules.content);
    assert_eq!(files, ["triforce-building-rules.md", "example.png"]);
    let choices = bob.autocomplete(scene.hall, "rules", &[], "section", "prio").await.unwrap();
    assert_eq!(choices[0].value, "Priority");
    let part = scene.ask(bob, "rules", &[("section", "priority".into())]).await;
    assert!(part.content.starts_with("**Priority**"), "{}", part.content);
    let id = press(&rules, ":rules:");
    let picked = bob.select(rules.id, &id, &["Priority"]).unwrap().message().await.unwrap();
    assert!(picked.id == rules.id && picked.content.starts_with("**Priority**"), "{}", picked.content);
    let fair = bob.select(rules.id, &id, &["Fair play"]).unwrap().message().await.unwrap();
    assert!(fair.content.contains("only if they have never had a seat in the match"), "{}", fair.content);
    assert_eq!(fair.files.last().map(|file| &file.filename[..]), Some("trust.md"));
    let page = fair.files.last().map(|file| file.bytes.to_vec()).unwrap();
    assert!(String::from_utf8(page).unwrap().contains("| takes a player out |"));
    let first = scene.ask(bob, "help", &[]).await;
    let help = &first.content;
    assert!(
        help.contains("*Fair play*") && help.contains("/play new") && !help.contains("/host create"),
        "{help}"
    );
    let more = bob.select(first.id, &press(&first, ":help"), &["Hosting a match"]).unwrap();
    let more = more.message().await.unwrap();
    assert!(more.id == first.id && more.content.contains("/host create"), "{}", more.content);
    let help = scene.ask(&scene.ada, "help", &[]).await.content;
    assert!(help.contains("/host create"), "{help}");
    assert!(scene.ask(bob, "me", &[]).await.content.contains("not playing in a match"));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_and_titles_neither_ping_nor_format() {
    let scene = Scene::set().await;
    let (ada, bob) = (&scene.ada, &scene.players[0]);
    let evil = "@everyone **x** <@1>";
    scene.ask(ada, "host create", &[("title", evil.into()), ("players", 7.into())]).await;
    scene.ask(ada, "host seat", &[("player", bob.id().into()), ("name", evil.into())]).await;
    for (who, command) in [(ada, "host status"), (bob, "me"), (bob, "matches")] {
        let answer = scene.ask(who, command, &[]).await;
        assert!(answer.pings.is_empty());
        assert!(!answer.content.contains("@everyone"), "{}", answer.content);
        assert!(!answer.content.contains("**x**") && !answer.content.contains("<@1>"), "{}", answer.content);
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pad_that_was_delivered_is_edited_and_keeps_its_picture() {
    let scene = Scene::set().await;
    let bob = &scene.players[0];
    bob.close_dms();
    scene.begin("Code Red").await;
    scene.settled().await;
    let status = scene.ask(&scene.ada, "host status", &[]).await;
    assert!(status.content.contains("(DMs closed)"), "{}", status.content);
    // It is the message of the next round that shows whether they are open again.
    bob.open_dms();
    assert!(scene.dm(bob, "me").await.content.contains("Letter"));
    scene.confirmed(&scene.ada, "host resolve", &[]).await;
    scene.settled().await;
    let status = scene.ask(&scene.ada, "host status", &[]).await;
    assert!(!status.content.contains("(DMs closed)"), "{}", status.content);

    let cleo = &scene.players[1];
    let pad = cleo.dms().pop().unwrap();
    assert_eq!(pad.files.len(), 1);
    let drawn = scene.press(cleo, &pad, ":go:").await;
    assert!(drawn.id == pad.id && drawn.content != pad.content, "{}", drawn.content);
    assert_eq!(drawn.files.len(), 1, "the picture stays");
    let sent = cleo.click(pad.id, &press(&drawn, ":do:")).unwrap().message().await.unwrap();
    assert!(sent.id == pad.id && sent.files.len() == 1);
    let submit = sent.parts().find(|part| part["custom_id"].as_str().unwrap().contains(":do:"));
    assert_eq!(submit.unwrap()["disabled"], true, "what is stored need not be submitted");
    scene.end().await;
}
