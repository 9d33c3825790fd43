//! What Discord refuses, with every code that it documents (“JSON Error Codes”): a refusal is final only if it is known to
//! be.

use std::time::Duration;

use trigon::bot::{Bot, BotConfig, BotError, Commands};
use trigon::ids::{ChannelId, MatchId, RequestId};
use trigon::matches::{Clock, Command, Reply, Request};
use trigon::rehearsal::member;
use trigon::sandbox::{ChannelKind, Fault, Id, OptionValue, Permissions, Person, Response};

use crate::scene::{Scene, WAIT_TIMEOUT};

const POST_PATH: &str = "/channels/*/messages";

/// A code that Discord does not document.
const UNHEARD_OF: u32 = 77_777;

/// Returns the codes that Discord documents, each with its meaning.
fn codes() -> Vec<(&'static str, u32)> {
    let list = include_str!("../../src/bot/codes/discord.txt");
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line: &'static str| {
        let mut words = line.split_whitespace();
        (words.next().unwrap(), words.next().unwrap().parse().unwrap())
    };
    lines.map(read).collect()
}

fn refusal(code: u32) -> Fault {
    Fault::Error { status: 403, code, after: false }
}

impl Scene {
    /// Lets time pass in steps of a second until something holds, and returns how many that took.
    async fn seconds_until(&self, holds: impl AsyncFn() -> bool) -> u32 {
        let waited = async {
            let mut seconds = 0;
            while !holds().await {
                self.clock.advance(Duration::from_secs(1));
                seconds += 1;
                tokio::time::sleep(Duration::from_millis(20)).await;
                // Time stands still while something is being sent.
                while self.matches.is_delivering() {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            }
            seconds
        };
        tokio::time::timeout(WAIT_TIMEOUT, waited).await.unwrap()
    }

    /// Lets the bot post in the hall, or no longer.
    fn may_post(&self, may: bool) {
        let (bot, send) = (self.guild.bot_role().unwrap(), Permissions::SEND_MESSAGES);
        let (allow, deny) = if may { (send, Permissions::NONE) } else { (Permissions::NONE, send) };
        self.guild.overwrite_role(self.hall, bot, allow, deny);
    }

    /// Has the host stop the clock of the first match where the bot may not post, and waits until the host has read why.
    async fn stops_unheard(&self) {
        self.may_post(false);
        self.matches.ask(MatchId(1), &member(&self.ada, &self.guild, true), Command::Pause).await.unwrap();
        assert!(
            self.sandbox.wait_until(WAIT_TIMEOUT, || self.told_to_the_host("lacks a permission") == 1).await
        );
    }

    /// Returns whether everyone can read in the hall that the clock was stopped.
    fn shows_the_stop(&self) -> bool {
        self.ada.view(self.hall).iter().any(|post| post.content.contains("stopped the clock"))
    }

    async fn is_delivered(&self) -> bool {
        self.matches.store().next_delivery().await.unwrap().is_none() && !self.matches.is_delivering()
    }

    /// Waits until messages to this many targets have been tried and are waiting.
    async fn are_waiting(&self, count: usize) {
        let waiting = async {
            loop {
                let rows = self.matches.store().deliverable(i64::MAX / 2, 50).await.unwrap();
                if rows.iter().filter(|row| row.attempts > 0).count() >= count
                    && !self.matches.is_delivering()
                {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, waiting).await.unwrap();
    }

    /// Lets minutes pass, in steps of a few seconds.
    async fn minutes(&self, minutes: u32) {
        for _ in 0..minutes * 12 {
            self.clock.advance(Duration::from_secs(5));
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    fn told_to_the_host(&self, part: &str) -> usize {
        self.ada.dms().iter().filter(|dm| dm.content.contains(part)).count()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn seconds_in_which_discord_refuses_everything_cost_no_message_and_mark_nobody() {
    for code in [40_333, 40_004, UNHEARD_OF, 0] {
        let scene = Scene::set().await;
        scene.begin("Code Red").await;
        scene.settled().await;
        let before: Vec<usize> = scene.players.iter().map(|player| player.dms().len()).collect();
        scene.sandbox.fail_next(Some("POST"), POST_PATH, 10_000, refusal(code));
        scene.sandbox.fail_next(Some("POST"), "/users/@me/channels", 10_000, refusal(code));
        scene.clock.advance(Duration::from_hours(24));
        scene.are_waiting(8).await;
        scene.sandbox.clear_faults();
        let seconds = scene.seconds_until(async || scene.is_delivered().await).await;
        assert!(seconds <= 8, "{code}: after {seconds} seconds");
        assert!(scene.newest().content.contains("round 2"), "{code}: {}", scene.newest().content);
        let game = scene.matches.load(MatchId(1)).await.unwrap();
        assert!(game.players.iter().all(|player| !player.dm_closed), "{code}");
        assert!(scene.matches.store().dead(MatchId(1)).await.unwrap().is_empty(), "{code}");
        for (player, before) in scene.players.iter().zip(before) {
            assert!(player.dms().len() > before, "{code}: {}", player.name());
        }
        scene.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_is_given_up_only_for_codes_that_are_known_to_be_final() {
    let scene = Scene::set().await;
    let id = scene.started("trice", 3, &[("clock", 24.into())]).await;
    scene.settled().await;
    let host = member(&scene.ada, &scene.guild, true);
    let hall = format!("/channels/{}/messages", scene.hall);
    let unknown = [("again", UNHEARD_OF), ("again", 1)];
    for (n, (meaning, code)) in codes().into_iter().chain(unknown).enumerate() {
        let (posts, dead) =
            (scene.ada.view(scene.hall).len(), scene.matches.store().dead(id).await.unwrap().len());
        scene.sandbox.fail_next(Some("POST"), &hall, 1, refusal(code));
        // Anything that hosts can do as often as they like, and that is posted.
        let quiet = (n % 2 == 0).then(|| "23-8 UTC".parse().unwrap());
        scene.matches.ask(id, &host, Command::Quiet(quiet)).await.unwrap();
        assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || scene.sandbox.faults_pending() == 0).await);
        scene.seconds_until(async || scene.is_delivered().await).await;
        let is_final = matches!(meaning, "final" | "person");
        let now = (scene.ada.view(scene.hall).len(), scene.matches.store().dead(id).await.unwrap().len());
        let wanted = if is_final { (posts, dead + 1) } else { (posts + 1, dead) };
        assert_eq!(now, wanted, "{code}: {meaning}");
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_direct_message_is_given_up_only_for_codes_that_are_known_to_be_final() {
    let scene = Scene::set().await;
    scene.started("trice", 3, &[]).await;
    let bob = scene.players[0].clone();
    scene.dm(&bob, "help").await;
    scene.settled().await;
    let channel = format!("/channels/{}/messages", bob.dm_channel());
    let unknown = [("again", UNHEARD_OF), ("again", 1)];
    for (n, (meaning, code)) in (0..).zip(codes().into_iter().chain(unknown)) {
        scene.sandbox.fail_next(Some("POST"), &channel, 1, refusal(code));
        let text = format!("answer {n}.");
        let request = Request {
            id: RequestId(1_000 + n),
            sent_at: scene.clock.now(),
            written_at: scene.clock.now(),
            direct: None,
            replaces: 0,
        };
        scene.matches.reply(bob.id().0.into(), Reply::text(request, text.clone())).await.unwrap();
        assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || scene.sandbox.faults_pending() == 0).await);
        scene.seconds_until(async || scene.is_delivered().await).await;
        let has_come = bob.dms().iter().any(|dm| dm.content == text);
        assert_eq!(has_come, !matches!(meaning, "final" | "person"), "{code}: {meaning}");
        assert!(
            scene.matches.load(MatchId(1)).await.unwrap().players.iter().all(|player| !player.dm_closed),
            "{code}"
        );
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_comes_another_way_whatever_discord_refuses_about_the_response() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.settled().await;
    let bob = &scene.players[0];
    for code in [
        0, 10_003, 10_008, 10_015, 10_062, 20_009, 40_005, 40_060, 40_333, 50_001, 50_007, 50_027, 50_035,
        400_001, UNHEARD_OF,
    ] {
        for times in [1, 50] {
            let before = bob.dms().len();
            scene.sandbox.fail_next(Some("POST"), "/interactions/**", times, refusal(code));
            let asked = bob.slash(scene.hall, "me", &[]).unwrap();
            let answered = async {
                while bob.dms().len() == before {
                    tokio::select! {
                        response = asked.response() => match response {
                            Ok(Response::Message(_) | Response::Deferred(_)) => return,
                            _ => tokio::time::sleep(Duration::from_millis(10)).await,
                        },
                        () = tokio::time::sleep(Duration::from_millis(10)) => {}
                    }
                }
            };
            assert!(tokio::time::timeout(WAIT_TIMEOUT, answered).await.is_ok(), "{code}");
            scene.sandbox.clear_faults();
            scene.seconds_until(async || scene.is_delivered().await).await;
        }
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hosts_are_told_after_ten_minutes_of_a_refusal_that_nobody_knows_and_once() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.settled().await;
    let hall = format!("/channels/{}/messages", scene.hall);
    scene.sandbox.fail_next(Some("POST"), &hall, 10_000, refusal(UNHEARD_OF));
    let host = member(&scene.ada, &scene.guild, true);
    scene.matches.ask(MatchId(1), &host, Command::Pause).await.unwrap();
    scene.are_waiting(1).await;
    scene.minutes(9).await;
    assert_eq!(scene.told_to_the_host("77777"), 0);
    scene.minutes(8).await;
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || scene.told_to_the_host("77777") == 1).await);
    assert!(scene.told_to_the_host("I can’t post in <#") == 1, "{:#?}", scene.ada.dms());
    scene.minutes(20).await;
    assert_eq!(scene.told_to_the_host("77777"), 1, "once");
    scene.sandbox.clear_faults();
    scene.seconds_until(async || scene.is_delivered().await).await;
    assert!(scene.newest().content.contains("stopped the clock"), "{}", scene.newest().content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_host_can_mend_is_told_at_once_rarely_tried_and_done_when_it_is_mended() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.settled().await;
    scene.stops_unheard().await;
    // For weeks, nobody does anything.
    let attempts = || {
        let path = format!("/channels/{}/messages", scene.hall);
        let requests = scene.sandbox.requests(0).into_iter();
        requests.filter(|request| request.method == "POST" && request.path.ends_with(&path)).count()
    };
    for _ in 0..24 * 20 {
        scene.clock.advance(Duration::from_hours(1));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let tried = attempts();
    scene.clock.advance(Duration::from_secs(1));
    scene.may_post(true);
    assert!(
        scene.sandbox.wait_until(WAIT_TIMEOUT, || scene.shows_the_stop()).await,
        "{}",
        scene.newest().content
    );
    assert!(tried <= 24 * 20 + 20, "{tried}");
    assert_eq!(scene.told_to_the_host("lacks a permission"), 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_waited_for_days_is_not_given_up_for_one_refusal_that_nobody_knows() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.settled().await;
    scene.stops_unheard().await;
    scene.clock.advance(Duration::from_hours(48));
    let path = format!("/channels/{}/messages", scene.hall);
    scene.sandbox.fail_next(Some("POST"), &path, 1, refusal(UNHEARD_OF));
    scene.may_post(true);
    scene.seconds_until(async || scene.shows_the_stop()).await;
    assert_eq!(scene.sandbox.faults_pending(), 0, "it was refused before");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_mended_while_discord_refuses_it_is_tried_again_at_once() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.settled().await;
    scene.may_post(false);
    let slowly = Fault::SlowAfter(Duration::from_millis(500));
    scene.sandbox.fail_next(Some("POST"), &format!("/channels/{}/messages", scene.hall), 1, slowly);
    let host = member(&scene.ada, &scene.guild, true);
    scene.matches.ask(MatchId(1), &host, Command::Pause).await.unwrap();
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || scene.sandbox.faults_pending() == 0).await);
    scene.may_post(true);
    // The clock stands still, so an hour never passes.
    assert!(
        scene.sandbox.wait_until(WAIT_TIMEOUT, || scene.shows_the_stop()).await,
        "{}",
        scene.newest().content
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_in_a_thread_that_a_moderator_has_locked_comes_when_it_is_unlocked() {
    let scene = Scene::set().await;
    let thread = scene.ada.start_thread(scene.hall, "Table", false).unwrap();
    let options = [("title", "Code Red".into()), ("players", 7.into())];
    scene.ada.slash(thread, "host create", &options).unwrap().message().await.unwrap();
    scene.settled().await;
    let posted = scene.ada.view(thread).len();
    scene.guild.lock_thread(thread, true);
    let host = member(&scene.ada, &scene.guild, true);
    scene.matches.ask(MatchId(1), &host, Command::Cancel).await.unwrap();
    let is_told = || scene.told_to_the_host("a moderator has locked the thread") == 1;
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, is_told).await, "{:#?}", scene.ada.dms());
    let told = scene.ada.dms().pop().unwrap().content;
    assert!(told.contains("Unlock the thread") && !told.contains("View Channel"), "{told}");
    assert_eq!(scene.ada.view(thread).len(), posted);
    scene.guild.lock_thread(thread, false);
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || scene.ada.view(thread).len() > posted).await);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_locked_thread_people_read_their_answers_alone_and_presses_count() {
    let scene = Scene::set().await;
    let [ada, bob, cleo] = [&scene.ada, &scene.players[0], &scene.players[1]];
    let thread = ada.start_thread(scene.hall, "Table", false).unwrap();
    let answer = async |who: &Person, command: &str, options: &[(&str, OptionValue)]| {
        who.slash(thread, command, options).unwrap().message().await.unwrap()
    };
    let options = [("game", "triangoli".into()), ("thread", false.into())];
    answer(bob, "play new", &options).await;
    scene.settled().await;
    let newest = || {
        let mut posts = ada.view(thread).into_iter();
        posts.rfind(|post| !post.ephemeral && !post.custom_ids().is_empty()).unwrap()
    };
    scene.guild.lock_thread(thread, true);
    // What everyone sees is edited, also by a press.
    let post = newest();
    let seen = scene.press(cleo, &post, ":join").await;
    assert!(seen.id == post.id && seen.content.contains(&cleo.mention()), "{}", seen.content);
    scene.guild.lock_thread(thread, false);
    scene.settled().await;
    scene.press(cleo, &newest(), ":start").await;
    scene.settled().await;
    for _ in 0..4 {
        let game = scene.matches.load(MatchId(1)).await.unwrap();
        let seat = game.to_act()[0].seat;
        let action = game.playing().unwrap().legal(seat)[0].clone();
        scene.matches.act(MatchId(1), game.player(seat).unwrap().user_id, &action).await.unwrap();
    }
    answer(bob, "resign", &[("confirm", true.into())]).await;
    scene.settled().await;
    scene.guild.lock_thread(thread, true);
    let before = scene.sandbox.requests(0).len();
    let review = answer(cleo, "review", &[]).await;
    assert!(review.ephemeral, "{}", review.content);
    let shared = scene.press(cleo, &review, ":share").await;
    assert!(shared.ephemeral && shared.content.contains("only you see this"), "{}", shared.content);
    assert!(shared.content.contains("A look back at"), "{}", shared.content);
    // It was refused once, and not tried over and over.
    let requests = scene.sandbox.requests(before).into_iter();
    let answers = requests
        .filter(|request| request.path.contains("/interactions/") || request.path.contains("/webhooks/"));
    assert_eq!(answers.filter(|request| request.status >= 400).count(), 1);
    assert!(cleo.dms().iter().all(|dm| !dm.content.contains("A look back at")), "{:#?}", cleo.dms());
    // Once it is unlocked, everyone sees it.
    scene.guild.lock_thread(thread, false);
    let shared = scene.press(cleo, &review, ":share").await;
    assert!(!shared.ephemeral && shared.content == review.content, "{}", shared.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn when_discord_works_again_everything_that_waits_is_sent_at_once() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    let before: Vec<usize> = scene.players.iter().map(|player| player.dms().len()).collect();
    scene.sandbox.fail_next(Some("POST"), POST_PATH, 10_000, Fault::Status(503));
    for player in &scene.players {
        player.dm("-").unwrap();
    }
    scene.are_waiting(7).await;
    // By now, each of them waits for minutes.
    for _ in 0..200 {
        scene.clock.advance(Duration::from_secs(3));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    scene.sandbox.clear_faults();
    let all =
        || scene.players.iter().zip(&before).filter(|(player, before)| player.dms().len() > **before).count();
    let first = scene.seconds_until(async || all() > 0).await;
    let rest = scene.seconds_until(async || all() == scene.players.len()).await;
    assert!(first <= 4 && rest <= 2, "the first after {first} seconds, the last {rest} later");
    scene.end().await;
}

/// Begins a match in a server with a role that the bot can give, and in which it can make events.
async fn with_a_role() -> (Scene, Id) {
    let scene = Scene::set().await;
    let role = scene.guild.create_role("Playing", Permissions::NONE);
    let all = Permissions::DEFAULT | Permissions::MANAGE_ROLES | Permissions::CREATE_EVENTS;
    scene.guild.set_role_permissions(scene.guild.bot_role().unwrap(), all);
    scene.begin("Code Red").await;
    scene.settled().await;
    (scene, role)
}

#[tokio::test(flavor = "multi_thread")]
async fn roles_and_events_wait_for_what_passes_and_nobody_is_told_that_they_are_refused() {
    let (scene, role) = with_a_role().await;
    for code in [40_333, UNHEARD_OF, 0] {
        scene.sandbox.fail_next(None, "/guilds/*/members/*/roles/*", 1, refusal(code));
        scene.sandbox.fail_next(None, "/guilds/*/scheduled-events", 1, refusal(code));
    }
    let options = [("in_play", role.into()), ("event", true.into())];
    scene.ask(&scene.ada, "host spectators", &options).await;
    let has_role = || {
        let members = scene.guild.members();
        members.iter().filter(|member| scene.guild.roles_of(member.id()).contains(&role)).count()
    };
    scene.seconds_until(async || has_role() == 7 && scene.guild.events().len() == 1).await;
    assert_eq!(scene.told_to_the_host("⚠️"), 0, "{:#?}", scene.ada.dms());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hosts_are_told_after_ten_minutes_that_roles_or_events_are_refused_and_nobody_knows_why_and_once() {
    let (scene, role) = with_a_role().await;
    let (roles, events) = ("/guilds/*/members/*/roles/*", "/guilds/*/scheduled-events");
    scene.sandbox.fail_next(None, roles, 10_000, refusal(UNHEARD_OF));
    scene.sandbox.fail_next(None, events, 10_000, refusal(0));
    let options = [("in_play", role.into()), ("event", true.into())];
    scene.ask(&scene.ada, "host spectators", &options).await;
    let met = || scene.sandbox.faults_met(None, roles) > 0 && scene.sandbox.faults_met(None, events) > 0;
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, met).await);
    scene.minutes(9).await;
    assert_eq!(scene.told_to_the_host("⚠️"), 0, "{:#?}", scene.ada.dms());
    scene.minutes(3).await;
    let is_told = || {
        scene.told_to_the_host("give or take roles: Discord refused with code 77777") == 1
            && scene.told_to_the_host("the event for the next deadline: Discord answered 403") == 1
    };
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, is_told).await, "{:#?}", scene.ada.dms());
    scene.minutes(70).await;
    assert!(is_told() && scene.told_to_the_host("⚠️") == 2, "once: {:#?}", scene.ada.dms());
    scene.sandbox.clear_faults();
    scene.minutes(60).await;
    let has_role = |player: &Person| scene.guild.roles_of(player.id()).contains(&role);
    let is_shown = || scene.players.iter().all(has_role) && scene.guild.events().len() == 1;
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, is_shown).await);
    // The next time is another matter.
    scene.sandbox.fail_next(None, roles, 10_000, refusal(UNHEARD_OF));
    scene.ask(&scene.ada, "host spectators", &[("no_roles", true.into())]).await;
    scene.minutes(12).await;
    let again = || scene.told_to_the_host("give or take roles: Discord refused with code 77777") == 2;
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, again).await, "{:#?}", scene.ada.dms());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_starts_when_what_discord_refuses_has_passed_or_concerns_one_server_only() {
    let mut scene = Scene::set().await;
    scene.stop_bot().await;
    let guild = scene.guild.id().0;
    let config = || BotConfig { commands: Commands::InGuilds(vec![guild]), ..scene.config() };
    let (all, one) = ("/applications/*/commands", "/applications/*/guilds/*/commands");
    for path in [all, one, "/oauth2/applications/@me", "/gateway/bot"] {
        for code in [0, 40_333, 130_000, UNHEARD_OF] {
            scene.sandbox.fail_next(None, path, 1, refusal(code));
            let error = Bot::start(config(), scene.matches.clone()).await.err();
            assert!(matches!(error, Some(BotError::Network(_))), "{path}, {code}: {error:?}");
            assert_eq!(scene.sandbox.faults_pending(), 0);
        }
    }
    scene.sandbox.fail_next(None, all, 1, refusal(30_032));
    let error = Bot::start(config(), scene.matches.clone()).await.err();
    assert!(matches!(error, Some(BotError::Refused { .. })), "{error:?}");
    // The bot is not in that server; others go on.
    scene.sandbox.fail_next(None, one, 1, refusal(50_001));
    let bot = Bot::start(config(), scene.matches.clone()).await.unwrap();
    tokio::time::timeout(WAIT_TIMEOUT, bot.ready()).await.unwrap().unwrap();
    bot.stop().await;
    scene.start_bot().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_uploads_are_limited_the_text_comes_without_its_picture_and_the_host_reads_why_once() {
    for code in [400_001, 50_045, 50_046] {
        let scene = Scene::set().await;
        scene.begin("Code Red").await;
        scene.settled().await;
        for round in 2..=3 {
            scene.sandbox.fail_next(
                Some("POST"),
                &format!("/channels/{}/messages", scene.hall),
                1,
                refusal(code),
            );
            scene.resolve().await;
            scene.settled().await;
            let post = scene.newest();
            assert!(post.content.contains(&format!("round {round}")), "{code}: {}", post.content);
            assert!(post.files.is_empty() && post.content.contains("didn’t take the picture"), "{post:#?}");
        }
        assert_eq!(scene.told_to_the_host("doesn’t take my pictures"), 1, "{:#?}", scene.ada.dms());
        // What only one person sees comes without its picture, too.
        let refused = Fault::Error { status: 400, code, after: false };
        scene.sandbox.fail_next(None, "/webhooks/**", 1, refused);
        let board = scene.ask(&scene.players[0], "board", &[]).await;
        assert!(board.files.is_empty() && board.content.contains("didn’t take the picture"), "{board:#?}");
        scene.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_played_in_any_channel_that_takes_messages_or_it_is_said_where_it_can_be() {
    let scene = Scene::set().await;
    let new = async |channel, thread: Option<bool>| {
        let mut options = vec![("game", "trice".into())];
        options.extend(thread.map(|thread| ("thread", thread.into())));
        let asked = scene.players[0].slash(channel, "play new", &options).unwrap();
        asked.message().await.unwrap().content
    };
    let newest = async || {
        let all = scene.matches.in_guild(scene.guild.id().0.into(), false).await.unwrap();
        all.into_iter().max_by_key(|game| game.id).unwrap()
    };
    let of = |kind, name| scene.guild.create_channel_of_kind(kind, name);
    for kind in [ChannelKind::Voice, ChannelKind::Stage] {
        let channel = of(kind, "talk");
        let answer = new(channel, None).await;
        assert_eq!(newest().await.channel_id, channel.0.into(), "{answer}");
        let refused = new(channel, Some(true)).await;
        assert!(refused.contains("no threads in this channel"), "{refused}");
    }
    let news = of(ChannelKind::Announcement, "news");
    let answer = new(news, None).await;
    let thread = newest().await.channel_id;
    assert!(thread != ChannelId(news.0 as i64), "in a thread of its own: {answer}");
    for kind in [ChannelKind::Forum, ChannelKind::Media] {
        let before = newest().await.id;
        let refused = new(of(kind, "posts"), None).await;
        assert!(refused.contains("only in its threads"), "{refused}");
        assert_eq!(newest().await.id, before);
        let hosted =
            scene.ada.slash(of(kind, "hosted"), "host create", &[]).unwrap().message().await.unwrap();
        assert!(hosted.content.contains("only in its threads"), "{}", hosted.content);
    }
    for code in [160_006, 160_007, 50_024, 50_001, 50_035, 200_001, 40_333, 0, UNHEARD_OF] {
        let threads = format!("/channels/{}/threads", scene.hall);
        scene.sandbox.fail_next(Some("POST"), &threads, 1, refusal(code));
        let answer = new(scene.hall, None).await;
        assert_eq!(newest().await.channel_id, scene.hall.0.into(), "{code}: {answer}");
        scene.sandbox.fail_next(Some("POST"), &threads, 1, refusal(code));
        let before = newest().await.id;
        let refused = new(scene.hall, Some(true)).await;
        assert!(refused.starts_with("Discord won’t let me create a thread here"), "{code}: {refused}");
        assert_eq!(newest().await.id, before, "{code}");
    }
    scene.settled().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_automatic_moderation_blocks_is_told_to_the_host_and_comes_when_it_may() {
    let scene = Scene::set().await;
    scene.guild.block_words(&["stopped the clock"]);
    scene.begin("Code Red").await;
    scene.quiet().await;
    let host = member(&scene.ada, &scene.guild, true);
    scene.matches.ask(MatchId(1), &host, Command::Pause).await.unwrap();
    let is_told = || scene.told_to_the_host("AutoMod blocks the message") == 1;
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, is_told).await, "{:#?}", scene.ada.dms());
    scene.guild.block_words(&[]);
    let is_there =
        || scene.ada.view(scene.hall).iter().any(|post| post.content.contains("stopped the clock"));
    for _ in 0..70 {
        scene.clock.advance(Duration::from_mins(1));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, is_there).await, "{}", scene.newest().content);
    assert_eq!(scene.told_to_the_host("AutoMod blocks the message"), 1);
    scene.end().await;
}
