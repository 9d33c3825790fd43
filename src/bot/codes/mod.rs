//! What Discord's error codes mean: one table for all requests (`discord.txt`), and how each kind of request reacts.
//!
//! A refusal is permanent only if it is known to be: whatever is not in the table may pass, such as a code that something
//! between the bot and Discord sends for some seconds.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// How long Discord may refuse something that it may accept later until the hosts hear of it, in milliseconds.
pub(crate) const TELL_HOSTS_AFTER: i64 = 600_000;

/// The code for a channel that is gone, which shows and takes no messages.
pub(crate) const UNKNOWN_CHANNEL: i64 = 10_003;

/// The codes for files that are too large or invalid, and for servers in which uploads are limited.
const FILE_TOO_LARGE: i64 = 50_045;
const INVALID_FILE: i64 = 50_046;
const UPLOADS_LIMITED: i64 = 400_001;

/// What a refusal means, whatever the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RefusalClass {
    /// It is known to pass.
    Transient,
    /// Its code is not in the table, or there is none.
    Unknown,
    /// The request may succeed without its picture.
    PictureRefused,
    /// The request may succeed once somebody has changed something.
    Fixable,
    /// The person whom it concerns cannot be reached.
    PersonUnreachable,
    /// The request never succeeds.
    Permanent,
}

/// A kind of request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RequestKind {
    /// A message in a channel of a server.
    Post,
    /// A direct message.
    Direct,
    /// A change of a message.
    Edit,
    /// The first response to an interaction.
    Callback,
    /// A further response to an interaction.
    FollowUp,
    /// Opening a channel of direct messages.
    Opening,
    /// Creating or changing a thread.
    Thread,
    /// Giving or taking a role.
    Role,
    /// Making, moving or removing an event.
    Event,
    /// Registering commands.
    Registration,
    /// Reading something.
    Fetch,
}

/// What to do after a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reaction {
    /// Try again.
    Retry,
    /// Try again without the picture.
    RetryWithoutPicture,
    /// Tell those who can fix it, and wait for them.
    WaitForFix,
    /// Give up, because the person cannot be reached.
    GiveUpOnPerson,
    /// Give this request up.
    GiveUp,
}

/// Classifies a response with this HTTP status and this code of Discord's; 0 stands for a response without a code.
pub(crate) fn classify(status: u16, code: i64) -> RefusalClass {
    match (status, code) {
        // A server that fails says nothing about the request, whatever code it adds; and a refused token is not the
        // request's fault.
        (408 | 425 | 429 | 500.., _) | (401, 0) => RefusalClass::Transient,
        // A refusal without a reason often comes from something between the bot and Discord.
        (_, 0) => RefusalClass::Unknown,
        (_, code) => CLASSES.get(&code).copied().unwrap_or(RefusalClass::Unknown),
    }
}

/// Classifies a code that came with a refusal rather than a failure.
pub(crate) fn classify_code(code: i64) -> RefusalClass {
    classify(403, code)
}

/// Returns whether Discord takes no pictures at all with this code, rather than not this one.
pub(crate) fn takes_no_pictures(code: i64) -> bool {
    matches!(code, UPLOADS_LIMITED | FILE_TOO_LARGE | INVALID_FILE)
}

/// Returns what to do after a refusal of some kind of request.
pub(crate) fn reaction(kind: RequestKind, class: RefusalClass) -> Reaction {
    use RefusalClass as Class;
    use RequestKind as Kind;
    match (class, kind) {
        (Class::Transient | Class::Unknown, _) => Reaction::Retry,
        (Class::PictureRefused, Kind::Post | Kind::Direct | Kind::Edit | Kind::Callback | Kind::FollowUp) => {
            Reaction::RetryWithoutPicture
        }
        (Class::Fixable, Kind::Post | Kind::Direct | Kind::Role | Kind::Event | Kind::Registration) => {
            Reaction::WaitForFix
        }
        (Class::PersonUnreachable, Kind::Direct | Kind::Opening | Kind::Role) => Reaction::GiveUpOnPerson,
        // Other requests have no picture to leave out. By the time something is fixed, nobody needs an answer or an edit any
        // more, and a thread is asked for again.
        (Class::PictureRefused | Class::Fixable | Class::PersonUnreachable | Class::Permanent, _) => {
            Reaction::GiveUp
        }
    }
}

