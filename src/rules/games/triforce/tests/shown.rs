//! How people see a stack: labels of steps, alt text, picture.

use super::*;
use crate::games::testing::{first_choices, names, picture, texts};
use crate::games::{Frame, Session, Viewer};

#[test]
fn an_offer_names_each_piece_by_its_size_and_height_and_warns_at_the_bottom() {
    let state = played(&position(3, 1, "c2 1S 2S 1M 2L 1S; a1 1S"), &["+L", "end"]);
    let labels: Vec<String> =
        first_choices::<Triforce>(&state).next.into_iter().map(|next| next.step.label).collect();
    assert_eq!(
        labels,
        [
            "Small, at the very bottom (gives up c2)",
            "Medium, 3rd from the bottom",
            "Small, 5th from the bottom",
            "No sword",
        ]
    );
    let asked = played(&position(3, 1, "a1 2S 2M 1L"), &["+S", "end", "no"]);
    let labels: Vec<String> =
        first_choices::<Triforce>(&asked).next.into_iter().map(|next| next.step.label).collect();
    assert_eq!(labels[1..], ["Medium, 2nd from the bottom", "No shield"]);
}

#[test]
fn heights_are_written_as_people_say_them() {
    assert_eq!(event::height(1), "at the very bottom");
    let said = [2, 3, 4, 10, 11, 12, 13, 20].map(event::height);
    let ordinals = ["2nd", "3rd", "4th", "10th", "11th", "12th", "13th", "20th"];
    assert_eq!(said.to_vec(), ordinals.map(|ordinal| format!("{ordinal} from the bottom")));
}

#[test]
fn a_shield_is_seen_in_alt_text_diagram_and_picture() {
    let names = names(3);
    let shown = |stacks: &str| {
        let state = position(3, 1, stacks);
        let seen = Triforce::observe(&state, Viewer::Public);
        let scene = seen.scene(&Frame { title: "", names: &names });
        let svg = trigon_render::svg(&scene, &trigon_render::Theme::dark());
        (seen.diagram(&names), scene.description, scene.shapes, svg)
    };
    let (diagram, alt, shapes, svg) = shown("b2 1L OM 3S");
    assert!(diagram.contains("1L OM 3S") && alt.contains("b2 (large) 1L OM 3S"), "{diagram}{alt}");
    assert!(alt.contains("O a shield:"));
    assert!(svg.contains(">OM<"), "the label of the shield");
    let other = shown("b2 1L XM 3S");
    assert_ne!((shapes, svg), (other.2, other.3));
}

#[test]
fn an_exchange_is_told_with_the_place_of_the_piece() {
    let names = names(2);
    let mut state = played(&position(3, 1, "a1 2S 2M 1L"), &["+S", "end"]);
    let events = play(&mut state, "sword 3", &mut draws(1)).unwrap();
    assert_eq!(
        Triforce::narrate(&events[0], &names).text,
        "Ann exchanges a large piece on a1, 3rd from the bottom, for a sword."
    );
}

#[test]
fn what_is_typed_wrongly_is_answered_with_what_would_be_right() {
    let (mut table, _) =
        Session::<Triforce>::begin(&Setup { players: 3 }, Some(&Seed::from([1; 32]))).unwrap();
    let table: &mut dyn crate::games::AnySession = &mut table;
    let refusal = table.apply(By::seat(1), "sword M").unwrap_err();
    assert_eq!(
        refusal.sentence,
        "“sword” needs a number after it, your piece's place in the stack counted from the bottom: sword 1, sword 2 and so on."
    );
}

#[test]
fn the_highest_stack_fits_on_its_card_and_is_drawn_a_second_time_enlarged() {
    let names = names(3);
    let scene = |state: &State| picture::<Triforce>(state, &names);
    let own = "1S 1M 1L 1S 1M 1L 1S 1M 1L 1S 1M 1L 1S 1M 1L XM OL 2S 2M 3L";
    let tall = position(3, 1, &format!("c2 {own}"));
    assert_eq!(tall.stack(at("c2")).pieces().len(), 20);
    let (tall, flat) = (scene(&tall), scene(&position(3, 1, "")));
    assert!((tall.height - flat.height).abs() < 0.1);
    for (label, times) in [("1S", 10), ("1L", 10), ("XM", 2), ("OL", 2), ("3L", 2)] {
        assert_eq!(texts(&tall, label), times, "{label}");
    }
    assert_eq!(
        texts(&flat, "to the right") + texts(&flat, "Goes on to the right"),
        1,
        "the first picture says how"
    );
}

#[test]
fn a_picture_shows_the_whole_last_turn_with_what_fights_have_removed() {
    let names = names(3);
    let alt = |state: &State| picture::<Triforce>(state, &names).description;
    let start = position(3, 1, "a1 2S 2M 1L");
    let (state, _) =
        played_when(&start, &["+S", "end", "no", "no"], |rolls| rolls[0].total() > rolls[1].total());
    let text = alt(&state);
    assert!(
        text.contains("Ann’s turn: +S, end, no, 2: no.") && text.contains("Lost in fights: 2S on a1"),
        "{text}"
    );
    let next = played(&state, &["+L"]);
    let text = alt(&next);
    assert!(text.contains("Ben’s turn: +L.") && !text.contains("Lost in fights"), "{text}");
}

#[test]
fn nobody_is_asked_to_end_a_turn_that_cannot_end() {
    let mut state = position(3, 1, "a1 1S; b1 2M");
    let asks = |state: &State| {
        let decision = Triforce::to_act(state)[0];
        Triforce::prompt(&decision).question
    };
    let home = state.clone();
    let there = legal(&state).into_iter().find(|action| action.starts_with("a1>")).unwrap();
    let (from, to) = there.split_once('>').unwrap();
    play(&mut state, &there, &mut draws(1)).unwrap();
    assert!(legal(&state).contains(&"end".to_owned()) && asks(&state).contains("end your turn"));
    play(&mut state, &format!("{to}>{from}"), &mut draws(1)).unwrap();
    assert_eq!(state.stacks, home.stacks);
    assert!(!legal(&state).contains(&"end".to_owned()) && asks(&state).contains("cannot end yet"));
}
