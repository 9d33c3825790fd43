//! The sentences of the sign-up post and of its buttons.

use crate::ui::words::{mention, small, title};
use trigon_engine::ids::{MatchId, UserId};
use trigon_engine::matches::Match;
use trigon_rules::games::phrase;

pub(in crate::lobby) const JOIN: &str = "Join";

pub(in crate::lobby) const STAND_BY: &str = "Join as alternate";

pub(in crate::lobby) const LEAVE: &str = "Leave";

pub(in crate::lobby) const START: &str = "Start";

pub(in crate::lobby) const RULES: &str = "Rules";

pub(crate) const FAIR_PLAY: &str = "Fair play";

/// Lists the players who have joined, in order of joining.
pub(in crate::lobby) fn who_is_in(game: &Match) -> String {
    let who: Vec<String> = game.players.iter().map(|player| mention(player.user_id)).collect();
    match who.len() {
        0 => "Nobody has joined yet.".to_owned(),
        count => format!("Players ({count} of {}): {}", game.terms.players, who.join(", ")),
    }
}

pub(in crate::lobby) fn seats_left(left: usize, players_start: bool) -> String {
    match left {
        0 if players_start => "All seats are taken. Any player can press **Start**.".to_owned(),
        0 => "All seats are taken.".to_owned(),
        1 => "**1 seat left.** Press **Join** to take it.".to_owned(),
        left => format!("**{left} seats left.** Press **Join** to take one."),
    }
}

/// Names the invited players who have not joined yet.
pub(in crate::lobby) fn kept_for(users: &[UserId], starts: bool) -> String {
    let who: Vec<String> = users.iter().map(|user| mention(*user)).collect();
    let starts = if starts { " The match starts when everyone is in." } else { "" };
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
    let waits = game.beacon.is_some();
    let is_planned = game.terms.starts.is_some();
    let hosts: Vec<String> = game.hosts().map(mention).collect();
    let label = if hosts.len() == 1 { "Host" } else { "Hosts" };
    let next = if waits && is_full {
        "the roster is full, and you can change it until it closes."
    } else if waits {
        "fill the roster with `/host seat` or `/host roster` before it closes."
    } else if is_planned && is_full {
        "the roster is full. `/host start` starts the match before its time."
    } else if is_planned {
        "`/host seat` adds players, and `/host start` changes when the match starts."
    } else if is_full {
        "start the match with `/host start`."
    } else {
        "once the roster is full, `/host start` begins the match."
    };
    format!("{label} {}: {next}", phrase::all_of(&hosts))
}

pub(in crate::lobby) const CLOSED_SIGNUP: &str = "The host chooses the players.";

pub(in crate::lobby) const PLAYING_HOST: &str =
    "In this match, a host who plays can end phases early and shorten them.";

/// Says of which match one is the rematch, and what becomes of its seats.
pub(in crate::lobby) fn rematch_of(number: MatchId, rotates: bool) -> String {
    let seats =
        if rotates { "the seats rotate by one" } else { "the same settings, players and starting values" };
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
