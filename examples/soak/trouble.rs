//! [`Trouble`]: kills and everything else that goes wrong, until the bot has been killed often enough.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use trigon::sandbox::{GuildHandle, Person};

use crate::args::{Fault, Faults};
use crate::bots::Bots;
use crate::disk::Disk;
use crate::error::Error;
use crate::hall::{Hall, Wish};
use crate::orders::{Order, Refusal};
use crate::troubles::Cause;
use crate::watches::Watch;
use crate::wire::Wire;

/// Something that goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Harm {
    Hang,
    Jump,
    Disturb,
    Refuse(Refusal),
    Overtake,
    Cut,
    Shut,
    LateDirects,
    CloseDirects,
    TakePermissions,
    Leave,
    TimeOut,
    Repeat,
    Wish(Wish),
    Flood,
    Restart,
    Slow,
    Stall,
    CutWire,
    FillDisk,
    ClockDiffers,
    ClockDrifts,
    ClockGoesBack,
    Remove,
    Lock,
    DeleteChannel,
    Block,
    Outage,
}

/// Every kind of harm, with its fault, its relative frequency, and its name.
const HARMS: [(Harm, Fault, u32, &str); 33] = [
    (Harm::Hang, Fault::Hang, 1, "hangs"),
    (Harm::Jump, Fault::Clock, 1, "clock jumps"),
    (Harm::Disturb, Fault::Http, 5, "disturbed requests"),
    (Harm::Refuse(Refusal::Listed), Fault::Http, 2, "requests refused with a code of Discord's list"),
    (Harm::Refuse(Refusal::Unknown), Fault::Http, 1, "requests refused with a code that nobody knows"),
    (Harm::Refuse(Refusal::Failing), Fault::Http, 1, "requests refused with a code by a server that fails"),
    (Harm::Overtake, Fault::Http, 1, "spells in which requests overtake each other"),
    (Harm::Cut, Fault::Gateway, 2, "disturbed connections"),
    (Harm::Shut, Fault::Gateway, 2, "gateways that stay shut"),
    (Harm::LateDirects, Fault::Gateway, 1, "direct messages overtaken by the events of servers"),
    (Harm::CloseDirects, Fault::People, 1, "closed direct messages"),
    (Harm::TakePermissions, Fault::People, 1, "permissions taken away"),
    (Harm::Leave, Fault::People, 1, "people who leave and come back"),
    (Harm::TimeOut, Fault::People, 1, "time-outs"),
    (Harm::Repeat, Fault::People, 1, "presses delivered twice"),
    (Harm::Wish(Wish::Edit), Fault::People, 2, "direct messages edited"),
    (Harm::Wish(Wish::EditLate), Fault::People, 1, "direct messages edited when their round was over"),
    (Harm::Wish(Wish::Delete), Fault::People, 1, "direct messages deleted"),
    (Harm::Flood, Fault::Flood, 1, "floods by somebody who plays nowhere"),
    (Harm::Wish(Wish::Burst), Fault::Flood, 1, "bursts by players"),
    (Harm::Restart, Fault::Database, 1, "database restarts"),
    (Harm::Slow, Fault::Network, 1, "slow connections to the database"),
    (Harm::Stall, Fault::Network, 1, "stalled connections to the database"),
    (Harm::CutWire, Fault::Network, 1, "cut connections to the database"),
    (Harm::FillDisk, Fault::Disk, 1, "full disks"),
    (Harm::ClockDiffers, Fault::Clocks, 1, "clocks that differ"),
    (Harm::ClockDrifts, Fault::Clocks, 1, "clocks that drift"),
    (Harm::ClockGoesBack, Fault::Clocks, 1, "clocks that go back"),
    (Harm::Remove, Fault::Removal, 1, "removals of the bot"),
    (Harm::Lock, Fault::Channels, 1, "locked threads"),
    (Harm::DeleteChannel, Fault::Channels, 1, "deleted channels"),
    (Harm::Block, Fault::Servers, 1, "words blocked by AutoMod"),
    (Harm::Outage, Fault::Servers, 1, "unavailable servers"),
];

/// The number of kills between two quiet spells.
const SPELL: u32 = 50;

/// How often in a row an occasion may be missing, such as a thread of a match in progress, until that counts as never tried.
const MISSED: u32 = 300;

/// The number of kills from which every kind of request has to have failed.
const MANY: u32 = 500;

/// How long a quiet spell lasts, after everything should have recovered.
const QUIET: Duration = Duration::from_secs(8);

pub(crate) struct Trouble {
    pub(crate) hall: Arc<Hall>,
    pub(crate) bots: Arc<Bots>,
    pub(crate) people: Vec<(GuildHandle, Person)>,
    pub(crate) outsider: Person,
    pub(crate) faults: Faults,
    /// Whether the bot is killed only a few times.
    pub(crate) is_short: bool,
    pub(crate) rng: fastrand::Rng,
    /// Stops the database server, does something and starts it again; `None` if there is none.
    pub(crate) restart: Option<fn(&mut dyn FnMut())>,
    /// The connections of each process to the database server.
    pub(crate) wires: Vec<Wire>,
    /// The clock of each process, unless all have the same.
    pub(crate) watches: Vec<Arc<Watch>>,
    pub(crate) disk: Option<Arc<Disk>>,
    /// Whether any match is played in a thread.
    pub(crate) has_threads: bool,
    /// The orders that have not been carried out yet, and the number of all orders.
    pub(crate) orders: Vec<Order>,
    pub(crate) ordered: u32,
    /// Which kind of request is refused next, for each kind of refusal.
    pub(crate) turns: BTreeMap<Refusal, usize>,
    /// How often each kind of harm was done.
    pub(crate) counts: BTreeMap<&'static str, u32>,
}

