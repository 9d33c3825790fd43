//! [`Deed`]: what players do around a game of turns besides acting in it.

use std::fmt;
use std::str::FromStr;

use super::answer::Answer;
use super::{Failure, texts_play as texts};
use crate::matches::{Match, Matches, OfferKind, Person, Talk};

/// Something that is done to a match that goes on. It is told to everyone in the channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    /// Give up.
    Resign,
    /// Claim the seat whose time has run out.
    Claim,
    /// Ask whoever is waited for to go on.
    Nudge,
    /// Offer a draw, or ask to take the last action back.
    Offer(OfferKind),
    /// Agree to what another offers.
    Accept(OfferKind),
    /// Decline it, or withdraw what one has offered.
    Decline(OfferKind),
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resign => Talk::Resign.fmt(f),
            Self::Claim => f.write_str("claim"),
            Self::Nudge => f.write_str("nudge"),
            Self::Offer(kind) => Talk::Offer(*kind).fmt(f),
            Self::Accept(kind) => Talk::Accept(*kind).fmt(f),
            Self::Decline(kind) => Talk::Decline(*kind).fmt(f),
        }
    }
}

impl FromStr for Deed {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "claim" => return Ok(Self::Claim),
            "nudge" => return Ok(Self::Nudge),
            _ => {}
        }
        match text.parse().map_err(|_| ())? {
            Talk::Resign => Ok(Self::Resign),
            Talk::Offer(kind) => Ok(Self::Offer(kind)),
            Talk::Accept(kind) => Ok(Self::Accept(kind)),
            Talk::Decline(kind) => Ok(Self::Decline(kind)),
            Talk::Back(_) | Talk::Claim(_) | Talk::Time(_) => Err(()),
        }
    }
}

impl Deed {
    /// Does it for a person.
    pub(super) async fn done(
        self,
        matches: &Matches,
        person: &Person,
        game: &Match,
    ) -> Result<Answer, Failure> {
        let (id, user) = (game.row.id, person.user_id);
        match self {
            Self::Resign => matches.resign(id, user).await?,
            Self::Claim => {
                let seat = game.timed_out();
                matches.claim(id, user).await?;
                return Ok(texts::claimed(game, seat).into());
            }
            Self::Nudge => {
                let seat = matches.nudge_player(id, user).await?;
                return Ok(texts::nudged(game, seat).into());
            }
            Self::Offer(kind) => matches.offer(id, user, kind).await?,
            Self::Accept(kind) => matches.answer(id, user, kind, true, None).await?,
            Self::Decline(kind) => matches.answer(id, user, kind, false, None).await?,
        }
        let own = game.offer().is_some_and(|offer| Some(offer.by) == game.seat_of(user));
        Ok(texts::done(game, self, own).into())
    }
}
