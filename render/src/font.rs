//! The bundled fonts: Inter Regular and Bold.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont};

use crate::Weight;

static REGULAR: LazyLock<Face> = LazyLock::new(|| Face::new(include_bytes!("../fonts/Inter-Regular.otf")));
static BOLD: LazyLock<Face> = LazyLock::new(|| Face::new(include_bytes!("../fonts/Inter-Bold.otf")));

/// A font with its scale.
pub(crate) struct Face {
    /// `None` only if the bundled bytes are not a font, which a test rules out.
    font: Option<FontRef<'static>>,
    /// The height of one em from ascent to descent, which `ab_glyph` calls the scale.
    scale: f32,
}

/// The height of Inter's capital letters in em.
pub(crate) const CAPITAL_HEIGHT: f32 = 2048.0 / 2816.0;

impl Face {
    fn new(bytes: &'static [u8]) -> Self {
        let font = FontRef::try_from_slice(bytes).ok();
        let scale = font.as_ref().and_then(|font| Some(font.height_unscaled() / font.units_per_em()?));
        Self { font, scale: scale.unwrap_or(1.0) }
    }

    /// Returns the face for a weight.
    pub(crate) fn of(weight: Weight) -> &'static Self {
        match weight {
            Weight::Regular => &REGULAR,
            Weight::Bold => &BOLD,
        }
    }

    /// Returns the font with its scale at a font size.
    pub(crate) fn font(&self, size: f32) -> Option<(&FontRef<'static>, PxScale)> {
        Some((self.font.as_ref()?, PxScale::from(size * self.scale)))
    }

    /// Returns the glyphs of a text with their advances at a size. Characters without a glyph are skipped.
    pub(crate) fn glyphs(&self, text: &str, size: f32) -> impl Iterator<Item = (GlyphId, f32)> {
        let glyphs = self.font(size).into_iter().flat_map(move |(font, scale)| {
            text.chars()
                .map(move |c| font.glyph_id(c))
                .map(move |id| (id, font.as_scaled(scale).h_advance(id)))
        });
        glyphs.filter(|(id, _)| id.0 != 0)
    }
}

/// Returns the width of a text, in the same units as its size.
pub fn text_width(text: &str, size: f32, weight: Weight) -> f32 {
    // Measuring at a large fixed size avoids rounding at small ones.
    const MEASURED_SIZE: f32 = 1000.0;
    Face::of(weight).glyphs(text, MEASURED_SIZE).map(|(_, advance)| advance).sum::<f32>() * size
        / MEASURED_SIZE
}

/// Returns whether every character of a text has a glyph, so that nothing would be left out.
pub fn covers(text: &str) -> bool {
    let font = Face::of(Weight::Regular).font.as_ref();
    font.is_some_and(|font| text.chars().all(|c| font.glyph_id(c).0 != 0))
}

/// Returns the text if it fits into the width. Otherwise, leaves out parentheses at its end, such as the level of a computed
/// player; if that is not enough, returns as much of the beginning as fits together with an ellipsis.
pub fn fit_text(text: &str, size: f32, weight: Weight, max_width: f32) -> String {
    let shorter = text.strip_suffix(')').and_then(|text| text.rsplit_once(" (")).map(|(name, _)| name);
    let mut whole = [Some(text), shorter].into_iter().flatten();
    if let Some(fits) = whole.find(|text| text_width(text, size, weight) <= max_width) {
        return fits.to_owned();
    }
    let mut end = 0;
    let room = max_width - text_width("…", size, weight);
    let mut width = 0.0;
    for (i, c) in text.char_indices() {
        width += text_width(c.encode_utf8(&mut [0; 4]), size, weight);
        // A combining mark has no width, so it stays with its letter.
        if width > room {
            break;
        }
        end = i + c.len_utf8();
    }
    format!("{}…", text[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_fonts_can_be_read_and_cover_what_texts_need() {
        for weight in [Weight::Regular, Weight::Bold] {
            assert!(Face::of(weight).font.is_some());
        }
        assert!(covers("Round 7 of 10 · △▽★●○ ←↑→↓ …“”’–—×−→"));
        assert!(covers("Zoë Łukasz Ngô Đức Ωμέγα Жанна Иван ñ"));
        assert!(!covers("日本") && !covers("😀") && !covers("a\u{0}"));
    }

    #[test]
    fn widths_add_up_and_grow_with_the_size() {
        let one = text_width("Triforce", 40.0, Weight::Bold);
        assert!((text_width("Triforce", 80.0, Weight::Bold) - 2.0 * one).abs() < 0.01);
        assert!(one > text_width("Triforce", 40.0, Weight::Regular));
        let (a, b) = (text_width("Tri", 40.0, Weight::Bold), text_width("force", 40.0, Weight::Bold));
        assert!((a + b - one).abs() < 0.01);
        assert!(text_width("日本", 40.0, Weight::Bold).abs() < f32::EPSILON);
    }

    #[test]
    fn texts_are_cut_to_fit() {
        let text = "A very long name of a match";
        assert_eq!(fit_text(text, 40.0, Weight::Bold, 2_000.0), text);
        let cut = fit_text(text, 40.0, Weight::Bold, 200.0);
        assert!(cut.ends_with('…') && text.starts_with(cut.trim_end_matches('…')));
        assert!(text_width(&cut, 40.0, Weight::Bold) <= 200.0);
        assert_eq!(fit_text(text, 40.0, Weight::Bold, 0.0), "…");
        let computed = |width| fit_text("Computer 2 (level 3)", 40.0, Weight::Bold, width);
        assert_eq!([2_000.0, 300.0].map(computed), ["Computer 2 (level 3)", "Computer 2"]);
        assert!(computed(150.0).ends_with('…'));
    }
}
