//! `/host replace` and its buttons, `/substitute` and `/leave`: seats that change hands while a match is being played.

use std::sync::Arc;

use poise::serenity_prelude::{Http, User};

use super::texts;
use crate::info::mine;
use crate::lobby::computed;
use crate::lobby::names::{self, display_name, nick};
use crate::lobby::texts::{NO_REASON, bots_do_not_play};
use crate::ui::lookup::{self, meant};
use crate::ui::person::of_command;
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Bot, Context, Failure, Prose, SeatRequest, Typed, send};
use crate::ui::{moment, readers};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Command, Computed, HOUR, Match, Millis, Person};
use trigon_rules::games::Seat;

/// Have somebody else play your seat for a time
#[poise::command(slash_command)]
pub(crate) async fn substitute(
    ctx: Context<'_>,
    #[description = "Who plays for you"] with: Option<User>,
    #[description = "For how many hours (default 24); then you play on by yourself"]
    #[min = 1]
    #[max = 672]
    hours: Option<u32>,
    #[description = "Or until when, such as: sun 20:00 Europe/Berlin, or 2026-12-05 08:00 UTC"]
    #[max_length = 80]
    #[autocomplete = "moment::complete"]
    until: Option<Typed>,
    #[description = "Come back now"] stop: Option<bool>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_seen"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        if stop == Some(true) {
            return come_back(ctx, &person, number).await;
        }
        let (matches, channel) = (&ctx.data().matches, ctx.channel_id().stored());
        let found = lookup::played(matches, &person, lookup::numbered(ctx, number), channel).await?;
        let game = found.one("There are several matches")?;
        let with = with.ok_or_else(|| Failure::denied(texts::WITH_WHOM))?;
        let (user, name) = newcomer(ctx, &with)?;
        let since = readers::check(ctx.http(), matches, &game, user).await?;
        let time = match (hours, until) {
            (Some(_), Some(_)) => return Err(Failure::denied(texts::HOURS_OR_UNTIL)),
            (hours, None) => Millis::from(hours.unwrap_or(DEFAULT_SUBSTITUTE_HOURS)) * HOUR,
            (None, Some(until)) => {
                let now = matches.clock().now();
                moment::read(&until, now)? - now
            }
        };
        let lend = Command::Lend { user, name, time, since };
        let game = matches.ask(game.id, &person, lend).await?.game;
        Ok(Answer::new(texts::asked_to_substitute(&game, user)))
    })
    .await
}

/// Brings a player back to the seat that they have lent, or no longer asks anybody to play for them.
async fn come_back(ctx: Context<'_>, person: &Person, number: Option<i64>) -> Result<Answer, Failure> {
    let (matches, channel) = (&ctx.data().matches, ctx.channel_id().stored());
    // A player who has lent their seat is not found by `played`.
    let found = lookup::seen(matches, person, lookup::numbered(ctx, number), channel).await?;
    let game = found.one("There are several matches")?;
    let withdraws = game.seat_of(person.user_id).is_some_and(|seat| game.handover(seat).is_some());
    let game = matches.ask(game.id, person, Command::Return).await?.game;
    if withdraws {
        return Ok(Answer::new(texts::nobody_is_asked(&game)));
    }
    Ok(mine::me(matches.clock().now(), person, &game).await?.under(&texts::took_over(&game)))
}

/// For how many hours a substitute plays unless something else is said.
const DEFAULT_SUBSTITUTE_HOURS: u32 = 24;

/// Returns a member to whom a seat is to pass, with their name.
fn newcomer(ctx: Context<'_>, user: &User) -> Result<(UserId, String), Failure> {
    if user.bot {
        return Err(Failure::denied(bots_do_not_play(user.id.get())));
    }
    Ok((user.id.stored(), display_name(user, nick(ctx, user.id)?)))
}

