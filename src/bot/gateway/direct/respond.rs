//! What a direct message is answered.

use poise::serenity_prelude as serenity;
use serenity::{Http, Message};

use super::parse::{DirectRequest, parse};
use crate::agree;
use crate::ask::{Ask, FoundMatch, ask_which_match, find_match, fulfil};
use crate::gateway::chat;
use crate::gateway::referred::Reference;
use crate::info::help::help_for;
use crate::info::hint::hint_for;
use crate::info::{mine, rules, texts};
use crate::play::texts::refusing;
use crate::ui::lookup::{self, Lookup, Numbered};
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Bot, Failure};
use trigon_engine::ids::{ChannelId, MatchId};
use trigon_engine::matches::{Matches, Person};
use trigon_rules::text;

/// Does what a direct message asks for, and returns the answer.
pub(super) async fn respond(
    http: &Http,
    bot: &Bot,
    person: &Person,
    message: &Message,
) -> Result<Answer, Failure> {
    let (matches, channel) = (&bot.matches, message.channel_id.stored());
    if let Some(command) = server_command(&message.content) {
        return Ok(texts::slash_text(command).into());
    }
    let (number, request) = parse(&message.content);
    match request {
        DirectRequest::Ask(ask) => respond_to_ask(http, bot, person, message, number, ask).await,
        DirectRequest::Rules(game) => {
            let referred = Reference::of(bot, person.user_id, message, number).await?;
            let of_match = match (number, referred) {
                _ if !game.is_empty() => None,
                (Some(number), _) => Some(lookup::known(http, matches, person, number, channel).await?),
                (None, referred) => referred.map(|referred| referred.game),
            };
            let game = of_match.map_or(game, |of_match| of_match.info().name.to_owned());
            rules::asked_for(matches, person, channel, &game).await
        }
        DirectRequest::Hint => {
            let referred = Reference::of(bot, person.user_id, message, number).await?;
            let match_id = number.or_else(|| referred.map(|referred| referred.game.id));
            let number = match_id.map(|id| Numbered::referred(id, http));
            hint_for(bot, person, number, channel).await
        }
        DirectRequest::Help => help_for(bot, person).await,
        DirectRequest::Resign => Ok(agree::really_resign().into()),
        DirectRequest::Matches => mine::list(bot, person).await,
    }
}

/// Does what a direct message asks of a match: the one with the number before it, the one that the message replies to, or the
/// one that is meant.
async fn respond_to_ask(
    http: &Http,
    bot: &Bot,
    person: &Person,
    message: &Message,
    number: Option<MatchId>,
    ask: Ask,
) -> Result<Answer, Failure> {
    let (matches, channel) = (&bot.matches, message.channel_id.stored());
    let referred = Reference::of(bot, person.user_id, message, number).await?;
    if let Some(refusal) = referred.as_ref().and_then(|referred| referred.refusal(person, &ask)) {
        return Ok(refusal);
    }
    let match_id = number.or_else(|| referred.map(|referred| referred.game.id));
    let number = match_id.map(|id| Numbered::referred(id, http));
    let (ask, found) = match find_match(matches, person, number, channel, &ask).await? {
        Some(found) => (ask, found),
        None => match guess(matches, person, number, channel, &message.content).await? {
            Some(guessed) => guessed,
            None => {
                let answer = Answer::from(not_understood(matches, person, number, channel).await);
                return Ok(match_id.into_iter().fold(answer, Answer::about));
            }
        },
    };
    match found.lookup {
        Lookup::One(game) => {
            // A reply to a refusal is about the same match, too.
            let replaces = person.request.map_or(0, |request| request.replaces);
            match fulfil(matches, person, channel, &game, &ask, found.parsed).await {
                Ok(answer) => Ok(answer.about(game.id)),
                Err(Failure::Refused(sentence)) => {
                    Ok(Answer::from(refusing(sentence, replaces)).about(game.id))
                }
                Err(failure) => Err(failure),
            }
        }
        Lookup::Several(rows) => ask_which_match(matches, person, &rows, &ask).await,
    }
}

/// Says that a text was not understood, with examples from the match that waits for its author, if only one does.
async fn not_understood(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
) -> String {
    let waits = match lookup::acted_in(matches, person, number, channel).await {
        Ok(Lookup::One(game)) => game.seat_of(person.user_id).map(|seat| (game, seat)),
        Ok(Lookup::Several(_)) | Err(_) => None,
    };
    let with_examples = waits.and_then(|(game, seat)| texts::unknown_here(&game, seat));
    with_examples.unwrap_or_else(texts::unknown_text)
}

/// Returns which of the commands that work in servers alone somebody has written as a text.
fn server_command(text: &str) -> Option<&'static str> {
    let first = text.trim_start().strip_prefix('/')?.split_whitespace().next()?.to_lowercase();
    ["play", "host", "season", "stats", "relocate"].into_iter().find(|command| *command == first)
}

/// Returns what somebody has in mind who writes a text that no game reads, with the match that is meant, if it can be guessed.
async fn guess(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
    said: &str,
) -> Result<Option<(Ask, FoundMatch)>, Failure> {
    let Some(ask) = chat::meant(&text::typed(said)) else { return Ok(None) };
    let found = find_match(matches, person, number, channel, &ask).await?;
    Ok(found.map(|found| (ask, found)))
}
