//! A match as it is stored, with its log folded.

use std::sync::Arc;

use serde_json::Value;

use super::clock::Millis;
use super::course::Course;
use super::error::{Denied, Fault, MatchError};
use super::lifecycle::DEADLINE;
use super::options::{Options, Reveal};
use super::question::QuestionId;
use super::record::{Entry, Extras, Record};
use super::rules::{Broken, Difference, RulesChange, state_hash};
use super::talk::Talk;
use super::turns_view::How;
use crate::games::{
    AnyGame, AnySession, Audience, By, Entrant, Fact, Info, Information, Names, Narration, Pace, Refusal,
    Registry, Seat, Seed, SetupError, Value as FieldValue, Values, Viewer,
};
use crate::store::{DueRow, LogRow, MatchRow, SeatRow, Status, Stored};

/// A match with everything that is known of it.
pub struct Match {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The stored row.
    pub row: MatchRow,
    /// The options, read.
    pub options: Options,
    /// The seats in order.
    pub seats: Vec<SeatRow>,
    /// The log in order.
    pub log: Vec<LogRow>,
    /// What the clock has to do, in order.
    pub(super) due: Vec<DueRow>,
    /// When the clock ends what is waited for; `None` while none is running.
    pub deadline: Option<Millis>,
    /// The fold of the log, once the match has begun.
    pub session: Option<Box<dyn AnySession>>,
    /// What is asked now. What was asked before is stale.
    pub question: QuestionId,
    /// What the last entry of the log brought; before the first, what the beginning did.
    pub latest: Vec<Narration>,
    /// What the talk in the log makes of it.
    pub(super) course: Course,
    /// Who made each entry, and what it brought.
    pub(super) told: Vec<(By, Vec<Narration>)>,
    /// How the rules have changed since the match was last written, if they have.
    pub rules: Option<RulesChange>,
    /// The seed, read.
    seed: Seed,
}

impl Match {
    /// Reads what is stored and folds the log, up to an entry if one is named.
    ///
    /// # Errors
    /// When what is stored makes no match: a fault of this program or of the storage.
    pub(super) fn fold(
        games: &Registry,
        stored: Stored,
        due: Vec<DueRow>,
        up_to: Option<i64>,
    ) -> Result<Self, Fault> {
        let Stored { row, seats, mut log } = stored;
        if let Some(seq) = up_to {
            log.retain(|entry| entry.seq <= seq);
        }
        let unreadable = |what| Fault::Stored { id: row.id, what };
        let options = serde_json::from_str(&row.options).map_err(|_| unreadable("options"))?;
        let seed = row.seed.parse().map_err(|_| unreadable("seed"))?;
        let deadline = due.iter().find(|row| row.kind == DEADLINE).map(|row| row.at);
        let game = games.get(&row.game).ok_or_else(|| unreadable("game"))?;
        let mut this = Self { log, due, deadline, ..Self::bare(game, row, options, seats, seed) };
        match (&this.row.setup, this.row.status) {
            (None, _) | (_, Status::Signup) => {}
            // Only to see whether it still begins as it was to.
            (_, Status::Pregame) if this.change_of_rules().is_some() => {
                this.replay()?;
                (this.session, this.latest) = (None, Vec::new());
            }
            (_, Status::Pregame) => {}
            (_, Status::Running | Status::Over | Status::Cancelled) => this.replay()?,
        }
        Ok(this)
    }

    /// A match without a log.
    pub(super) fn bare(
        game: Arc<dyn AnyGame>,
        row: MatchRow,
        options: Options,
        seats: Vec<SeatRow>,
        seed: Seed,
    ) -> Self {
        let (log, due, latest) = (Vec::new(), Vec::new(), Vec::new());
        let (course, told, rules) = (Course::default(), Vec::new(), None);
        let (deadline, session, question) = (None, None, QuestionId::default());
        Self {
            game,
            row,
            options,
            seats,
            log,
            due,
            deadline,
            session,
            question,
            latest,
            course,
            told,
            rules,
            seed,
        }
    }

