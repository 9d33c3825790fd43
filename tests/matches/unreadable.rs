//! Stored data that cannot be read is a fault that is reported, and is never left out.

use trigon::ids::MatchId;
use trigon::matches::InternalError;
use trigon::store::{EntryKind, LogRow, MatchRow, MatchUpdate};

use super::*;

/// Returns the fault, in the words of the log.
fn fault<T>(result: Result<T, MatchError>) -> String {
    match result {
        Err(MatchError::Internal(fault @ InternalError::Stored { .. })) => fault.to_string(),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("nothing is missed"),
    }
}

impl Hall {
    /// Creates a match with one entry, stored as nobody would have written it.
    async fn with_entry(&self, change: impl Fn(&mut LogRow)) -> MatchId {
        let id = self.running(seven()).await;
        let mut entry = LogRow {
            seq: 3,
            at: NOON,
            actor: "1".into(),
            user_id: None,
            kind: EntryKind::Game,
            action: "move -".into(),
            draws: "[]".into(),
            state_hash: None,
            request: None,
        };
        change(&mut entry);
        let row = self.matches.store().load(id).await.unwrap().unwrap().row;
        let change = MatchUpdate {
            row,
            seats: None,
            entries: vec![entry],
            due: None,
            messages: vec![],
            moved_from: None,
        };
        self.matches.store().commit(&change, NOON).await.unwrap();
        id
    }
}

#[tokio::test]
async fn a_record_is_whole_or_a_fault() {
    let hall = Hall::new().await;
    let id = hall.with_entry(|_| {}).await;
    assert_eq!(hall.load(id).await.record().unwrap().log.len(), 1);
    let id = hall.with_entry(|entry| entry.draws = "[4,".into()).await;
    assert!(fault(hall.matches.load(id).await).contains("draws"));
    let id = hall.with_entry(|entry| entry.at = i64::MAX).await;
    assert!(fault(hall.load(id).await.record()).contains("time"));
    let id = hall.with_entry(|entry| entry.kind = EntryKind::Control).await;
    assert!(fault(hall.matches.load(id).await).contains("log"), "no action is taken for a control event");
    let id = hall.with_entry(|entry| entry.actor = "nobody".into()).await;
    assert!(fault(hall.matches.load(id).await).contains("log"));
}

#[tokio::test]
async fn a_seed_that_cannot_be_read_is_noticed_before_the_match_begins() {
    let hall = Hall::new().await;
    let id = hall.seated(seven()).await;
    let row = hall.matches.store().load(id).await.unwrap().unwrap().row;
    let row = MatchRow { seed: "no seed".into(), ..row };
    let change =
        MatchUpdate { row, seats: None, entries: vec![], due: None, messages: vec![], moved_from: None };
    hall.matches.store().commit(&change, NOON).await.unwrap();
    let told = fault(hall.matches.load(id).await);
    assert!(told.contains("seed") && !told.contains("no seed"), "{told}");
}
