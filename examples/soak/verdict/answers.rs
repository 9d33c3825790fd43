//! Checks every answer that a player got: actions reported as stored are stored, as that player's answer to that
//! question; refused ones are not; and players who got no answer were told later.

use std::collections::BTreeSet;

use trigon::sandbox::{Id, InteractionHandle, JournalEvent, Response};

use super::{Evidence, Verdict};
use crate::action_request::{ActionRequest, AnswerKind, RequestMethod};
use crate::fault_history::ExcuseScope;
use crate::reader::rows::{Entry, Game, Message};
use crate::time::SandboxTime;

/// How soon after a request its answer is sent as a direct message instead, if at all, in milliseconds.
const INSTEAD_MILLIS: i64 = 20_000;

/// How far from the beginning of a question the bot may take something for an answer to it, in milliseconds.
const UNCERTAIN_MILLIS: i64 = 2_500;

/// How soon a message in the channel shows what a press has done, in milliseconds.
const EDIT_MILLIS: i64 = 10_000;

/// What somebody was told about a request.
#[derive(Default)]
pub(super) struct Answers {
    pub(super) told: Vec<(AnswerKind, String)>,
    /// The later message that was stored instead, if it replaced this one.
    pub(super) replaced_by: Option<Id>,
    /// Whether an answer could not be sent, for a reason that is checked elsewhere.
    pub(super) is_given_up: bool,
}

