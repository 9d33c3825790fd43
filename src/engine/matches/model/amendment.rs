//! [`Amendment`]: something that a host changes in the terms of a match before it starts.

use serde::{Deserialize, Serialize};

use super::calendar::Calendar;
use super::planned_start::PlannedStart;
use trigon_rules::games::Value;

/// A change of the terms of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Amendment {
    /// The number of players.
    Players(u8),
    /// How long a phase lasts.
    Limit {
        /// The kind of time.
        time: String,
        /// The hours, unless there is to be no clock.
        hours: Option<u32>,
    },
    /// The times of day at which phases end, instead of after some hours.
    Calendar(Calendar),
    /// The hours between the start and the beginning of play.
    Pregame(u32),
    /// How often each player who is late gives everyone more time.
    Graces(u8),
    /// How many hours that is.
    GraceHours(u32),
    /// After how many deadlines missed in a row a seat is offered to others, or 0.
    Strikes(u8),
    /// Whether a phase ends early once everyone is ready.
    Early(bool),
    /// The minutes between the announcement of an early end and that end.
    EarlyMinutes(u32),
    /// How many hours a phase lasts at least.
    LeastHours(u32),
    /// After how many days a stopped clock starts again by itself, or 0.
    PauseDays(u32),
    /// Whether a host who plays may end phases early.
    PlayingHost(bool),
    /// When the match starts by itself, if it does.
    Start(Option<PlannedStart>),
    /// An option of the game.
    Option {
        /// Its key.
        key: String,
        /// The value.
        value: Value,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_amendments_read_back() {
        let evening: Calendar = "mon-fri 19:00 Europe/Berlin".parse().unwrap();
        let time = "round".to_owned();
        for (amendment, text) in [
            (Amendment::Players(7), r#"{"players":7}"#),
            (
                Amendment::Limit { time: time.clone(), hours: Some(48) },
                r#"{"limit":{"time":"round","hours":48}}"#,
            ),
            (Amendment::Limit { time, hours: None }, r#"{"limit":{"time":"round","hours":null}}"#),
            (Amendment::Calendar(evening), r#"{"calendar":"mon-fri 19:00 Europe/Berlin"}"#),
            (Amendment::Early(true), r#"{"early":true}"#),
            (
                Amendment::Option { key: "rounds".to_owned(), value: Value::Number(8) },
                r#"{"option":{"key":"rounds","value":8}}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&amendment).unwrap(), text);
            assert_eq!(serde_json::from_str::<Amendment>(text).unwrap(), amendment);
        }
    }
}
