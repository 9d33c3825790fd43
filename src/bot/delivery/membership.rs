//! [`Memberships`]: whether the bot was in a server when a message was refused.
//!
//! Once removed from a server, the bot cannot reach its members, and Discord refuses messages as if the members had
//! closed theirs. If the bot is invited back, it is in the server again by the time it checks. So a refusal says
//! something about a player only if the bot had been in the server without interruption for a while when it sent the
//! message. The time at which it joined shows that, even to a process that was not running when the bot was removed, or
//! that receives no events from servers.

use std::collections::HashMap;
use std::sync::Mutex;

use poise::serenity_prelude::Timestamp;

use crate::locks::locked;
use trigon_engine::ids::GuildId;
use trigon_engine::matches::Millis;

/// How long after joining a server a refusal may still be due to the time before, if all there is to go by is Discord's
/// clock and this machine's.
const JOIN_UNCERTAINTY: Millis = 300_000;

/// How long a membership must have been seen before a message is sent, so that all of Discord knows about it. This is
/// also the wait before the next attempt.
pub(super) const MIN_SEEN_PERIOD: Millis = 10_000;

/// The last known membership of the bot in a server.
struct SeenMembership {
    /// When it joined; `None` if it was not in the server.
    joined: Option<Timestamp>,
    /// When this process first saw that.
    seen_since: Millis,
    /// Whether this process had seen something else before.
    has_changed: bool,
}

/// The bot's memberships, as seen by this process. If it has seen no change, the time of joining has to suffice.
#[derive(Default)]
pub(super) struct Memberships(Mutex<HashMap<GuildId, SeenMembership>>);

impl Memberships {
    /// Notes when the bot joined a server, as Discord has just said it, or `None` if the bot is not in it. Returns whether the bot was
    /// certainly a member when a message was begun.
    ///
    /// It was if this process has seen the same membership for [`MIN_SEEN_PERIOD`], or if the bot joined long ago and this process has
    /// seen no change.
    pub(super) fn was_member(
        &self,
        guild: GuildId,
        joined: Option<Timestamp>,
        begun: Millis,
        now: Millis,
    ) -> bool {
        let mut all = locked(&self.0);
        let known =
            all.entry(guild).or_insert(SeenMembership { joined, seen_since: now, has_changed: false });
        if known.joined != joined {
            *known = SeenMembership { joined, seen_since: now, has_changed: true };
        }
        // The clock may have been set back.
        known.seen_since = known.seen_since.min(now);
        let Some(joined) = joined else { return false };
        let joined_long_ago = millis(joined).saturating_add(JOIN_UNCERTAINTY) <= begun;
        known.seen_since + MIN_SEEN_PERIOD <= begun || (joined_long_ago && !known.has_changed)
    }
}

/// Returns whether somebody had only just joined a server when a message to them was begun, or seems to have joined later.
pub(super) fn had_just_joined(joined: Timestamp, begun: Millis) -> bool {
    millis(joined).saturating_add(MIN_SEEN_PERIOD) > begun
}

fn millis(time: Timestamp) -> Millis {
    time.unix_timestamp().saturating_mul(1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Unix time at which the bot joins, in seconds.
    const JOINED: i64 = 1_763_748_000;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_unix_timestamp(JOINED + seconds).unwrap()
    }

    /// Checks an attempt that began this many seconds after the bot joined and was refused at once.
    fn was_member(memberships: &Memberships, joined: impl Into<Option<Timestamp>>, second: i64) -> bool {
        let now = (JOINED + second) * 1_000;
        memberships.was_member(GuildId(7), joined.into(), now, now)
    }

    #[test]
    fn a_bot_that_joined_long_ago_was_a_member() {
        assert!(was_member(&Memberships::default(), at(0), 3_600));
    }

    #[test]
    fn a_bot_that_has_just_joined_is_asked_twice() {
        let memberships = Memberships::default();
        assert!(!was_member(&memberships, at(0), 1));
        assert!(!was_member(&memberships, at(0), 10));
        assert!(was_member(&memberships, at(0), 11));
    }

    #[test]
    fn a_bot_that_was_removed_and_invited_back_is_asked_anew_whatever_the_clock_says() {
        let memberships = Memberships::default();
        assert!(was_member(&memberships, at(0), 3_600));
        // This machine's clock is an hour ahead of Discord's.
        assert!(!was_member(&memberships, at(10), 3_620));
        assert!(was_member(&memberships, at(10), 3_630));
        assert!(!was_member(&memberships, None, 3_640));
        assert!(!was_member(&memberships, at(40), 3_650));
        assert!(!was_member(&memberships, at(50), 3_660), "and once more");
        assert!(was_member(&memberships, at(50), 3_670));
    }

    #[test]
    fn a_clock_that_is_set_back_delays_nothing() {
        let memberships = Memberships::default();
        assert!(!was_member(&memberships, at(0), 1));
        assert!(!was_member(&memberships, at(0), -3_600));
        assert!(was_member(&memberships, at(0), -3_590));
    }

    #[test]
    fn a_player_is_new_for_some_seconds() {
        let joined = at(0);
        assert!(
            had_just_joined(joined, (JOINED + 9) * 1_000) && !had_just_joined(joined, (JOINED + 10) * 1_000)
        );
    }
}
