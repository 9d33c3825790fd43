//! People in Discord play with computed players as they play with each other, and read which seats are computed.

use std::sync::Arc;
use std::time::Duration;

use trigon::games::{By, Registry, Skill};
use trigon::ids::MatchId;
use trigon::matches::{Match, Status};
use trigon::sandbox::SeenMessage;

use crate::scene::{Scene, WAIT_TIMEOUT, press};

impl Scene {
    /// Lets time pass until no computed seat is asked anything that it has not answered, and everything is posted.
    async fn thought(&self, id: MatchId) -> Arc<Match> {
        let thought = async {
            loop {
                self.clock.advance(Duration::from_secs(10));
                tokio::time::sleep(Duration::from_millis(20)).await;
                let game = self.matches.load(id).await.unwrap();
                let asked = game.to_act();
                let is_open = |seat| game.computed(seat).is_some();
                if asked.iter().all(|asked| asked.answered || !is_open(asked.seat)) {
                    return game;
                }
            }
        };
        let game = tokio::time::timeout(WAIT_TIMEOUT, thought).await.unwrap();
        self.settled().await;
        game
    }

    /// Returns the only match.
    async fn only(&self) -> Arc<Match> {
        let all = self.matches.going_on().await.unwrap();
        let [id] = all[..] else { panic!("{all:?}") };
        self.matches.load(id).await.unwrap()
    }

    async fn chosen(&self, panel: &SeenMessage, select: &str, value: &str) -> SeenMessage {
        self.ada.select(panel.id, &press(panel, select), &[value]).unwrap().message().await.unwrap()
    }
}

impl Scene {
    /// Lets bob, who plays as usual, and computed players of a level play a match to its end.
    async fn to_the_end(&self, game: &str, level: i64) {
        let bob = &self.players[0];
        let user = bob.id().0.into();
        let info = Registry::standard().get(game).unwrap().info();
        let id = if info.is_hosted() {
            self.trial(level).await
        } else {
            let others = i64::from(*info.players.first().unwrap()) - 1;
            let mut options = vec![
                ("game", game.into()),
                ("opponent", self.sandbox.bot_id().into()),
                ("level", level.into()),
                ("thread", false.into()),
            ];
            options.extend((others > 1).then(|| ("computers", (others - 1).into())));
            self.ask(bob, "play new", &options).await;
            self.only().await.id
        };
        let mut rng = fastrand::Rng::with_seed(level as u64);
        for _ in 0..3_000 {
            let now = self.thought(id).await;
            if !now.is_going_on() {
                return;
            }
            let seat = now.seat_of(user).unwrap();
            if let Some(asked) = now.decision(seat).filter(|asked| !asked.answered) {
                let sight = now.playing().unwrap().sight(asked.seat).unwrap();
                let thought = sight.decide(Skill::USUAL, rng.u64(..)).unwrap();
                self.matches.act(id, user, &thought.action).await.unwrap();
            } else {
                let deadline = now.deadline.unwrap();
                self.clock.set(deadline);
            }
            self.settled().await;
        }
        panic!("{game} at level {level} does not end");
    }

    /// Begins a match of Triforce Building for bob and computed players, and returns its number.
    async fn trial(&self, level: i64) -> MatchId {
        let options = [("players", 13.into()), ("pregame_hours", 0.into()), ("title", "Trial".into())];
        self.ask(&self.ada, "host create", &options).await;
        self.settled().await;
        let sign_up = self.newest();
        self.press(&self.players[0], &sign_up, ":join").await;
        let panel = self.press(&self.ada, &sign_up, ":add-computed").await;
        self.chosen(&panel, ":computed:2", &level.to_string()).await;
        self.ask(&self.ada, "host start", &[]).await;
        self.only().await.id
    }
}

/// Checks that nobody was shown an account that does not exist.
fn assert_no_account(messages: &[SeenMessage]) {
    for message in messages {
        assert!(!message.content.contains("<@-"), "{}", message.content);
    }
}

