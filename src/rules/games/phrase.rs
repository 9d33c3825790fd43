//! Lists, numbers and other pieces of sentences that all games share.

/// Joins parts with commas and a final `and`: `a`, `a and b`, `a, b and c`. Returns an empty string for no parts.
pub fn all_of<S: AsRef<str>>(parts: &[S]) -> String {
    joined(parts, "and")
}

/// Joins parts with commas and a final `or`: `a`, `a or b`, `a, b or c`. Returns an empty string for no parts.
pub fn one_of<S: AsRef<str>>(parts: &[S]) -> String {
    joined(parts, "or")
}

/// Joins parts with commas, or returns `otherwise` if there are none.
pub(super) fn list_or(parts: &[String], otherwise: &str) -> String {
    if parts.is_empty() { otherwise.to_owned() } else { parts.join(", ") }
}

/// Announces whose turn begins. A message that asks that player to act leaves this sentence out.
pub fn turn_of(name: &str) -> String {
    format!("It is {name}’s turn.")
}

/// Writes a number with what it counts: `1 point`, `3 points`.
pub fn counted(number: impl Into<i64>, unit: &str) -> String {
    let number = number.into();
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

/// Writes a small number as a word: `four`.
pub fn number_word(number: usize) -> String {
    const WORDS: [&str; 17] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve", "thirteen", "fourteen", "fifteen", "sixteen",
    ];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// Writes a small number as a word, with what it counts: `one round`, `three rounds`.
pub fn several(number: usize, unit: &str) -> String {
    format!("{} {unit}{}", number_word(number), if number == 1 { "" } else { "s" })
}

/// Writes the first letter of a sentence as a capital.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn joined<S: AsRef<str>>(parts: &[S], word: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [others @ .., last] => {
            let others: Vec<&str> = others.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", others.join(", "), last.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_part_is_joined_by_a_word() {
        assert_eq!(all_of::<&str>(&[]), "");
        assert_eq!(all_of(&["a"]), "a");
        assert_eq!(all_of(&["a", "b"]), "a and b");
        assert_eq!(one_of(&["a", "b", "c"]), "a, b or c");
        assert_eq!(list_or(&["a".to_owned(), "b".to_owned()], "none"), "a, b");
        assert_eq!(list_or(&[], "none"), "none");
    }

    #[test]
    fn only_one_is_not_several() {
        assert_eq!([0, 1, 2].map(|n| counted(n, "point")), ["0 points", "1 point", "2 points"]);
        assert_eq!([0, 1, 2].map(|n| several(n, "round")), ["no rounds", "one round", "two rounds"]);
        assert_eq!([16, 17].map(number_word), ["sixteen", "17"]);
        assert_eq!(sentence(&several(4, "cell")), "Four cells");
    }
}
