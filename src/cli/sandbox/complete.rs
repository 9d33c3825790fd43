//! Completion of lines in the sandbox.

use std::sync::Arc;

use rustyline::completion::Pair;
use serde_json::Value;
use tokio::runtime::Handle;

use super::line;
use super::world::{CHANNEL_NAME, Labelled, World};
use crate::cli::lines::Complete;
use crate::sandbox::{Person, SlashCommand, SlashOption};

/// What may follow a name.
const AFTER_NAME: [&str; 6] = ["/", "> ", "close", "open", "pick ", "press "];

/// Discord's numbers for types of options.
const BOOLEAN: i64 = 5;
const USER: i64 = 6;
const CHANNEL: i64 = 7;

/// A completer that looks at the current state of the sandbox.
#[derive(Clone)]
pub(super) struct SandboxCompleter {
    world: Arc<World>,
    /// The runtime on which to wait for the bot's own suggestions.
    runtime: Handle,
}

impl Complete for SandboxCompleter {
    fn complete(&self, typed: &str) -> (usize, Vec<Pair>) {
        let Some((person, rest)) = self.world.split(typed) else {
            let names = self.world.sandbox.people().into_iter().map(|person| format!("{} ", person.name()));
            let all = names.chain(["help", "people", "quit"].map(str::to_owned));
            return (0, beginning(typed, all));
        };
        let rest = rest.trim_start();
        let at = |text: &str| typed.len() - text.len();
        if let Some(command) = rest.strip_prefix('/') {
            let (start, pairs) = self.command(&person, command);
            (at(command) + start, pairs)
        } else if let Some(label) = rest.strip_prefix("press ") {
            (at(label), beginning(label, self.world.labels(&person, Labelled::Buttons)))
        } else if let Some(label) = rest.strip_prefix("pick ") {
            (at(label), beginning(label, self.world.labels(&person, Labelled::SelectOptions)))
        } else {
            (at(rest), beginning(rest, AFTER_NAME.map(str::to_owned)))
        }
    }
}

impl SandboxCompleter {
    pub(super) fn new(world: Arc<World>, runtime: Handle) -> Self {
        Self { world, runtime }
    }

    /// Completes a command's name, the name of an option or its value.
    fn command(&self, person: &Person, text: &str) -> (usize, Vec<Pair>) {
        let commands = person.slash_commands(self.world.hall);
        let is_named = |command: &&SlashCommand| text.starts_with(&format!("{} ", command.name));
        let Some(command) = commands.iter().find(is_named) else {
            let names = commands.iter().map(|command| {
                let space = if command.options.is_empty() { "" } else { " " };
                format!("{}{space}", command.name)
            });
            return (0, beginning(text, names));
        };
        // Nothing is completed within an open quotation.
        let Ok((_, given)) = line::command(text) else { return (text.len(), Vec::new()) };
        // After a space, a value that is not empty counts as finished.
        let last = given.split_last().filter(|((_, value), _)| value.is_empty() || !text.ends_with(' '));
        if let Some(((key, value), others)) = last
            && let Some(option) = command.options.iter().find(|option| option.name == *key)
            && let Some(space) = text.rfind(&format!(" {key}:"))
        {
            let pairs = self.values(person, command, option, others, value);
            if !pairs.is_empty() {
                return (space + 1, pairs);
            }
        }
        let word = text.rsplit(' ').next().unwrap_or_default();
        let free = command.options.iter().filter(|option| given.iter().all(|(key, _)| *key != option.name));
        (text.len() - word.len(), beginning(word, free.map(|option| format!("{}:", option.name))))
    }

