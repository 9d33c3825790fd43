//! The roles that players get, which `/host spectators` chooses: those who hold a seat get one, and those who held one another.
//!
//! The bot gives them on behalf of the host, so a host can name only roles that they could give themselves.

use poise::serenity_prelude as serenity;
use serenity::{Member, PartialGuild, Permissions, Role};

use super::texts;
use crate::ui::person::member;
use crate::ui::snowflakes::{ToDiscord, ToStored};
use crate::ui::{Context, Failure};
use trigon_engine::matches::{Command, Denied, Match, MatchError, Person, Power, Roles};

/// What becomes of the roles that players get.
pub(super) enum RoleChange {
    /// They get these, and lose others.
    Give(Roles),
    /// They lose all of them.
    Remove,
}

/// Returns the roles that players of a match are to get, as a host has named them. What is not named stays as it is.
///
/// # Errors
/// Fails in words if a role cannot be named, and says what to do about it.
pub(super) async fn read_roles(
    ctx: Context<'_>,
    person: &Person,
    game: &Match,
    in_play: Option<Role>,
    out: Option<Role>,
) -> Result<Roles, Failure> {
    person.check_power(Power::Server, game)?;
    let known = game.terms.roles.unwrap_or_default();
    let id = |role: &Option<Role>| role.as_ref().map(|role| role.id.stored());
    let roles = Roles { in_play: id(&in_play).or(known.in_play), out: id(&out).or(known.out) };
    if roles.in_play == roles.out {
        return Err(Failure::denied(texts::SAME_ROLE));
    }
    let guild = ctx.http().get_guild(game.guild_id.discord()).await?;
    let bot = ctx.http().get_member(guild.id, ctx.framework().bot_id()).await?;
    for role in in_play.iter().chain(&out) {
        require_role(&guild, &bot, member(ctx), role).map_err(Failure::denied)?;
    }
    Ok(roles)
}

/// Changes the roles that players get, and says what follows from that.
pub(super) async fn change_roles(
    ctx: Context<'_>,
    person: &Person,
    game: &Match,
    change: RoleChange,
) -> Result<String, Failure> {
    let matches = &ctx.data().matches;
    let roles = match change {
        RoleChange::Give(roles) => Some(roles),
        RoleChange::Remove => None,
    };
    match matches.ask(game.id, person, Command::Roles(roles)).await {
        Ok(_) => {}
        // These roles were chosen before. What kept Discord from giving them may have been mended, so that is tried again at once.
        Err(MatchError::Denied(Denied::AlreadyDone)) if roles.is_some() => {
            matches.hurry_upkeep(game.id).await?;
        }
        Err(error) => return Err(error.into()),
    }
    Ok(texts::roles(game, roles))
}

/// Checks that the bot can give a role to players, and that the host who names it could give it, too. The error is a sentence.
fn require_role(
    guild: &PartialGuild,
    bot: &Member,
    host: Option<&Member>,
    role: &Role,
) -> Result<(), String> {
    if role.id.get() == guild.id.get() {
        return Err(texts::ROLE_OF_EVERYONE.to_owned());
    }
    if role.managed {
        return Err(texts::managed_role(role.id.get()));
    }
    if !permissions(guild, bot).manage_roles() {
        return Err(texts::BOT_MANAGES_NO_ROLES.to_owned());
    }
    if !is_above(guild, bot, role) {
        return Err(texts::bot_stands_below(role.id.get()));
    }
    let is_owner = |host: &Member| host.user.id == guild.owner_id;
    let may_give = |host: &Member| permissions(guild, host).manage_roles() && is_above(guild, host, role);
    if host.is_some_and(|host| is_owner(host) || may_give(host)) {
        Ok(())
    } else {
        Err(texts::not_yours_to_give(role.id.get()))
    }
}

/// Returns the roles of a member, without @everyone.
fn roles<'a>(guild: &'a PartialGuild, member: &'a Member) -> impl Iterator<Item = &'a Role> {
    member.roles.iter().filter_map(|role| guild.roles.get(role))
}

/// Returns the permissions of a member in the server, without those that come with owning it.
pub(super) fn permissions(guild: &PartialGuild, member: &Member) -> Permissions {
    let everyone = guild.roles.get(&serenity::RoleId::new(guild.id.get()));
    let all =
        roles(guild, member).chain(everyone).fold(Permissions::empty(), |all, role| all | role.permissions);
    if all.administrator() { Permissions::all() } else { all }
}

/// Returns whether a member's highest role stands above another role. Of roles at the same position, the older one is higher.
fn is_above(guild: &PartialGuild, member: &Member, other: &Role) -> bool {
    let place = |role: &Role| (role.position, std::cmp::Reverse(role.id));
    roles(guild, member).map(place).max().is_some_and(|highest| highest > place(other))
}
