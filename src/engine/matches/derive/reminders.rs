//! Who is reminded of a deadline, and when: at the times that the match has, or at the one that a person has chosen.

use crate::ids::{MatchId, UserId};
use crate::matches::model::game_match::Match;
use crate::matches::model::question::QuestionId;
use crate::matches::model::settings::{PersonSettings, Reminders};
use crate::matches::model::terms::HOUR;
use trigon_clock::Millis;

/// The hours before a deadline at which people can choose to be reminded, longest first.
pub const REMINDER_LEADS: [u32; 5] = [12, 8, 4, 2, 1];

/// How long a person is not reminded again of what they have just been reminded of, alone or along with other matches.
const MIN_REMINDER_GAP: Millis = 2 * HOUR;

/// The last time that a person was reminded of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reminded {
    /// The person.
    pub user_id: UserId,
    /// The match.
    pub match_id: MatchId,
    /// The question that was open.
    pub question: QuestionId,
    /// The deadline that was named.
    pub deadline: Millis,
    /// The time of the reminder.
    pub at: Millis,
}

/// Returns the time of the first reminder after `now` that a person can choose before a deadline.
pub(crate) fn next_lead(deadline: Millis, now: Millis) -> Option<Millis> {
    REMINDER_LEADS.into_iter().map(|hours| deadline - Millis::from(hours) * HOUR).find(|at| *at > now)
}

/// Returns the shortest of the times before a deadline that people can choose, in hours, of those that have come.
pub(crate) fn reached_lead(deadline: Millis, now: Millis) -> Option<u32> {
    REMINDER_LEADS.into_iter().rfind(|hours| deadline - Millis::from(*hours) * HOUR <= now)
}

impl PersonSettings {
    /// Returns whether the person wants to be reminded of a match now. `chosen` is the time before the deadline that has
    /// come, in hours, if it is one that people choose and not one of the match's own.
    pub fn wants_reminder(
        &self,
        game: &Match,
        chosen: Option<u32>,
        last: Option<Reminded>,
        now: Millis,
    ) -> bool {
        let last = last.filter(|last| last.question == game.question);
        if last.is_some_and(|last| (last.at..last.at + MIN_REMINDER_GAP).contains(&now)) {
            return false;
        }
        match (self.reminders, chosen) {
            (Reminders::All, None) => true,
            (Reminders::Last, None) => !game.reminds_again(now),
            // In a phase that is shorter than what the person has chosen, the longest time before the deadline that it has.
            (Reminders::Before(hours), Some(reached)) => {
                let is_told = last.is_some_and(|last| Some(last.deadline) == game.deadline);
                hours == reached || hours > reached && !is_told
            }
            (Reminders::All | Reminders::Last, Some(_))
            | (Reminders::None, _)
            | (Reminders::Before(_), None) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_to_choose_from_come_one_after_the_other() {
        let hours = |left: i64| 100 * HOUR - left * HOUR;
        let deadline = hours(0);
        assert_eq!(next_lead(deadline, hours(24)), Some(hours(12)));
        assert_eq!(
            next_lead(deadline, hours(12)),
            Some(hours(8)),
            "a time that has come is not the next one"
        );
        assert_eq!(next_lead(deadline, hours(1)), None);
        assert_eq!((reached_lead(deadline, hours(13)), reached_lead(deadline, hours(12))), (None, Some(12)));
        assert_eq!(reached_lead(deadline, hours(3)), Some(4), "of several that were missed, the last");
    }
}
