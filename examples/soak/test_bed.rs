//! [`TestBed`]: the embedded Discord with everyone in it, and a look at what is stored.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use trigon::ids::MatchId;
use trigon::matches::{Match, Matches, SystemClock};
use trigon::rehearsal::welcome;
use trigon::sandbox::{
    Clock, GuildHandle, Id, InteractionHandle, JournalEvent, NewPerson, Permissions, Person, RateLimits,
    Retention, RunningClock, Sandbox, SandboxConfig, SeenMessage,
};
use trigon::store::Store;

use crate::action_request::ActionRequest;
use crate::args::Limits;
use crate::error::Error;
use crate::fault_history::{Cause, DatabaseUse, FaultHistory};
use crate::time::{ElapsedTime, JumpLog, SandboxTime};
use crate::toys;

/// How long people wait for an answer.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(6);

/// What the bot may do in the servers.
pub(crate) const BOT_PERMISSIONS: Permissions =
    Permissions(Permissions::DEFAULT.0 | Permissions::MANAGE_ROLES.0 | Permissions::CREATE_EVENTS.0);

/// Discord's first millisecond.
const DISCORD_EPOCH_MILLIS: i64 = 1_420_070_400_000;

/// Something that a player is asked to do at the next occasion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PlayerTask {
    /// To write a lot at once.
    Burst,
    /// To edit a direct message.
    Edit,
    /// To edit a direct message about a round that is over.
    EditLate,
    /// To delete a direct message.
    Delete,
}

/// The roles of a server that matches give.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Roles {
    pub(crate) in_play: Id,
    pub(crate) out: Id,
}

/// A channel that was deleted, with what could be read there.
#[derive(Clone)]
pub(crate) struct DeletedChannel {
    pub(crate) channel: Id,
    pub(crate) guild: Id,
    pub(crate) name: String,
    /// The match that was played there.
    pub(crate) game: MatchId,
    pub(crate) messages: Vec<SeenMessage>,
}

/// Returns the number by which the edit of a message is known: of the time at which it was edited.
pub(crate) fn edit_of(message: Id, at: SandboxTime) -> Id {
    Id(((at - DISCORD_EPOCH_MILLIS) as u64) << 22 | message.0 & ((1 << 22) - 1))
}

/// The embedded Discord, everyone in it, and what they have done.
pub(crate) struct TestBed {
    pub(crate) sandbox: Sandbox,
    pub(crate) clock: Arc<RunningClock>,
    pub(crate) guilds: Vec<GuildHandle>,
    pub(crate) host: Person,
    /// The stored matches, for reading only.
    pub(crate) matches: Matches,
    pub(crate) fault_history: FaultHistory,
    jumps: JumpLog,
    asked: Mutex<Vec<ActionRequest>>,
    /// What people have seen of interactions.
    seen: Mutex<HashMap<Id, String>>,
    /// Interactions that were delivered twice.
    repeated: Mutex<HashSet<Id>>,
    interactions: Mutex<Vec<Id>>,
    is_finishing: AtomicBool,
    /// What players are still asked to do.
    tasks: Mutex<Vec<PlayerTask>>,
    /// The roles of each server.
    pub(crate) roles: BTreeMap<Id, Roles>,
    deleted_channels: Mutex<Vec<DeletedChannel>>,
}

impl TestBed {
    /// Opens a server for each of the shards.
    pub(crate) async fn open(limits: Limits, shards: u64, database: &str) -> Result<Self, Error> {
        let clock = Arc::new(RunningClock::default());
        let discord = RateLimits::discord();
        let config = SandboxConfig {
            clock: clock.clone(),
            response_timeout: RESPONSE_TIMEOUT,
            limits: match limits {
                Limits::All => discord,
                Limits::Requests => RateLimits { identifies: None, max_concurrency: None, ..discord },
                Limits::Off => RateLimits::off(),
            },
            retention: Retention {
                journal: usize::MAX,
                messages: usize::MAX,
                interactions: usize::MAX,
                // Records are files; a thousand kills take hundreds of matches.
                file_bytes: 4 << 30,
                ..Retention::default()
            },
            heartbeat: Duration::from_secs(5),
            shards,
            bot_permissions: BOT_PERMISSIONS,
            ..SandboxConfig::default()
        };
        let sandbox = Sandbox::start(config).await?;
        let host = sandbox.create_person(NewPerson::named("host"));
        let guild = |shard| sandbox.create_guild_on_shard(&format!("Server {shard}"), &host, shard);
        let guilds: Vec<GuildHandle> = (0..shards).map(guild).collect();
        let roles = |guild: &GuildHandle| {
            let role = |name| guild.create_role(name, Permissions::NONE);
            (guild.id(), Roles { in_play: role("Playing"), out: role("Out") })
        };
        let roles = guilds.iter().map(roles).collect();
        let matches =
            Matches::new(Store::open(database).await?, Arc::new(SystemClock)).with_games(toys::games());
        let (asked, interactions) = (Mutex::default(), Mutex::default());
        Ok(Self {
            sandbox,
            clock,
            guilds,
            host,
            matches,
            fault_history: FaultHistory::new(if shards > 1 {
                DatabaseUse::Shared
            } else {
                DatabaseUse::Single
            }),
            jumps: JumpLog::default(),
            asked,
            seen: Mutex::default(),
            repeated: Mutex::default(),
            interactions,
            is_finishing: AtomicBool::new(false),
            tasks: Mutex::default(),
            roles,
            deleted_channels: Mutex::default(),
        })
    }

