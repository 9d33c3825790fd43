//! A public beacon in the draws: the roster closes before its round is published, and the match starts with it.

use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Mutex;

use super::*;
use trigon::ids::{MatchId, UserId};
use trigon::matches::{BeaconError, BeaconSource, Pulse, Quicknet, Record, Signature, verify};

/// Round 1000 of quicknet as recorded.
const ROUND: u64 = 1_000;
const SIGNATURE: &str =
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";

/// Round 1001, for a match that closes three seconds later.
const NEXT: &str =
    "b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41";

/// How long before the round the roster closes.
const ROSTER_CLOSES_BEFORE: Millis = 300_000;

/// A beacon that is known from records. It can be reached after a number of attempts.
struct Recorded(Mutex<u32>);

impl BeaconSource for Recorded {
    fn fetch(&self, round: u64) -> Pin<Box<dyn Future<Output = Result<Pulse, BeaconError>> + Send + '_>> {
        let mut failures = self.0.lock().unwrap();
        let signature = if round == ROUND { SIGNATURE } else { NEXT };
        let pulse = match *failures {
            0 => Pulse::new(round, signature),
            _ => Err(BeaconError::Unreachable("no answer".to_owned())),
        };
        *failures = failures.saturating_sub(1);
        Box::pin(ready(pulse))
    }
}

impl Hall {
    /// Opens a hall so long before the recorded round that a roster which closes in a day closes in time for it.
    async fn with_beacon(failures: u32) -> Self {
        let mut hall = Self::opened_at(closed() - 24 * HOUR).await;
        hall.matches = hall.matches.clone().with_beacons(Arc::new(Recorded(Mutex::new(failures))));
        hall
    }

    /// Waits until the round has been looked for, which nothing else waits for.
    async fn started(&self, id: MatchId) -> Arc<Match> {
        for _ in 0..1_000 {
            let game = self.load(id).await;
            if game.status != Status::Signup {
                return game;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        panic!("the match has not started");
    }

    /// Cancels a match, and returns its record.
    async fn record(&self, id: MatchId) -> Record {
        self.matches.ask(id, &host(), Command::Cancel).await.unwrap();
        self.load(id).await.record().unwrap()
    }
}

fn with_beacon(terms: Terms) -> Terms {
    Terms { beacon_hours: Some(24), ..terms }
}

/// Returns when the roster closes.
fn closed() -> Millis {
    Quicknet::published(ROUND) - ROSTER_CLOSES_BEFORE
}

#[tokio::test]
async fn the_roster_closes_before_the_round_that_was_named_at_creation() {
    let hall = Hall::with_beacon(0).await;
    let id = hall.seated(with_beacon(Terms { pregame_hours: 12, ..seven() })).await;
    let beacon = hall.load(id).await.beacon.unwrap();
    assert_eq!((beacon.round, beacon.closes, beacon.closed), (ROUND, closed(), false));
    let start = hall.matches.ask(id, &host(), Command::Start).await;
    assert!(sentence(start).contains("starts by itself"));
    hall.matches
        .ask(id, &Person::user(UserId(103)), Command::AddWord("pear".parse().unwrap()))
        .await
        .unwrap();
    hall.told().await;

    // The time decides, even if the clock has not done its work yet.
    hall.clock.set(closed());
    let all = [
        (person(UserId(101)), Command::Leave),
        (host(), Command::Unseat { user: UserId(101), reason: None }),
        (host(), Command::Seat(seat(3))),
        (host(), Command::Roster(Vec::new())),
        (person(UserId(102)), Command::AddWord("late".parse().unwrap())),
    ];
    let nothing_changes = async || {
        for (who, command) in &all {
            let refused = denied(hall.matches.ask(id, who, command.clone()).await);
            assert_eq!(refused.map(|_| ()), Err(Denied::RosterClosed(id)), "{command:?}");
        }
    };
    nothing_changes().await;
    hall.until(closed()).await;
    let told = Notice::RosterClosed { round: ROUND, is_other: false };
    assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), told)]);
    nothing_changes().await;
    assert!(!hall.load(id).await.takes_words());

    hall.until(Quicknet::published(ROUND)).await;
    let game = hall.started(id).await;
    let signature: Signature = SIGNATURE.parse().unwrap();
    assert_eq!(game.beacon.unwrap().signature, Some(signature));
    let begins = game.deadline.unwrap();
    assert_eq!((game.status, begins), (Status::Pregame, Quicknet::published(ROUND) + 12 * HOUR));
    let known = Notice::BeaconKnown { round: ROUND, signature };
    let told = [known, Notice::Pregame { begins }].map(|notice| (Target::Channel(CHANNEL), notice));
    assert_eq!(hall.told().await, told);
    // Not even in the pregame: everybody can know by now what a change would lead to.
    let refused =
        denied(hall.matches.ask(id, &host(), Command::Unseat { user: UserId(101), reason: None }).await);
    assert_eq!(refused.map(|_| ()), Err(Denied::RosterClosed(id)));
    hall.until(begins).await;
    assert_eq!(hall.load(id).await.status, Status::Running);

    let record = hall.record(id).await;
    let found = record.beacon.unwrap();
    assert_eq!((found.round, found.signature), (ROUND, signature));
    let checked = verify(&record, None).unwrap();
    assert_eq!(checked.mismatch(), None);
    assert!(checked.checks.iter().any(|check| check.what == "beacon" && check.matches == Some(true)));
    let read = Record::read(&record.file().unwrap(), hall.matches.games()).unwrap();
    assert_eq!(verify(&read, None).unwrap(), checked);
    // Without it, something else would have been drawn.
    let without = Record { beacon: None, ..record };
    assert_eq!(verify(&without, None).unwrap().mismatch().unwrap().what, "placement");
}

