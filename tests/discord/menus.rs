//! Context menu commands: what can be asked about a message or a person.

use trigon::ids::{ChannelId, MatchId};
use trigon::sandbox::{NewPerson, Permissions, Person, SeenMessage};

use crate::scene::Scene;

pub(crate) const BOARD: &str = "Board";
pub(crate) const HAPPENED: &str = "What happened here?";
pub(crate) const WHO: &str = "Who is this in the match?";

async fn about(who: &Person, command: &str, message: &SeenMessage) -> SeenMessage {
    let answer = who.message_command(command, message.id).unwrap().message().await.unwrap();
    assert!(answer.ephemeral, "{command}: {}", answer.content);
    answer
}

async fn is(scene: &Scene, asker: &Person, whom: &Person) -> String {
    let asked = asker.user_command(scene.hall, WHO, whom.id()).unwrap();
    asked.message().await.unwrap().content
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_leads_to_the_board_and_to_what_had_happened_when_it_was_sent() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    let (bob, mallory) = (&scene.players[0], scene.sandbox.create_person(NewPerson::named("mallory")));
    scene.guild.add_member(&mallory);
    let first = scene.newest();
    let said = mallory.say(scene.hall, "good luck").unwrap();
    scene.resolve().await;
    scene.settled().await;
    let posted = scene.newest();
    // Everyone may ask, and sees what they may see.
    let seen = about(&mallory, BOARD, &posted).await;
    assert!(seen.content.contains("Code Red") && seen.files.len() == 1, "{}", seen.content);
    let own = about(bob, BOARD, bob.dms().last().unwrap()).await;
    assert!(own.content.contains("Code Red") && own.files.len() == 1, "{}", own.content);
    // What was sent before the end of the round tells nothing of it, whoever has sent it.
    let then = about(bob, HAPPENED, &first).await.content;
    let later = about(bob, HAPPENED, &posted).await.content;
    assert!(then.contains("The match begins in the dark") && !then.contains("Round 2 begins"), "{then}");
    assert!(then.contains("have followed") || then.contains("has followed"), "{then}");
    assert!(later.contains("Round 2 begins") && later.contains("Nothing has happened since"), "{later}");
    let beside = about(bob, HAPPENED, &mallory.message(said).unwrap()).await.content;
    assert!(!beside.contains("Round 2 begins"), "{beside}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_about_a_match_that_has_moved_to_a_private_channel_shows_strangers_nothing() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    let mallory = scene.sandbox.create_person(NewPerson::named("mallory"));
    scene.guild.add_member(&mallory);
    let posted = scene.newest();
    let den = scene.guild.create_channel("den");
    scene.guild.overwrite_member(den, mallory.id(), Permissions::NONE, Permissions::VIEW_CHANNEL);
    let options = [("channel", den.into()), ("match", 1.into()), ("confirm", true.into())];
    scene.ask(&scene.ada, "relocate", &options).await;
    scene.settled().await;
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().channel_id, ChannelId(den.0 as i64));
    let answer = about(&mallory, BOARD, &posted).await;
    assert!(answer.files.is_empty() && !answer.content.contains("Code Red"), "{}", answer.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_leads_to_their_seat() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    let mallory = scene.sandbox.create_person(NewPerson::named("mallory"));
    scene.guild.add_member(&mallory);
    assert!(is(&scene, bob, cleo).await.contains("plays as **cleo**"));
    assert!(is(&scene, bob, &scene.ada).await.contains("hosts it"));
    assert!(is(&scene, bob, &mallory).await.contains("has no seat in it"));
    // Others learn of a departure when the round ends.
    scene.ask(cleo, "leave", &[("confirm", true.into())]).await;
    let then = is(&scene, bob, cleo).await;
    assert!(then.contains("plays as **cleo**"), "{then}");
    scene.resolve().await;
    let told = is(&scene, bob, cleo).await;
    assert!(!told.contains("plays as"), "{told}");
    scene.end().await;
}
