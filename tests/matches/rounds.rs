//! Rounds and the vote: what is stored, and when they end.

use trigon::ids::{MatchId, RequestId, UserId};
use trigon::matches::{Clock as _, Request};

use super::*;

#[tokio::test]
async fn the_pregame_ends_at_its_time_and_round_1_begins() {
    let hall = Hall::new().await;
    let id = hall.seated(Terms { pregame_hours: 12, ..seven() }).await;
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    let begins = NOON + 12 * HOUR;
    let told = hall.told().await;
    assert_eq!(told.last(), Some(&(Target::Channel(CHANNEL), Notice::Pregame { begins })));
    assert!(sentence(hall.act(id, 1, "move -").await).contains("not begun"));
    hall.clock.set(begins - 1);
    hall.matches.handle_due().await.unwrap();
    assert!(hall.load(id).await.session.is_none());

    hall.at(12).await;
    let game = hall.load(id).await;
    assert_eq!((round(game.session.as_deref().unwrap()), game.deadline), (Some(1), Some(begins + 24 * HOUR)));
    // The channel, and each player with what is theirs.
    assert_eq!(hall.reached().await, (users(1..=7), 1));
}

#[tokio::test]
async fn an_action_is_stored_and_replaced_and_a_refused_one_leaves_it() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let path = || async { fact(&*hall.load(id).await, 3, "Path").unwrap() };
    hall.act(id, 3, "move -").await.unwrap();
    assert_eq!(path().await, "stay");
    let legal = hall.load(id).await.session.as_ref().unwrap().legal(Seat::new(3));
    let longest = legal.iter().max_by_key(|action| action.len()).unwrap().clone();
    hall.act(id, 3, &longest.to_lowercase()).await.unwrap();
    let described = format!("{} (", &longest["move ".len()..]);
    assert!(path().await.starts_with(&described));
    for wrong in ["move ULDR", "move X", "garnet", "vote 2", ""] {
        hall.act(id, 3, wrong).await.unwrap_err();
    }
    assert!(path().await.starts_with(&described));
    assert!(sentence(hall.act(id, 8, "move -").await).contains("no seat"));
    // The log keeps the canonical form.
    assert_eq!(hall.load(id).await.log.last().unwrap().action(), Some(&longest[..]));
}

#[tokio::test]
async fn of_two_answers_at_once_both_are_kept_in_some_order() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let other = hall.other_process().await;
    let (one, two) =
        tokio::join!(hall.matches.act(id, UserId(101), "move -"), other.act(id, UserId(102), "move -"));
    assert!(one.is_ok() && two.is_ok());
    let game = hall.load(id).await;
    assert_eq!(actions(&game), 2);
    assert!((1..).zip(&game.log).all(|(seq, entry)| entry.seq == seq));
}

#[tokio::test]
async fn a_round_ends_at_its_deadline_and_not_before() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.told().await;
    hall.clock.set(NOON + 24 * HOUR - 1);
    hall.matches.handle_due().await.unwrap();
    assert_eq!(hall.round(id).await, 1);
    hall.at(24).await;
    assert_eq!(hall.round(id).await, 2);
    // One last reminder for the two that were missed; then the update, and the news for each player.
    let (told, channel) = hall.reached().await;
    assert_eq!((told.len(), channel), (7 * 2, 1));
}

#[tokio::test]
async fn what_comes_after_the_deadline_is_not_stored_for_the_next_round() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    // The clock's task has not got round to it yet.
    hall.clock.set(NOON + 24 * HOUR);
    assert!(sentence(hall.act(id, 1, "move -").await).contains("deadline has just passed"));
    let game = hall.load(id).await;
    assert_eq!(round(&**game.session.as_ref().unwrap()), Some(2));
    assert_eq!(fact(&game, 1, "Path").unwrap(), "none yet, so you stay where you are");
    hall.act(id, 1, "move -").await.unwrap();
}

#[tokio::test]
async fn what_was_sent_before_a_round_ended_is_not_stored_for_the_next_one() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let sent_at = hall.clock.now();
    hall.clock.set(sent_at + 5_000);
    let stay = hall.typed(id, "move -").await;
    let act = |number, sent_at| {
        let person = Person {
            request: Some(Request { id: number, sent_at, written_at: sent_at, direct: None, replaces: 0 }),
            ..Person::user(UserId(101))
        };
        let (matches, stay) = (hall.matches.clone(), stay.clone());
        async move { denied(matches.ask(id, &person, stay).await) }
    };
    // It was meant for another match, which is over by now.
    assert!(matches!(act(RequestId(6), NOON - 60_000).await, Err(Denied::BeforeRound)));
    assert!(act(RequestId(7), sent_at).await.is_ok());
    hall.matches.ask(id, &host(), Command::EndPhase).await.unwrap();
    assert_eq!(hall.round(id).await, 2);
    assert!(matches!(act(RequestId(8), sent_at + 1).await, Err(Denied::BeforeRound)));
    // Two clocks never agree to the millisecond.
    assert!(act(RequestId(9), sent_at + 4_000).await.is_ok());
}

