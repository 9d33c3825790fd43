//! Whatever happens in between, nobody loses a seat or anything else by what they have not agreed to.

use trigon::ids::UserId;
use trigon::matches::Proposal;

use super::*;

/// Returns the request of a host to give a player’s seat to somebody.
fn replace(player: UserId, user: UserId) -> Command {
    let (name, reason) = (format!("New {user}"), Some("Is silent.".to_owned()));
    Command::Handover { player, user, name, back_in: None, has_left: false, since: None, reason }
}

/// Returns the answer to what is asked about a seat, by its number if it has one.
fn answer(seat: u8, number: Option<u32>, accept: bool) -> Command {
    Command::AnswerHandover { seat: Seat::new(seat), number, accept }
}

/// Returns a host of the server.
fn moderator() -> Person {
    Person { guild_host: true, ..person(UserId(98)) }
}

#[tokio::test]
async fn somebody_asked_for_a_free_seat_does_not_take_it_once_its_player_has_kept_it() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { strikes: 2, ..seven() }).await;
    for round in 1..=2 {
        hall.answer_all_but(id, 7).await;
        hall.at(24 * round).await;
    }
    // Nobody is asked about a seat that is free.
    let game = hall.ask_as(id, &host(), replace(UserId(107), UserId(207))).await.unwrap();
    assert!(game.handover(Seat::new(7)).unwrap().agreed);
    hall.answer_all(id).await;
    hall.told().await;
    hall.at(72).await;
    let kept = Notice::NotHandedOver { seat: Seat::new(7), user: UserId(207), declined: false };
    assert!(hall.told().await.contains(&(Target::Channel(CHANNEL), kept)));
    let late = hall.ask_as(id, &person(UserId(207)), answer(7, None, true)).await;
    assert_eq!(late.unwrap_err(), Denied::HandoverGone(id));
    assert_eq!(hall.load(id).await.seat_of(UserId(107)), Some(Seat::new(7)));
}

#[tokio::test]
async fn somebody_asked_for_the_seat_of_a_late_player_does_not_take_it_after_the_turn() {
    let hall = Hall::new().await;
    let info = Registry::standard().get("triangoli").unwrap().info();
    let terms = Terms { players: 2, ..Terms::usual(info) }.limited(info.times[0].key, 12);
    let new = NewMatch {
        game: info.name.to_owned(),
        guild_id: GUILD,
        channel_id: CHANNEL,
        title: "Late".to_owned(),
        terms,
    };
    let id = hall.matches.create(&host(), new).await.unwrap().id;
    for user in [101, 102] {
        hall.ask_as(id, &person(UserId(user)), Command::Join(format!("Player {user}"))).await.unwrap();
    }
    hall.ask_as(id, &person(UserId(101)), Command::Start).await.unwrap();
    hall.at(12).await;
    let game = hall.load(id).await;
    let seat = game.timed_out().unwrap();
    let late = game.player(seat).unwrap().user_id;
    let game = hall.ask_as(id, &host(), replace(late, UserId(207))).await.unwrap();
    assert!(game.handover(seat).unwrap().agreed);
    let action = game.playing().unwrap().legal(seat)[0].clone();
    hall.matches.act(id, late, &action).await.unwrap();
    let refused = hall.ask_as(id, &person(UserId(207)), answer(seat.number(), None, true)).await;
    assert_eq!(refused.unwrap_err(), Denied::HandoverGone(id));
    // Somebody who has agreed to hand over a seat can play on until it is taken.
    hall.clock.set(NOON + 37 * HOUR);
    hall.ask_as(id, &host(), replace(late, UserId(208))).await.unwrap();
    hall.ask_as(id, &person(late), answer(seat.number(), None, true)).await.unwrap();
    let game = hall.load(id).await;
    for asked in game.to_act() {
        let user = game.player(asked.seat).unwrap().user_id;
        let action = game.playing().unwrap().legal(asked.seat)[0].clone();
        hall.matches.act(id, user, &action).await.unwrap();
    }
    let game = hall.ask_as(id, &person(UserId(208)), answer(seat.number(), None, true)).await.unwrap();
    assert_eq!(game.seat_of(UserId(208)), Some(seat));
}

