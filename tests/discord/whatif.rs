//! What-if boards: trying out in private what could be played.

use std::sync::Arc;

use serde_json::Value;
use trigon::games::Seed;
use trigon::sandbox::{Person, SeenMessage};

use crate::scene::Scene;

impl Scene {
    /// Like [`Self::set`], with other draws to come.
    async fn with_seed(seed: u8) -> Self {
        let mut scene = Self::set().await;
        scene.stop_bot().await;
        scene.matches = scene.matches.clone().with_seeds(Arc::new(move || Ok(Seed::from([seed; 32]))));
        scene.start_bot().await;
        scene
    }

    /// Chooses whatever comes first on a board until another action has been played on it.
    pub(crate) async fn tried_out(&self, who: &Person, board: &SeenMessage) -> SeenMessage {
        let (before, mut board) = (played(board).len(), board.clone());
        while played(&board).len() == before {
            let first = board.parts().next().unwrap().clone();
            let id = first["custom_id"].as_str().unwrap();
            let picked = match first["options"][0]["value"].as_str() {
                Some(value) => who.select(board.id, id, &[value]),
                None => who.click(board.id, id),
            };
            board = picked.unwrap().message().await.unwrap();
            assert!(board.ephemeral && board.content.chars().count() <= 2_000);
            if board.content.contains("no room") {
                break;
            }
        }
        board
    }

    async fn labelled(&self, who: &Person, board: &SeenMessage, label: &str) -> SeenMessage {
        let id = board.button(label).unwrap_or_else(|| panic!("no {label}"));
        who.click(board.id, id).unwrap().message().await.unwrap()
    }
}

