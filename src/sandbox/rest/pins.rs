//! Pinned messages.

use serde_json::{Value, json};

use super::Reply;
use crate::sandbox::{
    fault::{Answer, ApiError},
    gateway::intents,
    id::{Id, timestamp},
    permissions::Permissions,
    state::State,
};

/// The maximum number of pins in a channel.
const MOST: usize = 250;

/// Lists the pins, either as messages (the older API) or with dates (`/messages/pins`).
pub(crate) fn list(s: &State, channel: Id, dated: bool) -> Answer<Reply> {
    let place = s.channel_with(channel, Permissions::READ_MESSAGE_HISTORY)?;
    let mut pinned: Vec<_> = place
        .messages
        .iter()
        .filter_map(|id| s.messages.get(id))
        .filter_map(|message| Some((message.pinned?, message)))
        .collect();
    pinned.sort_by_key(|(at, message)| std::cmp::Reverse((*at, message.id)));
    if !dated {
        return Ok(Reply::Json(pinned.iter().map(|(_, message)| s.for_bot(message)).collect()));
    }
    let items: Vec<Value> = pinned
        .iter()
        .map(|(at, message)| json!({ "pinned_at": timestamp(*at), "message": s.for_bot(message) }))
        .collect();
    Ok(Reply::Json(json!({ "items": items, "has_more": false })))
}

pub(crate) fn set(s: &mut State, channel: Id, message: Id, pinned: bool) -> Answer<Reply> {
    let place = s.seen_channel(channel)?;
    let guild = place.guild;
    let may = s.bot_may(place, Permissions::MANAGE_MESSAGES) || s.bot_may(place, Permissions::PIN_MESSAGES);
    if guild.is_some() && !may {
        return Err(ApiError::missing_permissions());
    }
    s.public_message(channel, message)?;
    let count =
        place.messages.iter().filter_map(|id| s.messages.get(id)).filter(|m| m.pinned.is_some()).count();
    if pinned && count >= MOST {
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
