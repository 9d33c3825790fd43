//! Booking the results of an episode that was played elsewhere.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use super::draft::{NewEntry, SeasonDraft};
use super::episodes::add_episode;
use crate::season::change::{Cut, SeasonEvent};
use crate::season::checks::{MAX_REASON_CHARS, MAX_TITLE_CHARS, checked_key, checked_text};
use crate::season::command::{ResultLine, ResultTarget};
use crate::season::error::SeasonDenied;
use crate::season::model::Season;
use crate::season::model::book::{Author, BookEntry, EntryEffect, OUT, Source, SourceKind, WINNER};
use crate::season::model::episode::{Episode, EpisodeKind, EpisodeState, Stakes};
use crate::season::model::numbers::{EntryNumber, EpisodeNumber, MemberNumber};

/// Books what everyone got in an episode. Closing it comes afterwards, if that is asked for, so the draft is not finished.
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
            let key = result_key(draft.before, &digest(None, lines), Some(number))?;
            if planned.is_closed() {
                return Err(SeasonDenied::Closed(number));
            }
            (number, key)
        }
        ResultTarget::New { title, kind } => {
            let title = checked_text("A title", title, MAX_TITLE_CHARS)?;
            let key = result_key(draft.before, &digest(Some(&title), lines), None)?;
            (add_episode(&mut draft, &title, *kind, Stakes::Keep, EpisodeState::Running)?, key)
        }
    };
    let played = draft.episode_mut(number)?;
    played.results.push(key.clone());
    played.state = EpisodeState::Running;
    played.ranks.extend(lines.iter().filter_map(|line| Some((line.member, line.rank?))));
    let source = Source { kind: SourceKind::Import, key };
    let booking = EpisodeBooking { episode: number, by: draft.author(), source };
    let mut entries = Vec::new();
    for line in lines {
        entries.extend(book_line(&mut draft, &booking, line)?);
    }
    let marked = |mark: &str| -> Vec<MemberNumber> {
        let has_it = |line: &&ResultLine| line.marks.iter().any(|known| known == mark);
        lines.iter().filter(has_it).map(|line| line.member).collect()
    };
    entries.extend(booking.book_stakes(&mut draft, &marked(OUT), &marked(WINNER))?);
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

/// Books what a line says.
fn book_line(
    draft: &mut SeasonDraft<'_>,
    booking: &EpisodeBooking,
    line: &ResultLine,
) -> Result<Vec<EntryNumber>, SeasonDenied> {
    let reason = line.reason.as_deref();
    let reason = reason.map(|reason| checked_text("A reason", reason, MAX_REASON_CHARS)).transpose()?;
    let mut entries = Vec::new();
    for (counter, delta) in line.deltas.iter().filter(|(_, delta)| *delta != 0) {
        let change = EntryEffect::Delta { counter: counter.clone(), delta: *delta };
        entries.push(draft.book(booking.entry(line.member, change, reason.clone()))?);
    }
    for mark in &line.marks {
        let mark = EntryEffect::Mark(checked_key("A mark", mark)?);
        entries.push(draft.book(booking.entry(line.member, mark, reason.clone()))?);
    }
    Ok(entries)
}

/// Returns a text that is the same if the same results are sent again, whatever their order and their reasons.
fn digest(title: Option<&str>, lines: &[ResultLine]) -> String {
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
        let is_booked_so = |entry: &&BookEntry| {
            entry.reverses.is_none()
                && entry.episode == Some(found.number)
                && entry.source.kind == SourceKind::Import
                && entry.source.key == key
        };
        let mut booked = season.entries.iter().filter(is_booked_so).peekable();
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

/// What all entries have in common that are booked for an episode at once.
pub(super) struct EpisodeBooking {
    pub(super) episode: EpisodeNumber,
    pub(super) by: Author,
    pub(super) source: Source,
}

impl EpisodeBooking {
    pub(super) fn entry(&self, member: MemberNumber, what: EntryEffect, reason: Option<String>) -> NewEntry {
        let (by, source, episode) = (self.by, self.source.clone(), Some(self.episode));
        NewEntry { member, what, reason, by, source, episode, reverses: None }
    }

    /// Moves what the loser of a death match has to the winner, or deletes it, if that is at stake.
    pub(super) fn book_stakes(
        &self,
        draft: &mut SeasonDraft<'_>,
        losers: &[MemberNumber],
        winners: &[MemberNumber],
    ) -> Result<Vec<EntryNumber>, SeasonDenied> {
        let episode = draft.after.episode(self.episode).ok_or(SeasonDenied::NoEpisode(self.episode))?;
        let (is_death, stakes) = (episode.kind == EpisodeKind::Death, episode.stakes);
        let [loser] = *losers else { return Ok(Vec::new()) };
        if !is_death || stakes == Stakes::Keep {
            return Ok(Vec::new());
        }
        let heir = match (stakes, winners) {
            (Stakes::Winner, [winner]) => Some(*winner),
            (Stakes::Winner, _) => return Ok(Vec::new()),
            _ => None,
        };
        let staked = draft.after.counters.iter().filter(|counter| counter.is_at_stake);
        let keys: Vec<String> = staked.map(|counter| counter.key.clone()).collect();
        // The same source may have booked the same counter for the same member.
        let source = Source { kind: self.source.kind, key: format!("{}-stakes", self.source.key) };
        let of_stakes = Self { episode: self.episode, by: self.by, source };
        let mut entries = Vec::new();
        for counter in keys {
            let amount = stake_of(draft, loser, heir, &counter)?;
            let changes = std::iter::once((loser, -amount)).chain(heir.map(|heir| (heir, amount)));
            for (member, delta) in changes.filter(|(_, delta)| *delta != 0) {
                let change = EntryEffect::Delta { counter: counter.clone(), delta };
                let reason = Some("the stakes of the death match".to_owned());
                entries.push(draft.book(of_stakes.entry(member, change, reason))?);
            }
        }
        Ok(entries)
    }
}

/// Returns how much of a counter the loser of a death match loses: all of it, as far as the limits of both allow. Debts stay with the
/// loser.
fn stake_of(
    draft: &SeasonDraft<'_>,
    loser: MemberNumber,
    heir: Option<MemberNumber>,
    counter: &str,
) -> Result<i64, SeasonDenied> {
    let owned = draft.balance(loser, counter)?.max(0);
    let lost = -draft.cut(loser, counter, -owned)?;
    match heir {
        Some(heir) => draft.cut(heir, counter, lost),
        None => Ok(lost),
    }
}
