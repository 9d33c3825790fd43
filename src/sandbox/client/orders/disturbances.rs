//! [`Disturbance`]: what scripts do to a bot and its surroundings.

use std::sync::Arc;

use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::find;
use crate::{
    client::{
        request::{JsonResult, Rejected},
        time,
    },
    events::{Cut, ShutOrder},
    faults::Fault,
    id::Id,
    permissions::{Overwrite, Permissions},
    state::{Hub, State, guild_permissions},
};

/// Discord's longest slow mode, in seconds.
const MAX_SLOW_MODE_SECONDS: u32 = 21_600;

/// An order to disturb something, or to move the clock.
#[derive(Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub(super) enum Disturbance {
    Fail {
        method: Option<String>,
        path: String,
        #[serde(default = "once")]
        times: u32,
        fault: Fault,
    },
    Clear,
    Gateway {
        #[serde(flatten)]
        cut: Cut,
        shard: Option<u64>,
    },
    Door(ShutOrder),
    LateDms {
        on: bool,
    },
    Kick(Membership),
    Ban(Membership),
    Unban(Membership),
    Join(Membership),
    DeleteChannel {
        channel: Id,
    },
    ArchiveThread {
        thread: Id,
        #[serde(default)]
        locked: bool,
    },
    LockThread {
        thread: Id,
        locked: bool,
    },
    SlowMode {
        channel: Id,
        seconds: u32,
    },
    Permissions {
        guild: Id,
        role: Id,
        permissions: Permissions,
    },
    Overwrite {
        channel: Id,
        target: Id,
        #[serde(default)]
        member: bool,
        #[serde(default)]
        allow: Permissions,
        #[serde(default)]
        deny: Permissions,
    },
    Dms {
        user: Id,
        open: bool,
        guild: Option<Id>,
    },
    Outage {
        guild: Id,
        on: bool,
    },
    Timeout {
        guild: Id,
        user: Id,
        seconds: u32,
    },
    Automod {
        guild: Id,
        words: Vec<String>,
    },
    Command {
        guild: Id,
        name: String,
        allowed: bool,
    },
    Limits {
        guild: Id,
        threads: Option<usize>,
        upload: Option<u64>,
    },
    Forge {
        user: Id,
        channel: Id,
        #[serde(rename = "type")]
        kind: i64,
        message: Option<Id>,
        data: Value,
    },
    Repeat {
        interaction: Id,
    },
    Clock(time::ClockChange),
    #[serde(other)]
    Unknown,
}

/// A user, and the guild that they join or leave.
#[derive(Deserialize)]
pub(super) struct Membership {
    guild: Id,
    user: Id,
}

fn once() -> u32 {
    1
}

/// Carries out a disturbance.
pub(super) fn carry_out(hub: &Arc<Hub>, disturbance: Disturbance) -> JsonResult {
    match disturbance {
        Disturbance::Fail { method, path, times, fault } => {
            hub.write(|s| s.faults.inject(method.as_deref(), &path, times, fault));
        }
        Disturbance::Clear => hub.write(State::end_disturbances),
        Disturbance::LateDms { on } => hub.write(|s| s.sessions.hold_directs(on)),
        Disturbance::Door(ShutOrder { door, millis }) => hub.write(|s| s.gateway_door.shut(door, millis)),
        Disturbance::Gateway { cut, shard } => hub.write(|s| s.sessions.cut(cut, shard)),
        Disturbance::Kick(membership) => kick(hub, &membership)?,
        Disturbance::Join(membership) => join(hub, &membership)?,
        Disturbance::Ban(membership) => {
            refuse_bot(hub, membership.user)?;
            find::guild(hub, membership.guild)?.ban(&find::user(hub, membership.user)?);
        }
        Disturbance::Unban(membership) => {
            refuse_bot(hub, membership.user)?;
            find::guild(hub, membership.guild)?.unban(&find::user(hub, membership.user)?);
        }
        Disturbance::DeleteChannel { channel } => {
            find::check_channel(hub, channel)?;
            hub.write(|s| s.remove_channel(channel));
        }
        Disturbance::ArchiveThread { thread, locked } => {
            find::found(hub.write(|s| s.archive_thread(thread, locked)), "thread")?;
        }
        Disturbance::LockThread { thread, locked } => {
            find::found(hub.write(|s| s.lock_thread(thread, locked)), "thread")?;
        }
        Disturbance::SlowMode { channel, seconds } => set_slow_mode(hub, channel, seconds)?,
        Disturbance::Permissions { guild, role, permissions } => {
            set_role_permissions(hub, guild, role, permissions)?;
        }
        Disturbance::Overwrite { channel, target, member, allow, deny } => {
            find::check_channel(hub, channel)?;
            hub.write(|s| s.set_overwrite(channel, Overwrite { target, is_member: member, allow, deny }));
        }
        Disturbance::Dms { user, open, guild: None } => find::user(hub, user)?.set_dms(open),
        Disturbance::Dms { user, open, guild: Some(guild) } => {
            let user = find::user(hub, user)?.id;
            find::guild(hub, guild)?.allow_dms_to(user, open);
        }
        Disturbance::Outage { guild, on } => find::guild(hub, guild)?.set_available(!on),
        Disturbance::Timeout { guild, user, seconds } => time_out(hub, guild, user, seconds)?,
        Disturbance::Automod { guild, words } => block_words(hub, guild, &words)?,
        Disturbance::Command { guild, name, allowed } => {
            find::guild(hub, guild)?.allow_command(&name, allowed);
        }
        Disturbance::Limits { guild, threads, upload } => find::guild(hub, guild)?.limit(threads, upload),
        Disturbance::Forge { user, channel, kind, message, data } => {
            let forged = find::user(hub, user)?.forge(channel, kind, message, data);
            let unknown = || Rejected::bad("The channel is unknown, or the type is not 2, 3, 4 or 5.");
            return Ok(json!({ "interaction": forged.ok_or_else(unknown)?.id() }));
        }
        Disturbance::Repeat { interaction } => {
            find::found(hub.write(|s| s.send_interaction(interaction)), "interaction")?;
        }
        Disturbance::Clock(change) => return time::change(hub, &change).map_err(Rejected::bad),
        Disturbance::Unknown => return Err(Rejected::unknown("order")),
    }
    Ok(json!({}))
}

