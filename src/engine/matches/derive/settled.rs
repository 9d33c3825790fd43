//! [`Settled`]: what a match that is over has left everyone with.

use std::collections::BTreeMap;

use crate::ids::{MatchId, UserId};
use crate::matches::model::computed::Computed;
use crate::matches::model::control::{Control, Tenure};
use crate::matches::model::error::InternalError;
use crate::matches::model::fold::play;
use crate::matches::model::game_match::Match;
use crate::store::Status;
use trigon_clock::Millis;
use trigon_rules::games::{AnySession, FinalKind, Finals, Seat, Verdict};

/// Who gets what a seat gains: the person who has it, or lends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// The person.
    pub user: UserId,
    /// The name.
    pub name: String,
}

/// What a seat has gained and paid while it was somebody's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// Whose it was.
    pub holder: Holder,
    /// By how much each roster field has changed.
    pub gains: BTreeMap<&'static str, i64>,
}

/// What a match has left a seat with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettledSeat {
    /// The seat.
    pub seat: Seat,
    /// How the match ended for it.
    pub verdict: Verdict,
    /// The place, from 1. Seats with the same verdict share one.
    pub rank: u32,
    /// The final numbers and marks.
    pub finals: Finals,
    /// The same in a few words.
    pub note: String,
    /// Whose the seat was at the beginning: nobody's if it was that of a computed player.
    pub first: Option<Holder>,
    /// Whose the seat is at the end: nobody's if a computed player has it.
    pub holder: Option<Holder>,
    /// What was gained and paid, by whose it was. Nothing of computed players.
    pub shares: Vec<Share>,
}

/// What a match that is over has left everyone with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The match.
    pub match_id: MatchId,
    /// When it ended.
    pub at: Millis,
    /// The keys of the roster fields that are places in a ranking.
    pub ranked: Vec<&'static str>,
    /// The seats, in the order of the standings.
    pub seats: Vec<SettledSeat>,
}

/// Returns whose a seat is once another person has it: a substitute has it for the person who comes back.
pub(super) fn taken(before: Option<&Holder>, tenure: &Tenure) -> Option<Holder> {
    if Computed::of(tenure.user).is_some() {
        return None;
    }
    match tenure.back {
        Some(_) => before.cloned(),
        None => Some(Holder { user: tenure.user, name: tenure.name.clone() }),
    }
}

impl Match {
    /// Returns what the match has left everyone with, or `None` if it is not over, or was cancelled.
    ///
    /// Whoever has a seat when something is gained or paid gets or pays it. What a substitute gains is for the player who
    /// comes back, and what a computed player gains is nobody's. While a seat has no player, it is that of the last one.
    ///
    /// # Errors
    /// Fails if the stored match no longer follows from its rules.
    pub fn settled(&self) -> Result<Option<Settled>, InternalError> {
        let Some(result) = self.result().filter(|_| self.status == Status::Over) else { return Ok(None) };
        let first = self.first_holders();
        let mut holders = first.clone();
        let mut shares: Vec<Vec<Share>> = vec![Vec::new(); self.players.len()];
        let fields: Vec<&'static str> =
            self.info().finals.iter().filter(|it| it.kind == FinalKind::Field).map(|it| it.key).collect();
        let setup = self.setup.clone().unwrap_or_default();
        let begun = self.game.begin(&setup, Some(self.drawn_from()), Some(self.first_names()));
        let (mut session, _) = begun.map_err(|_| self.unreadable("setup"))?;
        session.follow(Some(self.rules_version));
        let all = |session: &dyn AnySession| -> Vec<Finals> {
            Seat::all(self.players.len()).map(|seat| session.held(seat)).collect()
        };
        let mut before = all(&*session);
        let mut counted = self.effective.counted.iter().copied().peekable();
        for (place, entry) in self.log.iter().enumerate() {
            if let Some(Control::Take(tenure)) = entry.control()
                && let Some(i) = tenure.seat.index(holders.len())
            {
                holders[i] = taken(holders[i].as_ref(), tenure);
            }
            if counted.next_if_eq(&place).is_none() {
                continue;
            }
            play(&mut *session, entry).map_err(|_| self.unreadable("log"))?;
            let after = all(&*session);
            for (i, holder) in holders.iter().enumerate() {
                for key in &fields {
                    let number = |held: &Finals| held.number(key).unwrap_or_default();
                    let gain = number(&after[i]).saturating_sub(number(&before[i]));
                    if let Some(holder) = holder.as_ref().filter(|_| gain != 0) {
                        add(&mut shares[i], holder, key, gain);
                    }
                }
            }
            before = after;
        }
        let seat = |(rank, standing): (usize, &trigon_rules::games::Standing)| {
            let i = standing.seat.index(holders.len()).unwrap_or_default();
            SettledSeat {
                seat: standing.seat,
                verdict: standing.verdict,
                rank: u32::try_from(rank).unwrap_or(u32::MAX),
                finals: standing.finals.clone(),
                note: standing.note.clone(),
                first: first[i].clone(),
                holder: holders[i].clone(),
                shares: shares[i].clone(),
            }
        };
        let at = self.ended_at.unwrap_or_default();
        let seats = result.outcome.ranked().map(seat).collect();
        let ranked = self.info().fields.iter().filter(|field| field.is_rank);
        let ranked = ranked.map(|field| field.spec.key).collect();
        Ok(Some(Settled { match_id: self.id, at, ranked, seats }))
    }

    /// Returns whose the seats were first.
    pub(crate) fn first_holders(&self) -> Vec<Option<Holder>> {
        let mut first: Vec<(UserId, String)> =
            self.players.iter().map(|player| (player.user_id, player.name.clone())).collect();
        for tenure in self.effective.tenures.iter().rev() {
            if let Some(i) = tenure.seat.index(first.len()) {
                first[i] = (tenure.before, tenure.before_name.clone());
            }
        }
        let holder = |(user, name)| Computed::of(user).is_none().then_some(Holder { user, name });
        first.into_iter().map(holder).collect()
    }
}

fn add(shares: &mut Vec<Share>, holder: &Holder, key: &'static str, gain: i64) {
    let known = shares.iter().position(|share| share.holder.user == holder.user);
    let i = known.unwrap_or_else(|| {
        shares.push(Share { holder: holder.clone(), gains: BTreeMap::new() });
        shares.len() - 1
    });
    let sum = shares[i].gains.entry(key).or_default();
    *sum = sum.saturating_add(gain);
}
