//! [`Tap`]: how a person comes to an action, one button or select at a time.

use crate::bot::{ComponentAction, CustomId, Prefix};
use crate::sandbox::SeenMessage;

/// A tap on a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Tap {
    /// On the button with this id.
    Press(String),
    /// On the option with this value, in the select with this id.
    Pick(String, String),
}

/// Returns the ids of certain components.
pub(super) fn custom_ids(
    message: &SeenMessage,
    is_it: impl Fn(&CustomId) -> bool,
) -> impl Iterator<Item = &str> {
    let ids = message.custom_ids().into_iter();
    ids.filter(move |id| id.parse().is_ok_and(|id: CustomId| is_it(&id)))
}

/// Returns the tap that adds a key to the steps that are already chosen. A single tap may also play the action, unless it
/// is a path, which is sent with a button of its own.
pub(super) fn step(message: &SeenMessage, chosen: &Prefix, key: &str, is_path: bool) -> Option<Tap> {
    let further = chosen.then(key)?;
    let leads = |id: &CustomId| match &id.action {
        ComponentAction::Choose(to) => *to == further,
        // These play the action.
        ComponentAction::Confirm(to) => *to == further && !is_path,
        ComponentAction::Also(step, _) => *step == further,
        _ => false,
    };
    if let Some(id) = custom_ids(message, leads).next() {
        return Some(Tap::Press(id.to_owned()));
    }
    let selects =
        custom_ids(message, |id| matches!(&id.action, ComponentAction::Select(_, from) if from == chosen));
    let offers = |id: &&str| {
        let options = message.component(id).and_then(|part| part["options"].as_array());
        options.is_some_and(|options| options.iter().any(|option| option["value"] == *key))
    };
    selects.into_iter().find(offers).map(|id| Tap::Pick(id.to_owned(), key.to_owned()))
}

/// Returns the tap that plays the action of the chosen steps, if it needs one of its own.
pub(super) fn confirm(message: &SeenMessage, chosen: &Prefix) -> Option<Tap> {
    let plays = |id: &CustomId| matches!(&id.action, ComponentAction::Confirm(to) if to == chosen);
    custom_ids(message, plays).next().map(|id| Tap::Press(id.to_owned()))
}
