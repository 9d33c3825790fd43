//! Queries on a match for front ends.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::ids::{ChannelId, UserId};
use crate::matches::model::computed::Computed;
use crate::matches::model::effective::{Effective, Handover, Lent, Offer};
use crate::matches::model::error::{Denied, MatchError};
use crate::matches::model::game_match::Match;
use crate::matches::model::log::{Control, LogEntry, OfferKind, Seq, Tenure, What};
use crate::matches::model::question::{AnswerTag, QuestionId};
use crate::matches::model::rules::RulesChange;
use crate::store::Status;
use trigon_clock::Millis;
use trigon_rules::games::{
    AnySession, Aside, Audience, By, Decision, Fact, Move, Narration, Outcome, Seat, Standing, Verdict,
    Viewer,
};

/// The way in which a match came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// By the rules.
    Rules,
    /// All but one have resigned.
    Resignation,
    /// All players agreed to a draw.
    Agreement,
}

/// The result of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchResult {
    /// The standings, and the reason in a sentence.
    pub outcome: Outcome,
    /// How it came about.
    pub how: How,
}

/// A log entry as shown to people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The number of the entry, which only hosts may learn.
    pub seq: Seq,
    /// The time at which it was made.
    pub at: Millis,
    /// The author.
    pub by: By,
    /// The content.
    pub what: What,
    /// What it brought about, in sentences that everyone may read.
    pub words: Vec<String>,
    /// Whether it is a game action that was taken back.
    pub taken_back: bool,
    /// The offer that ended unanswered because of it.
    pub lapsed: Option<OfferKind>,
}

/// A player who has left the match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Departure {
    /// The seat.
    pub seat: Seat,
    /// The host who took the player out, if one did.
    pub host: Option<UserId>,
    /// The reason, as the host gave it.
    pub reason: Option<String>,
}

/// Returns the sentences that everyone may read.
fn public(told: &[Narration]) -> Vec<String> {
    told.iter().filter(|told| told.audience == Audience::All).map(|told| told.text.clone()).collect()
}

impl Match {
    /// Returns the offer waiting for answers.
    pub fn offer(&self) -> Option<&Offer> {
        self.effective.offer.as_ref().filter(|_| self.status == Status::Running)
    }

    /// Returns the seats that still have to answer the offer.
    pub fn unanswered(&self) -> Vec<Seat> {
        self.offer().map(|_| self.effective.unanswered(self.players.len())).unwrap_or_default()
    }

    /// Returns whether a seat has resigned.
    pub fn resigned(&self, seat: Seat) -> bool {
        self.effective.resigned.contains(&seat)
    }

    /// Returns the request to take over a seat that waits for answers.
    pub fn handover(&self, seat: Seat) -> Option<&Handover> {
        let mut open = self.effective.handovers.iter().filter(|_| self.status == Status::Running);
        open.find(|handover| handover.seat == seat)
    }

    /// Returns for how long a substitute plays a seat as far as everyone knows, also if the player has left in secret.
    pub(crate) fn seems_lent(&self, seat: Seat) -> Option<&Lent> {
        self.lent(seat).or_else(|| self.effective.left_lent.iter().find(|lent| lent.seat == seat))
    }

    /// Returns for how long a substitute plays a seat, and for whom, if one does.
    pub fn lent(&self, seat: Seat) -> Option<&Lent> {
        self.effective.lent.iter().find(|lent| lent.seat == seat).filter(|_| self.status == Status::Running)
    }

    /// Returns the loans of seats that had ended at a time and have not been given back yet.
    pub fn ended_loans(&self, at: Millis) -> impl Iterator<Item = &Lent> {
        let is_running = self.status == Status::Running;
        self.effective.lent.iter().filter(move |lent| is_running && lent.back <= at)
    }

