//! [`Course`]: who was ahead in the course of a match of turns, in a sentence.

use super::{Names, Seat};

/// Who was ahead after each turn of a match.
pub(super) struct Course {
    /// The turns after which one seat was ahead of all others, oldest first, each with that seat.
    leads: Vec<(u32, Seat)>,
    /// The number of the last turn.
    turns: u32,
    /// The seat that was ahead alone at the end, if one was.
    last: Option<Seat>,
}

impl Course {
    /// Returns who was ahead, from how far each seat had come after some turns, oldest first. More is better; nobody is ahead
    /// with nothing.
    pub(super) fn new(progress: impl IntoIterator<Item = (u32, Vec<(Seat, u32)>)>) -> Self {
        let mut course = Self { leads: Vec::new(), turns: 0, last: None };
        for (turn, seats) in progress {
            let most = seats.iter().map(|(_, far)| *far).max().unwrap_or(0);
            let mut first = seats.iter().filter(|(_, far)| *far == most && most > 0).map(|(seat, _)| *seat);
            let leader = first.next().filter(|_| first.next().is_none());
            course.leads.extend(leader.map(|seat| (turn, seat)));
            (course.turns, course.last) = (turn, leader);
        }
        course
    }

    /// Returns how many times the lead passed from one seat to another.
    fn changes(&self) -> usize {
        self.leads.windows(2).filter(|pair| pair[0].1 != pair[1].1).count()
    }

    /// Returns the turn after which the seat was never behind again, if it was ahead at the end.
    fn taken_for_good(&self, seat: Seat) -> Option<u32> {
        let lead = self.leads.iter().rev().take_while(|(_, leader)| *leader == seat).last();
        lead.filter(|_| self.last == Some(seat)).map(|(turn, _)| *turn)
    }

    /// Tells how the lead changed, and when the winner took it, or returns `None` if there is nothing to tell.
    pub(super) fn told(&self, winner: Option<Seat>, names: &Names) -> Option<String> {
        let changes = match self.changes() {
            0 => None,
            1 => Some("The lead changed hands once".to_owned()),
            2 => Some("The lead changed hands twice".to_owned()),
            many => Some(format!("The lead changed hands {many} times")),
        };
        let taken = winner.and_then(|winner| Some((names.get(winner), self.taken_for_good(winner)?)));
        match (changes, taken) {
            (changes, Some((name, turn))) if turn == self.turns => {
                let before = changes.map_or(String::new(), |changes| format!("{changes}. "));
                Some(format!("{before}{name} went ahead with the very last turn, turn {turn}."))
            }
            (None, Some((name, turn))) => Some(format!(
                "{name} took the lead in turn {turn} of {} and was never behind again.",
                self.turns
            )),
            (Some(changes), Some((name, turn))) => {
                Some(format!("{changes}; {name} took it for good in turn {turn} of {}.", self.turns))
            }
            (changes, None) => changes.map(|changes| format!("{changes} in {} turns.", self.turns)),
        }
    }
}

/// Returns the positions after each turn, with its number, from all positions of a match. A position belongs to the turn whose
/// number it has, so that the first one with a number comes right after the turn before.
pub(super) fn after_turns<S>(positions: &[S], turn_of: impl Fn(&S) -> u32) -> Vec<(u32, &S)> {
    let begun = positions.windows(2).filter(|pair| turn_of(&pair[0]) < turn_of(&pair[1]));
    let begun = begun.map(|pair| (turn_of(&pair[1]) - 1, &pair[1]));
    begun.chain(positions.last().map(|last| (turn_of(last), last))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    fn told(progress: &[[u32; 2]], winner: Option<u8>) -> Option<String> {
        let seats = |far: &[u32; 2]| Seat::all(2).zip(*far).collect::<Vec<_>>();
        let course = Course::new((1..).zip(progress.iter().map(seats)));
        course.told(winner.map(Seat::new), &testing::names(2))
    }

    #[test]
    fn who_led_and_since_when_is_told_in_one_sentence() {
        let told = |progress: &[[u32; 2]], winner| told(progress, winner).unwrap_or_default();
        assert_eq!(
            told(&[[0, 0], [1, 0], [2, 2], [3, 2]], Some(1)),
            "Ann took the lead in turn 2 of 4 and was never behind again."
        );
        assert_eq!(
            told(&[[1, 0], [1, 2], [3, 2], [3, 3], [3, 4], [3, 5]], Some(2)),
            "The lead changed hands 3 times; Ben took it for good in turn 5 of 6."
        );
        assert_eq!(
            told(&[[1, 0], [1, 2]], Some(2)),
            "The lead changed hands once. Ben went ahead with the very last turn, turn 2."
        );
        assert_eq!(told(&[[1, 0], [1, 2], [2, 2]], None), "The lead changed hands once in 3 turns.");
    }

    #[test]
    fn nothing_is_told_of_a_match_in_which_nobody_led() {
        assert_eq!(told(&[[0, 0], [1, 1]], None), None);
        // Somebody who was not ahead can win by other means, such as everyone else being pinned.
        assert_eq!(told(&[[1, 0], [2, 0]], Some(2)), None);
    }

    #[test]
    fn the_first_position_of_a_turn_comes_after_the_turn_before() {
        let after = after_turns(&[(1, 'a'), (1, 'b'), (2, 'c'), (4, 'd'), (4, 'e')], |(turn, _)| *turn);
        let after: Vec<(u32, char)> = after.into_iter().map(|(turn, (_, name))| (turn, *name)).collect();
        assert_eq!(after, [(1, 'c'), (3, 'd'), (4, 'e')]);
    }
}
