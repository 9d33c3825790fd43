//! Simulated colour blindness, for previewing pictures as colour-blind people see them.

use image::{Rgb, RgbImage};
use imageproc::map::map_pixels;

use crate::theme::linear;

/// A kind of complete colour blindness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vision {
    /// No receptors for long waves: red is dark and looks like green.
    Protanopia,
    /// No receptors for medium waves: red and green look alike.
    Deuteranopia,
    /// No receptors for short waves: blue looks green, and yellow looks pink.
    Tritanopia,
}

impl Vision {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Protanopia, Self::Deuteranopia, Self::Tritanopia];

    /// Returns the kind called `protan`, `deutan` or `tritan`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "protan" => Some(Self::Protanopia),
            "deutan" => Some(Self::Deuteranopia),
            "tritan" => Some(Self::Tritanopia),
            _ => None,
        }
    }

    /// Returns the matrix of Machado, Oliveira and Fernandes (2009) for full severity, in linear RGB.
    fn matrix(self) -> [[f32; 3]; 3] {
        match self {
            Self::Protanopia => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Self::Deuteranopia => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Self::Tritanopia => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        }
    }

    /// Returns a colour as seen with this kind of vision.
    pub fn see(self, rgb: [u8; 3]) -> [u8; 3] {
        let light = rgb.map(linear);
        self.matrix().map(|row| {
            let c: f32 = row.iter().zip(light).map(|(m, c)| m * c).sum::<f32>().clamp(0.0, 1.0);
            let c = if c <= 0.003_130_8 { c * 12.92 } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
            (c * 255.0).round() as u8
        })
    }
}

/// Returns a picture as seen with a kind of colour blindness.
pub fn simulate(image: &RgbImage, vision: Vision) -> RgbImage {
    map_pixels(image, |pixel: Rgb<u8>| Rgb(vision.see(pixel.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Role, Theme};

    #[test]
    fn greys_stay_grey() {
        for vision in Vision::ALL {
            for grey in [0, 90, 255] {
                assert!(vision.see([grey; 3]).iter().all(|c| c.abs_diff(grey) <= 1), "{vision:?} {grey}");
            }
        }
    }

    #[test]
    fn occupied_and_charged_spaces_differ_for_everyone() {
        for theme in [Theme::dark(), Theme::light()] {
            for vision in Vision::ALL {
                let seen = [Role::Empty, Role::Blue, Role::Yellow].map(|role| vision.see(theme.rgb(role)));
                for (i, a) in seen.iter().enumerate() {
                    for b in &seen[i + 1..] {
                        let distance: u32 =
                            a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum();
                        assert!(distance > 60 * 60, "{vision:?}: {a:?} and {b:?}");
                    }
                }
            }
        }
    }
}
