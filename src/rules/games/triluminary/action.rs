//! The notation: `Md1N2^NE`, `Md1N2^NE e4^S`, `capture c3 from a1`, `place c3`.

use std::fmt;
use std::str::FromStr;

use crate::games::phrase::counted;
use crate::games::{Size, Step};
use crate::grid::{Hex, HexDirection};
use crate::text::Quoted;

/// A push of a piece onto the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Push {
    /// The size of the piece.
    pub size: Size,
    /// The space where it enters.
    pub entry: Hex,
    /// The direction it moves in.
    pub way: HexDirection,
    /// The number of spaces that it moves, including the entry space.
    pub distance: u8,
    /// The direction it points in.
    pub points: HexDirection,
    /// The pushed piece that is turned afterwards, if any.
    pub rotation: Option<Rotation>,
}

/// The turn of a pushed piece to a new direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rotation {
    /// The space of the piece after the push.
    pub at: Hex,
    /// Its new direction.
    pub points: HexDirection,
}

/// An action of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Push a piece onto the board.
    Push(Push),
    /// Choose one of several captures.
    Capture {
        /// The space of the influence pyramid.
        target: Hex,
        /// The space of the chain's first piece.
        first: Hex,
    },
    /// Place an influence pyramid.
    Place(Hex),
}

impl Action {
    /// Returns step `n`, from 0, of choosing the action.
    pub(super) fn step(self, n: usize) -> Option<Step> {
        Some(match (self, n) {
            (Self::Push(Push { size, .. }), 0) => {
                Step::new("Push", size.pips().to_string(), format!("{} ({size})", size.word()))
            }
            (Self::Push(Push { entry, .. }), 1) => Step::named("In at", entry),
            (Self::Push(Push { entry, way, distance, .. }), 2) => {
                let end = (1..distance).try_fold(entry, |at, _| at.step(way)).unwrap_or(entry);
                let label = format!("{} to {end}, {}", shown(way), counted(distance, "space"));
                Step::new("Going", format!("{}{distance}", way as u8), label)
            }
            (Self::Push(Push { points, .. }), 3) => {
                Step::new("Pointing", (points as u8).to_string(), shown(points))
            }
            (Self::Push(Push { rotation: None, .. }), 4) => Step::new("Turning", "-", "none"),
            (Self::Push(Push { rotation: Some(rotation), .. }), 4) => {
                let key = format!("{}{}", rotation.at, rotation.points as u8);
                Step::new("Turning", key, format!("{} to {}", rotation.at, shown(rotation.points)))
            }
            (Self::Capture { target, first }, 0) => Step::new(
                "Capture",
                format!("{target}{first}"),
                format!("{target} by the chain from {first}"),
            ),
            (Self::Place(hex), 0) => Step::named("Place on", hex),
            _ => return None,
        })
    }
}

fn shown(direction: HexDirection) -> String {
    let arrow = match direction {
        HexDirection::N => '↑',
        HexDirection::NE => '↗',
        HexDirection::SE => '↘',
        HexDirection::S => '↓',
        HexDirection::SW => '↙',
        HexDirection::NW => '↖',
    };
    format!("{arrow} {direction}")
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Push(Push { size, entry, way, distance, points, rotation }) => {
                write!(f, "{size}{entry}{way}{distance}^{points}")?;
                rotation.map_or(Ok(()), |rotation| write!(f, " {}^{}", rotation.at, rotation.points))
            }
            Self::Capture { target, first } => write!(f, "capture {target} from {first}"),
            Self::Place(hex) => write!(f, "place {hex}"),
        }
    }
}

