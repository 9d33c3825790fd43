//! `/host status`, `/host simulate` and `/host export`: what only a host who does not play may see.

use poise::serenity_prelude as serenity;
use serenity::CreateAttachment;

use super::buttons::below_status;
use super::texts::{self, Troubles};
use crate::ui::lookup::{self, meant};
use crate::ui::person::of_command;
use crate::ui::{Answer, Context, Failure, picture, send_later};
use trigon_engine::ids::MatchId;
use trigon_engine::matches::{Denied, FullView, InternalError, Match, MatchError, Person, Power, Status};
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
        person.may(Power::Status, &game)?;
        let troubles = troubles(ctx, game.id).await?;
        let look = async || looked(ctx, &person, &game).await;
        if let Some(rules) = game.stopped_by_rules().filter(|_| game.is_going_on()) {
            return Ok(texts::stopped(&game, rules, look().await.as_ref(), &troubles).into());
        }
        // The roster is no secret: a host who plays needs it too.
        if matches!(game.status, Status::Signup | Status::Pregame) {
            return Ok(Answer::new(texts::status_before(&game, &troubles)).rows(below_status(&game)));
        }
        let Some(look) = look().await else {
            return Ok(Answer::new(texts::status_without_secrets(&game, &troubles)).rows(below_status(&game)));
        };
        let answer = Answer::new(texts::host_status(&look, ctx.data().matches.clock().now(), &troubles));
        let answer = answer.rows(below_status(&game));
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

/// Lets a host look at what players keep secret, if they may, and if it can be stored that they have looked.
async fn looked(ctx: Context<'_>, person: &Person, game: &Match) -> Option<FullView> {
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
    let (stuck, unsaved) = (matches.clock_trouble(id).await?, matches.store().trouble());
    let (undelivered, unposted) = (matches.undelivered(id).await?, matches.unposted(id).await?);
    Ok(Troubles { undelivered, unposted, stuck, unsaved })
}

/// Answers a host whose match cannot be read.
async fn unreadable(ctx: Context<'_>, fault: InternalError) -> Result<Answer, Failure> {
    let InternalError::Stored { id, .. } = fault else { return Err(fault.into()) };
    let person = of_command(ctx).await?;
    let row = ctx.data().matches.summary(id).await?;
    let Some(row) = row.filter(|row| person.hosts_summary(row)) else { return Err(fault.into()) };
    tracing::error!(%fault, "a host asked for a match that cannot be read");
    Ok(texts::status_unreadable(&row, &troubles(ctx, id).await?).into())
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
