//! Why a connection to Discord’s gateway ends ([`EndReason`]), and whether the line then resumes the session, begins another one or
//! gives up ([`NextAttempt`]).

use std::time::Duration;

use crate::backoff::random_fraction;

/// The wait after the first attempt that has failed.
const FIRST_WAIT: Duration = Duration::from_secs(1);

/// The wait after each further one. Discord may be back at any moment, and an attempt costs nothing.
const NEXT_WAIT: Duration = Duration::from_secs(2);

/// A session that ends sooner than this counts as a failure.
pub(super) const MIN_SESSION: Duration = Duration::from_secs(5);

/// After this many failures in a row, a new session begins, because Discord may have lost the old one without saying so.
const MAX_RESUMES: u32 = 20;

/// The code with which Discord refuses the token.
const AUTHENTICATION_FAILED: u16 = 4004;

/// Why a connection has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EndReason {
    /// It could not be made.
    Unreachable,
    /// It broke.
    Broken,
    /// Nothing came over it, not even in response to a heartbeat.
    Silent,
    /// Neither a session nor a refusal came over it.
    Unanswered,
    /// Discord asked for another connection.
    Reconnect,
    /// Discord does not know the session, or accepts none now.
    Invalid {
        /// Whether the session can be resumed.
        resumable: bool,
    },
    /// Discord closed it with a code.
    ClosedByDiscord(u16),
}

impl EndReason {
    /// Returns the reason in words, for the log.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Unreachable => "no connection can be made",
            Self::Broken => "the connection broke",
            Self::Silent => "nothing came over the connection",
            Self::Unanswered => "Discord did not begin a session",
            Self::Reconnect => "Discord asked for another connection",
            Self::Invalid { .. } => "the session is no longer valid",
            Self::ClosedByDiscord(_) => "Discord closed the connection",
        }
    }

    /// Returns the code with which Discord closed the connection, if it did.
    pub(super) fn code(self) -> Option<u16> {
        match self {
            Self::ClosedByDiscord(code) => Some(code),
            _ => None,
        }
    }

    /// Returns whether connections end for this reason every few hours although nothing is wrong.
    pub(super) fn is_routine(self) -> bool {
        self == Self::Reconnect
    }
}

/// What follows from the end of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NextAttempt {
    /// Another attempt after a wait.
    Again {
        /// Whether the session is resumed if there is one.
        resume: bool,
        wait: Duration,
    },
    /// Nothing: no attempt can succeed.
    Over(ClosedForGood),
}

/// Discord has closed the connection with a code after which no attempt can succeed ([`CloseMeaning::GiveUp`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClosedForGood {
    pub(crate) code: u16,
}

impl ClosedForGood {
    /// Returns whether the token is to blame.
    pub(crate) fn is_token(self) -> bool {
        self.code == AUTHENTICATION_FAILED
    }

    /// Says what is wrong and what to do.
    pub(crate) fn words(self) -> &'static str {
        match self.code {
            AUTHENTICATION_FAILED => "it does not accept the token",
            4010 => {
                "it does not know these shards; give every process the same total in `shards`, such as 0-1/4 and 2-3/4"
            }
            4011 => {
                "the bot is in so many servers that it needs more shards; start it again, or raise the total in `shards`"
            }
            4012 => "it no longer knows this version of its gateway; install a newer version of Trigon",
            4013 => "it does not know what the bot wants to hear of; install a newer version of Trigon",
            4014 => {
                "it does not let the bot hear of servers and direct messages; look at the bot’s intents in the developer portal"
            }
            _ => "it accepts no further attempt",
        }
    }
}

/// What a close code means for the session of the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CloseMeaning {
    Resume,
    BeginAnew,
    GiveUp,
}

