//! Direct messages in plain text: `me`, `help` and so on, or an action of the match that waits for the sender.

use poise::serenity_prelude as serenity;
use serenity::{Http, Message, MessageType, Nonce};
use tokio::sync::Semaphore;

use crate::discord::ask::{Ask, fulfil, pick};
use crate::discord::info::help::help_for;
use crate::discord::info::{mine, rules, texts};
use crate::discord::play::typed;
use crate::discord::ui::lookup::{self, Lookup};
use crate::discord::ui::person::{id, person, request};
use crate::discord::ui::{Answer, Bot, Failure};
use crate::figures::figures;
use crate::matches::Person;

/// The places at which direct messages are worked on.
static DECIDING: Semaphore = Semaphore::const_new(8);

/// The number of answers that are sent at the same time: fewer than connections that a process may have.
static SENDING: Semaphore = Semaphore::const_new(64);

/// The meaning of a direct message.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Said {
    Ask(Ask),
    Help,
    Rules,
    Matches,
}

/// Reads a direct message. A leading slash is forgiven, because some people type commands as texts.
fn read(text: &str) -> Said {
    let text = text.trim().trim_start_matches('/');
    match text.to_lowercase().as_str() {
        "help" | "?" => Said::Help,
        "rules" => Said::Rules,
        "matches" => Said::Matches,
        "move" | "vote" | "show" => Said::Ask(Ask::Show),
        word => match word.parse() {
            Ok(ask @ (Ask::Deed(_) | Ask::Me | Ask::Board | Ask::Show)) => Said::Ask(ask),
            Ok(Ask::Typed(_)) | Err(()) => Said::Ask(Ask::Typed(text.to_owned())),
        },
    }
}

/// Returns whether somebody has written a message, unlike the notice that a message was pinned.
pub(super) fn is_text(message: &Message) -> bool {
    matches!(message.kind, MessageType::Regular | MessageType::InlineReply)
}

/// Answers a direct message, with one message.
pub(super) async fn answer(http: &Http, bot: &Bot, message: &Message) -> Result<(), Failure> {
    let store = bot.matches.store();
    let person = person(store, &message.author, None, None, request(message.id.get())).await?;
    let channel = id(message.channel_id.get());
    // In the order in which a person has written, and one after the other, so that nobody holds up others by writing a lot.
    let _turn = bot.writers.wait(person.user_id).await;
    let answer = {
        let _place = DECIDING.acquire().await;
        respond(bot, &person, channel, &message.content).await
    };
    let answer = answer.unwrap_or_else(|failure| failure.told().into());
    let _place = SENDING.acquire().await;
    // If this process ends before it has noted the answer, the next one answers again: Discord then knows the nonce.
    let nonce = Nonce::String(format!("re {}", message.id));
    let answer = answer.into_message().nonce(nonce).enforce_nonce(true);
    message.channel_id.send_message(http, answer).await?;
    figures().direct_messages.inc();
    store.set_direct_channel(person.user_id, channel, id(message.id.get())).await?;
    Ok(())
}

async fn respond(bot: &Bot, person: &Person, channel: i64, text: &str) -> Result<Answer, Failure> {
    let matches = &bot.matches;
    let ask = match read(text) {
        Said::Ask(ask) => ask,
        Said::Help => return help_for(bot, person).await,
        Said::Rules => return rules::rules_of(matches.games().main(), None),
        Said::Matches => return mine::list(bot, person).await,
    };
    let found = match &ask {
        Ask::Typed(text) => match typed::which(matches, person, None, channel, text).await? {
            Some(which) => which,
            None => return Ok(texts::unknown_text().into()),
        },
        Ask::Deed(_) | Ask::Show => lookup::acted_in(matches, person, None, channel).await?,
        Ask::Me | Ask::Board => lookup::played(matches, person, None, channel).await?,
    };
    match found {
        Lookup::One(game) => fulfil(matches, person, channel, &game, &ask).await,
        Lookup::Several(rows) => pick(matches, &rows, &ask).await,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn known_words_are_understood_and_everything_else_is_for_the_game() {
        for text in ["move", "/move", "Vote", " show "] {
            assert_eq!(read(text), Said::Ask(Ask::Show), "{text}");
        }
        assert_eq!(read("Me"), Said::Ask(Ask::Me));
        assert_eq!(read("/help"), Said::Help);
        assert_eq!(read(""), Said::Ask(Ask::Typed(String::new())));
        assert_eq!(read("RULES"), Said::Rules);
        for text in ["ULD", "move ULD", "+S c1>d3", "hello there", "typed ULD"] {
            assert_eq!(read(&format!("/{text} ")), Said::Ask(Ask::Typed(text.to_owned())), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in any::<String>()) {
            let _ = read(&text);
            let _ = read(&format!("move {text}"));
        }
    }
}
