//! Checks that every message was posted once, those to a target in order, and that nothing else was posted.

use std::collections::{BTreeMap, BTreeSet};

use trigon::sandbox::Id;

use super::{Evidence, Verdict};

/// How long Discord remembers a nonce, in milliseconds.
const NONCE_MILLIS: i64 = 300_000;

impl Evidence<'_> {
    pub(super) fn check_messages(&self, verdict: &mut Verdict) {
        let mut last: BTreeMap<&(String, i64), (Id, i64)> = BTreeMap::new();
        let mut known = BTreeSet::new();
        for message in &self.tables.outbox {
            let what = message.what();
            match (&*message.state, message.posted_as) {
                ("sent", Some(id)) => {
                    verdict.count("messages of the outbox that are sent", 1);
                    let id = Id(id as u64);
                    if !known.insert(id) {
                        verdict.wrong(
                            message.enqueued_at,
                            format!("{what} has the same message as another one"),
                        );
                    }
                    if !self.posted.contains_key(&id) {
                        verdict.wrong(message.enqueued_at, format!("{what} was not posted"));
                    }
                    let before = last.insert(&message.target, (id, message.id));
                    if let Some((_, other)) = before.filter(|(before, _)| *before > id) {
                        verdict
                            .wrong(message.enqueued_at, format!("{what} was posted before message {other}"));
                    }
                }
                ("sent", None) => {
                    verdict.wrong(message.enqueued_at, format!("{what} is sent without a number"));
                }
                ("pending", _) => verdict.wrong(message.enqueued_at, format!("{what} is still pending")),
                // What was given up or no longer needed is checked elsewhere.
                _ => {}
            }
        }
        self.check_nonces(&known, verdict);
    }

    /// Checks that every posted message is one of the outbox or an answer, and that none was posted twice.
    fn check_nonces(&self, known: &BTreeSet<Id>, verdict: &mut Verdict) {
        let of_outbox: BTreeSet<&str> = self.tables.outbox.iter().map(|message| &*message.nonce).collect();
        let mut before = BTreeMap::new();
        for (id, post) in &self.posted {
            let first = post.content.lines().next().unwrap_or_default();
            let nonce = self.nonce(*id);
            let earlier = nonce.and_then(|nonce| before.insert((post.channel, nonce), post.at));
            let is_answer = nonce.is_some_and(|nonce| nonce.starts_with("re ") || nonce.starts_with("wait "));
            match nonce {
                // An answer is found by its nonce, which Discord forgets. Unlike the outbox, it is not searched for
                // later.
                Some(_) if is_answer && earlier.is_some_and(|earlier| post.at - earlier > NONCE_MILLIS) => {
                    verdict.count("direct messages answered again after time had jumped", 1);
                }
                Some(_) if earlier.is_some() => {
                    verdict.wrong(post.at, format!("message {id} was posted twice: {first}"));
                }
                Some(_) if is_answer => verdict.count("answers that are not stored", 1),
                // Its match went on before the bot could note that it was posted.
                Some(nonce) if of_outbox.contains(nonce) && !known.contains(id) => {
                    verdict.count("messages posted although no longer needed", 1);
                }
                Some(nonce) if of_outbox.contains(nonce) => {}
                None if self.is_public(post.channel) && self.threads.contains(&post.content) => {
                    verdict.count("threads of which Discord has told in their channels", 1);
                }
                // The answer to a command that Discord did not take in time.
                None if !self.is_public(post.channel) => verdict.count("answers sent as direct messages", 1),
                _ => verdict.wrong(post.at, format!("message {id} was posted by nobody: {first}")),
            }
        }
    }
}

impl crate::reader::rows::Message {
    /// Returns its name in reports.
    pub(super) fn what(&self) -> String {
        let of = self.match_id.map(|id| format!(" of match {id}")).unwrap_or_default();
        format!("message {}{of} ({}, entry {})", self.id, self.kind, self.seq)
    }
}
