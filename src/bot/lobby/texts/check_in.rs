//! The sentences about checking in, which shows whether direct messages reach a player.

use super::roster::fields;
use crate::ui::escape;
use crate::ui::words::{first_line, heading, match_and_commitment, small, title, when};
use trigon_engine::matches::{Match, Player, Status};
use trigon_rules::games::Seat;

pub(in crate::lobby) const CHECK_IN: &str = "Check in";

/// Tells somebody who has joined what to do next.
pub(in crate::lobby) fn joined(game: &Match) -> String {
    format!(
        "You’re in {}. Press **Check in** once, so that we find out now whether my direct messages reach you: your moves are \
         secret, and I ask for them there.",
        title(game)
    )
}

/// Tells players who they are and when the first round begins.
pub(in crate::lobby) fn welcome(game: &Match, seat: Seat, player: &Player, is_reached: bool) -> String {
    let test = if is_reached {
        "You’ve checked in, and my direct messages reach you."
    } else {
        "To check you in, I’m sending you a direct message now. If Discord doesn’t let me, I’ll tell you here."
    };
    format!("{}\n{}\n{}\n{test}", title(game), player_and_seat(game, seat, player), round_1_begins(game))
}

/// Tells players what they play as.
fn player_and_seat(game: &Match, seat: Seat, player: &Player) -> String {
    let fields = fields(game, player).into_iter();
    let fields = fields.map(|(label, value)| format!(", {} {value}", label.to_lowercase()));
    format!("You play as **{}**: seat {seat}{}.", escape::name(&player.name), fields.collect::<String>())
}

/// Says when the first round begins, or how they will learn of it.
fn round_1_begins(game: &Match) -> String {
    match game.deadline.filter(|_| game.status == Status::Pregame) {
        Some(begins) => format!("Round 1 begins {}.", when(begins)),
        None if game.beacon.is_some() => {
            "The match starts by itself after its roster has closed. I’ll then post in the channel."
                .to_owned()
        }
        None => {
            "The host has not started the match yet. When that happens, I’ll post in the channel.".to_owned()
        }
    }
}

/// Confirms in a direct message that direct messages reach the player.
pub(in crate::lobby) fn test_message(game: &Match, player: &Player) -> String {
    format!(
        "{}\nYou’ve checked in as **{}**. My direct messages reach you: I’ll ask for your moves here. {}\n{}",
        first_line(&escape::title(&game.title), "check-in"),
        escape::name(&player.name),
        round_1_begins(game),
        small(&match_and_commitment(game.id, &game.seed().commitment()))
    )
}

/// Tells a player, who has checked in, that direct messages do not get through, and what to do about it.
pub(in crate::lobby) fn unreachable() -> String {
    "You’ve checked in, but Discord doesn’t let me send you direct messages. To get them, open the menu of this server, \
     allow direct messages under **Privacy Settings**, and press **Check in** again. You can also play without them, \
     with `/me` and `/move` in the server: only you can see my replies."
        .to_owned()
}

/// Asks a player to check in again, because it is not known whether direct messages get through.
pub(in crate::lobby) fn not_tested() -> String {
    "I couldn’t send you a direct message just now, so you’re not checked in yet. Please press **Check in** again in a \
     minute."
        .to_owned()
}

pub(in crate::lobby) fn check_in_over(game: &Match) -> String {
    format!("{}: it’s too late to check in. `/matches` lists your matches.", heading(game))
}
