//! Messages in channels, and pins.

use serde_json::{Value, json};

use super::{ApiRequest, ApiResponse, request::RequestBody};
use crate::{
    check::{Form, MessageDraft, checked, field_path},
    error::{ApiError, ApiResult},
    events::intents,
    id::{Id, timestamp},
    permissions::Permissions,
    state::{Channel, ChannelKind, Guild, Message, NewMessage, Nonce, State},
};

/// The time for which nonces have to be unique.
const NONCE_WINDOW_MILLIS: i64 = 5 * 60 * 1000;
/// The age after which edits of a message are limited.
const OLD_MESSAGE_MILLIS: i64 = 3600 * 1000;
/// The maximum age of messages in a bulk delete: two weeks.
const MAX_BULK_DELETE_AGE_MILLIS: i64 = 14 * 24 * 3600 * 1000;

/// The maximum number of pins in a channel.
const MAX_PINS: usize = 250;

/// The maximum and the default number of pins on a page.
const MAX_PINS_PER_PAGE: usize = 50;

pub(crate) fn create(s: &mut State, channel: Id, body: RequestBody) -> ApiResult<ApiResponse> {
    check_may_send(s, s.bot_channel(channel)?)?;
    let mut form = Form::default();
    let mut draft = MessageDraft::read(&mut form, &body.json, "");
    if let Some(target) = draft.reply_to
        && s.public_message(channel, target).is_err()
    {
        if !draft.reply_target_may_be_missing {
            form.fault("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message");
        }
        draft.reply_to = None;
    }
    form.finish()?;
    if draft.is_empty(body.files.len()) {
        return Err(ApiError::empty_message());
    }
    let place = s.bot_channel(channel)?;
    if !body.files.is_empty() && !s.bot_may(place, Permissions::ATTACH_FILES) {
        return Err(ApiError::missing_permissions());
    }
    if draft.reply_to.is_some() && !s.bot_may(place, Permissions::READ_MESSAGE_HISTORY) {
        let message = "Cannot reply without permission to read message history";
        return Err(ApiError::new(403, 160_002, message));
    }
    // Without the permission, Discord accepts the message but drops the embeds.
    if !s.bot_may(place, Permissions::EMBED_LINKS) {
        draft.embeds = None;
    }
    if let Some(old) = same_nonce(s, channel, &draft) {
        return with_nonce(s, old);
    }
    s.follows_rules(s.bot_channel(channel)?, draft.content.as_deref(), &body.files)?;
    draft.flags &= !(1 << 6);
    let nonce = draft.nonce.clone().filter(|_| draft.enforce_nonce);
    s.unarchive_thread(channel);
    let id = s.post(NewMessage::new(channel, s.bot, draft, body.files))?;
    if let Some(nonce) = nonce {
        let nonce = Nonce { channel, author: s.bot, value: nonce, message: id, sent: s.timeout_now };
        s.nonces.push_back(nonce);
    }
    with_nonce(s, id)
}

/// Returns a message that has just been created or edited, with its nonce.
fn with_nonce(s: &State, id: Id) -> ApiResult<ApiResponse> {
    let message = s.messages.get(&id).ok_or_else(ApiError::unknown_message)?;
    let mut body = s.for_bot(message);
    if let Some(nonce) = &message.nonce {
        body["nonce"] = nonce.clone();
    }
    Ok(ApiResponse::Json(body))
}

/// Returns the message that was recently sent with the same nonce.
fn same_nonce(s: &mut State, channel: Id, draft: &MessageDraft) -> Option<Id> {
    let too_old = s.timeout_now - NONCE_WINDOW_MILLIS;
    while s.nonces.front().is_some_and(|nonce| nonce.sent < too_old) {
        s.nonces.pop_front();
    }
    let nonce = draft.nonce.as_ref().filter(|_| draft.enforce_nonce)?;
    let is_same = |old: &&Nonce| old.channel == channel && old.author == s.bot && old.value == *nonce;
    s.nonces.iter().find(is_same).map(|nonce| nonce.message).filter(|id| s.messages.contains_key(id))
}

/// Returns an error if the bot may not write in a channel: 50007 if the person blocks DMs, and 50013 if a
/// permission is missing.
fn check_may_send(s: &State, channel: &Channel) -> ApiResult<()> {
    if let Some(person) = channel.recipient {
        let is_shared =
            |guild: &&Guild| guild.members.contains_key(&person) && guild.members.contains_key(&s.bot);
        let mut shared = s.guilds.values().filter(is_shared).peekable();
        if shared.peek().is_none() {
            return Err(ApiError::no_mutual_guilds());
        }
        let open = s.users.get(&person).is_some_and(|user| user.dms_open)
            && shared.any(|guild| !guild.restrictions.private.contains(&person));
        return if open { Ok(()) } else { Err(ApiError::cannot_dm()) };
    }
    match channel.kind {
        ChannelKind::Category => return Err(ApiError::not_a_text_channel()),
        ChannelKind::Forum | ChannelKind::Media => return Err(ApiError::forum_channel()),
        _ => {}
    }
    if !s.bot_may(channel, channel.writing()) {
        return Err(ApiError::missing_permissions());
    }
    let locked = channel.thread.as_ref().filter(|thread| thread.locked);
    if let Some(thread) = locked.filter(|_| !s.bot_may(channel, Permissions::MANAGE_THREADS)) {
        return Err(if thread.archived { ApiError::thread_archived() } else { ApiError::thread_locked() });
    }
    Ok(())
}

