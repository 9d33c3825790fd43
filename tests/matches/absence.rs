//! Missed deadlines, more time for players who are late, and rounds that end early.

use super::*;
use trigon::ids::{MatchId, RequestId, UserId};

const QUARTER: Millis = HOUR / 4;

/// Returns terms with which seats are lost by silence.
fn strict() -> Terms {
    Terms { strikes: 2, ..seven() }
}

/// Returns terms with which rounds can end early.
fn early() -> Terms {
    Terms { early: true, least_hours: 6, early_minutes: 30, ..seven() }
}

/// Returns the request to end the round early, or not to.
fn ready(ready: bool) -> Command {
    Command::Ready { ready, pad: None }
}

impl Hall {
    /// Returns how often a seat has been silent.
    async fn strikes(&self, id: MatchId, seat: u8) -> usize {
        self.load(id).await.strikes(Seat::new(seat))
    }

    /// Lets everyone be ready.
    async fn all_ready(&self, id: MatchId) {
        for seat in 1..=7 {
            self.matches.ask(id, &person(UserId(100 + seat)), ready(true)).await.unwrap();
        }
    }

    /// Moves the clock to minutes after noon, and does what is due then.
    async fn minutes(&self, minutes: i64) {
        self.clock.set(NOON + minutes * 60_000);
        self.matches.handle_due().await.unwrap();
    }
}

#[tokio::test]
async fn missed_deadlines_are_counted_in_a_row_and_any_answer_ends_the_row() {
    let hall = Hall::new().await;
    let id = hall.running(strict()).await;
    // An explicit “stay” is an answer, and never a miss.
    hall.answer_all_but(id, 7).await;
    hall.at(24).await;
    assert_eq!((hall.strikes(id, 1).await, hall.strikes(id, 7).await), (0, 1));
    hall.at(48).await;
    assert_eq!((hall.strikes(id, 1).await, hall.strikes(id, 7).await), (1, 2));
    hall.act(id, 7, "move -").await.unwrap();
    assert_eq!(hall.strikes(id, 7).await, 2, "until the round ends, nothing shows who has answered");
    hall.at(72).await;
    // Another process counts the same.
    let other = hall.other_process().await.load(id).await.unwrap();
    assert_eq!((other.strikes(Seat::new(1)), other.strikes(Seat::new(7))), (2, 0));
}

#[tokio::test]
async fn rounds_that_hosts_end_and_deadlines_that_nobody_met_count_for_nobody() {
    let hall = Hall::new().await;
    let id = hall.running(strict()).await;
    hall.matches.ask(id, &host(), Command::EndPhase).await.unwrap();
    assert_eq!(hall.strikes(id, 7).await, 0, "there was still time");
    assert!(hall.load(id).await.has_missed(Seat::new(7)), "but the seat can be handed over");
    // The program was not running when the time was up.
    hall.at(96).await;
    let game = hall.load(id).await;
    assert_eq!(game.strikes(Seat::new(7)), 0);
    assert!(!game.has_missed(Seat::new(7)));
}

#[tokio::test]
async fn misses_stay_with_the_player_and_not_with_the_seat() {
    let hall = Hall::new().await;
    let id = hall.running(strict()).await;
    hall.at(24).await;
    let handover = Command::Handover {
        player: UserId(107),
        user: UserId(207),
        name: "New".to_owned(),
        back_in: None,
        has_left: false,
        since: None,
        reason: None,
    };
    hall.matches.ask(id, &host(), handover).await.unwrap();
    let accept = accept_seat(Seat::new(7));
    hall.matches.ask(id, &person(UserId(207)), accept).await.unwrap();
    hall.at(36).await;
    assert_eq!(hall.load(id).await.seat_of(UserId(207)), Some(Seat::new(7)));
    assert_eq!((hall.strikes(id, 7).await, hall.strikes(id, 6).await), (0, 1));
}