#[tokio::test]
async fn an_offer_to_an_alternate_ends_with_the_phases_because_of_which_it_was_made() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { strikes: 2, ..seven() }).await;
    hall.answer_all_but(id, 7).await;
    hall.at(24).await;
    hall.answer_all_but(id, 7).await;
    let stands_by = Command::StandBy { name: "New".to_owned(), since: None };
    hall.ask_as(id, &person(UserId(201)), stands_by).await.unwrap();
    hall.at(48).await;
    assert_eq!(hall.load(id).await.handover(Seat::new(7)).map(|asked| asked.user), Some(UserId(201)));
    let question = hall.load(id).await.question;
    let game = hall.ask_as(id, &host(), Command::Rewind(question)).await.unwrap();
    assert_eq!(game.strikes(Seat::new(7)), 1);
    let _ = hall.ask_as(id, &person(UserId(201)), answer(7, None, true)).await;
    assert_eq!(
        hall.load(id).await.seat_of(UserId(107)),
        Some(Seat::new(7)),
        "nobody has missed what was undone"
    );
}

#[tokio::test]
async fn who_wants_to_take_out_somebody_who_has_left_in_secret_notices_nothing() {
    let mut seen = Vec::new();
    for leaves in [false, true] {
        let hall = Hall::new().await;
        let id = hall.running(Terms { co_hosts: vec![UserId(101)], ..seven() }).await;
        if leaves {
            hall.ask_as(id, &person(UserId(105)), Command::Leave).await.unwrap();
        }
        hall.told().await;
        let mut all = Vec::new();
        for who in [person(UserId(101)), moderator()] {
            let take_out = Command::Unseat { user: UserId(105), reason: Some("Insults.".to_owned()) };
            let done = hall.ask_as(id, &who, take_out).await;
            let open = done.map(|game| game.proposal().map(|open| (open.number, game.voters())));
            let number = open.as_ref().ok().and_then(|open| Some(open.as_ref()?.0)).unwrap_or(0);
            all.push((open, hall.told().await));
            let _ = hall.ask_as(id, &person(UserId(102)), Command::Consent { number, agree: false }).await;
            all.push((Ok(None), hall.told().await));
        }
        seen.push(all);
    }
    assert!(seen[0][0].0.as_ref().unwrap().is_some(), "all players are asked");
    assert_eq!(seen[0], seen[1]);
}

#[tokio::test]
async fn an_answer_to_an_earlier_request_for_a_seat_is_none_to_a_later_one() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let for_a_time = match replace(UserId(103), UserId(203)) {
        Command::Handover { player, user, name, has_left, since, reason, .. } => {
            Command::Handover { player, user, name, back_in: Some(5 * HOUR), has_left, since, reason }
        }
        other => other,
    };
    let game = hall.ask_as(id, &host(), for_a_time).await.unwrap();
    let first = game.handover(Seat::new(3)).unwrap().number;
    hall.ask_as(id, &host(), answer(3, Some(first), false)).await.unwrap();
    let game = hall.ask_as(id, &host(), replace(UserId(103), UserId(203))).await.unwrap();
    let second = game.handover(Seat::new(3)).unwrap().number;
    for user in [UserId(103), UserId(203), HOST] {
        let gone = hall.ask_as(id, &person(user), answer(3, Some(first), user != HOST)).await;
        assert_eq!(gone.unwrap_err(), Denied::HandoverGone(id), "they were asked something else");
    }
    assert_eq!(
        hall.other_process().await.load(id).await.unwrap().handover(Seat::new(3)).unwrap().number,
        second
    );
    for user in [203, 103] {
        hall.ask_as(id, &person(UserId(user)), answer(3, Some(second), true)).await.unwrap();
    }
    assert_eq!(hall.load(id).await.seat_of(UserId(203)), Some(Seat::new(3)));
}

