//! How matches are told once they are over: the end, and how it came to that, in short sentences.

use std::fmt::Write as _;

use trigon::games::{Registry, Viewer};
use trigon::matches::{Record, Replay};

use super::records::{folder, names};

/// The maximum number of words in a sentence that people read.
const MAX_WORDS: usize = 25;

/// The maximum number of sentences about how a match went.
const MAX_SENTENCES: usize = 6;

#[test]
fn matches_tell_their_ends_and_how_they_went() {
    let mut all = String::new();
    for name in names("", ".json") {
        let bytes = std::fs::read(folder().join(format!("{name}.json"))).unwrap();
        let record = Record::read(&bytes, &Registry::standard()).unwrap();
        let mut replay = Replay::begin(&record).unwrap();
        let mut before = replay.session().boxed();
        let mut last = before.boxed();
        while let Some(entry) = replay.step() {
            if entry.result.is_ok() {
                before = std::mem::replace(&mut last, replay.session().boxed());
            }
        }
        let chronicle = record.chronicle().unwrap();
        let story = last.story(&*before, Viewer::Afterwards).filter(|_| last.outcome().is_some());
        let Some(story) = story else {
            assert!(chronicle.is_empty(), "{name} goes on, or did not end by the rules: {chronicle:?}");
            continue;
        };
        assert!(chronicle.len() <= MAX_SENTENCES, "{name}: {chronicle:?}");
        writeln!(all, "{name}").unwrap();
        for line in std::iter::once(&story.headline).chain(&story.more).chain(&chronicle) {
            assert!(line.ends_with(['.', '!']), "{name}: {line}");
            for sentence in line.split_inclusive(['.', '!', ':', ';']) {
                assert!(sentence.split_whitespace().count() <= MAX_WORDS, "{name}: {sentence}");
            }
            writeln!(all, "  {line}").unwrap();
        }
    }
    insta::assert_snapshot!(all);
}
