//! Deadlines are met once, in their order, and cost nobody a round, even when the process was away.

use std::time::Duration;

use trigon::ids::{MatchId, RequestId, UserId};
use trigon::matches::Clock as _;

use super::*;

#[tokio::test]
async fn those_who_have_not_submitted_are_reminded_directly() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.told().await;
    hall.act(id, 2, "move -").await.unwrap();
    hall.at(18).await;
    assert_eq!(hall.reached().await, (users([1, 3, 4, 5, 6, 7]), 0));
    hall.act(id, 3, "move -").await.unwrap();
    hall.at(22).await;
    assert_eq!(hall.reached().await, (vec![], 0), "each reminder comes once");
    hall.at(23).await;
    assert_eq!(hall.reached().await, (users([1, 4, 5, 6, 7]), 0));
}

#[tokio::test]
async fn a_reminder_that_was_missed_with_its_deadline_is_not_sent() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.told().await;
    hall.at(24).await;
    assert_eq!(hall.round(id).await, 2);
    let told = hall.told().await;
    assert!(!told.iter().any(|(_, notice)| matches!(notice, Notice::Reminder { .. })));
}

#[tokio::test]
async fn what_fell_due_while_nobody_was_there_is_met_once_and_costs_nobody_a_round() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.told().await;
    // Down for three days: three deadlines would have passed.
    hall.clock.set(NOON + 96 * HOUR);
    let started = hall.other_process().await;
    started.handle_due().await.unwrap();
    started.handle_due().await.unwrap();
    let game = hall.load(id).await;
    assert_eq!(round(&**game.session.as_ref().unwrap()), Some(2));
    assert_eq!(game.deadline, Some(NOON + 120 * HOUR), "counted from now");
    assert_eq!(hall.reached().await, (users(1..=7), 1));
}

#[tokio::test]
async fn a_short_delay_does_not_move_the_next_deadline() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.clock.set(NOON + 24 * HOUR + 90_000);
    hall.matches.handle_due().await.unwrap();
    assert_eq!(hall.load(id).await.deadline, Some(NOON + 48 * HOUR));
}

#[tokio::test]
async fn two_processes_meet_a_deadline_once() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.told().await;
    let other = hall.other_process().await;
    hall.clock.set(NOON + 24 * HOUR);
    let (one, two) = tokio::join!(hall.matches.handle_due(), other.handle_due());
    one.unwrap();
    two.unwrap();
    assert_eq!(hall.round(id).await, 2);
    assert_eq!(hall.reached().await, (users(1..=7), 1));
}

#[tokio::test]
async fn a_restart_exactly_at_the_deadline_resolves_once() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.act(id, 1, "move -").await.unwrap();
    hall.matches.store().close().await;
    hall.clock.set(NOON + 24 * HOUR);
    let started = hall.other_process().await;
    started.handle_due().await.unwrap();
    let game = started.load(id).await.unwrap();
    assert_eq!((round(&**game.session.as_ref().unwrap()), actions(&game)), (Some(2), 2));
}

#[tokio::test]
async fn the_scheduler_sleeps_until_the_deadline_and_is_woken_by_changes() {
    let hall = Hall::new().await;
    let task = tokio::spawn(trigon::matches::scheduler::run(hall.matches.clone()));
    let id = hall.running(seven()).await;
    hall.clock.set(NOON + 24 * HOUR);
    // Only the store shows that the task is done.
    let patience = std::time::Duration::from_secs(20);
    let met = async {
        while hall.round(id).await == 1 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(patience, met).await.unwrap();
    task.abort();
}

#[tokio::test]
async fn a_stopped_clock_keeps_the_time_that_was_left() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.at(10).await;
    hall.matches.ask(id, &host(), Command::Pause).await.unwrap();
    assert!(sentence(hall.matches.ask(id, &host(), Command::Pause).await).contains("stopped"));
    assert!(sentence(hall.matches.ask(id, &host(), Command::Extend(5)).await).contains("stopped"));
    hall.told().await;
    hall.at(100).await;
    assert_eq!((hall.round(id).await, hall.reached().await), (1, (vec![], 0)));
    hall.act(id, 1, "move -").await.unwrap();
    // Another process knows as much.
    hall.other_process().await.ask(id, &host(), Command::Resume).await.unwrap();
    let game = hall.load(id).await;
    assert_eq!(game.deadline, Some(NOON + 114 * HOUR));
    assert!(sentence(hall.matches.ask(id, &host(), Command::Resume).await).contains("not stopped"));
    hall.told().await;
    hall.at(108).await;
    assert_eq!(hall.reached().await.0, users(2..=7), "reminders move with the deadline");
    hall.at(114).await;
    assert_eq!(hall.round(id).await, 2);
}

