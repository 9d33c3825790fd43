//! Registration of application commands, in a guild or globally (`guild` is `None`).

use serde_json::Value;

use super::{Call, Reply};
use crate::{
    check::{Form, check_bulk, check_command, checked},
    error::{Answer, ApiError},
    id::Id,
    state::{Command, State},
};

/// Returns the maximum number of commands of a type, in a guild or globally.
fn most(kind: i64) -> usize {
    if kind == 1 { 100 } else { 15 }
}

/// Counts new commands against the daily limit.
fn count_creates(s: &mut State, guild: Option<Id>, count: usize) -> Answer<()> {
    let counted = s.meter.create_commands(guild, count);
    counted.map_err(|millis| ApiError::too_many_command_creates().after(millis))
}

fn json(s: &State, command: &Command) -> Value {
    command.to_json(s.bot)
}

/// Returns the guild whose commands a path addresses, or `None` for global ones.
fn scope(call: &Call) -> Answer<Option<Id>> {
    if call.segment(2) == "guilds" { call.id(3, "guild_id").map(Some) } else { Ok(None) }
}

pub(crate) fn list(s: &mut State, call: &mut Call) -> Answer<Reply> {
    let (guild, with_localizations) = (scope(call)?, call.flag("with_localizations"));
    let commands = s.commands.values().filter(|c| c.guild == guild).map(|c| {
        let mut command = json(s, c);
        if !with_localizations && let Some(command) = command.as_object_mut() {
            command.remove("name_localizations");
            command.remove("description_localizations");
        }
        command
    });
    Ok(Reply::Json(commands.collect()))
}

pub(crate) fn overwrite(s: &mut State, call: &mut Call) -> Answer<Reply> {
    let guild = scope(call)?;
    let mut form = Form::default();
    let Some(wanted) = call.body.json.as_array() else {
        form.fault("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
        form.finish()?;
        return Err(ApiError::invalid_json());
    };
    for kind in 1..=3 {
        if wanted.iter().filter(|c| c["type"].as_i64().unwrap_or(1) == kind).count() > most(kind) {
            return Err(ApiError::too_many_commands());
        }
    }
    let checked = check_bulk(&mut form, wanted);
    form.finish()?;
    let is_new = |data: &&Value| s.same_command(guild, data).is_none();
    count_creates(s, guild, checked.iter().filter(is_new).count())?;
    let ids: Vec<Id> = checked.into_iter().map(|data| s.register(guild, data).0).collect();
    s.commands.retain(|id, c| c.guild != guild || ids.contains(id));
    Ok(Reply::Json(ids.iter().filter_map(|id| s.commands.get(id)).map(|c| json(s, c)).collect()))
}

pub(crate) fn create(s: &mut State, call: &mut Call) -> Answer<Reply> {
    let (guild, body) = (scope(call)?, &call.body.json);
    checked(|form| form.object(body, ""))?;
    let data = checked(|form| check_command(form, body, ""))?;
    let kind = data["type"].as_i64().unwrap_or(1);
    let same = s.same_command(guild, &data).is_some();
    let count = s.commands.values().filter(|c| c.guild == guild && c.kind() == kind).count();
    if !same && count >= most(kind) {
        return Err(ApiError::too_many_commands());
    }
    count_creates(s, guild, usize::from(!same))?;
    let (id, new) = s.register(guild, data);
    let command = s.commands.get(&id).ok_or_else(ApiError::unknown_command)?;
    // The status is 201 for a new command, and 200 if it replaced one of the same name.
    Ok(if new { Reply::Created(json(s, command)) } else { Reply::Json(json(s, command)) })
}

/// Finds the command that a path names.
fn find<'s>(s: &'s State, call: &Call) -> Answer<&'s Command> {
    let guild = scope(call)?;
    let id = call.id(if guild.is_some() { 5 } else { 3 }, "command_id")?;
    s.commands.get(&id).filter(|c| c.guild == guild).ok_or_else(ApiError::unknown_command)
}

pub(crate) fn get(s: &mut State, call: &mut Call) -> Answer<Reply> {
    Ok(Reply::Json(json(s, find(s, call)?)))
}

pub(crate) fn permissions(_: &mut State, _: &mut Call) -> Answer<Reply> {
    Err(ApiError::new(404, 10066, "Unknown application command permissions"))
}

pub(crate) fn edit(s: &mut State, call: &mut Call) -> Answer<Reply> {
    let command = find(s, call)?;
    let (id, mut merged) = (command.id, command.data.clone());
    for (key, value) in call.body.json.as_object().into_iter().flatten() {
        merged[key] = value.clone();
    }
    let data = checked(|form| check_command(form, &merged, ""))?;
    let version = s.new_id();
    if let Some(command) = s.commands.get_mut(&id) {
        command.data = data;
        command.version = version;
    }
    get(s, call)
}

pub(crate) fn delete(s: &mut State, call: &mut Call) -> Answer<Reply> {
    let id = find(s, call)?.id;
    s.commands.remove(&id);
    Ok(Reply::NoContent)
}

impl State {
    /// Returns the command of the same name, type and scope.
    fn same_command(&self, guild: Option<Id>, data: &Value) -> Option<Id> {
        let same = |c: &&Command| {
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
        self.commands.insert(version, Command { id: version, guild, version, data });
        (version, true)
    }
}
