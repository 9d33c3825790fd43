//! [`Reference`]: the message of the bot to which a direct message replies. It settles which match is meant, and whether the
//! question that the player answers is still open.

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{Message, MessageReferenceKind};

use crate::ask::Ask;
use crate::play::texts::refusing;
use crate::play::{texts, typed};
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Bot, Failure};
use trigon_engine::ids::{MatchId, UserId};
use trigon_engine::matches::{ClosedQuestion, Match, Person};
use trigon_engine::store::Target;

/// A message of the bot about a match, to which somebody has replied.
pub(super) struct Reference {
    /// The match that the message is about, as it is now.
    pub(super) game: Arc<Match>,
    /// What has become of the question in the message, if it is closed.
    closed: Option<ClosedQuestion>,
}

impl Reference {
    /// Returns what a direct message replies to, or `None` if it is no reply to a message about a match. The bot looks it up in
    /// its own store, because the message may have been deleted. If the person has also written the `number` of another match,
    /// the number counts and not the reply.
    pub(super) async fn of(
        bot: &Bot,
        user: UserId,
        message: &Message,
        number: Option<MatchId>,
    ) -> Result<Option<Self>, Failure> {
        // A forwarded message also has a reference: to the message that was forwarded.
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

    /// Returns whether the message asked something and the question is closed.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.is_some()
    }

    /// Returns the answer to a request that cannot change anything, because the person has no seat in that match or because the
    /// question in the message is closed. Returns `None` if the request can be fulfilled.
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
