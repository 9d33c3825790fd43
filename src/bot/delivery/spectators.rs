//! Posts for onlookers, which tell what players keep secret: before each, it is checked that nobody who plays can read it, and
//! remembered who can.

use poise::serenity_prelude::{GuildChannel, Member, PartialGuild};
use reqwest::Method;

use super::client::RequestError;
use super::{Attempt, Courier, FIRST_WAIT, Outcome, TRIES, texts};
use crate::ui::person::id;
use crate::ui::readers::{by_name, leaks, reads};
use trigon_engine::matches::{Actor, Command, Denied, Match, MatchError, Notice, Pending, Readers, Target};

/// How many members Discord lists at once, at most.
const AT_ONCE: usize = 1_000;

/// How many times members are asked for. In a larger server, anyone may have read a post.
const PAGES: usize = 10;

/// What is known about who can read a channel.
struct Looked {
    /// Those who play, or may come to play.
    checked: Vec<i64>,
    /// Those of them who can read it, with what lets them in.
    leaks: Vec<(i64, String)>,
    /// Everyone who can read it.
    readers: Readers,
}

impl Courier {
    /// Returns what becomes of a post for onlookers if somebody who plays can read it, or if Discord does not say. Remembers
    /// who can read it.
    pub(super) async fn leak(&self, row: &Pending, letter: &Attempt) -> Option<Outcome> {
        let (Notice::Inside, Some(game), Target::Channel(channel)) =
            (&letter.notice, &letter.game, row.target)
        else {
            return None;
        };
        if game.terms.spectators != Some(channel) {
            return Some(Outcome::Obsolete);
        }
        match self.look(game, channel).await {
            Ok(Looked { leaks: found, .. }) if !found.is_empty() => {
                Some(Outcome::Dead(texts::read_by_players(&leaks(&found))))
            }
            Ok(Looked { checked, readers, .. }) => self.remember(row, game.id, checked, readers).await,
            Err(RequestError::Refused(code)) => Some(Outcome::Dead(texts::discord_code(code))),
            Err(
                RequestError::Limited { .. } | RequestError::Passing { .. } | RequestError::TooManyOpened,
            ) => Some(self.later(row, texts::NO_ANSWER.to_owned(), TRIES)),
        }
    }

    /// Stores who can read a post before it is sent: afterwards might be too late.
    async fn remember(
        &self,
        row: &Pending,
        match_id: i64,
        checked: Vec<i64>,
        readers: Readers,
    ) -> Option<Outcome> {
        let command = Command::Onlookers { readers, checked };
        match self.matches.give(match_id, &Actor::Clock, &command).await {
            Ok(_) | Err(MatchError::Denied(Denied::AlreadyDone)) => None,
            // Somebody who may come to play has come in the meantime.
            Err(MatchError::Denied(_)) => {
                let again = self.matches.clock().now() + FIRST_WAIT;
                Some(Outcome::Retry(again, texts::CHECKED_AGAIN.to_owned()))
            }
            Err(error) => Some(self.unsaid(row, &error)),
        }
    }

    /// Finds out who can read a channel.
    async fn look(&self, game: &Match, channel: i64) -> Result<Looked, RequestError> {
        let guild = game.guild_id;
        let get = |path: String| self.client.request(Method::GET, &path);
        let (held, _): (PartialGuild, _) = self.client.done(get(format!("/guilds/{guild}"))).await?;
        let (place, _): (GuildChannel, _) = self.client.done(get(format!("/channels/{channel}"))).await?;
        let (checked, mut leaks) = (game.kept_out(), Vec::new());
        for user in &checked {
            let member = self.client.done(get(format!("/guilds/{guild}/members/{user}"))).await;
            let member: Member = match member {
                Ok((member, _)) => member,
                Err(RequestError::Refused(10_007 | 10_013)) => continue,
                Err(failure) => return Err(failure),
            };
            leaks.extend(reads(&held, &place, &member).map(|how| (*user, how)));
        }
        let readers = match by_name(&held, &place) {
            _ if !leaks.is_empty() => Readers::Anyone,
            Some(named) => Readers::Only(named),
            None => self.listed(guild, &held, &place).await?,
        };
        Ok(Looked { checked, leaks, readers })
    }

    /// Returns the members who can read a channel, if Discord lists them.
    async fn listed(
        &self,
        guild: i64,
        held: &PartialGuild,
        place: &GuildChannel,
    ) -> Result<Readers, RequestError> {
        let (mut readers, mut after) = (Vec::new(), 0);
        for _ in 0..PAGES {
            let path = format!("/guilds/{guild}/members?limit={AT_ONCE}&after={after}");
            let listed = self.client.done(self.client.request(Method::GET, &path)).await;
            let members: Vec<Member> = match listed {
                Ok((members, _)) => members,
                // The operator has not turned on the list of members.
                Err(RequestError::Refused(_)) => return Ok(Readers::Anyone),
                Err(failure) => return Err(failure),
            };
            let is_last = members.len() < AT_ONCE;
            let people = members.iter().filter(|member| !member.user.bot);
            readers.extend(
                people
                    .filter(|member| reads(held, place, member).is_some())
                    .map(|member| id(member.user.id.get())),
            );
            if is_last {
                return Ok(Readers::Only(readers));
            }
            after = members.iter().map(|member| member.user.id.get()).max().unwrap_or(u64::MAX);
        }
        Ok(Readers::Anyone)
    }
}
