//! GIF files: each frame decodes to the exact pixels, within half a step between the blends along edges.

use std::io::Cursor;

use trigon_render::{
    Animation, Frame, Paint, RenderError, Role, Scene, Shape, Theme, Vision, gif, raster, simulate,
};

use super::{TRIANGLE, assert_close, board::board, pixels, scene};

/// The most by which a pixel of a file may differ: half a step between the blends along edges, each of which covers a third of the
/// contrast.
const HALF_A_STEP: u8 = 44;

#[test]
fn a_gif_decodes_to_each_frame() {
    let scenes: Vec<Scene> = (0..11).map(board).chain([board(10)]).collect();
    let frames: Vec<Frame<'_>> = scenes.iter().map(|scene| Frame { scene, millis: 1_230 }).collect();
    let bytes = gif(&frames, &Theme::dark(), 550).unwrap();
    let mut decoder = ::gif::DecodeOptions::new();
    decoder.set_color_output(::gif::ColorOutput::Indexed);
    let mut decoder = decoder.read_info(&bytes[..]).unwrap();
    assert_eq!(decoder.repeat(), ::gif::Repeat::Infinite);
    let palette = decoder.global_palette().unwrap().to_vec();
    let mut shown = vec![[0u8; 3]; 550 * 560];
    let mut count = 0;
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert!(frame.palette.is_none() && frame.dispose == ::gif::DisposalMethod::Keep);
        assert_eq!((frame.delay, frame.transparent), (123, Some(0)));
        for (i, &index) in frame.buffer.iter().enumerate().filter(|(_, index)| **index != 0) {
            let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
            let at = (y + usize::from(frame.top)) * 550 + x + usize::from(frame.left);
            shown[at] = [0, 1, 2].map(|c| palette[usize::from(index) * 3 + c]);
        }
        assert_close(&shown, &pixels(&scenes[count], &Theme::dark(), 550), HALF_A_STEP, 5);
        count += 1;
    }
    assert_eq!(count, 12);
    assert!(bytes.len() <= 80_000, "{} bytes", bytes.len());
}

#[test]
fn each_frame_is_written_before_the_next_one_is_drawn() {
    // Whatever precedes the animation in the file stays.
    let mut file = Cursor::new(b"head".to_vec());
    file.set_position(4);
    let mut animation = Animation::new(file, &Theme::dark(), 300, None);
    let mut written = 0;
    for step in 0..5 {
        animation.push(Frame { scene: &board(step), millis: 500 }).unwrap();
        assert!(animation.written() > written, "frame {step}");
        written = animation.written();
    }
    let small = Frame { scene: &Scene::new(10.0, 20.0, Role::Bg), millis: 500 };
    assert!(matches!(animation.push(small), Err(RenderError::FrameSize(5))));
    let file = animation.finish().unwrap();
    assert_eq!((file.position(), file.get_ref().len() as u64), (4 + written + 1, 4 + written + 1));
    assert!(file.get_ref().starts_with(b"headGIF89a"));
    let scenes: Vec<Scene> = (0..5).map(board).collect();
    let frames: Vec<Frame<'_>> = scenes.iter().map(|scene| Frame { scene, millis: 500 }).collect();
    assert_eq!(file.get_ref()[4..], gif(&frames, &Theme::dark(), 300).unwrap());
}

#[test]
fn areas_of_a_colour_that_comes_late_are_shown_in_it() {
    // More blends than a palette has room for, followed by an area in a colour of its own.
    let blends = |step: u8| {
        let dot = |i: u8| Shape::RoundRect {
            x: f32::from(i) * 2.0,
            y: f32::from(step) * 2.0,
            width: 1.0,
            height: 1.0,
            radius: 0.0,
            fill: Some(Paint::tint(Role::Seat(step % 9), f32::from(i + 1) / 51.0)),
            stroke: None,
        };
        scene((0..50).map(dot).collect())
    };
    let mut scenes: Vec<Scene> = (0..9).map(blends).collect();
    scenes.push(scene(vec![Shape::filled(TRIANGLE.to_vec(), Role::Last)]));
    let frames: Vec<Frame<'_>> = scenes.iter().map(|scene| Frame { scene, millis: 100 }).collect();
    let bytes = gif(&frames, &Theme::dark(), 100).unwrap();
    let mut decoder = ::gif::DecodeOptions::new();
    decoder.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = decoder.read_info(&bytes[..]).unwrap();
    let mut last = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        last = frame.buffer.to_vec();
    }
    let wanted = Theme::dark().rgb(Role::Last);
    assert!(last.chunks_exact(4).filter(|pixel| pixel[..3] == wanted).count() > 2_000);
}

#[test]
fn an_animation_is_shown_as_colour_blind_people_see_it() {
    let frames = [board(1), board(2)];
    let frames: Vec<Frame<'_>> = frames.iter().map(|scene| Frame { scene, millis: 100 }).collect();
    let first = |bytes: &[u8]| {
        let mut decoder = ::gif::DecodeOptions::new();
        decoder.set_color_output(::gif::ColorOutput::RGBA);
        let mut decoder = decoder.read_info(bytes).unwrap();
        let frame = decoder.read_next_frame().unwrap().unwrap();
        frame.buffer.chunks_exact(4).map(|p| [p[0], p[1], p[2]]).collect::<Vec<_>>()
    };
    let plain = first(&gif(&frames, &Theme::dark(), 300).unwrap());
    for vision in Vision::ALL {
        let mut animation = Animation::new(Cursor::new(Vec::new()), &Theme::dark(), 300, Some(vision));
        for &frame in &frames {
            animation.push(frame).unwrap();
        }
        let seen = first(animation.finish().unwrap().get_ref());
        let wanted: Vec<[u8; 3]> = plain.iter().map(|&rgb| vision.see(rgb)).collect();
        assert!(seen == wanted && seen != plain, "{vision:?}");
        let still = simulate(&raster(&board(1), &Theme::dark(), 300).unwrap(), vision);
        let still: Vec<[u8; 3]> = still.pixels().map(|pixel| pixel.0).collect();
        let alike = seen
            .iter()
            .zip(&still)
            .filter(|(a, b)| a.iter().zip(*b).all(|(a, b)| a.abs_diff(*b) <= HALF_A_STEP));
        assert!(
            alike.count() * 1000 >= still.len() * 995,
            "{vision:?}: like a still, except for rare blends"
        );
    }
    assert_eq!(["protan", "deutan", "tritan"].map(Vision::named), Vision::ALL.map(Some));
    assert_eq!(Vision::named("red"), None);
}
