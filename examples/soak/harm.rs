//! The kinds of harm, one by one.

use std::time::Duration;

use trigon::ids::ChannelId;
use trigon::matches::Status;
use trigon::sandbox::{ChannelKind, Clock as _, Cut, Door, Fault as Http, GuildHandle, Id, Permissions};
use trigon::store::Summary;

use crate::args::Fault;
use crate::error::Error;
use crate::hall::RIGHTS;
use crate::trouble::{Harm, Trouble};
use crate::troubles::Cause;

/// Close codes with which Discord ends a connection. Some of them tell a bot to give up.
const CODES: [u16; 9] = [4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009, 1006];

/// What the bot writes all the time.
const WORDS: [&str; 5] = ["round", "turn", "match", "path", "the"];

/// How far a clock may be off, in milliseconds.
const FARTHEST: i64 = 300_000;

impl Trouble {
    /// Makes something go wrong. Returns whether there was an occasion.
    pub(crate) async fn harm(&mut self, harm: Harm) -> Result<bool, Error> {
        match harm {
            Harm::Hang => self.hang()?,
            Harm::Jump => self.hall.advance(Duration::from_secs(self.rng.u64(5..3_600))),
            Harm::Disturb => self.disturb(),
            Harm::Refuse(refusal) => self.refuse(refusal),
            Harm::Overtake => self.overtake(),
            Harm::Cut => self.cut(),
            Harm::Shut => self.shut().await,
            Harm::LateDirects => self.late_directs(),
            Harm::CloseDirects | Harm::Leave | Harm::TakePermissions | Harm::Remove => {
                self.people(harm).await;
            }
            Harm::Repeat => self.hall.repeat(&mut self.rng),
            Harm::TimeOut => self.time_out(),
            Harm::Flood => self.flood(),
            Harm::Wish(wish) => self.hall.wish(wish),
            Harm::Restart => self.restart_server().await,
            Harm::Slow | Harm::Stall | Harm::CutWire => self.wire(harm),
            Harm::FillDisk => self.fill_disk().await?,
            Harm::ClockDiffers | Harm::ClockDrifts | Harm::ClockGoesBack => self.clock(harm),
            Harm::Lock => return Ok(self.lock().await),
            Harm::DeleteChannel => return Ok(self.delete_channel().await),
            Harm::Block => self.block(),
            Harm::Outage => self.outage().await,
        }
        Ok(true)
    }

