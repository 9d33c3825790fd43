//! The roles of those who hold a seat, and of those who held one.

use std::time::Duration;

use reqwest::Method;
use reqwest::header::HeaderValue;
use tokio::time::Instant;

use super::{Halt, Keeper, LONGEST_WAIT, refusal};
use crate::codes::{Kind, Verdict, verdict};
use crate::delivery::client::refused;
use trigon_engine::matches::{Match, Millis, RoleChange, Shown, Trouble, Upkeep};

/// How often it is stored who has which role by now, which also renews the lease: Discord may let only a few requests through.
const KEEP_EVERY: Duration = Duration::from_secs(5);

/// Discord’s code for a role that does not exist.
const UNKNOWN_ROLE: i64 = 10_011;

impl Keeper {
    /// Gives and takes roles. Returns when to look again if Discord has refused that.
    pub(super) async fn show_roles(&self, game: &Match, upkeep: &mut Upkeep) -> Result<Option<Millis>, Halt> {
        let shown = &mut upkeep.shown;
        let now = self.matches.clock().now();
        // A time further ahead than any wait was set before the clock was set back.
        shown.refused.retain(|_, until| (now + 1..=now + LONGEST_WAIT).contains(until));
        // Nearly always, nothing has changed, and the other matches of the server do not matter.
        if game.role_changes(shown, &[]).is_empty() {
            return Ok(None);
        }
        let others = self.matches.kept_up_beside(game).await?;
        let changes = game.role_changes(shown, &others);
        let mut kept = Instant::now();
        for change in changes {
            if kept.elapsed() > KEEP_EVERY {
                self.matches.keep_upkeep(upkeep).await?;
                kept = Instant::now();
            }
            let shown = &mut upkeep.shown;
            let is_done = self.change_roles(game, shown, &change).await?;
            if is_done {
                match change.after {
                    Some(role) => drop(shown.people.insert(change.user, role)),
                    None => drop(shown.people.remove(&change.user)),
                }
            }
        }
        Ok(upkeep.shown.refused.values().min().copied())
    }

    /// Changes the roles of a person, first what is given. Returns whether nothing is left to do about them.
    async fn change_roles(&self, game: &Match, shown: &mut Shown, change: &RoleChange) -> Result<bool, Halt> {
        let given = change.give.map(|role| (role, true)).into_iter();
        let steps = given.chain(change.take.iter().map(|role| (*role, false)));
        let mut is_done = true;
        for (role, gives) in steps {
            if shown.gone.contains(&role) {
                continue;
            }
            if shown.refused.contains_key(&role) {
                is_done = false;
                continue;
            }
            let trouble = match self.set_role(game, change.user, role, gives).await? {
                Ok(()) => continue,
                Err(code) if verdict(Kind::Role, refused(code)) == Verdict::Unreachable => {
                    // What somebody who has left the server would have had to lose is lost.
                    if gives && game.is_going_on() {
                        self.matches.tell_trouble(game, Trouble::MemberGone(change.user)).await?;
                    }
                    return Ok(true);
                }
                Err(UNKNOWN_ROLE) => {
                    shown.gone.insert(role);
                    Trouble::RoleGone(role)
                }
                Err(code) => {
                    tracing::info!(id = game.id, code, "Discord refuses to give or take a role");
                    shown.refused.insert(role, self.matches.clock().now() + LONGEST_WAIT);
                    is_done = false;
                    Trouble::RoleRefused(role)
                }
            };
            self.matches.tell_trouble(game, trouble).await?;
        }
        Ok(is_done)
    }

    /// Gives a role to a person or takes it away. Discord accepts either even if nothing changes.
    async fn set_role(
        &self,
        game: &Match,
        user: i64,
        role: i64,
        gives: bool,
    ) -> Result<Result<(), i64>, Halt> {
        let method = if gives { Method::PUT } else { Method::DELETE };
        let path = format!("/guilds/{}/members/{user}/roles/{role}", game.guild_id);
        let mut request = self.client.request(method, &path);
        if let Ok(reason) = HeaderValue::from_str(&format!("Match {}", game.id)) {
            request = request.header("x-audit-log-reason", reason);
        }
        let done = refusal(self.client.done_silently(request).await)?;
        if let Ok(rest) = done {
            tokio::time::sleep(rest).await;
        }
        Ok(done.map(drop))
    }
}
