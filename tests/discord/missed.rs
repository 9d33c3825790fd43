//! Direct messages that are sent while the bot is not connected.

use std::collections::BTreeSet;
use std::time::Duration;

use trigon::games::{By, Seat};
use trigon::ids::MatchId;
use trigon::matches::{Command, NewMatch, Person, RosterEntry};
use trigon::sandbox::{self, Cut, Fault, NewPerson};

use crate::scene::{Scene, WAIT_TIMEOUT};

const GRACE: Duration = Duration::from_secs(3);

/// A match in its first round, an hour before its deadline.
async fn an_hour_before_the_deadline() -> Scene {
    let mut scene = Scene::set().await;
    // As in operation: at a deadline itself, messages may still be on their way.
    scene.matches = scene.matches.clone().with_grace(GRACE);
    scene.stop_bot().await;
    scene.start_bot().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    scene.clock.advance(Duration::from_hours(23));
    scene.quiet().await;
    scene
}

/// Returns what a player has sent for the current round.
async fn stored(scene: &Scene, seat: u8) -> Option<String> {
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    game.session.as_ref().unwrap().answer(Seat::new(seat)).map(|answer| answer.to_string())
}

/// Returns the number of a player's entries in the log.
async fn entries(scene: &Scene, seat: u8) -> usize {
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    game.log.iter().filter(|entry| entry.by == By::seat(seat)).count()
}

