//! What members give each other.

use super::draft::{NewEntry, SeasonDraft};
use crate::season::change::{SeasonChange, SeasonEvent};
use crate::season::error::SeasonDenied;
use crate::season::model::MAX_AMOUNT;
use crate::season::model::book::{Author, EntryEffect, Gift, Source, SourceKind};
use crate::season::model::counter::SeenBy;
use crate::season::model::member::MemberStatus;
use crate::season::model::numbers::{GiftNumber, MemberNumber};

/// The largest number of gifts of a member that wait for an answer.
const MAX_OPEN_GIFTS: usize = 5;

/// Offers another member something of one’s own. Nothing changes hands before it is accepted.
pub(super) fn give(
    mut draft: SeasonDraft<'_>,
    to: MemberNumber,
    counter: &str,
    amount: i64,
) -> Result<SeasonChange, SeasonDenied> {
    let from = own_place(&draft)?;
    check_gifts_allowed(&draft)?;
    let known = draft.before.counter(counter).ok_or_else(|| SeasonDenied::NoCounter(counter.to_owned()))?;
    if !known.can_be_given || known.seen_by == SeenBy::Hosts {
        return Err(SeasonDenied::CannotBeGiven(known.label.clone()));
    }
    let receiver = draft.member(to)?;
    if from == to {
        return Err(SeasonDenied::ToYourself);
    }
    let plays = matches!(receiver.status, MemberStatus::In | MemberStatus::Alternate);
    if receiver.user.is_none() || !plays {
        return Err(SeasonDenied::CannotAccept(receiver.name.clone()));
    }
    if amount < 1 {
        return Err(SeasonDenied::GiftAmount);
    }
    if amount > MAX_AMOUNT {
        return Err(SeasonDenied::BadAmount);
    }
    let request = draft.actor.request().map(|request| request.id);
    let open = draft.before.gifts.iter().filter(|gift| gift.from == from);
    if request.is_some() && open.clone().any(|gift| gift.request == request) {
        return Err(SeasonDenied::AlreadyDone);
    }
    if open.clone().count() >= MAX_OPEN_GIFTS {
        return Err(SeasonDenied::TooManyGifts(MAX_OPEN_GIFTS));
    }
    let promised = open.filter(|gift| gift.counter == counter).map(|gift| gift.amount);
    let total = promised.fold(amount, i64::saturating_add);
    if draft.cut(from, counter, total.saturating_neg())? != total.saturating_neg() {
        let (name, label) = (draft.member(from)?.name.clone(), known.label.clone());
        return Err(match known.floor {
            Some(floor) => SeasonDenied::BelowFloor { name, label, floor },
            None => SeasonDenied::TooLarge { name, label },
        });
    }
    draft.after.offered += 1;
    let (number, at, counter) = (draft.after.offered, draft.now, counter.to_owned());
    draft.after.gifts.push(Gift { number, from, to, counter, amount, at, request });
    draft.tell(SeasonEvent::Offered(number));
    Ok(draft.finish())
}

/// Accepts a gift, refuses it, or takes back one’s own.
pub(super) fn answer(
    mut draft: SeasonDraft<'_>,
    number: GiftNumber,
    accept: bool,
) -> Result<SeasonChange, SeasonDenied> {
    let member = own_place(&draft)?;
    let place =
        draft.before.gifts.iter().position(|gift| gift.number == number).ok_or(SeasonDenied::NoGift)?;
    let Gift { from, to, counter, amount, .. } = draft.after.gifts.remove(place);
    let withdrawn = member == from;
    let may_answer = if withdrawn { !accept } else { member == to };
    if !may_answer {
        return Err(SeasonDenied::NotYourGift);
    }
    if !accept {
        draft.tell(SeasonEvent::Declined { from, to, withdrawn });
        return Ok(draft.finish());
    }
    check_gifts_allowed(&draft)?;
    // What the giver has left is nobody else’s business.
    if draft.cut(from, &counter, -amount)? != -amount {
        return Err(SeasonDenied::GiftLapsed);
    }
    let giver = draft.member(from)?.user.unwrap_or_default();
    let source = Source { kind: SourceKind::Gift, key: number.to_string() };
    let mut entries = Vec::new();
    for (member, delta) in [(from, -amount), (to, amount)] {
        let what = EntryEffect::Delta { counter: counter.clone(), delta };
        let (by, source) = (Author::Member(giver), source.clone());
        let new = NewEntry { member, what, reason: None, by, source, episode: None, reverses: None };
        entries.push(draft.book(new)?);
    }
    draft.tell(SeasonEvent::Given { from, to, entries });
    Ok(draft.finish())
}

/// Checks that gifts are allowed at present.
fn check_gifts_allowed(draft: &SeasonDraft<'_>) -> Result<(), SeasonDenied> {
    match draft.before.running().find(|(_, game)| !game.gifts) {
        Some((episode, _)) => Err(SeasonDenied::NoGiftsNow(episode.number)),
        None => Ok(()),
    }
}

/// Returns the place in the cast of the person who asks.
fn own_place(draft: &SeasonDraft<'_>) -> Result<MemberNumber, SeasonDenied> {
    let member = draft.user().and_then(|user| draft.before.member_of(user));
    member.map(|member| member.number).ok_or(SeasonDenied::NotInCast)
}
