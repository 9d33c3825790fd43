//! What players and the clock make of a game of turns: pure decisions, as in `lifecycle.rs`.

use super::clock::Millis;
use super::error::{Denied, Fault, MatchError};
use super::game_match::Match;
use super::lifecycle::{entry, fix, in_channel, message, unchanged, until};
use super::notice::Notice;
use super::options::HOUR;
use super::question::{AnswerTag, QuestionId};
use super::talk::{OfferKind, Talk};
use crate::games::{AnySession, By, Draws, Narration, Seat, Seed};
use crate::store::{Change, SeatRow, Status, Target};

/// A seat is nudged once in this time.
const NUDGE: Millis = HOUR;

/// The most words of one action that a line is searched for.
const WORDS: usize = 12;

/// A change in the making, with its time.
struct Draft<'a> {
    game: &'a Match,
    change: Change,
    now: Millis,
}

impl<'a> Draft<'a> {
    fn new(game: &'a Match, now: Millis) -> Self {
        Self { game, change: unchanged(game), now }
    }

    fn seq(&self) -> i64 {
        self.game.seq() + self.change.entries.len() as i64
    }

    fn write(&mut self, by: By, action: String, table: &mut (dyn AnySession + 'static)) -> Result<(), Fault> {
        self.change.entries.push(entry(self.seq() + 1, self.now, by, action, Some(table))?);
        Ok(())
    }

    fn say(&mut self, by: By, talk: Talk) -> Result<(), Fault> {
        self.change.entries.push(entry(self.seq() + 1, self.now, by, talk.to_string(), None)?);
        Ok(())
    }

    fn tell(&mut self, notice: &Notice) -> Result<(), Fault> {
        let message = in_channel(self.game, notice, self.seq())?;
        self.change.messages.push(message);
        Ok(())
    }

    /// Gives whoever is asked now the whole time of a turn, if there is a clock.
    fn wind(&mut self) -> Result<Option<Millis>, Fault> {
        let Some(hours) = self.game.options.turn_hours else { return Ok(None) };
        let time = Millis::from(hours) * HOUR;
        if self.game.row.paused_at.is_some() {
            // A host has stopped the clock, and only a host lets it run again.
            let options = super::Options { left_when_paused: Some(time), ..self.game.options.clone() };
            self.change.row.options = Match::stored(&options)?;
            return Ok(None);
        }
        let deadline = self.now + time;
        self.change.due = Some(until(self.game, deadline, self.now, true));
        Ok(Some(deadline))
    }

    fn end(mut self) -> Result<Change, Fault> {
        self.change.row.status = Status::Over;
        self.change.row.ended_at = Some(self.now);
        self.change.row.paused_at = None;
        self.change.due = Some(Vec::new());
        self.tell(&Notice::Ended)?;
        Ok(self.change)
    }

    /// What follows when the game stands otherwise: the end, or the next question and its time. Whoever has `acted`
    /// late has time again, and is perhaps asked for a new turn.
    fn settle(
        mut self,
        table: &dyn AnySession,
        acted: bool,
        notice: impl FnOnce(bool, Option<Millis>) -> Notice,
    ) -> Result<Change, Fault> {
        if table.outcome().is_some() {
            return self.end();
        }
        let turned = self.game.session.as_ref().is_none_or(|before| before.phase().id != table.phase().id);
        let wound = turned || acted && self.game.timed_out().is_some();
        let deadline = if wound { self.wind()? } else { self.game.deadline };
        self.tell(&notice(turned, deadline))?;
        Ok(self.change)
    }
}

/// The match, if it is a game of turns.
fn of_turns(game: &Match) -> Result<(), Denied> {
    if game.has_turns() {
        return Ok(());
    }
    Err(Denied::new(format!(
        "Match {} has rounds in which all act at once: that is not possible in it.",
        game.row.id
    )))
}

/// A table to play on, for a seat that still plays.
fn seated(game: &Match, seat: Seat) -> Result<Box<dyn AnySession>, Denied> {
    of_turns(game)?;
    let table = game.playing()?;
    if game.resigned(seat) {
        return Err(Denied::new(format!("You have resigned from match {}.", game.row.id)));
    }
    Ok(table.boxed())
}

/// Fixes the seats and begins. Who may do so is for the caller to say.
pub(super) fn start(game: &Match, now: Millis) -> Result<Change, MatchError> {
    if game.row.status != Status::Signup {
        return Err(Denied::new(format!("Match {} has been started already.", game.row.id)).into());
    }
    begin(game, game.seats.clone(), now)
}

/// Begins with these players in order of joining.
fn begin(game: &Match, mut seats: Vec<SeatRow>, now: Millis) -> Result<Change, MatchError> {
    let info = game.info();
    let enough: Vec<u8> =
        info.players.iter().copied().filter(|players| *players <= game.options.players).collect();
    if !enough.iter().any(|players| usize::from(*players) == seats.len()) {
        let needed = crate::games::counts(&enough);
        return Err(Denied::new(format!(
            "Match {} needs {needed} players and has {}.",
            game.row.id,
            seats.len()
        ))
        .into());
    }
    let drawn = game.options.rematch_of.is_none();
    let joined: Vec<i64> = seats.iter().map(|seat| seat.user_id).collect();
    if drawn {
        let order = seating(game.seed(), seats.len());
        seats = order.iter().filter_map(|place| seats.get(*place as usize - 1).cloned()).collect();
    } else {
        game.options.in_order(&mut seats);
    }
    for (number, seat) in (1..).zip(&mut seats) {
        seat.seat = number;
    }
    let (row, options, seed) = (game.row.clone(), game.options.clone(), game.seed().clone());
    let mut fixed = Match::bare(game.game.clone(), row, options, seats.clone(), seed);
    fixed.options.joined = joined;
    fixed.row.status = Status::Running;
    fixed.row.options = Match::stored(&fixed.options)?;
    let mut draft = Draft::new(&fixed, now);
    fix(&fixed, &mut draft.change)?;
    draft.change.seats = Some(seats);
    let deadline = draft.wind()?;
    draft.tell(&Notice::Started { drawn, deadline })?;
    Ok(draft.change)
}

/// Draws who sits where: for each seat, when its player joined, from 1. The match's own draws stay as they are.
pub(super) fn seating(seed: &Seed, players: usize) -> Vec<u64> {
    let mut joined: Vec<u64> = (1..=players as u64).collect();
    Draws::new(&seed.derive("seating")).shuffle(&mut joined);
    joined
}

/// One more has joined: begins when every seat is kept for somebody and all of them are here.
pub(super) fn joined(game: &Match, change: Change, now: Millis) -> Result<Change, MatchError> {
    let kept = &game.options.invited;
    match &change.seats {
        Some(seats) if !kept.is_empty() && seats.len() == kept.len() => begin(game, seats.clone(), now),
        _ => Ok(change),
    }
}

/// The refusal of what answers a question that is no longer asked.
pub(super) fn moved_on() -> Denied {
    Denied::new("The match has moved on since, so nothing was done. See what is asked now.")
}

/// The question that an action answers, as far as it is known.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Question {
    /// Which one.
    pub(super) id: Option<QuestionId>,
    /// The stored answer that was shown with it.
    pub(super) shown: Option<AnswerTag>,
    /// The message that was pressed.
    pub(super) pressed: Option<i64>,
}

