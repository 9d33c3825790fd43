//! Finding what orders name by its id.

use std::sync::Arc;

use crate::{
    client::request::Rejected,
    id::Id,
    people::{GuildHandle, Person},
    state::Hub,
};

pub(super) fn guild(hub: &Arc<Hub>, id: Id) -> Result<GuildHandle, Rejected> {
    GuildHandle::find(hub, id).ok_or_else(|| Rejected::unknown("guild"))
}

/// Finds a person or a bot.
pub(super) fn user(hub: &Arc<Hub>, id: Id) -> Result<Person, Rejected> {
    let is_known = hub.read(|s| s.users.contains_key(&id));
    is_known.then(|| Person { hub: hub.clone(), id }).ok_or_else(|| Rejected::unknown("person"))
}

/// Returns an error if a channel does not exist.
pub(super) fn check_channel(hub: &Hub, id: Id) -> Result<(), Rejected> {
    found(hub.read(|s| s.channels.contains_key(&id)), "channel")
}

/// Returns an error if something was not found.
pub(super) fn found(is_found: bool, what: &str) -> Result<(), Rejected> {
    if is_found { Ok(()) } else { Err(Rejected::unknown(what)) }
}
