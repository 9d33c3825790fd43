//! What follows from a match follows from it after every change and every load: deadlines, early ends, offers, words.

use trigon::ids::{MatchId, RequestId, UserId};
use trigon::matches::Bank;

use super::*;

const MINUTE: Millis = 60_000;

/// Returns the request to lend one’s seat.
fn lend(user: UserId, hours: i64) -> Command {
    Command::Lend { user, name: format!("New {user}"), time: hours * HOUR, since: None }
}

/// Returns the request to become an alternate.
fn stand_by(user: UserId) -> Command {
    Command::StandBy { name: format!("New {user}"), since: None }
}

/// Returns terms with which rounds can end early.
fn early(minutes: u32) -> Terms {
    Terms { early: true, least_hours: 6, early_minutes: minutes, limits: None, ..seven() }
}

/// Returns terms of a game of turns.
fn turns(bank: Option<Bank>) -> Terms {
    let usual = Terms::usual(Registry::standard().get("triangoli").unwrap().info());
    let terms = Terms { players: 2, bank, ..usual };
    if bank.is_some() { terms } else { terms.limited("turn", 20) }
}

impl Hall {
    /// Moves the clock to minutes after noon, and does what is due until then, in order.
    async fn minutes_past_noon(&self, minutes: i64) {
        self.clock.set(NOON + minutes * MINUTE);
        self.matches.handle_due().await.unwrap();
    }

    /// Lets everyone answer and be ready.
    async fn everyone_is_ready(&self, id: MatchId) {
        for seat in 1..=7 {
            self.act(id, seat, "move -").await.unwrap();
            self.ask(id, UserId(100 + seat), Command::Ready { ready: true, pad: None }).await.unwrap();
        }
    }

    /// Returns what was told since the last call.
    async fn notices(&self) -> Vec<Notice> {
        self.told().await.into_iter().map(|(_, notice)| notice).collect()
    }
}

#[tokio::test]
async fn an_absence_stops_the_clock_of_the_one_who_is_away_and_of_nobody_who_plays_for_them() {
    for bank in [None, Some(Bank { hours: 20, add: 5, most: 30 })] {
        let hall = Hall::new().await;
        let id = hall.turns_with("triangoli", 2, turns(bank)).await;
        let seat = hall.asked(id).await;
        let user = hall.user(id, seat.number()).await;
        for time in 0..3 {
            let away = Command::Away { after: 0, time: 60 * HOUR };
            let game = hall.ask(id, user, away).await.unwrap();
            assert_eq!(game.deadline, Some(NOON + 80 * HOUR));
            hall.ask(id, user, lend(UserId(210 + time), 5)).await.unwrap();
            let game = hall.ask(id, UserId(210 + time), accept_seat(seat)).await.unwrap();
            assert_eq!(game.deadline, Some(NOON + 20 * HOUR), "a substitute is not away");
            let game = hall.ask(id, user, Command::Return).await.unwrap();
            assert_eq!(game.deadline, Some(NOON + 20 * HOUR), "nor is a player who is back");
            assert_eq!(game.away_left(seat), 5 * 24 * HOUR);
        }
        // Whoever takes over has the time of a player who begins, and no more.
        hall.clock.set(NOON + HOUR);
        let other = (1..=2).map(Seat::new).find(|other| *other != seat).unwrap();
        let them = hall.user(id, other.number()).await;
        hall.ask(id, them, Command::Away { after: HOUR, time: 30 * HOUR }).await.unwrap();
        hall.play(id, 0).await;
        assert_eq!(hall.asked(id).await, other);
        let game = hall.ask(id, them, lend(UserId(220), 5)).await.unwrap();
        assert_eq!(game.deadline, Some(NOON + 51 * HOUR));
        let game = hall.ask(id, UserId(220), accept_seat(other)).await.unwrap();
        assert_eq!(game.deadline, Some(NOON + 21 * HOUR));
    }
}

