//! Disturbances for scripts: `GET /sandbox` and `POST /sandbox/…` with JSON, without authorization.
//!
//! The table of orders is in the documentation of [`sandbox`](super). An order that cannot be read or done changes
//! nothing.

use std::{sync::Arc, time::Duration};

use axum::{
    body::to_bytes,
    extract::Request,
    http::{Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::{
    faults::Fault,
    gateway::Cut,
    id::Id,
    people::{GuildHandle, Person},
    permissions::{Overwrite, Permissions},
    state::Hub,
    time_signal,
};

/// The maximum size of an order.
const BYTES: usize = 1024 * 1024;

/// Returns the order in a path, which is empty for `/sandbox` itself.
pub(crate) fn order(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("/sandbox")?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

/// Carries out an order.
pub(crate) async fn answer(hub: &Arc<Hub>, order: &str, request: Request) -> Response {
    let result = match (request.method(), order) {
        (&Method::GET, "") => Ok(overview(hub)),
        (&Method::GET, "clock") => {
            time_signal::tell(hub, request.uri().query()).await.or_else(|reason| refuse(400, &reason))
        }
        (&Method::POST, order) => match to_bytes(request.into_body(), BYTES).await {
            Ok(bytes) => carry_out(hub, order, &bytes),
            Err(_) => refuse(413, "The order is too long."),
        },
        _ => refuse(
            405,
            "Orders are sent with POST; GET /sandbox tells what there is, and GET /sandbox/clock the time.",
        ),
    };
    let (status, body) = match result {
        Ok(body) => (StatusCode::OK, body),
        Err((status, reason)) => (status, json!({ "error": reason })),
    };
    (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}

type Outcome = Result<Value, (StatusCode, String)>;

fn refuse<T>(status: u16, reason: &str) -> Result<T, (StatusCode, String)> {
    Err((StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST), reason.to_owned()))
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum FaultWords {
    Status {
        status: u16,
    },
    StatusAfter {
        status: u16,
    },
    Error {
        status: u16,
        code: u32,
        #[serde(default)]
        after: bool,
    },
    Garbage {
        #[serde(default)]
        after: bool,
    },
    RateLimited {
        retry_after: f64,
        #[serde(default)]
        global: bool,
    },
    SlowBefore {
        millis: u64,
    },
    SlowAfter {
        millis: u64,
    },
    Half,
    DropBefore,
    DropAfter,
    StallBefore,
    StallAfter,
}

impl From<FaultWords> for Fault {
    fn from(words: FaultWords) -> Self {
        match words {
            FaultWords::Status { status } => Self::Status(status),
            FaultWords::StatusAfter { status } => Self::StatusAfter(status),
            FaultWords::Error { status, code, after } => Self::Error { status, code, after },
            FaultWords::Garbage { after } => Self::Garbage { after },
            FaultWords::RateLimited { retry_after, global } => Self::RateLimited { retry_after, global },
            FaultWords::SlowBefore { millis } => Self::SlowBefore(Duration::from_millis(millis)),
            FaultWords::SlowAfter { millis } => Self::SlowAfter(Duration::from_millis(millis)),
            FaultWords::Half => Self::Half,
            FaultWords::DropBefore => Self::DropBefore,
            FaultWords::DropAfter => Self::DropAfter,
            FaultWords::StallBefore => Self::StallBefore,
            FaultWords::StallAfter => Self::StallAfter,
        }
    }
}

#[derive(Deserialize)]
struct Fail {
    method: Option<String>,
    path: String,
    #[serde(default = "once")]
    times: u32,
    fault: FaultWords,
}

fn once() -> u32 {
    1
}

#[derive(Deserialize)]
struct Gateway {
    #[serde(flatten)]
    cut: CutWords,
    shard: Option<u64>,
}

#[derive(Deserialize)]
#[serde(tag = "cut", rename_all = "snake_case")]
enum CutWords {
    Break,
    BreakAndForget,
    Reconnect,
    Invalid,
    InvalidResumable,
    Forget,
    Silence,
    Close { code: u16 },
}

impl From<CutWords> for Cut {
    fn from(words: CutWords) -> Self {
        match words {
            CutWords::Break => Self::Break,
            CutWords::BreakAndForget => Self::BreakAndForget,
            CutWords::Reconnect => Self::Reconnect,
            CutWords::Invalid => Self::Invalid,
            CutWords::InvalidResumable => Self::InvalidResumable,
            CutWords::Forget => Self::Forget,
            CutWords::Silence => Self::Silence,
            CutWords::Close { code } => Self::Close(code),
        }
    }
}

#[derive(Deserialize)]
struct Membership {
    guild: Id,
    user: Id,
}

#[derive(Deserialize)]
struct DeleteChannel {
    channel: Id,
}

#[derive(Deserialize)]
struct ArchiveThread {
    thread: Id,
    #[serde(default)]
    locked: bool,
}

#[derive(Deserialize)]
struct SetPermissions {
    guild: Id,
    role: Id,
    permissions: Permissions,
}

#[derive(Deserialize)]
struct SetOverwrite {
    channel: Id,
    target: Id,
    #[serde(default)]
    member: bool,
    #[serde(default)]
    allow: Permissions,
    #[serde(default)]
    deny: Permissions,
}

#[derive(Deserialize)]
struct Dms {
    user: Id,
    open: bool,
}

#[derive(Deserialize)]
struct Say {
    user: Id,
    channel: Option<Id>,
    text: String,
}

#[derive(Deserialize)]
struct Forge {
    user: Id,
    channel: Id,
    #[serde(rename = "type")]
    kind: i64,
    message: Option<Id>,
    data: Value,
}

#[derive(Deserialize)]
struct Repeat {
    interaction: Id,
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, (StatusCode, String)> {
    serde_json::from_slice(bytes)
        .map_err(|error| (StatusCode::BAD_REQUEST, format!("The order cannot be read: {error}.")))
}

fn carry_out(hub: &Arc<Hub>, order: &str, bytes: &[u8]) -> Outcome {
    let nothing = || Ok(json!({}));
    match order {
        "fail" => {
            let fail: Fail = read(bytes)?;
            let fault = fail.fault.into();
            hub.write(|s| s.faults.order(fail.method.as_deref(), &fail.path, fail.times, fault));
            nothing()
        }
        "clear" => {
            hub.write(|s| s.faults.clear());
            nothing()
        }
        "gateway" => {
            let gateway: Gateway = read(bytes)?;
            hub.write(|s| s.sessions.cut(gateway.cut.into(), gateway.shard));
            nothing()
        }
        "kick" | "ban" | "unban" | "join" => change_member(hub, order, &read(bytes)?),
        "delete_channel" => {
            let DeleteChannel { channel } = read(bytes)?;
            known_channel(hub, channel)?;
            hub.write(|s| s.remove_channel(channel));
            nothing()
        }
        "archive_thread" => {
            let ArchiveThread { thread, locked } = read(bytes)?;
            if hub.write(|s| s.archive_thread(thread, locked)) {
                nothing()
            } else {
                refuse(404, "There is no such thread.")
            }
        }
        "permissions" => {
            let SetPermissions { guild, role, permissions } = read(bytes)?;
            let guild = known_guild(hub, guild)?;
            if !hub.read(|s| s.guilds.get(&guild.id()).is_some_and(|guild| guild.roles.contains_key(&role))) {
                return refuse(404, "There is no such role in this guild.");
            }
            guild.set_role_permissions(role, permissions);
            nothing()
        }
        "overwrite" => {
            let SetOverwrite { channel, target, member, allow, deny } = read(bytes)?;
            known_channel(hub, channel)?;
            hub.write(|s| s.overwrite(channel, Overwrite { target, is_member: member, allow, deny }));
            nothing()
        }
        "dms" => {
            let Dms { user, open } = read(bytes)?;
            let person = known_person(hub, user)?;
            if open {
                person.open_dms();
            } else {
                person.close_dms();
            }
            nothing()
        }
        "clock" => time_signal::change(hub, &read(bytes)?).or_else(|reason| refuse(400, reason)),
        "say" => {
            let Say { user, channel, text } = read(bytes)?;
            let person = known_person(hub, user)?;
            let channel = channel.unwrap_or_else(|| person.dm_channel());
            match person.say(channel, &text) {
                Ok(message) => Ok(json!({ "message": message })),
                Err(error) => refuse(400, &format!("They cannot write: {error}.")),
            }
        }
        "forge" => {
            let Forge { user, channel, kind, message, data } = read(bytes)?;
            match known_person(hub, user)?.forge(channel, kind, message, data) {
                Some(handle) => Ok(json!({ "interaction": handle.id() })),
                None => refuse(400, "The channel is unknown, or the type is not 2, 3, 4 or 5."),
            }
        }
        "repeat" => {
            let Repeat { interaction } = read(bytes)?;
            if hub.write(|s| s.repeat(interaction)) {
                nothing()
            } else {
                refuse(404, "There is no such interaction.")
            }
        }
        _ => refuse(404, "There is no such order."),
    }
}

fn change_member(hub: &Arc<Hub>, order: &str, membership: &Membership) -> Outcome {
    let guild = known_guild(hub, membership.guild)?;
    if membership.user == hub.read(|s| s.bot) {
        match order {
            "kick" => guild.remove_bot(),
            "join" => guild.add_bot(),
            _ => return refuse(400, "The bot can only be kicked and can only join."),
        }
        return Ok(json!({}));
    }
    let person = known_person(hub, membership.user)?;
    match order {
        "kick" => guild.remove_member(&person),
        "ban" => guild.ban(&person),
        "unban" => guild.unban(&person),
        _ => guild.add_member(&person),
    }
    Ok(json!({}))
}

fn known_guild(hub: &Arc<Hub>, id: Id) -> Result<GuildHandle, (StatusCode, String)> {
    GuildHandle::find(hub, id).map_or_else(|| refuse(404, "There is no such guild."), Ok)
}

fn known_person(hub: &Arc<Hub>, id: Id) -> Result<Person, (StatusCode, String)> {
    if hub.read(|s| s.users.contains_key(&id)) {
        Ok(Person { hub: hub.clone(), id })
    } else {
        refuse(404, "There is no such person.")
    }
}

fn known_channel(hub: &Arc<Hub>, id: Id) -> Result<(), (StatusCode, String)> {
    if hub.read(|s| s.channels.contains_key(&id)) { Ok(()) } else { refuse(404, "There is no such channel.") }
}

/// Returns what a script needs to know of the world.
fn overview(hub: &Hub) -> Value {
    hub.read(|s| {
        let guilds = s.guilds.values().map(|guild| {
            let channels = s.channels.values().filter(|channel| channel.guild == Some(guild.id));
            let channels = channels.map(
                |channel| json!({ "id": channel.id, "name": channel.name, "type": channel.kind.number() }),
            );
            let members = guild.members.keys().filter_map(|id| s.users.get(id));
            let members = members.map(|user| json!({ "id": user.id, "name": user.name }));
            json!({
                "id": guild.id,
                "name": guild.name,
                "bot_role": guild.roles.values().find(|role| role.bot.is_some()).map(|role| role.id),
                "channels": channels.collect::<Vec<_>>(),
                "members": members.collect::<Vec<_>>(),
            })
        });
        json!({
            "url": s.url,
            "token": s.token,
            "bot": s.bot,
            "connected": s.sessions.is_connected(),
            "faults": s.faults.pending(),
            "guilds": guilds.collect::<Vec<_>>(),
        })
    })
}
