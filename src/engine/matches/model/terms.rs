//! [`Terms`]: what a host chooses once for a match.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::amendment::Amendment;
use super::bank::{Bank, Weekends};
use super::calendar::Calendar;
use super::denied::Denied;
use super::planned_start::PlannedStart;
use super::server_roles::Roles;
use super::settings::QuietHours;
use crate::ids::{ChannelId, GuildId, MatchId, UserId};
use trigon_clock::Millis;
use trigon_rules::games::{
    AnyGame, AnySession, Entrant, Info, Level, Names, Seed, SetupError, Value, Values,
};

pub use super::calendar::HOUR;

/// The terms of a match. Hosts can [change](crate::matches::Command::Amend) some of them until the roster is fixed.
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Terms {
    /// The number of players, or the largest number if the game can be played by fewer.
    pub players: u8,
    /// The limit in hours for each [kind of time](Info::times). A kind without one has no clock.
    pub hours: BTreeMap<String, u32>,
    /// The hours between the start, when the roster becomes public, and the beginning of play. With 0, play begins at
    /// the start.
    pub pregame_hours: u32,
    /// Whether players can join without the host, who opens and closes the sign-up until the start.
    pub open_signup: bool,
    /// How many minutes before a deadline to remind players who have not answered. If empty, they are reminded when a
    /// quarter of the time is left.
    pub reminders: Vec<u32>,
    /// Whether a host who plays may end phases early and shorten them.
    pub playing_host: bool,
    /// The people who host the match along with its creator, and see what its creator sees.
    pub co_hosts: Vec<UserId>,
    /// The players for whom all seats are reserved, including the creator; empty if anyone may join. The match starts
    /// as soon as all of them have joined.
    pub invited: Vec<UserId>,
    /// The match of which this is the rematch. The players are in [`invited`](Self::invited), in seat order.
    pub rematch_of: Option<MatchId>,
    /// How many deadlines in a row a player may miss before their seat is offered to others; with 0, it never is. Otherwise,
    /// players who send nothing in the first phase can be replaced before it ends.
    pub strikes: u8,
    /// How often each player who is late gives everyone more time.
    pub graces: u8,
    /// How much more time that is, in hours, and how much longer the first phase lasts if somebody who sends nothing is to be
    /// replaced.
    pub grace_hours: u32,
    /// Whether a phase ends early once everyone who is asked is ready.
    pub early: bool,
    /// How many minutes before an early end everyone is told of it, at least.
    pub early_minutes: u32,
    /// How many hours a phase lasts at least before it can end early.
    pub least_hours: u32,
    /// After how many days a stopped clock starts again by itself; with 0, it never does.
    pub pause_days: u32,
    /// The times of day at which phases end, instead of after their limits in hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calendar: Option<Calendar>,
    /// What hosts may not do without the consent of all players, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// The time that each player has for all turns, instead of a limit for each turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank: Option<Bank>,
    /// The weekends on which the clocks of turns stand still.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weekends: Option<Weekends>,
    /// The hours in which posts and messages about the match make no sound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet: Option<QuietHours>,
    /// The channel in which onlookers are told everything after each phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spectators: Option<ChannelId>,
    /// The roles of the server that players get.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roles: Option<Roles>,
    /// Whether the next deadline is an event of the server.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub event: bool,
    /// For how many days altogether the clock of a player who is away stands still.
    pub away_days: u32,
    /// After how many hours the roster closes, so that a [public beacon](crate::matches::Beacon) can go into the draws, if one is to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beacon_hours: Option<u32>,
    /// When the match starts by itself, if it does; from then on, never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts: Option<PlannedStart>,
    /// For how many hours a free seat is offered to each alternate, if not as usual.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer_hours: Option<u32>,
    /// The level of the computed players that take seats which nobody else takes, if any do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub autopilot: Option<u8>,
    /// The keys of the roster's fields whose values everyone may know, because a season shows them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub brought: Vec<String>,
    /// The game's options, which only the game understands.
    pub options: Values,
}

/// What the hosts of a match may do without the consent of all players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// How many hours they may add to a phase.
    pub phase_hours: u32,
    /// How many hours they may add to the phases of the match altogether.
    pub match_hours: u32,
    /// Whether they may end phases early and shorten them.
    pub shorten: bool,
}

impl Limits {
    /// The usual limits.
    pub const USUAL: Self = Self { phase_hours: 48, match_hours: 120, shorten: false };
}

