//! Answers that players leave for the phases after the present one, and plans for the next turns.

use std::ops::RangeFrom;

use super::change::{Addressed, Change};
use super::draft::Draft;
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use crate::matches::model::notice::{AheadOutcome, Notice};
use crate::store::Target;
use trigon_rules::games::{AnySession, By, Move, Seat, Viewer};

/// The maximum number of phases for which answers can be left.
const MAX_PHASES_AHEAD: usize = 10;

/// In how many states each action of a plan is tried where players have secrets.
const MAX_WORLDS: usize = 64;

/// Stores the answers, or the plan, that replace what the author’s seat left before.
pub(super) fn answer_in_advance(mut draft: Draft<'_>, answers: &[Move]) -> Result<Change, Denied> {
    let (before, seat) = (draft.before, draft.seat()?);
    if answers.len() > MAX_PHASES_AHEAD {
        return Err(Denied::TooFarAhead { most: MAX_PHASES_AHEAD });
    }
    if before.has_turns() {
        before.check_plan(seat, answers)?;
    } else {
        draft.check_sent()?;
        if before.playing()?.neutral(seat).is_none() {
            return Err(Denied::TakesNothingAhead(before.id));
        }
    }
    let is_later = |entry: &&LogEntry| {
        entry.by == By::Seat(seat)
            && matches!(entry.control(), Some(Control::Ahead { .. }))
            && entry.request > draft.request
    };
    if draft.request.is_some() && before.log.iter().rev().any(|entry| is_later(&entry)) {
        return Err(Denied::Superseded);
    }
    if answers.is_empty() && before.ahead(seat).is_empty() {
        return Err(Denied::NothingAhead(before.id));
    }
    let answers = answers.iter().map(|action| action.text().to_owned()).collect();
    draft.note(Control::Ahead { question: before.question.number, answers })?;
    Ok(draft.finish())
}

/// An action of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedAction {
    /// The seat that is to play it, as far as that is known.
    pub seat: Option<Seat>,
    /// The action.
    pub action: String,
}

/// What a seat can know of how planned actions will be played.
#[derive(Default)]
struct Foresight {
    /// Who is to play each of them, up to the first one that draws something or that is not possible.
    seats: Vec<Seat>,
    /// The index of the first one that is not possible.
    impossible_at: Option<usize>,
}

impl Match {
    /// Returns what a seat plans in a turn-based game, from now on. Who is to act is known up to the first draw.
    pub fn planned_actions(&self, seat: Seat) -> Vec<PlannedAction> {
        let plan = self.ahead(seat);
        let Foresight { seats, .. } = self.foresee(seat, plan);
        let seats = seats.into_iter().map(Some).chain(std::iter::repeat(None));
        seats.zip(plan.iter().cloned()).map(|(seat, action)| PlannedAction { seat, action }).collect()
    }

    /// Returns what a seat can know of how these actions will be played.
    ///
    /// In a game with secrets, they are tried in states that the seat cannot tell from the true one, so that the answer
    /// says nothing about it. They are possible if they are so in any of these.
    fn foresee(&self, seat: Seat, plan: &[String]) -> Foresight {
        let mut foresight = Foresight::default();
        let Some(session) = &self.session else { return foresight };
        let mut seeds = u64::from(self.question.number) << 32..;
        let mut worlds = vec![session.boxed()];
        for (index, text) in plan.iter().enumerate() {
            if self.has_secrets() {
                worlds = worlds_like(&worlds, seat, &mut seeds);
            }
            let actor_in = |world: &dyn AnySession| world.to_act().first().map(|decision| decision.seat);
            let actor = actor_in(&*worlds[0]);
            if worlds.iter().any(|world| actor_in(&**world) != actor) {
                return foresight;
            }
            let Some(actor) = actor else {
                foresight.impossible_at = Some(index);
                return foresight;
            };
            foresight.seats.push(actor);
            let is_random = play_where_possible(&mut worlds, actor, text);
            if worlds.is_empty() {
                foresight.impossible_at = Some(index);
                return foresight;
            }
            if is_random {
                return foresight;
            }
        }
        foresight
    }

