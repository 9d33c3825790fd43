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

/// The match after one of its changes.
struct State {
    /// The number of journal entries before the change was noted.
    entries: usize,
    game: Arc<Match>,
}

/// The match after each change, in order, as it is noted while a demonstration is played.
type States = Arc<Mutex<Vec<State>>>;

/// Notes each change of the match, until the task is aborted. What changes at the same moment may be noted as one.
fn note_states(stage: &DemoStage) -> (States, JoinHandle<()>) {
    let (states, matches, sandbox) = (States::default(), stage.matches().clone(), stage.sandbox.clone());
    let (noted, mut changes) = (states.clone(), matches.changes());
    let noting = tokio::spawn(async move {
        let mut entries = 0;
        while !matches!(changes.recv().await, Err(RecvError::Closed)) {
            let Ok(game) = matches.load(MATCH_ID).await else { continue };
            entries += sandbox.journal(entries).len();
            noted.lock().unwrap().push(State { entries, game });
        }
    });
    (states, noting)
}

/// Returns the priorities that each seat has had in each round.
fn priorities(states: &[State]) -> Priorities {
    let mut all = Priorities::new();
    for State { game, .. } in states {
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

/// Returns the states in which the message of a journal entry may have been written: that of the moment, and those around it.
fn possible_states(states: &[State], entry: usize) -> &[State] {
    let after = states.partition_point(|state| state.entries <= entry);
    &states[after.saturating_sub(3)..states.len().min(after + 3)]
}

/// What was found in a demonstration.
#[derive(Default)]
struct Findings {
    /// The number of lines that people read.
    lines: usize,
    /// What is wrong in them.
    wrong: Vec<String>,
}

/// Plays a demonstration, and holds what everybody reads against its match. `uses` counts how often each sentence was read.
async fn play_and_measure(args: &[&str], uses: &mut [usize]) -> Findings {
    let args = Demo::parse_from([&["demo"], args].concat()).args;
    let game = args.chosen.game().unwrap();
    let (terms, options) = args.terms(&*game).unwrap();
    let stage = DemoStage::set(&args.seed, game.info().name).await.unwrap();
    let (states, noting) = note_states(&stage);
    let mut script = Script::new(&stage, &*game, terms.players, &options, &args.seed);
    if args.incidents {
        script.add_incidents();
    }
    Box::pin(script.play(&mut std::io::sink())).await.unwrap();
    drop(script);
    noting.abort();
    let states = std::mem::take(&mut *states.lock().unwrap());
    let findings = measure(&stage, &states, game.info().title, uses);
    stage.strike().await;
    findings
}

/// Holds every line that the bot has written, and that was not in its message before, against the match.
fn measure(stage: &DemoStage, states: &[State], title: &str, uses: &mut [usize]) -> Findings {
    let priorities = priorities(states);
    let people = stage.sandbox.people();
    let direct_readers: BTreeMap<Id, Id> =
        people.iter().map(|person| (person.dm_channel(), person.id())).collect();
    let mut texts: BTreeMap<Id, String> = BTreeMap::new();
    let mut findings = Findings::default();
    for entry in stage.sandbox.journal(0) {
        let (JournalEvent::MessageCreated { message, author, content }
        | JournalEvent::EphemeralShown { message, author, content }
        | JournalEvent::MessageEdited { message, author, content }) = entry.event
        else {
            continue;
        };
        let before = texts.insert(message, content.clone()).unwrap_or_default();
        if author != stage.sandbox.bot_id() {
            continue;
        }
        let private_reader = entry.seen_by.first().filter(|_| entry.private);
        let reader = private_reader.or(direct_readers.get(&entry.channel)).map(|id| UserId::from(id.0));
        let moments: Vec<Moment<'_>> = possible_states(states, entry.number)
            .iter()
            .map(|state| Moment { game: &state.game, priorities: &priorities, reader, now: entry.at })
            .collect();
        for line in content.lines().filter(|line| before.lines().all(|known| known != *line)) {
            findings.lines += 1;
            let place = format!("{} to {reader:?}, {title}:\n  {line}\n", entry.at);
            let wrong = measured(line, &moments, uses);
            findings.wrong.extend(wrong.into_iter().map(|what| format!("{place}  {what}")));
        }
    }
    findings
}

#[tokio::test(flavor = "multi_thread")]
async fn what_demonstrations_tell_is_as_it_is_in_the_match() {
    let (mut uses, mut all) = (vec![0; RULES.len()], Findings::default());
    // Triforce takes 700 turns, and so several minutes.
    let is_long = |name: &str| name == "triforce" && std::env::var("TRIGON_DEMOS").is_err();
    let names = games::all().iter().map(|game| game.info().name).filter(|name| !is_long(name));
    let demos = names.map(|name| vec!["--game", name]).chain([vec!["--incidents"]]);
    for args in demos {
        let Findings { lines, wrong } = play_and_measure(&args, &mut uses).await;
        assert!(lines > 30, "{args:?}: {lines} lines are few");
        all.lines += lines;
        all.wrong.extend(wrong);
    }
    let used = uses.iter().filter(|uses| **uses > 0).count();
    println!("{} lines, {used} of {} sentences", all.lines, RULES.len());
    assert!(used > RULES.len() / 3, "only {used} of {} sentences were read", RULES.len());
    assert!(all.wrong.is_empty(), "{} of {} lines:\n{}", all.wrong.len(), all.lines, all.wrong.join("\n"));
}
