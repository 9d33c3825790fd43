//! The notation: `start b2`, `b2-b4 @2-3 x1-2*1,2-5*1`.

use std::fmt;
use std::str::FromStr;

use super::hexagon::{Hexagon, hexagon};
use crate::games::Step;
use crate::games::phrase::list_or;
use crate::grid::{Cell, Corner};
use crate::text::Quoted;

/// An exchange of up to three cylinders, in one or more triangles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Exchange {
    parts: [(Cell, u8); Hexagon::REACH],
    len: u8,
}

impl Exchange {
    /// Returns an exchange of nothing.
    pub fn none() -> Self {
        // Unused parts are all the same, so that equal exchanges compare equal.
        let unused = hexagon().sectors[0][0];
        Self { parts: [(unused, 0); Hexagon::REACH], len: 0 }
    }

    /// Returns the triangles, sorted by row and number, each with its number of cylinders.
    pub fn parts(&self) -> &[(Cell, u8)] {
        &self.parts[..usize::from(self.len)]
    }

    /// Returns whether nothing is exchanged.
    pub fn is_none(&self) -> bool {
        self.len == 0
    }

    /// Returns the number of cylinders.
    pub fn total(&self) -> u8 {
        self.parts().iter().map(|(_, count)| count).sum()
    }

    /// Returns the step that chooses the exchange.
    pub(super) fn step(&self) -> Step {
        let name = |cell: &Cell| hexagon().board.name(*cell);
        let key = self.parts().iter().map(|(cell, count)| format!("{}*{count}", name(cell)));
        let label = self.parts().iter().map(|(cell, count)| match count {
            1 => name(cell).to_string(),
            _ => format!("{count} of {}", name(cell)),
        });
        let (key, label): (Vec<String>, Vec<String>) = (key.collect(), label.collect());
        let key = if key.is_empty() { "-".to_owned() } else { key.join(",") };
        Step::new("Exchange", key, list_or(&label, "nothing"))
    }

    /// Adds a part. The caller must add triangles in order, and no more than three.
    pub(super) fn push(&mut self, cell: Cell, count: u8) {
        if let Some(part) = self.parts.get_mut(usize::from(self.len)) {
            *part = (cell, count);
            self.len += 1;
        }
    }
}

impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (cell, count)) in self.parts().iter().enumerate() {
            let before = if i == 0 { "x" } else { "," };
            write!(f, "{before}{}*{count}", hexagon().board.name(*cell))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Exchange({self})")
    }
}

/// A turn: the pawn's move, the triangle to fill, and the exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// The intersection that the pawn leaves.
    pub from: Corner,
    /// The intersection that it moves to.
    pub to: Corner,
    /// The triangle that receives the cylinders.
    pub fill: Cell,
    /// The exchange. It may be left out if there is only one way to exchange (R4).
    pub exchange: Exchange,
}

/// An action of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Place the pawn before the first turn.
    Start(Corner),
    /// Take a turn.
    Turn(Turn),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let corners = &hexagon().corners;
        match self {
            Self::Start(at) => write!(f, "start {}", corners.name(*at)),
            Self::Turn(Turn { from, to, fill, exchange }) => {
                let fill = hexagon().board.name(*fill);
                write!(f, "{}-{} @{fill}", corners.name(*from), corners.name(*to))?;
                if exchange.is_none() { Ok(()) } else { write!(f, " {exchange}") }
            }
        }
    }
}

/// An error returned when text is not an action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    #[error(
        "{0} isn’t something you can do here: write start b2, or a turn such as b2-b4 @2-6 x1-5*1,2-7*1."
    )]
    NoForm(Quoted),
    #[error("“{0}” lacks the triangle that you fill: add it behind an @, such as {0} @2-6.")]
    NoFill(String),
    #[error("{0} is no intersection: the rows are a1 to a3, b1 to b4, c1 to c5, d1 to d4, e1 to e3.")]
    NoCorner(Quoted),
    #[error("{0} is no triangle: the rows are 1-1 to 1-5, 2-1 to 2-7, 3-1 to 3-7, 4-1 to 4-5.")]
    NoCell(Quoted),
    #[error("{0} is no number of cylinders to exchange: it is 1, 2 or 3.")]
    NoCount(Quoted),
    #[error("The exchange names {0} twice: write it once, with the number of cylinders.")]
    Twice(String),
    #[error("At most 3 cylinders are exchanged in a turn; this says {0}.")]
    TooMany(u32),
}

impl FromStr for Action {
    type Err = ActionError;

    /// Accepts upper and lower case, any spaces, dashes of any length, `>` or `→` between the intersections, and `×`
    /// for `x` and `*`. The triangles of the exchange may be in any order, and a missing number means 1.
    fn from_str(text: &str) -> Result<Self, ActionError> {
        let text = text.trim();
        let (verb, at) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if verb.eq_ignore_ascii_case("start") {
            return read_corner(at.trim()).map(Self::Start);
        }
        let plain: String = text
            .chars()
            .filter(|c| !c.is_whitespace())
            .map(|c| match c {
                '–' | '—' | '−' | '‐' | '‑' => '-',
                '×' => 'x',
                '→' => '>',
                c => c.to_ascii_lowercase(),
            })
            .collect();
        let no_form = || ActionError::NoForm(Quoted::up_to(text, 40));
        let is_walk = |text: &str| {
            text.split_once('-').is_some_and(|(a, b)| read_corner(a).is_ok() && read_corner(b).is_ok())
        };
        let no_fill = || if is_walk(&plain) { ActionError::NoFill(plain.clone()) } else { no_form() };
        let (walk, rest) = plain.split_once('@').ok_or_else(no_fill)?;
        let arrow = ["->", ">", "-"].into_iter().find_map(|arrow| walk.split_once(arrow));
        let (from, to) = arrow.ok_or_else(no_form)?;
        let (fill, exchange) = match rest.split_once('x') {
            Some((fill, exchange)) => (fill, read_exchange(exchange)?),
            None => (rest, Exchange::none()),
        };
        let (from, to, fill) = (read_corner(from)?, read_corner(to)?, read_cell(fill)?);
        Ok(Self::Turn(Turn { from, to, fill, exchange }))
    }
}

