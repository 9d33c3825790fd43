//! [`Crowd`]: matches in which everyone has answered, on an embedded Discord with everyone in them.

use std::sync::Arc;

use sqlx::{AnyConnection, Connection};
use trigon::games::Skill;
use trigon::ids::{ChannelId, MessageId, UserId};
use trigon::matches::{Command, HandClock, Matches, Millis, Person as Who, Terms};
use trigon::rehearsal::{member, seat, welcome};
use trigon::sandbox::{Id, NewPerson, Person, Sandbox};
use trigon::store::Store;

use crate::Fallible;

/// The maximum number of channels in one of Discord's servers.
const MAX_CHANNELS: usize = 500;

/// The number of players in a match.
const PLAYERS_PER_MATCH: usize = 13;

/// Marks every message as sent in the transaction that adds it: what had to be said before the rush has been said.
const MARK_AS_SENT_SQL: &str = "CREATE TRIGGER said AFTER INSERT ON outbox BEGIN
                               UPDATE outbox SET state = 'sent', message_id = id WHERE id = NEW.id;
                           END";

/// A path that a player is about to send.
pub(crate) struct LastPath {
    player: Person,
    channel: Id,
    path: String,
}

/// Matches in which everyone has answered.
pub(crate) struct Crowd {
    /// The first player of each match, and the channel in which it is played.
    pub(crate) people: Vec<(Person, Id)>,
    /// The one path that is missing.
    pub(crate) last: LastPath,
    /// When the rounds of all matches end.
    pub(crate) deadline: Millis,
}

/// Which path is missing in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MissingPath {
    None,
    One,
}

impl Crowd {
    /// Creates matches in a database while the bot works with it.
    pub(crate) async fn gather(count: usize, sandbox: &Sandbox, database: &str) -> Fallible<Self> {
        let store = Store::open(database).await?;
        let mut raw = AnyConnection::connect(database).await?;
        sqlx::raw_sql(MARK_AS_SENT_SQL).execute(&mut raw).await?;
        let host = sandbox.create_person(NewPerson::named("host"));
        // Created at the same time, so that they are due at the same time.
        let matches = Matches::new(store.clone(), Arc::new(HandClock::new(sandbox.now_millis())));
        let (mut people, mut guild, mut end) = (Vec::new(), None, None);
        let progress = indicatif::ProgressBar::new(count as u64).with_message("matches");
        for number in 0..count {
            if number % MAX_CHANNELS == 0 {
                guild = Some(sandbox.create_guild(&format!("Server {number}"), &host));
            }
            let Some(guild) = &guild else { continue };
            let channel = guild.create_channel(&format!("hall-{number}"));
            let new = |seat| NewPerson::named(&format!("p{number}-{seat}"));
            let players: Vec<Person> =
                (1..=PLAYERS_PER_MATCH).map(|seat| welcome(sandbox, guild, new(seat))).collect();
            // As if everyone had been written to before.
            for player in &players {
                store
                    .set_direct_channel(
                        player.id().0.into(),
                        ChannelId(player.dm_channel().0 as i64),
                        MessageId(0),
                    )
                    .await?;
            }
            let missing = if number + 1 == count { MissingPath::One } else { MissingPath::None };
            let who = member(&host, guild, true);
            end = begin(&matches, &who, channel, &players, number as u64, missing).await?;
            people.extend(players.into_iter().next().map(|player| (player, channel)));
            progress.inc(1);
        }
        progress.finish_and_clear();
        store.close().await;
        sqlx::raw_sql("DROP TRIGGER said").execute(&mut raw).await?;
        raw.close().await?;
        let (last, deadline) = end.ok_or("without matches, nothing is due")?;
        Ok(Self { people, last, deadline })
    }
}

impl LastPath {
    /// Sends the path to the bot, and waits for its answer.
    pub(crate) async fn send(&self) -> Fallible<()> {
        let options = [("action", self.path.as_str().into())];
        self.player.slash(self.channel, "move", &options)?.response().await?;
        Ok(())
    }
}

/// Creates a match in which everyone has sent a path, except for the one that may be missing, which is returned with
/// the deadline.
async fn begin(
    matches: &Matches,
    host: &Who,
    channel: Id,
    players: &[Person],
    number: u64,
    missing_path: MissingPath,
) -> Fallible<Option<(LastPath, Millis)>> {
    let terms = Terms { pregame_hours: 0, ..Terms::usual(matches.games().main()) };
    let id = seat(matches, host, channel, &format!("Rush {number}"), terms, players).await?;
    matches.ask(id, host, Command::Start).await?;
    let game = matches.load(id).await?;
    let mut plan = game.playing()?.plan(Skill::Random, &mut fastrand::Rng::with_seed(number));
    let missing = match missing_path {
        MissingPath::One => plan.pop(),
        MissingPath::None => None,
    };
    for (seat, action) in plan {
        if let Some(player) = game.player(seat) {
            matches.act(id, player.user_id, &action).await?;
        }
    }
    let Some((seat, action)) = missing else { return Ok(None) };
    let deadline = game.deadline.ok_or("a match has no deadline")?;
    let sender = game
        .player(seat)
        .and_then(|seated| players.iter().find(|one| UserId::from(one.id().0) == seated.user_id));
    let path = action.strip_prefix("move ").ok_or("a round begins with something other than a path")?;
    let player = sender.ok_or("a seat has no player")?.clone();
    Ok(Some((LastPath { player, channel, path: path.to_owned() }, deadline)))
}
