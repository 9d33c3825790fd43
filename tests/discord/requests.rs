//! Which requests delivery makes, which it does not, and what a stop between two of them leaves behind.

use std::time::Duration;
use trigon::games::Value;
use trigon::ids::{MatchId, UserId};
use trigon::matches::Command;

use trigon::games::Seat;
use trigon::matches::Terms;
use trigon::rehearsal;
use trigon::sandbox::{Fault, NewPerson, SandboxConfig, SeenRequest};

use crate::scene::{Scene, WAIT_TIMEOUT, press};
use crate::stage::{CREATED, Stage, seven};

const POST_PATH: &str = "/channels/*/messages";

/// Returns the number of requests with this method and with paths that end like this.
fn count(requests: &[SeenRequest], method: &str, end: &str) -> usize {
    requests.iter().filter(|request| request.method == method && request.path.ends_with(end)).count()
}

/// Returns the number of requests that look for a message of the channel.
fn look_ups(requests: &[SeenRequest]) -> usize {
    count(requests, "GET", "/messages")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_of_thirteen_costs_one_request_a_message_and_one_edit_of_what_it_outdates() {
    let mut stage = Stage::running().await;
    while stage.players.len() < 13 {
        let person = stage.sandbox.create_person(NewPerson::named(&format!("p{}", stage.players.len())));
        stage.guild.add_member(&person);
        stage.players.push(person);
    }
    let options = Terms { players: 13, open_signup: true, ..seven() }
        .with("board", Value::Text("hexagon:3".to_owned()));
    let id = stage.create(options).await;
    stage.pending(id, 0).await;
    let names: Vec<String> = (1..=13).map(|n| format!("Player {n}")).collect();
    stage.seat_all(id, &names.iter().map(String::as_str).collect::<Vec<_>>()).await;
    // The sign-up post shows the roster.
    stage.pending(id, 0).await;

    let before = stage.sandbox.requests(0).len();
    stage.matches.ask(id, &stage.host(), Command::Start).await.unwrap();
    stage.pending(id, 0).await;
    let first = stage.sandbox.requests(before);
    assert_eq!(count(&first, "POST", "/users/@me/channels"), 13, "each direct channel is opened once");
    assert_eq!(count(&first, "POST", "/messages"), 14);
    assert_eq!(first.len(), 28, "and one takes the buttons off the sign-up: {first:#?}");

    // Nor does it matter how long a message waited for its first attempt.
    let before = stage.sandbox.requests(0).len();
    stage.stop_delivery().await;
    stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
    stage.clock.advance(Duration::from_hours(1));
    stage.start_delivery();
    stage.pending(id, 0).await;
    let second = stage.sandbox.requests(before);
    assert_eq!(count(&second, "POST", "/messages"), 14);
    assert_eq!(count(&second, "POST", "/users/@me/channels"), 0, "those that are open are stored");
    assert_eq!(
        count(&second, "PATCH", ""),
        14,
        "the button goes off the round before, and the pads are closed"
    );
    assert_eq!(second.len(), 28, "{second:#?}");
    let last_post = second.iter().rposition(|request| request.method == "POST").unwrap();
    let edits = second.iter().skip(last_post).filter(|request| request.method == "PATCH").count();
    assert!(edits >= 12, "what is new goes first: {edits}");
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_bot_says_is_not_taken_for_ours() {
    // Where the bot may read what others write.
    let config = SandboxConfig { privileged_intents: true, ..SandboxConfig::default() };
    let mut stage = Stage::set_with(config).await;
    let other = stage.sandbox.create_other_bot("parrot");
    stage.guild.add_member(&other);
    let id = stage.begun(seven()).await;
    stage.start_delivery();
    stage.pending(id, 0).await;
    stage.stop_delivery().await;
    stage.matches.ask(id, &stage.host(), Command::Pause).await.unwrap();
    stage.start_delivery();
    stage.pending(id, 0).await;
    stage.stop_delivery().await;
    let said = stage.posted().pop().unwrap().content;
    stage.matches.ask(id, &stage.host(), Command::Resume).await.unwrap();
    stage.start_delivery();
    stage.pending(id, 0).await;
    stage.stop_delivery().await;

    // The same words are to be said again, but the request gets lost, and another bot repeats the first ones.
    stage.sandbox.fail_next(Some("POST"), POST_PATH, 1, Fault::DropBefore);
    stage.matches.ask(id, &stage.host(), Command::Pause).await.unwrap();
    stage.start_delivery();
    stage.tried(1).await;
    stage.stop_delivery().await;
    other.say(stage.arena, &said).unwrap();
    stage.clock.advance(Duration::from_hours(1));
    stage.start_delivery();
    stage.pending(id, 0).await;
    let bot = stage.sandbox.bot_id();
    let ours = stage.posted().into_iter().filter(|message| message.author == bot);
    assert_eq!(ours.filter(|message| message.content == said).count(), 2);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_whose_answer_was_lost_is_found_below_everything_that_people_have_said_since() {
    let mut stage = Stage::set().await;
    stage.sandbox.fail_next(Some("POST"), POST_PATH, 1, Fault::DropAfter);
    let id = stage.create(seven()).await;
    stage.start_delivery();
    stage.tried(1).await;
    stage.stop_delivery().await;
    for n in 0..250 {
        stage.players[0].say(stage.arena, &format!("line {n}")).unwrap();
    }
    stage.clock.advance(Duration::from_hours(1));
    stage.start_delivery();
    stage.pending(id, 0).await;
    let bot = stage.sandbox.bot_id();
    assert_eq!(stage.posted().into_iter().filter(|message| message.author == bot).count(), CREATED);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_before_discord_answers_doubles_nothing() {
    for hours in [0, 1] {
        let mut stage = Stage::set().await;
        stage.sandbox.fail_next(Some("POST"), POST_PATH, 1, Fault::StallAfter);
        let id = stage.create(seven()).await;
        stage.start_delivery();
        assert!(stage.sandbox.wait_until(WAIT_TIMEOUT, || stage.posted().len() == 1).await);
        stage.stop_delivery().await;
        stage.clock.advance(Duration::from_hours(hours));
        stage.start_delivery();
        stage.pending(id, 0).await;
        assert_eq!(stage.posted().len(), CREATED, "after {hours} hours");
        stage.end().await;
    }
}

/// Begins a game of turns for two.
async fn triangoli(stage: &Stage) -> MatchId {
    let game = trigon::games::Registry::standard().get("triangoli").unwrap();
    let (place, terms) = ((&stage.guild, stage.arena), Terms::usual(game.info()));
    let names = ["Friday", "triangoli"];
    rehearsal::begin(&stage.matches, place, names, terms, &stage.players[..2]).await.unwrap()
}

/// Lets the player who is asked do the first thing that is allowed.
async fn go_on(stage: &Stage, id: MatchId) {
    let game = stage.load(id).await;
    let asked: Seat = game.to_act()[0].seat;
    let action = game.playing().unwrap().legal(asked).remove(0);
    let user = game.player(asked).unwrap().user_id;
    stage.matches.act(id, user, &action).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_while_old_buttons_are_taken_off_doubles_nothing() {
    let mut stage = Stage::running().await;
    let id = triangoli(&stage).await;
    stage.pending(id, 0).await;
    let before = stage.posted().len();
    stage.sandbox.fail_next(Some("PATCH"), "/channels/*/messages/*", 1, Fault::StallBefore);
    go_on(&stage, id).await;
    // The message is there, and delivery is stuck at the buttons of the previous one.
    assert!(stage.sandbox.wait_until(WAIT_TIMEOUT, || stage.sandbox.faults_pending() == 0).await);
    assert_eq!(stage.posted().len(), before + 1);
    assert_eq!(stage.matches.store().pending_count(id).await.unwrap(), 0, "stored before anything else");
    stage.stop_delivery().await;

    // Discord forgets the nonce, and the match moves on: the first message would read differently now.
    go_on(&stage, id).await;
    stage.clock.advance(Duration::from_hours(1));
    stage.start_delivery();
    stage.pending(id, 0).await;
    assert_eq!(stage.posted().len(), before + 2);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_just_pressed_is_not_edited_a_second_time() {
    let scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[]).await;
    scene.settled().await;
    let before = scene.sandbox.requests(0).len();
    let game = scene.matches.load(id).await.unwrap();
    let asked = game.player(game.to_act()[0].seat).unwrap().user_id;
    let asked = scene.players.iter().find(|player| UserId::from(player.id().0) == asked).unwrap();
    let board = scene.ada.view(scene.hall).pop().unwrap();
    let begun = scene.press(asked, &board, ":go:").await;
    asked.click(board.id, &press(&begun, ":do:")).unwrap().message().await.unwrap();
    scene.settled().await;
    assert_ne!(scene.ada.view(scene.hall).pop().unwrap().id, board.id);
    let requests = scene.sandbox.requests(before);
    assert_eq!(count(&requests, "PATCH", &format!("/messages/{}", board.id)), 0, "{requests:#?}");
    assert!(scene.ada.message(board.id).unwrap().components.is_empty());
    assert_eq!(look_ups(&requests), 0);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_nonce_says_nothing_and_stays_the_same_for_every_attempt() {
    let mut nonces = Vec::new();
    for _ in 0..2 {
        // Two worlds that are identical in everything, down to the numbers of the messages.
        let mut stage = Stage::set().await;
        stage.sandbox.fail_next(Some("POST"), POST_PATH, 1, Fault::DropAfter);
        let id = stage.create(seven()).await;
        stage.start_delivery();
        stage.tried(1).await;
        stage.clock.advance(Duration::from_secs(3));
        stage.pending(id, 0).await;
        let requests = stage.sandbox.requests(0);
        let is_post =
            |request: &&SeenRequest| request.method == "POST" && request.path.ends_with("/messages");
        let sent = requests.iter().filter(is_post);
        let sent: Vec<String> =
            sent.map(|request| request.body["nonce"].as_str().unwrap().to_owned()).collect();
        assert_eq!(sent.len(), CREATED + 1, "the first of them twice");
        assert_eq!(sent[0], sent[1]);
        assert_ne!(sent[1], sent[2], "another message has another nonce");
        nonces.push(sent[0].clone());
        stage.end().await;
    }
    assert_ne!(nonces[0], nonces[1], "a nonce that follows from numbers and times tells them");
    assert!(nonces.iter().all(|nonce| (16..=25).contains(&nonce.len())), "{nonces:?}");
}
