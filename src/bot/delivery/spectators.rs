//! Posts for onlookers, which tell what players keep secret: before each, it is checked that nobody who plays can read it.

use poise::serenity_prelude::{GuildChannel, Member, PartialGuild};
use reqwest::Method;

use super::client::RequestError;
use super::{Attempt, Courier, Outcome, TRIES, texts};
use crate::ui::readers::{kept_out, leaks, reads};
use trigon_engine::matches::{Match, Notice, Pending, Target};

impl Courier {
    /// Returns what becomes of a post for onlookers if somebody who plays can read it, or if Discord does not say.
    pub(super) async fn leak(&self, row: &Pending, letter: &Attempt) -> Option<Outcome> {
        let (Notice::Inside, Some(game), Target::Channel(channel)) =
            (&letter.notice, &letter.game, row.target)
        else {
            return None;
        };
        if game.terms.spectators != Some(channel) {
            return Some(Outcome::Obsolete);
        }
        match self.readers(game, channel).await {
            Ok(readers) if readers.is_empty() => None,
            Ok(readers) => Some(Outcome::Dead(texts::read_by_players(&leaks(&readers)))),
            Err(
                RequestError::Limited { .. } | RequestError::Passing { .. } | RequestError::TooManyOpened,
            ) => Some(self.later(row, texts::NO_ANSWER.to_owned(), TRIES)),
            // The channel cannot be seen: Discord says why when the post is sent.
            Err(RequestError::Refused(_)) => None,
        }
    }

    /// Returns those who play, or may come to play, and can read a channel.
    async fn readers(&self, game: &Match, channel: i64) -> Result<Vec<(i64, String)>, RequestError> {
        let guild = game.guild_id;
        let get = |path: String| self.client.request(Method::GET, &path);
        let (held, _): (PartialGuild, _) = self.client.done(get(format!("/guilds/{guild}"))).await?;
        let (place, _): (GuildChannel, _) = self.client.done(get(format!("/channels/{channel}"))).await?;
        let mut readers = Vec::new();
        for user in kept_out(game) {
            let member = self.client.done(get(format!("/guilds/{guild}/members/{user}"))).await;
            let member: Member = match member {
                Ok((member, _)) => member,
                Err(RequestError::Refused(10_007 | 10_013)) => continue,
                Err(failure) => return Err(failure),
            };
            readers.extend(reads(&held, &place, &member).map(|how| (user, how)));
        }
        Ok(readers)
    }
}
