//! Matches that start by themselves at a time that their host has chosen.

use trigon::ids::{MatchId, UserId};
use trigon::matches::{Amendment, PlannedStart};

use super::*;

/// Returns a planned start.
fn at(text: &str) -> PlannedStart {
    PlannedStart::read(text, NOON).unwrap()
}

/// Eight hours after noon, which is a Friday.
fn friday() -> PlannedStart {
    at("fri 17:00 Europe/Berlin")
}

/// Returns terms of a match that starts by itself.
fn planned() -> Terms {
    Terms { starts: Some(friday()), open_signup: true, ..seven() }
}

/// Plans the start of a match, or no longer does.
async fn plan(hall: &Hall, id: MatchId, start: Option<PlannedStart>) -> Result<(), Denied> {
    let command = Command::Amend(vec![Amendment::Start(start)]);
    denied(hall.matches.ask(id, &host(), command).await.map(|_| ()))
}

/// Lets somebody sign up.
async fn join(hall: &Hall, id: MatchId, user: i64) {
    hall.matches.ask(id, &person(UserId(user)), Command::Join(format!("Player {user}"))).await.unwrap();
}

#[tokio::test]
async fn a_match_starts_by_itself_at_its_time_whichever_process_is_there() {
    let hall = Hall::new().await;
    let id = hall.seated(planned()).await;
    assert_eq!(friday().at, NOON + 8 * HOUR);
    hall.clock.set(NOON + 8 * HOUR - 1);
    hall.matches.handle_due().await.unwrap();
    assert_eq!(hall.load(id).await.status, Status::Signup);
    hall.told().await;
    let other = hall.other_process().await;
    hall.clock.set(NOON + 8 * HOUR);
    other.handle_due().await.unwrap();
    let game = hall.load(id).await;
    assert_eq!((game.status, game.deadline), (Status::Pregame, Some(NOON + 32 * HOUR)));
    assert_eq!(game.terms.starts, None, "it has started");
    assert_eq!(game.log[0].by, By::Clock);
    let begins = NOON + 32 * HOUR;
    assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), Notice::Pregame { begins })]);
    hall.matches.handle_due().await.unwrap();
    assert_eq!(hall.load(id).await.log.len(), 1, "only once");
}

#[tokio::test]
async fn without_enough_players_the_sign_up_stays_open_and_nobody_is_lost() {
    let hall = Hall::new().await;
    let id = hall.create(planned()).await;
    for user in 101..=106 {
        join(&hall, id, user).await;
    }
    hall.told().await;
    hall.at(8).await;
    let game = hall.load(id).await;
    assert_eq!((game.status, game.players.len(), game.terms.starts), (Status::Signup, 6, None));
    assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), Notice::NotEnough { next: None })]);
    hall.at(9).await;
    assert!(hall.told().await.is_empty(), "it is said once");
    // The host decides: another time, or now.
    hall.clock.set(NOON + 9 * HOUR);
    let later = PlannedStart::read("sat 18:00 UTC", NOON + 9 * HOUR).unwrap();
    plan(&hall, id, Some(later)).await.unwrap();
    join(&hall, id, 107).await;
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    let game = hall.load(id).await;
    assert_eq!((game.status, game.terms.starts), (Status::Pregame, None));
    hall.clock.set(later.at);
    hall.matches.handle_due().await.unwrap();
    let log = hall.load(id).await.log.clone();
    let starts = log.iter().filter(|entry| entry.control() == Some(&Control::Start)).count();
    assert_eq!(starts, 1, "the time means nothing any more");
}

#[tokio::test]
async fn hosts_move_the_time_and_players_do_not_start_before_it() {
    let hall = Hall::new().await;
    let id = hall.seated(planned()).await;
    hall.told().await;
    assert_eq!(plan(&hall, id, Some(friday())).await, Err(Denied::AlreadyDone));
    let saturday = at("2027-01-16 18:00 UTC");
    plan(&hall, id, Some(saturday)).await.unwrap();
    let what = vec![Amendment::Start(Some(saturday))];
    let told = Notice::Amended { what, by: Some(HOST) };
    assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), told)], "those who have joined read it");
    hall.at(8).await;
    assert_eq!(hall.load(id).await.status, Status::Signup);
    hall.clock.set(NOON + 8 * HOUR);
    assert_eq!(plan(&hall, id, Some(friday())).await, Err(Denied::StartsInThePast));
    plan(&hall, id, None).await.unwrap();
    hall.clock.set(saturday.at);
    hall.matches.handle_due().await.unwrap();
    assert_eq!(hall.load(id).await.status, Status::Signup);

    let both = Terms { beacon_hours: Some(24), ..planned() };
    let game = Registry::standard().get("triforce-building").unwrap();
    assert_eq!(both.check(&*game), Err(Denied::StartsWithBeacon));
}

#[tokio::test]
async fn a_match_of_turns_waits_for_its_time_even_if_everyone_is_there() {
    let hall = Hall::new().await;
    let info = Registry::standard().get("triangoli").unwrap().info();
    let terms = Terms {
        players: 2,
        invited: vec![UserId(101), UserId(102)],
        starts: Some(friday()),
        ..Terms::usual(info)
    };
    let (game, title) = ("triangoli".to_owned(), "Duel".to_owned());
    let new = NewMatch { game, guild_id: GUILD, channel_id: CHANNEL, title, terms };
    let id = hall.matches.create_seated(&person(UserId(101)), "Ann", &[], new).await.unwrap().id;
    join(&hall, id, 102).await;
    assert_eq!(hall.load(id).await.status, Status::Signup);
    let early = denied(hall.matches.ask(id, &person(UserId(102)), Command::Start).await.map(|_| ()));
    assert_eq!(early, Err(Denied::StartsAsPlanned(id)));
    hall.at(8).await;
    let game = hall.load(id).await;
    assert_eq!((game.status, game.deadline, game.terms.starts), (Status::Running, None, None));
    hall.at(9).await;
    assert_eq!(hall.load(id).await.log.len(), game.log.len());
}

#[tokio::test]
async fn a_week_later_is_the_same_time_of_day() {
    // The clocks of Berlin go forward on 28 March 2027.
    let before = at("2027-03-26 18:00 Europe/Berlin");
    let after = before.a_week_later(before.at);
    assert_eq!(after.at - before.at, (7 * 24 - 1) * HOUR);
    // If the bot was away for longer, it is the next one to come.
    assert_eq!(before.a_week_later(before.at + 8 * 24 * HOUR).at, after.at + 7 * 24 * HOUR);
}