    /// Completes a value; each candidate is the whole option, `key:value`.
    fn values(
        &self,
        person: &Person,
        command: &SlashCommand,
        option: &SlashOption,
        others: &[(String, String)],
        typed: &str,
    ) -> Vec<Pair> {
        let values = if option.autocomplete {
            let value = |text: &String| self.world.value(text).ok();
            let others: Vec<_> =
                others.iter().filter_map(|(key, text)| Some((key.as_str(), value(text)?))).collect();
            let wait = person.autocomplete(self.world.hall, &command.name, &others, &option.name, typed);
            // A bot that does not answer has nothing to offer.
            let choices = self.runtime.block_on(wait).unwrap_or_default();
            choices.into_iter().map(|choice| (choice.name, spelled(&choice.value))).collect()
        } else {
            let mut values: Vec<String> = match option.kind {
                BOOLEAN => vec!["true".to_owned(), "false".to_owned()],
                USER => {
                    self.world.sandbox.people().iter().map(|other| format!("@{}", other.name())).collect()
                }
                CHANNEL => vec![CHANNEL_NAME.to_owned()],
                _ => option.choices.iter().map(|choice| spelled(&choice.value)).collect(),
            };
            values.retain(|value| value.to_lowercase().starts_with(&typed.to_lowercase()));
            values.into_iter().map(|value| (value.clone(), value)).collect::<Vec<_>>()
        };
        let pair = |(display, value): (String, String)| {
            let replacement = line::option(&option.name, &value);
            Pair { display, replacement }
        };
        values.into_iter().map(pair).collect()
    }
}

fn spelled(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns the texts that begin with what was typed, whatever the case.
fn beginning(typed: &str, texts: impl IntoIterator<Item = String>) -> Vec<Pair> {
    let typed = typed.to_lowercase();
    let fitting = texts.into_iter().filter(|text| text.to_lowercase().starts_with(&typed));
    fitting.map(|text| Pair { display: text.trim_end().to_owned(), replacement: text }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::SandboxConfig;
    use serde_json::json;

    /// A world with the commands of a bot that is not connected.
    async fn world() -> SandboxCompleter {
        let people = ["ada", "adam", "Bea Lee"].map(str::to_owned);
        let world = World::start(SandboxConfig::default(), &people).await.unwrap();
        let bot = world.sandbox.bot_id();
        let option = |name, kind| json!({ "name": name, "description": "x", "type": kind });
        let colour = json!({
            "name": "colour", "description": "x", "type": 3,
            "choices": [{ "name": "Red", "value": "red" }, { "name": "Dark green", "value": "dark green" }],
        });
        let create = json!({
            "name": "create", "description": "x", "type": 1,
            "options": [option("title", 3), colour, option("open", BOOLEAN), option("host", USER)],
        });
        let commands = json!([
            { "name": "host", "description": "x", "options": [create] },
            { "name": "help", "description": "x" },
        ]);
        let url = format!("{}/api/v10/applications/{bot}/commands", world.sandbox.url());
        let request = reqwest::Client::new().put(url).header("user-agent", "test").json(&commands);
        let answer = request.header("authorization", format!("Bot {}", world.sandbox.token())).send().await;
        assert_eq!(answer.unwrap().status(), 200);
        SandboxCompleter::new(Arc::new(world), Handle::current())
    }

    /// Returns the lines to which Tab completes one.
    fn lines(helper: &SandboxCompleter, typed: &str) -> Vec<String> {
        let (start, pairs) = helper.complete(typed);
        pairs.into_iter().map(|pair| format!("{}{}", &typed[..start], pair.replacement)).collect()
    }

    #[tokio::test]
    async fn people_commands_options_and_values_are_completed() {
        let helper = world().await;
        for (typed, wanted) in [
            ("A", &["ada ", "adam "][..]),
            ("be", &["Bea Lee "]),
            ("he", &["help"]),
            ("ada", &["ada ", "adam "]),
            ("ada p", &["ada pick ", "ada press "]),
            ("ada /h", &["ada /host create ", "ada /help"]),
            ("Bea Lee /ho", &["Bea Lee /host create "]),
            ("ada /host create o", &["ada /host create open:"]),
            (
                "ada /host create colour:",
                &["ada /host create colour:red", "ada /host create colour:dark green"],
            ),
            ("ada /host create colour:dark g", &["ada /host create colour:dark green"]),
            ("ada /host create title:x open:f", &["ada /host create title:x open:false"]),
            ("ada /host create host:@ad", &["ada /host create host:@ada", "ada /host create host:@adam"]),
            ("ada /host create title:x colour:red o", &["ada /host create title:x colour:red open:"]),
            (
                "ada /host create open:true ",
                &[
                    "ada /host create open:true title:",
                    "ada /host create open:true colour:",
                    "ada /host create open:true host:",
                ],
            ),
            ("ada /host create title:\"open quo", &[]),
            ("ada: hello", &[]),
            ("ada press x", &[]),
            ("nobody", &[]),
        ] {
            assert_eq!(lines(&helper, typed), wanted, "{typed}");
        }
    }
}
