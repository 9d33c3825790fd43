//! The sentences about the form in which a host writes the whole roster.

use crate::ui::escape;
use trigon_engine::matches::Match;
use trigon_rules::games::{Info, phrase};

pub(in crate::lobby) fn form_title(game: &Match) -> String {
    format!("Roster of match {}", game.id)
}

pub(in crate::lobby) fn form_label(info: &Info) -> String {
    escape::plain(&format!("{}: one per line", columns(info)), 45)
}

pub(in crate::lobby) fn form_placeholder(info: &Info) -> String {
    let line = |who: &str, first: usize| {
        let values = (first..first + info.fields.len()).map(|value| value.to_string());
        std::iter::once(who.to_owned()).chain(values).collect::<Vec<_>>().join(", ")
    };
    format!("{}\n{}", line("Ann, @ann", 1), line("Ben, 123456789012345678", 2))
}

/// Names the columns of the roster: `name, @user, priority, garnets`.
fn columns(info: &Info) -> String {
    let fields = info.fields.iter().map(|field| field.spec.label.to_lowercase());
    ["name".to_owned(), "@user".to_owned()].into_iter().chain(fields).collect::<Vec<_>>().join(", ")
}

/// Tells what is wrong with the lines of a roster. A form cannot be opened again with what was typed, so that follows, to
/// be copied.
pub(in crate::lobby) fn lines_refused(problems: &[String], typed: &str) -> String {
    const SHOWN: usize = 5;
    let more = problems.len().saturating_sub(SHOWN);
    let more = (more > 0).then(|| format!("And {}.", phrase::counted(more as i64, "more line")));
    let shown: Vec<String> = problems.iter().take(SHOWN).cloned().chain(more).collect();
    let typed = typed.replace("```", "");
    format!(
        "{}\nNothing was changed. Here is what you typed, to copy into `/host roster`:\n```\n{}\n```",
        shown.join("\n"),
        escape::beginning(typed.trim_end(), 1_200)
    )
}

pub(in crate::lobby) fn line_problem(line: usize, problem: &str) -> String {
    format!("Line {line}: {problem}")
}

pub(in crate::lobby) fn no_user_in_line(info: &Info) -> String {
    format!("write `{}`; the user as a mention, a user name or an ID.", columns(info))
}

pub(in crate::lobby) fn too_many_fields(info: &Info) -> String {
    format!("a line has no more than these columns: `{}`.", columns(info))
}

pub(in crate::lobby) fn unknown_user(text: &str) -> String {
    format!("there is no member “{}” in this server.", escape::name(text))
}
