//! What people are shown in the course of a match, to compare it with a match that differs only in what they may not know.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use trigon::matches::Match;
use trigon::sandbox::{OptionValue, Person, Response, SeenFile, SeenMessage, SlashCommand};

use crate::menus;
use crate::scene::{Scene, why};

/// Something that a person was shown.
#[derive(Clone, PartialEq)]
pub(crate) struct Shown {
    /// What the person had asked for.
    pub(crate) asked: String,
    /// When it was sent, as its number says, in milliseconds.
    at: i64,
    pub(crate) text: String,
    embeds: Vec<Value>,
    pub(crate) components: Vec<Value>,
    pub(crate) pings: usize,
    /// Name, alt text and bytes.
    pub(crate) files: Vec<(String, Option<String>, Arc<[u8]>)>,
}

impl Shown {
    pub(crate) fn new(asked: &str, message: &SeenMessage) -> Self {
        let file = |file: &SeenFile| {
            let has_numbers = file.filename == "my-data.json" || file.filename.starts_with("season-");
            let bytes = if has_numbers { unnumbered(&file.bytes) } else { file.bytes.clone() };
            (file.filename.clone(), file.description.clone(), bytes)
        };
        Self {
            asked: asked.to_owned(),
            at: message.id.created_millis(),
            text: unlinked(&message.content),
            embeds: message.embeds.clone(),
            components: message.components.clone(),
            pings: message.pings.len(),
            files: message.files.iter().map(file).collect(),
        }
    }

    /// Something that is no message.
    pub(crate) fn text(asked: &str, text: &str) -> Self {
        let (embeds, components) = (Vec::new(), Vec::new());
        let (asked, text) = (asked.to_owned(), unlinked(text));
        Self { asked, at: 0, text, embeds, components, pings: 0, files: Vec::new() }
    }

    /// Returns everything but the bytes, to be read if something differs.
    pub(crate) fn words(&self) -> String {
        let files: Vec<_> = self.files.iter().map(|(name, alt, _)| (name, alt)).collect();
        let Self { asked, at, text, embeds, components, .. } = self;
        format!("{asked}, {at}: {text}\n{embeds:?}\n{components:?}\n{files:?}")
    }
}

/// Removes the numbers of channels, servers, accounts and commands, because what is created at the same time comes in any order.
fn unnumbered(bytes: &[u8]) -> Arc<[u8]> {
    let is_number = |part: &&[u8]| part.len() >= 15 && part.iter().all(u8::is_ascii_digit);
    let parts = bytes.chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit());
    parts.filter(|part| !is_number(part)).flatten().copied().collect()
}

/// Removes the numbers of messages, and of those who have no seat, from links, because what is sent and created at the same
/// time comes in any order.
fn unlinked(text: &str) -> String {
    let text = ["<#", "<@"].iter().fold(text.to_owned(), |text, mark| {
        let mut parts = text.split(mark);
        let first = parts.next().unwrap().to_owned();
        parts.fold(first, |text, part| text + mark + part.trim_start_matches(|c: char| c.is_ascii_digit()))
    });
    let mut parts = text.split("https://discord.com/channels/");
    let mut kept = parts.next().unwrap().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit() && c != '/').unwrap_or(part.len());
        let (link, rest) = part.split_at(end);
        kept += &format!("[{}]{rest}", link.rsplit_once('/').unwrap().0);
    }
    kept
}

/// What everyone was shown in the course of a match, by the number of the seat, 0 for somebody without one, and
/// [`MODERATOR`].
pub(crate) type Diary = BTreeMap<u8, Vec<Shown>>;

/// A host of the server who neither plays nor hosts the match.
pub(crate) const MODERATOR: u8 = 100;

