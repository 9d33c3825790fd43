//! Replies to the bot's direct messages: what they are about settles which match is meant.

use std::time::Duration;

use trigon::games::Seat;
use trigon::ids::MatchId;
use trigon::matches::Command;
use trigon::rehearsal::member;
use trigon::sandbox::{Id, Person, SeenMessage};

use crate::diary::circle;
use crate::scene::{Scene, WAIT_TIMEOUT};

impl Scene {
    /// Replies to a message, and returns what the bot writes back.
    async fn reply(&self, who: &Person, to: Id, text: &str) -> SeenMessage {
        self.settled().await;
        let sent = who.reply(to, text).unwrap();
        self.answer_after(who, sent).await
    }

    async fn answer_after(&self, who: &Person, sent: Id) -> SeenMessage {
        let is_answer = |dm: &SeenMessage| dm.author == self.sandbox.bot_id() && dm.id > sent;
        let answer = self.sandbox.wait_for(WAIT_TIMEOUT, || who.dms().into_iter().find(is_answer)).await;
        self.settled().await;
        answer.unwrap()
    }

    /// Returns what the player in seat 1 has stored in a match.
    async fn stored_in(&self, id: MatchId) -> Option<String> {
        let game = self.matches.load(id).await.unwrap();
        game.session.as_ref()?.answer(Seat::new(1)).map(|answer| answer.to_string())
    }
}

/// Returns the last question about a match.
fn question(who: &Person, title: &str) -> Id {
    let asks = |dm: &&SeenMessage| dm.content.contains(title) && !dm.custom_ids().is_empty();
    who.dms().iter().rfind(asks).unwrap().id
}

/// Two matches in their first rounds.
struct TwoMatches {
    scene: Scene,
    /// A player of both.
    bob: Person,
    /// A path that both take from that player.
    path: String,
}

async fn two_matches() -> TwoMatches {
    let scene = Scene::set().await;
    scene.begin("North").await;
    scene.begin("South").await;
    scene.settled().await;
    let bob = scene.players[0].clone();
    let path = circle(&scene.matches.load(MatchId(1)).await.unwrap(), 1);
    TwoMatches { scene, bob, path }
}

