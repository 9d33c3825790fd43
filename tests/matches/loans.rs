//! Seats that are lent for a time, or that a computed player has in somebody’s place: whose they still are.

use super::*;
use trigon::ids::{ChannelId, MatchId, UserId};

/// Returns the request to lend one’s seat.
fn lend(user: UserId, hours: u32) -> Command {
    Command::Lend { user, name: "Friend".to_owned(), time: i64::from(hours) * HOUR, since: None }
}

/// Returns a level of computed players.
fn level(number: u8) -> trigon::games::Level {
    trigon::games::Level::new(number).unwrap()
}

impl Hall {
    /// Has user 300 plus the number of the seat play it for some hours.
    async fn lent(&self, id: MatchId, seat: u8, hours: u32) -> Arc<Match> {
        let (owner, friend) = (100 + i64::from(seat), 300 + i64::from(seat));
        self.ask(id, UserId(owner), lend(UserId(friend), hours)).await.unwrap();
        self.ask(id, UserId(friend), accept_seat(Seat::new(seat))).await.unwrap()
    }

    /// Lets everyone stay where they are, except these seats.
    async fn all_stay_but(&self, id: MatchId, silent: &[i64]) {
        for seat in (1..=7).filter(|seat| !silent.contains(seat)) {
            let user = self.load(id).await.player(Seat::new(seat as u8)).unwrap().user_id;
            let _ = self.matches.act(id, user, "move -").await;
        }
    }
}

/// Otherwise, a host could lend the seat, look at everyone’s secrets, and come back.
#[tokio::test]
async fn a_host_who_has_lent_a_seat_sees_no_more_than_before() {
    let hall = Hall::new().await;
    let id = hall.seated(Terms { pregame_hours: 0, ..seven() }).await;
    hall.ask(id, HOST, Command::CoHost { user: UserId(107), hosts: true }).await.unwrap();
    hall.ask(id, HOST, Command::Start).await.unwrap();
    let playing = hall.load(id).await;
    assert_eq!(person(UserId(107)).role(&playing), Role::PlayingHost);
    let game = hall.lent(id, 7, 20).await;
    assert_eq!((game.seat_of(UserId(107)), person(UserId(107)).role(&game)), (None, Role::PlayingHost));
    for command in [Command::Look, Command::EndPhase, Command::Spectators(Some(ChannelId(44)))] {
        let refused = hall.ask(id, UserId(107), command).await.unwrap_err();
        assert!(matches!(refused, Denied::NotAllowed { .. }), "{refused}");
    }
    assert!(game.possible_players().contains(&UserId(107)), "nor may they read what onlookers read");
    let game = hall.ask(id, UserId(107), Command::Return).await.unwrap();
    assert_eq!(game.seat_of(UserId(107)), Some(Seat::new(7)));
}

#[tokio::test]
async fn a_player_who_can_come_back_from_autopilot_counts_as_one_who_plays() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { autopilot: Some(1), strikes: 1, grace_hours: 2, ..seven() }).await;
    hall.all_stay_but(id, &[]).await;
    hall.at(24).await;
    hall.all_stay_but(id, &[7]).await;
    hall.told().await;
    hall.at(48).await;
    let game = hall.load(id).await;
    assert!(game.computed(Seat::new(7)).is_some());
    assert!(game.possible_players().contains(&UserId(107)) && game.has_part(UserId(107)));
    let hosts = Person { guild_host: true, ..person(UserId(107)) };
    assert_eq!(hosts.role(&game), Role::PlayingHost, "and not a moderator without a seat");
    // They are told in private, with what they can do.
    let told = hall.told().await;
    assert!(
        told.contains(&(
            Target::User(UserId(107)),
            Notice::SeatLost { seat: Seat::new(7), host: None, reason: None }
        )),
        "{told:?}"
    );
    let game = hall.ask(id, UserId(107), Command::Return).await.unwrap();
    assert_eq!(game.seat_of(UserId(107)), Some(Seat::new(7)));
    assert!(!game.is_free(Seat::new(7)), "whoever comes back keeps the seat");
    // Another deadline that they miss counts again.
    hall.all_stay_but(id, &[7]).await;
    hall.at(72).await;
    assert!(hall.load(id).await.computed(Seat::new(7)).is_some());
}

