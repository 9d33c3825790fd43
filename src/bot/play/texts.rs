//! The sentences for playing. Names passed as text are already escaped.

use crate::ui::escape;
use crate::ui::limits::{BUTTON_LABEL, OPTION};
use crate::ui::words::{capitalized, channel, heading, seat_name, small, title, uncapitalized, when};
use trigon_engine::ids::{ChannelId, MatchId};
use trigon_engine::matches::{ClosedQuestion, Match, Millis, PlannedAction};
use trigon_rules::games::{
    AnySession, Choices, Fact, Move, Narration, NextStep, Prompt, Seat, Step, Viewer, phrase,
};
use trigon_rules::text::typed as plain;

// What is asked

/// Joins labelled values: `Priority **5** · Garnets **2**`.
pub(crate) fn facts(facts: &[Fact]) -> String {
    let fact = |fact: &Fact| format!("{} **{}**", fact.label, escape::text(&fact.value));
    facts.iter().map(fact).collect::<Vec<_>>().join(" · ")
}

/// Says when the open question ends.
pub(crate) fn time(game: &Match) -> String {
    match game.ends_early().or(game.deadline) {
        Some(deadline) => ends(deadline),
        None if game.paused().is_some() => CLOCK_STOPPED.to_owned(),
        None => String::new(),
    }
}

pub(crate) fn ends(deadline: Millis) -> String {
    format!("Ends {}.", when(deadline))
}

pub(super) const READY: &str = "Ready";

pub(super) const NOT_READY: &str = "Not ready";

pub(super) const MAY_BE_READY: &str = "If that’s final, press **Ready**: once everyone is, the time is cut short. You can take it back until then.";

pub(super) const IS_READY: &str =
    "You’re ready. To take that back, press **Not ready** or change your answer.";

pub(crate) const CLOCK_STOPPED: &str = "The clock is stopped.";

/// Describes an action in bold.
fn described(session: &dyn AnySession, action: &Move) -> String {
    format!("**{}**", escape::text(&session.describe(action)))
}

/// Shows the stored answer; without one, `missing` says what that means.
pub(crate) fn stored(
    session: &dyn AnySession,
    prompt: &Prompt,
    answer: Option<&Move>,
    missing: Option<&str>,
) -> String {
    match answer {
        Some(answer) => format!("✅ Your {}: {}.", prompt.noun, described(session, answer)),
        None => format!("Your {}: {}.", prompt.noun, escape::text(missing.unwrap_or("none yet"))),
    }
}

/// Shows a draft on a pad, whether or not it is an action yet.
pub(crate) fn drawn(session: &dyn AnySession, action: Option<&Move>, chosen: &[Step]) -> String {
    format!("✏️ Draft: {}, not submitted yet.", in_words(session, action, chosen))
}

/// Describes a draft in bold, whether or not it is an action yet.
pub(super) fn in_words(session: &dyn AnySession, action: Option<&Move>, chosen: &[Step]) -> String {
    match action {
        Some(action) => described(session, action),
        None => {
            let labels: Vec<String> = chosen.iter().map(|step| escape::text(&step.label)).collect();
            format!("**{}**", labels.join(" "))
        }
    }
}

/// Reminds a player of a draft, which the button below submits if it is complete.
pub(crate) fn only_drafted(draft: &str, is_complete: bool) -> String {
    let submit = if is_complete { " To send it, press **Submit** below." } else { "" };
    format!("✏️ You have drafted {draft}, but not submitted it.{submit}")
}

/// Tells a player that their draft came to nothing.
pub(crate) fn never_submitted(draft: &str) -> String {
    format!("{HAD_DRAFTED} {draft}, but not submitted it.")
}

const HAD_DRAFTED: &str = "✏️ You had drafted";

/// Returns whether a line says that a draft came to nothing.
pub(crate) fn names_a_draft(line: &str) -> bool {
    line.starts_with(HAD_DRAFTED)
}