fn kick(hub: &Arc<Hub>, &Membership { guild, user }: &Membership) -> Result<(), Rejected> {
    let guild = find::guild(hub, guild)?;
    if is_bot(hub, user) {
        guild.remove_bot();
    } else {
        guild.remove_member(&find::user(hub, user)?);
    }
    Ok(())
}

fn join(hub: &Arc<Hub>, &Membership { guild, user }: &Membership) -> Result<(), Rejected> {
    let guild = find::guild(hub, guild)?;
    if is_bot(hub, user) {
        guild.add_bot();
    } else {
        guild.add_member(&find::user(hub, user)?);
    }
    Ok(())
}

fn refuse_bot(hub: &Hub, user: Id) -> Result<(), Rejected> {
    if is_bot(hub, user) {
        return Err(Rejected::bad("The bot can only be kicked and can only join."));
    }
    Ok(())
}

fn is_bot(hub: &Hub, user: Id) -> bool {
    hub.read(|s| s.bot == user)
}

fn set_slow_mode(hub: &Hub, channel: Id, seconds: u32) -> Result<(), Rejected> {
    if seconds > MAX_SLOW_MODE_SECONDS {
        return Err(Rejected::bad(format!("Slow mode lasts {MAX_SLOW_MODE_SECONDS} seconds at most.")));
    }
    find::found(hub.write(|s| s.set_slow_mode(channel, seconds)), "channel of a guild")
}

fn set_role_permissions(
    hub: &Arc<Hub>,
    guild: Id,
    role: Id,
    permissions: Permissions,
) -> Result<(), Rejected> {
    let guild = find::guild(hub, guild)?;
    if !hub.read(|s| s.guilds.get(&guild.id()).is_some_and(|guild| guild.roles.contains_key(&role))) {
        return Err(Rejected::new(StatusCode::NOT_FOUND, "There is no such role in this guild."));
    }
    guild.set_role_permissions(role, permissions);
    Ok(())
}

fn time_out(hub: &Arc<Hub>, guild: Id, user: Id, seconds: u32) -> Result<(), Rejected> {
    let until = hub.read(|s| s.now) + i64::from(seconds) * 1_000;
    let guild = find::guild(hub, guild)?;
    let permissions = |s: &State| s.guilds.get(&guild.id()).map(|guild| guild_permissions(guild, user));
    let is_immune = hub.read(permissions).is_some_and(|may| may.contains(Permissions::ADMINISTRATOR));
    if is_immune && seconds > 0 {
        return Err(Rejected::bad("Owners and administrators cannot be timed out."));
    }
    guild.time_out(user, until);
    Ok(())
}

fn block_words(hub: &Arc<Hub>, guild: Id, words: &[String]) -> Result<(), Rejected> {
    let words: Vec<&str> = words.iter().map(|word| word.trim()).collect();
    if words.iter().any(|word| word.is_empty()) {
        return Err(Rejected::bad("A blocked word has at least one character."));
    }
    find::guild(hub, guild)?.block_words(&words);
    Ok(())
}
