//! The kinds of harm, one by one.

use std::time::Duration;

use trigon::sandbox::{Cut, Fault as Http, Permissions};

use crate::error::Error;
use crate::trouble::{Harm, Trouble};
use crate::troubles::Cause;

/// Statuses with Discord's codes.
type Refusals = &'static [(u16, u32)];

/// Requests that can fail, with the refusals that Discord may have for them.
const REQUESTS: [(&str, &str, Refusals); 7] = [
    ("POST", "/channels/*/messages", &[(403, 50_013), (403, 50_001), (404, 10_003), (400, 50_083)]),
    ("PATCH", "/channels/*/messages/*", &[(404, 10_008), (429, 30_046), (403, 50_001)]),
    ("POST", "/interactions/*/*/callback", &[(404, 10_062)]),
    ("PATCH", "/webhooks/**", &[(404, 10_015), (404, 10_008)]),
    ("POST", "/webhooks/**", &[(404, 10_015)]),
    ("POST", "/users/@me/channels", &[(400, 40_003), (403, 50_278)]),
    ("GET", "**", &[]),
];

/// Close codes with which Discord ends a connection. Some of them tell a bot to give up.
const CODES: [u16; 9] = [4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009, 1006];

/// How far a clock may be off, in milliseconds.
const FARTHEST: i64 = 300_000;

impl Trouble {
    /// Makes something go wrong.
    pub(crate) async fn harm(&mut self, harm: Harm) -> Result<(), Error> {
        match harm {
            Harm::Hang => self.hang()?,
            Harm::Jump => self.hall.advance(Duration::from_secs(self.rng.u64(5..3_600))),
            Harm::Disturb => self.disturb(),
            Harm::Cut => self.cut(),
            Harm::CloseDirects | Harm::Leave | Harm::TakePermissions | Harm::Remove => {
                self.people(harm).await;
            }
            Harm::Repeat => self.hall.repeat(&mut self.rng),
            Harm::Flood => self.flood(),
            Harm::Burst => self.hall.want_burst(),
            Harm::Restart => self.restart_server().await,
            Harm::Slow | Harm::Stall | Harm::CutWire => self.wire(harm),
            Harm::FillDisk => self.fill_disk().await?,
            Harm::ClockDiffers | Harm::ClockDrifts | Harm::ClockGoesBack => self.clock(harm),
        }
        Ok(())
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

    /// Disturbs the next requests of a kind. If too many failures have met no request so far, forgets them first.
    fn disturb(&mut self) {
        if self.hall.sandbox.faults_pending() > 6 {
            self.hall.sandbox.clear_faults();
            self.end_requests();
        }
        let rng = &mut self.rng;
        let (method, path, refusals) = REQUESTS[rng.usize(..REQUESTS.len())];
        let status = *rng.choice(&[500, 502, 503, 504]).unwrap_or(&500);
        let slow = Duration::from_millis(rng.u64(200..4_000));
        let fault = match rng.u8(0..13) {
            0 => Http::RateLimited { retry_after: rng.f64() * 2.0, global: rng.bool() },
            1 => Http::Status(status),
            2 => Http::StatusAfter(status),
            3 => Http::Garbage { after: rng.bool() },
            4 => Http::Half,
            5 => Http::SlowBefore(slow),
            6 => Http::SlowAfter(slow),
            7 => Http::DropBefore,
            8 => Http::DropAfter,
            9 => Http::StallBefore,
            10 => Http::StallAfter,
            _ => match rng.choice(refusals) {
                Some((status, code)) => {
                    self.hall.troubles.begin(Cause::Refusal(*code), self.hall.now());
                    Http::Error { status: *status, code: *code, after: false }
                }
                None => Http::Status(status),
            },
        };
        self.hall.troubles.begin(Cause::Http, self.hall.now());
        self.hall.sandbox.fail_next(Some(method), path, rng.u32(1..4), fault);
    }

    /// Disturbs the connections to the gateway.
    fn cut(&mut self) {
        self.hall.troubles.note(Cause::Gateway, self.hall.now());
        let rng = &mut self.rng;
        let cut = match rng.u8(0..11) {
            0 => Cut::Break,
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
                self.hall.troubles.begin(Cause::Http, self.hall.now());
                return self.hall.sandbox.fail_next(Some("WEBSOCKET"), "/", 1, fault);
            }
            _ => Cut::Close(*rng.choice(&CODES).unwrap_or(&4000)),
        };
        self.hall.sandbox.cut_gateway(cut);
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
                    guild.set_role_permissions(role, Permissions::DEFAULT);
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
