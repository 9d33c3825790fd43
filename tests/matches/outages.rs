//! What falls due while the bot is away, or while people cannot be told: nothing is held against anybody that they could not know
//! or do.

use std::time::Duration;

use trigon::ids::{MatchId, MessageId, RequestId, UserId};
use trigon::matches::Bank;

use super::*;

/// Returns a request that somebody has sent at a time.
fn request(id: MatchId, sent_at: Millis) -> Request {
    Request { id: RequestId(id.0), sent_at, written_at: sent_at, direct: None, replaces: 0 }
}

impl Hall {
    /// Lets the bot go away at one time, in minutes after noon, and come back at another.
    async fn is_away(&self, from: i64, to: i64) -> Matches {
        self.matches.store().note_presence(NOON + from * 60_000).await.unwrap();
        self.clock.set(NOON + to * 60_000);
        let back = self.other_process().await;
        back.come_back().await.unwrap();
        back.handle_due().await.unwrap();
        back
    }
}

#[tokio::test]
async fn the_time_of_a_substitute_is_decided_by_when_something_was_sent() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let lend = Command::Lend { user: UserId(203), name: "New".to_owned(), time: 10 * HOUR, since: None };
    hall.matches.ask(id, &person(UserId(103)), lend).await.unwrap();
    hall.matches.ask(id, &person(UserId(203)), accept_seat(Seat::new(3))).await.unwrap();
    let back = NOON + 10 * HOUR;
    let notes = Arc::new(RecordedCalls::default());
    let matches = hall.matches.clone().with_grace(Duration::from_secs(3)).with_last_call(notes.clone());
    hall.clock.set(back + 1_000);
    matches.handle_due().await.unwrap();
    assert_eq!(*notes.0.lock().unwrap(), [id], "what the substitute has sent is asked for first");
    let path = hall.typed(id, "move -").await;
    let sent = |number, at| Person { request: Some(request(number, at)), ..person(UserId(203)) };
    let late = matches.ask(id, &sent(MatchId(2), back), path.clone()).await;
    assert_eq!(denied(late.map(drop)), Err(Denied::NoSeat(id)), "their time is over");
    matches.ask(id, &sent(MatchId(1), back - 30_000), path).await.unwrap();
    hall.clock.set(back + 3 * HOUR);
    matches.handle_due().await.unwrap();
    let game = hall.load(id).await;
    assert_eq!(game.seat_of(UserId(103)), Some(Seat::new(3)));
    assert!(game.decision(Seat::new(3)).unwrap().answered, "what was sent in time counts");
}

#[tokio::test]
async fn a_deadline_that_passes_while_the_bot_is_away_counts_for_nobody_however_soon_it_is_back() {
    for (from, to, counts) in [
        (23 * 60, 24 * 60 + 1, false),
        (24 * 60 - 1, 24 * 60 + 9, false),
        (24 * 60, 24 * 60 + 1, false),
        (20 * 60, 22 * 60, true),
    ] {
        let hall = Hall::new().await;
        let id = hall.running(Terms { strikes: 1, graces: 1, ..seven() }).await;
        let stand_by = Command::StandBy { name: "New".to_owned(), since: None };
        hall.matches.ask(id, &person(UserId(201)), stand_by).await.unwrap();
        hall.answer_all_but(id, 7).await;
        let back = hall.is_away(from, to).await;
        hall.clock.set(NOON + (24 * 60 + 10) * 60_000);
        back.handle_due().await.unwrap();
        let game = hall.load(id).await;
        let seat = Seat::new(7);
        assert_eq!(game.graces_left(seat), u8::from(!counts), "{from} to {to}");
        assert_eq!((game.strikes(seat), game.handover(seat)), (0, None));
        assert_eq!(game.question.number, u32::from(!counts));
    }
}

#[tokio::test]
async fn who_has_not_been_shown_the_question_has_missed_nothing() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { strikes: 2, ..seven() }).await;
    // Discord takes nothing for player 7.
    let store = hall.matches.store();
    for row in store.deliverable(i64::MAX, 100).await.unwrap() {
        let is_refused = row.target == Target::User(UserId(107));
        let outcome = if is_refused {
            DeliveryOutcome::Retry(NOON, "HTTP 503".to_owned())
        } else {
            DeliveryOutcome::Sent(MessageId(1))
        };
        store.mark(row.id, NOON, &outcome).await.unwrap();
    }
    hall.at(24).await;
    let game = hall.load(id).await;
    assert_eq!((game.strikes(Seat::new(7)), game.strikes(Seat::new(6))), (0, 1));
}

/// Opens a match in which the seat of player 5 is offered to 201 from hour 24 on, for six hours, and 202 is next.
async fn offering(hall: &Hall) -> MatchId {
    let id = hall.running(Terms { offer_hours: Some(6), ..seven() }).await;
    for user in [201, 202] {
        let stand_by = Command::StandBy { name: format!("New {user}"), since: None };
        hall.matches.ask(id, &person(UserId(user)), stand_by).await.unwrap();
    }
    hall.matches.ask(id, &person(UserId(105)), Command::Leave).await.unwrap();
    hall.at(24).await;
    assert_eq!(offer(hall, id).await, (UserId(201), 30 * HOUR));
    id
}

