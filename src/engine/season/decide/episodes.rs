//! Episodes: planned, played here or elsewhere, closed.

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

use super::draft::{Draft, NewEntry, WINNER};
use crate::ids::{MatchId, UserId};
use crate::matches::{Settled, SettledSeat};
use crate::season::command::{Change, Cut, Event, ResultLine};
use crate::season::error::Denied;
use crate::season::model::{
    Author, EntryNumber, Episode, EpisodeKind, EpisodeMatch, EpisodeNumber, EpisodeState, MemberNumber,
    MemberStatus, OUT, Season, Source, SourceKind, Stakes, Taken, What, WriteBack,
};
use crate::season::text::{REASON, TITLE, key, text};
use trigon_rules::games::Verdict;

/// The marks of a match that the book keeps.
const MARKS: [&str; 5] = ["token", "candidate", "opponent", WINNER, OUT];

fn add(
    draft: &mut Draft<'_>,
    title: &str,
    kind: EpisodeKind,
    stakes: Stakes,
    state: EpisodeState,
) -> Result<EpisodeNumber, Denied> {
    let title = text("A title", title, TITLE)?;
    let number = draft.after.episodes.last().map_or(0, |episode| episode.number) + 1;
    draft.after.episodes.push(Episode {
        number,
        title,
        kind,
        state,
        stakes,
        game: None,
        closed_by: None,
        results: Vec::new(),
        ranks: BTreeMap::new(),
    });
    Ok(number)
}

pub(super) fn plan(
    mut draft: Draft<'_>,
    title: &str,
    kind: EpisodeKind,
    stakes: Stakes,
) -> Result<Change, Denied> {
    add(&mut draft, title, kind, stakes, EpisodeState::Planned)?;
    draft.tell(Event::Changed);
    Ok(draft.finish())
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
fn result_key(season: &Season, base: &str, episode: Option<EpisodeNumber>) -> Result<String, Denied> {
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
            return Err(Denied::Booked(found.number));
        }
        key = format!("{base}-{again}");
    }
    Ok(key)
}

pub(super) fn result(
    mut draft: Draft<'_>,
    episode: Option<EpisodeNumber>,
    (title, kind): (&str, EpisodeKind),
    lines: &[ResultLine],
    close: bool,
) -> Result<Change, Denied> {
    if lines.is_empty() {
        return Err(Denied::EmptyList);
    }
    let mut seen = BTreeSet::new();
    for line in lines {
        let name = &draft.member(line.member)?.name;
        if !seen.insert(line.member) {
            return Err(Denied::Twice(name.clone()));
        }
    }
    let number = match episode {
        Some(number) => {
            let known = draft.before.episode(number).ok_or(Denied::NoEpisode(number))?;
            if known.game.is_some() {
                return Err(Denied::PlayedHere(number));
            }
            let key = result_key(draft.before, &fingerprint(None, lines), episode)?;
            if known.is_closed() {
                return Err(Denied::Closed(number));
            }
            draft.episode_mut(number)?.results.push(key);
            number
        }
        None => {
            let title = text("A title", title, TITLE)?;
            let key = result_key(draft.before, &fingerprint(Some(&title), lines), None)?;
            let number = add(&mut draft, &title, kind, Stakes::Keep, EpisodeState::Running)?;
            draft.episode_mut(number)?.results.push(key);
            number
        }
    };
    let known = draft.episode_mut(number)?;
    known.state = EpisodeState::Running;
    let key = known.results.last().cloned().unwrap_or_default();
    known.ranks.extend(lines.iter().filter_map(|line| Some((line.member, line.rank?))));
    let (by, source) = (draft.host(), Source { kind: SourceKind::Import, key });
    let mut entries = Vec::new();
    for line in lines {
        entries.extend(book_line(&mut draft, line, by, &source, number)?);
    }
    let marked = |mark: &str| -> Vec<MemberNumber> {
        let has = |line: &&ResultLine| line.marks.iter().any(|known| known == mark);
        lines.iter().filter(has).map(|line| line.member).collect()
    };
    entries.extend(stakes(&mut draft, number, &marked(OUT), &marked(WINNER), by, &source)?);
    told(&mut draft, number, entries, Vec::new(), Vec::new());
    if close {
        shut(&mut draft, number)?;
    }
    Ok(draft.finish())
}

