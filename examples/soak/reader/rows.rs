//! [`Tables`]: the tables, as they are stored.

use serde_json::Value;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Connection, Row};

use crate::error::Error;

/// A match.
pub(crate) struct Game {
    pub(crate) id: i64,
    /// The name of the game.
    pub(crate) kind: String,
    pub(crate) guild: i64,
    pub(crate) channel: i64,
    pub(crate) status: String,
    pub(crate) seed: String,
    pub(crate) setup: Value,
    pub(crate) created_at: i64,
    pub(crate) ended_at: Option<i64>,
    pub(crate) seats: Vec<SeatRow>,
    pub(crate) log: Vec<Entry>,
}

pub(crate) struct SeatRow {
    pub(crate) seat: i64,
    pub(crate) user: i64,
    pub(crate) name: String,
    pub(crate) joined: i64,
    pub(crate) is_closed: bool,
}

/// An entry of a log.
pub(crate) struct Entry {
    pub(crate) seq: i64,
    pub(crate) at: i64,
    pub(crate) actor: String,
    /// Whether it is an action of the game.
    pub(crate) is_action: bool,
    /// Whether the game itself says that the entry closes a question; read where there is no second implementation of its rules.
    pub(crate) ends_phase: bool,
    /// The action, or the control event.
    pub(crate) action: String,
    pub(crate) draws: Vec<u64>,
    pub(crate) request: Option<i64>,
}

impl Entry {
    /// Returns the name of a control event, or an empty string for an action of the game.
    pub(crate) fn control(&self) -> String {
        match serde_json::from_str(&self.action) {
            _ if self.is_action => String::new(),
            Ok(Value::String(name)) => name,
            Ok(Value::Object(event)) => event.keys().next().cloned().unwrap_or_default(),
            _ => String::new(),
        }
    }
}

/// A message that the bot has sent or wants to send.
pub(crate) struct Message {
    pub(crate) id: i64,
    pub(crate) match_id: Option<i64>,
    pub(crate) target: (String, i64),
    pub(crate) kind: String,
    pub(crate) notice: Value,
    pub(crate) seq: i64,
    pub(crate) state: String,
    pub(crate) posted_as: Option<i64>,
    pub(crate) enqueued_at: i64,
    pub(crate) done_at: Option<i64>,
    pub(crate) nonce: String,
    pub(crate) request: Option<i64>,
    pub(crate) last_error: String,
}

/// Everything that is stored, in order.
pub(crate) struct Tables {
    pub(crate) games: Vec<Game>,
    pub(crate) outbox: Vec<Message>,
}

impl Game {
    pub(crate) fn is_rounds(&self) -> bool {
        self.is_building() || self.kind == "bids"
    }

    /// Returns whether there is a second implementation of the game's rules here.
    pub(crate) fn is_building(&self) -> bool {
        self.kind == "triforce-building"
    }

    pub(crate) fn seat_of(&self, user: i64) -> Option<&SeatRow> {
        self.seats.iter().find(|seat| seat.user == user)
    }

    /// Returns whether an entry closes a question: each action of a turn, and the end of a round.
    pub(crate) fn closes(&self, entry: &Entry) -> bool {
        if self.is_rounds() && !self.is_building() {
            return entry.ends_phase;
        }
        entry.is_action && (!self.is_rounds() || entry.actor == "clock" || entry.actor == "host")
    }

    /// Returns the number of questions that were closed before an entry.
    pub(crate) fn closed_before(&self, seq: i64) -> usize {
        self.log.iter().filter(|entry| entry.seq < seq && self.closes(entry)).count()
    }

    /// Returns the entry that closed a question.
    pub(crate) fn closing(&self, question: usize) -> Option<&Entry> {
        self.log.iter().filter(|entry| self.closes(entry)).nth(question)
    }
}

