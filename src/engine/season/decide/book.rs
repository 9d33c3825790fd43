//! What hosts book by hand: corrections, marks and what they take back.

use super::draft::{NewEntry, SeasonDraft};
use crate::season::change::{SeasonChange, SeasonEvent};
use crate::season::checks::{MAX_REASON_CHARS, key, text};
use crate::season::error::SeasonDenied;
use crate::season::model::book::{EntryEffect, SourceKind};
use crate::season::model::numbers::{EntryNumber, EpisodeNumber, MemberNumber};

pub(super) fn correct(
    draft: SeasonDraft<'_>,
    member: MemberNumber,
    counter: &str,
    delta: i64,
    reason: &str,
    episode: Option<EpisodeNumber>,
) -> Result<SeasonChange, SeasonDenied> {
    let reason = text("A reason", reason, MAX_REASON_CHARS)?;
    let what = EntryEffect::Delta { counter: counter.to_owned(), delta };
    by_hand(draft, member, what, Some(reason), episode)
}

pub(super) fn mark(
    draft: SeasonDraft<'_>,
    member: MemberNumber,
    mark: &str,
    reason: Option<&str>,
    episode: Option<EpisodeNumber>,
) -> Result<SeasonChange, SeasonDenied> {
    let reason = reason.map(|reason| text("A reason", reason, MAX_REASON_CHARS)).transpose()?;
    let mark = key("A mark", mark)?;
    let has = draft.balances.marks(member).iter().any(|it| it.mark == mark && it.episode == episode);
    if has {
        return Err(SeasonDenied::AlreadyDone);
    }
    by_hand(draft, member, EntryEffect::Mark(mark), reason, episode)
}

fn by_hand(
    mut draft: SeasonDraft<'_>,
    member: MemberNumber,
    what: EntryEffect,
    reason: Option<String>,
    episode: Option<EpisodeNumber>,
) -> Result<SeasonChange, SeasonDenied> {
    let (by, source) = (draft.host(), draft.source(SourceKind::Host));
    let entry = draft.book(NewEntry { member, what, reason, by, source, episode, reverses: None })?;
    Ok(corrected(draft, vec![entry], episode))
}

pub(super) fn reverse(
    mut draft: SeasonDraft<'_>,
    number: EntryNumber,
    reason: &str,
) -> Result<SeasonChange, SeasonDenied> {
    let reason = text("A reason", reason, MAX_REASON_CHARS)?;
    let entry = draft.before.entry(number).ok_or(SeasonDenied::NoEntry(number))?;
    if entry.reverses.is_some() {
        return Err(SeasonDenied::IsReversal(number));
    }
    if draft.before.reversal_of(number).is_some() {
        return Err(SeasonDenied::Reversed(number));
    }
    let what = match &entry.what {
        EntryEffect::Delta { counter, delta } => {
            EntryEffect::Delta { counter: counter.clone(), delta: -delta }
        }
        mark @ EntryEffect::Mark(_) => mark.clone(),
    };
    let (member, episode) = (entry.member, entry.episode);
    let (by, source) = (draft.host(), draft.source(SourceKind::Host));
    let (reason, reverses) = (Some(reason), Some(number));
    let entry = draft.book(NewEntry { member, what, reason, by, source, episode, reverses })?;
    Ok(corrected(draft, vec![entry], episode))
}

/// Tells of entries: everyone, unless their episode is not closed.
fn corrected(
    mut draft: SeasonDraft<'_>,
    entries: Vec<EntryNumber>,
    episode: Option<EpisodeNumber>,
) -> SeasonChange {
    let is_open = |number| draft.before.episode(number).is_some_and(|episode| !episode.is_closed());
    let event = if episode.is_some_and(is_open) {
        SeasonEvent::Booked { episode, entries, outsiders: Vec::new(), cut: Vec::new() }
    } else {
        SeasonEvent::Corrected(entries)
    };
    draft.tell(event);
    draft.finish()
}
