//! Whoever resigns leaves the others a match that goes on: what a resignation or a claimed seat changes, and what it leaves.

use trigon::games::Verdict;
use trigon::ids::UserId;
use trigon::matches::{EndReason, OfferKind};

use super::turns::assert_replays;
use super::*;

const DRAW: OfferKind = OfferKind::Draw;
const TAKEBACK: OfferKind = OfferKind::Takeback;

#[tokio::test]
async fn of_two_players_the_one_who_does_not_resign_wins() {
    let hall = Hall::new().await;
    let id = hall.turns("triluminary", 2).await;
    hall.play(id, 0).await;
    hall.told().await;
    let (one, two) = (hall.user(id, 1).await, hall.user(id, 2).await);
    assert!(
        sentence(hall.matches.ask(id, &Person::user(UserId(99)), Command::Resign).await).contains("no seat")
    );
    hall.matches.ask(id, &Person::user(one), Command::Resign).await.unwrap();
    let game = hall.load(id).await;
    assert_eq!(game.status, Status::Over);
    let result = game.result().unwrap();
    let standings: Vec<_> = result.outcome.standings.iter().map(|s| (s.seat.number(), s.verdict)).collect();
    assert_eq!(standings, [(2, Verdict::Won), (1, Verdict::Lost)]);
    assert_eq!(result.how, EndReason::Resignation);
    assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), news(true, None))]);
    assert!(game.latest().iter().any(|narration| narration.text.ends_with("wins.")), "{:?}", game.latest());
    assert!(sentence(hall.matches.ask(id, &Person::user(two), Command::Resign).await).contains("over"));
    assert!(
        sentence(hall.matches.ask(id, &Person::user(two), Command::Offer(TAKEBACK)).await).contains("over")
    );
    assert_replays(&game);
    let log = serde_json::to_value(game.record().unwrap()).unwrap()["log"].clone();
    assert_eq!((&log[1]["by"], &log[1]["do"]), (&"host".into(), &"resign 1".into()));
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
        hall.matches.ask(id, &Person::user(user), Command::Resign).await.unwrap();
        let told = hall.told().await;
        assert_eq!(told, [(Target::Channel(CHANNEL), news(true, None))]);
        assert_eq!(last_event(&*hall.load(id).await), Some(&Control::Resign));
        assert!(
            sentence(hall.matches.ask(id, &Person::user(user), Command::Resign).await)
                .contains("have resigned")
        );
        assert!(
            sentence(hall.matches.ask(id, &Person::user(user), Command::Offer(DRAW)).await)
                .contains("have resigned")
        );
        assert!(sentence(hall.act(id, user.0 - 100, "end").await).contains("have resigned"));
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
        // A player who has resigned is not asked about a draw, and an action before that cannot be taken back.
        let playing: Vec<Seat> = Seat::all(players.into()).filter(|seat| *seat != gone).collect();
        let first = Person::user(hall.user(id, playing[0].number()).await);
        hall.matches.ask(id, &first, Command::Offer(DRAW)).await.unwrap();
        assert_eq!(hall.load(id).await.unanswered(), playing[1..]);
        for seat in &playing[1..] {
            let gone = Person::user(hall.user(id, seat.number()).await);
            hall.matches.ask(id, &gone, Command::Resign).await.unwrap();
        }
        let game = hall.load(id).await;
        let result = game.result().unwrap();
        assert_eq!((result.how, result.outcome.standings[0].seat), (EndReason::Resignation, playing[0]));
        assert_eq!(result.outcome.standings.len(), usize::from(players));
        assert_replays(&game);
    }
}

#[tokio::test]
async fn a_claimed_seat_of_three_is_passed_and_the_clock_goes_on() {
    let hall = Hall::new().await;
    let options =
        Terms::usual(trigon::games::Registry::standard().get("trice").unwrap().info()).limited("turn", 10);
    let id = hall.turns_with("trice", 3, options).await;
    let late = hall.asked(id).await;
    let by = Seat::all(3).find(|seat| *seat != late).unwrap();
    let claimer = hall.user(id, by.number()).await;
    hall.at(10).await;
    hall.told().await;
    hall.matches.ask(id, &Person::user(claimer), Command::Claim).await.unwrap();
    let deadline = Some(NOON + 20 * HOUR);
    assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), news(true, deadline))]);
    let game = hall.load(id).await;
    assert_eq!((game.deadline, game.timed_out(), game.resigned(late)), (deadline, None, true));
    assert_eq!(last_event(&game), Some(&Control::Claim(late)));
    assert_eq!(game.log.last().unwrap().by, trigon::games::By::Seat(by));
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
    let gone = Person::user(hall.user(id, other.number()).await);
    hall.matches.ask(id, &gone, Command::Resign).await.unwrap();
    let asker = hall.user(id, first.number()).await;
    assert!(
        sentence(hall.matches.ask(id, &Person::user(asker), Command::Offer(TAKEBACK)).await)
            .contains("somebody has resigned since")
    );
}

#[test]
fn in_records_only_the_host_writes_that_a_seat_has_resigned() {
    use trigon::games::{By, Registry};
    let begin = || {
        Registry::standard().get("triangoli").unwrap().begin(&serde_json::json!({}), None, None).unwrap().0
    };
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
        assert!(table.is_same_as(&*begin()));
    }
    let mut table = begin();
    table.apply(By::Host, "resign 2").unwrap();
    assert!(
        table.has_resigned(Seat::new(2)) && table.to_act().is_empty() && table.legal(Seat::new(1)).is_empty()
    );
    assert_eq!(table.outcome().unwrap().standings[0].seat, Seat::new(1));
    assert_eq!(table.state_json(), begin().state_json());
    table.apply(By::Host, "resign 1").unwrap_err();
    table.apply(By::seat(1), "start b2").unwrap_err();
}

#[tokio::test]
async fn a_resignation_of_another_leaves_the_one_who_is_asked_and_the_time_as_they_were() {
    let hall = Hall::new().await;
    let options =
        Terms::usual(trigon::games::Registry::standard().get("triforce").unwrap().info()).limited("turn", 10);
    let id = hall.turns_with("triforce", 5, options).await;
    hall.at(4).await;
    hall.told().await;
    hall.matches.ask(id, &Person::user(hall.user(id, 3).await), Command::Resign).await.unwrap();
    let deadline = Some(NOON + 10 * HOUR);
    let told = |deadline| [(Target::Channel(CHANNEL), news(false, deadline))];
    assert_eq!(hall.told().await, told(deadline));
    hall.at(10).await;
    hall.told().await;
    hall.matches.ask(id, &Person::user(hall.user(id, 4).await), Command::Resign).await.unwrap();
    assert_eq!(hall.told().await, told(None));
    let game = hall.load(id).await;
    assert_eq!((game.timed_out(), game.deadline), (Some(Seat::new(1)), None));
    hall.matches.ask(id, &Person::user(hall.user(id, 5).await), Command::Claim).await.unwrap();
    let game = hall.load(id).await;
    assert_eq!((game.timed_out(), game.deadline), (None, Some(NOON + 20 * HOUR)));
    assert_eq!(game.to_act()[0].seat, Seat::new(2));
}
