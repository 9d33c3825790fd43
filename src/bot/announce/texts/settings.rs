//! The sentences about what hosts have changed: the settings of a match, its channel, and what the server shows of it.

use super::pieces::{by_host, mention_each};
use crate::lobby::settings::texts::changed as setting_changed;
use crate::lobby::texts::{autopilot as autopilot_of, limits_of};
use crate::ui::words::{self, capitalized, mention_role, uncapitalized};
use trigon_engine::ids::{ChannelId, RoleId, UserId};
use trigon_engine::matches::{Amendment, Match, QuietHours, Roles};
use trigon_rules::games::phrase;

/// Says what a host has changed in the terms.
pub(in crate::announce) fn amended(game: &Match, what: &[Amendment], by: Option<UserId>) -> String {
    let lines = what.iter().filter_map(|what| setting_changed(game, what)).map(|line| words::bullet(&line));
    std::iter::once("✏️ A host has changed the settings of the match:".to_owned())
        .chain(lines)
        .chain(can_still_leave(game, by))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Tells those who have joined under other terms that they can leave.
fn can_still_leave(game: &Match, but: Option<UserId>) -> Option<String> {
    let people = game.players.iter().filter(|player| player.computed().is_none());
    let people = people.filter(|player| Some(player.user_id) != but);
    let players: Vec<UserId> = people.map(|player| player.user_id).collect();
    let who = phrase::all_of(&mention_each(&players));
    (!players.is_empty())
        .then(|| format!("{who}: if that isn’t what you signed up for, you can still leave."))
}

/// Says that a host has changed what hosts may not do alone.
pub(in crate::announce) fn limits(game: &Match) -> String {
    format!(
        "✏️ A host has changed what hosts may do alone. {}{}",
        limits_of(&game.terms),
        can_still_leave(game, None).map(|leave| format!(" {leave}")).unwrap_or_default()
    )
}

/// Says that a host has changed what becomes of seats that nobody takes.
pub(in crate::announce) fn autopilot(game: &Match) -> String {
    match game.terms.autopilot {
        Some(level) => format!("✏️ A host has chosen who fills in: {}", uncapitalized(&autopilot_of(level))),
        None => "✏️ A host has chosen that seats which nobody takes stay empty.".to_owned(),
    }
}

/// Says in both channels that a match has moved.
pub(in crate::announce) fn moved(host: Option<UserId>, from: ChannelId, to: ChannelId) -> String {
    format!(
        "📦 {} has moved this match from <#{from}> to <#{to}>. Everyone who can read <#{to}> can now follow it.",
        by_host(host)
    )
}

/// Says in which hours posts make no sound.
pub(in crate::announce) fn quiet(quiet: Option<QuietHours>) -> String {
    match quiet {
        Some(quiet) => format!(
            "🔕 In {quiet}, my posts and messages about this match make no sound. Deadlines stay as they are."
        ),
        None => "🔔 My posts and messages about this match make a sound at any time.".to_owned(),
    }
}

/// Says which roles players get.
pub(in crate::announce) fn roles(roles: Option<Roles>) -> String {
    let Some(roles) = roles else {
        return "🎭 This match no longer assigns server roles.".to_owned();
    };
    let part = |role: Option<RoleId>, who: &str| role.map(|role| format!("{who} get {}", mention_role(role)));
    let parts = [part(roles.in_play, "Those who hold a seat"), part(roles.out, "those who held one")];
    let sentence = parts.into_iter().flatten().collect::<Vec<_>>().join(", and ");
    format!("🎭 {}.", capitalized(&sentence))
}

/// Says whether the next deadline is an event of the server.
pub(in crate::announce) fn event(is_shown: bool) -> &'static str {
    if is_shown {
        "📅 The next deadline of this match is an event of the server, which moves with it. Press *Interested* there to be told by Discord."
    } else {
        "📅 The next deadline of this match is no longer an event of the server."
    }
}

/// Says in which channel onlookers read everything.
pub(in crate::announce) fn spectators(channel: Option<ChannelId>) -> String {
    match channel {
        Some(channel) => format!(
            "👀 After each round, <#{channel}> shows what everyone sent and where everyone is, to those who don’t play. Before each post, I \
             check that nobody who plays, or may come to play, can read it."
        ),
        None => "👀 Onlookers no longer see what players keep secret.".to_owned(),
    }
}
