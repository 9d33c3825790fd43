//! What is noticed of servers in passing that is not as [`UpkeepState`] says: roles that members lack, and events that are deleted.

use std::time::Duration;

use super::matches::Matches;
use super::upkeep::UpkeepState;
use crate::ids::{EventId, GuildId, MatchId, RoleId, UserId};
use crate::matches::model::error::{InternalError, MatchError, json};

/// How often something is stored that is being looked at, and the time in between.
const MAX_ATTEMPTS: usize = 20;
const RETRY_DELAY: Duration = Duration::from_millis(250);

/// What is noticed.
#[derive(Clone, Copy)]
enum ObservedChange<'a> {
    /// A member has these roles.
    Roles { user: UserId, has: &'a [RoleId] },
    /// An event was deleted or has ended.
    EventEnd(EventId),
}

impl Matches {
    /// Returns the servers in which a person may have a role because of a match.
    pub async fn servers_with_roles(&self, user: UserId) -> Result<Vec<GuildId>, InternalError> {
        let mut servers = Vec::new();
        for (guild_id, state) in self.store().upkeep_states_with(user).await? {
            if shown(&state).people.contains_key(&user) && !servers.contains(&guild_id) {
                servers.push(guild_id);
            }
        }
        Ok(servers)
    }

    /// Compares the roles that a member of a server has with what they should be. If they differ, they are set right.
    pub async fn saw_roles(&self, guild_id: GuildId, user: UserId, has: &[RoleId]) -> Result<(), MatchError> {
        self.saw(guild_id, ObservedChange::Roles { user, has }).await
    }

    /// Notes that an event of a server was deleted or ended. If it was that of a match, and somebody else did that, no other one
    /// is made.
    pub async fn saw_event_end(&self, guild_id: GuildId, event: EventId) -> Result<(), MatchError> {
        self.saw(guild_id, ObservedChange::EventEnd(event)).await
    }

    /// Notes what is noticed of a server for all matches that it concerns.
    async fn saw(&self, guild_id: GuildId, noticed: ObservedChange<'_>) -> Result<(), MatchError> {
        for _ in 0..MAX_ATTEMPTS {
            let mut is_stored = true;
            for (id, state) in self.store().upkeep_states(guild_id).await? {
                let mut shown = shown(&state);
                if self.differs(id, &mut shown, noticed).await? {
                    is_stored &= self.amend(id, &state, &shown).await?;
                }
            }
            if is_stored {
                break;
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
        Ok(())
    }

    /// Returns whether what is noticed differs from what the server of a match shows as far as known, and notes it there.
    async fn differs(
        &self,
        id: MatchId,
        shown: &mut UpkeepState,
        noticed: ObservedChange<'_>,
    ) -> Result<bool, MatchError> {
        match noticed {
            ObservedChange::Roles { user, has } => {
                if !shown.people.contains_key(&user) || shown.astray.contains(&user) {
                    return Ok(false);
                }
                let game = self.load(id).await?;
                let is_astray = game.is_astray(shown, &self.kept_up_beside(&game).await?, user, has);
                Ok(is_astray && shown.astray.insert(user))
            }
            ObservedChange::EventEnd(event) => {
                let is_meant = shown.event.is_some_and(|it| it.id == Some(event) && !it.is_leaving);
                if is_meant {
                    (shown.event, shown.event_gone) = (None, true);
                }
                Ok(is_meant)
            }
        }
    }

    /// Stores what the server of a match shows in fact, and has it looked at. Returns whether that was done: not while it is being
    /// looked at.
    async fn amend(&self, id: MatchId, before: &str, shown: &UpkeepState) -> Result<bool, InternalError> {
        let is_done =
            self.store().amend_upkeep(id, before, &json("shown", shown)?, self.clock().now()).await?;
        if is_done {
            self.wake_up().notify_waiters();
        }
        Ok(is_done)
    }
}

fn shown(state: &str) -> UpkeepState {
    serde_json::from_str(state).unwrap_or_default()
}
