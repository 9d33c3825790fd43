//! Messages in channels, and pins.

use serde_json::{Value, json};

use super::{Call, Reply, call::Body};
use crate::{
    check::{Draft, Form, checked, place},
    error::{Answer, ApiError},
    events::intents,
    id::{Id, timestamp},
    permissions::Permissions,
    state::{Channel, ChannelKind, Guild, Message, Nonce, Post, State},
};

/// The time for which nonces have to be unique.
const NONCE_MILLIS: i64 = 5 * 60 * 1000;
/// The age after which edits of a message are limited.
const OLD_MILLIS: i64 = 3600 * 1000;
/// The maximum age of messages in a bulk delete: two weeks.
const BULK_DELETE_MILLIS: i64 = 14 * 24 * 3600 * 1000;

/// The maximum number of pins in a channel.
const PINS: usize = 250;

/// The maximum and the default number of pins on a page.
const PINS_ON_PAGE: usize = 50;

pub(crate) fn create(s: &mut State, channel: Id, body: Body) -> Answer<Reply> {
    may_send(s, s.seen_channel(channel)?)?;
    let mut form = Form::default();
    let mut draft = Draft::read(&mut form, &body.json, "");
    if let Some(target) = draft.reply_to
        && s.public_message(channel, target).is_err()
    {
        if !draft.reply_may_fail {
            form.fault("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message");
        }
        draft.reply_to = None;
    }
    form.finish()?;
    if draft.is_empty(body.files.len()) {
        return Err(ApiError::empty_message());
    }
    let place = s.seen_channel(channel)?;
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
        return reply(s, old);
    }
    s.follows_rules(s.seen_channel(channel)?, draft.content.as_deref(), &body.files)?;
    draft.flags &= !(1 << 6);
    let nonce = draft.nonce.clone().filter(|_| draft.enforce_nonce);
    s.wake_thread(channel);
    let id = s.post(Post::new(channel, s.bot, draft, body.files))?;
    if let Some(nonce) = nonce {
        let nonce = Nonce { channel, author: s.bot, value: nonce, message: id, sent: s.patience };
        s.nonces.push_back(nonce);
    }
    reply(s, id)
}

/// Returns a message that has just been created, with its nonce.
fn reply(s: &State, id: Id) -> Answer<Reply> {
    let message = s.messages.get(&id).ok_or_else(ApiError::unknown_message)?;
    let mut body = s.for_bot(message);
    if let Some(nonce) = &message.nonce {
        body["nonce"] = nonce.clone();
    }
    Ok(Reply::Json(body))
}

/// Returns the message that was recently sent with the same nonce.
fn same_nonce(s: &mut State, channel: Id, draft: &Draft) -> Option<Id> {
    let too_old = s.patience - NONCE_MILLIS;
    while s.nonces.front().is_some_and(|nonce| nonce.sent < too_old) {
        s.nonces.pop_front();
    }
    let nonce = draft.nonce.as_ref().filter(|_| draft.enforce_nonce)?;
    let is_same = |old: &&Nonce| old.channel == channel && old.author == s.bot && old.value == *nonce;
    s.nonces.iter().find(is_same).map(|nonce| nonce.message).filter(|id| s.messages.contains_key(id))
}

