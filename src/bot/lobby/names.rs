//! Names, titles and reasons typed by people.

use poise::serenity_prelude as serenity;
use serenity::{ResolvedValue, User};

use super::texts;
use crate::ui::limits::NAME;
use crate::ui::{Context, Failure, escape};
use trigon_rules::text::{is_visible, prose};

/// The maximum length of a title, in characters.
pub(super) const MAX_TITLE_LENGTH: usize = 60;

/// The maximum length of a reason, in characters.
const MAX_REASON_LENGTH: usize = 200;

/// Returns a name or title on one line, or `None` if there is nothing to see in it or it has more than `max_length` characters.
pub(crate) fn one_line(text: &str, max_length: usize) -> Option<String> {
    // Names in the server come from Discord rather than from an option or a form.
    let text = prose(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = is_visible(&text) && text.chars().count() <= max_length;
    fits.then_some(text)
}

/// Returns the reason for something that a host does, for everyone to read.
///
/// # Errors
/// If there is nothing to read in it, with a sentence that says what is missing.
pub(crate) fn read_reason(typed: Option<&str>, missing: &str) -> Result<String, Failure> {
    let reason = typed.and_then(|typed| one_line(typed, MAX_REASON_LENGTH));
    reason.ok_or_else(|| Failure::denied(missing.to_owned()))
}

/// Returns the typed title, or the usual one.
pub(super) fn read_title(typed: Option<&str>, usual: &str) -> Result<String, Failure> {
    match typed {
        Some(typed) => one_line(typed, MAX_TITLE_LENGTH).ok_or_else(|| Failure::denied(texts::bad_title())),
        None => Ok(usual.to_owned()),
    }
}

/// Returns a user's name in the server, cut to the maximum length.
pub(crate) fn display_name(user: &User, nick: Option<&str>) -> String {
    let name = prose(nick.unwrap_or(user.display_name()));
    let name = escape::beginning(&name, NAME);
    // Discord promises that every user has a user name without such characters.
    one_line(name, NAME).or_else(|| one_line(&user.name, NAME)).unwrap_or_else(|| user.id.to_string())
}

/// Returns the nickname of a member passed as an option of the command.
pub(crate) fn nick(ctx: Context<'_>, user: serenity::UserId) -> Result<Option<&str>, Failure> {
    let poise::Context::Application(ctx) = ctx else { return Ok(None) };
    let found = ctx.args.iter().find_map(|option| match option.value {
        ResolvedValue::User(found, member) if found.id == user => Some(member),
        _ => None,
    });
    match found.flatten() {
        Some(member) => Ok(member.nick.as_deref()),
        None => Err(Failure::denied(texts::not_a_member(user.get()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_on_one_line() {
        assert_eq!(one_line("  Ann\n the\tGreat ", 32).as_deref(), Some("Ann the Great"));
        for nothing in ["\u{7}\n", "\u{200b}\u{2060}", "\u{3164}", "\u{301}"] {
            assert_eq!(one_line(nothing, 32), None, "{nothing:?}");
        }
        assert_eq!(one_line("\u{202e}Ａｎｎ\u{200d}", 32).as_deref(), Some("Ann"));
        assert_eq!(one_line("A\0nn\0", 32).as_deref(), Some("A nn"));
        assert_eq!(one_line(&"é".repeat(32), 32).map(|name| name.chars().count()), Some(32));
        assert_eq!(one_line(&"é".repeat(33), 32), None);
    }
}
