//! The sentences about the cast.

use super::pieces::{form_title, list, title};
use crate::ui::escape;
use trigon_engine::season::{ListProblem, Member, MemberStatus, Season, SeasonViewer};
use trigon_rules::games::phrase;

pub(in crate::season) const CAST_LABEL: &str = "Name, @user – one line each";

pub(in crate::season) const CAST_PLACEHOLDER: &str = "Ann, @ann\nBen, @ben (alternate)\nCleo";

pub(in crate::season) const NO_LIST_OF_MEMBERS: &str = "Discord doesn’t tell me who has that role, because the person who runs me has not turned on the list of members. Write the lines yourself: use the command without `role`.";

pub(in crate::season) const ROLE_TAKES_TOO_LONG: &str = "This server is so large that I can’t find out in time who has that role. Write the lines yourself: use the command without `role`.";

pub(in crate::season) const ROLE_TOO_LARGE: &str = "So many people have that role that their lines don’t fit into a form. Add them in parts, with several roles.";

pub(in crate::season) const NOBODY_NEW_HAS_THE_ROLE: &str =
    "Nobody has that role who isn’t in the cast already.";

pub(in crate::season) const BAD_NAME: &str = "A name has 1 to 32 characters on one line.";

/// Returns the title of the form with the cast.
pub(in crate::season) fn cast_title(season: &Season) -> String {
    form_title("Cast", season)
}

/// Says what is wrong with a line of a form.
pub(in crate::season) fn line_problem(line: usize, problem: &str) -> String {
    format!("Line {line}: {problem}")
}

/// Says what is wrong with a list of members or of results.
pub(in crate::season) fn list_problem(problem: &ListProblem) -> String {
    escape::text(&problem.to_string())
}

/// Tells what is wrong with the lines of a form. It cannot be opened again with what was typed, so that follows, to be copied.
pub(in crate::season) fn lines_refused(problems: &[String], typed: &str, command: &str) -> String {
    const MAX_NAMED_PROBLEMS: usize = 6;
    // Two texts of this length fit into a message, with the sentence between them.
    const MAX_LENGTH: usize = 900;
    let shown: Vec<&str> = problems.iter().take(MAX_NAMED_PROBLEMS).map(String::as_str).collect();
    let typed = typed.replace("```", "");
    format!(
        "{}\nNothing was changed. Here is what you typed, to copy into `{command}`:\n```\n{}\n```",
        escape::beginning(&shown.join("\n"), MAX_LENGTH),
        escape::beginning(typed.trim_end(), MAX_LENGTH)
    )
}

/// Lists the cast, as far as a viewer may know it.
pub(in crate::season) fn cast(season: &Season, viewer: SeasonViewer, is_unchanged: bool) -> String {
    let all = season.shown_cast(viewer);
    let line = |it: &Member| {
        let user = it.user.map(|user| format!(" <@{user}>")).unwrap_or_default();
        let status = match it.status {
            MemberStatus::In => "",
            MemberStatus::Alternate => " – alternate",
            MemberStatus::Out => " – out",
            MemberStatus::Left => " – has left",
        };
        format!("{}{user}{status}", escape::name(&it.name))
    };
    let play = all.iter().filter(|it| it.status == MemberStatus::In).count();
    let unchanged = if is_unchanged { "Nothing has changed. " } else { "" };
    let unknown = all.iter().any(|it| it.user.is_none());
    let unknown =
        if unknown { "\n-# Those without a user can’t see their book or give anything." } else { "" };
    format!(
        "{unchanged}{}: {} in the game.\n{}{unknown}",
        title(season),
        phrase::counted(play as i64, "member"),
        list(all.iter().map(line).collect())
    )
}
