//! [`GuildHandle`]: a guild with its roles, channels and members, as a test changes them.

use std::sync::Arc;

use serde_json::json;

use super::Person;
use crate::{
    events::intents,
    id::Id,
    permissions::{Overwrite, Permissions},
    state::{ChannelKind, EventStatus, Hub, Member, Role, ScheduledEvent, User},
};

/// A scheduled event, as members see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenEvent {
    /// The id.
    pub id: Id,
    /// The name.
    pub name: String,
    /// The description.
    pub description: String,
    /// Where it takes place.
    pub location: String,
    /// When it begins, in Unix milliseconds.
    pub start: i64,
    /// When it ends.
    pub end: i64,
    /// Whether it has begun.
    pub has_begun: bool,
}

/// A guild that can be set up.
#[derive(Clone)]
pub struct GuildHandle {
    pub(crate) hub: Arc<Hub>,
    pub(crate) id: Id,
}

impl std::fmt::Debug for GuildHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GuildHandle({})", self.id)
    }
}

impl GuildHandle {
    /// Returns the handle of a guild, if it exists.
    pub(crate) fn find(hub: &Arc<Hub>, id: Id) -> Option<Self> {
        hub.read(|s| s.guilds.contains_key(&id)).then(|| Self { hub: hub.clone(), id })
    }

    /// Returns the guild's id, which is also the id of its role @everyone.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns the members, without the bot.
    pub fn members(&self) -> Vec<Person> {
        self.hub.read(|s| {
            let members = s.guilds.get(&self.id).into_iter().flat_map(|guild| guild.members.keys());
            let people = members.filter(|id| **id != s.bot);
            people.map(|id| Person { hub: self.hub.clone(), id: *id }).collect()
        })
    }

    /// Returns the channels and threads with their names, in order of creation.
    pub fn channels(&self) -> Vec<(Id, ChannelKind, String)> {
        self.hub.read(|s| {
            let channels = s.channels.values().filter(|channel| channel.guild == Some(self.id));
            channels.map(|channel| (channel.id, channel.kind, channel.name.clone())).collect()
        })
    }

    /// Returns the bot's own role.
    pub fn bot_role(&self) -> Option<Id> {
        self.hub.read(|s| Some(s.guilds.get(&self.id)?.roles.values().find(|role| role.bot.is_some())?.id))
    }

    /// Returns the scheduled events that have not ended, in order of creation.
    pub fn events(&self) -> Vec<SeenEvent> {
        self.hub.read(|s| {
            let events = s.guilds.get(&self.id).into_iter().flat_map(|guild| guild.events.values());
            let open = events.filter(|event| !event.status(s.now).is_final());
            let seen = |event: &ScheduledEvent| SeenEvent {
                id: event.id,
                name: event.name.clone(),
                description: event.description.clone().unwrap_or_default(),
                location: event.location.clone(),
                start: event.start,
                end: event.end,
                has_begun: event.status(s.now) == EventStatus::Active,
            };
            open.map(seen).collect()
        })
    }

    /// Deletes a scheduled event, as somebody who may do that. Returns whether there was one.
    pub fn delete_event(&self, event: Id) -> bool {
        self.hub.write(|s| s.remove_event(self.id, event))
    }

    /// Creates a text channel.
    pub fn create_channel(&self, name: &str) -> Id {
        self.hub.write(|s| s.add_channel(self.id, ChannelKind::Text, name))
    }

    /// Creates a channel of some kind.
    pub fn create_channel_of_kind(&self, kind: ChannelKind, name: &str) -> Id {
        self.hub.write(|s| s.add_channel(self.id, kind, name))
    }

    /// Deletes a channel or thread with everything in it.
    pub fn delete_channel(&self, channel: Id) {
        self.hub.write(|s| s.remove_channel(channel));
    }

    /// Archives a thread, and optionally locks it.
    pub fn archive_thread(&self, thread: Id, locked: bool) {
        self.hub.write(|s| s.archive_thread(thread, locked));
    }

    /// Locks a thread or unlocks it, as a moderator does. An archived thread stays archived.
    pub fn lock_thread(&self, thread: Id, locked: bool) {
        self.hub.write(|s| s.lock_thread(thread, locked));
    }

    /// Turns slow mode on in a channel or thread: members have to wait for some seconds between two messages, and between
    /// two threads that they start. 0 turns it off.
    pub fn set_slow_mode(&self, channel: Id, seconds: u32) {
        self.hub.write(|s| s.set_slow_mode(channel, seconds));
    }

    /// Creates a role below the bot's.
    pub fn create_role(&self, name: &str, permissions: Permissions) -> Id {
        self.hub.write(|s| {
            let id = s.new_id();
            let Some(guild) = s.guilds.get_mut(&self.id) else { return id };
            let top = guild.roles.len() as u32;
            // The bot's role stays on top, so the bot can assign the new one.
            for role in guild.roles.values_mut().filter(|role| role.bot.is_some()) {
                role.position = top;
            }
            let position = top - 1;
            let name = name.to_owned();
            let role = Role { id, name, permissions, position, mentionable: false, bot: None };
            guild.roles.insert(id, role);
            s.emit_role("GUILD_ROLE_CREATE", self.id, id);
            id
        })
    }

    /// Deletes a role, which everyone loses.
    pub fn delete_role(&self, role: Id) {
        self.hub.write(|s| {
            let Some(guild) = s.guilds.get_mut(&self.id) else { return };
            guild.roles.remove(&role);
            for member in guild.members.values_mut() {
                member.roles.retain(|held| *held != role);
            }
            let data = json!({ "guild_id": self.id, "role_id": role });
            s.emit("GUILD_ROLE_DELETE", Some(self.id), intents::GUILDS, data);
        });
    }

