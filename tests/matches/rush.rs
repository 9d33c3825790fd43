//! Many people who act in the same second.

use super::*;

use tokio::task::JoinSet;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nobody_is_turned_away_because_others_act_at_the_same_time() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let mut acts = JoinSet::new();
    // Each of them changes their mind several times.
    for seat in 1..=7 {
        for action in ["move -", "move U", "move D", "move L"] {
            let matches = hall.matches.clone();
            acts.spawn(async move { matches.act(id, 100 + seat, action).await });
        }
    }
    let mut played = 0;
    while let Some(act) = acts.join_next().await {
        match act.unwrap() {
            Ok(_) => played += 1,
            // The rules may refuse a step off the board, but nothing else may.
            Err(MatchError::Denied(Denied::Refused(_))) => {}
            Err(error) => panic!("{error}"),
        }
    }
    let entries = hall.load(id).await.log.iter().filter(|entry| entry.at == NOON).count();
    assert!(played >= 7 && entries >= played, "{played} actions, {entries} entries");
}
