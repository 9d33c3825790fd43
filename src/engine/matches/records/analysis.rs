//! [`Analysis`]: what the seats of a record did, compared with what a search would have done.
//!
//! [`Decisions`] are read from a record, each of them is judged, and the judged ones make up an [`Analysis`]. `/review` and
//! `trigon analyse` show it.
//!
//! A decision is judged by what its seat could see, so neither hidden information nor what was drawn later counts for
//! or against it.

use std::fmt;

use super::record::{Record, RecordError};
use super::replay::Replay;
use trigon_rules::games::{
    AnySight, By, Curve, Names, Outcome, Pace, RatedAction, Rolled, Seat, Skill, phrase,
};

/// The share of the win that an entry has to lose to be a turning point.
const TURNING_POINT_LOSS: f32 = 0.1;

/// The most turning points of a match.
const MAX_TURNING_POINTS: usize = 5;

/// The reason why a record cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// It cannot be replayed.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Its game is not played in turns.
    #[error("{0} is not played in turns, and only games of turns can be searched for better actions")]
    NotInTurns(&'static str),
}

/// What the seats of a record decided. The decisions can be judged in any order, or at the same time.
pub struct Decisions {
    /// The decisions, in the order of their entries.
    pub list: Vec<SeatDecision>,
    /// The names of the seats.
    pub names: Names,
    /// The number of entries.
    pub entries: usize,
    /// The number of entries that were refused, and so decided nothing.
    pub refused: usize,
    /// How the dice fell for each seat that rolled, in seat order.
    pub luck: Vec<Luck>,
    /// The share of the win that each seat has in the end, or `None` if the match is not over.
    end: Option<Vec<f32>>,
}

impl Decisions {
    /// Returns the decisions of a record.
    ///
    /// # Errors
    /// Fails if the record cannot be replayed, or if its game is not played in turns.
    pub fn of(record: &Record) -> Result<Self, AnalysisError> {
        let mut replay = Replay::begin(record)?;
        let info = record.game.info();
        if info.pace != Pace::Turns {
            return Err(AnalysisError::NotInTurns(info.title));
        }
        let mut found = Self {
            list: Vec::new(),
            names: Names::default(),
            entries: record.log.len(),
            refused: 0,
            luck: Vec::new(),
            end: None,
        };
        loop {
            let asked = replay.session().to_act().first().map(|decision| decision.seat);
            let sight = asked.and_then(|seat| replay.session().sight(seat));
            let Some(turn) = replay.step() else { break };
            if turn.result.is_err() {
                found.refused += 1;
                continue;
            }
            replay.session().rolled().iter().for_each(|rolled| Luck::add(&mut found.luck, rolled));
            if let Some(sight) = sight.filter(|sight| turn.entry.by == By::Seat(sight.seat())) {
                let written = &turn.entry.action;
                // What was accepted can be read again.
                let action = replay.session().parse(written).map_or(written.clone(), |it| it.to_string());
                found.list.push(SeatDecision { seq: turn.seq, seat: sight.seat(), action, sight });
            }
        }
        let session = replay.session();
        let shares =
            |outcome: Outcome| Seat::all(session.seats()).map(|seat| outcome.share(seat) as f32).collect();
        found.end = session.outcome().map(shares);
        found.names = session.names().clone();
        Ok(found)
    }

    /// Returns the analysis that consists of these judgements.
    pub fn into_analysis(self, judged: Vec<JudgedDecision>) -> Analysis {
        Analysis { judged, luck: self.luck, entries: self.entries, end: self.end }
    }
}

/// What a seat decided, with all that it could decide from.
pub struct SeatDecision {
    seq: usize,
    seat: Seat,
    action: String,
    sight: Box<dyn AnySight>,
}

impl SeatDecision {
    /// Judges the decision with a number of tries for each action that is compared. Everything random follows from the
    /// seed. Returns `None` if computed seats cannot look ahead in this game.
    pub fn judge(&self, tries: u32, seed: u64) -> Option<JudgedDecision> {
        let seed = seed.wrapping_add(self.seq as u64);
        let lines = self.sight.decide(Skill::Tries(tries), seed)?.lines;
        let found = lines.first()?;
        let (seq, seat) = (self.seq, self.seat);
        if found.action == self.action {
            return Some(JudgedDecision { seq, seat, played: found.clone(), best: found.clone() });
        }
        // A search tries what seems bad less often, and overrates what seems best, so both are tried again alone, and
        // equally often.
        let rate = |action: &str| {
            let proven = lines.iter().find(|line| line.action == action && line.is_proven).cloned();
            proven.or_else(|| self.sight.assess(action, tries, !seed))
        };
        Some(JudgedDecision { seq, seat, played: rate(&self.action)?, best: rate(&found.action)? })
    }
}

