//! What computed seats decide: legal, from what they see alone, and well enough to make triforces.

use fastrand::Rng;

use super::super::cases::read;
use super::super::{Action, Stage, State, TriforceBuilding};
use crate::games::{AnySight, By, Game, Level, Registry, Seat, Seed, Session, Sight, Skill, Viewer};
use crate::grid::Cell;

/// A match in progress.
type Play = Session<TriforceBuilding>;

fn setup(players: u8, board: &str) -> serde_json::Value {
    let player = |n| serde_json::json!({"name": format!("P{n}"), "priority": n, "garnets": 2});
    let players: Vec<_> = (1..=players).map(player).collect();
    serde_json::json!({"board": board, "players": players})
}

/// Begins a match on a board.
fn begin(players: u8, board: &str, seed: u8) -> Play {
    let setup = serde_json::from_value(setup(players, board)).unwrap();
    Play::begin(&setup, Some(&Seed::from([seed; 32]))).unwrap().0
}

/// Returns what a computed seat decides, in order.
fn decided(state: &State, seat: Seat, level: Level, seed: u64) -> Vec<Action> {
    let thought = Sight::<TriforceBuilding>::of(state, seat).decide(Skill::Level(level), seed).unwrap();
    std::iter::once(thought.action).chain(thought.further).map(|action| action.parse().unwrap()).collect()
}

/// Returns the cell where a seat ends its walk.
fn end(state: &State, seat: Seat, level: Level, seed: u64) -> Cell {
    let Action::Move(path) = decided(state, seat, level, seed)[0] else { panic!("no path") };
    state.board().walk(state.player(seat).unwrap().cell.unwrap(), path.steps()).unwrap()
}

/// What a seat decides is legal in its order, and follows from the seed, whatever the board and the number of players.
#[test]
fn decisions_are_legal_and_follow_from_the_seed() {
    for (players, board, seed) in [(13, "hexagon:3", 1), (7, "triangle:7", 2), (16, "hexagon:4", 3)] {
        let mut play = begin(players, board, seed);
        let mut luck = Rng::with_seed(seed.into());
        while play.state().phase() != Stage::Over {
            let before = play.state().clone();
            for asked in TriforceBuilding::to_act(&before) {
                let level = Level::ALL[luck.usize(..6)];
                let seed = luck.u64(..);
                let actions = decided(&before, asked.seat, level, seed);
                assert_eq!(actions, decided(&before, asked.seat, level, seed));
                for action in actions {
                    assert!(before.legal(asked.seat).contains(&action), "{action}");
                    play.play(By::Seat(asked.seat), &action).unwrap();
                }
            }
            if play.state().phase() != Stage::Over {
                play.play(By::Clock, &Action::Resolve).unwrap();
            }
        }
    }
}

/// Other players' cells, priorities, garnets, paths and spends change nothing, as long as the picture is the same.
#[test]
fn what_a_seat_cannot_see_does_not_change_its_decision() {
    let text = |others: &str| read(&format!("board hexagon:3\nround 5 of 10\n1 3-3 6 2\n{others}"));
    let one = text("2 3-4 1 0\n3 3-5 2 0 powered\n4 3-5 3 5\n5 5-5 4 0\n6 5-5 5 0\n7 1-1 7 0 powered\n");
    let mut other =
        text("2 1-1 7 4 powered\n3 5-5 3 0\n4 3-4 2 0\n5 3-5 1 0 powered\n6 3-5 4 1\n7 3-4 5 9\n");
    for action in ["move L", "garnet"] {
        other.apply(By::seat(6), action.parse().unwrap()).unwrap();
    }
    let me = Seat::new(1);
    assert_ne!(one, other);
    let seen = |state| TriforceBuilding::observe(state, Viewer::Beside(me));
    assert_eq!(seen(&one), seen(&other));
    for level in Level::ALL {
        for seed in 0..10 {
            assert_eq!(decided(&one, me, level, seed), decided(&other, me, level, seed));
        }
    }
}

/// R3: a seat keeps track of its own cell where the match does not tell it.
#[test]
fn tb_r03_a_computed_seat_knows_its_own_cell() {
    let state = begin(13, "hexagon:3", 4).state().clone();
    let told = State { reveals_own: true, ..state.clone() };
    for (seat, _) in state.seated() {
        assert_eq!(decided(&state, seat, Level::ALL[2], 1), decided(&told, seat, Level::ALL[2], 1));
    }
}

/// A garnet decides who of two on the same corner leaves with a token, but it is kept where it changes nothing.
#[test]
fn a_seat_spends_a_garnet_where_it_matters() {
    let corners = "2 4-4 5 0 powered\n3 4-6 6 0 powered\n";
    // Only this seat knows that somebody powered is on its cell too.
    let contested = read(&format!(
        "board hexagon:3\nround 10 of 10\n1 3-5 1 2 powered\n{corners}4 3-5 4 0 powered\n5 1-1 2 0\n6 1-2 3 0\n7 6-1 7 0\n",
    ));
    assert!(decided(&contested, Seat::new(1), Level::ALL[5], 1).contains(&Action::Garnet));
    let alone = read(&format!(
        "board hexagon:3\nround 4 of 10\n1 3-5 4 2 powered\n{corners}4 1-3 1 0\n5 1-1 2 0\n6 1-2 3 0\n7 6-1 7 0\n",
    ));
    assert_eq!(decided(&alone, Seat::new(1), Level::ALL[5], 1).len(), 1);
}

/// Everyone has the same plan, so players who share a cell have to part at random, or they would stay together.
#[test]
fn players_on_one_cell_part() {
    let state = read(
        "board hexagon:3\nround 4 of 10\n1 3-6 4 0 powered\n2 3-6 5 0 powered\n3 3-6 6 0 powered\n4 3-6 7 0 powered\n\
         5 gone:3 1 0 token\n6 gone:3 2 0 token\n7 gone:3 3 0 token\n",
    );
    let mut ends: Vec<Cell> = (0..20).map(|seed| end(&state, Seat::new(1), Level::ALL[3], seed)).collect();
    ends.sort_unstable();
    ends.dedup();
    assert!(ends.len() >= 3, "{ends:?}");
}

/// Thirteen seats that see only what players see bring most matches to an end by the last triforce.
#[test]
fn computed_seats_make_four_triforces() {
    let registry = Registry::standard();
    let game = registry.get("triforce-building").unwrap();
    for (level, least) in [(1, 14), (3, 18)] {
        let level = Level::new(level).unwrap();
        let mut simulation = game.simulation(&setup(13, "hexagon:3"), Skill::Level(level)).unwrap().unwrap();
        for seed in 0..20 {
            simulation.play(&Seed::from([seed; 32])).unwrap();
        }
        let tables = simulation.tables();
        let line = tables.lines().find(|line| line.contains("last on the board")).unwrap();
        let ended: u32 = line.split_whitespace().nth(4).unwrap().parse().unwrap();
        assert!(ended >= least, "level {}: {tables}", level.number());
    }
}
