//! All games: a viewer is shown the same in every state that the viewer [cannot tell](trigon::games::Game::reshuffle) from the
//! true one. A new game is checked as soon as it is registered.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use serde_json::Value;
use trigon::games::{AnyGame, AnySession, By, Frame, Information, Pace, Seat, Seed, Viewer};

use super::setup;
use super::shown::{observation, png, shown, told, viewers};
use crate::toys::games;

/// The number of matches that are played of a game.
const MATCHES: u64 = 10;

/// The maximum number of entries of a match.
const ENTRIES: usize = 100;

/// What the matches of a game have shown.
#[derive(Default)]
struct Noticed {
    /// How many states a viewer could not tell from the true one, and how many of them were another.
    compared: usize,
    different: usize,
    /// Whether a seat was ever shown something that not everyone is shown.
    has_own: bool,
    /// What is `null` in somebody’s data although it has a value: its values, and whether another state had another one.
    secrets: BTreeMap<String, (BTreeSet<String>, bool)>,
}

/// Returns what a viewer knows: what is shown, and what a player has to keep track of.
fn known(table: &dyn AnySession, viewer: Option<Seat>) -> String {
    let beside = viewer.map_or(Viewer::Public, Viewer::Beside);
    format!("{:?} {}", shown(table, viewer), observation(table, beside))
}

/// Collects the values of a state that are `null` in what a viewer may know, by place. All seats have the same places.
fn secrets(state: &Value, seen: &Value, place: &str, found: &mut Vec<(String, String)>) {
    match (state, seen) {
        (Value::Null, _) => {}
        (_, Value::Null) => found.push((place.to_owned(), state.to_string())),
        (Value::Object(state), Value::Object(seen)) => {
            for (key, value) in state {
                secrets(value, seen.get(key).unwrap_or(&Value::Null), &format!("{place}/{key}"), found);
            }
        }
        (Value::Array(state), Value::Array(seen)) if state.len() == seen.len() => {
            for (value, seen) in state.iter().zip(seen) {
                secrets(value, seen, &format!("{place}/*"), found);
            }
        }
        _ => {}
    }
}

impl Noticed {
    /// Notes which of the values that a viewer’s data leaves out are another in another state.
    fn note(&mut self, table: &dyn AnySession, other: &dyn AnySession, viewer: Viewer) {
        let read = |text: String| serde_json::from_str::<Value>(&text).unwrap();
        let seen = table.seen_json(viewer).map_or(Value::Null, read);
        let of = |table: &dyn AnySession| {
            let mut found = Vec::new();
            secrets(&read(table.state_json()), &seen, "", &mut found);
            found
        };
        let (here, there) = (of(table), of(other));
        let at = |all: &[(String, String)], place: &str| -> Vec<String> {
            all.iter().filter(|it| it.0 == place).map(|it| it.1.clone()).collect()
        };
        for (place, value) in &here {
            let (values, varies) = self.secrets.entry(place.clone()).or_default();
            values.insert(value.clone());
            *varies = *varies || at(&here, place) != at(&there, place);
        }
    }

