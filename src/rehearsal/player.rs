//! [`Player`]: a person who plays through Discord’s client.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use trigon_bot::{ComponentAction, CustomId};
use trigon_engine::ids::MatchId;
use trigon_engine::matches::Match;
use trigon_sandbox::{Id, InteractionHandle, OptionValue, Person, PersonError, SeenMessage};

use crate::diary::Diary;
use crate::error::RehearsalError;
use crate::tap::{Tap, channel, components};
use crate::tap_plan::TapPlan;

/// The maximum real time that a player waits for an answer to a direct message.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// The interval, in real time, at which to check whether an answer has arrived.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// A person who plays as people do: by what is on the screen.
#[derive(Debug, Clone)]
pub struct Player {
    /// The person.
    pub person: Person,
    diary: Option<Arc<Diary>>,
}

impl From<Person> for Player {
    fn from(person: Person) -> Self {
        Self { person, diary: None }
    }
}

impl Player {
    /// Returns a player whose deeds are recorded.
    pub fn with_diary(person: Person, diary: &Arc<Diary>) -> Self {
        Self { person, diary: Some(diary.clone()) }
    }

    /// Returns the function that names this player in an error.
    fn to_error(&self) -> impl Fn(PersonError) -> RehearsalError {
        let who = self.person.name();
        move |source| RehearsalError::Person { who: who.clone(), source }
    }

    /// Returns the error that this player cannot find something.
    fn missing<T>(&self, what: &str) -> Result<T, RehearsalError> {
        Err(RehearsalError::Missing(format!("{} {what}", self.person.name())))
    }

    fn note(&self, channel: Id, text: impl FnOnce(&Diary) -> String) {
        if let Some(diary) = &self.diary {
            diary.note(self.person.id(), channel, text(diary));
        }
    }

    /// Uses a slash command.
    pub fn slash(
        &self,
        channel: Id,
        command: &str,
        options: &[(&str, OptionValue)],
    ) -> Result<InteractionHandle, RehearsalError> {
        self.note(channel, |diary| {
            let mut typed = format!("/{command}");
            for (name, value) in options {
                let _ = write!(typed, " {name}: {}", diary.display(value));
            }
            format!("uses `{typed}`")
        });
        self.person.slash(channel, command, options).map_err(self.to_error())
    }

    /// Uses a slash command, and returns the answer.
    pub async fn ask(
        &self,
        channel: Id,
        command: &str,
        options: &[(&str, OptionValue)],
    ) -> Result<SeenMessage, RehearsalError> {
        self.slash(channel, command, options)?.message().await.map_err(self.to_error())
    }

    /// Writes to the bot.
    pub fn send(&self, text: &str) -> Result<(), RehearsalError> {
        self.person.dm(text).map(drop).map_err(self.to_error())
    }

