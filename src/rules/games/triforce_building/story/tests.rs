//! How matches are told: exact sentences for positions, and what holds for every match.

use super::super::cases::read;
use super::super::ending::groups;
use super::super::state::Made;
use super::super::{Action, Entrant, Path, Reveal, Seen, Setup, Stage, State};
use super::{chronicle, story};
use crate::games::{By, Draws, Names, Seat, Seed, Story, Viewer};
use crate::grid::Shape;

const NAMES: [&str; 13] =
    ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jo", "Kim", "Lea", "Max"];

fn names() -> Names {
    Names::new(NAMES.map(str::to_owned).to_vec())
}

fn told(before: &State, after: &State, viewer: Viewer) -> Option<Story> {
    story(&Seen::new(before, viewer), &Seen::new(after, viewer), &names())
}

/// Ends the phase, and returns how that is told to some viewers.
fn end<const N: usize>(state: &mut State, viewers: [Viewer; N]) -> [Story; N] {
    let before = state.clone();
    state.apply(By::Clock, Action::Resolve).unwrap();
    viewers.map(|viewer| told(&before, state, viewer).unwrap())
}

fn lines(story: &Story) -> Vec<&str> {
    std::iter::once(&story.headline).chain(&story.more).map(String::as_str).collect()
}

fn seat(number: u8) -> Viewer {
    Viewer::Seat(Seat::new(number))
}

#[test]
fn the_event_is_the_headline_and_the_rules_are_small_print() {
    // A line of five, and a triforce of two of its players with one who was powered before.
    let mut state = read(
        "round 3 of 10\n1 7-3 1 0\n2 7-4 2 0\n3 7-5 3 0\n4 7-6 4 0\n5 7-7 5 0\n6 6-3 6 0 powered\n7 1-1 7 0\n",
    );
    let [public, ann, ben, finn, gus] = end(&mut state, [Viewer::Public, seat(1), seat(2), seat(6), seat(7)]);
    assert_eq!(
        lines(&public),
        [
            "🔺 The first triforce, around 7-4: Ann, Cleo and Finn are safe.",
            "⚡ A line of five from 7-3 to 7-7 lights up.",
            "Four are still on the board. One more triforce ends the match, and leaves one of them behind.",
        ]
    );
    let fall = "For round 4, every priority fell by 4. Below 1, it starts again at the top.";
    let no_power = "With four players left, nobody needs to be powered.";
    assert_eq!(public.small, ["Still on the board: Ben, Dan, Eve and Gus.", no_power, fall]);
    assert_eq!(
        lines(&ann),
        [
            "🔺 You are safe, with Cleo and Finn.",
            "You leave the board with a token and 7 garnets, because you lit up and made a triforce in one round; you now have 7.",
            "You walk no more. If the rounds end without the last triforce, you vote.",
        ]
    );
    assert_eq!(ann.small, ["💤 No path arrived from you in round 3, so you stayed."]);
    assert_eq!(lines(&finn)[1], "You leave the board with a token and 3 garnets; you now have 3.");
    assert_eq!(
        lines(&ben),
        [
            "⚡ A line lights you up: you are powered.",
            "You stay powered. Next, make a triforce: stand with two other powered players around one cell."
        ]
    );
    assert_eq!(
        ben.small,
        [
            "💤 No path arrived from you in round 3, so you stayed.",
            "Your priority in round 4 is 5.",
            no_power,
            fall
        ]
    );
    assert_eq!(
        lines(&gus),
        ["💤 No path arrived from you in round 3, so you stayed."],
        "power no longer matters"
    );
}

#[test]
fn first_light_and_what_almost_was_a_line_are_told() {
    let five = "1 7-3 1 0\n2 7-4 2 0\n3 7-5 3 0\n4 7-6 4 0\n5 7-7 5 0\n6 1-1 6 0\n7 2-1 7 0\n";
    let mut state = read(&format!("round 2 of 10\n{five}"));
    let [public] = end(&mut state, [Viewer::Public]);
    assert_eq!(lines(&public), ["⚡ First light! A line of five from 7-3 to 7-7 lights up."]);
    // They stay there.
    let [public] = end(&mut state, [Viewer::Public]);
    assert_eq!(lines(&public), ["⚡ The line from 7-3 to 7-7 still shines."]);
    let mut state = read(&format!("round 1 of 10\n{}", five.replace("7-7", "7-9")));
    let [public] = end(&mut state, [Viewer::Public]);
    assert_eq!(
        lines(&public),
        [
            "🌑 The first round is over, and it is still dark.",
            "So close: from 7-3 to 7-6, four stand in a row."
        ]
    );
}

