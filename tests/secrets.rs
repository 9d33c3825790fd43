//! What a viewer may not know changes nothing that the viewer is shown, in all games: pictures, alt texts, facts,
//! sentences, legal actions. What is made of it on Discord is compared in `discord/secrets.rs`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails may panic")]

use serde_json::{Value, json};
use trigon::games::{
    AnyGame, AnySession, Audience, By, Decision, Fact, Frame, Information, Names, Narration, Registry, Seat,
    Seed, Viewer,
};
use trigon_render::{Scene, Theme};

/// Small numbers that look random, the same on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }

    fn pick<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        all.get(self.below(all.len())).cloned()
    }
}

/// Everything that a table shows a viewer.
#[derive(Debug, PartialEq)]
struct Shown {
    scenes: Vec<Scene>,
    diagram: String,
    phase: String,
    is_over: bool,
    facts: Vec<Fact>,
    legal: Vec<String>,
    answer: Option<String>,
    /// What is asked of the viewer, and who else is asked what: whether others have answered is theirs.
    asked: Vec<Decision>,
}

/// What a table shows everyone, or a seat.
fn shown(table: &dyn AnySession, viewer: Option<Seat>) -> Shown {
    let names = table.names();
    let frame = Frame { title: "Sunday", deadline: Some("Fri 21 Nov"), names };
    let scene = |viewer| table.observe(viewer).scene(&frame);
    let viewers = std::iter::once(Viewer::Public).chain(viewer.map(Viewer::Seat));
    let asked = table.to_act().into_iter().map(|decision| {
        let own = Some(decision.seat) == viewer;
        Decision { answered: own && decision.answered, ..decision }
    });
    Shown {
        scenes: viewers.map(scene).collect(),
        diagram: table.observe(viewer.map_or(Viewer::Public, Viewer::Seat)).diagram(names),
        phase: table.phase().id,
        is_over: table.outcome().is_some(),
        facts: viewer.map(|seat| table.observe(Viewer::Seat(seat)).facts(names)).unwrap_or_default(),
        legal: viewer.map(|seat| table.legal(seat)).unwrap_or_default(),
        answer: viewer.and_then(|seat| table.answer(seat)),
        asked: asked.collect(),
    }
}

/// The sentences that a viewer may read.
fn told(narrations: &[Narration], viewer: Option<Seat>) -> Vec<&str> {
    let may_read = |audience| audience == Audience::All || viewer.map(Audience::Seat) == Some(audience);
    narrations.iter().filter(|told| may_read(told.audience)).map(|told| &told.text[..]).collect()
}

fn png(scene: &Scene) -> Vec<u8> {
    trigon_render::png(scene, &Theme::dark(), 300).unwrap()
}

/// The viewers whom a match of so many seats has: everyone, and each seat.
fn viewers(seats: usize) -> impl Iterator<Item = Option<Seat>> {
    std::iter::once(None).chain(Seat::all(seats).map(Some))
}

fn seed() -> Seed {
    Seed::from([3; 32])
}

/// A setup of a game for its smallest number of players.
fn setup(game: &dyn AnyGame) -> Value {
    match game.info().name {
        "triforce-building" => building("triangle:4", 7, 3),
        "triforce" => json!({"players": game.info().players[0]}),
        "trice" => json!({"dice": "3d4"}),
        _ => json!({}),
    }
}

fn building(board: &str, players: usize, rounds: u32) -> Value {
    let entrant = |n| json!({"name": format!("P{n}"), "priority": n, "garnets": 2});
    let players: Vec<Value> = (1..=players).map(entrant).collect();
    json!({"board": board, "rounds": rounds, "players": players})
}

/// Lets some seats do something that is theirs alone and closes no question; gives who did.
fn act_in_secret(table: &mut dyn AnySession, dice: &mut Dice) -> Vec<Seat> {
    let moment = table.phase().id;
    let mut acted = Vec::new();
    for _ in 0..=dice.below(2 * table.seats()) {
        let Some(decision) = dice.pick(&table.to_act()) else { break };
        let Some(action) = dice.pick(&table.legal(decision.seat)) else { break };
        let mut trial = table.boxed();
        let happened = trial.apply(By::Seat(decision.seat), &action).unwrap();
        if trial.phase().id == moment {
            for viewer in viewers(table.seats()).filter(|viewer| *viewer != Some(decision.seat)) {
                assert_eq!(told(&happened, viewer), [""; 0], "{action} is told to another");
            }
            table.apply(By::Seat(decision.seat), &action).unwrap();
            acted.push(decision.seat);
        }
    }
    acted
}

