//! The transcript of a demonstration: what each person saw, in the channel and in direct messages; and writing it with the files
//! that were posted.

use std::fmt::Write;
use std::path::Path;

use serde_json::Value;

use super::stage::{DemoStage, PostedFile};
use crate::cli::Error;
use crate::cli::files::write_file;
use crate::rehearsal::DiaryEntry;
use crate::sandbox::{Id, JournalEntry, JournalEvent, Person, SeenMessage};

/// The channel whose messages are listed, and the person who reads them.
struct Viewpoint<'a> {
    person: &'a Person,
    channel: Id,
    /// Whether to leave out what others see as well.
    private_only: bool,
}

/// Returns the whole transcript in Markdown.
///
/// `others` are channels besides, each with a heading and somebody who can read it.
pub(super) fn transcript(stage: &DemoStage, what: &str, others: &[(&str, Person, Id)]) -> String {
    let journal = stage.sandbox.journal(0);
    let diary = stage.diary.entries();
    let mut text = format!(
        "# A {what}, as each person saw it\n\n\
         Times are in UTC. Boxes hold what the bot wrote; what people wrote or did comes before \
         the answers.\n",
    );
    let mut view = |title: &str, viewpoint: &Viewpoint<'_>| {
        let section = Section { stage, journal: &journal, viewpoint, text: String::new() };
        let lines = section.write(&diary);
        if !lines.is_empty() {
            let _ = write!(text, "\n## {title}\n{lines}");
        }
    };
    view(
        "The channel, as an onlooker saw it",
        &Viewpoint { person: &stage.watcher.person, channel: stage.hall, private_only: false },
    );
    view(
        "What the host saw besides",
        &Viewpoint { person: &stage.host.person, channel: stage.hall, private_only: true },
    );
    for (title, person, channel) in others {
        view(title, &Viewpoint { person, channel: *channel, private_only: false });
    }
    for person in stage.guild.members() {
        if [stage.host.person.id(), stage.watcher.person.id()].contains(&person.id()) {
            continue;
        }
        let name = person.name();
        let alone = Viewpoint { person: &person, channel: stage.hall, private_only: true };
        view(&format!("{name}, in the channel, for {name} alone"), &alone);
        let direct = Viewpoint { person: &person, channel: person.dm_channel(), private_only: false };
        view(&format!("{name}, direct messages"), &direct);
    }
    // Readers cannot make sense of the ids of people and channels.
    for person in stage.sandbox.people() {
        text = text.replace(&person.mention(), &format!("@{}", person.name()));
    }
    for (id, _, name) in stage.guild.channels() {
        text = text.replace(&format!("<#{id}>"), &format!("#{name}"));
    }
    without_message_links(&text)
}

/// Writes the files that were posted, and the transcript with their names. Returns the number of pictures.
pub(super) fn write(folder: &Path, files: &[PostedFile], transcript: &str) -> Result<usize, Error> {
    let mut pictures = 0;
    for file in files {
        write_file(&folder.join(&file.name), &file.bytes)?;
        pictures += usize::from(Path::new(&file.name).extension().is_some_and(|ending| ending == "png"));
    }
    let names: Vec<[&str; 2]> = files.iter().map(PostedFile::names).collect();
    write_file(&folder.join("transcript.md"), renamed(transcript, &names).as_bytes())?;
    Ok(pictures)
}

/// Replaces names of files in square brackets, each once: a new name may be the old one of another file.
fn renamed(text: &str, names: &[[&str; 2]]) -> String {
    let mut parts = text.split('[');
    let mut result = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let name = part.split_once(']').and_then(|(posted, _)| names.iter().find(|[old, _]| *old == posted));
        result.push('[');
        match name {
            Some([posted, named]) => {
                result.push_str(named);
                result.push_str(&part[posted.len()..]);
            }
            None => result.push_str(part),
        }
    }
    result
}

/// The beginning of the address of a message.
const MESSAGE_LINK: &str = "https://discord.com/channels/";