impl Trouble {
    /// Makes trouble until the bot has been killed `kills` times and everything has been tried, and shows the progress.
    pub(crate) async fn make(&mut self, kills: u32, progress: &indicatif::ProgressBar) -> Result<(), Error> {
        let (mut killed, mut rounds, mut deck, mut missed) = (0, 0, Vec::new(), 0);
        while killed < kills || rounds == 0 || (rounds == 1 && !deck.is_empty()) {
            self.pause(100..900).await;
            self.forget_spent();
            if killed < kills && self.rng.bool() {
                self.kill()?;
                killed += 1;
                progress.inc(1);
                if killed % SPELL == 0 && killed < kills {
                    self.rest().await?;
                    if self.faults.has(Fault::Http) {
                        self.order_rare();
                    }
                }
                continue;
            }
            if deck.is_empty() {
                // Each kind is tried as often as its frequency says, in a random order.
                deck = self.deck();
                self.rng.shuffle(&mut deck);
                rounds += 1;
            }
            let Some((harm, name)) = deck.pop() else { continue };
            if harm == Harm::DeleteChannel && deck.iter().any(|(other, _)| *other == Harm::Lock) {
                // A match whose thread is deleted goes on in a channel, and there may be no other thread to lock.
                deck.insert(0, (harm, name));
            } else if self.harm(harm).await? {
                self.count(name);
                missed = 0;
            } else if missed < MISSED {
                // There may be an occasion soon.
                missed += 1;
                deck.insert(deck.len().saturating_sub(3), (harm, name));
            }
        }
        self.rest().await
    }

    /// Returns the kinds of harm that were asked for and are possible here, each as often as its frequency says.
    fn deck(&self) -> Vec<(Harm, &'static str)> {
        let is_possible = |fault: Fault| match fault {
            Fault::Database => self.restart.is_some(),
            Fault::Network => !self.wires.is_empty(),
            Fault::Clocks => !self.watches.is_empty(),
            Fault::Disk => self.disk.is_some(),
            _ => true,
        };
        let meant = HARMS.iter().filter(|(harm, fault, ..)| {
            self.faults.has(*fault) && is_possible(*fault) && (*harm != Harm::Lock || self.has_threads)
        });
        // Of few kills, everything is tried once.
        let often = |often: u32| if self.is_short { 1 } else { often };
        meant.flat_map(|(harm, _, times, name)| (0..often(*times)).map(move |_| (*harm, *name))).collect()
    }

    /// Returns the kinds of harm that were asked for, but tried too rarely for this number of kills.
    pub(crate) fn untried(&self, kills: u32) -> Vec<String> {
        let wanted = 1 + kills / 100;
        let mut all: BTreeMap<&str, u32> = self.deck().iter().map(|(_, name)| (*name, wanted)).collect();
        all.insert("kills", kills);
        // Some things are asked for here, and done by players at the next occasion.
        let left = |name: &str| {
            let harm = HARMS.iter().find(|(.., other)| *other == name).map(|(harm, ..)| *harm);
            if let Some(Harm::Wish(wish)) = harm { self.hall.wishes_left(wish) } else { 0 }
        };
        let done = |name: &str| self.counts.get(name).copied().unwrap_or_default().saturating_sub(left(name));
        let few = all.into_iter().filter(|(name, wanted)| done(name) < *wanted);
        let mut untried: Vec<String> = few
            .map(|(name, wanted)| format!("not tried enough: {} {name} instead of {wanted}", done(name)))
            .collect();
        if kills >= MANY && self.faults.has(Fault::Http) {
            let wanted = 1;
            let few = self.met().into_iter().filter(|(_, met)| *met < wanted);
            untried
                .extend(few.map(|(name, met)| format!("not tried enough: {met} {name} instead of {wanted}")));
        }
        untried
    }

    pub(crate) fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    pub(crate) async fn pause(&mut self, millis: std::ops::Range<u64>) {
        tokio::time::sleep(Duration::from_millis(self.rng.u64(millis))).await;
    }

    fn kill(&mut self) -> Result<(), Error> {
        let number = self.rng.usize(0..self.bots.count());
        self.count("kills");
        let troubles = &self.hall.troubles;
        // It may have been stopped, but its replacement is not.
        troubles.end(Cause::Hang(number), self.hall.now());
        troubles.note(Cause::Kill(number), self.hall.now());
        self.bots.kill(number)?;
        Ok(())
    }

    /// Ends all trouble, and leaves everybody alone for a while.
    async fn rest(&mut self) -> Result<(), Error> {
        self.end()?;
        self.count("quiet spells");
        let from = self.hall.troubles.quiet_from().unwrap_or_default();
        let wait = u64::try_from(from - self.hall.now()).unwrap_or_default();
        tokio::time::sleep(Duration::from_millis(wait) + QUIET).await;
        Ok(())
    }

    /// Ends all trouble.
    pub(crate) fn end(&mut self) -> Result<(), Error> {
        self.hall.sandbox.clear_faults();
        self.forget_orders();
        for number in 0..self.bots.count() {
            self.bots.signal(number, "-CONT")?;
        }
        for wire in &self.wires {
            wire.mend();
        }
        for watch in &self.watches {
            watch.set(0);
        }
        if let Some(disk) = &self.disk {
            disk.clear();
        }
        for guild in &self.hall.guilds {
            guild.block_words(&[]);
        }
        self.hall.troubles.end_all(|_| true, self.hall.now());
        Ok(())
    }
}
