//! Answers that are left for the rounds after the present one.

use trigon::ids::{MatchId, RequestId, UserId};
use trigon::matches::AheadOutcome;

use super::*;

impl Hall {
    /// Leaves answers for the next rounds.
    async fn ahead(&self, id: MatchId, seat: i64, answers: &[&str]) -> Result<Arc<Match>, Denied> {
        let game = self.load(id).await;
        let parse = |text: &&str| game.session.as_ref().unwrap().parse(text).unwrap();
        let answers = answers.iter().map(parse).collect();
        let done = self.matches.ask(id, &person(UserId(100 + seat)), Command::Ahead(answers)).await;
        denied(done.map(|done| done.game))
    }
}

/// Returns the answer of a seat that is stored.
fn stored(game: &Match, seat: u8) -> Option<String> {
    game.session.as_ref().unwrap().answer(Seat::new(seat)).map(|answer| answer.text().to_owned())
}

#[tokio::test]
async fn they_are_given_when_their_rounds_begin_and_count_as_answers() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { strikes: 2, ..seven() }).await;
    hall.told().await;
    hall.ahead(id, 2, &["move -", "move -"]).await.unwrap();
    assert_eq!(hall.told().await, [], "nobody learns of it");
    assert!(hall.load(id).await.history().iter().all(|line| !line.words.join(" ").contains("in advance")));
    hall.at(24).await;
    let game = hall.load(id).await;
    assert_eq!((stored(&game, 2).as_deref(), stored(&game, 3)), (Some("move -"), None));
    assert_eq!((game.ahead(Seat::new(2)).len(), game.strikes(Seat::new(2))), (1, 1), "not for round 1");
    let told = hall.told().await;
    let told = |user| {
        told.iter().find_map(|(to, notice)| match notice {
            Notice::Personal { ahead, .. } if *to == Target::User(user) => Some(*ahead),
            _ => None,
        })
    };
    assert_eq!((told(UserId(102)), told(UserId(103))), (Some(Some(AheadOutcome::Given)), Some(None)));
    // Like any answer, it can be changed in its round.
    let path = game.session.as_ref().unwrap().legal(Seat::new(2)).pop().unwrap();
    hall.act(id, 2, &path).await.unwrap();
    hall.at(48).await;
    hall.at(72).await;
    let game = hall.load(id).await;
    assert_eq!((game.strikes(Seat::new(2)), game.strikes(Seat::new(3))), (0, 3));
    assert_eq!(stored(&game, 2), None, "there were two");
    let other = hall.other_process().await.load(id).await.unwrap();
    assert_eq!(other.session.as_ref().unwrap().state_json(), game.session.as_ref().unwrap().state_json());
    hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
    let record = hall.load(id).await.record().unwrap();
    assert_eq!(trigon::matches::verify(&record, None).unwrap().mismatch(), None);
    let written = String::from_utf8(record.file().unwrap()).unwrap();
    assert!(!written.contains("ahead"), "records have what was played");
}

#[tokio::test]
async fn what_is_not_possible_when_its_round_comes_is_to_stay_and_an_answer() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { strikes: 2, ..seven() }).await;
    let game = hall.load(id).await;
    let session = game.session.as_ref().unwrap();
    let legal = session.legal(Seat::new(2));
    let refused = ["move UUU", "move DDD", "move LLL", "move RRR"];
    let impossible = refused.iter().find(|path| !legal.contains(&(**path).to_owned())).unwrap();
    hall.ahead(id, 2, &[impossible]).await.unwrap();
    hall.told().await;
    hall.at(24).await;
    assert_eq!(stored(&*hall.load(id).await, 2).as_deref(), Some("move -"));
    let told = hall.told().await;
    let is_told = |(to, notice): &(Target, Notice)| {
        *to == Target::User(UserId(102))
            && matches!(notice, Notice::Personal { ahead: Some(AheadOutcome::Illegal), .. })
    };
    assert!(told.iter().any(is_told), "{told:?}");
    hall.at(48).await;
    assert_eq!(hall.load(id).await.strikes(Seat::new(2)), 0);
}

