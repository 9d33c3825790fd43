//! The routes of the API.

use serde_json::json;

use super::{
    ApiRequest, ApiResponse, channels, commands, events, guilds, interactions, messages, reactions,
    threads::{self, ArchivedThreads},
    users, webhooks,
};
use crate::{
    error::{ApiError, ApiResult},
    faults::path_matches,
    state::State,
};

type Handler = fn(&mut State, &mut ApiRequest) -> ApiResult<ApiResponse>;

/// Methods and paths with their handlers. The first one that matches is called; `*` stands for any segment.
const ROUTES: &[(&str, &str, Handler)] = &[
    ("GET", "/gateway", |s, _| Ok(users::gateway(s))),
    ("GET", "/gateway/bot", |s, _| Ok(users::gateway_bot(s))),
    ("GET", "/users/@me/guilds", |s, _| Ok(users::own_guilds(s))),
    ("POST", "/users/@me/channels", |s, c| users::open_dm(s, &c.body.json)),
    ("GET", "/users/@me", |s, _| users::get_own(s)),
    ("PATCH", "/users/@me", |s, _| users::get_own(s)),
    ("GET", "/users/*", |s, c| users::get(s, c.user_id(1)?)),
    ("GET", "/applications/@me", |s, _| Ok(users::application(s))),
    ("GET", "/oauth2/applications/@me", |s, _| Ok(users::application(s))),
    ("GET", "/applications/*/emojis", |_, _| Ok(ApiResponse::Json(json!({ "items": [] })))),
    ("GET", "/applications/*/commands", commands::list),
    ("PUT", "/applications/*/commands", commands::overwrite),
    ("POST", "/applications/*/commands", commands::create),
    ("GET", "/applications/*/commands/permissions", no_items),
    ("GET", "/applications/*/commands/*", commands::get),
    ("PATCH", "/applications/*/commands/*", commands::edit),
    ("DELETE", "/applications/*/commands/*", commands::delete),
    ("GET", "/applications/*/commands/*/permissions", commands::permissions),
    ("GET", "/applications/*/guilds/*/commands", commands::list),
    ("PUT", "/applications/*/guilds/*/commands", commands::overwrite),
    ("POST", "/applications/*/guilds/*/commands", commands::create),
    ("GET", "/applications/*/guilds/*/commands/permissions", no_items),
    ("GET", "/applications/*/guilds/*/commands/*", commands::get),
    ("PATCH", "/applications/*/guilds/*/commands/*", commands::edit),
    ("DELETE", "/applications/*/guilds/*/commands/*", commands::delete),
    ("GET", "/applications/*/guilds/*/commands/*/permissions", commands::permissions),
    ("GET", "/guilds/*", |s, c| guilds::get(s, c.guild_id()?, c.flag("with_counts"))),
    ("GET", "/guilds/*/channels", |s, c| Ok(guilds::channels(s, c.guild_id()?))),
    ("POST", "/guilds/*/channels", |s, c| guilds::create_channel(s, c.guild_id()?, &c.body.json)),
    ("GET", "/guilds/*/roles", |s, c| guilds::roles(s, c.guild_id()?)),
    ("GET", "/guilds/*/roles/*", |s, c| guilds::role(s, c.guild_id()?, c.id(3, "role_id")?)),
    ("GET", "/guilds/*/members", |s, c| guilds::members(s, c.guild_id()?, c)),
    ("GET", "/guilds/*/members/search", |s, c| guilds::search(s, c.guild_id()?, c)),
    ("PATCH", "/guilds/*/members/@me", |s, c| guilds::rename_self(s, c.guild_id()?, &c.body.json)),
    ("GET", "/guilds/*/members/*", |s, c| guilds::member(s, c.guild_id()?, c.user_id(3)?)),
    ("PUT", "/guilds/*/members/*/roles/*", |s, c| guilds::add_role(s, c)),
    ("DELETE", "/guilds/*/members/*/roles/*", |s, c| guilds::remove_role(s, c)),
    ("GET", "/guilds/*/scheduled-events", |s, c| events::list(s, c.guild_id()?)),
    ("POST", "/guilds/*/scheduled-events", |s, c| events::create(s, c)),
    ("GET", "/guilds/*/scheduled-events/*", |s, c| {
        events::get(s, c.guild_id()?, c.id(3, "guild_scheduled_event_id")?)
    }),
    ("PATCH", "/guilds/*/scheduled-events/*", |s, c| events::edit(s, c)),
    ("DELETE", "/guilds/*/scheduled-events/*", |s, c| events::delete(s, c)),
    ("GET", "/guilds/*/threads/active", |s, c| Ok(threads::active(s, c.guild_id()?))),
    ("GET", "/guilds/*/emojis", no_items),
    ("GET", "/guilds/*/stickers", no_items),
    ("GET", "/guilds/*/webhooks", no_items),
    ("GET", "/guilds/*/invites", no_items),
    ("GET", "/channels/*", |s, c| channels::get(s, c.channel_id()?)),
    ("PATCH", "/channels/*", |s, c| channels::edit(s, c.channel_id()?, &c.body.json)),
    ("DELETE", "/channels/*", |s, c| channels::delete(s, c.channel_id()?)),
    ("POST", "/channels/*/typing", |s, c| channels::typing(s, c.channel_id()?)),
    ("PUT", "/channels/*/permissions/*", channels::set_overwrite),
    ("DELETE", "/channels/*/permissions/*", channels::remove_overwrite),
    ("GET", "/channels/*/messages", |s, c| messages::list(s, c.channel_id()?, c)),
    ("POST", "/channels/*/messages", |s, c| messages::create(s, c.channel_id()?, c.take_body())),
    ("POST", "/channels/*/messages/bulk-delete", |s, c| {
        messages::bulk_delete(s, c.channel_id()?, &c.body.json)
    }),
    ("GET", "/channels/*/pins", |s, c| messages::pins(s, c.channel_id()?)),
    ("PUT", "/channels/*/pins/*", |s, c| messages::pin(s, c.channel_id()?, c.message_id(3)?)),
    ("DELETE", "/channels/*/pins/*", |s, c| messages::unpin(s, c.channel_id()?, c.message_id(3)?)),
    ("GET", "/channels/*/messages/pins", |s, c| messages::page_of_pins(s, c.channel_id()?, c)),
    ("PUT", "/channels/*/messages/pins/*", |s, c| messages::pin(s, c.channel_id()?, c.message_id(4)?)),
    ("DELETE", "/channels/*/messages/pins/*", |s, c| messages::unpin(s, c.channel_id()?, c.message_id(4)?)),
    ("GET", "/channels/*/messages/*", |s, c| messages::get(s, c.channel_id()?, c.message_id(3)?)),
    ("PATCH", "/channels/*/messages/*", |s, c| {
        messages::edit(s, c.channel_id()?, c.message_id(3)?, c.take_body())
    }),
    ("DELETE", "/channels/*/messages/*", |s, c| messages::delete(s, c.channel_id()?, c.message_id(3)?)),
    ("POST", "/channels/*/messages/*/threads", |s, c| {
        threads::start_from_message(s, c.channel_id()?, c.message_id(3)?, &c.body.json)
    }),
    ("DELETE", "/channels/*/messages/*/reactions", |s, c| {
        reactions::clear(s, c.channel_id()?, c.message_id(3)?)
    }),
    ("GET", "/channels/*/messages/*/reactions/*", reactions::users),
    ("PUT", "/channels/*/messages/*/reactions/*/@me", reactions::add),
    ("DELETE", "/channels/*/messages/*/reactions/*/*", reactions::remove),
    ("POST", "/channels/*/threads", |s, c| threads::start(s, c.channel_id()?, &c.body.json)),
    ("GET", "/channels/*/threads/archived/public", |s, c| threads::archived(s, c, ArchivedThreads::Public)),
    ("GET", "/channels/*/threads/archived/private", |s, c| threads::archived(s, c, ArchivedThreads::Private)),
    ("GET", "/channels/*/users/@me/threads/archived/private", |s, c| {
        threads::archived(s, c, ArchivedThreads::JoinedPrivate)
    }),
    ("GET", "/channels/*/thread-members", |s, c| threads::members(s, c.channel_id()?)),
    ("GET", "/channels/*/thread-members/*", |s, c| threads::member(s, c.channel_id()?, c.user_id(3)?)),
    ("PUT", "/channels/*/thread-members/*", |s, c| threads::add_member(s, c.channel_id()?, c.user_id(3)?)),
    ("DELETE", "/channels/*/thread-members/*", |s, c| {
        threads::remove_member(s, c.channel_id()?, c.user_id(3)?)
    }),
    ("GET", "/channels/*/webhooks", no_items),
    ("GET", "/channels/*/invites", no_items),
    ("POST", "/interactions/*/*/callback", interactions::callback),
    ("POST", "/webhooks/*/*", webhooks::follow_up),
    ("GET", "/webhooks/*/*/messages/*", |s, c| webhooks::get(s, webhooks::find(s, c)?)),
    ("PATCH", "/webhooks/*/*/messages/*", webhooks::edit),
    ("DELETE", "/webhooks/*/*/messages/*", webhooks::delete),
];

