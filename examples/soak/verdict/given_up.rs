//! Checks that there is a named reason for each message that was given up or is no longer needed.

use trigon::sandbox::Id;

use super::{Evidence, Verdict};
use crate::codes::{self, Cost};
use crate::fault_history::Cause;
use crate::reader::rows::{Entry, Message};
use crate::request_faults::Route;
use crate::test_bed::DeletedChannel;
use crate::time::ElapsedTime;

/// Control entries with which a proposal of a host is over; with the end of a phase, it lapses.
const SETTLING_ACTIONS: [&str; 12] = [
    "object",
    "extend",
    "agreed-co-host",
    "pause",
    "begin",
    "undo",
    "rewind",
    "correct",
    "take",
    "vacant",
    "taken-out",
    "cancel",
];

/// How long after the end of a match its players may still be told about it, in milliseconds.
const AFTER_MATCH_MILLIS: ElapsedTime = 120_000;

/// How long the bot tries again what Discord refuses for a reason that it does not know, in milliseconds of the embedded Discord.
const UNKNOWN_CODE_RETRY_MILLIS: i64 = 86_400_000;

/// Returns Discord's codes that a reason for hosts can stand for: hosts read words.
fn codes(reason: &str) -> Vec<u32> {
    let words = reason.split(", at every try").next().unwrap_or(reason);
    let many: &[u32] = match words {
        "the player takes no direct messages" => &[50_007, 50_278],
        "the player is not in the server any more" => return codes::of_people(),
        "the player is banned from the server" => &[40_007],
        "there is no such user" => &[10_013, 50_033],
        "the channel is gone" => &[10_003],
        "a message of the bot was too large for Discord" => &[40_005],
        "Discord found something in a message of the bot that it does not take" => &[50_035],
        "Discord takes the picture for explicit content" => &[20_009],
        "Discord does not take the picture" => &[50_045, 50_046, 50_110, 50_123, 50_146],
        "Discord has limited uploads in the server" => &[400_001],
        other => {
            return other.rsplit_once("code ").and_then(|(_, code)| code.parse().ok()).into_iter().collect();
        }
    };
    many.to_vec()
}

/// By how much the bot's time may be behind, in milliseconds: a time within a jump passes as its beginning.
const MAX_LAG_MILLIS: ElapsedTime = 1_000;

