//! What people see: the last turn in alt text, picture and legend.

use super::*;

#[test]
fn a_picture_shows_the_whole_last_turn_until_the_next_one_changes_the_board() {
    let names = Names::new(["Ann", "Ben", "Cleo"].map(str::to_owned).to_vec());
    let view = Frame { title: "A match", deadline: None, names: &names };
    let alt = |state: &State| Trice::observe(state, Viewer::Public).scene(&view).description;
    let legend = |state: &State, wanted: &str| {
        let scene = Trice::observe(state, Viewer::Public).scene(&view);
        let is_wanted = |shape: &trigon_render::Shape| match shape {
            trigon_render::Shape::Text { text, .. } => text == wanted,
            _ => false,
        };
        scene.shapes.iter().any(is_wanted)
    };
    let mut state = position("3-3 1S, 3-2 1S, 3-1 2M, 2-1 2S", 1, Some(5));
    act(&mut state, "nuke 3-1").unwrap();
    act(&mut state, "3-2>3-1").unwrap();
    act(&mut state, "+S").unwrap();
    let whole = "Ann’s turn: small 3-2 to 3-1, small comes in on 1-1, Ben’s medium on 3-1 leaves the board.";
    assert!(alt(&state).contains(whole), "{}", alt(&state));
    for item in ["Placed or moved", "Step", "Left the board"] {
        assert!(legend(&state, item), "{item}");
    }
    // The next player still sees it after the roll.
    act(&mut state, "end").unwrap();
    act(&mut state, "roll").unwrap();
    assert!(alt(&state).contains(whole));
    act(&mut state, "free S").unwrap();
    assert!(
        alt(&state).contains("Ben’s turn: small comes in on 4-7.") && !alt(&state).contains("Ann’s turn")
    );
    assert!(!legend(&state, "Step") && !legend(&state, "Left the board"));
    // A turn in which nothing happened leaves no trace of the one before.
    for action in ["end", "roll", "end"] {
        act(&mut state, action).unwrap();
    }
    assert!(!alt(&state).contains("comes in on"));
}
