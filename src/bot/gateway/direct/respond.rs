//! The answers to direct messages: what a message asks for is done, in the match that it is about.

use poise::serenity_prelude as serenity;
use serenity::{Http, Message};

use super::parse::{DirectRequest, parse};
use crate::agree;
use crate::ask::{Ask, ask_which_match, find_match, fulfil};
use crate::gateway::chat;
use crate::gateway::reference::Reference;
use crate::info::help::help_for;
use crate::info::hint::hint_for;
use crate::info::{mine, rules, texts};
use crate::play::texts::refusing;
use crate::ui::lookup::{self, Lookup, Numbered};
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Bot, Failure};
use trigon_engine::ids::{ChannelId, MatchId};
use trigon_engine::matches::Person;
use trigon_rules::text;

/// Does what a direct message asks for, and returns the answer.
pub(super) async fn respond(
    http: &Http,
    bot: &Bot,
    person: &Person,
    message: &Message,
) -> Result<Answer, Failure> {
    if let Some(command) = server_command(&message.content) {
        return Ok(texts::slash_text(command).into());
    }
    let (number, request) = parse(&message.content);
    let response = Response { http, bot, person, message, channel: message.channel_id.stored(), number };
    match request {
        DirectRequest::Ask(ask) => response.to_ask(ask).await,
        DirectRequest::Rules(game) => response.to_rules(game).await,
        DirectRequest::Hint => response.to_hint().await,
        DirectRequest::Help => help_for(bot, person).await,
        DirectRequest::Resign => Ok(agree::really_resign().into()),
        DirectRequest::Matches => mine::list(bot, person).await,
    }
}

/// The response to a direct message that may be about a match.
struct Response<'a> {
    http: &'a Http,
    bot: &'a Bot,
    person: &'a Person,
    message: &'a Message,
    channel: ChannelId,
    /// The number of a match with which the message begins.
    number: Option<MatchId>,
}

impl Response<'_> {
    /// Does what a message asks of a match: the one with the number before it, the one that the message replies to, or the one
    /// that is meant.
    async fn to_ask(&self, ask: Ask) -> Result<Answer, Failure> {
        let reference = self.reference().await?;
        if let Some(refusal) = reference.as_ref().and_then(|reference| reference.refusal(self.person, &ask)) {
            return Ok(refusal);
        }
        let match_id = self.settled_match(reference.as_ref());
        if let Some(answer) = self.find_and_fulfil(match_id, ask).await? {
            return Ok(answer);
        }
        // No game reads the text as an action, but it may be what people write to each other.
        if let Some(guessed) = chat::guess_request(&text::typed(&self.message.content))
            && let Some(answer) = self.find_and_fulfil(match_id, guessed).await?
        {
            return Ok(answer);
        }
        let answer = Answer::from(self.not_understood(match_id).await);
        Ok(match_id.into_iter().fold(answer, Answer::about))
    }

    /// Fulfils a request in the match that is meant, or asks which one is. Returns `None` if the request is a text that no match
    /// reads as an action.
    async fn find_and_fulfil(&self, match_id: Option<MatchId>, ask: Ask) -> Result<Option<Answer>, Failure> {
        let (matches, person, channel) = (&self.bot.matches, self.person, self.channel);
        let Some(found) = find_match(matches, person, self.numbered(match_id), channel, &ask).await? else {
            return Ok(None);
        };
        let game = match found.lookup {
            Lookup::One(game) => game,
            Lookup::Several(rows) => return ask_which_match(matches, person, &rows, &ask).await.map(Some),
        };
        let answer = match fulfil(matches, person, channel, &game, &ask, found.parsed).await {
            Err(Failure::Refused(sentence)) => {
                let replaces = person.request.map_or(0, |request| request.replaces);
                Answer::from(refusing(sentence, replaces))
            }
            answer => answer?,
        };
        // A refusal is about the match, too: a reply to it means the same match.
        Ok(Some(answer.about(game.id)))
    }

    /// Returns the rules of a game, or of the match that is meant if the name is empty.
    async fn to_rules(&self, name: String) -> Result<Answer, Failure> {
        let (matches, person, channel) = (&self.bot.matches, self.person, self.channel);
        let reference = self.reference().await?;
        let game = if !name.is_empty() {
            None
        } else if let Some(number) = self.number {
            Some(lookup::known(self.http, matches, person, number, channel).await?)
        } else {
            reference.map(|reference| reference.game)
        };
        let name = game.map_or(name, |game| game.info().name.to_owned());
        rules::asked_for(matches, person, channel, &name).await
    }

    async fn to_hint(&self) -> Result<Answer, Failure> {
        let match_id = self.settled_match(self.reference().await?.as_ref());
        hint_for(self.bot, self.person, self.numbered(match_id), self.channel).await
    }

    async fn reference(&self) -> Result<Option<Reference>, Failure> {
        Reference::of(self.bot, self.person.user_id, self.message, self.number).await
    }

    /// Returns the match that is certainly meant: the one with the number before the message, or the one that the message replies to.
    fn settled_match(&self, reference: Option<&Reference>) -> Option<MatchId> {
        self.number.or_else(|| reference.map(|reference| reference.game.id))
    }

    fn numbered(&self, match_id: Option<MatchId>) -> Option<Numbered<'_>> {
        match_id.map(|id| Numbered::referred(id, self.http))
    }

    /// Says that a text was not understood, with examples from the match that waits for its author, if only one does.
    async fn not_understood(&self, match_id: Option<MatchId>) -> String {
        let (matches, person) = (&self.bot.matches, self.person);
        let examples = match lookup::acted_in(matches, person, self.numbered(match_id), self.channel).await {
            Ok(Lookup::One(game)) => {
                game.seat_of(person.user_id).and_then(|seat| texts::unknown_here(&game, seat))
            }
            Ok(Lookup::Several(_)) | Err(_) => None,
        };
        examples.unwrap_or_else(texts::unknown_text)
    }
}

/// Returns the command that somebody has written as a text, if it is one of those that work only in servers.
fn server_command(text: &str) -> Option<&'static str> {
    let first = text.trim_start().strip_prefix('/')?.split_whitespace().next()?.to_lowercase();
    ["play", "host", "season", "stats", "relocate"].into_iter().find(|command| *command == first)
}
