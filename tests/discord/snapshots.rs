//! The messages that people read most, word for word: read `snapshots/*.snap` as they would. After a change of words,
//! `INSTA_UPDATE=always cargo test --test discord snapshots` rewrites them.

use std::fmt::Write;
use std::time::Duration;

use trigon::games::Registry;
use trigon::ids::{MatchId, UserId};
use trigon::sandbox::{Id, OptionValue, Person, SeenMessage};

use crate::scene::{Scene, WAIT_TIMEOUT};
use crate::stage::START;

/// Returns the games whose titles stand in the snapshots. A new game changes nothing there.
fn games() -> Registry {
    let known = ["triforce-building", "triforce", "triangoli", "trice", "triluminary"];
    Registry::standard().iter().filter(|game| known.contains(&game.info().name)).cloned().collect()
}

/// Messages one below the other, without anything that differs from run to run.
struct Page {
    text: String,
    names: Vec<(String, String)>,
}

impl Page {
    fn new(scene: &Scene) -> Self {
        let people = scene.players.iter().chain([&scene.ada]);
        let people = people.map(|person| (person.id().0.to_string(), person.name()));
        let places = [(scene.hall.0.to_string(), "hall".to_owned())];
        Self { text: String::new(), names: people.chain(places).collect() }
    }

    /// Adds a message under a heading that says who reads it, and when.
    fn add(&mut self, heading: &str, message: &SeenMessage) {
        let mut lines = vec![message.content.clone()];
        if !message.pings.is_empty() {
            let mut pings: Vec<String> = message.pings.iter().map(|id| format!("<@{}>", id.0)).collect();
            pings.sort();
            lines.push(format!("[pings {}]", pings.join(" ")));
        }
        for embed in &message.embeds {
            let part = |key: &str| embed[key].as_str().unwrap_or_default().to_owned();
            lines.push(format!("[embed] {}\n{}", part("title"), part("description")));
            for field in embed["fields"].as_array().into_iter().flatten() {
                let part = |key: &str| field[key].as_str().unwrap_or_default();
                lines.push(format!("**{}**\n{}", part("name"), part("value")));
            }
        }
        lines.extend(message.files.iter().map(|file| format!("[file {}]", file.filename)));
        for row in &message.components {
            let label = |part: &serde_json::Value| {
                let text = part["label"].as_str().or(part["placeholder"].as_str());
                let text = text.or(part["emoji"]["name"].as_str()).unwrap_or("?").to_owned();
                if part["disabled"] == true { format!("({text})") } else { format!("[{text}]") }
            };
            let labels: Vec<String> = row["components"].as_array().unwrap().iter().map(label).collect();
            lines.push(labels.join(" "));
        }
        let text = self.redacted(&lines.join("\n"));
        writeln!(self.text, "=== {heading}\n{text}\n").unwrap();
    }

    /// Returns a text with names for ids, hours since the start for times, and without hashes and addresses.
    fn redacted(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (id, name) in &self.names {
            text = text.replace(id, name);
        }
        let mut parts = text.split("<t:");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (seconds, rest) = part.split_once(':').unwrap();
            let hours = (seconds.parse::<i64>().unwrap() - START / 1_000) as f64 / 3_600.0;
            write!(text, "<+{hours} h:{rest}").unwrap();
        }
        let is_secret = |word: &str| word.len() == 64 && word.bytes().all(|b| b.is_ascii_hexdigit());
        let words = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
        let words = words.map(|word| match word.split_at_checked(64) {
            Some((hash, rest)) if is_secret(hash) => format!("HASH{rest}"),
            _ => word.to_owned(),
        });
        let text: String = words.collect();
        let mut parts = text.split("https://discord.com/channels/");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let rest =
                part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '/' || c.is_ascii_lowercase());
            write!(text, "LINK{rest}").unwrap();
        }
        text
    }
}

impl Scene {
    /// Returns a member who only reads along in the hall.
    fn hana(&self) -> &Person {
        &self.players[6]
    }

    async fn clicked(&self, who: &Person, message: &SeenMessage, what: &str) -> SeenMessage {
        let answer = self.press(who, message, what).await;
        self.quiet().await;
        answer
    }

    /// Returns the last direct message to somebody who checks in, once there are this many.
    async fn written(&self, who: &Person, count: usize) -> SeenMessage {
        assert!(self.sandbox.wait_until(WAIT_TIMEOUT, || who.dms().len() >= count).await);
        self.quiet().await;
        let is_reached = async || {
            let game = self.matches.load(MatchId(1)).await.unwrap();
            let player = game.players.iter().find(|player| player.user_id == UserId::from(who.id().0));
            player.is_some_and(|player| player.checked_in && !player.dm_closed)
        };
        while !is_reached().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        who.dms().pop().unwrap()
    }

    /// Returns a message in the hall that only one person sees.
    async fn whispered(&self, who: &Person, text: &str) -> SeenMessage {
        let seen = || who.view(self.hall).into_iter().find(|message| message.content.contains(text));
        self.sandbox.wait_for(WAIT_TIMEOUT, seen).await.unwrap()
    }

