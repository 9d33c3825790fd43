//! [`Estimate`]: the current time at Discord.
//!
//! Each source says how far Discord's time is ahead of a steady clock, which only counts elapsed time: the machine's
//! clock claims to show Discord's time, and everything that comes from Discord gives bounds. The estimate is where most
//! of the sources agree. One source that is wrong, or suddenly becomes wrong, changes nothing; two that agree are
//! believed.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use super::span::{Span, overlap};
use trigon_engine::matches::Millis;

/// The number of readings that count for each source: the latest ones.
const MAX_READINGS: usize = 5;

/// The number of readings of one source that outweigh the machine’s clock before anything is known.
const MIN_READINGS_AGAINST_MACHINE: usize = 3;

/// The largest difference between the clocks of Discord's servers.
const MAX_SERVER_SKEW: Millis = 100;

/// The time within which an identifier usually arrives after it was made.
const MAX_DELIVERY_TIME: Millis = 2_000;

/// How long identifiers count, on the steady clock.
const ID_LIFETIME: Millis = 30_000;

/// The error up to which the machine's clock counts as agreeing.
const AGREEMENT: Millis = 500;

/// The change beyond which the machine's clock counts as having jumped.
const MIN_JUMP: Millis = 500;

/// The weight of a source.
const SOURCE_WEIGHT: u32 = 2;

/// The weight of the previous estimate: it only decides between sources that disagree.
const ESTIMATE_WEIGHT: u32 = 1;

/// Where a reading of Discord's time comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The date of a response.
    Date = 0,
    /// The end of a rate limit, which a response gives both as a time and as a wait.
    Limit = 1,
    /// The ID of an interaction or a message that has just been made.
    Id = 2,
}

/// How far Discord’s time is ahead of the steady clock, by each source and as a whole. [`DiscordClock`](super::DiscordClock) adds
/// readings and shows the time.
#[derive(Debug, Default)]
pub(super) struct Estimate {
    /// The latest readings of each [`Source`], newest first.
    readings: [VecDeque<Span>; 3],
    /// How far the machine's clock is ahead of the steady one.
    machine: Millis,
    /// How far Discord's time is ahead; `None` until Discord has said anything.
    ahead: Option<Millis>,
    /// When the last identifier arrived, on the steady clock.
    last_id: Millis,
    /// Whether `ahead` is certain enough to decide between sources that disagree later.
    is_known: bool,
}

impl Estimate {
    /// Records how far the machine's clock is ahead of the steady clock. Returns whether it has jumped.
    pub(super) fn set_machine(&mut self, ahead: Millis) -> bool {
        let before = std::mem::replace(&mut self.machine, ahead);
        if before != ahead {
            self.update();
        }
        (ahead - before).abs() > MIN_JUMP
    }

    /// Records a reading: at some moment while the steady clock went through `steady`, Discord's time was in `discord`.
    /// Returns whether it contradicts what is known.
    pub(super) fn add_reading(
        &mut self,
        source: Source,
        discord: RangeInclusive<Millis>,
        steady: RangeInclusive<Millis>,
    ) -> bool {
        let (low, high) = discord.into_inner();
        let (began, ended) = steady.into_inner();
        // Identifiers cannot be requested, so the last ones may be from before Discord's time was changed.
        if ended - self.last_id > ID_LIFETIME {
            self.readings[Source::Id as usize].clear();
        }
        if source == Source::Id {
            self.last_id = ended;
        }
        let span = Span { low: low - ended - MAX_SERVER_SKEW, high: high - began + MAX_SERVER_SKEW };
        let readings = &mut self.readings[source as usize];
        readings.truncate(MAX_READINGS - 1);
        readings.push_front(span);
        self.update();
        self.ahead.is_some_and(|ahead| (span.closest_to(ahead) - ahead).abs() > AGREEMENT)
    }

    /// Records something that has just arrived and that was made at the time in its ID. Returns what
    /// [`add_reading`](Self::add_reading) returns.
    pub(super) fn add_id(&mut self, made: Millis, now: Millis) -> bool {
        self.add_reading(Source::Id, made..=made + MAX_DELIVERY_TIME, now..=now)
    }

    /// Returns how far Discord's time is ahead of the steady clock.
    pub(super) fn ahead(&self) -> Millis {
        self.ahead.unwrap_or(self.machine)
    }

    /// Returns how far the machine's clock is ahead of Discord's time.
    pub(super) fn error(&self) -> Millis {
        self.machine - self.ahead()
    }

    /// Returns whether Discord's time is known.
    pub(super) fn is_known(&self) -> bool {
        self.is_known
    }

