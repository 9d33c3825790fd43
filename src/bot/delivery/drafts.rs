//! Drafts: what a player has drawn on a pad and not submitted. Discord alone has them, in the messages that asked the player, so
//! they are fetched when a message is to name one.

use std::borrow::Cow;

use super::courier::Courier;
use crate::play::drafts::{Draft, can_have_draft, on_pad};
use crate::play::texts::names_a_draft;
use trigon_engine::ids::{ChannelId, MessageId};
use trigon_engine::matches::{Match, Notice, Pending, Posted, Seq, Target};
use trigon_rules::games::Seat;

/// What the messages that asked a player show as drawn.
#[derive(Default)]
pub(super) struct DrawnOnPads {
    /// The draft on the pad that was used last.
    pub(super) draft: Option<Draft>,
    /// The messages that show a pad.
    pub(super) pads: Vec<MessageId>,
}

impl Courier {
    /// Returns the draft that a message names: a reminder the present one, and the news of a phase the one that was never
    /// submitted. Without an answer from Discord, it names none.
    pub(super) async fn draft_to_name(
        &self,
        pending: &Pending,
        notice: &Notice,
        game: &Match,
    ) -> Option<Draft> {
        let Target::User(user) = pending.target else { return None };
        let (seat, asked) = match notice {
            Notice::Reminder { seat, .. } => (*seat, game.up_to(game.seq()).ok()?),
            Notice::Personal { seat, .. } if self.writer.has_drawn(game.id, user) => {
                (*seat, closed_by(game, pending.seq)?)
            }
            _ => return None,
        };
        if !can_have_draft(&asked, seat) || !game.concerns(seat, user) {
            return None;
        }
        let channel = self.client.directs.channel(user).await?;
        let posted = self.matches.asked_last(game.id, user, None).await.ok()?;
        self.drawn(&asked, seat, channel, &posted).await.draft
    }

    /// Returns what these messages to a player show as drawn in answer to what is `asked`.
    pub(super) async fn drawn(
        &self,
        asked: &Match,
        seat: Seat,
        channel: ChannelId,
        posted: &[Posted],
    ) -> DrawnOnPads {
        let mut found = DrawnOnPads::default();
        if !can_have_draft(asked, seat) {
            return found;
        }
        let mut used_last = String::new();
        for Posted { message_id, .. } in posted.iter().filter(|posted| posted.message_id > MessageId(0)) {
            match self.client.fetch(channel, *message_id).await {
                Ok(shown) => {
                    let Some(pad) = on_pad(&shown.components, asked, seat) else { continue };
                    found.pads.push(*message_id);
                    let used = shown.edited_timestamp.unwrap_or(shown.timestamp);
                    if used >= used_last {
                        (found.draft, used_last) = (pad.draft, used);
                    }
                }
                Err(failure) => tracing::info!(match_id = asked.id.0, ?failure, "a draft cannot be read"),
            }
        }
        found
    }
}

/// Returns the match just before an entry that is an action and has closed a question. An entry that takes something back closes
/// questions, too, but then the drafts are taken back as well.
fn closed_by(game: &Match, seq: Seq) -> Option<Cow<'_, Match>> {
    let (before, then) = (game.up_to(seq - 1).ok()?, game.up_to(seq).ok()?);
    let is_action = then.log.last().is_some_and(|entry| entry.action().is_some());
    (is_action && before.question != then.question).then_some(before)
}

/// Returns whether a message shows a text already, apart from drafts: with its pad, a message loses what it could name.
pub(super) fn is_same(shown: &str, text: &str) -> bool {
    let lines = |text: &str| {
        text.trim().lines().filter(|line| !names_a_draft(line)).map(str::to_owned).collect::<Vec<_>>()
    };
    lines(shown) == lines(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::texts::never_submitted;

    #[test]
    fn a_message_that_names_a_draft_is_the_same_without_it() {
        let closed = "**Match** · round 1\nRound 1 is over.\nMatch 1";
        let shown = closed.replace("Match 1", &format!("{}\nMatch 1\n", never_submitted("**L**")));
        assert!(is_same(&shown, closed) && is_same(closed, closed));
        assert!(!is_same(&shown, "**Match** · round 1\nRound 1 is over."));
    }
}
