//! Hosts do in Discord what a match needs, and nobody else can: who may do what, and what everybody is told of it.

use std::time::Duration;

use serde_json::Value;
use trigon::ids::MatchId;
use trigon::matches::{Control, Status};
use trigon::sandbox::{Fault, NewPerson, OptionValue, Permissions, Response};

use crate::scene::{Scene, WAIT_TIMEOUT, press};

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
        assert!(refused.content.contains("permissions there: Send Messages"), "{}", refused.content);
    }
    let made = scene.ask(ada, "host create", &[("title", "Code *Red*\n@everyone".into())]).await;
    assert!(made.content.starts_with("I’ve created **#1 Code"), "{}", made.content);

    scene.guild.set_nick(bob, Some("Bobby"));
    let seated = scene.ask(ada, "host seat", &[("player", bob.id().into()), ("priority", 13.into())]).await;
    assert!(seated.content.starts_with("1. Bobby"), "{}", seated.content);
    assert!(seated.content.contains("1 of 13"), "{}", seated.content);
    scene.ask(ada, "host seat", &[("player", bob.id().into()), ("garnets", 5.into())]).await;
    let twice = scene.ask(ada, "host seat", &[("player", cleo.id().into()), ("priority", 13.into())]).await;
    let taken = format!("Priority 13 is {}’s, so nothing has changed.", bob.mention());
    assert!(twice.content.starts_with(&taken), "{}", twice.content);
    let stranger = scene.sandbox.create_person(NewPerson::named("zoe"));
    let refused = scene.ask(ada, "host seat", &[("player", stranger.id().into())]).await;
    assert!(refused.content.contains("not in this server"), "{}", refused.content);

    // The form shows the current values.
    let form = ada.slash(scene.hall, "host roster", &[]).unwrap();
    let Response::Modal(modal) = form.response().await.unwrap() else { panic!("no form") };
    assert_eq!(modal.fields[0].value, format!("Bobby, {}, 13, 5", bob.mention()));
    let wrong = format!("Ann, {}, 1, 2\nBen, @nobody, 2, 3", bob.mention());
    let refused = form.submit_modal(&[("lines", &wrong)]).unwrap().message().await.unwrap();
    assert!(refused.ephemeral && refused.content.starts_with("Line 2"), "{}", refused.content);
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().players[0].name, "Bobby");
    let form = ada.slash(scene.hall, "host roster", &[]).unwrap();
    form.response().await.unwrap();
    let right = format!("Ann, the first, {}, 12, -2\n\n, @cleo, -, 4", bob.mention());
    form.submit_modal(&[("lines", &right)]).unwrap().message().await.unwrap();
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let line = |i: usize| {
        let player = &game.players[i];
        let number = |key| player.fields.number(key);
        (player.name.as_str(), number("priority"), number("garnets"))
    };
    assert_eq!(game.players.len(), 2);
    assert_eq!(line(0), ("Ann, the first", Some(12), Some(-2)));
    assert_eq!(line(1), ("cleo", None, Some(4)));
    let early = scene.ask(ada, "host start", &[]).await;
    assert!(early.content.contains("needs 13 players"), "{}", early.content);
    scene.ask(ada, "host unseat", &[("player", cleo.id().into())]).await;
    let status = scene.ask(ada, "host status", &[]).await;
    assert!(status.content.contains("1 of 13"), "{}", status.content);
    assert!(status.pings.is_empty());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_post_changes_while_direct_messages_with_somebody_who_has_joined_are_being_opened() {
    let scene = Scene::set().await;
    let (ada, bob) = (&scene.ada, &scene.players[0]);
    scene.ask(ada, "host create", &[("title", "Code Red".into())]).await;
    scene.settled().await;
    let post = || {
        let mut all = ada.view(scene.hall).into_iter();
        all.rfind(|message| message.button("Rules").is_some()).unwrap()
    };
    let (opening, slow) = ("/users/@me/channels", Fault::SlowAfter(2 * WAIT_TIMEOUT));
    scene.sandbox.fail_next(Some("POST"), opening, 1, slow);
    let join = post();
    bob.click(join.id, join.button("Join").unwrap()).unwrap().response().await.unwrap();
    let is_opening = || scene.sandbox.requests(0).iter().any(|request| request.path == opening);
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, is_opening).await);
    scene.ask(ada, "host signup", &[("open", false.into())]).await;
    let is_closed = || post().content.contains("The host chooses the players");
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, is_closed).await, "{}", post().content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_up_is_closed_and_opened_again_until_the_start() {
    let scene = Scene::set().await;
    let (ada, bob, cleo) = (&scene.ada, &scene.players[0], &scene.players[1]);
    scene.ask(ada, "host create", &[("title", "Code Red".into())]).await;
    scene.settled().await;
    let post = || {
        let mut all = ada.view(scene.hall).into_iter();
        all.rfind(|message| message.button("Rules").is_some()).unwrap()
    };
    let join = post();
    bob.click(join.id, join.button("Join").unwrap()).unwrap().response().await.unwrap();
    scene.settled().await;
    let closed = scene.ask(ada, "host signup", &[("open", false.into())]).await;
    assert!(closed.content.contains("no longer join **#1 Code Red**"), "{}", closed.content);
    scene.settled().await;
    assert!(post().content.contains("The host chooses the players"), "{}", post().content);
    assert!(post().button("Join").is_none());
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().players.len(), 1, "who had joined stays");
    let refused = scene.ask(bob, "host signup", &[("open", true.into())]).await;
    assert!(!scene.matches.load(MatchId(1)).await.unwrap().terms.open_signup, "{}", refused.content);
    scene.ask(ada, "host signup", &[("open", true.into())]).await;
    scene.settled().await;
    cleo.click(join.id, join.button("Join").unwrap()).unwrap().response().await.unwrap();
    // While the post is being edited, a press is acknowledged before it is handled.
    let has_joined = || post().content.contains("Players (2");
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, has_joined).await, "{}", post().content);
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().players.len(), 2);
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
    ] {
        let refused = scene.ask(cleo, command, &options).await;
        assert!(refused.content.contains("Only the host"), "{command}: {}", refused.content);
        assert!(refused.files.is_empty());
    }
    // With the host role, Bob has the powers, but as a player, not the secrets.
    let role = scene.guild.create_role("hosts", Permissions::NONE);
    let refused = scene.ask(bob, "host role", &[("role", role.into())]).await;
    assert!(refused.content.contains("Manage Server"), "{}", refused.content);
    scene.ask(ada, "host role", &[("role", role.into())]).await;
    scene.guild.give_role(bob, role);
    let refused = scene.ask(bob, "host export", &[]).await;
    assert!(refused.content.contains("You play in match 1"), "{}", refused.content);
    assert!(refused.files.is_empty());
    // What concerns the clock is for all players to decide, if a host plays.
    for (command, options) in [
        ("host resolve", Vec::new()),
        ("host pause", Vec::new()),
        ("host extend", vec![("hours", OptionValue::from(-1))]),
        ("host extend", vec![("hours", 2.into())]),
    ] {
        let asked = scene.ask(bob, command, &options).await;
        assert!(asked.content.contains("no host can decide alone"), "{command}: {}", asked.content);
        assert!(asked.button("Ask the players").is_some());
    }
    let status = scene.ask(bob, "host status", &[]).await;
    assert!(status.content.contains("ends <t:") && status.files.is_empty(), "{}", status.content);
    assert!(
        !["have answered", "✅", "⌛"].iter().any(|told| status.content.contains(told)),
        "{}",
        status.content
    );
    let status = scene.ask(ada, "host status", &[]).await;
    assert!(status.content.contains("0 of 7 have answered"), "{}", status.content);
    let record = scene.ask(ada, "host export", &[]).await;
    let json: Value = serde_json::from_slice(&record.files[0].bytes).unwrap();
    assert!(json["seed"].is_null() && json["commitment"].is_string());
    for part in ["The seed is left out while the match goes on", "`trigon replay`", "export it again"] {
        assert!(record.content.contains(part), "{part}: {}", record.content);
    }

    // Another guild's host does not even learn that there is such a match.
    let mallory = scene.sandbox.create_person(NewPerson::named("mallory"));
    let other = scene.sandbox.create_guild("Other", &mallory);
    let den = other.create_channel("den");
    for command in ["host pause", "host status", "host export", "board"] {
        let refused = mallory.slash(den, command, &[number()]).unwrap().message().await.unwrap();
        assert_eq!(refused.content, "There is no match 1.", "{command}");
    }
    // Nor does a member see the board from elsewhere: its channel may be hidden from others.
    scene.guild.add_member(&mallory);
    let lobby = scene.guild.create_channel("lobby");
    let refused = mallory.slash(lobby, "board", &[number()]).unwrap().message().await.unwrap();
    assert!(refused.content.contains("own channel only") && refused.files.is_empty(), "{}", refused.content);
    assert!(mallory.autocomplete(lobby, "board", &[], "match", "").await.unwrap().is_empty());
    let seen = mallory.slash(scene.hall, "board", &[]).unwrap().message().await.unwrap();
    assert_eq!(seen.files.len(), 1);
    scene.ask(ada, "host cancel", &[("confirm", true.into())]).await;
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().status, Status::Cancelled);
    let record = scene.ask(ada, "host export", &[number()]).await;
    let json: Value = serde_json::from_slice(&record.files[0].bytes).unwrap();
    assert!(json["seed"].is_string());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_vote_has_a_button_for_each_candidate_and_no_host_names_the_ec() {
    let scene = Scene::set().await;
    scene.begin_with("Code Red", &[("rounds", 1.into()), ("reveal", "own".into())]).await;
    let (ada, bob, hana) = (&scene.ada, &scene.players[0], &scene.players[6]);
    assert!(scene.dm(hana, "vote 1").await.content.contains("no vote yet"));
    for answer in [scene.ask(hana, "vote", &[]).await, scene.dm(hana, "vote").await] {
        assert!(answer.content.contains("there is no vote right now"), "{}", answer.content);
        assert!(answer.custom_ids().is_empty(), "no pad for a path");
    }
    // With `reveal`, players are shown their own cells.
    assert_eq!(scene.ask(bob, "me", &[]).await.files.len(), 1);
    assert!(scene.confirmed(ada, "host resolve", &[]).await.content.contains("vote"));
    // Three tokens go to the highest priorities; bob has the lowest.
    let question = hana.slash(hana.dm_channel(), "vote", &[]).unwrap().message().await.unwrap();
    assert_eq!(question.custom_ids().len(), 4);
    let voted = hana.click(question.id, question.button("bob").unwrap()).unwrap().message().await.unwrap();
    assert!(voted.id == question.id && voted.content.contains("bob"), "{}", voted.content);
    assert!(scene.dm(hana, "vote 7").await.content.contains("no candidate"));
    // Players know names, not seats.
    for (typed, name) in [("Cleo", "cleo"), ("vote bob", "bob")] {
        let stored = scene.dm(hana, typed).await;
        assert!(stored.content.contains(&format!("your vote is **{name}**")), "{}", stored.content);
    }
    let refused = scene.ask(bob, "vote", &[]).await;
    assert!(refused.content.contains("nothing to do right now"), "{}", refused.content);
    let status = scene.ask(ada, "host status", &[]).await;
    assert!(status.content.contains("1 of 3 have answered"), "{}", status.content);
    assert!(scene.ask(&scene.players[5], "move", &[]).await.content.contains("elimination candidate"));
    // The host ends the vote as any phase, and the votes count.
    scene.clock.advance(Duration::from_mins(5));
    let told = scene.confirmed(ada, "host resolve", &[]).await;
    scene.settled().await;
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    assert_eq!(game.status, Status::Over, "{}", told.content);
    let ended = scene.newest();
    assert!(ended.content.contains("bob is the elimination candidate"), "{}", ended.content);
    let late = hana.click(question.id, voted.custom_ids()[0]).unwrap().message().await.unwrap();
    assert!(late.ephemeral && late.content.contains("earlier"), "{}", late.content);
    let number = || ("match", OptionValue::from(1));
    let record = scene.ask(ada, "host export", &[number()]).await;
    let json: Value = serde_json::from_slice(&record.files[0].bytes).unwrap();
    assert!(json["seed"].is_string());
    assert_eq!(scene.ask(bob, "board", &[number()]).await.files.len(), 1);
    // A direct message does not offer host commands.
    assert!(!ada.commands(ada.dm_channel()).contains(&"host".to_owned()));
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
    let join = press(&post, ":join");
    let joined = bob.click(post.id, &join).unwrap().message().await.unwrap();
    assert!(joined.id == post.id && joined.content.contains("1 of 7"), "{}", joined.content);
    let twice = bob.click(post.id, &join).unwrap().message().await.unwrap();
    assert!(twice.content.contains("already"), "{}", twice.content);
    let leave = press(&joined, ":leave");
    let left = bob.click(post.id, &leave).unwrap().message().await.unwrap();
    assert!(left.content.contains("Nobody has joined yet"), "{}", left.content);
    // Two at once: both get in, each once.
    let both: Vec<_> = [bob, cleo, bob].map(|person| person.click(post.id, &join).unwrap()).into();
    for click in both {
        click.message().await.unwrap();
    }
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().players.len(), 2);
    for player in &scene.players[2..] {
        player.click(post.id, &join).unwrap().message().await.unwrap();
    }
    let full = scene.ada.view(scene.hall).into_iter().find(|message| message.id == post.id).unwrap();
    assert!(full.content.contains("Players (7 of 7)"), "{}", full.content);
    assert!(full.button("Join").is_none() && full.button("Join as alternate").is_some());
    scene.ask(&scene.ada, "host start", &[]).await;
    scene.settled().await;
    let begun = bob.view(scene.hall).into_iter().find(|message| message.id == post.id).unwrap();
    assert!(begun.content.contains("started") && begun.components.is_empty(), "{}", begun.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stuck_clock_is_told_in_the_channel_and_in_the_status() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.settled().await;
    scene.database.break_match(MatchId(1)).await;
    scene.clock.advance(Duration::from_hours(24));
    for attempts in 1..=3 {
        let stuck = || async {
            while scene.matches.stuck(MatchId(1)).is_none_or(|stuck| stuck.attempts < attempts) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, stuck()).await.unwrap();
        if attempts < 3 {
            scene.clock.set(scene.matches.stuck(MatchId(1)).unwrap().next_attempt);
        }
    }
    let posted = || scene.ada.view(scene.hall).into_iter().find(|m| m.content.contains("is stuck"));
    let told = scene.sandbox.wait_for(WAIT_TIMEOUT, posted).await.unwrap();
    assert_eq!(told.pings, [scene.ada.id()], "its host");
    let status = scene.ask(&scene.ada, "host status", &[]).await;
    assert!(status.content.contains("The clock is stuck"), "{}", status.content);
    assert!(status.content.contains("3 attempts have failed"), "{}", status.content);
    assert!(!status.content.contains("could not be delivered"), "{}", status.content);

    scene.database.mend().await;
    scene.clock.set(scene.matches.stuck(MatchId(1)).unwrap().next_attempt);
    scene.settled_after_deadlines().await;
    let status = scene.ask(&scene.ada, "host status", &[]).await;
    assert!(status.content.contains("round 2"), "{}", status.content);
    assert!(!status.content.contains("stuck"), "{}", status.content);

    // A match that cannot even be read: its host is told so, and nobody else is.
    scene.database.run("UPDATE matches SET terms = '{', version = version + 1").await;
    let number = || [("match", OptionValue::from(1))];
    let status = scene.ask(&scene.ada, "host status", &number()).await;
    assert!(
        status.content.contains("Code Red") && status.content.contains("I can’t read"),
        "{}",
        status.content
    );
    let other = scene.ask(&scene.players[0], "host status", &number()).await;
    assert!(other.content.starts_with("Something went wrong"), "{}", other.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_deadline_is_written_into_the_messages_that_ask() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.settled().await;
    let bob = &scene.players[0];
    let pad = || bob.dms().into_iter().find(|message| !message.components.is_empty()).unwrap();
    let update =
        || scene.ada.view(scene.hall).into_iter().find(|m| m.content.contains("round 1 of 10")).unwrap();
    let deadline = async || {
        let at = scene.matches.load(MatchId(1)).await.unwrap().deadline.unwrap();
        format!("<t:{}:f>", at / 1_000)
    };
    // A draft is on the pad, and it stays there.
    let up = press(&pad(), ":go:");
    bob.click(pad().id, &up).unwrap().message().await.unwrap();
    let (components, before) = (pad().components, deadline().await);
    assert!(pad().content.contains(&before) && update().content.contains(&before));
    scene.ask(&scene.ada, "host extend", &[("hours", 5.into())]).await;
    scene.settled().await;
    let after = deadline().await;
    assert_ne!(before, after);
    for message in [pad(), update()] {
        assert!(
            message.content.contains(&after) && !message.content.contains(&before),
            "{}",
            message.content
        );
    }
    assert!(pad().components == components && pad().content.contains("Draft"), "{}", pad().content);

    scene.ask(&scene.ada, "host pause", &[]).await;
    scene.settled().await;
    assert!(pad().content.contains("The clock is stopped"), "{}", pad().content);
    scene.ask(&scene.ada, "host resume", &[]).await;
    scene.settled().await;
    let resumed = deadline().await;
    assert!(pad().content.contains(&resumed) && !pad().content.contains("stopped"), "{}", pad().content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_nul_character_is_taken_for_a_space_wherever_it_comes_in() {
    let scene = Scene::set().await;
    let (ada, bob) = (&scene.ada, &scene.players[0]);
    let stranger = scene.sandbox.create_person(NewPerson::named("\0"));
    scene.guild.add_member(&stranger);
    let made = scene.ask(ada, "host create", &[("title", "Code\0Red".into())]).await;
    assert!(made.content.contains("#1 Code Red"), "{}", made.content);
    let named = [("player", bob.id().into()), ("name", "Bob\0by".into())];
    let seated = scene.ask(ada, "host seat", &named).await;
    assert!(seated.content.starts_with("1. Bob by"), "{}", seated.content);
    let seated = scene.ask(ada, "host seat", &[("player", stranger.id().into())]).await;
    assert!(seated.content.contains(&format!("2. {}", stranger.id())), "{}", seated.content);
    let refused = scene.ask(ada, "host seat", &[("player", bob.id().into()), ("name", "\0".into())]).await;
    assert!(!refused.content.contains("went wrong"), "{}", refused.content);
    let form = ada.slash(scene.hall, "host roster", &[]).unwrap();
    form.response().await.unwrap();
    let lines = format!("A\0nn, {}", bob.mention());
    let filled = form.submit_modal(&[("lines", &lines)]).unwrap().message().await.unwrap();
    assert!(filled.content.contains("A nn"), "{}", filled.content);
    for text in ["\0", "move \0", "me\0", "vote 1\0"] {
        let answer = scene.dm(bob, text).await;
        assert!(!answer.content.contains("went wrong"), "{text:?}: {}", answer.content);
    }
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    assert_eq!((game.title.as_str(), game.players[0].name.as_str()), ("Code Red", "A nn"));
    scene.begin("Second").await;
    for path in ["\0", "U\0D"] {
        let typed = [("action", path.into()), ("match", 2.into())];
        let refused = scene.ask(bob, "move", &typed).await;
        assert!(!refused.content.contains("went wrong"), "{}", refused.content);
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_co_host_hosts_without_naming_the_match() {
    let scene = Scene::set().await;
    let ivy = scene.sandbox.create_person(NewPerson::named("ivy"));
    scene.guild.add_member(&ivy);
    scene
        .begin_with(
            "Code Red",
            &[("rounds", 1.into()), ("co_host", ivy.id().into()), ("pregame_hours", 2.into())],
        )
        .await;
    let bob = &scene.players[0];
    assert!(scene.ask(&ivy, "matches", &[]).await.content.contains("#1"));
    assert!(scene.ask(&ivy, "help", &[]).await.content.contains("/host"));
    assert!(scene.dm(&ivy, "matches").await.content.contains("#1"));
    let suggested = ivy.autocomplete(scene.hall, "host status", &[], "match", "").await.unwrap();
    assert_eq!(suggested.len(), 1);
    let may = async |command: &str, options: &[(&str, OptionValue)]| {
        scene.clock.advance(Duration::from_mins(5));
        let command = format!("host {command}");
        let answer = match &command[..] {
            "host resolve" => scene.confirmed(&ivy, &command, options).await,
            _ => scene.ask(&ivy, &command, options).await,
        };
        assert!(!answer.content.contains("not hosting"), "{command}: {}", answer.content);
        assert!(!answer.content.contains("not yours to host"), "{command}: {}", answer.content);
        answer
    };
    may("status", &[]).await;
    may("signup", &[("open", true.into())]).await;
    may("unseat", &[("player", bob.id().into())]).await;
    may("seat", &[("player", bob.id().into()), ("priority", 1.into())]).await;
    ivy.slash(scene.hall, "host roster", &[]).unwrap().response().await.unwrap();
    may("start", &[]).await;
    may("pause", &[]).await;
    may("resume", &[]).await;
    may("extend", &[("hours", 1.into())]).await;
    // The pregame, the only round, then the vote.
    for _ in 0..3 {
        assert!(may("resolve", &[]).await.content.contains("Code Red"));
    }
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().status, Status::Over);
    // A match that is over is suggested, and can be chosen by its number.
    assert_eq!(may("export", &[("match", 1.into())]).await.files.len(), 1);
    scene.begin_with("Plan B", &[("co_host", ivy.id().into())]).await;
    may("cancel", &[("confirm", true.into())]).await;
    assert_eq!(scene.matches.load(MatchId(2)).await.unwrap().status, Status::Cancelled);
    may("publish", &[("match", 2.into()), ("confirm", true.into())]).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_is_shown_to_an_onlooker_alone_and_posted_again_for_a_player() {
    let scene = Scene::set().await;
    scene.started("trice", 3, &[]).await;
    let zoe = scene.sandbox.create_person(NewPerson::named("zoe"));
    scene.guild.add_member(&zoe);
    scene.quiet().await;
    let posts = || scene.ada.view(scene.hall).len();
    let before = posts();
    assert_eq!(scene.ask(&zoe, "board", &[]).await.files.len(), 1);
    scene.quiet().await;
    assert_eq!(posts(), before);
    let again = scene.ask(&scene.players[0], "board", &[]).await;
    scene.quiet().await;
    assert!(again.files.is_empty() && posts() > before, "{}", again.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phase_ends_only_after_the_host_has_seen_who_is_missing() {
    let scene = Scene::set().await;
    scene.begin_with("Code Red", &[("pregame_hours", 2.into())]).await;
    let (ada, bob) = (&scene.ada, &scene.players[0]);
    let first = scene.ask(ada, "host resolve", &[]).await;
    assert!(first.content.contains("Start round 1 in "), "{}", first.content);
    assert!(first.content.contains("Not checked in: bob, "), "{}", first.content);
    let second = scene.ask(ada, "host resolve", &[]).await;
    let begun = scene.press(ada, &first, ":begin").await;
    assert!(begun.content.contains("round 1"), "{}", begun.content);
    scene.clock.advance(Duration::from_mins(5));
    let again = scene.press(ada, &second, ":begin").await;
    assert!(again.content.contains("over already"), "it does not mean round 1: {}", again.content);

    scene.dm(bob, "move -").await;
    let asked = scene.ask(ada, "host resolve", &[]).await;
    assert!(asked.content.contains("End round 1 of 10 in ") && asked.content.contains("Not answered: "));
    assert!(!asked.content.contains("bob"), "{}", asked.content);
    let back = scene.press(ada, &asked, ":back").await;
    assert!(back.content.contains("Nothing has changed") && back.custom_ids().is_empty(), "{}", back.content);

    let (one, other) = (scene.ask(ada, "host resolve", &[]).await, scene.ask(ada, "host resolve", &[]).await);
    scene.press(ada, &one, ":end").await;
    scene.clock.advance(Duration::from_mins(5));
    let late = scene.press(ada, &other, ":end").await;
    assert!(late.content.contains("over already"), "{}", late.content);
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    assert_eq!(game.log.iter().filter(|entry| entry.action() == Some("resolve")).count(), 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_marks_in_pictures_are_explained_at_any_time_to_whoever_asks() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.settled().await;
    let (ada, bob) = (&scene.ada, &scene.players[0]);
    let first = scene.newest().files[0].description.clone().unwrap();
    scene.confirmed(ada, "host resolve", &[]).await;
    scene.settled().await;
    let round = scene.newest();
    let legend = scene.press(bob, &round, ":legend").await;
    assert!(legend.ephemeral && legend.content.contains("What the marks mean"), "{}", legend.content);
    assert_eq!(legend.files[0].description.as_ref(), Some(&first), "the picture with which the match began");
    // Beside it are the rules, with what differs for seven players.
    let rules = scene.press(bob, &round, ":read-rules").await;
    assert!(rules.content.contains("With 7 players there are 2 triforces and 3 tokens"), "{}", rules.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everyone_reads_what_a_host_changes_in_a_roster_that_was_final() {
    let scene = Scene::set().await;
    scene.begin_with("Code Red", &[("pregame_hours", 2.into())]).await;
    scene.settled().await;
    let (ada, cleo) = (&scene.ada, &scene.players[1]);
    let new = scene.sandbox.create_person(trigon::sandbox::NewPerson::named("zoe"));
    scene.guild.add_member(&new);
    let newest = || ada.view(scene.hall).into_iter().rfind(|message| !message.ephemeral).unwrap();
    let player = |person: &trigon::sandbox::Person| [("player", OptionValue::Id(person.id()))];

    let answer = scene.ask(ada, "host unseat", &player(cleo)).await;
    assert!(answer.content.contains("6 of 7 seats are taken"), "{}", answer.content);
    scene.settled().await;
    let told = newest();
    let gone = format!("✏️ A host has changed the roster: {} no longer plays.", cleo.mention());
    assert!(
        told.content.contains("## Code Red · pregame") && told.content.contains(&gone),
        "{}",
        told.content
    );
    assert!(told.content.contains("if all of them are by then") && told.pings == [cleo.id()]);

    scene.ask(ada, "host seat", &player(&new)).await;
    scene.settled().await;
    let told = newest();
    let joined = format!("{} now plays", new.mention());
    assert!(told.content.contains(&joined) && told.content.contains("as before"), "{}", told.content);
    assert!(told.content.contains("` 2` **zoe**"), "the whole list again: {}", told.content);
    let seat = scene.press(&new, &told, ":check-in").await;
    assert!(seat.content.contains("You play as **zoe**"), "{}", seat.content);

    let raise = [&player(&new)[..], &[("garnets", 5.into())]].concat();
    scene.ask(ada, "host seat", &raise).await;
    scene.settled().await;
    assert!(newest().content.contains(&format!("the line of {} has changed", new.mention())));

    // If there are not enough players at that time, nothing begins, and the host is asked to start again.
    scene.ask(ada, "host unseat", &player(&new)).await;
    scene.clock.advance(Duration::from_hours(3));
    scene.settled_after_deadlines().await;
    let told = newest();
    assert!(told.content.contains("Round 1 has not begun") && told.pings == [ada.id()], "{}", told.content);
    scene.ask(ada, "host seat", &player(cleo)).await;
    let started = scene.ask(ada, "host start", &[]).await;
    assert!(started.content.contains("Round 1 begins"), "{}", started.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_joins_is_told_first_what_that_costs() {
    let scene = Scene::set().await;
    let options = [("players", 7.into()), ("sign_up", true.into())];
    scene.ask(&scene.ada, "host create", &options).await;
    scene.settled().await;
    let (ada, bob) = (&scene.ada, &scene.players[0]);
    let post = bob.view(scene.hall).into_iter().find(|message| !message.components.is_empty()).unwrap();
    assert!(post.content.contains("You walk in secret."), "{}", post.content);
    // Everything else as usual is a press away.
    let terms = scene.press(bob, &post, ":read-terms").await;
    for part in ["Priority: from 7, the highest, down to 1", "Hosts can add up to 48 hours to a deadline"] {
        assert!(terms.ephemeral && terms.content.contains(part), "{part}: {}", terms.content);
        assert!(!post.content.contains(part), "{part}: {}", post.content);
    }
    let rules = scene.press(bob, &post, ":read-rules").await;
    assert!(rules.ephemeral && rules.content.contains("What it is about"), "{}", rules.content);

    let asked = scene.press(ada, &post, ":join").await;
    assert!(asked.ephemeral && asked.content.contains("neither who has answered"), "{}", asked.content);
    assert!(scene.matches.load(MatchId(1)).await.unwrap().players.is_empty(), "not yet");
    let joined = scene.press(ada, &asked, ":join-as-host").await;
    assert!(joined.content.contains("as a host who plays"), "{}", joined.content);
    let post = bob.message(post.id).unwrap();
    assert!(post.content.contains(&ada.mention()), "{}", post.content);
    // Somebody who hosts nothing is not asked.
    scene.press(bob, &post, ":join").await;
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().players.len(), 2);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_post_of_the_pregame_has_the_time_that_holds_and_none_once_play_has_begun() {
    let scene = Scene::set().await;
    scene.begin_with("Early bird", &[("pregame_hours", 24.into())]).await;
    scene.settled().await;
    let post = |scene: &Scene| {
        let posts = scene.ada.view(scene.hall).into_iter();
        posts
            .filter(|post| !post.ephemeral)
            .find(|post| post.content.contains("The roster is complete"))
            .unwrap()
    };
    let before = post(&scene);
    scene.ask(&scene.ada, "host extend", &[("hours", 5.into())]).await;
    scene.settled().await;
    let moved = post(&scene);
    assert!(moved.id == before.id && moved.content != before.content, "{}", moved.content);
    let deadline = scene.matches.load(MatchId(1)).await.unwrap().deadline.unwrap() / 1_000;
    assert!(moved.content.contains(&format!("Round 1 begins <t:{deadline}:")), "{}", moved.content);
    scene.resolve().await;
    scene.settled().await;
    let begun = post(&scene);
    assert!(begun.content.contains("The roster is complete, and round 1 has begun."), "{}", begun.content);
    assert!(!begun.content.contains("<t:") && begun.parts().next().is_none(), "{}", begun.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_sees_what_undoing_a_round_takes_back_and_everyone_is_told() {
    let scene = Scene::set().await;
    scene.begin("Second chance").await;
    scene.settled().await;
    let nothing = scene.ask(&scene.ada, "host undo", &[]).await;
    assert!(nothing.content.contains("nothing to undo"), "{}", nothing.content);
    let bob = &scene.players[0];
    scene.dm(bob, "-").await;
    scene.resolve().await;
    scene.settled().await;
    let asked = scene.ask(&scene.ada, "host undo", &[]).await;
    for part in
        ["Undo round 1 of 10 in **#1 Second chance**? 7 players would be asked again", "- Round 2 begins."]
    {
        assert!(asked.content.contains(part), "{}", asked.content);
    }
    let stays = scene.press(&scene.ada, &asked, ":back").await;
    assert!(stays.content.contains("Nothing has changed"), "{}", stays.content);
    let done = scene.confirmed(&scene.ada, "host undo", &[]).await;
    assert!(done.content.contains("Done. Now: **#1 Second chance**, round 1 of 10"), "{}", done.content);
    scene.settled().await;
    let post = scene.newest();
    assert!(post.content.contains("## Second chance · round 1 of 10"), "{}", post.content);
    assert!(
        post.content.contains("- The host undoes round 1 of 10: everything since it began"),
        "{}",
        post.content
    );
    let alt = post.files[0].description.clone().unwrap();
    assert!(alt.starts_with("Taken back: played again. "), "{alt}");
    if let Ok(folder) = std::env::var("TRIGON_PICTURES") {
        std::fs::write(std::path::Path::new(&folder).join("undone.png"), &post.files[0].bytes).unwrap();
    }
    let told = bob.dms().pop().unwrap();
    assert!(told.content.contains("↩️ The host has undone round 1 of 10"), "{}", told.content);
    assert!(told.content.contains("none yet") && told.parts().next().is_some(), "{}", told.content);
    // What was open before is closed.
    let open = bob.dms().into_iter().filter(|dm| dm.parts().next().is_some()).count();
    assert_eq!(open, 1);
    let history = scene.ask(bob, "history", &[]).await;
    assert!(history.content.contains("The host undoes round 1 of 10"), "{}", history.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_does_not_play_sees_what_ending_a_round_would_give_and_changes_nothing() {
    let scene = Scene::set().await;
    scene.begin("What if").await;
    scene.settled().await;
    let before = scene.matches.load(MatchId(1)).await.unwrap();
    let state = before.session.as_ref().unwrap().state_json();
    let shown = scene.ask(&scene.ada, "host simulate", &[]).await;
    assert!(shown.content.contains("If round 1 of 10 of **#1 What if** ended now:"), "{}", shown.content);
    assert!(shown.content.contains("- Round 2 begins.") && shown.content.contains("you have looked"));
    assert_eq!(shown.files.len(), 1);
    let after = scene.matches.load(MatchId(1)).await.unwrap();
    assert_eq!(after.session.as_ref().unwrap().state_json(), state);
    assert_eq!(after.log.last().unwrap().control(), Some(&Control::Look), "it counts as a look");
    // Ending it gives just that.
    scene.resolve().await;
    scene.settled().await;
    assert!(scene.newest().content.contains("## What if · round 2 of 10"));
    let refused = scene.ask(&scene.players[0], "host simulate", &[("match", 1.into())]).await;
    assert!(refused.content.contains("Only the host of match 1"), "{}", refused.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rounds_that_end_at_a_time_of_day_are_chosen_while_typing_and_shown() {
    let scene = Scene::set().await;
    let choices =
        scene.ada.autocomplete(scene.hall, "host create", &[], "ends", "mon-fri 20:15 berl").await.unwrap();
    assert_eq!(choices[0].value, "mon-fri 20:15 Europe/Berlin");
    let wrong = scene.ask(&scene.ada, "host create", &[("ends", "every day 20:15 Berlin".into())]).await;
    assert!(
        wrong.content.contains("“Berlin” is not a time zone: write the region and a city"),
        "{}",
        wrong.content
    );
    let both = [("ends", "every day 20:15 UTC".into()), ("round_hours", 12.into())];
    let both = scene.ask(&scene.ada, "host create", &both).await;
    assert!(both.content.contains("either at a time of day or after some hours"), "{}", both.content);
    scene.begin_with("Evenings", &[("ends", "mon-fri 20:15 Europe/Berlin".into())]).await;
    scene.settled().await;
    let posts = scene.ada.view(scene.hall);
    let sign_up = posts.iter().find(|post| post.content.contains("for 7 players")).unwrap();
    let said =
        "Rounds, and the vote, end on mon-fri at 20:15 (Europe/Berlin); none is shorter than 12 hours.";
    assert!(sign_up.content.contains(said) && !sign_up.content.contains("24 hours"), "{}", sign_up.content);
    scene.ask(&scene.ada, "host extend", &[("hours", 1.into())]).await;
    scene.settled().await;
    assert!(
        scene.newest().content.contains("Later ones keep their time of day."),
        "{}",
        scene.newest().content
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_co_host_is_named_later_and_players_are_reminded_in_private() {
    let scene = Scene::set().await;
    scene.begin("Two hosts").await;
    scene.settled().await;
    let zoe = scene.sandbox.create_person(NewPerson::named("zoe"));
    scene.guild.add_member(&zoe);
    let named = scene.ask(&scene.ada, "host cohost", &[("user", zoe.id().into())]).await;
    assert!(named.content.contains(&zoe.mention()), "{}", named.content);
    scene.settled().await;
    assert!(scene.newest().content.contains("hosts this match, too"), "{}", scene.newest().content);
    scene.dm(&scene.players[0], "-").await;
    let public = || scene.ada.view(scene.hall).iter().filter(|post| !post.ephemeral).count();
    let posts = public();
    let done = scene.ask(&zoe, "host remind", &[]).await;
    assert!(done.content.contains("each in private. Nobody learns who."), "{}", done.content);
    scene.settled().await;
    assert_eq!(public(), posts);
    let last = |n: usize| scene.players[n].dms().pop().unwrap().content;
    assert!(last(1).contains("You haven’t sent your path yet."), "{}", last(1));
    assert!(!last(0).contains("haven’t sent"), "{}", last(0));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_by_a_co_host_who_plays_names_every_host_once_and_keeps_its_creator() {
    let scene = Scene::set().await;
    scene.begin("Encore").await;
    let bob = &scene.players[0];
    let co_host = [("user", bob.id().into())];
    scene.ask(&scene.ada, "host cohost", &co_host).await;
    scene.ask(&scene.ada, "host cancel", &[("confirm", true.into())]).await;
    scene.ask(bob, "rematch", &[("match", 1.into())]).await;
    scene.settled().await;
    let post = scene.newest().content;
    let hosts = format!("Hosts {} and {}: the roster is full", scene.ada.mention(), bob.mention());
    assert!(post.contains(&hosts), "{post}");
    let stop = [("user", scene.ada.id().into()), ("stop", true.into()), ("match", 2.into())];
    let refused = scene.ask(bob, "host cohost", &stop).await;
    assert!(refused.content.contains("created this match"), "{}", refused.content);
    let own = [("user", bob.id().into()), ("stop", true.into()), ("match", 2.into())];
    let done = scene.ask(bob, "host cohost", &own).await;
    assert!(
        done.content.contains(&format!("Hosts of **#2 Encore**: {}.", scene.ada.mention())),
        "{}",
        done.content
    );
    scene.end().await;
}

#[tokio::test]
async fn buttons_below_the_status_do_what_their_commands_do() {
    let scene = Scene::set().await;
    scene.begin("Buttons").await;
    let ada = &scene.ada;
    let status = scene.ask(ada, "host status", &[]).await;
    assert!(status.button("Undo …").is_none(), "no round has ended");
    let told = scene.press(ada, &status, ":host:pause").await;
    assert!(told.content.contains("stopped the clock"), "{}", told.content);
    assert!(scene.matches.load(MatchId(1)).await.unwrap().paused().is_some());
    let stopped = scene.ask(ada, "host status", &[]).await;
    scene.press(ada, &stopped, ":host:resume").await;
    assert!(scene.matches.load(MatchId(1)).await.unwrap().paused().is_none());
    let reminded = scene.press(ada, &status, ":host:remind").await;
    assert!(reminded.content.contains("gets a reminder"), "{}", reminded.content);

    // What ends a round is asked first, as by the command.
    let asked = scene.press(ada, &status, ":host:end").await;
    assert!(asked.content.contains("round 1"), "{}", asked.content);
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().question.number, 0);
    scene.press(ada, &asked, ":end").await;
    scene.settled().await;
    let status = scene.ask(ada, "host status", &[]).await;
    let asked = scene.press(ada, &status, ":host:undo").await;
    scene.press(ada, &asked, ":undo").await;
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().question.undos, 1);
    scene.end().await;
}