/// What a host specifies to create a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMatch {
    /// The name of the game.
    pub game: String,
    /// The server.
    pub guild_id: GuildId,
    /// The channel for everything public.
    pub channel_id: ChannelId,
    /// The title.
    pub title: String,
    /// The terms.
    pub terms: Terms,
}

impl Terms {
    /// The longest limit of a phase: four weeks.
    pub const MAX_HOURS: u32 = 672;

    /// Returns the usual terms of a game.
    pub fn usual(info: &'static Info) -> Self {
        let is_hosted = info.is_hosted();
        let most = info.players.last().copied().unwrap_or_default();
        let hours = info.times.iter().filter_map(|time| Some((time.key.to_owned(), time.default?)));
        Self {
            players: if is_hosted { info.usual_players } else { most },
            hours: hours.collect(),
            pregame_hours: if is_hosted { 24 } else { 0 },
            open_signup: !is_hosted,
            reminders: if is_hosted { vec![360, 60] } else { Vec::new() },
            grace_hours: 12,
            early_minutes: 30,
            least_hours: 12,
            pause_days: 7,
            away_days: 5,
            options: Values::defaults(info.options.iter()),
            ..Self::default()
        }
    }

    /// Returns what hosts may not do alone: nothing is left to the players if a host who plays may do everything.
    pub fn limits_in_force(&self) -> Option<Limits> {
        self.limits.filter(|_| !self.playing_host)
    }

    /// Returns for how many hours a free seat is offered to an alternate, at most: never longer than the phase lasts.
    pub fn offer_hours(&self) -> u32 {
        self.offer_hours.unwrap_or(12)
    }

    /// Sets an option of the game.
    #[must_use]
    pub fn with(mut self, key: &str, value: Value) -> Self {
        self.options.set(key, value);
        self
    }

    /// Sets the limit, in hours, for a kind of time.
    #[must_use]
    pub fn limited(mut self, time: &str, hours: u32) -> Self {
        self.hours.insert(time.to_owned(), hours);
        self
    }

    /// Returns the terms after some changes.
    #[must_use]
    pub fn amended(&self, what: &[Amendment]) -> Self {
        let mut after = self.clone();
        for amendment in what {
            after.amend(amendment);
        }
        after
    }

    fn amend(&mut self, amendment: &Amendment) {
        match amendment {
            Amendment::Players(players) => self.players = *players,
            Amendment::Limit { time, hours } => {
                match hours {
                    Some(hours) => self.hours.insert(time.clone(), *hours),
                    None => self.hours.remove(time),
                };
                // Phases end either after some hours or at a time of day.
                self.calendar = None;
            }
            Amendment::Calendar(calendar) => self.calendar = Some(*calendar),
            Amendment::Pregame(hours) => self.pregame_hours = *hours,
            Amendment::Graces(times) => self.graces = *times,
            Amendment::GraceHours(hours) => self.grace_hours = *hours,
            Amendment::Strikes(missed) => self.strikes = *missed,
            Amendment::Early(early) => self.early = *early,
            Amendment::EarlyMinutes(minutes) => self.early_minutes = *minutes,
            Amendment::LeastHours(hours) => self.least_hours = *hours,
            Amendment::PauseDays(days) => self.pause_days = *days,
            Amendment::PlayingHost(may) => self.playing_host = *may,
            Amendment::Start(start) => self.starts = *start,
            Amendment::Option { key, value } => self.options.set(key, value.clone()),
        }
    }

    /// Returns the limit of a kind of time, if it has one.
    pub fn limit(&self, time: &str) -> Option<Millis> {
        self.hours.get(time).map(|hours| Millis::from(*hours) * HOUR)
    }

    /// Checks that a match of a game can be played on the terms.
    ///
    /// # Errors
    /// Fails with the first term that does not fit.
    pub fn check(&self, game: &dyn AnyGame) -> Result<(), Denied> {
        let info = game.info();
        if !info.players.contains(&self.players) {
            return Err(Denied::PlayerCount {
                title: info.title,
                possible: info.player_counts(),
                players: self.players,
            });
        }
        self.check_fits_pace(info)?;
        if self.starts.is_some() && self.beacon_hours.is_some() {
            return Err(Denied::StartsWithBeacon);
        }
        if let Some(level) = self.autopilot.filter(|level| Level::new(*level).is_none()) {
            return Err(Denied::NoLevel(level));
        }
        self.check_hours(info)?;
        self.check_invited()?;
        if let Some(key) = self.options.keys().find(|key| info.options.iter().all(|spec| spec.key != *key)) {
            return Err(Denied::NoOption { title: info.title, key: key.to_owned() });
        }
        self.sample(game).map(drop).map_err(Denied::Setup)
    }

