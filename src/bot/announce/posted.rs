//! The messages of a match in its channel: which one is the newest, and which have outdated buttons.

use crate::ui::words::link;
use trigon_engine::matches::{InternalError, Match, Matches, Notice, Posted, Seq, Target};

/// The number of recent messages to look at.
const LOOK: u32 = 60;

/// A match message in its channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct InChannel {
    channel_id: i64,
    /// The Discord ID.
    pub(crate) message_id: i64,
}

impl InChannel {
    /// Returns the location of a message, or `None` if it is a direct message, or if another process sent it and its ID
    /// is unknown.
    fn of(posted: &Posted) -> Option<Self> {
        match posted.target {
            Target::Channel(channel_id) if posted.message_id != 0 => {
                Some(Self { channel_id, message_id: posted.message_id })
            }
            _ => None,
        }
    }

    /// Returns the link to the message.
    pub(crate) fn link(self, game: &Match) -> String {
        link(game.guild_id, self.channel_id, self.message_id)
    }
}

/// Returns whether a notice becomes a match message.
fn is_match_message(notice: &Notice) -> bool {
    matches!(notice, Notice::News { .. } | Notice::Board)
}

/// Returns the newest match message of a match.
pub(crate) async fn newest(matches: &Matches, game: &Match) -> Result<Option<InChannel>, InternalError> {
    let posted = matches.posted_to(game.id, Target::Channel(game.channel_id), LOOK).await?;
    let mut shown = posted.iter().filter(|posted| posted.notice.as_ref().is_some_and(is_match_message));
    Ok(shown.next().and_then(InChannel::of))
}

/// A message made outdated by a newer one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outdated {
    pub(crate) channel: i64,
    pub(crate) message: i64,
    /// The log entry after which it shows the match.
    pub(crate) seq: Seq,
    /// What remains of it.
    pub(crate) left: Left,
}

/// What remains of an outdated message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Left {
    /// Everything but the buttons.
    Text,
    /// What happened, without the question and the buttons.
    Story,
    /// The sign-up post, with what became of the sign-up.
    SignUp,
    /// The roster, without the time at which play was to begin.
    Roster,
    /// A line saying that the match continues below, where the same state is shown.
    Line,
}

/// Returns the messages that become outdated once `new` is in the channel with the ID `sent_as`.
///
/// A press removes the buttons of its own message, unless the program stopped before that. In that case the result is
/// announced `late`, and the buttons are still there.
pub(crate) async fn outdated(
    matches: &Matches,
    game: &Match,
    new: &Notice,
    sent_as: i64,
    late: bool,
) -> Result<Vec<Outdated>, InternalError> {
    let opens = *new == Notice::Reopened;
    // What is left behind is no longer kept up to date.
    let moved = if let Notice::Moved { from, .. } = new { Some(*from) } else { None };
    let all = is_match_message(new)
        || opens
        || moved.is_some()
        || matches!(new, Notice::Cancelled | Notice::Pregame { .. });
    let offers = all || matches!(new, Notice::Answered { .. }) && game.offer().is_none();
    let handed =
        matches!(new, Notice::Tenure { .. } | Notice::NotHandedOver { .. } | Notice::NotAgreed { .. });
    let closes = matches!(new, Notice::RosterClosed { .. } | Notice::RosterStaysOpen { .. });
    if !offers && !handed && !closes {
        return Ok(Vec::new());
    }
    let pressed = if let Notice::News { pressed, .. } = new { pressed.filter(|_| !late) } else { None };
    let mut outdated = Vec::new();
    let place = Target::Channel(moved.unwrap_or(game.channel_id));
    let before = matches.posted_to(game.id, place, LOOK).await?;
    // IDs grow over time: neither the new message nor anything another process sent after it is outdated.
    for posted in before.into_iter().filter(|posted| posted.message_id < sent_as) {
        let Some(old) = &posted.notice else { continue };
        let has_buttons = match old {
            // While it is open, it can still be answered.
            Notice::Offered { .. } => offers && game.offer().is_none(),
            Notice::Handover { seat, .. } => game.handover(*seat).is_none(),
            Notice::Proposed { .. } => game.proposal().is_none(),
            Notice::Created => all || closes,
            Notice::TimeOut { .. } | Notice::Pregame { .. } | Notice::Roster { .. } => all,
            _ => all && is_match_message(old),
        };
        if let Some(found) = InChannel::of(&posted).filter(|_| has_buttons)
            && pressed != Some(found.message_id)
        {
            let left = match old {
                Notice::Created if moved.is_none() => Left::SignUp,
                Notice::Pregame { .. } if game.session.is_some() => Left::Roster,
                old if *new == Notice::Board && is_match_message(old) => Left::Line,
                old if is_match_message(old) && game.info().has_long_phases() => Left::Story,
                _ => Left::Text,
            };
            outdated.push(Outdated {
                channel: found.channel_id,
                message: found.message_id,
                seq: posted.seq,
                left,
            });
        }
        if handed {
            // It may have been asked several rounds ago.
            continue;
        }
        // Earlier messages were handled when this one was sent.
        let is_offer = matches!(old, Notice::Offered { .. });
        if is_match_message(old) || matches!(old, Notice::Pregame { .. }) && !opens || is_offer && !all {
            break;
        }
    }
    Ok(outdated)
}
