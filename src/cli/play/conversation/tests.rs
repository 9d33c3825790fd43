//! Whole conversations, with every game of the registry that fits.

use std::sync::Arc;

use super::*;
use crate::cli::play::options;
use crate::games::{AnyGame, Pace, Registry, Skill};

/// What is typed at a prompt.
#[derive(Clone, Copy)]
enum Typed {
    /// The first action that is offered.
    First,
    /// A line.
    Line(&'static str),
}

use Typed::{First, Line};

/// An action of the game of rounds. Unless the host wants otherwise, its players are not offered any.
const STAY: Typed = Line("move -");

/// A person who types the lines of a list.
struct Typist<'a>(std::slice::Iter<'a, Typed>);

impl LineSource<Candidates> for Typist<'_> {
    fn next(
        &mut self,
        out: &mut dyn Write,
        prompt: &str,
        complete: Candidates,
    ) -> Result<Option<String>, Error> {
        writeln!(out, "{prompt}")?;
        Ok(self.0.next().copied().map(|typed| match typed {
            First => complete.actions[0].clone(),
            Line(line) => line.to_owned(),
        }))
    }

    fn forget(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

fn games(pace: Pace) -> Vec<Arc<dyn AnyGame>> {
    let games = Registry::standard();
    games.iter().filter(|game| game.info().pace == pace).cloned().collect()
}

/// Returns what is printed in a match in which some seats are played at the keyboard.
fn said(game: &Arc<dyn AnyGame>, humans: &[usize], screen: Screen, input: &[Typed]) -> String {
    said_with(game, &[], humans, screen, input)
}

/// Like [`said`], with options of the game.
fn said_with(
    game: &Arc<dyn AnyGame>,
    set: &[(String, serde_json::Value)],
    humans: &[usize],
    screen: Screen,
    input: &[Typed],
) -> String {
    let setup = options::setup(&**game, None, &[], set).unwrap();
    let seed = options::seed(Some("x")).unwrap();
    let mut session = Session::begin(Arc::clone(game), setup, seed).unwrap();
    session.chairs = vec![Chair::Computed(Skill::Random); session.table().seats()];
    for &human in humans {
        session.chairs[human - 1] = Chair::Human;
    }
    let mut out = Vec::new();
    let input = Typist(input.iter());
    Conversation::new(session, input, &mut out, screen).run().unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn secrets_vanish_before_somebody_else_looks() {
    let game = games(Pace::Rounds).remove(0);
    let text = said(&game, &[2, 5], Screen::Terminal, &[Line(""), STAY, Line(""), STAY]);
    let screens: Vec<&str> = text.split("\x1b[2J\x1b[3J\x1b[H").collect();
    assert_eq!(screens.len(), 3, "{text}");
    assert!(screens[0].contains("Charlie, press Enter") && screens[1].starts_with("Amey, press Enter"));
    for (screen, other) in [(0, "Amey’s path"), (1, "Charlie’s path"), (2, "’s path")] {
        assert!(!screens[screen].contains(other), "{}", screens[screen]);
    }
    assert!(screens[2].contains("Round 2 begins."));
    assert!(screens[0].contains("the letter") && screens[1].contains("the letter"));
}

#[test]
fn players_who_keep_track_of_their_cell_are_offered_no_path_and_can_walk_all_the_same() {
    let game = games(Pace::Rounds).remove(0);
    let input = [Line("?"), Line("? move u"), Line("? fly"), Line("move ULDR"), STAY, Line("?")];
    let text = said(&game, &[2], Screen::None, &input);
    let (asked, _) = text.split_once("Round 2 begins.").unwrap();
    // The same answer for every prefix, and nothing that would reveal where the player is.
    let how =
        "Write a path like this: move LUR. A step that leads nowhere is refused when you submit the path.";
    assert_eq!(asked.matches(how).count(), 3, "{asked}");
    assert!(!asked.contains("Nothing you can do") && !asked.contains("  move "), "{asked}");
    assert!(!asked.contains("Cell: "), "{asked}");
    assert!(asked.contains("at most 3 steps") && asked.contains("Your path for this round is -."), "{asked}");

    let shown = [("reveal".to_owned(), "own".into())];
    let text = said_with(&game, &shown, &[2], Screen::None, &[Line("? move -"), First]);
    assert!(text.contains("  move -\n") && text.contains("Cell: ") && !text.contains(how), "{text}");
}

#[test]
fn one_player_and_games_in_turns_need_no_clearing() {
    for game in games(Pace::Rounds) {
        assert!(!said(&game, &[2], Screen::Terminal, &[STAY; 2]).contains('\x1b'));
    }
    for game in games(Pace::Turns) {
        assert!(!said(&game, &[1, 2], Screen::Terminal, &[First; 3]).contains('\x1b'));
    }
}

#[test]
fn undo_takes_computed_seats_back_with_it() {
    for game in games(Pace::Turns) {
        let text = said(&game, &[1], Screen::None, &[First, Line("undo"), Line("undo"), First]);
        assert!(text.contains("Taken back: ") && text.contains(" by 1."), "{text}");
        assert!(text.contains("There is nothing to take back"), "{text}");
        let played = said(&game, &[1], Screen::None, &[First]);
        let end = played.lines().find(|line| line.starts_with("Stopped after ")).unwrap();
        assert!(text.contains(end), "{text}");
    }
}
