//! [`Crowd`]: matches in which everyone has answered, on an embedded Discord with everyone in them.

use std::sync::Arc;

use sqlx::{AnyConnection, Connection};
use trigon::games::{Skill, Values};
use trigon::matches::{Command, HandClock, Matches, Millis, NewMatch, Person as Who, RosterEntry, Terms};
use trigon::sandbox::{
    GuildHandle, Id, Keep, NewPerson, Person, RateLimits, RunningClock, Sandbox, SandboxClock, SandboxConfig,
};
use trigon::store::Store;

use crate::Fallible;

/// A server of Discord's has at most this many channels.
const CHANNELS: usize = 500;

/// The players of a match.
const PLAYERS: usize = 13;

pub(crate) struct Crowd {
    pub(crate) sandbox: Sandbox,
    /// The first player of each match, and where it is played.
    pub(crate) people: Vec<(Person, Id)>,
}

impl Crowd {
    /// Makes matches in a database, and returns when their first rounds end.
    pub(crate) async fn gather(
        count: usize,
        database: &str,
        clock: Arc<RunningClock>,
    ) -> Fallible<(Self, Millis)> {
        let config = SandboxConfig {
            clock: clock.clone(),
            limits: RateLimits::discord(),
            keep: Keep { file_bytes: 16 * 1024 * 1024, ..Keep::default() },
            ..SandboxConfig::default()
        };
        let sandbox = Sandbox::start(config).await?;
        let host = sandbox.create_person(NewPerson::named("host"));
        let store = Store::open(database).await?;
        let matches = Matches::new(store.clone(), Arc::new(HandClock::new(clock.now_millis())));
        let (mut people, mut guild, mut deadline) = (Vec::new(), None, 0);
        let progress = indicatif::ProgressBar::new(count as u64).with_message("matches");
        for number in 0..count {
            if number % CHANNELS == 0 {
                guild = Some(sandbox.create_guild(&format!("Server {number}"), &host));
            }
            let Some(guild) = &guild else { continue };
            let channel = guild.create_channel(&format!("hall-{number}"));
            let players: Vec<Person> = (1..=PLAYERS)
                .map(|seat| {
                    let person = sandbox.create_person(NewPerson::named(&format!("p{number}-{seat}")));
                    guild.add_member(&person);
                    person
                })
                .collect();
            deadline = seat(&matches, guild, channel, &host, &players, number as u64).await?;
            // Everyone has been written to before.
            for player in &players {
                store.set_direct_channel(player.id().0 as i64, player.dm_channel().0 as i64, 0).await?;
            }
            people.extend(players.into_iter().next().map(|player| (player, channel)));
            progress.inc(1);
        }
        progress.finish_and_clear();
        store.close().await;
        // What was to be said until now has been said.
        let mut raw = AnyConnection::connect(database).await?;
        let sql = "UPDATE outbox SET state = 'sent', message_id = id;
                   UPDATE targets SET head_id = NULL WHERE kind <> 'clock'";
        sqlx::raw_sql(sql).execute(&mut raw).await?;
        raw.close().await?;
        Ok((Self { sandbox, people }, deadline))
    }
}

/// Makes a match in which everyone has sent a path, and returns when its round ends.
async fn seat(
    matches: &Matches,
    guild: &GuildHandle,
    channel: Id,
    host: &Person,
    players: &[Person],
    number: u64,
) -> Fallible<Millis> {
    let user = |person: &Person| person.id().0 as i64;
    let guild_id = guild.id().0 as i64;
    let who = Who { user_id: user(host), guild_id: Some(guild_id), guild_host: true, request: None };
    let info = matches.games().main();
    let new = NewMatch {
        game: info.name.to_owned(),
        guild_id,
        channel_id: channel.0 as i64,
        title: format!("Rush {number}"),
        terms: Terms { pregame_hours: 0, ..Terms::usual(info) },
    };
    let id = matches.create(&who, new).await?.id;
    let entry = |person: &Person| RosterEntry {
        user_id: user(person),
        name: person.name(),
        renames: true,
        fields: Values::default(),
    };
    matches.ask(id, &who, Command::Roster(players.iter().map(entry).collect())).await?;
    matches.ask(id, &who, Command::Start).await?;
    let game = matches.load(id).await?;
    let plan = game.playing()?.plan(Skill::Random, &mut fastrand::Rng::with_seed(number));
    for (seat, action) in plan {
        if let Some(player) = game.player(seat) {
            matches.act(id, player.user_id, &action).await?;
        }
    }
    game.deadline.ok_or_else(|| "a match has no deadline".into())
}