/// Returns an error if the bot may not write in a channel: 50007 if the person blocks DMs, and 50013 if a
/// permission is missing.
fn may_send(s: &State, channel: &Channel) -> Answer<()> {
    if let Some(person) = channel.recipient {
        let is_shared =
            |guild: &&Guild| guild.members.contains_key(&person) && guild.members.contains_key(&s.bot);
        let mut shared = s.guilds.values().filter(is_shared).peekable();
        if shared.peek().is_none() {
            return Err(ApiError::no_mutual_guilds());
        }
        let open = s.users.get(&person).is_some_and(|user| user.dms_open)
            && shared.any(|guild| !guild.rules.private.contains(&person));
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

pub(crate) fn get(s: &State, channel: Id, id: Id) -> Answer<Reply> {
    s.channel_with(channel, Permissions::READ_MESSAGE_HISTORY)?;
    Ok(Reply::Json(s.for_bot(s.public_message(channel, id)?)))
}

pub(crate) fn list(s: &State, channel: Id, call: &Call) -> Answer<Reply> {
    let place = s.seen_channel(channel)?;
    if !s.bot_may(place, Permissions::READ_MESSAGE_HISTORY) {
        return Ok(Reply::Json(json!([])));
    }
    let mut form = Form::default();
    let mut number = |key: &str| {
        let value = call.query(key)?;
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
    Ok(Reply::Json(found.into_iter().map(|message| s.for_bot(message)).collect()))
}

pub(crate) fn edit(s: &mut State, channel: Id, id: Id, body: Body) -> Answer<Reply> {
    s.seen_channel(channel)?;
    let message = s.public_message(channel, id)?;
    if message.author != s.bot {
        return Err(ApiError::other_author());
    }
    // A message that is posted opens an archived thread; one that is edited does not.
    if s.seen_channel(channel)?.thread.as_ref().is_some_and(|thread| thread.archived) {
        return Err(ApiError::thread_archived());
    }
    let mut draft = checked(|form| Draft::read(form, &body.json, ""))?;
    let place = s.seen_channel(channel)?;
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
    if s.now - id.created_millis() > OLD_MILLIS {
        s.meter.edit_old(channel).map_err(|millis| ApiError::too_many_old_edits().after(millis))?;
    }
    s.edit(id, draft, body.files)?;
    reply(s, id)
}

/// Returns whether an edit would leave the message empty.
pub(crate) fn would_be_empty(message: &Message, draft: &Draft, files: usize) -> bool {
    let content = draft.content.as_ref().unwrap_or(&message.content).trim().is_empty();
    let embeds = draft.embeds.as_ref().unwrap_or(&message.embeds).is_empty();
    let components = draft.components.as_ref().unwrap_or(&message.components).is_empty();
    let attachments =
        draft.attachments.as_ref().map_or(message.attachments.is_empty(), std::vec::Vec::is_empty);
    content && embeds && components && attachments && files == 0
}

pub(crate) fn delete(s: &mut State, channel: Id, id: Id) -> Answer<Reply> {
    let place = s.seen_channel(channel)?;
    let message = s.public_message(channel, id)?;
    if message.author != s.bot && !s.bot_may(place, Permissions::MANAGE_MESSAGES) {
        return Err(if place.recipient.is_some() {
            ApiError::new(403, 50003, "Cannot execute action on a DM channel")
        } else {
            ApiError::missing_permissions()
        });
    }
    s.delete_message(id);
    Ok(Reply::NoContent)
}

pub(crate) fn bulk_delete(s: &mut State, channel: Id, body: &Value) -> Answer<Reply> {
    let place_ = s.channel_with(channel, Permissions::MANAGE_MESSAGES)?;
    let guild = place_.guild.ok_or_else(ApiError::wrong_channel_type)?;
    let mut form = Form::default();
    let list = body["messages"].as_array().cloned().unwrap_or_default();
    let ids: Vec<Id> =
        list.iter().enumerate().filter_map(|(i, id)| form.snowflake(id, &place("messages", i))).collect();
    form.finish()?;
    if !(2..=100).contains(&ids.len()) {
        return Err(ApiError::bulk_delete_count());
    }
    if ids.iter().any(|id| s.now - id.created_millis() > BULK_DELETE_MILLIS) {
        return Err(ApiError::bulk_delete_too_old());
    }
    let found: Vec<Id> = ids.into_iter().filter(|id| s.public_message(channel, *id).is_ok()).collect();
    let data = json!({ "ids": found, "channel_id": channel, "guild_id": guild });
    for id in found {
        s.forget_message(id);
    }
    s.emit("MESSAGE_DELETE_BULK", Some(guild), intents::GUILD_MESSAGES, data);
    Ok(Reply::NoContent)
}

/// Returns the pinned messages of a channel, most recently pinned first.
fn pinned(s: &State, channel: Id) -> Answer<Vec<(i64, &Message)>> {
    let place = s.channel_with(channel, Permissions::READ_MESSAGE_HISTORY)?;
    let messages = place.messages.iter().filter_map(|id| s.messages.get(id));
    let mut pinned: Vec<_> = messages.filter_map(|message| Some((message.pinned?, message))).collect();
    pinned.sort_by_key(|(at, message)| std::cmp::Reverse((*at, message.id)));
    Ok(pinned)
}

/// Lists the pins as messages, as the older API does: no more than fifty.
pub(crate) fn pins(s: &State, channel: Id) -> Answer<Reply> {
    let pinned = pinned(s, channel)?;
    Ok(Reply::Json(pinned.iter().take(PINS_ON_PAGE).map(|(_, message)| s.for_bot(message)).collect()))
}

/// Lists a page of the pins with their dates.
pub(crate) fn page_of_pins(s: &State, channel: Id, call: &Call) -> Answer<Reply> {
    let mut form = Form::default();
    let limit = call.limit(&mut form, 1, PINS_ON_PAGE).unwrap_or(PINS_ON_PAGE);
    let before = call.time(&mut form, "before");
    form.finish()?;
    let mut pinned = pinned(s, channel)?;
    pinned.retain(|(at, _)| before.is_none_or(|before| *at < before));
    let items: Vec<Value> = pinned
        .iter()
        .take(limit)
        .map(|(at, message)| json!({ "pinned_at": timestamp(*at), "message": s.for_bot(message) }))
        .collect();
    Ok(Reply::Json(json!({ "items": items, "has_more": pinned.len() > limit })))
}

pub(crate) fn set_pinned(s: &mut State, channel: Id, message: Id, pinned: bool) -> Answer<Reply> {
    let place = s.seen_channel(channel)?;
    let guild = place.guild;
    if guild.is_some() && !s.bot_may(place, Permissions::PIN_MESSAGES) {
        return Err(ApiError::missing_permissions());
    }
    let already = s.public_message(channel, message)?.pinned.is_some();
    let count =
        place.messages.iter().filter_map(|id| s.messages.get(id)).filter(|m| m.pinned.is_some()).count();
    if pinned && !already && count >= PINS {
        return Err(ApiError::too_many_pins());
    }
    let now = s.now;
    if let Some(message) = s.messages.get_mut(&message) {
        message.pinned = pinned.then_some(now);
    }
    if let Some(place) = s.channels.get_mut(&channel) {
        place.last_pin = Some(now);
    }
    s.emit_message("MESSAGE_UPDATE", message);
    let mut data = json!({ "channel_id": channel, "last_pin_timestamp": timestamp(now) });
    if let Some(guild) = guild {
        data["guild_id"] = json!(guild);
    }
    let wanted = if guild.is_some() { intents::GUILDS } else { intents::DIRECT_MESSAGES };
    s.emit("CHANNEL_PINS_UPDATE", guild, wanted, data);
    Ok(Reply::NoContent)
}
