//! The bot is killed at every request and at every commit of what people do: being away, substitutes, answers in advance, undoing,
//! early ends, pauses, offers of seats, moving to another channel. In the end, everyone has read the same as if nothing had happened.
//!
//! Some points are tried each time, all of them with `TRIGON_POINTS=all`. Commits are counted by triggers, which only a server can make
//! wait.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Row as _};
use trigon::games::Seat;
use trigon::ids::{ChannelId, MatchId};
use trigon::matches::{Act as Action, Command, HOUR, Matches, Millis, NewMatch, Person, Terms};
use trigon::sandbox::{self, Fault, Id, NewPerson, SeenMessage};
use trigon::store::Store;

use crate::scene::WAIT_TIMEOUT;
use crate::stage::{START, Stage, seven};

/// Unless all are asked for, one of this many points is tried.
const POINT_INTERVAL: u32 = 16;

const MINUTE: Millis = 60_000;

/// What the bot does last.
#[derive(Debug, Clone, Copy)]
enum Point {
    /// After this many requests, the next one is carried out or not, and those after it never reach Discord.
    Request(u32, Fault),
    /// After this many commits, no other one is made.
    Commit(u32),
}

type Then = fn(&Stage) -> BoxFuture<'_, bool>;

/// What is done while the bot is killed, and how the match gets there. Each part says whether it was accepted.
struct Feature {
    prepare: Then,
    parts: &'static [Then],
    /// A sentence that everyone, or somebody, reads in the end.
    told: &'static str,
}

impl Stage {
    /// Asks something of the match, and returns whether it was accepted.
    async fn does(&self, who: &Person, command: Command) -> bool {
        self.matches.ask(MatchId(1), who, command).await.is_ok()
    }

    async fn hosts(&self, command: Command) -> bool {
        self.does(&self.host(), command).await
    }

    async fn plays(&self, i: usize, command: Command) -> bool {
        self.does(&trigon::rehearsal::member(&self.players[i], &self.guild, false), command).await
    }

    /// Returns somebody who does not play.
    fn zoe(&self) -> sandbox::Person {
        let known = self.guild.members().into_iter().find(|person| person.name() == "zoe");
        known.unwrap_or_else(|| {
            let zoe = self.sandbox.create_person(NewPerson::named("zoe"));
            self.guild.add_member(&zoe);
            zoe
        })
    }

    async fn zoe_does(&self, command: Command) -> bool {
        self.does(&trigon::rehearsal::member(&self.zoe(), &self.guild, false), command).await
    }

    async fn answers(&self, i: usize) -> bool {
        let action = self.load(MatchId(1)).await.playing().unwrap().parse("move -").unwrap();
        self.plays(i, Command::Act(Action::new(action))).await
    }

    /// Moves the clock to minutes after the match began, and does what is due then.
    async fn comes(&self, minutes: Millis) -> bool {
        self.clock.set(START + minutes * MINUTE);
        self.matches.handle_due().await.is_ok()
    }

    fn elsewhere(&self) -> Id {
        let known = self.guild.channels().into_iter().find(|(.., name)| name == "quiet-corner");
        known.map_or_else(|| self.guild.create_channel("quiet-corner"), |(id, ..)| id)
    }

    /// Returns what everyone sees in the channels, and what each person has read, without what differs from run to run.
    fn everything(&self) -> String {
        let mut all = String::new();
        let mut add = |of: &str, messages: Vec<SeenMessage>| {
            for message in messages.into_iter().filter(|message| message.author == self.sandbox.bot_id()) {
                let labels = message.parts().filter(|part| part["custom_id"].is_string());
                let labels: Vec<&str> = labels.filter_map(|part| part["label"].as_str()).collect();
                // Where many processes share a machine, pictures may come too late to be sent at all.
                writeln!(all, "[{of}] {}\n{labels:?}\n", message.content).unwrap();
            }
        };
        add("arena", self.posted());
        add("elsewhere", self.host.view(self.elsewhere()));
        for person in self.players.iter().chain([&self.host, &self.zoe()]) {
            add(&person.name(), person.dms());
        }
        all
    }

