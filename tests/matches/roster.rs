//! Sign-up: who gets a seat, and what a roster must be.

use super::*;
use trigon::games::Word;
use trigon::ids::UserId;
use trigon::matches::{Record, verify};

#[tokio::test]
async fn members_join_an_open_sign_up_until_the_seats_are_taken() {
    let hall = Hall::new().await;
    let id = hall.create(Terms { open_signup: true, ..seven() }).await;
    for n in 1..=7 {
        assert_eq!(
            hall.matches
                .ask(id, &Person::user(UserId(100 + n)), Command::Join("x".to_owned()))
                .await
                .unwrap()
                .game
                .players
                .len(),
            n as usize
        );
    }
    assert!(
        sentence(hall.matches.ask(id, &Person::user(UserId(101)), Command::Join("x".to_owned())).await)
            .contains("already")
    );
    assert!(
        sentence(hall.matches.ask(id, &Person::user(UserId(108)), Command::Join("x".to_owned())).await)
            .contains("All 7 seats")
    );
    assert_eq!(
        hall.matches.ask(id, &Person::user(UserId(103)), Command::Leave).await.unwrap().game.players.len(),
        6
    );
    assert!(
        sentence(hall.matches.ask(id, &Person::user(UserId(103)), Command::Leave).await).contains("no seat")
    );
    let game = hall.load(id).await;
    let left: Vec<(u8, UserId)> =
        game.seated().map(|(seat, player)| (seat.number(), player.user_id)).collect();
    assert_eq!(
        left,
        [(1, 101), (2, 102), (3, 104), (4, 105), (5, 106), (6, 107)].map(|(seat, user)| (seat, UserId(user)))
    );
}

#[tokio::test]
async fn of_two_who_join_at_once_for_the_last_seat_one_gets_it() {
    let hall = Hall::new().await;
    let id = hall.create(Terms { open_signup: true, ..seven() }).await;
    for n in 1..=6 {
        hall.matches.ask(id, &Person::user(UserId(100 + n)), Command::Join("x".to_owned())).await.unwrap();
    }
    let other = hall.other_process().await;
    let join = || Command::Join("x".to_owned());
    let people = [107, 108].map(UserId).map(Person::user);
    let (one, two) =
        tokio::join!(hall.matches.ask(id, &people[0], join()), other.ask(id, &people[1], join()));
    assert!(one.is_ok() != two.is_ok());
    assert_eq!(hall.load(id).await.players.len(), 7);
}

/// Returns the request to open or close the sign-up.
fn signup(open: bool) -> Command {
    Command::OpenSignup { open, offer_hours: None }
}

#[tokio::test]
async fn a_closed_roster_is_the_hosts_to_fill() {
    let hall = Hall::new().await;
    let id = hall.create(seven()).await;
    assert!(
        sentence(hall.matches.ask(id, &Person::user(UserId(101)), Command::Join("x".to_owned())).await)
            .contains("picks the players")
    );
    for edit in [Command::Roster(Vec::new()), signup(true)] {
        assert!(is_not_allowed(hall.matches.ask(id, &person(UserId(99)), edit).await));
    }
    // They can leave it to everyone, and take that back, until the start.
    hall.matches.ask(id, &host(), signup(true)).await.unwrap();
    hall.matches.ask(id, &Person::user(UserId(101)), Command::Join("x".to_owned())).await.unwrap();
    let closed = hall.matches.ask(id, &host(), signup(false)).await.unwrap().game;
    assert_eq!(closed.players.len(), 1, "who has joined stays");
    let late = hall.matches.ask(id, &Person::user(UserId(102)), Command::Join("y".to_owned())).await;
    assert!(sentence(late).contains("picks the players"));
    let begun = hall.running(seven()).await;
    assert!(sentence(hall.matches.ask(begun, &host(), signup(true)).await).contains("no longer"));
}

