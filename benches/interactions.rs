//! How long people wait for the first answer to a command or a press, and for the whole one, through serenity and the
//! embedded Discord: `cargo bench --bench interactions`.
//!
//! Questions come at a pace of their own, whether earlier ones are answered or not, so that a faster bot is not asked
//! more. Targets for the first answer at the 99th percentile: 50 ms while a hundred people ask once a second each, and
//! while fifty games of turns are played by their buttons, pictures included; 100 ms if the hundred ask at the same
//! moment.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a bench prints and measures real time")]

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use trigon::bot::{Api, Bot, BotConfig, Commands, ComponentAction, CustomId};
use trigon::games::Values;
use trigon::matches::{
    Command, Matches, NewMatch, Person as Who, QuestionId, RosterEntry, SystemClock, Terms,
};
use trigon::sandbox::{Id, NewPerson, Person, RateLimits, Sandbox, SandboxConfig, SeenMessage};
use trigon::store::Store;

/// Eight matches of thirteen: a hundred and four people, each with one question at a time.
const MATCHES: usize = 8;
const PLAYERS: i64 = 13;
/// How often each of them asks.
const ROUNDS: usize = 10;
/// The time between two questions of a person.
const PAUSE: Duration = Duration::from_secs(1);
/// What they ask in turn, in the order of [`ask`].
const QUESTIONS: [&str; 3] = ["a move by command", "how one stands", "the arrow pad"];

type Fallible<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Fallible<()> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(bench())
}

async fn bench() -> Fallible<()> {
    let hall = Hall::open().await?;
    hall.hundred_people().await?;
    hall.fifty_games().await?;
    hall.close().await
}

/// The embedded Discord with the bot in it.
struct Hall {
    sandbox: Sandbox,
    guild: trigon::sandbox::GuildHandle,
    host: Person,
    matches: Matches,
    bot: trigon::bot::Running,
    folder: std::path::PathBuf,
}

/// The times to the first answer and to the whole one.
type Waits = Vec<(Duration, Duration)>;

fn print(what: &str, waits: &Waits) {
    println!("{what}: {} questions", waits.len());
    let firsts = waits.iter().map(|(first, _)| *first).collect();
    let wholes = waits.iter().map(|(_, whole)| *whole).collect();
    print_times("first answer", firsts);
    print_times("whole answer", wholes);
}

fn print_times(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1_000.0;
    println!("  {what}: median {:.1} ms, p99 {:.1} ms, longest {:.1} ms", at(0.5), at(0.99), at(1.0));
}

impl Hall {
    async fn open() -> Fallible<Self> {
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("interactions-{}", std::process::id()));
        // What is measured is the bot, not its waiting for Discord's limits.
        let sandbox =
            Sandbox::start(SandboxConfig { limits: RateLimits::off(), ..SandboxConfig::default() }).await?;
        let store = Store::open(&format!("sqlite://{}/trigon.db", folder.display())).await?;
        let matches = Matches::new(store, Arc::new(SystemClock));
        let host = sandbox.create_person(NewPerson::named("host"));
        let guild = sandbox.create_guild("Hall", &host);
        let config = BotConfig {
            token: sandbox.token().parse()?,
            api: Api::Unlimited(sandbox.url()),
            shards: None,
            commands: Commands::Everywhere,
            clock: None,
        };
        let bot = Bot::start(config, matches.clone()).await?;
        bot.ready().await?;