fn last(person: &sandbox::Person) -> String {
    person.dms().last().unwrap().content.clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_in_time_while_the_bot_is_down_counts_and_is_answered() {
    let mut scene = an_hour_before_the_deadline().await;
    scene.stop_bot().await;
    let (bob, cleo, dan) = (scene.players[0].clone(), scene.players[1].clone(), scene.players[2].clone());
    bob.dm("-").unwrap();
    dan.dm("what is this?").unwrap();
    scene.clock.advance(Duration::from_hours(2));
    cleo.dm("-").unwrap();
    scene.start_bot().await;
    scene.settled_after_deadlines().await;
    scene.quiet().await;
    // The round was resolved with what came in time, and only with that.
    assert_eq!((entries(&scene, 1).await, entries(&scene, 2).await), (1, 0));
    let me = scene.sandbox.bot_id();
    let answers = |person: &sandbox::Person| person.dms().iter().filter(|dm| dm.author == me).count();
    assert!(bob.dms().iter().any(|dm| dm.content.contains("Stored")), "{:#?}", bob.dms());
    assert!(answers(&dan) > 0 && dan.dms().iter().any(|dm| dm.content.contains("help")), "{:#?}", dan.dms());
    let before = answers(&bob);
    // Nothing is answered twice, however often the bot starts.
    scene.stop_bot().await;
    scene.start_bot().await;
    scene.quiet().await;
    assert_eq!(answers(&bob), before);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn direct_messages_that_the_events_of_the_server_overtake_are_neither_lost_nor_answered_wrongly() {
    let scene = an_hour_before_the_deadline().await;
    let paths = paths(&scene, 1, 2).await;
    let (bob, cleo, me) = (scene.players[0].clone(), scene.players[1].clone(), scene.sandbox.bot_id());
    let told = |who: &sandbox::Person, what: &str| {
        who.dms().iter().filter(|dm| dm.author == me && dm.content.contains(what)).count()
    };
    let before = told(&cleo, "");
    scene.sandbox.hold_directs(true);
    for path in &paths {
        bob.dm(path).unwrap();
    }
    cleo.dm("help").unwrap();
    // What the two do in the server meanwhile is answered by what has arrived.
    for who in [&bob, &cleo] {
        scene.ask(who, "me", &[]).await;
    }
    assert_eq!((stored(&scene, 1).await, told(&bob, "Stored")), (None, 0));
    // The deadline passes, and everything that the server has sent by then arrives.
    let deadline = scene.matches.load(MatchId(1)).await.unwrap().deadline.unwrap();
    scene.clock.set(deadline + 1);
    scene.ask(&scene.ada, "matches", &[]).await;
    scene.sandbox.hold_directs(false);
    let answered = || told(&bob, "Stored") > 0 && told(&cleo, "") > before;
    let is_answered = scene.sandbox.wait_until(WAIT_TIMEOUT, answered).await;
    assert!(is_answered, "{:#?} {:#?}", bob.dms(), cleo.dms());
    let last_counts = async {
        while stored(&scene, 1).await.as_ref() != paths.last() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, last_counts).await.unwrap();
    scene.clock.advance(GRACE);
    scene.settled_after_deadlines().await;
    scene.quiet().await;
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let mut sent = game.log.iter().filter(|entry| entry.by == By::seat(1)).filter_map(|entry| entry.action());
    assert_eq!(sent.next_back(), paths.last().map(String::as_str));
    assert!(scene.newest().content.contains("round 2"), "{}", scene.newest().content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_over_a_dead_connection_is_fetched_before_the_round_is_resolved() {
    let scene = an_hour_before_the_deadline().await;
    scene.sandbox.cut_gateway(Cut::Silence);
    let bob = &scene.players[0];
    bob.dm("-").unwrap();
    assert_eq!(stored(&scene, 1).await, None, "it has not arrived");
    scene.clock.advance(Duration::from_hours(1) + GRACE);
    scene.settled_after_deadlines().await;
    assert_eq!(entries(&scene, 1).await, 1);
    assert!(bob.dms().iter().any(|dm| dm.content.contains("Stored")), "{}", last(bob));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_direct_message_that_discord_has_but_has_not_delivered_at_the_deadline_counts() {
    let scene = an_hour_before_the_deadline().await;
    scene.sandbox.hold_directs(true);
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    bob.dm("-").unwrap();
    scene.clock.advance(Duration::from_hours(1) + GRACE);
    scene.settled_after_deadlines().await;
    assert!(scene.newest().content.contains("round 2"), "{}", scene.newest().content);
    assert_eq!(entries(&scene, 1).await, 1);
    assert!(bob.dms().iter().any(|dm| dm.content.contains("Stored")), "{}", last(bob));
    // When it arrives after all, nothing happens again.
    let before = bob.dms().len();
    scene.sandbox.hold_directs(false);
    scene.dm(cleo, "help").await;
    scene.quiet().await;
    assert_eq!((bob.dms().len(), entries(&scene, 1).await), (before, 1));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_connection_is_alive_a_deadline_looks_once_for_what_each_player_has_sent() {
    let scene = an_hour_before_the_deadline().await;
    scene.dm(&scene.players[0], "-").await;
    let before = scene.sandbox.requests(0).len();
    scene.clock.advance(Duration::from_hours(1) + GRACE);
    scene.settled_after_deadlines().await;
    let requests = scene.sandbox.requests(before);
    let fetched = requests.iter().filter(|request| request.method == "GET").map(|request| &request.path);
    let once: BTreeSet<&String> = fetched.clone().collect();
    assert_eq!((fetched.count(), once.len()), (scene.players.len(), scene.players.len()), "{requests:#?}");
    assert_eq!(entries(&scene, 1).await, 1);
    scene.end().await;
}

/// How often Discord shows no messages while it has trouble.
const FETCHES_WITHOUT_MESSAGES: u32 = 10_000;

fn has_trouble(scene: &Scene) {
    scene.sandbox.fail_next(
        Some("GET"),
        "/channels/*/messages",
        FETCHES_WITHOUT_MESSAGES,
        Fault::Status(503),
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_fetched_when_the_bot_is_back_is_fetched_when_discord_answers_again() {
    for deadline in [false, true] {
        let mut scene = an_hour_before_the_deadline().await;
        scene.stop_bot().await;
        let bob = scene.players[0].clone();
        bob.dm("-").unwrap();
        has_trouble(&scene);
        scene.start_bot().await;
        let failed = || FETCHES_WITHOUT_MESSAGES - scene.sandbox.faults_pending();
        assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || failed() > 7).await, "it is tried again");
        assert_eq!(stored(&scene, 1).await, None);
        if deadline {
            scene.clock.advance(Duration::from_hours(1) + GRACE);
            let before = failed();
            assert!(
                scene.sandbox.wait_until(WAIT_TIMEOUT, || failed() > before).await,
                "and for the deadline"
            );
        }
        scene.sandbox.clear_faults();
        scene.settled_after_deadlines().await;
        let has_come = || bob.dms().iter().any(|dm| dm.content.contains("Stored"));
        assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, has_come).await, "{}", last(&bob));
        assert_eq!(entries(&scene, 1).await, 1, "it counts, with the deadline: {deadline}");
        scene.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_could_not_be_fetched_is_not_lost_by_a_later_message_or_a_restart() {
    for restarts in [false, true] {
        let mut scene = an_hour_before_the_deadline().await;
        scene.stop_bot().await;
        let bob = scene.players[0].clone();
        let answers = |what: &str| bob.dms().iter().filter(|dm| dm.content.contains(what)).count();
        bob.dm("garnet").unwrap();
        has_trouble(&scene);
        scene.start_bot().await;
        // What is written now counts at once, whether or not the rest can be fetched.
        bob.dm("-").unwrap();
        assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || answers("Stored") == 1).await, "{}", last(&bob));
        if restarts {
            scene.crash().await;
        }
        scene.sandbox.clear_faults();
        if restarts {
            scene.start_bot().await;
        }
        let later = "You sent something else after this, and that counts.";
        let is_told = || answers(later) == 1;
        assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, is_told).await, "{restarts}: {}", last(&bob));
        scene.quiet().await;
        assert_eq!((answers("Stored"), answers(later), entries(&scene, 1).await), (1, 1, 1), "nothing twice");
        scene.end().await;
    }
}

/// A match of Trice while the bot is stopped.
struct Unheard {
    scene: Scene,
    /// A player.
    bob: sandbox::Person,
    /// A message that the player has written since then.
    sent: sandbox::Id,
}

async fn written_while_the_bot_is_down() -> Unheard {
    let mut scene = Scene::set().await;
    scene.started("trice", 3, &[]).await;
    let bob = scene.players[0].clone();
    scene.dm(&bob, "help").await;
    scene.stop_bot().await;
    let sent = bob.dm("me").unwrap();
    Unheard { scene, bob, sent }
}

/// Waits for the answer of the bot to what a person has sent.
async fn assert_answered(scene: &Scene, person: &sandbox::Person, sent: sandbox::Id) {
    let me = scene.sandbox.bot_id();
    let is_answered = || person.dms().iter().any(|dm| dm.author == me && dm.id > sent);
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, is_answered).await, "{:#?}", person.dms());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_written_while_the_bot_is_down_is_answered_also_where_nothing_is_asked_in_private() {
    let Unheard { mut scene, bob, sent } = written_while_the_bot_is_down().await;
    scene.start_bot().await;
    assert_answered(&scene, &bob, sent).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_written_in_a_match_is_answered_also_if_it_has_ended_before_it_is_fetched() {
    let Unheard { mut scene, bob, sent } = written_while_the_bot_is_down().await;
    let host = Person::user(scene.matches.load(MatchId(1)).await.unwrap().host_id);
    scene.matches.ask(MatchId(1), &host, Command::Cancel).await.unwrap();
    scene.start_bot().await;
    assert_answered(&scene, &bob, sent).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_missed_is_answered_before_what_its_author_writes_then() {
    let mut scene = an_hour_before_the_deadline().await;
    let (last, me) = (scene.players.last().unwrap().clone(), scene.sandbox.bot_id());
    for player in &scene.players {
        scene.dm(player, "help").await;
    }
    scene.stop_bot().await;
    let missed = last.dm("matches").unwrap();
    // The messages of the others are fetched first, and that takes a while.
    for other in &scene.players[..scene.players.len() - 1] {
        let channel = format!("/channels/{}/messages", other.dm_channel());
        scene.sandbox.fail_next(Some("GET"), &channel, 1, Fault::SlowBefore(Duration::from_millis(300)));
    }
    scene.start_bot().await;
    let live = last.dm("me").unwrap();
    let answers =
        || last.dms().into_iter().filter(|dm| dm.author == me && dm.id > missed).collect::<Vec<_>>();
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || answers().len() == 2).await, "{:#?}", answers());
    let answers = answers();
    assert!(
        answers[0].content.starts_with("- **#1") && answers.iter().all(|dm| dm.id > live),
        "{answers:#?}"
    );
    assert!(answers[1].content.contains("Path"), "{answers:#?}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_missed_is_fetched_again_if_the_answer_cannot_be_read() {
    let mut scene = an_hour_before_the_deadline().await;
    let bob = scene.players[0].clone();
    scene.dm(&bob, "help").await;
    scene.stop_bot().await;
    bob.dm("-").unwrap();
    let channel = format!("/channels/{}/messages", bob.dm_channel());
    scene.sandbox.fail_next(Some("GET"), &channel, 1, Fault::Garbage { after: false });
    scene.start_bot().await;
    let is_stored = || bob.dms().iter().any(|dm| dm.content.contains("Stored"));
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, is_stored).await, "{:#?}", bob.dms());
    scene.end().await;
}

