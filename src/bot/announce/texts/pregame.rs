//! The sentences about the roster, from the time at which a match should start until its first round begins.

use super::pieces::{mention_all, mention_each};
use crate::ui::escape;
use crate::ui::words::{when, with_mention};
use std::cmp::Reverse;
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Match, Millis, Player};
use trigon_rules::games::{Field, phrase};

/// Says that a match could not start at its time, and what comes next.
pub(in crate::announce) fn not_enough(game: &Match, next: Option<Millis>) -> String {
    let there = format!(
        "There aren’t enough players to start: {} of {} seats are taken. Everyone who has joined stays in.",
        game.players.len(),
        game.terms.players
    );
    if let Some(next) = next {
        return format!("{there} The match now starts {}, if there are enough by then.", when(next));
    }
    let hosts: Vec<UserId> = game.hosts().collect();
    format!(
        "{there} {}: start the match with `/host start` once there are enough, or choose another time with `/host start at:…`.",
        mention_all(&hosts)
    )
}

/// Says that a roster is complete, and when the first round begins.
pub(in crate::announce) fn roster_fixed(game: &Match, begins: Millis) -> String {
    let may_be_earlier = game.terms.limits_in_force().is_some_and(|limits| !limits.shorten);
    let earlier = if may_be_earlier {
        " Once everyone has checked in, a host who does not play can begin it earlier, with `/host status`."
    } else {
        ""
    };
    format!("The roster is complete. **Round 1 begins {}.**{earlier}", when(begins))
}

pub(in crate::announce) const ROSTER_BEGUN: &str = "The roster is complete, and round 1 has begun.";

pub(in crate::announce) const CHECK_IN: &str =
    "Press **Check in** to see your seat and to find out whether my direct messages reach you.";

/// Introduces the list returned by [`roster`].
pub(in crate::announce) fn roster_heading(game: &Match) -> String {
    match game.info().fields.iter().find(|field| field.is_rank) {
        Some(field) => format!("The players by {}, highest first:", field.spec.label.to_lowercase()),
        None => "The players:".to_owned(),
    }
}

/// Returns the public roster, highest rank first.
pub(in crate::announce) fn roster(game: &Match) -> Vec<String> {
    let rank = game.info().fields.iter().find(|field| field.is_rank).map(|field| field.spec.key);
    let place = |player: &Player| rank.and_then(|key| player.fields.number(key));
    let mut players: Vec<&Player> = game.players.iter().collect();
    players.sort_by_key(|player| Reverse(place(player)));
    let line = |player: &Player| {
        let place = place(player).map(|place| format!("`{place:>2}` ")).unwrap_or_default();
        let name = format!("**{}**", escape::name(&player.name));
        format!("{place}{}{}", with_mention(&name, player.user_id), brought_along(game, player))
    };
    players.into_iter().map(line).collect()
}

/// Lists what a player has brought along from a season, as far as everyone may know it.
fn brought_along(game: &Match, player: &Player) -> String {
    let fields =
        game.info().fields.iter().filter(|field| game.terms.brought.iter().any(|key| key == field.spec.key));
    let value = |field: &Field| {
        let number = player.fields.number(field.spec.key)?;
        Some(format!(" · {} {number}", field.spec.label.to_lowercase()))
    };
    fields.filter_map(value).collect()
}

/// Says what a host has changed in the roster. Each user is in exactly one of the lists.
pub(in crate::announce) fn roster_changed(joined: &[UserId], left: &[UserId], changed: &[UserId]) -> String {
    let names = |users: &[UserId]| phrase::all_of(&mention_each(users));
    let mut parts = Vec::new();
    if !joined.is_empty() {
        let verb = if joined.len() == 1 { "now plays" } else { "now play" };
        parts.push(format!("{} {verb}", names(joined)));
    }
    if !left.is_empty() {
        let verb = if left.len() == 1 { "no longer plays" } else { "no longer play" };
        parts.push(format!("{} {verb}", names(left)));
    }
    if !changed.is_empty() {
        let (line, has) = if changed.len() == 1 { ("line", "has") } else { ("lines", "have") };
        parts.push(format!("the {line} of {} {has} changed", names(changed)));
    }
    format!("✏️ A host has changed the roster: {}.", parts.join("; "))
}

/// Says, below a change of the roster, that the first round begins when it would have.
pub(in crate::announce) fn still_begins(begins: Millis) -> String {
    format!("**Round 1 begins {}**, as before.", when(begins))
}

/// Says, below a change of the roster that leaves seats free, when the first round would begin.
pub(in crate::announce) fn begins_if_full(game: &Match, begins: Millis) -> String {
    format!(
        "{} of {} seats are taken. **Round 1 begins {}** if all of them are by then.",
        game.players.len(),
        game.terms.players,
        when(begins)
    )
}

/// Says that the first round has not begun at its time, because seats are free.
pub(in crate::announce) fn roster_open_again(game: &Match) -> String {
    let hosts: Vec<UserId> = game.hosts().collect();
    format!(
        "**Round 1 has not begun:** only {} of {} seats are taken, so the roster is open again. {}: start the match with \
         `/host start` when it is full.",
        game.players.len(),
        game.terms.players,
        mention_all(&hosts)
    )
}
