//! Seasons in a store: matches are booked once, whatever happens in between, and nothing of a book is lost.

mod nine_episodes;

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use trigon::ids::{GuildId, MatchId, RequestId, SeasonId, UserId};
use trigon::season::{
    self, BookEntry, Counter, EntryEffect as Booked, EpisodeKind, Newcomer, PlayedAs, ResultLine,
    ResultTarget, Season, SeasonCommand as Ask, SeasonDenied as Refused, SeasonError, SeasonEvent,
    SeasonViewer, Seasons, Stakes,
};
use trigon::store::{Keys, StoreError, back_up, reseal, restore, transfer};

use super::store::keys;
use super::*;

const OWNER: &str = "trigon migrate (process 7)";

/// Returns a database of each kind that this machine has.
async fn databases() -> Vec<Database> {
    let mut all = vec![Database::sqlite()];
    all.extend(Database::postgres().await);
    all
}

/// Opens matches in a database, at noon.
async fn hall(database: Database) -> Hall {
    let clock = Arc::new(HandClock::new(NOON));
    let matches = open(&database, &clock).await;
    Hall { database, clock, matches }
}

/// Returns why something was refused, if it was.
fn refused<T>(result: Result<T, SeasonError>) -> Result<T, Refused> {
    match result {
        Ok(value) => Ok(value),
        Err(SeasonError::Denied(denied)) => Err(denied),
        Err(error) => panic!("{error}"),
    }
}

/// Creates a season with members for users 101 to 107, of whom member n has n garnets and a priority of 10 n.
async fn begun(seasons: &Seasons) -> SeasonId {
    let season = seasons.create(GUILD, &host(), "Code Red", &Counter::usual()).await.unwrap();
    let newcomer =
        |n: i64| Newcomer { user: Some(UserId(100 + n)), name: format!("Member {n}"), is_alternate: false };
    ask(seasons, season.id, Ask::Cast((1..=7).map(newcomer).collect())).await.unwrap();
    let line = |n: u32| ResultLine {
        member: n,
        deltas: vec![("garnets".to_owned(), n.into()), ("priority".to_owned(), 10 * i64::from(n))],
        ..ResultLine::default()
    };
    ask(seasons, season.id, results("Before", (1..=7).map(line).collect())).await.unwrap();
    season.id
}

/// Returns the results of an episode that was played elsewhere.
fn results(title: &str, lines: Vec<ResultLine>) -> Ask {
    let target = ResultTarget::New { title: title.to_owned(), kind: EpisodeKind::Other };
    Ask::Result { target, lines, close: true }
}

/// Asks something of a season as its owner.
async fn ask(seasons: &Seasons, id: SeasonId, command: Ask) -> Result<season::SeasonOutcome, Refused> {
    let done = refused(seasons.ask(id, &host(), &command).await)?;
    assert_eq!(*done.season, *seasons.load(id).await.unwrap(), "what is stored is what was decided");
    Ok(done)
}

/// Returns the request to plan an episode.
fn plan(title: &str) -> Ask {
    Ask::Plan { title: title.to_owned(), kind: EpisodeKind::Main, stakes: Stakes::Keep }
}

/// Returns whether a match is booked.
async fn is_booked(seasons: &Seasons, match_id: MatchId) -> bool {
    seasons.matches().store().season_of(match_id).await.unwrap().unwrap().booked_at.is_some()
}

/// Returns the garnets of all members, added up without the help of the season.
fn garnets(season: &Season) -> Vec<i64> {
    let of = |member: u32| {
        let delta = |entry: &BookEntry| match &entry.what {
            Booked::Delta { counter, delta } if counter == "garnets" && entry.member == member => *delta,
            _ => 0,
        };
        season.entries.iter().map(delta).sum()
    };
    season.cast.iter().map(|member| of(member.number)).collect()
}

impl Hall {
    /// Returns a match of which round 3 is played, in the second episode of a season.
    async fn in_season(&self, seasons: &Seasons) -> (SeasonId, MatchId) {
        let season = begun(seasons).await;
        let terms = Terms { pregame_hours: 0, ..seven() }.with("rounds", Value::Number(3));
        let id = self.seated(terms).await;
        ask(seasons, season, plan("Triforce Building")).await.unwrap();
        refused(seasons.bind(season, &host(), 2, id, false).await).unwrap();
        self.matches.ask(id, &host(), Command::Start).await.unwrap();
        self.at(24).await;
        self.at(48).await;
        assert_eq!(self.round(id).await, 3);
        (season, id)
    }

