//! A database from before seats changed hands, in the middle of two matches: it is migrated, and they go on.

use super::*;

/// What an earlier version has stored: a match of rounds in round 2, and one of turns after three actions.
const IN_A_FILE: &str = include_str!("../database/before-people.sql");
/// The same on a server, to which that version has moved it.
const ON_A_SERVER: &str = include_str!("../database/before-people.postgres.sql");
const STATES: &str = include_str!("../database/before-people.states.jsonl");

#[tokio::test]
async fn matches_that_an_earlier_version_began_go_on_to_their_ends() {
    let database = Database::chosen().await;
    if database.is_postgres() {
        database.run(ON_A_SERVER).await;
    } else {
        let file = std::path::Path::new(database.url().trim_start_matches("sqlite://"));
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, []).unwrap();
        sqlx::any::install_default_drivers();
        database.run(IN_A_FILE).await;
    }
    let clock = Arc::new(HandClock::new(NOON + 30 * HOUR));
    let matches = open(&database, &clock).await;
    let hall = Hall { database, clock, matches };
    let states: Vec<&str> = STATES.lines().collect();
    for (id, state) in (1..).zip(&states) {
        assert_eq!(hall.load(id).await.session.as_ref().unwrap().state_json(), **state);
    }
    // Nothing holds for them that was not agreed on then.
    let game = hall.load(1).await;
    assert_eq!(
        (game.terms.limits, game.terms.bank, game.terms.strikes, game.terms.away_days),
        (None, None, 0, 0)
    );
    assert_eq!(hall.round(1).await, 2);
    assert!(game.decision(Seat::new(3)).unwrap().answered);
    // What there is now works in them, too.
    hall.matches.ask(1, &host(), Command::Extend(72)).await.unwrap();
    let handover = Command::Handover {
        player: 107,
        user: 207,
        name: "New".to_owned(),
        back_in: None,
        has_left: true,
        since: None,
        reason: None,
    };
    hall.matches.ask(1, &host(), handover).await.unwrap();
    let accept = Command::AnswerHandover { seat: Seat::new(7), number: None, accept: true };
    hall.matches.ask(1, &person(207), accept).await.unwrap();
    hall.matches.ask(1, &host(), Command::EndPhase).await.unwrap();
    assert_eq!(hall.round(1).await, 3);
    hall.matches.ask(1, &host(), Command::Rewind(hall.load(1).await.question)).await.unwrap();
    while let Some(deadline) = hall.load(1).await.deadline {
        hall.clock.set(deadline);
        hall.matches.meet_all().await.unwrap();
    }
    let (over, turns) = (hall.load(1).await, hall.load(2).await);
    assert_eq!((over.status, turns.status), (Status::Over, Status::Running));
    for game in [&over, &turns] {
        turns::assert_replays(game);
    }
    for _ in 0..10 {
        hall.play(2, 0).await;
    }
    turns::assert_replays(&*hall.load(2).await);
    assert_eq!(hall.again().await.load(2).await.unwrap().seq(), hall.load(2).await.seq());
}
