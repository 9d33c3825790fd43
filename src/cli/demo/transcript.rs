//! What each person saw, and what was posted: the channel, the host's view, and each player's direct messages.

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
        let lines = lines(stage, &journal, &diary, viewpoint);
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

fn lines(
    stage: &DemoStage,
    journal: &[JournalEntry],
    diary: &[DiaryEntry],
    viewpoint: &Viewpoint<'_>,
) -> String {
    let mut text = String::new();
    let own: Vec<&DiaryEntry> = diary
        .iter()
        .filter(|entry| entry.by == viewpoint.person.id() && entry.channel == viewpoint.channel)
        .collect();
    let mut own = own.into_iter().peekable();
    let mut edits: Vec<usize> = Vec::new();
    for (index, entry) in journal.iter().enumerate() {
        let has_deed = own.peek().is_some_and(|done| done.after <= index);
        let is_seen = entry.channel == viewpoint.channel && entry.seen_by.contains(&viewpoint.person.id());
        let message = message_of(&entry.event).filter(|_| is_seen);
        let is_said = message.is_some_and(|(_, author, ..)| author == viewpoint.person.id());
        let is_later = edits.first().is_some_and(|edit| journal[*edit].at != entry.at);
        if has_deed || is_said || is_later {
            edits.drain(..).for_each(|edit| event(stage, journal, edit, viewpoint, &mut text));
        }
        while let Some(done) = own.next_if(|done| done.after <= index) {
            let _ = write!(text, "\n{} **{}** {}\n", time(entry.at), viewpoint.person.name(), done.text);
        }
        // Of an answer or a new message and an edit of an older one, which is faster depends on how busy the machine is.
        let is_old = |message| viewpoint.person.message(message).is_some_and(|message| !message.ephemeral);
        if message.is_some_and(|(message, .., edited)| edited && is_old(message)) {
            edits.push(index);
        } else if is_seen {
            event(stage, journal, index, viewpoint, &mut text);
        }
    }
    edits.drain(..).for_each(|edit| event(stage, journal, edit, viewpoint, &mut text));
    text
}

/// Returns the message of a journal entry, its author, its text, and whether it was edited.
fn message_of(event: &JournalEvent) -> Option<(Id, Id, &str, bool)> {
    match event {
        JournalEvent::MessageCreated { message, author, content }
        | JournalEvent::EphemeralShown { message, author, content } => {
            Some((*message, *author, content, false))
        }
        JournalEvent::MessageEdited { message, author, content } => Some((*message, *author, content, true)),
        _ => None,
    }
}

fn event(
    stage: &DemoStage,
    journal: &[JournalEntry],
    index: usize,
    viewpoint: &Viewpoint<'_>,
    text: &mut String,
) {
    let entry = &journal[index];
    let Some((message, author, content, edited)) = message_of(&entry.event) else { return };
    let seen = viewpoint.person.message(message);
    let alone = seen.as_ref().is_some_and(|seen| seen.ephemeral);
    if viewpoint.private_only && !alone {
        return;
    }
    if author != stage.sandbox.bot_id() {
        let _ = write!(text, "\n{} **{}**: {content}\n", time(entry.at), viewpoint.person.name());
        return;
    }
    let of_message = |entries: &[JournalEntry], is_wanted: fn(&str) -> bool| {
        let mut messages = entries.iter().filter_map(|entry| message_of(&entry.event));
        messages.any(|(other, _, content, _)| other == message && is_wanted(content))
    };
    let later = journal[index + 1..].iter().filter_map(|entry| message_of(&entry.event));
    let changes_later = later.clone().any(|(other, ..)| other == message);
    let is_last_text = later.filter(|(other, ..)| *other == message).all(|(.., text, _)| text == content);
    if content.is_empty() && !edited && changes_later {
        // Whether there was time for "Thinking…" depends on how busy the machine was. The answer follows.
        return;
    }
    let edited = edited && of_message(&journal[..index], |content| !content.is_empty());
    let before = journal[..index].iter().rev().filter_map(|entry| message_of(&entry.event));
    let before = before.filter(|(other, ..)| *other == message).map(|(_, _, content, _)| content).next();
    if edited && !alone && before == Some(content) {
        // Only its buttons are gone.
        return;
    }
    let mark = if edited && !alone { " changes" } else { "" };
    let alone = if alone { " (only you see this)" } else { "" };
    let _ = write!(text, "\n{} **Trigon**{alone}{mark}\n", time(entry.at));
    let mut body = content.to_owned();
    if let Some(before) = before.filter(|_| edited && alone.is_empty()) {
        // Its other lines have been read already.
        let is_new = |line: &&str| before.lines().all(|known| known != *line);
        let first = content.lines().next().unwrap_or_default();
        let new = content.lines().skip(1).filter(is_new);
        body = std::iter::once(first).chain(new).collect::<Vec<_>>().join("\n");
    }
    if let Some(seen) = &seen {
        // Of its pictures, too, only the last is known, and that belongs to the last text.
        if is_last_text && (!edited || !alone.is_empty() || !seen.files.is_empty()) {
            append_files(&mut body, seen);
        }
        // Only the last version of its components is known.
        if !changes_later {
            append_components(&mut body, seen);
        }
    }
    for line in body.lines() {
        let _ = writeln!(text, "> {line}  ");
    }
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
