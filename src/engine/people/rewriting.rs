//! Replacing a person’s number and names in stored JSON.

use crate::ids::UserId;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// A person who is replaced by a number that nobody else has, and by a name that says nothing.
#[derive(Debug)]
pub(super) struct Rewriting {
    person: UserId,
    stand_in: UserId,
    /// The names under which the person is known here.
    names: BTreeSet<String>,
    /// What they are called from now on.
    label: String,
}

/// Keys that hold a person’s number, each with the key beside it that holds the name.
const NAMED: [(&str, &str); 3] = [("user", "name"), ("player", "name"), ("before", "before_name")];

impl Rewriting {
    pub(super) fn new(person: UserId, stand_in: UserId, label: String) -> Self {
        Self { person, stand_in, names: BTreeSet::new(), label }
    }

    /// Learns a name of the person.
    pub(super) fn learn(&mut self, name: &str) {
        self.names.insert(name.to_owned());
    }

    /// Learns the names of the person that a text gives.
    pub(super) fn learn_from(&mut self, json: &str) {
        if let Ok(value) = serde_json::from_str(json) {
            self.learn_in(&value);
        }
    }

    fn learn_in(&mut self, value: &Value) {
        if let Value::Object(object) = value {
            for (who, name) in NAMED {
                if object.get(who).and_then(Value::as_i64) == Some(self.person.0)
                    && let Some(name) = object.get(name).and_then(Value::as_str)
                {
                    self.names.insert(name.to_owned());
                }
            }
        }
        for value in children(value) {
            self.learn_in(value);
        }
    }

    /// Replaces the person’s number.
    pub(super) fn replace_number(&self, number: UserId) -> UserId {
        if number == self.person { self.stand_in } else { number }
    }

    /// Replaces a name of the person’s.
    pub(super) fn replace_name(&self, name: &str) -> String {
        if self.names.contains(name) { self.label.clone() } else { name.to_owned() }
    }

    /// Replaces the person’s number and names in JSON. Returns `None` if nothing had to be replaced; a text that is no JSON, such
    /// as a game’s notation, names nobody.
    pub(super) fn replace_in_json(&self, json: &str) -> Option<String> {
        let before: Value = serde_json::from_str(json).ok()?;
        let after = self.replace_in_value(&before, false);
        (after != before).then(|| after.to_string())
    }

    /// Rewrites a value, which `is_name` if it stands where names do.
    fn replace_in_value(&self, value: &Value, is_name: bool) -> Value {
        match value {
            Value::Number(number) if number.as_i64() == Some(self.person.0) => self.stand_in.0.into(),
            Value::String(text) if is_name => self.replace_name(text).into(),
            Value::String(text) => self.unmentioned(text).into(),
            Value::Array(list) => list.iter().map(|value| self.replace_in_value(value, is_name)).collect(),
            Value::Object(object) => {
                let part = |(key, value): (&String, &Value)| {
                    let is_own = key.parse() == Ok(self.person);
                    let key = if is_own { self.stand_in.to_string() } else { key.clone() };
                    let is_name = key == "name" || key == "names" || key.ends_with("_name");
                    (key, self.replace_in_value(value, is_name))
                };
                Value::Object(object.iter().map(part).collect::<Map<_, _>>())
            }
            other => other.clone(),
        }
    }

    /// Returns a text without mentions of the person.
    fn unmentioned(&self, text: &str) -> String {
        let [plain, nick] = [format!("<@{}>", self.person), format!("<@!{}>", self.person)];
        text.replace(&plain, &self.label).replace(&nick, &self.label)
    }
}

fn children(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(list) => list.iter().collect(),
        Value::Object(object) => object.values().collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_of_one_person_are_replaced_and_nothing_else() {
        let mut rewriting =
            Rewriting::new(UserId(1_010_101_010), UserId(-7_000_000_000_000), "Player 3".to_owned());
        let take = r#"{"take":{"seat":3,"user":1010101010,"name":"Ann","phase":"Ann","before":102,"before_name":"Ben"}}"#;
        rewriting.learn_from(take);
        rewriting.learn_from(r#"{"take":{"user":9,"name":"Zoe","before":1010101010,"before_name":"Ann B"}}"#);
        assert_eq!(
            rewriting.replace_in_json(take).unwrap(),
            r#"{"take":{"seat":3,"user":-7000000000000,"name":"Player 3","phase":"Ann","before":102,"before_name":"Ben"}}"#
        );
        for (before, after) in [
            (r#"{"co_hosts":[5,1010101010]}"#, r#"{"co_hosts":[5,-7000000000000]}"#),
            (
                r#"{"players":[{"name":"Ann B","garnets":1}]}"#,
                r#"{"players":[{"name":"Player 3","garnets":1}]}"#,
            ),
            (r#"{"names":["Ben","Ann"]}"#, r#"{"names":["Ben","Player 3"]}"#),
            (r#"{"1010101010":1,"10101010101":2}"#, r#"{"-7000000000000":1,"10101010101":2}"#),
            (
                r#"{"text":"<@1010101010> and <@!1010101010>, not <@10101010101>"}"#,
                r#"{"text":"Player 3 and Player 3, not <@10101010101>"}"#,
            ),
        ] {
            assert_eq!(rewriting.replace_in_json(before).as_deref(), Some(after), "{before}");
        }
        for untouched in
            [r#""begin""#, r#"{"reason":"Ann asked for it"}"#, r#"{"name":"Anna"}"#, "", "no JSON"]
        {
            assert_eq!(rewriting.replace_in_json(untouched), None, "{untouched}");
        }
    }
}
