//! Games of turns as stored matches: sign-up, turns, clocks, rematches.

use trigon::games::{By, Draws, Registry};
use trigon::ids::{MatchId, MessageId, UserId};
use trigon::matches::{Replay, verify};

use super::*;

const GAMES: [(&str, i64); 4] = [("triforce", 4), ("triangoli", 2), ("trice", 3), ("triluminary", 2)];

/// Returns the usual terms of a game with this number of players.
fn options(name: &str, players: i64) -> Terms {
    Terms { players: players as u8, ..Terms::usual(Registry::standard().get(name).unwrap().info()) }
}

/// Returns a match to be created.
fn new(name: &str, options: Terms) -> NewMatch {
    NewMatch {
        game: name.to_owned(),
        guild_id: GUILD,
        channel_id: CHANNEL,
        title: "Friday".to_owned(),
        terms: options,
    }
}

impl Hall {
    /// Creates a sign-up in which users 101, 102, … have joined.
    pub(super) async fn joined(&self, name: &str, players: i64, options: Terms) -> MatchId {
        let id = self
            .matches
            .create_seated(&person(UserId(101)), "Player 1", &[], new(name, options))
            .await
            .unwrap()
            .id;
        for n in 2..=players {
            self.matches
                .ask(id, &Person::user(UserId(100 + n)), Command::Join(format!("Player {n}")))
                .await
                .unwrap();
        }
        id
    }

    /// Starts a match of turns.
    pub(super) async fn turns(&self, name: &str, players: i64) -> MatchId {
        self.turns_with(name, players, options(name, players)).await
    }

    /// Creates and starts a match of a game of turns.
    pub(super) async fn turns_with(&self, name: &str, players: i64, options: Terms) -> MatchId {
        let id = self.joined(name, players, options).await;
        self.matches.ask(id, &person(UserId(102)), Command::Start).await.unwrap();
        id
    }

    /// Returns the user in a seat.
    pub(super) async fn user(&self, id: MatchId, seat: u8) -> UserId {
        self.load(id).await.player(Seat::new(seat)).unwrap().user_id
    }

    /// Returns the seat that is asked.
    pub(super) async fn asked(&self, id: MatchId) -> Seat {
        self.load(id).await.to_act()[0].seat
    }

    /// Plays the nth legal action of the seat that is asked, and returns it.
    pub(super) async fn play(&self, id: MatchId, nth: usize) -> String {
        let game = self.load(id).await;
        let seat = game.to_act()[0].seat;
        let legal = game.session.as_ref().unwrap().legal(seat);
        let action = legal[nth % legal.len()].clone();
        self.matches.act(id, game.player(seat).unwrap().user_id, &action).await.unwrap();
        action
    }
}

/// Checks that the record replays to the same table, and that its draws are those of the seed.
pub(super) fn assert_replays(game: &Match) {
    let record = game.record().unwrap();
    let bytes = serde_json::to_vec(&record).unwrap();
    let mut record = trigon::matches::Record::read(&bytes, &Registry::standard()).unwrap();
    if game.is_going_on() {
        assert!(record.seed.is_none());
        record.seed = Some(game.seed().clone());
    }
    let mut replay = Replay::begin(&record).unwrap();
    while let Some(turn) = replay.step() {
        assert!(turn.result.is_ok(), "{}: {:?}", turn.entry.action, turn.result);
    }
    let table = game.session.as_ref().unwrap();
    assert_eq!(replay.session().state_json(), table.state_json());
    assert!(replay.session().is_same_as(&**table));
    assert_eq!(verify(&record, None).unwrap().mismatch(), None);
}

