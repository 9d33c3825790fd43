//! [`UpkeepState`]: what the server of a match shows besides messages, and what has to change there.
//!
//! What is to be shown follows from the match and from what was shown before, whatever happened in between. Only what everyone
//! knows counts: a role is as public as a post.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::matches::Matches;
use super::memory::WorkGuard;
use crate::ids::{EventId, MatchId, RoleId, UserId};
use crate::matches::decide::change::Addressed;
use crate::matches::model::computed::Computed;
use crate::matches::model::error::{InternalError, MatchError, json};
use crate::matches::model::game_match::Match;
use crate::matches::model::notice::Notice;
use crate::matches::model::server_roles::{RoleProblems, Roles, UpkeepProblem};
use crate::store::{About, Status, StoreError, Target, UpkeepRow};
use trigon_clock::Millis;

/// What a person is in a match, as everyone knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Involvement {
    /// They hold a seat, or have lent theirs for a time.
    InPlay,
    /// They held a seat: they have left, were replaced or have resigned, or the match is over.
    Out,
}

/// What Discord shows of a match by now, besides messages.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct UpkeepState {
    /// The role that each person has.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub people: BTreeMap<UserId, RoleId>,
    /// The roles that do not exist.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub gone: BTreeSet<RoleId>,
    /// The people whose roles are not what they should be, because somebody has changed them, or they left the server and are
    /// back.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub astray: BTreeSet<UserId>,
    /// When the roles of all members were last compared with what they should be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared_at: Option<Millis>,
    /// What is in the way of roles, of which the hosts have been told or will be.
    #[serde(skip_serializing_if = "RoleProblems::is_none")]
    pub told: RoleProblems,
    /// What is in the way of roles, of which the hosts are to be told later, because they read of something else within the last hour.
    #[serde(skip_serializing_if = "RoleProblems::is_none")]
    pub untold: RoleProblems,
    /// When the hosts were last told of something that is in the way of roles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told_at: Option<Millis>,
    /// The roles that the bot may not give or take, each with the time at which to try again.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub refused: BTreeMap<RoleId, Millis>,
    /// The event for the next deadline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<DeadlineEvent>,
    /// Whether somebody has deleted the event, so that none is made until a host asks for one again.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub event_gone: bool,
    /// When to try again to change the event, if Discord has refused that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event_refused: Option<Millis>,
    /// Since when Discord has refused roles for reasons that may pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roles_stalled_since: Option<Millis>,
    /// Since when Discord has refused the event for reasons that may pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event_stalled_since: Option<Millis>,
}

/// An event of the server for a deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadlineEvent {
    /// Discord's number for it; `None` if it was about to be made, and it is not known whether that has worked.
    pub id: Option<EventId>,
    /// The deadline.
    pub at: Millis,
    /// When it was last made or moved.
    pub moved_at: Millis,
    /// Whether the bot is about to remove it, so that its end says nothing about what others want.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_leaving: bool,
}

/// What has to be done about the roles of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleChange {
    /// The person.
    pub user: UserId,
    /// The role to give.
    pub give: Option<RoleId>,
    /// The roles to take away.
    pub take: Vec<RoleId>,
    /// The role that the person has afterwards because of the match.
    pub after: Option<RoleId>,
}

impl Match {
    /// Returns whether the server shows something of the match besides messages.
    pub(super) fn is_kept_up(&self) -> bool {
        self.terms.roles.is_some() || self.terms.event
    }

    /// Returns the deadline for which there should be an event of the server, if there should be one: while a clock is running.
    pub fn event_at(&self) -> Option<Millis> {
        self.deadline.filter(|_| self.terms.event && self.clock_runs())
    }

    /// Returns what everyone who holds or held a seat is, as far as everyone knows. Who leaves in the middle of a phase of which
    /// others learn only at its end is in play until then.
    pub fn involved(&self) -> BTreeMap<UserId, Involvement> {
        let is_seated = match self.status {
            Status::Signup => return BTreeMap::new(),
            Status::Pregame | Status::Running => true,
            Status::Over | Status::Cancelled => false,
        };
        if !is_seated && !self.effective.begun {
            // Nothing was played.
            return BTreeMap::new();
        }
        let before = self.tenures().iter().map(|tenure| (tenure.before, Involvement::Out));
        let mut involved: BTreeMap<UserId, Involvement> = before.collect();
        for (seat, player) in self.seated() {
            let is_in = is_seated && !self.has_left(seat) && !self.resigned(seat);
            let involvement = if is_in { Involvement::InPlay } else { Involvement::Out };
            involved.insert(player.user_id, involvement);
        }
        // Who has lent their seat comes back.
        for lent in self.effective.seems_lent().filter(|lent| is_seated && !self.resigned(lent.seat)) {
            involved.insert(lent.owner, Involvement::InPlay);
        }
        involved.retain(|user, _| Computed::of(*user).is_none());
        involved
    }

