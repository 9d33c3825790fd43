//! The notation, and the coins of which a bid consists.

use std::fmt;
use std::str::FromStr;

use trigon::games::{PadKey, Seat};

/// Something that a seat, the clock or the host does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    Bid(u8),
    Vote(Seat),
    Resolve,
}

/// The coins of the pad, in the order in which a bid consists of them.
pub(super) static COINS: [PadKey; 3] =
    [PadKey { key: "10", label: "+10" }, PadKey { key: "5", label: "+5" }, PadKey { key: "1", label: "+1" }];

impl Action {
    /// Returns the coins of a bid, the largest first.
    pub(super) fn coins(bid: u8) -> impl Iterator<Item = &'static PadKey> {
        let [ten, five, one] = &COINS;
        let coins = [(ten, bid / 10), (five, bid % 10 / 5), (one, bid % 5)];
        coins.into_iter().flat_map(|(coin, n)| std::iter::repeat_n(coin, n.into()))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bid(bid) => write!(f, "bid {bid}"),
            Self::Vote(seat) => write!(f, "vote {seat}"),
            Self::Resolve => f.write_str("resolve"),
        }
    }
}

impl FromStr for Action {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim().to_ascii_lowercase();
        let (verb, rest) = text.split_once(' ').unwrap_or((&text, ""));
        let number = rest.trim().parse::<u8>();
        match (verb, number) {
            ("bid", Ok(bid)) => Ok(Self::Bid(bid)),
            ("vote", Ok(seat)) => Ok(Self::Vote(Seat::new(seat))),
            ("resolve", _) if rest.is_empty() => Ok(Self::Resolve),
            _ => Err("Write `bid 12` to bid 12 coins, or `vote 2` to vote for the player at seat 2."),
        }
    }
}
