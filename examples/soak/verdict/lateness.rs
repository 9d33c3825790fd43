//! How late deadlines and answers were.

use std::collections::BTreeMap;

use trigon::sandbox::{Id, JournalEvent};

use super::{Evidence, Verdict};
use crate::fault_history::ExcuseScope;
use crate::time::ElapsedTime;

/// The bot waits this long after a deadline for what was sent in time, in milliseconds.
const DEADLINE_GRACE_MILLIS: i64 = 3_000;

/// The limits while nothing is wrong, in milliseconds.
const MAX_RESOLUTION_MILLIS: ElapsedTime = 5_000;
const MAX_POSTING_MILLIS: ElapsedTime = 10_000;
const MAX_ANSWER_MILLIS: ElapsedTime = 3_000;
pub(super) const MAX_RECEIPT_MILLIS: ElapsedTime = 10_000;

/// Why an answer may be late although nothing is wrong.
const EXCUSED_BY_EARLIER: &str = "what was written to the same person before came first";

/// Until when the lateness of a deadline is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DeadlineEnd {
    /// Until the round was resolved.
    Resolved,
    /// Until the result was posted.
    Posted,
}

/// How late things of one kind were.
#[derive(Debug)]
pub(crate) struct Lateness {
    what: &'static str,
    limit: ElapsedTime,
    /// In milliseconds, sorted.
    all: Vec<ElapsedTime>,
    /// Those for which there was no excuse.
    calm: Vec<ElapsedTime>,
}

impl Lateness {
    fn new(what: &'static str, limit: ElapsedTime) -> Self {
        Self { what, limit, all: Vec::new(), calm: Vec::new() }
    }
}

impl std::fmt::Display for Lateness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let at = |list: &[ElapsedTime], share: f64| {
            let last = list.len().saturating_sub(1);
            list.get((last as f64 * share).round() as usize).copied().unwrap_or_default() as f64 / 1_000.0
        };
        let figures = |list: &[ElapsedTime]| {
            format!(
                "{} times, median {:.2} s, 99th percentile {:.2} s, longest {:.2} s",
                list.len(),
                at(list, 0.5),
                at(list, 0.99),
                at(list, 1.0)
            )
        };
        writeln!(f, "{}: {}", self.what, figures(&self.all))?;
        write!(
            f,
            "    while nothing was wrong: {}; at most {} s are accepted",
            figures(&self.calm),
            self.limit / 1_000
        )
    }
}