    /// Notes that something is wrong, and mends it after a while.
    fn later(&self, cause: Cause, millis: u64, mend: impl FnOnce() + Send + 'static) {
        self.hall.troubles.begin(cause, self.hall.now());
        let hall = self.hall.clone();
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(millis)).await;
            mend();
            hall.troubles.end(cause, hall.now());
        });
    }

    /// Makes a process hang while everything else goes on, sometimes for longer than the others wait for it.
    fn hang(&mut self) -> Result<(), Error> {
        let number = self.rng.usize(0..self.bots.count());
        let long = self.rng.u8(0..4) == 0;
        let millis = if long { self.rng.u64(20_000..35_000) } else { self.rng.u64(500..8_000) };
        self.bots.signal(number, "-STOP")?;
        let bots = self.bots.clone();
        self.later(Cause::Hang(number), millis, move || {
            // If it was killed meanwhile, this means nothing to its replacement.
            let _ = bots.signal(number, "-CONT");
        });
        Ok(())
    }

    /// Disturbs the connections to the gateway.
    fn cut(&mut self) {
        self.hall.troubles.note(Cause::Gateway, self.hall.now());
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
                return self.hall.sandbox.fail_next(Some("WEBSOCKET"), "/", 1, fault);
            }
            _ => Cut::Close(*rng.choice(&CODES).unwrap_or(&4000)),
        };
        self.hall.sandbox.cut_gateway(cut);
    }

    /// Breaks the connections to the gateway and lets nobody in for a while, often while a deadline passes.
    async fn shut(&mut self) {
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
        self.hall.sandbox.shut_gateway(door, Duration::from_millis(millis));
        self.hall.sandbox.cut_gateway(cut);
        self.later(Cause::Gateway, millis, || ());
        if is_timed && let Some(deadline) = self.hall.next_deadline().await {
            let left = u64::try_from(deadline - self.hall.clock.now()).unwrap_or_default();
            self.hall.advance(Duration::from_millis(left).saturating_sub(before));
        }
    }

    /// Holds back what people write to the bot, while everything else arrives. That excuses nothing: what Discord has counts.
    fn late_directs(&mut self) {
        let millis = self.rng.u64(300..5_000);
        let hall = self.hall.clone();
        hall.sandbox.hold_directs(true);
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(millis)).await;
            hall.sandbox.hold_directs(false);
        });
    }

    /// Makes people do things that are hard on a bot.
    async fn people(&mut self, harm: Harm) {
        let Some((guild, person)) = self.rng.choice(&self.people).cloned() else { return };
        let cause = match harm {
            Harm::CloseDirects => Cause::Closed(person.id()),
            Harm::Leave => Cause::Left(person.id()),
            Harm::TakePermissions => Cause::Permissions(guild.id()),
            _ => Cause::Removal(guild.id()),
        };
        self.hall.troubles.begin(cause, self.hall.now());
        match harm {
            Harm::CloseDirects => {
                person.close_dms();
                self.pause(200..3_000).await;
                person.open_dms();
            }
            Harm::Leave => {
                guild.remove_member(&person);
                self.pause(200..2_000).await;
                guild.add_member(&person);
            }
            Harm::TakePermissions => {
                if let Some(role) = guild.bot_role() {
                    guild.set_role_permissions(role, Permissions::VIEW_CHANNEL);
                    guild.set_role_permissions(guild.id(), Permissions::USE_APPLICATION_COMMANDS);
                    self.pause(200..3_000).await;
                    guild.set_role_permissions(guild.id(), Permissions::DEFAULT);
                    guild.set_role_permissions(role, RIGHTS);
                }
            }
            _ => {
                guild.remove_bot();
                self.pause(300..5_000).await;
                guild.add_bot();
            }
        }
        self.hall.troubles.end(cause, self.hall.now());
    }

    /// Times somebody out, who may be the bot. What people cannot do meanwhile, nobody has to answer.
    fn time_out(&mut self) {
        let Some((guild, person)) = self.rng.choice(&self.people).cloned() else { return };
        let until = self.hall.clock.now() + 86_400_000;
        let millis = self.rng.u64(500..4_000);
        if self.rng.u8(0..3) == 0 {
            let bot = self.hall.sandbox.bot_id();
            guild.time_out(bot, until);
            self.later(Cause::Permissions(guild.id()), millis, move || guild.time_out(bot, 0));
            return;
        }
        guild.time_out(person.id(), until);
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(millis)).await;
            guild.time_out(person.id(), 0);
        });
    }

    /// Finds a match in progress whose channel is of some kind.
    async fn running(&mut self, is_meant: impl Fn(ChannelKind) -> bool) -> Option<(GuildHandle, Summary)> {
        let mut guilds = self.hall.guilds.clone();
        self.rng.shuffle(&mut guilds);
        for guild in guilds {
            let channels = guild.channels();
            let is_there = |game: &Summary| {
                channels
                    .iter()
                    .any(|(id, kind, _)| ChannelId::from(id.0) == game.channel_id && is_meant(*kind))
            };
            let mut games = self.hall.matches.in_guild(guild.id().0.into(), false).await.ok()?;
            games.retain(|game| game.status == Status::Running && is_there(game));
            if let Some(game) = self.rng.choice(games) {
                return Some((guild, game));
            }
        }
        None
    }

    /// Locks the thread of a match for a while. Returns whether there is one.
    async fn lock(&mut self) -> bool {
        let is_thread = |kind| kind == ChannelKind::PublicThread;
        let Some((guild, game)) = self.running(is_thread).await else { return false };
        let thread = Id(game.channel_id.snowflake());
        guild.lock_thread(thread, true);
        let millis = self.rng.u64(500..4_000);
        self.later(Cause::Locked(thread, game.id), millis, move || guild.lock_thread(thread, false));
        true
    }

    /// Deletes the channel or thread of a match, which its host moves then. Returns whether there is one.
    async fn delete_channel(&mut self) -> bool {
        let Some((guild, game)) = self.running(|_| true).await else { return false };
        self.hall.delete_channel(&guild, Id(game.channel_id.snowflake()), game.id);
        true
    }

    /// Has automatic moderation block for a while what the bot writes.
    fn block(&mut self) {
        let Some(guild) = self.rng.choice(&self.hall.guilds).cloned() else { return };
        let word = *self.rng.choice(&WORDS).unwrap_or(&WORDS[0]);
        guild.block_words(&[word]);
        let millis = self.rng.u64(300..3_000);
        self.later(Cause::Blocked(guild.id()), millis, move || guild.block_words(&[]));
    }

    /// Makes a server unavailable for a while. That excuses nothing: meanwhile, nobody can ask for anything there, and what
    /// the bot posts arrives.
    async fn outage(&mut self) {
        let Some(guild) = self.rng.choice(&self.hall.guilds).cloned() else { return };
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
        self.hall.troubles.begin(Cause::Database, self.hall.now());
        let away = Duration::from_millis(self.rng.u64(0..2_000));
        // If the restart fails, everything after it fails visibly.
        let _ = tokio::task::spawn_blocking(move || restart(&mut || std::thread::sleep(away))).await;
        self.hall.troubles.end(Cause::Database, self.hall.now());
    }

    /// Disturbs the connections of one process to the database server.
    fn wire(&mut self, harm: Harm) {
        let number = self.rng.usize(0..self.wires.len());
        let cause = Cause::Network(number);
        let wire = self.wires[number].clone();
        match harm {
            Harm::CutWire => {
                wire.cut();
                self.hall.troubles.note(cause, self.hall.now());
            }
            Harm::Stall => {
                wire.stall(true);
                let millis = self.rng.u64(500..6_000);
                self.later(cause, millis, move || wire.stall(false));
            }
            _ => {
                wire.slow(Duration::from_millis(self.rng.u64(5..300)));
                let millis = self.rng.u64(1_000..8_000);
                self.later(cause, millis, move || wire.slow(Duration::ZERO));
            }
        }
    }

    /// Fills the disk for a while, with pauses in which there is room.
    async fn fill_disk(&mut self) -> Result<(), Error> {
        let Some(disk) = self.disk.clone() else { return Ok(()) };
        self.hall.troubles.begin(Cause::Disk, self.hall.now());
        disk.fill()?;
        self.pause(500..4_000).await;
        disk.clear();
        self.hall.troubles.end(Cause::Disk, self.hall.now());
        Ok(())
    }

    /// Sets the clock of one process. That excuses nothing, because what counts is Discord's time.
    fn clock(&mut self, harm: Harm) {
        let number = self.rng.usize(0..self.watches.len());
        let watch = self.watches[number].clone();
        let far = self.rng.i64(2_000..FARTHEST);
        let millis = self.rng.u64(2_000..10_000);
        match harm {
            Harm::ClockDiffers => watch.set(if self.rng.bool() { far } else { -far }),
            // From whatever it has shown so far.
            Harm::ClockGoesBack => watch.set((watch.ahead() - far).max(-FARTHEST)),
            _ => {
                let fast = self.rng.bool();
                tokio::spawn(async move {
                    for _ in 0..millis / 100 {
                        tokio::time::sleep(Duration::from_millis(100)).await;
                        watch.set(watch.ahead() + if fast { 100 } else { -60 });
                    }
                    watch.set(0);
                });
                return;
            }
        }
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(millis)).await;
            watch.set(0);
        });
    }
}