pub(crate) fn get(s: &State, channel: Id, id: Id) -> ApiResult<ApiResponse> {
    s.channel_with(channel, Permissions::READ_MESSAGE_HISTORY)?;
    Ok(ApiResponse::Json(s.for_bot(s.public_message(channel, id)?)))
}

pub(crate) fn list(s: &State, channel: Id, request: &ApiRequest) -> ApiResult<ApiResponse> {
    let place = s.bot_channel(channel)?;
    if !s.bot_may(place, Permissions::READ_MESSAGE_HISTORY) {
        return Ok(ApiResponse::Json(json!([])));
    }
    let mut form = Form::default();
    let mut number = |key: &str| {
        let value = request.query(key)?;
        form.snowflake(&value.into(), key)
    };
    let (before, after, around) = (number("before"), number("after"), number("around"));
    let limit = number("limit").map_or(50, |limit| limit.0);
    if !(1..=100).contains(&limit) {
        let message = "int value should be between 1 and 100.";
        form.fault("limit", "NUMBER_TYPE_MAX", message);
    }
    form.finish()?;
    let limit = limit as usize;
    let all = || {
        place.messages.iter().filter_map(|id| s.messages.get(id)).filter(|message| message.only_for.is_none())
    };
    let mut found: Vec<&Message> = if let Some(after) = after {
        all().filter(|message| message.id > after).take(limit).collect()
    } else if let Some(around) = around {
        let half = limit / 2;
        let mut found: Vec<_> = all().rev().filter(|message| message.id < around).take(half).collect();
        found.extend(all().filter(|message| message.id >= around).take(limit - half));
        found
    } else {
        all().rev().filter(|message| before.is_none_or(|before| message.id < before)).take(limit).collect()
    };
    found.sort_by_key(|message| std::cmp::Reverse(message.id));
    Ok(ApiResponse::Json(found.into_iter().map(|message| s.for_bot(message)).collect()))
}

pub(crate) fn edit(s: &mut State, channel: Id, id: Id, body: RequestBody) -> ApiResult<ApiResponse> {
    s.bot_channel(channel)?;
    let message = s.public_message(channel, id)?;
    if message.author != s.bot {
        return Err(ApiError::other_author());
    }
    // A message that is posted opens an archived thread; one that is edited does not.
    if s.bot_channel(channel)?.thread.as_ref().is_some_and(|thread| thread.archived) {
        return Err(ApiError::thread_archived());
    }
    let mut draft = checked(|form| MessageDraft::read(form, &body.json, ""))?;
    let place = s.bot_channel(channel)?;
    if !body.files.is_empty() && !s.bot_may(place, Permissions::ATTACH_FILES) {
        return Err(ApiError::missing_permissions());
    }
    if !s.bot_may(place, Permissions::EMBED_LINKS) {
        draft.embeds = draft.embeds.map(|_| Vec::new());
    }
    s.follows_rules(place, draft.content.as_deref(), &body.files)?;
    if would_be_empty(message, &draft, body.files.len()) {
        return Err(ApiError::empty_message());
    }
    if s.now - id.created_millis() > OLD_MESSAGE_MILLIS {
        s.meter.edit_old(channel).map_err(|millis| ApiError::too_many_old_edits().after(millis))?;
    }
    s.edit(id, draft, body.files)?;
    with_nonce(s, id)
}

/// Returns whether an edit would leave the message empty.
pub(crate) fn would_be_empty(message: &Message, draft: &MessageDraft, files: usize) -> bool {
    let content = draft.content.as_ref().unwrap_or(&message.content).trim().is_empty();
    let embeds = draft.embeds.as_ref().unwrap_or(&message.embeds).is_empty();
    let components = draft.components.as_ref().unwrap_or(&message.components).is_empty();
    let attachments =
        draft.attachments.as_ref().map_or(message.attachments.is_empty(), std::vec::Vec::is_empty);
    content && embeds && components && attachments && files == 0
}

pub(crate) fn delete(s: &mut State, channel: Id, id: Id) -> ApiResult<ApiResponse> {
    let place = s.bot_channel(channel)?;
    let message = s.public_message(channel, id)?;
    if message.author != s.bot && !s.bot_may(place, Permissions::MANAGE_MESSAGES) {
        return Err(if place.recipient.is_some() {
            ApiError::new(403, 50003, "Cannot execute action on a DM channel")
        } else {
            ApiError::missing_permissions()
        });
    }
    s.delete_message(id);
    Ok(ApiResponse::NoContent)
}

