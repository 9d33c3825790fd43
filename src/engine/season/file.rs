//! [`SeasonFile`]: a season as a file from which anybody can recompute every balance.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::error::Denied;
use super::fold::Balances;
use super::model::{
    Author, Counter, Entry, EntryNumber, Episode, EpisodeKind, EpisodeMatch, EpisodeNumber, EpisodeState,
    MOST, MOST_COUNTERS, MOST_MEMBERS, Member, MemberNumber, MemberStatus, OUT, Season, SeenBy, Source,
    SourceKind, Stakes, What,
};
use super::text::{NAME, REASON, TITLE, checked, key, text};
use super::views::Viewer;
use crate::ids::{GuildId, MatchId, UserId};

/// The version of the format that this program reads and writes.
pub const SEASON_FORMAT: &str = "trigon-season/1";

/// A season as a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeasonFile {
    /// The format: [`SEASON_FORMAT`].
    pub format: String,
    /// The title.
    pub title: String,
    /// The counters.
    pub counters: Vec<FileCounter>,
    /// The cast.
    pub cast: Vec<FileMember>,
    /// The episodes.
    pub episodes: Vec<FileEpisode>,
    /// The entries of the book, in order.
    pub entries: Vec<FileEntry>,
    /// What everyone has, by counter and member.
    pub balances: BTreeMap<String, BTreeMap<MemberNumber, i64>>,
}

/// A counter in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileCounter {
    /// The key.
    pub key: String,
    /// The display name.
    pub label: String,
    /// A sign for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<String>,
    /// What every member begins with.
    pub start: i64,
    /// Who sees it.
    pub seen_by: SeenBy,
    /// The least that a member can have.
    pub floor: Option<i64>,
    /// Whether members can give it to each other.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub can_be_given: bool,
    /// Whether it is at stake in a death match.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_at_stake: bool,
}

/// A member of the cast in a file. Which account it is, the file does not say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileMember {
    /// The number.
    pub member: MemberNumber,
    /// The name.
    pub name: String,
    /// Whether the member plays.
    pub status: MemberStatus,
    /// The episode in which the member was eliminated.
    pub out_in: Option<EpisodeNumber>,
}

/// An episode in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEpisode {
    /// The number.
    pub number: EpisodeNumber,
    /// The title.
    pub title: String,
    /// The kind.
    pub kind: EpisodeKind,
    /// How far it is.
    pub state: EpisodeState,
    /// The match, if it was played with this program.
    #[serde(rename = "match")]
    pub game: Option<FileMatch>,
}

/// The match of an episode in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileMatch {
    /// Its number.
    pub id: MatchId,
    /// The SHA-256 of its record, in hexadecimal.
    pub record_sha256: Option<String>,
}

/// An entry in a file: a change of a counter, or a mark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// The number.
    pub seq: EntryNumber,
    /// When it was made.
    pub at: DateTime<Utc>,
    /// The member.
    pub member: MemberNumber,
    /// The counter that changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter: Option<String>,
    /// By how much it changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delta: Option<i64>,
    /// The mark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// Why.
    pub reason: Option<String>,
    /// Who made it: `host`, `member` or `program`.
    pub by: String,
    /// Where it comes from.
    pub source: Source,
    /// The episode to which it belongs.
    pub episode: Option<EpisodeNumber>,
    /// The entry that it takes back.
    pub reverses: Option<EntryNumber>,
}

