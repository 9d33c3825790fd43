//! Random draws that anyone can verify once the seed is published.
//!
//! Draw k is the first 8 bytes, as a big-endian number, of the HMAC-SHA256 of k in decimal ASCII, with the match's seed
//! as the key. The SHA-256 of the seed is published before the first draw. If players have added words, or a public beacon
//! goes into the draws, the HMAC-SHA256 of these takes the place of the seed.

use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest, Sha256};

/// The number of bytes in a signature of a public beacon.
pub const SIGNATURE_BYTES: usize = 48;

/// The secret seed of a match, which determines all its draws. It stays hidden until the match is over.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

/// An error returned when text is not a seed. It does not quote the text, because a mistyped seed is still a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a seed is 64 hexadecimal digits")]
pub struct SeedError;

impl Seed {
    /// Returns `SHA-256(seed)` in hexadecimal, to be published when the match is created.
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }

    /// Returns the seed that all draws come from once players have added words, or once the signature of a public beacon is
    /// known: the HMAC-SHA256 with this seed as the key of the words, each preceded by its length in bytes and a colon, and
    /// then of `beacon:` and the signature. Without words and a beacon, it is this seed.
    ///
    /// The person who makes a seed knows its draws, and could discard it for another. A single word that this person
    /// cannot guess, or a signature that nobody knows in advance, makes it impossible to choose a seed whose draws suit them.
    #[must_use]
    pub fn mixed<'a>(
        &self,
        words: impl IntoIterator<Item = &'a Word>,
        beacon: Option<&[u8; SIGNATURE_BYTES]>,
    ) -> Self {
        let mut words = words.into_iter().peekable();
        if words.peek().is_none() && beacon.is_none() {
            return self.clone();
        }
        let mix = |mac: Hmac<Sha256>, Word(word): &Word| {
            mac.chain_update(word.len().to_string()).chain_update(":").chain_update(word)
        };
        let mut mac = words.fold(keyed(self), mix);
        if let Some(signature) = beacon {
            // No word begins with a letter here: each begins with its length.
            mac = mac.chain_update("beacon:").chain_update(signature);
        }
        Self(mac.finalize().into_bytes().into())
    }

    /// Derives a seed for something that must not use up draws of the match: the HMAC-SHA256 of the purpose, with this
    /// seed as the key. The purpose must not be a number, or it could coincide with a draw.
    #[must_use]
    pub fn derive(&self, purpose: &str) -> Self {
        Self(keyed(self).chain_update(purpose).finalize().into_bytes().into())
    }

    /// Returns the seed in hexadecimal, to be published when the match is over.
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }
}

impl From<[u8; 32]> for Seed {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Self, SeedError> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| SeedError)?;
        Ok(Self(bytes))
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

fn keyed(seed: &Seed) -> Hmac<Sha256> {
    // HMAC pads a short key with zeros to the block size of its hash. Padding it here avoids a fallible constructor.
    let mut block = [0; 64];
    block[..32].copy_from_slice(&seed.0);
    Hmac::new(&block.into())
}

/// A word that a player adds to the draws of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct Word(String);

/// An error returned when text cannot be a [`Word`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a word has 1 to {} characters on one line", Word::MAX_CHARACTERS)]
pub struct WordError;

impl Word {
    /// The most characters of a word.
    pub const MAX_CHARACTERS: usize = 64;

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Word {
    type Err = WordError;

    /// Reads a word. Space around it does not count.
    fn from_str(text: &str) -> Result<Self, WordError> {
        let word = text.trim();
        let fits =
            (1..=Self::MAX_CHARACTERS).contains(&word.chars().count()) && !text.contains(char::is_control);
        if fits { Ok(Self(word.to_owned())) } else { Err(WordError) }
    }
}

impl TryFrom<String> for Word {
    type Error = WordError;

