//! New people and guilds.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{GuildHandle, Person};
use crate::{
    id::Id,
    permissions::Permissions,
    state::{Guild, GuildRestrictions, Hub, Member, Role, State, User},
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

/// Creates a person who is not in any guild yet.
pub(crate) fn new_person(hub: &Arc<Hub>, new: NewPerson) -> Person {
    let id = hub.write(|s| {
        let id = s.new_id();
        let mut user = User::new(id, &new.name);
        user.global_name = new.global_name;
        user.locale = new.locale;
        user.dms_open = new.dms_open;
        s.users.insert(id, user);
        id
    });
    Person { hub: hub.clone(), id }
}

/// Creates a guild that belongs to `owner`, with the bot as a member.
pub(crate) fn new_guild(
    hub: &Arc<Hub>,
    name: &str,
    owner: &Person,
    new_id: impl FnOnce(&mut State) -> Id,
) -> GuildHandle {
    let id = hub.write(|s| {
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
            former: BTreeSet::new(),
            events: BTreeMap::new(),
            restrictions: GuildRestrictions::default(),
        };
        let member =
            |user, roles| Member { user, nick: None, roles, joined: s.now, rejoined: false, timed_out: None };
        guild.members.insert(owner.id, member(owner.id, Vec::new()));
        s.guilds.insert(id, guild);
        s.join_bot(id);
        id
    });
    GuildHandle { hub: hub.clone(), id }
}
