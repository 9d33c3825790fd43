//! The kinds of harm, one by one.

use std::time::Duration;

use trigon::ids::ChannelId;
use trigon::matches::Status;
use trigon::sandbox::{ChannelKind, Clock as _, Cut, Door, Fault as Http, GuildHandle, Id, Permissions};
use trigon::store::Summary;

use crate::args::Fault;
use crate::error::Error;
use crate::fault_history::Cause;
use crate::fault_injector::{Disruption, FaultInjector};
use crate::test_bed::BOT_PERMISSIONS;

/// Close codes with which Discord ends a connection. Some of them tell a bot to give up.
const CLOSE_CODES: [u16; 9] = [4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009, 1006];

/// What the bot writes all the time.
const BLOCKED_WORDS: [&str; 5] = ["round", "turn", "match", "path", "the"];

/// How far a clock may be off, in milliseconds.
const MAX_CLOCK_OFFSET_MILLIS: i64 = 300_000;

impl FaultInjector {
    /// Makes something go wrong. Returns whether there was an occasion.
    pub(crate) async fn disrupt(&mut self, disruption: Disruption) -> Result<bool, Error> {
        match disruption {
            Disruption::Hang => self.hang_process()?,
            Disruption::Jump => self.bed.advance(Duration::from_secs(self.rng.u64(5..3_600))),
            Disruption::Disturb => self.disturb(),
            Disruption::Refuse(refusal) => self.refuse(refusal),
            Disruption::Overtake => self.overtake(),
            Disruption::Cut => self.cut_gateway(),
            Disruption::Shut => self.shut_gateway().await,
            Disruption::LateDirects => self.hold_directs(),
            Disruption::CloseDirects
            | Disruption::Leave
            | Disruption::TakePermissions
            | Disruption::Remove => {
                self.disturb_people(disruption).await;
            }
            Disruption::Repeat => self.bed.repeat(&mut self.rng),
            Disruption::TimeOut => self.time_out(),
            Disruption::Flood => self.flood(),
            Disruption::PlayerTask(task) => self.bed.assign(task),
            Disruption::Restart => self.restart_server().await,
            Disruption::Slow | Disruption::Stall | Disruption::CutConnection => {
                self.disturb_connection(disruption);
            }
            Disruption::FillDisk => self.fill_disk().await?,
            Disruption::ClockDiffers | Disruption::ClockDrifts | Disruption::ClockGoesBack => {
                self.disturb_clock(disruption);
            }
            Disruption::Lock => return Ok(self.lock_thread().await),
            Disruption::DeleteChannel => return Ok(self.delete_channel().await),
            Disruption::Block => self.block_words(),
            Disruption::Outage => self.outage().await,
        }
        Ok(true)
    }

