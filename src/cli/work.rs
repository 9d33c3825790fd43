//! Work on all cores, and bars that show how far it has come.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};

/// Returns a bar for a number of things to do, in a form such as `{bar:40} {pos}/{len} sets`.
pub(super) fn bar(count: u64, form: &str) -> ProgressBar {
    let bar = ProgressBar::new(count);
    if let Ok(style) = ProgressStyle::with_template(form) {
        bar.set_style(style);
    }
    bar
}

/// Does pieces of work, numbered from 0, on all cores, and hands the results to `take` in order until it breaks, so that
/// the outcome does not depend on which core was faster.
pub(super) fn in_order<T: Send, B>(
    count: usize,
    work: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(T) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..workers {
            let sender = sender.clone();
            let (work, next, stop) = (&work, &next, &stop);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || sender.send((number, work(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut wanted) = (BTreeMap::new(), 0);
        for (number, result) in receiver {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&wanted) {
                wanted += 1;
                if let ControlFlow::Break(end) = take(result) {
                    stop.store(true, Ordering::Relaxed);
                    return ControlFlow::Break(end);
                }
            }
        }
        ControlFlow::Continue(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_until_there_are_enough() {
        let mut taken = Vec::new();
        let all = in_order(
            100,
            |number| number * number,
            |square| {
                taken.push(square);
                ControlFlow::<()>::Continue(())
            },
        );
        assert_eq!(
            (all, taken),
            (ControlFlow::Continue(()), (0..100).map(|number| number * number).collect())
        );
        let first = in_order(
            100,
            |number| number,
            |number| {
                if number == 7 { ControlFlow::Break(number) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(first, ControlFlow::Break(7));
        assert_eq!(in_order(0, |_| (), ControlFlow::Break), ControlFlow::Continue(()));
    }
}