/// An error returned when text is not an action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    #[error(
        "{0} isn’t something you can do here: write a push such as Md1N2^NE or Md1N2^NE e4^S, capture c3 from a1, or place c3."
    )]
    NoVerb(Quoted),
    #[error("{0} is no space of the board: columns a to g have 4, 5, 6, 7, 6, 5 and 4 spaces, a1 to g4.")]
    NoSpace(Quoted),
    #[error("{0} is no direction: use N, NE, SE, S, SW or NW.")]
    NoDirection(Quoted),
    #[error("A push says how far it goes behind its direction: 1 to 3 spaces, as in Md1N2^NE.")]
    NoDistance,
    #[error("Where a piece points is written behind ^, as in Md1N2^NE.")]
    NoPointing,
    #[error("A capture names the influence pyramid and the chain’s first piece: capture c3 from a1.")]
    NoChain,
    #[error("{0} is too much: at most one pushed piece is turned, as in Md1N2^NE e4^S.")]
    TooMuch(Quoted),
}

/// The text that remains to be parsed.
struct Reader<'a>(&'a str);

impl<'a> Reader<'a> {
    /// Skips spaces and returns the characters up to the first one that is not wanted.
    fn run(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        self.0 = self.0.trim_start();
        let end = self.0.find(|c| !wanted(c)).unwrap_or(self.0.len());
        let (run, rest) = self.0.split_at(end);
        self.0 = rest;
        run
    }

    /// Returns the next character that is not a space.
    fn one(&mut self) -> Option<char> {
        self.0 = self.0.trim_start();
        let mut rest = self.0.chars();
        let one = rest.next();
        self.0 = rest.as_str();
        one
    }

    fn space(&mut self) -> Result<Hex, ActionError> {
        let column = self.one().unwrap_or(' ').to_ascii_lowercase();
        let name = format!("{column}{}", self.one().unwrap_or(' '));
        name.parse().map_err(|_| ActionError::NoSpace(Quoted::new(name.trim())))
    }

    fn direction(&mut self) -> Result<HexDirection, ActionError> {
        let name = self.run(|c| c.is_ascii_alphabetic());
        name.parse().map_err(|_| ActionError::NoDirection(Quoted::new(name)))
    }

    fn pointing(&mut self) -> Result<HexDirection, ActionError> {
        if self.one() == Some('^') { self.direction() } else { Err(ActionError::NoPointing) }
    }

    /// Reads a push, up to the rotation, if there is one.
    fn push(&mut self) -> Result<Push, ActionError> {
        let no_verb = ActionError::NoVerb(Quoted::new(self.0));
        let Some(size) = self.one().and_then(Size::of_letter) else { return Err(no_verb) };
        if !self.begins_with_space() {
            return Err(no_verb);
        }
        let (entry, way) = (self.space()?, self.direction()?);
        let distance = self.one().and_then(|c| c.to_digit(10)).ok_or(ActionError::NoDistance)? as u8;
        let points = self.pointing()?;
        let rotation = match self.end() {
            Ok(()) => None,
            Err(_) => Some(Rotation { at: self.space()?, points: self.pointing()? }),
        };
        Ok(Push { size, entry, way, distance, points, rotation })
    }

    /// Returns whether what follows may be a space, so that a word that merely begins with S, M or L is not taken for a push.
    fn begins_with_space(&self) -> bool {
        let mut ahead = self.0.trim_start().chars();
        let has_column = ahead.next().is_some_and(|c| matches!(c.to_ascii_lowercase(), 'a'..='g'));
        let number = ahead.as_str().trim_start();
        has_column && !number.starts_with(|c: char| !c.is_ascii_digit())
    }

    fn end(&self) -> Result<(), ActionError> {
        let rest = self.0.trim();
        if rest.is_empty() { Ok(()) } else { Err(ActionError::TooMuch(Quoted::new(rest))) }
    }
}

impl FromStr for Action {
    type Err = ActionError;

