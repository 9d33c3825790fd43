//! [`Manner`]: the ways in which people send what they have decided.

use trigon_engine::matches::Match;
use trigon_rules::games::{Audience, Decision, PadKey, Seat};
use trigon_sandbox::OptionValue;

use crate::error::RehearsalError;
use crate::player::Player;
use crate::tap::channel;
use crate::tap_plan::TapPlan;

/// How a player sends what they have decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// As it is written: `ULD`, in a direct message.
    Plain,
    /// The same, without waiting for the answer.
    Brief,
    /// `u l d`.
    Spaced,
    /// `U, L, D`.
    Commas,
    /// `↑←↓`.
    Arrows,
    /// With buttons and selects.
    Tapping,
    /// `/move` in a direct message.
    Slash,
    /// `/move` in the server, because direct messages are closed.
    Closed,
    /// `/move` in the server with the number of the match, because the player is in several.
    Numbered,
    /// After something that is too long.
    Hasty,
    /// After another answer.
    Fickle,
}

use Manner::{Arrows, Brief, Closed, Commas, Fickle, Hasty, Numbered, Slash, Spaced, Tapping};

impl Player {
    /// Sends what somebody of a certain manner sends before what they really mean, if anything, and waits for the answer.
    ///
    /// # Errors
    /// Returns an error if the seat cannot choose the action now, or if the bot does not answer.
    pub async fn hesitate(
        &self,
        game: &Match,
        seat: Seat,
        action: &str,
        manner: Manner,
    ) -> Result<(), RehearsalError> {
        let plan = TapPlan::new(game, seat, action)?;
        let first =
            plan.pad().filter(|_| plan.path().is_some()).and_then(|pad| hesitation(game, seat, pad, manner));
        match first {
            Some(first) => self.write(&first).await.map(drop),
            None => Ok(()),
        }
    }

    /// Sends an action in a certain manner, as far as that is possible, and returns the number of taps.
    ///
    /// # Errors
    /// Returns an error if Discord’s client does not let the player do so, or if the bot does not answer.
    pub async fn answer(
        &self,
        game: &Match,
        seat: Seat,
        action: &str,
        manner: Manner,
    ) -> Result<usize, RehearsalError> {
        let plan = TapPlan::new(game, seat, action)?;
        let hall = channel(game);
        let number = [("match", OptionValue::from(game.id.0))];
        match (plan.pad(), plan.path(), manner) {
            (None, ..) | (_, _, Tapping) => {
                // Where direct messages are closed, a command shows the question, unless the channel does.
                let asked = match question(game, seat) {
                    Some(command) if manner == Closed => self.ask(hall, command, &[]).await?,
                    Some(command) if manner == Numbered => self.ask(hall, command, &number).await?,
                    _ => self.asked(game)?,
                };
                return self.choose(asked, plan).await;
            }
            (_, Some(path), Slash | Closed) => {
                let channel = if manner == Closed { hall } else { self.person.dm_channel() };
                self.ask(channel, "move", &[("action", path.into())]).await?;
            }
            (_, Some(path), Numbered) => {
                let [number] = number;
                self.ask(hall, "move", &[("action", path.into()), number]).await?;
            }
            (_, None, Numbered) => drop(self.ask(hall, action, &number).await?),
            (_, Some(path), Brief) => self.send(path)?,
            (Some(pad), Some(path), _) => drop(self.write(&typed(path, pad, manner)).await?),
            // The other actions of a round are commands of their own.
            (_, None, Closed) => drop(self.ask(hall, action, &[]).await?),
            (_, None, Brief) => self.send(action)?,
            (_, None, _) => drop(self.write(action).await?),
        }
        Ok(0)
    }
}

/// Returns the command that shows a seat its question in private, or `None` if everyone sees it.
fn question(game: &Match, seat: Seat) -> Option<&'static str> {
    let session = game.playing().ok()?;
    let asked: Decision = game.decision(seat)?;
    if session.prompt(&asked).audience == Audience::All {
        return None;
    }
    let shortcuts = session.particulars().shortcuts.iter();
    let mut shown = shortcuts.filter(|shortcut| shortcut.action.is_none() && shortcut.name == asked.key);
    Some(shown.next().map_or("move", |shortcut| shortcut.name))
}

/// Returns what somebody sends before what they really mean.
fn hesitation(game: &Match, seat: Seat, pad: &[PadKey], manner: Manner) -> Option<String> {
    match manner {
        Hasty => Some(pad.iter().map(|key| key.key).collect()),
        Fickle => {
            let legal = game.playing().ok()?.legal(seat);
            let paths = |action: &String| TapPlan::new(game, seat, action).ok()?.path().map(str::to_owned);
            legal.iter().find_map(paths)
        }
        _ => None,
    }
}

/// Returns a path as it is typed in a certain manner, from its notation.
fn typed(path: &str, pad: &[PadKey], manner: Manner) -> String {
    let is_of_keys =
        path.chars().all(|step| pad.iter().any(|key| key.key.len() == 1 && key.key.starts_with(step)));
    let each = |separator: &str| path.chars().map(String::from).collect::<Vec<_>>().join(separator);
    match manner {
        Commas if path == "-" => "stay".to_owned(),
        Spaced if is_of_keys => each(" ").to_lowercase(),
        Commas if is_of_keys => each(", "),
        Arrows => path.chars().map(|step| arrow(step, pad)).collect(),
        _ => path.to_owned(),
    }
}

/// Returns the arrow on the key for a step, or the step itself if there is no such key.
fn arrow(step: char, pad: &[PadKey]) -> char {
    let key = pad.iter().find(|key| key.key.len() == 1 && key.key.starts_with(step));
    key.and_then(|key| key.label.chars().next()).unwrap_or(step)
}
