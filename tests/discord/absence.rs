//! Whoever is late, ready or away reads what it means for them, and nobody else learns more than they should.

use std::time::Duration;

use trigon::sandbox::{NewPerson, Person, Response, SeenMessage};

use crate::scene::Scene;

const HOUR: Duration = Duration::from_hours(1);

impl Scene {
    async fn hours_later(&self, hours: u32) {
        self.clock.advance(HOUR * hours);
        self.settled_after_deadlines().await;
    }
}

fn question_of(who: &Person) -> SeenMessage {
    who.dms().into_iter().find(|dm| dm.button("Next rounds…").is_some()).unwrap()
}

fn last(who: &Person) -> String {
    who.dms().pop().unwrap().content
}

#[tokio::test(flavor = "multi_thread")]
async fn everyone_who_is_ready_ends_a_round_and_can_take_it_back_wherever_they_are() {
    let scene = Scene::set().await;
    let options = [("early", true.into()), ("least_hours", 2.into()), ("early_minutes", 45.into())];
    scene.begin_with("Quick", &options).await;
    scene.settled().await;
    let sign_up =
        scene.ada.view(scene.hall).into_iter().find(|post| post.content.contains("for 7 players")).unwrap();
    let terms = "A round ends early once everyone is ready: at least 2 hours after it has begun, and 45 minutes after";
    assert!(sign_up.content.contains(terms), "{}", sign_up.content);
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);

    let pad = bob.dms().pop().unwrap();
    assert!(pad.button("Ready").is_none(), "there is nothing yet that could be final");
    let early = scene.dm(bob, "ready").await;
    assert!(early.content.contains("Answer first"), "{}", early.content);
    for player in &scene.players {
        scene.dm(player, "-").await;
    }
    scene.settled().await;
    let pad = bob.message(pad.id).unwrap();
    assert!(pad.content.contains("If that’s final, press **Ready**"), "{}", pad.content);
    let pressed = scene.press(bob, &pad, ":ready").await;
    assert!(pressed.content.contains("You’re ready."), "{}", pressed.content);
    assert!(pressed.button("Not ready").is_some());
    let said = scene.ask(cleo, "ready", &[]).await;
    assert!(said.content.contains("You’re ready in"), "{}", said.content);
    for player in &scene.players[2..] {
        scene.dm(player, "Ready").await;
    }
    // The open pad of whoever said it elsewhere shows it, too.
    scene.settled().await;
    let question = |who: &Person| who.dms().into_iter().find(|dm| dm.content.contains("round 1")).unwrap();
    assert!(question(cleo).button("Not ready").is_some(), "{}", question(cleo).content);

    let posts = scene.ada.view(scene.hall).len();
    scene.hours_later(2).await;
    let told = scene.newest().content;
    assert_eq!(scene.ada.view(scene.hall).len(), posts + 1);
    assert!(told.contains("⏩ Everyone is ready: **Round 1 of 10 ends <t:"), "{told}");
    assert!(last(bob).contains("press **Not ready**"), "{}", last(bob));
    let back = scene.dm(cleo, "not ready").await;
    assert!(
        back.content.contains("not ready in") && back.content.contains("stays as it is"),
        "{}",
        back.content
    );
    scene.hours_later(1).await;
    let told = scene.newest().content;
    assert!(told.contains("Not everyone is ready any more, so round 1 of 10 goes on"), "{told}");
    assert!(!told.contains("cleo"), "nobody learns who");
    scene.dm(cleo, "ready").await;
    scene.hours_later(1).await;
    scene.hours_later(1).await;
    assert!(scene.newest().content.contains("Round 2"), "{}", scene.newest().content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_late_is_told_what_it_costs_and_nobody_else_learns_who() {
    let scene = Scene::set().await;
    let options = [("strikes", 2.into()), ("grace", 1.into()), ("grace_hours", 6.into())];
    scene.begin_with("Strict", &options).await;
    scene.settled().await;
    let sign_up =
        scene.ada.view(scene.hall).into_iter().find(|post| post.content.contains("for 7 players")).unwrap();
    for line in [
        "A player who is late gives everyone 6 hours more, up to once each, and once a round.",
        "A player who misses 2 deadlines in a row may lose their seat to somebody else.",
    ] {
        assert!(sign_up.content.contains(line), "{}", sign_up.content);
    }
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    for player in &scene.players[1..] {
        scene.dm(player, "-").await;
    }
    scene.hours_later(24).await;
    let post = scene.newest();
    assert!(post.content.contains("Somebody is late, so everyone has more time."), "{}", post.content);
    let dms = last;
    assert!(dms(bob).contains("I have nothing from you yet"), "{}", dms(bob));
    assert!(dms(bob).contains("This can’t happen again for you"), "{}", dms(bob));
    assert!(dms(cleo).contains("Somebody is late"), "{}", dms(cleo));

    scene.hours_later(6).await;
    let warned = last(bob);
    assert!(warned.contains("You sent nothing in time. If you miss the next deadline, too"), "{warned}");
    assert!(!last(cleo).contains("You sent nothing in time"));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_that_ends_while_the_clock_is_stopped_is_told_like_any_other() {
    let scene = Scene::set().await;
    scene.begin("Frozen").await;
    scene.settled().await;
    scene.ask(&scene.ada, "host pause", &[]).await;
    scene.resolve().await;
    scene.settled().await;
    let post = scene.newest();
    assert!(post.content.contains("## Frozen · round 2 of 10"), "{}", post.content);
    assert!(post.content.contains("The clock is stopped. Send me your path"), "{}", post.content);
    let asked = last(&scene.players[0]);
    assert!(asked.contains("round 2 of 10") && asked.contains("The clock is stopped."), "{asked}");
    let closed = scene.players[0].dms().into_iter().find(|dm| dm.content.contains("round 1")).unwrap();
    assert!(closed.parts().next().is_none(), "{}", closed.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_will_be_away_leaves_paths_and_reads_what_became_of_them() {
    let scene = Scene::set().await;
    scene.begin("Holiday").await;
    scene.settled().await;
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    let none = scene.dm(bob, "ahead").await;
    assert!(none.content.contains("nothing is left for the rounds after this one"), "{}", none.content);
    let wrong = scene.dm(bob, "ahead URD, xyz").await;
    assert!(!wrong.content.contains("Left for the next rounds"), "{}", wrong.content);
    let left = scene.dm(bob, "ahead -, URDL").await;
    assert!(!left.content.contains("Left for"), "four steps are no path: {}", left.content);
    let left = scene.dm(bob, "ahead -, -").await;
    assert!(left.content.contains("Left for the next rounds: **stay**, then **stay**."), "{}", left.content);
    let me = scene.ask(bob, "me", &[]).await;
    assert!(me.content.contains("Left for the next rounds"), "{}", me.content);
    // The pad shows it, and has a form for it that begins with what is left.
    scene.settled().await;
    let question = bob.dms().into_iter().find(|dm| dm.button("Next rounds…").is_some()).unwrap();
    assert!(
        question.content.contains("-# Left for the next rounds: **stay**, then **stay**."),
        "{}",
        question.content
    );
    let form = bob.click(question.id, question.button("Next rounds…").unwrap()).unwrap();
    let Response::Modal(modal) = form.response().await.unwrap() else { panic!("no form") };
    assert_eq!(modal.fields[0].value, "-, -");
    let left = form.submit_modal(&[("answers", "-, -, -")]).unwrap().message().await.unwrap();
    assert!(left.content.contains("**stay**, then **stay**, then **stay**"), "{}", left.content);
    let form = cleo.click(question_of(cleo).id, question_of(cleo).button("Next rounds…").unwrap()).unwrap();
    form.response().await.unwrap();
    let none = form.submit_modal(&[("answers", "")]).unwrap().message().await.unwrap();
    assert!(none.content.contains("nothing is left"), "{}", none.content);
    scene.dm(bob, "ahead -, -").await;
    let cleared = scene.ask(cleo, "ahead", &[("answers", "none".into())]).await;
    assert!(cleared.content.contains("You have left nothing"), "{}", cleared.content);
    scene.hours_later(24).await;
    let told = last(bob);
    assert!(told.contains("- I’ve entered what you left for this round."), "{told}");
    assert!(told.contains("✅ Your path: **stay**"), "{told}");
    assert!(!last(cleo).contains("entered"), "{}", last(cleo));
    let taken = scene.dm(bob, "ahead none").await;
    assert!(taken.content.contains("nothing is left"), "{}", taken.content);
    scene.end().await;
}

#[tokio::test]
async fn times_to_come_are_written_with_a_day_or_a_date_and_completed() {
    let scene = Scene::set().await;
    scene.begin("Friday").await;
    let (bob, now) = (&scene.players[0], scene.matches.clock().now());
    let text = |at: i64| chrono::DateTime::from_timestamp_millis(at).unwrap();
    // In two days and a little, to the minute.
    let at = (now + 53 * trigon::matches::HOUR) / 60_000 * 60_000;
    let dated = text(at).format("%Y-%m-%d %H:%M UTC").to_string();
    let typed = dated.trim_end_matches(" UTC").to_owned() + " ut";
    let offered = bob.autocomplete(scene.hall, "substitute", &[], "until", &typed).await.unwrap();
    assert!(offered.iter().any(|choice| choice.value == dated.as_str()), "{dated}: {offered:?}");
    let zoe = &scene.sandbox.create_person(NewPerson::named("zoe"));
    scene.guild.add_member(zoe);
    let lend = [("with", zoe.id().into()), ("until", dated.as_str().into())];
    scene.ask(bob, "substitute", &lend).await;
    scene.settled().await;
    let asked = scene.newest();
    assert!(asked.content.contains(&format!("<t:{}:f>", at / 1_000)), "{}", asked.content);
    let both = [("with", zoe.id().into()), ("until", dated.as_str().into()), ("hours", 5.into())];
    let refused = scene.ask(bob, "substitute", &both).await;
    assert!(refused.content.contains("either for some hours or until some time"), "{}", refused.content);
    let past = text(now - 50 * trigon::matches::HOUR).format("%Y-%m-%d %H:%M UTC").to_string();
    let refused = scene.ask(bob, "substitute", &[("with", zoe.id().into()), ("until", past.into())]).await;
    assert!(refused.content.contains("has passed"), "{}", refused.content);

    let cleo = &scene.players[1];
    let from = text(at).format("%a %H:%M UTC").to_string().to_lowercase();
    let to = text(at + 24 * trigon::matches::HOUR).format("%a %H:%M UTC").to_string().to_lowercase();
    let away = scene.ask(cleo, "away", &[("from", from.into()), ("to", to.into())]).await;
    for time in [at, at + 24 * trigon::matches::HOUR] {
        assert!(away.content.contains(&format!("<t:{}:f>", time / 1_000)), "{}", away.content);
    }
    let nothing = scene.ask(cleo, "away", &[]).await;
    assert!(nothing.content.contains("`days` or the option `to`"), "{}", nothing.content);
    let (late, early) = (now + 72 * trigon::matches::HOUR, now + 24 * trigon::matches::HOUR);
    let date = |at| text(at).format("%Y-%m-%d %H:%M UTC").to_string();
    for (options, problem) in [
        ([("from", date(late).into()), ("to", date(early).into())], "end before it begins"),
        ([("from", date(late).into()), ("to", "2020-01-01 08:00 UTC".into())], "has passed"),
        ([("from", date(late).into()), ("in_days", 2.into())], "not with both"),
        ([("to", date(late).into()), ("days", 2.into())], "not with both"),
        ([("to", date(late).into()), ("from", "monday".into())], "“monday” is not a time: write the day"),
    ] {
        let refused = scene.ask(cleo, "away", &options).await;
        assert!(refused.content.contains(problem), "{options:?}: {}", refused.content);
    }
    scene.end().await;
}
