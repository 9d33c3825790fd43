//! Games without secrets: everyone is told and shown the same, and nobody sees what will be drawn.

use fastrand::Rng;
use serde_json::Value;
use trigon::games::{
    AnyGame, AnySession, Audience, By, Frame, Information, Names, Narration, Seat, Seed, Viewer,
};

use super::shown::{observation, png, shown, viewers};
use super::{seed, setup};
use crate::toys::games;

#[test]
fn where_nobody_has_secrets_everyone_is_told_and_shown_the_same() {
    for game in games().iter().filter(|game| game.info().information == Information::Open) {
        let mut dice = Rng::with_seed(5);
        let (mut table, began) = game.begin(&setup(&**game), Some(seed()), None).unwrap();
        let all = |narrations: &[Narration]| narrations.iter().all(|told| told.audience == Audience::All);
        assert!(all(&began));
        for turn in 0..80 {
            let names = Names::default();
            let frame = Frame { title: "", names: &names };
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
            let Some(decision) = dice.choice(table.to_act()) else { break };
            let action = dice.choice(table.legal(decision.seat)).unwrap();
            assert!(all(&table.apply(By::Seat(decision.seat), &action).unwrap()));
        }
    }
}

#[test]
fn what_a_supposed_session_draws_says_nothing_about_what_will_be_drawn() {
    for game in games().iter().filter(|game| game.info().information == Information::Open) {
        let setup = setup(&**game);
        let begin = |n: u8| game.begin(&setup, Some(Seed::from([n; 32])), None).unwrap().0;
        let (mut table, mut dice, mut differed) = (begin(1), Rng::with_seed(6), 0);
        assert_eq!(table.needs_seed(), game.begin(&setup, None, None).is_err());
        for _ in 0..80 {
            let Some(decision) = dice.choice(table.to_act()) else { break };
            let action = dice.choice(table.legal(decision.seat)).unwrap();
            let play = |table: &mut dyn AnySession| {
                let told = table.apply(By::Seat(decision.seat), &action).unwrap();
                (told, table.state_json(), table.take_draws())
            };
            // Only the seed that is supposed counts, however many draws the session has made.
            let supposed = |seed: u8| play(&mut *table.supposed(&Seed::from([seed; 32])));
            let (one, again, other) = (supposed(8), supposed(8), supposed(9));
            let resumed = play(&mut *table.supposed(&Seed::from([1; 32])).supposed(&Seed::from([8; 32])));
            assert!(one == again && one == resumed, "{}", game.info().name);
            let real = play(&mut *table);
            differed += usize::from(one != real && other != real);
        }
        assert_eq!(differed > 0, table.needs_seed(), "{}", game.info().name);
    }
}

/// Begins two matches with other draws to come, and checks that the same is told of both.
fn begin_two(game: &dyn AnyGame, number: u8) -> [Box<dyn AnySession>; 2] {
    // Nothing is drawn before the first entry where the setup can say who begins.
    let (usual, mut fixed) = (setup(game), setup(game));
    fixed["first"] = 1.into();
    let begin = |setup: &Value, seed: u8| game.begin(setup, Some(Seed::from([seed; 32])), None);
    let setup = if begin(&fixed, number).is_ok() { fixed } else { usual };
    let [(one, began), (two, other_began)] =
        [number, number + MATCHES].map(|seed| begin(&setup, seed).unwrap());
    assert_eq!(began, other_began);
    [one, two]
}

/// Checks that everyone is shown the same of two matches, also after the end.
fn assert_shown_alike(one: &dyn AnySession, two: &dyn AnySession) {
    for viewer in viewers(one.seats()) {
        assert_eq!(shown(one, viewer), shown(two, viewer), "{viewer:?}");
    }
    for viewer in [Viewer::Host, Viewer::Afterwards] {
        assert_eq!(observation(one, viewer), observation(two, viewer), "{viewer:?}");
    }
}

/// The number of pairs of matches of each game.
const MATCHES: u8 = 12;

#[test]
fn what_will_be_drawn_is_shown_to_nobody() {
    let mut names = Vec::new();
    for game in games().iter().filter(|game| game.info().information == Information::Open) {
        if game.begin(&setup(&**game), None, None).is_ok() {
            continue; // It draws nothing.
        }
        names.push(game.info().name);
        let (mut compared, mut parted) = (0, 0);
        for number in 0..MATCHES {
            let mut dice = Rng::with_seed(number.into());
            let [mut one, mut two] = begin_two(&**game, number);
            let mut is_alike = true;
            for _ in 0..80 {
                if !is_alike {
                    parted += 1;
                    break;
                }
                assert_shown_alike(&*one, &*two);
                compared += 1;
                let Some(decision) = dice.choice(one.to_act()) else { break };
                let action = dice.choice(one.legal(decision.seat)).unwrap();
                let play = |table: &mut Box<dyn AnySession>| table.apply(By::Seat(decision.seat), &action);
                is_alike = play(&mut one).unwrap() == play(&mut two).unwrap();
            }
        }
        // In a game that draws everything before the first entry, no pair begins alike.
        assert!(compared == 0 || compared > 5 && parted > 2, "{names:?}: {compared}, {parted}");
    }
    assert!(["triforce", "trice"].iter().all(|name| names.contains(name)), "{names:?}");
}