#[tokio::test]
async fn a_roster_without_sense_is_refused_whole() {
    let hall = Hall::new().await;
    let id = hall.seated(seven()).await;
    let before = hall.load(id).await;
    let all = |changed: RosterEntry| {
        let mut all: Vec<RosterEntry> = (1..=7).map(seat).collect();
        all[1] = changed;
        Command::Roster(all)
    };
    let placed = |place| {
        let mut entry = seat(2);
        entry.fields.set("priority", Value::Number(place));
        entry
    };
    for (wrong, reason) in [
        (RosterEntry { user_id: UserId(101), ..seat(2) }, "twice"),
        (placed(1), "given twice"),
        (placed(8), "not from 1 to 7"),
    ] {
        assert!(sentence(hall.matches.ask(id, &host(), all(wrong)).await).contains(reason));
    }
    assert!(sentence(hall.matches.ask(id, &host(), Command::Seat(seat(8))).await).contains("7 seats"));
    assert!(
        sentence(hall.matches.ask(id, &host(), Command::Unseat { user: UserId(108), reason: None }).await)
            .contains("not on the roster")
    );
    assert_eq!(hall.load(id).await.players, before.players);
}

#[tokio::test]
async fn a_line_of_the_roster_is_changed_as_far_as_it_is_given() {
    let hall = Hall::new().await;
    let id = hall.seated(seven()).await;
    let mut fields = Values::default();
    fields.set("garnets", Value::Number(-4));
    let entry = RosterEntry { user_id: UserId(103), name: "Other".to_owned(), renames: false, fields };
    hall.matches.ask(id, &host(), Command::Seat(entry.clone())).await.unwrap();
    let player = |game: &Match| {
        let player = game.players[2].clone();
        (player.name, player.fields.number("priority"), player.fields.number("garnets"))
    };
    assert_eq!(player(&*hall.load(id).await), ("Player 3".to_owned(), Some(3), Some(-4)));
    hall.matches.ask(id, &host(), Command::Seat(RosterEntry { renames: true, ..entry })).await.unwrap();
    assert_eq!(player(&*hall.load(id).await).0, "Other");
}

#[tokio::test]
async fn the_roster_can_be_changed_until_the_first_phase_begins_and_everyone_is_told() {
    let hall = Hall::new().await;
    let id = hall.seated(Terms { pregame_hours: 12, ..seven() }).await;
    let started = hall.matches.ask(id, &host(), Command::Start).await.unwrap().game;
    let begins = started.deadline.unwrap();
    let told = async |hall: &Hall| hall.told().await.pop().unwrap().1;

    // Only the values that are given change.
    let mut fields = Values::default();
    fields.set("garnets", Value::Number(9));
    let entry = RosterEntry { user_id: UserId(103), name: "Player 3".to_owned(), renames: false, fields };
    let game = hall.matches.ask(id, &host(), Command::Seat(entry.clone())).await.unwrap().game;
    assert_eq!(
        (game.status, game.deadline, game.players[2].fields.number("garnets")),
        (Status::Pregame, Some(begins), Some(9))
    );
    let changed = Notice::Roster { joined: vec![], left: vec![], changed: vec![UserId(103)], quiet: vec![] };
    assert_eq!(told(&hall).await, changed);
    // Nothing has changed, so there is nothing to tell.
    hall.told().await;
    hall.matches.ask(id, &host(), Command::Seat(entry)).await.unwrap();
    assert!(hall.told().await.is_empty());

    // One player for another: the time of the first round stays the same.
    let game = hall
        .matches
        .ask(id, &host(), Command::Unseat { user: UserId(102), reason: None })
        .await
        .unwrap()
        .game;
    assert!(!game.is_set_up() && game.deadline == Some(begins));
    let early = hall.matches.ask(id, &host(), Command::EndPhase).await;
    assert!(sentence(early).contains('6'), "it cannot begin with six");
    // Without a priority of its own, the new line gets what is left.
    let new = RosterEntry { fields: Values::default(), ..seat(8) };
    let game = hall.matches.ask(id, &host(), Command::Seat(new)).await.unwrap().game;
    assert!(game.is_set_up() && game.deadline == Some(begins));
    assert_eq!(
        told(&hall).await,
        Notice::Roster { joined: vec![UserId(108)], left: vec![], changed: vec![], quiet: vec![] }
    );

    // Players themselves can neither join nor leave any more.
    let leave = hall.matches.ask(id, &Person::user(UserId(101)), Command::Leave).await;
    assert!(sentence(leave).contains("can no longer be changed"));

    // It begins with the players and the values that are on it now.
    hall.clock.set(begins);
    hall.matches.handle_due().await.unwrap();
    let game = hall.load(id).await;
    assert_eq!(game.status, Status::Running);
    let users: Vec<UserId> = game.players.iter().map(|player| player.user_id).collect();
    assert_eq!(users, [101, 103, 104, 105, 106, 107, 108].map(UserId));
    let mut priorities: Vec<_> =
        game.players.iter().filter_map(|player| player.fields.number("priority")).collect();
    priorities.sort_unstable();
    assert_eq!(priorities, [1, 2, 3, 4, 5, 6, 7]);
    assert!(game.stopped_by_rules().is_none() && game.record().is_ok());
    assert!(sentence(hall.matches.ask(id, &host(), Command::Roster(Vec::new())).await).contains("no longer"));
}

