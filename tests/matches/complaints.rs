//! What players and hosts of comparable games complain of, one test each: what went wrong there does not go wrong here.
//!
//! One such test needs Discord: `somebody_who_had_answered_was_warned` in `tests/discord/announcements.rs`.

use trigon::ids::{MatchId, UserId};
use trigon::matches::{Bank, Departure, Limits, Proposal};

use super::computed::answered;
use super::*;

impl Hall {
    /// Has another person take over a seat, which needs nobody’s consent.
    async fn handed_over(&self, id: MatchId, seat: u8, user: UserId) -> Arc<Match> {
        let player = 100 + i64::from(seat);
        self.ask(id, HOST, handover(UserId(player), user)).await.unwrap();
        let accept = accept_seat(Seat::new(seat));
        self.ask(id, user, accept.clone()).await.unwrap();
        self.ask(id, UserId(player), accept).await.unwrap()
    }

    /// Has everyone in these seats stay.
    async fn stay(&self, id: MatchId, seats: impl IntoIterator<Item = i64>) {
        for seat in seats {
            self.act(id, seat, "move -").await.unwrap();
        }
    }
}

/// Returns the request of a host to give a player’s seat to somebody.
fn handover(player: UserId, user: UserId) -> Command {
    Command::Handover {
        player,
        user,
        name: "New".to_owned(),
        back_in: None,
        has_left: false,
        since: None,
        reason: None,
    }
}

#[tokio::test]
async fn missed_turns_moved_on_to_the_newcomer_with_the_name() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { strikes: 3, graces: 1, ..seven() }).await;
    hall.stay(id, 1..=6).await;
    hall.at(24).await;
    hall.at(36).await;
    let game = hall.load(id).await;
    assert_eq!((game.strikes(Seat::new(7)), game.graces_left(Seat::new(7))), (1, 0));
    let game = hall.handed_over(id, 7, UserId(207)).await;
    assert_eq!(
        (game.strikes(Seat::new(7)), game.graces_left(Seat::new(7))),
        (0, 1),
        "taking over costs nothing"
    );
    assert_eq!(game.tenures()[0].before, UserId(107));
}

#[tokio::test]
async fn somebody_who_never_showed_up_spoiled_the_first_round() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { strikes: 2, grace_hours: 6, ..seven() }).await;
    for user in [207, 206] {
        hall.ask(id, UserId(user), Command::StandBy { name: "New".to_owned(), since: None }).await.unwrap();
    }
    hall.stay(id, 1..=5).await;
    hall.told().await;
    hall.at(24).await;
    let deadline = NOON + 30 * HOUR;
    let game = hall.load(id).await;
    assert_eq!((hall.round(id).await, game.deadline), (1, Some(deadline)), "the round waits for them");
    let told = hall.told().await;
    let to = |user| told.iter().filter(move |(to, _)| *to == Target::User(user)).map(|(_, notice)| notice);
    assert!(to(UserId(107)).eq([&Notice::Absent { seat: Seat::new(7), deadline }]), "{told:?}");
    assert!(to(UserId(101)).eq([&Notice::Grace { deadline }]), "{told:?}");
    assert_eq!([6, 7].map(|seat| game.handover(Seat::new(seat)).unwrap().user), [207, 206].map(UserId));
    hall.stay(id, [6]).await;
    assert!(hall.load(id).await.handover(Seat::new(6)).is_some(), "nothing shows who has answered");
    let accept = accept_seat(Seat::new(7));
    let game = hall.ask(id, UserId(206), accept).await.unwrap();
    assert_eq!(game.player(Seat::new(7)).unwrap().user_id, UserId(206));
    let stay = hall.typed(id, "move -").await;
    hall.ask(id, UserId(206), stay).await.unwrap();
    hall.at(30).await;
    let game = hall.load(id).await;
    assert_eq!(hall.round(id).await, 2);
    assert!(Seat::all(7).all(|seat| game.strikes(seat) == 0), "nobody has missed anything");
    assert_eq!(game.handover(Seat::new(6)), None, "who answers after all keeps the seat");
    assert_eq!((game.player(Seat::new(6)).unwrap().user_id, game.alternates().len()), (UserId(106), 1));
}

