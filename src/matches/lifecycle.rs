//! What a change makes of a match: pure decisions from a match, the time and what is asked.
//!
//! Each function gives the [`Change`] that the store takes as a whole: entries, the row, what the clock has to
//! do next, and what there is to tell.

use super::clock::Millis;
use super::error::{Denied, Fault, MatchError, json};
use super::game_match::Match;
use super::notice::Notice;
use super::options::{HOUR, Options};
use super::rules::state_hash;
use crate::games::{AnySession, By, Narration, Seat};
use crate::store::{Change, DueRow, LogRow, NewMessage, SeatRow, Status, Target};

/// What the clock does at the end of the pregame, a round or the vote.
pub(super) const DEADLINE: &str = "deadline";
/// What it does before: reminds those who have not answered, so many minutes ahead.
const REMINDER: &str = "reminder-";

/// A deadline that is met later than this was missed, not delayed: the next one is counted from now, so that
/// nobody loses a round because the bot was away.
const LATE: Millis = HOUR / 6;

/// A change that leaves everything as it is.
pub(super) fn unchanged(game: &Match) -> Change {
    Change { row: game.row.clone(), seats: None, entries: Vec::new(), due: None, messages: Vec::new() }
}

/// A message that shows the match as it stands after an entry.
pub(super) fn message(target: Target, notice: &Notice, seq: i64) -> Result<NewMessage, Fault> {
    Ok(NewMessage { target, notice: json("notice", notice)?, seq })
}

pub(super) fn in_channel(game: &Match, notice: &Notice, seq: i64) -> Result<NewMessage, Fault> {
    message(Target::Channel(game.row.channel_id), notice, seq)
}

/// The message that tells of a new match.
pub(super) fn created(channel_id: i64) -> Result<NewMessage, Fault> {
    message(Target::Channel(channel_id), &Notice::Created, 0)
}

/// What the clock has to do until a deadline: end it, and remind before.
pub(super) fn until(game: &Match, deadline: Millis, now: Millis, with_reminders: bool) -> Vec<DueRow> {
    let due = |kind: String, at| DueRow { match_id: game.row.id, kind, at };
    let mut rows = vec![due(DEADLINE.to_owned(), deadline)];
    if with_reminders {
        for minutes in game.options.reminders() {
            let at = deadline - Millis::from(minutes) * 60_000;
            if at > now {
                rows.push(due(format!("{REMINDER}{minutes}"), at));
            }
        }
    }
    rows
}

/// The roster as it is to be; only while it is open.
pub(super) fn set_seats(game: &Match, mut seats: Vec<SeatRow>) -> Result<Change, Denied> {
    if game.row.status != Status::Signup {
        return Err(Denied::new(format!("The roster of match {} is fixed.", game.row.id)));
    }
    if seats.len() > usize::from(game.options.players) {
        return Err(Denied::new(format!(
            "Match {} has {} seats, and this roster has {} players.",
            game.row.id,
            game.options.players,
            seats.len()
        )));
    }
    for (number, seat) in (1..).zip(&mut seats) {
        seat.seat = number;
    }
    for (i, seat) in seats.iter().enumerate() {
        let others = &seats[..i];
        if others.iter().any(|other| other.user_id == seat.user_id) {
            return Err(Denied::new(format!("<@{}> is on the roster twice.", seat.user_id)));
        }
        if seat.priority != 0 && others.iter().any(|other| other.priority == seat.priority) {
            return Err(Denied::new(format!("Priority {} is given twice.", seat.priority)));
        }
        if !(0..=i64::from(game.options.players)).contains(&seat.priority) {
            return Err(Denied::new(format!(
                "Priority {} is not from 1 to {}.",
                seat.priority, game.options.players
            )));
        }
    }
    Ok(Change { seats: Some(seats), ..unchanged(game) })
}