    /// Compares what a viewer is shown of a table and of another that the viewer cannot tell from it.
    fn compare(
        &mut self,
        table: &dyn AnySession,
        viewer: Option<Seat>,
        dice: &mut Rng,
    ) -> Result<(), String> {
        let of = viewer.map_or(Viewer::Public, Viewer::Seat);
        let who = viewer.map_or("everyone".to_owned(), |seat| format!("seat {seat}"));
        let (first, second) = (dice.u64(..), dice.u64(..));
        let other = table.reshuffled(of, first);
        self.compared += 1;
        if other.is_same_as(table) {
            return Ok(());
        }
        self.different += 1;
        self.note(table, &*other, of);
        let (one, two) = (shown(table, viewer), shown(&*other, viewer));
        if let Some(part) = one.difference(&two) {
            return Err(format!("{who}: {part} shows something secret"));
        }
        if self.different % 40 == 1
            && one.scenes.iter().zip(&two.scenes).any(|(one, two)| png(one) != png(two))
        {
            return Err(format!("{who}: the pixels show something secret"));
        }
        if known(table, viewer) != known(&*other, viewer) {
            return Err(format!("{who}: another state changes what a player keeps track of"));
        }
        if !other.reshuffled(of, second).is_same_as(&*table.reshuffled(of, second)) {
            return Err(format!("{who}: the states that are imagined depend on the true one"));
        }
        if let Some(seat) = viewer {
            let thought = |table: &dyn AnySession| table.sight(seat)?.decide("level:1".parse().ok()?, second);
            if self.different % 16 == 1 && thought(table) != thought(&*other) {
                return Err(format!("{who}: a computed seat knows something secret"));
            }
        }
        compare_next(table, &*other, viewer, dice).map_err(|problem| format!("{who}: {problem}"))
    }
}

/// Plays the same action in both states, and checks that the viewer is told the same, unless it teaches the viewer something
/// that stays.
fn compare_next(
    table: &dyn AnySession,
    other: &dyn AnySession,
    viewer: Option<Seat>,
    dice: &mut Rng,
) -> Result<(), String> {
    let seed = Seed::from(std::array::from_fn(|_| dice.u8(..)));
    let Some((by, action)) = next(table, dice) else { return Ok(()) };
    let (mut one, mut two) = (table.supposed(&seed), other.supposed(&seed));
    let (Ok(happened), Ok(there)) = (one.apply(by, &action), two.apply(by, &action)) else { return Ok(()) };
    if known(&*one, viewer) != known(&*two, viewer) {
        return Ok(());
    }
    if told(&happened, viewer) != told(&there, viewer) {
        return Err(format!("after `{action}`, a sentence tells something secret"));
    }
    let of = viewer.map_or(Viewer::Public, Viewer::Seat);
    if one.story(table, of) != two.story(other, of) {
        return Err(format!("after `{action}`, the story tells something secret"));
    }
    Ok(())
}

/// Returns an entry that could come next: of a seat, of the clock, or a resignation.
fn next(table: &dyn AnySession, dice: &mut Rng) -> Option<(By, String)> {
    let asked = table.to_act();
    if table.info().can_resign && dice.usize(..60) == 0 {
        let seat = Seat::at(dice.usize(..table.seats()));
        return Some((By::Host, format!("resign {seat}")));
    }
    match table.phase().clock_action() {
        Some(action) if dice.usize(..=asked.len()) == 0 => Some((By::Clock, action.text().to_owned())),
        _ => {
            let seat = dice.choice(asked)?.seat;
            Some((By::Seat(seat), dice.choice(table.legal(seat))?))
        }
    }
}

/// Returns whether a viewer is shown more than everyone.
fn has_own(table: &dyn AnySession, viewer: Viewer) -> bool {
    let frame = Frame { title: "Sunday", names: table.names() };
    let shown = |viewer| (table.seen_json(viewer), table.observe(viewer).scene(&frame));
    shown(viewer) != shown(Viewer::Public)
}

/// Plays some matches, and compares what each viewer is shown. Returns what shows something secret.
pub(super) fn check(game: &dyn AnyGame) -> Result<(), String> {
    let mut noticed = Noticed::default();
    let is_open = game.info().information == Information::Open;
    for seed in 0..MATCHES {
        let (table, _) = game.begin(&setup(game), Some(Seed::from([seed as u8; 32])), None).unwrap();
        // Every other match of rounds is played by computed seats, which come further than chance.
        let is_planned = seed % 2 == 1 && game.info().pace == Pace::Rounds;
        let dice = Rng::with_seed(seed);
        WatchedMatch { table, is_open, seed, dice, entries: 0, noticed: &mut noticed }.play(is_planned)?;
    }
    if is_open { Ok(()) } else { noticed.enough() }
}