#[tokio::test]
async fn somebody_whose_answer_was_undone_is_not_said_to_have_never_shown_up() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { strikes: 2, ..seven() }).await;
    hall.ask(id, UserId(207), Command::StandBy { name: "New".to_owned(), since: None }).await.unwrap();
    hall.stay(id, 1..=7).await;
    hall.at(24).await;
    let question = hall.load(id).await.question;
    hall.ask(id, HOST, Command::Rewind(question)).await.unwrap();
    assert_eq!(hall.round(id).await, 1);
    hall.stay(id, 1..=6).await;
    hall.at(48).await;
    assert_eq!(hall.round(id).await, 2);
}

#[tokio::test]
async fn nobody_waits_in_vain_for_somebody_who_never_showed_up() {
    for (terms, waits) in [
        (Terms { strikes: 2, ..seven() }, false),
        (Terms { strikes: 2, autopilot: Some(1), ..seven() }, true),
        (Terms { strikes: 0, autopilot: Some(1), ..seven() }, false),
    ] {
        let hall = Hall::new().await;
        let id = hall.running(terms).await;
        hall.stay(id, 1..=6).await;
        hall.at(24).await;
        assert_eq!(hall.round(id).await, if waits { 1 } else { 2 });
        assert_eq!(hall.load(id).await.is_on_autopilot(Seat::new(7)), waits);
    }
}

#[tokio::test]
async fn somebody_was_thrown_out_for_a_deadline_missed_long_ago() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.at(24).await;
    hall.stay(id, 1..=7).await;
    hall.at(48).await;
    hall.ask(id, HOST, handover(UserId(107), UserId(207))).await.unwrap();
    let accept = accept_seat(Seat::new(7));
    let game = hall.ask(id, UserId(207), accept).await.unwrap();
    assert_eq!(game.player(Seat::new(7)).unwrap().user_id, UserId(107), "they have to be asked");
}

#[tokio::test]
async fn a_former_player_took_the_seat_back_to_get_more_time() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.at(24).await;
    let deadline = hall.load(id).await.deadline;
    let game = hall.handed_over(id, 7, UserId(207)).await;
    assert_eq!(game.deadline, deadline, "nobody gets more time");
    assert_eq!(
        hall.ask(id, HOST, handover(UserId(106), UserId(107))).await.unwrap_err(),
        Denied::HeldASeat(UserId(107))
    );
    assert_eq!(
        hall.ask(id, UserId(107), Command::StandBy { name: "Back".to_owned(), since: None })
            .await
            .unwrap_err(),
        Denied::HeldASeat(UserId(107))
    );
}

#[tokio::test]
async fn threats_to_leave_moved_the_others() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.told().await;
    hall.ask(id, UserId(105), Command::Leave).await.unwrap();
    let told = [(Target::User(HOST), Notice::HasLeft { seat: Seat::new(5) })];
    assert_eq!(hall.told().await, told, "no player learns of it before the round ends");
    assert_eq!(
        hall.ask(id, UserId(105), Command::Leave).await.unwrap_err(),
        Denied::NoSeat(id),
        "and it is for good"
    );
    let stay = hall.typed(id, "move -").await;
    assert_eq!(hall.ask(id, UserId(105), stay).await.unwrap_err(), Denied::NoSeat(id));
    hall.at(24).await;
    let left = hall.load(id).await.who_left();
    assert_eq!(left, [Departure { seat: Seat::new(5), host: None, reason: None }]);
}

#[tokio::test]
async fn a_confirmation_was_recorded_as_a_missed_turn() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { strikes: 1, ..seven() }).await;
    hall.stay(id, 1..=7).await;
    hall.at(24).await;
    let game = hall.load(id).await;
    assert!(Seat::all(7).all(|seat| game.strikes(seat) == 0), "to stay is an answer");
}

#[tokio::test]
async fn an_excuse_was_used_up_although_nobody_needed_it() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { graces: 1, grace_hours: 6, ..seven() }).await;
    hall.stay(id, 1..=7).await;
    // Who changes their mind at the last moment has answered all the same.
    hall.clock.set(NOON + 24 * HOUR - 1);
    hall.stay(id, [7]).await;
    hall.at(24).await;
    let game = hall.load(id).await;
    assert_eq!((hall.round(id).await, game.graces_left(Seat::new(7))), (2, 1));
}

