//! The history of a match: what everyone may read of its log, and what entries brought about.

use std::collections::BTreeMap;

use crate::matches::model::control::{Control, Seq};
use crate::matches::model::game_match::Match;
use crate::matches::model::log::{EntryContent, LogEntry};
use crate::matches::model::proposal::OfferKind;
use trigon_clock::Millis;
use trigon_rules::games::{Audience, By, Narration, Seat};

/// A log entry as shown to people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryLine {
    /// The number of the entry, which only hosts may learn.
    pub seq: Seq,
    /// The time at which it was made.
    pub at: Millis,
    /// The author.
    pub by: By,
    /// The content.
    pub what: EntryContent,
    /// What it brought about, in sentences that everyone may read.
    pub words: Vec<String>,
    /// Whether it is a game action that was taken back.
    pub taken_back: bool,
    /// The offer that ended unanswered because of it.
    pub lapsed: Option<OfferKind>,
}

impl Match {
    /// Returns what everyone may read of the log: entries that brought about something public, actions taken back and, once
    /// everything is public, looks of hosts. While answers are secret, of what was taken back there are only the ends of phases, so
    /// that nobody can count the answers.
    pub fn history(&self) -> Vec<HistoryLine> {
        let counts_all = self.has_turns() || self.is_disclosed();
        let mut undone = if counts_all { BTreeMap::new() } else { self.undone_phases() };
        let line = |(place, (entry, told)): (usize, (&LogEntry, &Vec<Narration>))| {
            let taken_back = entry.action().is_some() && !self.effective.counted.contains(&place);
            let words = match entry.control() {
                // Once everything is public, so is who looked at it before that.
                Some(Control::Look) if counts_all => told.iter().map(|told| told.text.clone()).collect(),
                _ if taken_back && !counts_all => undone.remove(&place)?,
                _ => public(told),
            };
            (taken_back || !words.is_empty()).then(|| HistoryLine {
                seq: entry.seq,
                at: entry.at,
                by: entry.by,
                what: entry.what.clone(),
                words,
                taken_back,
                lapsed: self.effective.lapsed.iter().find(|it| it.place == place).map(|it| it.kind),
            })
        };
        self.log.iter().zip(&self.told).enumerate().filter_map(line).collect()
    }

    /// Returns the indices of the entries with which phases ended that were undone later, with what everyone was told then, as
    /// far as that is known: after a correction, the same answers would lead to something else.
    fn undone_phases(&self) -> BTreeMap<usize, Vec<String>> {
        let is_undone = |place: &usize| !self.effective.counted.contains(place);
        let ends_phase = |place: &usize| {
            let entry = &self.log[*place];
            entry.action().is_some() && !matches!(entry.by, By::Seat(_))
        };
        let ends = (0..self.log.len()).filter(|place| ends_phase(place) && is_undone(place));
        let mut undone: BTreeMap<usize, Vec<String>> = ends.map(|place| (place, Vec::new())).collect();
        let corrects = |entry: &LogEntry| matches!(entry.control(), Some(Control::Correct { .. }));
        let since_correction = self.log.iter().rposition(corrects).map_or(0, |place| place + 1);
        for entry in &self.log[since_correction..] {
            let Some(Control::Rewind { to, .. }) = entry.control() else { continue };
            let Ok(then) = self.up_to(entry.seq - 1) else { continue };
            let closed = then.closed.iter().filter(|seq| *seq > to);
            for place in closed.filter_map(|seq| then.log.iter().rposition(|entry| entry.seq == *seq)) {
                undone.insert(place, public(&then.told[place]));
            }
        }
        undone
    }

    /// Returns what the last entry brought about.
    pub fn latest(&self) -> &[Narration] {
        self.told.last().map_or(&[], Vec::as_slice)
    }

    /// Returns what an entry brought about, or the last one if none is given.
    pub(crate) fn told_by(&self, seq: Option<Seq>) -> &[Narration] {
        let place = seq.and_then(|seq| self.log.iter().rposition(|entry| entry.seq == seq));
        place.and_then(|place| self.told.get(place)).map_or(self.latest(), Vec::as_slice)
    }

    /// Returns what was told to a seat alone whenever something became public, such as at the end of each round.
    pub fn told_to(&self, seat: Seat) -> Vec<String> {
        let counts = |place: usize| {
            let is_undone = self.log[place].action().is_some() && !self.effective.counted.contains(&place);
            !is_undone && self.told[place].iter().any(|told| told.audience == Audience::All)
        };
        let told = (0..self.told.len()).filter(|place| counts(*place)).flat_map(|place| &self.told[place]);
        let own = told.filter(|told| told.audience == Audience::Seat(seat));
        own.map(|told| told.text.clone()).collect()
    }
}

/// Returns the sentences that everyone may read.
fn public(told: &[Narration]) -> Vec<String> {
    told.iter().filter(|told| told.audience == Audience::All).map(|told| told.text.clone()).collect()
}
