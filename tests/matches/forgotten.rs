//! People who ask what is stored about them, and to be forgotten.

use sha2::{Digest as _, Sha256};
use trigon::ids::{ChannelId, MatchId, SeasonId, UserId};
use trigon::matches::{is_forgotten, verify};
use trigon::people::{ForgetError, Forgotten, People};
use trigon::season::{
    Counter, EpisodeKind, Newcomer, ResultLine, ResultTarget, Season, SeasonCommand as Ask,
    SeasonViewer as Looks, Seasons, Stakes,
};

use super::*;

/// The number of the account of player 1 less one: as long as Discord’s are, so that no other number looks like one.
const FIRST: i64 = 700_000_000_000_000_000;

/// Who hosts the match and the season.
const LEADER: i64 = FIRST + 50;

/// Who plays for player 5 for a while.
const FRIEND: i64 = FIRST + 60;

/// Names that nothing else in a database is called.
const NAMES: [&str; 7] =
    ["Quillon", "Brunhild", "Wolfram", "Xanthippe", "Zenobia", "Thusnelda", "Vercingetorix"];

/// A match in a season, with its people.
struct Evening {
    hall: Hall,
    seasons: Seasons,
    people: People,
    season: SeasonId,
    id: MatchId,
}

impl Evening {
    /// Begins a match of a season.
    async fn begin() -> Self {
        let hall = Hall::new().await;
        let seasons = Seasons::new(hall.matches.clone());
        let people = People::new(seasons.clone());
        let leader = person(UserId(LEADER));
        let season = seasons.create(GUILD, &leader, "Code Red", &Counter::usual()).await.unwrap().id;
        let newcomer = |(n, name): (i64, &str)| Newcomer {
            user: Some(UserId(FIRST + n)),
            name: name.to_owned(),
            is_alternate: false,
        };
        let cast = (1..).zip(NAMES).map(newcomer).collect();
        seasons.ask(season, &leader, &Ask::Cast(cast)).await.unwrap();
        let (title, kind, stakes) = ("Evening".to_owned(), EpisodeKind::Main, Stakes::Keep);
        seasons.ask(season, &leader, &Ask::Plan { title, kind, stakes }).await.unwrap();
        let terms = Terms { pregame_hours: 0, ..seven() }.with("rounds", Value::Number(3));
        let (game, title) = ("triforce-building".to_owned(), "Friday".to_owned());
        let new = NewMatch { game, guild_id: GUILD, channel_id: CHANNEL, title, terms };
        let id = hall.matches.create(&leader, new).await.unwrap().id;
        let line = |(n, name): (i64, &str)| RosterEntry {
            user_id: UserId(FIRST + n),
            name: name.to_owned(),
            ..seat(n)
        };
        let roster = (1..).zip(NAMES).map(line).collect();
        hall.matches.ask(id, &leader, Command::Roster(roster)).await.unwrap();
        seasons.bind(season, &leader, 1, id, false).await.unwrap();
        hall.matches.ask(id, &leader, Command::Start).await.unwrap();
        Self { hall, seasons, people, season, id }
    }

    /// Asks something of the match as a user.
    async fn ask(&self, user: UserId, command: Command) {
        self.hall.matches.ask(self.id, &person(user), command).await.unwrap();
    }

    /// Plays the match to its end, with a friend who plays for somebody, and publishes what came of it.
    async fn play(&self) {
        self.hall.matches.act(self.id, UserId(FIRST + 3), "move -").await.unwrap();
        self.hall.matches.act(self.id, UserId(FIRST + 4), "move -").await.unwrap();
        let lend = Command::Lend {
            user: UserId(FRIEND),
            name: "Pumpernickel".to_owned(),
            time: 36 * HOUR,
            since: None,
        };
        self.ask(UserId(FIRST + 5), lend).await;
        let yes = accept_seat(Seat::new(5));
        self.ask(UserId(FRIEND), yes).await;
        self.hall.matches.act(self.id, UserId(FRIEND), "move -").await.unwrap();
        self.hall.at(24).await;
        let question = self.hall.load(self.id).await.question;
        self.ask(UserId(LEADER), Command::Rewind(question)).await;
        for hours in (48..).step_by(12) {
            self.hall.at(hours).await;
            if self.hall.load(self.id).await.status == Status::Over {
                break;
            }
        }
        self.seasons.book_all().await.unwrap();
        self.seasons.ask(self.season, &person(UserId(LEADER)), &Ask::Close(1)).await.unwrap();
        self.hall.told().await;
    }

