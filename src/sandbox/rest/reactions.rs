//! Reactions with Unicode emoji.

use std::collections::BTreeSet;

use serde_json::json;

use super::{Call, Reply};
use crate::{
    error::{Answer, ApiError},
    events::intents,
    id::Id,
    permissions::Permissions,
    state::State,
};

pub(crate) fn add(s: &mut State, call: &mut Call) -> Answer<Reply> {
    let (channel, message, emoji) = (call.channel()?, call.message(3)?, call.step(5));
    let place = s.channel_with(channel, Permissions::READ_MESSAGE_HISTORY)?;
    let target = s.public_message(channel, message)?;
    let first = !target.reactions.iter().any(|(name, _)| name == emoji);
    if first && !s.bot_may(place, Permissions::ADD_REACTIONS) {
        return Err(ApiError::missing_permissions());
    }
    if !emoji.chars().next().is_some_and(|c| !c.is_ascii() || emoji.ends_with('\u{20E3}')) {
        return Err(ApiError::unknown_emoji());
    }
    s.react(message, s.bot, emoji, true);
    Ok(Reply::NoContent)
}

pub(crate) fn remove(s: &mut State, call: &mut Call) -> Answer<Reply> {
    let (channel, message, user) = (call.channel()?, call.message(3)?, call.user(6)?);
    let place = s.seen_channel(channel)?;
    if user != s.bot && !s.bot_may(place, Permissions::MANAGE_MESSAGES) {
        return Err(ApiError::missing_permissions());
    }
    s.public_message(channel, message)?;
    s.react(message, user, call.step(5), false);
    Ok(Reply::NoContent)
}

pub(crate) fn users(s: &mut State, call: &mut Call) -> Answer<Reply> {
    let (channel, message) = (call.channel()?, call.message(3)?);
    s.seen_channel(channel)?;
    let message = s.public_message(channel, message)?;
    let who = message.reactions.iter().filter(|(name, _)| name == call.step(5)).flat_map(|(_, users)| users);
    Ok(Reply::Json(who.filter_map(|id| s.users.get(id)).map(crate::state::User::to_json).collect()))
}

pub(crate) fn clear(s: &mut State, channel: Id, message: Id) -> Answer<Reply> {
    let guild = s.channel_with(channel, Permissions::MANAGE_MESSAGES)?.guild;
    s.public_message(channel, message)?;
    if let Some(message) = s.messages.get_mut(&message) {
        message.reactions.clear();
    }
    let data = json!({ "channel_id": channel, "message_id": message, "guild_id": guild });
    s.emit("MESSAGE_REACTION_REMOVE_ALL", guild, intents::GUILD_MESSAGE_REACTIONS, data);
    Ok(Reply::NoContent)
}

impl State {
    /// Adds a user's reaction to a message, or removes it.
    pub(crate) fn react(&mut self, id: Id, user: Id, emoji: &str, on: bool) {
        let Some(message) = self.messages.get_mut(&id) else { return };
        let place = message.reactions.iter().position(|(name, _)| name == emoji);
        let changed = match (place, on) {
            (Some(i), true) => message.reactions[i].1.insert(user),
            (Some(i), false) => message.reactions[i].1.remove(&user),
            (None, true) => {
                message.reactions.push((emoji.to_owned(), BTreeSet::from([user])));
                true
            }
            (None, false) => false,
        };
        message.reactions.retain(|(_, users)| !users.is_empty());
        if !changed {
            return;
        }
        let (channel, guild, author) = (message.channel, message.guild, message.author);
        let mut data = json!({
            "user_id": user,
            "channel_id": channel,
            "message_id": id,
            "emoji": { "id": null, "name": emoji },
            "burst": false,
            "type": 0,
        });
        if let Some(guild_id) = guild {
            data["guild_id"] = json!(guild_id);
        }
        if on {
            data["message_author_id"] = json!(author);
            data["burst_colors"] = json!([]);
            let held = guild.and_then(|guild| self.guilds.get(&guild));
            let member = held.and_then(|guild| guild.members.get(&user)).zip(self.users.get(&user));
            if let Some((member, account)) = member {
                data["member"] = member.to_json_with_user(account);
            }
        }
        let wanted = if guild.is_some() {
            intents::GUILD_MESSAGE_REACTIONS
        } else {
            intents::DIRECT_MESSAGE_REACTIONS
        };
        self.emit(if on { "MESSAGE_REACTION_ADD" } else { "MESSAGE_REACTION_REMOVE" }, guild, wanted, data);
    }
}
