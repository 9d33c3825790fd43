//! What falls due while the bot is not running, as people read it.

use std::time::Duration;

use trigon::games::Seat;
use trigon::ids::MatchId;
use trigon::matches::{Command, HOUR, Person};
use trigon::sandbox::{self, NewPerson};

use crate::scene::Scene;

const MINUTE: Duration = Duration::from_mins(1);

fn user(person: &sandbox::Person) -> Person {
    Person::user(person.id().0.into())
}

impl Scene {
    /// Like [`Self::set`], with messages that may still be on their way when something is due, as in operation.
    async fn in_operation() -> Self {
        let mut scene = Self::set().await;
        scene.matches = scene.matches.clone().with_grace(Duration::from_secs(3));
        scene.stop_bot().await;
        scene.start_bot().await;
        scene
    }

    /// Returns a new member of the server.
    fn comes(&self, name: &str) -> sandbox::Person {
        let person = self.sandbox.create_person(NewPerson::named(name));
        self.guild.add_member(&person);
        person
    }

    /// Lets the bot be away for some time.
    async fn without_the_bot(&mut self, time: Duration) {
        self.stop_bot().await;
        self.clock.advance(time);
        self.start_bot().await;
        self.settled_after_deadlines().await;
        self.quiet().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_substitute_sends_in_time_counts_although_the_bot_is_back_only_later() {
    for late in [Duration::from_secs(10), Duration::from_hours(3)] {
        let mut scene = Scene::in_operation().await;
        scene.begin("Code Red").await;
        scene.quiet().await;
        let (bob, zoe) = (scene.players[0].clone(), scene.comes("zoe"));
        let lend =
            Command::Lend { user: zoe.id().0.into(), name: "zoe".to_owned(), time: 10 * HOUR, since: None };
        scene.matches.ask(MatchId(1), &user(&bob), lend).await.unwrap();
        let take = Command::AnswerHandover { seat: Seat::new(1), number: None, accept: true };
        scene.matches.ask(MatchId(1), &user(&zoe), take).await.unwrap();
        scene.quiet().await;
        scene.clock.advance(Duration::from_mins(590));
        scene.quiet().await;
        scene.stop_bot().await;
        zoe.dm("-").unwrap();
        scene.clock.advance(10 * MINUTE + late);
        scene.start_bot().await;
        scene.settled_after_deadlines().await;
        scene.quiet().await;
        let game = scene.matches.load(MatchId(1)).await.unwrap();
        assert_eq!(game.seat_of(bob.id().0.into()), Some(Seat::new(1)), "the player is back");
        assert!(game.decision(Seat::new(1)).unwrap().answered, "{late:?}");
        assert!(zoe.dms().iter().any(|dm| dm.content.contains("Stored")), "{:#?}", zoe.dms());
        scene.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_blamed_for_a_deadline_at_which_the_bot_was_away_for_a_minute() {
    let mut scene = Scene::set().await;
    scene.begin_with("Code Red", &[("strikes", 1.into())]).await;
    scene.quiet().await;
    scene.clock.advance(Duration::from_secs(24 * 3_600 - 30));
    scene.quiet().await;
    scene.without_the_bot(MINUTE).await;
    assert!(scene.newest().content.contains("Round 2"), "{}", scene.newest().content);
    for player in &scene.players {
        let told = player.dms().pop().unwrap().content;
        assert!(!told.contains("You sent nothing in time"), "{told}");
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_alternate_can_still_take_a_seat_that_was_offered_before_the_bot_went_away_for_days() {
    let mut scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    let zoe = scene.comes("zoe");
    scene.ask(&zoe, "alternate", &[]).await;
    scene.ask(&scene.players[2], "leave", &[("confirm", true.into())]).await;
    scene.resolve().await;
    scene.quiet().await;
    scene.without_the_bot(Duration::from_hours(80)).await;
    let posts = scene.ada.view(scene.hall);
    assert!(!posts.iter().any(|post| post.content.contains("does not take over")), "{posts:#?}");
    let offer = posts.into_iter().rfind(|post| post.button("Take the seat").is_some()).unwrap();
    let taken = scene.press(&zoe, &offer, ":take-seat").await;
    assert!(taken.content.contains("You play in"), "{}", taken.content);
    scene.end().await;
}
