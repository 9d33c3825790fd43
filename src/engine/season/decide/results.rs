//! Booking the results of an episode that was played elsewhere.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use super::draft::{NewEntry, SeasonDraft};
use super::episodes::add_episode;
use crate::season::change::{Cut, SeasonEvent};
use crate::season::checks::{MAX_REASON_CHARS, MAX_TITLE_CHARS, key, text};
use crate::season::command::{ResultLine, ResultTarget};
use crate::season::error::SeasonDenied;
use crate::season::model::Season;
use crate::season::model::book::{Author, EntryEffect, OUT, Source, SourceKind, WINNER};
use crate::season::model::episode::{Episode, EpisodeKind, EpisodeState, Stakes};
use crate::season::model::numbers::{EntryNumber, EpisodeNumber, MemberNumber};

/// Books what everyone got in an episode.
pub(super) fn book_results<'a>(
    mut draft: SeasonDraft<'a>,
    target: &ResultTarget,
    lines: &[ResultLine],
) -> Result<(SeasonDraft<'a>, EpisodeNumber), SeasonDenied> {
    check_members(&draft, lines)?;
    let (number, key) = match target {
        &ResultTarget::Planned(number) => {
            let planned = draft.before.episode(number).ok_or(SeasonDenied::NoEpisode(number))?;
            if planned.game.is_some() {
                return Err(SeasonDenied::PlayedHere(number));
            }
            let key = result_key(draft.before, &fingerprint(None, lines), Some(number))?;
            if planned.is_closed() {
                return Err(SeasonDenied::Closed(number));
            }
            (number, key)
        }
        ResultTarget::New { title, kind } => {
            let title = text("A title", title, MAX_TITLE_CHARS)?;
            let key = result_key(draft.before, &fingerprint(Some(&title), lines), None)?;
            (add_episode(&mut draft, &title, *kind, Stakes::Keep, EpisodeState::Running)?, key)
        }
    };
    let played = draft.episode_mut(number)?;
    played.results.push(key.clone());
    played.state = EpisodeState::Running;
    played.ranks.extend(lines.iter().filter_map(|line| Some((line.member, line.rank?))));
    let (by, source) = (draft.host(), Source { kind: SourceKind::Import, key });
    let mut entries = Vec::new();
    for line in lines {
        entries.extend(book_line(&mut draft, line, by, &source, number)?);
    }
    let marked = |mark: &str| -> Vec<MemberNumber> {
        let has = |line: &&ResultLine| line.marks.iter().any(|known| known == mark);
        lines.iter().filter(has).map(|line| line.member).collect()
    };
    entries.extend(book_stakes(&mut draft, number, &marked(OUT), &marked(WINNER), by, &source)?);
    tell_of_entries(&mut draft, number, entries, Vec::new(), Vec::new());
    Ok((draft, number))
}

/// Checks that there are results, of members of the season, each of them once.
fn check_members(draft: &SeasonDraft<'_>, lines: &[ResultLine]) -> Result<(), SeasonDenied> {
    if lines.is_empty() {
        return Err(SeasonDenied::EmptyList);
    }
    let mut seen = BTreeSet::new();
    for line in lines {
        let name = &draft.member(line.member)?.name;
        if !seen.insert(line.member) {
            return Err(SeasonDenied::Twice(name.clone()));
        }
    }
    Ok(())
}

fn book_line(
    draft: &mut SeasonDraft<'_>,
    line: &ResultLine,
    by: Author,
    source: &Source,
    episode: EpisodeNumber,
) -> Result<Vec<EntryNumber>, SeasonDenied> {
    let reason =
        line.reason.as_deref().map(|reason| text("A reason", reason, MAX_REASON_CHARS)).transpose()?;
    let deltas = line.deltas.iter().filter(|(_, delta)| *delta != 0);
    let deltas =
        deltas.map(|(counter, delta)| Ok(EntryEffect::Delta { counter: counter.clone(), delta: *delta }));
    let marks = line.marks.iter().map(|mark| Ok(EntryEffect::Mark(key("A mark", mark)?)));
    let mut entries = Vec::new();
    for what in deltas.chain(marks) {
        entries.push(draft.book(NewEntry {
            member: line.member,
            what: what?,
            reason: reason.clone(),
            by,
            source: source.clone(),
            episode: Some(episode),
            reverses: None,
        })?);
    }
    Ok(entries)
}

