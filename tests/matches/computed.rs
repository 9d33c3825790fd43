//! Computed players: they hold seats, think by themselves, and tell nothing by it.

use std::time::Duration;

use trigon::games::Level;
use trigon::ids::{MatchId, UserId};
use trigon::matches::Computed;

use super::*;

/// Returns a level.
fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

/// Returns the `number`th computed player, at level 1.
fn computed(number: u8) -> Computed {
    Computed { number, level: level(1) }
}

/// Returns the line of a computed player in the roster.
fn line(computed: Computed) -> RosterEntry {
    RosterEntry {
        user_id: computed.user_id(),
        name: computed.name(),
        renames: true,
        fields: Values::default(),
    }
}

/// Returns the seats that computed players have, and whether each has answered.
pub(super) fn answered(game: &Match) -> Vec<(u8, bool)> {
    let asked = game.to_act().into_iter().filter(|asked| game.computed(asked.seat).is_some());
    asked.map(|asked| (asked.seat.number(), asked.answered)).collect()
}

impl Hall {
    /// Does what is due, and waits until no computed seat is asked anything that it has not answered.
    pub(super) async fn thought(&self, id: MatchId) -> Arc<Match> {
        // Thinking takes as long as it takes, but never forever.
        for _ in 0..6_000 {
            self.matches.handle_due().await.unwrap();
            let game = self.load(id).await;
            if answered(&game).iter().all(|(_, answered)| *answered) {
                return game;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("a computed seat has not answered");
    }

    /// Begins a match of turns with user 101 against computed players.
    async fn against(&self, name: &str, count: u8) -> MatchId {
        let info = Registry::standard().get(name).unwrap().info();
        let new = NewMatch {
            game: name.to_owned(),
            guild_id: GUILD,
            channel_id: CHANNEL,
            title: "Friday".to_owned(),
            terms: Terms { players: count + 1, ..Terms::usual(info) },
        };
        let computed: Vec<Computed> = (1..=count).map(computed).collect();
        let game = self.matches.create_seated(&person(UserId(101)), "Ann", &computed, new).await.unwrap();
        assert_eq!(game.status, Status::Running, "all seats are taken, so there is nobody to wait for");
        game.id
    }

    /// Begins a match of rounds in which seats 2 to 7 have computed players.
    pub(super) async fn among_six(&self, terms: Terms) -> MatchId {
        let id = self.create(Terms { pregame_hours: 0, ..terms }).await;
        let all = std::iter::once(seat(1)).chain((1..=6).map(|number| line(computed(number))));
        self.matches.ask(id, &host(), Command::Roster(all.collect())).await.unwrap();
        self.matches.ask(id, &host(), Command::Start).await.unwrap();
        id
    }
}

#[tokio::test]
async fn computed_players_take_their_turns_in_every_game_and_nobody_writes_to_them() {
    for (name, count) in [("triangoli", 1), ("triluminary", 1), ("trice", 2), ("triforce", 2)] {
        let hall = Hall::new().await;
        let id = hall.against(name, count).await;
        let mut acted = 0;
        for nth in 0..12 {
            let game = hall.thought(id).await;
            acted = game.log.iter().filter(|entry| entry.action().is_some()).count();
            if !game.is_going_on() {
                break;
            }
            hall.play(id, nth).await;
        }
        assert!(acted > 12, "{name}: {acted} actions");
        let (users, _) = hall.reached().await;
        assert!(users.iter().all(|user| *user > UserId(0)), "{name}: {users:?}");
        turns::assert_replays(&*hall.load(id).await);
    }
}

#[tokio::test]
async fn a_thought_that_a_restart_interrupts_comes_to_the_same_decision() {
    let played = async || {
        let hall = Hall::new().await;
        let id = hall.against("triangoli", 1).await;
        for _ in 0..3 {
            hall.thought(id).await;
            hall.play(id, 0).await;
        }
        let game = hall.thought(id).await;
        game.log.iter().filter_map(|entry| entry.action().map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(played().await, played().await);
}

#[tokio::test]
async fn a_computed_seat_never_misses_a_phase_even_if_the_clock_jumps() {
    let hall = Hall::new().await;
    let id = hall.among_six(Terms { strikes: 1, ..seven() }).await;
    hall.at(24).await;
    let game = hall.load(id).await;
    assert_eq!(round(game.session.as_deref().unwrap()), Some(2));
    let missed = game.log.iter().find_map(|entry| match entry.control() {
        Some(Control::Missed { seats, .. }) => Some(seats.clone()),
        _ => None,
    });
    assert_eq!(missed, Some(vec![Seat::new(1)]), "only the person has not answered");
}

#[tokio::test]
async fn a_phase_in_which_computed_seats_have_answered_and_people_are_ready_ends_early() {
    let hall = Hall::new().await;
    let terms = Terms { early: true, early_minutes: 30, least_hours: 0, ..seven() };
    let id = hall.among_six(terms).await;
    hall.act(id, 1, "move -").await.unwrap();
    hall.matches
        .ask(id, &Person::user(UserId(101)), Command::Ready { ready: true, pad: None })
        .await
        .unwrap();
    let waits = hall.load(id).await;
    assert_eq!(waits.ends_early(), None, "computed seats have not answered yet");
    hall.clock.set(NOON + HOUR / 4);
    hall.thought(id).await;
    hall.at(2).await;
    hall.at(3).await;
    assert_eq!(hall.round(id).await, 2);
}

#[tokio::test]
async fn computed_players_agree_to_takebacks_and_to_no_draw() {
    let hall = Hall::new().await;
    let id = hall.against("triangoli", 1).await;
    hall.thought(id).await;
    let before = actions(&*hall.load(id).await);
    hall.play(id, 0).await;
    hall.thought(id).await;
    let offer = Command::Offer(OfferKind::Takeback);
    let game = hall.matches.ask(id, &person(UserId(101)), offer).await.unwrap().game;
    assert_eq!(game.offer(), None, "it is accepted at once");
    assert!(game.log.len() > before && game.question.undos == 1);
    assert_eq!(game.to_act()[0].seat, game.seat_of(UserId(101)).unwrap());

    let game =
        hall.matches.ask(id, &person(UserId(101)), Command::Offer(OfferKind::Draw)).await.unwrap().game;
    assert_eq!(game.offer(), None, "it is declined at once");
    assert!(game.is_going_on());
    let declined = |notice: &Notice| matches!(notice, Notice::Answered { accepted: false, own: false, .. });
    assert!(hall.told().await.iter().any(|(_, notice)| declined(notice)), "and everyone is told");
}

#[tokio::test]
async fn a_computed_player_needs_no_nudge() {
    let hall = Hall::new().await;
    let id = hall.against("triangoli", 1).await;
    let mut game = hall.load(id).await;
    if game.to_act()[0].seat == game.seat_of(UserId(101)).unwrap() {
        hall.play(id, 0).await;
        game = hall.load(id).await;
    }
    assert!(game.computed(game.to_act()[0].seat).is_some());
    let nudge = sentence(hall.matches.ask(id, &person(UserId(101)), Command::Nudge).await);
    assert_eq!(nudge, "Vega is a computer and already thinking, so there is nobody to nudge.");
}

#[tokio::test]
async fn a_rematch_against_a_computed_player_begins_with_the_first_person_who_asks() {
    let hall = Hall::new().await;
    let id = hall.against("triangoli", 1).await;
    hall.matches.ask(id, &person(UserId(101)), Command::Resign).await.unwrap();
    let again = hall.matches.rematch(id, &person(UserId(101))).await.unwrap();
    assert_eq!(again.status, Status::Running);
    assert_eq!(again.players.iter().filter(|player| player.computed().is_some()).count(), 1);
    assert_ne!(hall.load(id).await.seat_of(UserId(101)), again.seat_of(UserId(101)), "the seats rotate");
    hall.thought(again.id).await;
}

#[tokio::test]
async fn a_seat_that_nobody_takes_is_played_by_a_computed_player_until_somebody_does() {
    let hall = Hall::new().await;
    let id = hall.seated(Terms { pregame_hours: 0, ..seven() }).await;
    let autopilot = |level| Command::Autopilot(Some(level));
    hall.matches.ask(id, &host(), autopilot(level(2))).await.unwrap();
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    let late = denied(hall.matches.ask(id, &host(), autopilot(level(3))).await).unwrap_err();
    assert!(matches!(late, Denied::RosterFixed(_)), "{late}");
    hall.matches.ask(id, &Person::user(UserId(105)), Command::Leave).await.unwrap();
    let game = hall.load(id).await;
    assert_eq!(game.computed(Seat::new(5)), None, "nobody learns who left until the round ends");
    hall.at(24).await;
    let game = hall.load(id).await;
    assert_eq!(game.computed(Seat::new(5)).map(|it| it.level), Some(level(2)));
    assert_eq!(game.names().get(Seat::new(5)), "Vega");
    hall.told().await;
    hall.clock.set(NOON + 25 * HOUR);
    assert_eq!(answered(&*hall.thought(id).await), [(5, true)]);

    // Whoever stands by is offered the seat all the same.
    let stand_by = Command::StandBy { name: "New".to_owned(), since: None };
    hall.matches.ask(id, &person(UserId(201)), stand_by).await.unwrap();
    let take = accept_seat(Seat::new(5));
    let game = hall.matches.ask(id, &person(UserId(201)), take).await.unwrap().game;
    assert_eq!(game.seat_of(UserId(201)), Some(Seat::new(5)));
    let record = serde_json::to_value(game.record().unwrap()).unwrap();
    let kinds: Vec<&str> =
        record["tenures"].as_array().unwrap().iter().map(|it| it["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["computed", "player"]);
    // Whoever left cannot come back.
    let back = denied(hall.matches.ask(id, &person(UserId(105)), Command::Return).await).unwrap_err();
    assert!(matches!(back, Denied::NotLent(_)), "{back}");
}

#[tokio::test]
async fn a_player_who_missed_too_many_rounds_can_come_back_after_the_computed_player() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { autopilot: Some(1), strikes: 2, ..seven() }).await;
    for round in 0..2 {
        for seat in 2..=7 {
            hall.act(id, seat, "move -").await.unwrap();
        }
        hall.at(24 * (round + 1)).await;
    }
    let game = hall.load(id).await;
    assert!(game.computed(Seat::new(1)).is_some() && game.seat_of(UserId(101)).is_none());
    let game = hall.matches.ask(id, &person(UserId(101)), Command::Return).await.unwrap().game;
    assert_eq!(
        (game.seat_of(UserId(101)), game.names().get(Seat::new(1)).as_ref()),
        (Some(Seat::new(1)), "Player 1")
    );
    assert_eq!(game.strikes(Seat::new(1)), 0, "with a clean slate");
    assert_eq!(hall.other_process().await.load(id).await.unwrap().players, game.players);
}

#[tokio::test]
async fn a_host_can_give_a_seat_to_a_computed_player() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let user = computed(1);
    let give = |player| Command::Handover {
        player,
        user: user.user_id(),
        name: user.name(),
        back_in: None,
        has_left: false,
        since: None,
        reason: None,
    };
    let game = hall.matches.ask(id, &host(), give(UserId(103))).await.unwrap().game;
    assert_eq!(game.seat_of(UserId(103)), Some(Seat::new(3)), "not without the player’s consent");
    let agree = accept_seat(Seat::new(3));
    let game = hall.matches.ask(id, &Person::user(UserId(103)), agree).await.unwrap().game;
    assert_eq!(game.computed(Seat::new(3)), Some(user));
}
