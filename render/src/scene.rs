//! Descriptions of pictures.

use serde::Serialize;

use crate::{Point, Role};

/// A colour role with an opacity.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Paint {
    /// The role of the colour.
    pub role: Role,
    /// The opacity, from 0 (invisible) to 1 (opaque).
    pub alpha: f32,
}

impl Paint {
    /// Returns an opaque paint.
    pub const fn solid(role: Role) -> Self {
        Self { role, alpha: 1.0 }
    }

    /// Returns a translucent paint.
    pub const fn tint(role: Role, alpha: f32) -> Self {
        Self { role, alpha }
    }
}

impl From<Role> for Paint {
    fn from(role: Role) -> Self {
        Self::solid(role)
    }
}

/// A line along an outline, half inside and half outside.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Stroke {
    /// The paint.
    pub paint: Paint,
    /// The width in scene units.
    pub width: f32,
}

/// The position of a text's anchor point along the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Anchor {
    /// At the start of the text.
    Start,
    /// In the middle.
    Middle,
    /// At the end.
    End,
}

/// The weight of the letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Weight {
    /// For most text.
    Regular,
    /// For text that stands out.
    Bold,
}

/// A shape in scene units.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Shape {
    /// A closed polygon.
    Polygon {
        /// The corners.
        points: Vec<Point>,
        /// The paint of the inside.
        fill: Option<Paint>,
        /// The line along the edge, with mitred corners.
        stroke: Option<Stroke>,
    },
    /// A straight line with flat ends.
    Line {
        /// One end.
        from: Point,
        /// The other end.
        to: Point,
        /// The width.
        width: f32,
        /// The paint.
        paint: Paint,
    },
    /// A circle.
    Circle {
        /// The centre.
        center: Point,
        /// The radius.
        radius: f32,
        /// The paint of the inside.
        fill: Option<Paint>,
        /// The line along the edge.
        stroke: Option<Stroke>,
    },
    /// An ellipse with horizontal and vertical axes.
    Ellipse {
        /// The centre.
        center: Point,
        /// Half the width and half the height.
        radii: (f32, f32),
        /// The paint of the inside.
        fill: Option<Paint>,
        /// The line along the edge.
        stroke: Option<Stroke>,
    },
    /// A rectangle with rounded corners.
    RoundRect {
        /// The left edge.
        x: f32,
        /// The top edge.
        y: f32,
        /// The width.
        width: f32,
        /// The height.
        height: f32,
        /// The radius of the corners.
        radius: f32,
        /// The paint of the inside.
        fill: Option<Paint>,
        /// The line along the edge.
        stroke: Option<Stroke>,
    },
    /// A line of text. Characters without a glyph are left out; see [`covers`](crate::covers).
    Text {
        /// The anchor point: horizontally as given by `anchor`, vertically in the middle of the capital letters.
        at: Point,
        /// The font size.
        size: f32,
        /// The position of the anchor point along the text.
        anchor: Anchor,
        /// The weight.
        weight: Weight,
        /// The text.
        text: String,
        /// The paint.
        paint: Paint,
    },
}

impl Shape {
    /// Returns a polygon without a stroke.
    pub fn filled(points: Vec<Point>, fill: impl Into<Paint>) -> Self {
        Self::Polygon { points, fill: Some(fill.into()), stroke: None }
    }

    /// Returns a polygon without a fill.
    pub fn outlined(points: Vec<Point>, paint: impl Into<Paint>, width: f32) -> Self {
        Self::Polygon { points, fill: None, stroke: Some(Stroke { paint: paint.into(), width }) }
    }

    /// Returns a line of text.
    pub fn text(
        at: Point,
        size: f32,
        anchor: Anchor,
        weight: Weight,
        text: impl Into<String>,
        paint: impl Into<Paint>,
    ) -> Self {
        Self::Text { at, size, anchor, weight, text: text.into(), paint: paint.into() }
    }
}

/// A picture before it is drawn, without colours or pixels.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scene {
    /// The width in scene units.
    pub width: f32,
    /// The height in scene units.
    pub height: f32,
    /// The colour of the background.
    pub background: Role,
    /// A short name.
    pub title: String,
    /// The alt text: what the picture shows, in words.
    pub description: String,
    /// The shapes, from bottom to top.
    pub shapes: Vec<Shape>,
    /// The number of shapes, from the bottom, that many pictures have in common, such as an empty board.
    /// [`Backdrops`](crate::Backdrops) draw them once.
    #[serde(skip)]
    pub backdrop: usize,
}

impl Scene {
    /// Returns an empty scene.
    pub fn new(width: f32, height: f32, background: Role) -> Self {
        Self {
            width,
            height,
            background,
            title: String::new(),
            description: String::new(),
            shapes: Vec::new(),
            backdrop: 0,
        }
    }

    /// Returns the shapes of the backdrop, and the shapes above it.
    pub(crate) fn layers(&self) -> (&[Shape], &[Shape]) {
        self.shapes.split_at(self.backdrop.min(self.shapes.len()))
    }

    /// Adds a shape on top.
    pub fn push(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }
}
