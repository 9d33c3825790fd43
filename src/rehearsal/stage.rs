//! [`Server`] and [`Stage`]: an embedded Discord with people, and the bot in it.

use std::sync::Arc;
use std::time::Duration;

use trigon_bot::{Api, Bot, BotConfig, BotError, Commands, Running};
use trigon_engine::ids::MatchId;
use trigon_engine::matches::{Command, MatchError, Matches, NewMatch, Person as Who, RosterEntry, Terms};
use trigon_engine::store::StoreError;
use trigon_sandbox::{GuildHandle, Id, NewPerson, Person, Sandbox, SandboxConfig, SandboxError};

use crate::simulate::roster;

/// The interval, in real time, at which to check whether everything has been delivered.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// An embedded Discord with one server, one channel and some people.
pub struct Server {
    /// The embedded Discord.
    pub sandbox: Arc<Sandbox>,
    /// The server.
    pub guild: GuildHandle,
    /// The channel.
    pub hall: Id,
    /// The people. The first owns the server.
    pub people: Vec<Person>,
}

impl Server {
    /// Starts an embedded Discord with a server, a channel in it, and people. Without names, the owner has an empty
    /// name.
    ///
    /// # Errors
    /// Returns an error if nothing can listen at the address.
    pub async fn open(
        config: SandboxConfig,
        [name, channel]: [&str; 2],
        people: &[impl AsRef<str>],
    ) -> Result<Self, SandboxError> {
        let sandbox = Arc::new(Sandbox::start(config).await?);
        let mut names = people.iter().map(AsRef::as_ref);
        let owner = sandbox.create_person(NewPerson::named(names.next().unwrap_or_default()));
        let guild = sandbox.create_guild(name, &owner);
        let hall = guild.create_channel(channel);
        let mut server = Self { sandbox, guild, hall, people: vec![owner] };
        for name in names {
            let person = server.welcome(NewPerson::named(name));
            server.people.push(person);
        }
        Ok(server)
    }

    /// Creates a person who is a member of the server.
    pub fn welcome(&self, new: NewPerson) -> Person {
        welcome(&self.sandbox, &self.guild, new)
    }
}

/// Creates a person who is a member of a server.
pub fn welcome(sandbox: &Sandbox, guild: &GuildHandle, new: NewPerson) -> Person {
    let person = sandbox.create_person(new);
    guild.add_member(&person);
    person
}

/// A server with the bot in it.
pub struct Stage {
    /// The server.
    pub server: Server,
    /// The matches of the bot.
    pub matches: Matches,
    bot: Running,
}

impl Stage {
    /// Connects the bot to a server.
    ///
    /// # Errors
    /// Returns an error if the bot cannot start.
    pub async fn start(server: Server, matches: Matches) -> Result<Self, BotError> {
        let bot = connect(&server.sandbox, &matches).await?;
        Ok(Self { server, matches, bot })
    }

    /// Stops the bot and closes the database.
    pub async fn stop(self) {
        self.bot.stop().await;
        self.matches.store().close().await;
    }
}

/// Returns the configuration of a bot for an embedded Discord. It ignores rate limits, because they may be off there.
///
/// # Errors
/// Returns an error if the embedded Discord's token is invalid.
pub fn config(sandbox: &Sandbox) -> Result<BotConfig, BotError> {
    Ok(BotConfig {
        token: sandbox.token().parse().map_err(|_| BotError::Token)?,
        api: Api::Unlimited(sandbox.url()),
        commands: Commands::Everywhere,
        shards: None,
        clock: None,
    })
}

/// Connects the bot to an embedded Discord, and waits until it is ready.
///
/// # Errors
/// Returns an error if it cannot start.
pub async fn connect(sandbox: &Sandbox, matches: &Matches) -> Result<Running, BotError> {
    let bot = Bot::start(config(sandbox)?, matches.clone()).await?;
    bot.ready().await?;
    Ok(bot)
}

/// Waits until no timer is due and everything has been delivered.
///
/// # Errors
/// Returns an error if the database cannot be read.
pub async fn settled(matches: &Matches) -> Result<(), StoreError> {
    let store = matches.store();
    loop {
        let now = matches.clock().now();
        let due = store.next_due().await?.is_some_and(|at| at <= now);
        let is_idle = store.next_delivery().await?.is_none() && !store.has_upkeep(now).await?;
        if !due && is_idle && !matches.is_delivering() {
            return Ok(());
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Returns a member of a server as the author of a command.
pub fn member(person: &Person, guild: &GuildHandle, guild_host: bool) -> Who {
    Who { user_id: person.id().0.into(), guild_id: Some(guild.id().0.into()), guild_host, request: None }
}

/// Creates a match of the main game in a channel, with its roster. The first player has the highest rank.
///
/// # Errors
/// Returns an error if such a match cannot be created.
pub async fn seat(
    matches: &Matches,
    host: &Who,
    channel: Id,
    title: &str,
    terms: Terms,
    players: &[Person],
) -> Result<MatchId, MatchError> {
    let game = matches.games().main();
    let new = NewMatch {
        game: game.name.to_owned(),
        guild_id: host.guild_id.unwrap_or_default(),
        channel_id: channel.0.into(),
        title: title.to_owned(),
        terms,
    };
    let id = matches.create(host, new).await?.id;
    let fields = matches.games().get(game.name).map(|game| roster(&*game, players.len() as u8));
    let entry = |(person, fields): (&Person, _)| {
        let user_id = person.id().0.into();
        RosterEntry { user_id, name: person.name(), renames: true, fields }
    };
    let entries = players.iter().zip(fields.unwrap_or_default()).map(entry).collect();
    matches.ask(id, host, Command::Roster(entries)).await?;
    Ok(id)
}

/// Begins a match of turns in a channel with players who have signed up. The first of them created it.
///
/// # Errors
/// Returns an error if such a match cannot be played.
pub async fn begin(
    matches: &Matches,
    (guild, channel): (&GuildHandle, Id),
    [title, game]: [&str; 2],
    terms: Terms,
    players: &[Person],
) -> Result<MatchId, MatchError> {
    let creator = member(&players[0], guild, false);
    let new = NewMatch {
        game: game.to_owned(),
        guild_id: guild.id().0.into(),
        channel_id: channel.0.into(),
        title: title.to_owned(),
        terms,
    };
    let id = matches.create_seated(&creator, &players[0].name(), &[], new).await?.id;
    for player in &players[1..] {
        matches.ask(id, &member(player, guild, false), Command::Join(player.name())).await?;
    }
    matches.ask(id, &creator, Command::Start).await?;
    Ok(id)
}
