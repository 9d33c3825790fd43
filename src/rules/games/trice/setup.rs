//! [`Setup`]: the dice, and who goes first.

use serde::{Deserialize, Deserializer, Serialize};

use crate::games::{Draws, OptionKind, SetupError, Spec, Values};

/// The options that a host can choose.
pub(super) static OPTIONS: &[Spec] = &[Spec {
    key: "dice",
    label: "Dice",
    help: "The dice that are rolled each turn",
    kind: OptionKind::Choice(&[("3d4", "three four-sided dice (3d4)"), ("2d6", "two six-sided dice (2d6)")]),
    default: Some("3d4"),
}];

/// Returns the dice that a host has chosen.
pub(super) fn dice(options: &Values) -> Result<Dice, SetupError> {
    match options.text("dice") {
        Some("3d4") | None => Ok(Dice::ThreeD4),
        Some("2d6") => Ok(Dice::TwoD6),
        Some(other) => Err(SetupError::new(format!("dice: {other} is neither 3d4 nor 2d6"))),
    }
}

/// The setup of a match, as it appears in records.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The dice; `3d4` by default.
    #[serde(default)]
    pub dice: Dice,
    /// The seat that goes first, 1 to 3. It is drawn if the setup does not name one (R2).
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub first: Option<u8>,
}

/// Reads a seat. `null` is an error: to leave the choice to the dice, omit the key.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    u8::deserialize(deserializer).map(Some)
}

impl Setup {
    /// Checks what the types cannot express.
    pub(super) fn check(&self) -> Result<(), SetupError> {
        match self.first {
            Some(first) if !(1..=3).contains(&first) => {
                Err(SetupError::new(format!("first: {first} is no seat from 1 to 3")))
            }
            _ => Ok(()),
        }
    }
}

/// The dice of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Dice {
    /// Three dice with four sides.
    #[default]
    #[serde(rename = "3d4")]
    ThreeD4,
    /// Two dice with six sides.
    #[serde(rename = "2d6")]
    TwoD6,
}

impl Dice {
    /// Returns the number of dice, and the number of sides of each.
    pub const fn kind(self) -> (usize, u8) {
        match self {
            Self::ThreeD4 => (3, 4),
            Self::TwoD6 => (2, 6),
        }
    }

    /// Rolls the dice one after another.
    pub(super) fn roll(self, draws: &mut Draws) -> Roll {
        let (count, sides) = self.kind();
        let mut faces = [0; 3];
        for face in &mut faces[..count] {
            *face = draws.die(sides.into()) as u8;
        }
        Roll { faces, count: count as u8 }
    }
}

/// The result of a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Roll {
    faces: [u8; 3],
    count: u8,
}

impl Roll {
    /// Returns the result of each die.
    pub fn faces(&self) -> &[u8] {
        &self.faces[..usize::from(self.count)]
    }

    /// Returns the total.
    pub fn total(self) -> u8 {
        self.faces().iter().sum()
    }
}

impl std::fmt::Display for Roll {
    /// Writes `2 + 4 + 1 = 7`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let faces: Vec<String> = self.faces().iter().map(ToString::to_string).collect();
        write!(f, "{} = {}", faces.join(" + "), self.total())
    }
}