/// Fixes the roster and begins the pregame, or round 1 if there is none.
pub(super) fn start(game: &Match, now: Millis) -> Result<Change, MatchError> {
    if game.row.status != Status::Signup {
        return Err(Denied::new(format!("Match {} has been started already.", game.row.id)).into());
    }
    let players = usize::from(game.options.players);
    if game.seats.len() != players {
        return Err(Denied::new(format!(
            "Match {} needs {players} players and has {}.",
            game.row.id,
            game.seats.len()
        ))
        .into());
    }
    let mut change = unchanged(game);
    let mut seats = game.seats.clone();
    // Who has no priority yet gets what is left, the highest first, in the order of the seats.
    let mut left: Vec<i64> = (1..=players as i64).collect();
    left.retain(|priority| seats.iter().all(|seat| seat.priority != *priority));
    for seat in seats.iter_mut().filter(|seat| seat.priority == 0) {
        seat.priority = left.pop().unwrap_or(0);
    }
    let fixed = Match::bare(
        game.game.clone(),
        game.row.clone(),
        game.options.clone(),
        seats.clone(),
        game.seed().clone(),
    );
    fix(&fixed, &mut change)?;
    change.seats = Some(seats);
    if game.options.pregame_hours == 0 {
        return begin(&fixed, change, now, now);
    }
    let begins = now + Millis::from(game.options.pregame_hours) * HOUR;
    change.row.status = Status::Pregame;
    change.due = Some(until(game, begins, now, false));
    change.messages.push(in_channel(game, &Notice::Pregame { begins }, 0)?);
    Ok(change)
}

/// Fixes with what, and under which rules, a match with its whole roster begins.
pub(super) fn fix(game: &Match, change: &mut Change) -> Result<(), MatchError> {
    let begun = game.make_setup().and_then(|setup| {
        let (table, _) = game.game.begin(&setup, Some(game.seed().clone()), None)?;
        Ok((setup, table))
    });
    let (setup, table) = begun.map_err(|error| {
        Denied::new(format!("Match {} cannot be played like this: {error}.", game.row.id))
    })?;
    change.row.setup = Some(setup.to_string());
    change.row.start_hash = Some(state_hash(&*table));
    change.row.rules_version = i64::from(game.info().version);
    Ok(())
}

/// Begins round 1.
fn begin(game: &Match, mut change: Change, scheduled: Millis, now: Millis) -> Result<Change, MatchError> {
    change.row.status = Status::Running;
    let deadline = next_deadline(game, FIRST, scheduled, now);
    change.due = Some(until(game, deadline, now, true));
    let unreachable = game.seats.iter().filter(|row| row.dm_closed).map(|row| row.user_id).collect();
    change.messages.push(in_channel(game, &Notice::Update { deadline: Some(deadline), unreachable }, 0)?);
    for seat in &game.seats {
        let notice = Notice::Personal { seat: Seat::new(seat.seat as u8), deadline: Some(deadline) };
        change.messages.push(message(Target::User(seat.user_id), &notice, 0)?);
    }
    Ok(change)
}

/// The kind of time that the first phase takes.
const FIRST: &str = "round";

fn next_deadline(game: &Match, time: &str, scheduled: Millis, now: Millis) -> Millis {
    let hours = if time == FIRST { game.options.round_hours } else { game.options.vote_hours };
    let from = if now - scheduled > LATE || scheduled > now { now } else { scheduled };
    from + Millis::from(hours) * HOUR
}

/// An entry that has been tried on a copy of the table.
struct Tried {
    table: Box<dyn AnySession>,
    entry: LogRow,
    narrations: Vec<Narration>,
}

fn try_entry(game: &Match, by: By, action: &str, now: Millis) -> Result<Tried, MatchError> {
    let mut table = game.playing()?.boxed();
    let action = table.canonical(action).map_err(Denied::from)?;
    let narrations = table.apply(by, &action).map_err(Denied::from)?;
    let entry = entry(game.seq() + 1, now, by, action, Some(&mut *table))?;
    Ok(Tried { table, entry, narrations })
}