#[tokio::test]
async fn extensions_added_up_to_months() {
    let hall = Hall::new().await;
    let limits = Some(Limits { phase_hours: 48, match_hours: 120, shorten: false });
    let id = hall.running(Terms { limits, ..seven() }).await;
    let mut hours = 0;
    for round in 1..=8 {
        while hall.ask(id, HOST, Command::Extend(12)).await.is_ok() {
            hours += 12;
        }
        assert!(hours <= 48 * round && hours <= 120, "{hours}");
        hall.clock.set(hall.load(id).await.deadline.unwrap());
        hall.matches.handle_due().await.unwrap();
    }
    assert_eq!(hours, 120);
}

#[tokio::test]
async fn a_host_who_played_paused_without_end() {
    let hall = Hall::new().await;
    let limits = Some(Limits::USUAL);
    let id = hall.running(Terms { limits, co_hosts: vec![UserId(101)], ..seven() }).await;
    assert_eq!(hall.ask(id, UserId(101), Command::Pause).await.unwrap_err(), Denied::NeedsConsent(id));
    // Even if everyone agrees, it ends by itself.
    hall.ask(id, UserId(101), Command::Propose(Proposal::Pause)).await.unwrap();
    for seat in 2..=7 {
        hall.ask(id, UserId(100 + seat), Command::Consent { number: 1, agree: true }).await.unwrap();
    }
    assert!(hall.load(id).await.paused().is_some());
    hall.at(7 * 24).await;
    assert_eq!(hall.load(id).await.deadline, Some(NOON + (7 * 24 + 24) * HOUR));
}

#[tokio::test]
async fn a_turn_was_missed_because_the_bot_was_down() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { strikes: 1, graces: 1, ..seven() }).await;
    hall.at(24 + 9).await;
    let game = hall.load(id).await;
    assert_eq!((game.strikes(Seat::new(7)), game.graces_left(Seat::new(7))), (0, 1));
    assert_eq!(game.deadline, Some(NOON + (24 + 9 + 24) * HOUR), "and the next round has its full time");
}

#[tokio::test]
async fn two_rounds_ended_within_an_hour() {
    let hall = Hall::new().await;
    let calendar = Some("every day 12:00 UTC".parse().unwrap());
    let id = hall.running(Terms { calendar, least_hours: 12, ..seven() }).await;
    let first = hall.load(id).await.deadline.unwrap();
    // It is ended 23 hours late, so the next time of day is an hour away.
    hall.clock.set(first + 23 * HOUR);
    hall.matches.handle_due().await.unwrap();
    let next = hall.load(id).await.deadline.unwrap();
    assert_eq!(next, first + 48 * HOUR, "on the grid, and at least a day away");
}

#[tokio::test]
async fn somebody_who_never_answers_held_up_everyone_who_was_ready() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { early: true, least_hours: 1, early_minutes: 15, ..seven() }).await;
    hall.stay(id, 1..=6).await;
    hall.at(24).await;
    hall.stay(id, 1..=6).await;
    for seat in 1..=6 {
        hall.ask(id, UserId(100 + seat), Command::Ready { ready: true, pad: None }).await.unwrap();
    }
    for quarters in 0..12 {
        hall.clock.set(NOON + 25 * HOUR + quarters * HOUR / 4);
        hall.matches.handle_due().await.unwrap();
    }
    assert_eq!(hall.round(id).await, 3);
}

#[tokio::test]
async fn weekends_refilled_the_clocks() {
    let hall = Hall::new().await;
    let bank = Some(Bank { hours: 20, add: 0, most: 20 });
    let weekends = Some("UTC".parse().unwrap());
    let usual = Terms::usual(Registry::standard().get("triangoli").unwrap().info());
    let id = hall.turns_with("triangoli", 2, Terms { players: 2, bank, weekends, ..usual }).await;
    // It is Friday, 08:00. The turn is played on Sunday, 08:00, after 16 hours that count.
    let first = hall.asked(id).await;
    hall.clock.set(NOON + 48 * HOUR);
    hall.play(id, 0).await;
    assert_eq!(hall.load(id).await.bank(first), Some(4 * HOUR));
}

