//! The effective log: which entries count, and the running state of the match around the game.

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

/// The state that follows from the log alone, before the game is played.
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
    /// The offers that ended because play went on, with the log indices of the entries that ended them.
    pub(crate) lapsed: Vec<(usize, OfferKind)>,
    /// The seats whose time has run out and that have not acted since.
    pub(crate) late: Vec<Seat>,
    /// Whether all players have agreed to a draw.
    pub(crate) drawn: bool,
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
    pub(crate) nudged: Vec<(Seat, Millis)>,
    /// Whether a host has published the match after it was cancelled.
    pub(crate) published: bool,
    /// The requests to take over seats that wait for answers.
    pub(crate) handovers: Vec<Handover>,
    /// The seats that have passed to other persons, in order.
    pub(crate) tenures: Vec<Tenure>,
    /// The seats whose players have left since everyone was last told who has.
    pub(crate) untold: Vec<UnannouncedDeparture>,
    /// The seats whose players have refused to hand them over, until the phase ends or their time runs out.
    pub(crate) kept: Vec<Seat>,
    /// The seats that substitutes play.
    pub(crate) lent: Vec<Loan>,
    /// The seats that substitutes play as far as everyone knows, although their players have left.
    pub(crate) left_lent: Vec<Loan>,
    /// The alternates, in order.
    pub(crate) alternates: Vec<Alternate>,
    /// Which players have missed phases, had more time, or are ready.
    pub(crate) attendance: Attendance,
    /// The proposal that waits for the consent of all players.
    pub(crate) proposal: Option<OpenProposal>,
    /// The time that was left in the banks of seats after their turns, with the entries that noted it.
    pub(crate) banks: Vec<(Seq, Seat, Millis)>,
    /// When players are or were away.
    pub(crate) away: Vec<Absence>,
    offers: u32,
    proposals: u32,
    requests: u32,
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
                    self.attendance.answered(seat);
                }
                self.count(place);
                Some(())
            }
            EntryContent::Control(event) => self.apply(event, log, place, seats),
        }
    }

    fn count(&mut self, place: usize) {
        self.counted.push(place);
        self.lapse_if(place, |_| true);
        self.late.clear();
    }

    /// Ends the offer by the entry at index `place`, if it is one that does not outlast it.
    fn lapse_if(&mut self, place: usize, ends: impl FnOnce(&Offer) -> bool) {
        self.lapsed.extend(self.offer.take_if(|offer| ends(offer)).map(|offer| (place, offer.kind)));
    }

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
            Control::Missed { .. } => self.kept.clear(),
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
                self.kept.retain(|kept| kept != seat);
            }
            Control::Undo(to) | Control::Rewind { to, .. } => {
                self.take_back(*to, log);
                if matches!(event, Control::Rewind { .. }) {
                    self.kept.clear();
                    self.rewound_at = entry.at;
                }
            }
            Control::Correct { .. } => {
                self.take_back(0, log);
                self.kept.clear();
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
            Control::Banked { seat, left } => self.banks.push((entry.seq, *seat, *left)),
            Control::Away { from, to } => {
                self.away.push(Absence { seat: author?, from: *from, to: *to, of: None });
            }
            Control::Back => self.come_back(author?, entry.at),
            Control::Nudge(seat) => {
                self.nudged.retain(|(nudged, _)| nudged != seat);
                self.nudged.push((*seat, entry.at));
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
                self.settle(*seat);
                self.handovers.retain(|handover| handover.seat != *seat);
                self.handovers.extend(Handover::read(entry, event, self.requests));
            }
            Control::Prolong { seat, until, asked_until } => {
                let asked = self.handover(*seat)?;
                (asked.until, asked.asked_until, asked.since) = (*until, *asked_until, entry.at);
            }
            Control::Agree(seat) => self.handover(*seat)?.agreed = true,
            Control::Willing(seat) => self.handover(*seat)?.willing = true,
            Control::Refuse(seat) => self.refuse(*seat, author),
            Control::Take(tenure) => self.pass_seat(entry.at, place, tenure),
            Control::Vacate(seat) => {
                self.vacate(place, UnannouncedDeparture { seat: *seat, host: entry.host, reason: None });
            }
            Control::TakeOut { seat, reason } => {
                self.settle(*seat);
                self.vacate(
                    place,
                    UnannouncedDeparture { seat: *seat, host: entry.host, reason: reason.clone() },
                );
            }
            Control::Vacant(seat) | Control::TakenOut { seat, .. } => {
                self.untold.retain(|untold| untold.seat != *seat);
                self.left_lent.retain(|lent| lent.seat != *seat);
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

    fn accept(&mut self, seat: Seat, seats: usize) -> Option<()> {
        let offer = self.offer.as_mut()?;
        offer.accepted.push(seat);
        let is_draw = offer.kind == OfferKind::Draw;
        self.drawn = is_draw && self.unanswered(seats).is_empty();
        Some(())
    }

    /// Ends the proposal. Who does not consent to losing their seat keeps it.
    fn object(&mut self, author: Option<Seat>) {
        let asked = self.proposal.take().map(|proposal| proposal.what);
        if let Some(Proposal::TakeOut(seat) | Proposal::HandOver(seat)) = asked {
            self.kept.extend(author.filter(|author| *author == seat));
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
        let by_host = self.handover(seat).is_some_and(|asked| asked.host.is_some());
        self.handovers.retain(|handover| handover.seat != seat);
        self.kept.extend(author.filter(|author| *author == seat && by_host));
    }

    /// Notes that a seat passes to another person by the entry at index `place`.
    fn pass_seat(&mut self, at: Millis, place: usize, tenure: &Tenure) {
        self.handovers.retain(|handover| handover.seat != tenure.seat);
        self.alternates.retain(|known| known.user != tenure.user);
        self.lent.retain(|lent| lent.seat != tenure.seat);
        self.left_lent.retain(|lent| lent.seat != tenure.seat);
        self.lent.extend(tenure.back.map(|back| Loan {
            seat: tenure.seat,
            owner: tenure.before,
            name: tenure.before_name.clone(),
            back,
        }));
        self.untold.retain(|untold| untold.seat != tenure.seat);
        self.kept.retain(|kept| *kept != tenure.seat);
        self.settle(tenure.seat);
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
        for away in self.away.iter_mut().filter(|away| away.seat == tenure.seat) {
            away.of = match away.of {
                // What is left of it does not stop the clock of another person.
                None => {
                    away.to = away.to.min(at.max(away.from));
                    Some(tenure.before)
                }
                Some(user) => Some(user).filter(|user| *user != tenure.user),
            };
        }
        self.tenures.push(tenure.clone());
    }

    /// Ends a proposal about a seat to which something has happened.
    fn settle(&mut self, seat: Seat) {
        self.proposal.take_if(
            |proposal| matches!(proposal.what, Proposal::TakeOut(of) | Proposal::HandOver(of) if of == seat),
        );
    }

    /// Notes that the player in a seat has left by the entry at index `place`.
    fn vacate(&mut self, place: usize, untold: UnannouncedDeparture) {
        let seat = untold.seat;
        // A host may take out a player who has left already.
        self.untold.retain(|known| known.seat != seat);
        self.untold.push(untold);
        self.lapse_if(place, |offer| offer.by == seat);
        self.left_lent.extend(self.lent.extract_if(.., |lent| lent.seat == seat));
        if let Some(handover) = self.handover(seat) {
            handover.agreed = true;
        }
    }

    /// Returns whether a seat has agreed to what is proposed.
    pub(crate) fn has_consented(&self, seat: Seat) -> bool {
        self.proposal.as_ref().is_some_and(|proposal| proposal.agreed.contains(&seat))
    }

    /// Returns whether the player in a seat has left, of which not everyone has learned yet.
    pub(crate) fn left_in_secret(&self, seat: Seat) -> bool {
        self.untold.iter().any(|untold| untold.seat == seat && untold.host.is_none())
    }

    /// Returns whether not everyone knows yet that the player in a seat has left, or was taken out.
    pub(crate) fn is_untold(&self, seat: Seat) -> bool {
        self.untold.iter().any(|untold| untold.seat == seat)
    }

    /// Drops the effects of all entries of the game after an entry.
    fn take_back(&mut self, to: Seq, log: &[LogEntry]) {
        self.counted.retain(|&place| log[place].seq <= to);
        self.banks.retain(|(seq, ..)| *seq <= to);
        (self.offer, self.proposal) = (None, None);
        self.late.clear();
        self.undos += 1;
    }

    /// Returns the seats that substitutes play as far as everyone knows.
    pub(crate) fn seems_lent(&self) -> impl Iterator<Item = &Loan> {
        self.lent.iter().chain(&self.left_lent)
    }

    fn handover(&mut self, seat: Seat) -> Option<&mut Handover> {
        self.handovers.iter_mut().find(|handover| handover.seat == seat)
    }

    /// Returns the seats that still have to answer the offer.
    pub(crate) fn unanswered(&self, seats: usize) -> Vec<Seat> {
        let Some(offer) = &self.offer else { return Vec::new() };
        let asked = |seat: &Seat| *seat != offer.by && !self.resigned.contains(seat);
        Seat::all(seats).filter(|seat| asked(seat) && !offer.accepted.contains(seat)).collect()
    }
}
