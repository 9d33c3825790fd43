//! The match from sign-up to the end.

use std::io::Write;

use indicatif::{ProgressBar, ProgressStyle};

use super::args::Args;
use super::cast::{Manner, Member, cast};
use super::chance::chance;
use super::error::DemoError;
use super::stage::{Stage, has};
use crate::cli::Error;
use crate::discord::{Prefix, Press};
use crate::games::triforce_building::{Action, State, TriforceBuilding};
use crate::games::{Game, Seat, Session};
use crate::grid::Board;
use crate::matches::{HOUR, Match, Millis};
use crate::sandbox::SeenMessage;
use crate::simulate::Driver;

/// Plays the match; each round's time from its deadline to the last message goes to `times`, in milliseconds.
pub(super) async fn play(
    stage: &Stage,
    args: &Args,
    times: &mut Vec<u128>,
    out: &mut impl Write,
) -> Result<(), DemoError> {
    let mut rng = chance(&args.seed);
    let players = args.players(&TriforceBuilding::INFO);
    let members = cast(stage, players);
    let id = sign_up(stage, args, &members, &mut rng).await?;
    let driver = Driver::planner(Board::shared(args.board));
    loop {
        let game = stage.load(id).await?;
        let Some((state, deadline)) = state(&game).zip(game.deadline) else { break };
        let answers = driver.actions(state, &mut rng);
        let name = game.session.as_ref().map(|session| session.phase().id).unwrap_or_default();
        let bar = bar(&name, answers.len());
        let mut late = Vec::new();
        for (member, actions) in by_member(&members, &answers) {
            if member.manner == Manner::Forgetful {
                late.push((member, actions));
            } else {
                answer(stage, id, member, &actions).await?;
                bar.inc(actions.len() as u64);
            }
        }
        look_around(stage, &members, state.round()).await?;
        // Time goes by, with its reminders.
        for before in [6 * HOUR, HOUR] {
            stage.set_clock(deadline - before);
            stage.settled().await?;
        }
        for (member, actions) in late {
            if state.round() % 2 == 1 {
                answer(stage, id, member, &actions).await?;
            }
            bar.inc(actions.len() as u64);
        }
        let took = meet(stage, deadline).await?;
        times.push(took);
        bar.finish_and_clear();
        report(out, stage, id, &name, took).await.map_err(|error| DemoError::Missing(error.to_string()))?;
    }
    stage.ask(&stage.host, stage.hall, "host export", &[("match", id.into())]).await?;
    Ok(())
}

/// The state of a match that goes on.
fn state(game: &Match) -> Option<&State> {
    let table = game.playing().ok()?.as_any().downcast_ref::<Session<TriforceBuilding>>()?;
    Some(table.state())
}

fn bar(name: &str, answers: usize) -> ProgressBar {
    let bar = ProgressBar::new(answers as u64).with_message(name.to_owned());
    if let Ok(style) = ProgressStyle::with_template("{msg:10} {bar:30} {pos}/{len}") {
        bar.set_style(style);
    }
    bar
}

/// Lets the deadline come, and waits until every message that follows has been taken. Gives the real time that took.
#[expect(clippy::disallowed_methods, reason = "the bot's own speed is measured in real time")]
async fn meet(stage: &Stage, deadline: Millis) -> Result<u128, DemoError> {
    let begin = std::time::Instant::now();
    stage.set_clock(deadline);
    stage.settled().await?;
    Ok(begin.elapsed().as_millis())
}

async fn report(out: &mut impl Write, stage: &Stage, id: i64, name: &str, took: u128) -> Result<(), Error> {
    let game = stage.load(id).await.map_err(Error::Demo)?;
    let Some(table) = game.session.as_ref() else { return Ok(()) };
    let state = table.as_any().downcast_ref::<Session<TriforceBuilding>>().map(Session::state);
    let (triforces, left) = state.map_or((0, 0), |state| {
        (state.triforces().len(), state.players().iter().filter(|player| player.on_board()).count())
    });
    let end = if game.is_going_on() { "" } else { ", the end" };
    writeln!(out, "{name:10} {triforces} triforces so far, {left} on the board; told in {took} ms{end}")?;
    Ok(out.flush()?)
}

