//! [`Computed`]: players who are programs. They hold seats as people do, but have no account: nobody can mention them or
//! write to them.

use super::game_match::{Match, Player};
use super::terms::HOUR;
use trigon_clock::Millis;
use trigon_rules::games::{Level, Seat};

/// A computed player of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Computed {
    /// The one-based number among the computed players of the match.
    pub number: u8,
    /// How strong it is.
    pub level: Level,
}

impl Computed {
    /// Returns the computed player whom a number stands for where users are listed, or `None` if it is that of a person.
    ///
    /// The number is negative, which no account’s is. Its last digit is the level.
    pub fn of(user_id: i64) -> Option<Self> {
        let number = user_id.checked_neg().filter(|number| *number > 0)?;
        let level = Level::new(u8::try_from(number % 10).ok()?)?;
        Some(Self { number: u8::try_from(number / 10).ok().filter(|number| *number > 0)?, level })
    }

    /// Returns the number that stands for the player where users are listed.
    pub fn user_id(self) -> i64 {
        -(i64::from(self.number) * 10 + i64::from(self.level.number()))
    }

    /// Returns the name.
    pub fn name(self) -> String {
        match self.number {
            1 => format!("Computer (level {})", self.level.number()),
            number => format!("Computer {number} (level {})", self.level.number()),
        }
    }

    /// Returns the first computed player of a level who is not among these users.
    pub fn beside(users: &[i64], level: Level) -> Self {
        let is_taken = |number: &u8| {
            users.iter().any(|user| Self::of(*user).is_some_and(|known| known.number == *number))
        };
        let number = (1..=u8::MAX).find(|number| !is_taken(number)).unwrap_or(u8::MAX);
        Self { number, level }
    }
}

impl Player {
    /// Returns the computed player, if it is one.
    pub fn computed(&self) -> Option<Computed> {
        Computed::of(self.user_id)
    }
}

/// How long computed seats wait in games of rounds, at most.
const LONGEST_DELAY: Millis = HOUR / 6;

/// How long computed seats wait in games of rounds, at least, unless the phase is short.
const SHORTEST_DELAY: Millis = HOUR / 60;

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
    pub(super) fn thinking(&self) -> Vec<Seat> {
        let mut seats = self.silent();
        seats.retain(|seat| self.computed(*seat).is_some());
        seats
    }

    /// Returns when the computed seats that still have to answer do so, if there are any.
    ///
    /// In games of rounds, they all answer the same time after each question, which depends on the seed of the match alone:
    /// how long they take tells nothing.
    pub(super) fn thinks_at(&self, now: Millis) -> Option<Millis> {
        if self.thinking().is_empty() {
            return None;
        }
        if self.has_turns() {
            return Some(now);
        }
        let since = self.asked_since();
        let span = (LONGEST_DELAY - SHORTEST_DELAY).unsigned_abs();
        let delay = SHORTEST_DELAY + (self.luck("delay") % span).cast_signed();
        let most = self.deadline.map_or(delay, |deadline| (deadline - since) / 4);
        Some((since + delay.min(most)).max(now))
    }

    /// Returns the seed of what a seat thinks about the present question. Nobody else can repeat the thought before the end,
    /// because it depends on the secret seed of the match.
    pub(super) fn thought_seed(&self, seat: Seat) -> u64 {
        self.luck(&format!("seat {seat}, question {}", self.question))
    }

    fn luck(&self, purpose: &str) -> u64 {
        let seed = self.seed.derive(&format!("computed: {purpose}")).commitment();
        seed.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_computed_player_is_told_from_people_by_its_number() {
        for number in [1, 2, 13, u8::MAX] {
            for level in Level::ALL {
                let computed = Computed { number, level };
                assert!(computed.user_id() < 0);
                assert_eq!(Computed::of(computed.user_id()), Some(computed));
            }
        }
        for person in [0, 1, 123_456_789_012_345_678, i64::MAX, i64::MIN, -10, -17, -3, -9_999] {
            assert_eq!(Computed::of(person), None);
        }
    }

    #[test]
    fn each_computed_player_of_a_match_has_another_name() {
        let mut users = vec![5];
        for level in [3, 3, 6] {
            let level = Level::new(level).unwrap();
            users.push(Computed::beside(&users, level).user_id());
        }
        let names: Vec<String> =
            users.iter().filter_map(|user| Computed::of(*user)).map(Computed::name).collect();
        assert_eq!(names, ["Computer (level 3)", "Computer 2 (level 3)", "Computer 3 (level 6)"]);
    }
}
