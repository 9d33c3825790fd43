//! Posts to the channel of a season: each once and in order, whatever happens to the bot or to Discord.

use std::time::Duration;

use trigon::ids::{MatchId, SeasonId};
use trigon::sandbox::{Fault, Permissions};

use super::*;

impl Scene {
    fn may_post_in_the_hall(&self, may: bool) {
        let (bot, send) = (self.guild.bot_role().unwrap(), Permissions::SEND_MESSAGES);
        let (allow, deny) = if may { (send, Permissions::NONE) } else { (Permissions::NONE, send) };
        self.guild.overwrite_role(self.hall, bot, allow, deny);
    }

    fn news_of(&self, what: &str) -> Vec<String> {
        let posts = self.ada.view(self.hall).into_iter().filter(|post| !post.ephemeral);
        posts.map(|post| post.content).filter(|text| text.contains(what)).collect()
    }

    async fn publish(&self, title: &str) {
        let preview = self.results(&self.ada, title, "Ann: +1 garnet").await;
        self.press(&self.ada, &preview, ":book-and-close:").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_waits_for_a_channel_that_refuses_it_and_the_hosts_hear_of_it_once() {
    let scene = Scene::set().await;
    scene.begin_season().await;
    scene.may_post_in_the_hall(false);
    scene.publish("First").await;
    let told =
        || scene.ada.dms().into_iter().filter(|dm| dm.content.contains("the news of a season")).count();
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || told() == 1).await, "{:#?}", scene.ada.dms());
    let warning = scene.ada.dms().pop().unwrap().content;
    assert!(warning.starts_with("⚠️ I can’t post the news of a season in <#"), "{warning}");
    assert!(warning.contains("lacks a permission in the channel"), "{warning}");
    scene.publish("Second").await;
    for _ in 0..30 {
        scene.clock.advance(Duration::from_hours(1));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!((told(), scene.news_of("is over")), (1, Vec::new()));
    scene.may_post_in_the_hall(true);
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || scene.news_of("is over").len() == 2).await);
    let posts = scene.news_of("is over");
    assert!(posts[0].contains("**First**") && posts[1].contains("**Second**"), "{posts:?}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_comes_once_whatever_becomes_of_the_request_and_of_the_bot() {
    let faults = [
        Fault::DropBefore,
        Fault::Half,
        Fault::StatusAfter(502),
        Fault::Status(503),
        Fault::SlowAfter(Duration::from_millis(300)),
    ];
    for fault in faults {
        let mut scene = Scene::set().await;
        scene.begin_season().await;
        scene.settled().await;
        let hall = format!("/channels/{}/messages", scene.hall);
        scene.sandbox.fail_next(Some("POST"), &hall, 1, fault);
        scene.publish("First").await;
        scene.sandbox.wait_until(WAIT_TIMEOUT, || scene.sandbox.faults_pending() == 0).await;
        // The process ends wherever it is by now.
        scene.crash().await;
        scene.clock.advance(Duration::from_secs(30));
        scene.start_bot().await;
        scene.publish("Second").await;
        assert!(
            scene.sandbox.wait_until(WAIT_TIMEOUT, || scene.news_of("**Second**").len() == 1).await,
            "{fault:?}"
        );
        scene.settled().await;
        let posts = scene.news_of("is over");
        assert_eq!(posts.len(), 2, "{fault:?}: {posts:?}");
        assert!(posts[0].contains("**First**"), "{posts:?}");
        // Whatever was posted is forgotten.
        let kept = scene
            .database
            .run("UPDATE outbox SET notice = notice WHERE kind = 'post' AND notice <> ''")
            .await;
        assert_eq!(kept, 0);
        scene.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_that_is_refused_posts_nothing_and_one_without_a_channel_is_only_answered() {
    let scene = Scene::set().await;
    scene.begin_season().await;
    scene.publish("First").await;
    scene.settled().await;
    let again = scene.results(&scene.ada, "First", "Ann: +1 garnet").await;
    assert!(again.content.contains("in the book already"), "{}", again.content);
    scene.settled().await;
    assert_eq!(scene.news_of("is over").len(), 1);
    let host = trigon::rehearsal::member(&scene.ada, &scene.guild, true);
    let seasons = Seasons::new(scene.matches.clone());
    seasons.ask(SeasonId(1), &host, &trigon::season::SeasonCommand::Channel(None)).await.unwrap();
    let preview = scene.results(&scene.ada, "Second", "Ben: +1 garnet").await;
    let booked = scene.press(&scene.ada, &preview, ":book-and-close:").await;
    assert!(!booked.content.contains("gets the news"), "{}", booked.content);
    scene.settled().await;
    assert_eq!(scene.news_of("is over").len(), 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hosts_read_in_private_for_whom_nothing_of_a_match_is_booked() {
    let scene = Scene::set().await;
    let ada = &scene.ada;
    scene.ask(ada, "season create", &[("title", "Code Red".into())]).await;
    let (cast, _) = form(&scene, ada, "season cast", &[]).await;
    // Everyone but three of the players.
    let lines: Vec<String> = scene.players[3..].iter().map(|player| player.mention().clone()).collect();
    filled(&cast, &[("lines", &lines.join("\n"))]).await;
    let options = [
        ("title", "Triforce".into()),
        ("players", 7.into()),
        ("pregame_hours", 0.into()),
        ("sign_up", false.into()),
    ];
    scene.ask(ada, "host create", &options).await;
    scene.may_shorten(MatchId(1)).await;
    let roster = ada.slash(scene.hall, "host roster", &[("match", 1.into())]).unwrap();
    roster.response().await.unwrap();
    let lines: Vec<String> = scene.players.iter().map(|player| player.mention().clone()).collect();
    roster.submit_modal(&[("lines", &lines.join("\n"))]).unwrap().message().await.unwrap();
    let bound = scene.ask(ada, "season match", &[("match", 1.into())]).await;
    assert!(bound.content.contains("is episode 1 of **Code Red**"), "{}", bound.content);
    scene.ask(ada, "host start", &[("match", 1.into())]).await;
    scene.played_to_the_end(1).await;
    let told = || ada.dms().into_iter().find(|dm| dm.content.starts_with("📖 The match of episode 1"));
    let told = scene.sandbox.wait_for(WAIT_TIMEOUT, told).await.unwrap().content;
    assert!(told.contains("not in the cast, so nothing is booked for them."), "{told}");
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    assert!(game.players[..3].iter().any(|player| told.contains(&player.name)), "{told}");
    assert!(!game.players[3..].iter().any(|player| told.contains(&player.name)), "{told}");
    scene.settled().await;
    assert_eq!(ada.dms().iter().filter(|dm| dm.content.starts_with("📖")).count(), 1);
    assert!(scene.news_of("not in the cast").is_empty());
    scene.end().await;
}
