//! Guilds with their channels, roles and members.

use serde_json::{Value, json};

use super::{ApiRequest, ApiResponse};
use crate::{
    check::Form,
    error::{ApiError, ApiResult},
    id::Id,
    permissions::Permissions,
    state::{ChannelKind, Guild, Member, Role, State, guild_permissions},
};

/// Returns a guild of which the bot is a member, or error 10004.
pub(crate) fn guild_of_bot(s: &State, id: Id) -> ApiResult<&Guild> {
    s.guilds.get(&id).filter(|guild| guild.members.contains_key(&s.bot)).ok_or_else(ApiError::unknown_guild)
}

fn require_permission(s: &State, guild: Id, wanted: Permissions) -> ApiResult<()> {
    if guild_permissions(guild_of_bot(s, guild)?, s.bot).contains(wanted) {
        Ok(())
    } else {
        Err(ApiError::missing_permissions())
    }
}

pub(crate) fn get(s: &State, id: Id, with_counts: bool) -> ApiResult<ApiResponse> {
    let guild = guild_of_bot(s, id)?;
    let mut body = guild.to_json(s);
    if with_counts {
        body["approximate_member_count"] = json!(guild.members.len());
        body["approximate_presence_count"] = json!(guild.members.len());
    }
    Ok(ApiResponse::Json(body))
}

pub(crate) fn channels(s: &State, id: Id) -> ApiResponse {
    let channels = s.channels.values().filter(|c| c.guild == Some(id) && c.thread.is_none());
    ApiResponse::Json(channels.map(|c| c.to_json(s)).collect())
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

pub(crate) fn create_channel(s: &mut State, guild: Id, body: &Value) -> ApiResult<ApiResponse> {
    require_permission(s, guild, Permissions::MANAGE_CHANNELS)?;
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
    Ok(ApiResponse::Created(channel.to_json(s)))
}

pub(crate) fn roles(s: &State, id: Id) -> ApiResult<ApiResponse> {
    Ok(ApiResponse::Json(guild_of_bot(s, id)?.roles.values().map(Role::to_json).collect()))
}

pub(crate) fn role(s: &State, guild: Id, role: Id) -> ApiResult<ApiResponse> {
    let role = guild_of_bot(s, guild)?.roles.get(&role).ok_or_else(ApiError::unknown_role)?;
    Ok(ApiResponse::Json(role.to_json()))
}

fn member_json(s: &State, member: &Member) -> Option<Value> {
    Some(member.to_json_with_user(s.users.get(&member.user)?))
}

/// Lists the members, which requires the privileged intent.
pub(crate) fn members(s: &State, guild: Id, request: &ApiRequest) -> ApiResult<ApiResponse> {
    if !s.privileged_intents {
        return Err(ApiError::missing_access());
    }
    let limit = request.query("limit").and_then(|limit| limit.parse().ok()).unwrap_or(1);
    let after = request.query("after").and_then(|id| id.parse().ok()).unwrap_or(Id(0));
    let members = guild_of_bot(s, guild)?.members.values().filter(|member| member.user > after);
    Ok(ApiResponse::Json(members.take(limit).filter_map(|member| member_json(s, member)).collect()))
}

pub(crate) fn search(s: &State, guild: Id, request: &ApiRequest) -> ApiResult<ApiResponse> {
    let mut form = Form::default();
    let Some(query) = request.query("query").map(str::to_lowercase) else {
        form.required("query");
        form.finish()?;
        return Err(ApiError::not_found());
    };
    let limit = request.query("limit").and_then(|limit| limit.parse().ok()).unwrap_or(1);
    let fits = |member: &&Member| {
        let nick = member.nick.as_deref().unwrap_or_default().to_lowercase();
        let user = s.users.get(&member.user);
        let name = user.map(|user| user.name.to_lowercase()).unwrap_or_default();
        let global = user.and_then(|user| user.global_name.clone()).unwrap_or_default().to_lowercase();
        [nick, name, global].iter().any(|text| text.starts_with(&query))
    };
    let members = guild_of_bot(s, guild)?.members.values().filter(fits).take(limit);
    Ok(ApiResponse::Json(members.filter_map(|member| member_json(s, member)).collect()))
}

pub(crate) fn member(s: &State, guild: Id, user: Id) -> ApiResult<ApiResponse> {
    if !s.users.contains_key(&user) {
        return Err(ApiError::unknown_user());
    }
    let member = guild_of_bot(s, guild)?.members.get(&user).and_then(|member| member_json(s, member));
    member.map(ApiResponse::Json).ok_or_else(ApiError::unknown_member)
}

pub(crate) fn rename_self(s: &mut State, guild: Id, body: &Value) -> ApiResult<ApiResponse> {
    let mut form = Form::default();
    let nick = form.text(body, "", "nick", 0, 32).filter(|nick| !nick.is_empty());
    form.finish()?;
    s.change_member(guild, s.bot, |member| member.nick = nick);
    member(s, guild, s.bot)
}

pub(crate) fn add_role(s: &mut State, request: &ApiRequest) -> ApiResult<ApiResponse> {
    let (guild, user, role) = assignment(s, request)?;
    s.give_role(guild, user, role);
    Ok(ApiResponse::NoContent)
}

pub(crate) fn remove_role(s: &mut State, request: &ApiRequest) -> ApiResult<ApiResponse> {
    let (guild, user, role) = assignment(s, request)?;
    s.take_role(guild, user, role);
    Ok(ApiResponse::NoContent)
}

/// Returns the guild, the member and the role that a path names, if the bot may give and take that role.
fn assignment(s: &State, request: &ApiRequest) -> ApiResult<(Id, Id, Id)> {
    let (guild, user, role) = (request.guild_id()?, request.user_id(3)?, request.id(5, "role_id")?);
    require_permission(s, guild, Permissions::MANAGE_ROLES)?;
    let held = guild_of_bot(s, guild)?;
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
    Ok((guild, user, role))
}