    /// Lets the time pass until a match is over.
    async fn end(&self, id: MatchId) -> Arc<Match> {
        for hours in (72..).step_by(12) {
            self.at(hours).await;
            let game = self.load(id).await;
            if game.status == Status::Over {
                return game;
            }
        }
        unreachable!("a match ends")
    }

    /// Spends a garnet as a player.
    async fn garnet(&self, id: MatchId, user: UserId) {
        self.matches.act(id, user, "garnet").await.unwrap();
    }
}

/// Returns the garnets that a match has left its seats with.
fn final_garnets(game: &Match) -> BTreeMap<Seat, i64> {
    let standings = game.result().unwrap().outcome.standings.into_iter();
    standings.map(|it| (it.seat, it.finals.number("garnets").unwrap())).collect()
}

#[tokio::test]
async fn a_match_takes_along_what_everyone_has_and_is_booked_exactly_once() {
    for database in databases().await {
        let hall = hall(database).await;
        let seasons = Seasons::new(hall.matches.clone());
        let (season, id) = hall.in_season(&seasons).await;
        let game = hall.load(id).await;
        let fields =
            |key: &str| game.players.iter().map(|it| it.fields.number(key).unwrap()).collect::<Vec<_>>();
        assert_eq!((fields("garnets"), fields("priority")), ((1..=7).collect(), (1..=7).collect()));
        assert_eq!(
            refused(seasons.bind(season, &host(), 2, id, false).await).unwrap_err(),
            Refused::MatchBegun(id)
        );
        // A friend plays for user 105 and spends a garnet of theirs; what user 103 spends is undone.
        let lend =
            Command::Lend { user: UserId(305), name: "Friend".to_owned(), time: 500 * HOUR, since: None };
        hall.matches.ask(id, &person(UserId(105)), lend).await.unwrap();
        let yes = accept_seat(Seat::new(5));
        hall.matches.ask(id, &person(UserId(305)), yes).await.unwrap();
        hall.garnet(id, UserId(103)).await;
        hall.at(72).await;
        let game = hall.load(id).await;
        hall.matches.ask(id, &host(), Command::Rewind(game.question)).await.unwrap();
        hall.garnet(id, UserId(305)).await;
        hall.garnet(id, UserId(107)).await;
        assert_eq!(seasons.book_all().await.unwrap(), 0);
        let shown = seasons.load(season).await.unwrap().standings(SeasonViewer::Public);
        assert_eq!(shown.frozen.map(|frozen| frozen.episode), Some(2));
        let game = hall.end(id).await;
        // Several processes book it at the same time.
        let all: Vec<Seasons> = vec![
            seasons.clone(),
            Seasons::new(hall.other_process().await),
            Seasons::new(hall.other_process().await),
        ];
        let tasks: Vec<_> =
            all.iter().cloned().map(|it| tokio::spawn(async move { it.book_all().await })).collect();
        let mut booked = 0;
        for task in tasks {
            booked += task.await.unwrap().unwrap();
        }
        assert_eq!(booked, 1);
        let book = seasons.load(season).await.unwrap();
        let finals = final_garnets(&game);
        assert_eq!(garnets(&book), finals.values().copied().collect::<Vec<_>>());
        assert!(finals[&Seat::new(5)] < 5 + 3 && finals[&Seat::new(7)] != 7, "{finals:?}");
        let episode = book.episode(2).unwrap();
        assert_eq!(episode.game.as_ref().unwrap().record.as_ref().map(String::len), Some(64));
        assert_eq!(book.export(SeasonViewer::Hosts).problems(), []);
        let done = ask(&seasons, season, Ask::Close(2)).await.unwrap();
        assert_eq!(done.events, [SeasonEvent::Closed(2)]);
        assert_eq!(done.season.standings(SeasonViewer::Public).frozen, None);
    }
}

