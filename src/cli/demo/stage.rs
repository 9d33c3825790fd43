//! The embedded Discord with the bot in it, and the clock that both share.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;

use super::error::DemoError;
use crate::bot::{Api, Bot, BotConfig, Commands, ComponentAction, Running};
use crate::cli::taps::custom_ids;
use crate::cli::tasks::repeatable_seeds;
use crate::matches::{Clock, Commitment, HandClock, Match, Matches, Millis};
use crate::sandbox::{
    GuildHandle, Id, InteractionHandle, NewPerson, OptionValue, Person, PersonError, RateLimits, Sandbox,
    SandboxConfig, SeenMessage, SeenRequest,
};
use crate::store::Store;

/// When the demonstration begins: on a Friday evening.
const BEGIN: Millis = 1_767_985_200_000;

/// The maximum real time for anything before the demonstration gives up.
const PATIENCE: Duration = Duration::from_secs(20);

/// The real time between two checks whether everything has been delivered.
const LOOK: Duration = Duration::from_millis(1);

/// Something that a person did, for the transcript.
#[derive(Debug, Clone)]
pub(super) struct Deed {
    /// The number of entries that the journal had before.
    pub(super) after: usize,
    /// The person.
    pub(super) by: Id,
    /// The channel.
    pub(super) channel: Id,
    /// A description: `presses **Join**`.
    pub(super) text: String,
}

/// The embedded Discord, the bot, and everyone there.
pub(super) struct Stage {
    pub(super) sandbox: Sandbox,
    pub(super) guild: GuildHandle,
    pub(super) hall: Id,
    pub(super) host: Person,
    pub(super) watcher: Person,
    pub(super) matches: Matches,
    clock: Arc<HandClock>,
    bot: Running,
    folder: PathBuf,
    deeds: Mutex<Vec<Deed>>,
}

/// Adds a person's name to an error.
fn of(who: &Person) -> impl Fn(PersonError) -> DemoError + '_ {
    |source| DemoError::Person { who: who.name(), source }
}

impl Stage {
    /// Starts everything. The seeds of matches follow from `seed`.
    pub(super) async fn set(seed: &str, channel: &str) -> Result<Self, DemoError> {
        let clock = Arc::new(HandClock::new(BEGIN));
        let config = SandboxConfig {
            clock: clock.clone(),
            bot_id: Some(Id(1_234_567_890_123_456)),
            bot_name: "Trigon".to_owned(),
            // A demo plays days in seconds: at Discord's limits it would take minutes.
            limits: RateLimits::off(),
            ..SandboxConfig::default()
        };
        let sandbox = Sandbox::start(config).await?;
        let host = sandbox.create_person(NewPerson::named("Marshal"));
        let guild = sandbox.create_guild("Code Red", &host);
        let hall = guild.create_channel(channel);
        let watcher = sandbox.create_person(NewPerson::named("Onlooker"));
        guild.add_member(&watcher);

        let folder = std::env::temp_dir().join(format!("trigon-demo-{}", std::process::id()));
        let store = Store::open(&format!("sqlite://{}/trigon.db", folder.display())).await?;
        // Each match has its own seed, because the seed of a finished match is public.
        let matches = Matches::new(store, clock.clone()).with_seeds(repeatable_seeds(seed));
        let config = BotConfig {
            token: sandbox.token().parse().map_err(|_| DemoError::Missing("no token".to_owned()))?,
            api: Api::Unlimited(sandbox.url()),
            commands: Commands::Everywhere,
            shards: None,
            clock: None,
        };
        let bot = Bot::start(config, matches.clone()).await?;
        bot.ready().await?;
        Ok(Self { sandbox, guild, hall, host, watcher, matches, clock, bot, folder, deeds: Mutex::default() })
    }