    fn try_from(text: String) -> Result<Self, WordError> {
        text.parse()
    }
}

/// The draws of one match, in order.
#[derive(Clone)]
pub struct Draws {
    source: Source,
    next: u64,
    recorded: Vec<u64>,
    /// The probability of what was drawn.
    probability: f64,
}

/// Where draws come from.
#[derive(Clone)]
enum Source {
    Keyed(Hmac<Sha256>),
    Imagined(fastrand::Rng),
}

impl Draws {
    /// Returns the draws of a seed, beginning with draw 0.
    pub fn new(seed: &Seed) -> Self {
        Self { source: Source::Keyed(keyed(seed)), next: 0, recorded: Vec::new(), probability: 1.0 }
    }

    /// Returns draws that belong to no match, for thinking about what could be drawn.
    pub(super) fn imagined(seed: u64) -> Self {
        let source = Source::Imagined(fastrand::Rng::with_seed(seed));
        Self { source, next: 0, recorded: Vec::new(), probability: 1.0 }
    }

    /// Returns as many draws, the rest of which come from another seed.
    pub(super) fn reseeded(&self, seed: &Seed) -> Self {
        Self { source: Source::Keyed(keyed(seed)), ..self.clone() }
    }

    /// Returns the probability of what was drawn so far.
    pub(super) fn probability(&self) -> f64 {
        self.probability
    }

    /// Returns the number of draws made so far.
    pub fn taken(&self) -> u64 {
        self.next
    }

    /// Returns the next raw draw.
    fn draw(&mut self) -> u64 {
        let keyed = match &mut self.source {
            Source::Keyed(keyed) => keyed.clone(),
            Source::Imagined(rng) => return rng.u64(..),
        };
        let mut digits = itoa::Buffer::new();
        let mac = keyed.chain_update(digits.format(self.next)).finalize().into_bytes();
        self.next += 1;
        let mut first = [0; 8];
        first.copy_from_slice(&mac[..8]);
        u64::from_be_bytes(first)
    }

    fn unrecorded_below(&mut self, n: u64) -> u64 {
        let n = n.max(1);
        self.probability /= n as f64;
        // The 2^64 mod n highest values would favour small results.
        let surplus = (u64::MAX % n + 1) % n;
        loop {
            let v = self.draw();
            if v <= u64::MAX - surplus {
                return v % n;
            }
        }
    }

    /// Returns a number from 0 to n − 1, all equally likely, or 0 if n is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        let result = self.unrecorded_below(n);
        self.recorded.push(result);
        result
    }

    /// Rolls a die: returns a number from 1 to `sides`.
    pub fn die(&mut self, sides: u64) -> u64 {
        let result = self.unrecorded_below(sides) + 1;
        self.recorded.push(result);
        result
    }

    /// Shuffles a list; every order is equally likely.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let j = self.below(i as u64 + 1) as usize;
            list.swap(i, j);
        }
    }

    /// Takes the results of [`below`](Self::below) and [`die`](Self::die) since the last call, which records store with
    /// each entry.
    pub fn take_recorded(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.recorded)
    }

    /// Undoes the draws of a refused entry.
    pub(super) fn rewind(&mut self, taken: u64) {
        self.next = taken;
        self.recorded.clear();
    }
}

