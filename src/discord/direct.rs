//! Direct messages in plain text: a path, `garnet`, `me`, `help` and so on.

use poise::serenity_prelude as serenity;
use serenity::{Http, Message};

use super::answer::Answer;
use super::ask::{Ask, fulfil, pick};
use super::person::{id, person};
use super::which::{self, Which};
use super::{Bot, Failure, commands, texts_commands as texts};
use crate::games::triforce_building::{Action, Path, PathError};
use crate::matches::Person;

/// What a direct message says.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Said {
    Ask(Ask),
    Help,
    Rules,
    Matches,
    /// A path, nearly; with what is wrong about it.
    NoPath(PathError),
    Unknown,
}

/// Reads a direct message. A leading slash is forgiven: some type commands as texts.
fn read(text: &str) -> Said {
    let text = text.trim().trim_start_matches('/');
    match text.to_lowercase().as_str() {
        "help" | "?" => return Said::Help,
        "rules" => return Said::Rules,
        "matches" => return Said::Matches,
        "move" | "vote" => return Said::Ask(Ask::Pad),
        word => {
            if let Ok(ask) = word.parse() {
                return Said::Ask(ask);
            }
        }
    }
    let path = text.get(..5).filter(|verb| verb.eq_ignore_ascii_case("move ")).map_or(text, |_| &text[5..]);
    match path.parse::<Path>() {
        Ok(path) => Said::Ask(Ask::Do(Action::Move(path))),
        Err(error @ PathError::TooLong(_)) => Said::NoPath(error),
        // One wrong letter in something as short as a path was meant as one.
        Err(error @ PathError::NoStep(_)) if path != text || path.chars().count() <= Path::MAX => {
            Said::NoPath(error)
        }
        Err(_) => Said::Unknown,
    }
}

/// Answers a direct message, with one message.
pub(super) async fn answer(http: &Http, bot: &Bot, message: &Message) -> Result<(), Failure> {
    let person = person(bot.matches.store(), &message.author, None, None).await?;
    let channel = id(message.channel_id.get());
    let answer = respond(bot, &person, channel, &message.content).await;
    let answer = answer.unwrap_or_else(|failure| failure.told().into());
    message.channel_id.send_message(http, answer.into_message()).await?;
    Ok(())
}

async fn respond(bot: &Bot, person: &Person, channel: i64, text: &str) -> Result<Answer, Failure> {
    let matches = &bot.matches;
    let ask = match read(text) {
        Said::Ask(ask) => ask,
        Said::Help => return Ok(texts::help().into()),
        Said::Rules => return commands::rules_of(matches.games().main(), None),
        Said::Matches => return commands::list(bot, person).await,
        Said::NoPath(error) => return Err(Failure::denied(error.to_string())),
        Said::Unknown => return Ok(texts::unknown_text().into()),
    };
    let which = match ask {
        Ask::Do(_) | Ask::Typed(_) | Ask::Deed(_) | Ask::Pad => {
            which::acted_in(matches, person, None, channel).await?
        }
        Ask::Me | Ask::Board => which::played(matches, person, None, channel).await?,
    };
    match which {
        Which::One(game) => fulfil(matches, person, channel, &game, &ask).await,
        Which::Several(rows) => pick(matches, &rows, &ask).await,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::Seat;

    fn path(text: &str) -> Said {
        Said::Ask(Ask::Do(Action::Move(text.parse().unwrap())))
    }

    #[test]
    fn paths_and_words_are_understood() {
        for text in ["ULD", " uld ", "u, l, d", "↑←↓", "move ULD", "MOVE u l d", "/move uld"] {
            assert_eq!(read(text), path("ULD"), "{text}");
        }
        for text in ["-", "stay", "move -", "None"] {
            assert_eq!(read(text), path("-"), "{text}");
        }
        assert_eq!(read("Garnet"), Said::Ask(Ask::Do(Action::Garnet)));
        assert_eq!(read("ungarnet"), Said::Ask(Ask::Do(Action::Ungarnet)));
        assert_eq!(read("vote 5"), Said::Ask(Ask::Do(Action::Vote(Seat::new(5)))));
        assert_eq!(read("vote"), Said::Ask(Ask::Pad));
        assert_eq!(read("Me"), Said::Ask(Ask::Me));
        assert_eq!(read("/help"), Said::Help);
    }

    #[test]
    fn what_is_nearly_a_path_is_told_so_and_the_rest_is_not_understood() {
        assert!(matches!(read("ULDR"), Said::NoPath(PathError::TooLong(4))));
        assert!(matches!(read("ULX"), Said::NoPath(PathError::NoStep('X'))));
        assert!(matches!(read("move hello"), Said::NoPath(PathError::NoStep('h'))));
        assert_eq!(read("hello there"), Said::Unknown);
        assert_eq!(read("resolve"), Said::Unknown);
        assert_eq!(read(""), Said::Unknown);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in any::<String>()) {
            let _ = read(&text);
            let _ = read(&format!("move {text}"));
        }
    }
}
