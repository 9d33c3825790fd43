//! A draw or a takeback needs the others, counts once, and leaves a log that can be read.

use trigon::games::Verdict;
use trigon::ids::UserId;
use trigon::matches::{EndReason, OfferKind};

use super::turns::assert_replays;
use super::*;

const DRAW: OfferKind = OfferKind::Draw;
const TAKEBACK: OfferKind = OfferKind::Takeback;

#[tokio::test]
async fn a_draw_is_agreed_when_all_others_agree() {
    let hall = Hall::new().await;
    let id = hall.turns("triforce", 4).await;
    let user = [
        UserId(0),
        hall.user(id, 1).await,
        hall.user(id, 2).await,
        hall.user(id, 3).await,
        hall.user(id, 4).await,
    ];
    hall.told().await;
    hall.matches.ask(id, &Person::user(user[3]), Command::Offer(DRAW)).await.unwrap();
    assert!(
        sentence(hall.matches.ask(id, &Person::user(user[3]), Command::Offer(DRAW)).await)
            .contains("waits for answers")
    );
    assert!(
        sentence(hall.matches.ask(id, &Person::user(user[1]), Command::Offer(TAKEBACK)).await)
            .contains("waits for answers")
    );
    assert!(sentence(hall.matches.answer(id, user[3], DRAW, true, None).await).contains("your own offer"));
    assert!(sentence(hall.matches.answer(id, user[1], TAKEBACK, true, None).await).contains("offer is gone"));
    assert!(sentence(hall.matches.answer(id, user[1], DRAW, true, Some(9)).await).contains("offer is gone"));
    hall.matches.answer(id, user[1], DRAW, true, Some(1)).await.unwrap();
    assert!(
        sentence(hall.matches.answer(id, user[1], DRAW, true, Some(1)).await).contains("already accepted")
    );
    let game = hall.load(id).await;
    let offer = game.offer().unwrap();
    assert_eq!((offer.by, offer.number, &offer.accepted[..]), (Seat::new(3), 1, &[Seat::new(1)][..]));
    assert_eq!(game.unanswered(), [Seat::new(2), Seat::new(4)]);
    // Offering what has been offered means agreeing.
    hall.matches.ask(id, &Person::user(user[2]), Command::Offer(DRAW)).await.unwrap();
    assert!(hall.load(id).await.is_going_on());
    hall.matches.answer(id, user[4], DRAW, true, None).await.unwrap();
    let game = hall.load(id).await;
    let result = game.result().unwrap();
    assert_eq!((game.status, result.how), (Status::Over, EndReason::Agreement));
    assert!(result.outcome.standings.iter().all(|standing| standing.verdict == Verdict::Drawn));
    assert_eq!(game.record().unwrap().extras.result.as_deref(), Some("A draw was agreed."));
    assert!(game.to_act().is_empty() && game.offer().is_none());
    let seat = Seat::new;
    let answered = |n, accepted| Notice::Answered { offer: DRAW, seat: seat(n), accepted, own: false };
    let notices: Vec<Notice> = hall.told().await.into_iter().map(|(_, notice)| notice).collect();
    let offered = Notice::Offered { offer: DRAW, seat: seat(3) };
    assert_eq!(notices, [offered, answered(1, true), answered(2, true), news(true, None)]);
    assert!(sentence(hall.matches.act(id, user[1], "+S").await.map(|_| ())).contains("over"));
    assert_replays(&game);
}

#[tokio::test]
async fn an_offer_is_gone_when_it_is_declined_withdrawn_or_somebody_acts() {
    let hall = Hall::new().await;
    let id = hall.turns("triangoli", 2).await;
    let (one, two) = (hall.user(id, 1).await, hall.user(id, 2).await);
    let gone = async |offered| {
        assert!(hall.load(id).await.offer().is_none());
        let late = hall.matches.answer(id, two, DRAW, true, offered).await;
        assert!(sentence(late).contains("offer is gone"));
    };
    let question = hall.load(id).await.question;
    hall.matches.ask(id, &Person::user(one), Command::Offer(DRAW)).await.unwrap();
    hall.matches.answer(id, two, DRAW, false, None).await.unwrap();
    gone(Some(1)).await;
    hall.matches.ask(id, &Person::user(one), Command::Offer(DRAW)).await.unwrap();
    hall.matches.answer(id, one, DRAW, false, None).await.unwrap();
    gone(None).await;
    hall.matches.ask(id, &Person::user(one), Command::Offer(DRAW)).await.unwrap();
    assert_eq!(hall.load(id).await.question, question, "what is asked is not stale by it");
    hall.play(id, 0).await;
    gone(Some(3)).await;
    // A button of an earlier offer does not answer another one.
    hall.matches.ask(id, &Person::user(one), Command::Offer(DRAW)).await.unwrap();
    assert!(sentence(hall.matches.answer(id, two, DRAW, true, Some(3)).await).contains("offer is gone"));
    hall.matches.answer(id, two, DRAW, true, Some(4)).await.unwrap();
    assert!(!hall.load(id).await.is_going_on());
}

