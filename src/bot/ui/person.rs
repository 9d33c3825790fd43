//! Who asks: Discord's users and members as [`Person`]s.

use poise::serenity_prelude as serenity;
use serenity::{GuildId, Member, User};

use super::context::Context;
use super::failure::Failure;
use trigon_engine::matches::{Millis, Person, Request};
use trigon_engine::store::Store;

/// The epoch of snowflakes: the start of 2015.
const EPOCH: Millis = 1_420_070_400_000;

/// Returns the person behind an interaction or a direct message.
///
/// The member in an interaction includes its permissions, so no request to Discord is needed.
pub(crate) async fn person(
    store: &Store,
    user: &User,
    guild: Option<GuildId>,
    member: Option<&Member>,
    request: Request,
) -> Result<Person, Failure> {
    let mut person = Person {
        user_id: id(user.id.get()),
        guild_id: guild.map(|guild| id(guild.get())),
        guild_host: false,
        request: Some(request),
    };
    if let (Some(guild_id), Some(member)) = (person.guild_id, member) {
        person.guild_host = manages(member) || {
            let role = store.guild_settings(guild_id).await?.host_role_id;
            role.is_some_and(|role| member.roles.iter().any(|held| id(held.get()) == role))
        };
    }
    Ok(person)
}

/// Returns whether a member may manage the guild. Its owner has all permissions.
pub(crate) fn manages(member: &Member) -> bool {
    member.permissions.is_some_and(|permissions| permissions.administrator() || permissions.manage_guild())
}

/// Returns the person using a command.
pub(crate) async fn of_command(ctx: Context<'_>) -> Result<Person, Failure> {
    person(ctx.data().matches.store(), ctx.author(), ctx.guild_id(), member(ctx), request(ctx.id())).await
}

/// Returns the member using a command in a guild.
pub(crate) fn member(ctx: Context<'_>) -> Option<&Member> {
    match ctx {
        poise::Context::Application(ctx) => ctx.interaction.member.as_deref(),
        poise::Context::Prefix(_) => None,
    }
}

/// Returns the request with this snowflake, which contains its time.
pub(crate) fn request(snowflake: u64) -> Request {
    let id = id(snowflake);
    Request { id, sent_at: time(id), written_at: time(id), direct: None, replaces: 0 }
}

/// Returns the time contained in a snowflake.
pub(crate) fn time(id: i64) -> Millis {
    (id >> 22) + EPOCH
}

/// Returns the first snowflake at a time.
pub(crate) fn snowflake(time: Millis) -> i64 {
    (time - EPOCH).max(0) << 22
}

/// Converts an ID into its stored form. Snowflakes fit into 63 bits until the year 2084.
pub(crate) fn id(snowflake: u64) -> i64 {
    i64::try_from(snowflake).unwrap_or(i64::MAX)
}
