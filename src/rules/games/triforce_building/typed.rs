//! What players type instead of choosing: the notation, paths in words, and chat that looks like a path.

use super::action::{Action, Path, PathError};
use super::prompt::ARROWS;
use crate::games::Refusal;
use crate::grid::Step;

/// Reads what a player typed: the notation, or a path alone.
pub(super) fn typed(text: &str) -> Option<Result<Action, Refusal>> {
    let text = text.trim();
    if is_smiley(text) {
        return None;
    }
    match text.to_lowercase().parse() {
        Ok(Action::Resolve | Action::Ec(_)) => None,
        Ok(action) => Some(Ok(action)),
        Err(_) => read_path(text),
    }
}

/// Reads a path with or without its verb, or in words. A text that was clearly meant as a path but is not one is refused.
fn read_path(text: &str) -> Option<Result<Action, Refusal>> {
    let has_verb = text.get(..5).is_some_and(|verb| verb.eq_ignore_ascii_case("move "));
    let path = if has_verb { &text[5..] } else { text };
    let error = match path.parse::<Path>() {
        Ok(path) => return Some(Ok(Action::Move(path))),
        Err(error) => error,
    };
    if let PathError::NoStep(_) = error
        && let Some(spelled) = spelled(path)
    {
        return Some(spelled.map(Action::Move).map_err(|error| Refusal::unreadable(error.to_string())));
    }
    let is_meant = match error {
        PathError::TooLong(_) => true,
        // Something as short as a path with one wrong letter was still meant as a path.
        PathError::NoStep(_) => has_verb || is_near(path),
        PathError::Empty => false,
    };
    is_meant.then(|| Err(Refusal::unreadable(error.to_string())))
}

/// What people write who laugh, of the texts that are paths as well. In capital letters, it is a path.
const LAUGHTER: [&str; 1] = ["lul"];

/// Reads a path from a text that could be chat just as well: laughter, or what ends in a question mark.
pub(super) fn unsure(text: &str) -> Option<Action> {
    let text = text.trim();
    let plain = text.trim_end_matches(['?', '!', '.', ' ']);
    let asks = text[plain.len()..].contains('?');
    match typed(plain) {
        Some(Ok(action @ Action::Move(_))) if asks || LAUGHTER.contains(&plain) => Some(action),
        _ => None,
    }
}

/// Returns whether a text is a smiley with letters of a path: `:D`, `D:`.
fn is_smiley(text: &str) -> bool {
    let eyes = |c: char| matches!(c, ':' | ';' | '=');
    let text = text.trim();
    let mouth = text.strip_prefix(eyes).map(|mouth| mouth.trim_start_matches(['-', '\'', '^']));
    let mouth = mouth.or_else(|| text.strip_suffix(eyes));
    mouth.is_some_and(|mouth| !mouth.is_empty() && mouth.chars().all(|c| c.eq_ignore_ascii_case(&'d')))
}

/// Returns whether a text is as short as a path and has some of its letters, or is a single letter: not, say, `ok`.
fn is_near(text: &str) -> bool {
    let count = text.chars().count();
    let has_a_step = text.chars().any(|c| ARROWS.iter().any(|key| key.key.contains(c.to_ascii_uppercase())));
    count == 1 || count <= Path::MAX && has_a_step
}

/// Words around the steps of a path that say nothing themselves.
const FILLERS: [&str; 10] = ["go", "move", "walk", "then", "and", "please", "i", "my", "path", "step"];

/// What people write who walk nowhere, without apostrophes.
const STAYING: [&str; 28] = [
    "stay",
    "stay put",
    "stay here",
    "stay still",
    "stay there",
    "i stay",
    "ill stay",
    "im staying",
    "staying",
    "stand still",
    "stand",
    "pass",
    "skip",
    "wait",
    "hold",
    "remain",
    "none",
    "nothing",
    "nowhere",
    "no move",
    "no moves",
    "no step",
    "no steps",
    "no path",
    "dont move",
    "do not move",
    "not moving",
    "0",
];

