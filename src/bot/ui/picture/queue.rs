//! [`Queue`]: who draws next. [`Admissions`]: one replay at a time for each user.

use crate::locks::locked;
use std::collections::{BTreeMap, HashSet};
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard};
use trigon_engine::ids::UserId;

use tokio::sync::oneshot;

/// What a drawing is for, most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// A message in a match, which all its players are waiting for.
    Round,
    /// An answer to one person.
    Answer,
    /// A replay, which takes a hundred times as long as a picture.
    Replay,
}

/// A limited number of places at which to draw, given to the most urgent callers first, and otherwise in order of
/// arrival.
pub(super) struct Queue(Mutex<Places>);

struct Places {
    free: usize,
    /// The waiting callers, in the order in which they get a place.
    waiting: BTreeMap<Precedence, oneshot::Sender<DrawingTurn>>,
    /// The number of the next caller.
    next_number: u64,
}

/// Who goes before whom, compared field by field.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Precedence {
    urgency: Urgency,
    /// Those who have already begun, and have given way, go before those who are new.
    is_new: bool,
    /// The order of arrival.
    number: u64,
}

/// A place at which to draw. Dropping it gives it to the next in the queue.
pub(super) struct DrawingTurn(Arc<Queue>);

impl Queue {
    /// Returns a queue with this many places.
    pub(super) fn new(places: usize) -> Arc<Self> {
        Arc::new(Self(Mutex::new(Places { free: places, waiting: BTreeMap::new(), next_number: 0 })))
    }

    /// Waits for a place. A caller that stops waiting holds nobody up.
    pub(super) async fn turn(self: &Arc<Self>, urgency: Urgency) -> DrawingTurn {
        self.enter(urgency, true).await
    }

    /// Enters the queue again at once, to continue after giving way to something more urgent.
    pub(super) fn turn_again(
        self: &Arc<Self>,
        urgency: Urgency,
    ) -> impl Future<Output = DrawingTurn> + use<> {
        self.enter(urgency, false)
    }

    fn enter(self: &Arc<Self>, urgency: Urgency, is_new: bool) -> impl Future<Output = DrawingTurn> + use<> {
        let (give, turn) = oneshot::channel();
        let mut state = self.lock();
        if state.free > 0 {
            state.free -= 1;
            // This cannot fail: the receiver is still here.
            drop(give.send(DrawingTurn(self.clone())));
        } else {
            let number = state.next_number;
            state.next_number += 1;
            state.waiting.insert(Precedence { urgency, is_new, number }, give);
        }
        drop(state);
        let queue = self.clone();
        // A sender is only dropped unused together with the queue, which is alive.
        async move { turn.await.unwrap_or_else(|_| DrawingTurn(queue)) }
    }

    /// Returns whether something more urgent is waiting.
    pub(super) fn has_more_urgent(&self, than: Urgency) -> bool {
        let state = self.lock();
        let mut more_urgent = state.waiting.iter().take_while(|(precedence, _)| precedence.urgency < than);
        more_urgent.any(|(_, give)| !give.is_closed())
    }

    fn lock(&self) -> MutexGuard<'_, Places> {
        locked(&self.0)
    }

    /// Returns the next caller still waiting, or frees a place if there is none.
    fn next(&self) -> Option<oneshot::Sender<DrawingTurn>> {
        let mut state = self.lock();
        loop {
            match state.waiting.pop_first() {
                Some((_, give)) if give.is_closed() => {}
                Some((_, give)) => return Some(give),
                None => {
                    state.free += 1;
                    return None;
                }
            }
        }
    }
}

impl Drop for DrawingTurn {
    fn drop(&mut self) {
        if let Some(give) = self.0.next() {
            // If the next caller stops waiting right now, this slot comes back, is dropped and goes to the one after.
            drop(give.send(Self(self.0.clone())));
        }
    }
}

/// The users for whom a replay is being drawn.
#[derive(Clone, Default)]
pub(crate) struct Admissions(Arc<Mutex<HashSet<UserId>>>);

/// The replay being drawn for a user. Dropping it admits the next one.
pub(crate) struct Admission {
    admissions: Admissions,
    user: UserId,
}

impl Admissions {
    /// Admits a user to a replay, or returns `None` while another one is being drawn for them.
    pub(crate) fn admit(&self, user: UserId) -> Option<Admission> {
        self.lock().insert(user).then(|| Admission { admissions: self.clone(), user })
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<UserId>> {
        locked(&self.0)
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.admissions.lock().remove(&self.user);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use futures_util::stream::{FuturesUnordered, StreamExt as _};

    use super::*;

    #[tokio::test]
    async fn rounds_go_first_then_answers_then_replays_each_in_order() {
        use Urgency::{Answer, Replay, Round};
        let queue = Queue::new(1);
        let first = queue.turn(Replay).await;
        let mut waiting: FuturesUnordered<_> = [Replay, Answer, Round, Replay, Round, Answer]
            .into_iter()
            .enumerate()
            .map(|(number, urgency)| queue.turn(urgency).map(move |turn| (urgency, number, turn)))
            .collect();
        assert!(waiting.next().now_or_never().is_none(), "there is one place");
        drop(first);
        let mut order = Vec::new();
        while let Some((urgency, number, _turn)) = waiting.next().await {
            order.push((urgency, number));
        }
        assert_eq!(order, [(Round, 2), (Round, 4), (Answer, 1), (Answer, 5), (Replay, 0), (Replay, 3)]);
    }

    #[tokio::test]
    async fn those_who_stop_waiting_hold_up_nobody_and_no_place_is_lost() {
        let queue = Queue::new(2);
        let mut held = vec![queue.turn(Urgency::Answer).await, queue.turn(Urgency::Answer).await];
        let mut gone = Box::pin(queue.turn(Urgency::Round));
        assert!((&mut gone).now_or_never().is_none());
        // It has been given the turn but has not taken it.
        held.pop();
        drop(gone);
        let mut gone = Box::pin(queue.turn(Urgency::Round));
        let last = (&mut gone).now_or_never().expect("the place came back");
        let mut waiting = Box::pin(queue.turn(Urgency::Round));
        assert!((&mut waiting).now_or_never().is_none(), "there are two places and no more");
        drop(waiting);
        drop((held, last));
        assert_eq!(queue.lock().free, 2);
        assert!(queue.lock().waiting.is_empty());
    }

    #[test]
    fn a_second_replay_for_a_user_waits_until_the_first_is_drawn_and_others_do_not() {
        let admissions = Admissions::default();
        let first = admissions.admit(UserId(7));
        assert!(first.is_some() && admissions.admit(UserId(8)).is_some());
        assert!(admissions.admit(UserId(7)).is_none());
        // A refusal does not affect the first one.
        assert!(admissions.admit(UserId(7)).is_none());
        drop(first);
        assert!(admissions.admit(UserId(7)).is_some());
    }
}
