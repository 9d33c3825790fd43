//! What holds for every match: properties over random play, and the sheet's example to the letter.

use proptest::prelude::*;

use super::setup::{DEFAULT_BOARD_OPTION, DEFAULT_ROUNDS_OPTION};
use super::{Action, Entrant, Event, Path, Reveal, Setup, Stage, State, TriforceBuilding};
use crate::games::{By, Draws, Game, Observation, Seat, Seed, Viewer};
use crate::grid::Shape;

fn setup(players: u8, board: Shape, rounds: u32) -> Setup {
    let entrant = |i| Entrant { name: format!("P{i}"), priority: i, garnets: i64::from(i % 4) - 1 };
    Setup {
        board,
        rounds,
        players: (1..=players).map(entrant).collect(),
        placement: None,
        reveal: Reveal::None,
    }
}

fn begin(setup: &Setup, seed: u8) -> State {
    State::begin(setup, &mut Draws::new(&Seed::from([seed; 32]))).unwrap()
}

#[test]
fn one_round_is_not_several() {
    let names = crate::games::Names::default();
    let began = |rounds| Event::Began { players: 7, rounds }.sentence(&names);
    assert!(began(1).ends_with("up to 1 round.") && began(2).ends_with("up to 2 rounds."));
}

#[test]
fn tb_r20_triforces_tokens_and_priorities_follow_the_number_of_players() {
    for (players, triforces, tokens) in [(7, 2, 3), (10, 3, 6), (13, 4, 9), (16, 5, 12)] {
        let mut state = begin(&setup(players, Shape::Hexagon(4), 1), 1);
        assert_eq!(state.last_triforce(), triforces);
        state.apply(By::Clock, Action::Resolve).unwrap();
        let held: Vec<u8> =
            state.players().iter().filter(|player| player.token).map(|player| player.priority).collect();
        assert_eq!((state.phase(), held.len()), (Stage::Vote, tokens));
        assert_eq!(held.iter().max(), Some(&players), "the highest priority is the number of players");
    }
}

/// Returns everything that can be written in a match with this many players.
fn all_actions(players: u8) -> Vec<Action> {
    let moves = Path::all().map(Action::Move);
    let seats = || (0..=players + 1).map(Seat::new);
    let others = [Action::Garnet, Action::Ungarnet, Action::Resolve];
    moves.chain(others).chain(seats().map(Action::Vote)).chain(seats().map(Action::Ec)).collect()
}

#[test]
fn there_are_85_paths() {
    let mut paths: Vec<Path> = Path::all().collect();
    assert_eq!(paths.len(), 1 + 4 + 16 + 64);
    paths.sort_unstable();
    paths.dedup();
    assert_eq!(paths.len(), 85);
}

#[test]
fn tb_sheet_example_priorities_after_the_spends() {
    let names = [
        "Lasped", "Charlie", "Amaranth", "Elk", "Amey", "Wimp", "Chaotic", "Jatloe", "Scarlet", "Emik",
        "Whims", "Joker", "Tas",
    ];
    let players = names.iter().zip((1..=13).rev());
    let players =
        players.map(|(name, priority)| Entrant { name: (*name).to_owned(), priority, garnets: 1 }).collect();
    let mut state = begin(&Setup { players, ..setup(13, Shape::Triangle(7), 10) }, 1);
    state.apply(By::Clock, Action::Resolve).unwrap();
    state.apply(By::Clock, Action::Resolve).unwrap();
    let priority =
        |state: &State, name: &str| state.players()[names.iter().position(|n| *n == name).unwrap()].priority;
    assert_eq!(["Lasped", "Emik", "Whims"].map(|name| priority(&state, name)), [10, 1, 13]);
    state.apply(By::seat(8), Action::Garnet).unwrap();
    state.apply(By::seat(6), Action::Garnet).unwrap();
    let events = state.apply(By::Clock, Action::Resolve).unwrap();
    let list = events.iter().find_map(|event| match event {
        Event::PriorityList(list) => Some(list.clone()),
        _ => None,
    });
    let top: Vec<(&str, u8)> =
        list.unwrap().iter().take(3).map(|(seat, p)| (names[usize::from(seat.number()) - 1], *p)).collect();
    assert_eq!(top, [("Wimp", 13), ("Jatloe", 12), ("Whims", 11)]);
}