#[tokio::test]
async fn random_matches_of_all_games_go_on_through_restarts() {
    for (name, players) in GAMES {
        let mut hall = Hall::new().await;
        let id = hall.turns(name, players).await;
        let mut chance = fastrand::Rng::with_seed(7);
        for turn in 0..60 {
            if !hall.load(id).await.is_going_on() {
                break;
            }
            if turn % 9 == 8 {
                // In the middle of whatever is pending.
                let before = hall.load(id).await;
                hall.matches.store().close().await;
                hall.matches = hall.other_process().await;
                let after = hall.load(id).await;
                assert_eq!((after.question, after.to_act()), (before.question, before.to_act()));
                assert!(after.session.as_ref().unwrap().is_same_as(&**before.session.as_ref().unwrap()));
            }
            hall.play(id, chance.usize(..)).await;
        }
        let game = hall.load(id).await;
        assert_replays(&game);
        let played = game.history().iter().filter(|line| matches!(line.what, EntryContent::Game(_))).count();
        assert_eq!(played, actions(&game));
        assert!(game.history().iter().all(|line| !line.words.is_empty() && !line.taken_back));
        assert_eq!(game.result().is_some(), game.status == Status::Over);
    }
}

#[tokio::test]
async fn a_sign_up_starts_with_enough_players_by_anyone_who_sits_in_it() {
    let hall = Hall::new().await;
    let id =
        hall.joined("triforce", 2, Terms::usual(Registry::standard().get("triforce").unwrap().info())).await;
    assert_eq!(hall.load(id).await.terms.players, 6);
    let start = async |user| hall.matches.ask(id, &person(user), Command::Start).await;
    assert!(sentence(start(UserId(101)).await).contains("needs 3 to 6 players and has 2"));
    hall.matches.ask(id, &Person::user(UserId(103)), Command::Join("Player 3".to_owned())).await.unwrap();
    assert!(is_not_allowed(start(UserId(99)).await));
    start(UserId(103)).await.unwrap();
    assert!(sentence(start(UserId(101)).await).contains("already been started"));
    assert!(
        sentence(hall.matches.ask(id, &Person::user(UserId(104)), Command::Join("x".to_owned())).await)
            .contains("no longer be changed")
    );
    let game = hall.load(id).await;
    assert_eq!(game.record().unwrap().setup, serde_json::json!({"players": 3}));
    let told = hall.told().await;
    let notices = [Notice::Created, Notice::Committed, news(true, None)];
    assert_eq!(told, notices.map(|notice| (Target::Channel(CHANNEL), notice)));
    assert_eq!(hall.matches.handle_due().await.unwrap(), None, "no clock by default");
}

#[tokio::test]
async fn seats_are_drawn_by_the_seed_without_taking_the_matchs_draws() {
    let hall = Hall::new().await;
    let id = hall.turns("triforce", 6).await;
    let game = hall.load(id).await;
    let mut drawn = [101, 102, 103, 104, 105, 106].map(UserId);
    let joined = |place: u32| game.players.iter().find(|player| player.joined == place).unwrap().user_id;
    assert_eq!((1..=6).map(joined).collect::<Vec<_>>(), drawn);
    Draws::new(&Seed::from([7; 32]).derive("seating")).shuffle(&mut drawn);
    assert_ne!((1..=6).map(joined).collect::<Vec<_>>(), drawn);
    assert_eq!(game.players.iter().map(|seat| seat.user_id).collect::<Vec<_>>(), drawn);
    // Anyone who has the seed can verify this.
    hall.matches.ask(id, &person(UserId(101)), Command::Cancel).await.unwrap();
    let game = hall.load(id).await;
    let mut record = game.record().unwrap();
    let joined: Vec<u64> = drawn.iter().map(|user| user.0 as u64 - 100).collect();
    assert_eq!(record.extras.seating, joined);
    assert_eq!(record.extras.players[0], format!("Player {}", joined[0]));
    let seating = |record: &trigon::matches::Record| {
        let checks = verify(record, None).unwrap().checks;
        checks.into_iter().find(|check| check.what == "seating").unwrap().matches
    };
    assert_eq!(seating(&record), Some(true));
    record.extras.seating.swap(0, 1);
    assert_eq!(seating(&record), Some(false));
    assert_eq!(game.names().get(Seat::new(1)), format!("Player {}", drawn[0].0 - 100));
    assert_replays(&game);
}

