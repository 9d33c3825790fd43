//! The sentences of the sign-up post and of its buttons, and those about alternates, who wait for a seat.

use crate::ui::words::{hours, mention, small, title};
use trigon_engine::ids::{MatchId, UserId};
use trigon_engine::matches::Match;
use trigon_rules::games::phrase;

pub(in crate::lobby) const JOIN: &str = "Join";

pub(in crate::lobby) const STAND_BY: &str = "Join as alternate";

pub(in crate::lobby) const LEAVE: &str = "Leave";

pub(in crate::lobby) const START: &str = "Start";

pub(in crate::lobby) const RULES: &str = "Rules";

pub(crate) const FAIR_PLAY: &str = "Fair play";

/// Lists the players who have joined, in order of joining, if any have.
pub(in crate::lobby) fn who_is_in(game: &Match) -> Option<String> {
    let who: Vec<String> = game.players.iter().map(|player| mention(player.user_id)).collect();
    (!who.is_empty())
        .then(|| format!("Players ({} of {}): {}", who.len(), game.terms.players, who.join(", ")))
}

pub(in crate::lobby) const NOBODY_IN: &str = "Nobody has joined yet.";

/// Says that all seats are left.
pub(in crate::lobby) fn all_seats_left(seats: usize) -> String {
    format!("**{seats} seats left.** {NOBODY_IN}")
}

pub(in crate::lobby) fn seats_left(left: usize, players_start: bool) -> String {
    match left {
        0 if players_start => "All seats are taken. Any player can press **Start**.".to_owned(),
        0 => "All seats are taken.".to_owned(),
        1 => "**1 seat left.** Press **Join** to take it.".to_owned(),
        left => format!("**{left} seats left.** Press **Join** to take one."),
    }
}

/// Names the invited players who have not joined yet, and says whether the match begins at once when they have.
pub(in crate::lobby) fn kept_for(users: &[UserId], begins_at_once: bool) -> String {
    let who: Vec<String> = users.iter().map(|user| mention(*user)).collect();
    let starts = if begins_at_once { " The match starts when everyone is in." } else { "" };
    format!("Waiting for {} to press **Join**.{starts}", phrase::all_of(&who))
}

pub(in crate::lobby) fn enough_players() -> String {
    "There are enough players: any of them can press **Start**.".to_owned()
}

/// Says how players get the values that they are ranked by, if there are any.
pub(in crate::lobby) fn ranks(game: &Match) -> Option<String> {
    let field = game.info().fields.iter().find(|field| field.is_rank)?;
    let (label, highest) = (field.spec.label, game.terms.players);
    Some(small(&format!(
        "{label}: from {highest}, the highest, down to 1, in the order of joining, unless the host sets it."
    )))
}

/// Tells the hosts what to do next.
pub(in crate::lobby) fn to_host(game: &Match, is_full: bool) -> String {
    let has_beacon = game.beacon.is_some();
    let has_planned_start = game.terms.starts.is_some();
    let next = match is_full {
        true if has_beacon => "the roster is full, and you can change it until it closes.",
        false if has_beacon => "fill the roster with `/host seat` or `/host roster` before it closes.",
        true if has_planned_start => "the roster is full. `/host start` starts the match before its time.",
        false if has_planned_start => {
            "`/host seat` adds players, and `/host start` changes when the match starts."
        }
        true => "the roster is full, so `/host start` begins the match.",
        false => "`/host start` once the roster is full.",
    };
    let hosts: Vec<String> = game.hosts().map(mention).collect();
    let label = if hosts.len() == 1 { "Host" } else { "Hosts" };
    format!("{label} {}: {next}", phrase::all_of(&hosts))
}

pub(in crate::lobby) const CLOSED_SIGNUP: &str = "The host chooses the players.";

pub(in crate::lobby) const PLAYING_HOST: &str =
    "In this match, a host who plays can end phases early and shorten them.";

/// Says of which match one is the rematch, and what becomes of its seats.
pub(in crate::lobby) fn rematch_of(number: MatchId, seats_rotate: bool) -> String {
    let seats = if seats_rotate {
        "the seats rotate by one"
    } else {
        "the same settings, players and starting values"
    };
    format!("A rematch of match {number}: {seats}.")
}

pub(in crate::lobby) const STARTED: &str = "started";

pub(in crate::lobby) const CALLED_OFF: &str = "called off";

/// Says whether people can join by themselves from now on.
pub(in crate::lobby) fn signup_opened(game: &Match) -> String {
    let title = title(game);
    if game.terms.open_signup {
        format!("Members can join {title} with the button in the channel.")
    } else {
        format!(
            "Members can no longer join {title} with the button. You fill its roster with `/host seat` or `/host roster`."
        )
    }
}

/// Tells hosts what they lose by playing.
pub(in crate::lobby) fn join_as_host(game: &Match) -> String {
    let more = if game.terms.playing_host {
        ""
    } else {
        " You can’t end a round early, shorten it or decide for players either."
    };
    format!(
        "You host {}. If you play in it, I show you neither who has answered nor what players keep secret until it is over. The \
         record waits until then, too.{more} Until the start, you can still leave again.",
        title(game)
    )
}

pub(in crate::lobby) const JOIN_AS_HOST: &str = "Join all the same";

pub(in crate::lobby) const BACK: &str = "Back";

pub(in crate::lobby) fn joined_as_host(game: &Match) -> String {
    format!("You’re in {}, as a host who plays.", title(game))
}

// Waiting for a seat, and who can have none.

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
