//! Conversion to and from the store: rows become matches, and changes become rows.

use serde::de::DeserializeOwned;

use crate::ids::{MatchId, UserId};
use crate::matches::decide::change::{Addressed, Change};
use crate::matches::model::beacon::Beacon;
use crate::matches::model::effective::Effective;
use crate::matches::model::error::{InternalError, json};
use crate::matches::model::game_match::{Match, Player};
use crate::matches::model::log::{EntryContent, LogEntry};
use crate::matches::model::notice::Notice;
use crate::matches::model::question::QuestionId;
use crate::matches::model::terms::NewMatch;
use crate::matches::model::timer::{Timer, TimerKind};
use crate::store::{self, DueRow, EntryKind, LogRow, MatchRow, NewMessage, SeatRow, Status, StoredMatch};
use trigon_clock::Millis;
use trigon_rules::games::{By, Registry, Seat, Seed};

/// Reads a stored match and folds its log.
///
/// # Errors
/// Fails if the stored data is not a valid match, which is a fault of this program or of the storage.
pub(crate) fn read(games: &Registry, stored: StoredMatch) -> Result<Match, InternalError> {
    let StoredMatch { row, seats, log, due } = stored;
    let id = row.id;
    let unreadable = |what| InternalError::Stored { id, what };
    let seed = row.seed.parse().map_err(|_| unreadable("seed"))?;
    let game = games.get(&row.game).ok_or_else(|| unreadable("game"))?;
    let mut game = Match {
        id,
        version: row.version,
        game,
        guild_id: row.guild_id,
        channel_id: row.channel_id,
        host_id: row.host_id,
        title: row.title,
        status: row.status,
        terms: parsed(id, "terms", &row.terms)?,
        players: seats.into_iter().map(|seat| player(id, seat)).collect::<Result<_, _>>()?,
        log: log.into_iter().map(|entry| log_entry(id, entry)).collect::<Result<_, _>>()?,
        timers: due.into_iter().map(|due| timer(id, &due)).collect::<Result<_, _>>()?,
        deadline: None,
        session: None,
        question: QuestionId::default(),
        phase: 0,
        closed_at: 0,
        closed: Vec::new(),
        began: Vec::new(),
        told: Vec::new(),
        effective: Effective::default(),
        rules: None,
        rules_version: row.rules_version,
        stopped_by: row.stopped_by_rules,
        seed,
        words: parsed(id, "words", &row.words)?,
        beacon: row.beacon.map(|beacon| parsed(id, "beacon", &beacon)).transpose()?,
        onlookers: parsed(id, "onlookers", &row.onlookers)?,
        setup: row.setup.map(|setup| parsed(id, "setup", &setup)).transpose()?,
        start_hash: row.start_hash,
        created_at: row.created_at,
        ended_at: row.ended_at,
        rematch: row.rematch_id,
    };
    game.fold()?;
    Ok(game)
}

fn parsed<T: DeserializeOwned>(id: MatchId, what: &'static str, text: &str) -> Result<T, InternalError> {
    serde_json::from_str(text).map_err(|_| InternalError::Stored { id, what })
}

fn player(id: MatchId, row: SeatRow) -> Result<Player, InternalError> {
    let SeatRow { user_id, name, fields, joined, dm_closed, checked_in, vacant, .. } = row;
    let fields = parsed(id, "fields", &fields)?;
    Ok(Player { user_id, name, fields, joined: joined as u32, dm_closed, checked_in, vacant })
}

fn log_entry(id: MatchId, row: LogRow) -> Result<LogEntry, InternalError> {
    let LogRow { seq, at, actor, user_id, kind, action, draws, state_hash, request } = row;
    let by = match &actor[..] {
        "clock" => By::Clock,
        "host" => By::Host,
        seat => By::Seat(Seat::new(seat.parse().map_err(|_| InternalError::Stored { id, what: "log" })?)),
    };
    let what = match kind {
        EntryKind::Game => EntryContent::Game(action),
        EntryKind::Control => EntryContent::Control(parsed(id, "log", &action)?),
    };
    let draws = parsed(id, "draws", &draws)?;
    Ok(LogEntry { seq, at, by, host: user_id, what, draws, state_hash, request })
}

fn timer(id: MatchId, row: &DueRow) -> Result<Timer, InternalError> {
    let kind = TimerKind::of(row).ok_or(InternalError::Stored { id, what: "timers" })?;
    Ok(Timer { at: row.at, kind })
}