/// Have another member take over the seat of a player, for good or for a time
#[poise::command(slash_command)]
pub(crate) async fn replace(
    ctx: Context<'_>,
    #[description = "The player whose seat it is"] player: User,
    #[description = "The member who is to take it over; or me, for a computed player"]
    #[rename = "new"]
    user: User,
    #[description = "Why, for everyone to read"]
    #[max_length = 200]
    reason: Prose,
    #[description = "For how many hours, if the player comes back (default: for good)"]
    #[min = 1]
    #[max = 672]
    hours: Option<u32>,
    #[description = "How strong the computed player is, from 1, which beginners beat, to 6 (default 3)"]
    #[min = 1]
    #[max = 6]
    level: Option<u8>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let has_left = nick(ctx, player.id).is_err();
        let player = player.id.stored();
        let (user, name, since) = if user.id == ctx.framework().bot_id() {
            let computed = game.another_computed(computed::level(level)?);
            (computed.user_id(), computed.name(), None)
        } else {
            let (user, name) = newcomer(ctx, &user)?;
            (user, name, readers::check(ctx.http(), &ctx.data().matches, &game, user).await?)
        };
        let back_in = hours.map(|hours| Millis::from(hours) * HOUR);
        let reason = Some(names::read_reason(Some(&reason), NO_REASON)?);
        let command = Command::Handover { player, user, name, back_in, has_left, since, reason };
        let done = ctx.data().matches.ask(game.id, &person, command).await?;
        Ok(Answer::new(texts::asked_to_take_over(&done.game, player, user)))
    })
    .await
}

/// Agrees to a request to take over a seat, as the person who was asked or as its player. Whoever takes it reads at once what
/// its player knew.
pub(crate) async fn accept(
    http: &Http,
    bot: &Bot,
    person: &Person,
    game: &Match,
    request: SeatRequest,
) -> Result<Answer, Failure> {
    let (user, seat) = (person.user_id, seat_of(request));
    // No matter who answers, the seat may pass at once to the person who was asked.
    let asked = game.handover(seat).map(|asked| asked.user).filter(|user| Computed::of(*user).is_none());
    if let Some(asked) = asked {
        readers::check(http, &bot.matches, game, asked).await?;
    }
    let now = answer_handover(bot, person, game, request, true).await?;
    if now.seat_of(user) == Some(seat) && game.seat_of(user).is_none() {
        return Ok(mine::me(bot.matches.clock().now(), person, &now).await?.under(&texts::took_over(&now)));
    }
    let has_had = game.seat_of(user) == Some(seat) && now.seat_of(user).is_none();
    Ok(Answer::new(if has_had { texts::handed_over(&now) } else { texts::waits_for_the_other(&now) }))
}

/// Declines a request to take over a seat.
pub(crate) async fn decline(
    bot: &Bot,
    person: &Person,
    game: &Match,
    request: SeatRequest,
) -> Result<Answer, Failure> {
    let now = answer_handover(bot, person, game, request, false).await?;
    Ok(Answer::new(texts::not_taken_over(&now)))
}

async fn answer_handover(
    bot: &Bot,
    person: &Person,
    game: &Match,
    request: SeatRequest,
    accept: bool,
) -> Result<Arc<Match>, Failure> {
    let command = Command::AnswerHandover { seat: seat_of(request), number: request.number, accept };
    Ok(bot.matches.ask(game.id, person, command).await?.game)
}

/// Returns the seat that a request is about. Of a number that no seat has, the match says so.
fn seat_of(request: SeatRequest) -> Seat {
    Seat::new(u8::try_from(request.seat).unwrap_or(0))
}

/// Leave a match for good
#[poise::command(slash_command)]
pub(crate) async fn leave(
    ctx: Context<'_>,
    #[description = "Yes, leave for good"] confirm: bool,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        let (matches, channel) = (&ctx.data().matches, ctx.channel_id().stored());
        let found = lookup::played(matches, &person, lookup::numbered(ctx, number), channel).await?;
        let game = found.one("You’re playing in several matches")?;
        if !confirm {
            return Ok(Answer::new(texts::not_left(&game)));
        }
        let game = matches.ask(game.id, &person, Command::Leave).await?.game;
        Ok(Answer::new(texts::left(&game, person.user_id)))
    })
    .await
}
