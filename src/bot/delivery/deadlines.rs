//! Deadlines in the direct messages that ask players: when a message has told a player that the deadline has changed, the earlier
//! message with the question is edited to show the new one. What channels show is up to the writer (`delivery/writer/`).

use super::client::Client;
use super::courier::{Attempt, Courier};
use super::request_error::RequestError;
use crate::play::texts::{CLOCK_STOPPED, time};
use crate::ui::words::when;
use trigon_engine::ids::{ChannelId, MatchId, MessageId};
use trigon_engine::matches::{Match, Matches, Millis, Notice, Pending, Posted, Target};
use trigon_engine::store::StoreError;

impl Courier {
    /// Updates the deadline in the message that asks a player, if the message that was just sent (`sent`) tells of another one. A
    /// failure is only logged, because the player has read of the change.
    pub(super) async fn show_deadline(&self, pending: &Pending, attempt: &Attempt, sent: MessageId) {
        let (Some(game), Target::User(user)) =
            (attempt.game.as_ref().filter(|_| changes_deadline(&attempt.notice)), pending.target)
        else {
            return;
        };
        let question = match find_question(&self.matches, game.id, pending.target, sent).await {
            Ok(Some(question)) => question,
            Ok(None) => return,
            Err(error) => {
                tracing::warn!(message = pending.id.0, %error, "the question cannot be found");
                return;
            }
        };
        let updated = match self.client.direct_channel(user).await {
            Ok(channel) => update_deadline(&self.client, channel, question.message_id, game).await,
            Err(failure) => Err(failure),
        };
        if let Err(failure) = updated {
            tracing::info!(message = pending.id.0, ?failure, "an old deadline stays");
        }
    }
}

/// The number of messages to a player among which the question is looked for.
const MAX_SEARCHED: u32 = 200;

/// Returns whether a notice is about a changed deadline.
pub(super) fn changes_deadline(notice: &Notice) -> bool {
    matches!(
        notice,
        Notice::Paused { .. }
            | Notice::Resumed { .. }
            | Notice::Extended { .. }
            | Notice::Grace { .. }
            | Notice::Late { .. }
            | Notice::Absent { .. }
    )
}

/// Returns the last message before `sent` that asks the same player something, if there is one.
pub(super) async fn find_question(
    matches: &Matches,
    match_id: MatchId,
    target: Target,
    sent: MessageId,
) -> Result<Option<Posted>, StoreError> {
    let posted = matches.posted_to(match_id, target, MAX_SEARCHED).await?;
    let mut earlier = posted.into_iter().filter(|posted| posted.message_id < sent);
    let asks = |posted: &Posted| matches!(posted.notice, Some(Notice::Personal { .. }));
    Ok(earlier.find(asks).filter(|posted| posted.message_id > MessageId(0)))
}

/// Edits a message to show the current deadline. Its components stay, with any draft on them.
pub(super) async fn update_deadline(
    client: &Client,
    channel: ChannelId,
    message: MessageId,
    game: &Match,
) -> Result<(), RequestError> {
    let text = client.fetch(channel, message).await?.content;
    let new = rewritten(&text, game);
    if new == text { Ok(()) } else { client.edit_text(channel, message, &new).await }
}

/// Returns the text of a message with the current deadline, or with the news that the clock stands still.
fn rewritten(text: &str, game: &Match) -> String {
    let line = |line: &str| {
        if is_time_line(line) {
            return time(game);
        }
        game.deadline.map_or_else(|| line.to_owned(), |deadline| retimed(line, deadline))
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns whether a line says when the question ends, and nothing else.
fn is_time_line(line: &str) -> bool {
    line == CLOCK_STOPPED || line.starts_with("Ends <t:")
}

/// Replaces the time in a line that has one: the deadline is the only time in these messages.
fn retimed(line: &str, deadline: Millis) -> String {
    let new = when(deadline);
    let Some((before, rest)) = line.split_once("<t:") else { return line.to_owned() };
    let Some((_, after)) = rest.split_once(":R>)") else { return line.to_owned() };
    format!("{before}{new}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_time_of_a_line_is_replaced() {
        let line = format!("**Round 1 of 10 ends {}.** Send me your path.", when(1_000));
        assert_eq!(
            retimed(&line, 7_000),
            format!("**Round 1 of 10 ends {}.** Send me your path.", when(7_000))
        );
        assert_eq!(retimed("Round 2 begins.", 7_000), "Round 2 begins.");
        assert!(is_time_line(&crate::play::texts::ends(7_000)) && !is_time_line(&line));
    }
}
