//! What is said, to whom, and what is not.

use std::collections::BTreeSet;
use std::time::Duration;
use trigon::games::{Skill, Value};
use trigon::ids::MatchId;
use trigon::matches::Command;

use trigon::games::Audience;
use trigon::matches::Status;
use trigon::matches::{Record, Terms, verify};
use trigon::sandbox::{NewPerson, SeenMessage};

use crate::stage::{CREATED, HASH, NAMES, Stage, seven, state};

/// Prints a message as a player reads it, for anyone who wants to look:
/// `cargo test --test discord a_whole -- --nocapture`.
fn print(whom: &str, message: &SeenMessage) {
    println!("--- {whom}, pings {}\n{}", message.pings.len(), message.content);
    for embed in &message.embeds {
        println!("[{}]\n{}", embed["title"], embed["description"].as_str().unwrap_or(""));
    }
    for file in &message.files {
        println!("  <{}: {} bytes>", file.filename, file.bytes.len());
    }
    for row in &message.components {
        let parts = row["components"].as_array().unwrap().iter().map(|part| {
            let off = if part["disabled"] == true { "-" } else { "" };
            format!("[{off}{}]", part["label"].as_str().unwrap_or("menu"))
        });
        println!("  {}", parts.collect::<Vec<_>>().join(" "));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_post_of_a_round_that_is_over_asks_nothing() {
    let stage = Stage::running().await;
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    let asks = |text: &str| text.contains("press the button below") && text.contains(" ends <t:");
    let before = stage.posted().pop().unwrap();
    assert!(asks(&before.content), "{}", before.content);
    stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
    stage.pending(id, 0).await;
    let posted = stage.posted();
    let after = posted.iter().find(|post| post.id == before.id).unwrap();
    assert!(!asks(&after.content) && after.components.is_empty(), "{}", after.content);
    assert!(after.content.contains("round 1 of 10") && !after.files.is_empty(), "{after:?}");
    assert!(posted.iter().filter(|post| asks(&post.content)).count() == 1);

    // Who ended a round early is part of what happened.
    let second = posted.last().unwrap();
    assert!(second.content.contains("ended early by the host"), "{}", second.content);
    stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
    stage.pending(id, 0).await;
    let posted = stage.posted();
    let after = posted.iter().find(|post| post.id == second.id).unwrap();
    assert!(!asks(&after.content) && after.content.contains("ended early by the host"), "{}", after.content);
    stage.end().await;
}

/// Plays as planned until the match is over, or for this many rounds.
async fn play(stage: &Stage, id: MatchId, rounds: u32) {
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..rounds {
        let game = stage.load(id).await;
        if game.status == Status::Over {
            break;
        }
        for (seat, action) in game.playing().unwrap().plan(Skill::USUAL, &mut rng) {
            let user = game.player(seat).unwrap().user_id;
            let _ = stage.matches.act(id, user, &action).await;
        }
        if stage.load(id).await.status == Status::Running {
            stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
        }
        stage.pending(id, 0).await;
    }
}

pub(crate) fn words(message: &SeenMessage) -> String {
    let embeds: Vec<String> = message.embeds.iter().map(ToString::to_string).collect();
    let alts: Vec<&str> = message.files.iter().filter_map(|file| file.description.as_deref()).collect();
    format!("{}\n{}\n{}", message.content, embeds.join("\n"), alts.join("\n"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_match() {
    let stage = Stage::running().await;
    let id = stage
        .begun(Terms { pregame_hours: 24, open_signup: true, ..seven() }.with("rounds", Value::Number(4)))
        .await;
    stage.pending(id, 0).await;
    stage.clock.advance(Duration::from_hours(24));
    stage.matches.handle_due().await.unwrap();
    stage.pending(id, 0).await;
    play(&stage, id, 6).await;
    assert!(stage.matches.store().dead(id).await.unwrap().is_empty());
    let posted = stage.posted();
    for message in &posted {
        print("channel", message);
    }
    for player in &stage.players {
        for message in player.dms() {
            print(&player.name(), &message);
        }
        // A player's messages fit on a phone.
        assert!(player.dms().iter().all(|message| message.content.chars().count() < 600));
    }

    let game = stage.load(id).await;
    let record = game.record().unwrap();
    let (seed, commitment) = (record.seed.clone().unwrap().reveal(), record.commitment.clone().unwrap());
    let (created, played) = posted.split_at(CREATED);
    let [sign_up, hash] = created else { panic!("{created:#?}") };
    assert!(
        hash.content.starts_with(HASH) && hash.content.ends_with(&format!("`{commitment}`")),
        "{}",
        hash.content
    );
    assert!(sign_up.button("Join").is_none(), "nobody can sign up any more");
    assert!(played[0].content.contains("pregame") && played[0].pings.len() == 7);
    let (end, before) = posted.split_last().unwrap();
    assert!(before.iter().all(|message| !words(message).contains(&seed)));
    let told = words(end);
    // The seed is in the record, and shown by a button.
    assert!(!told.contains(&seed) && end.button("Fair play").is_some(), "{told}");
    // The hash is not repeated: it is to be read where it was posted before the match.
    let (guild, arena, hash) = (stage.guild.id().0, stage.arena.0, hash.id.0);
    let link = format!("https://discord.com/channels/{guild}/{arena}/{hash}");
    assert!(told.contains(&link) && !told.contains(&commitment), "{told}");
    for name in NAMES {
        assert!(end.embeds[0]["description"].as_str().unwrap().contains(name));
    }
    let files: Vec<&str> = end.files.iter().map(|file| file.filename.as_str()).collect();
    assert_eq!(files, ["end.png", "record.json", "replay.gif"]);
    let record = Record::read(&end.files[1].bytes, &trigon::games::Registry::standard()).unwrap();
    assert_eq!(record.seed.as_ref().unwrap().reveal(), seed);
    assert_eq!(verify(&record, Some(&commitment.parse().unwrap())).unwrap().mismatch(), None);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_channel_learns_only_what_everyone_may_know() {
    let stage = Stage::running().await;
    let id = stage.begun(seven()).await;
    play(&stage, id, 4).await;
    let game = stage.load(id).await;
    let mut secrets = Vec::new();
    for seq in 0..=game.seq() {
        let then = stage.matches.load_up_to(id, seq).await.unwrap();
        let told = then.latest().iter().filter(|told| told.audience != Audience::All);
        secrets.extend(told.map(|told| told.text.trim_end_matches('.').to_owned()));
    }
    assert!(secrets.len() > 50);
    for message in stage.posted() {
        let words = words(&message);
        for secret in &secrets {
            assert!(!words.contains(secret.as_str()), "{secret} in {words}");
        }
        for word in ["priority this", "Newly powered", "walks", "spends"] {
            assert!(!words.contains(word), "{word} in {words}");
        }
    }
    // Nor does a player learn what belongs to another, except for who has left with them and who is the candidate: everybody
    // learns that.
    for (i, player) in stage.players.iter().enumerate() {
        for message in player.dms() {
            let is_public =
                |line: &&str| line.starts_with("**🔺 You ") || line.contains("elimination candidate.");
            let lines = message.content.lines().filter(|line| !is_public(line));
            let told = lines.collect::<Vec<_>>().join("\n");
            // Not as a part of another word, such as "Every".
            let told: BTreeSet<&str> = told.split(|c: char| !c.is_alphanumeric()).collect();
            let others = NAMES.iter().enumerate().filter(|(other, _)| *other != i);
            for (_, name) in others {
                assert!(!told.contains(*name), "{name} in {}", message.content);
            }
        }
    }
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_neither_ping_nor_break_anything() {
    let mut stage = Stage::running().await;
    while stage.players.len() < 16 {
        let person = stage.sandbox.create_person(NewPerson::named(&format!("p{}", stage.players.len())));
        stage.guild.add_member(&person);
        stage.players.push(person);
    }
    let victim = stage.host.mention();
    let stars = "*".repeat(40);
    let names: Vec<&str> = ["@everyone", &victim, "[a](https://b.c)", "# Big", "||x||", "`code`"]
        .into_iter()
        .chain(std::iter::repeat(stars.as_str()))
        .take(16)
        .collect();
    let title = format!("@here {victim} **{stars}**");
    let options = Terms { players: 16, ..seven() }
        .with("rounds", Value::Number(1))
        .with("board", Value::Text("triangle:9".to_owned()));
    for pregame_hours in [0, 1] {
        let id = stage.create_called(&title, Terms { pregame_hours, ..options.clone() }).await;
        stage.seat_all(id, &names).await;
        stage.matches.ask(id, &stage.host(), Command::Start).await.unwrap();
        if pregame_hours > 0 {
            stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
        }
        for _ in 0..2 {
            stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
            stage.pending(id, 0).await;
        }
        assert_eq!(stage.load(id).await.status, Status::Over);
        assert_eq!(stage.matches.store().dead(id).await.unwrap(), []);
    }
    for message in stage.posted() {
        assert!(!message.pings.contains(&stage.host.id()), "{}", message.content);
        // Alt texts stay as they are: Discord formats nothing in them.
        let embeds: Vec<String> = message.embeds.iter().map(ToString::to_string).collect();
        for raw in ["@everyone", "@here", "a](https", "||x||"] {
            let shown = format!("{}{}", message.content, embeds.concat());
            assert!(!shown.contains(raw), "{raw} in {shown}");
        }
    }
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_see_their_cell_when_the_host_wants_it() {
    for (reveal, seen) in [("own", true), ("none", false)] {
        let stage = Stage::running().await;
        let id = stage.begun(seven().with("reveal", Value::Text(reveal.to_owned()))).await;
        stage.pending(id, 0).await;
        let alt = stage.players[0].dms()[0].files[0].description.clone().unwrap();
        assert_eq!(alt.contains("You are on"), seen, "{alt}");
        let told = stage.players[0].dms()[0].content.clone();
        assert_eq!(told.contains("Cell **"), seen, "{told}");
        let public = stage.posted()[CREATED].files[0].description.clone().unwrap();
        assert!(!public.contains("You are on"));
        stage.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_have_not_answered_are_reminded() {
    let stage = Stage::running().await;
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    stage.matches.act(id, stage.players[0].id().0.into(), "move -").await.unwrap();
    stage.clock.advance(Duration::from_hours(18));
    stage.matches.handle_due().await.unwrap();
    stage.pending(id, 0).await;
    assert_eq!(stage.players[0].dms().len(), 1);
    let reminder = stage.players[1].dms().pop().unwrap();
    assert!(reminder.content.contains("haven’t sent your path yet") && !reminder.components.is_empty());
    stage.end().await;
}

/// What people complain of elsewhere; the other such complaints are in `tests/matches/complaints.rs`.
#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_had_answered_was_warned() {
    let mut stage = Stage::running().await;
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    // The reminder is written, but delivery only comes back when it is of no use any more.
    stage.stop_delivery().await;
    stage.clock.advance(Duration::from_hours(18));
    stage.matches.handle_due().await.unwrap();
    stage.matches.act(id, stage.players[1].id().0.into(), "move -").await.unwrap();
    stage.start_delivery();
    stage.pending(id, 0).await;
    assert_eq!((stage.players[1].dms().len(), stage.players[2].dms().len()), (1, 2));
    assert_eq!(stage.matches.store().dead(id).await.unwrap(), [], "what nobody needs is no failure");
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_late_asks_nothing() {
    let mut stage = Stage::set().await;
    let id = stage.begun(seven()).await;
    stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
    stage.start_delivery();
    stage.pending(id, 0).await;
    let dms = stage.players[0].dms();
    assert!(dms[0].content.contains("round 1") && dms[0].content.contains("letter"), "{}", dms[0].content);
    assert!(dms[0].components.is_empty());
    assert!(dms[1].content.contains("round 2") && !dms[1].components.is_empty());
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_vote_is_asked_of_token_holders() {
    let stage = Stage::running().await;
    let id = stage.begun(seven().with("rounds", Value::Number(1))).await;
    stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
    stage.pending(id, 0).await;
    let posted = stage.posted().pop().unwrap();
    print("channel", &posted);
    assert!(posted.content.contains("the vote") && posted.content.contains("The vote ends"));
    let game = stage.load(id).await;
    for (seat, player) in state(&game).seated() {
        let message = stage.players[usize::from(seat.number()) - 1].dms().pop().unwrap();
        print("player", &message);
        assert_eq!(message.content.contains("Who should be"), player.token);
        assert_eq!(message.components.is_empty(), !player.token);
        assert!(message.content.contains("you lose 1 garnet"));
    }
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_host_does_to_the_clock_is_told() {
    let stage = Stage::running().await;
    let id = stage.begun(seven()).await;
    let host = stage.host();
    stage.matches.ask(id, &host, Command::Extend(5)).await.unwrap();
    stage.pending(id, 0).await;
    stage.matches.ask(id, &host, Command::Pause).await.unwrap();
    stage.pending(id, 0).await;
    stage.matches.ask(id, &host, Command::Resume).await.unwrap();
    stage.matches.ask(id, &host, Command::Cancel).await.unwrap();
    stage.pending(id, 0).await;
    let posted = stage.posted().split_off(CREATED + 1);
    for message in &posted {
        print("channel", message);
    }
    let told: Vec<bool> = posted
        .iter()
        .zip(["moved the deadline", "29 h left", "started the clock again", "without a result"])
        .map(|(message, words)| message.content.contains(words))
        .collect();
    assert_eq!(told, [true; 4]);
    stage.end().await;
}
