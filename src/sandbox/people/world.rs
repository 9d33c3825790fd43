//! Setting up guilds, roles, channels and people.

use super::{
    GuildHandle, Person,
    arrivals::{NewPerson, new_guild, new_guild_with, new_person},
};
use crate::Sandbox;

impl Sandbox {
    /// Creates a person who is not in any guild yet.
    pub fn create_person(&self, new: NewPerson) -> Person {
        new_person(self.hub(), new)
    }

    /// Creates another application's bot, which is in no guild yet. It writes as a person does.
    pub fn create_other_bot(&self, name: &str) -> Person {
        let person = self.create_person(NewPerson::named(name));
        self.hub().write(|s| {
            if let Some(user) = s.users.get_mut(&person.id) {
                user.bot = true;
            }
        });
        person
    }

    /// Creates a guild that belongs to `owner`. The bot is a member with its own role.
    pub fn create_guild(&self, name: &str, owner: &Person) -> GuildHandle {
        new_guild(self.hub(), name, owner)
    }

    /// Creates a guild whose events go to a shard, counted from 0, of those that the configuration requires.
    pub fn create_guild_on_shard(&self, name: &str, owner: &Person, shard: u64) -> GuildHandle {
        new_guild_with(self.hub(), name, owner, |s| {
            let (now, shards) = (s.now, s.shards);
            s.ids.next_on_shard(now, shard, shards)
        })
    }
}

impl Sandbox {
    /// Returns all people.
    pub fn people(&self) -> Vec<Person> {
        self.hub().read(|s| {
            let people = s.users.values().filter(|user| !user.bot);
            people.map(|user| Person { hub: self.hub().clone(), id: user.id }).collect()
        })
    }

    /// Returns all guilds.
    pub fn guilds(&self) -> Vec<GuildHandle> {
        self.hub()
            .read(|s| s.guilds.keys().map(|id| GuildHandle { hub: self.hub().clone(), id: *id }).collect())
    }
}