    /// Returns the role that a person should have because of the match.
    fn role_of(&self, involved: Option<Involvement>) -> Option<RoleId> {
        let roles = self.terms.roles?;
        match involved? {
            Involvement::InPlay => roles.in_play,
            Involvement::Out => roles.out,
        }
    }

    /// Returns what has to be done about the roles of the players. Other matches of the server may give the same roles: whoever
    /// is in play in one of them stays so.
    pub fn role_changes(&self, shown: &UpkeepState, others: &[Arc<Self>]) -> Vec<RoleChange> {
        let (involved, others) = (self.involved(), OtherMatches::of(others));
        let users = involved.keys().chain(shown.people.keys()).chain(&shown.astray);
        let users: BTreeSet<UserId> = users.copied().collect();
        let change = |user: UserId| self.role_change(user, involved.get(&user).copied(), shown, &others);
        users.into_iter().filter_map(change).collect()
    }

    /// Returns what has to be done about the roles of a person, who is `involved` in the match like this.
    fn role_change(
        &self,
        user: UserId,
        involved: Option<Involvement>,
        shown: &UpkeepState,
        others: &OtherMatches,
    ) -> Option<RoleChange> {
        let before = shown.people.get(&user).copied();
        let after = self.role_of(involved).filter(|role| !shown.gone.contains(role));
        if before == after && !shown.astray.contains(&user) {
            return None;
        }
        let is_in_play = involved == Some(Involvement::InPlay);
        let give = after.filter(|role| is_in_play || !others.rule_out(user, *role));
        // What somebody has from an earlier match does not go with what they are in this one.
        let roles = self.terms.roles.unwrap_or_default();
        let opposite = match involved {
            Some(Involvement::InPlay) => roles.out,
            Some(Involvement::Out) => roles.in_play,
            None => None,
        };
        let mut take: Vec<RoleId> = before.into_iter().chain(opposite).collect();
        take.dedup();
        take.retain(|role| Some(*role) != after && !shown.gone.contains(role) && !others.give(user, *role));
        Some(RoleChange { user, give, take, after })
    }

    /// Returns whether the roles that a member has are not what they should be, as far as the match is concerned. `has` are the
    /// roles of the member, and `others` the other matches that may give the same roles.
    pub fn is_astray(&self, shown: &UpkeepState, others: &[Arc<Self>], user: UserId, has: &[RoleId]) -> bool {
        let astray = UpkeepState { astray: [user].into(), ..shown.clone() };
        let changes = self.role_changes(&astray, others);
        let change = changes.iter().find(|change| change.user == user);
        change.is_some_and(|change| {
            let lacks = change.give.is_some_and(|role| !has.contains(&role));
            lacks || change.take.iter().any(|role| has.contains(role))
        })
    }

    /// Returns the people whose roles are to be compared with what they should be.
    pub fn to_compare(&self, shown: &UpkeepState) -> BTreeSet<UserId> {
        self.involved().into_keys().chain(shown.people.keys().copied()).collect()
    }
}

/// The other matches of a server that may give roles: those roles, and what everyone is in each match.
struct OtherMatches(Vec<(Roles, BTreeMap<UserId, Involvement>)>);

impl OtherMatches {
    fn of(others: &[Arc<Match>]) -> Self {
        Self(others.iter().filter_map(|other| Some((other.terms.roles?, other.involved()))).collect())
    }

    /// Returns whether one of them gives a person this role, because they are in play.
    fn give(&self, user: UserId, role: RoleId) -> bool {
        self.in_play(user).any(|roles| roles.in_play == Some(role))
    }

    /// Returns whether this is the role of those who are out in one of them, in which the person is in play.
    fn rule_out(&self, user: UserId, role: RoleId) -> bool {
        self.in_play(user).any(|roles| roles.out == Some(role))
    }

    /// Returns the roles of those matches in which a person is in play.
    fn in_play(&self, user: UserId) -> impl Iterator<Item = &Roles> {
        let is_in_play =
            move |involved: &BTreeMap<UserId, Involvement>| involved.get(&user) == Some(&Involvement::InPlay);
        self.0.iter().filter(move |(_, involved)| is_in_play(involved)).map(|(roles, _)| roles)
    }
}

/// A match whose server this process brings up to date.
#[derive(Debug, Clone)]
pub struct Upkeep {
    row: UpkeepRow,
    /// What the server shows by now.
    pub shown: UpkeepState,
}

