//! How long people wait for the first answer to a command or a press, with a hundred of them in flight:
//! `cargo bench --bench interactions`.
//!
//! Target: 50 ms at the 99th percentile, through serenity and the embedded Discord.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a bench prints and measures real time")]

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use trigon::discord::{Api, Bot, BotConfig, Commands};
use trigon::matches::{Matches, NewMatch, Options, Person as Who, SystemClock};
use trigon::sandbox::{Id, NewPerson, Person, Sandbox, SandboxConfig};
use trigon::store::{SeatRow, Store};

/// Eight matches of thirteen: a hundred and four people, each with one question at a time.
const MATCHES: usize = 8;
const PLAYERS: i64 = 13;
/// How often each of them asks.
const ROUNDS: usize = 20;

type Fallible<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Fallible<()> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(bench())
}

async fn bench() -> Fallible<()> {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("interactions-{}", std::process::id()));
    let sandbox = Sandbox::start(SandboxConfig::default()).await?;
    let store = Store::open(&format!("sqlite://{}/trigon.db", folder.display())).await?;
    let matches = Matches::new(store, Arc::new(SystemClock));
    let host = sandbox.create_person(NewPerson::named("host"));
    let guild = sandbox.create_guild("Hall", &host);
    let config = BotConfig {
        token: sandbox.token().parse()?,
        api: Api::Elsewhere(sandbox.url()),
        commands: Commands::Everywhere,
    };
    let bot = Bot::start(config, matches.clone()).await?;
    bot.ready().await?;

    let mut people = Vec::new();
    for number in 0..MATCHES {
        let hall = guild.create_channel(&format!("hall-{number}"));
        let seated = seat(&sandbox, &guild, &matches, &host, hall).await?;
        people.extend(seated.into_iter().map(|person| (person, hall)));
    }
    while matches.store().next_delivery().await?.is_some() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }

    let tasks: Vec<_> = people
        .into_iter()
        .enumerate()
        .map(|(n, (person, hall))| tokio::spawn(async move { ask(n, &person, hall).await }))
        .collect();
    let mut waits = Vec::new();
    for task in tasks {
        waits.extend(task.await??);
    }
    waits.sort_unstable();
    let at = |share: f64| waits[((waits.len() - 1) as f64 * share) as usize].as_secs_f64() * 1_000.0;
    println!("{} questions, {} in flight: to the first answer", waits.len(), MATCHES * PLAYERS as usize);
    println!("median {:.1} ms, p99 {:.1} ms, longest {:.1} ms", at(0.5), at(0.99), at(1.0));
    bot.stop().await;
    matches.store().close().await;
    std::fs::remove_dir_all(folder)?;
    Ok(())
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
    let who = Who { user_id: host.id().0 as i64, guild_id: Some(guild.id().0 as i64), guild_host: true };
    let new = NewMatch {
        game: "triforce-building".to_owned(),
        guild_id: guild.id().0 as i64,
        channel_id: hall.0 as i64,
        title: "Bench".to_owned(),
        options: Options { pregame_hours: 0, ..Options::default() },
    };
    let id = matches.create(&who, new).await?.row.id;
    let seats: Vec<SeatRow> = (1..)
        .zip(&people)
        .map(|(n, person)| SeatRow {
            seat: n,
            user_id: person.id().0 as i64,
            name: person.name(),
            priority: n,
            garnets: 1,
            dm_closed: false,
        })
        .collect();
    let edit = |all: &mut Vec<SeatRow>| {
        all.clone_from(&seats);
        Ok(())
    };
    matches.edit_roster(id, &who, edit).await?;
    matches.start(id, &who).await?;
    Ok(people)
}

/// A person's questions, one after the other: a move by command, the own standing, the arrow pad.
async fn ask(n: usize, person: &Person, hall: Id) -> Fallible<Vec<Duration>> {
    let mut waits = Vec::new();
    for round in 0..ROUNDS {
        let begin = Instant::now();
        let handle = match (n + round) % 3 {
            0 => person.slash(hall, "move", &[("path", "-".into())])?,
            1 => person.slash(hall, "me", &[])?,
            _ => person.slash(hall, "move", &[])?,
        };
        handle.response().await?;
        waits.push(begin.elapsed());
        // The next question waits for the whole answer, as people do.
        handle.message().await?;
    }
    Ok(waits)
}
