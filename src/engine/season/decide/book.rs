//! What hosts book by hand: corrections, marks and what they take back.

use super::draft::{Draft, NewEntry};
use crate::season::checks::{REASON, key, text};
use crate::season::command::{Change, Event};
use crate::season::error::Denied;
use crate::season::model::book::{SourceKind, What};
use crate::season::model::numbers::{EntryNumber, EpisodeNumber, MemberNumber};

pub(super) fn correct(
    draft: Draft<'_>,
    member: MemberNumber,
    counter: &str,
    delta: i64,
    reason: &str,
    episode: Option<EpisodeNumber>,
) -> Result<Change, Denied> {
    let reason = text("A reason", reason, REASON)?;
    let what = What::Delta { counter: counter.to_owned(), delta };
    by_hand(draft, member, what, Some(reason), episode)
}

pub(super) fn mark(
    draft: Draft<'_>,
    member: MemberNumber,
    mark: &str,
    reason: Option<&str>,
    episode: Option<EpisodeNumber>,
) -> Result<Change, Denied> {
    let reason = reason.map(|reason| text("A reason", reason, REASON)).transpose()?;
    let mark = key("A mark", mark)?;
    let has = draft.balances.marks(member).iter().any(|it| it.mark == mark && it.episode == episode);
    if has {
        return Err(Denied::AlreadyDone);
    }
    by_hand(draft, member, What::Mark(mark), reason, episode)
}

fn by_hand(
    mut draft: Draft<'_>,
    member: MemberNumber,
    what: What,
    reason: Option<String>,
    episode: Option<EpisodeNumber>,
) -> Result<Change, Denied> {
    let (by, source) = (draft.host(), draft.source(SourceKind::Host));
    let entry = draft.book(NewEntry { member, what, reason, by, source, episode, reverses: None })?;
    Ok(corrected(draft, vec![entry], episode))
}

pub(super) fn reverse(mut draft: Draft<'_>, number: EntryNumber, reason: &str) -> Result<Change, Denied> {
    let reason = text("A reason", reason, REASON)?;
    let entry = draft.before.entry(number).ok_or(Denied::NoEntry(number))?;
    if entry.reverses.is_some() {
        return Err(Denied::IsReversal(number));
    }
    if draft.before.reversal_of(number).is_some() {
        return Err(Denied::Reversed(number));
    }
    let what = match &entry.what {
        What::Delta { counter, delta } => What::Delta { counter: counter.clone(), delta: -delta },
        mark @ What::Mark(_) => mark.clone(),
    };
    let (member, episode) = (entry.member, entry.episode);
    let (by, source) = (draft.host(), draft.source(SourceKind::Host));
    let (reason, reverses) = (Some(reason), Some(number));
    let entry = draft.book(NewEntry { member, what, reason, by, source, episode, reverses })?;
    Ok(corrected(draft, vec![entry], episode))
}

/// Tells of entries: everyone, unless their episode is not closed.
fn corrected(mut draft: Draft<'_>, entries: Vec<EntryNumber>, episode: Option<EpisodeNumber>) -> Change {
    let is_open = |number| draft.before.episode(number).is_some_and(|episode| !episode.is_closed());
    let event = if episode.is_some_and(is_open) {
        Event::Booked { episode, entries, outsiders: Vec::new(), cut: Vec::new() }
    } else {
        Event::Corrected(entries)
    };
    draft.tell(event);
    draft.finish()
}