#[test]
fn a_line_of_which_some_leave_with_a_triforce_is_told_as_one() {
    let mut state = read(
        "round 2 of 10\n1 7-3 1 0\n2 7-4 2 0\n3 7-5 3 0\n4 7-6 4 0\n5 7-7 5 0\n6 6-3 6 0 powered\n7 1-1 7 0\n",
    );
    let [public] = end(&mut state, [Viewer::Public]);
    assert!(
        !Seen::new(&state, Viewer::Public)
            .occupied
            .iter()
            .any(|(cell, _)| { ["7-3", "7-5"].contains(&&*state.board().name(*cell).to_string()) })
    );
    assert!(lines(&public)[1].contains("from 7-3 to 7-7"), "{public:?}");
}

fn setup(rounds: u32) -> Setup {
    let entrant = |(i, name): (usize, &&str)| Entrant {
        name: (*name).to_owned(),
        priority: i as u8 + 1,
        garnets: i as i64 % 3,
    };
    Setup {
        board: Shape::Hexagon(3),
        rounds,
        players: NAMES.iter().enumerate().map(entrant).collect(),
        placement: None,
        reveal: Reveal::None,
    }
}

fn begin(rounds: u32, seed: u8) -> State {
    State::begin(&setup(rounds), &mut Draws::new(&Seed::from([seed; 32]))).unwrap()
}

#[test]
fn rounds_in_which_nothing_happens_do_not_read_alike() {
    let mut state = begin(10, 1);
    let mut before = String::new();
    for round in 1..10 {
        let [public] = end(&mut state, [Viewer::Public]);
        assert_ne!(public.headline, before, "round {round}");
        let left = public.more.last().filter(|line| line.starts_with('⏳')).cloned();
        let expected = match round {
            7 => Some("⏳ Three rounds are left."),
            8 => Some("⏳ Two rounds are left."),
            9 => Some("⏳ The last round begins. Without four more triforces, a vote decides."),
            _ => None,
        };
        assert_eq!(left.as_deref(), expected, "round {round}");
        before = public.headline;
    }
}

#[test]
fn the_end_by_votes_names_the_candidate_first() {
    let mut state = begin(1, 1);
    let viewers = [Viewer::Public, seat(13), seat(1)];
    let [public, max, ann] = end(&mut state, viewers);
    assert_eq!(
        lines(&public),
        [
            "⌛ The rounds are over. Thirteen players are still on the board, and each loses a garnet.",
            "🪙 By priority, Eve, Finn, Gus, Hana, Ivo, Jo, Kim, Lea and Max get tokens.",
            "🗳️ Those with a token now vote in secret. The elimination candidate will be Ann, Ben, Cleo or Dan.",
        ]
    );
    assert_eq!(
        public.small,
        [
            "These vote: Eve, Finn, Gus, Hana, Ivo, Jo, Kim, Lea and Max.",
            "In a tie, or without votes, the candidate with the lowest priority is chosen."
        ]
    );
    assert_eq!(max.headline, "🪙 You are safe: your priority brings you a token.");
    assert_eq!(ann.headline, "🎯 You have no token, so the elimination candidate may be you.");
    let ends = |votes: &[(u8, u8)]| {
        let mut state = state.clone();
        for (voter, candidate) in votes {
            state.apply(By::seat(*voter), Action::Vote(Seat::new(*candidate))).unwrap();
        }
        let [public, max, ann] = end(&mut state, viewers);
        [public, max, ann].map(|story| lines(&story).join(" "))
    };
    let [public, max, ann] = ends(&[(5, 2), (6, 2), (7, 3)]);
    assert_eq!(
        public,
        "🎯 Ben is the elimination candidate, with 2 of 3 votes. Six players did not vote. 🗳️ The votes: Ben 2, Cleo 1, Ann 0, Dan 0. Nobody made a triforce."
    );
    assert_eq!(max, "🔺 You are safe, with a token. 🎯 Ben is the elimination candidate.");
    assert_eq!(ann, "You have come through without a token. 🎯 Ben is the elimination candidate.");
    let [public, ..] = ends(&[(5, 4), (6, 2)]);
    assert!(
        public.contains("It is a tie, and Ben has the lowest priority of those with most votes."),
        "{public}"
    );
    let [public, _, ann] = ends(&[]);
    assert!(public.starts_with("🎯 Ann is the elimination candidate. "), "{public}");
    assert!(public.contains("Nobody voted, and Ann has the lowest priority of these."), "{public}");
    assert_eq!(ann, "🎯 You are the elimination candidate.");
}