    /// Finds where most sources agree by now.
    fn update(&mut self) {
        let discord: Vec<(Span, u32)> =
            self.readings.iter().filter_map(majority).map(|span| (span, SOURCE_WEIGHT)).collect();
        let mut all = discord.clone();
        all.push((Span::around(self.machine, AGREEMENT), SOURCE_WEIGHT));
        if let Some(ahead) = self.ahead.filter(|_| self.is_known) {
            all.push((Span::around(ahead, AGREEMENT), ESTIMATE_WEIGHT));
        }
        let (Some((agreed, weight)), Some((discord_agreed, _))) = (overlap(&all), overlap(&discord)) else {
            return;
        };
        // At first, a single source may contradict the machine. Until it has done so several times, the earlier time
        // counts, so that nothing ends early.
        let is_contradiction = !self.is_known && weight == SOURCE_WEIGHT;
        let is_believable = self.has_believable_source();
        let span = if is_contradiction && is_believable { discord_agreed } else { agreed };
        // Within the span, the machine’s time is as good as any, and does not change with each reading.
        let preferred = if Span::around(self.machine, AGREEMENT).contains(span.low) {
            self.machine
        } else {
            self.ahead.unwrap_or(span.low)
        };
        self.ahead = Some(span.closest_to(preferred));
        self.is_known |= !is_contradiction || is_believable;
    }

    /// Returns whether one source alone has said the same often enough to outweigh the machine's clock.
    fn has_believable_source(&self) -> bool {
        self.readings
            .iter()
            .any(|source| source.len() >= MIN_READINGS_AGAINST_MACHINE && majority(source).is_some())
    }
}

