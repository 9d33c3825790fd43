//! The cost of a round on a server that is far away.

use super::*;

/// The maximum number of statements in a round: two to find out what is due and to take it, seven to store the change,
/// and four to give it back and to find out what is due next.
const MAX_STATEMENTS: usize = 13;

/// Returns the number of statements of a round with this many players, from its deadline until everything is stored.
async fn statements_of_a_round(players: u8, board: &str) -> Option<usize> {
    let database = Database::postgres().await?;
    let proxy = database.counting_proxy().await;
    let clock = Arc::new(HandClock::new(NOON));
    let matches = Matches::new(Store::open(proxy.url()).await.unwrap(), clock.clone());
    let hall = Hall { database, clock, matches };
    let terms = Terms { players, ..usual() }.with("board", Value::Text(board.to_owned()));
    let id = hall.seated(terms).await;
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    let mut fewest = usize::MAX;
    // The pregame, and five rounds. A connection that the pool opens meanwhile is set up with two statements of its
    // own, so the round with the fewest counts.
    for phase in 0..6 {
        let before = hall.load(id).await;
        let deadline = before.deadline.unwrap();
        // Everything that is due earlier comes first.
        hall.clock.set(deadline - 1);
        hall.matches.handle_due().await.unwrap();
        let before = hall.load(id).await;
        hall.clock.set(deadline);
        let counted = proxy.statements();
        hall.matches.handle_due().await.unwrap();
        if phase > 0 {
            fewest = fewest.min(proxy.statements() - counted);
        }
        assert!(hall.load(id).await.seq() > before.seq());
    }
    hall.matches.store().close().await;
    Some(fewest)
}

#[tokio::test]
async fn a_round_takes_the_same_few_statements_however_many_play() {
    let Some(seven) = statements_of_a_round(7, "triangle:5").await else { return };
    let sixteen = statements_of_a_round(16, "hexagon:4").await.unwrap();
    assert_eq!(seven, sixteen);
    assert!(seven <= MAX_STATEMENTS, "{seven}");
}