/// Reads a path in words, such as `left left down`, `go up, then left`, `two left` and `l-l-d`. Returns `None` for anything else.
fn spelled(text: &str) -> Option<Result<Path, PathError>> {
    let lower = text.to_lowercase().replace(['\'', '’'], "");
    let is_between = |c: char| c.is_whitespace() || ",;.:!-–—/>+&_".contains(c);
    let words: Vec<&str> = lower.split(is_between).filter(|word| !word.is_empty()).collect();
    if STAYING.contains(&&*words.join(" ")) {
        return Some(Ok(Path::STAY));
    }
    let mut steps: Vec<Step> = Vec::new();
    let mut times = None;
    for word in words {
        let more = match word {
            word if FILLERS.contains(&word) => continue,
            "two" | "2" | "2x" | "three" | "3" | "3x" if times.is_none() => {
                times = Some(if word.starts_with(['2']) || word == "two" { 2 } else { 3 });
                continue;
            }
            "twice" | "thrice" => {
                let last = *steps.last()?;
                vec![last; if word == "twice" { 1 } else { 2 }]
            }
            "up" | "upward" | "upwards" => vec![Step::U],
            "left" => vec![Step::L],
            "down" | "downward" | "downwards" => vec![Step::D],
            "right" => vec![Step::R],
            letters => letters.parse::<Path>().ok().filter(|path| *path != Path::STAY)?.steps().to_vec(),
        };
        for _ in 0..times.take().unwrap_or(1) {
            steps.extend_from_slice(&more);
        }
    }
    if steps.is_empty() || times.is_some() {
        return None;
    }
    Some(Path::new(&steps).ok_or(PathError::TooLong(steps.len())))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::action::Stranger;
    use super::*;

    fn read(text: &str) -> Option<Result<String, String>> {
        Some(typed(text)?.map(|action| action.to_string()).map_err(|refusal| refusal.sentence))
    }

    #[test]
    fn paths_need_no_verb() {
        for text in ["ULD", " uld ", "u, l, d", "↑←↓", "move ULD", "MOVE u l d"] {
            assert_eq!(read(text), Some(Ok("move ULD".to_owned())), "{text}");
        }
        for text in ["-", "stay", "move -", "None"] {
            assert_eq!(read(text), Some(Ok("move -".to_owned())), "{text}");
        }
        for text in ["garnet", "ungarnet", "vote 5"] {
            assert_eq!(read(&text.to_uppercase()), Some(Ok(text.to_owned())));
        }
    }

    /// Paths, each with the ways in which people write it.
    const PATHS_IN_WORDS: [(&str, &str); 11] = [
        ("LLD", "left left down | Left, left, down | go left left down | l-l-d | L/L/D | l l down"),
        (
            "LLD",
            "left, left and then down | two left then down | 2 left down | 2x left, down | left twice down",
        ),
        (
            "UL",
            "up left | UP-LEFT | up then left | u left | go up, left! | move up left | walk up and left please",
        ),
        ("L", "left | go left | Left. | ←  | l | move left | my path: left | I go left"),
        (
            "RRR",
            "right right right | three right | 3 right | right thrice | r r r | r,r,r | R-R-R | rr right",
        ),
        ("D", "down | go down | downwards | D | ↓ | d! | step down | down please"),
        ("UU", "up up | up twice | 2x up | u-u | UU | up & up | up>up | upwards upwards"),
        (
            "URD",
            "up right down | up, right, down | U R D | u/r/d | up+right+down | up.right.down | urd | ↑→↓ | ⬆️➡️⬇️",
        ),
        (
            "-",
            "stay | stay put | Stay here! | I’ll stay | ill stay | I'm staying | pass | skip | wait | nothing",
        ),
        ("-", "none | no move | no steps | no path | don’t move | dont move | do not move | nowhere | 0 | -"),
        (
            "-",
            "stand still | stay still | stay there | i stay | hold | remain | not moving | — | move none | PASS",
        ),
    ];

    /// Texts with words of paths that are none.
    const NO_PATHS: &str = "ok | no | what is left | is it right? | up to you | two | left or right | who is left | thanks | twice";

    #[test]
    fn paths_are_understood_as_people_write_them() {
        for (path, texts) in PATHS_IN_WORDS {
            for text in texts.split(" | ") {
                assert_eq!(read(text), Some(Ok(format!("move {path}"))), "{text}");
            }
        }
        for text in ["left left left left", "go up up up up", "two left two right"] {
            assert_eq!(read(text), Some(Err(PathError::TooLong(4).to_string())), "{text}");
        }
        for text in NO_PATHS.split(" | ") {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn laughter_and_questions_are_not_taken_for_a_path_without_asking() {
        let unsure = |text: &str| unsure(text).map(|action| action.to_string());
        for (text, action) in [
            ("lul", "move LUL"),
            ("lul!!", "move LUL"),
            ("ddd?", "move DDD"),
            ("DDD ?", "move DDD"),
            ("left left?!", "move LL"),
            ("u?", "move U"),
            ("stay?", "move -"),
        ] {
            assert_eq!(unsure(text).as_deref(), Some(action), "{text}");
        }
        // These are clearly paths, or nothing of the kind.
        for text in ["LUL", "lld", "left", "-", "ddd", "", "?", "ok?", "where am i?", "garnet?", "vote 5?"] {
            assert_eq!(unsure(text), None, "{text}");
        }
        for text in [":D", ":-D", ";D", "=D", ":DDD", "D:", "DD:", ":'D"] {
            assert_eq!((read(text), unsure(text)), (None, None), "{text}");
        }
        assert_eq!(read("path: D"), Some(Ok("move D".to_owned())));
    }

    #[test]
    fn near_misses_are_refused_and_other_texts_are_left_alone() {
        let error = |error: PathError| Some(Err(error.to_string()));
        assert_eq!(read("ULDR"), error(PathError::TooLong(4)));
        assert_eq!(read("ULX"), error(PathError::NoStep(Stranger::new('X', "ULX"))));
        assert_eq!(read("move hello"), error(PathError::NoStep(Stranger::new('h', "hello"))));
        for (text, named) in [
            ("ULX", "“X” is no"),
            ("move hello", "“h” in “hello” is no"),
            ("move U\u{200b}", "An invisible character in “U”"),
        ] {
            let sentence = read(text).unwrap().unwrap_err();
            assert!(sentence.starts_with(named), "{sentence}");
        }
        for text in ["hello there", "", "vote", "vote x", "resolve", "ec 5"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_not(text in any::<String>()) {
            let _ = typed(&text);
            let _ = typed(&format!("move {text}"));
        }
    }
}
