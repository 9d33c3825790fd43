//! Filling an empty season from a file.

use std::collections::{BTreeMap, BTreeSet};

use super::{FileEntry, FileEpisode, FileMatch, FileMember, SeasonFile};
use crate::ids::{GuildId, MatchId, UserId};
use crate::season::checks::{MAX_NAME_CHARS, MAX_REASON_CHARS, MAX_TITLE_CHARS, text};
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
        let member = |it: &FileMember| Member {
            number: it.member,
            user: None,
            name: text("A name", &it.name, MAX_NAME_CHARS).unwrap_or_default(),
            status: it.status,
            out_in: it.out_in,
            // Marks say the rest.
            said: if outs.contains_key(&it.member) {
                (MemberStatus::In, None)
            } else {
                (it.status, it.out_in)
            },
            earlier: Vec::new(),
        };
        let has_entries =
            |it: &FileEpisode| self.entries.iter().any(|entry| entry.episode == Some(it.number));
        // A match that was not over has left nothing, and it goes on elsewhere: hosts enter what comes of it.
        let is_over = |it: &FileEpisode, game: &FileMatch| {
            it.state == EpisodeState::Closed || game.record_sha256.is_some() || has_entries(it)
        };
        let episode = |it: &FileEpisode| Episode {
            number: it.number,
            title: text("A title", &it.title, MAX_TITLE_CHARS).unwrap_or_default(),
            kind: it.kind,
            state: match &it.game {
                Some(game) if !is_over(it, game) => EpisodeState::Planned,
                _ => it.state,
            },
            stakes: Stakes::Keep,
            game: it.game.as_ref().filter(|game| is_over(it, game)).map(|game| EpisodeMatch {
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
        };
        let entry = |it: &FileEntry| {
            let what = match (&it.counter, it.delta, &it.mark) {
                (Some(counter), Some(delta), _) => EntryEffect::Delta { counter: counter.clone(), delta },
                (_, _, mark) => EntryEffect::Mark(mark.clone().unwrap_or_default()),
            };
            BookEntry {
                number: it.seq,
                at: it.at.timestamp_millis(),
                member: it.member,
                what,
                reason: it
                    .reason
                    .as_deref()
                    .and_then(|reason| text("A reason", reason, MAX_REASON_CHARS).ok()),
                by: author(&it.by).unwrap_or(Author::Program),
                source: it.source.clone(),
                episode: it.episode,
                reverses: it.reverses,
            }
        };
        Season {
            title: text("A title", &self.title, MAX_TITLE_CHARS).unwrap_or_default(),
            counters: self.counters.iter().cloned().map(Counter::from).collect(),
            cast: self.cast.iter().map(member).collect(),
            episodes: self.episodes.iter().map(episode).collect(),
            entries: self.entries.iter().map(entry).collect(),
            changes: empty.changes + 1,
            ..empty.clone()
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

/// Returns the author with a word. Who it was, files do not say.
pub(super) fn author(word: &str) -> Option<Author> {
    [Author::Host(UserId(0)), Author::Member(UserId(0)), Author::Program]
        .into_iter()
        .find(|author| author.word() == word)
}
