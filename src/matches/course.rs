//! What the talk in a log makes of it: which entries count, what is offered, whose time has run out.

use super::game_match::actor;
use super::talk::{Offer, OfferKind, Talk};
use crate::games::{By, Seat};
use crate::store::LogRow;

/// How a log of turns is to be read. Computed from the log alone, before the game is played from it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Course {
    /// The places in the log of the entries that count: the game's own, and resignations.
    pub(super) counted: Vec<usize>,
    /// Who has resigned.
    pub(super) resigned: Vec<Seat>,
    /// The offer that waits for answers.
    pub(super) offer: Option<Offer>,
    /// Whose time has run out.
    pub(super) timed_out: Option<Seat>,
    /// Whether all have agreed to a draw.
    pub(super) drawn: bool,
    /// The number of times that something was taken back.
    pub(super) undos: u32,
    /// The number of offers so far.
    offers: u32,
}

impl Course {
    /// Of a game in which all act at once: every entry counts.
    pub(super) fn whole(log: &[LogRow]) -> Self {
        Self { counted: (0..log.len()).collect(), ..Self::default() }
    }

    /// Of a game of turns; `None` when nobody can have written such a log.
    pub(super) fn read(log: &[LogRow], seats: usize) -> Option<Self> {
        let mut course = Self::default();
        for (place, entry) in log.iter().enumerate() {
            let by = actor(&entry.actor)?;
            match entry.action.parse() {
                Ok(talk) => course.hear(place, entry.seq, by, talk, log, seats)?,
                Err(_) => course.count(place),
            }
        }
        Some(course)
    }

    /// An entry after which the game stands otherwise: what was offered and waited for is gone.
    fn count(&mut self, place: usize) {
        self.counted.push(place);
        self.offer = None;
        self.timed_out = None;
    }

    /// A seat has resigned. That another's time has run out is as it was.
    fn leave(&mut self, place: usize, seat: Seat) {
        let timed_out = self.timed_out.filter(|late| *late != seat);
        self.count(place);
        self.timed_out = timed_out;
        self.resigned.push(seat);
    }

    fn hear(
        &mut self,
        place: usize,
        seq: i64,
        by: By,
        talk: Talk,
        log: &[LogRow],
        seats: usize,
    ) -> Option<()> {
        let seat = match by {
            By::Seat(seat) => Some(seat),
            _ => None,
        };
        match talk {
            Talk::Resign => self.leave(place, seat?),
            Talk::Claim(of) => self.leave(place, of),
            Talk::Offer(kind) => {
                self.offers += 1;
                let number = self.offers;
                self.offer = Some(Offer { kind, by: seat?, agreed: Vec::new(), seq, number });
            }
            Talk::Accept(kind) => {
                let offer = self.offer.as_mut().filter(|offer| offer.kind == kind)?;
                offer.agreed.push(seat?);
                self.drawn = kind == OfferKind::Draw && self.missing(seats).is_empty();
            }
            Talk::Decline(_) => self.offer = None,
            Talk::Back(to) => {
                self.counted.retain(|&place| log[place].seq <= to);
                self.offer = None;
                self.timed_out = None;
                self.undos += 1;
            }
            Talk::Time(of) => self.timed_out = Some(of),
        }
        Some(())
    }

    /// Who still has to answer the offer.
    pub(super) fn missing(&self, seats: usize) -> Vec<Seat> {
        let Some(offer) = &self.offer else { return Vec::new() };
        let asked = |seat: &Seat| *seat != offer.by && !self.resigned.contains(seat);
        Seat::all(seats).filter(|seat| asked(seat) && !offer.agreed.contains(seat)).collect()
    }
}
