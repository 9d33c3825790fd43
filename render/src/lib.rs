//! Scenes of shapes with colour roles, drawn as PNG, animated GIF and SVG.
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
//! | `coverage.rs` | the rasteriser, and small shapes that repeat |
//! | `colours.rs`, `ink.rs`, `canvas.rs` | numbered colours and their blends, and a canvas of palette indices |
//! | `palette.rs` | the palette of an animation |
//! | `still.rs`, `animation.rs`, `vector.rs` | [`png()`] and [`raster`], [`gif()`] and [`Animation`], [`svg`] |
//! | `backdrop.rs` | [`Backdrops`]: what many pictures have in common, drawn once |
//! | `sheet.rs` | [`sheet()`]: many pictures in a grid |
//! | `vision.rs` | [`Vision`]: colours as colour-blind people see them |

mod animation;
mod backdrop;
mod canvas;
mod colours;
mod coverage;
mod error;
mod font;
mod geometry;
mod ink;
mod lzw;
mod palette;
mod scene;
mod sheet;
mod still;
mod theme;
mod vector;
mod vision;

pub use animation::{Animation, Frame, gif};
pub use backdrop::Backdrops;
pub use error::{MAX_PIXELS, RenderError};
pub use font::{covers, fit_text, text_width};
pub use geometry::{Point, inset};
pub use scene::{Anchor, Paint, Scene, Shape, Stroke, Weight};
pub use sheet::{Tile, sheet};
pub use still::{encode_png, png, raster};
pub use theme::{Role, Theme};
pub use vector::svg;
pub use vision::{Vision, simulate};

/// The usual width of a picture in pixels.
pub const DEFAULT_WIDTH: u32 = 960;

/// The usual width of an animation in pixels. Discord shows pictures at most 550 pixels wide, and every pixel adds to
/// the size of every frame.
pub const ANIMATION_WIDTH: u32 = 560;