    /// Returns the season.
    async fn season(&self) -> Arc<Season> {
        self.seasons.load(self.season).await.unwrap()
    }

    /// Returns everything stored about the match and the season, as text.
    async fn stored(&self) -> String {
        let store = self.hall.matches.store();
        let (game, season) =
            (store.load(self.id).await.unwrap(), store.load_season(self.season).await.unwrap());
        format!("{game:?} {season:?}")
    }

    /// Checks that nothing names somebody any longer, also not for somebody who has the files.
    async fn has_forgotten(&self, user: UserId, name: &str) {
        let stored = self.stored().await;
        assert!(!stored.contains(&user.to_string()), "{user} in {stored}");
        assert!(!stored.contains(name), "{name} in {stored}");
        let all = self.hall.database.everything().await;
        let has = |what: &[u8]| all.windows(what.len()).any(|window| window == what);
        assert!(!has(name.as_bytes()), "{name} is still in the files");
        assert!(!has(user.to_string().as_bytes()), "{user} is still in the files");
        if !self.hall.database.is_postgres() {
            assert!(!has(&user.0.to_be_bytes()), "{user} is still in the files, as a number");
        }
    }
}

#[tokio::test]
async fn somebody_who_is_forgotten_leaves_matches_and_books_as_they_were_for_everyone_else() {
    let evening = Evening::begin().await;
    let (hall, people) = (&evening.hall, &evening.people);
    match people.forget(UserId(FIRST + 3)).await {
        Err(ForgetError::Plays(matches)) => assert_eq!(matches, [(evening.id, "Friday".to_owned())]),
        other => panic!("{other:?}"),
    }
    evening.play().await;
    let settings = trigon::matches::PersonSettings { in_channel: true, ..Default::default() };
    hall.matches.set_settings(UserId(FIRST + 3), &settings).await.unwrap();
    hall.matches.store().note_direct_channel(UserId(FIRST + 3), ChannelId(9)).await.unwrap();
    let (before, book) = (hall.load(evening.id).await, evening.season().await);
    let record = before.record().unwrap();
    for (user, name, part) in [
        (FIRST + 3, "Wolfram", Forgotten { matches: 1, seasons: 1 }),
        (FRIEND, "Pumpernickel", Forgotten { matches: 1, seasons: 0 }),
        (LEADER, "nobody is called this", Forgotten { matches: 1, seasons: 1 }),
    ] {
        assert_eq!(people.forget(UserId(user)).await.unwrap(), part, "{name}");
        evening.has_forgotten(UserId(user), name).await;
        assert_eq!(
            people.forget(UserId(user)).await.unwrap(),
            Forgotten::default(),
            "there is nothing left of {name}"
        );
    }
    let fresh = hall.other_process().await;
    let after = fresh.load(evening.id).await.unwrap();
    assert_eq!(after.players[2].name, "Player 3");
    assert!(is_forgotten(after.players[2].user_id) && is_forgotten(after.host_id));
    assert_ne!(after.players[2].user_id, after.host_id);
    assert_eq!(hall.load(evening.id).await.players, after.players, "no process remembers");
    for (place, name) in NAMES.iter().enumerate().filter(|(place, _)| *place != 2) {
        assert_eq!(
            (&*after.players[place].name, after.players[place].user_id),
            (*name, before.players[place].user_id)
        );
    }
    // What was played, and what came of it, is as it was.
    let (state, was) = (after.session.as_ref().unwrap(), before.session.as_ref().unwrap());
    assert_eq!(state.state_json(), was.state_json());
    assert_eq!(after.log.len(), before.log.len());
    let new = after.record().unwrap();
    assert_eq!(new.log, record.log);
    assert!(verify(&new, None).unwrap().mismatch().is_none());
    let (result, old) = (after.result().unwrap(), before.result().unwrap());
    assert_eq!(result.outcome.standings.len(), old.outcome.standings.len());
    // So are the books, and the record that they name is the one that there is.
    let now = evening.season().await;
    assert_eq!(now.balances(), book.balances());
    assert_eq!(now.entries.len(), book.entries.len());
    assert_eq!((&*now.cast[2].name, now.cast[2].user), ("Player 3", None));
    let lines = |season: &Season| {
        season.standings(Looks::Public).lines.into_iter().map(|line| line.amounts).collect::<Vec<_>>()
    };
    assert_eq!(lines(&now), lines(&book));
    let hash = hex::encode(Sha256::digest(new.file().unwrap()));
    assert_eq!(now.episodes[0].game.as_ref().unwrap().record.as_deref(), Some(&*hash));
    assert_ne!(record.file().unwrap(), new.file().unwrap());
    // The rest of what is known about people.
    assert_eq!(
        hall.matches.settings(UserId(FIRST + 3)).await.unwrap(),
        trigon::matches::PersonSettings::default()
    );
    assert_eq!(hall.matches.store().direct_channel(UserId(FIRST + 3)).await.unwrap(), None);
    fresh.store().close().await;
}

