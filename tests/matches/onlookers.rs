//! Whoever could read what onlookers are told can never take a seat.

use trigon::matches::{LogEntry, Readers};

use super::*;

fn hand_over(user: i64, since: Option<Millis>) -> Command {
    let name = "New".to_owned();
    Command::Handover { player: 107, user, name, back_in: None, has_left: true, since, reason: None }
}

fn stand_by(since: Option<Millis>) -> Command {
    Command::StandBy { name: "New".to_owned(), since }
}

impl Hall {
    /// Prepares a post for onlookers, before which all these people were checked.
    async fn post(&self, id: i64, readers: Readers, checked: &[i64]) -> Result<(), Denied> {
        let command = Command::Onlookers { readers, checked: checked.to_vec() };
        denied(self.matches.give(id, &Actor::Clock, &command).await.map(|_| ()))
    }

    /// Returns why a person may not do something in a match.
    async fn by_one(&self, id: i64, user: i64, command: Command) -> Result<(), Denied> {
        denied(self.matches.ask(id, &person(user), command).await.map(|_| ()))
    }
}

#[tokio::test]
async fn readers_take_no_seat_in_any_way_even_if_they_can_no_longer_read_it() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let players = users(1..=7);
    hall.post(id, Readers::Only(vec![302, 301]), &players).await.unwrap();
    hall.post(id, Readers::Only(vec![301]), &players).await.unwrap_err();
    hall.post(id, Readers::Only(vec![303]), &players).await.unwrap();
    for user in [301, 302, 303] {
        let refused = Err(Denied::HasRead(user));
        assert_eq!(hall.by_one(id, HOST, hand_over(user, None)).await, refused);
        assert_eq!(hall.by_one(id, user, stand_by(None)).await, refused);
        let lend = Command::Lend { user, name: "New".to_owned(), time: 5 * HOUR, since: None };
        assert_eq!(hall.by_one(id, 101, lend).await, refused);
    }
    assert_eq!(hall.by_one(id, 304, stand_by(None)).await, Ok(()), "they could not read it");
    // Another process refuses the same, and nothing about it is in the log.
    let other = hall.again().await;
    let refused = denied(other.ask(id, &person(302), stand_by(None)).await.map(|_| ()));
    assert_eq!(refused, Err(Denied::HasRead(302)));
    let game = hall.load(id).await;
    let names_a_reader = |entry: &LogEntry| format!("{entry:?}").contains("301");
    assert!(!game.log.iter().any(names_a_reader), "who could read it is nobody’s business");
    assert!(matches!(
        hall.by_one(id, HOST, Command::Onlookers { readers: Readers::Anyone, checked: players }).await,
        Err(Denied::NotAllowed { .. })
    ));
}

#[tokio::test]
async fn if_it_is_not_known_who_could_read_it_only_those_who_were_checked_or_came_later_take_seats() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.by_one(id, 301, stand_by(None)).await.unwrap();
    let checked = [users(1..=7), vec![301]].concat();
    hall.clock.set(NOON + HOUR);
    hall.post(id, Readers::Anyone, &checked).await.unwrap();
    for since in [None, Some(NOON), Some(NOON + HOUR)] {
        assert_eq!(hall.by_one(id, HOST, hand_over(302, since)).await, Err(Denied::MayHaveRead(302)));
        assert_eq!(hall.by_one(id, 302, stand_by(since)).await, Err(Denied::MayHaveRead(302)));
    }
    assert_eq!(hall.by_one(id, 303, stand_by(Some(NOON + HOUR + 1))).await, Ok(()), "they came later");
    assert_eq!(hall.by_one(id, HOST, hand_over(301, None)).await, Ok(()), "an alternate was checked");
    let accept = Command::AnswerHandover { seat: Seat::new(7), accept: true };
    hall.by_one(id, 301, accept).await.unwrap();
    assert_eq!(hall.load(id).await.seat_of(301), Some(Seat::new(7)));
}

#[tokio::test]
async fn nothing_is_posted_before_everyone_who_may_come_to_play_is_checked() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let players = users(1..=7);
    hall.by_one(id, 301, stand_by(None)).await.unwrap();
    assert_eq!(hall.post(id, Readers::Anyone, &players).await, Err(Denied::Unchecked(id)));
    assert_eq!(hall.by_one(id, 302, stand_by(None)).await, Ok(()), "nothing was posted yet");
    let checked = [players, vec![301, 302]].concat();
    hall.post(id, Readers::Only(Vec::new()), &checked).await.unwrap_err();
    hall.post(id, Readers::Anyone, &checked).await.unwrap();
}
