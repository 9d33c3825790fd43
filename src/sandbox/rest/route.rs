//! Routing of paths to handlers.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use super::{
    Call, Reply, channels, commands, guilds, interactions, messages, pins, reactions, threads, users,
    webhooks,
};
use crate::{
    check::Form,
    fault::{Answer, ApiError},
    faults::matches_pattern,
    id::Id,
    state::State,
};

/// Parses a snowflake in the path; `field` is its name in errors.
fn id(text: &str, field: &str) -> Answer<Id> {
    let mut form = Form::default();
    let id = form.snowflake(&text.into(), field);
    form.finish()?;
    id.ok_or_else(ApiError::not_found)
}

fn channel(text: &str) -> Answer<Id> {
    id(text, "channel_id")
}

fn message(text: &str) -> Answer<Id> {
    id(text, "message_id")
}

fn guild(text: &str) -> Answer<Id> {
    id(text, "guild_id")
}

/// Parses `@me` or a user id.
fn user(state: &State, text: &str) -> Answer<Id> {
    if text == "@me" { Ok(state.bot) } else { id(text, "user_id") }
}

/// The paths that exist with some method.
const PATHS: [&str; 50] = [
    "/gateway",
    "/gateway/bot",
    "/users/@me",
    "/users/*",
    "/users/@me/guilds",
    "/users/@me/channels",
    "/applications/@me",
    "/oauth2/applications/@me",
    "/applications/*/commands",
    "/applications/*/commands/*",
    "/applications/*/guilds/*/commands",
    "/applications/*/guilds/*/commands/permissions",
    "/applications/*/guilds/*/commands/*",
    "/applications/*/guilds/*/commands/*/permissions",
    "/applications/*/emojis",
    "/guilds/*",
    "/guilds/*/channels",
    "/guilds/*/roles",
    "/guilds/*/roles/*",
    "/guilds/*/members",
    "/guilds/*/members/search",
    "/guilds/*/members/*",
    "/guilds/*/members/*/roles/*",
    "/guilds/*/threads/active",
    "/channels/*",
    "/channels/*/typing",
    "/channels/*/permissions/*",
    "/channels/*/messages",
    "/channels/*/messages/bulk-delete",
    "/channels/*/messages/pins",
    "/channels/*/messages/pins/*",
    "/channels/*/messages/*",
    "/channels/*/messages/*/threads",
    "/channels/*/messages/*/reactions",
    "/channels/*/messages/*/reactions/*",
    "/channels/*/messages/*/reactions/*/*",
    "/channels/*/pins",
    "/channels/*/pins/*",
    "/channels/*/threads",
    "/channels/*/threads/archived/public",
    "/channels/*/threads/archived/private",
    "/channels/*/users/@me/threads/archived/private",
    "/channels/*/thread-members",
    "/channels/*/thread-members/*",
    "/channels/*/webhooks",
    "/channels/*/invites",
    "/interactions/*/*/callback",
    "/webhooks/*/*",
    "/webhooks/*/*/messages/*",
    "/guilds/*/emojis",
];

/// Calls the handler for a request.
pub(crate) fn route(s: &mut State, call: Call) -> Answer<Reply> {
    let path = call.path.clone();
    let result = find(s, call);
    // Code 0 means that no route matches; unknown objects have codes of their own.
    let unhandled = matches!(&result, Err(error) if (error.status, error.code) == (404, 0));
    if unhandled && PATHS.iter().any(|known| matches_pattern(known, &path)) {
        return Err(ApiError::wrong_method());
    }
    result
}