/// A player's action.
pub(super) fn act(
    game: &Match,
    seat: Seat,
    action: &str,
    question: Question,
    now: Millis,
) -> Result<(Change, Vec<Narration>), MatchError> {
    let Question { id, pressed, .. } = question;
    let mut table = seated(game, seat)?;
    if id.is_some_and(|id| id != game.question) {
        return Err(moved_on().into());
    }
    let action = table.canonical(action).map_err(Denied::from)?;
    let narrations = table.apply(By::Seat(seat), &action).map_err(Denied::from)?;
    let mut draft = Draft::new(game, now);
    draft.write(By::Seat(seat), action, &mut *table)?;
    let change =
        draft.settle(&*table, true, |turned, deadline| Notice::Played { seat, turned, deadline, pressed })?;
    Ok((change, narrations))
}

/// The actions that stand in a line: as many words for each as the game reads as one. What it cannot read comes
/// last, as it is.
pub(super) fn actions_in(table: &dyn AnySession, line: &str) -> Vec<String> {
    let mut actions = Vec::new();
    for part in line.split([';', '\n']) {
        let words: Vec<&str> = part.split_whitespace().collect();
        let mut rest = &words[..];
        while !rest.is_empty() {
            let read = |count: &usize| table.canonical(&rest[..*count].join(" ")).is_ok();
            let Some(count) = (1..=rest.len().min(WORDS)).rev().find(read) else {
                actions.push(rest.join(" "));
                return actions;
            };
            actions.push(rest[..count].join(" "));
            rest = &rest[count..];
        }
    }
    if actions.is_empty() { vec![line.trim().to_owned()] } else { actions }
}

