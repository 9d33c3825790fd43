//! A match in turns, from its sign-up to its end, played with buttons and selects.

use std::io::Write;

use super::args::Args;
use super::chance::chance;
use super::error::DemoError;
use super::stage::{Stage, has};
use crate::bot::{ComponentAction, CustomId, Prefix};
use crate::cli::Error;
use crate::games::{AnySession, Info, Seat};
use crate::matches::{HOUR, Match};
use crate::sandbox::{NewPerson, Person, SeenMessage};
use crate::simulate::{choose, names};

/// Statistics of the actions.
#[derive(Debug, Default)]
pub(super) struct Count {
    /// The number of taps for each action.
    taps: Vec<usize>,
}

impl Count {
    /// Returns a summary in a line.
    pub(super) fn summary(&self) -> String {
        let all: usize = self.taps.iter().sum();
        let most = self.taps.iter().max().copied().unwrap_or_default();
        format!("{} actions with {all} taps, at most {most} for one", self.taps.len())
    }
}

/// A match in the hall, with its players in the order of joining.
struct Room<'a> {
    stage: &'a Stage,
    players: Vec<Person>,
    id: i64,
}

/// Plays the match and returns the animation that someone asks for at its end.
pub(super) async fn play(
    stage: &Stage,
    args: &Args,
    info: &'static Info,
    times: &mut Vec<u128>,
    count: &mut Count,
    out: &mut impl Write,
) -> Result<Vec<u8>, DemoError> {
    let mut rng = chance(&args.seed);
    let players = names(args.players(info)).into_iter().map(|name| {
        let person = stage.sandbox.create_person(NewPerson::named(&name));
        stage.guild.add_member(&person);
        person
    });
    let mut room = Room { stage, players: players.collect(), id: 0 };
    room.sign_up(info).await?;
    let mut actions = 0;
    loop {
        let game = stage.load(room.id).await?;
        let Some((table, decision)) = game.playing().ok().zip(game.to_act().first().copied()) else { break };
        let action = choose(table, decision.seat, &mut rng);
        let action = action.ok_or_else(|| DemoError::Missing("nothing can be done".to_owned()))?;
        let began = began();
        let taps = room.act(&game, table, decision.seat, &action).await?;
        times.push(began.elapsed().as_millis());
        count.taps.push(taps);
        actions += 1;
        room.look_around(actions).await?;
        if actions % 50 == 0 {
            report(out, &format!("{actions} actions"))
                .map_err(|error| DemoError::Missing(error.to_string()))?;
        }
    }
    room.after_the_end().await
}

/// Returns the real time.
#[expect(clippy::disallowed_methods, reason = "the bot's own speed is measured in real time")]
fn began() -> std::time::Instant {
    std::time::Instant::now()
}

