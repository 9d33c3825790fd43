//! What a person learns when Discord does not accept the bot's answer: a completed action is never reported as a
//! failure.

use std::time::Duration;

use trigon::matches::Clock as _;
use trigon::sandbox::{Fault, Person, SeenMessage};

use crate::scene::{Scene, WAIT_TIMEOUT, press};

const CALLBACK_PATH: &str = "/interactions/*/*/callback";

/// Returns the messages that report a stored path, wherever the person finds them.
fn stored(scene: &Scene, person: &Person) -> Vec<SeenMessage> {
    let everywhere = [scene.hall, person.dm_channel()].into_iter().flat_map(|channel| person.view(channel));
    everywhere.filter(|message| message.content.contains("Stored")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_given_again_until_discord_takes_it() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let bob = &scene.players[0];
    for fault in [Fault::Status(500), Fault::Status(503), Fault::DropBefore, Fault::DropAfter] {
        scene.sandbox.fail_next(Some("POST"), CALLBACK_PATH, 1, fault);
        let told = scene.ask(bob, "move", &[("action", "-".into())]).await;
        assert!(told.ephemeral && told.content.contains("Stored"), "{}", told.content);
        assert_eq!(scene.sandbox.faults_pending(), 0);
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_not_taken_for_an_earlier_one_that_reads_the_same() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let (bob, me) = (&scene.players[0], scene.sandbox.bot_id());
    let first = scene.dm(bob, "what is this?").await;
    scene.settled().await;
    // The second answer is refused once, and tried again after Discord has forgotten its nonce.
    scene.sandbox.fail_next(Some("POST"), "/channels/*/messages", 1, Fault::Status(500));
    bob.dm("what is this?").unwrap();
    let refused = async {
        let next = async || scene.matches.store().next_delivery().await.unwrap();
        while next().await.is_none_or(|next| next <= scene.clock.now()) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, refused).await.unwrap();
    scene.clock.advance(Duration::from_mins(3));
    scene.settled().await;
    let same = |dm: &SeenMessage| dm.author == me && dm.content == first.content;
    // On Discord, answers that read the same cannot be told apart by their nonces.
    assert_eq!(bob.dms().iter().filter(|dm| same(dm)).count(), 2, "{:#?}", bob.dms());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_discord_never_takes_comes_as_a_direct_message() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let (bob, carol) = (&scene.players[0], &scene.players[1]);
    scene.sandbox.fail_next(None, "/interactions/**", 8, Fault::Status(500));
    bob.slash(scene.hall, "move", &[("action", "-".into())]).unwrap();
    let told = scene.sandbox.wait_for(WAIT_TIMEOUT, || stored(&scene, bob).pop()).await.unwrap();
    assert!(!told.ephemeral && bob.dms().iter().any(|message| message.id == told.id));
    scene.sandbox.clear_faults();
    // The same holds for a press on a message that only this person sees.
    let pad = scene.ask(carol, "move", &[]).await;
    scene.sandbox.fail_next(None, "/interactions/**", 8, Fault::Status(500));
    carol.click(pad.id, &press(&pad, ":do:")).unwrap();
    let drawn = || carol.dms().into_iter().find(|message| message.content.contains("Your path: **stay**"));
    assert!(scene.sandbox.wait_for(WAIT_TIMEOUT, drawn).await.is_some());
    let wrong = |message: &SeenMessage| message.content.contains("went wrong");
    assert!(
        ![bob.dms(), carol.dms(), bob.view(scene.hall), carol.view(scene.hall)].concat().iter().any(wrong)
    );
    scene.end().await;
}
