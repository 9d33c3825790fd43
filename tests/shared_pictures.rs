//! One drawing for all who may know the same, and never for those who may not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails may panic")]

mod database;
#[path = "openapi/mod.rs"]
mod openapi;
#[path = "discord/stage.rs"]
#[allow(dead_code, reason = "these tests need only a part of the stage")]
mod stage;

use std::collections::BTreeSet;
use std::sync::Arc;

use futures_util::future::join_all;
use stage::{Stage, seven};
use trigon::bot::picture::{self, Studio, Urgency};
use trigon::games::{Frame, Seat, Value, Viewer};
use trigon::matches::{Command, Match, Terms};
use trigon_render::{DEFAULT_WIDTH, Theme};

/// Returns terms by which players are shown their own cells, and nobody else's.
fn own_cells() -> Terms {
    seven().with("reveal", Value::Text("own".to_owned()))
}

/// Returns the picture that a viewer must see, drawn from that viewer's observation alone.
fn alone(game: &Match, viewer: Viewer) -> Vec<u8> {
    let session = game.session.as_deref().unwrap();
    let frame = Frame { title: &game.title, names: session.names() };
    trigon_render::png(&session.observe(viewer).scene(&frame), &Theme::dark(), DEFAULT_WIDTH).unwrap()
}

/// Returns a match whose first round is over and whose clock is stopped, so that no picture shows a deadline.
async fn paused(stage: &Stage, terms: Terms) -> Arc<Match> {
    let id = stage.begun(terms).await;
    for command in [Command::EndPhase, Command::Pause] {
        stage.matches.ask(id, &stage.host(), command).await.unwrap();
    }
    stage.load(id).await
}

fn everyone() -> Vec<Viewer> {
    let seats = Seat::all(7).map(Viewer::Seat);
    [Viewer::Public, Viewer::Host, Viewer::Afterwards].into_iter().chain(seats).collect()
}

/// The only test here that lets the bot itself draw, because it counts all drawings.
#[tokio::test(flavor = "multi_thread")]
async fn all_messages_of_a_round_share_one_drawing_where_all_may_know_the_same() {
    let mut stage = Stage::set().await;
    let id = stage.begun(seven()).await;
    let before = picture::studio().drawings();
    stage.start_delivery();
    stage.pending(id, 0).await;
    let last = stage.posted().pop().unwrap().files[0].bytes.clone();
    for player in &stage.players {
        let message = player.dms().pop().unwrap();
        assert_eq!(message.files[0].bytes, last);
    }
    let drawings = picture::studio().drawings() - before;
    assert_eq!(drawings, 2, "one for the sign-up, and one for eight messages");
    stage.end().await;
}

#[tokio::test]
async fn those_who_ask_at_the_same_time_wait_for_one_drawing() {
    let stage = Stage::set().await;
    let game = paused(&stage, seven()).await;
    let studio = Studio::new(4);
    // Nobody's own cell is shown, so all players see what everyone sees.
    let viewers = everyone().into_iter().filter(|viewer| !viewer.sees_all());
    let asked = viewers.cycle().take(40).map(|viewer| studio.attachment(&game, viewer, Urgency::Answer));
    let pictures: BTreeSet<Vec<u8>> =
        join_all(asked).await.into_iter().map(|one| one.unwrap().data).collect();
    assert_eq!((studio.drawings(), pictures.len()), (1, 1));
    assert!(pictures.contains(&alone(&game, Viewer::Public)));
    stage.end().await;
}

#[tokio::test]
async fn players_with_different_secrets_get_their_own_pictures_whoever_asks_first() {
    let stage = Stage::set().await;
    let game = paused(&stage, own_cells()).await;
    let wanted: Vec<(Viewer, Vec<u8>)> =
        everyone().into_iter().map(|viewer| (viewer, alone(&game, viewer))).collect();
    let different: BTreeSet<&Vec<u8>> = wanted.iter().map(|(_, png)| png).collect();
    // The public, each of seven players, and the host, who sees what everyone sees afterwards.
    assert_eq!(different.len(), 9);
    for first in 0..wanted.len() {
        let studio = Studio::new(4);
        let mut order: Vec<usize> = (0..wanted.len()).cycle().skip(first).take(3 * wanted.len()).collect();
        if first % 2 == 1 {
            order.reverse();
        }
        let asked = order.iter().map(|&i| studio.attachment(&game, wanted[i].0, Urgency::Answer));
        for (&i, shown) in order.iter().zip(join_all(asked).await) {
            assert!(shown.unwrap().data == wanted[i].1, "{:?} sees what is not theirs", wanted[i].0);
        }
        assert_eq!(studio.drawings(), different.len(), "each is drawn once");
    }
    stage.end().await;
}

#[tokio::test]
async fn what_changes_in_a_match_is_drawn_anew_and_two_matches_share_nothing() {
    let stage = Stage::set().await;
    let game = stage.load(stage.begun(own_cells()).await).await;
    let studio = Studio::new(1);
    let own = Viewer::Seat(Seat::new(3));
    let first = studio.attachment(&game, own, Urgency::Answer).await.unwrap();
    // A deadline is in the message, not in the picture.
    stage.matches.ask(game.id, &stage.host(), Command::Pause).await.unwrap();
    let second = studio.attachment(&*stage.load(game.id).await, own, Urgency::Answer).await.unwrap();
    assert_eq!(first.data, second.data);
    stage.matches.ask(game.id, &stage.host(), Command::Resume).await.unwrap();
    stage.matches.ask(game.id, &stage.host(), Command::EndPhase).await.unwrap();
    let third = studio.attachment(&*stage.load(game.id).await, own, Urgency::Answer).await.unwrap();
    assert_ne!(second.data, third.data);
    assert_eq!(studio.drawings(), 2);
    // The same players, seed and title: the pictures look alike, but each match has its own.
    let other = stage.load(stage.begun(own_cells()).await).await;
    let same = studio.attachment(&other, own, Urgency::Answer).await.unwrap();
    assert_eq!((first.data, studio.drawings()), (same.data, 3));
    stage.end().await;
}
