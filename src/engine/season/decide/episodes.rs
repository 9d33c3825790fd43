//! Planning episodes, tying matches to them, closing them, and ending the season.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::Draft;
use crate::ids::MatchId;
use crate::season::checks::{TITLE, text};
use crate::season::command::{Change, Event};
use crate::season::error::Denied;
use crate::season::model::Season;
use crate::season::model::episode::{Episode, EpisodeKind, EpisodeMatch, EpisodeState, Stakes, Taken};
use crate::season::model::member::MemberStatus;
use crate::season::model::numbers::EpisodeNumber;

pub(super) fn add(
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

pub(super) fn close(mut draft: Draft<'_>, number: EpisodeNumber) -> Result<Change, Denied> {
    shut(&mut draft, number)?;
    Ok(draft.finish())
}

pub(super) fn shut(draft: &mut Draft<'_>, number: EpisodeNumber) -> Result<(), Denied> {
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
    pub fn players(&self) -> impl Iterator<Item = &crate::season::model::member::Member> {
        self.cast.iter().filter(|member| member.status == MemberStatus::In)
    }
}