#[test]
fn the_start_is_drawn_as_the_records_say() {
    // The same shuffles, written out: the border, sorted by row and number, then the letters.
    for players in [7, 10, 13, 16] {
        let setup = setup(players, Shape::Hexagon(3), 10);
        let state = begin(&setup, players);
        let mut draws = Draws::new(&Seed::from([players; 32]));
        let board = state.board();
        let mut border: Vec<_> = board.cells().filter(|&cell| board.neighbours(cell).count() < 3).collect();
        for i in (1..border.len()).rev() {
            border.swap(i, draws.below(i as u64 + 1) as usize);
        }
        let mut letters: Vec<u8> = (b'A'..b'A' + players).collect();
        for i in (1..letters.len()).rev() {
            letters.swap(i, draws.below(i as u64 + 1) as usize);
        }
        for (i, player) in state.players().iter().enumerate() {
            assert_eq!((player.cell, player.letter), (Some(border[i]), char::from(letters[i])));
        }
    }
}

/// A given placement draws nothing, so the letters take the first draws.
#[test]
fn a_given_placement_leaves_the_first_draws_to_the_letters() {
    let mut setup = setup(7, Shape::Triangle(7), 10);
    let cells = ["1-1", "2-1", "2-3", "3-1", "3-5", "4-1", "4-7"];
    setup.placement = Some(cells.map(str::to_owned).to_vec());
    let state = begin(&setup, 9);
    let mut letters: Vec<char> = ('A'..='G').collect();
    Draws::new(&Seed::from([9; 32])).shuffle(&mut letters);
    let found: Vec<(String, char)> = state
        .players()
        .iter()
        .map(|player| (state.board().name(player.cell.unwrap()).to_string(), player.letter))
        .collect();
    assert_eq!(found, cells.map(str::to_owned).into_iter().zip(letters).collect::<Vec<_>>());
}

#[test]
fn impossible_setups_are_refused_with_what_and_where() {
    let good = setup(13, Shape::Triangle(7), 10);
    let error = |change: &dyn Fn(&mut Setup)| {
        let mut setup = good.clone();
        change(&mut setup);
        State::begin(&setup, &mut Draws::new(&Seed::from([0; 32]))).unwrap_err().to_string()
    };
    let cells = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    let row = ["1-1", "2-1", "2-3", "3-1", "3-5", "4-1", "4-7", "5-1", "5-9", "6-1", "6-11", "7-1", "7-13"];
    assert_eq!(
        error(&|s| drop(s.players.pop())),
        "setup: players: there are 12, but it takes 7, 10, 13 or 16"
    );
    assert_eq!(error(&|s| s.players[3].priority = 0), "setup: players[3].priority: 0 is not from 1 to 13");
    assert_eq!(error(&|s| s.players[3].priority = 14), "setup: players[3].priority: 14 is not from 1 to 13");
    assert_eq!(error(&|s| s.players[3].priority = 2), "setup: players[3].priority: 2 is given twice");
    assert_eq!(error(&|s| s.rounds = 0), "setup: rounds: 0 is not from 1 to 100");
    assert_eq!(
        error(&|s| s.board = Shape::Triangle(5)),
        "setup: board: triangle:5 has 12 border cells, too few for 13 players"
    );
    assert_eq!(error(&|s| s.placement = cells(&row[..12])), "setup: placement: 12 cells for 13 players");
    let with = |i: usize, name: &str| {
        let mut names: Vec<String> = row.map(str::to_owned).to_vec();
        name.clone_into(&mut names[i]);
        error(&|s| s.placement = Some(names.clone()))
    };
    assert_eq!(with(2, "9-9"), "setup: placement[2]: triangle:7 has no cell \"9-9\"");
    assert_eq!(with(2, "3-2"), "setup: placement[2]: 3-2 is not a border cell");
    assert_eq!(with(2, "1-1"), "setup: placement[2]: 1-1 is given twice");
    State::begin(&Setup { placement: cells(&row), ..good }, &mut Draws::new(&Seed::from([0; 32]))).unwrap();
}

