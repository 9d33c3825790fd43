//! Setting up guilds, roles, channels and people.

use std::collections::{BTreeMap, BTreeSet};

use super::{GuildHandle, Person};
use crate::sandbox::{
    Sandbox,
    id::Id,
    permissions::Permissions,
    state::{Guild, Member, Role, State, User},
};

/// A person to be created.
#[derive(Debug, Clone)]
pub struct NewPerson {
    /// The unique user name.
    pub name: String,
    /// The display name.
    pub global_name: Option<String>,
    /// The client's language.
    pub locale: String,
    /// Whether direct messages are allowed.
    pub dms_open: bool,
}

impl NewPerson {
    /// Returns a person with an American English client who allows direct messages.
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), global_name: None, locale: "en-US".to_owned(), dms_open: true }
    }
}

impl Sandbox {
    /// Creates a person who is not in any guild yet.
    pub fn create_person(&self, new: NewPerson) -> Person {
        let id = self.hub().write(|s| {
            let id = s.new_id();
            let mut user = User::new(id, &new.name);
            user.global_name = new.global_name;
            user.locale = new.locale;
            user.dms_open = new.dms_open;
            s.users.insert(id, user);
            id
        });
        Person { hub: self.hub().clone(), id }
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
        self.create_guild_with(name, owner, State::new_id)
    }

    /// Creates a guild whose events go to a shard, counted from 0, of those that the configuration requires.
    pub fn create_guild_on_shard(&self, name: &str, owner: &Person, shard: u64) -> GuildHandle {
        self.create_guild_with(name, owner, |s| {
            let (now, shards) = (s.now, s.shards);
            s.ids.next_on_shard(now, shard, shards)
        })
    }

    fn create_guild_with(
        &self,
        name: &str,
        owner: &Person,
        new_id: impl FnOnce(&mut State) -> Id,
    ) -> GuildHandle {
        let id = self.hub().write(|s| {
            let id = new_id(s);
            let everyone = Role {
                id,
                name: "@everyone".to_owned(),
                permissions: Permissions::DEFAULT,
                position: 0,
                mentionable: false,
                bot: None,
            };
            let mut guild = Guild {
                id,
                name: name.to_owned(),
                owner: owner.id,
                locale: "en-US".to_owned(),
                roles: BTreeMap::from([(id, everyone)]),
                members: BTreeMap::new(),
                bans: BTreeSet::new(),
            };
            let member = |user, roles| Member { user, nick: None, roles, joined: s.now };
            guild.members.insert(owner.id, member(owner.id, Vec::new()));
            s.guilds.insert(id, guild);
            s.admit_bot(id);
            id
        });
        GuildHandle { hub: self.hub().clone(), id }
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
