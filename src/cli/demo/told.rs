//! What demonstrations tell is measured: every sentence with a time, a value, a seat or a name is held against the match as it is in
//! that moment.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use clap::Parser;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinHandle;

use super::script::{MATCH_ID, Script};
use super::stage::DemoStage;
use super::{Args, games};
use crate::games::Seat;
use crate::matches::Match;
use crate::sandbox::{Id, JournalEvent};
use trigon_engine::ids::UserId;

#[path = "../../../tests/discord/told/sentences.rs"]
mod sentences;

use sentences::{Moment, Priorities, RULES, measured};

#[derive(Parser)]
struct Demo {
    #[command(flatten)]
    args: Args,
}

/// The match after each change, with the number of journal entries before it was noted.
type States = Arc<Mutex<Vec<(usize, Arc<Match>)>>>;

/// Notes each change of the match. What changes at the same moment may be noted as one.
fn watched(stage: &DemoStage) -> (States, JoinHandle<()>) {
    let (states, matches, sandbox) = (States::default(), stage.matches().clone(), stage.sandbox.clone());
    let (seen, mut changes) = (states.clone(), matches.changes());
    let watching = tokio::spawn(async move {
        let mut entries = 0;
        while !matches!(changes.recv().await, Err(RecvError::Closed)) {
            let Ok(game) = matches.load(MATCH_ID).await else { continue };
            entries += sandbox.journal(entries).len();
            seen.lock().unwrap().push((entries, game));
        }
    });
    (states, watching)
}

/// Returns the priorities that each seat has had in each round.
fn priorities(states: &[(usize, Arc<Match>)]) -> Priorities {
    let mut all = Priorities::new();
    for (_, game) in states {
        let Some(session) = &game.session else { continue };
        let round = session.phase().id.strip_prefix("round-").and_then(|round| round.parse().ok());
        let Some(round) = round else { continue };
        for seat in Seat::all(game.players.len()) {
            let facts = game.facts(seat).into_iter().filter(|fact| fact.label == "Priority");
            all.entry((game.id, seat.number(), round)).or_default().extend(facts.map(|fact| fact.value));
        }
    }
    all
}

/// Returns the states in which a message may have been written: that of the moment, and those around it.
fn possible(states: &[(usize, Arc<Match>)], number: usize) -> &[(usize, Arc<Match>)] {
    let after = states.partition_point(|(entries, _)| *entries <= number);
    &states[after.saturating_sub(3)..states.len().min(after + 3)]
}

/// Plays a demonstration, and holds what everybody reads against its match. Returns the number of lines and what is wrong.
async fn played(args: &[&str], met: &mut [usize]) -> (usize, Vec<String>) {
    let args = Demo::parse_from([&["demo"], args].concat()).args;
    let game = args.chosen.game().unwrap();
    let (terms, options) = args.terms(&*game).unwrap();
    let stage = DemoStage::set(&args.seed, game.info().name).await.unwrap();
    let (states, watching) = watched(&stage);
    let mut script = Script::new(&stage, &*game, terms.players, &options, &args.seed);
    if args.incidents {
        script.add_incidents();
    }
    Box::pin(script.play(&mut std::io::sink())).await.unwrap();
    drop(script);
    watching.abort();
    let states = std::mem::take(&mut *states.lock().unwrap());
    let (priorities, bot) = (priorities(&states), stage.sandbox.bot_id());
    let directs: BTreeMap<Id, Id> =
        stage.sandbox.people().iter().map(|person| (person.dm_channel(), person.id())).collect();
    let (mut known, mut lines, mut wrong) = (BTreeMap::<Id, String>::new(), 0, Vec::new());
    for entry in stage.sandbox.journal(0) {
        let (JournalEvent::MessageCreated { message, author, content }
        | JournalEvent::EphemeralShown { message, author, content }
        | JournalEvent::MessageEdited { message, author, content }) = entry.event
        else {
            continue;
        };
        let before = known.insert(message, content.clone()).unwrap_or_default();
        if author != bot {
            continue;
        }
        let alone = entry.seen_by.first().filter(|_| entry.private);
        let reader = alone.or(directs.get(&entry.channel)).map(|id| UserId::from(id.0));
        let moments: Vec<Moment<'_>> = possible(&states, entry.number)
            .iter()
            .map(|(_, game)| Moment { game, priorities: &priorities, reader, now: entry.at })
            .collect();
        for line in content.lines().filter(|line| before.lines().all(|known| known != *line)) {
            lines += 1;
            let of = format!("{} to {reader:?}, {}:\n  {line}\n", entry.at, game.info().title);
            wrong.extend(measured(line, &moments, met).into_iter().map(|what| format!("{of}  {what}")));
        }
    }
    stage.strike().await;
    (lines, wrong)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_demonstrations_tell_is_as_it_is_in_the_match() {
    let (mut met, mut all, mut wrong) = (vec![0; RULES.len()], 0, Vec::new());
    // Triforce takes 700 turns, and so several minutes.
    let is_long = |name: &str| name == "triforce" && std::env::var("TRIGON_DEMOS").is_err();
    let names = games::all().iter().map(|game| game.info().name).filter(|name| !is_long(name));
    let demos = names.map(|name| vec!["--game", name]).chain([vec!["--incidents"]]);
    for args in demos {
        let (lines, found) = played(&args, &mut met).await;
        assert!(lines > 30, "{args:?}: {lines} lines are few");
        all += lines;
        wrong.extend(found);
    }
    let used = met.iter().filter(|met| **met > 0).count();
    println!("{all} lines, {used} of {} sentences", RULES.len());
    assert!(used > RULES.len() / 3, "only {used} of {} sentences were read", RULES.len());
    assert!(wrong.is_empty(), "{} of {all} lines:\n{}", wrong.len(), wrong.join("\n"));
}
