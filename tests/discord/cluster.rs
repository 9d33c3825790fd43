//! Several processes with one token on one database: every message is sent once and in order, whichever of them dies or
//! hangs.

use std::time::Duration;

use trigon::bot::{Bot, BotConfig, Running};
use trigon::games::By;
use trigon::ids::MatchId;
use trigon::matches::{Command, Matches, NewMatch, Person, Terms};
use trigon::rehearsal;
use trigon::sandbox::{Fault, Id, SeenMessage};
use trigon::store::{DeliveryOutcome, Process, Store, StoreError};

use crate::stage::{NAMES, Stage, seven};

/// Long enough that no living process loses it, and short enough to wait for.
const LEASE: Duration = Duration::from_secs(2);

/// How long, in real time, anything may take.
const WAIT_TIMEOUT: Duration = Duration::from_secs(30);

const GRACE: Duration = Duration::from_secs(3);

async fn store(stage: &Stage, name: &str) -> Store {
    let process = Process::among_others(name, name.starts_with('0')).with_lease(LEASE);
    Store::open(stage.database.url()).await.unwrap().with_process(process)
}

/// Starts a process with some of the shards, as `trigon run` would.
async fn process(stage: &Stage, shards: &str) -> Running {
    let matches = Matches::new(store(stage, shards).await, stage.clock.clone()).with_grace(GRACE);
    let config = rehearsal::config(&stage.sandbox).unwrap();
    let config = BotConfig { shards: Some(shards.parse().unwrap()), ..config };
    let bot = Bot::start(config, matches).await.unwrap();
    tokio::time::timeout(WAIT_TIMEOUT, bot.ready()).await.unwrap().unwrap();
    bot
}

/// Begins matches with everyone in each of them, in a few channels.
async fn begin_many(stage: &mut Stage, count: usize) -> Vec<Id> {
    // Changes made here wake up the processes.
    stage.matches = Matches::new(store(stage, "test").await, stage.clock.clone());
    let channels = [stage.arena, stage.guild.create_channel("east"), stage.guild.create_channel("west")];
    for n in 0..count {
        let id = stage.create_in(channels[n % 3], &format!("Match {n}"), seven()).await;
        stage.seat_all(id, &NAMES).await;
        stage.matches.ask(id, &stage.host(), Command::Start).await.unwrap();
    }
    channels.to_vec()
}

