//! Upkeep: the roles that players get for a match, and the scheduled event for its next deadline. Delivery sends its messages.
//!
//! Like delivery, upkeep keeps no state that matters. The store says which matches have changed since they were last looked at, and
//! what their servers show by now; a look makes up for the difference to what they should show, in whatever order things happened.
//! Upkeep goes on beside delivery and holds up no message.
//!
//! - **Once.** A match is taken by one process at a time. What is done for it can be repeated without harm.
//! - **Nothing lost.** Whatever fails is tried again, with longer and longer waits.
//! - **Told once.** If Discord refuses something, the hosts hear of it once, and it is tried again only every hour. If the refusal
//!   may pass, it is tried as after other failures, and the hosts hear of it after ten minutes.
//! - **Compared.** Every hour, the roles that members have are compared with what they should be.
//!
//! | file | what |
//! |---|---|
//! | `roles.rs` | giving and taking roles |
//! | `event.rs`, `texts.rs` | making, moving and removing the event; its words |

use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::{self, StreamExt as _};
use reqwest::header::HeaderValue;

mod event;
mod roles;
mod texts;

use super::delivery::client::Client;
use super::delivery::{RequestError, TransientFailure};
use super::directs::Directs;
use super::limiter::Limiter;
use crate::backoff::exponential;
use crate::codes::TELL_HOSTS_AFTER;
use trigon_engine::matches::{
    HOUR, InternalError, Match, MatchError, Matches, Millis, Stalled, Upkeep, UpkeepProblem, UpkeepState,
};
use trigon_engine::store::StoreError;

/// The number of matches whose servers are brought up to date at the same time.
const MAX_MATCHES: usize = 4;

/// How long to wait after storage has failed.
const STORAGE_RETRY: Duration = Duration::from_secs(5);

/// The wait after the first failed look; it doubles with each further one.
const FIRST_WAIT: Millis = 2_000;

/// The longest wait between two looks, and the wait after a refusal, which somebody has to mend.
const LONGEST_WAIT: Millis = HOUR;

/// The number of looks at a match that is over after which it is left as it is: about a day.
const MAX_LOOKS_AFTER_END: i64 = 32;

/// Keeps servers up to date forever. `token` is the value of the `Authorization` header.
pub(crate) async fn run(matches: Matches, limiter: Limiter, token: HeaderValue, directs: Arc<Directs>) {
    let keeper = Keeper { client: Client::new(limiter, token, directs), matches };
    while let Err(error) = keeper.matches.store().release_upkeep().await {
        tracing::error!(%error, "what servers show cannot be stored; trying again");
        tokio::time::sleep(STORAGE_RETRY).await;
    }
    // What another process leaves undone is found by looking regularly.
    let look_every = keeper.matches.store().process().beat();
    loop {
        // Registered before looking, so that a change in between causes a wake-up.
        let nudge = keeper.matches.wake_up().notified();
        tokio::pin!(nudge);
        nudge.as_mut().enable();
        let wake = match keeper.keep_all().await {
            Ok(wake) => wake,
            Err(error) => {
                tracing::error!(%error, "it cannot be read what servers should show; trying again");
                tokio::time::sleep(STORAGE_RETRY).await;
                continue;
            }
        };
        let clock = keeper.matches.clock();
        tokio::select! {
            () = nudge => {}
            () = clock.sleep_until(wake.unwrap_or_default()), if wake.is_some() => {}
            () = tokio::time::sleep(look_every) => {}
        }
    }
}

/// Keeps servers up to date.
struct Keeper {
    matches: Matches,
    client: Client,
}

/// Why a look ends before everything is done.
#[derive(Debug)]
enum Halt {
    /// Something outside does not work at the moment. If it is known until when, the wait is given.
    Unavailable(Option<Millis>),
    /// Discord refuses something for a reason that may pass, which is given.
    RefusedForNow(String),
    /// The storage failed.
    Fault(MatchError),
}

/// Why a change was not made.
enum ChangeError {
    /// Discord has refused it with this code.
    Refused(i64),
    /// The look ends here.
    Halt(Halt),
}

