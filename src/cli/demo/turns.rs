//! The script of a match in turns, from its sign-up to its end, played with buttons and selects.

use std::io::Write;

use super::args::Args;
use super::stage::Stage;
use crate::bot::ComponentAction;
use crate::cli::Error;
use crate::games::{Info, Seat};
use crate::matches::{HOUR, Match};
use crate::rehearsal::{Aim, Player, Trouble};
use crate::sandbox::NewPerson;
use crate::simulate::{chance, choose, names};

/// A match in the hall, with its players in the order of joining.
struct Room<'a> {
    stage: &'a Stage,
    players: Vec<Player>,
    id: i64,
}

/// Plays the match and returns the animation that someone asks for at its end. Adds to `times` how long each action took, in
/// milliseconds, and to `taps` the number of its taps.
pub(super) async fn play(
    stage: &Stage,
    args: &Args,
    info: &'static Info,
    times: &mut Vec<u128>,
    taps: &mut Vec<usize>,
    out: &mut impl Write,
) -> Result<Vec<u8>, Error> {
    let mut rng = chance(&args.seed);
    let players = names(args.players(info)).into_iter().map(|name| stage.player(NewPerson::named(&name)));
    let room = Room { stage, players: players.collect(), id: 1 };
    room.sign_up(info).await?;
    loop {
        let game = stage.load(room.id).await?;
        let Some((table, decision)) = game.playing().ok().zip(game.to_act().first().copied()) else { break };
        let action = choose(table, decision.seat, &mut rng);
        let action = action.ok_or_else(|| Trouble::Missing("nothing can be done".to_owned()))?;
        let began = began();
        taps.push(room.act(&game, decision.seat, &action).await?);
        times.push(began.elapsed().as_millis());
        room.look_around(taps.len()).await?;
        if taps.len().is_multiple_of(50) {
            writeln!(out, "{} actions", taps.len())?;
            out.flush()?;
        }
    }
    Ok(room.after_the_end().await?)
}

/// Returns the real time.
#[expect(clippy::disallowed_methods, reason = "the bot's own speed is measured in real time")]
fn began() -> std::time::Instant {
    std::time::Instant::now()
}

impl Room<'_> {
    async fn sign_up(&self, info: &'static Info) -> Result<(), Trouble> {
        let (stage, hall) = (self.stage, self.stage.hall);
        let options = [("game", info.name.into()), ("clock", 24.into()), ("thread", false.into())];
        self.players[0].ask(hall, "play new", &options).await?;
        stage.settled().await?;
        for player in &self.players[1..] {
            player.press_newest(hall, self.id, |does| *does == ComponentAction::Join).await?;
        }
        self.players[1].press_newest(hall, self.id, |does| *does == ComponentAction::Start).await?;
        stage.settled().await
    }

    /// Returns the player at a seat.
    fn in_seat(&self, game: &Match, seat: Seat) -> Result<&Player, Trouble> {
        let user = game.player(seat).map_or(0, |player| player.user_id);
        let found = self.players.iter().find(|player| i64::try_from(player.person.id().0) == Ok(user));
        found.ok_or_else(|| Trouble::Missing(format!("nobody has seat {seat}")))
    }

    /// Lets a player choose an action step by step and returns the number of taps.
    async fn act(&self, game: &Match, seat: Seat, action: &str) -> Result<usize, Trouble> {
        let player = self.in_seat(game, seat)?;
        let taps = player.choose(player.asked(game)?, Aim::new(game, seat, action)?).await?;
        self.stage.settled().await?;
        if self.stage.load(self.id).await?.seq() != game.seq() + 1 {
            return Err(Trouble::Missing(format!("{action} cannot be chosen")));
        }
        Ok(taps)
    }

    /// Lets people do things besides playing.
    async fn look_around(&self, actions: usize) -> Result<(), Trouble> {
        let (stage, hall, id) = (self.stage, self.stage.hall, self.id);
        let game = stage.load(id).await?;
        let Some(decision) = game.to_act().first().copied() else { return Ok(()) };
        let asked = self.in_seat(&game, decision.seat)?;
        let other = self.players.iter().find(|player| player.person.id() != asked.person.id());
        let other = other.ok_or_else(|| Trouble::Missing("there is only one player".to_owned()))?;
        match actions {
            1 => {
                stage.watcher.ask(hall, "rules", &[]).await?;
                other.ask(hall, "me", &[]).await?;
            }
            2 => {
                other.ask(hall, "draw", &[]).await?;
                stage.settled().await?;
                let declines = |does: &ComponentAction| matches!(does, ComponentAction::Decline(..));
                asked.press_newest(hall, id, declines).await?;
            }
            4 => {
                stage.watcher.ask(hall, "history", &[]).await?;
                stage.watcher.ask(hall, "board", &[]).await?;
            }
            6 => {
                stage.set_clock(stage.now() + 2 * HOUR);
                other.ask(hall, "nudge", &[]).await?;
            }
            8 => {
                asked.ask(hall, "matches", &[]).await?;
            }
            _ => {}
        }
        stage.settled().await
    }

    async fn after_the_end(&self) -> Result<Vec<u8>, Trouble> {
        let (stage, hall, player) = (self.stage, self.stage.hall, &self.players[0]);
        let replay = stage.watcher.press_for_more(hall, self.id, ComponentAction::Replay).await?;
        player.ask(hall, "history", &[]).await?;
        player.press_newest(hall, self.id, |does| *does == ComponentAction::Rematch).await?;
        stage.settled().await?;
        let picture = replay.files.first().map(|file| file.bytes.to_vec());
        picture.ok_or_else(|| Trouble::Missing("there is no replay".to_owned()))
    }
}
