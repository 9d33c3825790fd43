//! [`Onlookers`]: who could read what onlookers were told, and so can never take a seat.
//!
//! Posts can be read as long as they exist. So everyone counts who could read the channel at any time since the first post in
//! it, also if the posts have ended since or go to another channel.
//!
//! - People who are let in by name are known: each change of the channel tells who they are.
//! - Administrators can read everything, and Discord does not say who they are, unless the operator has turned on the list of
//!   members. Everyone who was in the server at a post may have been one, except those who were looked at one by one: players,
//!   alternates, and people who are asked to take a seat.
//! - If another role lets people in, anyone may have had it for a while, and nothing says who. From then on, nobody new takes a
//!   seat.

use serde::{Deserialize, Serialize};

use super::computed::Computed;
use super::denied::Denied;
use crate::ids::{ChannelId, UserId};
use trigon_clock::Millis;

/// How many people are remembered one by one. Beyond that, anyone may have read a post.
const MAX_KNOWN_READERS: usize = 500;

/// Those who can read what onlookers are told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Readers {
    /// The people who are known.
    pub users: Vec<UserId>,
    /// The others.
    pub others: UnknownReaders,
}

/// People of whom it is not known who they are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum UnknownReaders {
    /// There are none.
    #[default]
    Nobody,
    /// The administrators of the server.
    Administrators,
    /// Members with a role that may come and go.
    Members,
}

impl Readers {
    /// Returns people who are all known.
    pub fn only(users: Vec<UserId>) -> Self {
        Self { users, others: UnknownReaders::Nobody }
    }
}

/// Those who could read what onlookers were told in a match.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Onlookers {
    /// The people who are known, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    users: Vec<UserId>,
    /// The last time at which anyone in the server may have been an administrator.
    #[serde(rename = "anyone_until", skip_serializing_if = "Option::is_none")]
    unknown_administrators_until: Option<Millis>,
    /// Whether anyone may have had a role that lets people in.
    #[serde(rename = "anyone", skip_serializing_if = "std::ops::Not::not")]
    may_be_anyone: bool,
    /// The channels in which there are posts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    channels: Vec<ChannelId>,
}

impl Onlookers {
    /// Adds those who can read a post that is about to be sent to a channel.
    pub(crate) fn add(&mut self, channel: ChannelId, readers: &Readers, now: Millis) {
        if !self.channels.contains(&channel) {
            self.channels.push(channel);
        }
        self.let_in(readers, now);
        if readers.others == UnknownReaders::Administrators {
            self.unknown_administrators_until = self.unknown_administrators_until.max(Some(now));
        }
    }

    /// Adds those who can read earlier posts now.
    pub(crate) fn let_in(&mut self, readers: &Readers, now: Millis) {
        let mut users = [&self.users[..], &readers.users].concat();
        users.sort_unstable();
        users.dedup();
        if users.len() > MAX_KNOWN_READERS {
            self.may_be_anyone = true;
        } else {
            self.users = users;
        }
        match readers.others {
            UnknownReaders::Nobody => {}
            UnknownReaders::Administrators => {
                self.unknown_administrators_until.get_or_insert(now);
            }
            UnknownReaders::Members => self.may_be_anyone = true,
        }
    }

    /// Returns the channels in which there are posts. A match from before they were noted has posts, if any, in the channel
    /// that is `chosen` now.
    pub(crate) fn channels(&self, chosen: Option<ChannelId>) -> Vec<ChannelId> {
        let is_from_before = self.channels.is_empty() && *self != Self::default();
        if is_from_before { chosen.into_iter().collect() } else { self.channels.clone() }
    }

    /// Checks that a person cannot have read anything, as far as can be known of anybody.
    pub(crate) fn check(&self, user: UserId) -> Result<(), Denied> {
        if self.has_read(user) {
            return Err(Denied::HasRead(user));
        }
        if self.may_be_anyone && Computed::of(user).is_none() {
            return Err(Denied::MayHaveRead(user));
        }
        Ok(())
    }

    /// Checks that a person who was not looked at before each post cannot have read anything: they came to the server after
    /// everything that any administrator could read.
    pub(crate) fn check_newcomer(&self, user: UserId, since: Option<Millis>) -> Result<(), Denied> {
        self.check(user)?;
        match self.unknown_administrators_until {
            Some(until) if since.is_none_or(|since| since <= until) => Err(Denied::MayHaveRead(user)),
            _ => Ok(()),
        }
    }