impl Upkeep {
    /// Returns the number of the match.
    pub fn match_id(&self) -> MatchId {
        self.row.match_id
    }

    /// Returns how many looks in a row have left something undone.
    pub fn attempts(&self) -> i64 {
        self.row.attempts.max(0)
    }

    /// Returns whether a host has asked for another try, so that what was in the way does not count.
    pub fn is_asked_for(&self) -> bool {
        self.row.is_hurried()
    }

    /// Returns whether a host asks for an event, even if somebody had deleted it.
    pub fn wants_event(&self) -> bool {
        self.row.wants_event()
    }

    /// Returns whether whatever was in the way may have been mended in the server.
    pub fn may_be_mended(&self) -> bool {
        self.row.is_mended()
    }
}

impl Matches {
    /// Takes at most `limit` matches whose servers may have to show something else. No other process takes them until they are
    /// settled or their leases end. If there are any, they count as being delivered until the second result is dropped.
    pub async fn take_upkeep(&self, limit: u32) -> Result<(Vec<Upkeep>, WorkGuard), StoreError> {
        let in_hand = self.take_in_hand();
        let rows = self.store().take_upkeep(self.clock().now(), limit).await?;
        let read = |row: UpkeepRow| {
            let shown = serde_json::from_str(&row.state).unwrap_or_else(|_| {
                // Everything is done once more, which changes nothing that is already right.
                tracing::error!(id = row.match_id.0, "what a server shows of a match cannot be read");
                UpkeepState::default()
            });
            Upkeep { row, shown }
        };
        Ok((rows.into_iter().map(read).collect(), in_hand))
    }

    /// Returns the other matches of a server for which something is kept up. Those that cannot be read are left out.
    pub async fn kept_up_beside(&self, game: &Match) -> Result<Vec<Arc<Match>>, MatchError> {
        let mut others = Vec::new();
        for id in self.store().kept_up_in(game.guild_id, game.id).await? {
            match self.load(id).await {
                Ok(other) => others.push(other),
                Err(MatchError::Internal(InternalError::Store(error))) => return Err(error.into()),
                Err(error) => {
                    tracing::error!(id = id.0, %error, "it is not known what a server should show of a match");
                }
            }
        }
        Ok(others)
    }

    /// Stores what the server shows by now, in the middle of a look.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another process has taken the match since.
    pub async fn keep_upkeep(&self, upkeep: &Upkeep) -> Result<(), InternalError> {
        Ok(self.store().keep_upkeep(&upkeep.row, &json("shown", &upkeep.shown)?).await?)
    }

    /// Stores what the server shows after a look at a match. The next look is at `again_at` at the latest; `is_undone` means
    /// that this one has left something to do.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another process has taken it since.
    pub async fn settle_upkeep(
        &self,
        upkeep: &Upkeep,
        game: &Match,
        again_at: Option<Millis>,
        is_undone: bool,
    ) -> Result<(), InternalError> {
        if !game.is_going_on() && again_at.is_none() {
            return Ok(self.store().end_upkeep(&upkeep.row).await?);
        }
        let state = json("shown", &upkeep.shown)?;
        Ok(self.store().settle_upkeep(&upkeep.row, game.version, &state, again_at, is_undone).await?)
    }

    /// Gives up what the server of a match should show: the match cannot be read, or is over and has been tried for long.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another process has taken it since.
    pub async fn end_upkeep(&self, upkeep: &Upkeep) -> Result<(), StoreError> {
        self.store().end_upkeep(&upkeep.row).await
    }

    /// Looks at once at what the server of a match shows, in case what was in the way has been mended.
    pub async fn hurry_upkeep(&self, id: MatchId) -> Result<(), StoreError> {
        self.store().hurry_upkeep(id, self.clock().now()).await?;
        self.wake_up().notify_waiters();
        Ok(())
    }

    /// Looks at once at what the server of a match shows, and makes an event again that somebody had deleted.
    pub async fn hurry_event(&self, id: MatchId) -> Result<(), StoreError> {
        self.store().hurry_event(id, self.clock().now()).await?;
        self.wake_up().notify_waiters();
        Ok(())
    }

    /// Tells the hosts of a match by direct message that something cannot be shown, once for each reason.
    pub async fn tell_trouble(&self, game: &Match, trouble: UpkeepProblem) -> Result<(), InternalError> {
        for host in game.hosts() {
            let notice = Notice::Trouble { host, trouble: trouble.clone() };
            let told = Addressed { to: Target::User(host), notice, seq: game.seq() };
            self.tell_once(About::Match(game.id), &told).await?;
        }
        Ok(())
    }
}
