//! Hints during a match, and looking back at one that is over.

use trigon::games::By;
use trigon::matches::{HOUR, Match};
use trigon::sandbox::Person;

use crate::scene::Scene;

impl Scene {
    /// Returns the player who is to act, and the other one.
    pub(crate) fn to_act<'a>(&'a self, game: &Match) -> (&'a Person, &'a Person) {
        let asked = self.in_seat(game, game.to_act()[0].seat);
        let other = self.players[..2].iter().find(|person| person.id() != asked.id()).unwrap();
        (asked, other)
    }
}

#[tokio::test]
async fn a_hint_is_for_whoever_is_to_act_and_names_what_can_be_played() {
    let scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[]).await;
    let game = scene.matches.load(id).await.unwrap();
    let (asked, other) = scene.to_act(&game);
    let refused = scene.ask(other, "hint", &[]).await;
    assert!(refused.components.is_empty() && !refused.content.contains('%'), "{}", refused.content);
    scene.settled().await;
    let posts = scene.ada.view(scene.hall).len();
    let hint = scene.ask(asked, "hint", &[]).await;
    let lines: Vec<&str> = hint.content.lines().filter(|line| line.contains("about")).collect();
    assert_eq!(lines.len(), 3, "{}", hint.content);
    let legal = game.playing().unwrap().legal(game.to_act()[0].seat);
    for line in lines {
        let action = format!("start {}", line.split("**").nth(1).unwrap());
        assert!(legal.contains(&action), "{line}");
    }
    let again = scene.ask(asked, "hint", &[]).await;
    assert_eq!(again.content, hint.content, "asking again changes nothing");
    scene.settled().await;
    assert_eq!(scene.ada.view(scene.hall).len(), posts, "nobody else learns of it");
    assert_eq!(scene.matches.load(id).await.unwrap().seq(), game.seq());
}

#[tokio::test]
async fn what_a_hint_advises_is_played_with_one_press() {
    let scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[]).await;
    let game = scene.matches.load(id).await.unwrap();
    let (asked, _) = scene.to_act(&game);
    let hint = scene.ask(asked, "hint", &[]).await;
    let second = hint.content.lines().find(|line| line.starts_with("2. ")).unwrap();
    let action = format!("start {}", second.split("**").nth(1).unwrap());
    let button = hint.button("Play 2").unwrap().to_owned();
    let told = scene.press(asked, &hint, &button).await;
    let now = scene.matches.load(id).await.unwrap();
    assert_eq!(now.log.last().unwrap().action(), Some(&action[..]), "{}", told.content);
    assert!(told.ephemeral, "{}", told.content);
}

#[tokio::test]
async fn a_hint_can_be_asked_for_in_a_direct_message() {
    let scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[]).await;
    let game = scene.matches.load(id).await.unwrap();
    let (asked, other) = scene.to_act(&game);
    let hint = scene.dm(asked, "hint").await;
    assert!(
        hint.content.contains("this is what I’d do") && hint.button("Play 1").is_some(),
        "{}",
        hint.content
    );
    let refused = scene.dm(other, "/hint").await;
    assert!(refused.components.is_empty() && !refused.content.contains('%'), "{}", refused.content);
    // Of three matches of two players, one of them is to act in two.
    let mut waiting = vec![(id, asked)];
    for game in ["triluminary", "triangoli"] {
        let id = scene.started(game, 2, &[]).await;
        waiting.push((id, scene.to_act(&scene.matches.load(id).await.unwrap()).0));
    }
    let is_busy = |who: &Person| waiting.iter().filter(|(_, asked)| asked.id() == who.id()).count() > 1;
    let (id, busy) = *waiting.iter().find(|(_, asked)| is_busy(asked)).unwrap();
    let several = scene.dm(busy, "hint").await;
    assert!(several.content.contains("begin with the number of the one you mean"), "{}", several.content);
    let hint = scene.dm(busy, &format!("#{id} hint")).await;
    let before = scene.matches.load(id).await.unwrap().seq();
    let button = hint.button("Play 1").unwrap().to_owned();
    busy.click(hint.id, &button).unwrap().response().await.unwrap();
    assert!(scene.matches.load(id).await.unwrap().seq() > before, "it is played");
}

#[tokio::test]
async fn there_are_no_hints_where_players_have_secrets() {
    let scene = Scene::set().await;
    scene.begin("Friday").await;
    let refused = scene.ask(&scene.players[0], "hint", &[]).await;
    assert!(refused.content.contains("no hints in Triforce Building"), "{}", refused.content);
}

