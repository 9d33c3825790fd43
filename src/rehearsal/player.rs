//! [`Player`]: a person who plays through Discord’s client, and [`Aim`]: their way to an action.

use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use trigon_bot::{BotError, ComponentAction, CustomId, Failure, Prefix};
use trigon_engine::ids::MatchId;
use trigon_engine::matches::{Match, MatchError, QuestionId, RecordError};
use trigon_engine::store::StoreError;
use trigon_rules::games::{Layout, PadKey, Seat};
use trigon_sandbox::{
    Id, InteractionHandle, OptionValue, Person, PersonError, Sandbox, SandboxError, SeenMessage,
};

/// The maximum real time that a player waits for an answer to a direct message.
const PATIENCE: Duration = Duration::from_secs(20);

/// The reason why something could not be played.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The embedded Discord could not be started.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// The bot could not be started.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A match cannot go on.
    #[error(transparent)]
    Match(Failure),
    /// A record cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Discord’s client did not let a player do something, or the bot did not answer.
    #[error("{who}: {source}")]
    Person {
        /// The player’s name.
        who: String,
        /// The reason.
        source: PersonError,
    },
    /// Something that a player was looking for is not there.
    #[error("{0}")]
    Missing(String),
}

impl From<MatchError> for Trouble {
    /// Keeps the sentence that a person would read.
    fn from(error: MatchError) -> Self {
        Self::Match(error.into())
    }
}

/// A tap on a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tap {
    /// On the button with this id.
    Press(String),
    /// On the option with this value, in the select with this id.
    Pick(String, String),
}

impl Tap {
    /// Makes a person tap.
    pub fn by(&self, person: &Person, message: Id) -> Result<InteractionHandle, PersonError> {
        match self {
            Self::Press(id) => person.click(message, id),
            Self::Pick(id, value) => person.select(message, id, &[value]),
        }
    }

    /// Describes it by the text on the component: `presses **Join**`.
    fn describe(&self, message: &SeenMessage) -> String {
        let (Self::Press(id) | Self::Pick(id, _)) = self;
        let part = message.component(id);
        let label = |part: &serde_json::Value| part["label"].as_str().map(str::to_owned);
        match self {
            Self::Press(_) => {
                format!("presses **{}**", part.and_then(label).unwrap_or_else(|| "a button".to_owned()))
            }
            Self::Pick(_, value) => {
                let options = part.and_then(|part| part["options"].as_array());
                let option = options.and_then(|all| all.iter().find(|option| option["value"] == **value));
                format!("picks **{}**", option.and_then(label).unwrap_or_default())
            }
        }
    }
}

/// Returns the enabled components of a message, with what they do.
fn components(message: &SeenMessage) -> impl Iterator<Item = (&str, CustomId)> {
    let enabled = message.parts().filter(|part| part["disabled"] != true);
    let ids = enabled.filter_map(|part| part["custom_id"].as_str());
    ids.filter_map(|id| Some((id, id.parse().ok()?)))
}

/// Returns the id of an enabled component that does a certain thing and belongs to the current question of a match.
pub fn component(
    game: &Match,
    message: &SeenMessage,
    does: impl Fn(&ComponentAction) -> bool,
) -> Option<String> {
    let is_it = |id: &CustomId| (id.match_id, id.question) == (game.id, game.question) && does(&id.action);
    components(message).find(|(_, id)| is_it(id)).map(|(id, _)| id.to_owned())
}

/// Returns the channel of a match.
pub fn channel(game: &Match) -> Id {
    Id(game.channel_id.snowflake())
}

/// An action that somebody is about to choose, tap by tap.
#[derive(Debug, Clone)]
pub struct Aim {
    action: String,
    question: (MatchId, QuestionId),
    /// The keys of its steps, and those already chosen.
    keys: Vec<String>,
    chosen: Prefix,
    pad: Option<&'static [PadKey]>,
    /// The text that can be typed instead of the whole action.
    path: Option<String>,
    progress: Progress,
}

/// The progress on an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Progress {
    New,
    /// The choices have been shown.
    Shown,
    /// A draft that does not lead to the action has been taken back.
    Cleared,
    /// A step has been tapped.
    Begun,
    Done,
}