impl From<InternalError> for ChangeError {
    fn from(error: InternalError) -> Self {
        Self::Halt(error.into())
    }
}

impl From<RequestError> for ChangeError {
    fn from(error: RequestError) -> Self {
        Self::Halt(match error {
            RequestError::Refused(code) => return Self::Refused(code),
            RequestError::Limited { wait, .. } => {
                Halt::Unavailable(Some(Millis::try_from(wait.as_millis()).unwrap_or(LONGEST_WAIT)))
            }
            RequestError::Transient(TransientFailure { reason, is_refusal: true, .. }) => {
                Halt::RefusedForNow(reason)
            }
            RequestError::Transient(_) | RequestError::TooManyOpened => Halt::Unavailable(None),
        })
    }
}

impl From<InternalError> for Halt {
    fn from(error: InternalError) -> Self {
        Self::Fault(error.into())
    }
}

impl From<MatchError> for Halt {
    fn from(error: MatchError) -> Self {
        Self::Fault(error)
    }
}

impl Keeper {
    /// Brings every server up to date that has to show something else, and returns when to look again.
    async fn keep_all(&self) -> Result<Option<Millis>, StoreError> {
        loop {
            let (taken, _in_hand) = self.matches.take_upkeep(MAX_MATCHES as u32).await?;
            if taken.is_empty() {
                return self.matches.store().next_upkeep().await;
            }
            stream::iter(taken).for_each_concurrent(MAX_MATCHES, |upkeep| self.keep(upkeep)).await;
        }
    }

    /// Brings the server of a match up to date, and stores what it shows then.
    async fn keep(&self, mut upkeep: Upkeep) {
        let Some(game) = self.load(&upkeep).await else { return };
        let undone_at = match self.show(&game, &mut upkeep).await {
            Ok(undone_at) => undone_at,
            Err(halt) => Some(self.next_look_after(halt, &upkeep)),
        };
        let is_undone = undone_at.is_some();
        let settled = if is_undone && !game.is_going_on() && upkeep.attempts() >= MAX_LOOKS_AFTER_END {
            self.matches.end_upkeep(&upkeep).await.map_err(InternalError::from)
        } else {
            let due = [undone_at, next_comparison(&game, &upkeep.shown), next_telling(&upkeep.shown)];
            let again_at = due.into_iter().flatten().min();
            self.matches.settle_upkeep(&upkeep, &game, again_at, is_undone).await
        };
        if let Err(error) = settled {
            // Another process has taken the match, or it is taken again when the lease ends. To do it twice does no harm.
            tracing::warn!(id = upkeep.match_id().0, %error, "what a server shows cannot be stored");
        }
    }

    /// Loads a match. If it cannot be read and that will not pass, its server stays as it is; if the store failed, it is taken again
    /// when its lease ends.
    async fn load(&self, upkeep: &Upkeep) -> Option<Arc<Match>> {
        let id = upkeep.match_id();
        match self.matches.load(id).await {
            Ok(game) => Some(game),
            Err(error) => {
                tracing::error!(id = id.0, %error, "it is not known what a server should show of a match");
                let may_pass = matches!(error, MatchError::Internal(InternalError::Store(_)));
                if !may_pass && let Err(error) = self.matches.end_upkeep(upkeep).await {
                    tracing::error!(id = id.0, %error, "what a server shows cannot be stored");
                }
                None
            }
        }
    }

    /// Returns when to look again after a look that had to end early.
    fn next_look_after(&self, halt: Halt, upkeep: &Upkeep) -> Millis {
        let now = self.matches.clock().now();
        let known_wait = match halt {
            Halt::Unavailable(wait) => wait,
            Halt::RefusedForNow(_) => None,
            Halt::Fault(error) => {
                let id = upkeep.match_id().0;
                tracing::error!(id, %error, "a server cannot be brought up to date; trying again");
                None
            }
        };
        let wait = known_wait.unwrap_or_else(|| retry_wait(upkeep.attempts())).min(LONGEST_WAIT);
        // If a refusal lasts, the hosts are told by the look at that time, so it must not come later.
        let shown = &upkeep.shown;
        let stalled_since = [shown.roles_stalled_since, shown.event_stalled_since].into_iter().flatten();
        let telling_at = stalled_since.map(|since| since + TELL_HOSTS_AFTER).filter(|at| *at > now);
        telling_at.fold(now + wait, Millis::min)
    }

