//! Seats that change hands while a match is being played.

use trigon::games::Audience;
use trigon::ids::{MatchId, UserId};
use trigon::matches::{Departure, Record, verify};

use super::*;

/// Returns the request of a host to give a player’s seat to somebody.
fn hand_over(player: UserId, user: UserId) -> Command {
    Command::Handover {
        player,
        user,
        name: format!("New {user}"),
        back_in: None,
        has_left: false,
        since: None,
        reason: None,
    }
}

impl Hall {
    /// Ends the round as a host.
    async fn resolve(&self, id: MatchId) -> Arc<Match> {
        self.matches.ask(id, &host(), Command::EndPhase).await.unwrap().game
    }
}

#[tokio::test]
async fn a_player_is_asked_in_the_same_words_whatever_they_have_sent_and_only_silence_means_yes() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    // An explicit “stay” is an answer.
    hall.act(id, 6, "move -").await.unwrap();
    hall.resolve(id).await;
    // Player 5 has missed the round that has ended, and has answered since; player 7 has sent nothing at all.
    hall.act(id, 5, "move -").await.unwrap();
    let asked_until = NOON + 12 * HOUR;
    for seat in [5, 6, 7] {
        hall.told().await;
        hall.matches.ask(id, &host(), hand_over(UserId(100 + seat), UserId(200 + seat))).await.unwrap();
        let (place, user) = (Seat::new(seat as u8), 200 + seat);
        let asked = Notice::Handover { seat: place, user: UserId(user), agreed: false, host: Some(HOST) };
        assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), asked)]);
        let game = hall.ask(id, UserId(user), accept_seat(Seat::new(seat as u8))).await.unwrap();
        assert_eq!(game.handover(place).unwrap().asked_until, Some(asked_until));
        assert_eq!(game.seat_of(UserId(user)), None, "its player has the same time to answer");
    }
    hall.told().await;
    hall.at(12).await;
    let game = hall.load(id).await;
    assert_eq!((game.seat_of(UserId(207)), game.seat_of(UserId(107))), (Some(Seat::new(7)), None));
    for seat in [5, 6] {
        assert_eq!(game.seat_of(UserId(100 + seat)), Some(Seat::new(seat as u8)), "seat {seat}");
        assert!(game.handover(Seat::new(seat as u8)).is_some(), "and can still agree");
    }
    let told = hall.told().await;
    let lost = Notice::SeatLost { seat: Seat::new(7), host: Some(HOST), reason: None };
    for (to, notice) in
        [(Target::Channel(CHANNEL), Notice::Tenure { seat: Seat::new(7) }), (Target::User(UserId(107)), lost)]
    {
        assert!(told.contains(&(to, notice.clone())), "{notice:?} is missing in {told:?}");
    }
    assert!(
        told.iter()
            .any(|(to, what)| *to == Target::User(UserId(207)) && matches!(what, Notice::Personal { .. }))
    );
    let tenure = &game.tenures()[0];
    assert_eq!((tenure.from, tenure.before, &tenure.before_name[..]), (1, UserId(107), "Player 7"));
    // From now on, only the new player answers for the seat.
    assert!(matches!(hall.act(id, 7, "move -").await, Err(Denied::NoSeat(_))));
    hall.act(id, 107, "move -").await.unwrap();
    let game = hall.load(id).await;
    assert!(game.decision(Seat::new(7)).unwrap().answered);
    assert_eq!(hall.matches.played_by(UserId(107)).await.unwrap(), []);
    assert_eq!(hall.matches.played_by(UserId(207)).await.unwrap().len(), 1);

    // Another process reads the same, and what was told before still has the names of then.
    let other = hall.other_process().await.load(id).await.unwrap();
    assert_eq!((other.tenures(), &other.players), (game.tenures(), &game.players));
    assert_eq!(other.names().get(Seat::new(7)), "New 207");
    let before = other.up_to(2).unwrap();
    assert_eq!((before.seat_of(UserId(107)), before.seat_of(UserId(207))), (Some(Seat::new(7)), None));
    assert!(other.began[0].text.is_empty() || !other.history()[0].words.join(" ").contains("New 207"));

    hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
    let record = hall.load(id).await.record().unwrap();
    let written = serde_json::to_value(&record).unwrap();
    assert_eq!(
        written["tenures"],
        serde_json::json!([{"seat": 7, "from": 1, "name": "New 207", "kind": "player"}])
    );
    let read = Record::read(&record.file().unwrap(), &Registry::standard()).unwrap();
    assert_eq!(read.extras, record.extras);
    assert_eq!(verify(&read, None).unwrap().mismatch(), None);
}

