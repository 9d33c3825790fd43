//! Turn-based matches with a bank for all turns, with weekends, with players who are away, and with plans.

use trigon::ids::{MatchId, UserId};
use trigon::matches::{Bank, Clock as _, PlannedAction};

use super::*;

const BANK: Bank = Bank { hours: 72, add: 24, most: 120 };

/// Returns the usual terms of a game for two players.
fn terms(game: &str) -> Terms {
    let usual = Terms::usual(Registry::standard().get(game).unwrap().info());
    Terms { players: 2, ..usual }
}

impl Hall {
    /// Returns how many hours are left until the deadline.
    async fn hours_left(&self, id: MatchId) -> i64 {
        (self.load(id).await.deadline.unwrap() - self.clock.now()) / HOUR
    }

    /// Moves the clock.
    fn later(&self, hours: i64) {
        self.clock.set(self.clock.now() + hours * HOUR);
    }

    /// Asks something of a match as the player of a seat.
    async fn ask_seat(&self, id: MatchId, seat: Seat, command: Command) -> Result<Arc<Match>, Denied> {
        let user = self.load(id).await.player(seat).unwrap().user_id;
        self.ask(id, user, command).await
    }

    /// Plans actions as the player of a seat.
    async fn plan(&self, id: MatchId, seat: Seat, actions: &[String]) -> Result<Arc<Match>, Denied> {
        let mut plan = Vec::new();
        for action in actions {
            plan.push(self.read(id, action).await);
        }
        self.ask_seat(id, seat, Command::Ahead(plan)).await
    }

    /// Plays an action as the player of a seat.
    async fn act_as(&self, id: MatchId, seat: Seat, action: &str) {
        let user = self.load(id).await.player(seat).unwrap().user_id;
        self.matches.act(id, user, action).await.unwrap();
    }
}

#[tokio::test]
async fn a_bank_holds_the_time_for_all_turns_and_grows_with_each() {
    let hall = Hall::new().await;
    let id = hall.turns_with("triangoli", 2, Terms { bank: Some(BANK), ..terms("triangoli") }).await;
    let first = hall.asked(id).await;
    assert_eq!(hall.hours_left(id).await, 72);
    hall.later(30);
    hall.play(id, 0).await;
    let second = hall.asked(id).await;
    assert_ne!(first, second);
    let bank = |game: &Match, seat| game.bank(seat).unwrap() / HOUR;
    assert_eq!(bank(&*hall.load(id).await, first), 72 - 30 + 24);
    assert_eq!(hall.hours_left(id).await, 72, "the other one has a bank of their own");
    hall.later(1);
    hall.play(id, 0).await;
    assert_eq!(bank(&*hall.load(id).await, second), 95);
    assert_eq!(hall.hours_left(id).await, 66);
    hall.play(id, 0).await;
    assert_eq!(bank(&*hall.load(id).await, first), 90);
    hall.play(id, 0).await;
    assert_eq!(bank(&*hall.load(id).await, second), 119);
    hall.play(id, 0).await;
    hall.play(id, 0).await;
    assert_eq!(bank(&*hall.load(id).await, second), 120, "that is the most");
    // Another process has the same.
    let (here, there) = (hall.load(id).await, hall.other_process().await.load(id).await.unwrap());
    assert_eq!((here.bank(first), here.deadline), (there.bank(first), there.deadline));
    turns::assert_replays(&here);
}

#[tokio::test]
async fn an_empty_bank_lets_the_others_claim_the_seat_and_a_takeback_gives_the_time_back() {
    let hall = Hall::new().await;
    let id = hall.turns_with("triangoli", 2, Terms { bank: Some(BANK), ..terms("triangoli") }).await;
    let first = hall.asked(id).await;
    hall.later(71);
    hall.play(id, 0).await;
    let (game, second) = (hall.load(id).await, hall.asked(id).await);
    assert_eq!(game.bank(first).unwrap() / HOUR, 25);
    hall.ask_seat(id, first, Command::Offer(OfferKind::Takeback)).await.unwrap();
    let accept = Command::Answer { kind: OfferKind::Takeback, number: None, accept: true };
    hall.ask_seat(id, second, accept).await.unwrap();
    assert_eq!(hall.load(id).await.bank(first).unwrap() / HOUR, 72, "what was taken back cost no time");
    assert_eq!(hall.hours_left(id).await, 72);
    hall.later(72);
    hall.matches.handle_due().await.unwrap();
    assert_eq!(hall.load(id).await.timed_out(), Some(first));
    // Acting late is possible as long as nobody claims the seat; only what a turn adds is left then.
    hall.play(id, 0).await;
    assert_eq!(hall.load(id).await.bank(first).unwrap() / HOUR, 24);
}

