//! A public beacon in the draws: what people read of it from the sign-up to the end.

use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use trigon::games::Registry;
use trigon::ids::MatchId;
use trigon::matches::{BeaconError, BeaconSource, Pulse, Quicknet, Record, Status, verify};
use trigon::sandbox::OptionValue;

use crate::scene::Scene;
use crate::stage::HASH;

/// Round 1000 of quicknet as recorded.
const ROUND: u64 = 1_000;
const SIGNATURE: &str =
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";

/// How long before the round the roster closes.
const ROSTER_CLOSES_BEFORE: Duration = Duration::from_mins(5);

/// A day.
const DAY: Duration = Duration::from_hours(24);

struct Recorded;

impl BeaconSource for Recorded {
    fn fetch(&self, round: u64) -> Pin<Box<dyn Future<Output = Result<Pulse, BeaconError>> + Send + '_>> {
        Box::pin(ready(Pulse::new(round, SIGNATURE)))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_reads_which_round_it_will_be_and_that_the_roster_closed_before() {
    let now = Quicknet::published(ROUND) - (ROSTER_CLOSES_BEFORE + DAY).as_millis() as i64;
    let scene = Scene::with_beacons(now, Arc::new(Recorded)).await;
    let options =
        [("game", OptionValue::from("triangoli")), ("thread", false.into()), ("beacon_hours", 24.into())];
    let (bob, cleo, dan) = (&scene.players[0], &scene.players[1], &scene.players[2]);
    let made = scene.ask(bob, "play new", &options).await;
    let named = "round 1000 of drand’s beacon quicknet";
    assert!(made.content.contains("The roster closes <t:1692806064:f>") && made.content.contains(named));
    scene.settled().await;
    let hash = scene.hash_posts().remove(0);
    assert!(hash.content.contains(named), "{}", hash.content);
    let sign_up = scene.newest();
    let fair = scene.press(cleo, &sign_up, ":fair-play").await.content;
    assert!(
        fair.contains(named) && fair.contains(Quicknet::HASH) && fair.contains("the person who runs me"),
        "{fair}"
    );
    assert!(sign_up.content.contains(named), "{}", sign_up.content);
    assert!(sign_up.button("Start").is_none(), "it starts by itself");
    scene.press(cleo, &sign_up, ":join").await;

    scene.clock.advance(DAY);
    scene.settled_after_deadlines().await;
    let closed = scene.newest();
    assert!(closed.content.contains("The roster of match 1 is closed"), "{}", closed.content);
    assert!(closed.content.contains(named), "{}", closed.content);
    let in_order = format!("` 1` **{}** {}", bob.name(), bob.mention());
    assert!(closed.content.to_lowercase().contains(&in_order.to_lowercase()), "{}", closed.content);
    let sign_up = scene.ada.message(sign_up.id).unwrap();
    assert!(
        sign_up.content.contains("roster closed") && sign_up.button("Join").is_none(),
        "{}",
        sign_up.content
    );
    let refused = scene.ask(cleo, "play word", &[("word", "late".into())]).await;
    assert!(refused.content.starts_with("The roster of match 1 is closed"), "{}", refused.content);
    let refused = scene.ask(dan, "play new", &[("game", "trice".into()), ("beacon_hours", 1.into())]).await;
    assert!(refused.content.contains("closes <t:"), "{}", refused.content);

    scene.clock.advance(ROSTER_CLOSES_BEFORE);
    let begun = async {
        while scene.matches.load(MatchId(1)).await.unwrap().status != Status::Running {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(crate::scene::WAIT_TIMEOUT, begun).await.unwrap();
    scene.quiet().await;
    let all = scene.ada.view(scene.hall);
    let line = format!("-# Round 1000 of drand’s beacon quicknet for the draws of match 1: `{SIGNATURE}`");
    assert_eq!(all.iter().filter(|message| message.content == line).count(), 1);
    for before in [&hash, &closed] {
        assert!(!scene.ada.message(before.id).unwrap().edited, "{}", before.content);
    }
    assert!(hash.content.starts_with(HASH));

    scene.ask(bob, "resign", &[("confirm", true.into()), ("match", 1.into())]).await;
    scene.quiet().await;
    let end = scene.newest();
    let fair = scene.press(bob, &end, ":fair-play").await.content;
    assert!(fair.contains("Round 1000 of drand’s beacon quicknet went into every draw"), "{fair}");
    let file = end.files.iter().find(|file| file.filename == "record.json").unwrap();
    let record = Record::read(&file.bytes, &Registry::standard()).unwrap();
    let verified = verify(&record, None).unwrap();
    assert_eq!(verified.mismatch(), None);
    assert!(verified.checks.iter().any(|check| check.what == "beacon"));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_without_a_source_says_so_and_creates_nothing() {
    let scene = Scene::set().await;
    let refused = scene.ask(&scene.ada, "host create", &[("beacon_hours", 24.into())]).await;
    assert_eq!(refused.content, "No public beacon can be used here: create the match without one.");
    assert!(scene.matches.going_on().await.unwrap().is_empty());
    scene.end().await;
}
