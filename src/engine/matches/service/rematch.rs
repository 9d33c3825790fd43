//! Rematches: the same players, terms and channel once more.

use std::sync::Arc;

use super::changes::{IfStopped, MAX_ATTEMPTS};
use super::create::{Announcement, announcing_messages};
use super::matches::Matches;
use crate::ids::{MatchId, UserId};
use crate::matches::decide::change::Change;
use crate::matches::decide::command::{Command, RosterEntry};
use crate::matches::decide::decide;
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
            let first = first_command(&old, person)?;
            if let Some(rematch) = old.rematch {
                let rematch = self.load(rematch).await?;
                let is_in = matches!(first, Command::Roster(_)) || rematch.seat_of(person.user_id).is_some();
                if rematch.status == Status::Running || is_in && rematch.is_going_on() {
                    return Ok(rematch);
                }
                if rematch.status == Status::Signup {
                    return self.give_first_command(rematch.id, person, &first).await;
                }
            }
            // Announced only once it is certain to be the rematch: somebody else may create one at the same time.
            let creator = creator_of_rematch(&old, person.user_id);
            let new = rematch_of(&old, creator);
            let rematch = self.create_with(creator, new, &[], Announcement::Later).await?;
            let mut after = Match::clone(&old);
            after.rematch = Some(rematch.id);
            if self.commit(&old, Change::of_columns(after)).await?.is_some() {
                return self.give_first_command(rematch.id, person, &first).await;
            }
            self.discard(rematch.id).await?;
        }
        Err(InternalError::Busy(id).into())
    }

    /// Gives a rematch the first command of a person who asked for it. The very first one announces the match.
    async fn give_first_command(
        &self,
        id: MatchId,
        person: &Person,
        first: &Command,
    ) -> Result<Arc<Match>, MatchError> {
        let done = self.change(id, IfStopped::Refuse, |game| {
            let mut change = decide(game, &Actor::Person(*person), first, self.clock().now())?;
            if game.players.is_empty() {
                // A match that begins at once has nothing to sign up for, but the hash of its seed comes first all the same.
                let begins = change.after.status != Status::Signup;
                let mut messages = announcing_messages(game.channel_id).to_vec();
                messages.retain(|message| !begins || message.notice == Notice::Committed);
                change.messages.splice(..0, messages);
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

/// Returns the first command in a rematch of a person who may ask for one: players sit down, hosts fill the roster.
fn first_command(old: &Match, person: &Person) -> Result<Command, Denied> {
    if old.setup.is_none() {
        return Err(Denied::NoRematch(old.id));
    }
    if old.info().is_hosted() {
        person.check_power(Power::Roster, old)?;
    }
    if old.is_going_on() {
        return Err(Denied::GoesOn(old.id));
    }
    let players = players_of_rematch(old);
    if old.info().is_hosted() {
        let entry = |Player { user_id, name, fields, .. }: Player| RosterEntry {
            user_id,
            name,
            renames: true,
            fields,
        };
        return Ok(Command::Roster(players.into_iter().map(entry).collect()));
    }
    let player = players.into_iter().find(|player| player.user_id == person.user_id);
    Ok(Command::Join(player.ok_or(Denied::NoSeat(old.id))?.name))
}

/// Returns those who would play again: nobody who has left, and players rather than their substitutes or the computed players
/// who had their seats last.
fn players_of_rematch(old: &Match) -> Vec<Player> {
    old.seated().filter_map(|(seat, player)| player_of_seat(old, seat, player)).collect()
}

/// Returns who would play again of those who had a seat, if anybody. `player` had it last.
fn player_of_seat(old: &Match, seat: Seat, player: &Player) -> Option<Player> {
    if player.vacant {
        return None;
    }
    let Some(last) = old.tenure(seat) else { return Some(player.clone()) };
    let is_computed = Computed::of(last.user).is_some();
    if is_computed && old.was_left(seat) {
        return None;
    }
    if is_computed || last.back.is_some() {
        let (user_id, name) = (last.before, last.before_name.clone());
        return Some(Player { user_id, name, ..player.clone() });
    }
    Some(player.clone())
}

/// Returns the creator of a rematch. A co-host creates it for the creator of the match, who would otherwise be one host among
/// others.
fn creator_of_rematch(old: &Match, user: UserId) -> UserId {
    if old.hosts().any(|host| host == user) { old.host_id } else { user }
}

/// Returns the rematch of a match by its creator, with the seats rotated and, if it is hosted, the same hosts.
fn rematch_of(old: &Match, creator: UserId) -> NewMatch {
    let is_hosted = old.info().is_hosted();
    let mut co_hosts: Vec<UserId> = old.hosts().filter(|host| is_hosted || *host != old.host_id).collect();
    co_hosts.retain(|host| *host != creator);
    let terms = Terms {
        players: old.players.len() as u8,
        open_signup: true,
        co_hosts,
        invited: if is_hosted { Vec::new() } else { rotated_players(old) },
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

/// Returns for whom the seats of a rematch are kept, so that another player begins. Seats are kept for all or for nobody: if somebody
/// has left, anybody can take their place.
fn rotated_players(old: &Match) -> Vec<UserId> {
    let mut users: Vec<UserId> = players_of_rematch(old).into_iter().map(|player| player.user_id).collect();
    if users.len() < old.players.len() {
        return Vec::new();
    }
    let first = 1.min(users.len());
    users.rotate_left(first);
    users
}
