//! [`Reference`]: the message of the bot to which a direct message replies. It settles which match is meant.

use crate::ui::snowflakes::ToStored;
use std::sync::Arc;
use trigon_engine::ids::{MatchId, UserId};

use poise::serenity_prelude as serenity;
use serenity::{Message, MessageReferenceKind};

use crate::ask::Ask;
use crate::play::texts::refusing;
use crate::play::{texts, typed};
use crate::ui::{Answer, Bot, Failure};
use trigon_engine::matches::{ClosedQuestion, Match, Person};
use trigon_engine::store::Target;

/// What a message is about to which somebody replies.
pub(super) struct Reference {
    /// The match that it is about.
    pub(super) game: Arc<Match>,
    /// What has become of what it asked, if that is closed.
    closed: Option<ClosedQuestion>,
}

impl Reference {
    /// Returns what the message is about to which a person replies, as far as that is known. It may be deleted by now. A number that
    /// the person has written says more than the reply.
    pub(super) async fn of(
        bot: &Bot,
        user: UserId,
        message: &Message,
        number: Option<MatchId>,
    ) -> Result<Option<Self>, Failure> {
        // A forwarded message refers to where it comes from.
        let reference = message.message_reference.as_ref();
        let reference = reference.filter(|reference| reference.kind == MessageReferenceKind::Default);
        let Some(to) = reference.and_then(|reference| reference.message_id) else { return Ok(None) };
        let Some(referred) = bot.matches.referred_to(Target::User(user), to.stored()).await? else {
            return Ok(None);
        };
        if number.is_some_and(|number| number != referred.match_id) {
            return Ok(None);
        }
        let game = bot.matches.load(referred.match_id).await?;
        let closed =
            if game.stopped_by_rules().is_some() { None } else { game.closed_since(referred, user)? };
        Ok(Some(Self { game, closed }))
    }

    /// Returns whether it asked something, and that is closed.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.is_some()
    }

    /// Returns why a request in reply to it changes nothing: the person has no seat in that match, or what it asked is over.
    pub(super) fn refusal(&self, person: &Person, ask: &Ask) -> Option<Answer> {
        let game = &self.game;
        let text = match (typed::require_seat(person, game), &self.closed) {
            (Err(no_seat), _) => no_seat.report(),
            (Ok(seat), Some(closed)) if ask.may_change_something() => texts::closed(game, seat, closed),
            _ => return None,
        };
        let replaces = person.request.map_or(0, |request| request.replaces);
        Some(Answer::from(refusing(text, replaces)).about(game.id))
    }
}
