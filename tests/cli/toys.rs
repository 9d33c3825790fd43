//! The program with games that it has never seen: one of rounds, whose setup requires options, whose phases end with
//! the last answer, and in some of which one seat alone decides in public; and one of turns with secret hands.

use std::path::Path;

use serde_json::{Value, json};

use super::{demo::assert_described, folder};
use crate::toys::games;

/// The games that only the tests know.
const NAMES: [&str; 2] = ["bids", "hands"];

/// Runs the program with the games of the tests, and returns what it printed.
fn run(args: &[&str]) -> String {
    let mut out = Vec::new();
    let done = trigon::cli::execute(games(), args, &mut out);
    let said = String::from_utf8(out).unwrap();
    assert_eq!(done, Ok(()), "{args:?}: {said}");
    said
}

/// Runs the program with the games of the tests, and returns why it refused.
fn refused(args: &[&str]) -> String {
    trigon::cli::execute(games(), args, &mut Vec::new()).unwrap_err()
}

/// Checks that a record can be replayed and verified by the program.
fn assert_holds(record: &Path) -> Value {
    let path = record.to_str().unwrap();
    run(&["verify", path]);
    let states = run(&["replay", path]);
    serde_json::from_str(states.lines().last().unwrap()).unwrap()
}

#[test]
fn any_game_is_played_in_a_terminal_with_its_options_and_defaults() {
    for (game, set) in [("bids", "coins=12"), ("hands", "hand=3")] {
        let record = folder(&format!("play-{game}")).join("match.json");
        let path = record.to_str().unwrap();
        let said = run(&["play", game, "--all", "random", "--seed", "x", "--set", set, "--record", path]);
        assert!(said.contains("The match is over"), "{said}");
        assert_holds(&record);
        let why = refused(&["analyse", path]);
        assert!(why.contains("not played in turns") || why.contains("act at random in Hands"), "{why}");
    }
    let said = run(&["play", "bids", "--all", "random", "--seed", "x", "--players", "5", "--limit", "4"]);
    assert!(said.contains("Amey"), "{said}");
    assert_eq!(refused(&["play", "bids", "--set", "coins=9"]), "Coins is a whole number from 10 to 50.");
}

#[test]
fn any_game_is_simulated() {
    for game in NAMES {
        let record = folder(&format!("simulate-{game}")).join("match.json");
        let path = record.to_str().unwrap();
        let said = run(&["simulate", "--game", game, "--matches", "20", "--record", path]);
        // Each match has one winner, or several who share the victory.
        let share = |column: usize| -> f64 {
            let seats = said.lines().skip_while(|line| !line.starts_with("seat")).skip(1);
            let seats = seats.take_while(|line| !line.is_empty());
            let shares = seats.map(|line| line.split_whitespace().nth(column).unwrap());
            shares.map(|share| share.trim_end_matches('%').parse::<f64>().unwrap()).sum()
        };
        assert!(share(1) <= 100.0 && share(1) + share(2) >= 100.0, "{said}");
        assert!(said.contains("how it ended"), "{said}");
        assert_holds(&record);
    }
    assert!(refused(&["simulate", "--game", "bids", "--set", "colour=red"]).contains("It has coins, rounds"));
}

#[test]
fn any_game_is_demonstrated_from_its_sign_up_to_its_end() {
    for (game, players) in [("bids", "2"), ("bids", "5"), ("hands", "2")] {
        let folder = folder(&format!("demo-{game}-{players}"));
        let out = folder.to_str().unwrap();
        let requests = folder.join("requests");
        let said = run(&[
            "demo",
            "--game",
            game,
            "--players",
            players,
            "--out",
            out,
            "--requests",
            requests.to_str().unwrap(),
        ]);
        assert!(said.contains("the record verifies"), "{said}");
        assert_described(&requests);
        let last = assert_holds(&folder.join("record.json"));
        assert!(last["over"] == true || last["state"].is_object(), "{last}");
        let transcript = std::fs::read_to_string(folder.join("transcript.md")).unwrap();
        assert!(transcript.contains("· the end"), "{transcript}");
        // Nobody reads about another game, nor that the last answer can still be changed.
        assert!(!transcript.contains("Triforce Building") || transcript.contains("/rules"), "{transcript}");
    }
}