#[tokio::test]
async fn clocks_stand_still_on_weekends_and_while_they_are_stopped() {
    let hall = Hall::new().await;
    let weekends = Some("UTC".parse().unwrap());
    let id =
        hall.turns_with("triangoli", 2, Terms { bank: Some(BANK), weekends, ..terms("triangoli") }).await;
    // It is Friday, 08:00: 16 hours until Saturday, the rest from Monday on.
    assert_eq!(hall.hours_left(id).await, 72 + 48);
    hall.later(20);
    hall.matches.ask(id, &person(UserId(101)), Command::Pause).await.unwrap();
    assert_eq!(hall.load(id).await.paused(), Some(56 * HOUR));
    hall.later(2);
    hall.matches.ask(id, &person(UserId(101)), Command::Resume).await.unwrap();
    assert_eq!(hall.load(id).await.deadline, Some(NOON + (64 + 56) * HOUR));
    let first = hall.asked(id).await;
    hall.play(id, 0).await;
    assert_eq!(
        hall.load(id).await.bank(first).unwrap() / HOUR,
        56 + 24,
        "the weekend took nothing and added nothing"
    );
}

#[tokio::test]
async fn the_clock_of_a_player_who_is_away_stands_still_for_some_days_a_match() {
    let hall = Hall::new().await;
    let id = hall.turns_with("triangoli", 2, terms("triangoli").limited("turn", 48)).await;
    let (first, other) = (hall.asked(id).await, Seat::new(3 - hall.asked(id).await.number()));
    hall.told().await;
    hall.later(8);
    let game = hall.ask_seat(id, first, Command::Away { after: 10 * HOUR, time: 72 * HOUR }).await.unwrap();
    assert_eq!(game.deadline, Some(NOON + (48 + 72) * HOUR));
    let told = hall.told().await;
    let (from, to) = (NOON + 18 * HOUR, NOON + 90 * HOUR);
    assert_eq!(
        told,
        [(Target::Channel(CHANNEL), Notice::Away { seat: first, from, to })],
        "everyone knows why"
    );
    let again = hall.ask_seat(id, first, Command::Away { after: 0, time: HOUR }).await;
    assert_eq!(again.unwrap_err(), Denied::AlreadyAway);
    // Back earlier, so the rest of it counts again; what was used is gone.
    hall.later(34);
    let game = hall.ask_seat(id, first, Command::Back).await.unwrap();
    assert_eq!(game.deadline, Some(NOON + (42 + 48 - 18) * HOUR));
    assert_eq!(game.away_left(first), (5 * 24 - 24) * HOUR);
    let early = hall.ask_seat(id, first, Command::Away { after: 61 * 24 * HOUR, time: 24 * HOUR }).await;
    assert!(sentence(early).contains("begins too far ahead"), "the length is all right");
    let endless = hall.ask_seat(id, first, Command::Away { after: 0, time: 61 * 24 * HOUR }).await;
    assert_eq!(endless.unwrap_err(), Denied::AwayTime);
    let long = hall.ask_seat(id, first, Command::Away { after: 0, time: 97 * HOUR }).await;
    assert_eq!(long.unwrap_err(), Denied::AwayTooLong { id, left: 96 });
    assert_eq!(hall.ask_seat(id, first, Command::Back).await.unwrap_err(), Denied::NotAway(id));
    // Somebody else’s absence does not stop this clock, but theirs once it is their turn.
    hall.ask_seat(id, other, Command::Away { after: 0, time: 24 * HOUR }).await.unwrap();
    assert_eq!(hall.load(id).await.deadline, Some(NOON + 72 * HOUR));
    hall.play(id, 0).await;
    assert_eq!(hall.hours_left(id).await, 72);
    // It cannot be said backwards, once the time has run out.
    hall.later(72);
    hall.matches.handle_due().await.unwrap();
    let late = hall.ask_seat(id, other, Command::Away { after: 0, time: 24 * HOUR }).await;
    assert_eq!(late.unwrap_err(), Denied::AwayTooLate(id));
}

#[tokio::test]
async fn an_absence_stops_no_round_and_nobody_but_hosts_learns_of_it() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.told().await;
    let game = hall.ask_seat(id, Seat::new(4), Command::Away { after: 0, time: 400 * HOUR }).await.unwrap();
    assert_eq!(game.deadline, Some(NOON + 24 * HOUR));
    assert_eq!(hall.told().await, []);
    assert_eq!(game.away(Seat::new(4), NOON).unwrap().to, NOON + 400 * HOUR);
    assert!(game.history().iter().all(|line| !line.words.join(" ").contains("away")));
}

