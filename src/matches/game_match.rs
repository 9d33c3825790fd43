//! A match as it is stored, with its log folded.

use serde_json::{Value, json};

use super::clock::Millis;
use super::course::Course;
use super::lifecycle::DEADLINE;
use super::options::{Options, Reveal};
use super::question::QuestionId;
use super::record::{Entry, Extras, Record};
use super::talk::Talk;
use super::turns_view::How;
use super::{Denied, Fault};
use crate::games::{AnyGame, AnyTable, Audience, By, Fact, Happening, Names, Refusal, Seat, Seed, game};
use crate::store::{DueRow, LogRow, MatchRow, SeatRow, Status, Stored};

/// A match with everything that is known of it.
pub struct Match {
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
    pub table: Option<Box<dyn AnyTable>>,
    /// What is asked now. What was asked before is stale.
    pub question: QuestionId,
    /// What the last entry of the log brought; before the first, what the beginning did.
    pub latest: Vec<Happening>,
    /// What the talk in the log makes of it.
    pub(super) course: Course,
}

impl Match {
    /// Reads what is stored and folds the log, up to an entry if one is named.
    ///
    /// # Errors
    /// When what is stored makes no match: a fault of this program or of the storage.
    pub(super) fn fold(stored: Stored, due: Vec<DueRow>, up_to: Option<i64>) -> Result<Self, Fault> {
        let Stored { row, seats, mut log } = stored;
        if let Some(seq) = up_to {
            log.retain(|entry| entry.seq <= seq);
        }
        let options =
            serde_json::from_str(&row.options).map_err(|_| Fault::Stored { id: row.id, what: "options" })?;
        let deadline = due.iter().find(|row| row.kind == DEADLINE).map(|row| row.at);
        let mut this = Self { log, due, deadline, ..Self::bare(row, options, seats) };
        if this.row.setup.is_some()
            && matches!(this.row.status, Status::Running | Status::Over | Status::Cancelled)
        {
            this.replay()?;
        }
        Ok(this)
    }

    /// A match without a log.
    pub(super) fn bare(row: MatchRow, options: Options, seats: Vec<SeatRow>) -> Self {
        let (log, due, latest) = (Vec::new(), Vec::new(), Vec::new());
        let course = Course::default();
        let question = QuestionId::default();
        Self { row, options, seats, log, due, deadline: None, table: None, question, latest, course }
    }

    fn replay(&mut self) -> Result<(), Fault> {
        let id = self.row.id;
        let broken = |what| Fault::Stored { id, what };
        let setup = self.row.setup.as_deref().unwrap_or("null");
        let setup: Value = serde_json::from_str(setup).map_err(|_| broken("setup"))?;
        let seed: Seed = self.row.seed.parse().map_err(|_| broken("seed"))?;
        let game = self.game()?;
        // The setups of turns know no names.
        let names = game.by_turns().then(|| self.names());
        let begun = game.begin_as(&setup, Some(seed), names);
        let (mut table, mut latest) = begun.map_err(|_| broken("setup"))?;
        if game.by_turns() {
            self.course = Course::read(&self.log, table.seats()).ok_or_else(|| broken("log"))?;
        } else {
            self.course = Course::whole(&self.log);
        }
        for &place in &self.course.counted {
            let entry = &self.log[place];
            let before = table.moment();
            let happened = play(&mut *table, entry).ok_or_else(|| broken("log"))?;
            latest = happened.map_err(|_| broken("log"))?;
            // Where all act at once, what they do in secret closes no question: only a new moment does.
            if before.is_none() || before != table.moment() {
                self.question.number += 1;
            }
        }
        self.question.undos = self.course.undos;
        if let Some(entry) =
            self.log.last().filter(|_| self.course.counted.last() != Some(&(self.log.len() - 1)))
        {
            latest = said(entry, &self.names()).into_iter().collect();
        }
        table.take_draws();
        (self.table, self.latest) = (Some(table), latest);
        Ok(())
    }

