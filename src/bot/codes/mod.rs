//! What Discord's error codes mean: one table for all requests (`discord.txt`), and what follows for each kind of
//! request.
//!
//! A refusal is final only if it is known to be: whatever is not in the table may pass, such as a code that something
//! between the bot and Discord sends for some seconds.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// How long Discord may refuse something that it may take later until the hosts hear of it, in milliseconds.
pub(crate) const TELL_AFTER: i64 = 600_000;

/// The code for a channel that is gone, which shows and takes no messages.
pub(crate) const UNKNOWN_CHANNEL: i64 = 10_003;

/// Discord's list, as documented, with the meaning of each code.
const LIST: &str = include_str!("discord.txt");

/// What a refusal means, whatever the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// It is known to pass.
    Again,
    /// It is not known.
    Unknown,
    /// The request may succeed without its picture.
    Smaller,
    /// The request may succeed once somebody has changed something.
    Mend,
    /// The person whom it concerns cannot be reached.
    Person,
    /// The request never succeeds.
    Final,
}

/// A kind of request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
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

/// What follows from a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Try again.
    Again,
    /// Try again without the picture.
    WithoutPicture,
    /// Tell those who can mend it, and wait for them.
    WaitToBeMended,
    /// The person cannot be reached.
    Unreachable,
    /// Give this request up.
    GiveUp,
}

static TABLE: LazyLock<BTreeMap<i64, Meaning>> =
    LazyLock::new(|| rows(LIST).map(|(code, meaning, _)| (code, meaning)).collect());

/// Reads the codes of a list, each with its meaning and Discord's words.
fn rows(list: &str) -> impl Iterator<Item = (i64, Meaning, &str)> {
    list.lines().filter_map(|line| {
        let (meaning, rest) = line.split_once(' ')?;
        let (code, words) = rest.trim_start().split_once(' ')?;
        let meaning = match meaning {
            "again" => Meaning::Again,
            "smaller" => Meaning::Smaller,
            "mend" => Meaning::Mend,
            "person" => Meaning::Person,
            "final" => Meaning::Final,
            _ => return None,
        };
        Some((code.parse().ok()?, meaning, words))
    })
}

/// Returns what a response with this status and code means.
pub(crate) fn meaning(status: u16, code: i64) -> Meaning {
    match (status, code) {
        // A server that fails says nothing about the request, whatever code it adds; and a refused token is not the
        // request's fault.
        (408 | 425 | 429 | 500.., _) | (401, 0) => Meaning::Again,
        // A refusal without a reason often comes from something between the bot and Discord.
        (_, 0) => Meaning::Unknown,
        (_, code) => TABLE.get(&code).copied().unwrap_or(Meaning::Unknown),
    }
}

/// Returns what follows from a refusal for a kind of request.
pub(crate) fn verdict(kind: Kind, meaning: Meaning) -> Verdict {
    match (meaning, kind) {
        (Meaning::Again | Meaning::Unknown, _) => Verdict::Again,
        (Meaning::Smaller, Kind::Post | Kind::Direct | Kind::Edit | Kind::Callback | Kind::FollowUp) => {
            Verdict::WithoutPicture
        }
        (Meaning::Mend, Kind::Post | Kind::Direct | Kind::Role | Kind::Event | Kind::Registration) => {
            Verdict::WaitToBeMended
        }
        (Meaning::Person, Kind::Direct | Kind::Opening | Kind::Role) => Verdict::Unreachable,
        // Whatever has no picture is refused as it is; and by the time something is mended, nobody needs an answer or an
        // edit, and a thread is asked for again.
        (Meaning::Smaller | Meaning::Mend | Meaning::Person | Meaning::Final, _) => Verdict::GiveUp,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [Kind; 11] = [
        Kind::Post,
        Kind::Direct,
        Kind::Edit,
        Kind::Callback,
        Kind::FollowUp,
        Kind::Opening,
        Kind::Thread,
        Kind::Role,
        Kind::Event,
        Kind::Registration,
        Kind::Fetch,
    ];

    #[test]
    fn every_code_that_discord_documents_has_one_meaning() {
        let lines = LIST.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        assert_eq!(rows(LIST).count(), lines.count(), "every line is read");
        assert_eq!(TABLE.len(), rows(LIST).count(), "no code is listed twice");
        assert!(TABLE.len() > 240 && rows(LIST).all(|(.., words)| !words.is_empty()));
    }

    #[test]
    fn a_refusal_is_final_only_if_it_is_known_to_be_whatever_the_request() {
        for kind in KINDS {
            let verdict = |status, code| verdict(kind, meaning(status, code));
            for (code, listed, _) in rows(LIST) {
                let (refused, failed) = (verdict(403, code), verdict(503, code));
                assert_eq!(failed, Verdict::Again, "{kind:?}, {code}: a server that fails says nothing");
                match listed {
                    Meaning::Again => assert_eq!(refused, Verdict::Again, "{kind:?}, {code}"),
                    Meaning::Final => assert_eq!(refused, Verdict::GiveUp, "{kind:?}, {code}"),
                    // What that leads to depends on the request, but it is never tried again as it is.
                    _ => assert_ne!(refused, Verdict::Again, "{kind:?}, {code}"),
                }
            }
            for code in [1, 20_999, 40_334, 99_999, 1_000_000] {
                for status in [400, 401, 403, 404, 409, 413, 451] {
                    assert_eq!(verdict(status, code), Verdict::Again, "{kind:?}, {status}, {code}");
                    assert_eq!(verdict(status, 0), Verdict::Again, "{kind:?}, {status} without a code");
                }
            }
        }
    }

    #[test]
    fn what_passes_is_never_taken_for_a_fault_of_a_player_or_of_the_message() {
        for code in [40_333, 40_004, 20_016, 20_028, 20_029, 40_006, 40_062, 130_000, 110_000, 40_003] {
            assert_eq!(meaning(403, code), Meaning::Again, "{code}");
        }
        for code in [160_005, 160_006, 20_026, 50_001, 50_013, 10_003, 10_004, 200_000] {
            assert_eq!(verdict(Kind::Post, meaning(403, code)), Verdict::WaitToBeMended, "{code}");
            assert_ne!(verdict(Kind::Direct, meaning(403, code)), Verdict::Unreachable, "{code}");
        }
        for code in [400_001, 50_045, 50_046, 40_005, 50_035] {
            assert_eq!(verdict(Kind::Post, meaning(400, code)), Verdict::WithoutPicture, "{code}");
        }
        let closed = [10_007, 10_013, 40_007, 50_007, 50_033, 50_278];
        let unreachable = rows(LIST)
            .filter(|(code, ..)| verdict(Kind::Direct, meaning(403, *code)) == Verdict::Unreachable);
        assert_eq!(unreachable.map(|(code, ..)| code).collect::<Vec<_>>(), closed);
    }
}
