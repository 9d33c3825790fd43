//! [`judge`]: what people were told and what was posted, compared with what is stored.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sqlx::{AnyConnection, Connection, Row};
use trigon::games::By;
use trigon::matches::{Commitment, Match, Record, verify};
use trigon::sandbox::{GuildHandle, Id, JournalEvent, SandboxClock};

use crate::claims::Told;
use crate::error::Error;
use crate::hall::Hall;

/// How long Discord knows a nonce, in milliseconds.
const NONCES: i64 = 300_000;

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    /// What is wrong, with the time, earliest first.
    pub(crate) wrong: Vec<(i64, String)>,
    /// How often what was compared.
    pub(crate) counts: BTreeMap<&'static str, u64>,
}

impl Verdict {
    fn count(&mut self, what: &'static str, number: usize) {
        *self.counts.entry(what).or_default() += number as u64;
    }

    fn wrong(&mut self, at: i64, sentence: String) {
        self.wrong.push((at, sentence));
    }
}

/// A message as the bot has it in its database.
struct Message {
    id: i64,
    match_id: i64,
    target: (String, i64),
    notice: String,
    seq: i64,
    state: String,
    posted_as: Option<i64>,
    at: i64,
    nonce: String,
}

/// What the bot has posted: when, where, and the text.
type Posted = BTreeMap<Id, (i64, Id, String)>;

async fn outbox(url: &str) -> Result<Vec<Message>, Error> {
    sqlx::any::install_default_drivers();
    let mut database = AnyConnection::connect(url).await?;
    let sql = "SELECT id, match_id, target_kind, target_id, notice, seq, state, message_id, enqueued_at, nonce FROM outbox ORDER BY id";
    let rows = sqlx::query(sql).fetch_all(&mut database).await?;
    database.close().await?;
    let message = |row: &sqlx::any::AnyRow| {
        Ok(Message {
            id: row.try_get(0)?,
            match_id: row.try_get(1)?,
            target: (row.try_get(2)?, row.try_get(3)?),
            notice: row.try_get(4)?,
            seq: row.try_get(5)?,
            state: row.try_get(6)?,
            posted_as: row.try_get(7)?,
            at: row.try_get(8)?,
            nonce: row.try_get(9)?,
        })
    };
    rows.iter().map(message).collect()
}

/// Compares everything.
pub(crate) async fn judge(hall: &Hall, database: &str, logs: &[String]) -> Result<Verdict, Error> {
    let mut verdict = Verdict::default();
    let mut matches = Vec::new();
    for guild in &hall.guilds {
        for summary in hall.matches.in_guild(guild.id().0 as i64, true).await? {
            matches.push(hall.matches.load(summary.id).await?);
        }
    }
    verdict.count("matches", matches.len());
    let outbox = outbox(database).await?;
    claims(hall, &matches, &mut verdict).await;
    messages(hall, &outbox, &mut verdict);
    for game in &matches {
        record(hall, game, &mut verdict)?;
    }
    secrets(hall, &matches, logs, &mut verdict);
    verdict.wrong.sort();
    Ok(verdict)
}