    /// Makes up for the difference between what the server of a match shows and what it should show. Returns when to look again
    /// if something is left to do.
    async fn show(&self, game: &Match, upkeep: &mut Upkeep) -> Result<Option<Millis>, Halt> {
        if upkeep.is_asked_for() {
            // A host has asked for it, so what was in the way may have been mended, and what still is is told again.
            let shown = &mut upkeep.shown;
            shown.refused.clear();
            shown.gone.clear();
            (shown.told, shown.untold, shown.told_at) = Default::default();
            shown.event_refused = None;
            (shown.roles_stalled_since, shown.event_stalled_since) = (None, None);
        }
        if upkeep.wants_event() {
            upkeep.shown.event_gone = false;
        }
        if upkeep.may_be_mended() {
            upkeep.shown.refused.clear();
            upkeep.shown.event_refused = None;
        }
        // If one of them fails, the other is done all the same.
        let roles = self.show_roles(game, upkeep).await;
        let event = self.show_event(game, upkeep).await;
        let shown = &mut upkeep.shown;
        self.tell_stalled(game, &roles, &mut shown.roles_stalled_since, UpkeepProblem::RolesStalled).await?;
        self.tell_stalled(game, &event, &mut shown.event_stalled_since, UpkeepProblem::EventStalled).await?;
        Ok([roles?, event?].into_iter().flatten().min())
    }

    /// Notes since when Discord has refused something for a reason that may pass, and tells the hosts if that lasts.
    async fn tell_stalled<T>(
        &self,
        game: &Match,
        result: &Result<T, Halt>,
        since: &mut Option<Millis>,
        problem: fn(Stalled) -> UpkeepProblem,
    ) -> Result<(), Halt> {
        let now = self.matches.clock().now();
        match result {
            Ok(_) => *since = None,
            Err(Halt::RefusedForNow(reason)) => {
                // A time to come was noted before the clock was set back.
                let first = since.filter(|since| *since <= now).unwrap_or(now);
                *since = Some(first);
                if now - first >= TELL_HOSTS_AFTER {
                    let stalled = Stalled { since: first, reason: reason.clone() };
                    self.matches.tell_trouble(game, problem(stalled)).await?;
                }
            }
            // Discord has neither accepted nor refused anything, so the time goes on.
            Err(Halt::Unavailable(_) | Halt::Fault(_)) => {}
        }
        Ok(())
    }
}

/// Returns when the roles of members are to be compared with what they should be, if the match gives any.
fn next_comparison(game: &Match, shown: &UpkeepState) -> Option<Millis> {
    let gives_roles = game.is_going_on() && game.terms.roles.is_some();
    shown.compared_at.filter(|_| gives_roles).map(|at| at + HOUR)
}

/// Returns when the hosts are to be told what has been found since they were last told of something.
fn next_telling(shown: &UpkeepState) -> Option<Millis> {
    shown.told_at.filter(|_| !shown.untold.is_none()).map(|at| at + HOUR)
}

/// Returns how long to wait after this many failed looks.
fn retry_wait(attempts: i64) -> Millis {
    exponential(FIRST_WAIT, attempts, LONGEST_WAIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_an_hour_and_the_last_ones_take_a_day() {
        let waits: Vec<Millis> = (0..13).map(retry_wait).collect();
        assert_eq!(waits[..3], [2_000, 4_000, 8_000]);
        assert_eq!(waits[11..], [HOUR, HOUR]);
        let total: Millis = (0..MAX_LOOKS_AFTER_END).map(retry_wait).sum();
        assert!((20 * HOUR..30 * HOUR).contains(&total), "{total}");
    }
}
