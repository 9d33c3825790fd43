//! Registering the commands: only when they differ from what Discord has, and in one scope only.

use crate::ui::snowflakes::ToStored;
use poise::serenity_prelude as serenity;
use serde_json::{Map, Value as Json, json};
use serenity::{GuildInfo, GuildPagination, Http, LightMethod, Request, Route};
use trigon_engine::ids::GuildId;

use crate::codes::{Reaction, RefusalClass, RequestKind, reaction};
use crate::ui::{describe, refusal_class};
use trigon_engine::store::{Store, StoreError};

/// Where the commands are offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Commands {
    /// In all guilds and in direct messages.
    Everywhere,
    /// In these guilds only.
    InGuilds(Vec<u64>),
}

/// The integration type for installation in a server, the only one supported.
const IN_SERVERS: i64 = 0;

/// The contexts of a command that works in servers and in direct messages to the bot.
const IN_SERVERS_AND_DIRECT: [i64; 2] = [0, 1];

/// The fields that are compared. Discord returns more: IDs, defaults, and what it may add in future.
const COMPARED_FIELDS: [&str; 17] = [
    "autocomplete",
    "channel_types",
    "choices",
    "contexts",
    "default_member_permissions",
    "description",
    "integration_types",
    "max_length",
    "max_value",
    "min_length",
    "min_value",
    "name",
    "nsfw",
    "options",
    "required",
    "type",
    "value",
];

/// Adds to each command where it can be used, unless it already says so.
pub(super) fn place(commands: &mut Json) {
    let commands = commands.as_array_mut().into_iter().flatten().filter_map(Json::as_object_mut);
    for command in commands {
        if command.get("contexts").is_none_or(Json::is_null) {
            command.insert("contexts".to_owned(), json!(IN_SERVERS_AND_DIRECT));
        }
        command.insert("integration_types".to_owned(), json!([IN_SERVERS]));
        command.retain(|key, value| is_said(key, value));
    }
}

/// Returns whether a field of a command says something, and removes everything in it that does not. An option has all
/// fields that any option may have, but according to Discord's documentation only some of them may be present.
fn is_said(key: &str, value: &mut Json) -> bool {
    if key == "options" {
        for option in value.as_array_mut().into_iter().flatten().filter_map(Json::as_object_mut) {
            option.retain(|key, value| is_said(key, value));
        }
    }
    !is_default(value)
}

/// Registers the commands where they are wanted, unless they are already there. Registering them at each start would
/// make them unavailable for a moment each time, and Discord counts registrations.
pub(super) async fn register(
    http: &Http,
    store: &Store,
    wanted: &Commands,
    commands: &Json,
) -> serenity::Result<()> {
    let application = http.application_id().unwrap_or_default();
    let notes = Notes { store, application };
    let none = json!([]);
    let everywhere = match wanted {
        Commands::Everywhere => commands,
        Commands::InGuilds(guilds) => {
            let here = in_guilds(commands);
            for guild in guilds.iter().filter(|guild| **guild != 0) {
                notes.may_have(*guild).await;
                let guild = Some(serenity::GuildId::new(*guild));
                match update(http, Scope { application, guild }, &here).await {
                    // The other servers are served meanwhile.
                    Err(error) if refusal_class(&error).is_some_and(is_fixable) => {
                        let (guild, reason) = (guild.map(serenity::GuildId::get), describe(&error));
                        tracing::warn!(guild, reason, "the commands cannot be registered in a server");
                    }
                    updated => updated?,
                }
            }
            // Otherwise the servers would show each command twice.
            &none
        }
    };
    let scope = Scope { application, guild: None };
    if differ(http, scope, everywhere).await? {
        // Other servers may have been chosen since all of them were checked.
        notes.may_have(ALL_SERVERS).await;
        put(http, scope, everywhere).await?;
    }
    Ok(())
}

