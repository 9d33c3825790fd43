//! Posts for onlookers, which tell what players keep secret: before each, it is checked that nobody who plays can read it, and
//! remembered who can.

use crate::ui::snowflakes::ToStored;
use poise::serenity_prelude::{GuildChannel, Member, PartialGuild};
use reqwest::Method;
use trigon_engine::ids::{ChannelId, GuildId, UserId};

use super::courier::{Attempt, Courier};
use super::request_error::RequestError;
use super::settle::FIRST_WAIT;
use super::texts;
use crate::ui::readers::{Keys, MAX_MEMBER_PAGES, MEMBERS_PER_PAGE, leaks, reads};
use trigon_engine::matches::{
    Actor, Command, DeliveryOutcome, Denied, Match, MatchError, Notice, Pending, Readers, Target,
    UnknownReaders,
};

/// Who can read a channel.
struct ChannelReaders {
    /// Those who play, or may come to play.
    checked: Vec<UserId>,
    /// Those of them who can read it, with what lets them in.
    leaks: Vec<(UserId, String)>,
    /// Everyone who can read it.
    readers: Readers,
}

impl Courier {
    /// Returns what becomes of a post for onlookers if somebody who plays can read it, or if Discord does not say. Remembers
    /// who can read it.
    pub(super) async fn check_leak(&self, pending: &Pending, attempt: &Attempt) -> Option<DeliveryOutcome> {
        let (Notice::Inside, Some(game), Target::Channel(channel)) =
            (&attempt.notice, &attempt.game, pending.target)
        else {
            return None;
        };
        if game.terms.spectators != Some(channel) {
            return Some(DeliveryOutcome::Obsolete);
        }
        if !game.lounges().contains(&channel) {
            // From now on, it is noted who is let in; who is let in later than this look would otherwise be missed.
            let outcome =
                self.remember(pending, game, channel, game.possible_players(), Readers::default()).await;
            if outcome.is_some() {
                return outcome;
            }
        }
        match self.find_readers(game, channel).await {
            Ok(ChannelReaders { leaks: found, mut readers, .. }) if !found.is_empty() => {
                // They can read earlier posts.
                readers.users.extend(found.iter().map(|(user, _)| *user));
                match self.matches.give(game.id, &Actor::Clock, &Command::LetIn(readers)).await {
                    Ok(_) | Err(MatchError::Denied(_)) => {}
                    Err(error) => return Some(self.cannot_compose(pending, &error)),
                }
                Some(DeliveryOutcome::Dead(texts::read_by_players(&leaks(&found))))
            }
            Ok(ChannelReaders { checked, readers, .. }) => {
                self.remember(pending, game, channel, checked, readers).await
            }
            Err(RequestError::Refused(code)) => Some(DeliveryOutcome::Dead(texts::discord_code(code))),
            Err(RequestError::Limited { .. } | RequestError::Transient(_) | RequestError::TooManyOpened) => {
                Some(self.retry_or_give_up(pending, texts::NO_ANSWER.to_owned()))
            }
        }
    }

    /// Stores who can read a post before it is sent: afterwards might be too late.
    async fn remember(
        &self,
        pending: &Pending,
        game: &Match,
        channel: ChannelId,
        checked: Vec<UserId>,
        readers: Readers,
    ) -> Option<DeliveryOutcome> {
        let command = Command::Onlookers { channel, readers, checked };
        match self.matches.give(game.id, &Actor::Clock, &command).await {
            Ok(_) | Err(MatchError::Denied(Denied::AlreadyDone)) => None,
            // Somebody who may come to play has come in the meantime.
            Err(MatchError::Denied(_)) => {
                let again = self.matches.clock().now() + FIRST_WAIT;
                Some(DeliveryOutcome::Retry(again, texts::CHECKED_AGAIN.to_owned()))
            }
            Err(error) => Some(self.cannot_compose(pending, &error)),
        }
    }

    /// Finds out who can read a channel.
    async fn find_readers(&self, game: &Match, channel: ChannelId) -> Result<ChannelReaders, RequestError> {
        let guild = game.guild_id;
        let get = |path: String| self.client.request(Method::GET, &path);
        let (held, _): (PartialGuild, _) = self.client.request_json(get(format!("/guilds/{guild}"))).await?;
        let (place, _): (GuildChannel, _) =
            self.client.request_json(get(format!("/channels/{channel}"))).await?;
        let (checked, mut leaks) = (game.possible_players(), Vec::new());
        for user in &checked {
            let member = self.client.request_json(get(format!("/guilds/{guild}/members/{user}"))).await;
            let member: Member = match member {
                Ok((member, _)) => member,
                Err(RequestError::Refused(10_007 | 10_013)) => continue,
                Err(failure) => return Err(failure),
            };
            leaks.extend(reads(&held, &place, &member).map(|how| (*user, how)));
        }
        let readers = Keys::from(&held).readers(&place);
        let readers = match readers.others {
            UnknownReaders::Administrators if leaks.is_empty() => {
                self.list_administrators(guild, &held, readers).await?
            }
            _ => readers,
        };
        Ok(ChannelReaders { checked, leaks, readers })
    }

    /// Returns those who can read a channel, with the administrators if Discord lists them.
    async fn list_administrators(
        &self,
        guild: GuildId,
        held: &PartialGuild,
        known: Readers,
    ) -> Result<Readers, RequestError> {
        let keys = Keys::from(held);
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