    /// Checks that a seat may plan these actions. What follows a draw is checked when its turn comes.
    fn check_plan(&self, seat: Seat, plan: &[Move]) -> Result<(), Denied> {
        self.playing()?;
        if self.on_turn() == Some(seat) && !plan.is_empty() {
            return Err(Denied::PlayFirst(self.id));
        }
        let texts: Vec<String> = plan.iter().map(|action| action.text().to_owned()).collect();
        let Foresight { seats, impossible_at } = self.foresee(seat, &texts);
        if let Some(index) = impossible_at {
            return Err(Denied::PlanImpossible { place: index + 1, action: texts[index].clone() });
        }
        let is_foreseen = seats.len() == plan.len();
        if !plan.is_empty() && is_foreseen && !seats.contains(&seat) {
            return Err(Denied::PlansNothing(self.id));
        }
        Ok(())
    }
}

/// Returns states that a seat cannot tell from some of these. What is known after some actions fits many states, too.
fn worlds_like(
    worlds: &[Box<dyn AnySession>],
    seat: Seat,
    seeds: &mut RangeFrom<u64>,
) -> Vec<Box<dyn AnySession>> {
    let known = worlds.iter().cycle().zip(seeds).take(MAX_WORLDS);
    known.map(|(world, seed)| world.reshuffled(Viewer::Seat(seat), seed)).collect()
}

/// Plays an action in each of some states, and drops those in which that is not possible. Returns whether anything was drawn.
fn play_where_possible(worlds: &mut Vec<Box<dyn AnySession>>, actor: Seat, text: &str) -> bool {
    let mut is_random = false;
    worlds.retain_mut(|world| {
        world.take_draws();
        let made = world.parse(text).and_then(|action| world.make(By::Seat(actor), &action));
        is_random |= made.is_ok() && !world.take_draws().is_empty();
        made.is_ok()
    });
    is_random
}

impl Draft<'_> {
    /// Gives the answers that players have left for the phase that has just begun, and tells each with the question. Only
    /// questions with an answer that changes nothing take any, and none that would end the phase.
    pub(super) fn answer_ahead(&mut self) -> Result<(), Denied> {
        for seat in self.after.asked_in_private() {
            let Some(text) = self.after.left_for_now(seat).cloned() else { continue };
            let Some(session) = &self.after.session else { continue };
            let fits = |action: &Move| {
                let mut copy = session.boxed();
                copy.make(By::Seat(seat), action).is_ok() && copy.phase().id == session.phase().id
            };
            let Some(neutral) = session.neutral(seat).filter(fits) else { continue };
            let (action, outcome) = match session.parse(&text).ok().filter(fits) {
                Some(action) => (action, AheadOutcome::Given),
                None => (neutral, AheadOutcome::Illegal),
            };
            self.after.make(By::Seat(seat), self.now, &action)?;
            self.add_outcome(seat, outcome);
        }
        Ok(())
    }

    /// Plays what players have planned for the turn that has just begun, as long as everything was played as they expected.
    /// Plans that no longer fit are dropped, and their authors told.
    pub(super) fn play_plans(&mut self) -> Result<(), Denied> {
        for seat in Seat::all(self.after.players.len()) {
            if self.after.plan(seat).is_none() {
                self.drop_plan(seat)?;
            }
        }
        let Some(seat) = self.after.on_turn() else { return Ok(()) };
        let Some(text) = self.after.ahead(seat).first().cloned() else { return Ok(()) };
        let action = self.after.session.as_ref().and_then(|session| {
            let action = session.parse(&text).ok()?;
            session.boxed().make(By::Seat(seat), &action).is_ok().then_some(action)
        });
        let Some(action) = action else { return self.drop_plan(seat) };
        self.after.make(By::Seat(seat), self.now, &action)?;
        self.go_on(None)
    }

    /// Drops what a seat has planned, and tells its player.
    fn drop_plan(&mut self, seat: Seat) -> Result<(), Denied> {
        let question = self.after.question.number;
        self.note_by(By::Seat(seat), Control::Ahead { question, answers: Vec::new() })?;
        if !self.after.resigned(seat) {
            self.tell(seat, Notice::PlanDropped { seat });
        }
        Ok(())
    }

    /// Adds to the message with the question what became of the answer.
    fn add_outcome(&mut self, seat: Seat, outcome: AheadOutcome) {
        let user = self.after.player(seat).map(|player| Target::User(player.user_id));
        for Addressed { to, notice, .. } in &mut self.told {
            if let Notice::Personal { ahead, .. } = notice
                && Some(*to) == user
            {
                *ahead = Some(outcome);
            }
        }
    }
}
