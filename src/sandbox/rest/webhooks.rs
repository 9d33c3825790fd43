//! Later responses to an interaction: follow-ups, edits and deletions with its token.

use super::{
    Call, Reply,
    interactions::{origin, post_for},
    messages::would_be_empty,
};
use crate::{
    check::{Draft, checked},
    error::{Answer, ApiError},
    id::Id,
    permissions::Permissions,
    state::{LOADING, REPLY, Standing, State, in_channel},
};

/// Returns the interaction with a token, or error 10015 if the token is unknown and 50027 if it has expired.
pub(crate) fn ticket(s: &State, call: &Call) -> Answer<Id> {
    let application = call.id(1, "webhook_id")?;
    let interaction = s.tokens.get(call.segment(2)).and_then(|id| s.interactions.get(id));
    let interaction = interaction.filter(|_| application == s.bot).ok_or_else(ApiError::unknown_webhook)?;
    if !interaction.token_works(s.patience) {
        return Err(ApiError::invalid_webhook_token());
    }
    // The token cannot be used before the first response.
    if matches!(interaction.standing, Standing::Waiting) {
        return Err(ApiError::unknown_webhook());
    }
    Ok(interaction.id)
}

/// Returns the message for `@original`, or one of the interaction's messages.
pub(crate) fn find(s: &State, call: &Call) -> Answer<Id> {
    let interaction = s.interactions.get(&ticket(s, call)?).ok_or_else(ApiError::unknown_webhook)?;
    let which = call.segment(4);
    let id = if which == "@original" {
        interaction.original
    } else {
        let id = which.parse().ok();
        id.filter(|id| interaction.original == Some(*id) || interaction.followups.contains(id))
    };
    id.filter(|id| s.messages.contains_key(id)).ok_or_else(ApiError::unknown_message)
}

pub(crate) fn get(s: &State, message: Id) -> Answer<Reply> {
    s.messages.get(&message).map(|m| Reply::Json(s.for_bot(m))).ok_or_else(ApiError::unknown_message)
}

pub(crate) fn follow_up(s: &mut State, call: &mut Call) -> Answer<Reply> {
    let (ticket, body) = (ticket(s, call)?, call.take_body());
    let interaction = s.interactions.get(&ticket).cloned().ok_or_else(ApiError::unknown_webhook)?;
    let mut draft = checked(|form| Draft::read(form, &body.json, ""))?;
    if draft.is_empty(body.files.len()) {
        return Err(ApiError::empty_message());
    }
    // The first follow-up after a deferred response replaces it, and is ephemeral if the deferred response was.
    let waiting = interaction.original.filter(|id| {
        interaction.followups.is_empty() && s.messages.get(id).is_some_and(|m| m.flags & LOADING != 0)
    });
    let is_public = match waiting.and_then(|id| s.messages.get(&id)) {
        Some(waiting) => waiting.only_for.is_none(),
        None => !draft.is_ephemeral(),
    };
    if is_public {
        s.takes_answers(&interaction, true)?;
        s.wake_thread(interaction.channel);
    }
    if let Some(waiting) = waiting {
        s.edit(waiting, draft, body.files)?;
        interaction.bell.send_replace(());
        return get(s, waiting);
    }
    let channel = s.channels.get(&interaction.channel).ok_or_else(ApiError::unknown_channel)?;
    // If the bot can no longer see the channel, its public follow-ups fail.
    if !draft.is_ephemeral()
        && channel.guild.is_some()
        && !in_channel(s, channel, s.bot).contains(Permissions::VIEW_CHANNEL)
        && !in_channel(s, channel, interaction.user).contains(Permissions::VIEW_CHANNEL)
    {
        return Err(ApiError::missing_access());
    }
    draft.reply_to = None;
    let mut post = post_for(s, &interaction, draft, body.files);
    post.origin = Some(origin(s, &interaction, interaction.original));
    post.kind = 0;
    post.draft.reply_to = interaction.original.filter(|id| s.messages.contains_key(id));
    if post.draft.reply_to.is_some() {
        post.kind = REPLY;
    }
    let id = s.post(post)?;
    if let Some(interaction) = s.interactions.get_mut(&ticket) {
        interaction.followups.push(id);
        interaction.bell.send_replace(());
    }
    get(s, id)
}

pub(crate) fn edit(s: &mut State, call: &mut Call) -> Answer<Reply> {
    let (ticket, id, body) = (ticket(s, call)?, find(s, call)?, call.take_body());
    let draft = checked(|form| Draft::read(form, &body.json, ""))?;
    let message = s.messages.get(&id).ok_or_else(ApiError::unknown_message)?;
    if would_be_empty(message, &draft, body.files.len()) {
        return Err(ApiError::empty_message());
    }
    if message.only_for.is_none() {
        let interaction = s.interactions.get(&ticket).ok_or_else(ApiError::unknown_webhook)?;
        s.takes_answers(interaction, message.flags & LOADING != 0)?;
    }
    s.edit(id, draft, body.files)?;
    if let Some(interaction) = s.interactions.get_mut(&ticket) {
        interaction.edited |= interaction.original == Some(id);
        interaction.bell.send_replace(());
    }
    get(s, id)
}

pub(crate) fn delete(s: &mut State, call: &mut Call) -> Answer<Reply> {
    s.delete_message(find(s, call)?);
    Ok(Reply::NoContent)
}
