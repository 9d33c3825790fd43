//! `/export` and `/forget me`: what people can ask about what is stored of them.

use crate::scene::Scene;
use trigon::ids::MatchId;

#[tokio::test(flavor = "multi_thread")]
async fn somebody_reads_what_is_stored_and_is_forgotten_once_their_matches_are_over() {
    let scene = Scene::set().await;
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    scene.begin_with("Friday", &[("rounds", 3.into())]).await;
    scene.dm(bob, "stay").await;
    let file = scene.ask(bob, "export", &[]).await;
    assert_eq!(file.files[0].filename, "my-data.json");
    let own: serde_json::Value = serde_json::from_slice(&file.files[0].bytes).unwrap();
    assert_eq!((&own["account"], &own["matches"][0]["seat"]), (&bob.id().to_string().into(), &1.into()));
    assert_eq!(own["matches"][0]["entries"][0]["did"], "move -");
    assert!(!own.to_string().contains(&*cleo.name()), "{own}");
    // What it does is said before; it does nothing to a match that others play.
    let asked = scene.ask(bob, "forget me", &[]).await;
    assert!(
        asked.content.ends_with("To go on: `/forget me confirm:True`. It can’t be undone."),
        "{}",
        asked.content
    );
    let sure = [("confirm", true.into())];
    let refused = scene.ask(bob, "forget me", &sure).await;
    assert!(
        refused
            .content
            .starts_with("You have or had a part in matches that aren’t over, so nothing was changed.")
            && refused.content.contains("Friday"),
        "{}",
        refused.content
    );
    while scene.matches.load(MatchId(1)).await.unwrap().is_going_on() {
        scene.resolve().await;
    }
    scene.settled().await;
    let before = scene.ask(cleo, "history", &[("match", 1.into())]).await.content;
    assert!(before.contains("bob"), "{before}");
    let done = scene.ask(bob, "forget me", &sure).await;
    assert_eq!(
        done.content,
        "I’ve taken you out of 1 match and 0 seasons, and deleted your settings. Farewell!"
    );
    let after = scene.ask(cleo, "history", &[("match", 1.into())]).await.content;
    assert_eq!(after, before.replace("bob", "Player 1"));
    let board = scene.ask(cleo, "board", &[("match", 1.into())]).await;
    assert_eq!(board.files.len(), 1);
    let numbers = scene.ask(cleo, "stats", &[("member", bob.id().into())]).await;
    assert!(numbers.content.contains("has played in no matches"), "{}", numbers.content);
    let nothing = scene.ask(bob, "export", &[]).await;
    let own: serde_json::Value = serde_json::from_slice(&nothing.files[0].bytes).unwrap();
    assert_eq!(own["matches"], serde_json::json!([]));
    // A newcomer to the bot, who can play again.
    scene.dm(bob, "help").await;
    scene.end().await;
}