#[expect(clippy::unnecessary_wraps, reason = "a handler can fail")]
fn no_items(_: &mut State, _: &mut ApiRequest) -> ApiResult<ApiResponse> {
    Ok(ApiResponse::Json(json!([])))
}

/// Calls the handler for a request.
pub(crate) fn route(s: &mut State, mut request: ApiRequest) -> ApiResult<ApiResponse> {
    let segments: Vec<&str> = request.segments.iter().map(String::as_str).collect();
    match segments.as_slice() {
        ["applications", "@me"] => {}
        ["applications", _, rest @ ..] => {
            if request.id(1, "application_id")? != s.bot {
                return Err(ApiError::unknown_application());
            }
            if let ["guilds", _, ..] = rest {
                guilds::guild_of_bot(s, request.id(3, "guild_id")?)?;
            }
        }
        ["channels", _, ..] => drop(request.channel_id()?),
        ["guilds", _, ..] => drop(guilds::guild_of_bot(s, request.guild_id()?)?),
        ["webhooks", _, _, ..] => drop(webhooks::ticket(s, &request)?),
        _ => {}
    }
    let candidates: Vec<_> =
        ROUTES.iter().filter(|(_, path, _)| path_matches(path, segments.iter().copied())).collect();
    match candidates.iter().find(|(method, ..)| *method == request.method) {
        Some((.., handler)) => handler(s, &mut request),
        None if candidates.is_empty() => Err(ApiError::not_found()),
        None => Err(ApiError::wrong_method()),
    }
}
