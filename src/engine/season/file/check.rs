//! Checking a season in a file: whether every balance follows from its entries.

use std::collections::{BTreeMap, BTreeSet};

use super::import::author;
use super::{FileEntry, SeasonFile};
use crate::season::checks::{
    MAX_NAME_CHARS, MAX_REASON_CHARS, MAX_TITLE_CHARS, checked_counter, checked_key, checked_text,
};
use crate::season::error::SeasonDenied;
use crate::season::model::book::OUT;
use crate::season::model::member::MemberStatus;
use crate::season::model::numbers::{EntryNumber, EpisodeNumber, MemberNumber};
use crate::season::model::{MAX_AMOUNT, MAX_COUNTERS, MAX_MEMBERS};

/// Something in which a file contradicts itself.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileProblem {
    /// A text is empty, too long, or no key.
    #[error("{place}: {sentence}")]
    Text {
        /// Where.
        place: String,
        /// What is wrong.
        sentence: String,
    },
    /// There is more than fits into a season.
    #[error("there are {found} {what}, and a season has at most {most}")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many.
        found: usize,
        /// How many there can be.
        most: usize,
    },
    /// Something that must be unique is there twice.
    #[error("{0} is there twice")]
    Twice(String),
    /// The entries are not in order.
    #[error("entry {0} does not come after the one before it")]
    Order(EntryNumber),
    /// An entry refers to something that is not there.
    #[error("entry {entry}: there is no {what}")]
    Missing {
        /// The entry.
        entry: EntryNumber,
        /// What is not there.
        what: String,
    },
    /// An entry is neither a change of a counter nor a mark, or both.
    #[error("entry {0} has to have either a counter and a delta, or a mark")]
    Kind(EntryNumber),
    /// The delta of an entry is no amount.
    #[error("entry {0}: a delta is a whole number other than 0, and at most {MAX_AMOUNT} up or down")]
    Amount(EntryNumber),
    /// An entry was made by nobody that there is.
    #[error("entry {0}: it was made by a host, a member or the program")]
    Author(EntryNumber),
    /// What somebody has does not fit into a number.
    #[error("{name} has more {counter}, or owes more, than can be counted: at most {MAX_AMOUNT}")]
    TooLarge {
        /// The member.
        name: String,
        /// The counter.
        counter: String,
    },
    /// The cast says something else of a member than the marks do.
    #[error("{0} is out by the entries, and the cast says something else")]
    Status(String),
    /// An entry takes something back that it cannot.
    #[error("entry {entry} does not take entry {reverses} back: {why}")]
    Reversal {
        /// The entry.
        entry: EntryNumber,
        /// The entry that it takes back.
        reverses: EntryNumber,
        /// Why not.
        why: &'static str,
    },
    /// The same was booked from the same source twice.
    #[error("entry {entry} books what entry {first} has booked, from the same source")]
    Again {
        /// The entry.
        entry: EntryNumber,
        /// The first one.
        first: EntryNumber,
    },
    /// A balance is not the sum of the entries.
    #[error("{name} has {expected} {counter} by the entries, and {found} by the balances")]
    Balance {
        /// The member.
        name: String,
        /// The counter.
        counter: String,
        /// What the entries say.
        expected: i128,
        /// What the balances say.
        found: String,
    },
    /// A balance is of nobody or of nothing.
    #[error("the balances have {0}, which the file does not have otherwise")]
    Stray(String),
}

/// The largest number of characters of the key of a source.
const MAX_SOURCE_KEY_CHARS: usize = 100;

impl SeasonFile {
    /// Returns in what the file contradicts itself, in order. Without problems, every balance follows from the entries, and
    /// nothing was booked twice from one source.
    pub fn problems(&self) -> Vec<FileProblem> {
        let mut problems = Vec::new();
        self.check_names(&mut problems);
        self.check_numbers(&mut problems);
        self.check_entries(&mut problems);
        self.check_balances(&mut problems);
        self.check_status(&mut problems);
        problems
    }

    fn check_names(&self, problems: &mut Vec<FileProblem>) {
        let mut wrong =
            |place: String, sentence: String| problems.push(FileProblem::Text { place, sentence });
        if let Err(error) = checked_text("A title", &self.title, MAX_TITLE_CHARS) {
            wrong("title".to_owned(), error.to_string());
        }
        for (i, counter) in self.counters.iter().enumerate() {
            match checked_counter(&counter.clone().into()) {
                Ok(read) if read.key == counter.key => {}
                Ok(_) => {
                    wrong(format!("counters[{i}]"), SeasonDenied::BadKey(counter.key.clone()).to_string());
                }
                Err(error) => wrong(format!("counters[{i}]"), error.to_string()),
            }
        }
        for (i, member) in self.cast.iter().enumerate() {
            if let Err(error) = checked_text("A name", &member.name, MAX_NAME_CHARS) {
                wrong(format!("cast[{i}].name"), error.to_string());
            }
        }
        for (i, episode) in self.episodes.iter().enumerate() {
            if let Err(error) = checked_text("A title", &episode.title, MAX_TITLE_CHARS) {
                wrong(format!("episodes[{i}].title"), error.to_string());
            }
        }
    }

