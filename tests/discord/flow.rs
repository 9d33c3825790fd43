//! Games of turns played by pressing what the match message offers.

use std::time::Duration;
use trigon::ids::MatchId;
use trigon::matches::Command;

use trigon::games::Seat;
use trigon::matches::{Act, Match, OfferKind, Person, Person as Who, Terms};
use trigon::rehearsal;
use trigon::sandbox::{self, Fault, Response, SeenMessage};

use fastrand::Rng;

use crate::announcements::words;
use crate::scene::{Scene, WAIT_TIMEOUT, press};

fn options(game: &str, players: u8) -> Terms {
    Terms { players, ..Terms::usual(trigon::games::Registry::standard().get(game).unwrap().info()) }
}

/// Begins a match of a game.
async fn begun(scene: &Scene, game: &str, players: u8) -> MatchId {
    begun_with(scene, game, options(game, players)).await
}

async fn begun_with(scene: &Scene, game: &str, options: Terms) -> MatchId {
    let players = &scene.players[..usize::from(options.players)];
    let place = (&scene.guild, scene.hall);
    let id = rehearsal::begin(&scene.matches, place, ["Sunday", game], options, players).await.unwrap();
    scene.settled().await;
    id
}

/// Returns the player who is asked.
fn asked<'a>(scene: &'a Scene, game: &Match) -> &'a sandbox::Person {
    scene.in_seat(game, game.to_act()[0].seat)
}

/// Returns the messages of the hall on which something can be pressed.
fn pressable(scene: &Scene) -> Vec<SeenMessage> {
    let seen = scene.players[0].view(scene.hall);
    seen.into_iter().filter(|message| !message.custom_ids().is_empty()).collect()
}

/// Presses at random until an action is done. Returns the number of taps.
async fn act(scene: &Scene, id: MatchId, dice: &mut Rng) -> usize {
    let before = scene.matches.load(id).await.unwrap();
    let who = asked(scene, &before);
    for taps in 1..=8 {
        let shown = pressable(scene);
        assert_eq!(shown.len(), 1, "{:?}", shown.iter().map(|m| &m.content).collect::<Vec<_>>());
        let message = &shown[0];
        assert!(message.content.contains(&format!("#{id} Sunday")), "{}", message.content);
        assert!(message.content.contains(&who.mention()), "{}", message.content);
        let turn = format!("It is {}’s turn", who.name());
        assert!(!message.content.contains(&turn), "said once: {}", message.content);
        let mut ids = message.custom_ids();
        ids.retain(|id| !id.ends_with(":legend") && !id.ends_with(":read-rules"));
        let confirm = ids.iter().find(|id| id.contains(":do:")).filter(|_| ids.len() <= 3);
        let forward: Vec<&&str> = ids.iter().filter(|id| further(id, message)).collect();
        let pick = confirm.copied().unwrap_or_else(|| forward[dice.usize(..forward.len())]);
        let clicked = match message.component(pick).unwrap()["options"].as_array() {
            Some(options) => {
                let value = options[dice.usize(..options.len())]["value"].as_str().unwrap();
                who.select(message.id, pick, &[value]).unwrap()
            }
            None => who.click(message.id, pick).unwrap(),
        };
        let answer = clicked.message().await.unwrap();
        assert_eq!(answer.id, message.id, "{}", answer.content);
        if scene.matches.load(id).await.unwrap().question != before.question {
            scene.settled().await;
            return taps;
        }
    }
    panic!("never done");
}

/// Returns whether a component leads on rather than back.
fn further(id: &str, message: &SeenMessage) -> bool {
    let label = message.component(id).unwrap()["label"].as_str().unwrap_or_default().to_owned();
    !["Undo", "Start over", "Take back"].contains(&&*label)
}

/// A match that was played by pressing what is offered.
struct Pressed {
    scene: Scene,
    id: MatchId,
    /// The most presses that an action has taken.
    most: usize,
}

/// Plays a match at random, to its end or for some entries.
async fn play(game: &str, players: u8, entries: usize) -> Pressed {
    let scene = Scene::set().await;
    let id = begun(&scene, game, players).await;
    let mut dice = Rng::with_seed(7);
    let mut most = 0;
    for _ in 0..entries {
        if !scene.matches.load(id).await.unwrap().is_going_on() {
            break;
        }
        most = most.max(act(&scene, id, &mut dice).await);
    }
    Pressed { scene, id, most }
}

