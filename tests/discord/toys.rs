//! Two games that nothing in the program knows, played to the end: by components, by command and in direct messages.

use std::time::Duration;

use trigon::games::Seat;
use trigon::ids::MatchId;
use trigon::matches::Status;
use trigon::rehearsal::{Player, TapPlan};
use trigon::sandbox::{OptionValue, Person};

use crate::games::games;
use crate::scene::Scene;

/// How an action is sent.
#[derive(Debug, Clone, Copy)]
enum How {
    Components,
    Command,
    Direct,
}

/// Returns the person in a seat.
async fn player(scene: &Scene, seat: Seat) -> Person {
    scene.in_seat(&scene.matches.load(MatchId(1)).await.unwrap(), seat).clone()
}

/// Plays an action of a seat.
async fn play(scene: &Scene, seat: Seat, action: &str, how: How) {
    let person = player(scene, seat).await;
    match how {
        How::Command => drop(scene.ask(&person, "move", &[("action", action.into())]).await),
        How::Direct => drop(scene.dm(&person, action).await),
        How::Components => {
            let plan = TapPlan::new(&scene.matches.load(MatchId(1)).await.unwrap(), seat, action).unwrap();
            Player::from(person).choose(scene.newest(), plan).await.unwrap();
        }
    }
}

/// Returns everything that is public in the hall.
fn public(scene: &Scene) -> String {
    let messages = scene.ada.view(scene.hall).into_iter().filter(|message| !message.ephemeral);
    messages.map(|message| message.content + "\n").collect()
}

