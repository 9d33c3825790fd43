//! Reasons why a message was not sent, for hosts; they never quote Discord or a person.

pub(super) const UNREADABLE: &str = "a fault of the bot, see its log";

pub(super) const NO_ANSWER: &str = "Discord did not answer";

pub(super) const ONE_BY_ONE: &str = "direct messages are opened one after the other";

pub(super) const ODD_ANSWER: &str = "Discord's answer could not be read";

pub(super) fn gave_up(reason: &str) -> String {
    format!("{reason}, at every try")
}

pub(super) fn discord_status(status: u16) -> String {
    format!("Discord answered {status}")
}

pub(super) fn discord_code(code: i64) -> String {
    let meaning = match code {
        10_003 => "the channel is gone",
        50_083 => "the thread is archived",
        10_004 => "the bot is not in the server",
        10_013 | 50_033 => "there is no such user",
        50_001 => "the bot cannot see the channel",
        50_007 | 50_278 => CLOSED,
        50_013 => "the bot lacks a permission in the channel",
        40_005 => "a message of the bot was too large for Discord",
        50_035 => "Discord found something in a message of the bot that it does not take",
        _ => return format!("Discord refused with code {code}"),
    };
    meaning.to_owned()
}

/// The reason why a post for onlookers is not sent.
pub(super) fn read_by_players(readers: &str) -> String {
    format!("it is for onlookers only, and {readers} can read the channel")
}

pub(super) const CHECKED_AGAIN: &str = "it is checked again who can read the channel";

/// The reason why a player who has left the server could not be reached.
pub(super) const LEFT: &str = "the player is not in the server any more";

const CLOSED: &str = "the player takes no direct messages";

/// Returns whether the reason is that a player accepts no direct messages.
pub(super) fn is_closed(reason: &str) -> bool {
    reason.starts_with(CLOSED)
}

/// The end of a message that is sent without its files.
pub(super) const WITHOUT_FILES: &str =
    "\n-# Discord didn’t take the picture or file that belongs here. `/board` and `/replay` may show it.";
