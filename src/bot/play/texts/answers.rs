//! The sentences about answers, typed or pressed: what became of them.

use super::question::described;
use crate::ui::escape;
use crate::ui::limits::OPTION;
use crate::ui::words::{heading, small, title};
use trigon_engine::matches::Match;
use trigon_rules::games::{AnySession, Move, Narration, Prompt, Seat, Viewer};
use trigon_rules::text::typed as plain;

/// Confirms a stored action that can still be replaced. The sessions are those before the action and after it.
pub(in crate::play) fn answer_stored(
    game: &Match,
    (before, now): (&dyn AnySession, &dyn AnySession),
    prompt: &Prompt,
    seat: Seat,
    action: &Move,
) -> String {
    let is_answer = now.answer(seat).is_some_and(|answer| answer == *action);
    let what = if is_answer { format!("your {} is ", prompt.noun) } else { String::new() };
    let replaced = before.answer(seat).filter(|answer| is_answer && answer != action);
    let replaced = replaced.map(|answer| format!(" It was {} before.", described(before, &answer)));
    format!(
        "✅ Stored: {what}{}.{} You can still change it.\n-# {}",
        described(now, action),
        replaced.unwrap_or_default(),
        heading(game)
    )
}

/// Confirms the answer that ended a round, the vote or the match.
pub(in crate::play) fn answer_was_last(
    now: &Match,
    session: &dyn AnySession,
    prompt: &Prompt,
    action: &Move,
) -> String {
    let goes_on = if now.is_going_on() { "goes on" } else { "is over" };
    let (noun, action) = (prompt.noun, described(session, action));
    format!("Your {noun}, {action}, was the last one: {} {goes_on}.", title(now))
}

/// Tells a player what their action brought about, as far as they may know it.
pub(in crate::play) fn outcome(game: &Match, seat: Seat, happened: &[Narration]) -> String {
    let lines = happened.iter().filter(|narration| narration.audience.includes(Viewer::Seat(seat)));
    let lines: Vec<String> = lines.map(|narration| escape::text(&narration.text)).collect();
    format!("{}\n{}", lines.join("\n"), small(&title(game)))
}

/// Answers a command that has been delivered again after it took effect.
pub(crate) fn done_before(game: &Match) -> String {
    format!("I’ve already done that. Now: {}.", heading(game))
}

/// Asks whether a text that could be chat is an answer.
pub(in crate::play) fn ask_whether_answer(
    game: &Match,
    session: &dyn AnySession,
    prompt: &Prompt,
    action: &Move,
    stored: Option<&Move>,
) -> String {
    let noun = prompt.noun;
    let (state, change) = match stored {
        Some(stored) => (
            format!("Nothing has changed: your {noun} is still {}.", described(session, stored)),
            "change it to",
        ),
        None => ("Nothing is stored yet.".to_owned(), "store"),
    };
    format!(
        "🤔 Is that chat, or your {noun}? {state} To {change} {}, press **Submit**.\n{}",
        described(session, action),
        small(&heading(game))
    )
}

/// Adds to a confirmation how many earlier messages the answer replaces.
pub(in crate::play) fn with_replaced(text: String, replaced: usize) -> String {
    match replaced {
        0 => text,
        1 => format!("{text}\n{}", small("It replaces the message that you sent just before.")),
        more => format!(
            "{text}\n{}",
            small(&format!("It replaces the {more} messages that you sent just before."))
        ),
    }
}

/// Adds to a refusal to how many earlier messages it also applies, because the refused one would have replaced them.
pub(crate) fn refusing(text: String, replaced: usize) -> String {
    match replaced {
        0 => text,
        1 => format!("{text}\n{}", small("The same goes for the message that you sent just before.")),
        more => {
            format!(
                "{text}\n{}",
                small(&format!("The same goes for the {more} messages that you sent just before."))
            )
        }
    }
}

/// Refuses several actions in one line.
pub(in crate::play) fn one_at_a_time(first: &str) -> String {
    format!("Send one action at a time, so nothing was played. Begin with `{}`.", first.replace('`', ""))
}

/// The sign at the beginning of the line that says that there are more actions, and of the value that is sent if somebody picks it.
const MORE: char = '…';

/// Says how many actions a list of suggestions leaves out.
pub(crate) fn more_actions(more: usize) -> String {
    format!("{MORE} and {more} more: type on to see them")
}

/// Returns the value that is sent if somebody picks the line that says that there are more actions.
pub(crate) fn type_on_value(typed: &str) -> String {
    escape::plain(&format!("{MORE} {typed}"), OPTION)
}

/// Returns the refusal for somebody who picked the line that says that there are more actions, or `None` for any other text.
pub(in crate::play) fn refuse_line_of_more(text: &str) -> Option<String> {
    let typed = text.trim().strip_prefix(&plain(&MORE.to_string()))?.trim().replace('`', "");
    let so_far = if typed.is_empty() { String::new() } else { format!(" after `{typed}`") };
    Some(format!(
        "That line only says that there are more actions, so nothing was played. Type on{so_far}, and the list shows those that fit."
    ))
}