/// Returns what two diaries of one person differ in.
pub(crate) fn differences(who: &str, before: &[Shown], now: &[Shown]) -> Vec<String> {
    if let Some(odd) = (0..before.len().max(now.len())).find(|i| {
        let asked = |pages: &[Shown]| pages.get(*i).map(|page| page.asked.clone());
        asked(before) != asked(now)
    }) {
        let page = |pages: &[Shown]| pages.get(odd).map_or("nothing".to_owned(), Shown::words);
        return vec![format!("{who}: {}\nnow {}", page(before), page(now))];
    }
    let both = before.iter().zip(now).filter(|(before, now)| before != now);
    let difference = |(before, now): (&Shown, &Shown)| {
        let words = (before.words(), now.words());
        let what = if words.0 == words.1 {
            odd_line(before, now).unwrap_or_else(|| "only a file".to_owned())
        } else {
            format!("{}\nnow {}", words.0, words.1)
        };
        format!("{who}, {}: {what}", now.asked)
    };
    both.map(difference).collect()
}

/// Returns the first line in which text files differ.
fn odd_line(before: &Shown, now: &Shown) -> Option<String> {
    let text = |shown: &Shown| Some(String::from_utf8_lossy(&shown.files.first()?.2).into_owned());
    let (before, now) = (text(before)?, text(now)?);
    let mut both = before.lines().zip(now.lines());
    both.find(|(before, now)| before != now).map(|(before, now)| format!("{before}\nnow {now}"))
}

/// Returns a path that ends where it began.
pub(crate) fn circle(game: &Match, seat: u8) -> String {
    let legal = game.playing().unwrap().legal(trigon::games::Seat::new(seat));
    let circles = ["move LR", "move RL", "move UD", "move DU"];
    legal.into_iter().find(|action| circles.contains(&action.as_str())).unwrap()
}

/// Adds what was posted in the hall, and the direct messages of a person.
pub(crate) fn read(scene: &Scene, pages: &mut Vec<Shown>, who: &Person) {
    let posted = who.view(scene.hall).into_iter().filter(|message| !message.ephemeral);
    pages.extend(posted.map(|message| Shown::new("the channel", &message)));
    pages.extend(who.dms().iter().map(|message| Shown::new("a direct message", message)));
}

/// Uses every wanted command that the bot has registered, in a way that everyone may and that ends nothing, and has
/// everything completed in it that can be.
pub(crate) async fn sweep(
    scene: &Scene,
    pages: &mut Vec<Shown>,
    who: &Person,
    is_wanted: impl Fn(&str) -> bool,
) {
    let commands = who.slash_commands(scene.hall);
    // There may be one for which nobody has said how to use it.
    assert!(commands.iter().all(|command| !uses(scene, command).is_empty()));
    for command in commands.into_iter().filter(|command| is_wanted(&command.name)) {
        for options in uses(scene, &command) {
            let asked = who.slash(scene.hall, &command.name, &options).unwrap();
            if let Response::Modal(modal) = asked.response().await.unwrap() {
                pages.push(Shown::text(&command.name, &format!("{modal:?}")));
                continue;
            }
            let answer = asked.message().await.unwrap();
            pages.push(Shown::new(&command.name, &answer));
            // Whatever is offered there, and is not for confirming what would end something.
            let harmless = [":go:", ":again", ":advice", ":show", ":legend", ":read-rules"];
            let first = answer.custom_ids().into_iter().find(|id| harmless.iter().any(|it| id.contains(it)));
            if let Some(pressed) = first.and_then(|id| who.click(answer.id, id).ok()) {
                let pressed = pressed.message().await.unwrap();
                pages.push(Shown::new(&format!("a press below /{}", command.name), &pressed));
            }
        }
        for option in command.options.iter().filter(|option| option.autocomplete) {
            let choices = who.autocomplete(scene.hall, &command.name, &[], &option.name, "").await.unwrap();
            pages.push(Shown::text(
                &format!("{} completed for /{}", option.name, command.name),
                &format!("{choices:?}"),
            ));
        }
    }
    let posted = who.view(scene.hall).into_iter().rfind(|message| !message.ephemeral).unwrap();
    for command in [menus::BOARD, menus::HAPPENED].into_iter().filter(|command| is_wanted(command)) {
        let answer = who.message_command(command, posted.id).unwrap().message().await.unwrap();
        pages.push(Shown::new(command, &answer));
    }
    for player in scene.players.iter().filter(|_| is_wanted(menus::WHO)) {
        let asked = who.user_command(scene.hall, menus::WHO, player.id()).unwrap();
        pages.push(Shown::new(menus::WHO, &asked.message().await.unwrap()));
    }
}