#[tokio::test]
async fn kept_seats_are_taken_by_those_they_are_kept_for_and_the_last_starts_the_match() {
    let hall = Hall::new().await;
    let kept = Terms { invited: vec![UserId(101), UserId(105)], ..options("triangoli", 2) };
    let id = hall.joined("triangoli", 1, kept).await;
    assert!(
        sentence(hall.matches.ask(id, &Person::user(UserId(102)), Command::Join("x".to_owned())).await)
            .contains("kept for others")
    );
    hall.matches.ask(id, &Person::user(UserId(105)), Command::Join("Player 5".to_owned())).await.unwrap();
    let game = hall.load(id).await;
    assert_eq!((game.status, game.players.len()), (Status::Running, 2));
}

#[tokio::test]
async fn options_that_make_no_game_of_turns_are_refused() {
    let hall = Hall::new().await;
    for (name, wrong, reason) in [
        ("triforce", Terms { players: 7, ..options("triforce", 3) }, "3 to 6 players, not 7"),
        ("triangoli", options("triangoli", 2).limited("turn", 0), "1 to 672 hours"),
        ("triangoli", Terms { invited: vec![UserId(1)], ..options("triangoli", 2) }, "kept for all 2"),
        (
            "triangoli",
            Terms { invited: vec![UserId(1), UserId(1)], ..options("triangoli", 2) },
            "kept for all 2",
        ),
        ("triangoli", options("triangoli", 2).with("dice", Value::Text("2d6".to_owned())), "no option dice"),
        ("trice", options("trice", 3).with("dice", Value::Text("9d9".to_owned())), "cannot be played"),
    ] {
        let created = hall.matches.create(&host(), new(name, wrong)).await;
        assert!(sentence(created.map(|_| ())).contains(reason), "{reason}");
    }
    let dice = options("trice", 3).with("dice", Value::Text("2d6".to_owned()));
    let id = hall.turns_with("trice", 3, dice).await;
    assert_eq!(hall.load(id).await.record().unwrap().setup, serde_json::json!({"dice": "2d6"}));
}

#[tokio::test]
async fn of_two_answers_to_one_question_one_is_played_and_one_is_told() {
    let hall = Hall::new().await;
    let id = hall.turns("triforce", 3).await;
    let game = hall.load(id).await;
    let user = hall.user(id, 1).await;
    let legal = game.session.as_ref().unwrap().legal(Seat::new(1));
    let other = hall.other_process().await;
    let who = Person::user(user);
    let first = hall.read(id, &legal[0]).await;
    let act = || Command::Act(Act { question: Some(game.question), ..Act::new(first.clone()) });
    let (one, two) = tokio::join!(hall.matches.ask(id, &who, act()), other.ask(id, &who, act()));
    assert!(one.is_ok() != two.is_ok());
    let told = sentence(one.and(two));
    assert!(told.contains("moved on"), "{told}");
    assert_eq!(actions(&*hall.load(id).await), 1);
    // A player who is not asked is told so, and text that is no action changes nothing.
    hall.matches.act(id, hall.user(id, 2).await, &legal[0]).await.unwrap_err();
    for wrong in ["resign", "resign 2", "offer draw", "back 0", "time 1", "claim 2", "", "resolve"] {
        denied(hall.matches.act(id, user, wrong).await).unwrap_err();
    }
    let moderator = Person { guild_host: true, ..person(UserId(98)) };
    assert!(sentence(hall.matches.ask(id, &moderator, Command::EndPhase).await).contains("end a turn"));
    assert_eq!(actions(&*hall.load(id).await), 1);
}

