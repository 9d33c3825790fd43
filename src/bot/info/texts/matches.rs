//! The sentences about somebody’s matches, and which of them is meant.

use crate::ui::lookup::listed;
use crate::ui::words::{heading, uncapitalized};
use trigon_engine::ids::MatchId;
use trigon_engine::matches::{Match, Summary};
use trigon_rules::games::Seat;

/// Asks which match is meant, of those in a list that leaves out some. If the request `may_change_something`, it says that nothing has
/// changed yet. `example` shows how to say it at once: the number of a match, and what was written.
pub(crate) fn which_match(
    left_out: usize,
    may_change_something: bool,
    example: Option<(MatchId, &str)>,
) -> String {
    let more = match left_out {
        0 => String::new(),
        more => format!(
            " The list shows the most urgent; there are {more} more, which you can choose with the option `match`."
        ),
    };
    let yet = if may_change_something { " **Nothing is stored yet.**" } else { "" };
    let at_once = example.map(|(number, text)| {
        let text = if text.chars().count() > 20 { "…".to_owned() } else { text.replace('`', "") };
        format!("\n-# To say it at once, begin with its number: `#{number} {text}`. Or reply to one of its messages.")
    });
    format!(
        "You’re playing in several matches. Which one do you mean?{yet}{more}{}",
        at_once.unwrap_or_default()
    )
}

/// Says in the select of matches what it is for.
pub(crate) fn pick_placeholder() -> &'static str {
    "Pick the match"
}

/// Refuses what could be meant for several matches, and says how to name one: in direct messages or in a server.
pub(crate) fn say_which(is_direct: bool) -> String {
    let how = if is_direct {
        "begin with the number of the one you mean, such as `#3`, or reply to one of its messages"
    } else {
        "say which one with the option `match`"
    };
    format!("You’re playing in several matches, so nothing has changed yet: {how}.")
}

/// Asks somebody who looks on which of several matches is meant, and lists them.
pub(in crate::info) fn say_which_of(rows: &[Summary]) -> String {
    format!("There are several matches: say which one with the option `match`.\n{}", listed(rows))
}

/// Lists a match on one line for somebody who plays in `seat`, hosts it or both, with what it asks of them.
pub(in crate::info) fn match_line(game: &Match, seat: Option<Seat>, is_host: bool) -> String {
    let line = format!("- {} · <#{}>", heading(game), game.channel_id);
    let question = match seat.and_then(|seat| game.decision(seat)) {
        Some(_) if game.has_turns() => " · **it’s your turn**",
        Some(decision) if game.playing().is_ok() => {
            if decision.answered {
                " · your answer is stored"
            } else {
                " · **you haven’t submitted yet**"
            }
        }
        _ => "",
    };
    line + question + if is_host { " (you host it)" } else { "" }
}

/// Says that the list of somebody’s matches is empty.
pub(in crate::info) fn no_matches() -> String {
    "You’re not playing or hosting a match right now.".to_owned()
}

/// Says how many matches a list leaves out.
pub(in crate::info) fn more_listed(more: usize) -> String {
    format!("-# … and {more} more. `/matches calendar:True` sends the deadlines of all of them.")
}

/// Names what ends at the deadline of a match, in plain text.
pub(in crate::info) fn deadline_of(game: &Match) -> String {
    let what = match &game.session {
        None => "round 1 begins".to_owned(),
        Some(_) if !game.info().has_long_phases() => "the turn ends".to_owned(),
        Some(session) => format!("{} ends", uncapitalized(&session.phase().title)),
    };
    format!("{}: {what}", game.title)
}
