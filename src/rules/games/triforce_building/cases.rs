//! Rulebook cases: small texts named after the rule, each with a board before, entries, and what holds afterwards. They are
//! followed by tests of what is told in some of them.
//!
//! ```text
//! # why
//! board triangle:7
//! round 4 of 10
//! SEAT CELL|gone:ROUND PRIORITY GARNETS [powered] [token]      one line per seat
//! ---
//! BY: ACTION                      accepted
//! BY: ACTION ! part of sentence   refused with a sentence that contains this
//! ---
//! seat lines as above, and: phase P · round N · ec SEAT · triforce ROUND CELLS = SEATS
//! ```

use std::sync::Arc;

use super::state::{Made, Player, Stage, State};
use super::{Action, Event, Seen};
use crate::games::{Audience, By, Frame, Names, Observation, Seat, Viewer};
use crate::grid::{Board, Cell};

/// Declares a test for every case, by the name of its file.
macro_rules! cases {
    ($($name:ident),* $(,)?) => {
        $(
            #[test]
            fn $name() {
                run(include_str!(concat!("cases/", stringify!($name), ".txt")));
            }
        )*
    };
}

cases!(
    tb_sheet_priority_example,
    tb_r20_wrapped_priorities_of_small_rosters,
    tb_r01_paths_of_round_1_may_end_on_one_cell,
    tb_r02_players_never_block_each_other,
    tb_r03_a_refused_path_leaves_the_stored_one,
    tb_r04_the_highest_priority_among_the_powered_counts,
    tb_r04_lines_count_every_player,
    tb_r05_r06_r08_powered_now_and_four_left_within_a_round,
    tb_r06_not_with_five_left,
    tb_r07_the_last_triforce_ends_the_match,
    tb_r08_seven_in_place_of_three,
    tb_r09_spends,
    tb_r09_the_last_garnet_may_be_owed,
    tb_r10_tokens_by_the_priorities_after_the_spends,
    tb_r11_every_token_holder_votes,
    tb_r12_a_tie_falls_on_the_lowest_priority,
    tb_r12_no_vote_falls_on_the_lowest_priority,
    tb_r12_no_host_names_the_ec,
    tb_r12_a_host_named_the_ec_in_version_1,
    tb_r13_priorities_of_the_removed_stand_still,
    tb_tie_by_the_highest_priority,
    tb_tie_goes_on_to_the_next_unchecked_player,
    tb_four_triforces_in_one_round,
    tb_longer_runs_power_everyone,
);