#[tokio::test]
async fn seats_are_drawn_with_the_beacon_and_nobody_starts_before_it() {
    let hall = Hall::with_beacon(0).await;
    let games = Registry::standard();
    let info = games.get("triforce").unwrap().info();
    let id = hall.joined("triforce", 6, with_beacon(Terms::usual(info))).await;
    let start = hall.matches.ask(id, &Person::user(UserId(101)), Command::Start).await;
    assert!(sentence(start).contains("starts by itself"));
    hall.until(closed()).await;
    hall.until(Quicknet::published(ROUND)).await;
    assert_eq!(hall.started(id).await.status, Status::Running);
    hall.matches.ask(id, &person(UserId(101)), Command::Cancel).await.unwrap();
    let record = hall.load(id).await.record().unwrap();
    assert_eq!(verify(&record, None).unwrap().mismatch(), None);
    let without = Record { beacon: None, ..record };
    assert_eq!(verify(&without, None).unwrap().mismatch().unwrap().what, "seating");
}

#[tokio::test]
async fn invited_players_wait_for_the_beacon_too() {
    let hall = Hall::with_beacon(0).await;
    let info = Registry::standard().get("triangoli").unwrap().info();
    let terms = with_beacon(Terms { invited: vec![UserId(101), UserId(102)], ..Terms::usual(info) });
    let id = hall.joined("triangoli", 2, terms).await;
    assert_eq!(hall.load(id).await.status, Status::Signup);
    hall.until(closed()).await;
    hall.until(Quicknet::published(ROUND)).await;
    assert_eq!(hall.started(id).await.status, Status::Running);
}