#[tokio::test]
async fn who_is_asked_nothing_in_a_phase_has_to_agree_to_what_is_not_about_the_clock() {
    let hall = Hall::new().await;
    let terms = Terms { co_hosts: vec![UserId(101)], ..seven() }.with("rounds", Value::Number(3));
    let id = hall.running(terms).await;
    for round in 1..=3 {
        hall.at(24 * round).await;
    }
    let game = hall.load(id).await;
    let asked: Vec<Seat> = game.to_act().into_iter().map(|asked| asked.seat).collect();
    assert_eq!(asked.len(), 3, "they vote");
    let idle = Seat::all(7).find(|seat| !asked.contains(seat)).unwrap();
    let user = game.player(idle).unwrap().user_id;
    let asker = if user == UserId(101) { HOST } else { UserId(101) };
    let mut fields = Values::default();
    fields.set("garnets", Value::Number(5));
    let correct = Command::Correct { user, fields, reason: "A slip.".to_owned() };
    let proposed = [
        (Command::Propose(Proposal::Extend(HOUR)), 3),
        (Command::Propose(Proposal::Undo), 7),
        (correct, 7),
        (Command::CoHost { user: UserId(31), hosts: true }, 7),
        (Command::Unseat { user, reason: Some("Insults.".to_owned()) }, 7),
    ];
    for (command, voters) in proposed {
        let who = if asker == HOST { moderator() } else { person(asker) };
        let game = hall.ask_as(id, &who, command.clone()).await.unwrap();
        let number = game.proposal().unwrap().number;
        assert_eq!(game.voters().len(), voters, "{command:?}");
        for seat in &asked {
            let user = game.player(*seat).unwrap().user_id;
            let _ = hall.ask_as(id, &person(user), Command::Consent { number, agree: true }).await;
        }
        let open = hall.load(id).await.proposal().is_some();
        assert_eq!(open, voters == 7, "{command:?}: the others have not said anything");
        if open {
            hall.ask_as(id, &host(), Command::Withdraw(number)).await.unwrap();
        }
    }
}

#[tokio::test]
async fn what_some_have_agreed_to_lapses_when_the_roster_changes_and_a_new_order_is_told() {
    let hall = Hall::new().await;
    let id = hall.seated(Terms { pregame_hours: 24, ..seven() }).await;
    hall.ask_as(id, &host(), Command::Start).await.unwrap();
    let proposed = async || {
        let game = hall.ask_as(id, &host(), Command::Propose(Proposal::EndPhase)).await.unwrap();
        let number = game.proposal().unwrap().number;
        for user in 101..=106 {
            hall.ask_as(id, &person(UserId(user)), Command::Consent { number, agree: true }).await.unwrap();
        }
        hall.told().await;
        number
    };
    // The one who has not agreed gets the seat of somebody who has.
    let number = proposed().await;
    let order = [7, 2, 3, 4, 5, 6, 1].map(seat).to_vec();
    hall.ask_as(id, &host(), Command::Roster(order)).await.unwrap();
    let told = hall.told().await;
    let what = Proposal::EndPhase;
    assert!(told.contains(&(Target::Channel(CHANNEL), Notice::NotAgreed { what, seat: None })), "{told:?}");
    let moved = |notice: &Notice| match notice {
        Notice::Roster { changed, .. } => changed.clone(),
        _ => Vec::new(),
    };
    assert_eq!(told.iter().map(|(_, notice)| moved(notice)).max(), Some([107, 101].map(UserId).to_vec()));
    let consent = Command::Consent { number, agree: true };
    assert_eq!(hall.ask_as(id, &person(UserId(101)), consent).await.unwrap_err(), Denied::ProposalGone(id));
    assert_eq!(hall.load(id).await.status, Status::Pregame);
    assert_eq!(hall.other_process().await.load(id).await.unwrap().proposal(), None);
    // Nor does it help to take somebody out who would not agree.
    proposed().await;
    hall.ask_as(id, &host(), Command::Unseat { user: UserId(107), reason: None }).await.unwrap();
    assert_eq!(hall.load(id).await.proposal(), None);
}