fn run(text: &str) {
    let parts: Vec<&str> = text.split("---\n").collect();
    let [before, entries, after] = parts[..] else { panic!("a case has three parts") };
    let mut state = read(before);
    state.host_names = entries.lines().next() == Some("# version 1");
    for line in lines(entries) {
        let (by, rest) = line.split_once(": ").expect("BY: ACTION");
        let (action, refused) = rest.split_once(" ! ").map_or((rest, None), |(a, r)| (a, Some(r)));
        let by = match by {
            "clock" => By::Clock,
            "host" => By::Host,
            seat => By::seat(seat.parse().expect("a seat")),
        };
        let untouched = state.clone();
        let result = action.parse::<Action>().map_err(|e| e.to_string());
        let result = result.and_then(|action| state.apply(by, action).map_err(|e| e.to_string()));
        match (result, refused) {
            (Ok(_), None) => {}
            (Err(sentence), Some(part)) => {
                assert!(sentence.contains(part), "{line}: {sentence}");
                assert_eq!(state, untouched, "{line}: a refused entry changes nothing");
            }
            (result, _) => panic!("{line}: {result:?}"),
        }
    }
    for line in lines(after) {
        let (word, rest) = line.split_once(' ').expect("two words");
        let found = match word {
            "phase" => format!("{:?}", state.phase).to_lowercase(),
            "round" => state.round.to_string(),
            "ec" => state.ec.map_or("none".to_owned(), |ec| ec.to_string()),
            "triforce" => {
                let made: Vec<String> = state.triforces.iter().map(made_text).collect();
                assert!(made.iter().any(|made| made == rest), "{line}: {made:?}");
                continue;
            }
            seat => {
                let seat = Seat::new(seat.parse().expect("a seat"));
                seat_text(&state, seat)
            }
        };
        assert_eq!(found, rest, "{line}");
    }
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn seat_text(state: &State, seat: Seat) -> String {
    let player = state.player(seat).expect("a seat of the case");
    let place = match (player.cell, player.removed_in) {
        (Some(cell), None) => state.board.name(cell).to_string(),
        (None, Some(round)) => format!("gone:{round}"),
        odd => format!("{odd:?}"),
    };
    let powered = if player.powered { " powered" } else { "" };
    let token = if player.token { " token" } else { "" };
    format!("{place} {} {}{powered}{token}", player.priority, player.garnets)
}

fn made_text(made: &Made) -> String {
    let [a, b, c] = made.cells;
    let [x, y, z] = made.seats;
    format!("{} {a} {b} {c} = {x} {y} {z}", made.round)
}

/// Returns the state that a text describes.
pub(super) fn read(text: &str) -> State {
    let mut board = Arc::new(Board::new("triangle:7".parse().unwrap()));
    let (mut round, mut rounds) = (1, 10);
    let mut players = Vec::new();
    for line in lines(text) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["board", shape] => board = Board::shared(shape.parse().unwrap()),
            ["round", r, "of", of] => (round, rounds) = (r.parse().unwrap(), of.parse().unwrap()),
            [seat, place, priority, garnets, ref marks @ ..] => {
                assert_eq!(seat, (players.len() + 1).to_string(), "seats in order");
                let garnets = garnets.parse().unwrap();
                let priority = priority.parse().unwrap();
                players.push(Player {
                    letter: 'A',
                    cell: place.strip_prefix("gone:").is_none().then(|| find(&board, place)),
                    walked: None,
                    powered: marks.contains(&"powered"),
                    priority,
                    priority_before: priority,
                    garnets,
                    garnets_before: garnets,
                    garnets_spent: 0,
                    token: marks.contains(&"token"),
                    removed_in: place.strip_prefix("gone:").map(|round| round.parse().unwrap()),
                    path: None,
                    spend: false,
                    vote: None,
                });
            }
            _ => panic!("unreadable: {line}"),
        }
    }
    let gone: Vec<Seat> = Seat::all(players.len())
        .filter(|seat| players[usize::from(seat.number()) - 1].cell.is_none())
        .collect();
    let cells = ["1-1", "2-1", "2-3"].map(|name| board.name(find(&board, name)));
    let made = |seats: &[Seat]| Made { round: round - 1, cells, seats: seats.try_into().expect("three") };
    let triforces = gone.chunks(3).map(made).collect();
    State {
        board,
        rounds,
        phase: Stage::Round,
        round,
        players,
        triforces,
        ec: None,
        reveals_own: false,
        host_names: false,
    }
}

/// Returns the state before a case.
fn before(text: &str) -> State {
    read(text.split("---").next().unwrap())
}

fn find(board: &Board, name: &str) -> Cell {
    board.find(name).unwrap_or_else(|| panic!("no cell {name}"))
}

/// R14, R15: what everyone reads never names a player's cell, path, spend or power.
#[test]
fn tb_r14_r15_everyone_learns_of_triforces_only() {
    let mut state = before(include_str!("cases/tb_r05_r06_r08_powered_now_and_four_left_within_a_round.txt"));
    let events = state.apply(By::Clock, Action::Resolve).unwrap();
    let public: Vec<&Event> = events.iter().filter(|e| e.audience() == Audience::All).collect();
    assert!(public.iter().all(|e| matches!(e, Event::Triforce { .. } | Event::Over { .. })), "{public:?}");
    assert!(events.iter().any(|e| matches!(e, Event::Powered(_))));
}

/// R14: triforces are removed by their sums of priorities, which a spend changes, but everyone reads them by their
/// centres.
#[test]
fn tb_r14_triforces_of_a_round_are_told_by_their_centres_and_only_the_last_of_the_match_is_set_apart() {
    let mut state = before(include_str!("cases/tb_four_triforces_in_one_round.txt"));
    let events = state.apply(By::Clock, Action::Resolve).unwrap();
    let told: Vec<(usize, u8)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Triforce { number, seats, .. } => Some((*number, seats[0].number())),
            _ => None,
        })
        .collect();
    // Seats 10 to 12 are on the topmost one, but theirs is the last of the match.
    assert_eq!(told, [(1, 7), (2, 1), (3, 4), (4, 10)]);
    let removed: Vec<u8> = events
        .iter()
        .filter_map(|event| match event {
            Event::Left(seats) => Some(seats[0].number()),
            _ => None,
        })
        .collect();
    assert_eq!(removed, [1, 4, 7, 10], "for the host alone");
    assert!(events.iter().all(|e| !matches!(e, Event::Left(_)) || e.audience() == Audience::Host));
    let shown: Vec<u8> = state.shown_triforces().iter().map(|made| made.seats[0].number()).collect();
    let stored: Vec<u8> = state.triforces.iter().map(|made| made.seats[0].number()).collect();
    assert_eq!((shown, stored), (vec![7, 1, 4, 10], vec![1, 4, 7, 10]), "records keep the order of removal");
}

