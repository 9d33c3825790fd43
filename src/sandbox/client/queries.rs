//! What a person sees, on request.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::{Value, json};

use super::{
    request::{JsonResult, Query, Rejected},
    views,
};
use crate::{
    id::Id,
    people::{InteractionHandle, Person},
    state::{Hub, State},
};

/// The default and the maximum number of messages in an answer.
const DEFAULT_PAGE_LENGTH: usize = 50;
const MAX_PAGE_LENGTH: usize = 200;

/// The number of messages per channel that are searched for times, and the maximum number of times in an answer.
const MAX_SEARCHED_MESSAGES: usize = 50;
const MAX_TIMES: usize = 20;

/// The last time that a browser can show, in Unix milliseconds.
const MAX_BROWSER_MILLIS: i64 = 8_640_000_000_000_000;

/// Answers a question, or returns `None` if it is unknown.
pub(super) async fn answer(hub: &Arc<Hub>, what: &str, query: &Query) -> Option<JsonResult> {
    Some(match what {
        "" => Ok(overview(hub)),
        "people" => Ok(people(hub)),
        "view" => view(hub, query),
        "messages" => messages(hub, query),
        "commands" => commands(hub, query),
        "due" => due(hub, query).await,
        "extension" => Ok(hub.extension().map_or(Value::Null, |extension| extension.describe())),
        "interaction" => interaction(hub, query).await,
        _ => return None,
    })
}

/// Returns what a script needs to know about the world.
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

fn view(hub: &Arc<Hub>, query: &Query) -> JsonResult {
    let person = query.person(hub)?;
    // The channel of their direct messages exists even before anybody has written.
    person.dm_channel();
    Ok(hub.read(|s| views::view(s, person.id)))
}

fn commands(hub: &Arc<Hub>, query: &Query) -> JsonResult {
    Ok(Value::Array(query.person(hub)?.command_data(query.required("channel")?)))
}

fn people(hub: &Hub) -> Value {
    hub.read(|s| {
        let people = s.users.values().filter(|user| !user.bot);
        let people = people.map(|user| {
            json!({ "id": user.id, "name": user.name, "display": user.global_name, "dms": user.dms_open })
        });
        people.collect()
    })
}

fn messages(hub: &Arc<Hub>, query: &Query) -> JsonResult {
    let (person, channel): (Person, Id) = (query.person(hub)?, query.required("channel")?);
    let (before, after): (Option<Id>, Option<Id>) = (query.parsed("before")?, query.parsed("after")?);
    let limit = query.parsed("limit")?.unwrap_or(DEFAULT_PAGE_LENGTH).min(MAX_PAGE_LENGTH);
    hub.read(|s| {
        let place = s.visible_channel(person.id, channel).ok_or_else(|| Rejected::unknown("channel"))?;
        let is_between =
            |id: &&Id| before.is_none_or(|before| **id < before) && after.is_none_or(|after| **id > after);
        let visible = |id: &Id| s.seen_message(person.id, *id);
        let to_json = |message| views::message(s, person.id, message);
        if after.is_some() {
            let newer = place.messages.iter().skip_while(|id| !is_between(id)).filter_map(visible);
            return Ok(newer.take(limit).map(to_json).collect());
        }
        let older = place.messages.iter().rev().skip_while(|id| !is_between(id)).filter_map(visible);
        let mut page: Vec<Value> = older.take(limit).map(to_json).collect();
        page.reverse();
        Ok(Value::Array(page))
    })
}

/// Returns when something happens next: as the extension says, or else as messages say.
async fn due(hub: &Arc<Hub>, query: &Query) -> JsonResult {
    let person = query.person(hub)?;
    let known = match hub.extension() {
        Some(extension) => extension.due().await.unwrap_or_default(),
        None => None,
    };
    let Some(times) = known else { return Ok(hub.read(|s| written(s, person.id))) };
    let now = hub.config.clock.now();
    Ok(times.into_iter().filter(|at| *at > now).map(|at| json!({ "at": at })).collect())
}

/// Returns the future times that are written in what a person sees, such as `<t:1763748000:R>`, earliest first.
fn written(s: &State, viewer: Id) -> Value {
    let mut times = BTreeMap::new();
    for channel in s.channels.values().filter(|channel| s.sees(viewer, channel.id)) {
        let newest = channel.messages.iter().rev().take(MAX_SEARCHED_MESSAGES);
        for message in newest.filter_map(|id| s.seen_message(viewer, *id)) {
            let embeds = message.embeds.iter().map(Value::to_string);
            for text in embeds.chain([message.content.clone()]) {
                for at in written_times(&text).filter(|at| *at > s.now) {
                    times.entry(at).or_insert(channel.id);
                }
            }
        }
    }
    let times = times.into_iter().map(|(at, channel)| json!({ "at": at, "channel": channel }));
    times.take(MAX_TIMES).collect()
}

/// Returns the times in a text in Unix milliseconds.
fn written_times(text: &str) -> impl Iterator<Item = i64> {
    text.split("<t:").skip(1).filter_map(|rest| {
        let (inner, _) = rest.split_once('>')?;
        let seconds: i64 = inner.split(':').next()?.parse().ok()?;
        seconds.checked_mul(1000).filter(|millis| *millis <= MAX_BROWSER_MILLIS)
    })
}

async fn interaction(hub: &Arc<Hub>, query: &Query) -> JsonResult {
    let id: Id = query.required("id")?;
    let user = hub.read(|s| s.interactions.get(&id).map(|interaction| interaction.user));
    let user = user.ok_or_else(|| Rejected::unknown("interaction"))?;
    if query.get("wait").is_some() {
        let handle = InteractionHandle { person: Person { hub: hub.clone(), id: user }, id };
        // If the bot does not respond, what is returned below says so.
        let _ = handle.response().await;
    }
    let seen = hub.read(|s| s.interactions.get(&id).map(|interaction| views::interaction(s, interaction)));
    seen.ok_or_else(|| Rejected::unknown("interaction"))
}
