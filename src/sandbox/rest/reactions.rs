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
    let (channel, message, emoji) = (call.channel_id()?, call.message_id(3)?, call.segment(5));
    let place = s.channel_with(channel, Permissions::READ_MESSAGE_HISTORY)?;
    let target = s.public_message(channel, message)?;
    let is_new_kind = !target.reactions.iter().any(|(name, _)| name == emoji);
    if is_new_kind && !s.bot_may(place, Permissions::ADD_REACTIONS) {
        return Err(ApiError::missing_permissions());
    }
    if !emoji.chars().next().is_some_and(|c| !c.is_ascii() || emoji.ends_with('\u{20E3}')) {
        return Err(ApiError::unknown_emoji());
    }
    s.add_reaction(message, s.bot, emoji);
    Ok(Reply::NoContent)
}

pub(crate) fn remove(s: &mut State, call: &mut Call) -> Answer<Reply> {
    let (channel, message, user) = (call.channel_id()?, call.message_id(3)?, call.user_id(6)?);
    let place = s.seen_channel(channel)?;
    if user != s.bot && !s.bot_may(place, Permissions::MANAGE_MESSAGES) {
        return Err(ApiError::missing_permissions());
    }
    s.public_message(channel, message)?;
    s.remove_reaction(message, user, call.segment(5));
    Ok(Reply::NoContent)
}

pub(crate) fn users(s: &mut State, call: &mut Call) -> Answer<Reply> {
    let (channel, message) = (call.channel_id()?, call.message_id(3)?);
    s.seen_channel(channel)?;
    let message = s.public_message(channel, message)?;
    let who =
        message.reactions.iter().filter(|(name, _)| name == call.segment(5)).flat_map(|(_, users)| users);
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
    /// Adds a user's reaction to a message.
    pub(crate) fn add_reaction(&mut self, id: Id, user: Id, emoji: &str) {
        let Some(message) = self.messages.get_mut(&id) else { return };
        let users = match message.reactions.iter_mut().find(|(name, _)| name == emoji) {
            Some((_, users)) => users,
            None => &mut message.reactions.push_mut((emoji.to_owned(), BTreeSet::new())).1,
        };
        if users.insert(user) {
            self.announce_reaction(id, user, emoji, true);
        }
    }

    /// Removes a user's reaction from a message.
    pub(crate) fn remove_reaction(&mut self, id: Id, user: Id, emoji: &str) {
        let Some(message) = self.messages.get_mut(&id) else { return };
        let kind = message.reactions.iter_mut().find(|(name, _)| name == emoji);
        let is_removed = kind.is_some_and(|(_, users)| users.remove(&user));
        message.reactions.retain(|(_, users)| !users.is_empty());
        if is_removed {
            self.announce_reaction(id, user, emoji, false);
        }
    }

    fn announce_reaction(&mut self, id: Id, user: Id, emoji: &str, is_added: bool) {
        let Some(message) = self.messages.get(&id) else { return };
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
        if is_added {
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
        self.emit(
            if is_added { "MESSAGE_REACTION_ADD" } else { "MESSAGE_REACTION_REMOVE" },
            guild,
            wanted,
            data,
        );
    }
}
