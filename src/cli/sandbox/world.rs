//! The people of the sandbox, what a line makes them do, and its result.

use std::ops::Deref;
use std::sync::Arc;

use super::line;
use crate::cli::Error;
use crate::rehearsal::Server;
use crate::sandbox::{
    Id, JournalEntry, JournalEvent, OptionValue, Person, PersonError, Response, RunningClock, SandboxConfig,
    SeenMessage,
};

/// The name of the channel.
pub(super) const CHANNEL_NAME: &str = "#hall";

/// What the lines at the keyboard can say.
pub(super) const HELP: &str = "\
NAME: TEXT             writes into the channel
NAME > TEXT            writes to the bot directly
NAME /host create title:Friday night players:7
                       uses a command (@NAME and #hall stand for people and the channel);
                       quotes keep a value together: title:\"Final: part 2\"
NAME press LABEL       presses the newest button whose label contains this
NAME pick LABEL        picks from the newest select
NAME close | open      closes or opens direct messages
people, help, quit";

/// What is found by its label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Labelled {
    Buttons,
    SelectOptions,
}

/// A component that was found by its label.
struct Found {
    message: Id,
    /// The custom id.
    component: String,
    /// The value of the option, if it was one that was looked for.
    value: String,
}

/// An embedded Discord with one server, one channel and some people, and a clock that runs.
pub(in crate::cli) struct World {
    server: Server,
    pub(in crate::cli) clock: Arc<RunningClock>,
    /// The token that the link to the page has to carry, if others can reach it.
    page_key: Option<String>,
}

impl Deref for World {
    type Target = Server;

    fn deref(&self) -> &Server {
        &self.server
    }
}

impl World {
    /// Starts the embedded Discord and creates its people; the first owns the server. Returns an error if the port is
    /// taken or there are no names.
    pub(in crate::cli) async fn start(config: SandboxConfig, names: &[String]) -> Result<Self, Error> {
        if names.is_empty() {
            return Err(Error::Usage("--people needs a name".to_owned()));
        }
        let names: Vec<&str> = names.iter().map(|name| name.trim()).collect();
        let (clock, page_key) = (Arc::new(RunningClock::default()), config.page_key.clone());
        let config = SandboxConfig {
            // With a fixed id the token stays the same from one start to the next.
            bot_id: Some(Id(1_234_567_890_123_456)),
            bot_name: "Trigon".to_owned(),
            clock: clock.clone(),
            ..config
        };
        let server = Server::open(config, ["Sandbox", "hall"], &names).await.map_err(Error::Port)?;
        Ok(Self { server, clock, page_key })
    }

    /// Returns the link to the page.
    pub(in crate::cli) fn page(&self) -> String {
        let url = self.sandbox.url();
        self.page_key.as_ref().map_or_else(|| format!("{url}/"), |key| format!("{url}/?token={key}"))
    }

    /// Returns a text about the embedded Discord and how to connect a bot.
    pub(in crate::cli) fn greeting(&self) -> String {
        let (url, token, page) = (self.sandbox.url(), self.sandbox.token(), self.page());
        format!(
            "an embedded Discord listens at {url}\n\
             to see it as its people do, open {page}\n\
             server {} with {CHANNEL_NAME} {}; people: {}\n\n\
             connect a bot, such as Trigon from another terminal:\n\
             TRIGON_API={url} TRIGON_CLOCK={url}/sandbox/clock TRIGON_TOKEN={token} trigon run\n",
            self.guild.id(),
            self.hall,
            self.names().join(", ")
        )
    }

    fn names(&self) -> Vec<String> {
        self.sandbox.people().iter().map(Person::name).collect()
    }

    fn person(&self, name: &str) -> Result<Person, String> {
        let found = self.sandbox.people().into_iter().find(|person| person.name() == name);
        found.ok_or_else(|| {
            format!("There is nobody called {name:?}; people lists everyone, help the commands.")
        })
    }

