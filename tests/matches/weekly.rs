//! Matches of every week: as one starts, a sign-up for the next one opens, once.

use std::collections::BTreeSet;

use trigon::ids::{MatchId, UserId};
use trigon::matches::{Amendment, PlannedStart};

use super::season::killed_after;
use super::*;

/// A week in Berlin in winter.
const WEEK: Millis = 7 * 24 * HOUR;

/// Returns a planned start on a Friday.
fn friday() -> PlannedStart {
    let start = PlannedStart::read("fri 17:00 Europe/Berlin", NOON).unwrap();
    PlannedStart { weekly: true, ..start }
}

/// Returns terms of a match of every week.
fn weekly() -> Terms {
    Terms {
        starts: Some(friday()),
        co_hosts: vec![UserId(HOST.0 + 1)],
        graces: 1,
        open_signup: true,
        ..seven()
    }
}

/// Returns all matches.
async fn all(hall: &Hall) -> Vec<Arc<Match>> {
    let (process, mut all) = (hall.other_process().await, Vec::new());
    for id in process.store().all_matches().await.unwrap() {
        all.push(process.load(id).await.unwrap());
    }
    all
}

/// Plans the start of a match, or no longer does.
async fn plan(hall: &Hall, id: MatchId, start: Option<PlannedStart>) {
    hall.matches.ask(id, &host(), Command::Amend(vec![Amendment::Start(start)])).await.unwrap();
}

/// Returns the command that fills a match.
fn roster() -> Command {
    Command::Roster((1..=7).map(seat).collect())
}

#[tokio::test]
async fn as_a_match_starts_a_sign_up_for_a_week_later_opens_with_the_same_settings() {
    let hall = Hall::new().await;
    hall.seated(weekly()).await;
    hall.told().await;
    hall.at(8).await;
    let all = all(&hall).await;
    let [one, two] = &all[..] else { panic!("{} matches", all.len()) };
    assert_eq!((one.status, one.terms.starts), (Status::Pregame, None));
    let next = PlannedStart { at: friday().at + WEEK, ..friday() };
    assert_eq!((two.status, &two.terms), (Status::Signup, &Terms { starts: Some(next), ..weekly() }));
    assert_eq!((two.host_id, two.channel_id, &two.title), (one.host_id, one.channel_id, &one.title));
    assert!(two.players.is_empty());
    let told: Vec<Notice> = hall.told().await.into_iter().map(|(_, notice)| notice).collect();
    let begins = NOON + 32 * HOUR;
    assert_eq!(told, [Notice::Pregame { begins }, Notice::Created, Notice::Committed]);
    // And so on, in each of the next weeks.
    for week in 1..=3 {
        let id = week + 1;
        hall.matches.ask(MatchId(id), &host(), roster()).await.unwrap();
        hall.clock.set(friday().at + week * WEEK);
        hall.matches.handle_due().await.unwrap();
        let open: Vec<MatchId> =
            self::all(&hall).await.iter().filter(|it| it.status == Status::Signup).map(|it| it.id).collect();
        assert_eq!(open, [MatchId(id + 1)]);
    }
}

#[tokio::test]
async fn without_enough_players_the_same_sign_up_goes_on_for_a_week() {
    let hall = Hall::new().await;
    let id = hall.create(weekly()).await;
    hall.matches.ask(id, &person(UserId(101)), Command::Join("Ann".to_owned())).await.unwrap();
    hall.told().await;
    hall.at(8).await;
    let all = all(&hall).await;
    let next = friday().at + WEEK;
    assert_eq!((all.len(), all[0].status, all[0].players.len()), (1, Status::Signup, 1));
    assert_eq!(all[0].terms.starts.unwrap().at, next);
    assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), Notice::NotEnough { next: Some(next) })]);
}

#[tokio::test]
async fn hosts_stop_it_and_a_match_that_is_opened_again_has_no_second_successor() {
    let hall = Hall::new().await;
    let stopped = hall.seated(weekly()).await;
    plan(&hall, stopped, Some(PlannedStart { weekly: false, ..friday() })).await;
    hall.at(8).await;
    assert_eq!(all(&hall).await.len(), 1);

    // Started by the host before its time: the next one is a week after the planned time.
    let hall = Hall::new().await;
    let id = hall.seated(weekly()).await;
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    let next = all(&hall).await[1].terms.starts.unwrap();
    assert_eq!(next.at, friday().at + WEEK);
    // Somebody is taken out, nobody comes, and the match is opened and started again.
    hall.matches.ask(id, &host(), Command::Unseat { user: UserId(107), reason: None }).await.unwrap();
    hall.at(24).await;
    assert_eq!(hall.load(id).await.status, Status::Signup);
    hall.matches.ask(id, &host(), Command::Seat(seat(7))).await.unwrap();
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    assert_eq!(all(&hall).await.len(), 2);
    // Whoever cancels a sign-up stops it, too.
    hall.matches.ask(MatchId(id.0 + 1), &host(), Command::Cancel).await.unwrap();
    hall.clock.set(next.at);
    hall.matches.handle_due().await.unwrap();
    assert_eq!(all(&hall).await.len(), 2);
}

#[tokio::test]
async fn two_processes_that_start_it_at_once_open_one_sign_up() {
    let hall = Hall::new().await;
    for _ in 0..4 {
        hall.seated(weekly()).await;
    }
    let others = [hall.other_process().await, hall.other_process().await];
    hall.clock.set(friday().at);
    let (one, two, three) =
        tokio::join!(hall.matches.handle_due(), others[0].handle_due(), others[1].handle_due());
    for met in [one, two, three] {
        met.unwrap();
    }
    let all = all(&hall).await;
    let open = all.iter().filter(|game| game.status == Status::Signup).count();
    assert_eq!((all.len(), open), (8, 4));
}

#[tokio::test]
async fn wherever_a_process_is_killed_there_is_a_next_sign_up_exactly_if_the_match_has_started() {
    let hall = Hall::new().await;
    let listed = async || hall.matches.in_guild(GUILD, true).await.unwrap();
    let mut seen = BTreeSet::new();
    for steps in (1..).step_by(2) {
        let before = listed().await.len();
        let id = hall.seated(weekly()).await;
        let process = hall.other_process().await;
        let leader = host();
        let start = Box::pin(process.ask(id, &leader, Command::Start));
        let done = killed_after(steps, start).await;
        process.store().close().await;
        let now = listed().await;
        let has_started = now.iter().any(|game| game.id == id && game.status != Status::Signup);
        seen.insert(has_started);
        assert_eq!(now.len(), before + 1 + usize::from(has_started), "after {steps} steps");
        // Another process brings it to its end.
        if !has_started {
            hall.matches.ask(id, &host(), Command::Start).await.unwrap();
        }
        assert_eq!(listed().await.len(), before + 2, "after {steps} steps");
        if done.is_some() {
            break;
        }
    }
    assert!(seen.contains(&true));
}