/// R14: two matches that differ in one spend, so that two triforces swap places, look the same to everyone.
#[test]
fn tb_r14_who_spent_does_not_show_in_the_order_of_triforces() {
    let text = "round 5 of 10\n1 6-3 10 1 powered\n2 6-5 9 1 powered\n3 5-3 2 1 powered\n\
                4 4-1 13 1 powered\n5 4-3 12 1 powered\n6 3-1 3 1 powered\n7 7-13 1 1\n\
                8 7-9 4 1\n9 7-11 5 1\n10 1-1 6 1\n11 2-1 7 1\n12 7-1 8 1\n13 7-3 11 1\n";
    let resolved = |spender: Option<u8>| {
        let mut state = read(text);
        if let Some(seat) = spender {
            state.apply(By::seat(seat), Action::Garnet).unwrap();
        }
        let events = state.apply(By::Clock, Action::Resolve).unwrap();
        let names = Names::default();
        let is_public = |event: &&Event| event.audience() == Audience::All;
        let told: Vec<String> = events.iter().filter(is_public).map(|event| event.sentence(&names)).collect();
        let frame = Frame { title: "", names: &names };
        let scene = Observation::scene(&Seen::new(&state, Viewer::Public), &frame);
        (state.triforces[0].seats, told, scene)
    };
    let (without, with) = (resolved(None), resolved(Some(3)));
    assert_ne!(without.0, with.0, "the spend changes which is removed first");
    assert_eq!((without.1, without.2), (with.1, with.2));
}

/// R17: in the sheet's example, priorities first fall at the start of round 3.
#[test]
fn tb_r17_the_first_fall_is_at_the_start_of_round_3() {
    let mut state = before(include_str!("cases/tb_r08_seven_in_place_of_three.txt"));
    let mut falls = Vec::new();
    for _ in 0..4 {
        let events = state.apply(By::Clock, Action::Resolve).unwrap();
        falls.extend(events.iter().find_map(|event| match event {
            Event::RoundBegan { round, fall, .. } => Some((*round, *fall)),
            _ => None,
        }));
    }
    assert_eq!(falls, [(2, 0), (3, 3), (4, 4), (5, 5)]);
}

/// R18: only the player who becomes powered is told about it.
#[test]
fn tb_r18_who_becomes_powered_is_told_in_private() {
    let mut state = before(include_str!("cases/tb_r08_seven_in_place_of_three.txt"));
    let events = state.apply(By::Clock, Action::Resolve).unwrap();
    let told: Vec<Seat> = events
        .iter()
        .filter_map(|event| match event {
            Event::BecamePowered { seat } => {
                assert_eq!(event.audience(), Audience::Seat(*seat));
                Some(*seat)
            }
            _ => None,
        })
        .collect();
    assert_eq!(told, [1, 2, 3, 4, 5].map(Seat::new), "6 was powered before");
}

/// R19: a list that was changed by a spend stays changed, so that the next fall begins from it.
#[test]
fn tb_r19_a_list_that_a_spend_has_changed_stays_changed() {
    let next = |spends: bool| {
        let mut state = before(include_str!("cases/tb_r13_priorities_of_the_removed_stand_still.txt"));
        if spends {
            state.apply(By::seat(3), Action::Garnet).unwrap();
        }
        for _ in 0..3 {
            state.apply(By::Clock, Action::Resolve).unwrap();
        }
        state.players.iter().map(|player| player.priority).collect::<Vec<u8>>()
    };
    let (with, without) = (next(true), next(false));
    // Seats 1 and 2 were above seat 3 and fell by 1; seat 4 was below it.
    assert_ne!(with[..3], without[..3]);
    assert_eq!(with[3..], without[3..]);
}

#[test]
fn tb_r15_each_player_on_the_board_is_told_the_priority_after_the_fall() {
    let mut state = before(include_str!("cases/tb_r13_priorities_of_the_removed_stand_still.txt"));
    let events = state.apply(By::Clock, Action::Resolve).unwrap();
    let told: Vec<Seat> = events
        .iter()
        .filter_map(|event| match event {
            Event::Priority { seat, priority, .. } => {
                assert_eq!(state.player(*seat).unwrap().priority, *priority);
                assert_eq!(event.audience(), Audience::Seat(*seat));
                Some(*seat)
            }
            _ => None,
        })
        .collect();
    let on_board: Vec<Seat> = state.seated().filter(|(_, p)| p.on_board()).map(|(seat, _)| seat).collect();
    assert_eq!(told, on_board);
}