    /// Checks that nothing is there twice, too often, or out of order.
    fn check_numbers(&self, problems: &mut Vec<FileProblem>) {
        let lists =
            [("members", self.cast.len(), MAX_MEMBERS), ("counters", self.counters.len(), MAX_COUNTERS)];
        for (what, found, most) in lists.into_iter().filter(|(_, found, most)| found > most) {
            problems.push(FileProblem::TooMany { what, found, most });
        }
        let mut seen = BTreeSet::new();
        let counters = self.counters.iter().map(|it| format!("the counter {}", it.key));
        let members = self.cast.iter().map(|it| format!("the member {}", it.member));
        let names = self.cast.iter().map(|it| format!("the name {}", trigon_rules::text::key(&it.name)));
        let episodes = self.episodes.iter().map(|it| format!("the episode {}", it.number));
        for thing in counters.chain(members).chain(names).chain(episodes) {
            if !seen.insert(thing.clone()) {
                problems.push(FileProblem::Twice(thing));
            }
        }
        let numbers: Vec<u32> = self.cast.iter().map(|it| it.member).collect();
        let episodes: Vec<u32> = self.episodes.iter().map(|it| it.number).collect();
        for (what, list) in [("cast", numbers), ("episodes", episodes)] {
            let is_sorted = list.is_sorted() && list.first().is_none_or(|first| *first > 0);
            if !is_sorted {
                let sentence = "the numbers are in order, from 1".to_owned();
                problems.push(FileProblem::Text { place: what.to_owned(), sentence });
            }
        }
    }

    fn check_entries(&self, problems: &mut Vec<FileProblem>) {
        let mut known: BTreeMap<EntryNumber, &FileEntry> = BTreeMap::new();
        let mut reversed = BTreeSet::new();
        let mut origins = BTreeMap::new();
        let mut last = 0;
        for it in &self.entries {
            let entry = it.seq;
            if entry <= last {
                problems.push(FileProblem::Order(entry));
            }
            last = entry;
            self.check_references(it, problems);
            it.check_texts(problems);
            if author(&it.by).is_none() {
                problems.push(FileProblem::Author(entry));
            }
            it.check_effect(problems);
            if let Some(reverses) = it.reverses {
                let why = match known.get(&reverses) {
                    None => Some("it is not an earlier entry"),
                    Some(of) if of.reverses.is_some() => Some("that one takes another one back"),
                    Some(_) if !reversed.insert(reverses) => Some("another entry does"),
                    Some(of) => it.differs_from_reversal_of(of),
                };
                problems.extend(why.map(|why| FileProblem::Reversal { entry, reverses, why }));
            } else {
                let origin = (&it.source, it.member, &it.counter, &it.mark, it.episode);
                if let Some(first) = origins.insert(origin, entry) {
                    problems.push(FileProblem::Again { entry, first });
                    origins.insert(origin, first);
                }
            }
            known.insert(entry, it);
        }
    }

    /// Checks that the file has the member, the episode and the counter of an entry.
    fn check_references(&self, it: &FileEntry, problems: &mut Vec<FileProblem>) {
        let entry = it.seq;
        let mut missing = |what: String| problems.push(FileProblem::Missing { entry, what });
        if self.cast.iter().all(|known| known.member != it.member) {
            missing(format!("member {}", it.member));
        }
        let is_unknown = |episode: &EpisodeNumber| self.episodes.iter().all(|known| known.number != *episode);
        if let Some(episode) = it.episode.filter(is_unknown) {
            missing(format!("episode {episode}"));
        }
        let is_unknown = |counter: &&str| self.counters.iter().all(|known| known.key != **counter);
        if let Some(counter) = it.counter.as_deref().filter(is_unknown) {
            missing(format!("counter {counter}"));
        }
    }

