//! [`Effective`]: what follows from the log alone, before the game is played: which entries count, and what is open around the
//! game, such as offers, requests and loans of seats.

use std::collections::BTreeMap;

use super::added::AddedTimes;
use super::attendance::Attendance;
use super::clock_change::{ClockBasis, DeadlineMove};
use super::computed::Computed;
use super::control::{Control, Seq, Tenure};
use super::log::{EntryContent, LogEntry};
use super::pending::{Absence, Alternate, Handover, Loan, Offer, OpenProposal, UnannouncedDeparture};
use super::proposal::{OfferKind, Proposal};
use trigon_clock::Millis;
use trigon_rules::games::{By, Seat};

/// What follows from the log alone. [`Match::fold`](super::game_match::Match) reads a whole log; each entry that is added
/// later is applied by [`push`](Self::push).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Effective {
    /// The log indices of the entries that change the game: its actions and resignations, except those taken back.
    pub(crate) counted: Vec<usize>,
    /// Whether play has begun.
    pub(crate) begun: bool,
    /// The time at which the pregame ended, if there was one.
    pub(crate) pregame_ended_at: Option<Millis>,
    /// The seats that have resigned, in order.
    pub(crate) resigned: Vec<Seat>,
    /// The offer waiting for answers.
    pub(crate) offer: Option<Offer>,
    /// The offers that ended because play went on.
    pub(crate) lapsed: Vec<LapsedOffer>,
    /// The seats whose time has run out and that have not acted since.
    pub(crate) late: Vec<Seat>,
    /// Whether all players have agreed to a draw.
    pub(crate) draw_agreed: bool,
    /// The number of takebacks.
    pub(crate) undos: u32,
    /// When a host last undid a phase, or 0.
    pub(crate) rewound_at: Millis,
    /// The time left while the clock is stopped.
    pub(crate) paused: Option<Millis>,
    /// Since when the clock has been stopped.
    pub(crate) paused_since: Option<Millis>,
    /// The time that hosts have added.
    pub(crate) added: AddedTimes,
    /// When each seat was last nudged.
    pub(crate) nudged_at: BTreeMap<Seat, Millis>,
    /// Whether a host has published the match after it was cancelled.
    pub(crate) published: bool,
    /// The requests to take over seats that wait for answers.
    pub(crate) handovers: Vec<Handover>,
    /// The seats that have passed to other persons, in order.
    pub(crate) tenures: Vec<Tenure>,
    /// The seats whose players have left since everyone was last told who has.
    pub(crate) unannounced: Vec<UnannouncedDeparture>,
    /// The seats whose players have refused to hand them over, until the phase ends or their time runs out.
    pub(crate) kept_seats: Vec<Seat>,
    /// The seats that substitutes play.
    pub(crate) loans: Vec<Loan>,
    /// The seats that substitutes play as far as everyone knows, although their players have left.
    pub(crate) loans_of_departed: Vec<Loan>,
    /// The alternates, in order.
    pub(crate) alternates: Vec<Alternate>,
    /// Which players have missed phases, had more time, or are ready.
    pub(crate) attendance: Attendance,
    /// The proposal that waits for the consent of all players.
    pub(crate) proposal: Option<OpenProposal>,
    /// The time that was left in the banks of seats after their turns, in order.
    pub(crate) banked: Vec<Banked>,
    /// When players are or were away.
    pub(crate) away: Vec<Absence>,
    /// The numbers of offers, proposals and requests to take over seats so far.
    offers: u32,
    proposals: u32,
    requests: u32,
}

/// An offer that ended because play went on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LapsedOffer {
    /// The log index of the entry that ended it.
    pub(crate) place: usize,
    pub(crate) kind: OfferKind,
}

/// The time that was left in the bank of a seat after a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Banked {
    /// The entry that noted it.
    pub(crate) seq: Seq,
    pub(crate) seat: Seat,
    pub(crate) left: Millis,
}

impl Effective {
    /// Folds a log, or returns `None` if it is invalid.
    pub(crate) fn fold(log: &[LogEntry], seats: usize) -> Option<Self> {
        let mut effective = Self::default();
        for place in 0..log.len() {
            effective.push(log, place, seats)?;
        }
        Some(effective)
    }

