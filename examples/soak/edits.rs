//! Direct messages that people edit and delete.

use std::time::Duration;

use trigon::games::{AnySession, Seat};
use trigon::ids::MatchId;
use trigon::matches::Match;
use trigon::sandbox::{Id, Person};

use crate::action_request::RequestMethod;
use crate::asking::described;
use crate::players::{BURST_MESSAGES, SeatedTable};
use crate::test_bed::PlayerTask;

/// The number of messages that a table remembers for late edits.
const MAX_REMEMBERED: usize = 30;

/// The time between a message and the next round for which it cannot count, in milliseconds.
const ROUND_MARGIN_MILLIS: i64 = 3_000;

/// A direct message about a round.
pub(crate) struct RememberedMessage {
    person: Id,
    message: Id,
    match_id: MatchId,
    /// The number of questions that had been closed when it was written.
    closed_questions: usize,
}

impl SeatedTable<'_> {
    /// Remembers a direct message, so that it can be edited later.
    pub(crate) fn remember(&mut self, game: &Match, person: &Person, message: Id) {
        let (person, match_id, closed_questions) = (person.id(), game.id, self.closed_questions(game));
        let written = &mut self.table.written;
        written.push(RememberedMessage { person, message, match_id, closed_questions });
        if written.len() > MAX_REMEMBERED {
            written.remove(0);
        }
    }

    /// Returns a message of a person about an earlier round of a match, and the round. What was written when that was about
    /// to end might count for the next one.
    fn earlier(&self, game: &Match, person: &Person) -> Option<(Id, usize)> {
        let closed_questions = self.closed_questions(game);
        let is_about_earlier_round = |written: &&RememberedMessage| {
            (written.person, written.match_id) == (person.id(), game.id)
                && written.closed_questions < closed_questions
                && written.message.created_millis() + ROUND_MARGIN_MILLIS < game.asked_since()
        };
        self.table
            .written
            .iter()
            .find(is_about_earlier_round)
            .map(|written| (written.message, written.closed_questions))
    }

    /// Does the oldest task that a player can do now with this action, if there is one. Returns whether there was.
    pub(crate) async fn do_task(
        &mut self,
        game: &Match,
        session: &dyn AnySession,
        person: &Person,
        seat: Seat,
        action: &str,
    ) -> bool {
        let earlier = self.earlier(game, person);
        let other = self.other(session, seat, action);
        let can_be = |task| match task {
            PlayerTask::Burst => true,
            PlayerTask::EditLate => earlier.is_some(),
            PlayerTask::Edit | PlayerTask::Delete => other.is_some(),
        };
        let Some(task) = self.table.bed.take_task(can_be) else { return false };
        match (task, earlier, other) {
            (PlayerTask::EditLate, Some((message, closed_questions)), _) => {
                self.edit(game, person, message, action, &described(session, action), closed_questions);
            }
            (PlayerTask::Edit, _, Some(other)) => {
                self.write_and_edit(game, session, person, &other, action).await;
            }
            (PlayerTask::Delete, _, Some(other)) => {
                let Ok(sent) = person.dm(&other) else { return true };
                self.record_request(
                    game,
                    person,
                    sent,
                    &other,
                    &described(session, &other),
                    RequestMethod::Direct,
                );
                self.linger().await;
                // If it is gone already, nothing else follows.
                let _ = person.delete(sent);
                self.write(game, session, person, action, action).await;
            }
            (PlayerTask::Burst, ..) => {
                self.burst(game, session, person, seat, action, BURST_MESSAGES).await;
            }
            _ => unreachable!("can_be checks this"),
        }
        true
    }

    /// Writes one action and has it edited into another.
    pub(crate) async fn write_and_edit(
        &mut self,
        game: &Match,
        session: &dyn AnySession,
        person: &Person,
        first: &str,
        action: &str,
    ) {
        let Ok(sent) = person.dm(first) else { return };
        self.record_request(game, person, sent, first, &described(session, first), RequestMethod::Direct);
        self.linger().await;
        let described = described(session, action);
        if let Some(edit) = self.edit(game, person, sent, action, &described, self.closed_questions(game)) {
            self.wait_for_answer(person, edit, &described).await;
        }
        self.remember(game, person, sent);
    }

    /// Edits a message about a question, and returns the number of the edit.
    fn edit(
        &self,
        game: &Match,
        person: &Person,
        message: Id,
        action: &str,
        described: &str,
        closed_questions: usize,
    ) -> Option<Id> {
        let edit = self.table.bed.edit(person, message, action)?;
        self.record_request_about(
            game,
            person,
            edit,
            action,
            described,
            RequestMethod::Edit { of: message },
            closed_questions,
        );
        Some(edit)
    }

    /// Returns another action of the same kind.
    pub(crate) fn other(&mut self, session: &dyn AnySession, seat: Seat, action: &str) -> Option<String> {
        let word = |action: &str| action.split(' ').next().unwrap_or_default().to_owned();
        let legal = session.legal(seat).into_iter();
        let others = legal.filter(|other| word(other) == word(action) && other != action);
        self.table.rng.choice(others.collect::<Vec<_>>())
    }

    /// Waits a moment, often only a very short one. Nobody edits a message in the millisecond in which it was written.
    async fn linger(&mut self) {
        let longest = if self.table.rng.bool() { 30 } else { 1_500 };
        let millis = self.table.rng.u64(3..longest);
        tokio::time::sleep(Duration::from_millis(millis)).await;
    }
}
