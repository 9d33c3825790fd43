//! [`ComputedPlayer`]: a player of the rehearsal, and how they come to an action.

use std::fmt;
use std::time::Duration;

use tokio::time::Instant;

use crate::bot::{ComponentAction, CustomId, Prefix};
use crate::cli::taps::{self, Tap};
use crate::games::{AnySession, Layout, Seat};
use crate::matches::{Match, QuestionId};
use crate::sandbox::{Id, NewPerson, Person, PersonError, SeenMessage};

/// How reliable a computed player is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Diligence {
    /// Answers every question.
    Always,
    /// Answers nine of ten.
    Often,
    /// Answers every second one.
    Forgetful,
    /// Answers every question, but takes no direct messages.
    Closed,
}

impl Diligence {
    /// Returns whether a question is answered.
    pub(super) fn answers(self, rng: &mut fastrand::Rng) -> bool {
        match self {
            Self::Always | Self::Closed => true,
            Self::Often => rng.u8(..10) < 9,
            Self::Forgetful => rng.bool(),
        }
    }
}

/// Why a computed player could not act.
#[derive(Debug)]
pub(super) enum Trouble {
    /// Discord or the bot did not let them.
    Person(PersonError),
    /// There was nothing to press.
    Nothing,
}

impl From<PersonError> for Trouble {
    fn from(error: PersonError) -> Self {
        Self::Person(error)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person(error) => write!(f, "{error}"),
            Self::Nothing => f.write_str("there is nothing to press"),
        }
    }
}

/// A player who acts by themselves.
#[derive(Debug, Clone)]
pub(super) struct ComputedPlayer {
    pub(super) person: Person,
    pub(super) diligence: Diligence,
    /// The last question that they have thought about, and when they answer, if they do.
    pub(super) plan: Option<(i64, QuestionId, Option<Instant>)>,
}

impl ComputedPlayer {
    /// Describes a new person.
    pub(super) fn describe(name: &str, diligence: Diligence) -> NewPerson {
        NewPerson { dms_open: diligence != Diligence::Closed, ..NewPerson::named(name) }
    }

    /// Returns whether it is time to answer a question, deciding on it when it is new.
    pub(super) fn is_time(
        &mut self,
        game: i64,
        question: QuestionId,
        wait: Duration,
        rng: &mut fastrand::Rng,
    ) -> bool {
        match &mut self.plan {
            Some((known, asked, at)) if (*known, *asked) == (game, question) => {
                at.is_some_and(|at| Instant::now() >= at)
            }
            _ => {
                let wait = wait.mul_f64(0.3 + rng.f64());
                let at = self.diligence.answers(rng).then(|| Instant::now() + wait);
                self.plan = Some((game, question, at));
                at.is_some() && wait.is_zero()
            }
        }
    }

    /// Notes that a question is answered.
    pub(super) fn is_done(&mut self, game: i64, question: QuestionId) {
        self.plan = Some((game, question, None));
    }

    /// Returns whether a question will still be answered.
    pub(super) fn will_answer(&self, game: i64, question: QuestionId) -> bool {
        match &self.plan {
            Some((known, asked, at)) if (*known, *asked) == (game, question) => at.is_some(),
            // They have not thought about it yet.
            _ => true,
        }
    }

    /// Presses the newest button to join a match that is open.
    pub(super) async fn join(&self, channel: Id, game: i64) -> Result<(), Trouble> {
        let joins = |id: &CustomId| id.match_id == game && id.action == ComponentAction::Join;
        let messages = self.person.view(channel).into_iter().rev();
        let mut open = messages
            .filter_map(|message| Some((message.id, taps::custom_ids(&message, joins).next()?.to_owned())));
        let (message, id) = open.next().ok_or(Trouble::Nothing)?;
        self.person.click(message, &id)?.response().await?;
        Ok(())
    }

    /// Plays an action as this player does: typing a path, or pressing its steps.
    pub(super) async fn play(&self, game: &Match, seat: Seat, action: &str) -> Result<(), Trouble> {
        let session = game.session.as_deref().ok_or(Trouble::Nothing)?;
        let chosen = session.parse(action).map_err(|_| Trouble::Nothing)?;
        let keys = session.keys(seat, &chosen).ok_or(Trouble::Nothing)?;
        let path = path(session, seat, action, &keys);
        let channel = Id(u64::try_from(game.channel_id).unwrap_or_default());
        match path {
            Some(path) if self.diligence == Diligence::Closed => {
                self.person.slash(channel, "move", &[("path", path.into())])?.response().await?;
            }
            Some(path) => {
                self.person.dm(path)?;
            }
            None => self.press(game, channel, &keys).await?,
        }
        Ok(())
    }

    /// Presses the steps of an action.
    async fn press(&self, game: &Match, channel: Id, keys: &[String]) -> Result<(), Trouble> {
        let mut shown = self.panel(game, channel).await?;
        let mut chosen = Prefix::default();
        for key in keys {
            let tap = taps::step(&shown, &chosen, key, false).ok_or(Trouble::Nothing)?;
            shown = self.tap(&shown, &tap).await?;
            chosen = chosen.then(key).ok_or(Trouble::Nothing)?;
        }
        if let Some(tap) = taps::confirm(&shown, &chosen) {
            self.tap(&shown, &tap).await?;
        }
        Ok(())
    }

    async fn tap(&self, shown: &SeenMessage, tap: &Tap) -> Result<SeenMessage, Trouble> {
        let tapped = match tap {
            Tap::Press(id) => self.person.click(shown.id, id)?,
            Tap::Pick(id, value) => self.person.select(shown.id, id, &[value])?,
        };
        Ok(tapped.message().await?)
    }

    /// Returns what they are asked in a match: the newest message that asks, in private or in the channel.
    async fn panel(&self, game: &Match, channel: Id) -> Result<SeenMessage, Trouble> {
        let asks = |id: &CustomId| {
            id.match_id == game.id
                && matches!(
                    id.action,
                    ComponentAction::Choose(_)
                        | ComponentAction::Select(..)
                        | ComponentAction::Confirm(_)
                        | ComponentAction::Show
                )
        };
        let mut messages = self.person.dms();
        messages.extend(self.person.view(channel));
        messages.retain(|message| taps::custom_ids(message, asks).next().is_some());
        let newest = messages.into_iter().max_by_key(|message| message.id).ok_or(Trouble::Nothing)?;
        let shows = |id: &CustomId| id.action == ComponentAction::Show;
        let show = taps::custom_ids(&newest, shows).next().map(|id| Tap::Press(id.to_owned()));
        match show {
            Some(show) => self.tap(&newest, &show).await,
            None => Ok(newest),
        }
    }
}

/// Returns the path of an action that can be typed: one whose steps are all keys of the pad.
fn path<'a>(session: &dyn AnySession, seat: Seat, action: &'a str, keys: &[String]) -> Option<&'a str> {
    let decision = session.to_act().into_iter().find(|decision| decision.seat == seat)?;
    let Layout::Pad(pad) = session.prompt(&decision).layout else { return None };
    let is_path = keys.iter().all(|key| pad.iter().any(|on_pad| on_pad.key == key));
    action.split_once(' ').filter(|_| is_path).map(|(_, path)| path)
}
