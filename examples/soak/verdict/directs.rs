//! Checks that every direct message is answered: on its own, or by the answer to the next one, which says so.

use std::collections::{BTreeMap, BTreeSet};

use trigon::sandbox::{Id, JournalEvent};

use super::answers::Answers;
use super::lateness::MAX_RECEIPT_MILLIS;
use super::{Evidence, PostedMessage, Verdict};
use crate::action_request::{AnswerKind, replaced};
use crate::codes;
use crate::fault_history::{Cause, ExcuseScope};
use crate::reader::rows::Message;
use crate::request_faults::Route;
use crate::test_bed::edit_of;
use crate::time::SandboxTime;

/// The interval at which somebody who plays nowhere is answered, in milliseconds.
const OUTSIDER_ANSWER_MILLIS: i64 = 10_000;

/// How long after a message was sent the bot may be told that it cannot be read, in milliseconds.
const READING_MILLIS: i64 = 60_000;

/// How long after its cause somebody may read that a message cannot be stored, in milliseconds of real time.
const EXPLANATION_MILLIS: i64 = 3_000;

/// The maximum time between messages that count as sent at once, in milliseconds.
const AT_ONCE_MILLIS: i64 = 2_000;

impl Evidence<'_> {
    /// Collects the answers to all direct messages, and checks that none is missing.
    pub(super) fn check_direct_answers(&self, verdict: &mut Verdict) -> BTreeMap<Id, Answers> {
        let described: BTreeMap<Id, &str> =
            self.asked.iter().map(|asked| (asked.request, &*asked.described)).collect();
        let people: BTreeMap<Id, Id> =
            self.bed.sandbox.people().into_iter().map(|person| (person.dm_channel(), person.id())).collect();
        let replies: BTreeMap<Id, &Message> = self
            .tables
            .outbox
            .iter()
            .filter_map(|message| Some((Id(message.request? as u64), message)))
            .collect();
        let mut unstored: BTreeMap<String, Vec<&PostedMessage>> = BTreeMap::new();
        for (id, post) in &self.posted {
            if let Some(nonce) = self.nonce(*id) {
                unstored.entry(nonce.to_owned()).or_default().push(post);
            }
        }
        let mut all = BTreeMap::new();
        // Messages whose answer is not stored.
        let mut outside = BTreeSet::new();
        let mut open: BTreeMap<Id, Vec<Id>> = BTreeMap::new();
        for entry in &self.journal {
            let (sent, author) = match entry.event {
                JournalEvent::MessageCreated { message, author, .. } => (message, author),
                // An edit is answered like a message of its own.
                JournalEvent::MessageEdited { message, author, .. } => (edit_of(message, entry.at), author),
                _ => continue,
            };
            let Some(user) = people.get(&entry.channel).filter(|user| **user == author) else { continue };
            let of = |text: &str| {
                (AnswerKind::of(text, described.get(&sent).copied().unwrap_or("?")), text.to_owned())
            };
            let mut answers = Answers::default();
            for kind in ["wait", "re"] {
                let texts = unstored.get(&format!("{kind} {sent}")).into_iter().flatten();
                if kind == "re" && texts.clone().next().is_some() {
                    outside.insert((*user, sent));
                }
                answers.told.extend(texts.map(|post| of(&post.content)));
            }
            let mut replaces = 0;
            if let Some(reply) = replies.get(&sent) {
                match self.post(reply) {
                    Some((_, post)) => {
                        replaces = replaced(&post.content);
                        answers.told.push(of(&post.content));
                        // Nobody edits the reply.
                    }
                    None => answers.is_given_up = true,
                }
            }
            let waiting = open.entry(*user).or_default();
            if answers.told.iter().any(|(told, _)| *told != AnswerKind::Kept) || answers.is_given_up {
                verdict.count("direct messages answered", 1);
                for earlier in waiting.split_off(waiting.len().saturating_sub(replaces)) {
                    all.entry(earlier).or_insert_with(Answers::default).replaced_by = Some(sent);
                    verdict.count("direct messages replaced by the next one", 1);
                }
            } else {
                waiting.push(sent);
            }
            if answers.told.iter().any(|(told, _)| *told == AnswerKind::Kept) {
                let kept = unstored.get(&format!("wait {sent}")).and_then(|posts| posts.first());
                self.judge_kept(sent, entry.at, kept.copied(), verdict);
            }
            all.insert(sent, answers);
        }
        for (user, sent) in
            open.into_iter().flat_map(|(user, waiting)| waiting.into_iter().map(move |sent| (user, sent)))
        {
            self.judge_without_answer(user, sent, &outside, &all, verdict);
        }
        all
    }

    /// Judges a message that could not be stored at once: there must have been a reason.
    fn judge_kept(&self, sent: Id, at: SandboxTime, kept: Option<&PostedMessage>, verdict: &mut Verdict) {
        verdict.count("direct messages kept until they could be stored", 1);
        // It may have been read long after it was sent.
        let now = self.bed.passed(kept.map_or(at, |post| post.at));
        let is_reason =
            |cause| matches!(cause, Cause::Database | Cause::Network(_) | Cause::Disk | Cause::Hang(_));
        let cause = self.bed.fault_history.find(now, now, EXPLANATION_MILLIS, is_reason);
        verdict.excused(
            "direct messages that could not be stored at once",
            cause.map(Cause::name),
            at,
            || {
                let said = kept.map(|post| post.content.as_str()).unwrap_or_default();
                format!("message {sent} could not be stored at once, without a reason: {said}")
            },
        );
    }

    /// Judges a message to which no answer was found. `outside` are the messages, with their authors, whose answer is
    /// not stored.
    fn judge_without_answer(
        &self,
        user: Id,
        sent: Id,
        outside: &BTreeSet<(Id, Id)>,
        all: &BTreeMap<Id, Answers>,
        verdict: &mut Verdict,
    ) {
        // By the time it was read, the match was over: of several such messages, one is answered.
        let near = sent.created_millis()..sent.created_millis() + OUTSIDER_ANSWER_MILLIS;
        let is_told = |later: &Id| {
            *later > sent && near.contains(&later.created_millis()) && outside.contains(&(user, *later))
        };
        let is_ambiguous = |id: &Id| self.ambiguous.contains(id);
        if self.plays(user, sent) && outside.iter().any(|(_, later)| is_told(later)) {
            verdict.count("messages that were read after the match, with one answer for several", 1);
        } else if is_ambiguous(&sent)
            || self.edits.get(&sent).is_some_and(|edits| edits.iter().any(is_ambiguous))
        {
            // The bot takes one for the other.
        } else if self.judge_if_changed(user, sent, all, verdict) {
            // What it became is judged instead.
        } else {
            self.judge_unanswered(user, sent, verdict);
        }
    }

    /// Judges a message without an answer that was edited or deleted: something must have kept the bot from reading it
    /// before, and an edit must have been answered. Returns whether it is one.
    fn judge_if_changed(
        &self,
        user: Id,
        sent: Id,
        all: &BTreeMap<Id, Answers>,
        verdict: &mut Verdict,
    ) -> bool {
        let is_answered = |edit: &Id| {
            all.get(edit).is_some_and(|answers| {
                !answers.told.is_empty() || answers.is_given_up || answers.replaced_by.is_some()
            })
        };
        let edited = self.edits.get(&sent).and_then(|edits| edits.iter().find(|edit| is_answered(edit)));
        let is_edited = edited.is_some();
        if !is_edited && !self.deleted.contains(&sent) {
            return false;
        }
        let what = if is_edited {
            "direct messages that were edited before they were read"
        } else {
            "direct messages that were deleted before they were read"
        };
        let (at, now) = (sent.created_millis(), self.bed.passed(sent.created_millis()));
        // An answer may take that long.
        if edited.is_some_and(|edit| self.bed.passed(edit.created_millis()) - now < MAX_RECEIPT_MILLIS) {
            verdict.count(what, 1);
            return true;
        }
        let scope = ExcuseScope { user: Some(user), ..ExcuseScope::default() };
        let excuse = self.bed.fault_history.excuse(scope, now, now + 3_000, 3_000);
        verdict.excused(what, excuse, at, || {
            format!("message {sent} of user {user} was changed, but could have been answered before")
        });
        true
    }

    /// Returns whether somebody plays in a match when a message is sent.
    fn plays(&self, user: Id, sent: Id) -> bool {
        let at = sent.created_millis();
        self.tables.games.iter().any(|game| {
            game.seat_of(user.0 as i64).is_some()
                && game.created_at <= at
                && game.ended_at.is_none_or(|ended| ended > at)
        })
    }

    /// Judges a direct message without an answer.
    fn judge_unanswered(&self, user: Id, sent: Id, verdict: &mut Verdict) {
        let at = sent.created_millis();
        if !self.plays(user, sent) {
            return verdict.count("messages of people who play nowhere, without an answer", 1);
        }
        // The answer to a later one of several messages sent at once says that it applies to this one, too.
        let is_lost = |message: &Message| {
            let later = message.request.map(|request| Id(request as u64)).filter(|later| *later > sent);
            message.target == ("user".to_owned(), user.0 as i64)
                && message.state == "dead"
                && later.is_some_and(|later| later.created_millis() - at < AT_ONCE_MILLIS)
        };
        if self.tables.outbox.iter().any(is_lost) {
            return verdict.count("messages of a burst whose one answer was given up", 1);
        }
        let text = self.seen.get(&sent).map(|message| message.content.as_str()).unwrap_or_default();
        let next = self.tables.outbox.iter().filter(|message| {
            message.target == ("user".to_owned(), user.0 as i64)
                && message.request.is_some_and(|request| request as u64 > sent.0)
        });
        let next = next.min_by_key(|message| message.request).and_then(|message| self.post(message));
        let next = next.map(|(_, post)| post.content.lines().last().unwrap_or_default().to_owned());
        let sentence = || {
            format!(
                "message {sent} of user {user}, “{text}”, was never answered; the next answer ends with {next:?}"
            )
        };
        // When a question closes, each of its players is told what counted.
        let asked = self.asked.iter().find(|asked| asked.request == sent);
        let closing = asked.and_then(|asked| {
            let game = self.tables.game(asked.match_id.0)?;
            game.closing(asked.closed_questions).map(|entry| (game.id, entry.seq))
        });
        let is_told = |(id, seq): (i64, i64)| {
            self.tables.outbox.iter().any(|message| {
                (message.match_id, message.seq) == (Some(id), seq)
                    && message.target == ("user".to_owned(), user.0 as i64)
                    && matches!(&*message.state, "sent" | "dead")
            })
        };
        let now = self.bed.passed(at);
        let is_unread =
            |cause| matches!(cause, Cause::Refusal(Route::Fetch, code, _) if codes::ends_reading(code));
        if self.bed.fault_history.find(now, now + READING_MILLIS, READING_MILLIS, is_unread).is_some() {
            return verdict.excused(
                "direct messages without an answer",
                Some("Discord was told not to show them"),
                at,
                sentence,
            );
        }
        if !closing.is_some_and(is_told) {
            return verdict.wrong(at, sentence());
        }
        let scope = ExcuseScope { user: Some(user), ..ExcuseScope::default() };
        let excuse = self.bed.fault_history.excuse(scope, now, now + 3_000, 3_000);
        verdict.excused("direct messages without an answer of their own", excuse, at, sentence);
    }
}
