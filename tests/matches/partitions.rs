//! Several processes, none of which hears players: each resolves a part of the matches.

use std::time::Duration;

use trigon::ids::MatchId;
use trigon::store::Process;

use super::*;

const GRACE: Duration = Duration::from_secs(3);

async fn process(hall: &Hall, name: &str) -> (Matches, Arc<RecordedCalls>) {
    let store = Store::open(hall.database.url()).await.unwrap();
    let store = store.with_process(Process::among_others(name, false));
    store.beat(true).await.unwrap();
    let asked = Arc::new(RecordedCalls::default());
    let matches = Matches::new(store, hall.clock.clone()).with_grace(GRACE);
    (matches.with_last_call(asked.clone()), asked)
}

#[tokio::test]
async fn as_long_as_nobody_hears_players_each_process_asks_for_its_part_and_resolves_it() {
    let hall = Hall::new().await;
    let mut deadline = 0;
    for _ in 0..4 {
        let id = hall.seated(seven()).await;
        hall.matches.ask(id, &host(), Command::Start).await.unwrap();
        deadline = hall.load(id).await.deadline.unwrap();
    }
    let seqs = async || {
        let mut seqs = Vec::new();
        for id in 1..=4 {
            seqs.push(hall.load(MatchId(id)).await.seq());
        }
        seqs
    };
    let before = seqs().await;
    let ((one, asked_one), (two, asked_two)) = (process(&hall, "1").await, process(&hall, "2").await);
    hall.clock.set(deadline + GRACE.as_millis() as i64);

    one.handle_due().await.unwrap();
    assert_eq!(*asked_one.0.lock().unwrap(), [2, 4].map(MatchId));
    let then = seqs().await;
    let is_done = |id: usize| then[id - 1] > before[id - 1];
    assert_eq!([1, 2, 3, 4].map(is_done), [false, true, false, true]);
    two.handle_due().await.unwrap();
    assert_eq!(*asked_two.0.lock().unwrap(), [1, 3].map(MatchId));
    assert!(seqs().await.iter().zip(&before).all(|(now, before)| now > before));
}