    /// Adds the entry at index `place` of the log.
    pub(crate) fn push(&mut self, log: &[LogEntry], place: usize, seats: usize) -> Option<()> {
        let entry = &log[place];
        match &entry.what {
            EntryContent::Game(_) => {
                if let By::Seat(seat) = entry.by {
                    self.attendance.unready(seat);
                }
                self.count(place);
                Some(())
            }
            EntryContent::Control(event) => self.apply(event, log, place, seats),
        }
    }

    /// Notes that the entry at index `place` changes the game: the offer ends, and nobody is late any more.
    fn count(&mut self, place: usize) {
        self.counted.push(place);
        self.lapse_if(place, |_| true);
        self.late.clear();
    }

    /// Ends the offer by the entry at index `place`, if it is one that does not outlast it.
    fn lapse_if(&mut self, place: usize, ends: impl FnOnce(&Offer) -> bool) {
        let ended = self.offer.take_if(|offer| ends(offer));
        self.lapsed.extend(ended.map(|offer| LapsedOffer { place, kind: offer.kind }));
    }

    /// Notes that a seat resigns, or is claimed, by the entry at index `place`.
    fn retire(&mut self, place: usize, seat: Seat) {
        // Other late seats stay late.
        let late: Vec<Seat> = self.late.iter().copied().filter(|late| *late != seat).collect();
        self.count(place);
        self.late = late;
        self.resigned.push(seat);
    }

    /// Applies what the entry at index `place` says besides the game.
    fn apply(&mut self, event: &Control, log: &[LogEntry], place: usize, seats: usize) -> Option<()> {
        let entry = &log[place];
        let author = if let By::Seat(seat) = entry.by { Some(seat) } else { None };
        self.attendance.apply(entry, event);
        let before = place.checked_sub(1).and_then(|before| log[before].control());
        self.added.apply(entry, event, before);
        match event {
            Control::Look
            | Control::Limit
            | Control::Amend(_)
            | Control::CoHost(_)
            | Control::NoCoHost(_)
            | Control::Remind
            | Control::Spectators(_)
            | Control::Channel { .. }
            | Control::Cancel
            | Control::Grace { .. }
            | Control::Absent { .. }
            | Control::Ready { .. }
            | Control::Ahead { .. }
            | Control::Early { .. }
            | Control::Extend(DeadlineMove { basis: Some(ClockBasis::Away), .. }) => {}
            // Everybody may be asked again, so that nothing shows who has missed the phase.
            Control::Missed { .. } => self.kept_seats.clear(),
            Control::Begin => self.begin(entry.at, place.checked_sub(1).map(|before| &log[before])),
            Control::Resign => self.retire(place, author?),
            Control::Claim(seat) => self.retire(place, *seat),
            Control::Offer(kind) => {
                self.offers += 1;
                let (number, seq) = (self.offers, entry.seq);
                self.offer = Some(Offer { number, seq, kind: *kind, by: author?, accepted: Vec::new() });
            }
            Control::Accept => self.accept(author?, seats)?,
            Control::Decline => self.offer = None,
            Control::TimeOut(seat) => {
                self.late.push(*seat);
                self.kept_seats.retain(|kept| kept != seat);
            }
            Control::Undo(to) | Control::Rewind { to, .. } => {
                self.take_back(*to, log);
                if matches!(event, Control::Rewind { .. }) {
                    self.kept_seats.clear();
                    self.rewound_at = entry.at;
                }
            }
            Control::Correct { .. } => {
                self.take_back(0, log);
                self.kept_seats.clear();
                self.rewound_at = entry.at;
            }
            Control::Propose { question, what, seat, correction, removal } => {
                self.proposals += 1;
                let (number, host) = (self.proposals, entry.host?);
                let agreed = seat.iter().copied().collect();
                let (what, question) = (*what, *question);
                let (correction, removal) = (correction.clone(), removal.clone());
                self.proposal =
                    Some(OpenProposal { number, what, question, host, agreed, correction, removal });
            }
            Control::Consent => self.proposal.as_mut()?.agreed.push(author?),
            // After a change of the roster, who has agreed may have another seat, and who has not may have none.
            Control::Extend(_) | Control::AgreedCoHost(_) | Control::Start | Control::Roster { .. } => {
                self.proposal = None;
            }
            Control::Object => self.object(author),
            Control::Banked { seat, left } => {
                self.banked.push(Banked { seq: entry.seq, seat: *seat, left: *left });
            }
            Control::Away { from, to } => {
                self.away.push(Absence { seat: author?, from: *from, to: *to, former_holder: None });
            }
            Control::Back => self.come_back(author?, entry.at),
            Control::Nudge(seat) => {
                self.nudged_at.insert(*seat, entry.at);
            }
            Control::Pause(stop) => {
                self.proposal = None;
                self.paused = Some(stop.left);
                self.paused_since.get_or_insert(entry.at);
            }
            Control::Resume => (self.paused, self.paused_since) = (None, None),
            Control::Publish => self.published = true,
            Control::StandBy { user, name, place } => {
                let place = place.unwrap_or(usize::MAX).min(self.alternates.len());
                self.alternates.insert(place, Alternate { user: *user, name: name.clone() });
            }
            Control::StandDown(user) => self.alternates.retain(|known| known.user != *user),
            Control::Handover { seat, .. } => {
                self.requests += 1;
                self.end_proposal_about(*seat);
                self.handovers.retain(|handover| handover.seat != *seat);
                self.handovers.extend(Handover::read(entry, event, self.requests));
            }
            Control::Prolong { seat, until, asked_until } => {
                let asked = self.handover_mut(*seat)?;
                (asked.until, asked.asked_until, asked.since) = (*until, *asked_until, entry.at);
            }
            Control::Agree(seat) => self.handover_mut(*seat)?.agreed = true,
            Control::Willing(seat) => self.handover_mut(*seat)?.willing = true,
            Control::Refuse(seat) => self.refuse(*seat, author),
            Control::Take(tenure) => self.pass_seat(entry.at, place, tenure),
            Control::Vacate(seat) => {
                self.vacate(place, UnannouncedDeparture { seat: *seat, host: entry.host, reason: None });
            }
            Control::TakeOut { seat, reason } => {
                self.end_proposal_about(*seat);
                self.vacate(
                    place,
                    UnannouncedDeparture { seat: *seat, host: entry.host, reason: reason.clone() },
                );
            }
            Control::Vacant(seat) | Control::TakenOut { seat, .. } => {
                self.unannounced.retain(|untold| untold.seat != *seat);
                self.loans_of_departed.retain(|loan| loan.seat != *seat);
            }
        }
        Some(())
    }

