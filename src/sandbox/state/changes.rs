//! What happens to guilds and channels.

use super::{Channel, ChannelKind, Member, MemberScope, Role, State};
use crate::{events::intents, id::Id, permissions::Overwrite};

impl State {
    /// Makes the bot a member of a guild, with a role of its own.
    pub(crate) fn join_bot(&mut self, guild: Id) {
        let (bot, now, role_id) = (self.bot, self.now, self.new_id());
        let name = self.users.get(&bot).map(|user| user.name.clone()).unwrap_or_default();
        let permissions = self.bot_permissions;
        let Some(held) = self.guilds.get_mut(&guild) else { return };
        let position = held.roles.len() as u32;
        let role = Role { id: role_id, name, permissions, position, mentionable: false, bot: Some(bot) };
        held.roles.insert(role_id, role);
        held.members.insert(
            bot,
            Member {
                user: bot,
                nick: None,
                roles: vec![role_id],
                joined: now,
                rejoined: false,
                timed_out: None,
            },
        );
        let Some(data) = self.guilds.get(&guild).map(|held| held.to_create_json(self, MemberScope::BotOnly))
        else {
            return;
        };
        self.emit("GUILD_CREATE", Some(guild), intents::GUILDS, data);
    }

    /// Adds a role to a member.
    pub(crate) fn give_role(&mut self, guild: Id, user: Id, role: Id) {
        self.change_member(guild, user, |member| {
            member.roles.retain(|held| *held != role);
            member.roles.push(role);
        });
    }

    /// Removes a role from a member.
    pub(crate) fn take_role(&mut self, guild: Id, user: Id, role: Id) {
        self.change_member(guild, user, |member| member.roles.retain(|held| *held != role));
    }

    /// Removes a scheduled event, and tells the bot. Returns whether there was one.
    pub(crate) fn remove_event(&mut self, guild: Id, event: Id) -> bool {
        let Some(gone) = self.guilds.get_mut(&guild).and_then(|guild| guild.events.remove(&event)) else {
            return false;
        };
        let json = gone.to_json(self.users.get(&gone.creator), self.now);
        self.emit_scheduled("GUILD_SCHEDULED_EVENT_DELETE", guild, &json);
        true
    }

    /// Changes a member, and tells the bot.
    pub(crate) fn change_member(&mut self, guild: Id, user: Id, change: impl FnOnce(&mut Member)) {
        if let Some(member) = self.guilds.get_mut(&guild).and_then(|guild| guild.members.get_mut(&user)) {
            change(member);
        }
        self.emit_member("GUILD_MEMBER_UPDATE", guild, user);
    }

    /// Creates a channel in a guild.
    pub(crate) fn add_channel(&mut self, guild: Id, kind: ChannelKind, name: &str) -> Id {
        let id = self.new_id();
        let mut channel = Channel::new(id, kind, name);
        channel.guild = Some(guild);
        let siblings = self.channels.values().filter(|c| c.guild == Some(guild) && c.thread.is_none());
        channel.position = siblings.count() as u32;
        self.channels.insert(id, channel);
        self.emit_channel("CHANNEL_CREATE", id);
        id
    }

    /// Deletes a channel or thread with everything in it.
    pub(crate) fn remove_channel(&mut self, id: Id) {
        let inner: Vec<Id> = self
            .channels
            .values()
            .filter(|c| c.thread.as_ref().is_some_and(|thread| thread.parent == id))
            .map(|c| c.id)
            .collect();
        for thread in inner {
            self.remove_channel(thread);
        }
        let Some(channel) = self.channels.get(&id) else { return };
        let event = if channel.thread.is_some() { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
        self.emit_channel(event, id);
        let Some(channel) = self.channels.remove(&id) else { return };
        for message in channel.messages {
            self.messages.remove(&message);
        }
        self.files.retain(|_, file| file.channel != id);
    }

    /// Sets a permission overwrite, replacing any previous one for the same target.
    pub(crate) fn set_overwrite(&mut self, channel: Id, new: Overwrite) {
        if let Some(channel) = self.channels.get_mut(&channel) {
            channel.overwrites.retain(|o| o.target != new.target);
            channel.overwrites.push(new);
        }
        self.emit_channel("CHANNEL_UPDATE", channel);
    }

    /// Archives threads that have been inactive for their configured time.
    pub(crate) fn archive_quiet_threads(&mut self) {
        let now = self.now;
        let mut quiet = Vec::new();
        for channel in self.channels.values_mut() {
            let said = channel.last_message.unwrap_or(channel.id).created_millis();
            let Some(thread) = channel.thread.as_mut().filter(|thread| !thread.archived) else { continue };
            if now - said.max(thread.archive_changed) >= thread.auto_archive_minutes * 60_000 {
                (thread.archived, thread.archive_changed) = (true, now);
                quiet.push(channel.id);
            }
        }
        for thread in quiet {
            self.emit_channel("THREAD_UPDATE", thread);
        }
    }

    /// Archives a thread, and returns whether it exists.
    pub(crate) fn archive_thread(&mut self, id: Id, locked: bool) -> bool {
        let now = self.now;
        let Some(thread) = self.channels.get_mut(&id).and_then(|channel| channel.thread.as_mut()) else {
            return false;
        };
        (thread.archived, thread.locked, thread.archive_changed) = (true, locked, now);
        self.emit_channel("THREAD_UPDATE", id);
        true
    }

    /// Unarchives a thread, as every message does.
    pub(crate) fn unarchive_thread(&mut self, id: Id) {
        let now = self.now;
        let thread = self.channels.get_mut(&id).and_then(|channel| channel.thread.as_mut());
        let Some(thread) = thread.filter(|thread| thread.archived) else { return };
        (thread.archived, thread.archive_changed) = (false, now);
        self.emit_channel("THREAD_UPDATE", id);
    }

    /// Sets for how many seconds members have to wait between two messages, and returns whether it is a channel of a guild.
    pub(crate) fn set_slow_mode(&mut self, id: Id, seconds: u32) -> bool {
        let Some(channel) = self.channels.get_mut(&id).filter(|channel| channel.guild.is_some()) else {
            return false;
        };
        channel.slowmode = seconds.into();
        let event = if channel.thread.is_some() { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" };
        self.emit_channel(event, id);
        true
    }

    /// Locks a thread or unlocks it, as a moderator does, and returns whether it exists.
    pub(crate) fn lock_thread(&mut self, id: Id, locked: bool) -> bool {
        let Some(thread) = self.channels.get_mut(&id).and_then(|channel| channel.thread.as_mut()) else {
            return false;
        };
        thread.locked = locked;
        self.emit_channel("THREAD_UPDATE", id);
        true
    }

    /// Returns the DM channel between the bot and a person, and creates it if necessary.
    pub(crate) fn dm_channel(&mut self, person: Id) -> Id {
        if let Some(channel) = self.channels.values().find(|c| c.recipient == Some(person)) {
            return channel.id;
        }
        let id = self.new_id();
        let mut channel = Channel::new(id, ChannelKind::Dm, "");
        channel.recipient = Some(person);
        self.channels.insert(id, channel);
        id
    }
}
