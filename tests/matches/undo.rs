//! Hosts who undo a round.

use super::*;
use trigon::ids::{MatchId, RequestId, UserId};

/// Returns the request to take the last round back.
fn undo(game: &Match) -> Command {
    Command::Rewind(game.question)
}

impl Hall {
    /// Returns the canonical state of a match.
    async fn state(&self, id: MatchId) -> String {
        self.load(id).await.session.as_ref().unwrap().state_json()
    }

    /// Takes the last round back as a host.
    async fn undone(&self, id: MatchId) -> Result<Arc<Match>, Denied> {
        let game = self.load(id).await;
        denied(self.matches.ask(id, &host(), undo(&game)).await.map(|done| done.game))
    }
}

#[tokio::test]
async fn a_round_is_undone_again_and_again_up_to_the_beginning() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    assert_eq!(hall.undone(id).await.unwrap_err(), Denied::NothingToUndo(id));
    let first = hall.state(id).await;
    let path = hall.load(id).await.session.as_ref().unwrap().legal(Seat::new(2)).pop().unwrap();
    hall.act(id, 2, &path).await.unwrap();
    hall.at(24).await;
    let second = hall.state(id).await;
    hall.at(48).await;
    hall.act(id, 2, "move -").await.unwrap();
    assert_eq!(hall.round(id).await, 3);
    hall.told().await;

    hall.clock.set(NOON + 50 * HOUR);
    let game = hall.undone(id).await.unwrap();
    assert_eq!(hall.state(id).await, second);
    assert_eq!(game.deadline, Some(NOON + 74 * HOUR), "the round has its full time again");
    assert!(!game.decision(Seat::new(2)).unwrap().answered, "and everyone is asked again");
    let (reached, posts) = hall.reached().await;
    assert_eq!((reached, posts), (users(1..=7), 1), "everyone is told");
    let words: Vec<String> = game.history().pop().unwrap().words;
    assert!(words[0].contains("undoes round 2 of 10"), "{words:?}");

    let game = hall.undone(id).await.unwrap();
    assert_eq!(hall.state(id).await, first);
    assert_eq!(game.question.undos, 2);
    assert_eq!(hall.undone(id).await.unwrap_err(), Denied::NothingToUndo(id));
    // What is played then leads to the same again, and another process reads the same.
    hall.act(id, 2, &path).await.unwrap();
    hall.clock.set(NOON + 74 * HOUR);
    hall.matches.handle_due().await.unwrap();
    assert_eq!(hall.state(id).await, second);
    let other = hall.other_process().await.load(id).await.unwrap();
    assert_eq!(
        (other.question, other.deadline),
        (hall.load(id).await.question, hall.load(id).await.deadline)
    );
    hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
    let record = hall.load(id).await.record().unwrap();
    assert_eq!(record.log.len(), 2, "only what counts is in the record");
    assert_eq!(trigon::matches::verify(&record, None).unwrap().mismatch(), None);
}

#[tokio::test]
async fn two_hosts_who_press_at_once_undo_one_round() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { co_hosts: vec![UserId(31)], ..seven() }).await;
    hall.at(24).await;
    hall.at(48).await;
    let shown = hall.load(id).await;
    hall.matches.ask(id, &host(), undo(&shown)).await.unwrap();
    assert_eq!(
        denied(hall.matches.ask(id, &person(UserId(31)), undo(&shown)).await.map(|_| ())),
        Err(Denied::Stale)
    );
    assert_eq!(hall.round(id).await, 2);
}

#[tokio::test]
async fn who_may_undo_and_what_stays() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { playing_host: true, strikes: 2, ..seven() }).await;
    for seat in 1..=6 {
        hall.act(id, seat, "move -").await.unwrap();
    }
    hall.matches.ask(id, &person(UserId(105)), Command::Leave).await.unwrap();
    hall.at(24).await;
    assert_eq!(hall.load(id).await.strikes(Seat::new(7)), 1);
    let game = hall.load(id).await;
    assert!(matches!(
        denied(hall.matches.ask(id, &person(UserId(101)), undo(&game)).await.map(|_| ())),
        Err(Denied::NotAllowed { .. })
    ));
    let game = hall.undone(id).await.unwrap();
    assert_eq!(game.strikes(Seat::new(7)), 0, "nobody has missed a round that was undone");
    assert!(game.is_vacant(Seat::new(5)), "who has left stays away");
    // While the clock is stopped, it stays so, with the full time.
    hall.at(30).await;
    hall.at(48).await;
    hall.matches.ask(id, &host(), Command::Pause).await.unwrap();
    let game = hall.undone(id).await.unwrap();
    assert_eq!((game.deadline, game.paused()), (None, Some(24 * HOUR)));
    // Turn-based matches have their own way.
    let turns = hall.turns("triangoli", 2).await;
    hall.play(turns, 0).await;
    let refused = hall.matches.ask(turns, &person(UserId(101)), undo(&*hall.load(turns).await)).await;
    assert!(matches!(
        denied(refused.map(|_| ())),
        Err(Denied::TakeBackInstead(_) | Denied::NotAllowed { .. })
    ));
}

#[tokio::test]
async fn an_answer_that_was_sent_before_a_round_was_undone_does_not_count_in_it() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.at(24).await;
    hall.clock.set(NOON + 30 * HOUR);
    hall.undone(id).await.unwrap();
    let request =
        |sent_at| Request { id: RequestId(sent_at), sent_at, written_at: sent_at, direct: None, replaces: 0 };
    let late = Person { request: Some(request(NOON + 29 * HOUR)), ..person(UserId(101)) };
    let typed = hall.typed(id, "move -").await;
    let refused = hall.matches.ask(id, &late, typed.clone()).await;
    assert_eq!(denied(refused.map(|_| ())), Err(Denied::BeforeRound));
    let now = Person { request: Some(request(NOON + 30 * HOUR)), ..person(UserId(101)) };
    hall.matches.ask(id, &now, typed).await.unwrap();
}
