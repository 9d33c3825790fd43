//! The clock of a turn, and nudges where there is none.

use trigon::ids::UserId;
use trigon::matches::EndReason;

use super::turns::{assert_replays, clocked};
use super::*;

#[tokio::test]
async fn a_turn_has_its_time_and_its_reminder() {
    let hall = Hall::new().await;
    let id = hall.turns_with("triangoli", 2, clocked("triangoli", 2, 24)).await;
    assert_eq!(hall.load(id).await.deadline, Some(NOON + 24 * HOUR));
    hall.told().await;
    hall.at(5).await;
    hall.play(id, 0).await;
    assert_eq!(hall.load(id).await.deadline, Some(NOON + 29 * HOUR));
    assert_eq!(hall.reached().await, (vec![], 1));
    hall.clock.set(NOON + 23 * HOUR - 1);
    hall.matches.handle_due().await.unwrap();
    assert_eq!(hall.reached().await, (vec![], 0));
    hall.at(23).await;
    let deadline = NOON + 29 * HOUR;
    let user = Target::User(hall.user(id, 2).await);
    assert_eq!(
        hall.told().await,
        [(user, Notice::Reminder { seat: Seat::new(2), deadline, by_host: false, chosen: None })]
    );
}

#[tokio::test]
async fn in_the_middle_of_a_turn_its_time_runs_on() {
    let hall = Hall::new().await;
    let id = hall.turns_with("triforce", 3, clocked("triforce", 3, 24)).await;
    hall.at(2).await;
    hall.play(id, 0).await;
    assert_eq!(hall.asked(id).await, Seat::new(1));
    assert_eq!(hall.load(id).await.deadline, Some(NOON + 24 * HOUR));
    while hall.asked(id).await == Seat::new(1) {
        hall.play(id, 0).await;
    }
    assert_eq!(hall.load(id).await.deadline, Some(NOON + 26 * HOUR));
}

#[tokio::test]
async fn when_time_runs_out_the_others_may_claim_or_wait() {
    let hall = Hall::new().await;
    let id = hall.turns_with("triangoli", 2, clocked("triangoli", 2, 10)).await;
    let (one, two) = (hall.user(id, 1).await, hall.user(id, 2).await);
    assert!(
        sentence(hall.matches.ask(id, &Person::user(two), Command::Claim).await).contains("Nobody’s time")
    );
    hall.at(9).await;
    hall.told().await;
    hall.at(10).await;
    hall.at(100).await;
    let late = Notice::TimeOut { seat: Seat::new(1) };
    assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), late)], "told once");
    let game = hall.load(id).await;
    assert_eq!((game.timed_out(), game.deadline), (Some(Seat::new(1)), None));
    assert_eq!(last_event(&game), Some(&Control::TimeOut(Seat::new(1))));
    assert!(
        sentence(hall.matches.ask(id, &Person::user(one), Command::Claim).await).contains("your own time")
    );
    // The others waited, and play went on.
    hall.play(id, 0).await;
    let game = hall.load(id).await;
    assert_eq!((game.timed_out(), game.deadline), (None, Some(NOON + 110 * HOUR)));
    assert!(
        sentence(hall.matches.ask(id, &Person::user(one), Command::Claim).await).contains("Nobody’s time")
    );
    hall.at(110).await;
    let other = hall.other_process().await;
    let claimer = Person::user(one);
    let (first, second) =
        tokio::join!(hall.matches.ask(id, &claimer, Command::Claim), other.ask(id, &claimer, Command::Claim));
    assert!(first.is_ok() != second.is_ok());
    let game = hall.load(id).await;
    let result = game.result().unwrap();
    assert_eq!((game.status, result.how), (Status::Over, EndReason::Resignation));
    assert_eq!(result.outcome.standings[0].seat, Seat::new(1));
    assert!(game.resigned(Seat::new(2)) && game.to_act().is_empty());
    assert_eq!(hall.matches.handle_due().await.unwrap(), None);
    assert_replays(&game);
}

#[tokio::test]
async fn two_processes_warn_of_one_time_once_and_an_action_in_time_is_not_warned() {
    let hall = Hall::new().await;
    let id = hall.turns_with("triangoli", 2, clocked("triangoli", 2, 10)).await;
    hall.clock.set(NOON + 10 * HOUR);
    let other = hall.other_process().await;
    let (one, two) = tokio::join!(hall.matches.handle_due(), other.handle_due());
    one.unwrap();
    two.unwrap();
    let late = |entry: &&trigon::matches::LogEntry| matches!(entry.control(), Some(Control::TimeOut(_)));
    assert_eq!(hall.load(id).await.log.iter().filter(late).count(), 1);
    hall.play(id, 0).await;
    // The turn ends before the clock's task gets round to it.
    hall.clock.set(NOON + 21 * HOUR);
    hall.play(id, 0).await;
    hall.matches.handle_due().await.unwrap();
    let game = hall.load(id).await;
    assert_eq!((game.timed_out(), game.deadline), (None, Some(NOON + 31 * HOUR)));
}

