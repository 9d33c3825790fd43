//! [`SimulatedPlayers`]: the simulated players of a rehearsal, who press and type as people do; and moving the clock on when they
//! have nothing left to do.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use super::player::{Diligence, Incident, SimulatedPlayer};
use super::saved::SavedPlayer;
use crate::cli::sandbox::World;
use crate::games::{Seat, Skill};
use crate::matches::{Match, MatchError, Matches, QuestionId};
use crate::rehearsal::{Player, channel};
use crate::sandbox::{Clock, OptionValue, Person};
use crate::simulate::{chance, names};
use crate::store::{Status, StoreError};
use trigon_engine::ids::{GuildId, MatchId, UserId};

/// How long a simulated player thinks. The average is a little less.
const THINKING_TIME: Duration = Duration::from_millis(1_500);

/// For how many days, and so for how many rounds of a day, players travel.
const DAYS_AWAY: i64 = 2;

/// How long to wait before looking again when nothing seems to happen.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// The maximum number of simulated players.
pub(super) const MAX_SIMULATED_PLAYERS: usize = 64;

/// The simulated players of a rehearsal.
pub(super) struct SimulatedPlayers {
    pub(super) world: Arc<World>,
    pub(super) matches: Matches,
    players: Mutex<Vec<SimulatedPlayer>>,
    rng: Mutex<fastrand::Rng>,
    fast_forward: Mutex<FastForward>,
    /// Whether they also take the last seat of a match in which nobody else has one.
    takes_all: AtomicBool,
    wake_up: Notify,
}

/// Whether to move the clock on whenever nobody has anything left to do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum FastForward {
    /// Time passes normally.
    #[default]
    Off,
    /// Until what is asked changes in any match. The present questions are noted first.
    ToNextRound(Option<Vec<(MatchId, QuestionId)>>),
    /// Until no match is being played.
    ToEnd,
}

impl SimulatedPlayers {
    /// Returns a company of saved players. Their decisions follow from the seed.
    pub(super) fn new(
        world: Arc<World>,
        matches: Matches,
        seed: Option<&str>,
        players: &[SavedPlayer],
    ) -> Self {
        let rng = seed.map_or_else(fastrand::Rng::new, chance);
        let people = world.sandbox.people();
        let players = players.iter().filter_map(|saved| {
            let person = people.iter().find(|person| person.id() == saved.user)?.clone();
            Some(SimulatedPlayer::new(person.into(), saved.diligence))
        });
        Self {
            players: Mutex::new(players.collect()),
            world,
            matches,
            rng: Mutex::new(rng),
            fast_forward: Mutex::default(),
            takes_all: AtomicBool::new(false),
            wake_up: Notify::new(),
        }
    }

    /// Adds players to the server, and returns their names. They join whatever is open to them.
    pub(super) fn add(&self, count: usize, diligence: Diligence) -> Vec<String> {
        let mut players = lock(&self.players);
        let count = count.min(MAX_SIMULATED_PLAYERS.saturating_sub(players.len()));
        let taken: Vec<String> = self.world.sandbox.people().iter().map(Person::name).collect();
        let fresh = names(u8::MAX).into_iter().filter(|name| !taken.contains(name)).take(count);
        let fresh: Vec<String> = fresh.collect();
        for name in &fresh {
            let person = self.world.sandbox.create_person(SimulatedPlayer::describe(name, diligence));
            for guild in self.world.sandbox.guilds() {
                guild.add_member(&person);
            }
            players.push(SimulatedPlayer::new(person.into(), diligence));
        }
        self.wake_up.notify_one();
        fresh
    }

    /// Sets whether they also take the last seat of a match in which nobody else has one.
    pub(super) fn take_all(&self, takes_all: bool) {
        self.takes_all.store(takes_all, Ordering::Relaxed);
    }

    /// Returns the players as they are saved.
    pub(super) fn saved(&self) -> Vec<SavedPlayer> {
        let players = lock(&self.players);
        let saved = |player: &SimulatedPlayer| SavedPlayer {
            user: player.player.person.id(),
            diligence: player.diligence,
        };
        players.iter().map(saved).collect()
    }

    /// Sets whether the clock is moved on whenever nobody has anything left to do.
    pub(super) fn set_fast_forward(&self, fast_forward: FastForward) {
        *lock(&self.fast_forward) = fast_forward;
        self.wake_up.notify_one();
    }

    /// Plays for as long as it is polled.
    pub(super) async fn play(&self) -> Infallible {
        loop {
            // Whatever fails is tried again; the page shows how the bot responded.
            if let Err(error) = self.turn().await {
                tracing::debug!(%error, "simulated players could not act");
            }
            tokio::select! {
                () = self.wake_up.notified() => {}
                () = tokio::time::sleep(POLL_INTERVAL) => {}
            }
        }
    }

