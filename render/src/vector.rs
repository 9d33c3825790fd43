//! Pictures as SVG.

use std::fmt::Write as _;

use crate::font::CAPITAL_HEIGHT;
use crate::{Anchor, Paint, Point, Scene, Shape, Stroke, Theme, Weight};

/// Draws a scene as an SVG document in the scene's own units.
///
/// Text stays text, so it can be copied and read aloud. Viewers without Inter use their own sans-serif font.
pub fn svg(scene: &Scene, theme: &Theme) -> String {
    let (w, h) = (number(scene.width), number(scene.height));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\" \
         font-family=\"Inter, system-ui, sans-serif\">\n"
    );
    for (tag, text) in [("title", &scene.title), ("desc", &scene.description)] {
        if !text.is_empty() {
            put(&mut out, format_args!("<{tag}>{}</{tag}>\n", escape(text)));
        }
    }
    let ground = colour(theme, Paint::solid(scene.background));
    put(&mut out, format_args!("<rect width=\"{w}\" height=\"{h}\" fill=\"{ground}\"/>\n"));
    for shape in &scene.shapes {
        write_shape(&mut out, shape, theme);
    }
    out.push_str("</svg>\n");
    out
}

/// Appends formatted text. Writing to a `String` cannot fail.
fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}

/// Appends an element without contents, with numbers as its attributes and after them the attributes of its paints.
fn write_element(out: &mut String, name: &str, numbers: &[(&str, f32)], paints: &str) {
    put(out, format_args!("<{name}"));
    for (attribute, value) in numbers {
        put(out, format_args!(" {attribute}=\"{}\"", number(*value)));
    }
    put(out, format_args!("{paints}/>\n"));
}

fn write_shape(out: &mut String, shape: &Shape, theme: &Theme) {
    match shape {
        Shape::Polygon { points, fill, stroke } => {
            let points: Vec<String> = points.iter().map(|&p| pair(p)).collect();
            let paints = paints(theme, *fill, *stroke);
            put(out, format_args!("<polygon points=\"{}\"{paints}/>\n", points.join(" ")));
        }
        Shape::Line { from, to, width, paint } => {
            let ends = [("x1", from.0), ("y1", from.1), ("x2", to.0), ("y2", to.1)];
            let stroke = Stroke { paint: *paint, width: *width };
            write_element(out, "line", &ends, &paints(theme, None, Some(stroke)));
        }
        Shape::Circle { center, radius, fill, stroke } => {
            let numbers = [("cx", center.0), ("cy", center.1), ("r", *radius)];
            write_element(out, "circle", &numbers, &paints(theme, *fill, *stroke));
        }
        Shape::Ellipse { center, radii, fill, stroke } => {
            let numbers = [("cx", center.0), ("cy", center.1), ("rx", radii.0), ("ry", radii.1)];
            write_element(out, "ellipse", &numbers, &paints(theme, *fill, *stroke));
        }
        Shape::RoundRect { x, y, width, height, radius, fill, stroke } => {
            let numbers = [("x", *x), ("y", *y), ("width", *width), ("height", *height), ("rx", *radius)];
            write_element(out, "rect", &numbers, &paints(theme, *fill, *stroke));
        }
        Shape::Text { at, size, anchor, weight, text, paint } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let weight = if *weight == Weight::Bold { 700 } else { 400 };
            let baseline = at.1 + CAPITAL_HEIGHT * size / 2.0;
            put(
                out,
                format_args!(
                    "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"{weight}\" text-anchor=\"{anchor}\"{}>{}</text>\n",
                    number(at.0),
                    number(baseline),
                    number(*size),
                    paints(theme, Some(*paint), None),
                    escape(text)
                ),
            );
        }
    }
}

/// Returns the attributes of a fill and a stroke, each with a space before it.
fn paints(theme: &Theme, fill: Option<Paint>, stroke: Option<Stroke>) -> String {
    let opacity = |name: &str, paint: Paint| {
        if paint.alpha < 1.0 { format!(" {name}=\"{}\"", number(paint.alpha)) } else { String::new() }
    };
    let mut text = match fill {
        None => " fill=\"none\"".to_owned(),
        Some(paint) => format!(" fill=\"{}\"{}", colour(theme, paint), opacity("fill-opacity", paint)),
    };
    if let Some(Stroke { paint, width }) = stroke {
        put(
            &mut text,
            format_args!(
                " stroke=\"{}\" stroke-width=\"{}\"{}",
                colour(theme, paint),
                number(width),
                opacity("stroke-opacity", paint)
            ),
        );
    }
    text
}

fn colour(theme: &Theme, paint: Paint) -> String {
    let [r, g, b] = theme.rgb(paint.role);
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn pair(p: Point) -> String {
    format!("{},{}", number(p.0), number(p.1))
}

/// Formats a number with at most two decimals. Infinity and NaN become 0, because SVG cannot express them.
fn number(v: f32) -> String {
    let v = if v.is_finite() { (f64::from(v) * 100.0).round() / 100.0 + 0.0 } else { 0.0 };
    format!("{v}")
}

/// Escapes text for XML, which does not allow control characters at all.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
