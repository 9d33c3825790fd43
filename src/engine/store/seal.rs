//! [`Keys`]: secrets are sealed before they are stored, so that nobody can read them in the files of the database or in
//! a backup.
//!
//! A sealed value is `v2.KEYID.BASE64`, with a random nonce, the ciphertext and its tag in URL-safe Base64:
//! XChaCha20-Poly1305 under a key derived with HKDF-SHA256. The version, table, column and row are authenticated, too, so
//! a value moved to another place does not open. Before it is sealed, a text is padded to a multiple of 64 bytes, so that
//! its length does not tell a short path from a long one. Values of version 1 were not padded; they still open.

use std::fmt;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use hkdf::Hkdf;
use sha2::Sha256;

use super::StoreError;
use super::errors::fault::DatabaseFault;

/// The length of a key in bytes.
const KEY_BYTES: usize = 32;

/// The length of a nonce in bytes.
const NONCE_BYTES: usize = 24;

/// The length of the tag in bytes.
const TAG_BYTES: usize = 16;

/// The prefixes of sealed values, of those that are written now and of those that were not padded.
const PADDED: &str = "v2";
const UNPADDED: &str = "v1";

/// The lengths of padded texts are multiples of this number of bytes.
const PADDING_BYTES: usize = 64;

/// The byte between a text and the zeros that pad it.
const PADDING_MARK: u8 = 0x80;

/// The length of a key ID in characters.
const KEY_ID_CHARS: usize = 8;

/// The keys that seal secrets. Clones share them; they are never shown.
#[derive(Clone, Default)]
pub struct Keys(Arc<[SealingKey]>);

struct SealingKey {
    /// Derived from the key, so that the right key is found whatever the order of the keys.
    id: String,
    cipher: XChaCha20Poly1305,
}

/// The reason why a text holds no keys. It never contains any part of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// One of them is not a key.
    #[error(
        "key {0} is not a key: keys are 43 letters, digits, - and _, as `trigon keys new` prints them, with commas or line \
         breaks between them"
    )]
    Malformed(usize),
    /// There is none.
    #[error("there is no key: `trigon keys new` prints one")]
    Nothing,
}

impl Keys {
    /// Returns no keys: everything is stored unsealed.
    pub fn none() -> Self {
        Self::default()
    }

    /// Parses keys, newest first, separated by commas or whitespace. The newest seals; the others only open what they
    /// have sealed.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
        let keys = (1..).zip(words).map(|(n, word)| SealingKey::read(word).ok_or(KeyError::Malformed(n)));
        let keys = keys.collect::<Result<Arc<[_]>, _>>()?;
        if keys.is_empty() { Err(KeyError::Nothing) } else { Ok(Self(keys)) }
    }

    /// Returns a new random key, in the format that [`parse`](Self::parse) reads.
    pub fn generate() -> Result<String, StoreError> {
        let mut key = [0; KEY_BYTES];
        getrandom::fill(&mut key).map_err(StoreError::Random)?;
        Ok(BASE64.encode(key))
    }

    /// Returns the ID of the newest key, which is the one that seals, or `None` without keys. The ID is not secret.
    pub fn newest(&self) -> Option<&str> {
        self.0.first().map(|key| key.id.as_str())
    }

    /// Returns the IDs of all keys, newest first.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|key| key.id.as_str())
    }

    /// Seals a text for a row of a column. Without keys, returns it unchanged.
    pub(in crate::store) fn seal(
        &self,
        column: &str,
        row: impl fmt::Display,
        text: &str,
    ) -> Result<String, StoreError> {
        let Some(key) = self.0.first() else { return Ok(text.to_owned()) };
        let mut nonce = [0; NONCE_BYTES];
        getrandom::fill(&mut nonce).map_err(StoreError::Random)?;
        let place = format!("{PADDED}:{column}:{row}");
        let text = padded(text);
        let payload = Payload { msg: &text, aad: place.as_bytes() };
        let sealed = key.cipher.encrypt(&XNonce::from(nonce), payload);
        // Only texts of hundreds of gigabytes cannot be sealed.
        let sealed = sealed.map_err(|_| StoreError::Database(DatabaseFault::unsealable()))?;
        Ok(format!("{PADDED}.{}.{}", key.id, BASE64.encode([&nonce[..], &sealed].concat())))
    }

    /// Seals a text that may be missing.
    pub(in crate::store) fn seal_some(
        &self,
        column: &str,
        row: impl fmt::Display,
        text: Option<&str>,
    ) -> Result<Option<String>, StoreError> {
        text.map(|text| self.seal(column, row, text)).transpose()
    }

    /// Opens a value of a row of a column. Returns unsealed values unchanged.
    ///
    /// # Errors
    /// [`StoreError::Database`] if its key is missing, or if it was changed or sealed for another place.
    pub(in crate::store) fn open(
        &self,
        column: &str,
        row: impl fmt::Display,
        stored: String,
    ) -> Result<String, StoreError> {
        let Some((version, id, body)) = parts(&stored) else { return Ok(stored) };
        let key = self.0.iter().find(|key| key.id == id);
        let key = key.ok_or_else(|| StoreError::Database(DatabaseFault::no_key(column)))?;
        let is_padded = version == PADDED;
        let place = if is_padded { format!("{PADDED}:{column}:{row}") } else { format!("{column}:{row}") };
        let opened = || {
            let body = BASE64.decode(body).ok()?;
            let (nonce, sealed) = body.split_first_chunk::<NONCE_BYTES>()?;
            let payload = Payload { msg: sealed, aad: place.as_bytes() };
            let mut text = key.cipher.decrypt(&XNonce::from(*nonce), payload).ok()?;
            if is_padded {
                let end = text.iter().rposition(|byte| *byte != 0)?;
                (text[end] == PADDING_MARK).then(|| text.truncate(end))?;
            }
            String::from_utf8(text).ok()
        };
        opened().ok_or_else(|| StoreError::Database(DatabaseFault::misplaced(column)))
    }

    /// Opens a value that may be missing.
    pub(in crate::store) fn open_some(
        &self,
        column: &str,
        row: impl fmt::Display,
        stored: Option<String>,
    ) -> Result<Option<String>, StoreError> {
        stored.map(|stored| self.open(column, row, stored)).transpose()
    }

    /// Returns whether a stored value is sealed as values are now, with the newest key.
    pub(in crate::store) fn is_current(&self, stored: &str) -> bool {
        match parts(stored) {
            Some((version, id, _)) => version == PADDED && Some(id) == self.newest(),
            None => self.newest().is_none(),
        }
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.ids()).finish()
    }
}

