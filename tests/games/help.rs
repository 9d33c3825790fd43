//! The rules for players say what they must: which boards are reconstructed, what to beware of, and no internal numbers.

use trigon::games::Registry;

use crate::toys::games;

/// Returns the help of a game, with its line breaks as spaces.
fn help(name: &str) -> String {
    let rules = Registry::standard().get(name).unwrap().info().rules;
    rules.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_help_says_which_boards_are_reconstructed_and_what_shape_they_have() {
    for name in ["trice", "triforce"] {
        assert!(help(name).contains("is lost, so this"), "{name}");
        assert!(help(name).contains("is a reconstruction"), "{name}");
    }
    assert!(help("triforce-building").contains("The grid is a hexagon with sides three triangles long"));
}

#[test]
fn the_help_of_triforce_warns_of_giving_a_territory_up() {
    let help = help("triforce");
    assert!(help.contains("Exchange it and you give the territory up."));
    for homes in ["`a1 e5 e1`", "`a1 c3 e5 e1`", "`a1 c3 e5 e3 e1`", "`a1 c3 e5 e3 e1 c1`"] {
        assert!(help.contains(homes), "{homes}");
    }
}

#[test]
fn the_help_shows_no_numbers_of_rulings() {
    for game in &games() {
        let rules = game.info().rules;
        let words = rules.split(|c: char| !c.is_alphanumeric());
        let is_number = |word: &&str| {
            word.strip_prefix('R').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
        };
        assert_eq!(words.filter(is_number).collect::<Vec<_>>(), [""; 0], "{}", game.info().name);
    }
}

#[test]
fn the_legend_of_every_game_has_words_too() {
    for game in &Registry::standard() {
        let legend = game.particulars().legend;
        assert!(legend.len() > 3, "{}", game.info().name);
        assert!(legend.iter().all(|line| line.contains(": ") && !line.ends_with('.')), "{legend:?}");
    }
}
