//! What is stored of a person in a match or a season, for that person alone.

use serde_json::{Value, json};

use crate::ids::UserId;
use crate::matches::{Control, EntryContent, LogEntry, Match, Millis};
use crate::season::{self, Member, Season, SeasonViewer};
use trigon_rules::games::{By, Seat};

/// Returns what a match holds of a person, or `None` if they have no part in it.
pub(super) fn of_match(game: &Match, person: UserId) -> Option<Value> {
    let entries = entries_of(game, person);
    let is_host = game.hosts().any(|host| host == person);
    if entries.is_empty() && !is_host && !game.has_held(person) {
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
        "host": is_host,
        "seat": seat.map(Seat::number),
        "name": player.map(|player| &player.name),
        "entries": entries,
    }))
}

/// Returns what a person did in a match, oldest first: as a player while they had a seat, and as a host.
fn entries_of(game: &Match, person: UserId) -> Vec<Value> {
    let first = game.first_holders().into_iter();
    // Who has each seat at the time of the entry.
    let mut holders: Vec<Option<UserId>> = first.map(|holder| holder.map(|holder| holder.user)).collect();
    let mut own = Vec::new();
    for entry in &game.log {
        let role = match entry.by {
            By::Seat(seat) => {
                let holder = seat.index(holders.len()).and_then(|i| holders[i]);
                (holder == Some(person)).then(|| format!("seat {seat}"))
            }
            By::Host => (entry.host == Some(person)).then(|| "host".to_owned()),
            By::Clock | By::Stranger => None,
        };
        if let Some(role) = role {
            own.push(json!({ "at": time(entry.at), "as": role, "did": content(entry) }));
        }
        if let Some(Control::Take(tenure)) = entry.control()
            && let Some(i) = tenure.seat.index(holders.len())
        {
            holders[i] = Some(tenure.user);
        }
    }
    own
}

/// Returns what an entry says: the action in the notation of the game, or the control event.
fn content(entry: &LogEntry) -> Value {
    match &entry.what {
        EntryContent::Game(action) => json!(action),
        // Control events can always be written as JSON.
        EntryContent::Control(event) => serde_json::to_value(event).unwrap_or_default(),
    }
}

/// Returns what a season holds of a person, or `None` if they have no part in it.
pub(super) fn of_season(season: &Season, person: UserId) -> Option<Value> {
    let is_host = season.hosts().any(|host| host == person);
    let member = season.member_of(person);
    if !is_host && member.is_none() {
        return None;
    }
    Some(json!({
        "season": season.id,
        "title": season.title,
        "server": season.guild_id.to_string(),
        "ended": season.ended_at.map(time),
        "host": is_host,
        "member": member.map(|member| of_member(season, member)),
    }))
}

/// Returns what the book of a season has of a member.
fn of_member(season: &Season, member: &Member) -> Value {
    let viewer = SeasonViewer::Member(member.number);
    let amounts = season.own_book(viewer, member.number).into_iter();
    let has: serde_json::Map<_, _> =
        amounts.map(|(counter, amount)| (counter.key.clone(), amount.into())).collect();
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
    let entries: Vec<Value> = season.history(viewer, Some(member.number)).into_iter().map(entry).collect();
    json!({ "number": member.number, "name": member.name, "has": has, "entries": entries })
}

/// Formats a time as RFC 3339 does.
pub(super) fn time(at: Millis) -> String {
    chrono::DateTime::from_timestamp_millis(at).map(|at| at.to_rfc3339()).unwrap_or_default()
}
