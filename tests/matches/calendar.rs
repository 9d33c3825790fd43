//! Rounds that end at a time of day keep to it through late ends, moved deadlines and pauses.

use trigon::ids::MatchId;
use trigon::matches::{Clock as _, Limits};

use super::*;

/// Half past six in the evening in Berlin, which is 17:30 UTC in winter; `NOON` is 8:00 UTC on a Friday.
fn evenings(days: &str) -> Terms {
    let calendar = format!("{days} 18:30 Europe/Berlin").parse().unwrap();
    Terms { calendar: Some(calendar), ..seven() }
}

const EVENING: Millis = NOON + 9 * HOUR + HOUR / 2;
const DAY: Millis = 24 * HOUR;

impl Hall {
    /// Returns the deadline of a match.
    async fn deadline(&self, id: MatchId) -> Millis {
        self.load(id).await.deadline.unwrap()
    }
}

#[tokio::test]
async fn rounds_end_at_the_same_time_of_day_and_not_on_other_days() {
    let hall = Hall::new().await;
    let id = hall.running(evenings("mon-fri")).await;
    // Today’s evening is less than twelve hours away, and the next two days are a weekend.
    assert_eq!(hall.deadline(id).await, EVENING + 3 * DAY);
    hall.until(EVENING + 3 * DAY).await;
    assert_eq!((hall.round(id).await, hall.deadline(id).await), (2, EVENING + 4 * DAY));
    // Ended early by the host, the next one still has its least length.
    hall.clock.set(EVENING + 4 * DAY - 11 * HOUR);
    hall.matches.ask(id, &host(), Command::EndPhase).await.unwrap();
    assert_eq!(hall.deadline(id).await, EVENING + 5 * DAY);
    let other = hall.other_process().await.load(id).await.unwrap();
    assert_eq!(other.terms.calendar, hall.load(id).await.terms.calendar);
}

#[tokio::test]
async fn after_a_late_end_there_are_one_to_two_cycles_and_never_two_ends_within_an_hour() {
    let hall = Hall::new().await;
    let id = hall.running(evenings("every day")).await;
    assert_eq!(hall.deadline(id).await, EVENING + DAY);
    hall.until(EVENING + DAY + 23 * HOUR).await;
    assert_eq!((hall.round(id).await, hall.deadline(id).await), (2, EVENING + 3 * DAY));
}

#[tokio::test]
async fn a_moved_deadline_is_moved_by_hours_and_later_ones_are_on_the_calendar_again() {
    let hall = Hall::new().await;
    let id = hall.running(evenings("every day")).await;
    hall.matches.ask(id, &host(), Command::Extend(5)).await.unwrap();
    assert_eq!(hall.deadline(id).await, EVENING + DAY + 5 * HOUR);
    hall.until(EVENING + DAY + 5 * HOUR).await;
    assert_eq!(hall.deadline(id).await, EVENING + 2 * DAY);
    // A stopped clock goes on for exactly the time that was left.
    hall.matches.ask(id, &host(), Command::Pause).await.unwrap();
    hall.clock.set(EVENING + 2 * DAY);
    hall.matches.ask(id, &host(), Command::Resume).await.unwrap();
    assert_eq!(hall.deadline(id).await, EVENING + 2 * DAY + 19 * HOUR);
    hall.until(EVENING + 2 * DAY + 19 * HOUR).await;
    assert_eq!(hall.deadline(id).await, EVENING + 4 * DAY);
}

#[tokio::test]
async fn pauses_of_a_second_add_seconds_and_no_cycle_of_a_calendar() {
    let hall = Hall::new().await;
    let id = hall.running(evenings("every day")).await;
    for second in 1..=9 {
        hall.matches.ask(id, &host(), Command::Pause).await.unwrap();
        hall.clock.set(NOON + second * 1_000);
        hall.matches.ask(id, &host(), Command::Resume).await.unwrap();
    }
    assert_eq!(hall.deadline(id).await, EVENING + DAY + 9_000);
    hall.until(EVENING + DAY + 9_000).await;
    assert_eq!(hall.deadline(id).await, EVENING + 2 * DAY);
}

#[tokio::test]
async fn a_pause_that_leaves_the_next_round_too_little_time_counts_as_the_day_that_it_costs() {
    let hall = Hall::new().await;
    let limits = Some(Limits { phase_hours: 48, match_hours: 50, shorten: false });
    let id = hall.running(Terms { limits, least_hours: 24, ..evenings("every day") }).await;
    let first = hall.deadline(id).await;
    for second in 1..=2 {
        hall.matches.ask(id, &host(), Command::Pause).await.unwrap();
        hall.clock.set(hall.clock.now() + 1_000);
        hall.matches.ask(id, &host(), Command::Resume).await.unwrap();
        // The next round would last less than 24 hours until the next evening, and so has another day.
        hall.until(hall.deadline(id).await).await;
        assert_eq!(hall.deadline(id).await, first + 2 * second * DAY);
    }
    let third = hall.matches.ask(id, &host(), Command::Pause).await;
    assert!(matches!(denied(third.map(|_| ())), Err(Denied::NeedsConsent(_))));
}
