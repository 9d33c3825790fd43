//! Every message once, in order, whatever Discord does.

use std::time::Duration;
use trigon::ids::{MessageId, RequestId};
use trigon::matches::{Clock, Command, Reply, Request};

use trigon::sandbox::{Fault, Permissions, SeenMessage};

use crate::stage::{CREATED, HASH, Stage, seven};

const POST_PATH: &str = "/channels/*/messages";

#[tokio::test(flavor = "multi_thread")]
async fn everyone_is_told_in_order() {
    let stage = Stage::running().await;
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    let posted = stage.posted();
    assert_eq!(posted.len(), CREATED + 1);
    for (message, text) in posted.iter().zip(["Hidden Garden · started", HASH, "round 1 of 10"]) {
        assert!(message.content.contains(text), "{}", message.content);
    }
    for player in &stage.players {
        assert_eq!(player.dms().len(), 1);
    }
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_target_waits_without_the_others() {
    let mut stage = Stage::set().await;
    let arena = format!("/channels/{}/messages", stage.arena);
    stage.sandbox.fail_next(Some("POST"), &arena, 1, Fault::Status(502));
    let id = stage.begun(seven()).await;
    stage.start_delivery();
    stage.pending(id, CREATED as i64 + 1).await;
    // The first message holds back the others of the channel; everybody else has been told.
    assert!(stage.posted().is_empty());
    assert!(stage.players.iter().all(|player| player.dms().len() == 1));
    stage.clock.advance(Duration::from_secs(3));
    stage.pending(id, 0).await;
    let heads = first_lines(&stage.posted());
    assert_eq!(heads.len(), CREATED + 1);
    assert!(heads[0].ends_with("started") && heads[1].starts_with(HASH) && heads[2].contains("round 1"));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_is_waited_for_as_long_as_discord_says() {
    let mut stage = Stage::set().await;
    // Long enough to be passed on by the limiter, whose own time is not moved by hand.
    let limit = Fault::RateLimited { retry_after: 10.5, global: false };
    stage.sandbox.fail_next(Some("POST"), POST_PATH, 1, limit);
    let id = stage.create(seven()).await;
    stage.start_delivery();
    let row = stage.tried(1).await;
    assert_eq!(row.not_before, crate::stage::START + 10_500);
    stage.clock.advance(Duration::from_secs(10));
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(stage.posted().is_empty());
    stage.clock.advance(Duration::from_secs(1));
    stage.pending(id, 0).await;
    assert_eq!(stage.posted().len(), CREATED);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_global_limit_silences_everything() {
    let mut stage = Stage::set().await;
    // Long enough to be passed on by the limiter, whose own time is not moved by hand.
    let wait = Duration::from_secs(11);
    let limit = Fault::RateLimited { retry_after: wait.as_secs_f64(), global: true };
    stage.sandbox.fail_next(Some("POST"), POST_PATH, 1, limit);
    let id = stage.create(seven()).await;
    stage.start_delivery();
    stage.tried(1).await;
    let other = stage.create(seven()).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(stage.posted().is_empty());
    tokio::time::sleep(wait).await;
    assert!(stage.posted().is_empty(), "the clock has not moved");
    stage.clock.advance(wait);
    stage.pending(id, 0).await;
    stage.pending(other, 0).await;
    assert_eq!(stage.posted().len(), 2 * CREATED);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_arrived_although_the_answer_did_not_is_not_doubled() {
    for fault in [Fault::DropAfter, Fault::DropBefore, Fault::Status(502), Fault::Status(500)] {
        let mut stage = Stage::set().await;
        stage.sandbox.fail_next(Some("POST"), POST_PATH, 2, fault);
        let id = stage.create(seven()).await;
        stage.start_delivery();
        stage.tried(1).await;
        stage.clock.advance(Duration::from_secs(3));
        stage.tried(2).await;
        stage.clock.advance(Duration::from_secs(5));
        stage.pending(id, 0).await;
        assert_eq!(stage.posted().len(), CREATED, "{fault:?}");
        stage.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_when_discord_has_forgotten_the_nonce() {
    let mut stage = Stage::set().await;
    stage.sandbox.fail_next(Some("POST"), POST_PATH, 1, Fault::DropAfter);
    let id = stage.create(seven()).await;
    stage.start_delivery();
    stage.tried(1).await;
    assert_eq!(stage.posted().len(), 1);
    // Discord is away for an hour.
    stage.sandbox.fail_next(None, POST_PATH, 3, Fault::Status(503));
    for attempts in 2..5 {
        stage.clock.advance(Duration::from_mins(20));
        stage.tried(attempts).await;
    }
    stage.clock.advance(Duration::from_mins(20));
    stage.pending(id, 0).await;
    assert_eq!(stage.posted().len(), CREATED);
    let mut told = stage.matches.store().sent_messages(id, None, CREATED as u32).await.unwrap();
    // Newest first.
    told.reverse();
    let told: Vec<MessageId> = told.iter().map(|sent| sent.message_id).collect();
    assert_eq!(told, stage.posted().iter().map(|message| message.id.0.into()).collect::<Vec<_>>());
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn that_discord_does_not_show_what_is_there_gives_up_nothing() {
    // One that is final for what is posted, and one that nobody knows.
    for code in [50_057, 77_777] {
        let mut stage = Stage::set().await;
        stage.sandbox.fail_next(Some("POST"), POST_PATH, 1, Fault::DropAfter);
        let id = stage.create(seven()).await;
        stage.start_delivery();
        stage.tried(1).await;
        let refused = Fault::Error { status: 404, code, after: false };
        stage.sandbox.fail_next(Some("GET"), POST_PATH, 1, refused);
        stage.clock.advance(Duration::from_mins(20));
        stage.tried(2).await;
        assert_eq!(stage.posted().len(), 1, "{code}");
        stage.clock.advance(Duration::from_mins(20));
        stage.pending(id, 0).await;
        assert_eq!(stage.posted().len(), CREATED, "{code}");
        stage.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_like_message_from_before_is_not_taken_for_it() {
    let mut stage = Stage::running().await;
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    stage.stop_delivery().await;
    for _ in 0..2 {
        // The same words twice, and nobody to send them for an hour.
        stage.matches.ask(id, &stage.host(), Command::Pause).await.unwrap();
        stage.start_delivery();
        stage.pending(id, 0).await;
        stage.stop_delivery().await;
        stage.matches.ask(id, &stage.host(), Command::Resume).await.unwrap();
        stage.clock.advance(Duration::from_hours(1));
    }
    stage.start_delivery();
    stage.pending(id, 0).await;
    let words: Vec<String> = stage.posted().into_iter().map(|m| m.content).collect();
    assert_eq!(words.iter().filter(|words| words.contains("has stopped the clock")).count(), 2, "{words:#?}");
    assert_eq!(
        words.iter().filter(|words| words.contains("started the clock again")).count(),
        2,
        "{words:#?}"
    );
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_in_the_middle_loses_and_doubles_nothing() {
    let mut stage = Stage::set().await;
    let id = stage.begun(seven()).await;
    for pause in [0, 1, 3, 10, 30, 60, 100] {
        stage.start_delivery();
        tokio::time::sleep(Duration::from_millis(pause)).await;
        stage.stop_delivery().await;
    }
    stage.start_delivery();
    stage.pending(id, 0).await;
    assert_eq!(stage.posted().len(), CREATED + 1);
    assert!(stage.players.iter().all(|player| player.dms().len() == 1));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_does_a_restart_in_a_rush() {
    let mut stage = Stage::set().await;
    // Far more than are sent at once.
    let mut halls = Vec::new();
    for number in 0..100 {
        let hall = stage.guild.create_channel(&format!("hall-{number}"));
        let id = stage.create_in(hall, &format!("Match {number}"), seven()).await;
        stage.matches.ask(id, &stage.host(), Command::Cancel).await.unwrap();
        halls.push((id, hall));
    }
    for (pause, fault) in [(5, Fault::DropAfter), (40, Fault::Status(503)), (150, Fault::DropAfter)] {
        stage.sandbox.fail_next(Some("POST"), POST_PATH, 3, fault);
        stage.start_delivery();
        tokio::time::sleep(Duration::from_millis(pause)).await;
        stage.stop_delivery().await;
        stage.clock.advance(Duration::from_secs(5));
    }
    // The clock stands still now, so nothing that fails would be tried again.
    stage.sandbox.clear_faults();
    stage.start_delivery();
    for (id, _) in &halls {
        stage.pending(*id, 0).await;
    }
    for (_, hall) in &halls {
        let texts: Vec<String> = stage.host.view(*hall).into_iter().map(|message| message.content).collect();
        assert_eq!(texts.len(), CREATED + 1, "{texts:?}");
        assert!(texts[1].starts_with(HASH) && texts[CREATED].contains("without a result"), "{texts:?}");
    }
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_programs_at_once_send_once() {
    let mut stage = Stage::set().await;
    let id = stage.begun(seven()).await;
    let other = stage.deliver(trigon::bot::Directs::unlimited);
    stage.start_delivery();
    stage.pending(id, 0).await;
    other.abort();
    assert_eq!(stage.posted().len(), CREATED + 1);
    assert!(stage.players.iter().all(|player| player.dms().len() == 1));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_direct_messages_are_told_once_and_noted_until_they_are_open() {
    let stage = Stage::running().await;
    stage.players[2].close_dms();
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    let told = stage.posted().pop().unwrap();
    assert!(told.content.contains("/me") && told.content.contains("/move"), "{}", told.content);
    assert_eq!(told.pings, [stage.players[2].id()]);
    assert!(stage.load(id).await.players[2].dm_closed);
    assert_eq!(stage.matches.store().dead(id).await.unwrap().len(), 1);

    // The next round names those who read only the channel, and does not explain again.
    stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
    stage.pending(id, 0).await;
    let posted = stage.posted();
    assert_eq!(posted.len(), CREATED + 3);
    assert_eq!(posted.last().unwrap().pings, [stage.players[2].id()]);

    stage.players[2].open_dms();
    stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
    stage.pending(id, 0).await;
    assert!(!stage.load(id).await.players[2].dm_closed);
    assert_eq!(stage.players[2].dms().len(), 1);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_set_back_makes_no_message_wait_for_hours() {
    let mut stage = Stage::set().await;
    stage.sandbox.fail_next(Some("POST"), POST_PATH, 1, Fault::DropAfter);
    let id = stage.create(seven()).await;
    stage.start_delivery();
    stage.tried(1).await;
    stage.clock.reset(stage.clock.now() - 3 * 3_600_000);
    stage.matches.wake_up().notify_waiters();
    stage.pending(id, 0).await;
    assert_eq!(
        stage.posted().len(),
        CREATED,
        "and it was found, because nobody knows whether its nonce still holds"
    );
    let searched = stage.sandbox.requests(0).into_iter().filter(|request| request.method == "GET");
    assert!(searched.count() > 0);
    stage.stop_delivery().await;
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_is_gone_does_not_hold_up_the_players() {
    let stage = Stage::running().await;
    let id = stage.create(seven()).await;
    stage.pending(id, 0).await;
    stage.guild.delete_channel(stage.arena);
    stage.seat_all(id, &crate::stage::NAMES).await;
    stage.matches.ask(id, &stage.host(), Command::Start).await.unwrap();
    stage.pending(id, 1).await;
    for player in &stage.players {
        let dms = player.dms();
        let lost = dms.iter().filter(|dm| dm.content.contains("it was deleted or locked")).count();
        assert_eq!((dms.len() - lost, lost <= 1), (1, true), "{dms:#?}");
    }
    let waiting = stage.matches.unposted(id).await.unwrap();
    assert_eq!(waiting, Some((1, "the channel is gone".to_owned())));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_channel_refuses_waits_until_it_is_mended_and_the_host_is_told_once() {
    let stage = Stage::running().await;
    let id = stage.create(seven()).await;
    stage.pending(id, 0).await;
    let (bot, send) = (stage.guild.bot_role().unwrap(), Permissions::SEND_MESSAGES);
    stage.guild.overwrite_role(stage.arena, bot, Permissions::NONE, send);
    stage.seat_all(id, &crate::stage::NAMES).await;
    stage.matches.ask(id, &stage.host(), Command::Start).await.unwrap();
    stage.pending(id, 1).await;
    stage.clock.advance(Duration::from_secs(10));
    stage.matches.wake_up().notify_waiters();
    stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
    stage.pending(id, 2).await;
    let told = stage.host.dms();
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].content.contains("lacks a permission"), "{}", told[0].content);
    assert_eq!(stage.posted().len(), CREATED, "nothing of the rounds");

    stage.guild.overwrite_role(stage.arena, bot, send, Permissions::NONE);
    stage.clock.advance(Duration::from_mins(6));
    stage.pending(id, 0).await;
    let posted: Vec<String> = stage.posted().into_iter().map(|message| message.content).collect();
    assert!(
        posted.len() == CREATED + 2
            && posted[CREATED].contains("round 1")
            && posted[CREATED + 1].contains("round 2"),
        "{posted:#?}"
    );
    assert_eq!(stage.matches.unposted(id).await.unwrap(), None);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_was_removed_from_the_server_takes_no_player_for_unreachable() {
    let stage = Stage::running().await;
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    stage.guild.remove_bot();
    stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
    all_tried(&stage, 9).await;
    assert!(stage.load(id).await.players.iter().all(|player| !player.dm_closed));
    stage.guild.add_bot();
    stage.clock.advance(Duration::from_mins(6));
    stage.pending(id, 0).await;
    assert!(stage.players.iter().all(|player| player.dms().len() == 2));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_about_no_match_waits_for_a_bot_that_was_removed_too() {
    let stage = Stage::running().await;
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    assert_answer_waits(stage).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_to_somebody_who_plays_nowhere_any_more_waits_too() {
    let stage = Stage::running().await;
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    stage.matches.ask(id, &stage.host(), Command::Cancel).await.unwrap();
    stage.pending(id, 0).await;
    assert_answer_waits(stage).await;
}

/// Checks that an answer about no match arrives after the bot was removed and has come back.
async fn assert_answer_waits(stage: Stage) {
    stage.guild.remove_bot();
    let ann = &stage.players[0];
    let request = Request {
        id: RequestId(77),
        sent_at: stage.clock.now(),
        written_at: stage.clock.now(),
        direct: None,
        replaces: 0,
    };
    let reply = Reply::text(request, "The answer that waits.".to_owned());
    assert!(stage.matches.reply(ann.id().0.into(), reply).await.unwrap());
    all_tried(&stage, 1).await;
    stage.guild.add_bot();
    stage.clock.advance(Duration::from_mins(6));
    let answered = || ann.dms().iter().any(|dm| dm.content.contains("answer that waits"));
    assert!(stage.sandbox.wait_until(Duration::from_secs(10), answered).await);
    stage.end().await;
}

/// Waits until this many messages have been tried without success.
async fn all_tried(stage: &Stage, count: usize) {
    let tried = async || {
        let waiting = stage.matches.store().deliverable(i64::MAX, 100).await.unwrap();
        waiting.iter().filter(|message| message.attempts > 0).count()
    };
    for _ in 0..1_500 {
        if tried().await >= count {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{} messages were tried, not {count}", tried().await);
}

/// Waits until this many direct messages have reached Discord, whatever it answers.
async fn written(stage: &Stage, count: usize) {
    let direct = |path: &str| path.ends_with("/messages") && !path.contains(&stage.arena.to_string());
    for _ in 0..1_500 {
        let requests = stage.sandbox.requests(0);
        let sent = requests.iter().filter(|request| request.method == "POST" && direct(&request.path));
        if sent.count() >= count {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("fewer than {count} direct messages have reached Discord");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_is_back_by_the_time_it_asks_takes_no_player_for_unreachable() {
    let stage = Stage::running().await;
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    stage.guild.remove_bot();
    // The refusals arrive when the bot is in the server again.
    stage.sandbox.fail_next(Some("POST"), POST_PATH, 8, Fault::SlowAfter(Duration::from_millis(400)));
    stage.clock.advance(Duration::from_hours(1));
    stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
    written(&stage, 14).await;
    stage.guild.add_bot();
    all_tried(&stage, 8).await;
    stage.clock.advance(Duration::from_mins(6));
    stage.pending(id, 0).await;
    assert!(stage.load(id).await.players.iter().all(|player| !player.dm_closed));
    assert!(stage.players.iter().all(|player| player.dms().len() == 2), "what was owed has come");
    assert!(stage.matches.undelivered(id).await.unwrap().is_empty());
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_discord_refuses_just_after_the_return_is_tried_again_before_it_counts() {
    let stage = Stage::running().await;
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    stage.guild.remove_bot();
    stage.guild.add_bot();
    stage.players[0].close_dms();
    // Not all of Discord knows yet that the bot is back.
    let lost = Fault::Error { status: 403, code: 50_278, after: false };
    let ben = format!("/channels/{}/messages", stage.players[1].dms()[0].channel);
    stage.sandbox.fail_next(Some("POST"), &ben, 1, lost);
    stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
    stage.pending(id, 2).await;
    assert!(stage.load(id).await.players.iter().all(|player| !player.dm_closed));
    stage.clock.advance(Duration::from_secs(11));
    stage.pending(id, 0).await;
    let closed: Vec<bool> = stage.load(id).await.players.iter().map(|player| player.dm_closed).collect();
    assert_eq!(closed, [true, false, false, false, false, false, false], "closed messages are still noticed");
    assert_eq!(stage.players[1].dms().len(), 2);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn as_long_as_discord_does_not_say_who_is_in_the_server_no_refusal_counts() {
    let stage = Stage::running().await;
    stage.players[2].close_dms();
    stage.sandbox.fail_next(Some("GET"), "/guilds/*/members/*", 1, Fault::Status(503));
    let id = stage.begun(seven()).await;
    stage.pending(id, 1).await;
    assert!(!stage.load(id).await.players[2].dm_closed);
    stage.clock.advance(Duration::from_secs(3));
    stage.pending(id, 0).await;
    assert!(stage.load(id).await.players[2].dm_closed);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_has_just_joined_the_server_again_is_written_to_once_more() {
    let stage = Stage::running().await;
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    stage.guild.remove_member(&stage.players[0]);
    stage.guild.add_member(&stage.players[0]);
    let lost = Fault::Error { status: 403, code: 50_278, after: false };
    let ann = format!("/channels/{}/messages", stage.players[0].dms()[0].channel);
    stage.sandbox.fail_next(Some("POST"), &ann, 1, lost);
    stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
    stage.pending(id, 1).await;
    stage.clock.advance(Duration::from_secs(11));
    stage.pending(id, 0).await;
    assert!(!stage.load(id).await.players[0].dm_closed);
    assert_eq!(stage.players[0].dms().len(), 2);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_player_who_left_the_server_the_host_is_told_and_the_channel_nothing() {
    let stage = Stage::running().await;
    stage.guild.remove_member(&stage.players[0]);
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    assert!(!stage.load(id).await.players[0].dm_closed);
    let public = stage.posted();
    assert!(public.iter().all(|message| !message.content.contains("allow direct messages")), "{public:?}");
    let told = stage.host.dms().pop().unwrap().content;
    assert!(told.contains("the player is not in the server any more"), "{told}");
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_direct_channel_that_cannot_be_opened_yet_is_opened_later() {
    for fault in [Fault::Status(500), Fault::DropBefore, Fault::DropAfter] {
        let mut stage = Stage::set().await;
        stage.sandbox.fail_next(Some("POST"), "/users/@me/channels", 3, fault);
        let id = stage.begun(seven()).await;
        stage.start_delivery();
        stage.pending(id, 3).await;
        stage.clock.advance(Duration::from_secs(5));
        stage.pending(id, 0).await;
        assert!(stage.players.iter().all(|player| player.dms().len() == 1));
        stage.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_direct_channel_that_was_refused_for_a_moment_is_opened_by_the_limiter() {
    let mut stage = Stage::set().await;
    let limit = Fault::RateLimited { retry_after: 0.5, global: false };
    stage.sandbox.fail_next(Some("POST"), "/users/@me/channels", 3, limit);
    let id = stage.begun(seven()).await;
    stage.start_delivery();
    stage.pending(id, 0).await;
    assert_eq!(stage.sandbox.rate_limited(), 3);
    assert!(stage.players.iter().all(|player| player.dms().len() == 1));
    stage.end().await;
}

fn first_lines(messages: &[SeenMessage]) -> Vec<String> {
    messages.iter().map(|message| message.content.lines().next().unwrap_or_default().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn in_any_weather_every_message_comes_once_and_in_order() {
    let faults = [
        Fault::DropAfter,
        Fault::DropAfter,
        Fault::DropBefore,
        Fault::Status(500),
        Fault::Status(503),
        Fault::RateLimited { retry_after: 3.0, global: false },
        Fault::RateLimited { retry_after: 1.0, global: true },
    ];
    for seed in 0..3 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut stage = Stage::set().await;
        let id = stage.begun(seven()).await;
        for round in 1..=4 {
            if round > 1 {
                stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
            }
            for _ in 0..rng.u32(5..20) {
                let path = if rng.u8(..4) == 0 { "/users/@me/channels" } else { POST_PATH };
                stage.sandbox.fail_next(Some("POST"), path, 1, *rng.choice(&faults).unwrap());
            }
            let mut left = 1;
            while left > 0 {
                stage.start_delivery();
                tokio::time::sleep(Duration::from_millis(rng.u64(10..120))).await;
                stage.stop_delivery().await;
                // Everything under way arrives before the clock is moved.
                let mut arrived = usize::MAX;
                while arrived != stage.sandbox.journal_end() {
                    arrived = stage.sandbox.journal_end();
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                // Within the lifetime of a nonce, at its edge, and long after.
                stage
                    .clock
                    .advance(Duration::from_secs(*rng.choice(&[2, 20, 119, 121, 299, 301, 900]).unwrap()));
                left = stage.matches.store().pending_count(id).await.unwrap();
            }
        }
        let rounds = (1..=4).map(|round| format!("Hidden Garden · round {round} of 10"));
        let rounds = rounds.map(|line| format!("## {line}"));
        let hash = format!(
            "{HASH}1 · hash of the secret seed: `{}`",
            stage.load(id).await.record().unwrap().commitment.unwrap()
        );
        let created = ["## Hidden Garden · started".to_owned(), hash];
        let expected: Vec<String> = created.into_iter().chain(rounds).collect();
        assert_eq!(first_lines(&stage.posted()), expected, "seed {seed}");
        for player in &stage.players {
            let lines: Vec<String> =
                (1..=4).map(|round| format!("**Hidden Garden** · round {round} of 10")).collect();
            assert_eq!(first_lines(&player.dms()), lines, "seed {seed}");
        }
        stage.end().await;
    }
}
