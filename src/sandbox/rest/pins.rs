//! Pinned messages.

use serde_json::{Value, json};

use super::{Call, Reply};
use crate::{
    check::Form,
    error::{Answer, ApiError},
    gateway::intents,
    id::{Id, timestamp},
    permissions::Permissions,
    state::{Message, State},
};

/// The maximum number of pins in a channel.
const MOST: usize = 250;

/// The number of pins on a page, at most and without a limit in the request.
const PAGE: usize = 50;

/// Returns the pinned messages of a channel, the last one pinned first.
fn pinned(s: &State, channel: Id) -> Answer<Vec<(i64, &Message)>> {
    let place = s.channel_with(channel, Permissions::READ_MESSAGE_HISTORY)?;
    let messages = place.messages.iter().filter_map(|id| s.messages.get(id));
    let mut pinned: Vec<_> = messages.filter_map(|message| Some((message.pinned?, message))).collect();
    pinned.sort_by_key(|(at, message)| std::cmp::Reverse((*at, message.id)));
    Ok(pinned)
}

/// Lists the pins as messages, as the older API does: no more than fifty.
pub(crate) fn list(s: &State, channel: Id) -> Answer<Reply> {
    let pinned = pinned(s, channel)?;
    Ok(Reply::Json(pinned.iter().take(PAGE).map(|(_, message)| s.for_bot(message)).collect()))
}

/// Lists a page of the pins with their dates.
pub(crate) fn page(s: &State, channel: Id, call: &Call) -> Answer<Reply> {
    let mut form = Form::default();
    let limit = call.limit(&mut form, 1, PAGE).unwrap_or(PAGE);
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

pub(crate) fn set(s: &mut State, channel: Id, message: Id, pinned: bool) -> Answer<Reply> {
    let place = s.seen_channel(channel)?;
    let guild = place.guild;
    if guild.is_some() && !s.bot_may(place, Permissions::PIN_MESSAGES) {
        return Err(ApiError::missing_permissions());
    }
    let already = s.public_message(channel, message)?.pinned.is_some();
    let count =
        place.messages.iter().filter_map(|id| s.messages.get(id)).filter(|m| m.pinned.is_some()).count();
    if pinned && !already && count >= MOST {
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