/// Removes the commands from servers in which they are no longer wanted. This takes a request for each server that may
/// have some, so nothing waits for it. Only if those servers are not known is every server checked.
pub(super) async fn clear_others(http: &Http, store: &Store, wanted: &Commands) {
    let application = http.application_id().unwrap_or_default();
    let notes = Notes { store, application };
    let kept = match wanted {
        Commands::Everywhere => &[],
        Commands::InGuilds(guilds) => guilds.as_slice(),
    };
    let known = notes.known().await;
    let others = match &known {
        Some(known) => known.clone(),
        None => match guilds(http).await {
            Ok(all) => all.iter().map(|guild| guild.id.get()).collect(),
            Err(error) => {
                tracing::warn!(reason = describe(&error), "old commands of servers cannot be looked for");
                return;
            }
        },
    };
    let mut is_clear = true;
    for guild in others.into_iter().filter(|guild| !kept.contains(guild)) {
        let scope = Scope { application, guild: Some(serenity::GuildId::new(guild)) };
        match update(http, scope, &json!([])).await {
            Ok(()) => notes.has_none(guild).await,
            Err(error) => {
                is_clear = false;
                tracing::info!(guild, reason = describe(&error), "old commands may stay");
            }
        }
    }
    if known.is_none() && is_clear {
        notes.has_none(ALL_SERVERS).await;
    }
}

fn is_fixable(class: RefusalClass) -> bool {
    reaction(RequestKind::Registration, class) == Reaction::WaitForFix
}

/// Stands for all servers without a note. Discord has no such ID.
const ALL_SERVERS: u64 = 0;

/// The stored notes on where the commands may be. A note that cannot be stored only costs requests at the next start.
struct Notes<'a> {
    store: &'a Store,
    application: serenity::ApplicationId,
}

impl Notes<'_> {
    /// Returns the servers that may have commands, or `None` if any server may.
    async fn known(&self) -> Option<Vec<u64>> {
        match self.store.registrations(self.application.stored()).await {
            Ok(noted) => {
                let noted = noted.into_iter().map(|guild| guild.0 as u64);
                let (all, guilds): (Vec<u64>, Vec<u64>) = noted.partition(|guild| *guild == ALL_SERVERS);
                (!all.is_empty()).then_some(guilds)
            }
            Err(error) => {
                tracing::warn!(%error, "it cannot be read which servers have commands");
                None
            }
        }
    }

    /// Records that a server, or any server, may have commands.
    async fn may_have(&self, guild: u64) {
        let (application, guild) = (self.application.stored(), GuildId::from(guild));
        stored(if guild == GuildId::from(ALL_SERVERS) {
            self.store.forget_registration(application, guild).await
        } else {
            self.store.note_registration(application, guild).await
        });
    }

    /// Records that a server, or any server without a note, has no commands.
    async fn has_none(&self, guild: u64) {
        let (application, guild) = (self.application.stored(), GuildId::from(guild));
        stored(if guild == GuildId::from(ALL_SERVERS) {
            self.store.note_registration(application, guild).await
        } else {
            self.store.forget_registration(application, guild).await
        });
    }
}

fn stored(stored: Result<(), StoreError>) {
    if let Err(error) = stored {
        tracing::warn!(%error, "it cannot be stored which servers have commands");
    }
}

/// Returns all servers, which Discord lists in pages.
pub(super) async fn guilds(http: &Http) -> serenity::Result<Vec<GuildInfo>> {
    const PAGE: u64 = 200;
    let mut all: Vec<GuildInfo> = Vec::new();
    loop {
        let after = all.last().map(|guild| GuildPagination::After(guild.id));
        let page = http.get_guilds(after, Some(PAGE)).await?;
        let more = page.len() as u64 == PAGE;
        all.extend(page);
        if !more {
            return Ok(all);
        }
    }
}

/// Returns how many commands are registered globally or in a server.
pub(super) async fn count(http: &Http, guild: Option<serenity::GuildId>) -> serenity::Result<usize> {
    let scope = Scope { application: http.application_id().unwrap_or_default(), guild };
    let found: Vec<Json> = http.fire(Request::new(scope.route(), LightMethod::Get)).await?;
    Ok(found.len())
}

/// Where commands are registered.
#[derive(Debug, Clone, Copy)]
struct Scope {
    application: serenity::ApplicationId,
    /// The server, or `None` for all.
    guild: Option<serenity::GuildId>,
}

impl Scope {
    fn route(self) -> Route<'static> {
        let application_id = self.application;
        match self.guild {
            Some(guild_id) => Route::GuildCommands { application_id, guild_id },
            None => Route::Commands { application_id },
        }
    }
}

/// Registers the wanted commands in a scope, unless they are already there.
async fn update(http: &Http, scope: Scope, wanted: &Json) -> serenity::Result<()> {
    if differ(http, scope, wanted).await? { put(http, scope, wanted).await } else { Ok(()) }
}