    /// Moves a role above all others, or to the bottom, right above @everyone.
    pub fn move_role(&self, role: Id, to_the_top: bool) {
        let top = self.hub.read(|s| s.guilds.get(&self.id).map_or(0, |guild| guild.roles.len() as u32));
        self.change_role(role, |role| role.position = if to_the_top { top } else { 1 });
    }

    /// Returns the roles of a member, who may be the bot.
    pub fn roles_of(&self, user: Id) -> Vec<Id> {
        self.hub.read(|s| {
            let member = s.guilds.get(&self.id).and_then(|guild| guild.members.get(&user));
            member.map(|member| member.roles.clone()).unwrap_or_default()
        })
    }

    /// Sets the permissions of a role; [`GuildHandle::id`] is @everyone.
    pub fn set_role_permissions(&self, role: Id, permissions: Permissions) {
        self.change_role(role, |role| role.permissions = permissions);
    }

    /// Sets whether everyone may mention a role.
    pub fn set_role_mentionable(&self, role: Id, mentionable: bool) {
        self.change_role(role, |role| role.mentionable = mentionable);
    }

    fn change_role(&self, id: Id, change: impl FnOnce(&mut Role)) {
        self.hub.write(|s| {
            if let Some(role) = s.guilds.get_mut(&self.id).and_then(|guild| guild.roles.get_mut(&id)) {
                change(role);
            }
            s.emit_role("GUILD_ROLE_UPDATE", self.id, id);
        });
    }

    /// Adds a person to the guild, unless they are banned.
    pub fn add_member(&self, person: &Person) {
        self.hub.write(|s| {
            let now = s.now;
            let guild = s.guilds.get_mut(&self.id).filter(|guild| !guild.bans.contains(&person.id));
            let Some(guild) = guild else { return };
            let rejoined = guild.former.contains(&person.id);
            let member = Member {
                user: person.id,
                nick: None,
                roles: Vec::new(),
                joined: now,
                rejoined,
                timed_out: None,
            };
            guild.members.entry(person.id).or_insert(member);
            s.emit_member("GUILD_MEMBER_ADD", self.id, person.id);
        });
    }

    /// Removes a person from the guild.
    pub fn remove_member(&self, person: &Person) {
        self.hub.write(|s| {
            if let Some(guild) = s.guilds.get_mut(&self.id) {
                guild.members.remove(&person.id);
                guild.former.insert(person.id);
            }
            let user = s.users.get(&person.id).map(User::to_json);
            let data = json!({ "guild_id": self.id, "user": user });
            s.emit("GUILD_MEMBER_REMOVE", Some(self.id), intents::GUILD_MEMBERS, data);
        });
    }

    /// Removes a person from the guild for good.
    pub fn ban(&self, person: &Person) {
        self.set_banned(person, true);
        self.remove_member(person);
    }

    /// Allows a banned person to join again.
    pub fn unban(&self, person: &Person) {
        self.set_banned(person, false);
    }

    fn set_banned(&self, person: &Person, banned: bool) {
        self.hub.write(|s| {
            let Some(guild) = s.guilds.get_mut(&self.id) else { return };
            if banned {
                guild.bans.insert(person.id);
            } else {
                guild.bans.remove(&person.id);
            }
            let user = s.users.get(&person.id).map(User::to_json);
            let data = json!({ "guild_id": self.id, "user": user });
            let name = if banned { "GUILD_BAN_ADD" } else { "GUILD_BAN_REMOVE" };
            s.emit(name, Some(self.id), intents::GUILD_MODERATION, data);
        });
    }

    /// Removes the bot from the guild.
    pub fn remove_bot(&self) {
        self.hub.write(|s| {
            let bot = s.bot;
            if let Some(guild) = s.guilds.get_mut(&self.id) {
                guild.members.remove(&bot);
                guild.roles.retain(|_, role| role.bot.is_none());
            }
            s.emit("GUILD_DELETE", Some(self.id), intents::GUILDS, json!({ "id": self.id }));
        });
    }

    /// Adds the bot to the guild again.
    pub fn add_bot(&self) {
        self.hub.write(|s| s.join_bot(self.id));
    }

    /// Sets or removes a member's nickname.
    pub fn set_nick(&self, person: &Person, nick: Option<&str>) {
        let nick = nick.map(str::to_owned);
        self.hub.write(|s| s.change_member(self.id, person.id, |member| member.nick = nick));
    }

    /// Assigns a role to a member.
    pub fn give_role(&self, person: &Person, role: Id) {
        self.hub.write(|s| s.give_role(self.id, person.id, role));
    }

    /// Takes a role from a member.
    pub fn take_role(&self, person: &Person, role: Id) {
        self.hub.write(|s| s.take_role(self.id, person.id, role));
    }

    /// Sets a role's permission overwrites in a channel, replacing any previous ones.
    pub fn overwrite_role(&self, channel: Id, role: Id, allow: Permissions, deny: Permissions) {
        self.hub
            .write(|s| s.set_overwrite(channel, Overwrite { target: role, is_member: false, allow, deny }));
    }

    /// Sets the permission overwrites of a member, who may be the bot, in a channel.
    pub fn overwrite_member(&self, channel: Id, user: Id, allow: Permissions, deny: Permissions) {
        self.hub
            .write(|s| s.set_overwrite(channel, Overwrite { target: user, is_member: true, allow, deny }));
    }
}