/// An entry of a random match: usually a legal one, so that matches get somewhere, and sometimes anything else.
#[derive(Debug, Clone)]
enum Entry {
    Legal(u8, u16),
    Any(u8, u16),
    Resolve(bool),
    Ec(u8),
}

fn entries() -> impl Strategy<Value = Vec<Entry>> {
    let entry = prop_oneof![
        8 => (1u8..17, any::<u16>()).prop_map(|(seat, n)| Entry::Legal(seat, n)),
        2 => (0u8..20, any::<u16>()).prop_map(|(seat, n)| Entry::Any(seat, n)),
        2 => any::<bool>().prop_map(Entry::Resolve),
        1 => (0u8..20).prop_map(Entry::Ec),
    ];
    prop::collection::vec(entry, 0..120)
}

fn matches() -> impl Strategy<Value = (Setup, u8)> {
    let board = prop_oneof![Just(Shape::Triangle(7)), Just(Shape::Hexagon(3)), Just(Shape::Triangle(9))];
    let players = prop::sample::select(Setup::PLAYERS.to_vec());
    (players, board, 1u32..11, any::<u8>())
        .prop_map(|(players, board, rounds, seed)| (setup(players, board, rounds), seed))
}

fn check_invariants(state: &State) {
    let players = state.players().len();
    let mut priorities: Vec<u8> =
        state.players().iter().filter(|p| p.on_board()).map(|player| player.priority).collect();
    assert!(state.players().iter().all(|p| (1..=players as u8).contains(&p.priority)));
    priorities.sort_unstable();
    priorities.dedup();
    let on_board = state.players().iter().filter(|p| p.on_board()).count();
    assert_eq!(priorities.len(), on_board, "priorities on the board are distinct");
    assert!(state.players().iter().filter(|p| p.token).count() <= state.tokens());
    assert_eq!(on_board + 3 * state.triforces().len(), players);
    assert!(state.triforces().len() <= state.last_triforce());
    assert_eq!(state.ec().is_some(), state.phase() == Stage::Over);
    for (seat, player) in state.seated() {
        assert_eq!(player.on_board(), player.removed_in.is_none());
        let made = state.triforces().iter().filter(|made| made.seats.contains(&seat)).count();
        assert_eq!(made, usize::from(!player.on_board()));
        assert!(!player.spend || player.garnets >= 1);
    }
    if state.phase() == Stage::Vote {
        assert_eq!(state.players().iter().filter(|p| p.token).count(), state.tokens());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn what_always_holds((setup, seed) in matches(), entries in entries()) {
        let mut state = begin(&setup, seed);
        let mut again = begin(&setup, seed);
        for entry in entries {
            let (by, action) = match entry {
                Entry::Legal(seat, n) => {
                    let legal = state.legal(Seat::new(seat));
                    let Some(&action) = legal.get(usize::from(n) % legal.len().max(1)) else { continue };
                    (By::seat(seat), action)
                }
                Entry::Any(seat, n) => {
                    let all = all_actions(setup.players.len() as u8);
                    (By::seat(seat), all[usize::from(n) % all.len()])
                }
                Entry::Resolve(host) => (if host { By::Host } else { By::Clock }, Action::Resolve),
                Entry::Ec(seat) => (By::Host, Action::Ec(Seat::new(seat))),
            };
            let before = state.clone();
            let result = state.apply(by, action);
            if result.is_err() {
                prop_assert_eq!(&state, &before);
            }
            prop_assert_eq!(again.apply(by, action), result);
            prop_assert_eq!(&again, &state);
            check_invariants(&state);
            prop_assert_eq!(TriforceBuilding::outcome(&state).is_some(), state.phase() == Stage::Over);
        }
    }

    #[test]
    fn legal_is_what_is_accepted_and_nothing_else((setup, seed) in matches(), entries in entries()) {
        let mut state = begin(&setup, seed);
        for entry in entries {
            match entry {
                Entry::Legal(seat, n) => {
                    let legal = state.legal(Seat::new(seat));
                    if let Some(&action) = legal.get(usize::from(n) % legal.len().max(1)) {
                        state.apply(By::seat(seat), action).unwrap();
                    }
                }
                Entry::Any(..) | Entry::Ec(_) => {}
                Entry::Resolve(_) => drop(state.apply(By::Clock, Action::Resolve)),
            }
        }
        for seat in (0..=setup.players.len() as u8 + 1).map(Seat::new) {
            let legal = state.legal(seat);
            for action in all_actions(setup.players.len() as u8) {
                let accepted = state.clone().apply(By::Seat(seat), action).is_ok();
                prop_assert_eq!(accepted, legal.contains(&action), "{} by seat {}", action, seat);
            }
            let mut once = legal.clone();
            once.sort_unstable();
            once.dedup();
            prop_assert_eq!(once.len(), legal.len());
        }
    }
}

#[test]
fn tb_r03_players_are_told_their_own_cell_only_where_the_match_reveals_it() {
    let names = crate::games::Names::default();
    for reveal in [Reveal::None, Reveal::Own] {
        let state = begin(&Setup { reveal, ..setup(13, Shape::Triangle(7), 10) }, 1);
        for (seat, player) in state.seated() {
            let cell = state.board().name(player.cell.unwrap()).to_string();
            let tells = |viewer| {
                let facts = TriforceBuilding::observe(&state, viewer).facts(&names);
                facts.iter().any(|fact| fact.value.contains(&cell))
            };
            assert_eq!(tells(Viewer::Seat(seat)), reveal == Reveal::Own);
            assert!(tells(Viewer::Beside(seat)) && !tells(Viewer::Public));
        }
    }
}

/// R3: neither the keys nor the hints nor any list reveal where a player is before a path is tried.
#[test]
fn tb_r03_what_is_offered_is_the_same_on_every_cell_unless_the_match_reveals_cells() {
    let offered = |reveal| {
        let setup = serde_json::to_value(Setup { reveal, ..setup(13, Shape::Hexagon(3), 10) }).unwrap();
        let game = crate::games::Registry::standard();
        let (table, _) =
            game.get("triforce-building").unwrap().begin(&setup, Some(Seed::from([1; 32])), None).unwrap();
        let on_the_pad = |seat: Seat| {
            let drafts =
                Path::all().map(|path| path.steps().iter().map(|step| step.letter().to_string()).collect());
            let drafts =
                drafts.map(|keys: Vec<String>| (table.choices(seat, &keys), table.hint(seat, &keys)));
            (drafts.collect::<Vec<_>>(), table.listed(seat))
        };
        Seat::all(13).map(on_the_pad).collect::<Vec<_>>()
    };
    let (blind, told) = (offered(Reveal::None), offered(Reveal::Own));
    assert!(blind.iter().all(|seat| *seat == blind[0]));
    let (drafts, listed) = &blind[0];
    assert!(listed.is_empty() && drafts.iter().all(|(choices, _)| choices.is_some()));
    assert!(told.iter().all(|(drafts, _)| drafts.iter().any(|(choices, _)| choices.is_none())));
    assert!(told.iter().any(|seat| *seat != told[0]) && told.iter().all(|(_, listed)| listed.len() > 10));
}

#[test]
fn the_option_has_the_number_of_rounds_that_a_setup_has() {
    assert_eq!(DEFAULT_ROUNDS_OPTION, Setup::DEFAULT_ROUNDS.to_string());
}

#[test]
fn tb_r16_a_hexagon_of_side_3_is_the_board_where_none_is_named() {
    let without = serde_json::json!({"rounds": 10, "players": setup(13, Shape::Triangle(7), 10).players});
    let named: Setup = serde_json::from_value(without).unwrap();
    assert_eq!(named.board, Shape::Hexagon(3));
    let state = begin(&named, 1);
    assert_eq!((state.board().cells().count(), state.board().border().count()), (54, 18));
    assert_eq!((Setup::BOARD.to_string(), DEFAULT_BOARD_OPTION), ("hexagon:3".to_owned(), "hexagon:3"));
    // The other shape can still be chosen.
    assert_eq!(begin(&setup(13, Shape::Triangle(7), 10), 1).board().cells().count(), 49);
}