#[tokio::test]
async fn one_message_tells_of_an_action_and_says_whether_another_is_asked() {
    let hall = Hall::new().await;
    let id = hall.turns("triforce", 3).await;
    hall.told().await;
    let user = hall.user(id, 1).await;
    let mut turned = Vec::new();
    for action in ["+S", "a1>b1", "end"] {
        let _ = hall.matches.act(id, user, action).await;
    }
    while hall.asked(id).await == Seat::new(1) {
        hall.play(id, 0).await;
    }
    for (target, notice) in hall.told().await {
        let Notice::News { turned: now, deadline: None, .. } = notice else { panic!("{notice:?}") };
        assert_eq!(target, Target::Channel(CHANNEL));
        turned.push(now);
    }
    let (last, before) = turned.split_last().unwrap();
    assert!(*last && !before.is_empty() && before.iter().all(|turned| !turned), "{turned:?}");
}

/// Returns terms with a clock for each turn.
pub(super) fn clocked(name: &str, players: i64, hours: u32) -> Terms {
    options(name, players).limited("turn", hours)
}

#[tokio::test]
async fn a_rematch_passes_the_seats_on_and_starts_when_all_have_confirmed() {
    let hall = Hall::new().await;
    let id = hall.turns_with("triforce", 3, clocked("triforce", 4, 24)).await;
    let order = [hall.user(id, 1).await, hall.user(id, 2).await, hall.user(id, 3).await];
    assert!(
        sentence(hall.matches.rematch(id, &Person::user(order[0])).await.map(|_| ()))
            .contains("still going on")
    );
    hall.matches.ask(id, &Person::user(order[0]), Command::Resign).await.unwrap();
    hall.matches.ask(id, &Person::user(order[1]), Command::Resign).await.unwrap();
    assert!(
        sentence(hall.matches.rematch(id, &Person::user(UserId(99))).await.map(|_| ())).contains("no seat")
    );
    hall.told().await;
    // Two ask at once: there is one rematch, and both have seats in it.
    let other = hall.other_process().await;
    let people = [2, 1].map(|place| Person::user(order[place]));
    let (one, two) = tokio::join!(hall.matches.rematch(id, &people[0]), other.rematch(id, &people[1]));
    let again = one.unwrap().id;
    assert_eq!(two.unwrap().id, again);
    let created = [Notice::Created, Notice::Committed];
    assert_eq!(hall.told().await, created.map(|notice| (Target::Channel(CHANNEL), notice)));
    assert_eq!(hall.load(again).await.players.len(), 2);
    assert!(
        sentence(hall.matches.ask(again, &Person::user(UserId(99)), Command::Join("x".to_owned())).await)
            .contains("kept for others")
    );
    hall.matches.ask(again, &Person::user(order[0]), Command::Join("Player".to_owned())).await.unwrap();
    let game = hall.load(again).await;
    assert_eq!(game.status, Status::Running);
    let seated: Vec<UserId> = game.players.iter().map(|seat| seat.user_id).collect();
    assert_eq!(seated, [order[1], order[2], order[0]]);
    assert_eq!((game.terms.hours.get("turn"), game.terms.rematch_of), (Some(&24), Some(id)));
    let deadline = Some(NOON + 24 * HOUR);
    assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), news(true, deadline))]);
    assert_ne!(hall.load(id).await.id, again);
    assert_eq!(hall.matches.rematch(id, &Person::user(order[0])).await.unwrap().id, again);
}

#[tokio::test]
async fn rounds_and_turns_are_not_mixed_up() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    for wrong in [
        denied(hall.matches.ask(id, &Person::user(UserId(101)), Command::Resign).await),
        denied(hall.matches.ask(id, &Person::user(UserId(101)), Command::Claim).await),
        denied(hall.matches.ask(id, &Person::user(UserId(101)), Command::Offer(OfferKind::Draw)).await),
        denied(hall.matches.ask(id, &Person::user(UserId(101)), Command::Nudge).await),
    ] {
        assert!(sentence(wrong).contains("acts at the same time"));
    }
    let mut table = hall.load(id).await.session.as_ref().unwrap().boxed();
    table.apply(By::Host, "resign 2").unwrap_err();
    table.resign(Seat::new(2)).unwrap_err();
    hall.act(id, 1, "move -").await.unwrap();
    let game = hall.load(id).await;
    assert!(game.history().iter().all(|line| line.what.is_control()), "secret answers leave no trace");
}