#[tokio::test]
async fn of_an_acceptance_and_an_action_at_once_one_counts() {
    let hall = Hall::new().await;
    let id = hall.turns("triangoli", 2).await;
    let (one, two) = (hall.user(id, 1).await, hall.user(id, 2).await);
    hall.matches.ask(id, &Person::user(one), Command::Offer(DRAW)).await.unwrap();
    let game = hall.load(id).await;
    let action = game.session.as_ref().unwrap().legal(Seat::new(1)).remove(0);
    let other = hall.other_process().await;
    let (played, agreed) =
        tokio::join!(hall.matches.act(id, one, &action), other.answer(id, two, DRAW, true, None));
    assert!(played.is_ok() != agreed.is_ok());
    assert_eq!(hall.load(id).await.is_going_on(), played.is_ok());
}

#[tokio::test]
async fn a_takeback_goes_back_to_before_the_askers_last_action_and_the_dice_fall_alike() {
    let hall = Hall::new().await;
    let id = hall.turns("trice", 3).await;
    let roller = hall.asked(id).await;
    let first = hall.user(id, roller.number()).await;
    let others: Vec<UserId> = [101, 102, 103].map(UserId).into_iter().filter(|user| *user != first).collect();
    assert!(
        sentence(hall.matches.ask(id, &Person::user(others[0]), Command::Offer(TAKEBACK)).await)
            .contains("nothing of yours")
    );
    let rolled = hall.matches.act(id, first, "roll").await.unwrap();
    hall.matches.act(id, first, "free S").await.unwrap();
    hall.matches.act(id, first, "end").await.unwrap();
    let next = hall.asked(id).await;
    hall.matches.act(id, hall.user(id, next.number()).await, "roll").await.unwrap();
    let state = async || hall.load(id).await.session.as_ref().unwrap().state_json();
    let full = state().await;
    // Three times: the whole turn goes back, one action after the other.
    let steps =
        [("end", "free_used\":true"), ("free S", "free_used\":false"), ("roll", "\"phase\":\"roll\"")];
    for ((acted, left), (number, undos)) in steps.into_iter().zip([(2, 1), (1, 2), (0, 3)]) {
        hall.matches.ask(id, &Person::user(first), Command::Offer(TAKEBACK)).await.unwrap();
        // Its own turn, and nothing was rolled: nobody is asked.
        if acted != "free S" {
            hall.matches.answer(id, others[0], TAKEBACK, true, None).await.unwrap();
            assert_eq!(hall.load(id).await.status, Status::Running);
            hall.matches.answer(id, others[1], TAKEBACK, true, None).await.unwrap();
        }
        let game = hall.load(id).await;
        assert_eq!((game.question, game.offer()), (QuestionId { number, undos }, None), "{acted}");
        assert_eq!(game.to_act()[0].seat, roller);
        assert!(state().await.contains(left), "{acted}: {}", state().await);
        assert_replays(&game);
    }
    let game = hall.load(id).await;
    assert!(game.record().unwrap().log.is_empty() && actions(&game) == 4);
    assert_eq!(game.history().iter().filter(|line| line.taken_back).count(), 4);
    // The same again: a roll stays as it was.
    assert_eq!(hall.matches.act(id, first, "roll").await.unwrap(), rolled);
    hall.matches.act(id, first, "free S").await.unwrap();
    hall.matches.act(id, first, "end").await.unwrap();
    hall.matches.act(id, hall.user(id, next.number()).await, "roll").await.unwrap();
    assert_eq!(state().await, full);
    assert_replays(&*hall.load(id).await);
}

#[tokio::test]
async fn a_declined_takeback_leaves_everything() {
    let hall = Hall::new().await;
    let id = hall.turns("triangoli", 2).await;
    let (one, two) = (hall.user(id, 1).await, hall.user(id, 2).await);
    hall.play(id, 0).await;
    let before = hall.load(id).await;
    hall.told().await;
    hall.matches.ask(id, &Person::user(one), Command::Offer(TAKEBACK)).await.unwrap();
    hall.matches.answer(id, two, TAKEBACK, false, None).await.unwrap();
    let game = hall.load(id).await;
    assert!(game.session.as_ref().unwrap().is_same_as(&**before.session.as_ref().unwrap()));
    assert_eq!(game.question, before.question);
    let notices: Vec<Notice> = hall.told().await.into_iter().map(|(_, notice)| notice).collect();
    let offered = Notice::Offered { offer: TAKEBACK, seat: Seat::new(1) };
    let declined = Notice::Answered { offer: TAKEBACK, seat: Seat::new(2), accepted: false, own: false };
    assert_eq!(notices, [offered, declined]);
}

