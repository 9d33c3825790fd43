//! Folding the log of a match: playing what is stored, and adding an entry.

use super::control::{Control, Tenure};
use super::denied::Denied;
use super::effective::Effective;
use super::error::InternalError;
use super::game_match::Match;
use super::log::{EntryContent, LogEntry};
use super::proposal::OfferKind;
use super::question::QuestionId;
use super::rules_change::{Broken, Difference, RulesChange, state_hash};
use super::timer::TimerKind;
use crate::ids::UserId;
use trigon_clock::Millis;
use trigon_rules::games::{AnySession, Audience, By, Move, Names, Narration, Refusal, Seat};

impl Match {
    /// Folds the log.
    ///
    /// # Errors
    /// Fails if the log is invalid, which is a fault of this program or of the storage.
    pub(crate) fn fold(&mut self) -> Result<(), InternalError> {
        self.effective =
            Effective::fold(&self.log, self.players.len()).ok_or_else(|| self.unreadable("log"))?;
        self.deadline =
            self.timers.iter().find(|timer| timer.kind == TimerKind::Deadline).map(|timer| timer.at);
        // What each entry brought about is found by its place, also of those before play begins.
        let (turns, names) = (self.has_turns(), self.names());
        let words = |entry: &LogEntry| entry.control().map(|it| described(it, entry.by, None, &names, turns));
        self.told = self.log.iter().map(|entry| words(entry).into_iter().collect()).collect();
        // An open roster has nothing yet that could fail to follow: play will begin under the current rules.
        let fixed = self.setup.is_some();
        let mut rules = RulesChange::between(self.rules_version, self.info()).filter(|_| fixed);
        // Before play begins, this only tests whether it would still begin as planned.
        if fixed && (self.effective.begun || rules.is_some()) {
            if let Some(broken) = self.follow(rules.is_some())? {
                let what = if broken.entry == 0 { "setup" } else { "log" };
                rules.as_mut().ok_or_else(|| self.unreadable(what))?.broken = Some(broken);
            }
            if !self.effective.begun {
                self.session = None;
            }
        }
        self.rules = rules;
        Ok(())
    }

    /// Plays the log up to the first thing that does not follow from the rules, if any. With `checked`, all draws and
    /// states are compared with the stored ones.
    fn follow(&mut self, checked: bool) -> Result<Option<Broken>, InternalError> {
        let turns = self.has_turns();
        let broken =
            |entry, (action, phase), difference| Ok(Some(Broken { entry, action, phase, difference }));
        let setup = self.setup.clone().unwrap_or_default();
        let begun = self.game.begin(&setup, Some(self.drawn_from()), Some(self.first_names()));
        let Ok((mut session, began)) = begun else {
            return broken(0, (None, None), Difference::Refused);
        };
        session.follow(Some(self.rules_version));
        if checked && self.start_hash != Some(state_hash(&*session)) {
            return broken(0, (None, None), Difference::State);
        }
        session.take_draws();
        let (mut told, renames) = self.told_besides_the_game(&began);
        let has_renames = !renames.is_empty();
        let mut renames = renames.into_iter().peekable();
        let mut number = 0;
        (self.closed_at, self.phase) = (0, 0);
        self.closed.clear();
        let mut phase = session.phase();
        let mut titles = vec![phase.title.clone()];
        for &place in &self.effective.counted {
            while let Some((_, names)) = renames.next_if(|(taken, _)| *taken < place) {
                session.rename(names);
            }
            let entry = &self.log[place];
            let here = || (turns.then_some(number + 1), (!turns).then(|| phase.title.clone()));
            let Ok(happened) = play(&mut *session, entry) else {
                return broken(entry.seq, here(), Difference::Refused);
            };
            if checked && let Some(difference) = difference(&mut *session, entry) {
                return broken(entry.seq, here(), difference);
            }
            told[place] = happened;
            // In simultaneous games, a secret answer does not close the question: only a new phase does.
            let next = session.phase();
            if turns || next.id != phase.id {
                number += 1;
                self.phase = if next.id == phase.id { self.phase } else { number };
                self.closed_at = entry.at;
                self.closed.push(entry.seq);
                if has_renames {
                    titles.push(next.title.clone());
                }
            }
            phase = next;
        }
        self.date_tenures(&titles);
        if let Some((_, names)) = renames.last() {
            session.rename(names);
        }
        session.take_draws();
        self.closed_at = self.closed_at.max(self.effective.rewound_at);
        self.question = QuestionId { number, undos: self.effective.undos };
        (self.session, self.told, self.began) = (Some(session), told, began);
        Ok(None)
    }

    /// Returns what the entries tell that are not of the game, one list for each entry, and which names there are after which entries.
    fn told_besides_the_game(&self, began: &[Narration]) -> (Vec<Vec<Narration>>, Vec<(usize, Names)>) {
        let (turns, mut names) = (self.has_turns(), self.first_names());
        let mut told = Vec::with_capacity(self.log.len());
        let (mut offer, mut renames) = (None, Vec::new());
        for (place, entry) in self.log.iter().enumerate() {
            told.push(match entry.control() {
                Some(Control::Begin) => began.to_vec(),
                Some(event) => vec![described(event, entry.by, offer, &names, turns)],
                None => Vec::new(),
            });
            match entry.control() {
                Some(Control::Offer(kind)) => offer = Some(*kind),
                Some(Control::Take(tenure)) => {
                    names = renamed(&names, self.players.len(), tenure);
                    renames.push((place, names.clone()));
                }
                _ => {}
            }
        }
        (told, renames)
    }

