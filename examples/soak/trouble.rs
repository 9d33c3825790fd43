//! [`Trouble`]: kills and everything else that goes wrong, until the bot was killed often enough.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use trigon::sandbox::{Cut, Fault as Http, GuildHandle, Permissions, Person};

use crate::args::{Fault, Faults};
use crate::bots::Bots;
use crate::error::Error;
use crate::hall::Hall;

/// Statuses with Discord's codes.
type Refusals = &'static [(u16, u32)];

/// Requests that meet a failure, with the refusals that Discord may have for them.
const REQUESTS: [(&str, &str, Refusals); 7] = [
    ("POST", "/channels/*/messages", &[(403, 50_013), (403, 50_001), (404, 10_003), (400, 50_083)]),
    ("PATCH", "/channels/*/messages/*", &[(404, 10_008), (429, 30_046), (403, 50_001)]),
    ("POST", "/interactions/*/*/callback", &[(404, 10_062)]),
    ("PATCH", "/webhooks/**", &[(404, 10_015), (404, 10_008)]),
    ("POST", "/webhooks/**", &[(404, 10_015)]),
    ("POST", "/users/@me/channels", &[(400, 40_003), (403, 50_278)]),
    ("GET", "**", &[]),
];

/// Close codes with which Discord ends a connection, of which some tell a bot to give up.
const CODES: [u16; 9] = [4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009, 1006];

pub(crate) struct Trouble {
    pub(crate) hall: Arc<Hall>,
    pub(crate) bots: Arc<Bots>,
    pub(crate) people: Vec<(GuildHandle, Person)>,
    pub(crate) faults: Faults,
    pub(crate) rng: fastrand::Rng,
    /// Stops the database server, does something and starts it again; `None` if there is none.
    pub(crate) restart: Option<fn(&mut dyn FnMut())>,
    /// How often each kind of thing was done.
    pub(crate) counts: BTreeMap<&'static str, u32>,
}

impl Trouble {
    /// Makes trouble until the bot was killed so often, and shows how far it is.
    pub(crate) async fn make(&mut self, kills: u32, progress: &indicatif::ProgressBar) -> Result<(), Error> {
        let mut killed = 0;
        while killed < kills {
            self.pause(100..900).await;
            if self.rng.bool() {
                let number = self.rng.usize(0..self.bots.count());
                self.count("kills");
                self.bots.kill(number)?;
                killed += 1;
                progress.inc(1);
            } else {
                self.one().await?;
            }
        }
        Ok(())
    }

    fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    async fn pause(&mut self, millis: std::ops::Range<u64>) {
        tokio::time::sleep(Duration::from_millis(self.rng.u64(millis))).await;
    }

    /// Makes something go wrong that was asked for.
    async fn one(&mut self) -> Result<(), Error> {
        match self.rng.u8(0..16) {
            0 if self.faults.has(Fault::Hang) => self.hang()?,
            1 if self.faults.has(Fault::Clock) => {
                self.count("clock jumps");
                self.hall.advance(Duration::from_secs(self.rng.u64(5..3_600)));
            }
            2..=7 if self.faults.has(Fault::Http) => self.disturb(),
            8..=10 if self.faults.has(Fault::Gateway) => self.cut(),
            11..=14 if self.faults.has(Fault::People) => self.people().await,
            15 if self.faults.has(Fault::Database) => self.restart().await,
            _ => {}
        }
        Ok(())
    }

    /// Lets a process hang while everything else goes on, at times for longer than others wait for it.
    fn hang(&mut self) -> Result<(), Error> {
        self.count("hangs");
        let number = self.rng.usize(0..self.bots.count());
        let long = self.rng.u8(0..4) == 0;
        let millis = if long { self.rng.u64(20_000..35_000) } else { self.rng.u64(500..8_000) };
        self.bots.signal(number, "-STOP")?;
        let bots = self.bots.clone();
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(millis)).await;
            // If it was killed meanwhile, this means nothing to the one that was started instead.
            bots.signal(number, "-CONT")
        });
        Ok(())
    }

    /// Disturbs the next requests of a kind, and forgets what has met no request so far.
    fn disturb(&mut self) {
        self.count("disturbed requests");
        if self.hall.sandbox.faults_pending() > 6 {
            self.hall.sandbox.clear_faults();
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
                Some((status, code)) => Http::Error { status: *status, code: *code, after: false },
                None => Http::Status(status),
            },
        };
        self.hall.sandbox.fail_next(Some(method), path, rng.u32(1..4), fault);
    }

    /// Disturbs the connections to the gateway.
    fn cut(&mut self) {
        self.count("disturbed connections");
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
                return self.hall.sandbox.fail_next(Some("WEBSOCKET"), "/", 1, fault);
            }
            _ => Cut::Close(*rng.choice(&CODES).unwrap_or(&4000)),
        };
        self.hall.sandbox.cut_gateway(cut);
    }

    /// Lets people do what makes it hard for a bot.
    async fn people(&mut self) {
        let Some((guild, person)) = self.rng.choice(&self.people).cloned() else { return };
        match self.rng.u8(0..4) {
            0 => {
                self.count("closed direct messages");
                person.close_dms();
                self.pause(200..3_000).await;
                person.open_dms();
            }
            1 => {
                self.count("permissions taken away");
                let Some(role) = guild.bot_role() else { return };
                guild.set_role_permissions(role, Permissions::VIEW_CHANNEL);
                guild.set_role_permissions(guild.id(), Permissions::USE_APPLICATION_COMMANDS);
                self.pause(200..3_000).await;
                guild.set_role_permissions(guild.id(), Permissions::DEFAULT);
                guild.set_role_permissions(role, Permissions::DEFAULT);
            }
            2 => {
                self.count("people who leave and come back");
                guild.remove_member(&person);
                self.pause(200..2_000).await;
                guild.add_member(&person);
            }
            _ => {
                let Some(interaction) = self.hall.recent(&mut self.rng) else { return };
                self.count("presses delivered twice");
                self.hall.sandbox.repeat_interaction(interaction);
            }
        }
    }

    async fn restart(&mut self) {
        let Some(restart) = self.restart else { return };
        self.count("database restarts");
        let away = Duration::from_millis(self.rng.u64(0..2_000));
        // If the restart fails, everything after it fails visibly.
        let _ = tokio::task::spawn_blocking(move || restart(&mut || std::thread::sleep(away))).await;
    }

    /// Ends all trouble.
    pub(crate) fn end(&self) -> Result<(), Error> {
        self.hall.sandbox.clear_faults();
        for number in 0..self.bots.count() {
            self.bots.signal(number, "-CONT")?;
        }
        Ok(())
    }
}