#[tokio::test]
async fn whoever_names_the_bot_as_opponent_plays_against_it_at_once() {
    let scene = Scene::set().await;
    let (bob, me) = (&scene.players[0], scene.sandbox.bot_id());
    let options = [
        ("game", "triangoli".into()),
        ("opponent", me.into()),
        ("level", 1.into()),
        ("thread", false.into()),
    ];
    let made = scene.ask(bob, "play new", &options).await;
    assert!(made.content.contains("it has begun"), "{}", made.content);
    let id = scene.only().await.id;
    for _ in 0..6 {
        let game = scene.thought(id).await;
        let seat = game.seat_of(bob.id().0.into()).unwrap();
        assert_eq!(game.to_act()[0].seat, seat, "it is the person’s turn again");
        let board = scene.newest();
        assert!(board.content.contains(&bob.mention()) && !board.components.is_empty(), "{}", board.content);
        let action = game.playing().unwrap().legal(seat)[0].clone();
        scene.ask(bob, "move", &[("action", action.as_str().into())]).await;
        scene.settled().await;
    }
    let all = scene.ada.view(scene.hall);
    assert_no_account(&all);
    assert!(all.iter().any(|message| message.content.contains("🤖 Vega")));
    // By now, that is over.
    let requests = scene.sandbox.requests(0);
    let thinks = requests.iter().filter(|request| request.method == "POST");
    let mut thinks = thinks.filter_map(|request| request.body["content"].as_str());
    assert!(
        thinks.any(|text| text.contains("💭 🤖 Vega is thinking.")),
        "everyone is told for whom the match waits"
    );
}

#[tokio::test]
async fn the_turn_of_a_computed_player_is_one_message() {
    let scene = Scene::set().await;
    let bob = &scene.players[0];
    let options = [
        ("game", "trice".into()),
        ("opponent", scene.sandbox.bot_id().into()),
        ("computers", 1.into()),
        ("level", 1.into()),
        ("thread", false.into()),
    ];
    scene.ask(bob, "play new", &options).await;
    let id = scene.only().await.id;
    let game = scene.thought(id).await;
    let seat = game.seat_of(bob.id().0.into()).unwrap();
    let (before, first) = (scene.ada.view(scene.hall).len(), game.seq());
    for action in ["roll", "end"] {
        scene.ask(bob, "move", &[("action", action.into())]).await;
        scene.settled().await;
    }
    let game = scene.thought(id).await;
    let by_others = game.log.iter().filter(|entry| entry.seq > first && entry.by != By::Seat(seat)).count();
    let posts = scene.ada.view(scene.hall)[before..].to_vec();
    assert_eq!(game.to_act()[0].seat, seat);
    assert!(by_others > 4, "{by_others} actions in two turns");
    // Two for bob’s actions, and one for each of the others.
    assert_eq!(posts.len(), 4, "{posts:#?}");
    assert!(
        scene.newest().content.contains("rolls"),
        "the post tells the whole turn: {}",
        scene.newest().content
    );
    scene.end().await;
}