#[tokio::test]
async fn otherwise_both_have_to_agree_and_either_can_refuse() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.matches.ask(id, &host(), hand_over(UserId(103), UserId(203))).await.unwrap();
    assert!(matches!(
        denied(hall.ask(id, UserId(101), accept_seat(Seat::new(3))).await),
        Err(Denied::NotAsked(_))
    ));
    let game = hall.ask(id, UserId(203), accept_seat(Seat::new(3))).await.unwrap();
    assert_eq!(game.seat_of(UserId(203)), None, "its player has not agreed");
    assert!(matches!(
        denied(hall.ask(id, UserId(203), accept_seat(Seat::new(3))).await),
        Err(Denied::AlreadyAccepted)
    ));
    let game = hall.ask(id, UserId(103), accept_seat(Seat::new(3))).await.unwrap();
    assert_eq!((game.seat_of(UserId(203)), game.seat_of(UserId(103))), (Some(Seat::new(3)), None));
    assert!(matches!(
        denied(hall.ask(id, UserId(203), accept_seat(Seat::new(3))).await),
        Err(Denied::HandoverGone(_))
    ));

    hall.matches.ask(id, &host(), hand_over(UserId(104), UserId(204))).await.unwrap();
    hall.ask(id, UserId(104), decline_seat(Seat::new(4))).await.unwrap();
    assert!(matches!(
        denied(hall.ask(id, UserId(204), accept_seat(Seat::new(4))).await),
        Err(Denied::HandoverGone(_))
    ));
    // Their no stands until the round has ended.
    let again = async || denied(hall.ask(id, HOST, hand_over(UserId(104), UserId(205))).await.map(|_| ()));
    assert_eq!(again().await, Err(Denied::KeepsSeat(UserId(104))));
    hall.resolve(id).await;
    assert_eq!(again().await, Ok(()));
    assert!(matches!(
        denied(hall.ask(id, UserId(101), hand_over(UserId(104), UserId(204))).await),
        Err(Denied::NotAllowed { .. })
    ));
}

#[tokio::test]
async fn nobody_who_knows_more_than_the_player_takes_a_seat() {
    let hall = Hall::new().await;
    let terms = Terms { co_hosts: vec![UserId(31)], ..seven() };
    let id = hall.running(terms).await;
    let asked =
        async |user| denied(hall.matches.ask(id, &host(), hand_over(UserId(101), user)).await.map(|_| ()));
    assert_eq!(asked(UserId(102)).await, Err(Denied::HeldASeat(UserId(102))), "who plays in it");
    assert_eq!(asked(UserId(31)).await, Err(Denied::HostsIt(UserId(31))), "a co-host");
    // Former players never take another seat, not even their own.
    hall.resolve(id).await;
    hall.matches.ask(id, &host(), hand_over(UserId(107), UserId(207))).await.unwrap();
    hall.ask(id, UserId(207), accept_seat(Seat::new(7))).await.unwrap();
    hall.ask(id, UserId(107), accept_seat(Seat::new(7))).await.unwrap();
    assert_eq!(asked(UserId(107)).await, Err(Denied::HeldASeat(UserId(107))));
    // Somebody who has looked since being asked has lost the chance.
    hall.matches.ask(id, &host(), hand_over(UserId(106), UserId(206))).await.unwrap();
    let moderator = Person { guild_id: Some(GUILD), guild_host: true, ..Person::user(UserId(206)) };
    assert!(hall.matches.ask(id, &moderator, Command::Look).await.is_err(), "only named hosts look");
}