#[test]
fn the_end_says_how_many_triforces_were_made_and_when() {
    let mut state = begin(1, 1);
    end(&mut state, []);
    let triforce = state.board().triforces()[0];
    let recap = |rounds: &[u8]| {
        let mut state = state.clone();
        let cells = triforce.corners.map(|cell| state.board().name(cell));
        let seats = [1, 2, 3].map(Seat::new);
        state.triforces = rounds.iter().map(|&round| Made { round, cells, seats }).collect();
        let [public] = end(&mut state, [Viewer::Public]);
        public.more.last().unwrap().clone()
    };
    assert_eq!(recap(&[]), "Nobody made a triforce.");
    assert_eq!(recap(&[3]), "One of four triforces was made, in round 3.");
    assert_eq!(recap(&[2, 2]), "Two of four triforces were made, in round 2.");
    assert_eq!(recap(&[2, 2, 5]), "Three of four triforces were made, in rounds 2 and 5.");
}

#[test]
fn the_last_triforce_of_players_who_are_not_powered_is_explained() {
    let mut state = read(
        "round 5 of 10\n1 7-3 1 0 powered\n2 7-7 2 0\n3 7-5 3 0 powered\n4 7-9 4 0\n5 6-7 5 0\n6 6-3 6 0 powered\n7 1-1 7 0\n",
    );
    let [public] = end(&mut state, [Viewer::Public]);
    assert_eq!(state.phase(), Stage::Over);
    assert_eq!(
        lines(&public)[2..],
        [
            "With four players left, nobody needs to be powered.",
            "🔺 Ben, Dan and Eve made the last triforce, around 7-8. Gus stayed behind.",
            "Both triforces were made, in round 5.",
        ]
    );
}

#[test]
fn the_end_by_the_last_triforce_says_who_stayed_behind() {
    let mut state = read("round 5 of 10\n1 7-3 1 0\n2 7-5 2 0\n3 6-3 3 0\n4 1-1 4 0\n");
    let [public, ann, dan] = end(&mut state, [Viewer::Public, seat(1), seat(4)]);
    assert_eq!(state.phase(), Stage::Over);
    assert_eq!(
        lines(&public),
        [
            "🎯 Dan is the elimination candidate.",
            "🔺 Ann, Ben and Cleo made the last triforce, around 7-4. Dan stayed behind.",
            "The only triforce was made in round 5."
        ]
    );
    assert_eq!(
        lines(&ann),
        [
            "🔺 You made the last triforce, with Ben and Cleo.",
            "It brings no token, but 1 garnet; you now have 1. Dan is the elimination candidate."
        ]
    );
    assert_eq!(dan.headline, "🎯 You are the elimination candidate.");
}

#[test]
fn how_close_the_candidate_was_is_told_once_everything_is_public() {
    let told = |dan: &str| {
        let mut state = read(&format!("round 5 of 10\n1 7-3 2 0\n2 7-5 3 0\n3 6-3 4 0\n4 {dan} 0\n"));
        let [public, after] = end(&mut state, [Viewer::Public, Viewer::Afterwards]);
        assert_eq!(public.more.len(), 2, "{:?} tells where somebody stood", public.more);
        after.more[1].clone()
    };
    assert_eq!(told("7-5 1"), "Dan stood on 7-5, too, but Ben had the higher priority.");
    assert_eq!(told("7-6 1"), "Dan was one step away from it.");
    assert_eq!(told("7-7 1"), "Dan was two steps away from it.");
    assert_eq!(told("1-1 1"), "The only triforce was made in round 5.", "nobody is told how far away it was");
}

#[test]
fn the_chronicle_says_who_walked_how_far_and_who_was_powered_first() {
    let mut state =
        read("round 2 of 10\n1 7-3 1 0\n2 7-4 2 0\n3 7-5 3 0\n4 7-6 4 0\n5 7-8 5 0\n6 1-1 6 0\n7 2-1 7 0\n");
    let mut positions = vec![state.clone()];
    for paths in [["-", "-", "-", "-", "L", "-", "-"], ["L", "-", "-", "-", "-", "D", "-"]] {
        for (i, path) in paths.iter().enumerate() {
            state.apply(By::seat(i as u8 + 1), Action::Move(path.parse().unwrap())).unwrap();
            positions.push(state.clone());
        }
        state.apply(By::Clock, Action::Resolve).unwrap();
        positions.push(state.clone());
    }
    assert!(chronicle(&[Seen::new(&state, Viewer::Afterwards)], &names()).is_empty(), "it is not over");
    // As if the match had ended with that round.
    (state.phase, state.round) = (Stage::Over, state.round - 1);
    positions.push(state);
    let seen: Vec<Seen> = positions.iter().map(|state| Seen::new(state, Viewer::Afterwards)).collect();
    assert_eq!(
        chronicle(&seen, &names()),
        [
            "⚡ First to be powered: Ann, Ben, Cleo, Dan and Eve, in round 2.",
            "👣 Furthest on foot: Ann, Eve and Finn, with 1 step each.",
        ]
    );
}

