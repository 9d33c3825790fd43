//! `/stats`: what people did in matches that are over, in numbers.

use std::time::Duration;

use trigon::ids::MatchId;
use trigon::sandbox::{NewPerson, Permissions, Person};

use crate::scene::Scene;

#[tokio::test(flavor = "multi_thread")]
async fn numbers_are_of_matches_that_are_over_and_others_read_results_alone() {
    let scene = Scene::set().await;
    let (ada, bob, cleo) = (&scene.ada, &scene.players[0], &scene.players[1]);
    let none = scene.ask(bob, "stats", &[]).await;
    assert_eq!(none.content, "You have played in no matches here that are over.");
    scene.begin_with("Friday", &[("rounds", 3.into())]).await;
    scene.clock.advance(Duration::from_hours(2));
    scene.dm(bob, "stay").await;
    scene.resolve().await;
    scene.resolve().await;
    // From round 3 on, garnets can be spent.
    scene.dm(bob, "garnet").await;
    let running = scene.ask(bob, "stats", &[]).await;
    assert_eq!(running.content, none.content, "a match that is played is not counted");
    while scene.matches.load(MatchId(1)).await.unwrap().is_going_on() {
        scene.resolve().await;
    }
    scene.settled().await;
    let own = scene.ask(bob, "stats", &[]).await.content;
    let lines: Vec<&str> = own.lines().collect();
    assert_eq!(lines[0], "You · matches here that are over", "{own}");
    assert!(lines[1].starts_with("**Triforce Building** · 1 match: 1 "), "{own}");
    assert!(own.contains(" 1 spent\n"), "{own}");
    assert!(own.contains(" missed\n- half of your answers came within 2 h\n"), "{own}");
    assert!(own.ends_with("\n-# Only you see how many deadlines you missed and how long you took."), "{own}");
    // Whoever does not answer in a round is named to nobody else, also afterwards.
    let seen = scene.ask(cleo, "stats", &[("member", bob.id().into())]).await.content;
    let public: Vec<&str> = lines[1..]
        .iter()
        .copied()
        .filter(|line| !line.contains("missed") && !line.contains("half"))
        .collect();
    assert_eq!(seen.lines().next().unwrap(), format!("{} · matches here that are over", bob.mention()));
    assert_eq!(seen.lines().skip(1).collect::<Vec<_>>(), public, "{seen}");
    // Who neither reads the channel nor had a part does not learn of the match.
    let view = Permissions::VIEW_CHANNEL;
    scene.guild.overwrite_role(scene.hall, scene.guild.id(), Permissions::NONE, view);
    for who in scene.players.iter().map(Person::id).chain([scene.sandbox.bot_id(), ada.id()]) {
        scene.guild.overwrite_member(scene.hall, who, view, Permissions::NONE);
    }
    let (other, den) =
        (scene.sandbox.create_person(NewPerson::named("zed")), scene.guild.create_channel("den"));
    scene.guild.add_member(&other);
    let answer = other.slash(den, "stats", &[("member", bob.id().into())]).unwrap().message().await.unwrap();
    assert_eq!(
        answer.content,
        format!("{} has played in no matches here that are over that you can see.", bob.mention())
    );
    // Whoever wants to keep their numbers to themselves can.
    let chosen = scene.ask(bob, "settings", &[("stats", false.into())]).await;
    assert!(chosen.content.contains("Others can’t see your numbers."), "{}", chosen.content);
    let refused = scene.ask(ada, "stats", &[("member", bob.id().into())]).await;
    assert_eq!(refused.content, format!("{} doesn’t show their numbers to others.", bob.mention()));
    let still = scene.ask(bob, "stats", &[]).await;
    assert_eq!(still.content, own);
    scene.end().await;
}
