//! The first response to an interaction.

use serde_json::{Value, json};

use super::{ApiRequest, ApiResponse, request::RequestBody};
use crate::{
    check::{Form, MessageDraft, check_choices, check_modal, checked},
    error::{ApiError, ApiResult},
    id::Id,
    journal::JournalEvent,
    state::{
        EPHEMERAL, InitialResponse, Interaction, InteractionKind, MessageOrigin, NewMessage, REPLY,
        ResponseChange, ResponseState, State, Upload,
    },
};

/// The type of a message that responds to a slash command.
const COMMAND_RESPONSE: i64 = 20;

/// Handles `POST /interactions/{id}/{token}/callback`.
pub(crate) fn callback(s: &mut State, request: &mut ApiRequest) -> ApiResult<ApiResponse> {
    let (id, with_response) = (request.id(1, "interaction_id")?, request.flag("with_response"));
    let known = s.interactions.get(&id).filter(|i| i.token == request.segment(2));
    let interaction = known.cloned().ok_or_else(ApiError::unknown_interaction)?;
    // The error for a second response takes precedence even after the three seconds.
    if matches!(interaction.response_state, ResponseState::Sent(_)) {
        return Err(ApiError::already_acknowledged());
    }
    if !interaction.awaits_first_response(s.timeout_now) {
        return Err(ApiError::unknown_interaction());
    }
    let kind = check_type(&interaction, &request.body.json)?;
    let RequestBody { json, files } = request.take_body();
    let data = &json["data"];
    let (shown, message) = match kind {
        4 => respond_with_message(s, &interaction, data, files)?,
        5 => defer(s, &interaction, data)?,
        // A modal that was opened by a command has no message to update.
        6 => {
            (InitialResponse::DeferredUpdate, Some(interaction.source.ok_or_else(ApiError::unknown_message)?))
        }
        7 => update(s, &interaction, data, files)?,
        8 => {
            let mut form = Form::default();
            if !data["choices"].is_array() {
                form.required("data.choices");
            }
            let choices = check_choices(&mut form, data, "data", "choices", interaction.focused_kind);
            form.finish()?;
            (InitialResponse::Choices(choices), None)
        }
        _ => {
            let modal = checked(|form| check_modal(form, data, "data"))?;
            (InitialResponse::Modal(modal), None)
        }
    };
    if let Some(interaction) = s.interactions.get_mut(&id) {
        interaction.response_state = ResponseState::Sent(shown);
        interaction.original = message;
        interaction.bell.send_replace(());
    }
    if let Some(opener) = interaction.opener.and_then(|opener| s.interactions.get_mut(&opener)) {
        opener.modal_closed = true;
    }
    let event = JournalEvent::InteractionAnswered { interaction: id, kind };
    s.journal.note(s.now, interaction.channel, vec![interaction.user], event);
    if with_response {
        Ok(ApiResponse::Json(response(s, &interaction, kind, message)))
    } else {
        Ok(ApiResponse::NoContent)
    }
}

/// Returns the callback type if this kind of interaction allows it.
fn check_type(interaction: &Interaction, body: &Value) -> ApiResult<i64> {
    let allowed: &[i64] = match interaction.kind {
        InteractionKind::Command => &[4, 5, 9],
        InteractionKind::Component => &[4, 5, 6, 7, 9],
        InteractionKind::Autocomplete => &[8],
        // A modal cannot open another modal.
        InteractionKind::Modal => &[4, 5, 6, 7],
    };
    let mut form = Form::default();
    let kind = body.get("type").and_then(Value::as_i64);
    match kind {
        None => form.required("type"),
        Some(kind) if !allowed.contains(&kind) => {
            let listed: Vec<String> = allowed.iter().map(|kind| callback_name(*kind)).collect();
            form.choices("type", &listed.join(", "));
        }
        Some(_) => {}
    }
    form.finish()?;
    kind.ok_or_else(ApiError::invalid_json)
}

/// Returns the name of a callback type in Discord's errors.
fn callback_name(kind: i64) -> String {
    let name = match kind {
        4 => "CHANNEL_MESSAGE_WITH_SOURCE",
        5 => "DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE",
        6 => "DEFERRED_UPDATE_MESSAGE",
        7 => "UPDATE_MESSAGE",
        8 => "APPLICATION_COMMAND_AUTOCOMPLETE_RESULT",
        _ => "MODAL",
    };
    format!("<InteractionCallbackTypes.{name}: {kind}>")
}

