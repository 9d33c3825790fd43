//! The notation: `move LUR`, `garnet`, `ungarnet`, `vote 5`; `resolve` and `ec 5` for the clock and the host.

use std::fmt;
use std::str::FromStr;

use crate::games::Seat;
use crate::grid::{Board, Cell, Step};
use crate::text::{Quoted, is_visible};

/// A path of up to three steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    steps: [Step; Self::MAX],
    len: u8,
}

impl Path {
    /// The largest number of steps in a round.
    pub const MAX: usize = 3;

    /// The path without steps.
    pub const STAY: Self = Self { steps: [Step::U; Self::MAX], len: 0 };

    /// Returns a path of these steps, or `None` if there are more than three.
    pub fn new(steps: &[Step]) -> Option<Self> {
        let mut path = Self::STAY;
        path.steps.get_mut(..steps.len())?.copy_from_slice(steps);
        path.len = steps.len() as u8;
        Some(path)
    }

    /// Returns every path of up to three steps, whether or not a board has it.
    pub fn all() -> impl Iterator<Item = Self> {
        let mut paths = vec![Self::STAY];
        // Each path is followed by those that go one step further, until paths are full.
        let mut next = 0;
        while let Some(&path) = paths.get(next) {
            paths.extend(Step::ALL.into_iter().filter_map(|step| path.then(step)));
            next += 1;
        }
        paths.into_iter()
    }

    /// Returns the steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps[..usize::from(self.len)]
    }

    /// Returns the path with one more step, or `None` if it already has three.
    pub fn then(mut self, step: Step) -> Option<Self> {
        *self.steps.get_mut(usize::from(self.len))? = step;
        self.len += 1;
        Some(self)
    }

    /// Returns a path of random steps from a cell. Steps that lead off the board are left out.
    pub(super) fn random(board: &Board, from: Cell, tries: usize, rng: &mut fastrand::Rng) -> Self {
        let (mut path, mut cell) = (Self::STAY, from);
        for _ in 0..tries {
            let step = Step::ALL[rng.usize(..4)];
            if let (Some(to), Some(longer)) = (board.step(cell, step), path.then(step)) {
                (cell, path) = (to, longer);
            }
        }
        path
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.len == 0 {
            return f.write_str("-");
        }
        self.steps().iter().try_for_each(|step| fmt::Write::write_char(f, step.letter()))
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Path({self})")
    }
}

/// An error returned when text is not a path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    #[error("A path needs its steps: up to three of U L D R, or - to stay.")]
    Empty,
    #[error("{0} is no step: use U (up), L (left), D (down), R (right), up to three, or - to stay.")]
    NoStep(Stranger),
    #[error("A path has at most 3 steps; this one has {0}, so nothing was changed.")]
    TooLong(usize),
}

/// A character that isn’t a step, with the text around it if that helps to find it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stranger {
    is_visible: bool,
    character: Quoted,
    text: Quoted,
}

impl Stranger {
    pub(super) fn new(character: char, text: &str) -> Self {
        let character = character.to_string();
        Self {
            is_visible: is_visible(&character),
            character: Quoted::new(&character),
            text: Quoted::new(text),
        }
    }
}

impl fmt::Display for Stranger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { is_visible, character, text } = self;
        match text.as_str().chars().count() {
            0 => text.fmt(f),
            _ if !is_visible => write!(f, "An invisible character in {text}"),
            // In something as short as a path, it is found without help.
            1..=4 => character.fmt(f),
            _ => write!(f, "{character} in {text}"),
        }
    }
}

impl FromStr for Path {
    type Err = PathError;

    /// Parses `ULD`, `u, l d`, `↑←↓`, `⬆️⬅️⬇️`, and `-`, `stay` or `none` for no steps.
    fn from_str(text: &str) -> Result<Self, PathError> {
        let text = text.trim();
        if ["-", "–", "—", "stay", "none"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
            return Ok(Self::STAY);
        }
        let mut path = Self::STAY;
        let mut count = 0usize;
        for c in text.chars() {
            let step = match c {
                'u' | 'U' | '↑' | '⬆' => Step::U,
                'l' | 'L' | '←' | '⬅' => Step::L,
                'd' | 'D' | '↓' | '⬇' => Step::D,
                'r' | 'R' | '→' | '➡' => Step::R,
                // Separators, and the selector that makes an arrow an emoji.
                ',' | ';' | '.' | '\u{fe0e}' | '\u{fe0f}' => continue,
                c if c.is_whitespace() => continue,
                c => return Err(PathError::NoStep(Stranger::new(c, text))),
            };
            count += 1;
            path = path.then(step).unwrap_or(path);
        }
        match count {
            0 => Err(PathError::Empty),
            1..=Self::MAX => Ok(path),
            _ => Err(PathError::TooLong(count)),
        }
    }
}