#[tokio::test]
async fn a_takeback_gives_the_one_who_is_asked_then_the_whole_time() {
    let hall = Hall::new().await;
    let options = Terms::usual(trigon::games::Registry::standard().get("triangoli").unwrap().info())
        .limited("turn", 10);
    let id = hall.turns_with("triangoli", 2, options).await;
    hall.play(id, 0).await;
    hall.at(10).await;
    assert_eq!(hall.load(id).await.timed_out(), Some(Seat::new(2)));
    hall.told().await;
    hall.matches.ask(id, &Person::user(hall.user(id, 1).await), Command::Offer(TAKEBACK)).await.unwrap();
    hall.matches.answer(id, hall.user(id, 2).await, TAKEBACK, true, None).await.unwrap();
    let game = hall.load(id).await;
    let deadline = Some(NOON + 20 * HOUR);
    assert_eq!((game.timed_out(), game.deadline, game.to_act()[0].seat), (None, deadline, Seat::new(1)));
    let told = hall.told().await;
    assert_eq!(told.last(), Some(&(Target::Channel(CHANNEL), news(true, deadline))));
}

#[tokio::test]
async fn a_match_is_shown_as_it_stood_after_any_entry() {
    let hall = Hall::new().await;
    let id = hall.turns("triangoli", 2).await;
    let (one, two) = (hall.user(id, 1).await, hall.user(id, 2).await);
    hall.play(id, 0).await;
    hall.matches.ask(id, &Person::user(one), Command::Offer(TAKEBACK)).await.unwrap();
    hall.matches.answer(id, two, TAKEBACK, true, None).await.unwrap();
    let at = async |seq| hall.matches.load_up_to(id, seq).await.unwrap();
    let text = |game: &Match| game.latest().last().unwrap().text.clone();
    // The first two entries are the start and the beginning of play.
    assert_eq!(at(3).await.to_act()[0].seat, Seat::new(2));
    assert!(text(&at(4).await).contains("asks to take back their last action"));
    assert!(at(4).await.offer().is_some());
    assert!(text(&at(5).await).contains("accepts the takeback"));
    let game = at(6).await;
    assert!(text(&game).contains("Everything so far is taken back"));
    assert_eq!(game.to_act()[0].seat, Seat::new(1));
}

#[tokio::test]
async fn whatever_is_said_and_played_in_any_order_the_log_can_be_read() {
    let mut taken_back = 0;
    for (name, players, seed) in
        [("triforce", 3u8, 1u64), ("trice", 3, 2), ("triangoli", 2, 3), ("triluminary", 2, 4)]
    {
        let hall = Hall::new().await;
        let info = trigon::games::Registry::standard().get(name).unwrap().info();
        let options = Terms { players, ..Terms::usual(info) }.limited("turn", 5);
        let id = hall.turns_with(name, players.into(), options).await;
        let mut chance = fastrand::Rng::with_seed(seed);
        let mut below = |n: usize| chance.usize(..n);
        let mut questions = vec![QuestionId::default()];
        for step in 0..200 {
            let game = hall.load(id).await;
            let question = game.question;
            if questions.last() != Some(&question) {
                assert!(!questions.contains(&question), "{question} is used again");
                questions.push(question);
            }
            if !game.is_going_on() {
                break;
            }
            let user = 101 + below(players.into()) as i64;
            let kind = if below(6) == 0 { DRAW } else { TAKEBACK };
            // Most offers are answered, or nothing would ever be taken back.
            let done = match (game.offer().map(|offer| offer.kind), below(20)) {
                (Some(DRAW), 0..12) => hall.matches.answer(id, UserId(user), DRAW, step > 150, None).await,
                (Some(TAKEBACK), 0..12) => {
                    hall.matches.answer(id, UserId(user), TAKEBACK, below(8) > 0, None).await
                }
                (_, 12..16) => hall.matches.ask(id, &Person::user(UserId(user)), Command::Offer(kind)).await,
                (_, 16) if step > 90 => {
                    hall.matches.ask(id, &Person::user(UserId(user)), Command::Claim).await
                }
                (_, 17) => hall.matches.ask(id, &Person::user(UserId(user)), Command::Nudge).await,
                (_, 18) if step > 90 && below(4) == 0 => {
                    hall.matches.ask(id, &Person::user(UserId(user)), Command::Resign).await
                }
                (_, 19) => {
                    hall.clock.advance(std::time::Duration::from_hours(1));
                    hall.matches.handle_due().await.unwrap();
                    continue;
                }
                _ => {
                    hall.play(id, below(1000)).await;
                    continue;
                }
            };
            let _ = denied(done);
        }
        let game = hall.load(id).await;
        assert_replays(&game);
        let history = game.history();
        assert_eq!(
            history.iter().filter(|line| matches!(line.what, EntryContent::Game(_))).count(),
            actions(&game)
        );
        taken_back += history.iter().filter(|line| line.taken_back).count();
        for seq in (0..game.seq()).step_by(7) {
            hall.matches.load_up_to(id, seq).await.unwrap();
        }
    }
    assert!(taken_back > 10, "{taken_back}");
}