/// Returns the origin of a message, for its `interaction_metadata`.
pub(crate) fn origin(s: &State, interaction: &Interaction, original: Option<Id>) -> MessageOrigin {
    let opener = interaction.opener.and_then(|opener| s.interactions.get(&opener));
    MessageOrigin {
        opener: opener.map(|opener| Box::new(origin(s, opener, None))),
        interaction: interaction.id,
        kind: interaction.kind,
        user: interaction.user,
        name: interaction.name.clone(),
        source: interaction.source,
        original,
    }
}

/// Returns a message of the application that responds to an interaction.
pub(crate) fn response_message(
    s: &State,
    interaction: &Interaction,
    mut draft: MessageDraft,
    files: Vec<Upload>,
) -> NewMessage {
    let only_for = draft.is_ephemeral().then_some(interaction.user);
    let kind = match interaction.kind {
        InteractionKind::Command => COMMAND_RESPONSE,
        // A response to a click is a reply to the message that was clicked.
        _ if interaction.source.is_some_and(|source| s.messages.contains_key(&source)) => {
            draft.reply_to = interaction.source;
            REPLY
        }
        _ => 0,
    };
    let mut post = NewMessage::new(interaction.channel, s.bot, draft, files);
    post.kind = kind;
    post.only_for = only_for;
    post.origin = Some(origin(s, interaction, None));
    post
}

fn respond_with_message(
    s: &mut State,
    interaction: &Interaction,
    data: &Value,
    files: Vec<Upload>,
) -> ApiResult<(InitialResponse, Option<Id>)> {
    let mut form = Form::default();
    if data.is_null() && files.is_empty() {
        return Err(ApiError::empty_message());
    }
    let null = json!({});
    let draft = MessageDraft::read(&mut form, if data.is_null() { &null } else { data }, "data");
    form.finish()?;
    if draft.is_empty(files.len()) {
        return Err(ApiError::empty_message());
    }
    if !draft.is_ephemeral() {
        s.check_response_allowed(interaction, ResponseChange::New)?;
        s.unarchive_thread(interaction.channel);
    }
    let id = s.post(response_message(s, interaction, draft, files))?;
    Ok((InitialResponse::Message, Some(id)))
}

fn defer(s: &mut State, interaction: &Interaction, data: &Value) -> ApiResult<(InitialResponse, Option<Id>)> {
    // A deferred response only determines whether the message is ephemeral.
    let flags = data["flags"].as_u64().unwrap_or(0) & EPHEMERAL;
    let draft = MessageDraft { flags, ..MessageDraft::default() };
    if !draft.is_ephemeral() {
        s.check_response_allowed(interaction, ResponseChange::New)?;
        s.unarchive_thread(interaction.channel);
    }
    let mut post = response_message(s, interaction, draft, Vec::new());
    post.loading = true;
    Ok((InitialResponse::Deferred, Some(s.post(post)?)))
}

fn update(
    s: &mut State,
    interaction: &Interaction,
    data: &Value,
    files: Vec<Upload>,
) -> ApiResult<(InitialResponse, Option<Id>)> {
    let source = interaction.source.ok_or_else(ApiError::unknown_message)?;
    let message = s.messages.get(&source).ok_or_else(ApiError::unknown_message)?;
    if message.only_for.is_none() {
        s.check_response_allowed(interaction, ResponseChange::Edit)?;
    }
    let null = json!({});
    let draft = checked(|form| MessageDraft::read(form, if data.is_null() { &null } else { data }, "data"))?;
    if super::messages::would_be_empty(message, &draft, files.len()) {
        return Err(ApiError::empty_message());
    }
    s.edit(source, draft, files)?;
    Ok((InitialResponse::Update, Some(source)))
}

/// Returns the response body for `with_response=true`.
fn response(s: &State, interaction: &Interaction, kind: i64, message: Option<Id>) -> Value {
    let mut body = json!({
        "interaction": {
            "id": interaction.id,
            "type": interaction.kind.number(),
            "channel_id": interaction.channel,
        },
    });
    if let Some(guild) = s.channels.get(&interaction.channel).and_then(|c| c.guild) {
        body["interaction"]["guild_id"] = json!(guild);
    }
    let message = message.filter(|_| kind != 6).and_then(|id| s.messages.get(&id));
    if let Some(message) = message {
        let inner = &mut body["interaction"];
        inner["response_message_id"] = json!(message.id);
        inner["response_message_loading"] = json!(kind == 5);
        inner["response_message_ephemeral"] = json!(message.only_for.is_some());
        body["resource"] = json!({ "type": kind, "message": s.for_bot(message) });
    } else if kind != 8 {
        body["resource"] = json!({ "type": kind });
    }
    body
}
