//! What people read as an answer to what they typed or pressed; what hosts read is in `texts_host.rs`.

use super::escape;
use crate::games::{Fact, Seat};
use crate::matches::{Match, Millis, Player, Status, Summary};

/// `**#3 Code Red**`
pub(super) fn title(game: &Match) -> String {
    numbered(game.id, &game.title)
}

/// The same of a match that is not loaded.
pub(super) fn summary_title(summary: &Summary) -> String {
    numbered(summary.id, &summary.title)
}

fn numbered(id: i64, title: &str) -> String {
    format!("**#{id} {}**", escape::title(title))
}

/// A match in a list of choices: plain text, at most 100 characters.
pub(super) fn choice(row: &Summary) -> String {
    format!("#{} {} ({})", row.id, escape::plain(&row.title, 60), status(row.status))
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Signup => "roster open",
        Status::Pregame => "about to begin",
        Status::Running => "running",
        Status::Over => "over",
        Status::Cancelled => "cancelled",
    }
}

/// `<t:…:R>`, which Discord shows in the reader's own time.
pub(super) fn relative(at: Millis) -> String {
    format!("<t:{}:R>", at.div_euclid(1_000))
}

/// The time that is left: `ends in 5 hours`, or why there is none.
fn time_left(game: &Match) -> Option<String> {
    match (game.paused(), game.deadline) {
        (Some(_), _) => Some("the clock is stopped".to_owned()),
        (_, Some(deadline)) if game.status == Status::Pregame => {
            Some(format!("round 1 begins {}", relative(deadline)))
        }
        (_, Some(deadline)) if game.has_turns() => Some(format!("the turn ends {}", relative(deadline))),
        (_, Some(deadline)) => Some(format!("ends {}", relative(deadline))),
        _ => None,
    }
}

/// `round 4`, `vote`, or what the match is at.
fn moment(game: &Match) -> String {
    if game.is_going_on() && game.stopped().is_some() {
        return "stopped by a change of the rules".to_owned();
    }
    let Some(table) = game.session.as_ref().filter(|_| game.status == Status::Running) else {
        return status(game.status).to_owned();
    };
    if game.has_turns() { status(game.status).to_owned() } else { table.phase().title }
}

/// `**#3 Code Red**, round 4, ends in 5 hours`
pub(super) fn heading(game: &Match) -> String {
    let mut text = format!("{}, {}", title(game), moment(game));
    if let Some(left) = time_left(game) {
        text += &format!(", {left}");
    }
    text
}

pub(super) fn fault() -> String {
    "Something went wrong on my side. Nothing was changed by this; please try again in a moment.".to_owned()
}

pub(super) fn guild_only() -> String {
    "That command works in a server, not here.".to_owned()
}

pub(super) fn not_read(input: Option<&str>) -> String {
    match input {
        Some(input) => format!("I cannot read “{}” there.", escape::name(input)),
        None => "I cannot read one of the options.".to_owned(),
    }
}

// --- Which match

/// In the words that tell that there is none at all.
pub(super) fn no_match(number: i64) -> String {
    format!("There is no match {number}.")
}

pub(super) fn no_match_here() -> String {
    "There is no match going on here. An ended one can be named with the option `match`.".to_owned()
}

pub(super) fn no_seat() -> String {
    "You have no seat in a match that is going on.".to_owned()
}

pub(super) fn hosts_nothing() -> String {
    "You host no match that is going on here. `/host create` begins one.".to_owned()
}

pub(super) fn say_which(rows: &[Summary]) -> String {
    let list: Vec<String> = rows.iter().take(25).map(|row| format!("- {}", summary_title(row))).collect();
    format!("You host several matches: say which with the option `match`.\n{}", list.join("\n"))
}

pub(super) fn which_match() -> String {
    "You play in several matches. Which one do you mean?".to_owned()
}

pub(super) fn pick_placeholder() -> &'static str {
    "Pick the match"
}

pub(super) fn not_seated(game: &Match) -> String {
    format!("You have no seat in {}.", title(game))
}

/// Says why there is no board to show.
pub(super) fn not_begun(game: &Match) -> String {
    if let Some(rules) = game.stopped() {
        let words = game.rules_words(rules);
        return format!("{}: {words} That is why there is no board to show.", title(game));
    }
    format!("{} has not begun yet, so there is no board to show.", title(game))
}

pub(super) fn board_elsewhere(number: i64) -> String {
    format!("The board of match {number} is shown to others in its own channel only.")
}

// --- Players

pub(super) fn seat_name(game: &Match, seat: Seat) -> String {
    escape::name(&game.names().get(seat))
}

pub(super) fn nothing_asked(game: &Match) -> String {
    format!("{}: you have nothing to do right now.", heading(game))
}