#[tokio::test]
async fn a_player_who_is_ready_and_then_is_not_has_everyone_told_only_a_few_times_a_day() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { early: true, least_hours: 1, ..seven() }).await;
    let ready = |ready| Command::Ready { ready, pad: None };
    for seat in 1..=7 {
        hall.act(id, seat, "move -").await.unwrap();
        hall.ask_as(id, &person(UserId(100 + seat)), ready(true)).await.unwrap();
    }
    let quarter = |n: i64| NOON + n * HOUR / 4;
    let mut announced = 0;
    for n in 1..90 {
        hall.clock.set(quarter(n));
        hall.matches.handle_due().await.unwrap();
        let ends = |(_, notice): &(Target, Notice)| {
            matches!(notice, Notice::EndsEarly { .. } | Notice::GoesOn { .. })
        };
        let told = hall.told().await;
        announced += told.iter().filter(|told| matches!(told.0, Target::Channel(_)) && ends(told)).count();
        let game = hall.load(id).await;
        let is_ready = game.is_ready(Seat::new(1));
        if game.ends_early().is_some() == is_ready {
            hall.ask_as(id, &person(UserId(101)), ready(!is_ready)).await.unwrap();
        }
    }
    assert_eq!(hall.round(id).await, 1);
    assert_eq!(announced, 6, "three ends, and that each of them does not come");
}

/// A host who is on nobody’s side could otherwise make room for themselves.
#[tokio::test]
async fn who_has_taken_a_player_out_as_a_host_takes_no_seat_in_the_match() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { co_hosts: vec![UserId(96)], ..seven() }).await;
    hall.ask_as(id, &person(UserId(96)), Command::Unseat { user: UserId(105), reason: None }).await.unwrap();
    hall.ask_as(id, &host(), Command::CoHost { user: UserId(96), hosts: false }).await.unwrap();
    let stand_by = Command::StandBy { name: "Former host".to_owned(), since: None };
    assert_eq!(
        hall.ask_as(id, &person(UserId(96)), stand_by).await.unwrap_err(),
        Denied::TookOut(UserId(96))
    );
    let refused = hall.ask_as(id, &host(), replace(UserId(105), UserId(96))).await;
    assert_eq!(refused.unwrap_err(), Denied::TookOut(UserId(96)));
    // Who has hosted it without doing so may take one.
    hall.ask_as(id, &host(), Command::CoHost { user: UserId(95), hosts: true }).await.unwrap();
    hall.ask_as(id, &host(), Command::CoHost { user: UserId(95), hosts: false }).await.unwrap();
    hall.ask_as(id, &host(), replace(UserId(105), UserId(95))).await.unwrap();
}

/// At the time at which everyone expects a player back, nobody would be.
#[tokio::test]
async fn a_player_for_whom_somebody_plays_is_taken_out_after_the_substitute() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let lend =
        || Command::Lend { user: UserId(205), name: "Friend".to_owned(), time: 10 * HOUR, since: None };
    hall.ask_as(id, &person(UserId(105)), lend()).await.unwrap();
    let unseat = |user| Command::Unseat { user, reason: Some("Insults.".to_owned()) };
    let asked = Denied::MayBeLent(UserId(205));
    assert_eq!(hall.ask_as(id, &host(), unseat(UserId(105))).await.unwrap_err(), asked);
    hall.ask_as(id, &person(UserId(205)), answer(5, None, true)).await.unwrap();
    let plays = Denied::PlaysFor { substitute: UserId(205), owner: UserId(105) };
    assert_eq!(hall.ask_as(id, &host(), unseat(UserId(105))).await.unwrap_err(), plays);
    hall.ask_as(id, &host(), unseat(UserId(205))).await.unwrap();
    let game = hall.ask_as(id, &host(), unseat(UserId(105))).await.unwrap();
    assert!(game.is_vacant(Seat::new(5)));
}

/// The friend would otherwise be told to stay, and everyone would read it.
#[tokio::test]
async fn a_player_who_has_asked_a_friend_to_play_for_a_time_takes_that_back_before_leaving() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let lend = Command::Lend { user: UserId(205), name: "Friend".to_owned(), time: 10 * HOUR, since: None };
    hall.ask_as(id, &person(UserId(105)), lend).await.unwrap();
    let refused = hall.ask_as(id, &person(UserId(105)), Command::Leave).await;
    assert_eq!(refused.unwrap_err(), Denied::MayBeLent(UserId(205)));
    hall.told().await;
    hall.ask_as(id, &person(UserId(105)), Command::Return).await.unwrap();
    let withdrawn = Notice::NotHandedOver { seat: Seat::new(5), user: UserId(205), declined: false };
    assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), withdrawn)]);
    let game = hall.ask_as(id, &person(UserId(105)), Command::Leave).await.unwrap();
    assert!(game.is_vacant(Seat::new(5)) && !game.has_left(Seat::new(5)));
}
