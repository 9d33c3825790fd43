//! [`Deed`]: what players of a match of turns do besides acting.

use std::fmt;
use std::str::FromStr;

use trigon_engine::matches::{Command, OfferKind};

/// Something that a player does to a running match. It is announced in the channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Give up.
    Resign,
    /// Claim the seat whose time has run out.
    Claim,
    /// Ask the player whose turn it is to go on.
    Nudge,
    /// Offer a draw, or ask to take the last action back.
    Offer(OfferKind),
    /// Agree to what another offers.
    Accept(OfferKind),
    /// Decline it, or withdraw one's own offer.
    Decline(OfferKind),
}

impl Deed {
    /// Returns the command for the match.
    pub(super) fn command(self) -> Command {
        let answer = |kind, accept| Command::Answer { kind, number: None, accept };
        match self {
            Self::Resign => Command::Resign,
            Self::Claim => Command::Claim,
            Self::Nudge => Command::Nudge,
            Self::Offer(kind) => Command::Offer(kind),
            Self::Accept(kind) => answer(kind, true),
            Self::Decline(kind) => answer(kind, false),
        }
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resign => f.write_str("resign"),
            Self::Claim => f.write_str("claim"),
            Self::Nudge => f.write_str("nudge"),
            Self::Offer(kind) => write!(f, "offer {kind}"),
            Self::Accept(kind) => write!(f, "accept {kind}"),
            Self::Decline(kind) => write!(f, "decline {kind}"),
        }
    }
}

impl FromStr for Deed {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let kinds = [OfferKind::Draw, OfferKind::Takeback].into_iter();
        let offers = kinds.flat_map(|kind| [Self::Offer(kind), Self::Accept(kind), Self::Decline(kind)]);
        let all = [Self::Resign, Self::Claim, Self::Nudge].into_iter().chain(offers);
        all.into_iter().find(|deed| deed.to_string() == text).ok_or(())
    }
}
