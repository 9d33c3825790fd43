//! [`Attendance`]: what the log says about answers: which players have missed phases, had more time, are ready, or have left answers
//! in advance. What follows for the present question is in `derive/attendance.rs`.

use std::collections::BTreeMap;

use super::control::{Control, Seq};
use super::log::LogEntry;
use trigon_clock::Millis;
use trigon_rules::games::{By, Seat};

/// Seats and a question, as noted by one entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NotedSeats {
    /// The entry.
    pub(crate) seq: Seq,
    /// The number of questions closed before.
    pub(crate) question: u32,
    /// The seats.
    pub(crate) seats: Vec<Seat>,
    /// Whether the clock noted it, and not a host.
    pub(crate) by_clock: bool,
}

/// What the log says about answers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Attendance {
    /// Who was missing an answer at the end of each phase.
    pub(crate) missed: Vec<NotedSeats>,
    /// Who was late when a deadline was moved for that.
    pub(crate) graces: Vec<NotedSeats>,
    /// From whom nobody had ever heard when the first deadline was moved for that.
    pub(crate) absent: Option<NotedSeats>,
    /// Which seats are ready, by the question for which they said so.
    pub(crate) ready: BTreeMap<Seat, u32>,
    /// The end before the deadline that everyone was told of.
    pub(crate) early: Option<EarlyEnd>,
    /// What seats have left in advance.
    pub(crate) ahead: Vec<AnswersAhead>,
}

/// The end of a phase before its deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EarlyEnd {
    /// The number of questions closed before.
    pub(crate) question: u32,
    /// The time of the end.
    pub(crate) at: Millis,
}

/// What a seat has left in advance: answers to the questions after the given one, or, in turn-based games, what it expects
/// to be played from then on, its own actions included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AnswersAhead {
    /// The entry.
    pub(crate) seq: Seq,
    /// The seat.
    pub(crate) seat: Seat,
    /// The number of questions closed before.
    pub(crate) question: u32,
    /// The answers or actions.
    pub(crate) answers: Vec<String>,
}

impl Attendance {
    /// Notes an event that concerns attendance.
    pub(crate) fn apply(&mut self, entry: &LogEntry, event: &Control) {
        let noted = |question: u32, seats: &[Seat]| NotedSeats {
            seq: entry.seq,
            question,
            seats: seats.to_vec(),
            by_clock: entry.by == By::Clock,
        };
        match event {
            Control::Missed { question, seats } => self.missed.push(noted(*question, seats)),
            Control::Grace { question, seats } => self.graces.push(noted(*question, seats)),
            Control::Absent { question, seats } => self.absent = Some(noted(*question, seats)),
            Control::Ready { question, ready } => {
                if let By::Seat(seat) = entry.by {
                    self.unready(seat);
                    self.ready.extend(ready.then_some((seat, *question)));
                }
            }
            Control::Early { question, at } => {
                self.early = at.map(|at| EarlyEnd { question: *question, at });
            }
            // Everyone has been told of another time since.
            Control::Pause(_) => self.early = None,
            Control::Extend(moved) => {
                self.early.take_if(|early| moved.to.is_some_and(|deadline| deadline <= early.at));
            }
            Control::Ahead { question, answers } => {
                if let By::Seat(seat) = entry.by {
                    self.ahead.retain(|left| left.seat != seat);
                    let (seq, question, answers) = (entry.seq, *question, answers.clone());
                    self.ahead.push(AnswersAhead { seq, seat, question, answers });
                }
            }
            Control::Take(tenure) => {
                self.unready(tenure.seat);
                self.ahead.retain(|left| left.seat != tenure.seat);
            }
            Control::Vacate(seat) | Control::TakeOut { seat, .. } => {
                self.ahead.retain(|left| left.seat != *seat);
            }
            Control::Undo(to) | Control::Rewind { to, .. } => self.take_back(*to),
            Control::Correct { .. } => self.take_back(0),
            _ => {}
        }
    }

    /// Drops what was noted after an entry.
    fn take_back(&mut self, to: Seq) {
        self.missed.retain(|noted| noted.seq <= to);
        self.graces.retain(|noted| noted.seq <= to);
        self.absent = self.absent.take().filter(|noted| noted.seq <= to);
        self.ready.clear();
        self.ahead.clear();
        self.early = None;
    }

    /// Notes that a seat is no longer ready, because it has changed its answer.
    pub(crate) fn unready(&mut self, seat: Seat) {
        self.ready.remove(&seat);
    }
}
