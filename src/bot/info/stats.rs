//! `/stats`: what a person did in matches that are over, in numbers.

use std::collections::BTreeMap;

use poise::serenity_prelude::{Http, User};

use super::texts;
use crate::ui::person::of_command;
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Bot, Context, Failure, guild_only, readers, send_later};
use trigon_engine::ids::{ChannelId, GuildId, UserId};
use trigon_engine::matches::{Deeds, Match, Person, Status};
use trigon_rules::games::Info;

/// The maximum number of matches of a server that are counted, the newest ones.
const MAX_MATCHES_COUNTED: usize = 300;

/// See what you or somebody else did in the matches here that are over
#[poise::command(slash_command, guild_only)]
pub(crate) async fn stats(
    ctx: Context<'_>,
    #[description = "Whose numbers (default: yours)"] member: Option<User>,
) -> Result<(), Failure> {
    send_later(ctx, async {
        let person = of_command(ctx).await?;
        let whose = member.map_or(person.user_id, |member| member.id.stored());
        numbers_of(ctx.http(), ctx.data(), &person, whose).await
    })
    .await
}

/// Sums up what somebody did in the matches of the server that are over and that the person who asks may know.
///
/// # Errors
/// If they hide their numbers from others, or if the person is already waiting for something of the kind.
async fn numbers_of(http: &Http, bot: &Bot, person: &Person, whose: UserId) -> Result<Answer, Failure> {
    let guild = person.guild_id.ok_or_else(|| Failure::denied(guild_only()))?;
    let is_own = whose == person.user_id;
    if !is_own && bot.matches.settings(whose).await?.hides_stats {
        return Err(Failure::denied(texts::stats_hidden(whose)));
    }
    // Every match is played again for its numbers.
    let Some(_admission) = bot.replays.admit(person.user_id) else {
        return Err(Failure::denied(texts::already_thinking()));
    };
    let mut rows = bot.matches.in_guild(guild, true).await?;
    rows.retain(|row| row.status == Status::Over);
    let newest = (rows.len() > MAX_MATCHES_COUNTED).then_some(MAX_MATCHES_COUNTED);
    let mut games = BTreeMap::<&str, (&'static Info, Deeds)>::new();
    let mut channels = ReadableChannels { http, guild, user: person.user_id, known: BTreeMap::new() };
    for row in rows.iter().rev().take(MAX_MATCHES_COUNTED) {
        let game = bot.matches.load_listed(row).await?;
        if !game.has_held(whose) {
            continue;
        }
        let may_know = is_own || has_part(person, &game) || channels.can_read(game.channel_id).await?;
        if !may_know {
            continue;
        }
        let info = game.info();
        let deeds_of_all = bot.matches.think(move || game.deeds()).await;
        // A match that no longer follows from its rules has no numbers.
        let Some(deeds) = deeds_of_all.and_then(Result::ok).and_then(|mut all| all.remove(&whose)) else {
            continue;
        };
        games.entry(info.name).or_insert_with(|| (info, Deeds::default())).1.add(&deeds);
    }
    let games: Vec<(&Info, Deeds)> = games.into_values().collect();
    Ok(Answer::new(texts::stats(whose, is_own, &games, newest)))
}

/// Returns whether a person hosts a match or had a seat in it, and so knows it even if they cannot read its channel.
fn has_part(person: &Person, game: &Match) -> bool {
    person.hosts(game) || game.has_held(person.user_id)
}

/// Which channels a user can read, each looked up once.
struct ReadableChannels<'a> {
    http: &'a Http,
    guild: GuildId,
    user: UserId,
    known: BTreeMap<ChannelId, bool>,
}

impl ReadableChannels<'_> {
    async fn can_read(&mut self, channel: ChannelId) -> Result<bool, Failure> {
        if let Some(known) = self.known.get(&channel) {
            return Ok(*known);
        }
        let can_read = readers::can_read(self.http, self.guild, channel, self.user).await?;
        self.known.insert(channel, can_read);
        Ok(can_read)
    }
}
