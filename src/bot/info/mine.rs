//! What concerns the person who asks: `/me`, `/away`, `/board` and `/matches`, with deadlines as a file for calendars.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use icalendar::{Calendar, Component as _, Event, EventLike as _};
use poise::serenity_prelude::CreateAttachment;

use super::access::{require_viewable, takes_part};
use super::texts;
use crate::play::texts::ahead;
use crate::play::typed::require_seat;
use crate::ui::lookup;
use crate::ui::person::of_command;
use crate::ui::{Answer, Bot, Context, Failure, picture, send, words};
use trigon_engine::ids::ChannelId;
use trigon_engine::matches::{Command, Denied, Match, Matches, Millis, Person, Status, Summary};
use trigon_rules::games::Viewer;

/// Returns what a player may know about their own position, for `/me` and for somebody who has taken over a seat.
pub(crate) async fn me(now: Millis, person: &Person, game: &Match) -> Result<Answer, Failure> {
    let seat = require_seat(person, game)?;
    if game.session.is_none() && game.info().is_hosted() {
        let player = game.player(seat).ok_or(Denied::NoSeat(game.id))?;
        return Ok(Answer::new(texts::me_before(game, seat, player)));
    }
    // In games of turns, the outcome of each turn is announced at once, and is not listed here again.
    let (heading, told) = if game.info().has_long_phases() {
        (words::heading(game), game.told_to(seat))
    } else {
        (texts::turn(game, seat), Vec::new())
    };
    let away = game.away(seat, now).map(|away| texts::own_absence(&away));
    let lines = [Some(heading), game.loan(seat).map(texts::loan), away, ahead(game, seat)];
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    let answer = Answer::new(texts::me(lines.join("\n"), &game.facts(seat), &told));
    // Without secrets, the picture is the one that everyone sees.
    match person.viewer(game) {
        viewer @ Viewer::Seat(_) if game.has_secrets() && game.session.is_some() => {
            Ok(answer.file(picture::studio().attachment(game, viewer, picture::Urgency::Answer).await?))
        }
        _ => Ok(answer),
    }
}

/// Notes that a player will be away from one time to another, for `/away`.
pub(crate) async fn away(
    matches: &Matches,
    person: &Person,
    game: &Match,
    from: Millis,
    to: Millis,
) -> Result<Answer, Failure> {
    let now = matches.clock().now();
    let from = from.max(now);
    change_absence(matches, person, game, Command::Away { after: from - now, time: to - from }).await
}

/// Notes that a player is back.
pub(crate) async fn back(matches: &Matches, person: &Person, game: &Match) -> Result<Answer, Failure> {
    change_absence(matches, person, game, Command::Back).await
}

async fn change_absence(
    matches: &Matches,
    person: &Person,
    game: &Match,
    command: Command,
) -> Result<Answer, Failure> {
    let seat = require_seat(person, game)?;
    let game = matches.ask(game.id, person, command).await?.game;
    Ok(Answer::new(texts::away(&game, seat, game.away(seat, matches.clock().now()).as_ref())))
}

/// Shows the board, for `/board`, or reposts it in the channel of a match without secrets.
pub(crate) async fn board(
    matches: &Matches,
    person: &Person,
    channel: ChannelId,
    game: &Match,
) -> Result<Answer, Failure> {
    require_viewable(person, game, channel)?;
    let is_open = !game.has_secrets() && game.status == Status::Running;
    // Onlookers get the board in private.
    if is_open && takes_part(person, game) && channel == game.channel_id && game.session.is_some() {
        matches.ask(game.id, person, Command::Repost).await?;
        return Ok(texts::board_again(game).into());
    }
    own_board(person, game).await
}

/// Shows the board in private, as the person may see it.
///
/// # Errors
/// If play has not begun, or if drawing fails.
pub(super) async fn own_board(person: &Person, game: &Match) -> Result<Answer, Failure> {
    if game.session.is_none() {
        return Err(Failure::denied(texts::not_begun(game)));
    }
    let picture = picture::studio().attachment(game, person.viewer(game), picture::Urgency::Answer).await?;
    Ok(Answer::new(texts::board(game)).file(picture))
}

