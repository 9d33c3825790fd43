//! What hosts book by hand: corrections, marks and what they take back.

use super::draft::{NewEntry, SeasonDraft};
use crate::season::change::{SeasonChange, SeasonEvent};
use crate::season::checks::{MAX_REASON_CHARS, checked_key, checked_text};
use crate::season::error::SeasonDenied;
use crate::season::model::book::{EntryEffect, SourceKind};
use crate::season::model::numbers::{EntryNumber, EpisodeNumber, MemberNumber};

/// Changes what a member has.
pub(super) fn correct(
    draft: SeasonDraft<'_>,
    member: MemberNumber,
    counter: &str,
    delta: i64,
    reason: &str,
    episode: Option<EpisodeNumber>,
) -> Result<SeasonChange, SeasonDenied> {
    let reason = checked_text("A reason", reason, MAX_REASON_CHARS)?;
    let what = EntryEffect::Delta { counter: counter.to_owned(), delta };
    book_by_hand(draft, member, what, Some(reason), episode)
}

/// Gives a member a mark.
pub(super) fn mark(
    draft: SeasonDraft<'_>,
    member: MemberNumber,
    mark: &str,
    reason: Option<&str>,
    episode: Option<EpisodeNumber>,
) -> Result<SeasonChange, SeasonDenied> {
    let reason = reason.map(|reason| checked_text("A reason", reason, MAX_REASON_CHARS)).transpose()?;
    let mark = checked_key("A mark", mark)?;
    let has_it = draft.balances.marks(member).iter().any(|it| it.mark == mark && it.episode == episode);
    if has_it {
        return Err(SeasonDenied::AlreadyDone);
    }
    book_by_hand(draft, member, EntryEffect::Mark(mark), reason, episode)
}

/// Books an entry that a host makes.
fn book_by_hand(
    mut draft: SeasonDraft<'_>,
    member: MemberNumber,
    what: EntryEffect,
    reason: Option<String>,
    episode: Option<EpisodeNumber>,
) -> Result<SeasonChange, SeasonDenied> {
    let (by, source) = (draft.author(), draft.source(SourceKind::Host));
    let entry = draft.book(NewEntry { member, what, reason, by, source, episode, reverses: None })?;
    Ok(finish_with(draft, entry, episode))
}

/// Takes an entry back by another one that changes the opposite.
pub(super) fn reverse(
    mut draft: SeasonDraft<'_>,
    number: EntryNumber,
    reason: &str,
) -> Result<SeasonChange, SeasonDenied> {
    let reason = checked_text("A reason", reason, MAX_REASON_CHARS)?;
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
    let (by, source) = (draft.author(), draft.source(SourceKind::Host));
    let (reason, reverses) = (Some(reason), Some(number));
    let entry = draft.book(NewEntry { member, what, reason, by, source, episode, reverses })?;
    Ok(finish_with(draft, entry, episode))
}

/// Tells of a new entry: everyone, unless its episode is not closed.
fn finish_with(
    mut draft: SeasonDraft<'_>,
    entry: EntryNumber,
    episode: Option<EpisodeNumber>,
) -> SeasonChange {
    let is_open = |number| draft.before.episode(number).is_some_and(|episode| !episode.is_closed());
    let entries = vec![entry];
    let event = if episode.is_some_and(is_open) {
        SeasonEvent::Booked { episode, entries, outsiders: Vec::new(), cut: Vec::new() }
    } else {
        SeasonEvent::Corrected(entries)
    };
    draft.tell(event);
    draft.finish()
}
