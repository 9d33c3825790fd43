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

impl Matches {
    /// Returns what a message is about that the bot sent to a person or a channel, by its Discord ID; `None` if that is not known.
    pub async fn referred_to(
        &self,
        to: Target,
        message_id: MessageId,
    ) -> Result<Option<ReferencedMessage>, StoreError> {
        let Some(sent) = self.store().sent_as(to, message_id).await? else { return Ok(None) };
        let Some(match_id) = sent.match_id else { return Ok(None) };
        let is_asking = sent.kind == NoticeKind::Panel
            || Notice::read(&sent.notice).is_some_and(|notice| asks_a_player(&notice));
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
        // The session is asked rather than the match, which says nothing any more once it is over.
        if session.to_act().iter().all(|decision| decision.seat != seat) {
            return Ok(None);
        }
        let asked_in = session.phase();
        let phase_now = self.session.as_ref().map(|session| session.phase().id);
        let was_undone_since = then.question.undos != self.question.undos;
        // A phase that was begun again after an undo asks anew, perhaps about something else.
        let is_open = self.is_going_on() && phase_now.as_ref() == Some(&asked_in.id) && !was_undone_since;
        if is_open {
            return Ok(None);
        }
        let is_undone =
            self.is_going_on() && was_undone_since && self.question.number <= then.question.number;
        Ok(Some(ClosedQuestion { phase: asked_in.title, is_undone }))
    }
}

/// Returns whether a direct message with this notice is about what a player is asked.
fn asks_a_player(notice: &Notice) -> bool {
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
