//! [`judge`]: what people were told and what was posted, compared with what is stored.
//!
//! | file | contents |
//! |---|---|
//! | `answers.rs` | every answer that a player got, or did not get |
//! | `directs.rs` | the same for direct messages |
//! | `lateness.rs` | how late deadlines and answers were |
//! | `messages.rs` | every message once, in order, and nothing else |
//! | `given_up.rs` | messages that were given up or no longer needed |
//! | `resolutions.rs` | the messages about each resolution, and their recipients |
//! | `log.rs` | entries, draws and records |
//! | `secrets.rs` | logs |

mod answers;
mod directs;
mod given_up;
mod lateness;
mod log;
mod messages;
mod resolutions;
mod secrets;

use std::collections::BTreeMap;

use trigon::sandbox::{Clock, GuildHandle, Id, JournalEntry, JournalEvent, SeenMessage};

use crate::args::{Args, Fault};
use crate::asked::Asked;
use crate::error::Error;
use crate::hall::Hall;
use crate::reader::rows::{Message, Tables};
use crate::time::Shown;

pub(crate) use lateness::Lateness;

/// The findings.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    /// What is wrong, with the time, earliest first.
    pub(crate) wrong: Vec<(Shown, String)>,
    /// The number of comparisons of each kind.
    pub(crate) counts: BTreeMap<&'static str, u64>,
    /// The number of excuses of each kind, by cause.
    pub(crate) excuses: BTreeMap<(&'static str, &'static str), u64>,
    /// How late things were.
    pub(crate) lateness: Vec<Lateness>,
}

impl Verdict {
    fn count(&mut self, what: &'static str, number: usize) {
        *self.counts.entry(what).or_default() += number as u64;
    }

    fn wrong(&mut self, at: Shown, sentence: String) {
        self.wrong.push((at, sentence));
    }

    /// Returns everything that is wrong, one finding per line.
    pub(crate) fn findings(&self) -> String {
        let line = |(at, sentence): &(Shown, String)| {
            let at = chrono::DateTime::from_timestamp_millis(*at).map(|at| at.to_rfc3339());
            format!("{}  {sentence}\n", at.unwrap_or_default())
        };
        self.wrong.iter().map(line).collect()
    }

    fn excused(
        &mut self,
        what: &'static str,
        excuse: Option<&'static str>,
        at: Shown,
        sentence: impl FnOnce() -> String,
    ) {
        match excuse {
            Some(excuse) => *self.excuses.entry((what, excuse)).or_default() += 1,
            None => self.wrong(at, sentence()),
        }
    }

    /// Returns what was compared too rarely to mean anything.
    fn too_few(
        &mut self,
        now: Shown,
        kills: u32,
        minimum: impl Iterator<Item = &'static (&'static str, u64)>,
    ) {
        for (what, least) in minimum {
            let least = least + u64::from(kills) / 20;
            let count = self.counts.get(what).copied().unwrap_or_default();
            if count < least {
                self.wrong(now, format!("not tried enough: {count} {what} instead of {least}"));
            }
        }
    }
}

/// The minimum number of comparisons of each kind, for few kills.
const MINIMUM: [(&str, u64); 12] = [
    ("matches", 3),
    ("entries", 20),
    ("rounds resolved", 2),
    ("rounds ended by the clock", 1),
    ("numbers drawn", 1),
    ("actions asked for by direct message", 5),
    ("actions asked for by command", 1),
    ("actions asked for in private messages", 1),
    ("actions asked for in the channel", 3),
    ("actions told to be stored", 10),
    ("direct messages answered", 10),
    ("interactions answered", 20),
];

/// A message of the bot as it was when it was posted.
pub(crate) struct Post {
    at: Shown,
    channel: Id,
    content: String,
}

/// All the evidence.
struct Case<'a> {
    hall: &'a Hall,
    tables: Tables,
    journal: Vec<JournalEntry>,
    /// What the bot has posted.
    posted: BTreeMap<Id, Post>,
    /// Those of the bot's messages that still exist.
    seen: BTreeMap<Id, SeenMessage>,
    asked: Vec<Asked>,
}

impl Case<'_> {
    fn is_public(&self, channel: Id) -> bool {
        self.hall.guilds.iter().any(|guild| guild.channels().iter().any(|(id, ..)| *id == channel))
    }

    fn nonce(&self, id: Id) -> Option<&str> {
        self.seen.get(&id)?.nonce.as_deref()
    }

    /// Returns the post of a message of the outbox.
    fn post(&self, message: &Message) -> Option<(Id, &Post)> {
        let id = Id(message.posted_as? as u64);
        Some((id, self.posted.get(&id)?))
    }
}

/// Compares everything.
pub(crate) async fn judge(
    hall: &Hall,
    database: &str,
    logs: &[String],
    args: &Args,
) -> Result<Verdict, Error> {
    let mut verdict = Verdict::default();
    let journal = hall.sandbox.journal(0);
    let bot = hall.sandbox.bot_id();
    let mut posted = BTreeMap::new();
    for entry in &journal {
        if let JournalEvent::MessageCreated { message, author, content } = &entry.event
            && *author == bot
        {
            let (at, channel, content) = (entry.at, entry.channel, content.clone());
            posted.insert(*message, Post { at, channel, content });
        }
    }
    let channels =
        hall.guilds.iter().flat_map(GuildHandle::channels).map(|(channel, ..)| hall.host.view(channel));
    let directs = hall.sandbox.people().into_iter().map(|person| person.dms());
    let seen = channels.chain(directs).flatten().map(|message| (message.id, message)).collect();
    let tables = Tables::read(database).await?;
    let case = Case { hall, tables, journal, posted, seen, asked: hall.asked() };
    verdict.count("matches", case.tables.games.len());
    verdict.count("messages posted", case.posted.len());
    case.messages(&mut verdict);
    case.given_up(&mut verdict);
    case.resolutions(&mut verdict);
    case.log(&mut verdict);
    case.answers(&mut verdict).await;
    case.lateness(&mut verdict);
    case.own_records(&mut verdict).await?;
    case.secrets(logs, &mut verdict);
    // The games of the tests, which come first then, draw little.
    let is_tried = |what: &str| match what {
        "rounds ended by the clock" => args.faults.has(Fault::Clock),
        "numbers drawn" => !args.toys,
        _ => true,
    };
    let minimum = MINIMUM.iter().filter(|(what, _)| is_tried(what));
    verdict.too_few(hall.clock.now(), args.kills, minimum);
    verdict.wrong.sort();
    Ok(verdict)
}
