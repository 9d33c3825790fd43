//! What is stored of a person in a match or a season, for that person alone.

use serde_json::{Value, json};

use crate::ids::UserId;
use crate::matches::{Control, EntryContent, LogEntry, Match, Millis};
use crate::season::{self, Member, Season, SeasonViewer};
use trigon_rules::games::{By, Seat};

/// Returns what a match holds of a person, or `None` if they have no part in it.
pub(super) fn of_match(game: &Match, person: UserId) -> Option<Value> {
    let entries = entries(game, person);
    let hosts = game.hosts().any(|host| host == person);
    if entries.is_empty() && !hosts && !game.has_held(person) {
        return None;
    }
    let seat = game.seat_of(person);
    let player = seat.and_then(|seat| game.player(seat));
    Some(json!({
        "match": game.id,
        "game": game.info().name,
        "title": game.title,
        "server": game.guild_id.to_string(),
        "status": game.status.word(),
        "ended": game.ended_at.map(time),
        "host": hosts,
        "seat": seat.map(Seat::number),
        "name": player.map(|player| &player.name),
        "entries": entries,
    }))
}

/// Returns what a person did in a match, oldest first: as a player while they had a seat, and as a host.
fn entries(game: &Match, person: UserId) -> Vec<Value> {
    let first = game.first_holders().into_iter();
    let mut holders: Vec<Option<UserId>> = first.map(|holder| holder.map(|holder| holder.user)).collect();
    let mut own = Vec::new();
    for entry in &game.log {
        let role = match entry.by {
            By::Seat(seat) => seat
                .index(holders.len())
                .filter(|i| holders[*i] == Some(person))
                .map(|_| format!("seat {seat}")),
            By::Host => (entry.host == Some(person)).then(|| "host".to_owned()),
            By::Clock | By::Stranger => None,
        };
        own.extend(role.map(|role| json!({ "at": time(entry.at), "as": role, "did": did(entry) })));
        if let Some(Control::Take(tenure)) = entry.control()
            && let Some(i) = tenure.seat.index(holders.len())
        {
            holders[i] = Some(tenure.user);
        }
    }
    own
}

fn did(entry: &LogEntry) -> Value {
    match &entry.what {
        EntryContent::Game(action) => json!(action),
        // Without anything that cannot be written as JSON.
        EntryContent::Control(event) => serde_json::to_value(event).unwrap_or_default(),
    }
}

/// Returns what a season holds of a person, or `None` if they have no part in it.
pub(super) fn of_season(season: &Season, person: UserId) -> Option<Value> {
    let hosts = season.hosts().any(|host| host == person);
    let member = season.member_of(person);
    if !hosts && member.is_none() {
        return None;
    }
    let book = |member: &Member| {
        let viewer = SeasonViewer::Member(member.number);
        let has = season.own_book(viewer, member.number);
        let has: serde_json::Map<_, _> =
            has.into_iter().map(|(counter, amount)| (counter.key.clone(), amount.into())).collect();
        let entry = |entry: &season::BookEntry| {
            json!({
                "at": time(entry.at),
                "counter": entry.what.counter(),
                "delta": if let season::EntryEffect::Delta { delta, .. } = entry.what { Some(delta) } else { None },
                "mark": entry.what.mark(),
                "reason": entry.reason,
                "episode": entry.episode,
            })
        };
        let entries: Vec<Value> =
            season.history(viewer, Some(member.number)).into_iter().map(entry).collect();
        json!({ "number": member.number, "name": member.name, "has": has, "entries": entries })
    };
    Some(json!({
        "season": season.id,
        "title": season.title,
        "server": season.guild_id.to_string(),
        "ended": season.ended_at.map(time),
        "host": hosts,
        "member": member.map(book),
    }))
}

/// Formats a time as RFC 3339 does.
pub(super) fn time(at: Millis) -> String {
    chrono::DateTime::from_timestamp_millis(at).map(|at| at.to_rfc3339()).unwrap_or_default()
}