/// Discord's list, as documented, with the class of each code.
const LIST: &str = include_str!("discord.txt");

/// The classes of all codes in the list.
static CLASSES: LazyLock<BTreeMap<i64, RefusalClass>> =
    LazyLock::new(|| rows(LIST).map(|(code, class, _)| (code, class)).collect());

/// Reads the codes of a list, each with its class and Discord's words for it.
fn rows(list: &str) -> impl Iterator<Item = (i64, RefusalClass, &str)> {
    list.lines().filter_map(|line| {
        let (class, rest) = line.split_once(' ')?;
        let (code, words) = rest.trim_start().split_once(' ')?;
        let class = match class {
            "again" => RefusalClass::Transient,
            "smaller" => RefusalClass::PictureRefused,
            "mend" => RefusalClass::Fixable,
            "person" => RefusalClass::PersonUnreachable,
            "final" => RefusalClass::Permanent,
            _ => return None,
        };
        Some((code.parse().ok()?, class, words))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [RequestKind; 11] = [
        RequestKind::Post,
        RequestKind::Direct,
        RequestKind::Edit,
        RequestKind::Callback,
        RequestKind::FollowUp,
        RequestKind::Opening,
        RequestKind::Thread,
        RequestKind::Role,
        RequestKind::Event,
        RequestKind::Registration,
        RequestKind::Fetch,
    ];

    #[test]
    fn every_code_that_discord_documents_has_one_meaning() {
        let lines = LIST.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        assert_eq!(rows(LIST).count(), lines.count(), "every line is read");
        assert_eq!(CLASSES.len(), rows(LIST).count(), "no code is listed twice");
        assert!(CLASSES.len() > 240 && rows(LIST).all(|(.., words)| !words.is_empty()));
    }

    #[test]
    fn a_refusal_is_final_only_if_it_is_known_to_be_whatever_the_request() {
        for kind in KINDS {
            let reaction = |status, code| reaction(kind, classify(status, code));
            for (code, listed, _) in rows(LIST) {
                let (refused, failed) = (reaction(403, code), reaction(503, code));
                assert_eq!(failed, Reaction::Retry, "{kind:?}, {code}: a server that fails says nothing");
                match listed {
                    RefusalClass::Transient => assert_eq!(refused, Reaction::Retry, "{kind:?}, {code}"),
                    RefusalClass::Permanent => assert_eq!(refused, Reaction::GiveUp, "{kind:?}, {code}"),
                    // What that leads to depends on the request, but it is never tried again as it is.
                    _ => assert_ne!(refused, Reaction::Retry, "{kind:?}, {code}"),
                }
            }
            for code in [1, 20_999, 40_334, 99_999, 1_000_000] {
                for status in [400, 401, 403, 404, 409, 413, 451] {
                    assert_eq!(reaction(status, code), Reaction::Retry, "{kind:?}, {status}, {code}");
                    assert_eq!(reaction(status, 0), Reaction::Retry, "{kind:?}, {status} without a code");
                }
            }
        }
    }

    #[test]
    fn what_passes_is_never_taken_for_a_fault_of_a_player_or_of_the_message() {
        for code in [40_333, 40_004, 20_016, 20_028, 20_029, 40_006, 40_062, 130_000, 110_000, 40_003] {
            assert_eq!(classify(403, code), RefusalClass::Transient, "{code}");
        }
        for code in [160_005, 160_006, 20_026, 50_001, 50_013, 10_003, 10_004, 200_000] {
            assert_eq!(reaction(RequestKind::Post, classify(403, code)), Reaction::WaitForFix, "{code}");
            assert_ne!(
                reaction(RequestKind::Direct, classify(403, code)),
                Reaction::GiveUpOnPerson,
                "{code}"
            );
        }
        for code in [400_001, 50_045, 50_046, 40_005, 50_035] {
            assert_eq!(
                reaction(RequestKind::Post, classify(400, code)),
                Reaction::RetryWithoutPicture,
                "{code}"
            );
        }
        let closed = [10_007, 10_013, 40_007, 50_007, 50_033, 50_278];
        let unreachable = rows(LIST).filter(|(code, ..)| {
            reaction(RequestKind::Direct, classify(403, *code)) == Reaction::GiveUpOnPerson
        });
        assert_eq!(unreachable.map(|(code, ..)| code).collect::<Vec<_>>(), closed);
    }
}
