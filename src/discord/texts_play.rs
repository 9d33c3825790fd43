//! What people read as an answer to what they do around games of turns, and what their sign-ups say.

use super::deed::Deed;
use super::escape;
use super::texts::mention;
use super::texts_commands::{heading, seat_name, summary_title, title};
use crate::games::{Info, Seat};
use crate::matches::{Line, Match, OfferKind, Status, Summary, What};

// --- /play new

/// A game in a list of choices: plain text, at most 100 characters.
pub(super) fn game_choice(info: &Info) -> String {
    format!("{} ({} players)", info.title, players(info))
}

/// `3 to 6`, `2`.
pub(super) fn players(info: &Info) -> String {
    match info.players {
        [first, .., last] => format!("{first} to {last}"),
        [only] => only.to_string(),
        [] => "no".to_owned(),
    }
}

pub(super) fn no_game(typed: &str, titles: &[&str]) -> String {
    format!("I know no game “{}”. There are {}.", escape::name(typed), titles.join(", "))
}

pub(super) fn opponent_twice(user: u64) -> String {
    format!("<@{user}> is named twice, or is you: you have a seat anyway.")
}

pub(super) fn thread_in_thread() -> String {
    "This is a thread already, and threads have no threads. Leave the option `thread` out to play right here."
        .to_owned()
}

pub(super) fn created(game: &Match) -> String {
    let how = if game.terms.invited.is_empty() {
        "Others join with the button there; then anyone who is in starts it."
    } else {
        "It starts by itself when all of them have joined."
    };
    format!("You have created {} in <#{}>, and you have a seat. {how}", title(game), game.channel_id)
}

// --- The sign-up

pub(super) const SIGN_UP: &str = "sign-up";
pub(super) const STARTED: &str = "started";
pub(super) const CALLED_OFF: &str = "called off";
pub(super) const START: &str = "Start";

/// What is played, and how.
pub(super) fn terms(info: &Info, game: &Match) -> String {
    let mut text = format!("**{}** for {} players", info.title, players(info));
    for fact in game.terms.options.facts(info.options.iter()) {
        text += &format!(", {}: {}", fact.label.to_lowercase(), fact.value);
    }
    match info.times.first().and_then(|time| game.terms.hours.get(time.key)) {
        None => text + ", without a clock.",
        Some(1) => text + ", with 1 hour for each turn.",
        Some(hours) => text + &format!(", with {hours} hours for each turn."),
    }
}

pub(super) fn rematch_of(number: i64) -> String {
    format!("A rematch of match {number}: the seats rotate by one.")
}

/// Who has joined, in that order.
pub(super) fn who_is_in(game: &Match) -> String {
    let who: Vec<String> = game.players.iter().map(|player| mention(player.user_id)).collect();
    match who.len() {
        0 => "Nobody is in yet.".to_owned(),
        count => format!("In ({count} of {}): {}", game.terms.players, who.join(", ")),
    }
}

pub(super) fn seats_left(left: usize) -> String {
    match left {
        0 => "All seats are taken: press **Start**.".to_owned(),
        1 => "**1 seat is left**: press **Join** to take it.".to_owned(),
        left => format!("**{left} seats are left**: press **Join** to take one."),
    }
}

/// For whom seats are kept who have not joined.
pub(super) fn kept_for(users: &[i64]) -> String {
    let who: Vec<String> = users.iter().map(|user| mention(*user)).collect();
    format!("Waiting for {}: press **Join**, and with the last one the match starts.", who.join(", "))
}

pub(super) fn may_start() -> String {
    "There are enough players: anyone who is in may press **Start**.".to_owned()
}

// --- Deeds

pub(super) fn say_which() -> String {
    "You play in several matches: say which one with the option `match`.".to_owned()
}

pub(super) fn done(game: &Match, deed: Deed, own: bool) -> String {
    let title = title(game);
    match deed {
        Deed::Resign => format!("You have resigned from {title}."),
        Deed::Claim | Deed::Nudge => format!("Done in {title}."),
        Deed::Offer(OfferKind::Draw) => format!("You offer a draw in {title}. The others are asked."),
        Deed::Offer(OfferKind::Takeback) => {
            format!("You ask to take your last action in {title} back. The others are asked.")
        }
        Deed::Accept(OfferKind::Draw) => format!("You agree to a draw in {title}."),
        Deed::Accept(OfferKind::Takeback) => format!("You agree to the takeback in {title}."),
        Deed::Decline(_) if own => format!("You have withdrawn your offer in {title}."),
        Deed::Decline(OfferKind::Draw) => format!("You have declined the draw in {title}."),
        Deed::Decline(OfferKind::Takeback) => format!("You have declined the takeback in {title}."),
    }
}

pub(super) fn claimed(game: &Match, seat: Option<Seat>) -> String {
    let whose = seat.map(|seat| format!(" of **{}**", seat_name(game, seat))).unwrap_or_default();
    format!("You have claimed the seat{whose} in {}.", title(game))
}