#[tokio::test]
async fn who_leaves_is_asked_nothing_more_and_others_learn_of_it_when_the_round_ends() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.told().await;
    let game = hall.ask(id, UserId(105), Command::Leave).await.unwrap();
    let told = [(Target::User(HOST), Notice::HasLeft { seat: Seat::new(5) })];
    assert_eq!(hall.told().await, told, "no player hears of it");
    assert!(game.is_vacant(Seat::new(5)) && game.decision(Seat::new(5)).is_none());
    assert!(game.history().iter().all(|line| !line.words.join(" ").contains("Player 5 leaves")));
    assert!(matches!(hall.act(id, 5, "move -").await, Err(Denied::NoSeat(_))));
    assert!(
        matches!(denied(hall.ask(id, UserId(105), Command::Leave).await), Err(Denied::NoSeat(_))),
        "for good"
    );

    // A message from before that is sent only now shows the match of then.
    let then = game.up_to(game.seq() - 1).unwrap();
    assert!(!then.is_vacant(Seat::new(5)) && then.to_act().len() == 7);

    let game = hall.resolve(id).await;
    assert_eq!(game.who_left(), [Departure { seat: Seat::new(5), host: None, reason: None }]);
    let told = hall.told().await;
    assert!(told.iter().all(|(to, _)| *to != Target::User(UserId(105))), "{told:?}");
    assert!(game.latest().iter().any(|told| told.audience == Audience::All), "and the round is told");
    let game = hall.resolve(id).await;
    assert_eq!(game.who_left(), [], "once");

    // Nobody has to be asked for the seat.
    hall.matches.ask(id, &host(), hand_over(UserId(105), UserId(205))).await.unwrap();
    let game = hall.ask(id, UserId(205), accept_seat(Seat::new(5))).await.unwrap();
    assert!(
        game.seat_of(UserId(205)).is_some()
            && !game.is_vacant(Seat::new(5))
            && game.decision(Seat::new(5)).is_some()
    );
    // A host does the same for somebody who broke the rules.
    let reason = Some("Insults.".to_owned());
    let out = Command::Unseat { user: UserId(106), reason: reason.clone() };
    let game = hall.matches.ask(id, &host(), out).await.unwrap().game;
    assert!(game.is_vacant(Seat::new(6)));
    let taken_out = Notice::TakenOut { host: Some(HOST), reason: reason.clone() };
    assert!(
        hall.told().await.contains(&(Target::User(UserId(106)), taken_out)),
        "they are told at once, and why"
    );
    assert_eq!(hall.other_process().await.load(id).await.unwrap().players, game.players);
    // Everyone else reads who did it, and why, when the round ends.
    let game = hall.resolve(id).await;
    assert_eq!(game.who_left(), [Departure { seat: Seat::new(6), host: Some(HOST), reason }]);
    let lines: Vec<String> = game.history().into_iter().flat_map(|line| line.words).collect();
    let said = "The host has taken Player 6 out of the match. Reason: Insults.";
    assert!(lines.iter().any(|line| line == said), "{lines:#?}");
}

#[tokio::test]
async fn who_leaves_in_secret_looks_like_anybody_else_who_says_nothing_until_the_round_ends() {
    let mut posts = Vec::new();
    for leaves in [false, true] {
        let hall = Hall::new().await;
        let id = hall.running(Terms { strikes: 2, ..seven() }).await;
        hall.ask(id, UserId(301), Command::StandBy { name: "New".to_owned(), since: None }).await.unwrap();
        for seat in 1..=6 {
            hall.act(id, seat, "move -").await.unwrap();
        }
        if leaves {
            hall.ask(id, UserId(107), Command::Leave).await.unwrap();
        }
        let game = hall.load(id).await;
        assert_eq!(game.seems_asked().len(), 7);
        assert!(game.seems_asked().iter().all(|asked| !asked.answered), "nobody learns who has answered");
        assert_eq!(game.to_act().len(), if leaves { 6 } else { 7 });
        // Nobody has ever heard from seat 7, so it is offered to others before round 1 ends.
        hall.at(24).await;
        let told = hall.told().await;
        posts.push(told.into_iter().filter(|(to, _)| matches!(to, Target::Channel(_))).collect::<Vec<_>>());
        let offered = hall.load(id).await.handover(Seat::new(7)).unwrap().user;
        assert_eq!(offered, UserId(301));
    }
    assert_eq!(posts[0], posts[1]);
}