    /// Returns whether a person is known to have been able to read something.
    pub(crate) fn has_read(&self, user: UserId) -> bool {
        self.users.binary_search(&user).is_ok()
    }

    /// Returns whether it is not known of everybody whether they could read something.
    pub(crate) fn is_uncertain(&self) -> bool {
        self.may_be_anyone || self.unknown_administrators_until.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOUNGE: ChannelId = ChannelId(50);

    fn unknown(users: Vec<UserId>, others: UnknownReaders) -> Readers {
        Readers { users, others }
    }

    #[test]
    fn readers_are_remembered_by_name_and_administrators_by_the_time() {
        let mut onlookers = Onlookers::default();
        onlookers.add(LOUNGE, &Readers::only(vec![UserId(7), UserId(3)]), 10);
        onlookers.add(LOUNGE, &Readers::only(vec![UserId(5), UserId(7)]), 20);
        assert_eq!(serde_json::to_string(&onlookers).unwrap(), r#"{"users":[3,5,7],"channels":[50]}"#);
        assert_eq!(onlookers.check_newcomer(UserId(7), Some(30)), Err(Denied::HasRead(UserId(7))));
        assert_eq!(onlookers.check_newcomer(UserId(4), None), Ok(()));

        onlookers.add(LOUNGE, &unknown(vec![UserId(8)], UnknownReaders::Administrators), 40);
        for (since, refused) in [(None, true), (Some(39), true), (Some(40), true), (Some(41), false)] {
            let checked = onlookers.check_newcomer(UserId(4), since);
            assert_eq!(
                checked,
                if refused { Err(Denied::MayHaveRead(UserId(4))) } else { Ok(()) },
                "{since:?}"
            );
        }
        for user in [7, 8] {
            let known = Err(Denied::HasRead(UserId(user)));
            assert_eq!(
                onlookers.check_newcomer(UserId(user), Some(41)),
                known,
                "they are known to have read"
            );
        }
        onlookers.add(LOUNGE, &unknown(Vec::new(), UnknownReaders::Administrators), 30);
        assert_eq!(onlookers.unknown_administrators_until, Some(40), "the clock was set back");
        assert_eq!(onlookers.check(UserId(4)), Ok(()), "who was looked at before each post may take a seat");
    }

    #[test]
    fn who_is_let_in_later_reads_earlier_posts_and_anyone_may_have_had_a_role() {
        let mut onlookers = Onlookers::default();
        onlookers.add(LOUNGE, &Readers::only(vec![UserId(3)]), 10);
        onlookers.let_in(&unknown(vec![UserId(4)], UnknownReaders::Administrators), 20);
        assert_eq!(onlookers.check(UserId(4)), Err(Denied::HasRead(UserId(4))));
        assert_eq!(onlookers.check_newcomer(UserId(5), Some(20)), Err(Denied::MayHaveRead(UserId(5))));
        onlookers.let_in(&unknown(Vec::new(), UnknownReaders::Administrators), 30);
        assert_eq!(onlookers.check_newcomer(UserId(5), Some(25)), Ok(()), "they came after the last post");
        onlookers.let_in(&unknown(Vec::new(), UnknownReaders::Members), 40);
        assert_eq!(onlookers.check_newcomer(UserId(5), Some(50)), Err(Denied::MayHaveRead(UserId(5))));
        assert_eq!(onlookers.check(UserId(6)), Err(Denied::MayHaveRead(UserId(6))));

        let mut crowd = Onlookers::default();
        crowd.add(LOUNGE, &Readers::only((1_000..2_000).map(UserId).collect()), 40);
        assert_eq!(serde_json::to_string(&crowd).unwrap(), r#"{"anyone":true,"channels":[50]}"#);
        let computed = Computed { level: trigon_rules::games::Level::ALL[0], number: 1 }.user_id();
        assert_eq!(crowd.check(computed), Ok(()));
    }

    #[test]
    fn what_a_match_from_before_remembers_is_read() {
        let read: Onlookers = serde_json::from_str("{}").unwrap();
        assert_eq!(read, Onlookers::default());
        assert_eq!(serde_json::to_string(&read).unwrap(), "{}");
        assert!(read.channels(Some(LOUNGE)).is_empty(), "there was no post");
        let read: Onlookers = serde_json::from_str(r#"{"users":[3],"anyone_until":40}"#).unwrap();
        assert_eq!(read.channels(Some(LOUNGE)), [LOUNGE]);
        assert_eq!(read.check_newcomer(UserId(4), Some(39)), Err(Denied::MayHaveRead(UserId(4))));
    }
}