    /// Lets everyone do what they want to do now.
    async fn turn(&self) -> Result<(), MatchError> {
        let mut is_over = true;
        let mut is_waiting = true;
        let mut asked = Vec::new();
        let mut summaries = Vec::new();
        for guild in self.world.sandbox.guilds() {
            let guild = GuildId::from(guild.id().0);
            summaries.extend(self.matches.in_guild(guild, false).await?);
        }
        for summary in summaries {
            let game = self.matches.load(summary.id).await?;
            match game.status {
                Status::Signup => self.join(&game).await,
                Status::Running => {
                    is_over = false;
                    asked.push((game.id, game.question));
                    is_waiting &= !self.agree(&game).await && self.act(&game).await;
                }
                Status::Pregame => is_over = false,
                Status::Over | Status::Cancelled => {}
            }
        }
        if self.update_fast_forward(is_over, asked) && is_waiting {
            self.pass_time().await?;
        }
        Ok(())
    }

    /// Returns whether to move the clock on, given what is asked in the matches. Once the goal of fast-forwarding is reached,
    /// time passes normally again.
    fn update_fast_forward(&self, is_over: bool, asked: Vec<(MatchId, QuestionId)>) -> bool {
        let mut fast_forward = lock(&self.fast_forward);
        let is_enough = match &*fast_forward {
            FastForward::Off => return false,
            FastForward::ToNextRound(Some(known)) => *known != asked,
            FastForward::ToNextRound(None) | FastForward::ToEnd => false,
        };
        if is_over || is_enough {
            *fast_forward = FastForward::Off;
            return false;
        }
        if *fast_forward == FastForward::ToNextRound(None) {
            *fast_forward = FastForward::ToNextRound(Some(asked));
        }
        true
    }

    /// Lets the next player join, if there is room for one.
    async fn join(&self, game: &Match) {
        let left = usize::from(game.terms.players).saturating_sub(game.players.len());
        let players = lock(&self.players).clone();
        let is_simulated =
            |user: UserId| players.iter().any(|player| user == UserId::from(player.player.person.id().0));
        let has_person = game.players.iter().any(|player| !is_simulated(player.user_id));
        // A person who looks on most likely wants to play, and is slower than the simulated players.
        let kept = usize::from(!has_person && !self.takes_all.load(Ordering::Relaxed));
        if left <= kept {
            return;
        }
        let is_in = |player: &SimulatedPlayer| {
            game.players.iter().any(|known| known.user_id == UserId::from(player.player.person.id().0))
        };
        let Some(next) = players.iter().find(|player| !is_in(player)) else { return };
        match next.join(game).await {
            // The next one does not need to wait.
            Ok(()) => self.wake_up.notify_one(),
            Err(trouble) => tracing::debug!(%trouble, "a simulated player could not join"),
        }
    }

    /// Lets players agree to what others want of them, such as a host’s proposal, a draw or a seat, and returns whether
    /// anybody did.
    async fn agree(&self, game: &Match) -> bool {
        let players = lock(&self.players).clone();
        let mut agreed = false;
        for (player, wanted) in players.iter().filter_map(|player| Some((player, player.next_consent(game)?)))
        {
            match player.press(game, &wanted).await {
                Ok(()) => agreed = true,
                Err(trouble) => tracing::debug!(%trouble, "a simulated player could not agree"),
            }
        }
        agreed
    }

    /// Lets something happen to one of the players who have a seat in a match that is being played, and returns what the
    /// bot has said to that, or what happens.
    pub(super) async fn cause_incident(&self, incident: Incident) -> Result<String, String> {
        for game in self.going_on().await? {
            let Some(player) = self.choose_seated(&game) else { continue };
            return match incident {
                Incident::Misses => Ok(self.miss(&player, &game)),
                Incident::Leaves => ask(&player, &game, "leave", ("confirm", true.into())).await,
                Incident::Travels => self.travel(&player, &game).await,
            };
        }
        Err("No simulated player has a seat in a match that is being played.".to_owned())
    }

    /// Returns one of the players who have a seat in a match, chosen at random.
    fn choose_seated(&self, game: &Match) -> Option<Player> {
        let (players, mut rng) = (lock(&self.players), lock(&self.rng));
        let seated = players.iter().filter(|player| player.seat(game).is_some());
        rng.choice(seated.collect::<Vec<_>>()).map(|chosen| chosen.player.clone())
    }

    /// Changes what is noted of a player.
    fn update<T>(&self, player: &Player, change: impl FnOnce(&mut SimulatedPlayer) -> T) -> Option<T> {
        let mut players = lock(&self.players);
        players.iter_mut().find(|known| known.player.person.id() == player.person.id()).map(change)
    }

