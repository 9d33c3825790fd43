//! Computed seats: who has them, and when they answer.

use crate::matches::model::computed::Computed;
use crate::matches::model::game_match::{Match, Player};
use crate::matches::model::terms::HOUR;
use trigon_clock::Millis;
use trigon_rules::games::{Level, Seat};

/// How long computed seats wait in games of rounds, at most.
const MAX_ANSWER_DELAY: Millis = HOUR / 6;

/// How long computed seats wait in games of rounds, at least, unless the phase is short.
const MIN_ANSWER_DELAY: Millis = HOUR / 60;

impl Player {
    /// Returns the computed player, if the player is one.
    pub fn computed(&self) -> Option<Computed> {
        Computed::of(self.user_id)
    }
}

impl Match {
    /// Returns the computed player in a seat, if there is one.
    pub fn computed(&self, seat: Seat) -> Option<Computed> {
        self.player(seat).and_then(Player::computed)
    }

    /// Returns whether a computed player has a seat that nobody took after its player was gone.
    pub fn is_on_autopilot(&self, seat: Seat) -> bool {
        self.computed(seat).is_some() && self.tenures().iter().any(|tenure| tenure.seat == seat)
    }

    /// Returns another computed player for the match, at a level.
    pub fn another_computed(&self, level: Level) -> Computed {
        let players = self.players.iter().map(|player| player.user_id);
        let before = self.tenures().iter().map(|tenure| tenure.before);
        let asked = self.effective.handovers.iter().map(|asked| asked.user);
        Computed::beside(&players.chain(before).chain(asked).collect::<Vec<_>>(), level)
    }

    /// Returns the computed seats that still have to answer, in order.
    pub(crate) fn thinking(&self) -> Vec<Seat> {
        let mut seats = self.silent();
        seats.retain(|seat| self.computed(*seat).is_some());
        seats
    }

    /// Returns when the computed seats that still have to answer do so, if there are any.
    ///
    /// In games of rounds, they all answer the same time after each question, which depends on the seed of the match alone:
    /// how long they take tells nothing.
    pub(crate) fn thinks_at(&self, now: Millis) -> Option<Millis> {
        if self.thinking().is_empty() {
            return None;
        }
        if self.has_turns() {
            return Some(now);
        }
        let since = self.asked_since();
        let span = (MAX_ANSWER_DELAY - MIN_ANSWER_DELAY).unsigned_abs();
        let delay = MIN_ANSWER_DELAY + (self.luck("delay") % span).cast_signed();
        let most = self.deadline.map_or(delay, |deadline| (deadline - since) / 4);
        Some((since + delay.min(most)).max(now))
    }

    /// Returns the seed of what a seat thinks about the present question. Nobody else can repeat the thought before the end,
    /// because it depends on the secret seed of the match.
    pub(crate) fn thought_seed(&self, seat: Seat) -> u64 {
        self.luck(&format!("seat {seat}, question {}", self.question))
    }

    /// Returns a number that depends on the seed of the match and on what it is for.
    fn luck(&self, purpose: &str) -> u64 {
        let seed = self.seed.derive(&format!("computed: {purpose}")).commitment();
        seed.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or_default()
    }
}
