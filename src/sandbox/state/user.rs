//! User accounts of people and of the bot.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::id::Id;

/// A Discord account.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct User {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) global_name: Option<String>,
    pub(crate) locale: String,
    pub(crate) bot: bool,
    /// Whether direct messages are allowed; otherwise they fail with 50007.
    pub(crate) dms_open: bool,
}

impl User {
    pub(crate) fn new(id: Id, name: &str) -> Self {
        Self {
            id,
            name: name.to_owned(),
            global_name: None,
            locale: "en-US".to_owned(),
            bot: false,
            dms_open: true,
        }
    }

    pub(crate) fn to_json(&self) -> Value {
        let mut user = json!({
            "id": self.id,
            "username": self.name,
            "discriminator": if self.bot { "0001" } else { "0" },
            "global_name": self.global_name,
            "avatar": null,
            "avatar_decoration_data": null,
            "collectibles": null,
            "primary_guild": null,
            "banner": null,
            "accent_color": null,
            "public_flags": 0,
            "flags": 0,
        });
        if self.bot {
            user["bot"] = json!(true);
        }
        user
    }

    /// Returns the user object of `users/@me` and READY, with the fields that only the account itself may see.
    pub(crate) fn to_own_json(&self) -> Value {
        let mut user = self.to_json();
        user["verified"] = json!(true);
        user["email"] = Value::Null;
        user["mfa_enabled"] = json!(false);
        user["locale"] = json!(self.locale);
        user["premium_type"] = json!(0);
        user["bio"] = json!("");
        user
    }
}
