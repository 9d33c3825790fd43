//! [`ReferencedMessage`]: what a message of the bot is about, for those who reply to it or ask about it.

use super::matches::Matches;
use crate::ids::{MatchId, MessageId, UserId};
use crate::matches::model::control::Seq;
use crate::matches::model::error::MatchError;
use crate::matches::model::game_match::Match;
use crate::matches::model::notice::Notice;
use crate::store::{NoticeKind, StoreError, Target};

/// A message of the bot to which somebody replies, or about which somebody asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReferencedMessage {
    /// The match that it is about.
    pub match_id: MatchId,
    /// The last entry that it may show.
    pub seq: Seq,
    /// The entry after which it shows the match, if it is about what was asked then.
    asked: Option<Seq>,
}

/// What has become of what a match asked at some time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedQuestion {
    /// The phase in which it was asked.
    pub phase: String,
    /// Whether it was taken back since, rather than played to its end.
    pub is_undone: bool,
}

/// Returns whether a direct message with this notice is about what a player is asked.
fn asks(notice: &Notice) -> bool {
    matches!(
        notice,
        Notice::Personal { .. }
            | Notice::Reminder { .. }
            | Notice::Nudged { .. }
            | Notice::Late { .. }
            | Notice::Absent { .. }
            | Notice::Grace { .. }
            | Notice::Extended { .. }
            | Notice::Paused { .. }
            | Notice::Resumed { .. }
            | Notice::EndsEarly { .. }
            | Notice::GoesOn { .. }
            | Notice::Unseen { .. }
    )
}

impl Matches {
    /// Returns what a message is about that the bot sent to a person or a channel, by its Discord ID; `None` if that is not known.
    pub async fn referred_to(
        &self,
        to: Target,
        message_id: MessageId,
    ) -> Result<Option<ReferencedMessage>, StoreError> {
        let Some(sent) = self.store().sent_as(to, message_id).await? else { return Ok(None) };
        let Some(match_id) = sent.match_id else { return Ok(None) };
        let is_asking =
            sent.kind == NoticeKind::Panel || Notice::read(&sent.notice).is_some_and(|notice| asks(&notice));
        Ok(Some(ReferencedMessage { match_id, seq: sent.seq, asked: is_asking.then_some(sent.seq) }))
    }
}

impl Match {
    /// Returns what has become of what a message asked a person, if that is closed; `None` also if it asked nothing.
    ///
    /// # Errors
    /// Fails if the log cannot be folded.
    pub fn closed_since(
        &self,
        message: ReferencedMessage,
        user_id: UserId,
    ) -> Result<Option<ClosedQuestion>, MatchError> {
        let Some(seq) = message.asked else { return Ok(None) };
        let then = self.up_to(seq)?;
        let (Some(session), Some(seat)) = (&then.session, then.seat_of(user_id)) else { return Ok(None) };
        // Once a match is over, nobody is asked anything, so the match does not say it.
        if session.to_act().iter().all(|decision| decision.seat != seat) {
            return Ok(None);
        }
        let phase = session.phase();
        let now = self.session.as_ref().map(|session| session.phase().id);
        // A phase that was begun again after an undo asks anew, perhaps about something else.
        if self.is_going_on() && now.as_ref() == Some(&phase.id) && then.question.undos == self.question.undos
        {
            return Ok(None);
        }
        let is_undone =
            then.question.undos != self.question.undos && self.question.number <= then.question.number;
        Ok(Some(ClosedQuestion { phase: phase.title, is_undone: is_undone && self.is_going_on() }))
    }
}
