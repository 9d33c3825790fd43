//! Seats of games of turns that change hands: players leave, let their time run out, or are replaced, and somebody is there to
//! play on, or nobody is.

use trigon::games::Level;
use trigon::ids::{MatchId, UserId};
use trigon::matches::Computed;

use super::turns::assert_replays;
use super::*;

const TURN: i64 = 24;

/// Returns terms of a game of turns with a clock.
fn terms(name: &str, players: u8, autopilot: Option<u8>) -> Terms {
    let usual = Terms::usual(Registry::standard().get(name).unwrap().info());
    Terms { players, autopilot, ..usual }.limited("turn", TURN as u32)
}

/// Returns the request to become an alternate.
fn stand_by(user: UserId) -> Command {
    Command::StandBy { name: format!("Alternate {user}"), since: None }
}

/// A match of turns that has just begun.
struct FirstTurn {
    id: MatchId,
    /// The seat that is asked.
    seat: Seat,
    /// Its player.
    user: UserId,
}

impl Hall {
    /// Starts a match on these terms.
    async fn turn_of(&self, name: &str, players: i64, terms: Terms) -> FirstTurn {
        let id = self.turns_with(name, players, terms).await;
        let seat = self.asked(id).await;
        FirstTurn { id, seat, user: self.user(id, seat.number()).await }
    }
}

#[tokio::test]
async fn whoever_leaves_on_their_turn_is_followed_at_once_by_an_alternate_with_the_full_time() {
    let hall = Hall::new().await;
    let FirstTurn { id, seat, user } = hall.turn_of("trice", 3, terms("trice", 3, None)).await;
    let refused = hall.ask(id, user, Command::Leave).await.unwrap_err();
    assert_eq!(refused, Denied::ResignInstead(id), "nobody would play on");
    hall.ask(id, UserId(201), stand_by(UserId(201))).await.unwrap();
    hall.told().await;
    let game = hall.ask(id, user, Command::Leave).await.unwrap();
    assert!(game.has_left(seat) && game.is_going_on());
    assert_eq!(
        hall.in_channel().await,
        [Notice::Handover { seat, user: UserId(201), agreed: true, host: None }]
    );
    hall.at(5).await;
    let game = hall.ask(id, UserId(201), accept_seat(seat)).await.unwrap();
    assert_eq!(game.seat_of(UserId(201)), Some(seat));
    assert_eq!(game.deadline, Some(NOON + (5 + TURN) * HOUR), "with the full time");
    hall.play(id, 0).await;
    let game = hall.load(id).await;
    assert_replays(&game);
    assert_eq!(hall.other_process().await.load(id).await.unwrap().players, game.players);
}

#[tokio::test]
async fn a_seat_whose_player_has_left_resigns_if_nobody_takes_it() {
    for waits in [false, true] {
        let hall = Hall::new().await;
        let FirstTurn { id, seat, user } = hall.turn_of("triangoli", 2, terms("triangoli", 2, None)).await;
        hall.ask(id, UserId(201), stand_by(UserId(201))).await.unwrap();
        hall.ask(id, user, Command::Leave).await.unwrap();
        let game = if waits {
            hall.at(12).await;
            hall.load(id).await
        } else {
            hall.ask(id, UserId(201), decline_seat(seat)).await.unwrap()
        };
        assert!(game.resigned(seat) && !game.is_going_on(), "the other has won");
        assert_replays(&game);
    }
    // With three seats, the others play on.
    let hall = Hall::new().await;
    let FirstTurn { id, seat, user } = hall.turn_of("trice", 3, terms("trice", 3, None)).await;
    hall.ask(id, UserId(201), stand_by(UserId(201))).await.unwrap();
    hall.ask(id, user, Command::Leave).await.unwrap();
    let game = hall.ask(id, UserId(201), decline_seat(seat)).await.unwrap();
    assert!(game.resigned(seat) && game.is_going_on() && game.to_act()[0].seat != seat);
}

#[tokio::test]
async fn where_computed_players_fill_in_they_play_for_whoever_leaves_or_runs_out_of_time() {
    let hall = Hall::new().await;
    let FirstTurn { id, seat, user } = hall.turn_of("trice", 3, terms("trice", 3, Some(1))).await;
    hall.told().await;
    hall.at(TURN).await;
    let game = hall.load(id).await;
    assert_eq!(game.timed_out(), None, "nobody can claim the seat");
    let tenure = game.tenures().last().unwrap();
    assert_eq!((tenure.seat, tenure.before), (seat, user));
    assert!(Computed::of(tenure.user).is_some_and(|it| it.level == Level::new(1).unwrap()));
    let told = hall.told().await;
    assert!(
        told.contains(&(Target::User(user), Notice::SeatLost { seat, host: None, reason: None })),
        "{told:?}"
    );
    // A player who ran out of time can come back; one who left cannot.
    let game = hall.ask(id, user, Command::Return).await.unwrap();
    assert_eq!(game.seat_of(user), Some(seat));
    let game = hall.ask(id, user, Command::Leave).await.unwrap();
    assert!(game.computed(seat).is_some() && !game.is_vacant(seat));
    assert_eq!(hall.ask(id, user, Command::Return).await.unwrap_err(), Denied::NotLent(id));
    assert_replays(&game);
}