    /// Creates people who are members of a server.
    pub(crate) fn people(&self, guild: &GuildHandle, names: &str, count: u8) -> Vec<Person> {
        let person = |number| NewPerson::named(&format!("{names}{number}"));
        (1..=count).map(|number| welcome(&self.sandbox, guild, person(number))).collect()
    }

    /// Returns a match as it is stored, or `None` while the database cannot be read.
    pub(crate) async fn load(&self, id: MatchId) -> Option<Arc<Match>> {
        self.matches.load(id).await.ok()
    }

    /// Moves time ahead.
    pub(crate) fn advance(&self, by: Duration) {
        self.jumps.advance(&self.clock, by);
    }

    /// Returns how much time has passed, without jumps.
    pub(crate) fn now(&self) -> ElapsedTime {
        self.passed(self.clock.now())
    }

    /// Returns how much time had passed, without jumps, by a time of the embedded Discord.
    pub(crate) fn passed(&self, at: SandboxTime) -> ElapsedTime {
        self.jumps.passed(at)
    }

    /// Asks players to do something at the next occasion.
    pub(crate) fn assign(&self, task: PlayerTask) {
        lock(&self.tasks).push(task);
    }

    /// Takes the oldest wish that can be granted now.
    pub(crate) fn take_task(&self, can_be: impl Fn(PlayerTask) -> bool) -> Option<PlayerTask> {
        let mut tasks = lock(&self.tasks);
        let first = tasks.iter().position(|task| can_be(*task))?;
        Some(tasks.remove(first))
    }

    /// Returns how often nobody has had an occasion to do something.
    pub(crate) fn tasks_left(&self, task: PlayerTask) -> u32 {
        lock(&self.tasks).iter().filter(|other| **other == task).count() as u32
    }

    /// Deletes the channel of a match, but remembers what could be read there.
    pub(crate) fn delete_channel(&self, guild: &GuildHandle, channel: Id, game: MatchId) {
        self.fault_history.begin(Cause::Gone(channel, game), self.now());
        let messages = self.host.view(channel);
        let named = guild.channels().into_iter().find(|(id, ..)| *id == channel);
        let name = named.map(|(.., name)| name).unwrap_or_default();
        guild.delete_channel(channel);
        lock(&self.deleted_channels).push(DeletedChannel {
            channel,
            guild: guild.id(),
            name,
            game,
            messages,
        });
    }

    /// Notes that a match is no longer played in its deleted channels.
    pub(crate) fn moved(&self, game: MatchId) {
        let is_its = |cause| matches!(cause, Cause::Gone(_, other) if other == game);
        self.fault_history.end_all(is_its, self.now());
    }

    pub(crate) fn deleted_channels(&self) -> Vec<DeletedChannel> {
        lock(&self.deleted_channels).clone()
    }

    /// Returns the earliest deadline of a match in rounds.
    pub(crate) async fn next_deadline(&self) -> Option<SandboxTime> {
        let now = self.clock.now();
        let mut first: Option<SandboxTime> = None;
        for guild in &self.guilds {
            for found in self.matches.in_guild(guild.id().0.into(), false).await.ok()? {
                let deadline = self.load(found.id).await.filter(|game| game.info().is_hosted());
                let deadline = deadline.and_then(|game| game.deadline).filter(|at| *at > now);
                first = first.into_iter().chain(deadline).min();
            }
        }
        first
    }

    /// Edits a direct message, and returns the number by which the edit is known.
    pub(crate) fn edit(&self, person: &Person, message: Id, text: &str) -> Option<Id> {
        let before = self.sandbox.journal_end();
        person.edit(message, text).ok()?;
        let is_it = |event: &JournalEvent| matches!(event, JournalEvent::MessageEdited { message: other, .. } if *other == message);
        let journal = self.sandbox.journal(before);
        journal.iter().find(|entry| is_it(&entry.event)).map(|entry| edit_of(message, entry.at))
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
    pub(crate) fn record_request(&self, asked: ActionRequest) {
        lock(&self.asked).push(asked);
    }

    /// Writes what people have asked for and everything that was to be seen to files in a folder.
    pub(crate) fn save(&self, folder: &Path) -> std::io::Result<()> {
        let mut asked = BufWriter::new(File::create(folder.join("asked.txt"))?);
        for one in self.asked() {
            writeln!(asked, "{one:?}")?;
        }
        let mut journal = BufWriter::new(File::create(folder.join("journal.txt"))?);
        for entry in self.sandbox.journal(0) {
            writeln!(journal, "{entry:?}")?;
        }
        Ok(())
    }

    pub(crate) fn asked(&self) -> Vec<ActionRequest> {
        lock(&self.asked).clone()
    }

    /// Waits for the answer to an interaction, and records what is seen of it.
    pub(crate) async fn watch(&self, handle: &InteractionHandle) {
        let began = Instant::now();
        // After a press that was only acknowledged, the message is what it was before, unless it was edited in time.
        if let Ok(message) = handle.message().await
            && began.elapsed() < RESPONSE_TIMEOUT
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
