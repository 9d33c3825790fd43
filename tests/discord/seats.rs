//! Seats that change hands, as the people concerned see it.

use std::time::Duration;

use trigon::games::Seat;
use trigon::ids::MatchId;
use trigon::matches::{Command, Person};
use trigon::sandbox::{Fault, NewPerson};

use crate::announcements::words;
use crate::scene::{Scene, why};
use crate::stage::{Stage, seven};

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_takes_the_seat_of_a_player_who_agrees_and_learns_what_they_knew() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    let (ada, bob, cleo) = (&scene.ada, &scene.players[0], &scene.players[1]);
    let zoe = scene.sandbox.create_person(NewPerson::named("zoe"));
    scene.guild.add_member(&zoe);
    let replace = [("player", bob.id().into()), ("new", zoe.id().into()), why()];
    let refused = scene.ask(cleo, "host replace", &replace).await;
    assert!(refused.content.contains("not hosting"), "{}", refused.content);
    let twice = scene
        .ask(ada, "host replace", &[("player", bob.id().into()), ("new", cleo.id().into()), why()])
        .await;
    assert!(twice.content.contains("has or had a seat"), "{}", twice.content);

    let asked = scene.ask(ada, "host replace", &replace).await;
    assert!(asked.content.contains("and the player to agree"), "{}", asked.content);
    scene.quiet().await;
    let post = scene
        .ada
        .view(scene.hall)
        .into_iter()
        .rev()
        .find(|post| post.button("Take the seat").is_some())
        .unwrap();
    for who in [bob, &zoe] {
        assert!(post.content.contains(&who.mention()) && post.pings.contains(&who.id()), "{}", post.content);
    }
    let apart = scene.press(cleo, &post, ":take-seat:").await;
    assert!(apart.content.contains("Somebody else is asked"), "{}", apart.content);
    let waits = scene.press(&zoe, &post, ":take-seat:").await;
    assert!(waits.content.contains("as soon as the other"), "{}", waits.content);
    assert!(zoe.dms().is_empty(), "before that, nothing is told");
    let letter =
        |text: &str| text.lines().find(|line| line.contains("You begin on the cell")).map(str::to_owned);
    let known = letter(&bob.dms().last().unwrap().content).unwrap();
    let agreed = scene.press(bob, &post, ":hand-over:").await;
    assert!(agreed.content.contains("handed over your seat"), "{}", agreed.content);
    scene.quiet().await;
    let told = scene.ada.view(scene.hall).pop().unwrap();
    assert!(
        told.content.contains("🔁 **zoe**") && told.content.contains("plays for **bob** from now on"),
        "{}",
        told.content
    );
    assert!(scene.ada.message(post.id).unwrap().button("Take the seat").is_none(), "it is answered");
    let question = zoe.dms().pop().unwrap();
    assert!(question.content.contains("round 1"), "{}", question.content);
    let me = scene.ask(&zoe, "me", &[]).await;
    assert!(me.content.contains(known.trim_start_matches("- ")), "{} lacks {known}", me.content);
    let gone = scene.ask(bob, "me", &[]).await;
    assert!(gone.content.contains("not playing") || gone.content.contains("no match"), "{}", gone.content);
    scene.dm(&zoe, "-").await;
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    assert!(game.decision(Seat::new(1)).unwrap().answered);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_is_missed_only_when_the_round_ends() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    let (ada, cleo) = (&scene.ada, &scene.players[1]);
    scene.ask(ada, "host cohost", &[("user", scene.players[4].id().into())]).await;
    scene.quiet().await;
    let still = scene.ask(cleo, "leave", &[("confirm", false.into())]).await;
    assert!(still.content.contains("still in"), "{}", still.content);
    let before = scene.ada.view(scene.hall).len();
    let edits = || {
        scene
            .sandbox
            .requests(0)
            .iter()
            .filter(|request| request.method == "PATCH" && request.path.contains(&scene.hall.to_string()))
            .count()
    };
    let edited = edits();
    let left = scene.ask(cleo, "leave", &[("confirm", true.into())]).await;
    assert!(left.content.contains("The others learn of it when"), "{}", left.content);
    scene.quiet().await;
    // A host who plays reads no more than that.
    let status = scene.ask(&scene.players[4], "host status", &[]).await;
    assert!(status.content.contains("cleo") && !status.content.contains("has left"), "{}", status.content);
    assert_eq!(
        (scene.ada.view(scene.hall).len(), edits()),
        (before, edited),
        "no message shows that somebody left"
    );
    let dms = cleo.dms().len();
    scene.resolve().await;
    scene.quiet().await;
    let posts = scene.ada.view(scene.hall);
    assert!(posts.iter().any(|post| words(post).contains("cleo has left the match.")));
    assert!(scene.newest().content.contains("there is no alternate to ask"), "{}", scene.newest().content);
    assert_eq!(cleo.dms().len(), dms, "cleo is asked nothing");
    let status = scene.ask(ada, "host status", &[]).await;
    assert!(status.content.contains("(has left)"), "{}", status.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_friend_plays_for_a_player_who_travels() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    let bob = &scene.players[0];
    let zoe = scene.sandbox.create_person(NewPerson::named("zoe"));
    scene.guild.add_member(&zoe);
    let alone = scene.ask(bob, "substitute", &[]).await;
    assert!(alone.content.contains("Say who plays for you"), "{}", alone.content);
    let asked = scene.ask(bob, "substitute", &[("with", zoe.id().into()), ("hours", 30.into())]).await;
    assert!(asked.content.contains("you’re asked nothing until you come back"), "{}", asked.content);
    scene.quiet().await;
    let post = scene.newest();
    assert!(post.content.contains("would you play for **bob** until <t:"), "{}", post.content);
    assert!(post.button("I agree").is_none(), "bob has asked for it");
    let taken = scene.press(&zoe, &post, ":take-seat:").await;
    assert!(taken.content.contains("You play for **bob** until <t:"), "{}", taken.content);
    scene.quiet().await;
    assert!(scene.newest().content.contains("🔁 **zoe**"), "{}", scene.newest().content);
    scene.dm(&zoe, "-").await;
    scene.clock.advance(Duration::from_hours(30));
    scene.settled_after_deadlines().await;
    let posts = scene.ada.view(scene.hall);
    assert!(posts.iter().any(|post| post.content.contains("**bob**") && post.content.contains("is back")));
    assert!(bob.dms().last().unwrap().content.contains("round 2"), "{}", bob.dms().last().unwrap().content);
    scene.ask(bob, "me", &[]).await;
    // Whoever has left the server is not asked before somebody else takes the seat.
    let dan = &scene.players[2];
    scene.guild.remove_member(dan);
    let yan = scene.sandbox.create_person(NewPerson::named("yan"));
    scene.guild.add_member(&yan);
    let replace = [("player", dan.id().into()), ("new", yan.id().into()), why()];
    let asked = scene.ask(&scene.ada, "host replace", &replace).await;
    assert!(!asked.content.contains("and the player to agree"), "{}", asked.content);
    let nothing = scene.ask(bob, "substitute", &[("stop", true.into())]).await;
    assert!(nothing.content.contains("Nobody plays for you"), "{}", nothing.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_for_a_former_player_and_is_sent_late_tells_them_nothing() {
    let stage = Stage::running().await;
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    let former = &stage.players[0];
    let before = former.dms().len();
    let path = format!("/channels/{}/messages", former.dms()[0].channel);
    stage.sandbox.fail_next(Some("POST"), &path, 1, Fault::Status(503));
    let game = stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap().game;
    stage.pending(id, 1).await;
    let newcomer = stage.sandbox.create_person(NewPerson::named("zoe"));
    stage.guild.add_member(&newcomer);
    let (player, user) = (game.players[0].user_id, newcomer.id().0.into());
    let hand_over = Command::Handover {
        player,
        user,
        name: "zoe".to_owned(),
        back_in: None,
        has_left: false,
        since: None,
        reason: None,
    };
    stage.matches.ask(id, &stage.host(), hand_over).await.unwrap();
    let take = Command::AnswerHandover { seat: Seat::new(1), number: None, accept: true };
    stage.matches.ask(id, &Person::user(user), take.clone()).await.unwrap();
    stage.matches.ask(id, &Person::user(player), take).await.unwrap();
    stage.clock.advance(Duration::from_secs(11));
    stage.pending(id, 0).await;
    let told: Vec<String> = former.dms().into_iter().skip(before).map(|dm| dm.content).collect();
    assert!(told.is_empty(), "the question is no longer theirs: {told:?}");
    assert!(newcomer.dms().last().unwrap().content.contains("round 2"));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_asked_for_a_seat_one_after_the_other_and_three_times_a_day() {
    let scene = Scene::set().await;
    scene.begin("Favours").await;
    let bob = &scene.players[0];
    let friend = |n: u8| {
        let friend = scene.sandbox.create_person(NewPerson::named(&format!("friend{n}")));
        scene.guild.add_member(&friend);
        friend
    };
    let friends: Vec<_> = (0..5).map(friend).collect();
    let mut asked = 0;
    for friend in &friends {
        scene.clock.advance(Duration::from_mins(1));
        let with = [("with", friend.id().into()), ("hours", 5.into())];
        let answer = scene.ask(bob, "substitute", &with).await;
        scene.settled().await;
        let post = scene.newest();
        if asked == 3 {
            let refused =
                "People can be asked to take the same seat at most 3 times in 24 hours. Try again later.";
            assert_eq!(answer.content, refused);
            assert!(!post.pings.contains(&friend.id()));
            continue;
        }
        assert_eq!(post.pings, [friend.id()]);
        asked += 1;
        // As long as the first one has not answered, nobody else is asked, no matter who wants that.
        let other = [("with", friends[4].id().into()), ("hours", 5.into())];
        let replace = [("player", bob.id().into()), ("new", friends[4].id().into()), why()];
        for (who, command, options) in
            [(bob, "substitute", &other[..]), (&scene.ada, "host replace", &replace[..])]
        {
            let refused = scene.ask(who, command, options).await;
            assert!(
                refused.content.starts_with("Somebody is already asked to take that seat."),
                "{}",
                refused.content
            );
        }
        // The player withdraws it, or a host does, or the friend says no.
        let by = [bob, &scene.ada, friend][asked - 1];
        scene.press(by, &post, ":keep-seat").await;
        scene.settled().await;
        assert!(scene.newest().pings.is_empty());
    }
    assert_eq!(asked, 3);
    scene.clock.advance(Duration::from_hours(24));
    scene.settled_after_deadlines().await;
    let with = [("with", friends[4].id().into()), ("hours", 5.into())];
    let answer = scene.ask(bob, "substitute", &with).await;
    assert!(answer.content.contains(&friends[4].mention()), "{}", answer.content);
    scene.end().await;
}
