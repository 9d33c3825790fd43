//! People who play against computed players of the highest level, so that these think nearly all the time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::task::JoinHandle;
use trigon::games::By;
use trigon::ids::UserId;
use trigon::matches::{HandClock, Matches};
use trigon::rehearsal::welcome;
use trigon::sandbox::{Id, NewPerson, Person, Sandbox};
use trigon::store::Store;

use crate::Fallible;

/// The game in which the search takes longest.
const SLOWEST_GAME: &str = "triluminary";
const HIGHEST_LEVEL: i64 = 6;

/// The interval at which people look whether it is their turn.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How often people who looked at their matches found what.
#[derive(Default)]
struct Looks {
    computed_thinks: AtomicUsize,
    student_is_asked: AtomicUsize,
}

/// Matches against computed players.
pub(crate) struct Thinkers {
    is_over: Arc<AtomicBool>,
    looks: Arc<Looks>,
    tasks: Vec<JoinHandle<Fallible<usize>>>,
}

/// What became of the matches.
pub(crate) struct ThinkingSummary {
    /// How many actions the computed players decided on.
    pub(crate) decided: usize,
    /// The share of the time in which a match waited for one of them, from 0 to 1.
    pub(crate) share: f64,
}

impl Thinkers {
    /// Lets people begin matches and play them.
    pub(crate) async fn start(count: usize, sandbox: &Sandbox, database: &str) -> Fallible<Self> {
        let store = Store::open(database).await?;
        // Only read from, so its clock need not move.
        let matches = Matches::new(store, Arc::new(HandClock::new(sandbox.now_millis())));
        let guild = sandbox.create_guild("Study", &sandbox.create_person(NewPerson::named("dean")));
        let (is_over, looks) = (Arc::<AtomicBool>::default(), Arc::<Looks>::default());
        let mut tasks = Vec::new();
        for number in 0..count {
            let channel = guild.create_channel(&format!("desk-{number}"));
            let person = welcome(sandbox, &guild, NewPerson::named(&format!("student{number}")));
            let (bot, matches, looks) = (sandbox.bot_id(), matches.clone(), looks.clone());
            let student = Student { person, bot, channel, matches, looks };
            student.begin().await?;
            tasks.push(tokio::spawn(student.play(is_over.clone())));
        }
        Ok(Self { is_over, looks, tasks })
    }

    /// Ends the matches, and returns what became of them.
    pub(crate) async fn stop(self) -> Fallible<ThinkingSummary> {
        self.is_over.store(true, Ordering::Relaxed);
        let mut decided = 0;
        for task in self.tasks {
            decided += task.await??;
        }
        let computed_thinks = self.looks.computed_thinks.load(Ordering::Relaxed) as f64;
        let student_is_asked = self.looks.student_is_asked.load(Ordering::Relaxed) as f64;
        let share = computed_thinks / (computed_thinks + student_is_asked).max(1.0);
        Ok(ThinkingSummary { decided, share })
    }
}

/// A person who plays the first action that is possible.
struct Student {
    person: Person,
    bot: Id,
    channel: Id,
    matches: Matches,
    looks: Arc<Looks>,
}

impl Student {
    async fn begin(&self) -> Fallible<()> {
        let options = [
            ("game", SLOWEST_GAME.into()),
            ("opponent", self.bot.into()),
            ("level", HIGHEST_LEVEL.into()),
            ("thread", false.into()),
        ];
        self.person.slash(self.channel, "play new", &options)?.response().await?;
        Ok(())
    }

    /// Plays until the matches are to end. Returns how many actions the other seat decided on.
    async fn play(self, is_over: Arc<AtomicBool>) -> Fallible<usize> {
        let user = i64::try_from(self.person.id().0)?;
        let (mut decided_in_earlier_matches, mut decided) = (0, 0);
        while !is_over.load(Ordering::Relaxed) {
            tokio::time::sleep(POLL_INTERVAL).await;
            let mine = self.matches.played_by(UserId(user)).await?;
            let Some(id) = mine.iter().map(|summary| summary.id).max() else { continue };
            let game = self.matches.load(id).await?;
            let Some(seat) = game.seat_of(UserId(user)) else { continue };
            let by_other = |by: By| matches!(by, By::Seat(other) if other != seat);
            let entries = game.log.iter().filter(|entry| by_other(entry.by) && entry.action().is_some());
            decided = decided_in_earlier_matches + entries.count();
            if !game.is_going_on() {
                decided_in_earlier_matches = decided;
                self.begin().await?;
                continue;
            }
            let is_asked = game.decision(seat).is_some();
            let found = if is_asked { &self.looks.student_is_asked } else { &self.looks.computed_thinks };
            found.fetch_add(1, Ordering::Relaxed);
            if is_asked {
                let action = game.playing()?.legal(seat).swap_remove(0);
                let options = [("action", action.as_str().into())];
                self.person.slash(self.channel, "move", &options)?.response().await?;
            }
        }
        Ok(decided)
    }
}
