//! The bot's token.

use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};

use super::id::Id;

/// Returns a token with the usual three parts. The first is the application's id in Base64, which clients read.
pub(crate) fn bot_token(application: Id) -> String {
    let id = STANDARD_NO_PAD.encode(application.to_string());
    format!("{id}.Sandbx.a-token-that-opens-only-this-sandbox-00")
}
