//! Resigning, draws and takebacks.

use trigon::games::Verdict;
use trigon::matches::{How, OfferKind};
use trigon::store::Status;

use super::turns::assert_replays;
use super::*;

const DRAW: OfferKind = OfferKind::Draw;
const BACK: OfferKind = OfferKind::Takeback;

#[tokio::test]
async fn of_two_players_the_one_who_does_not_resign_wins() {
    let hall = Hall::new().await;
    let id = hall.turns("triluminary", 2).await;
    hall.play(id, 0).await;
    hall.told().await;
    let (one, two) = (hall.user(id, 1).await, hall.user(id, 2).await);
    assert!(sentence(hall.matches.resign(id, 99).await).contains("no seat"));
    hall.matches.resign(id, one).await.unwrap();
    let game = hall.load(id).await;
    assert_eq!(game.row.status, Status::Over);
    let result = game.result().unwrap();
    let standings: Vec<_> = result.outcome.standings.iter().map(|s| (s.seat.number(), s.verdict)).collect();
    assert_eq!(standings, [(2, Verdict::Won), (1, Verdict::Lost)]);
    assert_eq!(result.how, How::Resignation);
    assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), Notice::Ended)]);
    assert!(game.latest.iter().any(|happening| happening.text.ends_with("wins.")), "{:?}", game.latest);
    assert!(sentence(hall.matches.resign(id, two).await).contains("over"));
    assert!(sentence(hall.matches.offer(id, two, BACK).await).contains("over"));
    assert_replays(&game);
    let log = serde_json::to_value(game.record().unwrap()).unwrap()["log"].clone();
    assert_eq!((&log[1]["by"], &log[1]["do"]), (&"host".into(), &"resign 1".into()));
}

#[tokio::test]
async fn a_draw_is_agreed_when_all_others_agree() {
    let hall = Hall::new().await;
    let id = hall.turns("triforce", 4).await;
    let user =
        [0, hall.user(id, 1).await, hall.user(id, 2).await, hall.user(id, 3).await, hall.user(id, 4).await];
    hall.told().await;
    hall.matches.offer(id, user[3], DRAW).await.unwrap();
    assert!(sentence(hall.matches.offer(id, user[3], DRAW).await).contains("waits for answers"));
    assert!(sentence(hall.matches.offer(id, user[1], BACK).await).contains("waits for answers"));
    assert!(sentence(hall.matches.answer(id, user[3], DRAW, true, None).await).contains("your own offer"));
    assert!(sentence(hall.matches.answer(id, user[1], BACK, true, None).await).contains("offer is gone"));
    assert!(sentence(hall.matches.answer(id, user[1], DRAW, true, Some(9)).await).contains("offer is gone"));
    hall.matches.answer(id, user[1], DRAW, true, Some(1)).await.unwrap();
    assert!(sentence(hall.matches.answer(id, user[1], DRAW, true, Some(1)).await).contains("agreed already"));
    let game = hall.load(id).await;
    let offer = game.offer().unwrap();
    assert_eq!((offer.by, offer.seq, &offer.agreed[..]), (Seat::new(3), 1, &[Seat::new(1)][..]));
    assert_eq!(game.unanswered(), [Seat::new(2), Seat::new(4)]);
    // Offering what is offered is agreeing.
    hall.matches.offer(id, user[2], DRAW).await.unwrap();
    assert!(hall.load(id).await.is_going_on());
    hall.matches.answer(id, user[4], DRAW, true, None).await.unwrap();
    let game = hall.load(id).await;
    let result = game.result().unwrap();
    assert_eq!((game.row.status, result.how), (Status::Over, How::Agreement));
    assert!(result.outcome.standings.iter().all(|standing| standing.verdict == Verdict::Drawn));
    assert_eq!(game.record().unwrap().extras.result.as_deref(), Some("A draw was agreed."));
    assert!(game.to_act().is_empty() && game.offer().is_none());
    let seat = Seat::new;
    let answered = |n, accepted| Notice::Answered { offer: DRAW, seat: seat(n), accepted };
    let notices: Vec<Notice> = hall.told().await.into_iter().map(|(_, notice)| notice).collect();
    let offered = Notice::Offered { offer: DRAW, seat: seat(3) };
    assert_eq!(notices, [offered, answered(1, true), answered(2, true), Notice::Ended]);
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
    let since = hall.load(id).await.since;
    hall.matches.offer(id, one, DRAW).await.unwrap();
    hall.matches.answer(id, two, DRAW, false, None).await.unwrap();
    gone(Some(1)).await;
    hall.matches.offer(id, one, DRAW).await.unwrap();
    hall.matches.answer(id, one, DRAW, false, None).await.unwrap();
    gone(None).await;
    hall.matches.offer(id, one, DRAW).await.unwrap();
    assert_eq!(hall.load(id).await.since, since, "what is asked is not stale by it");
    hall.play(id, 0).await;
    gone(Some(5)).await;
    // A button of the offer before answers no other one.
    hall.matches.offer(id, one, DRAW).await.unwrap();
    assert!(sentence(hall.matches.answer(id, two, DRAW, true, Some(5)).await).contains("offer is gone"));
    hall.matches.answer(id, two, DRAW, true, Some(7)).await.unwrap();
    assert!(!hall.load(id).await.is_going_on());
}

