//! Time to draw the picture of a round and the replay of a match: `cargo bench --bench pictures`.
//!
//! Targets on one core: a PNG at 960 px takes at most 4 ms and 50 KB, and a replay of 11 frames at 560 px at
//! most 50 ms and 80 KB. The sizes are printed first.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::expect_used,
    reason = "a bench prints, and needs its match"
)]

use trigon::games::triforce_building::{Action, Entrant, Reveal, Setup, Stage, State, TriforceBuilding};
use trigon::games::{By, Draws, Frame as SceneFrame, Game, Names, Observation, Skill, Viewer, plan};
use trigon::simulate::{match_seed, names};
use trigon_render::{ANIMATION_WIDTH, Backdrops, DEFAULT_WIDTH, Frame, Scene, Theme, gif, png};

fn main() {
    let scenes = scenes();
    let theme = Theme::dark();
    let sizes = scenes.iter().filter_map(|scene| Some(png(scene, &theme, DEFAULT_WIDTH).ok()?.len()));
    let largest = sizes.max().unwrap_or(0);
    let replay = animate(&scenes).map_or(0, |bytes| bytes.len());
    println!("largest PNG {largest} bytes; GIF of {} frames {replay} bytes", scenes.len());
    divan::main();
}

/// Returns the eleven pictures of a ten-round match in which thirteen players gather triforces but do not complete the
/// last one.
fn scenes() -> Vec<Scene> {
    let entrant = |(name, priority)| Entrant { name, priority, garnets: 2 };
    let players = names(13).into_iter().zip((1..=13).rev()).map(entrant).collect();
    let setup = Setup { board: Setup::BOARD, rounds: 10, players, placement: None, reveal: Reveal::None };
    let names = Names::new(names(13));
    let mut rng = fastrand::Rng::with_seed(3);
    let mut draws = Draws::new(&match_seed("bench", 5));
    let mut state = State::begin(&setup, &mut draws).expect("the setup of the bench can be played");
    let draw = |state: &State| {
        let title = "Code Red, main match 3";
        let frame = SceneFrame { title, names: &names };
        TriforceBuilding::observe(state, Viewer::Public).scene(&frame)
    };
    let mut scenes = vec![draw(&state)];
    while state.phase() == Stage::Round {
        // Random players from round 3 on: good ones would complete the last triforce, and the match would end early.
        let skill = if state.round() > 2 { Skill::Random } else { Skill::USUAL };
        for (seat, action) in plan::<TriforceBuilding>(&state, skill, &mut rng) {
            let _ = state.apply(By::Seat(seat), action);
        }
        let _ = state.apply(By::Clock, Action::Resolve);
        scenes.push(draw(&state));
    }
    scenes
}

fn animate(scenes: &[Scene]) -> Option<Vec<u8>> {
    let height = scenes.iter().map(|scene| scene.height).fold(0.0, f32::max);
    let scenes: Vec<Scene> = scenes.iter().map(|scene| Scene { height, ..scene.clone() }).collect();
    let frames: Vec<Frame<'_>> = scenes.iter().map(|scene| Frame { scene, millis: 1_500 }).collect();
    gif(&frames, &Theme::dark(), ANIMATION_WIDTH).ok()
}

#[divan::bench]
fn scene_of_a_round(bencher: divan::Bencher<'_, '_>) {
    bencher.bench_local(scenes);
}

#[divan::bench]
fn png_of_a_round(bencher: divan::Bencher<'_, '_>) {
    let scenes = scenes();
    let theme = Theme::dark();
    let mut next = 0;
    bencher.bench_local(|| {
        next = (next + 1) % scenes.len();
        png(&scenes[next], &theme, DEFAULT_WIDTH)
    });
}

/// As the bot draws them.
#[divan::bench]
fn png_on_a_kept_backdrop(bencher: divan::Bencher<'_, '_>) {
    let scenes = scenes();
    let theme = Theme::dark();
    let backdrops = Backdrops::new(2);
    let mut next = 0;
    bencher.bench_local(|| {
        next = (next + 1) % scenes.len();
        backdrops.png(&scenes[next], &theme, DEFAULT_WIDTH)
    });
}

#[divan::bench]
fn gif_of_a_match(bencher: divan::Bencher<'_, '_>) {
    let scenes = scenes();
    bencher.bench_local(|| animate(&scenes));
}