#[tokio::test]
async fn what_was_planned_is_played_as_long_as_the_others_play_as_expected() {
    let hall = Hall::new().await;
    let id = hall.turns("triangoli", 2).await;
    let (first, second) = (hall.asked(id).await, Seat::new(3 - hall.asked(id).await.number()));
    let game = hall.load(id).await;
    let mut session = game.session.clone().unwrap();
    let mut expected = Vec::new();
    for _ in 0..5 {
        let seat = session.to_act()[0].seat;
        let action = session.legal(seat).remove(0);
        session.apply(By::Seat(seat), &action).unwrap();
        expected.push(action);
    }
    assert_eq!(hall.plan(id, first, &expected).await.unwrap_err(), Denied::PlayFirst(id));
    assert_eq!(hall.plan(id, second, &expected[..1]).await.unwrap_err(), Denied::PlansNothing(id));
    let wrong = [expected[0].clone(), expected[0].clone()];
    assert!(matches!(hall.plan(id, second, &wrong).await, Err(Denied::PlanImpossible { place: 2, .. })));
    hall.told().await;
    let game = hall.plan(id, second, &expected).await.unwrap();
    assert_eq!(hall.told().await, [], "nobody learns of a plan");
    let next = PlannedAction { seat: Some(second), action: expected[1].clone() };
    assert_eq!(game.planned_actions(second)[1], next);
    assert!(game.history().iter().all(|line| !line.words.join(" ").contains("advance")));

    hall.act_as(id, first, &expected[0]).await;
    let game = hall.load(id).await;
    assert_eq!(game.ahead(second), &expected[2..], "the answer was played at once");
    assert_eq!(hall.asked(id).await, first);
    let posts =
        hall.told().await.into_iter().filter(|(_, notice)| matches!(notice, Notice::News { .. })).count();
    assert_eq!(posts, 2, "one for each action");
    // Something else than expected drops the rest.
    let other = game.session.as_ref().unwrap().legal(first).into_iter().find(|action| *action != expected[2]);
    hall.act_as(id, first, &other.unwrap()).await;
    let game = hall.load(id).await;
    assert_eq!((game.ahead(second), hall.asked(id).await), (&[][..], second));
    let user = game.player(second).unwrap().user_id;
    let dropped = (Target::User(user), Notice::PlanDropped { seat: second });
    assert!(hall.told().await.contains(&dropped));
    turns::assert_replays(&game);
}

#[tokio::test]
async fn no_host_reads_that_somebody_had_a_plan_because_a_message_about_it_did_not_arrive() {
    let hall = Hall::new().await;
    let id = hall.turns("triangoli", 2).await;
    let first = hall.asked(id).await;
    let second = Seat::all(2).find(|seat| *seat != first).unwrap();
    let mut session = hall.load(id).await.session.as_ref().unwrap().boxed();
    let legal = session.legal(first);
    session.apply(By::Seat(first), &legal[0]).unwrap();
    let plan = [legal[0].clone(), session.legal(second).remove(0)];
    hall.plan(id, second, &plan).await.unwrap();
    hall.told().await;
    hall.act_as(id, first, &legal[1]).await;
    let store = hall.matches.store();
    let mut dropped = 0;
    for row in store.deliverable(i64::MAX, 100).await.unwrap() {
        dropped += usize::from(row.notice.contains("plan-dropped"));
        store.mark(row.id, NOON, &DeliveryOutcome::Dead("closed".into())).await.unwrap();
    }
    assert_eq!(dropped, 1);
    let undelivered = hall.matches.undelivered(id).await.unwrap();
    assert!(!undelivered.is_empty() && undelivered.iter().all(|message| message.what != "plan-dropped"));
}

#[tokio::test]
async fn two_plans_that_fit_each_other_are_played_out() {
    let hall = Hall::new().await;
    let id = hall.turns("triangoli", 2).await;
    let mut session = hall.load(id).await.session.clone().unwrap();
    let mut expected = Vec::new();
    for _ in 0..6 {
        let seat = session.to_act()[0].seat;
        let action = session.legal(seat).remove(0);
        session.apply(By::Seat(seat), &action).unwrap();
        expected.push((seat, action));
    }
    let actions: Vec<String> = expected.iter().map(|(_, action)| action.clone()).collect();
    let first = expected[0].0;
    let second = expected.iter().map(|(seat, _)| *seat).find(|seat| *seat != first).unwrap();
    hall.plan(id, second, &actions).await.unwrap();
    hall.act_as(id, first, &actions[0]).await;
    if hall.asked(id).await == first {
        let since = hall.load(id).await.question.number as usize;
        assert_eq!(hall.plan(id, first, &actions[since..]).await.unwrap_err(), Denied::PlayFirst(id));
        hall.act_as(id, first, &actions[since]).await;
    }
    assert!(hall.load(id).await.question.number >= 3);
    turns::assert_replays(&*hall.load(id).await);
}