#[tokio::test]
async fn every_entry_has_its_own_words_also_after_a_reload_before_play_begins() {
    let hall = Hall::new().await;
    let id = hall.seated(Terms { pregame_hours: 0, ..seven() }).await;
    hall.ask(id, UserId(201), stand_by(UserId(201))).await.unwrap();
    let reloaded = hall.other_process().await;
    reloaded.ask(id, &host(), Command::Start).await.unwrap();
    reloaded.ask(id, &person(UserId(105)), Command::Leave).await.unwrap();
    hall.clock.set(NOON + 24 * HOUR);
    reloaded.handle_due().await.unwrap();
    let lived = reloaded.load(id).await.unwrap();
    let read = hall.other_process().await.load(id).await.unwrap();
    assert_eq!(lived.history(), read.history());
    assert!(lived.history().iter().any(|line| line.words == ["Player 5 has left the match."]));
}

#[tokio::test]
async fn nobody_reads_of_an_early_end_that_the_deadline_comes_before() {
    let hall = Hall::new().await;
    let id = hall.running(early(30)).await;
    hall.minutes_past_noon(24 * 60 - 40).await;
    hall.everyone_is_ready(id).await;
    hall.told().await;
    hall.minutes_past_noon(24 * 60 - 30).await;
    hall.minutes_past_noon(24 * 60 - 15).await;
    assert_eq!(hall.notices().await, [], "the announcement would be longer than the round");
    assert_eq!((hall.round(id).await, hall.load(id).await.ends_early()), (1, None));
    hall.minutes_past_noon(24 * 60).await;
    assert_eq!(hall.round(id).await, 2);
}

#[tokio::test]
async fn a_deadline_that_moves_before_an_early_end_takes_its_place() {
    let hall = Hall::new().await;
    let id = hall.running(early(120)).await;
    hall.minutes_past_noon(10 * 60).await;
    hall.everyone_is_ready(id).await;
    hall.minutes_past_noon(10 * 60 + 15).await;
    let early = NOON + 12 * HOUR + 15 * MINUTE;
    assert_eq!(hall.load(id).await.ends_early(), Some(early));
    hall.matches.ask(id, &host(), Command::Extend(-12)).await.unwrap();
    let game = hall.load(id).await;
    assert_eq!(
        (game.ends_early(), game.deadline),
        (None, Some(NOON + 12 * HOUR)),
        "the time that all have read"
    );
    hall.told().await;
    // Nor is the earlier time true again without a word.
    hall.matches.ask(id, &host(), Command::Extend(12)).await.unwrap();
    hall.minutes_past_noon(10 * 60 + 16).await;
    let again = hall.load(id).await.ends_early().unwrap();
    assert!(hall.notices().await.contains(&Notice::EndsEarly { at: again }));
    hall.clock.set(again - 1);
    hall.matches.handle_due().await.unwrap();
    assert_eq!(hall.round(id).await, 1);
    hall.clock.set(again);
    hall.matches.handle_due().await.unwrap();
    assert_eq!(hall.round(id).await, 2);
}

#[tokio::test]
async fn a_clock_that_runs_again_does_not_end_the_round_at_once_because_of_an_early_end_of_before() {
    let hall = Hall::new().await;
    let terms = Terms { calendar: Some("every day 19:30 Europe/Berlin".parse().unwrap()), ..early(30) };
    let id = hall.running(terms).await;
    let deadline = hall.load(id).await.deadline.unwrap();
    hall.minutes_past_noon(7 * 60).await;
    hall.everyone_is_ready(id).await;
    hall.minutes_past_noon(7 * 60 + 15).await;
    assert!(hall.load(id).await.ends_early().is_some());
    hall.matches.ask(id, &host(), Command::Pause).await.unwrap();
    assert_eq!(hall.load(id).await.ends_early(), None);
    hall.minutes_past_noon(11 * 60 + 15).await;
    hall.matches.ask(id, &host(), Command::Resume).await.unwrap();
    hall.told().await;
    hall.minutes_past_noon(11 * 60 + 16).await;
    let game = hall.load(id).await;
    assert_eq!((hall.round(id).await, game.deadline), (1, Some(deadline + 4 * HOUR)));
    let at = game.ends_early().unwrap();
    assert!(at >= NOON + (11 * 60 + 45) * MINUTE, "everyone is told anew, and has the same time to think");
    assert!(hall.notices().await.contains(&Notice::EndsEarly { at }));
    hall.clock.set(at);
    hall.matches.handle_due().await.unwrap();
    assert_eq!(hall.round(id).await, 2);
    let next = hall.load(id).await.deadline.unwrap();
    assert_eq!(next - deadline, 24 * HOUR, "no day of the calendar is left out");
}

