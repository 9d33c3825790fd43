//! Reading, editing and deleting channels, typing, and permission overwrites.

use serde_json::{Value, json};

use super::{ApiRequest, ApiResponse};
use crate::{
    check::Form,
    error::{ApiError, ApiResult},
    events::intents,
    id::Id,
    permissions::{Overwrite, Permissions},
    state::State,
};

pub(crate) fn get(s: &State, id: Id) -> ApiResult<ApiResponse> {
    Ok(ApiResponse::Json(s.bot_channel(id)?.to_json(s)))
}

pub(crate) fn edit(s: &mut State, id: Id, body: &Value) -> ApiResult<ApiResponse> {
    let channel = s.bot_channel(id)?;
    if channel.recipient.is_some() {
        return Err(ApiError::wrong_channel_type());
    }
    let own_thread = channel.thread.as_ref().is_some_and(|thread| thread.owner == s.bot);
    // The owner of a thread may rename and archive it, and everyone may unarchive a thread that is not locked.
    let locked = channel.thread.as_ref().is_some_and(|thread| thread.locked);
    let revives = channel.thread.is_some() && !locked && body["archived"] == json!(false);
    let own_change = own_thread && body.get("locked").is_none();
    if !(s.bot_may(channel, channel.managing()) || own_change || revives) {
        return Err(ApiError::missing_permissions());
    }
    let mut form = Form::default();
    let name = form.text(body, "", "name", 1, 100);
    let topic = form.text(body, "", "topic", 0, 1024);
    let slowmode = form.number(body, "", "rate_limit_per_user", 0, 21_600);
    let archived = form.flag(body, "", "archived");
    let locked = form.flag(body, "", "locked");
    let invitable = form.flag(body, "", "invitable");
    let auto_archive = auto_archive(&mut form, body);
    form.finish()?;
    let now = s.now;
    let Some(channel) = s.channels.get_mut(&id) else { return Err(ApiError::unknown_channel()) };
    if let Some(thread) = &mut channel.thread {
        // An archived thread cannot be edited, only unarchived.
        if thread.archived && archived != Some(false) && body.as_object().is_some_and(|b| !b.is_empty()) {
            return Err(ApiError::thread_archived());
        }
        if let Some(archived) = archived.filter(|archived| *archived != thread.archived) {
            thread.archived = archived;
            thread.archive_changed = now;
        }
        thread.locked = locked.unwrap_or(thread.locked);
        thread.invitable = invitable.unwrap_or(thread.invitable);
        thread.auto_archive_minutes = auto_archive.unwrap_or(thread.auto_archive_minutes);
    }
    if let Some(name) = name {
        channel.name = name;
    }
    if body.get("topic").is_some() {
        channel.topic = topic;
    }
    channel.slowmode = slowmode.unwrap_or(channel.slowmode);
    let event = if channel.thread.is_some() { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" };
    s.emit_channel(event, id);
    get(s, id)
}

/// Reads the number of minutes after which an inactive thread is archived.
pub(crate) fn auto_archive(form: &mut Form, body: &Value) -> Option<i64> {
    let minutes = form.number(body, "", "auto_archive_duration", 0, i64::MAX)?;
    if matches!(minutes, 60 | 1440 | 4320 | 10080) {
        return Some(minutes);
    }
    form.choices("auto_archive_duration", "60, 1440, 4320, 10080");
    None
}

pub(crate) fn delete(s: &mut State, id: Id) -> ApiResult<ApiResponse> {
    let channel = s.bot_channel(id)?;
    let body = channel.to_json(s);
    // Deleting a DM only hides it.
    if channel.recipient.is_some() {
        return Ok(ApiResponse::Json(body));
    }
    s.channel_with(id, channel.managing())?;
    s.remove_channel(id);
    Ok(ApiResponse::Json(body))
}

pub(crate) fn typing(s: &mut State, id: Id) -> ApiResult<ApiResponse> {
    let channel = s.bot_channel(id)?;
    let guild = channel.guild;
    if guild.is_some() && !s.bot_may(channel, Permissions::SEND_MESSAGES) {
        return Err(ApiError::missing_permissions());
    }
    let wanted = if guild.is_some() { intents::GUILD_MESSAGE_TYPING } else { intents::DIRECT_MESSAGE_TYPING };
    let data = json!({
        "channel_id": id, "guild_id": guild, "user_id": s.bot, "timestamp": s.now / 1000,
    });
    s.emit("TYPING_START", guild, wanted, data);
    Ok(ApiResponse::NoContent)
}

pub(crate) fn set_overwrite(s: &mut State, request: &mut ApiRequest) -> ApiResult<ApiResponse> {
    let (id, target, body) = (request.channel_id()?, request.id(3, "overwrite_id")?, &request.body.json);
    s.channel_with(id, Permissions::MANAGE_ROLES)?;
    let mut form = Form::default();
    let kind = form.number(body, "", "type", 0, 1);
    if kind.is_none() && form.is_clean() {
        form.required("type");
    }
    let mut bits = |key: &str| {
        let value = body.get(key).filter(|value| !value.is_null())?;
        form.snowflake(value, key).map(|bits| Permissions(bits.0))
    };
    let (allow, deny) = (bits("allow").unwrap_or_default(), bits("deny").unwrap_or_default());
    form.finish()?;
    s.set_overwrite(id, Overwrite { target, is_member: kind == Some(1), allow, deny });
    Ok(ApiResponse::NoContent)
}

pub(crate) fn remove_overwrite(s: &mut State, request: &mut ApiRequest) -> ApiResult<ApiResponse> {
    let (id, target) = (request.channel_id()?, request.id(3, "overwrite_id")?);
    s.channel_with(id, Permissions::MANAGE_ROLES)?;
    if let Some(channel) = s.channels.get_mut(&id) {
        channel.overwrites.retain(|o| o.target != target);
    }
    s.emit_channel("CHANNEL_UPDATE", id);
    Ok(ApiResponse::NoContent)
}