#[tokio::test]
async fn a_question_counts_the_rounds_and_not_what_is_stored_in_them() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let question = async || hall.load(id).await.question;
    let numbered = |number| QuestionId { number, undos: 0 };
    assert_eq!(question().await, numbered(0));
    for seat in [1, 2, 2, 3, 2] {
        hall.act(id, seat, "move -").await.unwrap();
        assert_eq!(question().await, numbered(0));
    }
    hall.at(24).await;
    assert_eq!(question().await, numbered(1));
    hall.act(id, 1, "move -").await.unwrap();
    assert_eq!(question().await, numbered(1));
    hall.at(48).await;
    assert_eq!(question().await, numbered(2));
    let act = Act { question: Some(numbered(1)), ..Act::new(hall.read(id, "move -").await) };
    let stale = hall.matches.ask(id, &person(UserId(101)), Command::Act(act)).await;
    assert!(sentence(stale.map(|_| ())).contains("moved on"));
}

#[tokio::test]
async fn an_answer_replaces_only_the_one_that_was_shown() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let seat = Seat::new(1);
    let tag = async || hall.load(id).await.answer_tag(seat);
    let (none, question) = (tag().await, hall.load(id).await.question);
    let act = async |action: &str, shown| {
        let act =
            Act { question: Some(question), shown: Some(shown), ..Act::new(hall.read(id, action).await) };
        denied(hall.matches.ask(id, &person(UserId(101)), Command::Act(act)).await.map(|_| ()))
    };
    let path = hall
        .load(id)
        .await
        .session
        .as_ref()
        .unwrap()
        .legal(seat)
        .into_iter()
        .find(|path| path.len() == 6)
        .unwrap();
    act(&path, none).await.unwrap();
    let stored = tag().await;
    assert_ne!(stored, none);
    assert!(sentence(act("move -", none).await).contains("another answer"));
    assert_eq!(hall.load(id).await.session.as_ref().unwrap().answer(seat).unwrap().text(), path);
    assert_eq!(tag().await, stored);
    act("move -", stored).await.unwrap();
    assert_eq!(hall.load(id).await.session.as_ref().unwrap().answer(seat).unwrap().text(), "move -");
    // The tag is specific to this seat and this question.
    assert_ne!(hall.load(id).await.answer_tag(Seat::new(2)), none);
    hall.at(24).await;
    assert_ne!(tag().await, none);
}

/// Plays one round in which everyone stays. The vote follows.
async fn voting(hall: &Hall) -> MatchId {
    let id = hall.running(seven().with("rounds", Value::Number(1)).limited("vote", 10)).await;
    hall.at(24).await;
    let game = hall.load(id).await;
    assert_eq!(game.session.as_ref().unwrap().phase().id, "vote");
    assert_eq!(game.deadline, Some(NOON + 34 * HOUR));
    id
}

#[tokio::test]
async fn tb_r11_the_vote_ends_as_soon_as_all_have_voted() {
    let hall = Hall::new().await;
    let id = voting(&hall).await;
    let asked = hall.load(id).await.session.as_ref().unwrap().to_act();
    // Tokens go to the highest priorities; seat 1 has the lowest and is the only candidate.
    let voters: Vec<i64> = asked.iter().map(|decision| i64::from(decision.seat.number())).collect();
    hall.told().await;
    for voter in &voters {
        assert!(hall.load(id).await.is_going_on());
        hall.act(id, *voter, "vote 1").await.unwrap();
    }
    let game = hall.load(id).await;
    assert!(!game.is_going_on() && game.deadline.is_none());
    let (_, channel) = hall.reached().await;
    assert_eq!(channel, 1);
    assert!(sentence(hall.act(id, voters[0], "vote 1").await).contains("over"));
}

#[tokio::test]
async fn tb_r12_the_vote_ends_at_its_deadline_or_by_the_host_who_names_nobody() {
    for by_host in [false, true] {
        let hall = Hall::new().await;
        let id = voting(&hall).await;
        if by_host {
            let wrong = hall.matches.ask(id, &person(UserId(101)), Command::EndPhase).await;
            assert!(is_not_allowed(wrong));
            hall.matches.ask(id, &host(), Command::EndPhase).await.unwrap();
        } else {
            hall.at(34).await;
        }
        let game = hall.load(id).await;
        assert!(game.session.as_ref().unwrap().outcome().is_some());
        assert_eq!(hall.matches.handle_due().await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_record_holds_the_seed_only_when_the_match_has_ended() {
    let hall = Hall::new().await;
    let id = voting(&hall).await;
    let running = hall.load(id).await.record().unwrap();
    assert!(running.seed.is_none() && running.start.is_none());
    let text = serde_json::to_string(&running).unwrap();
    assert!(!text.contains(&"07".repeat(32)));
    hall.at(34).await;
    let record = hall.load(id).await.record().unwrap();
    let verification = trigon::matches::verify(&record, None).unwrap();
    let checks = &verification.checks;
    let matching: Vec<&str> =
        checks.iter().filter(|c| c.matches == Some(true)).map(|c| c.what.as_str()).collect();
    assert_eq!(matching, ["placement", "letters", "start", "entries"], "{checks:?}");
    assert_eq!(verification.mismatch(), None);
    let posted = record.commitment.clone().unwrap().parse().unwrap();
    let held = trigon::matches::verify(&record, Some(&posted)).unwrap();
    assert!(held.checks.iter().any(|check| check.what == "commitment" && check.matches == Some(true)));
    // It can be read like any other record.
    let bytes = serde_json::to_vec(&record).unwrap();
    assert_eq!(
        trigon::matches::Record::read(&bytes, &trigon::games::Registry::standard()).unwrap().log.len(),
        record.log.len()
    );
}