/// Returns whether the commands in a scope differ from the wanted ones.
async fn differ(http: &Http, scope: Scope, wanted: &Json) -> serenity::Result<bool> {
    let found: Json = http.fire(Request::new(scope.route(), LightMethod::Get)).await?;
    Ok(normal(&found) != normal(wanted))
}

async fn put(http: &Http, scope: Scope, wanted: &Json) -> serenity::Result<()> {
    let body = serde_json::to_vec(wanted)?;
    let request = Request::new(scope.route(), LightMethod::Put).body(Some(body));
    let _: Json = http.fire(request).await?;
    tracing::info!(guild = scope.guild.map(serenity::GuildId::get), "the commands were registered");
    Ok(())
}

/// Returns the commands in the form for single servers, where they cannot say where else they work.
fn in_guilds(commands: &Json) -> Json {
    let mut commands = commands.clone();
    let each = commands.as_array_mut().into_iter().flatten().filter_map(Json::as_object_mut);
    for command in each {
        command.retain(|key, _| !matches!(key.as_str(), "contexts" | "integration_types"));
    }
    commands
}

/// Returns the commands in a form for comparison, whether or not Discord has added its defaults.
fn normal(commands: &Json) -> Vec<Json> {
    let mut commands: Vec<Json> = commands.as_array().into_iter().flatten().map(command).collect();
    commands.sort_by_key(|command| command["name"].to_string());
    commands
}

fn command(command: &Json) -> Json {
    let mut normal = part(command);
    if let Some(normal) = normal.as_object_mut() {
        normal.entry("type").or_insert(json!(1.0));
        // Discord returns these for single servers too, where they mean nothing.
        if command.get("guild_id").is_some() {
            normal.retain(|key, _| !matches!(key.as_str(), "contexts" | "integration_types"));
        }
    }
    normal
}

fn part(part: &Json) -> Json {
    match part {
        Json::Object(fields) => {
            let fields = fields.iter().filter(|(key, _)| COMPARED_FIELDS.contains(&key.as_str()));
            let fields = fields.map(|(key, value)| (key.clone(), self::part(value)));
            Json::Object(fields.filter(|(_, value)| !is_default(value)).collect::<Map<_, _>>())
        }
        Json::Array(parts) => parts.iter().map(self::part).collect(),
        // A bound of 1 may come back as 1.0, and one of fifteen digits with a different last digit.
        Json::Number(number) => number.as_f64().map_or(Json::Null, |number| Json::from(number as f32)),
        other => other.clone(),
    }
}

fn is_default(value: &Json) -> bool {
    // Commands of context menus come back with an empty description.
    matches!(value, Json::Null | Json::Bool(false))
        || value == ""
        || value.as_array().is_some_and(Vec::is_empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours() -> Json {
        json!([
            { "name": "b", "description": "d", "contexts": [0, 1], "integration_types": [0] },
            { "type": 1, "name": "a", "description": "d", "options": [
                { "type": 4, "name": "n", "description": "x", "min_value": 1, "required": false, "choices": [] }
            ] },
        ])
    }

    #[test]
    fn what_discord_adds_makes_no_difference() {
        let theirs = json!([
            { "id": "9", "application_id": "1", "version": "4", "type": 1, "name": "a", "description": "d",
              "name_localizations": null, "default_member_permissions": null, "dm_permission": true, "nsfw": false,
              "options": [{ "type": 4, "name": "n", "description": "x", "min_value": 1.0, "something": "new" }] },
            { "id": "8", "type": 1, "name": "b", "description": "d", "contexts": [0, 1], "integration_types": [0] },
        ]);
        assert_eq!(normal(&ours()), normal(&theirs));
        let mut here = theirs.clone();
        here[1]["guild_id"] = json!("5");
        assert_eq!(normal(&in_guilds(&ours())), normal(&here));
    }

    #[test]
    fn what_people_see_makes_a_difference() {
        for (path, value) in [
            ("/0/description", json!("other")),
            ("/0/contexts", json!([0])),
            ("/1/options/0/min_value", json!(2)),
            ("/1/options/0/required", json!(true)),
            ("/1/options/0/choices", json!([{ "name": "one", "value": 1 }])),
        ] {
            let mut other = ours();
            *other.pointer_mut(path).unwrap() = value;
            assert_ne!(normal(&ours()), normal(&other), "{path}");
        }
        assert_ne!(normal(&ours()), normal(&json!([])));
    }
}
