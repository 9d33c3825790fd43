//! Channels and threads.

use serde_json::{Value, json};

use crate::{
    id::timestamp,
    state::{Channel, State},
};

impl Channel {
    /// Returns the channel object.
    pub(crate) fn to_json(&self, state: &State) -> Value {
        let mut channel = json!({
            "id": self.id,
            "type": self.kind.number(),
            "last_message_id": self.last_message,
            "flags": 0,
        });
        if let Some(user) = self.recipient.and_then(|user| state.users.get(&user)) {
            channel["recipients"] = json!([user.to_json()]);
            return channel;
        }
        channel["guild_id"] = json!(self.guild);
        channel["name"] = json!(self.name);
        channel["rate_limit_per_user"] = json!(self.slowmode);
        channel["last_pin_timestamp"] = json!(self.last_pin.map(timestamp));
        if let Some(thread) = &self.thread {
            channel["parent_id"] = json!(thread.parent);
            channel["owner_id"] = json!(thread.owner);
            channel["message_count"] = json!(thread.total_sent);
            channel["total_message_sent"] = json!(thread.total_sent);
            channel["member_count"] = json!(thread.members.len().min(50));
            channel["thread_metadata"] = thread.to_json(self.id);
            return channel;
        }
        channel["parent_id"] = Value::Null;
        channel["position"] = json!(self.position);
        channel["topic"] = json!(self.topic);
        channel["nsfw"] = json!(false);
        channel["permission_overwrites"] = self
            .overwrites
            .iter()
            .map(|o| {
                json!({ "id": o.target, "type": i32::from(o.is_member), "allow": o.allow, "deny": o.deny })
            })
            .collect();
        channel
    }
}
