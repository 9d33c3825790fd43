//! Lists of things within a sentence.

/// Joins parts with commas and a last `and`: `a`, `a and b`, `a, b and c`; nothing for no parts.
pub fn all_of<S: AsRef<str>>(parts: &[S]) -> String {
    joined(parts, "and")
}

/// Joins parts with commas and a last `or`: `a`, `a or b`, `a, b or c`; nothing for no parts.
pub fn one_of<S: AsRef<str>>(parts: &[S]) -> String {
    joined(parts, "or")
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
    }
}
