//! A season of nine episodes, with everything that happens in one: after each of them, every balance is what somebody comes to who
//! counts without the program. Meanwhile, the process is killed again and again, and the season moves to another database, twice.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command as Process, Stdio};

use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use trigon::games::Verdict;
use trigon::ids::{MatchId, RequestId, SeasonId, UserId};
use trigon::matches::{Record, Replay, verify};
use trigon::season::{MemberNumber, SeasonOutcome, SourceKind};

use super::*;

/// Every how many steps a process is killed in the course of a command.
const KILL_INTERVAL: u32 = 3;

/// What everyone has, by member and counter, counted along without the program.
type Ledger = BTreeMap<(MemberNumber, String), i64>;

/// A season, wherever it is stored at the moment.
struct NineEpisodes {
    hall: Hall,
    season: SeasonId,
    ledger: Ledger,
    hours: i64,
    /// The number of the last request.
    requests: i64,
    killed: u32,
    /// The matches that are over, with their episodes.
    played: Vec<(u32, MatchId)>,
}

/// Returns what an episode brings a member.
fn line(member: u32, deltas: &[(&str, i64)], marks: &[&str]) -> ResultLine {
    ResultLine {
        member,
        deltas: deltas.iter().map(|(key, delta)| ((*key).to_owned(), *delta)).collect(),
        marks: marks.iter().map(|mark| (*mark).to_owned()).collect(),
        ..ResultLine::default()
    }
}

/// Returns the member whom a name on a roster belongs to.
fn member_of(name: &str) -> Option<u32> {
    match name {
        "Newcomer" => Some(6),
        name => name.strip_prefix("Player ")?.parse().ok(),
    }
}

/// Opens the seasons of the database.
fn seasons_of(run: &NineEpisodes) -> Seasons {
    Seasons::new(run.hall.matches.clone())
}

impl NineEpisodes {
    /// Creates a season with its cast.
    async fn begun(database: Database) -> Self {
        let hall = hall(database).await;
        let season = Seasons::new(hall.matches.clone())
            .create(GUILD, &host(), "Code Red", &Counter::usual())
            .await
            .unwrap()
            .id;
        let (ledger, played) = (Ledger::new(), Vec::new());
        let mut run = Self { hall, season, ledger, hours: 0, requests: 0, killed: 0, played };
        let opals = Counter {
            key: "opals".to_owned(),
            label: "Opals".to_owned(),
            start: 1,
            floor: Some(0),
            ..Counter::usual().remove(0)
        };
        run.insist(Ask::Counter(opals)).await;
        let newcomer = |n: u32| Newcomer {
            // Nobody knows who the last one is.
            user: (n < 8).then_some(UserId(100 + i64::from(n))),
            name: format!("Member {n}"),
            is_alternate: false,
        };
        run.insist(Ask::Cast((1..=8).map(newcomer).collect())).await;
        for member in 1..=8 {
            for (counter, start) in [("garnets", 0), ("priority", 0), ("opals", 1)] {
                run.ledger.insert((member, counter.to_owned()), start);
            }
        }
        run
    }

    /// Counts along.
    fn add(&mut self, member: u32, counter: &str, delta: i64) {
        *self.ledger.get_mut(&(member, counter.to_owned())).unwrap() += delta;
    }

    /// Returns the garnets that a member has by the ledger.
    fn garnets(&self, member: u32) -> i64 {
        self.ledger[&(member, "garnets".to_owned())]
    }

    /// Returns the season.
    async fn load(&self) -> Arc<Season> {
        seasons_of(self).load(self.season).await.unwrap()
    }

