//! `trigon sandbox`: the embedded Discord on its own, for any bot to connect to, with people to play.

use std::io::Write;

use tokio::io::{AsyncBufReadExt, BufReader};

use super::Error;
use crate::sandbox::{
    GuildHandle, Id, JournalEvent, NewPerson, OptionValue, Person, PersonError, Response, Sandbox,
    SandboxConfig, SeenMessage,
};

const HELP: &str = "\
NAME: TEXT             writes into the channel
NAME > TEXT            writes to the bot directly
NAME /host create title:Friday night players:7
                       uses a command (@NAME and #hall stand for people and the channel)
NAME press LABEL       presses the newest button whose label begins so
NAME pick LABEL        picks from the newest select
NAME close | open      closes or opens direct messages
people, help, quit";

/// Start an embedded Discord that any bot can connect to, and play its people line by line
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The port on 127.0.0.1; 0 takes any free one
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    port: u16,
    /// The people; the first owns the server
    #[arg(
        long,
        value_name = "A,B,…",
        value_delimiter = ',',
        default_value = "ada,bob,cleo,dan,eve,finn,gus,hana"
    )]
    people: Vec<String>,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    super::runtime()?.block_on(serve(args, out))
}

/// What there is to play with.
struct World {
    sandbox: Sandbox,
    guild: GuildHandle,
    hall: Id,
}

async fn serve(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    // A fixed id makes the token stay the same from one start to the next.
    let config = SandboxConfig {
        port: args.port,
        bot_id: Some(Id(1_234_567_890_123_456)),
        bot_name: "Trigon".to_owned(),
        ..SandboxConfig::default()
    };
    let sandbox = Sandbox::start(config).await.map_err(|error| Error::Asked(error.to_string()))?;
    let people: Vec<Person> =
        args.people.iter().map(|name| sandbox.create_person(NewPerson::named(name.trim()))).collect();
    let Some((owner, others)) = people.split_first() else {
        return Err(Error::Asked("--people needs a name".to_owned()));
    };
    let guild = sandbox.create_guild("Sandbox", owner);
    for person in others {
        guild.add_member(person);
    }
    let hall = guild.create_channel("hall");
    let world = World { sandbox, guild, hall };
    writeln!(out, "an embedded Discord listens at {}", world.sandbox.url())?;
    writeln!(out, "server {} with #hall {}; people: {}", world.guild.id(), hall, args.people.join(", "))?;
    writeln!(out, "\nconnect a bot, such as Trigon from another terminal:")?;
    writeln!(
        out,
        "TRIGON_API={} TRIGON_TOKEN={} trigon run\n\n{HELP}\n",
        world.sandbox.url(),
        world.sandbox.token()
    )?;
    out.flush()?;

    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    let mut seen = 0;
    loop {
        tokio::select! {
            line = lines.next_line() => match line? {
                None => break,
                Some(line) if line.trim() == "quit" => break,
                Some(line) => {
                    if let Err(sentence) = world.play(line.trim(), out).await {
                        writeln!(out, "! {sentence}")?;
                    }
                }
            },
            _ = world.sandbox.wait_until(std::time::Duration::from_mins(1), || !world.sandbox.journal(seen).is_empty()) => {}
        }
        seen = world.tell(seen, out)?;
        out.flush()?;
    }
    Ok(())
}

impl World {
    fn person(&self, name: &str) -> Result<Person, String> {
        let found = self.sandbox.people().into_iter().find(|person| person.name() == name);
        found.ok_or_else(|| format!("There is nobody called {name:?}; people lists all, help the commands."))
    }

    /// Does what a line says.
    async fn play(&self, line: &str, out: &mut impl Write) -> Result<(), String> {
        match line {
            "" => return Ok(()),
            "help" | "people" => {
                let names: Vec<String> = self.sandbox.people().iter().map(Person::name).collect();
                let text = if line == "help" { HELP.to_owned() } else { names.join(", ") };
                return writeln!(out, "{text}").map_err(|error| error.to_string());
            }
            _ => {}
        }
        let end = line.find([':', ' ']).unwrap_or(line.len());
        let (name, rest) = line.split_at(end);
        let person = self.person(name)?;
        let told = |error: PersonError| error.to_string();
        if let Some(text) = rest.strip_prefix(':') {
            person.say(self.hall, text.trim()).map_err(told)?;
            return Ok(());
        }
        let rest = rest.trim();
        if let Some(text) = rest.strip_prefix('>') {
            person.dm(text.trim()).map_err(told)?;
        } else if let Some(command) = rest.strip_prefix('/') {
            self.command(&person, command, out).await?;
        } else if let Some(label) = rest.strip_prefix("press ") {
            let (message, id) = self.find(&person, label, true)?;
            person.click(message, &id).map_err(told)?.response().await.map_err(told)?;
        } else if let Some(label) = rest.strip_prefix("pick ") {
            let (message, id) = self.find(&person, label, false)?;
            let (id, value) = id.split_once('\n').unwrap_or((&id, ""));
            person.select(message, id, &[value]).map_err(told)?.response().await.map_err(told)?;
        } else if rest == "close" {
            person.close_dms();
        } else if rest == "open" {
            person.open_dms();
        } else {
            return Err("That is no line I know; help lists them.".to_owned());
        }
        Ok(())
    }