pub(super) fn nudged(game: &Match, seat: Seat) -> String {
    format!("I ask **{}** to go on in {}.", seat_name(game, seat), title(game))
}

pub(super) fn not_resigned() -> String {
    "You play on: to resign, set `confirm` to True.".to_owned()
}

pub(super) fn no_turns_here() -> String {
    "You play in no game of turns that is going on. `/play new` begins one.".to_owned()
}

pub(super) fn say_which_of(rows: &[Summary]) -> String {
    let list: Vec<String> =
        rows.iter().rev().take(25).map(|row| format!("- {}", summary_title(row))).collect();
    format!("There are several: say which with the option `match`.\n{}", list.join("\n"))
}

// --- Rematches

pub(super) fn nothing_to_play_again() -> String {
    "There is no match here that you have played to its end. Another can be named with the option `match`."
        .to_owned()
}

pub(super) fn rematch(game: &Match) -> String {
    let title = title(game);
    if game.status == Status::Running {
        return format!("{title} has begun in <#{}>.", game.channel_id);
    }
    format!("You are in {title}. It starts in <#{}> as soon as the others have joined.", game.channel_id)
}

// --- The course of a match

pub(super) fn nothing_yet(game: &Match) -> String {
    format!("Nothing has happened yet in {}.", title(game))
}

pub(super) fn no_history(game: &Match) -> String {
    format!(
        "In {} players act in secret, so its log is not shown. `/board` shows how it stands.",
        title(game)
    )
}

pub(super) fn history_heading(game: &Match, left_out: usize) -> String {
    match left_out {
        0 => title(game),
        n => format!("{}\n-# The first {n} entries are in the file only.", title(game)),
    }
}

/// An entry of the log, on one line: with its action where nothing of the match is secret.
pub(super) fn history_line(number: usize, line: &Line, who: &str, is_open: bool) -> String {
    let (words, back) = (escape::text(&line.words.join(" ")), taken_back(line));
    match &line.what {
        What::Game(action) if is_open => {
            format!("{number}. **{who}** `{action}`{back} {words}").trim_end().to_owned()
        }
        _ => format!("{number}. {words}{back}"),
    }
}

/// The same in a file of plain text.
pub(super) fn history_plain(number: usize, line: &Line, who: &str, is_open: bool) -> String {
    let (words, back) = (line.words.join(" "), taken_back(line));
    match &line.what {
        What::Game(action) if is_open => {
            format!("{number}. {who}: {action}{back}. {words}").trim_end().to_owned()
        }
        _ => format!("{number}. {words}{back}"),
    }
}

fn taken_back(line: &Line) -> &'static str {
    if line.taken_back { " (taken back)" } else { "" }
}

pub(super) const THE_CLOCK: &str = "the clock";
pub(super) const THE_HOST: &str = "the host";

pub(super) fn replay(game: &Match) -> String {
    format!("{}, from the beginning{}", title(game), if game.is_going_on() { " until now" } else { "" })
}

pub(super) fn no_replay(game: &Match) -> String {
    if game.is_going_on() {
        return format!("{} is shown as an animation when it is over.", title(game));
    }
    format!("{} was cancelled, so what was secret in it is shown only if its host publishes it.", title(game))
}

pub(super) fn board_again(game: &Match) -> String {
    format!("I’ve reposted the board of {} below.", title(game))
}

// --- Where one stands

/// What a player of a game of turns may know of itself.
pub(super) fn me(game: &Match, seat: Seat) -> String {
    let asked: Vec<Seat> = game.to_act().iter().map(|decision| decision.seat).collect();
    let turn = match asked.first() {
        _ if game.status == Status::Signup => "You are in; it has not begun yet.".to_owned(),
        _ if game.resigned(seat) => "You have resigned.".to_owned(),
        _ if asked.contains(&seat) => "**It is your turn.** `/move` shows your choices.".to_owned(),
        Some(other) => format!("Waiting for **{}**.", seat_name(game, *other)),
        None => "Nobody is asked anything now.".to_owned(),
    };
    let mut lines = vec![heading(game)];
    if game.session.is_some() {
        lines.push(format!("Seat: **{seat}**"));
    }
    lines.push(turn);
    if let Some(offer) = game.offer() {
        let who = if offer.by == seat { "You".to_owned() } else { seat_name(game, offer.by) };
        let answer = if game.unanswered().contains(&seat) { ", and you haven’t answered yet" } else { "" };
        let what = match offer.kind {
            OfferKind::Draw => "a draw",
            OfferKind::Takeback => "a takeback",
        };
        let asks = if offer.by == seat { "have asked" } else { "has asked" };
        lines.push(format!("{who} {asks} for {what}{answer}."));
    }
    lines.join("\n")
}
