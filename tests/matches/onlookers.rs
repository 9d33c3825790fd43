//! Whoever could read what onlookers are told can never take a seat.

use trigon::ids::{ChannelId, MatchId, UserId};
use trigon::matches::{LogEntry, Readers, UnknownReaders};

use super::*;

/// Returns the request of a host to give the seat of player 107 to somebody.
fn hand_over(user: UserId, since: Option<Millis>) -> Command {
    let name = "New".to_owned();
    Command::Handover { player: UserId(107), user, name, back_in: None, has_left: true, since, reason: None }
}

/// Returns the request to become an alternate.
fn stand_by(since: Option<Millis>) -> Command {
    Command::StandBy { name: "New".to_owned(), since }
}

const LOUNGE: ChannelId = ChannelId(50);

/// Returns the administrators, of whom it is not known who they are.
fn administrators() -> Readers {
    Readers { users: Vec::new(), others: UnknownReaders::Administrators }
}

impl Hall {
    /// Notes who can read earlier posts now.
    async fn let_in(&self, id: MatchId, readers: Readers) -> Result<(), Denied> {
        denied(self.matches.give(id, &Actor::Clock, &Command::LetIn(readers)).await.map(|_| ()))
    }

    /// Prepares a post for onlookers, before which all these people were checked.
    async fn post(&self, id: MatchId, readers: Readers, checked: &[UserId]) -> Result<(), Denied> {
        let command = Command::Onlookers { channel: LOUNGE, readers, checked: checked.to_vec() };
        denied(self.matches.give(id, &Actor::Clock, &command).await.map(|_| ()))
    }

    /// Asks something of a match as a user, and returns only whether it was refused.
    async fn tries(&self, id: MatchId, user: UserId, command: Command) -> Result<(), Denied> {
        self.ask(id, user, command).await.map(drop)
    }
}

#[tokio::test]
async fn readers_take_no_seat_in_any_way_even_if_they_can_no_longer_read_it() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let players = users(1..=7);
    hall.post(id, Readers::only(vec![UserId(302), UserId(301)]), &players).await.unwrap();
    hall.post(id, Readers::only(vec![UserId(301)]), &players).await.unwrap_err();
    hall.post(id, Readers::only(vec![UserId(303)]), &players).await.unwrap();
    for user in [301, 302, 303] {
        let refused = Err(Denied::HasRead(UserId(user)));
        assert_eq!(hall.tries(id, HOST, hand_over(UserId(user), None)).await, refused);
        assert_eq!(hall.tries(id, UserId(user), stand_by(None)).await, refused);
        let lend = Command::Lend { user: UserId(user), name: "New".to_owned(), time: 5 * HOUR, since: None };
        assert_eq!(hall.tries(id, UserId(101), lend).await, refused);
    }
    assert_eq!(hall.tries(id, UserId(304), stand_by(None)).await, Ok(()), "they could not read it");
    // Another process refuses the same, and nothing about it is in the log.
    let other = hall.other_process().await;
    let refused = denied(other.ask(id, &person(UserId(302)), stand_by(None)).await.map(|_| ()));
    assert_eq!(refused, Err(Denied::HasRead(UserId(302))));
    let game = hall.load(id).await;
    let names_a_reader = |entry: &LogEntry| format!("{entry:?}").contains("301");
    assert!(!game.log.iter().any(names_a_reader), "who could read it is nobody’s business");
    assert!(matches!(
        hall.tries(id, HOST, Command::LetIn(administrators())).await,
        Err(Denied::NotAllowed { .. })
    ));
}

#[tokio::test]
async fn if_it_is_not_known_who_could_read_it_only_those_who_were_checked_or_came_later_take_seats() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.tries(id, UserId(301), stand_by(None)).await.unwrap();
    let checked = [users(1..=7), vec![UserId(301)]].concat();
    hall.clock.set(NOON + HOUR);
    hall.post(id, administrators(), &checked).await.unwrap();
    for since in [None, Some(NOON), Some(NOON + HOUR)] {
        assert_eq!(
            hall.tries(id, HOST, hand_over(UserId(302), since)).await,
            Err(Denied::MayHaveRead(UserId(302)))
        );
        assert_eq!(hall.tries(id, UserId(302), stand_by(since)).await, Err(Denied::MayHaveRead(UserId(302))));
    }
    assert_eq!(hall.tries(id, UserId(303), stand_by(Some(NOON + HOUR + 1))).await, Ok(()), "they came later");
    assert_eq!(hall.tries(id, HOST, hand_over(UserId(301), None)).await, Ok(()), "an alternate was checked");
    let accept = accept_seat(Seat::new(7));
    hall.tries(id, UserId(301), accept).await.unwrap();
    assert_eq!(hall.load(id).await.seat_of(UserId(301)), Some(Seat::new(7)));
}

