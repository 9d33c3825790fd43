//! Creating matches.

use std::sync::Arc;

use super::command::Message;
use super::error::{Denied, MatchError};
use super::game_match::{Match, Player};
use super::notice::Notice;
use super::rights::Person;
use super::rows;
use super::service::Matches;
use super::terms::Terms;
use crate::store::Target;
use trigon_rules::games::Values;

/// What a host says to create a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMatch {
    /// The name of the game.
    pub game: String,
    /// The server.
    pub guild_id: i64,
    /// The channel for everything public.
    pub channel_id: i64,
    /// The title.
    pub title: String,
    /// The terms.
    pub terms: Terms,
}

impl Matches {
    /// Makes sure that a match of a game can be played on some terms.
    ///
    /// # Errors
    /// If the terms do not fit, or there is no such game.
    pub fn check(&self, game: &str, terms: &Terms) -> Result<(), Denied> {
        terms.check(&*self.games().get(game).ok_or_else(|| Denied::NoGame(game.to_owned()))?)
    }

    /// Creates a match with an empty roster.
    ///
    /// # Errors
    /// If no match can be played on the terms, or storing fails.
    pub async fn create(&self, host: &Person, new: NewMatch) -> Result<Arc<Match>, MatchError> {
        self.create_with(host, new, None, true).await
    }

    /// Creates a match in which its creator already sits under a name.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub async fn create_seated(
        &self,
        creator: &Person,
        name: &str,
        new: NewMatch,
    ) -> Result<Arc<Match>, MatchError> {
        self.create_with(creator, new, Some(name), true).await
    }

    pub(super) async fn create_with(
        &self,
        host: &Person,
        new: NewMatch,
        name: Option<&str>,
        is_told: bool,
    ) -> Result<Arc<Match>, MatchError> {
        let game = self.games().get(&new.game).ok_or_else(|| Denied::NoGame(new.game.clone()))?;
        new.terms.check(&*game)?;
        let seed = self.seed()?;
        let row = rows::NewRow {
            game: &new.game,
            rules_version: i64::from(game.info().version),
            guild_id: new.guild_id,
            channel_id: new.channel_id,
            host_id: host.user_id,
            title: &new.title,
            terms: &new.terms,
            seed: &seed,
            created_at: self.clock().now(),
        };
        let fields = Values::defaults(game.info().fields.iter().map(|field| &field.spec));
        let player = |name: &str| Player {
            user_id: host.user_id,
            name: name.to_owned(),
            fields,
            joined: 1,
            ..Player::default()
        };
        let seats: Vec<Player> = name.map(player).into_iter().collect();
        let created = created(new.channel_id).iter().map(rows::message).collect::<Result<Vec<_>, _>>()?;
        let messages = if is_told { created } else { Vec::new() };
        let row = self.store().create_seated(&row.row()?, &rows::seats(&seats)?, &messages).await?;
        tracing::info!(id = row.id, game = row.game, "match created");
        self.wake_up().notify_waiters();
        self.load(row.id).await
    }
}

/// Returns the messages that tell of a new match. The sign-up post comes last, so that its buttons are at the end of the channel.
pub(super) fn created(channel_id: i64) -> [Message; 2] {
    let to = Target::Channel(channel_id);
    [Notice::Committed, Notice::Created].map(|notice| Message { to, notice, seq: 0 })
}