fn json(text: Option<String>) -> Value {
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

fn game(row: &AnyRow) -> Result<Game, sqlx::Error> {
    Ok(Game {
        id: row.try_get(0)?,
        kind: row.try_get(1)?,
        guild: row.try_get(2)?,
        channel: row.try_get(3)?,
        status: row.try_get(4)?,
        seed: row.try_get(5)?,
        setup: json(row.try_get(6)?),
        created_at: row.try_get(7)?,
        ended_at: row.try_get(8)?,
        seats: Vec::new(),
        log: Vec::new(),
    })
}

fn message(row: &AnyRow) -> Result<Message, sqlx::Error> {
    Ok(Message {
        id: row.try_get(0)?,
        match_id: row.try_get(1)?,
        target: (row.try_get(2)?, row.try_get(3)?),
        kind: row.try_get(4)?,
        notice: json(row.try_get(5)?),
        seq: row.try_get(6)?,
        state: row.try_get(7)?,
        posted_as: row.try_get(8)?,
        enqueued_at: row.try_get(9)?,
        done_at: row.try_get(10)?,
        nonce: row.try_get(11)?,
        request: row.try_get(12)?,
        last_error: row.try_get::<Option<String>, _>(13)?.unwrap_or_default(),
    })
}

impl Tables {
    /// Reads everything.
    pub(crate) async fn read(url: &str) -> Result<Self, Error> {
        sqlx::any::install_default_drivers();
        let mut database = AnyConnection::connect(url).await?;
        let sql = "SELECT id, game, guild_id, channel_id, status, seed, setup, created_at, ended_at FROM matches ORDER BY id";
        let rows = sqlx::query(sql).fetch_all(&mut database).await?;
        let mut games = rows.iter().map(game).collect::<Result<Vec<_>, _>>()?;
        let find = |games: &mut Vec<Game>, id: i64| games.iter().position(|game| game.id == id);
        let sql =
            "SELECT match_id, seat, user_id, name, joined, dm_closed FROM seats ORDER BY match_id, seat";
        for row in sqlx::query(sql).fetch_all(&mut database).await? {
            let Some(at) = find(&mut games, row.try_get(0)?) else { continue };
            games[at].seats.push(SeatRow {
                seat: row.try_get(1)?,
                user: row.try_get(2)?,
                name: row.try_get(3)?,
                joined: row.try_get(4)?,
                is_closed: row.try_get::<i64, _>(5)? != 0,
            });
        }
        let sql = "SELECT match_id, seq, at, actor, kind, action, draws, request FROM match_log ORDER BY match_id, seq";
        for row in sqlx::query(sql).fetch_all(&mut database).await? {
            let Some(at) = find(&mut games, row.try_get(0)?) else { continue };
            games[at].log.push(Entry {
                seq: row.try_get(1)?,
                at: row.try_get(2)?,
                actor: row.try_get(3)?,
                is_action: row.try_get::<String, _>(4)? == "game",
                ends_phase: false,
                action: row.try_get(5)?,
                draws: serde_json::from_str(&row.try_get::<String, _>(6)?)?,
                request: row.try_get(7)?,
            });
        }
        for game in games.iter_mut().filter(|game| game.is_rounds() && !game.is_building()) {
            super::toy_game::mark(game);
        }
        let sql = "SELECT id, match_id, target_kind, target_id, kind, notice, seq, state, message_id, enqueued_at, done_at,
                          nonce, request, last_error
                   FROM outbox ORDER BY id";
        let rows = sqlx::query(sql).fetch_all(&mut database).await?;
        let outbox = rows.iter().map(message).collect::<Result<_, _>>()?;
        database.close().await?;
        Ok(Self { games, outbox })
    }

    pub(crate) fn game(&self, id: i64) -> Option<&Game> {
        self.games.iter().find(|game| game.id == id)
    }

    /// Returns the deadline of a question, as its announcement stated it.
    pub(crate) fn deadline(&self, game: &Game, question: usize) -> Option<i64> {
        let end = game.closing(question)?.seq;
        let asked = self.outbox.iter().filter(|message| {
            message.match_id == Some(game.id) && message.kind == "news" && message.seq < end
        });
        asked.max_by_key(|message| message.seq)?.notice["deadline"].as_i64()
    }
}