/// Returns where most readings of a source overlap, or `None` if no more than half of them do.
fn majority(readings: &VecDeque<Span>) -> Option<Span> {
    let spans: Vec<(Span, u32)> = readings.iter().map(|span| (*span, 1)).collect();
    overlap(&spans).filter(|(_, count)| 2 * *count as usize > readings.len()).map(|(span, _)| span)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MINUTE: Millis = 60_000;

    /// The world around an [`Estimate`]: the steady clock, Discord's, and the machine's.
    struct World {
        estimate: Estimate,
        steady: Millis,
        discord: Millis,
        machine: Millis,
    }

    impl World {
        /// Returns a world in which the machine is wrong by this much.
        fn new(wrong: Millis) -> Self {
            let mut world = Self { estimate: Estimate::default(), steady: 0, discord: 7, machine: 7 + wrong };
            world.look();
            world
        }

        fn look(&mut self) {
            self.estimate.set_machine(self.machine - self.steady);
        }

        fn pass(&mut self, time: Millis) {
            self.steady += time;
            self.discord += time;
            self.machine += time;
        }

        /// Makes a response arrive after 40 ms, with a date that is wrong by this much.
        fn date(&mut self, wrong: Millis) -> bool {
            let (began, at) = (self.steady, self.discord + 20 + wrong);
            self.pass(40);
            let date = at.div_euclid(1_000) * 1_000;
            self.look();
            self.estimate.add_reading(Source::Date, date..=date + 999, began..=self.steady)
        }

        fn limit(&mut self, wrong: Millis) -> bool {
            let (began, at) = (self.steady, self.discord + 20 + wrong);
            self.pass(40);
            self.estimate.add_reading(Source::Limit, at..=at, began..=self.steady)
        }

        fn id(&mut self, wrong: Millis) {
            let made = self.discord + wrong;
            self.pass(80);
            self.estimate.add_id(made, self.steady);
        }

        /// Returns the error of the estimate.
        fn off(&self) -> Millis {
            self.steady + self.estimate.ahead() - self.discord
        }
    }

    #[test]
    fn without_discord_the_machine_is_all_there_is_and_a_machine_that_is_right_is_believed_to_the_millisecond()
     {
        let mut world = World::new(0);
        assert!(!world.estimate.is_known());
        for _ in 0..20 {
            world.date(0);
            world.pass(370);
            assert_eq!(world.off(), 0);
        }
        assert!(world.estimate.is_known());
    }

    #[test]
    fn a_machine_that_is_wrong_from_the_beginning_is_not_believed() {
        for wrong in [-90 * MINUTE, -5 * MINUTE, -3_000, 3_000, 5 * MINUTE, 90 * MINUTE] {
            let mut world = World::new(wrong);
            world.date(0);
            assert!(
                world.off() <= 0 || wrong < 0,
                "{wrong}: nothing ends early before it is known which is right"
            );
            for _ in 0..12 {
                world.date(0);
                world.pass(370);
            }
            assert!((-1_300..=0).contains(&world.off()) || wrong.abs() < 5_000, "{wrong}: {}", world.off());
            assert!(world.off().abs() <= 1_300, "{wrong}: {}", world.off());
            world.limit(0);
            world.limit(0);
            world.limit(0);
            assert!(world.off().abs() <= 2 * MAX_SERVER_SKEW, "{wrong}: {}", world.off());
            assert!((world.estimate.error() - wrong).abs() <= 2 * MAX_SERVER_SKEW);
        }
    }

    #[test]
    fn one_source_that_jumps_changes_nothing_and_is_noticed() {
        for jump in [-60 * MINUTE, -4_000, 4_000, 60 * MINUTE] {
            let mut world = World::new(0);
            for _ in 0..6 {
                world.date(0);
                world.id(0);
            }
            assert_eq!(world.off(), 0);
            assert!(world.date(jump), "a date that jumps is noticed");
            for _ in 0..20 {
                world.date(jump);
                world.pass(1_000);
                assert!(world.off().abs() <= AGREEMENT, "dates by {jump}: {}", world.off());
            }
            let mut world = World::new(0);
            for _ in 0..6 {
                world.date(0);
            }
            for _ in 0..20 {
                world.id(jump);
                assert!(world.off().abs() <= AGREEMENT, "identifiers by {jump}: {}", world.off());
            }
            let mut world = World::new(0);
            for _ in 0..6 {
                world.date(0);
                world.id(0);
            }
            world.machine += jump;
            for _ in 0..20 {
                world.look();
                world.date(0);
                assert!(world.off().abs() <= 1_300, "the machine by {jump}: {}", world.off());
            }
        }
    }

    #[test]
    fn a_machine_that_jumps_is_noticed_and_discord_counts() {
        let mut world = World::new(0);
        for _ in 0..6 {
            world.date(0);
        }
        world.machine += 5 * MINUTE;
        assert!(world.estimate.set_machine(world.machine - world.steady));
        assert!(world.off().abs() <= AGREEMENT);
        for _ in 0..20 {
            world.date(0);
            assert!(world.off().abs() <= 1_300);
        }
        // Somebody sets it right again.
        world.machine -= 5 * MINUTE;
        world.look();
        assert_eq!(world.off(), 0);
    }

    #[test]
    fn where_all_clocks_are_moved_together_the_new_time_counts_as_soon_as_discord_has_said_so() {
        let mut world = World::new(0);
        for _ in 0..6 {
            world.date(0);
            world.limit(0);
        }
        world.discord += 24 * 60 * MINUTE;
        world.machine += 24 * 60 * MINUTE;
        world.look();
        assert!(world.off() < 0, "not before Discord has said so");
        for _ in 0..3 {
            world.date(0);
        }
        assert_eq!(world.off(), 0);
    }

    #[test]
    fn where_only_discords_clock_is_moved_two_of_its_sources_are_believed() {
        for has_ids in [false, true] {
            let mut world = World::new(0);
            for _ in 0..6 {
                world.date(0);
                world.limit(0);
                if has_ids {
                    world.id(0);
                }
            }
            world.discord += 60 * MINUTE;
            for _ in 0..3 {
                world.pass(15_000);
                world.date(0);
                world.limit(0);
            }
            assert!(world.off().abs() <= 2 * MAX_SERVER_SKEW, "{}", world.off());
        }
    }

    #[test]
    fn a_machine_that_was_asleep_catches_up() {
        let mut world = World::new(0);
        for _ in 0..6 {
            world.date(0);
        }
        // The steady clock does not count the time asleep.
        world.discord += 600 * MINUTE;
        world.machine += 600 * MINUTE;
        world.look();
        for _ in 0..3 {
            world.date(0);
        }
        assert_eq!(world.off(), 0);
    }

    proptest! {
        #[test]
        fn nothing_ends_early_because_one_source_is_wrong(
            wrong in -100_000_i64..100_000,
            which in 0_usize..3,
            pauses in proptest::collection::vec(0_i64..3_000, 10..40),
        ) {
            let mut world = World::new(0);
            for _ in 0..6 {
                world.date(0);
                world.id(0);
            }
            for pause in pauses {
                world.pass(pause);
                match which {
                    0 => { world.date(wrong); world.id(0); }
                    1 => { world.date(0); world.id(wrong); }
                    _ => { world.machine = world.discord + wrong; world.look(); world.date(0); world.id(0); }
                }
                // Dates are in whole seconds: a machine that is wrong by less than that cannot be told from one that is
                // right.
                prop_assert!(world.off() <= 1_300, "{}", world.off());
                prop_assert!(world.off() >= -2_000, "{}", world.off());
            }
        }
    }
}