/// An entry of the log, with what it drew and where it led; `table` is left out where it is none of the game's.
pub(super) fn entry(
    seq: i64,
    at: Millis,
    by: By,
    action: String,
    table: Option<&mut (dyn AnySession + 'static)>,
) -> Result<LogRow, Fault> {
    let (draws, state_hash) =
        table.map_or((Vec::new(), None), |table| (table.take_draws(), Some(state_hash(table))));
    Ok(LogRow { seq, at, actor: by.to_string(), action, draws: json("draws", &draws)?, state_hash })
}

/// An action of a player, the host or the clock; `scheduled` is the deadline that the clock meets with it.
///
/// Gives the change and what happened.
pub(super) fn act(
    game: &Match,
    by: By,
    action: &str,
    scheduled: Option<Millis>,
    now: Millis,
) -> Result<(Change, Vec<Narration>), MatchError> {
    let Tried { table, entry, narrations } = try_entry(game, by, action, now)?;
    let mut change = unchanged(game);
    let seq = entry.seq;
    change.entries.push(entry);
    let moved_on = game.session.as_ref().map(|before| before.phase().id) != Some(table.phase().id);
    if moved_on {
        go_on(game, &*table, &mut change, seq, scheduled.unwrap_or(now), now)?;
    }
    Ok((change, narrations))
}

/// What follows when a round, the vote or the match has ended: the next deadline, and everything to tell.
fn go_on(
    game: &Match,
    table: &dyn AnySession,
    change: &mut Change,
    seq: i64,
    scheduled: Millis,
    now: Millis,
) -> Result<(), Fault> {
    let deadline = table.phase().time().map(|time| next_deadline(game, time, scheduled, now));
    change.due = Some(deadline.map(|deadline| until(game, deadline, now, true)).unwrap_or_default());
    if table.outcome().is_some() {
        change.row.status = Status::Over;
        change.row.ended_at = Some(now);
    }
    // A clock that was stopped runs again with the new deadline.
    change.row.paused_at = None;
    let asked: Vec<Seat> = table.to_act().iter().map(|decision| decision.seat).collect();
    let closed = game.seats.iter().filter(|row| row.dm_closed && asked.contains(&Seat::new(row.seat as u8)));
    let unreachable = closed.map(|row| row.user_id).collect();
    change.messages.push(in_channel(game, &Notice::Update { deadline, unreachable }, seq)?);
    for row in &game.seats {
        let seat = Seat::new(row.seat as u8);
        let was_asked =
            game.session.as_ref().is_some_and(|before| before.to_act().iter().any(|d| d.seat == seat));
        // Whoever is asked, and whoever has just left the board; the others read the channel.
        if deadline.is_some() && (asked.contains(&seat) || was_asked) {
            let notice = Notice::Personal { seat, deadline };
            change.messages.push(message(Target::User(row.user_id), &notice, seq)?);
        }
    }
    Ok(())
}

/// What a clock has to do for a match, when it is due.
pub(super) fn due(game: &Match, due: &DueRow, now: Millis) -> Result<Change, MatchError> {
    if due.kind != DEADLINE {
        return Ok(remind(game, due, now)?);
    }
    match game.row.status {
        Status::Pregame => begin(game, unchanged(game), due.at, now),
        Status::Running if game.has_turns() => Ok(super::turns::time_out(game, now)?),
        Status::Running => act(game, By::Clock, "resolve", Some(due.at), now).map(|(change, _)| change),
        // Nothing waits for a deadline any more.
        _ => Ok(Change { due: Some(Vec::new()), ..unchanged(game) }),
    }
}

fn remind(game: &Match, due: &DueRow, now: Millis) -> Result<Change, Fault> {
    let mut change = unchanged(game);
    let deadline = game.deadline;
    // This reminder is done; what else is due stays.
    let rows = deadline.map(|deadline| until(game, deadline, now.max(due.at), true)).unwrap_or_default();
    change.due = Some(rows);
    if let (Some(table), Some(deadline)) = (&game.session, deadline.filter(|deadline| *deadline > now)) {
        let silent = table.to_act().into_iter().filter(|decision| !decision.answered);
        for row in silent.filter_map(|decision| game.seat_row(decision.seat)) {
            let notice = Notice::Reminder { seat: Seat::new(row.seat as u8), deadline };
            change.messages.push(message(Target::User(row.user_id), &notice, game.seq())?);
        }
    }
    Ok(change)
}

/// Stops the clock.
pub(super) fn pause(game: &Match, now: Millis) -> Result<Change, MatchError> {
    let deadline = running_clock(game)?;
    let mut change = unchanged(game);
    let options = Options { left_when_paused: Some((deadline - now).max(0)), ..game.options.clone() };
    change.row.options = Match::stored(&options)?;
    change.row.paused_at = Some(now);
    change.due = Some(Vec::new());
    change.messages.push(in_channel(game, &Notice::Paused, game.seq())?);
    Ok(change)
}

/// Lets the clock run again with the time that was left.
pub(super) fn resume(game: &Match, now: Millis) -> Result<Change, MatchError> {
    if game.row.paused_at.is_none() || !game.is_going_on() {
        return Err(Denied::new(format!("The clock of match {} is not stopped.", game.row.id)).into());
    }
    let deadline = now + game.options.left_when_paused.unwrap_or(HOUR);
    let mut change = unchanged(game);
    let options = Options { left_when_paused: None, ..game.options.clone() };
    change.row.options = Match::stored(&options)?;
    change.row.paused_at = None;
    change.due = Some(until(game, deadline, now, game.row.status == Status::Running));
    change.messages.push(in_channel(game, &Notice::Resumed { deadline }, game.seq())?);
    Ok(change)
}

/// Gives more time, or less for a negative number of hours; never so little that the deadline has passed.
pub(super) fn extend(game: &Match, hours: i64, now: Millis) -> Result<Change, MatchError> {
    let deadline = running_clock(game)?.saturating_add(hours.saturating_mul(HOUR));
    if deadline <= now {
        return Err(Denied::new(
            "That deadline would have passed already: use /host resolve to end the round now.",
        )
        .into());
    }
    let mut change = unchanged(game);
    change.due = Some(until(game, deadline, now, game.row.status == Status::Running));
    change.messages.push(in_channel(game, &Notice::Extended { deadline }, game.seq())?);
    Ok(change)
}

fn running_clock(game: &Match) -> Result<Millis, Denied> {
    if game.row.paused_at.is_some() {
        return Err(Denied::new(format!(
            "The clock of match {} is stopped: use /host resume first.",
            game.row.id
        )));
    }
    game.deadline
        .filter(|_| game.is_going_on())
        .ok_or_else(|| Denied::new(format!("No clock is running for match {}.", game.row.id)))
}

/// Ends what is waited for now: the pregame, the round or the vote.
pub(super) fn resolve(game: &Match, now: Millis) -> Result<Change, MatchError> {
    match game.row.status {
        Status::Pregame => begin(game, unchanged(game), now, now),
        Status::Signup => {
            Err(Denied::new(format!("Match {} has not been started: use /host start.", game.row.id)).into())
        }
        _ if game.has_turns() => {
            let sentence = format!("Match {} has turns, no rounds that could be ended.", game.row.id);
            Err(Denied::new(sentence).into())
        }
        _ => act(game, By::Host, "resolve", None, now).map(|(change, _)| change),
    }
}

/// Ends the match.
pub(super) fn cancel(game: &Match, now: Millis) -> Result<Change, MatchError> {
    if !game.is_going_on() {
        return Err(Denied::new(format!("Match {} has ended already.", game.row.id)).into());
    }
    let mut change = unchanged(game);
    if game.row.status == Status::Pregame {
        // Nobody has seen what round 1 would have begun with, so nothing begins any more.
        change.row.setup = None;
    }
    change.row.status = Status::Cancelled;
    change.row.ended_at = Some(now);
    change.due = Some(Vec::new());
    change.messages.push(in_channel(game, &Notice::Cancelled, game.seq())?);
    Ok(change)
}

/// Shows everyone a match that was cancelled, with what was secret in it.
pub(super) fn publish(game: &Match) -> Result<Change, MatchError> {
    let id = game.row.id;
    let refusal = match game.row.status {
        _ if !game.has_secrets() => format!("Nothing in match {id} is secret: /replay shows it to everyone."),
        Status::Over => format!("Match {id} is over, so everything about it is public already."),
        Status::Cancelled if game.session.is_none() => {
            format!("Match {id} was cancelled before it began, so there is nothing to publish.")
        }
        Status::Cancelled if game.options.published => format!("Match {id} has been published already."),
        Status::Cancelled => {
            let options = super::options::Options { published: true, ..game.options.clone() };
            let mut change = unchanged(game);
            change.row.options = Match::stored(&options)?;
            change.messages.push(in_channel(game, &Notice::Published, game.seq())?);
            return Ok(change);
        }
        _ => format!("Match {id} is going on: only one that was cancelled can be published."),
    };
    Err(Denied::new(refusal).into())
}
