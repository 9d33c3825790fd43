//! [`NoticeContext`]: the match to which a notice refers, then and now.

use std::borrow::Cow;

use super::posted;
use crate::play::drafts::Draft;
use trigon_engine::ids::UserId;
use trigon_engine::matches::{InternalError, Match, Matches, Millis, Pending};
use trigon_rules::games::By;

/// A match at the time of a notice, and as it is now: what each notice is put into words from. The functions that do so for a kind
/// of notice are methods of this, in `notices.rs`, `personal.rs`, `reminders.rs` and `end.rs`.
pub(super) struct NoticeContext<'a> {
    pub(super) matches: &'a Matches,
    /// The message in the outbox: for whom it is, and after which entry it was written.
    pub(super) pending: &'a Pending,
    pub(super) then: Cow<'a, Match>,
    pub(super) now: &'a Match,
    /// Whether the question asked then is still open.
    pub(super) is_open: bool,
    /// What the reader has drawn and not submitted, in answer to the question that is open or has just been closed.
    pub(super) draft: Option<&'a Draft>,
}

impl<'a> NoticeContext<'a> {
    /// Returns a match as it was `then` and is `now`. While the question is the same, it shows the clock as it is now.
    pub(super) fn new(
        matches: &'a Matches,
        pending: &'a Pending,
        mut then: Cow<'a, Match>,
        now: &'a Match,
        draft: Option<&'a Draft>,
    ) -> Self {
        let is_open = is_same_question(&then, now);
        if is_open && !then.shows_clock_of(now) {
            then.to_mut().show_clock_of(now);
        }
        Self { matches, pending, then, now, is_open, draft }
    }

    /// Sets the displayed deadline. Copies the match only if its own deadline differs.
    pub(super) fn set_deadline(&mut self, deadline: Option<Millis>) {
        if self.then.deadline != deadline {
            self.then.to_mut().deadline = deadline;
        }
    }

    /// Returns the title of the phase at the time of the notice.
    pub(super) fn phase_title(&self) -> String {
        self.then.session.as_ref().map_or_else(String::new, |session| session.phase().title)
    }

    /// Returns the host who did what the notice is about, if one did.
    pub(super) fn acting_host(&self) -> Option<UserId> {
        self.then.log.last().and_then(|entry| entry.host)
    }

    /// Returns whether the clock, and nobody else, did what the notice is about.
    pub(super) fn is_by_clock(&self) -> bool {
        self.then.log.last().is_some_and(|last| last.by == By::Clock)
    }

    /// Returns the link to the newest match message.
    pub(super) async fn link(&self) -> Result<Option<String>, InternalError> {
        let newest = posted::newest(self.matches, self.now).await?;
        Ok(newest.map(|newest| newest.link(self.now)))
    }
}

/// Returns whether a match asks `now` what it asked `then`. Before the game begins, it asks nothing, which counts as the same.
fn is_same_question(then: &Match, now: &Match) -> bool {
    match (&then.session, &now.session) {
        (Some(before), Some(after)) => before.phase().id == after.phase().id && then.question == now.question,
        (None, None) => true,
        _ => false,
    }
}
