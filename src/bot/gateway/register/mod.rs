//! Registering the commands: only when they differ from what Discord has, and in one scope only.
//!
//! | file | what |
//! |---|---|
//! | `form.rs` | commands in the forms in which they are registered and compared |
//! | `notes.rs` | the stored notes on where commands may be registered |

mod form;
mod notes;

use poise::serenity_prelude as serenity;
use serde_json::{Value as Json, json};
use serenity::{GuildInfo, GuildPagination, Http, LightMethod, Request, Route};

pub(super) use self::form::prepare;
use self::form::{in_guilds, normalized};
use self::notes::Notes;
use crate::codes::{Reaction, RefusalClass, RequestKind, reaction};
use crate::ui::{describe, refusal_class};
use trigon_engine::store::Store;

/// Where the commands are offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Commands {
    /// In all guilds and in direct messages.
    Everywhere,
    /// In these guilds only.
    InGuilds(Vec<u64>),
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
            for guild in guilds.iter().copied().filter(|guild| *guild != 0) {
                notes.note_possible(guild).await;
                let scope = Scope { application, guild: Some(serenity::GuildId::new(guild)) };
                match update(http, scope, &here).await {
                    // Somebody has to change something in this server. The other servers get their commands all the same.
                    Err(error) if refusal_class(&error).is_some_and(is_fixable) => {
                        let reason = describe(&error);
                        tracing::warn!(guild, reason, "the commands cannot be registered in a server");
                    }
                    updated => updated?,
                }
            }
            // Nothing is registered for all servers: these servers would show each command twice.
            &none
        }
    };
    let scope = Scope { application, guild: None };
    if differ(http, scope, everywhere).await? {
        // Whatever registered the commands last was another version or had other settings, perhaps with another database. It may
        // have left commands in servers of which there is no note here.
        notes.note_possible_anywhere().await;
        put(http, scope, everywhere).await?;
    }
    Ok(())
}

/// Removes the commands from servers in which they are no longer wanted. This takes a request for each server that may have some,
/// so it runs as a task beside the connection. If the store does not say which servers those are, every server is checked.
pub(super) async fn clear_others(http: &Http, store: &Store, wanted: &Commands) {
    let application = http.application_id().unwrap_or_default();
    let notes = Notes { store, application };
    let kept = match wanted {
        Commands::Everywhere => &[],
        Commands::InGuilds(guilds) => guilds.as_slice(),
    };
    let noted = notes.servers().await;
    let candidates = match &noted {
        Some(noted) => noted.clone(),
        None => match guilds(http).await {
            Ok(all) => all.iter().map(|guild| guild.id.get()).collect(),
            Err(error) => {
                tracing::warn!(reason = describe(&error), "old commands of servers cannot be looked for");
                return;
            }
        },
    };
    let mut is_clear = true;
    for guild in candidates.into_iter().filter(|guild| !kept.contains(guild)) {
        let scope = Scope { application, guild: Some(serenity::GuildId::new(guild)) };
        match update(http, scope, &json!([])).await {
            Ok(()) => notes.note_none(guild).await,
            Err(error) => {
                is_clear = false;
                tracing::info!(guild, reason = describe(&error), "old commands may stay");
            }
        }
    }
    if noted.is_none() && is_clear {
        notes.note_none_elsewhere().await;
    }
}

fn is_fixable(class: RefusalClass) -> bool {
    reaction(RequestKind::Registration, class) == Reaction::WaitForFix
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
    Ok(normalized(&found) != normalized(wanted))
}

async fn put(http: &Http, scope: Scope, wanted: &Json) -> serenity::Result<()> {
    let body = serde_json::to_vec(wanted)?;
    let request = Request::new(scope.route(), LightMethod::Put).body(Some(body));
    let _: Json = http.fire(request).await?;
    tracing::info!(guild = scope.guild.map(serenity::GuildId::get), "the commands were registered");
    Ok(())
}
