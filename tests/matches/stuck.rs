//! A match whose timers fail: it delays no other match, and its host is told.

use trigon::ids::MatchId;
use trigon::matches::Clock;
use trigon::store::MatchUpdate;

use super::*;

/// Returns the number of seconds between two times.
fn seconds(from: Millis, at: Option<Millis>) -> Option<Millis> {
    at.map(|at| (at - from) / 1_000)
}

/// Two matches whose first round has just ended.
struct TwoMatches {
    hall: Hall,
    /// The one whose rounds cannot be ended.
    broken: MatchId,
    sound: MatchId,
}

async fn broken_and_sound() -> TwoMatches {
    let hall = Hall::new().await;
    let (broken, sound) = (hall.running(seven()).await, hall.running(seven()).await);
    hall.told().await;
    hall.database.break_match(broken).await;
    hall.clock.set(NOON + 24 * HOUR);
    TwoMatches { hall, broken, sound }
}

#[tokio::test]
async fn it_is_tried_again_after_waits_that_double_while_the_others_are_on_time() {
    let TwoMatches { hall, broken, sound } = broken_and_sound().await;
    let mut waits = Vec::new();
    for _ in 0..11 {
        let now = hall.clock.now();
        let next = hall.matches.handle_due().await.unwrap();
        waits.extend(seconds(now, next));
        // Changes elsewhere wake the scheduler, but the match is left alone until its time.
        assert_eq!(hall.matches.handle_due().await.unwrap(), next);
        hall.clock.set(next.unwrap());
    }
    assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    assert_eq!((hall.round(broken).await, hall.round(sound).await), (1, 2));

    // Nor is the next instant of the others missed because of it.
    hall.clock.set(NOON + 48 * HOUR - 1_000);
    assert_eq!(hall.matches.handle_due().await.unwrap(), Some(NOON + 48 * HOUR));
    hall.clock.set(NOON + 48 * HOUR);
    hall.matches.handle_due().await.unwrap();
    assert_eq!((hall.round(broken).await, hall.round(sound).await), (1, 3));
}

#[tokio::test]
async fn its_host_is_told_once_and_it_goes_on_when_it_works_again() {
    let TwoMatches { hall, broken, sound } = broken_and_sound().await;
    let planned = NOON + 24 * HOUR;
    let stuck = |matches: &Matches| matches.stuck(broken);
    for attempts in 1..=5 {
        let next = hall.matches.handle_due().await.unwrap().unwrap();
        let seen = stuck(&hall.matches).unwrap();
        assert_eq!((seen.planned, seen.attempts, seen.next_attempt), (planned, attempts, next));
        assert!(seen.reason.contains("database"), "{}", seen.reason);
        assert_eq!(hall.matches.stuck(sound), None);
        hall.clock.set(next);
    }
    // A program that starts meanwhile finds the same state, and does not repeat the message.
    let again = hall.other_process().await;
    for _ in 0..4 {
        let next = again.handle_due().await.unwrap().unwrap();
        hall.clock.set(next);
    }
    assert_eq!(stuck(&again).unwrap().attempts, 4);
    let told = hall.told().await;
    let about: Vec<_> = told.iter().filter(|(_, n)| matches!(n, Notice::ClockStuck { .. })).collect();
    assert_eq!(about, [&(Target::Channel(CHANNEL), Notice::ClockStuck { planned })]);

    hall.database.mend().await;
    again.handle_due().await.unwrap();
    assert_eq!((stuck(&again), hall.round(broken).await), (None, 2));
    // The first program notices that it has been done.
    hall.matches.handle_due().await.unwrap();
    assert_eq!(stuck(&hall.matches), None);
    assert!(!hall.told().await.iter().any(|(_, n)| matches!(n, Notice::ClockStuck { .. })));
}

#[tokio::test]
async fn what_passes_at_once_is_not_worth_a_message() {
    let TwoMatches { hall, broken, .. } = broken_and_sound().await;
    let next = hall.matches.handle_due().await.unwrap().unwrap();
    hall.database.mend().await;
    hall.clock.set(next);
    hall.matches.handle_due().await.unwrap();
    assert_eq!((hall.round(broken).await, hall.matches.stuck(broken)), (2, None));
    assert!(!hall.told().await.iter().any(|(_, n)| matches!(n, Notice::ClockStuck { .. })));
}