    /// Asks on behalf of a person, as Discord delivers it again and again, until a process lives long enough.
    async fn insist_as(&mut self, user: UserId, command: Ask) -> Option<SeasonOutcome> {
        self.requests += 1;
        let (id, at) = (self.requests, NOON + self.hours * HOUR);
        let request = Request { id: RequestId(id), sent_at: at, written_at: at, direct: None, replaces: 0 };
        let asker = Person { request: Some(request), ..person(user) };
        let before = self.load().await;
        for steps in (1 + id as u32 % KILL_INTERVAL..).step_by(KILL_INTERVAL as usize) {
            let process = Seasons::new(self.hall.other_process().await);
            match killed_after(steps, process.ask(self.season, &asker, &command)).await {
                None => self.killed += 1,
                Some(Ok(done)) => return Some(done),
                Some(Err(SeasonError::Denied(_))) if *self.load().await != *before => return None,
                Some(Err(error)) => panic!("{command:?}: {error}"),
            }
        }
        unreachable!("some process lives long enough")
    }

    /// Asks something of the season as its owner, however often the process is killed.
    async fn insist(&mut self, command: Ask) {
        self.insist_as(HOST, command).await;
    }

    /// Books an episode that was played elsewhere.
    async fn elsewhere(&mut self, title: &str, lines: Vec<ResultLine>) {
        for line in &lines {
            for (counter, delta) in &line.deltas {
                self.add(line.member, counter, *delta);
            }
        }
        let target = ResultTarget::New { title: title.to_owned(), kind: EpisodeKind::Other };
        self.insist(Ask::Result { target, lines, close: true }).await;
        self.check().await;
    }

    /// Corrects a counter because of an episode, and counts along.
    async fn correct(&mut self, member: u32, counter: &str, delta: i64, episode: u32) {
        self.add(member, counter, delta);
        let (counter, reason, episode) = (counter.to_owned(), "misread".to_owned(), Some(episode));
        self.insist(Ask::Correct { member, counter, delta, reason, episode }).await;
    }

    /// Lets some hours pass.
    async fn pass(&mut self, hours: i64) {
        self.hours += hours;
        self.hall.at(self.hours).await;
    }

    /// Ends rounds until this one begins.
    async fn until_round(&mut self, id: MatchId, round: u32) {
        while self.hall.round(id).await < round {
            self.pass(12).await;
        }
    }

    /// Asks something of a match as a user, however often the process is killed.
    async fn tells(&self, id: MatchId, user: UserId, command: Command) {
        denied(self.hall.matches.ask(id, &person(user), command).await).unwrap();
    }

    /// Creates a match of these users, which is a new episode.
    async fn play(&mut self, title: &str, new: NewMatch, kind: EpisodeKind, users: &[UserId]) -> MatchId {
        let id = self.hall.matches.create(&host(), new).await.unwrap().id;
        let entry = |user: &UserId| RosterEntry {
            user_id: *user,
            name: if *user == UserId(306) {
                "Newcomer".to_owned()
            } else {
                format!("Player {}", user.0 - 100)
            },
            renames: true,
            fields: Values::default(),
        };
        let roster: Vec<RosterEntry> = users.iter().map(entry).collect();
        let new = PlayedAs::New { title: title.to_owned(), kind, stakes: Stakes::Winner };
        let asker = host();
        for steps in (1..).step_by(KILL_INTERVAL as usize) {
            let process = Seasons::new(self.hall.other_process().await);
            let play = process.play(self.season, &asker, &new, id, Some(&roster), false);
            match Box::pin(killed_after(steps, play)).await {
                None => self.killed += 1,
                Some(done) => {
                    done.unwrap();
                    break;
                }
            }
        }
        id
    }

    /// Creates and starts a match of the season.
    async fn triforce_building(&mut self, title: &str, users: &[UserId]) -> MatchId {
        let terms = Terms { pregame_hours: 0, ..seven() }.with("rounds", Value::Number(4));
        let new = NewMatch {
            game: "triforce-building".to_owned(),
            guild_id: GUILD,
            channel_id: CHANNEL,
            title: title.to_owned(),
            terms,
        };
        let id = self.play(title, new, EpisodeKind::Main, users).await;
        self.tells(id, HOST, Command::Start).await;
        id
    }

