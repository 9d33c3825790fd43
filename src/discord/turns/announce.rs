//! The notices of a game of turns put into messages.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow, CreateButton, CreateEmbed, CreateEmbedFooter};

use super::message::{MatchMessage, heading, message, name, past, story};
use super::{newest, texts};
use crate::discord::announce::{Announcement, GOLD, Text, everybody, picture, same_moment};
use crate::discord::ids::{CustomId, Prefix, Press};
use crate::discord::play::asked;
use crate::discord::proof::{check_draws, recorded};
use crate::discord::{escape, texts as general};
use crate::games::{Seat, Standing, Verdict, Viewer};
use crate::matches::{Match, MatchError, Matches, Notice, OfferKind};
use crate::store::OutboxRow;

/// What a message says; `None` when there is nothing left to say. `then` is the match after the entry of the
/// message, `now` as it stands.
///
/// # Errors
/// When storage fails.
pub(in crate::discord) async fn announce(
    matches: &Matches,
    row: &OutboxRow,
    then: &Match,
    now: &Match,
    notice: &Notice,
) -> Result<Option<Announcement>, MatchError> {
    let shown = match *notice {
        Notice::News { .. } if then.result().is_some() => end(matches, now).await?,
        // The press has shown it already, in the message that was pressed.
        Notice::News { turned: false, pressed: Some(_), .. } => return Ok(None),
        // Where a turn has gone on since, its next message tells this, too.
        Notice::News { turned: false, .. } if is_played(then) && !same_moment(then, now) => return Ok(None),
        Notice::News { .. } => shown(then, now).await,
        // Whoever is asked has been called already.
        Notice::Board => Announcement { pings: Vec::new(), ..shown(then, now).await },
        Notice::Offered { offer, seat } => return Ok(offered(now, offer, seat, row.message.seq)),
        Notice::Answered { offer, seat, accepted, own } => {
            line(now, texts::answered(offer, &name(now, seat), accepted, own))
        }
        Notice::TimeOut { seat } => return Ok(time_out(now, seat)),
        Notice::Nudged { seat, by } => {
            if asked(now, seat).is_none() {
                return Ok(None);
            }
            let link = link(matches, now).await?;
            line(now, texts::nudged(&name(now, by), link.as_deref()))
        }
        Notice::Reminder { seat, deadline } => {
            let is_asked = asked(now, seat).is_some();
            if !(is_asked && same_moment(then, now) && matches.clock().now() < deadline) {
                return Ok(None);
            }
            let link = link(matches, now).await?;
            line(now, texts::reminder(now.deadline.unwrap_or(deadline), link.as_deref()))
        }
        Notice::DmClosed { user_id } => {
            if now.seat_of(user_id).and_then(|seat| asked(now, seat)).is_none() {
                return Ok(None);
            }
            Announcement { pings: vec![user_id], ..line(now, texts::unreachable(user_id)) }
        }
        _ => return Ok(None),
    };
    Ok(Some(shown))
}

/// Returns whether the last entry is an action of the game.
fn is_played(game: &Match) -> bool {
    game.log.last().is_some_and(|entry| entry.action().is_some())
}

async fn link(matches: &Matches, game: &Match) -> Result<Option<String>, MatchError> {
    let newest = newest::newest(matches, game).await.map_err(crate::matches::Fault::from)?;
    Ok(newest.map(|newest| newest.link(game)))
}

/// A match message: with picture and buttons, as long as it shows how the match stands.
async fn shown(then: &Match, now: &Match) -> Announcement {
    let is_now = same_moment(then, now) && now.is_going_on();
    match message(now, &Prefix::default()).filter(|_| is_now) {
        Some(MatchMessage { text, rows, pings }) => {
            let files = picture(now, Viewer::Public).await;
            Announcement { text, rows, files, pings, ..Announcement::default() }
        }
        None => Announcement { text: past(then), ..Announcement::default() },
    }
}

/// A line, with the match that it is about.
fn line(game: &Match, line: String) -> Announcement {
    Announcement::new(Text { head: vec![heading(game), line], ..Text::default() })
}

fn button(game: &Match, press: Press, label: &str, style: ButtonStyle) -> CreateButton {
    let id = CustomId::new(game.id, game.question, press);
    CreateButton::new(id.to_string()).label(label).style(style)
}

fn offered(game: &Match, kind: OfferKind, seat: Seat, seq: i64) -> Option<Announcement> {
    // What was answered meanwhile is told by the answer.
    let number = game.offer().filter(|offer| offer.seq == seq)?.number;
    let missing = game.unanswered().into_iter().filter_map(|seat| game.player(seat));
    let pings: Vec<i64> = missing.map(|player| player.user_id).collect();
    let rows = vec![CreateActionRow::Buttons(vec![
        button(game, Press::Accept(kind, number), texts::ACCEPT, ButtonStyle::Success),
        button(game, Press::Decline(kind, number), texts::DECLINE, ButtonStyle::Secondary),
    ])];
    let said = line(game, texts::offered(kind, &name(game, seat), &pings));
    Some(Announcement { rows, pings, ..said })
}

fn time_out(game: &Match, seat: Seat) -> Option<Announcement> {
    let user = game.player(seat).filter(|_| game.timed_out() == Some(seat))?.user_id;
    let claim = button(game, Press::Claim, texts::CLAIM, ButtonStyle::Danger);
    let rows = vec![CreateActionRow::Buttons(vec![claim])];
    Some(Announcement { rows, pings: vec![user], ..line(game, texts::time_out(user)) })
}

/// The end: the result, the last picture, the seed, and what can be done next.
async fn end(matches: &Matches, game: &Match) -> Result<Announcement, MatchError> {
    let result = game.result();
    let pings = everybody(game);
    let mut text = Text { head: vec![heading(game)], ..Text::default() };
    text.bullets = story(game);
    let reason = result.as_ref().map(|result| escape::text(&result.outcome.reason)).unwrap_or_default();
    text.tail = vec![texts::over(&reason), general::thanks(&pings)];
    let mut files = picture(game, Viewer::Afterwards).await;
    if let Some((record, file)) = recorded(game) {
        text.tail.extend(check_draws(matches, game, &record).await?);
        files.push(file);
    }
    let standings = result.iter().flat_map(|result| result.outcome.ranked());
    let standing = |(rank, standing): (usize, &Standing)| {
        let verdict = match standing.verdict {
            Verdict::Won => texts::WON,
            Verdict::Drawn => texts::DRAWN,
            Verdict::Lost | Verdict::EliminationCandidate => texts::LOST,
        };
        texts::standing(rank, &name(game, standing.seat), verdict, &escape::text(&standing.note))
    };
    let lines: Vec<String> = standings.map(standing).collect();
    let embed = CreateEmbed::new()
        .title(general::STANDINGS)
        .colour(GOLD)
        .description(lines.join("\n"))
        .footer(CreateEmbedFooter::new(general::match_number(game.id)));
    let rows = vec![CreateActionRow::Buttons(vec![
        button(game, Press::Rematch, texts::REMATCH, ButtonStyle::Primary),
        button(game, Press::Replay, texts::REPLAY, ButtonStyle::Secondary),
    ])];
    Ok(Announcement { embed: Some(embed), files, rows, pings, ..Announcement::new(text) })
}