fn find(s: &mut State, call: Call) -> Answer<Reply> {
    let path = call.path.clone();
    // Some clients write `%40me` for `@me`. Unlike in a query, a `+` does not mean a space.
    let decode = |step| percent_decode_str(step).decode_utf8_lossy();
    let steps: Vec<Cow<'_, str>> = path.trim_matches('/').split('/').map(decode).collect();
    let steps: Vec<&str> = steps.iter().map(AsRef::as_ref).collect();
    match (call.method.as_str(), steps.as_slice()) {
        ("GET", ["gateway"]) => Ok(users::gateway(s)),
        ("GET", ["gateway", "bot"]) => Ok(users::gateway_bot(s)),
        ("GET", ["users", "@me", "guilds"]) => Ok(users::own_guilds(s)),
        ("POST", ["users", "@me", "channels"]) => users::open_dm(s, &call.body.json),
        ("GET", ["users", u]) => users::get(s, user(s, u)?, *u == "@me"),
        ("PATCH", ["users", "@me"]) => users::get(s, s.bot, true),
        ("GET", ["applications", "@me"] | ["oauth2", "applications", "@me"]) => Ok(users::application(s)),
        (_, ["applications", app, rest @ ..]) => {
            if id(app, "application_id")? != s.bot {
                return Err(ApiError::unknown_application());
            }
            match rest {
                ["commands", rest @ ..] => command_routes(s, None, rest, &call),
                ["guilds", g, "commands", rest @ ..] => {
                    let guild = guild(g)?;
                    guilds::of_bot(s, guild)?;
                    command_routes(s, Some(guild), rest, &call)
                }
                ["emojis"] => Ok(Reply::Json(serde_json::json!({ "items": [] }))),
                _ => Err(ApiError::not_found()),
            }
        }
        (_, ["guilds", g, rest @ ..]) => guild_routes(s, guild(g)?, rest, &call),
        (_, ["channels", c, rest @ ..]) => {
            let (channel, rest) = (channel(c)?, rest.to_vec());
            channel_routes(s, channel, &rest, call)
        }
        ("POST", ["interactions", i, token, "callback"]) => {
            let with_response = call.flag("with_response");
            interactions::callback(s, id(i, "interaction_id")?, token, call.body, with_response)
        }
        (method, ["webhooks", app, token, rest @ ..]) => {
            let ticket = webhooks::ticket(s, id(app, "webhook_id")?, token)?;
            match (method, rest) {
                ("POST", []) => webhooks::follow_up(s, ticket, call.body),
                ("GET", ["messages", m]) => webhooks::get(s, webhooks::find(s, ticket, m)?),
                ("PATCH", ["messages", m]) => {
                    let message = webhooks::find(s, ticket, m)?;
                    webhooks::edit(s, ticket, message, call.body)
                }
                ("DELETE", ["messages", m]) => {
                    let message = webhooks::find(s, ticket, m)?;
                    Ok(webhooks::delete(s, message))
                }
                _ => Err(ApiError::not_found()),
            }
        }
        _ => Err(ApiError::not_found()),
    }
}

fn command_routes(s: &mut State, guild: Option<Id>, rest: &[&str], call: &Call) -> Answer<Reply> {
    let body = &call.body.json;
    let command = |text: &str| id(text, "command_id");
    match (call.method.as_str(), rest) {
        ("GET", []) => Ok(commands::list(s, guild, call.flag("with_localizations"))),
        ("PUT", []) => commands::overwrite(s, guild, body),
        ("POST", []) => commands::create(s, guild, body),
        ("GET", ["permissions"]) => Ok(Reply::Json(serde_json::json!([]))),
        ("GET", [c]) => commands::get(s, guild, command(c)?),
        ("PATCH", [c]) => commands::edit(s, guild, command(c)?, body),
        ("DELETE", [c]) => commands::delete(s, guild, command(c)?),
        ("GET", [_, "permissions"]) => {
            Err(ApiError::new(404, 10066, "Unknown application command permissions"))
        }
        _ => Err(ApiError::not_found()),
    }
}