/// Replaces the addresses of messages with their times, because ids differ from one run to the next.
fn without_message_links(text: &str) -> String {
    let mut parts = text.split(MESSAGE_LINK);
    let mut result = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let end = part.find(|c: char| c != '/' && !c.is_ascii_digit()).unwrap_or(part.len());
        let (address, rest) = part.split_at(end);
        let number = address.rsplit('/').next().and_then(|number| number.parse().ok());
        let at = number.map_or_else(String::new, |number| time(Id(number).created_millis()));
        let _ = write!(result, "[the message of {at}]{rest}");
    }
    result
}

/// One version of the text of a message: as it was sent, or after an edit.
#[derive(Clone, Copy)]
struct MessageVersion<'a> {
    message: Id,
    author: Id,
    content: &'a str,
    is_edit: bool,
}

impl<'a> MessageVersion<'a> {
    /// Returns the version that came with a journal entry, if it is about a message.
    fn of(entry: &'a JournalEntry) -> Option<Self> {
        let (message, author, content, is_edit) = match &entry.event {
            JournalEvent::MessageCreated { message, author, content }
            | JournalEvent::EphemeralShown { message, author, content } => (message, author, content, false),
            JournalEvent::MessageEdited { message, author, content } => (message, author, content, true),
            _ => return None,
        };
        Some(Self { message: *message, author: *author, content, is_edit })
    }
}

/// The texts that a message had before one of its versions, and has after it, each in order.
struct OtherVersions<'a> {
    before: Vec<&'a str>,
    after: Vec<&'a str>,
}

/// What is seen from a viewpoint, being written.
struct Section<'a> {
    stage: &'a DemoStage,
    journal: &'a [JournalEntry],
    viewpoint: &'a Viewpoint<'a>,
    text: String,
}

impl<'a> Section<'a> {
    /// Writes what the person does, and what the messages of the channel say, in order.
    fn write(mut self, diary: &[DiaryEntry]) -> String {
        let Viewpoint { person, channel, .. } = self.viewpoint;
        let is_own = |entry: &&DiaryEntry| entry.by == person.id() && entry.channel == *channel;
        let mut deeds = diary.iter().filter(is_own).peekable();
        // Whether an answer or the edit of an older message comes first depends on how busy the machine is, so edits are written
        // after everything else of the same time.
        let mut edits: Vec<usize> = Vec::new();
        for (index, entry) in self.journal.iter().enumerate() {
            let has_deed = deeds.peek().is_some_and(|deed| deed.after <= index);
            let is_seen = entry.channel == *channel && entry.seen_by.contains(&person.id());
            let version = MessageVersion::of(entry).filter(|_| is_seen);
            let is_said = version.is_some_and(|version| version.author == person.id());
            let is_later = edits.first().is_some_and(|edit| self.journal[*edit].at != entry.at);
            if has_deed || is_said || is_later {
                edits.drain(..).for_each(|edit| self.write_entry(edit));
            }
            while let Some(deed) = deeds.next_if(|deed| deed.after <= index) {
                let _ = write!(self.text, "\n{} **{}** {}\n", time(entry.at), person.name(), deed.text);
            }
            let Some(version) = version else { continue };
            let is_public = person.message(version.message).is_some_and(|message| !message.ephemeral);
            if version.is_edit && is_public {
                edits.push(index);
            } else {
                self.write_entry(index);
            }
        }
        edits.drain(..).for_each(|edit| self.write_entry(edit));
        self.text
    }

