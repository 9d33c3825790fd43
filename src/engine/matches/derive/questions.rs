//! What a match asks, and of whom: in fact, and as far as everyone knows.

use std::borrow::Cow;

use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::effective::Effective;
use crate::matches::model::error::MatchError;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use crate::matches::model::question::{AnswerTag, QuestionId};
use crate::store::Status;
use trigon_clock::Millis;
use trigon_rules::games::{AnySession, Audience, Decision, Fact, Move, Narration, Seat, Viewer};

impl Match {
    /// Returns the session of a match that is being played: commands that make sense only then begin with it.
    ///
    /// # Errors
    /// Fails if it has not begun, was stopped, or has ended.
    pub fn playing(&self) -> Result<&dyn AnySession, Denied> {
        self.check_not_stopped()?;
        match (self.status, &self.session) {
            (Status::Running, Some(session)) => Ok(&**session),
            (Status::Signup | Status::Pregame, _) => Err(Denied::NotBegun(self.id)),
            _ => Err(Denied::Over(self.id)),
        }
    }

    /// Returns who is asked to act, which is nobody unless the match is being played.
    ///
    /// Nobody is asked for a player who has left, also while only hosts know that. Whatever anybody else is shown has to follow
    /// from [`seems_asked`](Self::seems_asked) instead.
    pub fn to_act(&self) -> Vec<Decision> {
        let mut asked = self.asked_by_game();
        asked.retain(|decision| !self.is_vacant(decision.seat));
        asked
    }

    /// Returns which seats the game asks, whether or not anybody plays them.
    fn asked_by_game(&self) -> Vec<Decision> {
        match (&self.session, self.status) {
            (Some(session), Status::Running) if !self.effective.draw_agreed => session.to_act(),
            _ => Vec::new(),
        }
    }

    /// Returns what a seat is asked, if anything.
    pub fn decision(&self, seat: Seat) -> Option<Decision> {
        self.to_act().into_iter().find(|decision| decision.seat == seat)
    }

    /// Returns the seat whose turn it is in a turn-based match.
    pub(crate) fn on_turn(&self) -> Option<Seat> {
        self.to_act().first().map(|decision| decision.seat).filter(|_| self.has_turns())
    }

    /// Returns the seats that have not answered what they are asked.
    pub(crate) fn silent(&self) -> Vec<Seat> {
        self.to_act().into_iter().filter(|asked| !asked.answered).map(|asked| asked.seat).collect()
    }

    /// Returns the tag of the answer that a seat has stored to what it is asked.
    pub fn answer_tag(&self, seat: Seat) -> AnswerTag {
        let answer = self.session.as_ref().and_then(|session| session.answer(seat));
        AnswerTag::new(self.id, self.question, seat, answer.as_ref().map_or("", Move::text))
    }

    /// Returns when the match began to wait for the present answers.
    pub fn asked_since(&self) -> Millis {
        let begun = self.effective.pregame_ended_at.unwrap_or(self.created_at);
        begun.max(self.closed_at)
    }

    /// Returns the match as it was when it last asked a question, or `None` if it never did or the game has no turns.
    ///
    /// # Errors
    /// Fails if the log cannot be folded.
    pub fn asking(&self, question: QuestionId) -> Result<Option<Cow<'_, Self>>, MatchError> {
        if question == self.question {
            return Ok(Some(Cow::Borrowed(self)));
        }
        let (mut effective, mut last) = (Effective::default(), None);
        for place in (0..self.log.len()).filter(|_| self.has_turns()) {
            effective.push(&self.log, place, self.players.len()).ok_or_else(|| self.unreadable("log"))?;
            // In games of turns, each action that counts closes a question.
            let asked = QuestionId { number: effective.counted.len() as u32, undos: effective.undos };
            last = if asked == question { Some(self.log[place].seq) } else { last };
        }
        last.map(|seq| self.up_to(seq)).transpose()
    }

    /// Returns the match as it was after this many of the actions that count, or `None` if there are fewer.
    ///
    /// # Errors
    /// Fails if the log cannot be folded.
    pub fn after_actions(&self, actions: u32) -> Result<Option<Cow<'_, Self>>, MatchError> {
        let last = actions.checked_sub(1).and_then(|last| self.effective.counted.get(last as usize));
        last.map(|&place| self.up_to(self.log[place].seq)).transpose()
    }

    /// Returns the entry with which the present question began.
    pub fn opened_by(&self) -> Option<&LogEntry> {
        self.opening().map(|place| &self.log[place])
    }

    /// Returns what the entry brought about with which the present question began.
    pub fn opening_told(&self) -> &[Narration] {
        self.opening().and_then(|place| self.told.get(place)).map_or(&[], Vec::as_slice)
    }

    /// Returns the index of the entry with which the present question began, or with which a seat last resigned. What was done
    /// in secret since then comes after it.
    pub(super) fn opening(&self) -> Option<usize> {
        let closed = self.closed.last().copied().unwrap_or(0);
        self.log.iter().rposition(|entry| {
            let begins = |event: &Control| {
                let undoes =
                    matches!(event, Control::Undo(_) | Control::Rewind { .. } | Control::Correct { .. });
                undoes || matches!(event, Control::Begin | Control::Resign | Control::Claim(_))
            };
            entry.seq == closed || entry.control().is_some_and(begins)
        })
    }

    /// Returns what a seat may know about its own position.
    pub fn facts(&self, seat: Seat) -> Vec<Fact> {
        let seen = self.session.as_ref().map(|session| session.observe(Viewer::Seat(seat)));
        seen.map(|seen| seen.facts(&self.names())).unwrap_or_default()
    }

    /// Returns who is asked to act as far as everyone knows: also those who have left in secret, and as if nobody had answered.
    pub fn seems_asked(&self) -> Vec<Decision> {
        let asked = self.asked_by_game().into_iter().filter(|decision| !self.has_left(decision.seat));
        asked.map(|decision| Decision { answered: false, ..decision }).collect()
    }

    /// Returns whether a seat is asked to act as far as everyone knows.
    pub fn seems_to_act(&self, seat: Seat) -> bool {
        self.seems_asked().iter().any(|decision| decision.seat == seat)
    }

    /// Returns the seats that have not answered, also those whose players have left in secret.
    pub(crate) fn seems_silent(&self) -> Vec<Seat> {
        let silent =
            self.asked_by_game().into_iter().filter(|asked| !asked.answered && !self.has_left(asked.seat));
        silent.map(|asked| asked.seat).collect()
    }

    /// Returns the seats that are asked in private.
    pub fn asked_in_private(&self) -> Vec<Seat> {
        self.in_private(self.to_act())
    }

    /// Returns the seats that are asked in private as far as everyone knows.
    pub(crate) fn seems_asked_in_private(&self) -> Vec<Seat> {
        self.in_private(self.seems_asked())
    }

    /// Returns whether a seat is asked in the channel, where everyone can see its choices.
    pub fn is_asked_in_public(&self, seat: Seat) -> bool {
        let asked = self.seems_asked().into_iter().find(|decision| decision.seat == seat);
        let prompt = asked.zip(self.session.as_ref()).map(|(asked, session)| session.prompt(&asked));
        prompt.is_some_and(|prompt| prompt.audience == Audience::All)
    }

    fn in_private(&self, asked: Vec<Decision>) -> Vec<Seat> {
        let Some(session) = &self.session else { return Vec::new() };
        let is_private = |asked: &Decision| session.prompt(asked).audience == Audience::Seat(asked.seat);
        asked.into_iter().filter(is_private).map(|asked| asked.seat).collect()
    }
}