/// Says where the match is played and how to answer without buttons.
pub(crate) fn how_to_answer(game: &Match, seat: Seat, prompt: &Prompt) -> String {
    let place = format!("Match {} in {}", game.id, channel(game.channel_id));
    let typed = prompt.example.map(|usual| {
        let example = possible(game, seat, usual);
        format!(" · or send me your {}, such as `{example}`", prompt.noun)
    });
    place + &typed.unwrap_or_default()
}

/// Returns an example as long as the usual one that the player could send now, as far as it may be listed, or else that one.
pub(crate) fn possible(game: &Match, seat: Seat, usual: &str) -> String {
    let listed = game.session.as_ref().map(|session| session.listed(seat)).unwrap_or_default();
    let typed = listed.iter().filter_map(|action| action.rsplit(' ').next());
    let variety = |typed: &&str| {
        let mut signs: Vec<char> = typed.chars().collect();
        signs.sort_unstable();
        signs.dedup();
        signs.len()
    };
    let possible = typed.filter(|typed| typed.len() == usual.len()).max_by_key(variety);
    possible.unwrap_or(usual).to_owned()
}

/// Shows what has been chosen and what can be chosen next, and says when there is no *Confirm* to come back from, unless
/// the answer can be replaced anyway.
pub(crate) fn draft(Choices { chosen, next, .. }: &Choices, is_replaceable: bool) -> String {
    let part = |step: &Step| {
        let label = escape::text(&step.label);
        if says(step) { format!("**{label}**") } else { format!("{}: **{label}**", step.what) }
    };
    let mut parts: Vec<String> = chosen.iter().map(part).collect();
    if !next.is_empty() {
        let at_once = !is_replaceable && next.iter().all(|next| next.done.is_some());
        let at_once = if at_once { " (counts as soon as you press)" } else { "" };
        parts.push(format!("{}: …{at_once}", whats(next)));
    }
    parts.join(" · ")
}

// Messages

/// Says when a phase ends and how the players who are asked can answer; `everyone` if all players are asked.
pub(crate) fn send_answers(game: &Match, phase: &str, noun: &str, everyone: bool) -> String {
    let who = if everyone { "Send" } else { "If you are asked, send" };
    let ends = match game.deadline {
        Some(deadline) => format!("**{}** ", phase_ends(phase, deadline)),
        None if game.paused().is_some() => format!("{CLOCK_STOPPED} "),
        None => String::new(),
    };
    format!("{ends}{who} me your {noun} in a direct message, or press the button below.")
}

/// Says when a phase ends: `Round 3 of 10 ends …`
fn phase_ends(phase: &str, deadline: Millis) -> String {
    format!("{} ends {}.", capitalized(phase), when(deadline))
}

/// Adds the number of earlier messages that an answer replaces.
pub(crate) fn replacing(text: String, replaced: usize) -> String {
    match replaced {
        0 => text,
        1 => format!("{text}\n{}", small("It replaces the message that you sent just before.")),
        more => format!(
            "{text}\n{}",
            small(&format!("It replaces the {more} messages that you sent just before."))
        ),
    }
}

/// Adds the number of earlier messages that a refusal also applies to, because this one would have replaced them.
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

pub(crate) const NOTHING_ASKED: &str = "There’s nothing for you to do right now.";

pub(crate) fn more_in(match_id: MatchId, channel_id: ChannelId) -> String {
    format!("Match {match_id} in {}", channel(channel_id))
}

pub(crate) fn reminder(noun: &str, phase: &str, deadline: Millis) -> String {
    format!("⏰ **{} You haven’t sent your {noun} yet.**", phase_ends(phase, deadline))
}

// Components

pub(crate) fn label(text: &str) -> String {
    escape::plain(text, BUTTON_LABEL)
}

/// Lists what can be chosen: `Place, move or end`.
pub(crate) fn whats(next: &[NextStep]) -> String {
    let mut whats: Vec<&str> = Vec::new();
    for next in next {
        if !whats.contains(&next.step.what) {
            whats.push(next.step.what);
        }
    }
    let words: Vec<String> = whats
        .iter()
        .enumerate()
        .map(|(i, what)| if i == 0 { (*what).to_owned() } else { what.to_lowercase() })
        .collect();
    phrase::one_of(&words)
}

