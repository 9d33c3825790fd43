//! Giving roles to those who hold a seat in a match, and taking them from those who no longer do. Every hour, the roles that
//! members have are compared with what they should be.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use reqwest::header::HeaderValue;
use serde::Deserialize;
use tokio::time::Instant;

use super::{ChangeError, Halt, Keeper, LONGEST_WAIT};
use crate::codes::{Reaction, RequestKind, classify_code, reaction};
use trigon_engine::ids::{RoleId, UserId};
use trigon_engine::matches::{
    HOUR, Match, Millis, RoleChange, RoleProblems, Upkeep, UpkeepProblem, UpkeepState,
};

/// How often it is stored who has which role by now, which also renews the lease: Discord may let only a few requests through.
const STORE_INTERVAL: Duration = Duration::from_secs(5);

/// Discord’s code for a role that does not exist.
const UNKNOWN_ROLE: i64 = 10_011;

/// The largest number of members whose roles are compared at once.
const MAX_COMPARED: usize = 50;

/// The roles of a member.
#[derive(Debug, Deserialize)]
struct WithRoles {
    roles: Vec<String>,
}

/// What is done with a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RoleAction {
    Give,
    Take,
}

impl Keeper {
    /// Gives and takes roles. Returns when to look again if Discord has refused that.
    pub(super) async fn show_roles(&self, game: &Match, upkeep: &mut Upkeep) -> Result<Option<Millis>, Halt> {
        let now = self.matches.clock().now();
        let shown = &mut upkeep.shown;
        // A time further ahead than any wait was set before the clock was set back.
        shown.refused.retain(|_, until| (now + 1..=now + LONGEST_WAIT).contains(until));
        let compares = shown.compared_at.is_some_and(|at| !(at..at + HOUR).contains(&now));
        if compares {
            // One attempt an hour does no harm, and what was deleted may have been a mistake of Discord’s.
            shown.refused.clear();
            shown.gone.clear();
        }
        // Nearly always, nothing has changed, and the other matches of the server need not be loaded.
        if !compares && game.role_changes(shown, &[]).is_empty() {
            begin_comparing(game, shown, now);
            self.tell_problems(game, upkeep).await?;
            return Ok(upkeep.shown.refused.values().min().copied());
        }
        let others = self.matches.kept_up_beside(game).await?;
        if compares && game.is_going_on() && game.terms.roles.is_some() {
            self.compare(game, upkeep, &others).await?;
        }
        begin_comparing(game, &mut upkeep.shown, now);
        let mut problems = RoleProblems::default();
        let changed = self.make_changes(game, upkeep, &others, &mut problems).await;
        // The hosts hear of problems even if some changes have to wait.
        self.note_problems(game, upkeep, problems).await?;
        changed?;
        Ok(upkeep.shown.refused.values().min().copied())
    }

    /// Asks Discord for the roles of those who should have one, and notes whose differ.
    async fn compare(&self, game: &Match, upkeep: &mut Upkeep, others: &[Arc<Match>]) -> Result<(), Halt> {
        let mut stored_at = Instant::now();
        for user in game.to_compare(&upkeep.shown).into_iter().take(MAX_COMPARED) {
            if stored_at.elapsed() > STORE_INTERVAL {
                self.matches.keep_upkeep(upkeep).await?;
                stored_at = Instant::now();
            }
            let path = format!("/guilds/{}/members/{user}", game.guild_id);
            let fetched =
                self.client.request_json::<WithRoles>(self.client.request(Method::GET, &path)).await;
            let (member, rest) = match fetched.map_err(ChangeError::from) {
                Ok(fetched) => fetched,
                // Who is not in the server has no roles, and is given theirs when they are back.
                Err(ChangeError::Refused(_)) => continue,
                Err(ChangeError::Halt(halt)) => return Err(halt),
            };
            let has: Vec<RoleId> = member.roles.iter().filter_map(|role| role.parse().ok()).collect();
            if game.is_astray(&upkeep.shown, others, user, &has) {
                upkeep.shown.astray.insert(user);
            }
            tokio::time::sleep(rest).await;
        }
        Ok(())
    }

    /// Makes all changes of roles, and collects the problems.
    async fn make_changes(
        &self,
        game: &Match,
        upkeep: &mut Upkeep,
        others: &[Arc<Match>],
        problems: &mut RoleProblems,
    ) -> Result<(), Halt> {
        let mut stored_at = Instant::now();
        for change in game.role_changes(&upkeep.shown, others) {
            if stored_at.elapsed() > STORE_INTERVAL {
                self.matches.keep_upkeep(upkeep).await?;
                stored_at = Instant::now();
            }
            let shown = &mut upkeep.shown;
            if self.change_roles(game, shown, &change, problems).await? {
                shown.astray.remove(&change.user);
                match change.after {
                    Some(role) => drop(shown.people.insert(change.user, role)),
                    None => drop(shown.people.remove(&change.user)),
                }
            }
        }
        Ok(())
    }