    /// Notes that play begins, right after the match started or after a pregame.
    fn begin(&mut self, at: Millis, before: Option<&LogEntry>) {
        self.begun = true;
        self.proposal = None;
        let at_once = |start: &LogEntry| start.at == at && start.control() == Some(&Control::Start);
        self.pregame_ended_at = Some(at).filter(|_| !before.is_some_and(at_once));
    }

    /// Notes that a seat accepts the offer: a draw is agreed once all have.
    fn accept(&mut self, seat: Seat, seats: usize) -> Option<()> {
        let offer = self.offer.as_mut()?;
        offer.accepted.push(seat);
        let is_draw = offer.kind == OfferKind::Draw;
        self.draw_agreed = is_draw && self.unanswered(seats).is_empty();
        Some(())
    }

    /// Ends the proposal. Who does not consent to losing their seat keeps it.
    fn object(&mut self, author: Option<Seat>) {
        let proposed = self.proposal.take().map(|proposal| proposal.what);
        if let Some(Proposal::TakeOut(seat) | Proposal::HandOver(seat)) = proposed {
            self.kept_seats.extend(author.filter(|author| *author == seat));
        }
    }

    /// Ends the absences of a player who is back.
    fn come_back(&mut self, seat: Seat, at: Millis) {
        for away in self.away.iter_mut().filter(|away| away.seat == seat) {
            away.to = away.to.min(at.max(away.from));
        }
    }

    /// Ends a request to take over a seat. A player who refuses what a host asked for keeps the seat.
    fn refuse(&mut self, seat: Seat, author: Option<Seat>) {
        let by_host = self.handover_mut(seat).is_some_and(|asked| asked.host.is_some());
        self.handovers.retain(|handover| handover.seat != seat);
        self.kept_seats.extend(author.filter(|author| *author == seat && by_host));
    }