/// A decision of a seat beside the one that a search would have made.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedDecision {
    /// The one-based number of the entry.
    pub seq: usize,
    /// The seat.
    pub seat: Seat,
    /// What the seat did.
    pub played: RatedAction,
    /// What the search would have done.
    pub best: RatedAction,
}

impl JudgedDecision {
    /// Returns the better of what was played and what the search would have played.
    pub fn better(&self) -> &RatedAction {
        if share(&self.played, self.seat) > share(&self.best, self.seat) { &self.played } else { &self.best }
    }

    /// Returns the share of the win that the seat had before its action, from 0 to 1.
    pub fn before(&self) -> f32 {
        share(self.better(), self.seat)
    }

    /// Returns the share of the win that the seat had after its action, before anything else was drawn or played.
    pub fn after(&self) -> f32 {
        share(&self.played, self.seat)
    }

    /// Returns the share of the win that the action lost.
    pub fn loss(&self) -> f32 {
        self.before() - self.after()
    }
}

/// Returns what a line is worth to a seat.
fn share(line: &RatedAction, seat: Seat) -> f32 {
    seat.index(line.shares.len()).map_or(0.0, |i| line.shares[i])
}

/// How the dice of a seat fell: what it rolled beside what such dice show on average.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Luck {
    /// The seat.
    pub seat: Seat,
    /// The number of times it rolled.
    pub rolls: u32,
    /// What it rolled, in total.
    pub points: u64,
    /// Twice the average of these rolls, which is a whole number.
    twice_average: u64,
}

impl Luck {
    /// Adds a roll to the luck of its seat.
    fn add(all: &mut Vec<Self>, rolled: &Rolled) {
        let place = all.binary_search_by_key(&rolled.seat, |luck| luck.seat).unwrap_or_else(|place| {
            all.insert(place, Self { seat: rolled.seat, rolls: 0, points: 0, twice_average: 0 });
            place
        });
        let luck = &mut all[place];
        luck.rolls += 1;
        luck.points += rolled.points;
        luck.twice_average += rolled.twice_average();
    }

    /// Returns twice the points that the seat rolled above the average, which is a whole number.
    pub fn twice_surplus(&self) -> i64 {
        (2 * self.points) as i64 - self.twice_average as i64
    }
}

impl fmt::Display for Luck {
    /// Writes `+3.5 points in 14 rolls`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.twice_surplus().signum() {
            -1 => "−",
            0 => "±",
            _ => "+",
        };
        let twice = self.twice_surplus().unsigned_abs();
        let half = if twice % 2 == 1 { ".5" } else { "" };
        let points = if twice == 2 { "point" } else { "points" };
        write!(f, "{sign}{}{half} {points} in {}", twice / 2, phrase::counted(self.rolls, "roll"))
    }
}

/// A record whose decisions have been judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// The judged decisions, in the order of their entries.
    pub judged: Vec<JudgedDecision>,
    /// How the dice fell for each seat that rolled, in seat order.
    pub luck: Vec<Luck>,
    entries: usize,
    end: Option<Vec<f32>>,
}

impl Analysis {
    /// Returns the decisions that lost most, the worst first.
    pub fn turning_points(&self) -> Vec<&JudgedDecision> {
        let mut points: Vec<&JudgedDecision> =
            self.judged.iter().filter(|judged| judged.loss() >= TURNING_POINT_LOSS).collect();
        points.sort_by(|a, b| b.loss().total_cmp(&a.loss()));
        points.truncate(MAX_TURNING_POINTS);
        points
    }

    /// Returns how the shares of the seats changed.
    pub fn curve(&self) -> Curve {
        let before = |judged: &JudgedDecision| (judged.seq - 1, judged.better().shares.clone());
        let last = self.judged.last().map(|judged| (judged.seq, judged.played.shares.clone()));
        let end = self.end.clone().map(|shares| (self.entries, shares)).or(last);
        let points = self.judged.iter().map(before).chain(end).collect();
        let marked = self.turning_points().into_iter().map(|judged| (judged.seq, judged.seat)).collect();
        Curve { points, marked }
    }
}