    /// Sets when the tenures began, by the titles of the phases that count: an undone phase has not been.
    fn date_tenures(&mut self, titles: &[String]) {
        let takes = self.log.iter().filter(|entry| matches!(entry.control(), Some(Control::Take(_))));
        for (tenure, entry) in self.effective.tenures.iter_mut().zip(takes) {
            let closed = self.closed.iter().filter(|seq| **seq < entry.seq).count();
            if let Some(title) = titles.get(closed) {
                tenure.from = closed as u32;
                tenure.phase.clone_from(title);
            }
        }
    }

    /// Makes a move and adds it to the log.
    ///
    /// # Errors
    /// Fails if the rules refuse it; the match must then be discarded.
    pub(crate) fn make(&mut self, by: By, at: Millis, action: &Move) -> Result<(), Denied> {
        self.play(by, at, EntryContent::Game(action.text().to_owned()), |session| session.make(by, action))
    }

    /// Resigns a seat by a control event, and adds the event to the log.
    ///
    /// # Errors
    /// Fails if the rules refuse it; the match must then be discarded.
    pub(crate) fn resign(&mut self, by: By, at: Millis, seat: Seat, event: Control) -> Result<(), Denied> {
        self.play(by, at, EntryContent::Control(event), |session| session.resign(seat))
    }

    fn play(
        &mut self,
        by: By,
        at: Millis,
        what: EntryContent,
        play: impl FnOnce(&mut dyn AnySession) -> Result<Vec<Narration>, Refusal>,
    ) -> Result<(), Denied> {
        let id = self.id;
        let session = self.session.as_mut().ok_or(Denied::NotBegun(id))?;
        let before = session.phase().id;
        let happened = play(&mut **session)?;
        let (draws, state_hash) = (session.take_draws(), Some(state_hash(&**session)));
        let is_next = before != session.phase().id;
        if is_next || self.has_turns() {
            self.question.number += 1;
            self.phase = if is_next { self.question.number } else { self.phase };
            self.closed_at = at;
            self.closed.push(self.log.last().map_or(0, |entry| entry.seq) + 1);
        }
        self.push(LogEntry { seq: 0, at, by, host: None, what, draws, state_hash, request: None }, happened)
    }

    /// Adds a control event that does not change the game to the log.
    pub(crate) fn note(
        &mut self,
        by: By,
        host: Option<UserId>,
        at: Millis,
        event: Control,
    ) -> Result<(), Denied> {
        let offer = self.effective.offer.as_ref().map(|offer| offer.kind);
        let words = match event {
            Control::Begin => self.began.clone(),
            _ => vec![described(&event, by, offer, &self.names(), self.has_turns())],
        };
        let what = EntryContent::Control(event);
        self.push(
            LogEntry { seq: 0, at, by, host, what, draws: Vec::new(), state_hash: None, request: None },
            words,
        )
    }

    fn push(&mut self, mut entry: LogEntry, words: Vec<Narration>) -> Result<(), Denied> {
        entry.seq = self.seq() + 1;
        self.log.push(entry);
        self.told.push(words);
        let place = self.log.len() - 1;
        self.effective.push(&self.log, place, self.players.len()).ok_or(Denied::AlreadyDone)
    }
}

/// Returns in what a session differs from what is stored after an entry, if in anything.
fn difference(session: &mut dyn AnySession, entry: &LogEntry) -> Option<Difference> {
    if session.take_draws() != entry.draws {
        return Some(Difference::Draws);
    }
    (entry.state_hash != Some(state_hash(session))).then_some(Difference::State)
}

/// Describes a control event. Only hosts are told when a host looks at secrets, who has answered or is ready, and, until the
/// phase ends, when a player leaves.
fn described(event: &Control, by: By, offer: Option<OfferKind>, names: &Names, turns: bool) -> Narration {
    let text = event.words(by, offer, names);
    // In games of rounds, an absence stops no clock, and is for the hosts alone.
    let is_private_absence = !turns && matches!(event, Control::Away { .. } | Control::Back);
    let is_hidden = matches!(
        event,
        Control::Look
            | Control::Vacate(_)
            | Control::TakeOut { .. }
            | Control::Missed { .. }
            | Control::Ready { .. }
            | Control::Ahead { .. }
            | Control::Banked { .. }
    ) || is_private_absence;
    let audience = if is_hidden { Audience::Host } else { Audience::All };
    Narration { audience, text }
}

/// Returns the names after a seat has passed to another person.
fn renamed(names: &Names, seats: usize, tenure: &Tenure) -> Names {
    let name = |seat| if seat == tenure.seat { tenure.name.clone() } else { names.get(seat).into_owned() };
    Names::new(Seat::all(seats).map(name).collect())
}

/// Plays an entry that counts.
pub(crate) fn play(session: &mut dyn AnySession, entry: &LogEntry) -> Result<Vec<Narration>, Refusal> {
    match (&entry.what, entry.by) {
        (EntryContent::Game(action), by) => session.apply(by, action),
        (EntryContent::Control(Control::Resign), By::Seat(seat)) => session.resign(seat),
        (EntryContent::Control(Control::Claim(seat)), _) => session.resign(*seat),
        (EntryContent::Control(_), _) => Err(Refusal::illegal("That entry does not count.")),
    }
}