/// The reason why a file is not a season, in one line.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Broken JSON.
    #[error("not JSON: {0}")]
    Json(#[source] serde_json::Error),
    /// Another format, or another version of it.
    #[error("format: {found} is not {SEASON_FORMAT:?}, the one this program reads")]
    Format {
        /// What the file says.
        found: String,
    },
    /// A part that is missing or not of its kind.
    #[error("{0}")]
    Part(#[source] serde_path_to_error::Error<serde_json::Error>),
}

/// Something in which a file contradicts itself.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
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
    #[error("entry {0}: a delta is a whole number other than 0, and at most {MOST} up or down")]
    Amount(EntryNumber),
    /// An entry was made by nobody that there is.
    #[error("entry {0}: it was made by a host, a member or the program")]
    Author(EntryNumber),
    /// What somebody has does not fit into a number.
    #[error("{name} has more {counter}, or owes more, than can be counted: at most {MOST}")]
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

impl SeasonFile {
    /// Parses a file. Whether it contradicts itself is checked by [`problems`](Self::problems).
    ///
    /// # Errors
    /// Fails if the bytes are not JSON, or not a season in this format.
    pub fn read(bytes: &[u8]) -> Result<Self, FileError> {
        #[derive(Deserialize)]
        struct Head {
            format: Option<serde_json::Value>,
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let value: serde_json::Value = serde_json::from_slice(bytes).map_err(FileError::Json)?;
        let head = serde_json::from_value(value.clone()).unwrap_or(Head { format: None });
        match head.format {
            Some(serde_json::Value::String(format)) if format == SEASON_FORMAT => {}
            found => {
                let found =
                    found.map_or("nothing".to_owned(), |found| found.to_string().chars().take(40).collect());
                return Err(FileError::Format { found });
            }
        }
        serde_path_to_error::deserialize(value).map_err(FileError::Part)
    }

    /// Returns the file as it is sent.
    pub fn bytes(&self) -> Vec<u8> {
        // Texts and numbers always become JSON.
        serde_json::to_vec_pretty(self).unwrap_or_default()
    }

    /// Returns in what the file contradicts itself, in order. Without problems, every balance follows from the entries, and
    /// nothing was booked twice from one source.
    pub fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        self.check_names(&mut problems);
        self.check_entries(&mut problems);
        self.check_balances(&mut problems);
        self.check_status(&mut problems);
        problems
    }

    fn check_names(&self, problems: &mut Vec<Problem>) {
        let mut wrong = |place: String, sentence: String| problems.push(Problem::Text { place, sentence });
        if let Err(error) = text("A title", &self.title, TITLE) {
            wrong("title".to_owned(), error.to_string());
        }
        for (i, counter) in self.counters.iter().enumerate() {
            match checked(&counter.clone().into()) {
                Ok(read) if read.key == counter.key => {}
                Ok(_) => wrong(format!("counters[{i}]"), Denied::BadKey(counter.key.clone()).to_string()),
                Err(error) => wrong(format!("counters[{i}]"), error.to_string()),
            }
        }
        for (i, member) in self.cast.iter().enumerate() {
            if let Err(error) = text("A name", &member.name, NAME) {
                wrong(format!("cast[{i}].name"), error.to_string());
            }
        }
        for (i, episode) in self.episodes.iter().enumerate() {
            if let Err(error) = text("A title", &episode.title, TITLE) {
                wrong(format!("episodes[{i}].title"), error.to_string());
            }
        }
        let lists =
            [("members", self.cast.len(), MOST_MEMBERS), ("counters", self.counters.len(), MOST_COUNTERS)];
        for (what, found, most) in lists.into_iter().filter(|(_, found, most)| found > most) {
            problems.push(Problem::TooMany { what, found, most });
        }
        let mut seen = BTreeSet::new();
        let counters = self.counters.iter().map(|it| format!("the counter {}", it.key));
        let members = self.cast.iter().map(|it| format!("the member {}", it.member));
        let names = self.cast.iter().map(|it| format!("the name {}", trigon_rules::text::key(&it.name)));
        let episodes = self.episodes.iter().map(|it| format!("the episode {}", it.number));
        for thing in counters.chain(members).chain(names).chain(episodes) {
            if !seen.insert(thing.clone()) {
                problems.push(Problem::Twice(thing));
            }
        }
        let numbers: Vec<u32> = self.cast.iter().map(|it| it.member).collect();
        let episodes: Vec<u32> = self.episodes.iter().map(|it| it.number).collect();
        for (what, list) in [("cast", numbers), ("episodes", episodes)] {
            let is_sorted = list.is_sorted() && list.first().is_none_or(|first| *first > 0);
            if !is_sorted {
                let sentence = "the numbers are in order, from 1".to_owned();
                problems.push(Problem::Text { place: what.to_owned(), sentence });
            }
        }
    }

    fn check_entries(&self, problems: &mut Vec<Problem>) {
        let members: BTreeSet<MemberNumber> = self.cast.iter().map(|it| it.member).collect();
        let counters: BTreeSet<&str> = self.counters.iter().map(|it| it.key.as_str()).collect();
        let episodes: BTreeSet<EpisodeNumber> = self.episodes.iter().map(|it| it.number).collect();
        let mut known: BTreeMap<EntryNumber, &FileEntry> = BTreeMap::new();
        let mut reversed = BTreeSet::new();
        let mut origins = BTreeMap::new();
        let mut last = 0;
        for it in &self.entries {
            let entry = it.seq;
            if entry <= last {
                problems.push(Problem::Order(entry));
            }
            last = entry;
            let mut missing = |what: String| problems.push(Problem::Missing { entry, what });
            if !members.contains(&it.member) {
                missing(format!("member {}", it.member));
            }
            if let Some(episode) = it.episode.filter(|episode| !episodes.contains(episode)) {
                missing(format!("episode {episode}"));
            }
            if let Some(counter) = it.counter.as_deref().filter(|counter| !counters.contains(counter)) {
                missing(format!("counter {counter}"));
            }
            let texts = [("reason", it.reason.as_deref(), REASON), ("source", Some(&it.source.key[..]), 100)];
            for (what, words, most) in texts {
                if let Some(Err(error)) = words.map(|words| text("A text", words, most)) {
                    let place = format!("entry {entry}: {what}");
                    problems.push(Problem::Text { place, sentence: error.to_string() });
                }
            }
            if it.source.key.contains('\0') {
                problems.push(Problem::Text {
                    place: format!("entry {entry}: source"),
                    sentence: "it has a character that nobody sees".to_owned(),
                });
            }
            if author(&it.by).is_none() {
                problems.push(Problem::Author(entry));
            }
            match (&it.counter, it.delta, &it.mark) {
                (Some(_), Some(delta), None) => {
                    if delta == 0 || !(-MOST..=MOST).contains(&delta) {
                        problems.push(Problem::Amount(entry));
                    }
                }
                (None, None, Some(mark)) => {
                    let read = key("A mark", mark);
                    if read.as_ref() != Ok(mark) {
                        let error = read.err().unwrap_or_else(|| Denied::BadKey(mark.clone()));
                        let place = format!("entry {entry}");
                        problems.push(Problem::Text { place, sentence: error.to_string() });
                    }
                }
                _ => problems.push(Problem::Kind(entry)),
            }
            if let Some(reverses) = it.reverses {
                let why = match known.get(&reverses) {
                    None => Some("it is not an earlier entry"),
                    Some(of) if of.reverses.is_some() => Some("that one takes another one back"),
                    Some(_) if !reversed.insert(reverses) => Some("another entry does"),
                    Some(of) => it.differs_from_reversal_of(of),
                };
                problems.extend(why.map(|why| Problem::Reversal { entry, reverses, why }));
            } else {
                let origin = (&it.source, it.member, &it.counter, &it.mark, it.episode);
                if let Some(first) = origins.insert(origin, entry) {
                    problems.push(Problem::Again { entry, first });
                    origins.insert(origin, first);
                }
            }
            known.insert(entry, it);
        }
    }

    fn check_balances(&self, problems: &mut Vec<Problem>) {
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
                    problems.push(Problem::TooLarge { name, counter });
                    continue;
                }
                let found = self.balances.get(&counter.key).and_then(|by| by.get(&member.member));
                if found.map(|found| i128::from(*found)) != Some(expected) {
                    let found = found.map_or("nothing".to_owned(), i64::to_string);
                    let (name, counter) = (member.name.clone(), counter.label.clone());
                    problems.push(Problem::Balance { name, counter, expected, found });
                }
            }
        }
        for (key, by) in &self.balances {
            if self.counters.iter().all(|it| it.key != *key) {
                problems.push(Problem::Stray(format!("the counter {key}")));
            }
            for member in by.keys().filter(|member| self.cast.iter().all(|it| it.member != **member)) {
                problems.push(Problem::Stray(format!("the member {member} of {key}")));
            }
        }
    }

    /// Returns an amount in a file without [problems](Self::problems) that is larger than a season keeps. Files of those who may not
    /// see everything can have one.
    pub(crate) fn too_large(&self) -> Option<Problem> {
        let all = self.counters.iter().flat_map(|counter| self.cast.iter().map(move |it| (counter, it)));
        let mut too_large = all.filter(|(counter, member)| {
            let found = self.balances.get(&counter.key).and_then(|by| by.get(&member.member));
            found.is_some_and(|found| !(-MOST..=MOST).contains(found))
        });
        let (counter, member) = too_large.next()?;
        Some(Problem::TooLarge { name: member.name.clone(), counter: counter.label.clone() })
    }

    /// Returns the entries by which members are out.
    fn outs(&self) -> BTreeMap<MemberNumber, &FileEntry> {
        let reversed: BTreeSet<EntryNumber> = self.entries.iter().filter_map(|it| it.reverses).collect();
        let is_out = |it: &&FileEntry| {
            it.mark.as_deref() == Some(OUT) && it.reverses.is_none() && !reversed.contains(&it.seq)
        };
        self.entries.iter().filter(is_out).map(|it| (it.member, it)).collect()
    }

    fn check_status(&self, problems: &mut Vec<Problem>) {
        for (number, out) in self.outs() {
            let Some(member) = self.cast.iter().find(|it| it.member == number) else { continue };
            if (member.status, member.out_in) != (MemberStatus::Out, out.episode) {
                problems.push(Problem::Status(member.name.clone()));
            }
        }
    }

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
            name: text("A name", &it.name, NAME).unwrap_or_default(),
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
            title: text("A title", &it.title, TITLE).unwrap_or_default(),
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
                (Some(counter), Some(delta), _) => What::Delta { counter: counter.clone(), delta },
                (_, _, mark) => What::Mark(mark.clone().unwrap_or_default()),
            };
            Entry {
                number: it.seq,
                at: it.at.timestamp_millis(),
                member: it.member,
                what,
                reason: it.reason.as_deref().and_then(|reason| text("A reason", reason, REASON).ok()),
                by: author(&it.by).unwrap_or(Author::Program),
                source: it.source.clone(),
                episode: it.episode,
                reverses: it.reverses,
            }
        };
        Season {
            title: text("A title", &self.title, TITLE).unwrap_or_default(),
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
fn author(word: &str) -> Option<Author> {
    [Author::Host(UserId(0)), Author::Member(UserId(0)), Author::Program]
        .into_iter()
        .find(|author| author.word() == word)
}

impl FileEntry {
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

impl From<FileCounter> for Counter {
    fn from(it: FileCounter) -> Self {
        let FileCounter { key, label, sign, start, seen_by, floor, can_be_given, is_at_stake } = it;
        Self { key, label, sign, start, seen_by, floor, can_be_given, is_at_stake }
    }
}

impl From<Counter> for FileCounter {
    fn from(it: Counter) -> Self {
        let Counter { key, label, sign, start, seen_by, floor, can_be_given, is_at_stake } = it;
        Self { key, label, sign, start, seen_by, floor, can_be_given, is_at_stake }
    }
}

impl Season {
    /// Returns the season as a file, as a viewer may know it. Only the hosts’ has the numbers of the entries: others could
    /// count in them what they may not know.
    pub fn export(&self, viewer: Viewer) -> SeasonFile {
        let is_host = viewer == Viewer::Hosts;
        // A file of a single member would have balances that the others cannot check.
        let viewer = if is_host { viewer } else { Viewer::Public };
        let visible = self.visible(viewer);
        let numbers: BTreeMap<EntryNumber, EntryNumber> = if is_host {
            visible.iter().map(|it| (it.number, it.number)).collect()
        } else {
            visible.iter().map(|it| it.number).zip(1..).collect()
        };
        let balances = Balances::of(visible.iter().copied());
        let counters = self.shown_counters(viewer);
        let of = |key: &str| {
            let amount = |member: &Member| self.balance(&balances, member.number, key).unwrap_or_default();
            self.cast.iter().map(|member| (member.number, amount(member))).collect()
        };
        let shown = self.shown_cast(viewer);
        let member = |it: &Member| FileMember {
            member: it.number,
            name: it.name.clone(),
            status: it.status,
            out_in: it.out_in,
        };
        let episode = |it: &Episode| FileEpisode {
            number: it.number,
            title: it.title.clone(),
            kind: it.kind,
            state: it.state,
            game: it.game.as_ref().map(|game| FileMatch {
                id: MatchId(game.id.0.saturating_abs()),
                record_sha256: game.record.clone(),
            }),
        };
        let entry = |it: &&Entry| FileEntry {
            seq: numbers[&it.number],
            at: DateTime::from_timestamp_millis(it.at).unwrap_or_default(),
            member: it.member,
            counter: it.what.counter().map(str::to_owned),
            delta: if let What::Delta { delta, .. } = it.what { Some(delta) } else { None },
            mark: it.what.mark().map(str::to_owned),
            reason: it.reason.clone(),
            by: it.by.word().to_owned(),
            source: it.source.clone(),
            episode: it.episode,
            reverses: it.reverses.and_then(|of| numbers.get(&of).copied()),
        };
        SeasonFile {
            format: SEASON_FORMAT.to_owned(),
            title: self.title.clone(),
            balances: counters.iter().map(|it| (it.key.clone(), of(&it.key))).collect(),
            counters: counters.into_iter().cloned().map(FileCounter::from).collect(),
            cast: shown.iter().map(member).collect(),
            episodes: self.episodes.iter().map(episode).collect(),
            entries: visible.iter().map(entry).collect(),
        }
    }
}
