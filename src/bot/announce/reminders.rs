//! Reminders before a deadline: to a player who has not answered, and to those who want to be mentioned.

use std::sync::Arc;

use super::frame::{about, note};
use super::notice_context::NoticeContext;
use super::personal::reminder_to;
use super::texts;
use crate::ui::announcement::Announcement;
use crate::ui::words;
use trigon_engine::ids::UserId;
use trigon_engine::matches::{InternalError, Match, MatchError, Millis, PersonSettings, Reminded, Target};
use trigon_rules::games::Seat;

/// The maximum number of other matches in a reminder.
const MAX_OTHER_MATCHES: usize = 5;

impl NoticeContext<'_> {
    /// Reminds a player who has not answered, also of other matches that wait.
    pub(super) async fn reminder(
        &self,
        seat: Seat,
        deadline: Millis,
    ) -> Result<Option<Announcement>, MatchError> {
        let now = self.now;
        let is_silent = now.decision(seat).is_some_and(|decision| !decision.answered);
        let deadline = self.deadline_to_come(deadline).filter(|_| is_silent);
        let (Some(deadline), Target::User(user)) = (deadline, self.pending.target) else { return Ok(None) };
        let reminder = if now.is_asked_in_public(seat) {
            let link = self.link().await?;
            Some(about(now, texts::reminder(deadline, link.as_deref())))
        } else {
            reminder_to(now, seat, deadline, self.draft)
        };
        let Some(reminder) = reminder else { return Ok(None) };
        let others = self.others_waiting(user).await?;
        let mut lines: Vec<String> =
            others.iter().map(|other| words::bullet(&words::heading(&other.game))).collect();
        if !lines.is_empty() {
            lines.insert(0, texts::ALSO_WAITING.to_owned());
        }
        let mut reminds: Vec<Reminded> =
            others.iter().map(|other| self.reminded(user, &other.game, other.deadline)).collect();
        reminds.push(self.reminded(user, now, deadline));
        if self.pending.settings().in_channel {
            // A host’s reminder went only to those who are silent, so it must not change who is mentioned.
            reminds.clear();
        }
        Ok(Some(Announcement { reminds, ..reminder.with_lines(&lines) }))
    }

    /// Reminds the players who want to be mentioned, those who have answered like those who have not.
    pub(super) async fn mention_reminder(
        &self,
        deadline: Millis,
        chosen: Option<u32>,
    ) -> Result<Option<Announcement>, MatchError> {
        let (now, at) = (self.now, self.matches.clock().now());
        let Some(deadline) = self.deadline_to_come(deadline) else { return Ok(None) };
        let wanting = self.matches.to_mention(now, chosen).await.map_err(InternalError::from)?;
        if wanting.is_empty() {
            return Ok(None);
        }
        let users: Vec<UserId> = wanting.iter().map(|(user, _)| *user).collect();
        let sleeps = |settings: &PersonSettings| settings.quiet.is_some_and(|quiet| quiet.contains(at));
        let awake = wanting.iter().filter(|(_, settings)| !sleeps(settings));
        let pings = awake.map(|(user, _)| *user).collect();
        let reminds = users.iter().map(|user| self.reminded(*user, now, deadline)).collect();
        let note = note(now, texts::mention_reminder(&users, &self.phase_title(), deadline, now.has_turns()));
        Ok(Some(Announcement { pings, reminds, ..note }))
    }

    /// Returns the deadline of which people are to be reminded, as it is by now, if that still helps.
    fn deadline_to_come(&self, deadline: Millis) -> Option<Millis> {
        let deadline = self.now.deadline.unwrap_or(deadline);
        let is_in_time = self.matches.clock().now() < deadline;
        (self.is_open && self.now.is_going_on() && is_in_time).then_some(deadline)
    }

    /// Returns the note that somebody is reminded of a match.
    fn reminded(&self, user_id: UserId, game: &Match, deadline: Millis) -> Reminded {
        let at = self.matches.clock().now();
        Reminded { user_id, match_id: game.id, question: game.question, deadline, at }
    }

    /// Returns other matches that wait for an answer of a person.
    async fn others_waiting(&self, user: UserId) -> Result<Vec<WaitingMatch>, MatchError> {
        let mut waiting = Vec::new();
        for row in self.matches.played_by(user).await?.iter().filter(|row| row.id != self.now.id) {
            let game = self.matches.load_listed(row).await?;
            let asked = game.seat_of(user).and_then(|seat| game.decision(seat));
            if let Some(deadline) = game.deadline
                && asked.is_some_and(|asked| !asked.answered)
                && waiting.len() < MAX_OTHER_MATCHES
            {
                waiting.push(WaitingMatch { game, deadline });
            }
        }
        Ok(waiting)
    }
}

/// A match that waits for an answer until its deadline.
struct WaitingMatch {
    game: Arc<Match>,
    deadline: Millis,
}