    /// Accepts upper and lower case, with spaces anywhere except within a word: `m d1 n 2 ^ ne  E4 ^ s`.
    fn from_str(text: &str) -> Result<Self, ActionError> {
        let text = text.trim();
        let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let mut reader = Reader(rest);
        let action = match verb.to_ascii_lowercase().as_str() {
            "place" => Self::Place(reader.space()?),
            "capture" => {
                let target = reader.space()?;
                if !reader.run(|c| c.is_ascii_alphabetic()).eq_ignore_ascii_case("from") {
                    return Err(ActionError::NoChain);
                }
                Self::Capture { target, first: reader.space()? }
            }
            _ => {
                reader = Reader(text);
                Self::Push(reader.push()?)
            }
        };
        reader.end().map(|()| action)
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
            ("Md1N2^NE", &["Md1N2^NE", "md1n2^ne", " M d1 N 2 ^ NE ", "MD1N2^NE"][..]),
            ("Ld1NW3^N e4^S", &["Ld1NW3^N e4^S", "ld1nw3 ^n  E4 ^ s", "L d1 NW3 ^N e4^S"]),
            ("capture c3 from a1", &["capture c3 from a1", "Capture C3 FROM A1", "capture c3  from  a1"]),
            ("place c3", &["place c3", "PLACE C3"]),
        ] {
            for text in texts {
                assert_eq!(read(text), Ok(canonical.to_owned()), "{text:?}");
            }
        }
    }

    #[test]
    fn errors_say_why_a_text_is_not_an_action() {
        assert_eq!(read(""), Err(ActionError::NoVerb("".into())));
        assert_eq!(read("roll"), Err(ActionError::NoVerb("roll".into())));
        assert_eq!(read("move a1"), Err(ActionError::NoVerb("move a1".into())));
        assert_eq!(read("Ma5N2^NE"), Err(ActionError::NoSpace("a5".into())));
        assert_eq!(read("Ma1X2^NE"), Err(ActionError::NoDirection("X".into())));
        assert_eq!(read("Ma1N^NE"), Err(ActionError::NoDistance));
        assert_eq!(read("Ma1N2"), Err(ActionError::NoPointing));
        assert_eq!(read("Ma1N2^"), Err(ActionError::NoDirection("".into())));
        assert_eq!(read("Ma1N22^N"), Err(ActionError::NoPointing));
        assert_eq!(read("Ma1N2^N e4^S e5^S"), Err(ActionError::TooMuch("e5^S".into())));
        assert_eq!(read("Ma1N2^N e9^S"), Err(ActionError::NoSpace("e9".into())));
        assert_eq!(read("capture c3"), Err(ActionError::NoChain));
        assert_eq!(read("capture c3 a1"), Err(ActionError::NoChain));
        assert_eq!(read("place"), Err(ActionError::NoSpace("".into())));
        assert_eq!(read("place c3 now"), Err(ActionError::TooMuch("now".into())));
    }

    fn any_action() -> impl Strategy<Value = Action> {
        let hex = || prop::sample::select(Hex::all().collect::<Vec<_>>());
        let direction = || prop::sample::select(HexDirection::ALL.to_vec());
        let rotation = (hex(), direction()).prop_map(|(at, points)| Rotation { at, points });
        let size = prop::sample::select(Size::ALL.to_vec());
        let push = (size, hex(), direction(), 0..10u8, direction(), prop::option::of(rotation));
        prop_oneof![
            push.prop_map(|(size, entry, way, distance, points, rotation)| {
                Action::Push(Push { size, entry, way, distance, points, rotation })
            }),
            (hex(), hex()).prop_map(|(target, first)| Action::Capture { target, first }),
            hex().prop_map(Action::Place),
        ]
    }

    proptest! {
        #[test]
        fn printing_and_parsing_are_inverse(action in any_action()) {
            prop_assert_eq!(action.to_string().parse(), Ok(action));
            prop_assert_eq!(action.to_string().to_lowercase().parse(), Ok(action));
        }

        #[test]
        fn any_text_is_read_or_refused_in_one_line(text in any::<String>(), bytes in any::<Vec<u8>>()) {
            assert_read::<Action>(&text, &bytes, &["place ", "Md1", "Md1N2^N"]);
        }
    }
}
