//! A sandbox with a guild, a bot in it, and people.

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude::Http;
use serde_json::Value;
use sqlx::AnyConnection;
use trigon::bot::{Api, Bot, BotConfig, DiscordClock, Running};
use trigon::games::{Registry, Seat, Seed};
use trigon::ids::{MatchId, UserId};
use trigon::matches::{BeaconSource, Clock, HandClock, Match, Matches};
use trigon::rehearsal::{self, Server};
use trigon::sandbox::{
    GuildHandle, Id, OptionValue, Person, RateLimits, Sandbox, SandboxConfig, SeenMessage,
};
use trigon::store::Store;

use crate::database::Database;
use crate::openapi;
use crate::stage::{BEFORE, HASH, START};

/// How long, in real time, anything may take.
pub(crate) const WAIT_TIMEOUT: Duration = Duration::from_secs(10);

/// Returns a clock that shows the usual time once the bot has been in the server for a while.
fn early_clock() -> Arc<HandClock> {
    Arc::new(HandClock::new(START - BEFORE.as_millis() as i64))
}

/// A guild with its owner and seven players, and the bot.
pub(crate) struct Scene {
    pub(crate) sandbox: Arc<Sandbox>,
    pub(crate) guild: GuildHandle,
    pub(crate) hall: Id,
    /// The owner of the guild, who does not play unless told to.
    pub(crate) ada: Person,
    pub(crate) players: Vec<Person>,
    pub(crate) matches: Matches,
    pub(crate) clock: Arc<HandClock>,
    bot: Option<Running>,
    pub(crate) database: Database,
    /// Whether Discord limits the number of requests.
    is_limited: bool,
    /// The clock that learns Discord's time, if the bot goes by it.
    pub(crate) learns: Option<Arc<DiscordClock>>,
}

impl Scene {
    /// Sets it up and connects the bot. Discord and the bot share one clock, which always begins at the same time and
    /// stands still.
    pub(crate) async fn set() -> Self {
        Self::with_games(Registry::standard()).await
    }

    /// Like [`Self::set`], with other games.
    pub(crate) async fn with_games(games: Registry) -> Self {
        let clock = early_clock();
        let config = SandboxConfig { clock: clock.clone(), ..SandboxConfig::default() };
        Self::set_with(config, Some(clock), games).await
    }

    /// Like [`Self::set`], at another time and with a source of public beacons.
    pub(crate) async fn with_beacons(now: i64, beacons: Arc<dyn BeaconSource>) -> Self {
        let clock = Arc::new(HandClock::new(now - BEFORE.as_millis() as i64));
        let config = SandboxConfig { clock: clock.clone(), ..SandboxConfig::default() };
        let mut scene = Self::set_with(config, Some(clock), Registry::standard()).await;
        scene.stop_bot().await;
        scene.matches = scene.matches.clone().with_beacons(beacons);
        scene.start_bot().await;
        scene
    }

    /// Like [`Self::set`], with an application for which the list of members is turned on.
    pub(crate) async fn with_members() -> Self {
        let clock = early_clock();
        let config =
            SandboxConfig { clock: clock.clone(), privileged_intents: true, ..SandboxConfig::default() };
        Self::set_with(config, Some(clock), Registry::standard()).await
    }

    /// Like [`Self::set`], with limits like Discord's.
    pub(crate) async fn limited(limits: RateLimits) -> Self {
        let config = SandboxConfig { limits, ..SandboxConfig::default() };
        Self::set_to(config, None, Registry::standard(), true).await
    }

    /// Like [`Self::set`], with one clock and with limits that have nothing to do with the number of requests.
    pub(crate) async fn of_old_messages(limits: RateLimits) -> Self {
        let clock = early_clock();
        let config = SandboxConfig { clock: clock.clone(), limits, ..SandboxConfig::default() };
        Self::set_to(config, Some(clock), Registry::standard(), false).await
    }

    async fn set_with(config: SandboxConfig, clock: Option<Arc<HandClock>>, games: Registry) -> Self {
        // At Discord's limits, most tests would only wait; the tests of the limiter keep to them.
        let config = SandboxConfig { limits: RateLimits::off(), ..config };
        Self::set_to(config, clock, games, false).await
    }

    async fn set_to(
        config: SandboxConfig,
        clock: Option<Arc<HandClock>>,
        games: Registry,
        is_limited: bool,
    ) -> Self {
        let names = ["ada", "bob", "cleo", "dan", "eve", "finn", "gus", "hana"];
        let Server { sandbox, guild, hall, mut people } =
            Server::open(config, ["Table", "hall"], &names).await.unwrap();
        let players = people.split_off(1);
        let ada = people.remove(0);
        let database = Database::chosen().await;
        let clock = clock.unwrap_or_else(|| Arc::new(HandClock::new(sandbox.now_millis())));
        clock.advance(BEFORE);
        let store = Store::open(database.url()).await.unwrap();
        let matches = Matches::new(store, clock.clone())
            .with_games(games)
            .with_seeds(Arc::new(|| Ok(Seed::from([7; 32]))));
        let mut scene = Self {
            sandbox,
            guild,
            hall,
            ada,
            players,
            matches,
            clock,
            bot: None,
            database,
            is_limited,
            learns: None,
        };
        scene.start_bot().await;
        scene
    }