    /// Returns since when a person has the seat that they have, if they did not have it from the beginning.
    pub fn seated_since(&self, user: UserId) -> Option<Millis> {
        let takes =
            |entry: &&LogEntry| matches!(entry.control(), Some(Control::Take(tenure)) if tenure.user == user);
        let entry = self.log.iter().rev().find(takes)?;
        let Some(Control::Take(tenure)) = entry.control() else { return None };
        // Who comes back from a loan has had the seat again since its end, even if that was handled later.
        let is_before = |other: &&LogEntry| other.seq < entry.seq;
        let back = self.log.iter().rev().filter(is_before).find_map(|other| match other.control() {
            Some(Control::Take(before)) if before.seat == tenure.seat => Some(before.back),
            _ => None,
        });
        let back = back.flatten().filter(|_| tenure.returns);
        Some(back.map_or(entry.at, |back| back.min(entry.at)))
    }

    /// Returns which seat a player has lent, and for how long, if they have.
    pub fn lends(&self, user: UserId) -> Option<&Lent> {
        self.effective.lent.iter().find(|lent| lent.owner == user).filter(|_| self.status == Status::Running)
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

    /// Returns the index of the entry with which the present question began, or with which a seat last resigned. What was done
    /// in secret since then comes after it.
    fn opening(&self) -> Option<usize> {
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

    /// Returns the entry with which the present question began.
    pub fn opened_by(&self) -> Option<&LogEntry> {
        self.opening().map(|place| &self.log[place])
    }

    /// Returns what the entry brought about with which the present question began.
    pub fn opening_told(&self) -> &[Narration] {
        self.opening().and_then(|place| self.told.get(place)).map_or(&[], Vec::as_slice)
    }

    /// Returns who left in the phase before the present one, in order.
    pub fn who_left(&self) -> Vec<Departure> {
        let departure = |entry: &LogEntry| match entry.control()? {
            Control::Vacant(seat) => Some(Departure { seat: *seat, host: None, reason: None }),
            Control::TakenOut { seat, reason } => {
                Some(Departure { seat: *seat, host: entry.host, reason: reason.clone() })
            }
            _ => None,
        };
        let before = self.opening().unwrap_or_default();
        let mut left: Vec<Departure> = self.log[..before].iter().rev().map_while(departure).collect();
        left.reverse();
        left
    }

    /// Returns the seats that have passed to other persons, in order.
    pub fn tenures(&self) -> &[Tenure] {
        &self.effective.tenures
    }

    /// Returns how a seat last passed to another person, if it has.
    pub fn tenure(&self, seat: Seat) -> Option<&Tenure> {
        self.tenures().iter().rev().find(|tenure| tenure.seat == seat)
    }

    /// Returns whether a person has or had a seat.
    pub fn has_held(&self, user: UserId) -> bool {
        self.players.iter().any(|player| player.user_id == user)
            || self.tenures().iter().any(|tenure| tenure.before == user)
    }

    /// Returns whether a person plays in the match, or can come back to a seat: they have lent it, or a computed player has it in
    /// their place.
    pub fn has_part(&self, user: UserId) -> bool {
        self.seat_of(user).is_some() || self.can_come_back().any(|back| back == user)
    }

    /// Returns whether what concerns a seat concerns a person: they play it or, once the match has ended, had lent it until then.
    pub fn concerns(&self, seat: Seat, user: UserId) -> bool {
        let lent_it = || self.effective.lent.iter().any(|lent| lent.seat == seat && lent.owner == user);
        self.seat_of(user) == Some(seat) || !self.is_going_on() && lent_it()
    }

    /// Returns the players in whose place substitutes play, or did until the match ended, as far as everyone knows.
    pub fn owners(&self) -> impl Iterator<Item = UserId> {
        self.effective.seems_lent().map(|lent| lent.owner)
    }

    /// Returns the people who can come back to a seat that others play for them.
    fn can_come_back(&self) -> impl Iterator<Item = UserId> {
        let owners = self.effective.lent.iter().map(|lent| lent.owner);
        owners.chain(Seat::all(self.players.len()).filter_map(|seat| self.returns_to(seat)))
    }

    /// Returns whether a host of the match was named by somebody without a stake in it, or by everyone: when the match was
    /// created, before its roster was fixed, by a host who has never held a seat, or with the consent of all players.
    pub(crate) fn is_independent(&self, host: UserId) -> bool {
        self.was_named_fairly(host, self.log.len())
    }

    /// Returns the same of somebody who hosted the match before the entry at an index.
    fn was_named_fairly(&self, host: UserId, before: usize) -> bool {
        let named = self.log[..before].iter().rposition(|entry| {
            matches!(entry.control(), Some(Control::CoHost(user) | Control::AgreedCoHost(user)) if *user == host)
        });
        // Those who are not in the log have hosted the match from its creation.
        let Some(place) = named else { return true };
        let entry = &self.log[place];
        let is_agreed = matches!(entry.control(), Some(Control::AgreedCoHost(_)));
        let is_start = |later: &LogEntry| later.control() == Some(&Control::Start);
        let was_open = self.status == Status::Signup || self.log[place..].iter().any(is_start);
        let is_fair = |by: UserId| !self.has_held(by) && self.was_named_fairly(by, place);
        is_agreed || was_open || entry.host.is_some_and(is_fair)
    }

    /// Returns whether a person has looked at the players' secrets as a host.
    pub(crate) fn has_looked(&self, user: UserId) -> bool {
        let looks = |entry: &LogEntry| entry.control() == Some(&Control::Look) && entry.host == Some(user);
        self.has_secrets() && self.log.iter().any(looks)
    }

    /// Returns the people who play or may come to play: players, alternates, those who are asked to take a seat, and those who
    /// can come back to theirs.
    pub fn kept_out(&self) -> Vec<UserId> {
        let players = self.players.iter().map(|player| player.user_id);
        let alternates = self.alternates().iter().map(|alternate| alternate.user);
        let asked = self.effective.handovers.iter().map(|handover| handover.user);
        let proposed = self.proposal().and_then(|open| open.removal.as_ref()?.to.as_ref());
        let asked = asked.chain(proposed.map(|to| to.user));
        let back = self.can_come_back().chain(self.owners());
        let mut users: Vec<UserId> = players.chain(alternates).chain(asked).chain(back).collect();
        users.sort_unstable();
        users.dedup();
        users.retain(|user| Computed::of(*user).is_none());
        users
    }

    /// Returns whether it is not known of everybody who was in the server whether they could read what onlookers were told.
    pub fn may_have_been_read(&self) -> bool {
        self.onlookers.is_uncertain()
    }

    /// Returns whether a person is known to have been able to read what onlookers were told.
    pub fn has_read(&self, user: UserId) -> bool {
        self.onlookers.has_read(user)
    }

    /// Returns the channels in which onlookers have been told something.
    pub fn lounges(&self) -> Vec<ChannelId> {
        self.onlookers.channels(self.terms.spectators)
    }

    /// Returns the seat whose time has run out and that the others may therefore claim.
    pub fn timed_out(&self) -> Option<Seat> {
        self.effective.late.first().copied().filter(|_| self.status == Status::Running)
    }

    /// Returns the time left on a stopped clock.
    pub fn paused(&self) -> Option<Millis> {
        self.effective.paused.filter(|_| self.is_going_on())
    }

    /// Returns whether the clocks of two moments of the match are the same.
    pub fn shows_clock_of(&self, later: &Self) -> bool {
        let clock = |game: &Self| (game.deadline, game.paused());
        clock(self) == clock(later) && self.effective.banks.len() == later.effective.banks.len()
    }

    /// Takes over the clock of a later moment of the match, to show it with an earlier one.
    pub fn show_clock_of(&mut self, later: &Self) {
        self.deadline = later.deadline;
        (self.effective.paused, self.effective.paused_since) =
            (later.effective.paused, later.effective.paused_since);
        self.effective.added.clone_from(&later.effective.added);
        self.effective.banks.clone_from(&later.effective.banks);
    }

    /// Returns whether the present phase is played again after a host has undone it, or corrected the roster.
    pub fn is_played_again(&self) -> bool {
        self.effective.rewound_at > 0 && self.closed_at == self.effective.rewound_at && self.is_going_on()
    }

    /// Returns whether no action counts yet.
    pub fn is_fresh(&self) -> bool {
        self.effective.counted.is_empty()
    }

    /// Returns whether the match has not ended.
    pub fn is_going_on(&self) -> bool {
        !matches!(self.status, Status::Over | Status::Cancelled)
    }

    /// Checks that the match has not ended.
    ///
    /// # Errors
    /// Fails if it has.
    pub fn has_not_ended(&self) -> Result<(), Denied> {
        if self.is_going_on() { Ok(()) } else { Err(Denied::Ended(self.id)) }
    }

    /// Returns whether everyone may see everything: nothing is secret, the match is over, or it was cancelled and its
    /// host has published it.
    pub fn is_disclosed(&self) -> bool {
        let published = self.status == Status::Cancelled && self.effective.published;
        !self.has_secrets() || self.status == Status::Over || published
    }

    /// Returns the change of the rules that has stopped the match, if any.
    pub fn stopped(&self) -> Option<&RulesChange> {
        self.rules.as_ref().filter(|rules| rules.broken.is_some())
    }

    /// Describes how the rules have changed, in a sentence that everyone may read.
    pub fn rules_words(&self, rules: &RulesChange) -> String {
        rules.words(self.info().title)
    }

    /// Checks that changed rules have not stopped the match.
    pub fn goes_on(&self) -> Result<(), Denied> {
        match self.stopped().filter(|_| self.is_going_on()) {
            None => Ok(()),
            Some(rules) => {
                let title = self.info().title;
                Err(Denied::StoppedByRules { id: self.id, title, rules: rules.clone() })
            }
        }
    }

    /// Returns what a seat may know about its own position.
    pub fn facts(&self, seat: Seat) -> Vec<Fact> {
        let seen = self.session.as_ref().map(|session| session.observe(Viewer::Seat(seat)));
        seen.map(|seen| seen.facts(&self.names())).unwrap_or_default()
    }

    /// Returns the session of a match that is being played.
    ///
    /// # Errors
    /// Fails if it has not begun, was stopped, or has ended.
    pub fn playing(&self) -> Result<&dyn AnySession, Denied> {
        self.goes_on()?;
        match (self.status, &self.session) {
            (Status::Running, Some(session)) => Ok(&**session),
            (Status::Signup | Status::Pregame, _) => Err(Denied::NotBegun(self.id)),
            _ => Err(Denied::Over(self.id)),
        }
    }

    /// Returns which seats the game asks, whether or not anybody plays them.
    fn of_game(&self) -> Vec<Decision> {
        match (&self.session, self.status) {
            (Some(session), Status::Running) if !self.effective.drawn => session.to_act(),
            _ => Vec::new(),
        }
    }

    /// Returns who is asked to act, which is nobody unless the match is being played.
    ///
    /// Nobody is asked for a player who has left, also while only hosts know that. Whatever anybody else is shown has to follow
    /// from [`seems_asked`](Self::seems_asked) instead.
    pub fn to_act(&self) -> Vec<Decision> {
        let mut asked = self.of_game();
        asked.retain(|decision| !self.is_vacant(decision.seat));
        asked
    }

    /// Returns who is asked to act as far as everyone knows: also those who have left in secret, and nobody has answered.
    pub fn seems_asked(&self) -> Vec<Decision> {
        let asked = self.of_game().into_iter().filter(|decision| !self.has_left(decision.seat));
        asked.map(|decision| Decision { answered: false, ..decision }).collect()
    }

    /// Returns whether a seat is asked to act as far as everyone knows.
    pub fn seems_to_act(&self, seat: Seat) -> bool {
        self.seems_asked().iter().any(|decision| decision.seat == seat)
    }

    /// Returns the seats that have not answered, also those whose players have left in secret.
    pub(crate) fn seems_silent(&self) -> Vec<Seat> {
        let silent = self.of_game().into_iter().filter(|asked| !asked.answered && !self.has_left(asked.seat));
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

    fn in_private(&self, asked: Vec<Decision>) -> Vec<Seat> {
        let Some(session) = &self.session else { return Vec::new() };
        let is_private = |asked: &Decision| session.prompt(asked).audience == Audience::Seat(asked.seat);
        asked.into_iter().filter(is_private).map(|asked| asked.seat).collect()
    }

    /// Returns whether the roster is complete and playable.
    pub fn is_set_up(&self) -> bool {
        self.setup.is_some()
    }

    /// Returns when the match began to wait for the present answers.
    pub fn asked_since(&self) -> Millis {
        let begun = self.effective.pregame_ended_at.unwrap_or(self.created_at);
        begun.max(self.closed_at)
    }

    /// Returns what a seat is asked, if anything.
    pub fn decision(&self, seat: Seat) -> Option<Decision> {
        self.to_act().into_iter().find(|decision| decision.seat == seat)
    }

    /// Returns the tag of the answer that a seat has stored to what it is asked.
    pub fn answer_tag(&self, seat: Seat) -> AnswerTag {
        let answer = self.session.as_ref().and_then(|session| session.answer(seat));
        AnswerTag::new(self.id, self.question, seat, answer.as_ref().map_or("", Move::text))
    }

    /// Returns what the last entry brought about.
    pub fn latest(&self) -> &[Narration] {
        self.told.last().map_or(&[], Vec::as_slice)
    }

    /// Returns what an entry brought about, or the last one if none is given.
    pub(crate) fn told_by(&self, seq: Option<Seq>) -> &[Narration] {
        let place = seq.and_then(|seq| self.log.iter().rposition(|entry| entry.seq == seq));
        place.and_then(|place| self.told.get(place)).map_or(self.latest(), Vec::as_slice)
    }

    /// Returns what was told to a seat alone whenever something became public, such as at the end of each round.
    pub fn told_to(&self, seat: Seat) -> Vec<String> {
        let counts = |place: usize| {
            let is_undone = self.log[place].action().is_some() && !self.effective.counted.contains(&place);
            !is_undone && self.told[place].iter().any(|told| told.audience == Audience::All)
        };
        let told = (0..self.told.len()).filter(|place| counts(*place)).flat_map(|place| &self.told[place]);
        let own = told.filter(|told| told.audience == Audience::Seat(seat));
        own.map(|told| told.text.clone()).collect()
    }

    /// Returns how the match ended, or `None` if it is still going on or was cancelled.
    pub fn result(&self) -> Option<MatchResult> {
        let session = self.session.as_ref()?;
        if self.effective.drawn {
            return Some(MatchResult { outcome: self.draw(), how: How::Agreement });
        }
        let outcome = session.outcome()?;
        let left = self.players.len().saturating_sub(self.effective.resigned.len());
        let how = if left == 1 { How::Resignation } else { How::Rules };
        Some(MatchResult { outcome, how })
    }

    fn draw(&self) -> Outcome {
        let standing = |seat| {
            let resigned = self.resigned(seat);
            let (verdict, aside) =
                if resigned { (Verdict::Lost, Aside::Resigned) } else { (Verdict::Drawn, Aside::Agreed) };
            Standing::aside(seat, verdict, aside)
        };
        let mut standings: Vec<Standing> = Seat::all(self.players.len()).map(standing).collect();
        standings.sort_by_key(|standing| standing.verdict == Verdict::Lost);
        Outcome { standings, reason: "A draw was agreed.".to_owned() }
    }

    /// Returns the indices of the entries with which phases ended that were undone later, with what everyone was told then, as
    /// far as that is known: after a correction, the same answers would lead to something else.
    fn undone_phases(&self) -> BTreeMap<usize, Vec<String>> {
        let is_uncounted = |place: &usize| !self.effective.counted.contains(place);
        let ended = |place: &usize| {
            let entry = &self.log[*place];
            entry.action().is_some() && !matches!(entry.by, By::Seat(_))
        };
        let places = 0..self.log.len();
        let ended = places.filter(|place| ended(place) && is_uncounted(place));
        let mut undone: BTreeMap<usize, Vec<String>> = ended.map(|place| (place, Vec::new())).collect();
        let corrects = |entry: &LogEntry| matches!(entry.control(), Some(Control::Correct { .. }));
        let since = self.log.iter().rposition(corrects).map_or(0, |place| place + 1);
        for entry in &self.log[since..] {
            let Some(Control::Rewind { to, .. }) = entry.control() else { continue };
            let Ok(then) = self.up_to(entry.seq - 1) else { continue };
            let closed = then.closed.iter().filter(|seq| *seq > to);
            for place in closed.filter_map(|seq| then.log.iter().rposition(|entry| entry.seq == *seq)) {
                undone.insert(place, public(&then.told[place]));
            }
        }
        undone
    }

    /// Returns what everyone may read of the log: entries that brought about something public, actions taken back and, once
    /// everything is public, looks of hosts. While
    /// answers are secret, there are only the ends of phases that were undone, so that nobody can count the answers.
    pub fn history(&self) -> Vec<Line> {
        let counts_all = self.has_turns() || self.is_disclosed();
        let mut undone = if counts_all { BTreeMap::new() } else { self.undone_phases() };
        let line = |(place, (entry, told)): (usize, (&LogEntry, &Vec<Narration>))| {
            let taken_back = entry.action().is_some() && !self.effective.counted.contains(&place);
            let words = match entry.control() {
                // Once everything is public, so is who looked at it before that.
                Some(Control::Look) if counts_all => told.iter().map(|told| told.text.clone()).collect(),
                _ if taken_back && !counts_all => undone.remove(&place)?,
                _ => public(told),
            };
            (taken_back || !words.is_empty()).then(|| Line {
                seq: entry.seq,
                at: entry.at,
                by: entry.by,
                what: entry.what.clone(),
                words,
                taken_back,
                lapsed: self.effective.lapsed.iter().find(|(by, _)| *by == place).map(|(_, kind)| *kind),
            })
        };
        self.log.iter().zip(&self.told).enumerate().filter_map(line).collect()
    }

    /// Returns the dice that will fall the same way again, in order, if the pending takeback is accepted.
    pub fn dice_to_fall_again(&self) -> Vec<u64> {
        let asked = self.offer().filter(|offer| offer.kind == OfferKind::Takeback && !self.has_secrets());
        let Some(to) = asked.and_then(|offer| self.back_to(offer.by)) else { return Vec::new() };
        let taken_back = self.effective.counted.iter().map(|&place| &self.log[place]);
        taken_back.filter(|entry| entry.seq > to).flat_map(|entry| entry.draws.iter().copied()).collect()
    }

    /// Returns the entry after which a takeback by a seat undoes everything, or `None` if the seat has not acted or
    /// somebody has resigned since.
    fn back_to(&self, seat: Seat) -> Option<Seq> {
        let counted = &self.effective.counted;
        let is_own =
            |place: &usize| self.log[*place].by == By::Seat(seat) && self.log[*place].action().is_some();
        let last = counted.iter().rposition(is_own)?;
        let resigned_since = counted[last..]
            .iter()
            .any(|&place| matches!(self.log[place].what, What::Control(Control::Resign | Control::Claim(_))));
        (!resigned_since).then(|| last.checked_sub(1).map_or(0, |before| self.log[counted[before]].seq))
    }

    /// Returns the entry after which a takeback by a seat undoes everything.
    ///
    /// # Errors
    /// Fails if there is nothing to take back, or if it has told a player something that nobody else knows.
    pub(crate) fn taken_back_to(&self, seat: Seat) -> Result<Seq, Denied> {
        let to = self.back_to(seat).ok_or(Denied::NothingToTakeBack)?;
        let undone = self.effective.counted.iter().filter(|place| self.log[**place].seq > to);
        let mut told = undone.flat_map(|place| &self.told[*place]);
        let is_secret = |told: &Narration| matches!(told.audience, Audience::Seat(_));
        if told.any(is_secret) { Err(Denied::LearntSince) } else { Ok(to) }
    }

    /// Returns whether a seat may take back its last action without asking: it is still its turn, and nothing was drawn
    /// in what would be undone.
    pub fn takes_back_freely(&self, seat: Seat) -> bool {
        let is_own = |entry: &LogEntry| entry.by == By::Seat(seat) && entry.draws.is_empty();
        let mut counted = self.effective.counted.iter().map(|&place| &self.log[place]);
        self.has_turns()
            && self.decision(seat).is_some()
            && self.taken_back_to(seat).is_ok_and(|to| counted.all(|entry| entry.seq <= to || is_own(entry)))
    }
}
