//! IDENTIFY and the events that follow: READY and a `GUILD_CREATE` for each guild.

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use crate::{
    events::{Cut, GatewayFrame, INVALID_SESSION, intents},
    id::bot_token,
    limits::Identify,
    state::{MemberScope, State},
};

/// Opens a session, or returns the code with which to close the connection.
pub(crate) fn identify(
    state: &mut State,
    data: &Value,
    connection: u64,
    out: &UnboundedSender<GatewayFrame>,
) -> Result<(), (u16, &'static str)> {
    if !state.is_token(data["token"].as_str().unwrap_or_default()) {
        return Err((4004, "Authentication failed."));
    }
    let Some(wanted) = data["intents"].as_u64().filter(|wanted| wanted & !intents::KNOWN_INTENTS == 0) else {
        return Err((4013, "Invalid intent(s)."));
    };
    if wanted & intents::PRIVILEGED != 0 && !state.privileged_intents {
        return Err((4014, "Disallowed intent(s)."));
    }
    let shard = (data["shard"][0].as_u64().unwrap_or(0), data["shard"][1].as_u64().unwrap_or(1));
    if shard.1 == 0 || shard.0 >= shard.1 {
        return Err((4010, "Invalid shard."));
    }
    if shard.1 < state.shards {
        return Err((4011, "Sharding required."));
    }
    match state.meter.identify(shard.0) {
        Identify::Allowed => {}
        Identify::TooFast => {
            let _ = out.send(GatewayFrame::Text(INVALID_SESSION.into()));
            return Ok(());
        }
        Identify::UsedUp => {
            state.reset_token();
            return Err((4004, "Authentication failed."));
        }
    }
    let id = state.new_secret(32).to_lowercase();
    state.sessions.open(id.clone(), wanted, shard, connection, out.clone());
    ready(state, &id, connection, wanted, shard);
    Ok(())
}

fn ready(state: &mut State, session: &str, connection: u64, wanted: u64, (shard, shards): (u64, u64)) {
    let scope = if wanted & intents::GUILD_MEMBERS != 0 { MemberScope::All } else { MemberScope::BotOnly };
    let guilds: Vec<_> = state
        .guilds
        .values()
        .filter(|guild| guild.members.contains_key(&state.bot) && guild.id.shard(shards) == shard)
        .collect();
    let unavailable: Vec<Value> =
        guilds.iter().map(|guild| json!({ "id": guild.id, "unavailable": true })).collect();
    let full = guilds.iter().filter(|guild| !guild.restrictions.unavailable);
    let full: Vec<Value> = full.map(|guild| guild.to_create_json(state, scope)).collect();
    let gateway = state.gateway_url();
    let ready = json!({
        "v": 10,
        "user_settings": {},
        "user": state.users.get(&state.bot).map(crate::state::User::to_own_json),
        "session_type": "normal",
        "session_id": session,
        "resume_gateway_url": gateway,
        "relationships": [],
        "private_channels": [],
        "presences": [],
        "guilds": unavailable,
        "guild_join_requests": [],
        "geo_ordered_rtc_regions": [],
        "game_relationships": [],
        "auth": {},
        "shard": [shard, shards],
        "application": { "id": state.bot, "flags": state.application_flags() },
        "_trace": ["sandbox"],
    });
    state.sessions.send_over(connection, "READY", &ready);
    if wanted & intents::GUILDS != 0 {
        for guild in &full {
            state.sessions.send_over(connection, "GUILD_CREATE", guild);
        }
    }
}

impl State {
    /// Returns whether the header of a request authorizes it. Unlike the gateway, the API requires the word `Bot`.
    pub(crate) fn authorizes(&self, header: &str) -> bool {
        header.strip_prefix("Bot ").is_some_and(|token| token == self.token)
    }

    /// Returns whether a text, with or without the prefix `Bot `, is the bot's token.
    pub(crate) fn is_token(&self, text: &str) -> bool {
        text.strip_prefix("Bot ").unwrap_or(text) == self.token
    }

    /// Ends all sessions and replaces the token, as Discord does with a bot that identifies too often.
    pub(crate) fn reset_token(&mut self) {
        self.resets += 1;
        self.token = bot_token(self.bot, self.resets);
        self.meter.renew_identifies();
        self.sessions.cut(Cut::Close(4004), None);
    }

    /// Returns the address of the gateway, `ws://127.0.0.1:port`.
    pub(crate) fn gateway_url(&self) -> String {
        self.url.replacen("http", "ws", 1)
    }

    /// Returns the public flags of the application, for enabled privileged intents of an unverified bot and for
    /// registered commands.
    pub(crate) fn application_flags(&self) -> u64 {
        let limited = if self.privileged_intents { 1 << 13 | 1 << 15 | 1 << 19 } else { 0 };
        limited | if self.commands.is_empty() { 0 } else { 1 << 23 }
    }
}