fn guild_routes(s: &mut State, guild: Id, rest: &[&str], call: &Call) -> Answer<Reply> {
    guilds::of_bot(s, guild)?;
    match (call.method.as_str(), rest) {
        ("GET", []) => guilds::get(s, guild, call.flag("with_counts")),
        ("GET", ["channels"]) => Ok(guilds::channels(s, guild)),
        ("POST", ["channels"]) => guilds::create_channel(s, guild, &call.body.json),
        ("GET", ["roles"]) => guilds::roles(s, guild),
        ("GET", ["roles", role]) => guilds::role(s, guild, id(role, "role_id")?),
        ("GET", ["members"]) => guilds::members(s, guild, call),
        ("GET", ["members", "search"]) => guilds::search(s, guild, call),
        ("GET", ["members", u]) => guilds::member(s, guild, user(s, u)?),
        ("PATCH", ["members", "@me"]) => guilds::rename_self(s, guild, &call.body.json),
        ("PUT", ["members", u, "roles", role]) => {
            guilds::set_role(s, guild, user(s, u)?, id(role, "role_id")?, true)
        }
        ("DELETE", ["members", u, "roles", role]) => {
            guilds::set_role(s, guild, user(s, u)?, id(role, "role_id")?, false)
        }
        ("GET", ["threads", "active"]) => Ok(threads::active(s, guild)),
        ("GET", ["emojis" | "stickers" | "webhooks" | "invites"]) => Ok(Reply::Json(serde_json::json!([]))),
        _ => Err(ApiError::not_found()),
    }
}

fn channel_routes(s: &mut State, c: Id, rest: &[&str], call: Call) -> Answer<Reply> {
    let method = call.method.clone();
    match (method.as_str(), rest) {
        ("GET", []) => channels::get(s, c),
        ("PATCH", []) => channels::edit(s, c, &call.body.json),
        ("DELETE", []) => channels::delete(s, c),
        ("POST", ["typing"]) => channels::typing(s, c),
        ("PUT", ["permissions", target]) => {
            channels::set_overwrite(s, c, id(target, "overwrite_id")?, &call.body.json)
        }
        ("DELETE", ["permissions", target]) => channels::remove_overwrite(s, c, id(target, "overwrite_id")?),
        ("GET", ["messages"]) => messages::list(s, c, &call),
        ("POST", ["messages"]) => messages::create(s, c, call.body),
        ("POST", ["messages", "bulk-delete"]) => messages::bulk_delete(s, c, &call.body.json),
        ("GET", ["pins"]) => pins::list(s, c),
        ("GET", ["messages", "pins"]) => pins::page(s, c, &call),
        ("PUT", ["pins", m] | ["messages", "pins", m]) => pins::set(s, c, message(m)?, true),
        ("DELETE", ["pins", m] | ["messages", "pins", m]) => pins::set(s, c, message(m)?, false),
        ("GET", ["messages", m]) => messages::get(s, c, message(m)?),
        ("PATCH", ["messages", m]) => messages::edit(s, c, message(m)?, call.body),
        ("DELETE", ["messages", m]) => messages::delete(s, c, message(m)?),
        ("POST", ["messages", m, "threads"]) => {
            threads::start_from_message(s, c, message(m)?, &call.body.json)
        }
        ("POST", ["threads"]) => threads::start(s, c, &call.body.json),
        ("GET", ["threads", "archived", kind @ ("public" | "private")]) => {
            threads::archived(s, c, *kind == "private", false, &call)
        }
        ("GET", ["users", "@me", "threads", "archived", "private"]) => {
            threads::archived(s, c, true, true, &call)
        }
        ("GET", ["thread-members"]) => threads::members(s, c),
        ("GET", ["thread-members", u]) => threads::member(s, c, user(s, u)?),
        ("PUT", ["thread-members", u]) => threads::set_member(s, c, user(s, u)?, true),
        ("DELETE", ["thread-members", u]) => threads::set_member(s, c, user(s, u)?, false),
        ("PUT", ["messages", m, "reactions", emoji, "@me"]) => reactions::add(s, c, message(m)?, emoji),
        ("DELETE", ["messages", m, "reactions", emoji, u]) => {
            let user = user(s, u)?;
            reactions::remove(s, c, message(m)?, emoji, user)
        }
        ("GET", ["messages", m, "reactions", emoji]) => reactions::users(s, c, message(m)?, emoji),
        ("DELETE", ["messages", m, "reactions"]) => reactions::clear(s, c, message(m)?),
        ("GET", ["webhooks" | "invites"]) => Ok(Reply::Json(serde_json::json!([]))),
        _ => Err(ApiError::not_found()),
    }
}
