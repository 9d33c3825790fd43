//! Nobody is woken or reminded more often than they chose: quiet hours, reminders and their times.

use std::time::Duration;

use trigon::sandbox::{Person, SeenMessage};

use crate::scene::Scene;

fn last(who: &Person) -> SeenMessage {
    who.dms().pop().unwrap()
}

impl Scene {
    /// Moves on to the next time that is this many hours after midnight in UTC, and at least a second away.
    async fn until(&self, hour: i64) {
        let (now, day) = (self.clock.now(), 24 * 3_600_000);
        let at = now.div_euclid(day) * day + hour * 3_600_000;
        let at = if at > now { at } else { at + day };
        self.clock.advance(Duration::from_millis((at - now).unsigned_abs()));
        self.settled_after_deadlines().await;
    }
}

use trigon::matches::Clock as _;

#[tokio::test(flavor = "multi_thread")]
async fn at_night_messages_come_and_make_no_sound() {
    let scene = Scene::set().await;
    scene.until(12).await;
    scene.begin("Night").await;
    scene.settled().await;
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    let wrong = scene.ask(bob, "settings", &[("quiet", "night".into())]).await;
    assert!(wrong.content.contains("write them like 23-8 Europe"), "{}", wrong.content);
    let usual = scene.ask(bob, "settings", &[]).await;
    assert!(usual.content.contains("make a sound at any time") && usual.content.contains("all reminders"));
    let chosen = scene.ask(bob, "settings", &[("quiet", "23-8 UTC".into())]).await;
    assert!(chosen.content.contains("make no sound in 23:00-08:00 UTC"), "{}", chosen.content);
    assert!(!last(bob).silent && !scene.newest().silent);

    scene.until(0).await;
    scene.confirmed(&scene.ada, "host resolve", &[]).await;
    scene.settled().await;
    assert!(last(bob).silent && last(bob).content.contains("round 2"), "{}", last(bob).content);
    assert!(!last(cleo).silent && last(cleo).content.contains("round 2"), "others have chosen nothing");
    assert!(!scene.newest().silent);
    // Who asks is awake.
    assert!(!scene.dm(bob, "me").await.silent);
    scene.until(9).await;
    scene.confirmed(&scene.ada, "host resolve", &[]).await;
    scene.settled().await;
    assert!(!last(bob).silent && last(bob).content.contains("round 3"));

    // A host chooses for everyone, and everyone reads it.
    let done = scene.ask(&scene.ada, "host quiet", &[("hours", "22-7 UTC".into())]).await;
    assert!(done.content.contains("make no sound in 22:00-07:00 UTC"), "{}", done.content);
    scene.settled().await;
    assert!(scene.newest().content.contains("🔕 In 22:00-07:00 UTC"), "{}", scene.newest().content);
    scene.until(23).await;
    scene.confirmed(&scene.ada, "host resolve", &[]).await;
    scene.settled().await;
    assert!(scene.newest().silent && last(cleo).silent);
    assert!(scene.newest().content.contains("Round 4"), "{}", scene.newest().content);
    let refused = scene.ask(bob, "host quiet", &[("hours", "none".into()), ("match", 1.into())]).await;
    assert!(refused.content.contains("Only the host"), "{}", refused.content);
    scene.end().await;
}

fn reminders(who: &Person) -> usize {
    who.dms().iter().filter(|dm| dm.content.contains("⏰")).count()
}

impl Scene {
    /// Lets hours pass, and everything happen that is due by then.
    async fn pass(&self, hours: u64) {
        self.clock.advance(Duration::from_hours(hours));
        self.settled_after_deadlines().await;
    }

    /// Chooses reminders by their names.
    async fn choose(&self, who: &Person, reminders: i64) -> String {
        self.ask(who, "settings", &[("reminders", reminders.into())]).await.content
    }
}

/// The places of these choices of `/settings reminders`.
const LAST: i64 = 1;
const NONE: i64 = 2;
const BEFORE_2: i64 = 4;
const BEFORE_4: i64 = 5;
const BEFORE_8: i64 = 6;
const BEFORE_12: i64 = 7;

