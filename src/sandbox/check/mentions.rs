//! Allowed mentions: what a message may ping, and what it then does ping.

use std::collections::BTreeSet;

use serde_json::Value;

use super::form::{Form, place};
use crate::sandbox::id::Id;

/// Who may be pinged by a message's text.
#[derive(Debug, Clone, Default)]
pub(crate) struct AllowedMentions {
    pub(crate) everyone: bool,
    /// `None`: any user named in the text.
    pub(crate) users: Option<BTreeSet<Id>>,
    pub(crate) roles: Option<BTreeSet<Id>>,
    pub(crate) replied_user: bool,
}

impl AllowedMentions {
    /// What holds when a message says nothing about it: everything written pings.
    pub(crate) fn all() -> Self {
        Self { everyone: true, users: None, roles: None, replied_user: true }
    }

    /// Reads the field `allowed_mentions`, if there.
    pub(crate) fn read(form: &mut Form, body: &Value, prefix: &str) -> Option<Self> {
        let value = body.get("allowed_mentions").filter(|value| !value.is_null())?;
        let here = place(prefix, "allowed_mentions");
        if !form.object(value, &here) {
            return None;
        }
        let mut parse = BTreeSet::new();
        for (i, kind) in form.list(value, &here, "parse", 0, 3).unwrap_or_default().iter().enumerate() {
            match kind.as_str() {
                Some(kind @ ("users" | "roles" | "everyone")) => {
                    parse.insert(kind);
                }
                _ => form.choices(&place(&place(&here, "parse"), i), "'users', 'roles', 'everyone'"),
            }
        }
        let mut listed = |key: &'static str| {
            let list = form.list(value, &here, key, 0, 100)?;
            let at = place(&here, key);
            let ids = list.iter().enumerate();
            let ids: BTreeSet<Id> = ids.filter_map(|(i, id)| form.snowflake(id, &place(&at, i))).collect();
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

/// The ids that stand in `text` between `open` and `>`: `<@1>`, `<@!1>`, `<@&1>`.
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