impl Evidence<'_> {
    pub(super) async fn check_answers(&self, verdict: &mut Verdict) {
        let mut directs = self.check_direct_answers(verdict);
        for asked in &self.asked {
            if self.ambiguous.contains(&asked.request) {
                verdict.count("edits with the number of something else", 1);
                continue;
            }
            let Some(game) = self.tables.game(asked.match_id.0) else {
                verdict.wrong(0, format!("match {} is gone", asked.match_id));
                continue;
            };
            // What was answered is gone with the channel, except for what people have seen.
            if self.sent_in.get(&asked.request).is_some_and(|channel| self.is_gone(*channel)) {
                let is_public = matches!(asked.method, RequestMethod::PublicPress(..));
                let seen = self.bed.seen(asked.request).filter(|_| !is_public);
                let told = seen.into_iter().map(|text| (AnswerKind::of(&text, &asked.described), text));
                let told: Vec<_> = told.filter(|(told, _)| *told != AnswerKind::Other).collect();
                verdict.count("actions asked for in channels that were deleted later", 1);
                if told.is_empty() {
                    self.check_stored(game, asked, verdict);
                } else {
                    self.judge(game, asked, &Answers { told, ..Answers::default() }, verdict);
                }
                continue;
            }
            let (answers, kind) = match &asked.method {
                RequestMethod::Direct => (
                    directs.remove(&asked.request).unwrap_or_default(),
                    "actions asked for by direct message",
                ),
                RequestMethod::Edit { .. } => (
                    directs.remove(&asked.request).unwrap_or_default(),
                    "actions asked for by editing a direct message",
                ),
                RequestMethod::Command(handle) => {
                    (self.answers_to(asked, handle, None).await, "actions asked for by command")
                }
                RequestMethod::Press(handle) => {
                    (self.answers_to(asked, handle, None).await, "actions asked for in private messages")
                }
                RequestMethod::PublicPress(handle, message) => {
                    (self.answers_to(asked, handle, Some(*message)).await, "actions asked for in the channel")
                }
            };
            verdict.count(kind, 1);
            self.judge(game, asked, &answers, verdict);
        }
    }

    /// Returns what a player saw of an interaction: the first response or what it became, the follow-ups, and what was
    /// sent as a direct message instead.
    async fn answers_to(
        &self,
        asked: &ActionRequest,
        handle: &InteractionHandle,
        public: Option<Id>,
    ) -> Answers {
        let mut texts = Vec::new();
        let mut told = Vec::new();
        let at = asked.request.created_millis();
        let seen = self.bed.seen(asked.request);
        match handle.response().await {
            // Something else has brought the message up to date that was pressed.
            Ok(Response::DeferredUpdate)
                if seen.is_none()
                    && self.is_stored(asked)
                    && public.is_some_and(|message| self.was_edited(message, at)) =>
            {
                told.push((AnswerKind::Stored, "the message in the channel".to_owned()));
            }
            // It was acknowledged, but nothing followed.
            Ok(Response::DeferredUpdate) if seen.is_none() => {}
            // Everybody sees in the message how the match goes on.
            Ok(Response::Updated(_)) if public.is_some() => {
                told.push((AnswerKind::Stored, "the message in the channel".to_owned()));
            }
            // If it was not stored, it was acknowledged, and the message shows what others have done.
            Ok(Response::DeferredUpdate) if public.is_some() => {
                if self.is_stored(asked) {
                    told.push((AnswerKind::Stored, "the message in the channel".to_owned()));
                }
            }
            // The message may have been edited only to report a later request, which does not answer this one.
            Ok(Response::DeferredUpdate) => texts.extend(seen.filter(|text| !self.tells_later(asked, text))),
            Ok(_) => texts.extend(seen),
            Err(_) => {}
        }
        let later = handle.followups(0).await.unwrap_or_default().into_iter().map(|message| message.content);
        // Below a refusal there may be the question that is asked now, and it shows what is stored later.
        let is_refused =
            texts.iter().any(|text| AnswerKind::of(text, &asked.described) == AnswerKind::Refused);
        texts.extend(later.filter(|text| !is_refused || !self.shows_later(asked, text)));
        if told.is_empty() && texts.is_empty() {
            let directs = self.seen.values().filter(|message| {
                message.nonce.is_none()
                    && message.author == self.bed.sandbox.bot_id()
                    && !self.is_public(message.channel)
                    && (at..at + INSTEAD_MILLIS).contains(&message.at)
                    && self.person_of(message.channel) == Some(asked.user)
            });
            texts.extend(directs.map(|message| message.content.clone()));
        }
        // A message that was first seen as a response may also be seen as a follow-up.
        let mut unique = BTreeSet::new();
        texts.retain(|text| unique.insert(text.clone()));
        told.extend(texts.into_iter().map(|text| (AnswerKind::of(&text, &asked.described), text)));
        Answers { told, ..Answers::default() }
    }

    fn is_stored(&self, asked: &ActionRequest) -> bool {
        let game = self.tables.game(asked.match_id.0);
        game.is_some_and(|game| game.log.iter().any(|entry| entry.request == Some(asked.request.0 as i64)))
    }

    /// Returns whether the bot has edited a message soon after a time.
    fn was_edited(&self, message: Id, at: SandboxTime) -> bool {
        let from = self.bed.passed(at);
        self.journal.iter().any(|entry| {
            let is_edit =
                matches!(entry.event, JournalEvent::MessageEdited { message: other, .. } if other == message);
            is_edit && entry.at >= at && self.bed.passed(entry.at) < from + EDIT_MILLIS
        })
    }

    /// Returns whether a text says that something is stored which this request did not store, but a later one of the same player.
    fn shows_later(&self, asked: &ActionRequest, text: &str) -> bool {
        let is_later = |other: &&ActionRequest| {
            (other.match_id, other.user) == (asked.match_id, asked.user) && other.request > asked.request
        };
        let mut later = self.asked.iter().filter(is_later);
        !self.is_stored(asked)
            && later.any(|other| {
                AnswerKind::of(text, &other.described) == AnswerKind::Stored && self.is_stored(other)
            })
    }

    /// Returns whether a text says nothing of a request, but that a later one of the same player is stored.
    fn tells_later(&self, asked: &ActionRequest, text: &str) -> bool {
        let is_later = |other: &&ActionRequest| {
            (other.match_id, other.user) == (asked.match_id, asked.user) && other.request > asked.request
        };
        let mut later = self.asked.iter().filter(is_later);
        AnswerKind::of(text, &asked.described) == AnswerKind::Other
            && later.any(|other| AnswerKind::of(text, &other.described) == AnswerKind::Stored)
    }

    fn person_of(&self, channel: Id) -> Option<Id> {
        self.bed
            .sandbox
            .people()
            .into_iter()
            .find(|person| person.dm_channel() == channel)
            .map(|person| person.id())
    }

    fn judge(&self, game: &Game, asked: &ActionRequest, answers: &Answers, verdict: &mut Verdict) {
        let at = asked.request.created_millis();
        let request = asked.request;
        let what = format!("match {}, request {request}", game.id);
        let entry = self.check_stored(game, asked, verdict);
        let told = |kind: AnswerKind| answers.told.iter().filter(|(told, _)| *told == kind).count();
        let (stored, refused, other) =
            (told(AnswerKind::Stored), told(AnswerKind::Refused), told(AnswerKind::Other));
        let is_public = matches!(asked.method, RequestMethod::PublicPress(..));
        if answers.replaced_by.is_some() {
            if entry.is_some() {
                verdict.wrong(at, format!("{what} was told to be replaced, but is stored"));
            }
        } else if stored > 0
            && refused > 0
            && (entry.is_some() || Self::was_stored_before(game, asked))
            && self.bed.was_repeated(request)
        {
            // The second delivery is refused, because the question has changed by then.
            verdict.count("actions delivered twice, stored once and refused once", 1);
        } else if is_public && stored > 0 && refused > 0 {
            verdict.count("actions told to have come too late", 1);
            if entry.is_some() {
                verdict.wrong(at, format!("{what} was told to have come too late, but is stored"));
            }
        } else if stored > 0 {
            verdict.count("actions told to be stored", 1);
            if stored > 1 || refused > 0 {
                verdict
                    .wrong(at, format!("{what} was answered {} times: {:?}", stored + refused, answers.told));
            }
            if entry.is_none() && !Self::was_stored_before(game, asked) {
                verdict.wrong(at, format!("{what} was told to be stored, but is not: {:?}", answers.told));
            }
        } else if refused > 0 {
            verdict.count("actions told to have changed nothing", 1);
            if entry.is_some() {
                verdict.wrong(at, format!("{what} was refused, but is stored: {:?}", answers.told));
            }
            self.check_refused_as_late(game, asked, answers, verdict);
        } else if other > 0 {
            match entry {
                Some(_) if !game.is_rounds() => verdict.count("actions told by what they brought", 1),
                Some(_) => {
                    verdict.wrong(at, format!("{what} is stored, but this was told: {:?}", answers.told));
                }
                // Each game refuses in its own words.
                None if !game.is_building() => verdict.count("actions refused by the rules", 1),
                None => {
                    verdict.wrong(at, format!("{what} is neither stored nor refused: {:?}", answers.told));
                }
            }
        } else if !answers.is_given_up {
            self.judge_unanswered_action(game, asked, entry, verdict);
        }
    }

    /// Checks that a request is stored at most once, and as it was asked. Returns the entry.
    fn check_stored<'g>(
        &self,
        game: &'g Game,
        asked: &ActionRequest,
        verdict: &mut Verdict,
    ) -> Option<&'g Entry> {
        let request = Some(asked.request.0 as i64);
        let entries: Vec<&Entry> = game.log.iter().filter(|entry| entry.request == request).collect();
        if entries.len() > 1 {
            let sentence =
                format!("match {}, request {} is stored {} times", game.id, asked.request, entries.len());
            verdict.wrong(asked.request.created_millis(), sentence);
        }
        let entry = entries.first().copied();
        if let Some(entry) = entry {
            self.check_entry(game, asked, entry, verdict);
        }
        entry
    }

    /// Checks that an entry is the action of that seat in that question.
    fn check_entry(&self, game: &Game, asked: &ActionRequest, entry: &Entry, verdict: &mut Verdict) {
        let what = format!("match {}, request {}", game.id, asked.request);
        let seat = game.seat_of(asked.user.0 as i64).map(|seat| seat.seat.to_string());
        if seat.as_ref() != Some(&entry.actor) {
            verdict.wrong(entry.at, format!("{what} is stored for {} instead of seat {seat:?}", entry.actor));
        }
        if entry.action != asked.action {
            verdict.wrong(entry.at, format!("{what} is stored as another action"));
        }
        let question = game.closed_before(entry.seq);
        if question == asked.closed_questions {
            return;
        }
        let at = asked.request.created_millis();
        let closing = (asked.closed_questions..question).filter_map(|closed| game.closing(closed));
        if let RequestMethod::Edit { of } = asked.method {
            // It counts for the question that was open when the message was first written.
            let is_next = |closing: &Entry| of.created_millis() + UNCERTAIN_MILLIS >= closing.at;
            if question > asked.closed_questions && closing.clone().all(is_next) {
                return verdict.count("edits that count for the round that had just begun", 1);
            }
            let sentence =
                format!("{what}, an edit, is stored for question {question}, not {}", asked.closed_questions);
            return verdict.wrong(entry.at, sentence);
        }
        // A written action names no question. It counts for the one that was open when it was sent, and only a host or
        // the last answer ends a round without waiting for what was sent before.
        let is_late = |closing: &Entry| {
            closing.actor == "host"
                || game.is_rounds() && closing.actor != "clock"
                || self.deadline_before(game, closing).is_none_or(|deadline| at >= deadline)
        };
        // Within a turn each action counts, even if it was written before the previous one was stored.
        let of_seat = |closing: &Entry| closing.actor == entry.actor && closing.request < entry.request;
        if question > asked.closed_questions && !game.is_rounds() && closing.clone().all(of_seat) {
            return verdict.count("actions that were written before the one before was stored", 1);
        }
        if question > asked.closed_questions
            && game.is_rounds()
            && matches!(asked.method, RequestMethod::Direct | RequestMethod::Command(_))
        {
            let mut closing = closing;
            if closing.all(is_late) {
                return verdict
                    .count("actions that came after a round had ended and count for the next one", 1);
            }
        }
        let closed_by =
            game.closing(asked.closed_questions).map(|closing| (&closing.actor, closing.at, closing.request));
        let deadline = self.tables.deadline(game, asked.closed_questions);
        verdict.wrong(
            entry.at,
            format!(
                "{what} is stored for question {question} instead of {}, which was closed by {closed_by:?}, due at {deadline:?}",
                asked.closed_questions
            ),
        );
    }

    fn deadline_before(&self, game: &Game, closing: &Entry) -> Option<SandboxTime> {
        self.tables.deadline(game, game.closed_before(closing.seq))
    }

    /// Returns whether the same answer of the same seat to the same question is stored for an earlier request.
    fn was_stored_before(game: &Game, asked: &ActionRequest) -> bool {
        let seat = game.seat_of(asked.user.0 as i64).map(|seat| seat.seat.to_string());
        let mut of_seat = game.log.iter().filter(|entry| {
            entry.is_action
                && Some(&entry.actor) == seat.as_ref()
                && game.closed_before(entry.seq) == asked.closed_questions
                && entry.request.is_some_and(|request| request < asked.request.0 as i64)
        });
        game.is_rounds() && of_seat.next_back().is_some_and(|entry| entry.action == asked.action)
    }

    /// Checks that an action refused as late was not sent before the deadline.
    fn check_refused_as_late(
        &self,
        game: &Game,
        asked: &ActionRequest,
        answers: &Answers,
        verdict: &mut Verdict,
    ) {
        let is_late = |text: &str| {
            ["deadline has just passed", "had ended before I read it", "about something that is over"]
                .iter()
                .any(|words| text.contains(words))
        };
        if !answers.told.iter().any(|(_, text)| is_late(text)) {
            return;
        }
        let deadline = self.tables.deadline(game, asked.closed_questions);
        let at = asked.request.created_millis();
        let is_edit = matches!(asked.method, RequestMethod::Edit { .. });
        if is_edit && game.closing(asked.closed_questions).is_some_and(|closing| closing.at <= at) {
            verdict.count("edits of messages about a question that was over", 1);
        }
        // The last answer or a host may end a round before its deadline.
        let by_clock = game.closing(asked.closed_questions).is_none_or(|closing| closing.actor == "clock");
        if (is_edit || matches!(asked.method, RequestMethod::Direct))
            && by_clock
            && deadline.is_some_and(|deadline| at < deadline)
        {
            let (id, now) = (asked.request, self.bed.passed(at));
            // The first process hears direct messages.
            let scope = ExcuseScope { process: Some(0), user: Some(asked.user), ..ExcuseScope::default() };
            let excuse = self.bed.fault_history.excuse(scope, now, now + 3_000, 3_000);
            verdict.excused("messages in time that were read after the round", excuse, at, || {
                format!("match {}, request {id} was sent in time, but refused as late", game.id)
            });
        }
    }

    /// Judges a request that nobody has answered: something must have prevented it, and a stored action must have been
    /// reported later.
    fn judge_unanswered_action(
        &self,
        game: &Game,
        asked: &ActionRequest,
        entry: Option<&Entry>,
        verdict: &mut Verdict,
    ) {
        let at = asked.request.created_millis();
        // Direct messages have been checked already.
        if !matches!(asked.method, RequestMethod::Direct | RequestMethod::Edit { .. }) {
            // Neither permissions nor closed messages prevent answers to interactions.
            let process = Some(self.bed.process_of(Id(game.guild as u64)));
            let scope = ExcuseScope { process, game: Some(game.id), ..ExcuseScope::default() };
            let now = self.bed.passed(at);
            let excuse = self.bed.fault_history.excuse(scope, now, now + 3_000, 3_000);
            verdict.excused("actions without an answer", excuse, at, || {
                let (id, method) = (asked.request, asked.method.name());
                format!("match {}, request {id} ({method}) was not answered, without a reason", game.id)
            });
        }
        let Some(entry) = entry else { return };
        let tells = |message: &&Message| {
            let is_theirs = message.target == ("user".to_owned(), asked.user.0 as i64)
                || self.is_to_channel_of(message, game) && !game.is_rounds();
            message.match_id == Some(game.id)
                && is_theirs
                && message.seq >= entry.seq
                && matches!(&*message.state, "sent" | "dead")
                && matches!(&*message.kind, "news" | "personal")
        };
        let mut tell = self.tables.outbox.iter().filter(tells);
        match tell.clone().find(|message| message.state == "sent").or_else(|| tell.next()) {
            Some(message) if message.state == "sent" => {
                verdict.count("actions without an answer that were told later", 1);
            }
            // Why it was given up is checked elsewhere.
            Some(_) => {
                verdict.count("actions whose only answer was in a message that was given up", 1);
            }
            None => verdict.wrong(
                at,
                format!(
                    "match {}, request {} is stored, but its player never learned it",
                    game.id, asked.request
                ),
            ),
        }
    }
}