    /// Writes the version of a message that came with an entry of the journal, unless it shows nothing new.
    fn write_entry(&mut self, index: usize) {
        let entry = &self.journal[index];
        let Some(version) = MessageVersion::of(entry) else { return };
        let person = self.viewpoint.person;
        let seen = person.message(version.message);
        let is_private = seen.as_ref().is_some_and(|seen| seen.ephemeral);
        if self.viewpoint.private_only && !is_private {
            return;
        }
        if version.author != self.stage.sandbox.bot_id() {
            let _ = write!(self.text, "\n{} **{}**: {}\n", time(entry.at), person.name(), version.content);
            return;
        }
        let others = self.other_versions(index, version.message);
        if version.content.is_empty() && !version.is_edit && !others.after.is_empty() {
            // Whether there was time for "Thinking…" depends on how busy the machine was. The answer follows.
            return;
        }
        let has_changed = version.is_edit && others.before.iter().any(|text| !text.is_empty());
        let last_text = others.before.last().copied();
        if has_changed && !is_private && last_text == Some(version.content) {
            // Only its buttons are gone.
            return;
        }
        let mut body = match last_text {
            Some(before) if has_changed && !is_private => new_lines(before, version.content),
            _ => version.content.to_owned(),
        };
        if let Some(seen) = &seen {
            // Only the last files are known, and they belong to the last text.
            let is_last_text = others.after.iter().all(|text| *text == version.content);
            if is_last_text && (!has_changed || is_private || !seen.files.is_empty()) {
                append_files(&mut body, seen);
            }
            // Only the last components are known.
            if others.after.is_empty() {
                append_components(&mut body, seen);
            }
        }
        let mark = match (is_private, has_changed) {
            (true, _) => " (only you see this)",
            (false, true) => " changes",
            (false, false) => "",
        };
        let _ = write!(self.text, "\n{} **Trigon**{mark}\n", time(entry.at));
        for line in body.lines() {
            let _ = writeln!(self.text, "> {line}  ");
        }
    }

    /// Returns the texts of a message before and after an entry of the journal.
    fn other_versions(&self, index: usize, message: Id) -> OtherVersions<'a> {
        let texts = |entries: &'a [JournalEntry]| -> Vec<&'a str> {
            let versions = entries.iter().filter_map(MessageVersion::of);
            versions.filter(|version| version.message == message).map(|version| version.content).collect()
        };
        OtherVersions { before: texts(&self.journal[..index]), after: texts(&self.journal[index + 1..]) }
    }
}

/// Returns the first line of a text, and those of the others that an earlier text did not have.
fn new_lines(before: &str, text: &str) -> String {
    let is_new = |line: &&str| before.lines().all(|known| known != *line);
    let first = text.lines().next().unwrap_or_default();
    std::iter::once(first).chain(text.lines().skip(1).filter(is_new)).collect::<Vec<_>>().join("\n")
}

/// Appends embeds and files to the text of a message.
fn append_files(body: &mut String, seen: &SeenMessage) {
    for embed in &seen.embeds {
        for part in [&embed["title"], &embed["description"]] {
            if let Some(part) = part.as_str() {
                let _ = write!(body, "\n{part}");
            }
        }
        for field in embed["fields"].as_array().into_iter().flatten() {
            let part = |key: &str| field[key].as_str().unwrap_or_default().to_owned();
            let _ = write!(body, "\n**{}**\n{}", part("name"), part("value"));
        }
        if let Some(footer) = embed["footer"]["text"].as_str() {
            let _ = write!(body, "\n{footer}");
        }
    }
    for file in &seen.files {
        let about = file.description.as_deref().unwrap_or("no description");
        let _ = write!(body, "\n[{}] {about}", file.filename);
    }
}

/// Appends buttons and selects to the text of a message.
fn append_components(body: &mut String, seen: &SeenMessage) {
    let label = |part: &Value| {
        let text = part["label"].as_str().or(part["placeholder"].as_str()).unwrap_or("…");
        if part["disabled"] == true { format!("[~~{text}~~]") } else { format!("[{text}]") }
    };
    let parts: Vec<String> = seen.parts().map(label).collect();
    if !parts.is_empty() {
        let _ = write!(body, "\n{}", parts.join(" "));
    }
}

/// Formats a time: `Fri 18:00`.
fn time(at: i64) -> String {
    let time = chrono::DateTime::from_timestamp_millis(at);
    time.map(|time| time.format("`%a %H:%M`").to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_renamed_once() {
        let names =
            [["000.png", "001.png"], ["001.png", "002.png"], ["end.png", "end.png"], ["001.png", "003.png"]];
        assert_eq!(
            renamed("[000.png] a [Join] [001.png] b\n[end.png] [", &names),
            "[001.png] a [Join] [002.png] b\n[end.png] ["
        );
    }

    #[test]
    fn addresses_of_messages_become_their_times() {
        // The id is the example in Discord's documentation, from 30 April 2016.
        let text =
            "see https://discord.com/channels/1/2/175928847299117063. And https://discord.com/channels/";
        assert_eq!(without_message_links(text), "see [the message of `Sat 11:18`]. And [the message of ]");
    }
}