    /// Writes to the bot, and returns the answer.
    pub async fn write(&self, text: &str) -> Result<SeenMessage, RehearsalError> {
        let before = self.person.dms().len();
        self.send(text)?;
        let answer = async {
            loop {
                if let Some(answer) = self.person.dms().into_iter().nth(before + 1) {
                    return answer;
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        let answer = tokio::time::timeout(ANSWER_TIMEOUT, answer).await;
        answer.or_else(|_| self.missing(&format!("got no answer to {text:?}")))
    }

    /// Taps on a message.
    pub fn tap(&self, message: &SeenMessage, tap: &Tap) -> Result<InteractionHandle, RehearsalError> {
        self.note(message.channel, |_| tap.describe(message));
        tap.by(&self.person, message.id).map_err(self.to_error())
    }

    /// Taps on a message, and returns the answer.
    pub async fn choose_in(&self, message: &SeenMessage, tap: &Tap) -> Result<SeenMessage, RehearsalError> {
        self.tap(message, tap)?.message().await.map_err(self.to_error())
    }

    /// Presses the newest button in a channel that does a certain thing in a match.
    fn press(
        &self,
        channel: Id,
        game: MatchId,
        does: impl Fn(&ComponentAction) -> bool,
    ) -> Result<InteractionHandle, RehearsalError> {
        let is_it = |id: &CustomId| id.match_id == game && does(&id.action);
        let message = newest(self.person.view(channel), is_it);
        let button = message.iter().flat_map(components).find(|(_, id)| is_it(id));
        match (&message, button) {
            (Some(message), Some((id, _))) => self.tap(message, &Tap::Press(id.to_owned())),
            _ => self.missing("finds no such button"),
        }
    }

    /// Presses the newest button in a channel that does a certain thing in a match, and returns the answer.
    pub async fn press_newest(
        &self,
        channel: Id,
        game: MatchId,
        does: impl Fn(&ComponentAction) -> bool,
    ) -> Result<SeenMessage, RehearsalError> {
        self.press(channel, game, does)?.message().await.map_err(self.to_error())
    }

    /// Presses such a button without waiting for what its message will then say. When many press at once, that may have been
    /// brought up to date for somebody else already.
    pub async fn tap_newest(
        &self,
        channel: Id,
        game: MatchId,
        does: impl Fn(&ComponentAction) -> bool,
    ) -> Result<(), RehearsalError> {
        self.press(channel, game, does)?.response().await.map(drop).map_err(self.to_error())
    }

    /// Presses such a button whose answer comes later, as a separate message.
    pub async fn press_for_more(
        &self,
        channel: Id,
        game: MatchId,
        does: ComponentAction,
    ) -> Result<SeenMessage, RehearsalError> {
        let handle = self.press(channel, game, |other| *other == does)?;
        let answers = handle.followups(1).await.map_err(self.to_error())?;
        answers.into_iter().next().map_or_else(|| self.missing("got no answer"), Ok)
    }

    /// Fills in the field of a form that a command has opened, and returns the answer.
    pub async fn fill_in(
        &self,
        channel: Id,
        form: &InteractionHandle,
        field: &str,
        text: &str,
    ) -> Result<SeenMessage, RehearsalError> {
        form.response().await.map_err(self.to_error())?;
        self.note(channel, |_| format!("fills in the form:\n```\n{text}\n```"));
        let sent = form.submit_modal(&[(field, text)]).map_err(self.to_error())?;
        sent.message().await.map_err(self.to_error())
    }

    /// Returns the newest message that asks this player: one in the channel of the match that lets everyone see the
    /// choices, a direct message, or one in the channel that shows the choices in private.
    pub fn asked(&self, game: &Match) -> Result<SeenMessage, RehearsalError> {
        use ComponentAction::{Choose, Confirm, Select, Show};
        let asks = |id: &CustomId| (id.match_id, id.question) == (game.id, game.question);
        let offers = |id: &CustomId| asks(id) && matches!(id.action, Choose(_) | Select(..) | Confirm(_));
        let shows = |id: &CustomId| offers(id) || asks(id) && id.action == Show;
        let public = || {
            let mut messages = self.person.view(channel(game));
            messages.retain(|message| !message.ephemeral);
            messages
        };
        let found = newest(public(), offers)
            .or_else(|| newest(self.person.dms(), shows))
            .or_else(|| newest(public(), shows));
        found.map_or_else(|| self.missing("is asked nothing"), Ok)
    }

    /// Enters an action tap by tap, and returns the number of taps.
    pub async fn choose(&self, mut shown: SeenMessage, mut plan: TapPlan) -> Result<usize, RehearsalError> {
        let mut taps = 0;
        while let Some(tap) = plan.next(&shown)? {
            taps += 1;
            shown = self.tap(&shown, &tap)?.message().await.map_err(self.to_error())?;
        }
        Ok(taps)
    }
}

/// Returns the newest message with a certain component.
fn newest(messages: Vec<SeenMessage>, is_it: impl Fn(&CustomId) -> bool) -> Option<SeenMessage> {
    let has = |message: &SeenMessage| components(message).any(|(_, id)| is_it(&id));
    messages.into_iter().filter(has).max_by_key(|message| message.id)
}
