//! Reactions with Unicode emoji.

use std::collections::BTreeSet;

use serde_json::json;

use super::{ApiRequest, ApiResponse};
use crate::{
    error::{ApiError, ApiResult},
    events::intents,
    id::Id,
    permissions::Permissions,
    state::State,
};

pub(crate) fn add(s: &mut State, request: &mut ApiRequest) -> ApiResult<ApiResponse> {
    let (channel, message, emoji) = (request.channel_id()?, request.message_id(3)?, request.segment(5));
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
    Ok(ApiResponse::NoContent)
}

pub(crate) fn remove(s: &mut State, request: &mut ApiRequest) -> ApiResult<ApiResponse> {
    let (channel, message, user) = (request.channel_id()?, request.message_id(3)?, request.user_id(6)?);
    let place = s.bot_channel(channel)?;
    if user != s.bot && !s.bot_may(place, Permissions::MANAGE_MESSAGES) {
        return Err(ApiError::missing_permissions());
    }
    s.public_message(channel, message)?;
    s.remove_reaction(message, user, request.segment(5));
    Ok(ApiResponse::NoContent)
}

pub(crate) fn users(s: &mut State, request: &mut ApiRequest) -> ApiResult<ApiResponse> {
    let (channel, message) = (request.channel_id()?, request.message_id(3)?);
    s.bot_channel(channel)?;
    let message = s.public_message(channel, message)?;
    let who =
        message.reactions.iter().filter(|(name, _)| name == request.segment(5)).flat_map(|(_, users)| users);
    Ok(ApiResponse::Json(who.filter_map(|id| s.users.get(id)).map(crate::state::User::to_json).collect()))
}

pub(crate) fn clear(s: &mut State, channel: Id, message: Id) -> ApiResult<ApiResponse> {
    let guild = s.channel_with(channel, Permissions::MANAGE_MESSAGES)?.guild;
    s.public_message(channel, message)?;
    if let Some(message) = s.messages.get_mut(&message) {
        message.reactions.clear();
    }
    let data = json!({ "channel_id": channel, "message_id": message, "guild_id": guild });
    s.emit("MESSAGE_REACTION_REMOVE_ALL", guild, intents::GUILD_MESSAGE_REACTIONS, data);
    Ok(ApiResponse::NoContent)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReactionChange {
    Added,
    Removed,
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
            self.announce_reaction(id, user, emoji, ReactionChange::Added);
        }
    }

    /// Removes a user's reaction from a message.
    pub(crate) fn remove_reaction(&mut self, id: Id, user: Id, emoji: &str) {
        let Some(message) = self.messages.get_mut(&id) else { return };
        let kind = message.reactions.iter_mut().find(|(name, _)| name == emoji);
        let is_removed = kind.is_some_and(|(_, users)| users.remove(&user));
        message.reactions.retain(|(_, users)| !users.is_empty());
        if is_removed {
            self.announce_reaction(id, user, emoji, ReactionChange::Removed);
        }
    }

    fn announce_reaction(&mut self, id: Id, user: Id, emoji: &str, change: ReactionChange) {
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
        if change == ReactionChange::Added {
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
        let name = match change {
            ReactionChange::Added => "MESSAGE_REACTION_ADD",
            ReactionChange::Removed => "MESSAGE_REACTION_REMOVE",
        };
        self.emit(name, guild, wanted, data);
    }
}
