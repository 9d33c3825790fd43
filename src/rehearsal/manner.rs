//! [`Manner`]: the ways in which people send what they have decided.

use trigon_engine::matches::Match;
use trigon_rules::games::{Audience, PadKey, Seat};
use trigon_sandbox::{OptionValue, SeenMessage};

use crate::error::RehearsalError;
use crate::player::Player;
use crate::tap::channel;
use crate::tap_plan::TapPlan;

use Manner::{Arrows, Brief, Closed, Commas, Fickle, Hasty, Numbered, Slash, Spaced, Tapping};

/// How a player sends what they have decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// As it is written: `ULD`, in a direct message.
    Plain,
    /// As it is written, without waiting for the answer.
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
        let Some(pad) = plan.pad().filter(|_| plan.path().is_some()) else { return Ok(()) };
        match hesitation(game, seat, pad, manner) {
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
        let Some(pad) = plan.pad().filter(|_| manner != Tapping) else {
            let shown = self.look_at_question(game, seat, manner).await?;
            return self.choose(shown, plan).await;
        };
        match plan.path() {
            Some(path) => self.submit_path(game, path, pad, manner).await?,
            None => self.submit_other(game, action, manner).await?,
        }
        Ok(0)
    }

    /// Returns the message that shows a seat its choices. Where direct messages are closed, or several matches are played, a
    /// command shows them, unless the channel does.
    async fn look_at_question(
        &self,
        game: &Match,
        seat: Seat,
        manner: Manner,
    ) -> Result<SeenMessage, RehearsalError> {
        match (question_command(game, seat), manner) {
            (Some(command), Closed) => self.ask(channel(game), command, &[]).await,
            (Some(command), Numbered) => self.ask(channel(game), command, &[match_option(game)]).await,
            _ => self.asked(game),
        }
    }

    /// Sends a path, whose steps are all on the pad.
    async fn submit_path(
        &self,
        game: &Match,
        path: &str,
        pad: &[PadKey],
        manner: Manner,
    ) -> Result<(), RehearsalError> {
        let hall = channel(game);
        let action = ("action", OptionValue::from(path));
        match manner {
            Slash => drop(self.ask(self.person.dm_channel(), "move", &[action]).await?),
            Closed => drop(self.ask(hall, "move", &[action]).await?),
            Numbered => drop(self.ask(hall, "move", &[action, match_option(game)]).await?),
            Brief => self.send(path)?,
            _ => drop(self.write(&typed(path, pad, manner)).await?),
        }
        Ok(())
    }

    /// Sends one of the other actions of a round, which are commands of their own.
    async fn submit_other(&self, game: &Match, action: &str, manner: Manner) -> Result<(), RehearsalError> {
        let hall = channel(game);
        match manner {
            Closed => drop(self.ask(hall, action, &[]).await?),
            Numbered => drop(self.ask(hall, action, &[match_option(game)]).await?),
            Brief => self.send(action)?,
            _ => drop(self.write(action).await?),
        }
        Ok(())
    }
}

/// Returns the option of a command that says which match is meant.
fn match_option(game: &Match) -> (&'static str, OptionValue) {
    ("match", OptionValue::from(game.id.0))
}

/// Returns the command that shows a seat its question in private, or `None` if everyone sees it.
fn question_command(game: &Match, seat: Seat) -> Option<&'static str> {
    let session = game.playing().ok()?;
    let asked = game.decision(seat)?;
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
            let as_path = |action: &String| TapPlan::new(game, seat, action).ok()?.path().map(str::to_owned);
            legal.iter().find_map(as_path)
        }
        _ => None,
    }
}

/// Returns a path as it is typed in a certain manner, from its notation.
fn typed(path: &str, pad: &[PadKey], manner: Manner) -> String {
    let is_of_keys = path.chars().all(|step| key_of(step, pad).is_some());
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
    key_of(step, pad).and_then(|key| key.label.chars().next()).unwrap_or(step)
}

/// Returns the key of the pad that is written as one letter.
fn key_of(letter: char, pad: &[PadKey]) -> Option<&PadKey> {
    pad.iter().find(|key| key.key.len() == 1 && key.key.starts_with(letter))
}