/// Returns to whom the seat of player 5 is offered, and until when after noon.
async fn offer(hall: &Hall, id: MatchId) -> (UserId, Millis) {
    let game = hall.load(id).await;
    let asked = game.handover(Seat::new(5)).unwrap();
    (asked.user, asked.until.unwrap() - NOON)
}

#[tokio::test]
async fn an_offer_runs_from_when_discord_has_it() {
    let hall = Hall::new().await;
    let id = offering(&hall).await;
    // Discord takes no messages to the channel, and the offer comes after others.
    let store = hall.matches.store();
    for row in store.deliverable(i64::MAX, 100).await.unwrap() {
        let outcome = match row.target {
            Target::Channel(_) => DeliveryOutcome::Retry(NOON, "HTTP 403".to_owned()),
            Target::User(_) => DeliveryOutcome::Sent(MessageId(1)),
        };
        store.mark(row.id, NOON + 24 * HOUR, &outcome).await.unwrap();
    }
    hall.at(30).await;
    assert_eq!(offer(&hall, id).await, (UserId(201), 36 * HOUR));
    let posted = Notice::Handover { seat: Seat::new(5), user: UserId(201), agreed: true, host: None };
    let mut told = 0;
    while let Some(row) = store.deliverable(i64::MAX, 1).await.unwrap().pop() {
        store.mark(row.id, NOON + 33 * HOUR, &DeliveryOutcome::Sent(MessageId(1))).await.unwrap();
        told += usize::from(serde_json::from_str::<Notice>(&row.notice).unwrap() == posted);
    }
    assert_eq!(told, 1);
    hall.at(36).await;
    assert_eq!(offer(&hall, id).await, (UserId(201), 39 * HOUR), "six hours from when it was posted");
    assert!(hall.told().await.contains(&(Target::Channel(CHANNEL), posted)), "which everyone reads");
    let read = hall.other_process().await.load(id).await.unwrap();
    assert_eq!(read.handover(Seat::new(5)), hall.load(id).await.handover(Seat::new(5)));
    hall.at(39).await;
    let game = hall.load(id).await;
    assert_eq!(game.handover(Seat::new(5)).unwrap().user, UserId(202));
    assert!(
        game.alternates().iter().all(|next| next.user != UserId(201)),
        "who could read it and has not answered"
    );
}

#[tokio::test]
async fn time_in_which_the_bot_was_away_does_not_use_up_an_offer() {
    for (from, to, until) in
        [(25 * 60, 55 * 60, 60 * 60), (26 * 60, 28 * 60, 32 * 60), (20 * 60, 22 * 60, 30 * 60)]
    {
        let hall = Hall::new().await;
        let id = offering(&hall).await;
        hall.told().await;
        let back = hall.is_away(from, to).await;
        assert_eq!(offer(&hall, id).await, (UserId(201), until * 60_000), "{from} to {to}");
        // It is given back once, also if the bot is gone again at once.
        let again = hall.other_process().await;
        hall.matches.store().note_presence(NOON + from * 60_000).await.unwrap();
        again.come_back().await.unwrap();
        assert_eq!(offer(&hall, id).await, (UserId(201), until * 60_000));
        hall.told().await;
        hall.clock.set(NOON + until * 60_000);
        back.handle_due().await.unwrap();
        assert_ne!(offer(&hall, id).await.0, UserId(201));
    }
}

#[tokio::test]
async fn the_time_of_a_turn_in_which_the_bot_was_away_is_given_back() {
    for bank in [None, Some(Bank { hours: 20, add: 5, most: 30 })] {
        let usual = Terms::usual(Registry::standard().get("triangoli").unwrap().info());
        let terms = Terms { players: 2, bank, ..usual };
        let terms = if bank.is_some() { terms } else { terms.limited("turn", 20) };
        let hall = Hall::new().await;
        let id = hall.turns_with("triangoli", 2, terms).await;
        hall.told().await;
        hall.is_away(15 * 60, 45 * 60).await;
        let game = hall.load(id).await;
        let deadline = NOON + 50 * HOUR;
        assert_eq!((game.timed_out(), game.deadline), (None, Some(deadline)), "five hours were left");
        assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), Notice::Extended { deadline })]);
        assert_eq!(hall.other_process().await.load(id).await.unwrap().deadline, Some(deadline));
        // A short absence changes nothing.
        hall.is_away(46 * 60, 46 * 60 + 5).await;
        assert_eq!(hall.load(id).await.deadline, Some(deadline));
        let seat = hall.asked(id).await;
        hall.play(id, 0).await;
        let left = bank.map(|_| (50 * 60 - 46 * 60 - 5) * 60_000 + 5 * HOUR);
        assert_eq!(hall.load(id).await.bank(seat), left);
    }
}