pub(crate) fn bulk_delete(s: &mut State, channel: Id, body: &Value) -> ApiResult<ApiResponse> {
    let place = s.channel_with(channel, Permissions::MANAGE_MESSAGES)?;
    let guild = place.guild.ok_or_else(ApiError::wrong_channel_type)?;
    let mut form = Form::default();
    let list = body["messages"].as_array().cloned().unwrap_or_default();
    let ids: Vec<Id> = list
        .iter()
        .enumerate()
        .filter_map(|(i, id)| form.snowflake(id, &field_path("messages", i)))
        .collect();
    form.finish()?;
    if !(2..=100).contains(&ids.len()) {
        return Err(ApiError::bulk_delete_count());
    }
    if ids.iter().any(|id| s.now - id.created_millis() > MAX_BULK_DELETE_AGE_MILLIS) {
        return Err(ApiError::bulk_delete_too_old());
    }
    let found: Vec<Id> = ids.into_iter().filter(|id| s.public_message(channel, *id).is_ok()).collect();
    let data = json!({ "ids": found, "channel_id": channel, "guild_id": guild });
    for id in found {
        s.forget_message(id);
    }
    s.emit("MESSAGE_DELETE_BULK", Some(guild), intents::GUILD_MESSAGES, data);
    Ok(ApiResponse::NoContent)
}

/// Returns the pinned messages of a channel, most recently pinned first.
fn pinned(s: &State, channel: Id) -> ApiResult<Vec<(i64, &Message)>> {
    let place = s.channel_with(channel, Permissions::READ_MESSAGE_HISTORY)?;
    let messages = place.messages.iter().filter_map(|id| s.messages.get(id));
    let mut pinned: Vec<_> = messages.filter_map(|message| Some((message.pinned?, message))).collect();
    pinned.sort_by_key(|(at, message)| std::cmp::Reverse((*at, message.id)));
    Ok(pinned)
}

/// Lists the pins as messages, as the older API does: no more than fifty.
pub(crate) fn pins(s: &State, channel: Id) -> ApiResult<ApiResponse> {
    let pinned = pinned(s, channel)?;
    Ok(ApiResponse::Json(
        pinned.iter().take(MAX_PINS_PER_PAGE).map(|(_, message)| s.for_bot(message)).collect(),
    ))
}

/// Lists a page of the pins with their dates.
pub(crate) fn page_of_pins(s: &State, channel: Id, request: &ApiRequest) -> ApiResult<ApiResponse> {
    let mut form = Form::default();
    let limit = request.limit(&mut form, 1, MAX_PINS_PER_PAGE).unwrap_or(MAX_PINS_PER_PAGE);
    let before = request.time(&mut form, "before");
    form.finish()?;
    let mut pinned = pinned(s, channel)?;
    pinned.retain(|(at, _)| before.is_none_or(|before| *at < before));
    let items: Vec<Value> = pinned
        .iter()
        .take(limit)
        .map(|(at, message)| json!({ "pinned_at": timestamp(*at), "message": s.for_bot(message) }))
        .collect();
    Ok(ApiResponse::Json(json!({ "items": items, "has_more": pinned.len() > limit })))
}

pub(crate) fn pin(s: &mut State, channel: Id, message: Id) -> ApiResult<ApiResponse> {
    let place = may_pin(s, channel)?;
    let already = s.public_message(channel, message)?.pinned.is_some();
    let pins = place.messages.iter().filter_map(|id| s.messages.get(id)).filter(|m| m.pinned.is_some());
    if !already && pins.count() >= MAX_PINS {
        return Err(ApiError::too_many_pins());
    }
    let now = s.now;
    set_pinned(s, channel, message, Some(now));
    Ok(ApiResponse::NoContent)
}

pub(crate) fn unpin(s: &mut State, channel: Id, message: Id) -> ApiResult<ApiResponse> {
    may_pin(s, channel)?;
    s.public_message(channel, message)?;
    set_pinned(s, channel, message, None);
    Ok(ApiResponse::NoContent)
}

/// Returns a channel in which the bot may pin messages.
fn may_pin(s: &State, channel: Id) -> ApiResult<&Channel> {
    let place = s.bot_channel(channel)?;
    if place.guild.is_some() && !s.bot_may(place, Permissions::PIN_MESSAGES) {
        return Err(ApiError::missing_permissions());
    }
    Ok(place)
}

/// Notes since when a message is pinned, if it is, and sends the events.
fn set_pinned(s: &mut State, channel: Id, message: Id, pinned: Option<i64>) {
    let now = s.now;
    if let Some(message) = s.messages.get_mut(&message) {
        message.pinned = pinned;
    }
    let Some(place) = s.channels.get_mut(&channel) else { return };
    place.last_pin = Some(now);
    let guild = place.guild;
    s.emit_message("MESSAGE_UPDATE", message);
    let mut data = json!({ "channel_id": channel, "last_pin_timestamp": timestamp(now) });
    if let Some(guild) = guild {
        data["guild_id"] = json!(guild);
    }
    let wanted = if guild.is_some() { intents::GUILDS } else { intents::DIRECT_MESSAGES };
    s.emit("CHANNEL_PINS_UPDATE", guild, wanted, data);
}