#[tokio::test]
async fn without_enough_players_the_roster_stays_open_and_a_later_round_is_named() {
    let hall = Hall::with_beacon(0).await;
    let id = hall.seated(with_beacon(seven())).await;
    hall.matches.ask(id, &host(), Command::Unseat { user: UserId(107), reason: None }).await.unwrap();
    hall.told().await;
    hall.until(closed()).await;
    let (closes, round) = (closed() + 24 * HOUR, ROUND + 24 * 60 * 20);
    let told = Notice::RosterStaysOpen { closes, round };
    assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), told)]);
    hall.matches.ask(id, &host(), Command::Seat(seat(7))).await.unwrap();
    hall.until(Quicknet::published(ROUND)).await;
    let beacon = hall.load(id).await.beacon.unwrap();
    assert_eq!((beacon.round, beacon.closed, beacon.signature), (round, false, None));
    hall.until(closes).await;
    assert!(hall.load(id).await.is_roster_closed());
}

#[tokio::test]
async fn a_roster_that_could_not_close_in_time_gets_another_round() {
    let hall = Hall::with_beacon(0).await;
    let id = hall.seated(Terms { beacon_hours: Some(12), ..seven() }).await;
    hall.told().await;
    // The bot was away until the round that was named had long been published.
    let now = closed() + 3_000;
    hall.until(now).await;
    let told = Notice::RosterClosed { round: ROUND + 1, is_other: true };
    assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), told)]);
    hall.until(Quicknet::published(ROUND + 1)).await;
    let signature = hall.started(id).await.beacon.unwrap().signature.unwrap();
    assert_eq!(signature.to_string(), NEXT);
}

#[tokio::test]
async fn a_beacon_that_cannot_be_reached_delays_only_its_own_match() {
    let hall = Hall::with_beacon(4).await;
    let id = hall.seated(with_beacon(Terms { pregame_hours: 0, ..seven() })).await;
    let other = hall.running(seven()).await;
    hall.until(closed()).await;
    hall.told().await;
    let mut late = Vec::new();
    for minute in 0..4 {
        hall.until(Quicknet::published(ROUND) + minute * 60_000).await;
        // A look that fails leaves no trace to wait for, so this waits for the next one to be planned and gives it time.
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        assert_eq!(hall.load(id).await.status, Status::Signup);
        late.extend(
            hall.told().await.into_iter().filter(|(_, told)| *told == Notice::BeaconLate { round: ROUND }),
        );
        hall.matches.ask(other, &host(), Command::Extend(1)).await.unwrap();
    }
    assert_eq!(
        late,
        [(Target::Channel(CHANNEL), Notice::BeaconLate { round: ROUND })],
        "the hosts are told only once"
    );
    hall.until(Quicknet::published(ROUND) + 4 * 60_000).await;
    assert_eq!(hall.started(id).await.status, Status::Running);
}

#[tokio::test]
async fn a_process_that_takes_over_goes_on_with_the_beacon() {
    let mut hall = Hall::with_beacon(0).await;
    let id = hall.seated(with_beacon(seven())).await;
    hall.until(closed()).await;
    hall.matches = hall.other_process().await.with_beacons(Arc::new(Recorded(Mutex::new(0))));
    hall.until(Quicknet::published(ROUND)).await;
    assert_eq!(hall.started(id).await.status, Status::Pregame);
}

#[tokio::test]
async fn only_a_bot_that_can_get_it_offers_a_beacon() {
    let hall = Hall::new().await;
    let new = |hours| NewMatch {
        game: "triforce-building".to_owned(),
        guild_id: GUILD,
        channel_id: CHANNEL,
        title: "Friday".to_owned(),
        terms: Terms { beacon_hours: Some(hours), ..seven() },
    };
    assert_eq!(denied(hall.matches.create(&host(), new(24)).await).map(|_| ()), Err(Denied::NoBeacon));
    let hall = Hall::with_beacon(0).await;
    for hours in [0, 673] {
        let refused = sentence(hall.matches.create(&host(), new(hours)).await);
        assert!(refused.contains("until the roster closes is 1 to 672 hours"), "{refused}");
    }
    // A cancelled match waits for nothing.
    let id = hall.seated(with_beacon(seven())).await;
    hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
    assert!(hall.matches.store().due_of(id).await.unwrap().is_empty());
}