/// What players may know of their own position, below a heading.
pub(super) fn me(heading: String, facts: &[Fact]) -> String {
    let facts = facts.iter().map(|fact| format!("{}: **{}**", fact.label, escape::text(&fact.value)));
    std::iter::once(heading).chain(facts).collect::<Vec<_>>().join("\n")
}

/// The same before round 1.
pub(super) fn me_before(game: &Match, seat: Seat, player: &Player) -> String {
    let mut lines = vec![heading(game), format!("Seat: **{seat}**")];
    lines.extend(fields(game, player).into_iter().map(|(label, value)| format!("{label}: **{value}**")));
    lines.join("\n")
}

/// The values of a player's fields with their labels; those that are drawn later are not set yet.
pub(super) fn fields(game: &Match, player: &Player) -> Vec<(&'static str, String)> {
    let value = |key| player.fields.get(key).map_or_else(|| "not set yet".to_owned(), ToString::to_string);
    game.info().fields.iter().map(|field| (field.spec.label, value(field.spec.key))).collect()
}

pub(super) fn board(game: &Match) -> String {
    heading(game)
}

pub(super) fn no_matches() -> String {
    "You neither play nor host a match that is going on.".to_owned()
}

pub(super) fn match_line(game: &Match, seat: Option<Seat>, hosts: bool) -> String {
    let answered = seat.zip(game.playing().ok()).and_then(|(seat, table)| {
        table.to_act().into_iter().find(|decision| decision.seat == seat).map(|decision| decision.answered)
    });
    let mut line = format!("- {} in <#{}>", heading(game), game.channel_id);
    let is_turn = seat.is_some_and(|seat| game.to_act().iter().any(|decision| decision.seat == seat));
    line += match answered.filter(|_| !game.has_turns()) {
        None if is_turn && game.has_turns() => "; **it is your turn**",
        Some(true) => "; your answer is stored",
        Some(false) => "; **you haven’t submitted yet**",
        None => "",
    };
    line + if hosts { " (you host it)" } else { "" }
}

pub(super) fn joined(game: &Match) -> String {
    let (count, seats) = (game.players.len(), game.terms.players);
    format!("You are in {}: {count} of {seats} seats are taken.", title(game))
}

pub(super) fn left(game: &Match) -> String {
    format!("You have given up your seat in {}.", title(game))
}

/// The address of a message.
pub(super) fn link(guild: i64, channel: i64, message: i64) -> String {
    format!("https://discord.com/channels/{guild}/{channel}/{message}")
}

pub(super) fn unknown_text() -> String {
    "I did not understand that. When a match waits for you, send your action as you would with `/move`, or `move` to see \
     your choices; otherwise `me`, `board`, `matches`, `rules` or `help`."
        .to_owned()
}

pub(super) fn help() -> String {
    "**Turn-based games** (Triforce, Triangoli, Trice, Triluminary), in a server:\n\
     - `/play new` creates a match; others press **Join**, and then somebody **Start**. Play with the buttons below the board\n\
     - `/move` plays an action in notation and completes it while you type; `/board` posts the board again at the bottom\n\
     - `/draw`, `/takeback`, `/resign`, `/nudge`, and `/claim` when somebody’s time has run out\n\
     - `/history` lists every action, `/replay` shows an animation, `/rematch` starts a new match with the same players\n\
     **Triforce Building**, in a server or in a direct message to me:\n\
     - `/move` with a path such as `ULD`, or without one for the arrow pad; `-` means stay\n\
     - `/garnet` to spend a garnet, `/vote` when the vote is on\n\
     - `/host create`, then `/host seat` for each player or `/host roster` for all at once, then `/host start`\n\
     - `/host status`, `extend`, `pause`, `resume`, `resolve`, `ec`, `export`, `cancel`; `/host publish` shows everyone a cancelled match with all that was secret in it; `/host role` says who may host besides members with Manage Server\n\
     **All games**: in a direct message, the action is enough, without `/move`; `/me` what is yours, `/board`, `/matches` your matches, `/rules`\n\
     Only you can see my replies to commands."
        .to_owned()
}

// --- Rules

pub(super) fn no_section(text: &str) -> String {
    format!("There is no section “{}” in the rules.", escape::name(text))
}

pub(super) fn rules_contents(sections: &[&str]) -> String {
    let list: Vec<String> = sections.iter().map(|section| format!("- {section}")).collect();
    format!("**Sections** (`/rules section:…`)\n{}\nThe full rules are attached.", list.join("\n"))
}

/// A command that Discord still shows as an earlier version registered it.
pub(super) fn outdated() -> String {
    "That command has changed. Restart Discord (or wait a minute) and try again.".to_owned()
}
