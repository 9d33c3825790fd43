//! Databases that earlier versions have stored, in the middle of matches: they are brought up to date, and the matches go on.

use super::*;
use trigon::ids::{MatchId, UserId};

/// What an earlier version has stored: a match of rounds in round 2, and one of turns after three actions.
const IN_A_FILE: &str = include_str!("../database/before-people.sql");
/// The same on a server, to which that version has moved it.
const ON_A_SERVER: &str = include_str!("../database/before-people.postgres.sql");
const STATES: &str = include_str!("../database/before-people.states.jsonl");

#[tokio::test]
async fn matches_that_an_earlier_version_began_go_on_to_their_ends() {
    let database = Database::chosen().await;
    database.fill(IN_A_FILE, ON_A_SERVER).await;
    let clock = Arc::new(HandClock::new(NOON + 30 * HOUR));
    let matches = open(&database, &clock).await;
    let hall = Hall { database, clock, matches };
    let states: Vec<&str> = STATES.lines().collect();
    for (id, state) in (1..).zip(&states) {
        assert_eq!(hall.load(MatchId(id)).await.session.as_ref().unwrap().state_json(), **state);
    }
    // Nothing holds for them that was not agreed on then.
    let game = hall.load(MatchId(1)).await;
    assert_eq!(
        (game.terms.limits, game.terms.bank, game.terms.strikes, game.terms.away_days),
        (None, None, 0, 0)
    );
    assert_eq!(hall.round(MatchId(1)).await, 2);
    assert!(game.decision(Seat::new(3)).unwrap().answered);
    // What there is now works in them, too.
    hall.matches.ask(MatchId(1), &host(), Command::Extend(72)).await.unwrap();
    let handover = Command::Handover {
        player: UserId(107),
        user: UserId(207),
        name: "New".to_owned(),
        back_in: None,
        has_left: true,
        since: None,
        reason: None,
    };
    hall.matches.ask(MatchId(1), &host(), handover).await.unwrap();
    let accept = accept_seat(Seat::new(7));
    hall.matches.ask(MatchId(1), &person(UserId(207)), accept).await.unwrap();
    hall.matches.ask(MatchId(1), &host(), Command::EndPhase).await.unwrap();
    assert_eq!(hall.round(MatchId(1)).await, 3);
    hall.matches
        .ask(MatchId(1), &host(), Command::Rewind(hall.load(MatchId(1)).await.question))
        .await
        .unwrap();
    while let Some(deadline) = hall.load(MatchId(1)).await.deadline {
        hall.clock.set(deadline);
        hall.matches.handle_due().await.unwrap();
    }
    let (over, turns) = (hall.load(MatchId(1)).await, hall.load(MatchId(2)).await);
    assert_eq!((over.status, turns.status), (Status::Over, Status::Running));
    for game in [&over, &turns] {
        turns::assert_replays(game);
    }
    for _ in 0..10 {
        hall.play(MatchId(2), 0).await;
    }
    turns::assert_replays(&*hall.load(MatchId(2)).await);
    assert_eq!(
        hall.other_process().await.load(MatchId(2)).await.unwrap().seq(),
        hall.load(MatchId(2)).await.seq()
    );
}

/// What 0.1.0 has stored in a file: a match of rounds in round 2, one of turns after three actions, one that is over, and an
/// open sign-up.
const FIRST_RELEASE: &str = include_str!("../database/0.1.0.sql");
/// The same on a server, to which 0.1.0 has moved it.
const FIRST_RELEASE_ON_A_SERVER: &str = include_str!("../database/0.1.0.postgres.sql");
const FIRST_STATES: &str = include_str!("../database/0.1.0.states.jsonl");

#[tokio::test]
async fn what_the_first_release_stored_goes_on() {
    for database in [Some(Database::sqlite()), Database::postgres().await].into_iter().flatten() {
        database.fill(FIRST_RELEASE, FIRST_RELEASE_ON_A_SERVER).await;
        let clock = Arc::new(HandClock::new(NOON + 30 * HOUR));
        let matches = open(&database, &clock).await;
        let hall = Hall { database, clock, matches };
        for (id, state) in (1..).zip(FIRST_STATES.lines()) {
            assert_eq!(hall.load(MatchId(id)).await.session.as_ref().unwrap().state_json(), *state);
        }
        let all = [Status::Running, Status::Running, Status::Over, Status::Signup];
        for (id, status) in (1..).zip(all) {
            assert_eq!(hall.load(MatchId(id)).await.status, status);
        }
        assert!(hall.load(MatchId(1)).await.decision(Seat::new(3)).unwrap().answered);
        for _ in 0..10 {
            hall.play(MatchId(2), 0).await;
        }
        hall.matches.ask(MatchId(4), &host(), Command::Cancel).await.unwrap();
        while let Some(deadline) = hall.load(MatchId(1)).await.deadline {
            hall.clock.set(deadline);
            hall.matches.handle_due().await.unwrap();
        }
        assert_eq!(hall.load(MatchId(1)).await.status, Status::Over);
        for id in 1..=3 {
            turns::assert_replays(&*hall.load(MatchId(id)).await);
        }
        // A new match gets a number of its own.
        assert_eq!(hall.create(seven()).await, MatchId(5));
    }
}