/// Returns what is the same if the same results are sent again.
fn fingerprint(title: Option<&str>, lines: &[ResultLine]) -> String {
    let mut sorted: Vec<&ResultLine> = lines.iter().collect();
    sorted.sort_by_key(|line| line.member);
    let mut hash = Sha256::new();
    hash.update(format!("{title:?}\n"));
    for ResultLine { member, deltas, marks, rank, reason: _ } in sorted {
        let (mut deltas, mut marks) = (deltas.clone(), marks.clone());
        deltas.retain(|(_, delta)| *delta != 0);
        deltas.sort();
        marks.sort();
        hash.update(format!("{member} {deltas:?} {marks:?} {rank:?}\n"));
    }
    hex::encode(&hash.finalize()[..16])
}

/// Returns the key under which results are booked, which is another one once all that was booked under it was taken back.
fn result_key(season: &Season, base: &str, episode: Option<EpisodeNumber>) -> Result<String, SeasonDenied> {
    let reversed = season.reversed();
    let is_meant = |known: &&Episode| episode.is_none_or(|number| known.number == number);
    let mut key = base.to_owned();
    for again in 2.. {
        let found = season.episodes.iter().filter(is_meant).find(|known| known.results.contains(&key));
        let Some(found) = found else { break };
        let mut booked = season
            .entries
            .iter()
            .filter(|entry| {
                entry.reverses.is_none()
                    && entry.episode == Some(found.number)
                    && entry.source.kind == SourceKind::Import
                    && entry.source.key == key
            })
            .peekable();
        if booked.peek().is_none() || booked.any(|entry| !reversed.contains(&entry.number)) {
            return Err(SeasonDenied::Booked(found.number));
        }
        key = format!("{base}-{again}");
    }
    Ok(key)
}

/// Tells of new entries of an episode that is not closed, and who is out.
pub(super) fn tell_of_entries(
    draft: &mut SeasonDraft<'_>,
    episode: EpisodeNumber,
    entries: Vec<EntryNumber>,
    outsiders: Vec<String>,
    cut: Vec<Cut>,
) {
    let is_out = |number: &EntryNumber| {
        let entry = draft.after.entry(*number)?;
        (entry.what.mark() == Some(OUT)).then_some(entry.member)
    };
    let out: Vec<MemberNumber> = entries.iter().filter_map(is_out).collect();
    draft.tell(SeasonEvent::Booked { episode: Some(episode), entries, outsiders, cut });
    for member in out {
        draft.tell(SeasonEvent::Out { member, episode });
    }
}

/// Moves or deletes what the loser of a death match has.
pub(super) fn book_stakes(
    draft: &mut SeasonDraft<'_>,
    episode: EpisodeNumber,
    losers: &[MemberNumber],
    winners: &[MemberNumber],
    by: Author,
    source: &Source,
) -> Result<Vec<EntryNumber>, SeasonDenied> {
    let known = draft.after.episode(episode).ok_or(SeasonDenied::NoEpisode(episode))?;
    let (is_death, stakes) = (known.kind == EpisodeKind::Death, known.stakes);
    let ([loser], true) = (losers, is_death && stakes != Stakes::Keep) else { return Ok(Vec::new()) };
    let heir = match (stakes, winners) {
        (Stakes::Winner, [winner]) => Some(*winner),
        (Stakes::Winner, _) => return Ok(Vec::new()),
        _ => None,
    };
    let staked = draft.after.counters.iter().filter(|counter| counter.is_at_stake);
    let keys: Vec<String> = staked.map(|counter| counter.key.clone()).collect();
    // The same source may have booked the same counter for the same member.
    let source = Source { kind: source.kind, key: format!("{}-stakes", source.key) };
    let mut entries = Vec::new();
    for counter in keys {
        // Debts stay with the loser.
        let mut amount = draft.balance(*loser, &counter)?.max(0);
        amount = -draft.cut(*loser, &counter, -amount)?;
        if let Some(heir) = heir {
            amount = draft.cut(heir, &counter, amount)?;
        }
        let changes = [(Some(*loser), -amount), (heir, amount)];
        for (member, delta) in changes.into_iter().filter(|(_, delta)| *delta != 0) {
            let Some(member) = member else { continue };
            entries.push(draft.book(NewEntry {
                member,
                what: EntryEffect::Delta { counter: counter.clone(), delta },
                reason: Some("the stakes of the death match".to_owned()),
                by,
                source: source.clone(),
                episode: Some(episode),
                reverses: None,
            })?);
        }
    }
    Ok(entries)
}