fn book_line(
    draft: &mut Draft<'_>,
    line: &ResultLine,
    by: Author,
    source: &Source,
    episode: EpisodeNumber,
) -> Result<Vec<EntryNumber>, Denied> {
    let reason = line.reason.as_deref().map(|reason| text("A reason", reason, REASON)).transpose()?;
    let deltas = line.deltas.iter().filter(|(_, delta)| *delta != 0);
    let deltas = deltas.map(|(counter, delta)| Ok(What::Delta { counter: counter.clone(), delta: *delta }));
    let marks = line.marks.iter().map(|mark| Ok(What::Mark(key("A mark", mark)?)));
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

/// Tells of new entries of an episode that is not closed, and who is out.
fn told(
    draft: &mut Draft<'_>,
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
    draft.tell(Event::Booked { episode: Some(episode), entries, outsiders, cut });
    for member in out {
        draft.tell(Event::Out { member, episode });
    }
}

/// Moves or deletes what the loser of a death match has.
fn stakes(
    draft: &mut Draft<'_>,
    episode: EpisodeNumber,
    losers: &[MemberNumber],
    winners: &[MemberNumber],
    by: Author,
    source: &Source,
) -> Result<Vec<EntryNumber>, Denied> {
    let known = draft.after.episode(episode).ok_or(Denied::NoEpisode(episode))?;
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
                what: What::Delta { counter: counter.clone(), delta },
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

pub(super) fn close(mut draft: Draft<'_>, number: EpisodeNumber) -> Result<Change, Denied> {
    shut(&mut draft, number)?;
    Ok(draft.finish())
}

fn shut(draft: &mut Draft<'_>, number: EpisodeNumber) -> Result<(), Denied> {
    let change = draft.before.changes;
    let episode = draft.episode_mut(number)?;
    match episode.state {
        EpisodeState::Closed => return Err(Denied::AlreadyDone),
        EpisodeState::Planned => return Err(Denied::NotBegun(number)),
        EpisodeState::Running if episode.running().is_some() => return Err(Denied::NotOver(number)),
        EpisodeState::Running => {}
    }
    (episode.state, episode.closed_by) = (EpisodeState::Closed, Some(change));
    draft.tell(Event::Closed(number));
    Ok(())
}

pub(super) fn bind(
    mut draft: Draft<'_>,
    number: EpisodeNumber,
    match_id: MatchId,
    taken: &[Taken],
    gifts: bool,
) -> Result<Change, Denied> {
    let other = draft.before.episode_of(match_id).filter(|episode| episode.number != number);
    if let Some(episode) = other {
        return Err(Denied::MatchTaken { match_id, episode: episode.number });
    }
    let mut seen = BTreeSet::new();
    for Taken { member, .. } in taken {
        let name = &draft.member(*member)?.name;
        if !seen.insert(*member) {
            return Err(Denied::Twice(name.clone()));
        }
    }
    let (after, change, since) = (draft.before.last(), draft.before.changes, draft.now);
    let episode = draft.episode_mut(number)?;
    match (&episode.game, episode.state) {
        (_, EpisodeState::Closed) => return Err(Denied::Closed(number)),
        (Some(game), _) if game.id != match_id || game.booked => return Err(Denied::PlayedHere(number)),
        (None, EpisodeState::Running) => return Err(Denied::HasResults(number)),
        _ => {}
    }
    if episode.kind == EpisodeKind::Death && !(2..=3).contains(&taken.len()) {
        return Err(Denied::DeathMatch);
    }
    episode.state = EpisodeState::Running;
    let (id, taken) = (match_id, taken.to_vec());
    let (record, booked) = (None, false);
    episode.game = Some(EpisodeMatch { id, record, taken, after, change, since, gifts, booked });
    draft.tell(Event::Changed);
    Ok(draft.finish())
}

pub(super) fn unbind(mut draft: Draft<'_>, match_id: MatchId) -> Result<Change, Denied> {
    let number = draft.before.episode_of(match_id).ok_or(Denied::MatchNotInSeason(match_id))?.number;
    let episode = draft.episode_mut(number)?;
    if episode.running().is_none() {
        return Err(Denied::AlreadyDone);
    }
    (episode.state, episode.game) = (EpisodeState::Planned, None);
    draft.tell(Event::Cancelled(number));
    Ok(draft.finish())
}

/// Returns the place in the cast that a person has or had.
fn place_of(season: &Season, user: UserId) -> Option<MemberNumber> {
    let had = |member: &&crate::season::model::Member| {
        member.earlier.iter().any(|earlier| earlier.user == Some(user))
    };
    let member = season.member_of(user).or_else(|| season.cast.iter().find(had));
    member.map(|member| member.number)
}

/// What a match has left the members with, before limits.
#[derive(Default)]
struct Left {
    /// By member and counter, with the reason.
    deltas: BTreeMap<(MemberNumber, String), (i64, Option<String>)>,
    marks: Vec<(MemberNumber, &'static str)>,
    ranks: BTreeMap<MemberNumber, u32>,
    outsiders: Vec<String>,
    losers: Vec<MemberNumber>,
    winners: Vec<MemberNumber>,
}

impl Left {
    fn add(&mut self, member: MemberNumber, counter: &str, delta: i64, reason: Option<&str>) {
        let known = self.deltas.entry((member, counter.to_owned())).or_default();
        known.0 = known.0.saturating_add(delta);
        let reasons = known.1.iter().map(String::as_str).chain(reason);
        let reasons: BTreeSet<&str> = reasons.collect();
        let joined: Vec<&str> = reasons.into_iter().collect();
        known.1 = (!joined.is_empty()).then(|| joined.join("; ").chars().take(REASON).collect());
    }

    fn of(season: &Season, settled: &Settled) -> Self {
        let mut left = Self::default();
        for seat in &settled.seats {
            left.add_seat(season, settled, seat);
        }
        if let [winner] = left.winners[..] {
            left.marks.push((winner, WINNER));
        }
        left
    }

    /// Adds by how much the roster of the match was corrected after it took something along: the book then says what everyone has
    /// seen in the match.
    fn add_corrections(&mut self, season: &Season, settled: &Settled, seat: &SettledSeat) {
        let first = seat.first.as_ref().and_then(|first| place_of(season, first.user));
        let game = season.episode_of(settled.match_id).and_then(|episode| episode.game.as_ref());
        let (Some(member), Some(game)) = (first, game) else { return };
        let Some(taken) = game.taken.iter().find(|taken| taken.member == member) else { return };
        for (key, taken) in taken.fields.iter().filter(|(key, _)| !settled.ranked.contains(&key.as_str())) {
            let Some(before) = seat.finals.amount(key).and_then(|amount| amount.before) else { continue };
            if before != *taken {
                let reason = format!("corrected in the match: {before} instead of {taken}");
                self.add(member, key, before.saturating_sub(*taken), Some(&reason));
            }
        }
    }

    fn add_seat(&mut self, season: &Season, settled: &Settled, seat: &SettledSeat) {
        let is_ranked = |key: &str| settled.ranked.contains(&key);
        let holder = seat.holder.as_ref();
        self.add_corrections(season, settled, seat);
        for share in &seat.shares {
            let gains = share.gains.iter().filter(|(key, _)| season.counter(key).is_some());
            let gains = gains.filter(|(key, _)| !is_ranked(key) || season.write_back == WriteBack::Changes);
            let gains: Vec<(&str, i64)> = gains.map(|(key, gain)| (*key, *gain)).collect();
            let Some(member) = place_of(season, share.holder.user) else {
                if gains.iter().any(|(_, gain)| *gain != 0) {
                    self.outsiders.push(share.holder.name.clone());
                }
                continue;
            };
            let is_last = holder.is_some_and(|holder| holder.user == share.holder.user);
            let reason = if is_last { &seat.note } else { "while they had the seat" };
            for (key, gain) in gains {
                self.add(member, key, gain, Some(reason));
            }
        }
        let Some(holder) = holder else { return };
        let marks = seat.finals.marks().filter(|mark| MARKS.contains(mark));
        let Some(member) = place_of(season, holder.user) else {
            if marks.count() > 0 && !self.outsiders.contains(&holder.name) {
                self.outsiders.push(holder.name.clone());
            }
            return;
        };
        self.marks.extend(marks.map(|mark| (member, mark)));
        self.ranks.insert(member, seat.rank);
        match seat.verdict {
            Verdict::Won => self.winners.push(member),
            Verdict::Lost | Verdict::LostAs(_) => self.losers.push(member),
            Verdict::Drawn => {}
        }
        if season.write_back == WriteBack::Ranks {
            for key in settled.ranked.iter().filter(|key| season.counter(key).is_some()) {
                let balances = season.balances();
                let now = season.balance(&balances, member, key).unwrap_or_default();
                let place = seat.finals.number(key).unwrap_or(now);
                self.add(member, key, place.saturating_sub(now), Some("the place at the end of the match"));
            }
        }
    }
}

pub(super) fn book(mut draft: Draft<'_>, settled: &Settled, record: Option<&str>) -> Result<Change, Denied> {
    let match_id = settled.match_id;
    let episode = draft.before.episode_of(match_id).ok_or(Denied::MatchNotInSeason(match_id))?;
    let (number, is_death) = (episode.number, episode.kind == EpisodeKind::Death);
    if episode.running().is_none() {
        return Err(Denied::AlreadyDone);
    }
    let mut left = Left::of(draft.before, settled);
    if let (true, [loser]) = (is_death, &left.losers[..]) {
        left.marks.push((*loser, OUT));
    } else {
        left.losers.clear();
    }
    let source = Source { kind: SourceKind::Match, key: match_id.to_string() };
    let (mut entries, mut cut) = (Vec::new(), Vec::new());
    let by = Author::Program;
    let left_behind = |member: MemberNumber, what: What, reason: Option<String>| {
        let (source, episode) = (source.clone(), Some(number));
        NewEntry { member, what, reason, by, source, episode, reverses: None }
    };
    for ((member, counter), (wanted, reason)) in left.deltas {
        let delta = draft.cut(member, &counter, wanted)?;
        if delta != wanted {
            cut.push(Cut { member, counter: counter.clone(), wanted, booked: delta });
        }
        if delta == 0 {
            continue;
        }
        entries.push(draft.book(left_behind(member, What::Delta { counter, delta }, reason))?);
    }
    left.marks.sort_unstable();
    left.marks.dedup();
    for (member, mark) in left.marks {
        entries.push(draft.book(left_behind(member, What::Mark(mark.to_owned()), None))?);
    }
    entries.extend(stakes(&mut draft, number, &left.losers, &left.winners, by, &source)?);
    let episode = draft.episode_mut(number)?;
    episode.ranks = left.ranks;
    if let Some(game) = &mut episode.game {
        (game.booked, game.record) = (true, record.map(str::to_owned));
    }
    told(&mut draft, number, entries, left.outsiders, cut);
    Ok(draft.finish())
}

pub(super) fn end(mut draft: Draft<'_>) -> Result<Change, Denied> {
    let open = draft.before.episodes.iter().find(|episode| episode.state == EpisodeState::Running);
    if let Some(episode) = open {
        return Err(Denied::StillOpen(episode.number));
    }
    draft.after.ended_at = Some(draft.now);
    draft.after.gifts.clear();
    draft.tell(Event::Ended);
    Ok(draft.finish())
}

impl Season {
    /// Returns the members who still play.
    pub fn players(&self) -> impl Iterator<Item = &crate::season::model::Member> {
        self.cast.iter().filter(|member| member.status == MemberStatus::In)
    }
}