#[tokio::test]
async fn a_stopped_clock_stays_stopped_while_they_play() {
    let hall = Hall::new().await;
    let id = hall.turns_with("triangoli", 2, clocked("triangoli", 2, 10)).await;
    let by = person(UserId(101));
    hall.at(4).await;
    hall.matches.ask(id, &by, Command::Pause).await.unwrap();
    hall.at(50).await;
    hall.play(id, 0).await;
    let game = hall.load(id).await;
    assert_eq!((game.timed_out(), game.deadline, actions(&game)), (None, None, 1));
    hall.matches.ask(id, &by, Command::Resume).await.unwrap();
    assert_eq!(hall.load(id).await.deadline, Some(NOON + 60 * HOUR), "a new turn has its whole time");
    assert!(sentence(hall.matches.ask(id, &by, Command::Extend(0)).await).contains("0 hours"));
    hall.matches.ask(id, &by, Command::Extend(5)).await.unwrap();
    assert_eq!(hall.load(id).await.deadline, Some(NOON + 65 * HOUR));
    hall.matches.ask(id, &by, Command::Cancel).await.unwrap();
    assert_eq!(hall.matches.handle_due().await.unwrap(), None);
}

#[tokio::test]
async fn who_is_waited_for_is_nudged_once_an_hour() {
    let hall = Hall::new().await;
    let id = hall.turns("triangoli", 2).await;
    let (one, two) = (hall.user(id, 1).await, hall.user(id, 2).await);
    hall.told().await;
    assert!(
        sentence(hall.matches.ask(id, &Person::user(one), Command::Nudge).await).contains("nobody but you")
    );
    assert!(
        sentence(hall.matches.ask(id, &Person::user(UserId(99)), Command::Nudge).await).contains("no seat")
    );
    hall.matches.ask(id, &Person::user(two), Command::Nudge).await.unwrap();
    assert_eq!(last_event(&*hall.load(id).await), Some(&Control::Nudge(Seat::new(1))));
    assert!(
        sentence(hall.matches.ask(id, &Person::user(two), Command::Nudge).await)
            .contains("within the last hour")
    );
    let nudged = Notice::Nudged { seat: Seat::new(1), by: Seat::new(2) };
    assert_eq!(hall.told().await, [(Target::User(one), nudged.clone())]);
    hall.at(1).await;
    hall.matches.ask(id, &Person::user(two), Command::Nudge).await.unwrap();
    assert_eq!(hall.told().await, [(Target::User(one), nudged)]);
}

#[tokio::test]
async fn rounds_of_more_matches_than_are_taken_at_once_end_together_and_once() {
    let hall = Hall::new().await;
    let mut all = Vec::new();
    for _ in 0..40 {
        all.push(hall.running(seven()).await);
    }
    hall.clock.set(NOON + 24 * HOUR);
    let other = hall.other_process().await;
    let (one, two) = tokio::join!(hall.matches.handle_due(), other.handle_due());
    one.unwrap();
    two.unwrap();
    for id in all {
        assert_eq!(hall.round(id).await, 2, "match {id}");
    }
}

#[tokio::test]
async fn a_pause_ends_by_itself_and_no_round_that_ends_meanwhile_makes_it_longer() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.matches.ask(id, &host(), Command::Pause).await.unwrap();
    assert_eq!(hall.load(id).await.pause_ends(), Some(NOON + 168 * HOUR));
    hall.at(100).await;
    assert_eq!(hall.round(id).await, 1);
    hall.matches.ask(id, &host(), Command::EndPhase).await.unwrap();
    let game = hall.load(id).await;
    assert_eq!((game.paused(), game.pause_ends()), (Some(24 * HOUR), Some(NOON + 168 * HOUR)));
    hall.told().await;
    hall.at(168).await;
    let game = hall.load(id).await;
    assert_eq!((game.paused(), game.deadline), (None, Some(NOON + 192 * HOUR)));
    let told = hall.told().await;
    assert_eq!(told.len(), 8, "the channel and everyone who is asked");
    assert!(told.iter().all(|(_, notice)| matches!(notice, Notice::Resumed { .. })), "{told:?}");
    // Another pause has its own week, and a match from before has none.
    hall.matches.ask(id, &host(), Command::Pause).await.unwrap();
    assert_eq!(hall.load(id).await.pause_ends(), Some(NOON + 336 * HOUR));
    let other = hall.running(Terms { pause_days: 0, ..seven() }).await;
    hall.matches.ask(other, &host(), Command::Pause).await.unwrap();
    hall.at(9_000).await;
    assert_eq!(hall.load(other).await.paused(), Some(24 * HOUR));
}
