//! What hosts do by mistake, and what they read then.

use trigon::ids::MatchId;
use trigon::sandbox::OptionValue;

use crate::scene::Scene;

/// A match that has not begun, in which the first players have seats and the priorities 1, 2 and so on.
async fn seated(count: usize) -> Scene {
    let scene = Scene::set().await;
    let options = [("title", "Misfire".into()), ("players", 7.into()), ("sign_up", false.into())];
    scene.ask(&scene.ada, "host create", &options).await;
    for (place, player) in (1..).zip(&scene.players[..count]) {
        let options = [("player", player.id().into()), ("priority", OptionValue::from(place))];
        scene.ask(&scene.ada, "host seat", &options).await;
    }
    scene
}

/// Returns the priorities of the first players.
async fn priorities(scene: &Scene, count: usize) -> Vec<Option<i64>> {
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let of = |player: &trigon::sandbox::Person| {
        let user = player.id().0.into();
        game.players.iter().find(|known| known.user_id == user)?.fields.number("priority")
    };
    scene.players[..count].iter().map(of).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_priority_that_is_given_twice_names_its_holder_and_is_swapped_with_a_press() {
    let scene = seated(3).await;
    let (bob, dan, eve) = (&scene.players[0], &scene.players[2], &scene.players[3]);
    let options = [("player", dan.id().into()), ("priority", 1.into())];
    let offered = scene.ask(&scene.ada, "host seat", &options).await;
    let (holder, player) = (bob.mention(), dan.mention());
    let told = format!(
        "Priority 1 is {holder}’s, so nothing has changed. Swap them? {player} gets 1, and {holder} gets 3."
    );
    assert_eq!(offered.content, told);
    assert_eq!(priorities(&scene, 3).await, [Some(1), Some(2), Some(3)]);
    let done = scene.press(&scene.ada, &offered, ":swap:").await;
    assert!(done.content.contains("#1 Misfire"), "{}", done.content);
    assert_eq!(priorities(&scene, 3).await, [Some(3), Some(2), Some(1)]);
    // Somebody without a seat has no place to give.
    let options = [("player", eve.id().into()), ("priority", 1.into())];
    let refused = scene.ask(&scene.ada, "host seat", &options).await;
    assert!(refused.content.contains(&format!("Priority 1 is {player}’s")), "{}", refused.content);
    assert!(refused.parts().next().is_none(), "{:?}", refused.components);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_roster_says_who_has_its_seats() {
    let scene = seated(7).await;
    let refused = scene.ask(&scene.ada, "host seat", &[("player", scene.ada.id().into())]).await;
    let told =
        format!("All 7 seats are taken, so {} has none, and nothing has changed.", scene.ada.mention());
    assert!(refused.content.starts_with(&told), "{}", refused.content);
    assert!(refused.content.contains("use `/host unseat`"), "{}", refused.content);
    for player in &scene.players {
        assert!(refused.content.contains(&player.mention()), "{}", refused.content);
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_cancelled_with_a_press_after_a_question() {
    let scene = Scene::set().await;
    scene.begin("Misfire").await;
    let asked = scene.ask(&scene.ada, "host cancel", &[]).await;
    assert!(asked.content.starts_with("Cancel **#1 Misfire** for good?"), "{}", asked.content);
    let kept = scene.press(&scene.ada, &asked, ":back").await;
    assert!(kept.content.contains("#1 Misfire"), "{}", kept.content);
    assert!(scene.matches.load(MatchId(1)).await.unwrap().is_going_on());
    // The round may have ended in the meantime: it is the same match.
    let asked = scene.ask(&scene.ada, "host cancel", &[]).await;
    scene.resolve().await;
    let done = scene.press(&scene.ada, &asked, ":cancel").await;
    assert!(done.content.contains("is cancelled"), "{}", done.content);
    assert!(!scene.matches.load(MatchId(1)).await.unwrap().is_going_on());
    let late = scene.ask(&scene.ada, "host cancel", &[("match", 1.into())]).await;
    assert_eq!(late.content, "Match 1 has already ended.");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_does_not_play_is_told_at_once_that_somebody_has_left_and_nobody_else_is() {
    let scene = Scene::set().await;
    scene.begin("Misfire").await;
    scene.settled().await;
    let cleo = &scene.players[1];
    scene.ask(cleo, "leave", &[("confirm", true.into())]).await;
    scene.settled().await;
    let told = scene.ada.dms().pop().unwrap().content;
    let wanted = "🚪 **cleo** has left the match. The players learn of it when round 1 of 10 ends";
    assert!(told.contains(wanted), "{told}");
    let others = scene.players.iter().filter(|player| player.id() != cleo.id());
    for reader in others {
        let all = reader.dms().into_iter().chain(reader.view(scene.hall));
        assert!(all.into_iter().all(|message| !message.content.contains("has left")), "{}", reader.name());
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preset_sets_terms_that_belong_together_and_options_change_some_of_them() {
    let scene = Scene::set().await;
    let create = async |ends: &'static str, more: &[(&'static str, OptionValue)]| {
        let options = [&[("ends", ends.into()), ("sign_up", false.into())], more].concat();
        scene.ask(&scene.ada, "host create", &options).await.content
    };
    let terms = async |id: MatchId| scene.matches.load(id).await.unwrap().terms.clone();
    create("relaxed", &[("grace", 3.into())]).await;
    let relaxed = terms(MatchId(1)).await;
    assert_eq!((relaxed.graces, relaxed.strikes, relaxed.early), (3, 2, true));
    // The zone is not known before it was given once.
    let refused = create("evenings", &[]).await;
    assert!(refused.contains("I don’t know your time zone"), "{refused}");
    create("sat 12:00 Europe/Berlin", &[]).await;
    assert_eq!(terms(MatchId(2)).await.calendar.unwrap().to_string(), "sat 12:00 Europe/Berlin");
    create("evenings", &[]).await;
    assert_eq!(terms(MatchId(3)).await.calendar.unwrap().to_string(), "every day 19:00 Europe/Berlin");
    create("quick", &[]).await;
    let quick = terms(MatchId(4)).await;
    assert!(quick.calendar.is_none() && quick.hours.values().all(|hours| *hours == 1), "{quick:?}");
    let listed = scene.ada.autocomplete(scene.hall, "host create", &[], "ends", "").await.unwrap();
    let first: Vec<&str> =
        listed.iter().take(4).map(|choice| choice.name.split(':').next().unwrap()).collect();
    assert_eq!(first, ["as the sheet has it", "relaxed", "evenings", "quick"]);
    scene.end().await;
}
