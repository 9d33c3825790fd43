//! What people write to the bot as they would to a person: questions and small talk that no game reads as an answer.

use crate::ask::Ask;

/// What the author of a phrase wants to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SmallTalk {
    /// Which question is open, and which answer to it is stored.
    Question,
    /// The author’s own place and state in the match.
    Me,
    /// The board, and the other players.
    Board,
}

/// The phrases that are known, in lower case, without apostrophes and without punctuation at the end.
const PHRASES: [(SmallTalk, &[&str]); 3] = [
    (
        SmallTalk::Question,
        &[
            "ok",
            "okay",
            "k",
            "kk",
            "yes",
            "no",
            "same",
            "same again",
            "keep",
            "keep it",
            "as before",
            "no change",
            "unchanged",
            "done",
            "undo",
            "cancel",
            "back",
            "reset",
            "clear",
            "delete",
            "remove",
            "change",
            "change it",
            "change my path",
            "thanks",
            "thank you",
            "thx",
            "ty",
            "what now",
            "now what",
            "what next",
            "what do i do",
            "what should i do",
            "what can i do",
            "options",
            "choices",
            "what did i send",
            "what have i sent",
            "what is my path",
            "whats my path",
            "my path",
            "my answer",
            "did you get it",
            "is it stored",
            "stored",
            "submit",
            "send",
            "when",
            "when does it end",
            "when does the round end",
            "when is the deadline",
            "deadline",
            "how long",
            "how much time",
            "how much time is left",
            "time",
            "time left",
            "lol",
            "lmao",
            "rofl",
            "xd",
            "hehe",
            ":d",
            ":-d",
            ":dd",
            ":ddd",
            "haha",
            "hm",
            "hmm",
            "oops",
            "wait what",
            "huh",
        ],
    ),
    (
        SmallTalk::Me,
        &[
            "where am i",
            "where am i now",
            "where",
            "my position",
            "position",
            "my cell",
            "cell",
            "status",
            "my status",
            "stats",
            "who am i",
            "my letter",
            "letter",
            "my priority",
            "priority",
            "my garnets",
            "garnets",
            "how many garnets do i have",
            "do i have a token",
            "token",
            "am i powered",
            "powered",
            "am i safe",
            "am i out",
            "am i still in",
            "what round is it",
            "what round",
            "which round",
            "which round is it",
            "round",
        ],
    ),
    (
        SmallTalk::Board,
        &[
            "who is left",
            "whos left",
            "who is still in",
            "who is in",
            "whos in",
            "who is out",
            "whos out",
            "who is safe",
            "whos safe",
            "who is playing",
            "players",
            "map",
            "grid",
            "picture",
            "show board",
            "show the board",
            "show me the board",
            "the board",
            "whose turn is it",
            "whose turn",
            "score",
            "standings",
        ],
    ),
];

/// Returns the request that a text which no game reads probably means, if it is a known phrase. Direct messages are answered with
/// it before they are answered with “not understood”.
pub(super) fn guess_request(text: &str) -> Option<Ask> {
    let lower = text.to_lowercase().replace(['\'', '’'], "");
    let plain = lower.trim_end_matches(|c: char| c.is_ascii_punctuation() || c.is_whitespace());
    let (topic, _) = PHRASES.iter().find(|(_, texts)| texts.contains(&plain))?;
    Some(match topic {
        SmallTalk::Question => Ask::Show,
        SmallTalk::Me => Ask::Me,
        SmallTalk::Board => Ask::Board,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn what_people_write_is_guessed_and_nothing_else_is() {
        for (text, ask) in [
            ("Where am I?", Ask::Me),
            ("what round is it", Ask::Me),
            ("Who’s left??", Ask::Board),
            ("OK!", Ask::Show),
            ("undo", Ask::Show),
            ("What’s my path?", Ask::Show),
        ] {
            assert_eq!(guess_request(text), Some(ask), "{text}");
        }
        for text in ["", "?", "hello there", "where is everybody", "left"] {
            assert_eq!(guess_request(text), None, "{text}");
        }
    }

    #[test]
    fn each_text_means_one_thing() {
        let all: Vec<&str> = PHRASES.iter().flat_map(|(_, texts)| texts.iter().copied()).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        assert!(
            all.iter().all(|text| guess_request(text).is_some()),
            "some are not written as they are compared"
        );
        assert!(all.len() >= 100);
    }
}