    fn unreadable(&self, what: &'static str) -> Fault {
        Fault::Stored { id: self.row.id, what }
    }

    fn change_of_rules(&self) -> Option<RulesChange> {
        RulesChange::between(self.row.rules_version, self.info())
    }

    fn replay(&mut self) -> Result<(), Fault> {
        self.course = if self.has_turns() {
            Course::read(&self.log, self.seats.len()).ok_or_else(|| self.unreadable("log"))?
        } else {
            Course::whole(&self.log)
        };
        let mut rules = self.change_of_rules();
        if let Some(broken) = self.follow(rules.is_some())? {
            let what = if broken.entry == 0 { "setup" } else { "log" };
            rules.as_mut().ok_or_else(|| self.unreadable(what))?.broken = Some(broken);
        }
        self.rules = rules;
        Ok(())
    }

    /// Plays the log, up to the first thing that does not follow from the rules. `checked` compares what is drawn, and
    /// every state, with what is stored.
    fn follow(&mut self, checked: bool) -> Result<Option<Broken>, Fault> {
        let (has_turns, names) = (self.has_turns(), self.names());
        let broken = |entry, phase, difference| Ok(Some(Broken { entry, phase, difference }));
        let begun = self.game.begin(&self.setup()?, Some(self.seed.clone()), Some(names.clone()));
        let Ok((mut table, began)) = begun else {
            return broken(0, None, Difference::Refused);
        };
        if checked && self.row.start_hash != Some(state_hash(&*table)) {
            return broken(0, None, Difference::State);
        }
        table.take_draws();
        let mut number = 0;
        let mut told = Vec::new();
        for entry in &self.log {
            let by = actor(&entry.actor).ok_or_else(|| self.unreadable("log"))?;
            told.push((by, said(entry, &names).into_iter().collect()));
        }
        for &place in &self.course.counted {
            let entry = &self.log[place];
            let before = table.phase();
            let phase = (!has_turns).then(|| before.title.clone());
            let happened = play(&mut *table, entry).ok_or_else(|| self.unreadable("log"))?;
            let Ok(happened) = happened else {
                return broken(entry.seq, phase, Difference::Refused);
            };
            if checked && let Some(difference) = self.difference(entry, &mut *table)? {
                return broken(entry.seq, phase, difference);
            }
            told[place].1 = happened;
            // Where all act at once, what they do in secret closes no question: only a new moment does.
            if has_turns || before.id != table.phase().id {
                number += 1;
            }
        }
        table.take_draws();
        self.question = QuestionId { number, undos: self.course.undos };
        self.latest = told.last().map_or(began, |(_, told)| told.clone());
        (self.session, self.told) = (Some(table), told);
        Ok(None)
    }

    /// How what an entry has just brought differs from what is stored with it.
    fn difference(&self, entry: &LogRow, table: &mut dyn AnySession) -> Result<Option<Difference>, Fault> {
        Ok(if table.take_draws() != self.draws(entry)? {
            Some(Difference::Draws)
        } else if entry.state_hash != Some(state_hash(table)) {
            Some(Difference::State)
        } else {
            None
        })
    }

    fn draws(&self, entry: &LogRow) -> Result<Vec<u64>, Fault> {
        serde_json::from_str(&entry.draws).map_err(|_| self.unreadable("draws"))
    }

    fn setup(&self) -> Result<Value, Fault> {
        let setup = self.row.setup.as_deref().unwrap_or("null");
        serde_json::from_str(setup).map_err(|_| self.unreadable("setup"))
    }