#[tokio::test]
async fn a_match_that_ended_while_nobody_could_book_it_is_booked_afterwards() {
    for database in databases().await {
        let hall = hall(database).await;
        let seasons = Seasons::new(hall.matches.clone());
        let (season, id) = hall.in_season(&seasons).await;
        hall.end(id).await;
        let before = seasons.load(season).await.unwrap();
        // The database refuses the entries, so nothing at all is stored.
        let sql = if hall.database.is_postgres() {
            "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
             CREATE TRIGGER broken BEFORE INSERT ON season_entries FOR EACH ROW EXECUTE FUNCTION broken()"
        } else {
            "CREATE TRIGGER broken BEFORE INSERT ON season_entries BEGIN SELECT RAISE(ABORT, 'broken'); END"
        };
        hall.database.run(sql).await;
        assert_eq!(seasons.book_all().await.unwrap(), 0);
        assert_eq!(*seasons.load(season).await.unwrap(), *before);
        hall.database.mend().await;
        drop(seasons);
        // The task of another process finds it, without being told.
        let again = Seasons::new(hall.other_process().await);
        let running = tokio::spawn(season::run(again.clone()));
        while !is_booked(&again, id).await {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        running.abort();
        let book = again.load(season).await.unwrap();
        assert_eq!(garnets(&book), final_garnets(&*hall.load(id).await).into_values().collect::<Vec<_>>());
        let entries = book.entries.len();
        assert_eq!(
            (again.book_all().await.unwrap(), again.load(season).await.unwrap().entries.len()),
            (0, entries)
        );
    }
}

/// A process is killed wherever it is, again and again, until one gets through.
#[tokio::test]
async fn whenever_a_process_is_killed_a_match_is_booked_once() {
    for database in databases().await {
        let hall = hall(database).await;
        let seasons = Seasons::new(hall.matches.clone());
        let (season, id) = hall.in_season(&seasons).await;
        let game = hall.end(id).await;
        let before = seasons.load(season).await.unwrap();
        let mut killed = 0;
        for step in 0.. {
            let process = Seasons::new(hall.other_process().await);
            let polled = std::time::Duration::from_micros(150 * step);
            let done = tokio::time::timeout(polled, process.book_all()).await;
            // What the process has sent may take effect while this is read.
            let (now, is_booked) = loop {
                let booked = is_booked(&seasons, id).await;
                let now = seasons.load(season).await.unwrap();
                if is_booked(&seasons, id).await == booked {
                    break (now, booked);
                }
            };
            assert_eq!(is_booked, now.entries.len() > before.entries.len(), "all or nothing");
            if !is_booked {
                assert_eq!(*now, *before);
                killed += 1;
            }
            if done.is_ok() {
                break;
            }
        }
        assert!(killed > 3, "{killed}");
        let book = seasons.load(season).await.unwrap();
        assert_eq!(garnets(&book), final_garnets(&game).into_values().collect::<Vec<_>>());
        assert_eq!(seasons.book_all().await.unwrap(), 0);
    }
}

/// Does something until it has been woken up this often, and drops it then, as if the process were killed. Returns the result if it
/// came to its end.
pub(super) async fn killed_after<T>(steps: u32, work: impl Future<Output = T>) -> Option<T> {
    let (mut work, mut left) = (pin!(work), steps);
    poll_fn(|context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        work.as_mut().poll(context).map(Some)
    })
    .await
}