#[tokio::test]
async fn of_an_acceptance_and_an_action_at_once_one_counts() {
    let hall = Hall::new().await;
    let id = hall.turns("triangoli", 2).await;
    let (one, two) = (hall.user(id, 1).await, hall.user(id, 2).await);
    hall.matches.offer(id, one, DRAW).await.unwrap();
    let game = hall.load(id).await;
    let action = game.table.unwrap().legal(Seat::new(1)).remove(0);
    let other = hall.again().await;
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
    let others: Vec<i64> = [101, 102, 103].into_iter().filter(|user| *user != first).collect();
    assert!(sentence(hall.matches.offer(id, others[0], BACK).await).contains("nothing of yours"));
    let rolled = hall.matches.act(id, first, "roll").await.unwrap();
    hall.matches.act(id, first, "free S").await.unwrap();
    hall.matches.act(id, first, "end").await.unwrap();
    let next = hall.asked(id).await;
    hall.matches.act(id, hall.user(id, next.number()).await, "roll").await.unwrap();
    let state = async || hall.load(id).await.table.unwrap().state_json();
    let full = state().await;
    // Three times: the whole turn goes back, one action after the other.
    for (acted, left) in
        [("end", "free_used\":true"), ("free S", "free_used\":false"), ("roll", "\"phase\":\"roll\"")]
    {
        hall.matches.offer(id, first, BACK).await.unwrap();
        hall.matches.answer(id, others[0], BACK, true, None).await.unwrap();
        assert_eq!(hall.load(id).await.row.status, Status::Running);
        hall.matches.answer(id, others[1], BACK, true, None).await.unwrap();
        let game = hall.load(id).await;
        assert_eq!((game.since, game.offer()), (game.seq(), None), "{acted}");
        assert_eq!(game.to_act()[0].seat, roller);
        assert!(state().await.contains(left), "{acted}: {}", state().await);
        assert_replays(&game);
    }
    let game = hall.load(id).await;
    assert!(game.record().unwrap().log.is_empty() && game.log.len() == 16);
    let back: Vec<i64> = game.history().iter().filter(|line| line.taken_back).map(|line| line.seq).collect();
    assert_eq!(back, [1, 2, 3, 4]);
    // The same again: what was rolled is rolled.
    assert_eq!(hall.matches.act(id, first, "roll").await.unwrap(), rolled);
    hall.matches.act(id, first, "free S").await.unwrap();
    hall.matches.act(id, first, "end").await.unwrap();
    hall.matches.act(id, hall.user(id, next.number()).await, "roll").await.unwrap();
    assert_eq!(state().await, full);
    assert_replays(&hall.load(id).await);
}