/// Returns paths that a player may send, whichever of them is stored.
async fn paths(scene: &Scene, seat: u8, count: usize) -> Vec<String> {
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let legal = game.playing().unwrap().legal(Seat::new(seat));
    legal.into_iter().filter(|action| action.starts_with("move ")).take(count).collect()
}

/// Returns the number of messages whose fate a person has been told: each answer says how many it replaces, or to how
/// many it also applies.
fn told(scene: &Scene, person: &sandbox::Person) -> usize {
    let me = scene.sandbox.bot_id();
    // A message may have arrived before earlier ones, which then no longer count.
    let is_answer = |text: &str| text.contains("Stored") || text.contains("You sent something else");
    let answers = person.dms().into_iter().filter(|dm| dm.author == me && is_answer(&dm.content));
    let replaced = |text: &str| -> usize {
        let after = |words| text.split_once(words).map(|(_, rest)| rest);
        let Some(rest) = after("It replaces the ").or_else(|| after("The same goes for the ")) else {
            return 0;
        };
        rest.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(1)
    };
    answers.map(|dm| 1 + replaced(&dm.content)).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_messages_at_once_the_last_one_counts_and_none_is_left_untold() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    let mut last = Vec::new();
    for (seat, player) in (1..).zip(&scene.players) {
        let paths = paths(&scene, seat, 10).await;
        for path in &paths {
            player.dm(path).unwrap();
        }
        last.push((paths.len(), paths.last().cloned()));
    }
    let all = || scene.players.iter().zip(&last).all(|(player, (sent, _))| told(&scene, player) == *sent);
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, all).await);
    for (seat, (_, path)) in (1..).zip(&last) {
        assert_eq!(stored(&scene, seat).await, *path);
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_burst_of_changes_of_one_answer_is_stored_as_its_last() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    let paths = paths(&scene, 1, 10).await;
    // While nothing can be stored, they pile up.
    let lock = scene.lock_database().await;
    for path in &paths {
        scene.players[0].dm(path).unwrap();
    }
    scene.players[0].dm("garnet").unwrap();
    drop(lock);
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || told(&scene, &scene.players[0]) >= paths.len()).await);
    scene.quiet().await;
    assert_eq!(stored(&scene, 1).await.as_ref(), paths.last());
    // The first may have been stored on its own, before the others came.
    assert!(entries(&scene, 1).await <= 3, "{}", entries(&scene, 1).await);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_burst_that_ends_the_match_the_one_answer_speaks_for_all() {
    let mut scene = Scene::set().await;
    scene.begin_with("Code Red", &[("rounds", 1.into())]).await;
    scene.confirmed(&scene.ada, "host resolve", &[]).await;
    scene.settled().await;
    for n in [6, 5] {
        scene.dm(&scene.players[n], "vote 1").await;
    }
    scene.settled().await;
    let last = scene.players[4].clone();
    let before = last.dms().len();
    scene.stop_bot().await;
    for n in [1, 2, 1, 2, 1, 2] {
        last.dm(&format!("vote {n}")).unwrap();
    }
    scene.start_bot().await;
    let me = scene.sandbox.bot_id();
    let answered =
        |dm: &trigon::sandbox::SeenMessage| dm.author == me && dm.content.contains("was the last one");
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || last.dms().iter().any(answered)).await, "{before}");
    let answer = last.dms().into_iter().find(answered).unwrap();
    assert!(
        answer.content.contains("replaces the 5 messages that you sent just before"),
        "{}",
        answer.content
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_messages_sent_at_once_the_last_is_never_received_before_the_others() {
    let scene = an_hour_before_the_deadline().await;
    let paths = paths(&scene, 1, 10).await;
    let (bob, me) = (scene.players[0].clone(), scene.sandbox.bot_id());
    for burst in 0..20 {
        let sent: Vec<&String> = (0..30).map(|n| &paths[(burst + n) % paths.len()]).collect();
        for path in &sent {
            bob.dm(path).unwrap();
        }
        let is_last = async || stored(&scene, 1).await.as_ref() == sent.last().copied();
        let dealt_with = async {
            while !is_last().await {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, dealt_with).await.unwrap();
        scene.quiet().await;
    }
    // A person whose message is processed after a later one is told that the later one counts.
    let overtaken =
        |dm: &sandbox::SeenMessage| dm.author == me && dm.content.contains("something else after");
    let overtaken: Vec<_> = bob.dms().into_iter().filter(overtaken).collect();
    assert!(overtaken.is_empty(), "{overtaken:#?}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_answered_just_before_the_bot_went_down_is_not_answered_again() {
    let mut scene = an_hour_before_the_deadline().await;
    let (bob, me) = (scene.players[0].clone(), scene.sandbox.bot_id());
    let stored = |dm: &trigon::sandbox::SeenMessage| dm.author == me && dm.content.contains("Stored");
    let answers = || bob.dms().iter().filter(|dm| stored(dm)).count();
    // Discord posts the answer, and the bot never learns of it.
    scene.sandbox.fail_next(Some("POST"), "/channels/*/messages", 1, Fault::StatusAfter(500));
    let sent = bob.dm("-").unwrap();
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || answers() == 1).await);
    scene.crash().await;
    scene.start_bot().await;
    let noted = async {
        let noted = async || scene.matches.store().direct_channel(bob.id().0.into()).await.unwrap();
        while noted().await.is_none_or(|(_, answered)| answered < sent.0.into()) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, noted).await.unwrap();
    assert_eq!(answers(), 1, "{:#?}", bob.dms());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_to_a_round_that_ended_meanwhile_is_no_answer_to_the_next_one() {
    let mut scene = an_hour_before_the_deadline().await;
    let (bob, cleo, me) = (scene.players[0].clone(), scene.players[1].clone(), scene.sandbox.bot_id());
    scene.dm(&bob, "help").await;
    scene.stop_bot().await;
    let sent = bob.dm("-").unwrap();
    scene.clock.advance(Duration::from_mins(1));
    // The round ends without the bot, which could not read the message in time.
    let host = Person { guild_id: Some(scene.guild.id().0.into()), ..Person::user(scene.ada.id().0.into()) };
    scene.matches.ask(MatchId(1), &host, Command::EndPhase).await.unwrap();
    scene.clock.advance(Duration::from_mins(1));
    let later = cleo.dm("-").unwrap();
    scene.start_bot().await;
    let told = |who: &sandbox::Person, sent, text: &str| {
        who.dms().iter().any(|dm| dm.author == me && dm.id > sent && dm.content.contains(text))
    };
    assert!(
        scene.sandbox.wait_until(WAIT_TIMEOUT, || told(&bob, sent, "nothing was stored")).await,
        "{}",
        last(&bob)
    );
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || told(&cleo, later, "Stored")).await, "{}", last(&cleo));
    assert_eq!((entries(&scene, 1).await, entries(&scene, 2).await), (0, 1));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_from_an_earlier_turn_is_not_played_in_a_later_one() {
    let mut scene = Scene::set().await;
    let id = scene.started("trice", 3, &[]).await;
    let bob = scene.players[0].clone();
    scene.dm(&bob, "help").await;
    scene.stop_bot().await;
    scene.clock.advance(Duration::from_mins(1));
    let sent = bob.dm("roll").unwrap();
    scene.clock.advance(Duration::from_mins(1));
    // The player whose turn it is goes on without the bot.
    let game = scene.matches.load(id).await.unwrap();
    let asked = game.to_act()[0].seat;
    scene.matches.act(id, game.player(asked).unwrap().user_id, "roll").await.unwrap();
    let before = scene.matches.load(id).await.unwrap().log.len();
    scene.start_bot().await;
    let told = || bob.dms().iter().any(|dm| dm.id > sent && dm.content.contains("nothing was stored"));
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, told).await, "{}", last(&bob));
    assert_eq!(scene.matches.load(id).await.unwrap().log.len(), before);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_does_not_wait_for_messages_of_players_of_other_matches_that_cannot_be_fetched() {
    let mut scene = Scene::set().await;
    scene.matches = scene.matches.clone().with_grace(GRACE);
    scene.stop_bot().await;
    scene.start_bot().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    // Another match of other people, an hour later.
    scene.clock.advance(Duration::from_hours(1));
    let others = (0..7).map(|n| scene.sandbox.create_person(NewPerson::named(&format!("other{n}"))));
    let others: Vec<sandbox::Person> = others.collect();
    let channel = scene.guild.create_channel("elsewhere");
    let host = scene.ada.id().0.into();
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let new = NewMatch {
        game: game.info().name.to_owned(),
        guild_id: game.guild_id,
        channel_id: channel.0.into(),
        title: "Elsewhere".to_owned(),
        terms: game.terms.clone(),
    };
    let asks = Person { guild_id: Some(game.guild_id), ..Person::user(host) };
    let other = scene.matches.create(&asks, new).await.unwrap().id;
    let lines = others.iter().zip(&game.players).map(|(person, player)| {
        scene.guild.add_member(person);
        let (user_id, name, fields) = (person.id().0.into(), person.name(), player.fields.clone());
        RosterEntry { user_id, name, renames: true, fields }
    });
    let roster = Command::Roster(lines.collect());
    for command in [roster, Command::Start] {
        scene.matches.ask(other, &asks, command).await.unwrap();
    }
    scene.quiet().await;
    scene.stop_bot().await;
    let deadline = scene.matches.load(other).await.unwrap().deadline.unwrap();
    scene.clock.set(deadline - 3_600_000 - 60_000);
    for person in [&scene.players[0], &others[0]] {
        person.dm("-").unwrap();
    }
    scene.clock.set(deadline + 60_000);
    // Discord does not say what one of the others has written.
    let path = format!("/channels/{}/messages", others[6].dm_channel().0);
    scene.sandbox.fail_next(Some("GET"), &path, 100, Fault::Status(503));
    let from = scene.sandbox.requests(0).len();
    scene.start_bot().await;
    let round = async |id: MatchId| scene.matches.load(id).await.unwrap().question.number;
    let first = async {
        while round(MatchId(1)).await == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(3 * WAIT_TIMEOUT, first).await.unwrap();
    assert_eq!(round(other).await, 0, "it is not known what all its players have sent");
    assert_eq!(entries(&scene, 1).await, 1, "what was sent in time counts");
    let channels = [&scene.players, &others].map(|people| people.iter().map(sandbox::Person::dm_channel));
    let [own, theirs] = channels.map(Iterator::collect::<Vec<_>>);
    let requests = scene.sandbox.requests(from);
    let fetches = requests.iter().filter(|request| request.method == "GET");
    let place = |channels: &[sandbox::Id]| {
        let of = |path: &str| {
            channels.iter().any(|channel| path.contains(&format!("/channels/{}/messages", channel.0)))
        };
        fetches.clone().position(|request| of(&request.path)).unwrap()
    };
    assert!(place(&own) < place(&theirs), "whose round is due first is asked first");
    scene.sandbox.clear_faults();
    scene.settled_after_deadlines().await;
    scene.quiet().await;
    assert_eq!(round(other).await, 1);
    scene.end().await;
}
