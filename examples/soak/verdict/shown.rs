//! Checks what servers show of matches in the end: the roles of those who played, events, and messages that ask nothing more.

use std::collections::BTreeMap;

use trigon::bot::{ComponentAction, CustomId};
use trigon::ids::MatchId;
use trigon::sandbox::{Clock, Id, SeenMessage};

use super::{Evidence, ROLES_COUNTED, Verdict};
use crate::fault_history::Cause;
use crate::reader::rows::Game;
use crate::request_faults::Route;
use crate::time::SandboxTime;

/// Discord's codes for a message, a role and an event that do not exist: nobody tries that again.
const UNKNOWN_MESSAGE_CODE: u32 = 10_008;
const UNKNOWN_ROLE_CODE: u32 = 10_011;
const UNKNOWN_EVENT_CODES: [u32; 2] = [10_070, 180_000];

/// Returns whether a component is for playing a match or for signing up to it.
fn asks(action: &ComponentAction) -> bool {
    matches!(
        action,
        ComponentAction::Join
            | ComponentAction::Leave
            | ComponentAction::Start
            | ComponentAction::CheckIn
            | ComponentAction::Choose(_)
            | ComponentAction::Select(..)
            | ComponentAction::Confirm(_)
            | ComponentAction::Also(..)
    )
}

impl Evidence<'_> {
    pub(super) fn check_roles_and_events(&self, verdict: &mut Verdict) {
        for guild in &self.bed.guilds {
            let Some(roles) = self.bed.roles.get(&guild.id()) else { continue };
            let of_guild = |game: &&Game| game.guild as u64 == guild.id().0;
            let shows = |game: &&Game, what: &str| game.log.iter().any(|entry| entry.control() == what);
            let games: Vec<&Game> = self.tables.games.iter().filter(of_guild).collect();
            let is_told = |game: &&&Game| {
                self.tables
                    .outbox
                    .iter()
                    .any(|message| message.match_id == Some(game.id) && message.kind == "roles")
            };
            let with_roles = games.iter().filter(is_told);
            let mut last: BTreeMap<i64, (SandboxTime, bool)> = BTreeMap::new();
            for game in with_roles {
                let has_begun = shows(game, "begin");
                for seat in game.seats.iter().filter(|_| has_begun) {
                    let ended = game.ended_at.unwrap_or(SandboxTime::MAX);
                    let known = last.entry(seat.user).or_insert((ended, true));
                    *known = (known.0.max(ended), known.1 && game.ended_at.is_some());
                }
            }
            for (user, (ended, is_out)) in last {
                let user = Id(user as u64);
                let has = guild.roles_of(user);
                if !is_out {
                    continue;
                }
                if has.contains(&roles.out) && !has.contains(&roles.in_play) {
                    verdict.count(ROLES_COUNTED, 1);
                    continue;
                }
                let is_reason = |cause| match cause {
                    // The role is given at the end of a match to those who are there.
                    Cause::Left(left) => left == user,
                    Cause::Refusal(Route::Role, code, _) => {
                        code == UNKNOWN_ROLE_CODE || crate::codes::of_people().contains(&code)
                    }
                    _ => false,
                };
                let (from, now) = (self.bed.passed(ended), self.bed.now());
                let cause = self.bed.fault_history.find(from, now, now - from, is_reason);
                verdict.excused("members whose roles are not right", cause.map(Cause::name), ended, || {
                    format!("user {user} has the roles {has:?} instead of {} alone", roles.out)
                });
            }
            if games.iter().any(|game| game.ended_at.is_none() && !game.log.is_empty()) {
                continue;
            }
            let events = guild.events();
            if events.is_empty() {
                verdict.count("servers without events of matches that are over", 1);
            }
            for event in events {
                let is_reason = |cause| matches!(cause, Cause::Refusal(Route::Event, code, _) if UNKNOWN_EVENT_CODES.contains(&code));
                let now = self.bed.now();
                let cause = self.bed.fault_history.find(0, now, now, is_reason);
                verdict.excused("events left over", cause.map(Cause::name), self.bed.clock.now(), || {
                    format!("the event “{}” is left over", event.name)
                });
            }
        }
    }

    /// Checks that no message in the channel of a match that is over asks anything more, however its edits have been refused or
    /// overtaken each other.
    pub(super) fn check_faces(&self, verdict: &mut Verdict) {
        for game in self.tables.games.iter().filter(|game| game.status == "over") {
            let is_gone =
                |message: &&SeenMessage| self.gone.iter().any(|gone| gone.channel == message.channel);
            let messages = self.seen.values().filter(|message| self.is_channel_of(message.channel, game));
            for message in messages.filter(|message| !message.ephemeral && !is_gone(message)) {
                let of_match = |id: &CustomId| id.match_id == MatchId(game.id) && asks(&id.action);
                let ids = message.custom_ids().into_iter().filter_map(|id| id.parse().ok());
                if !ids.into_iter().any(|id| of_match(&id)) {
                    verdict.count("messages in channels that ask nothing more", 1);
                    continue;
                }
                let is_reason = |cause| matches!(cause, Cause::Refusal(Route::Edit, UNKNOWN_MESSAGE_CODE, _));
                let (from, now) = (self.bed.passed(game.created_at), self.bed.now());
                let cause = self.bed.fault_history.find(from, now, now - from, is_reason);
                verdict.excused(
                    "messages that still ask something",
                    cause.map(Cause::name),
                    message.at,
                    || {
                        let first = message.content.lines().next().unwrap_or_default();
                        format!(
                            "message {} of match {}, which is over, still asks: {first}",
                            message.id, game.id
                        )
                    },
                );
            }
        }
    }
}