/// Otherwise, a post without the time of the return would tell that the player has left.
#[tokio::test]
async fn who_has_left_in_secret_comes_back_like_anybody_when_the_seat_is_then_lent() {
    let mut seen = Vec::new();
    for leaves in [false, true] {
        let hall = Hall::new().await;
        let id = hall.running(seven()).await;
        if leaves {
            hall.ask(id, UserId(105), Command::Leave).await.unwrap();
        }
        hall.told().await;
        let for_a_time = Command::Handover {
            player: UserId(105),
            user: UserId(205),
            name: "New".to_owned(),
            back_in: Some(10 * HOUR),
            has_left: false,
            since: None,
            reason: None,
        };
        hall.matches.ask(id, &host(), for_a_time).await.unwrap();
        if !leaves {
            hall.ask(id, UserId(105), accept_seat(Seat::new(5))).await.unwrap();
        }
        let game = hall.ask(id, UserId(205), accept_seat(Seat::new(5))).await.unwrap();
        let lent = game.loan(Seat::new(5)).cloned();
        assert_eq!(
            (game.seat_of(UserId(205)), lent.as_ref().map(|lent| lent.owner)),
            (Some(Seat::new(5)), Some(UserId(105)))
        );
        hall.at(11).await;
        hall.answer_all(id).await;
        hall.at(24).await;
        let public = |told: &(Target, Notice)| matches!(told.0, Target::Channel(_));
        let posts: Vec<_> = hall.told().await.into_iter().filter(public).collect();
        seen.push((lent, posts, hall.load(id).await.seat_of(UserId(105))));
    }
    assert_eq!(seen[0], seen[1]);
}

#[tokio::test]
async fn in_turns_a_seat_is_handed_over_and_left_only_by_resigning() {
    let hall = Hall::new().await;
    let id = hall.turns("triangoli", 2).await;
    let first = hall.user(id, 1).await;
    assert!(matches!(denied(hall.ask(id, first, Command::Leave).await), Err(Denied::ResignInstead(_))));
    hall.play(id, 0).await;
    // The host of a match of turns is the player who created it.
    hall.matches.ask(id, &person(UserId(101)), hand_over(first, UserId(300))).await.unwrap();
    assert!(hall.load(id).await.proposal().is_none(), "there is nobody else to ask");
    hall.ask(id, first, accept_seat(Seat::new(1))).await.unwrap();
    let game = hall.ask(id, UserId(300), accept_seat(Seat::new(1))).await.unwrap();
    assert_eq!(game.seat_of(UserId(300)), Some(Seat::new(1)));
    hall.play(id, 0).await;
    hall.play(id, 0).await;
    let game = hall.load(id).await;
    let lines: Vec<String> = game.history().into_iter().map(|line| line.words.join(" ")).collect();
    let names = (game.up_to(2).unwrap().names().get(Seat::new(1)).into_owned(), game.names());
    assert!(names.0.starts_with("Player") && names.1.get(Seat::new(1)) == "New 300");
    // Each line has the name of whoever had the seat then.
    let take = lines.iter().position(|line| line.contains("takes over")).unwrap();
    let asks = |line: &&String| !line.contains("asks New 300");
    assert!(lines[..take].iter().filter(asks).all(|line| !line.contains("New 300")), "{lines:#?}");
    assert!(lines[take + 1..].iter().any(|line| line.contains("New 300")), "{lines:#?}");
    let other = hall.other_process().await.load(id).await.unwrap();
    assert_eq!(other.history(), game.history());
}

/// Returns the request to lend one’s seat.
fn lend(user: UserId, hours: u32) -> Command {
    Command::Lend { user, name: format!("New {user}"), time: i64::from(hours) * HOUR, since: None }
}