impl Aim {
    /// Aims at an action of a seat.
    ///
    /// # Errors
    /// Returns an error if the seat cannot choose it now.
    pub fn new(game: &Match, seat: Seat, action: &str) -> Result<Self, Trouble> {
        Self::find(game, seat, action).ok_or_else(|| Trouble::Missing(format!("{action} cannot be chosen")))
    }

    fn find(game: &Match, seat: Seat, action: &str) -> Option<Self> {
        let session = game.playing().ok()?;
        let pad = match session.prompt(&game.decision(seat)?).layout {
            Layout::Pad(pad) => Some(pad),
            Layout::Buttons => None,
        };
        let parsed = session.parse(action).ok()?;
        let is_read = |path: &&str| session.read(seat, path).is_some_and(|read| read.as_ref() == Ok(&parsed));
        let path = action.split_once(' ').map(|(_, path)| path).filter(is_read);
        Some(Self {
            action: action.to_owned(),
            question: (game.id, game.question),
            keys: session.keys(seat, &parsed)?,
            chosen: Prefix::default(),
            pad,
            path: path.map(str::to_owned),
            progress: Progress::New,
        })
    }

    /// Returns the keys of the pad, if the player is asked with one.
    pub fn pad(&self) -> Option<&'static [PadKey]> {
        self.pad
    }

    /// Returns the text that can be typed if every step is a key of the pad, without the verb if the game accepts that.
    pub fn path(&self) -> Option<&str> {
        self.is_path().then(|| self.path.as_deref().unwrap_or(&self.action))
    }

    fn is_path(&self) -> bool {
        let is_on = |pad: &[PadKey], key: &String| pad.iter().any(|on_pad| on_pad.key == key);
        self.pad.is_some_and(|pad| self.keys.iter().all(|key| is_on(pad, key)))
    }

    /// Returns whether the last tap was the one that plays the action.
    pub fn is_done(&self) -> bool {
        self.progress == Progress::Done
    }

    /// Returns whether the last tap was a step of the action, rather than one that shows or clears the choices.
    pub fn has_begun(&self) -> bool {
        self.progress >= Progress::Begun
    }

    /// Returns the next tap on what is shown now, or `None` once the action is played.
    ///
    /// # Errors
    /// Returns an error if nothing on the message leads to the action.
    pub fn next(&mut self, shown: &SeenMessage) -> Result<Option<Tap>, Trouble> {
        if self.is_done() {
            return Ok(None);
        }
        let find = |does: &dyn Fn(&ComponentAction) -> bool| {
            let mut asked = components(shown).filter(|(_, id)| (id.match_id, id.question) == self.question);
            asked.find(|(_, id)| does(&id.action)).map(|(id, _)| id.to_owned())
        };
        // A reminder and the message of a match only have a button that shows the question.
        if self.progress == Progress::New
            && let Some(id) = find(&|does| *does == ComponentAction::Show)
        {
            self.progress = Progress::Shown;
            return Ok(Some(Tap::Press(id)));
        }
        let is_path = self.is_path();
        let next = self.keys.get(self.chosen.keys().len());
        let further = next.and_then(|key| self.chosen.then(key));
        let plays = |does: &ComponentAction| match (does, &further) {
            // A path is sent with a button of its own.
            (ComponentAction::Confirm(to), Some(further)) => to == further && !is_path,
            (ComponentAction::Also(step, _), Some(further)) => step == further,
            (ComponentAction::Confirm(to), None) => *to == self.chosen,
            _ => false,
        };
        if let Some(id) = find(&plays) {
            self.progress = Progress::Done;
            return Ok(Some(Tap::Press(id)));
        }
        if let (Some(key), Some(further)) = (next, further) {
            let leads =
                |does: &ComponentAction| matches!(does, ComponentAction::Choose(to) if *to == further);
            let tap = find(&leads).map(Tap::Press).or_else(|| {
                let selects = |id: &str, does: &ComponentAction| {
                    let options = shown.component(id).and_then(|part| part["options"].as_array());
                    matches!(does, ComponentAction::Select(_, from) if *from == self.chosen)
                        && options
                            .is_some_and(|options| options.iter().any(|option| option["value"] == **key))
                };
                let (id, _) = components(shown).find(|(id, part)| selects(id, &part.action))?;
                Some(Tap::Pick(id.to_owned(), key.clone()))
            });
            if tap.is_some() {
                (self.chosen, self.progress) = (further, Progress::Begun);
                return Ok(tap);
            }
        } else if !is_path && self.has_begun() {
            // The last step played it.
            self.progress = Progress::Done;
            return Ok(None);
        }
        // A stored answer is shown as a draft: go back to a point from which this one can be reached.
        if self.progress < Progress::Cleared {
            let back = components(shown).filter_map(|(id, part)| match part.action {
                ComponentAction::Choose(to) if self.keys.starts_with(to.keys()) => Some((id, to)),
                _ => None,
            });
            if let Some((id, to)) = back.max_by_key(|(_, to)| to.keys().len()) {
                (self.chosen, self.progress) = (to, Progress::Cleared);
                return Ok(Some(Tap::Press(id.to_owned())));
            }
        }
        if self.chosen.keys().len() == self.keys.len() && self.has_begun() {
            self.progress = Progress::Done;
        }
        Err(Trouble::Missing(format!("nothing leads to {}", self.action)))
    }
}

