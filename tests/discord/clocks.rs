//! A bot on a machine whose clock is wrong, or becomes wrong: Discord's time counts.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use trigon::bot::DiscordClock;
use trigon::games::By;
use trigon::ids::MatchId;
use trigon::matches::{Clock, HandClock, Matches, Sleep};

use crate::scene::{Scene, WAIT_TIMEOUT};

const GRACE: Duration = Duration::from_secs(3);

/// How late the bot may be because dates are in whole seconds.
const DATE_ROUNDING: Duration = Duration::from_secs(2);

const MINUTE: i64 = 60_000;

/// The clock of a machine that is wrong by some milliseconds.
struct Machine {
    right: Arc<HandClock>,
    ahead: AtomicI64,
}

impl Machine {
    fn jump(&self, by: i64) {
        self.ahead.fetch_add(by, Ordering::SeqCst);
    }
}

impl Clock for Machine {
    fn now(&self) -> i64 {
        self.right.now() + self.ahead.load(Ordering::SeqCst)
    }

    fn steady(&self) -> i64 {
        self.right.now()
    }

    fn sleep_until(&self, at: i64) -> Sleep<'_> {
        self.right.sleep_until(at - self.ahead.load(Ordering::SeqCst))
    }
}

/// Returns a match in its first round, run by a bot on a machine whose clock is wrong.
async fn wrong_by(ahead: i64) -> (Scene, Arc<Machine>) {
    let mut scene = Scene::set().await;
    let machine = Arc::new(Machine { right: scene.clock.clone(), ahead: ahead.into() });
    run_on(&mut scene, machine.clone()).await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    (scene, machine)
}

async fn run_on(scene: &mut Scene, machine: Arc<dyn Clock>) {
    scene.stop_bot().await;
    let clock = Arc::new(DiscordClock::new(machine));
    scene.matches = Matches::new(scene.matches.store().clone(), clock.clone()).with_grace(GRACE);
    scene.learns = Some(clock);
    scene.start_bot().await;
}

async fn round(scene: &Scene) -> String {
    scene.matches.load(MatchId(1)).await.unwrap().session.as_ref().unwrap().phase().id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_ends_in_time_on_a_machine_that_is_five_minutes_wrong() {
    for ahead in [5 * MINUTE, -5 * MINUTE] {
        let (scene, _) = wrong_by(ahead).await;
        let deadline = scene.matches.load(MatchId(1)).await.unwrap().deadline.unwrap();
        let due = scene.clock.now() + 24 * 60 * MINUTE;
        assert!((deadline - due).abs() < 3_000, "{ahead}: the deadline that people read is Discord's");
        scene.clock.set(deadline - 5_000);
        scene.quiet().await;
        assert_eq!(round(&scene).await, "round-01", "{ahead}: not early");
        scene.players[0].dm("-").unwrap();
        scene.quiet().await;
        scene.clock.set(deadline);
        scene.clock.advance(GRACE + DATE_ROUNDING);
        scene.settled_after_deadlines().await;
        assert_eq!(round(&scene).await, "round-02", "{ahead}: not late");
        let game = scene.matches.load(MatchId(1)).await.unwrap();
        assert!(
            game.log.iter().any(|entry| entry.by == By::seat(1)),
            "{ahead}: what was sent in time counts"
        );
        assert!(scene.learns.as_ref().unwrap().is_wrong());
        scene.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_whose_clock_is_set_ends_nothing_early_and_nothing_late() {
    for jump in [60 * MINUTE, -60 * MINUTE] {
        let (scene, machine) = wrong_by(0).await;
        let deadline = scene.matches.load(MatchId(1)).await.unwrap().deadline.unwrap();
        scene.clock.set(deadline - 30 * MINUTE);
        scene.quiet().await;
        machine.jump(jump);
        // Any activity wakes the bot up.
        scene.players[0].dm("-").unwrap();
        scene.quiet().await;
        assert_eq!(round(&scene).await, "round-01", "{jump}: not early");
        scene.clock.set(deadline);
        scene.clock.advance(GRACE + DATE_ROUNDING);
        scene.settled_after_deadlines().await;
        assert_eq!(round(&scene).await, "round-02", "{jump}: not late");
        scene.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_with_different_clocks_agree() {
    let (mut scene, _) = wrong_by(3 * MINUTE).await;
    let deadline = scene.matches.load(MatchId(1)).await.unwrap().deadline.unwrap();
    let other = Machine { right: scene.clock.clone(), ahead: (-4 * MINUTE).into() };
    run_on(&mut scene, Arc::new(other)).await;
    let now = scene.matches.clock().now();
    assert!((now - scene.clock.now()).abs() < 2_000, "{}", now - scene.clock.now());
    scene.clock.set(deadline - 5_000);
    scene.quiet().await;
    assert_eq!(round(&scene).await, "round-01");
    scene.clock.set(deadline);
    scene.clock.advance(GRACE + DATE_ROUNDING);
    scene.settled_after_deadlines().await;
    assert_eq!(round(&scene).await, "round-02");
    scene.end().await;
}

/// A clock that replaces the machine's and is moved together with Discord's, as in a rehearsal.
struct Moved {
    right: Arc<HandClock>,
    jumped: Mutex<i64>,
}

impl Clock for Moved {
    fn now(&self) -> i64 {
        self.right.now()
    }

    fn steady(&self) -> i64 {
        self.right.now() - *self.jumped.lock().unwrap()
    }

    fn sleep_until(&self, at: i64) -> Sleep<'_> {
        self.right.sleep_until(at)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_discords_own_time_is_moved_the_round_ends() {
    let mut scene = Scene::set().await;
    let machine = Arc::new(Moved { right: scene.clock.clone(), jumped: Mutex::new(0) });
    run_on(&mut scene, machine.clone()).await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    let day = Duration::from_hours(24) + GRACE + DATE_ROUNDING;
    *machine.jumped.lock().unwrap() += day.as_millis() as i64;
    scene.clock.advance(day);
    let ended = async {
        while round(&scene).await == "round-01" {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, ended).await.unwrap();
    scene.end().await;
}