#[tokio::test]
async fn a_roster_that_is_not_full_at_its_time_is_open_again() {
    let hall = Hall::new().await;
    let id = hall.seated(Terms { pregame_hours: 12, open_signup: true, ..seven() }).await;
    let begins = hall.matches.ask(id, &host(), Command::Start).await.unwrap().game.deadline.unwrap();
    hall.matches.ask(id, &host(), Command::Unseat { user: UserId(102), reason: None }).await.unwrap();
    hall.clock.set(begins);
    hall.matches.handle_due().await.unwrap();
    let game = hall.load(id).await;
    assert_eq!((game.status, game.deadline), (Status::Signup, None));
    assert_eq!(hall.told().await.pop().unwrap().1, Notice::Reopened);
    // Members can join again, and it starts as usual.
    hall.matches.ask(id, &Person::user(UserId(109)), Command::Join("x".to_owned())).await.unwrap();
    let game = hall.matches.ask(id, &host(), Command::Start).await.unwrap().game;
    assert_eq!((game.status, game.deadline), (Status::Pregame, Some(begins + 12 * HOUR)));
}

#[tokio::test]
async fn a_host_plays_a_match_again_with_its_roster_and_settings() {
    let hall = Hall::new().await;
    let id = hall.running(seven().with("rounds", Value::Number(1))).await;
    let host = host();
    assert!(sentence(hall.matches.rematch(id, &host).await.map(|_| ())).contains("still going on"));
    hall.at(24).await;
    hall.told().await;
    hall.at(48).await;
    let old = hall.load(id).await;
    assert_eq!(old.status, Status::Over);
    // Neither a player nor somebody from elsewhere is a host.
    for person in [Person::user(UserId(101)), person(UserId(99))] {
        assert!(is_not_allowed(hall.matches.rematch(id, &person).await.map(|_| ())));
    }
    let new = hall.matches.rematch(id, &host).await.unwrap();
    let lines = |game: &Match| -> Vec<_> {
        let line =
            |player: &trigon::matches::Player| (player.user_id, player.name.clone(), player.fields.clone());
        game.players.iter().map(line).collect()
    };
    assert_eq!((new.status, lines(&new)), (Status::Signup, lines(&old)));
    assert_eq!((&new.terms.options, &new.terms.hours), (&old.terms.options, &old.terms.hours));
    let told = hall.told().await;
    assert!(told.iter().any(|(_, notice)| *notice == Notice::Created), "{told:?}");
    // Asking again shows the same one, and it starts like any other.
    assert_eq!(hall.matches.rematch(id, &host).await.unwrap().id, new.id);
    hall.matches.ask(new.id, &host, Command::Start).await.unwrap();
}

#[tokio::test]
async fn who_has_no_priority_gets_what_is_left_the_highest_first() {
    let hall = Hall::new().await;
    let id = hall.create(seven()).await;
    let entry = |number: i64| match number {
        1 | 3 | 6 => RosterEntry { fields: Values::default(), ..seat(number) },
        number => seat(number),
    };
    hall.matches.ask(id, &host(), Command::Roster((1..=7).map(entry).collect())).await.unwrap();
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    let game = hall.load(id).await;
    let priorities: Vec<i64> =
        game.players.iter().map(|player| player.fields.number("priority").unwrap()).collect();
    // 1, 3 and 6 are left.
    assert_eq!(priorities, [6, 2, 3, 4, 5, 1, 7]);
}

#[tokio::test]
async fn a_match_starts_with_all_its_players_and_once() {
    let hall = Hall::new().await;
    let id = hall.create(seven()).await;
    assert!(
        sentence(hall.matches.ask(id, &host(), Command::Start).await).contains("needs 7 players and has 0")
    );
    let id = hall.seated(seven()).await;
    assert!(is_not_allowed(hall.matches.ask(id, &person(UserId(101)), Command::Start).await));
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    assert!(sentence(hall.matches.ask(id, &host(), Command::Start).await).contains("already been started"));
    assert!(
        sentence(hall.matches.ask(id, &Person::user(UserId(101)), Command::Leave).await)
            .contains("no longer be changed")
    );
}

