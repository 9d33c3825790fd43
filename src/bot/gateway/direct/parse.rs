//! [`DirectRequest`]: what a direct message asks for.

use crate::ask::Ask;
use crate::ui::without_option;
use trigon_engine::ids::MatchId;
use trigon_rules::text;

/// What a direct message asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum DirectRequest {
    /// Something about a match.
    Ask(Ask),
    /// The help.
    Help,
    /// What a computed player would do.
    Hint,
    /// To resign, which takes a command.
    Resign,
    /// The rules of the game with this name, or of the match that is meant if it is empty.
    Rules(String),
    /// The list of one’s matches.
    Matches,
}

/// Parses a direct message, which may begin with the number of the match that it is about: `#3 L`.
pub(super) fn parse(message: &str) -> (Option<MatchId>, DirectRequest) {
    match split_number(message) {
        Some((number, rest)) if rest.trim().is_empty() => (Some(number), DirectRequest::Ask(Ask::Show)),
        Some((number, rest)) => (Some(number), parse_request(&rest)),
        None => (None, parse_request(message)),
    }
}

/// Splits the number of a match from the beginning of a message. Returns `None` if the message does not begin with one.
fn split_number(message: &str) -> Option<(MatchId, String)> {
    const SEPARATORS: [char; 4] = [' ', ':', ',', ';'];
    let (first_line, other_lines) = message.trim_start().split_once('\n').unwrap_or((message, ""));
    let first_line = text::typed(first_line);
    let numbered = first_line.strip_prefix('#')?;
    let digits = numbered.find(|c: char| !c.is_ascii_digit()).unwrap_or(numbered.len());
    let (number, rest) = numbered.split_at(digits);
    if !rest.is_empty() && !rest.starts_with(SEPARATORS) {
        return None;
    }
    Some((number.parse().ok()?, format!("{}\n{other_lines}", rest.trim_start_matches(SEPARATORS))))
}

/// Parses what a direct message asks for. A leading slash is ignored, because some people type commands as text.
fn parse_request(message: &str) -> DirectRequest {
    let plain = text::typed(message);
    let text = &without_option(plain.trim_start_matches('/'))[..];
    let lower = text.to_lowercase();
    match lower.as_str() {
        "help" | "?" => return DirectRequest::Help,
        "hint" | "hints" => return DirectRequest::Hint,
        "resign" => return DirectRequest::Resign,
        "matches" => return DirectRequest::Matches,
        "move" | "show" => return DirectRequest::Ask(Ask::Show),
        "vote" => return DirectRequest::Ask(Ask::Question("vote".to_owned())),
        _ => {}
    }
    if let Some(game) = after_word(&lower, "rules") {
        return DirectRequest::Rules(game.trim().to_owned());
    }
    if after_word(&lower, "ahead").is_some() {
        return DirectRequest::Ask(Ask::Ahead(answers_in_advance(message)));
    }
    match lower.parse() {
        Ok(ask @ (Ask::Perform(_) | Ask::Me | Ask::Board | Ask::Show)) => DirectRequest::Ask(ask),
        // Those with an argument are only in components: as a text, they are actions of a game.
        Ok(Ask::Typed(_) | Ask::Question(_) | Ask::Ahead(_) | Ask::Away(..) | Ask::Back) | Err(()) => {
            DirectRequest::Ask(Ask::Typed(text.to_owned()))
        }
    }
}

/// Returns the answers after `ahead`, with semicolons in between. People may also write each answer on a line of its own.
fn answers_in_advance(message: &str) -> String {
    let lines: Vec<String> = message.lines().map(text::typed).filter(|line| !line.is_empty()).collect();
    let joined = without_option(lines.join("; ").trim_start_matches('/'));
    let answers = joined.get("ahead".len()..).unwrap_or_default();
    answers.trim_start_matches([';', ' ']).to_lowercase()
}

/// Returns what follows a word at the beginning of a text, or `None` if the text does not begin with that word.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    text.strip_prefix(word).filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_message_may_begin_with_the_number_of_its_match() {
        let typed = |text: &str| DirectRequest::Ask(Ask::Typed(text.to_owned()));
        for text in ["#3 L", "#3: L", " #3, L", "＃3 L", "**#3 L**", "#3\nL"] {
            assert_eq!(parse(text), (Some(MatchId(3)), typed("L")), "{text}");
        }
        assert_eq!(parse("#12"), (Some(MatchId(12)), DirectRequest::Ask(Ask::Show)));
        assert_eq!(parse("#2 me"), (Some(MatchId(2)), DirectRequest::Ask(Ask::Me)));
        assert_eq!(
            parse("#2 ahead URD\n-"),
            (Some(MatchId(2)), DirectRequest::Ask(Ask::Ahead("urd; -".to_owned())))
        );
        for text in ["#L", "#3L", "3 L"] {
            assert_eq!(parse(text), (None, typed(text)), "{text}");
        }
    }

    #[test]
    fn known_words_are_understood_and_everything_else_is_for_the_game() {
        for text in ["move", "/move", " show "] {
            assert_eq!(parse_request(text), DirectRequest::Ask(Ask::Show), "{text}");
        }
        assert_eq!(parse_request("Vote"), DirectRequest::Ask(Ask::Question("vote".to_owned())));
        assert_eq!(parse_request("Me"), DirectRequest::Ask(Ask::Me));
        assert_eq!(parse_request("/help"), DirectRequest::Help);
        assert_eq!(parse_request(""), DirectRequest::Ask(Ask::Typed(String::new())));
        assert_eq!(parse_request("RULES"), DirectRequest::Rules(String::new()));
        assert_eq!(parse_request("/rules Trice"), DirectRequest::Rules("trice".to_owned()));
        for text in ["ULD", "move ULD", "+S c1>d3", "hello there", "typed ULD"] {
            assert_eq!(
                parse_request(&format!("/{text} ")),
                DirectRequest::Ask(Ask::Typed(text.to_owned())),
                "{text}"
            );
        }
        for text in ["**ULD**", "||ULD||", "`ULD`", "“ULD”", "\u{200b}ＵＬＤ\u{feff}", "action:ULD"] {
            assert_eq!(parse_request(text), DirectRequest::Ask(Ask::Typed("ULD".to_owned())), "{text}");
        }
        assert_eq!(parse_request("/move action:L"), DirectRequest::Ask(Ask::Typed("move L".to_owned())));
        assert_eq!(parse_request("`/rules game:Trice`"), DirectRequest::Rules("trice".to_owned()));
        for text in ["ahead urd; -; ul", "/ahead answers: urd; —; ul", "**ahead**\nURD\n−\nUL"] {
            assert_eq!(
                parse_request(text),
                DirectRequest::Ask(Ask::Ahead("urd; -; ul".to_owned())),
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in any::<String>()) {
            let _ = (parse_request(&text), parse(&text), parse(&format!("#1{text}")));
            let _ = parse_request(&format!("move {text}"));
        }
    }
}
