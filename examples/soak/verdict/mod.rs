//! [`judge`]: what people were told and what was posted, compared with what is stored.
//!
//! | file | contents |
//! |---|---|
//! | `answers.rs` | every answer that a player got, or did not get |
//! | `directs.rs` | the same for direct messages |
//! | `lateness.rs` | how late deadlines and answers were |
//! | `shown.rs` | what servers show in the end: roles, events, messages that ask nothing more |
//! | `messages.rs` | every message once, in order, and nothing else |
//! | `given_up.rs` | messages that were given up or no longer needed |
//! | `resolutions.rs` | the messages about each resolution, and their recipients |
//! | `log.rs` | entries, draws and records |
//! | `process_logs.rs` | what the processes log: no secrets, no panics |

mod answers;
mod directs;
mod given_up;
mod lateness;
mod log;
mod messages;
mod process_logs;
mod resolutions;
mod shown;

use std::collections::{BTreeMap, BTreeSet};

use trigon::ids::MatchId;
use trigon::sandbox::{ChannelKind, Clock, Id, JournalEntry, JournalEvent, SeenMessage};

use crate::action_request::ActionRequest;
use crate::args::{Args, Fault};
use crate::error::Error;
use crate::reader::rows::{Game, Message, Tables};
use crate::test_bed::{DeletedChannel, TestBed, edit_of};
use crate::time::SandboxTime;

pub(crate) use lateness::Lateness;

/// The findings.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    /// What is wrong, with the time, earliest first.
    pub(crate) wrong: Vec<(SandboxTime, String)>,
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

    fn wrong(&mut self, at: SandboxTime, sentence: String) {
        self.wrong.push((at, sentence));
    }

    /// Returns everything that is wrong, one finding per line.
    pub(crate) fn findings(&self) -> String {
        let line = |(at, sentence): &(SandboxTime, String)| {
            let at = chrono::DateTime::from_timestamp_millis(*at).map(|at| at.to_rfc3339());
            format!("{}  {sentence}\n", at.unwrap_or_default())
        };
        self.wrong.iter().map(line).collect()
    }

    fn excused(
        &mut self,
        what: &'static str,
        excuse: Option<&'static str>,
        at: SandboxTime,
        sentence: impl FnOnce() -> String,
    ) {
        match excuse {
            Some(excuse) => *self.excuses.entry((what, excuse)).or_default() += 1,
            None => self.wrong(at, sentence()),
        }
    }

    /// Finds what was compared too rarely to mean anything: less often than the minimum and `more`.
    fn too_few(
        &mut self,
        now: SandboxTime,
        more: u32,
        minimum: impl Iterator<Item = &'static (&'static str, u64)>,
    ) {
        for (what, least) in minimum {
            let least = least + u64::from(more);
            let count = self.counts.get(what).copied().unwrap_or_default();
            if count < least {
                self.wrong(now, format!("not tried enough: {count} {what} instead of {least}"));
            }
        }
    }
}

/// The minimum number of comparisons of each kind, for few kills.
const MIN_COMPARISONS: [(&str, u64); 12] = [
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

/// The same for what comes late in a match, which is wanted only of many kills.
const MIN_LATE_COMPARISONS: [(&str, u64); 3] = [
    ("actions asked for by editing a direct message", 3),
    ("edits of messages about a question that was over", 1),
    (ROLES_COUNTED, 5),
];

/// What is counted of members.
const ROLES_COUNTED: &str = "members whose roles are right";

/// The number of kills that are many.
const LONG_SOAK_KILLS: u32 = 100;

/// A message of the bot as it was when it was posted.
pub(crate) struct PostedMessage {
    at: SandboxTime,
    channel: Id,
    content: String,
}

/// All the evidence.
struct Evidence<'a> {
    bed: &'a TestBed,
    tables: Tables,
    journal: Vec<JournalEntry>,
    /// What the bot has posted.
    posted: BTreeMap<Id, PostedMessage>,
    /// Those of the bot's messages that still exist, or existed until their channel was deleted.
    seen: BTreeMap<Id, SeenMessage>,
    /// What players have asked for.
    asked: Vec<ActionRequest>,
    /// The channels of the servers, with those that were deleted.
    channels: BTreeMap<Id, Id>,
    /// The channels that were deleted.
    gone: Vec<DeletedChannel>,
    /// The channel of each interaction.
    sent_in: BTreeMap<Id, Id>,
    /// The names of threads.
    threads: BTreeSet<String>,
    /// The edits of each direct message of a person.
    edits: BTreeMap<Id, Vec<Id>>,
    /// The direct messages that people have deleted.
    deleted: BTreeSet<Id>,
    /// The numbers of edits that something else has, too. Discord's numbers differ in more than the millisecond.
    ambiguous: BTreeSet<Id>,
}

