//! The notation: `+S`, `c1>d3`, `end`; `fight d3`, `sword 3`, `shield 1`, `no`.

use std::fmt;
use std::str::FromStr;

use crate::games::Size;
use crate::grid::{Place, PlaceError};
use crate::text::Quoted;

/// An action of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Place a new piece of this size on the stack at the player's home.
    Place(Size),
    /// Move the player's piece from the top of one stack to the top of another.
    Move {
        /// The territory that it leaves.
        from: Place,
        /// The territory that it reaches.
        to: Place,
    },
    /// End the actions of the turn.
    End,
    /// Choose the stack that fights next.
    Fight(Place),
    /// Exchange the player's piece at this height in the stack for a sword; 1 is directly on the white pyramid (R6).
    Sword(u8),
    /// Exchange the player's piece at this height in the stack for a shield.
    Shield(u8),
    /// Decline the sword or the shield.
    No,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(size) => write!(f, "+{size}"),
            Self::Move { from, to } => write!(f, "{from}>{to}"),
            Self::End => f.write_str("end"),
            Self::Fight(place) => write!(f, "fight {place}"),
            Self::Sword(height) => write!(f, "sword {height}"),
            Self::Shield(height) => write!(f, "shield {height}"),
            Self::No => f.write_str("no"),
        }
    }
}

/// An error returned when text is not an action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    #[error(
        "{0} isn’t something you can do here: write +S, c1>d3 or end; fight d3, sword 3, shield 1 or no when asked."
    )]
    NoVerb(Quoted),
    #[error("“+” needs a size after it: +S, +M or +L.")]
    NoSize,
    #[error(
        "“{0}” needs a number after it, your piece's place in the stack counted from the bottom: {0} 1, {0} 2 and so on."
    )]
    NoHeight(&'static str),
    #[error("{0} is no territory: they are a1, b1 b2, c1 to c3, d1 to d4 and e1 to e5.")]
    NoPlace(Quoted),
    #[error("“{0}” stands alone.")]
    Alone(&'static str),
}

impl FromStr for Action {
    type Err = ActionError;

    /// Accepts upper and lower case, any spaces, and `->` or `→` for `>`.
    fn from_str(text: &str) -> Result<Self, ActionError> {
        let text = text.trim();
        if let Some(size) = text.strip_prefix('+') {
            return Size::read(size).map(Self::Place).ok_or(ActionError::NoSize);
        }
        for arrow in ["->", "→", ">"] {
            if let Some((from, to)) = text.split_once(arrow) {
                return Ok(Self::Move { from: read_place(from)?, to: read_place(to)? });
            }
        }
        let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let alone = |verb, action| if rest.is_empty() { Ok(action) } else { Err(ActionError::Alone(verb)) };
        match verb.to_ascii_lowercase().as_str() {
            "end" => alone("end", Self::End),
            "no" => alone("no", Self::No),
            "fight" => read_place(rest).map(Self::Fight),
            "sword" => read_height("sword", rest).map(Self::Sword),
            "shield" => read_height("shield", rest).map(Self::Shield),
            _ => Err(ActionError::NoVerb(Quoted::new(text))),
        }
    }
}

/// Parses a positive number in plain digits.
fn read_height(verb: &'static str, text: &str) -> Result<u8, ActionError> {
    let height = text.parse().ok().filter(|height: &u8| *height > 0 && height.to_string() == text);
    height.ok_or(ActionError::NoHeight(verb))
}

fn read_place(text: &str) -> Result<Place, ActionError> {
    let text = text.trim();
    text.parse().map_err(|_: PlaceError| ActionError::NoPlace(Quoted::new(text)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::testing::assert_read;

    fn all() -> Vec<Action> {
        let mut all = vec![Action::End, Action::No];
        all.extend(Size::ALL.map(Action::Place));
        all.extend((1..=u8::MAX).flat_map(|height| [Action::Sword(height), Action::Shield(height)]));
        all.extend(Place::all().map(Action::Fight));
        all.extend(Place::all().flat_map(|from| Place::all().map(move |to| Action::Move { from, to })));
        all
    }

    #[test]
    fn printing_and_parsing_are_inverse() {
        for action in all() {
            let text = action.to_string();
            assert_eq!(text.parse(), Ok(action));
            assert_eq!(text.to_uppercase().parse(), Ok(action));
            assert_eq!(format!("  {} ", text.to_lowercase()).parse(), Ok(action));
        }
    }

    #[test]
    fn usual_writings_are_read() {
        for text in ["c1>d3", "C1 > D3", "c1->d3", "c1 -> d3", "c1→d3"] {
            assert_eq!(text.parse::<Action>().map(|a| a.to_string()), Ok("c1>d3".to_owned()), "{text}");
        }
        assert_eq!("+ m".parse(), Ok(Action::Place(Size::Medium)));
        assert_eq!("SWORD   3".parse(), Ok(Action::Sword(3)));
    }

    #[test]
    fn errors_say_why_a_text_is_not_an_action() {
        assert_eq!("".parse::<Action>(), Err(ActionError::NoVerb("".into())));
        assert_eq!("pass".parse::<Action>(), Err(ActionError::NoVerb("pass".into())));
        assert_eq!("+".parse::<Action>(), Err(ActionError::NoSize));
        assert_eq!("+SS".parse::<Action>(), Err(ActionError::NoSize));
        for text in
            ["sword", "sword M", "sword 0", "sword -1", "sword +1", "sword 03", "sword 1 2", "sword 256"]
        {
            assert_eq!(text.parse::<Action>(), Err(ActionError::NoHeight("sword")), "{text}");
        }
        assert_eq!("shield L".parse::<Action>(), Err(ActionError::NoHeight("shield")));
        assert_eq!("c1>".parse::<Action>(), Err(ActionError::NoPlace("".into())));
        assert_eq!("c1>d5".parse::<Action>(), Err(ActionError::NoPlace("d5".into())));
        assert_eq!("fight f1".parse::<Action>(), Err(ActionError::NoPlace("f1".into())));
        assert_eq!("end now".parse::<Action>(), Err(ActionError::Alone("end")));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_in_one_line(text in any::<String>(), bytes in any::<Vec<u8>>()) {
            assert_read::<Action>(&text, &bytes, &["c1>", "fight "]);
        }
    }
}