    /// Splits a line after the name of the person with which it begins.
    pub(super) fn split<'a>(&self, line: &'a str) -> Option<(Person, &'a str)> {
        let people = self.sandbox.people().into_iter();
        let named = people.filter_map(|person| {
            let rest = line.strip_prefix(person.name().as_str())?;
            rest.starts_with([':', ' ']).then_some((person, rest))
        });
        // If there are Ann and Ann Lee, the longer name wins.
        named.min_by_key(|(_, rest)| rest.len())
    }

    /// Does what a line says, and returns what to print at once, or a sentence that explains why nothing was done.
    pub(super) async fn play(&self, line: &str) -> Result<String, String> {
        match line {
            "" => return Ok(String::new()),
            "help" => return Ok(format!("{HELP}\n")),
            "people" => return Ok(format!("{}\n", self.names().join(", "))),
            _ => {}
        }
        let Some((person, rest)) = self.split(line) else {
            let name = line.split([':', ' ']).next().unwrap_or_default();
            return self
                .person(name)
                .and(Err("Write what they do after the name; help lists it.".to_owned()));
        };
        let told = |error: PersonError| error.to_string();
        if let Some(text) = rest.strip_prefix(':') {
            person.say(self.hall, text.trim()).map_err(told)?;
            return Ok(String::new());
        }
        let rest = rest.trim();
        if let Some(text) = rest.strip_prefix('>') {
            person.dm(text.trim()).map_err(told)?;
        } else if let Some(command) = rest.strip_prefix('/') {
            return self.command(&person, command).await;
        } else if let Some(label) = rest.strip_prefix("press ") {
            let Found { message, component, .. } = self.find(&person, label, Labelled::Buttons)?;
            person.click(message, &component).map_err(told)?.response().await.map_err(told)?;
        } else if let Some(label) = rest.strip_prefix("pick ") {
            let Found { message, component, value } = self.find(&person, label, Labelled::SelectOptions)?;
            person.select(message, &component, &[&value]).map_err(told)?.response().await.map_err(told)?;
        } else if rest == "close" {
            person.close_dms();
        } else if rest == "open" {
            person.open_dms();
        } else {
            return Err("I do not know that line; help lists what there is.".to_owned());
        }
        Ok(String::new())
    }

    /// Uses a slash command, and returns what to print at once.
    async fn command(&self, person: &Person, text: &str) -> Result<String, String> {
        let (name, options) = line::command(text)?;
        let values_by = |read: &dyn Fn(&str) -> Result<OptionValue, String>| {
            let values = options.iter().map(|(key, text)| Ok((key.as_str(), read(text)?)));
            values.collect::<Result<Vec<_>, String>>()
        };
        let values = values_by(&|text| self.value(text))?;
        // Only the command knows whether a number is meant as text, so it is tried both ways.
        let handle = person.slash(self.hall, &name, &values).or_else(|error| {
            match values_by(&|text| self.value_as_text(text)) {
                // The first error says more: what is wrong with the options as they were meant.
                Ok(texts) => person.slash(self.hall, &name, &texts).map_err(|_| error),
                Err(_) => Err(error),
            }
        });
        let handle = handle.map_err(|error| error.to_string())?;
        match handle.response().await.map_err(|error| error.to_string())? {
            Response::Modal(modal) => {
                let fields: Vec<&str> = modal.fields.iter().map(|field| field.custom_id.as_str()).collect();
                Ok(format!(
                    "a form opens, {:?}, with {}: forms cannot be filled in here\n",
                    modal.title,
                    fields.join(", ")
                ))
            }
            _ => Ok(String::new()),
        }
    }

    /// Reads an option's value. Returns an error if it mentions an unknown person.
    pub(super) fn value(&self, text: &str) -> Result<OptionValue, String> {
        Ok(match text {
            CHANNEL_NAME => self.hall.into(),
            _ if text.starts_with('@') => self.person(&text[1..])?.id().into(),
            // Discord’s own client, and every guide, writes True.
            "true" | "True" => true.into(),
            "false" | "False" => false.into(),
            _ => text.parse::<i64>().map_or_else(|_| text.into(), OptionValue::from),
        })
    }

    /// Reads an option's value, but leaves a number as text.
    fn value_as_text(&self, text: &str) -> Result<OptionValue, String> {
        let value = self.value(text)?;
        Ok(if matches!(value, OptionValue::Integer(_)) { text.into() } else { value })
    }

    /// Returns the messages that a person sees, newest first.
    fn messages(&self, person: &Person) -> Vec<SeenMessage> {
        let mut messages = person.view(self.hall);
        messages.extend(person.dms());
        messages.sort_by_key(|message| std::cmp::Reverse(message.id));
        messages
    }

    /// Returns the labels of the buttons that a person can press, or of the options to pick, newest first.
    pub(super) fn labels(&self, person: &Person, kind: Labelled) -> Vec<String> {
        let mut labels: Vec<String> = Vec::new();
        for message in self.messages(person) {
            for part in message.parts().filter(|part| part["disabled"] != true) {
                let of_select = part["options"].as_array().into_iter().flatten();
                let of_part = match kind {
                    Labelled::Buttons => vec![part],
                    Labelled::SelectOptions => of_select.collect(),
                };
                for label in of_part.into_iter().filter_map(|value| value["label"].as_str()) {
                    if !labels.iter().any(|known| known == label) {
                        labels.push(label.to_owned());
                    }
                }
            }
        }
        labels
    }

    /// Finds the newest button, or option of a select, whose label contains a text.
    fn find(&self, person: &Person, label: &str, kind: Labelled) -> Result<Found, String> {
        let is_wanted = |labelled: &serde_json::Value| {
            labelled["label"].as_str().is_some_and(|text| text.to_lowercase().contains(&label.to_lowercase()))
        };
        let in_part = |message: &SeenMessage, part: &serde_json::Value| {
            let component = part["custom_id"].as_str()?.to_owned();
            let value = match kind {
                Labelled::Buttons => is_wanted(part).then(String::new)?,
                Labelled::SelectOptions => {
                    let option = part["options"].as_array()?.iter().find(|option| is_wanted(option))?;
                    option["value"].as_str()?.to_owned()
                }
            };
            Some(Found { message: message.id, component, value })
        };
        let messages = self.messages(person);
        let found =
            messages.iter().find_map(|message| message.parts().find_map(|part| in_part(message, part)));
        found.ok_or_else(|| format!("{} sees nothing called {label:?}.", person.name()))
    }

    /// Returns a description of the journal's entries from an index on, and the index after the last one.
    pub(super) fn news(&self, from: usize) -> (String, usize) {
        let entries = self.sandbox.journal(from);
        let text = entries.iter().map(|entry| self.describe(entry)).collect();
        // Entries that were forgotten meanwhile are skipped.
        (text, entries.last().map_or(from, |entry| entry.number + 1))
    }

    fn describe(&self, entry: &JournalEntry) -> String {
        let (message, author, content, edited) = match &entry.event {
            JournalEvent::MessageCreated { message, author, content }
            | JournalEvent::EphemeralShown { message, author, content } => (message, author, content, false),
            JournalEvent::MessageEdited { message, author, content } => (message, author, content, true),
            _ => return String::new(),
        };
        let how = match (edited, entry.private) {
            (false, false) => "",
            (true, false) => " (edited)",
            (false, true) => " (only they see it)",
            (true, true) => " (edited, only they see it)",
        };
        let people = self.sandbox.people();
        let name = |id: &Id| people.iter().find(|person| person.id() == *id).map(Person::name);
        let readers: Vec<String> = entry.seen_by.iter().filter_map(name).collect();
        let place = if entry.channel == self.hall && !entry.private {
            CHANNEL_NAME.to_owned()
        } else {
            format!("to {}", readers.join(", "))
        };
        let author = name(author).unwrap_or_else(|| "Trigon".to_owned());
        let mut text = format!("[{place}] {author}{how}: {}\n", content.replace('\n', "\n    "));
        let seen = people.iter().find_map(|person| person.message(*message));
        for part in seen.iter().flat_map(SeenMessage::parts) {
            let label = part["label"].as_str().or(part["placeholder"].as_str()).unwrap_or("…");
            let off = if part["disabled"] == true { " (off)" } else { "" };
            text += &format!("    [{label}]{off}\n");
        }
        for file in seen.iter().flat_map(|seen| &seen.files) {
            text += &format!("    {} {}\n", file.filename, file.url);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn values_are_understood_as_guides_write_them() {
        let world = World::start(SandboxConfig::default(), &["ada".to_owned()]).await.unwrap();
        for (text, wanted) in [("True", true), ("true", true), ("False", false), ("false", false)] {
            let value = world.value(text);
            assert!(matches!(value, Ok(OptionValue::Flag(flag)) if flag == wanted), "{text}");
        }
        assert!(matches!(world.value("7"), Ok(OptionValue::Integer(7))));
        assert!(matches!(world.value_as_text("7"), Ok(OptionValue::Text(text)) if text == "7"));
    }

    #[tokio::test]
    async fn private_answers_do_not_look_as_if_they_stood_in_the_hall() {
        let world =
            World::start(SandboxConfig::default(), &["ada".to_owned(), "bob".to_owned()]).await.unwrap();
        let ada = world.person("ada").unwrap().id();
        let (message, author) = (Id(7), world.sandbox.bot_id());
        let shown = |private, edited, seen_by: &[Id]| {
            let content = "Your move.".to_owned();
            let event = match (private, edited) {
                (_, true) => JournalEvent::MessageEdited { message, author, content },
                (true, false) => JournalEvent::EphemeralShown { message, author, content },
                (false, false) => JournalEvent::MessageCreated { message, author, content },
            };
            let seen_by = seen_by.to_vec();
            world.describe(&JournalEntry { number: 0, at: 0, channel: world.hall, seen_by, private, event })
        };
        assert_eq!(shown(true, false, &[ada]), "[to ada] Trigon (only they see it): Your move.\n");
        assert_eq!(shown(true, true, &[ada]), "[to ada] Trigon (edited, only they see it): Your move.\n");
        assert_eq!(shown(false, false, &[ada]), "[#hall] Trigon: Your move.\n");
        assert_eq!(shown(false, true, &[ada]), "[#hall] Trigon (edited): Your move.\n");
    }
}
