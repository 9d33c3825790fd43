//! Validation of messages, whether they are new or edits, in channels, interactions or webhooks.

use serde_json::Value;

use super::{
    component::check_components,
    embed::check_embeds,
    form::{Form, field_path},
    mentions::AllowedMentions,
};
use crate::id::Id;

const SUPPRESS_EMBEDS: u64 = 1 << 2;
const EPHEMERAL: u64 = 1 << 6;
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
const COMPONENTS_V2: u64 = 1 << 15;

/// A message body that has passed every check that does not depend on its destination.
///
/// Absent fields are `None`, and an edit does not change them.
#[derive(Debug, Default)]
pub(crate) struct MessageDraft {
    pub(crate) content: Option<String>,
    pub(crate) embeds: Option<Vec<Value>>,
    pub(crate) components: Option<Vec<Value>>,
    /// The `attachments` array, which lists the files to keep and describes the new ones.
    pub(crate) attachments: Option<Vec<AttachmentEntry>>,
    pub(crate) allowed_mentions: Option<AllowedMentions>,
    pub(crate) reply_to: Option<Id>,
    pub(crate) reply_target_may_be_missing: bool,
    pub(crate) nonce: Option<Value>,
    pub(crate) enforce_nonce: bool,
    pub(crate) tts: bool,
    pub(crate) flags: u64,
}

/// An entry of the `attachments` array: a file to keep, or a new one.
#[derive(Debug, Clone)]
pub(crate) struct AttachmentEntry {
    /// The n of `files[n]` for a new file, or the id of an existing attachment.
    pub(crate) id: Id,
    pub(crate) filename: Option<String>,
    pub(crate) description: Option<String>,
}

impl MessageDraft {
    /// Reads a body; `prefix` is its path in the request, such as `data` in an interaction response.
    pub(crate) fn read(form: &mut Form, body: &Value, prefix: &str) -> Self {
        if !form.object(body, prefix) {
            return Self::default();
        }
        let mut draft = Self {
            content: form.text(body, prefix, "content", 0, 2000),
            allowed_mentions: AllowedMentions::read(form, body, prefix),
            enforce_nonce: form.flag(body, prefix, "enforce_nonce").unwrap_or(false),
            tts: form.flag(body, prefix, "tts").unwrap_or(false),
            flags: form.number(body, prefix, "flags", 0, i64::MAX).unwrap_or(0) as u64,
            ..Self::default()
        };
        // In an edit, null clears a field.
        if body.get("content").is_some_and(Value::is_null) {
            draft.content = Some(String::new());
        }
        if draft.flags & COMPONENTS_V2 != 0 {
            form.fault(
                &field_path(prefix, "flags"),
                "SANDBOX_UNSUPPORTED",
                "Components V2 are not built here.",
            );
        }
        draft.flags &= SUPPRESS_EMBEDS | EPHEMERAL | SUPPRESS_NOTIFICATIONS;
        draft.embeds = Self::is_given(body, "embeds")
            .then(|| form.list(body, prefix, "embeds", 0, 10).unwrap_or_default())
            .map(|embeds| check_embeds(form, embeds, &field_path(prefix, "embeds")));
        draft.components = Self::is_given(body, "components")
            .then(|| form.list(body, prefix, "components", 0, 5).unwrap_or_default())
            .map(|rows| check_components(form, rows, &field_path(prefix, "components")));
        draft.attachments = Self::is_given(body, "attachments")
            .then(|| form.list(body, prefix, "attachments", 0, 10).unwrap_or_default())
            .map(|list| Self::read_attachments(form, list, &field_path(prefix, "attachments")));
        draft.read_nonce(form, body, prefix);
        draft.read_reference(form, body, prefix);
        if let Some(stickers) = form.list(body, prefix, "sticker_ids", 0, 3)
            && !stickers.is_empty()
        {
            form.fault(
                &field_path(prefix, "sticker_ids"),
                "SANDBOX_UNSUPPORTED",
                "There are no stickers here.",
            );
        }
        draft
    }

    /// Returns whether a body has a key, even with null, which clears the field in an edit.
    fn is_given(body: &Value, key: &str) -> bool {
        body.get(key).is_some()
    }

    fn read_attachments(form: &mut Form, list: &[Value], path: &str) -> Vec<AttachmentEntry> {
        let mut entries: Vec<AttachmentEntry> = Vec::new();
        for (i, entry) in list.iter().enumerate() {
            let Some(here) = form.item(path, i, entry) else { continue };
            let at = field_path(&here, "id");
            let Some(id) = entry.get("id") else {
                form.required(&at);
                continue;
            };
            let Some(id) = form.snowflake(id, &at) else { continue };
            entries.push(AttachmentEntry {
                id,
                filename: form.text(entry, &here, "filename", 1, 1024),
                description: form.text(entry, &here, "description", 0, 1024),
            });
        }
        entries
    }

    fn read_nonce(&mut self, form: &mut Form, body: &Value, prefix: &str) {
        match body.get("nonce") {
            None | Some(Value::Null) => {}
            Some(nonce @ Value::Number(_)) => self.nonce = Some(nonce.clone()),
            Some(nonce) => {
                if form.text(body, prefix, "nonce", 0, 25).is_some() {
                    self.nonce = Some(nonce.clone());
                }
            }
        }
    }

    fn read_reference(&mut self, form: &mut Form, body: &Value, prefix: &str) {
        let Some(reference) = body.get("message_reference").filter(|value| !value.is_null()) else { return };
        let here = field_path(prefix, "message_reference");
        if !form.object(reference, &here) {
            return;
        }
        let at = field_path(&here, "message_id");
        match reference.get("message_id") {
            None | Some(Value::Null) => form.required(&at),
            Some(id) => self.reply_to = form.snowflake(id, &at),
        }
        let must_exist = form.flag(reference, &here, "fail_if_not_exists").unwrap_or(true);
        self.reply_target_may_be_missing = !must_exist;
        if form.number(reference, &here, "type", 0, 1) == Some(1) {
            form.fault(
                &field_path(&here, "type"),
                "SANDBOX_UNSUPPORTED",
                "Messages cannot be forwarded here.",
            );
        }
    }

    pub(crate) fn is_ephemeral(&self) -> bool {
        self.flags & EPHEMERAL != 0
    }

    /// Returns whether a new message with this body would be empty.
    pub(crate) fn is_empty(&self, files: usize) -> bool {
        files == 0
            && self.content.as_deref().is_none_or(|text| text.trim().is_empty())
            && self.embeds.as_ref().is_none_or(Vec::is_empty)
            && self.components.as_ref().is_none_or(Vec::is_empty)
    }
}
