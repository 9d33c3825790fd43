//! The static descriptions of games, with their options and roster fields as data: commands, checks and summaries are
//! derived from a [`Spec`].

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::{Fact, Final, Finals, SetupError, phrase};

/// The order in which the seats act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// One seat at a time. An action cannot be replaced once it has been played.
    Turns,
    /// All seats at once. An answer can be replaced until the phase ends.
    Rounds,
}

/// What the seats know about each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Information {
    /// Everyone sees everything.
    Open,
    /// Each seat knows things that others do not.
    Hidden,
}

/// A kind of time limit. Hosts choose a value for each kind.
#[derive(Debug, PartialEq, Eq)]
pub struct TimeLimit {
    /// The key in commands and stored matches, such as `round`.
    pub key: &'static str,
    /// The display name of what the limit applies to: `a round`.
    pub label: &'static str,
    /// The default in hours, or `None` for no limit.
    pub default: Option<u32>,
}

/// The static description of a game.
#[derive(Debug)]
pub struct Info {
    /// The name in records and commands: `triforce-building`.
    pub name: &'static str,
    /// The display name.
    pub title: &'static str,
    /// A one-line summary of the game.
    pub summary: &'static str,
    /// The possible numbers of players, in ascending order.
    pub players: &'static [u8],
    /// The usual number of players.
    pub usual_players: u8,
    /// The version of the rules, which is stored with each match.
    pub version: u32,
    /// The oldest version of the rules under which matches that began with it still go on, and records are replayed.
    pub oldest: u32,
    /// The rules for players, in Markdown.
    pub rules: &'static str,
    /// The order in which the seats act.
    pub pace: Pace,
    /// What the seats know about each other.
    pub information: Information,
    /// Whether a seat can resign.
    pub can_resign: bool,
    /// The options of a match.
    pub options: &'static [Spec],
    /// The fields that each player on the roster has.
    pub fields: &'static [Field],
    /// What a match that ends by the rules leaves its seats with.
    pub finals: &'static [Final],
    /// Says in a few words what a seat is left with.
    pub note: fn(&Finals) -> String,
    /// The kinds of time limits that [`Ends`](super::Ends) refers to.
    pub times: &'static [TimeLimit],
}

impl Info {
    /// Returns whether hosts create matches, fill the roster and begin. Otherwise players do, and settle questions by
    /// agreement.
    pub fn is_hosted(&self) -> bool {
        self.pace == Pace::Rounds
    }

    /// Returns whether phases are long enough for each to be announced with a headline and a picture. Otherwise there
    /// are many, and each is only mentioned.
    pub fn has_long_phases(&self) -> bool {
        self.pace == Pace::Rounds
    }

    /// Returns the time limit with this key.
    pub fn time(&self, key: &str) -> Option<&'static TimeLimit> {
        self.times.iter().find(|time| time.key == key)
    }

    /// Describes the possible numbers of players: `2`, `3 to 6`, `7, 10, 13 or 16`.
    pub fn player_counts(&self) -> String {
        counts(self.players)
    }
}

/// Describes numbers of players: `2`, `3 to 6`, `7, 10, 13 or 16`.
pub fn counts(players: &[u8]) -> String {
    match players {
        [] => "no".to_owned(),
        [only] => only.to_string(),
        [first, .., last] if usize::from(last - first) + 1 == players.len() => format!("{first} to {last}"),
        several => phrase::one_of(&several.iter().map(u8::to_string).collect::<Vec<_>>()),
    }
}

/// The features of a game beyond those that all games have.
#[derive(Debug)]
pub struct Particulars {
    /// What is drawn for each seat before the first entry, for checking records.
    pub drawn: &'static [SeatDraw],
    /// The keys of a setup that give what is drawn if they are left out, for checking records.
    pub given: &'static [&'static str],
    /// Commands for players, besides the one that plays any action.
    pub shortcuts: &'static [Shortcut],
    /// An example of an action as a player may send it, and what it is: `` `LUR` for a path ``.
    pub example: Option<&'static str>,
    /// The help text on what the shortcuts do.
    pub help: Option<&'static str>,
    /// What the marks in pictures look like and mean, one to a line: the legend in words.
    pub legend: &'static [&'static str],
}