/// See your matches
#[poise::command(slash_command)]
pub(crate) async fn matches(
    ctx: Context<'_>,
    #[description = "Also send their deadlines as a file for your calendar"] calendar: Option<bool>,
) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        if calendar == Some(true) {
            list_with_calendar(ctx.data(), &person).await
        } else {
            list(ctx.data(), &person).await
        }
    })
    .await
}

/// The maximum number of matches in a list.
const MAX_LISTED: usize = 10;

/// Returns the most urgent matches that a person plays or has created.
pub(crate) async fn list(bot: &Bot, person: &Person) -> Result<Answer, Failure> {
    let rows = by_urgency(bot, person).await?;
    let games = load(&bot.matches, rows.iter().take(MAX_LISTED)).await?;
    Ok(list_of(person, &games, rows.len()))
}

/// Returns the most urgent matches that a person plays or has created, with the deadlines of all of them as a file.
async fn list_with_calendar(bot: &Bot, person: &Person) -> Result<Answer, Failure> {
    let rows = by_urgency(bot, person).await?;
    let games = load(&bot.matches, rows.iter()).await?;
    let file = calendar_of_deadlines(&games, bot.matches.clock().now());
    Ok(list_of(person, &games, rows.len()).file(CreateAttachment::bytes(file, "deadlines.ics")))
}

/// Returns the matches that a person plays or has created, the most urgent first.
async fn by_urgency(bot: &Bot, person: &Person) -> Result<Vec<Summary>, Failure> {
    let matches = &bot.matches;
    let mut rows = matches.played_by(person.user_id).await?;
    rows.extend(matches.hosted_by(person.user_id).await?);
    rows.sort_by_key(|row| row.id);
    rows.dedup_by_key(|row| row.id);
    lookup::sort_by_urgency(matches, person.user_id, &mut rows).await;
    Ok(rows)
}

async fn load(matches: &Matches, rows: impl Iterator<Item = &Summary>) -> Result<Vec<Arc<Match>>, Failure> {
    let mut games = Vec::new();
    for row in rows {
        games.push(matches.load_listed(row).await?);
    }
    Ok(games)
}

/// Lists the first of some matches, and says how many of them the list leaves out. `count` is how many there are.
fn list_of(person: &Person, games: &[Arc<Match>], count: usize) -> Answer {
    let line = |game: &Arc<Match>| texts::match_line(game, game.seat_of(person.user_id), person.hosts(game));
    let more = count.saturating_sub(MAX_LISTED);
    let more = (more > 0).then(|| texts::more_listed(more));
    let lines: Vec<String> = games.iter().take(MAX_LISTED).map(line).chain(more).collect();
    Answer::new(if lines.is_empty() { texts::no_matches() } else { lines.join("\n") })
}

/// Returns the deadlines of matches in the iCalendar format (RFC 5545). An event keeps its identifier while its deadline
/// moves, so that reading the file again moves it.
fn calendar_of_deadlines(games: &[Arc<Match>], now: Millis) -> String {
    let mut calendar = Calendar::new();
    calendar.name("Trigon");
    for event in games.iter().filter_map(|game| event_of_deadline(game, now)) {
        calendar.push(event);
    }
    calendar.done().to_string()
}

fn event_of_deadline(game: &Match, now: Millis) -> Option<Event> {
    let at = |time: Millis| DateTime::<Utc>::from_timestamp_millis(time);
    let deadline = at(game.deadline?)?;
    let link = words::channel_link(game.guild_id, game.channel_id);
    let event = Event::new()
        .uid(&format!("match-{}-{}@trigon", game.id, game.question))
        .timestamp(at(now)?)
        .starts(deadline)
        .ends(deadline)
        .summary(&texts::deadline_of(game))
        .url(&link)
        .done();
    Some(event)
}
