//! The sentences about choosing an action step by step, and drafts of it.

use super::question::described;
use crate::ui::escape;
use crate::ui::limits::{BUTTON_LABEL, OPTION};
use trigon_rules::games::{AnySession, Choices, Move, NextStep, Step, phrase};

/// Shows what has been chosen and what can be chosen next, and says when there is no *Confirm* to come back from, unless
/// the answer can be replaced anyway.
pub(crate) fn chosen_so_far(Choices { chosen, next, .. }: &Choices, is_replaceable: bool) -> String {
    let part = |step: &Step| {
        let label = escape::text(&step.label);
        if says_what_for(step) { format!("**{label}**") } else { format!("{}: **{label}**", step.what) }
    };
    let mut parts: Vec<String> = chosen.iter().map(part).collect();
    if !next.is_empty() {
        let at_once = !is_replaceable && next.iter().all(|next| next.done.is_some());
        let at_once = if at_once { " (counts as soon as you press)" } else { "" };
        parts.push(format!("{}: …{at_once}", kinds_of_steps(next)));
    }
    parts.join(" · ")
}

/// Names the kinds of steps that can be chosen: `Place, move or end`.
pub(in crate::play) fn kinds_of_steps(next: &[NextStep]) -> String {
    let mut kinds: Vec<&str> = Vec::new();
    for choice in next {
        if !kinds.contains(&choice.step.what) {
            kinds.push(choice.step.what);
        }
    }
    let words: Vec<String> = kinds
        .iter()
        .enumerate()
        .map(|(i, kind)| if i == 0 { (*kind).to_owned() } else { kind.to_lowercase() })
        .collect();
    phrase::one_of(&words)
}

/// Returns whether the label of a step already says what it is for.
fn says_what_for(step: &Step) -> bool {
    step.label.to_lowercase().starts_with(&step.what.to_lowercase())
}

/// Labels an option of a select that may list options of different kinds.
pub(in crate::play) fn option(step: &Step) -> String {
    let text =
        if says_what_for(step) { step.label.clone() } else { format!("{}: {}", step.what, step.label) };
    escape::plain(&text, OPTION)
}

/// Says what a select is for, and names its first and last option if it is one of several.
pub(in crate::play) fn placeholder(what: &str, ends: Option<(&str, &str)>) -> String {
    let text = ends.map_or_else(|| what.to_owned(), |(first, last)| format!("{what}: {first} … {last}"));
    escape::plain(&text, OPTION)
}

/// Fits a text into the label of a button.
pub(in crate::play) fn label(text: &str) -> String {
    escape::plain(text, BUTTON_LABEL)
}

// Labels of buttons.

/// Labels the button that opens a panel.
pub(in crate::play) const SHOW: &str = "Show my choices";

pub(in crate::play) const LEGEND: &str = "Legend";

pub(in crate::play) const RULES: &str = "Rules";

pub(in crate::play) const CONFIRM: &str = "Confirm";

pub(in crate::play) const UNDO: &str = "Undo";

pub(in crate::play) const START_OVER: &str = "Start over";

pub(in crate::play) const CLEAR: &str = "Clear";

pub(in crate::play) const TAKE_BACK: &str = "Take back";

/// Labels the button that submits a draft with the action that it submits.
pub(in crate::play) fn submit(session: &dyn AnySession, action: Option<&Move>) -> String {
    match action {
        Some(action) => label(&format!("Submit: {}", session.describe(action))),
        None => "Submit".to_owned(),
    }
}

/// Shows a draft on a pad, whether or not it is an action yet.
pub(in crate::play) fn draft_on_pad(
    session: &dyn AnySession,
    action: Option<&Move>,
    chosen: &[Step],
) -> String {
    format!("✏️ Draft: {}, not submitted yet.", draft_in_words(session, action, chosen))
}

/// Describes a draft in bold, whether or not it is an action yet.
pub(in crate::play) fn draft_in_words(
    session: &dyn AnySession,
    action: Option<&Move>,
    chosen: &[Step],
) -> String {
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

/// The beginning of a line that says that a draft came to nothing.
const HAD_DRAFTED: &str = "✏️ You had drafted";

/// Returns whether a line says that a draft came to nothing.
pub(crate) fn names_a_draft(line: &str) -> bool {
    line.starts_with(HAD_DRAFTED)
}

/// Refuses a choice that the action does not have.
pub(crate) fn no_such_step() -> &'static str {
    "You can’t choose that here."
}

/// Refuses a choice that has become illegal, above what can be chosen instead.
pub(crate) fn cannot_be_chosen_now() -> &'static str {
    "You can’t choose that any more, so nothing has changed. Here’s what you can choose now."
}