        Ok(Self { sandbox, guild, host, matches, bot, folder })
    }

    async fn close(self) -> Fallible<()> {
        self.bot.stop().await;
        self.matches.store().close().await;
        std::fs::remove_dir_all(self.folder)?;
        Ok(())
    }

    async fn settled(&self) -> Fallible<()> {
        while self.matches.store().next_delivery().await?.is_some() || self.matches.is_delivering() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Ok(())
    }

    async fn hundred_people(&self) -> Fallible<()> {
        let mut people = Vec::new();
        for number in 0..MATCHES {
            let hall = self.guild.create_channel(&format!("hall-{number}"));
            let seated = seat(&self.sandbox, &self.guild, &self.matches, &self.host, hall).await?;
            people.extend(seated.into_iter().map(|person| (Arc::new(person), hall)));
        }
        self.settled().await?;
        let spread = PAUSE / people.len() as u32;
        let steady = self.asked(&people, |round, n| PAUSE * round + spread * n).await?;
        print(&format!("{} people, one question a second each", people.len()), &steady);
        for (kind, question) in QUESTIONS.iter().enumerate() {
            let is_one =
                |(i, _): &(usize, _)| (i / people.len() + i % people.len()) % QUESTIONS.len() == kind;
            let firsts = steady.iter().enumerate().filter(is_one).map(|(_, (first, _))| *first).collect();
            print_times(question, firsts);
        }
        let rush = self.asked(&people, |round, _| PAUSE * 2 * round).await?;
        print(&format!("{} people at the same moment, every two seconds", people.len()), &rush);
        Ok(())
    }

    /// Has everybody ask in each round, at a time that follows from the round and the number of the person.
    async fn asked(
        &self,
        people: &[(Arc<Person>, Id)],
        time: impl Fn(u32, u32) -> Duration,
    ) -> Fallible<Waits> {
        let begin = tokio::time::Instant::now();
        let mut tasks = Vec::new();
        for round in 0..ROUNDS {
            for (n, (person, hall)) in people.iter().enumerate() {
                let (person, hall, at) = (person.clone(), *hall, begin + time(round as u32, n as u32));
                tasks.push(tokio::spawn(async move {
                    tokio::time::sleep_until(at).await;
                    ask(n + round, &person, hall).await
                }));
            }
        }
        let mut waits = Vec::new();
        for task in tasks {
            waits.push(task.await??);
        }
        self.settled().await?;
        Ok(waits)
    }

    /// Games of turns, each in a channel of its own, played by whatever can be pressed.
    async fn fifty_games(&self) -> Fallible<()> {
        let mut tasks = Vec::new();
        for number in 0..GAMES {
            let (name, players) =
                [("triangoli", 2), ("trice", 3), ("triluminary", 2), ("triforce", 3)][number % 4];
            let channel = self.guild.create_channel(&format!("game-{number}"));
            let people: Vec<Person> = (0..players)
                .map(|n| self.sandbox.create_person(NewPerson::named(&format!("g{number}-{n}"))))
                .collect();
            for person in &people {
                self.guild.add_member(person);
            }
            people[0]
                .slash(channel, "play new", &[("game", name.into()), ("thread", false.into())])?
                .message()
                .await?;
            self.settled().await?;
            for person in &people[1..] {
                click(person, channel, is(&ComponentAction::Join)).await?;
            }
            click(&people[0], channel, is(&ComponentAction::Start)).await?;
            tasks.push((people, channel));
        }
        self.settled().await?;
        let tasks: Vec<_> = tasks
            .into_iter()
            .enumerate()
            .map(|(n, (people, channel))| {
                let matches = self.matches.clone();
                tokio::spawn(async move { press_on(n as u64, &people, channel, &matches).await })
            })
            .collect();
        let mut waits = Vec::new();
        for task in tasks {
            waits.extend(task.await??);
        }
        print(&format!("{GAMES} games of turns, a press {} ms after the last", THOUGHT.as_millis()), &waits);
        self.settled().await
    }
}

/// How many games of turns are played at once, and how often each of them is pressed.
const GAMES: usize = 50;
const PRESSES: usize = 40;
/// How long a player thinks.
const THOUGHT: Duration = Duration::from_millis(500);
/// How often it is looked whether something has arrived.
const LOOK: Duration = Duration::from_millis(2);

/// The longest wait for a message to change.
const LONGEST: Duration = Duration::from_secs(5);

/// Presses what is wanted on the newest message that has it, and waits until the message has changed.
async fn click(
    person: &Person,
    channel: Id,
    wanted: impl Fn(&[CustomId]) -> Option<usize>,
) -> Fallible<Option<(Duration, Duration)>> {
    for message in person.view(channel).iter().rev() {
        let parts = message.parts().filter(|part| part["disabled"] != true);
        let known: Vec<(CustomId, &serde_json::Value)> =
            parts.filter_map(|part| Some((part["custom_id"].as_str()?.parse().ok()?, part))).collect();
        let ids: Vec<CustomId> = known.iter().map(|(id, _)| id.clone()).collect();
        let Some((id, part)) = wanted(&ids).and_then(|index| known.get(index)) else { continue };
        let option = part["options"][0]["value"].as_str();
        let begin = Instant::now();
        let handle = match option {
            Some(value) => person.select(message.id, &id.to_string(), &[value])?,
            None => person.click(message.id, &id.to_string())?,
        };
        handle.response().await?;
        let first = begin.elapsed();
        let same = |now: &SeenMessage| now.components == message.components && now.content == message.content;
        while begin.elapsed() < LONGEST && person.message(message.id).as_ref().is_some_and(same) {
            tokio::time::sleep(LOOK).await;
        }
        return Ok(Some((first, begin.elapsed())));
    }
    Ok(None)
}

