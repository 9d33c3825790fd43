//! What is hidden has no number, no order and no length, in any game: matches with equal public entries and different
//! hidden ones show the same to everyone but their authors, byte by byte.

use serde_json::json;
use trigon::games::{Information, Pace, Seat};
use trigon::ids::MatchId;
use trigon::matches::{Command, HOUR, Match, MatchError, OfferKind, Person as Asker};
use trigon::sandbox::{Id, NewPerson, OptionValue, Permissions, Person, SeenMessage};

use crate::diary::{Diary, MODERATOR, Shown, differences, read, sweep};
use crate::games::games;
use crate::scene::Scene;

/// The seat of the player who does something in secret. Nobody else may notice.
const AUTHOR: usize = 1;

/// Begins a match of a game, and returns its number. Whoever can be a host without playing is one.
async fn begun(scene: &Scene, game: &str) -> MatchId {
    let info = games().get(game).unwrap().info();
    let players =
        info.players.iter().copied().find(|players| *players >= 3).or(info.players.first().copied());
    let players = usize::from(players.unwrap());
    if info.pace == Pace::Turns {
        return scene.started(game, players, &[]).await;
    }
    let options = [
        ("game", OptionValue::from(game)),
        ("players", (players as i64).into()),
        ("pregame_hours", 0.into()),
        ("early", true.into()),
        ("strikes", 3.into()),
    ];
    scene.ask(&scene.ada, "host create", &options).await;
    scene.may_shorten(MatchId(1)).await;
    for player in &scene.players[..players] {
        scene.ask(&scene.ada, "host seat", &[("player", player.id().into())]).await;
    }
    let begun = scene.ask(&scene.ada, "host start", &[]).await;
    assert!(begun.content.contains("begins"), "{}", begun.content);
    MatchId(1)
}

/// Returns a plan for a seat that is not on turn: actions that others will not play, and its own after them.
fn plan(game: &Match, seat: Seat) -> Vec<trigon::games::Move> {
    let (mut session, mut plan) = (game.playing().unwrap().boxed(), Vec::new());
    while let Some(asked) = session.to_act().first().copied() {
        let action = session.legal(asked.seat).pop().unwrap();
        plan.push(session.parse(&action).unwrap());
        session.apply(trigon::games::By::Seat(asked.seat), &action).unwrap();
        if asked.seat == seat || plan.len() == 10 {
            break;
        }
    }
    plan
}

