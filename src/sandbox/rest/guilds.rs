//! Guilds with their channels, roles and members.

use serde_json::{Value, json};

use super::{Call, Reply};
use crate::{
    check::Form,
    error::{Answer, ApiError},
    id::Id,
    permissions::Permissions,
    state::{ChannelKind, Guild, Member, Role, State, in_guild},
};

/// Returns a guild of which the bot is a member, or error 10004.
pub(crate) fn of_bot(s: &State, id: Id) -> Answer<&Guild> {
    s.guilds.get(&id).filter(|guild| guild.members.contains_key(&s.bot)).ok_or_else(ApiError::unknown_guild)
}

fn needs(s: &State, guild: Id, wanted: Permissions) -> Answer<()> {
    if in_guild(of_bot(s, guild)?, s.bot).contains(wanted) {
        Ok(())
    } else {
        Err(ApiError::missing_permissions())
    }
}

pub(crate) fn get(s: &State, id: Id, with_counts: bool) -> Answer<Reply> {
    let guild = of_bot(s, id)?;
    let mut body = guild.to_json(s);
    if with_counts {
        body["approximate_member_count"] = json!(guild.members.len());
        body["approximate_presence_count"] = json!(guild.members.len());
    }
    Ok(Reply::Json(body))
}

pub(crate) fn channels(s: &State, id: Id) -> Reply {
    let channels = s.channels.values().filter(|c| c.guild == Some(id) && c.thread.is_none());
    Reply::Json(channels.map(|c| c.to_json(s)).collect())
}

/// Reads the type of a new channel.
pub(crate) fn kind_of(form: &mut Form, body: &Value, usual: ChannelKind, all: &[ChannelKind]) -> ChannelKind {
    let number = form.number(body, "", "type", 0, i64::MAX).unwrap_or(usual.number());
    let found = all.iter().find(|kind| kind.number() == number);
    if found.is_none() {
        let numbers: Vec<String> = all.iter().map(|kind| kind.number().to_string()).collect();
        form.choices("type", &numbers.join(", "));
    }
    found.copied().unwrap_or(usual)
}

pub(crate) fn create_channel(s: &mut State, guild: Id, body: &Value) -> Answer<Reply> {
    needs(s, guild, Permissions::MANAGE_CHANNELS)?;
    let mut form = Form::default();
    let name = form.needed_text(body, "", "name", 1, 100);
    let topic = form.text(body, "", "topic", 0, 1024);
    let kind = kind_of(&mut form, body, ChannelKind::Text, &ChannelKind::OF_GUILDS);
    form.finish()?;
    let id = s.add_channel(guild, kind, &name.unwrap_or_default());
    if let Some(channel) = s.channels.get_mut(&id) {
        channel.topic = topic;
    }
    let channel = s.channels.get(&id).ok_or_else(ApiError::unknown_channel)?;
    Ok(Reply::Created(channel.to_json(s)))
}

pub(crate) fn roles(s: &State, id: Id) -> Answer<Reply> {
    Ok(Reply::Json(of_bot(s, id)?.roles.values().map(Role::to_json).collect()))
}

pub(crate) fn role(s: &State, guild: Id, role: Id) -> Answer<Reply> {
    let role = of_bot(s, guild)?.roles.get(&role).ok_or_else(ApiError::unknown_role)?;
    Ok(Reply::Json(role.to_json()))
}

fn member_json(s: &State, member: &Member) -> Option<Value> {
    Some(member.to_json_with_user(s.users.get(&member.user)?))
}

/// Lists the members, which requires the privileged intent.
pub(crate) fn members(s: &State, guild: Id, call: &Call) -> Answer<Reply> {
    if !s.privileged_intents {
        return Err(ApiError::missing_access());
    }
    let limit = call.query("limit").and_then(|limit| limit.parse().ok()).unwrap_or(1);
    let after = call.query("after").and_then(|id| id.parse().ok()).unwrap_or(Id(0));
    let members = of_bot(s, guild)?.members.values().filter(|member| member.user > after);
    Ok(Reply::Json(members.take(limit).filter_map(|member| member_json(s, member)).collect()))
}

pub(crate) fn search(s: &State, guild: Id, call: &Call) -> Answer<Reply> {
    let mut form = Form::default();
    let Some(query) = call.query("query").map(str::to_lowercase) else {
        form.required("query");
        form.finish()?;
        return Err(ApiError::not_found());
    };
    let limit = call.query("limit").and_then(|limit| limit.parse().ok()).unwrap_or(1);
    let fits = |member: &&Member| {
        let nick = member.nick.as_deref().unwrap_or_default().to_lowercase();
        let user = s.users.get(&member.user);
        let name = user.map(|user| user.name.to_lowercase()).unwrap_or_default();
        let global = user.and_then(|user| user.global_name.clone()).unwrap_or_default().to_lowercase();
        [nick, name, global].iter().any(|text| text.starts_with(&query))
    };
    let members = of_bot(s, guild)?.members.values().filter(fits).take(limit);
    Ok(Reply::Json(members.filter_map(|member| member_json(s, member)).collect()))
}

pub(crate) fn member(s: &State, guild: Id, user: Id) -> Answer<Reply> {
    if !s.users.contains_key(&user) {
        return Err(ApiError::unknown_user());
    }
    let member = of_bot(s, guild)?.members.get(&user).and_then(|member| member_json(s, member));
    member.map(Reply::Json).ok_or_else(ApiError::unknown_member)
}

pub(crate) fn rename_self(s: &mut State, guild: Id, body: &Value) -> Answer<Reply> {
    let mut form = Form::default();
    let nick = form.text(body, "", "nick", 0, 32).filter(|nick| !nick.is_empty());
    form.finish()?;
    s.change_member(guild, s.bot, |member| member.nick = nick);
    member(s, guild, s.bot)
}

pub(crate) fn set_role(s: &mut State, call: &Call, given: bool) -> Answer<Reply> {
    let (guild, user, role) = (call.guild_id()?, call.user_id(3)?, call.id(5, "role_id")?);
    needs(s, guild, Permissions::MANAGE_ROLES)?;
    let held = of_bot(s, guild)?;
    let wanted = held.roles.get(&role).ok_or_else(ApiError::unknown_role)?;
    if !held.members.contains_key(&user) {
        return Err(ApiError::unknown_member());
    }
    // Only members with a higher role can assign a role.
    let highest = |user: Id| {
        let roles = held.members.get(&user).into_iter().flat_map(|member| &member.roles);
        roles.filter_map(|role| held.roles.get(role)).map(|role| role.position).max().unwrap_or(0)
    };
    if wanted.bot.is_some() || wanted.position >= highest(s.bot) {
        return Err(ApiError::missing_permissions());
    }
    s.give_role(guild, user, role, given);
    Ok(Reply::NoContent)
}