/// Returns whether a label already says what it is for.
fn says(step: &Step) -> bool {
    step.label.to_lowercase().starts_with(&step.what.to_lowercase())
}

/// Labels an option of a select that may list options of different kinds.
pub(crate) fn option(step: &Step) -> String {
    let text = if says(step) { step.label.clone() } else { format!("{}: {}", step.what, step.label) };
    escape::plain(&text, OPTION)
}

/// Says what a select is for, and names its first and last option if it is one of several.
pub(crate) fn placeholder(what: &str, ends: Option<(&str, &str)>) -> String {
    let text = ends.map_or_else(|| what.to_owned(), |(first, last)| format!("{what}: {first} … {last}"));
    escape::plain(&text, OPTION)
}

pub(crate) const CONFIRM: &str = "Confirm";
pub(crate) const UNDO: &str = "Undo";
pub(crate) const START_OVER: &str = "Start over";
pub(crate) const CLEAR: &str = "Clear";
pub(crate) const TAKE_BACK: &str = "Take back";

pub(crate) const LEGEND: &str = "Legend";

pub(crate) const RULES: &str = "Rules";
pub(crate) const SHOW: &str = "Show my choices";

/// Labels the button that submits a draft with the action that it submits.
pub(crate) fn submit(session: &dyn AnySession, action: Option<&Move>) -> String {
    match action {
        Some(action) => label(&format!("Submit: {}", session.describe(action))),
        None => "Submit".to_owned(),
    }
}

// Presses

/// The sentence above a panel that was updated instead of carrying out the press.
pub(crate) const OLDER: &str = "ℹ️ This message was older than your stored answer, so **nothing has changed**. It’s up to date now: press again to change your answer.";

/// The same at its buttons.
pub(crate) const OLDER_IN_SHORT: &str = "Nothing has changed: press again";

pub(crate) fn not_your_turn(names: &str) -> String {
    format!("It’s not your turn: I’m waiting for {names}. I’ll mention you when it is.")
}

/// Refuses several actions in one line.
pub(crate) fn one_at_a_time(first: &str) -> String {
    format!("Send one action at a time, so nothing was played. Begin with `{}`.", first.replace('`', ""))
}

/// The beginning of what is sent if somebody picks the line that says that there is more.
const MORE: char = '…';

/// Says how many actions a list of suggestions leaves out.
pub(crate) fn more_actions(more: usize) -> String {
    format!("{MORE} and {more} more: type on to see them")
}

pub(crate) fn type_on_value(typed: &str) -> String {
    escape::plain(&format!("{MORE} {typed}"), OPTION)
}

/// Returns the refusal for somebody who picked the line that says that there is more.
pub(crate) fn type_on(text: &str) -> Option<String> {
    let typed = text.trim().strip_prefix(&plain(&MORE.to_string()))?.trim().replace('`', "");
    let so_far = if typed.is_empty() { String::new() } else { format!(" after `{typed}`") };
    Some(format!(
        "That line only says that there are more actions, so nothing was played. Type on{so_far}, and the list shows those that fit."
    ))
}

pub(crate) fn no_such_step() -> &'static str {
    "You can’t choose that here."
}

pub(crate) fn cannot_be_chosen_now() -> &'static str {
    "You can’t choose that any more, so nothing has changed. Here’s what you can choose now."
}

/// Answers a button that was made for an earlier turn: says what has happened since, and whose turn it is.
pub(crate) fn stale_turn(game: &Match, link: Option<&str>) -> String {
    let last = game.history().pop().map(|line| line.words.join(" ")).filter(|words| !words.is_empty());
    let last = last.map(|words| format!(" Last: {}", escape::text(&escape::shortened(&words, 200))));
    let now = link.map(|link| format!(" This is the current question: {link}")).unwrap_or_default();
    format!(
        "The match has moved on since that button was made, so nothing was done.{}{now}",
        last.unwrap_or_default()
    )
}