fn by_member<'a>(members: &'a [Member], answers: &[(Seat, Action)]) -> Vec<(&'a Member, Vec<Action>)> {
    let of = |member: &Member| -> Vec<Action> {
        answers.iter().filter(|(seat, _)| *seat == member.seat).map(|(_, action)| *action).collect()
    };
    members.iter().map(|member| (member, of(member))).filter(|(_, actions)| !actions.is_empty()).collect()
}

/// From the host's first command to round 1.
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
        stage.press(&member.person, &announced, |press| *press == Press::Join).await?;
    }
    // The season's list: priorities and garnets, pasted at once.
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

/// What people look at besides playing.
async fn look_around(stage: &Stage, members: &[Member], round: u8) -> Result<(), DemoError> {
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
            stage.ask(&stage.host, hall, "host extend", &[("hours", 2.into())]).await?;
            stage.ask(&stage.host, hall, "host extend", &[("hours", (-2).into())]).await?;
            stage.ask(person(4), person(4).dm_channel(), "me", &[]).await?;
            stage.ask(person(members.len() - 1), hall, "matches", &[]).await?;
        }
        _ => {}
    }
    stage.settled().await
}

/// A member says what was decided, each in an own manner.
async fn answer(stage: &Stage, id: i64, member: &Member, actions: &[Action]) -> Result<(), DemoError> {
    let Member { person, manner, .. } = member;
    let dms = person.dm_channel();
    for action in actions {
        match (action, manner) {
            (Action::Move(_) | Action::Garnet, Manner::Pad) | (Action::Vote(_), _) => {
                press(stage, id, member, *action).await?;
            }
            (Action::Move(path), Manner::Slash) => {
                stage.ask(person, dms, "move", &[("path", path.to_string().into())]).await?;
            }
            (Action::Move(path), Manner::Closed) => {
                stage.ask(person, stage.hall, "move", &[("path", path.to_string().into())]).await?;
            }
            (Action::Move(path), _) => {
                let first = match manner {
                    Manner::Hasty => Some("ULDR"),
                    Manner::Fickle => Some("-"),
                    _ => None,
                };
                if let Some(first) = first {
                    stage.dm(person, first).await?;
                }
                stage.dm(person, &manner.typed(*path)).await?;
            }
            (Action::Garnet, Manner::Closed) => {
                stage.ask(person, stage.hall, "garnet", &[]).await?;
            }
            (Action::Garnet, _) => {
                stage.dm(person, "garnet").await?;
            }
            (Action::Ungarnet | Action::Resolve | Action::Ec(_), _) => {}
        }
        // A vote may be the last one and end the match.
        if !stage.load(id).await?.is_going_on() {
            stage.settled().await?;
        }
    }
    Ok(())
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
    let shows = |press: &Press| *press == Press::Show;
    if has(&newest, shows) { stage.press(person, &newest, shows).await } else { Ok(newest) }
}

/// Plays an action by pressing its steps.
async fn press(stage: &Stage, id: i64, member: &Member, action: Action) -> Result<(), DemoError> {
    let person = &member.person;
    let mut shown = panel(stage, member).await?;
    let game = stage.load(id).await?;
    let keys = game.playing().ok().and_then(|table| table.keys(member.seat, &action.to_string()));
    let broken = || DemoError::Missing(format!("{action} cannot be chosen"));
    let mut prefix = Prefix::default();
    for key in keys.ok_or_else(broken)? {
        let further = prefix.then(&key).ok_or_else(broken)?;
        let leads = |press: &Press| match press {
            Press::Choose(to) => *to == further,
            // These play the action.
            Press::Confirm(to) => *to == further && !matches!(action, Action::Move(_)),
            Press::Also(step, _) => *step == further,
            _ => false,
        };
        shown = if has(&shown, leads) {
            stage.press(person, &shown, leads).await?
        } else {
            let from = |press: &Press| matches!(press, Press::Select(_, from) if *from == prefix);
            stage.select(person, &shown, &key, from).await?
        };
        prefix = further;
    }
    if matches!(action, Action::Move(_)) {
        stage.press(person, &shown, |press| *press == Press::Confirm(prefix.clone())).await?;
    }
    Ok(())
}
