//! The bot's token.

use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};

use super::id::Id;

/// Returns a token with the usual three parts, which differs after each reset. The first is the application's id in Base64, which clients read.
pub(crate) fn bot_token(application: Id, resets: u32) -> String {
    let id = STANDARD_NO_PAD.encode(application.to_string());
    format!("{id}.Sandbx.a-token-that-opens-only-this-sandbox-{resets:02}")
}
