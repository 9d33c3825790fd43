//! Direct messages that people edit: the edited text counts as a new message, sent when it was edited. So players can correct an
//! answer by editing the message in which they have sent it.

use poise::serenity_prelude as serenity;
use serde_json::{Value, json};
use serenity::{Message, MessageUpdateEvent};

use crate::ui::snowflakes::{ToStored, first_at};
use trigon_engine::matches::Millis;

/// The bits of a snowflake that tell messages of the same millisecond apart.
const SEQUENCE_BITS: i64 = (1 << 22) - 1;

/// Returns an edited message as a new one, or `None` if the message has not been edited. Its ID is made from the time of the
/// edit, as if it had been sent then; [`written_at`] still returns when the original was written.
pub(super) fn as_new(message: &Message) -> Option<Message> {
    let edited = message.edited_timestamp?.timestamp_millis();
    let new_id = first_at(edited) | message.id.stored().0 & SEQUENCE_BITS;
    let mut new = message.clone();
    new.id = serenity::MessageId::new(new_id.unsigned_abs().max(1));
    Some(new)
}

/// Returns when a message was first written.
pub(super) fn written_at(message: &Message) -> Millis {
    message.timestamp.timestamp_millis()
}

/// Returns the direct message that an event says a person has edited. Returns `None` for the other events of this kind, which
/// Discord sends when it adds the preview of a link, and for messages in servers.
pub(super) fn edited_message(event: &MessageUpdateEvent) -> Option<Message> {
    let author = event.author.as_ref().filter(|author| !author.bot && event.guild_id.is_none())?;
    let content = event.content.as_ref()?;
    let (written, edited) = (event.timestamp?, event.edited_timestamp?);
    let none = || Value::Array(Vec::new());
    let message = json!({
        "id": event.id, "channel_id": event.channel_id, "author": author, "content": content,
        "timestamp": written, "edited_timestamp": edited, "type": event.kind, "tts": false, "mention_everyone": false,
        "pinned": false, "mentions": none(), "mention_roles": none(), "attachments": none(), "embeds": none(),
    });
    let mut message: Message = serde_json::from_value(message).ok()?;
    message.message_reference = event.message_reference.clone().flatten();
    Some(message)
}