    /// Plays a match to its end, has it booked by a process that is killed again and again, and closes its episode.
    async fn over(&mut self, id: MatchId) {
        while self.hall.load(id).await.status != Status::Over {
            self.pass(12).await;
        }
        for steps in (1..).step_by(KILL_INTERVAL as usize) {
            let process = Seasons::new(self.hall.other_process().await);
            if killed_after(steps, process.book_all()).await.is_some() {
                break;
            }
            self.killed += 1;
        }
        let episode = self.load().await.episode_of(id).unwrap().number;
        self.insist(Ask::Close(episode)).await;
        self.played.push((episode, id));
    }

    /// Adds what the record of a match says, as somebody counts who has only the record and what everyone had before.
    async fn add_record(&mut self, id: MatchId) {
        let file = self.hall.load(id).await.record().unwrap().file().unwrap();
        let record = Record::read(&file, &Registry::standard()).unwrap();
        let mut replay = Replay::begin(&record).unwrap();
        let garnets = |replay: &Replay<'_>| -> Vec<i64> {
            let state: Json = serde_json::from_str(&replay.session().state_json()).unwrap();
            let players = state["players"].as_array().unwrap();
            players.iter().map(|player| player["garnets"].as_i64().unwrap()).collect()
        };
        let names = record.setup["players"].as_array().unwrap();
        let mut holders: Vec<Option<u32>> =
            names.iter().map(|player| member_of(player["name"].as_str().unwrap())).collect();
        let mut before = garnets(&replay);
        // What was corrected in the match is what everyone has seen.
        for (holder, start) in holders.iter().zip(&before) {
            let member = holder.unwrap();
            self.add(member, "garnets", start - self.garnets(member));
        }
        while let Some(entry) = replay.step() {
            for tenure in entry.tenures {
                let holder = &mut holders[tenure.seat as usize - 1];
                match &tenure.kind[..] {
                    "player" => *holder = member_of(&tenure.name),
                    "computed" => *holder = None,
                    _ => {}
                }
            }
            let after = garnets(&replay);
            for (i, holder) in holders.iter().enumerate() {
                if let Some(member) = holder {
                    self.add(*member, "garnets", after[i] - before[i]);
                }
            }
            before = after;
        }
    }

    /// Compares every balance with what somebody comes to who counts alone: by what was sent and the records, and by the file.
    async fn check(&mut self) {
        let season = self.load().await;
        let balances = season.balances();
        for ((member, counter), expected) in &self.ledger {
            let found = season.balance(&balances, *member, counter);
            assert_eq!(
                found,
                Some(*expected),
                "{counter} of member {member} after {}",
                season.episodes.len()
            );
        }
        let export = season.export(SeasonViewer::Hosts);
        assert_eq!(export.problems(), []);
        let bytes = export.bytes();
        let file: Json = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(recounted(&file), file["balances"]);
        recounted_in_python(&bytes, &season.standings(SeasonViewer::Hosts).csv());
        if season.running().next().is_none() {
            let public = season.export(SeasonViewer::Public);
            assert_eq!((public.problems(), public.balances), (Vec::new(), export.balances));
        }
        for (episode, id) in &self.played {
            let game = season.episode(*episode).unwrap().game.as_ref().unwrap();
            assert!(game.id == *id && game.booked);
            let record = self.hall.load(*id).await.record().unwrap();
            let hash = hex::encode(Sha256::digest(record.file().unwrap()));
            assert_eq!(game.record, Some(hash));
            assert!(verify(&record, None).unwrap().mismatch().is_none());
        }
        // The file fills another season, which then has the same.
        let seasons = seasons_of(self);
        let copy = seasons.create(GUILD, &host(), "Copy", &[]).await.unwrap().id;
        let read = season::SeasonFile::read(&bytes).unwrap();
        refused(seasons.ask(copy, &host(), &Ask::Import(Box::new(read))).await).unwrap();
        let copied = seasons.load(copy).await.unwrap().export(SeasonViewer::Hosts);
        assert_eq!(
            (copied.entries, copied.balances),
            (export.entries, season.export(SeasonViewer::Hosts).balances)
        );
        // A backup has it, too.
        let restored = self.restored(Database::sqlite()).await;
        let store = Store::open(restored.url()).await.unwrap();
        let seasons = Seasons::new(Matches::new(store.clone(), self.hall.clock.clone()));
        assert_eq!(*seasons.load(self.season).await.unwrap(), *season);
        store.close().await;
    }

    /// Returns a database with what a backup of the present one has.
    async fn restored(&self, into: Database) -> Database {
        let file = database::folder().join("backup.db");
        back_up(self.hall.database.url(), &file, &mut |_, _| {}).await.unwrap();
        restore(&file, into.url(), OWNER, &mut |_, _| {}).await.unwrap();
        std::fs::remove_dir_all(file.parent().unwrap()).unwrap();
        into
    }

    /// Goes on in another database.
    async fn goes_on_in(&mut self, database: Database) {
        self.hall.matches.store().close().await;
        self.hall.matches = open(&database, &self.hall.clock).await;
        self.hall.database = database;
    }
}

