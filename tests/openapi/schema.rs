//! Checks values against the part of JSON Schema 2020-12 that Discord's description uses. An unknown keyword is a
//! failure, so that nothing goes unchecked.
//!
//! A crate for all of JSON Schema would turn on features of crates that the bot uses too, so that tests would build
//! half of its dependencies a second time.

use serde_json::{Map, Value};

/// A schema in a document with definitions.
#[derive(Clone, Copy)]
pub(crate) struct Schema<'a> {
    /// The document to which references refer.
    pub(crate) document: &'a Value,
    pub(crate) schema: &'a Value,
}

impl<'a> Schema<'a> {
    /// Returns a schema of the same document.
    fn of(self, schema: &'a Value) -> Self {
        Self { schema, ..self }
    }

    /// Returns what is wrong with a value found at a place, along with that place.
    pub(crate) fn check(self, value: &Value, at: &str) -> Result<(), String> {
        let Value::Object(keywords) = self.schema else {
            return if *self.schema == Value::Bool(true) {
                Ok(())
            } else {
                Err(format!("{at} is not allowed"))
            };
        };
        keywords.iter().try_for_each(|(keyword, wanted)| self.check_keyword(keyword, wanted, value, at))
    }

    /// Checks a value against one keyword of the schema.
    fn check_keyword(self, keyword: &str, wanted: &'a Value, value: &Value, at: &str) -> Result<(), String> {
        let bound = || wanted.as_f64().unwrap();
        let is_good = match keyword {
            "$ref" => {
                let pointer = wanted.as_str().unwrap().strip_prefix('#').unwrap();
                return self.of(self.document.pointer(pointer).unwrap()).check(value, at);
            }
            "allOf" => return all(wanted).try_for_each(|schema| self.of(schema).check(value, at)),
            "anyOf" => return self.check_some(wanted, value, at).map(drop),
            "oneOf" => match self.check_some(wanted, value, at)? {
                1 => true,
                many => return Err(format!("{at} is {many} things at once")),
            },
            "type" => match wanted {
                Value::Array(types) => types.iter().any(|wanted| is_of(value, wanted)),
                wanted => is_of(value, wanted),
            },
            "enum" => all(wanted).any(|wanted| wanted == value),
            "minimum" => value.as_f64().is_none_or(|number| number >= bound()),
            "maximum" => value.as_f64().is_none_or(|number| number <= bound()),
            "minLength" => value.as_str().is_none_or(|text| text.chars().count() as f64 >= bound()),
            "maxLength" => value.as_str().is_none_or(|text| text.chars().count() as f64 <= bound()),
            "minItems" => value.as_array().is_none_or(|items| items.len() as f64 >= bound()),
            "maxItems" => value.as_array().is_none_or(|items| items.len() as f64 <= bound()),
            "maxProperties" => value.as_object().is_none_or(|fields| fields.len() as f64 <= bound()),
            "uniqueItems" => value
                .as_array()
                .is_none_or(|items| items.iter().enumerate().all(|(n, item)| !items[..n].contains(item))),
            // The only pattern is that of snowflakes.
            "pattern" => {
                assert_eq!(wanted, "^(0|[1-9][0-9]*)$");
                let is_id = |text: &str| {
                    text == "0" || !text.starts_with('0') && text.bytes().all(|c| c.is_ascii_digit())
                };
                value.as_str().is_none_or(|text| !text.is_empty() && is_id(text))
            }
            "items" => {
                let mut items = value.as_array().into_iter().flatten().enumerate();
                return items.try_for_each(|(n, item)| self.of(wanted).check(item, &format!("{at}/{n}")));
            }
            "required" => match value.as_object() {
                Some(fields) => all(wanted).all(|key| fields.contains_key(key.as_str().unwrap())),
                None => true,
            },
            "properties" => {
                let fields = value.as_object().into_iter().flatten();
                let mut known = fields.filter_map(|(key, value)| Some((key, value, wanted.get(key)?)));
                return known
                    .try_for_each(|(key, value, of)| self.of(of).check(value, &format!("{at}/{key}")));
            }
            "additionalProperties" => {
                let nothing = Map::new();
                let known = self.schema["properties"].as_object().unwrap_or(&nothing);
                let mut fields = value.as_object().into_iter().flatten();
                return fields.try_for_each(|(key, value)| {
                    let is_known = known.contains_key(key);
                    if is_known { Ok(()) } else { self.of(wanted).check(value, &format!("{at}/{key}")) }
                });
            }
            // In this version of JSON Schema, formats are only annotations.
            "format" => true,
            unknown => panic!("the keyword {unknown} is not known"),
        };
        if is_good { Ok(()) } else { Err(format!("{at}: {keyword} {wanted} is not met by {value}")) }
    }

    /// Returns how many of several schemas a value meets. If there are none, returns what is wrong with it for each of
    /// them.
    fn check_some(self, schemas: &'a Value, value: &Value, at: &str) -> Result<usize, String> {
        let results: Vec<_> = all(schemas).map(|schema| self.of(schema).check(value, at)).collect();
        let met = results.iter().filter(|result| result.is_ok()).count();
        let mut problems: Vec<String> = results.into_iter().filter_map(Result::err).collect();
        // Of several kinds of things, the problems of the one that is meant say more than those of all others.
        let is_other = |problem: &String| problem.starts_with(&format!("{at}/type:"));
        if !problems.iter().all(is_other) {
            problems.retain(|problem| !is_other(problem));
        }
        if met > 0 { Ok(met) } else { Err(problems.join(" or ")) }
    }
}

/// Returns the items of a list.
fn all(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().unwrap().iter()
}

/// Returns whether a value has the wanted type.
fn is_of(value: &Value, wanted: &Value) -> bool {
    match wanted.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        unknown => panic!("the type {unknown} is not known"),
    }
}
