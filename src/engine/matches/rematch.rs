//! Playing a match again with the same players.

use std::sync::Arc;

use super::command::{Change, Command};
use super::create::{NewMatch, created};
use super::error::{Denied, Fault, MatchError};
use super::game_match::Match;
use super::rights::{Actor, Person};
use super::service::{Matches, TRIES};
use super::terms::Terms;
use crate::store::Status;

impl Matches {
    /// Plays a match again: the same players, terms and channel, with the seats passed on by one, so that another player
    /// begins. Seats are kept for all of them. Each confirms by joining, and with the last the match starts by itself.
    /// The person who asks has joined. Asking again joins the rematch that there is.
    ///
    /// # Errors
    /// If the person did not play in the match, it goes on, or it cannot be played again.
    pub async fn rematch(&self, id: i64, user_id: i64) -> Result<Arc<Match>, MatchError> {
        let person = Person::user(user_id);
        for _ in 0..TRIES {
            let old = self.load(id).await?;
            let name = player_of(&old, user_id)?;
            if let Some(there) = old.rematch {
                let there = self.load(there).await?;
                if there.status == Status::Running || there.seat_of(user_id).is_some() {
                    return Ok(there);
                }
                if there.status == Status::Signup {
                    return self.confirm(there.id, &person, &name).await;
                }
            }
            // Nobody hears of it before it is known to be the one.
            let new = self.create_with(&person, again(&old), None, false).await?;
            let mut after = Match::clone(&old);
            after.rematch = Some(new.id);
            let change = Change { after, entries: 0, roster: false, messages: Vec::new() };
            if self.commit(&old, change).await?.is_some() {
                return self.confirm(new.id, &person, &name).await;
            }
            self.discard(new.id).await?;
        }
        Err(Fault::Busy(id).into())
    }

    /// Seats a person who wants a rematch. The first to sit down makes it known.
    async fn confirm(&self, id: i64, person: &Person, name: &str) -> Result<Arc<Match>, MatchError> {
        let join = Command::Join(name.to_owned());
        let done = self.change(id, false, |game| {
            let now = self.clock().now();
            let mut change = super::decide::decide(game, &Actor::Person(*person), &join, now)?;
            if game.players.is_empty() {
                change.messages.extend(created(game.channel_id));
            }
            Ok(change)
        });
        Ok(done.await?.game)
    }

    /// Ends a match of which nobody has heard.
    async fn discard(&self, id: i64) -> Result<(), MatchError> {
        let ended = self.change(id, true, |game| {
            let mut after = Match::clone(game);
            (after.status, after.ended_at) = (Status::Cancelled, Some(self.clock().now()));
            Ok(Change { after, entries: 0, roster: false, messages: Vec::new() })
        });
        ended.await.map(drop)
    }
}

/// Returns the name of a person who may ask for a rematch.
fn player_of(old: &Match, user_id: i64) -> Result<String, Denied> {
    if old.info().is_hosted() || old.setup.is_none() {
        return Err(Denied::NoRematch(old.id));
    }
    if old.is_going_on() {
        return Err(Denied::GoesOn(old.id));
    }
    let player = old.players.iter().find(|player| player.user_id == user_id);
    Ok(player.ok_or(Denied::NoSeat(old.id))?.name.clone())
}

/// Returns the same match once more, with the seats passed on.
fn again(old: &Match) -> NewMatch {
    let mut invited: Vec<i64> = old.players.iter().map(|player| player.user_id).collect();
    invited.rotate_left(1.min(old.players.len()));
    let terms = Terms {
        players: old.players.len() as u8,
        open_signup: true,
        invited,
        rematch_of: Some(old.id),
        ..old.terms.clone()
    };
    NewMatch {
        game: old.info().name.to_owned(),
        guild_id: old.guild_id,
        channel_id: old.channel_id,
        title: old.title.clone(),
        terms,
    }
}