/// What was told to be stored is stored, once; and what was told to be nothing has changed nothing.
async fn claims(hall: &Hall, matches: &[Arc<Match>], verdict: &mut Verdict) {
    for claim in hall.claims() {
        let Some(game) = matches.iter().find(|game| game.id == claim.match_id) else {
            verdict.wrong(0, format!("match {} is gone", claim.match_id));
            continue;
        };
        let at = Id(claim.request as u64).created_millis();
        let of_request = game.log.iter().filter(|entry| entry.request == Some(claim.request)).count();
        let seat = game.seat_of(claim.user);
        let is_there = game.log.iter().any(|entry| {
            entry.request == Some(claim.request)
                // The same answer may have been stored before.
                || entry.action() == Some(&claim.action) && seat.is_some_and(|seat| entry.by == By::Seat(seat))
        });
        // What a message in the channel shows may be followed by a refusal.
        let refused = match &claim.handle {
            Some(handle) => handle.followups(0).await.is_ok_and(|later| !later.is_empty()),
            None => false,
        };
        match claim.told {
            Told::Stored if refused => verdict.count("actions told to have come too late", 1),
            Told::Stored => {
                verdict.count("actions told to be stored", 1);
                if !is_there {
                    verdict.wrong(
                        at,
                        format!(
                            "match {}: request {} was told to be stored, but is not",
                            game.id, claim.request
                        ),
                    );
                }
            }
            Told::Unchanged => {
                verdict.count("actions told to have changed nothing", 1);
                if of_request > 0 {
                    verdict.wrong(
                        at,
                        format!(
                            "match {}: request {} was told to have changed nothing, but is stored",
                            game.id, claim.request
                        ),
                    );
                }
            }
            Told::Unknown => verdict.count("actions without an answer, or with another one", 1),
        }
        if of_request > 1 {
            verdict.wrong(
                at,
                format!("match {}: request {} is stored {of_request} times", game.id, claim.request),
            );
        }
    }
}

/// Every message was posted once, those to a target in order, and nothing else was posted.
fn messages(hall: &Hall, outbox: &[Message], verdict: &mut Verdict) {
    let bot = hall.sandbox.bot_id();
    let mut posted = Posted::new();
    for entry in hall.sandbox.journal(0) {
        if let JournalEvent::MessageCreated { message, author, content } = entry.event
            && author == bot
        {
            posted.insert(message, (entry.at, entry.channel, content));
        }
    }
    verdict.count("messages posted", posted.len());
    let mut last: BTreeMap<&(String, i64), (i64, i64)> = BTreeMap::new();
    let mut notices = BTreeSet::new();
    let mut known = BTreeSet::new();
    for message in outbox {
        let notice: serde_json::Value = serde_json::from_str(&message.notice).unwrap_or_default();
        let kind = notice["notice"].as_str().unwrap_or_default().to_owned();
        let what =
            format!("message {} of match {} ({kind}, entry {})", message.id, message.match_id, message.seq);
        let is_news = ["news", "personal", "pregame", "created"].contains(&&*kind);
        if is_news && !notices.insert((message.match_id, &message.target, kind, message.seq)) {
            verdict.wrong(message.at, format!("{what} is announced a second time"));
        }
        match (&*message.state, message.posted_as) {
            ("sent", Some(id)) => {
                verdict.count("messages of the outbox that are sent", 1);
                let id = Id(id as u64);
                if !known.insert(id) {
                    verdict.wrong(message.at, format!("{what} has the same message as another one"));
                }
                if !posted.contains_key(&id) {
                    verdict.wrong(message.at, format!("{what} was not posted"));
                }
                let before = last.insert(&message.target, (id.0 as i64, message.id));
                if let Some((_, other)) = before.filter(|(before, _)| *before > id.0 as i64) {
                    verdict.wrong(message.at, format!("{what} was posted before message {other}"));
                }
            }
            ("sent", None) => verdict.wrong(message.at, format!("{what} is sent without a number")),
            ("pending", _) => verdict.wrong(message.at, format!("{what} is still pending")),
            ("dead", _) => verdict.count("messages given up, as told in the channel", 1),
            _ => verdict.count("messages no longer needed", 1),
        }
    }
    nonces(hall, outbox, &posted, &known, verdict);
}

