//! Interactions, as the people who start them see them.

use serde_json::Value;

use super::{Person, PersonError, SeenMessage};
use crate::{
    id::Id,
    state::{InitialResponse, LOADING, ResponseState, State, wait_on},
};

/// An interaction that a person started and the bot has to respond to.
#[derive(Debug, Clone)]
pub struct InteractionHandle {
    pub(crate) person: Person,
    pub(crate) id: Id,
}

/// The bot's first response.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Response {
    /// A message, ephemeral or not.
    Message(SeenMessage),
    /// "Thinking…"; [`InteractionHandle::message`] waits for the result.
    Deferred(SeenMessage),
    /// Nothing visible yet; the message of the component may change later.
    DeferredUpdate,
    /// The message of the component has changed.
    Updated(SeenMessage),
    /// A modal has opened.
    Modal(Modal),
    /// Suggestions for an option.
    Choices(Vec<Choice>),
}

/// A suggested or predefined value of an option.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The label.
    pub name: String,
    /// The value.
    pub value: Value,
}

impl Choice {
    pub(super) fn read(data: &Value) -> Self {
        let name = data["name"].as_str().unwrap_or_default().to_owned();
        Self { name, value: data["value"].clone() }
    }
}

/// An open modal.
#[derive(Debug, Clone, PartialEq)]
pub struct Modal {
    /// The custom id.
    pub custom_id: String,
    /// The title.
    pub title: String,
    /// The inputs from top to bottom.
    pub fields: Vec<ModalField>,
}

/// An input of a modal.
#[derive(Debug, Clone, PartialEq)]
pub struct ModalField {
    /// The custom id.
    pub custom_id: String,
    /// The label above it.
    pub label: String,
    /// The initial value.
    pub value: String,
    /// The component as the bot sent it.
    pub component: Value,
}

impl Modal {
    pub(crate) fn new(modal: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let rows = modal["components"].as_array().into_iter().flatten();
        let fields = rows.map(|row| {
            let (component, label) = field(row);
            ModalField {
                custom_id: text(&component["custom_id"]),
                label: text(label),
                value: text(&component["value"]),
                component: component.clone(),
            }
        });
        Self { custom_id: text(&modal["custom_id"]), title: text(&modal["title"]), fields: fields.collect() }
    }
}

/// Returns the input of a row or label, and the label above it.
pub(super) fn field(row: &Value) -> (&Value, &Value) {
    if row["component"].is_object() {
        (&row["component"], &row["label"])
    } else {
        (&row["components"][0], &row["components"][0]["label"])
    }
}

impl InteractionHandle {
    /// Returns the id of the interaction.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Waits for the first response.
    pub async fn response(&self) -> Result<Response, PersonError> {
        self.wait(|s| {
            let interaction = s.interactions.get(&self.id)?;
            match &interaction.response_state {
                ResponseState::Pending if interaction.awaits_first_response(s.timeout_now) => None,
                ResponseState::Pending => Some(Err(PersonError::DidNotRespond)),
                ResponseState::Sent(response) => {
                    Some(Ok(Self::response_of(s, response, interaction.original)?))
                }
            }
        })
        .await
    }

    fn response_of(s: &State, response: &InitialResponse, original: Option<Id>) -> Option<Response> {
        let message = || Some(SeenMessage::new(s, s.messages.get(&original?)?));
        Some(match response {
            InitialResponse::Message => Response::Message(message()?),
            InitialResponse::Deferred => Response::Deferred(message()?),
            InitialResponse::DeferredUpdate => Response::DeferredUpdate,
            InitialResponse::Update => Response::Updated(message()?),
            InitialResponse::Choices(choices) => {
                Response::Choices(choices.iter().map(Choice::read).collect())
            }
            InitialResponse::Modal(modal) => Response::Modal(Modal::new(modal)),
        })
    }

    /// Waits for the message with the response, past any "thinking…". For an update, this is the updated message.
    /// After a deferred update, it is the same message once it has been edited, or the first follow-up. If the bot
    /// sends neither, it is the message as it is.
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
            // After fifteen minutes nothing more can arrive.
            if !interaction.is_token_valid(s.timeout_now) && message.is_none_or(|m| m.flags & LOADING != 0) {
                return Some(Err(PersonError::DidNotRespond));
            }
            let message = message.filter(|message| message.flags & LOADING == 0)?;
            Some(Ok(SeenMessage::new(s, message)))
        })
        .await
    }

    /// Waits until there are at least `count` follow-ups, not counting one that completes a deferred response.
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
        let found = wait_on(bell, hub.config.response_timeout, || hub.read(&mut look)).await;
        found.unwrap_or(Err(PersonError::DidNotRespond))
    }
}