impl Evidence<'_> {
    pub(super) fn check_given_up(&self, verdict: &mut Verdict) {
        for message in &self.tables.outbox {
            let (what, reason) = match &*message.state {
                "dead" => ("messages given up", self.why_dead(message)),
                "obsolete" => ("messages no longer needed", self.why_obsolete(message)),
                _ => continue,
            };
            verdict.count(what, 1);
            verdict.excused(what, reason, message.enqueued_at, || {
                format!(
                    "{} was dropped without a reason ({}): {}",
                    message.what(),
                    message.state,
                    message.last_error
                )
            });
        }
        for game in &self.tables.games {
            for seat in game.seats.iter().filter(|seat| seat.is_closed) {
                let user = Id(seat.user as u64);
                let is_reason = |cause| match cause {
                    Cause::Closed(other) | Cause::Left(other) => other == user,
                    Cause::Refusal(Route::Direct | Route::Opening | Route::Post, code, _) => {
                        codes::cost(code) == Cost::Person
                    }
                    _ => false,
                };
                let from = self.bed.passed(game.created_at);
                // The end of a match is announced once it is over.
                let to = game.ended_at.map_or(self.bed.now(), |at| self.bed.passed(at) + AFTER_MATCH_MILLIS);
                let cause = self.bed.fault_history.find(from, to, to - from, is_reason);
                verdict.excused(
                    "players taken for unreachable",
                    cause.map(Cause::name),
                    game.created_at,
                    || format!("{} of match {} counts as unreachable without a reason", seat.name, game.id),
                );
            }
        }
    }

    /// Returns why a message could not be sent: there must have been a reason for Discord's code at that time.
    fn why_dead(&self, message: &Message) -> Option<&'static str> {
        let codes = codes(&message.last_error);
        let user = (message.target.0 == "user").then_some(Id(message.target.1 as u64));
        let is_reason = |cause| match cause {
            Cause::Closed(closed) => codes.contains(&50_007) && user == Some(closed),
            Cause::Left(left) => {
                codes.iter().any(|code| [50_007, 50_278].contains(code)) && user == Some(left)
            }
            // Then the bot shares no server with anybody.
            Cause::Removal(_) => user.is_some() && codes.contains(&50_278),
            Cause::Refusal(Route::Post, refused, _) => {
                codes.contains(&refused) && codes::ends_writing(refused)
            }
            Cause::Refusal(Route::Direct | Route::Opening, refused, _) => {
                user.is_some() && codes.contains(&refused) && codes::ends_writing(refused)
            }
            _ => false,
        };
        let is_gone = |gone: &DeletedChannel| message.target == ("channel".to_owned(), gone.channel.0 as i64);
        if codes.contains(&10_003) && self.gone.iter().any(is_gone) {
            return Some("its channel was deleted, and the match was over");
        }
        let from = self.bed.passed(message.enqueued_at);
        let to = self.bed.passed(message.done_at?) + MAX_LAG_MILLIS;
        let (reason, at_every_try) = message.last_error.split_once(", at every try").unwrap_or(("", ""));
        let says = ["Discord refused with code ", "Discord answered 4"];
        // That somebody's channel is gone cannot last: another one is opened.
        let is_unknown = user.is_some() && codes.contains(&10_003)
            || says.iter().any(|words| reason.starts_with(words))
                && !codes.iter().any(|code| codes::listed().contains(code));
        if at_every_try.is_empty()
            && is_unknown
            && message.done_at? - message.enqueued_at >= UNKNOWN_CODE_RETRY_MILLIS
        {
            let is_reason = |cause| {
                matches!(cause, Cause::Http(Some(Route::Post | Route::Direct | Route::Opening) | None, _))
            };
            let cause = self.bed.fault_history.find(from, to, to - from, is_reason);
            return cause.map(|_| "nobody knows why, and a day had passed");
        }
        let cause = self.bed.fault_history.find(from, to, to - from, is_reason)?;
        Some(match cause {
            Cause::Refusal(..) => "Discord was told to refuse it",
            cause => cause.name(),
        })
    }

    /// Returns why a message was no longer needed.
    fn why_obsolete(&self, message: &Message) -> Option<&'static str> {
        let game = self.tables.game(message.match_id?)?;
        let later = || game.log.iter().filter(|entry| entry.seq > message.seq);
        let is_over = game.ended_at.is_some_and(|at| Some(at) <= message.done_at);
        match &*message.kind {
            // The message about a later action of the same turn, or about the end, covers it.
            "news" if message.notice["turned"] == false && later().any(|entry| entry.is_action) => {
                Some("a later message of the turn has told it")
            }
            "reminder" | "nudged" | "dm-closed" | "time-out" | "offered"
                if is_over || later().any(|entry| game.closes(entry)) =>
            {
                Some("the question was over")
            }
            "unseen"
                if is_over || later().any(|entry| game.closes(entry) || entry.control() == "channel") =>
            {
                Some("the question was over, or the match had moved")
            }
            "moved"
                if message.target.1 != game.channel || later().any(|entry| entry.control() == "channel") =>
            {
                Some("the channel was gone from which the match had moved")
            }
            "proposed" => {
                let settles =
                    |entry: &Entry| game.closes(entry) || SETTLING_ACTIONS.contains(&&*entry.control());
                (is_over || later().any(settles)).then_some("the proposal was settled")
            }
            "reminder" | "nudged" | "dm-closed" | "time-out" => {
                let user = message.notice["user_id"].as_i64().unwrap_or(message.target.1);
                let seat = message.notice["seat"].as_i64().or_else(|| Some(game.seat_of(user)?.seat))?;
                let is_answer = |actor: &str| {
                    actor == seat.to_string() || (message.kind == "dm-closed" && !game.is_rounds())
                };
                let answered = game.log.iter().any(|entry| is_answer(&entry.actor) && entry.is_action);
                answered.then_some("the player had answered")
            }
            _ => None,
        }
    }
}