/// Converts a timer for the store.
pub(crate) fn due(match_id: MatchId, timer: &Timer) -> DueRow {
    DueRow { match_id, kind: timer.kind.to_string(), at: timer.at }
}

/// Converts a change of a match for the store.
pub(crate) fn change(before: &Match, change: &Change) -> Result<store::MatchUpdate, InternalError> {
    let Change { after, entries, roster, messages, .. } = change;
    let new = &after.log[after.log.len() - entries..];
    Ok(store::MatchUpdate {
        row: row(after)?,
        seats: roster.then(|| seats(&after.players)).transpose()?,
        entries: new.iter().map(log_row).collect::<Result<_, _>>()?,
        // Most changes leave the clock alone, so its rows are replaced only if needed.
        due: (after.timers != before.timers)
            .then(|| after.timers.iter().map(|timer| due(after.id, timer)).collect()),
        messages: messages.iter().map(message).collect::<Result<_, _>>()?,
        moved_from: (before.channel_id != after.channel_id).then_some(before.channel_id),
    })
}

/// Returns the row of a new match, which has no number yet.
pub(crate) fn new_row(
    new: &NewMatch,
    rules_version: i64,
    host_id: UserId,
    seed: &Seed,
    beacon: Option<&Beacon>,
    created_at: Millis,
) -> Result<MatchRow, InternalError> {
    Ok(MatchRow {
        id: MatchId(0),
        version: 0,
        game: new.game.clone(),
        rules_version,
        stopped_by_rules: None,
        guild_id: new.guild_id,
        channel_id: new.channel_id,
        host_id,
        title: new.title.clone(),
        status: Status::Signup,
        terms: json("terms", &new.terms)?,
        seed: seed.reveal(),
        words: "[]".to_owned(),
        beacon: beacon.map(|beacon| json("beacon", beacon)).transpose()?,
        onlookers: "{}".to_owned(),
        setup: None,
        start_hash: None,
        created_at,
        ended_at: None,
        rematch_id: None,
    })
}

fn row(game: &Match) -> Result<MatchRow, InternalError> {
    Ok(MatchRow {
        id: game.id,
        version: game.version,
        game: game.info().name.to_owned(),
        rules_version: game.rules_version,
        stopped_by_rules: game.stopped_by,
        guild_id: game.guild_id,
        channel_id: game.channel_id,
        host_id: game.host_id,
        title: game.title.clone(),
        status: game.status,
        terms: json("terms", &game.terms)?,
        seed: game.seed.reveal(),
        words: json("words", &game.words)?,
        beacon: game.beacon.as_ref().map(|beacon| json("beacon", beacon)).transpose()?,
        onlookers: json("onlookers", &game.onlookers)?,
        setup: game.setup.as_ref().map(|setup| json("setup", setup)).transpose()?,
        start_hash: game.start_hash.clone(),
        created_at: game.created_at,
        ended_at: game.ended_at,
        rematch_id: game.rematch,
    })
}

/// Converts players for the store.
pub(crate) fn seats(players: &[Player]) -> Result<Vec<SeatRow>, InternalError> {
    let seat = |(number, player): (i64, &Player)| {
        Ok(SeatRow {
            seat: number,
            user_id: player.user_id,
            name: player.name.clone(),
            fields: json("fields", &player.fields)?,
            joined: player.joined.into(),
            dm_closed: player.dm_closed,
            checked_in: player.checked_in,
            vacant: player.vacant,
        })
    };
    (1..).zip(players).map(seat).collect()
}

fn log_row(entry: &LogEntry) -> Result<LogRow, InternalError> {
    let (kind, action) = match &entry.what {
        EntryContent::Game(action) => (EntryKind::Game, action.clone()),
        EntryContent::Control(event) => (EntryKind::Control, json("log", event)?),
    };
    Ok(LogRow {
        seq: entry.seq,
        at: entry.at,
        actor: entry.by.to_string(),
        user_id: entry.host,
        kind,
        action,
        draws: json("draws", &entry.draws)?,
        state_hash: entry.state_hash.clone(),
        request: entry.request,
    })
}

/// Converts a message for the store.
pub(crate) fn message(message: &Addressed) -> Result<NewMessage, InternalError> {
    let notice = json("notice", &message.notice)?;
    let answers = match &message.notice {
        Notice::Reply(reply) => Some(reply.answers()),
        _ => None,
    };
    Ok(NewMessage { target: message.to, kind: message.notice.kind(), notice, seq: message.seq, answers })
}