/// With a seat lent for an hour, strikes and times that one may be late began anew.
#[tokio::test]
async fn lending_a_seat_and_taking_it_back_changes_no_count() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { strikes: 3, graces: 1, grace_hours: 2, ..seven() }).await;
    let seven = Seat::new(7);
    hall.all_stay_but(id, &[7]).await;
    hall.at(24).await;
    hall.at(26).await;
    let counts = |game: &Match| (game.strikes(seven), game.graces_left(seven));
    assert_eq!(counts(&*hall.load(id).await), (1, 0));
    let game = hall.lent(id, 7, 1).await;
    assert_eq!(counts(&game), (0, 1), "the friend has missed nothing");
    let game = hall.ask(id, UserId(107), Command::Return).await.unwrap();
    assert_eq!(counts(&game), (1, 0), "and the player as much as before");
    // What the friend does in between is not an answer of the player’s, either.
    hall.lent(id, 6, 40).await;
    hall.all_stay_but(id, &[6, 7]).await;
    hall.at(50).await;
    hall.at(52).await;
    assert_eq!(hall.load(id).await.strikes(Seat::new(6)), 1, "the friend’s");
    let game = hall.ask(id, UserId(106), Command::Return).await.unwrap();
    assert_eq!(game.strikes(Seat::new(6)), 0);
}

#[tokio::test]
async fn a_seat_that_is_offered_to_others_cannot_be_lent() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { strikes: 1, ..seven() }).await;
    hall.all_stay_but(id, &[]).await;
    hall.at(24).await;
    hall.ask(id, UserId(250), Command::StandBy { name: "Next".to_owned(), since: None }).await.unwrap();
    hall.all_stay_but(id, &[7]).await;
    hall.at(48).await;
    assert!(hall.load(id).await.handover(Seat::new(7)).is_some());
    assert_eq!(hall.ask(id, UserId(107), lend(UserId(307), 5)).await.unwrap_err(), Denied::SeatIsOffered(id));
    assert_eq!(hall.load(id).await.handover(Seat::new(7)).unwrap().user, UserId(250));
}

#[tokio::test]
async fn a_substitute_who_is_taken_out_or_misses_too_much_gives_the_seat_back() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { strikes: 1, autopilot: Some(1), grace_hours: 2, ..seven() }).await;
    hall.all_stay_but(id, &[]).await;
    hall.at(24).await;
    hall.lent(id, 7, 500).await;
    hall.told().await;
    let game = hall.ask(id, HOST, Command::Unseat { user: UserId(307), reason: None }).await.unwrap();
    assert_eq!((game.seat_of(UserId(107)), game.is_vacant(Seat::new(7))), (Some(Seat::new(7)), false));
    let told = hall.told().await;
    assert!(
        told.contains(&(Target::User(UserId(307)), Notice::TakenOut { host: Some(HOST), reason: None })),
        "{told:?}"
    );
    assert!(told.contains(&(Target::Channel(CHANNEL), Notice::Tenure { seat: Seat::new(7) })), "{told:?}");

    hall.lent(id, 6, 500).await;
    hall.all_stay_but(id, &[6]).await;
    hall.at(48).await;
    let game = hall.load(id).await;
    assert_eq!(
        game.seat_of(UserId(106)),
        Some(Seat::new(6)),
        "neither a computed player nor an alternate has it"
    );
}

#[tokio::test]
async fn a_lent_seat_is_neither_passed_on_nor_left_by_its_player_and_a_host_can_free_it() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.lent(id, 7, 30).await;
    for player in [107, 307] {
        let hand_over = Command::Handover {
            player: UserId(player),
            user: UserId(250),
            name: "New".to_owned(),
            back_in: None,
            has_left: false,
            since: None,
            reason: None,
        };
        assert_eq!(hall.ask(id, HOST, hand_over).await.unwrap_err(), Denied::SeatIsLent(UserId(307)));
    }
    assert_eq!(hall.ask(id, UserId(107), Command::Leave).await.unwrap_err(), Denied::ComeBackFirst(id));
    let unseat = |user| Command::Unseat { user, reason: None };
    let refused = hall.ask(id, HOST, unseat(UserId(107))).await.unwrap_err();
    assert_eq!(refused, Denied::PlaysFor { substitute: UserId(307), owner: UserId(107) });
    hall.told().await;
    for user in [307, 107] {
        hall.ask(id, HOST, unseat(UserId(user))).await.unwrap();
    }
    let game = hall.load(id).await;
    assert!(game.is_vacant(Seat::new(7)) && game.loan_by(UserId(107)).is_none());
    let told = hall.told().await;
    for user in [107, 307] {
        assert!(
            told.contains(&(Target::User(UserId(user)), Notice::TakenOut { host: Some(HOST), reason: None })),
            "{told:?}"
        );
    }
}

