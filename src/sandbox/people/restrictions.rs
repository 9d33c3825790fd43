//! What moderators and Discord itself restrict in a guild.

use super::GuildHandle;
use crate::{id::Id, state::GuildRestrictions};

impl GuildHandle {
    /// Makes the guild unavailable, as in an outage of Discord's, or available again. Meanwhile, nobody can act there, and
    /// the bot gets no events of it.
    pub fn set_available(&self, available: bool) {
        self.hub.write(|s| s.set_unavailable(self.id, !available));
    }

    /// Times a member out until a time in Unix milliseconds: they can only read. A time in the past ends that.
    pub fn time_out(&self, member: Id, until: i64) {
        self.hub.write(|s| s.change_member(self.id, member, |member| member.timed_out = Some(until)));
    }

    /// Has automatic moderation block messages and titles with these words, the bot's too. Those who may manage the guild are
    /// exempt.
    pub fn block_words(&self, words: &[&str]) {
        self.change_restrictions(|restrictions| {
            restrictions.blocked = words.iter().map(|word| word.to_lowercase()).collect();
        });
    }

    /// Allows or blocks direct messages from members of this guild; those of other guilds may still write.
    pub fn allow_dms_to(&self, member: Id, allowed: bool) {
        self.change_restrictions(|restrictions| {
            if allowed {
                restrictions.private.remove(&member)
            } else {
                restrictions.private.insert(member)
            };
        });
    }

    /// Takes a command from everyone but administrators, as the settings of the guild can, or gives it back.
    pub fn allow_command(&self, name: &str, allowed: bool) {
        self.change_restrictions(|restrictions| {
            if allowed {
                restrictions.hidden.remove(name)
            } else {
                restrictions.hidden.insert(name.to_owned())
            };
        });
    }

    /// Limits the number of active threads and the size of a message's files in bytes; `None` means Discord's usual limit.
    pub fn limit(&self, threads: Option<usize>, upload: Option<u64>) {
        self.change_restrictions(|restrictions| {
            (restrictions.threads, restrictions.upload) = (threads, upload);
        });
    }

    fn change_restrictions(&self, change: impl FnOnce(&mut GuildRestrictions)) {
        self.hub.write(|s| {
            if let Some(guild) = s.guilds.get_mut(&self.id) {
                change(&mut guild.restrictions);
            }
        });
    }
}
