//! Planning episodes, tying matches to them, closing them, and ending the season.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::SeasonDraft;
use crate::ids::MatchId;
use crate::season::change::{SeasonChange, SeasonEvent};
use crate::season::checks::{MAX_TITLE_CHARS, checked_text};
use crate::season::error::SeasonDenied;
use crate::season::model::episode::{CarryOver, Episode, EpisodeKind, EpisodeMatch, EpisodeState, Stakes};
use crate::season::model::numbers::EpisodeNumber;

/// Adds an episode that has not begun.
pub(super) fn plan(
    mut draft: SeasonDraft<'_>,
    title: &str,
    kind: EpisodeKind,
    stakes: Stakes,
) -> Result<SeasonChange, SeasonDenied> {
    add_episode(&mut draft, title, kind, stakes, EpisodeState::Planned)?;
    draft.tell(SeasonEvent::Changed);
    Ok(draft.finish())
}

/// Makes the results of an episode final and public.
pub(super) fn close(mut draft: SeasonDraft<'_>, number: EpisodeNumber) -> Result<SeasonChange, SeasonDenied> {
    close_episode(&mut draft, number)?;
    Ok(draft.finish())
}

/// Ties a match to an episode, with what it takes along.
pub(super) fn bind(
    mut draft: SeasonDraft<'_>,
    number: EpisodeNumber,
    match_id: MatchId,
    taken: &[CarryOver],
    gifts: bool,
) -> Result<SeasonChange, SeasonDenied> {
    let other = draft.before.episode_of(match_id).filter(|episode| episode.number != number);
    if let Some(episode) = other {
        return Err(SeasonDenied::MatchTaken { match_id, episode: episode.number });
    }
    let mut seen = BTreeSet::new();
    for CarryOver { member, .. } in taken {
        let name = &draft.member(*member)?.name;
        if !seen.insert(*member) {
            return Err(SeasonDenied::Twice(name.clone()));
        }
    }
    let (after, change, since) = (draft.before.last(), draft.before.changes, draft.now);
    let episode = draft.episode_mut(number)?;
    match (&episode.game, episode.state) {
        (_, EpisodeState::Closed) => return Err(SeasonDenied::Closed(number)),
        (Some(game), _) if game.id != match_id || game.booked => {
            return Err(SeasonDenied::PlayedHere(number));
        }
        (None, EpisodeState::Running) => return Err(SeasonDenied::HasResults(number)),
        _ => {}
    }
    if episode.kind == EpisodeKind::Death && !(2..=3).contains(&taken.len()) {
        return Err(SeasonDenied::DeathMatch);
    }
    episode.state = EpisodeState::Running;
    let (id, taken) = (match_id, taken.to_vec());
    let (record, booked) = (None, false);
    episode.game = Some(EpisodeMatch { id, record, taken, after, change, since, gifts, booked });
    draft.tell(SeasonEvent::Changed);
    Ok(draft.finish())
}

/// Frees the episode of a match that was cancelled.
pub(super) fn unbind(mut draft: SeasonDraft<'_>, match_id: MatchId) -> Result<SeasonChange, SeasonDenied> {
    let number = draft.before.episode_of(match_id).ok_or(SeasonDenied::MatchNotInSeason(match_id))?.number;
    let episode = draft.episode_mut(number)?;
    if episode.running().is_none() {
        return Err(SeasonDenied::AlreadyDone);
    }
    (episode.state, episode.game) = (EpisodeState::Planned, None);
    draft.tell(SeasonEvent::Cancelled(number));
    Ok(draft.finish())
}

/// Ends the season, if nothing is going on.
pub(super) fn end(mut draft: SeasonDraft<'_>) -> Result<SeasonChange, SeasonDenied> {
    let open = draft.before.episodes.iter().find(|episode| episode.state == EpisodeState::Running);
    if let Some(episode) = open {
        return Err(SeasonDenied::StillOpen(episode.number));
    }
    draft.after.ended_at = Some(draft.now);
    draft.after.gifts.clear();
    draft.tell(SeasonEvent::Ended);
    Ok(draft.finish())
}

/// Adds an episode, and returns its number.
pub(super) fn add_episode(
    draft: &mut SeasonDraft<'_>,
    title: &str,
    kind: EpisodeKind,
    stakes: Stakes,
    state: EpisodeState,
) -> Result<EpisodeNumber, SeasonDenied> {
    let title = checked_text("A title", title, MAX_TITLE_CHARS)?;
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

/// Closes an episode that has results.
pub(super) fn close_episode(draft: &mut SeasonDraft<'_>, number: EpisodeNumber) -> Result<(), SeasonDenied> {
    let change = draft.before.changes;
    let episode = draft.episode_mut(number)?;
    match episode.state {
        EpisodeState::Closed => return Err(SeasonDenied::AlreadyDone),
        EpisodeState::Planned => return Err(SeasonDenied::NotBegun(number)),
        EpisodeState::Running if episode.running().is_some() => return Err(SeasonDenied::NotOver(number)),
        EpisodeState::Running => {}
    }
    (episode.state, episode.closed_by) = (EpisodeState::Closed, Some(change));
    draft.tell(SeasonEvent::Closed(number));
    Ok(())
}
