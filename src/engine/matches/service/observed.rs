//! What Discord says in passing about the roles and events of servers: where a role is missing or an event is gone, that is noted in
//! the [`UpkeepState`] of the match, so that it is set right.

use std::time::Duration;

use super::matches::Matches;
use super::upkeep::UpkeepState;
use crate::ids::{EventId, GuildId, MatchId, RoleId, UserId};
use crate::matches::model::error::{InternalError, MatchError, json};

/// The number of attempts to store an observation. None works while somebody looks at what the server shows.
const MAX_ATTEMPTS: usize = 20;

/// The wait between two of these attempts.
const RETRY_DELAY: Duration = Duration::from_millis(250);

/// What Discord says about a server.
#[derive(Clone, Copy)]
enum Observation<'a> {
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
            if read(&state).people.contains_key(&user) && !servers.contains(&guild_id) {
                servers.push(guild_id);
            }
        }
        Ok(servers)
    }

    /// Notes which roles a member of a server has. If they are not what they should be because of matches, they are set right.
    pub async fn note_member_roles(
        &self,
        guild_id: GuildId,
        user: UserId,
        has: &[RoleId],
    ) -> Result<(), MatchError> {
        self.note_observation(guild_id, Observation::Roles { user, has }).await
    }

    /// Notes that an event of a server was deleted or ended. If it was that of a match, and somebody else did that, no other one
    /// is made.
    pub async fn note_event_end(&self, guild_id: GuildId, event: EventId) -> Result<(), MatchError> {
        self.note_observation(guild_id, Observation::EventEnd(event)).await
    }

    /// Notes an observation for all matches of a server that it concerns.
    async fn note_observation(
        &self,
        guild_id: GuildId,
        observation: Observation<'_>,
    ) -> Result<(), MatchError> {
        for _ in 0..MAX_ATTEMPTS {
            let mut is_stored = true;
            for (id, state) in self.store().upkeep_states(guild_id).await? {
                if let Some(corrected) = self.corrected(id, read(&state), observation).await? {
                    is_stored &= self.store_corrected(id, &state, &corrected).await?;
                }
            }
            if is_stored {
                break;
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
        Ok(())
    }

    /// Returns what the server of a match shows with an observation added, or `None` if that is what is known already.
    async fn corrected(
        &self,
        id: MatchId,
        mut shown: UpkeepState,
        observation: Observation<'_>,
    ) -> Result<Option<UpkeepState>, MatchError> {
        match observation {
            Observation::Roles { user, has } => {
                if !shown.people.contains_key(&user) || shown.astray.contains(&user) {
                    return Ok(None);
                }
                let game = self.load(id).await?;
                if !game.is_astray(&shown, &self.kept_up_beside(&game).await?, user, has) {
                    return Ok(None);
                }
                shown.astray.insert(user);
            }
            Observation::EventEnd(ended) => {
                if !shown.event.is_some_and(|event| event.id == Some(ended) && !event.is_leaving) {
                    return Ok(None);
                }
                (shown.event, shown.event_gone) = (None, true);
            }
        }
        Ok(Some(shown))
    }

    /// Stores what the server of a match shows in fact, and has it looked at. Returns whether that was done: not while it is being
    /// looked at.
    async fn store_corrected(
        &self,
        id: MatchId,
        before: &str,
        corrected: &UpkeepState,
    ) -> Result<bool, InternalError> {
        let corrected = json("shown", corrected)?;
        let is_stored = self.store().amend_upkeep(id, before, &corrected, self.clock().now()).await?;
        if is_stored {
            self.wake_up().notify_waiters();
        }
        Ok(is_stored)
    }
}

/// Reads what a server shows by now; nothing if that cannot be read.
fn read(state: &str) -> UpkeepState {
    serde_json::from_str(state).unwrap_or_default()
}