#[tokio::test(flavor = "multi_thread")]
async fn triangoli_is_played_to_its_end_by_components() {
    let Pressed { scene, id, most } = play("triangoli", 2, 400).await;
    assert!(most <= 4, "{most}");
    assert!(!scene.matches.load(id).await.unwrap().is_going_on());
    // Only the end can still be pressed.
    let shown = pressable(&scene);
    assert_eq!(shown.len(), 1);
    press(&shown[0], ":rematch");
    press(&shown[0], ":replay");
    assert!(shown[0].content.contains("· the end") && shown[0].files.len() == 2, "{}", shown[0].content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn trice_takes_two_taps_a_step() {
    let Pressed { scene, most, .. } = play("trice", 3, 40).await;
    assert!(most <= 2, "{most}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn triforce_takes_three_taps_an_action() {
    let Pressed { scene, most, .. } = play("triforce", 4, 40).await;
    assert!(most <= 3, "{most}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn triluminary_takes_six_taps_a_turn() {
    let Pressed { scene, most, .. } = play("triluminary", 2, 12).await;
    assert!(most <= 6, "{most}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn others_and_old_messages_do_nothing_and_say_so() {
    let scene = Scene::set().await;
    let id = begun(&scene, "triangoli", 2).await;
    let game = scene.matches.load(id).await.unwrap();
    let who = asked(&scene, &game);
    let other = scene.players[..2].iter().find(|player| player.id() != who.id()).unwrap();
    let first = pressable(&scene).remove(0);
    let start = press(&first, ":go:");
    let refused = other.click(first.id, &start).unwrap().message().await.unwrap();
    assert!(refused.ephemeral && refused.content.contains("It’s not your turn"), "{}", refused.content);
    let stranger = scene.players[5].click(first.id, &start).unwrap().message().await.unwrap();
    assert!(stranger.ephemeral && stranger.content.contains("no seat in match"), "{}", stranger.content);

    // A step, one back, a step again, and two presses at the same time.
    let chosen = who.click(first.id, &start).unwrap().message().await.unwrap();
    let back = who.click(first.id, &press(&chosen, ":go:")).unwrap().message().await.unwrap();
    assert_eq!(back.custom_ids(), first.custom_ids());
    let chosen = who.click(first.id, &start).unwrap().message().await.unwrap();
    let confirm = press(&chosen, ":do:");
    let (one, two) = (who.click(first.id, &confirm).unwrap(), who.click(first.id, &confirm).unwrap());
    one.message().await.unwrap();
    two.message().await.unwrap();
    assert_eq!(scene.matches.load(id).await.unwrap().seq(), 3);
    scene.settled().await;
    let shown = pressable(&scene);
    assert_eq!(shown.len(), 1);
    assert!(shown[0].id != first.id && shown[0].content.contains(&other.mention()), "{}", shown[0].content);

    // An offer is answered in a message of its own, whose buttons disappear with the answer.
    let user = |person: &sandbox::Person| person.id().0.into();
    scene.matches.ask(id, &Who::user(user(who)), Command::Offer(OfferKind::Draw)).await.unwrap();
    scene.settled().await;
    let offer = pressable(&scene).pop().unwrap();
    press(&offer, ":accept-draw:");
    let decline = press(&offer, ":decline-draw:");
    other.click(offer.id, &decline).unwrap().message().await.unwrap();
    scene.settled().await;
    assert_eq!(pressable(&scene).iter().map(|message| message.id).collect::<Vec<_>>(), [shown[0].id]);

    // A command plays too, which makes the message that asked outdated. An offer without an answer lapses, in words.
    scene.matches.ask(id, &Who::user(user(who)), Command::Offer(OfferKind::Draw)).await.unwrap();
    scene.settled().await;
    let action = scene.matches.load(id).await.unwrap().playing().unwrap().legal(Seat::new(2)).remove(0);
    scene.matches.act(id, user(other), &action).await.unwrap();
    scene.settled().await;
    let now = pressable(&scene);
    assert!(now.len() == 1 && now[0].id != shown[0].id);
    assert!(now[0].content.contains("The draw offer has lapsed"), "{}", now[0].content);
    let stale = other.click(shown[0].id, &press(&shown[0], ":go:"));
    assert!(stale.is_err(), "there is nothing left to press");
    scene.end().await;
}

/// Returns the last message of the hall.
fn last(scene: &Scene) -> SeenMessage {
    scene.players[0].view(scene.hall).pop().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_around_the_game_is_told_in_the_channel() {
    let scene = Scene::set().await;
    let id = begun_with(&scene, "triforce", options("triforce", 3).limited("turn", 24)).await;
    let began = last(&scene);
    assert!(began.content.contains("The match begins") && began.files.len() == 1, "{}", began.content);
    let mut dice = Rng::with_seed(3);
    act(&scene, id, &mut dice).await;
    let game = scene.matches.load(id).await.unwrap();
    let who = asked(&scene, &game);
    let user = |person: &sandbox::Person| person.id().0.into();
    let others: Vec<_> = scene.players[..3].iter().filter(|player| player.id() != who.id()).collect();

    // Taking back within the turn: the question is asked again.
    scene.matches.ask(id, &Who::user(user(who)), Command::Offer(OfferKind::Takeback)).await.unwrap();
    scene.settled().await;
    let shown = pressable(&scene);
    assert!(shown.len() == 1 && shown[0].content.contains("taken back"), "{}", shown[0].content);
    assert!(shown[0].content.contains(&who.mention()));

    // A nudge and a reminder go to the one who is asked, with the way there.
    scene.matches.ask(id, &Person::user(user(others[0])), Command::Nudge).await.unwrap();
    scene.settled().await;
    let nudge = who.dms().pop().unwrap();
    assert!(nudge.content.contains("is waiting for you"), "{}", nudge.content);
    assert!(nudge.content.contains(&format!("/{}", shown[0].id.0)), "{}", nudge.content);
    scene.clock.advance(Duration::from_mins(18 * 60 + 1));
    scene.sandbox.wait_for(WAIT_TIMEOUT, || (who.dms().len() > 1).then_some(())).await.unwrap();
    assert!(who.dms().pop().unwrap().content.contains("your time runs out"));

    // The time runs out; one of the others claims the seat, and two play on.
    scene.clock.advance(Duration::from_hours(6));
    let time_out = || pressable(&scene).into_iter().find(|message| message.content.contains("run out"));
    let time_out = scene.sandbox.wait_for(WAIT_TIMEOUT, time_out).await.unwrap();
    let claim = press(&time_out, ":claim");
    let claimed = others[0].click(time_out.id, &claim).unwrap().message().await.unwrap();
    assert!(claimed.content.contains("You’ve claimed"), "{}", claimed.content);
    scene.settled().await;
    let shown = pressable(&scene);
    assert_eq!(shown.len(), 1);
    assert!(shown[0].content.contains("claims the seat"), "{}", shown[0].content);
    act(&scene, id, &mut dice).await;

    // The last but one resigns.
    scene.matches.ask(id, &Person::user(user(others[1])), Command::Resign).await.unwrap();
    scene.settled().await;
    let end = last(&scene);
    press(&end, ":rematch");
    let told = words(&end);
    assert!(told.contains(" wins!") && told.contains("The seed is public now"), "{told}");
    assert_eq!(pressable(&scene).len(), 1);

    // Anybody steps through the match, picture by picture, for themselves.
    let page = scene.press(&scene.ada, &end, ":page:0").await;
    let number = |page: &SeenMessage| {
        let (_, rest) = page.content.split_once("picture ").unwrap();
        let (number, rest) = rest.split_once(" of ").unwrap();
        let count = rest.lines().next().unwrap();
        (number.parse::<u32>().unwrap(), count.parse::<u32>().unwrap())
    };
    let (first, count) = number(&page);
    assert!(page.ephemeral && page.files.len() == 1 && first == 1 && count > 2, "{}", page.content);
    assert!(page.content.contains("begins") || page.content.contains("turn"), "{}", page.content);
    let next = scene.press(&scene.ada, &page, ":page:1").await;
    assert_eq!((next.id, number(&next)), (page.id, (2, count)));
    assert_ne!(next.files[0].bytes, page.files[0].bytes);
    let last = scene.press(&scene.ada, &next, &format!(":page:{}", count - 1)).await;
    assert_eq!(number(&last), (count, count));
    assert!(last.custom_ids().iter().all(|id| !id.ends_with(&format!(":page:{count}"))));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_press_that_is_delivered_twice_counts_once_and_is_not_refused() {
    let mut scene = Scene::set().await;
    let id = begun(&scene, "triforce", 3).await;
    let game = scene.matches.load(id).await.unwrap();
    let who = asked(&scene, &game).clone();
    let first = pressable(&scene).remove(0);
    // The answer to the first delivery is lost.
    scene.sandbox.fail_next(Some("POST"), "/interactions/", 1, Fault::StallBefore);
    let pressed = who.click(first.id, &press(&first, ":do:")).unwrap();
    let is_done = async || scene.matches.load(id).await.unwrap().has_done(pressed.id().0.into());
    while !is_done().await {
        tokio::task::yield_now().await;
    }
    let seq = scene.matches.load(id).await.unwrap().seq();
    scene.stop_bot().await;
    scene.start_bot().await;
    assert!(scene.sandbox.repeat_interaction(pressed.id()));
    assert!(matches!(pressed.response().await.unwrap(), Response::Updated(_) | Response::DeferredUpdate));
    let is_refused =
        || who.view(scene.hall).iter().any(|message| message.content.contains("has moved on since"));
    assert!(!scene.sandbox.wait_until(Duration::from_millis(500), is_refused).await);
    assert_eq!(scene.matches.load(id).await.unwrap().seq(), seq);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vote_that_ends_the_match_and_is_delivered_twice_is_not_refused() {
    let mut scene = Scene::set().await;
    scene.begin_with("Code Red", &[("rounds", 1.into())]).await;
    scene.confirmed(&scene.ada, "host resolve", &[]).await;
    scene.settled().await;
    for n in [6, 5] {
        scene.dm(&scene.players[n], "vote 1").await;
    }
    let last = scene.players[4].clone();
    let question = last.slash(last.dm_channel(), "vote", &[]).unwrap().message().await.unwrap();
    scene.settled().await;
    // The answer to the first delivery is lost.
    scene.sandbox.fail_next(Some("POST"), "/interactions/", 1, Fault::StallBefore);
    let pressed = last.click(question.id, question.button("bob").unwrap()).unwrap();
    while !scene.matches.load(MatchId(1)).await.unwrap().has_done(pressed.id().0.into()) {
        tokio::task::yield_now().await;
    }
    scene.stop_bot().await;
    scene.start_bot().await;
    assert!(scene.sandbox.repeat_interaction(pressed.id()));
    let told = pressed.message().await.unwrap().content;
    assert!(told.contains("Your vote, **bob**, was the last one"), "{told}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_was_not_brought_up_to_date_is_so_when_it_is_pressed() {
    let scene = Scene::set().await;
    let id = begun(&scene, "triforce", 3).await;
    let game = scene.matches.load(id).await.unwrap();
    let who = asked(&scene, &game);
    let first = pressable(&scene).remove(0);
    let user = who.id().0.into();
    // As if the program had been stopped after the action and before the answer.
    let pressed = Some(first.id.0.into());
    let act = Act {
        question: Some(game.question),
        pressed,
        ..Act::new(game.playing().unwrap().parse("+S").unwrap())
    };
    // Nor can the message be brought up to date at that time.
    let refused = Fault::Error { status: 403, code: 50_013, after: false };
    scene.sandbox.fail_next(Some("PATCH"), "/channels/*/messages/*", 1, refused);
    scene.matches.ask(id, &Who::user(user), Command::Act(act)).await.unwrap();
    scene.settled().await;
    let button = press(&first, ":do:");
    let answer = who.click(first.id, &button).unwrap();
    let told = answer.followups(1).await.unwrap().remove(0);
    assert!(told.ephemeral && told.content.contains("has moved on since"), "{}", told.content);
    assert_eq!(scene.matches.load(id).await.unwrap().seq(), 3);
    let shown = pressable(&scene);
    assert!(shown.len() == 1 && shown[0].id == first.id);
    assert!(shown[0].custom_ids().iter().all(|id| id.starts_with("t2:1:1:")), "{:?}", shown[0].custom_ids());
    scene.end().await;
}
