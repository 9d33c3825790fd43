//! Random seasons, whatever people and matches do, in whatever order.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::{MatchId, UserId};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use trigon_rules::games::{Finals, Seat, Verdict};

use super::*;
use crate::matches::{Holder, Settled, SettledSeat, Share};

/// Something that happens.
#[derive(Debug, Clone)]
struct Deed {
    kind: u8,
    /// Chooses a member, an episode or an entry among those that there are.
    first: u8,
    /// Chooses another member, a counter or a way.
    second: u8,
    amount: i64,
}

fn deed() -> impl Strategy<Value = Deed> {
    let amount =
        prop_oneof![8 => -5..=5_i64, 1 => Just(MAX_AMOUNT), 1 => Just(-MAX_AMOUNT), 1 => any::<i64>()];
    (0..14_u8, any::<u8>(), any::<u8>(), amount).prop_map(|(kind, first, second, amount)| Deed {
        kind,
        first,
        second,
        amount,
    })
}

fn opals() -> Counter {
    Counter {
        key: "opals".to_owned(),
        label: "Opals".to_owned(),
        start: 2,
        floor: Some(0),
        seen_by: SeenBy::Owner,
        ..Counter::usual().remove(0)
    }
}

impl Table {
    fn attempt(&mut self, deed: &Deed, step: usize) -> Result<Vec<SeasonEvent>, SeasonDenied> {
        let Deed { kind, first, second, amount } = deed.clone();
        let members = self.season.cast.len() as u32;
        let (member, other) = (1 + u32::from(first) % members, 1 + u32::from(second) % members);
        let counter = self.season.counters[usize::from(second) % 3].key.clone();
        let episodes = self.season.episodes.len() as u32;
        let episode = if episodes == 0 { 0 } else { 1 + u32::from(first) % episodes };
        let small = amount.clamp(-5, 5);
        match kind {
            0 | 1 => {
                let episode = (first % 3 == 0 && episodes > 0).then_some(episode);
                let reason = "why".to_owned();
                self.host(SeasonCommand::Correct { member, counter, delta: amount, reason, episode })
            }
            2 => {
                let entry = 1 + i64::from(first) % (self.season.last() + 1);
                self.host(SeasonCommand::Reverse { entry, reason: "wrong".to_owned() })
            }
            3 | 4 => {
                let lines = vec![
                    ResultLine { deltas: vec![(counter, amount)], ..line(member, 0, &["token"]) },
                    ResultLine { rank: Some(2), ..line(other, small, &[]) },
                ];
                let title = format!("Title {}", second % 4);
                self.host(result(&title, lines, first % 2 == 0))
            }
            5 => self.host(SeasonCommand::Close(episode)),
            6 => {
                let user = 100 + i64::from(member);
                self.ask(UserId(user), SeasonCommand::Give { to: other, counter, amount: small.abs() })
            }
            7 | 8 => {
                let Some(gift) = self.season.gifts.first().cloned() else { return Ok(Vec::new()) };
                let user = 100 + i64::from(if kind == 7 { gift.to } else { gift.from });
                self.ask(UserId(user), SeasonCommand::AnswerGift { gift: gift.number, accept: kind == 7 })
            }
            9 => {
                let kind = if first % 3 == 0 { EpisodeKind::Death } else { EpisodeKind::Main };
                let stakes = [Stakes::Keep, Stakes::Winner, Stakes::Vanish][usize::from(second) % 3];
                self.host(plan(&format!("Here {step}"), kind, stakes))
            }
            10 | 11 => {
                let mut bound = bind(episode, MatchId(1_000 + i64::from(episode)), &[member, other]);
                if let SeasonCommand::Bind { gifts, .. } = &mut bound {
                    *gifts = second % 2 == 0;
                }
                self.program(bound)
            }
            12 => {
                let running = self.season.running().map(|(_, game)| (game.id, game.taken.clone())).next();
                let Some((match_id, taken)) = running else { return Ok(Vec::new()) };
                if first % 5 == 0 {
                    return self.program(SeasonCommand::Unbind(match_id));
                }
                let seat = |(i, taken): (usize, &CarryOver)| {
                    let user = 100 + i64::from(taken.member);
                    let holder = Holder { user: UserId(user), name: "Somebody".to_owned() };
                    let gains = BTreeMap::from([("garnets", amount)]);
                    SettledSeat {
                        seat: Seat::at(i),
                        verdict: if i == 0 { Verdict::Won } else { Verdict::Lost },
                        rank: i as u32 + 1,
                        finals: Finals::default().marked("token", second % 2 == 0),
                        note: "a note".to_owned(),
                        first: Some(holder.clone()),
                        holder: Some(holder.clone()),
                        shares: vec![Share { holder, gains }],
                    }
                };
                let seats = taken.iter().enumerate().map(seat).collect();
                let settled = Settled { match_id, at: self.now, ranked: Vec::new(), seats };
                let command = SeasonCommand::Book { settled: Box::new(settled), record: None };
                let done = self.program(command.clone());
                assert!(done.is_ok(), "a result is never refused: {done:?}");
                assert_eq!(self.program(command).unwrap_err(), SeasonDenied::AlreadyDone, "nor booked twice");
                done
            }
            _ => {
                self.host(SeasonCommand::Mark { member, mark: "out".to_owned(), reason: None, episode: None })
            }
        }
    }

