//! Messages that show a match to everyone have a single writer: whatever is delayed, lost or interrupted, they end up showing what
//! follows from the match.

use std::fmt::Write as _;
use std::time::Duration;

use trigon::ids::MatchId;
use trigon::matches::{Command, Person, Proposal};
use trigon::sandbox::{self, Fault, OptionValue, SeenMessage, SeenRequest};

use crate::scene::{Scene, WAIT_TIMEOUT, press};
use crate::stage::{NAMES, Stage, seven};

const CALLBACK_PATH: &str = "/interactions/*/*/callback";
/// The type of a response that changes the pressed message.
const UPDATE_MESSAGE: u8 = 7;
const EDIT_PATH: &str = "/channels/*/messages/*";

/// Long enough for everything that overtakes a request.
const OVERTAKEN_AFTER: Duration = Duration::from_millis(800);

impl Scene {
    /// Has the next such request take effect late.
    fn delay(&self, method: &str, path: &str) {
        self.sandbox.fail_next(Some(method), path, 1, Fault::SlowBefore(OVERTAKEN_AFTER));
    }

    /// Waits until the delayed request is on its way.
    async fn is_delayed(&self) {
        assert!(self.sandbox.wait_until(WAIT_TIMEOUT, || self.sandbox.faults_pending() == 0).await);
    }

