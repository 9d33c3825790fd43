//! Seasons and their changes as rows of the store, and back.

use serde::{Deserialize, Serialize};

use super::change::{News, SeasonChange};
use super::error::SeasonFault;
use super::model::Season;
use super::model::book::{Author, BookEntry, EntryEffect, Source, SourceKind};
use super::model::episode::EpisodeMatch;
use crate::ids::{MatchId, SeasonId};
use crate::matches::{Notice, Post};
use crate::store::{NewMessage, SeasonEntryRow, SeasonRow, SeasonUpdate, StoredSeason};

/// The part of an entry that the store encrypts, if it encrypts anything.
#[derive(Serialize, Deserialize)]
struct SealedContent {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    delta: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Reads a stored season.
///
/// # Errors
/// Fails if the stored data is not a valid season, which is a fault of this program or of the storage.
pub(crate) fn read(stored: StoredSeason) -> Result<Season, SeasonFault> {
    let StoredSeason { row, entries } = stored;
    let id = row.id;
    let plan: Season =
        serde_json::from_str(&row.plan).map_err(|_| SeasonFault::Stored { id, what: "plan" })?;
    let entries = entries.into_iter().map(|row| entry(id, row)).collect::<Result<_, _>>()?;
    Ok(Season {
        id,
        version: row.version,
        guild_id: row.guild_id,
        title: row.title,
        created_at: row.created_at,
        ended_at: row.ended_at,
        entries,
        ..plan
    })
}

/// Reads a stored entry.
fn entry(id: SeasonId, row: SeasonEntryRow) -> Result<BookEntry, SeasonFault> {
    let wrong = |what| SeasonFault::Stored { id, what };
    let content: SealedContent = serde_json::from_str(&row.content).map_err(|_| wrong("entry"))?;
    let what = match content.delta {
        Some(delta) if !row.counter.is_empty() => EntryEffect::Delta { counter: row.counter, delta },
        None if !row.mark.is_empty() => EntryEffect::Mark(row.mark),
        _ => return Err(wrong("entry")),
    };
    let kind = SourceKind::ALL.into_iter().find(|kind| kind.word() == row.source_kind);
    let kind = kind.ok_or_else(|| wrong("source"))?;
    Ok(BookEntry {
        number: row.seq,
        at: row.at,
        member: u32::try_from(row.member).map_err(|_| wrong("member"))?,
        what,
        reason: content.reason,
        by: match (&row.author[..], row.user_id) {
            ("host", Some(user)) => Author::Host(user),
            ("member", Some(user)) => Author::Member(user),
            ("program", _) => Author::Program,
            _ => return Err(wrong("author")),
        },
        source: Source { kind, key: row.source_key },
        episode: match row.episode {
            0 => None,
            number => Some(u32::try_from(number).map_err(|_| wrong("episode"))?),
        },
        reverses: row.reverses,
    })
}

/// Converts an entry.
fn entry_row(entry: &BookEntry) -> SeasonEntryRow {
    let delta = if let EntryEffect::Delta { delta, .. } = entry.what { Some(delta) } else { None };
    let content = SealedContent { delta, reason: entry.reason.clone() };
    SeasonEntryRow {
        seq: entry.number,
        at: entry.at,
        member: entry.member.into(),
        counter: entry.what.counter().unwrap_or_default().to_owned(),
        mark: entry.what.mark().unwrap_or_default().to_owned(),
        // A number and a text always become JSON.
        content: serde_json::to_string(&content).unwrap_or_default(),
        author: entry.by.word().to_owned(),
        user_id: match entry.by {
            Author::Host(user) | Author::Member(user) => Some(user),
            Author::Program => None,
        },
        source_kind: entry.source.kind.word().to_owned(),
        source_key: entry.source.key.clone(),
        episode: entry.episode.unwrap_or(0).into(),
        reverses: entry.reverses,
    }
}

/// Converts a season without its entries.
///
/// # Errors
/// Fails if it cannot be written as JSON.
pub(crate) fn row(season: &Season) -> Result<SeasonRow, SeasonFault> {
    Ok(SeasonRow {
        id: season.id,
        version: season.version,
        guild_id: season.guild_id,
        title: season.title.clone(),
        created_at: season.created_at,
        ended_at: season.ended_at,
        plan: crate::matches::json("season", season)?,
    })
}

/// Converts a message about a season.
fn message(season: &Season, News { to, text, picture }: News) -> Result<NewMessage, SeasonFault> {
    let picture = picture.map(serde_json::to_value).transpose();
    let picture = picture.map_err(|_| SeasonFault::Stored { id: season.id, what: "picture" })?;
    let (guild_id, hosts) = (season.guild_id, season.hosts().collect());
    let post = Post { guild_id, text, picture: picture.unwrap_or_default(), hosts };
    let notice = Notice::Post(post);
    let (kind, notice) = (notice.kind(), crate::matches::json("post", &notice)?);
    Ok(NewMessage { target: to, kind, notice, seq: 0, answers: None })
}

/// Converts a change of a season, with the messages that tell of it.
///
/// # Errors
/// Fails if it cannot be written as JSON.
pub(crate) fn change(
    before: &Season,
    change: &SeasonChange,
    news: Vec<News>,
) -> Result<SeasonUpdate, SeasonFault> {
    let after = &change.after;
    let (tied_before, tied_after) = (tied_matches(before), tied_matches(after));
    Ok(SeasonUpdate {
        row: row(after)?,
        entries: change.new_entries().iter().map(entry_row).collect(),
        booked: without(&booked_matches(after), &booked_matches(before)),
        freed: without(&tied_before, &tied_after),
        bound: without(&tied_after, &tied_before),
        messages: news.into_iter().map(|news| message(after, news)).collect::<Result<_, _>>()?,
    })
}

/// Returns the matches of the episodes of a season. Matches that a file brought along are not of this database; their numbers are
/// negative.
fn episode_matches(season: &Season) -> impl Iterator<Item = &EpisodeMatch> {
    let matches = season.episodes.iter().filter_map(|episode| episode.game.as_ref());
    matches.filter(|game| game.id > MatchId(0))
}

fn tied_matches(season: &Season) -> Vec<MatchId> {
    episode_matches(season).map(|game| game.id).collect()
}

fn booked_matches(season: &Season) -> Vec<MatchId> {
    episode_matches(season).filter(|game| game.booked).map(|game| game.id).collect()
}

/// Returns the matches of a list that are not in another one.
fn without(matches: &[MatchId], others: &[MatchId]) -> Vec<MatchId> {
    matches.iter().copied().filter(|id| !others.contains(id)).collect()
}
