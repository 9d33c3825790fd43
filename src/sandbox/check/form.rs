//! Reading a JSON body field by field and collecting its errors.

use serde_json::{Map, Value, json};

use crate::{
    error::{ApiError, ApiResult},
    id::Id,
};

/// The errors of a request body by field. A field is a dotted path such as `components.0.components.1.label`.
#[derive(Debug, Default)]
pub(crate) struct Form {
    errors: Map<String, Value>,
}

/// Reads part of a request, and returns error 50035 if there are any errors in it.
pub(crate) fn checked<T>(read: impl FnOnce(&mut Form) -> T) -> ApiResult<T> {
    let mut form = Form::default();
    let result = read(&mut form);
    form.finish().map(|()| result)
}

/// Returns the path `prefix.key`, or `key` at the root.
pub(crate) fn field_path(prefix: &str, key: impl std::fmt::Display) -> String {
    if prefix.is_empty() { key.to_string() } else { format!("{prefix}.{key}") }
}

impl Form {
    /// Adds an error at a path.
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

    /// Adds the error that a required field is missing.
    pub(crate) fn required(&mut self, path: &str) {
        self.fault(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// Adds the error that a value is not one of those allowed.
    pub(crate) fn choices(&mut self, path: &str, allowed: &str) {
        self.fault(path, "BASE_TYPE_CHOICES", format!("Value must be one of {{{allowed}}}."));
    }

    /// Adds the error that the `type` of a union is not one of those allowed.
    pub(crate) fn union(&mut self, path: &str, allowed: &str) {
        let message = format!("Value of field \"type\" must be one of ({allowed}).");
        self.fault(path, "UNION_TYPE_CHOICES", message);
    }

    /// Adds an error if a length is out of bounds, and returns whether it is within them. If the lower bound is 0,
    /// Discord only mentions the upper one.
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

    /// Reads a string field of `min` to `max` code points, if it is present and not null.
    pub(crate) fn text(
        &mut self,
        object: &Value,
        prefix: &str,
        key: &str,
        min: usize,
        max: usize,
    ) -> Option<String> {
        let path = field_path(prefix, key);
        let text = match object.get(key)? {
            Value::Null => return None,
            Value::String(text) => text.clone(),
            // Discord converts numbers and booleans to strings.
            Value::Number(number) => number.to_string(),
            Value::Bool(flag) => flag.to_string(),
            _ => {
                self.fault(&path, "STRING_TYPE_CONVERT", "Could not interpret value as string.");
                return None;
            }
        };
        self.length(&path, text.chars().count(), min, max).then_some(text)
    }

    /// Reads a field like [`Form::text`], but requires it.
    pub(crate) fn needed_text(
        &mut self,
        object: &Value,
        prefix: &str,
        key: &str,
        min: usize,
        max: usize,
    ) -> Option<String> {
        if object.get(key).is_none_or(Value::is_null) {
            self.required(&field_path(prefix, key));
            return None;
        }
        self.text(object, prefix, key, min, max)
    }

    /// Reads an integer field between `min` and `max`, if it is present and not null.
    pub(crate) fn number(
        &mut self,
        object: &Value,
        prefix: &str,
        key: &str,
        min: i64,
        max: i64,
    ) -> Option<i64> {
        let path = field_path(prefix, key);
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

    /// Reads a boolean field, if it is present and not null.
    pub(crate) fn flag(&mut self, object: &Value, prefix: &str, key: &str) -> Option<bool> {
        match object.get(key)? {
            Value::Null => None,
            Value::Bool(flag) => Some(*flag),
            _ => {
                let path = field_path(prefix, key);
                self.fault(&path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
                None
            }
        }
    }

    /// Reads a list of `min` to `max` items, if it is present and not null.
    pub(crate) fn list<'v>(
        &mut self,
        object: &'v Value,
        prefix: &str,
        key: &str,
        min: usize,
        max: usize,
    ) -> Option<&'v [Value]> {
        let path = field_path(prefix, key);
        match object.get(key)? {
            Value::Null => None,
            Value::Array(list) => self.length(&path, list.len(), min, max).then_some(list.as_slice()),
            _ => {
                self.fault(&path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
                None
            }
        }
    }

    /// Returns whether a value is an object, and adds an error otherwise.
    pub(crate) fn object(&mut self, value: &Value, path: &str) -> bool {
        if !value.is_object() {
            self.fault(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
        }
        value.is_object()
    }

    /// Returns the path of an item of a list, or adds an error if the item is not an object.
    pub(crate) fn item(&mut self, path: &str, index: usize, item: &Value) -> Option<String> {
        let at = field_path(path, index);
        self.object(item, &at).then_some(at)
    }

    /// Reads a snowflake from a string or a number.
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

    /// Adds an error if a URL does not have one of the schemes.
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

    /// Returns whether there are no errors so far.
    pub(crate) fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }

    /// Returns error 50035 if there are any errors.
    pub(crate) fn finish(self) -> ApiResult<()> {
        if self.errors.is_empty() { Ok(()) } else { Err(ApiError::form(Value::Object(self.errors))) }
    }
}
