//! Commands, buttons, forms and direct messages.

use std::time::Duration;

use serde_json::Value;
use sqlx::Connection;
use trigon::discord::{Bot, BotConfig, BotError};
use trigon::games::Seat;
use trigon::sandbox::{NewPerson, OptionValue, Permissions, Response};
use trigon::store::Status;

use crate::scene::{PATIENCE, Scene};

#[tokio::test(flavor = "multi_thread")]
async fn a_roster_is_filled_by_seat_and_by_form() {
    let scene = Scene::set().await;
    let (ada, bob, cleo) = (&scene.ada, &scene.players[0], &scene.players[1]);
    let refused = scene.ask(bob, "host create", &[]).await;
    assert!(refused.content.contains("Manage Server"), "{}", refused.content);
    let refused = scene.ask(ada, "host create", &[("players", 8.into())]).await;
    assert!(refused.content.contains("7, 10, 13 or 16"), "{}", refused.content);
    let refused = scene.ask(ada, "host create", &[("board", "square:3".into())]).await;
    assert!(refused.content.contains("triangle:N"), "{}", refused.content);
    let den = scene.guild.create_channel("den");
    let bot = scene.sandbox.bot_id();
    scene.guild.overwrite_member(den, bot, Permissions::NONE, Permissions::SEND_MESSAGES);
    for channel in [scene.hall, den] {
        let refused = ada.slash(channel, "host create", &[("channel", den.into())]).unwrap();
        let refused = refused.message().await.unwrap();
        assert!(refused.content.contains("lack Send Messages"), "{}", refused.content);
    }
    let made = scene.ask(ada, "host create", &[("title", "Code *Red*\n@everyone".into())]).await;
    assert!(made.content.starts_with("**#1 Code"), "{}", made.content);

    scene.guild.set_nick(bob, Some("Bobby"));
    let seated = scene.ask(ada, "host seat", &[("player", bob.id().into()), ("priority", 13.into())]).await;
    assert!(seated.content.starts_with("1. Bobby"), "{}", seated.content);
    assert!(seated.content.contains("1 of 13"), "{}", seated.content);
    scene.ask(ada, "host seat", &[("player", bob.id().into()), ("garnets", 5.into())]).await;
    let twice = scene.ask(ada, "host seat", &[("player", cleo.id().into()), ("priority", 13.into())]).await;
    assert!(twice.content.contains("given twice"), "{}", twice.content);
    let stranger = scene.sandbox.create_person(NewPerson::named("zoe"));
    let refused = scene.ask(ada, "host seat", &[("player", stranger.id().into())]).await;
    assert!(refused.content.contains("not in this server"), "{}", refused.content);

    // The form shows what is there.
    let form = ada.slash(scene.hall, "host roster", &[]).unwrap();
    let Response::Modal(modal) = form.response().await.unwrap() else { panic!("no form") };
    assert_eq!(modal.fields[0].value, format!("Bobby, {}, 13, 5", bob.mention()));
    let wrong = format!("Ann, {}, 1, 2\nBen, @nobody, 2, 3", bob.mention());
    let refused = form.submit_modal(&[("lines", &wrong)]).unwrap().message().await.unwrap();
    assert!(refused.ephemeral && refused.content.starts_with("Line 2"), "{}", refused.content);
    assert_eq!(scene.matches.load(1).await.unwrap().seats[0].name, "Bobby");
    let form = ada.slash(scene.hall, "host roster", &[]).unwrap();
    form.response().await.unwrap();
    let right = format!("Ann, the first, {}, 12, -2\n\n, @cleo, -, 4", bob.mention());
    form.submit_modal(&[("lines", &right)]).unwrap().message().await.unwrap();
    let seats = scene.matches.load(1).await.unwrap().seats;
    assert_eq!(seats.len(), 2);
    assert_eq!((seats[0].name.as_str(), seats[0].priority, seats[0].garnets), ("Ann, the first", 12, -2));
    assert_eq!((seats[1].name.as_str(), seats[1].priority, seats[1].garnets), ("cleo", 0, 4));
    let early = scene.ask(ada, "host start", &[]).await;
    assert!(early.content.contains("needs 13 players"), "{}", early.content);
    scene.ask(ada, "host unseat", &[("player", cleo.id().into())]).await;
    let status = scene.ask(ada, "host status", &[]).await;
    assert!(status.content.contains("1 of 13"), "{}", status.content);
    assert!(status.pings.is_empty());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_path_is_sent_by_command_by_text_and_by_pad() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let bob = &scene.players[0];
    // Whatever the cell: staying is always possible, five steps never are.
    let stored = scene.ask(bob, "move", &[("path", "-".into())]).await;
    assert!(stored.content.contains("stay"), "{}", stored.content);
    let refused = scene.ask(bob, "move", &[("path", "ULDRU".into())]).await;
    assert!(refused.content.contains("at most 3"), "{}", refused.content);
    let path = legal_path(&scene, 1).await;
    let stored = scene.dm(bob, &path.to_lowercase()).await;
    assert!(stored.content.contains(&path), "{}", stored.content);
    assert!(scene.dm(bob, "what now?").await.content.contains("did not understand"));
    assert!(scene.dm(bob, "help").await.content.contains("/move"));
    assert!(scene.dm(bob, "garnet").await.content.contains("rounds 1 and 2"));
    let refused = scene.ask(bob, "garnet", &[]).await;
    assert!(refused.content.contains("rounds 1 and 2"), "{}", refused.content);

    let me = scene.ask(bob, "me", &[]).await;
    assert!(me.content.contains("Letter") && me.content.contains("Garnets: **3**"), "{}", me.content);
    assert!(
        me.content.contains(&format!("Path: **{path}**")) && me.content.contains("<t:"),
        "{}",
        me.content
    );
    let board = scene.ask(bob, "board", &[]).await;
    assert_eq!(board.files.len(), 1);

    // The pad, two presses of one button, and a press for an earlier round.
    let pad = scene.ask(bob, "move", &[]).await;
    let step = press(&pad, ":step:");
    let drawn = bob.click(pad.id, &step).unwrap().message().await.unwrap();
    assert_eq!(drawn.id, pad.id);
    let submit = press(&drawn, ":submit:");
    let (one, two) = (bob.click(pad.id, &submit).unwrap(), bob.click(pad.id, &submit).unwrap());
    one.response().await.unwrap();
    two.response().await.unwrap();
    let me = scene.ask(bob, "me", &[]).await;
    let drawn_path = submit.rsplit(':').next().unwrap();
    assert!(me.content.contains(&format!("Path: **{drawn_path}**")), "{}", me.content);
    let old = scene.ask(bob, "move", &[]).await;
    // A day later the clock has ended the round.
    let before = scene.matches.load(1).await.unwrap().since;
    scene.clock.advance(Duration::from_hours(24));
    while scene.matches.load(1).await.unwrap().since == before {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let stale = bob.click(old.id, &press(&old, ":step:")).unwrap().message().await.unwrap();
    assert!(stale.id != old.id && stale.ephemeral && stale.content.contains("earlier"), "{}", stale.content);
    assert!(!stale.custom_ids().is_empty(), "what is asked now is shown");
    // Nobody but the one who asked saw any of it.
    let seen = scene.players[1].view(scene.hall);
    assert!(
        seen.iter().all(|message| !message.content.contains("Path") && !message.content.contains("Stored"))
    );
    scene.end().await;
}

/// A path of one step that a seat can walk.
async fn legal_path(scene: &Scene, seat: u8) -> String {
    let game = scene.matches.load(1).await.unwrap();
    let legal = game.playing().unwrap().legal(Seat::new(seat));
    let mut paths = legal.iter().filter_map(|action| action.strip_prefix("move "));
    paths.find(|path| path.len() == 1 && *path != "-").unwrap().to_owned()
}

/// The first button that does this and can be pressed.
fn press(message: &trigon::sandbox::SeenMessage, what: &str) -> String {
    let enabled = |part: &&Value| part["disabled"] != true;
    let ids = message.parts().filter(enabled).filter_map(|part| part["custom_id"].as_str());
    ids.into_iter().find(|id| id.contains(what)).unwrap_or_else(|| panic!("no {what}")).to_owned()
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
    let game = scene.matches.load(2).await.unwrap();
    assert!(!game.playing().unwrap().to_act()[0].answered);
    let id = question.custom_ids()[0].to_owned();
    let options = question.component(&id).unwrap()["options"].as_array().unwrap().clone();
    let blue = options.iter().find(|option| option["label"].as_str().unwrap().contains("Blue")).unwrap();
    let answer = bob.select(question.id, &id, &[blue["value"].as_str().unwrap()]).unwrap();
    let answer = answer.message().await.unwrap();
    assert!(answer.content.contains("Code Blue") && answer.custom_ids().is_empty(), "{}", answer.content);
    for (number, stored) in [(1, false), (2, true)] {
        let game = scene.matches.load(number).await.unwrap();
        assert_eq!(game.playing().unwrap().to_act()[0].answered, stored, "{number}");
    }
    scene.ask(bob, "move", &[("path", "-".into()), ("match", 1.into())]).await;
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
async fn only_hosts_host_and_who_plays_sees_no_secrets() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let (ada, bob, cleo) = (&scene.ada, &scene.players[0], &scene.players[1]);
    let number = || ("match", OptionValue::from(1));
    for (command, options) in [
        ("host pause", vec![number()]),
        ("host status", vec![number()]),
        ("host export", vec![number()]),
        ("host resolve", vec![number()]),
        ("host cancel", vec![("confirm", true.into()), number()]),
        ("host ec", vec![("player", cleo.id().into()), number()]),
    ] {
        let refused = scene.ask(cleo, command, &options).await;
        assert!(refused.content.contains("not yours to host"), "{command}: {}", refused.content);
        assert!(refused.files.is_empty());
    }
    // With the host role bob has the powers, but as a player not the secrets.
    let role = scene.guild.create_role("hosts", Permissions::NONE);
    let refused = scene.ask(bob, "host role", &[("role", role.into())]).await;
    assert!(refused.content.contains("Manage Server"), "{}", refused.content);
    scene.ask(ada, "host role", &[("role", role.into())]).await;
    scene.guild.give_role(bob, role);
    for command in ["host status", "host export"] {
        let refused = scene.ask(bob, command, &[]).await;
        assert!(refused.content.contains("You play in match 1"), "{}", refused.content);
        assert!(refused.files.is_empty());
    }
    assert!(scene.ask(bob, "host pause", &[]).await.content.contains("stopped"));
    assert!(scene.ask(bob, "host resume", &[]).await.content.contains("<t:"));
    assert!(scene.ask(bob, "host extend", &[("hours", 2.into())]).await.content.contains("<t:"));
    let status = scene.ask(ada, "host status", &[]).await;
    assert!(status.content.contains("0 of 7 have answered"), "{}", status.content);
    let record = scene.ask(ada, "host export", &[]).await;
    let json: Value = serde_json::from_slice(&record.files[0].bytes).unwrap();
    assert!(json["seed"].is_null() && json["commitment"].is_string());

    // Another guild's host does not even learn that there is such a match.
    let mallory = scene.sandbox.create_person(NewPerson::named("mallory"));
    let other = scene.sandbox.create_guild("Other", &mallory);
    let den = other.create_channel("den");
    for command in ["host pause", "host status", "host export", "board"] {
        let refused = mallory.slash(den, command, &[number()]).unwrap().message().await.unwrap();
        assert_eq!(refused.content, "There is no match 1.", "{command}");
    }
    scene.ask(ada, "host cancel", &[("confirm", true.into())]).await;
    assert_eq!(scene.matches.load(1).await.unwrap().row.status, Status::Cancelled);
    let record = scene.ask(ada, "host export", &[number()]).await;
    let json: Value = serde_json::from_slice(&record.files[0].bytes).unwrap();
    assert!(json["seed"].is_string());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_come_in_parts() {
    let scene = Scene::set().await;
    let bob = &scene.players[0];
    let rules = scene.ask(bob, "rules", &[]).await;
    assert!(rules.content.contains("Triforce Building") && rules.files.len() == 1, "{}", rules.content);
    let choices = bob.autocomplete(scene.hall, "rules", &[], "section", "prio").await.unwrap();
    assert_eq!(choices[0].value, "Priority");
    let part = scene.ask(bob, "rules", &[("section", "priority".into())]).await;
    assert!(part.content.starts_with("**Priority**"), "{}", part.content);
    assert!(scene.ask(bob, "help", &[]).await.content.contains("/host create"));
    assert!(scene.ask(bob, "me", &[]).await.content.contains("no seat"));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_stops_and_starts_again() {
    let mut scene = Scene::set().await;
    scene.begin("Code Red").await;
    let bob = scene.players[0].clone();
    let pad = scene.ask(&bob, "move", &[]).await;
    scene.stop_bot().await;
    scene.start_bot().await;
    // Buttons outlive the process that made them.
    let step = press(&pad, ":step:");
    let drawn = bob.click(pad.id, &step).unwrap().message().await.unwrap();
    assert_eq!(drawn.id, pad.id);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn why_a_bot_does_not_start_is_said() {
    let mut scene = Scene::set().await;
    scene.stop_bot().await;
    let start = async |config: BotConfig| Bot::start(config, scene.matches.clone()).await.err();
    for token in ["", "wrong", "a.b.c", "line\nbreak"] {
        let config = BotConfig { token: token.to_owned(), ..scene.config() };
        assert!(!format!("{config:?}").contains("wrong"));
        assert_eq!(start(config).await, Some(BotError::Token), "{token}");
    }
    let nowhere = trigon::discord::Api::Elsewhere("http://127.0.0.1:9".to_owned());
    let error = start(BotConfig { api: nowhere, ..scene.config() }).await.unwrap();
    assert!(matches!(error, BotError::Network(_)), "{error}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_vote_is_a_select_and_the_host_can_name_the_ec() {
    let scene = Scene::set().await;
    scene.begin_with("Code Red", &[("rounds", 1.into()), ("reveal", 1.into())]).await;
    let (ada, bob, hana) = (&scene.ada, &scene.players[0], &scene.players[6]);
    assert!(scene.dm(hana, "vote 1").await.content.contains("no vote yet"));
    // With `reveal` the own cell is shown, to oneself.
    assert_eq!(scene.ask(bob, "me", &[]).await.files.len(), 1);
    let early = scene.ask(ada, "host ec", &[("player", bob.id().into())]).await;
    assert!(early.content.contains("only while there is a vote"), "{}", early.content);
    assert!(scene.ask(ada, "host resolve", &[]).await.content.contains("vote"));
    // Three tokens go to the highest priorities; bob has the lowest.
    let question = hana.slash(hana.dm_channel(), "vote", &[]).unwrap().message().await.unwrap();
    let id = question.custom_ids()[0].to_owned();
    let options = question.component(&id).unwrap()["options"].as_array().unwrap().len();
    assert_eq!(options, 4);
    let voted = hana.select(question.id, &id, &["1"]).unwrap().message().await.unwrap();
    assert!(voted.id == question.id && voted.content.contains("bob"), "{}", voted.content);
    assert!(scene.dm(hana, "vote 7").await.content.contains("no candidate"));
    let refused = scene.ask(bob, "vote", &[]).await;
    assert!(refused.content.contains("nothing is asked"), "{}", refused.content);
    let status = scene.ask(ada, "host status", &[]).await;
    assert!(status.content.contains("1 of 3 have answered"), "{}", status.content);
    assert!(scene.ask(&scene.players[5], "move", &[]).await.content.contains("elimination candidate"));
    let stranger = scene.sandbox.create_person(NewPerson::named("zoe"));
    scene.guild.add_member(&stranger);
    let refused = scene.ask(ada, "host ec", &[("player", stranger.id().into())]).await;
    assert!(refused.content.contains("no seat"), "{}", refused.content);
    let named = scene.ask(ada, "host ec", &[("player", bob.id().into())]).await;
    assert!(named.content.contains("**bob** is the elimination candidate"), "{}", named.content);
    let late = hana.select(question.id, &id, &["1"]).unwrap().message().await.unwrap();
    assert!(late.ephemeral && late.content.contains("earlier"), "{}", late.content);
    let number = || ("match", OptionValue::from(1));
    let record = scene.ask(ada, "host export", &[number()]).await;
    let json: Value = serde_json::from_slice(&record.files[0].bytes).unwrap();
    assert!(json["seed"].is_string());
    assert_eq!(scene.ask(bob, "board", &[number()]).await.files.len(), 1);
    // A direct message has no host's commands.
    assert!(!ada.commands(ada.dm_channel()).contains(&"host".to_owned()));
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
async fn what_takes_long_is_put_off_in_time() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let bob = &scene.players[0];
    let pad = scene.ask(bob, "move", &[]).await;
    let lock = scene.lock_database().await;
    let typed = bob.slash(scene.hall, "move", &[("path", "-".into())]).unwrap();
    let pressed = bob.click(pad.id, &press(&pad, ":submit:")).unwrap();
    assert!(matches!(typed.response().await.unwrap(), Response::Deferred(_)));
    assert!(matches!(pressed.response().await.unwrap(), Response::DeferredUpdate));
    lock.close().await.unwrap();
    let stored = typed.message().await.unwrap();
    assert!(stored.ephemeral && stored.content.contains("Stored"), "{}", stored.content);
    let edited = || bob.message(pad.id).filter(|message| message.edited);
    let edited = scene.sandbox.wait_for(PATIENCE, edited).await.unwrap();
    assert!(!edited.custom_ids().is_empty());
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
    bob.open_dms();
    assert!(scene.dm(bob, "me").await.content.contains("Letter"));
    let status = scene.ask(&scene.ada, "host status", &[]).await;
    assert!(!status.content.contains("(DMs closed)"), "{}", status.content);

    let cleo = &scene.players[1];
    let pad = cleo.dms().into_iter().find(|message| !message.components.is_empty()).unwrap();
    assert_eq!(pad.files.len(), 1);
    let drawn = cleo.click(pad.id, &press(&pad, ":step:")).unwrap().message().await.unwrap();
    assert!(drawn.id == pad.id && drawn.content != pad.content, "{}", drawn.content);
    assert_eq!(drawn.files.len(), 1, "the picture stays");
    let sent = cleo.click(pad.id, &press(&drawn, ":submit:")).unwrap().message().await.unwrap();
    assert!(sent.id == pad.id && sent.files.len() == 1);
    let submit = sent.parts().find(|part| part["custom_id"].as_str().unwrap().contains(":submit:"));
    assert_eq!(submit.unwrap()["disabled"], true, "what is stored need not be submitted");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn members_join_and_leave_with_buttons() {
    let scene = Scene::set().await;
    let options = [("players", 7.into()), ("sign_up", true.into()), ("pregame_hours", 0.into())];
    scene.ask(&scene.ada, "host create", &options).await;
    scene.settled().await;
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    let post = bob.view(scene.hall).into_iter().find(|message| !message.components.is_empty()).unwrap();
    let (join, leave) = (press(&post, ":join"), press(&post, ":leave"));
    let joined = bob.click(post.id, &join).unwrap().message().await.unwrap();
    assert!(joined.ephemeral && joined.content.contains("1 of 7"), "{}", joined.content);
    let twice = bob.click(post.id, &join).unwrap().message().await.unwrap();
    assert!(twice.content.contains("already"), "{}", twice.content);
    let left = bob.click(post.id, &leave).unwrap().message().await.unwrap();
    assert!(left.content.contains("given up"), "{}", left.content);
    // Two at once: both get in, each once.
    let both: Vec<_> = [bob, cleo, bob].map(|person| person.click(post.id, &join).unwrap()).into();
    for click in both {
        click.response().await.unwrap();
    }
    assert_eq!(scene.matches.load(1).await.unwrap().seats.len(), 2);
    for player in &scene.players[2..] {
        player.click(post.id, &join).unwrap().message().await.unwrap();
    }
    let full = scene.ada.click(post.id, &join).unwrap().message().await.unwrap();
    assert!(full.content.contains("All 7 seats"), "{}", full.content);
    scene.ask(&scene.ada, "host start", &[]).await;
    let late = bob.click(post.id, &leave).unwrap().message().await.unwrap();
    assert!(late.content.contains("fixed"), "{}", late.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_is_told_without_its_reason() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.matches.store().close().await;
    let bob = &scene.players[0];
    let typed = scene.ask(bob, "move", &[("path", "-".into())]).await;
    assert!(typed.content.starts_with("Something went wrong on my side"), "{}", typed.content);
    assert!(bob.autocomplete(scene.hall, "move", &[], "match", "").await.unwrap().is_empty());
    scene.end().await;
}
