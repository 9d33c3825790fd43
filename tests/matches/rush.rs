//! When many people act in the same second, everybody’s action counts, and no match waits for another’s.

use super::*;
use trigon::ids::{MatchId, UserId};

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
            acts.spawn(async move { matches.act(id, UserId(100 + seat), action).await });
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

/// A last call that is done at once for one match, and for the others when somebody says so.
struct PartialLastCall {
    first: MatchId,
    rest: tokio::sync::Notify,
    asked: Mutex<Vec<MatchId>>,
}

impl LastCall for PartialLastCall {
    fn call<'a>(
        &'a self,
        matches: &'a [MatchId],
        done: &'a (dyn Fn(MatchId) + Send + Sync),
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        self.asked.lock().unwrap().extend(matches);
        Box::pin(async {
            done(self.first);
            self.rest.notified().await;
        })
    }

    fn wait_until_stored<'a>(&'a self, _: &'a [MatchId]) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(async {})
    }
}

#[tokio::test]
async fn a_match_waits_for_what_its_own_players_have_sent_and_for_nobody_else() {
    let hall = Hall::new().await;
    let (late, first) = (hall.running(seven()).await, hall.running(seven()).await);
    hall.matches.ask(late, &host(), Command::Extend(1)).await.unwrap();
    let call = Arc::new(PartialLastCall { first, rest: tokio::sync::Notify::new(), asked: Mutex::default() });
    let matches =
        hall.matches.clone().with_grace(std::time::Duration::from_secs(3)).with_last_call(call.clone());
    hall.clock.set(NOON + 30 * HOUR);
    let meets = tokio::spawn(async move { matches.handle_due().await.unwrap() });
    let met = async {
        while hall.round(first).await == 1 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(10), met).await.unwrap();
    assert_eq!(*call.asked.lock().unwrap(), [first, late], "what is due first comes first");
    assert_eq!(hall.round(late).await, 1, "it is not known yet what its players have sent");
    call.rest.notify_one();
    meets.await.unwrap();
    assert_eq!((hall.round(late).await, hall.round(first).await), (2, 2));
    assert_eq!(call.asked.lock().unwrap().len(), 2, "once is enough");
}

#[tokio::test]
async fn a_last_call_that_is_broken_off_is_made_again() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let call = Arc::new(PartialLastCall {
        first: MatchId(0),
        rest: tokio::sync::Notify::new(),
        asked: Mutex::default(),
    });
    let matches =
        hall.matches.clone().with_grace(std::time::Duration::from_secs(3)).with_last_call(call.clone());
    hall.clock.set(NOON + 25 * HOUR);
    let meets = tokio::spawn({
        let matches = matches.clone();
        async move { matches.handle_due().await }
    });
    while call.asked.lock().unwrap().is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    meets.abort();
    assert!(meets.await.is_err() && hall.round(id).await == 1);
    call.rest.notify_one();
    matches.handle_due().await.unwrap();
    assert_eq!((hall.round(id).await, call.asked.lock().unwrap().len()), (2, 2));
}