fn read_corner(text: &str) -> Result<Corner, ActionError> {
    let corner = text.parse().ok().and_then(|name| hexagon().corners.find(name));
    corner.ok_or_else(|| ActionError::NoCorner(Quoted::new(text)))
}

fn read_cell(text: &str) -> Result<Cell, ActionError> {
    hexagon().board.find(text).ok_or_else(|| ActionError::NoCell(Quoted::new(text)))
}

fn read_exchange(text: &str) -> Result<Exchange, ActionError> {
    let mut parts: Vec<(Cell, u8)> = Vec::new();
    for part in text.split(',') {
        let (cell, count) = part.split_once(['*', 'x']).unwrap_or((part, "1"));
        let cell = read_cell(cell)?;
        let count = match count {
            "1" => 1,
            "2" => 2,
            "3" => 3,
            _ => return Err(ActionError::NoCount(Quoted::new(count))),
        };
        if parts.iter().any(|(other, _)| *other == cell) {
            return Err(ActionError::Twice(hexagon().board.name(cell).to_string()));
        }
        parts.push((cell, count));
    }
    let total: u32 = parts.iter().map(|(_, count)| u32::from(*count)).sum();
    if total > Hexagon::REACH as u32 {
        return Err(ActionError::TooMany(total));
    }
    parts.sort_unstable();
    let mut exchange = Exchange::none();
    for (cell, count) in parts {
        exchange.push(cell, count);
    }
    Ok(exchange)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::testing::assert_read;

    fn canonical(text: &str) -> Result<String, ActionError> {
        text.parse::<Action>().map(|action| action.to_string())
    }

    #[test]
    fn usual_writings_are_read() {
        for text in [
            "b2-b4 @2-3 x1-2*1,2-5*1",
            "B2-B4 @2-3 X2-5*1, 1-2*1",
            "b2–b4 @2–3 ×1–2×1,2–5×1",
            "b2>b4@2-3x1-2,2-5",
            "b2 -> b4  @ 2-3  x 1-2 * 1 , 2-5",
        ] {
            assert_eq!(canonical(text), Ok("b2-b4 @2-3 x1-2*1,2-5*1".to_owned()), "{text}");
        }
        assert_eq!(canonical("b2-b4 @2-3"), Ok("b2-b4 @2-3".to_owned()));
        assert_eq!(canonical(" START  C3 "), Ok("start c3".to_owned()));
    }

    #[test]
    fn errors_say_why_a_text_is_not_an_action() {
        use ActionError::{NoCell, NoCorner, NoCount, NoFill, NoForm, TooMany, Twice};
        for (text, error) in [
            ("", NoForm("".into())),
            ("pass", NoForm("pass".into())),
            ("b2-b4", NoFill("b2-b4".into())),
            ("b2-b9", NoForm("b2-b9".into())),
            ("b2 @2-3", NoForm("b2 @2-3".into())),
            ("start", NoCorner("".into())),
            ("start a4", NoCorner("a4".into())),
            ("startc3", NoForm("startc3".into())),
            ("b2-b5 @2-3", NoCorner("b5".into())),
            ("b2-b4 @1-6", NoCell("1-6".into())),
            ("b2-b4 @2-3 x", NoCell("".into())),
            ("b2-b4 @2-3 x1-2,", NoCell("".into())),
            ("b2-b4 @2-3 x1-2*0", NoCount("0".into())),
            ("b2-b4 @2-3 x1-2*", NoCount("".into())),
            ("b2-b4 @2-3 x1-2*1,1-2*1", Twice("1-2".into())),
            ("b2-b4 @2-3 x1-2*3,1-3*1", TooMany(4)),
        ] {
            assert_eq!(text.parse::<Action>(), Err(error), "{text}");
        }
    }

    fn any_action() -> impl Strategy<Value = Action> {
        let corner = || prop::sample::select(hexagon().corners.all().collect::<Vec<_>>());
        let cell = || prop::sample::select(hexagon().board.cells().collect::<Vec<_>>());
        let cells = prop::collection::btree_set(cell(), 0..=3);
        prop_oneof![
            corner().prop_map(Action::Start),
            (corner(), corner(), cell(), cells, 1..=3u8).prop_map(|(from, to, fill, cells, first)| {
                let mut exchange = Exchange::none();
                let first = if cells.len() > 1 { 1 } else { first };
                for cell in cells {
                    exchange.push(cell, first);
                }
                Action::Turn(Turn { from, to, fill, exchange })
            })
        ]
    }

    proptest! {
        #[test]
        fn printing_and_parsing_are_inverse(action in any_action()) {
            prop_assert_eq!(action.to_string().parse(), Ok(action));
            prop_assert_eq!(action.to_string().to_uppercase().parse(), Ok(action));
        }

        #[test]
        fn any_text_is_read_or_refused_in_one_line(text in any::<String>(), bytes in any::<Vec<u8>>()) {
            assert_read::<Action>(&text, &bytes, &["start ", "b2-b4 @2-3 x", "a1-"]);
        }
    }
}
