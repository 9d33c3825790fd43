//! Lists that are longer than what is shown of them: the most urgent comes first, and the rest is counted.

use crate::scene::Scene;
use trigon::ids::MatchId;

#[tokio::test(flavor = "multi_thread")]
async fn where_pictures_have_only_numbers_the_message_says_which_seat_is_whose() {
    let scene = Scene::set().await;
    scene.guild.set_nick(&scene.players[0], Some("小明"));
    scene.guild.set_nick(&scene.players[1], Some("Cleo 🌸"));
    let id = scene.started("triangoli", 2, &[]).await;
    scene.settled().await;
    let game = scene.matches.load(id).await.unwrap();
    let seat = game.seat_of(scene.players[0].id().0.into()).unwrap();
    let told = scene.ask(&scene.players[1], "board", &[]).await.content + &scene.newest().content;
    assert!(told.contains(&format!("In pictures, seat {seat} is 小明.")), "{told}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_most_urgent_matches_come_first_and_what_is_left_out_is_counted() {
    let scene = Scene::set().await;
    let bob = &scene.players[0];
    // The oldest ends first.
    for hours in 10..22 {
        scene.started("triangoli", 2, &[("clock", hours.into())]).await;
    }
    let ids = |text: &str| -> Vec<MatchId> {
        let number =
            |line: &str| line.split('#').nth(1)?.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
        text.lines().filter(|line| line.starts_with("- ")).filter_map(number).collect()
    };
    let mut urgent: Vec<(bool, MatchId)> = Vec::new();
    for id in 1..=12 {
        let game = scene.matches.load(MatchId(id)).await.unwrap();
        let seat = game.seat_of(bob.id().0.into()).unwrap();
        urgent.push((game.decision(seat).is_none(), MatchId(id)));
    }
    urgent.sort_unstable();
    let urgent: Vec<MatchId> = urgent.into_iter().map(|(_, id)| id).collect();
    let told = scene.ask(bob, "matches", &[("calendar", true.into())]).await;
    assert_eq!(ids(&told.content), urgent[..10], "{}", told.content);
    assert!(told.content.contains("and 2 more"), "{}", told.content);
    let file = String::from_utf8(told.files[0].bytes.to_vec()).unwrap();
    assert_eq!(file.matches("BEGIN:VEVENT").count(), 12, "every deadline is in it");
    let suggested = bob.autocomplete(scene.hall, "me", &[], "match", "").await.unwrap();
    let suggested: Vec<MatchId> = suggested
        .iter()
        .filter_map(|choice| choice.name.trim_start_matches('#').split(' ').next()?.parse().ok())
        .collect();
    assert_eq!(suggested, urgent);
    let told = scene.ask(bob, "history", &[]).await;
    assert!(told.content.contains("several matches"), "{}", told.content);
    assert_eq!(ids(&told.content), urgent, "a refusal lists them so, too");
    let asked = scene.dm(bob, "me").await;
    assert!(asked.content.contains("several matches"), "{}", asked.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_back_means_the_match_of_the_channel_and_one_that_is_over_where_only_that_makes_sense() {
    let scene = Scene::set().await;
    let over = scene.started("triangoli", 2, &[]).await;
    let game = scene.matches.load(over).await.unwrap();
    let (asked, other) = scene.to_act(&game);
    scene.ask(asked, "resign", &[("confirm", true.into())]).await;
    // The one who asks plays elsewhere, too.
    let elsewhere = scene.guild.create_channel("elsewhere");
    asked
        .slash(elsewhere, "play new", &[("game", "trice".into()), ("thread", false.into())])
        .unwrap()
        .message()
        .await
        .unwrap();
    scene.settled().await;
    for command in ["board", "history", "replay", "review"] {
        let told = scene.ask(asked, command, &[]).await.content;
        assert!(told.contains(&format!("#{over} ")), "/{command}: {told}");
    }
    // While another one goes on here, there is nothing to review in it.
    let on = scene.started("triangoli", 2, &[]).await;
    for (command, id) in [("board", on), ("history", on), ("replay", on), ("review", over)] {
        let told = scene.ask(other, command, &[]).await.content;
        assert!(told.contains(&format!("#{id} ")), "/{command}: {told}");
    }
    scene.end().await;
}
