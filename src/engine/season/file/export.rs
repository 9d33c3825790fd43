//! Writing a season as a file, as a viewer may know it.

use std::collections::BTreeMap;

use chrono::DateTime;

use super::{FileCounter, FileEntry, FileEpisode, FileMatch, FileMember, SEASON_FORMAT, SeasonFile};
use crate::ids::MatchId;
use crate::season::balances::Balances;
use crate::season::model::Season;
use crate::season::model::book::{BookEntry, EntryEffect};
use crate::season::model::counter::Counter;
use crate::season::model::episode::Episode;
use crate::season::model::member::Member;
use crate::season::model::numbers::EntryNumber;
use crate::season::views::SeasonViewer;

impl Season {
    /// Returns the season as a file, as a viewer may know it. Only the hosts’ has the numbers of the entries: others could
    /// count in them what they may not know.
    pub fn export(&self, viewer: SeasonViewer) -> SeasonFile {
        let is_host = viewer == SeasonViewer::Hosts;
        // A file of a single member would have balances that the others cannot check.
        let viewer = if is_host { viewer } else { SeasonViewer::Public };
        let visible = self.visible(viewer);
        let numbers: BTreeMap<EntryNumber, EntryNumber> = if is_host {
            visible.iter().map(|it| (it.number, it.number)).collect()
        } else {
            visible.iter().map(|it| it.number).zip(1..).collect()
        };
        let balances = Balances::of(visible.iter().copied());
        let counters = self.shown_counters(viewer);
        let balances_of = |key: &str| {
            let amount = |member: &Member| self.balance(&balances, member.number, key).unwrap_or_default();
            self.cast.iter().map(|member| (member.number, amount(member))).collect()
        };
        SeasonFile {
            format: SEASON_FORMAT.to_owned(),
            title: self.title.clone(),
            balances: counters.iter().map(|it| (it.key.clone(), balances_of(&it.key))).collect(),
            counters: counters.into_iter().cloned().map(FileCounter::from).collect(),
            cast: self.shown_cast(viewer).iter().map(FileMember::from).collect(),
            episodes: self.episodes.iter().map(FileEpisode::from).collect(),
            entries: visible.iter().map(|entry| FileEntry::numbered(entry, &numbers)).collect(),
        }
    }
}

impl FileEntry {
    /// Returns an entry under the numbers that the entries have in the file.
    fn numbered(entry: &BookEntry, numbers: &BTreeMap<EntryNumber, EntryNumber>) -> Self {
        let delta = if let EntryEffect::Delta { delta, .. } = entry.what { Some(delta) } else { None };
        Self {
            seq: numbers[&entry.number],
            at: DateTime::from_timestamp_millis(entry.at).unwrap_or_default(),
            member: entry.member,
            counter: entry.what.counter().map(str::to_owned),
            delta,
            mark: entry.what.mark().map(str::to_owned),
            reason: entry.reason.clone(),
            by: entry.by.word().to_owned(),
            source: entry.source.clone(),
            episode: entry.episode,
            reverses: entry.reverses.and_then(|reversed| numbers.get(&reversed).copied()),
        }
    }
}

impl From<&Member> for FileMember {
    fn from(it: &Member) -> Self {
        Self { member: it.number, name: it.name.clone(), status: it.status, out_in: it.out_in }
    }
}

impl From<&Episode> for FileEpisode {
    fn from(it: &Episode) -> Self {
        let game = it.game.as_ref().map(|game| FileMatch {
            id: MatchId(game.id.0.saturating_abs()),
            record_sha256: game.record.clone(),
        });
        Self { number: it.number, title: it.title.clone(), kind: it.kind, state: it.state, game }
    }
}

impl From<Counter> for FileCounter {
    fn from(it: Counter) -> Self {
        let Counter { key, label, sign, start, seen_by, floor, can_be_given, is_at_stake } = it;
        Self { key, label, sign, start, seen_by, floor, can_be_given, is_at_stake }
    }
}

impl From<FileCounter> for Counter {
    fn from(it: FileCounter) -> Self {
        let FileCounter { key, label, sign, start, seen_by, floor, can_be_given, is_at_stake } = it;
        Self { key, label, sign, start, seen_by, floor, can_be_given, is_at_stake }
    }
}
