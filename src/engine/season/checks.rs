//! Checking names, titles, keys, reasons and counters.

use super::error::SeasonDenied;
use super::model::MAX_AMOUNT;
use super::model::counter::{Counter, SeenBy};
use trigon_rules::text::{is_visible, prose};

/// The largest number of characters of a name.
pub(crate) const MAX_NAME_CHARS: usize = 32;

/// The largest number of characters of a title.
pub(crate) const MAX_TITLE_CHARS: usize = 80;

/// The largest number of characters of a reason.
pub(crate) const MAX_REASON_CHARS: usize = 200;

/// The largest number of characters of a key or a mark.
pub(crate) const MAX_KEY_CHARS: usize = 24;

/// Returns a text as it is stored and shown: on one line, and without what nobody sees.
///
/// # Errors
/// Fails if nothing is left, or if it is longer than `most` characters. `what` it is begins the sentence that says so.
pub(crate) fn checked_text(what: &'static str, text: &str, most: usize) -> Result<String, SeasonDenied> {
    let text = prose(text).split_whitespace().collect::<Vec<_>>().join(" ");
    // PostgreSQL cannot store it, and nobody could see it.
    let text = text.replace('\0', "");
    let found = if is_visible(&text) { text.chars().count() } else { 0 };
    if (1..=most).contains(&found) { Ok(text) } else { Err(SeasonDenied::Length { what, most, found }) }
}

/// Returns the key of a counter, or a mark, as it is stored.
///
/// # Errors
/// Fails if it has other characters than lower-case letters, digits and `-`, or does not begin with a letter.
pub(crate) fn checked_key(what: &'static str, key: &str) -> Result<String, SeasonDenied> {
    let key = checked_text(what, key, MAX_KEY_CHARS)?;
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if key.chars().all(is_plain) && key.starts_with(|c: char| c.is_ascii_lowercase()) {
        Ok(key)
    } else {
        Err(SeasonDenied::BadKey(key))
    }
}

/// Returns a counter as it is stored.
///
/// # Errors
/// Fails if a text is empty or too long, or if an amount is impossible.
pub(crate) fn checked_counter(counter: &Counter) -> Result<Counter, SeasonDenied> {
    let key = checked_key("A key", &counter.key)?;
    let label = checked_text("A name", &counter.label, MAX_NAME_CHARS)?;
    let sign =
        counter.sign.as_deref().map(|sign| checked_text("A sign", sign, MAX_NAME_CHARS)).transpose()?;
    let amounts = std::iter::once(counter.start).chain(counter.floor);
    if amounts.into_iter().any(|amount| !(-MAX_AMOUNT..=MAX_AMOUNT).contains(&amount)) {
        return Err(SeasonDenied::BadAmount);
    }
    if let Some(floor) = counter.floor.filter(|floor| counter.start < *floor) {
        return Err(SeasonDenied::StartBelowFloor { label, start: counter.start, floor });
    }
    let can_be_given = counter.can_be_given && counter.seen_by != SeenBy::Hosts;
    Ok(Counter { key, label, sign, can_be_given, ..counter.clone() })
}
