//! The sentences about waiting for a seat, and about who can have none.

use crate::ui::words::{hours, mention, small, title};
use trigon_engine::ids::UserId;
use trigon_engine::matches::Match;

/// Lists the alternates, in order.
pub(in crate::lobby) fn alternates(game: &Match) -> Option<String> {
    let who: Vec<String> = game.alternates().iter().map(|known| mention(known.user)).collect();
    let next = format!(
        "If a seat becomes free, it goes to the first of them; once play has begun, I ask one after the other, for {} at most.",
        hours(game.terms.offer_hours())
    );
    (!who.is_empty()).then(|| small(&format!("Alternates: {}. {next}", who.join(", "))))
}

/// Tells somebody that they wait for a seat, and for how many others it comes first.
pub(in crate::lobby) fn alternate_now(game: &Match, user: UserId) -> String {
    let place = game.alternates().iter().position(|known| known.user == user).unwrap_or(0) + 1;
    let ahead = match place {
        1 => "You’re the first.".to_owned(),
        2 => "One person is ahead of you.".to_owned(),
        place => format!("{} people are before you.", place - 1),
    };
    format!(
        "You’re an alternate of {}. {ahead} When a seat becomes free, I’ll ask you in the channel, for {} at most. \
         `/alternate stop:True` takes it back.",
        title(game),
        hours(game.terms.offer_hours())
    )
}

pub(in crate::lobby) fn no_alternate_any_more(game: &Match) -> String {
    format!("You’re not an alternate of {} any more.", title(game))
}

pub(in crate::lobby) const HAD_A_SEAT: &str =
    "You have or had a seat in this match, and nobody takes a second one.";

pub(in crate::lobby) const HOSTS_IT: &str =
    "You host this match, so you may know what its players keep secret, and can’t take a seat in it.";

pub(in crate::lobby) const TOOK_OUT: &str =
    "You’ve taken a player out of this match as its host, so you can’t take a seat in it.";

pub(in crate::lobby) const HAS_LOOKED: &str =
    "You’ve looked at what the players of this match keep secret, so you can’t take a seat in it.";

pub(in crate::lobby) const HAS_READ: &str =
    "You could read what onlookers of this match were told, so you can’t take a seat in it.";

pub(in crate::lobby) const MAY_HAVE_READ: &str = "You may have read what onlookers of this match were told: Discord doesn’t tell me who could. So \
     you can’t take a seat in it.";