    /// Checks what is always so.
    fn check(&self, seen: &mut BTreeMap<u64, SeasonFile>) {
        let mut sums: BTreeMap<(u32, String), i128> = BTreeMap::new();
        let mut sources = BTreeSet::new();
        for entry in &self.season.entries {
            if let EntryEffect::Delta { counter, delta } = &entry.what {
                *sums.entry((entry.member, counter.clone())).or_default() += i128::from(*delta);
            }
            let (counter, mark) = (entry.what.counter(), entry.what.mark());
            let origin = (&entry.source, entry.member, counter, mark, entry.episode);
            assert!(entry.reverses.is_some() || sources.insert(origin), "booked once: {entry:?}");
        }
        let balances = self.season.balances();
        for member in &self.season.cast {
            for counter in &self.season.counters {
                let sum = sums.get(&(member.number, counter.key.clone())).copied().unwrap_or_default();
                let found = self.season.balance(&balances, member.number, &counter.key).unwrap();
                assert_eq!(i128::from(found), i128::from(counter.start) + sum);
                assert!(found.abs() <= MAX_AMOUNT && counter.floor.is_none_or(|floor| found >= floor));
            }
        }
        for viewer in [SeasonViewer::Hosts, SeasonViewer::Public] {
            assert_eq!(self.season.export(viewer).problems(), [], "{viewer:?}");
        }
        // While the same match is played, what is public stays as it was.
        let first = self.season.running().map(|(_, game)| game.change).min();
        match first {
            Some(change) => {
                let public = self.season.export(SeasonViewer::Public);
                let then = seen.entry(change).or_insert_with(|| public.clone());
                assert_eq!(
                    (&then.entries, &then.balances, &then.cast),
                    (&public.entries, &public.balances, &public.cast)
                );
            }
            None => seen.clear(),
        }
    }

    /// Takes everything back: first what was taken from somebody, so that no least is in the way. Returns `false` if amounts
    /// of the largest size are in each other’s way.
    fn take_all_back(&mut self) -> bool {
        let reversed = self.season.reversed();
        let left = |entry: &&BookEntry| entry.reverses.is_none() && !reversed.contains(&entry.number);
        let is_gain = |entry: &BookEntry| matches!(entry.what, EntryEffect::Delta { delta, .. } if delta > 0);
        let open = self.season.entries.iter().filter(left);
        let mut open: Vec<(bool, EntryNumber)> = open.map(|entry| (is_gain(entry), entry.number)).collect();
        open.sort_unstable();
        for (_, entry) in open {
            match self.host(SeasonCommand::Reverse { entry, reason: "all of it".to_owned() }) {
                Ok(_) => {}
                Err(SeasonDenied::TooLarge { .. }) => return false,
                Err(denied) => panic!("{denied}"),
            }
        }
        true
    }
}

fn cases() -> u32 {
    std::env::var("TRIGON_SEQUENCES").ok().and_then(|text| text.parse().ok()).unwrap_or(256)
}

#[test]
fn random_seasons_are_the_sum_of_their_entries_and_can_be_taken_back() {
    let config = Config { cases: cases(), failure_persistence: None, ..Config::default() };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let (mut done, mut kinds) = (0, BTreeSet::new());
    let counted = std::cell::RefCell::new((&mut done, &mut kinds));
    let stuck = std::cell::RefCell::new(0);
    runner
        .run(&proptest::collection::vec(deed(), 1..40), |deeds| {
            let mut table = Table::with(&["Ann", "Ben", "Cleo", "Dora"]);
            table.host(SeasonCommand::Counter(opals())).unwrap();
            let beginning = table.season.balances();
            let mut seen = BTreeMap::new();
            for (step, deed) in deeds.iter().enumerate() {
                if table.attempt(deed, step).is_ok_and(|told| !told.is_empty()) {
                    let mut counted = counted.borrow_mut();
                    *counted.0 += 1;
                    counted.1.insert(deed.kind);
                }
                table.check(&mut seen);
            }
            if !table.take_all_back() {
                let is_huge =
                    |entry: &BookEntry| matches!(entry.what, EntryEffect::Delta { delta, .. } if delta.abs() > 99);
                assert!(table.season.entries.iter().any(is_huge));
                *stuck.borrow_mut() += 1;
                return Ok(());
            }
            for counter in ["garnets", "priority", "opals"] {
                let start = table.season.counter(counter).unwrap().start;
                assert_eq!(table.amounts(counter), [start; 4]);
            }
            let balances = table.season.balances();
            assert!((1..=4).all(|member| balances.marks(member) == beginning.marks(member)));
            assert!(table.season.cast.iter().all(|member| member.status == MemberStatus::In));
            Ok(())
        })
        .unwrap();
    assert!(stuck.into_inner() < cases() / 4, "hardly any amounts are that large");
    assert!(done > cases() as usize * 5 && kinds.len() == 14, "{done} {kinds:?}");
}
