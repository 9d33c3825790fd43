//! How often people can do in a day what others are mentioned or written to for each time. One check for each such thing, which the
//! commands in `decide/` call.
//!
//! What counts is in the log, and is forgotten after a day. An offer that the others accept does not count.

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

/// How often people can be asked in a day to take the same seat.
const MAX_SEAT_REQUESTS: usize = 3;

/// How many offers of a seat can come to nothing in a day.
const MAX_VAIN_OFFERS: usize = 5;

/// How often a person can become an alternate of a match in a day.
const MAX_STAND_BYS: usize = 3;

/// How often a player can say in a day that they will be away.
const MAX_ABSENCES: usize = 3;

/// How many co-hosts can be named in a day.
const MAX_NAMED_CO_HOSTS: usize = 5;

/// How often hosts can ask all players in a day.
const MAX_PROPOSALS: usize = 6;

/// How often hosts can move the deadline or stop the clock in a day.
const MAX_CLOCK_CHANGES: usize = 12;

/// How often hosts can have what was played taken back in a day.
const MAX_BEGUN_AGAIN: usize = 6;

/// How often hosts can change in a day what they may do alone.
const MAX_LIMIT_CHANGES: usize = 3;

/// How often hosts can change in a day the terms under which players have joined.
const MAX_AMENDMENTS: usize = 6;

/// How often everyone can be told in a day that a phase goes on after all.
const MAX_CALLED_OFF_ENDS: usize = 3;

/// How often somebody can be mentioned because of changes of the roster.
const MAX_ROSTER_MENTIONS: usize = 3;

impl Match {
    /// Returns how many entries of the last day count.
    fn lately(&self, now: Millis, counts: impl Fn(&LogEntry) -> bool) -> usize {
        let lately = self.log.iter().rev().take_while(|entry| now - entry.at < DAY);
        lately.filter(|entry| counts(entry)).count()
    }

    /// Checks that somebody can be asked to take a seat: nobody is asked already, and few were lately. What alternates are
    /// offered when a seat becomes free makes way.
    pub(crate) fn check_may_ask_for(&self, seat: Seat, now: Millis) -> Result<(), Denied> {
        if let Some(open) = self.handover(seat).filter(|open| open.until.is_none()) {
            return Err(Denied::SeatRequested(open.user));
        }
        let asks = |entry: &LogEntry| matches!(entry.control(), Some(Control::Handover { seat: asked, until: None, .. }) if *asked == seat);
        at_most(MAX_SEAT_REQUESTS, "People can be asked to take the same seat", self.lately(now, asks))
    }

    /// Checks that a seat can make another offer: few lately came to nothing.
    pub(crate) fn check_may_offer(&self, seat: Seat, kind: OfferKind, now: Millis) -> Result<(), Denied> {
        let own =
            |entry: &LogEntry| entry.control() == Some(&Control::Offer(kind)) && entry.by == By::Seat(seat);
        let vain = |entry: &LogEntry| own(entry) && !self.was_accepted(entry.seq);
        at_most(MAX_VAIN_OFFERS, "Offers that come to nothing can be made", self.lately(now, vain))
    }

    /// Returns whether an offer of a takeback was accepted by everyone.
    fn was_accepted(&self, offer: Seq) -> bool {
        let after = self.log.iter().filter(|entry| entry.seq > offer).filter_map(LogEntry::control);
        let mut until_next = after.take_while(|event| !matches!(event, Control::Offer(_) | Control::Decline));
        until_next.any(|event| matches!(event, Control::Undo(_)))
    }

    /// Checks that a person can become an alternate once more.
    pub(crate) fn check_may_stand_by(&self, user: UserId, now: Millis) -> Result<(), Denied> {
        let stands_by = |entry: &LogEntry| matches!(entry.control(), Some(Control::StandBy { user: known, place: None, .. }) if *known == user);
        at_most(MAX_STAND_BYS, "You can become an alternate", self.lately(now, stands_by))
    }

    /// Checks that a player can say once more that they will be away.
    pub(crate) fn check_may_be_away_again(&self, seat: Seat, now: Millis) -> Result<(), Denied> {
        let leaves = |entry: &LogEntry| {
            matches!(entry.control(), Some(Control::Away { .. })) && entry.by == By::Seat(seat)
        };
        at_most(MAX_ABSENCES, "You can say that you will be away", self.lately(now, leaves))
    }

    /// Checks that another co-host can be named.
    pub(crate) fn check_may_name(&self, now: Millis) -> Result<(), Denied> {
        let names = |entry: &LogEntry| matches!(entry.control(), Some(Control::CoHost(_)));
        at_most(MAX_NAMED_CO_HOSTS, "Co-hosts can be named", self.lately(now, names))
    }

    /// Checks that hosts can ask all players once more.
    pub(crate) fn check_may_propose(&self, now: Millis) -> Result<(), Denied> {
        let proposes = |entry: &LogEntry| matches!(entry.control(), Some(Control::Propose { .. }));
        at_most(MAX_PROPOSALS, "Hosts can ask all players", self.lately(now, proposes))
    }

    /// Checks that hosts can move the deadline or stop the clock once more.
    pub(crate) fn check_may_change_clock(&self, now: Millis) -> Result<(), Denied> {
        let changes_clock = |entry: &LogEntry| {
            entry.host.is_some() && matches!(entry.control(), Some(Control::Extend(_) | Control::Pause(_)))
        };
        at_most(
            MAX_CLOCK_CHANGES,
            "Hosts can stop the clock or move a deadline",
            self.lately(now, changes_clock),
        )
    }

    /// Checks that hosts can have what was played taken back once more.
    pub(crate) fn check_may_begin_again(&self, now: Millis) -> Result<(), Denied> {
        let begins = |entry: &LogEntry| {
            matches!(entry.control(), Some(Control::Rewind { .. } | Control::Correct { .. }))
        };
        at_most(MAX_BEGUN_AGAIN, "Hosts can undo rounds and correct the roster", self.lately(now, begins))
    }

    /// Returns whether everyone can be told once more that a phase ends early: few times lately, it went on after all.
    pub(crate) fn may_announce_an_end(&self, now: Millis) -> bool {
        let goes_on = |entry: &LogEntry| matches!(entry.control(), Some(Control::Early { at: None, .. }));
        self.lately(now, goes_on) < MAX_CALLED_OFF_ENDS
    }

    /// Checks that hosts can change once more what they may do alone.
    pub(crate) fn check_may_limit(&self, now: Millis) -> Result<(), Denied> {
        let limits = |entry: &LogEntry| entry.control() == Some(&Control::Limit);
        at_most(MAX_LIMIT_CHANGES, "What hosts may do alone can be changed", self.lately(now, limits))
    }

    /// Checks that hosts can change once more the terms under which players have joined.
    pub(crate) fn check_may_amend(&self, now: Millis) -> Result<(), Denied> {
        let amends = |entry: &LogEntry| matches!(entry.control(), Some(Control::Amend(_)));
        at_most(
            MAX_AMENDMENTS,
            "Settings under which players have joined can be changed",
            self.lately(now, amends),
        )
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

/// Fails if something was found as often as it can be done in a day.
fn at_most(times: usize, what: &'static str, found: usize) -> Result<(), Denied> {
    if found < times { Ok(()) } else { Err(Denied::TooOften { what, times }) }
}
