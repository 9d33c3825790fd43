//! Reasons why a message was not sent, for hosts. They never quote Discord or a person.

use crate::ui::words::{GONE, LOCKED, REMOVED};

/// The reason why a message is not sent that cannot be read or put into words.
pub(super) const UNREADABLE: &str = "a fault of the bot, see its log";

/// The reason why it is not known whether a message was sent.
pub(super) const NO_ANSWER: &str = "Discord did not answer";

/// The reason why a message waits for its channel.
pub(super) const ONE_BY_ONE: &str = "direct messages are opened one after the other";

/// The reason why it is not known what Discord has done.
pub(super) const UNREADABLE_ANSWER: &str = "Discord's answer could not be read";

/// Says that a message was given up after many attempts.
pub(super) fn gave_up(reason: &str) -> String {
    format!("{reason}, at every try")
}

/// Says with which status Discord answered, if it gave no code.
pub(super) fn discord_status(status: u16) -> String {
    format!("Discord answered {status}")
}

/// Says what a refusal with one of Discord's codes means. Where somebody can mend it, it says what is to be done.
pub(super) fn discord_code(code: i64) -> String {
    let meaning = match code {
        10_003 => GONE,
        10_004 => REMOVED,
        10_013 | 50_033 => "there is no such user",
        20_009 => "Discord takes the picture for explicit content",
        20_016 => "slow mode is on in the channel",
        20_026 => "Discord takes the bot for a spammer; its operator can appeal in the developer portal",
        20_028 | 20_029 => "too much is written in the channel or the server",
        30_033 => "the thread has as many members as Discord allows",
        40_002 | 50_178 => "the bot’s operator has to verify the account",
        40_004 | 40_006 => "Discord has turned this off for some time",
        40_005 => "a message of the bot was too large for Discord",
        40_007 => "the player is banned from the server",
        40_058 | 40_067 => "nothing can be posted in a forum or media channel itself",
        40_333 => "Discord’s network blocks the bot at the moment",
        50_001 => "the bot cannot see the channel",
        50_007 | 50_278 => CLOSED,
        50_008 | 50_024 => "the channel is of a kind in which the bot cannot post",
        50_009 => "the verification level of the server keeps the bot out",
        50_013 => "the bot lacks a permission in the channel",
        50_026 => "the bot was invited without the right to have commands",
        50_035 => "Discord found something in a message of the bot that it does not take",
        50_041 => "this version of the bot is too old for Discord",
        50_045 | 50_046 | 50_110 | 50_123 | 50_146 => "Discord does not take the picture",
        50_083 => "the thread is archived",
        50_095 => "the server is not available where the bot runs",
        60_003 => "the server requires two-factor authentication of the bot’s operator",
        130_000 => "Discord is overloaded",
        160_002 => "the bot lacks the permission Read Message History in the channel",
        160_005 => LOCKED,
        160_006 | 160_007 => "the server has as many threads as Discord allows",
        200_000 | 200_001 => "the server’s AutoMod blocks the message",
        240_000 => "Discord’s filter for harmful links blocks the message",
        400_001 => "Discord has limited uploads in the server",
        _ => return format!("Discord refused with code {code}"),
    };
    meaning.to_owned()
}

/// The reason why a post for onlookers is not sent.
pub(super) fn read_by_players(readers: &str) -> String {
    format!("it is for onlookers only, and {readers} can read the channel")
}

/// The reason why a post for onlookers waits.
pub(super) const CHECKED_AGAIN: &str = "it is checked again who can read the channel";

/// The reason why a player who has left the server could not be reached.
pub(super) const LEFT: &str = "the player is not in the server any more";

/// The reason why a player could not be reached who has closed their direct messages.
const CLOSED: &str = "the player takes no direct messages";

/// Returns whether the reason is that a player accepts no direct messages.
pub(super) fn is_closed(reason: &str) -> bool {
    reason.starts_with(CLOSED)
}