impl fmt::Debug for Draws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Draws(secret, {} taken)", self.next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first 8 bytes of draws 0, 1 and 11 of the seed.
    const FIRST_BYTES: [&str; 3] = ["3a8b171143bc3fe5", "7761b1cc25227dfc", "2a96319fe0d2627d"];

    /// The seed after the words `apple` and `crème 7`.
    const WITH_WORDS: &str = "7765b03bc5037cb2b9b80f85660114b9e28cdb773a57fb673ee10dea62cda23d";

    /// The signature of round 1000 of drand’s chain quicknet.
    const ROUND_1000: &str =
        "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";

    /// The seed after the signature of that round: with these words, and without words.
    const WITH_BEACON: [&str; 2] = [
        "7b554fd0bc480b703e786dc393640243f135fa6bc1c3fc3cf4c4761f510384c6",
        "ffa807d1f073fe9714352be32e21ad7567bdcedd3b9d98e227ecf23ce22a385f",
    ];

    fn seed() -> Seed {
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f".parse().unwrap()
    }

    #[test]
    fn draws_are_the_first_bytes_of_the_hmac() {
        // Computed with Python: hmac.new(bytes(range(32)), b"0", "sha256").hexdigest()[:16] and so on.
        let mut draws = Draws::new(&seed());
        let first: Vec<String> = (0..12).map(|_| format!("{:016x}", draws.draw())).collect();
        assert_eq!(first[0], FIRST_BYTES[0]);
        assert_eq!(first[1], FIRST_BYTES[1]);
        assert_eq!(first[11], FIRST_BYTES[2]);
    }

    #[test]
    fn derived_seeds_are_the_hmac_of_their_purpose() {
        // Computed with Python: hmac.new(bytes(range(32)), b"seating", "sha256").hexdigest()
        assert_eq!(
            seed().derive("seating").reveal(),
            "33521cb3e084d7ee5be20091e73b02910ecdfb6abc62292de894a258f4dbc79f"
        );
    }

    #[test]
    fn words_take_the_place_of_the_seed() {
        // Computed with Python: hmac.new(bytes(range(32)), "5:apple8:crème 7".encode(), "sha256").hexdigest()
        let words: Vec<Word> = [" apple", "crème 7"].iter().map(|word| word.parse().unwrap()).collect();
        let mixed = seed().mixed(&words, None);
        assert_eq!(mixed.reveal(), WITH_WORDS);
        assert_ne!(mixed, seed().mixed(words.iter().rev(), None), "their order counts");
        assert_eq!(seed().mixed(&[], None), seed());
    }

    #[test]
    fn a_beacon_follows_the_words() {
        // Computed with Python: hmac.new(bytes(range(32)), words + b"beacon:" + signature, "sha256").hexdigest()
        let mut signature = [0; SIGNATURE_BYTES];
        hex::decode_to_slice(ROUND_1000, &mut signature).unwrap();
        let words: Vec<Word> = ["apple", "crème 7"].iter().map(|word| word.parse().unwrap()).collect();
        assert_eq!(seed().mixed(&words, Some(&signature)).reveal(), WITH_BEACON[0]);
        assert_eq!(seed().mixed(&[], Some(&signature)).reveal(), WITH_BEACON[1]);
    }

    #[test]
    fn a_word_has_one_to_64_characters_on_one_line() {
        assert!(["é".repeat(64), " x ".to_owned()].iter().all(|text| text.parse::<Word>().is_ok()));
        for text in ["", "  ", "a\nb", "a\u{7}", "a\n", &"é".repeat(65)] {
            assert_eq!(text.parse::<Word>(), Err(WordError), "{text:?}");
        }
    }

    #[test]
    fn the_commitment_is_the_hash_of_the_bytes() {
        assert_eq!(seed().commitment(), "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
    }

    #[test]
    fn numbers_below_stay_below_and_are_told() {
        let mut draws = Draws::new(&seed());
        let drawn: Vec<u64> = (1..50).map(|n| draws.below(n)).collect();
        assert!(drawn.iter().zip(1..).all(|(&v, n)| v < n));
        let face = draws.die(12);
        assert!((1..=12).contains(&face));
        assert_eq!(draws.take_recorded(), [drawn, vec![face]].concat());
        assert!(draws.take_recorded().is_empty());
    }

    #[test]
    fn values_that_would_favour_small_results_are_drawn_again() {
        // With n = 2^63 + 1, nearly half of all draws are surplus.
        let n = (1 << 63) + 1;
        let mut draws = Draws::new(&seed());
        for _ in 0..20 {
            draws.below(n);
        }
        let mut raw = Draws::new(&seed());
        let kept = (0..draws.taken()).filter(|_| raw.draw() < n).count();
        assert_eq!(kept, 20);
        assert!(draws.taken() > 20);
    }

    #[test]
    fn nothing_printed_shows_the_seed() {
        assert_eq!(format!("{:?} {:?}", seed(), Draws::new(&seed())), "Seed(secret) Draws(secret, 0 taken)");
        assert!(!"zz".parse::<Seed>().unwrap_err().to_string().contains("zz"));
    }
}