#[tokio::test]
async fn a_declined_takeback_leaves_everything() {
    let hall = Hall::new().await;
    let id = hall.turns("triangoli", 2).await;
    let (one, two) = (hall.user(id, 1).await, hall.user(id, 2).await);
    hall.play(id, 0).await;
    let before = hall.load(id).await;
    hall.told().await;
    hall.matches.offer(id, one, BACK).await.unwrap();
    hall.matches.answer(id, two, BACK, false, None).await.unwrap();
    let game = hall.load(id).await;
    assert!(game.table.as_ref().unwrap().same(&**before.table.as_ref().unwrap()));
    assert_eq!(game.since, before.since);
    let notices: Vec<Notice> = hall.told().await.into_iter().map(|(_, notice)| notice).collect();
    let offered = Notice::Offered { offer: BACK, seat: Seat::new(1) };
    let declined = Notice::Answered { offer: BACK, seat: Seat::new(2), accepted: false };
    assert_eq!(notices, [offered, declined]);
}

#[tokio::test]
async fn a_takeback_gives_the_one_who_is_asked_then_the_whole_time() {
    let hall = Hall::new().await;
    let options =
        Options { turn_hours: Some(10), ..Options::turns(trigon::games::game("triangoli").unwrap().info()) };
    let id = hall.turns_with("triangoli", 2, options).await;
    hall.play(id, 0).await;
    hall.at(10).await;
    assert_eq!(hall.load(id).await.timed_out(), Some(Seat::new(2)));
    hall.told().await;
    hall.matches.offer(id, hall.user(id, 1).await, BACK).await.unwrap();
    hall.matches.answer(id, hall.user(id, 2).await, BACK, true, None).await.unwrap();
    let game = hall.load(id).await;
    let deadline = Some(NOON + 20 * HOUR);
    assert_eq!((game.timed_out(), game.deadline, game.to_act()[0].seat), (None, deadline, Seat::new(1)));
    let told = hall.told().await;
    assert_eq!(
        told.last(),
        Some(&(Target::Channel(CHANNEL), Notice::TakenBack { seat: Seat::new(1), deadline }))
    );
}

#[tokio::test]
async fn a_match_is_shown_as_it_stood_after_any_entry() {
    let hall = Hall::new().await;
    let id = hall.turns("triangoli", 2).await;
    let (one, two) = (hall.user(id, 1).await, hall.user(id, 2).await);
    hall.play(id, 0).await;
    hall.matches.offer(id, one, BACK).await.unwrap();
    hall.matches.answer(id, two, BACK, true, None).await.unwrap();
    let at = async |seq| hall.matches.load_up_to(id, Some(seq)).await.unwrap();
    let text = |game: &Match| game.latest.last().unwrap().text.clone();
    assert_eq!(at(1).await.to_act()[0].seat, Seat::new(2));
    assert!(text(&at(2).await).contains("asks to take the last action back"));
    assert!(at(2).await.offer().is_some());
    assert!(text(&at(3).await).contains("agrees"));
    let game = at(4).await;
    assert!(text(&game).contains("stands at its start"));
    assert_eq!(game.to_act()[0].seat, Seat::new(1));
}

#[tokio::test]
async fn of_more_than_two_the_others_play_on_and_the_seat_is_passed() {
    for (name, players) in [("triforce", 4u8), ("trice", 3)] {
        let hall = Hall::new().await;
        let id = hall.turns(name, players.into()).await;
        for nth in 0..5 {
            hall.play(id, nth * 7).await;
        }
        // In the middle of its own turn.
        let gone = hall.asked(id).await;
        hall.told().await;
        let user = hall.user(id, gone.number()).await;
        hall.matches.resign(id, user).await.unwrap();
        let told = hall.told().await;
        let Notice::Resigned { seat, claimed_by: None, turned: true, deadline: None } = told[0].1 else {
            panic!("{told:?}")
        };
        assert_eq!((seat, told.len()), (gone, 1));
        assert!(sentence(hall.matches.resign(id, user).await).contains("have resigned"));
        assert!(sentence(hall.matches.offer(id, user, DRAW).await).contains("have resigned"));
        assert!(sentence(hall.act(id, user - 100, "end").await).contains("have resigned"));
        for nth in 0..40 {
            let game = hall.load(id).await;
            if !game.is_going_on() {
                break;
            }
            assert_ne!(game.to_act()[0].seat, gone);
            hall.play(id, nth * 5).await;
        }
        let game = hall.load(id).await;
        assert_replays(&game);
        assert!(game.is_going_on() && game.resigned(gone));
        // Whoever has resigned is not asked about a draw, and an action before it cannot be taken back.
        let playing: Vec<Seat> = Seat::all(players.into()).filter(|seat| *seat != gone).collect();
        hall.matches.offer(id, hall.user(id, playing[0].number()).await, DRAW).await.unwrap();
        assert_eq!(hall.load(id).await.unanswered(), playing[1..]);
        for seat in &playing[1..] {
            hall.matches.resign(id, hall.user(id, seat.number()).await).await.unwrap();
        }
        let game = hall.load(id).await;
        let result = game.result().unwrap();
        assert_eq!((result.how, result.outcome.standings[0].seat), (How::Resignation, playing[0]));
        assert_eq!(result.outcome.standings.len(), usize::from(players));
        assert_replays(&game);
    }
}