#[tokio::test]
async fn a_holiday_that_set_itself_put_a_player_out() {
    let hall = Hall::new().await;
    let usual = Terms::usual(Registry::standard().get("triangoli").unwrap().info());
    let terms = Terms { players: 2, ..usual }.limited("turn", 24);
    let id = hall.turns_with("triangoli", 2, terms).await;
    let first = hall.asked(id).await;
    let user = hall.load(id).await.player(first).unwrap().user_id;
    hall.at(24).await;
    let game = hall.load(id).await;
    assert_eq!((game.away(first, NOON), game.timed_out()), (None, Some(first)), "only who says so is away");
    let late = hall.ask(id, user, Command::Away { after: 0, time: 24 * HOUR }).await;
    assert_eq!(late.unwrap_err(), Denied::AwayTooLate(id), "and nobody can say so afterwards");
    hall.play(id, 0).await;
    assert_eq!(hall.load(id).await.timed_out(), None, "who acts late goes on");
}

#[tokio::test]
async fn somebody_who_had_seen_the_secrets_took_a_seat() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { co_hosts: vec![UserId(31)], ..seven() }).await;
    hall.ask(id, UserId(31), Command::Look).await.unwrap();
    hall.ask(id, HOST, Command::CoHost { user: UserId(31), hosts: false }).await.unwrap();
    hall.at(24).await;
    assert_eq!(
        hall.ask(id, HOST, handover(UserId(107), UserId(31))).await.unwrap_err(),
        Denied::HasLooked(UserId(31))
    );
    let stand_by = hall.ask(id, UserId(31), Command::StandBy { name: "Eve".to_owned(), since: None }).await;
    assert_eq!(stand_by.unwrap_err(), Denied::HasLooked(UserId(31)));
}

#[tokio::test]
async fn an_undone_turn_left_its_traces() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { strikes: 1, ..seven() }).await;
    let first = hall.load(id).await.session.as_ref().unwrap().state_json();
    hall.at(24).await;
    let game = hall.load(id).await;
    let game = hall.ask(id, HOST, Command::Rewind(game.question)).await.unwrap();
    assert_eq!(game.session.as_ref().unwrap().state_json(), first);
    assert!(Seat::all(7).all(|seat| game.strikes(seat) == 0 && game.handover(seat).is_none()));
}

#[tokio::test]
async fn whoever_takes_over_late_lost_the_seat_at_once() {
    let hall = Hall::new().await;
    let usual = Terms::usual(Registry::standard().get("triangoli").unwrap().info());
    let id = hall.turns_with("triangoli", 2, Terms { players: 2, ..usual }.limited("turn", 24)).await;
    let seat = hall.asked(id).await;
    let late = hall.user(id, seat.number()).await;
    hall.at(24).await;
    hall.ask(id, UserId(101), handover(late, UserId(300))).await.unwrap();
    let game = hall.ask(id, UserId(300), accept_seat(seat)).await.unwrap();
    assert_eq!(game.deadline, Some(NOON + 48 * HOUR), "taking over costs nothing");
    let other = hall.user(id, 3 - seat.number()).await;
    assert_eq!(hall.ask(id, other, Command::Claim).await.unwrap_err(), Denied::NobodyLate(id));
}

#[tokio::test]
async fn how_long_an_answer_took_told_that_it_came_from_a_computer() {
    // All computed seats answer at one time, which depends on the seed alone.
    let mut delays = Vec::new();
    for is_slow in [false, true] {
        let hall = Hall::new().await;
        let id = hall.among_six(seven()).await;
        hall.matches.handle_due().await.unwrap();
        let game = hall.load(id).await;
        assert!(answered(&game).iter().all(|(_, answered)| !answered), "not at once");
        if !is_slow {
            hall.act(id, 1, "move -").await.unwrap();
        }
        hall.clock.set(NOON + HOUR / 4);
        let game = hall.thought(id).await;
        let due = game.log.iter().filter(|entry| matches!(entry.by, By::Seat(seat) if seat.number() > 1));
        let users = hall.reached().await.0;
        assert_eq!(users, [UserId(101)], "only the person is asked");
        delays.push(due.filter(|entry| entry.action().is_some()).count());
    }
    assert_eq!(delays[0], delays[1], "what the person does changes nothing");
    assert!(delays[0] >= 6);
}
