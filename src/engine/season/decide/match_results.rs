//! Booking what a match that is over has left everyone with.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::SeasonDraft;
use super::results::{EpisodeBooking, tell_of_entries};
use crate::ids::UserId;
use crate::matches::{Settled, SettledSeat};
use crate::season::change::{Cut, SeasonChange};
use crate::season::checks::MAX_REASON_CHARS;
use crate::season::error::SeasonDenied;
use crate::season::model::Season;
use crate::season::model::book::{Author, EntryEffect, KNOWN_MARKS, OUT, Source, SourceKind, WINNER};
use crate::season::model::counter::WriteBack;
use crate::season::model::episode::EpisodeKind;
use crate::season::model::member::Member;
use crate::season::model::numbers::MemberNumber;
use trigon_rules::games::Verdict;

/// Books what a match has left the members of the cast with, under its number, and notes who is out.
pub(super) fn book(
    mut draft: SeasonDraft<'_>,
    settled: &Settled,
    record: Option<&str>,
) -> Result<SeasonChange, SeasonDenied> {
    let match_id = settled.match_id;
    let episode = draft.before.episode_of(match_id).ok_or(SeasonDenied::MatchNotInSeason(match_id))?;
    if episode.running().is_none() {
        return Err(SeasonDenied::AlreadyDone);
    }
    let (number, is_death) = (episode.number, episode.kind == EpisodeKind::Death);
    let mut proceeds = Proceeds::of(draft.before, settled);
    match proceeds.losers[..] {
        [loser] if is_death => proceeds.marks.push((loser, OUT)),
        _ => proceeds.losers.clear(),
    }
    let source = Source { kind: SourceKind::Match, key: match_id.to_string() };
    let booking = EpisodeBooking { episode: number, by: Author::Program, source };
    let (mut entries, mut cut) = (Vec::new(), Vec::new());
    for ((member, counter), gain) in proceeds.gains {
        let delta = draft.cut(member, &counter, gain.delta)?;
        if delta != gain.delta {
            cut.push(Cut { member, counter: counter.clone(), wanted: gain.delta, booked: delta });
        }
        if delta != 0 {
            let change = EntryEffect::Delta { counter, delta };
            entries.push(draft.book(booking.entry(member, change, Some(gain.reason())))?);
        }
    }
    proceeds.marks.sort_unstable();
    proceeds.marks.dedup();
    for (member, mark) in proceeds.marks {
        let mark = EntryEffect::Mark(mark.to_owned());
        entries.push(draft.book(booking.entry(member, mark, None))?);
    }
    entries.extend(booking.book_stakes(&mut draft, &proceeds.losers, &proceeds.winners)?);
    let episode = draft.episode_mut(number)?;
    episode.ranks = proceeds.ranks;
    if let Some(game) = &mut episode.game {
        (game.booked, game.record) = (true, record.map(str::to_owned));
    }
    tell_of_entries(&mut draft, number, entries, proceeds.outsiders, cut);
    Ok(draft.finish())
}

/// By how much a counter of a member changes, and why.
#[derive(Default)]
struct Gain {
    delta: i64,
    reasons: BTreeSet<String>,
}

impl Gain {
    fn add(&mut self, delta: i64, reason: &str) {
        self.delta = self.delta.saturating_add(delta);
        self.reasons.insert(reason.to_owned());
    }

    /// Returns all reasons, as far as there is room for them.
    fn reason(&self) -> String {
        let reasons: Vec<&str> = self.reasons.iter().map(String::as_str).collect();
        reasons.join("; ").chars().take(MAX_REASON_CHARS).collect()
    }
}

/// What a match has left the members with, before limits.
#[derive(Default)]
struct Proceeds {
    /// By member and key of the counter.
    gains: BTreeMap<(MemberNumber, String), Gain>,
    marks: Vec<(MemberNumber, &'static str)>,
    ranks: BTreeMap<MemberNumber, u32>,
    /// People who got something and are not in the cast, by name.
    outsiders: Vec<String>,
    losers: Vec<MemberNumber>,
    winners: Vec<MemberNumber>,
}

impl Proceeds {
    fn of(season: &Season, settled: &Settled) -> Self {
        let mut proceeds = Self::default();
        for seat in &settled.seats {
            proceeds.add_corrections(season, settled, seat);
            proceeds.add_shares(season, settled, seat);
            proceeds.add_result(season, settled, seat);
        }
        if let [winner] = proceeds.winners[..] {
            proceeds.marks.push((winner, WINNER));
        }
        proceeds
    }

    fn add_gain(&mut self, member: MemberNumber, counter: &str, delta: i64, reason: &str) {
        self.gains.entry((member, counter.to_owned())).or_default().add(delta, reason);
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
                self.add_gain(member, key, before.saturating_sub(*taken), &reason);
            }
        }
    }

    /// Adds what everyone gained who had the seat. Places in a ranking count only if the season has their changes written back.
    fn add_shares(&mut self, season: &Season, settled: &Settled, seat: &SettledSeat) {
        for share in &seat.shares {
            let is_counted = |key: &str| {
                let is_ranked = settled.ranked.contains(&key);
                season.counter(key).is_some() && (!is_ranked || season.write_back == WriteBack::Changes)
            };
            let gains = share.gains.iter().filter(|(key, _)| is_counted(key));
            let gains: Vec<(&str, i64)> = gains.map(|(key, gain)| (*key, *gain)).collect();
            let Some(member) = place_of(season, share.holder.user) else {
                if gains.iter().any(|(_, gain)| *gain != 0) {
                    self.outsiders.push(share.holder.name.clone());
                }
                continue;
            };
            let is_last = seat.holder.as_ref().is_some_and(|holder| holder.user == share.holder.user);
            let reason = if is_last { &seat.note } else { "while they had the seat" };
            for (key, gain) in gains {
                self.add_gain(member, key, gain, reason);
            }
        }
    }

    /// Adds the result of whoever has the seat at the end: marks, the rank, and whether they have won or lost.
    fn add_result(&mut self, season: &Season, settled: &Settled, seat: &SettledSeat) {
        let Some(holder) = &seat.holder else { return };
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
            self.set_places(season, settled, seat, member);
        }
    }

    /// Has the counters that the match took along as a ranking become the places at its end.
    fn set_places(&mut self, season: &Season, settled: &Settled, seat: &SettledSeat, member: MemberNumber) {
        let balances = season.balances();
        for key in settled.ranked.iter().filter(|key| season.counter(key).is_some()) {
            let now = season.balance(&balances, member, key).unwrap_or_default();
            let place = seat.finals.number(key).unwrap_or(now);
            self.add_gain(member, key, place.saturating_sub(now), "the place at the end of the match");
        }
    }
}

/// Returns the place in the cast that a person has or had.
fn place_of(season: &Season, user: UserId) -> Option<MemberNumber> {
    let had = |member: &&Member| member.earlier.iter().any(|earlier| earlier.user == Some(user));
    let member = season.member_of(user).or_else(|| season.cast.iter().find(had));
    member.map(|member| member.number)
}