/// A match in which everything that viewers are shown is compared.
struct WatchedMatch<'a> {
    table: Box<dyn AnySession>,
    is_open: bool,
    seed: u64,
    dice: Rng,
    /// The number of entries so far.
    entries: usize,
    noticed: &'a mut Noticed,
}

impl WatchedMatch<'_> {
    /// Plays the match by computed seats or at random.
    fn play(mut self, is_planned: bool) -> Result<(), String> {
        while self.entries < ENTRIES && self.table.outcome().is_none() {
            self.compare_viewers()?;
            self.compare_those_who_see_all()?;
            if is_planned {
                self.play_planned()?;
            } else {
                let Some((by, action)) = next(&*self.table, &mut self.dice) else { break };
                self.entries += usize::from(self.table.apply(by, &action).is_ok());
            }
        }
        let is_over = self.table.outcome().is_some();
        if is_over && !self.table.reshuffled(Viewer::Public, self.seed).is_same_as(&*self.table) {
            return Err("the match is over, but another state is imagined".to_owned());
        }
        Ok(())
    }

    fn compare_viewers(&mut self) -> Result<(), String> {
        for viewer in viewers(self.table.seats()) {
            let of = viewer.map_or(Viewer::Public, Viewer::Seat);
            self.noticed.has_own = self.noticed.has_own || has_own(&*self.table, of);
            if self.is_open && !self.table.reshuffled(of, self.seed).is_same_as(&*self.table) {
                return Err("nothing is secret, but another state is imagined".to_owned());
            }
            if !self.is_open && (self.entries < 12 || self.dice.usize(..4) == 0) {
                self.noticed.compare(&*self.table, viewer, &mut self.dice)?;
            }
        }
        Ok(())
    }

    fn compare_those_who_see_all(&self) -> Result<(), String> {
        for viewer in [Viewer::Host, Viewer::Afterwards] {
            let other = self.table.reshuffled(viewer, self.seed);
            if observation(&*other, viewer) != observation(&*self.table, viewer) {
                return Err(format!("{viewer:?} sees everything, but another state looks different"));
            }
        }
        Ok(())
    }

    /// Lets computed seats play a phase, and now and then compares what one of them is shown. The clock ends the phase.
    fn play_planned(&mut self) -> Result<(), String> {
        let phase = self.table.phase().id;
        for (seat, action) in self.table.plan("level:1".parse().unwrap(), &mut self.dice) {
            self.entries += usize::from(self.table.apply(By::Seat(seat), &action).is_ok());
            if self.table.phase().id == phase && self.dice.usize(..8) == 0 {
                let viewer = Some(seat).filter(|_| !self.is_open);
                self.noticed.compare(&*self.table, viewer, &mut self.dice)?;
            }
        }
        if let Some(action) = self.table.phase().clock_action().cloned()
            && self.table.phase().id == phase
        {
            self.table.make(By::Clock, &action).unwrap();
            self.entries += 1;
        }
        Ok(())
    }
}

impl Noticed {
    /// Checks that other states were other in everything that is secret.
    fn enough(&self) -> Result<(), String> {
        if !self.has_own {
            return Err("no seat is ever shown more than everyone".to_owned());
        }
        if self.compared < 100 || self.different * 2 < self.compared {
            return Err(format!("of {} states, only {} were another", self.compared, self.different));
        }
        let mut fixed = self.secrets.iter().filter(|(_, (values, varies))| values.len() > 1 && !varies);
        match fixed.next() {
            Some((place, _)) => {
                Err(format!("{place} is secret, but the same in all states that are imagined"))
            }
            None => Ok(()),
        }
    }
}

#[test]
fn what_a_viewer_cannot_know_changes_nothing_that_the_viewer_is_shown() {
    for game in &games() {
        if let Err(problem) = check(&**game) {
            panic!("{}: {problem}", game.info().name);
        }
    }
}