#[tokio::test]
async fn an_early_end_that_everyone_has_read_decides_by_when_something_was_sent() {
    let hall = Hall::new().await;
    let id = hall.running(early(30)).await;
    hall.minutes_past_noon(10 * 60).await;
    hall.everyone_is_ready(id).await;
    hall.minutes_past_noon(10 * 60 + 15).await;
    let at = hall.load(id).await.ends_early().unwrap();
    let matches = hall.matches.clone().with_grace(std::time::Duration::from_secs(3));
    let sent = |user: UserId, sent_at| {
        let request =
            Request { id: RequestId(sent_at), sent_at, written_at: sent_at, direct: None, replaces: 0 };
        Person { request: Some(request), ..person(user) }
    };
    let not_ready = || Command::Ready { ready: false, pad: None };
    // Ten minutes later, as after a restart.
    for now in [at + 1_000, at + 600_000] {
        hall.clock.set(now);
        for late in [at, at + 900] {
            let ready = matches.ask(id, &sent(UserId(103), late), not_ready()).await;
            assert_eq!(denied(ready.map(drop)), Err(Denied::DeadlinePassed));
            let path = hall.typed(id, "move -").await;
            let path = matches.ask(id, &sent(UserId(104), late), path).await;
            assert_eq!(denied(path.map(drop)), Err(Denied::DeadlinePassed));
        }
    }
    matches.ask(id, &sent(UserId(103), at - 1), not_ready()).await.unwrap();
    matches.handle_due().await.unwrap();
    let game = hall.load(id).await;
    assert_eq!((hall.round(id).await, game.ends_early()), (1, None), "what was sent in time counts");
}

#[tokio::test]
async fn a_claim_is_no_turn_and_adds_nothing_to_a_bank() {
    let hall = Hall::new().await;
    let trice = Terms::usual(Registry::standard().get("trice").unwrap().info());
    let bank = Some(Bank { hours: 20, add: 5, most: 60 });
    let id = hall.turns_with("trice", 3, Terms { players: 3, bank, ..trice }).await;
    let late = hall.asked(id).await;
    hall.at(20).await;
    assert_eq!(hall.load(id).await.timed_out(), Some(late));
    let claims = (1..=3).map(Seat::new).find(|seat| *seat != late).unwrap();
    let user = hall.user(id, claims.number()).await;
    let game = hall.ask(id, user, Command::Claim).await.unwrap();
    assert_eq!(game.bank(claims), Some(20 * HOUR));
}

#[tokio::test]
async fn what_followed_from_an_undone_round_goes_with_it() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { strikes: 1, limits: None, ..seven() }).await;
    for seat in 1..=7 {
        hall.act(id, seat, "move -").await.unwrap();
    }
    hall.at(24).await;
    hall.ask(id, UserId(201), stand_by(UserId(201))).await.unwrap();
    for seat in 1..=6 {
        hall.act(id, seat, "move -").await.unwrap();
    }
    hall.at(48).await;
    let seat = Seat::new(7);
    assert!(hall.load(id).await.handover(seat).is_some_and(|asked| asked.user == UserId(201)));
    let question = hall.load(id).await.question;
    let game = hall.ask(id, HOST, Command::Rewind(question)).await.unwrap();
    assert_eq!((game.strikes(seat), game.handover(seat)), (0, None));
    assert_eq!(hall.ask(id, UserId(201), accept_seat(seat)).await.map(drop), Err(Denied::HandoverGone(id)));
    assert_eq!(game.alternates().len(), 1, "the alternate waits on");
    let read = hall.other_process().await.load(id).await.unwrap();
    assert_eq!(read.handover(seat), None);
}

