//! [`check()`]: whether Discord provides everything that matches need. `trigon check` prints the findings, before a host misses
//! something.

use serenity::all::{ApplicationId, GuildInfo, Http, Permissions};

use super::register;
use crate::directs::Directs;
use crate::limiter::{Rate, UNREACHABLE, user_agent};

/// The permissions that the bot needs in the channels where it plays.
pub const PERMISSIONS: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::SEND_MESSAGES_IN_THREADS)
    .union(Permissions::CREATE_PUBLIC_THREADS)
    .union(Permissions::EMBED_LINKS)
    .union(Permissions::ATTACH_FILES)
    .union(Permissions::READ_MESSAGE_HISTORY);

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Whether the check passed.
    pub good: bool,
    /// What was found and, if the check failed, what to do.
    pub text: String,
}

impl Finding {
    /// Returns the finding of a check that passed.
    pub fn good(text: impl Into<String>) -> Self {
        Self { good: true, text: text.into() }
    }

    /// Returns the finding of a check that failed.
    pub fn bad(text: impl Into<String>) -> Self {
        Self { good: false, text: text.into() }
    }
}

/// Returns the link that invites the bot to a server.
pub fn invite_link(application: ApplicationId) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands&permissions={}",
        PERMISSIONS.bits()
    )
}

/// Checks the token, the gateway, the permissions in each server, and the commands.
pub async fn check(http: &Http) -> Vec<Finding> {
    let mut findings = Vec::new();
    let application = match http.get_current_application_info().await {
        Ok(application) => application,
        Err(error) => {
            findings.push(Finding::bad(format!("token: {}", reason(&error))));
            return findings;
        }
    };
    findings.push(Finding::good(format!("token: Discord knows the bot as {}", application.name)));
    http.set_application_id(application.id);
    findings.push(check_gateway(http).await);
    findings.push(Finding::good(
        "intents: no privileged intent is needed; with Server Members Intent (Bot, at https://discord.com/developers/applications), \
         the bot knows who can read what onlookers are told: they cannot take a seat"));
    match register::guilds(http).await {
        Ok(guilds) if guilds.is_empty() => {
            findings.push(Finding::bad("servers: the bot is in none; invite it with the link below"));
        }
        Ok(guilds) => {
            findings
                .extend(guilds.iter().flat_map(|guild| [check_permissions(guild), describe_optional(guild)]));
            findings.push(check_commands(http, &guilds).await);
        }
        Err(error) => findings.push(Finding::bad(format!("servers: {}", reason(&error)))),
    }
    findings.extend(describe_limits(http).map(Finding::good));
    findings.push(Finding::good(format!("invite: {}", invite_link(application.id))));
    findings
}

/// Returns how the bot deals with those of Discord's limits that cannot be checked in advance.
fn describe_limits(http: &Http) -> [String; 4] {
    [
        format!("name: requests are made as {}", user_agent(http.token())),
        format!("requests: at most {} a second, and on each route as many as Discord says", Rate::PER_SECOND),
        format!("direct messages: one is opened every {} seconds, first for those who join", Directs::OPENING_SECONDS),
        "old messages: buttons that Discord does not let the bot remove do nothing, and archived threads are opened again"
            .to_owned(),
    ]
}

/// Checks that no server shows commands twice.
async fn check_commands(http: &Http, guilds: &[GuildInfo]) -> Finding {
    match server_with_doubled_commands(http, guilds).await {
        Ok(Some(guild)) => Finding::bad(format!(
            "commands: server {guild} shows them twice; `trigon run` removes the old ones the next time it registers commands"
        )),
        Ok(None) => {
            Finding::good("commands: no server shows them twice; they are registered when they change")
        }
        Err(error) => Finding::bad(format!("commands: {}", reason(&error))),
    }
}

/// Returns the name of a server that has its own commands in addition to those for all servers.
async fn server_with_doubled_commands(http: &Http, guilds: &[GuildInfo]) -> serenity::Result<Option<String>> {
    if register::count(http, None).await? == 0 {
        return Ok(None);
    }
    for guild in guilds {
        if register::count(http, Some(guild.id)).await? > 0 {
            return Ok(Some(guild.name.clone()));
        }
    }
    Ok(None)
}

/// Checks that sessions can begin at Discord’s gateway.
async fn check_gateway(http: &Http) -> Finding {
    match http.get_bot_gateway().await {
        Ok(gateway) if gateway.session_start_limit.remaining == 0 => Finding::bad(format!(
            "gateway: no start is left today; the next are given in {} minutes",
            gateway.session_start_limit.reset_after / 60_000
        )),
        Ok(gateway) => {
            Finding::good(format!("gateway: {} starts left today", gateway.session_start_limit.remaining))
        }
        Err(error) => Finding::bad(format!("gateway: {}", reason(&error))),
    }
}

/// Checks that the bot has all permissions in a server that every match needs.
fn check_permissions(guild: &GuildInfo) -> Finding {
    let missing = PERMISSIONS - guild.permissions;
    if guild.permissions.administrator() || missing.is_empty() {
        return Finding::good(format!("server {}: all permissions are there", guild.name));
    }
    let names = missing.get_permission_names().join(", ");
    Finding::bad(format!(
        "server {}: give the bot's role {names} (Server Settings, Roles), or invite it again with the link below",
        guild.name
    ))
}

/// Says what the bot may do beyond what every match needs. It is up to the server.
fn describe_optional(guild: &GuildInfo) -> Finding {
    let may = |wanted: Permissions| guild.permissions.administrator() || guild.permissions.contains(wanted);
    let roles = if may(Permissions::MANAGE_ROLES) {
        "Manage Roles is there, so hosts can have roles given to players that stand below the bot's own"
    } else {
        "without Manage Roles, hosts cannot have roles given to players (`/host spectators`)"
    };
    let events = if may(Permissions::CREATE_EVENTS) {
        "Create Events is there, so the next deadline of a match can be an event of the server"
    } else {
        "without Create Events, the next deadline of a match cannot be an event of the server (`/host spectators`)"
    };
    Finding::good(format!("server {}, optional: {roles}; {events}", guild.name))
}

/// Explains why a request to Discord failed, and what to do, without the address or the token.
pub fn reason(error: &serenity::Error) -> String {
    use serenity::{Error, http::HttpError};
    match error {
        Error::Http(HttpError::UnsuccessfulRequest(answer)) if answer.status_code.as_u16() == 401 => {
            "Discord does not accept it; copy the bot's token again from \
             https://discord.com/developers/applications (Bot, Reset Token)"
                .to_owned()
        }
        Error::Http(HttpError::UnsuccessfulRequest(answer)) if answer.error.message == UNREACHABLE => {
            format!("{UNREACHABLE}; look at this machine's connection to discord.com")
        }
        Error::Http(HttpError::UnsuccessfulRequest(answer)) => {
            format!("Discord answered {}: {}", answer.status_code.as_u16(), answer.error.message)
        }
        _ => "Discord gave an answer that makes no sense here".to_owned(),
    }
}
