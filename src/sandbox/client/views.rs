//! JSON of what people see.

use serde_json::{Value, json};

use crate::{
    id::Id,
    state::{InitialResponse, Interaction, LOADING, Message, ResponseState, SILENT, State},
};

/// Returns a message as a person sees it.
pub(super) fn message(s: &State, viewer: Id, message: &Message) -> Value {
    let files = message.attachments.iter().filter_map(|id| s.files.get(id)).map(|file| {
        json!({
            "name": file.filename,
            "description": file.description,
            "type": file.content_type,
            "url": file.url(""),
            "size": file.bytes.len(),
        })
    });
    let reactions = message.reactions.iter().map(
        |(emoji, users)| json!({ "emoji": emoji, "count": users.len(), "mine": users.contains(&viewer) }),
    );
    // The client shows above the message whose command or press it responds to.
    let origin = message
        .origin
        .as_ref()
        .map(|origin| json!({ "user": origin.user, "command": origin.name, "source": origin.source }));
    json!({
        "id": message.id,
        "channel": message.channel,
        "author": message.author,
        "kind": message.kind,
        "at": message.id.created_millis(),
        "content": message.content,
        "embeds": message.embeds,
        "components": message.components,
        "files": files.collect::<Vec<_>>(),
        "edited": message.edited,
        "reply_to": message.reply_to,
        "ephemeral": message.only_for.is_some(),
        "thinking": message.flags & LOADING != 0,
        "pinned": message.pinned.is_some(),
        "reactions": reactions.collect::<Vec<_>>(),
        "thread": message.thread,
        "pings": message.pinged.contains(&viewer),
        "silent": message.flags & SILENT != 0,
        "origin": origin,
    })
}

/// Returns how the bot has responded to an interaction.
pub(super) fn interaction(s: &State, interaction: &Interaction) -> Value {
    let mut seen =
        json!({ "id": interaction.id, "channel": interaction.channel, "source": interaction.source });
    match &interaction.response_state {
        ResponseState::Pending if interaction.awaits_first_response(s.timeout_now) => {
            seen["state"] = json!("waiting");
        }
        ResponseState::Pending => {
            seen["state"] = json!("failed");
            seen["error"] = json!("The application did not respond");
        }
        ResponseState::Sent(shown) => {
            seen["state"] = json!(match shown {
                InitialResponse::Message => "message",
                InitialResponse::Deferred => "deferred",
                InitialResponse::DeferredUpdate => "acknowledged",
                InitialResponse::Update => "updated",
                InitialResponse::Choices(_) => "choices",
                InitialResponse::Modal(_) if interaction.modal_closed => "closed",
                InitialResponse::Modal(_) => "modal",
            });
            match shown {
                InitialResponse::Choices(choices) => seen["choices"] = json!(choices),
                InitialResponse::Modal(modal) => seen["modal"] = modal.clone(),
                _ => seen["message"] = json!(interaction.original),
            }
        }
    }
    seen
}

/// Returns the servers and channels that a person sees, and everybody they may meet there.
pub(super) fn view(s: &State, viewer: Id) -> Value {
    let guilds = s.guilds.values().filter(|guild| guild.members.contains_key(&viewer));
    let guilds = guilds.map(|guild| {
        let members = guild
            .members
            .values()
            .map(|member| json!({ "id": member.user, "nick": member.nick, "roles": member.roles }));
        let roles = guild.roles.values().map(|role| json!({ "id": role.id, "name": role.name }));
        json!({
            "id": guild.id,
            "name": guild.name,
            "owner": guild.owner,
            "members": members.collect::<Vec<_>>(),
            "roles": roles.collect::<Vec<_>>(),
        })
    });
    let users = s.users.values().map(
        |user| json!({ "id": user.id, "name": user.name, "display": user.global_name, "bot": user.bot }),
    );
    let channels = s.channels.values().filter(|channel| s.sees(viewer, channel.id));
    let channels = channels.map(|channel| {
        json!({
            "id": channel.id,
            "type": channel.kind.number(),
            "guild": channel.guild,
            "name": channel.name,
            "topic": channel.topic,
            "position": channel.position,
            "parent": channel.thread.as_ref().map(|thread| thread.parent),
            "archived": channel.thread.as_ref().is_some_and(|thread| thread.archived),
            "writable": s.may_write(channel, viewer),
        })
    });
    json!({
        "me": viewer,
        "bot": s.bot,
        "guilds": guilds.collect::<Vec<_>>(),
        "channels": channels.collect::<Vec<_>>(),
        "users": users.collect::<Vec<_>>(),
    })
}