fn is(wanted: &ComponentAction) -> impl Fn(&[CustomId]) -> Option<usize> + '_ {
    move |ids| ids.iter().position(|id| id.action == *wanted)
}

/// What leads on to an action: confirming, or one step further, whichever `luck` says.
fn onward(ids: &[CustomId], question: QuestionId, luck: usize) -> Option<usize> {
    let further = |id: &CustomId| match &id.action {
        _ if id.question != question => None,
        ComponentAction::Confirm(_) | ComponentAction::Select(..) => Some(usize::MAX),
        ComponentAction::Choose(prefix) => Some(prefix.keys().len()),
        _ => None,
    };
    let most = ids.iter().filter_map(further).max()?;
    let best: Vec<usize> = (0..ids.len()).filter(|&i| further(&ids[i]) == Some(most)).collect();
    best.get(luck % best.len()).copied()
}

/// Whoever is asked presses any of the buttons that lead on.
async fn press_on(luck: u64, people: &[Person], channel: Id, matches: &Matches) -> Fallible<Waits> {
    let mut rng = fastrand::Rng::with_seed(luck);
    let mut waits = Vec::new();
    let id = matches.played_by(people[0].id().0 as i64).await?[0].id;
    while waits.len() < PRESSES {
        let game = matches.load(id).await?;
        let Some(asked) = game.to_act().first().copied() else { break };
        let user = game.player(asked.seat).map(|player| player.user_id).unwrap_or_default();
        let Some(person) = people.iter().find(|person| person.id().0 as i64 == user) else { break };
        let luck = rng.usize(..100);
        match click(person, channel, |ids| onward(ids, game.question, luck)).await? {
            Some(waited) => {
                waits.push(waited);
                tokio::time::sleep(THOUGHT).await;
            }
            // The message that asks is on its way.
            None => tokio::time::sleep(LOOK).await,
        }
    }
    Ok(waits)
}

/// A match with thirteen new people, in its first round.
async fn seat(
    sandbox: &Sandbox,
    guild: &trigon::sandbox::GuildHandle,
    matches: &Matches,
    host: &Person,
    hall: Id,
) -> Fallible<Vec<Person>> {
    let people: Vec<Person> =
        (1..=PLAYERS).map(|n| sandbox.create_person(NewPerson::named(&format!("{hall}-{n}")))).collect();
    for person in &people {
        guild.add_member(person);
    }
    let who = Who {
        user_id: host.id().0 as i64,
        guild_id: Some(guild.id().0 as i64),
        guild_host: true,
        request: None,
    };
    let new = NewMatch {
        game: "triforce-building".to_owned(),
        guild_id: guild.id().0 as i64,
        channel_id: hall.0 as i64,
        title: "Bench".to_owned(),
        terms: Terms { pregame_hours: 0, ..Terms::usual(matches.games().main()) },
    };
    let id = matches.create(&who, new).await?.id;
    let entry = |person: &Person| {
        let (user_id, name) = (person.id().0 as i64, person.name());
        RosterEntry { user_id, name, renames: true, fields: Values::default() }
    };
    matches.ask(id, &who, Command::Roster(people.iter().map(entry).collect())).await?;
    matches.ask(id, &who, Command::Start).await?;
    Ok(people)
}

/// One of three questions: a move by command, how one stands, the arrow pad.
async fn ask(n: usize, person: &Person, hall: Id) -> Fallible<(Duration, Duration)> {
    let begin = Instant::now();
    let handle = match n % 3 {
        0 => person.slash(hall, "move", &[("path", "-".into())])?,
        1 => person.slash(hall, "me", &[])?,
        _ => person.slash(hall, "move", &[])?,
    };
    handle.response().await?;
    let first = begin.elapsed();
    handle.message().await?;
    Ok((first, begin.elapsed()))
}