/// An action of a seat, the clock or the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Submit a path for this round, replacing the one before.
    Move(Path),
    /// Spend a garnet this round.
    Garnet,
    /// Take back the decision to spend a garnet.
    Ungarnet,
    /// Vote for the elimination candidate.
    Vote(Seat),
    /// End the round or the vote (clock and host).
    Resolve,
    /// Name the elimination candidate (host).
    Ec(Seat),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(path) => write!(f, "move {path}"),
            Self::Garnet => f.write_str("garnet"),
            Self::Ungarnet => f.write_str("ungarnet"),
            Self::Vote(seat) => write!(f, "vote {seat}"),
            Self::Resolve => f.write_str("resolve"),
            Self::Ec(seat) => write!(f, "ec {seat}"),
        }
    }
}

/// An error returned when text is not an action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    #[error("{0} isn’t something you can do here: write move LUR, garnet, ungarnet or vote SEAT.")]
    NoVerb(Quoted),
    #[error(transparent)]
    Path(#[from] PathError),
    #[error("“{verb}” wants a seat number behind it, such as {verb} 5.")]
    NoSeat { verb: &'static str },
    #[error("“{verb}” stands alone.")]
    Alone { verb: &'static str },
}

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let text = text.trim();
        let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let alone =
            |verb, action| if rest.is_empty() { Ok(action) } else { Err(ActionError::Alone { verb }) };
        let seat = |verb| {
            let plain = !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| rest.parse().ok()).flatten().map(Seat::new).ok_or(ActionError::NoSeat { verb })
        };
        match verb.to_ascii_lowercase().as_str() {
            "move" => Ok(Self::Move(rest.parse()?)),
            "garnet" => alone("garnet", Self::Garnet),
            "ungarnet" => alone("ungarnet", Self::Ungarnet),
            "resolve" => alone("resolve", Self::Resolve),
            "vote" => seat("vote").map(Self::Vote),
            "ec" => seat("ec").map(Self::Ec),
            _ => Err(ActionError::NoVerb(Quoted::new(verb))),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::testing::assert_read;

    #[test]
    fn paths_are_read_in_every_usual_writing() {
        for text in ["ULD", "uld", " u l d ", "U,L,D", "u, L;d.", "↑←↓", "⬆️⬅️⬇️", "⬆⬅⬇"]
        {
            assert_eq!(text.parse::<Path>().map(|p| p.to_string()), Ok("ULD".to_owned()), "{text}");
        }
        for text in ["-", "stay", "Stay", "NONE", "–", " - "] {
            assert_eq!(text.parse(), Ok(Path::STAY), "{text}");
        }
        assert_eq!("→".parse::<Path>().map(|p| p.to_string()), Ok("R".to_owned()));
        assert_eq!("➡️".parse::<Path>().map(|p| p.to_string()), Ok("R".to_owned()));
    }

    #[test]
    fn errors_say_why_a_text_is_not_a_path() {
        assert_eq!("".parse::<Path>(), Err(PathError::Empty));
        assert_eq!(", ,".parse::<Path>(), Err(PathError::Empty));
        assert_eq!("UXD".parse::<Path>(), Err(PathError::NoStep(Stranger::new('X', "UXD"))));
        assert_eq!("ULDRU".parse::<Path>(), Err(PathError::TooLong(5)));
        assert_eq!("U-D".parse::<Path>(), Err(PathError::NoStep(Stranger::new('-', "U-D"))));
    }

    #[test]
    fn verbs_take_what_they_take() {
        assert_eq!("VOTE  05".parse(), Ok(Action::Vote(Seat::new(5))));
        assert_eq!("vote".parse::<Action>(), Err(ActionError::NoSeat { verb: "vote" }));
        assert_eq!("vote 999".parse::<Action>(), Err(ActionError::NoSeat { verb: "vote" }));
        assert_eq!("vote -1".parse::<Action>(), Err(ActionError::NoSeat { verb: "vote" }));
        assert_eq!("garnet 2".parse::<Action>(), Err(ActionError::Alone { verb: "garnet" }));
        assert_eq!("move".parse::<Action>(), Err(ActionError::Path(PathError::Empty)));
        assert_eq!("".parse::<Action>(), Err(ActionError::NoVerb("".into())));
    }

    fn any_path() -> impl Strategy<Value = Path> {
        let step = prop::sample::select(Step::ALL.to_vec());
        prop::collection::vec(step, 0..=3).prop_map(|steps| Path::new(&steps).unwrap())
    }

    proptest! {
        #[test]
        fn printing_and_parsing_are_inverse(path in any_path(), seat in any::<u8>()) {
            let seat = Seat::new(seat);
            for action in [Action::Move(path), Action::Garnet, Action::Ungarnet, Action::Vote(seat), Action::Resolve, Action::Ec(seat)] {
                prop_assert_eq!(action.to_string().parse(), Ok(action));
            }
        }

        #[test]
        fn any_text_is_read_or_refused_in_one_line(text in any::<String>(), bytes in any::<Vec<u8>>()) {
            assert_read::<Action>(&text, &bytes, &["move ", "vote "]);
        }
    }
}
