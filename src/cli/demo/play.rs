//! A match in rounds, from its sign-up to its end, played with direct messages, commands and the arrow pad.

use std::io::Write;

use indicatif::{ProgressBar, ProgressStyle};

use super::args::Args;
use super::cast::{Manner, Member, cast};
use super::chance::chance;
use super::error::DemoError;
use super::stage::{Stage, has};
use crate::bot::{ComponentAction, Prefix};
use crate::cli::Error;
use crate::games::{AnySession, Info, Layout, PadKey, Seat, Skill, Viewer};
use crate::matches::{HOUR, Millis};
use crate::sandbox::SeenMessage;
use crate::simulate::decisions;

/// Plays the match. Adds to `times` how long each round took from its deadline to the last message, in milliseconds.
pub(super) async fn play(
    stage: &Stage,
    args: &Args,
    info: &'static Info,
    times: &mut Vec<u128>,
    out: &mut impl Write,
) -> Result<(), DemoError> {
    let mut rng = chance(&args.seed);
    let members = cast(stage, args.players(info));
    let id = sign_up(stage, args, &members, &mut rng).await?;
    let mut round = 0;
    loop {
        let game = stage.load(id).await?;
        let Some((session, deadline)) = game.playing().ok().zip(game.deadline) else { break };
        let answers = decisions(session, Skill::Planned, &mut rng);
        let phase = session.phase();
        // A phase after the rounds, such as a vote, belongs to the last one.
        round = phase.round().unwrap_or(round);
        let bar = bar(&phase.id, answers.len());
        let mut late = Vec::new();
        for (member, actions) in by_member(&members, &answers) {
            if member.manner == Manner::Forgetful {
                late.push((member, actions));
            } else {
                answer(stage, id, member, &actions).await?;
                bar.inc(actions.len() as u64);
            }
        }
        look_around(stage, &members, round).await?;
        // Time passes, and there are reminders.
        for before in [6 * HOUR, HOUR] {
            stage.set_clock(deadline - before);
            stage.settled().await?;
        }
        for (member, actions) in late {
            if round % 2 == 1 {
                answer(stage, id, member, &actions).await?;
            }
            bar.inc(actions.len() as u64);
        }
        let took = meet(stage, deadline).await?;
        times.push(took);
        bar.finish_and_clear();
        report(out, stage, id, &phase.id, took)
            .await
            .map_err(|error| DemoError::Missing(error.to_string()))?;
    }
    stage.ask(&stage.host, stage.hall, "host export", &[("match", id.into())]).await?;
    Ok(())
}

fn bar(name: &str, answers: usize) -> ProgressBar {
    let bar = ProgressBar::new(answers as u64).with_message(name.to_owned());
    if let Ok(style) = ProgressStyle::with_template("{msg:10} {bar:30} {pos}/{len}") {
        bar.set_style(style);
    }
    bar
}

/// Moves the clock to the deadline and waits until every message that follows is delivered. Returns how long that took
/// in real time.
#[expect(clippy::disallowed_methods, reason = "the bot's own speed is measured in real time")]
async fn meet(stage: &Stage, deadline: Millis) -> Result<u128, DemoError> {
    let begin = std::time::Instant::now();
    stage.set_clock(deadline);
    stage.settled().await?;
    Ok(begin.elapsed().as_millis())
}

async fn report(out: &mut impl Write, stage: &Stage, id: i64, name: &str, took: u128) -> Result<(), Error> {
    let game = stage.load(id).await.map_err(Error::Demo)?;
    let Some(session) = game.session.as_ref() else { return Ok(()) };
    let progress = session.observe(Viewer::Public).progress().unwrap_or_else(|| session.phase().title);
    let end = if game.is_going_on() { "" } else { ", the end" };
    writeln!(out, "{name:10} {progress}; told in {took} ms{end}")?;
    Ok(out.flush()?)
}