/// Returns the actions that were played on a board.
fn played(board: &SeenMessage) -> Vec<String> {
    let turns = board.content.lines().filter(|line| line.starts_with("▸ "));
    turns.flat_map(|line| line.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

fn labels(board: &SeenMessage) -> Vec<&str> {
    board.parts().filter_map(|part| part["label"].as_str()).collect()
}

const BACK_LABEL: &str = "Back";
const START_AGAIN_LABEL: &str = "Start again";
const ADVICE_LABEL: &str = "What would the computer do?";

#[tokio::test]
async fn a_board_is_stepped_through_in_private_and_changes_nothing() {
    let scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[]).await;
    let game = scene.matches.load(id).await.unwrap();
    let (asked, other) = scene.to_act(&game);
    scene.settled().await;
    let posts = scene.ada.view(scene.hall).len();

    let start = scene.ask(asked, "whatif", &[]).await;
    assert!(start.content.starts_with("**#1 Triangoli** · what if …"), "{}", start.content);
    assert!(!start.content.contains("made up"), "nothing is drawn in Triangoli: {}", start.content);
    let [picture] = &start.files[..] else { panic!("{} files", start.files.len()) };
    assert!(picture.description.as_ref().unwrap().starts_with("What if: not the match itself."));
    let at_start = picture.bytes.clone();
    assert!(!labels(&start).contains(&BACK_LABEL) && labels(&start).contains(&ADVICE_LABEL));

    let one = scene.tried_out(asked, &start).await;
    assert_eq!((one.id, one.files.len()), (start.id, 1), "it replaces the board");
    assert_ne!(one.files[0].bytes, at_start);
    let session = game.playing().unwrap();
    let first = played(&one).remove(0);
    assert!(session.legal(game.to_act()[0].seat).contains(&first), "{first}");
    assert!(labels(&one).contains(&BACK_LABEL) && !labels(&one).contains(&START_AGAIN_LABEL));
    let two = scene.tried_out(asked, &one).await;
    assert_eq!(played(&two).len(), 2, "{}", two.content);
    assert!(two.content.contains("▸ bob: `") && two.content.contains("▸ cleo: `"), "{}", two.content);
    let three = scene.tried_out(asked, &two).await;

    let back = scene.labelled(asked, &three, BACK_LABEL).await;
    assert_eq!((&back.content, &back.files[0].bytes), (&two.content, &two.files[0].bytes));
    let again = scene.labelled(asked, &back, START_AGAIN_LABEL).await;
    assert_eq!((&again.content, &again.files[0].bytes), (&start.content, &at_start));

    let one = scene.tried_out(asked, &again).await;
    assert_eq!(played(&one), [first]);
    let advised = scene.labelled(asked, &one, ADVICE_LABEL).await;
    let advice: Vec<&str> = advised.content.lines().filter(|line| line.contains(" %")).collect();
    assert_eq!((advice.len(), played(&advised)), (3, played(&one)), "{}", advised.content);
    let name = other.name();
    assert!(advised.content.contains(&format!("As **{name}**, I’d do this")), "{}", advised.content);

    scene.settled().await;
    assert_eq!(scene.ada.view(scene.hall).len(), posts, "nobody else learns of it");
    assert_eq!(scene.matches.load(id).await.unwrap().seq(), game.seq());
    scene.end().await;
}

#[tokio::test]
async fn a_board_outlives_a_restart_and_says_that_the_match_has_gone_on() {
    let mut scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[]).await;
    let game = scene.matches.load(id).await.unwrap();
    let start = scene.ask(scene.to_act(&game).0, "whatif", &[]).await;
    let one = scene.tried_out(scene.to_act(&game).0, &start).await;
    scene.stop_bot().await;
    scene.start_bot().await;
    let asked = scene.to_act(&game).0;
    let two = scene.tried_out(asked, &one).await;
    assert_eq!(played(&two)[0], played(&one)[0]);
    assert!(!two.content.contains("has gone on"), "{}", two.content);

    let legal = game.playing().unwrap().legal(game.to_act()[0].seat);
    scene.ask(asked, "move", &[("action", legal.last().unwrap().as_str().into())]).await;
    let back = scene.labelled(asked, &two, BACK_LABEL).await;
    assert!(back.content.contains("The match has gone on since"), "{}", back.content);
    assert_eq!(back.files[0].bytes, one.files[0].bytes, "it keeps its position");
    let refused = scene.ask(asked, "whatif", &[]).await;
    assert!(refused.files.is_empty() && refused.components.is_empty(), "{}", refused.content);
    scene.settled().await;
    scene.ask(asked, "resign", &[("confirm", true.into())]).await;
    let over = scene.tried_out(asked, &back).await;
    assert!(over.content.contains("The match has gone on since"), "{}", over.content);
    scene.end().await;
}

