//! Puzzles from matches that are over.

use std::sync::Arc;

use trigon::games::Skill;
use trigon::matches::Match;
use trigon::sandbox::SeenMessage;

use crate::scene::Scene;

impl Scene {
    /// Plays a match of Triangoli at random to its end, and returns it.
    pub(crate) async fn won(&self) -> Arc<Match> {
        let id = self.started("triangoli", 2, &[]).await;
        let mut rng = fastrand::Rng::with_seed(2);
        loop {
            let game = self.matches.load(id).await.unwrap();
            let Some(asked) = game.to_act().first().copied() else { return game };
            let sight = game.playing().unwrap().sight(asked.seat).unwrap();
            let action = sight.decide(Skill::Random, rng.u64(..)).unwrap().action;
            self.matches.act(id, game.player(asked.seat).unwrap().user_id, &action).await.unwrap();
        }
    }
}

/// Returns the number of the match of a puzzle, and how many actions came before its position.
fn posed(puzzle: &SeenMessage) -> (String, String) {
    let parts = puzzle.parts().find_map(|part| Some(part["custom_id"].as_str()?.to_owned())).unwrap();
    let mut parts = parts.split(':');
    let (id, question) = (parts.nth(1).unwrap().to_owned(), parts.next().unwrap().to_owned());
    (id, question.split("@p").nth(1).unwrap().to_owned())
}

#[tokio::test]
async fn a_puzzle_is_solved_in_private_or_its_solution_shown() {
    let scene = Scene::set().await;
    let none = scene.ask(&scene.ada, "puzzle", &[]).await;
    assert!(none.content.contains("no puzzle") && none.files.is_empty(), "{}", none.content);
    let game = scene.won().await;
    scene.settled().await;
    let known = game.puzzles();
    assert!(!known.is_empty());
    let posts = scene.ada.view(scene.hall).len();
    // Whoever can read the channel can solve it, whether they played or not.
    let who = &scene.players[5];
    let puzzle = scene.ask(who, "puzzle", &[("game", "triangoli".into())]).await;
    assert!(puzzle.ephemeral && puzzle.files.len() == 1, "{}", puzzle.content);
    assert!(puzzle.content.contains("can win before anybody else acts. How?"), "{}", puzzle.content);
    let (number, actions) = posed(&puzzle);
    assert_eq!(number, game.id.to_string());
    let found = known.iter().find(|puzzle| puzzle.actions.to_string() == actions).unwrap();
    for action in &found.win.actions {
        assert!(!puzzle.content.contains(&format!("`{action}`")), "nothing gives it away");
    }
    let solved = scene.press(who, &puzzle, ":advice").await;
    assert!(solved.content.contains("💡 That’s how."), "{}", solved.content);
    for action in &found.win.actions {
        assert!(solved.content.contains(&format!("`{action}`")), "{}", solved.content);
    }
    // Tried out from the beginning, it is solved only by what wins.
    let mut board = scene.press(who, &solved, ":take-back").await;
    for _ in 1..found.win.actions.len() {
        board = scene.press(who, &board, ":take-back").await;
    }
    assert!(board.content.contains("How?"), "{}", board.content);
    let tried = scene.tried_out(who, &board).await;
    let first = tried.content.split('`').nth(1).unwrap();
    let wins = found.win.actions.len() == 1 && found.win.actions[0] == first;
    assert_eq!(tried.content.contains("✅ **Solved.**"), wins, "{}", tried.content);
    if !wins {
        assert!(tried.content.contains('❌'), "in Triangoli, a turn is one action: {}", tried.content);
    }
    scene.settled().await;
    assert_eq!(scene.ada.view(scene.hall).len(), posts, "nobody else learns of it");
    // Another one is another position.
    let another = scene.press(who, &tried, ":puzzle").await;
    if known.len() > 1 {
        assert_ne!(posed(&another).1, actions);
    } else {
        assert!(another.content.contains("no puzzle"), "{}", another.content);
    }
    scene.end().await;
}

#[tokio::test]
async fn a_match_in_a_channel_that_somebody_cannot_read_poses_them_no_puzzle() {
    let scene = Scene::set().await;
    let game = scene.won().await;
    scene.settled().await;
    let (lounge, _) = scene.lounge();
    let moved = format!("UPDATE matches SET channel_id = {}", lounge.0);
    scene.stored_otherwise(moved.leak()).await;
    let outsider = &scene.players[5];
    let none = scene.ask(outsider, "puzzle", &[]).await;
    assert!(none.content.contains("no puzzle"), "{}", none.content);
    let player = scene.in_seat(&game, trigon::games::Seat::new(1));
    let own = scene.ask(player, "puzzle", &[]).await;
    assert!(own.content.contains("find the win"), "who played has seen it anyway: {}", own.content);
    scene.end().await;
}
