//! The notation: `roll`, `+M`, `free L`, `3-1>3-2`, `nuke 2-1 3-5`, `end`.

use std::fmt;
use std::str::FromStr;

use super::spaces::{Spaces, board};
use super::state::State;
use crate::games::phrase::counted;
use crate::games::{Size, Step};
use crate::grid::Cell;
use crate::text::Quoted;

/// An action of a seat in its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Roll for movement points.
    Roll,
    /// Place a piece on the player's Eye Space for points.
    Place(Size),
    /// Place one there for free, once per turn.
    Free(Size),
    /// Move a piece one step across an edge.
    Step {
        /// The space that it leaves.
        from: Cell,
        /// The space that it enters.
        to: Cell,
    },
    /// Remove the pieces on these spaces.
    Nuke(Spaces),
    /// End the turn.
    End,
}

impl Action {
    /// Returns step `n`, from 0, of choosing the action.
    pub(super) fn step(self, state: &State, n: usize) -> Option<Step> {
        Some(match (self, n) {
            (Self::Roll, 0) => Step::new("Roll", "0", "Roll the dice"),
            (Self::Place(size), 0) => {
                let label = format!("Place {} ({size}): {}", size.word(), price(size));
                Step::new("Place", format!("+{}", size.pips()), label)
            }
            (Self::Free(size), 0) => Step::new(
                "Place",
                // It sorts before `+`: what costs nothing comes first.
                format!("!{}", size.pips()),
                format!("Place {} ({size}) for free", size.word()),
            ),
            (Self::Step { from, .. }, 0) => {
                let size = state.piece(from).map(|piece| piece.size);
                let size = size.map(|size| format!(" ({size}): {}", price(size))).unwrap_or_default();
                let from = board().name(from).to_string();
                let label = format!("Move {from}{size}");
                Step::new("Move", from, label)
            }
            (Self::Step { to, .. }, 1) => Step::named("To", board().name(to)),
            (Self::Nuke(_), 0) => Step::new("Nuke", "nuke", "Nuke"),
            (Self::Nuke(spaces), n) => match spaces.iter().nth(n - 1) {
                Some(space) => Step::named("Clear", board().name(space)),
                // A player who may remove three pieces can stop at fewer, so stopping is a step too.
                None if spaces.len() == n - 1 => Step::new("Clear", "z", "No more"),
                None => return None,
            },
            (Self::End, 0) => {
                // Ending the turn gives up the points that are left, so the button says how many.
                let label = match state.points {
                    None | Some(0) => "End the turn".to_owned(),
                    Some(left) => format!("End the turn ({} unused)", counted(left, "point")),
                };
                Step::new("End", "z", label)
            }
            _ => return None,
        })
    }
}

/// Says what it costs to place or to move a piece.
fn price(size: Size) -> String {
    counted(size.pips(), "point")
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roll => f.write_str("roll"),
            Self::Place(size) => write!(f, "+{size}"),
            Self::Free(size) => write!(f, "free {size}"),
            Self::Step { from, to } => write!(f, "{}>{}", board().name(*from), board().name(*to)),
            Self::Nuke(spaces) => write!(f, "nuke {spaces}"),
            Self::End => f.write_str("end"),
        }
    }
}