#[tokio::test]
async fn a_file_for_somebody_has_what_they_did_and_nothing_of_others() {
    let evening = Evening::begin().await;
    evening.play().await;
    let (season, leader) = (evening.season, person(UserId(LEADER)));
    let line = ResultLine { member: 3, deltas: vec![("garnets".to_owned(), 4)], ..ResultLine::default() };
    let target = ResultTarget::New { title: "Market".to_owned(), kind: EpisodeKind::Other };
    let results = Ask::Result { target, lines: vec![line], close: true };
    evening.seasons.ask(season, &leader, &results).await.unwrap();
    let file = async |user: UserId| {
        let bytes = evening.people.file(user).await.unwrap();
        serde_json::from_slice::<serde_json::Value>(&bytes).unwrap()
    };
    let own = file(UserId(FIRST + 3)).await;
    assert_eq!(
        (&own["format"], &own["account"]),
        (&"trigon-person/1".into(), &(FIRST + 3).to_string().into())
    );
    let game = &own["matches"][0];
    assert_eq!(
        (&game["title"], &game["seat"], &game["name"]),
        (&"Friday".into(), &3.into(), &"Wolfram".into())
    );
    assert_eq!(game["entries"][0]["did"], "move -");
    assert_eq!(game["entries"][0]["as"], "seat 3");
    let book = &own["seasons"][0]["member"];
    assert_eq!(book["name"], "Wolfram");
    assert!(book["entries"].as_array().unwrap().iter().any(|entry| entry["delta"] == 4), "{book}");
    for name in NAMES.iter().filter(|name| **name != "Wolfram") {
        assert!(!own.to_string().contains(name), "{name} in {own}");
    }
    // What a friend did for a player is the friend’s.
    let friend = file(UserId(FRIEND)).await;
    let did: Vec<&str> = friend["matches"][0]["entries"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|entry| entry["did"].as_str())
        .collect();
    assert_eq!(did, ["move -"]);
    let host = file(UserId(LEADER)).await;
    assert_eq!((&host["matches"][0]["host"], &host["seasons"][0]["host"]), (&true.into(), &true.into()));
    assert!(host["matches"][0]["entries"].to_string().contains("rewind"));
    let nobody = file(UserId(FIRST + 99)).await;
    assert_eq!(
        (nobody["matches"].as_array().unwrap().len(), nobody["seasons"].as_array().unwrap().len()),
        (0, 0)
    );
}

#[tokio::test]
async fn whoever_is_forgotten_is_so_in_the_end_wherever_the_process_was_killed() {
    let evening = Evening::begin().await;
    evening.play().await;
    let before = evening.hall.load(evening.id).await;
    let book = evening.season().await;
    let state = before.session.as_ref().unwrap().state_json();
    for steps in 1.. {
        let process = evening.hall.other_process().await;
        let people = People::new(Seasons::new(process.clone()));
        let done = super::season::killed_after(steps, people.forget(UserId(FIRST + 3))).await;
        let fresh = evening.hall.other_process().await;
        let game = fresh.load(evening.id).await.unwrap();
        assert_eq!(game.session.as_ref().unwrap().state_json(), state, "after {steps} steps");
        let record = game.record().unwrap();
        assert!(verify(&record, None).unwrap().mismatch().is_none(), "after {steps} steps");
        let season = Seasons::new(fresh.clone()).load(evening.season).await.unwrap();
        assert_eq!(season.balances(), book.balances(), "after {steps} steps");
        let hash = hex::encode(Sha256::digest(record.file().unwrap()));
        assert_eq!(
            season.episodes[0].game.as_ref().unwrap().record.as_deref(),
            Some(&*hash),
            "after {steps} steps"
        );
        for process in [process, fresh] {
            process.store().close().await;
        }
        if let Some(done) = done {
            done.unwrap();
            assert!(steps > 3, "there are steps between which it can be killed");
            break;
        }
    }
    evening.has_forgotten(UserId(FIRST + 3), "Wolfram").await;
}