    /// Notes that something is wrong, and mends it after a while.
    fn mend_later(&self, cause: Cause, millis: u64, mend: impl FnOnce() + Send + 'static) {
        self.bed.fault_history.begin(cause, self.bed.now());
        let bed = self.bed.clone();
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(millis)).await;
            mend();
            bed.fault_history.end(cause, bed.now());
        });
    }

    /// Makes a process hang while everything else goes on, sometimes for longer than the others wait for it.
    fn hang_process(&mut self) -> Result<(), Error> {
        let number = self.rng.usize(0..self.bots.count());
        let long = self.rng.u8(0..4) == 0;
        let millis = if long { self.rng.u64(20_000..35_000) } else { self.rng.u64(500..8_000) };
        self.bots.signal(number, "-STOP")?;
        let bots = self.bots.clone();
        self.mend_later(Cause::Hang(number), millis, move || {
            // If it was killed meanwhile, this means nothing to its replacement.
            let _ = bots.signal(number, "-CONT");
        });
        Ok(())
    }

    /// Disturbs the connections to the gateway.
    fn cut_gateway(&mut self) {
        self.bed.fault_history.note(Cause::Gateway, self.bed.now());
        let rng = &mut self.rng;
        let cut = match rng.u8(0..12) {
            0 => Cut::Break,
            11 => Cut::Reset,
            1 => Cut::BreakAndForget,
            2 => Cut::Reconnect,
            3 => Cut::Invalid,
            4 => Cut::InvalidResumable,
            5 => Cut::Forget,
            6 => Cut::Silence,
            7 => Cut::Close(4_000 + rng.u16(0..15)),
            8 => {
                let fault = *rng
                    .choice(&[Http::Status(503), Http::DropBefore, Http::StallAfter])
                    .unwrap_or(&Http::DropBefore);
                return self.bed.sandbox.fail_next(Some("WEBSOCKET"), "/", 1, fault);
            }
            _ => Cut::Close(*rng.choice(&CLOSE_CODES).unwrap_or(&4000)),
        };
        self.bed.sandbox.cut_gateway(cut);
    }

    /// Breaks the connections to the gateway and lets nobody in for a while, often while a deadline passes.
    async fn shut_gateway(&mut self) {
        let rng = &mut self.rng;
        let door = match rng.u8(0..10) {
            0..=2 => Door::Refuse,
            3..=5 => Door::Hang,
            6 => Door::Mute,
            7 => Door::Deaf,
            8 => Door::Reset,
            _ => Door::Invalid,
        };
        let millis = rng.u64(500..8_000);
        let cut = *rng.choice(&[Cut::Reset, Cut::Break, Cut::BreakAndForget]).unwrap_or(&Cut::Reset);
        let before = Duration::from_millis(rng.u64(0..2_000));
        let is_timed = self.faults.has(Fault::Clock) && rng.bool();
        self.bed.sandbox.shut_gateway(door, Duration::from_millis(millis));
        self.bed.sandbox.cut_gateway(cut);
        self.mend_later(Cause::Gateway, millis, || ());
        if is_timed && let Some(deadline) = self.bed.next_deadline().await {
            let left = u64::try_from(deadline - self.bed.clock.now()).unwrap_or_default();
            self.bed.advance(Duration::from_millis(left).saturating_sub(before));
        }
    }

    /// Holds back what people write to the bot, while everything else arrives. That excuses nothing: what Discord has counts.
    fn hold_directs(&mut self) {
        let millis = self.rng.u64(300..5_000);
        let bed = self.bed.clone();
        bed.sandbox.hold_directs(true);
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(millis)).await;
            bed.sandbox.hold_directs(false);
        });
    }

    /// Makes people do things that are hard on a bot.
    async fn disturb_people(&mut self, disruption: Disruption) {
        let Some((guild, person)) = self.rng.choice(&self.people).cloned() else { return };
        let cause = match disruption {
            Disruption::CloseDirects => Cause::Closed(person.id()),
            Disruption::Leave => Cause::Left(person.id()),
            Disruption::TakePermissions => Cause::Permissions(guild.id()),
            _ => Cause::Removal(guild.id()),
        };
        self.bed.fault_history.begin(cause, self.bed.now());
        match disruption {
            Disruption::CloseDirects => {
                person.close_dms();
                self.pause(200..3_000).await;
                person.open_dms();
            }
            Disruption::Leave => {
                guild.remove_member(&person);
                self.pause(200..2_000).await;
                guild.add_member(&person);
            }
            Disruption::TakePermissions => {
                if let Some(role) = guild.bot_role() {
                    guild.set_role_permissions(role, Permissions::VIEW_CHANNEL);
                    guild.set_role_permissions(guild.id(), Permissions::USE_APPLICATION_COMMANDS);
                    self.pause(200..3_000).await;
                    guild.set_role_permissions(guild.id(), Permissions::DEFAULT);
                    guild.set_role_permissions(role, BOT_PERMISSIONS);
                }
            }
            _ => {
                guild.remove_bot();
                self.pause(300..5_000).await;
                guild.add_bot();
            }
        }
        self.bed.fault_history.end(cause, self.bed.now());
    }

    /// Times somebody out, who may be the bot. What people cannot do meanwhile, nobody has to answer.
    fn time_out(&mut self) {
        let Some((guild, person)) = self.rng.choice(&self.people).cloned() else { return };
        let until = self.bed.clock.now() + 86_400_000;
        let millis = self.rng.u64(500..4_000);
        if self.rng.u8(0..3) == 0 {
            let bot = self.bed.sandbox.bot_id();
            guild.time_out(bot, until);
            self.mend_later(Cause::Permissions(guild.id()), millis, move || guild.time_out(bot, 0));
            return;
        }
        guild.time_out(person.id(), until);
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(millis)).await;
            guild.time_out(person.id(), 0);
        });
    }

    /// Finds a match in progress whose channel is of some kind.
    async fn running_match(
        &mut self,
        is_meant: impl Fn(ChannelKind) -> bool,
    ) -> Option<(GuildHandle, Summary)> {
        let mut guilds = self.bed.guilds.clone();
        self.rng.shuffle(&mut guilds);
        for guild in guilds {
            let channels = guild.channels();
            let is_there = |game: &Summary| {
                channels
                    .iter()
                    .any(|(id, kind, _)| ChannelId::from(id.0) == game.channel_id && is_meant(*kind))
            };
            let mut games = self.bed.matches.in_guild(guild.id().0.into(), false).await.ok()?;
            games.retain(|game| game.status == Status::Running && is_there(game));
            if let Some(game) = self.rng.choice(games) {
                return Some((guild, game));
            }
        }
        None
    }

    /// Locks the thread of a match for a while. Returns whether there is one.
    async fn lock_thread(&mut self) -> bool {
        let is_thread = |kind| kind == ChannelKind::PublicThread;
        let Some((guild, game)) = self.running_match(is_thread).await else { return false };
        let thread = Id(game.channel_id.snowflake());
        guild.lock_thread(thread, true);
        let millis = self.rng.u64(500..4_000);
        self.mend_later(Cause::Locked(thread, game.id), millis, move || guild.lock_thread(thread, false));
        true
    }

    /// Deletes the channel or thread of a match, which its host moves then. Returns whether there is one.
    async fn delete_channel(&mut self) -> bool {
        let Some((guild, game)) = self.running_match(|_| true).await else { return false };
        self.bed.delete_channel(&guild, Id(game.channel_id.snowflake()), game.id);
        true
    }

    /// Has automatic moderation block for a while what the bot writes.
    fn block_words(&mut self) {
        let Some(guild) = self.rng.choice(&self.bed.guilds).cloned() else { return };
        let word = *self.rng.choice(&BLOCKED_WORDS).unwrap_or(&BLOCKED_WORDS[0]);
        guild.block_words(&[word]);
        let millis = self.rng.u64(300..3_000);
        self.mend_later(Cause::Blocked(guild.id()), millis, move || guild.block_words(&[]));
    }

    /// Makes a server unavailable for a while. That excuses nothing: meanwhile, nobody can ask for anything there, and what
    /// the bot posts arrives.
    async fn outage(&mut self) {
        let Some(guild) = self.rng.choice(&self.bed.guilds).cloned() else { return };
        guild.set_available(false);
        self.pause(300..2_000).await;
        guild.set_available(true);
    }

    /// Makes somebody who plays nowhere write a lot. That excuses nothing.
    fn flood(&mut self) {
        for number in 0..self.rng.u32(30..250) {
            let _ = self.outsider.dm(&format!("hello {number}"));
        }
    }

    async fn restart_server(&mut self) {
        let Some(restart) = self.restart else { return };
        self.bed.fault_history.begin(Cause::Database, self.bed.now());
        let away = Duration::from_millis(self.rng.u64(0..2_000));
        // If the restart fails, everything after it fails visibly.
        let _ = tokio::task::spawn_blocking(move || restart(&mut || std::thread::sleep(away))).await;
        self.bed.fault_history.end(Cause::Database, self.bed.now());
    }

    /// Disturbs the connections of one process to the database server.
    fn disturb_connection(&mut self, disruption: Disruption) {
        let number = self.rng.usize(0..self.proxies.len());
        let cause = Cause::Network(number);
        let proxy = self.proxies[number].clone();
        match disruption {
            Disruption::CutConnection => {
                proxy.cut();
                self.bed.fault_history.note(cause, self.bed.now());
            }
            Disruption::Stall => {
                proxy.stall();
                let millis = self.rng.u64(500..6_000);
                self.mend_later(cause, millis, move || proxy.resume());
            }
            _ => {
                proxy.slow(Duration::from_millis(self.rng.u64(5..300)));
                let millis = self.rng.u64(1_000..8_000);
                self.mend_later(cause, millis, move || proxy.slow(Duration::ZERO));
            }
        }
    }

    /// Fills the disk for a while, with pauses in which there is room.
    async fn fill_disk(&mut self) -> Result<(), Error> {
        let Some(disk) = self.disk.clone() else { return Ok(()) };
        self.bed.fault_history.begin(Cause::Disk, self.bed.now());
        disk.fill()?;
        self.pause(500..4_000).await;
        disk.clear();
        self.bed.fault_history.end(Cause::Disk, self.bed.now());
        Ok(())
    }

    /// Sets the clock of one process. That excuses nothing, because what counts is Discord's time.
    fn disturb_clock(&mut self, disruption: Disruption) {
        let number = self.rng.usize(0..self.skewed_clocks.len());
        let clock = self.skewed_clocks[number].clone();
        let far = self.rng.i64(2_000..MAX_CLOCK_OFFSET_MILLIS);
        let millis = self.rng.u64(2_000..10_000);
        match disruption {
            Disruption::ClockDiffers => clock.set(if self.rng.bool() { far } else { -far }),
            // From whatever it has shown so far.
            Disruption::ClockGoesBack => clock.set((clock.ahead() - far).max(-MAX_CLOCK_OFFSET_MILLIS)),
            _ => {
                let fast = self.rng.bool();
                tokio::spawn(async move {
                    for _ in 0..millis / 100 {
                        tokio::time::sleep(Duration::from_millis(100)).await;
                        clock.set(clock.ahead() + if fast { 100 } else { -60 });
                    }
                    clock.set(0);
                });
                return;
            }
        }
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(millis)).await;
            clock.set(0);
        });
    }
}