    /// Notes that a seat passes to another person by the entry at index `place`.
    fn pass_seat(&mut self, at: Millis, place: usize, tenure: &Tenure) {
        self.handovers.retain(|handover| handover.seat != tenure.seat);
        self.alternates.retain(|known| known.user != tenure.user);
        self.loans.retain(|loan| loan.seat != tenure.seat);
        self.loans_of_departed.retain(|loan| loan.seat != tenure.seat);
        self.loans.extend(tenure.back.map(|back| Loan {
            seat: tenure.seat,
            owner: tenure.before,
            name: tenure.before_name.clone(),
            back,
        }));
        self.unannounced.retain(|untold| untold.seat != tenure.seat);
        self.kept_seats.retain(|kept| *kept != tenure.seat);
        self.end_proposal_about(tenure.seat);
        // Who has agreed, or made an offer, was another person, and a computed player agrees to none.
        if let Some(proposal) = &mut self.proposal {
            proposal.agreed.retain(|seat| *seat != tenure.seat);
        }
        let is_computed = Computed::of(tenure.user).is_some();
        self.lapse_if(place, |offer| is_computed || offer.by == tenure.seat);
        if let Some(offer) = &mut self.offer {
            offer.accepted.retain(|seat| *seat != tenure.seat);
        }
        if tenure.back.is_none() && !tenure.returns {
            self.late.retain(|seat| *seat != tenure.seat);
        }
        self.pass_absences(at, tenure);
        self.tenures.push(tenure.clone());
    }

    /// Ends the absences of the player who had a seat: what is left of them does not stop the clock of another person. Those of
    /// somebody who comes back are their own again.
    fn pass_absences(&mut self, at: Millis, tenure: &Tenure) {
        for away in self.away.iter_mut().filter(|away| away.seat == tenure.seat) {
            match away.former_holder {
                None => {
                    away.to = away.to.min(at.max(away.from));
                    away.former_holder = Some(tenure.before);
                }
                Some(user) if user == tenure.user => away.former_holder = None,
                Some(_) => {}
            }
        }
    }

    /// Ends a proposal about a seat to which something has happened.
    fn end_proposal_about(&mut self, seat: Seat) {
        self.proposal.take_if(|proposal| match proposal.what {
            Proposal::TakeOut(asked) | Proposal::HandOver(asked) => asked == seat,
            _ => false,
        });
    }

    /// Notes that the player in a seat has left by the entry at index `place`.
    fn vacate(&mut self, place: usize, untold: UnannouncedDeparture) {
        let seat = untold.seat;
        // A host may take out a player who has left already.
        self.unannounced.retain(|known| known.seat != seat);
        self.unannounced.push(untold);
        self.lapse_if(place, |offer| offer.by == seat);
        self.loans_of_departed.extend(self.loans.extract_if(.., |loan| loan.seat == seat));
        if let Some(handover) = self.handover_mut(seat) {
            handover.agreed = true;
        }
    }

    /// Returns whether a seat has agreed to what is proposed.
    pub(crate) fn has_consented(&self, seat: Seat) -> bool {
        self.proposal.as_ref().is_some_and(|proposal| proposal.agreed.contains(&seat))
    }

    /// Returns whether the player in a seat has left, of which not everyone has learned yet.
    pub(crate) fn left_in_secret(&self, seat: Seat) -> bool {
        self.unannounced.iter().any(|untold| untold.seat == seat && untold.host.is_none())
    }

    /// Returns whether not everyone knows yet that the player in a seat has left, or was taken out.
    pub(crate) fn is_unannounced(&self, seat: Seat) -> bool {
        self.unannounced.iter().any(|untold| untold.seat == seat)
    }

    /// Drops the effects of all entries of the game after an entry.
    fn take_back(&mut self, to: Seq, log: &[LogEntry]) {
        self.counted.retain(|&place| log[place].seq <= to);
        self.banked.retain(|banked| banked.seq <= to);
        (self.offer, self.proposal) = (None, None);
        self.late.clear();
        self.undos += 1;
    }

    /// Returns the seats that substitutes play as far as everyone knows.
    pub(crate) fn seems_lent(&self) -> impl Iterator<Item = &Loan> {
        self.loans.iter().chain(&self.loans_of_departed)
    }

    fn handover_mut(&mut self, seat: Seat) -> Option<&mut Handover> {
        self.handovers.iter_mut().find(|handover| handover.seat == seat)
    }

    /// Returns the seats that still have to answer the offer.
    pub(crate) fn unanswered(&self, seats: usize) -> Vec<Seat> {
        let Some(offer) = &self.offer else { return Vec::new() };
        let asked = |seat: &Seat| *seat != offer.by && !self.resigned.contains(seat);
        Seat::all(seats).filter(|seat| asked(seat) && !offer.accepted.contains(seat)).collect()
    }
}
