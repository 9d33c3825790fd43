//! Filling an empty season from a file.

use std::collections::{BTreeMap, BTreeSet};

use super::{FileEntry, FileEpisode, FileMatch, FileMember, SeasonFile};
use crate::ids::{GuildId, MatchId, UserId};
use crate::season::checks::{MAX_NAME_CHARS, MAX_REASON_CHARS, MAX_TITLE_CHARS, checked_text};
use crate::season::model::Season;
use crate::season::model::book::{Author, BookEntry, EntryEffect, SourceKind};
use crate::season::model::counter::Counter;
use crate::season::model::episode::{Episode, EpisodeMatch, EpisodeState, Stakes};
use crate::season::model::member::{Member, MemberStatus};
use crate::season::model::numbers::EpisodeNumber;

impl SeasonFile {
    /// Returns the season of a file without [problems](Self::problems), for looking at it.
    pub fn season(&self) -> Season {
        self.fill(&Season::new(GuildId(0), UserId(0), String::new(), 0))
    }

    /// Fills an empty season with a file without [problems](Self::problems).
    pub(crate) fn fill(&self, empty: &Season) -> Season {
        let outs = self.outs();
        let member = |it: &FileMember| it.member(outs.contains_key(&it.member));
        Season {
            title: checked_text("A title", &self.title, MAX_TITLE_CHARS).unwrap_or_default(),
            counters: self.counters.iter().cloned().map(Counter::from).collect(),
            cast: self.cast.iter().map(member).collect(),
            episodes: self.episodes.iter().map(|it| self.episode(it)).collect(),
            entries: self.entries.iter().map(FileEntry::entry).collect(),
            changes: empty.changes + 1,
            ..empty.clone()
        }
    }

    fn episode(&self, it: &FileEpisode) -> Episode {
        let has_entries = || self.entries.iter().any(|entry| entry.episode == Some(it.number));
        // A match that was not over has left nothing, and it goes on elsewhere: hosts enter what comes of it.
        let is_over = |game: &&FileMatch| {
            it.state == EpisodeState::Closed || game.record_sha256.is_some() || has_entries()
        };
        let over = it.game.as_ref().filter(is_over);
        Episode {
            number: it.number,
            title: checked_text("A title", &it.title, MAX_TITLE_CHARS).unwrap_or_default(),
            kind: it.kind,
            state: if it.game.is_some() && over.is_none() { EpisodeState::Planned } else { it.state },
            stakes: Stakes::Keep,
            game: over.map(|game| EpisodeMatch {
                // It is not one of this database.
                id: MatchId(-game.id.0.saturating_abs()),
                record: game.record_sha256.clone(),
                taken: Vec::new(),
                after: 0,
                change: 0,
                since: 0,
                gifts: true,
                booked: true,
            }),
            closed_by: (it.state == EpisodeState::Closed).then_some(0),
            results: self.keys_of(it.number),
            ranks: BTreeMap::new(),
        }
    }

    /// Returns the keys of the results of an episode from elsewhere.
    fn keys_of(&self, episode: EpisodeNumber) -> Vec<String> {
        let of = self.entries.iter().filter(|it| it.episode == Some(episode) && it.reverses.is_none());
        let of = of.filter(|it| it.source.kind == SourceKind::Import);
        let keys: BTreeSet<&String> = of.map(|it| &it.source.key).collect();
        keys.into_iter().cloned().collect()
    }
}

impl FileMember {
    /// Returns the member; `is_out` means that an entry of the file says so.
    fn member(&self, is_out: bool) -> Member {
        Member {
            number: self.member,
            user: None,
            name: checked_text("A name", &self.name, MAX_NAME_CHARS).unwrap_or_default(),
            status: self.status,
            out_in: self.out_in,
            // Marks say the rest.
            said: if is_out { (MemberStatus::In, None) } else { (self.status, self.out_in) },
            earlier: Vec::new(),
        }
    }
}

impl FileEntry {
    fn entry(&self) -> BookEntry {
        let what = match (&self.counter, self.delta, &self.mark) {
            (Some(counter), Some(delta), _) => EntryEffect::Delta { counter: counter.clone(), delta },
            (_, _, mark) => EntryEffect::Mark(mark.clone().unwrap_or_default()),
        };
        BookEntry {
            number: self.seq,
            at: self.at.timestamp_millis(),
            member: self.member,
            what,
            reason: self
                .reason
                .as_deref()
                .and_then(|reason| checked_text("A reason", reason, MAX_REASON_CHARS).ok()),
            by: author(&self.by).unwrap_or(Author::Program),
            source: self.source.clone(),
            episode: self.episode,
            reverses: self.reverses,
        }
    }
}

/// Returns the author with a word. Who it was, files do not say.
pub(super) fn author(word: &str) -> Option<Author> {
    [Author::Host(UserId(0)), Author::Member(UserId(0)), Author::Program]
        .into_iter()
        .find(|author| author.word() == word)
}