#[tokio::test]
async fn the_time_of_a_substitute_ends_while_the_clock_is_stopped() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { limits: None, ..seven() }).await;
    hall.lent(id, 7, 5).await;
    hall.ask(id, HOST, Command::Pause).await.unwrap();
    hall.at(6).await;
    assert_eq!(hall.load(id).await.seat_of(UserId(107)), Some(Seat::new(7)));
}

#[tokio::test]
async fn whoever_has_lent_a_seat_is_told_how_the_match_ends() {
    let hall = Hall::new().await;
    let id = hall.running(seven().with("rounds", Value::Number(1))).await;
    let game = hall.lent(id, 7, 500).await;
    let concerns = |game: &Match, user| game.concerns(Seat::new(7), user);
    assert!(
        concerns(&game, UserId(307)) && !concerns(&game, UserId(107)),
        "until then, what is asked is the friend’s"
    );
    hall.ask(id, HOST, Command::EndPhase).await.unwrap();
    hall.told().await;
    if hall.load(id).await.status == Status::Running {
        hall.ask(id, HOST, Command::EndPhase).await.unwrap();
    }
    assert_eq!(hall.load(id).await.status, Status::Over);
    let told: Vec<Target> = hall.told().await.into_iter().map(|(to, _)| to).collect();
    assert!(
        told.contains(&Target::User(UserId(107))) && told.contains(&Target::User(UserId(307))),
        "{told:?}"
    );
    assert!(concerns(&*hall.load(id).await, UserId(107)));
}

/// From the outside, somebody who has left and somebody who agrees look the same until the round ends.
#[tokio::test]
async fn replacing_somebody_who_has_left_in_secret_asks_them_like_anybody_else() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let hand_over = |player, user| Command::Handover {
        player,
        user,
        name: "New".to_owned(),
        back_in: None,
        has_left: false,
        since: None,
        reason: None,
    };
    hall.ask(id, UserId(107), Command::Leave).await.unwrap();
    hall.told().await;
    hall.ask(id, HOST, hand_over(UserId(107), UserId(250))).await.unwrap();
    let asked = Notice::Handover { seat: Seat::new(7), user: UserId(250), agreed: false, host: Some(HOST) };
    assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), asked)]);
    let game = hall.ask(id, UserId(250), accept_seat(Seat::new(7))).await.unwrap();
    assert_eq!(game.seat_of(UserId(250)), Some(Seat::new(7)), "nobody is left to agree");
    let told = hall.told().await;
    assert!(told.iter().all(|(to, _)| *to != Target::User(UserId(107))), "{told:?}");

    // A computed player takes the seat when everyone has learned that it is free.
    hall.ask(id, UserId(106), Command::Leave).await.unwrap();
    let computed = hall.load(id).await.another_computed(level(1));
    hall.ask(id, HOST, hand_over(UserId(106), computed.user_id())).await.unwrap();
    assert!(hall.load(id).await.computed(Seat::new(6)).is_none());
    hall.at(24).await;
    assert!(hall.load(id).await.computed(Seat::new(6)).is_some());
}

#[tokio::test]
async fn absences_count_for_the_player_who_was_away_and_stop_no_other_clock() {
    let hall = Hall::new().await;
    let new = NewMatch {
        game: "triangoli".to_owned(),
        guild_id: GUILD,
        channel_id: CHANNEL,
        title: "Slow".to_owned(),
        terms: Terms {
            players: 2,
            away_days: 5,
            hours: [("turn".to_owned(), 24)].into(),
            ..Terms::usual(Registry::standard().get("triangoli").unwrap().info())
        },
    };
    let id = hall.matches.create(&person(UserId(101)), new).await.unwrap().id;
    for user in [101, 102] {
        let _ = hall.ask(id, UserId(user), Command::Join(format!("P{user}"))).await;
    }
    let _ = hall.ask(id, UserId(101), Command::Start).await;
    let asked = hall.load(id).await.to_act()[0].seat;
    let user = hall.load(id).await.player(asked).unwrap().user_id;
    hall.ask(id, user, Command::Away { after: 0, time: 48 * HOUR }).await.unwrap();
    assert_eq!(hall.load(id).await.away_left(asked), 72 * HOUR);
    hall.ask(id, user, lend(UserId(300), 2)).await.unwrap();
    let game = hall.ask(id, UserId(300), accept_seat(Seat::new(asked.number()))).await.unwrap();
    assert_eq!(game.away(asked, NOON), None, "the friend is here");
    assert_eq!(game.away_left(asked), 120 * HOUR, "and has all days left");
    hall.clock.set(NOON + HOUR);
    let game = hall.ask(id, user, Command::Return).await.unwrap();
    assert_eq!(game.away_left(asked), 120 * HOUR, "the absence ended at once");
}
