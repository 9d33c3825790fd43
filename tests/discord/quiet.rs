//! Quiet hours and reminders, as people choose them.

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

#[tokio::test(flavor = "multi_thread")]
async fn each_player_gets_the_reminders_that_they_want_with_everything_that_waits() {
    let scene = Scene::set().await;
    scene.begin("First").await;
    scene.begin("Second").await;
    scene.settled().await;
    let (bob, cleo, dan) = (&scene.players[0], &scene.players[1], &scene.players[2]);
    let last_one = [("reminders", 1.into())];
    let only_last = scene.ask(bob, "settings", &last_one).await;
    assert!(only_last.content.contains("only the last reminder"), "{}", only_last.content);
    scene.ask(dan, "settings", &[("reminders", 2.into())]).await;
    let reminders = |who: &Person| who.dms().iter().filter(|dm| dm.content.contains("⏰")).count();
    scene.clock.advance(Duration::from_hours(18));
    scene.settled_after_deadlines().await;
    assert_eq!((reminders(bob), reminders(cleo), reminders(dan)), (0, 2, 0));
    for (reminded, other) in [("First", "#2 Second"), ("Second", "#1 First")] {
        let dms = cleo.dms();
        let about = dms
            .iter()
            .find(|dm| dm.content.starts_with(&format!("**{reminded}**")) && dm.content.contains("⏰"));
        let text = &about.unwrap_or_else(|| panic!("no reminder of {reminded}: {dms:?}")).content;
        let also = format!("Also waiting for you:\n- **{other}**, round 1 of 10, ends <t:");
        assert!(text.contains(&also), "{text}");
    }
    scene.clock.advance(Duration::from_hours(5));
    scene.settled_after_deadlines().await;
    assert_eq!((reminders(bob), reminders(cleo), reminders(dan)), (2, 4, 0));
    scene.ask(&scene.ada, "host remind", &[("match", 1.into())]).await;
    scene.settled().await;
    assert_eq!(reminders(dan), 1, "a host’s reminder always comes");
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