const OVER: &str = "you replied to a message about round 1 of 10, which is over. So nothing has changed.";
const WHICH: &str = "You’re playing in several matches. Which one do you mean?";

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_settles_which_match_is_meant() {
    let TwoMatches { mut scene, bob, path } = two_matches().await;
    assert!(scene.dm(&bob, "me").await.content.contains(WHICH));
    let (north, south) = (question(&bob, "North"), question(&bob, "South"));
    let stored = scene.reply(&bob, south, &path).await;
    assert!(stored.content.starts_with("✅ Stored: your path is"), "{}", stored.content);
    assert_eq!(
        (scene.stored_in(MatchId(1)).await, scene.stored_in(MatchId(2)).await),
        (None, Some(path.clone()))
    );
    assert!(scene.reply(&bob, north, "me").await.content.contains("North"));
    // The answer is about that match, too, and so are the answer to a refusal and what is shown on request.
    scene.reply(&bob, stored.id, "-").await;
    assert_ne!(scene.stored_in(MatchId(2)).await, Some(path.clone()));
    let refused = scene.reply(&bob, south, "draw").await;
    assert!(scene.reply(&bob, refused.id, "me").await.content.contains("South"), "{}", refused.content);
    let shown = scene.reply(&bob, north, "show").await;
    assert!(shown.content.contains("North") && !shown.custom_ids().is_empty(), "{}", shown.content);
    // After a restart, only what is stored is known.
    scene.crash().await;
    scene.start_bot().await;
    scene.reply(&bob, shown.id, &path).await;
    assert_eq!(scene.stored_in(MatchId(1)).await, Some(path.clone()));
    scene.reply(&bob, refused.id, &path).await;
    assert_eq!(scene.stored_in(MatchId(2)).await, Some(path.clone()));
    // A reply to somebody else settles nothing.
    let own = bob.dms().iter().rfind(|dm| dm.author == bob.id()).unwrap().id;
    assert!(scene.reply(&bob, own, "me").await.content.contains(WHICH));
    // Several messages at once count for their own matches.
    scene.settled().await;
    let last = (bob.reply(north, "-").unwrap(), bob.reply(south, "-").unwrap()).1;
    scene.answer_after(&bob, last).await;
    scene.quiet().await;
    assert!(
        scene.stored_in(MatchId(1)).await != Some(path.clone())
            && scene.stored_in(MatchId(2)).await != Some(path)
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_to_a_question_that_is_over_changes_nothing() {
    let TwoMatches { scene, bob, path } = two_matches().await;
    let first = question(&bob, "North");
    let shown = scene.reply(&bob, first, "show").await.id;
    let confirmed = scene.reply(&bob, first, "-").await;
    let host = member(&scene.ada, &scene.guild, true);
    scene.clock.advance(Duration::from_hours(1));
    scene.matches.ask(MatchId(1), &host, Command::EndPhase).await.unwrap();
    scene.quiet().await;
    for old in [first, shown] {
        for text in [&path[..], "resign for good", "ahead -"] {
            let told = scene.reply(&bob, old, text).await.content;
            assert!(told.contains(OVER), "{text}: {told}");
            assert!(told.contains("What I’m asking you now: Where do you walk this round?"), "{told}");
        }
    }
    assert_eq!((scene.stored_in(MatchId(1)).await, scene.stored_in(MatchId(2)).await), (None, None));
    // What only shows something is shown, and what was no question is about the match as it is now.
    assert!(scene.reply(&bob, first, "me").await.content.contains("North"));
    scene.reply(&bob, confirmed.id, &path).await;
    assert_eq!(
        (scene.stored_in(MatchId(1)).await, scene.stored_in(MatchId(2)).await),
        (Some(path.clone()), None)
    );

    // An edit keeps what it replies to.
    scene.settled().await;
    let message = bob.reply(question(&bob, "South"), &path).unwrap();
    scene.answer_after(&bob, message).await;
    assert_eq!(scene.stored_in(MatchId(2)).await, Some(path.clone()));
    scene.clock.advance(Duration::from_secs(10));
    let before = bob.dms().len();
    bob.edit(message, "-").unwrap();
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || bob.dms().len() > before).await);
    scene.settled().await;
    assert_ne!(scene.stored_in(MatchId(2)).await, Some(path.clone()));
    assert_eq!(scene.stored_in(MatchId(1)).await, Some(path.clone()));

    // A round that was taken back is not the one that is asked next, even if it is called the same.
    let second = question(&bob, "North");
    let asked = scene.matches.load(MatchId(1)).await.unwrap().question;
    scene.matches.ask(MatchId(1), &host, Command::Rewind(asked)).await.unwrap();
    scene.quiet().await;
    let told = scene.reply(&bob, second, &path).await.content;
    assert!(told.contains("you replied to a message about round 2 of 10, which was taken back."), "{told}");
    assert!(scene.reply(&bob, first, &path).await.content.contains("round 1 of 10, which was taken back."));
    let third = question(&bob, "North");
    scene.matches.ask(MatchId(1), &host, Command::Cancel).await.unwrap();
    scene.quiet().await;
    let told = scene.reply(&bob, third, &path).await.content;
    assert!(told.contains("which is over. So nothing has changed.\nThat match is over, too."), "{told}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_that_is_fetched_after_an_outage_is_about_the_same_match() {
    let TwoMatches { mut scene, bob, path } = two_matches().await;
    let (north, south) = (question(&bob, "North"), question(&bob, "South"));
    let host = member(&scene.ada, &scene.guild, true);
    scene.clock.advance(Duration::from_hours(1));
    scene.matches.ask(MatchId(1), &host, Command::EndPhase).await.unwrap();
    scene.quiet().await;
    scene.stop_bot().await;
    scene.clock.advance(Duration::from_mins(1));
    bob.reply(south, &path).unwrap();
    let late = bob.reply(north, &path).unwrap();
    scene.start_bot().await;
    let has = |text: &str| bob.dms().iter().any(|dm| dm.id > late && dm.content.contains(text));
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || has("Stored") && has(OVER)).await, "{:#?}", bob.dms());
    assert_eq!((scene.stored_in(MatchId(1)).await, scene.stored_in(MatchId(2)).await), (None, Some(path)));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_no_seat_any_more_is_told_so_and_plays_nowhere_else_by_a_reply() {
    let TwoMatches { scene, bob, path } = two_matches().await;
    let first = question(&bob, "North");
    let host = member(&scene.ada, &scene.guild, true);
    // Somebody who never played takes the seat.
    scene.ask(&bob, "leave", &[("match", 1.into()), ("confirm", true.into())]).await;
    scene.clock.advance(Duration::from_hours(1));
    scene.matches.ask(MatchId(1), &host, Command::EndPhase).await.unwrap();
    scene.quiet().await;
    let told = scene.reply(&bob, first, &path).await.content;
    assert!(told.contains("match 1"), "{told}");
    assert_eq!(scene.stored_in(MatchId(2)).await, None);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_number_of_a_match_settles_which_one_is_meant_and_until_then_nothing_is_stored() {
    let TwoMatches { scene, bob, path } = two_matches().await;
    let asked = scene.dm(&bob, &path).await.content;
    assert!(asked.contains(&format!("{WHICH} **Nothing is stored yet.**")), "{asked}");
    assert!(asked.contains("begin with its number: `#") && asked.contains(&format!(" {path}`")), "{asked}");
    let asked = scene.dm(&bob, "me").await.content;
    assert!(asked.contains(WHICH) && !asked.contains("stored"), "there is nothing to store: {asked}");
    assert_eq!((scene.stored_in(MatchId(1)).await, scene.stored_in(MatchId(2)).await), (None, None));
    let told = scene.dm(&bob, &format!("#2 {path}")).await.content;
    assert!(told.contains("✅ Stored:"), "{told}");
    assert_eq!(
        (scene.stored_in(MatchId(1)).await, scene.stored_in(MatchId(2)).await),
        (None, Some(path.clone()))
    );
    assert!(scene.dm(&bob, "#1 me").await.content.contains("North"));
    assert!(scene.dm(&bob, "#2").await.content.contains("South"));
    // It says more than the message that is replied to.
    let told = scene.reply(&bob, question(&bob, "South"), &format!("#1 {path}")).await.content;
    assert!(told.contains("✅ Stored:"), "{told}");
    assert_eq!(scene.stored_in(MatchId(1)).await, Some(path.clone()));
    assert_eq!(scene.dm(&bob, "#9 L").await.content, "There is no match 9.");
    let told = scene.dm(&scene.ada, "#1 L").await.content;
    assert!(!told.contains("Stored"), "she does not play: {told}");
    scene.end().await;
}
