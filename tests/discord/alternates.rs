//! Alternates join, and are asked for a free seat, in words that they and the others understand.

use std::time::Duration;

use trigon::games::Seat;
use trigon::ids::MatchId;
use trigon::sandbox::NewPerson;

use crate::scene::Scene;

#[tokio::test(flavor = "multi_thread")]
async fn alternates_join_below_a_full_sign_up_or_later_and_are_asked_when_a_seat_is_free() {
    let scene = Scene::set().await;
    let [zoe, yan] = ["zoe", "yan"].map(|name| {
        let person = scene.sandbox.create_person(NewPerson::named(name));
        scene.guild.add_member(&person);
        person
    });
    let options = [("players", 7.into()), ("pregame_hours", 0.into()), ("title", "Queue".into())];
    scene.ask(&scene.ada, "host create", &options).await;
    scene.settled().await;
    scene.may_shorten(MatchId(1)).await;
    let post = scene.ada.view(scene.hall).into_iter().find(|post| post.button("Join").is_some()).unwrap();
    let early = scene.ask(&zoe, "alternate", &[]).await;
    assert!(early.content.contains("still has free seats"), "{}", early.content);
    for player in &scene.players {
        scene.press(player, &scene.ada.message(post.id).unwrap(), ":join").await;
    }
    let full = scene.ada.message(post.id).unwrap();
    assert!(full.button("Join").is_none() && full.button("Join as alternate").is_some());
    let listed = scene.press(&zoe, &full, ":stand-by").await;
    assert!(listed.content.contains(&format!("Alternates: {}.", zoe.mention())), "{}", listed.content);
    let own = scene.ask(&scene.players[0], "alternate", &[]).await;
    assert!(own.content.contains("already have a seat"), "{}", own.content);
    let host = scene.ask(&scene.ada, "alternate", &[]).await;
    assert!(host.content.contains("You host this match"), "{}", host.content);

    // Whoever is first moves up when somebody leaves.
    scene.press(&scene.players[6], &full, ":leave").await;
    scene.settled().await;
    let moved = scene.newest();
    assert!(moved.content.contains("as the first alternate, you have it now"), "{}", moved.content);
    assert_eq!(moved.pings, [zoe.id()]);
    let second = scene.ask(&yan, "alternate", &[]).await;
    assert!(second.content.contains("You’re the first."), "{}", second.content);
    scene.ask(&scene.ada, "host start", &[]).await;
    scene.settled().await;

    scene.ask(&scene.players[2], "leave", &[("confirm", true.into())]).await;
    scene.resolve().await;
    scene.settled().await;
    let posts = scene.ada.view(scene.hall);
    let round = posts.iter().find(|post| post.content.contains("dan has left the match")).unwrap();
    assert!(round.content.contains("· round 2 of "), "{}", round.content);
    let offer =
        scene.ada.view(scene.hall).into_iter().rfind(|post| post.button("Take the seat").is_some()).unwrap();
    assert!(offer.content.contains("The seat of **dan** is free."), "{}", offer.content);
    assert!(offer.pings == [yan.id()] && offer.button("I agree").is_none());
    let taken = scene.press(&yan, &offer, ":take-seat").await;
    assert!(taken.content.contains("You play in **#1 Queue** now."), "{}", taken.content);
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().seat_of(yan.id().0.into()), Some(Seat::new(3)));

    // With nobody left to ask, the hosts are told.
    scene.ask(&scene.players[3], "leave", &[("confirm", true.into())]).await;
    scene.clock.advance(Duration::from_hours(24));
    scene.settled_after_deadlines().await;
    let free = scene.newest();
    assert!(free.content.contains("there is no alternate to ask"), "{}", free.content);
    assert_eq!(free.pings, [scene.ada.id()]);
    scene.end().await;
}
