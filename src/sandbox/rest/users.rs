//! Users, the application, the address of the gateway, and DMs.

use serde_json::{Value, json};

use super::ApiResponse;
use crate::{
    check::Form,
    error::{ApiError, ApiResult},
    id::Id,
    state::{State, guild_permissions},
};

pub(crate) fn gateway(s: &State) -> ApiResponse {
    ApiResponse::Json(json!({ "url": s.gateway_url() }))
}

pub(crate) fn gateway_bot(s: &State) -> ApiResponse {
    let limit = s.meter.session_start_limit();
    ApiResponse::Json(json!({ "url": s.gateway_url(), "shards": s.shards, "session_start_limit": limit }))
}

pub(crate) fn get(s: &State, id: Id) -> ApiResult<ApiResponse> {
    let user = s.users.get(&id).ok_or_else(ApiError::unknown_user)?;
    Ok(ApiResponse::Json(user.to_json()))
}

/// Returns the bot’s own account, which has more than others are shown.
pub(crate) fn get_own(s: &State) -> ApiResult<ApiResponse> {
    let user = s.users.get(&s.bot).ok_or_else(ApiError::unknown_user)?;
    Ok(ApiResponse::Json(user.to_own_json()))
}

pub(crate) fn own_guilds(s: &State) -> ApiResponse {
    let guilds = s.guilds.values().filter(|guild| guild.members.contains_key(&s.bot));
    let guilds = guilds.map(|guild| {
        json!({
            "id": guild.id,
            "name": guild.name,
            "icon": null,
            "banner": null,
            "owner": false,
            "permissions": guild_permissions(guild, s.bot),
            "features": [],
        })
    });
    ApiResponse::Json(guilds.collect())
}

/// Handles `applications/@me` and `oauth2/applications/@me`.
pub(crate) fn application(s: &State) -> ApiResponse {
    let bot = s.users.get(&s.bot);
    let name = bot.map(|bot| bot.name.clone());
    let owner = json!({
        "id": "1", "username": "owner", "discriminator": "0", "global_name": null, "avatar": null,
        "public_flags": 0, "flags": 0,
    });
    ApiResponse::Json(json!({
        "id": s.bot,
        "name": name,
        "icon": null,
        "description": "",
        "summary": "",
        "type": null,
        "bot": bot.map(crate::state::User::to_json),
        "bot_public": true,
        "bot_require_code_grant": false,
        "verify_key": "0".repeat(64),
        "flags": s.application_flags(),
        "owner": owner,
        "team": null,
        "redirect_uris": [],
        "interactions_endpoint_url": null,
        "role_connections_verification_url": null,
        "event_webhooks_url": null,
        "event_webhooks_status": 1,
        "approximate_guild_count": s.guilds.len(),
        "approximate_user_install_count": 0,
        "integration_types_config": { "0": {} },
        "tags": [],
        "hook": true,
        "is_monetized": false,
    }))
}

pub(crate) fn open_dm(s: &mut State, body: &Value) -> ApiResult<ApiResponse> {
    let mut form = Form::default();
    let recipient = match body.get("recipient_id") {
        None | Some(Value::Null) => {
            form.required("recipient_id");
            None
        }
        Some(id) => form.snowflake(id, "recipient_id"),
    };
    form.finish()?;
    let person = recipient.and_then(|id| s.users.get(&id)).filter(|user| !user.bot);
    // Discord returns 50033 for unknown users and for bots.
    let person =
        person.map(|user| user.id).ok_or_else(|| ApiError::new(400, 50033, "Invalid Recipient(s)"))?;
    let channel = s.dm_channel(person);
    let known =
        s.channels.get(&channel).is_some_and(|channel| channel.opened || channel.last_message.is_some());
    if !known {
        s.meter.open_dm().map_err(|_| ApiError::opening_too_fast())?;
        if let Some(channel) = s.channels.get_mut(&channel) {
            channel.opened = true;
        }
    }
    Ok(ApiResponse::Json(s.channels.get(&channel).map_or(Value::Null, |channel| channel.to_json(s))))
}