#[tokio::test]
async fn an_alternate_is_asked_before_a_computed_player_and_until_then_nobody_claims_the_seat() {
    let hall = Hall::new().await;
    let FirstTurn { id, seat, user } = hall.turn_of("triangoli", 2, terms("triangoli", 2, Some(1))).await;
    hall.ask(id, UserId(201), stand_by(UserId(201))).await.unwrap();
    hall.at(TURN).await;
    assert_eq!(hall.load(id).await.handover(seat).map(|asked| asked.user), Some(UserId(201)));
    let other = hall.user(id, 3 - seat.number()).await;
    assert_eq!(hall.ask(id, other, Command::Claim).await.unwrap_err(), Denied::OfferedFirst);
    // An action keeps the seat.
    hall.told().await;
    hall.play(id, 0).await;
    assert_eq!(hall.load(id).await.handover(seat), None);
    let kept = Notice::NotHandedOver { seat, user: UserId(201), declined: false };
    assert!(hall.in_channel().await.contains(&kept));
    assert_eq!(hall.load(id).await.seat_of(user), Some(seat));
}

#[tokio::test]
async fn whoever_takes_over_after_the_time_has_run_out_has_the_full_time_and_keeps_the_seat() {
    for bank in [None, Some(trigon::matches::Bank { hours: 20, add: 1, most: 40 })] {
        let hall = Hall::new().await;
        let terms = Terms { bank, ..terms("triangoli", 2, None) };
        let FirstTurn { id, seat, user } = hall.turn_of("triangoli", 2, terms).await;
        hall.at(TURN).await;
        assert_eq!(hall.load(id).await.timed_out(), Some(seat));
        let hand_over = Command::Handover {
            player: user,
            user: UserId(300),
            name: "New".to_owned(),
            back_in: None,
            has_left: false,
            since: None,
            reason: None,
        };
        hall.ask(id, UserId(101), hand_over).await.unwrap();
        let game = hall.ask(id, UserId(300), accept_seat(seat)).await.unwrap();
        let full = bank.map_or(TURN, |bank| bank.hours.into());
        assert_eq!(game.deadline, Some(NOON + (TURN + full) * HOUR));
        let other = hall.user(id, 3 - seat.number()).await;
        assert_eq!(hall.ask(id, other, Command::Claim).await.unwrap_err(), Denied::NobodyLate(id));
    }
}

#[tokio::test]
async fn what_a_player_agreed_to_does_not_bind_whoever_takes_over() {
    let hall = Hall::new().await;
    let FirstTurn { id, seat, user } = hall.turn_of("trice", 3, terms("trice", 3, Some(1))).await;
    let others: Vec<UserId> = (101..=103).map(UserId).filter(|other| *other != user).collect();
    hall.ask(id, others[0], Command::Offer(OfferKind::Draw)).await.unwrap();
    let accept = || Command::Answer { kind: OfferKind::Draw, number: None, accept: true };
    hall.ask(id, user, accept()).await.unwrap();
    hall.ask(id, UserId(201), stand_by(UserId(201))).await.unwrap();
    hall.ask(id, user, Command::Leave).await.unwrap();
    hall.ask(id, UserId(201), accept_seat(seat)).await.unwrap();
    let game = hall.ask(id, others[1], accept()).await.unwrap();
    assert!(game.is_going_on(), "the new player has not agreed");
    // A computed player agrees to no draw, and a player’s own offer goes with the player.
    let game = hall.ask(id, UserId(201), Command::Leave).await.unwrap();
    assert!(game.computed(seat).is_some());
    assert_eq!(game.offer(), None);
    hall.ask(id, others[0], Command::Offer(OfferKind::Draw)).await.unwrap();
    let game = hall.ask(id, others[0], Command::Leave).await.unwrap();
    assert_eq!(game.offer(), None);
    assert_replays(&game);
}

#[tokio::test]
async fn a_host_takes_a_player_out_only_if_somebody_can_play_on() {
    let hall = Hall::new().await;
    let FirstTurn { id, seat, user } = hall.turn_of("triangoli", 2, terms("triangoli", 2, None)).await;
    let host = Person { guild_host: true, ..person(HOST) };
    let out = || async {
        denied(
            hall.matches.ask(id, &host, Command::Unseat { user, reason: None }).await.map(|done| done.game),
        )
    };
    assert_eq!(out().await.unwrap_err(), Denied::ReplaceInstead);
    hall.ask(id, UserId(201), stand_by(UserId(201))).await.unwrap();
    // It is not the host’s match, so all players have to agree.
    let game = out().await.unwrap();
    let number = game.proposal().unwrap().number;
    assert!(game.handover(seat).is_none());
    for voter in game.voters() {
        let user = hall.user(id, voter.number()).await;
        hall.ask(id, user, Command::Consent { number, agree: true }).await.unwrap();
    }
    assert!(hall.load(id).await.handover(seat).is_some());
    let taken_out = Notice::TakenOut { host: Some(HOST), reason: None };
    assert!(hall.told().await.contains(&(Target::User(user), taken_out)));
}
