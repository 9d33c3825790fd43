//! [`Keys`]: secrets are sealed before they are stored, so that nobody can read them in the files of the database or in
//! a backup.
//!
//! A sealed value is `v1.KEYID.BASE64`, with a random nonce, the ciphertext and its tag in URL-safe Base64:
//! XChaCha20-Poly1305 under a key derived with HKDF-SHA256. The table, column and row are authenticated, too, so a
//! value moved to another place does not open.

use std::fmt;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use hkdf::Hkdf;
use sha2::Sha256;

use super::StoreError;
use super::fault::DatabaseFault;

/// The length of a key in bytes.
const KEY: usize = 32;

/// The length of a nonce in bytes.
const NONCE: usize = 24;

/// The length of the tag in bytes.
const TAG: usize = 16;

/// The prefix of sealed values.
const VERSION: &str = "v1";

/// The length of a key ID in characters.
const ID: usize = 8;

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
        let mut key = [0; KEY];
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
    pub(super) fn seal(
        &self,
        column: &str,
        row: impl fmt::Display,
        text: &str,
    ) -> Result<String, StoreError> {
        let Some(key) = self.0.first() else { return Ok(text.to_owned()) };
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).map_err(StoreError::Random)?;
        let place = format!("{column}:{row}");
        let payload = Payload { msg: text.as_bytes(), aad: place.as_bytes() };
        let sealed = key.cipher.encrypt(&XNonce::from(nonce), payload);
        // Only texts of hundreds of gigabytes cannot be sealed.
        let sealed = sealed.map_err(|_| StoreError::Database(DatabaseFault::unsealable()))?;
        Ok(format!("{VERSION}.{}.{}", key.id, BASE64.encode([&nonce[..], &sealed].concat())))
    }

    /// Seals a text that may be missing.
    pub(super) fn seal_some(
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
    pub(super) fn open(
        &self,
        column: &str,
        row: impl fmt::Display,
        stored: String,
    ) -> Result<String, StoreError> {
        let Some((id, body)) = parts(&stored) else { return Ok(stored) };
        let key = self.0.iter().find(|key| key.id == id);
        let key = key.ok_or_else(|| StoreError::Database(DatabaseFault::no_key(column)))?;
        let place = format!("{column}:{row}");
        let opened = || {
            let body = BASE64.decode(body).ok()?;
            let (nonce, sealed) = body.split_first_chunk::<NONCE>()?;
            let payload = Payload { msg: sealed, aad: place.as_bytes() };
            String::from_utf8(key.cipher.decrypt(&XNonce::from(*nonce), payload).ok()?).ok()
        };
        opened().ok_or_else(|| StoreError::Database(DatabaseFault::misplaced(column)))
    }

    /// Opens a value that may be missing.
    pub(super) fn open_some(
        &self,
        column: &str,
        row: impl fmt::Display,
        stored: Option<String>,
    ) -> Result<Option<String>, StoreError> {
        stored.map(|stored| self.open(column, row, stored)).transpose()
    }

    /// Returns whether a stored value is sealed with the newest key.
    pub(super) fn is_current(&self, stored: &str) -> bool {
        parts(stored).map(|(id, _)| id) == self.newest()
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.ids()).finish()
    }
}

impl SealingKey {
    fn read(text: &str) -> Option<Self> {
        let master = BASE64.decode(text).ok().filter(|bytes| bytes.len() == KEY)?;
        let derivation = Hkdf::<Sha256>::new(None, &master);
        let (mut id, mut key) = ([0; ID / 2], [0; KEY]);
        derivation.expand(b"trigon key id", &mut id).ok()?;
        derivation.expand(b"trigon column v1", &mut key).ok()?;
        Some(Self { id: hex::encode(id), cipher: XChaCha20Poly1305::new(&Key::from(key)) })
    }
}

/// Returns the key ID and the body of a sealed value, or `None` for an unsealed one: seeds, JSON and actions never look
/// like this.
fn parts(stored: &str) -> Option<(&str, &str)> {
    let (id, body) = stored.strip_prefix(VERSION)?.strip_prefix('.')?.split_once('.')?;
    let is_id = id.len() == ID && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_body = body.len() >= (NONCE + TAG) * 4 / 3
        && body.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    (is_id && is_body).then_some((id, body))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn keys(bytes: &[u8]) -> Keys {
        let texts: Vec<String> = bytes.iter().map(|byte| BASE64.encode([*byte; KEY])).collect();
        Keys::parse(&texts.join(",\n")).unwrap()
    }

    #[test]
    fn a_value_opens_only_in_its_place_with_its_key() {
        let (old, both) = (keys(&[1]), keys(&[2, 1]));
        let sealed = old.seal("matches.seed", 1, "5eed").unwrap();
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
        fn every_text_comes_back_and_no_stored_text_panics(text in any::<String>(), odd in "v1\\.[0-9a-f]{8}\\..*") {
            let keys = keys(&[7]);
            let sealed = keys.seal("outbox.notice", 3, &text).unwrap();
            prop_assert!(text.len() < 4 || !sealed.contains(&text));
            prop_assert_eq!(keys.open("outbox.notice", 3, sealed).unwrap(), text);
            let _ = keys.open("outbox.notice", 3, odd);
        }
    }
}
