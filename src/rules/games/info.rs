//! What is known about a game before anyone plays it.

use super::{Field, Spec, phrase};

/// The order in which the seats act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// One seat at a time. An action cannot be replaced once it is played.
    Turns,
    /// All seats at once. An answer can be replaced until the phase ends.
    Rounds,
}

/// What the seats know of each other.
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
    /// What the limit applies to, for people: `a round`.
    pub label: &'static str,
    /// The default in hours; `None` means that there is no limit.
    pub default: Option<u32>,
}

/// What is known about a game before anyone plays it.
#[derive(Debug)]
pub struct Info {
    /// The name in records and commands: `triforce-building`.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The game in one line.
    pub summary: &'static str,
    /// The possible numbers of players, ascending.
    pub players: &'static [u8],
    /// The usual number of players.
    pub usual_players: u8,
    /// The version of the rules, which is stored with each match.
    pub version: u32,
    /// The rules for players, in Markdown.
    pub rules: &'static str,
    /// The order in which the seats act.
    pub pace: Pace,
    /// What the seats know of each other.
    pub information: Information,
    /// Whether a seat can resign.
    pub can_resign: bool,
    /// The options of a match.
    pub options: &'static [Spec],
    /// The values that each player on the roster has.
    pub fields: &'static [Field],
    /// The kinds of time limits to which [`Ends`](super::Ends) refers.
    pub times: &'static [TimeLimit],
}

/// What a game has of its own, beyond what all games have.
#[derive(Debug)]
pub struct Particulars {
    /// What is drawn for each seat before the first entry, for checks of records.
    pub drawn: &'static [Drawn],
    /// Commands for players, besides the one that plays any action.
    pub shortcuts: &'static [Shortcut],
    /// What a host may decide about a player, each with a command.
    pub rulings: &'static [HostRuling],
    /// An action as a player may send it, and what it is: `` `ULD` for a path ``.
    pub example: Option<&'static str>,
    /// What the shortcuts do, for the help.
    pub help: Option<&'static str>,
    /// What the commands of the host do, to continue a list.
    pub host_help: Option<&'static str>,
}

impl Particulars {
    /// Nothing at all.
    pub const NONE: Self =
        Self { drawn: &[], shortcuts: &[], rulings: &[], example: None, help: None, host_help: None };
}

/// Something that is drawn for each seat, unless the setup contains it.
#[derive(Debug)]
pub struct Drawn {
    /// What all of it together is called, also in a setup.
    pub name: &'static str,
    /// The key of a seat’s own in the canonical state, where it is an entry of the player.
    pub key: &'static str,
}

/// A command for players.
#[derive(Debug)]
pub struct Shortcut {
    /// The name of the command.
    pub name: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// The action that it plays; without one, it shows what can be chosen.
    pub action: Option<&'static str>,
    /// An option with which it plays another action.
    pub switch: Option<Switch>,
}

/// An option of a [`Shortcut`].
#[derive(Debug)]
pub struct Switch {
    /// The name of the option.
    pub name: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// The action that is played with it.
    pub action: &'static str,
}

/// What a host may decide about a player.
#[derive(Debug)]
pub struct HostRuling {
    /// The name of the command, and the word of the action, which the number of the seat follows.
    pub name: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// What the player is then: `the elimination candidate`.
    pub makes: &'static str,
}

impl Info {
    /// Returns whether hosts create matches, fill the roster and begin. Otherwise players do, and agree on what comes up.
    pub fn is_hosted(&self) -> bool {
        self.pace == Pace::Rounds
    }

    /// Returns whether phases are so long that each is announced with a headline and a picture. Otherwise there are many, and
    /// a turn is told in passing.
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
}