    fn check_balances(&self, problems: &mut Vec<FileProblem>) {
        let mut sums: BTreeMap<(&str, MemberNumber), i128> = BTreeMap::new();
        let mut too_large = BTreeSet::new();
        for entry in &self.entries {
            if let (Some(counter), Some(delta)) = (&entry.counter, entry.delta) {
                let sum = sums.entry((counter, entry.member)).or_default();
                *sum += i128::from(delta);
                // Files of those who may not see everything go further up and down than anybody ever did.
                if sum.abs() > i128::from(i64::MAX / 2) {
                    too_large.insert((&counter[..], entry.member));
                }
            }
        }
        for counter in &self.counters {
            for member in &self.cast {
                let sum = sums.get(&(&counter.key[..], member.member)).copied().unwrap_or_default();
                let expected = i128::from(counter.start) + sum;
                let is_too_large = too_large.contains(&(&counter.key[..], member.member));
                if is_too_large {
                    let (name, counter) = (member.name.clone(), counter.label.clone());
                    problems.push(FileProblem::TooLarge { name, counter });
                    continue;
                }
                let found = self.balances.get(&counter.key).and_then(|by| by.get(&member.member));
                if found.map(|found| i128::from(*found)) != Some(expected) {
                    let found = found.map_or("nothing".to_owned(), i64::to_string);
                    let (name, counter) = (member.name.clone(), counter.label.clone());
                    problems.push(FileProblem::Balance { name, counter, expected, found });
                }
            }
        }
        for (key, by) in &self.balances {
            if self.counters.iter().all(|it| it.key != *key) {
                problems.push(FileProblem::Stray(format!("the counter {key}")));
            }
            for member in by.keys().filter(|member| self.cast.iter().all(|it| it.member != **member)) {
                problems.push(FileProblem::Stray(format!("the member {member} of {key}")));
            }
        }
    }

    /// Returns an amount in a file without [problems](Self::problems) that is larger than a season keeps. Files of those who may not
    /// see everything can have one.
    pub(crate) fn too_large(&self) -> Option<FileProblem> {
        let all = self.counters.iter().flat_map(|counter| self.cast.iter().map(move |it| (counter, it)));
        let mut too_large = all.filter(|(counter, member)| {
            let found = self.balances.get(&counter.key).and_then(|by| by.get(&member.member));
            found.is_some_and(|found| !(-MAX_AMOUNT..=MAX_AMOUNT).contains(found))
        });
        let (counter, member) = too_large.next()?;
        Some(FileProblem::TooLarge { name: member.name.clone(), counter: counter.label.clone() })
    }

    fn check_status(&self, problems: &mut Vec<FileProblem>) {
        for (number, out) in self.outs() {
            let Some(member) = self.cast.iter().find(|it| it.member == number) else { continue };
            if (member.status, member.out_in) != (MemberStatus::Out, out.episode) {
                problems.push(FileProblem::Status(member.name.clone()));
            }
        }
    }

    /// Returns the entries by which members are out.
    pub(super) fn outs(&self) -> BTreeMap<MemberNumber, &FileEntry> {
        let reversed: BTreeSet<EntryNumber> = self.entries.iter().filter_map(|it| it.reverses).collect();
        let is_out = |it: &&FileEntry| {
            it.mark.as_deref() == Some(OUT) && it.reverses.is_none() && !reversed.contains(&it.seq)
        };
        self.entries.iter().filter(is_out).map(|it| (it.member, it)).collect()
    }
}

impl FileEntry {
    /// Checks the reason and the key of the source.
    fn check_texts(&self, problems: &mut Vec<FileProblem>) {
        let entry = self.seq;
        let reason = ("reason", self.reason.as_deref(), MAX_REASON_CHARS);
        let source = ("source", Some(self.source.key.as_str()), MAX_SOURCE_KEY_CHARS);
        for (what, words, most) in [reason, source] {
            if let Some(Err(error)) = words.map(|words| checked_text("A text", words, most)) {
                let place = format!("entry {entry}: {what}");
                problems.push(FileProblem::Text { place, sentence: error.to_string() });
            }
        }
        if self.source.key.contains('\0') {
            problems.push(FileProblem::Text {
                place: format!("entry {entry}: source"),
                sentence: "it has a character that nobody sees".to_owned(),
            });
        }
    }

    /// Checks that the entry is either a change of a counter by an amount or a mark.
    fn check_effect(&self, problems: &mut Vec<FileProblem>) {
        let entry = self.seq;
        match (&self.counter, self.delta, &self.mark) {
            (Some(_), Some(delta), None) => {
                if delta == 0 || !(-MAX_AMOUNT..=MAX_AMOUNT).contains(&delta) {
                    problems.push(FileProblem::Amount(entry));
                }
            }
            (None, None, Some(mark)) => {
                let read = checked_key("A mark", mark);
                if read.as_ref() != Ok(mark) {
                    let error = read.err().unwrap_or_else(|| SeasonDenied::BadKey(mark.clone()));
                    let place = format!("entry {entry}");
                    problems.push(FileProblem::Text { place, sentence: error.to_string() });
                }
            }
            _ => problems.push(FileProblem::Kind(entry)),
        }
    }

    /// Returns in what the entry differs from one that takes another entry back.
    fn differs_from_reversal_of(&self, of: &Self) -> Option<&'static str> {
        if self.member != of.member || self.episode != of.episode {
            return Some("that one is of another member or episode");
        }
        let is_opposite = self.delta == of.delta.and_then(i64::checked_neg);
        let is_it = self.counter == of.counter && self.mark == of.mark && is_opposite;
        (!is_it).then_some("it does not change the opposite")
    }
}
