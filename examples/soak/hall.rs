//! [`Hall`]: the embedded Discord with everyone in it, and a look at what is stored.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use trigon::matches::{Match, Matches, SystemClock};
use trigon::rehearsal::welcome;
use trigon::sandbox::{
    Clock, GuildHandle, Id, InteractionHandle, Keep, NewPerson, Person, RateLimits, RunningClock, Sandbox,
    SandboxConfig,
};
use trigon::store::Store;

use crate::args::Limits;
use crate::asked::Asked;
use crate::error::Error;
use crate::time::{Course, Passed, Shown};
use crate::toys;
use crate::troubles::Troubles;

/// How long people wait for an answer.
const PATIENCE: Duration = Duration::from_secs(6);

pub(crate) struct Hall {
    pub(crate) sandbox: Sandbox,
    pub(crate) clock: Arc<RunningClock>,
    pub(crate) guilds: Vec<GuildHandle>,
    pub(crate) host: Person,
    /// The stored matches, for reading only.
    pub(crate) matches: Matches,
    pub(crate) troubles: Troubles,
    course: Course,
    asked: Mutex<Vec<Asked>>,
    /// What people have seen of interactions.
    seen: Mutex<HashMap<Id, String>>,
    /// Interactions that were delivered twice.
    repeated: Mutex<HashSet<Id>>,
    interactions: Mutex<Vec<Id>>,
    is_finishing: AtomicBool,
    /// The number of bursts of messages still to come.
    bursts: AtomicU32,
}

impl Hall {
    /// Opens a server for each of the shards.
    pub(crate) async fn open(limits: Limits, shards: u64, database: &str) -> Result<Self, Error> {
        let clock = Arc::new(RunningClock::default());
        let discord = RateLimits::discord();
        let config = SandboxConfig {
            clock: clock.clone(),
            patience: PATIENCE,
            limits: match limits {
                Limits::All => discord,
                Limits::Requests => RateLimits { identifies: None, max_concurrency: None, ..discord },
                Limits::Off => RateLimits::off(),
            },
            keep: Keep {
                journal: usize::MAX,
                messages: usize::MAX,
                interactions: usize::MAX,
                // Records are files; a thousand kills take hundreds of matches.
                file_bytes: 4 << 30,
                ..Keep::default()
            },
            heartbeat: Duration::from_secs(5),
            shards,
            ..SandboxConfig::default()
        };
        let sandbox = Sandbox::start(config).await?;
        let host = sandbox.create_person(NewPerson::named("host"));
        let guild = |shard| sandbox.create_guild_on_shard(&format!("Server {shard}"), &host, shard);
        let guilds = (0..shards).map(guild).collect();
        let matches =
            Matches::new(Store::open(database).await?, Arc::new(SystemClock)).with_games(toys::games());
        let (asked, interactions) = (Mutex::default(), Mutex::default());
        Ok(Self {
            sandbox,
            clock,
            guilds,
            host,
            matches,
            troubles: Troubles::new(shards > 1),
            course: Course::default(),
            asked,
            seen: Mutex::default(),
            repeated: Mutex::default(),
            interactions,
            is_finishing: AtomicBool::new(false),
            bursts: AtomicU32::new(0),
        })
    }

    /// Creates people who are members of a server.
    pub(crate) fn people(&self, guild: &GuildHandle, names: &str, count: u8) -> Vec<Person> {
        let person = |number| NewPerson::named(&format!("{names}{number}"));
        (1..=count).map(|number| welcome(&self.sandbox, guild, person(number))).collect()
    }

    /// Returns a match as it is stored, or `None` while the database cannot be read.
    pub(crate) async fn load(&self, id: i64) -> Option<Arc<Match>> {
        self.matches.load(id).await.ok()
    }

    /// Moves time ahead.
    pub(crate) fn advance(&self, by: Duration) {
        self.course.advance(&self.clock, by);
    }

    /// Returns how much time has passed, without jumps.
    pub(crate) fn now(&self) -> Passed {
        self.passed(self.clock.now())
    }

    /// Returns how much time had passed, without jumps, by a time of the embedded Discord.
    pub(crate) fn passed(&self, at: Shown) -> Passed {
        self.course.passed(at)
    }

    /// Asks for a burst of messages by a player.
    pub(crate) fn want_burst(&self) {
        self.bursts.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes one of the bursts asked for, and returns whether there was one.
    pub(crate) fn take_burst(&self) -> bool {
        let less = |bursts: u32| bursts.checked_sub(1);
        self.bursts.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }

    /// Returns the number of bursts that nobody has begun.
    pub(crate) fn bursts_left(&self) -> u32 {
        self.bursts.load(Ordering::Relaxed)
    }

    /// Returns the process that receives the events of a server.
    pub(crate) fn process_of(&self, guild: Id) -> usize {
        // The first process has the first two of four shards.
        let number = self.guilds.iter().position(|known| known.id() == guild).unwrap_or(0);
        number.saturating_sub(1)
    }

    /// Returns whether the matches in progress should come to an end.
    pub(crate) fn is_finishing(&self) -> bool {
        self.is_finishing.load(Ordering::Relaxed)
    }

    pub(crate) fn finish(&self) {
        self.is_finishing.store(true, Ordering::Relaxed);
    }

    /// Records what somebody has asked for.
    pub(crate) fn ask(&self, asked: Asked) {
        lock(&self.asked).push(asked);
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        lock(&self.asked).clone()
    }

    /// Waits for the answer to an interaction, and records what is seen of it.
    pub(crate) async fn watch(&self, handle: &InteractionHandle) {
        let began = Instant::now();
        // After a press that was only acknowledged, the message is what it was before, unless it was edited in time.
        if let Ok(message) = handle.message().await
            && began.elapsed() < PATIENCE
        {
            lock(&self.seen).insert(handle.id(), message.content);
        }
    }

    /// Returns what was seen of an interaction.
    pub(crate) fn seen(&self, interaction: Id) -> Option<String> {
        lock(&self.seen).get(&interaction).cloned()
    }

    /// Records an interaction, which may be delivered once more.
    pub(crate) fn note(&self, handle: &InteractionHandle) {
        let mut interactions = lock(&self.interactions);
        interactions.push(handle.id());
        if interactions.len() > 20 {
            interactions.remove(0);
        }
    }

    /// Delivers one of the last interactions once more.
    pub(crate) fn repeat(&self, rng: &mut fastrand::Rng) {
        let recent = rng.choice(lock(&self.interactions).iter().copied());
        if let Some(interaction) = recent {
            lock(&self.repeated).insert(interaction);
            self.sandbox.repeat_interaction(interaction);
        }
    }

    /// Returns whether an interaction was delivered twice.
    pub(crate) fn was_repeated(&self, interaction: Id) -> bool {
        lock(&self.repeated).contains(&interaction)
    }
}

/// Takes a lock. A poisoned one only means that another thread panicked after a complete change.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
