//! [`Onlookers`]: who could read what onlookers were told, and so can never take a seat.
//!
//! Discord lists who can read a channel only if the channel is open to people by name, or if the operator has turned on the
//! list of members. Otherwise, everyone who was in the server at the time may have read it, which takes no more room than a
//! time. So does a channel that more people can read than are remembered one by one.

use serde::{Deserialize, Serialize};

use super::error::Denied;
use trigon_clock::Millis;

/// How many people are remembered one by one. Beyond that, anyone in the server may have read a post.
const MOST: usize = 500;

/// Those who can read a post for onlookers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Readers {
    /// Nobody but these people.
    Only(Vec<i64>),
    /// Anyone in the server: it is not known who.
    Anyone,
}

/// Those who could read what onlookers were told in a match.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Onlookers {
    /// The people who are known, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    users: Vec<i64>,
    /// The last time at which anyone in the server may have read a post.
    #[serde(skip_serializing_if = "Option::is_none")]
    anyone_until: Option<Millis>,
}

impl Onlookers {
    /// Adds those who can read a post that is about to be sent.
    pub(super) fn add(&mut self, readers: &Readers, now: Millis) {
        let mut users = self.users.clone();
        if let Readers::Only(readers) = readers {
            users.extend(readers);
            users.sort_unstable();
            users.dedup();
        }
        if matches!(readers, Readers::Anyone) || users.len() > MOST {
            self.anyone_until = self.anyone_until.max(Some(now));
        } else {
            self.users = users;
        }
    }

    /// Checks that a person is not known to have been able to read anything.
    pub(super) fn check(&self, user: i64) -> Result<(), Denied> {
        match self.users.binary_search(&user) {
            Ok(_) => Err(Denied::HasRead(user)),
            Err(_) => Ok(()),
        }
    }

    /// Checks that a person who was not looked at before each post cannot have read anything: they came to the server after
    /// everything that anyone could read.
    pub(super) fn check_newcomer(&self, user: i64, since: Option<Millis>) -> Result<(), Denied> {
        match self.anyone_until {
            Some(until) if since.is_none_or(|since| since <= until) => Err(Denied::MayHaveRead(user)),
            _ => self.check(user),
        }
    }

    /// Returns whether it is not known of everybody whether they could read something.
    pub(super) fn is_uncertain(&self) -> bool {
        self.anyone_until.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_are_remembered_by_name_and_a_crowd_by_its_time() {
        let mut onlookers = Onlookers::default();
        onlookers.add(&Readers::Only(vec![7, 3]), 10);
        onlookers.add(&Readers::Only(vec![5, 7]), 20);
        assert_eq!(serde_json::to_string(&onlookers).unwrap(), r#"{"users":[3,5,7]}"#);
        assert_eq!(onlookers.check_newcomer(7, Some(30)), Err(Denied::HasRead(7)));
        assert_eq!(onlookers.check_newcomer(4, None), Ok(()));

        onlookers.add(&Readers::Only((1_000..2_000).collect()), 40);
        assert_eq!(serde_json::to_string(&onlookers).unwrap(), r#"{"users":[3,5,7],"anyone_until":40}"#);
        for (since, refused) in [(None, true), (Some(39), true), (Some(40), true), (Some(41), false)] {
            let checked = onlookers.check_newcomer(4, since);
            assert_eq!(checked, if refused { Err(Denied::MayHaveRead(4)) } else { Ok(()) }, "{since:?}");
        }
        assert_eq!(
            onlookers.check_newcomer(7, Some(41)),
            Err(Denied::HasRead(7)),
            "they are known to have read"
        );
        onlookers.add(&Readers::Anyone, 30);
        assert_eq!(onlookers.anyone_until, Some(40), "the clock was set back");
    }

    #[test]
    fn what_a_match_from_before_remembers_is_nothing() {
        let read: Onlookers = serde_json::from_str("{}").unwrap();
        assert_eq!(read, Onlookers::default());
        assert_eq!(serde_json::to_string(&read).unwrap(), "{}");
    }
}
