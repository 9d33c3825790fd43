//! `/host status`, `/host simulate` and `/host export`: what only a host who does not play may see.

use poise::serenity_prelude as serenity;
use serenity::CreateAttachment;

use super::texts::{self, Troubles};
use crate::ui::lookup::{self, meant};
use crate::ui::person::of_command;
use crate::ui::{Answer, Context, Failure, picture, send_later};
use trigon_engine::matches::{Command, Denied, InternalError, Match, Person, Power, Status};
use trigon_rules::games::{By, Frame, Viewer};

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
        if let Some(rules) = game.stopped().filter(|_| game.is_going_on()) {
            // The number of entries would tell a host who plays how often others have answered.
            let plays = person.may(Power::Secrets, &game).is_err();
            return Ok(texts::stopped(&game, rules, plays, &troubles).into());
        }
        // The roster is no secret: a host who plays needs it too.
        if matches!(game.status, Status::Signup | Status::Pregame) {
            return Ok(texts::status_before(&game, &troubles).into());
        }
        if person.may(Power::Secrets, &game).is_err() {
            return Ok(texts::status_without_secrets(&game, &troubles).into());
        }
        let answer = Answer::new(texts::host_status(&game, ctx.data().matches.clock().now(), &troubles));
        if game.session.is_none() {
            return Ok(answer);
        }
        note_look(ctx, &person, &game).await;
        let viewer = if game.is_going_on() { Viewer::Host } else { Viewer::Afterwards };
        Ok(answer.file(picture::studio().attachment(&game, viewer, picture::Urgency::Answer).await?))
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
        person.may(Power::Secrets, &game)?;
        if game.seat_of(person.user_id).is_some() {
            return Err(
                Denied::NotAllowed { id: game.id, power: Power::Secrets, role: person.role(&game) }.into()
            );
        }
        let session = game.playing()?;
        let action = session.phase().clock_action().cloned().ok_or(Denied::NotTimed(game.id))?;
        // On a copy, so that nothing is drawn from the match or changed in it.
        let mut copy = session.boxed();
        let happened = copy.make(By::Clock, &action).map_err(Denied::from)?;
        note_look(ctx, &person, &game).await;
        let scene = {
            let frame = Frame { title: &game.title, names: copy.names() };
            copy.observe(Viewer::Host).scene(&frame)
        };
        let picture = picture::studio().drawn(game.id, "simulated", scene).await?;
        Ok(Answer::new(texts::simulated(&game, &happened)).file(picture))
    })
    .await
}

/// Records in the log of a match that its host looks at something that not everyone may see. If the match is in
/// trouble, the host may look even if this fails.
async fn note_look(ctx: Context<'_>, person: &Person, game: &Match) {
    if !game.is_disclosed()
        && let Err(error) = ctx.data().matches.ask(game.id, person, Command::Look).await
    {
        tracing::error!(id = game.id, %error, "it could not be noted that a host looked");
    }
}

/// Collects the problems of a match.
async fn troubles(ctx: Context<'_>, id: i64) -> Result<Troubles, Failure> {
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
        person.may(Power::Secrets, &game)?;
        note_look(ctx, &person, &game).await;
        let file = CreateAttachment::bytes(game.record()?.file()?, format!("match-{}-record.json", game.id));
        Ok(Answer::new(texts::exported(&game)).file(file))
    })
    .await
}