#[tokio::test]
async fn levels_without_computed_players_and_too_many_of_them_are_refused_in_words() {
    let scene = Scene::set().await;
    let bob = &scene.players[0];
    let told = scene.ask(bob, "play new", &[("game", "triangoli".into()), ("level", 4.into())]).await;
    assert!(told.content.starts_with("A level is for computed players"), "{}", told.content);
    let told = scene.ask(bob, "play new", &[("game", "triangoli".into()), ("computers", 2.into())]).await;
    assert_eq!(told.content, "You have a seat in Triangoli, so there can be at most 1 computed player.");
    assert!(scene.matches.going_on().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_host_fills_a_sign_up_with_computed_players_and_plays_a_trial_match() {
    let scene = Scene::set().await;
    let options = [("players", 7.into()), ("pregame_hours", 0.into()), ("title", "Trial".into())];
    scene.ask(&scene.ada, "host create", &options).await;
    scene.settled().await;
    let id = scene.only().await.id;
    let sign_up = scene.newest();
    scene.press(&scene.players[0], &sign_up, ":join").await;

    let refused = scene.press(&scene.players[0], &sign_up, ":add-computed").await;
    assert!(refused.ephemeral && refused.components.is_empty(), "{}", refused.content);
    let panel = scene.press(&scene.ada, &sign_up, ":add-computed").await;
    assert!(panel.ephemeral && panel.content.contains("none yet"), "{}", panel.content);
    let panel = scene.chosen(&panel, ":computed:1", "5").await;
    assert!(panel.content.contains("Vega (level 5). 5 seats are left."), "{}", panel.content);
    let panel = scene.chosen(&panel, ":computed:2", "1").await;
    assert!(panel.content.contains("All seats are taken."), "{}", panel.content);
    let first = scene.only().await.players[1].clone();
    let panel = scene.chosen(&panel, ":computed:3", &first.user_id.to_string()).await;
    assert!(panel.content.contains("1 seat is left."), "{}", panel.content);
    let panel = scene.chosen(&panel, ":computed:1", "2").await;
    assert!(panel.content.contains("All seats are taken."), "{}", panel.content);
    let names: Vec<String> = scene.only().await.players.iter().map(|player| player.name.clone()).collect();
    assert_eq!(names.len(), 7);
    assert!(names.contains(&"Vega".to_owned()), "a number that is free again: {names:?}");

    let panel = scene.chosen(&panel, ":computed:4", "2").await;
    assert!(panel.content.contains("is played by a computer of level 2"), "{}", panel.content);
    scene.settled().await;
    assert!(scene.newest().content.contains("A host has chosen who fills in"), "{}", scene.newest().content);
    scene.may_shorten(id).await;
    let begun = scene.ask(&scene.ada, "host start", &[]).await;
    assert!(begun.content.contains("begins"), "{}", begun.content);
    let late = scene.press(&scene.ada, &sign_up, ":add-computed").await;
    assert!(late.content.contains("no computed player can be added"), "{}", late.content);
    let game = scene.thought(id).await;
    assert_eq!(game.status, Status::Running);
    let status = scene.ask(&scene.ada, "host status", &[]).await;
    assert_no_account(std::slice::from_ref(&status));
    scene.resolve().await;
    scene.settled().await;
    let all = scene.ada.view(scene.hall);
    assert_no_account(&all);
    assert_no_account(&scene.players[0].dms());
    let round = scene.matches.load(id).await.unwrap();
    assert_eq!(round.playing().unwrap().phase().id, "round-02");
}

#[tokio::test]
async fn a_match_against_computed_players_is_played_to_its_end() {
    // All levels in all games take an hour, so they are only played if asked for, by the name of a game or `all`.
    let wanted = std::env::var("TRIGON_LEVELS").ok();
    let mut games: Vec<(&str, i64)> = vec![("triangoli", 1), ("triforce-building", 2)];
    if let Some(wanted) = wanted {
        let names = ["triangoli", "triforce-building", "trice", "triluminary", "triforce"];
        let names = names.into_iter().filter(|name| wanted == "all" || wanted == *name);
        games = names.flat_map(|name| (1..=6).map(move |level| (name, level))).collect();
    }
    for (game, level) in games {
        Scene::set().await.to_the_end(game, level).await;
        println!("{game}, level {level}: played to its end");
    }
}

#[tokio::test]
async fn a_rematch_that_begins_at_once_has_its_hash_and_its_board_and_no_dead_sign_up() {
    let scene = Scene::set().await;
    let bob = &scene.players[0];
    let options = [("game", "triangoli".into()), ("computers", 1.into()), ("thread", false.into())];
    scene.ask(bob, "play new", &options).await;
    scene.settled().await;
    scene.ask(bob, "resign", &[("confirm", true.into())]).await;
    scene.settled().await;
    let end = scene.newest();
    let before = scene.ada.view(scene.hall).len();
    let again = scene.press(bob, &end, ":rematch").await;
    assert!(again.content.contains("has begun"), "{}", again.content);
    scene.settled().await;
    let posts = scene.ada.view(scene.hall).split_off(before);
    let posts: Vec<_> = posts.into_iter().filter(|post| !post.ephemeral).collect();
    let [hash, board, ..] = &posts[..] else { panic!("{posts:#?}") };
    assert!(hash.content.starts_with("-# ") && hash.components.is_empty(), "{}", hash.content);
    assert!(board.content.starts_with("**#2 "), "{}", board.content);
    assert!(posts.iter().all(|post| !post.content.contains("## Triangoli · ")), "{posts:#?}");
}