/// Returns how a command is used in a match whose players have secrets: so that it shows something, asks for confirmation or
/// is refused, whoever uses it, and nothing ends.
fn uses(scene: &Scene, command: &SlashCommand) -> Vec<Vec<(&'static str, OptionValue)>> {
    let [two, three] = [1, 2].map(|place| OptionValue::from(scene.players[place].id()));
    let number = || ("match", OptionValue::from(1));
    match &command.name[..] {
        "me" | "board" | "history" | "replay" | "review" | "share" | "hint" | "whatif" | "rematch"
        | "vote" | "nudge" | "claim" | "ahead" | "away" | "host status" | "host simulate" | "host export"
        | "host remind" | "host pause" | "host resume" | "host resolve" | "host undo" | "host start"
        | "host limits" | "host roster" | "host spectators" => vec![vec![number()]],
        "matches" => vec![vec![], vec![("calendar", true.into())]],
        "stats" => vec![vec![], vec![("member", two)]],
        "settings" | "export" | "forget me" | "puzzle" | "rules" | "help" | "host role" | "season cast"
        | "season standings" | "season book" | "season history" | "season result" | "season close"
        | "season export" | "season end" | "host template list" => vec![vec![]],
        "move" => vec![vec![number()], vec![number(), ("action", "fly".into())]],
        "garnet" => vec![vec![number(), ("take_back", true.into())]],
        "ready" => vec![vec![number(), ("ready", false.into())]],
        // Declines, or withdraws.
        "draw" | "takeback" => vec![vec![number(), ("what", 2.into())]],
        "resign" | "leave" | "host cancel" | "host publish" => {
            vec![vec![number(), ("confirm", false.into())]]
        }
        "substitute" => vec![vec![number(), ("with", three)]],
        "relocate" => vec![vec![number(), ("channel", scene.hall.into())]],
        "alternate" => vec![vec![number(), ("stop", true.into())]],
        "play new" => vec![vec![("game", "nonsense".into())]],
        "play word" => vec![vec![number(), ("word", "lily".into())]],
        "host create" => vec![vec![("ends", "never".into())]],
        // No name that anybody could see.
        "host template save" => vec![vec![number(), ("name", "\u{200b}".into())]],
        "host template delete" => vec![vec![("name", "nonsense".into())]],
        "host seat" => vec![vec![number(), ("player", two)]],
        "host unseat" => vec![vec![number(), ("player", scene.ada.id().into()), why()]],
        "host signup" => vec![vec![number(), ("open", false.into())]],
        "host extend" => vec![vec![number(), ("hours", 0.into())]],
        "host cohost" => vec![vec![number(), ("user", two), ("stop", true.into())]],
        "host quiet" => vec![vec![number(), ("hours", "nonsense".into())]],
        "host correct" => vec![vec![number(), ("player", two), ("reason", "a typo".into())]],
        "host replace" => vec![vec![number(), ("player", two), ("new", three), why()]],
        "season match" => vec![vec![number(), ("title", "Island".into())]],
        "season death-match" => {
            vec![vec![("a", "Ada".into()), ("b", "Bob".into()), ("game", "nonsense".into())]]
        }
        "season channel" => vec![vec![("channel", scene.hall.into())]],
        // No title that anybody could see.
        "season create" => vec![vec![("title", "\u{200b}".into())]],
        "season import" => {
            let file = OptionValue::File { filename: "season.json".to_owned(), bytes: b"{}".to_vec() };
            vec![vec![("file", file)]]
        }
        "season give" => vec![vec![("to", "Bob".into()), ("amount", 1.into())]],
        "season correct" => vec![vec![
            ("member", "Bob".into()),
            ("counter", "garnets".into()),
            ("amount", 1.into()),
            ("reason", "a typo".into()),
        ]],
        "season reverse" => vec![vec![("entry", 999.into()), ("reason", "a typo".into())]],
        other => panic!("say in tests/discord/diary.rs how /{other} is used in a match with secrets"),
    }
}
