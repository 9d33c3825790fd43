//! Later responses to an interaction: follow-ups, edits and deletions with its token.

use super::{
    ApiRequest, ApiResponse,
    interactions::{origin, response_message},
    messages::would_be_empty,
};
use crate::{
    check::{MessageDraft, checked},
    error::{ApiError, ApiResult},
    id::Id,
    permissions::Permissions,
    state::{LOADING, REPLY, ResponseChange, ResponseState, State, channel_permissions},
};

/// Returns the interaction with a token, or error 10015 if the token is unknown and 50027 if it has expired.
pub(crate) fn ticket(s: &State, request: &ApiRequest) -> ApiResult<Id> {
    let application = request.id(1, "webhook_id")?;
    let interaction = s.tokens.get(request.segment(2)).and_then(|id| s.interactions.get(id));
    let interaction = interaction.filter(|_| application == s.bot).ok_or_else(ApiError::unknown_webhook)?;
    if !interaction.is_token_valid(s.timeout_now) {
        return Err(ApiError::invalid_webhook_token());
    }
    // The token cannot be used before the first response.
    if matches!(interaction.response_state, ResponseState::Pending) {
        return Err(ApiError::unknown_webhook());
    }
    Ok(interaction.id)
}

/// Returns the message for `@original`, or one of the interaction's messages.
pub(crate) fn find(s: &State, request: &ApiRequest) -> ApiResult<Id> {
    let interaction = s.interactions.get(&ticket(s, request)?).ok_or_else(ApiError::unknown_webhook)?;
    let which = request.segment(4);
    let id = if which == "@original" {
        interaction.original
    } else {
        let id = which.parse().ok();
        id.filter(|id| interaction.original == Some(*id) || interaction.followups.contains(id))
    };
    id.filter(|id| s.messages.contains_key(id)).ok_or_else(ApiError::unknown_message)
}

pub(crate) fn get(s: &State, message: Id) -> ApiResult<ApiResponse> {
    s.messages.get(&message).map(|m| ApiResponse::Json(s.for_bot(m))).ok_or_else(ApiError::unknown_message)
}

pub(crate) fn follow_up(s: &mut State, request: &mut ApiRequest) -> ApiResult<ApiResponse> {
    let (ticket, body) = (ticket(s, request)?, request.take_body());
    let interaction = s.interactions.get(&ticket).cloned().ok_or_else(ApiError::unknown_webhook)?;
    let mut draft = checked(|form| MessageDraft::read(form, &body.json, ""))?;
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
        s.check_response_allowed(&interaction, ResponseChange::New)?;
        s.unarchive_thread(interaction.channel);
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
        && !channel_permissions(s, channel, s.bot).contains(Permissions::VIEW_CHANNEL)
        && !channel_permissions(s, channel, interaction.user).contains(Permissions::VIEW_CHANNEL)
    {
        return Err(ApiError::missing_access());
    }
    draft.reply_to = None;
    let mut post = response_message(s, &interaction, draft, body.files);
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

pub(crate) fn edit(s: &mut State, request: &mut ApiRequest) -> ApiResult<ApiResponse> {
    let (ticket, id, body) = (ticket(s, request)?, find(s, request)?, request.take_body());
    let draft = checked(|form| MessageDraft::read(form, &body.json, ""))?;
    let message = s.messages.get(&id).ok_or_else(ApiError::unknown_message)?;
    if would_be_empty(message, &draft, body.files.len()) {
        return Err(ApiError::empty_message());
    }
    if message.only_for.is_none() {
        let interaction = s.interactions.get(&ticket).ok_or_else(ApiError::unknown_webhook)?;
        // What completes a deferred response is as good as a new one.
        let is_new = message.flags & LOADING != 0;
        let change = if is_new { ResponseChange::New } else { ResponseChange::Edit };
        s.check_response_allowed(interaction, change)?;
    }
    s.edit(id, draft, body.files)?;
    if let Some(interaction) = s.interactions.get_mut(&ticket) {
        interaction.edited |= interaction.original == Some(id);
        interaction.bell.send_replace(());
    }
    get(s, id)
}

pub(crate) fn delete(s: &mut State, request: &mut ApiRequest) -> ApiResult<ApiResponse> {
    s.delete_message(find(s, request)?);
    Ok(ApiResponse::NoContent)
}