#[tokio::test]
async fn who_is_late_gives_everyone_more_time_once_a_round_and_only_as_often_as_agreed() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { graces: 1, grace_hours: 6, ..seven() }).await;
    hall.answer_all_but(id, 7).await;
    hall.told().await;
    hall.at(24).await;
    let deadline = NOON + 30 * HOUR;
    assert_eq!((hall.round(id).await, hall.load(id).await.deadline), (1, Some(deadline)));
    let told = hall.told().await;
    let late = Notice::Late { seat: Seat::new(7), deadline };
    assert!(told.contains(&(Target::User(UserId(107)), late)), "{told:?}");
    let others: Vec<_> = told.iter().filter(|(to, _)| *to != Target::User(UserId(107))).collect();
    assert_eq!(others.len(), 7, "the channel and the six others");
    assert!(others.iter().all(|(_, notice)| *notice == Notice::Grace { deadline }), "nobody learns who");
    let graces = async |seat| hall.load(id).await.graces_left(Seat::new(seat));
    assert_eq!((graces(7).await, graces(1).await), (0, 1), "an answer in time costs nothing");

    hall.at(30).await;
    assert_eq!(hall.round(id).await, 2, "once a round");
    // In the next round, another player is late; who has had their time does not count.
    hall.answer_all_but(id, 1).await;
    hall.at(54).await;
    assert_eq!((hall.round(id).await, graces(1).await), (2, 0));
    hall.at(60).await;
    hall.at(84).await;
    assert_eq!(hall.round(id).await, 3, "the others have theirs left, and are late together");
    hall.at(90).await;
    assert_eq!(hall.round(id).await, 4);
    hall.at(114).await;
    assert_eq!(hall.round(id).await, 5, "nobody has any left");
    assert_eq!(hall.load(id).await.log.iter().filter(|entry| is_grace(entry.control())).count(), 3);
}

/// Returns whether an event gives more time to those who are late.
fn is_grace(event: Option<&Control>) -> bool {
    matches!(event, Some(Control::Grace { .. }))
}

#[tokio::test]
async fn a_round_ends_early_on_a_full_quarter_after_everyone_was_told() {
    let hall = Hall::new().await;
    let id = hall.running(early()).await;
    hall.answer_all(id).await;
    hall.told().await;
    hall.minutes(7 * 60 + 3).await;
    hall.all_ready(id).await;
    assert_eq!(hall.told().await, [], "nothing tells who was last, or when");
    hall.minutes(7 * 60 + 14).await;
    assert_eq!(hall.told().await, []);
    hall.minutes(7 * 60 + 15).await;
    let at = NOON + 7 * HOUR + 3 * QUARTER;
    let told = hall.told().await;
    assert_eq!(told.len(), 8, "the channel and everyone who is asked");
    assert!(told.iter().all(|(_, notice)| *notice == Notice::EndsEarly { at }), "{told:?}");
    assert_eq!(hall.load(id).await.ends_early(), Some(at));
    hall.minutes(7 * 60 + 44).await;
    assert_eq!(hall.round(id).await, 1);
    hall.minutes(7 * 60 + 45).await;
    assert_eq!(hall.round(id).await, 2);
    let game = hall.load(id).await;
    assert_eq!(game.deadline, Some(at + 24 * HOUR));
    assert!(!game.is_ready(Seat::new(1)), "for one round only");
}

#[tokio::test]
async fn a_round_never_ends_before_its_least_length() {
    let hall = Hall::new().await;
    let id = hall.running(early()).await;
    hall.answer_all(id).await;
    hall.all_ready(id).await;
    hall.told().await;
    hall.minutes(5 * 60 + 30).await;
    assert_eq!(hall.told().await, []);
    hall.minutes(5 * 60 + 45).await;
    assert_eq!(hall.load(id).await.ends_early(), Some(NOON + 6 * HOUR + QUARTER));
}

#[tokio::test]
async fn somebody_who_is_no_longer_ready_keeps_the_round_open() {
    let hall = Hall::new().await;
    let id = hall.running(early()).await;
    hall.answer_all(id).await;
    hall.minutes(8 * 60).await;
    hall.all_ready(id).await;
    // Before anything is said, it is as if nothing had happened.
    hall.matches.ask(id, &person(UserId(103)), ready(false)).await.unwrap();
    hall.told().await;
    hall.minutes(9 * 60).await;
    assert_eq!((hall.told().await, hall.round(id).await), (vec![], 1));
    // Afterwards, everyone learns that it goes on, but only at the time when it would have ended.
    hall.matches.ask(id, &person(UserId(103)), ready(true)).await.unwrap();
    hall.minutes(9 * 60 + 15).await;
    hall.told().await;
    hall.act(id, 103 - 100, "move -").await.unwrap();
    assert!(!hall.load(id).await.is_ready(Seat::new(3)), "another answer takes it back, even the same");
    hall.minutes(9 * 60 + 30).await;
    assert_eq!(hall.told().await, []);
    hall.minutes(9 * 60 + 45).await;
    let told = hall.told().await;
    let deadline = NOON + 24 * HOUR;
    assert!(
        told.len() == 8 && told.iter().all(|(_, notice)| *notice == Notice::GoesOn { deadline }),
        "{told:?}"
    );
    assert_eq!((hall.round(id).await, hall.load(id).await.deadline), (1, Some(deadline)));
    hall.at(24).await;
    assert_eq!(hall.round(id).await, 2);
}

