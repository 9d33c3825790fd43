//! [`Balances`]: what everyone has, as the sum of entries.

use std::collections::{BTreeMap, BTreeSet};

use super::model::Season;
use super::model::book::{BookEntry, EntryEffect, OUT};
use super::model::member::{Member, MemberStatus};
use super::model::numbers::{EntryNumber, EpisodeNumber, MemberNumber};

/// A mark of a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldMark {
    /// The mark.
    pub mark: String,
    /// The episode in which the member got it, if it was in one.
    pub episode: Option<EpisodeNumber>,
    /// The entry.
    pub entry: EntryNumber,
}

/// What everyone has.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Balances {
    /// The sums of changes, without what everyone begins with. Two sums of amounts of the largest size never overflow.
    sums: BTreeMap<MemberNumber, BTreeMap<String, i64>>,
    marks: BTreeMap<MemberNumber, Vec<HeldMark>>,
}

impl Balances {
    /// Sums up entries, in order.
    pub fn of<'a>(entries: impl IntoIterator<Item = &'a BookEntry>) -> Self {
        let mut balances = Self::default();
        for entry in entries {
            balances.add(entry);
        }
        balances
    }

    /// Adds an entry.
    pub(crate) fn add(&mut self, entry: &BookEntry) {
        match &entry.what {
            EntryEffect::Delta { counter, delta } => {
                let sums = self.sums.entry(entry.member).or_default();
                match sums.get_mut(counter) {
                    Some(sum) => *sum = sum.saturating_add(*delta),
                    None => drop(sums.insert(counter.clone(), *delta)),
                }
            }
            EntryEffect::Mark(mark) => {
                let marks = self.marks.entry(entry.member).or_default();
                match entry.reverses {
                    Some(reversed) => marks.retain(|known| known.entry != reversed),
                    None => {
                        marks.push(HeldMark {
                            mark: mark.clone(),
                            episode: entry.episode,
                            entry: entry.number,
                        });
                    }
                }
            }
        }
    }

    /// Returns by how much a counter of a member has changed.
    pub fn change(&self, member: MemberNumber, counter: &str) -> i64 {
        self.sums.get(&member).and_then(|sums| sums.get(counter)).copied().unwrap_or_default()
    }

    /// Returns whether a member plays, and in which episode they were eliminated: the last mark of that counts, or what
    /// hosts have said.
    pub fn status(&self, member: &Member) -> (MemberStatus, Option<EpisodeNumber>) {
        let out = self.marks(member.number).iter().rfind(|it| it.mark == OUT);
        out.map_or(member.said, |out| (MemberStatus::Out, out.episode))
    }

    /// Returns the marks of a member, oldest first.
    pub fn marks(&self, member: MemberNumber) -> &[HeldMark] {
        self.marks.get(&member).map(Vec::as_slice).unwrap_or_default()
    }
}

impl Season {
    /// Returns what everyone has, by all entries.
    pub fn balances(&self) -> Balances {
        Balances::of(&self.entries)
    }

    /// Returns how much of a counter a member has, or `None` if there is no such counter.
    pub fn balance(&self, balances: &Balances, member: MemberNumber, counter: &str) -> Option<i64> {
        let start = self.counter(counter)?.start;
        Some(start.saturating_add(balances.change(member, counter)))
    }

    /// Returns the entries that were taken back.
    pub fn reversed(&self) -> BTreeSet<EntryNumber> {
        self.entries.iter().filter_map(|entry| entry.reverses).collect()
    }
}