#[tokio::test]
async fn a_deadline_that_the_host_moves_is_no_longer_stuck() {
    let TwoMatches { hall, broken, .. } = broken_and_sound().await;
    hall.matches.handle_due().await.unwrap();
    assert!(hall.matches.stuck(broken).is_some());
    hall.database.mend().await;
    hall.matches.ask(broken, &host(), Command::Extend(24)).await.unwrap();
    hall.matches.handle_due().await.unwrap();
    assert_eq!(hall.matches.stuck(broken), None);
}

#[tokio::test]
async fn a_match_that_cannot_be_read_does_not_hold_up_the_others() {
    let hall = Hall::new().await;
    let (broken, sound) = (hall.running(seven()).await, hall.running(seven()).await);
    hall.told().await;
    let mut row = hall.matches.store().load(broken).await.unwrap().unwrap().row;
    row.terms = "{".to_owned();
    let change =
        MatchUpdate { row, seats: None, entries: vec![], due: None, messages: vec![], moved_from: None };
    hall.matches.store().commit(&change, NOON).await.unwrap();
    hall.clock.set(NOON + 24 * HOUR);
    for _ in 0..3 {
        let next = hall.matches.handle_due().await.unwrap().unwrap();
        hall.clock.set(next);
    }
    assert_eq!(hall.round(sound).await, 2);
    assert!(hall.matches.stuck(broken).unwrap().reason.contains("terms"));
    let told = hall.told().await;
    // The first thing that could not be done was a reminder that players can choose.
    assert!(told.contains(&(Target::Channel(CHANNEL), Notice::ClockStuck { planned: NOON + 12 * HOUR })));
}

/// Changes stored timers, bypassing the bot.
async fn timers_changed(hall: &Hall, sql: &str) {
    assert!(hall.database.run(sql).await > 0);
    let clocks = "UPDATE targets SET head_id = id, due_at = (SELECT MIN(at) FROM due WHERE match_id = id)
                  WHERE kind = 'clock' AND EXISTS (SELECT 1 FROM due WHERE match_id = id)";
    hall.database.run(clocks).await;
}

/// Does what is due, and fails if that does not come to an end.
async fn met(hall: &Hall) -> Option<Millis> {
    let met = tokio::time::timeout(std::time::Duration::from_secs(20), hall.matches.handle_due());
    met.await.expect("the scheduler does not spin").unwrap()
}

#[tokio::test]
async fn a_timer_that_contradicts_the_log_ends_nothing_and_is_set_right() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let right = hall.matches.store().due_of(id).await.unwrap();
    timers_changed(&hall, "UPDATE due SET at = at - 82800000 WHERE kind = 'deadline'").await;
    hall.clock.set(NOON + 2 * HOUR);
    assert_eq!(met(&hall).await, Some(NOON + 12 * HOUR));
    assert_eq!((hall.round(id).await, hall.matches.store().due_of(id).await.unwrap()), (1, right));
    hall.at(24).await;
    assert_eq!(hall.round(id).await, 2);
}

#[tokio::test]
async fn nor_does_one_that_is_stored_for_a_clock_that_stands_still() {
    let hall = Hall::new().await;
    let (paused, over) = (hall.running(seven()).await, hall.running(seven()).await);
    hall.matches.ask(paused, &host(), Command::Pause).await.unwrap();
    hall.matches.ask(over, &host(), Command::Cancel).await.unwrap();
    for again in [false, true] {
        let sql = format!(
            "INSERT INTO due (match_id, kind, at) VALUES ({paused}, 'deadline', {NOON}), ({over}, 'deadline', {NOON})"
        );
        timers_changed(&hall, &sql).await;
        hall.clock.set(NOON + 2 * HOUR);
        // A newly started program finds it in this state.
        let matches = if again { hall.other_process().await } else { hall.matches.clone() };
        let met = tokio::time::timeout(std::time::Duration::from_secs(20), matches.handle_due());
        let pause_ends = Some(NOON + 168 * HOUR);
        assert_eq!(met.await.expect("the scheduler does not spin").unwrap(), pause_ends);
        assert_eq!(hall.matches.store().next_due().await.unwrap(), pause_ends);
        assert_eq!(hall.round(paused).await, 1);
        assert!(hall.load(paused).await.paused().is_some());
    }
}

#[tokio::test]
async fn a_timer_of_which_the_clock_of_the_match_knows_nothing_is_not_passed_over() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let right = hall.matches.store().due_of(id).await.unwrap();
    let sql = format!("INSERT INTO due (match_id, kind, at) VALUES ({id}, 'reminder-7', {NOON})");
    assert_eq!(hall.database.run(&sql).await, 1);
    hall.clock.set(NOON + 2 * HOUR);
    met(&hall).await;
    assert_eq!(hall.matches.store().due_of(id).await.unwrap(), right);
}