    async fn answered(&self, who: &Person, command: &str, options: &[(&str, OptionValue)]) -> SeenMessage {
        let answer = self.ask(who, command, options).await;
        self.quiet().await;
        answer
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hosted_match() {
    let scene = Scene::with_games(games()).await;
    let mut page = Page::new(&scene);
    read_sign_up(&scene, &mut page).await;
    read_pregame(&scene, &mut page).await;
    read_rounds(&scene, &mut page).await;
    read_vote_and_end(&scene, &mut page).await;
    insta::assert_snapshot!(page.text);
    scene.end().await;
}

/// Creates and fills a match of two rounds.
async fn read_sign_up(scene: &Scene, page: &mut Page) {
    let (ada, bob) = (&scene.ada, &scene.players[0]);
    page.add("/help, to a player", &scene.answered(bob, "help", &[]).await);
    page.add("/help, to a host", &scene.answered(ada, "help", &[]).await);
    page.add("/matches, without any", &scene.answered(bob, "matches", &[]).await);
    page.add("/host create, to a member", &scene.answered(bob, "host create", &[]).await);
    let options = [
        ("title", OptionValue::from("Hidden Garden")),
        ("players", 7.into()),
        ("rounds", 2.into()),
        ("sign_up", true.into()),
    ];
    page.add("/host create", &scene.answered(ada, "host create", &options).await);
    page.add("The hash of the seed", &scene.hash_posts()[0]);
    let shorten = [("shorten", OptionValue::from(true))];
    page.add("/host limits", &scene.answered(ada, "host limits", &shorten).await);
    let post = scene.newest();
    page.add("The sign-up post", &post);
    page.add("/host start, too early", &scene.answered(ada, "host start", &[]).await);
    for player in &scene.players {
        scene.clicked(player, &post, ":join").await;
    }
    page.add("The sign-up post with everyone in", &scene.newest());
    page.add("/host start", &scene.answered(ada, "host start", &[]).await);
    page.add("The pregame", &scene.newest());
}

/// Checks players in before the first round.
async fn read_pregame(scene: &Scene, page: &mut Page) {
    let (ada, bob, cleo) = (&scene.ada, &scene.players[0], &scene.players[1]);
    page.add("/me in the pregame", &scene.answered(bob, "me", &[]).await);
    let pregame = scene.newest();
    page.add("Check in", &scene.clicked(bob, &pregame, ":check-in").await);
    page.add("Check in, the direct message", &scene.written(bob, 1).await);
    page.add("Check in, once more", &scene.clicked(bob, &pregame, ":check-in").await);
    cleo.close_dms();
    scene.clicked(cleo, &pregame, ":check-in").await;
    page.add("Check in with closed direct messages", &scene.whispered(cleo, "Privacy").await);
    page.add("/host status in the pregame", &scene.answered(ada, "host status", &[]).await);
    cleo.open_dms();
    scene.clicked(cleo, &pregame, ":check-in").await;
    scene.written(cleo, 1).await;
}

/// Plays the first round, pauses it, and begins the second.
async fn read_rounds(scene: &Scene, page: &mut Page) {
    let (ada, bob, cleo) = (&scene.ada, &scene.players[0], &scene.players[1]);
    scene.clock.advance(Duration::from_hours(24));
    scene.quiet().await;
    page.add("Round 1 begins", &scene.newest());
    page.add("Round 1 begins, to a player", bob.dms().last().unwrap());
    page.add("/me", &scene.answered(bob, "me", &[]).await);
    page.add("/move without a path", &scene.answered(bob, "move", &[]).await);
    page.add("A path that is not one", &scene.dm(bob, "hello there").await);
    page.add("A path that is too long", &scene.dm(bob, &"L".repeat(40)).await);
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let seat = game.seat_of(bob.id().0.into()).unwrap();
    let paths = game.playing().unwrap().legal(seat);
    let path = paths.iter().rfind(|path| path.starts_with("move ")).unwrap();
    page.add("A path", &scene.dm(bob, path.trim_start_matches("move ")).await);
    page.add("/host status", &scene.answered(ada, "host status", &[]).await);
    page.add("/host pause", &scene.answered(ada, "host pause", &[]).await);
    page.add("Paused, in the channel", &scene.newest());
    page.add("/host resume", &scene.answered(ada, "host resume", &[]).await);
    page.add("Resumed, in the channel", &scene.newest());
    page.add("/host pause, to a player", &scene.answered(bob, "host pause", &[]).await);
    page.add("/replay, too early", &scene.answered(bob, "replay", &[]).await);
    page.add("/history of secret answers", &scene.answered(bob, "history", &[]).await);
    scene.clock.advance(Duration::from_hours(18));
    scene.quiet().await;
    page.add("The reminder", cleo.dms().last().unwrap());
    scene.clock.advance(Duration::from_hours(6));
    scene.quiet().await;
    page.add("Round 2 begins", &scene.newest());
    page.add("Round 2 begins, to a player", bob.dms().last().unwrap());
    page.add("/matches", &scene.answered(bob, "matches", &[]).await);
}

/// Votes, and looks back at the match.
async fn read_vote_and_end(scene: &Scene, page: &mut Page) {
    let (ada, bob) = (&scene.ada, &scene.players[0]);
    page.add("/host resolve", &scene.resolve().await);
    page.add("The vote", &scene.newest());
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let voters: Vec<UserId> =
        game.to_act().iter().map(|decision| game.player(decision.seat).unwrap().user_id).collect();
    let candidate = game.playing().unwrap().legal(game.to_act()[0].seat).swap_remove(0);
    let voter = scene.players.iter().find(|player| UserId::from(player.id().0) == voters[0]).unwrap();
    page.add("The vote, to a player with a vote", voter.dms().last().unwrap());
    page.add("A vote", &scene.dm(voter, &candidate).await);
    for user in &voters[1..] {
        scene.matches.act(MatchId(1), *user, &candidate).await.unwrap();
    }
    scene.quiet().await;
    page.add("The end", &scene.newest());
    page.add("The end, to a player", bob.dms().last().unwrap());
    page.add("/me after the end", &scene.answered(bob, "me", &[]).await);
    page.add("/host pause, too late", &scene.answered(ada, "host pause", &[("match", 1.into())]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_turns() {
    let scene = Scene::with_games(games()).await;
    let (bob, cleo, dan) = (&scene.players[0], &scene.players[1], &scene.players[2]);
    let mut page = Page::new(&scene);
    page.add("/play new, misspelt", &scene.answered(bob, "play new", &[("game", "chess".into())]).await);
    let options = [
        ("game", OptionValue::from("triangoli")),
        ("title", "Sunday".into()),
        ("clock", 24.into()),
        ("thread", false.into()),
    ];
    page.add("/play new", &scene.answered(bob, "play new", &options).await);
    let post = scene.newest();
    page.add("The sign-up post", &post);
    page.add("Join, again", &scene.clicked(bob, &post, ":join").await);
    let post = scene.clicked(cleo, &post, ":join").await;
    page.add("The sign-up post with enough players", &post);
    page.add("Start, to a stranger", &scene.clicked(dan, &post, ":start").await);
    scene.clicked(bob, &post, ":start").await;
    let first = scene.newest();
    page.add("The match message", &first);
    let (next, other) = turn(&scene).await;
    page.add("Not one's turn", &scene.clicked(other, &first, ":go:").await);
    page.add("/me", &scene.answered(next, "me", &[]).await);
    page.add("/me, waiting", &scene.answered(other, "me", &[]).await);
    page.add("/move, not one's turn", &scene.answered(other, "move", &[("action", "1".into())]).await);
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let action = game.playing().unwrap().legal(game.to_act()[0].seat).swap_remove(0);
    let board = scene.answered(next, "whatif", &[]).await;
    page.add("/whatif", &board);
    let tried = scene.tried_out(next, &board).await;
    page.add("/whatif, after an action", &tried);
    page.add("/whatif, what the computer would do", &scene.clicked(next, &tried, ":advice").await);
    page.add("/move", &scene.answered(next, "move", &[("action", action.as_str().into())]).await);
    page.add("The next match message", &scene.newest());
    page.add("The message before", &by_id(&scene, first.id));
    let (next, other) = turn(&scene).await;
    page.add("/nudge", &scene.answered(other, "nudge", &[]).await);
    page.add("The nudge", next.dms().last().unwrap());
    page.add("/nudge, again", &scene.answered(other, "nudge", &[]).await);
    page.add("/takeback", &scene.answered(other, "takeback", &[]).await);
    page.add("The question about a takeback", &scene.newest());
    let offer = scene.newest();
    page.add("Declined", &scene.clicked(next, &offer, ":decline").await);
    page.add("Declined, in the channel", &scene.newest());
    page.add("/draw", &scene.answered(next, "draw", &[]).await);
    page.add("The draw offer", &scene.newest());
    page.add("/claim, too early", &scene.answered(other, "claim", &[]).await);
    page.add("/history", &scene.answered(other, "history", &[]).await);
    scene.clock.advance(Duration::from_hours(20));
    scene.quiet().await;
    page.add("The reminder", next.dms().last().unwrap());
    scene.clock.advance(Duration::from_hours(4));
    scene.quiet().await;
    page.add("The time is up", &scene.newest());
    page.add(
        "/resign without confirming",
        &scene.answered(next, "resign", &[("confirm", false.into())]).await,
    );
    page.add("/claim", &scene.answered(other, "claim", &[]).await);
    page.add("The end", &scene.newest());
    page.add("/rematch", &scene.answered(next, "rematch", &[]).await);
    page.add("The post of the rematch", &scene.newest());
    insta::assert_snapshot!(page.text);
    scene.end().await;
}

/// Returns the player whose turn it is, and the other.
async fn turn(scene: &Scene) -> (&Person, &Person) {
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let user = game.player(game.to_act()[0].seat).unwrap().user_id;
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    if UserId::from(bob.id().0) == user { (bob, cleo) } else { (cleo, bob) }
}

fn by_id(scene: &Scene, id: Id) -> SeenMessage {
    scene.hana().view(scene.hall).into_iter().find(|message| message.id == id).unwrap()
}
