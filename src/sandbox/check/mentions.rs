//! Allowed mentions, and mentions in texts.

use std::collections::BTreeSet;

use serde_json::Value;

use super::form::{Form, field_path};
use crate::id::Id;

/// The users and roles that the text of a message may ping.
#[derive(Debug, Clone, Default)]
pub(crate) struct AllowedMentions {
    pub(crate) everyone: bool,
    /// The users, or `None` for any user mentioned in the text.
    pub(crate) users: Option<BTreeSet<Id>>,
    pub(crate) roles: Option<BTreeSet<Id>>,
    pub(crate) replied_user: bool,
}

impl AllowedMentions {
    /// Returns the default for messages without `allowed_mentions`: every mention pings.
    pub(crate) fn all() -> Self {
        Self { everyone: true, users: None, roles: None, replied_user: true }
    }

    /// Reads the field `allowed_mentions` if it is present.
    pub(crate) fn read(form: &mut Form, body: &Value, prefix: &str) -> Option<Self> {
        let value = body.get("allowed_mentions").filter(|value| !value.is_null())?;
        let here = field_path(prefix, "allowed_mentions");
        if !form.object(value, &here) {
            return None;
        }
        let mut parse = BTreeSet::new();
        for (i, kind) in form.list(value, &here, "parse", 0, 3).unwrap_or_default().iter().enumerate() {
            match kind.as_str() {
                Some(kind @ ("users" | "roles" | "everyone")) => {
                    parse.insert(kind);
                }
                _ => {
                    form.choices(&field_path(&field_path(&here, "parse"), i), "'users', 'roles', 'everyone'");
                }
            }
        }
        let mut listed = |key: &'static str| {
            let list = form.list(value, &here, key, 0, 100)?;
            let at = field_path(&here, key);
            let mut ids = BTreeSet::new();
            for (i, id) in list.iter().enumerate() {
                let here = field_path(&at, i);
                if form.snowflake(id, &here).is_some_and(|id| !ids.insert(id)) {
                    let message = "The set already contains this value";
                    form.fault(&here, "SET_TYPE_ALREADY_CONTAINS_VALUE", message);
                }
            }
            if parse.contains(key) && !ids.is_empty() {
                let message = format!("parse:[\"{key}\"] and {key}: [ids...] are mutually exclusive.");
                form.fault(&here, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
            }
            Some(ids)
        };
        let (users, roles) = (listed("users"), listed("roles"));
        Some(Self {
            everyone: parse.contains("everyone"),
            users: if parse.contains("users") { None } else { Some(users.unwrap_or_default()) },
            roles: if parse.contains("roles") { None } else { Some(roles.unwrap_or_default()) },
            replied_user: form.flag(value, &here, "replied_user").unwrap_or(false),
        })
    }
}

/// Returns the ids in a text between `open` and `>`, as in `<@1>`, `<@!1>` and `<@&1>`.
pub(crate) fn ids_between(text: &str, open: &str) -> Vec<Id> {
    let mut found = Vec::new();
    for piece in text.split(open).skip(1) {
        let digits: String = piece.chars().take_while(char::is_ascii_digit).collect();
        if piece[digits.len()..].starts_with('>')
            && let Ok(id) = digits.parse()
            && !found.contains(&id)
        {
            found.push(id);
        }
    }
    found
}
