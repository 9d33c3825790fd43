//! [`MatchRewriting`]: replacing a person’s number and names in what is stored of a match.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::ids::UserId;
use crate::matches::Match;
use crate::store::{EntryKind, LogRow, MatchRow, SeatRow, StoredMatch};

/// What somebody is called who had no seat.
const UNSEATED_NAME: &str = "Somebody";

/// Returns whether a person is named in what is stored of a match.
pub(super) fn is_named_in(stored: &StoredMatch, person: UserId) -> bool {
    let StoredMatch { row, seats, log, .. } = stored;
    let rewriting = MatchRewriting(Rewriting::new(person, UserId(0), String::new()));
    row.host_id == person
        || seats.iter().any(|seat| seat.user_id == person)
        || log.iter().any(|entry| entry.user_id == Some(person) || rewriting.entry(entry) != *entry)
        || rewriting.row(row) != *row
}

/// How a person is replaced in what is stored of a match.
pub(super) struct MatchRewriting(Rewriting);

impl MatchRewriting {
    /// Finds the names of the person in a match, and what they are called from now on: after their seat, and as nobody else is.
    pub(super) fn of(game: &Match, stored: &StoredMatch, person: UserId, stand_in: UserId) -> Self {
        let tenure = game.tenures().iter().find(|it| it.before == person || it.user == person);
        let seat = game.seat_of(person).or_else(|| tenure.map(|tenure| tenure.seat));
        let others: Vec<&str> =
            stored.seats.iter().filter(|it| it.user_id != person).map(|it| &*it.name).collect();
        let mut label = seat.map_or_else(|| UNSEATED_NAME.to_owned(), |seat| format!("Player {seat}"));
        while others.contains(&&*label) {
            label.push('’');
        }
        let mut rewriting = Rewriting::new(person, stand_in, label);
        for seat in stored.seats.iter().filter(|seat| seat.user_id == person) {
            rewriting.learn(&seat.name);
        }
        for entry in stored.log.iter().filter(|entry| entry.kind == EntryKind::Control) {
            rewriting.learn_from(&entry.action);
        }
        Self(rewriting)
    }

    /// Returns what is to be stored instead.
    pub(super) fn rewrite(&self, stored: &StoredMatch) -> StoredMatch {
        let seat = |seat: &SeatRow| SeatRow {
            user_id: self.0.replace_number(seat.user_id),
            name: self.0.replace_name(&seat.name),
            ..seat.clone()
        };
        StoredMatch {
            row: self.row(&stored.row),
            seats: stored.seats.iter().map(seat).collect(),
            log: stored.log.iter().map(|entry| self.entry(entry)).collect(),
            due: stored.due.clone(),
        }
    }

    /// Replaces the person in JSON. Returns `None` if nothing had to be replaced.
    pub(super) fn rewrite_json(&self, json: &str) -> Option<String> {
        self.0.replace_in_json(json)
    }

    fn json_or_same(&self, json: &str) -> String {
        self.rewrite_json(json).unwrap_or_else(|| json.to_owned())
    }

    fn row(&self, row: &MatchRow) -> MatchRow {
        MatchRow {
            host_id: self.0.replace_number(row.host_id),
            terms: self.json_or_same(&row.terms),
            words: self.json_or_same(&row.words),
            onlookers: self.json_or_same(&row.onlookers),
            setup: row.setup.as_ref().map(|setup| self.json_or_same(setup)),
            ..row.clone()
        }
    }

    fn entry(&self, entry: &LogRow) -> LogRow {
        let action = match entry.kind {
            EntryKind::Control => self.json_or_same(&entry.action),
            // Games name seats, and nobody else.
            EntryKind::Game => entry.action.clone(),
        };
        LogRow { user_id: entry.user_id.map(|user| self.0.replace_number(user)), action, ..entry.clone() }
    }
}

/// A person who is replaced by a number that nobody else has, and by a name that says nothing.
#[derive(Debug)]
struct Rewriting {
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
    fn new(person: UserId, stand_in: UserId, label: String) -> Self {
        Self { person, stand_in, names: BTreeSet::new(), label }
    }

    /// Learns a name of the person.
    fn learn(&mut self, name: &str) {
        self.names.insert(name.to_owned());
    }

    /// Learns the names of the person that a text gives.
    fn learn_from(&mut self, json: &str) {
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
    fn replace_number(&self, number: UserId) -> UserId {
        if number == self.person { self.stand_in } else { number }
    }

    /// Replaces a name of the person’s.
    fn replace_name(&self, name: &str) -> String {
        if self.names.contains(name) { self.label.clone() } else { name.to_owned() }
    }

    /// Replaces the person’s number and names in JSON. Returns `None` if nothing had to be replaced; a text that is no JSON, such
    /// as a game’s notation, names nobody.
    fn replace_in_json(&self, json: &str) -> Option<String> {
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