impl SealingKey {
    fn read(text: &str) -> Option<Self> {
        let master = BASE64.decode(text).ok().filter(|bytes| bytes.len() == KEY_BYTES)?;
        let derivation = Hkdf::<Sha256>::new(None, &master);
        let (mut id, mut key) = ([0; KEY_ID_CHARS / 2], [0; KEY_BYTES]);
        derivation.expand(b"trigon key id", &mut id).ok()?;
        derivation.expand(b"trigon column v1", &mut key).ok()?;
        Some(Self { id: hex::encode(id), cipher: XChaCha20Poly1305::new(&Key::from(key)) })
    }
}

/// Returns a text with an end and zeros after it.
fn padded(text: &str) -> Vec<u8> {
    let mut bytes = [text.as_bytes(), &[PADDING_MARK]].concat();
    bytes.resize(bytes.len().next_multiple_of(PADDING_BYTES), 0);
    bytes
}

/// Returns the version, the key ID and the body of a sealed value, or `None` for an unsealed one: seeds, JSON and actions
/// never look like this.
fn parts(stored: &str) -> Option<(&str, &str, &str)> {
    let (version, rest) =
        stored.split_once('.').filter(|(version, _)| [PADDED, UNPADDED].contains(version))?;
    let (id, body) = rest.split_once('.')?;
    let is_id = id.len() == KEY_ID_CHARS && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_body = body.len() >= (NONCE_BYTES + TAG_BYTES) * 4 / 3
        && body.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    (is_id && is_body).then_some((version, id, body))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn keys(bytes: &[u8]) -> Keys {
        let texts: Vec<String> = bytes.iter().map(|byte| BASE64.encode([*byte; KEY_BYTES])).collect();
        Keys::parse(&texts.join(",\n")).unwrap()
    }

    #[test]
    fn a_value_opens_only_in_its_place_with_its_key() {
        let (old, both) = (keys(&[1]), keys(&[2, 1]));
        let sealed = old.seal("matches.seed", 1, "5eed").unwrap();
        assert!(sealed.starts_with("v2."), "{sealed}");
        assert_eq!(old.open("matches.seed", 1, sealed.clone()).unwrap(), "5eed");
        assert_eq!(both.open("matches.seed", 1, sealed.clone()).unwrap(), "5eed");
        assert!(old.is_current(&sealed) && !both.is_current(&sealed) && !old.is_current("5eed"));
        let other = keys(&[3]).open("matches.seed", 1, sealed.clone()).unwrap_err();
        assert!(other.to_string().contains("with a key that is missing"), "{other}");
        let none = Keys::none().open("matches.seed", 1, sealed.clone()).unwrap_err();
        assert_eq!(none.to_string(), other.to_string());
        for (column, row) in [("matches.seed", 2), ("matches.setup", 1), ("matches.seed", 11)] {
            let moved = old.open(column, row, sealed.clone()).unwrap_err();
            assert!(moved.to_string().contains("was changed or moved"), "{moved}");
        }
        let mut broken = sealed.clone();
        broken.replace_range(30..31, if &sealed[30..31] == "A" { "B" } else { "A" });
        assert!(old.open("matches.seed", 1, broken).is_err());
        assert_ne!(
            old.seal("matches.seed", 1, "5eed").unwrap(),
            sealed,
            "the same text looks different each time"
        );
    }

    #[test]
    fn no_length_tells_how_many_steps_a_path_has_or_for_whom_a_vote_is() {
        let keys = keys(&[1]);
        let length = |text: &str| keys.seal("match_log.action", "1/7", text).unwrap().len();
        let short = ["", "move -", "move UD", "move UDL", "vote 9", "vote 13", "garnet", "[]", "[1,2,3]"];
        assert!(short.iter().all(|text| length(text) == length("")), "{short:?}");
        let (most, more) = ("x".repeat(PADDING_BYTES - 1), "x".repeat(PADDING_BYTES));
        assert_eq!(length(&most), length(""));
        assert_eq!(length(&more), length(&"x".repeat(2 * PADDING_BYTES - 1)));
        assert!(length(&more) > length(&most));
    }

    #[test]
    fn values_of_the_version_before_still_open_and_are_to_be_sealed_again() {
        // Sealed by that version with a key of 32 bytes 1, for `matches.seed` of row 1.
        let old = "v1.e38131aa.AAECAwQFBgcICQoLDA0ODxAREhMUFRYXxU6vVO_g4twb6KCeK0k3v3B0eBU";
        let keys = keys(&[1]);
        assert_eq!(keys.open("matches.seed", 1, old.to_owned()).unwrap(), "5eed");
        assert!(!keys.is_current(old), "its length can be read");
        let moved = keys.open("matches.seed", 2, old.to_owned()).unwrap_err();
        assert!(moved.to_string().contains("was changed or moved"), "{moved}");
        // Nobody can pass one version off as the other.
        let new = keys.seal("matches.seed", 1, "5eed").unwrap();
        for forged in [old.replacen("v1", "v2", 1), new.replacen("v2", "v1", 1)] {
            assert!(keys.open("matches.seed", 1, forged).is_err());
        }
        assert_eq!(keys.open("matches.seed", 1, "v3.0.x".to_owned()).unwrap(), "v3.0.x", "it is not sealed");
    }

    #[test]
    fn what_is_no_key_is_told_without_it() {
        let key = Keys::generate().unwrap();
        assert_eq!(key.len(), 43);
        assert!(Keys::parse(&key).is_ok());
        for (text, error) in [
            ("", KeyError::Nothing),
            (" ,\n", KeyError::Nothing),
            ("hunter2", KeyError::Malformed(1)),
            (&format!("{key} {}", &key[1..]), KeyError::Malformed(2)),
        ] {
            let found = Keys::parse(text).unwrap_err();
            assert_eq!(found, error);
            assert!(!found.to_string().contains("hunter2"), "{found}");
        }
        let keys = Keys::parse(&key).unwrap();
        assert_eq!(format!("{keys:?}"), format!("[{:?}]", keys.newest().unwrap()));
        // The ID does not reveal the key.
        assert!(!key.contains(keys.newest().unwrap()));
    }

    proptest! {
        #[test]
        fn every_text_comes_back_and_no_stored_text_panics(text in any::<String>(), odd in "v[12]\\.[0-9a-f]{8}\\..*") {
            let keys = keys(&[7]);
            let text = format!("{text}{}", "\0".repeat(text.len() % 3));
            let sealed = keys.seal("outbox.notice", 3, &text).unwrap();
            prop_assert!(text.len() < 4 || !sealed.contains(&text));
            prop_assert_eq!(keys.open("outbox.notice", 3, sealed).unwrap(), text);
            let _ = keys.open("outbox.notice", 3, odd);
        }
    }
}
