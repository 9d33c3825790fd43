//! Events of Discord in which something is missing, of another type, huge or unknown, sent to the real bot.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fastrand::Rng;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use trigon::bot::ComponentAction;
use trigon::ids::MatchId;
use trigon::matches::{Matches, SystemClock};
use trigon::rehearsal::{Player, Server, Stage, settled};
use trigon::sandbox::{OptionValue, RateLimits, SandboxConfig};
use trigon::store::Store;

use super::{break_value, some_cases};

const WAIT_TIMEOUT: Duration = Duration::from_secs(20);

/// The number of events that are broken before the bot has to respond to a valid one.
const EVENTS_BETWEEN_CHECKS: usize = 20;

/// Panics of the bot. Its tasks catch them, but the hook sees them.
static PANICS: AtomicUsize = AtomicUsize::new(0);

/// The bot in a guild in which a match is played.
struct World {
    stage: Stage,
    number: MatchId,
}

impl World {
    async fn set() -> Self {
        let config = SandboxConfig { limits: RateLimits::off(), ..SandboxConfig::default() };
        let server = Server::open(config, ["Table", "hall"], &["ada", "bob"]).await.unwrap();
        let path = format!("{}/broken-{}/trigon.db", env!("CARGO_TARGET_TMPDIR"), std::process::id());
        let store = Store::open(&format!("sqlite://{path}")).await.unwrap();
        let stage = Stage::start(server, Matches::new(store, Arc::new(SystemClock))).await.unwrap();
        stage.server.guild.create_channel("den");
        let mut world = Self { stage, number: MatchId(0) };
        world.play().await;
        world
    }

    /// Plays a little in every possible way, so that each kind of event has been sent once.
    async fn play(&mut self) {
        let Stage { server: Server { hall, people, .. }, matches, .. } = &self.stage;
        let (hall, [ada, bob]) = (*hall, [&people[0], &people[1]]);
        let game = [("game", OptionValue::from("Triangoli")), ("thread", false.into())];
        ada.slash(hall, "play new", &game).unwrap().message().await.unwrap();
        self.number = matches.hosted_by(ada.id().0.into()).await.unwrap()[0].id;
        for (who, what) in [(bob, ComponentAction::Join), (ada, ComponentAction::Start)] {
            settled(matches).await.unwrap();
            Player::from(who.clone()).press_newest(hall, self.number, |does| *does == what).await.unwrap();
        }
        ada.dm("me").unwrap();
        let options = [("title", OptionValue::from("Sunday")), ("players", 7.into())];
        ada.slash(hall, "host create", &options).unwrap().message().await.unwrap();
        let form = ada.slash(hall, "host roster", &[("match", (self.number.0 + 1).into())]).unwrap();
        form.response().await.unwrap();
        form.submit_modal(&[("lines", "Ann, @bob, 1, 2")]).unwrap().message().await.unwrap();
        ada.autocomplete(hall, "board", &[], "match", "").await.unwrap();
        ada.start_thread(hall, "aside", false).unwrap();
    }

    /// Checks that the bot still does what it is asked, and that what it has stored can be read.
    async fn check(&self) {
        let answer = self.stage.server.people[1].slash(self.stage.server.hall, "matches", &[]).unwrap();
        let answer = tokio::time::timeout(WAIT_TIMEOUT, answer.message()).await.unwrap().unwrap();
        assert!(answer.content.contains("Triangoli"), "{}", answer.content);
        let game = self.stage.matches.load(self.number).await.unwrap();
        assert_eq!(game.players.len(), 2);
        assert!(game.stopped_by_rules().is_none());
        assert_eq!(PANICS.load(Ordering::Relaxed), 0, "the bot has panicked");
    }
}

/// Gives an event a new id, because an event that Discord delivers twice has no second effect.
fn renew(data: &mut Value, id: u64) {
    if data["token"].is_string() || data["content"].is_string() {
        data["id"] = json!(id.to_string());
    }
}

#[test]
fn a_broken_event_changes_nothing_and_the_bot_goes_on() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        // Failing tests panic too; the bot's tasks run in threads of the runtime.
        let is_bot = std::thread::current().name().is_some_and(|name| name.starts_with("tokio"));
        // poise panics at an unknown kind of command, in a task for that event alone.
        let is_poise = info.location().is_some_and(|place| place.file().contains("poise-"));
        if is_bot && !is_poise {
            PANICS.fetch_add(1, Ordering::Relaxed);
        }
        before(info);
    }));
    let runtime = Runtime::new().unwrap();
    let world = runtime.block_on(World::set());
    let kinds = ["INTERACTION_", "MESSAGE_", "GUILD_", "CHANNEL_", "THREAD_"];
    let mut events = world.stage.server.sandbox.latest_events();
    events.retain(|(name, _)| kinds.iter().any(|kind| name.starts_with(kind)));
    for kind in kinds {
        assert!(events.iter().any(|(name, _)| name.starts_with(kind)), "no {kind} to break");
    }
    let mut next = 4_000_000_000_000_000_000;
    let mut count = 0;
    some_cases(400, |rng: &mut Rng| {
        let (name, data) = &events[rng.usize(0..events.len())];
        let mut data = data.clone();
        next += 1;
        renew(&mut data, next);
        for _ in 0..rng.usize(1..4) {
            break_value(rng, &mut data);
        }
        world.stage.server.sandbox.forge_event(name, &data);
        count += 1;
        if count % EVENTS_BETWEEN_CHECKS == 0 {
            runtime.block_on(world.check());
        }
    });
    runtime.block_on(async {
        world.check().await;
        world.stage.stop().await;
    });
}
