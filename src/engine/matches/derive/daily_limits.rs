//! What people cannot do again and again, because others are mentioned or written to each time.
//!
//! What counts is in the log, and is forgotten after a day. Where it comes to something that others agree to, such as a takeback
//! that is accepted, it does not count.

use crate::ids::UserId;
use crate::matches::model::control::{Control, Seq};
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use crate::matches::model::proposal::OfferKind;
use crate::matches::model::terms::HOUR;
use trigon_clock::Millis;
use trigon_rules::games::{By, Seat};

/// For how long something counts.
pub(crate) const DAY: Millis = 24 * HOUR;

/// How many invitations to matches that do not begin a person can send in a day.
pub(crate) const MAX_INVITATIONS: usize = 5;

/// How often everyone can be told in a day that a phase goes on after all.
const MAX_CALLED_OFF_ENDS: usize = 3;

/// How often somebody can be mentioned because of changes of the roster.
const MAX_ROSTER_MENTIONS: usize = 3;

impl Match {
    /// Returns how many entries of the last day are of a kind.
    fn lately(&self, now: Millis, is: impl Fn(&LogEntry) -> bool) -> usize {
        self.log.iter().rev().take_while(|entry| now - entry.at < DAY).filter(|entry| is(entry)).count()
    }

    /// Checks that somebody can be asked to take a seat: nobody is asked already, and few were lately. What alternates are
    /// offered when a seat becomes free makes way.
    pub(crate) fn check_may_ask_for(&self, seat: Seat, now: Millis) -> Result<(), Denied> {
        if let Some(open) = self.handover(seat).filter(|open| open.until.is_none()) {
            return Err(Denied::SeatRequested(open.user));
        }
        let asks = |entry: &LogEntry| matches!(entry.control(), Some(Control::Handover { seat: of, until: None, .. }) if *of == seat);
        at_most(3, "People can be asked to take the same seat", self.lately(now, asks))
    }

    /// Checks that a seat can make another offer: few lately came to nothing.
    pub(crate) fn check_may_offer(&self, seat: Seat, kind: OfferKind, now: Millis) -> Result<(), Denied> {
        let own =
            |entry: &LogEntry| entry.control() == Some(&Control::Offer(kind)) && entry.by == By::Seat(seat);
        let vain = |entry: &LogEntry| own(entry) && !self.came_to_something(entry.seq);
        at_most(5, "Offers that come to nothing can be made", self.lately(now, vain))
    }

    /// Returns whether an offer was accepted by everyone.
    fn came_to_something(&self, offer: Seq) -> bool {
        let after = self.log.iter().filter(|entry| entry.seq > offer).filter_map(LogEntry::control);
        let mut until_next = after.take_while(|event| !matches!(event, Control::Offer(_) | Control::Decline));
        until_next.any(|event| matches!(event, Control::Undo(_)))
    }

    /// Checks that a person can become an alternate once more.
    pub(crate) fn check_may_stand_by(&self, user: UserId, now: Millis) -> Result<(), Denied> {
        let stands_by = |entry: &LogEntry| matches!(entry.control(), Some(Control::StandBy { user: known, place: None, .. }) if *known == user);
        at_most(3, "You can become an alternate", self.lately(now, stands_by))
    }

    /// Checks that a player can say once more that they will be away.
    pub(crate) fn check_may_leave_for(&self, seat: Seat, now: Millis) -> Result<(), Denied> {
        let leaves = |entry: &LogEntry| {
            matches!(entry.control(), Some(Control::Away { .. })) && entry.by == By::Seat(seat)
        };
        at_most(3, "You can say that you will be away", self.lately(now, leaves))
    }

    /// Checks that another co-host can be named.
    pub(crate) fn check_may_name(&self, now: Millis) -> Result<(), Denied> {
        let names = |entry: &LogEntry| matches!(entry.control(), Some(Control::CoHost(_)));
        at_most(5, "Co-hosts can be named", self.lately(now, names))
    }

    /// Checks that hosts can ask all players once more.
    pub(crate) fn check_may_propose(&self, now: Millis) -> Result<(), Denied> {
        let proposes = |entry: &LogEntry| matches!(entry.control(), Some(Control::Propose { .. }));
        at_most(6, "Hosts can ask all players", self.lately(now, proposes))
    }

    /// Checks that hosts can move the deadline or stop the clock once more.
    pub(crate) fn check_may_turn_the_clock(&self, now: Millis) -> Result<(), Denied> {
        let turns = |entry: &LogEntry| {
            entry.host.is_some() && matches!(entry.control(), Some(Control::Extend(_) | Control::Pause(_)))
        };
        at_most(12, "Hosts can stop the clock or move a deadline", self.lately(now, turns))
    }

    /// Checks that hosts can have what was played taken back once more.
    pub(crate) fn check_may_begin_again(&self, now: Millis) -> Result<(), Denied> {
        let begins = |entry: &LogEntry| {
            matches!(entry.control(), Some(Control::Rewind { .. } | Control::Correct { .. }))
        };
        at_most(6, "Hosts can undo rounds and correct the roster", self.lately(now, begins))
    }

    /// Returns whether everyone can be told once more that a phase ends early: few times lately, it went on after all.
    pub(crate) fn may_announce_an_end(&self, now: Millis) -> bool {
        let goes_on = |entry: &LogEntry| matches!(entry.control(), Some(Control::Early { at: None, .. }));
        self.lately(now, goes_on) < MAX_CALLED_OFF_ENDS
    }

    /// Checks that hosts can change once more what they may do alone.
    pub(crate) fn check_may_limit(&self, now: Millis) -> Result<(), Denied> {
        let limits = |entry: &LogEntry| entry.control() == Some(&Control::Limit);
        at_most(3, "What hosts may do alone can be changed", self.lately(now, limits))
    }

    /// Checks that hosts can change once more the terms under which players have joined.
    pub(crate) fn check_may_amend(&self, now: Millis) -> Result<(), Denied> {
        let amends = |entry: &LogEntry| matches!(entry.control(), Some(Control::Amend(_)));
        at_most(6, "Settings under which players have joined can be changed", self.lately(now, amends))
    }

    /// Returns those of some people who were mentioned often enough because of changes of the roster.
    pub(crate) fn mentioned_enough(&self, users: &[UserId], now: Millis) -> Vec<UserId> {
        let times = |user: UserId| {
            self.lately(
                now,
                |entry| matches!(entry.control(), Some(Control::Roster { users }) if users.contains(&user)),
            )
        };
        users.iter().copied().filter(|user| times(*user) >= MAX_ROSTER_MENTIONS).collect()
    }
}

fn at_most(times: usize, what: &'static str, found: usize) -> Result<(), Denied> {
    if found < times { Ok(()) } else { Err(Denied::TooOften { what, times }) }
}
