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
pub(super) fn parse(said: &str) -> (Option<MatchId>, DirectRequest) {
    let (first, others) = said.trim_start().split_once('\n').unwrap_or((said, ""));
    let first = text::typed(first);
    let numbered = first.strip_prefix('#').and_then(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, rest) = rest.split_at(end);
        let is_apart = rest.is_empty() || rest.starts_with([' ', ':', ',', ';']);
        Some((number.parse().ok().filter(|_| is_apart)?, rest.trim_start_matches([' ', ':', ',', ';'])))
    });
    match numbered {
        Some((number, rest)) if rest.is_empty() && others.trim().is_empty() => {
            (Some(number), DirectRequest::Ask(Ask::Show))
        }
        Some((number, rest)) => (Some(number), parse_text(&format!("{rest}\n{others}"))),
        None => (None, parse_text(said)),
    }
}

/// Parses what a direct message asks for. A leading slash is ignored, because some people type commands as text.
fn parse_text(said: &str) -> DirectRequest {
    let plain = text::typed(said);
    let text = &without_option(plain.trim_start_matches('/'))[..];
    match text.to_lowercase().as_str() {
        "help" | "?" => DirectRequest::Help,
        "hint" | "hints" => DirectRequest::Hint,
        "resign" => DirectRequest::Resign,
        rules if let Some(game) = rules.strip_prefix("rules").filter(|rest| is_separate_word(rest)) => {
            DirectRequest::Rules(game.trim().to_owned())
        }
        ahead if ahead.strip_prefix("ahead").is_some_and(is_separate_word) => {
            // A line is an answer.
            let lines: Vec<String> = said.lines().map(text::typed).filter(|line| !line.is_empty()).collect();
            let answers = without_option(lines.join("; ").trim_start_matches('/'));
            let rest = answers.get("ahead".len()..).unwrap_or_default();
            DirectRequest::Ask(Ask::Ahead(rest.trim_start_matches([';', ' ']).to_lowercase()))
        }
        "matches" => DirectRequest::Matches,
        "move" | "show" => DirectRequest::Ask(Ask::Show),
        "vote" => DirectRequest::Ask(Ask::Question("vote".to_owned())),
        word => match word.parse() {
            Ok(ask @ (Ask::Perform(_) | Ask::Me | Ask::Board | Ask::Show)) => DirectRequest::Ask(ask),
            Ok(Ask::Typed(_) | Ask::Question(_) | Ask::Ahead(_) | Ask::Away(..) | Ask::Back) | Err(()) => {
                DirectRequest::Ask(Ask::Typed(text.to_owned()))
            }
        },
    }
}

/// Returns whether `rest` does not continue the word before it.
fn is_separate_word(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(char::is_whitespace)
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
            assert_eq!(parse_text(text), DirectRequest::Ask(Ask::Show), "{text}");
        }
        assert_eq!(parse_text("Vote"), DirectRequest::Ask(Ask::Question("vote".to_owned())));
        assert_eq!(parse_text("Me"), DirectRequest::Ask(Ask::Me));
        assert_eq!(parse_text("/help"), DirectRequest::Help);
        assert_eq!(parse_text(""), DirectRequest::Ask(Ask::Typed(String::new())));
        assert_eq!(parse_text("RULES"), DirectRequest::Rules(String::new()));
        assert_eq!(parse_text("/rules Trice"), DirectRequest::Rules("trice".to_owned()));
        for text in ["ULD", "move ULD", "+S c1>d3", "hello there", "typed ULD"] {
            assert_eq!(
                parse_text(&format!("/{text} ")),
                DirectRequest::Ask(Ask::Typed(text.to_owned())),
                "{text}"
            );
        }
        for text in ["**ULD**", "||ULD||", "`ULD`", "“ULD”", "\u{200b}ＵＬＤ\u{feff}", "action:ULD"] {
            assert_eq!(parse_text(text), DirectRequest::Ask(Ask::Typed("ULD".to_owned())), "{text}");
        }
        assert_eq!(parse_text("/move action:L"), DirectRequest::Ask(Ask::Typed("move L".to_owned())));
        assert_eq!(parse_text("`/rules game:Trice`"), DirectRequest::Rules("trice".to_owned()));
        for text in ["ahead urd; -; ul", "/ahead answers: urd; —; ul", "**ahead**\nURD\n−\nUL"] {
            assert_eq!(parse_text(text), DirectRequest::Ask(Ask::Ahead("urd; -; ul".to_owned())), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in any::<String>()) {
            let _ = (parse_text(&text), parse(&text), parse(&format!("#1{text}")));
            let _ = parse_text(&format!("move {text}"));
        }
    }
}