#[tokio::test]
async fn a_claimed_seat_of_three_is_passed_and_the_clock_goes_on() {
    let hall = Hall::new().await;
    let options =
        Options { turn_hours: Some(10), ..Options::turns(trigon::games::game("trice").unwrap().info()) };
    let id = hall.turns_with("trice", 3, options).await;
    let late = hall.asked(id).await;
    let by = Seat::all(3).find(|seat| *seat != late).unwrap();
    let claimer = hall.user(id, by.number()).await;
    hall.at(10).await;
    hall.told().await;
    hall.matches.claim(id, claimer).await.unwrap();
    let deadline = Some(NOON + 20 * HOUR);
    let resigned = Notice::Resigned { seat: late, claimed_by: Some(by), turned: true, deadline };
    assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), resigned)]);
    let game = hall.load(id).await;
    assert_eq!((game.deadline, game.timed_out(), game.resigned(late)), (deadline, None, true));
    assert_eq!(game.log.last().unwrap().action, format!("claim {late}"));
    let words = game.history().pop().unwrap().words;
    assert!(words[0].ends_with("resigns."), "{words:?}");
    assert_replays(&game);
}

#[tokio::test]
async fn what_came_before_a_resignation_stands() {
    let hall = Hall::new().await;
    let id = hall.turns("trice", 3).await;
    let first = hall.asked(id).await;
    hall.play(id, 0).await;
    let other = Seat::all(3).find(|seat| *seat != first).unwrap();
    hall.matches.resign(id, hall.user(id, other.number()).await).await.unwrap();
    let asker = hall.user(id, first.number()).await;
    assert!(sentence(hall.matches.offer(id, asker, BACK).await).contains("somebody has resigned since"));
}

#[test]
fn in_records_only_the_host_writes_that_a_seat_has_resigned() {
    use trigon::games::{By, game};
    let begin = || game("triangoli").unwrap().begin(&serde_json::json!({}), None).unwrap().0;
    for (by, wrong) in [
        (By::seat(2), "resign 2"),
        (By::seat(2), "resign"),
        (By::Clock, "resign 2"),
        (By::Host, "resign"),
        (By::Host, "Resign 2"),
        (By::Host, "resign 02"),
        (By::Host, "resign  2"),
        (By::Host, "resign 2 "),
        (By::Host, "resign 3"),
        (By::Host, "resign 0"),
        (By::Host, "resign 256"),
    ] {
        let mut table = begin();
        assert!(table.apply(by, wrong).is_err(), "{by} {wrong}");
        assert!(table.same(&*begin()));
    }
    let mut table = begin();
    table.apply(By::Host, "resign 2").unwrap();
    assert!(
        table.resigned(Seat::new(2)) && table.to_act().is_empty() && table.legal(Seat::new(1)).is_empty()
    );
    assert_eq!(table.outcome().unwrap().standings[0].seat, Seat::new(1));
    assert_eq!(table.state_json(), begin().state_json());
    table.apply(By::Host, "resign 1").unwrap_err();
    table.apply(By::seat(1), "start b2").unwrap_err();
}
