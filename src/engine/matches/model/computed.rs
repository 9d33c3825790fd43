//! [`Computed`]: players who are programs. They hold seats as people do, but have no account: nobody can mention them or
//! write to them.

use crate::ids::UserId;
use trigon_rules::games::Level;

/// What computed players are called, in order.
const STARS: [&str; 16] = [
    "Vega", "Rigel", "Altair", "Deneb", "Mizar", "Spica", "Capella", "Sirius", "Procyon", "Antares",
    "Castor", "Pollux", "Algol", "Regulus", "Canopus", "Achernar",
];

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
    pub fn of(user_id: UserId) -> Option<Self> {
        let number = user_id.0.checked_neg().filter(|number| *number > 0)?;
        let level = Level::new(u8::try_from(number % 10).ok()?)?;
        Some(Self { number: u8::try_from(number / 10).ok().filter(|number| *number > 0)?, level })
    }

    /// Returns the number that stands for the player where users are listed.
    pub fn user_id(self) -> UserId {
        UserId(-(i64::from(self.number) * 10 + i64::from(self.level.number())))
    }

    /// Returns the name: that of a star. How strong the player is, is said where people ask.
    pub fn name(self) -> String {
        let number = usize::from(self.number.saturating_sub(1));
        let (round, star) = (number / STARS.len(), STARS[number % STARS.len()]);
        if round == 0 { star.to_owned() } else { format!("{star} {}", round + 1) }
    }

    /// Returns the name with the level.
    pub fn name_and_level(self) -> String {
        format!("{} (level {})", self.name(), self.level.number())
    }

    /// Returns the first computed player of a level who is not among these users.
    pub fn beside(users: &[UserId], level: Level) -> Self {
        let is_taken = |number: &u8| {
            users.iter().any(|user| Self::of(*user).is_some_and(|known| known.number == *number))
        };
        let number = (1..=u8::MAX).find(|number| !is_taken(number)).unwrap_or(u8::MAX);
        Self { number, level }
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
                assert!(computed.user_id() < UserId(0));
                assert_eq!(Computed::of(computed.user_id()), Some(computed));
            }
        }
        for person in [0, 1, 123_456_789_012_345_678, i64::MAX, i64::MIN, -10, -17, -3, -9_999] {
            assert_eq!(Computed::of(UserId(person)), None);
        }
    }

    #[test]
    fn each_computed_player_of_a_match_has_another_name() {
        let mut users = vec![UserId(5)];
        for level in [3, 3, 6] {
            let level = Level::new(level).unwrap();
            users.push(Computed::beside(&users, level).user_id());
        }
        let names: Vec<String> =
            users.iter().filter_map(|user| Computed::of(*user)).map(Computed::name).collect();
        assert_eq!(names, ["Vega", "Rigel", "Altair"]);
        let all = (1..=u8::MAX).map(|number| Computed { number, level: Level::ALL[0] });
        let names: std::collections::BTreeSet<String> = all.clone().map(Computed::name).collect();
        assert_eq!(names.len(), 255);
        assert!(names.contains("Vega 2") && names.iter().all(|name| name.len() <= 12));
        assert!(all.clone().all(|one| one.name_and_level() == format!("{} (level 1)", one.name())));
    }
}