#[tokio::test]
async fn a_host_gives_more_time_or_less_but_never_a_deadline_in_the_past() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.at(1).await;
    hall.matches.ask(id, &host(), Command::Extend(12)).await.unwrap();
    assert_eq!(hall.load(id).await.deadline, Some(NOON + 36 * HOUR));
    hall.matches.ask(id, &host(), Command::Extend(-20)).await.unwrap();
    assert_eq!(hall.load(id).await.deadline, Some(NOON + 16 * HOUR));
    assert!(
        sentence(hall.matches.ask(id, &host(), Command::Extend(-15)).await).contains("already have passed")
    );
    assert!(
        sentence(hall.matches.ask(id, &host(), Command::Extend(i64::MIN)).await)
            .contains("already have passed")
    );
    assert_eq!(hall.load(id).await.deadline, Some(NOON + 16 * HOUR));
    hall.at(16).await;
    assert_eq!(hall.round(id).await, 2);
}

/// Returns a request that somebody has sent at a time.
fn request(id: MatchId, sent_at: Millis) -> Request {
    Request { id: RequestId(id.0), sent_at, written_at: sent_at, direct: None, replaces: 0 }
}

#[tokio::test]
async fn what_was_sent_in_time_counts_even_if_it_arrives_after_the_deadline() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let matches = hall.matches.clone().with_grace(Duration::from_secs(3));
    let deadline = hall.load(id).await.deadline.unwrap();
    hall.clock.set(deadline + 1_000);
    assert_eq!(matches.handle_due().await.unwrap(), Some(deadline + 3_000), "some may still be on their way");
    assert_eq!(hall.round(id).await, 1);
    let typed = hall.typed(id, "move -").await;
    let stay = || typed.clone();
    let early = Person { request: Some(request(MatchId(7), deadline - 1)), ..Person::user(UserId(101)) };
    matches.ask(id, &early, stay()).await.unwrap();
    let late = Person { request: Some(request(MatchId(8), deadline)), ..Person::user(UserId(102)) };
    assert!(matches!(denied(matches.ask(id, &late, stay()).await), Err(Denied::DeadlinePassed)));
    assert_eq!(hall.round(id).await, 1);
    hall.clock.set(deadline + 3_000);
    let late = Person { request: Some(request(MatchId(10), deadline + 1)), ..Person::user(UserId(102)) };
    assert!(matches!(denied(matches.ask(id, &late, stay()).await), Err(Denied::DeadlinePassed)));
    assert_eq!(
        hall.round(id).await,
        1,
        "whoever is late ends no round for which others may still be waited for"
    );
    matches.handle_due().await.unwrap();
    assert_eq!(hall.round(id).await, 2);
    // After an absence, messages that are too late may arrive before those that were in time.
    let deadline = hall.load(id).await.deadline.unwrap();
    hall.clock.set(deadline + 60_000);
    let late = Person { request: Some(request(MatchId(10), deadline + 1)), ..Person::user(UserId(102)) };
    assert!(matches!(denied(matches.ask(id, &late, stay()).await), Err(Denied::DeadlinePassed)));
    let early = Person { request: Some(request(MatchId(11), deadline - 1)), ..Person::user(UserId(101)) };
    matches.ask(id, &early, stay()).await.unwrap();
    matches.handle_due().await.unwrap();
    assert_eq!(hall.round(id).await, 3);
    // If Discord's clock is ahead of ours, nothing moves into the future.
    let ahead =
        Person { request: Some(request(MatchId(9), deadline + 9_999_999)), ..Person::user(UserId(103)) };
    matches.ask(id, &ahead, stay()).await.unwrap();
}

#[tokio::test]
async fn what_was_written_before_a_turn_began_is_not_played_in_it() {
    let hall = Hall::new().await;
    let id = hall.turns("trice", 3).await;
    let first = hall.asked(id).await;
    while hall.asked(id).await == first {
        hall.clock.set(hall.clock.now() + 10_000);
        hall.play(id, 0).await;
    }
    let (began, seat) = (hall.clock.now(), hall.asked(id).await);
    let user = hall.user(id, seat.number()).await;
    let legal = hall.load(id).await.session.as_ref().unwrap().legal(seat)[0].clone();
    hall.clock.set(began + 60_000);
    let typed = hall.typed(id, &legal).await;
    let act = |number, sent_at| {
        let person = Person { request: Some(request(number, sent_at)), ..Person::user(user) };
        let (matches, act) = (hall.matches.clone(), typed.clone());
        async move { denied(matches.ask(id, &person, act).await) }
    };
    assert!(matches!(act(MatchId(7), began - 8_000).await, Err(Denied::BeforeTurn)));
    let seq = hall.load(id).await.seq();
    // Two clocks never agree to the millisecond.
    assert!(act(MatchId(8), began - 1_000).await.is_ok());
    assert_eq!(hall.load(id).await.seq(), seq + 1);
}

#[tokio::test]
async fn what_was_written_before_the_author_did_something_else_in_the_turn_is_not_played() {
    let hall = Hall::new().await;
    let id = hall.turns("trice", 3).await;
    let seat = hall.asked(id).await;
    let user = hall.user(id, seat.number()).await;
    let act = async |number, sent_at| {
        let legal = hall.load(id).await.session.as_ref().unwrap().legal(seat);
        let other = legal.iter().find(|action| **action != "end").unwrap();
        let person = Person { request: Some(request(number, sent_at)), ..Person::user(user) };
        denied(hall.matches.ask(id, &person, hall.typed(id, other).await).await)
    };
    let now = hall.clock.now();
    act(MatchId(20), now).await.unwrap();
    assert_eq!(hall.asked(id).await, seat, "the turn goes on");
    assert!(matches!(act(MatchId(10), now).await, Err(Denied::Superseded)));
    act(MatchId(30), now).await.unwrap();
}

