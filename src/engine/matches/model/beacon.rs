//! The public beacon: [`Pulse`], a round of drand with its signature, which nobody knows before it is published; and
//! [`Beacon`], the round that a match waits for.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::str::FromStr;

use blst::BLST_ERROR;
use blst::min_sig::{self, PublicKey};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use trigon_clock::Millis;
use trigon_rules::games::SIGNATURE_BYTES;

/// The chain of drand whose rounds go into draws: quicknet, whose rounds are signed independently of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Quicknet;

impl Quicknet {
    /// The name of the chain.
    pub const NAME: &'static str = "quicknet";

    /// The hash that identifies the chain, in hexadecimal.
    pub const HASH: &'static str = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";

    /// The public key with which signatures are checked, in hexadecimal.
    pub const PUBLIC_KEY: &'static str = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d\
                                          1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991e\
                                          f5ece45a";

    /// The time of round 1.
    const GENESIS: Millis = 1_692_803_367_000;

    /// The time from one round to the next.
    const PERIOD: Millis = 3_000;

    /// The scheme `bls-unchained-g1-rfc9380`: signatures in G1, hashed to the curve as in RFC 9380.
    const DOMAIN: &'static [u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

    /// Returns the first round that is published at a time or later.
    pub fn first_from(at: Millis) -> u64 {
        let waited = at.saturating_sub(Self::GENESIS).max(0);
        let periods = waited / Self::PERIOD + i64::from(waited % Self::PERIOD > 0);
        periods as u64 + 1
    }

    /// Returns the time at which a round is published.
    pub fn published(round: u64) -> Millis {
        let periods = i64::try_from(round.saturating_sub(1)).unwrap_or(i64::MAX);
        Self::GENESIS.saturating_add(periods.saturating_mul(Self::PERIOD))
    }
}

impl Serialize for Quicknet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(Self::HASH)
    }
}

impl<'de> Deserialize<'de> for Quicknet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let hash = String::deserialize(deserializer)?;
        if hash.eq_ignore_ascii_case(Self::HASH) {
            Ok(Self)
        } else {
            Err(serde::de::Error::custom(UnknownChain))
        }
    }
}

/// An error returned when a beacon is of another chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the only chain that is known is drand’s {}, {}", Quicknet::NAME, Quicknet::HASH)]
struct UnknownChain;

/// The signature of a round, which may be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature([u8; SIGNATURE_BYTES]);

/// An error returned when text is not a [`Signature`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the signature of a beacon is {} hexadecimal digits", 2 * SIGNATURE_BYTES)]
pub struct SignatureError;

impl Signature {
    /// Returns the bytes.
    pub fn bytes(&self) -> &[u8; SIGNATURE_BYTES] {
        &self.0
    }

    /// Returns whether this is the signature of a round of [`Quicknet`].
    pub fn is_of(&self, round: u64) -> bool {
        let mut key = [0; 96];
        let key = hex::decode_to_slice(Quicknet::PUBLIC_KEY, &mut key)
            .ok()
            .and_then(|()| PublicKey::from_bytes(&key).ok());
        let signature = min_sig::Signature::from_bytes(&self.0);
        let (Some(key), Ok(signature)) = (key, signature) else { return false };
        let message = Sha256::digest(round.to_be_bytes());
        signature.verify(true, &message, Quicknet::DOMAIN, &[], &key, true) == BLST_ERROR::BLST_SUCCESS
    }
}

impl FromStr for Signature {
    type Err = SignatureError;

    fn from_str(text: &str) -> Result<Self, SignatureError> {
        let mut bytes = [0; SIGNATURE_BYTES];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| SignatureError)?;
        Ok(Self(bytes))
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl Serialize for Signature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Signature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A round with its verified signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pulse {
    round: u64,
    signature: Signature,
}

/// The reason why there is no [`Pulse`] of a round.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BeaconError {
    /// Nobody who has the round can be reached.
    #[error("the beacon cannot be reached: {0}")]
    Unreachable(String),
    /// What was received is not a signature.
    #[error(transparent)]
    Malformed(#[from] SignatureError),
    /// What was received is not the signature of the round.
    #[error("what was received is not the signature of round {0}")]
    Wrong(u64),
}

impl Pulse {
    /// Checks the signature of a round.
    ///
    /// # Errors
    /// Fails if it is not the signature of that round.
    pub fn new(round: u64, signature: &str) -> Result<Self, BeaconError> {
        let signature: Signature = signature.parse()?;
        if signature.is_of(round) { Ok(Self { round, signature }) } else { Err(BeaconError::Wrong(round)) }
    }