impl Particulars {
    /// No special features.
    pub const NONE: Self =
        Self { drawn: &[], given: &[], shortcuts: &[], example: None, help: None, legend: &[] };
}

/// Something drawn for each seat, unless the setup contains it.
#[derive(Debug)]
pub struct SeatDraw {
    /// The name for the draws of all seats together, which is also their key in a setup.
    pub name: &'static str,
    /// The key of a seat's own draw in the canonical state, within the entry of the player.
    pub key: &'static str,
}

/// A command for players.
#[derive(Debug)]
pub struct Shortcut {
    /// The name of the command.
    pub name: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// The action that it plays. Without one, it shows the possible choices if the [question](super::Decision::key) has
    /// its name.
    pub action: Option<&'static str>,
    /// An option that makes it play another action.
    pub switch: Option<Switch>,
}

/// An option of a [`Shortcut`].
#[derive(Debug)]
pub struct Switch {
    /// The name of the option.
    pub name: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// The action that is played with it.
    pub action: &'static str,
}

/// A value that a host chooses, for the whole match or for one player.
#[derive(Debug)]
pub struct Spec {
    /// The key in commands and stored matches.
    pub key: &'static str,
    /// The display name.
    pub label: &'static str,
    /// What the value means, in one line of at most 100 characters.
    pub help: &'static str,
    /// The possible values.
    pub kind: OptionKind,
    /// The default as text, or `None` if the value is left out.
    pub default: Option<&'static str>,
}

impl Spec {
    /// Parses and checks a value, or returns a sentence saying what is wrong and what would be right.
    pub fn read(&self, text: &str) -> Result<Value, String> {
        let text = text.trim();
        match &self.kind {
            OptionKind::Number(bounds) => {
                let number = text.parse().ok().filter(|number| bounds.contains(number));
                number.map(Value::Number).ok_or_else(|| {
                    let (least, most) = (bounds.start(), bounds.end());
                    format!("{} is a whole number from {least} to {most}.", self.label)
                })
            }
            OptionKind::Choice(words) => {
                let known = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
                known.map(|(word, _)| Value::Text((*word).to_owned())).ok_or_else(|| {
                    let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                    format!("{} can be {}.", self.label, words.join(" or "))
                })
            }
            OptionKind::Text { check, .. } => check(text).map(Value::Text),
        }
    }
}

/// A field of each player on the roster.
#[derive(Debug)]
pub struct Field {
    /// The value.
    pub spec: Spec,
    /// Whether the values are places in a ranking, from 1 to the number of players. Two players cannot share a place,
    /// and a player without one gets the highest free place when the roster is fixed.
    pub is_rank: bool,
}

/// The possible values of an option.
#[derive(Debug)]
pub enum OptionKind {
    /// A whole number within bounds.
    Number(RangeInclusive<i64>),
    /// One of several words, each with a display label.
    Choice(&'static [(&'static str, &'static str)]),
    /// A text in some notation defined by the game.
    Text {
        /// Returns the text in canonical notation, or a sentence saying what is wrong with it.
        check: fn(&str) -> Result<String, String>,
        /// Returns suggestions as pairs of a display label and a value.
        suggest: fn() -> Vec<(String, String)>,
    },
}

/// A checked value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(i64),
    /// A word or other text.
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// The checked values of a list of specs, by key.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Values(BTreeMap<String, Value>);

impl Values {
    /// Returns the default values. A spec is left out if it has no default or refuses its own default.
    pub fn defaults(specs: impl Iterator<Item = &'static Spec>) -> Self {
        let default = |spec: &Spec| Some((spec.key.to_owned(), spec.read(spec.default?).ok()?));
        Self(specs.filter_map(default).collect())
    }

    /// Returns the number with this key, if there is one.
    pub fn number(&self, key: &str) -> Option<i64> {
        match self.0.get(key)? {
            Value::Number(number) => Some(*number),
            Value::Text(_) => None,
        }
    }