    pub(crate) fn config(&self) -> BotConfig {
        let api = if self.is_limited { Api::Elsewhere } else { Api::Unlimited };
        let config = rehearsal::config(&self.sandbox).unwrap();
        BotConfig { api: api(self.sandbox.url()), clock: self.learns.clone(), ..config }
    }

    /// Keeps everybody from writing to the database until it is dropped.
    pub(crate) async fn lock_database(&self) -> AnyConnection {
        self.database.lock().await
    }

    /// Changes what is stored, bypassing the bot.
    pub(crate) async fn stored_otherwise(&self, sql: &'static str) {
        assert!(self.database.run(sql).await > 0);
        // Every program that changes a match does this, so that others read it again.
        self.database.run("UPDATE matches SET version = version + 1").await;
    }

    pub(crate) async fn start_bot(&mut self) {
        let bot = Bot::start(self.config(), self.matches.clone()).await.unwrap();
        tokio::time::timeout(WAIT_TIMEOUT, bot.ready()).await.unwrap().unwrap();
        self.bot = Some(bot);
    }

    pub(crate) async fn stop_bot(&mut self) {
        if let Some(bot) = self.bot.take() {
            bot.stop().await;
        }
    }

    /// Returns the client with which the bot makes requests.
    pub(crate) fn http(&self) -> &Http {
        self.bot.as_ref().unwrap().http()
    }

    /// Ends the process, as far as that is possible within one: nothing is kept but the file.
    pub(crate) async fn crash(&mut self) {
        self.stop_bot().await;
        self.matches.store().close().await;
        let store = Store::open(self.database.url()).await.unwrap();
        self.matches = Matches::new(store, self.clock.clone());
    }

    pub(crate) async fn end(mut self) {
        self.stop_bot().await;
        openapi::assert_followed(&self.sandbox.requests(0));
        self.matches.store().close().await;
    }

