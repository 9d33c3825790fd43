//! `/host status`, with the buttons below it, `/host simulate` and `/host export`: how a match is going, and what only a host who does
//! not play may see of it.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow, CreateAttachment};

use super::confirm;
use super::texts::{self, Troubles};
use crate::ui::lookup::{self, meant};
use crate::ui::person::of_command;
use crate::ui::{Answer, Bot, ComponentAction, Context, Failure, HostAsk, button, picture, send_later};
use trigon_engine::ids::MatchId;
use trigon_engine::matches::{
    Command, Denied, FullView, InternalError, Match, MatchError, Person, Power, Proposal, Status,
};
use trigon_rules::games::Frame;

/// See how a match is going and who has answered
#[poise::command(slash_command)]
pub(crate) async fn status(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send_later(ctx, async {
        let (person, game) = match meant(ctx, number).await {
            Err(Failure::Internal(fault @ InternalError::Stored { .. })) => {
                return unreadable(ctx, fault).await;
            }
            meant => meant?,
        };
        person.check_power(Power::Status, &game)?;
        let troubles = troubles(ctx, game.id).await?;
        if let Some(rules) = game.stopped_by_rules().filter(|_| game.is_going_on()) {
            let look = look_if_allowed(ctx, &person, &game).await;
            return Ok(texts::stopped(&game, rules, look.as_ref(), &troubles).into());
        }
        let buttons = below_status(&game);
        // The roster is no secret: a host who plays needs it too.
        if matches!(game.status, Status::Signup | Status::Pregame) {
            return Ok(Answer::new(texts::status_before(&game, &troubles)).rows(buttons));
        }
        let Some(look) = look_if_allowed(ctx, &person, &game).await else {
            return Ok(Answer::new(texts::status_without_secrets(&game, &troubles)).rows(buttons));
        };
        let now = ctx.data().matches.clock().now();
        let answer = Answer::new(texts::host_status(&look, now, &troubles)).rows(buttons);
        if look.game().session.is_none() {
            return Ok(answer);
        }
        let studio = picture::studio();
        Ok(answer.file(studio.attachment(look.game(), look.viewer(), picture::Urgency::Answer).await?))
    })
    .await
}

/// See what would happen if the round ended now, without ending it
#[poise::command(slash_command)]
pub(crate) async fn simulate(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send_later(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        // In a game without secrets, everybody may look.
        if game.seat_of(person.user_id).is_some() {
            let (id, role) = (game.id, person.role(&game));
            return Err(Denied::NotAllowed { id, power: Power::Secrets, role }.into());
        }
        game.playing()?;
        let look = ctx.data().matches.look(game.id, &person).await?;
        let (copy, happened) = look.simulated()?;
        let scene = {
            let frame = Frame { title: &game.title, names: copy.names() };
            copy.observe(look.viewer()).scene(&frame)
        };
        let picture = picture::studio().drawn(game.id, "simulated", scene).await?;
        Ok(Answer::new(texts::simulated(&look, &happened)).file(picture))
    })
    .await
}

/// Get the record of a match as a file
#[poise::command(slash_command)]
pub(crate) async fn export(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted_ever"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send_later(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let look = ctx.data().matches.look(game.id, &person).await?;
        let file = CreateAttachment::bytes(look.record()?.file()?, format!("match-{}-record.json", game.id));
        Ok(Answer::new(texts::exported(&look)).file(file))
    })
    .await
}

/// Returns the buttons for what can be done with a match now.
pub(super) fn below_status(game: &Match) -> Vec<CreateActionRow> {
    if !matches!(game.status, Status::Pregame | Status::Running) || game.stopped_by_rules().is_some() {
        return Vec::new();
    }
    let can_end = game.playing().map_or(true, |session| session.phase().clock_action().is_some());
    let clock = match game.paused() {
        Some(_) => Some(HostAsk::Resume),
        None => game.deadline.map(|_| HostAsk::Pause),
    };
    let asks = [
        (game.status == Status::Running).then_some(HostAsk::Remind),
        clock,
        can_end.then_some(HostAsk::End),
        game.rewind_preview().is_ok().then_some(HostAsk::Undo),
    ];
    let style = |ask| match ask {
        HostAsk::Remind | HostAsk::Pause | HostAsk::Resume => ButtonStyle::Secondary,
        HostAsk::End | HostAsk::Undo => ButtonStyle::Danger,
    };
    let labelled = |ask| button(game, ComponentAction::Host(ask), &texts::host_button(game, ask), style(ask));
    vec![CreateActionRow::Buttons(asks.into_iter().flatten().map(labelled).collect())]
}

/// Does what a button below the status says, or asks first, as its command does.
pub(crate) async fn press(bot: &Bot, person: &Person, game: &Match, ask: HostAsk) -> Result<Answer, Failure> {
    match ask {
        HostAsk::Remind => confirm::give(bot, person, game, Command::Remind, texts::reminded).await,
        HostAsk::Resume => confirm::give(bot, person, game, Command::Resume, texts::resumed).await,
        HostAsk::Pause => {
            confirm::give_or_propose(bot, person, game, Command::Pause, Proposal::Pause, texts::paused).await
        }
        HostAsk::End => confirm::ask_to_end(bot, person, game).await,
        HostAsk::Undo => confirm::ask_to_undo(person, game, bot.matches.clock().now()),
    }
}

/// Lets a host look at what players keep secret, if they may, and if it can be stored that they have looked.
async fn look_if_allowed(ctx: Context<'_>, person: &Person, game: &Match) -> Option<FullView> {
    match ctx.data().matches.look(game.id, person).await {
        Ok(look) => Some(look),
        Err(MatchError::Denied(_)) => None,
        Err(error) => {
            tracing::error!(id = game.id.0, %error, "cannot store that a host looks, so the secrets are left out");
            None
        }
    }
}

/// Collects the problems of a match.
async fn troubles(ctx: Context<'_>, id: MatchId) -> Result<Troubles, Failure> {
    let matches = &ctx.data().matches;
    Ok(Troubles {
        stuck_clock: matches.clock_trouble(id).await?,
        store_trouble: matches.store().trouble(),
        undelivered: matches.undelivered(id).await?,
        unposted: matches.unposted(id).await?,
    })
}

/// Answers a host whose match cannot be read. To everybody else, that is a fault like any other.
async fn unreadable(ctx: Context<'_>, fault: InternalError) -> Result<Answer, Failure> {
    let InternalError::Stored { id, .. } = fault else { return Err(fault.into()) };
    let person = of_command(ctx).await?;
    let row = ctx.data().matches.summary(id).await?;
    let Some(row) = row.filter(|row| person.hosts_summary(row)) else { return Err(fault.into()) };
    tracing::error!(%fault, "a host asked for a match that cannot be read");
    Ok(texts::status_unreadable(&row, &troubles(ctx, id).await?).into())
}
