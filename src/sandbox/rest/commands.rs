//! Registration of application commands, in a guild or globally (`guild` is `None`).

use serde_json::Value;

use super::{ApiRequest, ApiResponse};
use crate::{
    check::{Form, check_bulk, check_command, checked},
    error::{ApiError, ApiResult},
    id::Id,
    state::{RegisteredCommand, State},
};

/// Returns the maximum number of commands of a type, in a guild or globally.
fn max_commands(kind: i64) -> usize {
    if kind == 1 { 100 } else { 15 }
}

/// Counts new commands against the daily limit.
fn count_creates(s: &mut State, guild: Option<Id>, count: usize) -> ApiResult<()> {
    let counted = s.meter.create_commands(guild, count);
    counted.map_err(|millis| ApiError::too_many_command_creates().after(millis))
}

fn json(s: &State, command: &RegisteredCommand) -> Value {
    command.to_json(s.bot)
}

/// Returns the guild whose commands a path addresses, or `None` for global ones.
fn scope(request: &ApiRequest) -> ApiResult<Option<Id>> {
    if request.segment(2) == "guilds" { request.id(3, "guild_id").map(Some) } else { Ok(None) }
}

pub(crate) fn list(s: &mut State, request: &mut ApiRequest) -> ApiResult<ApiResponse> {
    let (guild, with_localizations) = (scope(request)?, request.flag("with_localizations"));
    let commands = s.commands.values().filter(|c| c.guild == guild).map(|c| {
        let mut command = json(s, c);
        if !with_localizations && let Some(command) = command.as_object_mut() {
            command.remove("name_localizations");
            command.remove("description_localizations");
        }
        command
    });
    Ok(ApiResponse::Json(commands.collect()))
}

pub(crate) fn overwrite(s: &mut State, request: &mut ApiRequest) -> ApiResult<ApiResponse> {
    let guild = scope(request)?;
    let mut form = Form::default();
    let Some(wanted) = request.body.json.as_array() else {
        form.fault("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
        form.finish()?;
        return Err(ApiError::invalid_json());
    };
    for kind in 1..=3 {
        if wanted.iter().filter(|c| c["type"].as_i64().unwrap_or(1) == kind).count() > max_commands(kind) {
            return Err(ApiError::too_many_commands());
        }
    }
    let checked = check_bulk(&mut form, wanted);
    form.finish()?;
    let is_new = |data: &&Value| s.same_command(guild, data).is_none();
    count_creates(s, guild, checked.iter().filter(is_new).count())?;
    let ids: Vec<Id> = checked.into_iter().map(|data| s.register(guild, data).0).collect();
    s.commands.retain(|id, c| c.guild != guild || ids.contains(id));
    Ok(ApiResponse::Json(ids.iter().filter_map(|id| s.commands.get(id)).map(|c| json(s, c)).collect()))
}

pub(crate) fn create(s: &mut State, request: &mut ApiRequest) -> ApiResult<ApiResponse> {
    let (guild, body) = (scope(request)?, &request.body.json);
    checked(|form| form.object(body, ""))?;
    let data = checked(|form| check_command(form, body, ""))?;
    let kind = data["type"].as_i64().unwrap_or(1);
    let same = s.same_command(guild, &data).is_some();
    let count = s.commands.values().filter(|c| c.guild == guild && c.kind() == kind).count();
    if !same && count >= max_commands(kind) {
        return Err(ApiError::too_many_commands());
    }
    count_creates(s, guild, usize::from(!same))?;
    let (id, new) = s.register(guild, data);
    let command = s.commands.get(&id).ok_or_else(ApiError::unknown_command)?;
    // The status is 201 for a new command, and 200 if it replaced one of the same name.
    Ok(if new { ApiResponse::Created(json(s, command)) } else { ApiResponse::Json(json(s, command)) })
}

/// Finds the command that a path names.
fn find<'s>(s: &'s State, request: &ApiRequest) -> ApiResult<&'s RegisteredCommand> {
    let guild = scope(request)?;
    let id = request.id(if guild.is_some() { 5 } else { 3 }, "command_id")?;
    s.commands.get(&id).filter(|c| c.guild == guild).ok_or_else(ApiError::unknown_command)
}

pub(crate) fn get(s: &mut State, request: &mut ApiRequest) -> ApiResult<ApiResponse> {
    Ok(ApiResponse::Json(json(s, find(s, request)?)))
}

pub(crate) fn permissions(_: &mut State, _: &mut ApiRequest) -> ApiResult<ApiResponse> {
    Err(ApiError::new(404, 10066, "Unknown application command permissions"))
}

pub(crate) fn edit(s: &mut State, request: &mut ApiRequest) -> ApiResult<ApiResponse> {
    let command = find(s, request)?;
    let (id, mut merged) = (command.id, command.data.clone());
    for (key, value) in request.body.json.as_object().into_iter().flatten() {
        merged[key] = value.clone();
    }
    let data = checked(|form| check_command(form, &merged, ""))?;
    let version = s.new_id();
    if let Some(command) = s.commands.get_mut(&id) {
        command.data = data;
        command.version = version;
    }
    get(s, request)
}

pub(crate) fn delete(s: &mut State, request: &mut ApiRequest) -> ApiResult<ApiResponse> {
    let id = find(s, request)?.id;
    s.commands.remove(&id);
    Ok(ApiResponse::NoContent)
}

impl State {
    /// Returns the command of the same name, type and scope.
    fn same_command(&self, guild: Option<Id>, data: &Value) -> Option<Id> {
        let same = |c: &&RegisteredCommand| {
            c.guild == guild && c.data["name"] == data["name"] && c.data["type"] == data["type"]
        };
        self.commands.values().find(same).map(|command| command.id)
    }

    /// Registers a command. It replaces a command of the same name, type and scope, whose id it keeps. Returns
    /// the id and whether the command is new.
    pub(crate) fn register(&mut self, guild: Option<Id>, data: Value) -> (Id, bool) {
        let version = self.new_id();
        let same = self.same_command(guild, &data);
        if let Some(old) = same.and_then(|id| self.commands.get_mut(&id)) {
            if old.data != data {
                old.version = version;
            }
            old.data = data;
            return (old.id, false);
        }
        self.commands.insert(version, RegisteredCommand { id: version, guild, version, data });
        (version, true)
    }
}
