//! People who take a seat when one becomes free.

use super::*;
use trigon::ids::UserId;

/// Returns the request to become an alternate.
fn stand_by(user: UserId) -> Command {
    Command::StandBy { name: format!("New {user}"), since: None }
}

/// Returns the notice that a seat is offered to somebody.
fn offered(seat: u8, user: UserId) -> Notice {
    Notice::Handover { seat: Seat::new(seat), user, agreed: true, host: None }
}

#[tokio::test]
async fn a_seat_that_becomes_free_is_offered_to_the_alternates_in_order() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    for user in [201, 202, 203] {
        hall.ask(id, UserId(user), stand_by(UserId(user))).await.unwrap();
    }
    hall.ask(id, UserId(105), Command::Leave).await.unwrap();
    hall.told().await;
    hall.at(12).await;
    assert_eq!(hall.in_channel().await, [], "until the round ends, nobody learns who left");
    hall.at(24).await;
    assert!(hall.in_channel().await.contains(&offered(5, UserId(201))));
    assert!(
        matches!(hall.ask(id, UserId(202), accept_seat(Seat::new(5))).await, Err(Denied::NotAsked(_))),
        "it is not their turn"
    );
    let game = hall.ask(id, UserId(201), decline_seat(Seat::new(5))).await.unwrap();
    assert_eq!(game.alternates().len(), 2);
    assert!(hall.in_channel().await.contains(&offered(5, UserId(202))));
    let game = hall.ask(id, UserId(202), accept_seat(Seat::new(5))).await.unwrap();
    assert_eq!(game.seat_of(UserId(202)), Some(Seat::new(5)));
    assert_eq!(game.alternates().iter().map(|next| next.user).collect::<Vec<_>>(), [UserId(203)]);
    let other = hall.other_process().await.load(id).await.unwrap();
    assert_eq!((other.alternates(), other.tenures()), (game.alternates(), game.tenures()));
}

#[tokio::test]
async fn whoever_does_not_answer_in_time_is_passed_over_and_in_the_end_the_hosts_are_told() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    for user in [201, 202] {
        hall.ask(id, UserId(user), stand_by(UserId(user))).await.unwrap();
    }
    hall.ask(id, UserId(105), Command::Leave).await.unwrap();
    hall.at(24).await;
    hall.told().await;
    hall.at(36).await;
    let told = hall.in_channel().await;
    let passed = Notice::NotHandedOver { seat: Seat::new(5), user: UserId(201), declined: true };
    assert_eq!(told, [passed, offered(5, UserId(202))]);
    let asked = hall.load(id).await.handover(Seat::new(5)).cloned().unwrap();
    assert_eq!(asked.until, Some(NOON + 48 * HOUR), "at most twelve hours, and never past the deadline");
    hall.at(48).await;
    assert!(hall.in_channel().await.contains(&Notice::SeatFree { seat: Seat::new(5) }));
    hall.at(72).await;
    assert!(!hall.in_channel().await.contains(&Notice::SeatFree { seat: Seat::new(5) }), "once");
    // Somebody who stands by later is asked at once.
    hall.ask(id, UserId(203), stand_by(UserId(203))).await.unwrap();
    assert_eq!(hall.in_channel().await, [offered(5, UserId(203))]);
    hall.ask(id, UserId(203), Command::StandDown).await.unwrap();
    let told = hall.in_channel().await;
    assert_eq!(told.last(), Some(&Notice::SeatFree { seat: Seat::new(5) }), "{told:?}");
}

#[tokio::test]
async fn who_misses_too_many_deadlines_keeps_the_seat_only_by_answering_before_it_is_taken() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { strikes: 2, ..seven() }).await;
    hall.answer_all_but(id, 7).await;
    hall.at(24).await;
    hall.ask(id, UserId(201), stand_by(UserId(201))).await.unwrap();
    assert!(!hall.in_channel().await.iter().any(|notice| matches!(notice, Notice::Handover { .. })));
    hall.answer_all_but(id, 7).await;
    hall.at(48).await;
    assert!(hall.in_channel().await.contains(&offered(7, UserId(201))));
    // The player is back, but until the round ends, nothing shows it.
    hall.answer_all(id).await;
    assert_eq!(hall.in_channel().await, []);
    assert!(matches!(hall.ask(id, UserId(107), decline_seat(Seat::new(7))).await, Err(Denied::NotAsked(_))));
    hall.told().await;
    // What happens to the offer shows nothing either.
    hall.at(60).await;
    let passed = Notice::NotHandedOver { seat: Seat::new(7), user: UserId(201), declined: true };
    assert_eq!(hall.in_channel().await, [passed, Notice::SeatFree { seat: Seat::new(7) }]);
    hall.ask(id, UserId(203), stand_by(UserId(203))).await.unwrap();
    assert_eq!(hall.in_channel().await, [offered(7, UserId(203))]);
    hall.at(72).await;
    let kept = Notice::NotHandedOver { seat: Seat::new(7), user: UserId(203), declined: false };
    assert!(hall.in_channel().await.contains(&kept));
    hall.ask(id, UserId(203), Command::StandDown).await.unwrap();
    assert_eq!(hall.load(id).await.seat_of(UserId(107)), Some(Seat::new(7)));
    assert!(!hall.in_channel().await.iter().any(|notice| matches!(notice, Notice::SeatFree { .. })));

    // The next time, somebody takes it.
    hall.answer_all_but(id, 7).await;
    hall.at(96).await;
    hall.answer_all_but(id, 7).await;
    hall.at(120).await;
    assert!(hall.in_channel().await.contains(&Notice::SeatFree { seat: Seat::new(7) }));
    hall.ask(id, UserId(202), stand_by(UserId(202))).await.unwrap();
    let game = hall.ask(id, UserId(202), accept_seat(Seat::new(7))).await.unwrap();
    assert_eq!((game.seat_of(UserId(202)), game.seat_of(UserId(107))), (Some(Seat::new(7)), None));
    assert_eq!(game.strikes(Seat::new(7)), 0);
}