#[tokio::test]
async fn a_review_comes_after_the_end_with_chances_turning_points_and_a_walk() {
    let scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[]).await;
    let early = scene.ask(&scene.players[0], "review", &[("match", id.0.into())]).await;
    assert!(early.content.contains("isn’t over yet"), "{}", early.content);
    // One player always does what comes last in the list, whatever it is worth.
    for _ in 0..24 {
        let game = scene.matches.load(id).await.unwrap();
        if game.to_act().is_empty() {
            break;
        }
        let (asked, _) = scene.to_act(&game);
        let legal = game.playing().unwrap().legal(game.to_act()[0].seat);
        let is_careless = asked.id() == scene.players[0].id();
        let action = if is_careless { legal.last() } else { legal.first() }.unwrap();
        scene.ask(asked, "move", &[("action", action.as_str().into())]).await;
    }
    let game = scene.matches.load(id).await.unwrap();
    let (asked, other) = scene.to_act(&game);
    scene.ask(asked, "resign", &[("confirm", true.into())]).await;
    scene.settled().await;

    let review = scene.ask(other, "review", &[("match", id.0.into())]).await;
    assert!(review.content.contains("A look back at **#1 Triangoli**"), "{}", review.content);
    let [picture] = &review.files[..] else { panic!("{} files", review.files.len()) };
    assert!(picture.content_type == "image/png" && picture.description.is_some());
    // It can be shown to everyone, who looks at it on their own.
    assert!(review.ephemeral);
    let shared = scene.press(other, &review, ":share").await;
    assert!(!shared.ephemeral && shared.content == review.content && shared.files.len() == 1);
    assert!(shared.button("Show everyone").is_none() && shared.pings.is_empty());
    let apart = scene.press(asked, &shared, ":entry:1").await;
    assert!(apart.ephemeral, "{}", apart.content);
    let walk = scene.press(other, &review, ":entry:1").await;
    assert!(walk.ephemeral && walk.content.contains("picture 1 of"), "{}", walk.content);
    // What cost most can be looked at.
    let line = review.content.lines().find(|line| line.contains("went from")).unwrap();
    let number = line.trim_start_matches("- ").split('.').next().unwrap();
    let before = scene.press(other, &review, &format!(":entry:{number}")).await;
    assert!(before.ephemeral && !before.files.is_empty(), "{}", before.content);
    assert_ne!(before.content, walk.content);
    let again = scene.ask(asked, "review", &[("match", id.0.into())]).await;
    assert_eq!(again.content, review.content, "it is worked out once, for all");
}

#[tokio::test]
async fn the_review_of_a_match_of_rounds_says_what_each_round_brought() {
    let scene = Scene::set().await;
    scene.begin("Friday").await;
    scene.settled().await;
    let early = scene.ask(&scene.players[0], "review", &[]).await;
    assert!(early.files.is_empty(), "{}", early.content);
    scene.resolve().await;
    scene.clock.advance(std::time::Duration::from_millis(HOUR.unsigned_abs()));
    scene.ask(&scene.ada, "host cancel", &[("confirm", true.into())]).await;
    let secret = scene.ask(&scene.players[0], "review", &[("match", 1.into())]).await;
    assert!(secret.content.contains("stays secret"), "{}", secret.content);
    scene.ask(&scene.ada, "host publish", &[("confirm", true.into()), ("match", 1.into())]).await;
    let review = scene.ask(&scene.players[0], "review", &[("match", 1.into())]).await;
    assert!(review.content.contains("\n- **Round 1:** "), "{}", review.content);
    assert!(review.content.starts_with("A look back at") && review.files.len() == 1, "{}", review.content);
    let button = review.button("Round 1").unwrap().to_owned();
    let then = scene.press(&scene.players[0], &review, &button).await;
    assert!(then.ephemeral && then.files.len() == 1 && then.content.contains("round 2"), "{}", then.content);
    let shared = scene.press(&scene.players[0], &review, ":share").await;
    assert!(!shared.ephemeral && shared.content == review.content, "{}", shared.content);
}

#[tokio::test]
async fn a_review_says_how_lucky_everyones_dice_were() {
    let scene = Scene::set().await;
    let id = scene.started("trice", 3, &[]).await;
    let load = async || scene.matches.load(id).await.unwrap();
    for _ in 0..4 {
        for action in ["roll", "end"] {
            let game = load().await;
            let user = game.player(game.to_act()[0].seat).unwrap().user_id;
            scene.matches.act(id, user, action).await.unwrap();
        }
    }
    for person in &scene.players[..2] {
        scene.ask(person, "resign", &[("confirm", true.into())]).await;
    }
    scene.settled().await;
    let game = load().await;
    let review = scene.ask(&scene.players[0], "review", &[("match", id.0.into())]).await;
    let told = review.content.lines().find(|line| line.starts_with("Luck: ")).unwrap();
    for (seat, player) in game.seated() {
        let own =
            game.log.iter().filter(|entry| entry.by == By::Seat(seat) && entry.action() == Some("roll"));
        let totals: Vec<u64> = own.map(|entry| entry.draws.iter().sum()).collect();
        // Three dice with four sides show 7.5 on average.
        let halves = 2 * totals.iter().sum::<u64>() as i64 - 15 * totals.len() as i64;
        let sign = ["−", "±", "+"][(halves.signum() + 1) as usize];
        let rolls = if totals.len() == 1 { "1 roll" } else { "2 rolls" };
        let points = if halves.abs() == 2 { "point" } else { "points" };
        let words = format!("**{}** {sign}{} {points} in {rolls}", player.name, halves.abs() as f64 / 2.0);
        assert!(told.contains(&words), "{words}: {told}");
    }
    scene.end().await;
}
