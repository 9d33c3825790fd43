//! [`Tap`]: a tap on a component of a message, and the components that can be tapped.

use trigon_bot::{ComponentAction, CustomId};
use trigon_engine::matches::Match;
use trigon_sandbox::{Id, InteractionHandle, Person, PersonError, SeenMessage};

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
    pub(crate) fn describe(&self, message: &SeenMessage) -> String {
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
pub(crate) fn components(message: &SeenMessage) -> impl Iterator<Item = (&str, CustomId)> {
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
