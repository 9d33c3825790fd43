//! [`FaultInjector`]: kills and everything else that goes wrong, until the bot has been killed often enough.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use trigon::sandbox::{GuildHandle, Person};

use crate::args::{Fault, Faults};
use crate::bots::Bots;
use crate::database_proxy::DatabaseProxy;
use crate::disk::Disk;
use crate::error::Error;
use crate::fault_history::Cause;
use crate::request_faults::{InjectedFailures, Refusal};
use crate::skewed_clock::SkewedClock;
use crate::test_bed::{PlayerTask, TestBed};

/// Something that goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Disruption {
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
    PlayerTask(PlayerTask),
    Flood,
    Restart,
    Slow,
    Stall,
    CutConnection,
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
const DISRUPTIONS: [(Disruption, Fault, u32, &str); 33] = [
    (Disruption::Hang, Fault::Hang, 1, "hangs"),
    (Disruption::Jump, Fault::Clock, 1, "clock jumps"),
    (Disruption::Disturb, Fault::Http, 5, "disturbed requests"),
    (Disruption::Refuse(Refusal::Listed), Fault::Http, 2, "requests refused with a code of Discord's list"),
    (Disruption::Refuse(Refusal::Unknown), Fault::Http, 1, "requests refused with a code that nobody knows"),
    (
        Disruption::Refuse(Refusal::Failing),
        Fault::Http,
        1,
        "requests refused with a code by a server that fails",
    ),
    (Disruption::Overtake, Fault::Http, 1, "spells in which requests overtake each other"),
    (Disruption::Cut, Fault::Gateway, 2, "disturbed connections"),
    (Disruption::Shut, Fault::Gateway, 2, "gateways that stay shut"),
    (Disruption::LateDirects, Fault::Gateway, 1, "direct messages overtaken by the events of servers"),
    (Disruption::CloseDirects, Fault::People, 1, "closed direct messages"),
    (Disruption::TakePermissions, Fault::People, 1, "permissions taken away"),
    (Disruption::Leave, Fault::People, 1, "people who leave and come back"),
    (Disruption::TimeOut, Fault::People, 1, "time-outs"),
    (Disruption::Repeat, Fault::People, 1, "presses delivered twice"),
    (Disruption::PlayerTask(PlayerTask::Edit), Fault::People, 2, "direct messages edited"),
    (
        Disruption::PlayerTask(PlayerTask::EditLate),
        Fault::People,
        1,
        "direct messages edited when their round was over",
    ),
    (Disruption::PlayerTask(PlayerTask::Delete), Fault::People, 1, "direct messages deleted"),
    (Disruption::Flood, Fault::Flood, 1, "floods by somebody who plays nowhere"),
    (Disruption::PlayerTask(PlayerTask::Burst), Fault::Flood, 1, "bursts by players"),
    (Disruption::Restart, Fault::Database, 1, "database restarts"),
    (Disruption::Slow, Fault::Network, 1, "slow connections to the database"),
    (Disruption::Stall, Fault::Network, 1, "stalled connections to the database"),
    (Disruption::CutConnection, Fault::Network, 1, "cut connections to the database"),
    (Disruption::FillDisk, Fault::Disk, 1, "full disks"),
    (Disruption::ClockDiffers, Fault::Clocks, 1, "clocks that differ"),
    (Disruption::ClockDrifts, Fault::Clocks, 1, "clocks that drift"),
    (Disruption::ClockGoesBack, Fault::Clocks, 1, "clocks that go back"),
    (Disruption::Remove, Fault::Removal, 1, "removals of the bot"),
    (Disruption::Lock, Fault::Channels, 1, "locked threads"),
    (Disruption::DeleteChannel, Fault::Channels, 1, "deleted channels"),
    (Disruption::Block, Fault::Servers, 1, "words blocked by AutoMod"),
    (Disruption::Outage, Fault::Servers, 1, "unavailable servers"),
];

/// The number of kills between two quiet spells.
const KILLS_BETWEEN_QUIET_SPELLS: u32 = 50;

/// How often in a row an occasion may be missing, such as a thread of a match in progress, until that counts as never tried.
const MAX_MISSED_OCCASIONS: u32 = 300;

/// The number of kills from which every kind of request has to have failed.
const LONG_SOAK_KILLS: u32 = 500;

/// How long a quiet spell lasts, after everything should have recovered.
const QUIET_SPELL: Duration = Duration::from_secs(8);

/// What makes things go wrong, with everything that can be disturbed.
pub(crate) struct FaultInjector {
    pub(crate) bed: Arc<TestBed>,
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
    pub(crate) proxies: Vec<DatabaseProxy>,
    /// The clock of each process, unless all have the same.
    pub(crate) skewed_clocks: Vec<Arc<SkewedClock>>,
    pub(crate) disk: Option<Arc<Disk>>,
    /// Whether any match is played in a thread.
    pub(crate) has_threads: bool,
    /// The orders that have not been carried out yet, and the number of all orders.
    pub(crate) injected: Vec<InjectedFailures>,
    pub(crate) injected_count: u32,
    /// Which kind of request is refused next, for each kind of refusal.
    pub(crate) turns: BTreeMap<Refusal, usize>,
    /// How often each kind of harm was done.
    pub(crate) counts: BTreeMap<&'static str, u32>,
}