#[tokio::test(flavor = "multi_thread")]
async fn each_player_gets_the_reminders_that_they_want_with_everything_that_waits() {
    let scene = Scene::set().await;
    scene.begin("First").await;
    scene.begin("Second").await;
    scene.settled().await;
    let (bob, cleo, dan) = (&scene.players[0], &scene.players[1], &scene.players[2]);
    let only_last = scene.choose(bob, LAST).await;
    assert!(only_last.contains("only the last reminder"), "{only_last}");
    scene.choose(dan, NONE).await;
    scene.pass(18).await;
    // Both matches end at the same time, so one message reminds of both.
    assert_eq!((reminders(bob), reminders(cleo), reminders(dan)), (0, 1, 0));
    let text = last(cleo).content;
    let is_of = |reminded: &str, other: &str| {
        let also = format!("Also waiting for you:\n- **{other}**, round 1 of 10, ends <t:");
        text.starts_with(&format!("**{reminded}**")) && text.contains(&also)
    };
    assert!(is_of("First", "#2 Second") || is_of("Second", "#1 First"), "{text}");
    scene.pass(5).await;
    assert_eq!((reminders(bob), reminders(cleo), reminders(dan)), (1, 2, 0));
    scene.ask(&scene.ada, "host remind", &[("match", 1.into())]).await;
    scene.settled().await;
    assert_eq!(reminders(dan), 1, "a host’s reminder always comes");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_person_chooses_how_long_before_a_deadline_they_are_reminded() {
    let scene = Scene::set().await;
    scene.begin("Early").await;
    scene.settled().await;
    let [bob, cleo, dan, eve, finn, ..] = &scene.players[..] else { panic!() };
    let told = scene.choose(bob, BEFORE_12).await;
    assert!(told.contains("You get one reminder, 12 hours before a deadline."), "{told}");
    scene.choose(cleo, BEFORE_2).await;
    scene.choose(eve, BEFORE_8).await;
    scene.choose(finn, BEFORE_4).await;
    let counts = || [bob, cleo, dan, eve, finn].map(reminders);
    scene.pass(11).await;
    assert_eq!(counts(), [0; 5]);
    scene.pass(1).await;
    assert_eq!(counts(), [1, 0, 0, 0, 0], "twelve hours before");
    scene.pass(4).await;
    assert_eq!(counts(), [1, 0, 0, 1, 0], "eight hours before");
    scene.pass(2).await;
    assert_eq!(counts(), [1, 0, 1, 1, 0], "six hours before, as the match has it");
    scene.dm(finn, "-").await;
    scene.pass(2).await;
    assert_eq!(counts(), [1, 0, 1, 1, 0], "who has answered is not reminded");
    scene.pass(2).await;
    assert_eq!(counts(), [1, 1, 1, 1, 0], "two hours before");
    scene.pass(1).await;
    assert_eq!(counts(), [1, 1, 2, 1, 0], "an hour before, as the match has it");
    // In the next round, everything begins anew.
    scene.pass(1).await;
    scene.pass(12).await;
    assert_eq!(counts(), [2, 1, 2, 1, 0]);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_wants_to_be_mentioned_is_so_whether_or_not_they_have_answered() {
    let scene = Scene::set().await;
    scene.until(12).await;
    scene.begin("Aloud").await;
    scene.settled().await;
    let [bob, cleo, dan, eve, ..] = &scene.players[..] else { panic!() };
    let told = scene.ask(bob, "settings", &[("in_channel", true.into())]).await.content;
    assert!(told.contains("whether or not you have") && told.contains("in_channel:False"), "{told}");
    for who in [cleo, eve] {
        scene.ask(who, "settings", &[("in_channel", true.into()), ("reminders", BEFORE_4.into())]).await;
    }
    scene.ask(dan, "settings", &[("in_channel", true.into()), ("reminders", NONE.into())]).await;
    scene.ask(eve, "settings", &[("quiet", "6-9 UTC".into())]).await;
    scene.dm(bob, "-").await;
    let posts = || {
        let posts = scene.ada.view(scene.hall).into_iter().filter(|post| post.content.contains("⏰"));
        posts.map(|post| (post.pings.clone(), post.content)).collect::<Vec<_>>()
    };
    scene.pass(18).await;
    let [(pings, text)] = &posts()[..] else { panic!("{:?}", posts()) };
    assert_eq!(pings, &[bob.id()], "six hours before, as the match has it; he has answered");
    assert!(text.contains("Round 1 of 10 ends <t:") && text.contains("whether or not"), "{text}");
    // A host’s reminder goes to those who are silent, and changes nothing about mentions.
    scene.ask(&scene.ada, "host remind", &[]).await;
    scene.settled().await;
    assert_eq!([bob, cleo, dan, eve].map(reminders), [0, 1, 1, 1]);
    scene.pass(2).await;
    let (pings, text) = posts().pop().unwrap();
    assert_eq!(pings, [cleo.id()], "four hours before; eve sleeps");
    let name = |who: &Person| format!("<@{}>", who.id());
    assert!(text.contains(&name(cleo)) && text.contains(&name(eve)) && !text.contains(&name(bob)), "{text}");
    scene.ask(bob, "settings", &[("in_channel", false.into())]).await;
    scene.pass(3).await;
    assert_eq!(posts().len(), 2, "an hour before, nobody is left who wants it");
    assert_eq!([bob, cleo, dan, eve].map(reminders), [0, 1, 1, 1]);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_phase_shorter_than_they_have_chosen_people_are_reminded_once_and_later() {
    let scene = Scene::set().await;
    scene.begin("Short").await;
    scene.ask(&scene.ada, "host extend", &[("hours", (-17).into())]).await;
    scene.settled().await;
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    scene.choose(bob, BEFORE_12).await;
    scene.pass(2).await;
    assert_eq!(reminders(bob), 0, "five hours before");
    scene.pass(1).await;
    assert_eq!(reminders(bob), 1, "four hours before, the longest that this round has");
    scene.pass(2).await;
    assert_eq!(reminders(bob), 1);
    // A choice made in the middle of a round counts at once.
    scene.choose(cleo, BEFORE_2).await;
    scene.choose(bob, NONE).await;
    scene.ask(&scene.ada, "host extend", &[("hours", 3.into())]).await;
    scene.pass(3).await;
    assert_eq!((reminders(bob), reminders(cleo)), (1, 2), "six hours and two hours before");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_reminded_again_of_what_a_reminder_has_just_named() {
    let mut scene = Scene::set().await;
    scene.begin("First").await;
    scene.clock.advance(Duration::from_hours(1));
    scene.begin("Second").await;
    scene.clock.advance(Duration::from_hours(4));
    scene.begin("Third").await;
    scene.settled().await;
    scene.choose(&scene.players[0], BEFORE_12).await;
    let named = |who: &Person, title: &str| {
        let dms = who.dms();
        dms.iter().filter(|dm| dm.content.contains("⏰") && dm.content.contains(title)).count()
    };
    scene.pass(7).await;
    let bob = &scene.players[0];
    assert_eq!([named(bob, "First"), named(bob, "Second"), named(bob, "Third")], [1, 1, 1]);
    // What somebody was told outlives the process.
    scene.crash().await;
    scene.start_bot().await;
    scene.pass(1).await;
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    assert_eq!(reminders(bob), 1, "twelve hours before the end of Second, which was named an hour ago");
    scene.pass(4).await;
    assert_eq!(reminders(bob), 2, "twelve hours before the end of Third, which was named five hours ago");
    assert!(last(bob).content.starts_with("**Third**"), "{}", last(bob).content);

    // Six hours before the end of First; the others follow after one and five hours.
    scene.pass(1).await;
    assert_eq!(reminders(cleo), 1);
    scene.pass(1).await;
    assert_eq!(reminders(cleo), 1, "Second was named an hour ago");
    scene.pass(4).await;
    assert_eq!(reminders(cleo), 2, "an hour before the end of First, and six before that of Third");
    assert_eq!([named(cleo, "First"), named(cleo, "Third")], [2, 2]);
    scene.pass(5).await;
    assert_eq!(named(cleo, "Third"), 3, "an hour before its end");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deadlines_come_as_a_file_in_which_they_move() {
    let scene = Scene::set().await;
    scene.begin("Friday").await;
    let bob = &scene.players[0];
    let file = async |scene: &Scene| {
        let told = scene.ask(bob, "matches", &[("calendar", true.into())]).await;
        assert_eq!(told.files[0].filename, "deadlines.ics");
        String::from_utf8(told.files[0].bytes.to_vec()).unwrap()
    };
    let event = |file: &str, key: &str| {
        let line = file.lines().find(|line| line.starts_with(key)).unwrap_or_else(|| panic!("{key}: {file}"));
        line.to_owned()
    };
    let first = file(&scene).await;
    assert!(first.starts_with("BEGIN:VCALENDAR\r\n") && first.ends_with("END:VCALENDAR\r\n"), "{first}");
    assert_eq!(event(&first, "SUMMARY"), "SUMMARY:Friday: round 1 of 10 ends");
    assert_eq!(event(&first, "UID"), "UID:match-1-0@trigon");
    assert!(event(&first, "URL").contains("https://discord.com/channels/"));
    scene.ask(&scene.ada, "host extend", &[("hours", 3.into())]).await;
    let moved = file(&scene).await;
    assert_eq!(event(&moved, "UID"), event(&first, "UID"));
    assert_ne!(event(&moved, "DTSTART"), event(&first, "DTSTART"));
    let none = scene.ask(bob, "matches", &[]).await;
    assert!(none.files.is_empty());
    scene.end().await;
}
