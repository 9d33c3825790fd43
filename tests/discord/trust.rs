//! Those who hold, have held or may come to hold a seat see no more than players do, and what hosts do is done in the open.

use std::time::Duration;

use trigon::ids::MatchId;
use trigon::sandbox::{NewPerson, Permissions, Person};

use crate::scene::{Scene, why};

/// What only hosts who have never played may use.
const LOOKS: [&str; 3] = ["host status", "host simulate", "host export"];

impl Scene {
    /// Lets another person into the server.
    fn newcomer(&self, name: &str) -> Person {
        let person = self.sandbox.create_person(NewPerson::named(name));
        self.guild.add_member(&person);
        person
    }

    /// Lets a person host in the server without any part in a match.
    async fn moderator(&self, name: &str) -> Person {
        let person = self.newcomer(name);
        let role = self.guild.create_role("hosts", Permissions::NONE);
        self.ask(&self.ada, "host role", &[("role", role.into())]).await;
        self.guild.give_role(&person, role);
        person
    }

    /// Checks that somebody sees nothing secret of match 1.
    async fn assert_sees_nothing(&self, who: &Person) {
        for command in LOOKS {
            let answer = self.ask(who, command, &[("match", 1.into())]).await;
            assert!(answer.files.is_empty(), "{command}: {}", answer.content);
            assert!(!answer.content.contains('✅') && !answer.content.contains('⌛'), "{}", answer.content);
        }
        let resolves = self.ask(who, "host resolve", &[("match", 1.into())]).await;
        assert!(!resolves.content.contains("nswered"), "{}", resolves.content);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_has_left_or_handed_over_the_seat_sees_no_more_than_before() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    for host in [bob, cleo] {
        scene.ask(&scene.ada, "host cohost", &[("user", host.id().into())]).await;
    }
    scene.dm(&scene.players[2], "-").await;
    scene.assert_sees_nothing(bob).await;
    scene.ask(bob, "leave", &[("confirm", true.into())]).await;
    let zoe = scene.newcomer("zoe");
    let replace = [("player", cleo.id().into()), ("new", zoe.id().into()), why()];
    scene.ask(&scene.ada, "host replace", &replace).await;
    scene.quiet().await;
    let post = scene.newest();
    scene.press(&zoe, &post, ":take-seat:").await;
    let handed = scene.press(cleo, &post, ":hand-over:").await;
    assert!(handed.content.contains("handed over your seat"), "{}", handed.content);
    for former in [bob, cleo] {
        scene.assert_sees_nothing(former).await;
    }
    let refused = scene.ask(bob, "host export", &[("match", 1.into())]).await;
    assert!(refused.content.contains("You have played in match 1"), "{}", refused.content);
    // What others need them for, they still do.
    let asked = scene.ask(bob, "host pause", &[("match", 1.into())]).await;
    assert!(asked.content.contains("all players have to agree"), "{}", asked.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_plays_brings_in_another_host_only_if_all_players_agree() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let bob = &scene.players[0];
    scene.ask(&scene.ada, "host cohost", &[("user", bob.id().into())]).await;
    scene.quiet().await;
    let friend = scene.newcomer("zoe");
    for host in [bob, &scene.ada] {
        let asked = scene.ask(host, "host cohost", &[("user", friend.id().into())]).await;
        assert!(asked.content.contains("I’m asking the players"), "{}", asked.content);
        scene.assert_sees_nothing(&friend).await;
        scene.quiet().await;
        let post = scene.newest();
        let said =
            format!("to let {} host the match, too, and see what players keep secret", friend.mention());
        assert!(post.content.contains(&said), "{}", post.content);
        scene.press(&scene.players[3], &post, ":object:").await;
        scene.quiet().await;
    }
    scene.ask(bob, "host cohost", &[("user", friend.id().into())]).await;
    scene.quiet().await;
    let post = scene.newest();
    for player in &scene.players[1..] {
        scene.press(player, &post, ":consent:").await;
    }
    scene.quiet().await;
    assert!(scene.newest().content.contains("hosts this match, too"), "{}", scene.newest().content);
    let status = scene.ask(&friend, "host status", &[("match", 1.into())]).await;
    assert!(status.content.contains('⌛') && status.files.len() == 1, "{}", status.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_with_a_secret_notes_who_looks_and_moderators_get_none() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let moderator = scene.moderator("zoe").await;
    scene.dm(&scene.players[2], "-").await;
    scene.assert_sees_nothing(&moderator).await;
    let looks = async || {
        let game = scene.matches.load(MatchId(1)).await.unwrap();
        game.log.iter().filter(|entry| entry.control() == Some(&trigon::matches::Control::Look)).count()
    };
    assert_eq!(looks().await, 0, "there was nothing to see");
    for (place, command) in (1..).zip(["host status", "host simulate", "host export", "host resolve"]) {
        let answer = scene.ask(&scene.ada, command, &[("match", 1.into())]).await;
        assert_eq!(looks().await, place, "{command}: {}", answer.content);
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_host_does_to_a_seat_names_the_host_and_the_reason() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    let (ada, bob) = (&scene.ada, &scene.players[0]);
    let unseat = |more: Option<&str>| {
        let reason = more.map(|reason| ("reason", reason.into()));
        [Some(("player", bob.id().into())), reason].into_iter().flatten().collect::<Vec<_>>()
    };
    let refused = scene.ask(ada, "host unseat", &unseat(None)).await;
    assert!(refused.content.contains("Say in the option `reason`"), "{}", refused.content);
    scene.ask(ada, "host unseat", &unseat(Some("Insults in the lounge"))).await;
    scene.quiet().await;
    let told = bob.dms().pop().unwrap().content;
    let by = format!("The host {} has taken you out", ada.mention());
    assert!(told.contains(&by) && told.contains("“Insults in the lounge”"), "{told}");
    scene.resolve().await;
    let posts = scene.ada.view(scene.hall);
    let said = format!(
        "The host {} has taken **bob** out of the match. Reason: “Insults in the lounge”",
        ada.mention()
    );
    assert!(posts.iter().any(|post| crate::announcements::words(post).contains(&said)), "{said}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hosts_who_play_and_moderators_take_nobody_out_without_the_consent_of_all() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let moderator = scene.moderator("zoe").await;
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    scene.ask(&scene.ada, "host cohost", &[("user", bob.id().into())]).await;
    scene.quiet().await;
    for host in [bob, &moderator] {
        let asked = scene.ask(host, "host unseat", &[("player", cleo.id().into()), why()]).await;
        assert!(asked.content.contains("I’m asking the players"), "{}", asked.content);
        scene.quiet().await;
        let post = scene.newest();
        assert!(post.content.contains("to take cleo out of the match") && post.pings.contains(&cleo.id()));
        scene.press(cleo, &post, ":object:").await;
        scene.quiet().await;
        let game = scene.matches.load(MatchId(1)).await.unwrap();
        assert!(game.seat_of(cleo.id().0.into()).is_some() && game.proposal().is_none());
    }
    // A no stands, also if the same is asked in another way.
    let friend = scene.newcomer("yan");
    let replace = [("player", cleo.id().into()), ("new", friend.id().into()), why()];
    for host in [bob, &moderator, &scene.ada] {
        let refused = scene.ask(host, "host replace", &replace).await;
        assert!(refused.content.contains("has said no, and keeps the seat"), "{}", refused.content);
    }
    scene.resolve().await;
    let asked = scene.ask(bob, "host replace", &replace).await;
    assert!(asked.content.contains("I’m asking the players"), "{}", asked.content);
    scene.quiet().await;
    let post = scene.newest();
    let said = format!("{} would take it over. Reason: “They asked for it.”", friend.mention());
    assert!(post.content.contains(&said), "{}", post.content);
    for player in &scene.players[2..] {
        scene.press(player, &post, ":consent:").await;
    }
    scene.quiet().await;
    let post = scene.newest();
    assert!(post.content.contains("do you agree?") && post.pings.contains(&cleo.id()), "{}", post.content);
    scene.press(&friend, &post, ":take-seat:").await;
    assert!(scene.matches.load(MatchId(1)).await.unwrap().seat_of(cleo.id().0.into()).is_some());
    scene.press(cleo, &post, ":hand-over:").await;
    assert!(scene.matches.load(MatchId(1)).await.unwrap().seat_of(friend.id().0.into()).is_some());
    scene.end().await;
}

/// Otherwise, the channel would see who was silent in the last round.
#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_asked_about_the_seat_in_the_same_words_whatever_they_have_sent() {
    let mut told = Vec::new();
    for (before, since) in [(false, false), (true, false), (false, true)] {
        let scene = Scene::set().await;
        let zoe = scene.newcomer("zoe");
        scene.begin("Code Red").await;
        let bob = &scene.players[0];
        if before {
            scene.dm(bob, "-").await;
        }
        scene.resolve().await;
        if since {
            scene.dm(bob, "-").await;
        }
        let replace = [("player", bob.id().into()), ("new", zoe.id().into()), why()];
        let answer = scene.ask(&scene.ada, "host replace", &replace).await.content;
        scene.quiet().await;
        let post = scene.newest();
        scene.press(&zoe, &post, ":take-seat:").await;
        scene.quiet().await;
        told.push((answer, post.content, post.pings.len(), scene.newest().content));
        // Only silence in both rounds means that the seat passes.
        scene.clock.advance(Duration::from_hours(12));
        scene.settled_after_deadlines().await;
        let game = scene.matches.load(MatchId(1)).await.unwrap();
        assert_eq!(game.seat_of(zoe.id().0.into()).is_some(), !before && !since);
        scene.end().await;
    }
    assert!(told[0].1.contains("If you missed the last deadline and send nothing by <t:"), "{}", told[0].1);
    assert_eq!(told[0], told[1]);
    assert_eq!(told[0], told[2]);
}

/// Otherwise, somebody could ask, and change the terms while somebody is about to agree.
#[tokio::test(flavor = "multi_thread")]
async fn a_button_below_an_earlier_request_for_a_seat_does_nothing_to_a_later_one() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let (bob, zoe) = (&scene.players[0], scene.newcomer("zoe"));
    let replace = [("player", bob.id().into()), ("new", zoe.id().into()), why()];
    let for_a_time = [&replace[..], &[("hours", 5.into())]].concat();
    scene.ask(&scene.ada, "host replace", &for_a_time).await;
    scene.quiet().await;
    let earlier = scene.newest();
    scene.press(&scene.ada, &earlier, ":keep-seat:").await;
    scene.ask(&scene.ada, "host replace", &replace).await;
    scene.quiet().await;
    let later = scene.newest();
    scene.press(&zoe, &later, ":take-seat:").await;
    // Bob’s Discord may still show the buttons.
    let agree = crate::scene::press(&earlier, ":hand-over:");
    if let Ok(pressed) = bob.click(earlier.id, &agree) {
        let answer = pressed.message().await.unwrap();
        assert!(answer.content.contains("That request for a seat of match 1 is over"), "{}", answer.content);
    }
    assert!(scene.matches.load(MatchId(1)).await.unwrap().seat_of(bob.id().0.into()).is_some());
    scene.press(bob, &later, ":hand-over:").await;
    assert!(scene.matches.load(MatchId(1)).await.unwrap().seat_of(zoe.id().0.into()).is_some());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_somebody_is_asked_to_play_for_a_time_the_player_reads_how_to_leave_and_a_host_whom_to_take_out()
 {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    let (ada, bob, zoe) = (&scene.ada, &scene.players[0], scene.newcomer("zoe"));
    let lend = [("with", zoe.id().into()), ("hours", 10.into())];
    let leave = [("confirm", true.into())];
    scene.ask(bob, "substitute", &lend).await;
    let refused = scene.ask(bob, "leave", &leave).await;
    assert!(refused.content.contains("`/substitute stop:True`"), "{}", refused.content);
    assert!(refused.content.contains(&zoe.mention()) && refused.ephemeral, "{}", refused.content);
    let back = scene.ask(bob, "substitute", &[("stop", true.into())]).await;
    assert!(back.content.contains("nobody is asked to play for you any longer"), "{}", back.content);

    scene.ask(bob, "substitute", &lend).await;
    scene.quiet().await;
    scene.press(&zoe, &scene.newest(), ":take-seat:").await;
    let unseat = |player: &Person| [("player", player.id().into()), why()];
    let refused = scene.ask(ada, "host unseat", &unseat(bob)).await;
    let first = format!("{} plays for {}: `/host unseat`", zoe.mention(), bob.mention());
    assert!(refused.content.contains(&first), "{}", refused.content);
    for player in [&zoe, bob] {
        scene.ask(ada, "host unseat", &unseat(player)).await;
    }
    assert!(scene.matches.load(MatchId(1)).await.unwrap().is_vacant(trigon::games::Seat::new(1)));
    scene.end().await;
}
