//! What people ask of the bot about an action: with components, in direct messages, one or many at once.

use trigon::games::{AnySession, By, Seat};
use trigon::matches::Match;
use trigon::rehearsal::{Tap, TapPlan};
use trigon::sandbox::{Id, Person, SeenMessage};

use crate::action_request::{ActionRequest, AnswerKind, RequestMethod};
use crate::fault_history::Cause;
use crate::players::{LOOK_TIMEOUT, SeatedTable};

/// Where a message with components is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MessagePlace {
    /// In the channel of the match.
    Channel,
    /// Where only the player sees it.
    Private,
}

/// Describes an action as the bot does.
pub(crate) fn described(session: &dyn AnySession, action: &str) -> String {
    session.parse(action).map_or_else(|_| action.to_owned(), |action| session.describe(&action))
}

impl SeatedTable<'_> {
    /// Records what a player asks for about the present question.
    pub(crate) fn record_request(
        &self,
        game: &Match,
        person: &Person,
        request: Id,
        action: &str,
        described: &str,
        method: RequestMethod,
    ) {
        self.record_request_about(
            game,
            person,
            request,
            action,
            described,
            method,
            self.closed_questions(game),
        );
    }

    /// Records what a player asks for. `closed_questions` is the number of questions closed before the one that it is about.
    #[expect(clippy::too_many_arguments, reason = "all that there is to know about a request")]
    pub(crate) fn record_request_about(
        &self,
        game: &Match,
        person: &Person,
        request: Id,
        action: &str,
        described: &str,
        method: RequestMethod,
        closed_questions: usize,
    ) {
        let (action, described) = (action.to_owned(), described.to_owned());
        let asked = ActionRequest {
            match_id: game.id,
            request,
            user: person.id(),
            action,
            described,
            closed_questions,
            method,
        };
        self.table.bed.record_request(asked);
    }

    /// Returns the number of questions that have been closed.
    pub(crate) fn closed_questions(&self, game: &Match) -> usize {
        let acted = game.log.iter().filter(|entry| entry.action().is_some());
        if game.has_turns() {
            acted.count()
        } else if game.info().name == self.table.bed.matches.games().main().name {
            // Secret answers close nothing.
            acted.filter(|entry| matches!(entry.by, By::Clock | By::Host)).count()
        } else {
            game.question.number as usize
        }
    }

    /// Presses the components of an action, step by step.
    pub(crate) async fn press(
        &self,
        game: &Match,
        person: &Person,
        seat: Seat,
        action: &str,
        mut shown: SeenMessage,
        place: MessagePlace,
    ) -> Option<()> {
        let mut plan = TapPlan::new(game, seat, action).ok()?;
        let mut last = None;
        loop {
            let tap = match plan.next(&shown) {
                Ok(Some(tap)) => tap,
                // After the last step, what came of it is judged even if it cannot be confirmed.
                _ if plan.is_done() => break,
                _ => return None,
            };
            let handle = tap.by(person, shown.id).ok()?;
            if matches!(tap, Tap::Press(_)) {
                self.table.bed.note(&handle);
            }
            // The last step may play the action, even if its answer is lost.
            if plan.has_begun() {
                last = Some(handle.clone());
            }
            if plan.is_done() {
                break;
            }
            match handle.message().await {
                Ok(next) => shown = next,
                // It was answered, but not yet with a message: this was a step, and the next one cannot be seen.
                Err(_) if handle.response().await.is_ok() => return None,
                Err(_) => break,
            }
        }
        let handle = last?;
        let described = described(game.playing().ok()?, action);
        let method = match place {
            MessagePlace::Channel => RequestMethod::PublicPress(handle.clone(), shown.id),
            MessagePlace::Private => RequestMethod::Press(handle.clone()),
        };
        self.record_request(game, person, handle.id(), action, &described, method);
        self.table.bed.watch(&handle).await;
        Some(())
    }

    /// Asks something that changes nothing.
    pub(crate) async fn look(&mut self, game: &Match, person: &Person) {
        if self.table.rng.bool() {
            let word = *self.table.rng.choice(&["me", "help", "board", "matches"]).unwrap_or(&"me");
            let _ = person.dm(word);
        } else {
            let command = *self.table.rng.choice(&["me", "board"]).unwrap_or(&"me");
            self.slash(person, command, &[("match", game.id.0.into())]).await;
        }
    }

    /// Writes an action to the bot, and waits a while for what it says about it. Returns the message.
    pub(crate) async fn write(
        &self,
        game: &Match,
        session: &dyn AnySession,
        person: &Person,
        text: &str,
        action: &str,
    ) -> Option<Id> {
        let sent = person.dm(text).ok()?;
        let described = described(session, action);
        self.record_request(game, person, sent, action, &described, RequestMethod::Direct);
        self.wait_for_answer(person, sent, &described).await;
        Some(sent)
    }

    /// Waits a while until the bot says that an action is stored.
    pub(crate) async fn wait_for_answer(&self, person: &Person, sent: Id, described: &str) {
        let look = || {
            let later = person.dms().into_iter().filter(|message| message.id > sent);
            // A refusal may be the answer to an earlier message, so only a stored action counts.
            later
                .map(|message| AnswerKind::of(&message.content, described))
                .find(|told| *told == AnswerKind::Stored)
        };
        self.table.bed.sandbox.wait_for(LOOK_TIMEOUT, look).await;
    }

    /// Writes several actions at once, of which only the last is meant.
    pub(crate) async fn burst(
        &mut self,
        game: &Match,
        session: &dyn AnySession,
        person: &Person,
        seat: Seat,
        action: &str,
        count: usize,
    ) {
        let word = |action: &str| action.split(' ').next().unwrap_or_default().to_owned();
        let legal: Vec<String> =
            session.legal(seat).into_iter().filter(|other| word(other) == word(action)).collect();
        let bed = &self.table.bed;
        bed.fault_history.note(Cause::Burst(person.id(), count as i64), bed.now());
        for _ in 1..count {
            let Some(other) = self.table.rng.choice(&legal) else { return };
            let Ok(sent) = person.dm(other) else { return };
            self.record_request(game, person, sent, other, &described(session, other), RequestMethod::Direct);
        }
        self.write(game, session, person, action, action).await;
    }
}
