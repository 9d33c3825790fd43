//! Interactions that Discord's client does not allow.

use serde_json::Value;

use super::{InteractionHandle, Person};
use crate::{
    id::Id,
    state::{Act, InteractionKind},
};

impl Person {
    /// Sends the bot an interaction that Discord's client would not: of a component that is not there, of a command
    /// that is not permitted, or with any data. `kind` is Discord's number: 2 command, 3 component, 4 autocomplete,
    /// 5 modal. Returns `None` for any other number or an unknown channel.
    pub fn forge(
        &self,
        channel: Id,
        kind: i64,
        message: Option<Id>,
        data: Value,
    ) -> Option<InteractionHandle> {
        let kind = InteractionKind::of_number(kind)?;
        let id = self.hub.write(|s| {
            s.channels.get(&channel)?;
            let name = data["name"].as_str().map(str::to_owned);
            let (user, source) = (self.id, message);
            Some(s.interact(Act {
                kind,
                user,
                channel,
                name,
                focused_kind: None,
                source,
                opener: None,
                data,
            }))
        })?;
        Some(InteractionHandle { person: self.clone(), id })
    }
}