    /// Checks that games of rounds have no bank and no weekends, and games of turns no calendar.
    fn check_fits_pace(&self, info: &Info) -> Result<(), Denied> {
        let key = match info.is_hosted() {
            true if self.bank.is_some() || self.weekends.is_some() => "bank",
            false if self.calendar.is_some() => "ends",
            _ => return Ok(()),
        };
        Err(Denied::NoOption { title: info.title, key: key.to_owned() })
    }

    /// Checks that all times are at least what they have to be, and at most four weeks.
    fn check_hours(&self, info: &Info) -> Result<(), Denied> {
        let phases = info.times.iter().filter_map(|time| Some((time.label, *self.hours.get(time.key)?, 1)));
        let least_grace = u32::from(self.graces > 0 || self.strikes > 0);
        let mut times: Vec<(&'static str, u32, u32)> = phases.collect();
        times.extend([
            ("the pregame", self.pregame_hours, 0),
            ("more time for late players", self.grace_hours, least_grace),
            ("the least length of a round", self.least_hours, u32::from(self.calendar.is_some())),
        ]);
        times.extend(self.beacon_hours.map(|hours| ("the time until the roster closes", hours, 1)));
        times.push(("the time to take a free seat", self.offer_hours(), 1));
        if let Some(bank) = self.bank {
            times.extend([
                ("a bank", bank.hours, 1),
                ("what a turn adds to a bank", bank.add, 0),
                ("the most in a bank", bank.most, bank.hours),
            ]);
        }
        match times.into_iter().find(|(_, hours, least)| !(*least..=Self::MAX_HOURS).contains(hours)) {
            Some((label, hours, least)) => Err(Denied::Hours { label, hours, least }),
            None => Ok(()),
        }
    }

    /// Checks that seats are reserved for nobody, or for as many people as there are seats.
    fn check_invited(&self) -> Result<(), Denied> {
        let is_again = |place: usize| self.invited[..place].contains(&self.invited[place]);
        let has_somebody_twice = (1..self.invited.len()).any(is_again);
        let has_all = self.invited.is_empty() || self.invited.len() == usize::from(self.players);
        if has_somebody_twice || !has_all { Err(Denied::Invited(self.players)) } else { Ok(()) }
    }

    /// Begins the game with a made-up roster and seed, to try out the terms or to show what a match looks like.
    ///
    /// # Errors
    /// Fails if the game cannot be played on these terms.
    pub fn sample(&self, game: &dyn AnyGame) -> Result<Box<dyn AnySession>, SetupError> {
        let fields = |place: u8| {
            let mut fields = Values::defaults(game.info().fields.iter().map(|field| &field.spec));
            for field in game.info().fields.iter().filter(|field| field.is_rank) {
                fields.set(field.spec.key, Value::Number(place.into()));
            }
            fields
        };
        let fields: Vec<Values> = (1..=self.players).map(fields).collect();
        let entrants: Vec<Entrant<'_>> = fields.iter().map(|fields| Entrant { name: "", fields }).collect();
        let setup = game.setup(&self.options, &entrants)?;
        let (session, _) = game.begin(&setup, Some(Seed::from([0; 32])), Some(Names::default()))?;
        Ok(session)
    }

    /// Returns how many minutes before a deadline to remind players, for a kind of time and the time until then.
    pub(crate) fn reminders(&self, time: &str, left: Millis) -> Vec<u32> {
        let quarter_of = |minutes: u32| vec![minutes / 4];
        match self.hours.get(time) {
            _ if self.bank.is_some() => quarter_of(u32::try_from(left / 60_000).unwrap_or(0)),
            Some(hours) if self.reminders.is_empty() => quarter_of(hours * 60),
            _ => self.reminders.clone(),
        }
    }

    /// Returns whether a person may join: a seat is reserved for them, or none are reserved.
    pub(crate) fn may_join(&self, user_id: UserId) -> bool {
        self.invited.is_empty() || self.invited.contains(&user_id)
    }
}
