//! Numbers that stand for people who asked to be forgotten.

use super::error::InternalError;
use crate::ids::UserId;

/// The highest of these numbers. Accounts have positive numbers, and computed players small negative ones.
const HIGHEST_STAND_IN: i64 = -(1 << 40);

/// Returns a number for somebody who asks to be forgotten. Each match and season gets another one, so that none of
/// them tells where else the person has played.
///
/// # Errors
/// Fails if the machine has no random numbers.
pub(crate) fn stand_in() -> Result<UserId, InternalError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(InternalError::Random)?;
    Ok(of(u64::from_le_bytes(bytes)))
}

fn of(random: u64) -> UserId {
    UserId(HIGHEST_STAND_IN - i64::try_from(random >> 2).unwrap_or_default())
}

/// Returns whether a number stands for somebody who asked to be forgotten.
pub fn is_forgotten(user_id: UserId) -> bool {
    user_id <= UserId(HIGHEST_STAND_IN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::model::computed::Computed;

    #[test]
    fn nobody_who_plays_has_such_a_number() {
        for random in [0, 1, 77, u64::MAX / 3, u64::MAX] {
            let number = of(random);
            assert!(is_forgotten(number) && Computed::of(number).is_none(), "{number}");
        }
        assert_ne!(of(4), of(8));
        for somebody in [0, 1, 4_194_304, i64::MAX, -13, -2_556, -4_194_304] {
            assert!(!is_forgotten(UserId(somebody)), "{somebody}");
        }
    }
}