#[tokio::test]
async fn they_can_be_changed_and_taken_back_and_go_with_their_player() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    assert_eq!(hall.ahead(id, 2, &[]).await.unwrap_err(), Denied::NothingAhead(id));
    let many = ["move -"; 11];
    assert_eq!(hall.ahead(id, 2, &many).await.unwrap_err(), Denied::TooFarAhead { most: 10 });
    hall.ahead(id, 2, &["move -", "move -"]).await.unwrap();
    let game = hall.ahead(id, 2, &[]).await.unwrap();
    assert_eq!(game.ahead(Seat::new(2)), [""; 0]);
    // A substitute decides for themselves, and so does whoever takes the seat.
    hall.ahead(id, 3, &["move -"]).await.unwrap();
    let lend = Command::Lend { user: UserId(203), name: "New".to_owned(), time: 30 * HOUR, since: None };
    hall.matches.ask(id, &person(UserId(103)), lend).await.unwrap();
    let accept = accept_seat(Seat::new(3));
    hall.matches.ask(id, &person(UserId(203)), accept).await.unwrap();
    // What was left for a round that is undone is taken back with it.
    hall.ahead(id, 4, &["move -", "move -"]).await.unwrap();
    hall.at(24).await;
    let game = hall.load(id).await;
    assert_eq!((stored(&game, 3), stored(&game, 4).as_deref()), (None, Some("move -")));
    hall.matches.ask(id, &host(), Command::Rewind(game.question)).await.unwrap();
    assert_eq!(hall.load(id).await.ahead(Seat::new(4)), [""; 0]);
}

#[tokio::test]
async fn nothing_that_others_read_shows_them() {
    let mut runs = Vec::new();
    for ahead in [true, false] {
        let hall = Hall::new().await;
        let id = hall.running(seven()).await;
        if ahead {
            hall.ahead(id, 2, &["move -", "move -"]).await.unwrap();
        }
        let mut told = Vec::new();
        for hours in [18, 23, 24, 42, 48] {
            hall.at(hours).await;
            told.extend(hall.told().await.into_iter().filter(|(to, _)| *to != Target::User(UserId(102))));
        }
        let game = hall.load(id).await;
        let lines: Vec<Vec<String>> = game.history().into_iter().map(|line| line.words).collect();
        let ids = (game.question, game.answer_tag(Seat::new(3)), game.deadline);
        runs.push((format!("{told:?}"), lines, ids, game.told_to(Seat::new(3))));
    }
    assert_eq!(runs[0], runs[1], "every message to the others");
}

#[tokio::test]
async fn they_are_for_the_rounds_after_the_one_in_which_they_were_sent() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let stay = hall.read(id, "move -").await;
    let sent = |sent_at| Person {
        request: Some(Request {
            id: RequestId(sent_at),
            sent_at,
            written_at: sent_at,
            direct: None,
            replaces: 0,
        }),
        ..person(UserId(102))
    };
    let ask = async |sent_at, n: usize| {
        let answers = vec![stay.clone(); n];
        denied(hall.matches.ask(id, &sent(sent_at), Command::Ahead(answers)).await.map(|_| ()))
    };
    ask(NOON, 2).await.unwrap();
    hall.at(24).await;
    assert_eq!(
        ask(NOON + 23 * HOUR, 1).await,
        Err(Denied::BeforeRound),
        "it was meant for what follows round 1"
    );
    hall.clock.set(NOON + 25 * HOUR);
    ask(NOON + 25 * HOUR, 3).await.unwrap();
    assert_eq!(ask(NOON + 24 * HOUR + 60_000, 1).await, Err(Denied::Superseded), "the later one counts");
    assert_eq!(hall.load(id).await.ahead(Seat::new(2)).len(), 3);
    hall.clock.set(NOON + 50 * HOUR);
    assert_eq!(ask(NOON + 49 * HOUR, 1).await, Err(Denied::DeadlinePassed));
}
