//! Parsing of slash commands.

/// Replaces `#` while a line is split, because `shlex` takes it for the beginning of a comment.
const HASH_PLACEHOLDER: char = '\u{f0000}';

/// Splits a line into words as a shell does, quotes and all. Returns an error if a quotation is not closed.
fn words(text: &str) -> Result<Vec<String>, String> {
    let hidden = text.replace('#', &HASH_PLACEHOLDER.to_string());
    let words =
        shlex::split(&hidden).ok_or("A quotation is not closed, or the line ends with a backslash.")?;
    Ok(words.into_iter().map(|word| word.replace(HASH_PLACEHOLDER, "#")).collect())
}

/// Returns the key of a word such as `players:7`, with the rest.
fn key(word: &str) -> Option<(&str, &str)> {
    word.split_once(':')
        .filter(|(key, _)| !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
}

/// Reads a command's name and its options, written `key:value`. A value extends to the next key. Returns an error if a
/// quotation is not closed.
pub(super) fn command(text: &str) -> Result<(String, Vec<(String, String)>), String> {
    let mut name = Vec::new();
    let mut options: Vec<(String, String)> = Vec::new();
    for word in words(text)? {
        match (key(&word), options.last_mut()) {
            (Some((key, value)), _) => options.push((key.to_owned(), value.to_owned())),
            (None, Some((_, value))) => {
                if !value.is_empty() {
                    value.push(' ');
                }
                value.push_str(&word);
            }
            (None, None) => name.push(word),
        }
    }
    Ok((name.join(" "), options))
}

/// Returns `key:value` as it has to be typed, with quotes if the value needs them.
pub(super) fn option(key: &str, value: &str) -> String {
    let plain = format!("{key}:{value}");
    let read = command(&plain).ok().and_then(|(_, options)| options.into_iter().next());
    if read.is_some_and(|(_, read)| read == value) && !plain.contains('\\') {
        return plain;
    }
    // Only a value with a NUL cannot be quoted.
    shlex::try_quote(value).map_or(plain, |quoted| format!("{key}:{quoted}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, Vec<(String, String)>) {
        command(text).unwrap()
    }

    fn options(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn a_value_goes_on_until_the_next_key() {
        let (name, found) = read("host create title:Friday night players: 7 board:triangle:7");
        assert_eq!(name, "host create");
        assert_eq!(found, options(&[("title", "Friday night"), ("players", "7"), ("board", "triangle:7")]));
    }

    #[test]
    fn quotes_keep_a_value_together() {
        let (_, found) = read(r#"host create title:"Final: part:2  (a)" notes:'it "is"' players:7"#);
        assert_eq!(
            found,
            options(&[("title", "Final: part:2  (a)"), ("notes", "it \"is\""), ("players", "7")])
        );
        assert!(command("host create title:Ann's").unwrap_err().contains("not closed"));
        assert_eq!(read(r"host create title:Ann\'s").1, options(&[("title", "Ann's")]));
    }

    #[test]
    fn a_hash_begins_no_comment() {
        let (_, found) = read("x channel: #hall title:Game #3 players:7");
        assert_eq!(found, options(&[("channel", "#hall"), ("title", "Game #3"), ("players", "7")]));
    }

    #[test]
    fn options_are_quoted_only_where_they_would_be_misread() {
        assert_eq!(option("action", "1-1>2-2"), "action:1-1>2-2");
        for value in
            ["Friday night", "two  spaces", "a b:c", "Ann's", "back\\slash", "#3", "", "b:c", "\"", " x"]
        {
            let (_, found) = read(&format!("x {} players:7", option("title", value)));
            assert_eq!(found, options(&[("title", value), ("players", "7")]), "{value:?}");
        }
    }
}