    /// The seed: secret until the match is over.
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// Returns what is known of the game.
    pub fn info(&self) -> &'static Info {
        self.game.info()
    }

    /// Returns whether the seats act one after the other.
    pub fn has_turns(&self) -> bool {
        self.info().pace == Pace::Turns
    }

    /// The number of the last entry.
    pub fn seq(&self) -> i64 {
        self.log.last().map_or(0, |entry| entry.seq)
    }

    /// The seat of a user.
    pub fn seat_of(&self, user_id: i64) -> Option<Seat> {
        let row = self.seats.iter().find(|row| row.user_id == user_id)?;
        Some(Seat::new(row.seat as u8))
    }

    /// The stored row of a seat.
    pub fn seat_row(&self, seat: Seat) -> Option<&SeatRow> {
        self.seats.iter().find(|row| row.seat == i64::from(seat.number()))
    }

    /// What the seats are called.
    pub fn names(&self) -> Names {
        Names::new(self.seats.iter().map(|row| row.name.clone()).collect())
    }

    /// Whether it has not ended.
    pub fn is_going_on(&self) -> bool {
        !matches!(self.row.status, Status::Over | Status::Cancelled)
    }

    /// Returns whether players know something in it that others must not learn.
    pub fn has_secrets(&self) -> bool {
        self.info().information == Information::Hidden
    }

    /// Returns whether everyone may see everything of it: nothing is secret, it is over, or it was cancelled and its
    /// host has published it.
    pub fn is_disclosed(&self) -> bool {
        let published = self.row.status == Status::Cancelled && self.options.published;
        !self.has_secrets() || self.row.status == Status::Over || published
    }

    /// The change of the rules that has stopped the match.
    pub fn stopped(&self) -> Option<&RulesChange> {
        self.rules.as_ref().filter(|rules| rules.broken.is_some())
    }

    /// Says how the rules have changed, in a sentence that everyone may read.
    pub fn rules_words(&self, rules: &RulesChange) -> String {
        rules.words(self.info().title)
    }

    /// Makes sure that changed rules have not stopped the match.
    ///
    /// # Errors
    /// When they have, in a sentence that everyone may read.
    pub fn goes_on(&self) -> Result<(), Denied> {
        match self.stopped().filter(|_| self.is_going_on()) {
            None => Ok(()),
            Some(rules) => {
                let words = self.rules_words(rules);
                Err(Denied::new(format!("{words} Match {} is stopped; ask its host.", self.row.id)))
            }
        }
    }

    /// Whether players may be told where they are.
    pub fn reveals_own(&self) -> bool {
        self.options.reveal == Reveal::Own
    }

    /// Returns what a seat may know of its own position.
    pub fn facts(&self, seat: Seat) -> Vec<Fact> {
        let seen = self.session.as_ref().map(|session| session.observe(Viewer::Seat(seat)));
        seen.map(|seen| seen.facts(&self.names())).unwrap_or_default()
    }

    /// The table of a match that is being played.
    ///
    /// # Errors
    /// When it has not begun, was stopped or has ended.
    pub fn playing(&self) -> Result<&dyn AnySession, Denied> {
        self.goes_on()?;
        match (self.row.status, &self.session) {
            (Status::Running, Some(table)) => Ok(&**table),
            (Status::Signup | Status::Pregame, _) => {
                Err(Denied::new(format!("Match {} has not begun yet.", self.row.id)))
            }
            _ => Err(Denied::new(format!("Match {} is over.", self.row.id))),
        }
    }

    /// Returns the setup with which the game begins, from options and roster.
    ///
    /// # Errors
    /// If they do not fit together.
    pub(super) fn make_setup(&self) -> Result<Value, SetupError> {
        let fields: Vec<Values> = self.seats.iter().map(fields).collect();
        let entrants: Vec<Entrant<'_>> = self
            .seats
            .iter()
            .zip(&fields)
            .map(|(seat, fields)| Entrant { name: &seat.name, fields })
            .collect();
        self.game.setup(&self.options.values(self.info()), &entrants)
    }

    /// The record: without the seed as long as the match goes on.
    ///
    /// # Errors
    /// When it has not begun, so that there is nothing to record, and when anything that is stored cannot be read.
    pub fn record(&self) -> Result<Record, MatchError> {
        if self.row.setup.is_none() {
            let sentence = format!("Match {} has not begun yet, so there is nothing to export.", self.row.id);
            return Err(Denied::new(sentence).into());
        }
        let (game, setup) = (self.game.clone(), self.setup()?);
        let entry = |&place: &usize| {
            let row = &self.log[place];
            let (by, action) = recorded(row).ok_or_else(|| self.unreadable("log"))?;
            let at = at(row.at).ok_or_else(|| self.unreadable("time of an entry"))?;
            let draws = self.draws(row)?;
            let draws = (!draws.is_empty()).then(|| draws.into());
            Ok(Entry { by, action, at: Some(at), draws, state: None })
        };
        let log = self.course.counted.iter().map(entry).collect::<Result<_, Fault>>()?;
        // What was drawn before the first entry, for the reader to compare: together with the seed. Other rules than
        // those of the match would make it up.
        let (mut seed, mut start) = (None, None);
        if !self.is_going_on() {
            seed = Some(self.seed.clone());
            if self.stopped().is_none() {
                let begun = game.begin(&setup, seed.clone(), None).map_err(|_| self.unreadable("setup"))?;
                start = serde_json::from_str(&begun.0.state_json()).map_err(|_| self.unreadable("setup"))?;
            }
        }
        Ok(Record {
            game,
            title: Some(self.row.title.clone()),
            commitment: Some(self.seed.commitment()),
            seed,
            setup,
            start,
            draws: None,
            extras: self.extras(),
            log,
        })
    }
}

