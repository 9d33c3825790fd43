//! Checks that the log of each match has exactly the expected entries, and that everything drawn follows from its seed.

use std::collections::BTreeMap;

use serde_json::Value;
use trigon::ids::MatchId;
use trigon::matches::{Record, verify};
use trigon::sandbox::{Clock, Id, JournalEvent};

use super::{Evidence, Verdict};
use crate::codes::{self, Cost};
use crate::error::Error;
use crate::fault_history::Cause;
use crate::reader::draws::{commitment, compare};
use crate::reader::rows::{Game, Message};
use crate::request_faults::Route;
use crate::test_bed::edit_of;

impl Evidence<'_> {
    pub(super) fn check_log(&self, verdict: &mut Verdict) {
        let requests = self.requests();
        for game in &self.tables.games {
            verdict.count("entries", game.log.len());
            let mut last = 0;
            for (number, entry) in (1..).zip(&game.log) {
                let what = format!("match {}, entry {}", game.id, entry.seq);
                if entry.seq != number {
                    verdict.wrong(entry.at, format!("{what} stands in place {number}"));
                }
                if entry.at < last {
                    verdict.wrong(
                        entry.at,
                        format!("{what} is {} ms older than the one before", last - entry.at),
                    );
                }
                last = entry.at;
                if entry.request.is_some_and(|request| self.ambiguous.contains(&Id(request as u64))) {
                    continue;
                }
                // Its author asked for it.
                let asker = entry.request.map(|request| requests.get(&request).copied());
                let user = match &*entry.actor {
                    "clock" => {
                        if entry.request.is_some() {
                            verdict.wrong(entry.at, format!("{what} is by the clock, but was asked for"));
                        }
                        continue;
                    }
                    "host" => Some(self.bed.host.id()),
                    seat => seat
                        .parse::<usize>()
                        .ok()
                        .and_then(|seat| Some(Id(game.seats.get(seat.checked_sub(1)?)?.user as u64))),
                };
                match asker {
                    // Only the first entry of a request has its number.
                    None if !entry.is_action => {}
                    Some(Some(asker)) if Some(asker) == user || entry.actor == "host" => {
                        verdict.count("entries that somebody asked for", 1);
                    }
                    _ => {
                        verdict.wrong(entry.at, format!("{what} by {} was asked for by nobody", entry.actor));
                    }
                }
            }
            match compare(game) {
                Ok(compared) => verdict.count("numbers drawn", compared),
                Err(sentence) => verdict.wrong(game.created_at, sentence),
            }
            self.posted_record(game, verdict);
        }
    }

    /// Returns who sent each request.
    fn requests(&self) -> BTreeMap<i64, Id> {
        let mut requests = BTreeMap::new();
        for entry in &self.journal {
            match &entry.event {
                JournalEvent::InteractionSent { interaction, user, .. } => {
                    requests.insert(interaction.0 as i64, *user);
                }
                JournalEvent::MessageCreated { message, author, .. } => {
                    requests.insert(message.0 as i64, *author);
                }
                // Other numbers of that kind may be those of interactions.
                JournalEvent::MessageEdited { message, author, .. } if self.edits.contains_key(message) => {
                    requests.insert(edit_of(*message, entry.at).0 as i64, *author);
                }
                _ => {}
            }
        }
        requests
    }

    /// Checks that the record posted at the end has the seed whose hash was posted before, and the entries of the log.
    fn posted_record(&self, game: &Game, verdict: &mut Verdict) {
        let messages = || self.seen.values().filter(|message| self.is_channel_of(message.channel, game));
        let hash = commitment(&game.seed).unwrap_or_default();
        let is_committed =
            messages().any(|message| message.content.contains(&format!("`{hash}`")) && !message.edited);
        if game.log.is_empty() {
            return;
        }
        if !is_committed {
            let excuse = self.why_unposted(game, "committed");
            verdict.excused("hashes that were not posted", excuse, game.created_at, || {
                format!("the hash of the seed of match {} was not posted", game.id)
            });
        }
        let files = messages().flat_map(|message| &message.files);
        let mut records = files.filter(|file| file.filename == "record.json");
        let record = records.next_back().and_then(|file| serde_json::from_slice::<Value>(&file.bytes).ok());
        let Some(record) = record else {
            if game.status == "over" {
                let excuse = self.why_unposted(game, "news");
                verdict.excused("records that were not posted", excuse, game.created_at, || {
                    format!("the record of match {} was not posted", game.id)
                });
            }
            return;
        };
        let by = |entry: &Value| match &entry["by"] {
            Value::String(word) => word.clone(),
            seat => seat.to_string(),
        };
        let posted = record["log"].as_array().into_iter().flatten();
        let posted = posted.map(|entry| (by(entry), entry["do"].as_str().unwrap_or_default().to_owned()));
        let resigns = |action: &str| action == r#""resign""#;
        let stored = game.log.iter().filter(|entry| entry.is_action || resigns(&entry.action));
        let stored = stored.map(|entry| {
            if entry.is_action {
                (entry.actor.clone(), entry.action.clone())
            } else {
                ("host".to_owned(), format!("resign {}", entry.actor))
            }
        });
        if record["seed"] != game.seed {
            verdict.wrong(game.created_at, format!("the record of match {} has another seed", game.id));
        } else if !posted.eq(stored) {
            verdict.wrong(game.created_at, format!("the record of match {} has other entries", game.id));
        } else {
            verdict.count("records that were posted, with the entries of the log", 1);
        }
    }

    /// Returns why the last message of a kind to the channel of a match does not show everything: it was given up, for a reason
    /// that is checked elsewhere, or sent without its files because Discord was told to refuse them.
    fn why_unposted(&self, game: &Game, kind: &str) -> Option<&'static str> {
        let is_meant = |message: &&Message| {
            message.match_id == Some(game.id) && message.kind == kind && self.is_to_channel_of(message, game)
        };
        let message = self.tables.outbox.iter().rfind(is_meant)?;
        if message.state == "dead" {
            return Some("the message was given up");
        }
        let from = self.bed.passed(message.enqueued_at);
        let to = self.bed.passed(message.done_at?);
        let is_reason = |cause| matches!(cause, Cause::Refusal(Route::Post, code, _) if codes::cost(code) == Cost::Picture);
        self.bed
            .fault_history
            .find(from, to, to - from, is_reason)
            .map(|_| "Discord was told to refuse files")
    }

    /// Checks that the bot itself finds nothing wrong with what it has stored.
    pub(super) async fn check_own_records(&self, verdict: &mut Verdict) -> Result<(), Error> {
        let now = self.bed.clock.now();
        for game in &self.tables.games {
            let loaded = self.bed.matches.load(MatchId(game.id)).await?;
            if loaded.stopped_by_rules().is_some() {
                verdict.wrong(now, format!("match {} does not follow from its log", game.id));
            }
            // A match has no record until it begins, and no seed in it until it is over.
            let Ok(record) = loaded.record() else { continue };
            if record.seed.is_none() {
                verdict.count("matches that are not over", 1);
                continue;
            }
            let record = Record::read(&record.file()?, self.bed.matches.games())?;
            let posted = commitment(&game.seed).and_then(|hash| hash.parse().ok());
            match verify(&record, posted.as_ref())?.mismatch() {
                Some(check) => {
                    verdict.wrong(
                        now,
                        format!("the record of match {} does not verify: {}", game.id, check.what),
                    );
                }
                None => verdict.count("records that the bot itself verifies", 1),
            }
        }
        Ok(())
    }
}
