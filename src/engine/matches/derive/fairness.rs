//! Who knows, or has done as a host, what nobody who plays may: such a person can never take a seat.

use crate::ids::{ChannelId, UserId};
use crate::matches::model::control::Control;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use crate::store::Status;
use trigon_rules::games::By;

impl Match {
    /// Returns whether a host of the match was named by somebody without a stake in it, or by everyone: when the match was
    /// created, before its roster was fixed, by a host who has never held a seat, or with the consent of all players.
    pub(crate) fn is_independent(&self, host: UserId) -> bool {
        self.was_named_fairly(host, self.log.len())
    }

    /// Returns the same of somebody who hosted the match before the entry at an index.
    fn was_named_fairly(&self, host: UserId, before: usize) -> bool {
        let named = self.log[..before].iter().rposition(|entry| {
            matches!(entry.control(), Some(Control::CoHost(user) | Control::AgreedCoHost(user)) if *user == host)
        });
        // Those who are not in the log have hosted the match from its creation.
        let Some(place) = named else { return true };
        let entry = &self.log[place];
        let is_agreed = matches!(entry.control(), Some(Control::AgreedCoHost(_)));
        let is_start = |later: &LogEntry| later.control() == Some(&Control::Start);
        let was_open = self.status == Status::Signup || self.log[place..].iter().any(is_start);
        let is_fair = |by: UserId| !self.has_held(by) && self.was_named_fairly(by, place);
        is_agreed || was_open || entry.host.is_some_and(is_fair)
    }

    /// Returns whether a person has looked at the players' secrets as a host.
    pub(crate) fn has_looked(&self, user: UserId) -> bool {
        let looks = |entry: &LogEntry| entry.control() == Some(&Control::Look) && entry.host == Some(user);
        self.has_secrets() && self.log.iter().any(looks)
    }

    /// Returns whether a person has taken a player out of the match as a host, alone or because all players agreed.
    pub(crate) fn has_taken_out(&self, user: UserId) -> bool {
        self.log.iter().any(|entry| {
            matches!(entry.control(), Some(Control::TakeOut { .. } | Control::Vacate(_)))
                && entry.by == By::Host
                && entry.host == Some(user)
        })
    }

    /// Returns whether it is not known of everybody who was in the server whether they could read what onlookers were told.
    pub fn may_have_been_read(&self) -> bool {
        self.onlookers.is_uncertain()
    }

    /// Returns whether a person is known to have been able to read what onlookers were told.
    pub fn has_read(&self, user: UserId) -> bool {
        self.onlookers.has_read(user)
    }

    /// Returns the channels in which onlookers have been told something.
    pub fn lounges(&self) -> Vec<ChannelId> {
        self.onlookers.channels(self.terms.spectators)
    }
}