impl Evidence<'_> {
    pub(super) fn measure_lateness(&self, verdict: &mut Verdict) {
        let late = [
            self.measure_deadlines(verdict, DeadlineEnd::Resolved),
            self.measure_deadlines(verdict, DeadlineEnd::Posted),
        ];
        verdict.lateness.extend(late);
        let late = self.measure_first_answers(verdict);
        verdict.lateness.push(late);
        let late = self.measure_receipts(verdict);
        verdict.lateness.push(late);
    }

    /// Notes how late something was. Earlier things that held it up may excuse that.
    fn note(
        &self,
        lateness: &mut Lateness,
        scope: ExcuseScope,
        (from, to): (ElapsedTime, ElapsedTime),
        verdict: &mut Verdict,
        held_up: impl FnOnce() -> Option<&'static str>,
        what: impl FnOnce(f64) -> String,
    ) {
        let late = (to - from).max(0);
        let place = |list: &[ElapsedTime]| list.partition_point(|other| *other <= late);
        lateness.all.insert(place(&lateness.all), late);
        // What happens in a time of trouble says nothing about other times, whether it is late or not.
        if self.bed.fault_history.excuse(scope, from, to, to - from).is_none() {
            lateness.calm.insert(place(&lateness.calm), late);
        }
        if late > lateness.limit {
            let excuse = self.bed.fault_history.excuse(scope, from, to, lateness.limit).or_else(held_up);
            verdict.excused(lateness.what, excuse, from, || what(late as f64 / 1_000.0));
        }
    }

    /// Measures deadlines until the round was resolved, or until the result was posted.
    fn measure_deadlines(&self, verdict: &mut Verdict, until: DeadlineEnd) -> Lateness {
        let is_until_posted = until == DeadlineEnd::Posted;
        let mut lateness = match until {
            DeadlineEnd::Posted => Lateness::new("deadlines until posted", MAX_POSTING_MILLIS),
            DeadlineEnd::Resolved => Lateness::new("deadlines until resolved", MAX_RESOLUTION_MILLIS),
        };
        let news: BTreeMap<(i64, i64), _> = self
            .tables
            .outbox
            .iter()
            .filter(|message| message.kind == "news")
            .filter_map(|message| Some(((message.match_id?, message.seq), self.post(message)?.1.at)))
            .collect();
        for game in self.tables.games.iter().filter(|game| game.is_rounds()) {
            for entry in game.log.iter().filter(|entry| game.closes(entry)) {
                let what = format!("match {}, entry {}", game.id, entry.seq);
                let by_clock = entry.actor == "clock";
                let Some(deadline) = self.tables.deadline(game, game.closed_before(entry.seq)) else {
                    if by_clock {
                        let sentence = format!("{what}: the clock has ended a round without a deadline");
                        verdict.wrong(entry.at, sentence);
                    }
                    continue;
                };
                // A host may end a round at any time, and has to if the clock does not.
                if !by_clock && entry.at < deadline + DEADLINE_GRACE_MILLIS {
                    continue;
                }
                let posted = news.get(&(game.id, entry.seq)).copied();
                let done = if is_until_posted { posted } else { Some(entry.at) };
                let Some(done) = done else { continue };
                if done < deadline {
                    let early = (deadline - done) as f64 / 1_000.0;
                    verdict.wrong(done, format!("{what}: the round ended {early} s before its deadline"));
                }
                let guild = is_until_posted.then_some(Id(game.guild as u64));
                let game = is_until_posted.then_some(game.id);
                let scope = ExcuseScope { guild, game, ..ExcuseScope::default() };
                // Only what comes after the grace is late. A jump may skip the grace.
                let (from, to) = (self.bed.passed(deadline + DEADLINE_GRACE_MILLIS), self.bed.passed(done));
                self.note(
                    &mut lateness,
                    scope,
                    (from, to),
                    verdict,
                    || None,
                    |late| {
                        format!(
                            "{what}: the round was {} {late} s late",
                            if is_until_posted { "posted" } else { "resolved" }
                        )
                    },
                );
            }
        }
        lateness
    }

    /// Measures interactions until the first response.
    fn measure_first_answers(&self, verdict: &mut Verdict) -> Lateness {
        let mut lateness = Lateness::new("interactions until their first answer", MAX_ANSWER_MILLIS);
        let answered: BTreeMap<Id, i64> = self
            .journal
            .iter()
            .filter_map(|entry| match entry.event {
                JournalEvent::InteractionAnswered { interaction, .. } => Some((interaction, entry.at)),
                _ => None,
            })
            .collect();
        for entry in &self.journal {
            let JournalEvent::InteractionSent { interaction, ref what, .. } = entry.event else {
                continue;
            };
            // The bot takes it for the edit that it has read.
            if self.ambiguous.contains(&interaction) {
                continue;
            }
            let guild = self.channels.get(&entry.channel);
            // Presses in direct messages go to the first process.
            let process = Some(guild.map_or(0, |guild| self.bed.process_of(*guild)));
            let scope = ExcuseScope { process, channel: Some(entry.channel), ..ExcuseScope::default() };
            let from = self.bed.passed(entry.at);
            if let Some(at) = answered.get(&interaction) {
                verdict.count("interactions answered", 1);
                self.note(
                    &mut lateness,
                    scope,
                    (from, self.bed.passed(*at)),
                    verdict,
                    || None,
                    |late| format!("{what} was answered {late} s late"),
                );
                continue;
            }
            let excuse =
                self.bed.fault_history.excuse(scope, from, from + MAX_ANSWER_MILLIS, MAX_ANSWER_MILLIS);
            verdict.excused("interactions without an answer", excuse, entry.at, || {
                format!("{what} ({interaction}) was not answered, without a reason")
            });
        }
        lateness
    }

    /// Measures direct messages until the answer.
    fn measure_receipts(&self, verdict: &mut Verdict) -> Lateness {
        let mut lateness = Lateness::new("direct messages until their answer", MAX_RECEIPT_MILLIS);
        for message in &self.tables.outbox {
            let Some((request, (_, post))) = message.request.zip(self.post(message)) else { continue };
            let sent = Id(request as u64).created_millis();
            let scope = ExcuseScope { user: Some(Id(message.target.1 as u64)), ..ExcuseScope::default() };
            let (from, to) = (self.bed.passed(sent), self.bed.passed(post.at));
            let held_up = || self.is_limit_reached(post.channel, from, to).then_some(EXCUSED_BY_EARLIER);
            self.note(&mut lateness, scope, (from, to), verdict, held_up, |late| {
                format!("message {request} was answered {late} s late")
            });
        }
        lateness
    }

    /// Returns whether so much was written to a channel between two times that Discord's limit held something up.
    fn is_limit_reached(&self, channel: Id, from: ElapsedTime, to: ElapsedTime) -> bool {
        let times = || {
            let posts = self.posted.values().filter(|post| post.channel == channel);
            posts.map(|post| self.bed.passed(post.at)).filter(|at| (from..=to).contains(at))
        };
        // The limit is five in five seconds. The bot may leave a little of it unused, and messages that it gives up
        // count as well.
        times().count() as ElapsedTime >= (to - from - MAX_RECEIPT_MILLIS) * 8 / 10_000
    }
}
