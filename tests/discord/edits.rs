//! Direct messages that people edit or delete: an edit counts like a message of its own, sent when it was edited.

use std::time::Duration;

use trigon::games::Seat;
use trigon::ids::MatchId;
use trigon::sandbox::Person;

use crate::diary::circle;
use crate::scene::{Scene, WAIT_TIMEOUT};

const GRACE: Duration = Duration::from_secs(3);

/// A match in its first round.
struct FirstRound {
    scene: Scene,
    /// The player in seat 1.
    bob: Person,
    /// A path for that player that is not empty.
    path: String,
}

async fn begun() -> FirstRound {
    let mut scene = Scene::set().await;
    scene.matches = scene.matches.clone().with_grace(GRACE);
    scene.stop_bot().await;
    scene.start_bot().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    let bob = scene.players[0].clone();
    let path = circle(&scene.matches.load(MatchId(1)).await.unwrap(), 1);
    FirstRound { scene, bob, path }
}

/// Returns what the player in seat 1 has sent for the current round.
async fn stored(scene: &Scene) -> Option<String> {
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    game.session.as_ref().unwrap().answer(Seat::new(1)).map(|answer| answer.to_string())
}

impl Scene {
    /// Waits until the bot has written something that contains some text to a person this many times.
    async fn has_told(&self, who: &Person, what: &str, times: usize) {
        let count = || who.dms().iter().filter(|dm| dm.content.contains(what)).count();
        let told = self.sandbox.wait_until(WAIT_TIMEOUT, || count() >= times).await;
        assert!(told && count() == times, "{what}: {:#?}", who.dms().last().unwrap().content);
    }

    /// Lets the deadline of the round pass.
    async fn round_ends(&self) {
        let deadline = self.matches.load(MatchId(1)).await.unwrap().deadline.unwrap();
        self.clock.set(deadline + GRACE.as_millis() as i64);
        self.settled_after_deadlines().await;
        self.quiet().await;
    }
}

const STORED: &str = "Stored: your path is";
const PASSED: &str =
    "⌛ The deadline has just passed, so nothing was stored. `/me` shows what you can do now.
-# The same goes for";
const OVER: &str = "You edited a message about something that is over, so nothing has changed.";

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_in_time_replaces_the_answer_and_a_deletion_changes_nothing() {
    let FirstRound { scene, bob, path } = begun().await;
    let sent = bob.dm("-").unwrap();
    scene.has_told(&bob, STORED, 1).await;
    scene.clock.advance(Duration::from_mins(5));
    bob.edit(sent, &path).unwrap();
    scene.has_told(&bob, STORED, 2).await;
    assert_eq!(stored(&scene).await, Some(path.clone()));
    let before = bob.dms().len();
    bob.delete(sent).unwrap();
    scene.dm(&bob, "me").await;
    assert_eq!(bob.dms().len(), before + 1, "what was deleted is gone, and nothing is said about it");
    assert_eq!(stored(&scene).await, Some(path));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_after_the_round_is_told_that_it_is_late() {
    let FirstRound { scene, bob, path } = begun().await;
    let sent = bob.dm("-").unwrap();
    scene.has_told(&bob, STORED, 1).await;
    scene.round_ends().await;
    scene.clock.advance(Duration::from_mins(50));
    bob.edit(sent, &path).unwrap();
    scene.has_told(&bob, OVER, 1).await;
    assert_eq!(stored(&scene).await, None, "it does not answer the next round either");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_edited_while_the_bot_was_away_counts_from_the_edit() {
    // In time, the edit replaces an answer that was stored before.
    let FirstRound { mut scene, bob, path } = begun().await;
    let sent = bob.dm("-").unwrap();
    scene.has_told(&bob, STORED, 1).await;
    scene.stop_bot().await;
    scene.clock.advance(Duration::from_mins(5));
    bob.edit(sent, &path).unwrap();
    scene.start_bot().await;
    scene.has_told(&bob, STORED, 2).await;
    assert_eq!(stored(&scene).await, Some(path.clone()));
    // Nothing is fetched twice.
    scene.stop_bot().await;
    scene.start_bot().await;
    scene.quiet().await;
    scene.has_told(&bob, STORED, 2).await;
    scene.end().await;

    // After the deadline, it does not, and what was stored stays.
    let FirstRound { mut scene, bob, path } = begun().await;
    let sent = bob.dm("-").unwrap();
    scene.has_told(&bob, STORED, 1).await;
    let before = bob.dm("what is this?").unwrap();
    scene.quiet().await;
    scene.stop_bot().await;
    let deadline = scene.matches.load(MatchId(1)).await.unwrap().deadline.unwrap();
    scene.clock.set(deadline + 50 * 60_000);
    for message in [sent, before] {
        bob.edit(message, &path).unwrap();
    }
    scene.start_bot().await;
    scene.settled_after_deadlines().await;
    scene.quiet().await;
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let own: Vec<&str> = game
        .log
        .iter()
        .filter(|entry| entry.by == trigon::games::By::seat(1))
        .filter_map(|entry| entry.action())
        .collect();
    assert_eq!(own, ["move -"]);
    scene.has_told(&bob, PASSED, 1).await;
    assert_eq!(stored(&scene).await, None);
    scene.end().await;
}
