//! Typing into options with autocomplete.

use serde_json::json;

use super::{
    Choice, OptionValue, Person, PersonError, Response,
    options::{Filler, Resolved, fill},
    slash::find,
};
use crate::{
    id::Id,
    state::{Act, InteractionKind},
};

impl Person {
    /// Types a text into an option, with `others` already filled in, and waits for the bot's suggestions.
    pub async fn autocomplete(
        &self,
        channel: Id,
        command: &str,
        others: &[(&str, OptionValue)],
        option: &str,
        typed: &str,
    ) -> Result<Vec<Choice>, PersonError> {
        let interaction = self.act(|s| {
            let found = find(s, self.id, channel, command)?;
            let refuse =
                |reason: &str| PersonError::Option { name: option.to_owned(), reason: reason.to_owned() };
            let registered = found.options.iter().find(|o| o["name"] == option);
            let registered = registered.ok_or_else(|| refuse("is no option of this command"))?;
            if registered["autocomplete"] != json!(true) {
                return Err(refuse("does not autocomplete"));
            }
            let kind = registered["type"].as_i64();
            let mut resolved = Resolved::default();
            let filler = Filler { user: self.id, channel, partly: true };
            let mut filled = fill(s, &filler, &found.options, others, &mut resolved)?;
            // An unfinished value is a string even if the option takes a number.
            filled.push(json!({ "name": option, "type": kind, "value": typed, "focused": true }));
            let mut data = found.data(filled);
            resolved.into_data(&mut data);
            let name = Some(found.name);
            let act = InteractionKind::Autocomplete;
            Ok(Act {
                kind: act,
                user: self.id,
                channel,
                name,
                focused_kind: kind,
                source: None,
                opener: None,
                data,
            })
        })?;
        match interaction.response().await? {
            Response::Choices(choices) => Ok(choices),
            _ => Err(PersonError::DidNotRespond),
        }
    }
}