    /// Waits until everything to be sent has been delivered.
    pub(crate) async fn settled(&self) {
        let delivered = async {
            while self.matches.store().next_delivery().await.unwrap().is_some()
                || self.matches.store().has_upkeep(self.clock.now()).await.unwrap()
                || self.matches.is_delivering()
            {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, delivered).await.unwrap();
    }

    /// Like [`Self::settled`], once everything due has been done.
    pub(crate) async fn settled_after_deadlines(&self) {
        let met = async {
            let store = self.matches.store();
            while store.next_due().await.unwrap().is_some_and(|at| at <= self.clock.now()) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, met).await.unwrap();
        self.settled().await;
    }

    /// Returns the answer to a command in the hall.
    pub(crate) async fn ask(
        &self,
        who: &Person,
        command: &str,
        options: &[(&str, OptionValue)],
    ) -> SeenMessage {
        let answer = who.slash(self.hall, command, options).unwrap().message().await.unwrap();
        assert!(answer.ephemeral, "{command}: {}", answer.content);
        answer
    }

    /// Returns the answer to a command that asks for confirmation and gets it.
    pub(crate) async fn confirmed(
        &self,
        who: &Person,
        command: &str,
        options: &[(&str, OptionValue)],
    ) -> SeenMessage {
        let asked = self.ask(who, command, options).await;
        who.click(asked.id, asked.custom_ids()[0]).unwrap().message().await.unwrap()
    }

    /// Returns the answer to a press.
    pub(crate) async fn press(&self, who: &Person, message: &SeenMessage, what: &str) -> SeenMessage {
        who.click(message.id, &press(message, what)).unwrap().message().await.unwrap()
    }

    /// Returns the newest message in the hall that everyone sees.
    pub(crate) fn newest(&self) -> SeenMessage {
        let is_told = |message: &SeenMessage| !message.ephemeral && !message.content.starts_with(HASH);
        self.ada.view(self.hall).into_iter().rfind(is_told).unwrap()
    }

    /// Returns the player in a seat.
    pub(crate) fn in_seat(&self, game: &Match, seat: Seat) -> &Person {
        let user = game.player(seat).unwrap().user_id;
        self.players.iter().find(|person| UserId::from(person.id().0) == user).unwrap()
    }

    /// Makes the host end the phase, a while after it began: otherwise the previous one would be meant.
    pub(crate) async fn resolve(&self) -> SeenMessage {
        self.clock.advance(Duration::from_hours(1));
        let answer = self.confirmed(&self.ada, "host resolve", &[]).await;
        self.quiet().await;
        answer
    }

    /// Sends the bot a direct message, and returns what it writes back.
    pub(crate) async fn dm(&self, who: &Person, text: &str) -> SeenMessage {
        self.settled().await;
        let before = who.dms().len();
        who.dm(text).unwrap();
        let answer = || {
            let dms = who.dms();
            dms.into_iter().skip(before).find(|message| message.author == self.sandbox.bot_id())
        };
        self.sandbox.wait_for(WAIT_TIMEOUT, answer).await.unwrap()
    }

    /// Lets the host end rounds early, so that tests need not wait for everyone.
    pub(crate) async fn may_shorten(&self, number: MatchId) {
        let options = [("shorten", true.into()), ("match", number.0.into())];
        let answer = self.ask(&self.ada, "host limits", &options).await;
        assert!(answer.content.contains("and shorten it"), "{}", answer.content);
    }

    /// Creates a match for seven, seats the players and begins round 1.
    pub(crate) async fn begin(&self, title: &str) {
        self.begin_with(title, &[]).await;
    }

    /// Like [`Self::begin`], with more options.
    pub(crate) async fn begin_with(&self, title: &str, more: &[(&str, OptionValue)]) {
        let number = self.seated_with(title, more).await;
        self.start(number).await;
    }

    /// Begins round 1 of a match that has all its players.
    pub(crate) async fn start(&self, number: MatchId) {
        let begun = self.ask(&self.ada, "host start", &[("match", number.0.into())]).await;
        assert!(begun.content.contains("begins"), "{}", begun.content);
    }

    /// Creates a match for seven with more options, seats the players, and returns its number.
    pub(crate) async fn seated_with(&self, title: &str, more: &[(&str, OptionValue)]) -> MatchId {
        let mut options = vec![
            ("title", title.into()),
            ("players", 7.into()),
            ("pregame_hours", 0.into()),
            ("sign_up", false.into()),
        ];
        options.retain(|(name, _)| more.iter().all(|(other, _)| other != name));
        options.extend_from_slice(more);
        let made = self.ask(&self.ada, "host create", &options).await;
        assert!(made.content.contains(title), "{}", made.content);
        let number = made.content.split(['#', ' ']).find_map(|word| word.parse::<MatchId>().ok()).unwrap();
        self.may_shorten(number).await;
        let form = self.ada.slash(self.hall, "host roster", &[("match", number.0.into())]).unwrap();
        form.response().await.unwrap();
        let lines: Vec<String> = (1..)
            .zip(&self.players)
            .map(|(n, player)| format!("{}, {}, {n}, 3", player.name(), player.mention()))
            .collect();
        let filled = form.submit_modal(&[("lines", &lines.join("\n"))]).unwrap().message().await.unwrap();
        assert!(filled.content.contains("7 of 7"), "{}", filled.content);
        number
    }

    /// Plays a match that has not begun as the second episode of a season in which everyone has what the roster says.
    pub(crate) async fn in_a_season(&self, number: MatchId) {
        self.ask(&self.ada, "season create", &[("title", "Genius".into())]).await;
        let lines = |of: &dyn Fn(usize, &Person) -> String| {
            let lines = self.players.iter().enumerate().map(|(place, player)| of(place, player));
            lines.collect::<Vec<_>>().join("\n")
        };
        for (command, lines) in [
            ("season cast", lines(&|_, player| format!("{}, {}", player.name(), player.mention()))),
            (
                "season result",
                lines(&|place, player| format!("{}: +3 garnets, +{} priority", player.name(), place + 1)),
            ),
        ] {
            let form = self.ada.slash(self.hall, command, &[]).unwrap();
            form.response().await.unwrap();
            let filled = form.submit_modal(&[("lines", &lines)]).unwrap().message().await.unwrap();
            if command == "season result" {
                self.press(&self.ada, &filled, ":book-and-close:").await;
            }
        }
        self.settled().await;
        let bound = self.ask(&self.ada, "season match", &[("match", number.0.into())]).await;
        assert!(bound.content.contains("is episode 2 of **Genius**"), "{}", bound.content);
        self.settled().await;
    }
}

/// Returns the reason that a host gives for something they do to a seat.
pub(crate) fn why() -> (&'static str, OptionValue) {
    ("reason", "They asked for it.".into())
}

/// Returns the first button that does this and can be pressed.
pub(crate) fn press(message: &SeenMessage, what: &str) -> String {
    let enabled = |part: &&Value| part["disabled"] != true;
    let ids = message.parts().filter(enabled).filter_map(|part| part["custom_id"].as_str());
    ids.into_iter().find(|id| id.contains(what)).unwrap_or_else(|| panic!("no {what}")).to_owned()
}