    /// Returns the text with this key, if there is one.
    pub fn text(&self, key: &str) -> Option<&str> {
        match self.0.get(key)? {
            Value::Text(text) => Some(text),
            Value::Number(_) => None,
        }
    }

    /// Sets a value.
    pub fn set(&mut self, key: &str, value: Value) {
        self.0.insert(key.to_owned(), value);
    }

    /// Removes a value.
    pub fn unset(&mut self, key: &str) {
        self.0.remove(key);
    }

    /// Copies all values from another list, replacing those with the same key.
    pub fn extend(&mut self, other: &Self) {
        self.0.extend(other.0.iter().map(|(key, value)| (key.clone(), value.clone())));
    }

    /// Returns the keys.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Returns a value.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    /// Returns the values of these specs with their labels, in the order of the specs.
    pub fn facts(&self, specs: impl Iterator<Item = &'static Spec>) -> Vec<Fact> {
        let fact = |spec: &'static Spec| {
            let value = self.0.get(spec.key)?;
            let label = match (&spec.kind, value) {
                (OptionKind::Choice(words), Value::Text(text)) => {
                    words.iter().find(|(word, _)| word == text).map(|(_, label)| (*label).to_owned())
                }
                _ => None,
            };
            Some(Fact { label: spec.label, value: label.unwrap_or_else(|| value.to_string()) })
        };
        specs.filter_map(fact).collect()
    }
}

/// Returns a number that was checked by a [`Spec`] of the game.
///
/// # Errors
/// Returns an error if the number is missing or out of range, which only happens if [`Game::setup`](super::Game::setup)
/// is called with the values of another game.
pub fn number<T: TryFrom<i64>>(values: &Values, key: &str) -> Result<T, SetupError> {
    let number = values.number(key).and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| SetupError::new(format!("{key}: a number is missing")))
}

/// A player on the roster, as input for a game's setup.
#[derive(Debug, Clone, Copy)]
pub struct Entrant<'a> {
    /// The name.
    pub name: &'a str,
    /// The values of the game's [fields](super::Info::fields).
    pub fields: &'a Values,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_players_in_words() {
        assert_eq!(counts(&[2]), "2");
        assert_eq!(counts(&[3, 4, 5, 6]), "3 to 6");
        assert_eq!(counts(&[7, 10, 13, 16]), "7, 10, 13 or 16");
        assert_eq!(counts(&[]), "no");
    }

    static SPECS: &[Spec] = &[
        Spec { key: "cards", label: "Cards", help: "", kind: OptionKind::Number(1..=4), default: Some("3") },
        Spec {
            key: "trumps",
            label: "Trumps",
            help: "",
            kind: OptionKind::Choice(&[("yes", "with trumps"), ("no", "without trumps")]),
            default: None,
        },
    ];

    #[test]
    fn values_are_the_defaults_until_they_are_set() {
        let mut values = Values::defaults(SPECS.iter());
        assert_eq!((values.number("cards"), values.text("trumps")), (Some(3), None));
        values.set("cards", SPECS[0].read("1").unwrap());
        values.set("trumps", SPECS[1].read(" YES ").unwrap());
        assert_eq!((values.number("cards"), values.text("trumps")), (Some(1), Some("yes")));
        let facts = values.facts(SPECS.iter());
        assert_eq!(facts.iter().map(|fact| &fact.value[..]).collect::<Vec<_>>(), ["1", "with trumps"]);
    }

    #[test]
    fn errors_say_what_would_be_right() {
        assert_eq!(SPECS[0].read("5").unwrap_err(), "Cards is a whole number from 1 to 4.");
        assert_eq!(SPECS[1].read("maybe").unwrap_err(), "Trumps can be yes or no.");
    }

    #[test]
    fn stored_values_are_plain_json() {
        let mut values = Values::defaults(SPECS.iter());
        values.set("trumps", Value::Text("no".to_owned()));
        let json = serde_json::to_string(&values).unwrap();
        assert_eq!(json, r#"{"cards":3,"trumps":"no"}"#);
        assert_eq!(serde_json::from_str::<Values>(&json).unwrap(), values);
    }
}