    /// The game's entry in the registry.
    ///
    /// # Errors
    /// When this program does not know the game.
    pub fn game(&self) -> Result<&'static dyn AnyGame, Fault> {
        game(&self.row.game).ok_or(Fault::Stored { id: self.row.id, what: "game" })
    }

    /// The game, if its seats act one after the other.
    pub fn turns(&self) -> Option<&'static dyn AnyGame> {
        self.game().ok().filter(|game| game.by_turns())
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
        self.game().map_or(true, |game| game.has_secrets())
    }

    /// Returns whether everyone may see everything of it: nothing is secret, it is over, or it was cancelled and its
    /// host has published it.
    pub fn is_disclosed(&self) -> bool {
        let published = self.row.status == Status::Cancelled && self.options.published;
        !self.has_secrets() || self.row.status == Status::Over || published
    }

    /// Whether players may be told where they are.
    pub fn reveals_own(&self) -> bool {
        self.options.reveal == Reveal::Own
    }

    /// What a seat may know of the own position, with where it stands if the host lets players be told (R3).
    pub fn facts(&self, seat: Seat) -> Vec<Fact> {
        let Some(table) = &self.table else { return Vec::new() };
        let place = table.place(seat).filter(|_| self.reveals_own());
        let mut facts = table.facts(seat);
        facts.extend(place.map(|value| Fact { label: "Cell", value }));
        facts
    }

    /// The table of a match that is being played.
    ///
    /// # Errors
    /// When it has not begun or has ended.
    pub fn playing(&self) -> Result<&dyn AnyTable, Denied> {
        match (self.row.status, &self.table) {
            (Status::Running, Some(table)) => Ok(&**table),
            (Status::Signup | Status::Pregame, _) => {
                Err(Denied::new(format!("Match {} has not begun yet.", self.row.id)))
            }
            _ => Err(Denied::new(format!("Match {} is over.", self.row.id))),
        }
    }

    /// The setup with which the game begins, from options and roster.
    pub(super) fn make_setup(&self) -> Value {
        if let Some(game) = self.turns() {
            return self.options.setup(game.info(), self.seats.len());
        }
        let player =
            |seat: &SeatRow| json!({"name": seat.name, "priority": seat.priority, "garnets": seat.garnets});
        let players: Vec<Value> = self.seats.iter().map(player).collect();
        json!({"board": self.options.board, "rounds": self.options.rounds, "players": players})
    }

    /// The record: without the seed as long as the match goes on.
    ///
    /// # Errors
    /// When it has not begun, so that there is nothing to record.
    pub fn record(&self) -> Result<Record, Denied> {
        let not_begun = || {
            Denied::new(format!("Match {} has not begun yet, so there is nothing to export.", self.row.id))
        };
        let setup = self.row.setup.as_deref().ok_or_else(not_begun)?;
        let seed: Option<Seed> = self.row.seed.parse().ok();
        let game = self.game().map_err(|_| not_begun())?;
        let entry = |row: &LogRow| {
            let (by, action) = recorded(row)?;
            Some(Entry {
                by,
                action,
                at: at(row.at),
                draws: serde_json::from_str(&row.draws).ok().filter(|draws| *draws != json!([])),
            })
        };
        let commitment = seed.as_ref().map(Seed::commitment);
        let seed = seed.filter(|_| !self.is_going_on());
        let setup: Value = serde_json::from_str(setup).unwrap_or_default();
        // What was drawn before the first entry, for the reader to compare: together with the seed.
        let start = seed.as_ref().and_then(|seed| {
            let (table, _) = game.begin(&setup, Some(seed.clone())).ok()?;
            serde_json::from_str(&table.state_json()).ok()
        });
        Ok(Record {
            game,
            title: Some(self.row.title.clone()),
            commitment,
            seed,
            setup,
            start,
            draws: None,
            extras: self.extras(),
            log: self.course.counted.iter().filter_map(|&place| entry(&self.log[place])).collect(),
        })
    }
}

impl Match {
    /// What a record tells besides, in games of turns.
    fn extras(&self) -> Extras {
        if self.turns().is_none() {
            return Extras::default();
        }
        let drawn = self.options.rematch_of.is_none();
        let joined = |seat: &SeatRow| self.options.joined.iter().position(|user_id| *user_id == seat.user_id);
        let seating = self.seats.iter().filter_map(joined).map(|place| place as u64 + 1);
        Extras {
            players: self.seats.iter().map(|seat| seat.name.clone()).collect(),
            seating: if drawn { seating.collect() } else { Vec::new() },
            result: self.result().filter(|result| result.how == How::Agreement).map(|r| r.outcome.reason),
        }
    }
}

fn at(millis: Millis) -> Option<chrono::DateTime<chrono::FixedOffset>> {
    chrono::DateTime::from_timestamp_millis(millis).map(|at| at.fixed_offset())
}

/// Plays an entry that counts; `None` when it cannot have been written.
pub(super) fn play(table: &mut dyn AnyTable, entry: &LogRow) -> Option<Result<Vec<Happening>, Refusal>> {
    let by = actor(&entry.actor)?;
    Some(match (entry.action.parse(), by) {
        (Ok(Talk::Resign), By::Seat(seat)) | (Ok(Talk::Claim(seat)), By::Seat(_)) => table.resign(seat),
        (Ok(_), _) => return None,
        (Err(_), by) => table.apply(by, &entry.action),
    })
}

/// What an entry that is none of the game's for the game says.
pub(super) fn said(entry: &LogRow, names: &Names) -> Option<Happening> {
    let talk: Talk = entry.action.parse().ok()?;
    let text = talk.words(actor(&entry.actor)?, names);
    Some(Happening { audience: Audience::All, text })
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
