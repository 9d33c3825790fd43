//! Who asks: Discord's users and members as [`Person`]s.

use super::snowflakes::{ToStored, time};
use poise::serenity_prelude as serenity;
use serenity::{Member, User};
use trigon_engine::ids::RequestId;

use super::context::Context;
use super::failure::Failure;
use trigon_engine::matches::{Person, Request};
use trigon_engine::store::Store;

/// Returns the person behind an interaction or a direct message.
///
/// The member in an interaction includes its permissions, so no request to Discord is needed.
pub(crate) async fn person(
    store: &Store,
    user: &User,
    guild: Option<serenity::GuildId>,
    member: Option<&Member>,
    request: Request,
) -> Result<Person, Failure> {
    let mut person = Person {
        user_id: user.id.stored(),
        guild_id: guild.map(super::snowflakes::ToStored::stored),
        guild_host: false,
        request: Some(request),
    };
    if let (Some(guild_id), Some(member)) = (person.guild_id, member) {
        person.guild_host = manages(member) || {
            let role = store.guild_settings(guild_id).await?.host_role_id;
            role.is_some_and(|role| member.roles.iter().any(|held| held.stored() == role))
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
    let id = RequestId::from(snowflake);
    Request { id, sent_at: time(id.0), written_at: time(id.0), direct: None, replaces: 0 }
}