    /// Makes a player miss a question, and says which.
    fn miss(&self, player: &Player, game: &Match) -> String {
        let is_present_one = self.update(player, |noted| noted.miss(game)).unwrap_or_default();
        let which = if is_present_one { "this" } else { "the next" };
        format!("{} will not answer {which} question.", player.person.name())
    }

    /// Lets a player say that they are away. Whoever travels leaves answers that change nothing, where the game takes such, and
    /// gives no others.
    async fn travel(&self, player: &Player, game: &Match) -> Result<String, String> {
        let away = ask(player, game, "away", ("days", DAYS_AWAY.into())).await?;
        let seat = game.seat_of(UserId::from(player.person.id().0));
        if !seat.is_some_and(|seat| game.takes_ahead(seat)) {
            return Ok(away);
        }
        let stays = ["-"; DAYS_AWAY as usize].join(", ");
        let ahead = ask(player, game, "ahead", ("answers", stays.into())).await?;
        self.update(player, |noted| noted.misses = DAYS_AWAY as u32);
        Ok(format!("{away}\n{ahead}"))
    }

    /// Returns the matches that are going on, or a sentence that says why they cannot be read.
    pub(super) async fn going_on(&self) -> Result<Vec<Arc<Match>>, String> {
        let said = |error: &dyn std::error::Error| format!("The matches cannot be read: {error}.");
        let mut games = Vec::new();
        for id in self.matches.going_on().await.map_err(|error| said(&error))? {
            games.push(self.matches.load(id).await.map_err(|error| said(&error))?);
        }
        Ok(games)
    }

    /// Lets players answer what they are asked, and returns whether all of them have.
    async fn act(&self, game: &Match) -> bool {
        let asked = self.asked(game);
        if asked.is_empty() {
            return true;
        }
        let ready = self.ready(game, &asked);
        if ready.is_empty() {
            let players = lock(&self.players);
            return !asked.iter().any(|(n, _)| players[*n].will_answer(game.id, game.question));
        }
        let Ok(session) = game.playing() else { return true };
        for (player, seat) in ready {
            let seed = lock(&self.rng).u64(..);
            let thought = session.sight(seat).and_then(|sight| sight.decide(Skill::USUAL, seed));
            for action in thought.iter().flat_map(|it| std::iter::once(&it.action).chain(&it.further)) {
                if let Err(trouble) = player.play(game, seat, action).await {
                    tracing::debug!(%trouble, "a simulated player could not act");
                }
            }
        }
        // In turns, an answer leads to the next question.
        false
    }

    /// Returns the players who are asked in a match, by their place in the list, with their seats.
    fn asked(&self, game: &Match) -> Vec<(usize, Seat)> {
        let players = lock(&self.players);
        let asked_seat =
            |player: &SimulatedPlayer| player.seat(game).filter(|seat| game.decision(*seat).is_some());
        players.iter().enumerate().filter_map(|(n, player)| Some((n, asked_seat(player)?))).collect()
    }

    /// Returns those of the players who are asked for whom it is time to answer, and notes that they do.
    fn ready(&self, game: &Match, asked: &[(usize, Seat)]) -> Vec<(SimulatedPlayer, Seat)> {
        let is_slow = *lock(&self.fast_forward) == FastForward::Off;
        let wait = if is_slow { THINKING_TIME } else { Duration::ZERO };
        let (mut players, mut rng) = (lock(&self.players), lock(&self.rng));
        let mut ready = Vec::new();
        for &(n, seat) in asked {
            if players[n].decide_and_check_time(game.id, game.question, wait, &mut rng) {
                players[n].note_answered(game.id, game.question);
                ready.push((players[n].clone(), seat));
            }
        }
        ready
    }

    /// Moves the clock to what is due next, once everything has been delivered.
    async fn pass_time(&self) -> Result<(), StoreError> {
        let (store, clock) = (self.matches.store(), &self.world.clock);
        let Some(due) = store.next_due().await? else { return Ok(()) };
        let left = due - clock.now();
        let is_busy = store.next_delivery().await?.is_some() || self.matches.is_delivering();
        if !is_busy && let Ok(left) = u64::try_from(left) {
            clock.advance(Duration::from_millis(left));
            self.wake_up.notify_one();
        }
        Ok(())
    }
}

/// Has a player use a command for a match, and says what the bot answers.
async fn ask(
    player: &Player,
    game: &Match,
    command: &str,
    option: (&'static str, OptionValue),
) -> Result<String, String> {
    let answer = player.ask(channel(game), command, &[("match", game.id.0.into()), option]).await;
    let answer = answer.map_err(|trouble| format!("{trouble}."))?.content;
    Ok(format!("{} uses /{command}, and the bot answers: {answer}", player.person.name()))
}

/// Takes a lock. A poisoned one only means that another thread panicked after a complete change.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