/// An error returned when text is not an action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    #[error("{0} isn’t something you can do here: write roll, +M, free L, 3-1>3-2, nuke 2-1 3-5 or end.")]
    NoVerb(Quoted),
    #[error("“{0}” stands alone.")]
    Alone(&'static str),
    #[error("“{0}” wants a size behind it: S, M or L, such as {0}M.")]
    NoSize(&'static str),
    #[error("{0} is no space of the board: they go from 1-1 at the top to 4-7 at the bottom right.")]
    NoSpace(Quoted),
    #[error("A nuke names the spaces it clears, such as nuke 2-1 3-5.")]
    NoSpaces,
    #[error("“{0}” is named twice: name each space once.")]
    Twice(String),
}

fn space(text: &str) -> Result<Cell, ActionError> {
    board().find(text).ok_or_else(|| ActionError::NoSpace(Quoted::new(text)))
}

impl FromStr for Action {
    type Err = ActionError;

    /// Parses `3-1>3-2`, `3–1 -> 3–2`, `3-1 → 3-2`, `+ m`, `FREE l`, `nuke 3-5, 2-1`.
    fn from_str(text: &str) -> Result<Self, ActionError> {
        let dashed = |c| if matches!(c, '–' | '—' | '−' | '‑') { '-' } else { c };
        let text: String = text.trim().chars().map(dashed).collect();
        let text = text.replace("->", ">").replace('→', ">");
        if let Some((from, to)) = text.split_once('>') {
            return Ok(Self::Step { from: space(from.trim())?, to: space(to.trim())? });
        }
        let size = |verb, rest| Size::read(rest).ok_or(ActionError::NoSize(verb));
        if let Some(rest) = text.strip_prefix('+') {
            return size("+", rest).map(Self::Place);
        }
        let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
        let alone =
            |verb, action| if rest.trim().is_empty() { Ok(action) } else { Err(ActionError::Alone(verb)) };
        match verb.to_ascii_lowercase().as_str() {
            "roll" => alone("roll", Self::Roll),
            "end" => alone("end", Self::End),
            "free" => size("free ", rest).map(Self::Free),
            "nuke" => {
                let mut spaces = Spaces::EMPTY;
                let between = |c: char| c.is_whitespace() || c == ',';
                for name in rest.split(between).filter(|name| !name.is_empty()) {
                    if !spaces.insert(space(name)?) {
                        return Err(ActionError::Twice(name.to_owned()));
                    }
                }
                if spaces.is_empty() { Err(ActionError::NoSpaces) } else { Ok(Self::Nuke(spaces)) }
            }
            _ => Err(ActionError::NoVerb(Quoted::new(verb))),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::testing::assert_read;

    fn read(text: &str) -> Result<String, ActionError> {
        text.parse::<Action>().map(|action| action.to_string())
    }

    #[test]
    fn actions_are_read_in_every_usual_writing() {
        for (canonical, texts) in [
            ("roll", &["roll", " ROLL "][..]),
            ("+M", &["+M", "+m", " + m "]),
            ("free L", &["free L", "Free  l"]),
            ("3-1>3-2", &["3-1>3-2", "3-1 > 3-2", "3-1->3-2", "3–1 –> 3–2", "3-1→3-2"]),
            ("nuke 2-1 3-5", &["nuke 2-1 3-5", "nuke 3-5 2-1", "NUKE 3-5,2-1", "nuke  3–5, 2–1 "]),
            ("end", &["end", "End"]),
        ] {
            for text in texts {
                assert_eq!(read(text), Ok(canonical.to_owned()), "{text:?}");
            }
        }
    }

    #[test]
    fn errors_say_why_a_text_is_not_an_action() {
        assert_eq!(read(""), Err(ActionError::NoVerb("".into())));
        assert_eq!(read("roll 3"), Err(ActionError::Alone("roll")));
        assert_eq!(read("+X"), Err(ActionError::NoSize("+")));
        assert_eq!(read("+SM"), Err(ActionError::NoSize("+")));
        assert_eq!(read("free"), Err(ActionError::NoSize("free ")));
        assert_eq!(read("3-1>5-1"), Err(ActionError::NoSpace("5-1".into())));
        assert_eq!(read("3-1>3-2>3-3"), Err(ActionError::NoSpace("3-2>3-3".into())));
        assert_eq!(read("nuke"), Err(ActionError::NoSpaces));
        assert_eq!(read("nuke ,"), Err(ActionError::NoSpaces));
        assert_eq!(read("nuke 2-1 2-1"), Err(ActionError::Twice("2-1".into())));
        assert_eq!(read("nuke 02-1"), Err(ActionError::NoSpace("02-1".into())));
    }

    fn any_action() -> impl Strategy<Value = Action> {
        let cell = || (0..16usize).prop_map(|i| board().cell(i).unwrap());
        let size = || prop::sample::select(Size::ALL.to_vec());
        prop_oneof![
            Just(Action::Roll),
            Just(Action::End),
            size().prop_map(Action::Place),
            size().prop_map(Action::Free),
            (cell(), cell()).prop_map(|(from, to)| Action::Step { from, to }),
            prop::collection::vec(cell(), 1..16).prop_map(|cells| Action::Nuke(cells.into_iter().collect())),
        ]
    }

    proptest! {
        #[test]
        fn printing_and_parsing_are_inverse(action in any_action()) {
            prop_assert_eq!(action.to_string().parse(), Ok(action));
        }

        #[test]
        fn any_text_is_read_or_refused_in_one_line(text in any::<String>(), bytes in any::<Vec<u8>>()) {
            assert_read::<Action>(&text, &bytes, &["nuke ", "3-1>"]);
        }
    }
}
