//! The offer that is open between players, and what a takeback takes back.

use crate::matches::model::control::{Control, Seq};
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::{EntryContent, LogEntry};
use crate::matches::model::pending::Offer;
use crate::matches::model::proposal::OfferKind;
use crate::store::Status;
use trigon_rules::games::{Audience, By, Narration, Seat};

impl Match {
    /// Returns the offer waiting for answers.
    pub fn offer(&self) -> Option<&Offer> {
        self.effective.offer.as_ref().filter(|_| self.status == Status::Running)
    }

    /// Returns the seats that still have to answer the offer.
    pub fn unanswered(&self) -> Vec<Seat> {
        self.offer().map(|_| self.effective.unanswered(self.players.len())).unwrap_or_default()
    }

    /// Returns the entry after which a takeback by a seat undoes everything: the seat’s last action goes, with all that followed.
    ///
    /// # Errors
    /// Fails if there is nothing to take back, or if it has told a player something that nobody else knows.
    pub(crate) fn check_takeback(&self, seat: Seat) -> Result<Seq, Denied> {
        let to = self.entry_before_last_action(seat).ok_or(Denied::NothingToTakeBack)?;
        let undone = self.effective.counted.iter().filter(|place| self.log[**place].seq > to);
        let mut told = undone.flat_map(|place| &self.told[*place]);
        let is_secret = |told: &Narration| matches!(told.audience, Audience::Seat(_));
        if told.any(is_secret) { Err(Denied::LearntSince) } else { Ok(to) }
    }

    /// Returns whether a seat may take back its last action without asking: it is still its turn, and nothing was drawn
    /// in what would be undone.
    pub fn takes_back_freely(&self, seat: Seat) -> bool {
        if !self.has_turns() || self.decision(seat).is_none() {
            return false;
        }
        let is_own = |entry: &LogEntry| entry.by == By::Seat(seat) && entry.draws.is_empty();
        self.check_takeback(seat).is_ok_and(|to| self.counted_after(to).all(is_own))
    }

    /// Returns the dice that will fall the same way again, in order, if the pending takeback is accepted.
    pub fn dice_to_fall_again(&self) -> Vec<u64> {
        let asked = self.offer().filter(|offer| offer.kind == OfferKind::Takeback && !self.has_secrets());
        let Some(to) = asked.and_then(|offer| self.entry_before_last_action(offer.by)) else {
            return Vec::new();
        };
        self.counted_after(to).flat_map(|entry| entry.draws.iter().copied()).collect()
    }

    /// Returns the entries after another one that count.
    fn counted_after(&self, seq: Seq) -> impl Iterator<Item = &LogEntry> {
        self.effective.counted.iter().map(|&place| &self.log[place]).filter(move |entry| entry.seq > seq)
    }

    /// Returns the last entry that counts before the last action of a seat, or 0 if that was the first; `None` if the seat has not
    /// acted, or if somebody has resigned since.
    fn entry_before_last_action(&self, seat: Seat) -> Option<Seq> {
        let counted = &self.effective.counted;
        let is_own_action =
            |place: &usize| self.log[*place].by == By::Seat(seat) && self.log[*place].action().is_some();
        let last = counted.iter().rposition(is_own_action)?;
        let resigned_since = counted[last..].iter().any(|&place| {
            matches!(self.log[place].what, EntryContent::Control(Control::Resign | Control::Claim(_)))
        });
        (!resigned_since).then(|| last.checked_sub(1).map_or(0, |before| self.log[counted[before]].seq))
    }
}
