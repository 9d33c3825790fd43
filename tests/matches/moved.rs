//! A match in the middle of a round goes on in another database, of either kind, as if nothing had happened.

use trigon::ids::MatchId;
use trigon::store::{back_up, restore, transfer};

use super::*;

/// What a round has come to.
#[derive(Debug, PartialEq)]
struct RoundEnd {
    /// The number of the round that has begun.
    round: u32,
    /// The canonical state.
    state: String,
    /// What was told.
    told: Vec<(Target, Notice)>,
}

impl Hall {
    /// Opens a hall over an existing database, at noon.
    async fn over(database: Database) -> Self {
        let clock = Arc::new(HandClock::new(NOON));
        let matches = open(&database, &clock).await;
        Self { database, clock, matches }
    }

    /// Ends the round, after the remaining players have acted, and returns the result.
    async fn end_of_round(&self, id: MatchId) -> RoundEnd {
        self.act(id, 3, "move -").await.unwrap();
        self.at(24).await;
        let game = self.load(id).await;
        let session = game.session.as_deref().unwrap();
        RoundEnd { round: self.round(id).await, state: session.state_json(), told: self.told().await }
    }
}

#[tokio::test]
async fn a_match_in_mid_round_goes_on_in_another_database_and_from_a_backup() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    // Some have acted, and not everything has been sent.
    hall.act(id, 1, "move -").await.unwrap();
    hall.act(id, 2, "move -").await.unwrap();
    let before = hall.matches.store().load(id).await.unwrap();
    let file = database::folder().join("backup.db");
    let quiet = || |_, _| {};
    // While the bot runs.
    back_up(hall.database.url(), &file, &mut quiet()).await.unwrap();
    hall.matches.store().close().await;

    let mut ends = Vec::new();
    for backup in [false, true] {
        for target in [Some(Database::sqlite()), Database::postgres().await] {
            let Some(target) = target else { continue };
            if backup {
                restore(&file, target.url(), "trigon restore", &mut quiet()).await.unwrap();
            } else {
                transfer(hall.database.url(), target.url(), "trigon migrate", &mut quiet()).await.unwrap();
            }
            let there = Hall::over(target).await;
            assert_eq!(there.matches.store().load(id).await.unwrap(), before);
            ends.push(there.end_of_round(id).await);
        }
    }
    let here = Hall { matches: hall.other_process().await, ..hall };
    let end = here.end_of_round(id).await;
    assert_eq!(end.round, 2);
    assert!(ends.len() >= 2 && ends.iter().all(|there| *there == end), "{ends:?}");
    std::fs::remove_dir_all(file.parent().unwrap()).unwrap();
}