/// Groups answers by the members who make them, in the order of the seats.
fn by_member<'a>(members: &'a [Member], answers: &[(Seat, String)]) -> Vec<(&'a Member, Vec<String>)> {
    let of = |member: &Member| -> Vec<String> {
        answers.iter().filter(|(seat, _)| *seat == member.seat).map(|(_, action)| action.clone()).collect()
    };
    members.iter().map(|member| (member, of(member))).filter(|(_, actions)| !actions.is_empty()).collect()
}

/// Plays from the host's first command to the beginning of round 1.
async fn sign_up(
    stage: &Stage,
    args: &Args,
    members: &[Member],
    rng: &mut fastrand::Rng,
) -> Result<i64, DemoError> {
    let (host, hall) = (&stage.host, stage.hall);
    let options = [
        ("title", "Code Red".into()),
        ("players", (members.len() as i64).into()),
        ("board", args.board.to_string().into()),
        ("sign_up", true.into()),
    ];
    stage.ask(host, hall, "host create", &options).await?;
    stage.settled().await?;
    let id = 1;
    let announced = stage.watcher.view(hall).into_iter().next_back();
    let announced = announced.ok_or_else(|| DemoError::Missing("no match was announced".to_owned()))?;
    for member in members {
        stage.press(&member.person, &announced, |press| *press == ComponentAction::Join).await?;
    }
    // The list of a season with priorities and garnets, pasted as a whole.
    let mut priorities: Vec<usize> = (1..=members.len()).collect();
    rng.shuffle(&mut priorities);
    let lines = members.iter().zip(priorities).map(|(member, priority)| {
        format!("{}, {}, {priority}, {}", member.person.name(), member.person.mention(), rng.i64(0..4))
    });
    let lines = lines.collect::<Vec<_>>().join("\n");
    let form = stage.slash(host, hall, "host roster", &[])?;
    stage.fill_in(host, hall, &form, "lines", &lines).await?;
    stage.ask(host, hall, "host start", &[]).await?;
    stage.settled().await?;
    let begins = stage.load(id).await?.deadline;
    stage.set_clock(begins.ok_or_else(|| DemoError::Missing("no pregame".to_owned()))?);
    stage.settled().await?;
    Ok(id)
}

/// Lets people look at things besides playing.
async fn look_around(stage: &Stage, members: &[Member], round: u32) -> Result<(), DemoError> {
    let (hall, person) = (stage.hall, |index: usize| &members[index % members.len()].person);
    match round {
        1 => {
            stage.ask(&stage.watcher, hall, "rules", &[]).await?;
            stage.ask(person(0), person(0).dm_channel(), "help", &[]).await?;
            stage.ask(person(2), hall, "me", &[]).await?;
            stage.ask(person(3), hall, "host status", &[]).await?;
        }
        2 => {
            stage.ask(&stage.host, hall, "host status", &[]).await?;
            stage.ask(&stage.watcher, hall, "board", &[]).await?;
            stage.ask(person(0), person(0).dm_channel(), "garnet", &[]).await?;
        }
        3 => {
            for hours in [2_i64, -2] {
                stage.ask(&stage.host, hall, "host extend", &[("hours", hours.into())]).await?;
                // All players get a message. Without waiting, the next command could come before it or after it.
                stage.settled().await?;
            }
            stage.ask(person(4), person(4).dm_channel(), "me", &[]).await?;
            stage.ask(person(members.len() - 1), hall, "matches", &[]).await?;
        }
        _ => {}
    }
    stage.settled().await
}