#[tokio::test]
async fn a_hint_leads_to_a_board_and_where_there_are_no_hints_there_are_no_boards() {
    let scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[]).await;
    let game = scene.matches.load(id).await.unwrap();
    let (asked, other) = scene.to_act(&game);
    let hint = scene.ask(asked, "hint", &[]).await;
    let board = scene.labelled(asked, &hint, "What if …").await;
    assert!(board.ephemeral && board.id != hint.id && !board.files.is_empty(), "{}", board.content);
    let advised = scene.labelled(asked, &board, ADVICE_LABEL).await;
    let advice = |message: &SeenMessage| {
        let lines = message.content.lines().filter(|line| line.contains(" %"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(advice(&advised), advice(&hint), "the same position has the same advice");
    let refused = [scene.ask(other, "hint", &[]).await, scene.ask(other, "whatif", &[]).await];
    assert_eq!(refused[0].content, refused[1].content);
    let stranger = scene.ask(&scene.players[3], "whatif", &[("match", id.0.into())]).await;
    assert!(stranger.files.is_empty(), "{}", stranger.content);

    scene.begin("Friday").await;
    let refused = scene.ask(&scene.players[3], "whatif", &[]).await;
    let words =
        "There are no what-if boards in Triforce Building: they are for games of turns without secrets.";
    assert!(refused.content.contains(words), "{}", refused.content);
    scene.end().await;
}

#[tokio::test]
async fn what_is_rolled_on_a_board_says_nothing_about_what_the_match_will_roll() {
    let roll = |told: &str| {
        let line = told.lines().find(|line| line.contains(" = ")).unwrap_or_else(|| panic!("{told}"));
        line.chars().filter(char::is_ascii_digit).collect::<String>()
    };
    let (mut made_up, mut real) = (Vec::new(), Vec::new());
    for seed in [7, 8, 9] {
        let scene = Scene::with_seed(seed).await;
        let id = scene.started("trice", 3, &[]).await;
        let game = scene.matches.load(id).await.unwrap();
        let asked = scene.in_seat(&game, game.to_act()[0].seat);
        let start = scene.ask(asked, "whatif", &[]).await;
        assert!(start.content.contains("What is drawn or rolled here is made up"), "{}", start.content);
        let rolled = scene.tried_out(asked, &start).await;
        assert_eq!(played(&rolled), ["roll"]);
        made_up.push(roll(&rolled.content));
        // Trying it out often tells no more.
        let back = scene.labelled(asked, &rolled, BACK_LABEL).await;
        assert_eq!(scene.tried_out(asked, &back).await.content, rolled.content);
        let told = scene.matches.act(id, asked.id().0.into(), "roll").await.unwrap();
        real.push(roll(&told.iter().map(|told| &told.text[..]).collect::<Vec<_>>().join("\n")));
        scene.end().await;
    }
    assert!(made_up[0] == made_up[1] && made_up[1] == made_up[2], "{made_up:?}");
    assert!(real[0] != real[1] || real[1] != real[2], "{real:?}");
}

#[tokio::test]
async fn a_board_that_is_full_says_so_and_keeps_what_was_played() {
    let scene = Scene::set().await;
    let id = scene.started("trice", 3, &[]).await;
    let game = scene.matches.load(id).await.unwrap();
    let asked = scene.in_seat(&game, game.to_act()[0].seat);
    let mut board = scene.ask(asked, "whatif", &[]).await;
    for _ in 0..200 {
        let next = scene.tried_out(asked, &board).await;
        if next.content.contains("no room") {
            break;
        }
        board = next;
    }
    let full = scene.tried_out(asked, &board).await;
    assert!(full.content.contains("no room for more actions"), "{}", full.content);
    assert_eq!(played(&full), played(&board));
    let back = scene.labelled(asked, &full, BACK_LABEL).await;
    assert_eq!(played(&back).len() + 1, played(&full).len());
    scene.end().await;
}

#[tokio::test]
async fn every_game_of_turns_can_be_tried_out() {
    for (name, players) in [("triforce", 3), ("triangoli", 2), ("trice", 3), ("triluminary", 2)] {
        let scene = Scene::set().await;
        let id = scene.started(name, players, &[]).await;
        let game = scene.matches.load(id).await.unwrap();
        let asked = scene.in_seat(&game, game.to_act()[0].seat);
        let mut rng = fastrand::Rng::with_seed(4);
        let mut board = scene.ask(asked, "whatif", &[]).await;
        for _ in 0..40 {
            let is_choice = |part: &&Value| {
                [ADVICE_LABEL, START_AGAIN_LABEL, BACK_LABEL, "Undo", "Start over"]
                    .iter()
                    .all(|label| part["label"] != *label)
            };
            let Some(part) = rng.choice(board.parts().filter(is_choice).collect::<Vec<_>>()) else { break };
            let id = part["custom_id"].as_str().unwrap();
            let picked = match part["options"].as_array().and_then(|options| rng.choice(options)) {
                Some(option) => asked.select(board.id, id, &[option["value"].as_str().unwrap()]),
                None => asked.click(board.id, id),
            };
            board = picked.unwrap().message().await.unwrap();
            assert!(board.ephemeral && board.files.len() == 1, "{name}: {}", board.content);
            assert!(!board.content.contains("can’t choose"), "{name}: {}", board.content);
        }
        assert!(played(&board).len() > 6, "{name}: {}", board.content);
        scene.end().await;
    }
}