    /// Waits until nothing is to be sent, or until the bot cannot go on. Returns whether it is stuck.
    async fn gets_stuck(&self, gate: Option<&Gate>) -> bool {
        for _ in 0..(WAIT_TIMEOUT.as_millis() / 5) {
            let hangs = match gate {
                Some(gate) => gate.is_reached().await,
                None => (1..=1_000).contains(&self.sandbox.faults_pending()),
            };
            if hangs {
                return true;
            }
            let waits = self.matches.store().pending_count(MatchId(1)).await.unwrap() > 0;
            if !waits && !self.matches.is_delivering() {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("the bot neither goes on nor is it stuck");
    }

    /// Kills the bot wherever it is, and starts another one on the same database.
    async fn is_killed(&mut self) {
        self.stop_delivery().await;
        let store = Store::open(self.database.url()).await.unwrap();
        let old = std::mem::replace(&mut self.matches, Matches::new(store, self.clock.clone()));
        old.store().close().await;
        self.matches.store().release_clocks().await.unwrap();
        self.start_delivery();
    }
}

/// Counts the commits on a server, and makes those after some number wait for ever.
struct Gate {
    raw: tokio::sync::Mutex<AnyConnection>,
    number: u32,
}

impl Gate {
    async fn after(stage: &Stage, commits: u32) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(7_000);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mut raw = stage.database.raw().await;
        let sql = format!(
            "SELECT pg_advisory_lock({number});
             CREATE SEQUENCE commits;
             CREATE FUNCTION waits() RETURNS trigger LANGUAGE plpgsql AS $$
             BEGIN
                 IF current_setting('trigon.counted', true) IS DISTINCT FROM txid_current()::text THEN
                     PERFORM set_config('trigon.counted', txid_current()::text, true);
                     IF nextval('commits') > {commits} THEN PERFORM pg_advisory_lock({number}); END IF;
                 END IF;
                 RETURN NULL;
             END $$;
             DO $$ DECLARE name text; BEGIN
                 FOR name IN SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() LOOP
                     EXECUTE format('CREATE TRIGGER waits BEFORE INSERT OR UPDATE OR DELETE ON %I
                                     EXECUTE FUNCTION waits()', name);
                 END LOOP;
             END $$"
        );
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut raw).await.unwrap();
        Self { raw: tokio::sync::Mutex::new(raw), number }
    }

    /// Returns the sessions that wait.
    async fn waiting(&self) -> Vec<i32> {
        let sql = format!(
            "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = {} AND NOT granted",
            self.number
        );
        let rows = sqlx::raw_sql(AssertSqlSafe(sql)).fetch_all(&mut *self.raw.lock().await).await.unwrap();
        rows.iter().map(|row| row.get(0)).collect()
    }

    async fn is_reached(&self) -> bool {
        !self.waiting().await.is_empty()
    }

    /// Ends the sessions that wait, which lose what they have not committed, and counts no more.
    async fn opens(self) {
        for pid in self.waiting().await {
            let sql = format!("SELECT CAST(pg_terminate_backend({pid}, 5000) AS TEXT)");
            sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *self.raw.lock().await).await.unwrap();
        }
        let mut raw = self.raw.into_inner();
        sqlx::raw_sql("DROP FUNCTION waits CASCADE; DROP SEQUENCE commits").execute(&mut raw).await.unwrap();
        raw.close().await.unwrap();
    }
}

