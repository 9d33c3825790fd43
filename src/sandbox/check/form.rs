//! Reading a JSON body field by field, collecting what is wrong with it.

use serde_json::{Map, Value, json};

use crate::sandbox::{
    fault::{Answer, ApiError},
    id::Id,
};

/// Faults of one request body by place. A place is a dotted path such as `components.0.components.1.label`.
#[derive(Debug, Default)]
pub(crate) struct Form {
    errors: Map<String, Value>,
}

/// `prefix.key`, or `key` at the root.
pub(crate) fn place(prefix: &str, key: impl std::fmt::Display) -> String {
    if prefix.is_empty() { key.to_string() } else { format!("{prefix}.{key}") }
}

impl Form {
    /// Notes a fault at `path`.
    pub(crate) fn fault(&mut self, path: &str, code: &str, message: impl Into<String>) {
        let mut here = &mut self.errors;
        for step in path.split('.').filter(|step| !step.is_empty()) {
            let slot = here.entry(step).or_insert_with(|| json!({}));
            let Value::Object(next) = slot else { return };
            here = next;
        }
        let list = here.entry("_errors").or_insert_with(|| json!([]));
        if let Value::Array(list) = list {
            list.push(json!({ "code": code, "message": message.into() }));
        }
    }

    /// A required field is missing.
    pub(crate) fn required(&mut self, path: &str) {
        self.fault(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// A value is none of those allowed.
    pub(crate) fn choices(&mut self, path: &str, allowed: &str) {
        self.fault(path, "BASE_TYPE_CHOICES", format!("Value must be one of {{{allowed}}}."));
    }

    /// A union's `type` is none of those allowed here.
    pub(crate) fn union(&mut self, path: &str, allowed: &str) {
        let message = format!("Value of field \"type\" must be one of ({allowed}).");
        self.fault(path, "UNION_TYPE_CHOICES", message);
    }

    /// Notes a length out of bounds; with a lower bound of 0 Discord only speaks of the upper one.
    pub(crate) fn length(&mut self, path: &str, length: usize, min: usize, max: usize) -> bool {
        if (min..=max).contains(&length) {
            return true;
        }
        if min == 0 {
            self.fault(path, "BASE_TYPE_MAX_LENGTH", format!("Must be {max} or fewer in length."));
        } else {
            let message = format!("Must be between {min} and {max} in length.");
            self.fault(path, "BASE_TYPE_BAD_LENGTH", message);
        }
        false
    }

    /// A string field of `object`, if present and not null, between `min` and `max` code points.
    pub(crate) fn text(
        &mut self,
        object: &Value,
        prefix: &str,
        key: &str,
        min: usize,
        max: usize,
    ) -> Option<String> {
        let path = place(prefix, key);
        let text = match object.get(key)? {
            Value::Null => return None,
            Value::String(text) => text.clone(),
            // Discord coerces numbers and booleans.
            Value::Number(number) => number.to_string(),
            Value::Bool(flag) => flag.to_string(),
            _ => {
                self.fault(&path, "STRING_TYPE_CONVERT", "Could not interpret value as string.");
                return None;
            }
        };
        self.length(&path, text.chars().count(), min, max).then_some(text)
    }

    /// As [`Form::text`], but the field must be there.
    pub(crate) fn needed_text(
        &mut self,
        object: &Value,
        prefix: &str,
        key: &str,
        min: usize,
        max: usize,
    ) -> Option<String> {
        if object.get(key).is_none_or(Value::is_null) {
            self.required(&place(prefix, key));
            return None;
        }
        self.text(object, prefix, key, min, max)
    }

    /// An integer field of `object` between `min` and `max`, if present and not null.
    pub(crate) fn number(
        &mut self,
        object: &Value,
        prefix: &str,
        key: &str,
        min: i64,
        max: i64,
    ) -> Option<i64> {
        let path = place(prefix, key);
        let number = match object.get(key)? {
            Value::Null => return None,
            Value::Number(number) => number.as_i64(),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        let Some(number) = number else {
            self.fault(&path, "NUMBER_TYPE_COERCE", format!("Value \"{}\" is not int.", object[key]));
            return None;
        };
        if number < min {
            let message = format!("int value should be greater than or equal to {min}.");
            self.fault(&path, "NUMBER_TYPE_MIN", message);
            return None;
        }
        if number > max {
            let message = format!("int value should be less than or equal to {max}.");
            self.fault(&path, "NUMBER_TYPE_MAX", message);
            return None;
        }
        Some(number)
    }

    /// A boolean field of `object`, if present and not null.
    pub(crate) fn flag(&mut self, object: &Value, prefix: &str, key: &str) -> Option<bool> {
        match object.get(key)? {
            Value::Null => None,
            Value::Bool(flag) => Some(*flag),
            _ => {
                let path = place(prefix, key);
                self.fault(&path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
                None
            }
        }
    }

    /// A list field of `object` with between `min` and `max` items, if present and not null.
    pub(crate) fn list<'v>(
        &mut self,
        object: &'v Value,
        prefix: &str,
        key: &str,
        min: usize,
        max: usize,
    ) -> Option<&'v [Value]> {
        let path = place(prefix, key);
        match object.get(key)? {
            Value::Null => None,
            Value::Array(list) => self.length(&path, list.len(), min, max).then_some(list.as_slice()),
            _ => {
                self.fault(&path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
                None
            }
        }
    }

    /// Whether `value` is an object; notes it if not.
    pub(crate) fn object(&mut self, value: &Value, path: &str) -> bool {
        if !value.is_object() {
            self.fault(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
        }
        value.is_object()
    }

    /// A snowflake, as a string or a number.
    pub(crate) fn snowflake(&mut self, value: &Value, path: &str) -> Option<Id> {
        let id = match value {
            Value::String(text) => text.parse().ok(),
            Value::Number(number) => number.as_u64().map(Id),
            _ => None,
        };
        if id.is_none() {
            let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            self.fault(path, "NUMBER_TYPE_COERCE", format!("Value \"{shown}\" is not snowflake."));
        }
        id
    }

    /// An `http`, `https` or `attachment` address.
    pub(crate) fn address(&mut self, text: &str, path: &str, schemes: &[&str]) {
        let known = text.split_once("://").is_some_and(|(scheme, rest)| {
            schemes.contains(&scheme) && !rest.is_empty() && !rest.contains(char::is_whitespace)
        });
        if known {
            return;
        }
        match text.split_once("://") {
            Some((scheme, _)) if !schemes.contains(&scheme) => {
                let message = format!(
                    "Scheme \"{scheme}\" is not supported. Scheme must be one of ('{}').",
                    schemes.join("', '")
                );
                self.fault(path, "URL_TYPE_INVALID_SCHEME", message);
            }
            _ => self.fault(path, "URL_TYPE_INVALID_URL", "Not a well formed URL."),
        }
    }

    /// Whether nothing was wrong so far.
    pub(crate) fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }

    /// Error 50035 if anything was wrong.
    pub(crate) fn finish(self) -> Answer<()> {
        if self.errors.is_empty() { Ok(()) } else { Err(ApiError::form(Value::Object(self.errors))) }
    }
}
