//! Posts for onlookers, which tell what players keep secret. Before each is sent, Discord is asked who can read the channel: if
//! somebody who plays can, the post is not sent; otherwise it is stored who can read it, because they may not take a seat later.

use poise::serenity_prelude::{GuildChannel, Member, PartialGuild};
use reqwest::Method;

use super::courier::{Attempt, Courier};
use super::request_error::RequestError;
use super::settle::FIRST_WAIT;
use super::texts;
use crate::ui::readers::{Keys, MAX_MEMBER_PAGES, MEMBERS_PER_PAGE, leaks, reads};
use crate::ui::snowflakes::ToStored;
use trigon_engine::ids::{ChannelId, GuildId, UserId};
use trigon_engine::matches::{
    Actor, Command, DeliveryOutcome, Denied, Match, MatchError, Notice, Pending, Readers, Target,
    UnknownReaders,
};

impl Courier {
    /// Returns what becomes of a post for onlookers that must not be sent, because somebody who plays can read it or because Discord
    /// does not say. Returns `None` if it may be sent, and for every other message.
    pub(super) async fn check_leak(&self, pending: &Pending, attempt: &Attempt) -> Option<DeliveryOutcome> {
        let (Notice::Inside, Some(game), Target::Channel(channel)) =
            (&attempt.notice, &attempt.game, pending.target)
        else {
            return None;
        };
        self.check_readers(pending, game, channel).await.err()
    }

    /// Checks that nobody who plays can read a channel for onlookers, and stores who can.
    ///
    /// # Errors
    /// Returns what becomes of a post that must not be sent there.
    async fn check_readers(
        &self,
        pending: &Pending,
        game: &Match,
        channel: ChannelId,
    ) -> Result<(), DeliveryOutcome> {
        if game.terms.spectators != Some(channel) {
            return Err(DeliveryOutcome::Obsolete);
        }
        if !game.lounges().contains(&channel) {
            // Once the channel is stored as one for onlookers, events show who is let in. That has to begin before Discord is asked
            // who can read it, or somebody who is let in right after that would be missed.
            self.store_readers(pending, game, channel, game.possible_players(), Readers::default()).await?;
        }
        match self.find_readers(game, channel).await {
            Ok(ChannelReaders { checked, leaks, readers }) if leaks.is_empty() => {
                self.store_readers(pending, game, channel, checked, readers).await
            }
            Ok(ChannelReaders { leaks: found, mut readers, .. }) => {
                // The players among the readers can read earlier posts, so they are stored as well.
                readers.users.extend(found.iter().map(|(user, _)| *user));
                match self.matches.give(game.id, &Actor::Clock, &Command::LetIn(readers)).await {
                    Ok(_) | Err(MatchError::Denied(_)) => {}
                    Err(error) => return Err(self.cannot_compose(pending, &error)),
                }
                Err(DeliveryOutcome::Dead(texts::read_by_players(&leaks(&found))))
            }
            Err(RequestError::Refused(code)) => Err(DeliveryOutcome::Dead(texts::discord_code(code))),
            Err(RequestError::Limited { .. } | RequestError::Transient(_) | RequestError::TooManyOpened) => {
                Err(self.retry_or_give_up(pending, texts::NO_ANSWER.to_owned()))
            }
        }
    }

    /// Stores who can read a channel for onlookers. This is done before a post is sent: the bot may be stopped right after that.
    ///
    /// # Errors
    /// Returns what becomes of the post if it cannot be sent now.
    async fn store_readers(
        &self,
        pending: &Pending,
        game: &Match,
        channel: ChannelId,
        checked: Vec<UserId>,
        readers: Readers,
    ) -> Result<(), DeliveryOutcome> {
        let command = Command::Onlookers { channel, readers, checked };
        match self.matches.give(game.id, &Actor::Clock, &command).await {
            Ok(_) | Err(MatchError::Denied(Denied::AlreadyDone)) => Ok(()),
            // In the meantime, somebody has joined who was not among those who were checked.
            Err(MatchError::Denied(_)) => {
                let again = self.matches.clock().now() + FIRST_WAIT;
                Err(DeliveryOutcome::Retry(again, texts::CHECKED_AGAIN.to_owned()))
            }
            Err(error) => Err(self.cannot_compose(pending, &error)),
        }
    }

    /// Finds out who can read a channel.
    async fn find_readers(&self, game: &Match, channel: ChannelId) -> Result<ChannelReaders, RequestError> {
        let guild = game.guild_id;
        let get = |path: String| self.client.request(Method::GET, &path);
        let (server, _): (PartialGuild, _) =
            self.client.request_json(get(format!("/guilds/{guild}"))).await?;
        let (lounge, _): (GuildChannel, _) =
            self.client.request_json(get(format!("/channels/{channel}"))).await?;
        let (checked, mut leaks) = (game.possible_players(), Vec::new());
        for user in &checked {
            let member = self.client.request_json(get(format!("/guilds/{guild}/members/{user}"))).await;
            let member: Member = match member {
                Ok((member, _)) => member,
                // Not a member, or no user: they can read nothing in the server.
                Err(RequestError::Refused(10_007 | 10_013)) => continue,
                Err(failure) => return Err(failure),
            };
            leaks.extend(reads(&server, &lounge, &member).map(|how| (*user, how)));
        }
        let readers = Keys::from(&server).readers(&lounge);
        let readers = match readers.others {
            UnknownReaders::Administrators if leaks.is_empty() => {
                self.list_administrators(guild, &server, readers).await?
            }
            _ => readers,
        };
        Ok(ChannelReaders { checked, leaks, readers })
    }

    /// Returns those who can read a channel, with the administrators if Discord lists them.
    async fn list_administrators(
        &self,
        guild: GuildId,
        server: &PartialGuild,
        known: Readers,
    ) -> Result<Readers, RequestError> {
        let keys = Keys::from(server);
        let (mut readers, mut after) = (known.users.clone(), 0);
        for _ in 0..MAX_MEMBER_PAGES {
            let path = format!("/guilds/{guild}/members?limit={MEMBERS_PER_PAGE}&after={after}");
            let listed = self.client.request_json(self.client.request(Method::GET, &path)).await;
            let members: Vec<Member> = match listed {
                Ok((members, _)) => members,
                // The operator has not turned on the list of members.
                Err(RequestError::Refused(_)) => return Ok(known),
                Err(failure) => return Err(failure),
            };
            let is_last = members.len() < MEMBERS_PER_PAGE;
            let found = members.iter().filter(|member| keys.administers(member));
            readers.extend(found.map(|member| member.user.id.stored()));
            if is_last {
                return Ok(Readers::only(readers));
            }
            after = members.iter().map(|member| member.user.id.get()).max().unwrap_or(u64::MAX);
        }
        Ok(known)
    }
}

/// Who can read a channel.
struct ChannelReaders {
    /// Those who play, or may come to play.
    checked: Vec<UserId>,
    /// Those of them who can read it, with what lets them in.
    leaks: Vec<(UserId, String)>,
    /// Everyone who can read it.
    readers: Readers,
}
