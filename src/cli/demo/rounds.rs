//! The script of a match in rounds, from its sign-up to its end, played with direct messages, commands and the arrow pad.

use std::io::Write;

use indicatif::{ProgressBar, ProgressStyle};

use super::args::Args;
use super::cast::{Manner, Member, cast};
use super::stage::Stage;
use crate::bot::ComponentAction;
use crate::cli::Error;
use crate::games::{Info, Seat, Skill, Viewer};
use crate::matches::{HOUR, Millis};
use crate::rehearsal::Trouble;
use crate::simulate::{chance, decisions};

/// Plays the match. Adds to `times` how long each round took from its deadline to the last message, in milliseconds.
pub(super) async fn play(
    stage: &Stage,
    args: &Args,
    info: &'static Info,
    times: &mut Vec<u128>,
    out: &mut impl Write,
) -> Result<(), Error> {
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
        report(out, stage, id, &phase.id, took).await?;
    }
    stage.host.ask(stage.hall, "host export", &[("match", id.into())]).await?;
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
async fn meet(stage: &Stage, deadline: Millis) -> Result<u128, Trouble> {
    let begin = std::time::Instant::now();
    stage.set_clock(deadline);
    stage.settled().await?;
    Ok(begin.elapsed().as_millis())
}

async fn report(out: &mut impl Write, stage: &Stage, id: i64, name: &str, took: u128) -> Result<(), Error> {
    let game = stage.load(id).await?;
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
) -> Result<i64, Trouble> {
    let (host, hall) = (&stage.host, stage.hall);
    let options = [
        ("title", "Code Red".into()),
        ("players", (members.len() as i64).into()),
        ("board", args.board.to_string().into()),
        ("sign_up", true.into()),
    ];
    host.ask(hall, "host create", &options).await?;
    stage.settled().await?;
    let id = 1;
    for member in members {
        member.player.press_newest(hall, id, |does| *does == ComponentAction::Join).await?;
    }
    // The list of a season with priorities and garnets, pasted as a whole.
    let mut priorities: Vec<usize> = (1..=members.len()).collect();
    rng.shuffle(&mut priorities);
    let lines = members.iter().zip(priorities).map(|(member, priority)| {
        format!(
            "{}, {}, {priority}, {}",
            member.player.person.name(),
            member.player.person.mention(),
            rng.i64(0..4)
        )
    });
    let lines = lines.collect::<Vec<_>>().join("\n");
    let form = host.slash(hall, "host roster", &[])?;
    host.fill_in(hall, &form, "lines", &lines).await?;
    host.ask(hall, "host start", &[]).await?;
    stage.settled().await?;
    let begins = stage.load(id).await?.deadline;
    stage.set_clock(begins.ok_or_else(|| Trouble::Missing("no pregame".to_owned()))?);
    stage.settled().await?;
    Ok(id)
}

/// Lets people look at things besides playing.
async fn look_around(stage: &Stage, members: &[Member], round: u32) -> Result<(), Trouble> {
    let (hall, person) = (stage.hall, |index: usize| &members[index % members.len()].player);
    match round {
        1 => {
            stage.watcher.ask(hall, "rules", &[]).await?;
            person(0).ask(person(0).person.dm_channel(), "help", &[]).await?;
            person(2).ask(hall, "me", &[]).await?;
            person(3).ask(hall, "host status", &[]).await?;
        }
        2 => {
            stage.host.ask(hall, "host status", &[]).await?;
            stage.watcher.ask(hall, "board", &[]).await?;
            person(0).ask(person(0).person.dm_channel(), "garnet", &[]).await?;
        }
        3 => {
            for hours in [2_i64, -2] {
                stage.host.ask(hall, "host extend", &[("hours", hours.into())]).await?;
                // All players get a message. Without waiting, the next command could come before it or after it.
                stage.settled().await?;
            }
            person(4).ask(person(4).person.dm_channel(), "me", &[]).await?;
            person(members.len() - 1).ask(hall, "matches", &[]).await?;
        }
        _ => {}
    }
    stage.settled().await
}

/// Lets a member submit actions.
async fn answer(stage: &Stage, id: i64, member: &Member, actions: &[String]) -> Result<(), Trouble> {
    for action in actions {
        member.answer(stage, &*stage.load(id).await?, action).await?;
        // A vote may be the last one and end the match.
        if !stage.load(id).await?.is_going_on() {
            stage.settled().await?;
        }
    }
    Ok(())
}
