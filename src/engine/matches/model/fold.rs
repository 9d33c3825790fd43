//! Folding the log of a match: playing what is stored, and adding an entry.

use super::control::{Control, Seq, Tenure};
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
use trigon_rules::games::{
    AnySession, Audience, By, Move, Names, Narration, Phase, Refusal, Seat, SetupError,
};

impl Match {
    /// Folds the log: sets everything in the match that follows from its terms, its seed and its log. Called once a match has been
    /// read, and after an undo.
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
        let is_fixed = self.setup.is_some();
        let mut rules = RulesChange::between(self.rules_version, self.info()).filter(|_| is_fixed);
        // Before play begins, this only tests whether it would still begin as planned.
        if is_fixed && (self.effective.begun || rules.is_some()) {
            if let Some(broken) = self.play_log(rules.is_some()) {
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

    /// Plays the log, and sets where that leads, up to the first thing that does not follow from the rules, which is returned. With
    /// `compare`, all draws and states are compared with the stored ones.
    fn play_log(&mut self, compare: bool) -> Option<Broken> {
        let (mut session, began) = match self.begin_session(compare) {
            Ok(begun) => begun,
            Err(difference) => return Some(Broken { entry: 0, action: None, phase: None, difference }),
        };
        let (mut told, renames) = self.told_besides_the_game(&began);
        let mut course = Course::beginning(session.phase());
        let broken = self.play_counted(&mut *session, &mut course, &mut told, &renames, compare);
        let Course { number, phase_began_with, closed_at, closed, titles, .. } = course;
        (self.phase, self.closed_at, self.closed) = (phase_began_with, closed_at, closed);
        if broken.is_some() {
            return broken;
        }
        self.date_tenures(&titles);
        if let Some(last) = renames.last() {
            session.rename(last.names.clone());
        }
        session.take_draws();
        self.closed_at = self.closed_at.max(self.effective.rewound_at);
        self.question = QuestionId { number, undos: self.effective.undos };
        (self.session, self.told, self.began) = (Some(session), told, began);
        None
    }

    /// Begins the game with the stored setup, under the rules that the match follows.
    ///
    /// # Errors
    /// Returns how that differs from what was stored: the rules refuse the setup or, with `compare`, the first state is another one.
    fn begin_session(&self, compare: bool) -> Result<(Box<dyn AnySession>, Vec<Narration>), Difference> {
        let (mut session, began) = self.begin_again().map_err(|_| Difference::Refused)?;
        if compare && self.start_hash != Some(state_hash(&*session)) {
            return Err(Difference::State);
        }
        session.take_draws();
        Ok((session, began))
    }

    /// Begins the game of the match again, with the names of those who had the seats first. [`play`] goes on with the entries.
    pub(crate) fn begin_again(&self) -> Result<(Box<dyn AnySession>, Vec<Narration>), SetupError> {
        let setup = self.setup.clone().unwrap_or_default();
        let (mut session, began) =
            self.game.begin(&setup, Some(self.drawn_from()), Some(self.first_names()))?;
        session.follow(Some(self.rules_version));
        Ok((session, began))
    }

    /// Plays the entries that count, and notes in `course` how far the game is and in `told` what each has brought about. Returns
    /// the first that does not follow from the rules.
    fn play_counted(
        &self,
        session: &mut dyn AnySession,
        course: &mut Course,
        told: &mut [Vec<Narration>],
        renames: &[Renaming],
        compare: bool,
    ) -> Option<Broken> {
        let has_turns = self.has_turns();
        let mut renames = renames.iter().peekable();
        for &place in &self.effective.counted {
            while let Some(renaming) = renames.next_if(|renaming| renaming.place < place) {
                session.rename(renaming.names.clone());
            }
            let entry = &self.log[place];
            match play_as_stored(session, entry, compare) {
                Ok(happened) => told[place] = happened,
                Err(difference) => return Some(course.broken_at(entry.seq, has_turns, difference)),
            }
            course.go_on(entry, session.phase(), has_turns);
        }
        None
    }

    /// Returns what the entries tell that are not of the game, one list for each entry, and how the names have changed.
    fn told_besides_the_game(&self, began: &[Narration]) -> (Vec<Vec<Narration>>, Vec<Renaming>) {
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
                    renames.push(Renaming { place, names: names.clone() });
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
        self.change_game(by, at, EntryContent::Game(action.text().to_owned()), |session| {
            session.make(by, action)
        })
    }

    /// Resigns a seat by a control event, and adds the event to the log.
    ///
    /// # Errors
    /// Fails if the rules refuse it; the match must then be discarded.
    pub(crate) fn resign(&mut self, by: By, at: Millis, seat: Seat, event: Control) -> Result<(), Denied> {
        self.change_game(by, at, EntryContent::Control(event), |session| session.resign(seat))
    }

    /// Has something done in the game, and adds it to the log with what was drawn for it.
    fn change_game(
        &mut self,
        by: By,
        at: Millis,
        what: EntryContent,
        act: impl FnOnce(&mut dyn AnySession) -> Result<Vec<Narration>, Refusal>,
    ) -> Result<(), Denied> {
        let id = self.id;
        let session = self.session.as_mut().ok_or(Denied::NotBegun(id))?;
        let before = session.phase().id;
        let happened = act(&mut **session)?;
        let (draws, state_hash) = (session.take_draws(), Some(state_hash(&**session)));
        let is_new_phase = before != session.phase().id;
        if is_new_phase || self.has_turns() {
            self.question.number += 1;
            self.phase = if is_new_phase { self.question.number } else { self.phase };
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

    /// Adds an entry to the log, with the next number, and what it tells.
    fn push(&mut self, mut entry: LogEntry, words: Vec<Narration>) -> Result<(), Denied> {
        entry.seq = self.seq() + 1;
        self.log.push(entry);
        self.told.push(words);
        let place = self.log.len() - 1;
        self.effective.push(&self.log, place, self.players.len()).ok_or(Denied::AlreadyDone)
    }
}

/// The names of the players from an entry on.
struct Renaming {
    /// The index of the entry in the log.
    place: usize,
    names: Names,
}

/// How far the game is while the log is played.
struct Course {
    /// The number of questions that are closed.
    number: u32,
    /// The number of questions that were closed when the present phase began.
    phase_began_with: u32,
    /// When the last question was closed, or 0.
    closed_at: Millis,
    /// The entries that closed questions.
    closed: Vec<Seq>,
    /// The present phase.
    phase: Phase<Move>,
    /// The title of the phase in which each question was asked.
    titles: Vec<String>,
}

impl Course {
    fn beginning(phase: Phase<Move>) -> Self {
        let titles = vec![phase.title.clone()];
        Self { number: 0, phase_began_with: 0, closed_at: 0, closed: Vec::new(), phase, titles }
    }

    /// Notes that an entry was played, after which this is the phase. In games of rounds, a secret answer does not close the
    /// question: only a new phase does.
    fn go_on(&mut self, entry: &LogEntry, phase: Phase<Move>, has_turns: bool) {
        let is_new_phase = phase.id != self.phase.id;
        if is_new_phase || has_turns {
            self.number += 1;
            self.closed_at = entry.at;
            self.closed.push(entry.seq);
            self.titles.push(phase.title.clone());
        }
        if is_new_phase {
            self.phase_began_with = self.number;
        }
        self.phase = phase;
    }

    /// Says where an entry stands that does not follow from the rules, without telling how often others have answered.
    fn broken_at(&self, entry: Seq, has_turns: bool, difference: Difference) -> Broken {
        let action = has_turns.then_some(self.number + 1);
        let phase = (!has_turns).then(|| self.phase.title.clone());
        Broken { entry, action, phase, difference }
    }
}

/// Plays an entry, and with `compare` checks that the draws and the state are those that were stored with it.
fn play_as_stored(
    session: &mut dyn AnySession,
    entry: &LogEntry,
    compare: bool,
) -> Result<Vec<Narration>, Difference> {
    let happened = play(session, entry).map_err(|_| Difference::Refused)?;
    if compare && let Some(difference) = difference(session, entry) {
        return Err(difference);
    }
    Ok(happened)
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

/// Plays an entry that counts. Also called where a match is played again for its results.
pub(crate) fn play(session: &mut dyn AnySession, entry: &LogEntry) -> Result<Vec<Narration>, Refusal> {
    match (&entry.what, entry.by) {
        (EntryContent::Game(action), by) => session.apply(by, action),
        (EntryContent::Control(Control::Resign), By::Seat(seat)) => session.resign(seat),
        (EntryContent::Control(Control::Claim(seat)), _) => session.resign(*seat),
        (EntryContent::Control(_), _) => Err(Refusal::illegal("That entry does not count.")),
    }
}