pub(crate) fn stale_here() -> &'static str {
    "The match has moved on since that button was made, so nothing was done. The message is up to date now."
}

/// Answers a button that was made for an earlier round.
pub(crate) fn stale_round(game: &Match, newest: Option<&str>) -> String {
    let newest = newest.map(|link| format!(" The newest message is {link}.")).unwrap_or_default();
    format!(
        "That button is from an earlier round or vote, so nothing was done.{newest} Now: {}.",
        heading(game)
    )
}

// Answers

/// Confirms a stored action that can still be replaced.
pub(crate) fn kept(
    game: &Match,
    (before, session): (&dyn AnySession, &dyn AnySession),
    prompt: &Prompt,
    seat: Seat,
    action: &Move,
) -> String {
    let is_answer = session.answer(seat).is_some_and(|answer| answer == *action);
    let what = if is_answer { format!("your {} is ", prompt.noun) } else { String::new() };
    let replaced = before.answer(seat).filter(|answer| is_answer && answer != action);
    let replaced = replaced.map(|answer| format!(" It was {} before.", described(before, &answer)));
    format!(
        "✅ Stored: {what}{}.{} You can still change it.\n-# {}",
        described(session, action),
        replaced.unwrap_or_default(),
        heading(game)
    )
}

/// Asks whether a text that could be chat is an answer.
pub(crate) fn really(
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

/// Answers a command that has been delivered again after it took effect.
pub(crate) fn done_before(game: &Match) -> String {
    format!("I’ve already done that. Now: {}.", heading(game))
}

/// Confirms the answer that ended a round, the vote or the match.
pub(crate) fn last(now: &Match, session: &dyn AnySession, prompt: &Prompt, action: &Move) -> String {
    let goes_on = if now.is_going_on() { "goes on" } else { "is over" };
    let (noun, action) = (prompt.noun, described(session, action));
    format!("Your {noun}, {action}, was the last one: {} {goes_on}.", title(now))
}

/// Opens the form for answers to the next rounds.
pub(crate) const NEXT_ROUNDS: &str = "Next rounds…";

pub(crate) const AHEAD_LABEL: &str = "One answer a round, such as URD, -, UL";

pub(crate) const AHEAD_PLACEHOLDER: &str =
    "From the next round on, or as in 4-6: URD. Leave it empty to take all back.";

/// Says for which round an answer is due in a list of answers for the next rounds.
pub(super) fn not_that_round(wanted: u32, due: u32) -> String {
    format!(
        "What you write next is for round {due}, and not for round {wanted}: leave no round out, and begin with the next one. Write - to stay."
    )
}

/// The title of the form for answers to the next rounds, in plain text.
pub(crate) fn ahead_title(game: &Match) -> String {
    format!("The next rounds of match {}", game.id)
}

/// Asks for the option of `/away` that is missing.
pub(crate) const HOW_LONG_AWAY: &str =
    "For how long? Give the option `days` or the option `to`; or set `back` to True to be back now.";

/// Refuses a beginning that is given twice.
pub(crate) const TWO_BEGINNINGS: &str =
    "Say when it begins either with the option `from` or with the option `in_days`, not with both.";

/// Refuses an end that is given twice.
pub(crate) const TWO_ENDS: &str =
    "Say when it ends either with the option `to` or with the option `days`, not with both.";

/// Refuses an absence whose end is to come, but before its beginning.
pub(crate) const ENDS_FIRST: &str =
    "That would end before it begins: give the option `to` a time after `from`.";

/// Says what a player has left for the next rounds.
pub(crate) fn left_ahead(game: &Match, seat: Seat) -> String {
    match ahead(game, seat) {
        Some(plan) if game.has_turns() => format!(
            "{plan}\n{}",
            small(&format!(
                "I play your actions as soon as everything before them has been played just so. Otherwise, I drop the plan and tell you. \
                 Only you can see it. `ahead none` drops it now. {}",
                heading(game)
            ))
        ),
        None if game.has_turns() => format!(
            "{}: you have planned nothing. To plan, use `/ahead` with what you expect to be played next and your own action after it, with \
             semicolons in between, such as `THEIRS; YOURS`, in the notation of the game.",
            heading(game)
        ),
        Some(left) => format!(
            "{left}\n{}",
            small(&format!(
                "Each is entered when its round begins, and you can still change it then. If it isn’t possible by then, I enter the answer that changes nothing, and tell you. `ahead none` takes all of it back. {}",
                heading(game)
            ))
        ),
        None => format!(
            "{}: nothing is left for the rounds after this one. To leave something, send me `ahead`, followed by an answer for each \
             of the next rounds, with commas in between.",
            heading(game)
        ),
    }
}

/// Lists what a player has left for the next rounds, if anything.
pub(crate) fn ahead(game: &Match, seat: Seat) -> Option<String> {
    let session = game.session.as_deref()?;
    if game.has_turns() {
        let line = |PlannedAction { seat: by, action }: PlannedAction| {
            let who = match by {
                Some(by) if by == seat => "you: ".to_owned(),
                Some(by) => format!("{}: ", seat_name(game, by)),
                None => String::new(),
            };
            format!("{who}`{action}`")
        };
        let plan: Vec<String> = game.planned_actions(seat).into_iter().map(line).collect();
        return (!plan.is_empty()).then(|| format!("Planned: {}.", plan.join(", then ")));
    }
    let described = |text: &String| match session.parse(text) {
        Ok(action) => described(session, &action),
        Err(_) => format!("**{}**", escape::text(text)),
    };
    let left: Vec<String> = game.ahead(seat).iter().map(described).collect();
    (!left.is_empty()).then(|| format!("Left for the next rounds: {}.", left.join(", then ")))
}

/// Tells a player that what they left has been entered.
pub(crate) const AHEAD_GIVEN: &str = "I’ve entered what you left for this round. You can still change it.";

/// Tells a player that what they left is not possible.
pub(crate) const AHEAD_ILLEGAL: &str = "What you left for this round isn’t possible any more. I’ve entered what you see below instead: it counts as an answer, and \
     you can change it.";

/// Tells a player the outcome of their action, as far as they may know it.
pub(crate) fn played(game: &Match, seat: Seat, happened: &[Narration]) -> String {
    let lines = happened.iter().filter(|narration| narration.audience.includes(Viewer::Seat(seat)));
    let lines: Vec<String> = lines.map(|narration| escape::text(&narration.text)).collect();
    format!("{}\n{}", lines.join("\n"), small(&title(game)))
}

/// Says that the question a player wants to answer is not the one being asked.
pub(crate) fn no_question(game: &Match, what: &str) -> String {
    format!("{}: there is no {what} right now. `/move` shows what I’m asking you.", heading(game))
}

/// Refuses an answer in reply to a message about something that is closed, and says what is asked now.
pub(crate) fn closed(game: &Match, seat: Seat, closed: &ClosedQuestion) -> String {
    let what = uncapitalized(&escape::text(&closed.phase));
    let how = if closed.is_undone { "was taken back" } else { "is over" };
    let said = format!(
        "{}: you replied to a message about {what}, which {how}. So nothing has changed.",
        heading(game)
    );
    let session = game.session.as_deref().filter(|_| game.is_going_on());
    let asked = session.zip(game.decision(seat)).map(|(session, decision)| session.prompt(&decision));
    let now = match asked {
        Some(prompt) => format!(
            "What I’m asking you now: {} Send it without replying, or in reply to a newer message of mine.",
            prompt.question
        ),
        None if game.is_going_on() => NOTHING_ASKED.to_owned(),
        None => "That match is over, too.".to_owned(),
    };
    format!("{said}\n{now}")
}

pub(crate) fn nothing_asked(game: &Match) -> String {
    format!("{}: you have nothing to do right now.", heading(game))
}