#[test]
fn what_seats_do_in_secret_is_shown_to_nobody_else() {
    for game in Registry::standard().iter().filter(|game| game.info().information == Information::Hidden) {
        let (mut compared, mut drawn, mut different) = (0, 0, 0);
        for seed in 0..12 {
            let mut dice = Dice(seed);
            let (mut table, _) =
                game.begin(&setup(&**game), Some(Seed::from([seed as u8; 32])), None).unwrap();
            while table.outcome().is_none() {
                // Who has answered before, and who has not, is as random as the answers.
                act_in_secret(&mut *table, &mut dice);
                let mut other = table.boxed();
                let acted = act_in_secret(&mut *other, &mut dice);
                different += usize::from(!other.same(&*table));
                for viewer in viewers(table.seats()) {
                    if viewer.is_some_and(|seat| acted.contains(&seat)) {
                        continue;
                    }
                    let (one, two) = (shown(&*table, viewer), shown(&*other, viewer));
                    assert_eq!(one, two, "{viewer:?}");
                    compared += 1;
                    if compared % 40 == 1 {
                        let both = one.scenes.iter().zip(&two.scenes);
                        drawn += both.inspect(|(one, two)| assert_eq!(png(one), png(two))).count();
                    }
                }
                let clock = table.phase().clock_action().cloned().unwrap();
                table.apply(By::Clock, &clock).unwrap();
            }
        }
        assert!(compared > 100 && drawn > 2 && different > 40, "{compared}, {drawn}, {different}");
    }
}

#[test]
fn where_nobody_has_secrets_everyone_is_told_and_shown_the_same() {
    for game in Registry::standard().iter().filter(|game| game.info().information == Information::Open) {
        let mut dice = Dice(5);
        let (mut table, began) = game.begin(&setup(&**game), Some(seed()), None).unwrap();
        let all = |narrations: &[Narration]| narrations.iter().all(|told| told.audience == Audience::All);
        assert!(all(&began));
        for turn in 0..80 {
            let names = Names::default();
            let frame = Frame { title: "", deadline: None, names: &names };
            let scene = |viewer| table.observe(viewer).scene(&frame);
            let public = scene(Viewer::Public);
            let seats = Seat::all(table.seats()).map(Viewer::Seat);
            for viewer in seats.chain([Viewer::Host, Viewer::Afterwards]) {
                let seen = scene(viewer);
                assert_eq!(seen, public, "{}: {viewer:?}", game.info().name);
                if turn == 10 {
                    assert_eq!(png(&seen), png(&public));
                }
            }
            for seat in Seat::all(table.seats()) {
                assert_eq!(table.answer(seat), None);
            }
            let Some(decision) = dice.pick(&table.to_act()) else { break };
            let action = dice.pick(&table.legal(decision.seat)).unwrap();
            assert!(all(&table.apply(By::Seat(decision.seat), &action).unwrap()));
        }
    }
}

/// A match of Triforce Building in which the seats stand where others stand in another one: seat `who[i]` of it has
/// the cell, and walks the paths, that seat `i` has there.
struct Twin {
    one: Box<dyn AnySession>,
    two: Box<dyn AnySession>,
    who: Vec<usize>,
}

impl Twin {
    /// Begins both; `kept` has the same cell in both, and who has which of the others is random.
    fn begin(kept: usize, dice: &mut Dice) -> Self {
        let game = Registry::standard().get("triforce-building").unwrap();
        let mut setup = building("triangle:4", 7, 10);
        let border: Vec<String> = (1..=4)
            .flat_map(|row| (0..row).map(move |n| (row, 2 * n + 1)))
            .map(|(row, n)| format!("{row}-{n}"))
            .collect();
        let mut cells: Vec<String> = border.into_iter().filter(|cell| cell != "3-3").collect();
        while cells.len() > 7 {
            let gone = dice.below(cells.len());
            cells.remove(gone);
        }
        let mut who: Vec<usize> = (0..7).collect();
        for i in (1..7).rev() {
            let j = dice.below(i + 1);
            if i != kept && j != kept {
                who.swap(i, j);
            }
        }
        setup["placement"] = json!(cells);
        let (one, _) = game.begin(&setup, Some(seed()), None).unwrap();
        let mut moved = cells.clone();
        for (i, cell) in cells.into_iter().enumerate() {
            moved[who[i]] = cell;
        }
        setup["placement"] = json!(moved);
        let (two, _) = game.begin(&setup, Some(seed()), None).unwrap();
        Self { one, two, who }
    }