#[tokio::test]
async fn nobody_is_refused_because_of_what_a_process_knew_before_another_one_changed_it() {
    let hall = Hall::new().await;
    let id = hall.turns("triangoli", 2).await;
    let (other, reader) = (hall.other_process().await, hall.other_process().await);
    let mut last = (UserId(0), String::new());
    for turn in 0..8 {
        let game = reader.load(id).await.unwrap();
        let seat = game.to_act()[0].seat;
        let action = game.session.as_ref().unwrap().legal(seat).remove(0);
        let user = game.player(seat).unwrap().user_id;
        // Each of the two last saw the match when it was another player's turn.
        let matches = if turn % 2 == 0 { &hall.matches } else { &other };
        matches.act(id, user, &action).await.unwrap();
        last = (user, action);
    }
    // Nor does an action that was possible then happen twice.
    let before = actions(&reader.load(id).await.unwrap());
    let again = hall.matches.act(id, last.0, &last.1).await;
    assert!(matches!(again, Err(MatchError::Denied(_))), "{again:?}");
    assert_eq!(actions(&reader.load(id).await.unwrap()), before);
}

#[tokio::test]
async fn a_press_within_a_turn_stores_nothing_to_tell_because_its_message_shows_it() {
    let hall = Hall::new().await;
    let id = hall.turns("trice", 3).await;
    let waiting = async || hall.matches.store().pending_count(id).await.unwrap();
    let (first, mut within) = (hall.asked(id).await, 0);
    loop {
        let game = hall.load(id).await;
        let action = game.session.as_ref().unwrap().legal(first)[0].clone();
        let before = waiting().await;
        let act = Act {
            pressed: Some(MessageId(5)),
            question: Some(game.question),
            ..Act::new(hall.read(id, &action).await)
        };
        let player = Person::user(hall.user(id, first.number()).await);
        hall.matches.ask(id, &player, Command::Act(act)).await.unwrap();
        if hall.asked(id).await != first {
            assert_eq!(waiting().await, before + 1, "the next turn is told");
            break;
        }
        assert_eq!(waiting().await, before, "{action}");
        within += 1;
    }
    assert!(within > 0);
}

#[tokio::test]
async fn invitations_that_come_to_nothing_are_few_a_day_and_a_rematch_is_one() {
    let hall = Hall::new().await;
    let invite = async || {
        let terms = Terms { invited: vec![UserId(101), UserId(102)], ..options("triangoli", 2) };
        let new = NewMatch {
            game: "triangoli".to_owned(),
            guild_id: GUILD,
            channel_id: CHANNEL,
            title: "Duel".to_owned(),
            terms,
        };
        denied(hall.matches.create(&person(UserId(101)), new).await.map(|game| game.id))
    };
    // Those that are accepted do not count.
    for _ in 0..7 {
        let id = invite().await.unwrap();
        for user in [101, 102] {
            hall.matches
                .ask(id, &person(UserId(user)), Command::Join(format!("Player {user}")))
                .await
                .unwrap();
        }
    }
    let mut last = MatchId(0);
    for _ in 0..5 {
        last = invite().await.unwrap();
        hall.matches.ask(last, &person(UserId(101)), Command::Cancel).await.unwrap();
    }
    assert!(matches!(invite().await, Err(Denied::TooOften { times: 5, .. })));
    // Nor does it help to ask for a rematch of an earlier one.
    hall.matches.ask(MatchId(1), &person(UserId(101)), Command::Resign).await.unwrap();
    let rematch = denied(hall.matches.rematch(MatchId(1), &person(UserId(101))).await.map(|_| ()));
    assert!(matches!(rematch, Err(Denied::TooOften { times: 5, .. })));
    let by_the_other = hall.matches.rematch(MatchId(1), &person(UserId(102))).await.unwrap();
    assert!(by_the_other.id > last);
    hall.at(24).await;
    assert!(invite().await.is_ok());
}