#[test]
fn a_seat_alone_is_asked_in_public_by_name_and_the_others_are_left_alone() {
    let folder = folder("demo-lone");
    run(&["demo", "--game", "bids", "--players", "3", "--out", folder.to_str().unwrap()]);
    let transcript = std::fs::read_to_string(folder.join("transcript.md")).unwrap();
    assert!(
        transcript.contains("> ➡️ @Amaranth, what is the next prize worth? You have until"),
        "{transcript}"
    );
    assert!(!transcript.contains("If you are asked"), "{transcript}");
    assert!(!transcript.contains("There’s nothing for you to do right now"), "{transcript}");
    assert!(!transcript.contains("until the deadline"), "{transcript}");
    // The message in which the decision was made is still about that decision.
    let decided: Vec<&str> = transcript.split("\n\n").filter(|part| part.contains(" changes\n")).collect();
    let decided = decided.iter().find(|part| part.contains("the decision before round 2"));
    let is_settled =
        |part: &&str| part.contains("[stake-2.png]") && !part.contains("what is the next prize worth");
    assert!(decided.is_some_and(is_settled), "{transcript}");
}

/// Sends each line to the task waiting for it.
struct Lines(std::sync::mpsc::Sender<String>, Vec<u8>);

impl std::io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.1.extend_from_slice(bytes);
        while let Some(end) = self.1.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.1.drain(..=end).collect();
            // Nobody waits once the page is known.
            let _ = self.0.send(String::from_utf8_lossy(&line).into_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A rehearsal in this process, which ends with it.
struct Rehearsal {
    url: String,
    http: reqwest::Client,
}

impl Rehearsal {
    fn start() -> Self {
        let (lines, told) = std::sync::mpsc::channel();
        let args = ["rehearse", "--port", "0", "--no-open", "--seed", "toys"];
        std::thread::spawn(move || trigon::cli::execute(games(), &args, &mut Lines(lines, Vec::new())));
        let line = told.recv().unwrap();
        let link = line.split_once("the page is at ").unwrap().1.split(' ').next().unwrap();
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { url: format!("{}/sandbox", link.trim_end_matches('/')), http }
    }

    async fn get(&self, what: &str) -> Value {
        let answer = self.http.get(format!("{}/{what}", self.url)).send().await.unwrap();
        answer.json().await.unwrap()
    }

    async fn post(&self, what: &str, body: Value) -> Value {
        let answer =
            self.http.post(format!("{}/{what}", self.url)).body(body.to_string()).send().await.unwrap();
        assert!(answer.status().is_success(), "{what}: {}", answer.text().await.unwrap());
        answer.json().await.unwrap()
    }

    /// Waits until somebody can read something in a channel.
    async fn reads(&self, user: &str, channel: &str, text: &str) -> String {
        loop {
            let seen = self.get(&format!("messages?as={user}&channel={channel}")).await;
            let found = seen.as_array().unwrap().iter().find(|message| message.to_string().contains(text));
            if let Some(found) = found {
                return found["id"].as_str().unwrap().to_owned();
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
}

#[tokio::test]
async fn any_game_is_rehearsed_with_computed_players() {
    let rehearsal = Rehearsal::start();
    let people = rehearsal.get("people").await;
    let ada = people[0]["id"].as_str().unwrap();
    let view = rehearsal.get(&format!("view?as={ada}")).await;
    let channels = view["channels"].as_array().unwrap();
    let hall = channels.iter().find(|channel| channel["type"] == 0).unwrap()["id"].as_str().unwrap();
    let slash = |command: &str, options: Value| {
        let body = json!({ "user": ada, "channel": hall, "command": command, "options": options });
        rehearsal.post("slash", body)
    };
    slash("host create", json!({ "game": "bids", "players": 4, "sign_up": true, "pregame_hours": 0 })).await;
    rehearsal.post("extension/players", json!({ "count": 4, "diligence": "always" })).await;
    // The last seat is left to a person who looks on, unless told otherwise.
    rehearsal.reads(ada, hall, "1 seat left").await;
    rehearsal
        .post("extension/players", json!({ "count": 1, "diligence": "always", "last_seat": "taken" }))
        .await;
    rehearsal.reads(ada, hall, "All seats are taken").await;
    slash("host start", json!({})).await;
    rehearsal.post("extension/hurry", json!({})).await;
    rehearsal.reads(ada, hall, "The votes are counted").await;
    // The player who created it has a seat, and the computed players take the others.
    rehearsal
        .post("extension/players", json!({ "count": 1, "diligence": "closed", "last_seat": "taken" }))
        .await;
    let options = json!({ "game": "hands", "thread": false });
    let bob = people[1]["id"].as_str().unwrap();
    let body = json!({ "user": bob, "channel": hall, "command": "play new", "options": options });
    rehearsal.post("slash", body).await;
    rehearsal.reads(ada, hall, "Seats, drawn").await;
}