#[tokio::test]
async fn options_that_make_no_match_are_refused() {
    let hall = Hall::new().await;
    for (options, reason) in [
        (Terms { players: 12, ..usual() }, "7, 10, 13 or 16"),
        (usual().with("board", Value::Text("triangle:3".to_owned())), "border cells"),
        (usual().with("rounds", Value::Number(0)), "rounds"),
        (usual().limited("round", 0), "a round is 1 to"),
        (usual().limited("vote", 9999), "the vote is"),
    ] {
        let new = NewMatch {
            game: "triforce-building".to_owned(),
            guild_id: GUILD,
            channel_id: CHANNEL,
            title: String::new(),
            terms: options,
        };
        assert!(sentence(hall.matches.create(&host(), new).await.map(|_| ())).contains(reason));
    }
}

#[test]
fn a_match_is_on_a_hexagon_of_side_3_unless_its_host_chooses_another_board() {
    assert_eq!(usual().options.text("board"), Some("hexagon:3"));
}

/// Returns the request to add a word to the draws.
fn word(text: &str) -> Command {
    Command::AddWord(text.parse().unwrap())
}

#[tokio::test]
async fn words_of_the_players_go_into_every_draw() {
    let hall = Hall::new().await;
    let id = hall.seated(Terms { pregame_hours: 12, ..seven() }).await;
    assert!(sentence(hall.matches.ask(id, &host(), word("host")).await).contains("no seat"));
    hall.matches.ask(id, &Person::user(UserId(103)), word("crème")).await.unwrap();
    let told = Notice::WordAdded { user: UserId(103), word: "crème".parse().unwrap(), number: 1 };
    assert_eq!(hall.told().await.pop().unwrap(), (Target::Channel(CHANNEL), told));
    assert!(
        sentence(hall.matches.ask(id, &Person::user(UserId(103)), word("other")).await)
            .contains("already added")
    );

    // In the pregame, nothing has been drawn that anyone knows.
    let started = hall.matches.ask(id, &host(), Command::Start).await.unwrap().game;
    let game = hall.matches.ask(id, &Person::user(UserId(101)), word("apple")).await.unwrap().game;
    assert!(game.is_set_up());
    hall.clock.set(started.deadline.unwrap());
    hall.matches.handle_due().await.unwrap();
    let late = hall.matches.ask(id, &Person::user(UserId(102)), word("late")).await;
    assert!(sentence(late).contains("before it begins"));

    let export = async || {
        hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
        hall.load(id).await.record().unwrap()
    };
    let record = export().await;
    let words: Vec<&str> = record.words.iter().map(Word::as_str).collect();
    assert_eq!(words, ["crème", "apple"]);
    let checked = verify(&record, None).unwrap();
    assert_eq!(checked.mismatch(), None);
    assert!(
        checked
            .checks
            .iter()
            .any(|check| check.found.contains("2 words mixed into every draw: “crème”, “apple”"))
    );
    // Without them, or in another order, something else would have been drawn.
    for words in [vec![], record.words.iter().rev().cloned().collect()] {
        let other = Record { words, ..record.clone() };
        assert_eq!(verify(&other, None).unwrap().mismatch().unwrap().what, "placement");
    }
}

#[tokio::test]
async fn seats_are_drawn_with_the_words_of_the_players() {
    let hall = Hall::new().await;
    let id =
        hall.joined("triforce", 6, Terms::usual(Registry::standard().get("triforce").unwrap().info())).await;
    hall.matches.ask(id, &Person::user(UserId(104)), word("pear")).await.unwrap();
    hall.matches.ask(id, &Person::user(UserId(101)), Command::Start).await.unwrap();
    assert!(
        sentence(hall.matches.ask(id, &Person::user(UserId(101)), word("late")).await)
            .contains("before it begins")
    );
    hall.matches.ask(id, &person(UserId(101)), Command::Cancel).await.unwrap();
    let record = hall.load(id).await.record().unwrap();
    assert_eq!(verify(&record, None).unwrap().mismatch(), None);
    let without = Record { words: Vec::new(), ..record };
    assert_eq!(verify(&without, None).unwrap().mismatch().unwrap().what, "seating");
}