#[tokio::test]
async fn nothing_is_posted_before_everyone_who_may_come_to_play_is_checked() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let players = users(1..=7);
    hall.tries(id, UserId(301), stand_by(None)).await.unwrap();
    assert_eq!(hall.post(id, administrators(), &players).await, Err(Denied::Unchecked(id)));
    assert_eq!(hall.tries(id, UserId(302), stand_by(None)).await, Ok(()), "nothing was posted yet");
    let checked = [players, vec![UserId(301), UserId(302)]].concat();
    hall.post(id, Readers::only(Vec::new()), &checked).await.unwrap();
    hall.post(id, Readers::only(Vec::new()), &checked).await.unwrap_err();
    hall.post(id, administrators(), &checked).await.unwrap();
}

#[tokio::test]
async fn who_is_let_in_after_a_post_can_read_it_and_takes_no_seat() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let players = users(1..=7);
    assert_eq!(
        hall.let_in(id, Readers::only(vec![UserId(301)])).await,
        Err(Denied::AlreadyDone),
        "there is no post"
    );
    hall.tries(id, UserId(302), stand_by(None)).await.unwrap();
    let checked = [players, vec![UserId(302)]].concat();
    hall.post(id, Readers::only(vec![HOST]), &checked).await.unwrap();
    assert_eq!(hall.load(id).await.lounges(), [LOUNGE]);
    // Also if onlookers are no longer told anything: what was posted stays where it is.
    hall.let_in(id, Readers::only(vec![HOST, UserId(302), UserId(303)])).await.unwrap();
    hall.let_in(id, Readers::only(vec![HOST])).await.unwrap_err();
    for user in [302, 303] {
        assert!(hall.load(id).await.has_read(UserId(user)));
        assert_eq!(
            hall.tries(id, HOST, hand_over(UserId(user), None)).await,
            Err(Denied::HasRead(UserId(user)))
        );
    }
    hall.tries(id, UserId(304), stand_by(None)).await.unwrap();
    hall.tries(id, UserId(107), Command::Leave).await.unwrap();
    hall.at(24).await;
    let game = hall.load(id).await;
    let asked = game.handover(Seat::new(7)).map(|asked| asked.user);
    assert_eq!(asked, Some(UserId(304)), "an alternate who has read it is passed over");
    // They agree to take it, and read it before they have it.
    hall.let_in(id, Readers::only(vec![UserId(304)])).await.unwrap();
    let accept = accept_seat(Seat::new(7));
    assert_eq!(hall.tries(id, UserId(304), accept).await, Err(Denied::HasRead(UserId(304))));
    assert_eq!(hall.other_process().await.load(id).await.unwrap().lounges(), [LOUNGE]);
}

#[tokio::test]
async fn once_anyone_may_have_had_a_role_that_lets_people_in_only_computed_players_take_seats() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.tries(id, UserId(301), stand_by(None)).await.unwrap();
    hall.post(id, Readers::default(), &[users(1..=7), vec![UserId(301)]].concat()).await.unwrap();
    hall.let_in(id, Readers { users: Vec::new(), others: UnknownReaders::Members }).await.unwrap();
    hall.let_in(id, Readers::default()).await.unwrap_err();
    hall.clock.set(NOON + HOUR);
    for user in [301, 302] {
        let later = Some(NOON + HOUR);
        assert_eq!(
            hall.tries(id, HOST, hand_over(UserId(user), later)).await,
            Err(Denied::MayHaveRead(UserId(user)))
        );
    }
    let computed = hall.load(id).await.another_computed(trigon::games::Level::ALL[0]);
    let name = computed.name();
    let user = computed.user_id();
    let command = Command::Handover {
        player: UserId(107),
        user,
        name,
        back_in: None,
        has_left: true,
        since: None,
        reason: None,
    };
    hall.tries(id, HOST, command).await.unwrap();
    assert_eq!(hall.load(id).await.seat_of(user), Some(Seat::new(7)));
}

#[tokio::test]
async fn a_round_ends_and_a_player_leaves_even_if_who_was_to_have_the_seat_has_read_it() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    for seat in [6, 7] {
        hall.act(id, seat, "move -").await.unwrap();
    }
    hall.post(id, Readers::only(vec![HOST]), &users(1..=7)).await.unwrap();
    let accept = |seat: u8| accept_seat(Seat::new(seat));
    for (seat, user) in [(6, 306), (7, 307)] {
        let (player, name) = (100 + i64::from(seat), "New".to_owned());
        let ask = Command::Handover {
            player: UserId(player),
            user: UserId(user),
            name,
            back_in: None,
            has_left: false,
            since: None,
            reason: None,
        };
        hall.tries(id, HOST, ask).await.unwrap();
        hall.tries(id, UserId(user), accept(seat)).await.unwrap();
    }
    hall.let_in(id, Readers::only(vec![UserId(306), UserId(307)])).await.unwrap();
    assert_eq!(hall.tries(id, UserId(106), accept(6)).await, Err(Denied::HasRead(UserId(306))));
    hall.tries(id, UserId(107), Command::Leave).await.unwrap();
    hall.at(24).await;
    let game = hall.load(id).await;
    assert_eq!(hall.round(id).await, 2);
    assert!(game.is_vacant(Seat::new(7)) && game.handover(Seat::new(7)).is_none());
}
