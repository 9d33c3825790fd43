//! The first response to an interaction.

use serde_json::{Value, json};

use super::{Call, Reply, call::Body};
use crate::{
    check::{Draft, Form, check_choices, check_modal, checked},
    error::{Answer, ApiError},
    id::Id,
    journal::JournalEvent,
    state::{
        EPHEMERAL, Interaction, InteractionKind, MessageOrigin, Post, REPLY, Shown, Standing, State, Upload,
    },
};

/// The type of a message that responds to a slash command.
const COMMAND_ANSWER: i64 = 20;

/// Handles `POST /interactions/{id}/{token}/callback`.
pub(crate) fn callback(s: &mut State, call: &mut Call) -> Answer<Reply> {
    let (id, with_response) = (call.id(1, "interaction_id")?, call.flag("with_response"));
    let known = s.interactions.get(&id).filter(|i| i.token == call.segment(2));
    let interaction = known.cloned().ok_or_else(ApiError::unknown_interaction)?;
    // The error for a second response takes precedence even after the three seconds.
    if matches!(interaction.standing, Standing::Answered(_)) {
        return Err(ApiError::already_acknowledged());
    }
    if !interaction.may_first_answer(s.patience) {
        return Err(ApiError::unknown_interaction());
    }
    let kind = check_type(&interaction, &call.body.json)?;
    let Body { json, files } = call.take_body();
    let data = &json["data"];
    let (shown, message) = match kind {
        4 => answer_with_message(s, &interaction, data, files)?,
        5 => defer(s, &interaction, data)?,
        // A modal that was opened by a command has no message to update.
        6 => (Shown::DeferredUpdate, Some(interaction.source.ok_or_else(ApiError::unknown_message)?)),
        7 => update(s, &interaction, data, files)?,
        8 => {
            let mut form = Form::default();
            if !data["choices"].is_array() {
                form.required("data.choices");
            }
            let choices = check_choices(&mut form, data, "data", "choices", interaction.focused_kind);
            form.finish()?;
            (Shown::Choices(choices), None)
        }
        _ => {
            let modal = checked(|form| check_modal(form, data, "data"))?;
            (Shown::Modal(modal), None)
        }
    };
    if let Some(interaction) = s.interactions.get_mut(&id) {
        interaction.standing = Standing::Answered(shown);
        interaction.original = message;
        interaction.bell.send_replace(());
    }
    if let Some(opener) = interaction.opener.and_then(|opener| s.interactions.get_mut(&opener)) {
        opener.modal_closed = true;
    }
    let event = JournalEvent::InteractionAnswered { interaction: id, kind };
    s.journal.note(s.now, interaction.channel, vec![interaction.user], event, false);
    if with_response {
        Ok(Reply::Json(response(s, &interaction, kind, message)))
    } else {
        Ok(Reply::NoContent)
    }
}

/// Returns the callback type if this kind of interaction allows it.
fn check_type(interaction: &Interaction, body: &Value) -> Answer<i64> {
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
pub(crate) fn post_for(s: &State, interaction: &Interaction, mut draft: Draft, files: Vec<Upload>) -> Post {
    let only_for = draft.is_ephemeral().then_some(interaction.user);
    let kind = match interaction.kind {
        InteractionKind::Command => COMMAND_ANSWER,
        // A response to a click is a reply to the message that was clicked.
        _ if interaction.source.is_some_and(|source| s.messages.contains_key(&source)) => {
            draft.reply_to = interaction.source;
            REPLY
        }
        _ => 0,
    };
    let mut post = Post::new(interaction.channel, s.bot, draft, files);
    post.kind = kind;
    post.only_for = only_for;
    post.origin = Some(origin(s, interaction, None));
    post
}

fn answer_with_message(
    s: &mut State,
    interaction: &Interaction,
    data: &Value,
    files: Vec<Upload>,
) -> Answer<(Shown, Option<Id>)> {
    let mut form = Form::default();
    if data.is_null() && files.is_empty() {
        return Err(ApiError::empty_message());
    }
    let null = json!({});
    let draft = Draft::read(&mut form, if data.is_null() { &null } else { data }, "data");
    form.finish()?;
    if draft.is_empty(files.len()) {
        return Err(ApiError::empty_message());
    }
    if !draft.is_ephemeral() {
        s.takes_answers(interaction, true)?;
        s.wake_thread(interaction.channel);
    }
    let id = s.post(post_for(s, interaction, draft, files))?;
    Ok((Shown::Message, Some(id)))
}

fn defer(s: &mut State, interaction: &Interaction, data: &Value) -> Answer<(Shown, Option<Id>)> {
    // A deferred response only determines whether the message is ephemeral.
    let flags = data["flags"].as_u64().unwrap_or(0) & EPHEMERAL;
    let draft = Draft { flags, ..Draft::default() };
    if !draft.is_ephemeral() {
        s.takes_answers(interaction, true)?;
        s.wake_thread(interaction.channel);
    }
    let mut post = post_for(s, interaction, draft, Vec::new());
    post.loading = true;
    Ok((Shown::Deferred, Some(s.post(post)?)))
}

fn update(
    s: &mut State,
    interaction: &Interaction,
    data: &Value,
    files: Vec<Upload>,
) -> Answer<(Shown, Option<Id>)> {
    let source = interaction.source.ok_or_else(ApiError::unknown_message)?;
    let message = s.messages.get(&source).ok_or_else(ApiError::unknown_message)?;
    if message.only_for.is_none() {
        s.takes_answers(interaction, false)?;
    }
    let null = json!({});
    let draft = checked(|form| Draft::read(form, if data.is_null() { &null } else { data }, "data"))?;
    if super::messages::would_be_empty(message, &draft, files.len()) {
        return Err(ApiError::empty_message());
    }
    s.edit(source, draft, files)?;
    Ok((Shown::Update, Some(source)))
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
