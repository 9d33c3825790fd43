//! Direct messages that people edit. An edit counts like a message of its own, sent when it was edited.

use poise::serenity_prelude as serenity;
use serde_json::{Value, json};
use serenity::{Message, MessageUpdateEvent};

use crate::ui::snowflakes::{ToStored, first_at};
use trigon_engine::matches::Millis;

/// The bits of a snowflake that tell messages of the same millisecond apart.
const SEQUENCE_BITS: i64 = (1 << 22) - 1;

/// Returns the message that an edit amounts to, or `None` if a message has not been edited. It has a number of the time at
/// which it was edited, and still tells when it was first written.
pub(super) fn as_new(message: &Message) -> Option<Message> {
    let edited = message.edited_timestamp?.timestamp_millis();
    let number = first_at(edited) | message.id.stored().0 & SEQUENCE_BITS;
    let mut sent = message.clone();
    sent.id = serenity::MessageId::new(number.unsigned_abs().max(1));
    Some(sent)
}

/// Returns when a message was first written.
pub(super) fn written_at(message: &Message) -> Millis {
    message.timestamp.timestamp_millis()
}

/// Returns the message as it is after a person has edited it. Discord also sends such events when it adds a preview of a link,
/// and for messages in servers.
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