/// Does everything in secret that the author can, `times` times, and has the host look at it.
async fn act_in_secret(scene: &Scene, game: &Match, times: usize, counts: &mut usize) {
    let seat = game.seat_of(scene.players[AUTHOR].id().0.into()).unwrap();
    let asker = |who: &Person| Asker {
        user_id: who.id().0.into(),
        guild_id: Some(scene.guild.id().0.into()),
        guild_host: false,
        request: None,
    };
    let author = asker(&scene.players[AUTHOR]);
    let session = game.playing().unwrap();
    let mut deeds = Vec::new();
    for _ in 0..times {
        if game.has_turns() {
            deeds.extend([Command::Ahead(plan(game, seat)), Command::Ahead(Vec::new())]);
            continue;
        }
        let legal = session.legal(seat);
        if game.decision(seat).is_some() && session.phase().id != "vote" {
            // The author is never the last one to answer, and in the end does what comes of saying nothing.
            for action in legal.iter().take(2).rev() {
                deeds.push(Command::Act(trigon::matches::Act::new(session.parse(action).unwrap())));
            }
            deeds.extend([true, false].map(|ready| Command::Ready { ready, pad: None }));
        }
        deeds.extend(session.neutral(seat).map(|stay| Command::Ahead(vec![stay])));
        deeds.extend([Command::Away { after: 0, time: HOUR }, Command::Back]);
    }
    for deed in deeds {
        match scene.matches.ask(game.id, &author, deed).await {
            Ok(_) => *counts += 1,
            // Not everything is possible in every game.
            Err(MatchError::Denied(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    for _ in 0..times {
        *counts += usize::from(scene.matches.ask(game.id, &asker(&scene.ada), Command::Look).await.is_ok());
    }
}

/// Plays a few turns or phases, in which the author does something in secret or nothing, and notes what everyone else is
/// shown. Returns how much was done in secret, too.
async fn course(name: &'static str, times: usize) -> (Diary, usize) {
    let scene = Scene::with_games(games()).await;
    let id = begun(&scene, name).await;
    let role = scene.guild.create_role("hosts", Permissions::NONE);
    scene.ask(&scene.ada, "host role", &[("role", role.into())]).await;
    let [zoe, mia] = ["zoe", "mia"].map(|name| scene.sandbox.create_person(NewPerson::named(name)));
    for member in [&zoe, &mia] {
        scene.guild.add_member(member);
    }
    scene.guild.give_role(&mia, role);
    let mut count = 0;
    for part in 0..40 {
        scene.quiet().await;
        let game = scene.matches.load(id).await.unwrap();
        if game.playing().is_err() {
            break;
        }
        act_in_secret(&scene, &game, times, &mut count).await;
        if !game.has_turns() {
            if part == 3 {
                break;
            }
            // The last one says nothing, so that every phase ends by the clock.
            let (_, others) =
                game.to_act().split_last().map(|(last, others)| (*last, others.to_vec())).unwrap();
            for asked in others.iter().filter(|asked| asked.seat != Seat::at(AUTHOR)) {
                let first = game.playing().unwrap().legal(asked.seat).swap_remove(0);
                let user = game.player(asked.seat).unwrap().user_id;
                scene.matches.act(id, user, &first).await.unwrap();
            }
            scene.clock.advance(std::time::Duration::from_hours(24 * 20));
            scene.settled_after_deadlines().await;
            if part == 1 {
                let asked = scene.ask(&scene.ada, "host undo", &[]).await;
                scene.press(&scene.ada, &asked, ":undo").await;
            }
            continue;
        }
        let asked = game.to_act()[0].seat;
        let is_first = scene.in_seat(&game, asked).id() == scene.players[0].id();
        if part > 6 && is_first {
            break;
        }
        let user = game.player(asked).unwrap().user_id;
        let first = game.playing().unwrap().legal(asked).swap_remove(0);
        scene.matches.act(id, user, &first).await.unwrap();
        // Otherwise, what follows could overtake the post about it.
        scene.quiet().await;
        if part % 3 == 0 && scene.matches.load(id).await.unwrap().takes_back_freely(asked) {
            let back = Command::Offer(OfferKind::Takeback);
            scene.matches.ask(id, &Asker::user(user), back).await.unwrap();
        }
    }
    scene.quiet().await;
    let mut diary = Diary::new();
    for (seat, who) in [(1, &scene.players[0]), (0, &zoe), (MODERATOR, &mia)] {
        let pages = diary.entry(seat).or_default();
        // What is the same in every game, or for everyone, is used once.
        let is_wanted = |command: &str| match seat {
            0 => ["board", "history", "replay"].contains(&command),
            MODERATOR => {
                ["history", "host status", "host export", "host resolve", "host undo"].contains(&command)
            }
            // Thinking takes long.
            _ if command == "hint" => name == "triangoli",
            _ => !command.starts_with("host ") && !["rules", "play new", "replay"].contains(&command),
        };
        sweep(&scene, pages, who, is_wanted).await;
        scene.quiet().await;
        read(&scene, pages, who);
    }
    scene.end().await;
    (diary, count)
}

#[tokio::test(flavor = "multi_thread")]
async fn in_every_game_nothing_that_others_are_shown_follows_from_hidden_entries() {
    let mut leaks = Vec::new();
    let names: Vec<&str> = games().iter().map(|game| game.info().name).collect();
    assert!(names.len() > 6);
    let courses: Vec<_> =
        names.into_iter().map(|name| (name, [0, 3].map(|times| tokio::spawn(course(name, times))))).collect();
    for (name, [quiet, other]) in courses {
        let ((quiet, none), (other, some)) = (quiet.await.unwrap(), other.await.unwrap());
        assert!(none == 0 && some > 3, "{name}: {some} things were done in secret");
        for (seat, pages) in &other {
            leaks.extend(differences(&format!("{name}, seat {seat}"), &quiet[seat], pages));
        }
        // Where there is a board of one’s own, it was looked at.
        let info = games().get(name).unwrap().info();
        let has_boards = info.pace == Pace::Turns && info.information == Information::Open;
        let is_board = |page: &Shown| page.asked == "whatif" && !page.components.is_empty();
        assert_eq!(quiet[&1].iter().any(is_board), has_boards, "{name}");
    }
    assert!(leaks.is_empty(), "{} leaks, such as\n{}", leaks.len(), leaks.join("\n"));
}

/// Returns the lines of a match that `/history` shows, and its file.
async fn history(scene: &Scene, who: &Person) -> (Vec<String>, String) {
    let shown = scene.ask(who, "history", &[("match", 1.into())]).await;
    let file = String::from_utf8(shown.files[0].bytes.to_vec()).unwrap();
    (shown.content.lines().skip(1).map(str::to_owned).collect(), file)
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_secret_departure_an_undone_round_asks_as_before() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.resolve().await;
    let left = scene.ask(&scene.players[2], "leave", &[("confirm", true.into())]).await;
    assert!(left.content.contains("You’ve left"), "{}", left.content);
    let asked = scene.ask(&scene.ada, "host undo", &[]).await;
    assert!(asked.content.contains("7 players would be asked again"), "{}", asked.content);
    scene.press(&scene.ada, &asked, ":undo").await;
    scene.quiet().await;
    let post = scene.newest();
    assert!(
        post.content.contains("undoes round 1") && post.content.contains("** Send me"),
        "{}",
        post.content
    );
    // Nor does a correction tell.
    let options = [
        ("player", scene.players[4].id().into()),
        ("garnets", 4.into()),
        ("reason", OptionValue::from("a typo")),
        ("confirm", true.into()),
    ];
    scene.ask(&scene.ada, "host correct", &options).await;
    scene.quiet().await;
    let post = scene.newest();
    assert!(post.content.contains("a typo") && post.content.contains("** Send me"), "{}", post.content);
    // Once the round has ended, everyone knows.
    scene.resolve().await;
    let is_round = |post: &SeenMessage| post.content.contains("· round 2 of ");
    let post = scene.ada.view(scene.hall).into_iter().rfind(is_round).unwrap();
    let words = ["dan has left the match.", "If you are asked, send"];
    assert!(words.iter().all(|words| post.content.contains(words)), "{}", post.content);
    let asked = scene.ask(&scene.ada, "host undo", &[]).await;
    assert!(asked.content.contains("6 players would be asked again"), "{}", asked.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_history_has_no_line_for_a_secret_answer_that_was_taken_back() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    for player in &scene.players[..4] {
        scene.dm(player, "-").await;
    }
    scene.resolve().await;
    for player in &scene.players[..2] {
        scene.dm(player, "-").await;
    }
    let asked = scene.ask(&scene.ada, "host undo", &[]).await;
    scene.press(&scene.ada, &asked, ":undo").await;
    scene.quiet().await;
    let bob = &scene.players[0];
    let (lines, file) = history(&scene, bob).await;
    let back: Vec<&String> = lines.iter().filter(|line| line.ends_with("(taken back)")).collect();
    assert_eq!(back.len(), 1, "one for the round, and none for those who sent something: {lines:#?}");
    assert!(back[0].contains("Round 2 begins."), "it says what everyone was told: {lines:#?}");
    let undone = lines.last().unwrap();
    assert!(undone.contains("undoes round 1 of 10"), "{undone}");
    // The numbers have no gaps, in which something could have been.
    let number = |line: &str| line.split('.').next().unwrap().parse::<usize>().unwrap();
    assert!(file.lines().map(number).eq(1..=lines.len()), "{file}");
    assert_eq!(file.matches("(taken back)").count(), 1, "{file}");

    // Everyone may know it once the match is published.
    scene.ask(&scene.ada, "host cancel", &[("confirm", true.into())]).await;
    let publish = [("match", 1.into()), ("confirm", true.into())];
    scene.ask(&scene.ada, "host publish", &publish).await;
    let (lines, _) = history(&scene, bob).await;
    assert_eq!(lines.iter().filter(|line| line.ends_with("(taken back)")).count(), 7, "{lines:#?}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_taken_back_turn_is_told_without_the_number_of_an_entry() {
    let scene = Scene::set().await;
    let id = scene.started("trice", 3, &[]).await;
    let mut game = scene.matches.load(id).await.unwrap();
    let asked = game.to_act()[0].seat;
    let user = game.player(asked).unwrap().user_id;
    // The dice are thrown by now, so the next action is the first that can be taken back.
    for _ in 0..20 {
        let first = game.playing().unwrap().legal(asked).swap_remove(0);
        scene.matches.act(id, user, &first).await.unwrap();
        game = scene.matches.load(id).await.unwrap();
        if game.takes_back_freely(asked) {
            break;
        }
    }
    let who = scene.in_seat(&game, asked);
    let done = scene.ask(who, "takeback", &[]).await;
    assert!(done.content.contains("taken back"), "{}", done.content);
    let (lines, file) = history(&scene, who).await;
    let last = lines.last().unwrap();
    let words = format!("What {} did last is taken back, with everything after it.", who.name());
    assert!(last.ends_with(&words) && !file.contains("entry"), "{lines:#?}");
    scene.end().await;
}

/// Presses a component of a board that an earlier version made.
async fn pressed_old(who: &Person, board: &SeenMessage, custom_id: &str, place: Id) -> SeenMessage {
    let data = json!({ "custom_id": custom_id, "component_type": 2 });
    who.forge(place, 3, Some(board.id), data).unwrap().message().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_of_earlier_versions_say_that_they_are_outdated() {
    let scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[]).await;
    let game = scene.matches.load(id).await.unwrap();
    let who = scene.in_seat(&game, game.to_act()[0].seat);
    let board = scene.ask(who, "whatif", &[]).await;
    for custom_id in [format!("t2:{id}:0@2:again"), format!("t2:{id}:0@7!:advice")] {
        let answer = pressed_old(who, &board, &custom_id, scene.hall).await;
        assert!(answer.content.contains("from an earlier version"), "{}", answer.content);
        assert!(answer.content.contains("`/whatif`") && answer.files.is_empty(), "{}", answer.content);
    }
    // A board of now is found by the question, of which there may be a later one.
    let custom_ids = board.custom_ids();
    assert!(custom_ids.iter().all(|id| id.contains(":0@q0:")), "{custom_ids:?}");
    let unknown = pressed_old(who, &board, &format!("t2:{id}:0@q9:again"), scene.hall).await;
    assert!(unknown.content.contains("from another version"), "{}", unknown.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_takeback_a_board_keeps_the_position_that_it_had() {
    let scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[]).await;
    let game = scene.matches.load(id).await.unwrap();
    let (one, two) = (game.to_act()[0].seat, game.player(Seat::new(2)).unwrap().user_id);
    let play = async |number: usize| {
        let game = scene.matches.load(id).await.unwrap();
        let asked = game.to_act()[0].seat;
        let legal = game.playing().unwrap().legal(asked);
        let user = game.player(asked).unwrap().user_id;
        scene.matches.act(id, user, &legal[number]).await.unwrap();
    };
    for _ in 0..2 {
        play(0).await;
    }
    let game = scene.matches.load(id).await.unwrap();
    let who = scene.in_seat(&game, one);
    let board = scene.ask(who, "whatif", &[]).await;
    assert_eq!(game.question.to_string(), "2");
    // Both actions are taken back, and others are played, up to the same number.
    let user = game.player(one).unwrap().user_id;
    scene.matches.ask(id, &Asker::user(user), Command::Offer(OfferKind::Takeback)).await.unwrap();
    let accept = Command::Answer { kind: OfferKind::Takeback, number: None, accept: true };
    scene.matches.ask(id, &Asker::user(two), accept).await.unwrap();
    for _ in 0..2 {
        play(3).await;
    }
    let now = scene.ask(who, "whatif", &[]).await;
    assert_ne!(now.files[0].bytes, board.files[0].bytes);
    let tried = scene.tried_out(who, &board).await;
    assert!(tried.content.contains("The match has gone on since"), "{}", tried.content);
    let back = tried.button("Back").unwrap();
    let back = who.click(tried.id, back).unwrap().message().await.unwrap();
    assert_eq!(back.files[0].bytes, board.files[0].bytes);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_is_brought_up_to_date_keeps_its_story_whatever_was_done_in_secret_since() {
    let mut seen = Vec::new();
    for looks in [0, 2] {
        let scene = Scene::with_games(games()).await;
        begun(&scene, "bids").await;
        scene.quiet().await;
        let game = scene.matches.load(MatchId(1)).await.unwrap();
        for (i, asked) in game.to_act().iter().enumerate() {
            let bid = format!("bid {}", 5 + i);
            scene.matches.act(MatchId(1), game.player(asked.seat).unwrap().user_id, &bid).await.unwrap();
            // The question shows each bid before the last one ends the round, however busy the machine is.
            scene.quiet().await;
        }
        for _ in 0..looks {
            scene.ask(&scene.ada, "host status", &[]).await;
        }
        // The winner presses a button that the post does not have any more.
        let (game, post) = (scene.matches.load(MatchId(1)).await.unwrap(), scene.newest());
        let winner = scene.in_seat(&game, game.to_act()[0].seat);
        let answer = pressed_old(winner, &post, "t2:1:0:do:2", scene.hall).await;
        // What it shows changes with the deadline.
        scene.ask(&scene.ada, "host extend", &[("hours", 1.into())]).await;
        scene.quiet().await;
        let mut pages = vec![Shown::new("a press", &answer)];
        read(&scene, &mut pages, &scene.players[0]);
        let now = scene.ada.message(post.id).unwrap();
        assert!(now.content.contains("wins prize 1") && now.edited, "{looks} looks: {}", now.content);
        seen.push(pages);
        scene.end().await;
    }
    let leaks = differences("somebody", &seen[0], &seen[1]);
    assert!(leaks.is_empty(), "{}", leaks.join("\n"));
}
