//! The sentences about creating a match: which game and whom to play with, options that do not go together, channels in which
//! nobody can play, and what was created.

use super::start::{roster_closes, starts_by_itself};
use super::terms::terms;
use crate::ui::escape;
use crate::ui::words::title;
use trigon_engine::matches::Match;
use trigon_rules::games::{Info, phrase};
use trigon_rules::text::is_visible;

/// Formats a game for a list of choices: plain text, at most 100 characters.
pub(in crate::lobby) fn game_choice(info: &Info) -> String {
    format!("{} ({} players)", info.title, info.player_counts())
}

pub(in crate::lobby) fn which_game(titles: &[&str]) -> String {
    format!("Which game? Choose {} with the option `game`.", phrase::one_of(titles))
}

pub(crate) fn no_game(typed: &str, titles: &[&str]) -> String {
    if !is_visible(typed) {
        return which_game(titles);
    }
    format!("I don’t know a game called “{}”. I know {}.", escape::name(typed), phrase::all_of(titles))
}

pub(in crate::lobby) fn may_not_create() -> String {
    "Only members with this server’s host role or Manage Server can create matches.".to_owned()
}

pub(in crate::lobby) fn co_host_of_oneself() -> &'static str {
    "You host the match anyway. Name somebody else as co-host, or leave the option out."
}

pub(in crate::lobby) fn opponent_twice(user: u64) -> String {
    format!("You’ve named <@{user}> twice, or named yourself: you have a seat anyway.")
}

pub(in crate::lobby) const NO_COMPUTED: &str =
    "A level is for computed players: name me as an opponent, or say how many `computers` sit down.";

/// Says how many computed players there is room for, beside the one who creates a match.
pub(in crate::lobby) fn too_many_computed(info: &Info, most: usize) -> String {
    let players = phrase::counted(most as i64, "computed player");
    format!("You have a seat in {}, so there can be at most {players}.", info.title)
}

pub(in crate::lobby) fn bad_title() -> &'static str {
    "A title has 1 to 60 characters on one line."
}

pub(in crate::lobby) const CLOCK_OR_BANK: &str =
    "Turns have either a limit each or a bank for all of them: leave out `clock` or `bank`.";

pub(in crate::lobby) const NO_BANK: &str = "`bank_add` and `bank_most` belong to a bank: give `bank`, too.";

pub(in crate::lobby) const NO_CLOCK_ON_WEEKENDS: &str =
    "Without a clock, nothing can stand still on weekends: give `clock` or `bank`, too.";

pub(in crate::lobby) const ENDS_OR_HOURS: &str = "Rounds end either at a time of day or after some hours: leave out `ends`, or the options with hours for rounds and votes.";

pub(in crate::lobby) const WHICH_ZONE: &str = "No match here has ended its rounds at a time of day yet, so I don’t know your time zone. Give `ends` a time with its zone, such \
     as `every day 19:00 Europe/Berlin`. Next time, I know it.";

pub(in crate::lobby) const NOT_WEEKLY: &str =
    "Only a match that starts by itself can be played every week: choose when with `at`, too.";

// The channel in which the match is to be played.

pub(in crate::lobby) fn cannot_write(channel: u64, missing: &[&str]) -> String {
    format!("I can’t play in <#{channel}>. I’m missing these permissions there: {}.", phrase::all_of(missing))
}

pub(in crate::lobby) fn locked_thread(thread: u64) -> String {
    format!("<#{thread}> is locked, so nobody can play there. Unlock it, or choose another channel.")
}

pub(in crate::lobby) fn thread_in_thread() -> String {
    "This is already a thread. Leave out the option `thread` to play right here.".to_owned()
}

pub(in crate::lobby) fn no_threads_here() -> String {
    "Discord has no threads in this channel. Leave out the option `thread` to play right here.".to_owned()
}

pub(in crate::lobby) fn no_messages_here() -> String {
    "Nothing can be posted in this channel itself, only in its threads. Use the command in a thread or in a text channel.".to_owned()
}

/// Says that Discord does not let the bot create a thread. `may_work_later` means that the reason may pass.
pub(in crate::lobby) fn thread_refused(may_work_later: bool, code: Option<isize>) -> String {
    let why = match code {
        Some(160_006 | 160_007) => " because the server has as many active threads as it can have",
        Some(50_001 | 50_013) => " because I’m missing a permission here",
        _ if may_work_later => " at the moment",
        _ => "",
    };
    format!(
        "Discord won’t let me create a thread here{why}, so nothing has changed. Leave out the option `thread` to play right here."
    )
}

// What was created.

/// Tells a player what they have created, and when it starts.
pub(in crate::lobby) fn created(game: &Match) -> String {
    let how = if game.session.is_some() {
        "All seats are taken, so it has begun.".to_owned()
    } else if let Some(beacon) = &game.beacon {
        format!("Others can join with the button there. {}", roster_closes(beacon))
    } else if let Some(start) = &game.terms.starts {
        format!("Others can join with the button there. {}", starts_by_itself(game, start))
    } else if game.terms.invited.is_empty() {
        "Others can join with the button there, and then any player can start it.".to_owned()
    } else {
        "It starts by itself when everyone has joined.".to_owned()
    };
    format!("You’ve created {} in <#{}>, and you’re in. {how}", title(game), game.channel_id)
}

/// Tells a host what they have created, how its roster is filled, and on which terms it is played.
pub(in crate::lobby) fn created_by_host(game: &Match) -> String {
    let next = if game.terms.open_signup {
        "Members can join with the button in the channel, and you can add players with `/host seat`."
    } else {
        "Fill the roster with `/host seat` or `/host roster`."
    };
    let start = if game.beacon.is_some() || game.terms.starts.is_some() {
        ""
    } else {
        " When the roster is full, use `/host start`."
    };
    format!("I’ve created {} in <#{}>. {next}{start}\n{}", title(game), game.channel_id, terms(game))
}

/// Says that a command has created a match, although Discord may have said that it failed.
pub(in crate::lobby) fn made_before(created: &str) -> String {
    format!(
        "This match exists already: I may have been stopped before I could say so. To create another one, use the command again.\n\
         {created}"
    )
}