/// Submits the actions of a member in the member's own manner.
async fn answer(stage: &Stage, id: i64, member: &Member, actions: &[String]) -> Result<(), DemoError> {
    let Member { person, manner, .. } = member;
    let dms = person.dm_channel();
    for action in actions {
        let game = stage.load(id).await?;
        let choice = Choice::new(game.playing()?, member.seat, action)?;
        match (choice.pad, choice.path(), manner) {
            (None, ..) | (_, _, Manner::Pad) => press(stage, member, &choice).await?,
            (_, Some(path), Manner::Slash) => {
                stage.ask(person, dms, "move", &[("path", path.into())]).await?;
            }
            (_, Some(path), Manner::Closed) => {
                stage.ask(person, stage.hall, "move", &[("path", path.into())]).await?;
            }
            (Some(pad), Some(path), _) => {
                let first = match manner {
                    Manner::Hasty => Some("ULDR"),
                    Manner::Fickle => Some("-"),
                    _ => None,
                };
                if let Some(first) = first {
                    stage.dm(person, first).await?;
                }
                stage.dm(person, &manner.typed(path, pad)).await?;
            }
            // The other actions of a round are commands of their own.
            (_, None, Manner::Closed) => {
                stage.ask(person, stage.hall, action, &[]).await?;
            }
            (_, None, _) => {
                stage.dm(person, action).await?;
            }
        }
        // A vote may be the last one and end the match.
        if !stage.load(id).await?.is_going_on() {
            stage.settled().await?;
        }
    }
    Ok(())
}

/// An action, and how it can be chosen.
struct Choice<'a> {
    action: &'a str,
    /// The keys of its steps.
    keys: Vec<String>,
    /// The keys of the pad, if the member is asked with one.
    pad: Option<&'static [PadKey]>,
}

impl<'a> Choice<'a> {
    fn new(session: &dyn AnySession, seat: Seat, action: &'a str) -> Result<Self, DemoError> {
        let keys = session.parse(action).ok().and_then(|action| session.keys(seat, &action));
        let keys = keys.ok_or_else(|| DemoError::Missing(format!("{action} cannot be chosen")))?;
        let decision = session.to_act().into_iter().find(|decision| decision.seat == seat);
        let pad = match decision.map(|decision| session.prompt(&decision).layout) {
            Some(Layout::Pad(pad)) => Some(pad),
            _ => None,
        };
        Ok(Self { action, keys, pad })
    }

    /// Returns the path without its verb, if every step is a key of the pad.
    fn path(&self) -> Option<&'a str> {
        let pad = self.pad?;
        let is_path = self.keys.iter().all(|key| pad.iter().any(|on_pad| on_pad.key == key));
        self.action.split_once(' ').filter(|_| is_path).map(|(_, path)| path)
    }
}

/// Returns what a member is asked: the newest message that asks, whose button shows it if it is a reminder, or the answer
/// to a command where direct messages are closed.
async fn panel(stage: &Stage, member: &Member) -> Result<SeenMessage, DemoError> {
    let person = &member.person;
    if member.manner == Manner::Closed {
        return stage.ask(person, stage.hall, "vote", &[]).await;
    }
    let newest = person.dms().into_iter().rfind(|message| !message.components.is_empty());
    let newest = newest.ok_or_else(|| DemoError::Missing(format!("{} was asked nothing", person.name())))?;
    let shows = |press: &ComponentAction| *press == ComponentAction::Show;
    if has(&newest, shows) { stage.press(person, &newest, shows).await } else { Ok(newest) }
}

/// Plays an action by pressing its steps.
async fn press(stage: &Stage, member: &Member, choice: &Choice<'_>) -> Result<(), DemoError> {
    let person = &member.person;
    let mut shown = panel(stage, member).await?;
    let is_path = choice.path().is_some();
    let mut prefix = Prefix::default();
    for key in &choice.keys {
        let too_long = || DemoError::Missing(format!("{} cannot be chosen", choice.action));
        let further = prefix.then(key).ok_or_else(too_long)?;
        let leads = |press: &ComponentAction| match press {
            ComponentAction::Choose(to) => *to == further,
            // These play the action.
            ComponentAction::Confirm(to) => *to == further && !is_path,
            ComponentAction::Also(step, _) => *step == further,
            _ => false,
        };
        shown = if has(&shown, leads) {
            stage.press(person, &shown, leads).await?
        } else {
            let from = |press: &ComponentAction| matches!(press, ComponentAction::Select(_, from) if *from == prefix);
            stage.select(person, &shown, key, from).await?
        };
        prefix = further;
    }
    if is_path {
        stage.press(person, &shown, |press| *press == ComponentAction::Confirm(prefix.clone())).await?;
    }
    Ok(())
}