async fn until(what: &str, mut is: impl AsyncFnMut() -> bool) {
    let waited = async {
        while !is().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    assert!(tokio::time::timeout(WAIT_TIMEOUT, waited).await.is_ok(), "{what}");
}

/// Checks that everything was sent once, and in order to each target.
async fn all_sent_in_order(stage: &Stage, channels: &[Id]) {
    let mut raw = stage.database.raw().await;
    let sql = "SELECT target_kind, target_id, message_id, state FROM outbox ORDER BY id";
    let rows: Vec<(String, i64, Option<i64>, String)> =
        sqlx::query_as(sql).fetch_all(&mut raw).await.unwrap();
    assert!(rows.iter().all(|row| row.3 == "sent"), "{rows:?}");
    let me = stage.sandbox.bot_id();
    let compare = |kind: &str, target: Id, seen: Vec<SeenMessage>| {
        let target = target.0 as i64;
        let stored: Vec<i64> =
            rows.iter().filter(|row| row.0 == kind && row.1 == target).map(|row| row.2.unwrap()).collect();
        let seen: Vec<i64> = seen
            .into_iter()
            .filter(|message| message.author == me)
            .map(|message| message.id.0 as i64)
            .collect();
        assert!(!stored.is_empty() && stored.is_sorted(), "{kind}: {stored:?}");
        assert_eq!(seen, stored, "{kind}: as many as were stored, in that order");
    };
    for channel in channels {
        compare("channel", *channel, stage.host.view(*channel));
    }
    for player in &stage.players {
        compare("user", player.id(), player.dms());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_message_is_sent_once_and_in_order_though_a_process_dies_in_the_middle() {
    let Some(mut stage) = Stage::shared(3).await else { return };
    let mut processes = Vec::new();
    for shards in ["0/3", "1/3", "2/3"] {
        processes.push(process(&stage, shards).await);
    }
    // Responses take so long that the process that dies is still sending something, which has arrived.
    let slow = Fault::SlowAfter(Duration::from_millis(50));
    stage.sandbox.fail_next(Some("POST"), "/channels/*/messages", 200, slow);
    let channels = begin_many(&mut stage, 6).await;
    let pending = async || {
        let mut pending = 0;
        for id in 1..=6 {
            pending += stage.matches.store().pending_count(MatchId(id)).await.unwrap();
        }
        pending
    };
    until("some of it is sent", async || pending().await < 40).await;
    drop(processes.remove(1));
    until("the others send the rest", async || pending().await == 0).await;
    all_sent_in_order(&stage, &channels).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_process_that_hangs_has_taken_is_sent_by_another_and_it_can_store_nothing() {
    let Some(mut stage) = Stage::shared(2).await else { return };
    let channels = begin_many(&mut stage, 3).await;
    let hung = store(&stage, "1/2").await;
    let taken = hung.take(i64::MAX / 2, 5).await.unwrap();
    assert_eq!(taken.len(), 5);
    let _alive = process(&stage, "0/2").await;
    until("everything is sent", async || stage.matches.store().next_delivery().await.unwrap().is_none())
        .await;
    for (row, mut lease) in taken {
        assert!(lease.left() < LEASE);
        let begun = hung.begin_attempt(row.id, 0, &mut lease).await;
        assert!(matches!(begun, Err(StoreError::Conflict)), "{begun:?}");
        let settled = hung.settle(row.id, 0, &lease, &DeliveryOutcome::Dead("hung".into())).await;
        assert!(matches!(settled, Err(StoreError::Conflict)), "{settled:?}");
    }
    all_sent_in_order(&stage, &channels).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_sent_in_time_counts_whichever_process_is_left() {
    let Some(mut stage) = Stage::shared(2).await else { return };
    let first = process(&stage, "0/2").await;
    let _second = process(&stage, "1/2").await;
    begin_many(&mut stage, 1).await;
    let settled = async || stage.matches.store().next_delivery().await.unwrap().is_none();
    until("everyone is asked", settled).await;
    let ann = &stage.players[0];
    let answers = async || {
        let game = stage.load(MatchId(1)).await;
        game.log.iter().filter(|entry| entry.by == By::seat(1)).count()
    };
    let round =
        async || stage.load(MatchId(1)).await.log.iter().filter(|entry| entry.by == By::Clock).count();
    let before = round().await;
    ann.dm("-").unwrap();
    stage.clock.advance(Duration::from_hours(25));
    until("the round is resolved", async || round().await > before).await;
    assert_eq!(answers().await, 1, "it came over the connection");
    until("everyone is asked again", settled).await;

    // Direct messages go to the first process only.
    let before = round().await;
    drop(first);
    ann.dm("-").unwrap();
    stage.clock.advance(Duration::from_hours(25));
    until("the other one resolves the next round", async || round().await > before).await;
    assert_eq!(answers().await, 2, "it was fetched");
    until("it is answered", async || {
        ann.dms().iter().filter(|dm| dm.content.contains("Stored")).count() == 2
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_is_shown_though_another_process_has_yet_to_store_that_its_message_was_sent() {
    let Some(mut stage) = Stage::shared(1).await else { return };
    let _alive = process(&stage, "0/1").await;
    stage.matches = Matches::new(store(&stage, "test").await, stage.clock.clone());
    let game = stage.matches.games().get("triangoli").unwrap();
    let new = NewMatch {
        game: "triangoli".to_owned(),
        guild_id: stage.guild.id().0.into(),
        channel_id: stage.arena.0.into(),
        title: "Code Red".to_owned(),
        terms: Terms::usual(game.info()),
    };
    let id = stage.matches.create(&stage.host(), new).await.unwrap().id;
    for (player, name) in stage.players.iter().zip(NAMES).take(2) {
        let person = Person::user(player.id().0.into());
        stage.matches.ask(id, &person, Command::Join(name.to_owned())).await.unwrap();
    }
    stage.matches.ask(id, &stage.host(), Command::Start).await.unwrap();
    let asked = || {
        let asks = |message: &SeenMessage| message.custom_ids().iter().any(|id| id.contains(":go:"));
        stage.host.view(stage.arena).into_iter().rfind(asks)
    };
    until("somebody is asked", async || asked().is_some()).await;
    let message = asked().unwrap();
    // Discord has the message, and what if the process that sent it has not stored that yet? It has to have stored it once, or
    // it would do so later.
    let mut raw = stage.database.raw().await;
    let forget =
        "UPDATE outbox SET state = 'pending', message_id = NULL, not_before = $1 WHERE message_id = $2";
    let forget = || sqlx::query(forget).bind(i64::MAX / 2).bind(message.id.0 as i64);
    while forget().execute(&mut raw).await.unwrap().rows_affected() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let step = message.custom_ids().into_iter().find(|id| id.contains(":go:")).unwrap().to_owned();
    for player in &stage.players[..2] {
        // Whoever’s turn it is not is refused.
        let _ = player.click(message.id, &step).unwrap().response().await.unwrap();
    }
    let is_shown = || stage.host.message(message.id).unwrap().custom_ids() != message.custom_ids();
    assert!(!is_shown());
    let sent = "UPDATE outbox SET state = 'sent', message_id = $1 WHERE match_id = $2 AND state = 'pending'";
    sqlx::query(sent).bind(message.id.0 as i64).bind(id).execute(&mut raw).await.unwrap();
    let is_shown_later = async || {
        stage.clock.advance(Duration::from_secs(1));
        is_shown()
    };
    until("the step is shown", is_shown_later).await;
}