    async fn command(&self, person: &Person, text: &str, out: &mut impl Write) -> Result<(), String> {
        let (name, options) = options(text);
        let read = |as_text: bool| -> Result<Vec<(&str, OptionValue)>, String> {
            options.iter().map(|(key, value)| Ok((*key, self.value(value, as_text)?))).collect()
        };
        // Whether a number is meant as text is the command's to say.
        let handle = person.slash(self.hall, &name, &read(false)?).or_else(|error| match read(true) {
            Ok(options) => person.slash(self.hall, &name, &options),
            Err(_) => Err(error),
        });
        let handle = handle.map_err(|error| error.to_string())?;
        match handle.response().await.map_err(|error| error.to_string())? {
            Response::Modal(modal) => {
                let fields: Vec<&str> = modal.fields.iter().map(|field| field.custom_id.as_str()).collect();
                let text = format!(
                    "a form opens, {:?}, with {}: forms cannot be filled in here",
                    modal.title,
                    fields.join(", ")
                );
                writeln!(out, "{text}").map_err(|error| error.to_string())
            }
            _ => Ok(()),
        }
    }

    fn value(&self, text: &str, as_text: bool) -> Result<OptionValue, String> {
        Ok(match text {
            "#hall" => self.hall.into(),
            _ if text.starts_with('@') => self.person(&text[1..])?.id().into(),
            "true" | "false" => (text == "true").into(),
            _ => match text.parse::<i64>() {
                Ok(number) if !as_text => number.into(),
                _ => text.into(),
            },
        })
    }

    /// The newest message with a button, or with an option of a select, whose label begins so.
    fn find(&self, person: &Person, label: &str, button: bool) -> Result<(Id, String), String> {
        let mut messages = person.view(self.hall);
        messages.extend(person.dms());
        messages.sort_by_key(|message| message.id);
        let begins = |value: &serde_json::Value| {
            value["label"].as_str().is_some_and(|text| text.to_lowercase().contains(&label.to_lowercase()))
        };
        let found = messages.iter().rev().find_map(|message: &SeenMessage| {
            message.parts().find_map(|part| {
                let id = part["custom_id"].as_str()?;
                if button {
                    return begins(part).then(|| (message.id, id.to_owned()));
                }
                let option = part["options"].as_array()?.iter().find(|option| begins(option))?;
                Some((message.id, format!("{id}\n{}", option["value"].as_str()?)))
            })
        });
        found.ok_or_else(|| format!("{} sees nothing called {label:?}.", person.name()))
    }

    /// Prints what has happened since.
    fn tell(&self, from: usize, out: &mut impl Write) -> Result<usize, Error> {
        let entries = self.sandbox.journal(from);
        for entry in &entries {
            let (message, author, content, how) = match &entry.event {
                JournalEvent::MessageCreated { message, author, content } => (message, author, content, ""),
                JournalEvent::MessageEdited { message, author, content } => {
                    (message, author, content, " (changed)")
                }
                JournalEvent::EphemeralShown { message, author, content } => {
                    (message, author, content, " (for one alone)")
                }
                _ => continue,
            };
            let people = self.sandbox.people();
            let name = |id: &Id| people.iter().find(|person| person.id() == *id).map(Person::name);
            let readers: Vec<String> = entry.seen_by.iter().filter_map(name).collect();
            let place = if entry.channel == self.hall && how != " (for one alone)" {
                "#hall".to_owned()
            } else {
                format!("to {}", readers.join(", "))
            };
            let author = name(author).unwrap_or_else(|| "Trigon".to_owned());
            writeln!(out, "[{place}] {author}{how}: {}", content.replace('\n', "\n    "))?;
            let seen = people.iter().find_map(|person| person.message(*message));
            for part in seen.iter().flat_map(SeenMessage::parts) {
                let label = part["label"].as_str().or(part["placeholder"].as_str()).unwrap_or("…");
                let off = if part["disabled"] == true { " (off)" } else { "" };
                writeln!(out, "    [{label}]{off}")?;
            }
            for file in seen.iter().flat_map(|seen| &seen.files) {
                writeln!(out, "    {} {}", file.filename, file.url)?;
            }
        }
        Ok(from + entries.len())
    }
}

/// A command's name, and its options written `key:value`, where a value goes on until the next key.
fn options(text: &str) -> (String, Vec<(&str, String)>) {
    let mut name = Vec::new();
    let mut options: Vec<(&str, String)> = Vec::new();
    for word in text.split_whitespace() {
        let key = word
            .split_once(':')
            .filter(|(key, _)| !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || c == '_'));
        match (key, options.last_mut()) {
            (Some((key, value)), _) => options.push((key, value.to_owned())),
            (None, Some((_, value))) => {
                if !value.is_empty() {
                    value.push(' ');
                }
                value.push_str(word);
            }
            (None, None) => name.push(word),
        }
    }
    (name.join(" "), options)
}

#[cfg(test)]
mod tests {
    use super::options;

    #[test]
    fn a_value_goes_on_until_the_next_key() {
        let (name, options) = options("host create title:Friday night players: 7 board:triangle:7");
        assert_eq!(name, "host create");
        let expected = [("title", "Friday night"), ("players", "7"), ("board", "triangle:7")];
        assert_eq!(options, expected.map(|(key, value)| (key, value.to_owned())));
    }
}
