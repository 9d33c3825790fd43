//! How a match is told: the event is the headline, players read what it means for them, and the end says who has won.

use trigon::sandbox::{OptionValue, SeenMessage};

use crate::scene::Scene;

/// Returns the lines of a message in which nothing is small print.
fn told(message: &SeenMessage) -> Vec<&str> {
    message.content.lines().filter(|line| !line.starts_with("-# ")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_headline_of_a_round_is_what_happened_and_rules_are_small_print() {
    let scene = Scene::set().await;
    scene.begin("Story").await;
    scene.settled().await;
    for round in 2..=4 {
        scene.resolve().await;
        scene.settled().await;
        let post = scene.newest();
        let lines = told(&post);
        assert_eq!(lines[0], format!("## Story · round {round} of 10"));
        assert!(lines[1].starts_with("**") && lines[1].ends_with("**"), "{}", post.content);
        assert!(lines.len() <= 5, "{}", post.content);
        let rule = format!(
            "-# For round {round}, every priority fell by {round}. Below 1, it starts again at the top."
        );
        assert_eq!(post.content.lines().any(|line| line == rule), round > 2, "{}", post.content);
        let own = scene.players[0].dms().pop().unwrap();
        let walked = format!("**💤 No path arrived from you in round {}, so you stayed.", round - 1);
        assert!(told(&own)[1].starts_with(&walked), "{}", own.content);
        assert!(own.content.contains(&format!("-# Your priority in round {round} is ")), "{}", own.content);
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_names_the_candidate_first_and_a_host_presses_rematch() {
    let scene = Scene::set().await;
    scene.begin_with("Finale", &[("rounds", OptionValue::from(1))]).await;
    scene.settled().await;
    scene.resolve().await;
    scene.resolve().await;
    scene.settled().await;
    let end = scene.newest();
    assert_eq!(told(&end)[..2], ["## Finale · the end", "**🎯 bob is the elimination candidate.**"]);
    let own = scene.players[0].dms().pop().unwrap();
    assert!(own.content.contains("**🎯 You are the elimination candidate.**"), "{}", own.content);
    // The table fits a phone.
    let standings = end.embeds[0]["description"].as_str().unwrap();
    assert_eq!(standings.lines().filter(|line| line.contains("💎 ")).count(), 7 + 1, "{standings}");
    assert!(standings.lines().all(|line| line.replace('*', "").chars().count() <= 40), "{standings}");
    // Nobody has to read past the seed and its hash.
    let is_hash = |word: &str| word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(!end.content.split(|c: char| !c.is_alphanumeric()).any(is_hash), "{}", end.content);
    let fair = scene.press(&scene.players[1], &end, ":fair-play").await;
    assert!(fair.ephemeral && fair.content.contains("The seed was `"), "{}", fair.content);
    let review = scene.press(&scene.players[1], &end, end.button("Review").unwrap()).await;
    assert!(review.ephemeral && review.files.len() == 1, "{}", review.content);

    let refused = scene.press(&scene.players[1], &end, ":rematch").await;
    let whom =
        format!("Only a host can start a rematch of **#1 Finale**. You could ask {}.", scene.ada.mention());
    assert_eq!(refused.content, whom);
    let made = scene.press(&scene.ada, &end, ":rematch").await;
    assert!(made.content.contains("I’ve created **#2 Finale**"), "{}", made.content);
    scene.settled().await;
    let post = scene.newest();
    assert!(post.content.contains("A rematch of match 1"), "{}", post.content);
    assert!(post.content.contains("Players (7 of 7)"), "{}", post.content);
    let begun = scene.ask(&scene.ada, "host start", &[("match", 2.into())]).await;
    assert!(begun.content.contains("#2 Finale"), "{}", begun.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_of_a_turn_says_how_far_everyone_has_come() {
    let scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[]).await;
    scene.settled().await;
    assert!(!scene.newest().content.contains("If it ended now"), "nobody has come anywhere yet");
    for _ in 0..4 {
        let game = scene.matches.load(id).await.unwrap();
        let asked = game.to_act()[0].seat;
        let action = game.playing().unwrap().legal(asked).swap_remove(0);
        scene.matches.act(id, game.player(asked).unwrap().user_id, &action).await.unwrap();
        scene.quiet().await;
    }
    let post = scene.newest().content;
    let line = post.lines().find(|line| line.starts_with("-# If it ended now: ")).unwrap();
    assert!(line.contains(" cylinder") && line.contains(" · "), "{post}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_shared_in_a_few_lines_that_say_nothing_secret_and_need_no_context() {
    let scene = Scene::set().await;
    scene.begin_with("Finale", &[("rounds", OptionValue::from(2))]).await;
    scene.settled().await;
    let bob = &scene.players[0];
    let share = async || scene.ask(bob, "share", &[]).await;
    let early = share().await;
    assert!(early.ephemeral, "{}", early.content);
    let lines: Vec<&str> = early.content.lines().collect();
    assert_eq!(lines[0], "```");
    assert_eq!(lines[1], "Finale · Triforce Building · seven players");
    assert_eq!(lines[2..5], ["⏳ Still being played: round 1 of 2", "Seven are on the board.", "```"]);
    // What somebody has sent in secret changes nothing.
    scene.dm(bob, "-").await;
    assert_eq!(share().await.content, early.content);
    scene.resolve().await;
    scene.resolve().await;
    scene.resolve().await;
    scene.settled().await;
    let end = scene.newest();
    let shared = scene.press(bob, &end, ":result").await;
    assert!(shared.ephemeral && shared.content == share().await.content, "{}", shared.content);
    let lines: Vec<&str> = shared.content.lines().collect();
    assert_eq!(lines[1], "Finale · Triforce Building · seven players · 2 rounds");
    assert!(lines[2].ends_with(" is the elimination candidate."), "{}", shared.content);
    assert_eq!(lines[3..5], ["▫️▫️", "Nobody got off the board."]);
    // It can be pasted anywhere: no mention, no Markdown, no link.
    let text = shared.content.split("```").nth(1).unwrap();
    assert!(!text.contains("<@") && !text.contains("**") && !text.contains("http"), "{text}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_turns_is_shared_with_what_everyone_holds() {
    let scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[]).await;
    scene.settled().await;
    let game = scene.matches.load(id).await.unwrap();
    let (asked, other) = scene.to_act(&game);
    scene.ask(asked, "resign", &[("confirm", true.into())]).await;
    scene.settled().await;
    let end = scene.newest();
    let told = scene.press(other, &end, ":result").await.content;
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[1].starts_with("Triangoli · ") && lines[1].contains(" and "), "{told}");
    assert!(lines[2].starts_with(&format!("🏆 {} wins!", other.name())), "{told}");
    assert!(lines[3..5].iter().all(|line| line.starts_with("▫️ ") && line.ends_with(" cylinders")), "{told}");
    scene.end().await;
}