/// A seat gives up.
pub(super) fn resign(game: &Match, seat: Seat, now: Millis) -> Result<Change, MatchError> {
    let table = seated(game, seat)?;
    leave(game, table, seat, None, now)
}

/// Another seat claims the one whose time has run out.
pub(super) fn claim(game: &Match, by: Seat, now: Millis) -> Result<Change, MatchError> {
    let table = seated(game, by)?;
    let Some(seat) = game.timed_out() else {
        return Err(Denied::new(format!("Nobody’s time has run out in match {}.", game.row.id)).into());
    };
    if seat == by {
        return Err(Denied::new("It is your own time that has run out: act, and the match goes on.").into());
    }
    leave(game, table, seat, Some(by), now)
}

fn leave(
    game: &Match,
    mut table: Box<dyn AnySession>,
    seat: Seat,
    claimed_by: Option<Seat>,
    now: Millis,
) -> Result<Change, MatchError> {
    table.resign(seat).map_err(Denied::from)?;
    let mut draft = Draft::new(game, now);
    let (by, talk) = claimed_by.map_or((seat, Talk::Resign), |by| (by, Talk::Claim(seat)));
    draft.write(By::Seat(by), talk.to_string(), &mut *table)?;
    let told = |turned, deadline| Notice::Resigned { seat, claimed_by, turned, deadline };
    Ok(draft.settle(&*table, false, told)?)
}

/// A seat offers a draw, or asks to take its last action back. Offering what is offered already is agreeing.
pub(super) fn offer(game: &Match, seat: Seat, kind: OfferKind, now: Millis) -> Result<Change, MatchError> {
    seated(game, seat)?;
    if let Some(pending) = game.offer() {
        if pending.kind == kind && kind == OfferKind::Draw && pending.by != seat {
            return answer(game, seat, kind, true, None, now);
        }
        return Err(Denied::new(format!(
            "{} of {} waits for answers; one thing after the other.",
            kind_title(pending.kind),
            game.names().get(pending.by)
        ))
        .into());
    }
    if kind == OfferKind::Takeback && game.back_to(seat).is_none() {
        let sentence = "There is nothing of yours to take back, or somebody has resigned since.";
        return Err(Denied::new(sentence).into());
    }
    let mut draft = Draft::new(game, now);
    draft.say(By::Seat(seat), Talk::Offer(kind))?;
    draft.tell(&Notice::Offered { offer: kind, seat })?;
    Ok(draft.change)
}

fn kind_title(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::Draw => "The draw offer",
        OfferKind::Takeback => "The takeback",
    }
}

