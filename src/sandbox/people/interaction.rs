//! An interaction from the side of the person who started it.

use serde_json::Value;

use super::{Modal, Person, PersonError, SeenMessage, wait_on};
use crate::sandbox::{
    id::Id,
    state::{LOADING, Shown, Standing, State},
};

/// Something a person did, for which an answer is due.
#[derive(Debug, Clone)]
pub struct InteractionHandle {
    pub(crate) person: Person,
    pub(crate) id: Id,
}

/// The bot's first answer.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Response {
    /// A message, ephemeral or not.
    Message(SeenMessage),
    /// "Thinking…"; [`InteractionHandle::message`] waits for what comes of it.
    Deferred(SeenMessage),
    /// Nothing to see yet: the message of the component may change later.
    DeferredUpdate,
    /// The message of the component changed.
    Updated(SeenMessage),
    /// A modal opened.
    Modal(Modal),
    /// A list of completions.
    Choices(Vec<Choice>),
}

/// A completion.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// What is shown.
    pub name: String,
    /// What is filled in.
    pub value: Value,
}

impl InteractionHandle {
    /// The interaction's snowflake.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Waits for the first answer.
    pub async fn response(&self) -> Result<Response, PersonError> {
        self.wait(|s| {
            let interaction = s.interactions.get(&self.id)?;
            match &interaction.standing {
                Standing::Waiting if interaction.may_first_answer(s.now) => None,
                Standing::Waiting => Some(Err(PersonError::DidNotRespond)),
                Standing::Answered(shown) => Some(Ok(Self::shown(s, shown, interaction.original)?)),
            }
        })
        .await
    }

    fn shown(s: &State, shown: &Shown, original: Option<Id>) -> Option<Response> {
        let message = || Some(SeenMessage::new(s, s.messages.get(&original?)?));
        Some(match shown {
            Shown::Message => Response::Message(message()?),
            Shown::Deferred => Response::Deferred(message()?),
            Shown::DeferredUpdate => Response::DeferredUpdate,
            Shown::Update => Response::Updated(message()?),
            Shown::Choices(choices) => {
                let text = |choice: &Value| choice["name"].as_str().unwrap_or_default().to_owned();
                let choice = |c: &Value| Choice { name: text(c), value: c["value"].clone() };
                Response::Choices(choices.iter().map(choice).collect())
            }
            Shown::Modal(modal) => Response::Modal(Modal::new(modal)),
        })
    }

    /// Waits for the answering message, past any "thinking…"; for updates it is the message updated. After
    /// a deferred update it is what comes of it: that message once it is edited, or the first follow-up. When neither
    /// comes, as a bot may decide, it is that message as it stands.
    pub async fn message(&self) -> Result<SeenMessage, PersonError> {
        if matches!(self.response().await?, Response::DeferredUpdate) {
            let later = self.wait(|s| {
                let interaction = s.interactions.get(&self.id)?;
                let edited = interaction.original.filter(|_| interaction.edited);
                let message = s.messages.get(&edited.or(interaction.followups.first().copied())?)?;
                Some(Ok(SeenMessage::new(s, message)))
            });
            match later.await {
                Err(PersonError::DidNotRespond) => {}
                later => return later,
            }
        }
        self.wait(|s| {
            let interaction = s.interactions.get(&self.id)?;
            let message = interaction.original.and_then(|id| s.messages.get(&id));
            // Fifteen minutes later nothing can come any more.
            if !interaction.token_works(s.now) && message.is_none_or(|m| m.flags & LOADING != 0) {
                return Some(Err(PersonError::DidNotRespond));
            }
            let message = message.filter(|message| message.flags & LOADING == 0)?;
            Some(Ok(SeenMessage::new(s, message)))
        })
        .await
    }

    /// Waits until there are at least `count` follow-ups (not counting one that fills a deferred answer).
    pub async fn followups(&self, count: usize) -> Result<Vec<SeenMessage>, PersonError> {
        self.wait(|s| {
            let interaction = s.interactions.get(&self.id)?;
            let messages = interaction.followups.iter().filter_map(|id| s.messages.get(id));
            let found: Vec<_> = messages.map(|message| SeenMessage::new(s, message)).collect();
            (found.len() >= count).then_some(Ok(found))
        })
        .await
    }

    async fn wait<T>(
        &self,
        mut look: impl FnMut(&State) -> Option<Result<T, PersonError>>,
    ) -> Result<T, PersonError> {
        let hub = &self.person.hub;
        let bell = hub.read(|s| s.interactions.get(&self.id).map(|i| i.bell.subscribe()));
        let bell = bell.ok_or(PersonError::DidNotRespond)?;
        let found = wait_on(bell, hub.config.patience, || hub.read(&mut look)).await;
        found.unwrap_or(Err(PersonError::DidNotRespond))
    }
}