#[tokio::test]
async fn a_substitute_plays_for_a_time_and_the_player_comes_back_without_anybodys_help() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let friend = || Some(Seat::new(3));
    hall.ask(id, UserId(103), lend(UserId(203), 30)).await.unwrap();
    assert_eq!(hall.load(id).await.seat_of(UserId(203)), None, "before accepting, they see nothing");
    let game = hall.ask(id, UserId(203), accept_seat(Seat::new(3))).await.unwrap();
    assert_eq!((game.seat_of(UserId(203)), game.seat_of(UserId(103))), (friend(), None));
    assert_eq!(game.loan(Seat::new(3)).unwrap().back, NOON + 30 * HOUR);
    hall.act(id, 103, "move -").await.unwrap();
    assert!(matches!(hall.act(id, 3, "move -").await, Err(Denied::NoSeat(_))));
    assert!(matches!(denied(hall.ask(id, UserId(203), lend(UserId(204), 5)).await), Err(Denied::Lent)));
    hall.at(24).await;
    hall.told().await;
    hall.at(30).await;
    let game = hall.load(id).await;
    assert_eq!(
        (game.seat_of(UserId(203)), game.seat_of(UserId(103)), game.loan(Seat::new(3))),
        (None, friend(), None)
    );
    let told = hall.told().await;
    assert_eq!(told[0], (Target::Channel(CHANNEL), Notice::Tenure { seat: Seat::new(3) }));
    assert!(matches!(told[1], (Target::User(UserId(103)), Notice::Personal { .. })), "{told:?}");
    assert!(matches!(hall.act(id, 103, "move -").await, Err(Denied::NoSeat(_))), "their time is over");
    hall.act(id, 3, "move -").await.unwrap();
    assert_eq!(hall.matches.played_by(UserId(103)).await.unwrap().len(), 1);
    assert_eq!(hall.matches.played_by(UserId(203)).await.unwrap(), []);
    // Whoever has played for somebody has seen their secrets.
    let refused = hall.ask(id, UserId(104), lend(UserId(203), 5)).await;
    assert_eq!(denied(refused.map(|_| ())), Err(Denied::HeldASeat(UserId(203))));

    let other = hall.other_process().await.load(id).await.unwrap();
    assert_eq!((other.tenures(), &other.players), (game.tenures(), &game.players));
    assert_eq!(other.names().get(Seat::new(3)), "Player 3");
    hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
    let tenures = hall.load(id).await.record().unwrap().extras.tenures;
    let written = serde_json::to_value(&tenures).unwrap();
    assert_eq!(
        written[0],
        serde_json::json!({"seat": 3, "from": 0, "name": "New 203", "kind": "substitute"})
    );
    assert_eq!(written[1], serde_json::json!({"seat": 3, "from": 1, "name": "Player 3", "kind": "player"}));
}

#[tokio::test]
async fn a_player_can_come_back_early_and_a_substitute_can_stop() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    assert_eq!(
        denied(hall.ask(id, UserId(103), Command::Return).await.map(|_| ())),
        Err(Denied::NotLent(id))
    );
    hall.ask(id, UserId(103), lend(UserId(203), 600)).await.unwrap();
    hall.ask(id, UserId(203), accept_seat(Seat::new(3))).await.unwrap();
    let game = hall.ask(id, UserId(103), Command::Return).await.unwrap();
    assert_eq!((game.seat_of(UserId(203)), game.seat_of(UserId(103))), (None, Some(Seat::new(3))));
    // A host can ask on behalf of a player, who has to agree.
    let for_time = Command::Handover {
        player: UserId(104),
        user: UserId(204),
        name: "New 204".to_owned(),
        back_in: Some(48 * HOUR),
        has_left: false,
        since: None,
        reason: None,
    };
    hall.matches.ask(id, &host(), for_time).await.unwrap();
    hall.ask(id, UserId(204), accept_seat(Seat::new(4))).await.unwrap();
    assert_eq!(hall.load(id).await.seat_of(UserId(204)), None);
    hall.ask(id, UserId(104), accept_seat(Seat::new(4))).await.unwrap();
    assert_eq!(hall.load(id).await.seat_of(UserId(204)), Some(Seat::new(4)));
    // Leaving is not theirs to decide: the player has the seat again.
    let game = hall.ask(id, UserId(204), Command::Leave).await.unwrap();
    assert!(game.seat_of(UserId(104)) == Some(Seat::new(4)) && !game.is_vacant(Seat::new(4)));
    let none = hall.ask(id, UserId(105), lend(UserId(205), 0)).await;
    assert_eq!(denied(none.map(|_| ())), Err(Denied::LendingTime));
}

#[tokio::test]
async fn a_substitute_plays_in_turn_based_matches_too() {
    let hall = Hall::new().await;
    let id = hall.turns("triangoli", 2).await;
    let first = hall.user(id, 1).await;
    hall.matches.ask(id, &Person::user(first), lend(UserId(203), 5)).await.unwrap();
    let game = hall.ask(id, UserId(203), accept_seat(Seat::new(1))).await.unwrap();
    assert_eq!(game.seat_of(UserId(203)), Some(Seat::new(1)));
    hall.play(id, 0).await;
    assert_eq!(hall.load(id).await.log.last().unwrap().by, By::seat(1));
    hall.at(5).await;
    assert_eq!(hall.load(id).await.seat_of(first), Some(Seat::new(1)));
}
