//! *Settings…*: what hosts change before a match starts, and what those read who have joined.

use trigon::ids::MatchId;
use trigon::matches::Match;
use trigon::sandbox::{Person, SeenMessage};

use crate::scene::{Scene, press};

impl Scene {
    /// Opens the settings below what the host reads after creating a match.
    async fn settings(&self, options: &[(&str, trigon::sandbox::OptionValue)]) -> SeenMessage {
        let made = self.ask(&self.ada, "host create", options).await;
        self.press(&self.ada, &made, ":settings").await
    }

    /// Chooses a setting, and a value for it.
    async fn set_setting(&self, who: &Person, panel: &SeenMessage, key: &str, value: &str) -> SeenMessage {
        let open = who.select(panel.id, &press(panel, ":setting:"), &[key]).unwrap();
        let open = open.message().await.unwrap();
        let chosen = format!("{key}={value}");
        who.select(open.id, &press(&open, ":to:"), &[&chosen]).unwrap().message().await.unwrap()
    }

    async fn with_settings(&self) -> std::sync::Arc<Match> {
        self.matches.load(MatchId(1)).await.unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hosts_choose_settings_below_a_new_match_and_nothing_changes_until_they_save() {
    let scene = Scene::set().await;
    let panel = scene.settings(&[("title", "Knobs".into()), ("players", 7.into())]).await;
    assert!(panel.ephemeral && panel.content.contains("The settings of **#1 Knobs**"), "{}", panel.content);
    // What differs from the usual is marked.
    assert!(panel.content.contains("\n✱ **Players**: 7 (usual: 13)\n"), "{}", panel.content);
    assert!(panel.content.contains("\n**Time for a round**: 24 hours\n"), "{}", panel.content);
    let save = panel.parts().find(|part| part["custom_id"].as_str().is_some_and(|id| id.contains(":save")));
    assert_eq!(save.unwrap()["disabled"], true, "nothing is chosen");

    let panel = scene.set_setting(&scene.ada, &panel, "round", "48").await;
    let panel = scene.set_setting(&scene.ada, &panel, "early", "yes").await;
    // This makes a difference only with the one before.
    let panel = scene.set_setting(&scene.ada, &panel, "minutes", "60").await;
    let panel = scene.set_setting(&scene.ada, &panel, "reveal", "own").await;
    assert!(
        panel.content.contains("✎ **Time for a round**: 48 hours, instead of 24 hours"),
        "{}",
        panel.content
    );
    assert_eq!(scene.with_settings().await.terms.hours["round"], 24, "nothing is saved yet");
    // What is taken back does not count as chosen.
    let panel = scene.set_setting(&scene.ada, &panel, "reveal", "none").await;
    let saved = scene.press(&scene.ada, &panel, ":save:").await;
    assert!(saved.content.starts_with("✅ Saved. The sign-up shows it.\n"), "{}", saved.content);
    assert!(
        saved.content.contains("✱ **Early end of a round**: once everyone is ready"),
        "{}",
        saved.content
    );
    let terms = scene.with_settings().await.terms.clone();
    assert_eq!((terms.hours["round"], terms.early, terms.early_minutes), (48, true, 60));
    assert_eq!(terms.options.text("reveal"), Some("none"));
    scene.settled().await;
    let post = scene.newest().content;
    assert!(post.contains("48 hours for a round") && post.contains("A round ends early"), "{post}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rounds_end_at_a_time_of_day_or_after_some_hours_and_the_settings_change_one_for_the_other() {
    let scene = Scene::set().await;
    let panel = scene.settings(&[("ends", "mon-fri 18:00 America/New_York".into())]).await;
    let panel = scene.set_setting(&scene.ada, &panel, "round", "every~day~20.00~America/New%York").await;
    let panel = scene.press(&scene.ada, &panel, ":save:").await;
    let ends = scene.with_settings().await.terms.calendar.map(|calendar| calendar.to_string());
    assert_eq!(ends.as_deref(), Some("every day 20:00 America/New_York"));
    let panel = scene.set_setting(&scene.ada, &panel, "round", "36").await;
    scene.press(&scene.ada, &panel, ":save:").await;
    let terms = scene.with_settings().await.terms.clone();
    assert_eq!((terms.calendar, terms.hours["round"]), (None, 36));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn members_who_have_joined_read_once_what_a_host_has_changed() {
    let scene = Scene::set().await;
    let panel = scene.settings(&[("title", "Knobs".into()), ("players", 7.into())]).await;
    scene.settled().await;
    let (post, bob) = (scene.newest(), &scene.players[0]);
    bob.click(post.id, &press(&post, ":join")).unwrap().response().await.unwrap();
    let panel = scene.set_setting(&scene.ada, &panel, "round", "12").await;
    let panel = scene.set_setting(&scene.ada, &panel, "graces", "2").await;
    let saved = scene.press(&scene.ada, &panel, ":save:").await;
    assert!(saved.content.contains("I tell the players in the channel"), "{}", saved.content);
    scene.settled().await;
    let told = scene.newest();
    let wanted = format!(
        "✏️ A host has changed the settings of the match:\n- Time for a round: 12 hours\n\
         - More time for late players: twice each\n{}: if that isn’t what you signed up for, you can still leave.",
        bob.mention()
    );
    assert!(told.content.contains(&wanted), "{}", told.content);
    assert_eq!(told.pings, [bob.id()]);
    // The same again is nothing to tell.
    let again = scene.set_setting(&scene.ada, &saved, "graces", "2").await;
    let save = again.parts().find(|part| part["custom_id"].as_str().is_some_and(|id| id.contains(":save")));
    assert_eq!(save.unwrap()["disabled"], true);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_hosts_change_settings_and_only_until_the_start() {
    let scene = Scene::set().await;
    let panel = scene.settings(&[("title", "Knobs".into()), ("players", 7.into())]).await;
    scene.settled().await;
    let post = scene.newest();
    let cleo = &scene.players[1];
    let terms = scene.press(cleo, &post, ":read-terms").await;
    assert!(terms.parts().next().is_none(), "{:?}", terms.components);
    let terms = scene.press(&scene.ada, &post, ":read-terms").await;
    assert!(press(&terms, ":settings").ends_with(":settings"));
    // Fewer seats than players are refused, and nothing changes.
    for player in &scene.players {
        player.click(post.id, &press(&post, ":join")).unwrap().response().await.unwrap();
    }
    let drafted = scene.set_setting(&scene.ada, &panel, "pregame", "0").await;
    scene.ask(&scene.ada, "host start", &[]).await;
    let late = scene.press(&scene.ada, &drafted, ":save:").await;
    assert!(
        late.content.contains("The roster of **#1 Knobs** is fixed, and so are its settings."),
        "{}",
        late.content
    );
    assert_eq!(scene.with_settings().await.terms.pregame_hours, 24);
    scene.end().await;
}
