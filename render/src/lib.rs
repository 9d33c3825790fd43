//! Scenes of shapes by colour role, drawn as PNG, animated GIF and SVG.
//!
//! A [`Scene`] is a list of [`Shape`]s in units of one's own choice, `y` downwards, painted in the order of the
//! list. Shapes name a [`Role`] and not a colour; a [`Theme`] says which colour that is. One scene goes to many
//! back ends, and scenes compare, so that tests can look at what is drawn before any pixel is.
//!
//! ```
//! use trigon_render::{Anchor, Role, Scene, Shape, Theme, Weight, inset, png, svg};
//!
//! let mut scene = Scene::new(200.0, 120.0, Role::Bg);
//! scene.description = "A blue triangle with a letter".into();
//! let triangle = [(100.0, 10.0), (160.0, 110.0), (40.0, 110.0)];
//! // One base below, cells inset: two fills that only touch would leave a seam.
//! scene.push(Shape::filled(triangle.to_vec(), Role::Grid));
//! scene.push(Shape::filled(inset(&triangle, 2.0), Role::Blue));
//! scene.push(Shape::text((100.0, 80.0), 40.0, Anchor::Middle, Weight::Bold, "A", Role::OnBlue));
//! let bytes = png(&scene, &Theme::dark(), 400)?;
//! assert!(bytes.starts_with(b"\x89PNG") && svg(&scene, &Theme::light()).starts_with("<svg"));
//! # Ok::<(), trigon_render::RenderError>(())
//! ```
//!
//! | file | noun |
//! |---|---|
//! | `scene.rs` | [`Scene`], [`Shape`], [`Paint`], [`Stroke`] |
//! | `theme.rs` | [`Role`], [`Theme`] |
//! | `geometry.rs` | outlines: insets, circles, rounded corners, clipping |
//! | `font.rs` | the bundled fonts: [`text_width`], [`covers`], [`fit_text`] |
//! | `coverage.rs`, `canvas.rs` | exact-area coverage, painted into palette indices |
//! | `still.rs`, `animation.rs`, `vector.rs` | [`png()`] and [`raster`], [`gif()`], [`svg`] |
//! | `sheet.rs` | [`sheet()`]: many pictures in a grid |
//! | `vision.rs` | [`Vision`]: what colour-blind people see |

mod animation;
mod canvas;
mod coverage;
mod font;
mod geometry;
mod scene;
mod sheet;
mod still;
mod theme;
mod vector;
mod vision;

pub use animation::{Frame, gif, gif_as_seen};
pub use font::{covers, fit_text, text_width};
pub use geometry::{Point, inset};
pub use scene::{Anchor, Paint, Scene, Shape, Stroke, Weight};
pub use sheet::{Tile, sheet};
pub use still::{encode_png, png, raster};
pub use theme::{Role, Theme};
pub use vector::svg;
pub use vision::{Vision, simulate};

/// The width in pixels at which pictures are meant to be seen.
pub const DEFAULT_WIDTH: u32 = 1100;

/// The width in pixels for animations, which cost a picture a frame: still sharp on a phone.
pub const ANIMATION_WIDTH: u32 = 640;

/// The widest and the highest picture that is drawn, in pixels.
pub const MAX_PIXELS: u32 = 4096;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The scene has no size to speak of.
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
        /// The width asked for.
        width: u32,
        /// The height that follows from it.
        height: f32,
    },
    /// An animation without frames.
    #[error("an animation needs at least one frame")]
    NoFrames,
    /// Frames that are not all of one size.
    #[error("frame {0} is not of the size of the first")]
    FrameSize(usize),
    /// The PNG encoder failed.
    #[error("PNG: {0}")]
    Png(#[from] ::png::EncodingError),
    /// The encoder for true colour failed.
    #[error("PNG: {0}")]
    Image(#[from] image::ImageError),
    /// The GIF encoder failed.
    #[error("GIF: {0}")]
    Gif(#[from] ::gif::EncodingError),
}
