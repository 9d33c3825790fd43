//! What is to be drawn.

use serde::Serialize;

use crate::{Point, Role};

/// A colour role with an opacity.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Paint {
    /// Which colour.
    pub role: Role,
    /// From 0 (nothing) to 1 (covers what is below).
    pub alpha: f32,
}

impl Paint {
    /// A paint that covers.
    pub const fn solid(role: Role) -> Self {
        Self { role, alpha: 1.0 }
    }

    /// A paint through which one sees what is below.
    pub const fn tint(role: Role, alpha: f32) -> Self {
        Self { role, alpha }
    }
}

impl From<Role> for Paint {
    fn from(role: Role) -> Self {
        Self::solid(role)
    }
}

/// A line along an outline, half of it inside and half outside.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Stroke {
    /// Its paint.
    pub paint: Paint,
    /// Its width in scene units.
    pub width: f32,
}

/// Where a text's point is in its width.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Anchor {
    /// At its start.
    Start,
    /// In its middle.
    Middle,
    /// At its end.
    End,
}

/// The weight of the letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Weight {
    /// For reading.
    Regular,
    /// For what is to be seen first.
    Bold,
}

/// One thing to draw, in scene units.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Shape {
    /// A closed polygon.
    Polygon {
        /// Its corners.
        points: Vec<Point>,
        /// What fills it.
        fill: Option<Paint>,
        /// What runs along its edge, with mitred corners.
        stroke: Option<Stroke>,
    },
    /// A straight line with flat ends.
    Line {
        /// One end.
        from: Point,
        /// The other end.
        to: Point,
        /// Its width.
        width: f32,
        /// Its paint.
        paint: Paint,
    },
    /// A circle.
    Circle {
        /// Its middle.
        center: Point,
        /// Its radius.
        radius: f32,
        /// What fills it.
        fill: Option<Paint>,
        /// What runs along its edge.
        stroke: Option<Stroke>,
    },
    /// An ellipse with horizontal and vertical axes.
    Ellipse {
        /// Its middle.
        center: Point,
        /// Half its width and half its height.
        radii: (f32, f32),
        /// What fills it.
        fill: Option<Paint>,
        /// What runs along its edge.
        stroke: Option<Stroke>,
    },
    /// A rectangle with round corners.
    RoundRect {
        /// Its left edge.
        x: f32,
        /// Its top edge.
        y: f32,
        /// Its width.
        width: f32,
        /// Its height.
        height: f32,
        /// The radius of its corners.
        radius: f32,
        /// What fills it.
        fill: Option<Paint>,
        /// What runs along its edge.
        stroke: Option<Stroke>,
    },
    /// A line of text. Characters without a glyph are left out: see [`covers`](crate::covers).
    Text {
        /// Horizontally where the anchor says, vertically in the middle of the capital letters.
        at: Point,
        /// The size of the font: one em.
        size: f32,
        /// Where the point is.
        anchor: Anchor,
        /// The weight.
        weight: Weight,
        /// The text.
        text: String,
        /// Its paint.
        paint: Paint,
    },
}

impl Shape {
    /// A polygon without a stroke.
    pub fn filled(points: Vec<Point>, fill: impl Into<Paint>) -> Self {
        Self::Polygon { points, fill: Some(fill.into()), stroke: None }
    }

    /// A polygon without a fill.
    pub fn outlined(points: Vec<Point>, paint: impl Into<Paint>, width: f32) -> Self {
        Self::Polygon { points, fill: None, stroke: Some(Stroke { paint: paint.into(), width }) }
    }

    /// A line of text.
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

/// A picture before any colour and pixel.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scene {
    /// The width in scene units.
    pub width: f32,
    /// The height in scene units.
    pub height: f32,
    /// What is behind everything.
    pub background: Role,
    /// A short name.
    pub title: String,
    /// What the picture shows, in words: its alt text.
    pub description: String,
    /// What is drawn, the first at the bottom.
    pub shapes: Vec<Shape>,
}

impl Scene {
    /// An empty scene.
    pub fn new(width: f32, height: f32, background: Role) -> Self {
        Self {
            width,
            height,
            background,
            title: String::new(),
            description: String::new(),
            shapes: Vec::new(),
        }
    }

    /// Adds a shape on top.
    pub fn push(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }
}
