//! What takes the agreement of all players, players who are away, banks and plans: as people read it.

use std::time::Duration;

use trigon::ids::MatchId;
use trigon::matches::{Clock as _, Match};
use trigon::sandbox::Person;

use crate::scene::Scene;

fn last(who: &Person) -> String {
    who.dms().pop().unwrap().content
}

impl Scene {
    async fn first(&self) -> std::sync::Arc<Match> {
        self.matches.load(MatchId(1)).await.unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_wants_more_than_the_limits_asks_everyone_and_everyone_sees_who_has_agreed() {
    let scene = Scene::set().await;
    scene.begin("Patience").await;
    scene.settled().await;
    let before = scene.first().await.deadline.unwrap();
    let asked = scene.ask(&scene.ada, "host extend", &[("hours", 49.into())]).await;
    for part in ["no host can decide alone to give 49 hours more", "it lapses when round 1 of 10 ends"] {
        assert!(asked.content.contains(part), "{}", asked.content);
    }
    let confirmed = scene.press(&scene.ada, &asked, ":propose").await;
    assert!(confirmed.content.contains("I’m asking the players of **#1 Patience**"), "{}", confirmed.content);
    scene.settled().await;
    let post = scene.newest();
    assert!(post.content.contains("asks everyone **whether to give 49 hours more**"), "{}", post.content);
    assert!(
        post.content.contains(&format!("<t:{}:f>", (before + 49 * 3_600_000) / 1_000)),
        "{}",
        post.content
    );
    assert_eq!(post.pings.len(), 7);

    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    let seen = scene.press(bob, &post, ":consent").await;
    let shown = scene.ada.message(post.id).unwrap();
    assert_eq!(seen.id, post.id);
    assert!(shown.content.contains(&format!("Agreed: {}.", bob.mention())), "{}", shown.content);
    let twice = scene.press(bob, &post, ":consent").await;
    assert!(twice.ephemeral && twice.content.contains("You have already accepted"), "{}", twice.content);
    for player in &scene.players[1..] {
        scene.press(player, &post, ":consent").await;
    }
    scene.settled().await;
    let shown = scene.ada.message(post.id).unwrap();
    assert!(shown.content.contains("All players have agreed."), "{}", shown.content);
    assert!(shown.parts().next().is_none());
    assert_eq!(scene.first().await.deadline, Some(before + 49 * 3_600_000));
    assert!(scene.newest().content.contains("has moved the deadline"), "{}", scene.newest().content);
    assert!(last(cleo).contains("has moved the deadline"), "{}", last(cleo));

    // One player is enough to refuse.
    let asked = scene.ask(&scene.ada, "host extend", &[("hours", 100.into())]).await;
    scene.press(&scene.ada, &asked, ":propose").await;
    scene.settled().await;
    let post = scene.newest();
    scene.press(cleo, &post, ":object").await;
    scene.settled().await;
    let shown = scene.ada.message(post.id).unwrap();
    assert!(shown.content.contains("Not everyone agrees") && shown.parts().next().is_none());
    let told = scene.newest();
    assert!(told.content.contains("cleo does not agree to give 100 hours more"), "{}", told.content);
    let history = scene.ask(bob, "history", &[]).await;
    assert!(history.content.contains("The host asks all players whether to give 49 hours more."));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_can_stop_the_clock_for_no_longer_than_hosts_may_add_and_then_asks_everyone() {
    let scene = Scene::set().await;
    scene.begin("Break").await;
    scene.settled().await;
    let begun = scene.clock.now();
    let at = |hours: i64| format!("<t:{}:", (begun + hours * 3_600_000) / 1_000);
    let stopped = scene.ask(&scene.ada, "host pause", &[]).await;
    assert!(stopped.content.contains(&format!("it starts by itself {}", at(48))), "{}", stopped.content);
    scene.settled().await;
    let told = scene.newest().content;
    assert!(told.contains(&format!("It starts again by itself {}", at(48))), "{told}");
    // Within that, one command stops it for a day, and another one starts it again.
    scene.clock.advance(Duration::from_hours(24));
    scene.ask(&scene.ada, "host resume", &[]).await;
    assert_eq!(scene.first().await.deadline, Some(begun + 48 * 3_600_000));
    let asked = scene.ask(&scene.ada, "host extend", &[("hours", 25.into())]).await;
    assert!(asked.content.contains("no host can decide alone to give 25 hours more"), "{}", asked.content);
    scene.ask(&scene.ada, "host pause", &[]).await;
    scene.clock.advance(Duration::from_hours(24));
    scene.settled_after_deadlines().await;
    assert!(scene.newest().content.contains("The pause is over"), "{}", scene.newest().content);
    let asked = scene.ask(&scene.ada, "host pause", &[]).await;
    assert!(asked.content.contains("no host can decide alone to stop the clock"), "{}", asked.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_hosts_want_of_a_match_that_has_ended_is_not_offered_to_the_players() {
    let scene = Scene::set().await;
    scene.begin("Gone").await;
    scene.ask(&scene.ada, "host cancel", &[("confirm", true.into())]).await;
    let here = ("match", 1.into());
    let commands: [(&str, &[(&str, trigon::sandbox::OptionValue)]); 6] = [
        ("host extend", &[here.clone(), ("hours", 100.into())]),
        ("host extend", &[here.clone(), ("hours", (-1).into())]),
        ("host pause", std::slice::from_ref(&here)),
        ("host resume", std::slice::from_ref(&here)),
        ("host resolve", std::slice::from_ref(&here)),
        ("host undo", std::slice::from_ref(&here)),
    ];
    for (command, options) in commands {
        let refused = scene.ask(&scene.ada, command, options).await;
        let is_said = ["Match 1 has already ended.", "Match 1 is over."].contains(&&*refused.content);
        assert!(is_said && refused.parts().next().is_none(), "{command}: {}", refused.content);
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ending_a_round_that_somebody_has_not_answered_takes_everyone_unless_the_terms_say_otherwise() {
    let scene = Scene::set().await;
    scene.begin_with("Fair", &[("sign_up", true.into())]).await;
    scene.settled().await;
    // The terms were changed before anybody had a seat, so nobody had to be told.
    let told = |text: &str| scene.ada.view(scene.hall).iter().any(|post| post.content.contains(text));
    assert!(!told("A host has changed what hosts may do alone"));
    let late = scene.ask(&scene.ada, "host limits", &[("none", true.into())]).await;
    assert!(late.content.contains("can no longer be changed"), "{}", late.content);
    scene.end().await;

    let scene = Scene::set().await;
    let options = [("players", 7.into()), ("pregame_hours", 0.into()), ("title", "Fair".into())];
    scene.ask(&scene.ada, "host create", &options).await;
    scene.settled().await;
    let post = scene.newest();
    for player in &scene.players {
        scene.press(player, &post, ":join").await;
    }
    let changed = scene.ask(&scene.ada, "host limits", &[("extend_hours", 12.into())]).await;
    assert!(changed.content.contains("Hosts can add up to 12 hours"), "{}", changed.content);
    scene.settled().await;
    let told = scene.newest();
    assert!(
        told.content.contains("A host has changed what hosts may do alone. Hosts can add up to 12 hours")
    );
    assert_eq!(told.pings.len(), 7, "they joined under other terms");
    scene.ask(&scene.ada, "host start", &[]).await;
    scene.settled().await;
    scene.clock.advance(Duration::from_mins(30));
    let asked = scene.ask(&scene.ada, "host resolve", &[]).await;
    assert!(asked.content.contains("no host can decide alone to end this now"), "{}", asked.content);
    for player in &scene.players {
        scene.dm(player, "-").await;
    }
    let asked = scene.ask(&scene.ada, "host resolve", &[]).await;
    assert!(asked.content.contains("Everyone has answered."), "{}", asked.content);
    let done = scene.press(&scene.ada, &asked, ":end").await;
    assert!(done.content.contains("round 2 of 10"), "{}", done.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_corrected_value_is_told_to_everyone_with_the_reason_and_without_the_value() {
    let scene = Scene::set().await;
    scene.begin("Typo").await;
    scene.settled().await;
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    scene.dm(bob, "-").await;
    let options =
        [("player", cleo.id().into()), ("reason", "I read the wrong line".into()), ("garnets", 5.into())];
    let asked = scene.ask(&scene.ada, "host correct", &options).await;
    assert!(
        asked.content.contains("takes back what players have sent for round 1 of 10"),
        "{}",
        asked.content
    );
    assert!(!last(bob).contains("corrected"), "{}", last(bob));
    let options = [&options[..], &[("confirm", true.into())]].concat();
    let done = scene.ask(&scene.ada, "host correct", &options).await;
    assert!(done.content.contains("Everyone is told, with the reason"), "{}", done.content);
    scene.settled().await;
    let post = scene.newest();
    let line = "- The host corrects the roster: garnets of cleo. Reason: I read the wrong line";
    assert!(post.content.contains(line), "{}", post.content);
    let told = last(bob);
    assert!(told.contains("A host has corrected the roster (garnets of cleo)"), "{told}");
    assert!(told.contains("none yet"), "{told}");
    assert!(last(cleo).contains("Garnets **5**"), "{}", last(cleo));
    assert_eq!(bob.dms().iter().filter(|dm| dm.parts().next().is_some()).count(), 1, "one open pad");

    // Once a round has ended, all players are asked.
    scene.resolve().await;
    let options = [("player", cleo.id().into()), ("reason", "Again".into()), ("garnets", 4.into())];
    let asked = scene.ask(&scene.ada, "host correct", &options).await;
    assert!(asked.content.contains("I’m asking the players"), "{}", asked.content);
    scene.settled().await;
    let post = scene.newest();
    assert!(post.content.contains("It is about the garnets of cleo. Reason: “Again”"), "{}", post.content);
    for player in &scene.players {
        scene.press(player, &post, ":consent").await;
    }
    scene.settled().await;
    let news = scene.newest();
    assert!(news.content.contains("round 1 of 10"), "it is played again: {}", news.content);
    assert!(last(cleo).contains("Garnets **4**"), "{}", last(cleo));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_of_turns_is_away_and_the_others_read_why_the_clock_stands_still() {
    let scene = Scene::set().await;
    let bank = [("bank", 72.into()), ("bank_add", 12.into()), ("weekends", "Europe/Berlin".into())];
    let id = scene.started("triangoli", 2, &bank).await;
    let posts = scene.ada.view(scene.hall);
    let sign_up = posts.iter().find(|post| post.content.contains("for all turns of a player")).unwrap();
    for line in [
        "72 hours for all turns of a player, 12 hours more after each turn, and never more than 120 hours.",
        "On weekends (Europe/Berlin), clocks stand still.",
    ] {
        assert!(sign_up.content.contains(line), "{}", sign_up.content);
    }
    let usual =
        "While a player is away, that player’s clock stands still, for up to 5 days altogether: `/away`.";
    assert!(!sign_up.content.contains(usual), "{}", sign_up.content);
    let game = scene.matches.load(id).await.unwrap();
    let asked = game.to_act()[0].seat;
    let who = scene.in_seat(&game, asked);
    scene.settled().await;
    let asks = scene.newest();
    assert!(asks.content.contains("-# Banks at the beginning of this turn: "), "{}", asks.content);
    assert!(asks.content.contains(" 72 h"), "{}", asks.content);
    let none = scene.ask(who, "away", &[]).await;
    assert!(none.content.contains("Give the option `days`"), "{}", none.content);
    let told = scene.ask(who, "away", &[("days", 2.into())]).await;
    for part in ["🧳 You’re away from <t:", "Your clock stands still", "for 72 hours more", "/away back:True"]
    {
        assert!(told.content.contains(part), "{}", told.content);
    }
    scene.settled().await;
    let post = scene.newest();
    let line = format!("🧳 {} is away from <t:", game.names().get(asked));
    assert!(post.content.contains(&line) && post.content.contains("clock stands still"), "{}", post.content);
    let me = scene.ask(who, "me", &[]).await;
    assert!(me.content.contains("🧳 You’re away"), "{}", me.content);
    let back = scene.ask(who, "away", &[("back", true.into())]).await;
    assert!(back.content.contains("You’re back in"), "{}", back.content);
    scene.settled().await;
    assert!(scene.newest().content.contains("is back, so"), "{}", scene.newest().content);
    let both = [("game", "triangoli".into()), ("clock", 12.into()), ("bank", 12.into())];
    let refused = scene.ask(&scene.players[3], "play new", &both).await;
    assert!(refused.content.contains("leave out `clock` or `bank`"), "{}", refused.content);
    let zone = [("game", "triangoli".into()), ("clock", 12.into()), ("weekends", "Berlin".into())];
    let refused = scene.ask(&scene.players[3], "play new", &zone).await;
    assert!(refused.content.contains("“Berlin” is not a time zone"), "{}", refused.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hosts_who_do_not_play_see_who_is_away_in_a_match_of_rounds_and_nobody_else_does() {
    let scene = Scene::set().await;
    scene.begin("Holiday").await;
    scene.settled().await;
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    let (posts, dms) = (scene.ada.view(scene.hall).len(), cleo.dms().len());
    let told = scene.ask(bob, "away", &[("days", 3.into()), ("in_days", 1.into())]).await;
    assert!(told.content.contains("Only hosts who don’t play see it."), "{}", told.content);
    assert!(told.content.contains("leave paths with `/ahead`"), "{}", told.content);
    scene.settled().await;
    assert_eq!((scene.ada.view(scene.hall).len(), cleo.dms().len()), (posts, dms));
    let status = scene.ask(&scene.ada, "host status", &[]).await;
    assert!(status.content.contains("(away from <t:"), "{}", status.content);
    scene.clock.advance(Duration::from_hours(24));
    scene.settled_after_deadlines().await;
    let status = scene.ask(&scene.ada, "host status", &[]).await;
    assert!(status.content.contains("(away; back <t:"), "{}", status.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_is_played_when_it_fits_and_its_author_is_told_when_it_does_not() {
    let scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[]).await;
    let game = scene.matches.load(id).await.unwrap();
    let mut session = game.session.clone().unwrap();
    let first = session.to_act()[0].seat;
    let mut line = Vec::new();
    while line.iter().filter(|(seat, _)| *seat != first).count() < 2 {
        let seat = session.to_act()[0].seat;
        let action = session.legal(seat).remove(0);
        session.apply(trigon::games::By::Seat(seat), &action).unwrap();
        line.push((seat, action));
    }
    let second = line.iter().map(|(seat, _)| *seat).find(|seat| *seat != first).unwrap();
    let (one, two) = (scene.in_seat(&game, first), scene.in_seat(&game, second));
    let plan: Vec<&str> = line.iter().map(|(_, action)| &**action).collect();
    let said = scene.ask(two, "ahead", &[("answers", plan.join("; ").into())]).await;
    let name = game.names().get(first).into_owned();
    assert!(said.content.contains(&format!("Planned: {name}: `{}`", plan[0])), "{}", said.content);
    assert!(said.content.contains(&format!("you: `{}`", line.last().unwrap().1)), "{}", said.content);
    let own = scene.ask(one, "ahead", &[("answers", plan[0].into())]).await;
    assert!(own.content.contains("play first"), "{}", own.content);
    let none = scene.ask(one, "ahead", &[]).await;
    assert!(none.content.contains("you have planned nothing"), "{}", none.content);
    // Until the planned answer comes, everything must be played as expected.
    let until = line.iter().position(|(seat, _)| *seat == second).unwrap();
    for (_, action) in &line[..until] {
        scene.ask(one, "move", &[("action", (&**action).into())]).await;
    }
    scene.settled().await;
    let game = scene.matches.load(id).await.unwrap();
    assert!(game.question.number as usize > until, "the planned answer was played at once");
    let post = scene.newest();
    assert!(post.content.contains(&one.mention()), "whose turn it is again is asked: {}", post.content);
    let legal = game.session.as_ref().unwrap().legal(first);
    let expected = game.ahead(second).first().cloned();
    let other = legal.into_iter().find(|action| Some(action) != expected.as_ref()).unwrap();
    scene.ask(one, "move", &[("action", (&*other).into())]).await;
    scene.settled().await;
    let told = last(two);
    assert!(told.contains("What you had planned with `/ahead` no longer fits"), "{told}");
    scene.end().await;
}
