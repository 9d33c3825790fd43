//! Booking what a match that is over has left everyone with.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::{NewEntry, SeasonDraft};
use super::results::{book_stakes, tell_of_entries};
use crate::ids::UserId;
use crate::matches::{Settled, SettledSeat};
use crate::season::change::{Cut, SeasonChange};
use crate::season::checks::MAX_REASON_CHARS;
use crate::season::error::SeasonDenied;
use crate::season::model::Season;
use crate::season::model::book::{Author, EntryEffect, KNOWN_MARKS, OUT, Source, SourceKind, WINNER};
use crate::season::model::counter::WriteBack;
use crate::season::model::episode::EpisodeKind;
use crate::season::model::numbers::MemberNumber;
use trigon_rules::games::Verdict;

pub(super) fn book(
    mut draft: SeasonDraft<'_>,
    settled: &Settled,
    record: Option<&str>,
) -> Result<SeasonChange, SeasonDenied> {
    let match_id = settled.match_id;
    let episode = draft.before.episode_of(match_id).ok_or(SeasonDenied::MatchNotInSeason(match_id))?;
    let (number, is_death) = (episode.number, episode.kind == EpisodeKind::Death);
    if episode.running().is_none() {
        return Err(SeasonDenied::AlreadyDone);
    }
    let mut left = MatchProceeds::of(draft.before, settled);
    if let (true, [loser]) = (is_death, &left.losers[..]) {
        left.marks.push((*loser, OUT));
    } else {
        left.losers.clear();
    }
    let source = Source { kind: SourceKind::Match, key: match_id.to_string() };
    let (mut entries, mut cut) = (Vec::new(), Vec::new());
    let by = Author::Program;
    let left_behind = |member: MemberNumber, what: EntryEffect, reason: Option<String>| {
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
        entries.push(draft.book(left_behind(member, EntryEffect::Delta { counter, delta }, reason))?);
    }
    left.marks.sort_unstable();
    left.marks.dedup();
    for (member, mark) in left.marks {
        entries.push(draft.book(left_behind(member, EntryEffect::Mark(mark.to_owned()), None))?);
    }
    entries.extend(book_stakes(&mut draft, number, &left.losers, &left.winners, by, &source)?);
    let episode = draft.episode_mut(number)?;
    episode.ranks = left.ranks;
    if let Some(game) = &mut episode.game {
        (game.booked, game.record) = (true, record.map(str::to_owned));
    }
    tell_of_entries(&mut draft, number, entries, left.outsiders, cut);
    Ok(draft.finish())
}

/// What a match has left the members with, before limits.
#[derive(Default)]
struct MatchProceeds {
    /// By member and counter, with the reason.
    deltas: BTreeMap<(MemberNumber, String), (i64, Option<String>)>,
    marks: Vec<(MemberNumber, &'static str)>,
    ranks: BTreeMap<MemberNumber, u32>,
    outsiders: Vec<String>,
    losers: Vec<MemberNumber>,
    winners: Vec<MemberNumber>,
}

impl MatchProceeds {
    fn add(&mut self, member: MemberNumber, counter: &str, delta: i64, reason: Option<&str>) {
        let known = self.deltas.entry((member, counter.to_owned())).or_default();
        known.0 = known.0.saturating_add(delta);
        let reasons = known.1.iter().map(String::as_str).chain(reason);
        let reasons: BTreeSet<&str> = reasons.collect();
        let joined: Vec<&str> = reasons.into_iter().collect();
        known.1 = (!joined.is_empty()).then(|| joined.join("; ").chars().take(MAX_REASON_CHARS).collect());
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
        let marks = seat.finals.marks().filter(|mark| KNOWN_MARKS.contains(mark));
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

/// Returns the place in the cast that a person has or had.
fn place_of(season: &Season, user: UserId) -> Option<MemberNumber> {
    let had = |member: &&crate::season::model::member::Member| {
        member.earlier.iter().any(|earlier| earlier.user == Some(user))
    };
    let member = season.member_of(user).or_else(|| season.cast.iter().find(had));
    member.map(|member| member.number)
}
