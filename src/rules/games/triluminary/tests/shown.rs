//! What people see: chains and the last turn in alt text, picture and legend.

use super::*;

#[test]
fn a_picture_tells_of_chains_and_of_the_whole_last_turn() {
    let names = Names::new(["Ann", "Ben"].map(str::to_owned).to_vec());
    let view = Frame { title: "A match", deadline: None, names: &names };
    let scene = |state: &State| Triluminary::observe(state, Viewer::Public).scene(&view);
    let legend = |state: &State, wanted: &str| {
        let is_wanted = |shape: &trigon_render::Shape| match shape {
            trigon_render::Shape::Text { text, .. } => text == wanted,
            _ => false,
        };
        scene(state).shapes.iter().any(is_wanted)
    };
    let mut state = position("a2 1S^NE, b3 1M^NE, c4 1L^NE, d5 *M, g1 *L, a1 2M^N", 1);
    let text = scene(&state).description;
    assert!(text.contains("Ann’s chain a2 b3 c4 points at the medium influence pyramid on d5."), "{text}");
    assert!(legend(&state, "Chain of 3") && !legend(&state, "Left the board"));
    act(&mut state, "Sa1NE1^N").unwrap();
    act(&mut state, "place d5").unwrap();
    let text = scene(&state).description;
    for part in [
        "Last turn: Ann pushed in at a1 going NE to a1 and pushed a1 to b2.",
        "Ann’s chain a1 a2 b3 c4 captured the medium influence pyramid on d5; its pieces left the board.",
        "Influence was placed on d5.",
    ] {
        assert!(text.contains(part), "{part} {text}");
    }
    for item in ["Chain that has captured", "Came in", "New", "Pushed", "Left the board"] {
        assert!(legend(&state, item), "{item}");
    }
    act(&mut state, "Sg4SW1^N").unwrap();
    let text = scene(&state).description;
    assert!(text.contains("Last turn: Ben") && !text.contains("captured the"), "{text}");
    assert!(!legend(&state, "Chain that has captured") && !legend(&state, "Left the board"));
}

#[test]
fn pieces_that_are_pushed_off_are_told_with_the_edge_over_which_they_left() {
    let names = Names::new(["Ann", "Ben"].map(str::to_owned).to_vec());
    let view = Frame { title: "A match", deadline: None, names: &names };
    let mut state = position("d6 2S^N, d7 1M^N, a1 *S", 1);
    act(&mut state, "Md7S2^N").unwrap();
    let text = Triluminary::observe(&state, Viewer::Public).scene(&view).description;
    assert!(text.contains("Ann pushed in at d7 going S to d6 and pushed d7 to d5, d6 to d4."), "{text}");
    let mut state = position("d1 2S^N, d2 2M^N, d3 1S^N, d4 1M^N, d5 1L^N, d6 2L^N, d7 2S^N, a1 *S", 1);
    act(&mut state, "Md1N1^N").unwrap();
    let text = Triluminary::observe(&state, Viewer::Public).scene(&view).description;
    assert!(text.contains("and pushed d1 to d2,") && text.contains("d6 to d7."), "{text}");
    assert!(text.contains("Ben’s small piece left the board over d7."), "{text}");
}
