//! The bot's token.

use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};

use super::id::Id;

/// A token of the usual three parts; the first is the application's id in base 64, which clients read.
pub(crate) fn bot_token(application: Id) -> String {
    let id = STANDARD_NO_PAD.encode(application.to_string());
    format!("{id}.Sandbx.a-token-that-opens-only-this-sandbox-00")
}