#[tokio::test]
async fn before_the_first_round_the_first_alternate_moves_up() {
    let hall = Hall::new().await;
    let id = hall.create(Terms { open_signup: true, ..seven() }).await;
    let join = |user: UserId| Command::Join(format!("Player {user}"));
    for user in 101..=106 {
        hall.ask(id, UserId(user), join(UserId(user))).await.unwrap();
    }
    assert_eq!(hall.ask(id, UserId(201), stand_by(UserId(201))).await.unwrap_err(), Denied::SeatsLeft(id));
    hall.ask(id, UserId(107), join(UserId(107))).await.unwrap();
    for user in [201, 202] {
        hall.ask(id, UserId(user), stand_by(UserId(user))).await.unwrap();
    }
    assert_eq!(
        hall.ask(id, UserId(201), stand_by(UserId(201))).await.unwrap_err(),
        Denied::AlreadyAlternate(id)
    );
    assert_eq!(
        hall.ask(id, UserId(101), stand_by(UserId(101))).await.unwrap_err(),
        Denied::AlreadySeated(id)
    );
    hall.told().await;
    let game = hall.ask(id, UserId(103), Command::Leave).await.unwrap();
    assert!(game.seat_of(UserId(201)).is_some() && game.players.len() == 7);
    assert_eq!(hall.in_channel().await, [Notice::MovedUp { user: UserId(201) }]);
    hall.ask(id, UserId(202), Command::StandDown).await.unwrap();
    assert_eq!(hall.ask(id, UserId(202), Command::StandDown).await.unwrap_err(), Denied::NoAlternate(id));
    // During the pregame, too; and the match begins as announced.
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    hall.ask(id, UserId(204), stand_by(UserId(204))).await.unwrap();
    hall.matches.ask(id, &host(), Command::Unseat { user: UserId(104), reason: None }).await.unwrap();
    hall.at(24).await;
    let game = hall.load(id).await;
    assert!(game.status == Status::Running && game.seat_of(UserId(204)).is_some());
    assert_eq!(game.alternates(), []);
}

#[tokio::test]
async fn nobody_who_knows_more_than_a_player_stands_by() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { co_hosts: vec![UserId(31)], ..seven() }).await;
    assert_eq!(
        hall.ask(id, UserId(31), stand_by(UserId(31))).await.unwrap_err(),
        Denied::HostsIt(UserId(31))
    );
    hall.ask(id, UserId(105), Command::Leave).await.unwrap();
    hall.at(24).await;
    assert_eq!(
        hall.ask(id, UserId(105), stand_by(UserId(105))).await.unwrap_err(),
        Denied::HeldASeat(UserId(105))
    );
}

#[tokio::test]
async fn a_host_chooses_for_how_long_a_seat_is_offered() {
    let hall = Hall::new().await;
    let id = hall.seated(Terms { pregame_hours: 0, open_signup: true, ..seven() }).await;
    let offer = |hours| Command::OpenSignup { open: true, offer_hours: Some(hours) };
    assert!(matches!(hall.ask(id, HOST, offer(0)).await, Err(Denied::Hours { .. })));
    hall.ask(id, HOST, offer(3)).await.unwrap();
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    for user in [201, 202] {
        hall.ask(id, UserId(user), stand_by(UserId(user))).await.unwrap();
    }
    hall.ask(id, UserId(105), Command::Leave).await.unwrap();
    hall.at(24).await;
    let seat = Seat::new(5);
    assert_eq!(hall.load(id).await.handover(seat).unwrap().until, Some(NOON + 27 * HOUR));
    hall.at(27).await;
    assert_eq!(hall.load(id).await.handover(seat).map(|asked| asked.user), Some(UserId(202)));
}