    /// Returns the requests of the bot, a JSON object in each line.
    pub(super) fn requests(&self) -> String {
        let requests = self.sandbox.requests(0).into_iter();
        let lines = requests.map(|request| {
            let SeenRequest { method, path, body, .. } = request;
            format!("{}\n", json!({ "method": method, "path": path, "body": body }))
        });
        lines.collect()
    }

    /// Stops everything and deletes the database.
    pub(super) async fn strike(self) {
        self.bot.stop().await;
        self.matches.store().close().await;
        // It does no harm if the temporary folder remains.
        let _ = std::fs::remove_dir_all(&self.folder);
    }

    /// Sets the clock.
    pub(super) fn set_clock(&self, at: Millis) {
        self.clock.set(at);
    }

    /// Returns the current time of the clock.
    pub(super) fn now(&self) -> Millis {
        self.clock.now()
    }

    /// Returns a match as it is stored.
    pub(super) async fn load(&self, id: i64) -> Result<Arc<Match>, DemoError> {
        Ok(self.matches.load(id).await?)
    }

    /// Waits until no timer is due and everything has been delivered.
    pub(super) async fn settled(&self) -> Result<(), DemoError> {
        let store = self.matches.store();
        let settled = async {
            loop {
                let due = store.next_due().await?.is_some_and(|at| at <= self.now());
                if !due && store.next_delivery().await?.is_none() && !self.matches.is_delivering() {
                    return Ok::<(), DemoError>(());
                }
                tokio::time::sleep(LOOK).await;
            }
        };
        let in_time = tokio::time::timeout(PATIENCE, settled).await;
        in_time.map_err(|_| DemoError::Missing("not everything was delivered in time".to_owned()))?
    }

    /// Notes what a person does next.
    fn note(&self, by: &Person, channel: Id, text: String) {
        let deed = Deed { after: self.sandbox.journal(0).len(), by: by.id(), channel, text };
        // A poisoned lock only means that another thread panicked after a complete addition.
        self.deeds.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(deed);
    }