/// Every message that was posted is one of the outbox or the answer to a direct message, and none of them was posted twice.
fn nonces(hall: &Hall, outbox: &[Message], posted: &Posted, known: &BTreeSet<Id>, verdict: &mut Verdict) {
    let channels =
        hall.guilds.iter().flat_map(GuildHandle::channels).map(|(channel, ..)| hall.host.view(channel));
    let directs = hall.sandbox.people().into_iter().map(|person| person.dms());
    let nonces: BTreeMap<Id, Option<String>> =
        channels.chain(directs).flatten().map(|message| (message.id, message.nonce)).collect();
    let of_outbox: BTreeSet<&str> = outbox.iter().map(|message| &*message.nonce).collect();
    let mut before = BTreeMap::new();
    for (id, (at, channel, content)) in posted {
        let first = content.lines().next().unwrap_or_default();
        let nonce = nonces.get(id).and_then(Option::as_deref);
        let earlier = nonce.and_then(|nonce| before.insert((*channel, nonce), *at));
        match nonce {
            // An answer is found by its nonce, which Discord forgets: unlike the outbox, it is not looked for after that.
            Some(nonce)
                if nonce.starts_with("re ") && earlier.is_some_and(|earlier| at - earlier > NONCES) =>
            {
                verdict.count("direct messages answered again after time had jumped", 1);
            }
            Some(_) if earlier.is_some() => {
                verdict.wrong(*at, format!("message {id} was posted twice: {first}"));
            }
            Some(nonce) if nonce.starts_with("re ") => verdict.count("direct messages answered", 1),
            // Its match went on before the bot could note that it was posted.
            Some(nonce) if of_outbox.contains(nonce) && !known.contains(id) => {
                verdict.count("messages posted although no longer needed", 1);
            }
            Some(nonce) if of_outbox.contains(nonce) => {}
            // The answer to a command that Discord did not take in time.
            None if hall.guilds.iter().all(|guild| guild.channels().iter().all(|(id, ..)| id != channel)) => {
                verdict.count("answers sent as direct messages", 1);
            }
            _ => verdict.wrong(*at, format!("message {id} was posted by nobody: {first}")),
        }
    }
}

/// The record of a match verifies.
fn record(hall: &Hall, game: &Match, verdict: &mut Verdict) -> Result<(), Error> {
    verdict.count("entries", game.log.len());
    let now = hall.clock.now_millis();
    let mut seqs = game.log.iter().map(|entry| entry.seq);
    if !(1..).zip(seqs.by_ref()).all(|(wanted, seq)| wanted == seq) {
        verdict.wrong(now, format!("match {} has a gap in its log", game.id));
    }
    if game.stopped().is_some() {
        verdict.wrong(now, format!("match {} does not follow from its log", game.id));
    }
    // A match has no record until it begins.
    let Ok(record) = game.record() else { return Ok(()) };
    if record.seed.is_none() {
        verdict.count("matches that are not over", 1);
        return Ok(());
    }
    let record = Record::read(&record.file()?, hall.matches.games())?;
    // The hash was posted before the match.
    let messages = hall.host.view(Id(game.channel_id as u64));
    let mut words = messages.iter().flat_map(|message| message.content.split('`'));
    let posted: Option<Commitment> = words.find_map(|word| word.parse().ok());
    let verification = verify(&record, posted.as_ref())?;
    match verification.mismatch() {
        Some(check) => {
            verdict.wrong(now, format!("the record of match {} does not verify: {}", game.id, check.what));
        }
        None => verdict.count("records that verify", 1),
    }
    if posted.is_some() {
        verdict.count("of these, against the hash that was posted", 1);
    }
    Ok(())
}

/// No log contains what is secret, and no process has panicked.
fn secrets(hall: &Hall, matches: &[Arc<Match>], logs: &[String], verdict: &mut Verdict) {
    let mut secrets = vec![("the token", hall.sandbox.token())];
    for game in matches {
        secrets.push(("a seed", game.seed().reveal()));
        let actions = game.log.iter().filter(|entry| game.has_secrets() && matches!(entry.by, By::Seat(_)));
        secrets.extend(actions.filter_map(|entry| Some(("an action", entry.action()?.to_owned()))));
    }
    secrets.sort();
    secrets.dedup();
    let now = hall.clock.now_millis();
    for line in logs.iter().flat_map(|log| log.lines()) {
        verdict.count("lines of logs", 1);
        let ends = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric());
        for (what, secret) in &secrets {
            if line.match_indices(secret.as_str()).any(|(at, _)| ends(&line[at + secret.len()..])) {
                verdict.wrong(now, format!("a log contains {what}"));
            }
        }
        if line.contains("panicked at") {
            verdict.wrong(now, format!("a process panicked: {line}"));
        }
    }
}
