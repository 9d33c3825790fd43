//! What a message shows, in short, to be stored and compared: a word such as `past`, or a hash of the text and the components, as in
//! `=0123456789abcdef@3.0~3.0:a:b`.
//!
//! After `@` comes the question that the picture shows, and after `~` the question and the steps that the player who decides in
//! public has chosen so far. They are nowhere else, and must not be lost with a restart.

use std::fmt::Write as _;

use poise::serenity_prelude::CreateActionRow;

use crate::ui::Prefix;
use trigon_engine::matches::QuestionId;

/// What stays as it was sent.
pub(super) const SENT: &str = "sent";
/// What lost its buttons, and nothing else.
pub(super) const STRIPPED: &str = "stripped";
/// What tells how a match began, and no longer changes.
pub(super) const BEGUN: &str = "begun";
/// A match message without its question.
pub(super) const PAST: &str = "past";
/// A match message whose events were taken back.
pub(super) const UNDONE: &str = "undone";
/// A match message that is shown again below.
pub(super) const BELOW: &str = "below";

const PICTURE_MARK: char = '@';
const DRAFT_MARK: char = '~';
/// Comes before each step, and is never part of one.
const STEP_MARK: char = ':';

/// Returns a hash of what Discord is given of a message, by which it is compared.
pub(crate) fn content_hash(text: &str, rows: &[CreateActionRow]) -> String {
    let rows = serde_json::to_string(rows).unwrap_or_default();
    // FNV-1a: it has to be the same in every version of the program, and only mistakes are to be found.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in text.trim_end().bytes().chain([0]).chain(rows.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("={hash:016x}")
}

/// Adds the question that the picture shows.
pub(super) fn add_picture(key: &mut String, question: QuestionId) {
    let _ = write!(key, "{PICTURE_MARK}{}", in_short(question));
}

/// Adds the steps that have been chosen for a question.
pub(super) fn add_draft(key: &mut String, question: QuestionId, draft: &Prefix) {
    let _ = write!(key, "{DRAFT_MARK}{}", in_short(question));
    for step in draft.keys() {
        let _ = write!(key, "{STEP_MARK}{step}");
    }
}

/// Returns the question that the picture of a message shows.
pub(super) fn pictured_question(key: &str) -> Option<&str> {
    key.split(DRAFT_MARK).next()?.split_once(PICTURE_MARK).map(|(_, question)| question)
}

/// Returns the steps that a message shows as chosen for a question, if it is for that one.
pub(super) fn drafted_steps(key: &str, question: QuestionId) -> Option<Prefix> {
    let mut parts = key.split_once(DRAFT_MARK)?.1.split(STEP_MARK);
    let is_same = parts.next() == Some(&in_short(question));
    Prefix::new(parts.map(str::to_owned).collect()).filter(|_| is_same)
}

/// Returns the word or the hash alone.
pub(super) fn without_marks(key: &str) -> &str {
    key.split([PICTURE_MARK, DRAFT_MARK]).next().unwrap_or_default()
}

fn in_short(question: QuestionId) -> String {
    format!("{}.{}", question.number, question.undos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_keeps_the_question_of_the_picture_and_the_steps() {
        let question = QuestionId { number: 3, undos: 1 };
        let steps = Prefix::new(vec!["a1".to_owned(), "NW".to_owned()]).unwrap();
        let mut key = content_hash("text", &[]);
        let plain = key.clone();
        add_picture(&mut key, question);
        add_draft(&mut key, question, &steps);
        assert_eq!(without_marks(&key), plain);
        assert_eq!(pictured_question(&key), Some("3.1"));
        assert_eq!(drafted_steps(&key, question), Some(steps));
        assert_eq!(drafted_steps(&key, QuestionId { number: 4, undos: 1 }), None);
        assert_eq!((pictured_question(&plain), drafted_steps(&plain, question)), (None, None));
    }
}
