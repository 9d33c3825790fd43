//! [`Hall`]: the embedded Discord with everyone in it, and a look at what is stored.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use trigon::discord::{ComponentAction, CustomId};
use trigon::matches::{Match, Matches, SystemClock};
use trigon::sandbox::{
    GuildHandle, Id, InteractionHandle, Keep, NewPerson, Person, RateLimits, RunningClock, Sandbox,
    SandboxClock, SandboxConfig, SeenMessage,
};
use trigon::store::Store;

use crate::args::Limits;
use crate::claims::Claim;
use crate::error::Error;

/// How long people wait for an answer.
const PATIENCE: Duration = Duration::from_secs(6);

pub(crate) struct Hall {
    pub(crate) sandbox: Sandbox,
    pub(crate) clock: Arc<RunningClock>,
    pub(crate) guilds: Vec<GuildHandle>,
    pub(crate) host: Person,
    /// What is stored. It is only looked at.
    pub(crate) matches: Matches,
    claims: Mutex<Vec<Claim>>,
    interactions: Mutex<Vec<Id>>,
    is_finishing: AtomicBool,
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
                file_bytes: 64 * 1024 * 1024,
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
        let matches = Matches::new(Store::open(database).await?, Arc::new(SystemClock));
        let (claims, interactions) = (Mutex::default(), Mutex::default());
        Ok(Self {
            sandbox,
            clock,
            guilds,
            host,
            matches,
            claims,
            interactions,
            is_finishing: AtomicBool::new(false),
        })
    }

    /// Returns people who are members of a server.
    pub(crate) fn people(&self, guild: &GuildHandle, names: &str, count: u8) -> Vec<Person> {
        let person = |number| {
            let person = self.sandbox.create_person(NewPerson::named(&format!("{names}{number}")));
            guild.add_member(&person);
            person
        };
        (1..=count).map(person).collect()
    }

    /// Returns a match as it is stored, or `None` while the database cannot be read.
    pub(crate) async fn load(&self, id: i64) -> Option<Arc<Match>> {
        self.matches.load(id).await.ok()
    }

    /// Moves time ahead.
    pub(crate) fn advance(&self, by: Duration) {
        self.clock.advance(by);
    }

    /// Returns whether the matches that are played are to come to an end.
    pub(crate) fn is_finishing(&self) -> bool {
        self.is_finishing.load(Ordering::Relaxed)
    }

    pub(crate) fn finish(&self) {
        self.is_finishing.store(true, Ordering::Relaxed);
    }

    /// Writes down what somebody was told.
    pub(crate) fn claim(&self, claim: Claim) {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner).push(claim);
    }

    pub(crate) fn claims(&self) -> Vec<Claim> {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Writes down an interaction, which may be delivered once more.
    pub(crate) fn note(&self, handle: &InteractionHandle) {
        let mut interactions = self.interactions.lock().unwrap_or_else(PoisonError::into_inner);
        interactions.push(handle.id());
        if interactions.len() > 20 {
            interactions.remove(0);
        }
    }

    /// Returns one of the last interactions.
    pub(crate) fn recent(&self, rng: &mut fastrand::Rng) -> Option<Id> {
        rng.choice(self.interactions.lock().unwrap_or_else(PoisonError::into_inner).iter().copied())
    }
}

/// Returns the custom id of a component that can be pressed and does a certain thing in a match.
pub(crate) fn component(
    game: &Match,
    message: &SeenMessage,
    does: impl Fn(&ComponentAction) -> bool,
) -> Option<String> {
    let enabled = message.parts().filter(|part| part["disabled"] != true);
    let mut ids = enabled.filter_map(|part| part["custom_id"].as_str());
    let is_it = |id: &CustomId| id.match_id == game.id && id.question == game.question && does(&id.action);
    ids.find(|id| id.parse().is_ok_and(|id| is_it(&id))).map(str::to_owned)
}
