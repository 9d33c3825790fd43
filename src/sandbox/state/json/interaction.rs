//! Interactions.

use serde_json::{Value, json};

use crate::{
    id::Id,
    state::{Interaction, State, in_channel},
};

impl State {
    /// Returns the interaction object of `INTERACTION_CREATE`.
    pub(crate) fn interaction_json(&self, interaction: &Interaction, data: &Value) -> Value {
        let channel = self.channels.get(&interaction.channel);
        let user = self.users.get(&interaction.user);
        let may = |who: Id| channel.map(|channel| in_channel(self, channel, who)).unwrap_or_default();
        let guild = channel.and_then(|channel| channel.guild).and_then(|guild| self.guilds.get(&guild));
        let owner = guild.map_or_else(|| "0".to_owned(), |guild| guild.id.to_string());
        let mut payload = json!({
            "id": interaction.id,
            "application_id": self.bot,
            "type": interaction.kind.number(),
            "data": data,
            "channel_id": interaction.channel,
            "token": interaction.token,
            "version": 1,
            "app_permissions": may(self.bot),
            "locale": user.map(|user| &user.locale),
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": { "0": owner },
            "context": i32::from(guild.is_none()),
            "attachment_size_limit": 10 * 1024 * 1024,
        });
        if let Some(channel) = channel {
            payload["channel"] = channel.to_json(self);
            payload["channel"]["permissions"] = json!(may(interaction.user));
        }
        match (guild, user) {
            (Some(guild), Some(user)) => {
                payload["guild_id"] = json!(guild.id);
                payload["guild_locale"] = json!(guild.locale);
                payload["guild"] = json!({ "id": guild.id, "locale": guild.locale, "features": [] });
                if let Some(member) = guild.members.get(&user.id) {
                    let mut member = member.to_json_with_user(user);
                    member["permissions"] = json!(may(user.id));
                    payload["member"] = member;
                }
            }
            (None, Some(user)) => payload["user"] = user.to_json(),
            _ => {}
        }
        if let Some(message) = interaction.source.and_then(|source| self.messages.get(&source)) {
            payload["message"] = message.to_json(self);
        }
        payload
    }
}