    /// Has two people press a message, so that the response to the first press takes effect late.
    async fn press_at_once(&self, message: &SeenMessage, who: [&sandbox::Person; 2], what: &str) {
        self.delay("POST", CALLBACK_PATH);
        let id = press(message, what);
        let first = who[0].click(message.id, &id).unwrap();
        self.is_delayed().await;
        let second = who[1].click(message.id, &id).unwrap();
        first.response().await.unwrap();
        second.response().await.unwrap();
        self.settled().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_join_at_once_are_both_in_the_sign_up_post_though_the_first_edit_is_delayed() {
    let scene = Scene::set().await;
    scene.ask(&scene.ada, "host create", &[("title", "Rush".into()), ("players", 7.into())]).await;
    scene.settled().await;
    let post = scene.newest();
    scene.press_at_once(&post, [&scene.players[0], &scene.players[1]], ":join").await;
    let shown = scene.ada.message(post.id).unwrap().content;
    assert!(shown.contains("Players (2 of 7)"), "{shown}");
    // One leaves while another joins.
    let post = scene.ada.message(post.id).unwrap();
    scene.delay("POST", CALLBACK_PATH);
    let leaving = scene.players[0].click(post.id, &press(&post, ":leave")).unwrap();
    scene.is_delayed().await;
    let joining = scene.players[2].click(post.id, &press(&post, ":join")).unwrap();
    leaving.response().await.unwrap();
    joining.response().await.unwrap();
    scene.settled().await;
    let shown = scene.ada.message(post.id).unwrap().content;
    assert!(shown.contains("Players (2 of 7)"), "{shown}");
    assert!(shown.contains(&scene.players[2].mention()), "{shown}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_press_alone_takes_one_request_and_many_at_once_take_few_edits() {
    let scene = Scene::set().await;
    scene.ask(&scene.ada, "host create", &[("title", "Rush".into()), ("players", 7.into())]).await;
    scene.settled().await;
    let post = scene.newest();
    let changes = |from: usize| {
        let requests = scene.sandbox.requests(0).split_off(from);
        let is_edit = |seen: &SeenRequest| {
            seen.method == "PATCH" && (seen.path.contains("/messages/") || seen.path.contains("/webhooks/"))
        };
        // On a busy machine, the press may have been acknowledged before.
        let is_update =
            |seen: &SeenRequest| seen.path.ends_with("/callback") && seen.body["type"] == UPDATE_MESSAGE;
        requests.iter().filter(|seen| is_edit(seen) || is_update(seen)).count()
    };
    let before = scene.sandbox.requests(0).len();
    scene.press(&scene.players[0], &post, ":join").await;
    scene.settled().await;
    assert_eq!(changes(before), 1, "the response to the press is the edit");
    scene.delay("POST", CALLBACK_PATH);
    let before = scene.sandbox.requests(0).len();
    let id = press(&post, ":join");
    let mut clicks = vec![scene.players[1].click(post.id, &id).unwrap()];
    scene.is_delayed().await;
    clicks.extend(scene.players[2..].iter().map(|player| player.click(post.id, &id).unwrap()));
    for click in &clicks {
        click.response().await.unwrap();
    }
    scene.settled().await;
    let shown = scene.ada.message(post.id).unwrap().content;
    assert!(shown.contains("Players (7 of 7)"), "{shown}");
    // One for the first of them, and at most two for all others.
    assert!(changes(before) <= 3, "{} changes", changes(before));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_agree_at_once_are_both_named_though_the_first_edit_is_delayed() {
    let scene = Scene::set().await;
    scene.begin("Votes").await;
    scene.settled().await;
    let asked = scene.ask(&scene.ada, "host extend", &[("hours", 49.into())]).await;
    scene.press(&scene.ada, &asked, ":propose").await;
    scene.settled().await;
    let post = scene.newest();
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    scene.press_at_once(&post, [bob, cleo], ":consent").await;
    let shown = scene.ada.message(post.id).unwrap().content;
    assert!(shown.contains(&format!("Agreed: {} and {}.", bob.mention(), cleo.mention())), "{shown}");
    // The last one agrees while another does.
    for player in &scene.players[2..5] {
        scene.press(player, &post, ":consent").await;
    }
    scene.press_at_once(&post, [&scene.players[5], &scene.players[6]], ":consent").await;
    let shown = scene.ada.message(post.id).unwrap();
    assert!(
        shown.content.contains("All players have agreed.") && shown.parts().next().is_none(),
        "{shown:#?}"
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_settings_and_two_seats_at_once_are_all_shown_though_the_first_edit_is_delayed() {
    let scene = Scene::set().await;
    scene.ask(&scene.ada, "host create", &[("title", "Terms".into()), ("players", 7.into())]).await;
    scene.settled().await;
    let post = scene.newest();
    let both = [
        ("host signup", vec![("open", OptionValue::from(false))], "host signup", vec![("open", true.into())]),
        (
            "host seat",
            vec![("player", scene.players[0].id().into())],
            "host seat",
            vec![("player", scene.players[1].id().into())],
        ),
    ];
    for (one, options, other, more) in both {
        scene.delay("PATCH", EDIT_PATH);
        let first = scene.ada.slash(scene.hall, one, &options).unwrap();
        scene.is_delayed().await;
        let second = scene.ada.slash(scene.hall, other, &more).unwrap();
        first.message().await.unwrap();
        second.message().await.unwrap();
        scene.settled().await;
    }
    let shown = scene.ada.message(post.id).unwrap();
    assert!(shown.button("Join").is_some(), "the sign-up is open again: {shown:#?}");
    assert!(shown.content.contains("Players (2 of 7)"), "{}", shown.content);
    // Checking in while somebody joins leaves the post as it should be.
    scene.delay("POST", CALLBACK_PATH);
    let joining = scene.players[2].click(post.id, &press(&shown, ":join")).unwrap();
    scene.is_delayed().await;
    let checked = scene.players[0].click(post.id, &press(&shown, ":check-in")).unwrap();
    assert!(checked.message().await.unwrap().content.contains("seat 1"));
    let leaving = scene.players[1].click(post.id, &press(&shown, ":leave")).unwrap();
    joining.response().await.unwrap();
    leaving.response().await.unwrap();
    scene.settled().await;
    let shown = scene.ada.message(post.id).unwrap().content;
    assert!(shown.contains("Players (2 of 7)") && shown.contains(&scene.players[2].mention()), "{shown}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_press_that_takes_long_is_acknowledged_and_then_edits_the_message() {
    let scene = Scene::set().await;
    scene.ask(&scene.ada, "host create", &[("title", "Slow".into()), ("players", 7.into())]).await;
    scene.settled().await;
    let post = scene.newest();
    let lock = scene.lock_database().await;
    let click = scene.players[0].click(post.id, &press(&post, ":join")).unwrap();
    let is_answered = click.response().await.unwrap();
    assert!(matches!(is_answered, sandbox::Response::DeferredUpdate), "{is_answered:?}");
    drop(lock);
    let shown = click.message().await.unwrap();
    assert!(shown.content.contains("Players (1 of 7)"), "{}", shown.content);
    scene.settled().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_that_was_given_up_and_takes_effect_late_is_overwritten_again() {
    // The attempt after it succeeds, or only one of a later look.
    tokio::join!(overwritten(0), overwritten(2));
}

async fn overwritten(failures: u32) {
    let scene = Scene::set().await;
    scene.ask(&scene.ada, "host create", &[("title", "Stray".into()), ("players", 7.into())]).await;
    scene.settled().await;
    let post = scene.newest();
    let late = Duration::from_secs(if failures == 0 { 3 } else { 5 });
    scene.sandbox.fail_next(Some("PATCH"), EDIT_PATH, 1, Fault::Stray(late));
    scene.sandbox.fail_next(Some("PATCH"), EDIT_PATH, failures, Fault::DropBefore);
    for player in &scene.players[..2] {
        scene.ask(&scene.ada, "host seat", &[("player", player.id().into())]).await;
        scene.is_delayed().await;
    }
    scene.clock.advance(Duration::from_secs(2));
    let shows = |count: &str| {
        scene.ada.message(post.id).unwrap().content.contains(&format!("Players ({count} of 7)"))
    };
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || shows("2")).await);
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || shows("1")).await, "the first edit takes effect late");
    scene.settled().await;
    scene.clock.advance(Duration::from_mins(2));
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || shows("2")).await);
    scene.end().await;
}

/// What everyone sees in the channel, without what differs from run to run.
fn seen(stage: &Stage) -> String {
    let mut all = String::new();
    for message in stage.posted() {
        let labels = message.parts().filter(|part| part["custom_id"].is_string());
        let labels: Vec<&str> = labels.filter_map(|part| part["label"].as_str()).collect();
        let files: Vec<&str> = message.files.iter().map(|file| file.filename.as_str()).collect();
        writeln!(all, "{}\n{labels:?} {files:?}\n", message.content).unwrap();
    }
    all
}

/// What is done to a match while requests begin to hang, and how the match gets there.
#[derive(Clone, Copy)]
struct Deed {
    prepare: Prepare,
    act: Act,
}

type Prepare = fn(&Stage) -> futures_util::future::BoxFuture<'_, ()>;
type Act = Prepare;

impl Stage {
    async fn ask(&self, who: &Person, command: Command) {
        self.matches.ask(MatchId(1), who, command).await.unwrap();
    }

    fn player(&self, i: usize) -> Person {
        trigon::rehearsal::member(&self.players[i], &self.guild, false)
    }

    /// Carries a deed out on a new stage. With `hang`, that many requests are carried out, the rest hangs until the bot is killed,
    /// and another one takes over; `None` if there are not that many. Those that hang are carried out or not.
    async fn interrupted(deed: Deed, hang: Option<(u32, Fault)>) -> Option<String> {
        let mut stage = Self::running().await;
        (deed.prepare)(&stage).await;
        stage.pending(MatchId(1), 0).await;
        if let Some((passing, fault)) = hang {
            if passing > 0 {
                stage.sandbox.fail_next(None, "**", passing, Fault::SlowBefore(Duration::ZERO));
            }
            stage.sandbox.fail_next(None, "**", 1, fault);
            stage.sandbox.fail_next(None, "**", 1_000, Fault::StallBefore);
        }
        (deed.act)(&stage).await;
        if hang.is_some() {
            let hangs = || stage.sandbox.faults_pending() <= 1_000;
            let idle = async {
                while stage.matches.store().next_delivery().await.unwrap().is_some()
                    || stage.matches.is_delivering()
                {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            };
            let is_stuck = tokio::select! {
                stuck = stage.sandbox.wait_until(WAIT_TIMEOUT, hangs) => stuck,
                () = idle => false,
            };
            stage.stop_delivery().await;
            stage.sandbox.clear_faults();
            if !is_stuck {
                stage.end().await;
                return None;
            }
            stage.restart().await;
        }
        stage.pending(MatchId(1), 0).await;
        let seen = seen(&stage);
        stage.end().await;
        Some(seen)
    }
}

/// Kills the bot at every request that a deed causes, and compares what everyone sees in the end with an undisturbed run.
async fn killed_everywhere(deed: Deed) {
    let undisturbed = Stage::interrupted(deed, None).await.unwrap();
    for fault in [Fault::StallBefore, Fault::StallAfter] {
        for passing in 0.. {
            let Some(seen) = Stage::interrupted(deed, Some((passing, fault))).await else {
                assert!(passing > 1, "it causes requests");
                break;
            };
            assert_eq!(seen, undisturbed, "killed after {passing} requests, {fault:?}");
        }
    }
}

fn in_round_two(stage: &Stage) -> futures_util::future::BoxFuture<'_, ()> {
    Box::pin(async move {
        stage.begun(seven()).await;
        stage.clock.advance(Duration::from_hours(24));
        stage.ask(&stage.host(), Command::EndPhase).await;
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_around_a_deadline_every_message_shows_what_it_should_after_the_restart() {
    let act: Act = |stage| Box::pin(stage.ask_host(Command::EndPhase));
    killed_everywhere(Deed { prepare: in_round_two, act }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_in_an_undo_the_posts_of_the_undone_round_say_that_it_was_taken_back() {
    let act: Act = |stage| {
        Box::pin(async move {
            let question = stage.load(MatchId(1)).await.question;
            stage.ask(&stage.host(), Command::Rewind(question)).await;
        })
    };
    let deed = Deed { prepare: in_round_two, act };
    let undisturbed = Stage::interrupted(deed, None).await.unwrap();
    assert!(undisturbed.contains("↩️ This was taken back."), "{undisturbed}");
    killed_everywhere(deed).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_a_start_the_sign_up_post_is_closed_after_the_restart() {
    let prepare: Prepare = |stage| {
        Box::pin(async move {
            stage.create(seven()).await;
            stage.seat_all(MatchId(1), &NAMES).await;
        })
    };
    let act: Act = |stage| Box::pin(stage.ask_host(Command::Start));
    killed_everywhere(Deed { prepare, act }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_when_the_roster_closes_or_play_begins_every_message_shows_it_after_the_restart() {
    let prepare: Prepare = |stage| {
        Box::pin(async move {
            stage.create(trigon::matches::Terms { pregame_hours: 24, ..seven() }).await;
            stage.seat_all(MatchId(1), &NAMES).await;
        })
    };
    let act: Act = |stage| Box::pin(stage.ask_host(Command::Start));
    killed_everywhere(Deed { prepare, act }).await;
    let closed: Prepare = |stage| {
        Box::pin(async move {
            stage.create(trigon::matches::Terms { pregame_hours: 24, ..seven() }).await;
            stage.seat_all(MatchId(1), &NAMES).await;
            stage.ask_host(Command::Start).await;
            stage.ask_host(Command::Propose(Proposal::EndPhase)).await;
        })
    };
    let begins: Act = |stage| {
        Box::pin(async move {
            for i in 0..7 {
                stage.ask(&stage.player(i), Command::Consent { number: 1, agree: true }).await;
            }
        })
    };
    killed_everywhere(Deed { prepare: closed, act: begins }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_in_a_vote_nobody_can_agree_after_the_restart_to_what_has_been_carried() {
    let prepare: Prepare = |stage| {
        Box::pin(async move {
            stage.begun(seven()).await;
            stage.ask_host(Command::Propose(Proposal::Extend(49 * 3_600_000))).await;
            for i in 0..6 {
                stage.ask(&stage.player(i), Command::Consent { number: 1, agree: true }).await;
            }
        })
    };
    let act: Act = |stage| {
        Box::pin(
            async move { stage.ask(&stage.player(6), Command::Consent { number: 1, agree: true }).await },
        )
    };
    killed_everywhere(Deed { prepare, act }).await;
}

impl Stage {
    /// Starts delivery again, and waits until it has compared and mended everything. Another match shows that it has begun.
    async fn restart(&mut self) {
        let elsewhere = self.guild.create_channel("elsewhere");
        self.start_delivery();
        let other = self.create_in(elsewhere, "Elsewhere", seven()).await;
        self.pending(other, 0).await;
        self.pending(MatchId(1), 0).await;
    }

    async fn ask_host(&self, command: Command) {
        self.ask(&self.host(), command).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_edited_after_a_restart_if_nothing_differs() {
    let mut stage = Stage::running().await;
    in_round_two(&stage).await;
    stage.pending(MatchId(1), 0).await;
    stage.stop_delivery().await;
    // What has just been edited may not have been stored.
    stage.clock.advance(Duration::from_mins(3));
    let before = stage.sandbox.requests(0).len();
    stage.restart().await;
    let requests = stage.sandbox.requests(0).split_off(before);
    assert!(requests.iter().all(|request| request.method != "PATCH"), "{requests:#?}");
    stage.end().await;
}
