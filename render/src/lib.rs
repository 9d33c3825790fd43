//! Scenes of shapes by colour role, drawn as PNG, animated GIF and SVG.
//!
//! A [`Scene`] is a list of [`Shape`]s, painted in order, in any unit you like; `y` points down. Shapes refer to a
//! [`Role`] instead of a colour, and a [`Theme`] assigns colours to roles. The same scene can be drawn in every
//! format, and scenes can be compared, so tests can inspect them without drawing a pixel.
//!
//! ```
//! use trigon_render::{Anchor, Role, Scene, Shape, Theme, Weight, inset, png, svg};
//!
//! let mut scene = Scene::new(200.0, 120.0, Role::Bg);
//! scene.description = "A blue triangle with a letter".into();
//! let triangle = [(100.0, 10.0), (160.0, 110.0), (40.0, 110.0)];
//! // Draw the cells inset on a common base: two fills that merely touch would leave a seam.
//! scene.push(Shape::filled(triangle.to_vec(), Role::Grid));
//! scene.push(Shape::filled(inset(&triangle, 2.0), Role::Blue));
//! scene.push(Shape::text((100.0, 80.0), 40.0, Anchor::Middle, Weight::Bold, "A", Role::OnBlue));
//! let bytes = png(&scene, &Theme::dark(), 400)?;
//! assert!(bytes.starts_with(b"\x89PNG") && svg(&scene, &Theme::light()).starts_with("<svg"));
//! # Ok::<(), trigon_render::RenderError>(())
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `scene.rs` | [`Scene`], [`Shape`], [`Paint`], [`Stroke`] |
//! | `theme.rs` | [`Role`], [`Theme`] |
//! | `geometry.rs` | outlines: insets, circles, rounded corners, clipping |
//! | `font.rs` | the bundled fonts, [`text_width`], [`covers`], [`fit_text`] |
//! | `coverage.rs`, `canvas.rs` | the rasteriser, and a canvas of palette indices |
//! | `palette.rs` | the palette of an animation |
//! | `still.rs`, `animation.rs`, `vector.rs` | [`png()`] and [`raster`], [`gif()`] and [`Animation`], [`svg`] |
//! | `sheet.rs` | [`sheet()`]: many pictures in a grid |
//! | `vision.rs` | [`Vision`]: colours as colour-blind people see them |

mod animation;
mod canvas;
mod coverage;
mod font;
mod geometry;
mod lzw;
mod palette;
mod scene;
mod sheet;
mod still;
mod theme;
mod vector;
mod vision;

pub use animation::{Animation, Frame, gif};
pub use font::{covers, fit_text, text_width};
pub use geometry::{Point, inset};
pub use scene::{Anchor, Paint, Scene, Shape, Stroke, Weight};
pub use sheet::{Tile, sheet};
pub use still::{encode_png, png, raster};
pub use theme::{Role, Theme};
pub use vector::svg;
pub use vision::{Vision, simulate};

/// The usual width of a picture in pixels.
pub const DEFAULT_WIDTH: u32 = 1100;

/// The usual width of an animation in pixels. Discord shows a picture at most 550 pixels wide, and each pixel costs in
/// every frame.
pub const ANIMATION_WIDTH: u32 = 560;

/// The largest width and the largest height of a picture in pixels.
pub const MAX_PIXELS: u32 = 4096;

/// An error while drawing a picture.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The scene has no usable size.
    #[error("a scene needs a width and a height above 0, not {width} × {height}")]
    SceneSize {
        /// Its width.
        width: f32,
        /// Its height.
        height: f32,
    },
    /// The picture would be empty or too large.
    #[error("a picture is 1 to {MAX_PIXELS} pixels wide and high, not {width} × {height}")]
    PictureSize {
        /// The requested width.
        width: u32,
        /// The resulting height.
        height: f32,
    },
    /// An animation without frames, or a sheet without tiles.
    #[error("an animation needs at least one frame, and a sheet one picture")]
    NoFrames,
    /// Frames of different sizes.
    #[error("frame {0} differs in size from the first")]
    FrameSize(usize),
    /// The PNG encoder failed.
    #[error("PNG: {0}")]
    Png(#[from] ::png::EncodingError),
    /// The encoder for true-colour PNGs failed.
    #[error("PNG: {0}")]
    Image(#[from] image::ImageError),
    /// The GIF encoder failed.
    #[error("GIF: {0}")]
    Gif(::gif::EncodingError),
    /// An animation could not be written.
    #[error("GIF: {0}")]
    Write(#[from] std::io::Error),
}

impl From<::gif::EncodingError> for RenderError {
    fn from(error: ::gif::EncodingError) -> Self {
        match error {
            ::gif::EncodingError::Io(error) => Self::Write(error),
            error => Self::Gif(error),
        }
    }
}