impl FaultInjector {
    /// Makes trouble until the bot has been killed `kills` times and everything has been tried, and shows the progress.
    pub(crate) async fn run(&mut self, kills: u32, progress: &indicatif::ProgressBar) -> Result<(), Error> {
        let (mut killed, mut rounds, mut deck, mut missed) = (0, 0, Vec::new(), 0);
        while killed < kills || rounds == 0 || (rounds == 1 && !deck.is_empty()) {
            self.pause(100..900).await;
            self.forget_spent();
            if killed < kills && self.rng.bool() {
                self.kill()?;
                killed += 1;
                progress.inc(1);
                if killed % KILLS_BETWEEN_QUIET_SPELLS == 0 && killed < kills {
                    self.rest().await?;
                    if self.faults.has(Fault::Http) {
                        self.inject_rare();
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
            let Some((disruption, name)) = deck.pop() else { continue };
            if disruption == Disruption::DeleteChannel
                && deck.iter().any(|(other, _)| *other == Disruption::Lock)
            {
                // A match whose thread is deleted goes on in a channel, and there may be no other thread to lock.
                deck.insert(0, (disruption, name));
            } else if self.disrupt(disruption).await? {
                self.count(name);
                missed = 0;
            } else if missed < MAX_MISSED_OCCASIONS {
                // There may be an occasion soon.
                missed += 1;
                deck.insert(deck.len().saturating_sub(3), (disruption, name));
            }
        }
        self.rest().await
    }

    /// Returns the kinds of harm that were asked for and are possible here, each as often as its frequency says.
    fn deck(&self) -> Vec<(Disruption, &'static str)> {
        let is_possible = |fault: Fault| match fault {
            Fault::Database => self.restart.is_some(),
            Fault::Network => !self.proxies.is_empty(),
            Fault::Clocks => !self.skewed_clocks.is_empty(),
            Fault::Disk => self.disk.is_some(),
            _ => true,
        };
        let meant = DISRUPTIONS.iter().filter(|(disruption, fault, ..)| {
            self.faults.has(*fault)
                && is_possible(*fault)
                && (*disruption != Disruption::Lock || self.has_threads)
        });
        // Of few kills, everything is tried once.
        let often = |often: u32| if self.is_short { 1 } else { often };
        meant
            .flat_map(|(disruption, _, times, name)| (0..often(*times)).map(move |_| (*disruption, *name)))
            .collect()
    }

    /// Returns the kinds of harm that were asked for, but tried too rarely for this number of kills.
    pub(crate) fn untried(&self, kills: u32) -> Vec<String> {
        let wanted = 1 + kills / 100;
        let mut all: BTreeMap<&str, u32> = self.deck().iter().map(|(_, name)| (*name, wanted)).collect();
        all.insert("kills", kills);
        // Some things are asked for here, and done by players at the next occasion.
        let left = |name: &str| {
            let disruption =
                DISRUPTIONS.iter().find(|(.., other)| *other == name).map(|(disruption, ..)| *disruption);
            if let Some(Disruption::PlayerTask(task)) = disruption { self.bed.tasks_left(task) } else { 0 }
        };
        let done = |name: &str| self.counts.get(name).copied().unwrap_or_default().saturating_sub(left(name));
        let few = all.into_iter().filter(|(name, wanted)| done(name) < *wanted);
        let mut untried: Vec<String> = few
            .map(|(name, wanted)| format!("not tried enough: {} {name} instead of {wanted}", done(name)))
            .collect();
        if kills >= LONG_SOAK_KILLS && self.faults.has(Fault::Http) {
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
        let fault_history = &self.bed.fault_history;
        // It may have been stopped, but its replacement is not.
        fault_history.end(Cause::Hang(number), self.bed.now());
        fault_history.note(Cause::Kill(number), self.bed.now());
        self.bots.kill(number)?;
        Ok(())
    }

    /// Ends all trouble, and leaves everybody alone for a while.
    async fn rest(&mut self) -> Result<(), Error> {
        self.end()?;
        self.count("quiet spells");
        let from = self.bed.fault_history.quiet_from().unwrap_or_default();
        let wait = u64::try_from(from - self.bed.now()).unwrap_or_default();
        tokio::time::sleep(Duration::from_millis(wait) + QUIET_SPELL).await;
        Ok(())
    }

    /// Ends all trouble.
    pub(crate) fn end(&mut self) -> Result<(), Error> {
        self.bed.sandbox.clear_faults();
        self.forget_injected();
        for number in 0..self.bots.count() {
            self.bots.signal(number, "-CONT")?;
        }
        for proxy in &self.proxies {
            proxy.restore();
        }
        for clock in &self.skewed_clocks {
            clock.set(0);
        }
        if let Some(disk) = &self.disk {
            disk.clear();
        }
        for guild in &self.bed.guilds {
            guild.block_words(&[]);
        }
        self.bed.fault_history.end_all(|_| true, self.bed.now());
        Ok(())
    }
}