    /// Notes problems that the hosts do not know of, and tells the hosts if it is time. If a problem comes back after it was mended,
    /// they hear of it again.
    async fn note_problems(
        &self,
        game: &Match,
        upkeep: &mut Upkeep,
        found: RoleProblems,
    ) -> Result<(), Halt> {
        let shown = &mut upkeep.shown;
        // A refused role is news only if none was refused before: what is in the way usually concerns all roles.
        let is_new = !found.refused.is_empty() && shown.told.refused.is_empty()
            || !found.deleted.is_subset(&shown.told.deleted)
            || !found.absent.is_subset(&shown.told.absent);
        if shown.refused.is_empty() {
            shown.told.refused.clear();
            shown.untold.refused.clear();
        }
        shown.told.add(&found);
        if is_new || !shown.untold.is_none() {
            shown.untold.add(&found);
        }
        self.tell_problems(game, upkeep).await
    }

    /// Tells the hosts of problems in one message: of the first ones at once, and of those that are found within an hour after that all
    /// together.
    async fn tell_problems(&self, game: &Match, upkeep: &mut Upkeep) -> Result<(), Halt> {
        let (now, shown) = (self.matches.clock().now(), &mut upkeep.shown);
        if shown.untold.is_none() || shown.told_at.is_some_and(|at| (at..at + HOUR).contains(&now)) {
            return Ok(());
        }
        let problems = RoleProblems { at: now, ..shown.untold.clone() };
        self.matches.tell_trouble(game, UpkeepProblem::Roles(problems)).await?;
        (shown.untold, shown.told_at) = (RoleProblems::default(), Some(now));
        Ok(())
    }

    /// Changes the roles of a person, first what is given. Returns whether nothing is left to do about them.
    async fn change_roles(
        &self,
        game: &Match,
        shown: &mut UpkeepState,
        change: &RoleChange,
        problems: &mut RoleProblems,
    ) -> Result<bool, Halt> {
        let gives = change.give.map(|role| (role, RoleAction::Give)).into_iter();
        let steps = gives.chain(change.take.iter().map(|role| (*role, RoleAction::Take)));
        let mut is_done = true;
        for (role, action) in steps {
            if shown.gone.contains(&role) {
                continue;
            }
            if shown.refused.contains_key(&role) {
                is_done = false;
                continue;
            }
            match self.set_role(game, change.user, role, action).await {
                Ok(()) => {
                    shown.told.absent.remove(&change.user);
                    shown.untold.absent.remove(&change.user);
                }
                Err(ChangeError::Refused(code))
                    if reaction(RequestKind::Role, classify_code(code)) == Reaction::GiveUpOnPerson =>
                {
                    // Somebody who has left the server has lost all roles, so there is nothing to take.
                    if action == RoleAction::Give && game.is_going_on() {
                        problems.absent.insert(change.user);
                    }
                    return Ok(true);
                }
                Err(ChangeError::Refused(UNKNOWN_ROLE)) => {
                    shown.gone.insert(role);
                    problems.deleted.insert(role);
                }
                Err(ChangeError::Refused(code)) => {
                    tracing::info!(id = game.id.0, code, "Discord refuses to give or take a role");
                    shown.refused.insert(role, self.matches.clock().now() + LONGEST_WAIT);
                    problems.refused.insert(role);
                    is_done = false;
                }
                Err(ChangeError::Halt(halt)) => return Err(halt),
            }
        }
        Ok(is_done)
    }

    /// Gives a role to a person or takes it away. Discord accepts either even if nothing changes.
    async fn set_role(
        &self,
        game: &Match,
        user: UserId,
        role: RoleId,
        action: RoleAction,
    ) -> Result<(), ChangeError> {
        let method = match action {
            RoleAction::Give => Method::PUT,
            RoleAction::Take => Method::DELETE,
        };
        let path = format!("/guilds/{}/members/{user}/roles/{role}", game.guild_id);
        let mut request = self.client.request(method, &path);
        if let Ok(reason) = HeaderValue::from_str(&format!("Match {}", game.id)) {
            request = request.header("x-audit-log-reason", reason);
        }
        let rest = self.client.request_ok(request).await?;
        tokio::time::sleep(rest).await;
        Ok(())
    }
}

/// Notes that the hour until the next comparison begins now: after the first look, and after each comparison.
fn begin_comparing(game: &Match, shown: &mut UpkeepState, now: Millis) {
    let is_due = shown.compared_at.is_none_or(|at| !(at..at + HOUR).contains(&now));
    if game.terms.roles.is_none() {
        shown.compared_at = None;
    } else if is_due {
        shown.compared_at = Some(now);
    }
}