impl<'a> Evidence<'a> {
    /// Collects everything that was seen and stored.
    async fn collect(bed: &'a TestBed, database: &str) -> Result<Self, Error> {
        let journal = bed.sandbox.journal(0);
        let bot = bed.sandbox.bot_id();
        let mut posted = BTreeMap::new();
        for entry in &journal {
            if let JournalEvent::MessageCreated { message, author, content } = &entry.event
                && *author == bot
            {
                let (at, channel, content) = (entry.at, entry.channel, content.clone());
                posted.insert(*message, PostedMessage { at, channel, content });
            }
        }
        let gone = bed.deleted_channels();
        let existing = bed.guilds.iter().flat_map(|guild| {
            guild.channels().into_iter().map(|(channel, ..)| (channel, guild.id())).collect::<Vec<_>>()
        });
        let mut channels: BTreeMap<Id, Id> = existing.collect();
        let names = bed.guilds.iter().flat_map(|guild| {
            let all = guild.channels().into_iter();
            all.filter(|(_, kind, _)| *kind == ChannelKind::PublicThread).map(|(.., name)| name)
        });
        let threads = names.chain(gone.iter().map(|gone| gone.name.clone())).collect();
        let of_channels = channels.keys().map(|channel| bed.host.view(*channel));
        let of_gone = gone.iter().map(|gone| gone.messages.clone());
        let directs = bed.sandbox.people().into_iter().map(|person| person.dms());
        let seen = of_channels.chain(of_gone).chain(directs).flatten();
        let seen = seen.map(|message| (message.id, message)).collect();
        channels.extend(gone.iter().map(|gone| (gone.channel, gone.guild)));
        let (mut edits, mut deleted): (BTreeMap<Id, Vec<Id>>, _) = (BTreeMap::new(), BTreeSet::new());
        for entry in &journal {
            match entry.event {
                JournalEvent::MessageEdited { message, author, .. } if author != bot => {
                    edits.entry(message).or_default().push(edit_of(message, entry.at));
                }
                JournalEvent::MessageDeleted { message, author, .. } if author != bot => {
                    deleted.insert(message);
                }
                _ => {}
            }
        }
        let of_edits: BTreeSet<Id> = edits.values().flatten().copied().collect();
        let others = journal.iter().filter_map(|entry| match entry.event {
            JournalEvent::MessageCreated { message, .. } => Some(message),
            JournalEvent::InteractionSent { interaction, .. } => Some(interaction),
            _ => None,
        });
        let sent_in = journal.iter().filter_map(|entry| match entry.event {
            JournalEvent::InteractionSent { interaction, .. } => Some((interaction, entry.channel)),
            _ => None,
        });
        let sent_in = sent_in.collect();
        let ambiguous = others.filter(|id| of_edits.contains(id)).collect();
        let (asked, tables) = (bed.asked(), Tables::read(database).await?);
        Ok(Self {
            bed,
            tables,
            journal,
            posted,
            seen,
            asked,
            channels,
            gone,
            sent_in,
            threads,
            edits,
            deleted,
            ambiguous,
        })
    }
}

impl Evidence<'_> {
    fn is_public(&self, channel: Id) -> bool {
        self.channels.contains_key(&channel)
    }

    fn is_gone(&self, channel: Id) -> bool {
        self.gone.iter().any(|gone| gone.channel == channel)
    }

    /// Returns whether a message goes to a channel in which a match is or was played.
    fn is_to_channel_of(&self, message: &Message, game: &Game) -> bool {
        message.target.0 == "channel" && self.is_channel_of(Id(message.target.1 as u64), game)
    }

    fn is_channel_of(&self, channel: Id, game: &Game) -> bool {
        let was_its_channel =
            |gone: &DeletedChannel| (gone.channel, gone.game) == (channel, MatchId(game.id));
        channel.0 as i64 == game.channel || self.gone.iter().any(was_its_channel)
    }

    fn nonce(&self, id: Id) -> Option<&str> {
        self.seen.get(&id)?.nonce.as_deref()
    }

    /// Returns the post of a message of the outbox.
    fn post(&self, message: &Message) -> Option<(Id, &PostedMessage)> {
        let id = Id(message.posted_as? as u64);
        Some((id, self.posted.get(&id)?))
    }
}

/// Compares everything.
pub(crate) async fn judge(
    bed: &TestBed,
    database: &str,
    logs: &[String],
    args: &Args,
) -> Result<Verdict, Error> {
    let mut verdict = Verdict::default();
    let evidence = Evidence::collect(bed, database).await?;
    verdict.count("matches", evidence.tables.games.len());
    verdict.count("messages posted", evidence.posted.len());
    evidence.check_messages(&mut verdict);
    evidence.check_roles_and_events(&mut verdict);
    evidence.check_faces(&mut verdict);
    evidence.check_given_up(&mut verdict);
    evidence.check_resolutions(&mut verdict);
    evidence.check_log(&mut verdict);
    evidence.check_answers(&mut verdict).await;
    evidence.measure_lateness(&mut verdict);
    evidence.check_own_records(&mut verdict).await?;
    evidence.check_process_logs(logs, &mut verdict);
    // The games of the tests, which come first then, draw little.
    let is_tried = |what: &str| match what {
        "rounds ended by the clock" => args.faults.has(Fault::Clock),
        "numbers drawn" => !args.toys,
        _ => true,
    };
    let minimum = MIN_COMPARISONS.iter().filter(|(what, _)| is_tried(what));
    verdict.too_few(bed.clock.now(), args.kills / 20, minimum);
    let is_tried = |what: &str| what == ROLES_COUNTED || args.faults.has(Fault::People);
    let later =
        MIN_LATE_COMPARISONS.iter().filter(|(what, _)| args.kills >= LONG_SOAK_KILLS && is_tried(what));
    verdict.too_few(bed.clock.now(), args.kills / 200, later);
    verdict.wrong.sort();
    Ok(verdict)
}