/// A seat agrees to an offer, or declines it; whoever made it withdraws it by declining. `offered` is the number
/// of the offer that is meant ([`Offer::number`](super::Offer)), if that is known.
pub(super) fn answer(
    game: &Match,
    seat: Seat,
    kind: OfferKind,
    accepted: bool,
    offered: Option<u32>,
    now: Millis,
) -> Result<Change, MatchError> {
    seated(game, seat)?;
    let pending = game
        .offer()
        .filter(|offer| offer.kind == kind && offered.is_none_or(|number| number == offer.number));
    let Some(pending) = pending else {
        return Err(Denied::new(format!(
            "That offer is gone: nothing waits for your answer in match {}.",
            game.row.id
        ))
        .into());
    };
    let mut draft = Draft::new(game, now);
    let answered = Notice::Answered { offer: kind, seat, accepted };
    if !accepted {
        draft.say(By::Seat(seat), Talk::Decline(kind))?;
        draft.tell(&answered)?;
        return Ok(draft.change);
    }
    if pending.by == seat {
        return Err(Denied::new("It is your own offer: the others have to answer it.").into());
    }
    if pending.agreed.contains(&seat) {
        return Err(Denied::new("You have agreed already; the others have still to answer.").into());
    }
    draft.say(By::Seat(seat), Talk::Accept(kind))?;
    if game.unanswered() != [seat] {
        draft.tell(&answered)?;
        return Ok(draft.change);
    }
    match kind {
        OfferKind::Draw => Ok(draft.end()?),
        OfferKind::Takeback => take_back(draft, pending.by),
    }
}

fn take_back(mut draft: Draft<'_>, seat: Seat) -> Result<Change, MatchError> {
    let gone = || Denied::new("There is nothing to take back any more.");
    let to = draft.game.back_to(seat).ok_or_else(gone)?;
    draft.say(By::Seat(seat), Talk::Back(to))?;
    let deadline = draft.wind()?;
    draft.tell(&Notice::TakenBack { seat, deadline })?;
    Ok(draft.change)
}

/// The clock of whoever is asked has run out.
pub(super) fn time_out(game: &Match, now: Millis) -> Result<Change, Fault> {
    let mut draft = Draft::new(game, now);
    draft.change.due = Some(Vec::new());
    for decision in game.to_act() {
        draft.say(By::Clock, Talk::Time(decision.seat))?;
        draft.tell(&Notice::TimeOut { seat: decision.seat })?;
    }
    Ok(draft.change)
}

/// The match as it stands is posted once more.
pub(super) fn show_again(game: &Match, now: Millis) -> Result<Change, MatchError> {
    of_turns(game)?;
    game.playing()?;
    let mut draft = Draft::new(game, now);
    draft.tell(&Notice::Board)?;
    Ok(draft.change)
}

/// One of the others asks whoever is waited for to go on.
pub(super) fn nudge(game: &Match, by: Seat, now: Millis) -> Result<(Change, Seat), MatchError> {
    seated(game, by)?;
    let asked = game.to_act().first().map(|decision| decision.seat);
    let asked = asked.filter(|seat| *seat != by);
    let Some((seat, row)) = asked.and_then(|seat| Some((seat, game.seat_row(seat)?))) else {
        return Err(Denied::new(format!("Match {} waits for nobody but you.", game.row.id)).into());
    };
    let last = game.options.nudged.iter().find(|(nudged, _)| *nudged == seat);
    if last.is_some_and(|(_, at)| now - at < NUDGE) {
        return Err(Denied::new(format!(
            "{} was nudged within the last hour; give it a while.",
            game.names().get(seat)
        ))
        .into());
    }
    let mut options = game.options.clone();
    options.nudged.retain(|(nudged, _)| *nudged != seat);
    options.nudged.push((seat, now));
    let mut draft = Draft::new(game, now);
    draft.change.row.options = Match::stored(&options)?;
    let notice = Notice::Nudged { seat, by };
    draft.change.messages.push(message(Target::User(row.user_id), &notice, game.seq())?);
    Ok((draft.change, seat))
}