#[test]
fn a_spent_garnet_is_told_to_nobody_else() {
    let mut state = begin(10, 1);
    for _ in 0..2 {
        end(&mut state, []);
    }
    let mut other = state.clone();
    other.apply(By::seat(2), Action::Garnet).unwrap();
    let viewers = [Viewer::Public, seat(1), seat(2)];
    let (kept, spent) = (end(&mut state, viewers), end(&mut other, viewers));
    assert_eq!(kept[0], spent[0]);
    assert_eq!(kept[1], spent[1]);
    assert!(
        spent[2].small.contains(&"You spent a garnet for round 3, and have 0 garnets.".to_owned()),
        "{spent:?}"
    );
}

/// Plays a match at random, and calls `look` at the end of each phase with the states before and after.
fn play(seed: u8, mut look: impl FnMut(&State, &State)) -> State {
    let (mut state, mut dice) = (begin(10, seed), fastrand::Rng::with_seed(seed.into()));
    while state.phase() != Stage::Over {
        for asked in state.to_act() {
            let legal = state.legal(asked.seat);
            if let Some(action) = dice.choice(legal).filter(|_| state.phase() != Stage::Over) {
                state.apply(By::Seat(asked.seat), action).unwrap();
            }
        }
        if state.phase() == Stage::Over {
            break;
        }
        let before = state.clone();
        state.apply(By::Clock, Action::Resolve).unwrap();
        look(&before, &state);
    }
    state
}

#[test]
fn posts_are_short_and_sentences_can_be_read_aloud() {
    let all = NAMES.join("|");
    for seed in 0..60 {
        play(seed, |before, after| {
            for viewer in std::iter::once(Viewer::Public).chain((1..=13).map(seat)) {
                let Some(story) = told(before, after, viewer) else { continue };
                assert!(story.more.len() + story.small.len() <= 8, "{story:#?}");
                assert!(story.more.len() <= 5, "{story:#?}");
                for line in lines(&story).into_iter().chain(story.small.iter().map(String::as_str)) {
                    for sentence in line.split_inclusive(['.', '!']) {
                        // A list of names counts as one word.
                        let words = sentence.split_whitespace();
                        let words =
                            words.filter(|word| !all.contains(word.trim_end_matches([',', '.', ':'])));
                        assert!(words.count() <= 25, "{sentence}");
                    }
                }
            }
        });
    }
}

#[test]
fn nothing_is_told_of_an_answer_that_ends_nothing() {
    let mut state = begin(10, 1);
    let before = state.clone();
    state.apply(By::seat(1), Action::Move(Path::STAY)).unwrap();
    for viewer in [Viewer::Public, seat(1), seat(2)] {
        assert_eq!(told(&before, &state, viewer), None);
    }
}

#[test]
fn every_seat_is_in_one_group_of_the_standings_and_lines_fit_a_phone() {
    for seed in 0..20 {
        let end = play(seed, |_, _| {});
        let groups = groups(&Seen::new(&end, Viewer::Afterwards));
        let mut seats: Vec<Seat> =
            groups.iter().flat_map(|group| &group.seats).map(|(seat, _)| *seat).collect();
        assert_eq!(groups.last().unwrap().seats[0].0, end.ec().unwrap());
        seats.sort_unstable();
        assert!(seats.into_iter().eq(Seat::all(13)));
        let longest =
            groups.iter().flat_map(|group| &group.seats).map(|(_, line)| line.chars().count()).max();
        // With a name of 14 letters and what separates it.
        assert!(longest.unwrap() + 14 + 3 <= 40, "{groups:#?}");
    }
    assert!(groups(&Seen::new(&begin(1, 1), Viewer::Afterwards)).is_empty(), "not before the end");
}

#[test]
fn a_match_is_shared_from_what_everyone_sees() {
    let mut state = read(
        "round 3 of 10\n1 7-3 1 0\n2 7-4 2 0\n3 7-5 3 0\n4 7-6 4 0\n5 7-7 5 0\n6 6-3 6 0 powered\n7 1-1 7 0\n",
    );
    let shared = |state: &State, viewer| super::super::alt::share(&Seen::new(state, viewer));
    assert_eq!(shared(&state, Viewer::Public), ["▫️▫️", "Seven are on the board."]);
    state.apply(By::Clock, Action::Resolve).unwrap();
    let told = ["▫️▫️🔺", "Three are safe, and four are still on the board."];
    for viewer in [Viewer::Public, seat(1), Viewer::Host] {
        assert_eq!(shared(&state, viewer), told, "{viewer:?}");
    }
}