/// A host has a match filled with the cast, and the process is killed wherever it is, again and again, until one gets through.
#[tokio::test]
async fn whenever_a_process_is_killed_a_match_is_filled_if_and_only_if_it_is_an_episode() {
    for database in databases().await {
        let hall = hall(database).await;
        let seasons = Seasons::new(hall.matches.clone());
        let season = begun(&seasons).await;
        let before = seasons.load(season).await.unwrap();
        let terms = Terms { pregame_hours: 0, ..seven() }.with("rounds", Value::Number(3));
        let id = hall.create(terms).await;
        let roster: Vec<RosterEntry> =
            (1..=7).map(|n| RosterEntry { fields: Values::default(), ..seat(n) }).collect();
        let (title, kind, stakes) = ("Triforce Building".to_owned(), EpisodeKind::Main, Stakes::Keep);
        let played_as = PlayedAs::New { title, kind, stakes };
        let asker = host();
        let (mut killed, mut repeated) = (0, 0);
        for steps in 0.. {
            let process = Seasons::new(hall.other_process().await);
            let play = process.play(season, &asker, &played_as, id, Some(&roster), false);
            let done = Box::pin(killed_after(steps, play)).await;
            // What the process has sent may take effect while this is read.
            let (game, now) = loop {
                let now = seasons.load(season).await.unwrap();
                let game = hall.load(id).await;
                if *seasons.load(season).await.unwrap() == *now {
                    break (game, now);
                }
            };
            let garnets: Vec<i64> =
                game.players.iter().map(|it| it.fields.number("garnets").unwrap()).collect();
            if now.episode_of(id).is_some() {
                assert_eq!((now.episodes.len(), garnets), (2, (1..=7).collect()));
                repeated += 1;
            } else {
                assert_eq!((&*now, garnets), (&*before, Vec::new()), "all or nothing");
                killed += 1;
            }
            let is_known = hall.matches.store().season_of(id).await.unwrap().is_some();
            assert_eq!(is_known, now.episode_of(id).is_some());
            if let Some(done) = done {
                assert_eq!(*done.unwrap().season, *now);
                break;
            }
        }
        assert!(killed > 3 && repeated > 0, "{killed}, {repeated}");
        hall.matches.ask(id, &host(), Command::Start).await.unwrap();
        let game = hall.end(id).await;
        assert_eq!(seasons.book_all().await.unwrap(), 1);
        let book = seasons.load(season).await.unwrap();
        assert_eq!(garnets(&book), final_garnets(&game).into_values().collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn a_match_that_cannot_be_an_episode_is_not_filled() {
    let hall = Hall::new().await;
    let seasons = Seasons::new(hall.matches.clone());
    let season = begun(&seasons).await;
    let before = seasons.load(season).await.unwrap();
    let id = hall.create(seven()).await;
    let roster: Vec<RosterEntry> = (1..=8).map(seat).collect();
    let (title, kind, stakes) = ("Triforce Building".to_owned(), EpisodeKind::Main, Stakes::Keep);
    let new = PlayedAs::New { title, kind, stakes };
    let too_long = seasons.play(season, &host(), &new, id, Some(&roster), false).await;
    assert!(matches!(too_long, Err(SeasonError::DeniedByMatch(Denied::RosterTooLong { found: 8, .. }))));
    let closed = seasons.play(season, &host(), &PlayedAs::Episode(1), id, Some(&roster[..7]), false).await;
    assert_eq!(refused(closed).unwrap_err(), Refused::Closed(1));
    let stranger = seasons.play(season, &person(UserId(101)), &new, id, Some(&roster[..7]), false).await;
    assert!(matches!(refused(stranger).unwrap_err(), Refused::NotAllowed { .. }));
    assert_eq!(*seasons.load(season).await.unwrap(), *before);
    assert_eq!(hall.load(id).await.players, []);
}

#[tokio::test]
async fn what_a_match_leaves_is_whose_the_seat_was() {
    let hall = Hall::new().await;
    let terms = Terms { autopilot: Some(1), strikes: 1, grace_hours: 2, pregame_hours: 0, ..seven() };
    let id = hall.seated(terms.with("rounds", Value::Number(4))).await;
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    assert_eq!(hall.load(id).await.settled().unwrap(), None);
    let stay = async |users: &[UserId]| {
        for user in users {
            let _ = hall.matches.act(id, *user, "move -").await;
        }
    };
    // User 107 misses a round, so a computed player stands in.
    stay(&[UserId(101), UserId(102), UserId(103), UserId(104), UserId(105), UserId(106), UserId(107)]).await;
    hall.at(24).await;
    stay(&[UserId(101), UserId(102), UserId(103), UserId(104), UserId(105), UserId(106)]).await;
    hall.at(48).await;
    assert!(hall.load(id).await.computed(Seat::new(7)).is_some());
    // In round 3, user 106 spends a garnet; then somebody takes over for good, and spends another one.
    hall.garnet(id, UserId(106)).await;
    stay(&[UserId(101), UserId(102), UserId(103), UserId(104), UserId(105), UserId(106)]).await;
    hall.at(72).await;
    hall.matches.ask(id, &person(UserId(106)), Command::Leave).await.unwrap();
    let (player, user, name) = (106, 306, "Newcomer".to_owned());
    let hand = Command::Handover {
        player: UserId(player),
        user: UserId(user),
        name,
        back_in: None,
        has_left: false,
        since: None,
        reason: None,
    };
    hall.matches.ask(id, &host(), hand).await.unwrap();
    let yes = accept_seat(Seat::new(6));
    hall.matches.ask(id, &person(UserId(306)), yes).await.unwrap();
    hall.garnet(id, UserId(306)).await;
    stay(&[UserId(101), UserId(102), UserId(103), UserId(104), UserId(105), UserId(306)]).await;
    hall.at(96).await;
    let game = hall.end(id).await;
    let settled = game.settled().unwrap().unwrap();
    for seat in &settled.seats {
        let change = seat.finals.amount("garnets").unwrap().change().unwrap();
        let shared: i64 = seat.shares.iter().filter_map(|share| share.gains.get("garnets")).sum();
        let users: Vec<UserId> = seat.shares.iter().map(|share| share.holder.user).collect();
        match seat.seat.number() {
            7 => {
                assert!(
                    seat.holder.is_none() && seat.first.as_ref().is_some_and(|it| it.user == UserId(107))
                );
            }
            6 => {
                let gain = |user| {
                    let share = seat.shares.iter().find(|share| share.holder.user == user);
                    share.and_then(|share| share.gains.get("garnets")).copied().unwrap_or_default()
                };
                assert_eq!((gain(UserId(106)), gain(UserId(306))), (-1, change + 1), "{seat:?}");
                assert_eq!(seat.holder.as_ref().map(|it| it.user), Some(UserId(306)));
            }
            _ => assert_eq!((shared, users.len() < 2), (change, true)),
        }
    }
}

#[tokio::test]
async fn a_match_that_is_cancelled_leaves_its_episode_free() {
    for database in databases().await {
        let hall = hall(database).await;
        let seasons = Seasons::new(hall.matches.clone());
        let (season, id) = hall.in_season(&seasons).await;
        let before = seasons.load(season).await.unwrap().entries.clone();
        hall.garnet(id, UserId(107)).await;
        hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
        assert_eq!(seasons.book_all().await.unwrap(), 1);
        let after = seasons.load(season).await.unwrap();
        assert_eq!((&after.entries, after.running().count()), (&before, 0));
        assert!(seasons.of_match(id).await.unwrap().is_none());
        // Another match can be played as the same episode, and takes along what has changed since.
        let correct = Ask::Correct {
            member: 1,
            counter: "garnets".to_owned(),
            delta: 8,
            reason: "a prize".to_owned(),
            episode: None,
        };
        let second = hall.seated(seven()).await;
        refused(seasons.bind(season, &host(), 2, second, true).await).unwrap();
        ask(&seasons, season, correct).await.unwrap();
        assert_eq!(hall.load(second).await.players[0].fields.number("garnets"), Some(1));
        refused(seasons.bind(season, &host(), 2, second, true).await).unwrap();
        assert_eq!(hall.load(second).await.players[0].fields.number("garnets"), Some(9));
        // It belongs to no other season.
        let other = begun(&seasons).await;
        ask(&seasons, other, plan("Elsewhere")).await.unwrap();
        let denied = refused(seasons.bind(other, &host(), 2, second, true).await).unwrap_err();
        assert_eq!(denied, Refused::OtherSeason(second));
    }
}

#[tokio::test]
async fn of_changes_at_once_each_is_decided_on_the_one_before() {
    for database in databases().await {
        let hall = hall(database).await;
        let first = Seasons::new(hall.matches.clone());
        let second = Seasons::new(hall.other_process().await);
        let season = begun(&first).await;
        let correct = |n: i64| Ask::Correct {
            member: 1,
            counter: "garnets".to_owned(),
            delta: 1,
            reason: format!("number {n}"),
            episode: None,
        };
        let tasks: Vec<_> = (0..20)
            .map(|n| {
                let seasons = if n % 2 == 0 { first.clone() } else { second.clone() };
                // Each request comes twice.
                let request = Request {
                    id: RequestId(n / 2 / 2),
                    sent_at: NOON,
                    written_at: NOON,
                    direct: None,
                    replaces: 0,
                };
                let person = Person { request: Some(request), ..host() };
                tokio::spawn(async move { refused(seasons.ask(season, &person, &correct(n)).await).is_ok() })
            })
            .collect();
        let mut done = 0;
        for task in tasks {
            done += i64::from(task.await.unwrap());
        }
        assert_eq!((done, garnets(&first.load(season).await.unwrap())[0]), (5, 1 + 5));
        assert_eq!(first.in_guild(GUILD).await.unwrap().len(), 1);
        assert_eq!(first.in_guild(GuildId(GUILD.0 + 1)).await.unwrap(), []);
        assert!(matches!(refused(first.load(SeasonId(99)).await), Err(Refused::NoSeason(SeasonId(99)))));
    }
}

#[tokio::test]
async fn ten_thousand_entries_are_stored_at_once() {
    for database in databases().await {
        let hall = hall(database).await;
        let seasons = Seasons::new(hall.matches.clone());
        let from = begun(&seasons).await;
        let mut file = seasons.load(from).await.unwrap().export(SeasonViewer::Hosts);
        let one = file.entries[0].clone();
        let (first, count) = (file.entries.len() as i64 + 1, 10_000);
        for n in 0..count {
            let key = n.to_string();
            let source = season::Source { kind: season::SourceKind::Host, key };
            file.entries.push(season::FileEntry { seq: first + n, delta: Some(1), source, ..one.clone() });
        }
        *file.balances.get_mut("garnets").unwrap().get_mut(&1).unwrap() += count;
        let into = seasons.create(GUILD, &host(), "Copy", &Counter::usual()).await.unwrap().id;
        ask(&seasons, into, Ask::Import(Box::new(file.clone()))).await.unwrap();
        assert_eq!(seasons.load(into).await.unwrap().export(SeasonViewer::Hosts), file);
    }
}

/// Returns a season with a secret reason, in a store that is sealed with these keys.
async fn sealed(database: &Database, keys: Keys) -> Arc<Season> {
    let store = Store::open_sealed(database.url(), keys).await.unwrap();
    let seasons = Seasons::new(Matches::new(store.clone(), Arc::new(HandClock::new(NOON))));
    let season = begun(&seasons).await;
    let correct = Ask::Correct {
        member: 1,
        counter: "garnets".to_owned(),
        delta: 1,
        reason: "secret-reason".repeat(10),
        episode: None,
    };
    ask(&seasons, season, correct).await.unwrap();
    let season = seasons.load(season).await.unwrap();
    store.close().await;
    season
}

/// Returns the season as another process reads it.
async fn loaded(database: &Database, keys: Keys) -> Season {
    let store = Store::open_sealed(database.url(), keys).await.unwrap();
    let seasons = Seasons::new(Matches::new(store.clone(), Arc::new(HandClock::new(NOON))));
    let season = Season::clone(&*seasons.load(SeasonId(1)).await.unwrap());
    // Numbers go on.
    assert_eq!(seasons.create(GUILD, &host(), "Next", &[]).await.unwrap().id, SeasonId(2));
    store.close().await;
    season
}

#[tokio::test]
async fn a_season_is_sealed_and_sealed_again_with_another_key() {
    for database in databases().await {
        let before = sealed(&database, keys(&[1])).await;
        let can_be_read = async |text: &str| {
            database.everything().await.windows(text.len()).any(|found| found == text.as_bytes())
        };
        assert!(!can_be_read("secret-reason").await && !can_be_read("Member 3").await);
        let both = keys(&[2, 1]);
        loop {
            match reseal(database.url(), &both, OWNER, &mut |_, _| {}).await {
                Err(StoreError::Open(reason)) if reason.contains("already runs on") => {}
                done => break assert!(done.unwrap() > 15),
            }
        }
        assert_eq!(loaded(&database, keys(&[2])).await, *before);
    }
}

#[tokio::test]
async fn a_season_arrives_whole_in_a_backup_and_in_another_database() {
    let mut pairs = vec![(Database::sqlite(), Database::sqlite())];
    if let (Some(one), Some(two)) = (Database::postgres().await, Database::postgres().await) {
        pairs.extend([(Database::sqlite(), one), (two, Database::sqlite())]);
    }
    for (from, to) in pairs {
        let before = sealed(&from, Keys::none()).await;
        let file = database::folder().join("backup.db");
        back_up(from.url(), &file, &mut |_, _| {}).await.unwrap();
        let restored = Database::sqlite();
        restore(&file, restored.url(), OWNER, &mut |_, _| {}).await.unwrap();
        assert_eq!(loaded(&restored, Keys::none()).await, *before);
        loop {
            match transfer(from.url(), to.url(), OWNER, &mut |_, _| {}).await {
                Err(refused) if refused.to_string().contains("already runs on") => {}
                done => break drop(done.unwrap()),
            }
        }
        assert_eq!(loaded(&to, Keys::none()).await, *before);
    }
}