fn report(out: &mut impl Write, line: &str) -> Result<(), Error> {
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

impl Room<'_> {
    async fn sign_up(&mut self, info: &'static Info) -> Result<(), DemoError> {
        let (stage, hall) = (self.stage, self.stage.hall);
        let options = [("game", info.name.into()), ("clock", 24.into()), ("thread", false.into())];
        stage.ask(&self.players[0], hall, "play new", &options).await?;
        stage.settled().await?;
        self.id = 1;
        for player in &self.players[1..] {
            let sign_up = self.newest(|press| *press == ComponentAction::Join)?;
            stage.press(player, &sign_up, |press| *press == ComponentAction::Join).await?;
        }
        let sign_up = self.newest(|press| *press == ComponentAction::Start)?;
        stage.press(&self.players[1], &sign_up, |press| *press == ComponentAction::Start).await?;
        stage.settled().await
    }

    /// Returns the newest message in the channel with a certain button.
    fn newest(&self, is_it: impl Fn(&ComponentAction) -> bool) -> Result<SeenMessage, DemoError> {
        let messages = self.stage.watcher.view(self.stage.hall).into_iter().rev();
        let mut found = messages.filter(|message| {
            let ids = message.custom_ids();
            ids.into_iter().any(|id| id.parse().is_ok_and(|id: CustomId| is_it(&id.action)))
        });
        found.next().ok_or_else(|| DemoError::Missing("there is nothing to press".to_owned()))
    }

    /// Returns the player at a seat.
    fn in_seat(&self, game: &Match, seat: Seat) -> Result<&Person, DemoError> {
        let user = game.player(seat).map_or(0, |player| player.user_id);
        let found = self.players.iter().find(|person| i64::try_from(person.id().0) == Ok(user));
        found.ok_or_else(|| DemoError::Missing(format!("nobody has seat {seat}")))
    }

    /// Chooses an action step by step and returns the number of taps.
    async fn act(
        &self,
        game: &Match,
        table: &dyn AnySession,
        seat: Seat,
        action: &str,
    ) -> Result<usize, DemoError> {
        let (stage, person) = (self.stage, self.in_seat(game, seat)?);
        let broken = || DemoError::Missing(format!("{action} cannot be chosen"));
        let keys =
            table.parse(action).ok().and_then(|action| table.keys(seat, &action)).ok_or_else(broken)?;
        let flow = |press: &ComponentAction| {
            matches!(
                press,
                ComponentAction::Choose(_) | ComponentAction::Select(..) | ComponentAction::Confirm(_)
            )
        };
        let mut message = self.newest(flow)?;
        let mut prefix = Prefix::default();
        let mut taps = 0;
        let mut is_done = false;
        for key in &keys {
            let further = prefix.then(key).ok_or_else(broken)?;
            let leads = |press: &ComponentAction| match press {
                ComponentAction::Choose(to) | ComponentAction::Confirm(to) => *to == further,
                _ => false,
            };
            taps += 1;
            if has(&message, leads) {
                is_done = has(&message, |press| *press == ComponentAction::Confirm(further.clone()));
                message = stage.press(person, &message, leads).await?;
            } else {
                let from = |press: &ComponentAction| matches!(press, ComponentAction::Select(_, from) if *from == prefix);
                message = stage.select(person, &message, key, from).await?;
            }
            prefix = further;
        }
        let confirm = |press: &ComponentAction| *press == ComponentAction::Confirm(prefix.clone());
        if !is_done && has(&message, confirm) {
            taps += 1;
            stage.press(person, &message, confirm).await?;
        }
        stage.settled().await?;
        if stage.load(self.id).await?.seq() != game.seq() + 1 {
            return Err(broken());
        }
        Ok(taps)
    }

    /// Lets people do things besides playing.
    async fn look_around(&self, actions: usize) -> Result<(), DemoError> {
        let (stage, hall, id) = (self.stage, self.stage.hall, self.id);
        let game = stage.load(id).await?;
        let Some(decision) = game.to_act().first().copied() else { return Ok(()) };
        let asked = self.in_seat(&game, decision.seat)?;
        let other = self.players.iter().find(|person| person.id() != asked.id());
        let other = other.ok_or_else(|| DemoError::Missing("there is only one player".to_owned()))?;
        match actions {
            1 => {
                stage.ask(&stage.watcher, hall, "rules", &[]).await?;
                stage.ask(other, hall, "me", &[]).await?;
            }
            2 => {
                stage.ask(other, hall, "draw", &[]).await?;
                stage.settled().await?;
                let offer = self.newest(|press| matches!(press, ComponentAction::Decline(..)))?;
                stage.press(asked, &offer, |press| matches!(press, ComponentAction::Decline(..))).await?;
            }
            4 => {
                stage.ask(&stage.watcher, hall, "history", &[]).await?;
                stage.ask(&stage.watcher, hall, "board", &[]).await?;
            }
            6 => {
                stage.set_clock(stage.now() + 2 * HOUR);
                stage.ask(other, hall, "nudge", &[]).await?;
            }
            8 => {
                stage.ask(asked, hall, "matches", &[]).await?;
            }
            _ => {}
        }
        stage.settled().await
    }

    async fn after_the_end(&self) -> Result<Vec<u8>, DemoError> {
        let (stage, hall) = (self.stage, self.stage.hall);
        let end = self.newest(|press| *press == ComponentAction::Replay)?;
        let replay =
            stage.press_later(&stage.watcher, &end, |press| *press == ComponentAction::Replay).await?;
        stage.ask(&self.players[0], hall, "history", &[]).await?;
        stage.press(&self.players[0], &end, |press| *press == ComponentAction::Rematch).await?;
        stage.settled().await?;
        let picture = replay.files.first().map(|file| file.bytes.to_vec());
        picture.ok_or_else(|| DemoError::Missing("there is no replay".to_owned()))
    }
}