impl Match {
    /// What a record tells besides.
    fn extras(&self) -> Extras {
        let rules_version = Some(self.row.rules_version);
        if !self.has_turns() {
            return Extras { rules_version, ..Extras::default() };
        }
        let drawn = self.options.rematch_of.is_none();
        let joined = |seat: &SeatRow| self.options.joined.iter().position(|user_id| *user_id == seat.user_id);
        let seating = self.seats.iter().filter_map(joined).map(|place| place as u64 + 1);
        Extras {
            rules_version,
            players: self.seats.iter().map(|seat| seat.name.clone()).collect(),
            seating: if drawn { seating.collect() } else { Vec::new() },
            result: self.result().filter(|result| result.how == How::Agreement).map(|r| r.outcome.reason),
        }
    }
}

/// Returns the values of a player's fields.
fn fields(seat: &SeatRow) -> Values {
    let mut fields = Values::default();
    fields.set("priority", FieldValue::Number(seat.priority));
    fields.set("garnets", FieldValue::Number(seat.garnets));
    fields
}

fn at(millis: Millis) -> Option<chrono::DateTime<chrono::FixedOffset>> {
    chrono::DateTime::from_timestamp_millis(millis).map(|at| at.fixed_offset())
}

/// Plays an entry that counts; `None` when it cannot have been written.
pub(super) fn play(table: &mut dyn AnySession, entry: &LogRow) -> Option<Result<Vec<Narration>, Refusal>> {
    let by = actor(&entry.actor)?;
    Some(match (entry.action.parse(), by) {
        (Ok(Talk::Resign), By::Seat(seat)) | (Ok(Talk::Claim(seat)), By::Seat(_)) => table.resign(seat),
        (Ok(_), _) => return None,
        (Err(_), by) => table.apply(by, &entry.action),
    })
}

/// What an entry that is none of the game's for the game says.
pub(super) fn said(entry: &LogRow, names: &Names) -> Option<Narration> {
    let talk: Talk = entry.action.parse().ok()?;
    let text = talk.words(actor(&entry.actor)?, names);
    Some(Narration { audience: Audience::All, text })
}

/// An entry that counts as records write it: a resignation is the host's.
fn recorded(entry: &LogRow) -> Option<(By, String)> {
    let by = actor(&entry.actor)?;
    match (entry.action.parse(), by) {
        (Ok(Talk::Resign), By::Seat(seat)) | (Ok(Talk::Claim(seat)), _) => {
            Some((By::Host, format!("resign {seat}")))
        }
        _ => Some((by, entry.action.clone())),
    }
}

/// Who made a stored entry.
pub(super) fn actor(text: &str) -> Option<By> {
    match text {
        "clock" => Some(By::Clock),
        "host" => Some(By::Host),
        seat => seat.parse().ok().map(By::seat),
    }
}