    /// Returns everything that people did.
    pub(super) fn deeds(&self) -> Vec<Deed> {
        self.deeds.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// Lets a person use a slash command.
    pub(super) fn slash(
        &self,
        by: &Person,
        channel: Id,
        command: &str,
        options: &[(&str, OptionValue)],
    ) -> Result<InteractionHandle, DemoError> {
        let mut typed = format!("/{command}");
        for (name, value) in options {
            typed += &format!(" {name}: {}", self.shown(value));
        }
        self.note(by, channel, format!("uses `{typed}`"));
        by.slash(channel, command, options).map_err(of(by))
    }

    fn shown(&self, value: &OptionValue) -> String {
        match value {
            OptionValue::Text(text) => text.clone(),
            OptionValue::Integer(number) => number.to_string(),
            OptionValue::Flag(flag) => flag.to_string(),
            OptionValue::Id(id) => {
                let person = self.sandbox.people().into_iter().find(|person| person.id() == *id);
                person.map_or_else(|| id.to_string(), |person| format!("@{}", person.name()))
            }
            _ => "…".to_owned(),
        }
    }

    /// Lets a person use a slash command, and returns the answer.
    pub(super) async fn ask(
        &self,
        by: &Person,
        channel: Id,
        command: &str,
        options: &[(&str, OptionValue)],
    ) -> Result<SeenMessage, DemoError> {
        self.slash(by, channel, command, options)?.message().await.map_err(of(by))
    }

    /// Lets a person write to the bot, and returns the answer.
    pub(super) async fn dm(&self, by: &Person, text: &str) -> Result<SeenMessage, DemoError> {
        let before = by.dms().len();
        by.dm(text).map_err(of(by))?;
        let look = || by.dms().into_iter().nth(before + 1);
        let answer = self.sandbox.wait_for(PATIENCE, look).await;
        answer.ok_or_else(|| DemoError::Missing(format!("{} got no answer to {text:?}", by.name())))
    }

    /// Lets a person press a certain button of a message, and returns the answer.
    pub(super) async fn press(
        &self,
        by: &Person,
        message: &SeenMessage,
        is_it: impl Fn(&ComponentAction) -> bool,
    ) -> Result<SeenMessage, DemoError> {
        self.pressed(by, message, is_it)?.message().await.map_err(of(by))
    }

    fn pressed(
        &self,
        by: &Person,
        message: &SeenMessage,
        is_it: impl Fn(&ComponentAction) -> bool,
    ) -> Result<InteractionHandle, DemoError> {
        let id = custom_ids(message, |id| is_it(&id.action))
            .next()
            .ok_or_else(|| DemoError::Missing(format!("{} finds no such button", by.name())))?;
        let label = message.component(id).and_then(|part| part["label"].as_str()).unwrap_or("a button");
        self.note(by, message.channel, format!("presses **{label}**"));
        by.click(message.id, id).map_err(of(by))
    }

    /// Lets a person press a button whose answer comes later as a message of its own, and returns the answer.
    pub(super) async fn press_later(
        &self,
        by: &Person,
        message: &SeenMessage,
        is_it: impl Fn(&ComponentAction) -> bool,
    ) -> Result<SeenMessage, DemoError> {
        let answers = self.pressed(by, message, is_it)?.followups(1).await.map_err(of(by))?;
        answers.into_iter().next().ok_or_else(|| DemoError::Missing("no answer came".to_owned()))
    }

    /// Lets a person pick from a certain select of a message, and returns the answer.
    pub(super) async fn select(
        &self,
        by: &Person,
        message: &SeenMessage,
        value: &str,
        is_it: impl Fn(&ComponentAction) -> bool,
    ) -> Result<SeenMessage, DemoError> {
        let has = |id: &&str| {
            let options = message.component(id).and_then(|part| part["options"].as_array());
            options.is_some_and(|options| options.iter().any(|option| option["value"] == *value))
        };
        let id = custom_ids(message, |id| is_it(&id.action))
            .find(has)
            .ok_or_else(|| DemoError::Missing(format!("{} finds nothing to pick from", by.name())))?;
        let options = message.component(id).and_then(|part| part["options"].as_array()).cloned();
        let option = options.unwrap_or_default().into_iter().find(|option| option["value"] == *value);
        let label = option.and_then(|option| Some(option["label"].as_str()?.to_owned()));
        self.note(by, message.channel, format!("picks **{}**", label.unwrap_or_default()));
        by.select(message.id, id, &[value]).map_err(of(by))?.message().await.map_err(of(by))
    }

    /// Lets a person fill in a form, and returns the answer.
    pub(super) async fn fill_in(
        &self,
        by: &Person,
        channel: Id,
        form: &InteractionHandle,
        field: &str,
        text: &str,
    ) -> Result<SeenMessage, DemoError> {
        form.response().await.map_err(of(by))?;
        self.note(by, channel, format!("fills in the form:\n```\n{text}\n```"));
        let sent = form.submit_modal(&[(field, text)]).map_err(of(by))?;
        sent.message().await.map_err(of(by))
    }

    /// Returns the files that were posted in the channel, in order, with their names.
    pub(super) fn posted_files(&self) -> Vec<(String, Arc<[u8]>)> {
        let messages = self.watcher.view(self.hall);
        let public = messages.into_iter().filter(|message| !message.ephemeral);
        let files = public.flat_map(|message| message.files);
        files.map(|file| (file.filename, file.bytes)).collect()
    }

    /// Returns the hash of the seed from the first public message that contains one.
    pub(super) fn posted_hash(&self) -> Option<Commitment> {
        let messages = self.watcher.view(self.hall);
        let mut words = messages.iter().flat_map(|message| message.content.split('`'));
        words.find_map(|word| word.parse().ok())
    }
}

/// Returns whether a message has a certain component.
pub(super) fn has(message: &SeenMessage, is_it: impl Fn(&ComponentAction) -> bool) -> bool {
    custom_ids(message, |id| is_it(&id.action)).next().is_some()
}