    /// Plays a round in both; gives what happened.
    fn round(&mut self, dice: &mut Dice) -> [Vec<Narration>; 2] {
        for i in 0..7 {
            let legal = self.one.legal(Seat::at(i));
            let paths: Vec<String> = legal.into_iter().filter(|action| action.starts_with("move")).collect();
            let path = dice.pick(&paths).unwrap();
            self.one.apply(By::Seat(Seat::at(i)), &path).unwrap();
            self.two.apply(By::Seat(Seat::at(self.who[i])), &path).unwrap();
        }
        [&mut self.one, &mut self.two].map(|table| table.apply(By::Clock, "resolve").unwrap())
    }
}

/// Whether a cell is shared by seats of which only some are powered.
fn is_shared_unevenly(table: &dyn AnySession) -> bool {
    let state: Value = serde_json::from_str(&table.state_json()).unwrap();
    let players = state["players"].as_array().unwrap();
    players.iter().any(|one| {
        players.iter().any(|two| {
            !one["cell"].is_null()
                && one["cell"] == two["cell"]
                && one["powered"] == true
                && two["powered"] == false
        })
    })
}

#[test]
fn who_stands_where_and_who_of_those_on_a_yellow_cell_is_powered_is_shown_to_nobody_else() {
    let (mut compared, mut powered, mut uneven) = (0, 0, 0);
    for seed in 0..200 {
        let mut dice = Dice(seed);
        let kept = dice.below(7);
        let mut twin = Twin::begin(kept, &mut dice);
        // Who has made a triforce is told by name, and priorities decide which is made.
        while twin.one.phase().id.as_str() < "round-09" {
            let [one, two] = twin.round(&mut dice);
            let made = |told: &[Narration]| told.iter().any(|told| told.text.starts_with("Triforce "));
            if made(&one) || made(&two) {
                break;
            }
            for viewer in [None, Some(Seat::at(kept))] {
                assert_eq!(told(&one, viewer), told(&two, viewer));
                assert_eq!(shown(&*twin.one, viewer), shown(&*twin.two, viewer), "seed {seed}, {viewer:?}");
            }
            compared += 1;
            powered += usize::from(twin.one.state_json().contains("\"powered\":true"));
            uneven += usize::from(is_shared_unevenly(&*twin.one));
        }
    }
    assert!(compared > 400 && powered > 20 && uneven > 0, "{compared}, {powered}, {uneven}");
}

#[test]
fn a_spend_that_changes_no_priority_of_theirs_is_shown_to_nobody_else() {
    // In round 3 seats 3, 2 and 1 are the highest, and stay so whichever of them spends.
    let game = Registry::standard().get("triforce-building").unwrap();
    let play = |spends: &[u8]| {
        let (mut table, _) = game.begin(&building("triangle:4", 7, 3), Some(seed()), None).unwrap();
        for _ in 0..2 {
            table.apply(By::Clock, "resolve").unwrap();
        }
        for seat in spends {
            table.apply(By::seat(*seat), "garnet").unwrap();
        }
        let happened = table.apply(By::Clock, "resolve").unwrap();
        assert_eq!(table.phase().id, "vote");
        (table, happened)
    };
    let (table, happened) = play(&[]);
    for spends in [&[1][..], &[2], &[3], &[1, 2], &[1, 2, 3]] {
        let (other, other_happened) = play(spends);
        assert!(!other.same(&*table));
        for viewer in viewers(7).filter(|viewer| viewer.is_none_or(|seat| seat.number() > 3)) {
            assert_eq!(told(&happened, viewer), told(&other_happened, viewer), "{spends:?}");
            assert_eq!(shown(&*table, viewer), shown(&*other, viewer), "{spends:?}");
        }
        // Of the others' balances they learn nothing: a spender's own is the spender's to see.
        let own = Seat::new(spends[0]);
        assert_ne!(shown(&*table, Some(own)).facts, shown(&*other, Some(own)).facts);
    }
}
