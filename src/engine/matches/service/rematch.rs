//! Rematches: the same players, terms and channel once more.

use std::sync::Arc;

use super::changes::{IfStopped, MAX_ATTEMPTS};
use super::create::{Announcement, created};
use super::matches::Matches;
use crate::ids::{MatchId, UserId};
use crate::matches::decide::change::Change;
use crate::matches::decide::command::{Command, RosterEntry};
use crate::matches::decide::rights::{Actor, Person};
use crate::matches::model::computed::Computed;
use crate::matches::model::denied::Denied;
use crate::matches::model::error::{InternalError, MatchError};
use crate::matches::model::game_match::{Match, Player};
use crate::matches::model::notice::Notice;
use crate::matches::model::role::Power;
use crate::matches::model::terms::{NewMatch, Terms};
use crate::store::Status;
use trigon_rules::games::Seat;

impl Matches {
    /// Creates a rematch, or joins the existing one: the same players, terms and channel.
    ///
    /// In turn-based games, the seats rotate by one, so that another player begins, and are reserved for the same
    /// players: each confirms by joining, and the match starts once the last one has. Asking for the rematch counts as
    /// joining. In hosted games, a host creates the rematch with the roster of the last match, and starts it as usual.
    ///
    /// # Errors
    /// Fails if the person did not play in the match or, in hosted games, may not host it, if it is still going on, or
    /// if it cannot be played again.
    pub async fn rematch(&self, id: MatchId, person: &Person) -> Result<Arc<Match>, MatchError> {
        for _ in 0..MAX_ATTEMPTS {
            let old = self.load(id).await?;
            let first = first_step(&old, person)?;
            if let Some(there) = old.rematch {
                let there = self.load(there).await?;
                let is_in = matches!(first, Command::Roster(_)) || there.seat_of(person.user_id).is_some();
                if there.status == Status::Running || is_in && there.is_going_on() {
                    return Ok(there);
                }
                if there.status == Status::Signup {
                    return self.confirm(there.id, person, &first).await;
                }
            }
            // Announced only once it is certain to be the rematch.
            let creator = again_by(&old, person.user_id);
            let new = self.create_with(creator, again(&old, creator), &[], Announcement::Later).await?;
            let mut after = Match::clone(&old);
            after.rematch = Some(new.id);
            let change = Change::of_columns(after);
            if self.commit(&old, change).await?.is_some() {
                return self.confirm(new.id, person, &first).await;
            }
            self.discard(new.id).await?;
        }
        Err(InternalError::Busy(id).into())
    }

    /// Takes the first step of a rematch, which announces it.
    async fn confirm(&self, id: MatchId, person: &Person, first: &Command) -> Result<Arc<Match>, MatchError> {
        let done = self.change(id, IfStopped::Refuse, |game| {
            let now = self.clock().now();
            let mut change = crate::matches::decide::decide(game, &Actor::Person(*person), first, now)?;
            if game.players.is_empty() {
                // A match that begins at once has nothing to sign up for. Its hash comes first all the same.
                let begins = change.after.status != Status::Signup;
                let mut first = created(game.channel_id).to_vec();
                first.retain(|told| !begins || told.notice == Notice::Committed);
                change.messages.splice(..0, first);
            }
            Ok(change)
        });
        Ok(done.await?.game)
    }

    /// Cancels a match that was never announced.
    async fn discard(&self, id: MatchId) -> Result<(), MatchError> {
        let ended = self.change(id, IfStopped::Proceed, |game| {
            let mut after = Match::clone(game);
            (after.status, after.ended_at) = (Status::Cancelled, Some(self.clock().now()));
            after.set_timers(Vec::new());
            Ok(Change::of_columns(after))
        });
        ended.await.map(drop)
    }
}

/// Returns the first step of a person who may ask for a rematch: players sit down, hosts fill the roster.
fn first_step(old: &Match, person: &Person) -> Result<Command, Denied> {
    if old.setup.is_none() {
        return Err(Denied::NoRematch(old.id));
    }
    if old.info().is_hosted() {
        person.may(Power::Roster, old)?;
    }
    if old.is_going_on() {
        return Err(Denied::GoesOn(old.id));
    }
    if old.info().is_hosted() {
        let line = |player: &Player| {
            let Player { user_id, name, fields, .. } = player.clone();
            RosterEntry { user_id, name, renames: true, fields }
        };
        return Ok(Command::Roster(regulars(old).iter().map(line).collect()));
    }
    let players = regulars(old);
    let player = players.iter().find(|player| player.user_id == person.user_id);
    Ok(Command::Join(player.ok_or(Denied::NoSeat(old.id))?.name.clone()))
}

/// Returns those who would play again: nobody who has left, and players rather than their substitutes or the computed players
/// who had their seats last.
fn regulars(old: &Match) -> Vec<Player> {
    let regular = |(seat, player): (Seat, &Player)| {
        if player.vacant {
            return None;
        }
        let mut player = player.clone();
        match old.tenure(seat) {
            Some(last) if Computed::of(last.user).is_some() && old.was_left(seat) => return None,
            Some(last) if last.back.is_some() || Computed::of(last.user).is_some() => {
                (player.user_id, player.name) = (last.before, last.before_name.clone());
            }
            _ => {}
        }
        Some(player)
    };
    old.seated().filter_map(regular).collect()
}

/// Returns the creator of a rematch. A co-host creates it for the creator of the match, who would otherwise be one host among
/// others.
fn again_by(old: &Match, user: UserId) -> UserId {
    if old.hosts().any(|host| host == user) { old.host_id } else { user }
}

/// Returns the rematch of a match by its creator, with the seats rotated and, if it is hosted, the same hosts.
fn again(old: &Match, creator: UserId) -> NewMatch {
    let is_hosted = old.info().is_hosted();
    let mut co_hosts: Vec<UserId> = old.hosts().filter(|host| is_hosted || *host != old.host_id).collect();
    co_hosts.retain(|host| *host != creator);
    let mut invited = Vec::new();
    if !old.info().is_hosted() {
        let regulars = regulars(old);
        // Seats are kept for all or for nobody: if somebody has left, anybody can take their place.
        let is_whole = regulars.len() == old.players.len();
        invited.extend(regulars.iter().filter(|_| is_whole).map(|player| player.user_id));
        let first = 1.min(invited.len());
        invited.rotate_left(first);
    }
    let terms = Terms {
        players: old.players.len() as u8,
        open_signup: true,
        co_hosts,
        invited,
        rematch_of: Some(old.id),
        ..old.terms.of_another_match()
    };
    NewMatch {
        game: old.info().name.to_owned(),
        guild_id: old.guild_id,
        channel_id: old.channel_id,
        title: old.title.clone(),
        terms,
    }
}