/// Plays a feature on a new stage, with the bot killed at a point. Returns what everyone has read in the end; `None` if the point is
/// never reached.
async fn interrupted(feature: &Feature, point: Option<Point>) -> Option<String> {
    let mut stage = Stage::running().await;
    stage.zoe();
    stage.elsewhere();
    assert!((feature.prepare)(&stage).await);
    stage.pending(MatchId(1), 0).await;
    let gate = match point {
        Some(Point::Commit(commits)) => Some(Gate::after(&stage, commits).await),
        Some(Point::Request(passing, fault)) => {
            stage.sandbox.fail_next(None, "**", passing, Fault::SlowBefore(Duration::ZERO));
            stage.sandbox.fail_next(None, "**", 1, fault);
            stage.sandbox.fail_next(None, "**", 1_000, Fault::StallBefore);
            None
        }
        None => None,
    };
    let (mut done, mut is_stuck) = (0, false);
    while done < feature.parts.len() && !is_stuck {
        // What is accepted is not done again by anybody.
        let reached = async {
            match &gate {
                Some(gate) => {
                    while !gate.is_reached().await {
                        tokio::time::sleep(Duration::from_millis(2)).await;
                    }
                }
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            accepted = (feature.parts[done])(&stage) => {
                assert!(accepted, "part {done} is refused");
                done += 1;
            }
            () = reached => is_stuck = true,
        }
        if point.is_some() && !is_stuck {
            is_stuck = stage.gets_stuck(gate.as_ref()).await;
        } else if !is_stuck {
            stage.pending(MatchId(1), 0).await;
        }
    }
    if point.is_some() && !is_stuck {
        if let Some(gate) = gate {
            gate.opens().await;
        }
        stage.sandbox.clear_faults();
        stage.end().await;
        return None;
    }
    if point.is_some() {
        stage.stop_delivery().await;
        if let Some(gate) = gate {
            gate.opens().await;
        }
        stage.sandbox.clear_faults();
        stage.is_killed().await;
        stage.pending(MatchId(1), 0).await;
        for part in &feature.parts[done..] {
            // It may have been stored without being confirmed.
            let _ = part(&stage).await;
            stage.pending(MatchId(1), 0).await;
        }
        stage.is_mended().await;
    }
    stage.pending(MatchId(1), 0).await;
    let seen = stage.everything();
    stage.end().await;
    Some(seen)
}

impl Stage {
    /// Waits until everything has been compared with what it should show. Another match shows that it has begun.
    async fn is_mended(&self) {
        let elsewhere = self.guild.create_channel("other");
        let other = self.create_in(elsewhere, "Other", seven()).await;
        self.pending(other, 0).await;
        self.pending(MatchId(1), 0).await;
    }
}

/// Kills the bot at every point of a feature, or at some of them.
async fn killed(feature: Feature) {
    let undisturbed = interrupted(&feature, None).await.unwrap();
    assert!(undisturbed.contains(feature.told), "{undisturbed}");
    let takes_all = std::env::var("TRIGON_POINTS").is_ok_and(|points| points == "all");
    let is_server = crate::database::Database::chosen().await.is_postgres();
    // Which of the points are tried depends on the feature, so that all kinds have their turn.
    let wanted = feature.told.len() as u32 % POINT_INTERVAL;
    let is_there =
        !takes_all && interrupted(&feature, Some(Point::Request(wanted, Fault::StallBefore))).await.is_some();
    let first = if is_there { wanted } else { 0 };
    let step = if takes_all { 1 } else { POINT_INTERVAL };
    let mut tried = 0;
    let points: [fn(u32) -> Point; 3] =
        [|n| Point::Request(n, Fault::StallBefore), |n| Point::Request(n, Fault::StallAfter), Point::Commit];
    for kind in &points[..if is_server { 3 } else { 2 }] {
        for number in (first..).step_by(step as usize) {
            let point = kind(number);
            let Some(seen) = interrupted(&feature, Some(point)).await else { break };
            tried += 1;
            let differs = seen.lines().zip(undisturbed.lines()).find(|(seen, expected)| seen != expected);
            assert!(seen == undisturbed, "{point:?}: {differs:#?}\n\n{seen}\n\nUNDISTURBED\n\n{undisturbed}");
        }
    }
    println!("{}: {tried} points", feature.told);
    assert!(tried > 0);
}

async fn begun(stage: &Stage, terms: Terms) -> bool {
    stage.clock.set(START);
    stage.begun(terms).await;
    true
}

/// Begins a match of two who play in turns.
async fn turns(stage: &Stage) -> bool {
    stage.clock.set(START);
    let game = "triangoli".to_owned();
    let terms = Terms::usual(stage.matches.games().get(&game).unwrap().info()).limited("turn", 12);
    let new = NewMatch {
        game,
        guild_id: stage.guild.id().0.into(),
        channel_id: stage.arena.0.into(),
        title: "Turns".to_owned(),
        terms: Terms { players: 2, ..terms },
    };
    stage.matches.create(&stage.host(), new).await.unwrap();
    let joins = |i: usize| stage.plays(i, Command::Join(stage.players[i].name()));
    joins(0).await && joins(1).await && stage.plays(0, Command::Start).await
}

/// Everybody answers, and is ready.
async fn all_ready(stage: &Stage) -> bool {
    for i in 0..7 {
        stage.answers(i).await;
        stage.plays(i, Command::Ready { ready: true, pad: None }).await;
    }
    true
}

fn lend(stage: &Stage) -> Command {
    let user = stage.zoe().id().0.into();
    Command::Lend { user, name: "zoe".to_owned(), time: 10 * HOUR, since: None }
}

fn takes(seat: u8) -> Command {
    Command::AnswerHandover { seat: Seat::new(seat), number: None, accept: true }
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_a_player_says_that_they_are_away_and_are_back() {
    killed(Feature {
        prepare: |stage| Box::pin(turns(stage)),
        parts: &[
            |stage| Box::pin(stage.plays(0, Command::Away { after: 0, time: 30 * HOUR })),
            |stage| Box::pin(stage.plays(0, Command::Back)),
        ],
        told: "is back, so",
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_a_substitute_comes_and_goes() {
    killed(Feature {
        prepare: |stage| Box::pin(begun(stage, seven())),
        parts: &[
            |stage| Box::pin(async { stage.plays(0, lend(stage)).await }),
            |stage| Box::pin(stage.zoe_does(takes(1))),
            |stage| Box::pin(stage.comes(10 * 60)),
        ],
        told: "is back and plays on",
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_answers_in_advance_are_given() {
    killed(Feature {
        prepare: |stage| Box::pin(begun(stage, seven())),
        parts: &[
            |stage| {
                Box::pin(async {
                    let stay = stage.load(MatchId(1)).await.playing().unwrap().parse("move -").unwrap();
                    stage.plays(0, Command::Ahead(vec![stay.clone(), stay])).await
                })
            },
            |stage| Box::pin(stage.comes(24 * 60)),
        ],
        told: "Round 2",
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_a_round_is_undone_and_ends_again() {
    killed(Feature {
        prepare: |stage| {
            Box::pin(async {
                begun(stage, Terms { limits: None, ..seven() }).await && stage.comes(24 * 60).await
            })
        },
        parts: &[
            |stage| {
                Box::pin(async {
                    // The round that has ended is meant, also if it is asked again.
                    let question = stage.load(MatchId(1)).await.question;
                    question.number == 0 || stage.hosts(Command::Rewind(question)).await
                })
            },
            |stage| Box::pin(stage.comes(48 * 60)),
        ],
        told: "↩️ This was taken back.",
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_everyone_is_ready_and_the_round_ends_early() {
    killed(Feature {
        prepare: |stage| {
            Box::pin(async {
                let terms = Terms { early: true, least_hours: 6, limits: None, ..seven() };
                begun(stage, terms).await && stage.comes(10 * 60).await && all_ready(stage).await
            })
        },
        parts: &[
            |stage| Box::pin(stage.comes(10 * 60 + 15)),
            |stage| Box::pin(stage.plays(2, Command::Ready { ready: false, pad: None })),
            |stage| Box::pin(stage.comes(10 * 60 + 20)),
            |stage| Box::pin(stage.plays(2, Command::Ready { ready: true, pad: None })),
            |stage| Box::pin(stage.comes(10 * 60 + 35)),
            |stage| Box::pin(stage.comes(10 * 60 + 65)),
        ],
        told: "Everyone is ready",
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_the_clock_is_stopped_and_started_again() {
    killed(Feature {
        prepare: |stage| Box::pin(begun(stage, seven())),
        parts: &[
            |stage| Box::pin(stage.hosts(Command::Pause)),
            |stage| Box::pin(stage.hosts(Command::Resume)),
        ],
        told: "has started the clock again",
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_a_seat_is_offered_and_taken() {
    killed(Feature {
        prepare: |stage| {
            Box::pin(async {
                let stand_by = Command::StandBy { name: "zoe".to_owned(), since: None };
                begun(stage, seven()).await;
                // What the player was asked has been sent before they leave.
                stage.pending(MatchId(1), 0).await;
                stage.zoe_does(stand_by).await && stage.plays(4, Command::Leave).await
            })
        },
        parts: &[|stage| Box::pin(stage.comes(24 * 60)), |stage| Box::pin(stage.zoe_does(takes(5)))],
        told: "you’re the next alternate",
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_a_match_moves_and_goes_on_elsewhere() {
    killed(Feature {
        prepare: |stage| Box::pin(begun(stage, seven())),
        parts: &[
            |stage| {
                Box::pin(async { stage.hosts(Command::Move(ChannelId(stage.elsewhere().0 as i64))).await })
            },
            |stage| Box::pin(stage.comes(24 * 60)),
        ],
        told: "has moved this match",
    })
    .await;
}