    /// Returns the round.
    pub fn round(&self) -> u64 {
        self.round
    }

    /// Returns the signature.
    pub fn signature(&self) -> Signature {
        self.signature
    }
}

/// The round of a public beacon that goes into the draws of a match.
///
/// Everything that draws depend on is final before the round is published: the roster closes at least a
/// minute earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beacon {
    /// When the roster closes, or has closed.
    pub closes: Millis,
    /// Whether the roster has closed, which the channel was told.
    pub closed: bool,
    /// The round.
    pub round: u64,
    /// Its signature, once it is known.
    pub signature: Option<Signature>,
    /// How often the round has been looked for.
    pub(crate) looks: u32,
}

impl Beacon {
    /// How long before the publication of the round the roster closes, so that the post about it is older.
    pub(crate) const CLOSING_LEAD: Millis = 300_000;

    /// Returns the first round after a roster that closes at a time.
    pub(crate) fn after(closes: Millis) -> Self {
        let round = Quicknet::first_from(closes.saturating_add(Self::CLOSING_LEAD));
        Self { closes, closed: false, round, signature: None, looks: 0 }
    }

    /// Returns when the round is published.
    pub fn published(&self) -> Millis {
        Quicknet::published(self.round)
    }
}

/// A way to get rounds that have been published.
pub trait BeaconSource: Send + Sync {
    /// Gets a round.
    ///
    /// # Errors
    /// Fails if the round has not been published yet, or if nobody who has it can be reached.
    fn fetch(&self, round: u64) -> Pin<Box<dyn Future<Output = Result<Pulse, BeaconError>> + Send + '_>>;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounds of quicknet as recorded.
    const RECORDED: [(u64, &str); 3] = [
        (
            123,
            "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92",
        ),
        (
            1_000,
            "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
        ),
        (
            657_413,
            "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
        ),
    ];

    #[test]
    fn a_signature_belongs_to_one_round_only() {
        for (round, signature) in RECORDED {
            let pulse = Pulse::new(round, signature).unwrap();
            assert_eq!((pulse.round(), pulse.signature().to_string()), (round, signature.to_owned()));
            assert_eq!(Pulse::new(round + 1, signature), Err(BeaconError::Wrong(round + 1)));
        }
    }

    #[test]
    fn what_is_no_signature_is_refused() {
        let (round, right) = RECORDED[1];
        for wrong in ["", "00", &right[1..], &format!("{right}00"), &right.replace('b', "g")] {
            assert_eq!(Pulse::new(round, wrong), Err(BeaconError::Malformed(SignatureError)), "{wrong}");
        }
        // No points of the curve, the point at infinity, and another point.
        let infinity = format!("c0{}", "00".repeat(SIGNATURE_BYTES - 1));
        for wrong in [
            "00".repeat(SIGNATURE_BYTES),
            "ff".repeat(SIGNATURE_BYTES),
            infinity,
            right.replacen('b', "9", 1),
        ] {
            assert_eq!(Pulse::new(round, &wrong), Err(BeaconError::Wrong(round)), "{wrong}");
        }
    }

    #[test]
    fn rounds_follow_each_other_every_three_seconds() {
        // 23 August 2023, 15:59:24 UTC.
        let at = 1_692_806_364_000;
        assert_eq!(Quicknet::published(1_000), at);
        assert_eq!([at - 2_999, at, at + 1].map(Quicknet::first_from), [1_000, 1_000, 1_001]);
        assert_eq!((Quicknet::first_from(0), Quicknet::published(1)), (1, 1_692_803_367_000));
        assert!(Quicknet::published(u64::MAX) > at, "the last round does not overflow");
    }
}