/// Creates a match of Bids with every option, fills its roster with handicaps, and starts it.
async fn host_bids(scene: &Scene) {
    let options = [
        ("game", OptionValue::from("bids")),
        ("players", 3.into()),
        ("coins", 12.into()),
        ("rounds", 2.into()),
        ("reveal", "winner".into()),
        ("pregame_hours", 0.into()),
    ];
    let made = scene.ask(&scene.ada, "host create", &options).await;
    assert!(
        made.content.contains("Coins: 12") && made.content.contains("the winning bid"),
        "{}",
        made.content
    );
    // An option of another game is refused, and so is a value that this one does not have.
    for (key, value) in [("board", OptionValue::from("triangle:5")), ("rounds", 6.into())] {
        let refused = scene.ask(&scene.ada, "host create", &[("game", "bids".into()), (key, value)]).await;
        assert!(!refused.content.contains("created"), "{}", refused.content);
    }
    for (i, handicap) in [0, 2, 1].into_iter().enumerate() {
        let user = OptionValue::Id(scene.players[i].id());
        let seated =
            scene.ask(&scene.ada, "host seat", &[("player", user), ("handicap", handicap.into())]).await;
        assert!(seated.content.contains(&format!("handicap {handicap}")), "{}", seated.content);
    }
    let lines = |last: &str| {
        let line = |i: usize, value: &str| format!("P{i}, {}, {value}", scene.players[i].mention());
        [line(0, "0"), line(1, "2"), line(2, last)].join("\n")
    };
    let form = scene.ada.slash(scene.hall, "host roster", &[]).unwrap();
    form.response().await.unwrap();
    let refused = form.submit_modal(&[("lines", &lines("10"))]).unwrap().message().await.unwrap();
    assert!(refused.content.contains("Handicap is a whole number from 0 to 9"), "{}", refused.content);
    scene.ask(&scene.ada, "host start", &[]).await;
    scene.settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bids_are_played_by_rounds_with_an_option_and_a_roster_field_of_their_own() {
    let scene = Scene::with_games(games()).await;
    host_bids(&scene).await;

    // The round ends with the last answer. Until then everyone can change theirs.
    let [one, two, three] = [1, 2, 3].map(Seat::new);
    play(&scene, one, "bid 9", How::Components).await;
    play(&scene, one, "bid 7", How::Components).await;
    play(&scene, two, "bid 3", How::Command).await;
    scene.settled().await;
    let before = public(&scene);
    assert!(!before.contains("bids 7") && !before.contains("bids 3"), "{before}");
    let told = scene.players[1].dms().len();
    play(&scene, three, "bid 2", How::Direct).await;
    scene.settled().await;
    // The winner alone decides next, in public, and is mentioned. The others are told nothing in private.
    let [bob, cleo] = [0, 1].map(|i| &scene.players[i]);
    let asked = scene.newest();
    assert!(asked.content.contains("what is the next prize worth?"), "{}", asked.content);
    assert!(asked.content.contains(&bob.mention()) && asked.pings == [bob.id()], "{}", asked.content);
    assert_eq!(cleo.dms().len(), told);
    let refused = scene.ask(cleo, "move", &[("action", "stake 2".into())]).await;
    assert!(refused.content.contains("The winner of the last round decides now"), "{}", refused.content);
    play(&scene, one, "stake 3", How::Components).await;
    scene.settled().await;
    let round = scene.newest();
    assert!(round.content.contains("round 2 of 2") && round.content.contains("bob"), "{}", round.content);
    assert!(
        round.content.contains("counts as 3 prizes") && !public(&scene).contains("3 coins"),
        "only the winning bid is told"
    );

    // The round ends by the clock, with those who have not answered.
    play(&scene, two, "bid 4", How::Components).await;
    scene.clock.advance(Duration::from_hours(24 * 28));
    scene.settled_after_deadlines().await;
    assert!(scene.newest().content.contains("the vote"), "{}", scene.newest().content);
    for (seat, action, how) in
        [(one, "vote 2", How::Components), (two, "vote 1", How::Direct), (three, "vote 2", How::Command)]
    {
        play(&scene, seat, action, how).await;
    }
    scene.settled().await;
    let end = scene.newest();
    assert!(end.content.contains("The votes are counted"), "{}", end.content);
    assert!(end.embeds[0]["description"].as_str().unwrap().contains("🏆 **cleo**"), "{:?}", end.embeds);
    assert!(end.files.iter().any(|file| file.filename == "record.json"));
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().status, Status::Over);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_in_public_ends_by_the_clock_or_with_whoever_resigns_and_leaves_no_draft() {
    let scene = Scene::with_games(games()).await;
    let options = [("game", OptionValue::from("bids")), ("players", 4.into()), ("pregame_hours", 0.into())];
    scene.ask(&scene.ada, "host create", &options).await;
    for player in &scene.players[..4] {
        scene.ask(&scene.ada, "host seat", &[("player", OptionValue::Id(player.id()))]).await;
    }
    scene.ask(&scene.ada, "host start", &[]).await;
    scene.settled().await;
    let [one, two, three, four] = [1, 2, 3, 4].map(Seat::new);
    // Somebody who resigns in the middle of a round is no longer waited for, and everyone is told.
    play(&scene, one, "bid 5", How::Command).await;
    let leaving = player(&scene, four).await;
    scene.ask(&leaving, "resign", &[("confirm", true.into())]).await;
    scene.settled().await;
    let told = scene.newest();
    assert!(told.content.contains("eve resigns. The match goes on."), "{}", told.content);
    for (seat, bid) in [(two, "bid 3"), (three, "bid 2")] {
        play(&scene, seat, bid, How::Command).await;
    }
    scene.settled().await;
    let asked = scene.newest();
    assert!(asked.content.contains("Worth: …") && !asked.components.is_empty(), "{}", asked.content);
    scene.clock.advance(Duration::from_hours(9));
    scene.settled_after_deadlines().await;
    let left = scene.ada.message(asked.id).unwrap();
    assert!(left.content.contains("wins prize 1 for 5 coins"), "{}", left.content);
    assert!(!left.content.contains("Worth") && left.components.is_empty(), "{}", left.content);
    assert!(!left.content.contains("You have until") && left.files.len() == 1, "{}", left.content);

    // Somebody who resigns is not asked any more: what only they could decide is over.
    for (seat, bid) in [(one, "bid 6"), (two, "bid 3"), (three, "bid 2")] {
        play(&scene, seat, bid, How::Direct).await;
    }
    scene.settled().await;
    assert!(scene.newest().content.contains("the decision before round 3"), "{}", scene.newest().content);
    let winner = player(&scene, one).await;
    let resigned = scene.ask(&winner, "resign", &[("confirm", true.into())]).await;
    assert!(resigned.content.contains("resigned"), "{}", resigned.content);
    scene.settled().await;
    let round = scene.newest();
    assert!(round.content.contains("round 3 of 3") && round.content.contains("resigns"), "{}", round.content);
    // The others may have answered already, and those answers stay.
    play(&scene, two, "bid 4", How::Command).await;
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    assert!(game.decision(two).unwrap().answered);
    assert_eq!(game.to_act().iter().map(|asked| asked.seat).collect::<Vec<_>>(), [two, three]);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_two_games_of_rounds_the_host_is_asked_which_and_each_option_is_described_for_both() {
    let scene = Scene::with_games(games()).await;
    let asked = scene.ask(&scene.ada, "host create", &[("coins", 12.into())]).await;
    assert_eq!(asked.content, "Which game? Choose Triforce Building or Bids with the option `game`.");
    let commands = scene.ada.slash_commands(scene.hall);
    let create = commands.iter().find(|command| command.name == "host create").unwrap();
    let described =
        |name: &str| &create.options.iter().find(|option| option.name == name).unwrap().description[..];
    assert_eq!(described("rounds"), "Triforce Building: 1 to 100 (default: 10); Bids: 1 to 5 (default: 3)");
    assert_eq!(described("coins"), "The number of coins with which everyone begins (default: 20)");

    // Players of Bids read its rules.
    let options = [("game", OptionValue::from("bids")), ("players", 2.into()), ("pregame_hours", 0.into())];
    scene.ask(&scene.ada, "host create", &options).await;
    for player in &scene.players[..2] {
        scene.ask(&scene.ada, "host seat", &[("player", OptionValue::Id(player.id()))]).await;
    }
    scene.ask(&scene.ada, "host start", &[]).await;
    scene.settled().await;
    for (typed, about) in [("rules", "wins one more prize"), ("rules trice", "Trice")] {
        let told = scene.dm(&scene.players[0], typed).await;
        let file = String::from_utf8(told.files[0].bytes.to_vec()).unwrap();
        assert!(file.contains(about), "{typed}: {}", told.content);
    }
    let unknown = scene.dm(&scene.players[0], "rules chess").await;
    assert!(unknown.content.contains("I don’t know a game called “chess”"), "{}", unknown.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hands_are_played_by_turns_and_no_public_message_shows_a_card_that_is_held() {
    let scene = Scene::with_games(games()).await;
    let options = [
        ("game", OptionValue::from("hands")),
        ("opponent", OptionValue::Id(scene.players[1].id())),
        ("thread", false.into()),
        ("hand", 3.into()),
    ];
    let made = scene.ask(&scene.players[0], "play new", &options).await;
    assert!(made.content.contains("You’ve created"), "{}", made.content);
    scene.settled().await;
    let sign_up = scene.newest();
    scene.press(&scene.players[1], &sign_up, ":join").await;
    scene.settled().await;

    // What is dealt to a player stands in a direct message.
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    for seat in Seat::all(2) {
        let hand = game.facts(seat).into_iter().find(|fact| fact.label == "Hand").unwrap().value;
        let told = player(&scene, seat).await.dms().pop().unwrap().content;
        assert!(told.contains(&format!("your hand is {hand}.")), "{told}");
    }

    let ways = [How::Components, How::Command, How::Direct];
    for turn in 0..200 {
        let game = scene.matches.load(MatchId(1)).await.unwrap();
        let Some(asked) = game.to_act().first().copied() else { break };
        let message = scene.newest();
        // The button is for its owner alone, and what it shows is for that person alone.
        let others = Seat::all(2).find(|seat| *seat != asked.seat).unwrap();
        if let Some(show) = message.parts().next().and_then(|part| part["custom_id"].as_str()) {
            let other = player(&scene, others).await;
            let refused = other.click(message.id, show).unwrap().message().await.unwrap();
            assert!(refused.ephemeral && refused.components.is_empty(), "{}", refused.content);
        }
        // A hand is in no public message, and the other player is not told about it.
        let hand = game.facts(asked.seat).into_iter().find(|fact| fact.label == "Hand").unwrap().value;
        let is_secret = hand.contains(',') && public(&scene).contains(&hand);
        assert!(!is_secret, "{hand}");
        let legal = game.session.as_ref().unwrap().legal(asked.seat);
        let action = legal.iter().find(|action| action.starts_with("play")).unwrap_or(&legal[0]).clone();
        play(&scene, asked.seat, &action, ways[turn % 3]).await;
        scene.settled().await;
        assert!(scene.matches.load(MatchId(1)).await.unwrap().seq() > game.seq(), "{action}");
    }
    let end = scene.newest();
    assert!(end.content.contains("· the end\n"), "{}", end.content);
    assert!(end.button("Rematch").is_some() && end.button("Replay").is_some());
    scene.end().await;
}
