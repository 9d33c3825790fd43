//! A match from the first round to the end, with the bot going down at the worst moments.

use std::time::Duration;

use trigon::games::{Seat, Viewer};
use trigon::ids::MatchId;
use trigon::matches::HOUR;
use trigon::sandbox::Person;

use crate::scene::{Scene, WAIT_TIMEOUT, press};

impl Scene {
    /// Waits until nothing is due any more and everything has been sent.
    pub(crate) async fn quiet(&self) {
        let store = self.matches.store();
        let quiet = async {
            loop {
                let due = store.next_due().await.unwrap().is_some_and(|at| at <= self.clock_now());
                if !due && store.next_delivery().await.unwrap().is_none() && !self.matches.is_delivering() {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, quiet).await.unwrap();
    }

    fn clock_now(&self) -> i64 {
        trigon::matches::Clock::now(&*self.clock)
    }

    async fn deadline(&self) -> i64 {
        self.matches.load(MatchId(1)).await.unwrap().deadline.unwrap()
    }

    /// Returns how often the channel, and each player, was told something that begins like this.
    fn told(&self, beginning: &str) -> (usize, Vec<usize>) {
        let bot = self.sandbox.bot_id();
        let count = |messages: Vec<trigon::sandbox::SeenMessage>| {
            let is_it = |text: &str| text.lines().next().unwrap_or_default().contains(beginning);
            messages.iter().filter(|m| m.author == bot && !m.ephemeral && is_it(&m.content)).count()
        };
        (count(self.ada.view(self.hall)), self.players.iter().map(|player| count(player.dms())).collect())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_goes_down_in_every_phase_loses_nothing_and_tells_nothing_twice() {
    let mut scene = Scene::set().await;
    scene.begin_with("Code Red", &[("rounds", 2.into())]).await;
    scene.quiet().await;
    assert_eq!(scene.told("round 1 of 2"), (1, vec![1; 7]));

    // In the middle of a round: what was stored stays stored.
    let bob = scene.players[0].clone();
    scene.dm(&bob, "-").await;
    scene.crash().await;
    scene.start_bot().await;
    scene.quiet().await;
    assert!(scene.ask(&bob, "me", &[]).await.content.contains("Path: **stay**"));
    assert_eq!(scene.told("round 1 of 2"), (1, vec![1; 7]));

    // Back exactly at the deadline.
    let deadline = scene.deadline().await;
    scene.crash().await;
    scene.clock.set(deadline);
    scene.start_bot().await;
    scene.quiet().await;
    assert_eq!(scene.told("round 2 of 2"), (1, vec![1; 7]));
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let log: Vec<(String, &str)> =
        game.log.iter().filter_map(|entry| Some((entry.by.to_string(), entry.action()?))).collect();
    assert_eq!(log, [("1".to_owned(), "move -"), ("clock".to_owned(), "resolve")]);
    assert_eq!(scene.deadline().await, deadline + 24 * HOUR);

    // Away over a deadline, and down again before everything was told.
    scene.crash().await;
    scene.clock.set(deadline + 30 * HOUR);
    scene.start_bot().await;
    scene.crash().await;
    scene.start_bot().await;
    scene.quiet().await;
    let (channel, direct) = scene.told("the vote");
    assert_eq!((channel, direct), (1, vec![1; 7]));
    assert_eq!(scene.deadline().await, deadline + 54 * HOUR, "nobody loses the vote to the outage");

    // In the vote: a vote that was given counts.
    let voters: Vec<Person> = voters(&scene).await;
    let candidate = candidate(&scene).await;
    vote(&scene, &voters[0], &candidate).await;
    scene.crash().await;
    scene.start_bot().await;
    for voter in &voters[1..] {
        vote(&scene, voter, &candidate).await;
    }
    scene.quiet().await;
    assert_eq!(scene.told("the end").0, 1);
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    assert!(!game.is_going_on());
    scene.crash().await;
    scene.start_bot().await;
    scene.quiet().await;
    assert_eq!(scene.told("the end").0, 1);
    scene.end().await;
}

async fn voters(scene: &Scene) -> Vec<Person> {
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let asked = game.playing().unwrap().to_act();
    asked.iter().map(|asked| scene.players[usize::from(asked.seat.number()) - 1].clone()).collect()
}

async fn candidate(scene: &Scene) -> String {
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let table = game.playing().unwrap();
    let voter = table.to_act()[0].seat;
    table.legal(voter)[0].strip_prefix("vote ").unwrap().to_owned()
}

async fn vote(scene: &Scene, voter: &Person, candidate: &str) {
    let asked = voter.dms().into_iter().rfind(|message| !message.components.is_empty()).unwrap();
    let button = press(&asked, &format!(":do:{candidate:0>2}"));
    voter.click(asked.id, &button).unwrap().message().await.unwrap();
    scene.settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tb_r03_every_kind_of_bad_path_is_refused_by_its_step_and_the_stored_one_stays() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let bob = &scene.players[0];
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let session = game.session.as_ref().unwrap();
    let facts = session.observe(Viewer::Beside(Seat::new(1))).facts(session.names());
    let cell = facts.into_iter().find(|fact| fact.label == "Cell").unwrap().value;
    let legal = game.playing().unwrap().legal(Seat::new(1));
    let missing = ["L", "R", "U", "D"].into_iter().find(|step| !legal.contains(&format!("move {step}")));
    let step = missing.unwrap();
    scene.dm(bob, "-").await;
    for (text, wanted) in [
        (step.to_owned(), format!("Step 1 of {step}")),
        (step.to_lowercase(), format!("Step 1 of {step}")),
        ("ULDR".to_owned(), "at most 3".to_owned()),
        ("u, l, d, r".to_owned(), "at most 3".to_owned()),
        ("↑↑↑↑".to_owned(), "at most 3".to_owned()),
        ("LX".to_owned(), "X".to_owned()),
        ("U1".to_owned(), "1".to_owned()),
    ] {
        let direct = scene.dm(bob, &text).await.content;
        let command = scene.ask(bob, "move", &[("action", text.clone().into())]).await.content;
        for answer in [&direct, &command] {
            assert!(!answer.contains(&cell), "{text}: {answer}");
            assert!(!answer.contains("Stored"), "{text}: {answer}");
        }
        assert!(command.contains(&wanted), "{text}: {command}");
    }
    assert!(scene.ask(bob, "me", &[]).await.content.contains("Path: **stay**"));
    // Nobody else saw any of it.
    for other in &scene.players[1..] {
        assert!(other.view(scene.hall).iter().all(|message| !message.content.contains("Step 1")));
    }
    scene.end().await;
}