#[tokio::test]
async fn what_is_missing_is_asked_for_once_at_the_deadline_itself() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let notes = Arc::new(RecordedCalls::default());
    let called = || notes.0.lock().unwrap().clone();
    let matches = hall.matches.clone().with_grace(Duration::from_secs(3)).with_last_call(notes.clone());
    let deadline = hall.load(id).await.deadline.unwrap();
    // Reminders ask for nothing.
    hall.clock.set(deadline - 1);
    assert_eq!(matches.handle_due().await.unwrap(), Some(deadline), "the clock wakes up at the deadline");
    assert!(called().is_empty());
    hall.clock.set(deadline);
    assert_eq!(matches.handle_due().await.unwrap(), Some(deadline + 3_000));
    assert_eq!(called(), [id]);
    matches.handle_due().await.unwrap();
    assert_eq!(hall.round(id).await, 1);
    hall.clock.set(deadline + 3_000);
    matches.handle_due().await.unwrap();
    assert_eq!(hall.round(id).await, 2);
    assert_eq!(called(), [id], "once is enough");
    // A deadline that has passed while the bot was not running.
    hall.clock.set(hall.load(id).await.deadline.unwrap() + 60_000);
    matches.handle_due().await.unwrap();
    assert_eq!((called(), hall.round(id).await), (vec![id, id], 3));
}

#[tokio::test]
async fn a_request_that_is_delivered_twice_has_its_effect_once() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let press = |id| Person { request: Some(request(id, NOON)), ..host() };
    for _ in 0..2 {
        let done = hall.matches.ask(id, &press(MatchId(7)), Command::EndPhase).await.unwrap();
        assert_eq!(round(done.game.session.as_deref().unwrap()), Some(2));
    }
    // Nor after a restart, nor in another program.
    hall.other_process().await.ask(id, &press(MatchId(7)), Command::EndPhase).await.unwrap();
    assert_eq!(hall.round(id).await, 2);
}

#[tokio::test]
async fn a_round_is_ended_once_however_many_hosts_ask_for_it_at_the_same_time() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let press = |number, at| Person { request: Some(request(number, at)), ..host() };
    hall.matches.ask(id, &press(MatchId(7), NOON), Command::EndPhase).await.unwrap();
    let second = sentence(hall.matches.ask(id, &press(MatchId(8), NOON), Command::EndPhase).await);
    assert!(second.contains("Match 1 has only just moved on to round 2 of 10"), "{second}");
    assert_eq!(hall.round(id).await, 2);
    // The clock may have been faster than the host, too.
    let deadline = hall.load(id).await.deadline.unwrap();
    hall.clock.set(deadline);
    hall.matches.handle_due().await.unwrap();
    assert!(hall.matches.ask(id, &press(MatchId(9), deadline), Command::EndPhase).await.is_err());
    assert_eq!(hall.round(id).await, 3);
    // A later request is meant as it is.
    hall.clock.set(deadline + 10_000);
    hall.matches.ask(id, &press(MatchId(10), deadline + 10_000), Command::EndPhase).await.unwrap();
    assert_eq!(hall.round(id).await, 4);
}

#[tokio::test]
async fn ending_the_pregame_twice_does_not_end_the_first_round() {
    let hall = Hall::new().await;
    let id = hall.seated(Terms { pregame_hours: 24, ..seven() }).await;
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    hall.clock.set(NOON + HOUR);
    let press = |number| Person { request: Some(request(number, NOON + HOUR)), ..host() };
    hall.matches.ask(id, &press(MatchId(7)), Command::EndPhase).await.unwrap();
    assert!(hall.matches.ask(id, &press(MatchId(8)), Command::EndPhase).await.is_err());
    assert_eq!(hall.round(id).await, 1);
}

#[tokio::test]
async fn what_was_sent_later_counts_even_if_it_arrives_earlier() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let sent = |number| Person { request: Some(request(number, NOON)), ..Person::user(UserId(101)) };
    let stay = hall.typed(id, "move -").await;
    hall.matches.ask(id, &sent(MatchId(20)), stay.clone()).await.unwrap();
    let earlier = hall.matches.ask(id, &sent(MatchId(10)), hall.typed(id, "move U").await).await;
    assert!(matches!(denied(earlier), Err(Denied::Superseded)));
    // Somebody else has sent nothing since, and another round asks again.
    hall.matches
        .ask(
            id,
            &Person { request: Some(request(MatchId(10), NOON)), ..Person::user(UserId(102)) },
            stay.clone(),
        )
        .await
        .unwrap();
    hall.at(24).await;
    let now = Person { request: Some(request(MatchId(11), NOON + 24 * HOUR)), ..Person::user(UserId(101)) };
    hall.matches.ask(id, &now, stay).await.unwrap();
}
