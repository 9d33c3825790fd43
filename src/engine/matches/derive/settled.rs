//! [`Settled`]: what a match that is over has left everyone with. Seasons book it.

use std::collections::BTreeMap;

use super::playback::{Holder, Playback};
use crate::ids::MatchId;
use crate::matches::model::error::InternalError;
use crate::matches::model::game_match::Match;
use crate::store::Status;
use trigon_clock::Millis;
use trigon_rules::games::{AnySession, FinalKind, Finals, Seat, Standing, Verdict};

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

/// What a seat has gained and paid while it was somebody's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// Whose it was.
    pub holder: Holder,
    /// By how much each roster field has changed.
    pub gains: BTreeMap<&'static str, i64>,
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
        let mut playback = Playback::begin(self)?;
        let first = playback.holders.clone();
        let shares = self.shares(&mut playback)?;
        let seat = |(rank, standing): (usize, &Standing)| {
            let place = standing.seat.index(first.len()).unwrap_or_default();
            SettledSeat {
                seat: standing.seat,
                verdict: standing.verdict,
                rank: u32::try_from(rank).unwrap_or(u32::MAX),
                finals: standing.finals.clone(),
                note: standing.note.clone(),
                first: first[place].clone(),
                holder: playback.holders[place].clone(),
                shares: shares[place].clone(),
            }
        };
        let at = self.ended_at.unwrap_or_default();
        let seats = result.outcome.ranked().map(seat).collect();
        let ranked = self.info().fields.iter().filter(|field| field.is_rank);
        let ranked = ranked.map(|field| field.spec.key).collect();
        Ok(Some(Settled { match_id: self.id, at, ranked, seats }))
    }

    /// Plays the match to its end, and returns what each seat has gained and paid, by whose it was.
    fn shares(&self, playback: &mut Playback<'_>) -> Result<Vec<Vec<Share>>, InternalError> {
        let fields = self.info().finals.iter().filter(|it| it.kind == FinalKind::Field).map(|it| it.key);
        let fields: Vec<&'static str> = fields.collect();
        let mut shares: Vec<Vec<Share>> = vec![Vec::new(); self.players.len()];
        let mut before = self.held_by_seats(&*playback.session);
        while let Some(played) = playback.step()? {
            if !played.counts {
                continue;
            }
            let after = self.held_by_seats(&*playback.session);
            for (seat, holder) in playback.holders.iter().enumerate() {
                let Some(holder) = holder else { continue };
                for key in &fields {
                    let number = |held: &Finals| held.number(key).unwrap_or_default();
                    let gain = number(&after[seat]).saturating_sub(number(&before[seat]));
                    if gain != 0 {
                        add_gain(&mut shares[seat], holder, key, gain);
                    }
                }
            }
            before = after;
        }
        Ok(shares)
    }

    /// Returns the present values of the roster fields of all seats.
    fn held_by_seats(&self, session: &dyn AnySession) -> Vec<Finals> {
        Seat::all(self.players.len()).map(|seat| session.held(seat)).collect()
    }
}

/// Adds what a seat has gained to the share of its holder.
fn add_gain(shares: &mut Vec<Share>, holder: &Holder, key: &'static str, gain: i64) {
    let known = shares.iter().position(|share| share.holder.user == holder.user);
    let place = known.unwrap_or_else(|| {
        shares.push(Share { holder: holder.clone(), gains: BTreeMap::new() });
        shares.len() - 1
    });
    let sum = shares[place].gains.entry(key).or_default();
    *sum = sum.saturating_add(gain);
}