#[tokio::test]
async fn a_computed_player_who_stands_in_because_of_an_undone_round_stands_in_no_more() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { strikes: 1, autopilot: Some(1), limits: None, ..seven() }).await;
    for seat in 1..=7 {
        hall.act(id, seat, "move -").await.unwrap();
    }
    hall.at(24).await;
    for seat in 1..=6 {
        hall.act(id, seat, "move -").await.unwrap();
    }
    let seat = Seat::new(7);
    assert_eq!(hall.user(id, 7).await, UserId(107));
    hall.at(48).await;
    let game = hall.load(id).await;
    assert!(game.computed(seat).is_some(), "one deadline is enough");
    let question = game.question;
    let game = hall.ask(id, HOST, Command::Rewind(question)).await.unwrap();
    assert_eq!((game.seat_of(UserId(107)), game.computed(seat), game.strikes(seat)), (Some(seat), None, 0));
    assert_eq!(hall.other_process().await.load(id).await.unwrap().tenures(), game.tenures());
    hall.act(id, 7, "move -").await.unwrap();
}

#[tokio::test]
async fn who_has_taken_a_seat_stands_in_the_way_of_no_other() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    for player in [101, 102] {
        let (user, name) = (201, "New".to_owned());
        let (back_in, has_left, since, reason) = (None, player == 102, None, None);
        let ask = Command::Handover {
            player: UserId(player),
            user: UserId(user),
            name,
            back_in,
            has_left,
            since,
            reason,
        };
        hall.ask(id, HOST, ask).await.unwrap();
    }
    hall.ask(id, UserId(201), accept_seat(Seat::new(1))).await.unwrap();
    let game = hall.ask(id, UserId(201), accept_seat(Seat::new(2))).await.unwrap();
    assert_eq!((game.seat_of(UserId(201)), game.handover(Seat::new(1))), (Some(Seat::new(2)), None));
    let gone = Notice::NotHandedOver { seat: Seat::new(1), user: UserId(201), declined: false };
    assert!(hall.notices().await.contains(&gone), "everyone reads that");
    hall.ask(id, HOST, Command::Unseat { user: UserId(101), reason: None }).await.unwrap();
    let game = hall.load(id).await;
    assert!(game.is_vacant(Seat::new(1)));
    assert_eq!(hall.other_process().await.load(id).await.unwrap().players, game.players);
}

#[tokio::test]
async fn a_rematch_of_a_match_that_somebody_has_left_has_room_for_somebody_else() {
    let hall = Hall::new().await;
    let terms = Terms { autopilot: Some(1), ..turns(None) };
    let id = hall.turns_with("triangoli", 2, terms).await;
    let (leaves, stays) = (hall.user(id, 1).await, hall.user(id, 2).await);
    hall.ask(id, leaves, Command::Leave).await.unwrap();
    hall.ask(id, stays, Command::Resign).await.unwrap();
    let again = hall.matches.rematch(id, &person(stays)).await.unwrap();
    assert_eq!((again.players.len(), again.terms.invited.len()), (1, 0));
    hall.ask(again.id, UserId(205), Command::Join("Somebody".to_owned())).await.unwrap();
    hall.ask(again.id, stays, Command::Start).await.unwrap();
    assert_eq!(hall.load(again.id).await.status, Status::Running);
}

#[tokio::test]
async fn before_a_correction_the_match_was_what_it_was() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { limits: None, ..seven() }).await;
    hall.act(id, 1, "move -").await.unwrap();
    hall.at(24).await;
    let then = hall.load(id).await;
    let state = |game: &Match| game.session.as_ref().unwrap().state_json();
    let mut fields = Values::default();
    fields.set("garnets", Value::Number(0));
    let correct = Command::Correct { user: UserId(101), fields, reason: "A slip.".to_owned() };
    hall.ask(id, HOST, correct).await.unwrap();
    for seat in 1..=7 {
        let number = hall.load(id).await.proposal().unwrap().number;
        hall.ask(id, UserId(100 + seat), Command::Consent { number, agree: true }).await.unwrap();
    }
    let game = hall.other_process().await.load(id).await.unwrap();
    assert_eq!(game.question.number, 0, "the match is played again");
    let seen = game.up_to(then.seq()).unwrap();
    assert_eq!(state(&seen), state(&then));
    assert_eq!(seen.players, then.players);
    assert_ne!(game.players, then.players);
}
