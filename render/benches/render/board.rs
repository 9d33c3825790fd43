//! A typical scene: a board of 49 triangles with a header, a legend and coordinates.

use trigon_render::{Anchor, Paint, Role, Scene, Shape, Stroke, Weight, inset};

/// Returns the scene; `step` changes some of its cells.
pub(crate) fn board(step: usize) -> Scene {
    let mut scene = Scene::new(1100.0, 1120.0, Role::Bg);
    scene.title = "A board".into();
    scene.description = "Forty-nine triangles, <some> blue & \"some\" yellow".into();
    let panel = |y, height| Shape::RoundRect {
        x: 20.0,
        y,
        width: 1060.0,
        height,
        radius: 18.0,
        fill: Some(Role::Panel.into()),
        stroke: None,
    };
    scene.push(panel(20.0, 92.0));
    let title = format!("A match · Round {step}");
    scene.push(Shape::text((48.0, 66.0), 44.0, Anchor::Start, Weight::Bold, title, Role::Ink));
    scene.push(Shape::text(
        (1052.0, 66.0),
        32.0,
        Anchor::End,
        Weight::Regular,
        "Fri 21 Nov, 18:00 UTC",
        Role::InkDim,
    ));
    let (side, high) = (124.0f32, 107.4f32);
    let at = |row: usize, k: usize| (550.0 + (k as f32 - row as f32 / 2.0) * side, 180.0 + row as f32 * high);
    scene.push(Shape::filled(inset(&[at(0, 0), at(7, 7), at(7, 0)], -8.0), Role::Grid));
    for row in 0..7usize {
        for j in 0..=2 * row {
            let k = j / 2;
            let points = if j % 2 == 0 {
                [at(row, k), at(row + 1, k + 1), at(row + 1, k)]
            } else {
                [at(row, k), at(row, k + 1), at(row + 1, k + 1)]
            };
            let middle = (
                points.iter().map(|p| p.0).sum::<f32>() / 3.0,
                points.iter().map(|p| p.1).sum::<f32>() / 3.0,
            );
            let (fill, ink) = match (row * 5 + j * 3 + step * (j % 3)) % 7 {
                0 | 3 => (Role::Blue, Role::OnBlue),
                5 => (Role::Yellow, Role::OnYellow),
                _ => (Role::Empty, Role::EmptyInk),
            };
            scene.push(Shape::filled(inset(&points, 2.5), fill));
            if fill == Role::Blue {
                let stroke = Some(Stroke { paint: ink.into(), width: 7.0 });
                scene.push(Shape::Circle { center: middle, radius: 16.0, fill: None, stroke });
            } else if fill == Role::Yellow {
                scene.push(Shape::text(middle, 42.0, Anchor::Middle, Weight::Bold, "A", ink));
            }
            if (row, j) == (4, 3) {
                for (width, alpha) in [(26.0, 0.1), (18.0, 0.16), (11.0, 0.28), (6.0, 1.0)] {
                    scene.push(Shape::outlined(points.to_vec(), Paint::tint(Role::Glow, alpha), width));
                }
            }
        }
        let label = format!("{}-1", row + 1);
        let (x, y) = at(row, 0);
        scene.push(Shape::text(
            (x - 50.0, y + 66.0),
            32.0,
            Anchor::End,
            Weight::Regular,
            label,
            Role::InkDim,
        ));
    }
    scene.push(panel(1010.0, 90.0));
    for (i, text) in ["Nobody", "Somebody", "Charged"].into_iter().enumerate() {
        let x = 80.0 + 300.0 * i as f32;
        scene.push(Shape::Ellipse {
            center: (x, 1055.0),
            radii: (24.0, 16.0),
            fill: Some(Role::Seat(i as u8).into()),
            stroke: None,
        });
        scene.push(Shape::text((x + 44.0, 1055.0), 32.0, Anchor::Start, Weight::Regular, text, Role::Ink));
    }
    scene
}