/// Something that a person did.
#[derive(Debug, Clone)]
pub struct DiaryEntry {
    /// The number of entries in the journal before it.
    pub after: usize,
    /// The person.
    pub by: Id,
    /// The channel.
    pub channel: Id,
    /// A description: `presses **Join**`.
    pub text: String,
}

/// What people did on an embedded Discord, in order.
#[derive(Debug)]
pub struct Diary {
    sandbox: Arc<Sandbox>,
    deeds: Mutex<Vec<DiaryEntry>>,
}

impl Diary {
    /// Returns an empty diary.
    pub fn new(sandbox: Arc<Sandbox>) -> Arc<Self> {
        Arc::new(Self { sandbox, deeds: Mutex::default() })
    }

    /// Returns everything that people did.
    pub fn deeds(&self) -> Vec<DiaryEntry> {
        self.deeds.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, by: Id, channel: Id, text: String) {
        let deed = DiaryEntry { after: self.sandbox.journal_end(), by, channel, text };
        // A poisoned lock only means that another thread panicked after a complete addition.
        self.deeds.lock().unwrap_or_else(PoisonError::into_inner).push(deed);
    }

    /// Returns the value of an option as people see it.
    fn shown(&self, value: &OptionValue) -> String {
        match value {
            OptionValue::Text(text) => text.clone(),
            OptionValue::Integer(number) => number.to_string(),
            OptionValue::Flag(flag) => flag.to_string(),
            OptionValue::Id(id) => {
                let person = self.sandbox.people().into_iter().find(|person| person.id() == *id);
                person.map_or_else(|| format!("<#{id}>"), |person| format!("@{}", person.name()))
            }
            _ => "…".to_owned(),
        }
    }
}

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
    pub fn noted(person: Person, diary: &Arc<Diary>) -> Self {
        Self { person, diary: Some(diary.clone()) }
    }

    fn trouble(&self) -> impl Fn(PersonError) -> Trouble {
        let who = self.person.name();
        move |source| Trouble::Person { who: who.clone(), source }
    }

    /// Returns the error that this player cannot find something.
    fn missing<T>(&self, what: &str) -> Result<T, Trouble> {
        Err(Trouble::Missing(format!("{} {what}", self.person.name())))
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
    ) -> Result<InteractionHandle, Trouble> {
        self.note(channel, |diary| {
            let mut typed = format!("/{command}");
            for (name, value) in options {
                let _ = write!(typed, " {name}: {}", diary.shown(value));
            }
            format!("uses `{typed}`")
        });
        self.person.slash(channel, command, options).map_err(self.trouble())
    }

    /// Uses a slash command, and returns the answer.
    pub async fn ask(
        &self,
        channel: Id,
        command: &str,
        options: &[(&str, OptionValue)],
    ) -> Result<SeenMessage, Trouble> {
        self.slash(channel, command, options)?.message().await.map_err(self.trouble())
    }

    /// Writes to the bot.
    pub fn send(&self, text: &str) -> Result<(), Trouble> {
        self.person.dm(text).map(drop).map_err(self.trouble())
    }

    /// Writes to the bot, and returns the answer.
    pub async fn write(&self, text: &str) -> Result<SeenMessage, Trouble> {
        let before = self.person.dms().len();
        self.send(text)?;
        let answer = async {
            loop {
                if let Some(answer) = self.person.dms().into_iter().nth(before + 1) {
                    return answer;
                }
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        let answer = tokio::time::timeout(PATIENCE, answer).await;
        answer.or_else(|_| self.missing(&format!("got no answer to {text:?}")))
    }

    /// Taps on a message.
    pub fn tap(&self, message: &SeenMessage, tap: &Tap) -> Result<InteractionHandle, Trouble> {
        self.note(message.channel, |_| tap.describe(message));
        tap.by(&self.person, message.id).map_err(self.trouble())
    }

    /// Taps on a message, and returns the answer.
    pub async fn choose_in(&self, message: &SeenMessage, tap: &Tap) -> Result<SeenMessage, Trouble> {
        self.tap(message, tap)?.message().await.map_err(self.trouble())
    }

    /// Presses the newest button in a channel that does a certain thing in a match.
    fn pressed(
        &self,
        channel: Id,
        game: MatchId,
        does: impl Fn(&ComponentAction) -> bool,
    ) -> Result<InteractionHandle, Trouble> {
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
    ) -> Result<SeenMessage, Trouble> {
        self.pressed(channel, game, does)?.message().await.map_err(self.trouble())
    }

    /// Presses such a button without waiting for what its message will then say. When many press at once, that may have been
    /// brought up to date for somebody else already.
    pub async fn tap_newest(
        &self,
        channel: Id,
        game: MatchId,
        does: impl Fn(&ComponentAction) -> bool,
    ) -> Result<(), Trouble> {
        self.pressed(channel, game, does)?.response().await.map(drop).map_err(self.trouble())
    }

    /// Presses such a button whose answer comes later, as a separate message.
    pub async fn press_for_more(
        &self,
        channel: Id,
        game: MatchId,
        does: ComponentAction,
    ) -> Result<SeenMessage, Trouble> {
        let handle = self.pressed(channel, game, |other| *other == does)?;
        let answers = handle.followups(1).await.map_err(self.trouble())?;
        answers.into_iter().next().map_or_else(|| self.missing("got no answer"), Ok)
    }

    /// Fills in the field of a form that a command has opened, and returns the answer.
    pub async fn fill_in(
        &self,
        channel: Id,
        form: &InteractionHandle,
        field: &str,
        text: &str,
    ) -> Result<SeenMessage, Trouble> {
        form.response().await.map_err(self.trouble())?;
        self.note(channel, |_| format!("fills in the form:\n```\n{text}\n```"));
        let sent = form.submit_modal(&[(field, text)]).map_err(self.trouble())?;
        sent.message().await.map_err(self.trouble())
    }

    /// Returns the newest message that asks this player: one in the channel of the match that lets everyone see the
    /// choices, a direct message, or one in the channel that shows the choices in private.
    pub fn asked(&self, game: &Match) -> Result<SeenMessage, Trouble> {
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
    pub async fn choose(&self, mut shown: SeenMessage, mut aim: Aim) -> Result<usize, Trouble> {
        let mut taps = 0;
        while let Some(tap) = aim.next(&shown)? {
            taps += 1;
            shown = self.tap(&shown, &tap)?.message().await.map_err(self.trouble())?;
        }
        Ok(taps)
    }
}

/// Returns the newest message with a certain component.
fn newest(messages: Vec<SeenMessage>, is_it: impl Fn(&CustomId) -> bool) -> Option<SeenMessage> {
    let has = |message: &SeenMessage| components(message).any(|(_, id)| is_it(&id));
    messages.into_iter().filter(has).max_by_key(|message| message.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use trigon_engine::matches::Denied;

    #[test]
    fn why_a_match_cannot_go_on_is_a_sentence() {
        let trouble = Trouble::from(MatchError::from(Denied::NoMatch(MatchId(3))));
        assert_eq!(trouble.to_string(), "There is no match 3.");
    }
}
