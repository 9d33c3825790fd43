//! Colours for roles.

use serde::Serialize;

/// The purpose of a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Role {
    /// The background of the card.
    Bg,
    /// A panel on the card.
    Panel,
    /// Important text and marks.
    Ink,
    /// Less important text.
    InkDim,
    /// The lines of a board.
    Grid,
    /// An empty space of a board.
    Empty,
    /// Text and marks on an empty space.
    EmptyInk,
    /// An occupied space.
    Blue,
    /// Text and marks on blue.
    OnBlue,
    /// An occupied space that is charged.
    Yellow,
    /// Text and marks on yellow.
    OnYellow,
    /// Something that has just happened.
    Glow,
    /// The last action.
    Last,
    /// White in every theme.
    White,
    /// Black in every theme.
    Black,
    /// A player's colour, 0 to 8. Nine colours are too many to tell apart by colour alone, so add a mark to each.
    Seat(u8),
    /// Black or white, whichever is legible on that player's colour.
    OnSeat(u8),
}

type Rgb = [u8; 3];

/// A colour for every role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theme {
    bg: Rgb,
    panel: Rgb,
    ink: Rgb,
    ink_dim: Rgb,
    grid: Rgb,
    empty: Rgb,
    empty_ink: Rgb,
    blue: Rgb,
    on_blue: Rgb,
    yellow: Rgb,
    on_yellow: Rgb,
    glow: Rgb,
    last: Rgb,
    seats: [Rgb; 9],
}

/// Splits a colour that is written as `0xRRGGBB`.
const fn hex(rgb: u32) -> Rgb {
    [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8]
}

/// The number of colours that belong to one role each.
const ROLE_COLOURS: usize = 13;

/// Nine colours, chosen so that even the most similar two differ as much as possible under simulated colour
/// blindness. The colours that are easiest to tell apart come first.
const SEAT_COLOURS: [Rgb; 9] = [
    hex(0x5B_90FA),
    hex(0xFC_7508),
    hex(0xED_DD0B),
    hex(0xE8_99B9),
    hex(0x36_7C66),
    hex(0x4A_2A6D),
    hex(0xFF_FFFF),
    hex(0x8D_0B16),
    hex(0x11_0E0F),
];

impl Theme {
    /// The most colours that a theme has, with black and white.
    pub(crate) const MAX_COLOURS: usize = ROLE_COLOURS + SEAT_COLOURS.len() + 2;

    /// Returns a dark theme that looks good in Discord's dark and light modes.
    pub const fn dark() -> Self {
        Self {
            bg: hex(0x1E_2026),
            panel: hex(0x2A_2D36),
            ink: hex(0xF3_F4F6),
            ink_dim: hex(0xB4_B9C4),
            grid: hex(0x0B_0D11),
            empty: hex(0x34_3945),
            empty_ink: hex(0xC9_CED8),
            blue: hex(0x3B_82F6),
            on_blue: hex(0xFF_FFFF),
            yellow: hex(0xFF_CB2E),
            on_yellow: hex(0x1B_1500),
            glow: hex(0xFF_FFFF),
            last: hex(0xFF_5FA2),
            seats: SEAT_COLOURS,
        }
    }

    /// Returns a light theme.
    pub const fn light() -> Self {
        Self {
            bg: hex(0xF4_F5F7),
            panel: hex(0xE3_E6EB),
            ink: hex(0x16_181D),
            ink_dim: hex(0x4A_505C),
            grid: hex(0x5C_6474),
            empty: hex(0xFF_FFFF),
            empty_ink: hex(0x4A_505C),
            blue: hex(0x1F_66D1),
            on_blue: hex(0xFF_FFFF),
            yellow: hex(0xF5_B700),
            on_yellow: hex(0x1B_1500),
            glow: hex(0x16_181D),
            last: hex(0xC2_185B),
            seats: SEAT_COLOURS,
        }
    }

    /// Returns the theme called `dark` or `light`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "dark" => Some(Self::dark()),
            "light" => Some(Self::light()),
            _ => None,
        }
    }

    /// Returns the colour of a role as red, green and blue.
    pub fn rgb(&self, role: Role) -> Rgb {
        let seat = |n: u8| self.seats[usize::from(n) % self.seats.len()];
        match role {
            Role::Bg => self.bg,
            Role::Panel => self.panel,
            Role::Ink => self.ink,
            Role::InkDim => self.ink_dim,
            Role::Grid => self.grid,
            Role::Empty => self.empty,
            Role::EmptyInk => self.empty_ink,
            Role::Blue => self.blue,
            Role::OnBlue => self.on_blue,
            Role::Yellow => self.yellow,
            Role::OnYellow => self.on_yellow,
            Role::Glow => self.glow,
            Role::Last => self.last,
            Role::White => [255; 3],
            Role::Black => [0; 3],
            Role::Seat(n) => seat(n),
            Role::OnSeat(n) => {
                if luminance(seat(n)) > 0.18 {
                    [0; 3]
                } else {
                    [255; 3]
                }
            }
        }
    }
}

/// Returns the relative luminance as defined by WCAG, from 0 to 1.
pub(crate) fn luminance(rgb: Rgb) -> f32 {
    let [r, g, b] = rgb.map(linear);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Converts an sRGB channel to linear light, from 0 to 1.
pub(crate) fn linear(channel: u8) -> f32 {
    let c = f32::from(channel) / 255.0;
    if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(theme: &Theme, a: Role, b: Role) -> f32 {
        let (a, b) = (luminance(theme.rgb(a)), luminance(theme.rgb(b)));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn inks_are_legible_on_their_backgrounds() {
        for theme in [Theme::dark(), Theme::light()] {
            for (ink, ground, least) in [
                (Role::Ink, Role::Bg, 7.0),
                (Role::Ink, Role::Panel, 7.0),
                (Role::InkDim, Role::Bg, 4.5),
                (Role::InkDim, Role::Panel, 4.5),
                (Role::EmptyInk, Role::Empty, 4.5),
                (Role::OnBlue, Role::Blue, 3.5),
                (Role::OnYellow, Role::Yellow, 7.0),
                (Role::Glow, Role::Empty, 7.0),
            ] {
                let found = contrast(&theme, ink, ground);
                assert!(found >= least, "{ink:?} on {ground:?}: {found}");
            }
            for n in 0..9 {
                assert!(contrast(&theme, Role::OnSeat(n), Role::Seat(n)) >= 4.5);
            }
        }
    }
}