/// Returns what a close code means, by Discord's table of 6 August 2026.
fn meaning(code: u16) -> CloseMeaning {
    match code {
        // Authentication failed, invalid shard, sharding required, invalid API version, invalid or disallowed intents.
        AUTHENTICATION_FAILED | 4010..=4014 => CloseMeaning::GiveUp,
        // Not authenticated, an invalid sequence number, a session that timed out.
        4003 | 4007 | 4009 => CloseMeaning::BeginAnew,
        // Everything else may pass, such as an unknown error, and so may codes that Discord has not documented.
        _ => CloseMeaning::Resume,
    }
}

/// Returns what follows from the end of a connection, given how many in a row have failed, including this one.
pub(super) fn next_attempt(end: EndReason, failures: u32) -> NextAttempt {
    let wait = match failures {
        0 => Duration::ZERO,
        1 => FIRST_WAIT,
        _ => NEXT_WAIT,
    };
    let resume = failures <= MAX_RESUMES;
    match end {
        EndReason::Unreachable => NextAttempt::Again { resume: true, wait },
        EndReason::Broken
        | EndReason::Silent
        | EndReason::Unanswered
        | EndReason::Reconnect
        | EndReason::Invalid { resumable: true } => NextAttempt::Again { resume, wait },
        // Discord asks for one to five seconds. One to two are enough, because sessions begin at least five seconds apart anyway.
        EndReason::Invalid { resumable: false } => {
            NextAttempt::Again { resume: false, wait: FIRST_WAIT + FIRST_WAIT.mul_f64(random_fraction()) }
        }
        EndReason::ClosedByDiscord(code) => match meaning(code) {
            CloseMeaning::Resume => NextAttempt::Again { resume, wait },
            CloseMeaning::BeginAnew => NextAttempt::Again { resume: false, wait },
            CloseMeaning::GiveUp => NextAttempt::Over(ClosedForGood { code }),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resumes(end: EndReason, failures: u32) -> Option<bool> {
        match next_attempt(end, failures) {
            NextAttempt::Again { resume, .. } => Some(resume),
            NextAttempt::Over(_) => None,
        }
    }

    #[test]
    fn every_close_code_means_what_discord_says() {
        for code in [4000, 4001, 4002, 4005, 4008, 1000, 1001, 1006, 4123] {
            assert_eq!(resumes(EndReason::ClosedByDiscord(code), 0), Some(true), "{code}");
        }
        for code in [4003, 4007, 4009] {
            assert_eq!(resumes(EndReason::ClosedByDiscord(code), 0), Some(false), "{code}");
        }
        for code in [4004, 4010, 4011, 4012, 4013, 4014] {
            assert_eq!(
                next_attempt(EndReason::ClosedByDiscord(code), 0),
                NextAttempt::Over(ClosedForGood { code })
            );
            assert_ne!(ClosedForGood { code }.words(), ClosedForGood { code: 4123 }.words(), "{code}");
        }
        assert_eq!(resumes(EndReason::Invalid { resumable: false }, 0), Some(false));
        assert_eq!(resumes(EndReason::Invalid { resumable: true }, 0), Some(true));
    }

    #[test]
    fn a_session_is_resumed_however_long_discord_is_away_and_no_wait_is_long() {
        for failures in [0, 1, 2, 100, 100_000] {
            assert_eq!(resumes(EndReason::Unreachable, failures), Some(true));
            for end in [
                EndReason::Unreachable,
                EndReason::Broken,
                EndReason::Silent,
                EndReason::Invalid { resumable: false },
            ] {
                let NextAttempt::Again { wait, .. } = next_attempt(end, failures) else { panic!("{end:?}") };
                assert!(wait <= NEXT_WAIT, "{end:?}: {wait:?}");
            }
        }
        assert_eq!(
            next_attempt(EndReason::Reconnect, 0),
            NextAttempt::Again { resume: true, wait: Duration::ZERO }
        );
        assert_eq!(
            resumes(EndReason::Unanswered, MAX_RESUMES + 1),
            Some(false),
            "Discord may have lost it without saying so"
        );
    }
}