#[tokio::test]
async fn who_has_missed_before_holds_nothing_up() {
    let hall = Hall::new().await;
    let id = hall.running(early()).await;
    hall.answer_all_but(id, 7).await;
    for seat in 1..=6 {
        hall.matches.ask(id, &person(UserId(100 + seat)), ready(true)).await.unwrap();
    }
    hall.at(23).await;
    assert_eq!(hall.load(id).await.ends_early(), None, "in the first round, everyone is waited for");
    hall.at(24).await;
    hall.answer_all_but(id, 7).await;
    for seat in 1..=6 {
        hall.matches.ask(id, &person(UserId(100 + seat)), ready(true)).await.unwrap();
    }
    hall.at(30).await;
    let early = hall.load(id).await.ends_early().unwrap();
    hall.minutes((early - NOON) / 60_000).await;
    assert_eq!((hall.round(id).await, hall.strikes(id, 7).await), (3, 2));
}

#[tokio::test]
async fn ready_needs_an_answer_and_a_match_that_can_end_early() {
    let hall = Hall::new().await;
    let id = hall.running(early()).await;
    let says = async |user, is| denied(hall.matches.ask(id, &person(user), ready(is)).await.map(|_| ()));
    assert_eq!(says(UserId(101), true).await, Err(Denied::NotAnswered(id)));
    hall.act(id, 1, "move -").await.unwrap();
    assert_eq!(says(UserId(101), false).await, Err(Denied::AlreadyDone));
    assert_eq!(says(UserId(101), true).await, Ok(()));
    assert!(matches!(says(UserId(99), true).await, Err(Denied::NoSeat(_))));
    let other = hall.running(seven()).await;
    hall.act(other, 1, "move -").await.unwrap();
    let refused = hall.matches.ask(other, &person(UserId(101)), ready(true)).await;
    assert_eq!(denied(refused.map(|_| ())), Err(Denied::NoEarlyEnd(other)));
}

#[tokio::test]
async fn pausing_and_extending_keep_who_is_ready() {
    let hall = Hall::new().await;
    let id = hall.running(early()).await;
    hall.answer_all(id).await;
    hall.minutes(8 * 60).await;
    hall.all_ready(id).await;
    hall.matches.ask(id, &host(), Command::Extend(10)).await.unwrap();
    hall.matches.ask(id, &host(), Command::Pause).await.unwrap();
    hall.minutes(9 * 60).await;
    assert_eq!(hall.round(id).await, 1, "a stopped clock ends nothing");
    hall.matches.ask(id, &host(), Command::Resume).await.unwrap();
    hall.minutes(9 * 60 + 15).await;
    hall.minutes(9 * 60 + 45).await;
    assert_eq!(hall.round(id).await, 2);
}

#[tokio::test]
async fn what_a_host_asks_for_is_the_end_of_the_round_and_not_the_note_of_who_missed_it() {
    let hall = Hall::new().await;
    let id = hall.running(strict()).await;
    hall.clock.set(NOON + HOUR);
    let request = Request {
        id: RequestId(77),
        sent_at: NOON + HOUR,
        written_at: NOON + HOUR,
        direct: None,
        replaces: 0,
    };
    let by = Person { request: Some(request), ..host() };
    hall.matches.ask(id, &by, Command::EndPhase).await.unwrap();
    // Discord delivers it once more.
    hall.matches.ask(id, &by, Command::EndPhase).await.unwrap();
    let game = hall.load(id).await;
    assert_eq!(hall.round(id).await, 2);
    let asked: Vec<_> = game.log.iter().filter(|entry| entry.request == Some(RequestId(77))).collect();
    assert!(asked.len() == 1 && asked[0].action().is_some(), "{asked:?}");
}