/// Adds up a file by nothing but its entries.
fn recounted(file: &Json) -> Json {
    let mut balances = serde_json::Map::new();
    for counter in file["counters"].as_array().unwrap() {
        let key = counter["key"].as_str().unwrap();
        let mut by_member = serde_json::Map::new();
        for member in file["cast"].as_array().unwrap() {
            let is_its = |entry: &&Json| entry["member"] == member["member"] && entry["counter"] == key;
            let entries = file["entries"].as_array().unwrap().iter().filter(is_its);
            let sum: i64 = entries.map(|entry| entry["delta"].as_i64().unwrap()).sum();
            let amount = counter["start"].as_i64().unwrap() + sum;
            by_member.insert(member["member"].to_string(), amount.into());
        }
        balances.insert(key.to_owned(), by_member.into());
    }
    balances.into()
}

/// Has a program in another language count, where there is one.
fn recounted_in_python(file: &[u8], csv: &str) {
    let folder = database::folder();
    let path = folder.join("season.json");
    std::fs::write(&path, file).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/seasons/recount.py");
    let python = Process::new("python3")
        .args([&script, &path])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    if let Ok(mut python) = python {
        python.stdin.take().unwrap().write_all(csv.as_bytes()).unwrap();
        let output = python.wait_with_output().unwrap();
        let (said, wrong) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!((said.trim(), wrong.trim()), ("the same", ""));
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// The episodes, in order.
impl NineEpisodes {
    /// Episode 1, elsewhere.
    async fn opening(&mut self) {
        let lines = vec![
            line(1, &[("garnets", 8), ("priority", 5)], &["token"]),
            line(2, &[("garnets", -1), ("priority", 2)], &["candidate"]),
            line(5, &[("garnets", 7), ("opals", 4)], &[]),
            line(6, &[("garnets", 9)], &[]),
            line(7, &[("garnets", 6)], &[]),
            line(8, &[("opals", -1), ("priority", -3)], &[]),
        ];
        self.elsewhere("The opening", lines).await;
    }

    /// Episode 2, here, with a player who is replaced for good and a round that is undone.
    async fn match_with_a_newcomer(&mut self) {
        let all: Vec<UserId> = (101..=107).map(UserId).collect();
        let id = self.triforce_building("Triforce Building", &all).await;
        self.until_round(id, 3).await;
        self.hall.garnet(id, UserId(106)).await;
        self.until_round(id, 4).await;
        let question = self.hall.load(id).await.question;
        self.tells(id, HOST, Command::Rewind(question)).await;
        assert_eq!(self.hall.round(id).await, 3);
        self.hall.garnet(id, UserId(106)).await;
        self.until_round(id, 4).await;
        self.tells(id, UserId(106), Command::Leave).await;
        let (player, user, name) = (106, 306, "Newcomer".to_owned());
        let (back_in, has_left, since, reason) = (None, false, None, None);
        let hand = Command::Handover {
            player: UserId(player),
            user: UserId(user),
            name: name.clone(),
            back_in,
            has_left,
            since,
            reason,
        };
        self.tells(id, HOST, hand).await;
        self.tells(id, UserId(306), accept_seat(Seat::new(6))).await;
        self.insist(Ask::TakeOver { member: 6, user: UserId(306), name }).await;
        self.hall.garnet(id, UserId(306)).await;
        self.hall.garnet(id, UserId(101)).await;
        self.over(id).await;
        self.add_record(id).await;
        self.check().await;
    }

    /// Episode 3, elsewhere.
    async fn market(&mut self) {
        let lines = vec![line(3, &[("garnets", 5)], &[]), line(4, &[("opals", 2), ("garnets", 1)], &[])];
        self.elsewhere("The market", lines).await;
    }

    /// Episode 4, here, with a substitute, a player who just leaves, and a correction to which everyone agrees. In between,
    /// everything is restored from a backup to a database of the same kind.
    async fn match_with_a_substitute(&mut self, same: Database) {
        let all: Vec<UserId> = [101, 102, 103, 104, 105, 306, 107].map(UserId).to_vec();
        let id = self.triforce_building("Triforce Building, again", &all).await;
        self.until_round(id, 2).await;
        let mut fields = Values::default();
        fields.set("garnets", Value::Number(self.garnets(3) + 2));
        let correct = Command::Correct { user: UserId(103), fields, reason: "A slip.".to_owned() };
        self.tells(id, HOST, correct).await;
        let open = self.hall.load(id).await.proposal().unwrap().clone();
        for user in &all {
            self.tells(id, *user, Command::Consent { number: open.number, agree: true }).await;
        }
        let restored = self.restored(same).await;
        self.goes_on_in(restored).await;
        let lend =
            Command::Lend { user: UserId(305), name: "Friend".to_owned(), time: 500 * HOUR, since: None };
        self.tells(id, UserId(105), lend).await;
        self.tells(id, UserId(305), accept_seat(Seat::new(5))).await;
        self.until_round(id, 3).await;
        self.hall.garnet(id, UserId(305)).await;
        self.hall.garnet(id, UserId(107)).await;
        self.until_round(id, 4).await;
        self.tells(id, UserId(107), Command::Leave).await;
        self.over(id).await;
        self.add_record(id).await;
        self.check().await;
    }

    /// Episode 5, elsewhere; afterwards, somebody finds a mistake in episode 3, and somebody gives something away.
    async fn auction(&mut self) {
        let lines =
            vec![line(1, &[("garnets", -2)], &[]), line(7, &[("garnets", 6), ("opals", 1)], &["token"])];
        self.elsewhere("The auction", lines).await;
        self.correct(3, "garnets", -4, 3).await;
        let give = Ask::Give { to: 4, counter: "opals".to_owned(), amount: 2 };
        self.insist_as(UserId(105), give).await;
        self.insist_as(UserId(104), Ask::AnswerGift { gift: 1, accept: true }).await;
        self.add(5, "opals", -2);
        self.add(4, "opals", 2);
        self.check().await;
    }

    /// Episode 6, elsewhere.
    async fn island(&mut self) {
        let lines = vec![line(2, &[("garnets", 9), ("opals", 3)], &[]), line(8, &[("garnets", 1)], &[])];
        self.elsewhere("The island", lines).await;
    }

    /// Episode 7, a death match here, which moves to another kind of database before it begins. The loser’s goods are the
    /// winner’s.
    async fn death_match(&mut self, other: Database) {
        let game = "triangoli".to_owned();
        let terms =
            Terms { players: 2, ..Terms::usual(self.hall.matches.games().get(&game).unwrap().info()) };
        let (guild_id, channel_id, title) = (GUILD, CHANNEL, "Death match".to_owned());
        let new = NewMatch { game, guild_id, channel_id, title: title.clone(), terms };
        let id = self.play(&title, new, EpisodeKind::Death, &[UserId(102), UserId(107)]).await;
        self.hall.matches.store().close().await;
        let moved = loop {
            match transfer(self.hall.database.url(), other.url(), OWNER, &mut |_, _| {}).await {
                Err(refused) if refused.to_string().contains("already runs on") => {}
                done => break done,
            }
        };
        drop(moved.unwrap());
        self.goes_on_in(other).await;
        self.tells(id, HOST, Command::Start).await;
        self.tells(id, UserId(102), Command::Resign).await;
        self.over(id).await;
        let file = self.hall.load(id).await.record().unwrap().file().unwrap();
        let record = Record::read(&file, &Registry::standard()).unwrap();
        let mut replay = Replay::begin(&record).unwrap();
        while replay.step().is_some() {}
        let won = replay.session().outcome().unwrap().standings;
        let won = won.into_iter().find(|standing| standing.verdict == Verdict::Won).unwrap().seat;
        let winner = member_of(&record.extras.players[usize::from(won.number()) - 1]).unwrap();
        assert_eq!(winner, 7);
        for counter in ["garnets", "opals"] {
            let staked = self.ledger[&(2, counter.to_owned())].max(0);
            self.add(2, counter, -staked);
            self.add(winner, counter, staked);
        }
        self.check().await;
        let loser = self.load().await.member(2).unwrap().clone();
        assert_eq!((loser.status, loser.out_in), (season::MemberStatus::Out, Some(7)));
    }

    /// Episode 8, elsewhere; afterwards, a line of episode 5 turns out to be somebody else’s.
    async fn vote(&mut self) {
        let lines = vec![line(4, &[("garnets", -3)], &[]), line(6, &[("priority", 7)], &["winner"])];
        self.elsewhere("The vote", lines).await;
        let season = self.load().await;
        let wrong = season.entries.iter().find(|it| {
            it.episode == Some(5)
                && it.member == 7
                && it.source.kind == SourceKind::Import
                && it.what.counter() == Some("garnets")
        });
        let (entry, reason) = (wrong.unwrap().number, "it was Member 1".to_owned());
        self.insist(Ask::Reverse { entry, reason }).await;
        self.add(7, "garnets", -6);
        self.correct(1, "garnets", 6, 5).await;
        self.check().await;
    }

    /// Episode 9, elsewhere, with which the season ends.
    async fn finale(&mut self) {
        let lines = (1..=8).map(|n| line(n, &[("garnets", i64::from(n))], &[])).collect();
        self.elsewhere("The final", lines).await;
        self.insist(Ask::End).await;
        self.check().await;
    }
}

#[tokio::test]
async fn in_a_season_of_nine_episodes_every_balance_is_what_others_come_to() {
    for database in databases().await {
        let (same, other) = if database.is_postgres() {
            (Database::postgres().await.unwrap(), Database::sqlite())
        } else {
            (Database::sqlite(), Database::postgres().await.unwrap_or_else(Database::sqlite))
        };
        let mut run = NineEpisodes::begun(database).await;
        run.opening().await;
        run.match_with_a_newcomer().await;
        run.market().await;
        run.match_with_a_substitute(same).await;
        run.auction().await;
        run.island().await;
        run.death_match(other).await;
        run.vote().await;
        run.finale().await;
        let season = run.load().await;
        assert_eq!((season.episodes.len(), run.played.len()), (9, 3));
        assert!(season.episodes.iter().all(season::Episode::is_closed));
        assert!(run.killed >= 100, "only {} processes were killed", run.killed);
        run.hall.matches.store().close().await;
    }
}
